"""What a teacher is told of a paper, of an item, and where: slugs that JSON promises, with what they mean."""

from dataclasses import dataclass, field, replace

from answers.assets import shared_words
from answers.messages import Message, joined


@dataclass(frozen=True, slots=True)
class Note:
    """Why an item has its verdict: a stable slug, and a detail for some ("right-for-seed-" and "17")."""

    slug: str
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.slug}{self.detail}"

    def render(self, lang: str) -> str:
        """Return its sentence in "fr" or "en", that of a slug with this detail first; the slug itself without one."""
        sentences = shared_words(lang)["slugs"]
        sentence: str = sentences.get(str(self), sentences.get(self.slug, str(self)))
        number, sign, score = self.detail.partition("=")
        if sign and sentence.count("{}") > 1:  # another number, and what it would give
            return sentence.format(number, score.replace(".", "," if lang == "fr" else "."))
        return sentence.replace("{}", self.detail)


@dataclass(frozen=True, slots=True)
class Flag(Note):
    """What is remarkable of a whole paper, and whether a person must look, or has looked and said so."""

    stops: bool = False
    """The paper cannot be marked: there is no seed to mark it for, or nothing that can be read."""
    needs_teacher: bool = True
    is_teacher_only: bool = False
    """The student is not told of it, for it is a suspicion: until the teacher tells it."""
    is_acknowledged: bool = False
    reason: str = ""
    """What the teacher said then, for people to read after the sentence."""
    is_shown_to_student: bool = False
    """The student is told it, with that reason."""
    other_student: str = field(default="", compare=False)
    """Which other student it speaks of, for the teacher to read after the sentence."""
    is_zero: bool = False
    """Of an absence that is settled: it counts as zero; else no mark is given for it."""

    def __call__(self, detail: object) -> "Flag":
        """Return the flag with its detail: a field, a seed, an exam."""
        return replace(self, detail=str(detail))

    def render(self, lang: str) -> str:
        """Return its sentence in "fr" or "en", or its slug, then whom it speaks of and why it is settled."""
        whose = self.other_student.render(lang) if isinstance(self.other_student, Message) else self.other_student
        more = " ; ".join(filter(None, (whose, self.reason)))
        excuses = {NO_PAPER.slug: "zero" if self.is_zero else "excused", LATE.slug: "late"}
        excuse = excuses.get(self.slug) if self.is_acknowledged else None
        excused: str = shared_words(lang)["absence"][excuse].replace("{}", self.detail) if excuse else ""
        sentence = excused or Note.render(self, lang)
        return f"{sentence} ({more})" if more else sentence

    def acknowledged(self, *, told: bool, reason: str = "", is_zero: bool = False) -> "Flag":
        """Return the flag as the teacher leaves it, who has looked: `told` to the student from now on, or as it was."""
        withheld = self.is_teacher_only and not told
        left = replace(self, needs_teacher=False, is_acknowledged=True, is_teacher_only=withheld, reason=reason.strip())
        return replace(left, is_shown_to_student=told, is_zero=is_zero)

    @property
    def is_of_no_paper(self) -> bool:
        """Whether it is about what is nobody's paper: none came, it could not be read, or nobody is known for it."""
        return self.slug in (NO_PAPER.slug, NOT_READABLE.slug, UNASSIGNED.slug)

    @property
    def for_student(self) -> "Flag":
        """The flag as the student is told of it: nobody else, nor their number, by which lists are published.

        The teacher's reason is there only if it was said to be told.
        """
        is_of_another = self.slug in (ANSWERS_OF_SEED.slug, ERRORS_OF_SEED.slug)
        detail = "…" if is_of_another else self.detail
        return replace(self, other_student="", detail=detail, reason=self.reason if self.is_shown_to_student else "")


# Of the file.
DAMAGED = Flag("damaged")
FLATTENED = Flag("flattened")
NO_TEXT = Flag("no-text", stops=True)
SCANNED = Flag("scanned", stops=True)
CUT_OFF = Flag("cut-off:")
ONE_READER = Flag("one-reader")
READERS_DISAGREE = Flag("readers-disagree:")
FIELD_REPEATED = Flag("field-repeated:")
FIELDS_MISSING = Flag("fields-missing")
FIELDS_UNKNOWN = Flag("fields-unknown")
FIELDS_MERGED = Flag("fields-merged")
"""Fields of several papers have become one, with one value."""
PAGES_MISSING = Flag("pages-missing:")
"""The detail is the numbers of the pages of the sheet."""
PAGE_TWICE = Flag("page-twice:")
"""The detail is the numbers of the pages that are in a file twice, filled in differently."""
PAGES_JOINED = Flag("pages-joined:", needs_teacher=False)
"""The detail is the files."""
LINES_NOT_READ = Flag("lines-not-read:", needs_teacher=False, is_teacher_only=True)
"""It needs the teacher, and is told to the student, where it has a digit, as answers do."""
DRAWN_ON = Flag("drawn-on:")
WRITTEN_OVER = Flag("written-over:", is_teacher_only=True)
SHOWN_OTHERWISE = Flag("shown-otherwise:", is_teacher_only=True)
PAGE_CHANGED = Flag("page-changed:", is_teacher_only=True)
OTHER_CODE = Flag("other-code:", is_teacher_only=True)
NOT_COMPARED = Flag("not-compared", is_teacher_only=True)
SCAN_INCOMPLETE = Flag("scan-incomplete:")
"""The detail is the numbers of the questions that are on no page."""
# Of whose paper it is.
NO_SIGNATURE = Flag("no-seal", is_teacher_only=True)
INVALID_SIGNATURE = Flag("seal-not-genuine", is_teacher_only=True)
WEAK_SIGNATURE = Flag("weak-signature", is_teacher_only=True)
SEVERAL_SIGNATURES = Flag("several-seals", is_teacher_only=True)
PAGE_UNSIGNED = Flag("page-unsealed:", is_teacher_only=True)
SHEET_OF_EXAM = Flag("sheet-of-exam-", stops=True)
EXAM_CHANGED = Flag("exam-changed:", stops=True, is_teacher_only=True)
"""The detail is the data of the sheet that the exam draws otherwise today: "n: 10 → 11"."""
SHEET_CHANGED = Flag("sheet-changed", is_teacher_only=True)
"""The sheet is of before its data was recorded, and shows other numbers than it would today."""
STUDENT_CHANGED = Flag("student-changed", is_teacher_only=True)
FILE_OF_ANOTHER = Flag("file-of-another", is_teacher_only=True)
ON_SHEET_OF_ANOTHER = Flag("on-sheet-of-another", is_teacher_only=True)
SEVERAL_PAPERS = Flag("several-papers")
NO_PAPER = Flag("no-paper")
NOT_READABLE = Flag("not-readable:")
"""The detail is the file that was received."""
UNASSIGNED = Flag("of-nobody", stops=True)
RESUBMITTED = Flag("resubmitted-", needs_teacher=False)
LATE = Flag("late-", needs_teacher=False)
"""Seen, it is excused: it takes nothing off."""
UNREAD_IN_TIME = Flag("unread-in-time:")
"""The detail is a file that came in time and cannot be read; the paper that counts came later."""
PICKED = Flag("picked-by-teacher", needs_teacher=False, is_teacher_only=True)
# Of the teacher's decisions.
DECISION_OUTDATED = Flag("decision-outdated:", is_teacher_only=True)
# Of the seed.
NO_SEED = Flag("no-seed", stops=True)
U0_CHANGED = Flag("u0-changed")
U0_UNREADABLE = Flag("u0-unreadable")
U0_OUT_OF_RANGE = Flag("u0-out-of-range")
DEGENERATE_SEED = Flag("degenerate-seed")
MARKED_BY = Flag("marked-by-u0-", needs_teacher=False)
"""The teacher granted another number than the student's own."""
U0_MISCOPIED = Flag("u0-miscopied:", is_teacher_only=True)
"""The detail is the number that was perhaps meant and the score that it would give: "4312=18.5"."""
# Of the answers.
BLANK_PAPER = Flag("blank-paper")
INCOMPLETE = Flag("incomplete:")
"""The detail is the parts that earn less than what is written in them for want of what is left blank."""
ANSWERS_OF_SEED = Flag("answers-of-seed-", is_teacher_only=True)
ERRORS_OF_SEED = Flag("wrong-answers-of-seed-", is_teacher_only=True)
"""The seed is that of another student, whose wrong answers these are."""

FLAGS = tuple(flag for flag in tuple(globals().values()) if isinstance(flag, Flag))
"""All there are."""

# Of an item.
ANOTHER_RIGHT_ANSWER = Note("another-right-answer")
BLANK_NEEDED = Note("blank-needed")
"""Of an item of a part whose written items are right, and earn nothing without those left blank."""
MOVE_OFF_BOARD = Note("move-off-board")
MOVE_ON_TAKEN_CELL = Note("move-on-taken-cell")
AS_PERCENTAGE = Note("as-percentage")
DECIDED = Note("decided-by-teacher")
DECIDED_BECAUSE = "decided-by-teacher:"
AS_PRINTED = Note("as-printed")
"""What a document printed for the seed, though it is wrong."""
IMPRECISE = Note("imprecise")
ROUNDED = Note("rounded")
"""Rounded where the exact value is asked."""
NEAR = Note("near")
"""Beyond the tolerance, by less than as much again."""
BLANK_AS_ZERO = Note("blank-as-zero")
RIGHT_FOR_SEED = "right-for-seed-"
RIGHT_GIVEN = "right-given:"
"""Right if the student's own answers to the parts in the detail are granted."""
APART = Note("apart-from-the-rest")
"""Right, and worth nothing, beside items of its part that count as they follow from something else."""
MISTAKE = "mistake:"
"""A known mistake of the exam, by its slug there; its sentence stands in the words of the exam."""
AS_ABOVE = Note("as-above")
"""In the place of its sentence, where a sheet has told it already in that question."""
SEVERAL_MISTAKES = Note("several-mistakes")
WAITS = Note("waits-for-reading")
"""Of a scanned box with ink that nobody has read yet."""
NOT_IN_FILE = Note("not-in-file")
"""Of a box that no page received has."""
WRITTEN_TWICE = Note("written-twice")
"""Of a box that is in a file twice, filled in differently."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something was handed in: a file, and the row, line or item in it when it holds several."""

    file: str
    inside: str = ""

    def __str__(self) -> str:
        return joined(", ", (self.file, self.inside)) if self.inside else self.file


def flag_named(text: str) -> Flag | None:
    """Return the flag that a text such as "no-seal" or "answers-of-seed-17" is, None when it is none."""
    flags = [one for one in FLAGS if text == one.slug or (one.slug[-1] in "-:" and text.startswith(one.slug))]
    if not flags:
        return None
    flag = max(flags, key=lambda one: len(one.slug))
    return flag(text[len(flag.slug) :])


def note_named(text: str) -> Note:
    """Return the note or flag that a text such as "mistake:half" is; one that nobody knows is its own slug."""
    known = shared_words("fr")["slugs"]
    found = (one for one in known if text == one or (one[-1] in "-:" and text.startswith(one)))
    slug: str = max(found, key=len, default=text)
    return Note(slug, text[len(slug) :])
