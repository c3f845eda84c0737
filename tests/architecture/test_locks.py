"""The lists of requirements/ are whole: whoever installs one gets the versions that it pins, whatever has come out since."""

import re
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

LOCKS = sorted(Path("requirements").glob("*.txt"))
PIN = re.compile(r"^([\w.-]+)(?:\[([\w,.-]+)\])?==", re.MULTILINE)


def pins(text: str) -> dict[str, set[str]]:
    """By package that a list pins: the extras that it is pinned with."""
    return {
        name.lower(): set(filter(None, extras.split(","))) for name, extras in PIN.findall(text)
    }


def unpinned(text: str) -> list[str]:
    """What the installed packages of a list ask for that it does not pin: pip takes the newest, then misses its hash. A package
    that is asked for with an extra must be pinned with it."""
    pinned, found = pins(text), []
    for name in pinned:
        try:
            needed = [Requirement(each) for each in distribution(name).requires or ()]
        except PackageNotFoundError:
            continue
        for each in needed:
            if each.marker and not each.marker.evaluate({"extra": ""}):
                continue
            key = re.sub(r"[-_.]+", "-", each.name).lower()
            if key not in pinned or not each.extras <= pinned[key]:
                found.append(f"{name} needs {each}")
    return found


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_a_list_pins_whatever_its_packages_need_with_the_extras_they_need(lock: Path) -> None:
    assert pins(text := lock.read_text())
    assert not unpinned(text)


def test_a_pin_that_is_lost_or_lost_its_extra_is_found() -> None:
    text = Path("requirements/dev.txt").read_text()
    assert unpinned(text.replace("coverage[toml]==", "coverage=="))
    assert unpinned(text.replace("packaging==", "another=="))
