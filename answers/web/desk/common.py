"""Functions that all tabs of the desk share: the frame of a page, pictures, and boxes shown on a page."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from answers.classroom.scans import CROSSED, PageState, ScannedBox, Transcription, add_readings
from answers.errors import CorrigeError
from answers.exam.words import plain
from answers.files import read_limited
from answers.messages import Message, duration
from answers.sheets.view import plain_verdict_text, points_text
from answers.web.common.pages import outdated, page
from answers.web.desk.desk import ClassSnapshot, ReviewSession

MAX_PICTURE = 50_000_000
MAX_DIGITS = 9
CACHED = "private, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class ShownBox:
    """A scanned box shown on a page of the desk, with the name of the student and the number of its transcriptions.

    `right` is the right value of the box, "" if the student has no u₀.
    """

    box: ScannedBox
    name: str
    right: str
    times: int

    @property
    def picture(self) -> str:
        """The address of the picture of the box."""
        return f"/crop/{self.box.digest}"

    @property
    def form_value(self) -> dict[str, object]:
        """The data that the page sends back with an action, so that `boxes_from_form` notices later changes."""
        return {
            "student": self.box.student,
            "item": self.box.item,
            "crop": self.box.digest,
            "right": self.right,
            "times": self.times,
        }


def shown(snapshot: ClassSnapshot, boxes: Iterable[ScannedBox]) -> list[ShownBox]:
    """Return scanned boxes together with the values that a page shows beside each."""
    return [
        ShownBox(
            box,
            snapshot.enrollments[box.student].student.label,
            snapshot.right(box),
            snapshot.times.get((box.student, box.item), 0),
        )
        for box in boxes
    ]


def render_page(
    session: ReviewSession, snapshot: ClassSnapshot, name: str, template: str, **values: object
) -> Response:
    """Render a template as a page of the tab `name`, with links to all tabs and the number of boxes or pages left."""
    waiting, crossed = snapshot.waiting, sum(map(snapshot.is_crossed, snapshot.waiting))
    counts = {
        "contact": len(waiting) - crossed,
        "reading": crossed,
        "pages": sum(scanned_page.needs_person for scanned_page in snapshot.scans.pages),
    }
    left = session.seconds_left(name, counts.get(name, 0))
    return page(
        session.lang,
        template,
        200,
        tab=name,
        students=snapshot.students,
        counts=counts if session.to_review is None else {**counts, "review": session.to_review},
        waiting=len(waiting),
        total=sum(box.ink for box in snapshot.boxes.values()) + sum(not box.ink for box in waiting),
        left=duration(left).render(session.lang) if left is not None else "",
        exam=snapshot.class_data.exam.words(session.lang).title,
        State=PageState,
        has_written=any(part.written for part in snapshot.class_data.exam.parts),
        points=lambda value: points_text(value, session.lang),
        verdict=lambda mark: plain_verdict_text(mark, snapshot.class_data.exam.words(session.lang)),
        **values,
    )


def next_location(path: str) -> Response:
    """Return the response to a saved action: the path of the page that the browser loads next."""
    return JSONResponse({"next": path})


def boxes_from_form(snapshot: ClassSnapshot, entries: object) -> list[tuple[ScannedBox, int]]:
    """Return the boxes that a page sent back, each with its number of transcriptions when the page was rendered.

    `entries` is a list of `ShownBox.form_value`, of anything else none. CorrigeError for an invalid entry, or if the
    picture or the right value of a box has changed since: the person has not seen the new one.
    """
    boxes = []
    for entry in entries if isinstance(entries, list) else []:
        values = entry if isinstance(entry, dict) else {}
        box, times = snapshot.boxes.get((str(values.get("student")), str(values.get("item")))), values.get("times")
        if box is None or values.get("crop") != box.digest or not isinstance(times, int):
            raise outdated("the page was scanned again after it was shown to you, so nothing was saved")
        if values.get("right") != snapshot.right(box):  # the student's seed or the exam has changed
            raise outdated("the right answer to an item has changed since the page was shown, so nothing was saved")
        boxes.append((box, times))
    return boxes


def save_readings(
    session: ReviewSession,
    texts: Sequence[tuple[ScannedBox, int, str]],
    crosses: Sequence[tuple[ScannedBox, int]] = (),
) -> None:
    """Save the texts that the author of the session has read in boxes, and the crosses of boxes as wrongly read.

    Each box comes with its number of transcriptions when it was shown; CorrigeError if somebody has read one since.
    """
    author, when = session.author, session.actions.new_time()
    new = [Transcription(box.student, box.item, text, author, when, box.source) for box, _, text in texts]
    new += [Transcription(box.student, box.item, "", author, when, CROSSED + box.source) for box, _ in crosses]
    times = {(box.student, box.item): count for box, count in (*((box, count) for box, count, _ in texts), *crosses)}
    if new:
        add_readings(session.folder, new, times)


def label(snapshot: ClassSnapshot, item: str, lang: str, u0: int | None = None) -> str:
    """Return "question [label]" of an item, as printed on the sheet of the seed `u0`, or else on the model sheet."""
    question, own = _requested_item(snapshot, item, lang, u0)
    return f"{question} [{own}]"


def labels(snapshot: ClassSnapshot, item: str, students: Sequence[str], lang: str) -> tuple[str, Mapping[str, str]]:
    """Return the question of an item for some students, and the label of the item by student if the labels differ.

    If the questions differ, it is that of the model sheet, with a remark. Equal labels are added to the question in
    brackets, and the mapping is empty. `students` must not be empty.
    """
    model, *each = (
        _requested_item(snapshot, item, lang, u0)
        for u0 in (None, *(snapshot.enrollments[student].u0 for student in students))
    )
    names = {name for _, name in each}
    question = each[0][0]
    if {question} != {prompt for prompt, _ in each}:
        question = str(Message("question as printed on the model sheet: {question}", question=model[0]).render(lang))
    own = {student: name for student, (_, name) in zip(students, each, strict=True)} if len(names) > 1 else {}
    return question if own else f"{question} [{each[0][1]}]", own


def _requested_item(snapshot: ClassSnapshot, item: str, lang: str, u0: int | None) -> tuple[str, str]:
    """Return the prompt of the question and the label of the item, with the values of the student's sheet."""
    exam = snapshot.class_data.exam
    part, position = snapshot.part(item)
    question = exam.question_and_part(part.id)[0]
    drawn, words = exam.drawn(exam.model_seed if u0 is None else u0), exam.words(lang)
    return plain(words.prompt(question, drawn)), plain(words.labels(part, drawn)[position])


def crop(session: ReviewSession, request: Request) -> Response:
    """Respond with the picture of a scanned box, by the digest of the picture."""
    digest = request.path_params["digest"]
    path = next((box.crop for box in session.snapshot().scans.boxes if box.digest == digest), None)
    return _picture(path)


def picture(session: ReviewSession, request: Request) -> Response:
    """Respond with the picture of a scanned page, by the digest of the scan and the number of the page, from 1."""
    where = request.path_params["digest"], request.path_params["page"]
    pages = session.snapshot().scans.pages
    path = next((page.picture for page in pages if (page.digest, str(page.page)) == where), None)
    return _picture(path, is_kept=False)


def _picture(path: Path | None, *, is_kept: bool = True) -> Response:
    """Serve a picture of a page; unless it `is_kept`, the browser loads it again each time."""
    if path is None or not path.is_file():
        raise outdated("the picture of this box no longer exists")
    headers = {"Cache-Control": CACHED} if is_kept else None
    kind = "image/png" if path.suffix == ".png" else "image/jpeg"
    return Response(read_limited(path, MAX_PICTURE), media_type=kind, headers=headers)


def number_in(text: str) -> int | None:
    """Return the number that a page sent as text, None for another text or for more digits than a page sends."""
    return int(text) if text.isdecimal() and len(text) <= MAX_DIGITS else None


def list_field(data: Mapping[str, object], name: str) -> list[Any]:
    """Return a list in a request, empty if the field is missing or something else."""
    value = data.get(name)
    return value if isinstance(value, list) else []


def text_field(data: Mapping[str, object], name: str, most: int = 500) -> str:
    """Return a text field of a request without surrounding spaces, "" if the field is missing."""
    value = data.get(name, "")
    if not isinstance(value, str) or len(value) > most:
        raise CorrigeError.single(Message("the text that was typed is too long"), remedy="write a shorter text")
    return value.strip()
