"""corrige solve yahtzee and yahtzee-*: scores and decisions of strategies of Yahtzee."""

from typing import Annotated, TypeAlias

import typer

from answers.cli.common.output import print_message, working
from answers.cli.laboratory.solver import (
    AlphaWeights,
    BoxValues,
    DiceCount,
    FaceCount,
    JokerRule,
    Long,
    Player,
    Randomness,
    Threshold,
    solver,
)
from answers.laboratory.result import SolverResult
from answers.laboratory.yahtzee import strategies
from answers.laboratory.yahtzee.game import box_list, named_rules
from solvers.yahtzee.rules.position import Position

MOST_GAMES = 10_000_000

UpperPoints: TypeAlias = Annotated[
    int, typer.Option("--upper", metavar="N", min=0, help="Points scored so far in the upper section.")
]
YahtzeeScored: TypeAlias = Annotated[
    bool, typer.Option("--yahtzee-scored", help="The Yahtzee box is filled already, with 50 points.")
]
RollsLeft: TypeAlias = Annotated[
    int, typer.Option("--rolls", metavar="N", min=0, max=2, help="Number of rerolls left; 0: fill a box.")
]
Hand: TypeAlias = Annotated[str, typer.Option("--dice", metavar="D,D,…", help="The five dice on the table.")]


@solver
def yahtzee(
    *,
    strategy: Annotated[Player, typer.Option("--strategy", help="Strategy whose mean score is computed.")] = "optimal",
    dice: DiceCount = 5,
    faces: FaceCount = 6,
    value: BoxValues = None,
    threshold: Threshold = 63,
    joker: JokerRule = "forced",
    long: Long = False,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            metavar="N",
            min=2,
            max=MOST_GAMES,
            help=f"Estimate from N games; perturbation is always estimated, by default from {strategies.GAMES} games.",
        ),
    ] = None,
    seed: Randomness = 2022,
    weights: AlphaWeights = None,
) -> SolverResult:
    """Compute the mean score of a strategy in the solitaire game, exactly or, with --games, by simulation.

    Perturbation, whose decisions fit in no table, is simulated, without its corrections for points ahead of an
    opponent.
    """
    rules = named_rules(threshold, joker, dice, faces, value)
    with working("computing the mean score of the strategy"):
        return strategies.score(strategy, rules, value or [], games, seed, print_message, weights=weights, long=long)


@solver
def yahtzee_aims(
    *,
    dice: Hand,
    rolls: Annotated[int, typer.Option("--rolls", metavar="N", min=1, max=2, help="Number of rerolls left.")] = 2,
    reading: Annotated[
        strategies.ReadingName,
        typer.Option(
            "--reading",
            help="Weights of the aims: as the report prints them, or corrected where measured values differ.",
        ),
    ] = "printed",
    bonus: Annotated[
        bool, typer.Option("--bonus/--no-bonus", help="Whether the bonus is considered to be in reach.")
    ] = True,
) -> SolverResult:
    """List the boxes that a hand attains or nearly attains, with Poids1 and Poids2 of Decision_Une.

    These two weights are those of section 3 of the report. The strategy keeps the dice of the aim with the greatest sum
    of the two; `lacking` is the number of dice that the combination still lacks.
    """
    return strategies.aims(dice, rolls, reading, bonus=bonus)


@solver
def yahtzee_codes(*, dice: Hand) -> SolverResult:
    """List the 32 rerolls of a hand by the report's codes: dice in decreasing order, first die first."""
    return strategies.codes(dice)


@solver
def yahtzee_game(
    *,
    strategy: Annotated[
        Player, typer.Option("--strategy", help="Strategy that plays the game.")
    ] = "toutes_les_esperances",
    long: Long = False,
    destiny: Annotated[
        str | None,
        typer.Option(
            "--list", metavar="D,D,…", help="Dice to come, in order, or a file with these dice; else drawn from --seed."
        ),
    ] = None,
    dice: DiceCount = 5,
    faces: FaceCount = 6,
    value: BoxValues = None,
    seed: Randomness = 2022,
    joker: JokerRule = "forced",
    threshold: Threshold = 63,
) -> SolverResult:
    """Play one game on a list of dice (the report's figure 4): each throw takes its dice from the front of the list."""
    rules = named_rules(threshold, joker, dice, faces, value)
    with working("playing a game of Yahtzee"):
        return strategies.game(strategy, rules, destiny, seed, long=long)


@solver
def yahtzee_group(
    *,
    boxes: Annotated[
        str, typer.Option("--open", metavar="BOX,BOX,…", help="The boxes still to fill: at most 4, or yahtzee alone.")
    ],
    long: Long = False,
    faces: FaceCount = 6,
    dice: DiceCount = 5,
) -> SolverResult:
    """Compute the expected points in the boxes still to fill, as Toutes_les_esperances does (equation 9).

    The expected points are an exact fraction, computed without bonus and joker. Each turn aims at one box; four boxes
    take some seconds.
    """
    rules = named_rules(63, "none", dice, faces)
    with working("computing the expected points"):
        return strategies.group(boxes, rules, long=long)


@solver
def yahtzee_keep(
    *,
    dice: Annotated[
        str, typer.Option("--dice", metavar="D,D,…", help="The dice that lie on the table, such as 1,1,3,5,6.")
    ],
    rolls: RollsLeft = 2,
    open_boxes: Annotated[
        str | None, typer.Option("--open", metavar="BOX,BOX,…", help="Boxes still to fill; by default all.")
    ] = None,
    upper: UpperPoints = 0,
    scored: YahtzeeScored = False,
    strategy: Annotated[
        Player, typer.Option("--strategy", help="Strategy that chooses the dice to keep or the box to fill.")
    ] = "optimal",
    weights: AlphaWeights = None,
    lead: Annotated[
        int, typer.Option("--lead", metavar="N", help="Lead over the other player in points, for perturbation.")
    ] = 0,
    threshold: Threshold = 63,
    joker: JokerRule = "forced",
    value: BoxValues = None,
) -> SolverResult:
    """Find the dice to keep under the optimal strategy, and the expected points until the end of the game.

    With --strategy, find the dice that a strategy of the report keeps, with its expectation (equation 9) or the
    quantity that Perturbation maximises (equation 10). yahtzee-aims prints the value of a choice of Decision_Une.
    """
    rules = named_rules(threshold, joker, values=value)
    names = rules.boxes if open_boxes is None else box_list(open_boxes)
    position = Position(rules, names, upper, scored)
    with working("computing the best choice of dice or box"):
        if strategy == "optimal":
            return strategies.best(position, dice, rolls, print_message)
        return strategies.reported(strategy, position, dice, rolls, lead, weights)


@solver
def yahtzee_win(
    *,
    open_boxes: Annotated[str, typer.Option("--open", metavar="BOX,BOX,…", help="The boxes still to fill.")],
    lead: Annotated[
        int,
        typer.Option(
            "--lead", metavar="N", help="Points ahead of the opponent, who has finished; your upper bonus not counted."
        ),
    ] = 0,
    upper: UpperPoints = 0,
    scored: YahtzeeScored = False,
    dice: Annotated[
        str | None, typer.Option("--dice", metavar="D,D,…", help="The dice on the table, to find the best choice.")
    ] = None,
    rolls: RollsLeft = 2,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", metavar="N", min=2, max=MOST_GAMES, help="Also estimate the chance to win by playing N games."
        ),
    ] = None,
    seed: Randomness = 2022,
    threshold: Threshold = 63,
    joker: JokerRule = "forced",
    value: BoxValues = None,
    long: Long = False,
) -> SolverResult:
    """Find the strategy that maximises the chance to win at the end of a game, not the expected points.

    A player far behind takes risks that lose points on average, a player ahead avoids them (section 6 of yahtzee). A
    draw does not count as a win. Five or six open boxes take up to a minute.
    """
    position = Position(named_rules(threshold, joker, values=value), box_list(open_boxes), upper, scored)
    with working("computing the chance to win"):
        return strategies.win(position, lead, dice, rolls, games, seed, long=long)
