import io
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from answers.exam.exam import Exam
from answers.exports.qti import PACKAGING, QTI, qti_package
from answers.exports.request import ExportRequest
from tests.answers.exports.classes import unpacked
from tests.answers.exports.questions import EXAMS, NASH, VERGER, YAHTZEE, faults, questions
from tests.answers.tiny import TINY


def files(request: ExportRequest) -> dict[str, bytes]:
    return unpacked(qti_package(request))


def score(item: bytes, answers: dict[str, float]) -> float:
    """Return the points of an item, by the rules of the standard that its marking uses."""
    root, name = ET.fromstring(item), f"{{{QTI}}}"
    correct = {
        element.attrib["identifier"]: float(element.findtext(f"{name}correctResponse/{name}value") or "")
        for element in root.iter(f"{name}responseDeclaration")
    }

    def equal(element: ET.Element) -> bool:
        key = element[0].attrib["identifier"]
        low, high = map(float, element.get("tolerance", "0 0").split())
        return key in answers and correct[key] - low <= answers[key] <= correct[key] + high

    declared = [element.attrib["identifier"] for element in root.iter(f"{name}outcomeDeclaration")]
    assert declared == ["SCORE"]  # the name that the standard gives to the points of an item
    assert {element.attrib["identifier"] for element in root.iter(f"{name}setOutcomeValue")} == {"SCORE"}
    total = 0.0
    for rule in root.iter(f"{name}responseIf"):
        if all(map(equal, rule.iter(f"{name}equal"))):
            total += float(rule.findtext(f"{name}setOutcomeValue/{name}sum/{name}baseValue") or "")
    return total


def test_every_file_is_in_the_manifest_which_comes_first_and_a_test_names_its_items() -> None:
    contents = files(questions())
    assert next(iter(contents)) == "imsmanifest.xml"
    manifest = ET.fromstring(contents["imsmanifest.xml"])
    assert [part.tag for part in manifest] == [
        f"{{{PACKAGING}}}{part}" for part in ("metadata", "organizations", "resources")
    ]
    assert {part.tag.partition("}")[2]: part.text for part in manifest[0]} == {
        "schema": "QTIv2.1 Package",
        "schemaversion": "1.0.0",
    }
    resources = list(manifest.iter(f"{{{PACKAGING}}}resource"))
    listed = {file.attrib["href"] for file in manifest.iter(f"{{{PACKAGING}}}file")}
    assert listed == set(contents) - {"imsmanifest.xml"}
    assert {resource.attrib["type"] for resource in resources} == {"imsqti_item_xmlv2p1", "imsqti_test_xmlv2p1"}
    identifiers = [resource.attrib["identifier"] for resource in resources]
    assert len(set(identifiers)) == len(identifiers) == 2 * 3 + 2
    references = ET.fromstring(contents["tests/11.xml"]).iter(f"{{{QTI}}}assessmentItemRef")
    items = ["../items/11-1a.xml", "../items/11-1b.xml", "../items/11-2.xml"]
    assert [element.attrib["href"] for element in references] == items


def test_items_are_marked_as_the_exam_says() -> None:
    """For u₀ = 10: 10 and 20, at 0.5 points each; 2.5 within 0.1, bounds included, at 3 points."""
    contents = files(questions())
    first, third = contents["items/10-1a.xml"], contents["items/10-2.xml"]
    assert score(first, {"R1": 10, "R2": 20}) == 1
    assert score(first, {"R2": 20}) == 0.5
    assert score(first, {"R1": 11, "R2": 21}) == 0
    assert [score(third, {"R1": value}) for value in (2.4, 2.6, 2.61)] == [3, 3, 0]


def test_all_or_nothing_is_kept() -> None:
    exam = TINY.revised(lambda part: replace(part, all_or_nothing=True))
    first = files(questions(exam))["items/10-1a.xml"]
    assert [score(first, {"R1": 10, "R2": value}) for value in (20, 21)] == [1, 0]


@pytest.mark.parametrize("exam", EXAMS, ids=lambda exam: exam.name)
def test_every_item_and_test_is_as_the_standard_wants(exam: Exam) -> None:
    contents = files(questions(exam, (17,), "en"))
    documents = {
        name: content for name, content in contents.items() if name.endswith(".xml") and "manifest" not in name
    }
    assert len(documents) == len(exam.parts) + 1
    assert [fault for content in documents.values() for fault in faults(content, "qti.rng")] == []
    drawings = [name for name in contents if name.endswith(".svg")]
    assert all(
        f'src="{name.removeprefix("items/")}"'.encode() in contents[name.replace(".svg", ".xml")] for name in drawings
    )


def score_of_pyslet(item: Any, times: float) -> float:
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
            marks[path.stem.partition("-")[2]] = (score_of_pyslet(document.root, 1), score_of_pyslet(document.root, -3))
    points = {part.id: (float(part.points), 0.0) for part in exam.parts if part.id in marks}
    assert len(marks) >= len(exam.parts) - 2
    assert marks == {part: pytest.approx(of) for part, of in points.items()}
