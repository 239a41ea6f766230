"""Questions 15 and 16 of `yahtzee`: games told turn by turn, and what their words show."""

from typing import Any

import pytest

from answers.exam.key import make_key
from answers.exams.yahtzee.draws import GAME
from answers.exams.yahtzee.evidence import YahtzeeGame
from tests.answers.exams.feedback import feedback_line, numbers, solution_data
from tests.answers.exams.yahtzee.common import EXAM
from tests.oracles import yahtzee_exam as oracle

GAMES = ("15a", "15b", "15c")


def test_games_told_turn_by_turn_add_up() -> None:
    key = make_key(EXAM, 17, parts=GAMES)
    for part in GAMES:
        (evidence,) = key.evidence[part]
        assert isinstance(evidence, YahtzeeGame)
        upper = sum(turn.points % 100 for turn in evidence.turns if turn.box < 6)
        assert sorted(turn.box for turn in evidence.turns) == list(range(13))
        bonus = 35 if upper >= GAME.threshold else 0
        assert len(evidence.scores) == (4 if part == "15c" else 0)
        assert key.answers[part][0] == sum(turn.points for turn in evidence.turns) + bonus + sum(evidence.scores)


def check_games(u0: int) -> None:
    """Whole games end with the oracle's scores."""
    key = make_key(EXAM, u0, parts=GAMES)
    params: Any = key.params
    assert tuple(key.answers[part][0] for part in GAMES) == oracle.games(u0, params.alpha, params.start), u0


def test_games_are_those_of_the_oracle() -> None:
    check_games(17)


@pytest.mark.slow
def test_games_and_matches_of_many_seeds_are_those_of_the_oracle() -> None:
    for u0 in range(8, 64007, 20000):
        check_games(u0)
    for u0 in (17, 4000, 50001):
        assert dict(make_key(EXAM, u0, parts=["16a", "16b"]).answers) == oracle.match(u0)


@pytest.mark.parametrize("u0", [1, 17, 64006])
def test_first_throws_are_read_from_the_lists(u0: int) -> None:
    """By powers of the multiplier: u(k) = 15091^k u₀ mod 64007."""

    def throw(start: int) -> str:
        terms = (u0 * pow(15091, k, 64007) % 64007 for k in range(start, start + 5))
        return " ".join(str(1 + term % 6) for term in terms)

    part = make_key(EXAM, u0, parts=["15a", "15b", "15c", "16a", "16b"])
    params: Any = part.params
    turns = (throw(params.start + 15 * turn) for turn in range(3))
    assert f"{', then '.join(turns)};" in feedback_line(EXAM, part, 15)
    match = feedback_line(EXAM, part, 16)
    assert f"T begins with {throw(0)} and D with {throw(200)} (n = 200)" in match
    assert numbers(match.split("two a set, is")[1])[0] == 20 * part.answers["16b"][0]


def test_the_gap_of_a_match_is_that_of_its_games() -> None:
    shown = solution_data(EXAM, 16, make_key(EXAM, 17, parts=["16a", "16b"]))
    assert shown["games"] == sum(len(games) for games, *_ in shown["sets"])
    gaps = [[mine - theirs for mine, theirs in games] for games, *_ in shown["sets"]]
    assert [one[3] for one in shown["sets"]] == [sum(each) for each in gaps]
    assert shown["gap"] == sum(map(sum, gaps))
