"""G18: what is installed is what is pinned, by its hash, and none of it is known to be bad.

Every list of requirements/ is read: each package has one version and the hashes of its files, and no list names a place to get
it from. No version, in a list or installed here, is in the table of bad ones below, which has what cannot be left to a service:
versions that this project must never run with. Below the packages there are Python, OpenSSL and SQLite, which no list pins: their
versions are named, and a store that is opened on an SQLite with a known defect must say so. A bill of materials is made of the
lists. A whole run also installs one of them by its hashes, sees pip refuse it with one digit changed, and asks pip-audit's vulnerability service, where that answers.
"""

from __future__ import annotations

import json
import logging
import re
import sqlite3
import ssl
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from packaging.specifiers import SpecifierSet

from tests.chaos.broken import planted
from tests.chaos.servers import ROOT
from tests.chaos.verdict import Ask, Figure, Verdict, folder, hold
from tests.sbom import INSTALLED, blocks, document, pins

PROMISE = "What is installed is pinned by its hash, and none of it is known to be bad."

LOCKS = ROOT / "requirements"


class Bad(NamedTuple):
    """Versions that must not be used, and why."""

    versions: str
    why: str


BAD = {
    "aiohttp": Bad("<3.12.14", "CVE-2025-53643: request smuggling"),
    "babel": Bad("<2.9.1", "CVE-2021-42771: code from a locale file"),
    "certifi": Bad("<2024.7.4", "CVE-2024-39689: a certificate authority that is not trusted"),
    "cryptography": Bad("<44.0.1", "CVE-2024-12797: an OpenSSL with a known hole"),
    "h11": Bad("<0.16", "CVE-2025-43859: request smuggling"),
    "httpx": Bad("<0.23", "CVE-2021-41945: addresses read wrongly"),
    "idna": Bad("<3.7", "CVE-2024-3651: a long name takes for ever"),
    "jinja2": Bad("<3.1.6", "CVE-2025-27516: code from a template"),
    "markdown-it-py": Bad("<2.2", "CVE-2023-26302: a text that takes for ever"),
    "orjson": Bad("<3.9.15", "CVE-2024-27454: a deeply nested message ends the process"),
    "pip": Bad("<25.3", "CVE-2025-8869: an archive that writes outside of its folder"),
    "protobuf": Bad("<5.29.5", "CVE-2025-4565: a deeply nested message"),
    "pyarrow": Bad("<14.0.1", "CVE-2023-47248: code from a file"),
    "pygments": Bad("<2.15", "CVE-2022-40896: a text that takes for ever"),
    "pyyaml": Bad("<5.4", "CVE-2020-14343: code from a file"),
    "ray": Bad("<2.8.1", "CVE-2023-6019: commands from the network"),
    "requests": Bad("<2.32.4", "CVE-2024-47081: passwords sent elsewhere"),
    "setuptools": Bad("<78.1.1", "CVE-2025-47273: writes outside of its folder"),
    "starlette": Bad("<0.49.1", "CVE-2025-62727 and CVE-2024-47874: a request that takes all"),
    "ujson": Bad(">=0", "not maintained for hostile input"),
    "urllib3": Bad("<2.5", "CVE-2025-50181: redirects that were switched off"),
    "uvicorn": Bad("<0.11.7", "CVE-2020-7694: forged lines in the log"),
    "websockets": Bad("<9.1", "CVE-2021-33880: passwords told by the time it takes"),
}  # fmt: skip


def read_locks() -> dict[str, str]:
    """The lists by name."""
    return {path.stem: path.read_text("utf-8") for path in sorted(LOCKS.glob("*.txt"))}


def run(ask: Ask) -> Verdict:
    with planted(ask.defect):
        locks = read_locks()
    packages = 0
    for name, text in locks.items():
        for problem in problems_of(text):
            hold(False, f"requirements/{name}.txt:", problem)
        packages += len(pins(text))
    installed = _installed(locks["dev"])
    bill = document(locks[name] for name in INSTALLED)
    _hold_complete(bill, [locks[name] for name in INSTALLED])
    versions = _below()
    warned = _warns_of_sqlite()
    left_out, audited, refused = ["no service is asked for vulnerabilities"], 0, 0
    if ask.size and ask.defect is None:
        refused = _installs_by_hash(locks["play"])
        audited, left_out = _audited()
    figures: dict[str, Figure] = {
        "lists": len(locks),
        "packages pinned": packages,
        "without a hash": 0,
        "known to be bad": 0,
        "installed here as pinned": installed,
        "in the bill of materials": len(bill["components"]),
        "installations by hash, with one digit changed refused": refused,
        "packages audited by a service": audited,
        **versions,
        "warning for an old SQLite": warned,
    }
    return Verdict(guarantee="G18", figures=figures, left_out=tuple(left_out))


# Lists


def problems_of(text: str) -> Iterator[str]:
    """Whatever is wrong with a list."""
    pinned = {pin.text: pin for pin in pins(text)}
    if not pinned:
        yield "nothing is pinned"
    for block in blocks(text):
        first = block.partition("\n")[0]
        pin = pinned.get(block)
        if pin is None:
            yield f"not pinned to one version: {first}"
            continue
        if not pin.hashes:
            yield f"without a hash: {first}"
        if re.search(r"://|(?<!\S)(-e|-r|-i|-f|--(?!hash=))", block.partition("#")[0]):
            yield f"a place to get it from: {first}"
        bad = BAD.get(pin.name)
        if bad is not None and pin.version in SpecifierSet(bad.versions):
            yield f"known to be bad: {pin.name} {pin.version}, {bad.why}"
    names = [pin.name for pin in pinned.values()]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"pinned twice: {name}"


def _installed(lock: str) -> int:
    """How many packages are installed here, all of them in the versions of the list that the tests are installed from."""
    found = 0
    for pin in pins(lock):
        try:
            version = metadata.version(pin.name)
        except metadata.PackageNotFoundError:
            continue
        hold(version == pin.version, f"{pin.name} {version} is installed, {pin.version} is pinned")
        found += 1
    for each in metadata.distributions():
        name = re.sub(r"[-_.]+", "-", each.metadata["Name"]).lower()
        bad = BAD.get(name) if name not in ("pip", "setuptools") else None  # a venv brings its own
        hold(
            bad is None or each.version not in SpecifierSet(bad.versions),
            f"installed and known to be bad: {name} {each.version}",
        )
    return found


def _hold_complete(bill: dict[str, object], texts: list[str]) -> None:
    """Each package of the lists is in the bill, with its version and hashes, and everything named there is there."""
    components = bill["components"]
    dependencies = bill["dependencies"]
    assert isinstance(components, list)
    assert isinstance(dependencies, list)
    found = {(each["name"], each["version"]): each for each in components}
    for text in texts:
        for pin in pins(text):
            each = found.get((pin.name, pin.version))
            hold(each is not None, "not in the bill of materials:", pin.name)
            assert each is not None
            hold(len(each["hashes"]) == len(pin.hashes) > 0, "hashes are missing:", pin.name)
    refs = {each["bom-ref"] for each in components} | {"yupana"}
    for each in dependencies:
        strange = {each["ref"], *each["dependsOn"]} - refs
        hold(not strange, "the bill names what it does not have:", strange)
    needed = {name for each in dependencies for name in each["dependsOn"]}
    hold(needed == refs - {"yupana"}, "nobody needs", refs - needed - {"yupana"})


# Below the packages


def _below() -> dict[str, str]:
    """What the packages stand on. It is named, not judged: systems mend such libraries under an old number."""
    return {
        "Python": ".".join(map(str, sys.version_info[:3])),
        "OpenSSL": " ".join(ssl.OPENSSL_VERSION.split()[:2]).removeprefix("OpenSSL "),
        "SQLite": sqlite3.sqlite_version,
    }


class _Kept(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def _warns_of_sqlite() -> str:
    """A store on an SQLite with a known defect says so when it is opened, and keeps to one connection; on another one it is
    quiet."""
    from yupana.server import sqlite as store

    log = logging.getLogger("yupana.server.sqlite")
    said = []
    for safe in ((999, 0, 0), (0, 0, 0)):
        kept = _Kept()
        log.addHandler(kept)
        safe_before, propagates = store.SAFE_VERSION, log.propagate
        store.SAFE_VERSION, log.propagate = safe, False
        try:
            with tempfile.TemporaryDirectory() as room:
                store.SqliteStore(Path(room) / "yupana.db").close()
        finally:
            store.SAFE_VERSION, log.propagate = safe_before, propagates
            log.removeHandler(kept)
        said.append(any("SQLite" in line for line in kept.lines))
    hold(said == [True, False], "the warning for an old SQLite:", said)
    return "given"


# Where an index answers


def _installs_by_hash(lock: str) -> int:
    """One list is installed by its hashes; with one digit of each hash of a package changed pip refuses it."""
    with folder() as room:
        whole, changed = room / "whole.txt", room / "changed.txt"
        whole.write_text(lock, "utf-8")
        first = pins(lock)[0].text
        changed.write_text(lock.replace(first, re.sub(r"sha256:(.)", _other_digit, first)), "utf-8")
        done = _pip_install(whole, room / "packages")
        hold(done.returncode == 0, "the list is not installed:", done.stderr[-500:])
        done = _pip_install(changed, room / "others")
        refused = done.returncode != 0 and "DO NOT MATCH THE HASHES" in done.stderr
        hold(refused, "a package that is not the pinned one is installed:", done.stderr[-500:])
    return 1


def _other_digit(found: re.Match[str]) -> str:
    return f"sha256:{'0' if found[1] != '0' else '1'}"


def _pip_install(lock: Path, target: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pip", "install", "-q", "--require-hashes", "--no-cache-dir"]
    return subprocess.run(
        [*command, "-r", str(lock), "--target", str(target)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def _audited() -> tuple[int, list[str]]:
    """How many packages a vulnerability service knows and has nothing against; and why there are none, if there are none.

    pip-audit comes from the index into a folder of its own, since no list of ours needs it."""
    with tempfile.TemporaryDirectory() as room:
        got = subprocess.run(
            [sys.executable, "-m", "pip", "install", "-q", "--target", room, "pip-audit"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if got.returncode:
            return 0, ["pip-audit cannot be had here"]
        audited = 0
        for name in INSTALLED:
            told = subprocess.run(
                [sys.executable, "-m", "pip_audit", "-r", str(LOCKS / f"{name}.txt"),
                 "--require-hashes", "--disable-pip", "--timeout", "15", "-f", "json"],
                capture_output=True, text=True, check=False, env={"PYTHONPATH": room, "PATH": ""},
            )  # fmt: skip
            try:
                found = json.loads(told.stdout)["dependencies"]
            except (ValueError, KeyError):
                return 0, ["pip-audit: no vulnerability service answers here"]
            known = [each for each in found if "vulns" in each]
            for each in known:
                hold(not each["vulns"], "known to be bad:", each)
            audited += len(known)
            if len(known) < len(found):
                return audited, [f"pip-audit: the service knows {len(known)} of {len(found)}"]
    return audited, []
