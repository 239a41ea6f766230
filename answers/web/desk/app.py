"""The desk as pages: what answers to which address. Only POST changes anything, and only from our own pages."""

from collections.abc import Callable, Mapping
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from answers.classroom.decisions_file import give_back
from answers.classroom.folder import locked
from answers.classroom.readings import PATIENCE, take_back_readings
from answers.errors import CorrigeError
from answers.web.common.guard import Door, guarded
from answers.web.common.pages import posted
from answers.web.desk import contact, frame, placing, reading, reviewing
from answers.web.desk.desk import Desk


def desk_app(desk: Desk, door: Door) -> ASGIApp:
    """Return the pages of a class behind a door."""
    return guarded(
        [
            _get("/", desk, _home),
            _get("/contact", desk, contact.sheet),
            _get("/reading", desk, reading.next_group),
            _get("/pages", desk, placing.next_page),
            _get("/review", desk, reviewing.next_case),
            _get("/count", desk, reviewing.count),
            _get("/papers", desk, reviewing.paper),
            _get("/answer", desk, reviewing.answer),
            _get("/crop/{digest}", desk, frame.crop),
            _get("/picture/{at:int}", desk, frame.picture),
            _post("/contact", desk, contact.take),
            _post("/reading/try", desk, reading.try_text),
            _post("/reading", desk, reading.keep),
            _post("/pages", desk, placing.place),
            _post("/review", desk, reviewing.decide),
            _post("/marks", desk, reviewing.write),
            _post("/undo", desk, _undo),
        ],
        door,
    )


def _get(path: str, desk: Desk, show: Callable[[Desk, Request], Response]) -> Route:
    return Route(path, partial(_shown, desk, show))


def _shown(desk: Desk, show: Callable[[Desk, Request], Response], request: Request) -> Response:
    return show(desk, request)


def _post(path: str, desk: Desk, act: Callable[[Desk, Request, Mapping[str, object]], Response]) -> Route:
    return Route(path, posted(partial(act, desk)), methods=["POST"])


def _home(desk: Desk, _: Request) -> Response:
    return frame.room(desk, desk.look(), "home", "desk/home.html")


def _undo(desk: Desk, _: Request, said: Mapping[str, object]) -> Response:
    """Take back the last thing done in a room that is not taken back yet, and go to where it can be done again."""
    if said.get("room") in ("review", "papers"):
        with locked(desk.folder, PATIENCE):
            undone: object = give_back(desk.look().cohort, desk.author, desk.now())
        path = f"/{said['room']}"
    elif said.get("room") == "pages":
        undone = path = placing.undone(desk)
    else:
        lines = undone = take_back_readings(desk.folder, desk.author, desk.now())
        is_contact = said.get("room") == "contact"
        path = f"/contact?item={lines[0].item}" if lines and is_contact else "/reading"
        if len(lines) == 1 and not is_contact:
            path = f"/reading?student={lines[0].student}&item={lines[0].item}"
    if not undone:
        raise CorrigeError.one("nothing to take back", remedy="go on, or go to another room")
    return frame.gone_on(path)
