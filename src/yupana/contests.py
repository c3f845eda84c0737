"""The command of the arena: `yupana arena GAME --bots A B --games N`."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from yupana import shelf
from yupana.core.errors import OptionError
from yupana.games import game_type
from yupana.lab.arena import Contest, Row, contend, digest
from yupana.lab.ledger import Ledger, write_parquet
from yupana.lab.ratings import Findings, Trial, block_value, findings, judged
from yupana.lab.report import between, html_report
from yupana.terminal.asking import (
    at_least_one,
    check_installed,
    check_writable,
    progress,
    table_options,
)
from yupana.words import Words

OK = 0

Command = Callable[[str, Any], argparse.ArgumentParser]


def add_command(command: Command, said: Words) -> argparse.ArgumentParser:
    """Adds it to the parser, explained in a language."""
    say = said.say
    file = say("metavar.file")
    sub = command("arena", arena)
    sub.add_argument("game", metavar=say("metavar.game"))
    bots = say("option.help-arena-bots")
    sub.add_argument("--bots", nargs="+", required=True, metavar="BOT", help=bots)
    sub.add_argument(
        "--games", type=int, default=100, metavar="N", help=say("option.help-arena-games")
    )
    sub.add_argument("--seats", type=int, metavar="N", help=say("option.help-arena-seats"))
    sub.add_argument("--paired", action="store_true", help=say("option.help-paired"))
    sub.add_argument("--together", action="store_true", help=say("option.help-together"))
    sub.add_argument("--seed", default="1", metavar=say("metavar.seed"))
    sub.add_argument("--jobs", type=int, default=1, metavar="N", help=say("option.help-jobs"))
    sub.add_argument("--ray", metavar="ADDRESS", help=say("option.help-ray"))
    sub.add_argument(
        "--sprt", nargs=2, type=float, metavar=("S0", "S1"), help=say("option.help-sprt")
    )
    sub.add_argument("--keep", type=Path, metavar=file, help=say("option.help-keep"))
    sub.add_argument("--html", type=Path, metavar=file, help=say("option.help-html"))
    sub.add_argument("--parquet", type=Path, metavar=file, help=say("option.help-parquet"))
    return sub


def arena(options: argparse.Namespace) -> int:
    kind = game_type(options.game)
    contest = Contest(
        game=kind.name,
        bots=tuple(options.bots),
        seats=max(2, kind.seats_allowed[0]) if options.seats is None else options.seats,
        games=options.games,
        edition=options.edition,
        options=table_options(kind, options.option),
        paired=options.paired,
        together=options.together,
        seed=options.seed,
    )
    contest.check()
    test = Trial(*options.sprt) if options.sprt else None
    if test is not None and (len(contest.bots) != 2 or not test.least < test.most):
        raise OptionError("arena.test")
    jobs = at_least_one("--jobs", options.jobs)
    _check_outputs(options)
    rows: list[Row] = []
    ledger = Ledger(options.keep, contest) if options.keep else None
    if ledger is not None:
        rows += ledger.rows
    run = contend(contest, first=len(rows), jobs=jobs, ray=options.ray)
    run = ledger.add(run) if ledger is not None else run
    test, rows = _until_clear(
        contest, rows, progress(run, contest.total - len(rows), kind.name), test
    )
    found = findings(contest, rows, test)
    command = shlex.join(["yupana", *(sys.argv[1:] if sys.argv[1:2] == ["arena"] else ["arena"])])
    if options.parquet:
        write_parquet(options.parquet, contest, rows)
    if options.html:
        shelf.save_text(
            options.html,
            html_report(contest, found, options.said.for_game(kind.name), command, digest(rows)),
        )
    if options.json:
        about = {"contest": contest, "found": found, "digest": digest(rows)}
        print(shelf.to_json(about))
    else:
        show(options.said, contest, found)
    return OK


def _check_outputs(options: argparse.Namespace) -> None:
    """Notices what would fail only after all games have been played."""
    if options.ray is not None:
        check_installed("ray", "arena", "--ray")
    if options.parquet is not None:
        check_installed("pyarrow", "arena", "--parquet")
    for path in (options.keep, options.html, options.parquet):
        if path is not None:
            check_writable(path)


def _until_clear(
    contest: Contest, rows: list[Row], more: Iterator[Row], test: Trial | None
) -> tuple[Trial | None, list[Row]]:
    """All games; with a test those until it is decided, however many more may have been played."""
    size = len(contest.groups) * contest.rotations
    values: list[float] = []
    kept: list[Row] = []
    for row in _chain(rows, more):
        kept.append(row)
        if test is not None and len(kept) % size == 0:
            values.append(block_value(contest, [each.played for each in kept[-size:]]))
            test = judged(test, values)
            if test.verdict != "undecided":
                break
    return test, kept


def _chain(rows: list[Row], more: Iterator[Row]) -> Iterator[Row]:
    yield from rows
    yield from more


def show(said: Words, contest: Contest, found: Findings) -> None:
    """The most important of it in a terminal."""
    say = said.say
    print(say("arena-about", games=found.games, blocks=found.blocks, seats=contest.seats))
    if found.test is not None:
        print(
            say(
                f"arena-test-{found.test.verdict}",
                first=contest.bots[0], second=contest.bots[1],
                blocks=found.test.blocks, ratio=f"{found.test.ratio:.2f}",
            )
        )  # fmt: skip
    for rating in found.ratings:
        print(f"{rating.bot:>16}  Elo {between(rating.elo)}")
    for duel in found.duels:
        won = say("arena-won", share=between(duel.share, 100), ahead=between(duel.points))
        print(f"{duel.first} : {duel.second}  {won}")
    for score in found.scores:
        print(
            f"{score.bot:>16}  {between(score.points)}  "
            + say("arena-thought", mean=f"{score.milliseconds:.1f}", most=f"{score.slowest:.0f}")
        )
    for seat, share in enumerate(found.seats):
        print(f"{say('simulate.seat')} {seat + 1}: {between(share, 100)} %")
