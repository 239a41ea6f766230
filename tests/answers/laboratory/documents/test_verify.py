"""Printed figures against computed ones: agreement within one unit printed, or within 4 standard errors."""

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from answers.exam.catalogue import exam_names, load_exam
from answers.laboratory.documents.verify import Comparison, Figure, document_of, verify, verify_page
from tests.answers.exam.copies import copy_of_tiny
from tests.answers.tiny import TINY
from tests.problems import problems_of


def compared(folder: Path, computed: Mapping[str, object], *rows: dict[str, Any]) -> Comparison | None:
    """Return the comparison for `tiny` with a document that prints these rows."""
    exam = copy_of_tiny(folder)
    (exam / "document.py").write_text(
        "from fractions import Fraction\nfrom answers.exam.document import Document\n"
        f"DOCUMENT = Document(lambda: {dict(computed)!r})\n"
    )
    (exam / "fixtures" / "printed.json").write_text(json.dumps({"source": "A report", "figures": rows}))
    return verify(load_exam("tiny", [folder]))


def row(value: float | str, **others: Any) -> dict[str, Any]:
    return {"name": "a", "place": "p. 1", "printed": "…", "value": value, "precision": 0, **others}


def figure(folder: Path, computed: object, printed: dict[str, Any]) -> Figure:
    comparison = compared(folder, {"a": computed}, printed)
    assert comparison is not None
    return comparison.figures[0]


def test_a_figure_tells_all_of_itself(tmp_path: Path) -> None:
    comparison = compared(
        tmp_path,
        {"exact": Fraction(17, 4), "sampled": 0.1234567, "unasked": 1},
        row("4.25", name="exact", printed="4,25", note="why"),
        row("0.125", name="sampled", place="p. 2", standard_error="0.001", precision="0.001"),
    )
    assert comparison is not None
    assert (comparison.exam, comparison.source, comparison.differing) == ("tiny", "A report", 0)
    exact, sampled = comparison.figures
    assert exact == Figure("exact", "4,25", "17/4 = 4.25", agrees=True, z=None, place="p. 1", note="why")
    assert (sampled.computed, sampled.place, sampled.note) == ("0.123457", "p. 2", "")
    assert sampled.z == pytest.approx(1.5433, abs=1e-4)  # 0.0015433 off, 0.001 of sampling
    assert exact.to_json() == {
        "name": "exact", "printed": "4,25", "computed": "17/4 = 4.25", "agrees": True, "z": None, "place": "p. 1",
        "note": "why", "reading": "", "established": "", "claim": False, "slip": False, "verdict": "holds",
    }  # fmt: skip


def test_a_slip_that_gives_what_is_printed_is_told(tmp_path: Path) -> None:
    """A slip gives 0.36 in place of 0.45; a slip that gives another value explains nothing."""
    printed = [row("0.36", name=name, precision="0.01") for name in ("a", "b")]
    comparison = compared(
        tmp_path, {"a": 0.4457, "a, by a slip": 0.3639, "b": 0.4457, "b, by a slip": 0.3739}, *printed
    )
    assert comparison is not None
    assert [(figure.agrees, figure.slip) for figure in comparison.figures] == [(False, True), (False, False)]
    assert [figure.verdict for figure in comparison.figures] == ["misprint", "open"]
    known = "for 1 of the numbers, an error in the document explains the printed value"
    assert comparison.summary == f"0 of 2 printed numbers agree with the computed values, 2 differ; {known}"


@pytest.mark.parametrize(
    ("value", "precision", "error", "agrees"),
    [
        ("17", 0, None, True),
        ("17.001", 0, None, False),
        ("17.01", "0.01", None, True),  # one unit of the last digit, whether rounded or truncated
        ("16.99", "0.01", None, True),
        ("17.0101", "0.01", None, False),
        ("16.9899", "0.01", None, False),
        ("17.08", 0, "0.02", True),  # 4 standard errors
        ("16.92", 0, "0.02", True),
        ("17.0801", 0, "0.02", False),
        ("16.9199", 0, "0.02", False),
        ("17.58", 1, "0.02", True),  # half a unit of rounding, and 4 standard errors
        ("17.581", 1, "0.02", False),
        ("19", 1, "0.3", False),  # 6.7 standard errors
    ],
)
def test_how_far_a_printed_figure_may_be(
    value: str, precision: float | str, error: str | None, agrees: bool, tmp_path: Path
) -> None:
    sampled = {} if error is None else {"standard_error": error}
    assert figure(tmp_path, 17, row(value, precision=precision, **sampled)).agrees is agrees


def test_a_claim_holds_or_not(tmp_path: Path) -> None:
    rows = (
        row(1, name="a", kind="claim"),
        row(1, name="b", kind="claim"),
        row(3, name="c", reading="r", established="e"),
    )
    comparison = compared(tmp_path, {"a": 1, "b": 0, "c": 3}, *rows)
    assert comparison is not None
    assert [(one.computed, one.agrees, one.claim) for one in comparison.figures] == [
        ("holds", True, True),
        ("does not hold", False, True),
        ("3", True, False),
    ]
    assert (comparison.figures[2].reading, comparison.figures[2].established) == ("r", "e")
    assert (
        comparison.summary == "1 of 1 printed numbers agree with the computed values, 0 differ; 1 of 2 claims is true"
    )


def test_a_note_has_the_numbers_that_decide_its_row(tmp_path: Path) -> None:
    claim = row(1, kind="claim", note="{:.2f} at 1, {} at 2")
    comparison = compared(tmp_path, {"a": 0, "a, evidence": (0.166, 3)}, claim)
    assert comparison is not None
    assert comparison.figures[0].note == "0.17 at 1, 3 at 2"


@pytest.mark.parametrize(
    ("computed", "printed", "verdict"),
    [
        (1, row(1, kind="claim"), "holds"),
        (0, row(1, kind="claim"), "false"),
        (0, row(1, kind="claim", verdict="misprint"), "misprint"),
        (1, row(1, kind="claim", verdict="misprint"), "holds"),
        (2, row(1), "open"),
        (2, row(1, verdict="misprint"), "misprint"),
    ],
)
def test_the_verdict_on_a_row(computed: int, printed: dict[str, Any], verdict: str, tmp_path: Path) -> None:
    assert figure(tmp_path, computed, printed).verdict == verdict


def test_figures_that_are_not_computed_are_told_together(tmp_path: Path) -> None:
    place = str(tmp_path / "tiny" / "fixtures" / "printed.json")
    problems = problems_of(compared, tmp_path, {"mean": 1}, *(row(1, name=name) for name in ("maen", "mean", "zzz")))
    assert [(problem.place, problem.remedy) for problem in problems] == [
        (place, "did you mean mean?"),
        (place, "possible choices: mean"),
    ]
    assert ["'maen'" in problems[0].cause, "'zzz'" in problems[1].cause] == [True, True]


@pytest.mark.parametrize(("printed", "agrees"), [("217", False), ("218", True), ("219", True), ("220", False)])
def test_a_figure_may_lie_in_a_range(printed: str, agrees: bool, tmp_path: Path) -> None:
    line = figure(tmp_path, (218, 218, 219), row(printed))
    assert (line.computed, line.agrees, line.z) == ("218 (218 to 219)", agrees, None)


def test_an_exam_may_print_nothing(tmp_path: Path) -> None:
    assert verify(TINY) is None
    folder = copy_of_tiny(tmp_path)
    (folder / "document.py").write_text("from answers.exam.document import Document\nDOCUMENT = Document(dict)\n")
    assert verify(load_exam("tiny", [tmp_path])) is None
    (tmp_path / "b").mkdir()
    (copy_of_tiny(tmp_path / "b") / "fixtures" / "printed.json").write_text("{}")
    assert verify(load_exam("tiny", [tmp_path / "b"])) is None


FIGURES = (
    Figure("a", "1", "1", agrees=True, z=None, place="p. 1", note=""),
    Figure("<b>", "2 & 3", "4", agrees=False, z=5.25, place="p. 2", note="why", established="a count", verdict="open"),
)


def test_every_figure_stands_on_the_page() -> None:
    page = verify_page([Comparison("tiny", "A <report>", FIGURES)])
    root = ET.fromstring(page.removeprefix("<!doctype html>\n").replace('<meta charset="utf-8">', ""))
    tables = list(root.iter("table"))
    cells = [[cell.text or "" for cell in row] for row in tables[1].iter("tr")]
    assert cells[1] == ["a", "1", "1", "yes", "p. 1", "", ""]
    assert cells[2] == ["<b>", "2 & 3", "4", "NO, open (z = +5.2)", "p. 2", "", "why; a count"]
    assert [row.get("class") for row in tables[1].iter("tr")] == [None, None, "differs"]
    assert [cell.text for cell in list(tables[0].iter("tr"))[1]] == [
        "tiny", "A <report>", "1 of 2 printed numbers agree with the computed values, 1 differs",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["", "DOCUMENT = {'a': 1}\n"])
def test_a_file_without_a_document_is_told(text: str, tmp_path: Path) -> None:
    folder = copy_of_tiny(tmp_path)
    (folder / "document.py").write_text(text)
    (problem,) = problems_of(document_of, load_exam("tiny", [tmp_path]))
    assert (problem.place, "document.py" in problem.cause) == (str(folder), True)


@pytest.mark.parametrize("name", exam_names())
def test_each_exam_of_ours_with_printed_figures_has_its_document(name: str) -> None:
    exam = load_exam(name)
    assert (document_of(exam) is not None) is exam.location.fixtures.joinpath("printed.json").is_file()
