"""What worked solutions of `yahtzee` show: rerolls, games turn by turn, and dice that are kept."""

import pytest

from answers.exam.key import Key, make_key
from answers.exams.yahtzee.draws import GAME
from answers.exams.yahtzee.evidence import YahtzeeGame, YahtzeeTurn, marked, shown
from tests.answers.exams.solutions import solution_data
from tests.answers.exams.yahtzee.common import EXAM, GAMES, SHORT


@pytest.fixture(scope="module", params=(17, 4242, 50001))
def key(request: pytest.FixtureRequest) -> Key:
    return make_key(EXAM, request.param, parts=SHORT)


@pytest.mark.parametrize(("question", "worth", "code"), [(12, "12a", "12b"), (13, "13b", "13c"), (14, "14a", "14b")])
def test_the_first_of_the_rerolls_is_the_answer(key: Key, question: int, worth: str, code: str) -> None:
    keeps = solution_data(EXAM, question, key)["keeps"]
    assert keeps[0].worth == pytest.approx(key.answers[worth][0], abs=1e-9)
    assert keeps[0].code == key.answers[code][0]
    assert [keep.worth for keep in keeps] == sorted((keep.worth for keep in keeps), reverse=True)


def test_what_the_other_boxes_bring_is_shown_of_each_open_box(key: Key) -> None:
    rests = solution_data(EXAM, 12, key)["rests"]
    assert [box for box, _ in rests] == list(EXAM.drawn(key.u0).aiming.open)
    assert all(rest >= 0 for _, rest in rests)


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


def test_the_gap_of_a_match_is_that_of_its_games() -> None:
    shown = solution_data(EXAM, 16, make_key(EXAM, 17, parts=["16a", "16b"]))
    assert shown["games"] == sum(len(games) for games, *_ in shown["sets"])
    gaps = [[mine - theirs for mine, theirs in games] for games, *_ in shown["sets"]]
    assert [one[3] for one in shown["sets"]] == [sum(each) for each in gaps]
    assert shown["gap"] == sum(map(sum, gaps))


def test_of_equal_dice_partly_kept_the_last_ones_are_marked() -> None:
    """The lowest code, as the subject says."""
    assert marked((2, 5, 5, 2, 5), (5, 5, 2)) == ((5, False), (5, True), (5, True), (2, False), (2, True))
    assert marked((1, 2, 3, 4, 6), ()) == ((6, False), (4, False), (3, False), (2, False), (1, False))


def test_a_turn_shows_its_three_throws_and_a_game_what_its_boxes_leave_of_the_score() -> None:
    throws = ((1, 2, 6, 6, 3), (6, 6, 4, 4, 1), (6, 6, 6, 4, 4))
    game = shown(57, [YahtzeeTurn(throws, ((6, 6), (6, 6, 4, 4)), 3, 22)])
    (turn,) = game.turns
    assert (turn.last, turn.box, turn.name, turn.points) == (throws[2], 3, GAME.boxes[3], 22)
    assert [face for face, is_kept in turn.first if is_kept] == [6, 6]
    assert [face for face, is_kept in turn.second if is_kept] == [6, 6, 4, 4]
    assert (game.bonus, game.score) == (35, 57)
