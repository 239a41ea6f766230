"""The students of a class and a list of people from another source, prepared for matching."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from answers.errors import Problem
from answers.people.columns import CANVAS
from answers.people.names import has_lost_digits, identifier_text, name_key
from answers.people.student_lines import CANVAS_ROWS, LineClassifier, is_teacher, role_column
from answers.people.table import (
    EMAIL,
    FIRST_NAME,
    FULL_NAME,
    ID,
    INE,
    LOGIN,
    NAME,
    NUMBER,
    STUDENT,
    Line,
    plain,
    role_of,
)

PARTICIPANT, PLATFORM_ID = "participant", "platform_id"
"""Roles of numbers that a platform assigns: in Moodle for one assignment, in Canvas for the whole platform."""
IDENTIFIERS = frozenset({STUDENT, NUMBER, LOGIN, ID, EMAIL, INE})
"""Roles of columns whose texts identify a person in several lists."""
_PARTICIPANT_CELL = re.compile(r"[^\W\d_]\D*(\d+)")
_PARTICIPANT_WORD = re.compile(r".*\s|(parti|parte|teiln|deeln|delta)\D*", re.IGNORECASE)
"""The word before the number of a Moodle participant, in several languages; not the letter of p1234567."""
MAX_RANK = 40
"""The highest number that may be a rank in a short list; in a list of more than 20 persons, twice their number."""
_RANK_DIGITS = 3
"""The most digits of a rank."""
RANK_HEADERS = frozenset({"n", "no", "nr", "num", "numero", "number", "rang", "rank", "ordre", "order", "place",
                           "seat", "siege", "table", "ligne", "row", "position", "index"})  # fmt: skip
"""Headers, made plain, of numbers that differ from list to list."""


@dataclass(frozen=True, slots=True)
class Person:
    """A student of a class, as the matching needs it."""

    id: str
    name: str = ""
    """The family name and the first name, separated by a comma."""
    columns: tuple[tuple[str, str], ...] = ()
    """The further columns of the class list, as pairs of header and text."""
    participant: str = ""
    """The number of the Moodle folder that the student uploaded to; "" if unknown."""

    @property
    def is_known_by_name(self) -> bool:
        """Whether the class uses the student's name as the identifier."""
        return name_key(self.id) == name_key(self.name) != ""

    @property
    def label(self) -> str:
        """The names and the identifier, for a message: "Nash Eva (s02)"."""
        return f"{self.name.replace(',', '')} ({self.id})" if self.name else self.id


@dataclass(frozen=True)
class PeopleList:
    """A list of people from another source than the class, such as the gradebook of a platform, with whole rows."""

    place: str
    columns: tuple[str, ...]
    rows: tuple[Line, ...]
    seeming_names: int | None = None
    """The position of a column with names of other persons, such as partners, which contradict identifiers."""
    notes: tuple[Problem, ...] = ()
    """Notes for the teacher on how the list was read."""
    keys: frozenset[str] = frozenset()
    """The headers, made plain, of columns that repeat the identifier of the class; see `key_headers`."""

    @cached_property
    def roles(self) -> Mapping[int, str]:
        """The roles of the columns by position, from headers, and for names and Moodle participants also from cells."""
        headers = [plain(column) for column in self.columns]
        roles = {at: STUDENT for at, header in enumerate(headers) if header in self.keys}
        roles |= {at: role for at, column in enumerate(self.columns) if (role := role_of(column))}
        roles |= {at: ID for at, header in enumerate(headers) if header == "integration id"}
        if CANVAS & {*headers} and {STUDENT, ID} <= {*roles.values()}:
            roles[headers.index("student") if "student" in headers else min(roles)] = FULL_NAME
            roles |= {at: PLATFORM_ID for at, header in enumerate(headers) if header == "id"}
        if self.seeming_names is not None:
            roles[self.seeming_names] = FULL_NAME
        has_names = bool({NAME, FULL_NAME} & {*roles.values()})
        for at, role in [*roles.items()]:
            all_cells = [row.cells[at] for row in self.rows]
            if role == STUDENT and not has_names:
                named = sum(bool(name_key(cell)) and not re.search(r"\d|@", cell) for cell in all_cells)
                roles[at] = FULL_NAME if 2 * named > len(all_cells) else role
            cells = [cell for cell in all_cells if cell.strip()]
            numbered = [match for cell in cells if (match := _PARTICIPANT_CELL.fullmatch(cell.strip()))]
            prefixes = {match[0].removesuffix(match[1]) for match in numbered}
            is_word = all(map(_PARTICIPANT_WORD.fullmatch, prefixes))
            if role == ID and cells and len(numbered) == len(cells) and len(prefixes) == 1 and is_word:
                roles[at] = PARTICIPANT
        return roles

    def columns_with(self, *roles: str) -> tuple[int, ...]:
        """Return the positions of the columns whose role is one of `roles`, in ascending order."""
        return tuple(sorted(at for at, role in self.roles.items() if role in roles))

    def name(self, row: Line) -> str:
        """Return the name in a row, "Last, First" if the list has two columns for it; "" if the row has no name.

        Of two columns of family names (in use, at birth), the first that is filled counts. A first name alone is
        returned too, since it may contradict another name. "Participant 12" of Moodle is no name.
        """
        last, first, full = (
            next(filter(None, (row.cells[at].strip() for at in self.columns_with(role))), "")
            for role in (NAME, FIRST_NAME, FULL_NAME)
        )
        text = ", ".join(filter(None, (last, first))) if last else full or first
        return "" if _PARTICIPANT_CELL.fullmatch(text) else text

    def is_person(self, row: Line) -> bool:
        """Return whether a row may be a student: not a teacher, a total, a heading, a remark or a row added by Canvas.

        The row must have a name; an identifier is enough if at most three quarters of the rows have a name. Teachers
        are recognized by a column with the roles in the course.
        """
        names = {plain(row.cells[at]) for at in self.columns_with(FULL_NAME, NAME)}
        known = self.name(row) or (
            not self._has_names
            and any(identifier_text(row.cells[at]) or has_lost_digits(row.cells[at]) for at in self._identifying)
        )
        role = role_column(self.columns)
        is_staff = role is not None and is_teacher(row.cells[role])
        return bool(known) and not names & CANVAS_ROWS and not is_staff and not self._sheet.classify(row)[0]

    @cached_property
    def _sheet(self) -> LineClassifier:
        """Return the classifier that tells the lines of students of this list from headings, totals and comments."""
        roles = {at: ID if role in (PARTICIPANT, PLATFORM_ID) else role for at, role in self.roles.items()}
        return LineClassifier(Line(0, self.columns), self.rows, roles)

    @cached_property
    def _has_names(self) -> bool:
        """Whether more than three quarters of the rows have a name, so that a row without a name is not a person."""
        return 4 * sum(bool(self.name(row)) for row in self.rows) > 3 * len(self.rows)

    @cached_property
    def numbering_columns(self) -> frozenset[int]:
        """The positions of columns that number the persons in the order of the rows, and distinguish no homonyms."""
        persons = list(filter(self.is_person, self.rows))
        counts = [[str(number) for number in range(first, first + len(persons))] for first in (0, 1)]
        columns = range(len(self.columns))
        return frozenset(at for at in columns if [identifier_text(row.cells[at]) for row in persons] in counts)

    @cached_property
    def _identifying(self) -> tuple[int, ...]:
        """Return the positions of the columns that identify a person, by any kind of identifier."""
        return self.columns_with(*IDENTIFIERS, PARTICIPANT, PLATFORM_ID)

    def label(self, row: Line) -> str:
        """Return the name in a row, or else its identifiers, for a message; at most 100 characters."""
        return self.name(row).replace(",", "")[:100] or " ".join(row.cells[at] for at in self._identifying)[:100]


def key_headers(students: Iterable[Person]) -> frozenset[str]:
    """Return the headers of columns with the student's identifier in most rows, in small letters without accents.

    A column that only numbers the rows does not count.
    """
    pairs: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for student in students:
        for header, text in student.columns:
            if identifier_text(text):
                pairs[plain(header)].append((identifier_text(text), identifier_text(student.id)))
    return frozenset(
        header
        for header, texts in pairs.items()
        if 2 * sum(text == class_id for text, class_id in texts) > len(texts)
        and not (header in RANK_HEADERS and are_ranks([text for text, _ in texts]))
    )


def are_ranks(texts: Sequence[str]) -> bool:
    """Return whether more than half of the identifiers are small numbers, such as the row numbers of a list."""
    filled = list(filter(None, map(identifier_text, texts)))
    highest = max(MAX_RANK, 2 * len(filled))
    small = [text for text in filled if text.isdecimal() and len(text) <= _RANK_DIGITS and int(text) <= highest]
    return 2 * len(small) > len(filled)
