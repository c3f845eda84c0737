"""What a seat has scored, every point with its reason, and who has won."""

from __future__ import annotations

from yupana.core.game import Outcome, ScoreTree, Seat, rank_places, tie_broken
from yupana.games.paititi import exhibitions
from yupana.games.paititi.cards import Cards
from yupana.games.paititi.components import Table
from yupana.games.paititi.exhibitions import HALVES
from yupana.games.paititi.state import Exhibition, Over, State


def score(
    table: Table,
    ledger: tuple[Exhibition, ...],
    running: int | None,
    artifacts: Cards | None,
    seat: Seat,
) -> ScoreTree:
    """P-7.2 P-11.3: the exhibitions one by one, then the worth of what is still owned.

    `running` is the card of an exhibition that the seat organises at this moment; `artifacts` is None
    where the one who asks cannot see them.
    """
    parts = [score_exhibition(table, line, seat) for line in ledger]
    if running is not None:
        organised = ScoreTree("organiser", table.turn.organiser)
        name = table.exhibition_names[running]
        parts.append(ScoreTree("exhibition", organised.points, parts=(organised,), of=name))
    parts = [part for part in parts if part.parts]
    if artifacts is not None:
        parts.append(score_worth(table, artifacts))
    return ScoreTree("total", sum(part.points for part in parts), parts=tuple(parts))


def score_exhibition(table: Table, line: Exhibition, seat: Seat) -> ScoreTree:
    """P-7.2 P-7.5: the point of the organiser, and each half in which the seat took part."""
    parts = []
    if line.organiser == seat:
        parts.append(ScoreTree("organiser", table.turn.organiser))
    for half in HALVES:
        pieces = line.pieces[seat][half]
        if pieces:
            form = table.exhibition_forms[line.card][half]
            kind = table.kind_names[table.exhibition_kinds[line.card][half]]
            scored = exhibitions.points(table, form, pieces)
            parts.append(ScoreTree(form, scored, (f"{pieces} {kind}",)))
    name = table.exhibition_names[line.card]
    return ScoreTree("exhibition", sum(part.points for part in parts), (), tuple(parts), name)


def score_worth(table: Table, artifacts: Cards) -> ScoreTree:
    """P-11.3 P-11.4: each artifact card still owned."""
    parts = tuple(
        ScoreTree("artifact", table.artifact_worth[card], (table.artifact_names[card],))
        for card in artifacts
    )
    return ScoreTree("worth", sum(part.points for part in parts), parts=parts)


def outcome(table: Table, state: State) -> Outcome | None:
    """P-11.5: the most points; then the most worth in artifact cards; then shared."""
    if not isinstance(state.phase, Over):
        return None
    scores = tuple(
        score(table, state.ledger, None, own.artifacts, seat).points
        for seat, own in enumerate(state.expeditions)
    )
    worths = tuple(score_worth(table, own.artifacts).points for own in state.expeditions)
    places = rank_places(tuple(zip(scores, worths, strict=True)))
    tie_break = "worth" if tie_broken(scores, places) else None
    return Outcome(state.phase.why, places, scores, tie_break)
