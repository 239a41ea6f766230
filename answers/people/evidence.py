"""Collect the evidence for matching a class with another list: names that agree, and identifiers that are equal."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from answers.messages import Message
from answers.people.logins import LoginNames
from answers.people.names import (
    NameMatch,
    are_exchanged,
    have_reversed_family_names,
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
"""The most unknown rows that are reported one by one, and the most lines that one message lists."""
SEVERAL = 2
"""The least number of students that makes a coincidence unlikely."""
INFORMATIVE_LETTERS = 6
"""The least length of a text that two lists hardly share by chance; a shorter text may be a group or a rank."""
_IN_MAIL = 4
"""The least length of a word of a name that is searched in e-mail addresses; shorter words occur there by chance."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the class list paired with a column of the other list that has the same identifiers."""

    at: int
    """The position of the column in the other list."""
    header: str
    texts: Sequence[str]
    """The text of each student in the column of the class list."""
    ours: tuple[str, ...]
    """The key of each student; equal keys mean equal identifiers. "" without an identifier, or for a shared key."""
    theirs: tuple[frozenset[str], ...]
    """The keys of each entity, without shared keys: those of several students or entities, as a family's address."""
    claims: tuple[tuple[int, int], ...]
    """Pairs of a student and an entity with equal keys; with a key of several entities, only if the names agree."""
    agreeing: int
    contradicting: int
    is_rank: bool
    """Whether the texts are small numbers, which may be ranks and be equal in two lists by chance."""
    is_same: bool
    """Whether the column has the same header in the class list, unless it is a header of ranks such as "N°"."""

    @property
    def is_rejected(self) -> bool:
        """Whether names contradict so many claims of the column that it cannot be used to identify students."""
        return self.contradicting >= SEVERAL and 4 * self.contradicting > self.agreeing


@dataclass(frozen=True)
class MatchEvidence:
    """The comparison of a class with another list, from which `matching` decides who is who.

    An entity is a person of the other list, who may have several rows. Methods take students and entities as positions
    in `students` and in `entities`: `s` and `e`. Each property is computed once, when it is first used.
    """

    students: Sequence[Person]
    listed: PeopleList

    @cached_property
    def entities(self) -> list[list[int]]:
        """The persons of the other list, each as the positions of their rows.

        Two rows belong to one person if their names are the same, or both agree with that of the student whose
        identifier (no rank) both have, and no identifier that both have differs. Without names, a common e-mail address
        is not enough, since siblings may share it.
        """
        columns = self.listed.columns_with(*IDENTIFIERS, PARTICIPANT, PLATFORM_ID)
        numbered = self.listed.columns_with(STUDENT, NUMBER, ID)
        ids = [identifier_text(student.id) for student in self.students]
        numbers = {} if are_ranks(ids) else {text: s for s, text in enumerate(ids) if text}

        def is_same(a: int, b: int, compared: Iterable[int]) -> bool:
            """Return whether rows `a` and `b` differ in no column of `compared`; empty cells do not count."""
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
            keys = [(name_key(name), column, text) for column, text in texts.items() if name or "@" not in text]
            by_student = [
                (f"student {s}", column, text)
                for column, text in texts.items()
                if column in numbered
                and (s := numbers.get(text)) is not None
                and names_agree(self.students[s].name, name) is NameMatch.AGREE
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
        """The name of each entity, a person of the list, by position."""
        return [self.listed.name(self.listed.rows[rows[0]]) for rows in self.entities]

    @cached_property
    def namesakes(self) -> tuple[list[dict[int, int]], list[dict[int, int]]]:
        """The entities whose names agree with each student's, and the reverse; 2 for the same words, else 1."""
        bearers: defaultdict[str, set[int]] = defaultdict(set)
        for s, student in enumerate(self.students):
            for word in name_words(student.name):
                bearers[word].add(s)
        entities: list[dict[int, int]] = [{} for _ in self.students]
        students: list[dict[int, int]] = [{} for _ in self.names]
        for e, name in enumerate(self.names):
            for s in sorted(set[int]().union(*(bearers[word] for word in name_words(name) if word in bearers))):
                if self.agreement(s, e) is NameMatch.AGREE:
                    is_same = name_key(self.students[s].name) == name_key(name) and not self.is_reordered(s, e)
                    strength = 2 if is_same else 1
                    entities[s][e] = students[e][s] = strength
        return entities, students

    def is_reordered(self, s: int, e: int) -> bool:
        """Return whether student `s` and entity `e` have the same names in an order that distinguishes persons.

        Martin Thomas and Thomas Martin are two persons. But if most of the common names are exchanged in this way, one
        of the lists has its two columns of names exchanged; then names that are not exchanged are those of two persons.
        """
        student, name = self.students[s].name, self.names[e]
        if have_reversed_family_names(student, name):
            return True
        return "," in student and "," in name and are_exchanged(student, name) is not self._has_exchanged_columns

    @cached_property
    def _has_exchanged_columns(self) -> bool:
        """Whether one of the lists has the family names in the column of the first names, and the reverse."""
        of_key: defaultdict[str, list[str]] = defaultdict(list)
        for student in self.students:
            of_key[name_key(student.name)].append(student.name)
        verdicts = Counter(
            are_exchanged(student, name)
            for name in self.names
            for student in of_key.get(name_key(name), ())
            if "," in student and "," in name
        )
        return verdicts[True] >= SEVERAL and verdicts[True] > verdicts[False]

    def agreement(self, s: int, e: int) -> NameMatch:
        """Compare the name of student `s` with the name of entity `e`."""
        return names_agree(self.students[s].name, self.names[e])

    @cached_property
    def ours(self) -> list[tuple[str, str, tuple[str, ...]]]:
        """The columns of the class list, each as its header, its role and the text of each student.

        The identifier of corrige and the number of the Moodle participant come first, with the header "". A name that
        serves as identifier is left out, since it may be the login of another person.
        """
        headers = dict.fromkeys(header for student in self.students for header, _ in student.columns)
        columns_of_students = [dict(student.columns) for student in self.students]
        return [
            ("", STUDENT, tuple("" if student.is_known_by_name else student.id for student in self.students)),
            ("", PARTICIPANT, tuple(student.participant for student in self.students)),
            *(
                (header, role_of(header), tuple(columns.get(header, "") for columns in columns_of_students))
                for header in headers
            ),
        ]

    @cached_property
    def columns(self) -> list[Column]:
        """The pairs of a column of the class and a column of the list that have the same identifiers.

        Headers and roles pair two columns. The identifier of the class is also paired with a column of another header
        that connects 80 % of the students, and at least two, with their own names, and contradicts none, or that has
        80 % of identifiers so long that no other column has them.
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
                    most = max(SEVERAL, 0.8 * len(self.students))
                    is_proved = not pair.contradicting and pair.agreeing >= most
                    is_long = all(len(text) >= INFORMATIVE_LETTERS for text in texts)
                    is_proved = is_proved or (is_long and not pair.is_rank and len(pair.claims) >= most)
                    is_proved = is_proved and at not in self.listed.numbering_columns
                    if pair.claims and (is_named or is_proved):
                        pairs.append(pair)
        return pairs

    def confirmed_columns(self, claims: Sequence[tuple[int, int]]) -> list[Column]:
        """Return pairs of columns of the two lists, whatever their headers, with the same texts for most `claims`.

        At least two of the claims (a student and an entity) must have the same text, and more than half of those with a
        text in both columns. Columns of names, and numbers that only count the lines, are left out.
        """
        left_out = {*self.listed.columns_with(NAME, FIRST_NAME, FULL_NAME), *self.listed.numbering_columns}
        confirmed = []
        for _, _, texts in self.ours:
            for at in (at for at in range(len(self.listed.columns)) if at not in left_out and not are_ranks(texts)):
                pair = self._pair(at, texts, mail_only=False)
                both = [(s, e) for s, e in claims if pair.ours[s] and pair.theirs[e]]
                equal = sum(pair.ours[s] in pair.theirs[e] for s, e in both)
                if equal >= SEVERAL and 2 * equal > len(both):
                    confirmed.append(pair)
        return confirmed

    def _pair(self, at: int, texts: Sequence[str], *, mail_only: bool) -> Column:
        """Return the pair of a column of the list and the texts of a column of the class, or only its addresses."""
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
            if key in owner and (key not in shared or self.agreement(owner[key], e) is NameMatch.AGREE)
        )
        verdicts = Counter(self.verdict(s, e) for s, e in claims)
        return Column(
            at,
            self.listed.columns[at],
            texts,
            tuple("" if key in shared else key for key in ours),
            tuple(keys - shared for keys in theirs),
            claims,
            verdicts[NameMatch.AGREE],
            verdicts[NameMatch.CONTRADICT],
            self.listed.roles.get(at) != PARTICIPANT and are_ranks(texts),
            is_same=False,
        )

    def verdict(self, s: int, e: int) -> NameMatch:
        """Compare the names of student `s` and entity `e`, who have an identifier in common.

        If the names cannot be compared, the student's name is compared with the entity's e-mail addresses. An address
        contradicts if it names another student better, even an equal one: addresses may have been sorted alone.
        Names that agree contradict if one of them is word for word that of another person, as Jean-Paul Martin.
        """
        verdict = NameMatch.CONTRADICT if self.is_name_of_another(s, e) else self.agreement(s, e)
        strengths = self._named_in_mail[e]
        if verdict is not NameMatch.UNKNOWN or not strengths:
            return verdict
        best = max(strengths.values())
        if strengths.get(s, 0) == best:
            return NameMatch.AGREE if list(strengths.values()).count(best) == 1 else NameMatch.UNKNOWN
        is_in = self.is_in_mail(self.students[s].name.split(",")[0], e)
        return NameMatch.UNKNOWN if is_in and best == 1 else NameMatch.CONTRADICT

    def is_name_of_another(self, s: int, e: int) -> bool:
        """Return whether names agree in a part, but one of them is word for word that of another person.

        It is not if the other person's list has more persons of this name than the list of `s` or `e` that the name
        comes from: then one of them may be written otherwise here.
        """
        entities_of, students_of = self._with_same_words
        if self.agreement(s, e) is not NameMatch.AGREE or e in entities_of[s]:
            return False
        is_students = any(len(entities_of[t]) <= len(students_of[e]) for t in students_of[e])
        return is_students or any(len(students_of[f]) <= len(entities_of[s]) for f in entities_of[s])

    @cached_property
    def _with_same_words(self) -> tuple[list[set[int]], list[set[int]]]:
        """The entities with the same words in their names as each student, and the reverse."""
        entities, students = ([{at for at, n in some.items() if n > 1} for some in side] for side in self.namesakes)
        return entities, students

    def is_in_mail(self, name: str, e: int) -> bool:
        """Return whether an e-mail address of entity `e` contains a word of the name, of at least four letters."""
        words = [word for word in name_words(name) if len(word) >= _IN_MAIL]
        return any(word in unaccented(text) for word in words for text in self._mail[e])

    def rivals_by_mail(self, s: int, e: int) -> list[int]:
        """Return the students whom the address of entity `e` names better than `s`, or as well if relatives."""
        strengths, family = self._named_in_mail[e], name_words(self.students[s].name.partition(",")[0])
        named = strengths.get(s, 0)
        return [
            t
            for t, other in enumerate(self.students)
            if t != s
            and (
                strengths.get(t, 0) > named
                or (strengths.get(t, 0) == named and family & name_words(other.name.partition(",")[0]))
            )
        ]

    @cached_property
    def _mail(self) -> list[list[str]]:
        """The parts before the @ of the e-mail addresses of each entity, in small letters."""
        columns = self.listed.columns_with(EMAIL, LOGIN)
        cells = [[self.listed.rows[row].cells[at] for row in rows for at in columns] for rows in self.entities]
        return [[cell.casefold().split("@")[0].strip() for cell in some if "@" in cell] for some in cells]

    @cached_property
    def _named_in_mail(self) -> list[dict[int, int]]:
        """The students whose names are in the e-mail addresses of each entity, with a strength; see `LoginNames`."""
        return list(map(self.logins.named_in, self._mail))

    @cached_property
    def logins(self) -> LoginNames[int]:
        """The students by the logins that resemble their names."""
        return LoginNames({s: student.name for s, student in enumerate(self.students)})

    def keys(self, at: int, texts: Sequence[str]) -> tuple[tuple[str, ...], tuple[frozenset[str], ...]]:
        """Return the keys of the students' `texts`, and those of each entity in column `at`; see `identifier_keys`."""
        is_number = self.listed.roles.get(at) == PARTICIPANT
        cells = [row.cells[at] for row in self.listed.rows]
        cells = ["".join(filter(str.isdecimal, cell)) for cell in cells] if is_number else cells
        ours, theirs = identifier_keys(texts, cells)
        return ours, tuple(frozenset(theirs[row] for row in rows) - {""} for rows in self.entities)

    def is_chance(self, column: Column, s: int, e: int) -> bool:
        """Return whether only a rank, which may be equal by chance, connects student `s` and entity `e`.

        It does not if the names have a word in common, or if the header or other names show that the ranks are the same
        in both lists. An e-mail address without the student's name is evidence of chance.
        """
        name = self.students[s].name
        is_supported = bool(name_words(name) & name_words(self.names[e])) or self.is_in_mail(name, e)
        if not column.is_rank or is_supported or self.verdict(s, e) is NameMatch.AGREE:
            return False
        if column.agreeing and any(re.search(rf"[^\W\d_]{{{_IN_MAIL}}}", text) for text in self._mail[e]):
            return True
        return not column.is_same and column.agreeing < max(SEVERAL, len(column.claims) / 2)

    @cached_property
    def _sure_columns(self) -> list[Column]:
        """The columns, of whatever header, that agree with the names of half of the students and contradict few."""
        entities, _ = self.namesakes
        cells = zip(*(row.cells for row in self.listed.rows), strict=True)
        texts_of = [{*keys} - {""} for keys in identifier_keys(*(texts for *_, texts in self.ours), *cells)]
        pairs = [(column, 1) for column in self.columns]
        left_out = {*self.listed.columns_with(NAME, FIRST_NAME, FULL_NAME), *self.listed.numbering_columns}
        for (header, _, texts), ours in zip(self.ours, texts_of, strict=False):
            for at, theirs in enumerate(texts_of[len(self.ours) :]):
                least = 1 if plain(header) == plain(self.listed.columns[at]) else SEVERAL
                if at not in left_out and len(ours & theirs) >= least and not are_ranks(texts):
                    pairs.append((self._pair(at, texts, mail_only=False), least))
        sure = []
        for column, least in pairs:
            listed = sum(
                bool(text) and any(column.theirs[e] for e in entities[s]) for s, text in enumerate(column.ours)
            )
            if column.agreeing >= max(least, 2 * column.contradicting, listed / 2):
                sure.append(column)
        return sure

    def differing_column(self, s: int, e: int) -> Column | None:
        """Return a column that identifies other students correctly but has different texts for `s` and `e`, or None."""
        _, students = self.namesakes
        sure = [column for column in self._sure_columns if column.ours[s] and column.theirs[e]]
        agreeing = {column.at for column in sure if column.ours[s] in column.theirs[e]}
        for column in (column for column in sure if column.at not in agreeing):
            # Students with the texts of other students were probably mixed up in a list.
            if not any(e == claimed or (s == student and students[claimed]) for student, claimed in column.claims):
                return column
        return None

    def where(self, *entities: int) -> Message:
        """Return the place of some entities for a message: the list, and their lines or the first and the last."""
        numbers = sorted(self.listed.rows[row].number for e in entities for row in self.entities[e])
        shown = ", ".join(map(str, numbers)) if len(numbers) <= SHOWN else f"{numbers[0]}–{numbers[-1]}"
        return Message("{place}, line {line}", place=self.listed.place, line=shown)

    def row(self, e: int) -> Line:
        """Return the first row of the other list that belongs to entity `e`."""
        return self.listed.rows[self.entities[e][0]]


def identifiers_agree(header: str, role: str, column: str, theirs: str) -> bool:
    """Return whether columns of the class (`header`, `role`) and of the list have the same identifiers.

    The header "" is the identifier that corrige uses for the class, which may be any identifier of a platform. Numbers
    that a platform assigns itself agree only under the same header.
    """
    if header and plain(header) == plain(column):
        return theirs in IDENTIFIERS or theirs == PLATFORM_ID
    if PARTICIPANT in (role, theirs):
        return role == theirs
    if not header:
        return theirs in IDENTIFIERS
    if role == EMAIL:
        return theirs in (EMAIL, NUMBER, LOGIN, ID)
    # Sakai calls the login "Student ID".
    return role in IDENTIFIERS and (
        role == theirs or {role, theirs} <= {NUMBER, STUDENT} or {role, theirs} == {NUMBER, LOGIN}
    )
