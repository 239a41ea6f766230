"""The size of functions: lines, decisions, parameters."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from tests.house.sources import Module, docstring_of

Callable = ast.FunctionDef | ast.AsyncFunctionDef
CALLABLES = (ast.FunctionDef, ast.AsyncFunctionDef)
DECISIONS = (ast.If, ast.IfExp, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.comprehension, ast.match_case)


@dataclass(frozen=True)
class Function:
    """A function or method: `lines` from its `def` without the docstring, `complexity` after McCabe."""

    place: str
    lines: int
    docstring: int
    complexity: int
    parameters: int

    @property
    def overtold(self) -> bool:
        """Whether its docstring, of several lines, is longer than the rest."""
        return self.docstring > max(self.lines, 3)


def functions(module: Module) -> list[Function]:
    """Return the functions of a module, nested ones too, in the order of `ast.walk`."""
    return [
        Function(f"{module.path}:{node.lineno} {node.name}", *_lines(node), complexity(node), parameters(node))
        for node in module.nodes
        if isinstance(node, CALLABLES)
    ]


def complexity(function: Callable) -> int:
    """Return 1 + the decisions of a function, without those of functions inside it.

    Source: McCabe 1976, counted as radon does: an `if` (also of a comprehension), a loop, its `else`, an `except`, a
    `case`, each further operand of `and` and `or`. An `assert` is no decision here: it only narrows types.
    """
    return 1 + sum(_decisions(node) for node in _own(function))


def parameters(function: Callable) -> int:
    """Return how many parameters a caller may give; `self` and `cls` are not among them, ``*args`` counts as one."""
    arguments = function.args
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    starred = [each for each in (arguments.vararg, arguments.kwarg) if each]
    return len([each for each in named if each.arg not in ("self", "cls")]) + len(starred)


def _decisions(node: ast.AST) -> int:
    count = int(isinstance(node, DECISIONS))
    if isinstance(node, ast.BoolOp):
        count += len(node.values) - 1
    elif isinstance(node, ast.comprehension):
        count += len(node.ifs)
    elif isinstance(node, (ast.For, ast.AsyncFor, ast.While, ast.Try)):
        count += bool(node.orelse)
    return count


def _own(function: Callable) -> Iterator[ast.AST]:
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, CALLABLES):
            waiting += ast.iter_child_nodes(node)


def _lines(function: Callable) -> tuple[int, int]:
    """Lines of a function without its docstring, and of this."""
    docstring = docstring_of(function)
    told = _height(docstring) if docstring else 0
    return _height(function) - told, told


def _height(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1
