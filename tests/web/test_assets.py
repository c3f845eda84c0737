"""The built client: committed as it would be built, compressed once, never more than is there."""

from __future__ import annotations

import filecmp
import gzip
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from yupana.games import GAMES
from yupana.web import assets
from yupana.words import LANGUAGES, catalogues

ROOT = Path(__file__).parents[2]
DIST = ROOT / "src" / "yupana" / "web" / "dist"


def test_every_file_that_is_named_is_there() -> None:
    manifest, files = assets.manifest(), assets.files()
    for entry in manifest.entries.values():
        assert entry.js in files
        assert entry.css is None or entry.css in files
        assert set(entry.imports) <= set(files)
    assert set(manifest.files.values()) <= set(files)


def test_names_hold_a_hash_so_that_files_may_be_kept_for_good() -> None:
    for name in assets.files():
        assert name == "manifest.json" or re.search(r"-([A-Z0-9]{8}|[0-9a-f]{8})\.\w+$", name), name


def test_files_are_packed_once_and_come_back_whole() -> None:
    for name, file in assets.files().items():
        if file.packed is not None:
            assert gzip.decompress(file.packed) == file.data, name
            assert len(file.packed) < len(file.data) or len(file.data) < 200


def test_a_game_without_a_board_gets_the_plain_one() -> None:
    assert assets.board_entry("checkers") == assets.manifest().entries["game-plain"]
    assert all(assets.board_entry(game).js.startswith(f"game-{game}-") for game in GAMES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_table_has_its_words_in_one_file(game: str, language: str) -> None:
    name = assets.catalogue_name(language, game)
    file = assets.catalogue(name)
    assert file is not None
    every = catalogues(language)
    for domain in ("web", "server", "yupana", game):
        assert every[f"{domain}.ftl"] in file.data.decode()


@pytest.mark.parametrize(
    "name", ["temple.en.ftl", "temple.xx.0.ftl", "checkers.en.0.ftl", "../en.0.ftl", ""]
)
def test_a_catalogue_that_there_is_not(name: str) -> None:
    assert assets.catalogue(name) is None


@pytest.mark.skipif(
    shutil.which("node") is None or not (ROOT / "web" / "node_modules" / "esbuild").is_dir(),
    reason="the client can only be built where Node and its packages are",
)
def test_what_is_committed_is_what_is_built(tmp_path: Path) -> None:
    out = tmp_path / "dist"
    subprocess.run(["node", "build.mjs", "--out", str(out)], cwd=ROOT / "web", check=True)
    made, kept = sorted(each.name for each in out.iterdir()), sorted(DIST.iterdir())
    assert made == [each.name for each in kept], "run `make web`"
    same, different, strange = filecmp.cmpfiles(out, DIST, made, shallow=False)
    assert (different, strange) == ([], []), "run `make web`"
    assert len(same) == len(made) > 5
