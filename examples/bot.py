"""A bot that sits down at a live table and plays by chance. It knows the public API and nothing else.

    python examples/bot.py http://localhost:8000 KWXT

KWXT is the table's code. Copy this file and put something better in the place of `random.choice`.
"""

import json
import random
import sys
import time
import urllib.error
import urllib.request
import uuid


def call(url, body=None, secret=""):
    """One request; a refusal that says to slow down is obeyed, any other ends the bot."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {secret}"} if secret else {}
    request = urllib.request.Request(url, data, {"Content-Type": "application/json", **headers})
    while True:
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code != 429:
                raise SystemExit(json.load(error)["said"]) from None
            time.sleep(0.5)


def main(server, code):
    table = f"{server}/api/tables/{call(f'{server}/api/codes/{code}')['table']}"
    seat = call(f"{table}/sit", {"name": "Example bot"})
    while (view := call(table, secret=seat["secret"]))["phase"] != "over":
        if seat["seat"] in view["pending"] and view["moves"]:
            move = {"do": "move", "text": random.choice(view["moves"])}
            call(f"{table}/do", {"t": "cmd", "cid": uuid.uuid4().hex, "cmd": move}, seat["secret"])
        else:
            time.sleep(0.2)
    print(f"{seat['name']} in seat {seat['seat'] + 1}: {view['outcome']['scores']}")


if __name__ == "__main__":
    main(*sys.argv[1:])
