"""Render an exam that is being written: the child process of a preview, and the messages that it sends.

A message is a pair of a name and a value, made of texts, numbers, bytes, lists and dictionaries:

- ``("watch", paths)``: files and folders whose changes make another preview necessary;
- ``("problem", {"cause", "place", "remedy", "stage"})``: a problem, sent once; its stage is "load" if the exam could
  not be loaded, else "";
- ``("loaded", title)``: the exam is loaded;
- ``("page", (kind, u0, number, count, png))``: the picture of a page of a "blank", "subject" or "solution";
- ``("key", rows)``: the right answers for the seeds shown; ``("checked", None)``: all checks are done;
- ``("stopped", problem)``: the run was ended for this problem, and is not complete;
- ``("worth", …)`` and ``("mistakes", …)``: see `answers.web.preview.facts`; the latter is sent again with more seeds.
"""

import pickle
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from io import BytesIO
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic
from typing import IO, Any

from answers.errors import Problem, TimeLimitError, bug
from answers.exam.catalogue import find_exam_location, load_adjusted, name_and_places
from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.exam.location import NOWHERE
from answers.exam.settings import Settings
from answers.exam.time_limit import SECONDS, TimeLimit, ended_if_stuck, stopped_problem
from answers.exam.words import plain
from answers.grading.exam_checks import CHECKS, Check, NotApplicableError, is_reported, problems_of
from answers.messages import Message, set_language
from answers.sheets.booklet import solution_pdf, subject_pdf
from answers.sheets.pdf import render_pdf
from answers.sheets.sheet import BlankSheet, sheet_page, signed
from answers.sheets.subject import has_subject
from answers.web.preview.facts import SEEDS, MistakeTally, worth_without_work
from answers.web.preview.preview import MAX_MESSAGE

MARKING = 60.0
"""Limit of the processor time, in seconds, for marking the papers of many seeds."""
FEWEST = 4
"""Least number of seeds for which facts are shown."""
SCALE = 1.3
"""Pixels of a picture for each point of the page."""
FIRST = (
    "words",
    "booklet-words",
    "answer-table",
    "how",
    "perfect-paper",
    "blank-paper",
    "printed-is-read",
    "worlds",
    "keys",
)
LAST = ("papers", "model-key", "definitions", "drawings", "evidence", "draws", "prompts")
"""Names of the checks that a preview runs before the facts, and after them; checks that render pages are left out."""

Send = Callable[[str, Any], None]


class LostConnectionError(BaseException):
    """Raised when the process that receives the messages has closed the connection."""


def render_preview(
    stack: IO[bytes], connection: Connection, name: str, settings: Settings, seeds: Sequence[int], lang: str
) -> None:
    """Render an exam, and send the results through a connection.

    Call it in a separate process: the process is ended if an operation of the exam takes too long, and its stack is
    written to the file `stack`.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    set_language(lang)

    def send(kind: str, value: Any) -> None:
        message = pickle.dumps((kind, value))
        if len(message) > MAX_MESSAGE:
            cause = Message("a page or a text of the exam is larger than {most} MB", most=MAX_MESSAGE // 1_000_000)
            problem = Problem(cause, name, "look in the exam for a text or a number that grows without end")
            message = pickle.dumps(("problem", _texts(problem, lang)))
        try:
            connection.send_bytes(message)
        except OSError as error:
            raise LostConnectionError from error

    try:
        with ended_if_stuck(stack):
            Rendering(send, name, settings, tuple(seeds), lang).run()
    except LostConnectionError:
        return
    except Exception as error:  # noqa: BLE001 - an error of this program, not of the exam
        send("problem", _texts(replace(bug(error), place=name), lang))


def send_stopped(
    stack: bytes, connection: Connection, name: str, settings: Settings, _seeds: Sequence[int], lang: str
) -> None:
    """Send the problem of an operation for which the process of `render_preview` was ended, from its stack."""
    problem = stopped_problem(stack, find_exam_location(*name_and_places(name, settings.places)))
    connection.send_bytes(pickle.dumps(("stopped", _texts(problem, lang))))


def _texts(problem: Problem, lang: str, stage: str = "") -> dict[str, str]:
    """Return the texts of a problem in a language, and the stage of the rendering in which it was found."""
    texts = {"cause": problem.cause, "place": problem.where, "remedy": problem.remedy}
    return {name: Message.of(text).render(lang) for name, text in texts.items()} | {"stage": stage}


@dataclass
class Rendering:
    """The rendering of an exam in steps, with a limit of processor time of `seconds` for each step and each call.

    Results are sent by `send`; an exception of the exam's code is sent as a problem, and the next step follows.
    """

    send: Send
    name: str
    settings: Settings
    seeds: tuple[int, ...]
    lang: str
    seconds: float = SECONDS
    _stage: str = "load"
    _problems: list[tuple[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._limit = TimeLimit(NOWHERE, self.seconds)

    def run(self) -> None:
        """Load the exam, and send its sheets, keys, documents, facts and problems, the quickest first."""
        loaded = list[Exam]()  # a step that fails leaves it empty
        with self._step():
            name, places = name_and_places(self.name, self.settings.places)
            self._limit.location = find_exam_location(name, places)
            loaded.append(load_adjusted(self.name, self.settings))
        if not loaded:
            return
        (exam,) = loaded
        self._limit.location, self._stage = exam.location, ""
        outside = exam.location.outside or (exam.location,)
        folders = [folder for place in outside for folder in (place.code, place.templates, place.fixtures)]
        self.send("watch", [str(folder) for folder in folders if isinstance(folder, Path)])
        self.send("loaded", exam.name)
        checks = {check.name: check for check in CHECKS}
        if not self._blank(exam, self.seeds[0]):
            self._check(exam, checks["words"])  # its problems may have a better remedy
            self._blank(exam, self.seeds[0], is_told=True)
        for u0 in self.seeds[1:]:
            self._blank(exam, u0, is_told=True)
        keys = self._keys(exam)
        passed = {check for check in FIRST if self._check(exam, checks[check])}
        if "booklet-words" in passed and has_subject(exam):
            with self._step():
                self._pages("subject", 0, subject_pdf(exam, lang=self.lang))
            for key in keys:
                with self._step():
                    self._pages("solution", key.u0, solution_pdf(exam, key, lang=self.lang))
        self._facts(exam)
        for check in LAST:
            self._check(exam, checks[check])
        self.send("checked", None)

    @contextmanager
    def _step(self, *, is_told: bool = True, is_long: bool = False, limit: float = 0) -> Iterator[None]:
        """Limit the processor time of a block, by default to `self.seconds`, and send its exceptions if `is_told`.

        With `is_long`, a step may end at its limit, incomplete; a single call of the exam's code may not.
        """
        limit, problems = limit or self.seconds, list[Problem]()
        try:
            with self._limit.step(limit):
                yield
        except LostConnectionError:
            raise
        except BaseException as error:  # noqa: BLE001 - also SystemExit, which an exam may raise
            is_end = is_long and isinstance(error, TimeLimitError) and not error.is_call
            problems += () if is_end else problems_of(error, self._limit.location)
        if is_told:
            self._tell(problems)

    def _tell(self, problems: Sequence[Problem]) -> None:
        """Send the problems that were not sent before."""
        for problem in problems:
            if not is_reported(problem, self._problems):
                self._problems.append(problem.identity)
                texts = _texts(problem, self.lang, self._stage)
                texts["place"] = texts["place"] or self._limit.location.place or self.name
                remedy = Message("`corrige check` lists all defects of the exam")
                self.send("problem", {**texts, "remedy": texts["remedy"] or remedy.render(self.lang)})

    def _check(self, exam: Exam, check: Check) -> bool:
        """Run one check of the exam and tell the problems it finds; return whether the exam has passed it."""
        problems = list[Problem]()
        with self._step(is_long=True), suppress(NotApplicableError):
            problems += check.problems(exam)
            self._tell(problems)
        return not problems

    def _blank(self, exam: Exam, u0: int, *, is_told: bool = False) -> bool:
        rendered = list[int]()
        with self._step(is_told=is_told):
            page = sheet_page(BlankSheet(exam, u0), lang=self.lang, secret=self.settings.secret)
            # not by the shared layout of a class, which takes longer for a single sheet
            pdf = signed(render_pdf(page.whole, fillable=True), self.settings.secret)
            self._pages("blank", u0, pdf)
            rendered.append(u0)
        return bool(rendered)

    def _keys(self, exam: Exam) -> list[Key]:
        """Send the table of the right answers for all seeds, and return the keys; seeds that fail are left out."""
        keys: list[Key] = []
        for u0 in self.seeds:
            with self._step():
                keys.append(make_key(exam, u0))
        rows = []
        words = None
        with self._step():
            words = exam.words(self.lang)
        for part in exam.parts if keys else ():
            labels: Sequence[str] = ()
            with self._step(is_told=False):  # the check of texts reports a missing label
                labels = [plain(label) for label in words.labels(part, keys[0].params)] if words else ()
            for index in range(part.count):
                texts = [part.kind.format(key.answers[part.id][index], self.lang) for key in keys]
                label = labels[index] if index < len(labels) else ""
                rows.append({"part": part.id, "label": label, "answers": texts})
        if keys:
            self.send("key", {"seeds": [key.u0 for key in keys], "rows": rows})
        return keys

    def _pages(self, kind: str, u0: int, pdf: bytes) -> None:
        for number, (count, picture) in enumerate(picture_pages(pdf), start=1):
            self.send("page", (kind, u0, number, count, picture))

    def _facts(self, exam: Exam) -> None:
        """Send the facts over as many seeds as can be solved within the time limit; nothing for fewer than `FEWEST`."""
        keys: list[Key] = []
        start, is_solved = monotonic(), True
        for u0 in SEEDS:
            with self._step():
                is_solved = False
                keys.append(make_key(exam, u0))
                is_solved = True
            if not is_solved or monotonic() - start > self.seconds:  # send one failure, not one for each seed
                break
        if len(keys) < FEWEST:
            return
        with self._step(limit=MARKING, is_long=True):
            self.send("worth", worth_without_work(exam, keys, self.lang))
        tally = MistakeTally(exam)
        with self._step(limit=MARKING, is_long=True):
            for key in keys if exam.mistakes else ():
                tally.add(key)
                self.send("mistakes", tally.rows())


def picture_pages(pdf: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield, for each page of a PDF, the number of all pages and the PNG picture of the page with its form fields."""
    from pypdfium2 import PdfDocument

    with PdfDocument(pdf) as document:
        document.init_forms()
        for page in document:
            stream = BytesIO()
            page.render(scale=SCALE).to_pil().save(stream, "PNG", compress_level=3)
            yield len(document), stream.getvalue()
