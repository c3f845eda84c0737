"""The terminal in French: whole games, every command, and not a word of English but the notation."""

from __future__ import annotations

import argparse
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.terminal.test_play import Typist
from yupana.bots.bot import make_bot
from yupana.cli import main
from yupana.core.clauses import clauses
from yupana.core.errors import NotationError
from yupana.core.game import CHANCE, Game
from yupana.games import GAMES
from yupana.terminal.play import COMMANDS, Left, Table, commands
from yupana.terminal.usage import SENTENCES
from yupana.words import catalogues, words

AnyGame = Game[Any, Any, Any]
FR = words("fr")
ALPHABETIC = re.compile(r"[^\W\d_]{3,}")


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YUPANA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("YUPANA_LANG", "fr")
    monkeypatch.chdir(tmp_path)


def spoken(language: str) -> set[str]:
    """Every word of a language's catalogues and rules, ids and markup left out."""
    text = "\n".join(
        line.partition(" = ")[2] if re.match(r"[a-z][a-z0-9-]* =", line) else line
        for catalogue in catalogues(language).values()
        for line in catalogue.split("\n")
    )
    text = re.sub(r"\{[^}]*\}", " ", text)
    for kind in GAMES.values():
        rules = clauses(kind.package(), language).values()
        text += "\n".join(f"{rule.text} {rule.source} {rule.chapter}" for rule in rules)
    return {word.lower() for word in ALPHABETIC.findall(text)}


ENGLISH = spoken("en") - spoken("fr")
"""Words that only English has: none of them may be read by somebody who plays in French."""


def english_in(screen: str, *allowed: str) -> set[str]:
    notation = {word.lower() for text in allowed for word in ALPHABETIC.findall(text)}
    return {word.lower() for word in ALPHABETIC.findall(screen)} & ENGLISH - notation


def test_the_list_of_english_words_is_worth_something() -> None:
    assert {"the", "your", "stars", "sheet", "seat", "turn", "round"} <= ENGLISH
    assert english_in("La partie est finie. The end.") == {"the", "end"} & ENGLISH


# Games


ASKED = (
    "aide",
    "coups",
    "points",
    "voir",
    "tout",
    "pourquoi danse",
    "danse",
    "règle X-1",
    "garder",
)


def play_whole(game: AnyGame, path: Path, *players: str) -> tuple[str, list[str]]:
    """A game played to its end with every command asked on the way: the screen, and the moves."""
    typist, moves = Typist(), []
    table = Table(game, players, "9", FR, typist.ask, typist.shown.append, path)
    heads = {seat: make_bot("uniform", game, Random(seat)) for seat in table.people}
    asked: Iterator[str] = iter(ASKED)

    def answer(prompt: str) -> str:
        seat = next((each for each in table.people if prompt == f"{players[each]}> "), None)
        if seat is None:
            return ""
        if len(table.events) > 12:
            for line in asked:
                return line
        move = heads[seat](game.view(table.state, seat), game.moves(table.state, seat))
        moves.append(game.write_move(move))
        return moves[-1]

    typist.then = answer
    table.run()
    moves += [game.write_move(event.move) for event in table.events if event.seat != CHANCE]
    return typist.screen, moves


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("people", [1, 2])
def test_a_whole_game_is_played_in_french(name: str, people: int, tmp_path: Path) -> None:
    seats = max(people + 1, GAMES[name].seats_allowed[0]) if people > 1 else 0
    game = GAMES[name](seats or GAMES[name].seats_allowed[0])
    names = ("Ana", "Béa")[:people]
    bots = ("bot uniform",) * (game.seats - people)
    screen, moves = play_whole(game, tmp_path / "partie.yupana", *names, *bots)
    assert "Tapez `aide`" in screen
    assert "Et dans tous les jeux" in screen
    assert "«\u202fdanse\u202f»" in screen
    assert "n’a pas de règle X-1" in screen
    assert "Enregistré dans" in screen
    assert english_in(screen, *moves, *TYPED[name], str(tmp_path), "bot uniform") == set()


TYPED = {
    "valley": (),
    "temple": (),
    "wiraqocha": (
        "explorer drill zeppelin camp juggernaut miner android force-field recovery-workshop",
        "android-factory flying-fortress psychic-probe death-ray transport-tunneller",
        "mechanical-miner android-explorer battle-exoskeleton production-tanks",
    ),
    "paititi": ("vase vases llama llamas statue statues tile tiles disc discs", "shards"),
}
"""The notation of things that are shown as they are typed."""


def test_every_command_has_a_french_word_of_its_own_and_english_is_understood() -> None:
    understood = commands(FR)
    assert {understood[name] for name in COMMANDS} == set(COMMANDS)
    french = [word for word in understood if word not in COMMANDS]
    assert {understood[word] for word in french} == set(COMMANDS)
    for game in (kind(kind.seats_allowed[-1]) for kind in GAMES.values()):
        for word in french:
            with pytest.raises(NotationError):
                game.read_move(word)


def test_french_commands_take_accents_or_not(tmp_path: Path) -> None:
    typist = Typist("5 c1", "", "REGLE T-2.3", "Règle T-2.4", "annuler", "quitter")
    path = tmp_path / "x.yupana"
    with pytest.raises(Left):
        Table(GAMES["temple"](1), ("Ana",), "14", FR, typist.ask, typist.shown.append, path).run()
    assert "T-2.3 (règle) Le nombre est celui" in typist.screen
    assert "T-2.4 (règle) Quand tous" in typist.screen
    assert "Il n’y a rien à reprendre" in typist.screen
    assert "Pour continuer\u202f: yupana play --resume" in typist.screen


def test_a_refused_move_says_its_rule_in_french(tmp_path: Path) -> None:
    typist = Typist("5 d2")
    path = tmp_path / "x.yupana"
    with pytest.raises(Left):
        Table(GAMES["temple"](1), ("Ana",), "14", FR, typist.ask, typist.shown.append, path).run()
    assert "Ce n’est pas permis ici (T-2.2)\u202f: Sans face spéciale" in typist.screen


# The command line


def out(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert main(arguments) == code
    return "".join(capsys.readouterr())


def test_the_language_is_chosen_by_option_or_environment(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Le Temple d’Apikhabou  (1 à 100 joueurs)" in out(capsys, "games")
    for line in (
        ["games", "--lang", "en"],
        ["--lang", "en", "games"],
        ["--lang=en", "games"],
        ["games", "--lang=en"],
        ["games", "--lan", "en"],
    ):
        assert "The Temple of Apikhabou  (1-100 seats)" in out(capsys, *line)
    monkeypatch.setenv("YUPANA_LANG", "")
    monkeypatch.setenv("LC_ALL", "fr_CH.UTF-8")
    assert "éditions\u202f: classic" in out(capsys, "games")
    with pytest.raises(SystemExit):
        main(["games", "--lang", "klingon"])
    assert "invalid choice: 'klingon'" in capsys.readouterr().err


@pytest.mark.parametrize("name", GAMES)
def test_rules_are_shown_in_french(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = out(capsys, "rules", name)
    assert f"{name[0].upper()}-1.2 (règle)" in text
    assert english_in(text, "finds shown memory guests need two must show exhibit strict") == set()
    assert '"kind":"law"' in re.sub(r"\s", "", out(capsys, "rules", name, "--json"))


def test_simulations_replays_scores_and_editions_are_told_in_french(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in GAMES:
        seats = str(max(2, GAMES[name].seats_allowed[0]))
        line = ("simulate", name, "--seats", seats, "--bots", "uniform", "--games", "2")
        told = out(capsys, *line, "--records", "parties")
        assert f"2 parties de {name}, {seats} joueurs" in told
        assert re.search(r"toutes  uniform +-?\d+,\d\d", told)
        assert english_in(told, "bot uniform") == set()
        replayed = out(capsys, "replay", f"parties/{name}-000001.yupana")
        moves = "\n".join(re.findall(r"^  (?:\*|bot uniform \(\d\)\u202f:) (.*)$", replayed, re.M))
        assert english_in(replayed, moves, "bot uniform", *TYPED[name]) == set()
        assert "\ntour 1\n" in replayed
        assert "Tout va bien." in out(capsys, "edition", "check", name)
        assert "reconstitué   " in out(capsys, "edition", "show", name)
    assert "3 parties" in out(capsys, "fuzz", "temple", "--games", "3")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["rules", "echecs"], "Il n’y a pas de jeu «\u202fechecs\u202f»"),
        (["simulate", "temple", "--seats", "101"], "temple se joue de 1 à 100, et non à 101."),
        (["play", "temple", "--option", "triche=oui"], "temple n’a pas d’option"),
        (["replay", "nulle-part"], "Il n’y a pas de fichier nulle-part."),
    ],
)
def test_bad_input_is_refused_in_french(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert out(capsys, *arguments, code=1).startswith(f"yupana: {sentence}")


HELPS = ("", "games", "rules", "play", "score", "replay", "simulate", "fuzz", "edition")


@pytest.mark.parametrize("command", [*HELPS, "serve", "store", "verify"])
def test_help_is_in_french(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main([*command.split(), "--help"])
    assert stop.value.code == 0
    text = capsys.readouterr().out
    assert text.startswith("usage\u202f: yupana")
    explained = re.sub(r"--?[a-z-]+|\[[^]]*\]|\{[^}]*\}|^    ?[a-z-]+", "", text, flags=re.M)
    explained = explained.partition("\n\n")[2]
    assert english_in(explained, "host Down BOT greedy uniform") == set()


def test_a_command_line_that_is_not_understood_is_explained_in_french(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for line, sentence in (
        (["rules"], "il manque ces arguments\u202f: jeu"),
        (["danse"], "'danse' n’est pas un choix possible"),
        (["simulate", "temple", "--games", "mille"], "'mille' ne convient pas"),
        (["play", "--people"], "il faut au moins une valeur"),
        (["games", "--vite"], "arguments inconnus\u202f: --vite"),
        (["play", "--resume"], "argument --resume\u202f: il faut une valeur"),
    ):
        with pytest.raises(SystemExit) as stop:
            main(line)
        assert stop.value.code == 2
        error = capsys.readouterr().err
        assert sentence in error
        assert "\u202f: erreur\u202f: " in error


def test_argparse_still_says_what_we_translate() -> None:
    source = re.sub(r"'\s*\n\s*'", "", inspect.getsource(argparse))
    for sentence in SENTENCES:
        quoted = sentence.replace("\n", "\\n")
        assert f"'{quoted}'" in source or f'"{quoted}"' in source, sentence
