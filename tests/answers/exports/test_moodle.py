"""What each question earned, as a platform shows it in a line."""

import csv
import io
from dataclasses import replace
from fractions import Fraction

import pytest

from answers.classroom.overrides import whole_mark
from answers.exam.settings import MarkRules, Penalty, Per
from answers.exports.gradebook import Gradebook
from answers.exports.moodle import marks_text, moodle_marks
from answers.exports.platform_list import read_platform_list
from answers.exports.request import ExportRequest, ExportResult
from answers.flags import LATE, MARKED_BY, NO_PAPER, NO_SIGNATURE
from tests.answers.exports.classes import ABSENT, CLASS, GOOD, SETTLED, no_key
from tests.answers.tiny import TINY

# The header of the fixture of Moodle's own importer.
HEADER = (
    '"First name",Surname,"ID number",Institution,Department,"Email address",'
    '"Assignment: Assignment for grape group","Feedback: Assignment for grape group","Course total",'
    '"Last downloaded from this course"\n'
)
LIST = HEADER + (
    'Zoé,Éluard,s01,,,zoe@x.fr,-,,-,1\n"Cc","Bb",,,,cc.bb@x.fr,-,,-,1\nDd,Ee,s03,,,d@x,-,,-,1\nStranger,Some,,,,z@x,,,,\n'
)


def moodle_export(content: str = LIST, gradebook: Gradebook = SETTLED) -> ExportResult:
    return moodle_marks(
        ExportRequest(gradebook, no_key, listed=read_platform_list(content.encode(), "l.csv"), column="DS")
    )


def test_only_those_whom_moodle_knows_and_who_have_marks_are_in_the_file() -> None:
    rows = list(csv.reader(io.StringIO(moodle_export().content.decode())))
    assert rows[0] == ["First name", "Surname", "ID number", "Email address", "DS", "Commentaire\u202f: DS"]
    assert [row[:5] for row in rows[1:]] == [
        ["Zoé", "Éluard", "s01", "zoe@x.fr", "4.5"],
        ["Cc", "Bb", "", "cc.bb@x.fr", "0.5"],
    ]
    assert rows[1][5] == "Question 1\u202f: 1,5 / 2\u202f; Question 2\u202f: 3 / 3"


def test_a_paper_that_is_not_read_to_the_end_has_neither_mark_nor_comment() -> None:
    assert "Bb" not in moodle_export(gradebook=CLASS).content.decode()
    assert moodle_export(GRADING, gradebook=CLASS).content.decode().splitlines()[2] == GRADING.splitlines()[2]


@pytest.mark.parametrize("is_shown", [True, False])
def test_why_an_absence_counts_as_zero_is_told_if_the_teacher_said_so(is_shown: bool) -> None:
    away = replace(ABSENT, missing=(NO_PAPER.acknowledged(is_shown=is_shown, reason="left at noon", is_zero=True),))
    request = ExportRequest(
        replace(CLASS, rows=(away,)), no_key, "en", listed=read_platform_list(LIST.encode(), "l.csv"), column="DS"
    )
    (_, row) = csv.reader(io.StringIO(moodle_marks(request).content.decode()))
    assert row[4] == "0"
    assert ("left at noon" in row[5]) == is_shown


def test_what_was_taken_off_for_being_late_is_told() -> None:
    assert GOOD.paper is not None
    rules = MarkRules(late=Penalty(Fraction(1), Per.DAY))
    late = replace(GOOD.paper, mark=whole_mark(GOOD.paper.score, GOOD.paper.points, rules, Fraction(0), "", 20))
    text = marks_text(CLASS.exam, late, "en")
    assert text.endswith("; Question 2: 3 / 3; points: 4.5 of 5; late: −1")


def test_what_the_teacher_settled_and_tells_is_told() -> None:
    """The comment has acknowledged flags that the student sees: another seed accepted, lateness excused."""
    assert GOOD.paper is not None
    flags = (
        MARKED_BY(12).acknowledged(is_shown=True, reason="miscopied"),
        LATE("0:25").acknowledged(is_shown=False),
        NO_SIGNATURE.acknowledged(is_shown=False),
    )
    text = marks_text(CLASS.exam, replace(GOOD.paper, flags=flags), "en")
    granted, *others = text.partition("Question 2: 3 / 3; ")[2].split(" (miscopied); ")
    assert granted.startswith("marked with u₀ = 12, granted by the teacher")
    assert others == ["25\u00a0min late, excused"]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("fr", "Question 1\u202f: 1,5 / 2\u202f; Question 2\u202f: 0,333 / 2,67"),
        ("en", "Question 1: 1.5 / 2; Question 2: 0.333 / 2.67"),
    ],
)
def test_three_digits_at_most(lang: str, text: str) -> None:
    paper = GOOD.paper
    assert paper is not None
    (mark,) = paper.parts["2"].items
    third = replace(paper.parts["2"], items=(replace(mark, score=Fraction(1, 3)),), points=Fraction(8, 3))
    assert marks_text(TINY, replace(paper, parts={**paper.parts, "2": third}), lang) == text


# The header of the grading table of an assignment, and what Moodle writes there: a locked row, dates with commas.
GRADING = (
    "Identifiant,Nom complet,Adresse de courriel,Statut,Note,Note maximale,La note peut être modifiée,"
    "Dernière modification (travail remis),Dernière modification (note),Feedback par commentaires\n"
    'Participant 9,Some Stranger,z@x,Pas de remise,,"5,00",Oui,-,-,"Vu, -1"\n'
    'Participant 8,Cc Bb,cc.bb@x.fr,Pas de remise,,"5,00",Oui,"lundi 3 mai 2026, 10:00",-,\n'
    'Participant 7,Zoé Éluard,zoe@x.fr,Remis,"3,00","5,00",Oui,-,-,\n'
)


def test_the_grading_table_of_an_assignment_is_given_back_filled_in() -> None:
    exported = moodle_export(GRADING)
    before, after = (list(csv.reader(io.StringIO(text))) for text in (GRADING, exported.content.decode()))
    changed = [
        (row[0], at, cell)
        for was, row in zip(before, after, strict=True)
        for at, cell in enumerate(row)
        if was[at] != cell
    ]
    assert changed == [
        ("Participant 8", 4, "0,5"), ("Participant 8", 9, changed[1][2]),
        ("Participant 7", 4, "4,5"), ("Participant 7", 9, "Question 1\u202f: 1,5 / 2\u202f; Question 2\u202f: 3 / 3"),
    ]  # fmt: skip
    assert [str(note) for note in exported.notes] == [
        "to upload this file to the assignment in Moodle: “Upload grading worksheet”"
    ]
    assert not [problem for problem in exported.problems if "marked out of" in problem.cause]
    twenty = moodle_export(GRADING.replace("5,00", "20,00")).problems
    assert ("on the platform the assignment is marked out of 20,00, but the exported marks are out of 5") in [
        problem.cause for problem in twenty
    ]
    assert "4.5" in moodle_export(GRADING.replace('"5,00"', "5.00").replace('"3,00"', "")).content.decode()
