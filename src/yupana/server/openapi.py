"""The API as an OpenAPI document: paths by hand, the shapes from the very types that are read and sent."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

import yupana
from yupana.server import shapes, wire
from yupana.server.hub import Opening

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
    asked = (Opening, shapes.Sit, shapes.Resume, shapes.Link, shapes.Name, shapes.Login, wire.Cmd)
    told = (
        *(shapes.Opened, shapes.Seated, shapes.Linked),
        *(shapes.Listed, shapes.GameFacts, shapes.Who),
    )
    messages = (wire.Welcome, wire.View, wire.Tick, wire.Ack, wire.No, wire.Pong, wire.Bye)
    _, schemas = msgspec.json.schema_components(
        (*asked, *told, *messages, wire.Hello, wire.Ping),
        ref_template="#/components/schemas/{name}",
    )
    table = [_parameter("table", "The table's id.")]
    path: dict[str, Any] = {
        "/healthz": {"get": _get("Whether the server serves.", None)},
        "/metrics": {"get": _get("Figures in the form of Prometheus.", None, kind="text/plain")},
        "/api/games": {"get": _get("The games.", "GameFacts", many=True)},
        "/api/games/{game}/rules": {
            "get": _get("The rules, clause by clause.", None, [_parameter("game", "Its name.")])
        },
        "/api/tables": {
            "get": _get("The open tables that anybody may join.", "Listed", many=True),
            "post": _post("Open a table.", "Opening", "Opened", status="201"),
        },
        "/api/codes/{code}": {
            "get": _get("The table of a code.", "Listed", [_parameter("code", "Four letters.")])
        },
        "/api/session": {"post": _post("Exchange a secret for a cookie.", "Login", "Who")},
        "/api/tables/{table}": {
            "get": _get("All that the caller may know and do.", "View", table, secret=True)
        },
        "/api/tables/{table}/about": {"get": _get("What the table is.", "Welcome", table)},
        "/api/tables/{table}/stream": {
            "get": _get(
                "The socket's messages as server-sent events.",
                None,
                table,
                secret=True,
                kind="text/event-stream",
            )
        },
        "/api/tables/{table}/export": {
            "get": _get("A finished game, with its seed.", None, table, secret=True)
        },
    }
    posts = {
        "sit": ("Take an empty seat.", "Sit", "Seated", False, "201"),
        "resume": ("A seat on another device.", "Resume", "Seated", False, "201"),
        "links": ("A host's: one more secret.", "Link", "Linked", True, "201"),
        "name": ("Another name for one's seat.", "Name", None, True, "200"),
        "do": ("A command; sending it again is safe.", "Cmd", "Ack", True, "200"),
    }
    for name, (what, body, answer, secret, status) in posts.items():
        path[f"/api/tables/{{table}}/{name}"] = {
            "post": _post(what, body, answer, table, secret=secret, status=status)
        }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Yupana",
            "version": yupana.__version__,
            "description": "Tables of four board games. Over the socket "
            "`/api/tables/{table}/ws` go the messages Hello, Cmd and Ping one way, and Welcome, "
            "View, Tick, Ack, No, Pong and Bye the other.",
        },
        "paths": path,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "secret": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def _parameter(name: str, what: str) -> dict[str, Any]:
    return {
        "name": name,
        "in": "path",
        "required": True,
        "description": what,
        "schema": {"type": "string"},
    }


def _shape(name: str | None, many: bool = False) -> dict[str, Any]:
    if name is None:
        return {}
    found = {"$ref": f"#/components/schemas/{name}"}
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
