"""Define the flags of papers and the notes of items: their slugs, guaranteed in JSON documents, and their sentences.

A flag is a remark on a whole paper; a note is the reason for the verdict on one item, a box of the sheet.
"""

import re
from dataclasses import dataclass, field, replace

from answers.assets import shared_words
from answers.messages import Message, joined
from answers.sandbox.message_json import Sentence


@dataclass(frozen=True, slots=True)
class Note:
    """The reason for the verdict on an item: a stable slug such as "right-for-seed-", and for some a detail ("17")."""

    slug: str
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.slug}{self.detail}"

    def render(self, lang: str) -> str:
        """Return the sentence of the note in "fr" or "en"; if there is none, the slug with its detail.

        A sentence for this slug with this detail, if there is one, is used rather than the sentence for the slug.
        """
        sentences = shared_words(lang)["slugs"]
        sentence: str = sentences.get(str(self), sentences.get(self.slug, str(self)))
        if "{0}" in sentence:  # of a program: its cases, French and English name of a case, call, result, expected one
            return sentence.format(*self.detail.split(" | "), *[""] * len(sentence))
        number, sign, score = self.detail.partition("=")
        if sign and sentence.count("{}") > 1:  # another seed, and the score that it would give
            return sentence.format(number, score.replace(".", "," if lang == "fr" else "."))
        return sentence.replace("{}", self.detail)


@dataclass(frozen=True, slots=True)
class Flag(Note):
    """A remark on a whole paper, with the teacher's decision on it."""

    stops: bool = False
    """Whether the paper cannot be marked: it has no seed, or nothing in it can be read."""
    needs_teacher: bool = True
    """Whether a person must look at the paper because of the flag."""
    is_teacher_only: bool = False
    """Whether the flag is a suspicion, hidden from the student unless the teacher shows it."""
    is_acknowledged: bool = False
    """Whether the teacher has looked at the paper because of the flag."""
    reason: str = ""
    """The teacher's reason for the acknowledgement, printed after the sentence."""
    is_shown_to_student: bool = False
    """Whether the teacher shows the flag, with the reason, to the student."""
    other_student: str = field(default="", compare=False)
    """Another student concerned by the flag, printed after the sentence for the teacher."""
    explanation: str = field(default="", compare=False)
    """Which of several papers counts, and why; printed after the sentence, for the student too."""
    file: str = field(default="", compare=False)
    """The digest of the file that the flag is about, for flags in `ABOUT_FILE`, or of all files for "not-readable:".

    The teacher's decision on the flag holds for this file only.
    """
    is_zero: bool = False
    """Whether the mark of an acknowledged absence is zero; otherwise the student has no mark."""

    def __call__(self, detail: object) -> "Flag":
        """Return a copy of the flag with a detail, such as the name of a field, a seed or an exam."""
        return replace(self, detail=str(detail))

    def render(self, lang: str) -> str:
        """Return the sentence of the flag in "fr" or "en", then its other student, explanation and reason, if any.

        If there is no sentence, the slug with its detail takes its place.
        """
        remarks = (self.other_student, self.explanation, self.reason)
        more = " ; ".join(Message.of(remark).render(lang) for remark in remarks if remark)
        excuses = {NO_PAPER.slug: "zero" if self.is_zero else "excused", LATE.slug: "late"}
        excuse = excuses.get(self.slug) if self.is_acknowledged else None
        delay = re.fullmatch(r"(\d+):(\d\d)", self.detail) if self.slug == LATE.slug else None
        amounts = zip(map(int, delay.groups()), ("h", "min"), strict=True) if delay else ()
        detail = "\u00a0".join(f"{amount}\u00a0{unit}" for amount, unit in amounts if amount) or self.detail
        excused: str = shared_words(lang)["absence"][excuse].replace("{}", detail) if excuse else ""
        sentence = excused or Note(self.slug, detail).render(lang)
        return f"{sentence} ({more})" if more else sentence

    def acknowledged(self, *, is_shown: bool, reason: str = "", is_zero: bool = False) -> "Flag":
        """Return a copy as acknowledged by the teacher; with `is_shown`, the student sees the flag and the reason.

        `is_zero` tells whether an absence counts as 0, or is excused.
        """
        return replace(
            self,
            needs_teacher=False,
            is_acknowledged=True,
            is_teacher_only=self.is_teacher_only and not is_shown,
            reason=reason.strip(),
            is_shown_to_student=is_shown,
            is_zero=is_zero,
        )

    @property
    def has_no_paper(self) -> bool:
        """Whether the flag stands for a missing paper: none was received, or it is unreadable or unassigned."""
        return self.slug in (NO_PAPER.slug, NOT_READABLE.slug, UNASSIGNED.slug)

    @property
    def for_student(self) -> "Flag":
        """A copy as the student sees it: without another's name or seed, and with the reason only if that is shown."""
        is_of_another = self.slug in (ANSWERS_OF_SEED.slug, ERRORS_OF_SEED.slug)
        detail = "…" if is_of_another else self.detail
        return replace(self, other_student="", detail=detail, reason=self.reason if self.is_shown_to_student else "")


# Flags of the file.
DAMAGED = Flag("damaged")
FLATTENED = Flag("flattened")
NO_TEXT = Flag("no-text", stops=True)
SCANNED = Flag("scanned", stops=True)
CUT_OFF = Flag("cut-off:")
LAST_BOX_EMPTY = Flag("last-box-empty:")
"""The last field, empty after a filled one, in a form saved by a viewer that loses the field with the cursor."""
ONE_READER = Flag("one-reader")
READERS_DISAGREE = Flag("readers-disagree:")
FIELD_REPEATED = Flag("field-repeated:")
FIELDS_MISSING = Flag("fields-missing")
FIELDS_UNKNOWN = Flag("fields-unknown")
FIELDS_MERGED = Flag("fields-merged")
"""Fields of several papers were merged into one, with one value."""
PAGES_MISSING = Flag("pages-missing:")
"""The detail is the page numbers of the sheet."""
PAGE_TWICE = Flag("page-twice:")
"""The detail is the numbers of the pages that a file has twice, filled in differently."""
PAGES_JOINED = Flag("pages-joined:", needs_teacher=False)
"""The detail is the files."""
PROGRAM_FILE = Flag("program-file:", needs_teacher=False)
"""The detail is the files with the programs of a paper."""
LINES_NOT_READ = Flag("lines-not-read:", needs_teacher=False, is_teacher_only=True)
"""If a line has a digit, as answers have, the flag needs the teacher and is shown to the student."""
DRAWN_ON = Flag("drawn-on:")
WRITTEN_OVER = Flag("written-over:", is_teacher_only=True)
SHOWN_OTHERWISE = Flag("shown-otherwise:", is_teacher_only=True)
PAGE_CHANGED = Flag("page-changed:", is_teacher_only=True)
OTHER_CODE = Flag("other-code:", is_teacher_only=True)
NOT_COMPARED = Flag("not-compared", is_teacher_only=True)
SCAN_INCOMPLETE = Flag("scan-incomplete:")
"""The detail is the numbers of the questions that no page has."""
# Flags of the student or the exam of the paper.
NO_SIGNATURE = Flag("no-seal", is_teacher_only=True)
INVALID_SIGNATURE = Flag("seal-not-genuine", is_teacher_only=True)
WEAK_SIGNATURE = Flag("weak-signature", is_teacher_only=True)
SEVERAL_SIGNATURES = Flag("several-seals", is_teacher_only=True)
PAGE_UNSIGNED = Flag("page-unsealed:", is_teacher_only=True)
SHEET_OF_EXAM = Flag("sheet-of-exam-", stops=True)
EXAM_CHANGED = Flag("exam-changed:", stops=True, is_teacher_only=True)
"""The detail is the data of the sheet that the exam draws differently today: "n: 10 → 11"."""
SHEET_CHANGED = Flag("sheet-changed", is_teacher_only=True)
"""The sheet was printed before its data was recorded, and shows other numbers than today's sheet."""
STUDENT_CHANGED = Flag("student-changed", is_teacher_only=True)
FILE_OF_ANOTHER = Flag("file-of-another", is_teacher_only=True)
ON_SHEET_OF_ANOTHER = Flag("on-sheet-of-another", is_teacher_only=True)
IN_EARLIER_FILE = Flag("in-earlier-file:", is_teacher_only=True)
"""The detail is the file of the teacher of which a later version has no paper of the student."""
SEVERAL_PAPERS = Flag("several-papers")
NO_PAPER = Flag("no-paper")
NOT_READABLE = Flag("not-readable:")
"""The detail is the file that was received."""
UNASSIGNED = Flag("of-nobody", stops=True)
RESUBMITTED = Flag("resubmitted-", needs_teacher=False)
LATE = Flag("late-", needs_teacher=False)
"""If acknowledged, the delay is excused and costs no points."""
UNREAD_IN_TIME = Flag("unread-in-time:")
"""The detail is an unreadable file received in time; the paper that counts was received later."""
PICKED = Flag("picked-by-teacher", needs_teacher=False, is_teacher_only=True)
# Flags of the teacher's decisions.
DECISION_OUTDATED = Flag("decision-outdated:", is_teacher_only=True)
DECIDED_FOR_OTHER_SEED = Flag("decided-for-other-u0:", is_teacher_only=True)
"""The detail is the item of a decision, and the student's u₀, which has changed since: "4b.1=17"."""
# Flags of the seed.
NO_SEED = Flag("no-seed", stops=True)
U0_CHANGED = Flag("u0-changed")
U0_UNREADABLE = Flag("u0-unreadable")
U0_OUT_OF_RANGE = Flag("u0-out-of-range")
DEGENERATE_SEED = Flag("degenerate-seed")
MARKED_BY = Flag("marked-by-u0-", needs_teacher=False)
"""The teacher granted another seed than the student's own."""
U0_MISCOPIED = Flag("u0-miscopied:", is_teacher_only=True)
"""The detail is the seed that the student perhaps used, and the score with it: "4312=18.5"."""
APPEAL = Flag("appeal:")
"""The detail is an item that the student contests, and the reason: "3b – my graph has no such edge"."""
U0_MISTYPED = Flag("u0-mistyped:", is_teacher_only=True)
"""The detail is the seed that the student typed into the program; the other data are the student's own."""
PROBABLY_ONE_ERROR = Flag("probably-one-error:", is_teacher_only=True)
"""The detail is the first part of a paper after which nearly all answers are wrong."""
# Flags of the answers.
BLANK_PAPER = Flag("blank-paper")
INCOMPLETE = Flag("incomplete:")
"""The detail is the parts whose written items earn less because other items are blank."""
ANSWERS_OF_SEED = Flag("answers-of-seed-", is_teacher_only=True)
ERRORS_OF_SEED = Flag("wrong-answers-of-seed-", is_teacher_only=True)
"""The seed is that of another student, whose wrong answers these are."""

FLAGS = tuple(flag for flag in tuple(globals().values()) if isinstance(flag, Flag))
"""All flags that are defined above."""
ABOUT_FILE = frozenset(
    flag.slug
    for flag in (
        *(FILE_OF_ANOTHER, IN_EARLIER_FILE, ON_SHEET_OF_ANOTHER, STUDENT_CHANGED, SEVERAL_PAPERS, U0_CHANGED),
        *(INVALID_SIGNATURE, SEVERAL_SIGNATURES, WEAK_SIGNATURE),
        *(DAMAGED, NO_TEXT, FIELDS_UNKNOWN, FIELDS_MERGED, NOT_COMPARED),
    )
)
"""Slugs of flags about the student or the seed of a paper, or without a detail that says what is wrong with the file.

A decision on them holds for one file only.
"""

# Notes of items.
ANOTHER_RIGHT_ANSWER = Note("another-right-answer")
BLANK_NEEDED = Note("blank-needed")
"""A blank item of a part whose written items are right but earn nothing without it."""
MOVE_OFF_BOARD = Note("move-off-board")
MOVE_ON_TAKEN_CELL = Note("move-on-taken-cell")
AS_PERCENTAGE = Note("as-percentage")
EXAM_FAILED = "exam-failed:"
"""Slug of the note of an item that a function of the exam failed on; its detail is the name of the exception."""
DECIDED = Note("decided-by-teacher")
RIGHT_FOR_EVERYBODY, LEFT_OUT = "right-for-everybody", "left-out-for-everybody"
"""Slugs of the notes of an item that the teacher settled for everybody; with a reason, like `DECIDED`, with a colon."""
AS_PRINTED = Note("as-printed")
"""The answer is the wrong one that a document printed for this seed."""
IMPRECISE = Note("imprecise")
ROUNDED = Note("rounded")
"""The answer is rounded, but the exact value is required."""
NEAR = Note("near")
"""The error is above the tolerance and below twice the tolerance."""
DOT_AS_ABOUT = Note("dot-as-about")
"""A dot before the number, which MuPDF prints for signs that its font lacks, is read as ≈."""
WRONG_THOUGH_CUT = Note("wrong-though-cut")
"""The end of the answer is hidden, and the answer is wrong whatever it is."""
BLANK_AS_ZERO = Note("blank-as-zero")
RIGHT_FOR_SEED = "right-for-seed-"
SEQUENCE_OF = "sequence-of-u0-"
"""The answer is that of the sequence of another u₀, with the student's own other data."""
RIGHT_GIVEN = "right-given:"
"""The answer is right given the student's own answers to the parts in the detail."""
APART = Note("apart-from-the-rest")
"""The item is right but earns nothing: the other items of its part follow from another assumption."""
MISTAKE = "mistake:"
"""A known mistake of the exam, by its slug; the texts of the exam have its sentence."""
AS_ABOVE = Note("as-above")
"""Replaces the sentence of a note that a sheet has already printed in the same question."""
AS_IN_QUESTION = "as-in-question-"
"""Slug of a note instead of the sentence of a known mistake; its detail is the question with the sentence."""
SEVERAL_MISTAKES = Note("several-mistakes")
WAITS = Note("waits-for-reading")
"""A scanned box with ink that is not transcribed yet."""
TO_BE_MARKED = Note("to-be-marked")
"""A written answer that no person has marked yet."""
CRITERIA = "criteria:"
"""Slug of the note of a written answer that a person marked; its detail is the names of the criteria that apply, then
the comment after a semicolon."""
NOT_IN_FILE = Note("not-in-file")
"""The box is on none of the pages received."""
WRITTEN_TWICE = Note("written-twice")
"""The file has the box twice, filled in differently."""


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a submission: a file, and the row, line or item in the file if it has several submissions."""

    file: str
    inside: Sentence = ""

    def __str__(self) -> str:
        return joined(", ", (self.file, self.inside)) if self.inside else self.file


def criteria_note(slugs: str, comment: str) -> Note:
    """Return the note of a written answer: the criteria of `slugs`, separated by spaces, and the comment."""
    return Note(CRITERIA, f" {slugs or '–'}{f'; {comment}' if comment else ''}")


def applying_criteria(note: Note | None) -> tuple[tuple[str, ...], str] | None:
    """Return the names of the criteria that apply and the marker's comment; None if the note is no note of criteria."""
    if note is None or note.slug != CRITERIA:
        return None
    slugs, _, comment = note.detail.partition("; ")
    return tuple(slug for slug in slugs.split() if slug != "–"), comment


def flag_named(text: str) -> Flag | None:
    """Return the flag that a text names by slug and detail, such as "answers-of-seed-17"; None if there is none."""
    flags = [flag for flag in FLAGS if text == flag.slug or (flag.slug[-1] in "-:" and text.startswith(flag.slug))]
    if not flags:
        return None
    flag = max(flags, key=lambda flag: len(flag.slug))
    return flag(text[len(flag.slug) :])


def note_named(text: str) -> Note:
    """Return the note that a text names by its slug and detail, such as "mistake:half".

    A text that begins with no known slug becomes the slug of the note.
    """
    known = shared_words("fr")["slugs"]
    slugs = (slug for slug in known if text == slug or (slug[-1] in "-:" and text.startswith(slug)))
    slug: str = max(slugs, key=len, default=text)
    return Note(slug, text[len(slug) :])
