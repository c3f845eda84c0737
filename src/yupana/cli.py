"""The command line: `yupana --help`. Errors are one sentence on stderr and a non-zero exit code."""

from __future__ import annotations

import argparse
import os
import secrets
import statistics
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import yupana
from yupana import hosting, shelf
from yupana.core.clauses import clauses
from yupana.core.errors import OptionError, YupanaError
from yupana.core.game import CHANCE, Game
from yupana.core.play import step
from yupana.games import all_games, game_type
from yupana.lab.fuzz import fuzz
from yupana.lab.simulate import Result, Table, simulate
from yupana.terminal import play, show
from yupana.words import words

AnyGame = Game[Any, Any, Any]
T = TypeVar("T")

OK, FAILED, USAGE, BROKEN = 0, 1, 2, 3
"""Exit codes: done; a sentence was said; the command line was not understood; a law is broken."""

EPILOG = """\
examples:
  yupana play temple                         a solo game
  yupana play valley --people Ana Bea        two people at one keyboard
  yupana play paititi --bots greedy greedy   you against two bots
  yupana play --resume temple.yupana         go on with a saved game
  yupana rules wiraqocha W-3.1               one rule in full
  yupana score valley sheet.txt              the stars of a sheet copied from paper
  yupana simulate temple --games 1000        a thousand games of bots, and their scores

Unofficial and not for sale; the games are by Henri Kermarrec (Sit Down!) and Walter Schranz
(WRS-Spiele). If you like them, buy the boxes.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; the exit code."""
    options = parser().parse_args(arguments)
    try:
        code: int = options.run(options)
        return code
    except YupanaError as error:
        print(f"yupana: {words().say_error(error)}", file=sys.stderr)
        return FAILED
    except play.Left:
        return OK
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="yupana",
        description="Four lost-world board games: play, learn and study them.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"yupana {yupana.__version__}")
    commands = top.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, run: Any, text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
        sub.set_defaults(run=run)
        return sub

    sub = command("games", list_games, "list the games")
    _json(sub)

    sub = command("rules", list_rules, "show the rules of a game, or one clause of them")
    sub.add_argument("game")
    sub.add_argument("clause", nargs="?")
    _json(sub)

    sub = command("play", play_game, "play a game in this terminal, with people and bots")
    sub.add_argument("game", nargs="?")
    sub.add_argument("--people", nargs="+", metavar="NAME", help="who plays here (default: you)")
    sub.add_argument("--bots", nargs="+", default=[], metavar="BOT", help="uniform or greedy")
    sub.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved game")
    sub.add_argument("--save-as", type=Path, metavar="FILE", help="where to keep the game")
    sub.add_argument("--seed", help="for the same dice again")
    _table(sub)

    sub = command("score", score_paper, "score a sheet or a position typed in from paper")
    sub.add_argument("game")
    sub.add_argument("file", type=Path)
    sub.add_argument("--seats", type=int, help="of the position (default: the fewest)")
    _table(sub)
    _json(sub)

    sub = command("replay", replay_game, "show a recorded game event by event")
    sub.add_argument("file", type=Path)
    sub.add_argument("--step", action="store_true", help="wait for Enter after each round or turn")
    sub.add_argument("--edition", metavar="NAME|FILE", help="where to find its edition")
    _json(sub)

    sub = command("simulate", simulate_games, "let bots play many games")
    sub.add_argument("game")
    sub.add_argument("--seats", type=int, help="how many (default: as many as bots are named)")
    sub.add_argument(
        "--bots",
        nargs="+",
        default=["greedy"],
        metavar="BOT",
        help="one for all seats, or one each",
    )
    sub.add_argument("--games", type=int, default=100)
    sub.add_argument("--seed", default="1")
    sub.add_argument(
        "--jobs", type=int, default=1, help="processes; the results do not depend on it"
    )
    sub.add_argument("--records", type=Path, metavar="FOLDER", help="keep every game here")
    _table(sub)
    _json(sub)

    sub = command("fuzz", fuzz_game, "play random games of every variant and check every law")
    sub.add_argument("game")
    sub.add_argument("--games", type=int, default=1000)
    sub.add_argument("--seed", default="1")
    sub.add_argument("--jobs", type=int, default=1)
    sub.add_argument("--often", type=int, default=20, metavar="N", help="check one state in N")
    _json(sub)

    sub = command("edition", editions, "show, check or begin an edition of your own")
    sub.add_argument("action", choices=("show", "check", "template"))
    sub.add_argument("game")
    sub.add_argument("name", nargs="?", default="classic", metavar="NAME|FILE")
    _json(sub)
    hosting.add_commands(command)
    return top


def _json(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--json", action="store_true", help="for a program to read")


def _table(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--edition", default="classic", metavar="NAME|FILE")
    sub.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="such as side=B"
    )


def _options(kind: type[AnyGame], pairs: Iterable[str]) -> dict[str, str | int | bool]:
    """Table options from NAME=VALUE pairs."""
    known = kind.options_type.__struct_fields__
    found: dict[str, str | int | bool] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise OptionError("option.form", text=pair[:40])
        name = name.replace("-", "_")
        if name not in known:
            raise OptionError(
                "option.unknown", game=kind.name, option=name[:40], known=", ".join(known) or "none"
            )
        found[name] = {"yes": True, "no": False}.get(
            value, int(value) if value.isdecimal() else value
        )
    return found


def _at_least_one(what: str, value: int) -> int:
    if value < 1:
        raise OptionError("option.number", what=what, value=value)
    return value


def _progress(things: Iterable[T], total: int, what: str) -> Iterator[T]:
    """The things as they come, with a bar on stderr where a person is watching."""
    console = Console(stderr=True)
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(what, total=total)
        for thing in things:
            yield thing
            bar.advance(task)


# Commands


def list_games(options: argparse.Namespace) -> int:
    games = all_games()
    if options.json:
        print(shelf.to_json([_about(kind) for kind in games.values()]))
        return OK
    for name, kind in games.items():
        first, last = kind.seats_allowed[0], kind.seats_allowed[-1]
        print(f"{name:<12}{words().say(f'{name}-title')}  ({first}-{last} seats)")
        print(f"{'':<12}{words().say(f'{name}-tagline')}")
        for option in _about(kind)["options"]:
            print(
                f"{'':<12}--option {option['name']}={option['values']}  (default {option['default']})"
            )
        print(f"{'':<12}editions: {', '.join(shelf.edition_names(kind))}")
    return OK


def _about(kind: type[AnyGame]) -> dict[str, Any]:
    options = []
    for field in msgspec.inspect.type_info(kind.options_type).fields:  # type: ignore[attr-defined]
        values = getattr(field.type, "values", ("yes", "no"))
        default = msgspec.to_builtins(field.default)
        shown = {True: "yes", False: "no"}[default] if isinstance(default, bool) else default
        options.append({"name": field.name, "values": "|".join(values), "default": shown})
    return {
        "name": kind.name,
        "title": words().say(f"{kind.name}-title"),
        "seats": [kind.seats_allowed[0], kind.seats_allowed[-1]],
        "rules_version": kind.rules_version,
        "options": options,
        "editions": shelf.edition_names(kind),
    }


def list_rules(options: argparse.Namespace) -> int:
    kind = game_type(options.game)
    rules = clauses(kind.package())
    if options.clause is not None:
        matches = [rule for rule in rules.values() if rule.id.lower() == options.clause.lower()]
        if not matches:
            raise YupanaError("rules.unknown", clause=options.clause[:20], game=kind.name)
    else:
        matches = list(rules.values())
    if options.json:
        print(shelf.to_json([rule._asdict() for rule in matches]))
        return OK
    chapter = None
    for rule in matches:
        if rule.chapter != chapter and options.clause is None:
            chapter = rule.chapter
            print(f"\n{chapter}\n{'-' * len(chapter)}")
        print(show.clause(rule))
    return OK


def play_game(options: argparse.Namespace) -> int:
    events: tuple[Any, ...] = ()
    if options.resume is not None:
        edition = None if options.edition == "classic" else options.edition
        game, record, _ = shelf.load_record(options.resume, edition)
        players, seed, events = record.header.players, record.header.seed or "", record.events
        save_as = options.save_as or options.resume
    else:
        kind = game_type(options.game or "temple")
        people = options.people or ["you"]
        bots = list(options.bots)
        if not bots and len(people) < kind.seats_allowed[0]:
            bots = ["greedy"] * (kind.seats_allowed[0] - len(people))
        players = (*people, *(play.BOT + bot for bot in bots))
        edition = shelf.load_edition(kind, options.edition)
        game = kind(len(players), edition, **_options(kind, options.option))
        seed = options.seed or secrets.token_hex(8)
        save_as = options.save_as or _free_path(game.name)
    program = sys.argv[0] if Path(sys.argv[0]).name == "yupana" else "yupana"
    table = play.Table(game, players, seed, words(), input, print, save_as, events, program)
    table.run()
    return OK


def _free_path(name: str) -> Path:
    """A file of the working folder in which no other game is kept yet."""
    paths = (
        Path(f"{name}{number}.yupana") for number in ("", *map("-{}".format, range(2, 10_000)))
    )
    return next(path for path in paths if not path.exists())


def score_paper(options: argparse.Namespace) -> int:
    kind = game_type(options.game)
    seats = options.seats or kind.seats_allowed[0]
    edition = shelf.load_edition(kind, options.edition)
    game = kind(seats, edition, **_options(kind, options.option))
    text = shelf.read_text(options.file)
    state = game.read_position(text) if options.seats else game.read_paper(text)
    trees = [game.score(state, seat) for seat in range(seats)]
    if options.json:
        print(shelf.to_json(trees))
        return OK
    for seat, tree in enumerate(trees):
        if seats > 1:
            print(f"seat {seat + 1}")
        print(show.score_tree(words(), game, tree))
    return OK


def replay_game(options: argparse.Namespace) -> int:
    game, record, state = shelf.load_record(options.file, options.edition)
    outcome = game.outcome(state)
    if options.json:
        print(shelf.to_json({"record": record, "outcome": outcome}))
        return OK
    state = game.setup()
    heading = None
    named = show.labels(record.header.players)
    for event in record.events:
        if game.heading(state) != heading:
            if heading is not None and options.step:
                print(game.draw(game.view(state, None)))
                input()
            heading = game.heading(state)
            print(f"\n{heading}")
        who = "  *" if event.seat == CHANCE else f"  {named[event.seat]}:"
        print(f"{who} {game.write_move(event.move)}")
        state = step(game, state, event)
    print(f"\n{game.draw(game.view(state, None))}\n")
    if outcome is not None:
        print(show.outcome(words(), game, outcome, record.header.players))
    return OK


def simulate_games(options: argparse.Namespace) -> int:
    kind = game_type(options.game)
    seats = (
        options.seats
        if options.seats is not None
        else max(len(options.bots), kind.seats_allowed[0])
    )
    bots = tuple(options.bots * seats if len(options.bots) == 1 else options.bots)
    if len(bots) != seats and seats > 0:
        raise OptionError("option.bots", bots=len(options.bots), seats=seats)
    games = _at_least_one("--games", options.games)
    table = Table(kind.name, options.edition, _options(kind, options.option), bots)
    run = simulate(
        table, games, options.seed, _at_least_one("--jobs", options.jobs), bool(options.records)
    )
    if options.records:
        options.records.mkdir(parents=True, exist_ok=True)
    results = []
    for result in _progress(run, games, f"{kind.name}"):
        if result.record is not None:
            shelf.save_text(
                options.records / f"{kind.name}-{result.number:06}.yupana", result.record
            )
        results.append(msgspec.structs.replace(result, record=None))
    if options.json:
        print(shelf.to_json({"table": table, "seed": options.seed, "results": results}))
        return OK
    _show_results(kind, bots, results)
    return OK


def _show_results(kind: type[AnyGame], bots: tuple[str, ...], results: list[Result]) -> None:
    print(f"{len(results)} games of {kind.name}, {len(bots)} seats")
    print(f"\n{'seat':>4}  {'bot':<10}{'mean':>8}{'sd':>8}{'least':>7}{'most':>6}{'won':>9}")
    seats = range(len(bots))
    for seat in seats if len(bots) <= 10 else ():
        _show_row(f"{seat + 1:>4}", bots[seat], results, [seat])
    for bot in dict.fromkeys(bots):
        own = [seat for seat in seats if bots[seat] == bot]
        if len(own) > 1:
            _show_row(" all", bot, results, own)
    print(f"\n{show.histogram([score for result in results for score in result.scores])}")
    whys = [result.rank or result.why for result in results]
    prefix = "rank" if results[0].rank else "end"
    print()
    for why in sorted(set(whys), key=whys.count, reverse=True):
        text = words().say(f"{kind.name}-{prefix}-{why}")
        print(f"{100 * whys.count(why) / len(whys):>6.1f} %  {text}")
    decisions = statistics.mean(result.decisions for result in results)
    print(f"{decisions:>8.1f}  decisions a game")


def _show_row(label: str, bot: str, results: list[Result], seats: list[int]) -> None:
    scores = [result.scores[seat] for result in results for seat in seats]
    won = sum(result.shares[seat] for result in results for seat in seats) / len(results)
    spread = statistics.pstdev(scores)
    print(
        f"{label}  {bot:<10}{statistics.mean(scores):>8.2f}{spread:>8.2f}"
        f"{min(scores):>7}{max(scores):>6}{100 * won:>7.1f} %"
    )


def fuzz_game(options: argparse.Namespace) -> int:
    games = _at_least_one("--games", options.games)
    jobs, often = _at_least_one("--jobs", options.jobs), _at_least_one("--often", options.often)
    run = fuzz(options.game, games, options.seed, jobs, often)
    trials = list(_progress(run, games, f"fuzz {options.game}"))
    broken = [trial for trial in trials if trial.broken]
    events = sum(trial.events for trial in trials)
    if options.json:
        print(shelf.to_json({"games": len(trials), "events": events, "broken": broken}))
    else:
        longest = max(trial.events for trial in trials)
        print(
            f"{options.game}: {len(trials)} games, {events} events, longest {longest}, {len(broken)} broken"
        )
        for trial in broken[:3]:
            print(f"\ngame {trial.number} ({trial.table}): {trial.broken}\n{trial.record}")
    return BROKEN if broken else OK


def editions(options: argparse.Namespace) -> int:
    kind = game_type(options.game)
    if options.action == "template":
        print(shelf.edition_text(kind, options.name), end="")
        return OK
    edition = shelf.load_edition(kind, options.name)
    if options.json:
        print(shelf.to_json({"edition": edition, "digest": edition.digest}))
        return OK
    if options.action == "check":
        print(f"{edition.name} ({edition.digest}): {edition.title}. All is well.")
        return OK
    print(f"{edition.name} ({edition.digest}): {edition.title}\n{edition.source.document}\n")
    for name, value, status in edition.values():
        shown = str(value).strip("\n")
        if "\n" in shown:
            shown = "\n" + "\n".join(" " * 8 + line for line in shown.split("\n"))
        print(f"{status:<14}{name} = {shown}")
    for doubt in edition.source.doubts:
        print(f"to check      {doubt}")
    return OK


if __name__ == "__main__":
    sys.exit(main())
