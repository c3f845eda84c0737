"""Loaded by schemathesis: the two things about our requests that a JSON Schema cannot say.

It counts 8.0 among the whole numbers, and this server does not. And what comes again under an id that was
used is answered as before, whatever it says now: so every request here has an id of its own.
"""

from __future__ import annotations

import re
from itertools import count
from typing import Any

import schemathesis

ID = re.compile(r"[A-Za-z0-9_-]{8,40}")

_ids = count()


def whole(value: Any) -> Any:
    """The value with 8 for every 8.0."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {name: whole(each) for name, each in value.items()}
    return [whole(each) for each in value] if isinstance(value, list) else value


@schemathesis.hook
def before_call(context: object, case: Any, kwargs: object) -> None:
    body = case.body = whole(case.body)
    if isinstance(body, dict) and isinstance(body.get("cid"), str) and ID.fullmatch(body["cid"]):
        body["cid"] = f"request-{next(_ids)}"
