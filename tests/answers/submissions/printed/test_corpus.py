"""Sheets that real programs saved and printed are read as they were typed, or shown to the teacher; tests/corpus/."""

import json
import os
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from answers.errors import CorrigeError
from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.flags import NO_TEXT
from answers.kinds.parsing import Unreadable
from answers.sheets.identity import field_name
from answers.sheets.sheet import Blank, sheet_pdf
from answers.submissions.raw.submission import Source, Submission, WantedSheet, expected_exam
from tests.answers.submissions.sheets import read_pdf

CORPUS = Path(__file__).parents[3] / "corpus"
EXPECTED = json.loads((CORPUS / "expected.json").read_text("utf-8"))
OTHERS = Path(os.environ.get("CORRIGE_CORPUS", os.devnull))
NOT_IN_THE_FILE = {
    "nash/chromium-save": {"q8b_3"},  # the last box is lost while the cursor is in it
    "verger/chromium-save": {"q8b_2"},
    "verger/atril-save": {"q5c_1"},  # the field holds the text of another: it was pasted again
}
"""The typed answers, as recorded with the collection."""


@cache
def exam_named(name: str) -> Exam:
    return load_exam(name)


@cache
def sheet(wanted_sheet: WantedSheet, secret: str) -> bytes:
    blank = Blank(exam_named(wanted_sheet.exam), wanted_sheet.u0, wanted_sheet.student)
    return sheet_pdf(blank, lang=wanted_sheet.lang, secret=secret, version=wanted_sheet.version)


def read(path: Path, exam: str, secret: str) -> Submission:
    source = Source(
        path.read_bytes(),
        path.name,
        secret,
        expected_exam(exam_named(exam)),
        lambda wanted_sheet: sheet(wanted_sheet, secret),
    )
    return read_pdf(source)


def items(exam: str, answers: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """The texts by field, without spaces."""
    return {
        field_name(part.id, place): "".join(text.split())
        for part in exam_named(exam).parts
        for place, text in enumerate(answers.get(part.id) or ("",) * part.count, start=1)
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", EXPECTED)
def test_files_of_real_programs_are_read_as_a_person_has_found(name: str) -> None:
    expected = EXPECTED[name]
    submission = read(CORPUS / f"{name}.pdf", expected["exam"], expected["secret"])
    texts = {**expected["typed"], **expected["unread"]}
    assert items(expected["exam"], submission.answers) == {
        field: "".join(text.split()) for field, text in texts.items()
    }
    assert list(map(str, submission.flags)) == expected["flags"]


def others() -> list[Path]:
    return [path for path in sorted(OTHERS.glob("*/*.pdf")) if path.with_suffix(".json").is_file()]


@pytest.mark.slow
@pytest.mark.parametrize("path", others(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_nothing_is_read_otherwise_than_typed_without_a_flag(path: Path) -> None:
    rules = tomllib.loads((path.parent / "class" / "corrige.toml").read_text("utf-8"))
    name, exam = rules["exam"], exam_named(rules["exam"])
    try:
        submission = read(path, name, rules["secret"])
    except CorrigeError:
        return
    if NO_TEXT in submission.flags:
        return
    typed = json.loads(path.with_suffix(".json").read_text("utf-8"))["answers"]
    flagged = {flag.detail for flag in submission.flags}
    otherwise = set()
    for part in exam.parts:
        values = zip(part.kind.read(tuple(typed[part.id])), part.kind.read(submission.answers[part.id]), strict=True)
        otherwise |= {
            field_name(part.id, place)
            for place, (before, after) in enumerate(values, start=1)
            if before != after and not isinstance(after, Unreadable)
        }
    assert otherwise - flagged == NOT_IN_THE_FILE.get(f"{path.parent.name}/{path.stem}", set())
