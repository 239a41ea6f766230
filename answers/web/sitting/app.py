"""The web application of an exam held in browsers: the pages of the students and of the teacher."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from hmac import compare_digest
from math import ceil
from unicodedata import combining, normalize

from starlette.concurrency import run_in_threadpool
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
from answers.web.common.pages import client_address, in_turns, invalid_request, json_endpoint, outdated, page
from answers.web.sitting.codes import FailedAttempts, is_code_of
from answers.web.sitting.plan import JsonObject, SittingStudent, safe
from answers.web.sitting.service import Service

MOST_DEVICE = 64
MOST_SAVES = 200
MOST_WORDS = 1000
MOST_MINUTES = 600
MOST_WAITING = 8
"""Maximum number of unanswered requests of a student; a page has one or two, and sends a refused request again."""

Posted = Callable[[Request, JsonObject], Response]
"""A handler of a POST request, called with the JSON object of its body."""


TEACHER = ""
"""The user name of the teacher's browser session; that of a student's browser session is the student's identifier."""


@dataclass(frozen=True)
class SittingSessions(Sessions[str]):
    """The browser sessions of an exam session, computed from its stored events, so that they survive a restart.

    A student's browser sessions also end when a new code is printed for the student.
    """

    service: Service = field(kw_only=True)

    def user(self, request: Request) -> str | None:
        """Return the student's identifier, or `TEACHER`, for a request; None if its browser has no valid session."""
        student, mark = self.service.session.browsers.get(digest(request.cookies.get(self.cookie, "")), (None, ""))
        if student is None or student == TEACHER:
            return student
        code = self.service.codes.get(student, "")  # "" if the student has no code, hence no newer one
        return student if code == "" or code_mark(code) == mark else None


def code_mark(code: str) -> str:
    """Return a short digest of the stored hash of a code, which identifies the hash without revealing it."""
    return digest(code)[:16]


@dataclass(frozen=True)
class SittingPages:
    """The handlers of all requests of an exam session, in the class with the name `name`.

    Codes are hashed with the secret `key`. `token` signs the teacher's browser in, once. `tries` limits wrong codes.
    `end` is called when the teacher stops the server. `refused` has the number of refused connections from each
    address.
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
        """The language of the class, "fr" or "en"."""
        return self.service.plan.lang

    def home(self, request: Request) -> Response:
        """Show the page to sign in, or the student's sheet; redirect the teacher to the monitor."""
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
            version=self.service.version(user),
            wording=candidate.wording if begun else "",
            safe=safe,
            sitting=digest(f"{self.sessions.cookie} {self.service.session.begun}")[:12],
        )

    def sign_in(self, request: Request, texts: JsonObject) -> Response:
        """Sign a student in by identifier or name and code.

        The response has status 200 with the identifier of the student, 403 for a wrong code, 429 with the seconds to
        wait after repeated wrong codes, or 503 if the store cannot be written.
        """
        student, code = _text(texts, "student", 200).strip(), _text(texts, "code", 40)
        address = client_address(request)
        named = matching_students(self.service.candidates.values(), student)
        account, words = " ".join(named) or digest(student)[:16], shared_words(self.lang)["sitting"]
        if wait := self.tries.attempt(address, account):
            seconds = ceil(wait)
            text = words["wait"].replace("{}", str(seconds))
            return JSONResponse({"refused": text, "wait": seconds}, 429, {"Retry-After": str(seconds)})
        self.service.follow()  # the code may have been printed a moment ago
        # If several students match (homonyms, or an identifier corrected in the list), the code decides.
        stored = {name: self.service.codes.get(name, "") for name in named}
        known = next((name for name in named if is_code_of(stored[name], self.key, name, code)), None)
        try:
            if known is None:
                for name in named:
                    self.service.append_event(EventKind.REFUSED, student=name, text=student[:60], origin=address)
                return JSONResponse({"refused": words["namesakes" if len(named) > 1 else "refused"]}, 403)
            self.tries.forgive(address, account)
            response = JSONResponse({"student": known})
            self._begin_session(response, known, code_mark(stored[known]), address)
        except CorrigeError:  # the store is away or busy, as the monitor shows
            return JSONResponse({"refused": words["not_stored"]}, 503, {"Retry-After": "10"})
        return response

    def _begin_session(self, response: Response, user: str, mark: str, address: str) -> None:
        """Begin a session of `user` in the browser that gets `response`; CorrigeError if its event cannot be stored."""
        word = self.sessions.set_cookie(response)
        self.service.append_event(EventKind.SIGN_IN, student=user, device=word, text=mark, origin=address)

    def sign_out(self, request: Request, texts: JsonObject) -> Response:
        """End the session of the browser that sent the request."""
        del texts
        response = JSONResponse({})
        word = digest(request.cookies.get(self.sessions.cookie, ""))
        self.service.append_event(EventKind.SIGN_OUT, student=request.state.user, device=word)
        self.sessions.end(request, response)
        return response

    def save(self, request: Request, texts: JsonObject) -> Response:
        """Save the texts of boxes that a page sends, and respond with their status and the new state of the page."""
        student, saves = self._student(request), texts.get("saves")
        device = _text(texts, "device", MOST_DEVICE)
        if not isinstance(saves, list) or len(saves) > MOST_SAVES or not all(isinstance(save, dict) for save in saves):
            raise invalid_request()
        results = self.service.save(student, device, saves, self._u0(texts, student))
        items = [str(result["item"]) for result in results]
        return JSONResponse({"saves": results, **self._state(request, texts, items)})

    def state(self, request: Request, texts: JsonObject) -> Response:
        """Respond with the state of the session and the changes since the page's last request."""
        return JSONResponse(self._state(request, texts, None))

    def hand_in(self, request: Request, texts: JsonObject) -> Response:
        """Hand in the student's answers, and respond with the new state, which contains the receipt."""
        student = self._student(request)
        self.service.hand_in(student, self._u0(texts, student))
        return JSONResponse(self._state(request, texts, []))

    def _state(self, request: Request, texts: JsonObject, items: list[str] | None) -> dict[str, object]:
        """Return the state that a student's page shows, with the number of the student's other open pages (`others`).

        `read` tells how the boxes `items` and those changed by other pages are read, or all if the page has no state
        yet.
        """
        student, device, since = self._student(request), _text(texts, "device", MOST_DEVICE), _number(texts, "since")
        others = self.service.seen(student, _text(texts, "page", MOST_DEVICE), client_address(request))
        state = self.service.state(student, device, since)
        changed = state["changed"]
        assert isinstance(changed, dict)
        read = self.service.readings(student, [*(items or ()), *changed] if since else None)
        return {**state, "others": others, "read": read}

    def of_own_page(self, handler: Posted) -> Posted:
        """Return `handler` for requests of a page that belongs to the student signed in; others get status 409.

        The tabs of a browser share one session, so a page of an earlier student may still be open in another tab.
        """

        def checked(request: Request, texts: JsonObject) -> Response:
            if _text(texts, "student", 200) != self._student(request):
                return JSONResponse({"refused": "student"}, 409)
            return handler(request, texts)

        return checked

    def _u0(self, texts: JsonObject, student: str) -> int:
        """Return the seed of the page that sent a request; refuse one before the exam begins or of an earlier sheet."""
        if self.service.session.begun is None:
            raise CorrigeError.single("the exam has not begun", remedy="wait until the exam begins")
        if _text(texts, "version", MOST_DEVICE) != self.service.version(student):
            raise outdated("the sheet has changed since the page was loaded, so these answers were not saved")
        return _number(texts, "u0")

    def _student(self, request: Request) -> str:
        user = request.state.user
        if user not in self.service.candidates:
            raise HTTPException(403)
        return str(user)

    def teacher(self, request: Request) -> Response:
        """Sign the teacher's browser in by the token of the address, and redirect it to the monitor.

        The token is valid once, also if the server is restarted; another browser then gets status 403.
        """
        mark, browsers = digest(self.token), self.service.session.browsers.values()
        is_new = compare_digest(digest(request.path_params["token"]), mark) and (TEACHER, mark) not in browsers
        if not is_new and request.state.user != TEACHER:
            raise HTTPException(403)
        response = RedirectResponse("/monitor", 303)
        if is_new:
            self._begin_session(response, TEACHER, mark, client_address(request))
        return response

    def monitor(self, request: Request) -> Response:
        """Show the monitor, on which the teacher follows and controls the session."""
        self._teacher(request)
        return page(self.lang, "sitting/monitor.html", title=self.service.plan.title, folder=shown(self.name))

    def overview(self, request: Request, texts: JsonObject) -> Response:
        """Respond with the state of all students for the teacher's monitor."""
        del texts
        self._teacher(request)
        return self._overview()

    def _overview(self) -> Response:
        return JSONResponse({**self.service.overview(), "refused": sorted(self.refused)})

    def act(self, request: Request, texts: JsonObject) -> Response:
        """Execute an action of the teacher, and respond with the new state of all students.

        The field `do` is "open" (begin the exam), "time" (add minutes), "message", "reopen" (let a student write again
        after handing in), "sign-out", "close" (end the exam) or "end" (stop the server). CorrigeError for any other.
        """
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
        """Return the student a request names, which may be none; refuse one who does not sit this exam."""
        if student and student not in self.service.candidates:
            raise invalid_request()
        return student

    def _teacher(self, request: Request) -> None:
        if request.state.user != TEACHER:
            raise HTTPException(403)


def matching_students(candidates: Iterable[SittingStudent], typed: str) -> list[str]:
    """Return the identifiers of the students who match a typed text: an identifier, or first and last names.

    Identifiers are compared before names. Capitals, extra spaces, accents and the order of names do not matter, but an
    identifier with the same accents is preferred. All students with the same name are returned.
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
    return [  # in a list without identifiers, the names are the identifiers
        student.id
        for student in known
        if name_key(typed) == name_key(student.display_name)
        or (not any(map(str.isdigit, student.id)) and name_key(typed) == name_key(student.id))
    ]


def _identifier(text: str) -> str:
    return " ".join(normalize("NFC", text).casefold().split())


def _number(texts: JsonObject, name: str) -> int:
    """Return an integer of the request by its name; refuse anything else."""
    value = texts.get(name)
    if type(value) is not int:
        raise invalid_request()
    return value


def _text(texts: JsonObject, name: str, most: int) -> str:
    """Return a text of the request by its name; refuse one that is missing or longer than `most`."""
    text = texts.get(name)
    if not isinstance(text, str) or len(text) > most:
        raise invalid_request()
    return text


def sitting_app(pages: SittingPages, policy: AccessPolicy) -> ASGIApp:
    """Return the web application of an exam session, protected by an access policy."""
    in_turn = in_turns(lambda request: request.state.user, MOST_WAITING)

    async def home(request: Request) -> Response:
        return await run_in_threadpool(pages.home, request)

    def post(path: str, handler: Posted) -> Route:
        return Route(path, in_turn(json_endpoint(handler)), methods=["POST"])

    routes = [
        Route("/", in_turn(home)),
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
