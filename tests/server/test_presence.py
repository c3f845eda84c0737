"""Who is connected, and what a host may do about those who are not."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.server.client import Server


async def hear(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of this kind."""
    async with asyncio.timeout(15):
        while True:
            message: dict[str, Any] = json.loads(await socket.recv())
            if message["t"] == kind:
                return message


async def enter(server: Server, table: str, secret: str) -> ClientConnection:
    url = f"ws://127.0.0.1:{server.port}/api/tables/{table}/ws"
    socket = await connect(url, additional_headers={"authorization": f"Bearer {secret}"})
    await socket.send(json.dumps({"t": "hello"}))
    await hear(socket, "view")
    return socket


def test_a_host_goes_on_without_those_who_left_and_not_without_those_who_think(
    tmp_path: Path,
) -> None:
    with Server(tmp_path / "server") as server:
        made = server.post("/api/tables", {"game": "temple", "seats": 3}).json()
        name, host = made["table"], made["host"]
        seats = [
            server.post(f"/api/tables/{name}/sit", {"seat": seat}).json()["secret"]
            for seat in range(3)
        ]

        def do(secret: str, cid: str, **command: Any) -> Any:
            body = {"t": "cmd", "cid": cid, "cmd": command}
            return server.post(f"/api/tables/{name}/do", body, secret)

        def played_by_bots() -> list[bool]:
            seen = server.get(f"/api/tables/{name}", host).json()["seats"]
            return [each["bot"] is not None for each in seen]

        async def evening() -> None:
            assert do(host, "begin-it", do="begin").status_code == 200
            sockets = [await enter(server, name, secret) for secret in seats]
            refused = do(host, "hurry-once", do="hurry")
            assert (refused.status_code, refused.json()["code"]) == (409, "table.all-here")
            while (await hear(sockets[0], "tick"))["here"] != [True, True, True]:
                pass
            await sockets[2].close()
            while (await hear(sockets[0], "tick"))["here"] != [True, True, False]:
                pass
            assert do(host, "hurry-again", do="hurry").status_code == 200
            assert played_by_bots() == [False, False, True]
            told = (await hear(sockets[0], "view"))["events"]
            assert [(each["seat"], each["seat_now"]) for each in told] == [(2, "bot")]
            assert do(seats[2], "back-again", do="back").status_code == 200
            assert played_by_bots() == [False, False, False]
            for socket in sockets:
                await socket.close()

        asyncio.run(evening())
