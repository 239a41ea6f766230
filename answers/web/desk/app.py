"""The web application of the desk, where a teacher reads scanned boxes, marks and reviews the papers of a class.

Only POST requests change anything, and only the pages of this application can send them.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from answers.classroom.by_hand import undo_criteria, undo_second_marks
from answers.classroom.db import now_text
from answers.classroom.decisions import DecisionKind, undo_decisions
from answers.classroom.folder import PATIENCE, locked
from answers.classroom.scans import undo_transcriptions
from answers.errors import CorrigeError
from answers.web.common.guard import AccessPolicy, guarded
from answers.web.common.pages import json_endpoint, outdated
from answers.web.desk import common, contact, marking, placing, reading, reviewing
from answers.web.desk.desk import ReviewSession

Action: TypeAlias = Callable[[ReviewSession, Request, Mapping[str, object]], Response]
"""A function that does what a page asks for, from the JSON object that the page sends."""


def desk_app(session: ReviewSession, policy: AccessPolicy) -> ASGIApp:
    """Return the web application with all pages and actions of the desk, protected by an access policy."""
    pages: dict[str, Callable[[ReviewSession, Request], Response]] = {
        "/": lambda session, _: common.render_page(session, session.snapshot(), "home", "desk/home.html"),
        "/contact": contact.sheet,
        "/reading": reading.next_group,
        "/pages": placing.next_page,
        "/marking": marking.page,
        "/marking/criteria": marking.criteria_page,
        "/marking/strips": marking.strips_page,
        "/review": reviewing.next_case,
        "/count": reviewing.count,
        "/papers": reviewing.paper,
        "/answer": reviewing.answer,
        "/crop/{digest}": common.crop,
        "/picture/{digest}/{page}": common.picture,
    }
    actions: dict[str, Action] = {
        "/contact": contact.take,
        "/reading/try": reading.try_text,
        "/reading": reading.keep,
        "/pages": placing.place,
        "/marking": marking.keep,
        "/marking/next": marking.start,
        "/marking/criteria": marking.change,
        "/marking/strips": marking.take_strips,
        "/review": reviewing.decide,
        "/marks": reviewing.write,
        "/undo": undo,
    }
    routes = [Route(path, partial(show, session)) for path, show in pages.items()]
    endpoints = {path: json_endpoint(partial(_act, session, act)) for path, act in actions.items()}
    routes += [Route(path, endpoint, methods=["POST"]) for path, endpoint in endpoints.items()]
    return guarded(routes, policy)


def _act(session: ReviewSession, act: Action, request: Request, data: Mapping[str, object]) -> Response:
    """Do an action of a page; CorrigeError if the class list, or a decision on a u₀, has changed since it was shown."""
    if data.get("students") != session.snapshot().students:
        raise outdated(
            "the class list or the u₀ of a student has changed since the page was shown, so nothing was saved"
        )
    return act(session, request, data)


def undo(session: ReviewSession, _: Request, data: Mapping[str, object]) -> Response:
    """Undo the last action of the session's author in a tab, and send the browser to the page of that action.

    The field `room` of the request names the tab. Actions of another program since this session began, and those undone
    before, are skipped. CorrigeError if there is nothing to undo.
    """
    is_marking = data.get("room") == "marking"
    items = {f"{part.id}.1" for part in session.snapshot().class_data.exam.parts if part.written}

    def is_of_tab(row: Mapping[str, Any]) -> bool:
        is_mark = row["target"] in items and row["kind"] in (DecisionKind.CRITERIA, DecisionKind.POINTS)
        return is_mark if is_marking else row["kind"] != DecisionKind.CRITERIA

    if is_marking and undo_second_marks(session.folder, session.author, session.actions, is_of_tab):
        undone: object = True
        path = "/marking"
    elif data.get("room") in ("review", "papers", "marking"):
        with locked(session.folder, PATIENCE):
            class_data = session.snapshot().class_data
            undone = undo_decisions(class_data, session.author, now_text(), session.actions, is_of_tab)
        path = f"/{data['room']}"
    elif data.get("room") == "criteria":
        undone, path = undo_criteria(session.folder, session.author, now_text(), session.actions), "/marking"
    elif data.get("room") == "pages":
        undone = path = placing.undone(session)
    else:
        lines = undone = undo_transcriptions(session.folder, session.author, now_text(), session.actions)
        is_contact = data.get("room") == "contact"
        path = f"/contact?item={lines[0].item}" if lines and is_contact else "/reading"
        if len(lines) == 1 and not is_contact:
            path = f"/reading?student={lines[0].student}&item={lines[0].item}"
    if not undone:
        raise CorrigeError.single(
            "you have no action left to undo", remedy="go on with your work, or undo in another tab"
        )
    return common.next_location(path)
