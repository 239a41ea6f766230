"""Test which paper counts for which student: cases of files, uploaders and sheets."""

import os
import unicodedata
import zipfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from answers.classroom import ingest
from answers.classroom.collect import collect
from answers.classroom.decisions import DecisionKind, Override
from answers.classroom.folder import ClassData
from answers.classroom.marks import grade_class
from answers.classroom.submission_set import load_submissions
from answers.errors import CorrigeError, Problem
from answers.exports.gradebook import GradebookRow
from answers.flags import Place
from answers.sheets.identity import Identity, Signature
from answers.submissions.raw.submission import Submission
from answers.submissions.read import ReadRequest
from answers.submissions.serve import read_file
from tests.answers.classroom.handing_in import NOON, assign, moodle, rule, tiny_class
from tests.answers.cli.running import run

A, B, X = moodle("Éa Aa", 101), moodle("Dd Cc", 102), moodle("Gg Hh", 109)
"""What Moodle calls the folders of s01, of s02, and of somebody who is not in the list."""
RIGHT = {"s01": "1a: 10 20\n", "s02": "1a: 11 22\n", "s03": "1a: 12 24\n"}
HALF = {"s01": "1a: 10 0\n", "s02": "1a: 11 0\n"}
BAD, WORSE = "1a: 0 0\n", "1a: 1 1\n"
ROWS = "student,1a,1b,2\ns01,0 0,,\ns02,11 22,,\n"
SAT_RIGHT = '{"student": "s01", "answers": {"1a": "10 20"}}'
C = moodle("Ff Ee", 103)
OTHER, SEVERAL, NO_SEAL, AGAIN = "file-of-another", "several-papers", "no-seal", "resubmitted-1"
SHIFTED = "on-sheet-of-another"

Files: TypeAlias = "Mapping[str, tuple[str | Files, int]]"
"""Names, and of each a text or the members of an archive, and the hour of 30 May 2026."""


def on(student: str, text: str) -> str:
    """Return answers on the signed sheet of a student; `as_sealed` reads the first line as the signature."""
    return f"seal {student}\n{text}"


def named(student: str, text: str) -> str:
    return f"student: {student}\n{text}"


def as_sealed(paths: Iterable[Path], *_: object) -> tuple[tuple[Submission, ...], tuple[Problem, ...]]:
    """Read files of a class in this process; a text may state the signature it has."""
    submissions: list[Submission] = []
    for path in paths:
        name = path.relative_to(path.parents[1]).as_posix()
        signature, text = None, path.read_text()
        if text.startswith("seal "):
            first, _, text = text.partition("\n")
            student = first.removeprefix("seal ")
            signature = Signature(
                Identity("tiny", {"s01": 10, "s02": 11, "s03": 12}.get(student, 99), student), valid=True
            )
        bare = path.with_name(f"bare{path.suffix}")
        bare.write_text(text)
        read = read_file(ReadRequest(bare, name))
        bare.unlink()
        submissions += [
            replace(submission, place=Place(name, submission.place.inside), signature=signature) for submission in read
        ]
    return tuple(submissions), ()


def put(folder: Path, files: Files) -> None:
    for name, (content, hour) in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else archive(content))
        moment = NOON.replace(hour=hour).timestamp()
        os.utime(path, (moment, moment))


def archive(members: Files) -> bytes:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as zip_file:
        for name, (content, hour) in members.items():
            data = content if isinstance(content, str) else archive(content)
            zip_file.writestr(zipfile.ZipInfo(name, (2026, 5, 30, hour, 0, 0)), data)
    return stream.getvalue()


HandIn: TypeAlias = Callable[..., ClassData]


@pytest.fixture
def hand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HandIn:
    """`hand_in(files)`: collect files, all of a folder or one by one, in a class whose texts may state a signature."""
    monkeypatch.setattr(ingest, "read_all", as_sealed)
    class_data = tiny_class(tmp_path / "class")

    def collected(files: Files, *, is_one_by_one: bool = False) -> ClassData:
        put(tmp_path / "in", files)
        paths = [tmp_path / "in" / name for name in files] if is_one_by_one else [tmp_path / "in"]
        collect(class_data, paths, datetime(2026, 6, 1))
        return class_data

    return collected


def row_of(class_data: ClassData, student: str) -> GradebookRow:
    return next(row for row in grade_class(class_data).rows if row.student.id == student)


@dataclass(frozen=True)
class Case:
    """The files that are collected, together or one by one, and the expected rows of the marks.

    A row is the place of the paper that counts, its score and its flags. `unassigned`: the places of papers of nobody.
    """

    files: Files
    rows: Mapping[str, tuple[Any, ...]]
    unassigned: tuple[str, ...] = ()
    is_one_by_one: bool = False


OF_A, AGAIN_A, OF_B, A_BY_B, LATER_B = f"{A}/a.txt", f"{A}/b.txt", f"{B}/b.txt", f"{B}/a.txt", f"{B}/c.txt"
OF_C, OF_X = f"{C}/a.txt", f"{X}/x.txt"
"""The places of files that students handed in, two by A and three by B."""
SIGNED, BAD_ON_A = {student: on(student, text) for student, text in RIGHT.items()}, on("s01", BAD)
MINE: Files = {OF_A: (RIGHT["s01"], 9)}
"""What s01 has handed in, which counts in most cases."""
COUNTS = {"s01": (OF_A, 1)}
OWN: Files = {**MINE, OF_B: (RIGHT["s02"], 9)}
CASES = {
    # Everybody's own.
    "own upload in the archive of the platform": Case({"all.zip": (MINE, 20)}, COUNTS),
    "last of two": Case({OF_A: (RIGHT["s01"], 15), f"{A}/z.txt": (BAD, 9)}, {"s01": (OF_A, 1, AGAIN)}),
    "two in one second": Case(
        {OF_A: (RIGHT["s01"] + "2: 2.5\n", 9), AGAIN_A: (RIGHT["s01"], 9)}, {"s01": (OF_A, 4, SEVERAL)}, (AGAIN_A,)
    ),
    "sealed, then text in one second": Case(
        {OF_A: (SIGNED["s01"], 9), AGAIN_A: (BAD, 9)}, {"s01": (OF_A, 1, SEVERAL)}, (AGAIN_A,)
    ),
    "a name that nobody has, in an own upload": Case(
        {OF_A: (named("Éa A.", RIGHT["s01"]), 9)}, {"s01": (OF_A, 1, OTHER)}
    ),
    "a name in the file name proves nothing": Case({f"{B}/s01.txt": (RIGHT["s02"], 9)}, {"s02": (f"{B}/s01.txt", 1)}),
    "a decomposed name is the same person": Case(
        {f"{unicodedata.normalize('NFD', A)}/a.txt": (RIGHT["s01"], 9)},
        {"s01": (f"{unicodedata.normalize('NFD', A)}/a.txt", 1)},
    ),
    # ILIAS, with numbers of users that a teacher's folder may have too.
    "two users of one name": Case(
        {"DM/Aa_Ea_ea_33/a.txt": (RIGHT["s01"], 9), "DM/Aa_Ea_ea7_34/a.txt": (BAD, 15)},
        {"s01": ("DM/Aa_Ea_ea7_34/a.txt", 0, SEVERAL)},
        ("DM/Aa_Ea_ea_33/a.txt",),
    ),
    # Two downloads, in which one name may be that of two persons.
    "Moodle, the name in another order": Case(
        {OF_A: (RIGHT["s01"], 9), f"late/{moodle('Aa Éa', 7)}/a.txt": (BAD, 15)},
        {"s01": (f"late/{moodle('Aa Éa', 7)}/a.txt", 0, SEVERAL)},
        (OF_A,),
    ),
    "Moodle, the name with a group": Case(
        {OF_A: (BAD, 9), f"late/{moodle('TD1-Éa Aa', 7)}/a.txt": (RIGHT["s01"], 15)},
        {"s01": (f"late/{moodle('TD1-Éa Aa', 7)}/a.txt", 1, AGAIN)},
    ),
    "Canvas, another user": Case(
        {"aaéa_7_70_a.txt": (BAD, 9), "late/aaéa_8_80_a.txt": (RIGHT["s01"], 15)},
        {"s01": ("late/aaéa_8_80_a.txt", 1, SEVERAL)},
        ("aaéa_7_70_a.txt",),
    ),
    "twice from one user": Case(
        {"DM/Aa_Ea_ea_33/a.txt": (BAD, 9), "DM/Aa_Ea_ea_33/b.txt": (RIGHT["s01"], 15)},
        {"s01": ("DM/Aa_Ea_ea_33/b.txt", 1, AGAIN)},
    ),
    "in two folders of the teacher": Case(
        {"DM_algo_l3_12/Éa Aa.txt": (BAD, 9), "DM_algo_l3_13/Éa Aa.txt": (RIGHT["s01"], 15)},
        {"s01": ("DM_algo_l3_13/Éa Aa.txt", 1, AGAIN)},
    ),
    # Canvas.
    "Canvas, a forged name after its own": Case(
        {"ccdd_8_80_aaéa_7_70_a.txt": (RIGHT["s02"], 9)}, {"s02": ("ccdd_8_80_aaéa_7_70_a.txt", 1)}
    ),
    "Canvas, a forged folder in an archive": Case(
        {"ccdd_8_80_w.zip": ({OF_A: (RIGHT["s02"], 9)}, 9), "aaéa_7_70_a.txt": (RIGHT["s01"], 8)},
        {"s01": ("aaéa_7_70_a.txt", 1), "s02": (f"ccdd_8_80_w.zip/{A}/a.txt", 1)},
    ),
    "Canvas, a forged name of Moodle after its own": Case(
        {"ccdd_8_80_x-Éa Aa_101_assignsubmission_file_a.txt": (BAD, 15), "aaéa_7_70_a.txt": (RIGHT["s01"], 9)},
        {"s01": ("aaéa_7_70_a.txt", 1), "s02": ("assignsubmission_file_a.txt", 0)},
    ),
    "a folder of the teacher that looks like Canvas": Case(
        {"nash_1_2_b.zip": (MINE, 20)}, {"s01": (f"nash_1_2_b.zip/{A}/a.txt", 1)}, is_one_by_one=True
    ),
    # B takes the place of A.
    "B's text names A": Case({**MINE, OF_B: (named("s01", BAD), 15)}, {**COUNTS, "s02": (OF_B, 0, OTHER)}),
    "B's text names A, who is absent": Case({OF_B: (named("s01", RIGHT["s01"]), 15)}, {"s02": (OF_B, 0, OTHER)}),
    "B on A's sheet, A's upload is a text": Case({**MINE, OF_B: (BAD_ON_A, 15)}, {**COUNTS, "s02": (OF_B, 0, OTHER)}),
    "B on A's sheet, A's upload is sealed": Case(
        {OF_A: (SIGNED["s01"], 9), OF_B: (BAD_ON_A, 15)}, {**COUNTS, "s02": (OF_B, 0, OTHER)}
    ),
    "B hands in A's very file": Case(
        {OF_A: (SIGNED["s01"], 9), A_BY_B: (SIGNED["s01"], 15)}, {**COUNTS, "s02": (A_BY_B, 0, OTHER)}
    ),
    "B hands in A's very file, then another version on A's sheet": Case(
        {OF_A: (SIGNED["s01"], 9), A_BY_B: (SIGNED["s01"], 10), OF_B: (BAD_ON_A, 15)},
        {**COUNTS, "s02": (OF_B, 0, OTHER, SEVERAL)},
        (A_BY_B,),
    ),
    "B earlier than A": Case({OF_A: (RIGHT["s01"], 15), OF_B: (BAD_ON_A, 9)}, {**COUNTS, "s02": (OF_B, 0, OTHER)}),
    "B has handed in an own paper too": Case(
        {**OWN, OF_B: (SIGNED["s02"], 10), LATER_B: (BAD_ON_A, 15)}, {**COUNTS, "s02": (OF_B, 1, SEVERAL)}, (LATER_B,)
    ),
    "B has handed in an own text, then A's sheet": Case(
        {**OWN, LATER_B: (BAD_ON_A, 15)}, {**COUNTS, "s02": (OF_B, 1, OTHER, SEVERAL)}, (LATER_B,)
    ),
    "A's sheet comes from B alone": Case(
        {OF_B: (SIGNED["s02"], 9), A_BY_B: (SIGNED["s01"], 9)}, {"s01": (A_BY_B, 1, OTHER), "s02": (OF_B, 1)}
    ),
    "the teacher has a row of B's with A's number": Case(
        {**OWN, "x.csv": ("student,u0,1a\ns02,10,10 20\n", 15)},
        {**COUNTS, "s02": (OF_B, 1, SEVERAL)},
        ("x.csv, line 2",),
    ),
    "A and B exchanged their files": Case(
        {A_BY_B: (SIGNED["s01"], 9), AGAIN_A: (SIGNED["s02"], 9)},
        {"s01": (A_BY_B, 1, OTHER), "s02": (AGAIN_A, 1, OTHER)},
    ),
    "A's sheet comes from B and from C, not from A": Case(
        {A_BY_B: (SIGNED["s01"], 9), OF_C: (BAD_ON_A, 15)}, {"s01": (OF_C, 0, OTHER, SEVERAL)}, (A_BY_B,)
    ),
    "a stranger on A's sheet": Case({**MINE, OF_X: (BAD_ON_A, 15)}, {"s01": (OF_A, 1, SEVERAL)}, (OF_X,)),
    "a stranger on A's sheet, A being absent": Case({OF_X: (SIGNED["s01"], 15)}, {"s01": (OF_X, 1, OTHER)}),
    "a stranger's text names A": Case({**MINE, OF_X: (named("s01", BAD), 15)}, {"s01": (OF_A, 1, SEVERAL)}, (OF_X,)),
    # Folders and archives that a student made.
    "B's folder has A's name in it": Case(
        {**MINE, f"{B}/{A}/a.txt": (RIGHT["s02"], 15)}, {**COUNTS, "s02": (f"{B}/{A}/a.txt", 1)}
    ),
    "B's archive has A's folder in it": Case(
        {**MINE, f"{B}/w.zip": ({OF_A: (BAD, 15)}, 15)}, {**COUNTS, "s02": (f"{B}/w.zip/{A}/a.txt", 0)}
    ),
    "B's archive is named one by one": Case(
        {**MINE, f"{B}/w.zip": ({OF_A: (BAD, 15)}, 15)},
        {**COUNTS, "s02": (f"{B}/w.zip/{A}/a.txt", 0)},
        is_one_by_one=True,
    ),
    "a stranger's archive has A's folder in it": Case(
        {**MINE, f"{X}/w.zip": ({AGAIN_A: (BAD, 15)}, 15)}, COUNTS, (f"{X}/w.zip/{A}/b.txt",)
    ),
    "an archive that nobody is known to have made names A": Case(
        {"s01.txt": (RIGHT["s01"], 9), "w.zip": ({"s01.txt": (BAD, 15)}, 15)},
        {"s01": ("in/s01.txt", 1)},
        ("w.zip/s01.txt",),
    ),
    "an archive in the archive of the platform": Case(
        {"all.zip": ({f"{B}/w.zip": ({OF_A: (BAD, 9)}, 9), **MINE}, 20)}, {**COUNTS, "s02": (f"{B}/w.zip/{A}/a.txt", 0)}
    ),
    # Sheets given out wrongly: everybody filled that of the next, and it is theirs, with the seed of the sheet.
    "a chain of sheets": Case(
        {OF_A: (SIGNED["s02"], 9), A_BY_B: (SIGNED["s03"], 9), OF_C: (SIGNED["s01"], 9)},
        {"s01": (OF_A, 1, SHIFTED), "s02": (A_BY_B, 1, SHIFTED), "s03": (OF_C, 1, SHIFTED)},
    ),
    "a chain that ends with somebody absent": Case(
        {OF_A: (SIGNED["s02"], 9), A_BY_B: (SIGNED["s03"], 9)}, {"s01": (OF_A, 1, SHIFTED), "s02": (A_BY_B, 1, SHIFTED)}
    ),
    "the own name on the sheet of another": Case(
        {OF_A: (on("s02", named("s01", RIGHT["s02"])), 9)}, {"s01": (OF_A, 1, SHIFTED)}
    ),
    "the own name on the sheet of another, who has it too": Case(
        {OF_A: (on("s02", named("s01", RIGHT["s02"])), 9), A_BY_B: (on("s02", HALF["s02"]), 9)},
        {"s01": (OF_A, 0, OTHER, "student-changed"), "s02": (A_BY_B, 0.5)},
    ),
    # Typed in the room.
    "sat, and uploaded later": Case(
        {"sat-s01.json": (on("s01", SAT_RIGHT), 9), OF_A: (BAD_ON_A, 15)},
        {"s01": ("sat-s01.json", 1, SEVERAL)},
        (OF_A,),
        is_one_by_one=True,
    ),
    "named like what was sat, without its seal": Case(
        {"sat-s01.json": (SAT_RIGHT, 9), OF_A: (BAD_ON_A, 15)},
        {"s01": (OF_A, 0, SEVERAL)},
        ("sat-s01.json",),
        is_one_by_one=True,
    ),
    # One content.
    "one content in two folders": Case({**MINE, A_BY_B: (RIGHT["s01"], 9)}, {**COUNTS, "s02": (A_BY_B, 0)}),
    "one content in two folders, named one by one": Case(
        {**MINE, A_BY_B: (RIGHT["s01"], 9)}, {**COUNTS, "s02": (A_BY_B, 0)}, is_one_by_one=True
    ),
    "one content in two folders of the teacher": Case(
        {"s01/a.txt": (RIGHT["s01"], 9), "s02/a.txt": (RIGHT["s01"], 9)},
        {"s01": ("s01/a.txt", 1), "s02": ("s02/a.txt", 0)},
    ),
    # Tables.
    "a table that the teacher has": Case(
        {"all.csv": (ROWS, 9)}, {"s01": ("all.csv, line 2", 0), "s02": ("all.csv, line 3", 1)}
    ),
    "a table of B's": Case(
        {**MINE, f"{B}/b.csv": (ROWS, 15)}, {**COUNTS, "s02": (f"{B}/b.csv, line 3", 1, OTHER)}, (f"{B}/b.csv, line 2",)
    ),
    "a table of B's, A being absent": Case(
        {f"{B}/b.csv": (ROWS, 15)}, {"s02": (f"{B}/b.csv, line 3", 1, OTHER)}, (f"{B}/b.csv, line 2",)
    ),
    "a row of B's alone": Case({f"{B}/b.csv": ("student,1a\ns02,11 22\n", 15)}, {"s02": (f"{B}/b.csv, line 2", 1)}),
    "a stranger's table": Case({f"{X}/x.csv": (ROWS, 15)}, {}, (f"{X}/x.csv, line 2", f"{X}/x.csv, line 3")),
    # Without a platform the teacher's word is believed.
    "a flat folder, B's text names A": Case(
        {"s01.txt": (RIGHT["s01"], 9), "s02.txt": (named("s01", BAD), 15)},
        {"s01": ("in/s01.txt", 1), "s02": ("in/s02.txt", 0, OTHER)},
    ),
    "a flat folder, B on A's sheet": Case(
        {"s01.txt": (RIGHT["s01"], 9), "s02.txt": (BAD_ON_A, 15)},
        {"s01": ("in/s01.txt", 1), "s02": ("in/s02.txt", 0, OTHER)},
    ),
    "folders by student, a forged name inside": Case(
        {"s02/s01.txt": (RIGHT["s02"], 9)}, {"s02": ("s02/s01.txt", 1, OTHER)}
    ),
    "the teacher has a sheet of A's beside the upload": Case(
        {**MINE, "late/x.txt": (BAD_ON_A, 15)}, {"s01": (OF_A, 1, SEVERAL)}, ("late/x.txt",)
    ),
    "the teacher has a sheet of A's alone": Case({"late/x.txt": (SIGNED["s01"], 15)}, {"s01": ("late/x.txt", 1)}),
    "a seal and a name of two": Case(
        {"late/x.txt": (on("s01", named("s02", RIGHT["s01"])), 15)}, {"s01": ("late/x.txt", 1, "student-changed")}
    ),
    # Nobody's.
    "a stranger": Case({OF_X: ("u0: 77\n" + RIGHT["s01"], 9)}, {}, (OF_X,)),
    "a sheet of nobody in the list": Case({"x.txt": (on("s77", RIGHT["s01"]), 9)}, {}, ("x.txt",)),
}


def test_whose_sheet_it_is_is_told_beside_whoever_handed_it_in(hand_in: HandIn) -> None:
    class_data = hand_in({"s01.txt": (RIGHT["s01"], 9), "s02.txt": (on("s01", BAD), 15)})
    (flag,) = (flag for row in grade_class(class_data).rows for flag in row.flags if str(flag) == OTHER)
    assert (
        flag.other_student
        == "paper in a file named after s02, Cc Dd, written on the sheet of s01, Aa Éa, u₀ = 10, assigned to s02, Cc Dd"
    )
    assert flag.acknowledged(is_shown=True, reason="asked").for_student.render("en").endswith("one student (asked)")


@pytest.mark.parametrize(
    ("files", "counted"),
    [
        # the signed paper counts before an unsigned one that came later
        (
            {"a.pdf.txt": (on("s01", RIGHT["s01"]), 9), "b.txt": (BAD, 15)},
            "09:00 counts: this version of the paper has the code of the answer",
        ),
        ({"a.txt": (BAD, 9), "b.txt": (RIGHT["s01"], 15)}, "15:00 counts: this version of the paper was received last"),
        (
            {"a.txt": ("1a: 1\n", 9), "b.txt": (RIGHT["s01"] + "2: 3\n", 9)},
            "09:00 counts: both versions of the paper have the same date, and",
        ),
    ],
)
def test_a_student_with_several_papers_reads_which_one_counts_and_why(
    hand_in: HandIn, files: Files, counted: str
) -> None:
    paper = row_of(hand_in({f"{A}/{name}": content for name, content in files.items()}), "s01").paper
    assert paper is not None
    shown = next(flag for flag in paper.for_student.flags if str(flag) in (SEVERAL, AGAIN)).render("en")
    assert f"(the version of the paper received on 2026-05-30 {counted}" in shown


def test_papers_that_two_exchanged_name_both_and_are_never_confirmed_together(
    hand_in: HandIn, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two students have handed in each other's sheet, a third their own."""
    sheets = ((A, "s02"), (B, "s01"), (C, "s03"))
    crossed = hand_in({f"{folder}/dice.txt": (on(sheet, RIGHT[sheet]), 9) for folder, sheet in sheets})
    flags = {row.student.id: flag for row in grade_class(crossed).rows for flag in row.open_flags}
    paper = "paper handed in by {}, written on the sheet of {}, assigned to {}"
    first, second = "s01, Aa Éa", "s02, Cc Dd"
    assert {name: (str(flag), flag.other_student) for name, flag in flags.items()} == {
        "s01": (OTHER, paper.format(second, f"{first}, u₀ = 10", first)),
        "s02": (OTHER, paper.format(first, f"{second}, u₀ = 11", second)),
    }
    with pytest.raises(CorrigeError, match="each other"):
        rule(crossed, "", OTHER, Override(DecisionKind.ACKNOWLEDGED), equal=True)
    ran = run(capsys, "class", "collect", crossed.folder)
    assert (ran.code, "--all-equal" in ran.out) == (1, False)
    text, digest = " ".join(ran.out.split()), load_submissions(crossed).versions["s01"][-1].upload.digest[:8]
    grant = f"corrige class decide {crossed.folder} s02 u0 --value 10 --reason TEXT"
    assert f"class decide {crossed.folder} s01 {OTHER} --seen" in text
    assert f"class assign {crossed.folder} {digest} s02 ; {grant}" in text
    rule(crossed, "s01", OTHER, Override(DecisionKind.ACKNOWLEDGED))
    assert [row.student.id for row in grade_class(crossed).rows if row.open_flags] == []  # both are settled


def test_a_decision_on_the_student_of_a_paper_is_about_this_file(hand_in: HandIn) -> None:
    """The teacher takes what s01 handed in on the sheet of s02 as the paper of s02; later s03 hands one in as well."""
    class_data = hand_in({f"{A}/a.txt": (on("s02", RIGHT["s02"]), 9)})
    rule(class_data, "s02", OTHER, Override(DecisionKind.ACKNOWLEDGED))
    row = row_of(class_data, "s02")
    assert (row.open_flags, row.final_mark) == ((), 1)
    hand_in({f"{C}/c.txt": (on("s02", BAD), 15)})
    row = row_of(class_data, "s02")
    assert {*map(str, row.open_flags)} == {OTHER, SEVERAL, f"decision-outdated:{OTHER}"}
    assert row.final_mark is None
    rule(class_data, "s02", OTHER, Override(DecisionKind.ACKNOWLEDGED))
    assert [*map(str, row_of(class_data, "s02").open_flags)] == [SEVERAL]


def test_another_unreadable_file_of_the_same_name_is_another_question(tmp_path: Path) -> None:
    class_data = tiny_class(tmp_path / "class")
    for at in range(2):
        put(tmp_path / "in", {f"{A}/photo.jpg": (f"no picture {at}", 9 + at)})
        collect(class_data, [tmp_path / "in"], datetime(2026, 6, 1 + at))
        gradebook = grade_class(class_data)
        assert [len(row.open_flags) for row in gradebook.rows] == [1, 1, 1]
        assert len(gradebook.problems) == at + 1
        rule(class_data, "s01", "not-readable", Override(DecisionKind.ACKNOWLEDGED))
        gradebook = grade_class(class_data)
        assert [len(row.open_flags) for row in gradebook.rows] == [0, 1, 1]
        assert not gradebook.problems


def test_a_seed_is_granted_to_a_paper_and_not_to_the_next_one(hand_in: HandIn) -> None:
    """The teacher marks what s01 did on the sheet of s02 with its seed; then s01 hands in the own sheet."""
    class_data = hand_in({f"{folder}/a.txt": (on("s02", RIGHT["s02"]), 9) for folder in (A, B)})
    rule(class_data, "s01", "u0", Override(DecisionKind.VALUE, "11", "the sheet of s02"))
    assert {row.student.id: row.value for row in grade_class(class_data).rows} == {"s01": 1, "s02": 1, "s03": None}
    row = row_of(hand_in({f"{A}/own.txt": (on("s01", RIGHT["s01"]), 15)}), "s01")
    assert (row.value, row.paper and row.paper.u0) == (1, 10)
    assert "decision-outdated:u0" in map(str, row.open_flags)


def test_a_row_that_a_corrected_table_does_not_have_is_in_doubt(tmp_path: Path) -> None:
    """The answers of s02, typed in the row of s03, are moved to that of s02, and the table is collected again."""
    class_data = tiny_class(tmp_path / "class")
    for at, (first, second) in enumerate((("s03", "s01"), ("s02", "s01"))):
        put(tmp_path / "in", {"table.csv": (f"student,1a\n{first},11 22\n{second},10 20\n", 9 + at)})
        collect(class_data, [tmp_path / "in"], datetime(2026, 6, 1 + at))
    rows = {row.student.id: row for row in grade_class(class_data).rows}
    open_flags = {student: [flag.slug for flag in row.open_flags] for student, row in rows.items()}
    assert open_flags == {"s01": [], "s02": [], "s03": ["in-earlier-file:"]}
    assert [rows[student].final_mark for student in ("s02", "s03")] == [1, None]
    rule(class_data, "s03", "in-earlier-file", Override(DecisionKind.ACKNOWLEDGED))
    assert not any(row.open_flags for row in grade_class(class_data).rows)


def test_a_corrected_table_may_have_another_name(tmp_path: Path) -> None:
    class_data = tiny_class(tmp_path / "class")
    for at, (name, students) in enumerate((("table", ("s01", "s02", "s03")), ("table (1)", ("s01", "s02")))):
        rows = "".join(f"{student},{10 + row} {20 + 2 * row}\n" for row, student in enumerate(students))
        put(tmp_path / f"in{at}", {f"{name}.csv": (f"student,1a\n{rows}", 9 + at)})
        collect(class_data, [tmp_path / f"in{at}"], datetime(2026, 6, 1 + at))
    flags = [[flag.slug for flag in row.open_flags] for row in grade_class(class_data).rows]
    assert flags == [[], [], ["in-earlier-file:"]]


def test_another_seed_that_is_acknowledged_for_a_paper_is_asked_about_on_the_next_one(hand_in: HandIn) -> None:
    class_data = hand_in({f"{A}/a.txt": ("student: s01\nu0: 999\n1a: 10 20\n", 9)})
    rule(class_data, "s01", "u0-changed", Override(DecisionKind.ACKNOWLEDGED))
    assert "u0-changed" not in map(str, row_of(class_data, "s01").open_flags)
    class_data = hand_in({f"{A}/b.txt": ("student: s01\nu0: 998\n1a: 10 20\n", 15)})
    assert "u0-changed" in map(str, row_of(class_data, "s01").open_flags)


def test_a_paper_on_the_sheet_of_a_student_whose_own_is_assigned_later_goes_back_to_its_uploader(
    hand_in: HandIn,
) -> None:
    class_data = hand_in({f"{A}/a.txt": (on("s02", RIGHT["s02"]), 9), "scan.txt": (RIGHT["s02"], 9)})
    assign(class_data, "s02", "scan.txt")
    rows = {row.student.id: row for row in grade_class(class_data).rows}
    assert [*map(str, rows["s02"].flags)] == ["picked-by-teacher"]
    assert rows["s01"].paper is not None
    assert [*map(str, rows["s01"].open_flags)] == [OTHER]


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in CASES.items()])
def test_whose_paper_counts(case: Case, hand_in: HandIn) -> None:
    gradebook = grade_class(hand_in(case.files, is_one_by_one=case.is_one_by_one))
    papers = {row.student.id: row.paper for row in gradebook.rows if row.paper is not None}
    results = {who: (float(one.score), set(map(str, one.flags))) for who, one in papers.items()}
    assert results == {who: (float(score), set(flags)) for who, (_, score, *flags) in case.rows.items()}
    assert all(str(papers[who].place).endswith(row[0]) for who, row in case.rows.items())
    places = sorted(str(paper.place) for paper in gradebook.unassigned)
    assert len(places) == len(case.unassigned)
    assert all(map(str.endswith, places, sorted(case.unassigned)))


def test_the_number_written_on_a_paper_of_nobody_offers_its_student_and_gives_nothing(hand_in: HandIn) -> None:
    """An online text of a participant whom Moodle does not name."""
    name = "Participant_1006_assignsubmission_onlinetext/onlinetext.txt"
    submissions = load_submissions(hand_in({name: ("u0: 11\n1a: 11 22\n", 9)}))
    (paper,) = submissions.unassigned
    assert [enrollment.student.id for enrollment in paper.attribution.candidates] == ["s02"]
    assert not any(submissions.versions.values())
