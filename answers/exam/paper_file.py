"""Read and write the TOML file that describes a composed paper, an exam with questions from other exams.

Problems are collected entry by entry, with their lines. CorrigeError if a file cannot be read or is not TOML.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from answers.errors import CorrigeError, Problem, did_you_mean
from answers.exam.settings import exact_amount
from answers.files import read_limited
from answers.messages import Message

MAX_BYTES = 1_000_000
TABLE = re.compile(r"^\s*\[+\s*paper\b", re.MULTILINE)
NAME = re.compile(r"[a-z0-9_]{1,40}", re.ASCII)
KEYS = ("name", "title", "minutes", "out_of", "questions")
ENTRY_KEYS = ("exam", "question", "points")
LONGEST, MOST_POINTS = 24 * 60, 1000

_HEADER = re.compile(r"^\s*\[\[\s*paper\s*\.\s*questions\s*\]\]")
_LIST = re.compile(r"^\s*(?:paper\s*\.\s*)?questions\s*=", re.MULTILINE)
_NO_CODE = re.compile(r'"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*')

Table = Mapping[str, Any]  # a TOML table, not yet checked


@dataclass(frozen=True, slots=True)
class PaperQuestion:
    """A question of a composed paper: its exam, its number there, its points here, and the line that chooses it."""

    exam: str
    number: int
    points: Fraction
    place: str


@dataclass(frozen=True, slots=True)
class PaperPlan:
    """The description of a composed paper in its TOML file.

    Attributes
    ----------
    place
        File of the paper, for messages.
    out_of
        Total of the points; None if it is the sum of the points of the questions.
    """

    name: str
    titles: Mapping[str, str]
    minutes: int
    questions: tuple[PaperQuestion, ...]
    place: str
    out_of: Fraction | None = None

    @property
    def worth(self) -> tuple[PaperQuestion, ...]:
        """The questions with their points scaled to the total `out_of`, or unchanged if it is None."""
        if self.out_of is None:
            return self.questions
        share = self.out_of / sum(question.points for question in self.questions)
        return tuple(replace(question, points=question.points * share) for question in self.questions)


def is_paper(path: Path) -> bool:
    """Return whether `path` is a TOML file with a table [paper]."""
    if path.suffix != ".toml" or not path.is_file():
        return False
    return TABLE.search(read_limited(path, MAX_BYTES).decode("utf-8-sig", "replace")) is not None


def paper_name(path: Path) -> str:
    """Return the name that a composed paper declares in its file, or else the file name without suffix."""
    return read_plan(path)[0].name or path.stem


def read_plan(path: Path) -> tuple[PaperPlan, tuple[Problem, ...]]:
    """Return the plan in a TOML file, as far as it is valid, and all problems found in the file.

    CorrigeError if the file is not TOML or has no table [paper].
    """
    text, document = read_toml(path)
    table = document.get("paper")
    if not isinstance(table, dict):
        raise CorrigeError.single(
            "the file has no table [paper], so it does not describe a composed paper",
            place=str(path),
            remedy="docs/papers.md explains the file of a composed paper",
        )
    return _Reader(path, text, table).plan()


def read_toml(path: Path) -> tuple[str, dict[str, Any]]:
    """Return the text and the content of a TOML file; CorrigeError if it is not TOML."""
    try:
        text = read_limited(path, MAX_BYTES).decode("utf-8-sig")
        return text, tomllib.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError) as error:  # not UTF-8, not TOML, or a number of thousands of digits
        raise CorrigeError.single(
            Message("the file is not valid TOML: {error}", error=error),
            place=str(path),
            remedy="correct this line of the file",
        ) from error


def name_problem(name: object, place: str) -> Problem | None:
    """Return the problem with the name of a paper, which is printed on every sheet; None if the name is valid."""
    if isinstance(name, str) and NAME.fullmatch(name):
        return None
    return Problem(
        Message("{name!r} is not a valid name for a paper", name=name),
        place,
        "use lowercase letters, digits and _, such as games_2026",
    )


def plan_text(plan: PaperPlan) -> str:
    """Return the TOML text that describes a composed paper; `read_plan` reads an equal plan from this text."""
    titles = ", ".join(f"{lang} = {_quoted(title)}" for lang, title in plan.titles.items())
    entries = (
        f"    {{ exam = {_quoted(question.exam)}, question = {question.number},"
        f" points = {_decimal(question.points)} }},\n"
        for question in plan.questions
    )
    head = f"[paper]\nname = {_quoted(plan.name)}\ntitle = {{ {titles} }}\nminutes = {plan.minutes}\n"
    if plan.out_of is not None:
        head += f"out_of = {_decimal(plan.out_of)}\n"
    return f"{head}questions = [\n{''.join(entries)}]\n"


@dataclass(frozen=True, slots=True)
class _Reader:
    """A reader of the table [paper] in one file, which collects problems in `problems`."""

    path: Path
    text: str
    table: Table
    problems: list[Problem] = field(default_factory=list)

    def plan(self) -> tuple[PaperPlan, tuple[Problem, ...]]:
        """Return the plan, with defaults for invalid entries, and all problems."""
        table = self.table
        self.check_keys(table, KEYS, str(self.path))
        name = table.get("name", self.path.stem)
        if problem := name_problem(name, self.place_of("name")):
            self.problems.append(problem)
        title = table.get("title")
        named = {"fr": title, "en": title} if isinstance(title, str) else title if isinstance(title, dict) else {}
        titles = {lang: text for lang, text in named.items() if isinstance(text, str) and text.strip()}
        if set(titles) != {"fr", "en"}:
            self.wrong(
                "the composed paper lacks a title in French or in English",
                self.place_of("title"),
                'write title = "…", or title = { fr = "…", en = "…" }',
            )
        minutes = _integer(table.get("minutes"))
        if minutes is None or not 0 < minutes <= LONGEST:
            minutes = 0
            self.wrong(
                "the duration of the composed paper in minutes is missing, or is not a possible number",
                self.place_of("minutes"),
                Message("write for instance minutes = 120 (from 1 to {longest})", longest=LONGEST),
            )
        questions = tuple(self.questions())
        out_of = _points(table.get("out_of"))
        if out_of is None and table.get("out_of") is not None:
            self.wrong(
                "the value of out_of is not a possible total for the points of the composed paper",
                self.place_of("out_of"),
                Message("write for instance out_of = 20 (above 0, at most {most_points})", most_points=MOST_POINTS),
            )
        plan = PaperPlan(name if isinstance(name, str) else "", titles, minutes, questions, str(self.path), out_of)
        return plan, tuple(self.problems)

    def wrong(self, cause: str, place: str, remedy: str) -> None:
        self.problems.append(Problem(cause, place, remedy))

    def place_of(self, key: str) -> str:
        match = re.search(rf"^\s*{key}\s*=", self.text, re.MULTILINE)
        if match is None:
            return str(self.path)
        return Message("{place}, line {line}", place=self.path, line=self.text.count("\n", 0, match.end()) + 1)

    def check_keys(self, table: Table, known: tuple[str, ...], place: str) -> None:
        """Add a problem for each key of `table` that is not in `known`."""
        for key in (key for key in table if key not in known):
            cause = Message("{key!r} is not the name of a setting at this place", key=key)
            self.wrong(cause, place, did_you_mean(key, known))

    def questions(self) -> Iterator[PaperQuestion]:
        """Yield the questions that the entries of the file choose, and add the problems of the entries."""
        entries = self.table.get("questions")
        if not isinstance(entries, list) or not entries:
            remedy = 'write questions = [{ exam = "phantom", question = 5, points = 3 }, …]'
            self.wrong("no question was chosen for the paper", self.place_of("questions"), remedy)
            return
        lines = _entry_lines(self.text)
        for rank, entry in enumerate(entries):
            place = (
                Message("{place}, line {line}", place=self.path, line=lines[rank])
                if len(lines) == len(entries)
                else Message("{place}, entry {number} of questions", place=self.path, number=rank + 1)
            )
            if not isinstance(entry, dict):
                self.wrong(
                    "this entry of the list of questions is not a table with exam, question and points",
                    place,
                    '{ exam = "phantom", question = 5, points = 3 }',
                )
                continue
            self.check_keys(entry, ENTRY_KEYS, place)
            exam, number, points = entry.get("exam"), _integer(entry.get("question")), _points(entry.get("points"))
            if not isinstance(exam, str):
                self.wrong(
                    "the name of the exam is missing in this entry", place, 'write for instance exam = "phantom"'
                )
            if number is None:
                self.wrong(
                    "the number of the question is missing in this entry",
                    place,
                    "write for instance question = 5, the number of the question in the exam",
                )
            if points is None:
                self.wrong(
                    "the points of the question are missing in this entry, or are not a possible number",
                    place,
                    Message("write for instance points = 3 (above 0, at most {most_points})", most_points=MOST_POINTS),
                )
            if isinstance(exam, str) and number is not None:
                # a question without points is returned all the same, to check that it exists
                yield PaperQuestion(exam, number, points or Fraction(1), place)


def _entry_lines(text: str) -> list[int]:
    """Return the lines on which the entries of `questions` begin: tables [[paper.questions]], or a list of tables."""
    headers = [number for number, line in enumerate(text.split("\n"), start=1) if _HEADER.match(line)]
    start = _LIST.search(text)
    if headers or start is None:
        return headers
    code = text[: start.end()] + _NO_CODE.sub(lambda match: " " * len(match[0]), text[start.end() :])
    lines, depth = list[int](), 0  # lines of the outer braces, up to the end of the list
    for index in range(start.end(), len(code)):
        letter = code[index]
        if letter == "{":
            if depth == 0:
                lines.append(code.count("\n", 0, index) + 1)
            depth += 1
        elif letter == "}":
            depth -= 1
        elif letter == "]" and depth == 0:
            break
    return lines


def _points(points: object) -> Fraction | None:
    fraction = exact_amount(points)
    return fraction if fraction and 0 < fraction <= MOST_POINTS else None


def _integer(number: object) -> int | None:
    return number if isinstance(number, int) and not isinstance(number, bool) else None


def _quoted(text: str) -> str:
    import json

    return json.dumps(text, ensure_ascii=False)


def _decimal(points: Fraction) -> str:
    return str(points.numerator) if points.denominator == 1 else str(float(points))
