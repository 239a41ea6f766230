"""The marking tab: a person marks the written answers to a part by criteria, without seeing the students' names."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from time import time

from starlette.requests import Request
from starlette.responses import Response

from answers.classroom.by_hand import (
    AnswerGroup,
    WrittenAnswers,
    add_second_mark,
    change_criteria,
    claim_first,
    claims_of_others,
    criteria_decisions,
    criteria_from_text,
    criteria_moves,
)
from answers.classroom.decisions import (
    MAX_REASON,
    Decision,
    DecisionKind,
    Override,
    active_class_decisions,
    decisions_about_targets,
    points_from_text,
    record_decisions,
)
from answers.classroom.folder import PATIENCE, locked
from answers.classroom.marks import other_seeds
from answers.classroom.scans import ScannedBox
from answers.errors import CorrigeError
from answers.exam.question import Part
from answers.exam.scenario import Scenario
from answers.sheets.booklet import worked_solution
from answers.sheets.subject import has_subject
from answers.sheets.view import criterion_views, points_text, question_view
from answers.web.common.pages import outdated
from answers.web.desk.common import list_field, next_location, render_page, text_field
from answers.web.desk.desk import ClassSnapshot, ReviewSession
from answers.web.sitting.plan import safe, served_html


def page(session: ReviewSession, request: Request) -> Response:
    """Show the answer of the group `group` to the part `item`, both query parameters, with the criteria of the part.

    Without a part, show a table of all parts with written answers. CorrigeError if there is no such group.
    """
    snapshot, written = session.snapshot(), _written(session)
    name = request.query_params.get("item", "").partition(".")[0]
    parts = [part for part in snapshot.class_data.exam.parts if part.written]
    if name not in [part.id for part in parts]:
        rows = []
        for part in parts:
            both = written.groups(part), written.undecided(part)
            counts = (sum(len(group.answers) for group in some) for some in both)
            second = len(written.sample(part, session.author)), written.agreement(part)
            rows.append((part, *counts, *second, len(_ticked(session, part))))
        papers = len(written.submissions.counted)
        return render_page(session, snapshot, "marking", "desk/marking.html", rows=rows, papers=papers, group=None)
    part = snapshot.class_data.exam.part(name)
    groups, active = written.groups(part), written.active
    at = next((at for at, group in enumerate(groups) if group.name == request.query_params.get("group")), None)
    if at is None:
        raise CorrigeError.single(
            "this answer no longer exists: the paper was replaced or set aside", remedy="go back to the list of parts"
        )
    group, decision = groups[at], written.decision(groups[at])
    made = [known for known in reversed(tuple(active.values())) if known.kind is DecisionKind.CRITERIA]
    made.sort(key=lambda known: known.target.item != group.item)  # comments on other parts come last
    comments = dict.fromkeys(known.reason for known in made if known.reason)
    is_second = "second" in request.query_params  # a second marker must not see the decision of the first
    override = decision if not is_second else None
    box = snapshot.boxes.get((group.answers[0].student, group.item)) if group.answers[0].is_on_paper else None
    return render_page(
        session,
        snapshot,
        "marking",
        "desk/marking.html",
        rows=(),
        part=part,
        group=group,
        is_claimed=group.name in claims_of_others(session.folder, session.marker, time()),
        before=groups[at - 1].name if at else "",
        after=groups[at + 1].name if at + 1 < len(groups) else "",
        done=sum(written.decision(known) is not None for known in groups),
        of=len(groups),
        picture=f"/crop/{box.digest}" if box else "",
        shown=[[answer.student, _time(active.get((answer.student, answer.item)))] for answer in group.answers],
        slugs=[criterion.slug for criterion in part.criteria],
        criteria=criterion_views(part, session.lang, override.value.split() if override else ()),
        decided=override,
        comment=override.reason if override else "",
        comments=[] if is_second else list(comments),
        is_second=is_second,
        **_beside(session, snapshot, part, group),
    )


def _beside(session: ReviewSession, snapshot: ClassSnapshot, part: Part, group: AnswerGroup) -> dict[str, object]:
    """Return what the page shows beside an answer, for the student's seed: question, right answers, worked solution."""
    exam, lang = snapshot.class_data.exam, session.lang
    key = snapshot.key_of(Scenario(group.answers[0].u0))
    question, words = exam.question_and_part(part.id)[0], exam.words(lang)
    view = question_view(exam, question, words, key.params, key)
    right = [
        (own.id, bool(own.written), "; ".join(own.kind.format(value, lang) for value in key.answers[own.id]))
        for own in question.parts
    ]
    worked = worked_solution(exam, key, question, lang) if has_subject(exam) else ""
    return {
        "u0": key.u0,
        "prompt": safe(served_html(str(view.prompt))),
        "drawing": safe(served_html(view.drawing or "")),
        "right": [row for row in right if row[-1]],
        "worked": safe(served_html(worked)),
    }


def start(session: ReviewSession, _: Request, data: Mapping[str, object]) -> Response:
    """Claim the next unmarked answer to a part for this session, and send the browser to it.

    A second marker (field `second`) gets the next answer of the sample that is marked twice.
    """
    return _next(session, _part(session, data), is_second=bool(data.get("second")))


def keep(session: ReviewSession, _: Request, data: Mapping[str, object]) -> Response:
    """Save the criteria chosen for a group of equal answers, and send the browser to the next unmarked answer.

    Instead of criteria, `choice` may be "none" (no criterion applies) or "later" (nothing is saved). CorrigeError if
    nothing is chosen, or if the answers have changed since they were shown.
    """
    part, name, is_second = _part(session, data), text_field(data, "group"), bool(data.get("second"))
    if data.get("choice") == "later":
        session.later_groups.add(name)
        return next_location("/marking") if is_second else _next(session, part)
    chosen, comment = list(map(str, list_field(data, "criteria"))), text_field(data, "comment", MAX_REASON)
    if data.get("choice") == "none":
        chosen = []
    elif not chosen:
        raise CorrigeError.single(
            "no criterion is chosen, so the answer was not marked",
            remedy="press the keys of the criteria that apply, or 0 if none applies",
        )
    group = next((group for group in _written(session).groups(part) if group.name == name), None)
    rows = (row for row in list_field(data, "shown") if isinstance(row, list) and len(row) == 2)
    shown = {(str(student), f"{part.id}.1"): str(time) for student, time in rows}
    if group is None or shown.keys() != {(answer.student, answer.item) for answer in group.answers}:
        raise outdated("the answers have changed since they were shown to you, so nothing was saved")
    decisions = criteria_decisions(part, group, chosen, comment, session.author, session.actions.new_time())
    with session.unchanged():
        if is_second:
            add_second_mark(session.folder, decisions)
        else:
            class_data = session.snapshot().class_data
            seeds = other_seeds(session.submissions(), active_class_decisions(class_data))
            record_decisions(class_data, decisions, shown, other_seeds=seeds)
    session.record_work("marking", 1)
    return _next(session, part, is_second=is_second)


def _ticked(session: ReviewSession, part: Part) -> list[tuple[AnswerGroup, ScannedBox]]:
    """Return the answers to a part that are not marked at the desk, but have points ticked by pen above their box."""
    boxes = (
        (group, session.snapshot().boxes.get((group.answers[0].student, group.item)))
        for group in _written(session).undecided(part)
    )
    return [(group, box) for group, box in boxes if box is not None and points_from_text(box.ticked) is not None]


def strips_page(session: ReviewSession, request: Request) -> Response:
    """Show answers whose points were ticked by pen on the sheet, each with its picture and the points that were read.

    The teacher compares both, and then takes the points over (`take_strips`).
    """
    part = _part(session, request.query_params)
    rows = [
        (f"/crop/{box.digest}", points_text(Fraction(box.ticked), session.lang), [group.name, box.ticked])
        for group, box in _ticked(session, part)
    ]
    return render_page(session, session.snapshot(), "marking", "desk/strips.html", part=part, strips=rows)


def take_strips(session: ReviewSession, _: Request, data: Mapping[str, object]) -> Response:
    """Save the points ticked by pen as marks of the answers that the page showed, except those marked meanwhile."""
    part, now = _part(session, data), session.actions.new_time()
    shown = {tuple(map(str, row)) for row in list_field(data, "shown") if isinstance(row, list)}
    class_data = session.snapshot().class_data
    active = active_class_decisions(class_data)
    decisions = [
        decision
        for group, box in _ticked(session, part)
        if (group.name, box.ticked) in shown
        for decision in decisions_about_targets(
            [answer.target for answer in group.answers],
            Override(DecisionKind.POINTS, box.ticked, "", session.author, now),
        )
    ]
    keys = [decision.target.key for decision in decisions]
    with session.unchanged():
        seeds = other_seeds(session.submissions(), active)
        record_decisions(class_data, decisions, {key: _time(active.get(key)) for key in keys}, other_seeds=seeds)
    return next_location("/marking")


def criteria_page(session: ReviewSession, request: Request) -> Response:
    """Show the proposed criteria of a written answer with the marks they would change, else those in force."""
    part = _part(session, request.query_params)
    in_force, proposed = session.proposed.get(part.id, (_digest(part), None))
    marked = session.marked() if proposed else None
    kind = part.written
    assert kind is not None
    most = replace(kind, criteria=proposed).most(part.points) if proposed else part.points
    return render_page(
        session,
        session.snapshot(),
        "marking",
        "desk/criteria.html",
        part=part,
        criteria=proposed or part.criteria,
        in_force=in_force,
        is_proposed=proposed is not None,
        moves=criteria_moves(marked, part, proposed) if marked and proposed else (),
        most=most,
    )


def change(session: ReviewSession, _: Request, data: Mapping[str, object]) -> Response:
    """Propose changed criteria for a part, put the proposed criteria in force, or drop the proposal.

    The field `choice` is "drop", or "keep", which has effect only if the criteria sent are those proposed before;
    otherwise the criteria sent become the proposal, and the page shows its effect on the marks. CorrigeError if other
    criteria are in force than when the page was loaded (field `in_force`); the proposal is then dropped.
    """
    with locked(session.folder, PATIENCE):
        part = _part(session, data)
        path = f"/marking/criteria?item={part.id}"
        if data.get("choice") == "drop":
            session.proposed.pop(part.id, None)
            return next_location(path)
        in_force = _digest(part)
        if data.get("in_force") != in_force:
            session.proposed.pop(part.id, None)
            raise outdated("the criteria have changed since they were shown to you, so nothing was saved")
        texts = {
            slug: (text_field(data, f"points-{slug}"), text_field(data, f"fr-{slug}"), text_field(data, f"en-{slug}"))
            for slug in (criterion.slug for criterion in part.criteria)
        }
        criteria = criteria_from_text(part, texts)
        if data.get("choice") == "keep" and session.proposed.get(part.id) == (in_force, criteria):
            change_criteria(session.folder, part, criteria, session.author, session.actions.new_time())
            del session.proposed[part.id]
            return next_location("/marking")
        session.proposed[part.id] = in_force, criteria
        return next_location(path)


def _digest(part: Part) -> str:
    """Return a digest of the criteria of a part that are in force."""
    return sha256(repr(part.criteria).encode()).hexdigest()[:16]


def _next(session: ReviewSession, part: Part, *, is_second: bool = False) -> Response:
    """Claim the next answer that is neither marked nor claimed, and send the browser to it; put-off answers come last.

    If others have claimed all, the first is shown with a remark, since a desk that was killed keeps its claim for a
    while.
    """
    if is_second:
        left = _written(session).sample(part, session.author)
        return next_location(f"/marking?item={part.id}&group={left[0].name}&second=1" if left else "/marking")
    undecided = [group.name for group in _written(session).undecided(part)]
    undecided.sort(key=lambda name: name in session.later_groups)
    name = claim_first(session.folder, undecided, session.marker, time()) or next(iter(undecided), None)
    return next_location(f"/marking?item={part.id}&group={name}" if name else "/marking")


def _part(session: ReviewSession, data: Mapping[str, object]) -> Part:
    """Return the part that the field `item` of a request names; CorrigeError if it is not marked by hand."""
    part = session.snapshot().class_data.exam.part(text_field(data, "item"))
    if not part.written:
        raise CorrigeError.single("this part is not marked by hand", remedy="go back to the list of parts")
    return part


def _written(session: ReviewSession) -> WrittenAnswers:
    class_data = session.snapshot().class_data
    return WrittenAnswers(class_data, session.submissions(), active_class_decisions(class_data))


def _time(decision: Decision | None) -> str:
    return decision.time if decision else ""
