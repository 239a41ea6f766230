"""corrige match: strategies of Yahtzee, and programs of students, against each other."""

from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import typer

from answers.cli.common.cost import Long
from answers.cli.common.options import TO_STDOUT, AsJson, Force, Output, Randomness
from answers.cli.common.output import deliver_found, needs_person, table, working
from answers.cli.common.yahtzee_cost import check_games_cost, check_tables_cost
from answers.cli.common.yahtzee_options import BoxValues, DiceCount, FaceCount, JokerRule, Threshold, named_rules
from answers.cli.match_lines import match_json, match_lines
from answers.cli.solve.common import refusing
from answers.errors import CorrigeError
from answers.messages import Message

if TYPE_CHECKING:
    from answers.submissions.decision.contest import Contest, Terms

SharingName = Literal["independent", "coupled", "antithetic"]
ListsName = Literal["game", "turn", "throw"]
WrongName = Literal["lost", "mended"]
GAMES, GAMES_OF_PROGRAMS = 10_000, 500
MOST_GAMES, MOST_PLAYERS = 1_000_000, 100
SUFFIX = ".py"

Players: TypeAlias = Annotated[
    list[str],
    typer.Argument(
        metavar="A B …",
        help="Names of strategies (decision_une, toutes_les_esperances, measured_decision_une, "
        "measured_esperances, perturbation, optimal), or files decision.py of students.",
    ),
]
Games: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--games",
        metavar="N",
        min=2,
        max=MOST_GAMES,
        help=f"Games, or sets of two when antithetic: {GAMES}, with a file {GAMES_OF_PROGRAMS}.",
    ),
]


def match(
    players: Players,
    *,
    tournament: Annotated[bool, typer.Option("--tournament", help="Each against each, two players or more.")] = False,
    method: Annotated[
        SharingName, typer.Option("--method", help="Own dice; the same dice; a second game with the dice exchanged.")
    ] = "independent",
    games: Games = None,
    seed: Randomness = 2022,
    lists: Annotated[
        ListsName, typer.Option("--lists", help="One list of dice a game, or a fresh one each turn or throw.")
    ] = "game",
    wrong: Annotated[
        WrongName, typer.Option("--wrong", help="What a wrong decision of a program costs: the game, or nothing.")
    ] = "lost",
    long: Long = False,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="S", min=0.001, max=10, help="A program may take for a decision.")
    ] = 0.05,
    threshold: Threshold = 63,
    joker: JokerRule = "forced",
    dice: DiceCount = 5,
    faces: FaceCount = 6,
    value: BoxValues = None,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Let strategies of Yahtzee play each other: the report's tables, intervals of level 95 %, a histogram.

    A program is a file that defines decide(dice, rerolls, mine, theirs): the dice on the table, the rerolls left, the
    points in the filled boxes of both sheets. It returns the dice to keep, or with no reroll left the box to fill. It
    runs in a process of its own, with little time and memory, but with your rights otherwise: read it first.
    """
    from answers.submissions.decision.contest import Terms

    _check_number(len(players), tournament=tournament)
    has_program = any(name.lower().endswith(SUFFIX) for name in players)
    sets = games or (GAMES_OF_PROGRAMS if has_program else GAMES)
    terms = Terms(refusing(named_rules, threshold, joker, dice, faces, value), method, sets, seed, lists, wrong)
    found = refusing(_played, players, terms, seconds, long=long)
    document = {
        "schema": "corrige/match/1", "method": method, "games": sets, "seed": seed, "lists": lists,
        "matches": list(map(match_json, found)),
    }  # fmt: skip
    lines = _standings(players, found) if tournament else match_lines(found[0])
    deliver_found(document, lines, as_json=as_json, output=output, force=force)
    needs_person(any(one.faults or one.forfeit for one in found))


def _check_number(players: int, *, tournament: bool) -> None:
    if players < 2:
        raise CorrigeError.one("a match has two players, got 1", remedy="name another, such as optimal")
    if players > 2 and not tournament:
        cause = Message("a match has two players, got {count}", count=players)
        raise CorrigeError.one(cause, remedy="pass --tournament for more")
    if players > MOST_PLAYERS:
        cause = Message(
            "a tournament has 2 to {most_players} players, got {count}", most_players=MOST_PLAYERS, count=players
        )
        raise CorrigeError.one(cause)


def _check_cost(players: list[str], terms: "Terms", *, long: bool) -> None:
    """Refuse matches of hours: each player meets all others, and in each set of two games the other one's dice too."""
    for name in players:
        check_tables_cost(terms.rules, name, long=long)
    games = terms.sets * (len(players) - 1) * (2 if terms.method == "antithetic" else 1)
    check_games_cost(games, tuple(players), long=long)


def _played(players: list[str], terms: "Terms", seconds: float, *, long: bool) -> "list[Contest]":
    from answers.submissions.decision.contest import contest, entrants

    with entrants(players, terms.rules, seconds, partial(_check_cost, players, terms, long=long)) as found:
        pairs = list(combinations(found, 2))
        contests = []
        for first, second in pairs:
            with working(Message("{one} against {other}", one=first.name, other=second.name)):
                contests.append(contest(first, second, terms))
        return contests


def _standings(players: list[str], found: "list[Contest]") -> list[str]:
    """A line a player, the best first: the mean chance to win, draws counting one half, and that against each other."""
    rates: dict[tuple[int, int], float] = {}
    for (i, j), one in zip(combinations(range(len(players)), 2), found, strict=True):
        rates[i, j] = _rate(one)
        rates[j, i] = 1 - rates[i, j]
    others = len(players) - 1
    means = {i: sum(rates[i, j] for j in range(len(players)) if j != i) / others for i in range(len(players))}
    rows = [
        (
            players[i],
            f"{means[i]:.4f}",
            *("—" if i == j else f"{rates[i, j]:.4f}" for j in range(len(players))),
        )
        for i in sorted(means, key=lambda i: -means[i])
    ]
    numbered = [f"{n}. {name}" for n, name in enumerate(players, 1)]
    lines = table((Message("player"), Message("mean"), *numbered), rows, right=(Message("mean"), *numbered))
    return [Message("chance to win, draws counting one half"), "", *lines, "", *filter(None, map(_trouble, found))]


def _trouble(found: "Contest") -> str:
    """Who gave up, or how often a decision was wrong; nothing when all went well."""
    if found.forfeit:
        loser, why = found.forfeit
        return Message(
            "{loser} gave up against {winner}: {why}",
            loser=found.names[loser],
            winner=found.names[1 - loser],
            why=why,
        )
    return (
        Message(
            "{names}: {count} wrong decision",
            plural="{names}: {count} wrong decisions",
            names=" – ".join(found.names),
            count=len(found.faults),
        )
        if found.faults
        else ""
    )


def _rate(found: "Contest") -> float:
    """The share of games won by the first player, draws counting one half; a match given up is lost."""
    if found.match is None:
        return 0.0 if found.forfeit is not None and found.forfeit[0] == 0 else 1.0
    first, second = found.match.scores
    return float(((first > second) + 0.5 * (first == second)).mean())
