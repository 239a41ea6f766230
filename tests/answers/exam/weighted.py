"""A small exam in one file, whose solutions can be changed in many places."""

from pathlib import Path

from answers.classroom.folder import ClassData, create_class
from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key import make_key

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


SEEDS = (17, 23, 1001, 4242)


def weighted_class(folder: Path) -> ClassData:
    """Create a class of four beside the exam, of whom two end the same loop too early, in question 1 alone."""
    exam, lines = weighted_exam(folder.parent), ["student,u0,1,2a,2b"]
    roster = "student,name,u0\n" + "".join(f"s{u0},Doe{u0},{u0}\n" for u0 in SEEDS)
    class_data = create_class(folder, str(folder.parent / "weighted.py"), roster.encode(), "en")
    for u0 in SEEDS:
        answers = {part: str(values[0]) for part, values in make_key(exam, u0).answers.items()}
        weights = exam.drawn(u0).weights  # type: ignore[attr-defined]
        if u0 in SEEDS[:2]:
            answers["1"] = str(sum(i * weights[i] for i in range(1, 5)))
            answers["2b"] = str(sum(i * weights[i] for i in range(1, 5)) + 13 * max(weights))
        lines.append(",".join((f"s{u0}", str(u0), *answers.values())))
    (folder / "submissions" / "all.csv").write_text("\n".join(lines) + "\n")
    return class_data
