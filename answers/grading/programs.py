"""Run the programs that students hand in, in a sandboxed process, and mark them by their results.

The process receives the text of the program and the arguments of the calls, never an expected result. A program is run
once: its outcomes are cached by the text, the cases and the limits. A program that cannot be loaded, that waits too
long, or that this machine cannot run safely, is unreadable: the teacher decides.
"""

import json
import re
import tempfile
from collections.abc import Sequence
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from time import monotonic

from answers.exam.question import Part
from answers.files import json_of, read_cached, store_folder, write_cached
from answers.flags import Note
from answers.kinds.parsing import Unreadable, Value
from answers.kinds.programs import (
    Case,
    Program,
    case_verdict,
    case_verdicts,
    cases_of,
    shown,
    with_outcomes,
)
from answers.paper import Mark, Paper, Verdict
from answers.sandbox.literals import MAX_LENGTH
from answers.sandbox.process import Child, LostError
from answers.sandbox.program import MAX_START, start_sandboxed

FOLDER = "programs"
ENTRY = "answers.sandbox.program_process:serve"
PATH = "program.py"  # name of the program's file in the messages of exceptions
VERSION = 4  # a number to change when programs have other outcomes, so that cached outcomes are not used
LOADING = 5.0  # limit in seconds of processor time to load a program
WAITING = 5.0
"""Seconds of wall-clock time of a call, in addition to five times its processor time, since the machine may be busy."""
MOST_SLOW = 3  # after this number of calls that take too long, the other calls are not tried
BUSY = 5  # ratio of wall-clock time to processor time that a busy machine may need
NOT_RUN, NOT_LOADED, WAITS = "program-not-run", "program-not-loaded:", "program-waits"
NOT_SAFE, NOT_STARTED = "program-not-safe", "program-not-started"
NOT_RUN_HERE = (NOT_SAFE, NOT_STARTED)
"""Slugs of the reasons for which a machine does not run a program, but may do so the next time."""
CASES = "program-{}:"  # slug of the note about the first case that is not right; the verdict on the case is inserted


class NotRunError(Exception):
    """A student's program cannot be loaded, or run to the end; the message is the reason, a slug and its detail."""


def run_program(kind: Program, source: str, expected: Value, folder: Path | None = None) -> Value | Unreadable:
    """Run a student's program and return its value: its outcome in each case of the key `expected`.

    Outcomes are cached in `folder`, by default in corrige's cache folder. The result is `Unreadable` if the program
    cannot be loaded, if its calls take too much time without computing, or if this machine cannot run it: then the
    reason is one of `NOT_RUN_HERE`, and nothing is cached.
    """
    if not kind.may_define(source):  # other text, such as the answer that a key prints: no process is started
        return Unreadable(source, f"{NOT_LOADED}it defines no function {kind.signature}")
    cases, folder = cases_of(expected), folder or store_folder() / FOLDER
    calls = [case.arguments for case in cases]
    named = [VERSION, kind.function, kind.seconds, source, calls, [case.outcome for case in cases]]
    name = sha256(json.dumps(named).encode()).hexdigest()
    content = read_cached(folder, name)
    if content is None:
        try:
            run = _Run(kind, source, cases)
        except NotRunError as error:
            return Unreadable(source, str(error))
        content = json.dumps({"trouble": run.trouble, "outcomes": run.outcomes}).encode()
        write_cached(folder, name, content)
    document = json_of(content)
    if document["trouble"]:
        return Unreadable(source, document["trouble"])
    return with_outcomes(cases, document["outcomes"])


def needs_another_run(paper: Paper) -> bool:
    """Return whether a program of a paper was not run for a reason that lies in this machine, and may be gone."""
    marks = (mark for part in paper.parts.values() for mark in part.items)
    return any(mark.note is not None and mark.note.slug in NOT_RUN_HERE for mark in marks)


class _Run:
    """The outcomes of the calls of a program, or `trouble`, the reason why the program could not be run to the end.

    The calls share a process, as on the student's machine, until a call ends it. A wrong value that is right in a
    process of its own has the outcome "state": the program depends on earlier calls.
    """

    def __init__(self, kind: Program, source: str, cases: Sequence[Case]) -> None:
        self._kind, self._source = kind, source
        self.trouble, self.outcomes, self._idle = "", list[str](), 0.0
        try:
            self.outcomes = self._outcomes(cases)
            verdicts = [case_verdict(case.outcome, outcome) for case, outcome in zip(cases, self.outcomes, strict=True)]
            first = next((at for at, verdict in enumerate(verdicts) if verdict == "value"), 0)
            if first and case_verdict(cases[first].outcome, self._outcomes(cases[first : first + 1])[0]) == "right":
                self.outcomes[first] = f"state {self.outcomes[first].partition(' ')[2]}"
        except NotRunError as error:
            if str(error) in NOT_RUN_HERE:
                raise
            self.trouble = str(error)

    def _outcomes(self, cases: Sequence[Case]) -> list[str]:
        """Return the outcome of each case; NotRunError if the program cannot be loaded or waits too long."""
        outcomes, seconds = list[str](), self._kind.seconds
        most_idle = MAX_START + MOST_SLOW * (WAITING + BUSY * seconds)
        child: Child | None = None
        with tempfile.TemporaryDirectory(prefix="corrige-") as folder:
            try:
                for case in cases:
                    if sum(outcome == "slow" for outcome in outcomes) >= MOST_SLOW:
                        outcomes.append("slow")
                        continue
                    if self._idle > most_idle:
                        raise NotRunError(WAITS)
                    child = child or self._start(Path(folder))
                    line, answer, outcome = json.dumps(case.arguments).encode(), None, "ended"
                    try:
                        answer = json.loads(self._ask(child, line, WAITING + BUSY * seconds, seconds, 8 * MAX_LENGTH))
                    except LostError as error:
                        outcome = "slow" if error.limit in ("clock", "processor") else "ended"
                    except (ValueError, RecursionError):
                        pass  # the program has written to the stream of answers
                    match answer:
                        case ["value" | "printed" | "raised" | "type" as word, str(text)] if len(text) <= MAX_LENGTH:
                            outcome = f"{word} {_printable(text)}"
                        case _:
                            child.end()
                            child = None
                    outcomes.append(outcome)
            finally:
                if child:
                    child.end()
        return outcomes

    def _start(self, folder: Path) -> Child:
        """Return a process that has loaded the program; NotRunError if the program cannot be loaded."""
        kind = self._kind
        try:
            child, possible = start_sandboxed(ENTRY, PATH, kind.function, ", ".join(kind.parameters), folder=folder)
        except LostError as error:
            raise NotRunError(NOT_STARTED) from error
        if possible:
            child.end()
            raise NotRunError(NOT_SAFE)
        try:
            line = json.dumps(self._source).encode()
            trouble = json.loads(self._ask(child, line, MAX_START, LOADING, MAX_LENGTH))
        except (LostError, ValueError, RecursionError) as error:
            child.end()
            limits = {"clock": "it takes too long", "processor": "it takes too long"}
            limit = error.limit if isinstance(error, LostError) else None
            trouble = limits.get(limit or "", "its process ended")
            raise NotRunError(f"{NOT_LOADED}{trouble}, on its first reading") from error
        if trouble != "":
            child.end()
            raise NotRunError(NOT_LOADED + _printable(str(trouble)[:200]))
        return child

    def _ask(self, child: Child, line: bytes, clock: float, processor: float, length: int) -> bytes:
        """Return the answer of the process within limits, as `Child.ask` does, and count the time that it has waited.

        Time without an answer counts whole, since the processor time of a process that has ended is not known.
        """
        begun, spent, used = monotonic(), child.spent(), 0.0
        try:
            answer = child.ask(line, clock, spent + processor, length)
            used = child.spent() - spent
        finally:
            self._idle += max(0.0, monotonic() - begun - BUSY * used)
        return answer


def _printable(text: str) -> str:
    """Return a text with escapes in place of what no page can show: control characters and lone surrogates."""
    return "".join(
        letter if letter.isprintable() or letter in "\n\N{NO-BREAK SPACE}" else ascii(letter)[1:-1] for letter in text
    )


def mark_program(part: Part, expected: Value, value: Value, raw: str) -> Mark:
    """Return the mark of a program; if the program is wrong, the note has the first case that is not right.

    A wrong program earns the share of its right cases if the kind has `share`, else nothing. If it is wrong with all
    drawn data it earns nothing: a constant is right in some of the cases that the author names. The verdict is
    unreadable if the program has not been run.
    """
    kind = part.kind
    assert isinstance(kind, Program)
    cases, got = cases_of(expected), cases_of(value)
    if not got:
        return Mark(raw, Verdict.UNREADABLE, Note(NOT_RUN), Fraction(0))
    notes = wrong_cases(part, expected, value)
    if not notes:
        return Mark(raw, Verdict.RIGHT, None, part.points)
    verdicts = case_verdicts(cases, got, part.tolerance)
    right = [case for case, verdict in zip(cases, verdicts, strict=True) if verdict == "right"]
    is_shared = kind.share and any(case.is_drawn for case in right)
    share = Fraction(len(right) if is_shared else 0, len(cases))
    return Mark(raw, Verdict.WRONG, notes[0], part.points * share)


def wrong_cases(part: Part, expected: Value, value: Value) -> list[Note]:
    """Return a note for each case in which a program is not right; none for a program that has not been run."""
    kind, cases, got = part.kind, cases_of(expected), cases_of(value)
    if not isinstance(kind, Program) or not got:
        return []
    verdicts, notes = case_verdicts(cases, got, part.tolerance), []
    for case, outcome, verdict in zip(cases, got, verdicts, strict=True):
        if verdict != "right":
            place = re.sub(r" at line (\d+)$", r" (l. \1)", outcome.text.strip())
            share = f"{verdicts.count('right')}/{len(cases)}"
            fields = (share, case.fr, case.en, kind.call(case), shown(place), shown(case.text))
            detail = " | ".join(field.replace(" | ", " ¦ ") for field in fields)
            notes.append(Note(CASES.format(verdict), detail))
    return notes
