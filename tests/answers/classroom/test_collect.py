"""Collect files, choose the version that counts, and keep what a person decides on the student of a paper."""

import os
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from answers.classroom.assigning import find_target, withdraw_assignment, withdraw_picked
from answers.classroom.collect import collect, collected_document
from answers.classroom.decisions import DecisionKind, Override
from answers.classroom.folder import ClassData, open_class
from answers.classroom.history import history
from answers.classroom.ingest import scan_pages
from answers.classroom.marks import grade_class
from answers.classroom.members import add_students, remove_student
from answers.classroom.roster import read_roster
from answers.classroom.submission_set import SubmissionSet, load_submissions, why_unassigned
from answers.classroom.upload_index import read_index, restored_on_error
from answers.errors import CorrigeError
from answers.flags import FILE_OF_ANOTHER
from tests.answers.classroom.handing_in import (
    NOON,
    assign,
    contents,
    moodle,
    rule,
    set_aside,
    tiny_class,
    upload,
    with_settings,
    zipped,
)
from tests.answers.submissions.sheets import scan

NOW = datetime(2026, 6, 1, 9)


@pytest.fixture
def downloads(tmp_path: Path) -> Path:
    folder = tmp_path / "downloads"
    folder.mkdir()
    return folder


def counts(submissions: SubmissionSet) -> dict[str, str]:
    """Return the place of the version that counts, by student."""
    versions_of = submissions.versions.items()
    return {student: str(versions[-1].submission.place) for student, versions in versions_of if versions}


def test_the_same_file_twice_is_one(class_data: ClassData, downloads: Path) -> None:
    upload(downloads, moodle("Éa Aa", 1), "1a: 10 20\n", 9)
    zipped(downloads / "more.zip", {f"{moodle('Éa Aa', 1)}/a.txt": ("1a: 10 20\n", 14)})
    assert [len(collect(class_data, [downloads], NOW).new) for _ in range(2)] == [1, 0]
    (only,) = load_submissions(class_data).versions["s01"]
    assert only.upload.date == NOON.replace(hour=9)
    (class_data.folder / "submissions" / "s01.txt").write_text("1a: 10 20\n")  # and once more by hand
    (still,) = load_submissions(class_data).versions["s01"]
    assert replace(still, copies=()) == only
    assert [place.file for place in still.copies] == ["submissions/s01.txt"]


@pytest.mark.parametrize(
    ("names", "is_together"),
    [
        (["{}/a.txt"] * 3, False),
        (["{}/a.txt", "{}/b.txt", "{}/a.txt"], False),
        (["aaea_1_21_a.txt", "aaea_1_22_a.txt", "aaea_1_23_a.txt"], False),
        ([f"DM_s01_attempt_2026-05-30-{hour:02}-00-00_a.txt" for hour in (9, 10, 14)], True),
        (["s01.txt"] * 3, False),
    ],
)
def test_what_was_handed_in_again_after_something_else_counts_with_the_later_date(
    class_data: ClassData, downloads: Path, names: list[str], is_together: bool
) -> None:
    paths = []
    for at, (name, text, hour) in enumerate(zip(names, ("10 20", "10 21", "10 20"), (9, 10, 14), strict=True)):
        subfolder, _, file = name.format(moodle("Éa Aa", 1)).rpartition("/")
        folder = downloads / str(0 if is_together else at)
        paths.append(upload(folder, subfolder or ".", f"1a: {text}\n", hour, file))
        if not is_together:
            collect(class_data, [folder], NOW)
    for _ in range(2):  # to collect all of them once more, in another order, changes nothing
        collect(class_data, [downloads] if is_together else [*map(Path, reversed([*downloads.iterdir()]))], NOW)
        *_, last = load_submissions(class_data).versions["s01"]
        assert (last.submission.answers["1a"], last.upload.date) == (("10 20",), NOON.replace(hour=14))
        assert len(load_submissions(class_data).versions["s01"]) == 2


def test_a_copy_with_a_new_date_of_all_that_was_handed_in_is_not_late(class_data: ClassData, downloads: Path) -> None:
    for folder, hours in (("first", (9, 10)), ("copy", (20, 19))):
        for name, hour in zip(("a.txt", "notes.txt"), hours, strict=True):
            upload(downloads / folder, moodle("Éa Aa", 1), f"1a: 10 {len(name)}\n", hour, name)
        collect(class_data, [downloads / folder], NOW)
    assert [version.upload.date.hour for version in load_submissions(class_data).versions["s01"]] == [9, 10]


def test_a_version_that_is_read_is_not_displaced_by_a_later_one_that_is_not(
    class_data: ClassData, downloads: Path
) -> None:
    upload(downloads, moodle("Éa Aa", 1), "1a: 10 20\n", 9)
    upload(downloads, moodle("Éa Aa", 1), "", name="scan.pdf").write_bytes(scan())
    collect(class_data, [downloads], NOW)
    (waiting,) = load_submissions(class_data).unread
    assert "pages of this scan were not processed yet" in waiting.problem.cause
    assert not (class_data.folder / "scans").exists()
    scan_pages(class_data)
    submissions = load_submissions(class_data)
    assert counts(submissions)["s01"] == f"downloads/{moodle('Éa Aa', 1)}/a.txt"
    (unread,) = submissions.unread
    assert "no code of an answer sheet can be read" in unread.problem.cause
    assert "not-readable --seen" in unread.problem.remedy  # its student is known, and not asked for
    assert not submissions.problems


def test_a_name_that_nobody_has_in_the_upload_of_somebody(class_data: ClassData, downloads: Path) -> None:
    upload(downloads, moodle("Éa Aa", 1), "student: Éa A.\n1a: 10 20\n")
    upload(downloads, "nowhere", "student: Éa A.\n1a: 10 20\n")
    upload(downloads, "nowhere", "1a: 10 20\n", name="b.txt")
    upload(downloads, moodle("Gg Hh", 7), "1a: 10 20\n", name="c.txt")
    upload(downloads, "Jean-Noël d’Ii", "1a: 10 20\n", name="d.txt")
    collect(class_data, [downloads], NOW)
    submissions = load_submissions(class_data)
    assert list(map(str, submissions.versions["s01"][0].attribution.flags)) == ["file-of-another"]
    reasons = [why_unassigned(version) for version in submissions.unassigned]
    for words in (
        "has the name 'Éa A.', which",
        "no student of the list has the name of",
        "; 'Gg Hh',",
        "; 'Jean-Noël d’Ii',",
    ):
        assert sum(words in reason for reason in reasons) == 1, words


def test_lateness_by_the_deadline(class_data: ClassData, downloads: Path) -> None:
    """A transcription of the teacher is never late, unlike a file with a name as Canvas gives it."""
    own = upload(downloads, moodle("Éa Aa", 1), "1a: 10 20\n", 14)
    canvas = upload(downloads, ".", "1a: 11 22\n", 15, "ccdd_11_222_a.txt")
    alone = upload(downloads, ".", "student: s03\n1a: 12 24\n", 15, "transcription.txt")
    collect(class_data, [own.parent, canvas, alone], NOW, NOON)
    submissions = load_submissions(class_data)
    late = {student: submissions.minutes_late(version) for student, (version,) in submissions.versions.items()}
    assert late == {"s01": 120, "s02": 180, "s03": 0}
    collect(class_data, [], NOW)
    assert load_submissions(class_data).deadline == NOON
    with_settings(class_data, "[class]\ndeadline = 2026-05-30T11:00:00\n")
    assert load_submissions(class_data).deadline == NOON  # what was said when collecting stays


@pytest.mark.parametrize(("seconds", "minutes"), [(-1, 0), (0, 0), (1, 1), (60, 1), (61, 2)])
def test_what_is_late_by_a_second_is_late_by_a_minute_for_everybody(
    class_data: ClassData, downloads: Path, seconds: int, minutes: int
) -> None:
    upload(downloads, moodle("Éa Aa", 1), "1a: 10 20\n", 12)
    collect(class_data, [downloads], NOW, NOON - timedelta(seconds=seconds))
    submissions = load_submissions(class_data)
    ((version,),) = [versions for versions in submissions.versions.values() if versions]
    document: Any = collected_document(submissions)
    assert submissions.minutes_late(version) == document["students"][0]["versions"][0]["late_minutes"] == minutes
    assert [*map(str, grade_class(class_data).rows[0].flags)] == [f"late-0:{minutes:02}"] * bool(minutes)


@pytest.mark.parametrize(("hour", "flags"), [(11, ["late-2:00", "unread-in-time:{}/x.jpg"]), (13, ["late-2:00"])])
def test_that_a_file_came_in_time_which_cannot_be_read_is_told_of_a_late_one(
    class_data: ClassData, downloads: Path, hour: int, flags: list[str]
) -> None:
    folder = moodle("Éa Aa", 1)
    upload(downloads, folder, "no picture", hour, "x.jpg")
    upload(downloads, folder, "1a: 10 20\n", 14)
    collect(class_data, [downloads], NOW, NOON)
    slugs = list(map(str, grade_class(class_data).rows[0].flags))
    assert slugs == [flag.format(f"downloads/{folder}") for flag in flags]


@pytest.mark.parametrize(
    ("photo", "received", "waits"),
    [
        (timedelta(hours=-1), None, False),
        (timedelta(hours=1), None, True),
        (timedelta(seconds=37), NOON, False),  # the copy is said to have come in the same minute
        (timedelta(seconds=37), NOON - timedelta(minutes=1), True),
    ],
)
def test_what_cannot_be_read_waits_no_more_once_what_counts_came_after_it(
    class_data: ClassData, downloads: Path, photo: timedelta, received: datetime | None, waits: bool
) -> None:
    unread = upload(downloads, moodle("Éa Aa", 1), "no picture", name="x.jpg")
    os.utime(unread, (0, (NOON + photo).timestamp()))
    collect(class_data, [downloads], NOW)
    typed = upload(downloads.parent / "typed", "mine", "1a: 10 20\n", name="s01.txt")
    collect(class_data, [typed], NOW, received=received)
    assert bool(grade_class(class_data).problems) == waits


def test_a_file_collected_by_mistake_is_set_aside_and_stays_so_until_it_is_picked(
    class_data: ClassData, downloads: Path
) -> None:
    right = upload(downloads, moodle("Éa Aa", 1), "1a: 10 20\n", 9)
    upload(downloads, moodle("Éa Aa", 1), "1a: 3\n", 10, "draft.txt")
    collect(class_data, [downloads], NOW)
    assert counts(load_submissions(class_data))["s01"].endswith("draft.txt")
    set_aside(class_data, "draft")
    submissions = load_submissions(class_data)
    assert [*counts(submissions).values()] == [f"downloads/{right.parent.name}/a.txt"]
    assert len(submissions.versions["s01"]) == 1
    (aside,) = submissions.aside
    collect(class_data, [downloads], NOW)
    assert load_submissions(class_data).aside == (aside,)
    assign(class_data, "s01", aside.digest[:8])
    submissions = load_submissions(class_data)
    assert (submissions.aside, counts(submissions)["s01"].endswith("draft.txt")) == ((), True)
    set_aside(class_data, "draft")  # what is set aside is picked no more
    assert (read_index(class_data.folder).picked, len(load_submissions(class_data).versions["s01"])) == ({}, 1)


def test_each_of_two_files_of_one_content_is_set_aside_by_itself(class_data: ClassData, downloads: Path) -> None:
    for name, number in (("Éa Aa", 1), ("Dd Cc", 2)):
        upload(downloads, moodle(name, number), "1a: 10 20\n", name=f"{number}.txt")
    collect(class_data, [downloads], NOW)

    def aside() -> list[str]:
        return sorted(entry.name[-5:] for entry in read_index(class_data.folder).aside)

    set_aside(class_data, "2.txt")
    assign(class_data, "s01", "1.txt")
    assert (aside(), [*counts(load_submissions(class_data))]) == (["2.txt"], ["s01"])
    set_aside(class_data, "1.txt")
    assert aside() == ["1.txt", "2.txt"]
    set_aside_rows = [action for action in history(class_data.folder) if action.text == "aside"]
    assert [action.undo for action in set_aside_rows] == [False, False]
    assign(class_data, "s01", "1.txt")
    assert "1.txt" not in aside()


@pytest.mark.parametrize(
    ("before", "after", "count"),
    [
        ("late/s01.txt", "s01.txt", 0),
        ("a/scan.txt", "b/c/scan.txt", 0),  # of nobody: the same name in another folder
        (f"{moodle('Éa Aa', 1)}/a.txt", "s01.txt", 0),
        ("s01.txt", f"{moodle('Éa Aa', 1)}/a.txt", 1),  # only now is it known that the student brought it
        ("s01.txt", "s02.txt", 1),  # copied
        ("a/one.txt", "a/two.txt", 1),  # of two, perhaps, who are not in the list yet
    ],
)
def test_the_same_content_under_another_path_is_known_unless_it_is_of_another(
    class_data: ClassData, downloads: Path, before: str, after: str, count: int
) -> None:
    for name, new in ((before, 1), (after, count), (before, 0), (after, 0)):
        where, _, file = f"x/{name}".rpartition("/")
        path = upload(downloads, where, "1a: 10 20\n", name=file)
        result = collect(class_data, [path if "/" not in name else downloads / "x" / name.partition("/")[0]], NOW)
        path.unlink()
        assert (len(result.new), result.again) == (new, 1 - new)


def test_a_file_that_cannot_be_read_is_of_whom_it_is_called_like_or_picked_for_and_is_not_what_counts(
    class_data: ClassData, downloads: Path
) -> None:
    for name in ("s01.jpg", "photo.jpg"):
        upload(downloads, ".", f"no picture {name}", name=name)
    collect(class_data, [downloads / "s01.jpg", downloads / "photo.jpg"], NOW)

    def unread() -> list[str | None]:
        files = load_submissions(class_data).unread
        return [file.enrollment and file.enrollment.student.id for file in sorted(files, key=lambda f: f.upload.name)]

    assert unread() == [None, "s01"]
    assign(class_data, "s02", "photo.jpg")
    assert unread() == ["s02", "s01"]
    upload(downloads, moodle("Dd Cc", 2), "1a: 10 20\n")
    collect(class_data, [downloads], NOW)
    with pytest.raises(CorrigeError, match=r"photo\.jpg: this file cannot be read"):
        assign(class_data, "s02", "photo.jpg")
    withdraw_picked(class_data, "s02")
    assert read_index(class_data.folder).picked == {}


@pytest.mark.parametrize("is_first", [True, False])
def test_what_ends_in_an_error_has_taken_nothing(class_data: ClassData, downloads: Path, is_first: bool) -> None:
    if not is_first:
        upload(downloads, moodle("Éa Aa", 1), "1a: 10 20\n")
        collect(class_data, [downloads], NOW, NOON)
    before = contents(class_data.folder)
    upload(downloads, moodle("Dd Cc", 2), "1a: 11 22\n")
    with (  # noqa: PT012 - the collection must be undone
        pytest.raises(CorrigeError, match="no student of the class has the identifier or name 's9'"),
        restored_on_error(class_data.folder) as stored,
    ):
        collect(class_data, [downloads], NOW, NOW, None, stored)
        by_a_drive = class_data.folder / "collected" / "of-a-colleague.pdf"
        by_a_drive.write_bytes(b"collected on another machine at the same time")
        assign(class_data, "s9", "a.txt")
    assert by_a_drive.exists()
    by_a_drive.unlink()
    assert contents(class_data.folder) == before


@pytest.mark.parametrize("writes", range(3))
def test_a_full_disk_takes_nothing(
    class_data: ClassData, downloads: Path, full_disk: Callable[..., None], writes: int
) -> None:
    """The collection writes three files, then the store, whose own test has a full disk."""
    for number, name in enumerate(("Éa Aa", "Dd Cc", "Ff Ee")):
        upload(downloads, moodle(name, number), f"1a: {number}\n")
    before = contents(class_data.folder)
    full_disk(writes)
    with pytest.raises(CorrigeError, match="no space left"), restored_on_error(class_data.folder) as stored:
        collect(class_data, [downloads], NOW, stored=stored)
    assert contents(class_data.folder) == before


def test_the_teacher_picks(class_data: ClassData, downloads: Path) -> None:
    upload(downloads, moodle("Éa Aa", 1), "1a: 10 20\n", 9, "early.txt")
    upload(downloads, moodle("Éa Aa", 1), "1a: 0 0\n", 15, "late.txt")
    upload(downloads, "nowhere", "student: a stranger\n1a: 11 22\n", 9, "lost.txt")
    collect(class_data, [downloads], NOW)
    early = next(entry.digest for entry in read_index(class_data.folder).files if "early" in entry.name)
    assign(class_data, "S01", early[:8])
    assign(class_data, "cc", "lost")
    submissions = load_submissions(class_data)
    early_place, lost_place = f"downloads/{moodle('Éa Aa', 1)}/early.txt", "downloads/nowhere/lost.txt"
    assert counts(submissions) == {"s01": early_place, "s02": lost_place}
    assert submissions.unassigned == ()
    withdraw_picked(class_data, "s01")
    assert counts(load_submissions(class_data))["s01"].endswith("late.txt")


def test_what_cannot_be_read_is_told_by_the_name_it_was_handed_in_by(class_data: ClassData, downloads: Path) -> None:
    upload(downloads, moodle("Éa Aa", 1), "not a picture", name="photo.jpg")
    collect(class_data, [downloads], NOW)
    submissions = load_submissions(class_data)
    (unread,) = submissions.unread
    assert unread.problem.place == f"downloads/{moodle('Éa Aa', 1)}/photo.jpg"
    (stored,) = (class_data.folder / "collected").glob("*.jpg")
    stored.write_text("not a Picture")
    for words in ("was changed after it was collected", "is missing"):
        (problem,) = load_submissions(class_data).problems
        assert (words in problem.cause, problem.cause.endswith(f"collected/{stored.name}")) == (True, True)
        stored.unlink(missing_ok=True)


def test_the_class_itself_is_not_collected(class_data: ClassData, tmp_path: Path) -> None:
    other = tiny_class(tmp_path / "other")
    (class_data.folder / "feedback").mkdir()
    for path in (class_data.folder, class_data.folder / "feedback", other.folder, class_data.folder / "students.csv"):
        with pytest.raises(CorrigeError, match="the folder of a class"):
            collect(class_data, [path], NOW)
    (class_data.folder / "submissions" / "s01.txt").write_text("1a: 10 20\n")
    assert len(collect(class_data, [class_data.folder / "submissions"], NOW).new) == 1


def test_what_a_platform_puts_beside_the_papers_is_none(class_data: ClassData, downloads: Path) -> None:
    receipt = "Name: Bb (b)\n\nSubmission Field:\n{}\n\nComments:\nThere are no student comments for this assignment.\n"
    nothing = receipt.format("There is no student submission text data for this assignment.")
    platforms_own = {
        "DM1/grades.csv": '"DM1","Points"\n\n"Display ID","ID","Last Name","First Name","grade"\n',
        "DM1/Aa, Éa(eaa)/timestamp.txt": "20260530100000000",
        "DM1/Aa, Éa(eaa)/comments.txt": "well done",
        "DM1/Aa, Éa(eaa)/feedbackText.html": "<p>1a: 1</p>",
        "DM1/Aa, Éa(eaa)/Aa, Éa(eaa)_submissionText.html": "<p>&nbsp;</p>",
        "DM1/Aa, Éa(eaa)_comments.txt": "well done",
        "DM1/4f0c2b7a1 Anonymous/timestamp.txt": "20260530100000000",
        "DM1_s02_attempt_2026-05-30-10-00-00.txt": nothing,
        "index.html": "<html>list</html>",
        f"{moodle('Ff Ee', 3)}/onlinetext.html": "<div></div>",
    }
    papers = {
        "DM1/Aa, Éa(eaa)/Submission attachment(s)/comments.txt": "1a: 10 20",
        "DM1/Un, Known(uk)_Submission attachment(s)_comments.txt": "1a: 10 21",
        "DM1_s02_attempt_2026-05-30-11-00-00.txt": receipt.format("1a: 11 22"),
        f"{moodle('Ff Ee', 3)}/index.html": "<p>1a: 12 24</p>",
        f"{moodle('Hh Gg', 4)}/onlinetext.html": "<p><img src='data:image/png;base64,aaaa'></p>",
    }
    path = zipped(downloads / "a.zip", {name: (text, 9) for name, text in {**platforms_own, **papers}.items()})
    result = collect(class_data, [path], NOW)
    assert sorted(result.no_papers) == sorted(f"a.zip/{name}" for name in platforms_own)
    assert sorted(entry.name for entry in result.new) == sorted(f"a.zip/{name}" for name in papers)
    submissions = load_submissions(class_data)
    counting = {student: versions[-1] for student, versions in submissions.versions.items() if versions}
    assert {student: version.submission.answers["1a"] for student, version in counting.items()} == {
        "s01": ("10 20",), "s02": ("11 22",), "s03": ("12 24",),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("header", "is_paper"),
    [(("student", "1a", "2"), True), (("Display ID", "ID", "Last Name", "First Name", "grade"), False)],
)
def test_a_workbook_of_the_teacher_is_a_paper_whatever_its_name(
    class_data: ClassData, downloads: Path, header: tuple[str, ...], is_paper: bool
) -> None:
    book = openpyxl.Workbook()
    for row in (header, ("s01", "10 20", "2.5")):
        book.worksheets[0].append(row)
    book.save(downloads / "grades.xlsx")
    result = collect(class_data, [downloads], NOW)
    assert (len(result.new), len(result.no_papers)) == (int(is_paper), int(not is_paper))
    if is_paper:
        assert load_submissions(class_data).versions["s01"][-1].submission.answers["1a"] == ("10 20",)


CONFLICT, SYNCED = "a (conflicted copy).txt", "a.sync-conflict-20260530-100000-ABC.txt"


@pytest.mark.parametrize(
    ("name", "beside", "counting", "aside"),
    [
        *((name, ("Éa Aa", 1), "a.txt", [name]) for name in (
            CONFLICT, SYNCED, "a (Zoé's conflicted copy 2026-05-30).txt", "a (Copie en conflit de Zoé).txt")),
        *((name, ("Dd Cc", 2), name, []) for name in (CONFLICT, SYNCED, "Copie en conflit.txt")),
    ],
)  # fmt: skip
def test_a_copy_of_a_synchronised_file_counts_only_where_there_is_no_other_version(
    class_data: ClassData, downloads: Path, name: str, beside: tuple[str, int], counting: str, aside: list[str]
) -> None:
    upload(downloads, moodle("Éa Aa", 1), "1a: 0 0\n", 15, name)
    upload(downloads, moodle(*beside), "1a: 10 20\n", 9, "a.txt")
    for _ in range(2):
        collect(class_data, [downloads], NOW)
        submissions = load_submissions(class_data)
        assert [version.upload.name.rpartition("/")[2] for version in submissions.versions["s01"]] == [counting]
        assert [entry.name.rpartition("/")[2] for entry in submissions.aside] == aside


def test_a_row_of_a_table_is_picked_by_its_number(class_data: ClassData, downloads: Path) -> None:
    (downloads / "typed.csv").write_text("student,1a\nx,10 20\ny,11 22\n")
    (downloads / "list.json").write_text(
        '[{"student": "z", "answers": {"1a": "12 24"}}, {"student": "w", "answers": {}}]'
    )
    collect(class_data, [downloads], NOW)
    with pytest.raises(CorrigeError, match=r"2 \(x\), 3 \(y\)"):
        assign(class_data, "s01", "typed")
    for student, row in (("s01", "typed:2"), ("s02", "typed.csv:3"), ("s03", "list:1")):
        assign(class_data, student, row)
    submissions = load_submissions(class_data)
    assert {student: versions[-1].submission.answers["1a"] for student, versions in submissions.versions.items()} == {
        "s01": ("10 20",), "s02": ("11 22",), "s03": ("12 24",),
    }  # fmt: skip


def test_a_content_that_two_students_handed_in_is_taken_from_the_named_one_only(
    class_data: ClassData, downloads: Path
) -> None:
    first, second = moodle("Éa Aa", 1), moodle("Dd Cc", 2)
    upload(downloads, first, "1a: 12 24\n")
    upload(downloads, second, "1a: 12 24\n")
    collect(class_data, [downloads], NOW)
    with pytest.raises(CorrigeError):
        assign(class_data, "s03", "a.txt")
    assign(class_data, "s03", f"{first}/a.txt")
    places = counts(load_submissions(class_data))
    assert {student: first in place for student, place in places.items()} == {"s02": False, "s03": True}


def test_a_name_that_is_also_the_beginning_of_the_digits_of_another_file_is_asked(
    class_data: ClassData, downloads: Path
) -> None:
    upload(downloads, ".", "1a: 10 20\n", name="a.txt")
    collect(class_data, [downloads], NOW)
    (first,) = load_submissions(class_data).unassigned
    digits = first.upload.digest[:4]
    upload(downloads, ".", "1a: 12 24\n", name=f"{digits}.txt")
    collect(class_data, [downloads], NOW)
    with pytest.raises(CorrigeError, match="several files"):
        assign(class_data, "s03", digits)
    assign(class_data, "s03", f"{digits}.txt")
    assign(class_data, "s01", first.upload.digest[:8])
    places = counts(load_submissions(class_data))
    assert {student: place.rpartition("/")[2] for student, place in places.items()} == {
        "s01": "a.txt",
        "s03": f"{digits}.txt",
    }


@pytest.mark.parametrize(
    ("folder", "name", "text"),
    [
        (moodle("Éa Aa", 1), "b.txt", "u0: 11\n1a: 11 22\n"),
        (".", "cc.txt", "student: s01\nu0: 11\n1a: 11 22\n"),
        (".", "typed.csv", "student,u0,1a\ns01,11,11 22\ns03,12,12 24\n"),
    ],
)
def test_a_later_paper_with_the_number_of_a_classmate_replaces_nothing_and_is_asked(
    class_data: ClassData, downloads: Path, folder: str, name: str, text: str
) -> None:
    upload(downloads, folder, "student: s01\nu0: 10\n1a: 10 20\n", 9, "own.txt")
    upload(downloads, moodle("Dd Cc", 2), "u0: 10\n1a: 11 22\n")
    collect(class_data, [downloads], NOW)
    upload(downloads, folder, text, 15, name)
    collect(class_data, [downloads], NOW)
    other, counting = load_submissions(class_data).versions["s01"]
    assert (counting.upload.name.endswith("own.txt"), other.upload.name.endswith(name)) == (True, True)
    assert [enrollment.student.id for enrollment in other.attribution.candidates] == ["s02", "s01"]
    own, classmate, _ = grade_class(class_data).rows
    assert ("file-of-another" in map(str, own.open_flags), own.final_mark, own.value is None) == (True, None, False)
    assert (classmate.final_mark, classmate.value is None) == (None, False)
    assign(class_data, "s02", f"{other.upload.digest}:{other.row}".rstrip(":"))
    places = counts(load_submissions(class_data))
    assert (places["s02"], places["s01"].endswith("own.txt")) == (str(other.submission.place), True)
    assert grade_class(class_data).rows[0].final_mark == own.value


def test_a_paper_that_was_settled_as_of_nobody_stays_so_when_its_student_joins(
    class_data: ClassData, downloads: Path
) -> None:
    upload(downloads, moodle("Gg Hh", 4), "1a: 10 20\n")
    collect(class_data, [downloads], NOW)
    rule(class_data, "", "of-nobody", Override(DecisionKind.ACKNOWLEDGED))
    add_students(class_data.folder, read_roster(b"student,name,first_name,u0\ns04,Hh,Gg,13\n", "list"))
    submissions = load_submissions(open_class(class_data.folder))
    assert (submissions.versions["s04"], len(submissions.unassigned)) == ((), 1)
    assign(open_class(class_data.folder), "s04", submissions.unassigned[0].upload.digest)
    assert len(load_submissions(open_class(class_data.folder)).versions["s04"]) == 1


PAPER_OF_2 = "student: s02\nu0: 11\n1a: 11 22\n2: 11/4\n"
"""A paper that names s02, although s01 wrote it."""


def teacher_file(class_data: ClassData, name: str, text: str = PAPER_OF_2) -> None:
    """Write a file of the teacher and collect it."""
    path = class_data.folder.parent / "files" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    collect(class_data, [path], NOON)


def places(submissions: SubmissionSet) -> dict[str, list[str]]:
    """Return the files of each student who has any, the one that counts last; under "" those of nobody."""
    own = {student: [str(v.submission.place) for v in versions] for student, versions in submissions.versions.items()}
    own[""] = [str(version.submission.place) for version in submissions.unassigned]
    return {student: names for student, names in own.items() if names}


def test_a_second_file_of_a_student_does_not_return_the_first_to_the_student_whom_it_names(
    class_data: ClassData,
) -> None:
    teacher_file(class_data, "f1.txt")
    teacher_file(class_data, "f2.txt", "1a: 10 20\n")
    assign(class_data, "s01", "f1.txt")
    assign(class_data, "s01", "f2.txt")
    assert places(load_submissions(class_data)) == {"s01": ["f1.txt", "f2.txt"]}
    assign(class_data, "s01", "f1.txt")
    assert places(load_submissions(class_data)) == {"s01": ["f2.txt", "f1.txt"]}
    for file, after in (
        ("f1.txt", {"s01": ["f2.txt"], "s02": ["f1.txt"]}),
        ("f2.txt", {"s02": ["f1.txt"], "": ["f2.txt"]}),
    ):
        submissions = load_submissions(class_data)
        withdraw_assignment(class_data, submissions, find_target(class_data, submissions, file), "ada")
        assert places(load_submissions(class_data)) == after
    assert [action.kind for action in history(class_data.folder)].count("assignment") == 5


def leave(folder: Path) -> None:
    remove_student(folder, "s01")


def delete_line(folder: Path) -> None:
    path = folder / "students.csv"
    path.write_text("".join(line for line in path.read_text().splitlines(keepends=True) if "s01" not in line))


def change_identifier(folder: Path) -> None:
    path = folder / "students.csv"
    path.write_text(path.read_text().replace("s01", "s91"))


@pytest.mark.parametrize("change", [leave, delete_line, change_identifier])
def test_a_paper_assigned_to_a_student_who_is_gone_waits(class_data: ClassData, change: Callable[[Path], None]) -> None:
    teacher_file(class_data, "f1.txt")
    assign(class_data, "s01", "f1.txt")
    teacher_file(class_data, "f1 (1).txt")
    change(class_data.folder)
    submissions = load_submissions(open_class(class_data.folder))
    assert places(submissions) == {"": ["f1.txt", "f1 (1).txt"]}
    assert "'s01'" in why_unassigned(submissions.unassigned[0])
    assign(open_class(class_data.folder), "s02", "f1.txt")
    assert "s02" in places(load_submissions(open_class(class_data.folder)))


def test_a_copy_of_an_assigned_file_is_of_the_same_student_and_one_set_aside_is_set_aside(
    class_data: ClassData,
) -> None:
    teacher_file(class_data, "f1.txt")
    assign(class_data, "s01", "f1.txt")
    teacher_file(class_data, "f1 (1).txt")
    teacher_file(class_data, "f1 with a comment.txt", f"# copied\n\n{PAPER_OF_2}")
    submissions = load_submissions(class_data)
    assert {*places(submissions)} == {"s01"}
    assert submissions.versions["s01"][-1].is_picked
    teacher_file(class_data, "g1.txt", PAPER_OF_2.replace("22", "23"))
    set_aside(class_data, "g1.txt")
    teacher_file(class_data, "g1 (1).txt", PAPER_OF_2.replace("22", "23"))
    submissions = load_submissions(class_data)
    assert ({*places(submissions)}, [entry.name for entry in submissions.aside]) == ({"s01"}, ["g1.txt", "g1 (1).txt"])


def test_a_paper_that_was_set_aside_is_asked_about_when_it_comes_in_another_file(class_data: ClassData) -> None:
    """Alone in a table, or as a row among others; not if it was there already, nor with other answers."""
    teacher_file(class_data, "draft.txt")
    teacher_file(class_data, "twin.txt", PAPER_OF_2.replace("s02", "s02 "))
    set_aside(class_data, "draft.txt")
    assert places(load_submissions(class_data)) == {"s02": ["twin.txt"]}
    set_aside(class_data, "twin.txt")
    later = NOON.replace(year=9999)
    for name, row in (("all.csv", "s02,11,11 22,11/4"), ("more.csv", "s02,11,11 23,11/4")):
        path = class_data.folder.parent / "files" / name
        path.write_text(f"student,u0,1a,2\n{row}\ns01,10,10 20,3\n")
        collect(class_data, [path], later)
        submissions = load_submissions(class_data)
        if name == "all.csv":
            assert places(submissions) == {"s01": ["all.csv, line 3"], "": ["all.csv, line 2"]}
            assert "draft.txt" in why_unassigned(submissions.unassigned[0])
            assign(class_data, "s02", "all.csv:2")
            assert places(load_submissions(class_data))["s02"] == ["all.csv, line 2"]
    assert "more.csv, line 2" in places(load_submissions(class_data))["s02"]


def test_a_row_of_a_corrected_table_is_of_its_student_and_asked_about_if_it_was_corrected_itself(
    class_data: ClassData,
) -> None:
    def suspect() -> list[str]:
        versions_of = load_submissions(class_data).versions.items()
        return [student for student, versions in versions_of if any(version.is_suspect for version in versions[-1:])]

    table = "student,u0,1a,2\ns02,11,11 ; 22,11/4\ns03,12,12 ; 24,12/4\n"
    teacher_file(class_data, "t.csv", table)
    assign(class_data, "s01", "t.csv:2")
    teacher_file(class_data, "t.csv", table.replace("12/4", "13/4"))
    papers = places(load_submissions(class_data))
    assert ({*papers}, papers["s01"][-1], suspect()) == ({"s01", "s03"}, "t.csv, line 2", [])
    teacher_file(class_data, "t.csv", table.replace("11/4", "13/4"))
    assert suspect() == ["s01", "s02"]
    assign(class_data, "s01", f"{load_submissions(class_data).versions['s02'][-1].upload.digest[:8]}:2")
    assert (suspect(), load_submissions(class_data).versions["s02"]) == ([], ())


def test_two_students_with_one_paper_are_both_flagged(class_data: ClassData, tmp_path: Path) -> None:
    teacher_file(class_data, "f1.txt")
    assign(class_data, "s01", "f1.txt")
    upload(tmp_path / "download", moodle("Dd Cc", 2), PAPER_OF_2)
    collect(class_data, [tmp_path / "download"], NOON)
    versions = load_submissions(class_data).versions
    assert [FILE_OF_ANOTHER in versions[student][-1].attribution.flags for student in ("s01", "s02")] == [True, True]


def test_equal_answers_without_a_name_are_no_copy(class_data: ClassData) -> None:
    teacher_file(class_data, "Dd Cc.txt", "1a: 0 0\n")
    assign(class_data, "s01", "Dd Cc.txt")
    teacher_file(class_data, "Ff Ee.txt", "1a: 0 0\n")
    submissions = load_submissions(class_data)
    assert places(submissions) == {"s01": ["Dd Cc.txt"], "s03": ["Ff Ee.txt"]}
    assert not submissions.versions["s03"][-1].is_suspect
