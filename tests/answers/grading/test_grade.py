import pytest

from answers.errors import CorrigeError
from answers.exam.identity import Identity, Seal
from answers.exam.key import Key, make_key
from answers.exam.world import World
from answers.flags import FLATTENED, NO_TEXT
from answers.grading.grade import Whose, common_exam, grade
from answers.grading.seed import seed_of
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
        (None, None, True, "64007", None, ("u0-unreadable",)),
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


def test_the_exam_is_found_when_the_submissions_agree() -> None:
    assert common_exam([submission({}), submission({}, exam=None)]) == "tiny"
    with pytest.raises(CorrigeError, match="several exams: nash, tiny"):
        common_exam([submission({}), submission({}, seal=seal(1, exam="nash"))])
    with pytest.raises(CorrigeError, match="do not say"):
        common_exam([submission({}, exam=None)])
