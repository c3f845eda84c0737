"""Writes the golden games of every game and rules version that has none yet; what is there is never touched."""

from __future__ import annotations

from typing import Any

from tests.corpus.golden import FOLDER, GAMES_A_FILE, Tree, canonical, export_of, write
from tests.corpus.golden.replay import facts_of
from tests.server.test_verify import Builder
from yupana.core.game import Game
from yupana.games import GAMES
from yupana.lab.variants import variants
from yupana.server.export import read_export

TOO_WIDE = "wide"
"""The edition of the valley whose moves can name more cells than a whole number of JSON has bits."""


def play(game: Game[Any, Any, Any], number: int) -> Tree:
    """One table, played by chance with dice that can be verified, some moves taken back."""
    builder = Builder(game, number, f"golden-{game.name}-{number}")
    builder.open()
    builder.sit(bots=game.seats // 2)
    builder.add("said", {"seat": 0, "phrase": "good-luck"}, 0)
    builder.add("began", {"order": []})
    builder.play()
    builder.add("closed", {"seed": builder.seed.hex()})
    tree = builder.export()
    line = {
        "table": tree["table"],
        "seed": tree["seed"],
        "entries": [
            [each["at_ms"], each["cid"], each["kind"], each["seat"], each["body"]]
            for each in tree["entries"]
        ],
    }
    data = export_of(line)
    assert data == canonical({**tree, "names": {}}), "an export is written in another way by now"
    return line | facts_of(read_export(data))


def main() -> None:
    for name, kind in GAMES.items():
        path = FOLDER / f"{name}-rules-{kind.rules_version}.jsonl.xz"
        if path.exists():
            continue
        tables = [each for each in variants(kind, (1, 2, 3, 4, 5)) if each.edition.name != TOO_WIDE]
        chosen = [tables[number * 7 % len(tables)] for number in range(GAMES_A_FILE)]
        write(path, [play(game, number) for number, game in enumerate(chosen)])
        print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
