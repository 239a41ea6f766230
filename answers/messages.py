"""What is said to a teacher: English sentences that remember their values, told in the language of the run."""

import gettext
import re
from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from datetime import datetime
from functools import cache
from string import Formatter
from typing import Self, SupportsFloat

from answers.assets import asset

LANGUAGES = ("fr", "en")
SEPARATORS = {"fr": str.maketrans(",.", "\u202f,")}
"""What stands between thousands and before decimals, where it is not as in English."""

MOMENTS = {"fr": "%d/%m/%Y %H:%M", "en": "%Y-%m-%d %H:%M"}
"""How a date with its time is written."""

QUOTES = {"fr": ("«\u00a0", "\u00a0»")}
"""What stands around a quoted text, where it is not as `repr` writes it."""

MINUTE, HOUR, DAY = 60, 3600, 86400

_POINT = re.compile(r"(?<=[0-9])\.(?=[0-9])")
_EXPONENT = re.compile(r"e([+-][0-9]+)$")
_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")

_LANGUAGE = ContextVar("language", default=LANGUAGES[0])


class Message(str):
    """A sentence in English that can be told in another language: it keeps its template and its values.

    `template` has the names of values in braces as in `str.format`, `plural` is that for more than one `count`. Texts,
    numbers and other messages are kept, which are told in turn; any other value becomes its text at once, so that a
    message never changes and travels between processes.
    """

    __slots__ = ("plural", "template", "values")
    template: str
    plural: str
    values: Mapping[str, object]

    def __new__(cls, template: str, /, *, plural: str = "", **values: object) -> Self:
        """Write the sentence in English."""
        kept = {name: value if isinstance(value, str | int | float) else str(value) for name, value in values.items()}
        english = plural if plural and kept["count"] != 1 else template
        made = super().__new__(cls, english.format(**kept))
        made.template, made.plural, made.values = template, plural, kept
        return made

    @classmethod
    def of(cls, text: str) -> "Message":
        """Return a text as a message: itself when it is one, else a sentence without values."""
        return text if isinstance(text, Message) else cls(text.replace("{", "{{").replace("}", "}}"))

    def __str__(self) -> str:
        return self  # `str` of what is made of messages is still a message

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, object]]:
        return (self.template,), {"plural": self.plural, **self.values}

    def beginning(self, text: str) -> "Message":
        """Return a place with its innermost `place` up to a comma replaced, to be told in each language as before."""
        inner = self.values.get("place")
        if not isinstance(inner, str):
            return Message.of("".join((text, *self.partition(", ")[1:])))
        return Message(self.template, plural=self.plural, **{**self.values, "place": Message.of(inner).beginning(text)})

    def render(self, lang: str) -> str:
        """Return the sentence in "fr" or "en"; in English where it is not translated."""
        if lang not in SEPARATORS:
            return str.__str__(self)
        known, count = _catalogue(lang), self.values.get("count")
        if self.plural and isinstance(count, int):
            template = known.ngettext(self.template, self.plural, count)
        else:
            template = known.gettext(self.template) if self.template else ""
        return _Renderer(lang).vformat(template, (), self.values)


class Worded(Message):
    """What has words of its own in each language, such as those of an exam: the English ones, and `texts` of others."""

    __slots__ = ("texts",)
    texts: Mapping[str, str]

    def __new__(cls, english: str, /, **texts: str) -> Self:
        """Write it in English."""
        made = super().__new__(cls, "{text}", text=english)
        made.texts = texts
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, object]]:
        return (str.__str__(self),), {**self.texts}

    def render(self, lang: str) -> str:
        """Return its words in a language; the English ones where there are none."""
        return self.texts.get(lang, str.__str__(self))


def number_text(text: str) -> Worded:
    """Return the text of a number, with decimals after a point, to be told with the decimal sign of each language."""
    return Worded(text, **{lang: _POINT.sub(".".translate(signs), text) for lang, signs in SEPARATORS.items()})


def moment_text(moment: datetime) -> Worded:
    """Return a date and its time, to the minute, to be told as people of each language write it."""
    return Worded(moment.strftime(MOMENTS["en"]), **{lang: moment.strftime(text) for lang, text in MOMENTS.items()})


class _Renderer(Formatter):
    """Values within a sentence of another language: nested messages are told, numbers written as there."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def convert_field(self, value: object, conversion: str | None) -> object:
        """Quote a text as the language does where a template has `!r`: characters are escaped as `repr` does."""
        if conversion == "r" and isinstance(value, str) and self.lang in QUOTES:
            text = value.render(self.lang) if isinstance(value, Message) else value
            return repr(text)[1:-1].join(QUOTES[self.lang])
        return super().convert_field(value, conversion)

    def format_field(self, value: object, format_spec: str) -> str:
        if isinstance(value, Message):
            value = value.render(self.lang)
        text: str = super().format_field(value, format_spec)
        is_number = isinstance(value, float) or (isinstance(value, int) and "," in format_spec)
        if not is_number:
            return text
        text = _EXPONENT.sub(lambda match: f"·10{str(int(match[1])).translate(_SUPERSCRIPTS)}", text)
        return text.translate(SEPARATORS[self.lang]).replace("%", "\u00a0%")


def set_language(lang: str) -> None:
    """Tell everything in this language from now on; one that is unknown changes nothing."""
    if lang in LANGUAGES:
        _LANGUAGE.set(lang)


def language() -> str:
    """Return the language of the run, "fr" or "en"."""
    return _LANGUAGE.get()


def translate(text: str) -> str:
    """Return a text in the language of the run; one that is neither a message nor in the catalogue stays as it is."""
    return Message.of(text).render(language())


def either(choices: Sequence[str]) -> Message:
    """Return "a or b or c", for names: they are not told, only what joins them."""
    message = Message("{one}", one=choices[0])
    for other in choices[1:]:
        message = Message("{one} or {other}", one=message, other=other)
    return message


def clauses(parts: Sequence[str]) -> Message:
    """Return parts with semicolons between them, spaced as each language does, those that are messages told in turn."""
    message = Message("{one}", one=parts[0]) if parts else Message("")
    for other in parts[1:]:
        message = Message("{one}; {other}", one=message, other=other)
    return message


def joined(separator: str, parts: Iterable[str]) -> Message:
    """Return parts one after the other as one message, those that are messages told in turn."""
    named = {f"part_{number}": part for number, part in enumerate(parts)}
    return Message(separator.replace("{", "{{").replace("}", "}}").join(f"{{{name}}}" for name in named), **named)


def decimal(value: SupportsFloat, form: str = ".2f") -> Message:
    """Return a number as text, told with the decimal sign of the language of the run."""
    return Message(f"{{value:{form}}}", value=float(value))


def duration(seconds: float) -> Message:
    """Return a time as people say it: "40 s", "12 min", "3.5 h", "12 days"."""
    if seconds < MINUTE:
        return Message("{seconds:.0f} s", seconds=seconds)
    if seconds < HOUR:
        return Message("{seconds:.0f} min", seconds=seconds / MINUTE)
    if seconds < 2 * DAY:
        return Message("{hours:.1f} h", hours=seconds / HOUR)
    return Message("{days:,.0f} days", days=seconds / DAY)


@cache
def _catalogue(lang: str) -> gettext.NullTranslations:
    try:
        with asset("templates", "messages", f"{lang}.mo").open("rb") as file:
            return gettext.GNUTranslations(file)
    except FileNotFoundError:  # a checkout that was not installed since: English, not a failure
        return gettext.NullTranslations()
