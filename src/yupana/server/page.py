"""The front page: what this is, for a person who typed the address. Plain HTML, no script, no style."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from yupana.server.store import TableRow
from yupana.words import words


def front_page(games: Sequence[str], tables: Sequence[TableRow]) -> str:
    said = words("en")
    shelf = "\n".join(
        f"<li><strong>{escape(_title(name))}</strong> "
        f'(<a href="/api/games/{escape(name)}/rules">{escape(said.say("page.rules"))}</a>)</li>'
        for name in games
    )
    rows = "\n".join(
        f"<li>{escape(row.code or '')} - {escape(_title(row.game))}</li>" for row in tables
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Yupana</title>
</head>
<body>
<h1>Yupana</h1>
<p>{escape(said.say("page.what"))}</p>
<h2>{escape(said.say("page.games"))}</h2>
<ul>
{shelf}
</ul>
<h2>{escape(said.say("page.open-tables"))}</h2>
{f"<ul>{rows}</ul>" if rows else f"<p>{escape(said.say('page.none-open'))}</p>"}
<h2>{escape(said.say("page.programs"))}</h2>
<p>{escape(said.say("page.api"))} <a href="/openapi.json">openapi.json</a>,
<a href="/healthz">healthz</a>, <a href="/metrics">metrics</a></p>
<p>{escape(said.say("page.unofficial"))}</p>
</body>
</html>
"""


def _title(game: str) -> str:
    said = words("en")
    return said.say(f"{game}-title") if f"{game}-title" in said else game
