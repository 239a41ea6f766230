"""The plan of an exam session: all that the serving process needs, prepared by the command, which has the exam.

The process can show students how their answers are read, but not whether they are right, since it has no key.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from hashlib import sha256
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
"""Maximum number of characters in a box, unless the box is for a written answer or a program."""


@dataclass(frozen=True)
class Reader:
    """The parser of the answers to a part, which has `count` items of at most `most` characters.

    `kind` is None if students are not shown how their answers are read: for written answers and programs, for choices,
    whose options may give away a word to find, and for kinds defined by the exam.
    """

    part: str
    count: int
    kind: Numbers | Codes | Sequence | Interval | Formula | None = None
    most: int = MOST_TEXT

    @cached_property
    def items(self) -> tuple[str, ...]:
        """The names of the part's items, such as "7a.1" and "7a.2"."""
        return tuple(f"{self.part}.{rank}" for rank in range(1, self.count + 1))

    def parsed_texts(self, texts: Mapping[str, str], lang: str) -> dict[str, str]:
        """Return, for each item of the part, a short text that tells how the answer is read, "" for an empty one.

        `texts` are the answers by item. The result is empty if `kind` is None.
        """
        written = part_texts(self.items, texts) or ("",)
        return dict(zip(self.items, _read_in_words(self.kind, written, lang), strict=True)) if self.kind else {}


def reader(part: str, kind: Kind) -> Reader:
    """Return the reader of a part, with only the fields of its kind that parsing needs: the server cannot know more."""
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
    """Return, for each text of a part, a short text that tells how it is parsed; "" for an empty text."""
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
    """Return a parsed value as text, in the number notation of a language ("fr" or "en")."""
    if isinstance(value, Fraction | int):
        return format_exact(value, lang)
    if isinstance(value, str):
        return value
    return format_decimal(value, lang) if isinstance(value, float) else ", ".join(number(part, lang) for part in value)


JsonObject: TypeAlias = Mapping[str, Any]
"""A JSON object that was sent by a browser or read from a file."""


@dataclass(frozen=True, slots=True)
class SittingBox:
    """A box of a sheet in the browser, for one item such as "7a.2"; `label` is HTML, `spoken_label` for screen readers.

    `letter` is that of the part for the first box of a part, else ""; `lines` is 0 unless the answer is a written one.
    """

    item: str
    label: str
    spoken_label: str
    letter: str = ""
    lines: int = 0


@dataclass(frozen=True, slots=True)
class SittingQuestion:
    """A question of a student's sheet, rendered as HTML with the data of the student's seed.

    `drawing` is "" without a drawing. `points` is the maximum score with its unit. `asked` is the text that says what
    the student has to find. The boxes are in order row by row; `columns` is the number of columns of a matrix, or 0 for
    as many as fit.
    """

    number: int
    prompt: str
    drawing: str
    points: str
    asked: str
    boxes: tuple[SittingBox, ...]
    columns: int = 0


@dataclass(frozen=True, slots=True)
class SittingStudent:
    """A student of an exam session, with the questions of the sheet of the seed `u0`, and the extra minutes `own`.

    `listed` is the seed in the class list if it is no longer `u0`, else None. `data` is a digest of the data and the
    boxes of the sheet: with the same ones, what was typed on it holds, also after a correction of its words or points.
    """

    id: str
    display_name: str
    u0: int
    own: int
    questions: tuple[SittingQuestion, ...]
    listed: int | None = None
    data: str = ""

    @property
    def wording(self) -> str:
        """A digest of all that the sheet shows, other if the exam was changed before a restart."""
        return _wording(self.questions)


@lru_cache(maxsize=4096)
def _wording(questions: tuple[SittingQuestion, ...]) -> str:
    return sha256(repr(questions).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Plan:
    """The pages and readers of an exam session, sent to the process that serves them, for an exam of some `minutes`.

    Texts are trusted HTML, except names, titles and identifiers.
    """

    exam: str
    title: str
    lang: str
    minutes: int
    subject: str
    readers: tuple[Reader, ...]
    candidates: tuple[SittingStudent, ...]

    @property
    def items(self) -> dict[str, Reader]:
        """The reader of each part, by the names of its items, such as "7a.2"."""
        return {item: reader for reader in self.readers for item in reader.items}


def served_html(html: str) -> str:
    """Return HTML with `style` renamed to `data-style`, which a script applies, since headers forbid `style`."""
    return html.replace(' style="', ' data-style="')


_PLAN = TypeAdapter(Plan)


def plan_json(plan: Plan) -> str:
    """Return a plan as one line of JSON for the serving process."""
    return _PLAN.dump_json(plan).decode()


def plan_from_json(text: str) -> Plan:
    """Return the plan that `plan_json` has written as a line of JSON."""
    return _PLAN.validate_json(text)


def safe(html: str) -> Markup:
    """Return HTML of a plan as Markup, which templates do not escape again."""
    return Markup(html)  # noqa: S704 (made by Jinja, which escaped it, before it was written to the plan)
