"""Questions 10 to 14 of the exam `yahtzee`: the dice that a strategy keeps in a turn and the box that it fills."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from answers.exam.question import Part, Solution, SolveContext, SolvedQuestion, question, rounded
from answers.exams.yahtzee.draws import GAME, Hand, HumanTurn, Parameters, ReducedGame, aims_of
from answers.exams.yahtzee.evidence import OtherCodes
from answers.exams.yahtzee.hands import TWO_DECIMALS
from answers.exams.yahtzee.lazy import playing
from answers.exams.yahtzee.misconceptions import rules_in
from answers.exams.yahtzee.rerolls import (
    CODE,
    CODES_LESS,
    HANDS,
    MOST,
    POINTS,
    RerollChoice,
    answer_of,
    any_of,
    best_of,
    candidates,
    rerolled,
)
from answers.kinds.numbers.numbers import integers
from answers.kinds.tolerance import EXACT
from solvers.yahtzee.rules.rules import YahtzeeRules, scores
from solvers.yahtzee.strategies.aims import upper_lead, weighed_boxes


@rerolled(10, parts="abcd", points=CODES_LESS | {"c": Fraction(3, 4), "d": Fraction(1, 4)}, definitions=(1, 2, 3, 8, 9))
def human_reroll(context: SolveContext[Parameters], part: Part) -> RerollChoice:
    """Return the greatest weight and the dice to keep of the first such aim of Decision_Une (report, section 3.3)."""
    drawn = context.params.human[HANDS[part.letter]]
    first = aims_of(drawn)[0]
    return RerollChoice(drawn.hand, first.weight, (first.aim.kept,))


@human_reroll.mistake("weights-multiplied", parts="ac")
def weights_multiplied(context: SolveContext[Parameters], part: Part) -> Solution:
    """Mistake: multiply the two weights of an aim in place of adding them."""
    aims = aims_of(context.params.human[HANDS[part.letter]])
    return Solution((max(aim.points * aim.safety for aim in aims),))


@human_reroll.mistake("points-alone", parts="ac")
def points_alone(context: SolveContext[Parameters], part: Part) -> Solution:
    """Mistake: give the first weight of the best aim, without adding the second."""
    return Solution((aims_of(context.params.human[HANDS[part.letter]])[0].points,))


@human_reroll.solution_data
def heaviest_aims(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution the aims of greatest weight of both hands, the number of aims, and the lead.

    The lead is the number of points by which the filled upper boxes exceed three dice of each face.
    """

    def hand_data(drawn: HumanTurn) -> Mapping[str, object]:
        aims = aims_of(drawn)
        open_boxes = [box for box in GAME.boxes if box not in drawn.filled]
        return {"lead": upper_lead(GAME, open_boxes, drawn.upper), "aims": aims[:MOST], "count": len(aims)}

    return {"hands": tuple(map(hand_data, solved_question.drawn.human))}


@question(11, parts="ab", kind=integers(2, 0, 12), points=1, all_or_nothing=True, definitions=tuple(range(1, 11)))
def boxes_filled(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the boxes that Decision_Une, then Toutes_les_esperances, fills (report, sections 3.3 and 4.7)."""
    drawn = context.params.filling[part.letter]
    rules = rules_in(context)
    position = playing.Position(rules, drawn.open, drawn.upper)
    filled = (
        player.box(position, drawn.hand, 0)
        for player in (playing.decision_une(rules), playing.toutes_les_esperances(rules))
    )
    return Solution(tuple(map(GAME.boxes.index, filled)))


boxes_filled.mistake_from_answer("numbers-from-1", lambda right, _: tuple(box + 1 for box in right))


@boxes_filled.mistake("most-points-filled")
def most_points_filled(context: SolveContext[Parameters], part: Part) -> Solution:
    """Mistake: let Toutes_les_esperances fill the box of most points, without regard to the boxes that stay open."""
    drawn, first = context.params.filling[part.letter], boxes_filled(context, part).values[0]
    points = scores(GAME, drawn.hand)
    return Solution((first, GAME.boxes.index(max(drawn.open, key=points.__getitem__))))


@boxes_filled.solution_data
def values_of_the_boxes(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution the values that each of the two strategies gives to the open boxes."""
    return {
        letter: {
            "lead": upper_lead(GAME, filling.open, filling.upper),
            "human": weighed_boxes(GAME, filling.hand, filling.open, filling.upper),
            "expected": playing.expectations().fills(filling.open, filling.hand),
        }
        for letter, filling in solved_question.drawn.filling.items()
    }


@rerolled(12, points=CODES_LESS, definitions=tuple(range(1, 8)))
def aimed_reroll(context: SolveContext[Parameters], _: Part) -> RerollChoice:
    """Return the greatest worth of dice to keep to Toutes_les_esperances, and all sets of it (report, equation 9)."""
    drawn = context.params.aiming
    position = playing.Position(rules_in(context), drawn.open)
    return best_of(drawn.hand, playing.corrected_keeps(position, drawn.hand, drawn.rerolls, 0.0))


@aimed_reroll.mistake("other-boxes-forgotten", parts="a")
def other_boxes_forgotten(context: SolveContext[Parameters], _: Part) -> Solution:
    """Mistake: give the greatest expected points in one box, without those of the turns that fill the other boxes."""
    drawn = context.params.aiming
    return Solution((max(playing.exact_box(GAME, box, drawn.hand, drawn.rerolls).value for box in drawn.open),))


@aimed_reroll.solution_data
def rerolls_and_rests(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution the best sets to keep, and E_global of the other open boxes for each box."""
    aiming, expected = solved_question.drawn.aiming, playing.expectations()
    rests = tuple((box, expected.group(rest for rest in aiming.open if rest != box)) for box in aiming.open)
    return {"keeps": candidates(aiming.hand, expected.keeps(aiming.open, aiming.hand, aiming.rerolls)), "rests": rests}


def rules_reduced(drawn: ReducedGame, game: YahtzeeRules = GAME) -> YahtzeeRules:
    """Return the rules of the reduced game of question 13: its boxes and threshold, and no jokers."""
    return replace(game, threshold=drawn.threshold, joker="none", boxes=drawn.boxes)


def best_first_keeps(drawn: ReducedGame, game: YahtzeeRules = GAME) -> list[tuple[Hand, float]]:
    """Return the sets of dice that may be kept in the first turn of question 13, with their worth, the best first."""
    rules = rules_reduced(drawn, game)
    return [*playing.best_keeps(playing.optimal(rules), playing.Position.start(rules), drawn.hand, game.rerolls)]


def _best_first_turn(context: SolveContext[Parameters], _: Part) -> RerollChoice:
    """Return the best choice of dice to keep in the first turn of question 13."""
    return best_of(context.params.reduced.hand, best_first_keeps(context.params.reduced, rules_in(context)))


@question(
    13,
    parts="abc",
    kind={"a": POINTS, "b": POINTS, "c": CODE},
    points={"a": Fraction(3, 4), "b": Fraction(3, 4), "c": Fraction(1, 2)},
    tolerance={"a": TWO_DECIMALS, "b": TWO_DECIMALS, "c": EXACT},
    evidence=OtherCodes,
    definitions=(1, 2, 3, 4, 5, 11),
)
def best_play(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the expected score of optimal play, from the start (a) or after a first throw (b), or a code (c).

    The game has four boxes and a bonus, and the seed draws the first throw. The code is that of the best dice to keep
    after this throw. Optimal play is computed exactly.

    Source: the rules of section 2.1 of the report, with the bonus, which section 4 leaves out.
    """
    if part.letter == "a":
        return Solution(
            (rounded(playing.optimal(rules_reduced(context.params.reduced, rules_in(context))).expected_score),)
        )
    return answer_of(_best_first_turn(context, part), part)


best_play.accepts("c")(any_of(_best_first_turn))


@best_play.mistake("bonus-forgotten", parts="ab")
def bonus_forgotten(context: SolveContext[Parameters], part: Part) -> Solution:
    """Mistake: leave out the bonus of 35 points."""
    drawn, game = context.params.reduced, replace(GAME, bonus=0)
    if part.letter == "a":
        return Solution((rounded(playing.optimal(rules_reduced(drawn, game)).expected_score),))
    return Solution((rounded(best_first_keeps(drawn, game)[0][1]),))


@best_play.solution_data
def first_rerolls(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution the best sets of dice to keep in the first turn."""
    return {"keeps": candidates(solved_question.drawn.reduced.hand, best_first_keeps(solved_question.drawn.reduced))}


@rerolled(14, points=CODES_LESS, definitions=(*range(1, 8), 12))
def corrected_reroll(context: SolveContext[Parameters], _: Part) -> RerollChoice:
    """Return the greatest worth of dice to keep to Perturbation, and all sets of it (report, equation 10)."""
    drawn = context.params.corrected
    position = playing.Position(rules_in(context), drawn.open, drawn.upper)
    return best_of(drawn.hand, playing.corrected_keeps(position, drawn.hand, drawn.rerolls, context.params.alpha))


@corrected_reroll.solution_data
def corrections(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution the best sets with their corrections, and what Toutes_les_esperances keeps."""
    corrected = solved_question.drawn.corrected
    position = playing.Position(GAME, corrected.open, corrected.upper)
    shown = candidates(
        corrected.hand,
        playing.corrected_keeps(position, corrected.hand, corrected.rerolls, solved_question.drawn.alpha),
    )
    best = tuple(replace(keep, correction=playing.correction(position, keep.kept)) for keep in shown)
    return {"keeps": best, "plain": playing.corrected_keeps(position, corrected.hand, corrected.rerolls, 0.0)[0].kept}
