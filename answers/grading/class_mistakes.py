"""Find mistakes that several students of a class have in common and that the exam does not name.

Each place of a question's solution is changed as students' programs may differ (`answers.exam.mutants`), and the
changed solution is executed for the seeds of the students whose wrong answers nothing explains. A change is a find if
it gives the answers of at least two students with different seeds, and far more often than by chance.

How often that happens by chance
--------------------------------
For one student, the evidence is the likelihood ratio of `answers.grading.likelihood`: its mean is at most 1 if wrong
answers match by chance with the probabilities of the kinds. For a class it is

    E = mean over s in ONE_IN and over h of the product over students of (s - 1 + ratio of the student under h) / s,

a mixture of the hypotheses that each student makes the mistake with probability 1 / s, and of hypotheses h on how they
make it: each student in all parts or in one, nearly always or every other time; or all students in all parts, with the
same one of the `ERROR_RATES`. Students with different seeds answer independently, so that the mean of E is at most 1,
and by Markov's inequality E reaches n / FALSE with probability at most FALSE / n. With n changes tried that give
different answers, the expected number of false finds in a class is at most FALSE; half of it is for changes in the
exam's own code, which are fewer, half for those in solvers. Changes that give the same answers for all seeds count as
one find.
"""

import signal
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import ceil, inf, isfinite, log
from time import monotonic, time
from types import FrameType
from typing import TypeAlias

from answers.exam.exam import Exam
from answers.exam.key import Key, answers_in_turn
from answers.exam.key_cache import Load, cached_key
from answers.exam.mutants import RARER, mutations, simplicity
from answers.exam.mutation import Mutation, exam_code
from answers.exam.question import Part, Question
from answers.exam.scenario import Scenario
from answers.executors.workers import SERIAL, ParallelMap
from answers.grading.likelihood import (
    COPIED,
    least_match_probability,
    log_mean,
    log_ratio,
    log_weights,
    match_probability,
)
from answers.grading.mark import Item, Responses, is_right, part_at, values_at
from answers.grading.scenario_keys import KeyOf
from answers.grading.similarity import EXPLAINED
from answers.kinds.parsing import Value, Values
from answers.paper import PartMarks, Verdict

FALSE = 0.05  # upper limit for the expected number of false finds in a class
ONE_IN = (20, 5, 2)
"""One in so many students with unexplained wrong answers to a question is assumed to make the same mistake."""
LEAST = 2  # least number of students, with different seeds, with answers that a mistake explains
UNCHANGED = 2  # a change that gives the right answers for this number of seeds is not executed for the others
FIRST = 3
"""A change that explains no answer in the first half of the papers, and of at least this number, is executed for the
others only if time is left at the end. Papers with many wrong answers to the question come first."""
BUDGET = 300.0
"""Time limit of a search in seconds.

The exam's own code comes first, then solvers, then functions of solvers that Numba has compiled, each without the
`RARER` changes before these; questions that take least time for each paper with wrong answers come first. The rest is
left out.
"""
TELLING = 0.1  # greatest probability of a chance match with which a wrong value makes its paper a suspect
CHUNK = 96  # number of mutations that a worker executes in one process
LEAST_SECONDS, FACTOR = 0.2, 3
"""A change is given up if it takes more than `LEAST_SECONDS` for a seed plus `FACTOR` times as long as the solution."""
HARD_LIMIT = 2.0
"""Seconds in addition to the limits of all seeds together, after which the process of a change is ended."""

Answers: TypeAlias = tuple[Values, ...]  # the answers to the parts of a question for a seed
Table: TypeAlias = tuple[Answers | None, ...]
"""The answers to a question for the seeds of students with unexplained wrong answers.

None for a seed without solution.
"""


@dataclass(frozen=True, slots=True)
class MarkedAnswers:
    """A marked paper: the student, the seed, the parsed answers and the marks, both by part id."""

    student: str
    u0: int
    responses: Responses
    parts: Mapping[str, PartMarks]


@dataclass(frozen=True, slots=True)
class Explained:
    """A wrong answer of a student that agrees with the answer of the changed code.

    `raw` is the text of the item, `value` its value with the changed code, and `right` the right value.
    """

    student: str
    u0: int
    item: Item
    raw: str
    value: Value
    right: Value


@dataclass(frozen=True, slots=True)
class Find:
    """A change of the code that explains wrong answers of several students.

    `explained` are the wrong answers that the changed code gives, with student and item. `others` is the number of
    other changes that give the same answers. `evidence` is ln(E) − ln(E₀): E is the evidence of the
    class (see the text at the top of this module), E₀ the evidence required of a find.
    """

    mutation: Mutation
    explained: tuple[Explained, ...]
    others: int
    evidence: float

    @property
    def students(self) -> tuple[str, ...]:
        """The students with answers that the change explains."""
        return tuple(dict.fromkeys(one.student for one in self.explained))


@dataclass(frozen=True, slots=True)
class Search:
    """The result of a search for mistakes in a class; `tried` is the number of changes tried.

    `slow` has the numbers of the questions left out, or not searched to the end, for lack of time.
    """

    finds: tuple[Find, ...] = ()
    tried: int = 0
    slow: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Suspects:
    """The papers of a class with unexplained wrong answers to one question, at most one paper for each seed.

    `items` has, for each paper, its unexplained wrong items. Papers with most such items come first.
    """

    question: Question
    papers: tuple[MarkedAnswers, ...]
    items: tuple[frozenset[Item], ...]

    @property
    def written(self) -> list[tuple[int, Mapping[Item, Value]]]:
        """For each paper, its seed and the values of its wrong items without explanation, by item."""
        papers = zip(self.papers, self.items, strict=True)
        return [(paper.u0, values_at(paper.responses, items)) for paper, items in papers]


def find_mistakes(
    exam: Exam, load: Load, papers: Iterable[MarkedAnswers], key_of: KeyOf, parallel_map: ParallelMap = SERIAL
) -> Search:
    """Search for changes of the exam's code that explain the same wrong answers of several students of a class."""
    papers = list(papers)
    suspects = {question.number: found for question in exam.questions if (found := _suspects(question, papers, key_of))}
    if not suspects:
        return Search()
    planned, slow = _planned(exam, suspects, key_of)
    tables, tried = defaultdict[tuple[int, Table], list[Mutation]](list), set[Mutation]()
    end = time() + BUDGET

    def execute(number: int, changes: Sequence[Mutation], first: int) -> list[Mutation]:
        """Add the tables of changes; return those that explain no answer in the `first` papers, and are given up."""
        written = suspects[number].written
        work, given_up = partial(_tables, load, number, written, first, end), list[Mutation]()
        for mutation, table in zip(changes, parallel_map(work, changes, CHUNK), strict=True):
            if table:
                tables[number, table].append(mutation)
                given_up += [mutation] if len(table) == first < len(written) else []
        return given_up

    again: list[tuple[int, list[Mutation]]] = []
    for number, changes in planned:
        again.append((number, execute(number, changes, max(FIRST, ceil(len(suspects[number].papers) / 2)))))
        tried.update(changes)
        if changes and time() > end:
            slow.add(number)
    for number, changes in again:
        execute(number, changes, len(suspects[number].papers))
    groups: list[tuple[Find, frozenset[Mutation]]] = []  # joined if one change explains answers to several questions
    for find, equal in _finds(suspects, tables, key_of):
        for at, (other, others) in enumerate(groups):
            if both := others & equal:
                more = (*other.explained, *find.explained)
                simplest, evidence = min(both, key=simplicity), max(other.evidence, find.evidence)
                groups[at] = Find(simplest, more, len(both) - 1, evidence), both
                break
        else:
            groups.append((find, equal))
    return Search(tuple(find for find, _ in groups), len(tried), tuple(sorted(slow)))


def _planned(
    exam: Exam, suspects: Mapping[int, Suspects], key_of: KeyOf
) -> tuple[list[tuple[int, list[Mutation]]], set[int]]:
    """Return the changes to try, by question in the order of `BUDGET`, and the questions too slow to be changed."""
    code, planned, slow = exam_code(exam.location), [], set[int]()

    def solve(key: Key, question: Question) -> None:
        deque(answers_in_turn(exam, key.scenario, [part.id for part in question.parts], key.params), 0)

    for number, found in suspects.items():
        solution, begun = partial(solve, key_of(Scenario(found.papers[0].u0)), found.question), monotonic()
        solution()
        seconds, executed = monotonic() - begun, code.executed(solution)
        changes = [*mutations(code, executed)] if executed is not None else []
        if not changes:
            slow.add(number)
        by_place = defaultdict[tuple[int, bool], list[Mutation]](list)
        for change in changes:
            by_place[in_solver(change) + code.is_compiled(change), change.operator in RARER].append(change)
        planned += [(place, seconds * len(some), number, some) for place, some in by_place.items()]
    return [(number, changes) for _, _, number, changes in sorted(planned, key=lambda plan: plan[:3])], slow


def in_solver(change: Mutation) -> bool:
    """Return whether a change is in the code of a solver, not of the exam itself."""
    return change.file.startswith("solvers/")


def _suspects(question: Question, papers: Sequence[MarkedAnswers], key_of: KeyOf) -> Suspects | None:
    """Return the papers with unexplained wrong answers to a question; None if too few for more than chance."""
    found: dict[int, tuple[MarkedAnswers, frozenset[Item]]] = {}
    for paper in papers:
        items = [
            (part.id, index)
            for part in question.parts
            for index, mark in enumerate(paper.parts[part.id].items)
            if mark.verdict is Verdict.WRONG
            and paper.responses[part.id].values[index] is not None
            and (mark.note is None or mark.note.slug not in EXPLAINED)
        ]
        key = key_of(Scenario(paper.u0)) if items else None
        if key and any(
            least_match_probability(part_at(paper.responses[part_id].part, index), key.answers[part_id][index], value)
            <= TELLING
            for (part_id, index), value in values_at(paper.responses, items).items()
        ):
            found.setdefault(paper.u0, (paper, frozenset(items)))
    if len(found) < LEAST:
        return None
    return Suspects(question, *zip(*sorted(found.values(), key=lambda suspect: -len(suspect[1])), strict=True))


def _tables(
    load: Load,
    number: int,
    papers: Sequence[tuple[int, Mapping[Item, Value]]],
    first: int,
    end: float,
    changes: Sequence[Mutation],
) -> list[Table | None]:
    """Return, for each mutation, the answers to a question for the seeds of `papers`, with their wrong values.

    None where the answers for the first seeds are right, or fail. Solving stops where too few papers can still be
    explained; after `end` nothing is solved.
    """
    if time() > end:
        return [None] * len(changes)
    exam = load()
    parts = exam.questions[number - 1].parts
    ids, solved, limits = [part.id for part in parts], list[_Solved](), []
    for u0, written in papers:  # the modules are imported before the process is forked
        key = cached_key(exam, u0)
        begun = monotonic()
        list(answers_in_turn(exam, key.scenario, ids, key.params))
        limits.append(LEAST_SECONDS + FACTOR * (monotonic() - begun))
        solved.append(_Solved(exam, key, parts, written, limits[-1]))

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TimeoutError

    def table(_: Mutation) -> Table | None:
        """Return how the changed code answers the papers; None if it changes no answer or takes too long."""
        if time() > end:
            return None
        signal.signal(signal.SIGPROF, stop)
        with suppress(TimeoutError):
            return _table(solved, first)
        return None

    return list(exam_code(exam.location).results(changes, table, HARD_LIMIT + sum(limits)))


@dataclass(frozen=True, slots=True)
class _Solved:
    """The solution of the parts of a question for the seed of a paper with wrong values, and its time limit."""

    exam: Exam
    key: Key
    parts: Sequence[Part]
    written: Mapping[Item, Value]
    limit: float

    def answers(self, *, until_changed: bool) -> Answers | None:
        """Return the answers, or those to the first parts until one is not right; None if the solution fails."""
        answers = list[Values]()
        try:
            signal.setitimer(signal.ITIMER_PROF, self.limit)
            ids = [part.id for part in self.parts]
            for part_id, values in answers_in_turn(self.exam, self.key.scenario, ids, self.key.params):
                answers.append(values)
                if until_changed and values != self.key.answers[part_id]:
                    break
        except TimeoutError:
            raise
        except Exception:  # noqa: BLE001 - the changed code fails
            return None
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        floats = (value for values in answers for value in values if isinstance(value, float))
        return tuple(answers) if all(map(isfinite, floats)) else None

    def is_changed(self, answers: Answers | None) -> bool:
        """Return whether the changed code gives other answers than the right ones."""
        return answers is not None and any(
            values != self.key.answers[part.id] for part, values in zip(self.parts, answers, strict=False)
        )

    def is_explained(self, answers: Answers | None) -> bool:
        """Return whether a wrong value of the paper is among the answers that the changed code gives."""
        others = dict(zip((part.id for part in self.parts), answers or (), strict=False))
        return any(
            others[part_id][index] != self.key.answers[part_id][index]
            and is_right(part_at(self.exam.part(part_id), index), others[part_id][index], value)
            for (part_id, index), value in self.written.items()
            if part_id in others
        )


def _table(papers: Sequence[_Solved], first: int) -> Table | None:
    """Return the answers of the changed code, as described for `_tables`; TimeoutError if it takes too long."""
    answers, explained, is_quick = list[Answers | None](), 0, first < len(papers)
    for at, paper in enumerate(papers):
        answers.append(paper.answers(until_changed=is_quick))
        if is_quick and paper.is_explained(answers[-1]):
            is_quick = False
            answers = [earlier.answers(until_changed=False) for earlier in papers[: at + 1]]
            explained = sum(map(_Solved.is_explained, papers, answers))
        else:
            explained += paper.is_explained(answers[-1])
        if at + 1 == min(UNCHANGED, len(papers)) and not any(map(_Solved.is_changed, papers, answers)):
            return None
        if (at + 1 >= first and not explained) or explained + len(papers) - at - 1 < LEAST:
            break
    return tuple(answers)


@dataclass(frozen=True, slots=True)
class _Case:
    """The changes that give the same answers to a question, with the chances of a match for each student."""

    suspects: Suspects
    table: Table
    mutations: list[Mutation]
    chances: list[dict[Item, float]]
    enough: float

    def scope(self, student: int, settled: Iterable[tuple[str, Item]]) -> tuple[tuple[float, ...], list[Item]]:
        """Return the log evidence of a student's answers under each hypothesis, and the items that are explained.

        In the first hypothesis, half is that of all parts, half is shared between the parts.
        """
        name = self.suspects.papers[student].student
        known = {item: chance for item, chance in self.chances[student].items() if (name, item) not in settled}
        weights = log_weights(known.values())
        if not any(known.values()):
            return (log_mean(weights), *weights), []
        by_part = defaultdict[str, list[float]](list)
        for (part_id, _), chance in known.items():
            by_part[part_id].append(chance)
        ratios = {part_id: log_ratio(chances) for part_id, chances in by_part.items()}
        whole, of_parts = log_mean(weights), log_mean(list(ratios.values()))
        items = [item for item, chance in known.items() if chance and (whole > 0 or ratios[item[0]] > 0)]
        return (log_mean((whole, of_parts)), *weights), items

    def evidence(self, settled: Iterable[tuple[str, Item]]) -> tuple[float, dict[int, list[Item]]]:
        """Return how much the class supports the change, and the items that it explains, by position of the paper."""
        scopes = [self.scope(student, settled) for student in range(len(self.chances))]
        explained = {student: items for student, (ratios, items) in enumerate(scopes) if items and ratios[0] > 0}
        if len(explained) < LEAST:
            return -inf, {}
        totals = [
            sum(log_mean((ratio, *(0.0,) * (number - 1))) for ratio in of_students)
            for of_students in zip(*(ratios for ratios, _ in scopes), strict=True)
            for number in ONE_IN
        ]
        return log_mean(totals), explained


def _finds(
    suspects: Mapping[int, Suspects], tables: Mapping[tuple[int, Table], list[Mutation]], key_of: KeyOf
) -> Iterator[tuple[Find, frozenset[Mutation]]]:
    """Yield finds, that with most evidence first, each with all changes that give the same answers."""
    cases = []
    own = {table for table, equal in tables.items() if not all(map(in_solver, equal))}
    for (number, table), equal in tables.items():
        if len(table) < len(suspects[number].papers):
            continue  # it explains too few papers, and counts as tried
        keys = [key_of(Scenario(paper.u0)) for paper in suspects[number].papers]
        chances = [_chances(suspects[number], student, key, table[student]) for student, key in enumerate(keys)]
        if sum(any(of_student.values()) for of_student in chances) >= LEAST:
            enough = log(2 * (len(own) if (number, table) in own else len(tables) - len(own)) / FALSE)
            cases.append(_Case(suspects[number], table, equal, chances, enough))
    settled = set[tuple[str, Item]]()
    while cases:
        rated = [(*case.evidence(settled), case) for case in cases]
        rated = [(more - case.enough, explained, case) for more, explained, case in rated if more >= case.enough]
        if not rated:
            return
        evidence, explained, best = max(rated, key=lambda one: one[0])
        cases = [case for _, _, case in rated if case is not best]
        details = []
        for student, items in explained.items():
            paper, answers = best.suspects.papers[student], best.table[student]
            assert answers is not None
            by_part = dict(zip((part.id for part in best.suspects.question.parts), answers, strict=True))
            key = key_of(Scenario(paper.u0))
            for part_id, index in items:
                raw, value = paper.parts[part_id].items[index].raw, by_part[part_id][index]
                right = key.answers[part_id][index]
                details.append(Explained(paper.student, paper.u0, (part_id, index), raw, value, right))
                settled.add((paper.student, (part_id, index)))
        simplest = min(best.mutations, key=simplicity)
        yield Find(simplest, tuple(details), len(best.mutations) - 1, evidence), frozenset(best.mutations)


def _chances(suspects: Suspects, student: int, key: Key, answers: Answers | None) -> dict[Item, float]:
    """Return the probabilities of a chance match of the items that a change affects, 0 for unexplained items."""
    paper, wrong = suspects.papers[student], suspects.items[student]
    if answers is None:
        return dict.fromkeys(wrong, 0.0)
    chances: dict[Item, float] = {}
    for part, values in zip(suspects.question.parts, answers, strict=True):
        response = paper.responses[part.id]
        for index, (true, other, value) in enumerate(zip(key.answers[part.id], values, response.values, strict=True)):
            item_part = part_at(part, index)
            if value is None or other == true or is_right(item_part, true, other):
                continue
            chances[part.id, index] = 0.0
            if (part.id, index) in wrong and is_right(item_part, other, value):
                chance = match_probability(item_part, true, other, value, response.text)
                is_elsewhere = any(
                    isinstance(right, tuple | str) == isinstance(true, tuple | str)
                    and is_right(item_part, right, value)
                    for all_right in key.answers.values()
                    for right in all_right
                )
                chances[part.id, index] = max(chance, COPIED) if is_elsewhere else chance
    return chances
