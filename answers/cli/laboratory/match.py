"""corrige match: play strategies of Yahtzee and programs of students against each other."""

from secrets import randbits
from typing import Annotated, Literal

import typer

from answers.cli.common.output import print_message, working
from answers.cli.laboratory.solver import BoxValues, DiceCount, FaceCount, JokerRule, Long, Threshold, solver
from answers.laboratory.result import SolverResult
from answers.laboratory.yahtzee import match as lab
from answers.laboratory.yahtzee.game import named_rules
from answers.laboratory.yahtzee.match import MatchTerms

MOST_GAMES = 1_000_000
SEED_BITS = 53
"""Size of a random seed in bits: too many seeds for a program to try all, and exact in every JSON reader."""


@solver
def match(
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="A B …",
            help="Names of strategies (decision_une, toutes_les_esperances, measured_decision_une, "
            "measured_esperances, perturbation, measured_perturbation, optimal), or files decision.py of students.",
        ),
    ],
    *,
    tournament: Annotated[
        bool, typer.Option("--tournament", help="Let each player play against every other player.")
    ] = False,
    method: Annotated[
        Literal["independent", "coupled", "antithetic"],
        typer.Option(
            "--method",
            help="Dice of the players: independent; coupled, the same dice; antithetic, a second game "
            "with the dice exchanged.",
        ),
    ] = "independent",
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            metavar="N",
            min=2,
            max=MOST_GAMES,
            help=f"Number of games, or of pairs of games if antithetic; by default {lab.GAMES}, "
            f"or {lab.GAMES_OF_PROGRAMS} with a program.",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", min=0, help="Seed of the dice; by default random, and printed at the end."),
    ] = None,
    lists: Annotated[
        Literal["game", "turn", "throw"],
        typer.Option("--lists", help="Dice of a game: one list for the game, or a new list each turn or throw."),
    ] = "game",
    wrong: Annotated[
        Literal["lost", "mended"],
        typer.Option(
            "--wrong",
            help="Effect of an invalid decision of a program: the game is lost, or the decision is corrected.",
        ),
    ] = "lost",
    long: Long = False,
    seconds: Annotated[
        float,
        typer.Option("--seconds", metavar="S", min=0.001, max=10, help="Time limit of a program for each decision."),
    ] = 0.05,
    threshold: Threshold = 63,
    joker: JokerRule = "forced",
    dice: DiceCount = 5,
    faces: FaceCount = 6,
    value: BoxValues = None,
) -> SolverResult:
    """Let strategies of Yahtzee play each other, and print the report's tables, a histogram and confidence intervals.

    A program is a file that defines decide(dice, rerolls, mine, theirs): the dice on the table, the rerolls left, the
    points in the filled boxes of both sheets. It returns the dice to keep or, with no reroll left, the box to fill.
    Or it defines the function decision(valeurDes, nrelancer, feuilleScore, feuilleScoreAdv) of the report, which
    returns five booleans, true for each die to keep, or a box. The program runs in a separate process with little time
    and memory. As far as this system allows, it cannot read or write your files, use the network or stop other
    programs; before the first game, corrige lists the actions that it cannot prevent.
    """
    rules = named_rules(threshold, joker, dice, faces, value)
    drawn = randbits(SEED_BITS) if seed is None else seed
    terms = MatchTerms(rules, method, games or lab.usual_games(players), drawn, lists, wrong, seconds)
    return (lab.tournament if tournament else lab.match)(players, terms, print_message, working, long=long)
