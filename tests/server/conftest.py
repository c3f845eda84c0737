"""What the tests of the server share."""

from __future__ import annotations

from tests.server.postgres_server import postgres

__all__ = ["postgres"]
