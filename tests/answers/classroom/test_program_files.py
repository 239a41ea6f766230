"""Test programs that students hand in as files: read alone, and joined with the paper of the same student."""

import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from answers.classroom import ingest
from answers.classroom.collect import collect
from answers.classroom.folder import ClassData, create_class
from answers.classroom.marking_run import run_marking
from answers.classroom.submission_set import SubmissionSet, is_unambiguous, load_submissions
from answers.errors import CorrigeError, Problem
from answers.grading.grade import read_all
from answers.sandbox import process
from answers.sheets.identity import Identity, Signature
from answers.submissions.raw.submission import ExpectedExam, FileSource, Submission
from answers.submissions.text import python_file
from tests.answers.classroom.handing_in import assign, moodle, upload
from tests.programs import has_fence

LIST = "student,name,first_name,u0\ns01,Aa,Éa,10\ns02,Cc,Dd,11\n".encode()
EXAM = '''
"""Squares."""
from answers.author import Draws, Program, exam, integers, question, shared

@shared
def n(draws: Draws) -> int:
    return draws.integer(5, 9)

@question(points=1, kind=integers(1, 0, 99), needs=n)
def half(n: int) -> int:
    return n // 2

half.text("half")

@question(points=1, kind=Program("square(n)"), needs=n)
def square(n: int) -> int:
    return n * n

square.text("square")

@question(points=1, kind=Program("cube(n)"), needs=n)
def cube(n: int) -> int:
    return n ** 3

cube.text("cube")
EXAM = exam(__name__, title="Squares")
'''
UNFENCED = "import sys; sys.modules |= dict.fromkeys(('landlock', 'pyseccomp')); "
SQUARE, CUBE = "def square(n):\n    return n * n\n", "def cube(n):\n    return n ** 3\n"
ASKED = ExpectedExam("squares", {"1": 1, "2": 1, "3": 1}, frozenset("23"), {"square": "2", "cube": "3"})


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (SQUARE, "2"),
        (SQUARE + CUBE, "23"),
        ("import math\n\n\ndef helper():\n    pass\n\n" + CUBE, "3"),
        ("square = lambda n: n * n\n", "2"),
        ("class A:\n    def square(self):\n        pass\n" + CUBE, "3"),
        ("def square (n):\n\treturn n*n\n", "2"),
        (SQUARE + "try:\n    import numpy\nexcept ImportError:\n    def cube(n): return n ** 3\n", "23"),
        (SQUARE + "\n    cube = 3\n\n    def cube(n):\n        pass\n", "2"),
        ("power = square = lambda n: n * n\n", "2"),
        ("square, cube = (lambda n: n * n), (lambda n: n ** 3)\n", "23"),
        ("(square, cube) = (lambda n: n * n), (lambda n: n ** 3)\n", "23"),
        ("from solution import square\n", "2"),
        ("from solution import (\n    square,\n    cube as third,\n)\n", "2"),
        ("n = 1; square = lambda n: n * n\n" + CUBE, "23"),
        ("def define():\n    global square\n    square = lambda n: n * n\ndefine()\n" + CUBE, "23"),
        (SQUARE + '"""\ndef cube(n):\n    pass\n"""\n', "2"),
        (SQUARE + '"""\\d\ndef cube(n):\n    pass\n"""\n', "2"),  # Python warns of the escape sequence
        ("print 1; square = lambda n: n * n\n" + CUBE, "23"),  # Python 2, which no machine runs
        ("print square(2)\nassert square(3) == 9\nfrom solution import (\n    cube)\n", "3"),
        (SQUARE.replace("\n", "\r") + "def cube(n): return n ** 3\r", "23"),
    ],
)
def test_a_file_answers_the_parts_whose_functions_it_defines(text: str, parts: str) -> None:
    (read,) = python_file.read(FileSource(text.encode(), "prog.py", exam=ASKED))
    assert read.answers == dict.fromkeys(parts, (text,))


@pytest.mark.parametrize("exam", [ASKED, ExpectedExam("other", {"1": 1}), None])
def test_a_file_without_such_a_function_is_not_read(exam: ExpectedExam | None) -> None:
    with pytest.raises(CorrigeError):
        python_file.read(FileSource(b"def squares(n):\n    return square == n\n", "prog.py", exam=exam))


@pytest.fixture
def class_data(tmp_path: Path) -> ClassData:
    (tmp_path / "squares.py").write_text(EXAM, "utf-8")
    return create_class(tmp_path / "class", "squares", LIST, "en", (tmp_path / "squares.py",))


def received(class_data: ClassData, folder: Path, *files: tuple[str, str, int]) -> SubmissionSet:
    """Return the submissions in files of the first student: name, text and hour of each."""
    for name, text, hour in files:
        upload(folder, moodle("Éa Aa", 1), text, hour, name)
    assert not collect(class_data, [folder / moodle("Éa Aa", 1)], datetime(2026, 6, 1)).problems
    return load_submissions(class_data)


def test_a_program_counts_for_the_paper_beside_it(class_data: ClassData, tmp_path: Path) -> None:
    files = received(class_data, tmp_path, ("a.txt", "1: 5", 12), ("b.py", SQUARE, 10), ("c.py", CUBE, 11))
    (version,) = files.versions["s01"]
    assert version.submission.answers == {"1": ("5",), "2": (SQUARE,), "3": (CUBE,)}
    assert "program-file:c.py, b.py" in list(map(str, version.submission.flags))
    assert files.unassigned == ()


def test_of_several_programs_the_latest_counts_also_without_a_paper(class_data: ClassData, tmp_path: Path) -> None:
    second = SQUARE.replace("n * n", "n ** 2")
    for files in (("b.py", SQUARE, 10), ("c.py", CUBE, 11)), (("a.txt", "1: 5", 10), ("d.py", second, 12)):
        (version,) = received(class_data, tmp_path, *files).versions["s01"][-1:]
        assert version.submission.answers["3"] == (CUBE,)
    assert (version.submission.answers["2"], version.upload.date.hour) == ((second,), 12)


def test_another_program_in_the_paper_is_disputed(class_data: ClassData, tmp_path: Path) -> None:
    typed = "2: def square(n):\n    return n + n\n3: def cube(n):\n    return n ** 3\n"
    files = received(class_data, tmp_path, ("a.txt", typed, 12), ("b.py", SQUARE, 10), ("c.py", CUBE, 11))
    (version,) = files.versions["s01"]
    assert version.submission.disputed == ("2.1",)
    assert version.submission.answers["3"][0].split() == CUBE.split()


def as_signed(paths: Iterable[Path], *rest: Any) -> tuple[tuple[Submission, ...], tuple[Problem, ...]]:
    """Read files; texts are sheets of s01 with a valid signature."""
    submissions, problems = read_all(paths, *rest)
    signature = Signature(Identity("squares", 10, "s01"), valid=True)
    return (
        tuple(one if one.place.file.endswith(".py") else replace(one, signature=signature) for one in submissions),
        problems,
    )


def test_a_program_of_a_person_with_a_similar_name_completes_no_signed_paper(
    class_data: ClassData, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Jean-Éa Aa, who is not in the class, uploads a program; it counts for Éa Aa only if the teacher picks it."""
    monkeypatch.setattr(ingest, "read_all", as_signed)
    of_another = moodle("Jean-Éa Aa", 2)
    upload(tmp_path, moodle("Éa Aa", 1), "1: 5", 10, "a.txt")
    upload(tmp_path, moodle("Éa Aa", 1), CUBE, 10, "c.py")
    upload(tmp_path, of_another, SQUARE, 11, "b.py")
    collect(class_data, [tmp_path / moodle("Éa Aa", 1), tmp_path / of_another], datetime(2026, 6, 1))
    other, paper = versions = load_submissions(class_data).versions["s01"]
    assert paper.submission.answers == {"1": ("5",), "3": (CUBE,)}
    assert (other.submission.place.file.endswith("b.py"), other.is_suspect) == (True, True)
    assert not is_unambiguous(versions)  # the paper is flagged "several-papers"
    assign(class_data, "s01", "b.py")
    (paper,) = load_submissions(class_data).versions["s01"]
    assert paper.submission.answers == {"1": ("5",), "2": (SQUARE,), "3": (CUBE,)}


@pytest.mark.parametrize(("name", "is_used"), [("Aa Éa", False), ("TD1-Éa Aa", True)])
def test_a_program_of_another_user_of_moodle_completes_no_paper(
    class_data: ClassData, tmp_path: Path, name: str, *, is_used: bool
) -> None:
    """In a later download the name is in the other order: it may be that of a person outside the class."""
    upload(tmp_path, moodle("Éa Aa", 1), "1: 5", 10, "a.txt")
    upload(tmp_path / "late", moodle(name, 2), SQUARE, 11, "b.py")
    collect(class_data, [tmp_path / moodle("Éa Aa", 1), tmp_path / "late"], datetime(2026, 6, 1))
    versions = load_submissions(class_data).versions["s01"]
    assert (len(versions) == 1, "2" in versions[-1].submission.answers) == (is_used, is_used)
    assert is_used or not is_unambiguous(versions)


@pytest.mark.slow
@pytest.mark.skipif(not has_fence(), reason="needs Landlock and seccomp")
def test_programs_that_a_machine_did_not_run_are_run_the_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the remedy, such as installing bubblewrap, nothing of the class has changed, and yet it is marked again."""
    (tmp_path / "squares.py").write_text(EXAM, "utf-8")
    class_data = create_class(tmp_path / "class", "squares", LIST, "en", (tmp_path / "squares.py",))
    papers = [{"student": "s01", "u0": 10, "answers": {"2": SQUARE, "3": CUBE}}]
    (class_data.folder / "submissions" / "all.json").write_text(json.dumps(papers))

    def verdicts() -> list[str]:
        marked = run_marking(class_data, is_trial=False).gradebook.rows[0].marked
        return [] if marked is None else [str(marked.parts[part].items[0].verdict) for part in "23"]

    with monkeypatch.context() as unsafe:
        unsafe.setattr("answers.sandbox.program.bubblewrap", tuple)
        unsafe.setattr(process, "PROGRAM", UNFENCED + process.PROGRAM)
        assert verdicts() == ["unreadable", "unreadable"]
    assert verdicts() == ["right", "right"]
    assert run_marking(class_data, is_trial=False).marked is None
