"""A submission → a marked paper: finds whose key to use, marks, and says what needs the teacher."""

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TypeAlias
from unicodedata import normalize

from answers.errors import CorrigeError, Problem
from answers.exam.adjust import load_adjusted
from answers.exam.catalogue import exam_names
from answers.exam.exam import Exam
from answers.exam.identity import Identity
from answers.exam.key import Key
from answers.exam.key_cache import cached_key
from answers.exam.location import source_files
from answers.exam.scenario import Scenario
from answers.exam.settings import Settings
from answers.exam.settings_in_force import nearest_file
from answers.flags import (
    BLANK_PAPER,
    FILE_OF_ANOTHER,
    INCOMPLETE,
    NO_SEED,
    NOT_IN_FILE,
    PAGES_JOINED,
    SEVERAL_PAPERS,
    SHEET_OF_EXAM,
    U0_CHANGED,
    U0_OUT_OF_RANGE,
    U0_UNREADABLE,
    WAITS,
    WRITTEN_TWICE,
    Flag,
)
from answers.grading.diagnosis import diagnosed
from answers.grading.mark import incomplete_parts, mark_parts, parse_responses, still_waiting, unmarked_parts
from answers.grading.scenarios import KeyOf, ScenarioKeyOf, scenario_keys
from answers.grading.similarity import NOBODY, ClassKeys, class_keys, flags_of_class, with_other_seeds
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.text import read_numbers
from answers.kinds.parsing import Unreadable, Value
from answers.messages import Message
from answers.paper import Paper, Verdict
from answers.sheets.issued import DataCheck, read_issued
from answers.sheets.issued_files import issued_sheet
from answers.sheets.sheet import Blank, sheet_pdf
from answers.submissions.raw.submission import (
    Submission,
    WantedSheet,
    expected_exam,
    has_other_pages,
    is_same_sheet,
    join_pages,
)
from answers.submissions.read import read_submissions
from solvers.sequence import lcg

SEEDS = Domain(integer=True, low=0, high=lcg.MODULUS - 1)
DIGITS = 16
ADDRESS = re.compile(" at 0x[0-9a-f]+")
"""What Python adds to the name of a thing that has no text of its own."""
FOLDERS = ("grading", "kinds")
"""The code that reads and compares answers."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """What the teacher knows of a submission before it is marked: the student, their seed, flags about both."""

    student: str | None = None
    u0: int | None = None
    flags: tuple[Flag, ...] = ()


def grade(
    exam: Exam,
    submission: Submission,
    key_of: KeyOf,
    assignment: Assignment | None = None,
    scenario_key: ScenarioKeyOf | None = None,
    others: ClassKeys = NOBODY,
) -> Paper:
    """Mark a submission; what the teacher knows of it (`whose`) wins over what it says.

    One of another exam, without a usable seed, or whose text cannot be had comes back unmarked and flagged, with what
    the student wrote. A paper without any answer is marked and flagged "blank-paper": a viewer may have lost it.

    `scenario_key` gives the keys of changed scenarios; for many papers one `scenario_keys(exam)` remembers them.
    `others` are the keys of the class, in which to look for whose answers a paper has.
    """
    assignment = assignment or Assignment()
    seed = seed_of(submission, assignment.u0)
    flags = (*submission.flags, *assignment.flags, *_unexplained(seed, submission, assignment))
    answers = parse_responses(exam, submission.answers, u0=seed.u0)
    stop = _stop(exam, submission, flags)
    student = submission.student if assignment.student is None else assignment.student
    if stop is not None or seed.u0 is None:
        stop = stop or NO_SEED
        return Paper(submission.place, student, exam.name, None, _once((*flags, stop)), unmarked_parts(answers, stop))
    key = key_of(Scenario(seed.u0))
    waiting = dict.fromkeys(submission.waiting, WAITS) | dict.fromkeys(submission.missing, NOT_IN_FILE)
    waiting |= dict.fromkeys(submission.disputed, WRITTEN_TWICE)
    parts = still_waiting(exam, mark_parts(exam, key, answers), waiting)
    fingerprints = key_fingerprint(key), rules_fingerprint(exam)
    paper = Paper(submission.place, student, exam.name, seed.u0, _once((*flags, *key.flags)), parts, *fingerprints)
    if all(item.verdict is Verdict.BLANK for part in parts.values() for item in part.items):
        return replace(paper, flags=(*paper.flags, BLANK_PAPER))
    known = with_other_seeds(exam, key, answers, paper, key_of, others)
    if known.flags == paper.flags:  # else answers of another seed: nobody's mistakes, and nothing to follow through
        known = replace(known, parts=diagnosed(exam, key, answers, known.parts, scenario_key or scenario_keys(exam)))
    incomplete = incomplete_parts(exam, key, answers, known.parts)
    flags = (INCOMPLETE(" ".join(incomplete)),) if incomplete else ()
    return replace(known, flags=(*known.flags, *flags), parts={**known.parts, **incomplete})


def _stop(exam: Exam, submission: Submission, flags: Iterable[Flag]) -> Flag | None:
    """The reason why a submission cannot be marked: it is of another exam, or the first of its flags that stops."""
    named = _exam_named(submission)
    if named not in (None, exam.name):
        return SHEET_OF_EXAM(named)
    return next((flag for flag in flags if flag.stops), None)


def _exam_named(submission: Submission) -> str | None:
    return submission.signature.identity.exam if submission.signature else submission.exam


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
        else Message("the files do not name their exam")
    )
    raise CorrigeError.one(cause, remedy="name the exam with --exam")


@dataclass(frozen=True, slots=True)
class Seed:
    """The seed whose key marks a submission, with flags about it; `u0` is None when there is none to trust."""

    u0: int | None
    flags: tuple[Flag, ...] = ()


def seed_of(submission: Submission, known: int | None = None) -> Seed:
    """Decide which seed marks a submission.

    The teacher's `known` seed comes first, then that of a genuine signature, then what the student declares. A declared
    or signed seed that differs from the one used is flagged.
    """
    declared = _declared(submission)
    sealed = submission.signature.identity.u0 if submission.signature else None
    trusted = sealed if submission.signature and submission.signature.valid else None
    u0 = next((seed for seed in (known, trusted, declared.u0) if seed is not None), None)
    if u0 is None or (declared.u0 in (None, u0) and sealed in (None, u0)):
        return Seed(u0, declared.flags)
    changed = U0_CHANGED
    if sealed not in (None, u0):  # for the teacher to read
        other = Message("the sheet has {sealed}, but the paper is marked for {u0}", sealed=sealed, u0=u0)
        changed = replace(changed, other_student=other)
    return Seed(u0, (*declared.flags, changed))


def _unexplained(seed: Seed, submission: Submission, assignment: Assignment) -> Iterator[Flag]:
    """The flags about a seed, but that it was changed where it is that of the sheet, which is another student's."""
    own = submission.signature.identity.u0 if submission.signature else None
    is_of_sheet = FILE_OF_ANOTHER in assignment.flags and own != seed.u0
    return (flag for flag in seed.flags if flag != U0_CHANGED or not is_of_sheet)


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
    digest = sha256(f"{key.exam} {key.u0} {key.scenario.mistakes}".encode())
    for part_id, values in sorted(key.answers.items()):
        digest.update(f"{part_id} {' '.join(map(_exact, values))};".encode())
    return digest.hexdigest()[:DIGITS]


def rules_fingerprint(exam: Exam) -> str:
    """Return 16 hexadecimal digits that change with an exam's points, kinds, tolerances and rules, and the code."""
    rules = (
        (part.id, part.kind, part.points, part.tolerance, part.all_or_nothing, part.depends_on) for part in exam.parts
    )
    text = f"{_code()} {exam.name} {exam.mistakes} {exam.marking_policy} {tuple(rules)}"
    return sha256(ADDRESS.sub("", text).encode()).hexdigest()[:DIGITS]


@cache
def _code() -> str:
    digest = sha256()
    for folder in FOLDERS:
        for source in source_files(files("answers").joinpath(folder)):
            digest.update(code_text(source.read_text("utf-8")).encode())
    return digest.hexdigest()


def code_text(source: str) -> str:
    """Return what a Python file does as a text: the same whatever its comments, docstrings and layout are."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            node.body = [
                one  # but a docstring, or a text below an attribute
                for one in node.body
                if not (
                    isinstance(one, ast.Expr)
                    and isinstance(one.value, ast.Constant)
                    and isinstance(one.value.value, str)
                )
            ]
    return ast.dump(tree)


def _exact(value: Value) -> str:
    if isinstance(value, tuple):
        return f"({' '.join(map(_exact, value))})"
    if isinstance(value, float):
        return value.hex()
    return f"{value.numerator:x}/{value.denominator:x}"


Reading: TypeAlias = Callable[[Path, str, Callable[[], tuple[Submission, ...]]], tuple[Submission, ...]]
"""Gives what the file of a name holds, by what reads it."""

SHEETS = 8
"""How many sheets are remembered: that of a printed copy is wanted to read it and to compare it."""


@dataclass(frozen=True, slots=True)
class Graded:
    """Marked papers of one exam, and the problems of the files that could not be read."""

    exam: Exam
    papers: tuple[Paper, ...]
    problems: tuple[Problem, ...]


def grade_files(
    paths: Sequence[Path], settings: Settings, exam_name: str | None = None, u0: int | None = None
) -> Graded:
    """Mark the submissions in `paths`, all of one exam.

    The exam is `exam_name`, else the first of `paths` if that is the name of an exam and no file, else the one in the
    settings, else the one that the submissions name. CorrigeError if there is none, or no file can be read. Papers of
    one student are flagged "several-papers".
    """
    exam, paths = _exam_and_files(paths, settings, exam_name)
    read, problems = read_all(paths, exam, settings)
    submissions = _with_pages_together(read)
    if not submissions:
        raise CorrigeError(problems or (Problem("no file to mark", "", "give the files after the exam"),))
    key_of, scenario_key = cache(partial(cached_key, exam)), scenario_keys(exam)
    seeds = [seed_of(submission, u0).u0 for submission in submissions]
    others = class_keys(exam, (seed for seed in seeds if seed is not None), key_of)
    names = [_student_named(submission) for submission in submissions]
    counts = Counter(names)
    data_flags = partial(_data_flags, exam, settings, _homes(paths), key_of)
    papers = tuple(
        grade(
            exam,
            one,
            key_of,
            Assignment(u0=u0, flags=(*(SEVERAL_PAPERS,) * (name != "" and counts[name] > 1), *data_flags(one, u0))),
            scenario_key,
            others,
        )
        for one, name in zip(submissions, names, strict=True)
    )
    if len(papers) > 1:  # one paper alone shares no error
        pairs = zip(submissions, papers, strict=True)
        answers = [parse_responses(exam, one.answers, u0=paper.u0) for one, paper in pairs]
        shared = flags_of_class(dict(enumerate(zip(papers, answers, strict=True))), others)
        papers = tuple(replace(paper, flags=(*paper.flags, *shared.get(at, ()))) for at, paper in enumerate(papers))
    return Graded(exam, papers, problems)


def _data_flags(
    exam: Exam, settings: Settings, homes: Iterable[Path], key_of: KeyOf, submission: Submission, known: int | None
) -> tuple[Flag, ...]:
    """The flags on the data that a class gave out with the seed of a submission, by the first that recorded it."""
    u0 = seed_of(submission, known).u0
    sealed = submission.signature.identity if submission.signature and submission.signature.valid else None
    for home in homes:
        issued = read_issued(home)
        if u0 is not None and issued.of(u0) is not None:
            check = DataCheck(
                home, exam, settings.lang, settings.secret, issued, lambda seed: key_of(Scenario(seed)).answers
            )
            return check.flags(u0, look=sealed.content_hash if sealed and sealed.u0 == u0 else "")
    return ()


def _exam_and_files(paths: Sequence[Path], settings: Settings, name: str | None) -> tuple[Exam, Sequence[Path]]:
    if name is None and str(paths[0]) in exam_names(settings.places) and not paths[0].exists():
        name, paths = str(paths[0]), paths[1:]
    name = name or settings.exam
    if not name:  # the first reading only says which exam the files name
        submissions, problems = read_all(paths, None, settings)
        if not submissions:
            raise CorrigeError(problems)
        name = common_exam(submissions)
    return load_adjusted(name, settings), paths


def _with_pages_together(submissions: Iterable[Submission]) -> tuple[Submission, ...]:
    """The submissions, pages of one sheet that came in several files being one, in the place of the first."""
    papers: list[Submission] = []
    for submission in submissions:
        pairs = enumerate(papers)
        at = next(
            (at for at, paper in pairs if is_same_sheet(paper, submission) and has_other_pages(paper, submission)), None
        )
        if at is None:
            papers.append(submission)
        else:
            files = PAGES_JOINED(", ".join((papers[at].place.file, submission.place.file)))
            paper = join_pages(papers[at], submission)
            papers[at] = replace(paper, flags=(*paper.flags, files))
    return tuple(papers)


def _student_named(submission: Submission) -> str:
    """Whom a submission names, by its signature or what is written, however that is typed."""
    signature = submission.signature
    student = signature.identity.student if signature and signature.valid else submission.student
    return " ".join(normalize("NFC", student).casefold().split())


def read_all(
    paths: Sequence[Path],
    exam: Exam | None,
    settings: Settings,
    folder: Path | None = None,
    reading: Reading = lambda _path, _name, read: read(),
) -> tuple[tuple[Submission, ...], tuple[Problem, ...]]:
    """Return the submissions of all readable files, and the problems of the others.

    Without `exam`, part names are not checked. Places are told from `folder`, that of the class, for marks not to
    depend on where it is; there are the sheets that it gave out. Without it they are beside the settings nearest to
    `paths`. `reading` may know what a file holds.
    """
    homes = (folder,) if folder else _homes(paths)
    asks, sheet = expected_exam(exam) if exam else None, lru_cache(SHEETS)(partial(_sheet_again, settings, homes))
    submissions: list[Submission] = []
    problems: list[Problem] = []
    for path in paths:
        name = str(path if folder is None else path.relative_to(folder))
        read = partial(read_submissions, path, name=name, secret=settings.secret, exam=asks, sheet=sheet)
        try:
            submissions += reading(path, name, read)
        except CorrigeError as error:
            problems += error.problems
    return tuple(submissions), tuple(problems)


def _homes(paths: Iterable[Path]) -> tuple[Path, ...]:
    """The folders of the classes that files may be of."""
    nearest = (nearest_file(folder) for folder in dict.fromkeys(path.parent for path in paths))
    return tuple(dict.fromkeys(file.parent for file in nearest if file))


def _sheet_again(settings: Settings, homes: Sequence[Path], wanted: WantedSheet) -> bytes:
    """A student's blank sheet, as a class in `homes` gave it out, else as it is printed today."""
    identity = Identity(wanted.exam, wanted.u0, wanted.student.stem, wanted.content_hash, wanted.version)
    given = next(filter(None, (issued_sheet(home, identity, settings.secret) for home in homes)), None)
    if given:
        return given
    blank = Blank(load_adjusted(wanted.exam, settings), wanted.u0, wanted.student)
    return sheet_pdf(blank, lang=wanted.lang, secret=settings.secret, version=wanted.version)
