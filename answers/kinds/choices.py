"""Answers that are one of several options, or several of them: letters, words, yes or no."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from answers.kinds.one_box import NotReadableError, OneBox, has_other_sign, plain_words
from answers.kinds.parsing import Value
from answers.kinds.tolerance import Tolerance

_SEPARATOR = re.compile(r"[,;/+&\n]|\b(?:et|and)\b", re.IGNORECASE)
_NONE = frozenset(map(plain_words, ("aucun", "aucune", "aucun d’eux", "rien", "vide", "none", "nothing", "empty")))
MOST_IN_ROW = 70
"""The most characters of options with boxes, which stand beside the field, with eight for each box."""
_BEFORE = re.compile(r"^(?:reponse|option|choix|answer|choice) ")
"""Words before the option in a text without accents: "réponse B"."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a choice.

    Attributes
    ----------
    name
        Name of the option, such as "B" or "dijkstra": the value that a solution returns.
    fr, en
        The option as printed in a key; its name if empty.
    also
        Other texts that mean the option. Case, accents and punctuation do not count.
    """

    name: str
    fr: str = ""
    en: str = ""
    also: tuple[str, ...] = ()

    def spellings(self) -> frozenset[str]:
        """Return the texts that mean the option, without case, accents and punctuation."""
        return frozenset(map(plain_words, filter(None, (self.name, self.fr, self.en, *self.also))))


@dataclass(frozen=True)
class OneOf(OneBox):
    """The kind of an answer that is one of several options, written as a letter or a word. The value is its name.

    A text that is no option, or names several, is unreadable: a person decides.

    With `boxes`, a sheet prints a box for each option beside the field, to be ticked by pen.

    Raises
    ------
    ValueError
        If there are fewer than two options, or two that a text could mean both; if they are too long for boxes.
    """

    options: tuple[Option, ...]
    boxes: bool = False

    def __post_init__(self) -> None:
        spellings = [spelling for option in self.options for spelling in option.spellings()]
        if len(self.options) < 2 or len(set(spellings)) < len(spellings) or "" in spellings:
            names = ", ".join(option.name for option in self.options)
            raise ValueError(f"a choice has two options or more, which differ in letters or digits, not {names!r}")

        if self.boxes and len(self.options) * (8 + max(map(len, self.labels("fr") + self.labels("en")))) > MOST_IN_ROW:
            raise ValueError("these options do not fit beside their boxes: give them short names, such as A and B")

    def labels(self, lang: str) -> tuple[str, ...]:
        """Return the options as printed beside their boxes."""
        return tuple(self.format(option.name, lang) for option in self.options)

    @cached_property
    def _names(self) -> Mapping[str, str]:
        """Name of each option by its spellings."""
        return {spelling: option.name for option in self.options for spelling in option.spellings()}

    def parse(self, text: str) -> Value:
        """Return the name of the option that a text means; the reason is "unknown-word" or "several-choices"."""
        if has_other_sign(text):
            raise NotReadableError("unknown-word")
        written = plain_words(text)
        name = self._names.get(written) or self._names.get(_BEFORE.sub("", written))
        if name is None:
            named = {self._names[word] for word in written.split() if word in self._names}
            raise NotReadableError("several-choices" if len(named) > 1 else "unknown-word")
        return name

    def format(self, value: Value, lang: str) -> str:
        """Return an option as printed in a language."""
        option = next(option for option in self.options if option.name == value)
        return (option.fr if lang == "fr" else option.en) or option.name

    def describe(self, lang: str) -> str:
        """Return the options, such as "A / B / C"."""
        return " / ".join(self.format(option.name, lang) for option in self.options)

    def form(self, lang: str) -> str:
        """Return "oui ou non" or "un choix", in English "yes or no" or "one choice"; the options are not named."""
        if [option.name for option in self.options] == ["yes", "no"]:
            return "oui ou non" if lang == "fr" else "yes or no"
        return "un choix" if lang == "fr" else "one choice"

    def characters(self, tolerance: Tolerance) -> int:
        """Return the length of the longest option in characters."""
        return max(len(self.format(option.name, lang)) for option in self.options for lang in ("fr", "en"))

    def chance(self, value: Value) -> float:
        """Return the probability that an unrelated wrong answer is `value`: all wrong options are as likely."""
        return 1 / (len(self.options) - 1)

    def to_value(self, answer: object) -> Value:
        """Return the name of an option that a solution returned; a ValueError if there is no such option."""
        if isinstance(answer, bool):  # of `yes_or_no`
            answer = "yes" if answer else "no"
        names = [option.name for option in self.options]
        if answer not in names:
            raise ValueError(f"the solution returned {answer!r}, the options are {', '.join(names)}")
        return str(answer)


@dataclass(frozen=True)
class SeveralOf(OneOf):
    """The kind of an answer that is any number of options. The value is a tuple of names, in the order of the options.

    The options are separated by commas, semicolons, "/", "et", "and" or spaces; options of a single letter also by
    nothing: "ACD". "aucune", "none" and "∅" mean none of them.
    """

    def parse(self, text: str) -> Value:
        """Return the names of options that a text names; the reason of an unreadable text is "unknown-word"."""
        if plain_words(text) in _NONE or text.strip("{}[]() ") in ("", "∅", "Ø", "ø"):
            return ()
        if has_other_sign(text):
            raise NotReadableError("unknown-word")
        if all(len(option.name) == 1 for option in self.options):
            words = self._letters(text)
        else:
            words = [plain_words(word) for word in _SEPARATOR.split(text) if plain_words(word)]
            if any(word not in self._names for word in words):
                words = [part for word in words for part in word.split()]
        if not words or any(word not in self._names for word in words):
            raise NotReadableError("unknown-word")
        chosen = {self._names[word] for word in words}
        return tuple(option.name for option in self.options if option.name in chosen)

    def _letters(self, text: str) -> list[str]:
        """Return the letters of a text whose options are letters: separated, or as one word in one case, "ACD".

        A dash, which may mean a range or "without", is unreadable; "à" and "de" are no letters.
        """
        if re.search("[-–—]", text):
            raise NotReadableError("unknown-word")
        words = [word.strip("()[]{}.:\"'“”’«» ") for part in _SEPARATOR.split(text) for word in part.split()]
        words = [word for word in words if word]
        if len(words) == 1 and (words[0].isupper() or words[0].islower()):
            words = list(words[0])
        return [word.casefold() for word in words]

    def format(self, value: Value, lang: str) -> str:
        """Return the options as printed in a language; "∅" for none."""
        if not isinstance(value, tuple):
            return OneOf.format(self, value, lang)
        return ", ".join(OneOf.format(self, name, lang) for name in value) or "∅"

    def form(self, lang: str) -> str:
        """Return "zéro, un ou plusieurs choix", in English "any number of choices"."""
        return "zéro, un ou plusieurs choix" if lang == "fr" else "any number of choices"

    def characters(self, tolerance: Tolerance) -> int:
        """Return the length in characters of all options together."""
        return sum(len(self.format(option.name, "fr")) + 2 for option in self.options)

    def chance(self, value: Value) -> float:
        """Return the probability that an unrelated wrong answer is `value`, of all other sets of options."""
        return 1 / (float(2) ** len(self.options) - 1)

    def to_value(self, answer: object) -> Value:
        """Return names of options, in any order, as a value; a ValueError if there is no such option."""
        if isinstance(answer, str) or not isinstance(answer, Iterable):
            raise TypeError(f"the solution returned {answer!r}, expected a list of options")
        chosen = {OneOf.to_value(self, name) for name in answer}
        return tuple(option.name for option in self.options if option.name in chosen)


def choice(*options: str | Option, boxes: bool = False) -> OneOf:
    """Return the kind of an answer that is one of `options`, such as ``choice("A", "B", "C")``.

    The sheet does not show the options: the text of the question names them, unless students must find the word. With
    `boxes`, the sheet has a box for each option beside the field. On paper, a clear tick is read without a person.
    """
    return OneOf(tuple(map(_option, options)), boxes)


def choices(*options: str | Option, boxes: bool = False) -> SeveralOf:
    """Return the kind of an answer that is any number of `options`, such as ``choices("A", "B", "C")``.

    `boxes` are those of `choice`.
    """
    return SeveralOf(tuple(map(_option, options)), boxes)


def yes_or_no(*, boxes: bool = False) -> OneOf:
    """Return the kind of an answer that is "yes" or "no"; a solution may return True or False.

    `boxes` are those of `choice`.
    """
    yes = ("o", "y", "v", "vrai", "true", "t")
    return OneOf((Option("yes", "oui", "yes", yes), Option("no", "non", "no", ("n", "faux", "false", "f"))), boxes)


def _option(option: str | Option) -> Option:
    return option if isinstance(option, Option) else Option(option)
