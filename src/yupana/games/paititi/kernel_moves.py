"""What a seat may do, as codes: all of it, or one by chance; and what chance may do. Compiled.

The law is in moves.py and exhibitions.py.
"""

from __future__ import annotations

from yupana.core.kernels import Random, Row, Whole, below, lean, lowest
from yupana.games.paititi.kernel_box import (
    ABOUT,
    ACTING,
    APPOINT,
    ARTIFACTS,
    ASKED,
    CARD,
    CARDS_AT,
    CHOOSE,
    DEAL,
    DEALING,
    DEALT,
    DECK,
    DIG,
    DIGGING,
    DIGGING_OUT,
    DISPLAY,
    DRAW,
    DRAWING,
    EXHIBIT,
    EXHIBITED,
    EXHIBITING,
    EXHIBITIONS,
    FACES,
    FIELD,
    FORM,
    FOUND,
    GIVE,
    GIVES,
    GIVING,
    HAND,
    HAND_LIMIT,
    HEIGHT,
    HIDDEN,
    HIDDEN_AT,
    IN_DISCARD,
    IN_HAND,
    IN_OWNED,
    IN_PILE,
    KIND_BITS,
    LAY,
    LAYING,
    LEDGER_AT,
    LINES,
    MOST_GIVES,
    MOST_PIECES,
    MUST_SHOW,
    NEED_PICKS,
    NEED_SHOVELS,
    NEEDS,
    ON_TURN,
    ONE,
    OPEN,
    OPENING,
    OPENING_FORM,
    OWNED,
    PASS,
    PATIENCE,
    PERMANENT,
    PHASE,
    PIECES_BITS,
    PILE,
    PLACES,
    PUT_AWAY,
    REACH,
    SEATS,
    SHIFT,
    SHOVELS,
    SHOWN,
    SITES_AT,
    STOCKS_AT,
    TRAVELLING,
    TRAVELLING_FORM,
    TURN,
    TURN_UP,
    TURNING,
    WAITING,
    WIDTH,
    Box,
    block,
    next_part,
    pick_card,
    pick_cards,
    size,
    total,
)

# What a seat may do


@lean
def stages(row: Row, box: Box, seat: int) -> int:
    """P-7.1 P-7.3 P-7.9: the open exhibition cards the seat may organise, each once."""
    own = block(seat)
    if row[own + IN_OWNED] < box[NEEDS]:
        return 0
    found = 0
    left = row[OPEN]
    while left:
        card = box[EXHIBITIONS + CARD + lowest(left)]
        asked = box[ASKED + card] | box[ASKED + WIDTH + card]
        if not box[MUST_SHOW] or row[own + OWNED] & asked:
            found |= box[EXHIBITIONS + ONE + card]
        left &= ~box[EXHIBITIONS + FIELD + card]
    return found


@lean
def patience_is_over(row: Row, box: Box) -> bool:
    """P-7.11: whether so many full rounds went by without an exhibition."""
    return bool(row[TURN] - 1 - row[EXHIBITED] >= box[PATIENCE])


@lean
def digs(row: Row, box: Box, seat: int) -> int:
    """P-6.1 P-6.2 P-6.3: a bit for each site that can be dug."""
    own = block(seat)
    picks, shovels = row[own + HEIGHT], row[own + REACH]
    found = 0
    for site in range(box[PLACES] + 1):
        back = row[box[SITES_AT] + 2 * site]
        if back >= 0 and box[NEED_PICKS + back] <= picks and box[NEED_SHOVELS + back] <= shovels:
            found |= 1 << site
    return found


@lean
def need(row: Row, box: Box, site: int) -> int:
    """P-6.3: the shovels that a site asks for."""
    return int(box[NEED_SHOVELS + row[box[SITES_AT] + 2 * site]])


@lean
def put(codes: Row, at: int, code: int) -> int:
    """Adds a code to the list where there is room; how many there are now."""
    if at < len(codes):
        codes[at] = code
    return at + 1


@lean
def list_moves(row: Row, box: Box, seat: int, codes: Row) -> int:
    """P-3.2 P-4.2 P-7.4 P-10.2: fills the list with all that the seat may do; how many they are."""
    if seat < 0 or not row[WAITING] >> seat & 1:
        return 0
    own = block(seat)
    if row[PHASE] == ACTING:
        return list_actions(row, box, seat, codes)
    if row[PHASE] == EXHIBITING:
        return list_choices(row, box, seat, codes)
    if row[PHASE] == GIVING:
        cards, number = open_choice(row, box, seat)
        return list_parts_of(box, ARTIFACTS, cards, number, GIVE, codes)
    number = row[own + IN_HAND] - box[HAND_LIMIT]
    return list_parts_of(box, DIGGING, row[own + HAND], number, PUT_AWAY, codes)


@lean
def list_actions(row: Row, box: Box, seat: int, codes: Row) -> int:
    """P-3.2 P-3.3: draw, display, dig, exhibit; or pass."""
    number = 0
    own = block(seat)
    hand = row[own + HAND]
    exhibitions = stages(row, box, seat)
    if not (exhibitions and patience_is_over(row, box)):
        if row[IN_PILE] + row[IN_DISCARD]:
            number = put(codes, number, DRAW)
        left = hand
        while left:
            card = box[DIGGING + CARD + lowest(left)]
            number = put(codes, number, DISPLAY | card << CARDS_AT)
            left &= ~box[DIGGING + FIELD + card]
        number = list_digs(row, box, seat, codes, number)
        if not (hand or exhibitions or row[IN_PILE] + row[IN_DISCARD]):
            number = put(codes, number, PASS)
    while exhibitions:
        card = box[EXHIBITIONS + CARD + lowest(exhibitions)]
        number = put(codes, number, EXHIBIT | card << CARDS_AT)
        exhibitions &= exhibitions - 1
    return number


@lean
def list_digs(row: Row, box: Box, seat: int, codes: Row, number: int) -> int:
    """P-6.6: every part of the hand that reaches the need of a site."""
    found = digs(row, box, seat)
    if not found:
        return number
    hand = row[block(seat) + HAND]
    part = next_part(box, DIGGING, hand, 0)
    while part:
        shovels = total(box, DIGGING, SHOVELS, part)
        left = found
        while left:
            site = lowest(left)
            if shovels >= need(row, box, site):
                number = put(codes, number, DIG | site << KIND_BITS | part << CARDS_AT)
            left &= left - 1
        part = next_part(box, DIGGING, hand, part)
    return number


@lean
def must_fit(row: Row, box: Box, seat: int) -> int:
    """P-7.9: the fields of cards of which the seat must show one; none where that is not asked."""
    if not box[MUST_SHOW] or seat != row[ON_TURN]:
        return 0
    return int(box[ASKED + row[ABOUT]] | box[ASKED + WIDTH + row[ABOUT]])


@lean
def list_choices(row: Row, box: Box, seat: int, codes: Row) -> int:
    """P-7.4: any of one's artifact cards."""
    owned = row[block(seat) + OWNED]
    fitting = must_fit(row, box, seat)
    number = part = 0
    while True:
        if not fitting or part & fitting:
            number = put(codes, number, CHOOSE | part << CARDS_AT)
        part = next_part(box, ARTIFACTS, owned, part)
        if not part:
            return number


@lean
def list_parts_of(box: Box, sort: int, cards: int, number: int, kind: int, codes: Row) -> int:
    """P-4.2 P-10.2: every part with so many of the cards."""
    listed = part = 0
    while True:
        if size(box, sort, part) == number:
            listed = put(codes, listed, kind | part << CARDS_AT)
        part = next_part(box, sort, cards, part)
        if not part:
            return listed


# What an exhibition scores and costs


@lean
def scored(box: Box, form: int, pieces: int) -> int:
    """P-8.1 P-9.2 P-9.5 P-10.1: what these pieces score in a half of this form."""
    if form == TRAVELLING_FORM:
        return int(box[TRAVELLING + min(pieces, box[MOST_PIECES])])
    return int(pieces * box[OPENING if form == OPENING_FORM else PERMANENT])


@lean
def pieces_shown(row: Row, box: Box, seat: int, half: int) -> int:
    """P-7.5: the seat's pieces in a half of the exhibition that was held last."""
    line = box[LEDGER_AT] + (row[LINES] - 1) * (1 + box[SEATS])
    return int(row[line + 1 + seat] >> PIECES_BITS * half & (1 << PIECES_BITS) - 1)


@lean
def owed(row: Row, box: Box, seat: int, half: int, cards: int) -> int:
    """P-8.2 P-9.1 P-10.2 P-10.3 P-10.5 P-10.6: how many of its cards in this half the seat gives up."""
    form = box[FORM + half * WIDTH + row[ABOUT]]
    if form == OPENING_FORM or not cards:
        return 0
    number = size(box, ARTIFACTS, cards)
    if form == TRAVELLING_FORM:
        return number
    own = scored(box, form, pieces_shown(row, box, seat, half))
    due = box[GIVES] + box[MOST_GIVES]
    for other in range(box[SEATS]):
        if scored(box, form, pieces_shown(row, box, other, half)) > own:
            due = box[GIVES]
    return int(min(due, number))


@lean
def is_choice(box: Box, cards: int, number: int) -> bool:
    """P-10.7: whether there is more than one way to give up so many of the cards."""
    if not number or number == size(box, ARTIFACTS, cards):
        return False
    return bool(cards & ~box[ARTIFACTS + FIELD + box[ARTIFACTS + CARD + lowest(cards)]])


@lean
def open_choice(row: Row, box: Box, seat: int) -> tuple[int, int]:
    """P-10.2 P-10.7: the cards a seat chooses from and how many, or none where nothing is open."""
    for half in range(2):
        cards = row[block(seat) + SHOWN] & box[ASKED + half * WIDTH + row[ABOUT]]
        number = owed(row, box, seat, half, cards)
        if is_choice(box, cards, number):
            return cards, number
    return 0, 0


# One of them by chance, as likely as the law picks it


@lean
def pick(row: Row, box: Box, seat: int, random: Random) -> Whole:
    """A move of a seat that is waited for."""
    own = block(seat)
    if row[PHASE] == ACTING:
        return pick_action(row, box, seat, random)
    if row[PHASE] == EXHIBITING:
        return pick_choice(row, box, seat, random)
    if row[PHASE] == GIVING:
        cards, number = open_choice(row, box, seat)
        in_all = size(box, ARTIFACTS, cards)
        return GIVE | pick_cards(box, ARTIFACTS, cards, in_all, number, random) << CARDS_AT
    in_all = row[own + IN_HAND]
    number = in_all - box[HAND_LIMIT]
    cards = pick_cards(box, DIGGING, row[own + HAND], in_all, number, random)
    return PUT_AWAY | cards << CARDS_AT


@lean
def pick_action(row: Row, box: Box, seat: int, random: Random) -> Whole:
    """P-3.2: first which action, then how."""
    own = block(seat)
    exhibitions = stages(row, box, seat)
    if exhibitions and patience_is_over(row, box):
        return pick_exhibit(box, exhibitions, random)
    sites = digs(row, box, seat)
    drawable = 1 if row[IN_PILE] + row[IN_DISCARD] else 0
    displayable = 1 if row[own + IN_HAND] else 0
    diggable = 1 if sites else 0
    actions = drawable + displayable + diggable + (1 if exhibitions else 0)
    if not actions:
        return PASS
    at = below(random, actions) - drawable
    if at < 0:
        return DRAW
    at -= displayable
    if at < 0:
        hand, in_hand = row[own + HAND], row[own + IN_HAND]
        return DISPLAY | pick_card(box, DIGGING, hand, in_hand, random) << CARDS_AT
    if at - diggable < 0:
        return pick_dig(row, box, seat, sites, random)
    return pick_exhibit(box, exhibitions, random)


@lean
def pick_exhibit(box: Box, exhibitions: int, random: Random) -> int:
    """P-7.3: one of the open exhibition cards."""
    in_all = size(box, EXHIBITIONS, exhibitions)
    return EXHIBIT | pick_card(box, EXHIBITIONS, exhibitions, in_all, random) << CARDS_AT


@lean
def pick_dig(row: Row, box: Box, seat: int, sites: int, random: Random) -> Whole:
    """P-6.6: a site, cards until they suffice, and perhaps more."""
    number, left = 0, sites
    while left:
        number += 1
        left &= left - 1
    for _ in range(below(random, number)):
        sites &= sites - 1
    site = lowest(sites)
    own = block(seat)
    missing = need(row, box, site)
    hand, in_hand, spent = row[own + HAND], row[own + IN_HAND], 0
    while missing > 0 or (in_hand and not below(random, in_hand + 2)):
        card = pick_card(box, DIGGING, hand - spent, in_hand, random)
        spent += box[DIGGING + ONE + card]
        missing -= box[SHOVELS + card]
        in_hand -= 1
    return DIG | site << KIND_BITS | spent << CARDS_AT


@lean
def pick_choice(row: Row, box: Box, seat: int, random: Random) -> int:
    """P-7.4 P-7.9: each card by the toss of a coin; and one that fits, where asked."""
    left = row[block(seat) + OWNED]
    fitting = must_fit(row, box, seat)
    chosen = 0
    while left:
        card = box[ARTIFACTS + CARD + lowest(left)]
        field = left & box[ARTIFACTS + FIELD + card]
        for _ in range(field >> box[ARTIFACTS + SHIFT + card]):
            chosen += below(random, 2) * box[ARTIFACTS + ONE + card]
        left ^= field
    if fitting and not chosen & fitting:
        cards = row[block(seat) + OWNED] & fitting
        in_all = size(box, ARTIFACTS, cards)
        chosen += box[ARTIFACTS + ONE + pick_card(box, ARTIFACTS, cards, in_all, random)]
    return CHOOSE | chosen << CARDS_AT


@lean
def chance(row: Row, box: Box, random: Random) -> Whole:
    """P-2.1 P-2.2 P-2.5: each card that may be there is as likely as any other."""
    phase = row[PHASE]
    if phase in (DRAWING, DEALING):
        number = min(row[ABOUT] if phase == DRAWING else box[DEALT], row[IN_PILE])
        return DEAL | pick_cards(box, DIGGING, row[PILE], row[IN_PILE], number, random) << CARDS_AT
    if phase == DIGGING_OUT:
        at = box[SITES_AT] + 2 * row[ABOUT]
        cards = row[box[STOCKS_AT] + row[at + 1]] & box[FACES + row[at]]
        in_all = size(box, ARTIFACTS, cards)
        return FOUND | pick_card(box, ARTIFACTS, cards, in_all, random) << CARDS_AT
    if phase == LAYING:
        number = below(random, row[HIDDEN])
        back = 0
        while number >= row[box[HIDDEN_AT] + back]:
            number -= row[box[HIDDEN_AT] + back]
            back += 1
        return LAY | back << CARDS_AT
    if phase == TURNING:
        cards = row[DECK] if row[DECK] else row[DECK + 1]
        in_all = size(box, EXHIBITIONS, cards)
        return TURN_UP | pick_card(box, EXHIBITIONS, cards, in_all, random) << CARDS_AT
    return APPOINT | below(random, box[SEATS]) << CARDS_AT
