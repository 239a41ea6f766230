"""Runs of lines that stand in two places."""

import ast
import tokenize
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, takewhile

from tests.house.sources import Module, docstring_of

LENGTH = 6
BLANK = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
Line = tuple[int, str]
Pair = tuple[tuple[str, int], tuple[str, int]]


@dataclass(frozen=True)
class Duplicate:
    """A run of `length` lines that is the same at `first` and `second`, but for numbers, comments and spaces."""

    first: str
    second: str
    length: int


def duplicates(modules: Iterable[Module], length: int = LENGTH) -> list[Duplicate]:
    """Return the longest runs of at least `length` lines that stand in two places.

    Lines are compared as tokens, every number as good as another; comments, blank lines, docstrings and imports are
    passed over. Runs that overlap themselves (a table of similar rows) are no duplicates.
    """
    texts = {module.path: _lines(module) for module in modules}
    places: defaultdict[tuple[str, ...], list[tuple[str, int]]] = defaultdict(list)
    for path, lines in texts.items():
        for start in range(len(lines) - length + 1):
            places[tuple(text for _, text in lines[start : start + length])].append((path, start))
    pairs = {pair for found in places.values() for pair in combinations(found, 2)}
    runs = (_run(texts, pair, length) for pair in sorted(pairs) if _before(pair) not in pairs)
    return [run for run in runs if run]


def _run(texts: dict[str, list[Line]], pair: Pair, length: int) -> Duplicate | None:
    (path, start), (other, second) = pair
    ours, theirs = texts[path][start:], texts[other][second:]
    same = sum(1 for _ in takewhile(lambda two: two[0][1] == two[1][1], zip(ours, theirs, strict=False)))
    if path == other:
        same = min(same, second - start)
    return Duplicate(f"{path}:{ours[0][0]}", f"{other}:{theirs[0][0]}", same) if same >= length else None


def _before(pair: Pair) -> Pair:
    (path, start), (other, second) = pair
    return (path, start - 1), (other, second - 1)


def _lines(module: Module) -> list[Line]:
    """Return the lines of code of a file: number, tokens with a space between them."""
    passed = _passed_over(module)
    words: defaultdict[int, list[str]] = defaultdict(list)
    for token in module.tokens:
        if token.type not in BLANK and token.start[0] not in passed:
            words[token.start[0]].append("0" if token.type == tokenize.NUMBER else token.string)
    return [(number, " ".join(tokens)) for number, tokens in sorted(words.items())]


def _passed_over(module: Module) -> set[int]:
    passed: list[ast.stmt] = [node for node in module.nodes if isinstance(node, (ast.Import, ast.ImportFrom))]
    passed += [docstring for node in module.nodes if (docstring := docstring_of(node))]
    return {number for node in passed for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)}
