"""What an experiment is asked and what it answers. One shape for all of them.

An experiment is a module of this package with a `PROMISE`, the sentence it puts to the test, and a function
`run(ask) -> Verdict`. It raises `Broken` as soon as the promise is; otherwise it answers with the figures
that it counted. Nothing else publishes a figure.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct

Figure = int | float | str


class Broken(AssertionError):
    """A promise was broken: what, where, and with which seed it can be seen again."""

    left: Path | None = None
    """The folder with what was left."""

    def tidy(self) -> None:
        """For one that was expected: nobody will look at what was left."""
        if self.left is not None:
            shutil.rmtree(self.left, ignore_errors=True)


class Late(Broken):
    """A promise of time was: it took too long, as it may on a busy machine."""


class Ask(Struct, frozen=True, kw_only=True):
    """What is wanted of an experiment."""

    size: float = 0.0
    """0: the few seconds of `make test`. 1: the whole of `make chaos`. Between: so much of the whole."""
    seed: int = 1
    defect: str | None = None
    """The deliberate defect that the server is started with: see broken.py."""
    patient: bool = True
    """Whether something may take longer than is promised, because other tests run beside us; not so for
    a defect that is to be found out. The whole of an experiment never is."""

    def within(self, promised: float) -> float:
        """Seconds that something may take."""
        return promised if self.size or not self.patient else max(20.0, 4 * promised)

    def many(self, few: int, whole: int) -> int:
        """How many of something: `few` in a short run, `whole` in a whole one."""
        return few if self.size == 0 else max(few, round(whole * self.size))


class Verdict(Struct, frozen=True, kw_only=True):
    """The promise held. The figures say how hard it was tried."""

    guarantee: str
    """`G1`, as in docs/guarantees.md."""
    figures: Mapping[str, Figure]
    """What was counted, in the words of the table: `{"kills": 1000, "lost": 0}`."""
    left_out: tuple[str, ...] = ()
    """What could not be tried here, and why: `strace is not installed`."""

    def line(self) -> str:
        """The figures in one line.

        >>> Verdict(guarantee="G1", figures={"kills": 1000, "lost": 0}).line()
        'kills 1,000; lost 0'
        """
        told = [f"{name} {_written(value)}" for name, value in self.figures.items()]
        return "; ".join([*told, *(f"left out: {each}" for each in self.left_out)])


def _written(value: Figure) -> str:
    if isinstance(value, str):
        return value
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"


def hold(condition: object, what: str, *facts: object) -> None:
    """Raises Broken with the facts unless the condition holds."""
    if not condition:
        raise Broken(_told(what, facts))


def in_time(condition: object, what: str, *facts: object) -> None:
    """The same where the clock decides: raises Late."""
    if not condition:
        raise Late(_told(what, facts))


def _told(what: str, facts: tuple[object, ...]) -> str:
    return " ".join([what, *(str(fact)[:500] for fact in facts)])


async def together(*works: Coroutine[Any, Any, None]) -> None:
    """Does them side by side; the first that fails ends the others, and fails as itself."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        for task in asyncio.as_completed(tasks):
            await task
    finally:
        for each in tasks:
            each.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@contextmanager
def folder() -> Iterator[Path]:
    """A folder of one's own for the time of an experiment; kept for a look if a promise broke."""
    path = Path(tempfile.mkdtemp(prefix="yupana-chaos-"))
    try:
        yield path
    except Broken as broken:
        broken.left = path
        raise
    except BaseException:
        shutil.rmtree(path, ignore_errors=True)
        raise
    shutil.rmtree(path, ignore_errors=True)
