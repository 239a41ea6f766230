"""Define messages to the teacher: English sentences that keep their values and can be rendered in another language."""

import gettext
import re
from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from string import Formatter
from typing import Self, SupportsFloat

from answers.assets import asset

LANGUAGES = ("fr", "en")
SEPARATORS = {"fr": str.maketrans(",.", "\u202f,")}
"""Thousands separator and decimal sign of each language but English, as a translation of "," and "."."""

MOMENTS = {"fr": "%d/%m/%Y %H:%M", "en": "%Y-%m-%d %H:%M"}
"""Formats of a date with its time."""

QUOTES = {"fr": ("«\u00a0", "\u00a0»")}
"""Quotation marks of each language that uses others than `repr`."""

MINUTE, HOUR, DAY = 60, 3600, 86400

_POINT = re.compile(r"(?<=[0-9])\.(?=[0-9])")
_EXPONENT = re.compile(r"e([+-][0-9]+)$")
_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")

_LANGUAGE = ContextVar("language", default=LANGUAGES[0])


class Message(str):
    """An English sentence that can be rendered in another language, since it keeps its template and its values.

    `template` has names of values in braces; `plural` is the template for a `count` other than 1. Messages as values
    are rendered too; values other than texts and numbers become texts at once, so that a message can be pickled.
    """

    __slots__ = ("plural", "template", "values")
    template: str
    plural: str
    values: Mapping[str, object]

    def __new__(cls, template: str, /, *, plural: str = "", **values: object) -> Self:
        """Return the sentence formatted in English, as a message."""
        frozen = {name: value if isinstance(value, str | int | float) else str(value) for name, value in values.items()}
        english = plural if plural and frozen["count"] != 1 else template
        message = super().__new__(cls, english.format(**frozen))
        message.template, message.plural, message.values = template, plural, frozen
        return message

    @classmethod
    def of(cls, text: str) -> "Message":
        """Return a message unchanged, and any other text as a message without values."""
        return text if isinstance(text, Message) else cls(text.replace("{", "{{").replace("}", "}}"))

    def __str__(self) -> str:
        return self  # so that `str(message)` is still a message

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, object]]:
        return (self.template,), {"plural": self.plural, **self.values}

    def with_place(self, text: str) -> "Message":
        """Return a message on a place, such as "a.csv, row 2", with `text` instead of its part before the first comma.

        If the message has a value called `place`, only this value is changed, in the same way.
        """
        inner = self.values.get("place")
        if not isinstance(inner, str):
            return Message.of("".join((text, *self.partition(", ")[1:])))
        values = {**self.values, "place": Message.of(inner).with_place(text)}
        return Message(self.template, plural=self.plural, **values)

    def render(self, lang: str) -> str:
        """Return the sentence in the language "fr" or "en". A sentence that the catalogue lacks stays in English."""
        if lang not in SEPARATORS:
            return str.__str__(self)
        catalogue, count = _catalogue(lang), self.values.get("count")
        if self.plural and isinstance(count, int):
            template = catalogue.ngettext(self.template, self.plural, count)
        else:
            template = catalogue.gettext(self.template) if self.template else ""
        return _Renderer(lang).vformat(template, (), self.values)


class Worded(Message):
    """A message whose text is known in each language, such as one of an exam: in English, and in others in `texts`."""

    __slots__ = ("texts",)
    texts: Mapping[str, str]

    def __new__(cls, english: str, /, **texts: str) -> Self:
        """Return a message from its English text and its other texts by language."""
        message = super().__new__(cls, "{text}", text=english)
        message.texts = texts
        return message

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, object]]:
        return (str.__str__(self),), {**self.texts}

    def render(self, lang: str) -> str:
        """Return the text in the language `lang`, the English text if there is none."""
        return self.texts.get(lang, str.__str__(self))


def number_text(text: str) -> Worded:
    """Return a number, given as a text such as "0.5", as a message with the decimal sign of each language: "0,5"."""
    return Worded(text, **{lang: _POINT.sub(".".translate(signs), text) for lang, signs in SEPARATORS.items()})


def moment_text(moment: datetime) -> Worded:
    """Return a date with its time as a message, to the minute, in the format of each language."""
    return Worded(moment.strftime(MOMENTS["en"]), **{lang: moment.strftime(text) for lang, text in MOMENTS.items()})


@dataclass(frozen=True)
class _Renderer(Formatter):
    """A formatter of templates in one language, which renders nested messages and writes numbers as usual there."""

    lang: str

    def convert_field(self, value: object, conversion: str | None) -> object:
        """Return the text of a field with `!r` in the quotation marks of the language, escaped as by `repr`."""
        if conversion == "r" and isinstance(value, str) and self.lang in QUOTES:
            text = value.render(self.lang) if isinstance(value, Message) else value
            return repr(text)[1:-1].join(QUOTES[self.lang])
        return super().convert_field(value, conversion)

    def format_field(self, value: object, format_spec: str) -> str:
        """Return a value as text, with numbers as the language writes them."""
        if isinstance(value, Message):
            value = value.render(self.lang)
        text: str = super().format_field(value, format_spec)
        is_number = isinstance(value, float) or (isinstance(value, int) and "," in format_spec)
        if not is_number:
            return text
        text = _EXPONENT.sub(lambda match: f"·10{str(int(match[1])).translate(_SUPERSCRIPTS)}", text)
        return text.translate(SEPARATORS[self.lang]).replace("%", "\u00a0%")


def set_language(lang: str) -> None:
    """Set the language of the messages of this run of the program; an unknown language changes nothing."""
    if lang in LANGUAGES:
        _LANGUAGE.set(lang)


def language() -> str:
    """Return the language of the messages of this run of the program, "fr" or "en"."""
    return _LANGUAGE.get()


def translate(text: str) -> str:
    """Return a text in the language of this run; a text that the catalogue lacks is returned unchanged."""
    return Message.of(text).render(_LANGUAGE.get())


def either(choices: Sequence[str]) -> Message:
    """Return the message "a or b or c" for the names a, b and c, which are not translated."""
    message = Message("{text}", text=choices[0])
    for choice in choices[1:]:
        message = Message("{choices} or {other}", choices=message, other=choice)
    return message


def clauses(parts: Sequence[str]) -> Message:
    """Return parts of a sentence, which may be messages, joined by semicolons with the spacing of each language.

    No parts give an empty message.
    """
    message = Message("{text}", text=parts[0]) if parts else Message("")
    for part in parts[1:]:
        message = Message("{parts}; {other}", parts=message, other=part)
    return message


def joined(separator: str, parts: Iterable[str]) -> Message:
    """Return texts joined by a separator as one message; a text that is a message is translated when it is rendered."""
    values = {f"part_{number}": part for number, part in enumerate(parts)}
    return Message(separator.replace("{", "{{").replace("}", "}}").join(f"{{{name}}}" for name in values), **values)


def shortened(names: Sequence[str], most: int = 5, separator: str = ", ") -> Message:
    """Return the first `most` names joined by a separator as a message, with an ellipsis for the others."""
    return joined(separator, [*names[:most], *["…"] * (len(names) > most)])


def abridged(names: Sequence[str], most: int, separator: str = ", ") -> Message:
    """Return as a message the first `most` names, joined by a separator, and the number of the other names."""
    others = len(names) - most
    more = Message(" and {count} other", plural=" and {count} others", count=others) if others > 0 else ""
    return joined("", (separator.join(names[:most]), more))


def decimal(value: SupportsFloat, form: str = ".2f") -> Message:
    """Return a number as a message with the decimal sign of each language; `form` is a format such as ".2f"."""
    return Message(f"{{value:{form}}}", value=float(value))


def duration(seconds: float) -> Message:
    """Return a duration as a message in a suitable unit: "40 s", "12 min", "3.5 h", "12 days"."""
    if seconds < MINUTE:
        return Message("{seconds:.0f} s", seconds=seconds)
    if seconds < HOUR:
        return Message("{seconds:.0f} min", seconds=seconds / MINUTE)
    if seconds < 2 * DAY:
        return Message("{hours:.1f} h", hours=seconds / HOUR)
    return Message("{days:,.0f} days", days=seconds / DAY)


@cache
def _catalogue(lang: str) -> gettext.NullTranslations:
    """Return the translations into a language; none if the catalogues are not compiled."""
    try:
        with asset("templates", "messages", f"{lang}.mo").open("rb") as file:
            return gettext.GNUTranslations(file)
    except FileNotFoundError:  # a checkout without compiled catalogues: messages stay in English
        return gettext.NullTranslations()
