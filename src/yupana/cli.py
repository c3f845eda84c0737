"""The command line: `yupana --help`. Errors are one sentence on stderr and a non-zero exit code."""

from __future__ import annotations

import argparse
import io
import os
import secrets
import shlex
import statistics
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

import yupana
from yupana import contests, hosting, shelf
from yupana.core.errors import OptionError, YupanaError
from yupana.core.game import CHANCE, Game
from yupana.core.play import step
from yupana.games import find_games, game_type
from yupana.lab.fuzz import fuzz
from yupana.lab.simulate import Result, Table, simulate
from yupana.terminal import play, show
from yupana.terminal.asking import (
    CannotStart,
    ask_line,
    at_least_one,
    check_writable,
    make_folder,
    progress,
    table_options,
)
from yupana.terminal.chooser import Chooser, Left
from yupana.terminal.usage import speak
from yupana.words import LANGUAGES, Words, language_around, language_of, words

AnyGame = Game[Any, Any, Any]

OK, FAILED, USAGE, BROKEN, INTERRUPTED = 0, 1, 2, 3, 130
"""Exit codes: done; a sentence was said; the command line was not understood or cannot be obeyed here; a law is
broken; Ctrl-C."""

LONGEST_NAME = 60


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal may know fewer letters
            stream.reconfigure(errors="replace")
    typed = sys.argv[1:] if arguments is None else arguments
    said = words(_language(typed))
    try:
        try:
            return _run(typed, said)
        finally:  # here, where a closed pipe can still be taken for what it is; help is printed on the way, too
            if sys.stdout is not None:
                sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except OSError as error:
        print(f"yupana: {said.say('file.failed', problem=str(error))}", file=sys.stderr)
        with suppress(
            OSError, ValueError
        ):  # what is left in a full pipe's or disk's buffer is lost
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED


def _run(typed: Sequence[str], said: Words) -> int:
    top = parser(said)
    options = top.parse_args(typed)
    options.said = said = words(options.lang or said.language)
    try:
        code: int = choose(top, options) if options.run is None else options.run(options)
        return code
    except YupanaError as error:
        print(f"yupana: {said.say_error(error)}", file=sys.stderr)
        return USAGE if isinstance(error, CannotStart) else FAILED
    except play.Left:
        return OK
    except KeyboardInterrupt:
        return INTERRUPTED


def _language(typed: Sequence[str]) -> str:
    """What `--lang` says, or the terminal: known before the line is read, to explain it in."""
    for word, following in pairwise((*typed, "")):
        option, _, value = word.partition("=")
        if option == "--lang":
            return language_of(value or following) or LANGUAGES[0]
    return language_around(os.environ)


def parser(said: Words) -> argparse.ArgumentParser:
    """The whole command line, explained in a language."""
    speak(said)
    say = said.say
    top = argparse.ArgumentParser(
        prog="yupana",
        description=say("command.about"),
        epilog=say("command.epilog"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    version = f"yupana {yupana.__version__}"
    top.add_argument("--version", action="version", version=version, help=say("usage.version"))
    top.add_argument("--lang", choices=LANGUAGES, help=say("option.help-lang"))
    top.set_defaults(run=None)
    commands = top.add_subparsers(metavar=say("metavar.command"))

    def command(name: str, run: Any) -> argparse.ArgumentParser:
        text = say(f"command-{name}")
        sub = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
        sub.add_argument(
            "--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help=say("option.help-lang")
        )
        sub.set_defaults(run=run)
        return sub

    def json(sub: argparse.ArgumentParser) -> None:
        sub.add_argument("--json", action="store_true", help=say("option.help-json"))

    def table(sub: argparse.ArgumentParser) -> None:
        sub.add_argument("--edition", default="classic", metavar=say("metavar.name-or-file"))
        pair, text = say("metavar.name-value"), say("option.help-option")
        sub.add_argument("--option", action="append", default=[], metavar=pair, help=text)

    file, game, seed = say("metavar.file"), say("metavar.game"), say("metavar.seed")

    sub = command("games", list_games)
    json(sub)

    sub = command("rules", list_rules)
    sub.add_argument("game", metavar=game)
    sub.add_argument("clause", nargs="?", metavar=say("metavar.clause"))
    json(sub)

    sub = command("play", play_game)
    sub.add_argument("game", nargs="?", metavar=game)
    name = say("metavar.name")
    sub.add_argument("--people", nargs="+", metavar=name, help=say("option.help-people"))
    bots = say("option.help-bots")
    sub.add_argument("--bots", nargs="+", default=[], metavar="BOT", help=bots)
    sub.add_argument("--resume", type=Path, metavar=file, help=say("option.help-resume"))
    sub.add_argument("--save-as", type=Path, metavar=file, help=say("option.help-save-as"))
    sub.add_argument("--seed", metavar=seed, help=say("option.help-seed"))
    table(sub)

    sub = command("score", score_paper)
    sub.add_argument("game", metavar=game)
    sub.add_argument("file", type=Path, metavar=say("metavar.some-file"))
    sub.add_argument("--seats", type=int, metavar="N", help=say("option.help-seats"))
    table(sub)
    json(sub)

    sub = command("replay", replay_game)
    sub.add_argument("file", type=Path, metavar=say("metavar.some-file"))
    sub.add_argument("--step", action="store_true", help=say("option.help-step"))
    its_edition = say("option.help-its-edition")
    sub.add_argument("--edition", metavar=say("metavar.name-or-file"), help=its_edition)
    json(sub)

    sub = command("simulate", simulate_games)
    sub.add_argument("game", metavar=game)
    sub.add_argument("--seats", type=int, metavar="N", help=say("option.help-seats-many"))
    bots = say("option.help-bots-many")
    sub.add_argument("--bots", nargs="+", default=["greedy"], metavar="BOT", help=bots)
    sub.add_argument("--games", type=int, default=100, metavar="N")
    sub.add_argument("--seed", default="1", metavar=seed)
    sub.add_argument("--jobs", type=int, default=1, metavar="N", help=say("option.help-jobs"))
    folder = say("metavar.folder")
    sub.add_argument("--records", type=Path, metavar=folder, help=say("option.help-records"))
    table(sub)
    json(sub)

    sub = command("fuzz", fuzz_game)
    sub.add_argument("game", metavar=game)
    sub.add_argument("--games", type=int, default=1000, metavar="N")
    sub.add_argument("--seed", default="1", metavar=seed)
    sub.add_argument("--jobs", type=int, default=1, metavar="N")
    sub.add_argument("--often", type=int, default=20, metavar="N", help=say("option.help-often"))
    json(sub)

    sub = command("edition", editions)
    sub.add_argument("action", choices=("show", "check", "template"))
    sub.add_argument("game", metavar=game)
    sub.add_argument("name", nargs="?", default="classic", metavar=say("metavar.name-or-file"))
    json(sub)
    sub = contests.add_command(command, said)
    table(sub)
    json(sub)
    hosting.add_commands(command, said)
    return top


# Commands


def choose(top: argparse.ArgumentParser, options: argparse.Namespace) -> int:
    """No command: in a terminal a few questions lead to one; elsewhere the help says what there is."""
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        top.print_help(
            sys.stderr
        )  # on stderr and with code 2, so that no script takes it for an answer
        return USAGE
    said: Words = options.said
    games, broken = find_games()
    warn_of(broken, said)
    try:
        command = Chooser(said, ask_line, print).command(games)
    except Left:
        print(said.say("choose.left"))
        return OK
    except (EOFError, KeyboardInterrupt) as error:
        print(f"\n{said.say('choose.left')}")
        return INTERRUPTED if isinstance(error, KeyboardInterrupt) else OK
    print(said.say("choose.runs", command=shlex.join(["yupana", *command])) + "\n")
    return main(["--lang", said.language, *command] if options.lang else command)


def list_games(options: argparse.Namespace) -> int:
    games, broken = find_games()
    warn_of(broken, options.said)
    if options.json:
        print(shelf.to_json([_about(kind, options.said) for kind in games.values()]))
        return OK
    say = options.said.say
    for name, kind in games.items():
        about = _about(kind, options.said)
        seats = say("games.seats", first=about["seats"][0], last=about["seats"][1])
        print(f"{name:<12}{about['title']}  {seats}")
        if f"{kind.name}-tagline" in options.said:
            print(f"{'':<12}{say(f'{kind.name}-tagline')}")
        for option in about["options"]:
            text = f"--option {option['name']}={option['values']}"
            if option["default"] is not None:
                text += "  " + say("games.default", default=str(option["default"]))
            print(f"{'':<12}{text}")
        print(f"{'':<12}{say('games.editions', editions=', '.join(about['editions']))}")
    return OK


def _about(kind: type[AnyGame], said: Words) -> dict[str, Any]:
    options = []
    for field in msgspec.inspect.type_info(kind.options_type).fields:  # type: ignore[attr-defined]
        options.append({"name": field.name, "values": _values(field), "default": _default(field)})
    return {
        "name": kind.name,
        "title": said.for_game(kind.name)(f"{kind.name}-title"),
        "seats": [kind.seats_allowed[0], kind.seats_allowed[-1]],
        "rules_version": kind.rules_version,
        "options": options,
        "editions": shelf.edition_names(kind),
    }


def _values(field: msgspec.inspect.Field) -> str:
    """What an option may be: its words or numbers, or what kind of thing it is."""
    match field.type:
        case msgspec.inspect.LiteralType(values=values):
            return "|".join(map(str, values))
        case msgspec.inspect.BoolType():
            return "yes|no"
        case msgspec.inspect.IntType():
            return "N"
    return "..."


def _default(field: msgspec.inspect.Field) -> Any:
    default = field.default
    if default is msgspec.NODEFAULT and field.default_factory is not msgspec.NODEFAULT:
        default = field.default_factory()
    if default is msgspec.NODEFAULT:
        return None
    if isinstance(default, bool):
        return "yes" if default else "no"
    return msgspec.to_builtins(default)


def warn_of(broken: Mapping[str, str], said: Words) -> None:
    """One line for each game of another author that is installed and cannot be loaded."""
    for name, problem in broken.items():
        text = said.say("option.game-broken", game=name[:40], problem=problem)
        print(f"yupana: {text}", file=sys.stderr)


def list_rules(options: argparse.Namespace) -> int:
    kind = game_type(options.game)
    rules = show.rules_of(kind, options.said.language)
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
        print(show.clause(options.said, rule))
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
        people = [_checked_name(name) for name in options.people or [options.said.say("play.you")]]
        bots = list(options.bots)
        if not bots and len(people) < kind.seats_allowed[0]:
            bots = ["greedy"] * (kind.seats_allowed[0] - len(people))
        players = (*people, *(play.BOT + bot for bot in bots))
        edition = shelf.load_edition(kind, options.edition)
        game = kind(len(players), edition, **table_options(kind, options.option))
        seed = options.seed or secrets.token_hex(8)
        save_as = options.save_as or _free_path(game.name)
    check_writable(save_as)
    program = sys.argv[0] if Path(sys.argv[0]).name == "yupana" else "yupana"
    play.get_ready(game.name, players, options.said, print)
    table = play.Table(game, players, seed, options.said, ask_line, print, save_as, events, program)
    table.run()
    return OK


def _checked_name(name: str) -> str:
    """A person's name, which has to fit on a line of a record and be nobody else's."""
    if (
        not name.strip()
        or not name.isprintable()
        or name.startswith(play.BOT)
        or len(name) > LONGEST_NAME
    ):
        shown = name[:40].encode("ascii", "replace").decode()
        raise OptionError("option.name", name=shown, most=LONGEST_NAME)
    return name


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
    game = kind(seats, edition, **table_options(kind, options.option))
    text = shelf.read_text(options.file)
    state = game.read_position(text) if options.seats else game.read_paper(text)
    trees = [game.score(state, seat) for seat in range(seats)]
    if options.json:
        print(shelf.to_json(trees))
        return OK
    for seat, tree in enumerate(trees):
        if seats > 1:
            print(options.said.say("score.seat", seat=seat + 1))
        print(show.score_tree(options.said, game, tree))
    return OK


def replay_game(options: argparse.Namespace) -> int:
    game, record, state = shelf.load_record(options.file, options.edition)
    outcome = game.outcome(state)
    if options.json:
        print(shelf.to_json({"record": record, "outcome": outcome}))
        return OK
    said: Words = options.said
    say = said.for_game(game.name)
    state = game.setup()
    heading = None
    named = show.labels(record.header.players)
    for event in record.events:
        if game.heading(state) != heading:
            if heading is not None and options.step:
                print(game.draw(game.view(state, None), say))
                with suppress(EOFError):  # nobody is there to press Enter
                    ask_line("")
            heading = game.heading(state)
            print(f"\n{show.heading(said, heading)}")
        move = game.write_move(event.move)
        if event.seat == CHANCE:
            print(f"  * {move}")
        else:
            print("  " + said.say("play.did", player=named[event.seat], move=move))
        state = step(game, state, event)
    print(f"\n{game.draw(game.view(state, None), say)}\n")
    if outcome is not None:
        print(show.outcome(said, game, outcome, record.header.players))
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
    games = at_least_one("--games", options.games)
    table = Table(kind.name, options.edition, table_options(kind, options.option), bots)
    run = simulate(
        table, games, options.seed, at_least_one("--jobs", options.jobs), bool(options.records)
    )
    if options.records:
        make_folder(options.records)
    results = []
    for result in progress(run, games, f"{kind.name}"):
        if result.record is not None:
            shelf.save_text(
                options.records / f"{kind.name}-{result.number:06}.yupana", result.record
            )
        results.append(msgspec.structs.replace(result, record=None))
    if options.json:
        print(shelf.to_json({"table": table, "seed": options.seed, "results": results}))
        return OK
    _show_results(options.said, kind.name, bots, results)
    return OK


def _show_results(said: Words, game: str, bots: tuple[str, ...], results: list[Result]) -> None:
    """Points by seat and by bot, how often which, and how the games ended."""
    say = said.say
    columns = ("mean", 8), ("spread", 8), ("least", 7), ("most", 6), ("won", 9)
    head = "".join(f"{say(f'simulate-{name}'):>{width}}" for name, width in columns)
    print(say("simulate.games", games=len(results), game=game, seats=len(bots)))
    print(f"\n{say('simulate.seat'):>6}  {say('simulate.bot'):<10}{head}")
    seats = range(len(bots))
    for seat in seats if len(bots) <= 10 else ():
        _show_row(said, f"{seat + 1}", bots[seat], results, [seat])
    for bot in dict.fromkeys(bots):
        own = [seat for seat in seats if bots[seat] == bot]
        if len(own) > 1:
            _show_row(said, say("simulate.all"), bot, results, own)
    print(f"\n{show.histogram([score for result in results for score in result.scores])}\n")
    whys = [result.rank or result.why for result in results]
    prefix = "rank" if results[0].rank else "end"
    for why in sorted(set(whys), key=whys.count, reverse=True):
        share = show.decimal(said, 100 * whys.count(why) / len(whys), 1)
        print(f"{share:>6} %  {said.for_game(game)(f'{game}-{prefix}-{why}')}")
    decisions = show.decimal(said, statistics.mean(result.decisions for result in results), 1)
    print(f"{decisions:>8}  {say('simulate.decisions')}")


def _show_row(said: Words, label: str, bot: str, results: list[Result], seats: list[int]) -> None:
    scores = [result.scores[seat] for result in results for seat in seats]
    won = sum(result.shares[seat] for result in results for seat in seats) / len(results)
    mean = show.decimal(said, statistics.mean(scores), 2)
    spread = show.decimal(said, statistics.pstdev(scores), 2)
    share = show.decimal(said, 100 * won, 1)
    points = f"{mean:>8}{spread:>8}{min(scores):>7}{max(scores):>6}"
    print(f"{label:>6}  {bot:<10}{points}{share:>7} %")


def fuzz_game(options: argparse.Namespace) -> int:
    games = at_least_one("--games", options.games)
    jobs, often = at_least_one("--jobs", options.jobs), at_least_one("--often", options.often)
    run = fuzz(options.game, games, options.seed, jobs, often)
    trials = list(progress(run, games, f"fuzz {options.game}"))
    broken = [trial for trial in trials if trial.broken]
    events = sum(trial.events for trial in trials)
    if options.json:
        print(shelf.to_json({"games": len(trials), "events": events, "broken": broken}))
    else:
        longest = max(trial.events for trial in trials)
        told = {"game": options.game, "games": len(trials), "broken": len(broken)}
        print(options.said.say("fuzz.done", **told, events=events, longest=longest))
        for trial in broken[:3]:
            facts = {"number": trial.number, "table": str(trial.table), "law": str(trial.broken)}
            print(f"\n{options.said.say('fuzz.broken', **facts)}\n{trial.record}")
    return BROKEN if broken else OK


def editions(options: argparse.Namespace) -> int:
    kind = game_type(options.game)
    if options.action == "template":
        print(shelf.edition_text(kind, options.name), end="")
        return OK
    edition = shelf.load_edition(kind, options.name)
    say = options.said.say
    if options.json:
        print(shelf.to_json({"edition": edition, "digest": edition.digest}))
        return OK
    if options.action == "check":
        facts = {"name": edition.name, "digest": edition.digest, "title": edition.title}
        print(say("edition.well", **facts))
        return OK
    print(f"{edition.name} ({edition.digest}): {edition.title}\n{edition.source.document}\n")
    for name, value, status in edition.values():
        shown = str(value).strip("\n")
        if "\n" in shown:
            shown = "\n" + "\n".join(" " * 8 + line for line in shown.split("\n"))
        print(f"{say(f'edition-status-{status}'):<14}{name} = {shown}")
    for doubt in edition.source.doubts:
        print(f"{say('edition.to-check'):<14}{doubt}")
    return OK


if __name__ == "__main__":
    sys.exit(main())
