"""Paititi as numbers: how cards, the components and a state are laid out for compiled code.

Like cards are counted, and all counts of a hand or a pile share one number: each card of the box has
a field of bits wide enough for all its copies. So cards join by `+` and leave by `-`, a number is one
and only one heap of cards, and rows are equal where states are.
"""

from __future__ import annotations

from yupana.core.kernels import Random, Row, below, lean, lowest

Box = Row
"""All that the rules ask of the components and options, in one list."""

# What a box begins with: the numbers of the game, and where the parts of a row are that differ in length.
SEATS, PLACES, DEALT, DRAWN, HAND_LIMIT, NEEDS, GUEST_NEEDS, MUST_SHOW, PATIENCE = range(9)
ORGANISER, GIVES, MOST_GIVES, AFTER_STOP, STOP, OPENING, PERMANENT, MOST_PIECES = range(9, 17)
SITES_AT, STOCKS_AT, HIDDEN_AT, DISPLAYS_AT, DISPLAY_WORDS, LEDGER_AT = range(17, 23)
CARD_BITS, PER_WORD = 23, 24

# Then come tables, all of one width. Each sort of cards has four: one card in a number of them, its
# whole field, how far the field is shifted, and the card to which a bit belongs.
WIDTH = 64
DIGGING, ARTIFACTS, EXHIBITIONS = range(WIDTH, 13 * WIDTH, 4 * WIDTH)
ONE, FIELD, SHIFT, CARD = range(0, 4 * WIDTH, WIDTH)
PICKS, SHOVELS, NEED_PICKS, NEED_SHOVELS = range(13 * WIDTH, 17 * WIDTH, WIDTH)
FACES, BACK, KIND, PIECES, WORTH, TRAVELLING = range(17 * WIDTH, 23 * WIDTH, WIDTH)
ASKED, FORM, ALL = 23 * WIDTH, 25 * WIDTH, 27 * WIDTH
"""ASKED, the fields of the kind, and FORM have a table for each half."""

FORMS = ("opening", "travelling", "permanent")
OPENING_FORM, TRAVELLING_FORM = 0, 1

# A row: what everybody shares, then a block for each seat, then what depends on the box: sites (back
# and stock; the top of the pile is site 0), stocks, hidden backs, displayed cards, ledger.
TURN, ON_TURN, PHASE, ABOUT, WAITING, PASSES, ENDING, EXHIBITED = range(8)
NEWS, NEWS_SEAT, NEWS_CARD, PILE, IN_PILE, DISCARD, IN_DISCARD, THROWN = range(8, 16)
OPEN, DECK, STOCKS, HIDDEN, LINES, HEAD = 16, 17, 19, 20, 21, 22
HAND, IN_HAND, REACH, DISPLAYED, HEIGHT, OWNED, IN_OWNED, POINTS, SHOWN, GIVEN, BLOCK = range(11)
"""REACH is the shovels in hand, HEIGHT the picks on display."""
NO_NEWS, FIND, SHOWING = range(3)
NOTHING = -1
SEAT_BITS, PIECES_BITS = 8, 32
"""Of the organiser beside the exhibition card, and of the pieces in the first half, in a ledger."""

# Phases: those of seats, those of chance, the ends.
ACTING, DISCARDING, EXHIBITING, GIVING = range(4)
APPOINTING, DEALING, DRAWING, DIGGING_OUT, TURNING, LAYING = range(4, 10)
STOPPED, STALLED = 10, 11
ENDS = ("stop", "stalled")

# A code of a move: its kind, a site, and cards or a number.
KIND_BITS, SITE_BITS = 4, 5
CARDS_AT = KIND_BITS + SITE_BITS
CODE_BITS = 63 - CARDS_AT
DRAW, DISPLAY, DIG, EXHIBIT, PASS, CHOOSE, GIVE, PUT_AWAY = range(8)
APPOINT, DEAL, LAY, FOUND, TURN_UP = range(8, 13)


# Cards


@lean
def size(box: Box, sort: int, cards: int) -> int:
    """How many cards these are."""
    number = 0
    while cards:
        card = box[sort + CARD + lowest(cards)]
        field = cards & box[sort + FIELD + card]
        number += field >> box[sort + SHIFT + card]
        cards ^= field
    return number


@lean
def total(box: Box, sort: int, table: int, cards: int) -> int:
    """What the table says of the cards, summed up."""
    amount = 0
    while cards:
        card = box[sort + CARD + lowest(cards)]
        field = cards & box[sort + FIELD + card]
        amount += (field >> box[sort + SHIFT + card]) * box[table + card]
        cards ^= field
    return amount


@lean
def pick_card(box: Box, sort: int, cards: int, in_all: int, random: Random) -> int:
    """One of so many cards by chance, each copy as likely as any other."""
    at = below(random, in_all)
    while True:
        card = box[sort + CARD + lowest(cards)]
        field = cards & box[sort + FIELD + card]
        at -= field >> box[sort + SHIFT + card]
        if at < 0:
            return int(card)
        cards ^= field


@lean
def pick_cards(box: Box, sort: int, cards: int, in_all: int, number: int, random: Random) -> int:
    """So many of the cards by chance."""
    picked = 0
    for taken in range(number):
        card = pick_card(box, sort, cards - picked, in_all - taken, random)
        picked += box[sort + ONE + card]
    return picked


@lean
def next_part(box: Box, sort: int, cards: int, part: int) -> int:
    """The part of the cards that follows this one; none of them follows all of them."""
    left = cards
    while left:
        card = box[sort + CARD + lowest(left)]
        field = box[sort + FIELD + card]
        if part & field != cards & field:
            return int(part + box[sort + ONE + card])
        part &= ~field
        left &= ~field
    return 0


@lean
def block(seat: int) -> int:
    """Where what a seat has begins."""
    return HEAD + seat * BLOCK
