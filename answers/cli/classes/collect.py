"""corrige class collect: add the files that students have handed in to a class."""

import shlex
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from answers.classroom.assigning import (
    FileTarget,
    assign_to_nobody,
    assign_to_student,
    find_target,
    refuse_choices_of_others,
    replaced_choices,
    withdraw_picked,
)
from answers.classroom.collect import CollectedFiles, collected_document
from answers.classroom.collect import collect as take_in
from answers.classroom.decision_targets import open_problems, open_unassigned, unread_files
from answers.classroom.decisions import (
    ActiveDecisions,
    DecisionKind,
    active_class_decisions,
    flag_name,
)
from answers.classroom.folder import ClassData, locked, open_class
from answers.classroom.ingest import scan_pages
from answers.classroom.listed_names import record_names
from answers.classroom.marks import author_name
from answers.classroom.platforms import uploader_names
from answers.classroom.scans import PageState, ScannedPage, read_scans
from answers.classroom.submission_set import (
    SubmissionSet,
    SubmissionVersion,
    exchanged_papers,
    load_submissions,
    why_unassigned,
)
from answers.classroom.upload_index import restored_on_error
from answers.cli.classes.review_lines import exchange_lines, pick_lines, picking
from answers.cli.common.options import Folder
from answers.cli.common.output import print_message, print_new_spelling, print_problems, table, working
from answers.cli.common.papers import short_names, short_place
from answers.cli.common.result import Result
from answers.cli.common.usage import WrongValue
from answers.errors import CorrigeError
from answers.exam.settings import end_of
from answers.flags import APPEAL, FILE_OF_ANOTHER, NO_PAPER, ON_SHEET_OF_ANOTHER
from answers.messages import Message, joined, language, moment_text, shortened
from answers.sheets.identity import Student

COLUMNS = (
    Message("student"),
    Message("name"),
    Message("counts"),
    Message("date"),
    Message("late"),
    Message("digest"),
    Message("file"),
    Message("flags"),
)
DAYS, TIMES = ("%Y-%m-%d", "%d/%m/%Y"), ("T%H:%M", " %H:%M", "T%H:%M:%S", " %H:%M:%S")
"""Formats of typed dates and times; with slashes, the day comes first."""


def latest_moment(text: str) -> datetime:
    """Parse a date and time of an option; a date without a time is the end of that day."""
    for day in DAYS:
        with suppress(ValueError):
            return end_of(datetime.strptime(text, day))
    return earliest_moment(text)


def earliest_moment(text: str) -> datetime:
    """Parse a date and time of an option; a date without a time is the start of that day.

    Papers received on the day of a deadline are therefore not late. WrongValue if the text is not a date.
    """
    for day in DAYS:
        for time in ("", *TIMES):
            with suppress(ValueError):
                return datetime.strptime(text, day + time)
    raise WrongValue(
        Message("{value} is not a date and time", value=repr(text)),
        Message("give a date such as 2026-05-30 or 30/05/2026, or with a time: 2026-05-30T18:00"),
    )


@dataclass(frozen=True, slots=True)
class CollectOptions:
    """The options of `class collect`."""

    deadline: Annotated[
        datetime | None,
        typer.Option(
            "--deadline",
            parser=latest_moment,
            metavar="MOMENT",
            help="Deadline: 2026-05-30T18:00, '30/05/2026 18:00'; without a time: end of the day.",
        ),
    ] = None
    received: Annotated[
        datetime | None,
        typer.Option(
            "--received",
            parser=earliest_moment,
            metavar="MOMENT",
            help="Date on which these FILES came (mail, paper), if their own dates do not say it; without a "
            "time: start of the day.",
        ),
    ] = None
    pick: Annotated[
        list[str] | None,
        typer.Option(
            "--pick",
            hidden=True,  # until the next release: `class assign FILE STUDENT`
            metavar="STUDENT=FILE",
            help="The version of a paper that counts, by digest or name, or FILE:3 for row 3 of a table; may be "
            "repeated; STUDENT= undoes the choice.",
        ),
    ] = None
    aside: Annotated[
        list[str] | None,
        typer.Option(
            "--aside",
            hidden=True,  # until the next release: `class assign FILE --none`
            metavar="FILE",
            help="Ignore a file that was collected by mistake, named by its digest or name; --pick counts it again.",
        ),
    ] = None


def collect(
    folder: Folder,
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="FILE…", help="Files, folders or zip files to collect; without any, the papers received are shown."
        ),
    ] = None,
    *,
    options: CollectOptions,
) -> Result:
    """Collect the papers, and show the author of each file, missing papers and late papers."""
    paths = list(files or ())
    if options.received is not None and not paths:
        raise CorrigeError.single(
            "--received is the date on which FILES arrived, but no files are given",
            remedy="give the files: corrige class collect DIR FILE…",
        )
    pairs = [text.partition("=") for text in options.pick or ()]
    if any(not sign for _, sign, _ in pairs):
        raise CorrigeError.single(
            "--pick requires a student and a file, joined by an equals sign: STUDENT=FILE",
            remedy="give for example s05=1f3a9c02, with the first digits of the file's digest, which `corrige class "
            "collect DIR` shows",
        )
    for student, _, file in pairs:
        print_new_spelling("--pick", "assign", folder, file or "FILE", student if file else "--withdraw")
    for file in options.aside or ():
        print_new_spelling("--aside", "assign", folder, file, "--none")
    with working("collecting the papers"), locked(folder):
        class_data = open_class(folder)
        with restored_on_error(folder) as stored:
            collected_files = take_in(
                class_data, paths, datetime.now().replace(microsecond=0), options.deadline, options.received, stored
            )
            is_refused = collected_files.problems and not (collected_files.new or collected_files.again)
            if is_refused and not (options.deadline or options.pick or options.aside):
                raise CorrigeError(collected_files.problems)
            scan_pages(class_data)
            submission_set = load_submissions(class_data)
            if pairs or options.aside:
                _assign(class_data, submission_set, {student: file for student, _, file in pairs}, options.aside or ())
                submission_set = load_submissions(class_data)
            record_names(folder, class_data.enrollments if paths else ())
            active_decisions = active_class_decisions(class_data)
    open_papers = open_unassigned(submission_set, active_decisions)
    problems = (*collected_files.problems, *open_problems(submission_set, active_decisions))
    doubtful = _doubtful(submission_set, active_decisions)
    print_problems(problems)
    own = sum(not uploader_names(entry.name) for entry in collected_files.new)
    for line in _summary_lines(collected_files, paths, options.deadline, 0 if options.received else own):
        print_message(line)
    students = [enrollment.student for enrollment in class_data.enrollments]
    shown, pages = students, list[Message]()
    if paths and not (
        options.received and collected_files.again
    ):  # the students of new files; every student if dates changed
        new = {entry.digest for entry in collected_files.new}
        shown = [
            student
            for student in students
            if new & {version.upload.digest for version in submission_set.versions[student.id]}
        ]
        pages += pages_of_others(read_scans(folder).pages, new, {student.id for student in shown}, class_data)
    lines = [*_lines(submission_set, open_papers, active_decisions, students, shown), *pages]
    if count := sum(student not in shown and bool(submission_set.versions[student.id]) for student in students):
        lines.append(
            Message(
                "students without a new file, not listed here: {count}; to list everybody: {command}",
                plural="students without a new file, not listed here: {count}; to list everybody: {command}",
                count=count,
                command=shlex.join(("corrige", "class", "collect", str(folder))),
            )
        )
    appeals = _appeal_lines(submission_set, active_decisions, students)
    is_any_aside = any(entry.is_aside for entry in collected_files.new)
    return Result(
        collected_document(submission_set),
        (*lines, *appeals, *_confirm(doubtful, submission_set, folder)),
        needs_person=bool(problems or open_papers or doubtful or appeals or is_any_aside),
        next=("class", "review" if appeals else "grade", folder) if (paths or appeals) and not open_papers else (),
    )


def _assign(class_data: ClassData, submissions: SubmissionSet, picks: Mapping[str, str], aside: Iterable[str]) -> None:
    """Execute the old options --pick and --aside as `class assign` does."""
    author = author_name()
    for named, file in picks.items():
        student = class_data.student(named)
        target = find_target(class_data, submissions, file) if file else FileTarget(("",), "")
        refuse_choices_of_others(replaced_choices(class_data, submissions, target, student), author)
        if file:
            assign_to_student(class_data, target, student, author)
        else:
            withdraw_picked(class_data, student.id, author)
    for file in aside:
        target = find_target(class_data, submissions, file)
        refuse_choices_of_others(replaced_choices(class_data, submissions, target, None), author)
        assign_to_nobody(class_data, submissions, target, author)


def _doubtful(submissions: SubmissionSet, active_decisions: ActiveDecisions) -> dict[str, list[SubmissionVersion]]:
    """Return the counting papers that may belong to another student, by the slug of the open flag that says so."""
    versions_of: dict[str, list[SubmissionVersion]] = {}
    for student, versions in submissions.versions.items():
        for flag in versions[-1].attribution.flags if versions else ():
            if flag in (FILE_OF_ANOTHER, ON_SHEET_OF_ANOTHER) and (student, flag_name(flag)) not in active_decisions:
                versions_of.setdefault(flag.slug, []).append(versions[-1])
    return versions_of


def _appeal_lines(
    submissions: SubmissionSet, active_decisions: ActiveDecisions, students: Iterable[Student]
) -> list[str]:
    """Return a line with the students whose appeals the teacher has not examined, and the items; empty without any."""
    items_of = {
        student.label: [
            flag.detail.partition(" – ")[0]
            for version in submissions.versions[student.id][-1:]
            for flag in version.submission.flags
            if flag.slug == APPEAL.slug and (student.id, flag_name(flag)) not in active_decisions
        ]
        for student in students
    }
    appeals = [", ".join((label, *items)) for label, items in items_of.items() if items]
    count, names = sum(map(len, items_of.values())), " ; ".join(appeals)
    line = Message(
        "{count} appeal of a student against a mark: {names}",
        plural="{count} appeals of students against marks: {names}",
        count=count,
        names=names,
    )
    return ["", line] if appeals else []


def _confirm(
    doubtful: Mapping[str, Sequence[SubmissionVersion]], submissions: SubmissionSet, folder: Path
) -> Iterator[str]:
    """Yield lines on the doubtful papers: each with the commands that assign it, then the command that confirms all."""
    if doubtful:
        yield ""
    pairs = {id(pair[0]): pair for pair in exchanged_papers(submissions).values()}
    shown = set[int]()  # the papers of pairs; the lines on a pair are about both
    for slug, versions in doubtful.items():
        enrollments = {version.attribution.enrollment for version in versions}
        for version in (version for own in submissions.versions.values() for version in own):
            if (
                len(version.attribution.candidates) > 1
                and not enrollments.isdisjoint(version.attribution.candidates)
                and not version.is_picked
            ):
                yield Message("{file} [{digest}]:", file=short_place(version.submission.place), digest=picking(version))
                if other_student := version.attribution.other_student:
                    yield joined("  ", ("", other_student))
                if (pair := pairs.get(id(version))) is None:
                    yield from pick_lines(version, str(folder))
                elif id(pair[1]) not in shown:
                    yield from exchange_lines(pair, str(folder))
                    shown.add(id(version))
        together = [version for version in versions if id(version) not in pairs]
        if apart := len(versions) - len(together):
            yield Message("papers of students who answered on each other's sheets: {count}", count=apart)
        if together:
            yield Message(
                "{count} paper is perhaps of another student, and its mark is not exported; to confirm that it "
                "belongs to the student for whom it counts now (✓): {command}",
                plural="{count} papers are perhaps of other students, and their marks are not exported; to confirm "
                "that they belong to the students for whom they count now (✓): {command}",
                count=len(together),
                command=shlex.join(("corrige", "class", "decide", str(folder), slug, "--seen", "--all-equal")),
            )


def pages_of_others(
    pages: Iterable[ScannedPage], new: Collection[str], shown: Collection[str], class_data: ClassData
) -> Iterator[Message]:
    """Yield a line for each new scan with pages that complete an earlier paper of a student who is not in `shown`.

    `new` has the digests of the new files, and `shown` the identifiers of the students of whom other lines tell.
    """
    numbers: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for page in pages:
        if page.digest in new and page.state is PageState.PLACED and page.student not in shown:
            numbers[page.file, page.student].append(str(page.sheet_page))
    labels = {enrollment.student.id: enrollment.student.label for enrollment in class_data.enrollments}
    for (file, student), places in numbers.items():
        yield Message(
            "{file}: the scan adds page {pages} of the answer sheet to the paper of {student}",
            file=file,
            pages=", ".join(places),
            student=labels.get(student, student),
        )


def _summary_lines(
    collected_files: CollectedFiles, files: Sequence[Path], deadline: datetime | None, own: int
) -> Iterator[Message]:
    """Yield lines with the numbers of new, repeated, refused and other files."""
    if deadline is not None:
        yield Message("the deadline is {moment}", moment=moment_text(deadline))
    if files:
        counts = (
            Message("{count} new file", plural="{count} new files", count=len(collected_files.new)),
            Message(
                "{count} file that was collected before or is given twice, and not stored again",
                plural="{count} files that were collected before or are given twice, and not stored again",
                count=collected_files.again,
            ),
            Message(
                "{count} file refused and not stored",
                plural="{count} files refused and not stored",
                count=len(collected_files.problems),
            ),
        )
        yield joined(", ", [line for line in counts if line.values["count"]] or counts[:1])
    if collected_files.no_papers:
        names = list(dict.fromkeys(name.rpartition("/")[2] for name in collected_files.no_papers))
        yield Message(
            "{count} file was made by the platform, and is not a paper: {names}",
            plural="{count} files were made by the platform, and are not papers: {names}",
            count=len(collected_files.no_papers),
            names=shortened(names, separator=" ; "),
        )
    if others := [entry.name for entry in collected_files.new if entry.is_aside]:
        yield Message(
            "{count} file is a conflict copy made by a program that synchronises folders, or a copy of a file that you "
            "set aside, and set aside too: {names}",
            plural="{count} files are conflict copies made by a program that synchronises folders, or copies of files "
            "that you set aside, and set aside too: {names}",
            count=len(others),
            names=shortened(others, separator=" ; "),
        )
    if collected_files.copies:
        yield Message(
            "{count} of the new files has the same content as a file collected under another name",
            plural="{count} of the new files have the same content as files collected under other names",
            count=collected_files.copies,
        )
    if own:
        yield Message(
            "{count} file was not named by a platform: its student comes from its answer sheet, else from the "
            "name of its file or folder, and its date from that of the file (--received gives another)",
            plural="{count} files were not named by a platform: their students come from their answer sheets, "
            "else from the names of their files or folders, and their dates from those of the files "
            "(--received gives another)",
            count=own,
        )


def _lines(
    submissions: SubmissionSet,
    open_papers: Sequence[SubmissionVersion],
    active_decisions: ActiveDecisions,
    students: Sequence[Student],
    shown: Sequence[Student],
) -> Iterator[str]:
    """Yield the table of the papers of the students `shown`, then lines on papers and files without a student."""
    if rows := _rows(submissions, shown):
        yield from table(COLUMNS, rows, right=("late",))
    removed = [str(version.submission.place) for version in submissions.removed]
    yield from _under(Message("Papers of students who left the class:"), removed)
    places_of: defaultdict[tuple[str, str], dict[str, str]] = defaultdict(dict)  # by content, then by student
    for student, versions in submissions.versions.items():
        for version in versions:
            places_of[version.upload.digest, version.submission.place.inside][student] = str(version.submission.place)
    same = [joined(" = ", places.values()) for (digest, _), places in places_of.items() if digest and len(places) > 1]
    yield from _under(Message("Files with the same content, handed in by several students:"), same)
    yield from _unassigned_lines(open_papers)
    aside = [str(version.submission.place) for version in submissions.unassigned if version not in open_papers]
    yield from _under(Message("Papers without a student, set aside by you:"), aside)
    files = [f"{entry.name} [{entry.digest[:8]}]" for entry in submissions.aside]
    yield from _under(
        Message("Files set aside, which count for no student (to undo: corrige class assign DIR FILE --withdraw):"),
        files,
    )
    # Students whose only files are unreadable, whether or not this was acknowledged.
    files_of = {
        file.enrollment.student: file.upload.name
        for file in unread_files(submissions, active_decisions)
        if file.enrollment
    }
    unread = {student: name for student, name in files_of.items() if not submissions.versions[student.id]}
    if unread:
        label = (Message("  {student}: {file}", student=student.label, file=name) for student, name in unread.items())
        yield from ("", Message("Students of whom only unreadable files were received, and who have no mark:"), *label)
    names: defaultdict[DecisionKind | None, list[str]] = defaultdict(list)  # of absent students, by your decision
    for absent in students:
        if not submissions.versions[absent.id] and absent not in unread:
            decision = active_decisions.get((absent.id, flag_name(NO_PAPER)))
            names[decision.kind if decision else None].append(absent.label)
    yield from [""] if names else []
    if missing := names[None]:
        yield Message(
            "no paper was received from {count} student: {names}",
            plural="no paper was received from {count} students: {names}",
            count=len(missing),
            names=" ; ".join(missing),
        )
    if excused := names[DecisionKind.ACKNOWLEDGED]:
        yield Message(
            "{count} absent student is excused and gets no mark: {names}",
            plural="{count} absent students are excused and get no mark: {names}",
            count=len(excused),
            names=" ; ".join(excused),
        )
    if zeros := names[DecisionKind.POINTS]:
        yield Message(
            "{count} absent student gets the mark 0: {names}",
            plural="{count} absent students get the mark 0: {names}",
            count=len(zeros),
            names=" ; ".join(zeros),
        )


def _under(heading: str, texts: Sequence[str]) -> list[str]:
    return ["", heading, *(joined("  ", ("", text)) for text in texts)] if texts else []


def _rows(submissions: SubmissionSet, students: Iterable[Student]) -> list[tuple[str, ...]]:
    """Return a table row for each version of each student's paper; the version that counts comes first."""
    rows: list[tuple[str, ...]] = []
    for student in students:
        for place, version in enumerate(reversed(submissions.versions[student.id])):
            minutes, submission = submissions.minutes_late(version), version.submission
            same = joined(" = ", map(short_place, (submission.place, *version.copies)))
            rows.append(
                (
                    *((student.id, short_names(student), "✓") if place == 0 else ("", "", "")),
                    moment_text(version.upload.date).render(language()),
                    f"+{minutes // 60}:{minutes % 60:02}" if minutes else "",  # a duration, no time of the day
                    version.upload.digest[:8],
                    joined(" + ", (same, *map(short_place, version.parts))),
                    "; ".join(flag.render(language()) for flag in version.attribution.flags),
                )
            )
    return rows


def _unassigned_lines(open_papers: Sequence[SubmissionVersion]) -> list[str]:
    """Return lines on the unassigned papers: why each is unassigned, and the commands to assign it or set it aside."""
    unknown = [
        Message(
            "  {place} [{digest}]: {reason}",
            place=version.submission.place,
            digest=version.upload.digest[:8],
            reason=why_unassigned(version),
        )
        for version in open_papers
    ]
    if not unknown:
        return []
    collected = [version for version in open_papers if version.upload.is_collected]
    digests = [":".join(filter(None, (version.upload.digest[:8], version.row))) for version in collected]
    remedy = [
        Message("  to assign a paper to a student: corrige class assign DIR {digest} STUDENT", digest=digest)
        for digest in digests[:1]
    ]
    aside = Message("  to set a paper aside: corrige class assign DIR FILE --none")
    offered = [line for version in collected if version.attribution.sheet for line in pick_lines(version, "DIR")]
    return ["", Message("Papers assigned to no student of the class:"), *unknown, *(offered or remedy), aside]
