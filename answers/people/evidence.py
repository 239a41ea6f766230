"""Compare a class and another list: which names agree, and which persons each column of identifiers connects."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from answers.messages import Message
from answers.people.names import (
    Agreement,
    identifier_keys,
    identifier_text,
    name_key,
    name_words,
    names_agree,
    unaccented,
)
from answers.people.people_list import (
    IDENTIFIERS,
    PARTICIPANT,
    PLATFORM_ID,
    RANK_HEADERS,
    PeopleList,
    Person,
    are_ranks,
)
from answers.people.table import EMAIL, FIRST_NAME, FULL_NAME, ID, LOGIN, NAME, NUMBER, STUDENT, Line, plain, role_of

SHOWN = 20
"""The number of unknown rows that are named one by one."""
SEVERAL = 2
_IN_MAIL = 4
"""Letters of a name that an address hardly contains by chance."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the class list and a column of the other list with the same identifiers.

    `texts` are the texts of the class. `claims` are the pairs of a student and an entity with the same key; `agreeing`
    and `contradicting` count the claims by the verdict of the names. A text that several persons share in either list,
    such as the address of a family, is left out of `ours` and `theirs`: it contradicts nobody, and it claims an entity
    only if the names agree too.
    """

    at: int
    header: str
    texts: Sequence[str]
    ours: tuple[str, ...]
    theirs: tuple[frozenset[str], ...]
    claims: tuple[tuple[int, int], ...]
    agreeing: int
    contradicting: int
    is_rank: bool
    """Whether the texts are small numbers, which any two lists may have as ranks."""
    is_same: bool
    """Whether the class list gives the column the same header, other than a header of ranks."""

    @property
    def is_rejected(self) -> bool:
        """Return whether names contradict the column for several students."""
        return self.contradicting >= SEVERAL and 4 * self.contradicting > self.agreeing


@dataclass(frozen=True)
class MatchEvidence:
    """The comparison of a class with a list, on which the matching rests.

    Each part is computed once, when it is first used. Students and entities are positions in `students` and in
    `entities`. An entity is a person of the list.
    """

    students: Sequence[Person]
    listed: PeopleList

    @cached_property
    def entities(self) -> list[list[int]]:
        """Return the persons of the list, each as the positions of their rows.

        Rows are of one person if no identifier differs and the names are the same. Rows with the identifier that the
        class gives a student are of one person too if both names agree with the student's, such as a name with one
        initial more, and no other number differs. This does not hold for identifiers that are ranks.
        """
        columns = self.listed.columns_with(*IDENTIFIERS, PARTICIPANT, PLATFORM_ID)
        numbered = self.listed.columns_with(STUDENT, NUMBER, ID)
        ids = [identifier_text(student.id) for student in self.students]
        numbers = {} if are_ranks(ids) else {text: s for s, text in enumerate(ids) if text}

        def is_same(a: int, b: int, compared: Iterable[int]) -> bool:
            """Return whether no identifier of two rows differs."""
            rows = self.listed.rows[a], self.listed.rows[b]
            pairs = [tuple(identifier_text(row.cells[column]) for row in rows) for column in compared]
            return all(x == y for x, y in pairs if x and y)

        persons: list[list[int]] = []
        of_text: defaultdict[tuple[str, int, str], dict[int, None]] = defaultdict(dict)
        for at, row in enumerate(self.listed.rows):
            if not self.listed.is_person(row):
                continue
            name = self.listed.name(row)
            texts = {column: text for column in columns if (text := identifier_text(row.cells[column]))}
            keys = [(name_key(name), column, text) for column, text in texts.items()]
            by_student = [
                (f"student {s}", column, text)
                for column, text in texts.items()
                if column in numbered
                and (s := numbers.get(text)) is not None
                and names_agree(self.students[s].name, name) is Agreement.AGREE
            ]
            candidates = [(e, compared) for some, compared in ((keys, columns), (by_student, numbered)) for key in some
                     for e in of_text[key]]  # fmt: skip
            same = next((e for e, compared in candidates if is_same(persons[e][0], at, compared)), len(persons))
            persons += [[]] if same == len(persons) else []
            persons[same].append(at)
            for key in (*keys, *by_student):
                of_text[key][same] = None
        return persons

    @cached_property
    def names(self) -> list[str]:
        """Return the name of each entity."""
        return [self.listed.name(self.listed.rows[rows[0]]) for rows in self.entities]

    @cached_property
    def namesakes(self) -> tuple[list[dict[int, int]], list[dict[int, int]]]:
        """Return the entities of agreeing names by student, and vice versa: 2 for the same words, else 1."""
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
        """Compare the names of a student and an entity."""
        return names_agree(self.students[s].name, self.names[e])

    @cached_property
    def ours(self) -> list[tuple[str, str, tuple[str, ...]]]:
        """Return the columns of the class list: header, role, and the text of each student."""
        headers = dict.fromkeys(header for student in self.students for header, _ in student.columns)
        columns_of_students = [dict(student.columns) for student in self.students]
        return [
            ("", STUDENT, tuple(student.id for student in self.students)),
            ("", PARTICIPANT, tuple(student.participant for student in self.students)),
            *(
                (header, role_of(header), tuple(columns.get(header, "") for columns in columns_of_students))
                for header in headers
            ),
        ]

    @cached_property
    def columns(self) -> list[Column]:
        """Return the pairs of columns that identify students.

        A column of the list with an unknown header counts if it holds the identifiers of the class for nearly all
        students.
        """
        pairs = []
        for header, role, texts in self.ours:
            for at, column in enumerate(self.listed.columns):
                theirs = self.listed.roles.get(at, "")
                if theirs in (NAME, FIRST_NAME, FULL_NAME):
                    continue
                is_named = identifiers_agree(header, role, column, theirs)
                if is_named or (role == STUDENT and not header):
                    pair = self._pair(at, texts, mail_only=EMAIL in (role, theirs) and role != theirs)
                    is_same = plain(column) in ({plain(header)} if header else {STUDENT, *self.listed.keys})
                    pair = replace(pair, is_same=is_same and plain(column) not in RANK_HEADERS)
                    is_proved = not pair.contradicting and pair.agreeing >= max(SEVERAL, 0.8 * len(self.students))
                    is_proved = is_proved and at not in self.listed.numbering_columns
                    if pair.claims and (is_named or is_proved):
                        pairs.append(pair)
        return pairs

    def _pair(self, at: int, texts: Sequence[str], *, mail_only: bool) -> Column:
        ours, theirs = self.keys(at, texts)
        if mail_only:
            ours = tuple(key if "@" in key else "" for key in ours)
        counts = Counter(ours), Counter(key for keys in theirs for key in keys)
        shared = frozenset(key for counts in counts for key, count in counts.items() if count > 1)
        owner = {key: s for s, key in enumerate(ours) if key and counts[0][key] == 1}
        claims = tuple(
            (owner[key], e)
            for e, keys in enumerate(theirs)
            for key in sorted(keys)
            if key in owner and (key not in shared or self.agreement(owner[key], e) is Agreement.AGREE)
        )
        verdicts = Counter(self.verdict(at, s, e) for s, e in claims)
        return Column(
            at,
            self.listed.columns[at],
            texts,
            tuple("" if key in shared else key for key in ours),
            tuple(keys - shared for keys in theirs),
            claims,
            verdicts[Agreement.AGREE],
            verdicts[Agreement.CONTRADICT],
            self.listed.roles.get(at) != PARTICIPANT and are_ranks(texts),
            is_same=False,
        )

    def verdict(self, at: int, s: int, e: int) -> Agreement:
        """Return whether the names agree with a claim by a column.

        Without names, the names in e-mail addresses are compared. An address does not contradict itself or another
        address.
        """
        verdict = self.agreement(s, e)
        strengths = self._named_in_mail[e]
        if verdict is not Agreement.UNKNOWN or not strengths or "@" in self.row(e).cells[at]:
            return verdict
        best = max(strengths.values())
        if strengths.get(s, 0) == best:
            return Agreement.AGREE if list(strengths.values()).count(best) == 1 else Agreement.UNKNOWN
        is_in = self.is_in_mail(self.students[s].name.split(",")[0], e)
        return Agreement.UNKNOWN if is_in and best == 1 else Agreement.CONTRADICT

    def is_in_mail(self, name: str, e: int) -> bool:
        """Return whether an address of an entity contains a word of a name."""
        words = [word for word in name_words(name) if len(word) >= _IN_MAIL]
        return any(word in unaccented(text) for word in words for text in self._mail[e])

    @cached_property
    def _mail(self) -> list[list[str]]:
        """Return the parts before the @ of the addresses of each entity."""
        columns = self.listed.columns_with(EMAIL, LOGIN)
        cells = [[self.listed.rows[row].cells[at] for row in rows for at in columns] for rows in self.entities]
        return [[cell.casefold().split("@")[0].strip() for cell in some if "@" in cell] for some in cells]

    @cached_property
    def _named_in_mail(self) -> list[dict[int, int]]:
        """Return, by entity, the students named in its addresses.

        The value is 2 for a family name with a first name or initial, 1 for the family name alone.
        """
        forms: defaultdict[str, dict[int, int]] = defaultdict(dict)
        firsts: list[frozenset[str]] = []
        for s, student in enumerate(self.students):
            last, _, first = student.name.partition(",")
            first_words = name_words(first)
            firsts.append(first_words | {word[0] for word in first_words})
            for word in (word for word in name_words(last) if len(word) > 1):
                forms[word].setdefault(s, 1)
                forms |= {f: {**forms[f], s: 2} for one in firsts[s] for f in (one + word, word + one)}
        result: list[dict[int, int]] = []
        for texts in self._mail:
            named: dict[int, int] = {}
            for text in texts:
                tokens = re.findall(r"[^\W\d_]+", unaccented(text))
                for token in tokens:
                    for s, strength in forms.get(token, {}).items():
                        has_first = bool(firsts[s] & {*tokens} - {token})
                        named[s] = max(named.get(s, 0), 2 if has_first else strength)
            result.append(named)
        return result

    def keys(self, at: int, texts: Sequence[str]) -> tuple[tuple[str, ...], tuple[frozenset[str], ...]]:
        """Return the keys of a column of the class by student, and of a column of the list by entity."""
        is_number = self.listed.roles.get(at) == PARTICIPANT
        cells = [row.cells[at] for row in self.listed.rows]
        cells = ["".join(filter(str.isdecimal, cell)) for cell in cells] if is_number else cells
        ours, theirs = identifier_keys(texts, cells)
        return ours, tuple(frozenset(theirs[row] for row in rows) - {""} for rows in self.entities)

    def is_chance(self, column: Column, s: int, e: int) -> bool:
        """Return whether a claim rests on a rank alone, and no names show that both lists use the same ranks.

        An address with another name is evidence against the claim, if other addresses contain the names of their
        students.
        """
        name = self.students[s].name
        is_supported = bool(name_words(name) & name_words(self.names[e])) or self.is_in_mail(name, e)
        if not column.is_rank or is_supported or self.verdict(column.at, s, e) is Agreement.AGREE:
            return False
        if column.agreeing and any(re.search(rf"[^\W\d_]{{{_IN_MAIL}}}", text) for text in self._mail[e]):
            return True
        return not column.is_same and column.agreeing < max(SEVERAL, len(column.claims) / 2)

    def differ(self, column: Column, s: int, e: int) -> bool:
        """Return whether a column has different texts for two persons, neither of them the text of a classmate.

        A text of a classmate shows only that two students were mixed up.
        """
        _, students = self.namesakes
        is_mixed_up = any(e == claimed or (s == student and students[claimed]) for student, claimed in column.claims)
        return bool(column.ours[s] and column.theirs[e]) and not is_mixed_up

    def is_sure(self, column: Column) -> bool:
        """Return whether a column finds most of the students whose names are in the list."""
        entities, _ = self.namesakes
        listed = sum(bool(text) and any(column.theirs[e] for e in entities[s]) for s, text in enumerate(column.ours))
        return column.agreeing >= max(1, 2 * column.contradicting, listed / 2)

    def where(self, *entities: int) -> Message:
        """Return the lines of some entities, for a message."""
        return lines_of(self.listed, (self.listed.rows[row] for e in entities for row in self.entities[e]))

    def row(self, e: int) -> Line:
        """Return the first row of an entity."""
        return self.listed.rows[self.entities[e][0]]


def identifiers_agree(header: str, role: str, column: str, theirs: str) -> bool:
    """Return whether the headers of two columns show that they hold the same identifiers.

    The identifier of the class has no header; it may be any identifier that a platform knows. Numbers that a platform
    assigns itself are the same only under the same header.
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


def lines_of(listed: PeopleList, rows: Iterable[Line]) -> Message:
    """Return the lines of some rows, for a message: all of them, or the first and the last of more than 20."""
    numbers = sorted(row.number for row in rows)
    shown = ", ".join(map(str, numbers)) if len(numbers) <= SHOWN else f"{numbers[0]}–{numbers[-1]}"
    return Message("{place}, line {line}", place=listed.place, line=shown)
