"""The tab of scanned pages: assign a page to a student and a page of the sheet, rotate it, list missing pages."""

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from answers.classroom.folder import locked
from answers.classroom.placements import TURNS, Placement, active_placements, read_placements
from answers.classroom.scanning import place_page, undo_placed_pages
from answers.classroom.transcriptions import PATIENCE
from answers.errors import CorrigeError
from answers.web.desk.common import next_location, render_page, text_field
from answers.web.desk.desk import ReviewSession


def next_page(session: ReviewSession, request: Request) -> Response:
    """Show the requested page, or the next page that needs a person."""
    snapshot = session.snapshot()
    pages = snapshot.scans.pages
    todo = [at for at, page in enumerate(pages) if page.needs_person]
    requested = request.query_params.get("at", "")  # an index, or "after-N" for the next page that needs a person
    at = int(requested) if requested.isdecimal() and int(requested) < len(pages) else None
    if at is None:
        after = [index for index in todo if index > int(requested[6:] or 0)] if requested.startswith("after-") else todo
        at = next(iter(after or todo), None)
    words = active_placements(read_placements(session.folder))
    placed = [
        (at, scanned_page, word)
        for at, scanned_page in enumerate(pages)
        if (word := words.get((scanned_page.digest, scanned_page.page)))
    ]
    missing: dict[str, list[int]] = {}
    for student, number in snapshot.scans.missing:
        missing.setdefault(snapshot.enrollments[student].student.label, []).append(number)
    values: dict[str, object] = {"todo": len(todo), "lacking": missing, "placed": placed, "turns": TURNS}
    if at is None:
        return render_page(session, snapshot, "pages", "desk/pages.html", **values, at=None)
    rivals = [
        (other, page)
        for other, page in enumerate(pages)
        if other != at
        and page.is_disputed
        and (page.student, page.sheet_page) == (pages[at].student, pages[at].sheet_page)
    ]
    values["rivals"] = rivals if pages[at].is_disputed else ()
    most = max((scanned_page.sheet_page or 1 for scanned_page in pages), default=1)
    return render_page(
        session,
        snapshot,
        "pages",
        "desk/pages.html",
        **values,
        at=at,
        scanned_page=pages[at],
        enrollments=snapshot.class_data.enrollments,
        most=most,
    )


def place(session: ReviewSession, _: Request, data: Mapping[str, object]) -> Response:
    """Save the student and the sheet page of a scanned page, or set the page aside."""
    snapshot = session.snapshot()
    at, digest, turned = text_field(data, "at"), text_field(data, "digest"), text_field(data, "turned")
    pages = snapshot.scans.pages
    if not at.isdecimal() or int(at) >= len(pages) or pages[int(at)].digest != digest:
        raise CorrigeError.single("the page was scanned again meanwhile", remedy="load the page again")
    student, number = text_field(data, "student"), text_field(data, "sheet_page")
    if data.get("choice") == "aside":
        student = number = ""
    elif student not in snapshot.enrollments or not number.isdecimal() or not int(number):
        raise CorrigeError.single(
            "choose a student and a page", remedy="choose a student and a page, or set the scanned page aside"
        )
    turn = int(turned) if turned in map(str, TURNS) else 0
    page, sheet_page = pages[int(at)].page, int(number) if number else None
    with locked(session.folder, PATIENCE):
        place_page(session.folder, Placement(digest, page, student, sheet_page, turn, session.author, session.now()))
    session.record_work("pages", 1)
    return next_location(f"/pages?at=after-{at}")


def undone(session: ReviewSession) -> str:
    """Undo the author's last placement, and return the path of its page; "" if there is none."""
    with locked(session.folder, PATIENCE):
        undone_pages = undo_placed_pages(session.folder, session.author, session.now())
    if not undone_pages:
        return ""
    pages = session.snapshot().scans.pages
    return next(
        (f"/pages?at={at}" for at, page in enumerate(pages) if (page.digest, page.page) == undone_pages[0]), "/pages"
    )
