"""Which names of the Host header this server answers to: the defence against DNS rebinding.

A page of somebody else's can have its own name point to an address of this network. The visitor's browser then takes this
server for that page's, and lets the page read everything. What such a page cannot do is change the name that
the browser sends: so a name is answered only if it is known to be ours.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from yupana.core.errors import YupanaError

NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9_-]{1,63}(?<!-))*\.?")
"""A host's name in small letters; underscores are no letters of one, but people use them."""
PORT = re.compile(r"[0-9]{0,5}")
LONGEST = 255

FORWARDING = frozenset({b"forwarded", b"x-forwarded-for", b"via"})
"""Headers by which a proxy says that it asks for somebody else."""

PROBES = frozenset({"/healthz", "/metrics"})
"""What orchestrators and Prometheus ask for by the address of the machine."""


class BadHost(YupanaError):
    """The request names no host, several, or none that can be read: 400."""


class WrongHost(YupanaError):
    """The request is for a host that this server is not known to be: 421."""


Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def read_host(text: str) -> str | Address:
    """The host of a Host header without its port: an address, or a name in small letters.

    >>> read_host("Yupana.example.org.:8000"), read_host("[::1]:80"), read_host("10.0.0.7")
    ('yupana.example.org', IPv6Address('::1'), IPv4Address('10.0.0.7'))
    """
    bracketed = re.fullmatch(r"\[([0-9A-Fa-f:.]{2,45})\](?::(.*))?", text)
    host, _, port = (
        text.partition(":") if bracketed is None else (bracketed[1], "", bracketed[2] or "")
    )
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        address = None
    if len(text) > LONGEST or not PORT.fullmatch(port):
        raise BadHost("server.bad-host")
    if address is not None and (bracketed is not None) == (address.version == 6):
        return address
    name = host.lower()
    if bracketed is not None or not name.isascii() or not NAME.fullmatch(name):
        raise BadHost("server.bad-host")
    return name.rstrip(".")


def read_setting(text: str) -> str | Address:
    """The same for a name that somebody has set, which may have letters of any language.

    >>> read_setting("Bücher.example")
    'xn--bcher-kva.example'
    """
    try:
        return read_host(text.encode("idna").decode())
    except UnicodeError:
        raise BadHost("server.bad-host") from None


def machine_names() -> frozenset[str]:
    """What this machine is called in its own network: its name, without a domain, and by multicast DNS."""
    whole = socket.gethostname().lower().rstrip(".")
    short = whole.partition(".")[0]
    return frozenset(name for name in (whole, short, f"{short}.local") if NAME.fullmatch(name))


class AllowedHosts:
    """The hosts that a server answers to.

    With a public address that one and those that were added to it; without, every address, `localhost`, the names of this
    machine and those that were added. Programs on this machine may always use its loopback address, unless a
    proxy says that it asks for somebody else; probes that watch the server, every address.
    """

    def __init__(self, public_url: str | None = None, more: Iterable[str] = ()) -> None:
        self.public_url = public_url
        names = {read_setting(each) for each in more}
        if public_url is not None:
            names.add(read_setting(urlsplit(public_url).netloc))
        else:
            names |= {"localhost", *machine_names()}
        self._hosts = frozenset(names)

    def check(
        self,
        headers: Sequence[tuple[bytes, bytes]],
        path: str = "/",
        http_version: str = "1.1",
        client: str | None = None,
    ) -> None:
        """BadHost or WrongHost if the request is not for us. `client`: the address that it comes from."""
        named = [value for name, value in headers if name == b"host"]
        if not named and http_version == "1.0":
            return  # no browser asks so; a simple health check may
        if len(named) != 1:
            raise BadHost("server.bad-host")
        host = read_host(named[0].decode("latin-1"))
        if host in self._hosts:
            return
        if self.public_url is None:
            if not isinstance(host, str):
                return
            raise WrongHost("server.wrong-host", host=host)
        if not isinstance(host, str) and path in PROBES:
            return
        if _is_loopback(host) and _comes_from_here(headers, client):
            return
        raise WrongHost("server.other-host", host=str(host), url=self.public_url)


def _is_loopback(host: str | Address) -> bool:
    return host == "localhost" if isinstance(host, str) else host.is_loopback


def _comes_from_here(headers: Sequence[tuple[bytes, bytes]], client: str | None) -> bool:
    if any(name in FORWARDING for name, _ in headers):
        return False
    try:
        return ipaddress.ip_address(client or "").is_loopback
    except ValueError:
        return False
