"""Requests to servers that somebody else has named: only to the open internet, and never for long.

Whoever names an address must not be able to make us knock at doors behind our own firewall. So the name is
looked up once, every address it stands for must be a public one, and the connection goes to the very address
that was looked at. No redirect is followed, no body of an answer is read, and no proxy is asked.

It blocks: it is called from a thread, never from an event loop.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple
from urllib.parse import urlsplit

from yupana.core.errors import YupanaError

LONGEST_URL = 1024
TIMEOUT = 10.0
"""Seconds for all of it, however slowly the other side goes about it."""

PORTS = {"https": (443, 8443), "http": (80, 8080)}
"""Nobody uses us to find out what else runs on a machine."""

_TUNNELS = [ipaddress.ip_network(each) for each in ("64:ff9b::/96", "2002::/16", "2001::/32")]
"""Addresses that stand for an IPv4 address behind some gateway."""


class BadAddress(YupanaError):
    """Not an address that we would call, whatever is there."""


class Unreachable(Exception):
    """Nothing answered, or not in time; later it may."""


class Target(NamedTuple):
    scheme: str
    host: str
    port: int
    path: str


def read_url(url: str, private: bool = False) -> Target:
    """The address, if it has the form of one that we call."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadAddress("notify.url") from None
    if (
        len(url) > LONGEST_URL
        or not url.isascii()
        or any(each <= " " or each in '"<>\\^`{|}\x7f' for each in url)
        or not parts.hostname
        or parts.username is not None
        or parts.fragment
    ):
        raise BadAddress("notify.url")
    if parts.scheme not in (("https", "http") if private else ("https",)):
        raise BadAddress("notify.https")
    number = port or PORTS[parts.scheme][0]
    if not private and number not in PORTS[parts.scheme]:
        raise BadAddress("notify.port", known=", ".join(map(str, PORTS[parts.scheme])))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, parts.hostname, number, path)


def is_public(address: str) -> bool:
    """Whether the address is one of the open internet.

    >>> [is_public(each) for each in ("1.1.1.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:7f00:1")]
    [True, False, False, False, False]
    """
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return is_public(str(found.ipv4_mapped))
        if any(found in each for each in _TUNNELS) or found.is_site_local:
            return False
    return found.is_global and not (
        found.is_multicast or found.is_reserved or found.is_unspecified or found.is_loopback
    )


def look_up(target: Target, private: bool = False) -> str:
    """The address to connect to. If the name stands for any that is not public, for none."""
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Unreachable("no such host") from None
    addresses = [str(each[4][0]) for each in found]
    if not private and not all(map(is_public, addresses)):
        raise BadAddress("notify.private")
    return addresses[0]


def post(
    url: str, body: bytes, headers: Mapping[str, str], *, private: bool = False
) -> tuple[int, str | None]:
    """The status of the answer, and how long it asks us to wait, if it does."""
    target = read_url(url, private)
    connection = _Pinned(target, look_up(target, private))
    watch = threading.Timer(TIMEOUT, connection.cut)
    watch.daemon = True
    watch.start()
    try:
        connection.request("POST", target.path, body, {"user-agent": "yupana", **headers})
        response = connection.getresponse()
        return response.status, response.headers.get("retry-after")
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Unreachable(type(error).__name__) from None
    finally:
        watch.cancel()
        connection.close()


class _Pinned(http.client.HTTPConnection):
    """Speaks to the address that was looked up, under the name that was asked for."""

    def __init__(self, target: Target, address: str) -> None:
        super().__init__(target.host, target.port, timeout=TIMEOUT)
        self._address = address
        self._secure = target.scheme == "https"
        if self._secure:
            self.default_port = 443

    def connect(self) -> None:
        plain = socket.create_connection((self._address, self.port), TIMEOUT)
        self.sock = plain
        if self._secure:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(plain, server_hostname=self.host)

    def cut(self) -> None:
        """Ends it from another thread."""
        with suppress(OSError):
            if self.sock is not None:
                self.sock.shutdown(socket.SHUT_RDWR)
