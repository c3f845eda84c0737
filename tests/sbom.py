"""A bill of materials of what an installation consists of, in the CycloneDX form, from the lists of requirements/.

    make sbom             # or: python -m tests.sbom [LIST ...] > sbom.cdx.json

Each package has its version, the hashes of the files that may be installed, and who needs it. The same lists give the same document.
"""

from __future__ import annotations

import json
import re
import sys
import uuid
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

ROOT = Path(__file__).parents[1]
LOCKS = ROOT / "requirements"
INSTALLED = ("play", "fast", "postgres", "push")
"""The lists that a server may be installed from; the others are for tests and research."""
OWN = "yupana"

_PIN = re.compile(r"^([A-Za-z0-9][\w.-]*)(?:\[[\w,.-]+\])?==(\S+)(?: *;([^\\]*))?")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})(?![0-9a-f])")


class Pin(Struct, frozen=True):
    """One package of a list."""

    name: str
    version: str
    hashes: tuple[str, ...]
    needed_by: tuple[str, ...]
    text: str
    """As it stands in the list."""


def blocks(text: str) -> Iterator[str]:
    """The requirements of a list, each with the lines that go on with it and what is said about it."""
    block = ""
    for line in text.splitlines():
        if line.strip() and not line.startswith((" ", "#")) and block:
            yield block
            block = ""
        if line.strip() and (block or not line.startswith("#")):
            block += line + "\n"
    if block:
        yield block


def pins(text: str) -> list[Pin]:
    """The packages that a list pins; what it does not pin is left out: see tests/chaos/dependencies.py."""
    found = []
    for block in blocks(text):
        pinned = _PIN.match(block)
        if pinned is None:
            continue
        said = block.partition("# via")[2]
        needed_by = {
            re.split(r"[\s(]", line.strip(" #"))[0]
            for line in said.splitlines()
            if line.strip(" #")
        }
        name, version = _normal(pinned[1]), pinned[2].rstrip("\\;")
        hashes = tuple(_HASH.findall(block))
        found.append(Pin(name, version, hashes, tuple(sorted(map(_normal, needed_by))), block))
    return found


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def document(texts: Iterable[str]) -> dict[str, Any]:
    """The bill of all packages in these lists."""
    by_name: dict[str, Pin] = {}
    for text in texts:
        for pin in pins(text):
            before = by_name.setdefault(pin.name, pin)
            if before.version != pin.version:
                raise ValueError(f"two versions of {pin.name}: {before.version}, {pin.version}")
    needs: dict[str, set[str]] = {name: set() for name in (OWN, *by_name)}
    for pin in by_name.values():
        for needer in pin.needed_by:
            needs.setdefault(needer if needer in by_name else OWN, set()).add(pin.name)
    components = [_component(pin) for _, pin in sorted(by_name.items())]
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "application", "bom-ref": OWN, "name": OWN}},
        "components": components,
        "dependencies": [
            {"ref": _ref(name, by_name), "dependsOn": sorted(_ref(each, by_name) for each in found)}
            for name, found in sorted(needs.items())
        ],
    }
    text = json.dumps(bill, sort_keys=True)
    return {"serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, text)}", **bill}


def _component(pin: Pin) -> dict[str, Any]:
    address = f"pkg:pypi/{pin.name}@{pin.version}"
    return {
        "type": "library",
        "bom-ref": address,
        "name": pin.name,
        "version": pin.version,
        "purl": address,
        "hashes": [{"alg": "SHA-256", "content": each} for each in pin.hashes],
    }


def _ref(name: str, by_name: dict[str, Pin]) -> str:
    return OWN if name == OWN else f"pkg:pypi/{name}@{by_name[name].version}"


def main(*names: str) -> int:
    texts = [(LOCKS / f"{name}.txt").read_text("utf-8") for name in names or INSTALLED]
    print(json.dumps(document(texts), indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
