"""The page of who practises: the seed is in its address, and how they get on stays in their browser."""

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
from answers.web.common.guard import AccessPolicy, guarded
from answers.web.common.pages import invalid_request, json_endpoint, page
from answers.web.common.serve import serve
from answers.web.practice.checking import KeyWorker, Practice
from answers.web.sitting.plan import JsonObject, safe
from answers.web.sitting.prepare import sheet_questions, subject_part

MOST_TEXT = 500
PATHS = frozenset({"", "check", "solution"})


@dataclass(frozen=True)
class PracticeSession:
    """What the browser of who practises asks; `only` is the number of the one question practised, 0 for all."""

    practice: Practice
    only: int = 0

    @property
    def routes(self) -> list[BaseRoute]:
        """Its pages."""
        return [
            Route("/", self.home),
            Route("/check", json_endpoint(self.check), methods=["POST"]),
            Route("/solution", json_endpoint(self.solution), methods=["POST"]),
        ]

    def home(self, request: Request) -> Response:
        """Show the sheet of a seed, the first where none is named."""
        practice, asked = self.practice, request.query_params.get("u0", "")
        u0 = next((seed for seed in practice.seeds if str(seed) == asked), None)
        if u0 is None:
            return RedirectResponse(f"/?u0={practice.seeds[0]}", 303)
        practice.prepare(u0)
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
        """The subject of the exam, the same for every seed."""
        return subject_part(self.practice.exam, self.practice.lang)

    def check(self, _: Request, told: JsonObject) -> Response:
        """Mark a question."""
        texts = told.get("texts")
        if not isinstance(texts, dict) or not all(
            isinstance(text, str) and len(text) <= MOST_TEXT for text in texts.values()
        ):
            raise invalid_request()
        return self._answer(told, lambda u0, number: self.practice.checked(u0, number, texts))

    def solution(self, _: Request, texts: JsonObject) -> Response:
        """Show the right answers of a question, and how they are found."""
        return self._answer(texts, self.practice.solution)

    def _answer(self, texts: JsonObject, find: Callable[[int, int], Mapping[str, object]]) -> Response:
        """Return what is found of a question of a seed; that it takes a moment while its key is made."""
        u0, number = texts.get("u0"), texts.get("question")
        if type(u0) is not int or type(number) is not int or u0 not in self.practice.seeds:
            raise invalid_request()
        return JSONResponse(find(u0, number) if self.practice.is_ready(u0) else {"wait": True})


def serve_practice(
    practice: Practice, load: Callable[[], Exam], only: int, policy: AccessPolicy, listening: socket, **tls: Path | None
) -> None:
    """Serve it until the program is interrupted, with a process that makes keys of the exam that `load` loads."""
    with closing(KeyWorker(load)) as ahead:
        practice = replace(practice, ahead=ahead)
        Thread(target=practice.warm, daemon=True).start()
        serve(guarded(PracticeSession(practice, only).routes, policy), listening, **tls)
