"""Text of cards and moves, written in one way and read back exactly. Positions are in position.py.

A digging card is `2/3` (picks/shovels), an artifact card `vase 2@3` (pieces@back) or `shards @2`, an
exhibition card `llamas+statues` (openings) or `tiles/vases` (travelling/permanent). Cards of one kind
may share its name: `llama 1@2 2@3 statue 1@2`.

Moves: `draw`, `display 2/3`, `dig 1 with 2/3 3/4`, `dig pile with 3/4 3/4`, `exhibit tiles/vases`,
`choose tile 2@2 vase 1@2`, `choose nothing`, `give vase 1@2`, `discard 1/4 2/2`, `pass`; chance:
`dealer 2`, `deal 1/2 3/3`, `back 3`, `find vase 2@3`, `turn tiles/vases`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from yupana.core.errors import NotationError
from yupana.core.text import read_count
from yupana.games.paititi.cards import Cards
from yupana.games.paititi.components import SHARDS, Table
from yupana.games.paititi.state import (
    PILE,
    Appointed,
    Choose,
    Dealt,
    Dig,
    Discard,
    Display,
    Draw,
    Exhibit,
    Found,
    Give,
    Laid,
    PaititiMove,
    Pass,
    Turned,
)

NOTHING = "nothing"
PILE_NAME = "pile"


# Moves


def write_move(table: Table, move: PaititiMove) -> str:
    match move:
        case Draw():
            return "draw"
        case Display(card):
            return f"display {table.digging_names[card]}"
        case Dig(site, cards):
            where = PILE_NAME if site == PILE else str(site)
            return f"dig {where} with {write_digging(table, cards)}"
        case Exhibit(card):
            return f"exhibit {table.exhibition_names[card]}"
        case Pass():
            return "pass"
        case Choose(cards):
            return f"choose {write_artifacts(table, cards)}"
        case Give(cards):
            return f"give {write_artifacts(table, cards)}"
        case Discard(cards):
            return f"discard {write_digging(table, cards)}"
        case Appointed(dealer):
            return f"dealer {dealer + 1}"
        case Dealt(cards):
            return f"deal {write_digging(table, cards)}"
        case Laid(back):
            return f"back {table.back_names[back]}"
        case Found(card):
            return f"find {table.artifact_names[card]}"
        case Turned(card):
            return f"turn {table.exhibition_names[card]}"
        case _:
            assert_never(move)


def read_move(table: Table, text: str) -> PaititiMove:
    match text.lower().split():
        case ["draw"]:
            return Draw()
        case ["display", card]:
            return Display(read_digging_card(table, card))
        case ["dig", site, "with", *cards]:
            return Dig(read_site(table, site), read_digging(table, cards))
        case ["exhibit", *words]:
            return Exhibit(read_exhibition(table, "".join(words)))
        case ["pass"]:
            return Pass()
        case ["choose", *cards] if cards:
            return Choose(read_artifacts(table, cards))
        case ["give", *cards] if cards:
            return Give(read_artifacts(table, cards))
        case ["discard", *cards] if cards:
            return Discard(read_digging(table, cards))
        case ["dealer", seat]:
            return Appointed(read_count(seat) - 1)
        case ["deal", *cards] if cards:
            return Dealt(read_digging(table, cards))
        case ["back", back]:
            return Laid(read_back(table, back))
        case ["find", *words]:
            return Found(read_artifact(table, words))
        case ["turn", *words]:
            return Turned(read_exhibition(table, "".join(words)))
        case _:
            raise NotationError("notation.move", text=text[:60])


# Cards


def write_digging(table: Table, cards: Iterable[int]) -> str:
    return " ".join(table.digging_names[card] for card in cards) or NOTHING


def read_digging(table: Table, words: list[str], in_order: bool = False) -> Cards:
    """Digging cards; sorted unless their order has a meaning."""
    if words == [NOTHING]:
        return ()
    cards = [read_digging_card(table, word) for word in words]
    return tuple(cards if in_order else sorted(cards))


def read_digging_card(table: Table, word: str) -> int:
    if word not in table.digging_names:
        raise NotationError("notation.digging", text=word[:20])
    return table.digging_names.index(word)


def write_artifacts(table: Table, cards: Iterable[int]) -> str:
    """`llama 1@2 2@3 statue 1@2`: the name of a kind once for all its cards."""
    words: list[str] = []
    last = None
    for card in cards:
        kind, pieces = table.artifact_names[card].split(" ")
        words += [pieces] if kind == last else [kind, pieces]
        last = kind
    return " ".join(words) or NOTHING


def read_artifacts(table: Table, words: list[str]) -> Cards:
    if words == [NOTHING]:
        return ()
    cards = []
    kind = ""
    for at, word in enumerate(words):
        if "@" in word:
            cards.append(read_artifact(table, [kind, word]))
        elif "@" in "".join(words[at + 1 : at + 2]):
            kind = word
        else:
            raise NotationError("notation.artifact", text=" ".join(words[at:])[:20])
    return tuple(sorted(cards))


def read_artifact(table: Table, words: list[str]) -> int:
    """One artifact card; the kind may be named in the plural."""
    kind, *rest = words or [""]
    if kind in table.kind_names:
        kind = table.artifact_kinds[table.kind_names.index(kind)]
    elif kind == SHARDS[:-1]:
        kind = SHARDS
    name = " ".join([kind, *rest])
    if name not in table.artifact_names:
        raise NotationError("notation.artifact", text=" ".join(words)[:20])
    return table.artifact_names.index(name)


def read_exhibition(table: Table, word: str) -> int:
    """An exhibition card by its halves; those of two openings in any order."""
    turned = "+".join(reversed(word.split("+")))
    for name in (word, turned):
        if name in table.exhibition_names:
            return table.exhibition_names.index(name)
    raise NotationError("notation.exhibition", text=word[:40])


def read_back(table: Table, word: str) -> int:
    if word not in table.back_names:
        raise NotationError("notation.back", text=word[:20])
    return table.back_names.index(word)


def read_site(table: Table, word: str) -> int:
    if word == PILE_NAME:
        return PILE
    places = [str(place) for place in range(1, table.turn.row + 1)]
    if word not in places:
        raise NotationError("notation.site", text=word[:20], most=table.turn.row)
    return int(word)
