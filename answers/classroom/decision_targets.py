"""Find the targets of a teacher's decision: answers to an item or a part, flags of papers, papers without a student.

Functions raise CorrigeError if nothing or too much matches, the decision does not fit, or a file cannot be read.
"""

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import replace

from answers.classroom.decisions import (
    EVERYBODY,
    FOR_EVERYBODY,
    PAPER_DECISIONS,
    SEED,
    SHOWN_TO_STUDENT,
    ActiveDecisions,
    Decision,
    DecisionKind,
    DecisionTarget,
    Override,
    absence_problem,
    decided_answer,
    decisions_about_targets,
    flag_name,
    item_problem,
    paper_decision_problem,
    points_from_text,
    written_answer,
)
from answers.classroom.roster import Enrollment, named_student
from answers.classroom.submission_set import SubmissionSet, SubmissionVersion, UnreadFile, exchanged_papers, file_target
from answers.classroom.upload_index import is_file_named
from answers.errors import CorrigeError, Problem, did_you_mean
from answers.exam.exam import Exam
from answers.exports.gradebook import Gradebook
from answers.flags import APPEAL, FILE_OF_ANOTHER, FLAGS, NO_PAPER, NOT_READABLE, UNASSIGNED, Flag, Place, flag_named
from answers.grading.mark import parse_response
from answers.messages import Message, joined
from answers.paper import Paper, Verdict

LEAST_DIGITS = 4
"""The least number of first digits of a digest that identify a file."""


def decisions_about(
    submissions: SubmissionSet,
    gradebook: Gradebook,
    student: str,
    item_or_flag: str,
    override: Override,
    *,
    equal: bool = False,
) -> tuple[Decision, ...]:
    """Return the decisions that an override leads to, one for each student and item that it is about.

    `student` is an identifier, a name or a file that the student handed in (`named_student`). For papers without a
    student it is the first digits of the digest of a file, or a part of its name. If `student` is empty, the decision
    is about all papers with the flag, about all papers without a student, or about all students who wrote the only
    unreadable answer to the item.

    `item_or_flag` is an item, "4b.1"; a part, "4b", for all its items (see `override_decisions`); a flag,
    "answers-of-seed-17", or its slug if the paper has one such flag; "no-paper"; or "u0" or "bonus" for a whole paper.
    With `equal`, a decision on an item is also about the same answer of other students.
    """
    if override.kind is DecisionKind.LEFT_OUT:
        raise CorrigeError.single(
            "an item is left out of the total for everybody, not for one student",
            remedy="add --everybody, without a student; for one student give --points P",
        )
    if item_or_flag in PAPER_DECISIONS:
        student_id, _ = _with_paper(gradebook, student)
        if problem := paper_decision_problem(item_or_flag, override.kind, override.value):
            raise CorrigeError([problem])
        if override.kind is not DecisionKind.WITHDRAWN and not override.reason.strip():
            raise CorrigeError.single("give a reason; the student will read it", remedy="add the option --reason TEXT")
        file = submissions.versions[student_id][-1].target.student if item_or_flag == SEED else ""
        return decisions_about_targets([DecisionTarget(student_id, item_or_flag, file)], override)
    if override.kind is DecisionKind.ACKNOWLEDGED or _is_flag(item_or_flag):
        return decisions_about_targets(_flag_targets(submissions, gradebook, student, item_or_flag, override), override)
    targets = _answers(submissions, gradebook, student, item_or_flag, override, equal=equal)
    return override_decisions(targets, override, gradebook.exam)


def _flag_targets(
    submissions: SubmissionSet, gradebook: Gradebook, student: str, flag: str, override: Override
) -> list[DecisionTarget]:
    """Return the targets of a decision about a flag; see `decisions_about`."""
    if flag == NO_PAPER.slug and override.kind is DecisionKind.POINTS:  # an absence may count as zero
        if not override.is_zero:
            raise CorrigeError([absence_problem(override.value)])
    elif override.kind not in (DecisionKind.ACKNOWLEDGED, DecisionKind.WITHDRAWN):
        cause = Message(
            "{flag!r} is a flag of a paper, not an answer: it has no value and no points of its own", flag=flag[:60]
        )
        raise CorrigeError.single(cause, remedy="settle the flag with --seen, or undo its settlement with --withdraw")
    if flag == UNASSIGNED.slug:
        targets = _unassigned_papers(submissions, student)
    else:
        targets = _flags(gradebook, student, flag, override)
    pairs = exchanged_papers(submissions) if targets[0].item == FILE_OF_ANOTHER.slug else {}
    if not student and override.kind is DecisionKind.ACKNOWLEDGED:
        # The teacher decides about each pair of students who exchanged papers.
        ambiguous = [target for target in targets if target.student in pairs]
        targets = [target for target in targets if target not in ambiguous]
        if ambiguous and not targets:
            students = [pairs[target.student][0].attribution.other_student for target in ambiguous]
            raise CorrigeError.single(
                Message(
                    "these pairs of students handed in papers on each other’s sheets, so one decision cannot "
                    "settle their flags: {students}",
                    students=joined(" ; ", students),
                ),
                remedy="decide about each pair of students separately; corrige class review DIR prints the commands to "
                "type",
            )
    elif pair := pairs.get(targets[0].student):  # a decision about one of both settles both
        other = pair[1].attribution.enrollment
        assert other is not None
        targets = [*targets, *_flags(gradebook, other.student.id, flag, override)]
    without_feedback = [
        target.subject for target in targets if (named := flag_named(target.item)) and named.has_no_paper
    ]
    if override.value == SHOWN_TO_STUDENT and without_feedback:
        cause = Message(
            "these students have no marked paper, hence no feedback in which the flag could be shown: {students}",
            students=", ".join(without_feedback),
        )
        raise CorrigeError.single(
            cause, remedy="give --seen and --reason TEXT, without --tell; only you will see the reason"
        )
    return targets


def decisions_for_everybody(gradebook: Gradebook, item: str, override: Override) -> tuple[Decision, ...]:
    """Return the decisions that count an item, a part ("4b") or a question ("4") in the same way for all students.

    The items count as right, or are left out of the total, on every paper, also on papers that come later.
    """
    if override.kind not in FOR_EVERYBODY:
        raise CorrigeError.single(
            "a decision for all students can only count an item as right or leave it out of the total",
            remedy="give --right, --leave-out or --withdraw with --everybody",
        )
    questions = {str(question.number): question for question in gradebook.exam.questions}
    parts = [part.id for part in questions[item].parts] if item in questions else [item]
    items = [named for part in parts for named in _named_items(part, override, gradebook.exam)]
    if override.kind is DecisionKind.LEFT_OUT:
        check_items_left(gradebook, items)
    return decisions_about_targets([DecisionTarget(EVERYBODY, named) for named in items], override)


def check_items_left(gradebook: Gradebook, items: Iterable[str]) -> None:
    """Raise CorrigeError if no item that earns points is left once these are left out for all students, too."""
    left_out = {settled.item for settled in gradebook.settled if settled.points} | {*items}
    if not any(part.points and not left_out.issuperset(part.item_names) for part in gradebook.exam.parts):
        raise CorrigeError.single(
            "with this decision, no item of the exam would earn points; nothing was saved",
            remedy="leave out fewer items, so that some items still earn points",
        )


def flag_target(gradebook: Gradebook, student: str, flag: str) -> DecisionTarget:
    """Return the target of decisions about a flag of a student; see `decisions_about` for the texts."""
    (target,) = _flags(gradebook, student, flag, Override(DecisionKind.ACKNOWLEDGED))
    return target


def open_unassigned(submissions: SubmissionSet, active: ActiveDecisions) -> tuple[SubmissionVersion, ...]:
    """Return the papers without a student that no active decision sets aside."""
    return tuple(version for version in submissions.unassigned if version.target.key not in active)


def open_problems(submissions: SubmissionSet, active: ActiveDecisions) -> tuple[Problem, ...]:
    """Return the problems that arose when files were read, except for files that an active decision sets aside."""
    return (*submissions.problems, *(unread.problem for unread in open_unread(submissions, active)))


def open_unread(submissions: SubmissionSet, active: ActiveDecisions) -> tuple[UnreadFile, ...]:
    """Return the unreadable files that wait for the teacher.

    Left out are files that an active decision sets aside or acknowledges with their present contents, and files older
    than the student's paper that counts, except one that may be from another person.
    """
    files = unread_files(submissions, active)
    flags = {
        (enrollment.student.id, flag_name(flag)): flag.file
        for enrollment in dict.fromkeys(file.enrollment for file in files if file.enrollment)
        for flag in unread_flags(files, enrollment)
    }

    def waits(unread: UnreadFile) -> bool:
        if unread.enrollment is None:
            return True
        date = unread.upload.date
        is_replaced = not unread.is_doubtful and any(
            # older than the paper that counts, or of the minute stated for a copy of the file
            date < newer.date or (newer.is_date_stated and date.replace(second=0, microsecond=0) <= newer.date)
            for newer in (version.upload for version in submissions.versions[unread.enrollment.student.id][-1:])
        )
        key = unread.enrollment.student.id, flag_name(NOT_READABLE(unread.upload.name))
        return not (is_replaced or (key in active and active[key].target.answer in ("", flags[key])))

    return tuple(filter(waits, files))


def unread_flags(files: Iterable[UnreadFile], enrollment: Enrollment) -> tuple[Flag, ...]:
    """Return a flag "not-readable" of a student for each file name; `file` has the digests of these files."""
    contents: dict[str, dict[str, None]] = {}
    for file in files:
        if file.enrollment == enrollment:
            contents.setdefault(file.upload.name, {})[unread_target(file).student] = None
    return tuple(replace(NOT_READABLE(name), file=" ".join(sorted(digests))) for name, digests in contents.items())


def unread_files(submissions: SubmissionSet, active: ActiveDecisions) -> tuple[UnreadFile, ...]:
    """Return the unreadable files, except those that an active decision sets aside."""
    set_aside = {target for target, item in active if item == UNASSIGNED.slug}
    return tuple(
        unread for unread in submissions.unread if not set_aside or unread_target(unread).student not in set_aside
    )


def no_paper_error(student: str, missing: Flag) -> CorrigeError:
    """Return the error that a student has no readable paper; its remedy is the command that settles or restores a flag.

    `missing` is the flag of the student that says so: no paper was received, or the file cannot be read.
    """
    values = {"student": shlex.quote(student), "flag": shlex.quote(flag_name(missing))}
    remedy = Message(
        "you have settled this flag already; to undo: corrige class decide DIR {student} {flag} --withdraw", **values
    )
    if not missing.is_acknowledged:
        remedy = Message("to settle the flag: corrige class decide DIR {student} {flag} --seen --reason TEXT", **values)
    cause = Message("{student} has no paper", student=student)
    if missing.slug == NOT_READABLE.slug:
        cause = Message(
            "{student} has no paper that can be marked, since the file received cannot be read: {file}",
            student=student,
            file=missing.detail,
        )
    return CorrigeError.single(cause, remedy=remedy)


# Answers


def _answers(
    submissions: SubmissionSet,
    gradebook: Gradebook,
    student: str,
    item_or_part: str,
    override: Override,
    *,
    equal: bool,
) -> list[DecisionTarget]:
    """Return the targets of a decision about a student's answers to an item or a part, or about the only unread ones.

    With `equal`, the same answers of others are targets too, except those in boxes that have not been read.
    """
    student_id = ""
    if student:
        student_id, paper = _with_paper(gradebook, student)
        if paper.u0 is None:
            flag = next(iter(paper.open_flags or paper.flags), "")
            cause = Message(
                "the paper of {student} cannot be marked, for the reason that its flag {flag} states; until "
                "this reason is removed, no decision about its answers is possible, even if the flag is "
                "settled",
                student=student_id,
                flag=flag,
            )
            remedy = Message("to read what the flag means: `corrige explain {flag}`", flag=shlex.quote(str(flag)))
            raise CorrigeError.single(cause, place=str(paper.place), remedy=remedy)
    targets, is_withdrawn = list[DecisionTarget](), override.kind is DecisionKind.WITHDRAWN
    for item in _named_items(item_or_part, override, gradebook.exam):
        unread = set[str]()  # students with an unread box, who may have written the same
        for owner, versions in submissions.versions.items() if not is_withdrawn and (equal or not student_id) else ():
            if versions and item in (*versions[-1].submission.waiting, *versions[-1].submission.missing):
                unread.add(owner)
        if student_id in unread:
            cause = Message(
                "the scanned answer of {student} to {item} has not been read yet, so it is not known which "
                "students wrote the same answer",
                item=item,
                student=student_id,
            )
            remedy = Message(
                "decide about one student only, without --all-equal; or read the scanned boxes first: corrige desk DIR"
            )
            raise CorrigeError.single(cause, remedy=remedy)
        part_id, _, position = item.partition(".")
        marks = {
            row.student.id: row.marked.parts[part_id].items[int(position) - 1]
            for row in gradebook.rows
            if row.marked is not None and row.student.id not in unread
        }
        texts = {
            owner: decided_answer(submissions.versions[owner][-1].submission, item, mark.raw)
            for owner, mark in marks.items()
        }
        answers = {texts[owner] for owner, mark in marks.items() if mark.verdict is Verdict.UNREADABLE}
        if student_id:
            answers = {texts[student_id]}
        elif len(answers) != 1:
            cause = Message(
                "without a student, the decision is about the only unreadable answer to {item}; but the "
                "unreadable answers to this item are: {answers}",
                item=item,
                answers=", ".join(map(repr, sorted(answers)[:5])) or "none",
            )
            raise CorrigeError.single(cause, remedy="name a student who wrote the answer that you mean")
        (answer,) = answers
        same = (owner for owner, text in texts.items() if text == answer)
        owners = same if equal or not student_id else (student_id,)
        targets += (DecisionTarget(owner, item, answer) for owner in owners)
    return targets


def _named_items(item_or_part: str, override: Override, exam: Exam) -> list[str]:
    """Return the items that the teacher names; raise CorrigeError if they do not exist or the override does not fit."""
    items = next((list(part.item_names) for part in exam.parts if part.id == item_or_part), [item_or_part])
    problems = [problem for item in items if (problem := item_problem(item, exam))]
    if problems:
        raise CorrigeError(problems)
    part = exam.part_of(items[0])
    is_value = override.kind is DecisionKind.VALUE and len(items) == 1
    if is_value and parse_response(part, (override.value,) * part.count).values[0] is None:
        cause = Message("{value!r} cannot be read as an answer to {item}", value=override.value[:60], item=items[0])
        raise CorrigeError.single(
            cause,
            remedy="write a number such as 2075, 0.5 or 1/3 (2.0750 for 2.075, which may also be read as 2075); or use "
            "--right or --wrong",
        )
    if override.kind is DecisionKind.POINTS:
        _check_points(override.value, items, exam)
    return items


def _with_paper(gradebook: Gradebook, named: str) -> tuple[str, Paper]:
    """Return the identifier of the student whom a text names, and the student's paper; CorrigeError if none."""
    student = _identifier(gradebook, named)
    row = next(row for row in gradebook.rows if row.student.id == student)
    if row.paper is None:
        raise no_paper_error(student, row.missing[0])
    return student, row.paper


def _identifier(gradebook: Gradebook, named: str) -> str:
    return named_student((row.student for row in gradebook.rows), named, gradebook.files).id


def _check_points(value: str, items: Sequence[str], exam: Exam) -> None:
    """Raise CorrigeError if a text is not a number of points, or is more than some items of a part are worth."""
    part = exam.part_of(items[0])
    points, most = points_from_text(value), part.points / part.count * len(items)
    if points is None or points > most:
        named = items[0] if len(items) == 1 else part.id
        raise CorrigeError.single(
            Message("{value!r} is not a number of points for {item}", value=value[:20], item=named),
            remedy=Message("give a number of points from 0 to {share:g}", share=float(most * 100 // 1 / 100)),
        )


def override_decisions(targets: Sequence[DecisionTarget], override: Override, exam: Exam) -> tuple[Decision, ...]:
    """Return a decision for each target; if the targets are several items of a part, they share points or values.

    Points are divided equally among the items. A value is a list with a value for each item of the part: "0.5; 1/3;
    2075". Raises CorrigeError if the list cannot be read, or if there are more points than the items are worth.
    """
    items = list(dict.fromkeys(target.item for target in targets))
    if len(items) < 2:
        return decisions_about_targets(targets, override)
    if override.kind is DecisionKind.POINTS:
        _check_points(override.value, items, exam)
        override = replace(override, value=str(override.points / len(items)))
    if override.kind is not DecisionKind.VALUE:
        return decisions_about_targets(targets, override)
    part, value = exam.part_of(items[0]), override.value
    texts = tuple(text.strip() for text in value.split(";"))
    answer = parse_response(part, texts if len(texts) == part.count else (value,))
    if None in answer.values:
        cause = Message(
            "{value!r} is not a list of {count} values for {part}", value=value[:60], count=part.count, part=part.id
        )
        raise CorrigeError.single(
            cause, remedy="write one value for each item, separated by semicolons, for instance 0.5; 1/3; 2075"
        )
    return tuple(
        decision
        for target in targets
        for value in [answer.apart[int(target.item.rpartition(".")[2]) - 1]]
        for decision in decisions_about_targets([target], replace(override, value=value))
    )


# Flags


def _flags(gradebook: Gradebook, student: str, flag: str, override: Override) -> list[DecisionTarget]:
    """Return the targets of a flag of a student, or of all students with this unsettled flag if `student` is "".

    If the decision is withdrawn, flags that are already acknowledged are included.
    """
    student_id = _identifier(gradebook, student) if student else ""
    is_any = bool(student_id) or override.kind is DecisionKind.WITHDRAWN
    rows = [row for row in gradebook.rows if student_id in ("", row.student.id)]
    flags = {  # also flags that need no examination, such as that of a late paper
        row.student.id: tuple(flag for flag in row.flags if is_any or not flag.is_acknowledged) for row in rows
    }
    matching = {
        owner: matched for owner, student_flags in flags.items() if (matched := _matching_flags(student_flags, flag))
    }
    if not matching and student_id and override.kind is DecisionKind.WITHDRAWN and flag_named(flag):
        return [DecisionTarget(student_id, flag)]  # withdrawn although the paper may no longer have the flag
    if {*map(len, matching.values())} == {1}:
        return [DecisionTarget(owner, flag_name(single), single.file) for owner, (single,) in matching.items()]
    if not matching and any(_matching_flags(row.flags, flag) for row in rows):
        cause = Message("every flag {flag} of the class is settled already; nothing was saved", flag=flag)
        raise CorrigeError.single(cause, remedy="to change the decision about one paper, name the student of the paper")
    if absent := [absence for absence in flags.get(student_id, ()) if absence.has_no_paper]:
        raise no_paper_error(student_id, absent[0])
    present_flags = [present for student_flags in flags.values() for present in student_flags]
    known = dict.fromkeys(
        flag_name(present).partition(" – " if present.slug == APPEAL.slug else "\n")[0] for present in present_flags
    )
    if any(len(matched) > 1 for matched in matching.values()):
        cause = Message("several flags of one paper match {text!r}; nothing was saved", text=flag[:60])
    elif student_id:
        cause = Message("{student} has no flag {text!r}", student=student_id, text=flag[:60])
    else:
        cause = Message("no paper has the flag {text!r}", text=flag[:60])
    alternatives = known if known or _is_flag(flag) else (existing.slug.rstrip("-:") for existing in FLAGS)
    raise CorrigeError.single(cause, remedy=did_you_mean(flag, alternatives))


def _is_flag(text: str) -> bool:
    """Return whether a text is a flag, or the slug of a flag that needs a detail."""
    return any(flag_named(text + end) for end in ("", "-", ":"))


def _matching_flags(flags: Sequence[Flag], text: str) -> list[Flag]:
    """Return the flags that a text names: exactly, or an appeal by its item ("appeal:3b"), or else by the slug."""
    named = [flag for flag in flags if text in (str(flag), flag_name(flag), str(flag).partition(" – ")[0])]
    return named or [flag for flag in flags if flag.slug.rstrip("-:") == text.rstrip("-:")]


# Papers without a student

_ASIDE = Message("to set a file of a student aside: corrige class assign DIR FILE --none")


def _unassigned_papers(submissions: SubmissionSet, file: str) -> list[DecisionTarget]:
    """Return the targets of the papers without a student in a file, or of all such papers if `file` is ""."""
    known = {version.target: str(version.submission.place) for version in submissions.unassigned}
    known |= {unread_target(unread): unread.upload.name for unread in (submissions.unread if file else ())}
    if not known:
        raise CorrigeError.single("no paper can be set aside: every paper is assigned to a student", remedy=_ASIDE)
    if not file:
        return list(known)
    digits = file.removeprefix("file:")
    beginning = f"file:{digits}" if len(digits) >= LEAST_DIGITS else "no digits"
    matching = [
        target
        for target, place in known.items()
        if target.student.startswith(beginning)
        or file == target.student
        or place == file
        or place.endswith(f"/{file}")
        or is_file_named(place.partition(", ")[0], file)
    ]
    files = {target.student.partition(",")[0] for target in matching}
    if len(files) == 1:
        return matching
    cause = Message(
        "{text!r} may name {count} paper without a student",
        plural="{text!r} may name any of {count} papers without a student",
        count=len(matching),
        text=file[:60],
    )
    if not matching:
        cause = Message("no paper without a student is in the file {text!r}", text=file[:60])
    near = [place for place in known.values() if file.casefold() in place.casefold()] or list(known.values())
    raise CorrigeError.single(cause, remedy=did_you_mean(file, near))


def unread_target(unread: UnreadFile) -> DecisionTarget:
    """Return the target of decisions on an unreadable file; a file too large to be read is identified by its name."""
    try:
        return file_target(unread.upload, Place(unread.upload.name))
    except CorrigeError:
        return DecisionTarget(f"file:{unread.upload.name}", UNASSIGNED.slug, written_answer(unread.upload.name))
