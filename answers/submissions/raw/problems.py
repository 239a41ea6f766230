"""What readers share when something is wrong: all problems of a file at once, hostile text cut short."""

from collections.abc import Iterable, Iterator
from itertools import islice

from answers.errors import CorrigeError, Problem, did_you_mean
from answers.flags import Place
from answers.messages import Message
from answers.submissions.raw.asked import Asked
from answers.submissions.raw.submission import Submission
from answers.submissions.raw.words import EXAM_FIELD, FIRST_NAME, STUDENT, U0

MAX_PROBLEMS = 50
MAX_SHOWN = 60


def shown(text: str) -> str:
    """Quote at most 60 characters of `text`, control characters escaped, for a message."""
    cut = text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + "…"
    return repr(cut)


def refuse_any(problems: Iterable[Problem]) -> None:
    """Raise the problems, if there are any: the first 50 are listed, what follows is only announced.

    The rest of a lazy iterable is not computed, so that a file of a million bad lines costs no more than one of 50.
    """
    first = list(islice(problems, MAX_PROBLEMS + 1))
    if len(first) > MAX_PROBLEMS:
        first[MAX_PROBLEMS] = Problem("and more: only the first problems are listed", remedy="mend these first")
    if first:
        raise CorrigeError(first)


def unknown_part(part_id: str, place: str, exam: Asked | None) -> Iterator[Problem]:
    """Yield a problem if `exam` is known and has no part `part_id`."""
    if exam is None:
        return
    if part_id not in exam.counts:
        yield Problem(
            Message("{name} has no part {shown}", name=exam.name, shown=shown(part_id)),
            place,
            did_you_mean(part_id, exam.counts),
        )


def unknown_word(word: str, place: str, exam: Asked | None) -> Problem:
    """Return the problem of a word that names neither a part nor a field; an item has no line or column of its own."""
    counts = exam.counts if exam else {}
    part_id, _, item = word.casefold().rpartition(".")
    if part_id in counts and item.isdecimal():
        remedy = Message(
            "write {part_id} alone",
            plural='write the {count} values together in {part_id}, separated by ";"',
            part_id=part_id,
            count=counts[part_id],
        )
    else:
        remedy = did_you_mean(word[:MAX_SHOWN].casefold(), [STUDENT, FIRST_NAME, U0, EXAM_FIELD, *counts])
    return Problem(Message("{shown} is not known here", shown=shown(word)), place, remedy)


def another_exam(declared: str | None, place: str, exam: Asked | None) -> Iterator[Problem]:
    """Yield a problem if the file names an exam that is not the expected one."""
    if exam is not None and declared and declared.strip().casefold() != exam.name.casefold():
        yield Problem(
            Message("these are answers to {shown}, not to {name}", shown=shown(declared), name=exam.name),
            place,
            Message("mark it with --exam {declared}", declared=declared)
            if declared.isidentifier()
            else "ask for the right file",
        )


def doubled_students(submissions: Iterable[Submission]) -> Iterator[Problem]:
    """Yield a problem for each student who appears again; nameless ones are not compared."""
    first: dict[str, Place] = {}
    for submission in submissions:
        student = submission.student.casefold()
        earlier = first.setdefault(student, submission.place) if student else submission.place
        if earlier != submission.place:
            cause = Message(
                "student {shown} appears again, after {earlier}", shown=shown(submission.student), earlier=earlier
            )
            yield Problem(cause, str(submission.place), "keep one of the two")
