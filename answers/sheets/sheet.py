"""Answer sheets as HTML: one context, four faces."""

import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined
from jinja2.loaders import split_template_path

from answers.assets import asset
from answers.exam.exam import LANGUAGES, Exam, checked_seed
from answers.exam.identity import Identity
from answers.exam.key import Key
from answers.paper import Paper
from answers.sheets.display import heaviest, is_plural, one_line, phrase, points_text
from answers.sheets.qr import qr_code
from answers.sheets.view import oral_views, question_views

SHOWN_NAME = 40


class Face(StrEnum):
    """What a sheet is for."""

    BLANK = "blank"
    MODEL = "model"
    KEY = "key"
    FEEDBACK = "feedback"


@dataclass(frozen=True, slots=True)
class Student:
    """Whose sheet it is; what is empty is unknown, and left to be filled by hand."""

    id: str = ""
    name: str = ""
    first_name: str = ""


NOBODY = Student()


def sheet_html(
    exam: Exam[Any],
    u0: int,
    face: Face,
    *,
    lang: str = "fr",
    student: Student = NOBODY,
    secret: str = "",
    key: Key | None = None,
    paper: Paper | None = None,
) -> str:
    """Return one face of a sheet as an HTML document, to be laid out by `answers.sheets.pdf.render_pdf`.

    Parameters
    ----------
    exam, u0
        The exam and the seed, 0 … 64006.
    face
        `BLANK` needs neither key nor paper, `MODEL` and `KEY` need the key of `u0`, `FEEDBACK` both.
    lang
        "fr" or "en".
    student
        Names may be anything: they are escaped, put on one line, and cut with an ellipsis after 40 characters.
    secret
        The teacher's secret, for the digest of the identity token.

    Raises
    ------
    CorrigeError
        If `u0` is out of range.
    ValueError
        If the language is unknown, or a key or paper is missing or of another exam or seed.

    Notes
    -----
    Not guaranteed: that an exam with many parts fits two pages.
    """
    if lang not in LANGUAGES:
        raise ValueError(f"sheets are in {' or '.join(LANGUAGES)}, not {lang!r}")
    _check(exam, checked_seed(u0), face, key, paper)
    page = _environment().get_template(f"faces/{face}.html")
    return page.render(_context(exam, u0, face, lang, student, secret, key, paper))


def _check(exam: Exam[Any], u0: int, face: Face, key: Key | None, paper: Paper | None) -> None:
    if face is not Face.BLANK and (key is None or (key.exam, key.u0) != (exam.name, u0)):
        raise ValueError(f"the face {face} needs the key of {exam.name} for u₀ = {u0}")
    if face is Face.FEEDBACK and (paper is None or paper.exam != exam.name):
        raise ValueError(f"the face {face} needs a marked paper of {exam.name}")


def _context(
    exam: Exam[Any],
    u0: int,
    face: Face,
    lang: str,
    student: Student,
    secret: str,
    key: Key | None,
    paper: Paper | None,
) -> dict[str, Any]:
    token = Identity(exam.name, u0, student.id).token(secret)
    return {
        "exam": exam.name,
        "title": exam.title[lang],
        "source": exam.source[lang],
        "face": str(face),
        "lang": lang,
        "words": words()[lang],
        "u0": u0,
        "student": Student(*(one_line(text, SHOWN_NAME) for text in (student.id, student.name, student.first_name))),
        "token": token,
        "qr": qr_code(token),
        "points": exam.points,
        "questions": question_views(exam, u0, lang, key, paper),
        "oral": oral_views(exam, lang, key) if key else (),
        "flags": paper.flags if paper and face is Face.FEEDBACK else key.flags if key else (),
        "key": key,
        "paper": paper,
    }


@cache
def words() -> dict[str, Any]:
    """Return the sheets' own words by language; not to be changed by the caller."""
    return tomllib.loads(asset("templates", "words.toml").read_text("utf-8"))


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FunctionLoader(_source),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.tests["plural"] = is_plural
    environment.filters.update(heaviest=heaviest, one_line=one_line, phrase=phrase, points=points_text, zip=zip)
    return environment


def _source(name: str) -> str | None:
    """Text of a template; None tells Jinja that there is none."""
    file = asset("templates", *split_template_path(name))
    return file.read_text("utf-8") if file.is_file() else None
