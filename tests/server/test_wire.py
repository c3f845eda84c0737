"""What is read of strangers: every way to be strange is refused before anything is built of it."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from yupana.server import wire
from yupana.server.wire import Malformed
from yupana.words import words

CID = "0123456789abcdef"


def cmd(inside: str, cid: str = CID) -> str:
    return f'{{"t":"cmd","cid":"{cid}","cmd":{inside}}}'


def test_messages_are_read_as_what_they_are() -> None:
    assert wire.read('{"t":"hello"}') == wire.Hello()
    assert wire.read(b'{"t":"ping","n":3}') == wire.Ping(3)
    said = cmd('{"do":"move","text":"7 b4"},"at":{"rev":2}')
    assert wire.read(said) == wire.Cmd(CID, wire.Move(text="7 b4"), wire.At(2))
    assert wire.read_command(said.encode()) == wire.read(said)
    asked = '{"t":"what","n":3,"seat":null,"texts":["7 b4"]}'
    assert wire.read(asked) == wire.read_question(asked.encode()) == wire.What(("7 b4",), None, 3)
    listed = '{"t":"moves","prefix":"jungle","from":400}'
    assert wire.read(listed) == wire.Moves(prefix="jungle", start=400)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "wire.malformed"),
        ("null", "wire.malformed"),
        ("[]", "wire.malformed"),
        ('{"t":"hello"', "wire.malformed"),
        ('{"t":"shout"}', "wire.malformed"),
        ('{"t":"ping","n":NaN}', "wire.malformed"),
        ('{"t":"ping","n":Infinity}', "wire.malformed"),
        ('{"t":"ping","n":1.5}', "wire.number"),
        ('{"t":"ping","n":1e400}', "wire."),
        ('{"t":"ping","n":2147483649}', "wire.number"),
        ('{"t":"ping","n":%s}' % ("9" * 4000), "wire."),
        ('{"t":"ping","n":true}', "wire.malformed"),
        ('{"t":"ping","n":"1"}', "wire.malformed"),
        ('{"t":"ping","m":1}', "wire.malformed"),
        ('{"t":"hello","pending":["\\ud800"]}', "wire."),
        ('{"t":"hello","pending":["a\\u0000b"]}', "wire.text"),
        (cmd('{"do":"move","text":"\\u001b[31m"}'), "wire.text"),
        ('{"t":"what"}', "wire.malformed"),
        ('{"t":"what","texts":[' + '"a",' * 64 + '"a"]}', "wire.malformed"),
        ('{"t":"what","texts":["\\u0007"]}', "wire.text"),
        ('{"t":"moves","from":-1}', "wire.malformed"),
        (cmd('{"do":"fly"}'), "wire.malformed"),
        (cmd('{"do":"undo","seat":true}'), "wire.malformed"),
        (cmd('{"do":"undo","extra":1}'), "wire.malformed"),
        (cmd('{"do":"undo"}', cid="short"), "wire.cid"),
        (cmd('{"do":"undo"}', cid="x" * 41), "wire.cid"),
        (cmd('{"do":"undo"}', cid="spaces are no good"), "wire.cid"),
        (cmd('{"do":"move","move":%s}' % ("[" * 20 + "]" * 20)), "wire.deep"),
        ("[" * 10_000, "wire.deep"),
        (cmd('{"do":"move","move":[' + "1," * 300 + "1]}"), "wire.nodes"),
        (cmd('{"do":"move","text":"%s"}' % ("x" * 17_000)), "wire.large"),
    ],
)
def test_what_is_strange_is_refused_with_a_code(text: str, code: str) -> None:
    with pytest.raises(Malformed) as error:
        wire.read(text)
    assert error.value.code.startswith(code)


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(Malformed):
        wire.read(b'{"t":"hello","pending":["\xff\xfe"]}')
    with pytest.raises(Malformed):
        wire.read('{"t":"hello","pending":["\ud800"]}')


CODE = re.compile(r'"((?:auth|export|log|page|server|store|table|wire)\.[a-z-]+)"')


def test_every_code_of_the_server_has_a_sentence() -> None:
    folder = Path(wire.__file__).parent
    text = "".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    codes = set(CODE.findall(text))
    assert len(codes) > 60
    assert {code for code in codes if code not in words()} == set()


def test_whatever_is_sent_is_a_message_or_malformed() -> None:
    """Five thousand frames that were once messages: nothing else is ever raised."""
    rng = Random(8)
    messages = [
        b'{"t":"hello","v":1,"pending":["0123456789abcdef"]}',
        b'{"t":"ping","n":3}',
        cmd('{"do":"move","text":"7 b4"},"at":{"rev":2}').encode(),
        cmd('{"do":"policy","locked":true,"patience":60}').encode(),
        cmd('{"do":"move","move":{"type":"Write","cells":[1,2,[3]]}}').encode(),
    ]
    bits = [
        b"null",
        b"true",
        b"-1",
        b"1e9",
        b'"',
        b"[",
        b"}",
        b"\\ud800",
        b"\xff",
        b"\x00",
        b"99999",
    ]
    read = 0
    for _ in range(5000):
        frame = bytearray(rng.choice(messages))
        for _ in range(rng.randrange(4)):
            at = rng.randrange(len(frame))
            frame[at : at + rng.randrange(3)] = rng.choice([*bits, bytes([rng.randrange(256)])])
        try:
            wire.read(bytes(frame))
            read += 1
        except Malformed:
            pass
    assert 1000 < read < 4000


def test_a_post_takes_commands_only() -> None:
    with pytest.raises(Malformed):
        wire.read_command(b'{"t":"hello"}')
    with pytest.raises(Malformed):
        wire.read_question(b'{"t":"hello"}')
