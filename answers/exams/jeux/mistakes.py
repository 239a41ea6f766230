"""How known mistakes of the exam `jeux` are written: other answers to a question, or another way of writing moves."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from answers.exam.question import Given, Misreading, Part, Solution
from answers.exams.jeux.draws import Parameters, Reading

Answered: TypeAlias = Callable[[Parameters, str], tuple[int, ...]]
"""The answers to a part of a question, from what was drawn and its letter."""
Retold: TypeAlias = Callable[[Sequence[int], Parameters], tuple[int, ...]]
"""Other answers, from the right ones and what was drawn."""


def instead(right: Answered, by_letter: Mapping[str, Retold]) -> Answered:
    """Return the right answers, told otherwise in the parts of some letters."""

    def answered(drawn: Parameters, letter: str) -> tuple[int, ...]:
        values = right(drawn, letter)
        return by_letter[letter](values, drawn) if letter in by_letter else values

    return answered


def answered(given: Given[Parameters], part: Part, by: Answered) -> Solution:
    """Return the answers to a part that a mistake makes."""
    return Solution(by(given.params, part.letter))


READ_OTHERWISE: Final[Mapping[str, Callable[[Reading], Reading]]] = {
    "column-before-row": lambda reading: replace(reading, column_first=True),
    "cells-from-1": lambda reading: replace(reading, first=1),
    "directions-exchanged": lambda reading: replace(reading, vertical=0),
    "players-exchanged": lambda reading: replace(reading, beginner=1),
}


def misreadings() -> tuple[Misreading, ...]:
    """Return the misreadings of the whole exam: other ways of writing a cell, a domino or a player."""
    return tuple(Misreading(slug, _reread(change)) for slug, change in READ_OTHERWISE.items())


def _reread(change: Callable[[Reading], Reading]) -> Callable[[Given[Parameters]], Given[Parameters]]:
    return lambda given: replace(given, params=given.params.reread(change(given.params.reading)))
