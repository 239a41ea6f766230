"""The chain of a small orchard for `corrige solve verger --chain`: states, matrix, powers, limits."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from answers.cli.common.output import in_language, table
from answers.cli.solve.common import Json, number
from answers.messages import Message

if TYPE_CHECKING:
    from solvers.verger.markov_chain import MarkovChain

SHOWN_STATES = 26
"""Up to so many states the matrix is laid out as a table; beyond, only as a line to copy."""


def chain_json(chain: "MarkovChain", throws: int) -> Json:
    """Return the chain as JSON: `after` is the distribution so many throws from the first state."""
    from solvers.verger.absorbing import absorbing_chances, absorbing_times, after_throws

    limits, times = absorbing_chances(chain), absorbing_times(chain)
    return {
        "states": [*map(str, chain.states), "loss", "win"],
        "matrix": [[str(cell) for cell in row] for row in chain.matrix],
        "throws": throws,
        "after": list(map(number, after_throws(chain, 0, throws))),
        "limits": [
            {"loss": number(loss), "win": number(win), "throws": number(time)}
            for (loss, win), time in zip(limits, times, strict=True)
        ],
    }


def chain_lines(chain: "MarkovChain", throws: int) -> list[str]:
    """Return the chain as lines: a state a line with its limits, the matrix, and it again for a computer algebra."""
    from solvers.verger.absorbing import absorbing_chances, absorbing_times, after_throws

    names = [*map(str, chain.states), Message("loss"), Message("win")]
    letters = [_letter(i, len(names)) for i in range(len(names))]
    rows = [
        (letter, name, _told(loss), _told(win), in_language(f"{float(time):.6g}"))
        for letter, name, (loss, win), time in zip(
            letters, names, absorbing_chances(chain), absorbing_times(chain), strict=True
        )
    ]
    lines = table(("", "state", "ends in the loss", "ends in the win", "throws to come"), rows)
    if len(names) <= SHOWN_STATES:
        matrix = [(letter, *map(str, row)) for letter, row in zip(letters, chain.matrix, strict=True)]
        lines += ["", *table(("", *letters), matrix, right=letters)]
    after = after_throws(chain, 0, throws)
    reached = ", ".join(f"{letter} {_told(p)}" for letter, p in zip(letters, after, strict=True) if p)
    return [
        *lines,
        "",
        Message("after {throws} throws from {letters}: {reached}", throws=throws, letters=letters[0], reached=reached),
        "",
        _line(chain.matrix),
    ]


def _line(matrix: Sequence[Sequence[Fraction]]) -> str:
    return "[" + ", ".join(f"[{', '.join(map(str, row))}]" for row in matrix) + "]"


def _told(chance: Fraction) -> str:
    text, decimal = str(chance), in_language(f"{float(chance):.12g}")
    return f"{text} = {decimal}" if chance.denominator > 1 and len(text) <= 24 else decimal


def _letter(number: int, count: int) -> str:
    return chr(ord("A") + number) if count <= SHOWN_STATES else str(number + 1)
