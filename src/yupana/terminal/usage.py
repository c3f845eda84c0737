"""argparse in the reader's language.

argparse looks up every sentence of its own under the name `_`, for gettext. Ours come from the same
catalogues as all the rest, so that name is where they are handed in.
"""

from __future__ import annotations

import argparse

from yupana.words import Words

SENTENCES = {
    "usage: ": "usage.usage",
    "positional arguments": "usage.arguments",
    "options": "usage.options",
    "show this help message and exit": "usage.help",
    "%(prog)s: error: %(message)s\n": "usage.error",
    "argument %(argument_name)s: %(message)s": "usage.argument",
    "the following arguments are required: %s": "usage.required",
    "unrecognized arguments: %s": "usage.unrecognized",
    "expected one argument": "usage.expected-one",
    "expected at least one argument": "usage.expected-some",
    "invalid choice: %(value)r (choose from %(choices)s)": "usage.choice",
    "invalid %(type)s value: %(value)r": "usage.value",
    "ambiguous option: %(option)s could match %(matches)s": "usage.ambiguous",
    "ignored explicit argument %r": "usage.explicit",
}
"""What argparse says to those who type our commands, and our sentences for it."""


def speak(said: Words) -> None:
    """From now on every parser speaks this language."""

    def translate(sentence: str) -> str:
        key = SENTENCES.get(sentence)
        return sentence if key is None else said.say(key)

    vars(argparse)["_"] = translate
