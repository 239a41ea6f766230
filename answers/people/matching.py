"""Match the students of a class with the persons of a list, such as a platform's: no row goes to another name.

What is sure comes first. An identifier is used where the names do not contradict it; then names alone, which one number
in common never beats; then, among persons of one name, a further column; last, an identifier where the list has no
name. What stays in doubt is matched with nobody, and reported with its line and a remedy.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from answers.errors import Problem
from answers.messages import Message
from answers.people.lines import Sheet, is_teacher, role_column
from answers.people.names import (
    Agreement,
    has_lost_digits,
    identifier_keys,
    identifier_text,
    may_be_cut,
    name_key,
    name_words,
    names_agree,
    unaccented,
)
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
SHOWN = 20
"""Rows of nobody that are named one by one."""

_PARTICIPANT_CELL = re.compile(r"[^\W\d_]\D*(\d+)")
_PARTICIPANT_WORD = re.compile(r".*\s|(parti|parte|teiln|deeln|delta)\D*", re.IGNORECASE)
"""What stands before the number, "Participant " in Moodle's languages: a word, not the letter of p1234567."""
_SEVERAL = 2
_IN_MAIL = 4
"""Letters of a name that stand in an address not by chance."""
_TELLING = 6
"""Letters of a text that two lists do not have in common by chance, as they may have a group or a rank."""
MAX_RANK = 40
"""The highest number that may be a rank in a list, whatever the size of the class."""
_RANK_DIGITS = 3
_RANK_HEADERS = frozenset({"n", "no", "nr", "num", "numero", "number", "rang", "rank", "ordre", "order", "place",
                           "seat", "siege", "table", "ligne", "row", "position", "index"})  # fmt: skip
"""Headers of numbers that any two lists may give otherwise."""
MAX_NAMESAKES = 50
"""Students of one name that are told apart at most, for time."""


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
    def told(self) -> str:
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
        if not {NAME, FULL_NAME} & {*roles.values()}:
            roles |= {at: FULL_NAME for at, role in roles.items() if role == STUDENT and self._holds_names(at)}
        for at, role in roles.items():
            cells = [row.cells[at] for row in self.rows if row.cells[at].strip()]
            numbered = [found for cell in cells if (found := _PARTICIPANT_CELL.fullmatch(cell.strip()))]
            begun = {found[0].removesuffix(found[1]) for found in numbered}
            is_word = all(map(_PARTICIPANT_WORD.fullmatch, begun))
            if role == ID and cells and len(numbered) == len(cells) and len(begun) == 1 and is_word:
                roles[at] = PARTICIPANT
        return roles

    def _holds_names(self, at: int) -> bool:
        cells = [row.cells[at] for row in self.rows]
        return 2 * sum(bool(name_key(cell)) and not re.search(r"\d|@", cell) for cell in cells) > len(cells)

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
        is_staff = self._role_column is not None and is_teacher(row.cells[self._role_column])
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
    def _role_column(self) -> int | None:
        return role_column(self.columns)

    @cached_property
    def _identifying(self) -> tuple[int, ...]:
        return self.having(*IDENTIFIERS, PARTICIPANT, PLATFORM_ID)

    def shown(self, row: Line) -> str:
        """Return what a row says of its person, for a message: the name, else identifiers."""
        return self.name(row).replace(",", "")[:100] or " ".join(row.cells[at] for at in self._identifying)[:100]


@dataclass(frozen=True, slots=True)
class Matching:
    """The outcome, by positions: pairs of a student and a row, in the order of the rows; who and what has no match.

    A student has several rows only where the list has the person several times. `withheld` has the rows that somebody's
    mark may belong to, `nobody` those of persons who are not in the class. `problems` name all of them, `notes` columns
    that were not used.
    """

    found: tuple[tuple[int, int], ...]
    missing: tuple[int, ...]
    withheld: tuple[int, ...]
    nobody: tuple[int, ...]
    problems: tuple[Problem, ...]
    notes: tuple[Message, ...]


def match_people(students: Sequence[Person], listed: PeopleList) -> Matching:
    """Match each student with the rows of the list that are theirs.

    An identifier column counts where class list and list call it alike, or mean the same by its role, or where nearly
    all students are found by it under their own names; not where it contradicts the names of several. Small numbers,
    which may be ranks, count without names only where both lists call them alike, and not just "N°" or "Rank". Nobody
    is matched with a row of a contradicting name; where the list has no names, those in e-mail addresses contradict.
    """
    listed = replace(listed, keys=key_headers(students))
    search = _Search(students, _with_seeming_names(students, listed))
    search.by_identifier_and_name()
    if search.listed.seeming_names is None:
        search.by_name()
        search.by_further_column()
    search.by_identifier_alone()
    return search.outcome()


def _with_seeming_names(students: Iterable[Person], listed: PeopleList) -> PeopleList:
    """Return the list with the column that has most names of students, if no header says where names are.

    Such names match nobody; but an identifier does not count against them.
    """
    if listed.having(NAME, FIRST_NAME, FULL_NAME):
        return listed
    names = {key for student in students if len((key := name_key(student.name)).split()) > 1}
    columns = (at for at in range(len(listed.columns)) if at not in listed.roles)
    often = {at: sum(name_key(row.cells[at]) in names for row in listed.rows) for at in columns}
    best = max(often, key=lambda at: often[at], default=None)
    return listed if best is None or not often[best] else replace(listed, seeming_names=best)


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of the class list, and one of the list that holds the same: its claims, and what names say of them.

    A text that several persons share in either list, such as the address of a family, is left out of `ours` and
    `theirs`: it contradicts nobody, and claims a row only where the names agree too.
    """

    at: int
    header: str
    texts: Sequence[str]
    ours: tuple[str, ...]
    theirs: tuple[frozenset[str], ...]
    claims: tuple[tuple[int, int], ...]
    agreeing: int
    contradicting: int
    is_named: bool
    is_rank: bool
    """Whether these are small numbers, as any two lists have them."""
    is_same: bool
    """Whether the class list calls the column alike, by more than that it numbers something."""

    @property
    def is_rejected(self) -> bool:
        """Whether names contradict it for several students."""
        return self.contradicting >= _SEVERAL and 4 * self.contradicting > self.agreeing


@dataclass
class _Search:
    students: Sequence[Person]
    listed: PeopleList
    found: dict[int, int] = field(default_factory=dict)
    """The student of each entity: a person of the list, in one row or several."""
    disputed: set[int] = field(default_factory=set)
    """Students whom several entities claim alike."""
    problems: list[Problem] = field(default_factory=list)
    reported: set[int] = field(default_factory=set)
    withheld: set[int] = field(default_factory=set)
    """Entities that are left in doubt, and those of them that a problem names."""
    named: set[int] = field(default_factory=set)

    @cached_property
    def entities(self) -> list[list[int]]:
        """The persons of the list, each with the positions of their rows: no identifier that differs, and one name.

        Rows with the class's own identifier of a student are that person's where both names agree with the student's,
        such as one with an initial more, and no other number differs; not where the identifier is a rank.
        """
        columns = self.listed.having(*IDENTIFIERS, PARTICIPANT, PLATFORM_ID)
        numbered = self.listed.having(STUDENT, NUMBER, ID)
        ids = [identifier_text(student.id) for student in self.students]
        numbers = {} if are_ranks(ids) else {text: s for s, text in enumerate(ids) if text}
        persons: list[list[int]] = []
        of_text: defaultdict[tuple[str, int, str], dict[int, None]] = defaultdict(dict)
        for at, row in enumerate(self.listed.rows):
            if self.listed.is_person(row):
                name, texts = name_key(self.listed.name(row)), [identifier_text(row.cells[one]) for one in columns]
                keys = [(name, column, text) for column, text in zip(columns, texts, strict=True) if text]
                own = [
                    (f"student {s}", column, text)
                    for column, text in zip(columns, texts, strict=True)
                    if column in numbered
                    and (s := numbers.get(text)) is not None
                    and names_agree(self.students[s].name, self.listed.name(row)) is Agreement.AGREE
                ]
                alike = [(e, compared) for some, compared in ((keys, columns), (own, numbered)) for key in some
                         for e in of_text[key]]  # fmt: skip
                same = next(
                    (e for e, compared in alike if self._is_same_person(persons[e][0], at, compared)), len(persons)
                )
                persons += [[]] if same == len(persons) else []
                persons[same].append(at)
                for key in (*keys, *own):
                    of_text[key][same] = None
        return persons

    def _is_same_person(self, a: int, b: int, columns: Iterable[int]) -> bool:
        """Say whether no identifier of two rows differs."""
        cells = [tuple(identifier_text(self.listed.rows[at].cells[column]) for at in (a, b)) for column in columns]
        return all(x == y for x, y in cells if x and y)

    @cached_property
    def names(self) -> list[str]:
        return [self.listed.name(self.listed.rows[rows[0]]) for rows in self.entities]

    @cached_property
    def namesakes(self) -> tuple[list[dict[int, int]], list[dict[int, int]]]:
        """By student, the entities of agreeing names, and by entity the students: 2 for the same words, else 1."""
        bearers: defaultdict[str, set[int]] = defaultdict(set)
        for s, student in enumerate(self.students):
            for word in name_words(student.name):
                bearers[word].add(s)
        entities: list[dict[int, int]] = [{} for _ in self.students]
        students: list[dict[int, int]] = [{} for _ in self.names]
        for e, name in enumerate(self.names):
            for s in sorted(set[int]().union(*(bearers[word] for word in name_words(name) if word in bearers))):
                if self.agreement(s, e) is Agreement.AGREE:
                    strength = 2 if name_key(self.students[s].name) == name_key(name) else 1
                    entities[s][e] = students[e][s] = strength
        return entities, students

    def agreement(self, s: int, e: int) -> Agreement:
        return names_agree(self.students[s].name, self.names[e])

    @cached_property
    def ours(self) -> list[tuple[str, str, tuple[str, ...]]]:
        """The columns of the class list: header, role, the text of each student."""
        headers = dict.fromkeys(header for student in self.students for header, _ in student.columns)
        of = [dict(student.columns) for student in self.students]
        return [
            ("", STUDENT, tuple(student.id for student in self.students)),
            ("", PARTICIPANT, tuple(student.participant for student in self.students)),
            *((header, role_of(header), tuple(columns.get(header, "") for columns in of)) for header in headers),
        ]

    @cached_property
    def columns(self) -> list[_Column]:
        """The pairs of columns that identify, and those that could: the class's identifier under an unknown header."""
        pairs = []
        for header, role, texts in self.ours:
            for at, column in enumerate(self.listed.columns):
                theirs = self.listed.roles.get(at, "")
                if theirs in (NAME, FIRST_NAME, FULL_NAME):
                    continue
                is_named = _means_the_same(header, role, column, theirs)
                if is_named or (role == STUDENT and not header):
                    pair = self._pair(
                        at, texts, is_named=is_named, mail_only=EMAIL in (role, theirs) and role != theirs
                    )
                    is_same = plain(column) in ({plain(header)} if header else {STUDENT, *self.listed.keys})
                    pair = replace(pair, is_same=is_same and plain(column) not in _RANK_HEADERS)
                    is_proved = not pair.contradicting and pair.agreeing >= max(_SEVERAL, 0.8 * len(self.students))
                    is_proved = is_proved and at not in self.listed.running
                    if pair.claims and (is_named or is_proved):
                        pairs.append(pair)
        return pairs

    def _pair(self, at: int, texts: Sequence[str], *, is_named: bool, mail_only: bool) -> _Column:
        ours, theirs = self._keys(at, texts)
        if mail_only:
            ours = tuple(key if "@" in key else "" for key in ours)
        often = Counter(ours), Counter(key for keys in theirs for key in keys)
        shared = frozenset(key for counts in often for key, count in counts.items() if count > 1)
        owner = {key: s for s, key in enumerate(ours) if key and often[0][key] == 1}
        claims = tuple(
            (owner[key], e)
            for e, keys in enumerate(theirs)
            for key in sorted(keys)
            if key in owner and (key not in shared or self.agreement(owner[key], e) is Agreement.AGREE)
        )
        verdicts = Counter(self._verdict(at, s, e) for s, e in claims)
        return _Column(
            at,
            self.listed.columns[at],
            texts,
            tuple("" if key in shared else key for key in ours),
            tuple(keys - shared for keys in theirs),
            claims,
            verdicts[Agreement.AGREE],
            verdicts[Agreement.CONTRADICT],
            is_named,
            self.listed.roles.get(at) != PARTICIPANT and are_ranks(texts),
            is_same=False,
        )

    def _verdict(self, at: int, s: int, e: int) -> Agreement:
        """Say what the names say of a claim by a column; where there are none, the names in e-mail addresses.

        An address does not count against itself, nor against another address.
        """
        verdict = self.agreement(s, e)
        strengths = self._named_in_mail[e]
        if verdict is not Agreement.UNKNOWN or not strengths or "@" in self._row(e).cells[at]:
            return verdict
        best = max(strengths.values())
        if strengths.get(s, 0) == best:
            return Agreement.AGREE if list(strengths.values()).count(best) == 1 else Agreement.UNKNOWN
        is_in = self._is_in_mail(self.students[s].name.split(",")[0], e)
        return Agreement.UNKNOWN if is_in and best == 1 else Agreement.CONTRADICT

    def _is_in_mail(self, name: str, e: int) -> bool:
        """Say whether an address has a word of a name anywhere."""
        words = [word for word in name_words(name) if len(word) >= _IN_MAIL]
        return any(word in unaccented(text) for word in words for text in self._mail[e])

    @cached_property
    def _mail(self) -> list[list[str]]:
        """By entity, what stands before the @ of the addresses."""
        columns = self.listed.having(EMAIL, LOGIN)
        cells = [[self.listed.rows[row].cells[at] for row in rows for at in columns] for rows in self.entities]
        return [[cell.casefold().split("@")[0].strip() for cell in some if "@" in cell] for some in cells]

    @cached_property
    def _named_in_mail(self) -> list[dict[int, int]]:
        """By entity, the students whom its addresses name: 2 by family and first name or initial, 1 by the family."""
        forms: defaultdict[str, dict[int, int]] = defaultdict(dict)
        firsts: list[frozenset[str]] = []
        for s, student in enumerate(self.students):
            last, _, first = student.name.partition(",")
            first_words = name_words(first)
            firsts.append(first_words | {word[0] for word in first_words})
            for word in (word for word in name_words(last) if len(word) > 1):
                forms[word].setdefault(s, 1)
                forms |= {f: {**forms[f], s: 2} for one in firsts[s] for f in (one + word, word + one)}
        found: list[dict[int, int]] = []
        for texts in self._mail:
            named: dict[int, int] = {}
            for text in texts:
                tokens = re.findall(r"[^\W\d_]+", unaccented(text))
                for token in tokens:
                    for s, strength in forms.get(token, {}).items():
                        has_first = bool(firsts[s] & {*tokens} - {token})
                        named[s] = max(named.get(s, 0), 2 if has_first else strength)
            found.append(named)
        return found

    def _keys(self, at: int, texts: Sequence[str]) -> tuple[tuple[str, ...], tuple[frozenset[str], ...]]:
        """The keys of a column of the class and, by entity, of one of the list."""
        is_number = self.listed.roles.get(at) == PARTICIPANT
        cells = [row.cells[at] for row in self.listed.rows]
        cells = ["".join(filter(str.isdecimal, cell)) for cell in cells] if is_number else cells
        ours, theirs = identifier_keys(texts, cells)
        return ours, tuple(frozenset(theirs[row] for row in rows) - {""} for rows in self.entities)

    def by_identifier_and_name(self) -> None:
        """Match where an identifier says so, and the names agree."""
        claims = {claim for column in self.columns if not column.is_rejected for claim in column.claims}
        self._take(claim for claim in sorted(claims) if self.agreement(*claim) is Agreement.AGREE)

    def by_identifier_alone(self) -> None:
        """Match where an identifier says so, and there are no names to compare."""
        claims: dict[tuple[int, int], None] = {}
        against: set[tuple[int, int]] = set()
        for column in (column for column in self.columns if not column.is_rejected):
            for s, e in column.claims:
                verdict = self._verdict(column.at, s, e)
                if verdict is Agreement.CONTRADICT:
                    against.add((s, e))
                elif self.agreement(s, e) is Agreement.UNKNOWN and not self._is_chance(column, s, e):
                    claims[s, e] = None
        self._take(claim for claim in sorted(claims) if claim not in against)

    def _is_chance(self, column: _Column, s: int, e: int) -> bool:
        """Say whether a claim rests on a rank alone: no names show that the two lists have the same ranks.

        Where other addresses have the names of their students, one with another name shows the contrary.
        """
        name = self.students[s].name
        is_supported = bool(name_words(name) & name_words(self.names[e])) or self._is_in_mail(name, e)
        if not column.is_rank or is_supported or self._verdict(column.at, s, e) is Agreement.AGREE:
            return False
        if column.agreeing and any(re.search(rf"[^\W\d_]{{{_IN_MAIL}}}", text) for text in self._mail[e]):
            return True
        return not column.is_same and column.agreeing < max(_SEVERAL, len(column.claims) / 2)

    def _take(self, claims: Iterable[tuple[int, int]]) -> None:
        """Match a student and an entity whom no other claims; whom several claim is left, and reported.

        What a problem already names stays with nobody.
        """
        taken, closed = {*self.found.values(), *self.disputed, *self.reported}, {*self.found, *self.withheld}
        left = [(s, e) for s, e in claims if s not in taken and e not in closed]
        of_student, of_entity = Counter(s for s, _ in left), Counter(e for _, e in left)
        for s, e in left:
            if of_student[s] == of_entity[e] == 1:
                self.found[e] = s
            else:
                self.disputed.add(s)
                self.withheld.add(e)

    def by_name(self) -> None:
        """Match a student and the only entity of the name, unless a column that is right elsewhere has them differ."""
        entities, students = self.namesakes
        matched = {*self.found.values(), *self.disputed}
        new: list[tuple[int, int]] = []
        for e, named in enumerate(students):
            if e in self.found or e in self.withheld or not named:
                continue
            (s, *others) = _strongest(named)
            rivals = _strongest({one: how for one, how in entities[s].items() if one not in self.found})
            if not others and s not in matched and rivals == [e]:
                new.append((s, e))
        sure = list(filter(self._is_sure, self.columns))
        for s, e in new:
            other = next((column for column in sure if self._differ(column, s, e)), None)
            if other is None:
                self.found[e] = s
            else:
                self._report_other_identifier(other, s, e)

    def _differ(self, column: _Column, s: int, e: int) -> bool:
        """Whether a column has for these two different texts that are no classmate's: those are only mixed up."""
        _, students = self.namesakes
        is_mixed_up = any(e == other or (s == one and students[other]) for one, other in column.claims)
        return bool(column.ours[s] and column.theirs[e]) and not is_mixed_up

    def _is_sure(self, column: _Column) -> bool:
        """Whether most of the students whose names are in the list are found by a column."""
        entities, _ = self.namesakes
        listed = sum(bool(text) and any(column.theirs[e] for e in entities[s]) for s, text in enumerate(column.ours))
        return column.agreeing >= max(1, 2 * column.contradicting, listed / 2)

    def by_further_column(self) -> None:
        """Match students and entities of one name by a further column that tells all of them apart."""
        entities, students = self.namesakes
        links: defaultdict[int, set[int]] = defaultdict(set)
        open_students = {s for s in range(len(self.students)) if entities[s]} - {*self.found.values()}
        groups = {frozenset(students[e]) for s in open_students for e in entities[s] if e not in self.found}
        for group in (group for group in groups if len(group) <= MAX_NAMESAKES):
            rows = {e for s in group for e in entities[s]}
            for header, role, texts in self.ours:
                for at, column in enumerate(self.listed.columns):
                    if self.listed.roles.get(at) not in (NAME, FIRST_NAME, FULL_NAME) and at not in self.listed.running:
                        is_named = plain(header) == plain(column) or _means_the_same(
                            header, role, column, self.listed.roles.get(at, "")
                        )
                        for s, e in self._told_apart(group, rows, self._keys(at, texts), is_named=is_named):
                            links[e].add(s)
        pairs = [
            (s, e) for e, linked in links.items() for s in linked if e not in self.named and s not in self.reported
        ]
        self.withheld -= {e for s, e in pairs}
        self.disputed -= {s for s, e in pairs}
        self._take(sorted(pairs))

    def _told_apart(
        self,
        group: Iterable[int],
        rows: Iterable[int],
        keys: tuple[tuple[str, ...], tuple[frozenset[str], ...]],
        *,
        is_named: bool,
    ) -> list[tuple[int, int]]:
        """Pair the students and entities of one name that have a text in common which no other of them has."""
        ours, theirs = keys
        agreeing, _ = self.namesakes
        group, rows = [s for s in group if ours[s]], [e for e in rows if theirs[e]]
        known = [ours[s] in theirs[e] for e, s in self.found.items() if ours[s] and theirs[e]]
        equal, other = known.count(True), known.count(False)
        often = Counter(ours[s] for s in group), Counter(key for e in rows for key in theirs[e])
        links = [
            (s, e)
            for s in group
            for e in rows
            if ours[s] in theirs[e]
            and often[0][ours[s]] == often[1][ours[s]] == 1
            and e in agreeing[s]  # the names of a group agree in chains, not each with all others
        ]
        is_whole = links and len(links) in (len(rows), len(group))
        is_telling = all(len(ours[s]) >= _TELLING for s, _ in links)
        is_shown = is_named or equal >= _SEVERAL or (is_telling and len(links) == len(rows) == len(group) >= _SEVERAL)
        return links if is_whole and is_shown and 10 * other <= equal else []

    def outcome(self) -> Matching:
        found = tuple(sorted(((s, row) for e, s in self.found.items() for row in self.entities[e]), key=lambda p: p[1]))
        missing = tuple(sorted({*range(len(self.students))} - {*self.found.values()}))
        self._report_seeming_names()
        self._report_refused()
        self._report_ranks()
        self._report_namesakes(missing)
        self._report_disputed()
        self._report_cut()
        self.problems += [
            Problem(
                Message("{student} is in the class and is not found in the list", student=self.students[s].told),
                self.listed.place,
                "nothing for this student in the file: export the list again, or do it by hand",
            )
            for s in missing
            if s not in self.reported
        ]
        strangers = [e for e in range(len(self.entities)) if e not in self.found and e not in self.named]
        self.problems += [
            Problem(
                Message("{shown} is in the list and is not found in the class", shown=self.listed.shown(self._row(e))),
                self._where(e),
                "nothing in this row",
            )
            for e in strangers[:SHOWN]
        ]
        if len(strangers) > SHOWN:
            left = [self.listed.rows[row] for e in strangers[SHOWN:] for row in self.entities[e]]
            cause = Message(
                "{count} other is in the list and is not found in the class",
                plural="{count} others are in the list and are not found in the class",
                count=len(strangers) - SHOWN,
            )
            self.problems.append(Problem(cause, _lines(self.listed, left), "nothing in their rows"))
        rows = [tuple(row for e in sorted(some) for row in self.entities[e]) for some in (self.named, strangers)]
        return Matching(found, missing, rows[0], rows[1], tuple(self.problems), tuple(self._notes()))

    def _where(self, e: int) -> Message:
        return _lines(self.listed, (self.listed.rows[row] for row in self.entities[e]))

    def _row(self, e: int) -> Line:
        return self.listed.rows[self.entities[e][0]]

    def _report(self, students: Iterable[int], entities: Iterable[int], problem: Problem) -> None:
        self.reported.update(students)
        entities = set(entities)
        self.withheld |= entities
        self.named |= entities
        self.problems.append(problem)

    def _report_other_identifier(self, column: _Column, s: int, e: int) -> None:
        cells = (self.listed.rows[row].cells[column.at].strip() for row in self.entities[e])
        theirs = ", ".join(dict.fromkeys(filter(None, cells)))[:100]
        cause = Message(
            "{student} has another {column!r} in the list: {theirs}, not {ours}",
            student=self.students[s].told,
            column=column.header,
            theirs=theirs,
            ours=column.texts[s],
        )
        remedy = Message(
            "nothing in this row; if it is the same person, write {theirs} in a column {column!r} of students.csv, in "
            "the line of this student",
            theirs=theirs,
            column=column.header,
        )
        self._report([s], [e], Problem(cause, self._where(e), remedy))

    def _report_seeming_names(self) -> None:
        """Report that names whose column is not called so contradict identifiers."""
        at = self.listed.seeming_names
        if at is not None and any(column.contradicting for column in self.columns):
            cause = Message(
                "the column {column!r} seems to hold names, and contradicts identifiers", column=self.listed.columns[at]
            )
            self.problems.append(
                Problem(
                    cause,
                    self.listed.place,
                    "if they are the names of these students, call the column Full name; else take it out of the list",
                )
            )

    def _report_refused(self) -> None:
        """Report the rows that an identifier gives to a student of another name."""
        taken = {*self.found.values(), *self.reported}
        for column in self.columns:
            for s, e in () if column.is_rejected else column.claims:
                is_open = e not in self.found and e not in self.withheld and s not in taken
                if is_open and self._verdict(column.at, s, e) is Agreement.CONTRADICT:
                    cause = Message(
                        "{column!r} says {student}, the name is {name}",
                        column=column.header,
                        student=self.students[s].told,
                        name=self.listed.shown(self._row(e)),
                    )
                    remedy = "nothing in this row; if it is the same person, write this name in students.csv"
                    problem = Problem(cause, self._where(e), remedy)
                    if self.agreement(s, e) is not Agreement.CONTRADICT:
                        cause = Message(
                            "{column!r} says {student}, the e-mail address names another student: {shown}",
                            column=column.header,
                            student=self.students[s].told,
                            shown=self.listed.shown(self._row(e)),
                        )
                        problem = Problem(cause, self._where(e), "nothing in this row; export the list with names")
                    self._report([s], [e], problem)

    def _report_ranks(self) -> None:
        """Report the rows that only a rank gives to a student."""
        taken = {*self.found.values(), *self.reported}
        for column in (column for column in self.columns if column.is_rank and not column.is_rejected):
            rows = {
                e
                for s, e in column.claims
                if not (e in self.found or e in self.withheld or s in taken) and self._is_chance(column, s, e)
            }
            if rows:
                cause = Message(
                    "{column!r} has small numbers, which may be ranks of another list, and no name confirms them here",
                    column=column.header,
                )
                lines = _lines(self.listed, (self.listed.rows[row] for e in rows for row in self.entities[e]))
                self._report((), rows, Problem(cause, lines, "nothing in these rows; export the list with names"))

    def _report_namesakes(self, missing: Iterable[int]) -> None:
        """Report students and rows of one name that nothing tells apart."""
        entities, students = self.namesakes
        missing = dict.fromkeys(missing)
        for s in missing if self.listed.seeming_names is None else ():
            rows = [e for e in sorted(entities[s]) if e not in self.found]
            if s in self.reported or not rows:
                continue
            alike = sorted({one for e in rows for one in students[e] if one in missing} - self.reported)
            lines = [self.listed.rows[row] for e in rows for row in self.entities[e]]
            cause = Message(
                "{name}: {ids} in the class, {count} row in the list (line {lines}), and nothing tells whom it is of",
                plural="{name}: {ids} in the class, {count} rows in the list (lines {lines}), and nothing tells whom "
                "each is of",
                name=self.students[s].name.replace(",", ""),
                ids=", ".join(self.students[one].id for one in alike),
                count=len(lines),
                lines=", ".join(str(line.number) for line in lines),
            )
            at = self._telling_column([self._row(e) for e in rows])
            column = "" if at is None else self.listed.columns[at]
            if at is not None and self._is_known(at, alike):
                claiming = {c.at for c in self.columns if any(one in alike and e in rows for one, e in c.claims)}
                cause = Message(
                    "{name}: {ids} in the class, lines {lines} of the list, and the two disagree on {columns}",
                    name=self.students[s].name.replace(",", ""),
                    ids=", ".join(self.students[one].id for one in alike),
                    lines=", ".join(str(line.number) for line in lines),
                    columns=", ".join(repr(self.listed.columns[one]) for one in sorted({at, *claiming})),
                )
                remedy = Message("nothing in these rows; correct the list, or students.csv")
                self._report(alike, rows, Problem(cause, self.listed.place, remedy))
                continue
            remedy = Message(
                "nothing in these rows; add a column {column!r} to students.csv, with what the list says of each",
                column=column,
            )
            other = "nothing in these rows; export the list with e-mail addresses or numbers that students.csv has too"
            self._report(alike, rows, Problem(cause, self.listed.place, remedy if column else other))

    def _telling_column(self, rows: Sequence[Line]) -> int | None:
        """The first column, an address or a number if one does, that has a text of its own in each of some rows."""
        names = {*self.listed.having(PARTICIPANT, PLATFORM_ID, NAME, FIRST_NAME, FULL_NAME)}
        first = (*self.listed.having(EMAIL), *self.listed.having(*IDENTIFIERS))
        for at in (*first, *range(len(self.listed.columns))):
            texts = {identifier_text(row.cells[at]) for row in rows} - {""}
            if len(texts) == len(rows) and at not in names | self.listed.running:
                return int(at)
        return None

    def _is_known(self, at: int, students: Iterable[int]) -> bool:
        """Say whether the class list has a column of the list already, with a text for each of some students."""
        column, role = self.listed.columns[at], self.listed.roles.get(at, "")
        return any(
            header
            and (plain(header) == plain(column) or _means_the_same(header, ours, column, role))
            and all(texts[s] for s in students)
            for header, ours, texts in self.ours
        )

    def _report_cut(self) -> None:
        """Report the rows without a name whose identifier has lost digits, or may have."""
        for at in self.listed.having(*IDENTIFIERS):
            cut: dict[int, str] = {}
            for e, rows in enumerate(self.entities):
                text = self.listed.rows[rows[0]].cells[at].strip()
                is_open = not (e in self.found or e in self.named or self.names[e])
                if is_open and (has_lost_digits(text) or may_be_cut(identifier_text(text))):
                    cut[e] = text
            if cut:
                cause = Message(
                    "{column!r} has numbers that lost digits, as in a spreadsheet: {texts}",
                    column=self.listed.columns[at],
                    texts=", ".join(dict.fromkeys(cut.values()))[:100],
                )
                lines = _lines(self.listed, (self.listed.rows[row] for e in cut for row in self.entities[e]))
                remedy = Message("nothing in these rows; export the list again, and do not open it in a spreadsheet")
                self._report((), cut, Problem(cause, lines, remedy))

    def _report_disputed(self) -> None:
        """Report the students whom several rows claim, and rows that several students claim, without telling names."""
        claims = [claim for column in self.columns if not column.is_rejected for claim in column.claims]
        for s in sorted(self.disputed - self.reported):
            rows = sorted({e for one, e in claims if one == s and e in self.withheld})
            cause = Message("{student}: identifiers contradict each other", student=self.students[s].told)
            where = [self.listed.rows[row] for e in rows for row in self.entities[e]]
            self._report(
                [s],
                rows,
                Problem(cause, _lines(self.listed, where), "nothing in this row; correct the list, or students.csv"),
            )

    def _notes(self) -> Iterator[Message]:
        rejected = {column.header: column for column in self.columns if column.is_rejected}
        for header, column in rejected.items():
            s, e = next(claim for claim in column.claims if self._verdict(column.at, *claim) is Agreement.CONTRADICT)
            yield Message(
                "the column {column!r} of the list was not used: it contradicts the names of {count} students, such as "
                "line {line}, {name}, where it says {student}",
                column=header,
                count=column.contradicting,
                line=self._row(e).number,
                name=self.listed.shown(self._row(e)),
                student=self.students[s].told,
            )


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
        and not (header in _RANK_HEADERS and are_ranks([text for text, _ in found]))
    )


def are_ranks(texts: Sequence[str]) -> bool:
    """Say whether most of some identifiers are small numbers, as a list has that numbers its rows."""
    filled = list(filter(None, map(identifier_text, texts)))
    highest = max(MAX_RANK, 2 * len(filled))
    small = [text for text in filled if text.isdecimal() and len(text) <= _RANK_DIGITS and int(text) <= highest]
    return 2 * len(small) > len(filled)


def _means_the_same(header: str, role: str, column: str, theirs: str) -> bool:
    """Say whether a column of the class list and one of another list hold the same identifiers, by their headers.

    The class's own identifier, without a header, may be any that a platform knows; what a platform numbers itself is
    the same only under the same header.
    """
    if header and plain(header) == plain(column):
        return theirs in IDENTIFIERS or theirs == PLATFORM_ID
    if PARTICIPANT in (role, theirs):
        return role == theirs
    if not header:
        return theirs in IDENTIFIERS
    if role == EMAIL:
        return theirs in (EMAIL, NUMBER, LOGIN, ID)
    return role in IDENTIFIERS and (role == theirs or {role, theirs} <= {NUMBER, STUDENT})


def _strongest(strengths: Mapping[int, int]) -> list[int]:
    return [one for one, strength in strengths.items() if strength == max(strengths.values())]


def _lines(listed: PeopleList, rows: Iterable[Line]) -> Message:
    """Say on which lines some rows stand: all of them, or the first and the last of many."""
    numbers = sorted(row.number for row in rows)
    shown = ", ".join(map(str, numbers)) if len(numbers) <= SHOWN else f"{numbers[0]}–{numbers[-1]}"
    return Message("{place}, line {line}", place=listed.place, line=shown)
