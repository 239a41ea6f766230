"""Figures and worked examples of the subject of `yahtzee`, computed.

No example is an answer to the seed of a student: lists of dice are those of the model seed, groups have the Yahtzee
box, and no question asks the same of a hand.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import factorial, prod

from answers.exam.subject import Subject
from answers.exam.words import Words, plain
from answers.exams.yahtzee import playing
from answers.exams.yahtzee.draws import APART, GAME, LIST, UPPERS, WEIGHED, Hand, HumanTurn, aims_of
from answers.exams.yahtzee.evidence import shown
from answers.exams.yahtzee.games import points_of_a_set
from answers.exams.yahtzee.hands import possib
from solvers import svg
from solvers.yahtzee.rules.position import Position, options
from solvers.yahtzee.rules.rules import LOWER, scores
from solvers.yahtzee.strategies.aims import weighed_aims, weighed_boxes
from solvers.yahtzee.strategies.exact import exact_box

SEED, START, ALPHA = 17, 53200, 1.0
"""Seed of the example games, which is that of the model sheet, index of the first term of their list, and α.

Two of the games have the bonus and all have a further Yahtzee. In the example set on this list and the next one, each
strategy wins a game. The list does not begin as those of question 15 do (`lucky_start`): it is the first list of no
student.
"""
KEPT_OF = (1, 1, 1, 5, 6)
NEAR = (
    (2, 2, 3, 3, 3),
    (2, 3, 3, 5, 5),
    (1, 2, 3, 4, 6),
    (1, 3, 4, 5, 6),
    (2, 3, 4, 5, 6),
    (1, 2, 3, 5, 5),
    (1, 4, 4, 4, 4),
)
JOKERS = ("full_house", "large_straight", "chance")
FIVES_AND_SIXES = (1, 2, 5, 6, 6)
SHEETS = (
    HumanTurn((2, 4, 4, 4, 4), 1, ("fours", "three_of_a_kind", "four_of_a_kind", "yahtzee"), 16),
    HumanTurn((2, 5, 5, 6, 6), 2, ("twos", "fives"), 30),
    HumanTurn((2, 5, 5, 6, 6), 2, ("fours",), 0),
    HumanTurn((2, 2, 4, 4, 4), 2, ("ones", "threes", "fours", "fives", "sixes", "full_house"), 80),
)
"""Sheets with a filled Yahtzee box, with a lead of nine points over three dice of each face, twelve points behind, and
with a total above 63."""
CODE = 14
CODED = (1, 3, 4, 4, 6)
SIDE, STEP = 26, 32
"""Side of a die, and distance between the left sides of two dice, in pixels."""
STYLE = 'font-family="Corrige Text, sans-serif" font-size="12" text-anchor="middle"'


def code(words: Words) -> str:
    """Draw five dice in decreasing order above the digits of a code; kept dice have a thick frame."""
    kept, again = (plain(words.snippet(name)) for name in ("figure_kept", "figure_again"))
    shapes = [
        svg.text(205, 23, f"1 = {kept}", anchor="start"),
        svg.text(205, 39, f"0 = {again}", anchor="start"),
    ]
    for i, (face, bit) in enumerate(zip(CODED[::-1], f"{CODE:05b}", strict=True)):
        x, y, width = 30 + STEP * i, 12, 2.6 if bit == "1" else 0.7
        frame = f'<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" rx="4" fill="none" stroke="black" '
        shapes.append(f'{frame}stroke-width="{width}"/>')
        shapes += [f'<circle cx="{x + 6 + 7 * i}" cy="{y + 6 + 7 * j}" r="2.3"/>' for i, j in svg.PIPS[face]]
        shapes.append(svg.text(x + SIDE / 2, 60, bit, size=15))
    # The code is last: screen readers read it after its digits.
    shapes.append(svg.text(205, 60, f"= {CODE}", size=15, anchor="start"))
    return svg.drawing(370, 72, shapes, style=STYLE)


def lists(words: Words) -> str:
    """Draw the dice that two turns take from their lists: fifteen places for each turn, used from the left."""
    shapes = []
    for turn, used in enumerate(((5, 3, 2), (5, 1, 0))):
        y, place = 20 + 52 * turn, 0
        label = plain(words.snippet("figure_turn", number=turn + 1))
        shapes.append(svg.text(8, y + 16, label, anchor="start"))
        for throw, count in enumerate(used):
            for _ in range(count):
                shapes.append(_cell(80 + 24 * place, y, str(throw + 1)))
                place += 1
        shapes += [_cell(80 + 24 * i, y, "") for i in range(place, LIST)]
        shapes.append(svg.text(80, y - 4, f"n = {LIST * turn}", size=11, anchor="start"))
    return svg.drawing(450, 108, shapes, style=STYLE)


def _cell(x: int, y: int, throw: str) -> str:
    """Draw a place of a list of dice, shaded by the throw that uses it."""
    fill = {"1": "#bbb", "2": "#ddd"}.get(throw, "none")
    square = f'<rect x="{x}" y="{y}" width="24" height="24" fill="{fill}" stroke="black" stroke-width="0.8"/>'
    return square + svg.text(x + 12, y + 17, throw)


def examples() -> Mapping[str, object]:
    """Return the data of the examples in the definitions, and values with which students check their programs."""
    esperances, human = playing.toutes_les_esperances(), playing.decision_une()
    first, second = (playing.faces(SEED, START + apart, LIST * len(GAME.boxes)) for apart in (0, APART))
    played = tuple(
        (playing.game_record(esperances, mine)[0], playing.game_record(human, theirs)[0])
        for mine, theirs in ((first, second), (second, first))
    )
    players = (playing.decision_une(), playing.toutes_les_esperances(), playing.perturbation(ALPHA))
    dice = playing.faces(SEED, START, LIST * len(GAME.boxes))
    opened, filled = (("fours", *JOKERS), ("ones", *JOKERS))
    positions = (Position(GAME, opened, yahtzee=True), Position(GAME, filled, yahtzee=True), Position(GAME, filled))
    once, twice = exact_box(GAME, "large_straight", (1, 2, 3, 4, 4), 1), exact_box(GAME, "yahtzee", (1, 6, 6, 6, 6), 2)
    expected = playing.expectations()
    one_reroll = {(aim.aim.box, aim.aim.kept): aim for aim in weighed_aims(GAME, WEIGHED, 1, GAME.boxes, 0)}
    return {
        "boxes": tuple(enumerate(GAME.boxes)),
        "scored": (_scored((3, 3, 3, 5, 5)), _scored((4, 4, 4, 4, 4))),
        "jokers": tuple(options(position, (4,) * GAME.dice) for position in positions),
        "counts": {"throw": _chance((1, 2, 3, 4, 5), ()), "after": _chance((4, 4, 5, 5, 6), (4, 4, 5))},
        "box": {"once": once.value, "twice": twice.value, "ones": 5 * (1 - Fraction(5, 6) ** 3)},
        "groups": {
            "pair": expected.group(("yahtzee", "chance")),
            "lower": expected.group(LOWER),
            "upper": expected.group(UPPERS),
            "all": expected.group(GAME.boxes),
            "joker": expected.group(("ones", "chance"), joker=True),
        },
        # the first set of dice that Possib keeps for each lower box but chance
        "possib": tuple(
            {"hand": hand, "kept": tuple(None if aim is None else aim.kept for aim in possib(hand))} for hand in NEAR
        ),
        "sheets": tuple(map(_on_a_sheet, SHEETS)),
        # five open upper boxes, with which no correction applies
        "five_uppers": playing.corrected_keeps(Position(GAME, (*UPPERS[1:], "chance"), 3), FIVES_AND_SIXES, 1, ALPHA)[
            0
        ],
        "aims": tuple(
            {
                "aim": aim.aim,
                "points": aim.points,
                "safety": (aim.safety, one_reroll[aim.aim.box, aim.aim.kept].safety),
                "weight": (aim.weight, one_reroll[aim.aim.box, aim.aim.kept].weight),
            }
            for aim in weighed_aims(GAME, WEIGHED, 2, GAME.boxes, 0)
        ),
        "fills": weighed_boxes(GAME, (1, 4, 4, 4, 5), GAME.boxes, 0),
        "keeps": _keeps(0.0),
        "corrected": _keeps(ALPHA),
        "games": tuple(shown(*playing.game_record(player, dice)) for player in players),
        "seed": SEED,
        "start": START,
        "alpha": ALPHA,
        "match": played,
        "match_points": tuple(points_of_a_set([sign * (mine - theirs) for mine, theirs in played]) for sign in (1, -1)),
        "chosen": playing.expectations().fills(SHEET, KEPT_OF),
    }


def _scored(hand: Hand) -> Mapping[str, object]:
    """Return a hand with its points in every box."""
    return {"hand": hand, "points": tuple(scores(GAME, hand).values())}


def _chance(hand: Hand, kept: Hand) -> Fraction:
    """Return the probability to get `hand` if the dice `kept` are kept and the other dice are thrown once."""
    missing = Counter(hand) - Counter(kept)
    orders = factorial(missing.total()) // prod(map(factorial, missing.values()))
    return Fraction(orders, GAME.faces ** missing.total())


@dataclass(frozen=True, slots=True)
class SheetExample:
    """What Decision_Une decides: the dice that it keeps, and the box that it fills with this hand without rerolls."""

    turn: HumanTurn
    kept: Hand
    filled: str


def _on_a_sheet(turn: HumanTurn) -> SheetExample:
    """Return what Decision_Une keeps of the hand of a turn, and which box it would fill with it."""
    open_boxes = [box for box in GAME.boxes if box not in turn.filled]
    filled = weighed_boxes(GAME, turn.hand, open_boxes, turn.upper)[0].box
    return SheetExample(turn, aims_of(turn)[0].aim.kept, filled)


SHEET = ("fives", "sixes", "chance", "yahtzee")
UPPER_TOTAL = 28


def _keeps(alpha: float) -> tuple[Mapping[str, object], ...]:
    """Return the best keeps of a hand with two rerolls left and the boxes of `SHEET` open."""
    position = Position(GAME, SHEET, UPPER_TOTAL)
    keeps, codes = playing.corrected_keeps(position, KEPT_OF, 2, alpha)[:4], playing.lowest_codes(KEPT_OF)
    return tuple(
        {"kept": keep.kept, "code": codes[keep.kept], "worth": keep.worth,
         "correction": playing.correction(position, keep.kept)}
        for keep in keeps
    )  # fmt: skip


DEFINITIONS: Mapping[int, tuple[int, ...]] = {
    1: (),
    2: (1,),
    3: (1,),
    4: (1,),
    5: (1, 4),
    6: (2, 5),
    7: (3, 6),
    8: (1,),
    9: (2, 8),
    10: (2, 8, 9),
    11: (2, 5),
    12: (7,),
    13: (2, 3),
    14: (7, 10, 13),
}
SUBJECT = Subject(minutes=210, definitions=DEFINITIONS, figures={"code": code, "lists": lists}, examples=examples)
