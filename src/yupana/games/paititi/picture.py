"""The table as plain text for a person at a terminal; not read back, see position.py for that."""

from __future__ import annotations

import textwrap

from yupana.core.game import CHANCE, Seat
from yupana.core.text import Say
from yupana.games.paititi import scoring
from yupana.games.paititi.cards import Cards
from yupana.games.paititi.components import Table
from yupana.games.paititi.moves import picks_of, shovels_of
from yupana.games.paititi.notation import write_artifacts, write_digging
from yupana.games.paititi.state import Acting, Discarding, Find, Over, Showing, Site
from yupana.games.paititi.view import SeenExhibiting, SeenGiving, View

WIDTH = 80
LABEL = 18
"""Columns before what a line says."""


def draw(table: Table, view: View, say: Say) -> str:
    """What lies in the middle, then the seats, the viewer's own hand open."""
    lines = [_head(view, say), *_news(table, view, say), *_phase(table, view, say), ""]
    names = [table.exhibition_names[card] for card in view.open]
    lines += _line(say("paititi.picture-exhibitions"), "   ".join(names))
    lines += _line("", _deck(view, say))
    lines += _line(say("paititi.picture-dig"), _sites(table, view, say))
    piles = say("paititi.picture-pile", pile=view.in_pile, discard=sum(view.discard))
    lines += _line(say("paititi.picture-digging"), piles)
    for seat in range(len(view.expeditions)):
        lines += ["", *_seat(table, view, seat, say)]
    return "\n".join(lines)


def _line(label: str, text: str) -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=f"{label:<{LABEL}}",
        subsequent_indent=" " * LABEL,
        break_on_hyphens=False,
    )


def _head(view: View, say: Say) -> str:
    if view.on_turn == CHANCE:
        return say("paititi.picture-before")
    whose, turn = _name(view, view.on_turn, say), view.turn
    match view.phase:
        case Over():
            return say("paititi.picture-end", turn=turn)
        case Acting():
            return say("paititi.picture-acting", turn=turn, player=whose)
        case Discarding():
            return say("paititi.picture-discarding", turn=turn, player=whose)
        case _ if turn:
            return say("paititi.picture-turn", turn=turn, player=whose)
        case _:
            return say("paititi.picture-dealt", player=whose)


def _name(view: View, seat: Seat, say: Say) -> str:
    return say("picture.you" if seat == view.seat else "picture.seat", seat=seat + 1)


def _artifacts(table: Table, cards: Cards, say: Say) -> str:
    return write_artifacts(table, cards) if cards else say("picture.nothing")


def _news(table: Table, view: View, say: Say) -> list[str]:
    """What was found or shown just now."""
    match view.news:
        case Find(seat, card):
            name = table.artifact_names[card]
            found = say("paititi.picture-by", cards=name, player=_name(view, seat, say))
            return _line(say("paititi.picture-found"), found)
        case Showing(shown, given):
            lines = []
            for seat, cards in enumerate(shown):
                if cards:
                    text = say(
                        "paititi.picture-gave",
                        cards=write_artifacts(table, cards),
                        player=_name(view, seat, say),
                        given=_artifacts(table, given[seat], say),
                    )
                    lines += _line(say("paititi.picture-shown"), text)
            return lines
        case _:
            return []


def _phase(table: Table, view: View, say: Say) -> list[str]:
    """Who is still to choose, and what one chose oneself."""
    match view.phase:
        case SeenExhibiting(card, mine, waiting):
            lines = _line(say("paititi.picture-exhibition"), table.exhibition_names[card])
        case SeenGiving(shown, mine, waiting):
            lines = []
            for seat, cards in enumerate(shown):
                player = _name(view, seat, say)
                text = say("paititi.picture-by", cards=_artifacts(table, cards, say), player=player)
                lines += _line(say("paititi.picture-shown"), text)
        case _:
            return []
    if mine is not None:
        lines += _line(say("paititi.picture-chose"), _artifacts(table, mine, say))
    names = ", ".join(_name(view, seat, say) for seat in waiting)
    return lines + _line(say("paititi.picture-waiting"), names)


def _deck(view: View, say: Say) -> str:
    if view.ending is not None and not isinstance(view.phase, Over):
        return say("paititi.picture-stop", left=view.ending)
    return say("paititi.picture-deck", b=len(view.decks[0]), c=len(view.decks[1]))


def _sites(table: Table, view: View, say: Say) -> str:
    def need(site: Site | None) -> str:
        if site is None:
            return "-"
        return f"{table.back_picks[site.back]}/{table.back_shovels[site.back]}"

    row = [f"{place}: {need(site)}" for place, site in enumerate(view.row, 1)]
    laid = [site for site in (*view.row, view.top) if site is not None]
    pile = len(view.stock_sizes) - 1
    below = view.stock_sizes[-1] - sum(site.stock == pile for site in laid)
    return "   ".join([*row, say("paititi.picture-top", need=need(view.top), below=below)])


def _seat(table: Table, view: View, seat: Seat, say: Say) -> list[str]:
    seen = view.expeditions[seat]
    sign = ">" if seat == view.on_turn else " "
    points = say("picture.points", points=_points(table, view, seat))
    lines = [f"{sign} {_name(view, seat, say):<{LABEL - 2}}{points}"]
    if seen.displayed:
        cards, picks = write_digging(table, seen.displayed), picks_of(table, seen.displayed)
        text = say("paititi.picture-picks", cards=cards, picks=picks)
        lines += _line(f"    {say('paititi.picture-displayed')}", text)
    if seen.hand is None:
        hand = say("picture.cards", cards=seen.in_hand)
    else:
        held = write_digging(table, seen.hand) if seen.hand else say("picture.nothing")
        hand = say("paititi.picture-shovels", cards=held, shovels=shovels_of(table, seen.hand))
    lines += _line(f"    {say('paititi.picture-hand')}", hand)
    if seen.artifacts is None:
        owned = say("picture.cards", cards=seen.owned)
    else:
        owned = _artifacts(table, seen.artifacts, say)
    return lines + _line(f"    {say('paititi.picture-artifacts')}", owned)


def _points(table: Table, view: View, seat: Seat) -> int:
    """What the score sheet says: the worth of artifact cards comes at the end."""
    running = None
    if isinstance(view.phase, SeenExhibiting) and seat == view.on_turn:
        running = view.phase.card
    return scoring.score(table, view.ledger, running, None, seat).points
