"""What a position of Paititi promises a seat: a weighted sum of what can be seen of it. Compiled.

The points to come are counted in features: pieces by what exhibitions there are for their kind, the worth of cards, tools,
and what could be dug with them. Every feature has two weights, one as it is and one that fades as exhibitions run out, and
there are three sets of them: while cards of phase B are to come, while only those of phase C are, and after Stop.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from yupana.core.kernels import Row, lean, lowest
from yupana.games.paititi.components import NO_KIND
from yupana.games.paititi.kernel_box import (
    AFTER_STOP,
    ARTIFACTS,
    CARD,
    DECK,
    DIGGING,
    DRAWN,
    ENDING,
    EXHIBITIONS,
    FACES,
    FIELD,
    FORM,
    IN_OWNED,
    KIND,
    MOST_PIECES,
    NEED_PICKS,
    NEED_SHOVELS,
    NEEDS,
    OPEN,
    OPENING_FORM,
    OWNED,
    PICKS,
    PIECES,
    PLACES,
    SHIFT,
    SHOVELS,
    SITES_AT,
    STOCKS_AT,
    STOP,
    TRAVELLING,
    TRAVELLING_FORM,
    WIDTH,
    WORTH,
    Box,
    block,
    size,
    total,
)

Floats = NDArray[np.float64]

# Features, summed over kinds where they are about one. Pieces: all; by what is open and to come for their kind.
N, N_OPENING, N_PERMANENT, N_PERMANENT_LATER, N_TRAVELLING, N_TRAVELLING_LATER = range(6)
SQUARE, SQUARE_LATER = 6, 7
"""What the pieces would score in a travelling exhibition that is open, or to come."""
VALUED, CARDS, ABLE = 8, 9, 10
"""The worth of artifact cards, their number, whether one may organise."""
STANDING, REACHING, HOLDING, TOO_HIGH, TOO_FAR, LIFTING = range(11, 17)
"""Picks on display, shovels in hand, cards in hand; more picks, more shovels than any back asks for; picks in hand."""
NOW, DISPLAY_FIRST, DRAW_FIRST, SOMEDAY = range(17, 21)
"""What can be dug now, after a display, after a draw; and how near the best thing is."""
NEXT, ALWAYS = 21, 22
"""Whether it is one's turn; one."""
FEATURES = 23
TOOLS = STANDING
STAGES = 3
WEIGHTS = 2 * FEATURES * STAGES
FULL = 10.0
"""Exhibitions to come in a game, about: the second weight of a feature counts by the part of them that is left."""

# What is known beside the box: the number of kinds, then the kind of each half of an exhibition card.
KINDS, MOST_PICKS, MOST_SHOVELS = range(3)
HALF = WIDTH
LORE = 3 * WIDTH

# A desk is where numbers are worked out. First a climate: by kind what a piece and what a square is worth, then a
# weight for each feature; there are three, the one of now, the one after an exhibition and one for the end.
PER_PIECE, PER_SQUARE, WEIGHT = 0, WIDTH, 2 * WIDTH
CLIMATE = 3 * WIDTH
NOW_AT, AFTER_AT, END_AT = 0, CLIMATE, 2 * CLIMATE
COUNTS_AT = 3 * CLIMATE
"""By kind: openings, permanent ones, those to come, travelling ones, those to come."""
SEEN_AT = COUNTS_AT + 5 * WIDTH
HAND_AT = SEEN_AT + WIDTH
EDGE_AT = HAND_AT + WIDTH
GAINS_AT = EDGE_AT + WIDTH
OWN_AT = GAINS_AT + WIDTH
"""The pieces of each kind that seats have."""
KEPT_AT = OWN_AT + 8 * WIDTH
"""The features of seats' tools."""
HALVES_AT = KEPT_AT + 8 * WIDTH
SPEND_AT = HALVES_AT + 2 * WIDTH
DESK = SPEND_AT + 4 * WIDTH
MOST_LIFT = 16
"""Picks of one digging card that are told apart."""
SHOVELS_A_CARD = 2.5
NEAR_PICK, NEAR_SHOVEL = 0.2, 0.08
"""How much farther a missing pick and a missing shovel make a card."""
NEVER = 1e9


# Time


@lean
def left(row: Row, box: Box) -> float:
    """P-11.1 P-11.2: the exhibitions still to come, on the average."""
    if row[ENDING] >= 0:
        return float(row[ENDING])
    early = size(box, EXHIBITIONS, row[DECK])
    late = size(box, EXHIBITIONS, row[DECK + 1])
    return float(early + 0.5 * (late + 1) + box[AFTER_STOP])


@lean
def stage(row: Row) -> int:
    """Whether cards of phase B are to come, only those of phase C, or none."""
    if row[ENDING] >= 0:
        return 2
    return 0 if row[DECK] else 1


# What things are worth in a time


@lean
def count_shows(row: Row, box: Box, lore: Row, desk: Floats, held: int, turned: bool) -> None:
    """How many exhibitions of each form there are for a kind, without the one that is held; `turned` if a card is to be
    turned up for it, which may be any of the next deck."""
    for at in range(COUNTS_AT, COUNTS_AT + 5 * WIDTH, WIDTH):
        for kind in range(lore[KINDS]):
            desk[at + kind] = 0.0
    cards = row[OPEN]
    while cards:
        card = box[EXHIBITIONS + CARD + lowest(cards)]
        field = cards & box[EXHIBITIONS + FIELD + card]
        copies = field >> box[EXHIBITIONS + SHIFT + card]
        if card == held:
            copies -= 1
        count_show(box, lore, desk, card, float(copies), 0.0)
        cards ^= field
    if row[ENDING] >= 0:
        return
    early, late = row[DECK], row[DECK + 1]
    likely = 1.0
    for deck in range(2):
        cards = early if deck == 0 else late
        opens = 0.0
        if turned and cards and (deck == 0 or not early):
            opens = 1.0 / size(box, EXHIBITIONS, cards)
        if deck == 1:
            likely = 0.5  # the others come after Stop
        while cards:
            card = box[EXHIBITIONS + CARD + lowest(cards)]
            field = cards & box[EXHIBITIONS + FIELD + card]
            copies = field >> box[EXHIBITIONS + SHIFT + card]
            if card != box[STOP]:
                count_show(box, lore, desk, card, copies * opens, copies * likely * (1.0 - opens))
            cards ^= field


@lean
def count_show(box: Box, lore: Row, desk: Floats, card: int, now: float, later: float) -> None:
    """One exhibition card, with how likely it is open, or will be."""
    for half in range(2):
        kind = lore[HALF + 2 * card + half]
        form = box[FORM + half * WIDTH + card]
        if form == OPENING_FORM:
            desk[COUNTS_AT + kind] += now + later
        elif form == TRAVELLING_FORM:
            desk[COUNTS_AT + 3 * WIDTH + kind] += now
            desk[COUNTS_AT + 4 * WIDTH + kind] += later
        else:
            desk[COUNTS_AT + WIDTH + kind] += now
            desk[COUNTS_AT + 2 * WIDTH + kind] += later


@lean
def clear(lore: Row, desk: Floats, climate: int) -> None:
    """Nothing is worth anything."""
    for kind in range(lore[KINDS]):
        desk[climate + PER_PIECE + kind] = 0.0
        desk[climate + PER_SQUARE + kind] = 0.0
    for feature in range(FEATURES):
        desk[climate + WEIGHT + feature] = 0.0


@lean
def add_climate(
    lore: Row, weights: Floats, desk: Floats, climate: int, at: int, shows: float, share: float
) -> None:
    """What features count for in a stage with so many exhibitions to come, as far as it is likely; by the shows counted."""
    fades = shows / FULL
    first = at * 2 * FEATURES
    for feature in range(FEATURES):
        worth = weights[first + 2 * feature] + fades * weights[first + 2 * feature + 1]
        desk[climate + WEIGHT + feature] += share * worth
        desk[SEEN_AT + feature] = worth
    later = 0.0 if at == 2 else 1.0
    for kind in range(lore[KINDS]):
        openings = desk[COUNTS_AT + kind]
        permanent = desk[COUNTS_AT + WIDTH + kind]
        permanent_later = later * desk[COUNTS_AT + 2 * WIDTH + kind]
        travelling = desk[COUNTS_AT + 3 * WIDTH + kind]
        travelling_later = later * desk[COUNTS_AT + 4 * WIDTH + kind]
        desk[climate + PER_PIECE + kind] += share * (
            desk[SEEN_AT + N]
            + desk[SEEN_AT + N_OPENING] * openings
            + desk[SEEN_AT + N_PERMANENT] * permanent
            + desk[SEEN_AT + N_PERMANENT_LATER] * permanent_later
            + desk[SEEN_AT + N_TRAVELLING] * travelling
            + desk[SEEN_AT + N_TRAVELLING_LATER] * travelling_later
        )
        desk[climate + PER_SQUARE + kind] += share * (
            desk[SEEN_AT + SQUARE] * min(travelling, 1.0)
            + desk[SEEN_AT + SQUARE_LATER] * travelling_later
        )


@lean
def climate_now(row: Row, box: Box, lore: Row, weights: Floats, desk: Floats) -> None:
    """What features count for as things stand."""
    clear(lore, desk, NOW_AT)
    count_shows(row, box, lore, desk, -1, False)
    add_climate(lore, weights, desk, NOW_AT, stage(row), left(row, box), 1.0)


@lean
def climate_end(lore: Row, desk: Floats, climate: int) -> None:
    """P-11.3: when all is over only the worth of cards counts."""
    clear(lore, desk, climate)
    desk[climate + WEIGHT + VALUED] = 1.0


@lean
def climate_after(
    row: Row, box: Box, lore: Row, weights: Floats, desk: Floats, held: int, is_open: bool
) -> None:
    """What they count for once that exhibition is held; `is_open` if its card still lies open."""
    ending = row[ENDING]
    if ending == 1:
        climate_end(lore, desk, AFTER_AT)
        return
    clear(lore, desk, AFTER_AT)
    count_shows(row, box, lore, desk, held if is_open else -1, ending < 0)
    if ending > 1:
        add_climate(lore, weights, desk, AFTER_AT, 2, ending - 1.0, 1.0)
        return
    early = size(box, EXHIBITIONS, row[DECK])
    late = size(box, EXHIBITIONS, row[DECK + 1])
    if early:
        at = 0 if early > 1 else 1
        shows = early - 1 + 0.5 * (late + 1) + box[AFTER_STOP]
        add_climate(lore, weights, desk, AFTER_AT, at, shows, 1.0)
        return
    stop = 1.0 / max(late, 1)
    add_climate(lore, weights, desk, AFTER_AT, 2, float(box[AFTER_STOP]), stop)
    if late > 1:
        shows = 0.5 * late + box[AFTER_STOP]
        add_climate(lore, weights, desk, AFTER_AT, 1, shows, 1.0 - stop)


# Artifact cards


@lean
def count_pieces(row: Row, box: Box, lore: Row, desk: Floats, seat: int) -> None:
    """The pieces of each kind that a seat owns."""
    own = OWN_AT + seat * WIDTH
    for kind in range(lore[KINDS]):
        desk[own + kind] = 0.0
    cards = row[block(seat) + OWNED]
    while cards:
        card = box[ARTIFACTS + CARD + lowest(cards)]
        field = cards & box[ARTIFACTS + FIELD + card]
        copies = field >> box[ARTIFACTS + SHIFT + card]
        desk[own + box[KIND + card]] += copies * box[PIECES + card]
        cards ^= field


@lean
def promise(box: Box, desk: Floats, climate: int, kind: int, pieces: float) -> float:
    """What so many pieces of a kind are good for."""
    square = box[TRAVELLING + min(np.int64(pieces), box[MOST_PIECES])]
    return float(
        desk[climate + PER_PIECE + kind] * pieces + desk[climate + PER_SQUARE + kind] * square
    )


@lean
def collection(row: Row, box: Box, lore: Row, desk: Floats, climate: int, seat: int) -> float:
    """What all artifact cards of a seat are good for; its pieces are counted."""
    worth = 0.0
    for kind in range(lore[KINDS]):
        worth += promise(box, desk, climate, kind, desk[OWN_AT + seat * WIDTH + kind])
    own = block(seat)
    number = row[own + IN_OWNED]
    worth += desk[climate + WEIGHT + VALUED] * total(box, ARTIFACTS, WORTH, row[own + OWNED])
    worth += desk[climate + WEIGHT + CARDS] * number
    if number >= box[NEEDS]:
        worth += desk[climate + WEIGHT + ABLE]
    return float(worth)


@lean
def count_gains(row: Row, box: Box, desk: Floats, climate: int, seat: int) -> None:
    """What each site may hold for a seat, on the average of all cards that may be there."""
    able = 0.0
    if row[block(seat) + IN_OWNED] == box[NEEDS] - 1:
        able = desk[climate + WEIGHT + ABLE]
    for site in range(box[PLACES] + 1):
        at = box[SITES_AT] + 2 * site
        desk[GAINS_AT + site] = 0.0
        if row[at] < 0:
            continue
        cards = row[box[STOCKS_AT] + row[at + 1]] & box[FACES + row[at]]
        number, gain = 0.0, 0.0
        while cards:
            card = box[ARTIFACTS + CARD + lowest(cards)]
            field = cards & box[ARTIFACTS + FIELD + card]
            copies = field >> box[ARTIFACTS + SHIFT + card]
            gain += copies * (gain_of(box, desk, climate, seat, card) + able)
            number += copies
            cards ^= field
        if number:
            desk[GAINS_AT + site] = gain / number


@lean
def gain_of(box: Box, desk: Floats, climate: int, seat: int, card: int) -> float:
    """What one more card is good for; shards are two digging cards."""
    kind = box[KIND + card]
    if kind == NO_KIND:
        a_card = desk[climate + WEIGHT + REACHING] * SHOVELS_A_CARD
        return float(box[DRAWN] * (a_card + desk[climate + WEIGHT + HOLDING]))
    pieces = desk[OWN_AT + seat * WIDTH + kind]
    more = promise(box, desk, climate, kind, pieces + box[PIECES + card])
    more -= promise(box, desk, climate, kind, pieces)
    more += desk[climate + WEIGHT + VALUED] * box[WORTH + card]
    return float(more + desk[climate + WEIGHT + CARDS])


# Tools


@lean
def look_at_hand(box: Box, desk: Floats, hand: int) -> None:
    """Shovels, number and picks of a hand; and by picks, the fewest shovels of a card that has as many."""
    shovels = number = picks = 0
    for lift in range(MOST_LIFT):
        desk[EDGE_AT + lift] = NEVER
    while hand:
        card = box[DIGGING + CARD + lowest(hand)]
        field = hand & box[DIGGING + FIELD + card]
        copies = field >> box[DIGGING + SHIFT + card]
        shovels += copies * box[SHOVELS + card]
        picks += copies * box[PICKS + card]
        number += copies
        for lift in range(min(box[PICKS + card], MOST_LIFT - 1) + 1):
            desk[EDGE_AT + lift] = min(desk[EDGE_AT + lift], float(box[SHOVELS + card]))
        hand ^= field
    desk[HAND_AT] = shovels
    desk[HAND_AT + 1] = number
    desk[HAND_AT + 2] = picks


@lean
def tools(row: Row, box: Box, lore: Row, desk: Floats, climate: int, height: float) -> float:
    """What picks on display and the hand that was looked at are good for, with the gains that were counted."""
    reach, number, lifts = desk[HAND_AT], desk[HAND_AT + 1], desk[HAND_AT + 2]
    now = display = draw = someday = 0.0
    for site in range(box[PLACES] + 1):
        back = row[box[SITES_AT] + 2 * site]
        if back < 0:
            continue
        gain = desk[GAINS_AT + site]
        picks = max(box[NEED_PICKS + back] - height, 0.0)
        shovels = max(box[NEED_SHOVELS + back] - reach, 0.0)
        someday = max(someday, gain * (1.0 - picks * NEAR_PICK - shovels * NEAR_SHOVEL))
        if picks == 0.0:
            if shovels == 0.0:
                now = max(now, gain)
            elif shovels <= box[DRAWN] * SHOVELS_A_CARD:
                draw = max(draw, gain)
        elif picks < MOST_LIFT:
            edge = desk[EDGE_AT + np.int64(picks)]
            if reach - edge >= box[NEED_SHOVELS + back]:
                display = max(display, gain)
    at = SEEN_AT
    desk[at + STANDING] = min(height, float(lore[MOST_PICKS]))
    desk[at + REACHING] = min(reach, float(lore[MOST_SHOVELS]))
    desk[at + HOLDING] = number
    desk[at + TOO_HIGH] = max(height - lore[MOST_PICKS], 0.0)
    desk[at + TOO_FAR] = max(reach - lore[MOST_SHOVELS], 0.0)
    desk[at + LIFTING] = lifts
    desk[at + NOW] = now
    desk[at + DISPLAY_FIRST] = max(display, now)
    desk[at + DRAW_FIRST] = max(draw, now)
    desk[at + SOMEDAY] = someday
    worth = 0.0
    for feature in range(TOOLS, SOMEDAY + 1):
        worth += desk[climate + WEIGHT + feature] * desk[at + feature]
    return worth


@lean
def card_cost(box: Box, desk: Floats, climate: int, card: int) -> float:
    """What a digging card in hand is good for by itself, at least a little."""
    first = climate + WEIGHT
    cost = desk[first + REACHING] * box[SHOVELS + card] + desk[first + HOLDING]
    cost += desk[first + LIFTING] * box[PICKS + card]
    return float(max(cost, 0.01 * (1 + box[SHOVELS + card])))
