"""Test pages of one sheet in several files, and sheets of several students in one file."""

import io
import os
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

import pikepdf
import pytest

from answers.classroom.collect import collect
from answers.classroom.folder import ClassData, create_class
from answers.classroom.submission_set import SubmissionSet, load_submissions, why_unassigned
from answers.flags import FILE_OF_ANOTHER, NOT_IN_FILE, PAGES_JOINED, PAGES_MISSING, RESUBMITTED, SEVERAL_PAPERS
from answers.paper import Verdict
from answers.sheets.identity import Student, field_item
from answers.sheets.sheet import BlankSheet, sheet_pdf
from tests.answers.classroom.handing_in import NOON, moodle, paper_of, set_aside
from tests.answers.submissions.pdf.test_pages import NAMES, joined, rearranged
from tests.answers.submissions.sheets import filled

pytestmark = pytest.mark.slow
LIST = "student,name,first_name,u0\ns01,Aa,Éa,10\ns02,Cc,Dd,11\n".encode()
UPLOADS = {"s01": moodle("Éa Aa", 1), "s02": moodle("Dd Cc", 2)}


@pytest.fixture
def class_data(tmp_path: Path) -> ClassData:
    return create_class(tmp_path / "class", "jeux", LIST, "fr")


def form(class_data: ClassData, student: str, text: str) -> bytes:
    """Return a form with the same text in every box."""
    (enrollment,) = (one for one in class_data.enrollments if one.student.id == student)
    assert enrollment.u0 is not None
    blank = sheet_pdf(
        BlankSheet(class_data.exam, enrollment.u0, Student(student)), lang="fr", secret=class_data.settings.secret
    )
    with pikepdf.open(io.BytesIO(blank)) as pdf:
        names = [str(field.T) for field in pdf.Root.AcroForm.Fields]
    return filled({name: text for name in names if field_item(name)}, blank)


def received(class_data: ClassData, folder: Path, files: Mapping[str, tuple[bytes, int]]) -> SubmissionSet:
    """Return the submissions in files, each by its place with its minute after noon."""
    for place, (content, minute) in files.items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        moment = NOON.replace(minute=minute).timestamp()
        os.utime(path, (moment, moment))
    paths = sorted({folder / Path(place).parts[0] for place in files})
    assert not collect(class_data, paths, datetime(2026, 6, 1)).problems
    return load_submissions(class_data)


def pages(content: bytes, *numbers: int) -> bytes:
    return rearranged(content, [number - 1 for number in numbers])


def written(submission_set: SubmissionSet, student: str) -> Sequence[str]:
    """Return the texts of the first box of the first page and of the first box of the second."""
    answers = submission_set.versions[student][-1].submission.answers
    return [answers[part][0] if part in answers else "" for part in ("1a", "5")]


@pytest.mark.parametrize("aside", [(1,), (1, 2)])
def test_pages_set_aside_that_come_again_among_those_of_others_are_asked_about(
    class_data: ClassData, tmp_path: Path, aside: tuple[int, ...]
) -> None:
    mine, theirs = form(class_data, "s01", "7"), form(class_data, "s02", "8")
    received(class_data, tmp_path, {"in/draft.pdf": (pages(mine, *aside), 1)})
    set_aside(class_data, "draft.pdf")
    (tmp_path / "all.pdf").write_bytes(joined(NAMES["qpdf"], mine, theirs))
    collect(class_data, [tmp_path / "all.pdf"], NOON.replace(year=9999))
    submission_set = load_submissions(class_data)
    (waiting,) = submission_set.unassigned
    assert (waiting.submission.student, "draft.pdf" in why_unassigned(waiting)) == ("s01", True)
    assert [student for student, own in submission_set.versions.items() if own] == ["s02"]


@pytest.mark.parametrize("minutes", [(1, 6), (6, 1), (3, 3)])
def test_pages_of_one_sheet_in_two_files_are_one_paper(
    class_data: ClassData, tmp_path: Path, minutes: tuple[int, int]
) -> None:
    whole, home = form(class_data, "s01", "7"), f"up/{UPLOADS['s01']}"
    files = {f"{home}/{n}.pdf": (pages(whole, n), minutes[n - 1]) for n in (1, 2)}
    submission_set = received(class_data, tmp_path, files)
    (version,) = submission_set.versions["s01"]
    assert written(submission_set, "s01") == ["7", "7"]
    assert version.submission.missing == ()
    assert version.submission.flags == (PAGES_JOINED("1.pdf, 2.pdf"),)
    assert version.upload.date == NOON.replace(minute=max(minutes))


def test_a_page_anew_takes_the_place_of_that_page_alone(class_data: ClassData, tmp_path: Path) -> None:
    old, new, home = form(class_data, "s01", "7"), form(class_data, "s01", "8"), f"up/{UPLOADS['s01']}"
    files = {f"{home}/all.pdf": (old, 1), f"{home}/first.pdf": (pages(new, 1), 2)}
    submission_set = received(class_data, tmp_path, files)
    assert written(submission_set, "s01") == ["8", "7"]
    assert len(submission_set.versions["s01"]) == 2
    paper = paper_of(class_data)
    assert {RESUBMITTED(1), PAGES_JOINED("all.pdf, first.pdf")} <= set(paper.flags)


def test_of_a_page_twice_at_the_same_time_a_person_is_asked(class_data: ClassData, tmp_path: Path) -> None:
    first, other, home = form(class_data, "s01", "7"), form(class_data, "s01", "8"), f"up/{UPLOADS['s01']}"
    files = {"a": pages(first, 1), "b": pages(other, 1), "c": pages(first, 2)}
    submission_set = received(
        class_data, tmp_path, {f"{home}/{name}.pdf": (content, 1) for name, content in files.items()}
    )
    assert len(submission_set.versions["s01"]) == 2
    paper = paper_of(class_data)
    assert SEVERAL_PAPERS in paper.flags


def test_a_page_that_somebody_else_brings_completes_nothing_and_is_not_counted_as_blank(
    class_data: ClassData, tmp_path: Path
) -> None:
    whole = form(class_data, "s01", "7")
    files = {f"up/{UPLOADS[name]}/{n}.pdf": (pages(whole, n), n) for name, n in (("s01", 1), ("s02", 2))}
    submission_set = received(class_data, tmp_path, files)
    assert written(submission_set, "s01") == ["7", ""]
    paper = paper_of(class_data)
    assert PAGES_MISSING("2") in paper.flags
    assert {(item.verdict, item.note) for item in paper.parts["5"].items} == {(Verdict.UNREADABLE, NOT_IN_FILE)}
    assert not any(item.note == NOT_IN_FILE for item in paper.parts["1a"].items)


def test_papers_that_the_teacher_has_joined_are_each_of_their_student(class_data: ClassData, tmp_path: Path) -> None:
    both = joined(NAMES["qpdf"], form(class_data, "s01", "7"), form(class_data, "s02", "8"))
    submission_set = received(class_data, tmp_path, {"all.pdf": (both, 1)})
    assert [written(submission_set, student) for student in ("s01", "s02")] == [["7", "7"], ["8", "8"]]
    assert submission_set.unassigned == ()


def test_a_page_of_another_student_in_an_upload_counts_for_nobody(class_data: ClassData, tmp_path: Path) -> None:
    mixed = joined(NAMES["qpdf"], pages(form(class_data, "s01", "7"), 1), pages(form(class_data, "s02", "8"), 2))
    submission_set = received(class_data, tmp_path, {f"up/{UPLOADS['s01']}/a.pdf": (mixed, 1)})
    assert written(submission_set, "s01") == ["7", ""]
    assert submission_set.versions["s02"] == ()
    (other,) = submission_set.unassigned
    assert FILE_OF_ANOTHER in other.attribution.flags
    assert other.submission.place.inside == "page 2"
