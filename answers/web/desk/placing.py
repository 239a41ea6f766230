"""Pages: whose a page is, which of the sheet, how it is turned; which students lack pages."""

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from answers.classroom.folder import locked
from answers.classroom.placements import TURNS, Placement, placements_before, placements_in_force, read_placements
from answers.classroom.readings import PATIENCE
from answers.classroom.scanning import place_page, place_pages
from answers.errors import CorrigeError
from answers.web.desk.desk import Desk
from answers.web.desk.frame import gone_on, room, text_in


def next_page(desk: Desk, request: Request) -> Response:
    """Show the next page that needs a person, or the one that is asked for."""
    look = desk.look()
    pages = look.scans.pages
    todo = [at for at, one in enumerate(pages) if one.needs_person]
    asked = request.query_params.get("at", "")  # a page, or "after-" one: the next that waits, else the first
    at = int(asked) if asked.isdecimal() and int(asked) < len(pages) else None
    if at is None:
        after = [one for one in todo if one > int(asked[6:] or 0)] if asked.startswith("after-") else todo
        at = next(iter(after or todo), None)
    words = placements_in_force(read_placements(desk.folder))
    said = [(at, one, word) for at, one in enumerate(pages) if (word := words.get((one.digest, one.page)))]
    found: dict[str, list[int]] = {}
    for student, number in look.scans.missing:
        found.setdefault(look.pupils[student].student.told, []).append(number)
    values: dict[str, object] = {"todo": len(todo), "lacking": found, "said": said, "turns": TURNS}
    if at is None:
        return room(desk, look, "pages", "desk/pages.html", **values, at=None)
    rivals = [
        (other, page)
        for other, page in enumerate(pages)
        if other != at
        and page.is_disputed
        and (page.student, page.sheet_page) == (pages[at].student, pages[at].sheet_page)
    ]
    values["rivals"] = rivals if pages[at].is_disputed else ()
    most = max((one.sheet_page or 1 for one in pages), default=1)
    return room(
        desk, look, "pages", "desk/pages.html", **values, at=at, one=pages[at], pupils=look.cohort.pupils, most=most
    )


def place(desk: Desk, _: Request, said: Mapping[str, object]) -> Response:
    """Keep whose a page is, or that it is nobody's."""
    look = desk.look()
    at, digest, turned = text_in(said, "at"), text_in(said, "digest"), text_in(said, "turned")
    pages = look.scans.pages
    if not at.isdecimal() or int(at) >= len(pages) or pages[int(at)].digest != digest:
        raise CorrigeError.one("the page was scanned again meanwhile", remedy="load the page again")
    student, number = text_in(said, "student"), text_in(said, "sheet_page")
    if said.get("choice") == "aside":
        student = number = ""
    elif student not in look.pupils or not number.isdecimal() or not int(number):
        raise CorrigeError.one(
            "choose a student and a page", remedy="choose a student and a page, or set the scanned page aside"
        )
    turn = int(turned) if turned in map(str, TURNS) else 0
    page, sheet_page = pages[int(at)].page, int(number) if number else None
    with locked(desk.folder, PATIENCE):
        place_page(desk.folder, Placement(digest, page, student, sheet_page, turn, desk.author, desk.now()))
    desk.done("pages", 1)
    return gone_on(f"/pages?at=after-{at}")


def undone(desk: Desk) -> str:
    """Take back the last word that a person said on a page, and return where it is said again; "" if there is none."""
    with locked(desk.folder, PATIENCE):
        words = placements_before(desk.folder, desk.author, desk.now())
        if not words:
            return ""
        place_pages(desk.folder, words)
    word = words[0]
    pages = desk.look().scans.pages
    return next((f"/pages?at={at}" for at, one in enumerate(pages) if (one.digest, one.page) == word.where), "/pages")
