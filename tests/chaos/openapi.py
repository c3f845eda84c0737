"""G8, the other half: schemathesis reads the API's own document and asks all that it says can be asked, and more.

It makes requests that fit the document and requests that do not, follows what answers give, and checks that
there is no error of ours, that every answer is as it is described, that what does not fit is refused and what
fits is not, and that nobody gets in without a secret. The server is a real one, with a table to play at.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.chaos import raw
from tests.chaos.frames import check_log
from tests.chaos.raw import Line
from tests.chaos.servers import FAST, ROOT, Victim
from tests.chaos.verdict import Ask, Verdict, folder, hold

PROMISE = "The API is as its document says, and no request to it is an error of the server's."

STREAM = "/stream"
"""The one path that is left out: its answer has no end."""

CONFIG = """
[parameters]
"path.table" = "{table}"

[checks.positive_data_acceptance]
expected-statuses = ["2xx", "401", "403", "404", "409", "422", "429"]
"""
"""Every check is on but for one, about the one thing that can be deleted: who has taken back their addresses may
still ask which there are. 422 says that a request is of the right form and names nothing that there is."""


async def _table(server: Victim) -> tuple[str, str]:
    """A table, and the secrets of its host and of a seat."""
    line = await Line(server.port).open()
    table = (await line.ask("POST", "/api/tables", {"game": "temple", "seats": 3})).json()
    path = f"/api/tables/{table['table']}/sit"
    seat = (await line.ask("POST", path, {"name": "Ana"})).json()
    line.close()
    return table["table"], f"{table['host']} {seat['secret']}"


def _schemathesis(server: Victim, examples: int, seed: int, phases: str) -> str:
    table, held = raw.run(_table(server))
    config = server.data / "schemathesis.toml"
    config.write_text(CONFIG.format(table=table))
    ran = subprocess.run(
        [Path(sys.executable).with_name("schemathesis"), "--config-file", config, "run",
         f"{server.base}/openapi.json", "--checks", "all", "--exclude-checks", "use_after_free",
         "--phases", phases, "--max-examples", str(examples),
         "--seed", str(seed), "--header", f"Authorization: Bearer {held}", "--no-color",
         "--exclude-path-regex", STREAM, "--generation-database", "none", "--workers", "2"],
        env=os.environ | {"SCHEMATHESIS_HOOKS": "tests.chaos.openapi_hooks", "PYTHONPATH": str(ROOT)},
        cwd=server.data, capture_output=True, text=True, check=False,
    )  # fmt: skip
    (server.data / "schemathesis.txt").write_text(ran.stdout)
    found = re.findall(r"- ST\d+ .*", ran.stdout) or [ran.stdout[-400:] + ran.stderr[-100:]]
    hold(ran.returncode == 0, "the API is not as its document says:", *found)
    return ran.stdout


def _number(pattern: str, text: str) -> int:
    found = re.search(pattern, text)
    hold(found, "schemathesis says it otherwise now:", pattern, text[-2000:])
    assert found is not None
    return int(found[1])


def run(ask: Ask) -> Verdict:
    limits: dict[str, Any] = FAST | {"tries_per_minute": 1_000_000}
    with folder() as data, Victim(data, defect=ask.defect, limits=limits) as server:
        phases = "fuzzing" if ask.size == 0 else "examples,coverage,fuzzing,stateful"
        said = _schemathesis(server, ask.many(3, 1000), ask.seed, phases)
        check_log(server)
    return Verdict(
        guarantee="G8",
        figures={
            "operations of the document": _number(r"Tested: (\d+)", said),
            "requests": _number(r"(\d+) generated", said),
            "errors of the server": 0,
            "answers other than described": 0,
        },
        left_out=(f"{STREAM}: its answer has no end",),
    )
