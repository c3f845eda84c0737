"""The table as plain text for a person at a terminal; not read back, see position.py for that."""

from __future__ import annotations

import textwrap

from yupana.core.game import CHANCE, Seat
from yupana.games.paititi import scoring
from yupana.games.paititi.components import Table
from yupana.games.paititi.moves import picks_of, shovels_of
from yupana.games.paititi.notation import write_artifacts, write_digging
from yupana.games.paititi.state import Acting, Discarding, Find, Over, Showing, Site
from yupana.games.paititi.view import SeenExhibiting, SeenGiving, View

WIDTH = 80
LABEL = 15
"""Columns before what a line says."""


def draw(table: Table, view: View) -> str:
    """What lies in the middle, then the seats, the viewer's own hand open."""
    lines = [_head(view), *_news(table, view), *_phase(table, view), ""]
    names = [table.exhibition_names[card] for card in view.open]
    lines += _line("Exhibitions", "   ".join(names))
    lines += _line("", _deck(view))
    lines += _line("Dig", _sites(table, view))
    lines += _line("Digging cards", f"{view.in_pile} in the pile, {sum(view.discard)} discarded")
    for seat in range(len(view.expeditions)):
        lines += ["", *_seat(table, view, seat)]
    return "\n".join(lines)


def _line(label: str, text: str) -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=f"{label:<{LABEL}}",
        subsequent_indent=" " * LABEL,
        break_on_hyphens=False,
    )


def _head(view: View) -> str:
    if view.on_turn == CHANCE:
        return "Before the first turn"
    whose = _name(view, view.on_turn)
    match view.phase:
        case Over():
            return f"The end, after turn {view.turn}"
        case Acting():
            return f"Turn {view.turn}, {whose} to act"
        case Discarding():
            return f"Turn {view.turn}, {whose} to discard"
        case _:
            return f"Turn {view.turn} of {whose}" if view.turn else f"Dealt by {whose}"


def _name(view: View, seat: Seat) -> str:
    return f"seat {seat + 1}" + (" (you)" if seat == view.seat else "")


def _news(table: Table, view: View) -> list[str]:
    """What was found or shown just now."""
    match view.news:
        case Find(seat, card):
            return _line("Found", f"{table.artifact_names[card]}, by {_name(view, seat)}")
        case Showing(shown, given):
            lines = []
            for seat, cards in enumerate(shown):
                if cards:
                    gave = write_artifacts(table, given[seat])
                    text = f"{write_artifacts(table, cards)}, by {_name(view, seat)}; gave {gave}"
                    lines += _line("Shown", text)
            return lines
        case _:
            return []


def _phase(table: Table, view: View) -> list[str]:
    """Who is still to choose, and what one chose oneself."""
    match view.phase:
        case SeenExhibiting(card, mine, waiting):
            lines = _line("Exhibition", table.exhibition_names[card])
        case SeenGiving(shown, mine, waiting):
            lines = []
            for seat, cards in enumerate(shown):
                text = f"{write_artifacts(table, cards)}, by {_name(view, seat)}"
                lines += _line("Shown", text)
        case _:
            return []
    if mine is not None:
        lines += _line("You chose", write_artifacts(table, mine))
    return lines + _line("Waiting for", ", ".join(_name(view, seat) for seat in waiting))


def _deck(view: View) -> str:
    if view.ending is not None and not isinstance(view.phase, Over):
        return f"Stop is up, exhibitions to come: {view.ending}"
    return f"face down: {len(view.decks[0])} of phase B, {len(view.decks[1])} of phase C"


def _sites(table: Table, view: View) -> str:
    def need(site: Site | None) -> str:
        if site is None:
            return "-"
        return f"{table.back_picks[site.back]}/{table.back_shovels[site.back]}"

    row = [f"{place}: {need(site)}" for place, site in enumerate(view.row, 1)]
    laid = [site for site in (*view.row, view.top) if site is not None]
    pile = len(view.stock_sizes) - 1
    below = view.stock_sizes[-1] - sum(site.stock == pile for site in laid)
    return "   ".join([*row, f"pile: {need(view.top)} (and {below} below)"])


def _seat(table: Table, view: View, seat: Seat) -> list[str]:
    seen = view.expeditions[seat]
    sign = ">" if seat == view.on_turn else " "
    lines = [f"{sign} {_name(view, seat):<{LABEL - 2}}{_points(table, view, seat)}"]
    if seen.displayed:
        picks = picks_of(table, seen.displayed)
        lines += _line("    displayed", f"{write_digging(table, seen.displayed)} ({picks} picks)")
    if seen.hand is None:
        lines += _line("    hand", _so_many(seen.in_hand))
    else:
        shovels = shovels_of(table, seen.hand)
        lines += _line("    hand", f"{write_digging(table, seen.hand)} ({shovels} shovels)")
    if seen.artifacts is None:
        lines += _line("    artifacts", _so_many(seen.owned))
    else:
        lines += _line("    artifacts", write_artifacts(table, seen.artifacts))
    return lines


def _so_many(cards: int) -> str:
    return f"{cards} card{'' if cards == 1 else 's'}"


def _points(table: Table, view: View, seat: Seat) -> str:
    """What the score sheet says: the worth of artifact cards comes at the end."""
    running = None
    if isinstance(view.phase, SeenExhibiting) and seat == view.on_turn:
        running = view.phase.card
    points = scoring.score(table, view.ledger, running, None, seat).points
    return f"{points} point{'' if points == 1 else 's'}"
