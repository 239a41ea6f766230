"""Marked papers as lines of text."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from answers.cli.common.output import table
from answers.messages import Message, language

if TYPE_CHECKING:
    from answers.exam.exam import Exam
    from answers.flags import Flag
    from answers.paper import Paper

WIDEST_RAW = 40


def marks_lines(exam: "Exam", papers: Iterable["Paper"]) -> list[str]:
    """Return the table of marks: a row a paper, a column a question."""
    numbers = [question.number for question in exam.questions]
    columns = (Message("student"), "u0", *(f"Q{number}" for number in numbers), Message("score"), "/", Message("flags"))
    rows = (
        (
            paper.student or "?",
            "?" if paper.u0 is None else str(paper.u0),
            *(_question_score(exam, paper, number) for number in numbers),
            "—" if paper.u0 is None else f"{float(paper.score):.2f}",
            f"{float(paper.points):g}",
            " ".join(map(str, paper.flags)),
        )
        for paper in papers
    )
    return table(columns, rows, right=columns[1:-1])


def _told(flag: "Flag") -> str:
    return flag.told(language())


def attention_lines(papers: Iterable["Paper"], tell: "Callable[[Flag], str]" = _told) -> list[str]:
    """Return the list of what needs the teacher, empty when nothing does; `tell` says what a flag is."""
    lines = [line for paper in papers for line in _attention(paper, tell)]
    return ["", Message("For the teacher:"), *lines] if lines else []


def _attention(paper: "Paper", tell: "Callable[[Flag], str]") -> list[str]:
    from answers.paper import Verdict

    who = f"  {paper.student or paper.place}"
    if paper.u0 is None:  # nothing was marked, for the one reason that its flags tell
        return [_flagged(who, flag, tell) for flag in paper.flags if not flag.is_seen]
    unreadable = (
        Message(
            "{who}, {part_id}, item {index}: {note}: {raw!r}",
            who=who,
            part_id=part_id,
            index=index,
            note="" if item.note is None else item.note.told(language()),
            raw=item.raw[:WIDEST_RAW],
        )
        for part_id, part in paper.parts.items()
        for index, item in enumerate(part.items, 1)
        if item.verdict is Verdict.UNREADABLE
    )
    return [*(_flagged(who, flag, tell) for flag in paper.flags if flag.needs_teacher), *unreadable]


def _flagged(who: str, flag: "Flag", tell: "Callable[[Flag], str]") -> str:
    return Message("{who}: {flag} [{slug}]", who=who, flag=tell(flag), slug=flag)


def _question_score(exam: "Exam", paper: "Paper", number: int) -> str:
    scores = [paper.parts[part.id].score for part in exam.parts if part.question == number]
    return "—" if paper.u0 is None else f"{float(sum(scores)):.4g}"
