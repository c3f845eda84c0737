"""Time zones by name. UTC needs no database of zones, which Windows does not have."""

from __future__ import annotations

from datetime import UTC, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


class NoSuchZone(ValueError):
    """There is no time zone of that name on this machine."""


def zone_of(name: str) -> tzinfo:
    """The time zone of that name, such as Europe/Paris."""
    if name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise NoSuchZone(name) from error
