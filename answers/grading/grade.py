"""Mark submissions: choose the seed of the key, mark the answers, and flag what the teacher has to look at."""

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from platform import python_version
from typing import TYPE_CHECKING, TypeAlias
from unicodedata import normalize

from answers.errors import CorrigeError, Problem
from answers.exam.catalogue import exam_names, load_adjusted
from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.key_cache import Load, cached_key, prepare_keys
from answers.exam.location import source_files
from answers.exam.scenario import Scenario
from answers.exam.settings import Settings
from answers.exam.settings_in_force import nearest_file
from answers.executors.workers import Engine, ParallelMap, workers
from answers.files import read_cached, store_folder, write_cached
from answers.flags import (
    BLANK_PAPER,
    CUT_OFF,
    FILE_OF_ANOTHER,
    INCOMPLETE,
    NO_SEED,
    NOT_IN_FILE,
    PAGES_JOINED,
    PROBABLY_ONE_ERROR,
    SEVERAL_PAPERS,
    SHEET_OF_EXAM,
    U0_CHANGED,
    U0_MISTYPED,
    U0_OUT_OF_RANGE,
    U0_UNREADABLE,
    WAITS,
    WRITTEN_TWICE,
    Flag,
)
from answers.grading.diagnosis import diagnose
from answers.grading.mark import (
    Responses,
    incomplete_parts,
    mark,
    parse_responses,
    unmarked_parts,
    with_waiting_items,
    wrong_items,
)
from answers.grading.mistyped_seed import with_mistyped_seed
from answers.grading.one_error import first_departure
from answers.grading.scenario_keys import KeyOf, ScenarioKeyOf, ScenarioKeys
from answers.grading.seed_search import with_other_seeds
from answers.grading.similarity import EXPLAINED, LEAST_ITEMS, NO_CLASS, ClassKeys, class_keys, flags_of_class
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.text import read_numbers
from answers.kinds.parsing import Unreadable, Value
from answers.messages import Message
from answers.paper import Paper, Verdict
from answers.sheets.identity import Identity, field_name
from answers.sheets.issued_files import issued_sheet
from answers.submissions.raw.submission import (
    CUT,
    Submission,
    WantedSheet,
    expected_exam,
    has_other_pages,
    is_same_sheet,
    join_pages,
)
from answers.submissions.read import read_submissions
from solvers.sequence import lcg

if TYPE_CHECKING:
    from answers.sheets.issued import Issued

SEEDS = Domain(integer=True, low=0, high=lcg.MODULUS - 1)
DIGITS = 16
ADDRESS = re.compile(" at 0x[0-9a-f]+")
"""The memory address that Python adds to the name of an object without a `__repr__` method."""
FOLDERS = ("grading", "kinds")  # the packages with the code that parses and compares answers


@dataclass(frozen=True, slots=True)
class Assignment:
    """The student and the seed that a submission is assigned to, None if unknown, and flags about the assignment."""

    student: str | None = None
    u0: int | None = None
    flags: tuple[Flag, ...] = ()


def grade(  # noqa: PLR0913 - with the responses if they are parsed already
    exam: Exam,
    submission: Submission,
    key_of: KeyOf,
    assignment: Assignment | None = None,
    scenario_key: ScenarioKeyOf | None = None,
    others: ClassKeys = NO_CLASS,
    responses: Responses | None = None,
) -> Paper:
    """Return the marked paper of a submission.

    The student and the seed are those of `assignment`, or else those that the submission states. A submission of
    another exam, without a usable seed, or without readable text is returned unmarked, with a flag and the texts as
    written. A paper without any answer is marked and flagged "blank-paper", since a PDF viewer may have lost its
    answers.

    Parameters
    ----------
    key_of
        Returns the key of a scenario.
    scenario_key
        Computes the keys of scenarios that may explain wrong answers. Pass the same `ScenarioKeys(exam)` for many
        papers, since it caches keys.
    others
        The keys of the class, with which the wrong answers are compared.
    responses
        The answers of the submission, if they are parsed already for the seed that `seed_of` returns.
    """
    assignment = assignment or Assignment()
    seed = seed_of(submission, assignment.u0)
    signed = submission.signature.identity.u0 if submission.signature else None
    is_on_sheet_of_another = FILE_OF_ANOTHER in assignment.flags and signed != seed.u0
    of_seed = (flag for flag in seed.flags if flag != U0_CHANGED or not is_on_sheet_of_another)
    flags = (*submission.flags, *assignment.flags, *of_seed)
    responses = responses or parse_responses(exam, submission.answers, u0=seed.u0)
    student = submission.student if assignment.student is None else assignment.student
    paper = Paper(submission.place, student, exam.name, None, flags, {})

    named = _exam_named(submission)
    stop = next((flag for flag in flags if flag.stops), None)
    if named not in (None, exam.name):
        stop = SHEET_OF_EXAM(named)
    if stop is not None or seed.u0 is None:
        stop = stop or NO_SEED
        return replace(paper, flags=tuple(dict.fromkeys((*flags, stop))), parts=unmarked_parts(responses, stop))

    key = key_of(Scenario(seed.u0))
    waiting = dict.fromkeys(submission.waiting, WAITS) | dict.fromkeys(submission.missing, NOT_IN_FILE)
    waiting |= dict.fromkeys(submission.disputed, WRITTEN_TWICE)
    parts = with_waiting_items(exam, mark(exam, key, responses), waiting)
    settled = {  # right or wrong whichever digits follow
        CUT_OFF(field_name(part_id, at))
        for part_id, marks in parts.items()
        for at, item in enumerate(marks.items, 1)
        if item.verdict in (Verdict.RIGHT, Verdict.WRONG) and item.raw.endswith(CUT)
    }
    paper = replace(
        paper,
        u0=seed.u0,
        flags=tuple(dict.fromkeys(flag for flag in (*flags, *key.flags) if flag not in settled)),
        parts=parts,
        key=key_fingerprint(key),
        rules=rules_fingerprint(exam),
    )
    if all(item.verdict is Verdict.BLANK for part in paper.parts.values() for item in part.items):
        return replace(paper, flags=(*paper.flags, BLANK_PAPER))

    explained = with_other_seeds(exam, key, responses, paper, key_of, others)
    if explained.flags == paper.flags:  # else these are answers of another seed: nothing to follow through, no mistakes
        scenario_key = scenario_key or ScenarioKeys(exam)
        parts = diagnose(exam, key, responses, explained.parts, scenario_key)
        unexplained = [parts[part_id].items[index].note for part_id, index in wrong_items(parts)]
        if sum(note is None or note.slug not in EXPLAINED for note in unexplained) >= LEAST_ITEMS:
            mistyped = with_mistyped_seed(exam, key, responses, explained)
            if mistyped is not explained:
                explained = mistyped
                parts = diagnose(exam, key, responses, explained.parts, scenario_key)
        explained = replace(explained, parts=parts)
        departure = first_departure(exam, explained.parts)
        if departure is not None and U0_MISTYPED not in {replace(flag, detail="") for flag in explained.flags}:
            explained = replace(explained, flags=(*explained.flags, PROBABLY_ONE_ERROR(departure)))
    incomplete = incomplete_parts(exam, key, responses, explained.parts)
    more = (INCOMPLETE(" ".join(incomplete)),) if incomplete else ()
    return replace(explained, flags=(*explained.flags, *more), parts={**explained.parts, **incomplete})


def _exam_named(submission: Submission) -> str | None:
    """Return the exam that the signature of a submission names, or else the submission itself; None if neither does."""
    return submission.signature.identity.exam if submission.signature else submission.exam


def common_exam(submissions: Iterable[Submission]) -> str:
    """Return the name of the exam that all submissions have in common, apart from those that name none.

    CorrigeError if they name no exam or several exams.
    """
    names = sorted({name for name in map(_exam_named, submissions) if name})
    if len(names) == 1:
        return names[0]
    cause = (
        Message(
            "the files belong to several exams, and only one can be marked at a time: {names}", names=", ".join(names)
        )
        if names
        else Message("the files do not name their exam, so they cannot be marked")
    )
    raise CorrigeError.single(cause, remedy="give the name of the exam with --exam")


def seed_of(submission: Submission, known: int | None = None) -> Assignment:
    """Return the seed `known` to the teacher, else that of a valid signature, else the one that the student declares.

    A declared or signed seed that differs from the chosen seed is flagged. The student is not decided.
    """
    declared: int | None = None
    flags: tuple[Flag, ...] = ()
    text = submission.u0 or ""
    if text.strip():
        read = read_numbers(text, 1, SEEDS)
        value = None if isinstance(read, Unreadable) else read[0]
        if value is None or value.denominator != 1:
            flags = (U0_UNREADABLE,)
        elif 0 <= value < lcg.MODULUS:
            declared = int(value)
        else:
            flags = (U0_OUT_OF_RANGE,)
    signed = submission.signature.identity.u0 if submission.signature else None
    trusted = submission.signed.u0 if submission.signed else None
    u0 = next((seed for seed in (known, trusted, declared) if seed is not None), None)
    if u0 is None or (declared in (None, u0) and signed in (None, u0)):
        return Assignment(u0=u0, flags=flags)
    changed = U0_CHANGED
    if signed not in (None, u0):
        other = Message("the sheet has u₀ = {sealed}, but the paper is marked with u₀ = {u0}", sealed=signed, u0=u0)
        changed = replace(changed, other_student=other)
    return Assignment(u0=u0, flags=(*flags, changed))


def key_fingerprint(key: Key) -> str:
    """Return a digest of the exact answers of a key, 16 hexadecimal digits that are the same on every machine."""
    digest = sha256(f"{key.exam} {key.u0} {key.scenario.mistakes}".encode())
    for part_id, values in sorted(key.answers.items()):
        digest.update(f"{part_id} {' '.join(map(_exact, values))};".encode())
    return digest.hexdigest()[:DIGITS]


def rules_fingerprint(exam: Exam) -> str:
    """Return a digest of everything but the key that decides the marks of an exam, 16 hexadecimal digits.

    It covers the points, kinds and tolerances of the parts, the marking policy, and the code of marking.
    """
    rules = (
        (part.id, part.kind, part.points, part.tolerance, part.all_or_nothing, part.depends_on) for part in exam.parts
    )
    text = f"{_code()} {exam.name} {exam.mistakes} {exam.marking_policy} {tuple(rules)}"
    return sha256(ADDRESS.sub("", text).encode()).hexdigest()[:DIGITS]


@cache
def _code() -> str:
    """Return a digest of the code that parses and compares answers, cached since parsing it is slow."""
    sources = [file.read_bytes() for folder in FOLDERS for file in source_files(files("answers").joinpath(folder))]
    # the syntax tree is that of a version of Python
    address = store_folder() / "code", f"{python_version()} {sha256(b''.join(sources)).hexdigest()}"
    content = read_cached(*address)
    if content is None:
        digest = sha256()
        for source in sources:
            digest.update(code_text(source.decode()).encode())
        content = digest.hexdigest().encode()
        write_cached(*address, content)
    return content.decode()


def code_text(source: str) -> str:
    """Return the syntax tree of Python source code as text, which comments, docstrings and layout do not change."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            node.body = [
                statement  # without docstrings, of attributes too
                for statement in node.body
                if not (
                    isinstance(statement, ast.Expr)
                    and isinstance(statement.value, ast.Constant)
                    and isinstance(statement.value.value, str)
                )
            ]
    return ast.dump(tree)


def _exact(value: Value) -> str:
    if isinstance(value, tuple):
        return f"({' '.join(map(_exact, value))})"
    if isinstance(value, str):
        return repr(value)
    if isinstance(value, float):
        return value.hex()
    return f"{value.numerator:x}/{value.denominator:x}"


SubmissionReader: TypeAlias = Callable[[Path, str, Callable[[], tuple[Submission, ...]]], tuple[Submission, ...]]
"""A function that returns the submissions of a path and a name, perhaps from a cache.

The third argument reads the file.
"""

SHEETS = 8  # number of rendered sheets that are cached: reading a printed copy and comparing it need the same sheet


@dataclass(frozen=True, slots=True)
class Graded:
    """The marked papers of an exam, and the problems of files that could not be read."""

    exam: Exam
    papers: tuple[Paper, ...]
    problems: tuple[Problem, ...]


FEW = 12  # largest number of papers that are marked without worker processes, whose start takes as long as marking them


def grade_files(
    paths: Sequence[Path],
    settings: Settings,
    exam_name: str | None = None,
    u0: int | None = None,
    issued_in: "Callable[[Path], Issued] | None" = None,
    engine: Engine = Engine(),  # noqa: B008 - frozen
) -> Graded:
    """Mark the submissions in `paths`, all of one exam, and return the papers with the problems of unreadable files.

    The exam is `exam_name`; or the first of `paths`, if it names an exam and not a file; or that of the settings; or
    the one that the submissions name. CorrigeError if none is known, or if no file can be read. `u0` is the seed of all
    papers, None for the seed of each. `issued_in` returns the data of the sheets that a class folder has issued.
    """
    if exam_name is None and str(paths[0]) in exam_names(settings.places) and not paths[0].exists():
        exam_name, paths = str(paths[0]), paths[1:]
    exam, read, problems = read_papers(paths, settings, exam_name or settings.exam)
    submissions = _with_pages_together(read)
    if not submissions:
        raise CorrigeError(
            problems
            or (
                Problem(
                    "no file of a student is given, so there is nothing to mark",
                    "",
                    "give the files to mark after the name of the exam",
                ),
            )
        )
    key_of = cache(partial(cached_key, exam))
    seeds = [seed_of(submission, u0).u0 for submission in submissions]
    pairs = zip(submissions, seeds, strict=True)
    responses = [parse_responses(exam, submission.answers, u0=seed) for submission, seed in pairs]
    names = []  # by a valid signature or as written, in lower case and normalized
    for submission in submissions:
        student = submission.signed.student if submission.signed else submission.student
        names.append(" ".join(normalize("NFC", student).casefold().split()))
    counts = Counter(names)
    issued_by_folder = {folder: issued_in(folder) for folder in _class_folders(paths)} if issued_in else {}
    assignments = []
    for submission, seed, name in zip(submissions, seeds, names, strict=True):
        flags = (SEVERAL_PAPERS,) if name and counts[name] > 1 else ()
        for folder, issued in issued_by_folder.items():
            if seed is not None and issued.of(seed) is not None:
                from answers.sheets.issued import DataCheck  # slow to import

                identity = submission.signed
                content_hash = identity.content_hash if identity and identity.u0 == seed else ""
                check = DataCheck(
                    folder, exam, settings.lang, settings.secret, issued, lambda other: key_of(Scenario(other)).answers
                )
                flags = (*flags, *check.flags(seed, content_hash=content_hash))
                break
        assignments.append(Assignment(u0=u0, flags=flags))
    assigned = list(zip(submissions, assignments, strict=True))
    usable_seeds = [seed for seed in seeds if seed is not None]
    if engine.jobs == 1 or len(submissions) <= FEW:
        others, scenario_key = class_keys(exam, usable_seeds, key_of), ScenarioKeys(exam)
        papers = [
            grade(exam, submission, key_of, assignment, scenario_key, others, parsed)
            for (submission, assignment), parsed in zip(assigned, responses, strict=True)
        ]
        scenario_key.save()
    else:
        load = partial(load_adjusted, exam_name or settings.exam or exam.name, settings)
        with workers(engine) as parallel_map:
            prepare_keys(exam, load, usable_seeds, parallel_map)
            others = class_keys(exam, usable_seeds, key_of)
            papers = [paper for [(_, paper)] in mark_many(load, assigned, others, parallel_map)]
    if len(papers) > 1:  # a single paper shares no errors
        shared = flags_of_class(dict(enumerate(zip(papers, responses, strict=True))), others)
        papers = [replace(paper, flags=(*paper.flags, *shared.get(at, ()))) for at, paper in enumerate(papers)]
    return Graded(exam, tuple(papers), problems)


Variants: TypeAlias = Callable[[Exam, Submission, Paper], Iterable[Submission]]
"""A function of a module that returns variants of a submission to mark as well."""


def mark_many(
    load: Load,
    papers: Sequence[tuple[Submission, Assignment]],
    others: ClassKeys,
    parallel_map: ParallelMap,
    variants: Variants | None = None,
) -> list[list[tuple[Submission, Paper]]]:
    """Mark submissions, each with its assignment, and return the papers in the same order.

    For each submission the result has a list: the submission with its paper, then its `variants`, which are marked for
    the same student, with their papers. Each worker calls `load` for the exam, and caches the keys of scenarios on its
    own machine. The result does not depend on `parallel_map`.
    """
    return list(parallel_map(partial(_mark_some, load, others, variants), papers))


def _mark_some(
    load: Load, others: ClassKeys, variants: Variants | None, papers: Sequence[tuple[Submission, Assignment]]
) -> list[list[tuple[Submission, Paper]]]:
    """Return the marked papers of some submissions and their variants, in a worker process."""
    exam = load()
    key_of, scenario_key = cache(partial(cached_key, exam)), ScenarioKeys(exam)

    def marked(submission: Submission, assignment: Assignment) -> Paper:
        return grade(exam, submission, key_of, assignment, scenario_key, others)

    results = []
    for submission, assignment in papers:
        paper = marked(submission, assignment)
        more = variants(exam, submission, paper) if variants else ()
        results.append([(submission, paper), *((variant, marked(variant, assignment)) for variant in more)])
    scenario_key.save()
    return results


def read_papers(
    paths: Sequence[Path], settings: Settings, name: str | None
) -> tuple[Exam, tuple[Submission, ...], tuple[Problem, ...]]:
    """Return the exam, the submissions in the files, and the problems of files that cannot be read.

    The exam is the one called `name`, or if None the one that the files name. CorrigeError if they name none or
    several.
    """
    load = cache(partial(load_adjusted, settings=settings))
    if name:
        exam = load(name)
        return exam, *read_all(paths, exam, settings)
    submissions, problems = read_all(paths, None, settings, load=load)
    if not submissions:
        raise CorrigeError(problems)
    exam = load(common_exam(submissions))
    if problems or not all(map(_exam_named, submissions)):
        # the parts of a file that names no exam are not checked yet
        submissions, problems = read_all(paths, exam, settings)
    return exam, submissions, problems


def _with_pages_together(submissions: Iterable[Submission]) -> tuple[Submission, ...]:
    """Return the submissions, with pages of one sheet that are in several files joined at the place of the first."""
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


def read_all(
    paths: Sequence[Path],
    exam: Exam | None,
    settings: Settings,
    folder: Path | None = None,
    reading: SubmissionReader = lambda _path, _name, read: read(),
    load: Callable[[str], Exam] | None = None,
) -> tuple[tuple[Submission, ...], tuple[Problem, ...]]:
    """Return the submissions of all files that can be read, and the problems of the other files.

    Names of parts are checked for `exam`, or if None for the exam that each file names. Paths in the result are
    relative to the class folder `folder`, so that marks do not depend on where it is. Issued sheets are looked up in
    `folder`, or if None beside the nearest settings of each path. `reading` may return the submissions of a file from a
    cache, and `load` an exam that is loaded already.
    """
    class_folders = (folder,) if folder else _class_folders(paths)

    def exam_called(name: str) -> Exam:
        return exam if exam and exam.name == name else (load or partial(load_adjusted, settings=settings))(name)

    @lru_cache(SHEETS)
    def sheet(request: WantedSheet) -> bytes:
        """Return the blank sheet of a student as a class issued it, else as it is printed today."""
        identity = Identity(request.exam, request.u0, request.student.stem, request.content_hash, request.version)
        issued = next(filter(None, (issued_sheet(place, identity, settings.secret) for place in class_folders)), None)
        if issued:
            return issued
        from answers.sheets.sheet import BlankSheet, sheet_pdf  # slow to import, and few files need a sheet

        blank, is_only = BlankSheet(exam_called(request.exam), request.u0, request.student), len(paths) == 1
        return sheet_pdf(
            blank, lang=request.lang, secret=settings.secret, version=request.version, shares_layout=not is_only
        )

    read_path = partial(
        read_submissions,
        secret=settings.secret,
        exam=expected_exam(exam) if exam else None,
        exam_named=cache(lambda name: expected_exam(exam_called(name))),
        sheet=sheet,
        with_codes=folder is None,  # a class reads its scans itself
    )
    submissions: list[Submission] = []
    problems: list[Problem] = []
    for path in paths:
        name = str(path if folder is None else path.relative_to(folder))
        read = partial(read_path, path, name=name)
        try:
            submissions += reading(path, name, read)
        except CorrigeError as error:
            problems += error.problems
    return tuple(submissions), tuple(problems)


def _class_folders(paths: Iterable[Path]) -> tuple[Path, ...]:
    nearest = (nearest_file(folder) for folder in dict.fromkeys(path.parent for path in paths))
    return tuple(dict.fromkeys(file.parent for file in nearest if file))
