"""QTI items are read and marked by another implementation of the standard, pyslet, where it is installed."""

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest

from answers.exam.exam import Exam
from answers.exports.qti import qti_package
from tests.answers.exports.questions import NASH, VERGER, YAHTZEE, questions
from tests.answers.tiny import TINY


def score(item: Any, times: float) -> float:
    """Return the points that pyslet gives to the right answers, each multiplied."""
    expressions, variables = map(pytest.importorskip, ("pyslet.qtiv2.expressions", "pyslet.qtiv2.variables"))
    for equal in item.find_children_depth_first(expressions.Equal):
        if isinstance(equal.tolerance, str):  # pyslet reads the list as one text
            equal.tolerance = equal.tolerance.split()
    state = variables.ItemSessionState(item)
    state.begin_session()
    state.begin_attempt()
    for declaration in item.declarations.values():
        if isinstance(declaration, variables.ResponseDeclaration):
            value = declaration.get_correct_value()
            state[declaration.identifier] = variables.FloatValue((value.value + (times != 1)) * times)
    item.ResponseProcessing.run(state)
    return float(state["SCORE"].value)


@pytest.mark.slow
@pytest.mark.parametrize("exam", [TINY, NASH, VERGER, YAHTZEE], ids=lambda exam: exam.name)
def test_another_program_reads_and_marks_the_items(exam: Exam, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = pytest.importorskip("pyslet.qtiv2.xml")
    items = pytest.importorskip("pyslet.qtiv2.items")
    monkeypatch.setattr(items.AssessmentItem, "render_html", lambda *_: None)  # it cannot draw text boxes
    zipfile.ZipFile(io.BytesIO(qti_package(questions(exam, (17,), "en")).content)).extractall(tmp_path)
    marks = {}
    for path in sorted(tmp_path.glob("*/*.xml")):
        document = reader.QTIDocument(base_uri=path.as_uri())
        document.read()
        if path.parent.name == "items":
            marks[path.stem.partition("-")[2]] = (score(document.root, 1), score(document.root, -3))
    points = {part.id: (float(part.points), 0.0) for part in exam.parts if part.id in marks}
    assert len(marks) >= len(exam.parts) - 2
    assert marks == {part: pytest.approx(of) for part, of in points.items()}
