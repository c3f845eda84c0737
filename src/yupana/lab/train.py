"""Training a mind anew: `python -m yupana.lab.train GAME [--seed N] [--games N]`; writes its model file."""

from __future__ import annotations

import argparse
import os
from importlib import import_module
from pathlib import Path

from yupana import bots
from yupana.bots.model import write_model

GAMES = {"temple": 15_360_000, "valley": 160_000, "wiraqocha": 30_000, "paititi": 256_000}
"""How many games each learns from, if nothing else is asked for."""
THREADS = {"temple": 2, "valley": 2, "wiraqocha": 1, "paititi": 2}
"""How many threads multiply matrices, as when the models were learned: that decides in which order numbers are added, and a last digit
decides a game later on."""


def main() -> None:
    asked = argparse.ArgumentParser(prog="yupana.lab.train", description=__doc__)
    asked.add_argument("game", choices=GAMES)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--games", type=int)
    asked.add_argument(
        "--out", type=Path, help="where the model goes; the file of the bots if not said"
    )
    wish = asked.parse_args()
    os.environ["OPENBLAS_NUM_THREADS"] = str(THREADS[wish.game])  # before NumPy is loaded
    trainer = import_module(f"yupana.lab.trainers.{wish.game}")
    model = trainer.train(
        wish.seed, wish.games or GAMES[wish.game], lambda text: print(text, flush=True)
    )
    out = wish.out or Path(bots.__file__).parent / "models" / f"{wish.game}.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(write_model(model))
    print(f"{out}: {out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
