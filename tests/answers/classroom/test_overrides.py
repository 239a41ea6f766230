from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from answers.classroom.decisions import Decision, DecisionKind, DecisionTarget, Override, written_answer
from answers.classroom.overrides import apply_decisions, incorrect_items, with_acknowledged
from answers.exam.exam import Exam
from answers.exam.key_cache import cached_key
from answers.exam.scenario import Scenario
from answers.flags import ANSWERS_OF_SEED, FLATTENED, LATE, NO_SIGNATURE, Flag, Place
from answers.grading.grade import grade
from answers.kinds.numbers.numbers import probabilities
from answers.paper import Paper, Verdict
from answers.sheets.sheet import Feedback, sheet_html
from answers.submissions.raw.submission import Submission
from tests.answers.tiny import TINY, submission

STRICT = TINY.revised(lambda part: replace(part, all_or_nothing=True))


def decided(answers: dict[str, tuple[str, ...]], exam: Exam = TINY, **kinds: tuple[str, str, str]) -> Paper:
    """Return a paper for u0 = 10 with decisions by item (q1a_2 for 1a.2): kind, value, and the text written."""
    own = {}
    for name, (kind, value, answer) in kinds.items():
        item = name.removeprefix("q").replace("_", ".")
        own[item] = Override(DecisionKind(kind), value).about(DecisionTarget("s01", item, written_answer(answer)))
    return apply_decisions(exam, submission(answers), marking(exam), own)


def marking(exam: Exam = TINY) -> Callable[[Submission], Paper]:
    return lambda one: grade(exam, one, lambda scenario: cached_key(TINY, scenario))


def items(paper: Paper, part: str) -> list[tuple[str, str, str, float]]:
    return [(m.raw, str(m.verdict), str(m.note or ""), float(m.score)) for m in paper.parts[part].items]


def test_a_value_is_marked_as_if_it_had_been_written() -> None:
    """2.5 is right for u0 = 10, whatever the comma of "2,500" means."""
    assert decided({"2": ("2,500",)}).parts["2"].items[0].verdict is Verdict.UNREADABLE
    right = decided({"2": ("2,500",)}, q2_1=("value", "2.5", "2,500"))
    wrong = decided({"2": ("2,500",)}, q2_1=("value", "2500", "2,500"))
    assert items(right, "2") == [("2,500", "right", "decided-by-teacher", 3.0)]
    assert items(wrong, "2") == [("2,500", "wrong", "decided-by-teacher", 0.0)]
    assert float(right.score) == 3


def test_a_number_that_may_be_a_percentage_is_what_the_teacher_says() -> None:
    exam = TINY.revised(lambda part: replace(part, kind=probabilities(1)) if part.id == "2" else part)
    for value, verdict in (("", "unreadable"), ("0.5", "right"), ("50", "wrong")):
        decision = Override(DecisionKind.VALUE, value).about(DecisionTarget("s01", "2.1", "50"))
        own = {"2.1": decision} if value else {}
        paper = apply_decisions(exam, submission({"2": ("50",)}, u0="2"), marking(exam), own)  # 2 / 4
        assert items(paper, "2")[0][1] == verdict


@pytest.mark.parametrize(
    ("kind", "value", "verdict", "score"),
    [
        ("right", "", "right", 3), ("wrong", "", "wrong", 0), ("points", "1,5", "partly_right", 1.5),
        ("points", "3", "right", 3), ("points", "0", "wrong", 0), ("points", "99", "right", 3),  # at most the item's
    ],
)  # fmt: skip
def test_right_wrong_and_points(kind: str, value: str, verdict: str, score: float) -> None:
    paper = decided({"1a": ("ten", "20"), "2": ("2.5",)}, q1a_1=("right", "", "ten"), q2_1=(kind, value, "2.5"))
    assert items(paper, "1a") == [("ten", "right", "decided-by-teacher", 0.5), ("20", "right", "", 0.5)]
    assert items(paper, "2") == [("2.5", verdict, "decided-by-teacher", score)]
    document = paper.to_json()["parts"]["2"]["items"]  # type: ignore[index]
    assert document[0]["verdict"] == verdict.removeprefix("partly_")


def test_an_answer_with_all_its_points_is_right_and_feedback_expects_nothing_else() -> None:
    texts = {"1a": ("10", "20"), "1b": ("11", "21"), "2": ("1",)}
    for points, verdict, expects in (("3", "right", False), ("2,5", "partly_right", True)):
        paper = decided(texts, q2_1=("points", points, "1"))
        assert items(paper, "2")[0][1] == verdict
        feedback = Feedback(TINY, cached_key(TINY, Scenario(10)), paper)
        assert ("expected <b>" in sheet_html(feedback, lang="en")) == expects


def test_a_list_in_one_text_has_items_of_its_own() -> None:
    paper = decided({"1a": ("1O 20",)}, q1a_1=("value", "10", "1O 20"))
    assert [(raw, verdict) for raw, verdict, *_ in items(paper, "1a")] == [
        ("1O 20", "right"), ("1O 20", "unreadable"),  # a list that is not read is not read at all
    ]  # fmt: skip
    both = decided({"1a": ("1,000 2,000",)}, q1a_1=("value", "10", "1,000 2,000"), q1a_2=("value", "20", "1,000 2,000"))
    assert [verdict for _, verdict, *_ in items(both, "1a")] == ["right", "right"]


@pytest.mark.parametrize(("second", "score"), [("20", 1), ("0", 0)])
def test_a_part_that_earns_as_a_whole_is_completed_by_a_decision(second: str, score: int) -> None:
    assert float(decided({"1a": ("ten", second)}, STRICT).parts["1a"].score) == 0
    assert float(decided({"1a": ("ten", second)}, STRICT, q1a_1=("right", "", "ten")).parts["1a"].score) == score
    assert float(decided({"1a": ("ten", second)}, STRICT, q1a_1=("value", "10", "ten")).parts["1a"].score) == score
    paper = decided({"1a": ("ten", second)}, STRICT, q1a_1=("points", "0.25", "ten"))
    assert paper.parts["1a"].items[0].score == Fraction(1, 4)


def test_a_decision_about_another_answer_is_told_and_not_applied() -> None:
    paper = decided({"2": ("2.4",)}, q2_1=("wrong", "", "2,500"))
    assert items(paper, "2")[0][1] == "right"
    assert [str(flag) for flag in paper.flags] == ["decision-outdated:2.1"]
    assert paper.needs_teacher
    same = decided({"2": ("  2.5 ",)}, q2_1=("wrong", "", "2.5"))  # spaces around are nothing
    assert items(same, "2")[0][1] == "wrong"


def test_the_reason_is_told_to_the_student() -> None:
    own = {"2.1": Override(DecisionKind.RIGHT, "", "relu à la main").about(DecisionTarget("s01", "2.1", "x"))}
    note = apply_decisions(TINY, submission({"2": ("x",)}), marking(), own).parts["2"].items[0].note
    assert note is not None
    assert "relu à la main" in note.render("fr")
    assert str(note) == "decided-by-teacher: relu à la main"


def flagged(*flags: Flag) -> Paper:
    return Paper(Place("a.txt"), "s01", "tiny", 10, flags, {})


def examined(name: str, value: str = "", reason: str = "") -> dict[str, Decision]:
    return {name: Override(DecisionKind.ACKNOWLEDGED, value, reason).about(DecisionTarget("s01", name))}


def test_a_flag_that_was_seen_needs_nobody_and_stays() -> None:
    paper = with_acknowledged(flagged(ANSWERS_OF_SEED(40), NO_SIGNATURE), examined("answers-of-seed-40"))
    assert list(map(str, paper.flags)) == ["answers-of-seed-40", "no-seal"]
    assert [(flag.is_acknowledged, flag.needs_teacher) for flag in paper.flags] == [(True, False), (False, True)]
    assert paper.needs_teacher
    assert paper.to_json()["seen"] == ["answers-of-seed-40"]


@pytest.mark.parametrize(
    ("flag", "value", "shown"),
    [
        (ANSWERS_OF_SEED(40), "", []), (ANSWERS_OF_SEED(40), "told", [("answers-of-seed-…", True)]),
        (FLATTENED, "", [("flattened", False)]),  # always shown to the student, the reason only if the teacher tells it
        (FLATTENED, "told", [("flattened", True)]),
    ],
)  # fmt: skip
def test_the_student_reads_a_flag_and_the_reason_only_when_the_teacher_says_so(
    flag: Flag, value: str, shown: list[tuple[str, bool]]
) -> None:
    paper = with_acknowledged(flagged(flag), examined(str(flag), value, "as agreed"))
    assert [(str(own), "(as agreed)" in own.render("en")) for own in paper.for_student.flags] == shown
    assert [own.reason for own in paper.flags] == ["as agreed"]


def test_another_seed_was_not_seen() -> None:
    paper = with_acknowledged(flagged(ANSWERS_OF_SEED(41)), examined("answers-of-seed-40"))
    assert list(map(str, paper.flags)) == ["answers-of-seed-41", "decision-outdated:answers-of-seed-40"]
    assert all(flag.needs_teacher for flag in paper.flags)
    assert paper.for_student.flags == ()
    decisions = {**examined("answers-of-seed-40"), **examined("answers-of-seed-41")}
    both = with_acknowledged(flagged(ANSWERS_OF_SEED(41)), decisions)
    assert [(str(flag), flag.needs_teacher) for flag in both.flags] == [("answers-of-seed-41", False)]
    assert with_acknowledged(flagged(LATE("0:05")), decisions) == flagged(LATE("0:05"))  # a flag that is gone


def test_the_other_items_that_are_not_right() -> None:
    """For u0 = 10 the answers to 1a are 10 and 20."""
    papers = [
        grade(STRICT, submission({"1a": texts}), lambda scenario: cached_key(TINY, scenario))
        for texts in (("ten", "20"), ("10", "21"))
    ]
    assert incorrect_items(STRICT.part("1a"), ["1a.1"], papers[:1]) == ()
    assert incorrect_items(STRICT.part("1a"), ["1a.1"], papers) == ("1a.2",)
    assert incorrect_items(STRICT.part("1a"), [], papers) == ("1a.1", "1a.2")
    assert incorrect_items(TINY.part("1a"), ["1a.1"], papers) == ()
