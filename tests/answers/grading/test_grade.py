from fractions import Fraction

import pytest

from answers.errors import CorrigeError, Problem
from answers.exam.identity import Identity, Seal
from answers.exam.key import Key, make_key
from answers.exam.world import World
from answers.flags import DAMAGED, FLATTENED, NO_SEED, NO_TEXT, SHEET_OF_EXAM, STUDENT_CHANGED, Note, Place
from answers.grading.grade import Whose, common_exam, grade
from answers.grading.seed import seed_of
from answers.paper import Mark, Paper, PartMarks, Verdict
from tests.answers.tiny import TINY, submission


def key_of(world: World) -> Key:
    return make_key(TINY, world)


def seal(u0: int, *, exam: str = "tiny", genuine: bool = True) -> Seal:
    return Seal(Identity(exam, u0, "s01"), genuine)


@pytest.mark.parametrize(
    ("known", "sealed", "genuine", "declared", "u0", "flags"),
    [
        (None, None, True, "10", 10, ()),
        (None, None, True, "u0 = 10", 10, ()),
        (None, 10, True, "10", 10, ()),
        (None, 10, True, "", 10, ()),
        (None, 10, True, "12", 10, ("u0-changed",)),
        (None, 10, False, "12", 12, ("u0-changed",)),
        (5, 10, True, "10", 5, ("u0-changed",)),
        (5, None, True, None, 5, ()),
        (None, None, True, None, None, ()),
        (None, None, True, "abc", None, ("u0-unreadable",)),
        (None, None, True, "64007", None, ("u0-out-of-range",)),
        (None, None, True, "1.5", None, ("u0-unreadable",)),
        (None, 10, True, "dix", 10, ("u0-unreadable",)),
    ],
)
def test_which_seed_marks(
    known: int | None, sealed: int | None, genuine: bool, declared: str | None, u0: int | None, flags: tuple[str, ...]
) -> None:
    seal_read = None if sealed is None else seal(sealed, genuine=genuine)
    found = seed_of(submission({}, u0=declared, seal=seal_read), known)
    assert (found.u0, tuple(map(str, found.flags))) == (u0, flags)


def test_each_paper_is_marked_with_its_own_key() -> None:
    papers = [grade(TINY, submission({"1a": ("10 20",)}, u0=u0), key_of) for u0 in ("10", "3")]
    assert [paper.parts["1a"].score for paper in papers] == [1, 0]


def test_a_sheet_of_another_exam_is_not_marked() -> None:
    paper = grade(TINY, submission({"1a": ("10 20",)}, seal=seal(10, exam="nash")), key_of)
    assert paper.u0 is None
    assert tuple(map(str, paper.flags)) == ("sheet-of-exam-nash",)


def test_without_a_seed_nothing_is_scored_and_the_paper_is_flagged() -> None:
    paper = grade(TINY, submission({"1a": ("10 20",)}, u0=None), key_of)
    assert (paper.u0, tuple(map(str, paper.flags))) == (None, ("no-seed",))


def test_a_student_who_used_the_models_seed_is_noticed() -> None:
    model = {"1a": ("17 34",), "1b": ("18 35",), "2": ("4.25",)}
    paper = grade(TINY, submission(model), key_of)
    assert paper.score == 0
    assert tuple(map(str, paper.flags)) == ("answers-of-seed-17",)
    assert {str(item.note) for part in paper.parts.values() for item in part.items} == {"right-for-seed-17"}


def test_what_the_teacher_knows_wins_over_what_is_written() -> None:
    known = Whose("s07", 3)
    paper = grade(TINY, submission({"1a": ("3 6",)}), key_of, known)
    assert (paper.student, paper.u0, paper.parts["1a"].score) == ("s07", 3, 1)
    assert tuple(map(str, paper.flags)) == ("u0-changed",)


def test_one_coincidence_is_noted_but_not_flagged() -> None:
    paper = grade(TINY, submission({"1a": ("17 20",), "1b": ("11 21",), "2": ("2.5",)}), key_of)
    assert tuple(map(str, paper.flags)) == ()
    first, second = paper.parts["1a"].items
    assert (str(first.note), second.note) == ("right-for-seed-17", None)


def test_the_models_own_seed_is_not_suspicious() -> None:
    paper = grade(TINY, submission({"1a": ("17 34",), "2": ("9",)}, u0="17"), key_of)
    assert tuple(map(str, paper.flags)) == ()


def test_a_degenerate_seed_is_flagged() -> None:
    paper = grade(TINY, submission({"1a": ("0 0",)}, u0="0"), key_of)
    assert tuple(map(str, paper.flags)) == ("degenerate-seed",)


def test_a_blank_paper_is_flagged_for_a_viewer_may_have_lost_the_answers() -> None:
    paper = grade(TINY, submission({"1a": ("", " ")}), key_of)
    assert (paper.score, tuple(map(str, paper.flags))) == (0, ("blank-paper",))


def test_a_printed_copy_without_text_is_not_scored() -> None:
    paper = grade(TINY, submission({}, flags=(FLATTENED, NO_TEXT)), key_of)
    assert (paper.u0, tuple(map(str, paper.flags))) == (None, ("flattened", "no-text"))


def test_an_unmarked_paper_keeps_what_was_written_with_the_reason() -> None:
    other = submission({"1a": ("10", "")}, exam="nash", flags=(DAMAGED,), place=Place("b.csv", "line 2"))
    paper = grade(TINY, other, key_of, Whose("s07", None, (STUDENT_CHANGED,)))
    reason = Note("sheet-of-exam-", "nash")
    unread, blank = Mark("10", Verdict.UNREADABLE, reason, Fraction(0)), Mark("", Verdict.BLANK, None, Fraction(0))
    assert paper == Paper(
        Place("b.csv", "line 2"), "s07", "tiny", None, (DAMAGED, STUDENT_CHANGED, SHEET_OF_EXAM("nash")),
        {
            "1a": PartMarks((unread, blank), Fraction(1)),
            "1b": PartMarks((blank, blank), Fraction(1)),
            "2": PartMarks((blank,), Fraction(3)),
        },
    )  # fmt: skip


@pytest.mark.parametrize(
    ("others", "whose", "flags", "reason"),
    [
        ({"u0": None}, Whose(), ("no-seed",), "no-seed"),
        ({"u0": "x"}, Whose(), ("u0-unreadable", "no-seed"), "no-seed"),
        ({"flags": (NO_TEXT,)}, Whose(), ("no-text",), "no-text"),
        ({"flags": (NO_TEXT,), "u0": None}, Whose(), ("no-text",), "no-text"),
        ({"flags": (NO_TEXT,), "exam": "nash"}, Whose(), ("no-text", "sheet-of-exam-nash"), "sheet-of-exam-nash"),
        ({}, Whose(flags=(NO_SEED,)), ("no-seed",), "no-seed"),
        ({"exam": None, "u0": None}, Whose(u0=10), None, None),
        ({"exam": "nash", "seal": seal(10)}, Whose(), None, None),
    ],
)
def test_why_a_paper_cannot_be_marked(
    others: dict[str, object], whose: Whose, flags: tuple[str, ...] | None, reason: str | None
) -> None:
    paper = grade(TINY, submission({"2": ("2.5",)}, **others), key_of, whose)
    item = paper.parts["2"].items[0]
    if flags is None:
        assert (paper.u0, paper.flags, item.verdict) == (10, (), Verdict.RIGHT)
    else:
        assert (paper.u0, tuple(map(str, paper.flags)), str(item.note)) == (None, flags, reason)


def test_a_marked_paper_says_all_that_is_remarkable_once() -> None:
    written = submission({"1a": ("0 0",)}, u0="0", flags=(DAMAGED, FLATTENED), place=Place("b.txt"), student="s02")
    paper = grade(TINY, written, key_of, Whose(flags=(DAMAGED, STUDENT_CHANGED)))
    assert (paper.place, paper.student, paper.exam, paper.u0) == (Place("b.txt"), "s02", "tiny", 0)
    assert tuple(map(str, paper.flags)) == ("damaged", "flattened", "student-changed", "degenerate-seed")


def test_a_blank_paper_keeps_its_flags() -> None:
    paper = grade(TINY, submission({}, flags=(DAMAGED,)), key_of)
    assert tuple(map(str, paper.flags)) == ("damaged", "blank-paper")


def test_a_paper_with_one_answer_is_not_blank() -> None:
    for text in ("x", "2.5"):
        assert grade(TINY, submission({"2": (text,)}), key_of).flags == ()


def test_the_exam_is_found_when_the_submissions_agree() -> None:
    assert common_exam([submission({}), submission({}, exam=None)]) == "tiny"
    assert common_exam([submission({}, exam="small", seal=seal(1, exam="nash"))]) == "nash"


@pytest.mark.parametrize(
    ("exams", "cause"),
    [
        (("tiny", "nash", None, "tiny"), "the files belong to several exams: nash, tiny"),
        ((None, None), "the files do not say which exam"),
        ((), "the files do not say which exam"),
    ],
)
def test_an_exam_that_is_not_to_be_found_out(exams: tuple[str | None, ...], cause: str) -> None:
    with pytest.raises(CorrigeError) as caught:
        common_exam([submission({}, exam=exam) for exam in exams])
    assert list(caught.value.problems) == [Problem(cause, "", "name the exam with --exam")]
