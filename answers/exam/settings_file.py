"""Read and check `corrige.toml`, the settings of a teacher; this module is imported only if there is such a file.

CorrigeError if a file is not TOML, or with all unknown keys and invalid values and their places.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from answers.errors import CorrigeError, Problem, did_you_mean
from answers.exam.paper_file import read_toml
from answers.exam.settings import (
    FILE_NAME,
    NEVER,
    ExamSettings,
    MarkRules,
    Penalty,
    Per,
    Settings,
    end_of,
    exact_amount,
    written_amount,
)
from answers.kinds.tolerance import Tolerance
from answers.messages import Message

MOST = 1_000_000
MOST_SEEDS = 1000

FOLDERS = "exams = […]"
"""The name in problems of the key `exams` with a list of folders instead of a table."""

EXPECTED = {
    "amount": Message("write a number from 0 to {most}, such as 0.05", most=MOST),
    "share": Message("write a share of the points from 0 to 1, such as 0.5"),
    "seeds": Message("write a number of seeds from 0 to {most}", most=MOST_SEEDS),
    "literal": Message("the possible values are 'fr' and 'en'"),
    "string": Message("write a text between quotation marks"),
    "bool": Message("write true or false"),
    "enum": Message("the possible values are 'paper', 'hour' and 'day'"),
    "date": Message("write a date and a time, such as 2026-05-30T18:00"),
    "path": Message("write the name of a folder between quotation marks"),
    "tuple": Message("write a list, such as [1, 2]"),
    "model": Message("write a table, such as {{ key = 1 }}"),
    "dict": Message("write a table, such as {{ key = 1 }}"),
    "": Message("the value of this setting is not possible"),
}
"""Messages in place of those of pydantic, by the first word of the type of its error."""

BELONGS = {
    "points": ("exams.EXAM.points", '"1" = 2'),
    "tolerance": ("exams.EXAM.tolerance", '"4" = { relative = 0.05 }'),
    "all_or_nothing": ("exams.EXAM", "all_or_nothing = true"),
    "mistakes": ("exams.EXAM.mistakes", "drawn-uniformly = 0.5"),
    "as_printed": ("exams.EXAM", "as_printed = true"),
    "deadline": ("class", "deadline = 2026-05-30T18:00:00"),
    "follow_through": ("marking", "follow_through = 1"),
    "mark": ("class.mark", "out_of = 20"),
}
"""Keys that are often written outside their table: the right table, and an example line."""

LEAST = Fraction(1, 10**12)
"""Smallest amount that is accepted, except 0."""


def _amount(value: object) -> Fraction:
    """Return an amount of the file as an exact fraction: 0.1 is one tenth, "1/3" a third."""
    fraction = written_amount(value) if isinstance(value, str) else exact_amount(value)
    if fraction is None or (fraction and not LEAST <= fraction <= MOST):
        raise PydanticCustomError("amount", "no amount")
    return fraction


def _share(value: object) -> Fraction:
    """Return a share of points from 0 to 1 as a fraction; a pydantic error for another value."""
    fraction = _amount(value)
    if fraction > 1:
        raise PydanticCustomError("share", "no share")
    return fraction


def _seeds(value: object) -> int:
    """Return a number of seeds, from 0 to `MOST_SEEDS`; a pydantic error for another value."""
    # The keys of so many seeds are computed before a class is marked.
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_SEEDS:
        raise PydanticCustomError("seeds", "no number of seeds")
    return value


def _local(moment: datetime | None) -> datetime | None:
    """Return a date and time in the local time of this machine, or None if there is none."""
    try:
        return moment if moment is None or moment.tzinfo is None else moment.astimezone().replace(tzinfo=None)
    except (OverflowError, ValueError, OSError) as error:
        raise PydanticCustomError("date", "no date") from error


Amount = Annotated[Fraction, BeforeValidator(_amount)]
Share = Annotated[Fraction, BeforeValidator(_share)]
Seeds = Annotated[int, BeforeValidator(_seeds)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Tolerance(_Model):
    absolute: Amount = Fraction(0)
    relative: Amount = Fraction(0)


class _Exam(_Model):
    points: dict[str, Amount] = {}
    tolerance: dict[str, _Tolerance] = {}
    all_or_nothing: bool | tuple[str, ...] | None = None
    mistakes: dict[str, Share] = {}
    as_printed: bool = False
    folder: Path | None = None

    def settings(self, home: Path) -> ExamSettings:
        """Return the settings of the exam; a relative `folder` is taken from `home`, the folder of the file."""
        return ExamSettings(
            points=self.points,
            tolerance={name: Tolerance(value.absolute, value.relative) for name, value in self.tolerance.items()},
            all_or_nothing=self.all_or_nothing,
            mistakes=self.mistakes,
            as_printed=self.as_printed,
            folder=None if self.folder is None else home / self.folder,
        )


def _moment(value: object) -> object:
    """Return a date, perhaps in quotation marks, as the last second of its day, any other value unchanged."""
    # A pydantic error for numbers, which pydantic would accept as times.
    with suppress(ValueError):
        value = date.fromisoformat(value) if isinstance(value, str) else value
    if not isinstance(value, date | str) or (isinstance(value, str) and value.strip("+-. 0123456789") == ""):
        raise PydanticCustomError("date", "no date")
    return end_of(value) if isinstance(value, date) and not isinstance(value, datetime) else value


def _positive(value: object) -> Fraction:
    """Return an amount other than 0 as a fraction; a pydantic error for another value."""
    fraction = _amount(value)
    if not fraction:
        raise PydanticCustomError("amount", "nothing")
    return fraction


class _Late(_Model):
    points: Amount
    per: Per = Per.PAPER
    most: Amount | None = None


class _Mark(_Model):
    out_of: Annotated[Fraction | None, BeforeValidator(_positive)] = None
    late: _Late | None = None
    round: Amount = Fraction(0)
    minimum: Amount = Fraction(0)

    @property
    def rules(self) -> MarkRules:
        late = Penalty(self.late.points, self.late.per, self.late.most) if self.late else NEVER
        return MarkRules(self.out_of, late, self.round, self.minimum)


class _Class(_Model):
    deadline: Annotated[datetime | None, BeforeValidator(_moment), AfterValidator(_local)] = None
    mark: _Mark = _Mark()


class _Paper(_Model):
    """The keys of a composed paper; `answers.exam.paper_file` reads their values."""

    name: object = None
    title: object = None
    minutes: object = None
    out_of: object = None
    questions: object = None


class _Marking(_Model):
    follow_through: Share = Fraction(1)
    atlas: Seeds = 0


class _File(_Model):
    lang: Literal["fr", "en"] = "fr"
    secret: str = ""
    exam: str | None = None
    marking: _Marking = _Marking()
    exams: dict[str, _Exam] = {}
    folders: tuple[Path, ...] = Field(default=(), alias="exams = […]")
    class_: _Class = Field(default=_Class(), alias="class")
    paper: _Paper | None = None


TABLES: Final[Mapping[str, type[BaseModel]]] = MappingProxyType(
    {"": _File, "marking": _Marking, "class": _Class, "class.mark": _Mark, "class.mark.late": _Late, "paper": _Paper}
)
"""The allowed keys of each table, by name of the table."""
EXAM_TABLES: Final[Mapping[int, type[BaseModel]]] = MappingProxyType({2: _Exam, 4: _Tolerance})
"""The allowed keys of the tables exams.EXAM and exams.EXAM.tolerance.PART, by the number of names in their path."""


def read_settings(
    paths: Sequence[Path], environment: Mapping[str, str], exam_folders: tuple[Path, ...] = ()
) -> Settings:
    """Return the settings in the files `paths` and in the environment.

    A later file takes precedence over an earlier one, and the environment over all files. In a file, `exams` is a list
    of folders, or a table of settings by exam. Relative folders are relative to the folder of the file.
    """
    settings = Settings(exam_folders=exam_folders)
    for path in paths:
        settings = read_document(read_toml(path)[1], str(path), settings, path.parent)
    return read_document(environment, "environment", settings)


NOTHING_CHOSEN = Settings()


def read_document(
    document: Mapping[str, object], place: str, before: Settings = NOTHING_CHOSEN, folder: Path = Path()
) -> Settings:
    """Return the settings `before`, changed by one document, which problems call `place`; paths begin at `folder`."""
    is_list = isinstance(document.get("exams"), list)
    values = {FOLDERS if is_list and key == "exams" else key: value for key, value in document.items()}
    try:
        file = _File.model_validate(values)
    except ValidationError as error:
        exam = document.get("exam")
        name = exam if isinstance(exam, str) else "phantom"
        raise CorrigeError(_problem(detail, place, name) for detail in error.errors()) from error
    papers = (folder / FILE_NAME,) if file.paper is not None else ()  # a paper is an exam found in that file
    chosen: dict[str, Any] = {name: getattr(file, name) for name in {"lang", "secret", "exam"} & file.model_fields_set}
    if "class_" in file.model_fields_set:
        chosen |= {"deadline": file.class_.deadline, "mark": file.class_.mark.rules}
    if "marking" in file.model_fields_set:
        chosen |= {"follow_through": file.marking.follow_through, "atlas": file.marking.atlas}
    return replace(
        before,
        exam_folders=(*before.exam_folders, *papers, *(folder / place for place in file.folders)),
        exams={**before.exams, **{name: exam.settings(folder) for name, exam in file.exams.items()}},
        **chosen,
    )


def _problem(detail: ErrorDetails, place: str, exam: str) -> Problem:
    """Return the problem for an error of pydantic; `exam` is the name of an exam for the example in the remedy."""
    *parents, key = map(str, detail["loc"])
    where = f"{place}, {'.'.join((*parents, key))}"
    if detail["type"] != "extra_forbidden":
        cause = next(text for kind, text in EXPECTED.items() if detail["type"].startswith(kind))
        value = detail["input"]
        text = str(value) if isinstance(value, Decimal) else repr(value)
        return Problem(cause, where, Message("correct the value, which is {value} now", value=text))
    model = TABLES.get(".".join(parents)) or EXAM_TABLES[len(parents)]
    known = [name.rstrip("_") for name in model.model_fields]
    if parents or key not in BELONGS:
        remedy = did_you_mean(key, known)
    else:
        table, line = BELONGS[key]
        remedy = Message(
            "write this setting elsewhere: under [{table}], in a line such as {line}; the settings "
            "possible at this place are {names}",
            table=table.replace("EXAM", exam),
            line=line,
            names=", ".join(known),
        )
    return Problem(Message("{key!r} is not the name of a setting at this place", key=key), where, remedy)
