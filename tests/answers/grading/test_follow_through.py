"""Follow-through and known mistakes on an exam that is marked by hand: see chain.py. n = 1000 unless said otherwise.

True answers for n = 1000: 1a 3007, 1b 1 000 000 mod 60 013 = 39 792, 2a 6015, 2b 10, 3 0.66306, 4 429 and 4, 5 15 035.
For n = 1013: 1a 3046, 1b 1 026 169 mod 60 013 = 5948, 2a 6093, 2b 13, 3 0.09911, 4 435 and 1, 5 15 230.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam, MarkingPolicy
from answers.exam.key import Key, make_key
from answers.exam.question import Misconception, Mistake, Params, Part, Solution, SolveContext, question, questions_of
from answers.exam.scenario import Scenario
from answers.grading.diagnosis import diagnose
from answers.grading.follow_through import CLOSE, FAR, is_of_size, is_slip, own_scenarios
from answers.grading.grade import grade
from answers.grading.mark import mark, parse_responses
from answers.grading.scenario_keys import ScenarioKeys
from answers.kinds.numbers.numbers import integers, probabilities
from answers.kinds.parsing import Value
from answers.paper import Paper
from answers.sandbox.process import iterate_limited
from tests.answers.grading.chain import CHAIN, LARGE, five, four, one, thirteen_on, three, two, whole
from tests.answers.tiny import submission

RIGHT = {"1a": "3007", "1b": "39792", "2a": "6015", "2b": "10", "3": "0.66306", "4": "429 4", "5": "15035"}
OTHER = {"1a": "3046", "1b": "5948", "2a": "6093", "2b": "13", "3": "0.09911", "4": "435 1", "5": "15230"}


def paper_of(answers: Mapping[str, str], exam: Exam = CHAIN, keys: ScenarioKeys | None = None, u0: int = 1000) -> Paper:
    def made(scenario: Scenario, parts: tuple[str, ...], _: int | None = None) -> Key:
        return make_key(exam, scenario, parts=parts)

    handed = submission({part: (text,) for part, text in answers.items() if text}, u0=str(u0), exam=exam.name)
    return grade(exam, handed, partial(make_key, exam), scenario_key=keys or made)


def marked(changed: Mapping[str, str], exam: Exam = CHAIN) -> Paper:
    """The right paper with some answers changed."""
    return paper_of({**RIGHT, **changed}, exam)


def verdicts_of(paper: Paper) -> dict[str, str]:
    return {
        f"{part_id}.{index}": f"{item.verdict} {item.note or ''}".strip()
        for part_id, part in paper.parts.items()
        for index, item in enumerate(part.items, 1)
        if str(item.verdict) != "right"
    }


GIVEN, GIVEN_1B = "follow_through right-given:1a", "follow_through right-given:1b"


@pytest.mark.parametrize(
    ("changed", "verdicts", "score"),
    [
        ({}, {}, 14),
        (  # 3008 for 3007: then 6017, 11, 429 and 5, 15 040
            {"1a": "3008", "2a": "6017", "2b": "11", "4": "429 5", "5": "15040"},
            {"1a.1": "wrong", "2a.1": GIVEN, "2b.1": GIVEN, "4.2": GIVEN, "5.1": GIVEN},
            12,
        ),
        ({"1a": "3008", "2a": "6015", "2b": "11"}, {"1a.1": "wrong", "2b.1": GIVEN}, 12),  # true values come first
        ({"1a": "3008", "2a": "6016"}, {"1a.1": "wrong", "2a.1": "wrong"}, 10),
        ({"1a": "3008", "4": "429 6"}, {"1a.1": "wrong", "4.2": "wrong"}, 9),  # all or nothing stays so
        # 1b is within no tolerance, so 3 follows from it: 45 000 / 60 013 = 0.7498375…; a printed copy hides the rest
        ({"1b": "45000", "3": "0.7498"}, {"1b.1": "wrong", "3.1": GIVEN_1B}, 12),
        ({"1b": "45000", "3": "0.749837⋯"}, {"1b.1": "wrong", "3.1": GIVEN_1B}, 12),
    ],
)
def test_an_early_slip_costs_once(changed: dict[str, str], verdicts: dict[str, str], score: int) -> None:
    paper = marked(changed)
    assert (verdicts_of(paper), paper.score) == (verdicts, score)


def test_an_answer_that_cannot_be_is_not_granted() -> None:
    for first, second in (("2000000", "4000001"), ("3007.5", "6016"), ("x", "1"), ("", "1")):
        assert str(marked({"1a": first, "2a": second}).parts["2a"].items[0].verdict) == "wrong"


def test_the_teacher_may_give_less_for_following() -> None:
    half = replace(CHAIN, marking_policy=MarkingPolicy(follow_through=Fraction(1, 2)))
    assert marked({"1a": "3008", "2a": "6017"}, half).parts["2a"].score == 1
    nothing = replace(CHAIN, marking_policy=MarkingPolicy(follow_through=Fraction(0)))
    assert verdicts_of(marked({"1a": "3008", "2a": "6017"}, nothing)) == {"1a.1": "wrong", "2a.1": "wrong"}


@question(2, kind=integers(1, 0, 10**7), points=2, depends_on=("one.a", "one.b"))
def total(context: SolveContext[Params], _: Part) -> Solution:
    return Solution((whole(context.answers("one.a")[0]) + whole(context.answers("one.b")[0]),))


@pytest.mark.parametrize(
    ("written", "verdict"),
    [
        ("42807", "follow_through right-given:1a 1b"),  # 3008 + 39 799
        ("42800", "wrong"),  # 3008 + 39 792
        ("42806", "wrong"),  # 3007 + 39 799
    ],
)
def test_two_wrong_answers_are_followed_together(written: str, verdict: str) -> None:
    exam = Exam("chain", 17, CHAIN.draw, questions_of(one, total))
    assert verdicts_of(paper_of({"1a": "3008", "1b": "39799", "2": written}, exam))["2.1"] == verdict


@pytest.mark.parametrize(("first", "fifth"), [("13", "65"), ("15", "10000000000"), ("16", "0")])
def test_an_answer_that_breaks_a_question_earns_nothing(first: str, fifth: str) -> None:
    paper = paper_of({"1a": first, "5": fifth}, keys=ScenarioKeys(CHAIN))
    assert (str(paper.parts["5"].items[0].verdict), paper.score) == ("wrong", 0)


@pytest.mark.slow
def test_an_answer_that_never_ends_earns_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("answers.grading.scenario_keys.iterate_limited", partial(iterate_limited, seconds=1.0))
    verdicts = verdicts_of(paper_of({"1a": "14", "5": "70", "2a": "29"}, keys=ScenarioKeys(CHAIN)))
    assert (verdicts["5.1"], verdicts["2a.1"]) == ("wrong", "wrong")  # 14 is of another size than 3007


def test_a_known_mistake_is_named() -> None:
    """1 − 0.66306 = 0.33694; half is 0.33153, within the tolerance: the two mistakes cannot be distinguished."""
    assert verdicts_of(marked({"3": "0.3369"})) == {"3.1": "wrong several-mistakes"}
    only = replace(CHAIN, questions=tuple(replace(q, mistakes=q.mistakes[:1]) for q in CHAIN.questions))
    assert verdicts_of(marked({"3": "0.3369"}, only)) == {"3.1": "wrong mistake:complement"}
    for text in ("0.3", "0.37"):  # perhaps by chance
        assert verdicts_of(marked({"3": text}, only)) == {"3.1": "wrong"}


def test_a_misreading_costs_once() -> None:
    paper = marked(OTHER)
    named = "follow_through mistake:thirteen-on"
    assert verdicts_of(paper) == {
        "1a.1": "wrong mistake:thirteen-on",
        "1b.1": named,
        "2a.1": GIVEN,
        "2b.1": GIVEN,
        "3.1": GIVEN_1B,
        "4.1": GIVEN,
        "4.2": GIVEN,
        "5.1": GIVEN,
    }
    assert paper.score == 12


FIRST_MISREAD = {"1a": "3046", "1b": "5948"}
"""Question 1 answered with n + 13 for n."""


def test_two_misreadings_that_agree_cost_once_and_have_no_name() -> None:
    twins = replace(CHAIN, misconceptions=(thirteen_on, Misconception("n-too-great", thirteen_on.change)))
    paper = marked(FIRST_MISREAD, twins)
    assert verdicts_of(paper) == {"1a.1": "wrong several-mistakes", "1b.1": "follow_through several-mistakes"}
    assert paper.score == 12


@question(2, kind=integers(3, 0, 10**7), points=2)
def multiples(context: SolveContext[Params], _: Part) -> Solution:
    """5n, 7n and 9n, which depend on no earlier answer."""
    return Solution(tuple(factor * context.params.u0 for factor in (5, 7, 9)))


def test_right_answers_to_other_parts_decide_between_two_mistakes() -> None:
    """With n + 13 for n, 2 would be 5065, 7091 and 9117."""
    wrong = {"1a": (3046,), "1b": (5948,)}
    alone = Misconception("first-alone", answers=lambda _, part, values: wrong.get(part.id, values))
    exam = Exam("two-questions", 17, CHAIN.draw, questions_of(one, multiples), misconceptions=(thirteen_on, alone))
    paper = paper_of({**FIRST_MISREAD, "2": "5000 7000 9000"}, exam)
    assert verdicts_of(paper) == {"1a.1": "wrong mistake:first-alone", "1b.1": "follow_through mistake:first-alone"}


@pytest.mark.parametrize(("share", "other", "score"), [("0", "0", 12), ("1/2", "0", 12), ("1/2", "1/4", 12.5)])
def test_what_mistakes_that_agree_earn_is_the_least_of_both(share: str, other: str, score: float) -> None:
    """A mistake in question 1 that gives the values of the misconception: both cost once."""
    mistaken = Mistake("n-plus-13", lambda _, part: Solution((3046 if part.letter == "a" else 5948,)))
    first = replace(CHAIN.questions[0], mistakes=(mistaken,))
    rules = MarkingPolicy(mistakes=(("n-plus-13", Fraction(share)), ("thirteen-on", Fraction(other))))
    paper = marked(FIRST_MISREAD, replace(CHAIN, questions=(first, *CHAIN.questions[1:]), marking_policy=rules))
    assert verdicts_of(paper) == {"1a.1": "wrong several-mistakes", "1b.1": "follow_through several-mistakes"}
    assert paper.score == score


@question(2, parts="ab", kind=integers(1, 0, LARGE), points=4)
def remainders(context: SolveContext[Params], part: Part) -> Solution:
    """n and n + 1 mod 1013: 0 and 1 with n + 13 for n."""
    return Solution(((context.params.u0 + "ab".index(part.letter)) % 1013,))


@pytest.mark.parametrize(("as_printed", "score"), [(False, 2), (True, 6)])
def test_usual_values_earn_more_than_other_answers_only_as_printed(*, as_printed: bool, score: int) -> None:
    """Under the mistake 1b earns 2, and 2a and 2b, which are 0 and 1, twice as much."""
    exam = Exam("usual", 17, CHAIN.draw, questions_of(one, remainders), misconceptions=(thirteen_on,))
    assert paper_of({**FIRST_MISREAD, "2a": "0", "2b": "1"}, replace(exam, as_printed=as_printed)).score == score


def test_a_mistake_in_the_second_numbers_of_two_parts_costs_once() -> None:
    """`jeux` counts vertices and arcs of two graphs; the arcs of the first bars, of 28 and 18 squares, are left out."""
    exam = load_exam("jeux")
    key = make_key(exam, 2024, parts=["1a", "1b"])
    assert key.answers == {"1a": (666, 10_590), "1b": (352, 3594)}
    written = {"1a": ("666", str(10_590 - 28)), "1b": ("352", str(3594 - 18))}
    responses = parse_responses(exam, written, ["1a", "1b"])
    marks = diagnose(exam, key, responses, mark(exam, key, responses), ScenarioKeys(exam))
    assert [str(item.verdict) for part in marks.values() for item in part.items] == [
        "right", "wrong", "right", "follow_through",
    ]  # fmt: skip
    assert [part.score for part in marks.values()] == [Fraction(1, 2), 1]


def test_a_misreading_given_a_share() -> None:
    generous = replace(
        CHAIN, marking_policy=MarkingPolicy(mistakes=(("thirteen-on", Fraction(1, 4)), ("complement", Fraction(1, 2))))
    )
    paper = marked(FIRST_MISREAD, generous)
    assert (paper.parts["1a"].score, paper.parts["1b"].score) == (Fraction(1, 2), 2)


def test_a_paper_for_the_model_is_not_followed() -> None:
    """n = 17: 1a 58, 2a 117, 2b 13, 5 290: copied from the model sheet, it earns nothing."""
    paper = marked({"1a": "58", "2a": "117", "2b": "13", "5": "290", "4": "8 2"})
    assert list(map(str, paper.flags)) == ["answers-of-seed-17"]
    assert paper.score == 4


@question(6, kind=probabilities(1), points=1, depends_on=("one.a", "three"))
def six(context: SolveContext[Params], _: object) -> Solution:
    return Solution((Fraction(context.answers("three")[0]) / whole(context.answers("one.a")[0]),))


LONGER = replace(CHAIN, questions=questions_of(one, two, three, four, five, six))


def overrides(answers: dict[str, str]) -> list[tuple[tuple[str, tuple[object, ...]], ...]]:
    key = make_key(LONGER, 1000)
    responses = parse_responses(LONGER, {part: (text,) for part, text in answers.items()})
    scenarios = list(own_scenarios(key, responses, mark(LONGER, key, responses), LONGER.part("6")))
    assert all(replace(scenario, answer_overrides=()) == Scenario(1000) for scenario in scenarios)
    return [scenario.answer_overrides for scenario in scenarios]


@pytest.mark.slow
def test_wrong_answers_are_granted_first_then_those_that_are_right_but_rounded() -> None:
    own, rounded = ("1a", (3008,)), ("3", (Fraction(66, 100),))
    assert overrides({"1a": "3008", "3": "0.66"}) == [(own,), (own, rounded)]
    assert overrides({"1a": "3007", "3": "0.66"}) == [(rounded,)]
    assert overrides({"1a": "3008", "3": "?"}) == [(own,)]


def test_true_answers_and_those_that_cannot_be_are_not_granted() -> None:
    assert overrides({"1a": "3007"}) == []
    assert overrides({"1a": "-1", "3": "1.5"}) == []


@question(1, kind=integers(4, 0, 10**6), points=4)
def terms(context: SolveContext[Params], _: object) -> Solution:
    return Solution(tuple(context.params.u0 + step for step in range(4)))


terms.mistakes_from(
    lambda context, _, changed: Solution(
        tuple(context.params.u0 + step + (20_500 if step in changed else 0) for step in range(4))
    ),
    {"last": (3,), "all": (0, 1, 2, 3)},
)
TERMS = Exam("terms", 17, CHAIN.draw, questions_of(terms))


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("1000 1001 1002 21503", [None, None, None, "mistake:last"]),  # right answers contradict the other mistake
        ("21500 21501 21502 21503", ["mistake:all"] * 4),
        ("? ? ? 21503", [None, None, None, "mistake:last"]),  # and so do blanks
    ],
)
def test_a_mistake_that_right_answers_contradict_is_no_rival(text: str, notes: list[str | None]) -> None:
    assert [item.note and str(item.note) for item in paper_of({"1": text}, TERMS).parts["1"].items] == notes


# Early answers without work

CONGESTION = Path(__file__).parents[3] / "docs" / "examples" / "congestion.py"
"""Its answer 4 is 3b / 3a; for u0 = 17, 3a is 3906 and 3b is 4305."""


@pytest.fixture(scope="module")
def congestion() -> Exam:
    return load_exam(str(CONGESTION))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("smallest", "largest", "price"),
    [("1", "10", "10"), ("2", "20", "10"), ("3", "7", "7/3"), ("4000", "4400", "11/10"), ("1234", "2468", "2")],
)
def test_early_answers_without_work_earn_nothing(congestion: Exam, smallest: str, largest: str, price: str) -> None:
    assert paper_of({"3a": smallest, "3b": largest, "4": price}, congestion, ScenarioKeys(congestion), 17).score == 0


@pytest.mark.parametrize("largest", ["4405", "5105", "9000"])
def test_an_honest_early_error_is_followed_in_a_paper(congestion: Exam, largest: str) -> None:
    """Of any size: the right smallest cost, which the answer needs, is the student's own."""
    right = {"1a": "6930", "1b": "3717", "2": "7 ; 5 ; 6", "3a": "3906", "5a": "219", "5b": "63100"}
    written = {**right, "3b": largest, "4": f"{largest}/3906"}
    assert paper_of(written, congestion, ScenarioKeys(congestion), 17).score == 18


@pytest.mark.parametrize(
    ("true", "written", "ratio", "expected"),
    [
        (3906, 5000, CLOSE, False),
        (3906, 4005, CLOSE, True),
        (3906, 390, FAR, False),  # below a tenth
        (3906, 9000, FAR, False),  # a single digit
        (3906, 4000, FAR, True),
        (0, 0, CLOSE, True),
        (0, 1, FAR, False),
        ((1, 5, 4, 7), (1, 5, 6, 7), CLOSE, True),
        ((1, 5, 4, 7), (1, 7), CLOSE, False),
        ((1, 5, 4, 7), (1, 7), FAR, True),
        ((1, 5, 4, 7), (1,), FAR, False),
        ("a", "b", CLOSE, True),
    ],
)
def test_the_size_of_an_early_answer(true: Value, written: Value, ratio: Fraction, *, expected: bool) -> None:
    assert is_of_size(true, written, ratio) is expected


@pytest.mark.parametrize(
    ("values", "expected"), [((3, 0, 5, 9), True), ((3, 0, 0, 9), False), ((3, 81, 5, 9), True), ((1, 1, 1, 1), False)]
)
def test_a_slip_in_one_of_several_boxes_is_followed_whatever_its_size(values: tuple[int, ...], expected: bool) -> None:
    assert is_slip((3, 4, 5, 9), values) is expected
    assert not is_slip((3007,), (14,))
