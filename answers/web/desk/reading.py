"""The reading tab: a person types the answers in scanned boxes as students wrote them, and sees verdict and points."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from answers.assets import shared_words
from answers.classroom.scans import ScannedBox, Transcription
from answers.errors import CorrigeError
from answers.flags import WAITS, Note
from answers.grading.mark import parse_response
from answers.kinds.numbers.format import format_decimal
from answers.kinds.parsing import Blank, Unreadable
from answers.sheets.view import plain_note_text, points_text, verdict_text
from answers.web.desk.alike import alike
from answers.web.desk.common import (
    boxes_from_form,
    label,
    next_location,
    render_page,
    save_readings,
    shown,
    text_field,
)
from answers.web.desk.desk import ClassSnapshot, ReviewSession, crop_of

DIGITS: Final = 20
"""Digits with which a typed decimal is shown: more than students write, so that none is rounded."""


def next_group(session: ReviewSession, request: Request) -> Response:
    """Show the box of the query (`student`, `item`), or the next box to read, with boxes that look like it."""
    snapshot = session.snapshot()
    requested = snapshot.boxes.get((request.query_params.get("student", ""), request.query_params.get("item", "")))
    begun = {item for (_, item), word in snapshot.active_transcriptions.items() if not word.is_cross}

    def rank(box: ScannedBox) -> tuple[bool, bool, bool]:
        """Return a sort key: crossed boxes first, then those of items already begun; put-off boxes last."""
        return crop_of(box) in session.later, not snapshot.is_crossed(box), box.item not in begun

    queue = [requested] if requested else sorted(snapshot.waiting, key=rank)
    if not queue:
        return render_page(session, snapshot, "reading", "desk/nothing.html", item="", items={})
    first = queue[0]
    others = [box for box in queue[1:] if box.item == first.item]
    group = [first, *(others[at] for at in alike(first, others))]
    transcription = snapshot.active_transcriptions.get((first.student, first.item))
    return render_page(
        session,
        snapshot,
        "reading",
        "desk/reading.html",
        item=first.item,
        boxes=shown(snapshot, group),
        label=label(snapshot, first.item, session.lang, snapshot.enrollments[first.student].u0),
        text=transcription.text if transcription and transcription.text != snapshot.right_as_written(first) else "",
        back=f"/papers?{urlencode({'student': first.student})}" if requested else "",
    )


def try_text(session: ReviewSession, __: Request, data: Mapping[str, object]) -> Response:
    """Respond with the value, verdict and points that one text would get in each chosen box; nothing is saved."""
    snapshot, text, tried = session.snapshot(), text_field(data, "text"), []
    lang, words = snapshot.class_data.settings.lang, shared_words(session.lang)
    for box, _ in _chosen(snapshot, data):
        part, position = snapshot.part(box.item)
        thought = Transcription(box.student, box.item, text, scan=box.source)
        marks = snapshot.trial_marks(box.student, [thought], is_quick=bool(data.get("quick")))[part.id]
        mark, waits = marks.items[position], marks.items[position].note == WAITS
        reading = parse_response(part, tuple(item.raw for item in marks.items)).readings[position]
        if isinstance(reading, Blank):
            read = ""
        elif isinstance(reading, Unreadable):
            read = Note(reading.reason).render(session.lang)
        elif isinstance(reading, Fraction) and "/" not in text:  # typed as a decimal, hence shown as a decimal
            read = format_decimal(reading, lang, DIGITS)
        else:
            read = part.kind.format(reading, lang)
        note = mark.note if not waits and not isinstance(reading, Unreadable) else None
        points = f"{points_text(mark.score, session.lang)} / {points_text(part.points / part.count, session.lang)}"
        tried.append(
            {
                "crop": box.digest,
                "read": f"{words['desk']['read']}{words['colon']} {read}" if read else "",
                "verdict": "" if waits else str(mark.verdict),
                "told": words["desk"]["others_first"] if waits else verdict_text(mark, session.lang),
                "note": plain_note_text(note, snapshot.class_data.exam.words(session.lang)) if note else "",
                "points": points,
            }
        )
    return JSONResponse({"tried": tried})


def keep(session: ReviewSession, _: Request, data: Mapping[str, object]) -> Response:
    """Save a text as the transcription of the shown boxes that are not crossed, and send the browser on.

    The field `choice` is "nothing" for boxes without an answer, or "later" to put them off. CorrigeError without a
    text.
    """
    snapshot, text = session.snapshot(), text_field(data, "text")
    chosen = _chosen(snapshot, data)
    if data.get("choice") == "later":
        session.later |= {crop_of(box) for box, _ in chosen}
        return next_location("/reading")
    if data.get("choice") == "nothing":
        text = ""
    elif not text:
        raise CorrigeError.single(
            "no text is typed for this box, so nothing was saved",
            remedy="type the text that is written in the box, or choose blank",
        )
    save_readings(session, [(box, times, text) for box, times in chosen])
    session.record_work("reading", len(chosen))
    return next_location(text_field(data, "next") or "/reading")


def _chosen(snapshot: ClassSnapshot, data: Mapping[str, object]) -> list[tuple[ScannedBox, int]]:
    """Return the shown boxes that are not crossed, each with its number of transcriptions when it was shown."""
    crossed = {crop_of(box) for box, _ in boxes_from_form(snapshot, data.get("crossed"))}
    return [(box, times) for box, times in boxes_from_form(snapshot, data.get("shown")) if crop_of(box) not in crossed]
