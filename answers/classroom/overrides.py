"""Apply the teacher's decisions to a paper: decided values replace answers, then verdicts and points are set.

A flag (a remark on the paper) is settled if the teacher has acknowledged it. A decision about something that has
changed since is reported. The teacher may also decide the seed of a whole paper, and points added to its mark.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import floor

from answers.classroom.decisions import (
    BONUS,
    EVERYBODY,
    JUDGEMENTS,
    PAPER_DECISIONS,
    SEED,
    SHOWN_TO_STUDENT,
    Decision,
    DecisionKind,
    bonus_from_text,
    decided_answer,
    flag_name,
    item_problem,
)
from answers.classroom.roster import seed_from_text
from answers.exam.exam import Exam
from answers.exam.question import Part
from answers.exam.settings import AS_POINTS, ZERO, MarkRules
from answers.exports.gradebook import SettledItem
from answers.flags import (
    AS_PERCENTAGE,
    DECIDED,
    DECIDED_FOR_OTHER_SEED,
    DECISION_OUTDATED,
    LATE,
    LEFT_OUT,
    MARKED_BY,
    NO_PAPER,
    RIGHT_FOR_EVERYBODY,
    U0_CHANGED,
    WAITS,
    Flag,
    Note,
    criteria_note,
    flag_named,
)
from answers.grading.candidates import candidate_values
from answers.grading.mark import parse_response
from answers.paper import Mark, Paper, PartMarks, Verdict, WholeMark
from answers.submissions.raw.submission import Submission

EARNING = (Verdict.RIGHT, Verdict.PARTLY_RIGHT, Verdict.FOLLOW_THROUGH)
"""The verdicts with which an item of a part marked all or nothing counts as right."""


def apply_decisions(
    exam: Exam,
    submission: Submission,
    mark: Callable[[Submission], Paper],
    decisions: Mapping[str, Decision],
    own_u0: int | None = None,
) -> Paper:
    """Mark a submission and apply the decisions about its items, as `decisions_of` returns them.

    A decided value is marked as if it had been written, with its effect on later items; `mark` is then called twice.
    The paper still has the text of the student. Points are at most those of the item. A decision about an answer that
    has changed since is not applied, and the paper is flagged "decision-outdated:4b.1".

    An item that is decided for all students is right, or left out of the points that the part can earn, whatever was
    written; but a decision about this student's item has priority.

    `own_u0` is the u₀ of the student's sheet, None if the paper is marked with a u₀ that the teacher granted. A
    decision that judges an answer, and was taken when the paper was marked with another u₀, still applies, and the
    paper is flagged "decided-for-other-u0:4b.1=17", with the u₀ of today.
    """
    paper = mark(submission)
    about_items = {
        item: decision
        for item, decision in decisions.items()
        if decision.target.student != EVERYBODY
        and decision.kind is not DecisionKind.ACKNOWLEDGED
        and item not in (*PAPER_DECISIONS, NO_PAPER.slug)
    }
    everybody = {
        decision.target.item: decision for decision in decisions.values() if decision.target.student == EVERYBODY
    }
    if not (about_items or everybody) or paper.u0 is None:
        return paper
    written = {
        (name := f"{part_id}.{number}"): decided_answer(submission, name, item.raw)
        for part_id, part in paper.parts.items()
        for number, item in enumerate(part.items, 1)
    }
    applicable = {  # decisions about answers that have not changed since
        item: decision
        for item, decision in about_items.items()
        if written.get(item, "") == decision.target.answer and has_criteria(exam, decision)
    }
    values = {item: decision.value for item, decision in applicable.items() if decision.kind is DecisionKind.VALUE}
    after = mark(_with_values(exam, submission, values)) if values else paper
    outdated = map(DECISION_OUTDATED, (item for item in about_items if item not in applicable))
    of_other_seed = (
        replace(DECIDED_FOR_OTHER_SEED(f"{item}={own_u0}"), explanation=f"u₀ = {decision.u0}")
        for item, decision in applicable.items()
        if decision.kind in JUDGEMENTS and None not in {decision.u0, own_u0} and decision.u0 != own_u0
    )
    parts = {
        part.id: _decided_part(part, after.parts[part.id], paper.parts[part.id], {**everybody, **applicable})
        for part in exam.parts
        if part.id in paper.parts
    }
    return replace(after, parts=parts, flags=(*after.flags, *outdated, *of_other_seed))


def has_criteria(exam: Exam, decision: Decision) -> bool:
    """Return whether the exam still has the criteria that a decision names; True for decisions of other kinds."""
    if decision.kind is not DecisionKind.CRITERIA:
        return True
    part = exam.part_of(decision.target.item)
    known = {criterion.slug for criterion in part.criteria}
    return part.written is not None and {*decision.value.split()} <= known


def candidate_submissions(exam: Exam, submission: Submission, paper: Paper) -> Iterator[Submission]:
    """Yield a submission once for each value that an unread item may have, with this value in place of the text."""
    for name, item in paper.unread:
        if item.note != WAITS:
            part, index = exam.part_of(name), int(name.rpartition(".")[2]) - 1
            for value in candidate_values(parse_response(part, submission.answers.get(part.id, ())), index, item.note):
                yield _with_values(exam, submission, {name: value})


def _with_values(exam: Exam, submission: Submission, values: Mapping[str, str]) -> Submission:
    """Return a submission in which values replace the texts of items, by the names of the items."""
    answers = dict(submission.answers)
    for part in exam.parts:
        values_of_part = {i: values[item] for i, item in enumerate(part.item_names) if item in values}
        if values_of_part:
            texts = parse_response(part, answers.get(part.id, ())).apart
            answers[part.id] = tuple(values_of_part.get(i, text) for i, text in enumerate(texts))
    waiting = {item: scan for item, scan in submission.waiting.items() if item not in values}
    missing, disputed = (
        tuple(item for item in items if item not in values) for items in (submission.missing, submission.disputed)
    )
    return replace(submission, answers=answers, waiting=waiting, missing=missing, disputed=disputed)


def _decided_part(part: Part, after: PartMarks, before: PartMarks, decisions: Mapping[str, Decision]) -> PartMarks:
    """Return the marks of a part with the teacher's decisions about its items applied.

    `after` has the marks with decided values, `before` those of the texts as written. If the part is marked all or
    nothing, decisions may make all its items right.
    """
    decided = {i: decisions[item] for i, item in enumerate(part.item_names) if item in decisions}
    if not decided:
        return after
    share = part.points / part.count
    items = [
        _decided_item(part, replace(item, raw=before.items[i].raw), decided[i], share)
        if i in decided
        else replace(item, raw=before.items[i].raw)
        for i, item in enumerate(after.items)
    ]
    left_out = {i for i, decision in decided.items() if decision.kind is DecisionKind.LEFT_OUT}
    if part.all_or_nothing:
        earns = all(item.verdict in EARNING for i, item in enumerate(items) if i not in left_out)
        with_points = {i for i, decision in decided.items() if decision.kind is DecisionKind.POINTS}
        items = [
            item
            if i in with_points | left_out  # these points stay
            else replace(item, score=max(item.score, share) if earns else ZERO)
            for i, item in enumerate(items)
        ]
    return replace(after, items=tuple(items), points=after.points - share * len(left_out))


def _decided_item(part: Part, item: Mark, decision: Decision, share: Fraction) -> Mark:
    """Return the mark of an item with a decision applied; `share` is the points of the item."""
    if decision.kind is DecisionKind.CRITERIA and part.written:
        score = part.written.score(part.points, decision.value.split())
        earned = Verdict.RIGHT if score == part.points else Verdict.PARTLY_RIGHT
        note = criteria_note(decision.value, decision.reason)
        return Mark(item.raw, earned if score else Verdict.WRONG, note, score)
    slug = RIGHT_FOR_EVERYBODY if decision.target.student == EVERYBODY else DECIDED.slug
    if decision.kind is DecisionKind.LEFT_OUT:
        slug = LEFT_OUT
    note = Note(f"{slug}:", f" {decision.reason}") if decision.reason else Note(slug)
    if decision.kind is DecisionKind.LEFT_OUT:
        verdict = Verdict.BLANK if item.verdict is Verdict.UNREADABLE else item.verdict  # nobody has to read it
        return Mark(item.raw, verdict, note, ZERO)
    if decision.kind is DecisionKind.VALUE:
        is_no_percentage = item.note == AS_PERCENTAGE  # the teacher decides that the number is no percentage
        return replace(item, note=note, verdict=Verdict.WRONG if is_no_percentage else item.verdict)
    points = min(decision.points, share)
    if decision.kind is DecisionKind.POINTS and points:  # a right answer stays right unless it earns fewer points
        is_right = points == share or (item.verdict is Verdict.RIGHT and points >= item.score)
        return Mark(item.raw, Verdict.RIGHT if is_right else Verdict.PARTLY_RIGHT, note, points)
    is_right = decision.kind not in (DecisionKind.WRONG, DecisionKind.POINTS) and share > 0
    return Mark(item.raw, Verdict.RIGHT if is_right else Verdict.WRONG, note, share if is_right else ZERO)


def settled_items(exam: Exam, decisions: Iterable[Decision]) -> tuple[SettledItem, ...]:
    """Return the items of an exam that decisions settle for all students."""
    return tuple(
        SettledItem(
            decision.target.item,
            str(decision.kind),
            decision.reason,
            part.points / part.count if decision.kind is DecisionKind.LEFT_OUT else ZERO,
        )
        for decision in decisions
        if decision.target.student == EVERYBODY and item_problem(decision.target.item, exam) is None
        for part in [exam.part_of(decision.target.item)]
    )


def with_acknowledged(paper: Paper, decisions: Mapping[str, Decision]) -> Paper:
    """Return the paper with acknowledged flags settled, and shown to the student if the teacher decided so.

    A flag with another detail, such as another seed, or about another file, stays open, and the paper is flagged
    "decision-outdated:answers-of-seed-17".
    """
    acknowledged = _acknowledgements(decisions)
    settled = {flag_name(flag) for flag in paper.flags if _acknowledgement(flag, acknowledged)}
    unseen = [flag for flag in paper.flags if flag_name(flag) not in settled]
    open_slugs = {flag.slug for flag in unseen if flag.needs_teacher or flag.slug == LATE.slug}
    others = filter(None, (flag_named(name) for name in acknowledged if name not in settled))
    outdated = [DECISION_OUTDATED(flag_name(flag)) for flag in others if flag.slug in open_slugs]
    return replace(paper, flags=with_acknowledged_flags((*paper.flags, *outdated), decisions))


def with_acknowledged_flags(flags: Iterable[Flag], decisions: Mapping[str, Decision]) -> tuple[Flag, ...]:
    """Return the flags, with those that decisions acknowledge, as `decisions_of` returns them, marked as settled."""
    acknowledged = _acknowledgements(decisions)
    return tuple(
        flag.acknowledged(is_shown=override.value == SHOWN_TO_STUDENT, reason=override.reason, is_zero=override.is_zero)
        if (override := _acknowledgement(flag, acknowledged))
        else flag
        for flag in flags
    )


def _acknowledgement(flag: Flag, acknowledged: Mapping[str, Decision]) -> Decision | None:
    """Return the acknowledgement of a flag; None if there is none, or if it is about another file."""
    decision = acknowledged.get(flag_name(flag))
    return decision if decision and decision.target.answer in ("", flag.file) else None


def _acknowledgements(decisions: Mapping[str, Decision]) -> dict[str, Decision]:
    """Return the decisions that acknowledge flags, by the name of the flag; an absence may count as zero."""
    return {
        name: decision
        for name, decision in decisions.items()
        if decision.kind is DecisionKind.ACKNOWLEDGED or (name == NO_PAPER.slug and decision.is_zero)
    }


def incorrect_items(part: Part, items: Iterable[str], papers: Iterable[Paper]) -> tuple[str, ...]:
    """Return the items of a part, other than `items` ("7c.1"), because of which it earns nothing in some papers.

    They are items of a part marked all or nothing that are not right; for other parts the result is ().
    """
    if not part.all_or_nothing:
        return ()
    excluded, papers = set(items), tuple(papers)
    return tuple(
        name
        for at, name in enumerate(part.item_names)
        if name not in excluded and any(paper.parts[part.id].items[at].verdict not in EARNING for paper in papers)
    )


def granted_seed(decisions: Mapping[str, Decision], file: str) -> int | None:
    """Return the seed that decisions grant to a paper of a student; None if there is none.

    `file` is the file of the paper, as `file_target` names it. A decision of earlier versions of corrige names no file,
    and grants its seed to all papers of the student.
    """
    decision = decisions.get(SEED)
    return seed_from_text(decision.value) if decision and decision.target.answer in ("", file) else None


def with_mark(
    paper: Paper, rules: MarkRules, decisions: Mapping[str, Decision], minutes: int, total: Fraction | None = None
) -> Paper:
    """Return a paper with its mark from points, rules and decisions, and a flag if the teacher granted a seed.

    The paper has no separate mark if no rule, added point or scale applies. `minutes` is the lateness, which does not
    count if it is excused. `total` is the most points of the class, to which the mark of a paper with another total is
    scaled: one with an item that is left out for other students.
    """
    if SEED in decisions:
        granted = decisions[SEED]
        shown = MARKED_BY(granted.value.strip()).acknowledged(is_shown=True, reason=granted.reason)
        paper = replace(paper, flags=(*(flag for flag in paper.flags if flag.slug != U0_CHANGED.slug), shown))
    bonus = decisions.get(BONUS)
    points = (bonus_from_text(bonus.value) if bonus else None) or ZERO
    is_scaled = total is not None and paper.points != total
    if paper.u0 is None or (rules == AS_POINTS and not points and not is_scaled):
        return paper
    if is_scaled and rules.out_of is None:
        rules = replace(rules, out_of=total)
    is_excused = any(flag.slug == LATE.slug and flag.is_acknowledged for flag in paper.flags)
    late, why = 0 if is_excused else minutes, bonus.reason if bonus else ""
    return replace(paper, mark=whole_mark(paper.score, paper.points, rules, points, why, late))


def whole_mark(
    points: Fraction, total: Fraction, rules: MarkRules, bonus: Fraction, why: str, minutes: int
) -> WholeMark:
    """Return the mark of a paper with `points` out of `total` that came `minutes` late.

    The points are scaled, the bonus is added and the lateness subtracted; the result is rounded, and kept within the
    limits. `why` is the reason of the bonus.
    """
    out_of = total if rules.out_of is None else rules.out_of
    scaled = points * out_of / total if total else ZERO
    late = rules.late.of(minutes)
    mark = scaled + bonus - late
    rounded = floor(mark / rules.step + Fraction(1, 2)) * rules.step if rules.step else mark
    value = min(max(rounded, min(rules.least, out_of)), out_of)
    return WholeMark(points, total, out_of, scaled, bonus, why, late, rounded, value)
