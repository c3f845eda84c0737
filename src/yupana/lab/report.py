"""What a contest found, as one HTML page with its plots in it: no script, nothing fetched."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from yupana.core.text import Say
from yupana.lab.arena import Contest
from yupana.lab.ratings import Estimate, Findings, Scores

COLOURS = ("#1b6ca8", "#b3541e", "#2e7d32", "#6a1b9a", "#8a6d00", "#00796b", "#ad1457", "#455a64")

STYLE = """
:root { color-scheme: light dark; --line: #8886; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.5rem; } table { border-collapse: collapse; } td, th { padding: .25rem .75rem; text-align: end; }
th { border-bottom: 1px solid var(--line); } td:first-child, th:first-child { text-align: start; padding-inline-start: 0; }
svg { max-width: 100%; height: auto; } svg text { font: 13px system-ui, sans-serif; fill: currentColor; }
.dim { opacity: .7; } code { overflow-wrap: anywhere; } .wide { overflow-x: auto; }
"""


def html_report(contest: Contest, found: Findings, say: Say, command: str, digest: str) -> str:
    """The whole page, in the language of `say`."""
    title = say("arena-title", game=say(f"{contest.game}-title"))
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(say('arena-about', games=found.games, blocks=found.blocks, seats=contest.seats))}</p>",
    ]
    if found.test is not None:
        parts.append(f"<p><strong>{escape(_verdict(contest, found, say))}</strong></p>")
    if found.ratings:
        parts += [_heading(say, "ratings"), _ratings(found)]
    if found.duels:
        parts += [_heading(say, "duels"), _duels(found, say)]
    parts += [_heading(say, "scores"), _scores(found.scores, say)]
    parts += [_distribution(found.scores)]
    parts += [_heading(say, "ends"), _ends(contest, found, say)]
    if found.seats:
        parts += [_heading(say, "seats"), _seats(found.seats, say)]
    parts += [
        _heading(say, "how"),
        f"<p>{escape(say('arena-how'))}</p><p><code>{escape(command)}</code></p>",
        f'<p class="dim">{escape(say("arena-digest"))} <code>{digest}</code></p>',
    ]
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="{say("arena-lang")}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>\n{body}\n</body></html>\n"
    )


def _verdict(contest: Contest, found: Findings, say: Say) -> str:
    assert found.test is not None
    return say(
        f"arena-test-{found.test.verdict}",
        first=contest.bots[0], second=contest.bots[1], blocks=found.test.blocks,
        ratio=f"{found.test.ratio:.2f}",
    )  # fmt: skip


def _heading(say: Say, name: str) -> str:
    return f"<h2>{escape(say(f'arena-{name}'))}</h2>"


def _table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    top = "".join(f'<th scope="col">{escape(each)}</th>' for each in head)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in line) + "</tr>" for line in lines
    )
    return (
        f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>{rows}</tbody></table></div>'
    )


def percent(value: float) -> str:
    return f"{100 * value:.1f}"


def between(found: Estimate, factor: float = 1.0) -> str:
    """A mean with its interval."""
    low, mean, high = (factor * each for each in (found.low, found.mean, found.high))
    if not math.isfinite(low):
        return f"{mean:.1f}"
    return f"{mean:.1f} ({low:.1f} … {high:.1f})"


def _duels(found: Findings, say: Say) -> str:
    head = [say(f"arena-column-{each}") for each in ("pair", "games", "won", "ahead")]
    lines = [
        (
            f"{each.first} : {each.second}",
            str(each.games),
            between(each.share, 100) + " %",
            between(each.points),
        )
        for each in found.duels
    ]
    return _table(head, lines)


def _scores(scores: Sequence[Scores], say: Say) -> str:
    columns = (
        "bot", "games", "mean", "spread", "least", "quartiles", "most", "thought", "slowest",
    )  # fmt: skip
    head = [say(f"arena-column-{each}") for each in columns]
    lines = [
        (
            each.bot,
            str(each.games),
            between(each.points),
            f"{each.spread:.1f}",
            str(each.least),
            " / ".join(f"{quarter:.0f}" for quarter in each.quartiles),
            str(each.most),
            f"{each.milliseconds:.1f}",
            f"{each.slowest:.0f}",
        )
        for each in scores
    ]
    return _table(head, lines)


def _ends(contest: Contest, found: Findings, say: Say) -> str:
    kind = "rank" if any(each.ends for each in found.scores) and contest.seats == 1 else "end"
    names = list(found.ends)
    head = [
        say("arena-column-bot"),
        *(say(f"{contest.game}-{kind}-{name}") for name in names),
    ]
    lines = []
    for each in found.scores:
        total = max(1, sum(each.ends.values()))
        lines.append(
            (each.bot, *(f"{percent(each.ends.get(name, 0) / total)} %" for name in names))
        )
    length = f"<p>{escape(say('arena-length'))} {between(found.decisions)}</p>"
    return _table(head, lines) + length


def _seats(seats: Sequence[Estimate], say: Say) -> str:
    head = [say("arena-column-seat"), say("arena-column-won")]
    return _table(
        head,
        [(str(seat + 1), between(each, 100) + " %") for seat, each in enumerate(seats)],
    )


# Plots


def _ratings(found: Findings) -> str:
    """A dot with a line for its interval, each bot on a line of its own."""
    low = min(each.elo.low for each in found.ratings)
    high = max(each.elo.high for each in found.ratings)
    width = max(1.0, high - low)

    def x(value: float) -> float:
        return 150 + 500 * (value - low) / width

    height = 30 * len(found.ratings) + 30
    drawn = []
    for line, each in enumerate(found.ratings):
        y = 30 * line + 24
        elo = each.elo
        drawn.append(
            f'<text x="140" y="{y + 4}" text-anchor="end">{escape(each.bot)}</text>'
            f'<path d="M{x(elo.low):.1f} {y}H{x(elo.high):.1f}" stroke="{COLOURS[0]}" stroke-width="3"/>'
            f'<circle cx="{x(elo.mean):.1f}" cy="{y}" r="5" fill="{COLOURS[0]}"/>'
            f'<text x="660" y="{y + 4}">{elo.mean:.0f} ({elo.low:.0f} … {elo.high:.0f})</text>'
        )
    told = "; ".join(f"{each.bot} {each.elo.mean:.0f}" for each in found.ratings)
    return f'<svg viewBox="0 0 820 {height}" role="img" aria-label="{escape(told)}">{"".join(drawn)}</svg>'


def _distribution(scores: Sequence[Scores]) -> str:
    """How often which score, one step line a bot."""
    least, most = min(each.least for each in scores), max(each.most for each in scores)
    step = max(1, (most - least) // 40)
    bins = (most - least) // step + 1
    shares = []
    for each in scores:
        counts = [0] * bins
        for score, count in each.counts.items():
            counts[(score - least) // step] += count
        shares.append([count / each.games for count in counts])
    top = max(max(line) for line in shares) or 1.0
    wide = 700 / bins
    drawn = []
    for number, (line, each) in enumerate(zip(shares, scores, strict=True)):
        colour = COLOURS[number % len(COLOURS)]
        path = f"M40 {260:.0f}" + "".join(
            f"V{260 - 230 * share / top:.1f}H{40 + wide * (at + 1):.1f}"
            for at, share in enumerate(line)
        )
        dashes = f"{2 + 3 * number}" if number else "none"
        drawn.append(
            f'<path d="{path}V260" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}"/>'
            f'<path d="M560 {24 + 20 * number}h24" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}"/>'
            f'<text x="592" y="{28 + 20 * number}">{escape(each.bot)}</text>'
        )
    marks = "".join(
        f'<text x="{40 + 700 * share:.0f}" y="280" text-anchor="middle">{round(least + share * (most - least))}</text>'
        for share in (0, 0.25, 0.5, 0.75, 1)
    )
    told = "; ".join(f"{each.bot} {each.points.mean:.1f}" for each in scores)
    axis = '<path d="M40 260H740" stroke="currentColor"/>'
    return f'<svg viewBox="0 0 760 290" role="img" aria-label="{escape(told)}">{axis}{marks}{"".join(drawn)}</svg>'
