"""The students of a class, and lists of people: what their columns hold, and which rows are persons."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from answers.errors import Problem
from answers.people.lines import Sheet, is_teacher, role_column
from answers.people.names import has_lost_digits, identifier_text, name_key
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
"""Roles of numbers that a platform gives: Moodle's of one assignment, Canvas's own."""
IDENTIFIERS = frozenset({STUDENT, NUMBER, LOGIN, ID, EMAIL, INE})
CANVAS = frozenset({"section", "sis user id", "sis login id"})
NOT_PEOPLE = frozenset({"points possible", "student, test", "test student"})
"""What Canvas lists among the students."""
_PARTICIPANT_CELL = re.compile(r"[^\W\d_]\D*(\d+)")
_PARTICIPANT_WORD = re.compile(r".*\s|(parti|parte|teiln|deeln|delta)\D*", re.IGNORECASE)
"""What stands before the number, "Participant " in Moodle's languages: a word, not the letter of p1234567."""
MAX_RANK = 40
"""The highest number that may be a rank in a list, whatever the size of the class."""
_RANK_DIGITS = 3
RANK_HEADERS = frozenset({"n", "no", "nr", "num", "numero", "number", "rang", "rank", "ordre", "order", "place",
                           "seat", "siege", "table", "ligne", "row", "position", "index"})  # fmt: skip
"""Headers of numbers that any two lists may give otherwise."""


@dataclass(frozen=True, slots=True)
class Person:
    """A student of a class: identifier, the two names with a comma between them, and the further columns by header.

    `participant` is the number of the Moodle folder that the student uploaded to.
    """

    id: str
    name: str = ""
    columns: tuple[tuple[str, str], ...] = ()
    participant: str = ""

    @property
    def label(self) -> str:
        """The names and the identifier, as a sentence has them."""
        return f"{self.name.replace(',', '')} ({self.id})" if self.name else self.id


@dataclass(frozen=True)
class PeopleList:
    """A list of people: where it is from, its header, and its rows with their lines, as wide as the header."""

    place: str
    columns: tuple[str, ...]
    rows: tuple[Line, ...]
    seeming_names: int | None = None
    """A column that holds names of students, by its cells alone: they may be those of partners."""
    notes: tuple[Problem, ...] = ()
    """What a person must know of how the list was read."""
    keys: frozenset[str] = frozenset()
    """The headers, made plain, that the class list gives its own identifier: see `key_headers`."""

    @cached_property
    def roles(self) -> Mapping[int, str]:
        """What columns hold, by position: a role of `people.table`, PARTICIPANT or PLATFORM_ID."""
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
            every = [row.cells[at] for row in self.rows]
            if role == STUDENT and not has_names:
                named = sum(bool(name_key(cell)) and not re.search(r"\d|@", cell) for cell in every)
                roles[at] = FULL_NAME if 2 * named > len(every) else role
            cells = [cell for cell in every if cell.strip()]
            numbered = [match for cell in cells if (match := _PARTICIPANT_CELL.fullmatch(cell.strip()))]
            begun = {match[0].removesuffix(match[1]) for match in numbered}
            is_word = all(map(_PARTICIPANT_WORD.fullmatch, begun))
            if role == ID and cells and len(numbered) == len(cells) and len(begun) == 1 and is_word:
                roles[at] = PARTICIPANT
        return roles

    def having(self, *roles: str) -> tuple[int, ...]:
        """Return the positions of the columns that hold one of these."""
        return tuple(sorted(at for at, role in self.roles.items() if role in roles))

    def name(self, row: Line) -> str:
        """Return the name that a row has, "Last, First" where it has two columns; "" where it has none.

        Of two columns of family names, such as that of use and that of birth, the first counts that is filled. A first
        name alone is one too: it may contradict.
        """
        last, first, full = (
            next(filter(None, (row.cells[at].strip() for at in self.having(role))), "")
            for role in (NAME, FIRST_NAME, FULL_NAME)
        )
        text = ", ".join(filter(None, (last, first))) if last else full or first
        return "" if _PARTICIPANT_CELL.fullmatch(text) else text

    def is_person(self, row: Line) -> bool:
        """Say whether a row is of a person who may be a student.

        It has a name, or an identifier where names are not usual; it is no total, heading or remark, by the rules of
        class lists; Canvas did not put it there; and it is not a teacher's by the column of roles.
        """
        names = {" ".join(row.cells[at].casefold().split()) for at in self.having(FULL_NAME, NAME)}
        known = self.name(row) or (
            not self._has_names
            and any(identifier_text(row.cells[at]) or has_lost_digits(row.cells[at]) for at in self._identifying)
        )
        role = role_column(self.columns)
        is_staff = role is not None and is_teacher(row.cells[role])
        return bool(known) and not names & NOT_PEOPLE and not is_staff and not self._sheet.judged(row)[0]

    @cached_property
    def _sheet(self) -> Sheet:
        roles = {at: ID if role in (PARTICIPANT, PLATFORM_ID) else role for at, role in self.roles.items()}
        return Sheet(Line(0, self.columns), self.rows, roles)

    @cached_property
    def _has_names(self) -> bool:
        """Whether nearly all rows have a name: one without, such as a count below the list, is then of nobody."""
        return 4 * sum(bool(self.name(row)) for row in self.rows) > 3 * len(self.rows)

    @cached_property
    def running(self) -> frozenset[int]:
        """The columns that number the persons 1, 2, 3 in the order of the rows: which homonym comes first is chance."""
        persons = list(filter(self.is_person, self.rows))
        counts = [[str(number) for number in range(first, first + len(persons))] for first in (0, 1)]
        columns = range(len(self.columns))
        return frozenset(at for at in columns if [identifier_text(row.cells[at]) for row in persons] in counts)

    @cached_property
    def _identifying(self) -> tuple[int, ...]:
        return self.having(*IDENTIFIERS, PARTICIPANT, PLATFORM_ID)

    def shown(self, row: Line) -> str:
        """Return what a row says of its person, for a message: the name, else identifiers."""
        return self.name(row).replace(",", "")[:100] or " ".join(row.cells[at] for at in self._identifying)[:100]


def key_headers(students: Iterable[Person]) -> frozenset[str]:
    """Return the headers, made plain, of the further columns that have the identifiers of the class; none of ranks."""
    pairs: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for student in students:
        for header, text in student.columns:
            if identifier_text(text):
                pairs[plain(header)].append((identifier_text(text), identifier_text(student.id)))
    return frozenset(
        header
        for header, found in pairs.items()
        if 2 * sum(text == own for text, own in found) > len(found)
        and not (header in RANK_HEADERS and are_ranks([text for text, _ in found]))
    )


def are_ranks(texts: Sequence[str]) -> bool:
    """Say whether most of some identifiers are small numbers, as a list has that numbers its rows."""
    filled = list(filter(None, map(identifier_text, texts)))
    highest = max(MAX_RANK, 2 * len(filled))
    small = [text for text in filled if text.isdecimal() and len(text) <= _RANK_DIGITS and int(text) <= highest]
    return 2 * len(small) > len(filled)
