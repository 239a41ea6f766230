"""What all solvers of the command line share: calling, refusing, showing numbers and strategies."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, NotRequired, ParamSpec, TypedDict, TypeVar

from answers.cli.common.output import STDOUT, deliver, deliver_found, needs_person, say
from answers.errors import CorrigeError
from answers.messages import Message, joined
from solvers.refusal import Phrase, Refusal

if TYPE_CHECKING:
    from solvers.matrix_games.equilibrium import Equilibrium
    from solvers.monte_carlo import Estimate

SCHEMA = "corrige/solve/1"
SHOWN_SUPPORT = 20
SHOWN_DIGITS = 60
LONGEST_BITS = 10_000

Json = Mapping[str, object]
"""A JSON object."""

OTHER_PICTURES = (".png", ".pdf", ".jpg", ".jpeg", ".gif")

P = ParamSpec("P")
R = TypeVar("R")


class Number(TypedDict):
    """A number in JSON; `exact` is its fraction, None where there is none."""

    value: float
    exact: str | None


class GameSolution(TypedDict):
    """The solution of a matrix game in JSON; `steps` and `seed` are those of Exp3."""

    value: Number
    row_strategy: list[float]
    column_strategy: list[float]
    regret: Number
    steps: NotRequired[int]
    seed: NotRequired[int]


def refusing(solve: Callable[P, R], *arguments: P.args, **named: P.kwargs) -> R:
    """Call a solver; what it refuses was asked wrongly. Any other exception is a defect, and passes.

    Raises
    ------
    CorrigeError
        With the solver's reason.
    """
    try:
        return solve(*arguments, **named)
    except Refusal as error:
        raise CorrigeError.one(_told(error)) from error


def _told(refusal: Refusal) -> Message:
    """What a solver says, as a message of ours."""
    values = {name: _plain(value) for name, value in refusal.values.items()}
    return Message(refusal.template, plural="", **values) if values else Message.of(refusal.template)


def _plain(value: object) -> object:
    """A number of numpy as one of Python and a phrase as a message, which messages keep; anything else as it is."""
    if isinstance(value, Phrase):
        return Message(value.template, plural="", **{name: _plain(inner) for name, inner in value.values.items()})
    return value.item() if hasattr(value, "item") else value


def number(value: Fraction | float) -> Number:
    """Return a number as the promised JSON: its decimal value, and the exact one.

    `exact` is None for a float, and for a fraction of more than some 3000 digits, which nobody reads.
    """
    is_long = isinstance(value, Fraction) and max(map(int.bit_length, value.as_integer_ratio())) > LONGEST_BITS
    return {"value": float(value), "exact": None if isinstance(value, float) or is_long else str(value)}


def estimate(found: "Estimate") -> Json:
    """Return a sampled number as the promised JSON, with the interval that holds the true one."""
    return {"value": found.value, "low": found.low, "high": found.high, "confidence": found.confidence}


def told_estimate(found: "Estimate") -> str:
    """Return a sampled number and its interval as text."""
    return Message(
        "{value:.6g}  ({low:.6g} to {high:.6g} at {confidence:.0%})",
        value=found.value,
        low=found.low,
        high=found.high,
        confidence=found.confidence,
    )


def pair(text: str, separator: str, option: str, example: str) -> tuple[int, int]:
    """Read two numbers such as "3x4" or "0,1".

    Raises
    ------
    CorrigeError
        If `text` is not two numbers, with an example.
    """
    parts = text.lower().replace("×", "x").split(separator)
    if len(parts) != 2 or not all(part.strip().isascii() and part.strip().isdigit() for part in parts):
        raise CorrigeError.one(
            Message("{option} is {text!r}", option=option, text=text),
            remedy=Message("write it like {example}", example=example),
        )
    return int(parts[0]), int(parts[1])


def equilibrium(found: "Equilibrium") -> GameSolution:
    """Return an equilibrium as the promised JSON."""
    return {
        "value": number(found.approximate_value if found.value is None else found.value),
        "row_strategy": found.row.probabilities.tolist(),
        "column_strategy": found.column.probabilities.tolist(),
        "regret": number(found.regret),
    }


def is_drawing(output: Path) -> bool:
    """Whether a result is drawn into this file."""
    return output.suffix.lower() == ".svg"


def deliver_solution(
    found: Json, lines: Sequence[str], *, as_json: bool, output: Path, force: bool, svg: Callable[[], str] | None = None
) -> None:
    """Write what a solver found, as one JSON document or as lines of text.

    What can be drawn by `svg` is drawn into a file whose name ends in .svg; the rest then goes to standard output.
    """
    if output.suffix.lower() in OTHER_PICTURES:
        remedy = (
            Message("name it .svg for a drawing") if svg is not None else Message("name it .txt, or .json with --json")
        )
        raise CorrigeError.one(
            Message("this result is not written as {suffix}", suffix=output.suffix), place=str(output), remedy=remedy
        )
    if svg is not None and is_drawing(output):
        deliver(f"{svg()}\n".encode(), output, force=force)
        output = STDOUT
    deliver_found({"schema": SCHEMA, **found}, lines, as_json=as_json, output=output, force=force)


def deliver_game(
    found: GameSolution, *, as_json: bool, output: Path, force: bool, svg: Callable[[], str] | None = None
) -> None:
    """Write the solution of a matrix game, drawn where it can be; an exact one that is an interval needs a person."""
    value, regret = found["value"], found["regret"]
    exact = value["exact"] if len(value["exact"] or "") <= SHOWN_DIGITS else None
    lines = [
        Message("value    {exact}  {value:.6g}", exact=exact or "≈", value=value["value"]),
        Message("regret   {regret:g}", regret=regret["value"]),
        Message("rows     {support}", support=_support(found["row_strategy"])),
        Message("columns  {support}", support=_support(found["column_strategy"])),
    ]
    if "steps" in found and "seed" in found:
        lines.append(Message("steps    {steps} with seed {seed}", steps=found["steps"], seed=found["seed"]))
    deliver_solution(found, lines, as_json=as_json, output=output, force=force, svg=svg)
    if regret["value"] and "steps" not in found:
        say(Message("no exact value was found: it is certified to within {regret:g}", regret=regret["value"]))
        needs_person(True)


def _support(strategy: list[float]) -> str:
    played = [Message("{strategy}: {share:.4g}", strategy=i, share=p) for i, p in enumerate(strategy) if p]
    shown, more = joined(", ", played[:SHOWN_SUPPORT]), len(played) - SHOWN_SUPPORT
    return (
        Message("{strategies}, and {count} more", plural="{strategies}, and {count} more", strategies=shown, count=more)
        if more > 0
        else shown
    )
