"""The published schemas against what is really written."""

import copy
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from answers.classroom.decisions import COLUMNS
from answers.classroom.fair_seeds import Fact
from answers.classroom.folder import create_class
from answers.classroom.report.report import make_report, report_json
from answers.classroom.scans import scans_document
from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.exam.key_json import key_to_json
from answers.exports.gradebook import marks_json
from answers.exports.tables import ExportTable
from tests.answers.classroom.test_scans import two_pages
from tests.answers.cli.running import run
from tests.answers.exports.classes import CLASS
from tests.answers.tiny import EXAMS

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"


def schema(name: str) -> Any:
    return json.loads((SCHEMAS / f"{name}.json").read_text("utf-8"))


def faults(name: str, document: Any) -> list[str]:
    """Where a document is not as its schema says, and by which keyword."""
    errors = Draft202012Validator(schema(name)).iter_errors(document)
    return sorted(f"{error.json_path} {error.validator}" for error in errors)


def test_marks() -> None:
    document = json.loads(marks_json(CLASS))
    assert faults("grade-1", document) == []
    wrong = copy.deepcopy(document)
    wrong["papers"][0]["parts"]["1a"]["items"][0]["verdict"] = "perfect"
    del wrong["papers"][1]["flags"]
    assert len(faults("grade-1", wrong)) == 2


def test_seeds_and_what_they_share(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    class_data = create_class(tmp_path / "class", "tiny", b"student\ns01\ns02\n", "en", (EXAMS,))
    document = json.loads(run(capsys, "class", "seeds", class_data.folder, "--json", "--jobs", "1").out)
    assert faults("seeds-1", document) == []
    assert document["fairness"]
    document["students"][0]["u0"] = 64_007
    assert faults("seeds-1", document) == ["$.students[0].u0 maximum"]


@pytest.mark.parametrize("name", ["tiny", "nash", "jeux"])
def test_keys(name: str) -> None:
    exam = load_exam(name, [EXAMS])
    document = json.loads(json.dumps(key_to_json(exam, make_key(exam, 17))))
    assert faults("key-1", document) == []
    document["answers"]["0x"] = document["answers"].pop("1a")
    assert len(faults("key-1", document)) == 1


def test_what_became_of_scans(tmp_path: Path) -> None:
    document = json.loads(json.dumps(scans_document(two_pages(tmp_path))))
    assert faults("scans-1", document) == []
    document["pages"][0]["boxes"][0]["ink"] = None
    document["pages"][1]["state"] = "lost"
    assert len(faults("scans-1", document)) == 2


def test_where_the_boxes_of_a_sheet_are(capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(run(capsys, "sheet", "tiny", "--exams", EXAMS, "--u0", "17", "--layout").out)
    assert faults("layout-1", document) == []
    boxes = document["pages"][0]["boxes"]
    assert [box["item"] for box in boxes][-2:] == ["1b.2", "2.1"]
    boxes[0]["item"] = "q2_1"
    assert len(faults("layout-1", document)) == 1


def test_the_figures_of_a_class() -> None:
    decisions = ExportTable("decisions", COLUMNS)
    for gradebook in (CLASS, replace(CLASS, rows=(), unassigned=())):
        document = json.loads(json.dumps(report_json(make_report(gradebook, decisions, [Fact("shared-mean", 1.5, 2)]))))
        assert faults("report-1", document) == []
    document["histogram"] = [-1]
    document["fairness"][0]["class"] = None
    assert len(faults("report-1", document)) == 2


@pytest.mark.parametrize("requests", [("mistake:half", "--exam", "tiny", "--exams", EXAMS), ("answers-of-seed-17",)])
def test_what_a_flag_means(capsys: pytest.CaptureFixture[str], requests: tuple[object, ...]) -> None:
    document = json.loads(run(capsys, "explain", *requests, "--json").out)
    assert (faults("meaning-1", document), document["slug"]) == ([], requests[0])
    del document["meaning"]["fr"]
    assert faults("meaning-1", document) == ["$.meaning required"]


def test_what_all_flags_mean(capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(run(capsys, "explain", "--json").out)
    assert faults("meanings-1", document) == []
    document["flags"] = []
    assert faults("meanings-1", document) == ["$.flags minItems"]


@pytest.mark.parametrize("file", sorted(SCHEMAS.glob("*.json")), ids=lambda file: file.stem)
def test_every_schema_is_named_as_what_it_describes(file: Path) -> None:
    result = schema(file.stem)
    Draft202012Validator.check_schema(result)
    assert result["properties"]["schema"]["const"] == result["title"] == f"corrige/{file.stem.replace('-', '/')}"
