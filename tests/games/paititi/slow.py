"""The rules of Paititi once more, slow and by other means, to count against the law.

Cards are their names, piles are lists of names, and every subset of a hand is tried card by card.
Nothing of the law is used but the values of its state, read once, and the edition.
"""

from __future__ import annotations

import copy
from itertools import combinations
from typing import Any

from yupana.games.paititi import Paititi
from yupana.games.paititi.state import State

World = dict[str, Any]


def count(game: Paititi, state: State, depth: int) -> int:
    return _count(game, _world(game, state), depth)


def _world(game: Paititi, state: State) -> World:
    """The state as lists of names."""
    table, phase = game.table, state.phase
    digs, arts, shows = table.digging_names, table.artifact_names, table.exhibition_names

    def many(names: Any, counts: Any) -> list[str]:
        return [name for name, copies in zip(names, counts, strict=True) for _ in range(copies)]

    def sites(each: Any) -> Any:
        return each and [table.back_names[each.back], each.stock]

    world: World = {
        "seat": state.on_turn,
        "turn": state.turn,
        "last": state.exhibited,
        "passed": state.passes,
        "hands": [[digs[card] for card in own.hand] for own in state.expeditions],
        "shown": [[digs[card] for card in own.displayed] for own in state.expeditions],
        "finds": [[arts[card] for card in own.artifacts] for own in state.expeditions],
        "pile": many(digs, state.pile),
        "away": many(digs, state.discard),
        "stocks": [many(arts, stock) for stock in state.stocks],
        "sites": [sites(each) for each in (*state.row, state.top)],
        "thrown": many(arts, state.thrown),
        "open": [shows[card] for card in state.open],
        "decks": [[shows[card] for card in deck] for deck in state.decks],
        "ending": state.ending,
        "phase": type(phase).__name__,
    }
    for word in ("left", "site", "seat"):
        if hasattr(phase, word):
            world["number"] = getattr(phase, word)
    if hasattr(phase, "card"):
        world["card"] = shows[phase.card]
    for word in ("chosen", "given"):
        if hasattr(phase, word):
            world["sealed"] = [
                None if cards is None else [arts[card] for card in cards]
                for cards in getattr(phase, word)
            ]
    if world["phase"] == "Giving":
        world["card"] = shows[state.ledger[-1].card]
        world["showing"] = [[arts[card] for card in cards] for cards in phase.shown]  # type: ignore[union-attr]
    return world


def _count(game: Paititi, world: World, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(_count(game, after, depth - 1) for after in _after(game, world))


def _after(game: Paititi, world: World) -> list[World]:
    """Every world one event further."""
    step: Any = globals()[f"_in_{world['phase'].lower()}"]
    result: list[World] = step(game, world)
    return result


def _copy(world: World, **changes: Any) -> World:
    new = copy.deepcopy(world)
    new.update(changes)
    return new


def _picks(card: str) -> int:
    return int(card.split("/")[0])


def _shovels(card: str) -> int:
    return int(card.split("/")[1])


def _kinds(game: Paititi, show: str) -> list[str]:
    """The two kinds of an exhibition card, in the singular."""
    plural = {many: one for one, many in game.edition.kinds.items()}
    return [plural[word] for word in show.replace("+", "/").split("/")]


def _subsets(cards: list[str]) -> set[tuple[str, ...]]:
    return {
        tuple(sorted(some)) for size in range(len(cards) + 1) for some in combinations(cards, size)
    }


def _take(cards: list[str], some: Any) -> None:
    for card in some:
        cards.remove(card)


# Chance


def _in_appointing(game: Paititi, world: World) -> list[World]:
    seats = len(world["hands"])
    return [_copy(world, seat=s, phase="Dealing", number=(s + 1) % seats) for s in range(seats)]


def _in_dealing(game: Paititi, world: World) -> list[World]:
    after = []
    for cards in {tuple(sorted(c)) for c in combinations(world["pile"], game.edition.turn.dealt)}:
        new = _copy(world)
        _take(new["pile"], cards)
        new["hands"][world["number"]] += cards
        new["number"] = (world["number"] + 1) % len(world["hands"])
        after.append(_end(game, new) if world["number"] == world["seat"] else new)
    return after


def _in_drawing(game: Paititi, world: World) -> list[World]:
    after = []
    size = min(world["number"], len(world["pile"]))
    for cards in {tuple(sorted(some)) for some in combinations(world["pile"], size)}:
        new = _copy(world)
        _take(new["pile"], cards)
        new["hands"][new["seat"]] += cards
        after.append(_draw(game, new, world["number"] - size))
    return after


def _draw(game: Paititi, world: World, number: int) -> World:
    if number > 0 and not world["pile"]:
        world["pile"], world["away"] = world["away"], []
    if number == 0 or not world["pile"]:
        return _end(game, world)
    return _copy(world, phase="Drawing", number=number)


def _in_digging(game: Paititi, world: World) -> list[World]:
    at = world["number"] - 1 if world["number"] else len(world["sites"]) - 1
    back, stock = world["sites"][at]
    after = []
    for card in {card for card in world["stocks"][stock] if card.endswith(f"@{back}")}:
        new = _copy(world)
        new["sites"][at] = None
        new["stocks"][stock].remove(card)
        if card.startswith("shards"):
            new["thrown"].append(card)
            after.append(_draw(game, new, game.edition.turn.drawn))
        else:
            new["finds"][new["seat"]].append(card)
            after.append(_end(game, new))
    return after


def _hidden_backs(world: World) -> list[str]:
    newest = len(world["stocks"]) - 1
    backs = [card.split("@")[1] for card in world["stocks"][newest]]
    _take(backs, [site[0] for site in world["sites"] if site and site[1] == newest])
    return backs


def _in_laying(game: Paititi, world: World) -> list[World]:
    after = []
    for back in set(_hidden_backs(world)):
        new = _copy(world)
        new["sites"][-1] = [back, len(world["stocks"]) - 1]
        after.append(_end(game, new))
    return after


def _in_turning(game: Paititi, world: World) -> list[World]:
    deck = 0 if world["decks"][0] else 1
    after = []
    for card in set(world["decks"][deck]):
        new = _copy(world)
        new["decks"][deck].remove(card)
        if card == "stop":
            new["ending"] = game.edition.turn.after_stop
        else:
            new["open"].append(card)
        after.append(_end(game, new))
    return after


def _end(game: Paititi, world: World) -> World:
    """Row, limit of the hand, next seat."""
    row = world["sites"]
    if row[-1] and None in row[:-1]:
        row[row.index(None)] = row[-1]
        row[-1] = None
    if row[-1] is None:
        if not _hidden_backs(world) and world["thrown"]:
            world["stocks"].append(world["thrown"])
            world["thrown"] = []
        if _hidden_backs(world):
            return _copy(world, phase="Laying")
    if world["turn"] > 0 and len(world["hands"][world["seat"]]) > game.edition.turn.hand_limit:
        return _copy(world, phase="Discarding")
    return _next(world)


def _next(world: World) -> World:
    seat = (world["seat"] + 1) % len(world["hands"])
    return _copy(world, phase="Acting", seat=seat, turn=world["turn"] + 1)


# Choices


def _in_over(game: Paititi, world: World) -> list[World]:
    return []


def _in_discarding(game: Paititi, world: World) -> list[World]:
    hand = world["hands"][world["seat"]]
    after = []
    for cards in _subsets(hand):
        if len(hand) - len(cards) == game.edition.turn.hand_limit:
            new = _copy(world)
            _take(new["hands"][new["seat"]], cards)
            new["away"] += cards
            after.append(_next(new))
    return after


def _in_acting(game: Paititi, world: World) -> list[World]:
    seat, turn = world["seat"], game.edition.turn
    shows = []
    for card in set(world["open"]):
        kinds = [find.split()[0] for find in world["finds"][seat]]
        fits = any(kind in _kinds(game, card) for kind in kinds)
        if len(kinds) >= turn.needs and (fits or not game.options.must_show):
            shows.append(card)
    after = [_exhibit(game, world, card) for card in shows]
    idle = world["turn"] - 1 - world["last"]
    if shows and game.options.must_exhibit and idle >= turn.patience * len(world["hands"]):
        return after
    if world["pile"] or world["away"]:
        after.append(_draw(game, _copy(world, passed=0), turn.drawn))
    for card in set(world["hands"][seat]):
        new = _copy(world, passed=0)
        new["hands"][seat].remove(card)
        new["shown"][seat].append(card)
        after.append(_end(game, new))
    after += _digs(game, world)
    if not after:
        passed = _copy(world, passed=world["passed"] + 1)
        over = passed["passed"] == len(world["hands"])
        after.append(_copy(passed, phase="Over") if over else _next(passed))
    return after


def _digs(game: Paititi, world: World) -> list[World]:
    seat, row = world["seat"], world["sites"]
    after = []
    for at, site in enumerate(row):
        if site is None:
            continue
        need = game.edition.backs[site[0]]
        for cards in _subsets(world["hands"][seat]):
            spent = 0
            picks = 0
            while picks < need.picks and spent < len(world["shown"][seat]):
                picks += _picks(world["shown"][seat][spent])
                spent += 1
            if picks >= need.picks and sum(map(_shovels, cards)) >= need.shovels:
                new = _copy(world, passed=0, phase="Digging")
                new["number"] = 0 if at == len(row) - 1 else at + 1
                _take(new["hands"][seat], cards)
                new["away"] += [*cards, *new["shown"][seat][:spent]]
                new["shown"][seat] = new["shown"][seat][spent:]
                after.append(new)
    return after


def _exhibit(game: Paititi, world: World, card: str) -> World:
    least = game.edition.turn.needs if game.options.guests_need_two else 1
    sealed: list[Any] = [None if len(finds) >= least else [] for finds in world["finds"]]
    new = _copy(world, passed=0, phase="Exhibiting", card=card, sealed=sealed, last=world["turn"])
    new["open"].remove(card)
    return new


def _in_exhibiting(game: Paititi, world: World) -> list[World]:
    after = []
    kinds = _kinds(game, world["card"])
    for seat, chosen in enumerate(world["sealed"]):
        if chosen is None:
            for cards in _subsets(world["finds"][seat]):
                fits = any(card.split()[0] in kinds for card in cards)
                if fits or not (game.options.must_show and seat == world["seat"]):
                    new = _copy(world)
                    new["sealed"][seat] = list(cards)
                    after.append(_revealed(game, new))
    return after


def _of_kind(cards: list[str], kind: str) -> list[str]:
    return [card for card in cards if card.split()[0] == kind]


def _owed(game: Paititi, world: World, seat: int) -> tuple[list[str], int]:
    """The cards of the permanent half, and how many of them are given up."""
    kind = _kinds(game, world["card"])[1]
    pieces = [
        sum(int(card.split()[1][0]) for card in _of_kind(cards, kind)) for cards in world["showing"]
    ]
    cards = _of_kind(world["showing"][seat], kind)
    turn = game.edition.turn
    number = turn.gives + (turn.most_gives if pieces[seat] == max(pieces) else 0)
    return cards, min(number, len(cards))


def _revealed(game: Paititi, world: World) -> World:
    if None in world["sealed"]:
        return world
    world["showing"] = world["sealed"]
    world["sealed"] = [[] for _ in world["hands"]]
    if "/" in world["card"]:
        for seat in range(len(world["hands"])):
            cards, number = _owed(game, world, seat)
            if len({some for some in _subsets(cards) if len(some) == number}) > 1:
                world["sealed"][seat] = None
            else:
                world["sealed"][seat] = cards[:number]
    return _given(game, _copy(world, phase="Giving"))


def _in_giving(game: Paititi, world: World) -> list[World]:
    after = []
    for seat, given in enumerate(world["sealed"]):
        if given is None:
            cards, number = _owed(game, world, seat)
            for some in _subsets(cards):
                if len(some) == number:
                    new = _copy(world)
                    new["sealed"][seat] = list(some)
                    after.append(_given(game, new))
    return after


def _given(game: Paititi, world: World) -> World:
    if None in world["sealed"]:
        return world
    for seat, given in enumerate(world["sealed"]):
        if "/" in world["card"]:
            if not given:  # read from a state, where what is not chosen is not listed
                cards, number = _owed(game, world, seat)
                given = cards[:number]
            gone = given + _of_kind(world["showing"][seat], _kinds(game, world["card"])[0])
            _take(world["finds"][seat], gone)
            world["thrown"] += gone
    if world["ending"] is None:
        return _copy(world, phase="Turning")
    world["ending"] -= 1
    return _end(game, world) if world["ending"] else _copy(world, phase="Over")
