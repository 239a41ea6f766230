"""Answers that are one of several options, or several of them: letters, words, yes or no."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from answers.kinds.one_box import NotReadableError, OneBox, has_other_sign, plain_words
from answers.kinds.parsing import DASHES, Value
from answers.kinds.tolerance import Tolerance
from answers.messages import Message

_SEPARATOR = re.compile(r"[,;/+&\n]|\b(?:et|and)\b", re.IGNORECASE)
_NONE = frozenset(map(plain_words, ("aucun", "aucune", "aucun d’eux", "rien", "vide", "none", "nothing", "empty")))
MOST_IN_ROW = 70
"""Limit for options with tick boxes, which stand beside the field: their characters, plus eight for each box."""
_BEFORE = re.compile(r"^(?:reponse|option|choix|answer|choice) ")
"""Words before an option in a text without accents: "reponse B"."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a choice.

    Attributes
    ----------
    name
        Name of the option, such as "B" or "dijkstra": the value that a solution function returns.
    fr, en
        The option as printed in French and English; if empty, its name is printed.
    also
        Other texts that a student may write for the option. Case, accents and punctuation do not count.
    """

    name: str
    fr: str = ""
    en: str = ""
    also: tuple[str, ...] = ()

    def spellings(self) -> frozenset[str]:
        """Return the texts that a student may write for the option, without case, accents and punctuation."""
        return frozenset(map(plain_words, filter(None, (self.name, self.fr, self.en, *self.also))))


@dataclass(frozen=True)
class OneOf(OneBox):
    """The kind of an answer that is one of several options, written as a letter or a word.

    The value is the name of the option. A text that is no option, or that names several options, is unreadable, and a
    person decides what it means. With `boxes`, a sheet prints a box for each option beside the field, to be ticked by
    pen.

    Raises
    ------
    ValueError
        If there are fewer than two options, if one text could mean two of them, or if they are too long for boxes.
    """

    options: tuple[Option, ...]
    boxes: bool = False

    def __post_init__(self) -> None:
        spellings = [spelling for option in self.options for spelling in option.spellings()]
        if len(self.options) < 2 or len(set(spellings)) < len(spellings) or "" in spellings:
            names = ", ".join(option.name for option in self.options)
            raise ValueError(
                Message(
                    "a choice question must have two options or more, which differ in letters or digits; its "
                    "options are {names}",
                    names=names,
                )
            )

        if self.boxes and len(self.options) * (8 + max(map(len, self.labels("fr") + self.labels("en")))) > MOST_IN_ROW:
            raise ValueError(Message("these options do not fit beside their boxes: give them short names, such as A"))

    def labels(self, lang: str) -> tuple[str, ...]:
        """Return the options in the language "fr" or "en", as printed beside their tick boxes."""
        return tuple(self.format(option.name, lang) for option in self.options)

    @cached_property
    def _names(self) -> Mapping[str, str]:
        return {spelling: option.name for option in self.options for spelling in option.spellings()}

    def parse(self, text: str) -> Value:
        """Return the name of the option that `text` stands for.

        NotReadableError, "unknown-word" or "several-choices", if the text does not name exactly one option.
        """
        if has_other_sign(text):
            raise NotReadableError("unknown-word")
        written = plain_words(text)
        name = self._names.get(written) or self._names.get(_BEFORE.sub("", written))
        if name is None:
            named = {self._names[word] for word in written.split() if word in self._names}
            raise NotReadableError("several-choices" if len(named) > 1 else "unknown-word")
        return name

    def format(self, value: Value, lang: str) -> str:
        """Return the text of the option named `value` in the language "fr" or "en"."""
        option = next(option for option in self.options if option.name == value)
        return (option.fr if lang == "fr" else option.en) or option.name

    def describe(self, lang: str) -> str:
        """Return all options as one text, such as "A / B / C"."""
        return " / ".join(self.format(option.name, lang) for option in self.options)

    def form(self, lang: str) -> str:
        """Return the form of the answer for students, without the options: "yes or no" or "one choice" in English."""
        if [option.name for option in self.options] == ["yes", "no"]:
            return "oui ou non" if lang == "fr" else "yes or no"
        return "un choix" if lang == "fr" else "one choice"

    def characters(self, tolerance: Tolerance) -> int:
        """Return the length of the longest option in characters, in either language."""
        return max(len(self.format(option.name, lang)) for option in self.options for lang in ("fr", "en"))

    def chance(self, value: Value) -> float:
        """Return the probability that a student who chooses a wrong option at random chooses `value`."""
        return 1 / (len(self.options) - 1)

    def to_value(self, answer: object) -> Value:
        """Return the name of a solution's option, "yes" for True and "no" for False; ValueError if there is none."""
        if isinstance(answer, bool):  # of `yes_or_no`
            answer = "yes" if answer else "no"
        names = [option.name for option in self.options]
        if answer not in names:
            raise ValueError(
                Message(
                    "the solution of this choice question returned {answer}, but the options are {names}",
                    answer=repr(answer),
                    names=", ".join(names),
                )
            )
        return str(answer)


@dataclass(frozen=True)
class SeveralOf(OneOf):
    """The kind of an answer that is any number of options, also none.

    The value is a tuple of names, in the order of the options. Students separate options by commas, semicolons, "/",
    "et", "and" or spaces. Options of a single letter need no separator: "ACD". The words "aucune" and "none" and the
    sign "∅" mean that no option applies.
    """

    def parse(self, text: str) -> Value:
        """Return the names of the options in `text`, in the order of the options.

        () if the text means that none applies. NotReadableError, "unknown-word", if the text has anything but options.
        """
        if plain_words(text) in _NONE or text.strip("{}[]() ") in ("", "∅", "Ø", "ø"):
            return ()
        if has_other_sign(text):
            raise NotReadableError("unknown-word")
        if all(len(option.name) == 1 for option in self.options):
            if any(dash in text for dash in DASHES):  # it may mean a range or "without"
                raise NotReadableError("unknown-word")
            parts = [word.strip("()[]{}.:\"'“”’«» ") for part in _SEPARATOR.split(text) for word in part.split()]
            words = [part for part in parts if part]
            if len(words) == 1 and (words[0].isupper() or words[0].islower()):  # "ACD", not "Abc"
                words = list(words[0])
            words = [word.casefold() for word in words]
        else:
            words = [plain_words(word) for word in _SEPARATOR.split(text) if plain_words(word)]
            if any(word not in self._names for word in words):
                words = [part for word in words for part in word.split()]
        if not words or any(word not in self._names for word in words):
            raise NotReadableError("unknown-word")
        chosen = {self._names[word] for word in words}
        return tuple(option.name for option in self.options if option.name in chosen)

    def format(self, value: Value, lang: str) -> str:
        """Return the options of a value as text in a language, separated by commas; "∅" if there are none."""
        if not isinstance(value, tuple):
            return OneOf.format(self, value, lang)
        return ", ".join(OneOf.format(self, name, lang) for name in value) or "∅"

    def form(self, lang: str) -> str:
        """Return the form of the answer: "zéro, un ou plusieurs choix", and how to write that none applies."""
        if lang == "fr":
            how = "à cocher ou à écrire ; " if self.boxes else ""
            return f"zéro, un ou plusieurs choix ({how}« aucun » s’il n’y en a pas)"
        how = "ticked or written; " if self.boxes else ""
        return f"any number of choices ({how}“none” if there is none)"

    def characters(self, tolerance: Tolerance) -> int:
        """Return the length in characters of all options, separated by commas."""
        return sum(len(self.format(option.name, "fr")) + 2 for option in self.options)

    def chance(self, value: Value) -> float:
        """Return the probability that a wrong answer is `value` by chance, if all wrong sets are equally likely."""
        return 1 / (float(2) ** len(self.options) - 1)

    def to_value(self, answer: object) -> Value:
        """Return the names of a solution's options, in their order; TypeError or ValueError for another answer."""
        if isinstance(answer, str) or not isinstance(answer, Iterable):
            raise TypeError(Message("the solution returned {answer} instead of a list of options", answer=repr(answer)))
        chosen = {OneOf.to_value(self, name) for name in answer}
        return tuple(option.name for option in self.options if option.name in chosen)


def choice(*options: str | Option, boxes: bool = False) -> OneOf:
    """Return the kind of an answer that is one of `options`, such as ``choice("A", "B", "C")``.

    The sheet does not show the options: the text of the question names them, unless students must find the word. With
    `boxes`, the sheet has a box for each option beside the field. In a scan, a clear tick is read automatically.
    """
    return OneOf(tuple(map(_option, options)), boxes)


def choices(*options: str | Option, boxes: bool = False) -> SeveralOf:
    """Return the kind of an answer that is any number of `options`.

    With `boxes`, the sheet has a box for each option beside the field, to be ticked.
    """
    return SeveralOf(tuple(map(_option, options)), boxes)


def yes_or_no(*, boxes: bool = False) -> OneOf:
    """Return the kind of an answer that is "yes" or "no"; a solution may return True or False.

    With `boxes`, the sheet has a box for each of the two options beside the field, to be ticked.
    """
    yes = ("o", "y", "v", "vrai", "true", "t")
    return OneOf((Option("yes", "oui", "yes", yes), Option("no", "non", "no", ("n", "faux", "false", "f"))), boxes)


def _option(option: str | Option) -> Option:
    return option if isinstance(option, Option) else Option(option)
