import io
import zipfile
from pathlib import Path

import pypdfium2
import pytest

from answers.classroom import feedback
from answers.classroom import rendering as press
from answers.classroom.db import reading
from answers.classroom.decisions import SHOWN_TO_STUDENT, DecisionKind, Override
from answers.classroom.feedback import outdated_feedback
from answers.classroom.folder import ClassData, open_class
from answers.classroom.marks import grade_class, write_marks
from answers.classroom.scans import Transcription, add_readings, read_scans
from answers.exam.scenario import Scenario
from answers.exports.feedback import feedback_pages
from answers.exports.request import ExportRequest
from answers.sheets.shared_layout import Page
from tests.answers.classroom.handing_in import rule, submit, tiny_class, with_settings
from tests.answers.classroom.scanned import scan
from tests.answers.classroom.test_changes import folder_setting


@pytest.fixture
def class_data(tmp_path: Path) -> ClassData:
    class_data = tiny_class(tmp_path / "class")
    submit(class_data, s01="1a: 10 20\n2: 2.7\n", s02="1a: 11 22\n2: 2.75\n")
    return class_data


def graded(class_data: ClassData) -> None:
    write_marks(class_data, grade_class(class_data))


def test_what_would_come_out_the_same_is_not_drawn_again_except_in_other_styles(
    class_data: ClassData, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    graded(class_data)
    assert len(drawn) == 2
    before = {path.name: path.read_bytes() for path in (class_data.folder / "feedback").iterdir()}
    graded(class_data)
    assert len(drawn) == 2
    assert {path.name: path.read_bytes() for path in (class_data.folder / "feedback").iterdir()} == before
    monkeypatch.setattr(feedback, "_renderer_digest", lambda home: "another version")
    graded(class_data)
    assert len(drawn) == 4


def test_only_the_papers_that_something_touches_are_drawn_again(class_data: ClassData, drawn: list[str]) -> None:
    graded(class_data)
    rule(class_data, "s01", "bonus", Override(DecisionKind.POINTS, "0.5", "talk"))
    graded(class_data)
    assert (len(drawn), "talk" in drawn[2]) == (3, True)
    folder_setting(class_data)
    graded(with_settings(class_data, '[exams.tiny.tolerance]\n"2" = { absolute = 0.2 }\n'))
    assert len(drawn) == 4
    assert (class_data.folder / "feedback" / "s01.pdf").read_bytes().startswith(drawn[3].encode())
    graded(with_settings(class_data, "[class.mark]\nout_of = 10\n"))  # another mark of the same points
    assert len(drawn) == 6


def test_an_interruption_keeps_what_was_drawn(
    class_data: ClassData, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = press.page_pdf

    def stopped(page: Page) -> bytes:
        if len(drawn) == 1:
            raise KeyboardInterrupt
        return quick(page)

    monkeypatch.setattr(press, "page_pdf", stopped)
    with pytest.raises(KeyboardInterrupt):
        graded(class_data)
    with reading(class_data.folder) as connection:
        paths = [row["path"] for row in connection.execute("SELECT path FROM artifact")]
    assert paths == ["feedback/s01.pdf"]
    monkeypatch.setattr(press, "page_pdf", quick)
    graded(open_class(class_data.folder))
    assert len(drawn) == 2


@pytest.mark.slow
def test_scanned_pages_follow_the_paper_that_was_read_from_them(tmp_path: Path) -> None:
    class_data = tiny_class(tmp_path / "scanned")
    scan(class_data, {"s01": {"1a.1": "10", "1a.2": "21", "2.1": "5"}, "s02": {"2.1": ""}})
    submit(class_data, s03="student: s03\n1a: 12 24\n")
    read = {box.item: box.source for box in read_scans(class_data.folder).boxes if box.student == "s01"}
    texts = {"1a.1": "10", "1a.2": "21", "2.1": "5"}
    add_readings(
        class_data.folder, [Transcription("s01", item, text, "ada", "1", read[item]) for item, text in texts.items()]
    )
    rule(class_data, "s01", "1a.2", Override(DecisionKind.POINTS, "0.5", "soigné"))
    pictures = {path: path.read_bytes() for path in (class_data.folder / "scans").glob("page-*")}
    graded(class_data)
    sheets = {stem: feedback_of(class_data, stem) for stem in ("s01", "s02", "s03")}
    assert [len(pages) for pages in sheets.values()] == [2, 2, 1]
    assert "soigné" in sheets["s01"][1]
    assert "expected 5/2" in sheets["s01"][1]
    assert "no answer" in sheets["s02"][1]
    assert pictures == {path: path.read_bytes() for path in pictures}
    assert outdated_feedback(class_data, grade_class(class_data).rows) == ()
    (class_data.folder / "scans" / "page-s02.jpg").write_bytes(pictures[class_data.folder / "scans" / "page-s01.jpg"])
    assert outdated_feedback(class_data, grade_class(class_data).rows) == ("s02",)


def feedback_of(class_data: ClassData, stem: str) -> list[str]:
    """Return the text of each page of a feedback sheet."""
    with pypdfium2.PdfDocument(class_data.folder / "feedback" / f"{stem}.pdf") as document:
        pages = [document[number] for number in range(len(document))]
        return [" ".join(page.get_textpage().get_text_bounded().split()) for page in pages]


@pytest.mark.slow
def test_a_suspicion_is_shown_only_when_the_teacher_tells_it(class_data: ClassData, drawn: list[str]) -> None:
    """s03 has the seed 12, but the answers of s02. s01 has an answer that is right for the seed of the model too."""
    class_data = tiny_class(class_data.folder.parent / "other", 40_000)
    submit(class_data, s03="1a: 40000 80000\n1b: 40001 80001\n2: 10000\n", s01="1a: 17 34\n2: 2.5\n")
    graded(class_data)
    for page in drawn:
        assert not any(text in page for text in ("40000 (", "u₀ = 40000", "u₀ = 17", "would be right", "answers for"))
    pages = feedback_pages(
        ExportRequest(grade_class(class_data), lambda u0: class_data.key(Scenario(u0)), "en")
    ).content
    with zipfile.ZipFile(io.BytesIO(pages)) as archive:
        assert not any(b"would be right" in archive.read(name) for name in archive.namelist())
    rule(class_data, "s03", "answers-of-seed-", Override(DecisionKind.ACKNOWLEDGED))
    graded(class_data)
    assert len(drawn) == 2  # nothing that the student sees has changed
    rule(class_data, "s03", "answers-of-seed-", Override(DecisionKind.ACKNOWLEDGED, SHOWN_TO_STUDENT))
    graded(class_data)
    assert len(drawn) == 3
    assert "answers for another u₀" in drawn[2]
    assert "40000 (" not in drawn[2]  # a list by numbers tells the mark of that student
    assert "would be right" not in drawn[2]


@pytest.mark.slow
def test_the_reason_is_on_the_sheet_when_the_teacher_tells_it(class_data: ClassData, drawn: list[str]) -> None:
    submit(class_data, s01="u0: 5\n1a: 10 20\n")
    graded(class_data)
    text = "the u₀ written, or that of the sheet, is not the student’s (the number of &lt;u&gt;last&lt;/u&gt; year)"
    for value, again in (("", 0), (SHOWN_TO_STUDENT, 1)):
        rule(
            class_data,
            "s01",
            "u0-changed",
            Override(DecisionKind.ACKNOWLEDGED, value, "the number of <u>last</u> year"),
        )
        graded(class_data)
        assert len(drawn) == 2 + again  # drawn again only where it shows something else
        assert any(text in page for page in drawn) is bool(again)
