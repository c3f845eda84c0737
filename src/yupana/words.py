"""Words: the catalogues in `locale/` turn the engine's codes into sentences of a language."""

from __future__ import annotations

from functools import cache
from importlib import resources

from fluent.runtime import FluentBundle, FluentResource

from yupana.core.errors import YupanaError

LANGUAGES = ("en",)


class Words:
    """All the sentences of one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._bundle = FluentBundle([language], use_isolating=False)
        folder = resources.files("yupana") / "locale" / language
        for path in sorted(folder.iterdir(), key=lambda path: path.name):
            self._bundle.add_resource(FluentResource(path.read_text("utf-8")))

    def __contains__(self, key: str) -> bool:
        return bool(self._bundle.has_message(_id(key)))

    def say(self, key: str, **facts: str | int) -> str:
        """The sentence for a key such as `rule.illegal`, its facts filled in."""
        pattern = self._bundle.get_message(_id(key)).value
        assert pattern is not None, key
        text, problems = self._bundle.format_pattern(pattern, facts)
        if problems:
            raise problems[0]
        return str(text)

    def say_error(self, error: YupanaError) -> str:
        """An error as one sentence; a problem inside another is said in its place."""
        facts = dict(error.facts)
        problem = facts.get("problem")
        cause = error.__cause__
        if isinstance(cause, YupanaError):
            facts["problem"] = self.say_error(cause)
        elif isinstance(problem, str) and problem in self:
            facts["problem"] = self.say(problem)
        if error.code not in self:  # another author's game may speak codes of its own
            return str(error)
        return self.say(error.code, **facts)


def _id(key: str) -> str:
    return key.replace(".", "-").replace("_", "-")


@cache
def words(language: str = "en") -> Words:
    return Words(language)
