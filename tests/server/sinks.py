"""Servers that take what is sent to people and keep it: a mail server, a web server. Real sockets, nothing else."""

from __future__ import annotations

import base64
import datetime
import http.server
import ipaddress
import socketserver
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for localhost that vouches for itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    names: list[x509.GeneralName] = [
        x509.DNSName("localhost"),
        x509.IPAddress(ipaddress.ip_address("127.0.0.1")),
    ]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=10))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    folder.mkdir(parents=True, exist_ok=True)
    cert_file, key_file = folder / "cert.pem", folder / "key.pem"
    cert_file.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    key_file.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return cert_file, key_file


# Mail


class Mailed(NamedTuple):
    to: str
    message: EmailMessage
    encrypted: bool
    user: str | None

    @property
    def text(self) -> str:
        content: str = self.message.get_content()
        return content.replace("\r\n", "\n")


class _Threads(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


class SmtpSink:
    """Takes every mail. `codes`: answers to recipients, by address, where it is not 250."""

    def __init__(self, tls: tuple[Path, Path] | None = None, implicit: bool = False) -> None:
        self.mails: list[Mailed] = []
        self.codes: dict[str, int] = {}
        self.offers_starttls = tls is not None and not implicit
        self.implicit = implicit
        self.password = "a password"
        self.context: ssl.SSLContext | None = None
        if tls is not None:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(*tls)
        sink = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                talk = _Talk(sink, self.request)
                with suppress(OSError):
                    talk.run()
                talk.end()

        self._server = _Threads(("127.0.0.1", 0), Handler)
        self.port: int = self._server.server_address[1]

    def __enter__(self) -> SmtpSink:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self._server.shutdown()
        self._server.server_close()


class _Talk:
    """One connection, as RFC 5321 has it."""

    def __init__(self, sink: SmtpSink, connection: Any) -> None:
        self.sink = sink
        self.encrypted = False
        self.user: str | None = None
        self.to: list[str] = []
        self.connection = connection
        self.file: Any = None

    def _encrypt(self) -> None:
        assert self.sink.context is not None
        self.connection = self.sink.context.wrap_socket(self.connection, server_side=True)
        self.encrypted = True

    def say(self, text: str) -> None:
        self.file.write(text.encode() + b"\r\n")
        self.file.flush()

    def end(self) -> None:
        for each in (self.file, self.connection):
            if each is not None:
                with suppress(OSError):
                    each.close()

    def run(self) -> None:
        if self.sink.implicit:
            self._encrypt()
        self.file = self.connection.makefile("rwb")
        self.say("220 sink")
        while line := self.file.readline():
            word, _, rest = line.decode().strip().partition(" ")
            match word.upper():
                case "EHLO":
                    self.say("250-sink")
                    if self.sink.offers_starttls and not self.encrypted:
                        self.say("250-STARTTLS")
                    self.say("250 AUTH PLAIN")
                case "STARTTLS":
                    self.say("220 go on")
                    self.file.close()
                    self._encrypt()
                    self.file = self.connection.makefile("rwb")
                case "AUTH":
                    _, user, password = base64.b64decode(rest.split()[1]).decode().split("\0")
                    right = password == self.sink.password
                    self.user = user if right else None
                    self.say("235 welcome" if right else "535 no")
                case "RCPT":
                    address = rest.split("<")[1].split(">")[0]
                    code = self.sink.codes.get(address, 250)
                    self.to += [address] if code == 250 else []
                    self.say(f"{code} so be it")
                case "DATA":
                    self.say("354 go on")
                    self._data()
                case "QUIT":
                    self.say("221 bye")
                    return
                case _:
                    self.say("250 fine")

    def _data(self) -> None:
        lines: list[bytes] = []
        while (line := self.file.readline()) not in (b".\r\n", b""):
            lines.append(line[1:] if line.startswith(b".") else line)
        message = message_from_bytes(b"".join(lines), policy=policy.default)
        assert isinstance(message, EmailMessage)
        for to in self.to:
            self.sink.mails.append(Mailed(to, message, self.encrypted, self.user))
        self.to = []
        self.say("250 taken")


# The web


class Posted(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes


class HttpSink:
    """Takes every request. `statuses`: answers in order, then 200."""

    def __init__(self, tls: tuple[Path, Path] | None = None) -> None:
        self.posted: list[Posted] = []
        self.statuses: list[int] = []
        self.headers: dict[str, str] = {}
        sink = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", "0")))
                headers = {name.lower(): value for name, value in self.headers.items()}
                sink.posted.append(Posted(self.path, headers, body))
                status = sink.statuses.pop(0) if sink.statuses else 200
                self.send_response(status)
                for name, value in sink.headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *arguments: Any) -> None:
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        if tls is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*tls)
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        scheme = "https" if tls is not None else "http"
        self.url = f"{scheme}://localhost:{self._server.server_address[1]}"

    def __enter__(self) -> HttpSink:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def trusting(cert: Path, monkeypatch: Any) -> Iterator[None]:
    """Has everybody in this process believe a certificate."""
    with monkeypatch.context() as patch:
        patch.setenv("SSL_CERT_FILE", str(cert))
        yield
