"""Yahtzee: hands and boxes, the expectations and the decisions of three strategies, games on lists of dice.

Source: "Rapport final", report of a project on programs that play Yahtzee. Where it leaves a choice open, the prompts
say which one is taken. The game is that of its text: 65 points for the bonus, joker only after a Yahtzee that scored.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import numpy as np

from answers.exam.exam import Exam, Part, Question, Solution, Text, question
from answers.exams.yahtzee.draws import PATTERNS, Hand, Parameters, draw
from answers.exams.yahtzee.prompts import PROMPTS
from answers.kinds.kind import Kind, Value
from answers.kinds.numbers.numbers import Numbers, integers, probabilities
from answers.kinds.numbers.text import Domain
from answers.kinds.tolerance import EXACT, Tolerance
from solvers.sequence import lcg
from solvers.yahtzee.matches.match_statistics import match_statistics
from solvers.yahtzee.matches.matches import Match
from solvers.yahtzee.matches.play import longest_destiny, play
from solvers.yahtzee.matches.record import record
from solvers.yahtzee.rules import counts
from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.position import Position, options
from solvers.yahtzee.rules.reroll_code import reroll_codes
from solvers.yahtzee.rules.rolls import outcomes, subsets, throws
from solvers.yahtzee.rules.rules import REPORT, UPPER, Rules, possible_boxes, scores
from solvers.yahtzee.strategies.advice import best_keeps
from solvers.yahtzee.strategies.decision_une import aims
from solvers.yahtzee.strategies.exact_box import exact_box
from solvers.yahtzee.strategies.exact_group import exact_group
from solvers.yahtzee.strategies.optimal import optimal
from solvers.yahtzee.strategies.perturbation import CORRECTIONS, Perturbation, perturbation
from solvers.yahtzee.strategies.poids import poids1, poids2
from solvers.yahtzee.strategies.policy import TIE
from solvers.yahtzee.strategies.possib import possib
from solvers.yahtzee.strategies.strategies import strategy
from solvers.yahtzee.strategies.strategy import Strategy, box
from solvers.yahtzee.strategies.toutes_les_esperances import Esperances, toutes_les_esperances

Values = tuple[Value, ...]
Asked = Callable[[Callable[[Parameters, Part], Solution]], Question[Parameters]]

POINTS = Domain(low=0, high=500)
WEIGHTS = Domain(low=0, high=3000)
TWO_DECIMALS = Tolerance(absolute=Fraction(1, 200), relative=Fraction(1, 2000))
ONE_PERCENT = Tolerance(relative=Fraction(1, 100))
EXPECTATION, REROLL = ("E ≃",), ("code =",)
SETS, APART = 10, 200
"""Sets of the match, and terms of the sequence between two of its lists."""
BONUS_CORRECTIONS = 4


def _ask(
    number: int, kind: Kind, *labels: str, points: int = 1, parts: str = "", tolerance: Tolerance = EXACT
) -> Asked:
    """Question `number`; every part has the same labels."""
    items = dict.fromkeys(parts or ("",), labels)
    return question(number, prompt=PROMPTS[number], kind=kind, points=points, items=items, tolerance=tolerance)


def _choose(
    number: int, *labels: tuple[str, ...], points: int, domain: Domain = POINTS
) -> Callable[[Callable[[Parameters], list[Values]]], Question[Parameters]]:
    """Question `number`, one value a part: `right` lists for each part every value that is right."""

    def asked(right: Callable[[Parameters], list[Values]]) -> Question[Parameters]:
        def of(params: Parameters, part: Part) -> Values:
            return right(params)["abcd".index(part.letter)]

        return question(
            number,
            prompt=PROMPTS[number],
            kind=Numbers(1, domain),
            points=points,
            items=dict(zip("abcd", labels, strict=False)),
            tolerance=TWO_DECIMALS,
            accepts=lambda params, part, values: values[0] in of(params, part),
        )(lambda params, part: _chosen(of(params, part)))

    return asked


def _chosen(right: Values) -> Solution:
    """The first of several right values, the others as evidence."""
    return Solution(right[:1], ({"right": right},) if len(right) > 1 else ())


@_ask(1, integers(3, 0, 10**12), "combi =", "k =", "situ =")
def numbers_of_cases(params: Parameters, _: Part) -> Solution:
    """Combinations of dice, groups of boxes, situations."""
    dice, faces, boxes, size = params.counts
    rules = Rules(dice=dice, faces=faces, boxes=possible_boxes(dice, faces)[:boxes])
    return Solution((counts.combinations(rules), counts.groups(rules, size), counts.situations(rules)))


@_ask(2, probabilities(2), "P ≃", "Q ≃", tolerance=ONE_PERCENT)
def chances(params: Parameters, _: Part) -> Solution:
    """Chance of a hand in one throw, and of one from its two highest dice."""
    first, second = params.thrown
    after = dict(outcomes(second[-2:], REPORT.dice, REPORT.faces))
    return Solution((Fraction(throws(first), REPORT.faces**REPORT.dice), after[second]))


@_ask(3, integers(13, 0, 50), *(f"{number} :" for number in range(13)))
def hand_in_boxes(params: Parameters, _: Part) -> Solution:
    """Points of a hand in every box."""
    return Solution(tuple(scores(REPORT, params.scored).values()))


@_ask(4, integers(1, 0, 200), "max =", parts="abc")
def joker(params: Parameters, part: Part) -> Solution:
    """The most that a further Yahtzee earns, of the boxes that it may fill."""
    face, other, lower = params.joker
    upper = UPPER[face - 1] if part.letter == "a" else other
    position = Position(REPORT, (upper, *lower), yahtzee=part.letter != "c")
    return Solution((max(options(position, (face,) * REPORT.dice).values()),))


@_ask(5, integers(6, -1, 5), *(f"{6 + number} :" for number in range(6)))
def missing_dice(params: Parameters, _: Part) -> Solution:
    """How near a hand is to the lower boxes."""
    missing = {aim.box: aim.missing for aim in possib(REPORT, params.possib)}
    return Solution(tuple(missing.get(name, -1) for name in PATTERNS))


@_ask(6, Numbers(2, Domain(low=0, high=50)), "r = 2 :", "r = 1 :", parts="ab", tolerance=TWO_DECIMALS)
def safety(params: Parameters, part: Part) -> Solution:
    """Equations (1) to (4)."""
    name, hand = params.aims["ab".index(part.letter)]
    aim = next(aim for aim in possib(REPORT, hand) if aim.box == name)
    return Solution((poids2(REPORT, aim, 2), poids2(REPORT, aim, 1)))


@_choose(7, EXPECTATION, REROLL, EXPECTATION, REROLL, points=2)
def one_box(params: Parameters) -> list[Values]:
    """Equations (5) to (8)."""
    found: list[Values] = []
    for rerolls, (name, hand) in enumerate(params.single_boxes, start=1):
        best = exact_box(REPORT, name, hand, rerolls)
        found += [(best.value,), _codes(hand, best.keeps)]
    return found


@_ask(8, Numbers(1, POINTS), "E ≃", parts="ab", tolerance=TWO_DECIMALS)
def mean_of_a_box(params: Parameters, part: Part) -> Solution:
    """E_global of a single box."""
    return Solution((exact_group(REPORT, [params.means["ab".index(part.letter)]]),))


@_ask(9, Numbers(1, POINTS), "E ≃", parts="ab", tolerance=TWO_DECIMALS)
def mean_of_a_group(params: Parameters, part: Part) -> Solution:
    """E_global of a group of boxes."""
    return Solution((exact_group(REPORT, params.groups["ab".index(part.letter)]),))


@_choose(10, ("Poids ≃",), REROLL, ("Poids ≃",), REROLL, points=2, domain=WEIGHTS)
def human_reroll(params: Parameters) -> list[Values]:
    """The aim of Decision_Une: the first of the heaviest, whose box is open."""
    found: list[Values] = []
    for rerolls, (hand, closed, factor) in zip((2, 1), params.human, strict=True):
        bonus = factor > 2
        aim = next(aim for aim in aims(REPORT, hand, rerolls, bonus=bonus) if aim.box not in closed)
        found.append((poids1(REPORT, aim, bonus=bonus) * poids2(REPORT, aim, rerolls),))
        found.append(_codes(hand, (aim.kept,)))
    return found


@_ask(11, integers(2, 0, 12), "D =", "T =")
def boxes_filled(params: Parameters, _: Part) -> Solution:
    """The box that each strategy fills."""
    position = Position(REPORT, params.fill[0])
    players = (_player("decision_une"), _player("toutes_les_esperances"))
    return Solution(tuple(REPORT.boxes.index(box(player, position, params.fill[1])) for player in players))


@_choose(12, EXPECTATION, REROLL, points=1)
def aimed_reroll(params: Parameters) -> list[Values]:
    """The aim of Toutes_les_esperances: equation (9); of equal boxes, each has right rerolls."""
    boxes, hand, rerolls = params.aimed
    best = {name: exact_box(REPORT, name, hand, rerolls) for name in boxes}
    values = {name: best[name].value + exact_group(REPORT, set(boxes) - {name}) for name in boxes}
    highest = max(values.values())
    keeps = [keep for name in boxes if values[name] == highest for keep in best[name].keeps]
    return [(highest,), _codes(hand, tuple(keeps))]


@_choose(13, ("M ≃",), EXPECTATION, REROLL, points=2)
def best_play(params: Parameters) -> list[Values]:
    """The true optimum of a game with four boxes and a bonus."""
    boxes, threshold, hand = params.reduced
    rules = Rules(threshold=threshold, joker="none", boxes=boxes)
    optimum = optimal(rules)
    keeps = best_keeps(optimum, Position.start(rules), hand, 2)
    highest = keeps[0].expectation
    right = tuple(keep.dice for keep in keeps if keep.expectation >= highest - TIE)
    return [(_rounded(optimum.expected_score),), (_rounded(highest),), _codes(hand, right)]


@_choose(14, EXPECTATION, REROLL, points=1)
def corrected_reroll(params: Parameters) -> list[Values]:
    """Equation (10) with the corrections for the bonus only."""
    boxes, _, hand, rerolls = params.perturbed
    number, esperances = lattice(REPORT.dice, REPORT.faces).number, _esperances()
    values: dict[Hand, float] = dict.fromkeys(subsets(hand), 0.0)
    for name in boxes:
        face = UPPER.index(name) + 1 if name in UPPER else 0
        row = esperances.keeps[0, rerolls - 1, REPORT.boxes.index(name)]
        rest = esperances.group(set(boxes) - {name})
        for keep, value in values.items():
            worth = row[number[keep]] + rest + params.alpha / 4 * face * keep.count(face)
            values[keep] = max(value, float(worth))
    highest = max(values.values())
    return [(_rounded(highest),), _codes(hand, tuple(k for k, v in values.items() if v >= highest - TIE))]


@_ask(15, integers(1, 0, 3000), "score =", parts="abc", points=2)
def games(params: Parameters, part: Part) -> Solution:
    """The game of each strategy on one list of dice."""
    names = {"a": "decision_une", "b": "toutes_les_esperances"}
    player = _player(names[part.letter]) if part.letter in names else _corrected(params.alpha)
    faces = 1 + lcg.sequence(params.u0, longest_destiny(REPORT)) % REPORT.faces
    told = record(player, faces.tolist())
    return Solution((told.score,), ({"boxes": [(REPORT.boxes.index(turn.box), turn.points) for turn in told.turns]},))


@_ask(16, Numbers(3, Domain(low=-1500, high=1500)), "T :", "D :", "T − D =")
def antithetic_match(params: Parameters, _: Part) -> Solution:
    """Ten sets of two games with exchanged dice."""
    faces = 1 + lcg.sequence(params.u0, 2 * SETS * APART).reshape(SETS, 2, APART) % REPORT.faces
    mine, theirs = faces[:, 0], faces[:, 1]
    players = (_player("toutes_les_esperances"), _player("decision_une"))
    results = [play(players, lists, threads=1) for lists in ((mine, theirs), (theirs, mine))]
    match = Match("antithetic", np.stack(results, axis=2))
    points = [Fraction(player.points) for player in match_statistics(match)]
    gap = int(match.scores[0].sum() - match.scores[1].sum())
    return Solution((*points, Fraction(gap, 2 * SETS)))


def _codes(hand: Hand, keeps: tuple[Hand, ...]) -> tuple[int, ...]:
    """Every code that keeps one of some dice, that of the first ones first."""
    codes = (code for kept in keeps for code in reroll_codes(REPORT, hand, kept))
    return tuple(dict.fromkeys(codes))


def _rounded(value: float) -> float:
    """A value to 12 decimals: processors that round products otherwise give the same key."""
    return round(value, 12)


@cache
def _player(name: str) -> Strategy:
    return strategy(name, REPORT)


@cache
def _esperances() -> Esperances:
    return toutes_les_esperances(REPORT)


@cache
def _perturbation() -> Perturbation:
    return perturbation(REPORT)


def _corrected(alpha: int) -> Perturbation:
    """Perturbation with one weight, in quarters, for the four corrections of rerolls towards the bonus."""
    return _perturbation().reweighed([alpha / 4] * BONUS_CORRECTIONS + [0.0] * (CORRECTIONS - BONUS_CORRECTIONS))


EXAM = Exam(
    name="yahtzee",
    title=Text(fr="Yahtzee", en="Yahtzee"),
    source=Text(
        fr="d’après un rapport de projet sur des algorithmes jouant au Yahtzee, 2022",
        en="after a project report on algorithms that play Yahtzee, 2022",
    ),
    model_seed=17,
    draw=draw,
    questions=(
        numbers_of_cases,
        chances,
        hand_in_boxes,
        joker,
        missing_dice,
        safety,
        one_box,
        mean_of_a_box,
        mean_of_a_group,
        human_reroll,
        boxes_filled,
        aimed_reroll,
        best_play,
        corrected_reroll,
        games,
        antithetic_match,
    ),
)
