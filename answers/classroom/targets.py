"""What a teacher means by a few words: answers to an item or a part, a flag of papers, papers of nobody.

Functions raise CorrigeError if nothing or too much is meant, the ruling is none for it, or a file cannot be read.
"""

import shlex
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from answers.classroom.decisions import (
    PAPER_DECISIONS,
    SHOWN_TO_STUDENT,
    Decision,
    DecisionKey,
    DecisionKind,
    DecisionTarget,
    Override,
    decisions_about_targets,
    flag_name,
    points_from_text,
    written_answer,
)
from answers.classroom.decisions_file import absence_problem, item_problem, paper_decision_problem
from answers.classroom.roster import named_student
from answers.classroom.submission_set import SubmissionSet, SubmissionVersion, UnreadFile, exchanged_papers, file_target
from answers.errors import CorrigeError, Problem, did_you_mean
from answers.exam.exam import Exam
from answers.exam.question import Part
from answers.exports.gradebook import Gradebook
from answers.flags import FILE_OF_ANOTHER, FLAGS, NO_PAPER, NOT_READABLE, UNASSIGNED, Flag, Place, flag_named
from answers.grading.mark import parse_response
from answers.messages import Message, joined
from answers.paper import Verdict

LEAST_DIGITS = 4
"""Of the digest of a file: how many name one."""


def decisions_about(
    submissions: SubmissionSet,
    gradebook: Gradebook,
    student: str,
    what: str,
    override: Override,
    *,
    equal: bool = False,
) -> tuple[Decision, ...]:
    """Return the decisions that a ruling comes to, with `equal` also about everybody who wrote the same there.

    The student is named as `named_student` takes it; papers of nobody by the first digits of the digest of a file, or a
    part of its name. Empty: whoever has the flag, all papers of nobody, or with `equal` all that is not read at the
    item and is the same answer. `what` is an item, "4b.1"; a part, "4b", for all its items: see `ruled`; a flag,
    "answers-of-seed-17", or its slug when the paper has one such flag; "no-paper".
    """
    if what in PAPER_DECISIONS:
        return decisions_about_targets([_whole_paper(gradebook, student, what, override)], override)
    is_flag = override.kind is DecisionKind.ACKNOWLEDGED or any(flag_named(what + end) for end in ("", "-", ":"))
    if not is_flag:
        targets = _answers(submissions, gradebook, student, what, override, equal=equal)
        return override_decisions(targets, override, gradebook.exam)
    if what == NO_PAPER.slug and override.kind is DecisionKind.POINTS:  # an absence may count as zero
        if not override.is_zero:
            raise CorrigeError([absence_problem(override.value)])
    elif override.kind not in (DecisionKind.ACKNOWLEDGED, DecisionKind.WITHDRAWN):
        cause = Message("{what!r} is a flag of a paper", what=what[:60])
        raise CorrigeError.one(cause, remedy="give --seen, or --withdraw")
    of_nobody = what == UNASSIGNED.slug
    targets = _unassigned_papers(submissions, student) if of_nobody else _flags(gradebook, student, what, override)
    if not student and override.kind is DecisionKind.ACKNOWLEDGED:
        targets = _not_exchanged(submissions, targets)
    untold = [target.subject for target in targets if (flag := flag_named(target.item)) and flag.is_of_no_paper]
    if override.value == SHOWN_TO_STUDENT and untold:
        cause = Message("{whose}: there is no feedback to show it in", whose=", ".join(untold))
        raise CorrigeError.one(cause, remedy="omit --tell; the reason is kept for you")
    return decisions_about_targets(targets, override)


def _whole_paper(gradebook: Gradebook, student: str, what: str, override: Override) -> DecisionTarget:
    """The paper of a student, of which the number or points more or less are decided, with a reason."""
    who = _identifier(gradebook, student)
    row = next(row for row in gradebook.rows if row.student.id == who)
    if row.paper is None:
        raise no_paper_error(who, row.missing[0])
    if problem := paper_decision_problem(what, override.kind, override.value):
        raise CorrigeError([problem])
    if override.kind is not DecisionKind.WITHDRAWN and not override.reason.strip():
        raise CorrigeError.one("give a reason; the student will read it", remedy="add: --reason TEXT")
    return DecisionTarget(who, what)


def flag_target(gradebook: Gradebook, student: str, flag: str) -> DecisionTarget:
    """Return one flag of one student: see `decisions_about`."""
    (target,) = _flags(gradebook, student, flag, Override(DecisionKind.ACKNOWLEDGED))
    return target


def unassigned_target(version: SubmissionVersion) -> DecisionTarget:
    """Return a paper of nobody: its file by content, "file:4f2a91bcdd03", and where in it if it holds several."""
    return file_target(version.upload, version.submission.place)


def open_unassigned(
    submissions: SubmissionSet, holding: Mapping[DecisionKey, Decision]
) -> tuple[SubmissionVersion, ...]:
    """Return the papers of nobody that no decision in force sets aside."""
    return tuple(version for version in submissions.unassigned if unassigned_target(version).key not in holding)


def open_problems(submissions: SubmissionSet, holding: Mapping[DecisionKey, Decision]) -> tuple[Problem, ...]:
    """Return what could not be read, but for files that a decision in force sets aside."""
    return (*submissions.problems, *(unread.problem for unread in open_unread(submissions, holding)))


def open_unread(submissions: SubmissionSet, holding: Mapping[DecisionKey, Decision]) -> tuple[UnreadFile, ...]:
    """Return the files that could not be read and wait for a person.

    None that a decision in force sets aside or has seen, nor one that what counts of the student replaces.
    """

    def waits(unread: UnreadFile) -> bool:
        if unread.enrollment is None:
            return True
        date = unread.upload.date
        is_replaced = any(  # it came before what counts, or that is its copy, said to have come in its minute
            date < by.date or (by.is_date_stated and date.replace(second=0, microsecond=0) <= by.date)
            for by in (version.upload for version in submissions.versions[unread.enrollment.student.id][-1:])
        )
        return not (
            is_replaced or (unread.enrollment.student.id, flag_name(NOT_READABLE(unread.upload.name))) in holding
        )

    return tuple(filter(waits, unread_files(submissions, holding)))


def unread_files(submissions: SubmissionSet, holding: Mapping[DecisionKey, Decision]) -> tuple[UnreadFile, ...]:
    """Return the files that could not be read, but for those that a decision in force sets aside."""
    aside = {who for who, item in holding if item == UNASSIGNED.slug}
    return tuple(unread for unread in submissions.unread if not aside or _unread_target(unread).student not in aside)


def no_paper_error(student: str, missing: Flag) -> CorrigeError:
    """Return that a student has no paper that is read, with the command that settles it unless it is settled."""
    named = {"student": shlex.quote(student), "flag": shlex.quote(flag_name(missing))}
    remedy = Message("marked as settled; to undo: corrige class decide DIR {student} {flag} --withdraw", **named)
    if not missing.is_acknowledged:
        remedy = Message("to settle the flag: corrige class decide DIR {student} {flag} --seen --reason TEXT", **named)
    cause = Message("{student} has no paper", student=student)
    if missing.slug == NOT_READABLE.slug:
        cause = Message("{student}: the file received cannot be read: {file}", student=student, file=missing.detail)
    return CorrigeError.one(cause, remedy=remedy)


# Answers


def _answers(
    submissions: SubmissionSet, gradebook: Gradebook, student: str, what: str, override: Override, *, equal: bool
) -> list[DecisionTarget]:
    """The answers of a student, with `equal` of all who wrote the same, to an item or to each of a part."""
    who = _marked(gradebook, student) if student else ""
    targets: list[DecisionTarget] = []
    for item in _ruled_items(what, override, gradebook.exam):
        unread: set[str] = set()  # whose box nobody has read: who wrote the same is not known
        if override.kind is not DecisionKind.WITHDRAWN and (equal or not who):
            last = {one: own[-1].submission for one, own in submissions.versions.items() if own}
            unread = {name for name, submission in last.items() if item in (*submission.waiting, *submission.missing)}
        if who in unread:
            raise CorrigeError.one(
                Message(
                    "{item} of {student} has not been read: which students wrote the same?", item=item, student=who
                ),
                remedy="decide without --all-equal, or read the boxes first: corrige desk DIR",
            )
        targets += _same_answers(gradebook, item, who, unread, equal=equal)
    return targets


def _ruled_items(what: str, override: Override, exam: Exam) -> list[str]:
    """The items that a teacher names, of which a value can be decided if one is."""
    counts = {part.id: part.count for part in exam.parts}
    items = [f"{what}.{at}" for at in range(1, counts[what] + 1)] if what in counts else [what]
    problems = [problem for item in items if (problem := item_problem(item, exam))]
    if problems:
        raise CorrigeError(problems)
    part = exam.part(items[0].partition(".")[0])
    is_value = override.kind is DecisionKind.VALUE and len(items) == 1
    if is_value and parse_response(part, (override.value,) * part.count).values[0] is None:
        cause = Message("{value!r} cannot be read as an answer to {item}", value=override.value[:60], item=items[0])
        raise CorrigeError.one(cause, remedy="write 2075, 0.5, 1/3, or 2.0750 for 2.075; or use --right, --wrong")
    if override.kind is DecisionKind.POINTS:
        _check_points(override.value, items, exam)
    return items


def _same_answers(
    gradebook: Gradebook, item: str, student: str, unread: Collection[str], *, equal: bool
) -> list[DecisionTarget]:
    """The answer of a student to an item, with `equal` of all who wrote the same; without a student the unread one.

    What those wrote whose box is `unread` is the same as nobody's.
    """
    part_id, _, position = item.partition(".")
    papers = ((row.student.id, row.marked) for row in gradebook.rows if row.marked is not None)
    marks = {who: paper.parts[part_id].items[int(position) - 1] for who, paper in papers if paper is not None}
    marks = {who: mark for who, mark in marks.items() if who not in unread}
    if student:
        answer = written_answer(marks[student].raw)
    else:
        unread = sorted({written_answer(one.raw) for one in marks.values() if one.verdict is Verdict.UNREADABLE})
        if len(unread) != 1:
            said = ", ".join(map(repr, unread[:5])) or "none"
            cause = Message("answers to {item} that could not be read: {told}", item=item, told=said)
            raise CorrigeError.one(cause, remedy="name a student who wrote the answer that you mean")
        answer = unread[0]
    same = [who for who, mark in marks.items() if written_answer(mark.raw) == answer]
    return [DecisionTarget(who, item, answer) for who in (same if equal or not student else [student])]


def _marked(gradebook: Gradebook, named: str) -> str:
    """The identifier of a student who has a marked paper."""
    student = _identifier(gradebook, named)
    row = next(row for row in gradebook.rows if row.student.id == student)
    if row.paper is None:
        raise no_paper_error(student, row.missing[0])
    if row.paper.u0 is None:
        flag = next(iter(row.open_flags or row.flags), "")
        cause = Message("the paper of {student} is not marked: {flag}", student=student, flag=flag)
        remedy = Message("see `corrige explain {flag}`", flag=shlex.quote(str(flag)))
        raise CorrigeError.one(cause, place=str(row.paper.place), remedy=remedy)
    return student


def _identifier(gradebook: Gradebook, named: str) -> str:
    return named_student((row.student for row in gradebook.rows), named, gradebook.files).id


def _check_points(value: str, items: Sequence[str], exam: Exam) -> None:
    """Points of some items of a part are at most theirs."""
    part = exam.part(items[0].partition(".")[0])
    points, most = points_from_text(value), part.points / part.count * len(items)
    if points is None or points > most:
        named = items[0] if len(items) == 1 else part.id
        raise CorrigeError.one(
            Message("{value!r} is not a number of points for {item}", value=value[:20], item=named),
            remedy=Message("give a number from 0 to {share:g}", share=float(most * 100 // 1 / 100)),
        )


def override_decisions(targets: Sequence[DecisionTarget], override: Override, exam: Exam) -> tuple[Decision, ...]:
    """Return the decisions about targets: where they are several items of a part, points are of all in equal shares.

    A value is then the list of the values of the part. CorrigeError if that is not read, or the points are too many.
    """
    items = list(dict.fromkeys(target.item for target in targets))
    if len(items) < 2:
        return decisions_about_targets(targets, override)
    if override.kind is DecisionKind.POINTS:
        _check_points(override.value, items, exam)
        override = replace(override, value=str(override.points / len(items)))
    if override.kind is not DecisionKind.VALUE:
        return decisions_about_targets(targets, override)
    values = _listed(override.value, exam.part(items[0].partition(".")[0]))
    return tuple(
        decision
        for target in targets
        for decision in decisions_about_targets(
            [target], replace(override, value=values[int(target.item.rpartition(".")[2]) - 1])
        )
    )


def _listed(value: str, part: Part) -> tuple[str, ...]:
    """The value of each item of a part that a list gives."""
    texts = tuple(text.strip() for text in value.split(";"))
    answer = parse_response(part, texts if len(texts) == part.count else (value,))
    if None in answer.values:
        cause = Message(
            "{value!r} is not a list of {count} values for {part}", value=value[:60], count=part.count, part=part.id
        )
        raise CorrigeError.one(cause, remedy="write for instance 0.5; 1/3; 2075")
    return answer.apart


# Flags


def _flags(gradebook: Gradebook, student: str, flag: str, override: Override) -> list[DecisionTarget]:
    """A flag of one student, or of everybody who has it: of those for whom it is not settled, unless that is undone."""
    whose = _identifier(gradebook, student) if student else ""
    is_any = bool(whose) or override.kind is DecisionKind.WITHDRAWN
    rows = [row for row in gradebook.rows if whose in ("", row.student.id)]
    flags = {row.student.id: row.flags if is_any else row.open_flags for row in rows}
    meant = {who: names for who, own in flags.items() if (names := _meant_flags(own, flag))}
    if not meant and whose and override.kind is DecisionKind.WITHDRAWN and flag_named(flag):
        return [DecisionTarget(whose, flag)]  # it is taken back, though the paper need no longer have it
    if {*map(len, meant.values())} == {1}:
        return [DecisionTarget(who, name) for who, (name,) in meant.items()]
    if not meant and any(_meant_flags(row.flags, flag) for row in rows):
        cause = Message("all {flag} are settled already", flag=flag)
        raise CorrigeError.one(cause, remedy="to change the decision, name the student")
    if absent := [one for one in flags.get(whose, ()) if one.is_of_no_paper]:
        raise no_paper_error(whose, absent[0])
    known = dict.fromkeys(flag_name(one) for own in flags.values() for one in own)
    if any(one.startswith(flag.rstrip("-:")) for one in known):
        cause = Message("several flags match {text!r}", text=flag[:60])
    elif whose:
        cause = Message("{student} has no flag {text!r}", student=whose, text=flag[:60])
    else:
        cause = Message("no paper has the flag {text!r}", text=flag[:60])
    every = known if known or flag_named(flag) else (one.slug for one in FLAGS)
    raise CorrigeError.one(cause, remedy=did_you_mean(flag, every))


def _not_exchanged(submissions: SubmissionSet, targets: list[DecisionTarget]) -> list[DecisionTarget]:
    """The flags but for those of students who exchanged papers: nothing tells whether the files or the sheets."""
    pairs = exchanged_papers(submissions)
    apart = [target for target in targets if target.item == FILE_OF_ANOTHER.slug and target.student in pairs]
    if apart and len(apart) == len(targets):
        raise CorrigeError.one(
            Message(
                "students handed in each other’s sheets: {whose}",
                whose=joined(" ; ", [pairs[target.student].attribution.other_student for target in apart]),
            ),
            remedy="decide each case on its own: corrige class review DIR prints the commands",
        )
    return [target for target in targets if target not in apart]


def _meant_flags(flags: Sequence[Flag], text: str) -> list[str]:
    """The flags of a paper that a text means: that one, else all of that slug, else all that begin so."""
    names = [flag_name(flag) for flag in flags if text in (str(flag), flag_name(flag))]
    names = names or [flag_name(flag) for flag in flags if flag.slug.rstrip("-:") == text.rstrip("-:")]
    return names or [name for flag in flags if text and (name := flag_name(flag)).startswith(text)]


# Papers of nobody

_ASIDE = Message("to set a file of a student aside: corrige class collect DIR --aside FILE")


def _unassigned_papers(submissions: SubmissionSet, file: str) -> list[DecisionTarget]:
    """The papers of nobody in a file, or all; a file that is named may also be one that cannot be read."""
    known = {unassigned_target(version): str(version.submission.place) for version in submissions.unassigned}
    known |= {_unread_target(unread): unread.upload.name for unread in (submissions.unread if file else ())}
    if not known:
        raise CorrigeError.one("every paper is assigned to a student", remedy=_ASIDE)
    digits = file.removeprefix("file:")
    beginning = f"file:{digits}" if len(digits) >= LEAST_DIGITS else "no digits"
    meant = [
        one for one, place in known.items() if one.student.startswith(beginning) or file == one.student or file in place
    ]
    files = {target.student.partition(",")[0] for target in meant}
    if len(files) == 1 or not file:
        return meant
    cause = Message(
        "{count} paper without a student matches {text!r}",
        plural="{count} papers without a student match {text!r}",
        count=len(meant),
        text=file[:60],
    )
    remedy = did_you_mean(file, [target.answer for target in known]) if meant else _ASIDE
    raise CorrigeError.one(cause, remedy=remedy)


def _unread_target(unread: UnreadFile) -> DecisionTarget:
    """A file that could not be read; one that is too large for its content to be looked at, by its name."""
    try:
        return file_target(unread.upload, Place(unread.upload.name))
    except CorrigeError:
        return DecisionTarget(f"file:{unread.upload.name}", UNASSIGNED.slug, written_answer(unread.upload.name))
