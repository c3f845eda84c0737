"""What a mind has learned, as a text file that anybody can make again: `make train-GAME`."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct


class Model(Struct, frozen=True, forbid_unknown_fields=True):
    """Weights and where they are from."""

    game: str
    seed: int
    games: int
    """Played while it learned."""
    curve: list[dict[str, float]]
    """How well it played after each stage of learning."""
    weights: dict[str, list[float]]
    """By what they are for: a number of seats, a side of the sheet."""


def load_model(game: str) -> Model:
    data = files("yupana.bots").joinpath("models", f"{game}.json").read_bytes()
    return msgspec.json.decode(data, type=Model)


def as_written(weights: list[float]) -> list[float]:
    """As a model has them."""
    return [float(f"{each:.5g}") for each in weights]


def write_model(model: Model) -> bytes:
    """As text with one line for each stage and each set of weights, so that a change can be read."""
    tree: dict[str, Any] = msgspec.to_builtins(model)
    tree["weights"] = {name: as_written(some) for name, some in model.weights.items()}
    lines = [f'  "{name}": {_rows(value)}' for name, value in tree.items()]
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def _rows(value: Any) -> str:
    """Lists and tables with one member a line."""

    def text(each: Any) -> str:
        return msgspec.json.encode(each).decode()

    if isinstance(value, list):
        return "[\n    " + ",\n    ".join(map(text, value)) + "\n  ]"
    if isinstance(value, dict):
        rows = (f"{text(name)}: {text(some)}" for name, some in value.items())
        return "{\n    " + ",\n    ".join(rows) + "\n  }"
    return text(value)
