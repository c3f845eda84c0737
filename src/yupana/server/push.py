"""Web push: notices that a browser shows while no page of ours is open. RFC 8030, 8188, 8291 and 8292.

The push service of the browser's maker carries the notice and must not read it: it is encrypted to a key
that the browser made, and signed as ours. Needs `pip install yupana[push]`.
"""

from __future__ import annotations

import os
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from yupana.core.errors import YupanaError
from yupana.server.outward import read_url

RECORD = 4096
"""The size of the one record that a notice is; push services take no more."""

LONGEST = RECORD - 16 - 1 - 86
"""Bytes of a notice: what is left of a record after its header, its tag and the mark of its end."""

SIGNED_FOR = 12 * 3600
"""Seconds that a signature is good for; push services take up to a day."""

KEEP = 24 * 3600
"""Seconds that a push service keeps a notice for a browser that is not there."""


class Keys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a browser made when it subscribed: its public key and a secret, in base64 for addresses."""

    p256dh: str
    auth: str


def encode(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


# Our key


def make_key(path: Path) -> None:
    """A new key for this server, in a file that only its owner may read."""
    key = ec.generate_private_key(ec.SECP256R1())
    pem = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    try:
        file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except OSError as error:
        problem = str(error.strerror)
        raise YupanaError("file.unwritable", path=str(path), problem=problem) from None
    with os.fdopen(file, "wb") as out:
        out.write(pem)


def read_key(path: Path) -> ec.EllipticCurvePrivateKey:
    try:
        key = serialization.load_pem_private_key(path.read_bytes(), None)
    except OSError as error:
        problem = str(error.strerror)
        raise YupanaError("file.unreadable", path=str(path), problem=problem) from None
    except (ValueError, TypeError):
        raise YupanaError("notify.push-key", path=str(path)) from None
    if not isinstance(key, ec.EllipticCurvePrivateKey) or not isinstance(key.curve, ec.SECP256R1):
        raise YupanaError("notify.push-key", path=str(path))
    return key


def public_bytes(key: ec.EllipticCurvePublicKey) -> bytes:
    form = serialization.PublicFormat.UncompressedPoint
    return key.public_bytes(serialization.Encoding.X962, form)


# A notice


def check_keys(keys: Keys) -> None:
    """Raises ValueError unless a notice can be encrypted to them."""
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(keys.p256dh))
    if len(decode(keys.auth)) != 16:
        raise ValueError("auth")


def encrypt(
    text: bytes,
    keys: Keys,
    *,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The notice as one record of `aes128gcm`, for the browser that made the keys and nobody else."""
    if len(text) > LONGEST:
        raise ValueError("a notice is short")
    own = own or ec.generate_private_key(ec.SECP256R1())
    salt = salt or secrets.token_bytes(16)
    point = decode(keys.p256dh)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    ours = public_bytes(own.public_key())
    shared = own.exchange(ec.ECDH(), theirs)
    secret = _derive(shared, decode(keys.auth), b"WebPush: info\0" + point + ours, 32)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(key).encrypt(nonce, text + b"\x02", None)
    return salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours + sealed


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def authorization(
    endpoint: str,
    key: ec.EllipticCurvePrivateKey,
    contact: str,
    private: bool = False,
    clock: Callable[[], float] = time.time,
) -> str:
    """The header that says who sends: a token signed with our key, for this push service only."""
    target = read_url(endpoint, private)
    usual = {"https": 443, "http": 80}[target.scheme]
    port = "" if target.port == usual else f":{target.port}"
    claims = {
        "aud": f"{target.scheme}://{target.host}{port}",
        "exp": int(clock()) + SIGNED_FOR,
        "sub": contact,
    }
    parts = ({"typ": "JWT", "alg": "ES256"}, claims)
    token = ".".join(encode(msgspec.json.encode(part)) for part in parts)
    r, s = utils.decode_dss_signature(key.sign(token.encode(), ec.ECDSA(hashes.SHA256())))
    signature = encode(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={token}.{signature}, k={encode(public_bytes(key.public_key()))}"
