"""The cases to examine in a class, answers and flags, as lines of text for the terminal."""

import re
import shlex
from collections.abc import Sequence
from pathlib import Path

from answers.classroom.decision_targets import open_unread
from answers.classroom.decisions import active_class_decisions
from answers.classroom.folder import SUBMISSIONS
from answers.classroom.marks import MarkedClass
from answers.classroom.review import DecisionChoice, FlaggedPaper, OpenFlag, Review, ReviewCase, SeedMatch
from answers.classroom.submission_set import SubmissionVersion, exchanged_papers
from answers.cli.common import counts
from answers.cli.common.output import folded, in_language
from answers.cli.common.papers import flag_slug, flag_text, short_place, waiting_lines
from answers.exam.words import plain
from answers.exports.gradebook import named_seed
from answers.flags import (
    ANSWERS_OF_SEED,
    APPEAL,
    FILE_OF_ANOTHER,
    NO_PAPER,
    SEVERAL_PAPERS,
    U0_CHANGED,
    UNASSIGNED,
    Place,
)
from answers.grading.grade import seed_of
from answers.messages import Message, abridged, clauses, joined, language, moment_text
from answers.paper import Paper

SHOWN_STUDENTS = 8
SHOWN_EVIDENCE = 4
SEEN, TELL, ZERO = "v", "t", "0"
"""Keys that settle a flag: examined, examined and told to the student, and for an absence: counts as zero."""
HELP = Message(
    "keys: a digit chooses this reading of the answer, r counts it as right, w as wrong, v marks a flag as "
    "examined, t the same and tells the student, 0 an absence without an excuse; then type a reason, or "
    "nothing; s skips the case, u undoes the last decision, q ends, ? shows this help"
)


def review_lines(review: Review, marked: MarkedClass) -> list[str]:
    """Return the lines that list what a person has to decide or read in a class, with the commands to do so.

    These are cases to examine (answers and flags), unreadable files, and scanned boxes without a transcription.
    """
    lines = [line for review_case in review.cases for line in (*case_lines(review_case, marked), "")]
    lines += [line for flag in review.flags for line in flag_lines(flag, marked)]
    answers = sum(len(review_case.students) for review_case in review.cases)
    written = Message("{count} answer", plural="{count} answers", count=answers)
    total = joined(", ", (counts.cases(len(review.cases)), written, counts.flags(review.flagged)))
    submissions, folder = marked.marking.submissions, str(marked.class_data.folder)
    first = [
        *((case.targets[0], case.item) for case in review.cases),
        *((flag.targets[0], flag_slug(flag.flag) if flag.flag.slug == APPEAL.slug else "") for flag in review.flags),
    ][:1]
    is_appeal = bool(review.flags) and review.flags[0].flag.slug == APPEAL.slug
    how = ("--right",) if review.cases else ("--reply", "TEXT") if is_appeal else ("--seen",)
    decide: list[str] = [
        Message(
            "to decide the cases one by one, with one key each, run this command in a terminal; to "
            "decide a single one, use --right, --wrong or --value V for an answer, --reply TEXT for an appeal, "
            "--seen for another flag:\n  {command}",
            command=shlex.join(("corrige", "class", "decide", folder, target.subject, item or target.item, *how)),
        )
        for target, item in first
    ]
    if first and first[0][0].item == UNASSIGNED.slug:
        decide = assign_lines(review.flags[0].papers[0], marked.class_data.folder)
    settle = [
        Message(
            "{file} cannot be read, so it has no mark; if nothing is to be done about this file, set "
            "it aside: {command}",
            file=short_place(Place(unread.upload.name)),
            command=shlex.join(
                ("corrige", "class", "assign", folder, unread.upload.digest[:8] or unread.upload.name, "--none")
            ),
        )
        for unread in open_unread(submissions, active_class_decisions(marked.class_data))
        if unread.enrollment is None or submissions.versions[unread.enrollment.student.id]
    ]
    return folded((*lines, total, *decide, *settle, *waiting_lines(marked.gradebook)))


def left_line(left: Review) -> Message:
    """Return a line with the numbers of the cases and flags in `left`, which still need a decision."""
    return Message(
        "you must still examine {cases} and {flags}",
        cases=counts.cases(len(left.cases)),
        flags=counts.flags(left.flagged),
    )


def flag_lines(open_flag: OpenFlag, marked: MarkedClass, at_most: int | None = SHOWN_EVIDENCE) -> list[str]:
    """Return the lines of an open flag: its students and sentence, their files, and answers as evidence.

    `at_most` is the number of answers shown for each paper, None for all.
    """
    sentence = flag_text(open_flag.flag) + (f" ({open_flag.owner})" if open_flag.owner else "")
    owners = abridged(
        [paper.place or marked.gradebook.student_label(paper.student) for paper in open_flag.papers],
        SHOWN_STUDENTS,
        " ; ",
    )
    evidence: list[str] = []
    for paper in open_flag.papers:
        groups: dict[tuple[str, str], list[SeedMatch]] = {}  # equal texts in a part share a line
        for match in paper.evidence:
            groups.setdefault((match.item.partition(".")[0], match.answer), []).append(match)
        prefix = f"{paper.student} " if len(open_flag.papers) > 1 else ""
        lines = [
            Message(
                "    {item}: the answer is {answer!r}; right would be {own} in this paper, {other} in the other paper",
                item=prefix + ", ".join(match.item for match in group),
                answer=answer,
                own=" ; ".join(match.own for match in group),
                other=" ; ".join(match.other for match in group),
            )
            for (_, answer), group in groups.items()
        ]
        shown = lines[:at_most]
        evidence += shown
        if shown != lines:
            evidence.append(
                Message(
                    "    to see {count} more line: corrige explain {folder} {student} {flag}",
                    plural="    to see {count} more lines: corrige explain {folder} {student} {flag}",
                    count=len(lines) - len(shown),
                    folder=shlex.quote(str(marked.class_data.folder)),
                    student=shlex.quote(paper.student),
                    flag=open_flag.flag,
                )
            )
    return [
        Message("{student}: {flag} [{slug}]", student=owners, flag=sentence, slug=flag_slug(open_flag.flag)),
        *(line for paper in open_flag.papers for line in _files(paper, open_flag, marked)),
        *evidence,
        *(joined("    ", ("", reason)) for paper in open_flag.papers for reason in paper.reasons),
    ]


def _files(paper: FlaggedPaper, open_flag: OpenFlag, marked: MarkedClass) -> list[str]:
    """Return further lines on the paper of a flag: the commands that settle it, or other papers to decide on first."""
    if open_flag.flag.slug in (ANSWERS_OF_SEED.slug, U0_CHANGED.slug):
        *_, version = marked.marking.submissions.versions[paper.student]
        signature = version.submission.signature if version.is_picked else None
        number = (
            named_seed(open_flag.flag)
            if open_flag.flag.slug == ANSWERS_OF_SEED.slug
            else signature and signature.identity.u0
        )
        folder = str(marked.class_data.folder)
        command = "corrige", "class", "decide", folder, paper.student, "u0", "--value", str(number)
        line = Message(
            "    to mark the paper with this u₀ (the student will read the reason): {command}",
            command=shlex.join((*command, "--reason", "TEXT")),
        )
        return [] if number is None else [line]
    if open_flag.flag == NO_PAPER and open_flag.flag.other_student:
        return [
            Message(
                "    decide first about the papers that may be this student's: {papers}",
                papers=open_flag.flag.other_student,
            )
        ]
    if open_flag.flag.slug == FILE_OF_ANOTHER.slug:
        return _lines_of_another(paper.student, marked)
    if open_flag.flag.slug == APPEAL.slug:
        words = paper.student, flag_slug(open_flag.flag), "--reply", "TEXT"
        command = "corrige", "class", "decide", str(marked.class_data.folder), *words
        return [
            Message(
                "    to answer the appeal, in words that the student will read: {command}", command=shlex.join(command)
            )
        ]
    if open_flag.flag.slug == SEVERAL_PAPERS.slug:
        return several_lines(paper.student, marked)
    places = [str(version.submission.place) for version in marked.marking.submissions.unassigned]
    return [f"    {paper.student}"] if places.count(paper.place) > 1 else []


def _lines_of_another(student: str, marked: MarkedClass) -> list[str]:
    """Return lines on the paper of a student that may be another student's: its u₀, and the commands that settle it."""
    folder, pairs = str(marked.class_data.folder), exchanged_papers(marked.marking.submissions)
    own = (row.marked for row in marked.gradebook.rows if row.student.id == student)
    lines: list[str] = [Message("    the paper is marked with u₀ = {u0}", u0=known.u0) for known in own if known]
    if student in pairs:
        return [*lines, *exchange_lines(pairs[student], folder)]
    *_, version = marked.marking.submissions.versions[student]
    others = [line for line in pick_lines(version, folder) if len(version.attribution.candidates) > 1]
    confirm = shlex.join(("corrige", "class", "decide", folder, student, FILE_OF_ANOTHER.slug, "--seen"))
    return [
        *lines,
        Message("    to confirm the student for whom the paper counts now: {command}", command=confirm),
        *(joined("  ", ("", line)) for line in others),
    ]


def several_lines(student: str, marked: MarkedClass) -> list[str]:
    """Return lines on all papers of a student: the one that counts, and the others with the command to take each.

    Each paper is shown with its file, date and points.
    """
    *others, counted = marked.marking.submissions.versions[student]
    papers = {row.student.id: row.paper for row in marked.gradebook.rows}
    folder, active = str(marked.class_data.folder), active_class_decisions(marked.class_data)
    lines: list[str] = [Message("    file that counts: {file}", file=_earning(counted, papers[student]))]
    for version in others:
        lines.append(
            Message(
                "    file that does not count: {file}", file=_earning(version, marked.marking.marked(version, active))
            )
        )
        # The commands that select this paper, first for the student named on its sheet.
        command = shlex.join(("corrige", "class", "assign", folder, picking(version), student))
        take = Message("      to count this paper instead: {command}", command=command)
        lines += folded(
            [joined("", ("    ", line)) for line in pick_lines(version, folder)] if version.is_suspect else [take]
        )
    return lines


def picking(version: SubmissionVersion) -> str:
    """Return the argument of `class assign` that names a paper, such as "1f3a9c02:3".

    It is the first 8 digits of the digest, or the file name if there is no digest, with the row in a table.
    """
    return ":".join(filter(None, (version.upload.digest[:8] or version.upload.name, version.row)))


def pick_lines(version: SubmissionVersion, folder: str) -> list[str]:
    """Return a line for each possible student of a paper, with the command that assigns it and the u₀ that it gets.

    The student named on the sheet comes first.
    """
    return [
        Message(
            "  to count the paper for {student}, marked with the u₀ of this student, {u0}: corrige class "
            "assign {folder} {file} {identifier}",
            student=enrollment.student.label,
            u0=enrollment.u0,
            folder=shlex.quote(folder),
            file=shlex.quote(picking(version)),
            identifier=shlex.quote(enrollment.student.id),
        )
        for enrollment in version.attribution.candidates
    ]


def exchange_lines(pair: Sequence[SubmissionVersion], folder: str) -> list[str]:
    """Return lines with the commands that settle two papers whose students have the sheets of each other.

    The first line is for exchanged files: each paper counts for the student of its sheet. The second is for exchanged
    sheets: each paper counts for its uploader, with the seed of the sheet. Empty if a sheet or an uploader is unknown.
    """
    decide, assign = ("corrige", "class", "decide", folder), ("corrige", "class", "assign", folder)
    files, sheets = list[tuple[str, ...]](), list[tuple[str, ...]]()
    for version in pair:
        attribution, submission = version.attribution, version.submission
        sheet, uploader, student = attribution.sheet, attribution.uploader.enrollment, attribution.enrollment
        if sheet is None or uploader is None or student is None:
            return []
        seed = submission.signature.identity.u0 if submission.signature else seed_of(submission).u0
        if student == sheet:
            sheets.append((*assign, picking(version), uploader.student.id))
            files = files or [(*decide, student.student.id, FILE_OF_ANOTHER.slug, "--seen")]
        else:
            files.append((*assign, picking(version), sheet.student.id))
        sheets.append((*decide, uploader.student.id, "u0", "--value", str(seed), "--reason", "TEXT"))
    return [
        Message(
            "    if the two students exchanged their files, this settles both papers: {commands}",
            commands=" ; ".join(map(shlex.join, files)),
        ),
        Message(
            "    if the two students exchanged their answer sheets, this settles both papers (the students will read "
            "the reasons): {commands}",
            commands=" ; ".join(map(shlex.join, sheets)),
        ),
    ]


def _earning(version: SubmissionVersion, paper: Paper | None) -> Message:
    return Message(
        "{file}, {date}, {points}",
        file=short_place(version.submission.place),
        date=moment_text(version.upload.date),
        points=counts.points(float(paper.score) if paper else 0),
    )


def assign_lines(paper: FlaggedPaper, folder: Path) -> list[str]:
    """Return two lines with the commands that assign an unassigned paper to a student and that set it aside."""
    digest, _, inside = paper.student.removeprefix("file:").partition(", ")
    is_by_hand = paper.place.startswith(f"{SUBMISSIONS}/")
    file = paper.place.removesuffix(f", {inside}") if is_by_hand else digest[:8]
    named = shlex.quote(":".join(filter(None, (file, *re.findall(r"\d+", inside)[:1]))))
    home = shlex.quote(str(folder))
    return [
        Message(
            "  to assign the paper to a student: corrige class assign {folder} {file} STUDENT", folder=home, file=named
        ),
        Message(
            "  to set the paper aside, for no student: corrige class assign {folder} {file} --none",
            folder=home,
            file=named,
        ),
    ]


def flag_key_lines(open_flag: OpenFlag, folder: Path) -> list[str]:
    """Return a line for each key that settles an open flag, with its effect."""
    if open_flag.flag == NO_PAPER:
        return [
            joined("  ", ("", SEEN, Message("absence excused: no mark"))),
            joined("  ", ("", ZERO, Message("absence not excused: the mark is 0"))),
            Message(
                "  all other absences at once: corrige class decide {folder} no-paper --all-equal --points 0 "
                "--reason TEXT",
                folder=shlex.quote(str(folder)),
            ),
        ]
    if open_flag.flag == UNASSIGNED:
        return [joined("  ", ("", SEEN, Message("set aside"))), assign_lines(open_flag.papers[0], folder)[0]]
    if open_flag.flag.has_no_paper:
        return [joined("  ", ("", SEEN, Message("settled")))]
    if open_flag.flag.stops:
        message = Message(
            "settle the flag; the student will read nothing, since a paper that is not marked has no feedback"
        )
        tell = Message("settle the flag; once the paper is marked, the student will read the flag and your reason")
    elif open_flag.flag.is_teacher_only:
        message = Message("settle the flag without showing it to the student")
        tell = Message("settle the flag; the student will read the flag and your reason")
    else:
        message = Message("settle the flag, which the student reads on the feedback in any case")
        tell = Message("settle the flag; the student will read your reason, too")
    return [joined("  ", ("", SEEN, message)), joined("  ", ("", TELL, tell))]


def case_lines(review_case: ReviewCase, marked: MarkedClass) -> list[str]:
    """Return the lines of an open case: item, text and students, the right value, and the effect of each choice."""
    note = f" ({review_case.note.render(language())})" if review_case.note else ""
    students = abridged(review_case.students, SHOWN_STUDENTS)
    is_some = 1 < len(review_case.items) < marked.class_data.exam.part_of(review_case.item).count
    head = joined(
        "  ",
        (
            f"{review_case.item} ({', '.join(review_case.items)})" if is_some else review_case.item,
            f"{review_case.answer!r}{note}",
            students,
        ),
    )
    owners = abridged(list(map(marked.gradebook.student_label, review_case.students)), SHOWN_STUDENTS, " ; ")
    known = list(dict.fromkeys(review_case.expected))
    expected = clauses([*known[:SHOWN_STUDENTS], *["…"] * (len(known) > SHOWN_STUDENTS)])
    right = Message("right answer: {expected}", expected=expected)
    if review_case.is_open:
        right = Message("one of several right answers: {expected}", expected=expected)
    lines: list[str] = [head, joined("  ", ("", owners)), joined("  ", ("", right))]
    for key, choice in choice_keys(review_case):
        decision = Message("the answer is right" if choice.kind == "right" else "the answer is wrong")
        if choice.value:
            decision = Message("read as {value}", value=in_language(choice.value))
        effect: Message = Message(
            "{decision}: {count} of {students} students would gain points, {points:+.4g} in all",
            plural="{decision}: {count} of {students} students would gain points, {points:+.4g} in all",
            decision=decision,
            count=choice.helped,
            students=len(choice.gains),
            points=float(sum(choice.gains)),
        )
        if choice.kind != "wrong" and review_case.incorrect_items and choice.helped < len(choice.gains):
            effect = clauses((effect, all_or_nothing(review_case.incorrect_items)))
        lines.append(joined("  ", ("", key, effect)))
    return lines


def question_line(review_case: ReviewCase, marked: MarkedClass) -> str:
    """Return a line with the question of a case, as on the sheet of its first student, and the labels of its items."""
    exam, lang = marked.class_data.exam, marked.class_data.settings.lang
    part_id = review_case.item.partition(".")[0]
    seeds = {row.student.id: row.paper.u0 for row in marked.gradebook.rows if row.paper}
    question, part = exam.question_and_part(part_id)[0], exam.part(part_id)
    seed = seeds.get(review_case.students[0])
    words, drawn = exam.words(lang), exam.drawn(exam.model_seed if seed is None else seed)
    labels = words.labels(part, drawn)
    item_labels = " ; ".join(plain(labels[int(item.rpartition(".")[2]) - 1]) for item in review_case.items)
    return f"{question.number}. {plain(words.prompt(question, drawn))} [{item_labels}]"


def choice_keys(review_case: ReviewCase) -> list[tuple[str, DecisionChoice]]:
    """Return the choices of a case, each with its key: 1, 2, … for values, the first letter of the kind for others."""
    values = [choice for choice in review_case.choices if choice.value]
    others = [(str(choice.kind)[0], choice) for choice in review_case.choices if not choice.value]
    return [*((str(i), choice) for i, choice in enumerate(values, 1)), *others]


def all_or_nothing(items: tuple[str, ...]) -> Message:
    """Return a message with the items that are not right in a part that earns all its points or none."""
    return Message(
        "this part earns points only if all its items are right; still not right: {items}",
        items=", ".join(items),
    )
