"""A submission → a marked paper: finds whose key to use, marks, and says what needs the teacher."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from importlib.resources import files

from answers.errors import CorrigeError
from answers.exam.exam import Exam
from answers.exam.home import source_files
from answers.exam.key import Key
from answers.exam.world import World
from answers.flags import BLANK_PAPER, NO_SEED, SHEET_OF_EXAM, U0_CHANGED, U0_OUT_OF_RANGE, U0_UNREADABLE, Flag
from answers.grading.answer import read_answers
from answers.grading.diagnosis import diagnosed
from answers.grading.mark import mark_parts, still_waiting, unmarked_parts
from answers.grading.resemblance import NOBODY, Classmates, with_other_seeds
from answers.grading.worlds import KeyOf, VariantOf, variants
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.text import read_numbers
from answers.kinds.reading import Unreadable, Value
from answers.messages import Message
from answers.paper import Paper, Verdict
from answers.submissions.raw.submission import Submission
from solvers.sequence import lcg

SEEDS = Domain(integer=True, low=0, high=lcg.MODULUS - 1)
DIGITS = 16
ADDRESS = re.compile(" at 0x[0-9a-f]+")
"""What Python adds to the name of a thing that has no text of its own."""
FOLDERS = ("grading", "kinds")
"""The code that reads and compares answers."""


@dataclass(frozen=True, slots=True)
class Whose:
    """What the teacher knows of a submission before it is marked: the student, their seed, flags about both."""

    student: str | None = None
    u0: int | None = None
    flags: tuple[Flag, ...] = ()


def grade(
    exam: Exam,
    submission: Submission,
    key_of: KeyOf,
    whose: Whose | None = None,
    variant_of: VariantOf | None = None,
    others: Classmates = NOBODY,
) -> Paper:
    """Mark a submission; what the teacher knows of it (`whose`) wins over what it says.

    One of another exam, without a usable seed, or whose text cannot be had comes back unmarked and flagged, with what
    the student wrote. A paper without any answer is marked and flagged "blank-paper": a viewer may have lost it.

    `variant_of` gives the keys of changed worlds; for many papers one `variants(exam)` remembers them. `others` are
    the keys of the class, in which to look for whose answers a paper has.
    """
    whose = whose or Whose()
    seed = seed_of(submission, whose.u0)
    flags = (*submission.flags, *whose.flags, *seed.flags)
    answers = read_answers(exam, submission.answers)
    stop = _stop(exam, submission, flags)
    student = submission.student if whose.student is None else whose.student
    if stop is not None or seed.u0 is None:
        stop = stop or NO_SEED
        return Paper(submission.place, student, exam.name, None, _once((*flags, stop)), unmarked_parts(answers, stop))
    key = key_of(World(seed.u0))
    parts = still_waiting(exam, mark_parts(exam, key, answers), submission.waiting)
    fingerprints = key_fingerprint(key), rules_fingerprint(exam)
    paper = Paper(submission.place, student, exam.name, seed.u0, _once((*flags, *key.flags)), parts, *fingerprints)
    if _is_blank(paper):
        return replace(paper, flags=(*paper.flags, BLANK_PAPER))
    known = with_other_seeds(exam, key, answers, paper, key_of, others)
    if known.flags != paper.flags:  # answers of another seed: nobody's mistakes, and nothing to follow through
        return known
    return replace(known, parts=diagnosed(exam, key, answers, known.parts, variant_of or variants(exam)))


def _stop(exam: Exam, submission: Submission, flags: Iterable[Flag]) -> Flag | None:
    """The reason why a submission cannot be marked: it is of another exam, or the first of its flags that stops."""
    named = _exam_named(submission)
    if named not in (None, exam.name):
        return SHEET_OF_EXAM(named)
    return next((flag for flag in flags if flag.stops), None)


def _exam_named(submission: Submission) -> str | None:
    return submission.seal.identity.exam if submission.seal else submission.exam


def _is_blank(paper: Paper) -> bool:
    return all(item.verdict is Verdict.BLANK for part in paper.parts.values() for item in part.items)


def _once(flags: Iterable[Flag]) -> tuple[Flag, ...]:
    return tuple(dict.fromkeys(flags))


def common_exam(submissions: Iterable[Submission]) -> str:
    """Return the one exam that the submissions name; CorrigeError if they name none, or several."""
    names = sorted({name for name in map(_exam_named, submissions) if name})
    if len(names) == 1:
        return names[0]
    cause = (
        Message("the files belong to several exams: {names}", names=", ".join(names))
        if names
        else Message("the files do not say which exam")
    )
    raise CorrigeError.one(cause, remedy="name the exam with --exam")


@dataclass(frozen=True, slots=True)
class Seed:
    """The seed whose key marks a submission, with flags about it; `u0` is None when there is none to trust."""

    u0: int | None
    flags: tuple[Flag, ...] = ()


def seed_of(submission: Submission, known: int | None = None) -> Seed:
    """Decide which seed marks a submission.

    The teacher's `known` seed comes first, then that of a genuine seal, then what the student declares. A declared or
    sealed seed that differs from the one used is flagged.
    """
    declared = _declared(submission)
    sealed = submission.seal.identity.u0 if submission.seal else None
    trusted = sealed if submission.seal and submission.seal.genuine else None
    u0 = next((seed for seed in (known, trusted, declared.u0) if seed is not None), None)
    changed = u0 is not None and any(seed not in (None, u0) for seed in (declared.u0, sealed))
    return Seed(u0, (*declared.flags, *((U0_CHANGED,) if changed else ())))


def _declared(submission: Submission) -> Seed:
    text = submission.u0
    if text is None or not text.strip():
        return Seed(None)
    read = read_numbers(text, 1, SEEDS)
    value = None if isinstance(read, Unreadable) else read[0]
    if value is None or value.denominator != 1:
        return Seed(None, (U0_UNREADABLE,))
    return Seed(int(value)) if 0 <= value < lcg.MODULUS else Seed(None, (U0_OUT_OF_RANGE,))


def key_fingerprint(key: Key) -> str:
    """Return 16 hexadecimal digits that change with an answer of the key, to the last digit, wherever it is made."""
    digest = sha256(f"{key.exam} {key.u0} {key.world.mistakes}".encode())
    for part_id, values in sorted(key.answers.items()):
        digest.update(f"{part_id} {' '.join(map(_exact, values))};".encode())
    return digest.hexdigest()[:DIGITS]


def rules_fingerprint(exam: Exam) -> str:
    """Return 16 hexadecimal digits that change with an exam's points, kinds, tolerances and rules, and the code."""
    rules = ((part.id, part.kind, part.points, part.tolerance, part.all_or_nothing, part.uses) for part in exam.parts)
    text = f"{_code()} {exam.name} {exam.mistakes} {exam.rules} {tuple(rules)}"
    return sha256(ADDRESS.sub("", text).encode()).hexdigest()[:DIGITS]


@cache
def _code() -> str:
    digest = sha256()
    for folder in FOLDERS:
        for source in source_files(files("answers").joinpath(folder)):
            digest.update(source.read_bytes())
    return digest.hexdigest()


def _exact(value: Value) -> str:
    if isinstance(value, tuple):
        return f"({' '.join(map(_exact, value))})"
    if isinstance(value, float):
        return value.hex()
    return f"{value.numerator:x}/{value.denominator:x}"
