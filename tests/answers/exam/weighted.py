"""A small exam in one file, whose solutions can be changed in many places."""

from pathlib import Path

from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam

SOURCE = '''
"""Sums of products."""

from answers.author import Draws, exam, integers, question, shared


@shared
def weights(draws: Draws) -> tuple[int, ...]:
    return tuple(draws.integer(100, 999) for _ in range(6))


def _weighted(weights: tuple[int, ...]) -> int:
    total = 0
    for i in range(1, len(weights)):
        total += i * weights[i]
    return total


@question(points=2, kind=integers(1, 0, 99999), needs=weights)
def weighted(weights: tuple[int, ...]) -> int:
    return _weighted(weights)


weighted.text(fr="Somme pondérée ?", en="Weighted sum?")


@question(points=2, parts="ab", kind=integers(1, 0, 99999), needs=weights)
def differences(weights: tuple[int, ...]) -> tuple[int, int]:
    largest = max(weights)
    return 7 * largest - weights[0], _weighted(weights) + 13 * largest


differences.text(fr="Sans (a), avec (b) ?", en="Without (a), with (b)?")

EXAM = exam(__name__, title={"fr": "Sommes", "en": "Sums"})
'''


def weighted_exam(folder: Path) -> Exam:
    """Write the exam in a folder and load it."""
    (folder / "weighted.py").write_text(SOURCE, encoding="utf-8")
    return load_exam(str(folder / "weighted.py"))
