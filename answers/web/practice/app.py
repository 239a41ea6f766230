"""The page of who practises, on their own machine."""

from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from answers.web.common.pages import nonsense, page, posted
from answers.web.practice.checking import Practice
from answers.web.practice.progress import read_progress, write_progress
from answers.web.sitting.plan import Told, safe
from answers.web.sitting.prepare import asked_questions, served_subject

MOST_TEXT = 500


@dataclass
class Desk:
    """What the browser of who practises asks; `only` is the number of the one question practised, 0 for all."""

    practice: Practice
    only: int = 0
    folder: Path | None = None
    _subject: str | None = None

    def __post_init__(self) -> None:
        self._lock = Lock()

    @property
    def routes(self) -> list[BaseRoute]:
        """Its pages."""
        return [
            Route("/", self.home),
            Route("/check", posted(self.check), methods=["POST"]),
            Route("/solution", posted(self.solution), methods=["POST"]),
            Route("/next", posted(self.go_on), methods=["POST"]),
        ]

    def home(self, _: Request) -> Response:
        """Show the sheet of the seed, with the question that goes wrong most marked."""
        practice, lang = self.practice, self.practice.lang
        asked = asked_questions(practice.exam, practice.words, practice.u0)
        progress = read_progress(self.folder)
        names = [question.name for question in practice.exam.questions]
        weakest = names.index(progress.weakest(practice.exam.name, names)) + 1
        shares = {number: progress.share(practice.exam.name, name) for number, name in enumerate(names, 1)}
        tried = progress.results.get(practice.exam.name, {})
        return page(
            lang,
            "practice/page.html",
            title=practice.words.title,
            exam=practice.exam.name,
            u0=practice.u0,
            subject=self.subject,
            questions=[one for one in asked if self.only in (0, one.number)],
            advised=self.only or weakest,
            goes={number: round(100 * share) for number, share in shares.items() if names[number - 1] in tried},
            safe=safe,
        )

    @property
    def subject(self) -> str:
        """The subject, the same for every seed."""
        with self._lock:
            if self._subject is None:
                self._subject = served_subject(self.practice.exam, self.practice.lang)
            return self._subject

    def check(self, _: Request, told: Told) -> Response:
        """Mark a question, and remember how it went."""
        number, texts = self._number(told), told.get("texts")
        if not isinstance(texts, dict) or not all(
            isinstance(one, str) and len(one) <= MOST_TEXT for one in texts.values()
        ):
            raise nonsense()
        checked = self.practice.checked(number, texts)
        document = checked.to_json()
        if not document["blank"]:
            with self._lock:
                progress = read_progress(self.folder)
                write_progress(
                    progress.after(self.practice.exam.name, checked.question.name, checked.share), self.folder
                )
        return JSONResponse(document)

    def solution(self, _: Request, told: Told) -> Response:
        """Show the right answers of a question, and how they are found."""
        return JSONResponse(self.practice.solution(self._number(told)))

    def go_on(self, _: Request, told: Told) -> Response:
        """Take the next seed."""
        del told
        self.practice.go_on()
        return JSONResponse({"u0": self.practice.u0})

    def _number(self, told: Told) -> int:
        number, u0 = told.get("question"), told.get("u0")
        if type(number) is not int or u0 != self.practice.u0:
            raise nonsense()
        return number
