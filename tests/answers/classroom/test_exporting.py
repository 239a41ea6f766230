import csv
import io
import os
import shutil
import zipfile
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from answers.classroom import ingest
from answers.classroom.collect import collect
from answers.classroom.decision_targets import open_unread
from answers.classroom.decisions import SHOWN_TO_STUDENT, DecisionKind, Override
from answers.classroom.exporting import ExportOptions, decisions_table, export_class, is_outdated, outdated_exports
from answers.classroom.folder import ClassData, create_class
from answers.classroom.marks import grade_class, write_marks
from answers.classroom.submission_set import load_submissions
from answers.classroom.upload_index import digest_of
from answers.errors import CorrigeError
from answers.exports.formats import FORMATS
from tests.answers.classroom.handing_in import NOON, assign, moodle, rule, store_decisions, submit, tiny_class, upload
from tests.answers.classroom.test_places import as_sealed, on
from tests.answers.tiny import EXAMS

ROSTER = b"student,name,first_name,u0\ns01,Durand,Zoe,10\ns02,Martin,Leo,11\n"


@pytest.fixture
def class_data(tmp_path: Path) -> ClassData:
    class_data = create_class(tmp_path / "class", "tiny", ROSTER, "fr", (EXAMS,))
    (class_data.folder / "submissions" / "Zoe_Durand.txt").write_text("student: Zoe Durand\n1a: 10 20\n")
    (class_data.folder / "submissions" / "stray.txt").write_text("student: Secret Name\nu0: 10\n1a: 10 20\n")
    return class_data


def put_feedback(class_data: ClassData, *students: str) -> None:
    """Write a feedback sheet for some students, with their identifier as content."""
    (class_data.folder / "feedback").mkdir()
    for student in students:
        (class_data.folder / "feedback" / f"{student}.pdf").write_bytes(student.encode())


def given_back(class_data: ClassData, **options: Any) -> dict[str, bytes]:
    """Export the feedback, and return the content of each file of the archive by its name."""
    with zipfile.ZipFile(io.BytesIO(export_class(class_data, "zip", ExportOptions(**options)).content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_marks_in_the_dialect_of_the_class_and_questions_without_papers(class_data: ClassData) -> None:
    """Only the unassigned paper has cases to examine."""
    exported = export_class(class_data, "csv")
    rows = list(csv.reader(io.StringIO(exported.content.decode("utf-8-sig")), delimiter=";"))
    assert [row[3:6] for row in rows[1:3]] == [["10", "1,0", "5,0"], ["11", "", ""]]
    assert exported.notes[-1].startswith("you must still examine 1 paper; ")
    assert export_class(class_data, "csv", ExportOptions(dialect="plain")).content.startswith(b'"student","name"')
    shutil.rmtree(class_data.folder / "submissions")
    for format_name in ("moodle-xml", "qti"):
        questions = export_class(class_data, format_name)
        assert (questions.problems, questions.notes) == ((), ())


@pytest.mark.parametrize(
    "format_name", [format_name for format_name, entry in FORMATS.items() if entry.has_marks and not entry.has_names]
)
def test_anonymous_marks_name_nobody(class_data: ClassData, format_name: str) -> None:
    content = export_class(class_data, format_name, ExportOptions(anonymous=True)).content
    has_no_names = format_name == "list"
    assert (content == export_class(class_data, format_name).content) == has_no_names
    for name in (b"Durand", b"Zoe", b"Martin", b"Secret", b"Leo"):
        assert name not in content


@pytest.mark.parametrize("format_name", [format_name for format_name, entry in FORMATS.items() if entry.has_names])
def test_what_is_made_of_names_is_never_anonymous(class_data: ClassData, format_name: str) -> None:
    with pytest.raises(CorrigeError, match="it contains the students' names, or finds them by name"):
        export_class(class_data, format_name, ExportOptions(anonymous=True))


def test_for_moodle_from_its_list_with_the_title_of_the_exam(class_data: ClassData, tmp_path: Path) -> None:
    (tmp_path / "l.csv").write_text("Adresse de courriel,Nom complet\nz@x,Durand Zoe\n")
    exported = export_class(class_data, "moodle", ExportOptions(listed=tmp_path / "l.csv"))
    title = str(class_data.exam.words("fr").title)
    assert exported.content.decode().splitlines()[0].split(",")[2] == f'"{title}"'
    assert exported.content.decode().splitlines()[1].startswith('"z@x","Durand Zoe","1"')
    assert len(exported.problems) == 3
    assert "s02" in exported.problems[0].cause


def test_numbers_of_canvas_are_compared_with_the_uploads(tmp_path: Path) -> None:
    class_data = tiny_class(tmp_path / "class")
    submit(class_data, aaea_71_801_a="1a: 10 20\n", ccdd_72_802_a="1a: 11 22\n", eeff_73_803_a="1a: 12 24\n")
    names, table = ("Aa, Éa", "Cc, Dd", "Ee, Ff"), tmp_path / "canvas.csv"
    problems = []
    for numbers in (("71", "72", "73"), ("72", "71", "73")):
        lines = (f'"{name}",{number},L2' for name, number in zip(names, numbers, strict=True))
        table.write_text("\n".join(("Student,ID,Section", *lines)))
        found = export_class(class_data, "canvas", ExportOptions(listed=table)).problems
        problems.append([problem.cause.startswith("the column 'ID' contradicts") for problem in found])
    assert problems == [[], [True]]


def test_decisions_are_given_back_as_they_were_written(class_data: ClassData) -> None:
    assert decisions_table(class_data).rows == ()
    columns = "student,item,decision,value,answer,reason,author,time"
    store_decisions(class_data, "s01,1a.1,points,0.25,10,a; b,me,2026-01-02")
    table = decisions_table(class_data)
    assert ",".join(table.columns) == f"{columns},state"
    assert table.rows == (("s01", "1a.1", "points", "0.25", "10", "a; b", "me", "2026-01-02", "in_force"),)


def test_feedback_on_a_paper_that_was_assigned_to_another_student_since_is_left_out(
    tmp_path: Path, drawn: list[str]
) -> None:
    class_data = tiny_class(tmp_path / "class")
    for student, text in (("s01", "1a: 10 20\n"), ("s03", "1a: 12 24\n")):
        upload(tmp_path / "in", ".", text, name=f"{student}.txt")
    collect(class_data, [tmp_path / "in"], datetime(2026, 6, 1))
    write_marks(class_data, grade_class(class_data))
    assign(class_data, "s02", "s01.txt")
    assert [*given_back(class_data)] == ["Ee Ff.pdf"]
    problems = export_class(class_data, "zip").problems
    assert any("s02" in f"{problem.place} {problem.cause}" for problem in problems)


def test_feedback_sheets_exchanged_by_hand_are_left_out(tmp_path: Path, drawn: list[str]) -> None:
    class_data = tiny_class(tmp_path / "class")
    submit(class_data, s01="1a: 10 20\n", s02="1a: 11 22\n", s03="1a: 12 24\n")
    write_marks(class_data, grade_class(class_data))
    folder = class_data.folder / "feedback"
    (folder / "s01.pdf").rename(folder / "x")
    (folder / "s02.pdf").rename(folder / "s01.pdf")
    (folder / "x").rename(folder / "s02.pdf")
    assert [*given_back(class_data)] == ["Ee Ff.pdf"]
    problems = export_class(class_data, "zip").problems
    assert {"s01", "s02"} <= {word for problem in problems for word in problem.cause.split(", ")[0].split()}


THREE = "student,name,first_name,u0\ns01,Aa,Éa,10\ns02,Cc,Dd,11\ns03,Ee,Ff,12\n"
HOMONYMS = THREE.replace("Cc,Dd", "Aa,Éa")
EA, SECOND, FE, OTHER = moodle("Éa Aa", 901), moodle("Éa Aa", 902), moodle("Ff Ee", 903), moodle("Jean-Éa Aa", 901)
BLIND = [moodle("Participant", number) for number in (901, 902, 903)]


@pytest.mark.parametrize(
    ("roster", "files", "picked", "expected", "table", "graded"),
    [
        # a student uploaded the paper of another, who would receive the feedback
        (THREE, [(EA, "a.txt", on("s01", "1a: 10 20\n")), (FE, "a.txt", "student: s02\nu0: 11\n1a: 11 22\n")],
         "", {"901": "s01", "Cc Dd.pdf": "s02"}, "", ""),
        # signatures distinguish the homonyms s01 and s02; the paper of s03 that came by mail is picked
        (HOMONYMS, [(EA, "a.txt", on("s01", "1a: 0 20\n")), (SECOND, "a.txt", on("s02", "1a: 1 20\n")),
                    (FE, "a.txt", on("s03", "1a: 2 20\n")), (".", "s03.txt", on("s03", "1a: 12 24\n"))], "in/s03.txt",
         {"901": "s01", "902": "s02", "903": "s03"}, "901,Éa Aa,|902,Éa Aa,|903,Ff Ee,", "901 902 903"),
        # the table has no names; two participants uploaded a paper of s02, so that neither row is matched
        (THREE, [(BLIND[0], "a.txt", on("s02", "1a: 1 20\n")), (BLIND[1], "a.txt", on("s02", "1a: 2 20\n")),
                 (BLIND[2], "a.txt", on("s01", "1a: 3 20\n"))], "",
         {"903": "s01", "Ee Ff.pdf": "s03"}, "901,,|902,,|903,,", "903"),
        # the paper of one of two homonyms, without a signature, is picked
        (HOMONYMS, [(EA, "s01.txt", "1a: 10 20\n")], f"in/{EA}/s01.txt",
         {"901": "s01", "Aa Éa (s02).pdf": "s02", "Ee Ff.pdf": "s03"}, "", ""),
        # an unreadable photo has its uploader's name
        (THREE, [(EA, "photo.jpg", "1a: 10 20\n"), (".", "s01.txt", "1a: 10 21\n")], "",
         {"901": "s01", "Cc Dd.pdf": "s02", "Ee Ff.pdf": "s03"}, "", ""),
        # a person with a similar name, not in the class, uploads an unreadable photo, or the signed sheet of s01
        (THREE, [(OTHER, "photo.jpg", "1a: 10 20\n"), (".", "s01.txt", "1a: 10 21\n")], "",
         {"Aa Éa.pdf": "s01", "Cc Dd.pdf": "s02", "Ee Ff.pdf": "s03"}, "901,Jean-Éa Aa,|902,Éa Aa,", "902"),
        (THREE, [(OTHER, "a.txt", on("s01", "1a: 10 20\n"))], "",
         {"Aa Éa.pdf": "s01", "Cc Dd.pdf": "s02", "Ee Ff.pdf": "s03"}, "901,Jean-Éa Aa,|902,Éa Aa,", "902"),
    ],
    ids=["of another", "homonyms", "blind", "picked", "photo", "similar name", "similar name, signed"],
)  # fmt: skip
def test_feedback_and_marks_go_back_to_whoever_handed_in_the_paper(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, roster: str, files: list[tuple[str, str, str]], picked: str,
    expected: dict[str, str], table: str, graded: str,
) -> None:  # fmt: skip
    """Files of the archive are named here by the number of the folder of Moodle, or else by their name."""
    class_data = create_class(tmp_path / "class", "tiny", roster.encode(), "en", (EXAMS,))
    if not any(name == "photo.jpg" for _, name, _ in files):
        monkeypatch.setattr(ingest, "read_all", as_sealed)
    for hour, (folder, name, text) in enumerate(files, 10):
        upload(tmp_path / "in", folder, text, hour, name)
    collect(class_data, [tmp_path / "in"], datetime(2026, 6, 1))
    if picked:
        assign(class_data, picked.rpartition("/")[2][:3], picked)
    put_feedback(class_data, "s01", "s02", "s03")
    archive = given_back(class_data)
    places = {path.split("_")[1] if "/" in path else path: sheet.decode() for path, sheet in archive.items()}
    assert places == expected
    assert {*given_back(class_data, plain_names=True)} == {f"{student}.pdf" for student in expected.values()}
    if table:
        listed = tmp_path / "table.csv"
        lines = (f"Participant {line}" for line in table.split("|"))
        listed.write_text("\n".join(("Identifier,Full name,Grade", *lines)))
        filled = export_class(class_data, "moodle", ExportOptions(listed=listed)).content.decode().splitlines()[1:]
        assert [line.split(",")[0].split()[1] for line in filled if line.split(",")[2].strip('"')] == graded.split()


def test_an_unreadable_file_of_a_person_with_a_similar_name_is_a_question_until_it_is_assigned(tmp_path: Path) -> None:
    """Also if the student has handed in a later paper."""
    class_data = tiny_class(tmp_path / "class")
    photo = upload(tmp_path / "in", moodle("Jean-Éa Aa", 901), "no picture", 10, "photo.jpg")
    upload(tmp_path / "typed", ".", "1a: 10 21\n", 12, "s01.txt")
    collect(class_data, [tmp_path / "in", tmp_path / "typed"], datetime(2026, 6, 1))
    submissions = load_submissions(class_data)
    (unread,) = open_unread(submissions, {})
    assert (unread.enrollment, unread.is_doubtful) == (class_data.enrollments[0], True)
    assign(class_data, "s01", digest_of(photo.read_bytes())[:8])
    (unread,) = load_submissions(class_data).unread
    assert not unread.is_doubtful


def test_an_answer_that_is_not_read_leaves_points_to_the_teacher_and_no_mark_to_others(class_data: ClassData) -> None:
    (class_data.folder / "submissions" / "s02.txt").write_text("u0: 11\n1a: 1,000 22\n")
    ours, theirs = export_class(class_data, "csv"), export_class(class_data, "list")
    assert any("provisional" in note for note in ours.notes)
    assert not any("provisional" in note for note in theirs.notes)
    assert [problem.place for problem in ours.problems] == ["s02, Martin Leo"]
    assert [problem.place for problem in theirs.problems] == ["s02, Martin Leo", "submissions/stray.txt"]
    assert theirs.content.decode("utf-8-sig").splitlines()[-1] == '11;""'
    for item in ("1a.1", "1a.2"):
        assert len(export_class(class_data, "list").problems) > 1
        rule(class_data, "s02", item, Override(DecisionKind.POINTS, "0", "no such number"))
    decided = export_class(class_data, "list")
    assert [problem.place for problem in decided.problems] == ["submissions/stray.txt"]
    assert decided.content.decode().splitlines()[-1] == "11;0,0"


@pytest.mark.parametrize(("format_name", "places"), [("list", ["s01, Durand Zoe"]), ("csv", [])])
def test_a_mark_under_a_flag_that_is_open_leaves_the_desk_with_its_student_named(
    class_data: ClassData, format_name: str, places: list[str]
) -> None:
    (class_data.folder / "submissions" / "stray.txt").unlink()
    (class_data.folder / "submissions" / "Zoe_Durand.txt").write_text("student: Zoe Durand\nu0: ten\n1a: 10 20\n")
    (class_data.folder / "submissions" / "s02.txt").write_text("u0: 11\n1a: 11 22\n")
    exported = export_class(class_data, format_name)
    assert [problem.place for problem in exported.problems] == places
    assert (b"10;1,0" in exported.content and b"11;1,0" in exported.content) or format_name == "csv"
    assert not any("no mark" in problem.cause for problem in exported.problems)  # which the file has
    rule(class_data, "s01", "u0-unreadable", Override(DecisionKind.ACKNOWLEDGED, "", "ten is 10"))
    assert export_class(class_data, format_name).problems == ()


def test_who_sent_what_cannot_be_read_is_named_until_that_is_settled(class_data: ClassData) -> None:
    (class_data.folder / "submissions" / "s02.jpg").write_bytes(b"no picture")
    (problem,) = (problem for problem in export_class(class_data, "csv").problems if "cannot be read" in problem.cause)
    assert (problem.place, "submissions/s02.jpg" in problem.cause) == ("s02, Martin Leo", True)
    rule(class_data, "s02", "not-readable", Override(DecisionKind.ACKNOWLEDGED, "", "a cat"))
    assert not any("cannot be read" in problem.cause for problem in export_class(class_data, "csv").problems)


@pytest.mark.slow
def test_that_feedback_is_of_an_earlier_marking_is_told_until_it_is_renewed(class_data: ClassData) -> None:
    outdated = "from an earlier marking"
    write_marks(class_data, grade_class(class_data))
    assert not any(outdated in note for note in export_class(class_data, "csv").notes)
    store_decisions(class_data, "s01,1a.1,wrong,,10 20")
    assert any(outdated in note for note in export_class(class_data, "zip").notes)
    assert export_class(class_data, "moodle-xml").notes == ()
    write_marks(class_data, grade_class(class_data))
    assert not any(outdated in note for note in export_class(class_data, "zip").notes)


@pytest.mark.slow
@pytest.mark.usefixtures("drawn")
def test_a_sheet_alone_may_be_outdated(tmp_path: Path) -> None:
    """Only the sheet shows a flag that is shown to the student. A sheet that was never written is not outdated."""
    class_data = tiny_class(tmp_path / "class")
    submit(class_data, s01="u0: 5\n1a: 10 20\n2: 9\n")

    def outdated() -> bool:
        return is_outdated(class_data, grade_class(class_data))

    assert not outdated()
    rule(class_data, "s01", "u0-changed", Override(DecisionKind.ACKNOWLEDGED, "", "a slip"))
    write_marks(class_data, grade_class(class_data))
    rule(class_data, "s01", "u0-changed", Override(DecisionKind.ACKNOWLEDGED, SHOWN_TO_STUDENT, "a slip"))
    assert outdated()
    write_marks(class_data, grade_class(class_data))
    assert not outdated()
    (class_data.folder / "feedback" / "s01.pdf").unlink()
    assert not outdated()


def put(path: Path, time: int) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text("")
    os.utime(path, (time, time))


def test_files_older_than_any_file_of_marks_but_not_questions(tmp_path: Path) -> None:
    for name, time in (("marks.csv", 1), ("feedback.zip", 5), ("marks.xlsx", 9), ("questions.xml", 1)):
        put(tmp_path / "exports" / name, time)
    assert outdated_exports(tmp_path) == ()
    put(tmp_path / "marks.json", 1)
    assert outdated_exports(tmp_path) == ()
    put(tmp_path / "gradebook.csv", 6)
    assert outdated_exports(tmp_path) == ("csv", "zip")


@pytest.mark.parametrize(
    "override", [Override(DecisionKind.POINTS, "0"), Override(DecisionKind.ACKNOWLEDGED, reason="ill")]
)
@pytest.mark.parametrize(
    ("files", "slug", "place"),
    [
        ({"s02": "student: s02\nu0: 12\n1a: 12 24\n"}, "file-of-another", "s02, Cc Dd: submissions/s02.txt"),
        ({"x": "student: Nobody Known\nu0: 12\n1a: 12 24\n"}, "of-nobody", "submissions/x.txt"),
    ],
)
def test_an_absence_stays_open_while_an_open_paper_may_be_that_of_the_student(
    tmp_path: Path, files: dict[str, str], slug: str, place: str, override: Override
) -> None:
    class_data = tiny_class(tmp_path / "class")
    rule(class_data, "s03", "no-paper", override)
    submit(class_data, **files)
    (tmp_path / "l.csv").write_text("Identifier,Full name\ns01,Éa Aa\ns02,Dd Cc\ns03,Ff Ee\n")
    exported = export_class(class_data, "moodle", ExportOptions(listed=tmp_path / "l.csv"))
    assert "s03" not in exported.content.decode()
    (cause,) = [problem.cause for problem in exported.problems if "s03" in problem.place]
    assert cause.endswith(place)
    (row,) = [row for row in grade_class(class_data).rows if row.student.id == "s03"]
    assert (row.value, row.absence, row.needs_teacher) == (None, None, True)
    rule(class_data, "" if slug == "of-nobody" else "s02", slug, Override(DecisionKind.ACKNOWLEDGED))
    (row,) = [row for row in grade_class(class_data).rows if row.student.id == "s03"]
    assert (row.value, row.needs_teacher) == (0 if override.is_zero else None, False)


def test_a_later_paper_that_is_lost_is_named_beside_the_mark_of_the_earlier_one(tmp_path: Path) -> None:
    """Its stored file is away, or an earlier store was put back."""
    class_data, stored = tiny_class(tmp_path / "class"), list[Path]()
    store, home = class_data.folder / "class.db", class_data.folder / "collected"
    for version, text in enumerate(("1a: 10 1\n", "1a: 10 20\n")):
        earlier = store.read_bytes() if stored else b""
        path = tmp_path / str(version) / "s01.txt"
        path.parent.mkdir()
        path.write_text(text)
        collect(class_data, [path], NOON)
        stored += {*home.iterdir()} - {*stored}
    places = [problem.place for problem in export_class(class_data, "csv").problems]
    content = stored[1].read_bytes()
    stored[1].unlink()
    assert [problem.place for problem in export_class(class_data, "csv").problems] == ["s01.txt", *places]
    stored[1].write_bytes(content)
    store.write_bytes(earlier)
    assert [problem.place for problem in export_class(class_data, "csv").problems] == ["collected/", *places]
    collect(class_data, [path], NOON)
    assert [problem.place for problem in export_class(class_data, "csv").problems] == places
