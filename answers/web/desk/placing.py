"""The tab of scanned pages: a person assigns a page to a student and a page of the sheet, or rotates the page."""

from collections.abc import Iterable, Mapping

from starlette.requests import Request
from starlette.responses import Response

from answers.classroom.db import now_text
from answers.classroom.folder import PATIENCE, locked
from answers.classroom.scanning import place_page, undo_placed_pages
from answers.classroom.scans import TURNS, Placement, ScannedPage, active_placements, read_placements
from answers.errors import CorrigeError
from answers.messages import Message
from answers.web.common.pages import outdated
from answers.web.desk.common import next_location, number_in, render_page, text_field
from answers.web.desk.desk import ReviewSession


def next_page(session: ReviewSession, request: Request) -> Response:
    """Show the requested scanned page, or the next scanned page that a person must place.

    The query parameter `at` is the index of a page among all scanned pages, or "after-N" for the next page after the
    index N. The page also lists the pages already placed and the missing pages of each student.
    """
    placements = read_placements(session.folder)  # before the pages, so that `place` notices a placement made since
    snapshot = session.snapshot()
    pages = snapshot.scans.pages
    todo = [at for at, page in enumerate(pages) if page.needs_person]
    requested = request.query_params.get("at", "")  # an index, or "after-N" for the next page that needs a person
    at = number_in(requested)
    if at is None or at >= len(pages):
        last = number_in(requested.removeprefix("after-"))
        after = [index for index in todo if index > last] if last is not None and at is None else todo
        at = next(iter(after or todo), None)
    words = active_placements(placements)
    placed = [(at, page, word) for at, page in enumerate(pages) if (word := words.get((page.digest, page.page)))]
    missing: dict[str, list[int]] = {}
    for student, number in snapshot.scans.missing:
        missing.setdefault(snapshot.enrollments[student].student.label, []).append(number)
    values: dict[str, object] = {"todo": len(todo), "lacking": missing, "placed": placed, "turns": TURNS}
    if at is not None:
        shown, disputed = pages[at], [(other, page) for other, page in enumerate(pages) if page.is_disputed]
        place = shown.student, shown.sheet_page
        rivals = [(other, page) for other, page in disputed if other != at and (page.student, page.sheet_page) == place]
        values |= {
            "rivals": rivals if shown.is_disputed else (),
            "scanned_page": shown,
            "times": len(_placements_of(shown, placements)),
            "enrollments": snapshot.class_data.enrollments,
            "most": max(page.sheet_page or 1 for page in pages),
        }
    return render_page(session, snapshot, "pages", "desk/pages.html", **values, at=at)


def place(session: ReviewSession, _: Request, data: Mapping[str, object]) -> Response:
    """Save the student and the sheet page of the scanned page that was shown, or set the scanned page aside.

    The page is named by the digest of its file and its number, since its index changes when files are added.
    CorrigeError if somebody else has placed it since it was shown.
    """
    snapshot = session.snapshot()
    digest, page, turned = text_field(data, "digest"), text_field(data, "page"), text_field(data, "turned")
    pages = snapshot.scans.pages
    at = next((at for at, known in enumerate(pages) if (known.digest, str(known.page)) == (digest, page)), None)
    if at is None:
        raise outdated("the page was scanned again after it was shown to you, so nothing was saved")
    student, number = text_field(data, "student"), number_in(text_field(data, "sheet_page"))
    if data.get("choice") == "aside":
        student, number = "", None
    elif student not in snapshot.enrollments or not number:
        raise CorrigeError.single(
            "choose the student and the page of the answer sheet",
            remedy="choose a student and a page of the answer sheet, or set the scanned page aside",
        )
    turn = int(turned) if turned in map(str, TURNS) else 0
    with locked(session.folder, PATIENCE):
        before = _placements_of(pages[at], read_placements(session.folder))
        if str(len(before)) != text_field(data, "times"):
            author = before[-1].author if before else ""
            raise CorrigeError.single(
                Message("{person} placed this page after it was shown to you", person=author),
                remedy="look at the page again: the student and the page of the sheet now shown are those "
                "stored; your choice was not saved",
            )
        when = session.actions.new_time()
        place_page(session.folder, Placement(digest, int(page), student, number, turn, session.author, when))
    session.record_work("pages", 1)
    return next_location(f"/pages?at=after-{at}")


def _placements_of(page: ScannedPage, placements: Iterable[Placement]) -> list[Placement]:
    return [placement for placement in placements if placement.page_key == (page.digest, page.page)]


def undone(session: ReviewSession) -> str:
    """Undo the author's last assignment of a scanned page, and return the desk's address of this page; "" for none."""
    with locked(session.folder, PATIENCE):
        undone_pages = undo_placed_pages(session.folder, session.author, now_text(), session.actions)
    if not undone_pages:
        return ""
    pages = session.snapshot().scans.pages
    return next(
        (f"/pages?at={at}" for at, page in enumerate(pages) if (page.digest, page.page) == undone_pages[0]), "/pages"
    )
