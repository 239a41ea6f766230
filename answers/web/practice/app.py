"""The practice page: the address has the seed, and progress is stored in the browser only."""

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from socket import socket
from threading import Thread

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from answers.exam.exam import Exam
from answers.kinds.written import MAX_LENGTH
from answers.web.common.guard import AccessPolicy, guarded
from answers.web.common.pages import client_address, invalid_request, json_endpoint, page
from answers.web.common.serve import serve
from answers.web.practice.checking import KeyWorker, Practice
from answers.web.sitting.plan import JsonObject, safe
from answers.web.sitting.prepare import sheet_questions, subject_part

MOST_TEXT = MAX_LENGTH
PATHS = frozenset({"", "check", "solution"})


@dataclass(frozen=True)
class PracticeSession:
    """The pages of practice; `only` is the number of the question practised, 0 for all."""

    practice: Practice
    only: int = 0

    @property
    def routes(self) -> list[BaseRoute]:
        """The routes of the pages."""
        return [
            Route("/", self.home),
            Route("/check", json_endpoint(self.check), methods=["POST"]),
            Route("/solution", json_endpoint(self.solution), methods=["POST"]),
        ]

    def home(self, request: Request) -> Response:
        """Show the sheet of the requested seed, or redirect to the first one."""
        practice, requested = self.practice, request.query_params.get("u0", "")
        u0 = next((seed for seed in practice.seeds if str(seed) == requested), None)
        if u0 is None:
            return RedirectResponse(f"/?u0={practice.seeds[0]}", 303)
        practice.prepare(u0, client_address(request))
        return page(
            practice.lang,
            "practice/page.html",
            title=practice.words.title,
            exam=practice.exam.name,
            u0=u0,
            next=practice.after(u0),
            subject=self.subject,
            questions=[
                question
                for question in sheet_questions(practice.exam, practice.words, u0)
                if self.only in (0, question.number)
            ],
            safe=safe,
        )

    @cached_property
    def subject(self) -> str:
        """The HTML of the subject, the same for every seed."""
        return subject_part(self.practice.exam, self.practice.lang)

    def check(self, request: Request, body: JsonObject) -> Response:
        """Respond with the marks of the answers to a question."""
        texts = body.get("texts")
        if not isinstance(texts, dict) or not all(
            isinstance(text, str) and len(text) <= MOST_TEXT for text in texts.values()
        ):
            raise invalid_request()
        return self._answer(request, body, lambda u0, number: self.practice.checked(u0, number, texts))

    def solution(self, request: Request, texts: JsonObject) -> Response:
        """Respond with the right answers to a question and the worked solution."""
        return self._answer(request, texts, self.practice.solution)

    def _answer(
        self, request: Request, texts: JsonObject, find: Callable[[int, int], Mapping[str, object]]
    ) -> Response:
        """Respond with ``find(seed, question)``, or with ``{"wait": true}`` while the key is being computed."""
        u0, number = texts.get("u0"), texts.get("question")
        if type(u0) is not int or type(number) is not int or u0 not in self.practice.seeds:
            raise invalid_request()
        is_ready = self.practice.is_ready(u0, client_address(request))
        return JSONResponse(find(u0, number) if is_ready else {"wait": True})


def serve_practice(
    practice: Practice,
    load: Callable[[], Exam],
    only: int,
    policy: AccessPolicy,
    listening: socket,
    tls: tuple[Path | None, Path | None] = (None, None),
) -> None:
    """Serve practice until the program is interrupted, with a process that computes keys; `load` loads its exam."""
    with closing(KeyWorker(load)) as ahead:
        practice = replace(practice, ahead=ahead)
        Thread(target=practice.warm, daemon=True).start()
        app = guarded(PracticeSession(practice, only).routes, policy)
        serve(app, listening, certificate=tls[0], key=tls[1])
