"""Reading: what is not the right value is typed as the student wrote it; its verdict and points appear at once."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from answers.assets import shared_words
from answers.classroom.readings import Reading, add_readings
from answers.classroom.scans import ScannedBox
from answers.errors import CorrigeError
from answers.flags import WAITS, Note
from answers.grading.mark import read_answer
from answers.kinds.numbers.format import format_decimal
from answers.kinds.reading import Blank, Unreadable
from answers.sheets.view import noted_plainly, points_text, verdict_told
from answers.web.desk.alike import alike
from answers.web.desk.desk import Desk, Look, crop_of
from answers.web.desk.frame import gone_on, label, readings_of, room, seen, shown, text_in, told_back

DIGITS: Final = 20
"""More than somebody writes: a decimal is shown as it was read."""


def next_group(desk: Desk, request: Request) -> Response:
    """Show what is to be read next, with the crops of the item that look like it; or a box that is asked for."""
    look = desk.look()
    asked = look.boxes.get((request.query_params.get("student", ""), request.query_params.get("item", "")))
    begun = {item for (_, item), word in look.held.items() if not word.is_cross}

    def rank(box: ScannedBox) -> tuple[bool, bool, bool]:
        """What was crossed first, then items of which something is read; what was left for later at the end."""
        return crop_of(box) in desk.later, not look.is_crossed(box), box.item not in begun

    queue = [asked] if asked else sorted(look.waiting, key=rank)
    if not queue:
        return room(desk, look, "reading", "desk/nothing.html", item="", items={})
    first = queue[0]
    others = [box for box in queue[1:] if box.item == first.item]
    group = [first, *(others[at] for at in alike(first, others))]
    held = look.held.get((first.student, first.item))
    return room(
        desk,
        look,
        "reading",
        "desk/reading.html",
        item=first.item,
        boxes=shown(look, group),
        label=label(look, first.item, desk.lang, look.pupils[first.student].u0),
        text=held.text if held and held.text != look.right_as_written(first) else "",
        back=f"/papers?{urlencode({'student': first.student})}" if asked else "",
    )


def try_text(desk: Desk, __: Request, said: Mapping[str, object]) -> Response:
    """Tell how a text would be read and marked in each box; nothing is kept."""
    look, text, tried = desk.look(), text_in(said, "text"), []
    lang, words = look.cohort.settings.lang, shared_words(desk.lang)
    for box, _ in _chosen(look, said):
        part, position = look.part(box.item)
        thought = Reading(box.student, box.item, text, crop=box.source)
        marks = look.tried(box.student, [thought], is_quick=bool(said.get("quick")))[part.id]
        mark, waits = marks.items[position], marks.items[position].note == WAITS
        reading = read_answer(part, tuple(item.raw for item in marks.items)).readings[position]
        if isinstance(reading, Blank):
            read = ""
        elif isinstance(reading, Unreadable):
            read = Note(reading.reason).told(desk.lang)
        elif isinstance(reading, Fraction) and "/" not in text:  # as it was typed, not as a fraction that it is too
            read = format_decimal(reading, lang, DIGITS)
        else:
            read = part.kind.format(reading, lang)
        note = mark.note if not waits and not isinstance(reading, Unreadable) else None
        points = f"{points_text(mark.score, desk.lang)} / {points_text(part.points / part.count, desk.lang)}"
        tried.append(
            {
                "crop": box.digest,
                "read": f"{words['desk']['read']}{words['colon']} {read}" if read else "",
                "verdict": "" if waits else str(mark.verdict),
                "told": words["desk"]["others_first"] if waits else verdict_told(mark, desk.lang),
                "note": noted_plainly(note, look.cohort.exam.words(desk.lang)) if note else "",
                "points": points,
            }
        )
    return JSONResponse({"tried": tried})


def keep(desk: Desk, _: Request, said: Mapping[str, object]) -> Response:
    """Keep a text as what is written in some boxes; "" only if the person says that nothing is."""
    look, text = desk.look(), text_in(said, "text")
    chosen = _chosen(look, said)
    if said.get("choice") == "later":
        desk.later |= {crop_of(box) for box, _ in chosen}
        return gone_on("/reading")
    if said.get("choice") == "nothing":
        text = ""
    elif not text:
        raise CorrigeError.one("the field is empty", remedy="type what is written, or choose blank")
    add_readings(desk.folder, readings_of(desk, [(box, text) for box, _ in chosen], desk.now()), seen(chosen))
    desk.done("reading", len(chosen))
    return gone_on(text_in(said, "next") or "/reading")


def _chosen(look: Look, said: Mapping[str, object]) -> list[tuple[ScannedBox, int]]:
    crossed = {crop_of(box) for box, _ in told_back(look, said.get("crossed"))}
    return [one for one in told_back(look, said.get("shown")) if crop_of(one[0]) not in crossed]
