"""Check answers to the questions of a practised exam, explain errors, and show worked solutions."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from multiprocessing import get_context
from queue import Empty
from random import SystemRandom
from threading import Lock
from time import sleep
from typing import TYPE_CHECKING

from markupsafe import escape

from answers.assets import shared_words
from answers.classroom.sitting import part_texts
from answers.errors import CorrigeError
from answers.exam.draw import PRACTISED
from answers.exam.exam import Exam
from answers.exam.key_cache import ScenarioAnswers, cached_key
from answers.exam.question import Question
from answers.exam.scenario import Scenario
from answers.exam.words import Words
from answers.executors.workers import end_with_parent
from answers.flags import Place
from answers.grading.diagnosis import diagnose
from answers.grading.mark import mark, parse_responses
from answers.grading.scenario_keys import ScenarioKeyOf, ScenarioKeys
from answers.messages import Message
from answers.paper import Paper, Verdict
from answers.sheets.booklet import worked_solution
from answers.sheets.subject import has_subject
from answers.sheets.view import points_text, question_view
from answers.web.sitting.plan import Reader, reader, served_html

if TYPE_CHECKING:
    from multiprocessing.queues import Queue


@dataclass
class KeyWorker:
    """A process that computes the keys of seeds into the key cache, for each requesting network address in turn.

    `load` loads the exam in that process, and must be picklable.
    """

    load: Callable[[], Exam]
    _waiting: dict[str, deque[int]] = field(default_factory=dict)
    _sent: set[int] = field(default_factory=set)
    _made: set[int] = field(default_factory=set)
    _lock: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        context = get_context("spawn")
        self._todo, self._done = context.Queue(), context.Queue()
        self._process = context.Process(target=make_keys, args=(self.load, self._todo, self._done), daemon=True)
        self._process.start()

    def want(self, u0: int, address: str) -> None:
        """Request the key of a seed for a network address; the requests of an address are processed in order."""
        with self._lock:
            queue = self._waiting.setdefault(address, deque())
            if u0 not in queue:
                queue.append(u0)
            self._send_next()

    def is_made(self, u0: int) -> bool:
        """Return whether the process has computed the key of a seed, or has ended, so that waiting is useless."""
        with self._lock:
            self._send_next()
        return u0 in self._made or not self._process.is_alive()

    def _send_next(self) -> None:
        """Send the next requested seed to the process, if the process has computed all keys sent before."""
        with suppress(Empty):
            while True:
                self._made.add(self._done.get_nowait())
        while self._waiting and self._sent == self._made:
            address = next(iter(self._waiting))
            queue = self._waiting.pop(address)
            u0 = queue.popleft()
            if queue:
                self._waiting[address] = queue  # behind the other addresses
            if u0 not in self._sent:
                self._sent.add(u0)
                self._todo.put(u0)

    def close(self) -> None:
        """Stop the child process that computes keys in advance."""
        self._process.terminate()
        self._process.join()


def make_keys(load: Callable[[], Exam], todo: "Queue[int]", done: "Queue[int]") -> None:
    """Run the process of a KeyWorker: compute the key of each seed of `todo` and the answers of its known mistakes.

    Computed seeds are put into `done`. The process ends when its parent process ends, for whatever reason.
    """
    end_with_parent()
    exam = load()
    parts = [part.id for part in exam.parts]
    while True:
        u0 = todo.get()
        scenarios = ScenarioAnswers(exam, cached_key(exam, u0).params)
        for mistake in exam.mistakes:
            with suppress(Exception):  # marking passes over a mistake that fails for a seed
                scenarios.answers(Scenario(u0, (mistake,)), parts)
        scenarios.save()
        done.put(u0)


Texts = Mapping[str, str]
"""The texts that a student has typed into the boxes, by item."""
LOOK = 0.2
"""Seconds between two checks whether the first key has been computed."""


def seeds_in_turn(others: Iterable[int]) -> tuple[int, ...]:
    """Return the seeds reserved for practice, which no class uses, in random order, without those in `others`."""
    seeds = sorted(set(PRACTISED).difference(others))
    SystemRandom().shuffle(seeds)
    return tuple(seeds)


@dataclass(frozen=True)
class Practice:
    """An exam to practise, in the language `lang`, with its `seeds` in their order.

    `ahead` is the process that computes keys in advance; if None, this process computes them when they are needed.
    """

    exam: Exam
    lang: str
    seeds: tuple[int, ...]
    ahead: KeyWorker | None = None
    _lock: Lock = field(default_factory=Lock)

    @property
    def words(self) -> Words:
        """The texts of the exam in the language of the practice."""
        return self.exam.words(self.lang)

    @cached_property
    def readers(self) -> tuple[Reader, ...]:
        """The reader of each part, in the order of the exam, which tells how an answer is read."""
        return tuple(reader(part.id, part.kind) for part in self.exam.parts)

    @cached_property
    def _variants(self) -> ScenarioKeyOf:
        return ScenarioKeys(self.exam)

    def after(self, u0: int) -> int:
        """Return the practice seed that follows `u0`; the first seed follows the last."""
        return self.seeds[(self.seeds.index(u0) + 1) % len(self.seeds)]

    def prepare(self, u0: int, address: str = "") -> None:
        """Request the keys of a seed and of the next seed for a network address, if a second process computes keys."""
        if self.ahead is not None:
            self.ahead.want(u0, address)
            self.ahead.want(self.after(u0), address)

    def is_ready(self, u0: int, address: str = "") -> bool:
        """Request the key of a seed for a network address, and return whether the key is ready."""
        self.prepare(u0, address)
        return self.ahead is None or self.ahead.is_made(u0)

    def warm(self) -> None:
        """Load the modules that marking needs, by marking wrong answers once the first key is ready."""
        while not self.is_ready(self.seeds[0]):
            sleep(LOOK)
        self.checked(self.seeds[0], 1, dict.fromkeys((item for reader in self.readers for item in reader.items), "-7"))

    def question(self, number: int) -> Question:
        """Return a question by its number, from 1; CorrigeError if the exam has no such question."""
        if not 1 <= number <= len(self.exam.questions):
            cause = Message("the exam {exam} has no question {number}", exam=self.exam.name, number=number)
            raise CorrigeError.single(
                cause, remedy=Message("give a number from 1 to {count}", count=len(self.exam.questions))
            )
        return self.exam.questions[number - 1]

    def checked(self, u0: int, number: int, texts: Texts) -> dict[str, object]:
        """Mark the answers to a question as in an exam, and return the result as a JSON object for the browser.

        `texts` are the answers to all questions, since an error may follow from an earlier answer. The result has the
        verdict, note and parsed value of each item, the score, and a line on how the answers are obtained, but not the
        right answers. Other seeds are not searched: nobody copies a seed here, and this takes ten times as long.
        CorrigeError if the exam has no such question.
        """
        exam, question, lang, words = self.exam, self.question(number), self.lang, shared_words(self.lang)
        answers = parse_responses(
            exam, {reader.part: part_texts(reader.items, texts) for reader in self.readers}, u0=u0
        )
        with self._lock:
            key = cached_key(exam, u0)
            parts = diagnose(exam, key, answers, mark(exam, key, answers), self._variants)
            paper = Paper(Place(exam.name), "", exam.name, u0, (), parts)
            view = question_view(exam, question, self.words, key.params, key, paper)
        own = {part.id for part in question.parts}
        read = {
            item: parsed
            for reader in self.readers
            if reader.part in own
            for item, parsed in reader.parsed_texts(texts, lang).items()
        }
        items: dict[str, dict[str, str]] = {}
        for part, shown in zip(question.parts, view.parts, strict=True):
            for item, cell in zip(part.item_names, shown.cells, strict=True):
                if cell.mark is None:
                    continue
                verdict = cell.mark.verdict
                parsed = read.get(item, "")  # replaces the note of an unreadable item; not shown for a right item
                items[item] = {
                    "verdict": verdict,
                    "told": words["verdicts"][verdict],
                    "note": "" if parsed and verdict == Verdict.UNREADABLE else served_html(escape(cell.mark.remark)),
                    "symbol": words["symbols"][verdict],
                    "read": "" if verdict == Verdict.RIGHT else parsed,
                }
        is_blank = all(item["verdict"] == Verdict.BLANK for item in items.values())
        earned = sum((parts[part.id].score for part in question.parts), Fraction(0))
        return {
            "items": items,
            "score": f"{points_text(earned, lang)} / {points_text(view.points, lang)}",
            "how": served_html(view.how) if view.how and not is_blank else "",
            "share": float(earned / sum(parts[part.id].points for part in question.parts)),
            "blank": is_blank,
        }

    def solution(self, u0: int, number: int) -> dict[str, object]:
        """Return the right answers to a question and its worked solution as a JSON object for the browser."""
        question, key = self.question(number), cached_key(self.exam, u0)
        expected = {
            item: part.kind.format(value, self.lang)
            for part in question.parts
            for item, value in zip(part.item_names, key.answers[part.id], strict=True)
        }
        worked = worked_solution(self.exam, key, question, self.lang) if has_subject(self.exam) else ""
        return {"expected": expected, "worked": served_html(worked)}
