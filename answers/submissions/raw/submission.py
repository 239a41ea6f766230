"""Define `Submission`, the answers of a student as written, and functions that all readers of files share.

A part is a lettered question, "1a"; an item is one of its boxes, "1a.2".
"""

import codecs
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from answers.errors import CorrigeError, Problem, did_you_mean
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
from answers.kinds.written import MAX_LENGTH
from answers.messages import Message
from answers.sheets.identity import (
    FIRST_NAME,
    NAME,
    NO_STUDENT,
    TOKEN_VERSION,
    U0,
    Identity,
    Signature,
    Student,
    field_item,
)

if TYPE_CHECKING:
    from answers.exam.exam import Exam

MAX_STUDENT = 1_000_000  # largest file with the text of one student, in bytes
MAX_VALUES = 300_000  # lines, cells and entries: a class of a thousand with three hundred answers each
UNREAD = "\ufffd"
"""Replaces content of a document that is not text, such as a picture; no parser accepts this character as an answer."""
CUT = "⋯"
"""Added to a text that may be incomplete because a printed copy hides its end.

No parser accepts this character, whereas "0,14…" is a number.
"""


class _Raised(dict[int, int | str]):
    """The superscripts of characters, for `str.translate`; a character without one is followed by `UNREAD`."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        return character if character.isspace() else f"{character}{UNREAD}"


RAISED: Mapping[int, int | str] = _Raised(
    str.maketrans("0123456789+-−abcdefghijklmnoprstuvwxyz", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ")
)
RAISED_AGAIN: Mapping[int, int | str] = _Raised()
"""The table for superscripts of superscripts, which have no characters."""
LOWERED = str.maketrans("0123456789+-−", "₀₁₂₃₄₅₆₇₈₉₊₋₋")
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def decode(content: bytes, place: str) -> str:
    """Decode `content`: UTF-8 or UTF-16 by its byte order mark, else UTF-8, else Windows Latin-1.

    Line ends do not change. Binary data cannot always be distinguished from Latin-1. CorrigeError if the file is not
    text, or has more lines, cells and entries than the answers of a class can have.
    """
    encoding = next((name for mark, name in _MARKS if content.startswith(mark)), None)
    text = None
    for name in (encoding,) if encoding else ("utf-8", "cp1252", "latin-1"):  # cp1252 leaves five bytes undefined
        with suppress(UnicodeDecodeError):
            text = content.decode(name)
            break
    if text is None or "\0" in text:
        raise CorrigeError.single(
            "the file is not text", place=place, remedy="save the file as UTF-8 text, CSV or JSON"
        )
    if sum(map(text.count, ",;\t[{")) + len(text.splitlines()) > MAX_VALUES:
        cause = Message("the file has more than {max_values} lines and values", max_values=MAX_VALUES)
        raise CorrigeError.single(cause, place=place, remedy="hand in the answers of one class, or of one student")
    return text


def may_lack_characters(content: bytes) -> bool:
    """Return whether a text has an 8-bit encoding other than UTF-8.

    Programs that save such a text write "?" for each character that the encoding lacks: "10??" for 10⁻⁴.
    """
    if any(content.startswith(mark) for mark, _ in _MARKS):
        return False
    try:
        content.decode()
    except UnicodeDecodeError:
        return True
    return False


def separator(text: str, marks: str, worth: Callable[[list[str]], int] = len) -> str:
    """Return the character of `marks` that splits `text` into the best list of cells, by default the longest list.

    `worth` rates a list of cells; the first of equal marks wins.
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
    """Return the field that a heading names in English or French, "student", "first_name", "u0" or "exam", or None."""
    plain = unicodedata.normalize("NFKD", text[:40]).casefold()
    return _FIELD_OF.get("".join(c for c in plain if c.isascii() and c.isalnum()))


def part_word(text: str) -> str | None:
    """Return the part id that a heading names, None if none; "1 A", "1a)", "Question 1a" and "Q1.a" all give "1a".

    The exam need not have such a part.
    """
    if len(text) > 40:
        return None
    named = _WHOLE_PART.fullmatch(text.strip())
    return part_id(named["number"], named["letter"]) if named else None


def item_word(text: str) -> str | None:
    """Return the item id that a heading of a column or line names, or None; "1 A.2" and "Q1a.2" give "1a.2"."""
    part, dot, item = text.strip().rpartition(".")
    named = part_word(part) if dot and item.isascii() and item.isdigit() and len(item) < 4 else None
    return f"{named}.{int(item)}" if named and int(item) else None


def part_id(number: str, letter: str) -> str:
    """Return the part id for a question number and a letter as written: "01" and "A" give "1a"."""
    return f"{int(number)}{letter.lower()}"


def tidy_name(*names: str) -> str:
    """Join the names of a student with spaces, without control characters and repeated spaces."""
    printable = "".join(c if unicodedata.category(c) != "Cc" else " " for c in " ".join(names))
    return " ".join(printable.split())


@dataclass(frozen=True, slots=True)
class ExpectedExam:
    """What readers of files need to know of an exam.

    `counts` has the number of items of each part by part id, `written` the ids of the parts with long written answers,
    and `programs` the part id by the name of the function that students have to program.
    """

    name: str
    counts: Mapping[str, int]
    written: frozenset[str] = frozenset()
    programs: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WantedSheet:
    """A request of the process that reads files: the blank sheet of a student, to compare a PDF handed in with it."""

    exam: str
    lang: str
    u0: int
    student: Student = NO_STUDENT
    content_hash: str = ""
    version: int = TOKEN_VERSION


@dataclass(frozen=True, slots=True)
class WantedExam:
    """A request for the `ExpectedExam` of the exam that a file names."""

    name: str


SheetOf: TypeAlias = Callable[[WantedSheet], bytes | None]
"""A function that returns a blank sheet as PDF, stored or printed again; None if its exam is not available."""


@dataclass(frozen=True, slots=True)
class FileSource:
    """The content of one file, its name in messages (`place`), and what its reader may use.

    `exam` is the expected exam, None if the file must name it. `sheet` returns the blank sheet of a student, and
    `exam_named` the exam that a file names.
    """

    content: bytes
    place: str
    secret: str = ""
    exam: ExpectedExam | None = None
    sheet: SheetOf | None = None
    exam_named: Callable[[str], ExpectedExam | None] = lambda _: None

    def exam_of(self, names: Iterable[str | None]) -> ExpectedExam | None:
        """Return `self.exam`, or else the only exam in `names`, the names of exams in the file, if it is available."""
        known = {name for name in names if name}
        return self.exam or (self.exam_named(known.pop()) if len(known) == 1 else None)

    @property
    def text(self) -> str:
        """The content of the file as text; CorrigeError if the content is not text."""
        return decode(self.content, self.place)


def expected_exam(exam: "Exam") -> ExpectedExam:
    """Return the extract of `exam` that readers of files need."""
    written = frozenset(part.id for part in exam.parts if part.lines)
    programs = {part.program.function: part.id for part in exam.parts if part.program}
    return ExpectedExam(exam.name, {part.id: part.count for part in exam.parts}, written, programs)


MAX_TEXT = 500  # characters of a text; parsers read no more
MAX_NAME = 200


@dataclass(frozen=True, slots=True)
class Submission:
    """The answers of one student as written, before they are parsed and marked.

    Attributes
    ----------
    place
        The file, with the row, line or index if the file has several students.
    student
        The student's name as written, or else the identifier in the signature; "" if absent.
    u0, exam
        The student's seed as written, and the exam that the student wrote or the signature names; None if absent.
    answers
        For each part id ("1a"), one text per item, or a single text with all items.
    signature
        The signed text that corrige printed on a sheet; None for another file.
    waiting
        The items ("4b.1") of a scanned sheet that wait for a transcription, each with a text that names the scan of its
        box, by which a decision is about this scan alone.
    missing, missing_pages
        The items, and the numbers of the pages of the sheet, that are not in the file.
    disputed
        The items that are in the file twice, filled in differently.
    appeals
        Pairs of an item or part whose mark the student contests and the reason; the file then has no answers.
    """

    place: Place
    student: str
    u0: str | None
    exam: str | None
    answers: Mapping[str, tuple[str, ...]]
    signature: Signature | None = None
    flags: tuple[Flag, ...] = field(default=())
    waiting: Mapping[str, str] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    disputed: tuple[str, ...] = ()
    missing_pages: tuple[int, ...] = ()
    appeals: tuple[tuple[str, str], ...] = ()

    @property
    def signed(self) -> Identity | None:
        """The identity in a valid signature; None without one."""
        return self.signature.identity if self.signature and self.signature.valid else None


def is_same_sheet(first: Submission, second: Submission) -> bool:
    """Return whether two submissions have equal signatures: of the same exam, seed and student."""
    pair = first.signature, second.signature
    return None not in pair and first.signature == second.signature


def has_other_pages(first: Submission, second: Submission) -> bool:
    """Return whether `second` has pages that `first` lacks, and no item that `first` has."""
    items = (f"{part}.{at + 1}" for part, texts in second.answers.items() for at in range(len(texts)))
    added_pages = set(first.missing_pages) - set(second.missing_pages)
    return bool(added_pages) and all(item in first.missing for item in items if item not in second.missing)


def has_same_pages(first: Submission, second: Submission) -> bool:
    """Return whether two submissions of one sheet have filled items in common, and all common items are equal."""
    both = _common_texts(first, second).values()
    return is_same_sheet(first, second) and any(map(any, both)) and all(text == other for text, other in both)


def join_copies(first: Submission, other: Submission) -> Submission:
    """Join two submissions read from copies of pages of one sheet in the same file.

    Items filled in differently become `disputed`, unless one copy is blank in all items that both copies have.
    """
    both = _common_texts(first, other)
    if not any(text for text, _ in both.values()):
        return join_pages(other, first)
    if not any(text for _, text in both.values()):
        return join_pages(first, other)
    return join_pages(first, other, frozenset(item for item, (text, other_text) in both.items() if text != other_text))


NEITHER = " ≠ "  # separates the two texts of a disputed item; no number contains it


def join_pages(first: Submission, second: Submission, disputed: frozenset[str] = frozenset()) -> Submission:
    """Join two submissions with pages of one sheet: items of `first`, those missing there of `second`.

    The items in `disputed` get both texts.
    """
    answers: dict[str, list[str]] = {}
    for item, texts in _texts_of_both(first, second).items():
        is_missing = item in first.missing or item.rpartition(".")[0] not in first.answers
        text = texts[1] if is_missing else texts[0]
        if item in disputed:
            text = NEITHER.join(text.strip() or "—" for text in texts)
        answers.setdefault(item.rpartition(".")[0], []).append(text)
    lacking = tuple(number for number in first.missing_pages if number in second.missing_pages)
    flags = (flag for flag in (*first.flags, *second.flags) if flag.slug != PAGES_MISSING.slug)
    more = (PAGES_MISSING(", ".join(map(str, lacking))),) if lacking else ()
    first_page = second if 1 in first.missing_pages else first
    return replace(
        first,
        student=first_page.student,
        u0=first_page.u0,
        answers={part: tuple(part_texts) for part, part_texts in answers.items()},
        flags=tuple(dict.fromkeys((*flags, *more))),
        missing=tuple(item for item in first.missing if item in second.missing),
        disputed=tuple(dict.fromkeys((*first.disputed, *second.disputed, *sorted(disputed)))),
        missing_pages=lacking,
    )


def _common_texts(first: Submission, second: Submission) -> dict[str, tuple[str, str]]:
    """Return the texts of each item that neither submission misses, without spaces around them."""
    return {
        item: (text.strip(), other.strip())
        for item, (text, other) in _texts_of_both(first, second).items()
        if item not in first.missing and item not in second.missing
    }


def _texts_of_both(first: Submission, second: Submission) -> dict[str, tuple[str, str]]:
    """Return the texts of each item in both submissions, "" where a submission has no such item."""
    texts: dict[str, tuple[str, str]] = {}
    for part in dict.fromkeys((*first.answers, *second.answers)):
        pair = first.answers.get(part, ()), second.answers.get(part, ())
        for index in range(max(map(len, pair))):
            text, other_text = (part_texts[index] if index < len(part_texts) else "" for part_texts in pair)
            texts[f"{part}.{index + 1}"] = text, other_text
    return texts


def bounded(submission: Submission, written: Collection[str] = ()) -> Submission:
    """Return `submission` with names cut at 200 characters and answers at 500, so that reports have a bounded size.

    A cut text ends in "…". Answers to the parts in `written` may have `MAX_LENGTH` characters.
    """
    return replace(
        submission,
        student=_cut(submission.student, MAX_NAME),
        u0=submission.u0 and _cut(submission.u0, MAX_NAME),
        exam=submission.exam and _cut(submission.exam, MAX_NAME),
        answers={
            part: tuple(_cut(text, MAX_LENGTH if part in written else MAX_TEXT) for text in texts)
            for part, texts in submission.answers.items()
        },
        flags=tuple(flag(_cut(flag.detail, MAX_TEXT)) for flag in submission.flags),
    )


def with_lost_characters(submission: Submission, written: Collection[str] = ()) -> Submission:
    """Return `submission` with `UNREAD` added to each answer that has a "?", which may stand for any character.

    Answers to the parts in `written` are left to a person anyway, and do not change.
    """
    return replace(
        submission,
        answers={
            part: texts if part in written else tuple(f"{text}{UNREAD}" if "?" in text else text for text in texts)
            for part, texts in submission.answers.items()
        },
    )


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[:length]}…"


MAX_UNKNOWN_ITEMS = 100  # in a part, if the exam is unknown


def sheet_submission(
    values: Mapping[str, str],
    signatures: tuple[Signature, ...],
    flags: tuple[Flag, ...],
    place: str,
    exam: ExpectedExam | None,
) -> Submission:
    """Return the submission of a sheet, whose fields have the texts `values`.

    Exam, student and signature come from the first of `signatures`; a readable name in the fields counts more. The seed
    is that in the field. Without `exam`, the parts and items are those that have a field. Items without a field are
    `missing`, and the submission is flagged "fields-missing", unless "no-text" says that pages could not be read.
    Missing, several and invalid signatures are flagged.
    """
    texts: defaultdict[str, dict[int, str]] = defaultdict(dict)
    for name, text in values.items():
        if item := field_item(name):
            texts[item[0]][item[1]] = text
    counts = exam.counts if exam else {part: min(max(items), MAX_UNKNOWN_ITEMS) for part, items in texts.items()}
    items = {part: range(1, count + 1) for part, count in counts.items()}
    missing: tuple[str, ...] = ()
    if values and NO_TEXT not in flags:
        missing = tuple(
            f"{part}.{item}" for part, numbers in items.items() for item in numbers if item not in texts.get(part, ())
        )
    own_flags = (
        (FIELDS_MISSING, bool(missing)),
        (NO_SIGNATURE, not signatures),
        (SEVERAL_SIGNATURES, len(signatures) > 1),
        (INVALID_SIGNATURE, not all(signature.valid for signature in signatures)),
    )
    signature = signatures[0] if signatures else None
    written = tidy_name(values.get(FIRST_NAME, ""), values.get(NAME, ""))
    u0 = values.get(U0) or None
    if signature:  # what a program has lost is not what the student wrote
        written = "" if UNREAD in written else written
        u0 = None if u0 and UNREAD in u0 else u0
    return Submission(
        place=Place(place),
        student=written or (signature.identity.student if signature else ""),
        u0=u0,
        exam=signature.identity.exam if signature else None,
        answers={
            part: tuple(texts[part].get(item, "") for item in numbers)
            for part, numbers in items.items()
            if part in texts
        },
        signature=signature,
        flags=(*flags, *(flag for flag, is_raised in own_flags if is_raised)),
        missing=missing,
    )


MAX_PROBLEMS = 50
MAX_SHOWN = 60


def shown(text: str) -> str:
    """Return at most 60 characters of `text` for a message, in quotes, with control characters escaped."""
    cut = text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + "…"
    return repr(cut)


def refuse_any(problems: Iterable[Problem]) -> None:
    """Raise a CorrigeError with the first 50 of `problems`, and a note if there are more; do nothing if there are none.

    The rest is not computed, so that a million bad lines cost no more than 50.
    """
    first = list(islice(problems, MAX_PROBLEMS + 1))
    if len(first) > MAX_PROBLEMS:
        first[MAX_PROBLEMS] = Problem(
            "the file has more problems than those listed here", remedy="correct the problems listed above first"
        )
    if first:
        raise CorrigeError(first)


def unknown_part(part_id: str, place: str, exam: ExpectedExam | None) -> Iterator[Problem]:
    """Yield a problem if `exam` has no part `part_id`; nothing if `exam` is None."""
    if exam is not None and part_id not in exam.counts:
        yield Problem(
            Message("the exam {name} has no part {shown}", name=exam.name, shown=shown(part_id)),
            place,
            did_you_mean(part_id, exam.counts),
        )


def unknown_item(name: str, word: str, place: str, exam: ExpectedExam | None) -> Iterator[Problem]:
    """Yield a problem if `exam` has no part or item `name`; nothing if `exam` is None."""
    part_id, _, item = name.partition(".")
    yield from unknown_part(part_id, place, exam)
    if item and exam and int(item) > exam.counts.get(part_id, int(item)):
        yield unknown_word(word, place, exam)


def by_part(texts: Mapping[str, str], exam: ExpectedExam | None) -> dict[str, tuple[str, ...]]:
    """Group texts by part id, given the text of each part ("1a") or item ("1a.2").

    A text of the whole part wins over texts of its items. Without `exam`, the last item with a text is the last.
    """
    answers: dict[str, tuple[str, ...]] = {name: (text,) for name, text in texts.items() if "." not in name}
    items: defaultdict[str, dict[int, str]] = defaultdict(dict)
    for name in (name for name in texts if name not in answers):
        part_id, item = name.split(".")
        items[part_id][int(item)] = texts[name]
    for part_id, item_texts in items.items():
        count = max(*item_texts, exam.counts.get(part_id, 1)) if exam else max(item_texts)
        answers.setdefault(part_id, tuple(item_texts.get(at, "") for at in range(1, count + 1)))
    return answers


def unknown_word(word: str, place: str, exam: ExpectedExam | None) -> Problem:
    """Return the problem that `word` names neither a part nor a field; the remedy proposes similar names."""
    counts = exam.counts if exam else {}
    part_id, _, item = word.casefold().rpartition(".")
    if part_id in counts and item.isdecimal():
        remedy = Message(
            "write the answer under {part_id}, without the number of an item",
            plural='write the {count} values of the part together under {part_id}, separated by ";"',
            part_id=part_id,
            count=counts[part_id],
        )
    else:
        remedy = did_you_mean(word[:MAX_SHOWN].casefold(), [STUDENT, FIRST_NAME, U0, EXAM_FIELD, *counts])
    return Problem(
        Message(
            "{shown} is neither the name of a part nor a field such as student or u0, so its content was not read",
            shown=shown(word),
        ),
        place,
        remedy,
    )


def another_exam(declared: str | None, place: str, exam: ExpectedExam | None) -> Iterator[Problem]:
    """Yield a problem if `declared`, the exam that a file names, is not the expected exam.

    Nothing if either is unknown.
    """
    if exam is not None and declared and declared.strip().casefold() != exam.name.casefold():
        yield Problem(
            Message(
                "the file has answers to the exam {shown}, but answers to the exam {name} were expected",
                shown=shown(declared),
                name=exam.name,
            ),
            place,
            Message("mark these answers with --exam {exam}", exam=declared)
            if declared.isidentifier()
            else "ask the student for the right file",
        )


def doubled_students(submissions: Iterable[Submission]) -> Iterator[Problem]:
    """Yield a problem for each second submission of a student; submissions without a name are not compared."""
    first: dict[str, Place] = {}
    for submission in submissions:
        student = submission.student.casefold()
        earlier = first.setdefault(student, submission.place) if student else submission.place
        if earlier != submission.place:
            cause = Message(
                "the student {shown} already has answers in {earlier}, so it is not clear which count",
                shown=shown(submission.student),
                earlier=earlier,
            )
            yield Problem(cause, str(submission.place), "leave the answers of this student in the file only once")
