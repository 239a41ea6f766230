"""What a student's browser and the teacher's ask of a room."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path
from unicodedata import combining, normalize

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from answers.assets import shared_words
from answers.errors import CorrigeError
from answers.files import shown
from answers.people.names import name_key
from answers.web.common.guard import AccessPolicy, digest, guarded
from answers.web.common.pages import nonsense, page, posted
from answers.web.sitting.codes import DUMMY_HASH, Tries, Turns, read_codes
from answers.web.sitting.log import Event
from answers.web.sitting.plan import SittingStudent, Told, safe
from answers.web.sitting.service import Service
from answers.web.sitting.sessions import TEACHER, SittingSessions, code_mark

MOST_DEVICE = 64
MOST_SAVES = 200
MOST_WORDS = 1000
MOST_MINUTES = 600

Posted = Callable[[Request, Told], Response]


@dataclass(frozen=True)
class SittingPages:
    """The pages of a room; `end` is called when the teacher ends the serving."""

    service: Service
    folder: Path
    sessions: SittingSessions
    tries: Tries
    end: Callable[[], None]
    turns: Turns = field(default_factory=Turns)

    @property
    def lang(self) -> str:
        """The language of the class."""
        return self.service.plan.lang

    def home(self, request: Request) -> Response:
        """Show the sheet, the sign-in, or the teacher's monitor."""
        who, plan = request.state.who, self.service.plan
        if who == TEACHER:
            return RedirectResponse("/monitor", 303)
        if who is None or who not in self.service.candidates:
            return page(self.lang, "sitting/sign_in.html", title=plan.title)
        candidate = self.service.candidates[who]
        begun = self.service.room.begun is not None
        return page(
            self.lang,
            "sitting/sheet.html",
            title=plan.title,
            subject=plan.subject if begun else "",
            candidate=candidate,
            questions=candidate.questions if begun else (),
            begun=begun,
            safe=safe,
            sitting=digest(f"{self.folder} {self.service.room.begun}")[:12],
        )

    def sign_in(self, request: Request, texts: Told) -> Response:
        """Let the student in whose code is right; guessing takes the time of who guesses."""
        student, code = _text(texts, "student", 200).strip(), _text(texts, "code", 40)
        address = request.client.host if request.client else ""
        named = named_candidates(self.service.candidates.values(), student)
        known = named[0] if len(named) == 1 else ""
        asked = known or digest(student)[:16]
        wait = self.tries.wait(address, asked)
        if wait:
            return self._wait(ceil(wait))

        read = read_codes(self.folder).get(known, DUMMY_HASH)

        def compare() -> bool:
            self.tries.wrong(address, asked)  # before it is known: tries at the same time count all
            return read.is_of(code) and bool(known)

        is_right = self.turns.turn(address, compare)
        if is_right is None:
            return self._wait(1)
        if not is_right:
            self.service.append_event(Event.REFUSED, word=student[:60], origin=address)
            why = "namesakes" if len(named) > 1 else "refused"
            return JSONResponse({"refused": shared_words(self.lang)["sitting"][why]}, 403)
        self.tries.forgive(address, asked)
        response = JSONResponse({"student": known})
        word = self.sessions.begin_student(response, known, code_mark(read))
        self.service.append_event(Event.SIGN_IN, student=known, word=word, text=code_mark(read), origin=address)
        return response

    def _wait(self, seconds: int) -> Response:
        told = shared_words(self.lang)["sitting"]["wait"].replace("{}", str(seconds))
        return JSONResponse({"refused": told, "wait": seconds}, 429, {"Retry-After": str(seconds)})

    def sign_out(self, request: Request, texts: Told) -> Response:
        """Let the browser out again."""
        del texts
        response = JSONResponse({})
        word = digest(request.cookies.get(self.sessions.cookie, ""))
        self.service.append_event(Event.SIGN_OUT, student=request.state.who, word=word)
        self.sessions.end(request, response)
        return response

    def save(self, request: Request, texts: Told) -> Response:
        """Save what a page sends, and say how the boxes of these parts are read."""
        student, saves = self._student(request), texts.get("saves")
        device = _text(texts, "device", MOST_DEVICE)
        if not isinstance(saves, list) or len(saves) > MOST_SAVES or not all(isinstance(save, dict) for save in saves):
            raise nonsense()
        if self.service.room.begun is None:
            raise CorrigeError.one("the exam has not begun", remedy="wait until it begins")
        results = self.service.save(student, device, saves)
        return JSONResponse(
            {"saves": results, **self._state(request, texts, [str(result["item"]) for result in results])}
        )

    def state(self, request: Request, texts: Told) -> Response:
        """Say what is new to a page."""
        return JSONResponse(self._state(request, texts, None))

    def hand_in(self, request: Request, texts: Told) -> Response:
        """Give a receipt."""
        if self.service.room.begun is None:
            raise CorrigeError.one("the exam has not begun", remedy="wait until it begins")
        self.service.hand_in(self._student(request))
        return JSONResponse(self._state(request, texts, []))

    def _state(self, request: Request, texts: Told, items: list[str] | None) -> dict[str, object]:
        """What a page shows; how the boxes are read of `items`, or if None of those that are new to it."""
        student, device, since = self._student(request), _text(texts, "device", MOST_DEVICE), texts.get("since")
        if type(since) is not int:
            raise nonsense()
        address = request.client.host if request.client else ""
        others = self.service.seen(student, _text(texts, "page", MOST_DEVICE), address)
        state = self.service.state(student, device, since)
        changed = state["changed"]
        assert isinstance(changed, dict)
        read = self.service.readings(student, [*(items or ()), *changed] if since else None)
        return {**state, "others": others, "read": read}

    def _student(self, request: Request) -> str:
        who = request.state.who
        if who not in self.service.candidates:
            raise HTTPException(403)
        return str(who)

    def teacher(self, request: Request) -> Response:
        """Let the teacher's browser in."""
        who = self.sessions.redeem(request.path_params["token"])
        if who is None and request.state.who != TEACHER:
            raise HTTPException(403)
        response = RedirectResponse("/monitor", 303)
        if who is not None:
            self.service.append_event(Event.SIGN_IN, word=self.sessions.begin(response, TEACHER))
        return response

    def monitor(self, request: Request) -> Response:
        """Show who is there."""
        self._teacher(request)
        folder = shown(self.folder.absolute().parent.name)
        return page(self.lang, "sitting/monitor.html", title=self.service.plan.title, folder=folder)

    def overview(self, request: Request, texts: Told) -> Response:
        """Say who is there."""
        del texts
        self._teacher(request)
        return JSONResponse(self.service.overview())

    def act(self, request: Request, texts: Told) -> Response:
        """Do what the teacher decides: begin, give time, say something, reopen, sign a student out, close, end."""
        self._teacher(request)
        match texts:
            case {"do": "open"}:
                self.service.open()
            case {"do": "time", "student": str(student), "minutes": int(minutes)} if 0 < minutes <= MOST_MINUTES:
                self.service.append_event(Event.TIME, student=self._known(student), minutes=minutes)
            case {"do": "message", "text": str(text)} if text.strip():
                self.service.append_event(
                    Event.MESSAGE, word=text.strip()[:MOST_WORDS].encode("utf-8", "replace").decode()
                )
            case {"do": "reopen", "student": str(student)} if student:
                self.service.append_event(Event.REOPEN, student=self._known(student))
            case {"do": "sign-out", "student": str(student)} if student:
                self.service.append_event(Event.SIGN_OUT, student=self._known(student))
                self.sessions.end_all(student)
            case {"do": "close"}:
                self.service.append_event(Event.CLOSE)
            case {"do": "end"}:
                self.end()
            case _:
                raise nonsense()
        return JSONResponse(self.service.overview())

    def _known(self, student: str) -> str:
        if student and student not in self.service.candidates:
            raise nonsense()
        return student

    def _teacher(self, request: Request) -> None:
        if request.state.who != TEACHER:
            raise HTTPException(403)


def named_candidates(candidates: Iterable[SittingStudent], typed: str) -> list[str]:
    """Return the identifiers of the students whom somebody may mean who types an identifier, or both names.

    An identifier counts before names. Accents, capitals, spaces and the order of the names do not matter; of namesakes
    all are returned.
    """
    known = list(candidates)

    def without_accents(text: str) -> str:
        return "".join(letter for letter in normalize("NFKD", _identifier(text)) if not combining(letter))

    for form in (_identifier, without_accents):
        found = [sitting_student.id for sitting_student in known if form(sitting_student.id) == form(typed)]
        if found:
            return found
    if any(letter.isdigit() for letter in typed) or not name_key(typed):
        return []
    return [  # an identifier may be a name, where the list has no other
        sitting_student.id
        for sitting_student in known
        if name_key(typed)
        in (
            name_key(sitting_student.display_name),
            None if any(map(str.isdigit, sitting_student.id)) else name_key(sitting_student.id),
        )
    ]


def _identifier(text: str) -> str:
    return " ".join(normalize("NFC", text).casefold().split())


def _text(texts: Told, name: str, most: int) -> str:
    found = texts.get(name)
    if not isinstance(found, str) or len(found) > most:
        raise nonsense()
    return found


def sitting_app(rooms: SittingPages, policy: AccessPolicy) -> ASGIApp:
    """Return the application of a room."""

    def post(path: str, handler: Posted) -> Route:
        return Route(path, posted(handler), methods=["POST"])

    routes = [
        Route("/", rooms.home),
        post("/sign-in", rooms.sign_in),
        post("/sign-out", rooms.sign_out),
        post("/save", rooms.save),
        post("/state", rooms.state),
        post("/hand-in", rooms.hand_in),
        Route("/teacher/{token}", rooms.teacher),
        Route("/monitor", rooms.monitor),
        post("/monitor/state", rooms.overview),
        post("/monitor/act", rooms.act),
    ]
    return guarded(routes, policy)


PUBLIC = frozenset({"", "sign-in", "teacher"})
