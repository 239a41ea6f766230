"""Questions 15 and 16 of the exam `yahtzee`: whole games on lists of dice."""

from collections.abc import Mapping
from fractions import Fraction

from answers.exam.question import Part, Solution, SolveContext, SolvedQuestion, question
from answers.exams.yahtzee.draws import APART, GAME, LIST, SETS, Parameters
from answers.exams.yahtzee.evidence import YahtzeeGame, YahtzeeTurn, shown
from answers.exams.yahtzee.lazy import playing
from answers.exams.yahtzee.misconceptions import (
    exchanges_weights,
    has_faces_of_the_example,
    has_fresh_lists,
    rules_in,
)
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, integers

LISTS = {"a": 1, "b": 1, "c": 5}
"""Number of lists of question 15, by part. With fewer lists, the games of Perturbation may be those of α = 0 or 1."""


@question(
    15,
    parts="abc",
    kind={"a": integers(1, 0, 3000), "b": integers(1, 0, 3000), "c": integers(1, 0, 15000)},
    points={"a": Fraction(3, 5), "b": Fraction(3, 5), "c": Fraction(4, 5)},
    evidence=YahtzeeGame,
    definitions=(*range(1, 11), 12, 13),
)
def whole_games(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the score of Decision_Une (a), of Toutes_les_esperances (b), or of Perturbation (c).

    Decision_Une and Toutes_les_esperances each play one game on a list of dice. Perturbation plays five games, whose
    scores are added.

    Source: the report, section 5.2.1, "liste-destin", and section 6.1: α weighs the correction for the bonus.
    """
    (score, turns), *games = played(context, part.letter)
    further = tuple(further_score for further_score, _ in games)
    return Solution((score + sum(further),), (YahtzeeGame(turns, further),))


def played(context: SolveContext[Parameters], letter: str) -> list[tuple[int, tuple[YahtzeeTurn, ...]]]:
    """Return a pair for each game of a part of question 15: its final score and its turns."""
    params, rules = context.params, rules_in(context)
    if letter == "c":
        player = playing.perturbation(params.alpha, rules)
    else:
        human = playing.decision_une(rules, exchanged=exchanges_weights(context))
        player = human if letter == "a" else playing.toutes_les_esperances(rules)
    starts = range(params.start, params.start + APART * LISTS[letter], APART)
    scaled = has_faces_of_the_example(context)
    lists = (playing.faces(params.u0, start, LIST * len(GAME.boxes), scaled=scaled) for start in starts)
    return [playing.game_record(player, dice, rules, fresh=has_fresh_lists(context)) for dice in lists]


@whole_games.mistake("bonus-not-added")
def bonus_not_added(context: SolveContext[Parameters], part: Part) -> Solution:
    """Mistake: add the points of the turns but not the bonus. Games without a bonus stay the same."""
    return Solution((sum(turn.points for _, turns in played(context, part.letter) for turn in turns),))


@whole_games.solution_data
def games_as_tables(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution the first game of each strategy as a table, and Perturbation's other scores."""
    tables, further = [], tuple[int, ...]()
    for letter in "abc":
        (total,), (game,) = solved_question.answers[letter], solved_question.evidence[letter]
        assert isinstance(game, YahtzeeGame)
        assert isinstance(total, int)
        tables.append(shown(total - sum(game.scores), game.turns))
        further = game.scores
    return {"games": tuple(tables), "further": further}


@question(
    16,
    parts="ab",
    kind={"a": Numbers(2, Domain(low=0, high=SETS)), "b": Numbers(1, Domain(low=-1500, high=1500))},
    points={"a": Fraction(1, 4), "b": Fraction(3, 4)},
    all_or_nothing={"a": True, "b": False},
    definitions=(*range(1, 11), 13, 14),
)
def antithetic_match(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the points (a) or mean difference (b) of a match of exchanged lists (report, section 5.3.1)."""
    match = playing.exchanged_match(
        context.params.u0,
        rules_in(context),
        fresh=has_fresh_lists(context),
        scaled=has_faces_of_the_example(context),
        exchanged=exchanges_weights(context),
    )
    if part.letter == "a":
        return Solution(tuple(Fraction(player.points) for player in playing.match_statistics(match)))
    return Solution((Fraction(int(match.scores[0].sum() - match.scores[1].sum()), 2 * SETS),))


antithetic_match.mistake_from_answer("gap-of-a-set", lambda right, _: (2 * right[0],), parts="b")
antithetic_match.mistake_from_answer(
    "strategies-exchanged", lambda right, _: right[::-1] if len(right) > 1 else (-right[0],)
)


@antithetic_match.solution_data
def scores_of_the_sets(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution the scores of both players in every set, and the points that each one gets."""
    first, second = playing.exchanged_match(solved_question.drawn.u0).scores
    sets = []
    for mine, theirs in zip(first.tolist(), second.tolist(), strict=True):
        gaps = [a - b for a, b in zip(mine, theirs, strict=True)]
        points = (points_of_a_set([sign * gap for gap in gaps]) for sign in (1, -1))
        sets.append((tuple(zip(mine, theirs, strict=True)), *points, sum(gaps)))
    return {"sets": tuple(sets), "gap": sum(gap for *_, gap in sets), "games": 2 * SETS}


def points_of_a_set(gaps: list[int]) -> float:
    """Return the points of a set: 1 if every game is won, 1/2 if just one and the leads sum above 0, else 0."""
    won = sum(gap > 0 for gap in gaps)
    if won == len(gaps):
        return 1
    return playing.PARTIAL if won == 1 and sum(gaps) > 0 else 0
