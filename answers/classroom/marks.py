"""Mark the papers of a class, and write the gradebook and the feedback.

Functions raise CorrigeError if the submissions are missing, the index or the decisions are damaged, a file cannot be
written, or the worker processes are lost.
"""

import getpass
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType

from answers.atlas.seed_summary import known_seeds
from answers.classroom.artifact_cache import ArtifactCache, artifact_cache
from answers.classroom.changes import save_results
from answers.classroom.decision_targets import open_problems, open_unassigned, unread_files, unread_flags
from answers.classroom.decisions import (
    EVERYBODY,
    SEED,
    ActiveDecisions,
    Decision,
    DecisionLog,
    active_decisions,
    load_decisions,
)
from answers.classroom.feedback import write_feedback
from answers.classroom.folder import SET_ASIDE, ClassData, further_seeds, open_class
from answers.classroom.issued import data_check
from answers.classroom.listed_names import list_problems
from answers.classroom.overrides import (
    apply_decisions,
    candidate_submissions,
    granted_seed,
    settled_items,
    with_acknowledged,
    with_acknowledged_flags,
    with_mark,
)
from answers.classroom.roster import Enrollment
from answers.classroom.submission_set import (
    SubmissionSet,
    SubmissionVersion,
    is_unambiguous,
    load_submissions,
    why_counted,
)
from answers.errors import Problem
from answers.exam.exam import Exam
from answers.exam.key_cache import prepare_keys
from answers.exam.scenario import Scenario
from answers.executors.workers import SERIAL, ParallelMap
from answers.exports.formats import MARKS_FILES
from answers.exports.gradebook import SEED_IN_DOUBT, STUDENT_IN_DOUBT, Gradebook, GradebookRow, named_seed
from answers.files import file_transaction
from answers.flags import (
    ABOUT_FILE,
    DECISION_OUTDATED,
    LATE,
    NO_PAPER,
    RESUBMITTED,
    SEVERAL_PAPERS,
    UNASSIGNED,
    UNREAD_IN_TIME,
    Flag,
)
from answers.grading.grade import Assignment, grade, mark_many, seed_of
from answers.grading.mark import parse_responses
from answers.grading.programs import needs_another_run
from answers.grading.scenario_keys import ScenarioKeys
from answers.grading.similarity import LEAST_ITEMS, ClassKeys, class_keys, flags_of_class
from answers.messages import Message
from answers.paper import Paper, Verdict
from answers.sheets.identity import Student
from answers.submissions.raw.submission import Submission

NO_DECISIONS: ActiveDecisions = MappingProxyType({})

SEVERAL = 3
"""The fewest papers that hardly all lack a right answer if they are of this exam."""
FEW = 4
"""The number of papers up to which no worker processes are started."""


def grade_class(class_data: ClassData, parallel_map: ParallelMap = SERIAL) -> Gradebook:
    """Read everything that was handed in and mark the paper of each student; nothing is written."""
    return mark_submissions(class_data, load_submissions(class_data), parallel_map).gradebook


def grade_submissions(marking: "Marking", log: DecisionLog) -> Gradebook:
    """Mark loaded submissions with the teacher's decisions, each with the student's seed in the class list.

    The version that counts, as `load_submissions` chooses it, has a flag with the number of earlier ones, such as
    "resubmitted-1". If the teacher must check the choice, its flag is "several-papers", and the other versions are
    among the unassigned papers.
    """
    class_data, submissions = marking.class_data, marking.submissions
    active = active_decisions(log.decisions)
    rows, doubles, shared = [], [], marking.shared
    for enrollment in class_data.enrollments:
        student, u0 = enrollment.student, enrollment.u0
        paper = marking.paper(enrollment, decisions_of(student, active), shared.get(student.id, ()))
        missing = missing_paper_flags(enrollment, submissions, active)
        rows.append(GradebookRow(student, u0, paper, enrollment.export_columns, missing))
        if paper is not None and SEVERAL_PAPERS in paper.flags:
            doubles += [marking.marked(version, active) for version in submissions.versions[student.id][:-1]]
    unassigned = open_unassigned(submissions, active)
    claims = _claims(submissions, rows, unassigned)
    for at, row in enumerate(rows):  # an unclear paper may be that of a student without a paper: reopen the absence
        if row.paper is None and (papers := claims.get(row.student.id)):
            is_open = replace(NO_PAPER, other_student=" ; ".join(papers))
            missing = tuple(is_open if flag.slug == NO_PAPER.slug else flag for flag in row.missing)
            rows[at] = replace(row, missing=missing)
    return Gradebook(
        class_data.exam,
        tuple(rows),
        (*doubles, *(marking.marked(version, active) for version in unassigned)),
        (*open_problems(submissions, active), *log.problems, *list_problems(class_data), *_of_another_exam(rows)),
        settled_items(class_data.exam, active.values()),
    )


def _of_another_exam(rows: Iterable[GradebookRow]) -> Iterator[Problem]:
    """Yield a problem if several papers without another question have wrong answers, but no paper has a right one."""
    papers = [row.marked for row in rows if row.marked and not row.open_flags]
    verdicts = [Counter(item.verdict for part in paper.parts.values() for item in part.items) for paper in papers]
    answered = [counts for counts in verdicts if counts[Verdict.WRONG] >= LEAST_ITEMS]
    others = {verdict for counts in verdicts for verdict in counts} - {Verdict.WRONG, Verdict.UNREADABLE, Verdict.BLANK}
    if len(answered) >= SEVERAL and not others:
        cause = Message(
            "no paper has a right answer, though several have answers: they may be papers of another exam or sitting"
        )
        remedy = Message(
            "compare a paper with the key of its student; to remove papers of another exam: corrige class assign DIR "
            "FILE --none"
        )
        yield Problem(cause, "", remedy)


def _claims(
    submissions: SubmissionSet, rows: Sequence[GradebookRow], unassigned: Iterable[SubmissionVersion]
) -> dict[str, dict[str, None]]:
    """Return, by student, the places of unclear papers of others, or of no student, with the student's name or seed."""
    owners: defaultdict[int, list[str]] = defaultdict(list)
    for row in rows:
        if row.u0 is not None:
            owners[row.u0].append(row.student.id)
    papers: list[tuple[SubmissionVersion, str, list[Flag]]] = [
        (nobody, str(nobody.submission.place), []) for nobody in unassigned
    ]
    for row in rows:
        if doubts := [flag for flag in row.open_flags if flag.slug in STUDENT_IN_DOUBT | SEED_IN_DOUBT]:
            versions = submissions.versions[row.student.id]
            papers += [(version, f"{row.student.label}: {version.submission.place}", doubts) for version in versions]
    result: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for version, shown, doubts in papers:
        typed, signature = seed_of(replace(version.submission, signature=None)).u0, version.submission.signature
        numbers = {typed, signature.identity.u0 if signature else None, *map(named_seed, doubts)} - {None}
        likely = (*version.attribution.candidates, *version.attribution.namesakes)
        students = [enrollment.student.id for enrollment in likely]
        for student in (*students, *(owner for u0 in numbers if u0 is not None for owner in owners[u0])):
            result[student][shown] = None
    return result


class Marking:
    """A marking of the submissions of a class, to which decisions are applied: those of the store or hypothetical ones.

    Marked papers are cached. New papers are marked when they are needed, or by worker processes at creation.
    """

    def __init__(self, class_data: ClassData, submissions: SubmissionSet, parallel_map: ParallelMap = SERIAL) -> None:
        self.class_data, self.submissions, self._map = class_data, submissions, parallel_map
        self._key_of, self._scenario_keys = cache(class_data.key), ScenarioKeys(class_data.exam)
        self._data_flags = cache(data_check(class_data).flags)
        self._papers: ArtifactCache[Paper] = artifact_cache(class_data, "marked")
        self._written: dict[str, Paper] = {}
        if parallel_map == SERIAL or len(submissions.counted) <= FEW:
            return
        prepare_keys(class_data.exam, class_data.load, class_data.seeds, parallel_map)
        pairs = [(version.submission, self._assignment(version)) for version in submissions.counted]
        new = [*{repr(pair): pair for pair in pairs if self._papers.get(repr(pair)) is None}.values()]
        if len(new) > FEW:
            marked = mark_many(class_data.load, new, self._class_keys, parallel_map, candidate_submissions)
            for (_, assignment), of_paper in zip(new, marked, strict=True):
                for submission, paper in of_paper:
                    self._papers.put(repr((submission, assignment)), paper, is_final=not needs_another_run(paper))

    @cached_property
    def _class_keys(self) -> ClassKeys:
        """The keys of all seeds of the class and of other known seeds, with which papers are compared."""
        seeds = [*self.class_data.seeds, *further_seeds(self.class_data)]
        known = known_seeds(self.class_data.settings.atlas, seeds)
        prepare_keys(self.class_data.exam, self.class_data.load, [*seeds, *known], self._map)
        answers = (self._key_of(Scenario(u0)).answers for u0 in known)
        return class_keys(self.class_data.exam, seeds, self._key_of, answers)

    @cached_property
    def shared(self) -> Mapping[str, tuple[Flag, ...]]:
        """The flags on wrong answers that several papers have in common, by student."""
        flags_by_student: ArtifactCache[dict[str, tuple[Flag, ...]]] = artifact_cache(self.class_data, "shared")
        versions = self.submissions.versions
        last = {student: of_student[-1].submission for student, of_student in versions.items() if of_student}
        if (known := flags_by_student.get(repr(last))) is not None:
            return known
        papers = {}
        for student, submission in last.items():
            paper = self.as_written(student)
            papers[student] = paper, parse_responses(self.class_data.exam, submission.answers, u0=paper.u0)
        return flags_by_student.put(repr(last), flags_of_class(papers, self._class_keys))

    def paper(
        self, enrollment: Enrollment, decisions: Mapping[str, Decision], flags: tuple[Flag, ...] = ()
    ) -> Paper | None:
        """Return the paper that counts for a student, marked, with decisions applied; None without a paper."""
        versions = self.submissions.versions[enrollment.student.id]
        if not versions:
            return None
        version, seed = versions[-1], None
        if SEED in decisions:
            seed = granted_seed(decisions, version.target.student)
            if seed is None:  # it was granted to another paper of the student
                flags = (*flags, DECISION_OUTDATED(SEED))
                decisions = {name: decision for name, decision in decisions.items() if name != SEED}

        def mark(submission: Submission) -> Paper:
            """Return the marked paper of a submission; the student's own one is marked once and remembered."""
            is_own = submission is version.submission and seed is None
            return self.as_written(enrollment.student.id) if is_own else self._graded(version, submission, seed)

        own_u0 = enrollment.u0 if version.attribution.seed is None else version.attribution.seed
        paper = apply_decisions(
            self.class_data.exam, version.submission, mark, decisions, own_u0 if seed is None else None
        )
        if len(versions) > 1:
            several = RESUBMITTED(len(versions) - 1) if is_unambiguous(versions) else SEVERAL_PAPERS
            flags = (*flags, replace(several, explanation=why_counted(versions)))
        flags = (*paper.flags, *flags)
        flags = tuple(replace(flag, file=version.target.student) if flag.slug in ABOUT_FILE else flag for flag in flags)
        paper = with_acknowledged(replace(paper, flags=flags), decisions)
        left_out = sum((item.points for item in settled_items(self.class_data.exam, decisions.values())), Fraction(0))
        minutes, total = self.submissions.minutes_late(version), self.class_data.exam.points - left_out
        return with_mark(paper, self.class_data.settings.mark, decisions, minutes, total)

    def with_exam(self, exam: Exam) -> "Marking":
        """Return this marking with another exam, whose criteria give the points of decided written answers.

        The exam may differ only in the criteria of written answers. Without a decision, no paper is marked by criteria,
        so the papers need not be marked again.
        """
        other = copy(self)
        other.class_data = replace(self.class_data, exam=exam)
        return other

    def as_written(self, student: str) -> Paper:
        """Return the paper that counts for a student, marked, without decisions; the student must have a paper."""
        if student not in self._written:
            self._written[student] = self.marked(self.submissions.versions[student][-1])
        return self._written[student]

    def marked(self, version: SubmissionVersion, active: ActiveDecisions = NO_DECISIONS) -> Paper:
        """Return one version of a paper, marked, with those of the `active` decisions that are about all students."""
        paper, settled = self._graded(version, version.submission, None), decisions_of(None, active)
        return apply_decisions(self.class_data.exam, version.submission, lambda _: paper, settled) if settled else paper

    def _graded(self, version: SubmissionVersion, submission: Submission, seed: int | None) -> Paper:
        """Return the marked paper of a submission, which may have other answers than the version's own submission."""
        assignment = self._assignment(version, seed)
        name = repr((submission, assignment))
        paper = self._papers.get(name)
        if paper is None:
            exam, keys = self.class_data.exam, self._scenario_keys
            paper = grade(exam, submission, self._key_of, assignment, keys, self._class_keys)
            self._papers.put(name, paper, is_final=not needs_another_run(paper))
            keys.save()
        return paper

    def _assignment(self, version: SubmissionVersion, seed: int | None = None) -> Assignment:
        """Return the student and the seed with which a version is marked, with flags of attribution, lateness and data.

        `seed` is one that the teacher granted, or None. If it is the student's own, the current data count.
        """
        enrollment, signed = version.attribution.enrollment, version.submission.signed
        minutes = self.submissions.minutes_late(version)
        assignment = Assignment(flags=(UNASSIGNED,))
        if enrollment is not None:
            late = (LATE(f"{minutes // 60}:{minutes % 60:02}"),) if minutes else ()
            in_time = map(UNREAD_IN_TIME, self.submissions.unread_in_time(version))
            own_seed = enrollment.u0 if version.attribution.seed is None else version.attribution.seed
            assignment = Assignment(enrollment.student.id, own_seed, (*version.attribution.flags, *late, *in_time))
        u0 = seed_of(version.submission, assignment.u0 if seed is None else seed).u0
        if enrollment is not None and u0 is not None and seed != enrollment.u0:
            content_hash = signed.content_hash if signed and signed.u0 == u0 else ""
            data_flags = self._data_flags(u0, enrollment.student.stem if u0 == enrollment.u0 else "", content_hash)
            assignment = replace(assignment, flags=(*assignment.flags, *data_flags))
        return assignment if seed is None else replace(assignment, u0=seed)


def missing_paper_flags(
    enrollment: Enrollment, submissions: SubmissionSet, active: ActiveDecisions
) -> tuple[Flag, ...]:
    """Return the flags of a student without a paper: "not-readable" for files that could not be read, or "no-paper"."""
    files = unread_flags(unread_files(submissions, active), enrollment)
    return with_acknowledged_flags(files or [NO_PAPER], decisions_of(enrollment.student, active))


def decisions_of(student: Student | None, active: ActiveDecisions) -> dict[str, Decision]:
    """Return the active decisions about a student, by item or flag, and about all students, by "*" and the item."""
    everybody = {owner + item: decision for (owner, item), decision in active.items() if owner == EVERYBODY}
    own = {item: decision for (owner, item), decision in active.items() if student and owner == student.id}
    return everybody | own


def other_seeds(submissions: SubmissionSet, active: ActiveDecisions) -> dict[str, int]:
    """Return, by student, the seeds of papers on another sheet than that of the class list, and granted seeds."""
    result = {}
    for student, version in ((student, versions[-1]) for student, versions in submissions.versions.items() if versions):
        granted = {SEED: active[student, SEED]} if (student, SEED) in active else {}
        seed = granted_seed(granted, version.target.student)
        seed = version.attribution.seed if seed is None else seed
        if seed is not None:
            result[student] = seed
    return result


def write_marks(
    class_data: ClassData, gradebook: Gradebook, parallel_map: ParallelMap = SERIAL, fingerprint: str = ""
) -> tuple[Path, ...]:
    """Write the files of marks and the feedback sheets, all or none, store the results, and return the paths.

    Replaced files go to `set-aside/`, and so does the feedback of students who are no longer in the class. For
    `fingerprint` see `LastMarking`.
    """
    folder = class_data.folder
    with file_transaction(folder / SET_ASIDE) as files:
        for name, content in MARKS_FILES.items():
            files.write(folder / name, content(gradebook))
        sheets = write_feedback(class_data, gradebook.rows, files, parallel_map)
    paths = (*(folder / name for name in MARKS_FILES), *sheets)
    save_results(folder, gradebook, fingerprint, paths)
    return paths


@dataclass(frozen=True, slots=True)
class MarkedClass:
    """The marking of a class, the decisions, and the marks with these decisions applied."""

    marking: Marking
    log: DecisionLog
    gradebook: Gradebook

    @property
    def class_data(self) -> ClassData:
        """The class that is marked."""
        return self.marking.class_data

    @property
    def active(self) -> ActiveDecisions:
        """The decisions that were active when the class was marked."""
        return active_decisions(self.log.decisions)


def marked_class(folder: Path) -> MarkedClass:
    """Open a class and mark it; nothing is written."""
    class_data = open_class(folder)
    return mark_submissions(class_data, load_submissions(class_data))


def mark_submissions(
    class_data: ClassData, submissions: SubmissionSet, parallel_map: ParallelMap = SERIAL
) -> MarkedClass:
    """Mark the submissions of a class with the decisions of its store; nothing is written."""
    marking = Marking(class_data, submissions, parallel_map)
    log = load_decisions(class_data)
    return MarkedClass(marking, log, grade_submissions(marking, log))


def author_name() -> str:
    """Return the name of the logged-in user; "" if the system does not know it."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""
