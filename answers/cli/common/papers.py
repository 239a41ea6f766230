"""Marked papers as lines of text for the terminal."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from types import MappingProxyType

from answers.classroom.platforms import uploader_names
from answers.cli.common.output import folded, tables
from answers.exam.exam import Exam
from answers.exam.question import Question
from answers.exports.gradebook import Gradebook
from answers.flags import APPEAL, LINES_NOT_READ, NOT_READABLE, TO_BE_MARKED, UNREAD_IN_TIME, WAITS, Flag, Note, Place
from answers.messages import Message, decimal, joined, language
from answers.paper import Paper
from answers.sheets.identity import Student

WIDEST_RAW, WIDEST_NAME = 40, 24
NO_NAMES: Mapping[str, str] = MappingProxyType({})


def short_names(student: Student) -> str:
    """Return the first and last names of a student, shortened to 24 characters."""
    name = student.names_beside
    return name if len(name) <= WIDEST_NAME else f"{name[: WIDEST_NAME - 1]}…"


def short_place(place: Place) -> str:
    """Return the place of a paper as text, without the folders in which a platform puts the files of a student."""
    return f"…/{str(place).rpartition('/')[2]}" if uploader_names(place.file) else str(place)


def flag_text(flag: Flag) -> str:
    """Return the sentence of a flag in the language of the run; a file that it names is shortened by `short_place`."""
    names_file = flag.slug in (NOT_READABLE.slug, UNREAD_IN_TIME.slug)
    return (flag(short_place(Place(flag.detail))) if names_file else flag).render(language())


def flag_slug(flag: Flag) -> str:
    """Return the text that identifies a flag for `class decide`.

    The detail of the flag is left out if it is a file name or lines of a text; that of an appeal is the item alone.
    """
    if flag.slug == APPEAL.slug:
        return str(flag).partition(" – ")[0]
    is_long = flag.slug in (NOT_READABLE.slug, UNREAD_IN_TIME.slug, LINES_NOT_READ.slug)
    return flag.slug.rstrip(":") if is_long else str(flag)


def marks_lines(
    exam: Exam, papers: Iterable[Paper], names: Mapping[str, str] = NO_NAMES, *, by_question: bool = True
) -> list[str]:
    """Return the lines of a table of marks: identifier, name and points of each paper.

    `names` has the displayed names by identifier; without any, that column is left out. With `by_question`, the table
    also has the seed and the points of each question.
    """
    papers = list(papers)
    columns: list[tuple[str, Callable[[Paper], str]]] = [(Message("student"), lambda paper: paper.student or "?")]
    if any(names.values()):
        columns.append((Message("name"), lambda paper: names.get(paper.student, "")))
    left = len(columns)
    if by_question:
        columns.append(("u0", lambda paper: "?" if paper.u0 is None else str(paper.u0)))
    # The most frequent total, since that of a paper differs from that of the exam if items are left out.
    totals = Counter(paper.points for paper in papers if paper.u0 is not None).most_common(1)
    total = float(totals[0][0] if totals else exam.points)
    most = next((paper.out_of for paper in papers if paper.mark), None)  # None if marks are equal to points
    score = Message("score / {points:g}" if most is None else "points / {points:g}", points=total)
    columns.append((score, lambda paper: _points(paper, paper.score)))
    if most is not None:
        mark = Message("mark / {points:g}", points=float(most))
        columns.append((mark, lambda paper: _points(paper, paper.value)))

    def question_score(question: Question, paper: Paper) -> str:
        return _points(paper, sum((paper.parts[part.id].score for part in question.parts), Fraction(0)))

    questions = exam.questions if by_question else ()
    columns += [(f"Q{question.number}", partial(question_score, question)) for question in questions]
    heads = [head for head, _ in columns]
    rows = [[cell(paper) for _, cell in columns] for paper in papers]
    return tables(heads, rows, right=heads[left:], beside=left)


def _points(paper: Paper, points: Fraction) -> str:
    """Return points as text, or a dash while the paper has no seed and so no mark."""
    return "—" if paper.u0 is None else decimal(float(points))


def attention_lines(
    papers: Iterable[Paper], describe: Callable[[Flag], str] = flag_text, named: Callable[[str], str] = str
) -> list[str]:
    """Return the lines on open flags and unread items, which need the teacher; empty if there are none.

    `describe` returns the sentence of a flag, `named` the displayed name of a student from the identifier.
    """
    lines = [line for paper in papers for line in _attention(paper, named, describe)]
    return ["", Message("To be examined by the teacher:"), *folded(lines)] if lines else []


def remarked_lines(
    papers: Iterable[Paper], describe: Callable[[Flag], str] = flag_text, named: Callable[[str], str] = str
) -> list[str]:
    """Return the lines on flags that need no action; the arguments are those of `attention_lines`."""
    lines = [
        Message("{flag} (settled)", flag=line) if flag.is_acknowledged else line
        for paper in papers
        for flag in paper.flags
        if flag not in paper.open_flags
        for line in [_flagged(paper, named, flag, describe)]
    ]
    return ["", Message("For information, nothing to do:"), *folded(lines)] if lines else []


def _attention(paper: Paper, named: Callable[[str], str], describe: Callable[[Flag], str]) -> list[str]:
    """Return the lines on the open flags, boxes to read, written answers to mark and unreadable items of a paper."""
    label = _label(paper, named)
    alike: dict[tuple[str, Note | None, str], list[str]] = {}
    for name, item in paper.unread:
        if item.note not in (WAITS, TO_BE_MARKED):
            alike.setdefault((name.partition(".")[0], item.note, item.raw), []).append(name.partition(".")[2])
    unreadable = (
        Message(
            "{student}, {part_id}, item {index}: {note}: {raw!r}",
            plural="{student}, {part_id}, items {index}: {note}: {raw!r}",
            count=len(indices),
            student=label,
            part_id=part_id,
            index=", ".join(indices),
            note="" if note is None else note.render(language()),
            raw=raw if len(raw) <= WIDEST_RAW else f"{raw[: WIDEST_RAW - 1]}…",
        )
        for (part_id, note, raw), indices in alike.items()
    )
    wait = Message(
        "{student}: a person must read {count} scanned box: `corrige desk DIR`",
        plural="{student}: a person must read {count} scanned boxes: `corrige desk DIR`",
        student=label,
        count=sum(item.note == WAITS for _, item in paper.unread),
    )
    written = [name.partition(".")[0] for name, item in paper.unread if item.note == TO_BE_MARKED]
    mark = Message("{student}: a person must mark the written answers {parts}", student=label, parts=", ".join(written))
    more = [*[wait] * bool(wait.values["count"]), *[mark] * bool(written)]
    return [*(_flagged(paper, named, flag, describe) for flag in paper.open_flags), *more, *unreadable]


def _label(paper: Paper, named: Callable[[str], str]) -> str:
    """Return the name of the student of a paper, or without a name the place of the paper, indented."""
    return joined("  ", ("", named(paper.student) or str(paper.place)))


def _flagged(paper: Paper, named: Callable[[str], str], flag: Flag, describe: Callable[[Flag], str]) -> str:
    """Return the line about a flag of a paper."""
    student = _label(paper, named)
    return Message("{student}: {flag} [{slug}]", student=student, flag=describe(flag), slug=flag_slug(flag))


def waiting_lines(gradebook: Gradebook) -> list[str]:
    """Return the lines with the numbers of scanned boxes to read and written answers to mark, without those of 0."""
    unread = [mark.note for row in gradebook.rows for _, mark in row.unread]
    boxes = Message(
        "no person has read {count} scanned box yet, so marks are provisional; to read it: corrige desk DIR",
        plural="no person has read {count} scanned boxes yet, so marks are provisional; to read them: corrige desk DIR",
        count=unread.count(WAITS),
    )
    answers = Message(
        "{count} written answer has not been marked yet, so marks are provisional; to mark it: corrige desk DIR",
        plural="{count} written answers have not been marked yet, so marks are provisional; to mark "
        "them: corrige desk DIR",
        count=unread.count(TO_BE_MARKED),
    )
    counts = (boxes, WAITS), (answers, TO_BE_MARKED)
    return [message for message, note in counts if note in unread]
