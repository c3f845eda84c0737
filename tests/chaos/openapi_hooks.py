"""Loaded by schemathesis: JSON Schema counts 8.0 among the whole numbers, and this server does not."""

from __future__ import annotations

from typing import Any

import schemathesis


def whole(value: Any) -> Any:
    """The value with 8 for every 8.0."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {name: whole(each) for name, each in value.items()}
    return [whole(each) for each in value] if isinstance(value, list) else value


@schemathesis.hook
def map_body(context: object, body: Any) -> Any:
    return whole(body)
