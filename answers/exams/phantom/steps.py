"""The steps that lines of feedback tell of the exam `phantom`, each of the first item of a part that is wrong."""

from collections.abc import Mapping

from answers.exam.books import phantom_steps
from answers.exam.how import Case, Steps
from answers.exams.phantom.drawings import NAMES
from answers.exams.phantom.draws import Parameters
from answers.exams.phantom.exam import ROUNDS
from answers.exams.phantom.games import opened
from solvers.domineering.board import Board


def _first(case: Case[Parameters]) -> Mapping[str, object]:
    letter, item = case.first
    return phantom_steps.term(case.drawn.u0, case.drawn.ranks["abc".index(letter)][item])


def _second(case: Case[Parameters]) -> Mapping[str, object]:
    letter, _ = case.first
    divided = phantom_steps.divisions(case.drawn.u0, "abc".index(letter), case.drawn.length)
    return {**divided, "elements": case.answers[letter]}


def _third(case: Case[Parameters]) -> Mapping[str, object]:
    letter, item = case.first
    played = case.evidence[letter][item % 3]
    numbered = case.answers[letter][3 + item % 3]
    return {
        **phantom_steps.game(case.drawn.u0, opened(case.drawn.board), ROUNDS[letter][item % 3], played),
        "number": numbered,
    }


def _fourth(case: Case[Parameters]) -> Mapping[str, object]:
    letter, _ = case.first
    return phantom_steps.mean(case.drawn.u0, case.drawn.counts["abc".index(letter)])


def _fifth(case: Case[Parameters]) -> Mapping[str, object]:
    letter, _ = case.first
    (found,) = case.evidence[letter]
    i, j = phantom_steps.likeliest(found)
    told = phantom_steps.limited_value(case.drawn.u0, "", found)
    game = case.drawn.remainders["ab".index(letter)]
    return {**told, "letter": letter, "i": i, "j": j, "squares": (i * i, i * j, 2 * j * j), "game": game}


def _sixth(case: Case[Parameters]) -> Mapping[str, object]:
    letter, item = case.first
    place = 2 * "abc".index(letter) + item
    game = case.drawn.hidden[place]
    found = case.evidence[letter][item]
    chances = dict(zip(game.cells, game.percents, strict=True))
    return phantom_steps.hidden_value(place + 1, Board(*game.size), chances, found)


def _limited(case: Case[Parameters], count: int) -> Mapping[str, object]:
    """The games won in part a, and the value in part b, each on the first board with a wrong answer."""
    told: dict[str, object] = {}
    if "a" in case.wrong:
        place = case.wrong["a"][0]
        told["a"] = phantom_steps.wins(case.drawn.u0, NAMES[place], opened(case.drawn.boards[place]), count)
        told["won"] = case.answers["a"][place]
    if "b" in case.wrong:
        place = case.wrong["b"][0]
        found = case.evidence["b"][place]
        told["b"] = phantom_steps.limited_value(case.drawn.u0, NAMES[place], found)
    return told


STEPS = Steps(
    {
        1: _first,
        2: _second,
        3: _third,
        4: _fourth,
        5: _fifth,
        6: _sixth,
        7: lambda case: _limited(case, case.drawn.few),
        8: lambda case: _limited(case, case.drawn.many),
    }
)
