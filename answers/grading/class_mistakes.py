"""Find mistakes that several students of a class have in common and that the exam does not name.

Each place of a question's solution is changed as students' programs may differ (`answers.grading.mutants`), and the
changed solution is executed for the seeds of the students whose wrong answers nothing explains. A change is a find if
it gives the answers of at least two students with different seeds, and far more often than by chance.

How often that happens by chance
--------------------------------
For one student, the evidence is the likelihood ratio of `answers.grading.likelihood`: its mean is at most 1 if wrong
answers match by chance with the probabilities of the kinds. For a class it is

    E = mean over p in SHARES of the product over students of (1 - p + p * ratio of the student),

a mixture of the hypotheses that each student makes the mistake with probability p. Students with different seeds answer
independently, so that the mean of E is at most 1, and by Markov's inequality E reaches n / FALSE with probability at
most FALSE / n. With n changes tried that give different answers, the expected number of false finds in a class is at
most FALSE. Changes that give the same answers for all seeds are one find.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from math import exp, inf, isfinite, log, log1p
from time import monotonic
from typing import TypeAlias

from answers.exam.exam import Exam
from answers.exam.key import Key, answers_in_turn
from answers.exam.key_cache import Load, cached_key
from answers.exam.mutation import ExamCode, Mutation, exam_code
from answers.exam.question import Question
from answers.exam.scenario import Scenario
from answers.executors.workers import SERIAL, ParallelMap
from answers.grading.likelihood import COPIED, log_mean, log_ratio, match_probability
from answers.grading.mark import Item, Responses, is_right, part_at
from answers.grading.mutants import mutations, simplicity
from answers.grading.scenario_keys import KeyOf
from answers.grading.similarity import EXPLAINED
from answers.kinds.parsing import Value, Values
from answers.paper import PartMarks, Verdict

FALSE = 0.05
"""Upper limit for the expected number of false finds in a class."""
SHARES = (0.05, 0.2, 0.5)
"""How many of the students with unexplained wrong answers to a question make the same mistake."""
LEAST = 2
"""A find explains the answers of so many students with different seeds."""
UNCHANGED = 2
"""A change that gives the right answers for the first so many seeds is not executed for the others."""
SLOW = 3.0
"""Questions whose solution takes more seconds for one seed are left out."""
CHUNK = 32
"""Number of mutations that a worker executes in one process."""

Answers: TypeAlias = tuple[Values, ...]
"""The answers to the parts of a question for a seed."""
Table: TypeAlias = tuple[Answers | None, ...]
"""The answers to a question for the seeds of all students with unexplained wrong answers; None where there are none."""


@dataclass(frozen=True, slots=True)
class MarkedAnswers:
    """A marked paper: the student, the seed, the parsed answers and the marks of the parts."""

    student: str
    u0: int
    responses: Responses
    parts: Mapping[str, PartMarks]


@dataclass(frozen=True, slots=True)
class Explained:
    """A wrong answer of a student that a find explains: item, text, the value with the change, and the right value."""

    student: str
    u0: int
    item: Item
    raw: str
    value: Value
    right: Value


@dataclass(frozen=True, slots=True)
class Find:
    """A change of the code that explains wrong answers of several students.

    Attributes
    ----------
    mutation
        The change; the simplest one if several give the same answers.
    explained
        The answers that it explains, by student and item.
    others
        How many other changes give the same answers.
    evidence
        Natural logarithm of the evidence, minus that of the evidence that is required.
    """

    mutation: Mutation
    explained: tuple[Explained, ...]
    others: int
    evidence: float

    @property
    def students(self) -> tuple[str, ...]:
        """The students concerned."""
        return tuple(dict.fromkeys(one.student for one in self.explained))


@dataclass(frozen=True, slots=True)
class Search:
    """The finds in a class, the number of changes executed, and the questions left out because they are slow."""

    finds: tuple[Find, ...] = ()
    tried: int = 0
    slow: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Suspects:
    """The papers with wrong answers to a question that nothing explains, with different seeds, and these items."""

    question: Question
    papers: tuple[MarkedAnswers, ...]
    items: tuple[frozenset[Item], ...]


def find_mistakes(
    exam: Exam, load: Load, papers: Iterable[MarkedAnswers], key_of: KeyOf, parallel_map: ParallelMap = SERIAL
) -> Search:
    """Search for changes of the exam's code that explain the same wrong answers of several students of a class.

    Each worker calls `load` for the exam. Solvers compiled by Numba are executed as they are, without changes.
    """
    papers = list(papers)
    suspects = {question.number: found for question in exam.questions if (found := _suspects(question, papers))}
    if not suspects:
        return Search()
    for found in suspects.values():  # the modules are imported, and the keys cached for the workers
        for paper in found.papers:
            key_of(Scenario(paper.u0))
    code, slow = exam_code(exam.location), []
    questions = defaultdict[Mutation, list[int]](list)
    for number, found in suspects.items():
        lines, seconds = _executed(exam, code, found, key_of)
        if lines is None or seconds > SLOW:
            slow.append(number)
            continue
        for mutation in mutations(code, lines):
            questions[mutation].append(number)
    seeds = {number: tuple(paper.u0 for paper in found.papers) for number, found in suspects.items()}
    work = [(mutation, tuple(numbers)) for mutation, numbers in questions.items()]
    tables = defaultdict[tuple[int, Table], list[Mutation]](list)
    for (mutation, _), by_question in zip(work, parallel_map(partial(_tables, load, seeds), work, CHUNK), strict=True):
        for number, table in (by_question or {}).items():
            tables[number, table].append(mutation)
    finds = _merged(_finds(suspects, tables, key_of))
    return Search(tuple(finds), len(work), tuple(slow))


def _suspects(question: Question, papers: Sequence[MarkedAnswers]) -> Suspects | None:
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
        if items:
            found.setdefault(paper.u0, (paper, frozenset(items)))
    if len(found) < LEAST:
        return None
    return Suspects(question, *zip(*found.values(), strict=True))


def _executed(
    exam: Exam, code: ExamCode, suspects: Suspects, key_of: KeyOf
) -> tuple[Mapping[str, frozenset[int]] | None, float]:
    """Return the lines that the solution of a question executes for a seed, and the seconds that it takes."""
    key = key_of(Scenario(suspects.papers[0].u0))
    parts = [part.id for part in suspects.question.parts]

    def solve() -> None:
        for _ in answers_in_turn(exam, key.scenario, parts, key.params):
            pass

    begun = monotonic()
    solve()
    seconds = monotonic() - begun
    return code.executed_lines(solve), seconds


def _tables(
    load: Load, seeds: Mapping[int, tuple[int, ...]], work: Sequence[tuple[Mutation, tuple[int, ...]]]
) -> list[dict[int, Table] | None]:
    """Return, for each mutation, the answers to the questions that execute the changed code, where they differ."""
    exam = load()
    keys = {u0: cached_key(exam, u0) for u0 in set(chain(*seeds.values()))}
    numbers = dict(work)

    def table(number: int) -> Table | None:
        """Return None if the answers for the first seeds are right, or fail."""
        parts = [part.id for part in exam.questions[number - 1].parts]
        answers: list[Answers | None] = []
        is_changed = False
        for at, u0 in enumerate(seeds[number]):
            key = keys[u0]
            try:
                solved = tuple(values for _, values in answers_in_turn(exam, key.scenario, parts, key.params))
                numbers = (value for values in solved for value in values if isinstance(value, float))
                answers.append(solved if all(map(isfinite, numbers)) else None)
            except Exception:  # noqa: BLE001 - the changed code fails
                answers.append(None)
            is_changed |= answers[-1] not in (None, tuple(key.answers[part_id] for part_id in parts))
            if at + 1 == min(UNCHANGED, len(seeds[number])) and not is_changed:
                return None
        return tuple(answers)

    def all_tables(mutation: Mutation) -> dict[int, Table]:
        return {number: found for number in numbers[mutation] if (found := table(number))}

    begun = monotonic()
    for number in sorted(set(chain(*numbers.values()))):  # the modules are imported before the process is forked
        for u0 in seeds[number]:
            parts = [part.id for part in exam.questions[number - 1].parts]
            list(answers_in_turn(exam, keys[u0].scenario, parts, keys[u0].params))
    limit = LEAST_SECONDS + FACTOR * (monotonic() - begun)
    return list(exam_code(exam.location).results([mutation for mutation, _ in work], all_tables, limit))


LEAST_SECONDS, FACTOR = 1.0, 5
"""A change is given up if it takes more than so many seconds, and so many times as long as the right solution."""


@dataclass(slots=True)
class _Case:
    """The changes that give the same answers to a question, with the chances of a match for each student.

    `chances` has, for each student, by item that the change affects, the probability of a chance match, 0 where it does
    not explain the answer.
    """

    suspects: Suspects
    table: Table
    mutations: list[Mutation]
    chances: list[dict[Item, float]] = field(default_factory=list)

    def scope(self, student: int, settled: Iterable[tuple[str, Item]]) -> tuple[float, list[Item]]:
        """Return the log evidence of the answers of a student, and the items that are explained.

        Half of the evidence is that of all parts, half is shared between the parts. Items that are `settled` by an
        earlier find do not count.
        """
        name = self.suspects.papers[student].student
        known = {item: chance for item, chance in self.chances[student].items() if (name, item) not in settled}
        if not any(known.values()):
            return (log_ratio(known.values()) if known else 0.0), []
        by_part = defaultdict[str, list[float]](list)
        for (part_id, _), chance in known.items():
            by_part[part_id].append(chance)
        ratios = {part_id: log_ratio(chances) for part_id, chances in by_part.items()}
        whole, of_parts = log_ratio(known.values()), log_mean(list(ratios.values()))
        items = [item for item, chance in known.items() if chance and (whole > 0 or ratios[item[0]] > 0)]
        return log_mean((whole, of_parts)), items

    def evidence(self, settled: Iterable[tuple[str, Item]]) -> tuple[float, dict[int, list[Item]]]:
        """Return the log evidence of the class, and the explained items by student."""
        scopes = [self.scope(student, settled) for student in range(len(self.chances))]
        explained = {student: items for student, (ratio, items) in enumerate(scopes) if items and ratio > 0}
        if len(explained) < LEAST:
            return -inf, {}
        totals = [sum(_mixed(share, ratio) for ratio, _ in scopes) for share in SHARES]
        return log_mean(totals), explained


def _mixed(share: float, ratio: float) -> float:
    """Return log(1 - share + share * exp(ratio)), without overflow."""
    high = ratio + log(share)
    return high + log1p((1 - share) * exp(-high)) if high > 0 else log(1 - share + exp(high))


def _finds(
    suspects: Mapping[int, Suspects], tables: Mapping[tuple[int, Table], list[Mutation]], key_of: KeyOf
) -> Iterator[tuple[Find, frozenset[Mutation]]]:
    """Yield finds, that with most evidence first, each with all changes that give the same answers."""
    cases = []
    for (number, table), equal in tables.items():
        case = _Case(suspects[number], table, equal)
        keys = [key_of(Scenario(paper.u0)) for paper in case.suspects.papers]
        case.chances = [_chances(case.suspects, student, key, table[student]) for student, key in enumerate(keys)]
        if sum(any(chances.values()) for chances in case.chances) >= LEAST:
            cases.append(case)
    enough, settled = log(max(len(tables), 1) / FALSE), set[tuple[str, Item]]()
    while cases:
        rated = [(*case.evidence(settled), case) for case in cases]
        rated = [(evidence, explained, case) for evidence, explained, case in rated if evidence >= enough]
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
                raw, right = paper.parts[part_id].items[index].raw, key.answers[part_id][index]
                details.append(
                    Explained(paper.student, paper.u0, (part_id, index), raw, by_part[part_id][index], right)
                )
                settled.add((paper.student, (part_id, index)))
        simplest = min(best.mutations, key=simplicity)
        yield (
            Find(simplest, tuple(details), len(best.mutations) - 1, evidence - enough),
            frozenset(best.mutations),
        )


def _chances(suspects: Suspects, student: int, key: Key, answers: Answers | None) -> dict[Item, float]:
    """Return the probability of a chance match for the items that a change affects, 0 where it does not explain them.

    Blank and unreadable items do not count. A value that is right elsewhere in the paper may be in the wrong line.
    """
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
                alike = (right for all_right in key.answers.values() for right in all_right)
                is_elsewhere = any(type(right) is type(true) and is_right(item_part, right, value) for right in alike)
                chances[part.id, index] = max(chance, COPIED) if is_elsewhere else chance
    return chances


def _merged(finds: Iterable[tuple[Find, frozenset[Mutation]]]) -> list[Find]:
    """Return the finds, those of several questions that the same change explains as one."""
    groups: list[tuple[Find, frozenset[Mutation]]] = []
    for find, equal in finds:
        for at, (other, others) in enumerate(groups):
            if both := others & equal:
                more = (*other.explained, *find.explained)
                simplest, evidence = min(both, key=simplicity), max(other.evidence, find.evidence)
                groups[at] = Find(simplest, more, len(both) - 1, evidence), both
                break
        else:
            groups.append((find, equal))
    return [find for find, _ in groups]
