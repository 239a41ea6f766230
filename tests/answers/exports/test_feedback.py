import re
import unicodedata
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import tinycss2

from answers.assets import asset
from answers.errors import CorrigeError
from answers.exam.key import make_key
from answers.exports.feedback import feedback_pages, feedback_zip, file_names, offline_html
from answers.exports.gradebook import Gradebook
from answers.exports.platform_list import read_platform_list
from answers.exports.request import ExportRequest, ExportResult
from answers.sheets.identity import Student
from answers.sheets.sheet import BlankSheet, sheet_html
from tests.answers.exports.classes import CLASS, HOSTILE, SETTLED, no_key, unpacked
from tests.answers.tiny import TINY

GRADING_TABLE = """Identifier,Full name,Email address,Status,Grade
Participant 901,Zoé Éluard,zoe@x.fr,Submitted,
Participant 902,Cc Bb,cc.bb@x.fr,Submitted,
Participant 903,Some Body,z@x,Submitted,
"""


def zip_export(
    folder: Path, *students: str, content: str = "", gradebook: Gradebook = SETTLED, **others: Any
) -> ExportResult:
    feedback = {student: folder / f"{student}.pdf" for student in students}
    for path in feedback.values():
        path.write_bytes(b"%PDF " + path.stem.encode())
    listed = read_platform_list(content.encode(), "g.csv") if content else None
    return feedback_zip(ExportRequest(gradebook, no_key, feedback=feedback, listed=listed, **others))


def moodle_reads(name: str) -> tuple[str, str, str]:
    """Split a path as Moodle's import does, after its source: participant, plug-in, file.

    Before 4.1 Moodle splits the whole path into five pieces; later only the folder, whose last piece may be empty.
    """
    assert len(name.split("_", 4)) == 5
    folder, file = name.split("/")
    parts = folder.split("_", 4)
    assert parts[4:] in ([], [""])
    assert parts[1].isdecimal()
    return parts[1], f"{parts[2]}_{parts[3]}", file


def test_each_sheet_in_the_folder_that_moodle_expects(tmp_path: Path) -> None:
    exported = zip_export(tmp_path, "s01", "s02", content=GRADING_TABLE)
    assert {moodle_reads(name): content for name, content in unpacked(exported).items()} == {
        ("901", "assignsubmission_file", "Éluard Zoé.pdf"): b"%PDF s01",
        ("902", "assignsubmission_file", "@Bb +Cc.pdf"): b"%PDF s02",
    }
    assert next(iter(unpacked(exported))).startswith("Zoe-Eluard_901_")  # for the teacher who opens the archive
    assert [problem.cause.split(" is ")[0] for problem in exported.problems] == ["Dd Ee (s03)", "Some Body"]


def test_a_list_that_lacks_numbers_of_participants_is_never_passed_over(tmp_path: Path) -> None:
    with pytest.raises(CorrigeError, match="Moodle's participant numbers; the columns are: 'Full name', 'Email'"):
        zip_export(tmp_path, "s01", content="Full name,Email\nZoé Éluard,z@x\n")
    exported = zip_export(tmp_path, "s01", "s02", content=GRADING_TABLE.replace("Participant 902", ""))
    assert [name.split("_")[1] for name in unpacked(exported)] == ["901"]
    assert ["s02" in problem.cause for problem in exported.problems if "participant number" in problem.cause] == [True]


def test_without_a_list_a_file_a_student(tmp_path: Path) -> None:
    exported = zip_export(tmp_path, "s01", "s02")
    assert list(unpacked(exported)) == ["Éluard Zoé.pdf", "@Bb +Cc.pdf"]
    assert exported.problems == ()
    assert not [note for note in exported.notes if "Moodle" in note]
    assert exported == zip_export(tmp_path, "s01", "s02")
    assert list(unpacked(zip_export(tmp_path, "s01", "s02", plain_names=True))) == ["s01.pdf", "s02.pdf"]
    assert ["of s02" in problem.cause for problem in zip_export(tmp_path, "s01").problems] == [True]


def test_a_paper_that_is_not_read_to_the_end_has_no_feedback_to_give(tmp_path: Path) -> None:
    exported = zip_export(tmp_path, "s01", "s02", gradebook=CLASS)
    assert (list(unpacked(exported)), exported.problems) == (["Éluard Zoé.pdf"], ())
    pages = feedback_pages(ExportRequest(CLASS, lambda u0: make_key(TINY, u0), "fr"))
    assert list(unpacked(pages)) == ["s01.html"]


def test_a_paper_that_came_in_a_folder_of_moodle_goes_back_in_it(tmp_path: Path) -> None:
    exported = zip_export(tmp_path, "s01", "s02", moodle_folders={"s02": "Cc Bb_902_assignsubmission_file_"})
    assert unpacked(exported) == {
        "Éluard Zoé.pdf": b"%PDF s01",
        "Cc Bb_902_assignsubmission_file_/feedback.pdf": b"%PDF s02",
    }
    read = moodle_reads("Cc Bb_902_assignsubmission_file_/feedback.pdf")
    assert read == ("902", "assignsubmission_file", "feedback.pdf")
    _, alone = exported.notes
    assert ("Moodle" in alone, "s01, Éluard Zoé" in alone, "--list" in alone) == (True, True, True)


@pytest.mark.parametrize(
    "students",
    [
        (Student("a/b", file="a-b"), Student("a:b", file="a-b-2")),  # without names; neither sign is possible in a name
        (Student("7", "Nash", "Eva"), Student("8", "Nash", "Eva"), Student("9", "Nash", "Eva (8)")),
        (Student("7", "Nash", "Éva"), Student("8", "nash", "E\u0301va")),
    ],
)
def test_no_two_students_have_one_file(students: tuple[Student, ...]) -> None:
    """Not even for a system that ignores capitals, or stores accents apart."""
    rows = [replace(CLASS.rows[0], student=student) for student in students]
    names = [unicodedata.normalize("NFC", name.casefold()) for name in file_names(rows).values()]
    assert len(set(names)) == len(students)


def test_a_name_that_no_folder_can_have_gives_way_to_the_identifier(tmp_path: Path) -> None:
    path = tmp_path / "s01.pdf"
    path.write_bytes(b"%PDF s01")
    rows = (replace(CLASS.rows[0], student=Student("s01", "雷", "李")), *CLASS.rows[1:])
    listed = read_platform_list("Identifier,Full name\nParticipant 901,李 雷\n".encode(), "g.csv")
    exported = feedback_zip(ExportRequest(replace(CLASS, rows=rows), no_key, feedback={"s01": path}, listed=listed))
    assert list(unpacked(exported)) == ["s01_901_assignsubmission_file_/雷 李.pdf"]


def pages(lang: str) -> dict[str, str]:
    exported = feedback_pages(ExportRequest(SETTLED, lambda u0: make_key(TINY, u0), lang))
    assert exported.problems == ()
    return {name: page.decode() for name, page in unpacked(exported).items()}


def test_a_page_a_marked_paper() -> None:
    html_pages = pages("fr")
    assert list(html_pages) == ["s01.html", "s02.html"]
    assert "Zoé" in html_pages["s01.html"]
    assert "Copie corrigée" in html_pages["s01.html"]
    assert "Marked paper" in pages("en")["s01.html"]
    assert html_pages == pages("fr")
    assert (HOSTILE in html_pages["s02.html"], "HYPERLINK" in html_pages["s02.html"]) == (False, True)


def test_a_page_stands_alone_without_what_only_paper_has() -> None:
    html = sheet_html(BlankSheet(TINY, 17))
    page = offline_html(html)
    assert 'content="default-src &#39;none&#39;; ' in page
    assert not re.search(
        r"<(?:script|link|iframe|object)|https?://(?!www\.w3\.org/)|@import|url\(|@page|string-set", page
    )
    assert page.split("</head>")[1] == html.split("</head>")[1]
    style = offline_html("<head></head>").split("<style>")[1].split("</style>")[0]
    assert style.count("{") == style.count("}")
    assert "color-scheme: light dark" in style
    sources = "".join(asset("templates", name).read_text("utf-8") for name in ("feedback.css", "screen.css"))
    assert selectors(style) == selectors(sources)
    with pytest.raises(ValueError, match="one head"):
        offline_html("<p></p>")


def test_the_only_script_of_a_page_is_the_one_that_its_policy_names() -> None:
    request = ExportRequest(SETTLED, lambda u0: make_key(TINY, u0), "fr", secret="secret")
    page = unpacked(feedback_pages(request))["s01.html"].decode()
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert f"; script-src 'sha256-{digest}'" in unescape(page)
    assert "<script" not in pages("fr")["s01.html"]


def selectors(style: str) -> list[str]:
    """Return the selectors of valid styles, without rules of printed pages."""
    rules = tinycss2.parse_stylesheet(style, skip_comments=True, skip_whitespace=True)
    assert [rule.message for rule in rules if rule.type == "error"] == []
    return [
        tinycss2.serialize(rule.prelude).strip()
        for rule in rules
        if getattr(rule, "at_keyword", "") not in {"page", "font-face"}
    ]
