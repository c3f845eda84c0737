"""The ways to tell somebody that they are waited for: mail, a webhook, a notice of the browser.

Each knows what to send and how; whether and when is for notify.py. None says anything about a game but which
one it is: no names, no moves, no hands. They block: they are called from threads.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Concatenate, ParamSpec

import msgspec
from msgspec import Struct

from yupana.server import mail, outward
from yupana.server.limits import TooMany
from yupana.server.options import Mail, Notify, Push
from yupana.server.policy import Refused
from yupana.server.pools import Pools
from yupana.server.store import Contact, ContactKind
from yupana.words import Words, language_of, words

SIGNATURE = "x-yupana-signature"

P = ParamSpec("P")


class Gone(Exception):
    """Nobody can be reached there any more: the contact is to be forgotten."""


class Later(Exception):
    """It was not taken now; `seconds`: how long we were asked to wait, if we were."""

    def __init__(self, seconds: float | None = None) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Notice(Struct, frozen=True, kw_only=True):
    """Somebody is waited for."""

    table: str
    code: str | None
    game: str
    seat: int
    turn: int
    since_ms: int
    url: str | None
    """Of the table, without any secret: the browser of whoever sits there has theirs."""


class NotifyWish(Struct, frozen=True, forbid_unknown_fields=True):
    """Where somebody asks to be told, as they send it."""

    kind: ContactKind
    address: str
    seat: int | None = None
    keys: dict[str, str] = {}
    """Of a browser's subscription: `p256dh` and `auth`."""
    language: str = "en"
    quiet: str | None = None
    """Hours in which nothing is to come, such as 22:00-08:00."""
    timezone: str | None = None


class Details(Struct, frozen=True):
    """What a contact keeps beside its address."""

    language: str = "en"
    quiet: str | None = None
    timezone: str | None = None
    secret: str | None = None
    """A webhook's: what its messages are signed with."""
    keys: dict[str, str] = {}


def details_of(contact: Contact) -> Details:
    return msgspec.json.decode(contact.details, type=Details)


class Links(Struct, frozen=True):
    """Addresses of ours that go into what is sent."""

    base: str

    def table(self, table: str) -> str:
        return f"{self.base}/t/{table}"

    def contact(self, handle: str, do: str) -> str:
        """The handle is in the query, which no log of ours has in it."""
        return f"{self.base}/notify?do={do}&k={handle}"


class Channel(ABC):
    """One way to tell somebody."""

    asks_first = False
    """Whether whoever reads there must agree before anything else is sent."""

    @abstractmethod
    def details(self, wish: NotifyWish) -> Details:
        """What is to be kept of the wish; Refused if nothing could ever be sent so."""

    @abstractmethod
    def shown(self, contact: Contact) -> str:
        """The address, as its owner may see it again."""

    def lane(self, contact: Contact) -> str:
        """Whom a message has to wait for: those that go the same way go one after the other."""
        return contact.address

    @abstractmethod
    def greet(self, contact: Contact) -> None:
        """The first message there; Gone or Later if it does not come through."""

    @abstractmethod
    def tell(self, contact: Contact, notices: Sequence[Notice]) -> None:
        """Gone or Later if it does not come through."""


async def send(
    pools: Pools,
    payer: str,
    channel: Channel,
    contact: Contact,
    call: Callable[Concatenate[Contact, P], None],
    *args: P.args,
    **named: P.kwargs,
) -> None:
    """Greets or tells somebody, in a thread of those that are for it; Later if too much waits to be sent."""
    pool = pools.mail if contact.kind == "mail" else pools.calls
    try:
        await pool.run(payer, channel.lane(contact), call, contact, *args, **named)
    except TooMany:
        raise Later from None


def _plain(wish: NotifyWish) -> dict[str, Any]:
    return {
        "language": language_of(wish.language) or "en",
        "quiet": wish.quiet,
        "timezone": wish.timezone,
    }


def title(said: Words, game: str) -> str:
    return said.say(f"{game}-title") if f"{game}-title" in said else game


# Mail


class MailChannel(Channel):
    asks_first = True

    def __init__(self, settings: Mail, links: Links) -> None:
        self.settings = settings
        self.links = links

    def details(self, wish: NotifyWish) -> Details:
        if not mail.is_address(wish.address):
            raise Refused("notify.mail-address")
        return Details(**_plain(wish))

    def shown(self, contact: Contact) -> str:
        return mail.hidden(contact.address)

    def greet(self, contact: Contact) -> None:
        said = words(details_of(contact).language)
        text = said.say(
            "notify.mail-confirm",
            link=self.links.contact(contact.handle, "confirm"),
            remove=self.links.contact(contact.handle, "remove"),
            home=self.links.base,
        )
        self._send(contact, said.say("notify.mail-confirm-subject"), text)

    def tell(self, contact: Contact, notices: Sequence[Notice]) -> None:
        said = words(details_of(contact).language)
        lines = [
            said.say(
                "notify.mail-line",
                game=title(said, each.game),
                code=each.code or "",
                link=str(each.url),
            )
            for each in notices
        ]
        text = said.say(
            "notify.mail-text",
            tables="\n".join(lines),
            remove=self.links.contact(contact.handle, "remove"),
            home=self.links.base,
        )
        game = title(said, notices[0].game)
        subject = said.say("notify.mail-subject", game=game, tables=len(notices))
        self._send(contact, subject, text)

    def _send(self, contact: Contact, subject: str, text: str) -> None:
        """With the link that mail programs have a button of their own for: RFC 8058."""
        headers = {
            "List-Unsubscribe": f"<{self.links.contact(contact.handle, 'remove')}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
        message = mail.compose(self.settings, contact.address, subject, text, headers)
        try:
            mail.send(self.settings, message)
        except mail.Bounced:
            raise Gone from None
        except mail.NotNow:
            raise Later from None


# Webhooks


class WebhookChannel(Channel):
    """A POST of JSON, signed: `t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>">`."""

    def __init__(self, private: bool = False) -> None:
        self.private = private

    def details(self, wish: NotifyWish) -> Details:
        outward.read_url(wish.address, self.private)
        return Details(**_plain(wish), secret=secrets.token_hex(24))

    def shown(self, contact: Contact) -> str:
        return contact.address

    def lane(self, contact: Contact) -> str:
        return outward.read_url(contact.address, self.private).host

    def greet(self, contact: Contact) -> None:
        """A server that does not answer `hello` with yes wants none of this."""
        self._send(contact, {"v": 1, "event": "hello", "table": contact.table})

    def tell(self, contact: Contact, notices: Sequence[Notice]) -> None:
        for notice in notices:
            self._send(contact, {"v": 1, "event": "due", **msgspec.to_builtins(notice)})

    def _send(self, contact: Contact, message: dict[str, Any]) -> None:
        body = msgspec.json.encode(message)
        headers = {
            "content-type": "application/json",
            SIGNATURE: sign(details_of(contact).secret or "", body, int(time.time())),
        }
        _call(contact.address, body, headers, self.private, gone=(410,))


def sign(secret: str, body: bytes, seconds: int) -> str:
    """What the other side works out again: with the time in it, so that nothing can be sent anew."""
    digest = hmac.digest(secret.encode(), b"%d." % seconds + body, "sha256").hex()
    return f"t={seconds},v1={digest}"


def _call(
    url: str, body: bytes, headers: dict[str, str], private: bool, gone: tuple[int, ...]
) -> None:
    try:
        status, wait = outward.post(url, body, headers, private=private)
    except outward.Unreachable:
        raise Later from None
    except outward.BadAddress:
        raise Gone from None
    if status in gone:
        raise Gone
    if not 200 <= status < 300:
        raise Later(min(float(wait), 3600.0) if wait and wait.isdecimal() else None)


# Notices of the browser


class PushChannel(Channel):
    def __init__(self, settings: Push, private: bool = False) -> None:
        from yupana.server import push  # only where `cryptography` is installed

        self._push = push
        self.settings = settings
        self.private = private
        self.key = push.read_key(settings.key)

    @property
    def public_key(self) -> str:
        """What a browser needs to subscribe to us."""
        return self._push.encode(self._push.public_bytes(self.key.public_key()))

    def details(self, wish: NotifyWish) -> Details:
        outward.read_url(wish.address, self.private)
        try:
            self._push.check_keys(self._keys(wish.keys))
        except (ValueError, msgspec.ValidationError):
            raise Refused("notify.push-keys") from None
        return Details(**_plain(wish), keys=wish.keys)

    def _keys(self, keys: dict[str, str]) -> Any:
        return msgspec.convert(keys, self._push.Keys)

    def shown(self, contact: Contact) -> str:
        """Which push service it is; the rest of the address is as good as a secret."""
        return outward.read_url(contact.address, self.private).host

    def lane(self, contact: Contact) -> str:
        return self.shown(contact)

    def greet(self, contact: Contact) -> None:
        """The browser has asked its owner already."""

    def tell(self, contact: Contact, notices: Sequence[Notice]) -> None:
        kept = details_of(contact)
        said = words(kept.language)
        for notice in notices:
            text = {
                "title": said.say("notify.push-title"),
                "body": said.say(
                    "notify.push-body", game=title(said, notice.game), code=notice.code or ""
                ),
                "tag": notice.table,
                "url": notice.url,
            }
            data = msgspec.json.encode(text)
            headers = {
                "content-type": "application/octet-stream",
                "content-encoding": "aes128gcm",
                "ttl": str(self._push.KEEP),
                "urgency": "normal",
                "topic": hashlib.sha256(notice.table.encode()).hexdigest()[:32],
                "authorization": self._push.authorization(
                    contact.address, self.key, self.settings.contact, self.private
                ),
            }
            body = self._push.encrypt(data, self._keys(kept.keys))
            _call(contact.address, body, headers, self.private, gone=(404, 410))


def make_channels(settings: Notify, base: str | None) -> dict[ContactKind, Channel]:
    """Those that the host has set up."""
    private = settings.private_addresses
    found: dict[ContactKind, Channel] = {}
    if settings.mail is not None and base is not None:
        found["mail"] = MailChannel(settings.mail, Links(base))
    if settings.webhooks:
        found["webhook"] = WebhookChannel(private)
    if settings.push is not None:
        found["push"] = PushChannel(settings.push, private)
    return found
