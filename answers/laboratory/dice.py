"""Dice Battle: optimal play from a state, and one strategy against another."""

from typing import NamedTuple

from answers.laboratory import counts
from answers.laboratory.cost import check_cost
from answers.laboratory.solution import Solution, estimate, estimate_text, number
from answers.messages import Message, joined
from solvers.dice_battle.checks import Game, check_state
from solvers.dice_battle.duel import duel
from solvers.dice_battle.sampling import sample
from solvers.dice_battle.scoreless import scoreless
from solvers.dice_battle.sequential import sequential
from solvers.dice_battle.simultaneous import simultaneous
from solvers.dice_battle.strategies import by_name

IN_TURN, AT_ONCE = (3e-8, 2.4e-10), (2e-7, 7e-11)
"""Seconds of a state on a usual machine: a constant, and what grows with the square of D, or its cube."""
POINT_SECONDS = 3e-9
"""Of a game that is played, for each point of the target."""
LARGEST = 11_000
"""No board of more points, or dice, fits into memory: the solver says so, with what would."""
SHARES = {"gain": Message("gain"), "win": Message("win"), "draw": Message("draw"), "loss": Message("loss")}
"""How the shares are called on the terminal."""


class Asked(NamedTuple):
    """Which game, with at most how many dice, to how many points, and the points of both in a state of it."""

    game: Game
    dice: int
    target: int
    state: tuple[int, int]


def check_dice_cost(game: str, dice: int, target: int, *, games: int = 0, long: bool) -> None:
    """Refuse a board whose tables, or games, would take more than a minute, as `check_cost` does."""
    if max(dice, target) > LARGEST:
        return
    constant, growing = AT_ONCE if game == "simultaneous" else IN_TURN
    tables = target**2 * (constant + growing * dice ** (3 if game == "simultaneous" else 2))
    board = Message(
        "a {game} game of {dice} to {points}", game=game, dice=counts.dice(dice), points=counts.points(target)
    )
    check_cost(board, tables, place="--target", remedy=Message("take fewer dice or points"), long=long)
    played = Message("{games} to {points}", games=counts.games(games), points=counts.points(target))
    seconds = POINT_SECONDS * games * target
    check_cost(played, seconds, place="--games", remedy=Message("ask for fewer games"), long=long)


def optimum(asked: Asked) -> Solution:
    """Return the gain of a state and an optimal choice: a number of dice, or a mix of them."""
    game, dice, target, state = asked
    if game == "simultaneous":
        at_once = simultaneous(dice, target)
        check_state(*state, target)
        mix, gain = at_once.mixes[state].tolist(), float(at_once.gain[state])
        shares = (Message("{strategy}: {share:.4g}", strategy=d, share=p) for d, p in enumerate(mix, 1) if p)
        return Solution({"gain": number(gain), "choice": mix}, _lines(gain, joined(", ", shares)))
    in_turn = (scoreless if game == "scoreless" else sequential)(dice, target)
    optimal, gain = list(in_turn.optimal_choices(*state)), float(in_turn.gain[state])
    others = Message("  (as good: {optimal})", optimal=", ".join(map(str, optimal[1:]))) if optimal[1:] else ""
    document = {"gain": number(gain), "choice": optimal[0], "optimal": optimal}
    return Solution(document, _lines(gain, joined("", (str(optimal[0]), others))))


def _lines(gain: float, choice: str) -> list[str]:
    return [Message("gain     {gain:.6g}", gain=gain), Message("choice   {choice}", choice=choice)]


def gain(asked: Asked, names: tuple[str, str], games: int | None, seed: int) -> Solution:
    """Return the exact expected gain of a strategy against another, and a sampled one when games are asked for."""
    game, dice, target, state = asked
    first, second = (by_name(name, game, dice, target) for name in names)
    chances = duel(game, first, second).chances(*state)
    exact = {name: float(getattr(chances, name)) for name in SHARES}
    document: dict[str, object] = {name: number(chance) for name, chance in exact.items()}
    lines: list[str] = [Message("{name:<8} {chance:.6g}", name=SHARES[name], chance=exact[name]) for name in SHARES]
    if games is not None:
        played = sample(game, first, second, games, seed)
        shares = dict(zip(SHARES, (played.gain(), *played.chances()), strict=True))
        document["sampled"] = {"games": games, "seed": seed} | {name: estimate(share) for name, share in shares.items()}
        lines.append(Message("played   {games} with seed {seed}", games=counts.games(games), seed=seed))
        lines += [
            Message("{name:<8} {chance}", name=SHARES[name], chance=estimate_text(share))
            for name, share in shares.items()
        ]
    return Solution(document, lines)
