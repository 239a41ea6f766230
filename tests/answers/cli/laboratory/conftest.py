"""The solvers and the games of the terminal as fixtures."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.answers.cli.running import Corrige

Solved = Callable[..., dict[str, Any]]
"""The fixture `solved`: the document of `corrige solve`, whose words are given as one line or apart."""


@pytest.fixture
def solved(corrige: Corrige) -> Solved:
    def solve(line: str, *words: object) -> dict[str, Any]:
        outcome = corrige("solve", *line.split(), *words, "--json")
        assert (outcome.code, outcome.err) == (0, "")
        document: dict[str, Any] = json.loads(outcome.out)
        assert document.pop("schema") == "corrige/solve/1"
        return document

    return solve


@pytest.fixture
def played(corrige: Corrige, monkeypatch: pytest.MonkeyPatch) -> Corrige:
    """`played(game, typed, *words)`: a game in the terminal, in which these lines are typed."""

    def play(game: str, typed: str, *words: object) -> Any:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        return corrige("play", game, *words)

    return play


@pytest.fixture
def pennies(here: Path) -> None:
    """The matrix of matching pennies in game.csv."""
    (here / "game.csv").write_text("1,0\n0,1\n")
