"""The web application of an exam session: the pages of students and of the teacher."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from hmac import compare_digest
from math import ceil
from unicodedata import combining, normalize

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from answers.assets import shared_words
from answers.classroom.sitting import EventKind
from answers.errors import CorrigeError
from answers.files import shown
from answers.people.names import name_key
from answers.web.common.guard import AccessPolicy, Sessions, digest, guarded
from answers.web.common.pages import client_address, invalid_request, json_endpoint, page
from answers.web.sitting.codes import FailedAttempts, code_hash
from answers.web.sitting.plan import JsonObject, SittingStudent, safe
from answers.web.sitting.service import Service

MOST_DEVICE = 64
MOST_SAVES = 200
MOST_WORDS = 1000
MOST_MINUTES = 600

Posted = Callable[[Request, JsonObject], Response]


TEACHER = ""
"""The user of the teacher's session; the user of a student's session is the student's identifier."""


@dataclass(frozen=True)
class SittingSessions(Sessions[str]):
    """The browser sessions that the events begin and end; a student's ends when a new code is printed."""

    service: Service = field(kw_only=True)

    def user(self, request: Request) -> str | None:
        """Return the user of a request, None if its browser has no valid session."""
        student, mark = self.service.session.browsers.get(digest(request.cookies.get(self.cookie, "")), (None, ""))
        if student is None or student == TEACHER:
            return student
        code = self.service.codes.get(student, "")  # without a code, nobody else can have signed in
        return student if code == "" or code_mark(code) == mark else None


def code_mark(code: str) -> str:
    """Return a digest that identifies the hash of a code and does not reveal it."""
    return digest(code)[:16]


@dataclass(frozen=True)
class SittingPages:
    """The pages of an exam session.

    Attributes
    ----------
    name
        The name of the class.
    key
        The key of the hashes of codes.
    token
        The secret end of the address with which the teacher's browser signs in, once.
    end
        Called when the teacher stops the server.
    refused
        The number of refused connections by address.
    """

    service: Service
    sessions: SittingSessions
    name: str
    key: str
    token: str
    tries: FailedAttempts
    end: Callable[[], None]
    refused: Mapping[str, int] = field(default_factory=dict)

    @property
    def lang(self) -> str:
        """The language of the class."""
        return self.service.plan.lang

    def home(self, request: Request) -> Response:
        """Show the sheet, the sign-in, or the teacher's monitor."""
        user, plan = request.state.user, self.service.plan
        if user == TEACHER:
            return RedirectResponse("/monitor", 303)
        if user is None or user not in self.service.candidates:
            return page(self.lang, "sitting/sign_in.html", title=plan.title)
        candidate = self.service.candidates[user]
        begun = self.service.session.begun is not None
        return page(
            self.lang,
            "sitting/sheet.html",
            title=plan.title,
            subject=plan.subject if begun else "",
            candidate=candidate,
            questions=candidate.questions if begun else (),
            begun=begun,
            safe=safe,
            sitting=digest(f"{self.sessions.cookie} {self.service.session.begun}")[:12],
        )

    def sign_in(self, request: Request, texts: JsonObject) -> Response:
        """Sign a student in with the right code; repeated wrong codes make the client wait."""
        student, code = _text(texts, "student", 200).strip(), _text(texts, "code", 40)
        address = client_address(request)
        named = matching_students(self.service.candidates.values(), student)
        known = named[0] if len(named) == 1 else ""
        account = known or digest(student)[:16]
        if wait := self.tries.attempt(address, account):
            return self._wait(ceil(wait))
        self.service.follow()  # a code printed just now
        stored, words = self.service.codes.get(known, ""), shared_words(self.lang)["sitting"]
        try:
            if not compare_digest(code_hash(self.key, known, code), stored):
                if known:
                    self.service.append_event(EventKind.REFUSED, student=known, text=student[:60], origin=address)
                return JSONResponse({"refused": words["namesakes" if len(named) > 1 else "refused"]}, 403)
            self.tries.forgive(address, account)
            response = JSONResponse({"student": known})
            self._begin_session(response, known, code_mark(stored), address)
        except CorrigeError:  # the store is away or busy, as the monitor shows
            return JSONResponse({"refused": words["not_stored"]}, 503, {"Retry-After": "10"})
        return response

    def _begin_session(self, response: Response, user: str, mark: str, address: str) -> None:
        """Begin a session of the browser that gets a response; it is valid once its event is on the disk."""
        word = self.sessions.set_cookie(response)
        self.service.append_event(EventKind.SIGN_IN, student=user, device=word, text=mark, origin=address)

    def _wait(self, seconds: int) -> Response:
        text = shared_words(self.lang)["sitting"]["wait"].replace("{}", str(seconds))
        return JSONResponse({"refused": text, "wait": seconds}, 429, {"Retry-After": str(seconds)})

    def sign_out(self, request: Request, texts: JsonObject) -> Response:
        """End the session of the browser."""
        del texts
        response = JSONResponse({})
        word = digest(request.cookies.get(self.sessions.cookie, ""))
        self.service.append_event(EventKind.SIGN_OUT, student=request.state.user, device=word)
        self.sessions.end(request, response)
        return response

    def save(self, request: Request, texts: JsonObject) -> Response:
        """Save the texts that a page sends; respond with the new state and how the texts are read."""
        student, saves = self._student(request), texts.get("saves")
        device = _text(texts, "device", MOST_DEVICE)
        if not isinstance(saves, list) or len(saves) > MOST_SAVES or not all(isinstance(save, dict) for save in saves):
            raise invalid_request()
        if self.service.session.begun is None:
            raise CorrigeError.single("the exam has not begun", remedy="wait until it begins")
        results = self.service.save(student, device, saves, _seed(texts))
        return JSONResponse(
            {"saves": results, **self._state(request, texts, [str(result["item"]) for result in results])}
        )

    def state(self, request: Request, texts: JsonObject) -> Response:
        """Respond with the state of the session and the changes since the page's last request."""
        return JSONResponse(self._state(request, texts, None))

    def hand_in(self, request: Request, texts: JsonObject) -> Response:
        """Hand in the student's answers; respond with the state, which has the receipt."""
        if self.service.session.begun is None:
            raise CorrigeError.single("the exam has not begun", remedy="wait until it begins")
        self.service.hand_in(self._student(request), _seed(texts))
        return JSONResponse(self._state(request, texts, []))

    def _state(self, request: Request, texts: JsonObject, items: list[str] | None) -> dict[str, object]:
        """Return the state that a page shows, with readings of the boxes `items` and of those changed elsewhere."""
        student, device, since = self._student(request), _text(texts, "device", MOST_DEVICE), texts.get("since")
        if type(since) is not int:
            raise invalid_request()
        address = client_address(request)
        others = self.service.seen(student, _text(texts, "page", MOST_DEVICE), address)
        state = self.service.state(student, device, since)
        changed = state["changed"]
        assert isinstance(changed, dict)
        read = self.service.readings(student, [*(items or ()), *changed] if since else None)
        return {**state, "others": others, "read": read}

    def of_own_page(self, handler: Posted) -> Posted:
        """Return a handler that refuses the pages of a student other than that of the browser's session.

        The tabs of a browser share its cookie, so a page of the student before may still be open in another tab.
        """

        def checked(request: Request, texts: JsonObject) -> Response:
            if _text(texts, "student", 200) != self._student(request):
                return JSONResponse({"refused": "student"}, 409)
            return handler(request, texts)

        return checked

    def _student(self, request: Request) -> str:
        user = request.state.user
        if user not in self.service.candidates:
            raise HTTPException(403)
        return str(user)

    def teacher(self, request: Request) -> Response:
        """Sign the teacher's browser in by the token, once, also if the server was started again meanwhile."""
        mark, browsers = digest(self.token), self.service.session.browsers.values()
        is_new = compare_digest(digest(request.path_params["token"]), mark) and (TEACHER, mark) not in browsers
        if not is_new and request.state.user != TEACHER:
            raise HTTPException(403)
        response = RedirectResponse("/monitor", 303)
        if is_new:
            self._begin_session(response, TEACHER, mark, client_address(request))
        return response

    def monitor(self, request: Request) -> Response:
        """Show the teacher's dashboard."""
        self._teacher(request)
        return page(self.lang, "sitting/monitor.html", title=self.service.plan.title, folder=shown(self.name))

    def overview(self, request: Request, texts: JsonObject) -> Response:
        """Respond with the state of all students for the dashboard."""
        del texts
        self._teacher(request)
        return self._overview()

    def _overview(self) -> Response:
        return JSONResponse({**self.service.overview(), "refused": sorted(self.refused)})

    def act(self, request: Request, texts: JsonObject) -> Response:
        """Do an action of the teacher: begin, give time, send a message, reopen, sign a student out, close, end."""
        self._teacher(request)
        match texts:
            case {"do": "open"}:
                self.service.open()
            case {"do": "time", "student": str(student), "minutes": int(minutes)} if 0 < minutes <= MOST_MINUTES:
                self.service.append_event(EventKind.TIME, student=self._known(student), minutes=minutes)
            case {"do": "message", "text": str(text)} if text.strip():
                text = text.strip()[:MOST_WORDS].encode("utf-8", "replace").decode()
                self.service.append_event(EventKind.MESSAGE, text=text)
            case {"do": "reopen", "student": str(student)} if student:
                self.service.append_event(EventKind.REOPEN, student=self._known(student))
            case {"do": "sign-out", "student": str(student)} if student:
                self.service.append_event(EventKind.SIGN_OUT, student=self._known(student))
            case {"do": "close"}:
                self.service.append_event(EventKind.CLOSE)
            case {"do": "end"}:
                self.end()
            case _:
                raise invalid_request()
        return self._overview()

    def _known(self, student: str) -> str:
        if student and student not in self.service.candidates:
            raise invalid_request()
        return student

    def _teacher(self, request: Request) -> None:
        if request.state.user != TEACHER:
            raise HTTPException(403)


def matching_students(candidates: Iterable[SittingStudent], typed: str) -> list[str]:
    """Return the identifiers of the students that match a typed identifier, or typed first and last names.

    Identifiers are compared before names. Accents, capitals, spaces and the order of the names do not matter. All
    students of the same name are returned.
    """
    known = list(candidates)

    def without_accents(text: str) -> str:
        return "".join(letter for letter in normalize("NFKD", _identifier(text)) if not combining(letter))

    for form in (_identifier, without_accents):
        matches = [sitting_student.id for sitting_student in known if form(sitting_student.id) == form(typed)]
        if matches:
            return matches
    if any(letter.isdigit() for letter in typed) or not name_key(typed):
        return []
    return [  # the identifier is a name if the list has no other
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


def _text(texts: JsonObject, name: str, most: int) -> str:
    text = texts.get(name)
    if not isinstance(text, str) or len(text) > most:
        raise invalid_request()
    return text


def _seed(texts: JsonObject) -> int:
    """Return the seed of the sheet that a page shows."""
    u0 = texts.get("u0")
    if type(u0) is not int:
        raise invalid_request()
    return u0


def sitting_app(pages: SittingPages, policy: AccessPolicy) -> ASGIApp:
    """Return the web application of an exam session."""

    def post(path: str, handler: Posted) -> Route:
        return Route(path, json_endpoint(handler), methods=["POST"])

    routes = [
        Route("/", pages.home),
        post("/sign-in", pages.sign_in),
        post("/sign-out", pages.of_own_page(pages.sign_out)),
        post("/save", pages.of_own_page(pages.save)),
        post("/state", pages.of_own_page(pages.state)),
        post("/hand-in", pages.of_own_page(pages.hand_in)),
        Route("/teacher/{token}", pages.teacher),
        Route("/monitor", pages.monitor),
        post("/monitor/state", pages.overview),
        post("/monitor/act", pages.act),
    ]
    return guarded(routes, policy)


PUBLIC = frozenset({"", "sign-in", "teacher"})
