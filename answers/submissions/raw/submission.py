"""What a student handed in, as it was written: raw text and its place, nothing parsed yet; and what readers share.

They know the words for parts and fields in French and English, make a submission of the fields of a sheet, wherever
these were read, and tell all problems of a file at once, hostile text cut short.
"""

import codecs
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TypeAlias, TypeVar

from answers.errors import CorrigeError, Problem, did_you_mean
from answers.exam.exam import Exam
from answers.exam.identity import FIRST_NAME, NAME, NO_STUDENT, TOKEN_VERSION, U0, Signature, Student, field_item
from answers.flags import (
    FIELDS_MISSING,
    INVALID_SIGNATURE,
    NO_SIGNATURE,
    NO_TEXT,
    PAGES_MISSING,
    SEVERAL_SIGNATURES,
    Flag,
    Place,
)
from answers.messages import Message

T = TypeVar("T")
MAX_VALUES = 300_000  # lines, cells and entries: a class of a thousand with three hundred answers each
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def decode(content: bytes, place: str) -> str:
    """Return the text of `content`: UTF-8 or UTF-16 by its byte order mark, else UTF-8, else Windows Latin-1.

    Line ends are left as they are. Bytes that are no text in any of these are not always told from Latin-1. What has
    so many lines, cells or entries that it cannot be a class's answers is refused before anything is made of them.
    """
    encoding = next((name for mark, name in _MARKS if content.startswith(mark)), None)
    try:
        text = content.decode(encoding) if encoding else _decode_unmarked(content)
    except UnicodeDecodeError as error:
        raise _not_text(place) from error
    if "\0" in text:
        raise _not_text(place)
    if sum(map(text.count, ",;\t[{")) + len(text.splitlines()) > MAX_VALUES:
        cause = Message("the file has more than {max_values} lines and values", max_values=MAX_VALUES)
        raise CorrigeError.one(cause, place=place, remedy="hand in the answers of one class, or of one student")
    return text


def _decode_unmarked(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        pass
    try:
        return content.decode("cp1252")
    except UnicodeDecodeError:  # cp1252 leaves five bytes undefined
        return content.decode("latin-1")


def _not_text(place: str) -> CorrigeError:
    return CorrigeError.one("the file is not text", place=place, remedy="save it as UTF-8 text, CSV or JSON")


def separator(text: str, marks: str, worth: Callable[[list[str]], int] = len) -> str:
    """Return the one of `marks` that cuts a header or a table into cells worth most, by default into most cells.

    Of two that are as good it is the one that stands first. Separators in quoted cells count as others do.
    """
    return max(marks, key=lambda mark: worth(text.split(mark)))


STUDENT, EXAM_FIELD = "student", "exam"

_FIELDS = {
    STUDENT: "student name nom nomprenom eleve etudiant etudiante candidat candidate candidates identifiant id numero",
    FIRST_NAME: "firstname prenom givenname",
    U0: "u0 monu0 myu0 numerou0 utilde0 seed graine",
    EXAM_FIELD: "exam examen epreuve sujet",
}
_FIELD_OF = {word: field for field, words in _FIELDS.items() for word in words.split()}

# Possessive quantifiers: matching stays linear in the length of a hostile line.
QUESTION_WORD = r"(?:question|exercice|exercise|q|ex)\s*+\.?\s*+(?:n\s*+[°ºo]\s*+)?+"
PART = rf"(?:{QUESTION_WORD})?+(?P<number>\d{{1,3}})\s*+[.)_-]?\s*+\(?\s*+(?P<letter>[a-z]?)"
_WHOLE_PART = re.compile(PART + r"\s*\)?", re.IGNORECASE | re.ASCII)


def field_word(text: str) -> str | None:
    """Return which field `text` names ("student", "first_name", "u0", "exam"), or None.

    Case, accents, spaces and underscores do not matter; "étudiant", "nom", "élève", "prénom" are known.
    """
    plain = unicodedata.normalize("NFKD", text[:40]).casefold()
    return _FIELD_OF.get("".join(c for c in plain if c.isascii() and c.isalnum()))


def part_word(text: str) -> str | None:
    """Return the part id that `text` names ("1 A", "1a)", "Question 1a", "Q1.a" all give "1a"), or None."""
    if len(text) > 40:
        return None
    named = _WHOLE_PART.fullmatch(text.strip())
    return part_id(named["number"], named["letter"]) if named else None


def item_word(text: str) -> str | None:
    """Return the item that `text` names, "1a.2" of "1 A.2" or "Q1a.2", or None."""
    part, dot, item = text.strip().rpartition(".")
    named = part_word(part) if dot and item.isascii() and item.isdigit() and len(item) < 4 else None
    return f"{named}.{int(item)}" if named and int(item) else None


def part_id(number: str, letter: str) -> str:
    """Return the part id of a question number and a letter as they were written ("01", "A")."""
    return f"{int(number)}{letter.lower()}"


def tidy_name(*names: str) -> str:
    """Join what identifies a student: control characters dropped, spaces made single; nothing else is changed."""
    printable = "".join(c if unicodedata.category(c) != "Cc" else " " for c in " ".join(names))
    return " ".join(printable.split())


@dataclass(frozen=True, slots=True)
class ExpectedExam:
    """An exam as its readers know it: its name, and the number of items of each part."""

    name: str
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class WantedSheet:
    """A student's blank sheet once more, of the look and the version of its token."""

    exam: str
    lang: str
    u0: int
    student: Student = NO_STUDENT
    content_hash: str = ""
    version: int = TOKEN_VERSION


SheetOf: TypeAlias = Callable[[WantedSheet], bytes | None]
"""Finds the sheet, or prints that of today; None, or a CorrigeError, where its exam is not to be had."""


class NeedsSheetError(BaseException):
    """A file can be read only with sheets that must be asked for; nothing that goes on after an error may catch it."""

    def __init__(self, *wanted: WantedSheet) -> None:
        super().__init__(*wanted)
        self.wanted = wanted


def with_sheets(computations: Iterable[Callable[[], T]]) -> list[T]:
    """Return what all computations do; NeedsSheetError of all sheets that they want."""
    found: list[T] = []
    wanted: dict[WantedSheet, None] = {}
    for compute in computations:
        try:
            found.append(compute())
        except NeedsSheetError as error:
            wanted |= dict.fromkeys(error.wanted)
    if wanted:
        raise NeedsSheetError(*wanted)
    return found


@dataclass(frozen=True, slots=True)
class Source:
    """What was handed in, where it came from, and what its reader may want to know."""

    content: bytes
    place: str
    secret: str = ""
    exam: ExpectedExam | None = None
    sheet: SheetOf | None = None

    @property
    def text(self) -> str:
        """The text, whatever program saved it."""
        return decode(self.content, self.place)


def expected_exam(exam: Exam) -> ExpectedExam:
    """Return what readers must know of `exam`."""
    return ExpectedExam(exam.name, {part.id: part.count for part in exam.parts})


MAX_TEXT = 500  # letters of a text, as many as are ever read
MAX_NAME = 200


@dataclass(frozen=True, slots=True)
class Submission:
    """One student's raw answers.

    `place` is the file, with the row, line or index when the file holds several students. `u0` and `exam` are
    what the student or the file declares, None when absent. `answers` gives for a part id ("1a") either one text
    a field of the sheet, or a single text that holds all items. `flags` are for the teacher. `waiting` are the items
    ("4b.1") of a scanned sheet where something is written that nobody has read yet, `missing` those that are not in the
    file, `disputed` those that are in it twice, filled in differently. `missing_pages` are the numbers of the pages of
    the sheet that the file has not.
    """

    place: Place
    student: str
    u0: str | None
    exam: str | None
    answers: Mapping[str, tuple[str, ...]]
    signature: Signature | None = None
    flags: tuple[Flag, ...] = field(default=())
    waiting: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    disputed: tuple[str, ...] = ()
    missing_pages: tuple[int, ...] = ()


def join_pages(newer: Submission, older: Submission) -> Submission:
    """Return one paper of two files of a sheet: what the newer has not is that of the older."""
    return _joined(newer, older, frozenset())


def is_same_sheet(first: Submission, second: Submission) -> bool:
    """Return whether two submissions are of one sheet of one student, by signatures that are as genuine."""
    pair = first.signature, second.signature
    return None not in pair and first.signature == second.signature


def has_other_pages(first: Submission, second: Submission) -> bool:
    """Return whether the second has only pages of a sheet that the first has not."""
    items = (f"{part}.{at + 1}" for part, texts in second.answers.items() for at in range(len(texts)))
    gained = set(first.missing_pages) - set(second.missing_pages)
    return bool(gained) and all(item in first.missing for item in items if item not in second.missing)


def join_copies(first: Submission, other: Submission) -> Submission:
    """Return one paper of pages of a sheet that one file has twice: boxes filled in differently are `disputed`.

    A copy that was left blank where the first is filled in says nothing.
    """
    both = [
        (item, *texts)
        for item, texts in _texts_of_both(first, other).items()
        if item not in first.missing and item not in other.missing
    ]
    if not any(text.strip() for _, text, _ in both):
        return _joined(other, first, frozenset())
    if not any(text.strip() for _, _, text in both):
        return _joined(first, other, frozenset())
    return _joined(first, other, frozenset(item for item, one, two in both if one.strip() != two.strip()))


NEITHER = " ≠ "
"""Between two texts of one box; no number has it."""


def _joined(first: Submission, second: Submission, disputed: frozenset[str]) -> Submission:
    answers: dict[str, list[str]] = {}
    for item, (one, two) in _texts_of_both(first, second).items():
        text = two if item in first.missing or item.rpartition(".")[0] not in first.answers else one
        if item in disputed:
            text = NEITHER.join(text.strip() or "—" for text in (one, two))
        answers.setdefault(item.rpartition(".")[0], []).append(text)
    lacking = tuple(number for number in first.missing_pages if number in second.missing_pages)
    flags = (flag for flag in (*first.flags, *second.flags) if flag.slug != PAGES_MISSING.slug)
    more = (PAGES_MISSING(", ".join(map(str, lacking))),) if lacking else ()
    named = second if 1 in first.missing_pages else first
    return replace(
        first,
        student=named.student,
        u0=named.u0,
        answers={part: tuple(texts) for part, texts in answers.items()},
        flags=tuple(dict.fromkeys((*flags, *more))),
        missing=tuple(item for item in first.missing if item in second.missing),
        disputed=tuple(dict.fromkeys((*first.disputed, *second.disputed, *sorted(disputed)))),
        missing_pages=lacking,
    )


def _texts_of_both(first: Submission, second: Submission) -> dict[str, tuple[str, str]]:
    """Return the two texts of each item, "" where a submission has none."""
    texts: dict[str, tuple[str, str]] = {}
    for part in dict.fromkeys((*first.answers, *second.answers)):
        pair = first.answers.get(part, ()), second.answers.get(part, ())
        for index in range(max(map(len, pair))):
            one, two = (own[index] if index < len(own) else "" for own in pair)
            texts[f"{part}.{index + 1}"] = one, two
    return texts


def bounded(submission: Submission) -> Submission:
    """Return `submission` with every text cut where nobody reads on, for reports of bounded size; a cut ends in "…"."""
    return replace(
        submission,
        student=_cut(submission.student, MAX_NAME),
        u0=submission.u0 and _cut(submission.u0, MAX_NAME),
        exam=submission.exam and _cut(submission.exam, MAX_NAME),
        answers={part: tuple(_cut(text, MAX_TEXT) for text in texts) for part, texts in submission.answers.items()},
        flags=tuple(flag(_cut(flag.detail, MAX_TEXT)) for flag in submission.flags),
    )


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[:length]}…"


MAX_ITEMS = 100  # of a part whose exam is unknown


@dataclass(frozen=True, slots=True)
class FilledSheet:
    """The text of each field of a sheet by its name, the different signatures on it, and what is remarkable of both.

    `pages` are the texts that are printed on its pages, where they were looked at.
    """

    values: Mapping[str, str]
    signatures: tuple[Signature, ...]
    flags: tuple[Flag, ...] = ()
    pages: tuple[str, ...] = ()


def sheet_submission(sheet: FilledSheet, place: str, exam: ExpectedExam | None) -> Submission:
    """Return the submission of a sheet, of the exam and student of its first signature.

    A part without any field is absent from the answers. Items without a field are `missing`, and the paper is flagged
    "fields-missing", unless "no-text" tells that pages could not be read. Seals are flagged "no-seal",
    "several-seals", "seal-not-genuine".
    """
    signature = sheet.signatures[0] if sheet.signatures else None
    answers, missing = _answers(sheet.values, exam)
    missing = () if not sheet.values or NO_TEXT in sheet.flags else missing
    written = tidy_name(sheet.values.get(FIRST_NAME, ""), sheet.values.get(NAME, ""))
    return Submission(
        place=Place(place),
        student=written or (signature.identity.student if signature else ""),
        u0=sheet.values.get(U0) or None,
        exam=signature.identity.exam if signature else None,
        answers=answers,
        signature=signature,
        flags=(*sheet.flags, *(FIELDS_MISSING,) * bool(missing), *_signature_flags(sheet.signatures)),
        missing=missing,
    )


def _answers(
    values: Mapping[str, str], exam: ExpectedExam | None
) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    """Return the texts of each part in the order of its items, and the items that have no field."""
    texts: dict[str, dict[int, str]] = {}
    for name, text in values.items():
        if item := field_item(name):
            texts.setdefault(item[0], {})[item[1]] = text
    counts = exam.counts if exam else {part: min(max(items), MAX_ITEMS) for part, items in texts.items()}
    answers = {
        part: tuple(texts[part].get(item, "") for item in range(1, count + 1))
        for part, count in counts.items()
        if part in texts
    }
    missing = (
        f"{part}.{item}"
        for part, count in counts.items()
        for item in range(1, count + 1)
        if item not in texts.get(part, ())
    )
    return answers, tuple(missing)


def _signature_flags(sealed: tuple[Signature, ...]) -> Iterator[Flag]:
    if not sealed:
        yield NO_SIGNATURE
    if len(sealed) > 1:
        yield SEVERAL_SIGNATURES
    if not all(signature.valid for signature in sealed):
        yield INVALID_SIGNATURE


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
        first[MAX_PROBLEMS] = Problem(
            "there are further problems; only the first ones are listed", remedy="correct these problems first"
        )
    if first:
        raise CorrigeError(first)


def unknown_part(part_id: str, place: str, exam: ExpectedExam | None) -> Iterator[Problem]:
    """Yield a problem if `exam` is known and has no part `part_id`."""
    if exam is None:
        return
    if part_id not in exam.counts:
        yield Problem(
            Message("{name} has no part {shown}", name=exam.name, shown=shown(part_id)),
            place,
            did_you_mean(part_id, exam.counts),
        )


def unknown_item(name: str, word: str, place: str, exam: ExpectedExam | None) -> Iterator[Problem]:
    """Yield a problem if `exam` is known and has no part, or no item of a part, that `word` gave as `name`."""
    part_id, _, item = name.partition(".")
    yield from unknown_part(part_id, place, exam)
    if item and exam and int(item) > exam.counts.get(part_id, int(item)):
        yield unknown_word(word, place, exam)


def by_part(texts: Mapping[str, str], exam: ExpectedExam | None) -> dict[str, tuple[str, ...]]:
    """Return what is given of parts, "1a", or of their items, "1a.2", by part: one text, or one an item, some blank."""
    answers: dict[str, tuple[str, ...]] = {name: (text,) for name, text in texts.items() if "." not in name}
    items: defaultdict[str, dict[int, str]] = defaultdict(dict)
    for name in (name for name in texts if name not in answers):
        part_id, item = name.split(".")
        items[part_id][int(item)] = texts[name]
    for part_id, own in items.items():
        count = max(*own, exam.counts.get(part_id, 1)) if exam else max(own)
        answers.setdefault(part_id, tuple(own.get(at, "") for at in range(1, count + 1)))
    return answers


def unknown_word(word: str, place: str, exam: ExpectedExam | None) -> Problem:
    """Return the problem of a word that names neither a part nor a field; an item has no line or column of its own."""
    counts = exam.counts if exam else {}
    part_id, _, item = word.casefold().rpartition(".")
    if part_id in counts and item.isdecimal():
        remedy = Message(
            "write only {part_id}",
            plural='write the {count} values together in {part_id}, separated by ";"',
            part_id=part_id,
            count=counts[part_id],
        )
    else:
        remedy = did_you_mean(word[:MAX_SHOWN].casefold(), [STUDENT, FIRST_NAME, U0, EXAM_FIELD, *counts])
    return Problem(Message("{shown} is unknown here", shown=shown(word)), place, remedy)


def another_exam(declared: str | None, place: str, exam: ExpectedExam | None) -> Iterator[Problem]:
    """Yield a problem if the file names an exam that is not the expected one."""
    if exam is not None and declared and declared.strip().casefold() != exam.name.casefold():
        yield Problem(
            Message("these are answers to {shown}, expected answers to {name}", shown=shown(declared), name=exam.name),
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
                "student {shown} occurs again, after {earlier}", shown=shown(submission.student), earlier=earlier
            )
            yield Problem(cause, str(submission.place), "keep one of the two")
