"""The browser's own check of a finished game, run by Node against games of a real server."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.server import exports
from yupana.web import chances

WEB = Path(__file__).parents[2] / "web"

node = shutil.which("node")
installed = (WEB / "node_modules" / "esbuild").is_dir()


def test_the_browser_knows_what_is_in_the_boxes() -> None:
    kept = (WEB / "src" / "verify" / "boxes.json").read_text("utf-8")
    assert kept == chances.text(), "run: python -m yupana.web.chances > web/src/verify/boxes.json"


@pytest.mark.skipif(node is None or not installed, reason="there is no Node with web/node_modules")
def test_the_browsers_check_agrees_with_the_server_and_catches_forgers(tmp_path: Path) -> None:
    exports.make(tmp_path)
    ran = subprocess.run(
        ["node", "--test", "test/verify.test.mjs"],
        cwd=WEB,
        env=os.environ | {"EXPORTS": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[max(0, ran.stdout.find("\nnot ok")) :][:4000]
    assert "# fail 0" in ran.stdout
    assert "# skipped 0" in ran.stdout
