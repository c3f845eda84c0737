"""Types worked out before anybody uses them.

msgspec works out what a Struct is made of when it is first decoded. While one thread is at that, another that decodes the
same type finds it half done and ends the whole process (0.22, in `convert` and `decode` alike). So types that are read from
text or JSON are made known where they are defined: modules are loaded by one thread.
"""

from __future__ import annotations

from typing import Any

import msgspec


def make_known(*types: Any) -> None:
    """Works out the types, and all that they are made of."""
    for each in types:
        msgspec.json.Decoder(each)
