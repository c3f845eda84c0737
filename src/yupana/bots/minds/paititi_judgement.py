"""All that a seat may sensibly do in Paititi with how good it looks, and games played on by that judgement. Compiled.

Of each dig only the one that spends the least is looked at, of an exhibition the best few showings. What others choose in
secret is never looked at, even where a row says it: it is guessed.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from yupana.bots.minds.paititi_worth import (
    AFTER_AT,
    ALWAYS,
    CARDS,
    DESK,
    GAINS_AT,
    HALF,
    HALVES_AT,
    HAND_AT,
    KEPT_AT,
    NEXT,
    NOW_AT,
    OWN_AT,
    SEEN_AT,
    SOMEDAY,
    SPEND_AT,
    TOOLS,
    VALUED,
    WEIGHT,
    Floats,
    add_climate,
    card_cost,
    clear,
    climate_after,
    climate_now,
    collection,
    count_gains,
    count_pieces,
    left,
    look_at_hand,
    promise,
    stage,
    tools,
)
from yupana.core.game import CHANCE
from yupana.core.kernels import Random, Row, below, compiled, lean, lowest, next64
from yupana.games.paititi.kernel_box import (
    ABOUT,
    ACTING,
    APPOINTING,
    ARTIFACTS,
    ASKED,
    CARD,
    CARD_BITS,
    CARDS_AT,
    CHOOSE,
    DIG,
    DIGGING,
    DISCARD,
    DISPLAY,
    DISPLAY_WORDS,
    DISPLAYS_AT,
    DRAW,
    DRAWN,
    ENDING,
    EXHIBIT,
    EXHIBITED,
    EXHIBITING,
    EXHIBITIONS,
    FIELD,
    FORM,
    GIVE,
    GIVEN,
    GIVES,
    GIVING,
    GUEST_NEEDS,
    HAND,
    HAND_LIMIT,
    HEIGHT,
    IN_DISCARD,
    IN_HAND,
    IN_OWNED,
    IN_PILE,
    KIND,
    KIND_BITS,
    MOST_GIVES,
    NEED_PICKS,
    NEED_SHOVELS,
    ON_TURN,
    ONE,
    OPENING_FORM,
    ORGANISER,
    OWNED,
    PASS,
    PER_WORD,
    PHASE,
    PICKS,
    PIECES,
    PILE,
    POINTS,
    PUT_AWAY,
    SEATS,
    SHIFT,
    SHOVELS,
    SHOWN,
    SITES_AT,
    STOPPED,
    TRAVELLING_FORM,
    TURN,
    WAITING,
    WIDTH,
    WORTH,
    Box,
    block,
    next_part,
    size,
    total,
)
from yupana.games.paititi.kernel_moves import (
    chance,
    digs,
    list_parts_of,
    must_fit,
    open_choice,
    patience_is_over,
    pick,
    put,
    scored,
    stages,
)
from yupana.games.paititi.kernel_rules import make, place_of, points_of, to_the_left

LISTED = 512
"""Moves at most that are judged at a time."""
SHOWINGS = 6
"""Ways to take part in a half of an exhibition that are kept."""
PARTS = 160
"""Ways to take part in it that are looked at."""
DEEPEST = 4 * WIDTH
"""Shovels that are told apart."""
PUSH = 1.0
"""What an exhibition gains in worth with each full round beyond the fifth in which there was none, so that games end."""
CALM = 5
SECRET = 1.0
"""How many points worse a secret choice must be to be about a third as likely."""
A_POINT = 0.002
"""What a point more than the best rival has counts beside a victory."""
SCRATCH = 8 * WIDTH + DEEPEST
STEPS = 5000
"""Moves after which a play is broken off, far more than any game takes."""


# Standing


@lean
def measure(row: Row, box: Box, lore: Row, desk: Floats, seat: int) -> None:
    """Counts a seat's pieces, gains and tools, and keeps what was seen."""
    own = block(seat)
    count_pieces(row, box, lore, desk, seat)
    count_gains(row, box, desk, NOW_AT, seat)
    look_at_hand(box, desk, row[own + HAND])
    tools(row, box, lore, desk, NOW_AT, float(row[own + HEIGHT]))
    for feature in range(TOOLS, SOMEDAY + 1):
        desk[KEPT_AT + seat * WIDTH + feature] = desk[SEEN_AT + feature]


@lean
def measured(row: Row, box: Box, lore: Row, desk: Floats, climate: int, seat: int) -> float:
    """The points a seat may end with, by what was kept."""
    worth = row[block(seat) + POINTS] + collection(row, box, lore, desk, climate, seat)
    worth += kept_tools(desk, climate, seat)
    return float(worth + desk[climate + WEIGHT + ALWAYS])


@lean
def kept_tools(desk: Floats, climate: int, seat: int) -> float:
    """What the tools of a seat are good for, by what was kept."""
    worth = 0.0
    for feature in range(TOOLS, SOMEDAY + 1):
        worth += desk[climate + WEIGHT + feature] * desk[KEPT_AT + seat * WIDTH + feature]
    return worth


@lean
def outlook(
    row: Row, box: Box, lore: Row, weights: Floats, outlooks: Floats, desk: Floats, seat: int
) -> float:
    """By how many points the seat may end before its best rival, by what such positions came to; at the end, by how many it does.
    What could be dug is valued by the weights that one plays by."""
    own, best = 0.0, -1e9
    over = row[PHASE] >= STOPPED
    if not over:
        climate_now(row, box, lore, weights, desk)
        for each in range(box[SEATS]):
            measure(row, box, lore, desk, each)
        clear(lore, desk, NOW_AT)
        add_climate(lore, outlooks, desk, NOW_AT, stage(row), left(row, box), 1.0)
    for each in range(box[SEATS]):
        if over:
            worth = float(points_of(row, box, each))
        else:
            worth = measured(row, box, lore, desk, NOW_AT, each)
            if row[ON_TURN] == each:
                worth += desk[NOW_AT + WEIGHT + NEXT]
        if each == seat:
            own = worth
        else:
            best = max(best, worth)
    return own - best


@lean
def hope(row: Row, box: Box, doubts: Floats, lead: float, seat: int) -> float:
    """How likely the seat is to win with such a lead; at the end, its part of the victory. A little is for the points: where
    all is won or lost one still plays for them."""
    won = 0.0
    if row[PHASE] < STOPPED:
        won = 1.0 / (1.0 + math.exp(-lead / doubts[stage(row)]))
    elif place_of(row, box, seat) == 0:
        for each in range(box[SEATS]):
            won += place_of(row, box, each) == 0
        won = 1.0 / won
    return won + A_POINT * lead


# Showing


@lean
def gift_loss(
    box: Box, desk: Floats, climate: int, pieces: float, cards: int, number: int
) -> float:
    """What it costs to give up so many of the cards of one kind, the cheapest one after the other."""
    loss = 0.0
    for _ in range(number):
        if not cards:
            break
        least, which = 1e9, 0
        types = cards
        while types:
            card = box[ARTIFACTS + CARD + lowest(types)]
            kind = box[KIND + card]
            after = promise(box, desk, climate, kind, pieces - box[PIECES + card])
            cost = promise(box, desk, climate, kind, pieces) - after
            cost += desk[climate + WEIGHT + VALUED] * box[WORTH + card]
            if cost < least:
                least, which = cost, card
            types &= ~box[ARTIFACTS + FIELD + card]
        loss += least + desk[climate + WEIGHT + CARDS]
        pieces -= box[PIECES + which]
        cards -= box[ARTIFACTS + ONE + which]
    return loss


@lean
def show_half(
    row: Row,
    box: Box,
    lore: Row,
    desk: Floats,
    scratch: Row,
    climate: int,
    seat: int,
    card: int,
    half: int,
    most: float,
    other_most: float,
) -> int:
    """P-7.5: the best ways to take part in a half, the best first, if the others' most pieces in it are one or the other
    number; how many they are. Their worths stand on the desk, their cards in the scratch."""
    first = half * WIDTH
    form = box[FORM + half * WIDTH + card]
    kind = lore[HALF + 2 * card + half]
    cards = row[block(seat) + OWNED] & box[ASKED + half * WIDTH + card]
    if row[block(seat) + IN_OWNED] < box[GUEST_NEEDS]:
        cards = 0
    owned = desk[OWN_AT + seat * WIDTH + kind]
    if not cards or form == OPENING_FORM:
        scratch[first] = cards
        pieces = total(box, ARTIFACTS, PIECES, cards)
        desk[HALVES_AT + first] = scored(box, form, pieces)
        return 1
    found = 0
    part = cards
    for _ in range(PARTS):
        pieces = total(box, ARTIFACTS, PIECES, part)
        worth = float(scored(box, form, pieces))
        if form == TRAVELLING_FORM:
            after = promise(box, desk, climate, kind, owned - pieces)
            worth -= promise(box, desk, climate, kind, owned) - after
            worth -= desk[climate + WEIGHT + VALUED] * total(box, ARTIFACTS, WORTH, part)
            worth -= desk[climate + WEIGHT + CARDS] * size(box, ARTIFACTS, part)
        elif part:
            due = box[GIVES] + (box[MOST_GIVES] if pieces >= most else 0)
            worth -= 0.5 * gift_loss(box, desk, climate, owned, part, due)
            due = box[GIVES] + (box[MOST_GIVES] if pieces >= other_most else 0)
            worth -= 0.5 * gift_loss(box, desk, climate, owned, part, due)
        found = keep(desk, scratch, first, found, worth, part)
        part = next_part(box, ARTIFACTS, cards, part)
        if part == cards:
            break
    return found


@lean
def keep(desk: Floats, scratch: Row, first: int, found: int, worth: float, part: int) -> int:
    """Puts a showing in its place among the best; how many there are now."""
    at = found
    while at > 0 and desk[HALVES_AT + first + at - 1] < worth:
        at -= 1
    if at == SHOWINGS:
        return found
    last = min(found, SHOWINGS - 1)
    while last > at:
        desk[HALVES_AT + first + last] = desk[HALVES_AT + first + last - 1]
        scratch[first + last] = scratch[first + last - 1]
        last -= 1
    desk[HALVES_AT + first + at] = worth
    scratch[first + at] = part
    return min(found + 1, SHOWINGS)


@lean
def most_of_others(
    row: Row, box: Box, lore: Row, desk: Floats, seat: int, card: int, half: int
) -> float:
    """The most pieces that another could show in a half."""
    kind = lore[HALF + 2 * card + half]
    most = 0.0
    for other in range(box[SEATS]):
        if other != seat and row[block(other) + IN_OWNED] >= box[GUEST_NEEDS]:
            most = max(most, desk[OWN_AT + other * WIDTH + kind])
    return most


@lean
def show(
    row: Row, box: Box, lore: Row, desk: Floats, scratch: Row, climate: int, seat: int, card: int
) -> float:
    """What an exhibition does for a seat that shows its best, if all others show all they have."""
    worth = 0.0
    for half in range(2):
        most = most_of_others(row, box, lore, desk, seat, card, half)
        show_half(row, box, lore, desk, scratch, climate, seat, card, half, most, most)
        worth += desk[HALVES_AT + half * WIDTH]
    return worth


@lean
def likely_most(
    row: Row,
    box: Box,
    lore: Row,
    desk: Floats,
    scratch: Row,
    climate: int,
    seat: int,
    card: int,
    half: int,
) -> float:
    """The most pieces that another shows who shows the best against all that the rest could."""
    likely = 0.0
    for other in range(box[SEATS]):
        if other != seat and row[block(other) + IN_OWNED] >= box[GUEST_NEEDS]:
            most = most_of_others(row, box, lore, desk, other, card, half)
            show_half(row, box, lore, desk, scratch, climate, other, card, half, most, most)
            shown = total(box, ARTIFACTS, PIECES, scratch[half * WIDTH])
            likely = max(likely, float(shown))
    return likely


# Judging


@lean
def judged(
    row: Row,
    box: Box,
    lore: Row,
    weights: Floats,
    share: float,
    seat: int,
    desk: Floats,
    scratch: Row,
    codes: Row,
    worths: Floats,
) -> int:
    """Fills the lists with what the seat may sensibly do and how good it looks; how many moves there are."""
    phase = row[PHASE]
    if phase == ACTING:
        return judge_actions(row, box, lore, weights, share, seat, desk, scratch, codes, worths)
    if phase == EXHIBITING:
        return judge_choices(row, box, lore, weights, share, seat, desk, scratch, codes, worths)
    if phase == GIVING:
        return judge_gifts(row, box, lore, weights, seat, desk, codes, worths)
    return judge_discards(row, box, lore, weights, seat, desk, codes, worths)


@lean
def judge_actions(
    row: Row,
    box: Box,
    lore: Row,
    weights: Floats,
    share: float,
    seat: int,
    desk: Floats,
    scratch: Row,
    codes: Row,
    worths: Floats,
) -> int:
    """P-3.2 P-3.3: draw, display, dig, exhibit; or pass."""
    own = block(seat)
    hand = row[own + HAND]
    height = float(row[own + HEIGHT])
    after = to_the_left(box, seat)
    climate_now(row, box, lore, weights, desk)
    rival = -1e9
    for other in range(box[SEATS]):
        if other != seat:
            measure(row, box, lore, desk, other)
            worth = measured(row, box, lore, desk, NOW_AT, other)
            if other == after:
                worth += desk[NOW_AT + WEIGHT + NEXT]
            rival = max(rival, worth)
    measure(row, box, lore, desk, seat)
    base = measured(row, box, lore, desk, NOW_AT, seat) - kept_tools(desk, NOW_AT, seat)
    base -= share * rival
    exhibitions = stages(row, box, seat)
    number = 0
    if not (exhibitions and patience_is_over(row, box)):
        if row[IN_PILE] + row[IN_DISCARD]:
            worths[number] = base + worth_of_draw(row, box, lore, desk, hand, height)
            number = put(codes, number, DRAW)
        cards = hand
        while cards:
            card = box[DIGGING + CARD + lowest(cards)]
            look_at_hand(box, desk, hand - box[DIGGING + ONE + card])
            worths[number] = base + tools(row, box, lore, desk, NOW_AT, height + box[PICKS + card])
            number = put(codes, number, DISPLAY | card << CARDS_AT)
            cards &= ~box[DIGGING + FIELD + card]
        number = judge_digs(row, box, lore, seat, base, desk, scratch, codes, worths, number)
        if not (hand or exhibitions or row[IN_PILE] + row[IN_DISCARD]):
            worths[number] = base + kept_tools(desk, NOW_AT, seat)
            number = put(codes, number, PASS)
    rounds = (row[TURN] - 1 - row[EXHIBITED]) / box[SEATS]
    push = PUSH * max(rounds - CALM, 0.0)
    while exhibitions:
        card = box[EXHIBITIONS + CARD + lowest(exhibitions)]
        climate_after(row, box, lore, weights, desk, card, True)
        best, mine = -1e9, 0.0
        for each in range(box[SEATS]):
            worth = measured(row, box, lore, desk, AFTER_AT, each)
            worth += show(row, box, lore, desk, scratch, AFTER_AT, each, card)
            if each == after and row[ENDING] != 1:
                worth += desk[AFTER_AT + WEIGHT + NEXT]
            if each == seat:
                mine = worth + box[ORGANISER]
            else:
                best = max(best, worth)
        worths[number] = mine - share * best + push
        number = put(codes, number, EXHIBIT | card << CARDS_AT)
        exhibitions &= exhibitions - 1
    return number


@lean
def worth_of_draw(row: Row, box: Box, lore: Row, desk: Floats, hand: int, height: float) -> float:
    """P-4.1 P-4.2: the mean over all cards that may come, each with others of the average kind; those above the limit of
    the hand are the cheapest."""
    pile, number = row[PILE], row[IN_PILE]
    if not number:
        pile, number = row[DISCARD], row[IN_DISCARD]
    drawn = min(box[DRAWN], row[IN_PILE] + row[IN_DISCARD])
    shovels = total(box, DIGGING, SHOVELS, pile) / number
    picks = total(box, DIGGING, PICKS, pile) / number
    least = 1e9
    cards = hand
    while cards:
        card = box[DIGGING + CARD + lowest(cards)]
        least = min(least, card_cost(box, desk, NOW_AT, card))
        cards &= ~box[DIGGING + FIELD + card]
    look_at_hand(box, desk, hand)
    reach, holding, lifts = desk[HAND_AT], desk[HAND_AT + 1], desk[HAND_AT + 2]
    over = max(holding + drawn - box[HAND_LIMIT], 0.0)
    worth = 0.0
    while pile:
        card = box[DIGGING + CARD + lowest(pile)]
        field = pile & box[DIGGING + FIELD + card]
        copies = field >> box[DIGGING + SHIFT + card]
        look_at_hand(box, desk, hand + box[DIGGING + ONE + card])
        desk[HAND_AT] = reach + box[SHOVELS + card] + (drawn - 1) * shovels
        desk[HAND_AT + 1] = holding + drawn
        desk[HAND_AT + 2] = lifts + box[PICKS + card] + (drawn - 1) * picks
        worth += copies * tools(row, box, lore, desk, NOW_AT, height)
        worth -= copies * over * min(least, card_cost(box, desk, NOW_AT, card))
        pile ^= field
    return float(worth / number)


@lean
def judge_digs(
    row: Row,
    box: Box,
    lore: Row,
    seat: int,
    base: float,
    desk: Floats,
    scratch: Row,
    codes: Row,
    worths: Floats,
    number: int,
) -> int:
    """P-6.1 P-6.4: for each site the cards it costs least to spend."""
    sites = digs(row, box, seat)
    if not sites:
        return number
    own = block(seat)
    hand = row[own + HAND]
    deepest = 0
    cards = sites
    while cards:
        need = box[NEED_SHOVELS + row[box[SITES_AT] + 2 * lowest(cards)]]
        deepest = max(deepest, need)
        cards &= cards - 1
    deepest = min(deepest, DEEPEST - 1)
    spend(box, desk, scratch, hand, deepest)
    while sites:
        site = lowest(sites)
        sites &= sites - 1
        back = row[box[SITES_AT] + 2 * site]
        best = DEEPEST
        for shovels in range(box[NEED_SHOVELS + back], deepest + 1):
            if best == DEEPEST or desk[SPEND_AT + shovels] < desk[SPEND_AT + best]:
                best = shovels
        if best == DEEPEST:
            continue
        spent = scratch[8 * WIDTH + best]
        look_at_hand(box, desk, hand - spent)
        worth = tools(row, box, lore, desk, NOW_AT, height_left(row, box, seat, back))
        worths[number] = base + desk[GAINS_AT + site] + worth
        number = put(codes, number, DIG | site << KIND_BITS | spent << CARDS_AT)
    return number


@lean
def spend(box: Box, desk: Floats, scratch: Row, hand: int, deepest: int) -> None:
    """By shovels (the last stands for more), the cheapest cards of the hand that have as many."""
    for shovels in range(deepest + 1):
        desk[SPEND_AT + shovels] = 1e9
        scratch[8 * WIDTH + shovels] = 0
    desk[SPEND_AT] = 0.0
    while hand:
        card = box[DIGGING + CARD + lowest(hand)]
        hand -= box[DIGGING + ONE + card]
        cost = card_cost(box, desk, NOW_AT, card)
        for before in range(deepest, -1, -1):
            price = desk[SPEND_AT + before] + cost
            shovels = min(before + box[SHOVELS + card], deepest)
            if price < desk[SPEND_AT + shovels] and shovels > before:
                desk[SPEND_AT + shovels] = price
                spent = scratch[8 * WIDTH + before] + box[DIGGING + ONE + card]
                scratch[8 * WIDTH + shovels] = spent


@lean
def height_left(row: Row, box: Box, seat: int, back: int) -> float:
    """P-6.4: the picks on display once the oldest cards are gone that reach the need."""
    missing = box[NEED_PICKS + back]
    height = row[block(seat) + HEIGHT]
    words = box[DISPLAYS_AT] + seat * box[DISPLAY_WORDS]
    place = 0
    while missing > 0:
        word = row[words + place // box[PER_WORD]]
        card = word >> (place % box[PER_WORD]) * box[CARD_BITS] & (1 << box[CARD_BITS]) - 1
        missing -= box[PICKS + card]
        height -= box[PICKS + card]
        place += 1
    return float(height)


@lean
def judge_choices(
    row: Row,
    box: Box,
    lore: Row,
    weights: Floats,
    share: float,
    seat: int,
    desk: Floats,
    scratch: Row,
    codes: Row,
    worths: Floats,
) -> int:
    """P-7.4 P-7.9: the best showings in both halves, against others who show all or their best."""
    card = row[ABOUT]
    climate_now(row, box, lore, weights, desk)
    for each in range(box[SEATS]):
        measure(row, box, lore, desk, each)
    climate_after(row, box, lore, weights, desk, card, False)
    rival = -1e9
    for other in range(box[SEATS]):
        if other != seat:
            worth = measured(row, box, lore, desk, AFTER_AT, other)
            worth += show(row, box, lore, desk, scratch, AFTER_AT, other, card)
            rival = max(rival, worth)
    base = measured(row, box, lore, desk, AFTER_AT, seat) - share * rival
    first = likely_most(row, box, lore, desk, scratch, AFTER_AT, seat, card, 0)
    second = likely_most(row, box, lore, desk, scratch, AFTER_AT, seat, card, 1)
    most = most_of_others(row, box, lore, desk, seat, card, 0)
    ways = show_half(row, box, lore, desk, scratch, AFTER_AT, seat, card, 0, most, first)
    most = most_of_others(row, box, lore, desk, seat, card, 1)
    others = show_half(row, box, lore, desk, scratch, AFTER_AT, seat, card, 1, most, second)
    fitting = must_fit(row, box, seat)
    number = 0
    for way in range(ways):
        for other in range(others):
            cards = scratch[way] + scratch[WIDTH + other]
            if not fitting or cards & fitting:
                worths[number] = base + desk[HALVES_AT + way] + desk[HALVES_AT + WIDTH + other]
                number = put(codes, number, CHOOSE | cards << CARDS_AT)
    return number


@lean
def judge_gifts(
    row: Row,
    box: Box,
    lore: Row,
    weights: Floats,
    seat: int,
    desk: Floats,
    codes: Row,
    worths: Floats,
) -> int:
    """P-10.2: what is missed least."""
    climate_after(row, box, lore, weights, desk, row[ABOUT], False)
    count_pieces(row, box, lore, desk, seat)
    cards, gifts = open_choice(row, box, seat)
    kind = box[KIND + box[ARTIFACTS + CARD + lowest(cards)]]
    owned = desk[OWN_AT + seat * WIDTH + kind]
    number = min(list_parts_of(box, ARTIFACTS, cards, gifts, GIVE, codes), len(codes))
    for at in range(number):
        given = codes[at] >> CARDS_AT
        pieces = total(box, ARTIFACTS, PIECES, given)
        worth = promise(box, desk, AFTER_AT, kind, owned - pieces)
        worth -= desk[AFTER_AT + WEIGHT + VALUED] * total(box, ARTIFACTS, WORTH, given)
        worths[at] = worth
    return number


@lean
def judge_discards(
    row: Row,
    box: Box,
    lore: Row,
    weights: Floats,
    seat: int,
    desk: Floats,
    codes: Row,
    worths: Floats,
) -> int:
    """P-4.2: one or two cards too many in every way; of more, the cheapest go."""
    own = block(seat)
    hand = row[own + HAND]
    height = float(row[own + HEIGHT])
    climate_now(row, box, lore, weights, desk)
    count_pieces(row, box, lore, desk, seat)
    count_gains(row, box, desk, NOW_AT, seat)
    over = row[own + IN_HAND] - box[HAND_LIMIT]
    sure = 0
    while over > 2:
        left = hand - sure
        least, which = 1e9, 0
        while left:
            card = box[DIGGING + CARD + lowest(left)]
            cost = card_cost(box, desk, NOW_AT, card)
            if cost < least:
                least, which = cost, card
            left &= ~box[DIGGING + FIELD + card]
        sure += box[DIGGING + ONE + which]
        over -= 1
    number = 0
    firsts = hand - sure
    while firsts:
        card = box[DIGGING + CARD + lowest(firsts)]
        one = box[DIGGING + ONE + card]
        seconds = firsts - one if over == 2 else one
        while seconds:
            other = box[DIGGING + CARD + lowest(seconds)]
            thrown = sure + one
            if over == 2:
                thrown += box[DIGGING + ONE + other]
            look_at_hand(box, desk, hand - thrown)
            if number < len(codes):
                worths[number] = tools(row, box, lore, desk, NOW_AT, height)
                number = put(codes, number, PUT_AWAY | thrown << CARDS_AT)
            seconds &= ~box[DIGGING + FIELD + other]
        firsts &= ~box[DIGGING + FIELD + card]
    return number


# Playing on


@lean
def best_of(worths: Floats, number: int) -> int:
    """Where the best worth stands, the first of equals."""
    best = 0
    for at in range(1, number):
        if worths[at] > worths[best]:
            best = at
    return best


@lean
def fraction(random: Random) -> float:
    """A number from 0 up to 1."""
    return float(below(random, 1 << 30)) / (1 << 30)


@lean
def likely(worths: Floats, number: int, random: Random) -> int:
    """One of them by chance, the better the likelier."""
    best = worths[best_of(worths, number)]
    sum_ = 0.0
    for at in range(number):
        sum_ += math.exp((worths[at] - best) / SECRET)
    point = fraction(random) * sum_
    for at in range(number):
        point -= math.exp((worths[at] - best) / SECRET)
        if point < 0.0:
            return at
    return number - 1


@lean
def reseed(random: Random, seed: Any, number: Any) -> None:
    """Chance that hangs on these two numbers alone."""
    random[0] = np.uint64(seed) ^ (np.uint64(number) * np.uint64(0xD1342543DE82EF95))
    next64(random)
    random[0] = next64(random)


@lean
def seal(
    row: Row,
    box: Box,
    lore: Row,
    weights: Floats,
    share: float,
    seat: int,
    random: Random,
    desk: Floats,
    scratch: Row,
    codes: Row,
    worths: Floats,
) -> None:
    """P-7.10 P-10.7: those who have chosen in secret did something likely: nobody else knows what."""
    for other in range(box[SEATS]):
        if other == seat or row[WAITING] >> other & 1:
            continue
        own = block(other)
        if row[PHASE] == EXHIBITING and row[own + IN_OWNED] >= box[GUEST_NEEDS]:
            number = judged(
                row, box, lore, weights, share, other, desk, scratch, codes, worths
            )  # fmt: skip
            row[own + SHOWN] = codes[likely(worths, number, random)] >> CARDS_AT
        elif row[PHASE] == GIVING and open_choice(row, box, other)[1]:
            number = judged(
                row, box, lore, weights, share, other, desk, scratch, codes, worths
            )  # fmt: skip
            row[own + GIVEN] = codes[best_of(worths, number)] >> CARDS_AT


@lean
def step(
    row: Row,
    box: Box,
    lore: Row,
    weights: Floats,
    share: float,
    strays: float,
    random: Random,
    desk: Floats,
    scratch: Row,
    codes: Row,
    worths: Floats,
) -> None:
    """Whatever comes next: chance, or a seat by its judgement, which strays from it so often."""
    if row[PHASE] >= APPOINTING:
        make(row, box, CHANCE, chance(row, box, random))
        return
    seat = lowest(row[WAITING])
    if strays > 0.0 and fraction(random) < strays:
        make(row, box, seat, pick(row, box, seat, random))
        return
    number = judged(row, box, lore, weights, share, seat, desk, scratch, codes, worths)
    secret = row[PHASE] == EXHIBITING
    at = likely(worths, number, random) if secret else best_of(worths, number)
    make(row, box, seat, codes[at])


@compiled
def judge_row(
    row: Row,
    box: Box,
    lore: Row,
    weights: Floats,
    share: float,
    seat: int,
    codes: Row,
    worths: Floats,
) -> int:
    """The entry to judging."""
    desk, scratch = np.zeros(DESK), np.zeros(SCRATCH, np.int64)
    return judged(row, box, lore, weights, share, seat, desk, scratch, codes, worths)


@compiled
def play_rows(
    rows: Row,
    box: Box,
    lore: Row,
    weights: Floats,
    outlooks: Floats,
    doubts: Floats,
    share: float,
    seat: int,
    moves: Row,
    start: int,
    count: int,
    seed: int,
    turns: int,
    sums: Floats,
) -> None:
    """The entry to playing on: adds to the sums, for each move, what the plays give to hope for so many turns later."""
    desk, scratch = np.zeros(DESK), np.zeros(SCRATCH, np.int64)
    codes, worths = np.zeros(LISTED, np.int64), np.zeros(LISTED)
    random = np.zeros(1, np.uint64)
    sealed, row = np.empty_like(rows[0]), np.empty_like(rows[0])
    for play in range(start, start + count):
        reseed(random, seed, play)
        key = next64(random)
        sealed[:] = rows[play % len(rows)]
        seal(sealed, box, lore, weights, share, seat, random, desk, scratch, codes, worths)
        last = sealed[TURN] + turns
        for at in range(len(moves)):
            row[:] = sealed
            make(row, box, seat, moves[at])
            turn = -1
            for _ in range(STEPS):
                if row[PHASE] >= STOPPED or (row[PHASE] == ACTING and row[TURN] >= last):
                    break
                if row[TURN] != turn:
                    turn = row[TURN]
                    reseed(random, key, turn)
                step(row, box, lore, weights, share, 0.0, random, desk, scratch, codes, worths)
            lead = outlook(row, box, lore, weights, outlooks, desk, seat)
            sums[at] += hope(row, box, doubts, lead, seat)
