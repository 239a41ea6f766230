"""The marks of a class: everything handed in is read and marked, then the gradebook and the feedback are written.

Functions raise CorrigeError if what was handed in is missing, the index or the decisions are damaged, a file cannot be
written, or the workers are lost.
"""

import getpass
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, partial
from pathlib import Path

from answers.atlas.seed_summary import Answers, known_seeds, prepare_keys
from answers.classroom.artifact_cache import ArtifactCache, artifact_cache
from answers.classroom.decisions import Decision, DecisionKey, active_decisions
from answers.classroom.decisions_file import load_decisions
from answers.classroom.feedback import write_feedback
from answers.classroom.folder import SET_ASIDE, ClassData, open_class
from answers.classroom.issued import data_check
from answers.classroom.overrides import (
    apply_decisions,
    candidate_submissions,
    granted_seed,
    with_acknowledged,
    with_acknowledged_flags,
    with_mark,
)
from answers.classroom.roster import Enrollment
from answers.classroom.submission_set import SubmissionSet, SubmissionVersion, is_unambiguous, load_submissions
from answers.classroom.targets import open_problems, open_unassigned, unread_files
from answers.exam.exam import Exam
from answers.exam.identity import Student
from answers.exam.key import Key
from answers.exam.key_cache import cached_key
from answers.exam.scenario import Scenario
from answers.executors.workers import SERIAL, ParallelMap
from answers.exports.formats import MARKS_FILES
from answers.exports.gradebook import SEED_IN_DOUBT, STUDENT_IN_DOUBT, Gradebook, GradebookRow, named_seed
from answers.files import file_transaction
from answers.flags import LATE, NO_PAPER, NOT_READABLE, RESUBMITTED, SEVERAL_PAPERS, UNASSIGNED, UNREAD_IN_TIME, Flag
from answers.grading.grade import Assignment, grade, seed_of
from answers.grading.mark import parse_responses
from answers.grading.scenarios import scenario_keys
from answers.grading.similarity import ClassKeys, class_keys, flags_of_class
from answers.paper import Paper
from answers.submissions.raw.submission import Submission

FEW = 4
"""Papers that are marked here, for a process takes longer to start."""


def grade_class(class_data: ClassData, parallel_map: ParallelMap = SERIAL) -> Gradebook:
    """Read everything that was handed in, mark what counts, and give each paper to its student; nothing is written.

    The seed of the roster marks a student's paper, and the teacher's decisions are applied to it. Which of several
    versions counts is said by `load_submissions`. Earlier ones that were collected are only counted ("resubmitted-1");
    when a person should look at them, the paper is flagged "several-papers" and the others are strays.
    """
    return grade_submissions(class_data, marking_of(class_data, load_submissions(class_data), parallel_map))


def grade_submissions(class_data: ClassData, marking: "Marking") -> Gradebook:
    """Mark what was read, as `grade_class` does."""
    submissions = marking.submissions
    log = load_decisions(class_data)
    holding = active_decisions(log.decisions)
    rows, doubles, shared = [], [], marking.shared()
    for enrollment in class_data.enrollments:
        own = decisions_of(enrollment.student, holding)
        paper = marking.paper(enrollment, own, shared.get(enrollment.student.id, ()))
        rows.append(
            GradebookRow(
                enrollment.student,
                enrollment.u0,
                paper,
                enrollment.export_columns,
                missing_paper_flags(enrollment, submissions, holding),
            )
        )
        if paper is not None and SEVERAL_PAPERS in paper.flags:
            doubles += [marking.marked(version) for version in submissions.versions[enrollment.student.id][:-1]]
    nobodys = open_unassigned(submissions, holding)
    claims = _claims(submissions, rows, nobodys)
    for at, row in enumerate(rows):  # a student without a paper is open again where an open paper may be theirs
        if row.paper is None and (papers := claims.get(row.student.id)):
            is_open = replace(NO_PAPER, other_student=" ; ".join(papers))
            missing_now = tuple(is_open if flag.slug == NO_PAPER.slug else flag for flag in row.missing)
            rows[at] = replace(row, missing=missing_now)
    strays = map(marking.marked, nobodys)
    return Gradebook(
        class_data.exam, tuple(rows), (*doubles, *strays), (*open_problems(submissions, holding), *log.problems)
    )


def _claims(
    submissions: SubmissionSet, rows: Sequence[GradebookRow], nobodys: Iterable[SubmissionVersion]
) -> dict[str, dict[str, None]]:
    """Return by student the open papers of others, or of nobody, that may be this student's, as people call them.

    The sheet or the file names the student, or the paper bears the student's number u₀ or is answered for it.
    """
    owners: defaultdict[int, list[str]] = defaultdict(list)
    for row in rows:
        if row.u0 is not None:
            owners[row.u0].append(row.student.id)
    papers: list[tuple[SubmissionVersion, str, list[Flag]]] = [
        (nobody, str(nobody.submission.place), []) for nobody in nobodys
    ]
    for row in rows:
        if doubts := [flag for flag in row.open_flags if flag.slug in STUDENT_IN_DOUBT | SEED_IN_DOUBT]:
            own = submissions.versions[row.student.id]
            papers += [(one, f"{row.student.label}: {one.submission.place}", doubts) for one in own]
    found: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for version, shown, doubts in papers:
        typed, signature = seed_of(replace(version.submission, signature=None)).u0, version.submission.signature
        numbers = {typed, signature.identity.u0 if signature else None, *map(named_seed, doubts)} - {None}
        students = [
            enrollment.student.id for enrollment in (*version.attribution.candidates, *version.attribution.namesakes)
        ]
        for student in (*students, *(owner for u0 in numbers if u0 is not None for owner in owners[u0])):
            found[student][shown] = None
    return found


@dataclass(frozen=True, slots=True)
class Marking:
    """Marks what was handed in, with any decisions: those taken, or one that is only thought of.

    `graded` marks a submission in the place of a version's own, with a seed that is granted if any; `as_written` gives
    a student's paper without any decision, and makes it once; `shared` gives the flags on wrong answers that papers
    have in common, by student.
    """

    class_data: ClassData
    submissions: SubmissionSet
    graded: Callable[[SubmissionVersion, Submission, int | None], Paper]
    as_written: Callable[[str], Paper]
    shared: Callable[[], Mapping[str, tuple[Flag, ...]]]

    def paper(
        self, enrollment: Enrollment, decisions: Mapping[str, Decision], flags: tuple[Flag, ...] = ()
    ) -> Paper | None:
        """Return the marked paper that counts for a student, with more `flags`, and decisions by item or flag.

        None when there is none.
        """
        versions = self.submissions.versions[enrollment.student.id]
        if not versions:
            return None
        version, seed = versions[-1], granted_seed(decisions)

        def mark(submission: Submission) -> Paper:
            is_own = submission is version.submission and seed is None
            return self.as_written(enrollment.student.id) if is_own else self.graded(version, submission, seed)

        paper = apply_decisions(self.class_data.exam, version.submission, mark, decisions)
        if len(versions) > 1:
            several = RESUBMITTED(len(versions) - 1) if is_unambiguous(versions) else SEVERAL_PAPERS
            flags = (*flags, several)
        paper = with_acknowledged(replace(paper, flags=(*paper.flags, *flags)), decisions)
        return with_mark(paper, self.class_data.settings.mark, decisions, self.submissions.minutes_late(version))

    def marked(self, version: SubmissionVersion) -> Paper:
        """Return the marked paper of one version, as it is."""
        return self.graded(version, version.submission, None)


def marking_of(class_data: ClassData, submissions: SubmissionSet, parallel_map: ParallelMap = SERIAL) -> Marking:
    """Return what marks a class; what was not marked before is at once if the work is spread, else when asked."""
    key_of, scenario_key = cache(class_data.key), scenario_keys(class_data.exam)
    papers: ArtifactCache[Paper] = artifact_cache(class_data, "marked")

    @cache
    def others() -> ClassKeys:
        seeds = [enrollment.u0 for enrollment in class_data.enrollments if enrollment.u0 is not None]
        known = known_seeds(class_data.settings.atlas, seeds)
        prepare_keys(class_data.exam, class_data.load, [*seeds, *known], parallel_map)
        return class_keys(class_data.exam, seeds, key_of, (key_of(Scenario(u0)).answers for u0 in known))

    if parallel_map != SERIAL and len(submissions.counted) > FEW:
        prepare_keys(
            class_data.exam,
            class_data.load,
            (one.u0 for one in class_data.enrollments if one.u0 is not None),
            parallel_map,
        )
    whose_of = partial(_whose_data, submissions, cache(data_check(class_data).flags))
    counted = {repr(one): one for one in ((v.submission, whose_of(v)) for v in submissions.counted)}
    new = {made_from: one for made_from, one in counted.items() if papers.get(made_from) is None}
    if parallel_map != SERIAL and len(new) > FEW:
        works = [*new.values()]
        for (_, assignment), marked in zip(
            works, mark_many(class_data.load, works, others(), parallel_map), strict=True
        ):
            for submission, paper in marked:
                papers.put(repr((submission, assignment)), paper)

    def graded(version: SubmissionVersion, submission: Submission, seed: int | None) -> Paper:
        assignment = whose_of(version, seed)
        return papers(
            repr((submission, assignment)),
            lambda: grade(class_data.exam, submission, key_of, assignment, scenario_key, others()),
        )

    def as_written(student: str) -> Paper:
        version = submissions.versions[student][-1]
        return graded(version, version.submission, None)

    marked_once = cache(as_written)

    def shared() -> Mapping[str, tuple[Flag, ...]]:
        found: ArtifactCache[dict[str, tuple[Flag, ...]]] = artifact_cache(class_data, "shared")
        last = {student: versions[-1].submission for student, versions in submissions.versions.items() if versions}

        def look() -> dict[str, tuple[Flag, ...]]:
            papers = {who: marked_once(who) for who in last}
            read = {who: parse_responses(class_data.exam, last[who].answers, u0=one.u0) for who, one in papers.items()}
            return flags_of_class({who: (papers[who], read[who]) for who in last}, others())

        return found(repr(last), look)

    return Marking(class_data, submissions, graded, marked_once, cache(shared))


def _whose_data(
    submissions: SubmissionSet,
    data_flags: Callable[[int, str, str], tuple[Flag, ...]],
    version: SubmissionVersion,
    seed: int | None = None,
) -> Assignment:
    """What is known of a version, with flags on the data that its student was given; `seed` is one that is granted.

    A student's own number that is granted marks with today's data.
    """
    enrollment, signature, minutes = (
        version.attribution.enrollment,
        version.submission.signature,
        submissions.minutes_late(version),
    )
    assignment = Assignment(flags=(UNASSIGNED,))
    if enrollment is not None:
        late = (LATE(f"{minutes // 60}:{minutes % 60:02}"),) if minutes else ()
        in_time = map(UNREAD_IN_TIME, submissions.unread_in_time(version))
        own = enrollment.u0 if version.attribution.seed is None else version.attribution.seed
        assignment = Assignment(enrollment.student.id, own, (*version.attribution.flags, *late, *in_time))
    u0 = seed_of(version.submission, assignment.u0 if seed is None else seed).u0
    if enrollment is not None and u0 is not None and seed != enrollment.u0:
        look = signature.identity.content_hash if signature and signature.valid and signature.identity.u0 == u0 else ""
        stem = enrollment.student.stem if u0 == enrollment.u0 else ""
        assignment = replace(assignment, flags=(*assignment.flags, *data_flags(u0, stem, look)))
    return assignment if seed is None else replace(assignment, u0=seed)


def missing_paper_flags(
    enrollment: Enrollment, submissions: SubmissionSet, holding: Mapping[DecisionKey, Decision]
) -> tuple[Flag, ...]:
    """Return what there is of a student instead of a paper: files that could not be read, or nothing."""
    files = [
        NOT_READABLE(file.upload.name) for file in unread_files(submissions, holding) if file.enrollment == enrollment
    ]
    return with_acknowledged_flags(files or [NO_PAPER], decisions_of(enrollment.student, holding))


def decisions_of(student: Student, holding: Mapping[DecisionKey, Decision]) -> dict[str, Decision]:
    """Return the decisions about a student, by item or flag."""
    return {item: decision for (who, item), decision in holding.items() if who == student.id}


def write_marks(class_data: ClassData, gradebook: Gradebook, parallel_map: ParallelMap = SERIAL) -> tuple[Path, ...]:
    """Write every export and the feedback sheets, all or on an error none; return the files.

    What existed with other content goes to `set-aside/`, and the feedback of a student who is no longer in the class:
    what lies in `feedback/` is what is to be given back.
    """
    with file_transaction(class_data.folder / SET_ASIDE) as files:
        for name, content in MARKS_FILES.items():
            files.write(class_data.folder / name, content(gradebook))
        sheets = write_feedback(class_data, gradebook.rows, files, parallel_map)
    return (*(class_data.folder / name for name in MARKS_FILES), *sheets)


def mark_many(
    load: Callable[[], Exam],
    papers: Sequence[tuple[Submission, Assignment]],
    others: ClassKeys,
    parallel_map: ParallelMap,
) -> list[list[tuple[Submission, Paper]]]:
    """Mark submissions, each with what the teacher knows of it, in order: the same whoever marks.

    After each comes what it would be with every value that an unread item may have meant: the teacher is told what that
    would earn, and the scenarios that were looked at for the paper are remembered now. Every worker calls `load` for
    the exam, and keeps the keys of changed scenarios in the store of its own machine.
    """
    answers = {u0: key.answers for u0, key in others.keys.items()}
    return list(parallel_map(partial(_marked, load, answers, replace(others, keys={})), papers))


def _marked(
    load: Callable[[], Exam],
    answers: Mapping[int, Answers],
    keyless: ClassKeys,
    papers: Sequence[tuple[Submission, Assignment]],
) -> list[list[tuple[Submission, Paper]]]:
    """Mark some papers. Keys do not travel: the parameters of a teacher's own exam are nothing before it is loaded."""
    exam = load()
    keys = {u0: Key(exam.name, Scenario(u0), exam.drawn(u0), right, {}, {}) for u0, right in answers.items()}
    others = replace(keyless, keys=keys)
    key_of, scenario_key = cache(partial(cached_key, exam)), scenario_keys(exam)

    def marked(submission: Submission, assignment: Assignment) -> Paper:
        return grade(exam, submission, key_of, assignment, scenario_key, others)

    def with_meant(submission: Submission, assignment: Assignment) -> list[tuple[Submission, Paper]]:
        paper = marked(submission, assignment)
        meant = candidate_submissions(exam, submission, paper)
        return [(submission, paper), *((one, marked(one, assignment)) for one in meant)]

    return [with_meant(*one) for one in papers]


@dataclass(frozen=True, slots=True)
class MarkedClass:
    """A class, how it is marked, and its marks with the decisions taken."""

    class_data: ClassData
    marking: Marking
    gradebook: Gradebook


def marked_class(folder: Path) -> MarkedClass:
    """Open a class and mark it; nothing is written."""
    class_data = open_class(folder)
    return mark_submissions(class_data, load_submissions(class_data))


def mark_submissions(
    class_data: ClassData, submissions: SubmissionSet, parallel_map: ParallelMap = SERIAL
) -> MarkedClass:
    """Mark what was read of a class."""
    marking = marking_of(class_data, submissions, parallel_map)
    return MarkedClass(class_data, marking, grade_submissions(class_data, marking))


def author_name() -> str:
    """Return who is logged in, "" when the system does not know."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


def now_text() -> str:
    """Return the time on the clock of this machine; no two actions of a person have the same."""
    return datetime.now().isoformat(timespec="microseconds")
