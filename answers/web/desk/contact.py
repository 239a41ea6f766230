"""The contact sheet: the scanned boxes of one item for the whole class, each beside the right value for its student.

The person crosses the boxes that contain something else, and one key accepts all others as right.
"""

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from answers.classroom.scans import ScannedBox
from answers.errors import CorrigeError
from answers.sheets.view import precision_text
from answers.web.desk.alike import disagreement
from answers.web.desk.common import boxes_from_form, labels, next_location, render_page, save_readings, shown
from answers.web.desk.desk import ReviewSession, crop_of

MOST = 60
"""Maximum number of boxes on a page."""
LETTERS = "abeijkmoqrstvwyz"
"""Letters of the keyboard that have no other function on this page."""


def sheet(session: ReviewSession, request: Request) -> Response:
    """Show the contact sheet of the requested item, or of the next item with boxes to read."""
    snapshot = session.snapshot()
    todo: dict[str, list[ScannedBox]] = {}
    for box in snapshot.waiting:
        if not snapshot.is_crossed(box):
            todo.setdefault(box.item, []).append(box)
    item = request.query_params.get("item") or next(iter(todo), "")
    by_length = sorted(todo.get(item, ()), key=lambda box: round(disagreement(box, snapshot.right(box))))
    boxes = shown(snapshot, by_length)
    values: dict[str, object] = {"item": item, "items": {name: len(inside) for name, inside in todo.items()}}
    if not boxes:
        return render_page(session, snapshot, "contact", "desk/nothing.html", **values)
    empties = [  # boxes without ink and without a transcription
        box
        for where, box in snapshot.boxes.items()
        if box.item == item and not box.ink and where not in snapshot.active_transcriptions
    ]
    item_label, own = labels(snapshot, item, [shown_box.box.student for shown_box in boxes[:MOST]], session.lang)
    return render_page(
        session,
        snapshot,
        "contact",
        "desk/contact.html",
        **values,
        boxes=[*zip(signs(len(boxes[:MOST])), boxes, strict=False)],
        more=max(len(boxes) - MOST, 0),
        empties=shown(snapshot, empties),
        item_label=item_label,
        own=own,
        precision=precision_text(snapshot.part(item)[0], session.lang),
        is_open=snapshot.part(item)[0].is_open,
    )


def signs(count: int) -> list[str]:
    """Return for each of `count` boxes the sign to type to cross it: two digits, or a letter for the last ones."""
    last = LETTERS[:count]
    return [*(f"{number:02}" for number in range(1, count - len(last) + 1)), *last]


def take(session: ReviewSession, _: Request, data: Mapping[str, object]) -> Response:
    """Save the right value as transcription of each shown box, "" if the box has no ink, and a cross if it is crossed.

    Crossed boxes are then read in the reading tab. CorrigeError if a student has no u₀, hence no right value.
    """
    snapshot = session.snapshot()
    boxes, empties = boxes_from_form(snapshot, data.get("shown")), boxes_from_form(snapshot, data.get("empty"))
    crosses = boxes_from_form(snapshot, data.get("crossed"))
    crossed = {crop_of(box) for box, _ in crosses}
    right = [snapshot.right_as_written(box) for box, _ in boxes]
    if not all(right):
        raise CorrigeError.single(
            "a student on the page of answers has no u₀, so the right answer cannot be computed",
            remedy="draw a u₀ for this student: corrige class seeds",
        )
    both = zip([*boxes, *empties], [*right, *("" for _ in empties)], strict=True)
    accepted = [(box, times, text) for (box, times), text in both if crop_of(box) not in crossed]
    save_readings(session, accepted, crosses)
    session.record_work("contact", len(boxes))
    return next_location("/contact")
