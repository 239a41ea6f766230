"""Contact sheet: one item over the class, each crop beside its student's right value; one key takes all but some."""

from collections.abc import Mapping
from dataclasses import replace

from starlette.requests import Request
from starlette.responses import Response

from answers.classroom.readings import CROSSED, add_readings
from answers.classroom.scans import ScannedBox
from answers.errors import CorrigeError
from answers.sheets.view import precision_text
from answers.web.desk.alike import disagreement
from answers.web.desk.desk import Desk, crop_of
from answers.web.desk.frame import gone_on, labels, readings_of, room, seen, shown, told_back

MOST = 60
"""Crops on a sheet."""
LETTERS = "abeijkmoqrstvwyz"
"""Keys that do nothing else on a sheet."""


def sheet(desk: Desk, request: Request) -> Response:
    """Show the next item of which something is undecided, or the one that is asked for."""
    look = desk.look()
    todo: dict[str, list[ScannedBox]] = {}
    for box in look.waiting:
        if not look.is_crossed(box):
            todo.setdefault(box.item, []).append(box)
    item = request.query_params.get("item") or next(iter(todo), "")
    by_length = sorted(todo.get(item, ()), key=lambda box: round(disagreement(box, look.right(box))))
    boxes = shown(look, by_length)
    values: dict[str, object] = {"item": item, "items": {name: len(inside) for name, inside in todo.items()}}
    if not boxes:
        return room(desk, look, "contact", "desk/nothing.html", **values)
    empties = [  # no ink was found there, and nobody has said anything of it
        box for where, box in look.boxes.items() if box.item == item and not box.ink and where not in look.held
    ]
    asked, own = labels(look, item, [one.box.student for one in boxes[:MOST]], desk.lang)
    return room(
        desk,
        look,
        "contact",
        "desk/contact.html",
        **values,
        boxes=[*zip(signs(len(boxes[:MOST])), boxes, strict=False)],
        more=max(len(boxes) - MOST, 0),
        empties=shown(look, empties),
        asked=asked,
        own=own,
        precision=precision_text(look.part(item)[0], desk.lang),
        is_open=look.part(item)[0].is_open,
    )


def signs(count: int) -> list[str]:
    """Return what is typed to cross each of so many boxes: a letter for the last ones, which are crossed most."""
    last = LETTERS[:count]
    return [*(f"{number:02}" for number in range(1, count - len(last) + 1)), *last]


def take(desk: Desk, _: Request, said: Mapping[str, object]) -> Response:
    """Take what was shown as right, and empty boxes as empty; what was crossed is for the reading room."""
    look, when = desk.look(), desk.now()
    boxes, empties = told_back(look, said.get("shown")), told_back(look, said.get("empty"))
    crosses = told_back(look, said.get("crossed"))
    crossed = {crop_of(box) for box, _ in crosses}
    right = [look.right_as_written(box) for box, _ in boxes]
    if not all(right):
        raise CorrigeError.one("the student has no u₀, hence no right value", remedy="give seeds: corrige class seeds")
    both = zip([*boxes, *empties], [*right, *("" for _ in empties)], strict=True)
    taken = [(one, text) for one, text in both if crop_of(one[0]) not in crossed]
    waiting = readings_of(desk, [(box, "") for box, _ in crosses], when)
    told = readings_of(desk, [(box, text) for (box, _), text in taken], when)
    told += [replace(one, crop=CROSSED + one.crop) for one in waiting]
    if told:
        add_readings(desk.folder, told, seen([*(one for one, _ in taken), *crosses]))
    desk.done("contact", len(boxes))
    return gone_on("/contact")
