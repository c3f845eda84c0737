"""Who may do what, without accounts: secrets, the codes people read out, the names people go by.

A secret is a capability: whoever has it may act as host, play the seat, watch or replay. The store
keeps hashes only. A table's code is no secret: it finds the table, and opens nothing by itself.
No store and no cookies here; who sits where is in table.py.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from itertools import count, islice
from random import SystemRandom
from typing import Literal, NamedTuple, NoReturn

from msgspec import Struct

from yupana.core.game import Rng, Seat

Kind = Literal["host", "seat", "spectator", "replay", "resume"]
"""What a secret opens. `resume` is the short code that gets a seat back on another device."""

PREFIX: dict[Kind, str] = {
    "host": "yh_",
    "seat": "ys_",
    "spectator": "yw_",
    "replay": "yr_",
}
"""How the secret of a link begins: so that a log can be searched for any that slipped into it."""

SECRET_BYTES = 24
HIDDEN = "Secret(...)"

_LINK = re.compile(r"(y[hswr]_)[A-Za-z0-9_-]{32}", re.ASCII)


class Secret:
    """A text that shows itself only when asked to: never in a repr, a log line, JSON or a pickle."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """The text itself, for the one answer that hands it to its owner."""
        return self._text

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Secret):
            return NotImplemented
        return hmac.compare_digest(self._text.encode(), other._text.encode())

    def __repr__(self) -> str:
        return HIDDEN

    def __format__(self, spec: str) -> str:
        return format(HIDDEN, spec)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a secret is not pickled")


class Capability(Struct, frozen=True):
    """What a link or a resume code opens, with its secret: made once, handed over, never stored."""

    kind: Kind
    table: str
    secret: Secret
    seat: Seat | None = None

    def hash(self) -> str:
        return secret_hash(self.kind, self.table, self.secret)


def new_capability(kind: Kind, table: str, seat: Seat | None = None) -> Capability:
    """A new secret for this: 192 bits for a link, 59 for a code to be read out."""
    if (seat is not None) != (kind in ("seat", "resume")):
        raise ValueError("seats and resume codes belong to a seat, the others to a table")
    if kind == "resume":
        secret = _new_resume_code(iter(lambda: secrets.randbelow(16), None))
    else:
        secret = Secret(PREFIX[kind] + secrets.token_urlsafe(SECRET_BYTES))
    return Capability(kind, table, secret, seat)


def heir(kind: Kind, table: str, secret: Secret, seat: Seat | None = None) -> Capability:
    """What the holder of a secret at one table is given at the table that follows it: the same every
    time, so that nothing is lost with an answer, and known to nobody who lacks the first."""
    if kind == "resume":
        return Capability(kind, table, _new_resume_code(_drawn_from(secret, table)), seat)
    digest = _digest(secret, f"heir-v1|{kind}|{table}|{seat}")
    text = base64.urlsafe_b64encode(digest[:SECRET_BYTES]).decode()
    return Capability(kind, table, Secret(PREFIX[kind] + text), seat)


def _drawn_from(secret: Secret, table: str) -> Iterator[int]:
    for number in count():
        yield from (byte & 15 for byte in _digest(secret, f"heir-v1|resume|{table}|{number}"))


def _digest(secret: Secret, text: str) -> bytes:
    return hmac.digest(secret.reveal().encode(), text.encode(), "sha256")


def read_secret(text: str) -> tuple[Kind, Secret] | None:
    """What kind of secret somebody sends; None if it has not even the shape of one."""
    shape = _LINK.fullmatch(text)
    if shape is None:
        return None
    kind = next(kind for kind, prefix in PREFIX.items() if prefix == shape[1])
    return kind, Secret(text)


def secret_hash(kind: Kind, table: str, secret: Secret) -> str:
    """What the store keeps. Kind and table go in: the same text opens nothing elsewhere.

    A plain hash is enough for secrets that nobody chose: there is no list of likely ones to try.
    """
    return hashlib.sha256(f"secret-v1|{kind}|{table}|{secret.reveal()}".encode()).hexdigest()


def seat_hashes(table: str, texts: Iterable[str]) -> frozenset[str]:
    """What the store would keep of these texts if they were secrets of seats."""
    return frozenset(
        secret_hash("seat", table, Secret(each)) for each in texts if read_secret(each)
    )


def retry_hash(secret: str) -> str:
    """What a client sends when it first sits down, of the secret by which it may ask again."""
    return hashlib.sha256(f"retry-v1|{secret}".encode()).hexdigest()


def opens(kind: Kind, table: str, secret: Secret, stored: str) -> bool:
    """Whether the secret is the one whose hash was stored, in a time that tells nothing about it."""
    return hmac.compare_digest(secret_hash(kind, table, secret).encode(), stored.encode())


def redact(text: str) -> str:
    """A text for the log with every secret of a link blotted out."""
    return _LINK.sub(r"\1...", text)


# Codes that are read out


LETTERS = "BCDFHJKMPRSTVWXZ"
"""Sixteen letters, so that each is worth four bits.

Without vowels, Y among them: no code spells a word, in English or French. Without I, L, O and Q,
which are taken for one another and for 1 and 0; without N, heard as M; without G, whose name in French
is that of J in English. Who types one of those all the same can mean but one of ours: see `_MEANT`.
"""

CODE_LENGTH = 4

RUDE = (
    *("BDSM", "BJ", "BTCH", "BTD", "CHTT", "DCK", "DKHD", "FCK", "FDP", "FKC", "FTP", "FVCK", "HH"),
    *("HJ", "KKK", "MRD", "MTHF", "PD", "PRV", "PSS", "RPST", "SHT", "SS", "STF", "TRD", "TTS"),
    *("TWT", "VTF", "WTF", "XXX", "ZB"),
)
"""What reads as an insult even without vowels, here or in France; no code has any of them in it."""

_MEANT = str.maketrans("852NGU", "BSZMJV")
_GAPS = re.compile(r"[\s.\-_]+")


def new_code(taken: Callable[[str], bool] = lambda code: False, rng: Rng | None = None) -> str:
    """Four letters that find a table, such as `KRTM`, not among those in use."""
    rng = rng or SystemRandom()
    for _ in range(10_000):
        code = "".join(LETTERS[rng.randrange(16)] for _ in range(CODE_LENGTH))
        if not is_rude(code) and not taken(code):
            return code
    raise RuntimeError("no table code is free")  # tens of thousands of open tables: a broken host


def is_rude(code: str) -> bool:
    return any(word in code for word in RUDE)


def read_code(text: str) -> str | None:
    """The table code that was typed, whatever its case and spacing; None if it cannot be one."""
    return _read_letters(text, CODE_LENGTH)


RESUME_LENGTH, RESUME_GROUP = 16, 4


def _new_resume_code(numbers: Iterator[int]) -> Secret:
    """Fifteen letters by chance and one that checks them: 60 bits, less what would be rude."""
    while True:
        drawn = list(islice(numbers, RESUME_LENGTH - 1))
        letters = "".join(LETTERS[each] for each in (*drawn, _twice(_weigh(drawn))))
        if not is_rude(letters):
            return Secret(letters)


def spell_resume_code(secret: Secret) -> str:
    """The code in groups, as it is shown and read out: `KRTM-BDFH-...`."""
    text = secret.reveal()
    return "-".join(text[at : at + RESUME_GROUP] for at in range(0, RESUME_LENGTH, RESUME_GROUP))


def read_resume_code(text: str) -> Secret | None:
    """The resume code that was typed; None if a letter is wrong or two have changed places.

    So a slip is told from a wrong code, and costs none of the few tries that somebody has.
    """
    letters = _read_letters(text, RESUME_LENGTH)
    if letters is None or _weigh([LETTERS.index(each) for each in letters]) != 0:
        return None
    return Secret(letters)


def _weigh(values: list[int]) -> int:
    """Values times falling powers of two, added up in the field of 16; 0 for a whole code.

    The powers differ but for the first and last of 16 places, so one wrong letter, or two others that
    changed places, never go unnoticed. Adding up modulo 16 would miss some.
    """
    total = 0
    for value in values:
        total = _twice(total) ^ value
    return total


def _twice(value: int) -> int:
    """Times two in the field of 16, where x^4 = x + 1."""
    return value << 1 ^ (0b10011 if value & 0b1000 else 0)


def _read_letters(text: str, length: int) -> str | None:
    if len(text) > 4 * length or not text.isascii():
        return None
    letters = _GAPS.sub("", text).upper().translate(_MEANT)
    if len(letters) != length or not set(letters) <= set(LETTERS):
        return None
    return letters


# Names


NAME_LONGEST = 24
"""Characters of a name; more do not fit on a phone beside a score."""

_MANNERS: tuple[tuple[str, str], ...] = (
    *(
        ("Admirable", "admirable"),
        ("Agile", "agile"),
        ("Amiable", "aimable"),
        ("Bold", "téméraire"),
    ),
    *(("Brave", "brave"), ("Calm", "calme"), ("Fabled", "légendaire"), ("Faithful", "fidèle")),
    *(("Fearless", "intrépide"), ("Free", "libre"), ("Nocturnal", "nocturne")),
    *(("Heroic", "héroïque"), ("Honest", "honnête"), ("Invincible", "invincible")),
    *(("Lively", "dynamique"), ("Lunar", "lunaire"), ("Magic", "magique"), ("Modest", "modeste")),
    *(("Mystic", "mystique"), ("Nimble", "habile"), ("Noble", "noble"), ("Nomadic", "nomade")),
    *(("Peaceful", "paisible"), ("Poetic", "poétique"), ("Quiet", "tranquille")),
    *(("Robust", "robuste"), ("Rustic", "rustique"), ("Sincere", "sincère"), ("Solar", "solaire")),
    *(("Sublime", "sublime"), ("Swift", "rapide"), ("Tenacious", "tenace"), ("Unique", "unique")),
    *(("Upbeat", "optimiste"), ("Whimsical", "fantasque"), ("Wise", "sage")),
)
"""Adjectives in English and French. The French ones have one form for all genders."""

_EXPLORERS: tuple[tuple[str, str], ...] = (
    *(("Aeronaut", "Aéronaute"), ("Alpaca", "Alpaga"), ("Alpinist", "Alpiniste")),
    *(("Archivist", "Archiviste"), ("Armadillo", "Tatou"), ("Astronomer", "Astronome")),
    *(("Botanist", "Botaniste"), ("Butterfly", "Papillon"), ("Captain", "Capitaine")),
    *(("Cartographer", "Cartographe"), ("Compass", "Boussole"), ("Condor", "Condor")),
    *(
        ("Cyclist", "Cycliste"),
        ("Dolphin", "Dauphin"),
        ("Falcon", "Faucon"),
        ("Firefly", "Luciole"),
    ),
    *(("Flamingo", "Flamant"), ("Fox", "Renard"), ("Geographer", "Géographe"), ("Guide", "Guide")),
    *(("Heron", "Héron"), ("Hummingbird", "Colibri"), ("Iguana", "Iguane"), ("Jaguar", "Jaguar")),
    *(("Lantern", "Lanterne"), ("Linguist", "Linguiste"), ("Llama", "Lama"), ("Macaw", "Ara")),
    *(("Naturalist", "Naturaliste"), ("Orchid", "Orchidée"), ("Otter", "Loutre"), ("Owl", "Hibou")),
    *(("Pilot", "Pilote"), ("Puma", "Puma"), ("Tapir", "Tapir"), ("Toucan", "Toucan")),
    *(("Turtle", "Tortue"), ("Vicuña", "Vigogne"), ("Zeppelin", "Zeppelin")),
)
"""Those who travel, what they meet and what they carry; the people in words for any gender."""


class Explorer(NamedTuple):
    """A made-up name, the same one in every language.

    >>> Explorer(9, 31).called("en"), Explorer(9, 31).called("fr")
    ('Free Owl', 'Hibou libre')
    """

    manner: int
    who: int

    def called(self, language: str) -> str:
        if language == "fr":
            return f"{_EXPLORERS[self.who][1]} {_MANNERS[self.manner][1]}"
        return f"{_MANNERS[self.manner][0]} {_EXPLORERS[self.who][0]}"


def new_explorer(taken: Collection[str] = (), rng: Rng | None = None) -> Explorer:
    """A name for somebody who gave none, that nobody at the table has in either language.

    `taken`: the names at the table, as they are shown.
    """
    rng = rng or SystemRandom()
    likes = {likeness(name) for name in taken}
    words = {word for like in likes for word in like.split()}
    free = [each for each, called in _explorers() if not likes & called]
    fresh = [each for each in free if not words & _nouns()[each.who]]
    choice = fresh or free  # a second Llama only when there is one of everything
    return choice[rng.randrange(len(choice))]


@cache
def _explorers() -> tuple[tuple[Explorer, frozenset[str]], ...]:
    """Every name there is, with what it is like in each language."""
    every = (Explorer(m, w) for m in range(len(_MANNERS)) for w in range(len(_EXPLORERS)))
    return tuple(
        (each, frozenset(likeness(each.called(language)) for language in ("en", "fr")))
        for each in every
    )


@cache
def _nouns() -> tuple[frozenset[str], ...]:
    return tuple(frozenset(map(likeness, nouns)) for nouns in _EXPLORERS)


_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")
"""Letters and marks that show nothing, though Unicode does not count them among the invisible. The
variation selectors, of which there are hundreds, are left out in `_shown`."""

_MARKS_IN_A_ROW = 2
"""More of them on one letter are there to spoil the page."""


def clean_name(text: str) -> str | None:
    """The name somebody typed, fit to be shown; None if nothing is left of it.

    Out go control characters, direction marks and all else that is invisible, private, unassigned
    or half a character. Any script is welcome. Names are data: pages still have to isolate their
    direction and to escape them.
    """
    seen = "".join(_shown(char) for char in text[:200])
    name: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", seen):
        marks = marks + 1 if unicodedata.category(char)[0] == "M" else 0
        on_nothing = not name or name[-1] == " "
        if marks > _MARKS_IN_A_ROW or (on_nothing and (marks or char == " ")):
            continue
        name.append(char)
    return _cut("".join(name), NAME_LONGEST) or None


def _shown(char: str) -> str:
    """The character, a space for what parts words, or nothing for what nobody would see."""
    category = unicodedata.category(char)
    if category[0] == "Z" or char in "\t\n\r":
        return " "
    if category[0] == "C" or char in _BLANK:
        return ""
    return "" if "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef" else char


def distinct_name(name: str, taken: Collection[str]) -> str:
    """The name, with a number behind it if somebody at the table has one that looks the same."""
    likes = {likeness(each) for each in taken}
    number, called = 1, name
    while likeness(called) in likes:
        number += 1
        behind = f" {number}"
        called = _cut(name, NAME_LONGEST - len(behind)) + behind
    return called


def likeness(name: str) -> str:
    """The same for names that look alike: width, case, spacing, and the letters most often forged."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(plain.translate(_LOOK).split())


_LOOK = str.maketrans(
    "аеорсухіјѕԁһкмтвнοαεικνρτυχ01l|",
    "aeopcyxijsdhkmtbhoaeikvptuxoiii",
)
"""Cyrillic and Greek letters that pass for Latin ones; 0 for o; 1, l and | for i."""


def _cut(name: str, longest: int) -> str:
    """At most so many characters, never between a letter and its marks, and no space at the end."""
    end = min(longest, len(name))
    while 0 < end < len(name) and unicodedata.category(name[end])[0] == "M":
        end -= 1
    return name[:end].strip()
