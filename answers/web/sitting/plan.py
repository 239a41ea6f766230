"""What is served in a room: made before it, by the command, of all that exams know; from then on pages and readers.

A reader tells who writes an answer how it is read: never whether it is right, for no key is at hand here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

from markupsafe import Markup
from pydantic import TypeAdapter

from answers.assets import shared_words
from answers.errors import CorrigeError
from answers.files import read_limited, write_atomic
from answers.kinds.numbers.format import format_decimal, format_exact
from answers.kinds.numbers.numbers import Codes, Numbers
from answers.kinds.parsing import Blank, Kind, Unreadable, Value

LEFT_BLANK = "–"


@dataclass(frozen=True)
class Reader:
    """What reads the answers to a part: its kind, and nothing more; None where that reads in a way of its own."""

    part: str
    count: int
    kind: Numbers | Codes | None = None

    @cached_property
    def items(self) -> tuple[str, ...]:
        """The names of its items, "7a.1", "7a.2"."""
        return tuple(f"{self.part}.{rank}" for rank in range(1, self.count + 1))

    def written(self, texts: Mapping[str, str]) -> tuple[str, ...]:
        """Return what stands in its boxes, each of which is read by itself: an empty one says that it is left blank.

        Else what stands in the first alone could be a list that answers for all.
        """
        written = [texts.get(item, "") for item in self.items]
        return tuple(text if text.strip() else LEFT_BLANK for text in written) if any(map(str.strip, written)) else ()

    def parsed_texts(self, texts: Mapping[str, str], lang: str) -> dict[str, str]:
        """Return in a few words how each item is read, "" where nothing is written."""
        written = self.written(texts) or ("",)
        return dict(zip(self.items, _read_in_words(self.kind, written, lang), strict=True)) if self.kind else {}


def reader(part: str, kind: Kind) -> Reader:
    """Return what reads the answers to a part: as its kind does, and nothing more of it."""
    for plain, names in (
        (Codes, ("count", "domain", "mix", "rows", "bits")),
        (Numbers, ("count", "domain", "mix", "rows")),
    ):
        if isinstance(kind, plain) and type(kind).read is plain.read:
            return Reader(part, kind.count, plain(**{name: getattr(kind, name) for name in names}))
    return Reader(part, kind.count)


@lru_cache(maxsize=4096)
def _read_in_words(kind: Numbers, written: tuple[str, ...], lang: str) -> tuple[str, ...]:
    words, slugs, found = shared_words(lang)["sitting"], shared_words(lang)["slugs"], []
    for reading in kind.read(written):
        if isinstance(reading, Blank):
            told = words["zero"] if reading.is_zero else ""
        elif not isinstance(reading, Unreadable):
            told = words["read"].replace("{}", number(reading, lang))
        else:
            possible = list(dict.fromkeys(number(one, lang) for one in reading.possible))
            if reading.reason == "ambiguous" and len(possible) > 1:
                told = words["readings"].replace("{}", f" {words['or']} ".join(possible))
            elif reading.reason == "too-many-values":
                told = words["one_each"]
            else:
                wanted = words["integer" if kind.domain.integer else "number"]
                told = words["unread"].format(slugs.get(reading.reason, reading.reason), wanted)
        found.append(str(told))
    return tuple(found)


def number(value: Value, lang: str) -> str:
    """Return a number that was read, as a teacher writes it."""
    if isinstance(value, Fraction | int):
        return format_exact(value, lang)
    return format_decimal(value, lang) if isinstance(value, float) else ", ".join(number(one, lang) for one in value)


Told: TypeAlias = Mapping[str, Any]
"""A JSON object that somebody sent, or that was kept."""
FILE = "served.json"
MAX_BYTES = 300_000_000


@dataclass(frozen=True, slots=True)
class Box:
    """A box of the sheet: its item, "7a.2", its label, and what says in words which one it is."""

    item: str
    label: str
    spoken_label: str
    letter: str = ""


@dataclass(frozen=True, slots=True)
class SittingQuestion:
    """A question of a student's sheet: its text with what was drawn for this student, its boxes row by row."""

    number: int
    prompt: str
    drawing: str
    points: str
    asked: str
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class SittingStudent:
    """A student of the room: what to call them, the minutes that they have beyond those of all, and their questions.

    `listed` is the seed that the list gives them meanwhile, if it is another than that of their questions.
    """

    id: str
    display_name: str
    u0: int
    own: int
    questions: tuple[SittingQuestion, ...]
    listed: int | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """All that the serving process is given. Texts are HTML of ours but for names, titles and identifiers."""

    exam: str
    title: str
    lang: str
    minutes: int
    subject: str
    readers: tuple[Reader, ...]
    candidates: tuple[SittingStudent, ...]
    schema: Literal["corrige/served/2"] = "corrige/served/2"

    @property
    def items(self) -> dict[str, Reader]:
        """What reads each item."""
        return {item: one for one in self.readers for item in one.items}


def served_html(html: str) -> str:
    """Return HTML of ours without styles in it, which pages forbid: a script puts them in their places."""
    return html.replace(' style="', ' data-style="')


@cache
def _shape() -> TypeAdapter[Plan]:
    return TypeAdapter(Plan)


def write_plan(folder: Path, plan: Plan) -> None:
    """Write the plan for the serving process."""
    write_atomic(folder / FILE, _shape().dump_json(plan), overwrite=True)


def read_plan(folder: Path) -> Plan:
    """Read the plan; CorrigeError if it is damaged, or of another version."""
    path = folder / FILE
    try:
        return _shape().validate_json(read_limited(path, MAX_BYTES))
    except ValueError as error:
        remedy = "run `corrige class sit` again, which restores it"
        raise CorrigeError.one("the data of the server are damaged", place=str(path), remedy=remedy) from error


def safe(html: str) -> Markup:
    """Return HTML of a plan as what a template does not escape."""
    return Markup(html)  # noqa: S704 (made by Jinja, which escaped it, before it was written to the plan)
