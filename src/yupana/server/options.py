"""Everything that a host can set, with its default and what it may be. Where it comes from is in config.py.

Whatever has a time in it says its unit in its name. A `Secret` never shows itself.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from yupana.server.limits import Limits
from yupana.server.seats import Secret

Port = Annotated[int, Meta(ge=1, le=65535)]
Hours = Annotated[float, Meta(ge=0, le=24 * 365)]
Grace = Annotated[float, Meta(ge=1, le=24 * 365)]
Days = Annotated[float, Meta(ge=0, le=36500)]
Span = Annotated[
    str,
    Meta(pattern=r"^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$", examples=["22:00-08:00"]),
]
WebAddress = Annotated[
    str, Meta(pattern=r"^https?://[^/?#@\s]+/?$", examples=["https://yupana.example.org"])
]
ContactAddress = Annotated[
    str,
    Meta(pattern=r"^(mailto:[^@\s]+@[^@\s]+|https://\S+)$", examples=["mailto:you@example.org"]),
]

SHORTEST_TOKEN = 16
"""Letters of a token: nobody guesses that many, at whatever rate they are let try."""


class Token(Secret):
    """A secret that the host made up for themselves or for a program of theirs."""

    __slots__ = ()

    def __init__(self, text: str) -> None:
        if len(text) < SHORTEST_TOKEN or not text.isascii() or not text.isprintable():
            raise ValueError("not a token")
        super().__init__(text)


class Retention(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long a table is kept after its last entry. 0: for ever. Then it is marked, and deleted later."""

    unstarted_hours: Hours = 24
    """At which no game has begun."""
    unfinished_days: Days = 90
    """Which everybody has left."""
    finished_days: Days = 0
    grace_hours: Grace = 168
    """Hours that a server of the store must really have run between the mark and the deletion."""


class Backups(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Copies that the server makes and checks while it runs."""

    every_hours: Hours = 0
    """0: only when asked to."""
    keep: Annotated[int, Meta(ge=1, le=1000)] = 7
    folder: Path | None = None
    """`backups` in the data folder unless told."""


class Mail(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The server that our mail goes through."""

    host: Annotated[str, Meta(min_length=1)]
    port: Port = 587
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: str | None = None
    password: Secret | None = None
    sender: Annotated[
        str,
        Meta(
            pattern=r"^([^<>@\r\n]* <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$",
            examples=["Yupana <yupana@example.org>"],
        ),
    ]
    every_hours: Hours = 6
    """Nobody gets more than one mail in this time, whatever happens at however many tables."""
    per_hour: Annotated[int, Meta(ge=1, le=100_000)] = 200
    """All mail of this server together: what our provider would not frown upon."""


class Push(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Web push: notices of the browser itself."""

    key: Path
    """Made by `yupana push-key FILE`, the same for as long as people are subscribed."""
    contact: ContactAddress
    """Where a push service finds whoever runs this server."""


class Notify(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Telling people that they are waited for. Off, but for what is set."""

    after_minutes: Annotated[float, Meta(ge=0, le=7 * 24 * 60)] = 5
    """How long somebody has been waited for before they are told."""
    attention_minutes: Annotated[float, Meta(ge=0, le=24 * 60)] = 5
    """Whoever is connected and did something this long ago is at the table and not told."""
    quiet: Span | None = None
    """Such as 22:00-08:00; what would be told then waits. Everybody may set hours of their own."""
    timezone: str = "UTC"
    """Of those hours, such as Europe/Paris."""
    asks_per_hour: Annotated[int, Meta(ge=1, le=100_000)] = 60
    """How many places to be told at may be asked for from one address of the network."""
    webhooks: bool = False
    """Whether people may have other servers called."""
    private_addresses: bool = False
    """Whether what people name may also be on this machine and its network, and without https. For a host
    who knows everybody."""
    mail: Mail | None = None
    push: Push | None = None


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All of it."""

    host: str = "127.0.0.1"
    port: Port = 8000
    data: Path = Path("data")
    """The folder of the embedded store."""
    store: str | None = None
    """`postgresql://...` to share a database; None: SQLite in `data`."""
    tls_cert: Path | None = None
    tls_key: Path | None = None
    public_url: WebAddress | None = None
    """What people's browsers know it by, behind a proxy."""
    hosts: tuple[str, ...] = ()
    """Other names that it answers to, such as `games.lan`; see allowed_hosts.py."""
    behind_proxy: bool = False
    """Whether a proxy tells the addresses of those who ask."""
    trusted_proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """... and from where such a word is believed: addresses or networks."""
    bot_processes: Annotated[int, Meta(ge=0, le=256)] = 0
    """That think for the bots; 0: as many as the machine has processors."""
    bot_seconds: Annotated[float, Meta(gt=0, le=60)] = 2.0
    quiet: bool = False
    """Whether nothing is said in the terminal at the start."""
    admin_token: Token | None = None
    """Opens the page for whoever runs the server; None: there is no such page."""
    metrics_token: Token | None = None
    """Opens /metrics to others than this machine."""
    operator: str | None = None
    """Who runs this server and how to reach them, as the privacy page says it."""
    security_contact: ContactAddress | None = None
    """For /.well-known/security.txt."""
    limits: Limits = Limits()
    retention: Retention = Retention()
    backup: Backups = Backups()
    notify: Notify = Notify()
