"""What is served in a room: made before it, by the command, of all that exams know; from then on pages and readers."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeAlias

from markupsafe import Markup

from answers.errors import CorrigeError
from answers.files import json_of, read_limited, write_atomic
from answers.web.sitting.readings import Reader, reader_json, reader_of

Told: TypeAlias = Mapping[str, Any]
"""A JSON object that somebody sent, or that was kept."""
FILE = "served.json"
SCHEMA = "corrige/served/1"
MAX_BYTES = 300_000_000


@dataclass(frozen=True, slots=True)
class Box:
    """A box of the sheet: its item, "7a.2", its label, and what says in words which one it is."""

    item: str
    label: str
    spoken: str
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of a student's sheet: its text with what was drawn for this student, its boxes row by row."""

    number: int
    prompt: str
    drawing: str
    points: str
    asked: str
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A student of the room: what to call them, the minutes that they have beyond those of all, and their questions.

    `listed` is the seed that the list gives them meanwhile, if it is another than that of their questions.
    """

    id: str
    called: str
    u0: int
    own: int
    questions: tuple[Asked, ...]
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
    candidates: tuple[Candidate, ...]

    @property
    def items(self) -> dict[str, Reader]:
        """What reads each item."""
        return {item: one for one in self.readers for item in one.items}


def served_html(html: str) -> str:
    """Return HTML of ours without styles in it, which pages forbid: a script puts them in their places."""
    return html.replace(' style="', ' data-style="')


def write_plan(folder: Path, plan: Plan) -> None:
    """Write the plan for the serving process."""
    import json

    readers = [reader_json(one) for one in plan.readers]
    document = {"schema": SCHEMA, **asdict(plan), "readers": readers}
    write_atomic(folder / FILE, json.dumps(document, ensure_ascii=False).encode(), overwrite=True)


def read_plan(folder: Path) -> Plan:
    """Read the plan; CorrigeError if it is damaged."""
    path = folder / FILE
    try:
        told = json_of(read_limited(path, MAX_BYTES))
        told.pop("schema")
        readers = tuple(reader_of(one) for one in told.pop("readers"))
        candidates = tuple(_candidate(one) for one in told.pop("candidates"))
        return Plan(**told, readers=readers, candidates=candidates)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        remedy = "run `corrige class sit` again, which makes it anew"
        raise CorrigeError.one("what is served is damaged", place=str(path), remedy=remedy) from error


def _candidate(told: Told) -> Candidate:
    questions = tuple(Asked(**{**one, "boxes": tuple(Box(**box) for box in one["boxes"])}) for one in told["questions"])
    return Candidate(**{**told, "questions": questions})


def safe(html: str) -> Markup:
    """Return HTML of a plan as what a template does not escape."""
    return Markup(html)  # noqa: S704 (made by Jinja, which escaped it, before it was written to the plan)
