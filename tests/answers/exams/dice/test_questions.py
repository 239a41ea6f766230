"""The exam `dice`: the report's figures, states small enough for oracles, and the answers that are right besides."""

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.exam.part import Part
from answers.exam.question import Given, Question
from answers.exam.world import World
from answers.exams.dice.draws import (
    DiceAt,
    DicePair,
    Handicap,
    Match,
    Means,
    Round,
    ShortMatch,
    Start,
    State,
    StrategyName,
    Throw,
)
from answers.kinds.reading import Values
from tests.oracles import dice_duel, dice_sequential, dice_simultaneous, dice_throws

EXAM = load_exam("dice")
MODEL = EXAM.drawn(17)
SEEDS = st.integers(1, 64006)


def asked(number: int, letter: str, drawn: dict[str, Any]) -> tuple[Question, Given[Any], Part]:
    """A question with some parameters chosen; none of the exam uses the answer to another."""
    question, part = EXAM.asked(f"{number}{letter}")
    return question, Given(replace(MODEL, **drawn), World(17), dict[str, Values]().__getitem__), part


def solve(number: int, letter: str = "", **drawn: Any) -> Values:
    """The answer to a part when some parameters are chosen."""
    question, told, part = asked(number, letter, drawn)
    return question.solve(told, part).values


def accepts(number: int, letter: str, values: Values, **drawn: Any) -> bool:
    question, told, part = asked(number, letter, drawn)
    assert question.accepts is not None
    return question.accepts(told, part, values)


def test_twenty_questions_of_a_point() -> None:
    assert len(EXAM.questions) == 20
    assert {sum(part.points for part in question.parts) for question in EXAM.questions} == {Fraction(1)}


def test_throws_are_counted() -> None:
    chance = dice_throws.throw(4, 6)[17]
    assert solve(1, throw=Throw(4, 17)) == (chance, chance / Fraction(5, 6) ** 4)


def test_question_2_of_the_report() -> None:
    mean, real = solve(2, "a", means=Means(6, 6, 15))
    assert (mean, real) == (pytest.approx(8.703, abs=5e-4), pytest.approx(5.735, abs=5e-4))
    assert solve(2, "a", means=Means(6, 5, 15))[0] == pytest.approx(8.636, abs=5e-4)
    # With more points missing than twelve dice can score, the best throw is the blind one.
    assert solve(2, "b", means=Means(6, 6, 72)) == (6, pytest.approx(8.703, abs=5e-4))


def test_the_best_throw_when_few_points_are_missing() -> None:
    """Three points missing, dice with 6 faces: one die brings 15/6 of them on average, two 11/36 + 25/36 * 3 less."""
    assert solve(2, "b", means=Means(6, 6, 3)) == (1, pytest.approx(15 / 6, rel=1e-12))


def test_question_3_of_the_report_and_by_its_definition() -> None:
    assert [float(value) for value in solve(3, short=ShortMatch(2, 3, 1))] == pytest.approx(
        [0.6489, 0.2978, 0.7222], abs=5e-5
    )

    def always(dice: int) -> dice_duel.Mix:
        return lambda *_: [Fraction(d == dice) for d in range(1, 5)]

    win, loss = dice_duel.sequential_duel(always(4), always(2), 4, 5, 6)
    alone, _ = dice_duel.sequential_duel(always(1), always(2), 4, 5, 6)
    exact = [float(value) for value in (win, win - loss, 2 * alone - 1)]
    assert solve(3, short=ShortMatch(5, 4, 2)) == pytest.approx(exact, abs=1e-11)


def test_the_sequential_game_near_its_end() -> None:
    gains = dice_sequential.sequential(10, 8, 6)
    states = (State(93, 94), State(96, 92), State(95, 95))
    small = [(state.own - 92, state.other - 92) for state in states]
    for letter, state in (("a", small[0]), ("b", small[1])):
        found = solve(4, letter, sequential_states={"a": states[0], "b": states[1]})[0]
        assert found == pytest.approx(float(max(gains[state])), abs=1e-12)
    best = tuple(gains[state].index(max(gains[state])) + 1 for state in small)
    assert solve(5, "a", choice_states=states) == best
    assert solve(5, "b", thrown=DiceAt(7, states[2]))[0] == pytest.approx(float(gains[small[2]][6]), abs=1e-12)


def test_a_throw_without_points_gives_the_turn_away() -> None:
    """At 99 to 99 one die wins with w = 5/6 + (1 - w) / 6, so w = 6/7; so does one at 98."""
    for letter in "ab":
        assert solve(6, letter, scoreless_states={"a": State(98, 99), "b": State(99, 98)})[0] == pytest.approx(
            5 / 7, abs=1e-12
        )


def test_blind_players_by_enumeration() -> None:
    """The last 9 points of 100, three dice at most; then the gain of the report's blind players from 0 to 0."""

    def always(dice: int) -> dice_duel.Mix:
        return lambda *_: [Fraction(d == dice) for d in range(1, 4)]

    win, loss = dice_duel.sequential_duel(always(3), always(3), 3, 9, 6)
    assert solve(7, "a", blind=DiceAt(3, State(91, 91)))[0] == pytest.approx(float(win - loss), abs=1e-12)
    assert solve(7, "a", blind=DiceAt(10, State(0, 0)))[0] == pytest.approx(0.066992, abs=1e-6)
    win, _ = dice_duel.sequential_duel(
        lambda *_: [Fraction(d == 6) for d in range(1, 7)], lambda *_: [Fraction(d == 2) for d in range(1, 7)], 6, 5, 6
    )
    assert solve(7, "b", always=DiceAt(2, State(95, 95)))[0] == pytest.approx(float(2 * win - 1), abs=1e-12)


def test_the_optimal_start() -> None:
    gains = dice_sequential.sequential(3, 7, 6)[0, 0]
    best = gains.index(max(gains)) + 1
    assert solve(8, start=Start(3, 107, State(100, 100))) == (best, pytest.approx(float(max(gains)), abs=1e-12))
    assert solve(8, start=Start(10, 100, State(0, 0))) == (6, pytest.approx(0.068719, abs=1e-6))


@pytest.mark.parametrize(
    ("pair", "gain"),
    [
        (("blind", "optimal"), -0.031285),
        (("optimal", "blind"), 0.167792),
        (("random", "optimal"), -0.284250),
        (("blind", "random"), 0.318699),
        (("random", "random"), 0.055145),
    ],
)
def test_exact_gains_of_table_1(pair: tuple[StrategyName, StrategyName], gain: float) -> None:
    start = State(0, 0)
    drawn = {"matches": {"a": Match(*pair, start), "b": Match("optimal", "optimal", start)}}
    assert solve(9, "a", **drawn)[0] == pytest.approx(gain, abs=1e-6)
    assert solve(9, "b", **drawn)[0] == pytest.approx(0.068719, abs=1e-6)


def test_question_10_of_the_report() -> None:
    drawn = {"throw_pairs": {"a": DicePair(1, 3), "b": DicePair(3, 2)}}
    gains = (*solve(10, "a", **drawn), *solve(10, "b", **drawn))
    assert gains == pytest.approx([-49 / 216, 773 / 3888], abs=1e-11)


def test_the_best_answer_to_a_known_mix() -> None:
    """Against a player who surely throws 1 die: 2 dice gain 3/8, and more of them less."""
    drawn = {"mix": (100, 0, 0, 0, 0)}
    assert solve(11, **drawn) == (2, pytest.approx(-3 / 8, abs=1e-12))


def test_a_lead_in_one_round() -> None:
    """Player 2 twelve points ahead of dice with two faces: only seven or eight dice, without a 1, can reach them."""
    throws = [dice_throws.throw(d, 2) for d in range(1, 9)]
    matrix = [
        [
            sum(p * q * ((a > b + 12) - (a < b + 12)) for a, p in mine.items() for b, q in theirs.items())
            for theirs in throws
        ]
        for mine in throws
    ]
    value = dice_simultaneous.game_value(matrix)
    assert solve(12, handicap=Handicap(2, 12))[0] == pytest.approx(float(value), abs=1e-12)
    assert solve(12, handicap=Handicap(6, 0))[0] == 0
    assert solve(12, handicap=Handicap(6, 48))[0] == -1


def test_table_2_and_other_mixes_as_good() -> None:
    even = {"uneven": Handicap(6, 0)}
    exact = [Fraction(n, 216425) for n in (0, 38000, 11457, 0, 166968, 0)]
    assert solve(13, **even) == pytest.approx([*map(float, exact), 0], abs=1e-11)
    throws = dice_throws.throws_by_formula(6, 6)

    def guaranteed(mix: tuple[Fraction, ...]) -> Fraction:
        return min(
            sum(
                share * p * q * ((a > b) - (a < b))
                for share, mine in zip(mix, throws, strict=True)
                for a, p in mine.items()
                for b, q in theirs.items()
            )
            for theirs in throws
        )

    mixes = [(176, 53, 771), (177, 53, 770), (175, 54, 771), (185, 45, 770), (170, 60, 770), (0, 0, 1000)]
    right = []
    for two, three, five in mixes:
        mix = tuple(Fraction(n, 1000) for n in (0, two, three, 0, five, 0))
        right.append(accepts(13, "", (*mix, Fraction(0)), **even))
        assert right[-1] == (guaranteed(mix) >= Fraction(-1, 1000))
    assert set(right) == {True, False}
    assert right[0]  # as the report prints it
    assert not accepts(13, "", (*exact, Fraction(2, 1000)), **even)
    assert not accepts(13, "", (*(2 * p for p in exact), 0), **even)
    assert not accepts(13, "", (Fraction(-1, 100), *exact[1:4], exact[4] + Fraction(1, 100), 0, 0), **even)


def test_what_question_14_of_the_report_finds() -> None:
    drawn = {"one_round": Round("random", "blind", 0), "repeated_state": State(0, 0)}
    assert solve(14, "a", **drawn)[0] == pytest.approx(0.014558, abs=1e-6)
    assert solve(14, "b", **drawn)[0] == pytest.approx(0.42830, abs=1e-5)
    assert solve(14, "c", **drawn)[0] == pytest.approx(0.00347, abs=1e-5)
    optimal = {"one_round": Round("optimal", "random", 0)}
    assert solve(14, "a", **optimal)[0] == pytest.approx(0.061943, abs=1e-6)


def test_final_states() -> None:
    states = (State(100, 99), State(101, 105), State(100, 100), State(99, 100), State(107, 106), State(104, 104))
    assert solve(15, final_states=states) == (1, -1, 0, -1, 1, 0)


def test_the_last_round_is_a_single_one() -> None:
    """At 99 to 99 every throw ends the game: questions 10 and 13 again."""
    assert solve(16, round_state=State(99, 99), round_choices=DicePair(1, 2))[0] == pytest.approx(-3 / 8)
    expected = [0, -0.375, -49 / 216, 0.375, 0, -773 / 3888, 49 / 216, 773 / 3888, 0]
    assert solve(17, matrix_state=State(99, 99)) == pytest.approx(expected, abs=1e-11)
    assert solve(18, "a", value_states={"a": State(99, 99)})[0] == 0
    assert solve(19, mix_state=State(99, 99)) == pytest.approx(solve(13, uneven=Handicap(6, 0))[:6], abs=1e-9)


def test_the_matrix_of_a_state_by_its_definition() -> None:
    gains = dice_simultaneous.simultaneous(3, 4, 6)
    throws = [dice_throws.throw(d, 6) for d in (1, 2, 3)]

    def after(i: int, j: int) -> Fraction:
        return gains[i, j] if i < 4 and j < 4 else Fraction((i > j) - (i < j))

    expected = [
        sum(p * q * after(k, 2 + m) for k, p in mine.items() for m, q in theirs.items())
        for mine in throws
        for theirs in throws
    ]
    assert solve(17, matrix_state=State(96, 98)) == pytest.approx([float(gain) for gain in expected], abs=1e-11)


def test_the_players_of_the_simultaneous_game_are_equal() -> None:
    drawn = {"value_states": {"a": State(80, 91), "b": State(91, 80)}}
    first, second = (solve(18, letter, **drawn)[0] for letter in "ab")
    assert first == -second != 0


def test_gains_of_the_simultaneous_optimum_for_100_points() -> None:
    gains = [solve(20, letter, last_state=State(0, 0))[0] for letter in "abc"]
    assert gains == pytest.approx([0.059719, 0.300926, 0.014603], abs=1e-6)


def check_key(u0: int) -> None:
    answers = make_key(EXAM, u0).answers
    for part in EXAM.parts:
        values = answers[part.id]
        assert len(values) == part.count
        assert all(math.isfinite(float(v)) for v in values if not isinstance(v, tuple))
    for mix in (answers["13"][:6], answers["19"]):
        assert sum(mix) == pytest.approx(1, abs=1e-11)
        assert min(mix) >= 0
    for number in ("4a", "4b", "6a", "6b", "16", "18a", "18b", "20a", "20b", "20c"):
        assert 0 < abs(float(answers[number][0])) < 1


@settings(max_examples=6, deadline=None)
@given(SEEDS)
def test_every_seed_has_a_key(u0: int) -> None:
    check_key(u0)


@pytest.mark.slow
def test_many_seeds_have_a_key() -> None:
    for u0 in range(3, 64007, 1282):
        check_key(u0)
