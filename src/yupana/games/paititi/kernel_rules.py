"""What moves bring about, score and places, and whole games by chance. Compiled.

The law is in rules.py and scoring.py, in the same order.
"""

from __future__ import annotations

from yupana.core.game import CHANCE
from yupana.core.kernels import Random, Row, lean, lowest
from yupana.games.paititi.components import NO_KIND
from yupana.games.paititi.kernel_box import (
    ABOUT,
    ACTING,
    AFTER_STOP,
    APPOINTING,
    ARTIFACTS,
    ASKED,
    BACK,
    CARD,
    CARD_BITS,
    CARDS_AT,
    CHOOSE,
    DEAL,
    DEALING,
    DECK,
    DIG,
    DIGGING,
    DIGGING_OUT,
    DISCARD,
    DISCARDING,
    DISPLAY,
    DISPLAY_WORDS,
    DISPLAYED,
    DISPLAYS_AT,
    DRAW,
    DRAWING,
    DRAWN,
    ENDING,
    EXHIBIT,
    EXHIBITED,
    EXHIBITING,
    EXHIBITIONS,
    FIELD,
    FIND,
    FORM,
    FOUND,
    GIVE,
    GIVEN,
    GIVING,
    GUEST_NEEDS,
    HAND,
    HAND_LIMIT,
    HEIGHT,
    HIDDEN,
    HIDDEN_AT,
    IN_DISCARD,
    IN_HAND,
    IN_OWNED,
    IN_PILE,
    KIND,
    KIND_BITS,
    LAY,
    LAYING,
    LEDGER_AT,
    LINES,
    NEED_PICKS,
    NEWS,
    NEWS_CARD,
    NEWS_SEAT,
    NO_NEWS,
    NOTHING,
    ON_TURN,
    ONE,
    OPEN,
    ORGANISER,
    OWNED,
    PASS,
    PASSES,
    PER_WORD,
    PHASE,
    PICKS,
    PIECES,
    PIECES_BITS,
    PILE,
    PLACES,
    POINTS,
    PUT_AWAY,
    REACH,
    SEAT_BITS,
    SEATS,
    SHIFT,
    SHOVELS,
    SHOWING,
    SHOWN,
    SITE_BITS,
    SITES_AT,
    STALLED,
    STOCKS,
    STOCKS_AT,
    STOP,
    STOPPED,
    THROWN,
    TURN,
    TURN_UP,
    TURNING,
    WAITING,
    WIDTH,
    WORTH,
    Box,
    block,
    size,
    total,
)
from yupana.games.paititi.kernel_moves import chance, is_choice, open_choice, owed, pick, scored

# The turn


@lean
def make(row: Row, box: Box, seat: int, code: int) -> None:
    """P-3.2: a move or an outcome of chance, and what it brings about."""
    kind = code & (1 << KIND_BITS) - 1
    cards = code >> CARDS_AT
    if kind == DEAL:
        dealt(row, box, cards)
    elif kind == DRAW:
        act(row, box)
        drawing(row, box, box[DRAWN])
    elif kind == DISPLAY:
        act(row, box)
        display(row, box, cards)
    elif kind == DIG:
        act(row, box)
        dig(row, box, code >> KIND_BITS & (1 << SITE_BITS) - 1, cards)
    elif kind == LAY:
        lay(row, box, cards)
    elif kind == FOUND:
        found(row, box, cards)
    elif kind == CHOOSE:
        choose(row, box, seat, cards)
    elif kind == EXHIBIT:
        act(row, box)
        exhibit(row, box, cards)
    elif kind == GIVE:
        row[block(seat) + GIVEN] = cards
        row[WAITING] ^= 1 << seat
        if not row[WAITING]:
            give_up(row, box)
    elif kind == PUT_AWAY:
        spend(row, box, cards)
        next_turn(row, box)
    elif kind == TURN_UP:
        turn_up(row, box, cards)
    elif kind == PASS:
        pass_on(row, box)
    else:
        row[ON_TURN] = cards
        enter(row, DEALING, to_the_left(box, cards), 0)


@lean
def enter(row: Row, phase: int, about: int, waiting: int) -> None:
    """The next phase, what it is about, and the seats that have to decide in it."""
    row[PHASE] = phase
    row[ABOUT] = about
    row[WAITING] = waiting


@lean
def act(row: Row, box: Box) -> None:
    """P-6.10: whoever acts ends the time that news lie open."""
    row[PASSES] = 0
    if row[NEWS] == NO_NEWS:
        return
    if row[NEWS] == SHOWING:
        for seat in range(box[SEATS]):
            row[block(seat) + SHOWN] = 0
            row[block(seat) + GIVEN] = 0
    row[NEWS] = NO_NEWS
    row[NEWS_SEAT] = 0
    row[NEWS_CARD] = 0


@lean
def end_turn(row: Row, box: Box) -> None:
    """P-2.3 P-6.9 P-4.2: the row is filled, then the hand looked at; then the next seat."""
    top = box[SITES_AT]
    if row[top] >= 0:
        for place in range(1, box[PLACES] + 1):
            if row[top + 2 * place] < 0:
                row[top + 2 * place] = row[top]
                row[top + 2 * place + 1] = row[top + 1]
                row[top] = NOTHING
                row[top + 1] = NOTHING
                break
    if row[top] < 0:
        if not row[HIDDEN]:
            make_anew(row, box)
        if row[HIDDEN]:
            enter(row, LAYING, 0, 0)
            return
    seat = row[ON_TURN]
    if row[TURN] and row[block(seat) + IN_HAND] > box[HAND_LIMIT]:
        enter(row, DISCARDING, 0, 1 << seat)
    else:
        next_turn(row, box)


@lean
def make_anew(row: Row, box: Box) -> None:
    """P-2.6: the discarded artifact cards are the pile; what the row holds is of older stocks."""
    cards = row[THROWN]
    if not cards:
        return
    sites, stocks = box[SITES_AT], box[STOCKS_AT]
    kept = 0
    for number in range(row[STOCKS]):
        stock = row[stocks + number]
        row[stocks + number] = 0
        if stock:
            row[stocks + kept] = stock
            for place in range(1, box[PLACES] + 1):
                if row[sites + 2 * place + 1] == number:
                    row[sites + 2 * place + 1] = kept
            kept += 1
    row[stocks + kept] = cards
    row[STOCKS] = kept + 1
    row[THROWN] = 0
    hide(row, box, cards)


@lean
def hide(row: Row, box: Box, cards: int) -> None:
    """P-2.5: the backs of these cards are in the pile."""
    while cards:
        card = box[ARTIFACTS + CARD + lowest(cards)]
        field = cards & box[ARTIFACTS + FIELD + card]
        copies = field >> box[ARTIFACTS + SHIFT + card]
        row[box[HIDDEN_AT] + box[BACK + card]] += copies
        row[HIDDEN] += copies
        cards ^= field


@lean
def lay(row: Row, box: Box, back: int) -> None:
    """P-2.3: the back of the new top card of the pile."""
    top = box[SITES_AT]
    row[top] = back
    row[top + 1] = row[STOCKS] - 1
    row[box[HIDDEN_AT] + back] -= 1
    row[HIDDEN] -= 1
    end_turn(row, box)


@lean
def to_the_left(box: Box, seat: int) -> int:
    """P-3.1: the next seat clockwise."""
    return seat + 1 if seat + 1 < box[SEATS] else 0


@lean
def next_turn(row: Row, box: Box) -> None:
    """P-3.1: the seat to the left; at first the one to the left of the dealer."""
    seat = to_the_left(box, row[ON_TURN])
    row[TURN] += 1
    row[ON_TURN] = seat
    enter(row, ACTING, 0, 1 << seat)


@lean
def pass_on(row: Row, box: Box) -> None:
    """P-3.3 P-3.4 P-11.6: nothing happens; when it happened to all, nothing ever will."""
    passes = row[PASSES] + 1
    act(row, box)
    row[PASSES] = passes
    if passes == box[SEATS]:
        enter(row, STALLED, 0, 0)
    else:
        next_turn(row, box)


# Drawing, displaying, digging


@lean
def drawing(row: Row, box: Box, left: int) -> None:
    """P-2.6 P-4.1: that many cards from the pile, which is made anew when it is empty."""
    if left and not row[IN_PILE]:
        row[PILE], row[IN_PILE] = row[DISCARD], row[IN_DISCARD]
        row[DISCARD] = row[IN_DISCARD] = 0
    if left and row[IN_PILE]:
        enter(row, DRAWING, left, 0)
    else:
        end_turn(row, box)


@lean
def dealt(row: Row, box: Box, cards: int) -> None:
    """P-2.1 P-4.1: the cards are in the hand; all get their first, or the drawing goes on."""
    dealing = row[PHASE] == DEALING
    seat = row[ABOUT] if dealing else row[ON_TURN]
    number = size(box, DIGGING, cards)
    row[PILE] -= cards
    row[IN_PILE] -= number
    own = block(seat)
    row[own + HAND] += cards
    row[own + IN_HAND] += number
    row[own + REACH] += total(box, DIGGING, SHOVELS, cards)
    if not dealing:
        drawing(row, box, row[ABOUT] - number)
    elif seat == row[ON_TURN]:  # the dealer comes last
        end_turn(row, box)
    else:
        enter(row, DEALING, to_the_left(box, seat), 0)


@lean
def spend(row: Row, box: Box, cards: int) -> None:
    """P-4.2 P-4.4 P-6.4: cards of the hand are discarded, for all to see."""
    own = block(row[ON_TURN])
    number = size(box, DIGGING, cards)
    row[own + HAND] -= cards
    row[own + IN_HAND] -= number
    row[own + REACH] -= total(box, DIGGING, SHOVELS, cards)
    row[DISCARD] += cards
    row[IN_DISCARD] += number


@lean
def display(row: Row, box: Box, card: int) -> None:
    """P-5.1 P-5.2: from the hand to the end of the displayed cards."""
    seat = row[ON_TURN]
    own = block(seat)
    row[own + HAND] -= box[DIGGING + ONE + card]
    row[own + IN_HAND] -= 1
    row[own + REACH] -= box[SHOVELS + card]
    at = box[DISPLAYS_AT] + seat * box[DISPLAY_WORDS]
    before = row[own + DISPLAYED]
    while before >= box[PER_WORD]:
        before -= box[PER_WORD]
        at += 1
    row[at] |= card << before * box[CARD_BITS]
    row[own + DISPLAYED] += 1
    row[own + HEIGHT] += box[PICKS + card]
    end_turn(row, box)


@lean
def take_oldest(row: Row, box: Box, seat: int) -> int:
    """P-6.4: the displayed card that was laid first; the others move up."""
    own = block(seat)
    bits = box[CARD_BITS]
    oldest = (1 << bits) - 1
    at = box[DISPLAYS_AT] + seat * box[DISPLAY_WORDS]
    card = row[at] & oldest
    row[own + HEIGHT] -= box[PICKS + card]
    row[own + DISPLAYED] -= 1
    after = row[own + DISPLAYED]
    row[at] >>= bits
    while after >= box[PER_WORD]:
        row[at] |= (row[at + 1] & oldest) << (box[PER_WORD] - 1) * bits
        at += 1
        row[at] >>= bits
        after -= box[PER_WORD]
    return int(card)


@lean
def dig(row: Row, box: Box, site: int, cards: int) -> None:
    """P-6.4 P-6.5: the oldest displayed cards until their picks suffice, and the hand cards."""
    spend(row, box, cards)
    seat = row[ON_TURN]
    missing = box[NEED_PICKS + row[box[SITES_AT] + 2 * site]]
    while missing > 0:
        card = take_oldest(row, box, seat)
        missing -= box[PICKS + card]
        row[DISCARD] += box[DIGGING + ONE + card]
        row[IN_DISCARD] += 1
    enter(row, DIGGING_OUT, site, 0)


@lean
def found(row: Row, box: Box, card: int) -> None:
    """P-6.7 P-6.8: the find is shown and kept; shards are put away, and two cards drawn."""
    seat = row[ON_TURN]
    one = box[ARTIFACTS + ONE + card]
    at = box[SITES_AT] + 2 * row[ABOUT]
    row[box[STOCKS_AT] + row[at + 1]] -= one
    row[at] = NOTHING
    row[at + 1] = NOTHING
    row[NEWS], row[NEWS_SEAT], row[NEWS_CARD] = FIND, seat, card
    if box[KIND + card] == NO_KIND:
        row[THROWN] += one
        drawing(row, box, box[DRAWN])
    else:
        row[block(seat) + OWNED] += one
        row[block(seat) + IN_OWNED] += 1
        end_turn(row, box)


# Exhibiting


@lean
def exhibit(row: Row, box: Box, card: int) -> None:
    """P-7.2 P-7.3 P-7.4 P-7.8 P-7.10: the card is chosen; all who have artifact cards choose theirs."""
    row[OPEN] -= box[EXHIBITIONS + ONE + card]
    row[EXHIBITED] = row[TURN]
    row[block(row[ON_TURN]) + POINTS] += box[ORGANISER]
    asked = 0
    for seat in range(box[SEATS]):
        if row[block(seat) + IN_OWNED] >= box[GUEST_NEEDS]:
            asked |= 1 << seat
    enter(row, EXHIBITING, card, asked)


@lean
def choose(row: Row, box: Box, seat: int, cards: int) -> None:
    """P-7.4 P-7.5 P-10.7: sealed until the last one has chosen, then shown and scored."""
    row[block(seat) + SHOWN] = cards
    row[WAITING] ^= 1 << seat
    if row[WAITING]:
        return
    card = row[ABOUT]
    line = box[LEDGER_AT] + row[LINES] * (1 + box[SEATS])
    row[LINES] += 1
    row[line] = card << SEAT_BITS | row[ON_TURN]
    for each in range(box[SEATS]):
        for half in range(2):
            used = row[block(each) + SHOWN] & box[ASKED + half * WIDTH + card]
            pieces = total(box, ARTIFACTS, PIECES, used)
            row[line + 1 + each] |= pieces << PIECES_BITS * half
            row[block(each) + POINTS] += scored(box, box[FORM + half * WIDTH + card], pieces)
    row[PHASE] = GIVING
    for each in range(box[SEATS]):
        if open_choice(row, box, each)[1]:
            row[WAITING] |= 1 << each
    if not row[WAITING]:
        give_up(row, box)


@lean
def give_up(row: Row, box: Box) -> None:
    """P-7.6 P-7.7 P-8.2 P-9.1 P-10.2 P-10.7: cards are given up, by choice or without, or return."""
    for seat in range(box[SEATS]):
        own = block(seat)
        for half in range(2):
            cards = row[own + SHOWN] & box[ASKED + half * WIDTH + row[ABOUT]]
            number = owed(row, box, seat, half, cards)
            if number == size(box, ARTIFACTS, cards):
                row[own + GIVEN] += cards
            elif not is_choice(box, cards, number):  # copies of one card
                card = box[ARTIFACTS + CARD + lowest(cards)]
                row[own + GIVEN] += number * box[ARTIFACTS + ONE + card]
        row[own + OWNED] -= row[own + GIVEN]
        row[own + IN_OWNED] -= size(box, ARTIFACTS, row[own + GIVEN])
        row[THROWN] += row[own + GIVEN]
    row[NEWS] = SHOWING
    close(row, box)


# The end


@lean
def close(row: Row, box: Box) -> None:
    """P-7.7 P-11.1 P-11.2: another card is turned up, until Stop was; then two exhibitions."""
    if row[ENDING] == NOTHING:
        enter(row, TURNING, 0, 0)
        return
    row[ENDING] -= 1
    if row[ENDING]:
        end_turn(row, box)
    else:
        enter(row, STOPPED, 0, 0)


@lean
def turn_up(row: Row, box: Box, card: int) -> None:
    """P-2.4 P-7.7 P-11.1: a card of phase B while there are any; Stop is not laid open."""
    one = box[EXHIBITIONS + ONE + card]
    row[DECK if row[DECK] else DECK + 1] -= one
    if card == box[STOP]:
        row[ENDING] = box[AFTER_STOP]
    else:
        row[OPEN] += one
    end_turn(row, box)


@lean
def points_of(row: Row, box: Box, seat: int) -> int:
    """P-7.2 P-11.3 P-11.4: the exhibitions, and the worth of what is still owned."""
    own = block(seat)
    return int(row[own + POINTS] + total(box, ARTIFACTS, WORTH, row[own + OWNED]))


@lean
def place_of(row: Row, box: Box, seat: int) -> int:
    """P-11.5: how many places are before it: more points; then more worth; then shared."""
    before = 0
    for other in range(box[SEATS]):
        if key_of(row, box, other) > key_of(row, box, seat):
            new = True
            for third in range(other):
                new = new and key_of(row, box, third) != key_of(row, box, other)
            before += new
    return before


@lean
def key_of(row: Row, box: Box, seat: int) -> int:
    """P-11.5: points and worth as one number."""
    worth = total(box, ARTIFACTS, WORTH, row[block(seat) + OWNED])
    return (points_of(row, box, seat) << 32) + worth


@lean
def playout(row: Row, box: Box, random: Random) -> int:
    """Plays the row to its end by chance; how many decisions there were."""
    decisions = 0
    while row[PHASE] < STOPPED:
        if row[PHASE] >= APPOINTING:
            make(row, box, CHANCE, chance(row, box, random))
        else:
            seat = lowest(row[WAITING])
            make(row, box, seat, pick(row, box, seat, random))
            decisions += 1
    return decisions
