"""Read answers from a plain text file with one line per part, such as `1a: 17 519 23375`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from operator import attrgetter

from answers.errors import Problem
from answers.flags import LINES_NOT_READ, Flag, Place
from answers.messages import Message
from answers.sheets.identity import FIRST_NAME, U0
from answers.submissions.raw.submission import (
    EXAM_FIELD,
    PART,
    QUESTION_WORD,
    STUDENT,
    ExpectedExam,
    FileSource,
    Submission,
    another_exam,
    by_part,
    field_word,
    item_word,
    part_id,
    refuse_any,
    shown,
    tidy_name,
    unknown_item,
    unknown_word,
)
from answers.submissions.text import appeal_file, json_file
from answers.submissions.text.html_file import html_text

_OPTIONS = re.IGNORECASE | re.ASCII
_ANSWER = re.compile(rf"\s*+{PART}\s*+(?:\)\s*+[:=]?|[:=])(?P<text>.*)", _OPTIONS)
_LETTER = re.compile(r"\s*+\(?(?P<letter>[a-z])\s*+(?:\)\s*+[:=]?|[:=])(?P<text>.*)", _OPTIONS)
_HEADING = re.compile(rf"\s*+{QUESTION_WORD}(?P<number>\d{{1,3}})\s*+[:.)]?\s*+", _OPTIONS)
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*")
_FIELD = re.compile(r"(?P<word>[^:=]{1,40})[:=](?P<text>.*)")
_LABELLED = re.compile(
    rf"^\W*+(?:[^\W\d_]?+\s*+\d|[^\W\d_]{{1,3}}\s*+[):=]|{QUESTION_WORD}\d)|\d\s*+\(?+[a-z]?+\s*+[):=]", re.IGNORECASE
)
"""A line that may be a badly written answer: it begins like a part or question, or has a number before a sign."""
_ANSWERING = re.compile(r"[\d:=]")
MOST_WORDS = 8
"""The most words around the answers that are no written answer without its label."""
RECEIPT = re.compile(r"\s*Name:.*?\nSubmission Field:[ \t]*\r?\n(?P<text>.*?)(?:\r?\n)+Comments:", re.DOTALL)
"""A receipt that Blackboard puts around the HTML that a student typed."""


class _Label(Enum):
    """How a line names its part or item: with the whole name ("2a", "Question 2"), by its number or letter alone."""

    NONE = auto()
    WHOLE = auto()
    NUMBER = auto()
    LETTER = auto()


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of answers that is not empty.

    `name` is the part, item or field that the line names; `label` says how it names a part or item. `question` is the
    number in the last heading above, and `other` that of another question to which the line may belong. `word` is the
    first letter of "question" or "exercise" if the line begins with it.
    """

    number: int
    name: str | None
    text: str
    label: _Label = _Label.NONE
    question: str = ""
    other: str = ""
    word: str = ""

    @property
    def is_part(self) -> bool:
        """Whether the line names a part or item."""
        return self.label is not _Label.NONE

    @property
    def own_question(self) -> str:
        """The number of the question in `name`: "2" for "2a.1"; "" without a number."""
        number = re.match(r"\d+", self.name or "")
        return number[0] if number else ""


@dataclass(frozen=True, slots=True)
class _Heading:
    """The last heading above a line, with the number of its question and the first letter of "question" or "exercise".

    `outer` is the last heading with the other word, if this one is below it: "Question 1" below "Exercise 2".
    `is_answered` says that a part or item of this question has been answered below it; `later` is the last other
    question answered below it. `empty` is the question of the line above if this line names a part without an answer:
    "3:".
    """

    question: str = ""
    word: str = ""
    outer: "_Heading | None" = None
    is_answered: bool = False
    later: str = ""
    empty: str = ""

    def followed_by(self, question: str, word: str) -> "_Heading":
        """Return the heading "Question 1" after this one."""
        if word == self.word:
            return _Heading(question, word, self.outer)
        is_outer = self.question and not (self.is_answered or self.later or self.outer)
        return _Heading(question, word, self if is_outer else None)


def read(source: FileSource) -> tuple[Submission, ...]:
    """Read a text file: JSON, an appeal, or answers as a student typed them, perhaps inside a receipt of Blackboard."""
    text = source.text
    if text.lstrip()[:1] in {"{", "["}:
        return json_file.read(source)
    if receipt := RECEIPT.match(text):
        text = html_text(receipt["text"].replace("\n", "<br>"))
    return appeal_file.read(text, source) if appeal_file.is_appeal(text) else read_lines(text, source)


def read_page(source: FileSource) -> tuple[Submission, ...]:
    """Read an HTML page: an appeal, or answers as a student typed them."""
    text = html_text(source.text)
    return appeal_file.read(text, source) if appeal_file.is_appeal(text) else read_lines(text, source)


def read_lines(text: str, source: FileSource) -> tuple[Submission, ...]:
    """Return one submission, as a tuple, with the answers in a text that has one line per part.

    Also accepted: items such as "1a.2: 17"; lines `student:`, `u0:`, `exam:`; comments from a `#` after a space; for a
    written answer, the lines below it up to a later part, and all indented lines; "1 a :", "1a)", "Question 1a :"; a
    heading "Question 1" followed by lines "a) …"; French words; any case. Words around the answers that cannot be an
    answer, such as a greeting, are flagged "lines-not-read:"; the flag needs the teacher if they have a digit, or are
    many and a written answer is missing. A CorrigeError has every repeated, unknown or misplaced line with its number,
    or says that there is no line.
    """
    lines = sorted(_lines(text, source.exam), key=attrgetter("number"))
    # unlabelled lines before the first part, and lines after the last part that cannot continue it
    parts = [at for at, line in enumerate(lines) if line.is_part]
    first, last = (parts[0], parts[-1]) if parts else (0, len(lines))
    around = [line for line in lines[:first] if _is_words(line, "", _LABELLED)]
    if parts and lines[last].text:
        around += (line for line in lines[last + 1 :] if _is_words(line, lines[last].question, _ANSWERING))
    aside = {line.number: tidy_name(line.text) for line in around}
    lines = [line for line in lines if line.number not in aside]
    refuse_any(_problems(lines, source.place, source.exam))
    fields, texts = (
        {str(line.name): line.text for line in lines if line.is_part is is_part} for is_part in (False, True)
    )
    flags: tuple[Flag, ...] = ()
    if aside:
        words = " / ".join(aside.values())
        lacks_essay = source.exam and source.exam.written - {*source.exam.programs.values(), *texts}
        is_doubtful = any(map(str.isdigit, words)) or bool(lacks_essay and len(words.split()) > MOST_WORDS)
        flags = (replace(LINES_NOT_READ(words), needs_teacher=is_doubtful, is_teacher_only=not is_doubtful),)
    submission = Submission(
        place=Place(source.place),
        student=tidy_name(fields.get(FIRST_NAME, ""), fields.get(STUDENT, "")),
        u0=fields.get(U0) or None,
        exam=fields.get(EXAM_FIELD) or None,
        answers=by_part(texts, source.exam),
        flags=flags,
    )
    return (submission,)


def _lines(text: str, exam: ExpectedExam | None) -> Iterator[_Line]:
    """Yield the lines that are not empty; a written answer with all its lines is yielded as one line, after them.

    A line below a written answer that names an earlier part, or u0, is yielded, and is in the written answer too: it
    may be a step of an argument ("1) first …").
    """
    heading, written_parts, is_below_step = _Heading(), exam.written if exam else (), False
    # The written answers that the next line may continue; a second one is a step of the first.
    answers: list[_Line] = []
    for number, raw_line in enumerate(text.splitlines(), start=1):
        new_heading = _HEADING.fullmatch(_COMMENT.sub("", raw_line))
        line = _named(number, _COMMENT.sub("", raw_line), heading.question)
        is_below = raw_line[:1].isspace() or not (line.name or new_heading)
        if is_below_step and _ANSWERING.search(raw_line):  # it may continue the answer in the line above
            is_below = False
        is_step = bool(answers) and not new_heading and _is_step(line, answers[0], exam)
        kept = len(answers) if is_below else int(is_step)
        yield from (replace(answer, text=answer.text.strip()) for answer in answers[kept:])
        answers = [replace(answer, text=f"{answer.text}\n{raw_line.rstrip()}") for answer in answers[:kept]]
        if answers and is_below:
            continue
        line, heading = _below(line, heading)
        if new_heading:
            heading = heading.followed_by(str(int(new_heading["number"])), raw_line.lstrip()[0].casefold())
        elif line.is_part and (line.name or "").partition(".")[0] in written_parts:
            answers.append(line)
        elif line.text or line.name:
            yield line
        is_below_step = is_step and len(answers) == 1
    yield from (replace(answer, text=answer.text.strip()) for answer in answers)


def _is_step(line: _Line, answer: _Line, exam: ExpectedExam | None) -> bool:
    """Return whether a line below a written answer names u0, or an earlier part, so that it may be a line of it."""
    part, earlier = ((name or "").partition(".")[0] for name in (answer.name, line.name))
    is_program = exam is not None and part in exam.programs.values()
    is_earlier = line.is_part and (int(line.own_question), earlier) < (int(answer.own_question), part)
    return not is_program and (is_earlier or line.name == U0)


def _named(number: int, line: str, question: str) -> _Line:
    """Return line `number`, split into the part, item or field that it names and the text after the name."""
    name, written, label = None, line, _Label.NONE
    if named := _ANSWER.fullmatch(line):
        is_bare = not named["letter"] and line.lstrip()[:1].isdigit()
        name, written = part_id(named["number"], named["letter"]), named["text"]
        label = _Label.NUMBER if is_bare else _Label.WHOLE
    elif question and (named := _LETTER.fullmatch(line)):
        name, written, label = part_id(question, named["letter"]), named["text"], _Label.LETTER
    elif named := _FIELD.fullmatch(line):
        field, item = field_word(named["word"]), item_word(named["word"])
        if field or item:
            name, written, label = field or item, named["text"], _Label.NONE if field else _Label.WHOLE
    word = line.lstrip()[:1].casefold() if label is _Label.WHOLE else ""
    return _Line(number, name, written.strip(), label, question, word=word if word.isalpha() else "")


def _below(line: _Line, heading: _Heading) -> tuple[_Line, _Heading]:
    """Return a line below a heading, with another question to which it may belong, and the heading for the next lines.

    "2) 5" below "Question 3" may be question 2, or the second item of question 3, but certainly a question if 3 items
    are exceeded and question 3 has been answered. "b) 5" may be 3b or 4b, if 4a stands between. "Question 1: 5" below
    "Exercise 2" may be question 1 or 2. "1) 5" below a line "3:" may be an item of question 3.
    """
    if not line.is_part:
        return line, heading
    question, outer, other, empty = line.own_question, heading.outer, "", heading.empty
    heading = replace(heading, empty="" if line.text else question)
    if line.label is _Label.NUMBER and empty and int(question) < int(empty):
        return replace(line, other=empty), heading
    if not heading.question:
        return line, heading
    is_next = heading.is_answered and int(question) > int(heading.question)
    if outer and outer.question != heading.question == question:
        other = outer.question
    elif line.label is _Label.LETTER:
        other = heading.later
    elif question != heading.question and (
        (line.label is _Label.NUMBER and not is_next) or (line.word and line.word != heading.word)
    ):
        other = heading.question
    if other:
        return replace(line, other=other), heading
    if question == heading.question:
        return line, replace(heading, is_answered=heading.is_answered or (line.name != question and bool(line.text)))
    return line, replace(heading, later=question)


def _is_words(line: _Line, question: str, no_words: re.Pattern[str]) -> bool:
    """Return whether a line names nothing, is below the heading `question`, and does not match `no_words`."""
    return line.name is None and line.question == question and not no_words.search(line.text)


def _problems(lines: list[_Line], place: str, exam: ExpectedExam | None) -> Iterator[Problem]:
    if not lines:
        yield Problem(
            "the file is empty, or has only spaces", place, 'write one line per part, such as "1a: 17 519 23375"'
        )
    first: dict[str, int] = {}
    for line in lines:
        here = Message("{place}, line {number}", place=place, number=line.number)
        if line.name is None:
            word, separator, _ = line.text.partition(":")
            if separator and len(word) <= 40:
                yield unknown_word(word.strip(), here, exam)
            else:
                cause = Message("the line {shown} is not an answer", shown=shown(line.text))
                yield Problem(cause, here, 'write "part: answer", such as "1a: 17 519 23375"')
            continue
        if line.other:
            cause = Message(
                "this line may belong to question {question} or to question {other}",
                question=line.own_question,
                other=line.other,
            )
            yield Problem(cause, here, 'write the whole name of the answer in this line, such as "2b: 5" or "2b.1: 5"')
            continue
        part, dot, _ = line.name.partition(".")
        earlier = first.get(part if dot else f"{part}.") or first.setdefault(line.name, line.number)
        first.setdefault(f"{part}{dot}", line.number)
        if earlier != line.number:
            yield Problem(
                Message(
                    "the part or field {name} is already on line {earlier}, so it is not clear which of the two lines "
                    "counts",
                    name=line.name,
                    earlier=earlier,
                ),
                here,
                "keep one of the two lines",
            )
        elif line.is_part:
            yield from unknown_item(line.name, line.name, here, exam)
        elif line.name == EXAM_FIELD:
            yield from another_exam(line.text, here, exam)
