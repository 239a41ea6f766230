"""Search the papers of a class for common mistakes, which the teacher may accept as misconceptions of this class.

The mistakes that the last search found are stored, with numbers from 1. Acceptances and withdrawals are rows of a log:
the last row about a mistake says whether it is accepted, and an undo is another row.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from sqlite3 import Connection

from answers.classroom.db import insert, log_rows, transaction, undo_last_action
from answers.classroom.folder import ClassData, accepted_mistakes
from answers.classroom.marks import Marking
from answers.classroom.submission_set import load_submissions
from answers.errors import CorrigeError, Problem, did_you_mean
from answers.exam.mutation import ClassMistake, Mutation, exam_code
from answers.executors.workers import SERIAL, ParallelMap
from answers.flags import ANSWERS_OF_SEED, U0_MISCOPIED
from answers.grading.class_mistakes import Find, MarkedAnswers, Search, find_mistakes
from answers.grading.mark import parse_responses
from answers.messages import Message

OF_ANOTHER_SEED = (ANSWERS_OF_SEED.slug, U0_MISCOPIED.slug)
"""Slugs of flags of papers whose answers are those of another seed."""


def search_mistakes(class_data: ClassData, parallel_map: ParallelMap = SERIAL) -> Search:
    """Search for changes of the exam's code that produce the wrong answers of several students, and store them.

    Only papers that count are searched, as marked without the teacher's decisions. The caller holds the lock of the
    class folder.
    """
    marking, papers = Marking(class_data, load_submissions(class_data), parallel_map), []
    for student, versions in marking.submissions.versions.items():
        paper = marking.as_written(student) if versions else None
        if paper is None or paper.u0 is None or any(flag.slug in OF_ANOTHER_SEED for flag in paper.flags):
            continue
        responses = parse_responses(class_data.exam, versions[-1].submission.answers, u0=paper.u0)
        papers.append(MarkedAnswers(student, paper.u0, responses, paper.parts))
    search = find_mistakes(class_data.exam, class_data.load, papers, cache(class_data.key), parallel_map)
    mutations = enumerate((json.dumps(asdict(find.mutation)) for find in search.finds), 1)
    with transaction(class_data.folder) as connection:
        connection.execute("DELETE FROM mistake_found")
        insert(connection, "mistake_found", ({"id": number, "mutation": text} for number, text in mutations))
    return search


def accept_mistake(class_data: ClassData, number: int, sentence: str, author: str, at: str) -> ClassMistake:
    """Accept a mistake of the last search, by its number, so that the next marking recognises it; return the mistake.

    `sentence` describes the mistake to students. Raises CorrigeError if the number does not exist, or if the exam has
    changed since the search.
    """
    with transaction(class_data.folder) as connection:
        rows = {row["id"]: row for row in log_rows(connection, "mistake_found")}
        if number not in rows:
            cause = Message(
                "the last search for mistakes found no mistake number {number}: the numbers are 1 to {count}",
                number=number,
                count=len(rows),
            )
            if not rows:
                cause = Message("no mistake has been found by a search in this class yet")
            remedy = Message("search for mistakes first: `corrige class mistakes DIR`")
            raise CorrigeError.single(cause, place="--accept", remedy=remedy)
        mistake = ClassMistake(Mutation.from_json(json.loads(rows[number]["mutation"])), sentence)
        exam_code(class_data.exam.location).definition(mistake.mutation)
        _append(connection, mistake, sentence, author, at)
    return mistake


def withdraw_mistake(class_data: ClassData, slug: str, author: str, at: str) -> ClassMistake:
    """Withdraw an accepted mistake, and return it; raise CorrigeError if no accepted mistake has this slug."""
    with transaction(class_data.folder) as connection:
        accepted = {mistake.mutation.slug: mistake for mistake in accepted_mistakes(connection)}
        if slug not in accepted:
            cause = Message("no mistake of the class that was accepted with --accept is called {slug!r}", slug=slug)
            raise CorrigeError.single(cause, place="--withdraw", remedy=did_you_mean(slug, accepted))
        _append(connection, accepted[slug], "", author, at)
    return accepted[slug]


def undo_mistake(class_data: ClassData, author: str, at: str) -> str:
    """Undo an author's last acceptance or withdrawal of a mistake, and return its slug; "" if there is none."""
    with transaction(class_data.folder) as connection:
        rows = undo_last_action(connection, "class_mistake", author, at)
    return str(rows[0]["slug"]) if rows else ""


def _append(connection: Connection, mistake: ClassMistake, sentence: str, author: str, at: str) -> None:
    """Add a row about a mistake to the log; an empty sentence withdraws the mistake."""
    row = {"slug": mistake.mutation.slug, "mutation": json.dumps(asdict(mistake.mutation)), "sentence": sentence}
    insert(connection, "class_mistake", [{**row, "author": author, "at": at}])


def outdated_mistakes(class_data: ClassData) -> Iterator[Problem]:
    """Yield a problem for each accepted mistake that marking no longer recognises, as the exam's code has changed."""
    for mistake in class_data.settings.class_mistakes:
        if mistake.mutation.slug not in class_data.exam.mistakes:
            cause = Message(
                "corrige no longer finds the accepted mistake {slug} ({sentence}) in papers, since the "
                "function {function} in the code of the exam has changed",
                slug=mistake.mutation.slug,
                sentence=mistake.sentence,
                function=mistake.mutation.function,
            )
            remedy = Message(
                "search again: `corrige class mistakes DIR`; or withdraw the mistake: `corrige class "
                "mistakes DIR --withdraw {slug}`",
                slug=mistake.mutation.slug,
            )
            yield Problem(cause, mistake.mutation.file, remedy)


def find_json(class_data: ClassData, number: int, find: Find) -> dict[str, object]:
    """Return a mistake found by a search as a JSON object; the teacher accepts it by its `number`."""
    exam, mutation = class_data.exam, find.mutation
    line, difference = exam_code(exam.location).difference(mutation)
    return {
        "number": number,
        "questions": sorted({exam.part(one.item[0]).question for one in find.explained}),
        "students": list(find.students),
        "file": mutation.file,
        "line": line,
        "function": mutation.function,
        "operator": mutation.operator,
        "difference": list(difference),
        "equivalent": find.others,
        "evidence": round(find.evidence, 2),
        "answers": [
            {
                "student": one.student,
                "u0": one.u0,
                "item": f"{one.item[0]}.{one.item[1] + 1}",
                "raw": one.raw,
                "value": exam.part(one.item[0]).kind.format(one.value, "en"),
                "right": exam.part(one.item[0]).kind.format(one.right, "en"),
            }
            for one in find.explained
        ],
    }
