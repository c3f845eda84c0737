"""The rules of Wiraqocha once more, slow and by other means, to count and compare against the law.

A world is a dict of names, lists and sets. `moves` tries everything, each subset of the dice and each
pawn, and gives for every move its text and the world after it. Nothing of the room's rules is used,
only the edition's data and the fields of a state.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product
from typing import Any

from yupana.games.wiraqocha import Wiraqocha
from yupana.games.wiraqocha.state import (
    Acting,
    Drawing,
    Laying,
    Over,
    Preparing,
    Revealing,
    Rolling,
    State,
)

World = dict[str, Any]

PAWNS = ["camp", "explorer", "drill", "zeppelin", "android", "miner", "juggernaut"]
ONCE = [
    "collected",
    "recovered",
    "built",
    "sacrificed",
    "bought-back",
    "factory",
    "exoskeleton",
    "probe",
    "tunneller",
    "fortress",
]
CARDS = [
    "force-field",
    "recovery-workshop",
    "android-factory",
    "flying-fortress",
    "psychic-probe",
    "death-ray",
    "transport-tunneller",
    "mechanical-miner",
    "android-explorer",
    "juggernaut",
    "battle-exoskeleton",
    "production-tanks",
]
PAWN_CARDS = {
    "android-explorer": "android",
    "mechanical-miner": "miner",
    "juggernaut": "juggernaut",
}
FLYERS = ("zeppelin", "juggernaut")


# From a state to a world


def _members(bits: int, names: list[Any]) -> set[Any]:
    return {name for i, name in enumerate(names) if bits >> i & 1}


def world_of(game: Wiraqocha, state: State) -> World:
    data = {name: tile for name, tile in game.edition.tiles.items() if not tile.replaces}
    if game.options.caves:
        data = {("caves" if name == "7" else name): tile for name, tile in data.items()}
        data["caves"] = game.edition.tiles["caves"]
    names = list(data)
    places = [(c, h) for c, column in enumerate(game.edition.board.columns) for h in column]
    at = {names[tile]: places[i] for i, tile in enumerate(state.valley)}
    there = {names[i]: s for i, s in enumerate(state.stands) if s is not None}
    noted = _members(state.turn.noted, names)
    return {
        "data": data,
        "options": game.options,
        "rules": game.rules,
        "edition": game.edition,
        "places": at,
        "phase": _phase(state),
        "number": state.turn.number,
        "seat": state.turn.seat,
        "done": _members(state.turn.marks, ONCE),
        "noted": noted,
        "rerolled": [set(noted) for _ in range(len(noted) - state.turn.rerolls)],
        "on": {
            name: {"seat": s.seat, "pawn": PAWNS[s.pawn], "die": s.die, "probed": s.probed}
            for name, s in there.items()
        },
        "players": [
            {
                "reserve": sorted(
                    p for p, n in zip(PAWNS, q.reserve, strict=True) for _ in range(n)
                ),
                "graves": sorted(
                    p for p, n in zip(PAWNS, q.graveyard, strict=True) for _ in range(n)
                ),
                "cubes": q.cubes,
                "crystals": q.crystals,
                "artifacts": _members(q.artifacts, [1, 2, 3, 4]),
                "cards": _members(q.cards, CARDS),
                "prisoner": q.prisoner and (q.prisoner.seat, PAWNS[q.prisoner.pawn]),
            }
            for q in state.players
        ],
        "market": _members(state.market, CARDS),
        "deck": _members(state.deck, CARDS),
        "unfound": _members(state.ruins, [1, 2, 3, 4]),
        "field": _where(state.field, names),
        "fortress": _where(state.fortress, names),
        "dead": _where(state.devastated, names),
    }


def _where(tile: int, names: list[str]) -> str | None:
    return {-1: None, -2: "gone"}[tile] if tile < 0 else names[tile]


def _phase(state: State) -> tuple[Any, ...]:
    match state.phase:
        case Preparing():
            return ("prepare",)
        case Acting(dice):
            return ("act", list(dice))
        case Rolling(count, dice):
            return ("roll", count, list(dice))
        case Revealing(count):
            return ("reveal", count)
        case Drawing():
            return ("draw",)
        case Over(winner, why):
            return ("over", winner, why)
        case Laying():
            raise NotImplementedError("22! ways")


def seen(world: World) -> World:
    """A world as it can be compared: of the re-rolls made, only how many are left."""
    shown = {
        key: value for key, value in world.items() if key not in ("data", "options", "edition")
    }
    shown["rerolled"] = _rerolls_left(world)
    return shown


# Questions


def _mine(world: World) -> dict[str, Any]:
    return {tile: s for tile, s in world["on"].items() if s["seat"] == world["seat"]}


def _me(world: World) -> Any:
    return world["players"][world["seat"]]


def _touch(world: World, one: str, other: str) -> bool:
    (a, b), (c, d) = world["places"][one], world["places"][other]
    return (abs(a - c), abs(b - d)) in {(0, 2), (1, 1)}


def _makes(tile: Any, dice: tuple[int, ...]) -> bool:
    if tile.faces:
        return sorted(dice) == sorted(tile.faces)
    return bool(sum(dice) == tile.sum)


def _defences(world: World, tile: str) -> list[int]:
    stand = world["on"].get(tile)
    if stand is None:
        return []
    values = [stand["die"]] if stand["die"] else []
    if stand["pawn"] == "camp":
        values.append(1 if stand["probed"] else 5)
    return [max(values)] * (2 if world["fortress"] == tile else 1) if values else []


def _ways(world: World, tile: str, dice: list[int]) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every split of the dice into used for the tile, used against its defences, unused."""
    found = set()
    walls = _defences(world, tile)
    for roles in product("tbu", repeat=len(dice)):
        taking = tuple(sorted(d for d, r in zip(dice, roles, strict=True) if r == "t"))
        beating = sorted(d for d, r in zip(dice, roles, strict=True) if r == "b")
        if not taking or not _makes(world["data"][tile], taking) or len(beating) != len(walls):
            continue
        if walls and walls[0] == 6:
            if any(d != 6 for d in beating) or 2 * len(beating) > _me(world)["cubes"]:
                continue
            beating = [7] * len(beating)
        elif any(d <= walls[0] for d in beating):
            continue
        found.add((taking, tuple(beating)))
    return found


def _rerolls_left(world: World) -> int:
    """How many more could be made now: each needs a Ruins held when it was made, for itself."""
    history = list(world["rerolled"])
    left = 0
    while _matched([*history, set(world["noted"])]):
        history.append(set(world["noted"]))
        left += 1
    return left


def _matched(sets: list[set[str]]) -> bool:
    if not sets:
        return True
    return any(_matched([s - {ruins} for s in sets[1:]]) for ruins in sets[0])


# Changes


def _copy(world: World) -> World:
    """Everything that can change, anew."""
    name, *rest = world["phase"]
    return {
        **{key: value.copy() if isinstance(value, set) else value for key, value in world.items()},
        "phase": (name, *(each.copy() if isinstance(each, list) else each for each in rest)),
        "rerolled": [each.copy() for each in world["rerolled"]],
        "on": {tile: dict(stand) for tile, stand in world["on"].items()},
        "players": [
            {
                key: value.copy() if isinstance(value, list | set) else value
                for key, value in player.items()
            }
            for player in world["players"]
        ],
    }


def _leave(world: World, tile: str) -> Any:
    stand = world["on"].pop(tile)
    if world["field"] == tile:
        world["field"] = None
    if world["fortress"] == tile:
        world["fortress"] = None
        if stand["seat"] == world["seat"]:
            world["done"].add("fortress")
    world["noted"].discard(tile)
    return stand


def _stand(world: World, tile: str, seat: int, pawn: str, die: int = 0) -> None:
    world["on"][tile] = {"seat": seat, "pawn": pawn, "die": die, "probed": False}
    artifact = world["data"][tile].artifact
    if pawn in ("explorer", "android") and artifact in world["unfound"]:
        world["unfound"].remove(artifact)
        world["players"][seat]["artifacts"].add(artifact)


def _add(pawns: list[str], pawn: str) -> None:
    pawns.append(pawn)
    pawns.sort()


def _checked(world: World) -> World:
    """Whoever has won, has won."""
    edition, seats = world["edition"], str(len(world["players"]))
    for seat, player in enumerate(world["players"]):
        costs = [edition.cards[card] for card in player["cards"]]
        goal = edition.goals.leviathan[seats]
        if len(player["artifacts"]) == 4:
            why = "artifacts"
        elif player["crystals"] >= edition.goals.crystals[seats]:
            why = "crystals"
        elif (
            sum(c.cubes for c in costs) >= goal.cubes
            and sum(c.crystals for c in costs) >= goal.crystals
        ):
            why = "leviathan"
        else:
            continue
        world["phase"] = ("over", seat, why)
        return world
    return world


# What may be done


def moves(world: World) -> dict[str, World]:
    """The text of every move, and the world after it."""
    match world["phase"]:
        case ("prepare",):
            found = list(_prepare(world))
        case ("act", _):
            found = list(_act(world))
        case _:
            found = []
    texts = dict(found)
    assert len(texts) == len(found), "a move twice"
    return {text: _checked(after) for text, after in texts.items()}


def _prepare(world: World) -> Iterator[tuple[str, World]]:
    me, mine = _me(world), _mine(world)
    if "collected" not in world["done"]:
        yield "collect", _collected(_copy(world))
    if "recovery-workshop" in me["cards"] and "recovered" not in world["done"]:
        for pawn in set(me["graves"]):
            new = _copy(world)
            _me(new)["graves"].remove(pawn)
            _add(_me(new)["reserve"], pawn)
            new["done"].add("recovered")
            yield f"workshop {pawn}", new
    for tile, stand in mine.items():
        if stand["pawn"] in FLYERS:
            for pawn in set(me["reserve"]) - set(FLYERS):
                new = _copy(world)
                _me(new)["reserve"].remove(pawn)
                _add(_me(new)["reserve"], stand["pawn"])
                _stand(new, tile, world["seat"], pawn, stand["die"])
                yield f"swap {tile} by {pawn}", new
            for source, other in mine.items():
                if other["pawn"] not in FLYERS:
                    new = _copy(world)
                    _leave(new, source)
                    _add(_me(new)["reserve"], stand["pawn"])
                    _stand(new, tile, world["seat"], other["pawn"], stand["die"])
                    yield f"swap {tile} from {source}", new
        if stand["die"]:
            new = _copy(world)
            new["on"][tile]["die"] = 0
            yield f"lift {tile}", new
    explorer = mine.get("caves")
    if explorer and explorer["pawn"] in ("explorer", "android"):
        for tile, data in world["data"].items():
            free = tile not in world["on"] and tile not in (world["dead"], world["field"])
            if data.ground == "mountain" and free:
                new = _copy(world)
                _leave(new, "caves")
                _stand(new, tile, world["seat"], explorer["pawn"])
                yield f"caves {tile}", new
    new = _copy(world)
    if "collected" not in world["done"]:
        new = _collected(new)
    dice = 3 + sum(world["data"][tile].terrain == "village" for tile in mine)
    dice = max(0, dice - sum(stand["die"] > 0 for stand in mine.values()))
    if world["options"].strict_dice:
        dice = min(dice, 11 - sum(stand["die"] > 0 for stand in world["on"].values()))
    new["phase"] = ("roll", dice, []) if dice else ("act", [])
    yield "roll", new


def _collected(world: World) -> World:
    cubes = sum(world["data"][tile].cubes for tile in _mine(world))
    cubes += 2 * ("production-tanks" in _me(world)["cards"])
    left = 25 - sum(player["cubes"] for player in world["players"])
    _me(world)["cubes"] += min(cubes, left)
    world["done"].add("collected")
    return world


def _act(world: World) -> Iterator[tuple[str, World]]:
    camp = any(stand["pawn"] == "camp" for stand in _mine(world).values())
    if not camp:
        yield from _takes(world, False)
        for text, new in _changes(world):
            if _placeable(new):
                yield text, new
        yield from _luck(world)
        if not _placeable(world):
            yield "end", _ended(_copy(world))
        return
    yield from _takes(world, True)
    yield from _thefts(world)
    yield from _changes(world)
    yield from _luck(world)
    yield from _rest(world)
    yield "end", _ended(_copy(world))


def _placeable(world: World) -> bool:
    """Whether some order of changes without luck leads to a Camp that can be placed."""
    if next(iter(_takes(world, False)), None):
        return True
    return any(_placeable(new) for _, new in _changes(world))


def _takes(world: World, camp: bool) -> Iterator[tuple[str, World]]:
    dice, mine, seat = world["phase"][1], _mine(world), world["seat"]
    for tile, data in world["data"].items():
        if tile in mine or tile in (world["dead"], world["field"]):
            continue
        rival = world["on"].get(tile)
        fly = data.ground == "mountain" or (rival and rival["pawn"] in FLYERS)
        near = not mine or any(_touch(world, tile, own) for own in mine)
        by: list[tuple[str, str | None, str]] = []
        for pawn in set(_me(world)["reserve"]):
            if near and (camp or pawn == "camp") and (not fly or pawn in FLYERS):
                by.append((f"by {pawn}", None, pawn))
        for source, stand in mine.items():
            if camp and (not fly or stand["pawn"] in FLYERS):
                by.append((f"from {source}", source, stand["pawn"]))
        hostage = world["options"].prisoners and rival and rival["pawn"] != "camp"
        for (taking, beating), (how, source_, pawn), capture in product(
            _ways(world, tile, dice), by, (False, True) if hostage else (False,)
        ):
            new = _copy(world)
            _spend(new, taking, beating)
            if source_:
                _leave(new, source_)
            else:
                _me(new)["reserve"].remove(pawn)
            if rival:
                _expel(new, tile, capture)
            _stand(new, tile, seat, pawn)
            text = f"take {tile} {how} with {_said(taking)}"
            text += f" beating {_said(beating)}" if beating else ""
            yield text + (" capturing" if capture else ""), new


def _said(dice: tuple[int, ...]) -> str:
    return " ".join(str(die) for die in dice)


def _spend(world: World, taking: tuple[int, ...], beating: tuple[int, ...]) -> None:
    for die in (*taking, *beating):
        world["phase"][1].remove(6 if die == 7 else die)
        if die == 7:
            _me(world)["cubes"] -= 2


def _expel(world: World, tile: str, capture: bool) -> None:
    stand = _leave(world, tile)
    owner = world["players"][stand["seat"]]
    if stand["pawn"] == "camp":
        _add(owner["reserve"], "camp")
    elif capture:
        _free(world, _me(world))
        _me(world)["prisoner"] = (stand["seat"], stand["pawn"])
    else:
        _add(owner["graves"], stand["pawn"])


def _free(world: World, captor: Any) -> None:
    if captor["prisoner"]:
        owner, pawn = captor["prisoner"]
        _add(world["players"][owner]["reserve"], pawn)
        captor["prisoner"] = None


def _thefts(world: World) -> Iterator[tuple[str, World]]:
    mine, me, dice = _mine(world), _me(world), world["phase"][1]
    for tile, stand in world["on"].items():
        if stand["seat"] == world["seat"] or stand["pawn"] != "camp":
            continue
        able = set(me["reserve"]) if any(_touch(world, tile, own) for own in mine) else set()
        able |= {own["pawn"] for own in mine.values()}
        if world["data"][tile].ground == "mountain":
            able &= set(FLYERS)
        victim = world["players"][stand["seat"]]
        for loot in _loots(world, victim):
            if able and tile != world["field"]:
                for taking, beating in _ways(world, tile, dice):
                    new = _copy(world)
                    _spend(new, taking, beating)
                    _steal(new, stand["seat"], loot)
                    yield (
                        f"pillage {tile} with {_said(taking)} beating {_said(beating)} for {loot}",
                        new,
                    )
            tunnels = "transport-tunneller" in me["cards"] and "tunneller" not in world["done"]
            if tunnels and (loot != "prisoner" or world["rules"] == 1):
                undefended = {**world, "on": {}}
                for taking, _ in _ways(undefended, tile, dice):
                    new = _copy(world)
                    _spend(new, taking, ())
                    new["done"].add("tunneller")
                    _steal(new, stand["seat"], loot)
                    yield f"tunnel {tile} with {_said(taking)} for {loot}", new


def _loots(world: World, victim: Any) -> Iterator[str]:
    if victim["crystals"]:
        yield "crystal"
    for number in victim["artifacts"]:
        yield f"artifact {number}"
    for card in victim["cards"]:
        if world["edition"].cards[card].kind == "invention":
            yield card
    if victim["prisoner"] and victim["prisoner"][0] == world["seat"]:
        yield "prisoner"


def _steal(world: World, seat: int, loot: str) -> None:
    me, victim = _me(world), world["players"][seat]
    match loot.split():
        case ["crystal"]:
            victim["crystals"] -= 1
            me["crystals"] += 1
        case ["artifact", number]:
            victim["artifacts"].remove(int(number))
            me["artifacts"].add(int(number))
        case ["prisoner"]:
            _free(world, victim)
        case _:
            victim["cards"].remove(loot)
            me["cards"].add(loot)
            if loot in PAWN_CARDS:
                _hand_over(world, PAWN_CARDS[loot], victim)


def _hand_over(world: World, pawn: str, victim: Any) -> None:
    me = _me(world)
    for pile in ("reserve", "graves"):
        if pawn in victim[pile]:
            victim[pile].remove(pawn)
            _add(me[pile], pawn)
    for tile, stand in list(world["on"].items()):
        if stand["pawn"] == pawn:
            _leave(world, tile)
            world["on"][tile] = {"seat": world["seat"], "pawn": pawn, "die": 0, "probed": False}
    for player in world["players"]:
        if player["prisoner"] and player["prisoner"][1] == pawn:
            player["prisoner"] = (world["seat"], pawn)
            if player is me:
                _free(world, me)


def _changes(world: World) -> Iterator[tuple[str, World]]:
    """What changes dice or defences without luck."""
    me, dice = _me(world), world["phase"][1]
    for die in set(dice):
        for verb, face in (("raise", die + 1), ("lower", die - 1)):
            if me["cubes"] >= 2 and 1 <= face <= 6:
                new = _copy(world)
                _me(new)["cubes"] -= 2
                yield f"{verb} {die}", _turn(new, die, face)
        able = "battle-exoskeleton" in me["cards"] and "exoskeleton" not in world["done"]
        if able and die != 5:
            new = _copy(world)
            new["done"].add("exoskeleton")
            yield f"exoskeleton {die}", _turn(new, die, 5)
    if "psychic-probe" in me["cards"] and "probe" not in world["done"]:
        for tile, stand in world["on"].items():
            walls = _defences(world, tile)
            if stand["seat"] != world["seat"] and walls and walls[0] > 1:
                new = _copy(world)
                new["done"].add("probe")
                new["on"][tile]["die"] = 1 if stand["die"] else 0
                new["on"][tile]["probed"] = stand["pawn"] == "camp"
                yield f"probe {tile}", new


def _turn(world: World, die: int, face: int) -> World:
    world["phase"][1].remove(die)
    world["phase"][1].append(face)
    world["phase"][1].sort()
    return world


def _luck(world: World) -> Iterator[tuple[str, World]]:
    me, dice = _me(world), world["phase"][1]
    if _rerolls_left(world):
        for die in set(dice):
            new = _copy(world)
            rest = new["phase"][1]
            rest.remove(die)
            new["rerolled"].append(set(world["noted"]))
            new["phase"] = ("roll", 1, rest)
            yield f"reroll {die}", new
    out = len(dice) + sum(stand["die"] > 0 for stand in world["on"].values())
    if world["options"].strict_dice and out >= 11:
        return
    if me["crystals"] and "sacrificed" not in world["done"]:
        new = _copy(world)
        _me(new)["crystals"] -= 1
        new["done"].add("sacrificed")
        new["phase"] = ("roll", 1, new["phase"][1])
        yield "crystal die", new
    if "android-factory" in me["cards"] and me["cubes"] >= 3 and "factory" not in world["done"]:
        new = _copy(world)
        _me(new)["cubes"] -= 3
        new["done"].add("factory")
        new["phase"] = ("roll", 1, new["phase"][1])
        yield "factory die", new


def _rest(world: World) -> Iterator[tuple[str, World]]:
    me, mine, dice = _me(world), _mine(world), world["phase"][1]
    for tile, stand in mine.items():
        if not stand["die"]:
            for die in set(dice):
                new = _copy(world)
                new["phase"][1].remove(die)
                new["on"][tile]["die"] = die
                yield f"defend {tile} with {die}", new
        usable = "flying-fortress" in me["cards"] and "fortress" not in world["done"]
        if usable and world["fortress"] not in ("gone", tile):
            new = _copy(world)
            new["fortress"] = tile
            new["done"].add("fortress")
            yield f"fortress {tile}", new
    for card in world["market"] if "built" not in world["done"] else ():
        price = world["edition"].cards[card]
        if me["cubes"] >= price.cubes and me["crystals"] >= price.crystals:
            spots: list[str | None] = list(mine) if card == "force-field" else [None]
            for spot in spots:
                new = _copy(world)
                _me(new)["cubes"] -= price.cubes
                _me(new)["crystals"] -= price.crystals
                _me(new)["cards"].add(card)
                new["market"].remove(card)
                new["done"].add("built")
                if card in PAWN_CARDS:
                    _add(_me(new)["reserve"], PAWN_CARDS[card])
                if spot:
                    new["field"] = spot
                yield f"build {card}" + (f" on {spot}" if spot else ""), new
    if me["cubes"] >= 3 and "bought-back" not in world["done"]:
        for pawn in set(me["graves"]):
            new = _copy(world)
            _me(new)["cubes"] -= 3
            _me(new)["graves"].remove(pawn)
            _add(_me(new)["reserve"], pawn)
            new["done"].add("bought-back")
            yield f"buy back {pawn}", new
    if "death-ray" in me["cards"] and not world["dead"]:
        for tile in world["data"]:
            yield f"ray {tile}", _struck(_copy(world), tile)
    for captor, player in enumerate(world["players"]):
        if player["prisoner"] and player["prisoner"][0] == world["seat"]:
            for coin, thing, price in (("cubes", "cubes", 3), ("crystal", "crystals", 1)):
                if me[thing] >= price:
                    new = _copy(world)
                    _me(new)[thing] -= price
                    new["players"][captor][thing] += price
                    _free(new, new["players"][captor])
                    yield f"ransom {captor + 1} with {coin}", new


def _struck(world: World, tile: str) -> World:
    fortress = world["fortress"] == tile
    if tile in world["on"]:
        stand = _leave(world, tile)
        if stand["pawn"] == "camp":
            _add(world["players"][stand["seat"]]["reserve"], "camp")
    if fortress:
        world["fortress"] = "gone"
    world["unfound"].discard(world["data"][tile].artifact)
    world["dead"] = tile
    return world


def _ended(world: World) -> World:
    me, mine = _me(world), _mine(world)
    if any(stand["pawn"] == "camp" for stand in mine.values()):
        points = sum(
            2 if world["data"][tile].terrain == "vein" else 1
            for tile, stand in mine.items()
            if stand["pawn"] in ("drill", "miner")
        )
        left = 25 - sum(player["crystals"] for player in world["players"])
        me["crystals"] += min(points // 2, left)
    if _checked(world)["phase"][0] == "over":
        return world
    me["cubes"] = min(me["cubes"], 3)
    missing = min(3 - len(world["market"]), len(world["deck"]))
    if missing > 0:
        world["phase"] = ("reveal", missing)
        return world
    return _started(world, (world["seat"] + 1) % len(world["players"]))


def _started(world: World, seat: int) -> World:
    world["phase"], world["seat"], world["done"] = ("prepare",), seat, set()
    world["number"] += 1
    for stand in world["on"].values():
        stand["probed"] = False
    world["noted"] = {t for t in _mine(world) if world["data"][t].terrain == "ruins"}
    world["rerolled"] = []
    return world


# What chance may do


def outcomes(world: World) -> dict[str, World]:
    found = {}
    match world["phase"]:
        case ("roll", count, dice):
            for faces in combinations_with_replacement(range(1, 7), count):
                new = _copy(world)
                new["phase"] = ("act", sorted([*dice, *faces]))
                found[f"rolled {_said(faces)}"] = new
        case ("reveal", count):
            for cards in combinations([card for card in CARDS if card in world["deck"]], count):
                new = _copy(world)
                new["market"] |= set(cards)
                new["deck"] -= set(cards)
                if world["number"]:
                    new = _started(new, (world["seat"] + 1) % len(world["players"]))
                else:
                    new["phase"] = ("draw",)
                found["revealed " + " ".join(cards)] = new
        case ("draw",):
            for seat in range(len(world["players"])):
                found[f"first {seat + 1}"] = _started(_copy(world), seat)
    return found


def count(game: Wiraqocha, state: State, depth: int) -> int:
    """The sequences of `depth` events from here."""
    return _count(world_of(game, state), depth)


def _count(world: World, depth: int) -> int:
    if depth == 0:
        return 1
    after = {**moves(world), **outcomes(world)}
    return len(after) if depth == 1 else sum(_count(new, depth - 1) for new in after.values())
