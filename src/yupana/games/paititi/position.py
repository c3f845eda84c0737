"""Positions as text: everything on the table, face up, written in one way and read back exactly.

    turn 9 seat 2 exhibited 4
    acting
    open vases+llamas statues+tiles tiles/vases
    deck vases/statues statues/discs
    then vases/tiles stop
    row 2 3 5 top 3
    stock vase 1@2 2@2 llama 1@3
    pile 1/1x4 1/2x5
    discard 2/2 3/3x2
    held llamas+statues by 1: 3+2 0+0
    seat 1
      hand 1/2 2/3
      displayed 3/3 2/2
      artifacts vase 1@2
    seat 2

What is left out is empty, or none; a stock, a pile or the decks left out hold all cards that are
named nowhere else, so that a position copied from a table is short.
"""

from __future__ import annotations

from collections import Counter

from yupana.core.errors import NotationError
from yupana.core.game import CHANCE, Seat
from yupana.core.text import read_count
from yupana.games.paititi.cards import Cards, Counts, added, has, listed
from yupana.games.paititi.components import Table
from yupana.games.paititi.notation import (
    NOTHING,
    PILE_NAME,
    read_artifact,
    read_artifacts,
    read_back,
    read_digging,
    read_exhibition,
    read_site,
    write_artifacts,
    write_digging,
)
from yupana.games.paititi.state import (
    PILE,
    Acting,
    Appointing,
    Dealing,
    Digging,
    Discarding,
    Drawing,
    Exhibiting,
    Exhibition,
    Expedition,
    Find,
    Giving,
    Laying,
    News,
    Over,
    Phase,
    Showing,
    Site,
    State,
    Turning,
    site_at,
)

EMPTY = "-"
"""An empty place of the row, an empty top of the pile, a seat not yet known."""

ONCE = ("open", "deck", "then", "ending", "row", "thrown", "pile", "discard", "news")
MANY = ("stock", "held")
OWN = ("hand", "displayed", "artifacts", "chosen", "shown", "given")

Words = list[str]


# Writing


def write_position(table: Table, state: State) -> str:
    """P-4.4: all there is, also what the players may not see."""
    lines = [_write_turn(state), _write_phase(table, state.phase)]
    lines.append(f"open {_exhibitions(table, state.open)}")
    lines.append(f"deck {_exhibitions(table, state.decks[0])}")
    lines.append(f"then {_exhibitions(table, state.decks[1])}")
    if state.ending is not None:
        lines.append(f"ending {state.ending}")
    row = [_write_site(table, state, site) for site in (*state.row, state.top)]
    lines.append(f"row {' '.join(row[:-1])} top {row[-1]}")
    lines += [f"stock {write_artifacts(table, listed(stock))}" for stock in state.stocks]
    if any(state.thrown):
        lines.append(f"thrown {write_artifacts(table, listed(state.thrown))}")
    lines.append(f"pile {_write_pile(table, state.pile)}")
    if any(state.discard):
        lines.append(f"discard {_write_pile(table, state.discard)}")
    lines += [_write_held(table, line) for line in state.ledger]
    match state.news:
        case Find(seat, card):
            lines.append(f"news find {seat + 1} {table.artifact_names[card]}")
        case Showing():
            lines.append("news showing")
        case None:
            pass
    for seat in range(len(state.expeditions)):
        lines += _write_seat(table, state, seat)
    return "\n".join(lines) + "\n"


def _write_turn(state: State) -> str:
    seat = EMPTY if state.on_turn == CHANCE else state.on_turn + 1
    exhibited = f" exhibited {state.exhibited}" if state.exhibited else ""
    passes = f" passes {state.passes}" if state.passes else ""
    return f"turn {state.turn} seat {seat}{exhibited}{passes}"


def _write_phase(table: Table, phase: Phase) -> str:
    match phase:
        case Dealing(seat):
            return f"dealing {seat + 1}"
        case Drawing(left):
            return f"drawing {left}"
        case Digging(site):
            return f"digging {PILE_NAME if site == PILE else site}"
        case Exhibiting(card):
            return f"exhibiting {table.exhibition_names[card]}"
        case Over(why):
            return f"over {why}"
        case _:
            return type(phase).__name__.lower()


def _write_site(table: Table, state: State, site: Site | None) -> str:
    """The back; and where it comes from an older stock than that of the pile, which."""
    if site is None:
        return EMPTY
    older = "" if site.stock == len(state.stocks) - 1 else f"#{site.stock + 1}"
    return f"{table.back_names[site.back]}{older}"


def _write_pile(table: Table, counts: Counts) -> str:
    words = [
        name if copies == 1 else f"{name}x{copies}"
        for name, copies in zip(table.digging_names, counts, strict=True)
        if copies
    ]
    return " ".join(words) or NOTHING


def _write_held(table: Table, line: Exhibition) -> str:
    pieces = " ".join(f"{first}+{second}" for first, second in line.pieces)
    return f"held {table.exhibition_names[line.card]} by {line.organiser + 1}: {pieces}"


def _write_seat(table: Table, state: State, seat: Seat) -> list[str]:
    own = state.expeditions[seat]
    lines = [f"seat {seat + 1}"]
    if own.hand:
        lines.append(f"  hand {write_digging(table, own.hand)}")
    if own.displayed:
        lines.append(f"  displayed {write_digging(table, own.displayed)}")
    cards: list[tuple[str, Cards | None]] = [("artifacts", own.artifacts or None)]
    match state.phase:
        case Exhibiting(_, chosen):
            cards.append(("chosen", chosen[seat]))
        case Giving(shown, sealed):
            cards += [("shown", shown[seat]), ("given", sealed[seat])]
        case _:
            pass
    if isinstance(state.news, Showing):
        cards += [("shown", state.news.shown[seat]), ("given", state.news.given[seat])]
    return lines + [
        f"  {word} {write_artifacts(table, each)}" for word, each in cards if each is not None
    ]


def _exhibitions(table: Table, cards: Cards) -> str:
    return " ".join(table.exhibition_names[card] for card in cards) or NOTHING


# Reading


class _Lines:
    """A position's lines by their first word: those of the table, and those of each seat."""

    def __init__(self, text: str, seats: int) -> None:
        lines = [line.split() for line in text.lower().split("\n") if line.strip()]
        if len(lines) < 2 or lines[0][0] != "turn":
            raise NotationError("notation.position", expected="fact.then-phase turn N seat N")
        self.turn, self.phase = lines[0][1:], lines[1]
        self.once: dict[str, Words] = {}
        self.many: dict[str, list[Words]] = {word: [] for word in MANY}
        self.own: list[dict[str, Words]] = []
        for word, *rest in lines[2:]:
            if word == "seat":
                if rest != [str(len(self.own) + 1)] or len(self.own) == seats:
                    raise NotationError(
                        "notation.position", expected=f"fact.seats-in-order {seats}"
                    )
                self.own.append({})
            elif self.own:
                self._add(self.own[-1], word, rest, OWN)
            elif word in MANY:
                self.many[word].append(rest)
            else:
                self._add(self.once, word, rest, ONCE)
        if len(self.own) != seats:
            raise NotationError("notation.position", expected=f"fact.seats-in-order {seats}")

    def _add(self, found: dict[str, Words], word: str, rest: Words, known: tuple[str, ...]) -> None:
        if word not in known or word in found or not rest:
            raise NotationError("notation.line", text=" ".join([word, *rest])[:60])
        found[word] = rest


def read_position(table: Table, seats: int, text: str) -> State:
    """P-1.3 P-1.4 P-1.5: the state; refused if a line is not understood or the cards do not add up."""
    lines = _Lines(text, seats)
    turn, seat, exhibited, passes = _read_turn(lines.turn, seats)
    ledger = tuple(_read_held(table, seats, words) for words in lines.many["held"])
    phase = _read_phase(table, lines, ledger)
    expeditions = tuple(_read_expedition(table, own) for own in lines.own)
    opened = lines.once.get("open")
    cards = table.phases[0] if opened is None else _read_exhibitions(table, opened)
    ending = lines.once.get("ending")
    stop = None if ending is None else read_count(ending[0])
    stocks, thrown = _read_stocks(table, lines, expeditions)
    pile, discard = _read_piles(table, lines, expeditions)
    sites = _read_row(table, stocks, lines.once.get("row"))
    state = State(
        turn=turn,
        on_turn=seat,
        expeditions=expeditions,
        pile=pile,
        discard=discard,
        stocks=stocks,
        row=sites[:-1],
        top=sites[-1],
        thrown=thrown,
        open=cards,
        decks=_read_decks(table, lines, ledger, phase, cards, stop),
        ending=stop,
        ledger=ledger,
        exhibited=exhibited,
        passes=passes,
        news=_read_news(table, lines),
        phase=phase,
    )
    if isinstance(phase, Digging) and site_at(state, phase.site) is None:
        raise NotationError("notation.phase", text=" ".join(lines.phase)[:60])
    return state


def _read_turn(words: Words, seats: int) -> tuple[int, Seat, int, int]:
    match words:
        case [turn, "seat", seat, *more] if len(more) % 2 == 0:
            pairs = dict(zip(more[::2], more[1::2], strict=True))
            exhibited = read_count(pairs.pop("exhibited", "0"))
            passes = read_count(pairs.pop("passes", "0"))
            if not pairs:
                own = CHANCE if seat == EMPTY else _read_seat(seat, seats)
                return read_count(turn), own, exhibited, passes
    raise NotationError("notation.line", text=" ".join(["turn", *words])[:60])


def _read_seat(word: str, seats: int) -> Seat:
    seat = read_count(word)
    if not 1 <= seat <= seats:
        raise NotationError("notation.seat-number", seat=seat, seats=seats)
    return seat - 1


def _read_phase(table: Table, lines: _Lines, ledger: tuple[Exhibition, ...]) -> Phase:
    seats = len(lines.own)
    match lines.phase:
        case [word] if word in PLAIN_PHASES:
            return PLAIN_PHASES[word]
        case ["dealing", seat]:
            return Dealing(_read_seat(seat, seats))
        case ["drawing", left]:
            return Drawing(read_count(left))
        case ["digging", site]:
            return Digging(read_site(table, site))
        case ["exhibiting", card]:
            chosen = tuple(_sealed(table, own, "chosen") for own in lines.own)
            return Exhibiting(read_exhibition(table, card), chosen)
        case ["giving"] if ledger:
            given = tuple(_sealed(table, own, "given") for own in lines.own)
            return Giving(_shown(table, lines), given)
        case ["over", "stop" | "stalled" as why]:
            return Over(why)
    raise NotationError("notation.phase", text=" ".join(lines.phase)[:60])


PLAIN_PHASES: dict[str, Phase] = {
    "appointing": Appointing(),
    "acting": Acting(),
    "turning": Turning(),
    "laying": Laying(),
    "discarding": Discarding(),
}


def _sealed(table: Table, own: dict[str, Words], word: str) -> Cards | None:
    return _owned(table, own, own[word]) if word in own else None


def _shown(table: Table, lines: _Lines) -> tuple[Cards, ...]:
    return tuple(_owned(table, own, own.get("shown", [NOTHING])) for own in lines.own)


def _owned(table: Table, own: dict[str, Words], words: Words) -> Cards:
    """Artifact cards that must be among those of the seat."""
    cards = read_artifacts(table, words)
    if not has(read_artifacts(table, own.get("artifacts", [NOTHING])), cards):
        raise NotationError("notation.not-owned", text=" ".join(words)[:60])
    return cards


def _read_news(table: Table, lines: _Lines) -> News | None:
    match lines.once.get("news"):
        case None:
            return None
        case ["find", seat, *card]:
            return Find(_read_seat(seat, len(lines.own)), read_artifact(table, card))
        case ["showing"]:
            cards = [
                tuple(read_artifacts(table, own.get(word, [NOTHING])) for own in lines.own)
                for word in ("shown", "given")
            ]
            return Showing(cards[0], cards[1])
        case words:
            raise NotationError("notation.line", text=" ".join(["news", *words])[:60])


def _read_expedition(table: Table, own: dict[str, Words]) -> Expedition:
    return Expedition(
        read_digging(table, own.get("hand", [NOTHING])),
        read_digging(table, own.get("displayed", [NOTHING]), in_order=True),
        read_artifacts(table, own.get("artifacts", [NOTHING])),
    )


def _read_held(table: Table, seats: int, words: Words) -> Exhibition:
    match words:
        case [card, "by", seat, *pieces] if len(pieces) == seats and seat.endswith(":"):
            counted = [pair.partition("+") for pair in pieces]
            return Exhibition(
                read_exhibition(table, card),
                _read_seat(seat[:-1], seats),
                tuple((read_count(first), read_count(second)) for first, _, second in counted),
            )
    raise NotationError("notation.line", text=" ".join(["held", *words])[:60])


def _read_exhibitions(table: Table, words: Words) -> Cards:
    if words == [NOTHING]:
        return ()
    return tuple(sorted(read_exhibition(table, word) for word in words))


def _read_decks(
    table: Table,
    lines: _Lines,
    ledger: tuple[Exhibition, ...],
    phase: Phase,
    opened: Cards,
    ending: int | None,
) -> tuple[Cards, Cards]:
    """Phase B and phase C; where a deck is left out, its cards that are nowhere else."""
    seen = [*opened, *(line.card for line in ledger)]
    seen += [phase.card] if isinstance(phase, Exhibiting) else []
    seen += [table.stop] if ending is not None else []
    left = Counter(card for cards in table.phases for card in cards)
    left.subtract(seen)
    decks = []
    for word, cards in (("deck", table.phases[1]), ("then", table.phases[2])):
        if word in lines.once:
            deck = _read_exhibitions(table, lines.once[word])
        else:
            deck = tuple(sorted((Counter(cards) & left).elements()))
        left.subtract(deck)
        decks.append(deck)
    for card, copies in left.items():
        _accounted("exhibitions", table.exhibition_names[card], copies)
    return decks[0], decks[1]


def _read_stocks(
    table: Table, lines: _Lines, expeditions: tuple[Expedition, ...]
) -> tuple[tuple[Counts, ...], Counts]:
    """The unseen artifact cards, which are all that are nowhere else if left out; the discard."""
    none = (0,) * len(table.artifact_names)
    thrown = added(none, read_artifacts(table, lines.once.get("thrown", [NOTHING])))
    stocks = [added(none, read_artifacts(table, words)) for words in lines.many["stock"]]
    left = list(table.artifact_copies)
    for counts in (thrown, *stocks, *(added(none, own.artifacts) for own in expeditions)):
        left = [copies - taken for copies, taken in zip(left, counts, strict=True)]
    if not stocks:
        stocks, left = [tuple(max(copies, 0) for copies in left)], [min(c, 0) for c in left]
    for card, copies in enumerate(left):
        _accounted("artifacts", table.artifact_names[card], copies)
    return tuple(stocks), thrown


def _read_piles(
    table: Table, lines: _Lines, expeditions: tuple[Expedition, ...]
) -> tuple[Counts, Counts]:
    """The digging cards of the pile, which are all that are nowhere else if left out; the discard."""
    none = (0,) * len(table.digging_names)
    discard = _read_pile(table, lines.once.get("discard", [NOTHING]))
    left = list(table.digging_copies)
    for counts in (discard, *(added(none, own.hand + own.displayed) for own in expeditions)):
        left = [copies - taken for copies, taken in zip(left, counts, strict=True)]
    if "pile" in lines.once:
        pile = _read_pile(table, lines.once["pile"])
    else:
        pile = tuple(max(copies, 0) for copies in left)
    for card, copies in enumerate(left):
        _accounted("digging", table.digging_names[card], copies - pile[card])
    return pile, discard


def _read_pile(table: Table, words: Words) -> Counts:
    counts = [0] * len(table.digging_names)
    if words != [NOTHING]:
        for word in words:
            name, _, copies = word.partition("x")
            counts[read_digging(table, [name])[0]] += read_count(copies or "1")
    return tuple(counts)


def _read_row(
    table: Table, stocks: tuple[Counts, ...], words: Words | None
) -> tuple[Site | None, ...]:
    """The row and the top of the pile; every back must be that of a card of its stock."""
    size = table.turn.row
    if words is None:
        return (None,) * (size + 1)
    if len(words) != size + 2 or words[size] != "top":
        raise NotationError("notation.line", text=" ".join(["row", *words])[:60])
    sites = tuple(_read_site(table, stocks, word) for word in (*words[:size], words[-1]))
    for site in set(sites):
        if site is not None:
            stock = stocks[site.stock]
            there = sum(stock[card] for card in table.artifacts_by_back[site.back])
            if sites.count(site) > there:
                raise NotationError("notation.no-back", text=table.back_names[site.back])
    return sites


def _read_site(table: Table, stocks: tuple[Counts, ...], word: str) -> Site | None:
    if word == EMPTY:
        return None
    back, _, older = word.partition("#")
    stock = read_count(older or str(len(stocks)))
    if not 1 <= stock <= len(stocks):
        raise NotationError("notation.line", text=word[:60])
    return Site(read_back(table, back), stock - 1)


def _accounted(what: str, card: str, missing: int) -> None:
    """Refuses a position that has more or fewer of a card than the box."""
    if missing:
        raise NotationError("notation.cards", what=what, card=card, missing=missing)
