"""The web application for practising an exam: the seed is in the address, and the progress in the browser only."""

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from socket import socket
from threading import Thread

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from answers.exam.exam import Exam
from answers.kinds.written import MAX_LENGTH
from answers.web.common.guard import AccessPolicy, guarded
from answers.web.common.pages import client_address, in_turns, invalid_request, json_endpoint, page
from answers.web.common.serve import serve
from answers.web.practice.checking import KeyWorker, Practice
from answers.web.sitting.plan import JsonObject, safe
from answers.web.sitting.prepare import sheet_questions, subject_part

MOST_TEXT = MAX_LENGTH
PATHS = frozenset({"", "check", "solution"})
"""First segments of all paths of the application, for an access policy that makes all of them public."""


def practice_app(practice: Practice, only: int, policy: AccessPolicy) -> ASGIApp:
    """Return the application for practising the question with the number `only`, 0 for all, behind a policy."""
    subject = cache(partial(subject_part, practice.exam, practice.lang))

    def home(request: Request) -> Response:
        requested = request.query_params.get("u0", "")
        u0 = next((seed for seed in practice.seeds if str(seed) == requested), None)
        if u0 is None:
            return RedirectResponse(f"/?u0={practice.seeds[0]}", 303)
        practice.prepare(u0, client_address(request))
        questions = sheet_questions(practice.exam, practice.words, u0)
        return page(
            practice.lang,
            "practice/page.html",
            title=practice.words.title,
            exam=practice.exam.name,
            u0=u0,
            next=practice.after(u0),
            subject=subject(),
            questions=[question for question in questions if only in (0, question.number)],
            safe=safe,
        )

    def check(request: Request, body: JsonObject) -> Response:
        texts = body.get("texts")
        if not isinstance(texts, dict) or not all(
            isinstance(text, str) and len(text) <= MOST_TEXT for text in texts.values()
        ):
            raise invalid_request()
        return answer(request, body, lambda u0, number: practice.checked(u0, number, texts))

    def answer(request: Request, body: JsonObject, find: Callable[[int, int], Mapping[str, object]]) -> Response:
        """Respond with ``find(seed, question)``, or with ``{"wait": true}`` while the key is being computed."""
        u0, number = body.get("u0"), body.get("question")
        if type(u0) is not int or type(number) is not int or u0 not in practice.seeds:
            raise invalid_request()
        is_ready = practice.is_ready(u0, client_address(request))
        return JSONResponse(find(u0, number) if is_ready else {"wait": True})

    async def shown(request: Request) -> Response:
        return await run_in_threadpool(home, request)

    in_turn = in_turns(client_address)
    solution = json_endpoint(partial(answer, find=practice.solution))
    routes = [
        Route("/", in_turn(shown)),
        Route("/check", in_turn(json_endpoint(check)), methods=["POST"]),
        Route("/solution", in_turn(solution), methods=["POST"]),
    ]
    return guarded(routes, policy)


def serve_practice(
    practice: Practice,
    load: Callable[[], Exam],
    only: int,
    policy: AccessPolicy,
    listening: socket,
    tls: tuple[Path | None, Path | None] = (None, None),
) -> None:
    """Serve the practice pages until the program is interrupted, with a second process that computes keys in advance.

    `load` loads the exam there. `only` is the number of the question to practise, 0 for all; `tls` has the files of the
    certificate and of its key, None for HTTP. `listening` is closed at the end.
    """
    with closing(KeyWorker(load)) as ahead:
        practice = replace(practice, ahead=ahead)
        Thread(target=practice.warm, daemon=True).start()
        serve(practice_app(practice, only, policy), listening, certificate=tls[0], key=tls[1])
