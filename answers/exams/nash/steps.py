"""The steps that lines of feedback tell of the exam `nash`, each of the first item that is wrong."""

from collections.abc import Mapping

from answers.exam.books import phantom_steps
from answers.exam.how import Case, Steps
from answers.exams.nash.draws import ONE_ILLEGAL, Parameters
from answers.exams.nash.exam import INDICES, LIMITED, ROUNDS, SAMPLE_SIZES
from solvers.domineering.board import Board
from solvers.sequence import lcg


def _first(case: Case[Parameters]) -> Mapping[str, object]:
    letter, item = case.first
    return phantom_steps.term(case.drawn.u0, INDICES[letter][item])


def _second(case: Case[Parameters]) -> Mapping[str, object]:
    letter, _ = case.first
    return {**phantom_steps.divisions(case.drawn.u0, "abc".index(letter), 4), "elements": case.answers[letter]}


def _third(case: Case[Parameters]) -> Mapping[str, object]:
    letter, item = case.first
    played = case.evidence[letter][item]
    return phantom_steps.game(case.drawn.u0, Board(5, 5), ROUNDS[letter][item], played)


def _fourth(case: Case[Parameters]) -> Mapping[str, object]:
    letter, _ = case.first
    return phantom_steps.mean(case.drawn.u0, SAMPLE_SIZES[letter])


def _sixth(case: Case[Parameters]) -> Mapping[str, object]:
    letter, item = case.first
    size = ONE_ILLEGAL[letter][item]
    cell = case.drawn.illegal[str(size)]
    found = case.evidence[letter][item]
    terms = [lcg.term(case.drawn.u0, k) for k in (1000, 1001)]
    told = phantom_steps.all_plans_value(f"iPD({size})", Board(*size, frozenset({cell})), found)
    return {**told, "cell": cell, "size": size, "terms": terms}


def _limited(case: Case[Parameters]) -> Mapping[str, object]:
    letter, item = case.first
    found = case.evidence[letter][item]
    return phantom_steps.limited_value(case.drawn.u0, f"lPD({LIMITED[letter][item]})", found)


STEPS = Steps({1: _first, 2: _second, 3: _third, 4: _fourth, 6: _sixth, 7: _limited, 8: _limited})
