"""What the exam `dice` draws: every parameter from a term of its own, and nothing that cannot be asked."""

from collections.abc import Mapping
from dataclasses import astuple, fields, is_dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.exam.draw import Draw
from answers.exams.dice.draws import draw
from tests.oracles.nash_exam import terms


def test_each_parameter_has_its_own_term_from_1000_on(monkeypatch: pytest.MonkeyPatch) -> None:
    terms: list[int] = []

    def integer(_: Draw, k: int, low: int, high: int) -> int:
        terms.append(k)
        assert low < high
        return low

    monkeypatch.setattr(Draw, "integer", integer)
    draw(Draw(1))
    assert sorted(terms) == list(range(1000, 1000 + len(terms)))


@given(st.integers(0, 64006))
def test_what_is_drawn_can_be_asked(u0: int) -> None:
    source = Draw(u0)
    params = draw(source)
    assert not source.repeated
    assert 3 * params.throw.dice <= params.throw.points <= 5 * params.throw.dice
    assert sum(params.mix) == 100
    assert min(params.mix) >= 5
    assert params.matches["a"] != params.matches["b"]
    assert params.one_round_match.first != params.one_round_match.second
    assert all(pair.first != pair.second for pair in params.throw_pairs.values())
    lettered = (params.sequential_states, params.choice_states, params.scoreless_states, params.value_states)
    states = [state for by_letter in lettered for state in by_letter.values()]
    states += [params.round_state, params.matrix_state, params.mix_state]
    assert all(0 <= points < 100 for state in states for points in state)
    assert all(max(state) >= 100 for state in params.final_states.values())


def plain(u0: int) -> dict[str, object]:
    """What u₀ draws, from u(1000) up: an integer in [a, b] is a + u(k) mod (b - a + 1)."""
    u = iter(terms(u0, 1057)[1000:])

    def between(low: int, high: int) -> int:
        return low + next(u) % (high - low + 1)

    def near() -> tuple[int, int]:
        own = between(40, 80)
        return own, between(own - 15, own + 15)

    def behind(low: int, high: int, most: int) -> tuple[int, int]:
        own = between(low, high)
        return own, between(own + 1, own + most)

    def both(low: int, high: int) -> tuple[int, int]:
        return between(low, high), between(low, high)

    names = ("blind", "optimal", "random")
    nine = [(first, second) for first in names for second in names]
    dice = between(3, 8)
    drawn: dict[str, object] = {"throw": (dice, between(3 * dice, 5 * dice))}
    drawn["means"] = (between(2, 12), between(2, 12), between(4, 12))
    drawn["fixed"] = (between(2, 8), between(1, 4))
    drawn["sequential_states"] = {"a": near(), "b": near()}
    drawn["choice_states"] = {"a": both(50, 90), "b": (between(90, 99), between(50, 99))}
    state = behind(50, 80, most=15)
    drawn["scoreless_states"] = {"a": state, "b": state[::-1]}
    drawn["blind_board"] = (between(3, 10), between(50, 100))
    drawn["optimal_board"] = (between(3, 10), between(50, 100))
    drawn["match_target"] = between(50, 100)
    first = between(0, 8)
    drawn["matches"] = {"a": nine[first], "b": (nine * 2)[first + between(1, 8)]}
    fewer = between(1, 9)
    more = between(fewer + 1, 10)
    less = between(1, 9)
    drawn["throw_pairs"] = {"a": (fewer, more), "b": (between(less + 1, 10), less)}
    shares = [between(5, 23) for _ in range(4)]
    drawn["mix"] = (*shares, 100 - sum(shares))
    drawn["handicap"] = (between(4, 8), between(2, 12))
    drawn["faces"], drawn["one_round_dice"], drawn["repeated_target"] = between(4, 8), between(6, 12), between(50, 100)
    drawn["one_round_match"] = [match for match in nine if match[0] != match[1]][between(0, 5)]
    drawn["final_states"] = {
        "a": (between(100, 110), between(95, 110)),
        "b": (between(95, 110), between(100, 110)),
        "c": both(100, 102),
    }
    drawn["round_state"] = both(60, 95)
    drawn["round_choices"] = (between(1, 5), between(6, 10))
    drawn["matrix_state"] = behind(60, 86, most=9)
    drawn["value_states"] = {"a": behind(30, 90, most=9), "b": behind(30, 90, most=9)[::-1]}
    drawn["mix_state"], drawn["last_target"] = both(90, 99), between(50, 100)
    return drawn


def told(drawn: object) -> object:
    """The same without types: tuples, and mappings by letter."""
    if isinstance(drawn, Mapping):
        return {letter: told(one) for letter, one in drawn.items()}
    return astuple(drawn) if is_dataclass(drawn) and not isinstance(drawn, type) else drawn


@pytest.mark.parametrize("u0", [0, 1, 17, 64006, *range(2, 64006, 997)])
def test_draws_are_those_of_the_plain_sequence(u0: int) -> None:
    found = draw(Draw(u0))
    assert found.u0 == u0
    assert {name: told(getattr(found, name)) for name in plain(u0)} == plain(u0)
    assert {field.name for field in fields(found)} == {"u0", *plain(u0)}
