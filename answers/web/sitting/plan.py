"""The plan of an exam session: the pages and readers that the server needs, prepared by the command.

A reader shows students how their answers are read, never whether they are right: the server has no key.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from typing import Any, TypeAlias

from markupsafe import Markup
from pydantic import TypeAdapter

from answers.assets import shared_words
from answers.classroom.sitting import part_texts
from answers.kinds.formulas import Formula
from answers.kinds.intervals import Interval
from answers.kinds.numbers.format import format_decimal, format_exact
from answers.kinds.numbers.numbers import Codes, Numbers
from answers.kinds.parsing import Blank, Kind, Unreadable, Value
from answers.kinds.programs import Program
from answers.kinds.sequences import Sequence
from answers.kinds.written import MAX_LENGTH, Written

MOST_TEXT = 500
"""Maximum number of characters of a box, unless it is for a written answer."""


@dataclass(frozen=True)
class Reader:
    """The parser of the answers to a part.

    `kind` is None if students are not shown how their answers are read: for choices, which a server that knows the
    options of a word to find would give away, and for kinds of the exam. `most` is the length of the longest text.
    """

    part: str
    count: int
    kind: Numbers | Codes | Sequence | Interval | Formula | None = None
    most: int = MOST_TEXT

    @cached_property
    def items(self) -> tuple[str, ...]:
        """The names of its items, "7a.1", "7a.2"."""
        return tuple(f"{self.part}.{rank}" for rank in range(1, self.count + 1))

    def parsed_texts(self, texts: Mapping[str, str], lang: str) -> dict[str, str]:
        """Return a short text that shows how each item is read, "" for an empty one."""
        written = part_texts(self.items, texts) or ("",)
        return dict(zip(self.items, _read_in_words(self.kind, written, lang), strict=True)) if self.kind else {}


def reader(part: str, kind: Kind) -> Reader:
    """Return the reader of a part, with only the fields of its kind that parsing needs."""
    for plain, names in (
        (Codes, ("count", "domain", "mix", "rows", "bits")),
        (Numbers, ("count", "domain", "mix", "rows")),
    ):
        if isinstance(kind, plain) and type(kind).read is plain.read:
            return Reader(part, kind.count, plain(**{name: getattr(kind, name) for name in names}))
    if isinstance(kind, Written | Program):
        return Reader(part, kind.count, most=MAX_LENGTH)
    return Reader(part, kind.count, kind if isinstance(kind, Sequence | Interval | Formula) else None)


@lru_cache(maxsize=4096)
def _read_in_words(
    kind: Numbers | Sequence | Interval | Formula, written: tuple[str, ...], lang: str
) -> tuple[str, ...]:
    words, slugs, texts = shared_words(lang)["sitting"], shared_words(lang)["slugs"], []
    for reading in kind.read(written):
        if isinstance(reading, Blank):
            text = words["zero"] if reading.is_zero else ""
        elif not isinstance(reading, Unreadable):
            text = number(reading, lang) if isinstance(kind, Numbers) else kind.format(reading, lang)
            text = words["read"].replace("{}", text)
        else:
            possible = list(dict.fromkeys(number(value, lang) for value in reading.possible))
            if reading.reason == "ambiguous" and len(possible) > 1:
                text = words["readings"].replace("{}", f" {words['or']} ".join(possible))
            elif reading.reason == "too-many-values":
                text = words["one_each"]
            else:
                form = (
                    words["integer" if kind.domain.integer else "number"]
                    if isinstance(kind, Numbers)
                    else kind.form(lang)
                )
                text = words["unread"].format(slugs.get(reading.reason, reading.reason), form)
        texts.append(str(text))
    return tuple(texts)


def number(value: Value, lang: str) -> str:
    """Return the text of a parsed value in the notation of a language."""
    if isinstance(value, Fraction | int):
        return format_exact(value, lang)
    if isinstance(value, str):
        return value
    return format_decimal(value, lang) if isinstance(value, float) else ", ".join(number(part, lang) for part in value)


JsonObject: TypeAlias = Mapping[str, Any]
"""A JSON object that a browser sent or that a file has."""


@dataclass(frozen=True, slots=True)
class SittingBox:
    """A box of the sheet: its item, such as "7a.2", its label, and its label for screen readers.

    The box of a written answer has several `lines`.
    """

    item: str
    label: str
    spoken_label: str
    letter: str = ""
    lines: int = 0


@dataclass(frozen=True, slots=True)
class SittingQuestion:
    """A question of a student's sheet, with the data of the student's seed, and its boxes row by row."""

    number: int
    prompt: str
    drawing: str
    points: str
    asked: str
    boxes: tuple[SittingBox, ...]


@dataclass(frozen=True, slots=True)
class SittingStudent:
    """A student of the exam session: name, extra minutes (`own`) and questions.

    `u0` is the seed of the questions; `listed` is the seed of the class list if it has changed since.
    """

    id: str
    display_name: str
    u0: int
    own: int
    questions: tuple[SittingQuestion, ...]
    listed: int | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """The data of the serving process. Texts are trusted HTML, except names, titles and identifiers."""

    exam: str
    title: str
    lang: str
    minutes: int
    subject: str
    readers: tuple[Reader, ...]
    candidates: tuple[SittingStudent, ...]

    @property
    def items(self) -> dict[str, Reader]:
        """The reader of each item."""
        return {item: reader for reader in self.readers for item in reader.items}


def served_html(html: str) -> str:
    """Return HTML with its style attributes as data attributes: pages forbid inline styles, so a script sets them."""
    return html.replace(' style="', ' data-style="')


@cache
def _shape() -> TypeAdapter[Plan]:
    return TypeAdapter(Plan)


def plan_json(plan: Plan) -> str:
    """Return a plan as a line of JSON for the serving process."""
    return _shape().dump_json(plan).decode()


def plan_from_json(text: str) -> Plan:
    """Return the plan in a line of JSON."""
    return _shape().validate_json(text)


def safe(html: str) -> Markup:
    """Return HTML of a plan as markup, which templates do not escape."""
    return Markup(html)  # noqa: S704 (made by Jinja, which escaped it, before it was written to the plan)
