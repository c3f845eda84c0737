"""The cards of the game, read from an edition; what is in the box and not what is done with it.

Cards are numbered: equal cards have one number and so many copies. A `Table` holds, by number, what
the rules ask of a card.
"""

from __future__ import annotations

from collections import Counter
from typing import Literal

from msgspec import Struct

from yupana.core.edition import Edition, expect
from yupana.core.errors import EditionError

SHARDS = "shards"
STOP = "stop"
NO_KIND = -1
"""The kind of shards, and of both halves of Stop."""

Form = Literal["opening", "travelling", "permanent"]
"""What a half of an exhibition card is; also the reason of its points."""

PhaseName = Literal["A", "B", "C"]

MOST_SEATS = 5


class Turn(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of the flow of play."""

    dealt: int
    row: int
    drawn: int
    hand_limit: int
    needs: int
    organiser: int
    gives: int
    most_gives: int
    after_stop: int
    patience: int


class Back(Struct, frozen=True, forbid_unknown_fields=True):
    """What it takes to dig a card out."""

    picks: int
    shovels: int


class Points(Struct, frozen=True, forbid_unknown_fields=True):
    opening: int
    permanent: int
    travelling: dict[str, int]
    """By pieces, from 1 up without a gap."""


class Counts(Struct, frozen=True, forbid_unknown_fields=True):
    digging: int
    artifacts: int
    shards: int
    openings: int
    exhibitions: int


class PaititiEdition(Edition, frozen=True, forbid_unknown_fields=True, kw_only=True):
    turn: Turn
    digging: dict[str, int]
    """Copies by `picks/shovels`."""
    backs: dict[str, Back]
    kinds: dict[str, str]
    """The name of many by the name of one."""
    artifacts: dict[str, tuple[str, ...]]
    """Every card as `pieces@back`, by kind; `@back` for shards."""
    worth: dict[str, int]
    """By `back`, `pieces@back` or `kind pieces@back`; the longest name that fits a card speaks."""
    exhibitions: dict[PhaseName, tuple[str, ...]]
    points: Points
    expect: Counts

    def check(self) -> None:
        """P-1.2 P-1.4 P-1.5: the counts come out, every name is known, and the game can be played."""
        for field in self.turn.__struct_fields__:
            least = 0 if field in ("organiser", "gives", "most_gives") else 1
            _at_least(f"turn.{field}", getattr(self.turn, field), least)
        for name, back in self.backs.items():
            if not (name.isascii() and name.isalnum()):
                raise EditionError(
                    "edition.value", field=f"backs.{name}", right="fact.letters-and-digits"
                )
            _at_least(f"backs.{name}.picks", back.picks, 1)
            _at_least(f"backs.{name}.shovels", back.shovels, 1)
        for one, many in self.kinds.items():
            for name in (one, many):
                if not (name.isascii() and name.isalpha() and name.islower()) or name == SHARDS:
                    right = f"fact.small-letters-not {SHARDS}"
                    raise EditionError("edition.value", field=f"kinds.{name}", right=right)
        table = Table(self)
        cards = sum(table.digging_copies)
        expect("digging", cards, self.expect.digging)
        expect("artifacts", sum(table.artifact_copies), self.expect.artifacts)
        shards = (
            copies
            for kind, copies in zip(table.artifact_kind, table.artifact_copies, strict=True)
            if kind == NO_KIND
        )
        expect(SHARDS, sum(shards), self.expect.shards)
        phases = table.phases
        expect("openings", len(phases[0]), self.expect.openings)
        expect("exhibitions", sum(map(len, phases)), self.expect.exhibitions)
        expect(STOP, phases[2].count(table.stop), 1)
        expect(f"{STOP} in A and B", (phases[0] + phases[1]).count(table.stop), 0)
        # Stop leaves one card less than there are openings, and these must be enough to end.
        _at_least("exhibitions.A", len(phases[0]), self.turn.after_stop + 1)
        _at_least("digging", cards, self.turn.dealt * MOST_SEATS)


class Table:
    """P-1.2 P-1.4 P-1.5 P-11.4: what the rules ask of the cards, by their numbers."""

    def __init__(self, edition: PaititiEdition) -> None:
        self.turn = edition.turn
        self._read_digging(edition)
        self._read_artifacts(edition)
        self._read_exhibitions(edition)
        self._read_points(edition)

    def _read_digging(self, edition: PaititiEdition) -> None:
        """P-1.2: the digging cards, each used for its picks or for its shovels."""
        self.digging_names = tuple(edition.digging)
        self.digging_copies = tuple(edition.digging.values())
        sides = [_numbers("digging", name, "/") for name in self.digging_names]
        self.digging_picks = tuple(picks for picks, _ in sides)
        self.digging_shovels = tuple(shovels for _, shovels in sides)
        for name, copies in edition.digging.items():
            _at_least(f"digging.{name}", copies, 1)

    def _read_artifacts(self, edition: PaititiEdition) -> None:
        """P-1.4: the artifact cards; shards are of no kind and have no pieces."""
        kinds = self.artifact_kinds = tuple(edition.kinds)
        self.kind_names = tuple(edition.kinds.values())
        self.back_names = tuple(edition.backs)
        self.back_picks = tuple(back.picks for back in edition.backs.values())
        self.back_shovels = tuple(back.shovels for back in edition.backs.values())
        names: list[str] = []
        for kind, cards in edition.artifacts.items():
            if kind not in kinds and kind != SHARDS:
                raise EditionError("edition.dangling", field="artifacts", name=kind)
            names += [f"{kind} {card}" for card in cards]
        copies = Counter(names)
        self.artifact_names = tuple(copies)
        self.artifact_copies = tuple(copies.values())
        split = [_split_artifact(name) for name in self.artifact_names]
        for _, _, back in split:
            if back not in edition.backs:
                raise EditionError("edition.dangling", field="artifacts", name=back)
        self.artifact_kind = tuple(
            NO_KIND if kind == SHARDS else kinds.index(kind) for kind, _, _ in split
        )
        self.artifact_pieces = tuple(pieces for _, pieces, _ in split)
        self.artifact_back = tuple(self.back_names.index(back) for _, _, back in split)
        self.artifact_worth = tuple(_worth(edition.worth, name) for name in self.artifact_names)
        self.artifacts_by_back = tuple(
            tuple(card for card, other in enumerate(self.artifact_back) if other == back)
            for back in range(len(self.back_names))
        )
        for name in edition.worth:
            fits = any(name in _worth_names(each) for each in self.artifact_names)
            if not fits and name not in edition.backs:
                raise EditionError("edition.dangling", field="worth", name=name)

    def _read_exhibitions(self, edition: PaititiEdition) -> None:
        """P-1.5: the exhibition cards, their two halves, and the cards of each phase."""
        for phase in ("A", "B", "C"):
            if phase not in edition.exhibitions:
                raise EditionError("edition.missing", field=f"exhibitions.{phase}")
        lists = (edition.exhibitions["A"], edition.exhibitions["B"], edition.exhibitions["C"])
        names = list(dict.fromkeys(name for cards in lists for name in cards if name != STOP))
        self.stop = len(names)
        self.exhibition_names = (*names, STOP)
        halves = [self._halves(name) for name in names]
        self.exhibition_kinds = (*(kinds for kinds, _ in halves), (NO_KIND, NO_KIND))
        self.exhibition_forms = tuple(forms for _, forms in halves)
        self.phases = tuple(
            tuple(sorted(self.exhibition_names.index(name) for name in cards)) for cards in lists
        )

    def _halves(self, name: str) -> tuple[tuple[int, int], tuple[Form, Form]]:
        sign = "+" if "+" in name else "/"
        forms: tuple[Form, Form] = (
            ("opening", "opening") if sign == "+" else ("travelling", "permanent")
        )
        first, _, second = name.partition(sign)
        for kind in (first, second):
            if kind not in self.kind_names:
                raise EditionError("edition.dangling", field="exhibitions", name=kind or name)
        if first == second:
            raise EditionError("edition.value", field="exhibitions", right="fact.two-kinds")
        return (self.kind_names.index(first), self.kind_names.index(second)), forms

    def _read_points(self, edition: PaititiEdition) -> None:
        """P-8.1 P-9.2 P-10.1: what pieces are worth."""
        travelling = edition.points.travelling
        if list(travelling) != [str(pieces) for pieces in range(1, len(travelling) + 1)]:
            raise EditionError("edition.value", field="points.travelling", right="fact.without-gap")
        self.opening_points = edition.points.opening
        self.permanent_points = edition.points.permanent
        self.travelling_points = (0, *travelling.values())
        """By pieces; the last stands for more."""


def _at_least(field: str, found: int, least: int) -> None:
    if found < least:
        raise EditionError("edition.value", field=field, right=f"fact.at-least {least}")


def _numbers(field: str, text: str, sign: str) -> tuple[int, int]:
    """Two numbers from 1 up with a sign between them."""
    words = text.split(sign)
    if len(words) != 2 or not all(
        word.isascii() and word.isdecimal() and int(word) for word in words
    ):
        raise EditionError("edition.value", field=f"{field}.{text}", right=f"fact.such-as 2{sign}3")
    return int(words[0]), int(words[1])


def _split_artifact(name: str) -> tuple[str, int, str]:
    """The kind, the pieces and the back of `vase 2@3` or `shards @2`."""
    kind, _, card = name.partition(" ")
    pieces, _, back = card.partition("@")
    if kind == SHARDS and not pieces:
        return kind, 0, back
    if not (pieces.isascii() and pieces.isdecimal() and int(pieces)) or kind == SHARDS:
        right = "@2" if kind == SHARDS else "1@2"
        raise EditionError(
            "edition.value", field=f"artifacts.{kind}.{card}", right=f"fact.such-as {right}"
        )
    return kind, int(pieces), back


def _worth_names(artifact: str) -> tuple[str, str, str]:
    """What may speak for the worth of a card, the most precise first."""
    card = artifact.partition(" ")[2]
    return artifact, card, card.partition("@")[2]


def _worth(worth: dict[str, int], artifact: str) -> int:
    """P-11.4: what a card still owned is worth; shards never are, they are not kept."""
    if artifact.startswith(f"{SHARDS} "):
        return 0
    for name in _worth_names(artifact):
        if name in worth:
            return worth[name]
    raise EditionError("edition.missing", field=f"worth.{artifact}")
