"""Commands of the laboratory: what a solver refuses was asked wrongly, what it finds is a result."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial, wraps
from inspect import signature
from typing import ParamSpec

from answers.cli.common.output import say, table
from answers.cli.common.result import Result
from answers.laboratory.asked import refusing
from answers.laboratory.solution import SCHEMA, Solution, Tabular

P = ParamSpec("P")


def solver(command: Callable[P, Solution]) -> Callable[P, Result]:
    """Return a command whose solution is written as any result; a doubt is said beside it."""

    @wraps(command)
    def solve(*arguments: P.args, **named: P.kwargs) -> Result:
        with refusing():
            solution = command(*arguments, **named)
        if solution.doubt:
            say(solution.doubt)
        return Result(
            {"schema": SCHEMA, **solution.document},
            _laid_out(solution.lines),
            needs_person=solution.needs_person or bool(solution.doubt),
            drawings={suffix: partial(_drawn, draw) for suffix, draw in solution.drawings.items()},
        )

    solve.__signature__ = signature(command).replace(return_annotation=Result)  # type: ignore[attr-defined]
    return solve


def _drawn(draw: Callable[[], bytes]) -> bytes:
    with refusing():
        return draw()


def _laid_out(lines: Iterable[str | Tabular]) -> Iterator[str]:
    for line in lines:
        if isinstance(line, Tabular):
            yield from table(line.columns, line.rows, right=line.right)
        else:
            yield line
