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

from answers.atlas.look import Answers, known_seeds, prepare_keys
from answers.classroom.decide import decide, granted_seed, settled, submissions_meant, with_mark, with_seen
from answers.classroom.decisions import Decision, Where, decisions_in_force
from answers.classroom.decisions_file import taken_decisions
from answers.classroom.feedback import write_feedback
from answers.classroom.folder import SET_ASIDE, Cohort, open_class
from answers.classroom.issued import data_check
from answers.classroom.kept import Kept, kept
from answers.classroom.roster import Pupil
from answers.classroom.targets import open_nobodys, open_problems, unread_files
from answers.classroom.versions import HandedIn, Version, handed_in, is_plain
from answers.exam.exam import Exam
from answers.exam.identity import Student
from answers.exam.key import Key
from answers.exam.key_cache import cached_key
from answers.exam.scenario import Scenario
from answers.executors.workers import HERE, Spread
from answers.exports.exports import EXPORTS
from answers.exports.gradebook import OF_SEED, OF_WHOM, Gradebook, Row, named_seed
from answers.files import writing_together
from answers.flags import LATE, NO_PAPER, NOBODYS, NOT_READABLE, RESUBMITTED, SEVERAL_PAPERS, UNREAD_IN_TIME, Flag
from answers.grading.grade import Whose, grade, seed_of
from answers.grading.mark import read_answers
from answers.grading.scenarios import scenario_keys
from answers.grading.similarity import ClassKeys, class_keys, flags_of_class
from answers.paper import Paper
from answers.submissions.raw.submission import Submission

FEW = 4
"""Papers that are marked here, for a process takes longer to start."""


def grade_class(cohort: Cohort, spread: Spread = HERE) -> Gradebook:
    """Read everything that was handed in, mark what counts, and give each paper to its pupil; nothing is written.

    The seed of the roster marks a pupil's paper, and the teacher's decisions are applied to it. Which of several
    versions counts is said by `handed_in`. Earlier ones that were collected are only counted ("resubmitted-1"); when a
    person should look at them, the paper is flagged "several-papers" and the others are strays.
    """
    return grade_handed_in(cohort, marking_of(cohort, handed_in(cohort), spread))


def grade_handed_in(cohort: Cohort, marking: "Marking") -> Gradebook:
    """Mark what was read, as `grade_class` does."""
    received = marking.received
    taken = taken_decisions(cohort)
    holding = decisions_in_force(taken.decisions)
    rows, doubles, shared = [], [], marking.shared()
    for pupil in cohort.pupils:
        own = decisions_of(pupil.student, holding)
        paper = marking.paper(pupil, own, shared.get(pupil.student.id, ()))
        rows.append(Row(pupil.student, pupil.u0, paper, pupil.given_back, missing(pupil, received, holding)))
        if paper is not None and SEVERAL_PAPERS in paper.flags:
            doubles += [marking.marked(version) for version in received.versions[pupil.student.id][:-1]]
    nobodys = open_nobodys(received, holding)
    claims = _claims(received, rows, nobodys)
    for at, row in enumerate(rows):  # a student without a paper is open again where an open paper may be theirs
        if row.paper is None and (papers := claims.get(row.student.id)):
            is_open = replace(NO_PAPER, whose=" ; ".join(papers))
            missing_now = tuple(is_open if flag.slug == NO_PAPER.slug else flag for flag in row.missing)
            rows[at] = replace(row, missing=missing_now)
    strays = map(marking.marked, nobodys)
    return Gradebook(
        cohort.exam, tuple(rows), (*doubles, *strays), (*open_problems(received, holding), *taken.problems)
    )


def _claims(received: HandedIn, rows: Sequence[Row], nobodys: Iterable[Version]) -> dict[str, dict[str, None]]:
    """Return by student the open papers of others, or of nobody, that may be this student's, as people call them.

    The sheet or the file names the student, or the paper bears the student's number u₀ or is answered for it.
    """
    owners: defaultdict[int, list[str]] = defaultdict(list)
    for row in rows:
        if row.u0 is not None:
            owners[row.u0].append(row.student.id)
    papers: list[tuple[Version, str, list[Flag]]] = [(one, str(one.submission.place), []) for one in nobodys]
    for row in rows:
        if doubts := [flag for flag in row.open_flags if flag.slug in OF_WHOM | OF_SEED]:
            own = received.versions[row.student.id]
            papers += [(one, f"{row.student.told}: {one.submission.place}", doubts) for one in own]
    found: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for version, shown, doubts in papers:
        typed, seal = seed_of(replace(version.submission, seal=None)).u0, version.submission.seal
        numbers = {typed, seal.identity.u0 if seal else None, *map(named_seed, doubts)} - {None}
        students = [pupil.student.id for pupil in (*version.whose.candidates, *version.whose.namesakes)]
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

    cohort: Cohort
    received: HandedIn
    graded: Callable[[Version, Submission, int | None], Paper]
    as_written: Callable[[str], Paper]
    shared: Callable[[], Mapping[str, tuple[Flag, ...]]]

    def paper(self, pupil: Pupil, decisions: Mapping[str, Decision], flags: tuple[Flag, ...] = ()) -> Paper | None:
        """Return the marked paper that counts for a pupil, with more `flags`, and decisions by item or flag.

        None when there is none.
        """
        versions = self.received.versions[pupil.student.id]
        if not versions:
            return None
        version, seed = versions[-1], granted_seed(decisions)

        def mark(submission: Submission) -> Paper:
            is_own = submission is version.submission and seed is None
            return self.as_written(pupil.student.id) if is_own else self.graded(version, submission, seed)

        paper = decide(self.cohort.exam, version.submission, mark, decisions)
        if len(versions) > 1:
            several = RESUBMITTED(len(versions) - 1) if is_plain(versions) else SEVERAL_PAPERS
            flags = (*flags, several)
        paper = with_seen(replace(paper, flags=(*paper.flags, *flags)), decisions)
        return with_mark(paper, self.cohort.settings.mark, decisions, self.received.minutes_late(version))

    def marked(self, version: Version) -> Paper:
        """Return the marked paper of one version, as it is."""
        return self.graded(version, version.submission, None)


def marking_of(cohort: Cohort, received: HandedIn, spread: Spread = HERE) -> Marking:
    """Return what marks a class; what was not marked before is at once if the work is spread, else when asked."""
    key_of, scenario_key = cache(cohort.key), scenario_keys(cohort.exam)
    papers: Kept[Paper] = kept(cohort, "marked")

    @cache
    def others() -> ClassKeys:
        seeds = [pupil.u0 for pupil in cohort.pupils if pupil.u0 is not None]
        known = known_seeds(cohort.settings.atlas, seeds)
        prepare_keys(cohort.exam, cohort.load, [*seeds, *known], spread)
        return class_keys(cohort.exam, seeds, key_of, (key_of(Scenario(u0)).answers for u0 in known))

    if spread != HERE and len(received.counted) > FEW:
        prepare_keys(cohort.exam, cohort.load, (one.u0 for one in cohort.pupils if one.u0 is not None), spread)
    whose_of = partial(_whose_data, received, cache(data_check(cohort).flags))
    counted = {repr(one): one for one in ((v.submission, whose_of(v)) for v in received.counted)}
    new = {made_from: one for made_from, one in counted.items() if papers.get(made_from) is None}
    if spread != HERE and len(new) > FEW:
        works = [*new.values()]
        for (_, whose), marked in zip(works, mark_many(cohort.load, works, others(), spread), strict=True):
            for submission, paper in marked:
                papers.put(repr((submission, whose)), paper)

    def graded(version: Version, submission: Submission, seed: int | None) -> Paper:
        whose = whose_of(version, seed)
        return papers(
            repr((submission, whose)),
            lambda: grade(cohort.exam, submission, key_of, whose, scenario_key, others()),
        )

    def as_written(student: str) -> Paper:
        version = received.versions[student][-1]
        return graded(version, version.submission, None)

    marked_once = cache(as_written)

    def shared() -> Mapping[str, tuple[Flag, ...]]:
        found: Kept[dict[str, tuple[Flag, ...]]] = kept(cohort, "shared")
        last = {student: versions[-1].submission for student, versions in received.versions.items() if versions}

        def look() -> dict[str, tuple[Flag, ...]]:
            papers = {who: marked_once(who) for who in last}
            read = {who: read_answers(cohort.exam, last[who].answers, u0=one.u0) for who, one in papers.items()}
            return flags_of_class({who: (papers[who], read[who]) for who in last}, others())

        return found(repr(last), look)

    return Marking(cohort, received, graded, marked_once, cache(shared))


def _whose_data(
    received: HandedIn,
    data_flags: Callable[[int, str, str], tuple[Flag, ...]],
    version: Version,
    seed: int | None = None,
) -> Whose:
    """What is known of a version, with flags on the data that its student was given; `seed` is one that is granted.

    A student's own number that is granted marks with today's data.
    """
    pupil, seal, minutes = version.whose.pupil, version.submission.seal, received.minutes_late(version)
    whose = Whose(flags=(NOBODYS,))
    if pupil is not None:
        late = (LATE(f"{minutes // 60}:{minutes % 60:02}"),) if minutes else ()
        in_time = map(UNREAD_IN_TIME, received.unread_in_time(version))
        own = pupil.u0 if version.whose.seed is None else version.whose.seed
        whose = Whose(pupil.student.id, own, (*version.whose.flags, *late, *in_time))
    u0 = seed_of(version.submission, whose.u0 if seed is None else seed).u0
    if pupil is not None and u0 is not None and seed != pupil.u0:
        look = seal.identity.look if seal and seal.genuine and seal.identity.u0 == u0 else ""
        stem = pupil.student.stem if u0 == pupil.u0 else ""
        whose = replace(whose, flags=(*whose.flags, *data_flags(u0, stem, look)))
    return whose if seed is None else replace(whose, u0=seed)


def missing(pupil: Pupil, received: HandedIn, holding: Mapping[Where, Decision]) -> tuple[Flag, ...]:
    """Return what there is of a pupil instead of a paper: files that could not be read, or nothing."""
    files = [NOT_READABLE(one.original.name) for one in unread_files(received, holding) if one.pupil == pupil]
    return settled(files or [NO_PAPER], decisions_of(pupil.student, holding))


def decisions_of(student: Student, holding: Mapping[Where, Decision]) -> dict[str, Decision]:
    """Return the decisions about a student, by item or flag."""
    return {item: one for (who, item), one in holding.items() if who == student.id}


def write_marks(cohort: Cohort, gradebook: Gradebook, spread: Spread = HERE) -> tuple[Path, ...]:
    """Write every export and the feedback sheets, all or on an error none; return the files.

    What existed with other content goes to `set-aside/`, and the feedback of a student who is no longer in the class:
    what lies in `feedback/` is what is to be given back.
    """
    with writing_together(cohort.folder / SET_ASIDE) as files:
        for name, content in EXPORTS.items():
            files.write(cohort.folder / name, content(gradebook))
        sheets = write_feedback(cohort, gradebook.rows, files, spread)
    return (*(cohort.folder / name for name in EXPORTS), *sheets)


def mark_many(
    load: Callable[[], Exam], papers: Sequence[tuple[Submission, Whose]], others: ClassKeys, spread: Spread
) -> list[list[tuple[Submission, Paper]]]:
    """Mark submissions, each with what the teacher knows of it, in order: the same whoever marks.

    After each comes what it would be with every value that an unread item may have meant: the teacher is told what that
    would earn, and the scenarios that were looked at for the paper are remembered now. Every worker calls `load` for
    the exam, and keeps the keys of changed scenarios in the store of its own machine.
    """
    answers = {u0: key.answers for u0, key in others.keys.items()}
    return list(spread(partial(_marked, load, answers, replace(others, keys={})), papers))


def _marked(
    load: Callable[[], Exam],
    answers: Mapping[int, Answers],
    keyless: ClassKeys,
    papers: Sequence[tuple[Submission, Whose]],
) -> list[list[tuple[Submission, Paper]]]:
    """Mark some papers. Keys do not travel: the parameters of a teacher's own exam are nothing before it is loaded."""
    exam = load()
    keys = {u0: Key(exam.name, Scenario(u0), exam.drawn(u0), right, {}, {}) for u0, right in answers.items()}
    others = replace(keyless, keys=keys)
    key_of, scenario_key = cache(partial(cached_key, exam)), scenario_keys(exam)

    def marked(submission: Submission, whose: Whose) -> Paper:
        return grade(exam, submission, key_of, whose, scenario_key, others)

    def with_meant(submission: Submission, whose: Whose) -> list[tuple[Submission, Paper]]:
        paper = marked(submission, whose)
        meant = submissions_meant(exam, submission, paper)
        return [(submission, paper), *((one, marked(one, whose)) for one in meant)]

    return [with_meant(*one) for one in papers]


@dataclass(frozen=True, slots=True)
class Marked:
    """A class, how it is marked, and its marks with the decisions taken."""

    cohort: Cohort
    marking: Marking
    gradebook: Gradebook


def marked_class(folder: Path) -> Marked:
    """Open a class and mark it; nothing is written."""
    cohort = open_class(folder)
    return marked_as(cohort, handed_in(cohort))


def marked_as(cohort: Cohort, received: HandedIn, spread: Spread = HERE) -> Marked:
    """Mark what was read of a class."""
    marking = marking_of(cohort, received, spread)
    return Marked(cohort, marking, grade_handed_in(cohort, marking))


def author_name() -> str:
    """Return who is logged in, "" when the system does not know."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


def now_text() -> str:
    """Return the time on the clock of this machine; no two actions of a person have the same."""
    return datetime.now().isoformat(timespec="microseconds")
