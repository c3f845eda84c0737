"""The API as an OpenAPI document: paths by hand, the shapes from the very types that are read and sent."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args

import msgspec

import yupana
from yupana.games import all_games
from yupana.server import history, shapes, wire
from yupana.server.channels import NotifyWish
from yupana.server.contacts import Notified, NotifyContact
from yupana.server.reception import Opening

JSON = "application/json"
ERRORS = {
    "400": "Not a message of ours; nothing was done.",
    "401": "No secret, or one that does not open this.",
    "403": "The secret does not open this much, or the request came from another site.",
    "404": "There is none.",
    "409": "It cannot be done now; nothing has changed.",
    "422": "It says no move, game or option that there is.",
    "429": "Too many; later it works again.",
    "503": "Not now; to ask again with the same cid is safe.",
}


@cache
def document() -> dict[str, Any]:
    asked = (
        Opening,
        shapes.Sit,
        shapes.Resume,
        shapes.Link,
        shapes.Name,
        shapes.Login,
        shapes.Follow,
        shapes.Branch,
        shapes.Reclaim,
        shapes.RevokeLink,
        NotifyWish,
    )
    told = (
        *(shapes.Opened, shapes.Seated, shapes.Linked, shapes.LinkSeen),
        *(shapes.Listed, shapes.GameFacts, shapes.Who, shapes.Followed),
        *(history.Moment, history.Past),
        *(Notified, NotifyContact),
    )
    messages = (*get_args(wire.FromClient), *get_args(wire.ToClient))
    _, schemas = msgspec.json.schema_components(
        (*asked, *told, *messages),
        ref_template="#/components/schemas/{name}",
    )
    sent = (*asked, *get_args(wire.FromClient), *get_args(wire.Command), wire.At)
    for name in {each.__name__ for each in sent}:
        _limit(schemas[name])
    schemas["Cmd"]["required"].remove("t")  # a post can be nothing else
    games = all_games()
    seats = [number for game in games.values() for number in game.seats_allowed]
    opening = schemas[Opening.__name__]["properties"]
    opening["game"] = {"type": "string", "enum": list(games)}
    opening["seats"] |= {"minimum": min(seats), "maximum": max(seats)}
    table = [_parameter("table", "The table's id.")]
    path: dict[str, Any] = {
        "/healthz": {"get": _get("Whether the server serves.", None)},
        "/metrics": {"get": _get("Figures in the form of Prometheus.", None, kind="text/plain")},
        "/api/games": {"get": _get("The games.", "GameFacts", many=True)},
        "/api/games/{game}/rules": {
            "get": _get("The rules, clause by clause.", None, [_parameter("game", "Its name.")])
        },
        "/api/tables": {
            "get": _get(
                "The tables that anybody may join, or watch.", "Listed", [STATUS], many=True
            ),
            "post": _post("Open a table.", "Opening", "Opened", status="201"),
        },
        "/api/codes/{code}": {
            "get": _get("The table of a code.", "Listed", [_parameter("code", "Four letters.")])
        },
        "/api/session": {"post": _post("Exchange a secret for a cookie.", "Login", "Who")},
        "/api/tables/{table}": {
            "get": _get("All that the caller may know and do.", "View", [*table, LOOK], secret=True)
        },
        "/api/tables/{table}/about": {"get": _get("What the table is.", "Welcome", table)},
        "/api/tables/{table}/stream": {
            "get": _get(
                "The socket's messages as server-sent events.",
                None,
                [*table, LOOK],
                secret=True,
                kind="text/event-stream",
            )
        },
        "/api/tables/{table}/moments": {
            "get": _get("What can be looked back at.", "Moment", table, many=True, secret=True)
        },
        "/api/tables/{table}/moments/{n}": {
            "get": _get(
                "The table as it stood after so many moments.",
                "Past",
                [*table, _parameter("n", "How many; 0 for the beginning."), LOOK],
                secret=True,
            )
        },
        "/api/tables/{table}/links": {
            "get": _get(
                "A host's: the secrets in force.", "LinkSeen", table, many=True, secret=True
            )
        },
        "/api/tables/{table}/export": {
            "get": _get("A finished game, with its seed.", None, table, secret=True)
        },
    }
    handle = _parameter("handle", "One of several; all without it.")
    path["/api/tables/{table}/notify"] = {
        "get": _get("Where one is told of one's turn.", "Notified", table, secret=True),
        "delete": _get(
            "Be told no more.",
            None,
            [*table, handle | {"in": "query", "required": False}],
            secret=True,
        ),
    }
    posts = {
        "notify": ("Be told of one's turn.", "NotifyWish", "NotifyContact", True, "201"),
        "sit": ("Take an empty seat.", "Sit", "Seated", False, "201"),
        "resume": ("A seat on another device.", "Resume", "Seated", False, "201"),
        "reclaim": ("A seat that a host gave away.", "Reclaim", "Seated", True, "201"),
        "links": ("A host's: one more secret.", "Link", "Linked", True, "201"),
        "revoke": ("A host's: ends a secret.", "RevokeLink", None, True, "200"),
        "watch": ("Look on at a table that is open to all.", "Watch", "Linked", False, "201"),
        "name": ("Another name for one's seat.", "Name", None, True, "200"),
        "follow": ("To the table where people play on.", "Follow", "Followed", True, "201"),
        "branch": ("Go on from a moment of a finished game.", "Branch", "Opened", True, "201"),
        "do": ("A command; sending it again is safe.", "Cmd", "Ack", True, "200"),
        "what": ("What moves would come to.", "What|Moves", "Would|MovePage", True, "200"),
    }
    for name, (what, body, answer, secret, status) in posts.items():
        path.setdefault(f"/api/tables/{{table}}/{name}", {})["post"] = _post(
            what, body, answer, table, secret=secret, status=status
        )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Yupana",
            "version": yupana.__version__,
            "description": "Tables of four board games. Over the socket "
            "`/api/tables/{table}/ws` go these messages one way: "
            f"{_names(wire.FromClient)}; and these the other: {_names(wire.ToClient)}.",
        },
        "paths": path,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "secret": {"type": "http", "scheme": "bearer"},
            },
        },
    }


TEXT = {"pattern": r"^[^\u0000-\u001f]*$"}
NUMBER = {"minimum": -wire.LARGEST_INT, "maximum": wire.LARGEST_INT}
PLAIN: list[dict[str, Any]] = [
    {"type": "string", **TEXT},
    {"type": "integer", **NUMBER},
    {"type": "boolean"},
    {"type": "null"},
]


def _limit(schema: dict[str, Any]) -> None:
    """Writes down what wire.py asks of everything that is sent, whatever it is: no strange characters,
    no large numbers, nothing deep or long."""
    kind = schema.get("type")
    if kind == "string" and not {"enum", "const", "pattern"} & set(schema):
        schema |= TEXT
    elif kind == "integer":
        schema |= NUMBER | {name: schema[name] for name in NUMBER if name in schema}
    elif kind == "array":
        schema.setdefault("maxItems", 64)
    elif kind == "object" and "properties" not in schema:
        schema |= {"maxProperties": 20, "propertyNames": TEXT}
        if not schema.get("additionalProperties"):  # anything: a move of one of the games
            numbers = {"type": "array", "items": {"anyOf": PLAIN}, "maxItems": 20}
            schema["additionalProperties"] = {"anyOf": [*PLAIN, numbers]}
            return
    for name, each in schema.get("properties", {}).items():
        _limit(each)
        if name == "cid":
            for part in each.get("anyOf", [each]):
                if part.get("type") == "string":
                    part["pattern"] = f"^{wire.CID.pattern}$"
    for each in (*schema.get("anyOf", ()), schema.get("items"), schema.get("additionalProperties")):
        if isinstance(each, dict):
            _limit(each)


def _parameter(name: str, what: str) -> dict[str, Any]:
    return {
        "name": name,
        "in": "path",
        "required": True,
        "description": what,
        "schema": {"type": "string"},
    }


def _names(union: Any) -> str:
    return ", ".join(each.__name__ for each in get_args(union))


STATUS = {
    "name": "status",
    "in": "query",
    "required": False,
    "description": "waiting: those to join, also without it; playing: those to watch.",
    "schema": {"type": "string", "enum": ["waiting", "playing"]},
}
LOOK = {
    "name": "look",
    "in": "query",
    "required": False,
    "description": "Of several seats that the caller plays, the one to look from.",
    "schema": {"type": "integer", "minimum": 0},
}


def _shape(name: str | None, many: bool = False) -> dict[str, Any]:
    """A shape by its name; several that it may be, with bars between."""
    if name is None:
        return {}
    refs = [{"$ref": f"#/components/schemas/{each}"} for each in name.split("|")]
    found: dict[str, Any] = refs[0] if len(refs) == 1 else {"oneOf": refs}
    return {"type": "array", "items": found} if many else found


def _answers(shape: dict[str, Any], kind: str, status: str) -> dict[str, Any]:
    told: dict[str, Any] = {status: {"description": "Done.", "content": {kind: {"schema": shape}}}}
    for code, what in ERRORS.items():
        told[code] = {"description": what, "content": {JSON: {"schema": _shape("No")}}}
    return told


def _get(
    what: str,
    shape: str | None,
    parameters: list[dict[str, Any]] | None = None,
    *,
    many: bool = False,
    secret: bool = False,
    kind: str = JSON,
) -> dict[str, Any]:
    return {
        "summary": what,
        "parameters": parameters or [],
        "security": [{"secret": []}] if secret else [],
        "responses": _answers(_shape(shape, many), kind, "200"),
    }


def _post(
    what: str,
    asked: str,
    told: str | None,
    parameters: list[dict[str, Any]] | None = None,
    *,
    secret: bool = False,
    status: str = "200",
) -> dict[str, Any]:
    return {
        "summary": what,
        "parameters": parameters or [],
        "security": [{"secret": []}] if secret else [],
        "requestBody": {"required": True, "content": {JSON: {"schema": _shape(asked)}}},
        "responses": _answers(_shape(told), JSON, status),
    }
