"""Review: what needs a person, case by case, and any answer of any paper, on the same decisions as the command line."""

from collections import Counter
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from answers.assets import shared_words
from answers.classroom.decide import lacking
from answers.classroom.decisions import MAX_REASON, TOLD, Kind, Ruling, Target
from answers.classroom.decisions_file import holding_decisions, record, taken_decisions
from answers.classroom.folder import locked
from answers.classroom.marks import Marked, write_marks
from answers.classroom.readings import PATIENCE
from answers.classroom.review import Case, OpenFlag
from answers.classroom.review import review as look_over
from answers.classroom.targets import decisions_about, ruled
from answers.errors import CorrigeError
from answers.exam.scenario import Scenario
from answers.executors.workers import workers
from answers.exports.exports import EXPORTS
from answers.exports.gradebook import Row
from answers.messages import Message
from answers.paper import Verdict
from answers.sheets.view import points_text, verdict_plainly, verdict_told
from answers.web.desk.desk import Desk
from answers.web.desk.frame import gone_on, label, room, text_in

CHOICES = {str(kind): kind for kind in Kind} | {TOLD: Kind.SEEN}


def next_case(desk: Desk, request: Request) -> Response:
    """Show what needs a person: one case or flag, the next after the one that is asked for."""
    look, marked = desk.look(), desk.marked()
    todo = _todo(marked)
    desk.to_review = len(todo)
    asked = request.query_params.get("at", "0")
    at = int(asked) % len(todo) if asked.isdecimal() and todo else 0
    values: dict[str, object] = {
        "at": at,
        "todo": len(todo),
        "marked": marked,
        "decided": len(taken_decisions(marked.cohort).decisions),
        "points": lambda value: points_text(value, desk.lang),
    }
    if not todo:
        return room(desk, look, "review", "desk/review.html", **values, one=None)
    one = todo[at]
    if isinstance(one, OpenFlag):
        return room(desk, look, "review", "desk/flag.html", **values, one=one)
    boxes = [look.boxes.get((target.student, target.item)) for target in one.targets]
    pictures = [f"/crop/{box.digest}" if box else "" for box in boxes]
    asked_of = look.pupils[one.students[0]].u0
    return room(
        desk,
        look,
        "review",
        "desk/case.html",
        **values,
        one=one,
        pictures=pictures,
        label=label(look, one.items[0], desk.lang, asked_of),
    )


def count(desk: Desk, _: Request) -> Response:
    """Tell how many cases and flags need a person, which takes as long as the class is marked."""
    desk.to_review = len(_todo(desk.marked()))
    return JSONResponse({"review": desk.to_review})


def _todo(marked: Marked) -> list[Case | OpenFlag]:
    waiting = look_over(marked.marking, marked.gradebook, holding_decisions(marked.cohort))
    return [*waiting.cases, *waiting.flags]


def decide(desk: Desk, __: Request, said: Mapping[str, object]) -> Response:
    """Keep what a person decides of answers or flags; refuse if somebody has decided of the same meanwhile."""
    choice, _, value = text_in(said, "choice").partition(":")
    kind = CHOICES.get(choice)
    if kind is None:
        raise CorrigeError.one("give one decision", remedy="press one of the keys shown")
    if kind in (Kind.VALUE, Kind.POINTS):
        value = value or text_in(said, str(kind))
        if not value:
            raise CorrigeError.one("give a value", remedy="type the answer first")
    else:
        value = TOLD if said["choice"] == TOLD else ""
    ruling = Ruling(kind, value, text_in(said, "reason", MAX_REASON), desk.author, desk.now())
    told = said.get("targets")
    found = told if isinstance(told, list) else []
    targets = [Target(*map(str, one)) for one in found if isinstance(one, list) and len(one) == 3]
    marked = desk.marked()
    with locked(desk.folder, PATIENCE):
        since = taken_decisions(marked.cohort).decisions[int(text_in(said, "decided") or 0) :]
        where = {target.where for target in targets}
        others = [one for one in since if one.target.where in where]
        if others or not targets:
            who = others[-1].ruling.author if others else ""
            cause = (
                Message("{who} has decided this case meanwhile", who=who) if others else Message("nothing was chosen")
            )
            raise CorrigeError.one(cause, remedy="look again: the stored decision is shown now; yours was not saved")
        if said.get("one"):  # one answer, as the command line takes it
            (target,) = targets
            received = marked.marking.received
            decisions = decisions_about(received, marked.gradebook, target.student, target.item, ruling)
        else:
            decisions = ruled(targets, ruling, marked.cohort.exam)
        record(marked.cohort, decisions)
    desk.done("review", 1)
    return gone_on(text_in(said, "next") or "/review")


def paper(desk: Desk, request: Request) -> Response:
    """Show the paper of a student: every item, what was written, its verdict, why, its points."""
    look, marked = desk.look(), desk.marked()
    row = _row(marked, request.query_params.get("student", ""))
    written = str(shared_words(desk.lang)["desk"]["marked"]).format(folder=desk.folder, count=desk.written)
    return room(
        desk,
        look,
        "papers",
        "desk/paper.html",
        rows=marked.gradebook.rows,
        row=row,
        written="" if desk.written is None else written,
        boxes=look.boxes,
        unread=lambda row: Counter(verdict_told(mark, desk.lang) for _, mark in row.unread),
        verdict=lambda mark: verdict_plainly(mark, marked.cohort.exam.words(desk.lang)),
        points=lambda value: points_text(value, desk.lang),
    )


def answer(desk: Desk, request: Request) -> Response:
    """Show one answer of one student, with everything that can be decided of it."""
    look, marked = desk.look(), desk.marked()
    row = _row(marked, request.query_params.get("student", ""))
    part, position = look.part(item := request.query_params.get("item", ""))
    if row is None or row.paper is None or row.paper.u0 is None:
        raise CorrigeError.one("there is no marked paper", remedy="go back to the papers")
    held = holding_decisions(marked.cohort).get((row.student.id, item))
    box, mark = look.boxes.get((row.student.id, item)), row.paper.parts[part.id].items[position]
    return room(
        desk,
        look,
        "papers",
        "desk/answer.html",
        row=row,
        item=item,
        mark=mark,
        lacking=lacking(part, [item], [row.paper]) if mark.verdict is Verdict.RIGHT and not mark.score else (),
        is_accepted=box is not None and mark.raw == look.right_as_written(box),
        right=part.kind.format(
            look.key_of(Scenario(row.paper.u0)).answers[part.id][position], marked.cohort.settings.lang
        ),
        share=part.points / part.count,
        held=held.ruling.words_with_reason if held else "",
        picture=f"/crop/{box.digest}" if box else "",
        label=label(look, item, desk.lang, row.paper.u0),
        decided=len(taken_decisions(marked.cohort).decisions),
        verdict=lambda mark: verdict_plainly(mark, marked.cohort.exam.words(desk.lang)),
        points=lambda value: points_text(value, desk.lang),
    )


def write(desk: Desk, _: Request, __: Mapping[str, object]) -> Response:
    """Write marks, gradebook and feedback, as `class grade` does, and show the papers."""
    marked = desk.marked()
    with locked(desk.folder, PATIENCE), workers(desk.engine) as spread:
        desk.written = len(write_marks(marked.cohort, marked.gradebook, spread)) - len(EXPORTS)
    return gone_on("/papers")


def _row(marked: Marked, student: str) -> Row | None:
    return next((row for row in marked.gradebook.rows if row.student.id == student), None)
