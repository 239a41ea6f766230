"""What a teacher is told of a paper, of an item, and where: slugs that JSON promises, with what they mean."""

from dataclasses import dataclass

from answers.assets import house_words


@dataclass(frozen=True, slots=True)
class Note:
    """Why an item has its verdict: a stable slug, and a detail for some ("right-for-seed-" and "17")."""

    slug: str
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.slug}{self.detail}"

    def told(self, lang: str) -> str:
        """Return its sentence in "fr" or "en", the slug itself when there is none."""
        sentence: str = house_words(lang)["slugs"].get(self.slug, str(self))
        return sentence.replace("{}", self.detail)


@dataclass(frozen=True, slots=True)
class Flag(Note):
    """What is remarkable of a whole paper.

    Attributes
    ----------
    stops
        Whether the paper cannot be marked: there is no seed to mark it for, or nothing that can be read.
    needs_teacher
        Whether a person must look.
    """

    stops: bool = False
    needs_teacher: bool = True

    def __call__(self, detail: object) -> "Flag":
        """Return the flag with its detail: a field, a seed, an exam."""
        return Flag(self.slug, str(detail), self.stops, self.needs_teacher)


# Of the file.
DAMAGED = Flag("damaged")
FLATTENED = Flag("flattened")
NO_TEXT = Flag("no-text", stops=True)
ONE_READER = Flag("one-reader")
READERS_DISAGREE = Flag("readers-disagree:")
FIELD_REPEATED = Flag("field-repeated:")
FIELDS_MISSING = Flag("fields-missing")
FIELDS_UNKNOWN = Flag("fields-unknown")
DRAWN_ON = Flag("drawn-on:")
WRITTEN_OVER = Flag("written-over:")
SHOWN_OTHERWISE = Flag("shown-otherwise:")
PAGE_CHANGED = Flag("page-changed:")
# Of whose paper it is.
NO_SEAL = Flag("no-seal")
SEAL_NOT_GENUINE = Flag("seal-not-genuine")
SEVERAL_SEALS = Flag("several-seals")
PAGE_UNSEALED = Flag("page-unsealed:")
SHEET_OF_EXAM = Flag("sheet-of-exam-", stops=True)
STUDENT_CHANGED = Flag("student-changed")
FILE_OF_ANOTHER = Flag("file-of-another")
SEVERAL_PAPERS = Flag("several-papers")
NO_PAPER = Flag("no-paper")
RESUBMITTED = Flag("resubmitted-", needs_teacher=False)
LATE = Flag("late-", needs_teacher=False)
# Of the teacher's decisions.
DECISION_OUTDATED = Flag("decision-outdated:")
# Of the seed.
NO_SEED = Flag("no-seed", stops=True)
U0_CHANGED = Flag("u0-changed")
U0_UNREADABLE = Flag("u0-unreadable")
U0_OUT_OF_RANGE = Flag("u0-out-of-range")
DEGENERATE_SEED = Flag("degenerate-seed")
U0_MISCOPIED = Flag("u0-miscopied:")
"""The detail is the number that was perhaps meant and the score that it would give: "4312=18.5"."""
# Of the answers.
BLANK_PAPER = Flag("blank-paper")
ANSWERS_OF_SEED = Flag("answers-of-seed-")

# Of an item.
ANOTHER_RIGHT_ANSWER = Note("another-right-answer")
MOVE_OFF_BOARD = Note("move-off-board")
MOVE_ON_TAKEN_CELL = Note("move-on-taken-cell")
AS_PERCENTAGE = Note("as-percentage")
DECIDED = Note("decided-by-teacher")
DECIDED_BECAUSE = "decided-by-teacher:"
IMPRECISE = Note("imprecise")
BLANK_AS_ZERO = Note("blank-as-zero")
RIGHT_FOR_SEED = "right-for-seed-"
RIGHT_GIVEN = "right-given:"
"""Right if the student's own answers to the parts in the detail are granted."""
MISTAKE = "mistake:"
"""A known mistake of the exam, by its slug there; its sentence stands in the words of the exam."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something was handed in: a file, and the row, line or item in it when it holds several."""

    file: str
    inside: str = ""

    def __str__(self) -> str:
        return f"{self.file}, {self.inside}" if self.inside else self.file
