"""The tabs of review and papers: a teacher decides open cases and flags, and single answers of a paper.

The decisions are the same as those of `class decide` on the command line.
"""

from collections import Counter
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from answers.assets import shared_words
from answers.classroom.decision_targets import decisions_about, override_decisions
from answers.classroom.decisions import (
    EVERYBODY,
    MAX_REASON,
    SHOWN_TO_STUDENT,
    DecisionKind,
    DecisionTarget,
    Override,
    decided_answer,
    item_problem,
    load_decisions,
    record_decisions,
)
from answers.classroom.folder import PATIENCE, locked, open_class
from answers.classroom.ingest import scan_pages
from answers.classroom.marks import MarkedClass, mark_submissions, other_seeds, write_marks
from answers.classroom.overrides import incorrect_items
from answers.classroom.review import OpenFlag, ReviewCase
from answers.classroom.review import review as look_over
from answers.classroom.submission_set import load_submissions
from answers.errors import CorrigeError
from answers.exam.exam import Exam
from answers.exam.scenario import Scenario
from answers.executors.workers import workers
from answers.exports.formats import MARKS_FILES
from answers.flags import flag_named
from answers.messages import Message
from answers.paper import Verdict
from answers.sheets.view import verdict_text
from answers.web.common.pages import outdated
from answers.web.desk.common import label, list_field, next_location, number_in, render_page, text_field
from answers.web.desk.desk import ReviewSession

CHOICES = {str(kind): kind for kind in DecisionKind if kind is not DecisionKind.CRITERIA} | {
    SHOWN_TO_STUDENT: DecisionKind.ACKNOWLEDGED
}


def next_case(session: ReviewSession, request: Request) -> Response:
    """Show the case to examine whose index is the query parameter `at`, the first case without an index."""
    snapshot, marked = session.snapshot(), session.marked()
    todo = _todo(marked)
    session.to_review = len(todo)
    at = (number_in(request.query_params.get("at", "0")) or 0) % len(todo) if todo else 0
    open_case = todo[at] if todo else None
    template, values = "desk/flag.html" if open_case else "desk/review.html", dict[str, object]()
    if isinstance(open_case, ReviewCase):
        boxes = [snapshot.boxes.get((target.student, target.item)) for target in open_case.targets]
        u0 = snapshot.enrollments[open_case.students[0]].u0
        template, values["label"] = "desk/case.html", label(snapshot, open_case.items[0], session.lang, u0)
        values["pictures"] = [f"/crop/{box.digest}" if box else "" for box in boxes]
    values |= {"at": at, "todo": len(todo), "marked": marked, "decided": len(marked.log.decisions)}
    return render_page(session, snapshot, "review", template, **values, open_case=open_case)


def count(session: ReviewSession, _: Request) -> Response:
    """Mark the class, and respond with the number of cases to examine, answers and flags together."""
    session.to_review = len(_todo(session.marked()))
    return JSONResponse({"review": session.to_review})


def _todo(marked: MarkedClass) -> list[ReviewCase | OpenFlag]:
    waiting = look_over(marked)
    return [*waiting.cases, *waiting.flags]


def decide(session: ReviewSession, __: Request, data: Mapping[str, object]) -> Response:
    """Save a decision of the teacher on answers or flags.

    CorrigeError if none is chosen, or if somebody has decided about a target, or an answer has changed, since it was
    shown.
    """
    choice, _, value = text_field(data, "choice").partition(":")
    kind = CHOICES.get(choice)
    if kind is None:
        raise CorrigeError.single(
            "no possible decision was chosen, so nothing was saved",
            remedy="press one of the keys shown on the page",
        )
    if kind in (DecisionKind.VALUE, DecisionKind.POINTS):
        value = value or text_field(data, str(kind))
        if not value:
            raise CorrigeError.single(
                "the decision needs a value or points, but nothing was typed, so nothing was saved",
                remedy="type the answer or the points first",
            )
    else:
        value = SHOWN_TO_STUDENT if data["choice"] == SHOWN_TO_STUDENT else ""
    override = Override(kind, value, text_field(data, "reason", MAX_REASON), session.author, session.actions.new_time())
    marked = session.marked()
    targets = _targets(data, marked.class_data.exam)
    with locked(session.folder, PATIENCE):
        since = load_decisions(marked.class_data).decisions[number_in(text_field(data, "decided")) or 0 :]
        where = {key for target in targets for key in (target.key, (EVERYBODY, target.item))}
        others = [decision for decision in since if decision.target.key in where]
        if others or not targets:
            cause = Message("none of the decisions on the page was chosen, so nothing was saved")
            if others:
                author = others[-1].author
                cause = Message("{person} decided this case after it was shown to you", person=author)
            raise CorrigeError.single(
                cause, remedy="look at the case again: the stored decision is shown now; yours was not saved"
            )
        if data.get("one"):  # a single answer, decided as `class decide` does
            target = targets[0]
            row, (part, position) = marked.gradebook.row_of(target.student), session.snapshot().part(target.item)
            submissions = marked.marking.submissions
            if row and row.paper:
                raw, paper_now = row.paper.parts[part.id].items[position].raw, submissions.versions[target.student][-1]
                if decided_answer(paper_now.submission, target.item, raw) != target.answer:
                    raise outdated("the answer has changed since it was shown, so nothing was saved")
            decisions = decisions_about(submissions, marked.gradebook, target.student, target.item, override)
        else:
            decisions = override_decisions(targets, override, marked.class_data.exam)
        seeds = other_seeds(marked.marking.submissions, marked.active)
        record_decisions(marked.class_data, decisions, other_seeds=seeds)
    session.record_work("review", 1)
    return next_location(text_field(data, "next") or "/review")


def _targets(data: Mapping[str, object], exam: Exam) -> list[DecisionTarget]:
    """Return the targets of a decision that a page sent: items of a part, one item if the page shows one, or a flag."""
    rows = (row for row in list_field(data, "targets") if isinstance(row, list) and len(row) == 3)
    targets = [DecisionTarget(*map(str, row)) for row in rows]
    items = dict.fromkeys(target.item for target in targets)
    are_flags = all(flag_named(item) for item in items)
    if problems := [problem for item in items if not are_flags and (problem := item_problem(item, exam))]:
        raise CorrigeError(problems)
    subjects = items if are_flags else {item.partition(".")[0] for item in items}
    if len(subjects) > 1 or (data.get("one") and len(targets) > 1):
        raise outdated("the page sent several decisions at once, so nothing was saved")
    return targets


def paper(session: ReviewSession, request: Request) -> Response:
    """Show a student's marked paper, with the text, verdict and points of every item; without one, all students."""
    snapshot, marked = session.snapshot(), session.marked()
    row = marked.gradebook.row_of(request.query_params.get("student", ""))
    written = str(shared_words(session.lang)["desk"]["marked"]).format(folder=session.folder, count=session.written)
    return render_page(
        session,
        snapshot,
        "papers",
        "desk/paper.html",
        rows=marked.gradebook.rows,
        row=row,
        written="" if session.written is None else written,
        boxes=snapshot.boxes,
        unread=lambda row: Counter(verdict_text(mark, session.lang) for _, mark in row.unread),
    )


def answer(session: ReviewSession, request: Request) -> Response:
    """Show one answer of a student, with all decisions that are possible; CorrigeError without a marked paper."""
    snapshot, marked = session.snapshot(), session.marked()
    row = marked.gradebook.row_of(request.query_params.get("student", ""))
    part, position = snapshot.part(item := request.query_params.get("item", ""))
    if row is None or row.paper is None or row.paper.u0 is None:
        raise CorrigeError.single("this student has no marked paper", remedy="go back to the list of papers")
    decision, versions = marked.active.get((row.student.id, item)), marked.marking.submissions.versions
    box, mark = snapshot.boxes.get((row.student.id, item)), row.paper.parts[part.id].items[position]
    return render_page(
        session,
        snapshot,
        "papers",
        "desk/answer.html",
        row=row,
        item=item,
        mark=mark,
        written=decided_answer(versions[row.student.id][-1].submission, item, mark.raw),
        lacking=incorrect_items(part, [item], [row.paper]) if mark.verdict is Verdict.RIGHT and not mark.score else (),
        is_accepted=box is not None and mark.raw == snapshot.right_as_written(box),
        right=part.kind.format(
            snapshot.key_of(Scenario(row.paper.u0)).answers[part.id][position], marked.class_data.settings.lang
        ),
        share=row.paper.parts[part.id].share(position),
        held=decision.text_with_reason if decision else "",
        picture=f"/crop/{box.digest}" if box else "",
        label=label(snapshot, item, session.lang, row.paper.u0),
        decided=len(marked.log.decisions),
    )


def write(session: ReviewSession, _: Request, __: Mapping[str, object]) -> Response:
    """Write marks, gradebook and feedback into the class folder, as `class grade` does, and show the papers."""
    with locked(session.folder, PATIENCE), workers(session.engine) as parallel_map:
        class_data = open_class(session.folder)  # with the lock, so that no decision of another program is missing
        scan_pages(class_data)
        marked = mark_submissions(class_data, load_submissions(class_data), parallel_map)
        session.written = len(write_marks(class_data, marked.gradebook, parallel_map)) - len(MARKS_FILES)
    return next_location("/papers")
