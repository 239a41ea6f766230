"""Questions 1 to 6 of the exam `yahtzee`: numbers of hands, points of a hand, and the boxes that a hand is near to."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb

from answers.exam.question import Part, Solution, SolveContext, SolvedQuestion, question
from answers.exams.yahtzee.draws import GAME, PATTERNS, RUN_BOXES, UPPERS, Hand, Parameters
from answers.exams.yahtzee.misconceptions import as_in_the_key, exchanges_weights, rules_in
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, codes, integers, probabilities
from answers.kinds.parsing import Values, number
from answers.kinds.tolerance import Tolerance
from solvers.yahtzee.rules import rolls
from solvers.yahtzee.rules.rolls import outcomes, reroll_codes, throws
from solvers.yahtzee.rules.rules import OFFICIAL, YahtzeeRules, possible_boxes, scores
from solvers.yahtzee.strategies import aims
from solvers.yahtzee.strategies.aims import Aim, poids2

THREE_DIGITS = Tolerance(relative=Fraction(1, 200))
TWO_DECIMALS = Tolerance(absolute=Fraction(1, 100))
SAFETY = Domain(low=0, high=50)
NONE = -1
"""Answer for a box that a hand is not near to."""
NEEDED = {
    "three_of_a_kind": 3,
    "four_of_a_kind": 4,
    "full_house": 5,
    "small_straight": 4,
    "large_straight": 5,
    "yahtzee": 5,
}
"""Number of dice of each combination."""


@question(1, kind=integers(3, 0, 10**12), points=1, definitions=(1, 4))
def numbers_of_cases(context: SolveContext[Parameters], _: Part) -> Solution:
    """Return the numbers of combinations of dice, groups of boxes and situations (report, sections 4 to 4.2)."""
    drawn = context.params.counts
    rules = YahtzeeRules(
        dice=drawn.dice, faces=drawn.faces, boxes=possible_boxes(drawn.dice, drawn.faces)[: drawn.boxes]
    )
    return Solution((rolls.combinations(rules), rolls.groups(rules, drawn.group), rolls.situations(rules)))


def _in_order(right: Sequence[int], drawn: Parameters) -> Values:
    """Mistake: count ordered throws in place of combinations of dice."""
    ordered = drawn.counts.faces**drawn.counts.dice
    return ordered, right[1], right[2] // right[0] * ordered


numbers_of_cases.mistake_from_answer("ordered-throws", _in_order)
numbers_of_cases.mistake_from_answer("a-factor-2-forgotten", lambda right, _: (*right[:2], right[2] // 2))


@question(2, kind=probabilities(2), points=1, tolerance=THREE_DIGITS, definitions=(1, 4))
def chances(context: SolveContext[Parameters], _: Part) -> Solution:
    """Return the chances of a hand in one throw, and of one whose highest dice are kept (report, section 4.4)."""
    drawn = context.params.throws
    dice = len(drawn.at_once)
    after = dict(outcomes(drawn.kept, dice, drawn.faces))
    return Solution((Fraction(throws(drawn.at_once), drawn.faces**dice), after[drawn.again]))


@chances.mistake("order-of-dice-forgotten")
def order_of_dice_forgotten(context: SolveContext[Parameters], _: Part) -> Solution:
    """Mistake: give the probability of one ordered throw that shows the hand."""
    drawn = context.params.throws
    new = len(drawn.again) - len(drawn.kept)
    return Solution((Fraction(1, drawn.faces ** len(drawn.at_once)), Fraction(1, drawn.faces**new)))


@chances.mistake("combinations-equally-likely")
def combinations_equally_likely(context: SolveContext[Parameters], _: Part) -> Solution:
    """Mistake: give every combination of dice the same probability."""
    drawn = context.params.throws
    thrown = (len(drawn.at_once), len(drawn.again) - len(drawn.kept))
    return Solution(tuple(Fraction(1, comb(dice + drawn.faces - 1, dice)) for dice in thrown))


chances.mistake_from_answer(
    "kept-dice-thrown-too",
    lambda right, drawn: (
        right[0],
        dict(outcomes((), len(drawn.throws.again), drawn.throws.faces))[drawn.throws.again],
    ),
)


UPPER_AND_LOWER = {"a": integers(6, 0, 50), "b": integers(7, 0, 50)}


@question(3, parts="ab", kind=UPPER_AND_LOWER, points=1, all_or_nothing=True, definitions=(1,))
def hand_in_boxes(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the points of a hand in the upper boxes (a) or in the lower boxes (b) (report, section 2.1)."""
    points = tuple(scores(rules_in(context), context.params.scored).values())
    return Solution(points[: len(UPPERS)] if part.letter == "a" else points[len(UPPERS) :])


def dice_counted(_: object, drawn: Parameters) -> Values:
    """Mistake: give an upper box the number of dice that show its face, in place of their sum."""
    return tuple(drawn.scored.count(face) for face in range(1, GAME.faces + 1))


hand_in_boxes.mistake_from_answer("dice-counted", dice_counted, parts="a")


@question(4, parts="ab", kind=integers(4, 0, 200), points=1, all_or_nothing=True, definitions=(1, 2))
def joker(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the points of a further Yahtzee in four open boxes, extra points included (report, section 2.1)."""
    from solvers.yahtzee.rules.position import Position, options

    drawn = context.params.further[part.letter]
    earned = options(Position(rules_in(context), drawn.open, yahtzee=drawn.scored), (drawn.face,) * GAME.dice)
    return Solution(tuple(earned[box] for box in drawn.open))


def _earned(context: SolveContext[Parameters], part: Part, *, jokers: int = 0, further: int = 0) -> Solution:
    """Return the right points of question 4 with points added to the boxes."""
    boxes, right = context.params.further[part.letter].open, map(number, joker(context, part).values)
    worth = {box: OFFICIAL.fixed[box] for box in RUN_BOXES}
    pairs = zip(boxes, right, strict=True)
    return Solution(tuple(int(earned) + jokers * worth.get(box, 0) + further for box, earned in pairs))


@joker.mistake("joker-always")
def joker_always(context: SolveContext[Parameters], part: Part) -> Solution:
    """Mistake: give full house and straights their points even though the upper box of the face is open."""
    drawn = context.params.further[part.letter]
    return _earned(context, part, jokers=int(UPPERS[drawn.face - 1] in drawn.open))


@joker.mistake("hundred-after-0")
def hundred_after_0(context: SolveContext[Parameters], part: Part) -> Solution:
    """Mistake: add the 100 extra points even though the Yahtzee box has 0 points."""
    return _earned(context, part, further=0 if context.params.further[part.letter].scored else OFFICIAL.extra)


def possib(hand: Hand) -> tuple[Aim | None, ...]:
    """Return by lower box but chance the first aim of Possib: the dice to keep and how many to reroll, or None."""
    possible = aims.combinations(GAME, hand)
    first = {aim.box: aim for aim in reversed((*possible.attained, *possible.attainable))}
    return tuple(first.get(box) for box in PATTERNS)


@question(
    5,
    parts="ab",
    kind={"a": integers(6, -1, 5), "b": codes(6, GAME.dice, none=True)},
    points=1,
    all_or_nothing=True,
    definitions=(1, 3, 8),
)
def near_boxes(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return, for each lower box but chance, the number of dice to reroll (a) or the code of the dice to keep (b).

    The value is -1 for a box that the hand is not near to.

    Source: the report, section 3.2, but a Yahtzee is near to four equal dice and not to three, as in the program with
    which the numbers of the report were measured (docs/yahtzee.md).
    """
    hand = context.params.near[part.letter]
    if part.letter == "a":
        return Solution(tuple(NONE if aim is None else aim.missing for aim in possib(hand)))
    return Solution(tuple(NONE if aim is None else reroll_codes(GAME, hand, aim.kept)[0] for aim in possib(hand)))


@near_boxes.accepts("b")
def keeps_dice_of_possib(context: SolveContext[Parameters], part: Part, values: Values) -> bool:
    """Return whether the codes of an answer keep the same faces as the report's function Possib, and so are right."""
    hand = context.params.near["b"]
    right = ((NONE,) if aim is None else reroll_codes(GAME, hand, aim.kept) for aim in possib(hand))
    return all(code in codes for code, codes in zip(as_in_the_key(context, part, values), right, strict=True))


@near_boxes.mistake("dice-of-the-combination", parts="a")
def dice_of_the_combination(context: SolveContext[Parameters], _: Part) -> Solution:
    """Mistake: give the number of dice that the combination lacks in place of the number of dice to reroll."""
    near = possib(context.params.near["a"])
    return Solution(tuple(NONE if aim is None else NEEDED[aim.box] - len(aim.kept) for aim in near))


@near_boxes.solution_data
def dice_for_each_box(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution the dice that both hands of the question keep for each box."""
    near = solved_question.drawn.near.items()
    return {letter: tuple(None if aim is None else aim.kept for aim in possib(hand)) for letter, hand in near}


@question(6, parts="ab", kind=Numbers(2, SAFETY), points=1, tolerance=TWO_DECIMALS, definitions=(1, 2, 8, 9))
def safety(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return Poids2 of an aim with two rerolls, then with one (report, section 3.3.2), with dice of drawn faces."""
    target = context.params.targets[part.letter]
    rules, aim = YahtzeeRules(faces=target.faces), Aim(target.box, (), target.missing)
    weights = poids2(rules, aim, 2), poids2(rules, aim, 1)
    return Solution(weights[::-1] if exchanges_weights(context) else weights)


safety.mistake_from_answer("loss-alone-divided", lambda right, _: (50 - (50 - right[1]) / 3, right[1]))


@safety.mistake("faces-wanted-exchanged")
def faces_wanted_exchanged(context: SolveContext[Parameters], part: Part) -> Solution:
    """Mistake: let one face help a full house or a straight, and two faces help equal dice, unlike the rules."""
    target = context.params.targets[part.letter]
    once = 50 - 10 * target.missing * (1 - Fraction(1 if part.letter == "a" else 2, target.faces))
    return Solution((once / 3, once))


@safety.mistake("six-faces")
def six_faces(context: SolveContext[Parameters], part: Part) -> Solution:
    """Mistake: compute with six faces in place of the drawn number."""
    target = context.params.targets[part.letter]
    aim = Aim(target.box, (), target.missing)
    return Solution((poids2(YahtzeeRules(), aim, 2), poids2(YahtzeeRules(), aim, 1)))
