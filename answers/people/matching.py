"""Match the students of a class with the persons of another list, such as a platform's gradebook.

`_RULES` match the persons who are certain, the most reliable rule first. Persons in doubt are matched with nobody;
`_DOUBTS` report each of them with the lines of the list and a remedy.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

from answers.errors import Problem
from answers.messages import Message
from answers.people.evidence import INFORMATIVE_LETTERS, SEVERAL, SHOWN, Column, MatchEvidence, identifiers_agree
from answers.people.logins import WHOLE, LoginNames
from answers.people.names import (
    NameMatch,
    has_lost_digits,
    have_same_family_name,
    have_same_words,
    identifier_text,
    may_be_cut,
    name_key,
    name_words,
)
from answers.people.people_list import IDENTIFIERS, PARTICIPANT, PLATFORM_ID, PeopleList, Person, key_headers
from answers.people.table import EMAIL, FIRST_NAME, FULL_NAME, INE, LOGIN, NAME, Line, plain

_NAMES = (NAME, FIRST_NAME, FULL_NAME)
MAX_NAMESAKES = 50
"""The most students with agreeing names for whom further columns are compared; a larger group would take too long."""
Claim: TypeAlias = tuple[int, int]
"""A student and an entity that may be the same person, as positions in `MatchEvidence.students` and `entities`."""


@dataclass(frozen=True, slots=True)
class Matching:
    """The result of matching a class with a list; students and rows are positions in the two lists."""

    pairs: tuple[tuple[int, int], ...]
    """Pairs of a student and a row, in the order of the rows; several rows only for a person who is listed twice."""
    ambiguous: tuple[int, ...]
    """Rows that may belong to a student but are left in doubt."""
    unmatched: tuple[int, ...]
    """Rows of persons who are not in the class."""
    problems: tuple[Problem, ...]
    """A problem for each student without a row and each row without a student, and for columns against names."""
    notes: tuple[Message, ...]
    """A note for each column of ranks that was not used."""
    contradicted: tuple[int, ...]
    """The positions of columns of the list that contradict the names of matched students."""
    unconfirmed: Mapping[int, frozenset[int]]
    """By the positions of columns of identifiers, the matched students whose identifier nothing else confirms."""


def match_people(students: Sequence[Person], listed: PeopleList) -> Matching:
    """Match each student with the rows of the same person in the list, never with a row whose name contradicts.

    A column identifies students if both lists give it the same header or role, or if it connects nearly all students
    with rows of their own names, and if it contradicts the names of few. Small numbers may be ranks: without names,
    they count only under the same header. Without names, the names in e-mail addresses are compared.
    """
    listed = replace(listed, keys=key_headers(students))
    if not listed.columns_with(*_NAMES):
        # The column with most names of students; its names match nobody, but must not contradict identifiers.
        names = {key for student in students if len((key := name_key(student.name)).split()) > 1}
        columns = (at for at in range(len(listed.columns)) if at not in listed.roles)
        counts = {at: sum(name_key(row.cells[at]) in names for row in listed.rows) for at in columns}
        best = max(counts, key=lambda at: counts[at], default=None)
        listed = replace(listed, seeming_names=best if best is not None and counts[best] else None)
    matcher = _Matcher(MatchEvidence(students, listed))
    for rule in _RULES:
        matcher.accept(rule(matcher))
    for report in _DOUBTS:
        report(matcher)
    return matcher.outcome()


@dataclass
class _Matcher:
    """The state of matching one class with one list; students and entities are positions as in `MatchEvidence`."""

    evidence: MatchEvidence
    matched: dict[int, int] = field(default_factory=dict)
    """The student of each matched entity."""
    disputed: set[int] = field(default_factory=set)
    """Students with several conflicting claims."""
    problems: list[Problem] = field(default_factory=list)
    reported_students: set[int] = field(default_factory=set)
    """Students named by a problem."""
    doubtful: set[int] = field(default_factory=set)
    """Entities that are not matched, since it is uncertain which student they are."""
    contradicted: list[int] = field(default_factory=list)
    """The positions of columns that contradict matches."""
    reported_entities: set[int] = field(default_factory=set)
    """Doubtful entities named by a problem."""

    @property
    def students(self) -> Sequence[Person]:
        return self.evidence.students

    @property
    def listed(self) -> PeopleList:
        return self.evidence.listed

    @cached_property
    def columns(self) -> list[Column]:
        """The pairs of columns with the same identifiers, except pairs that contradict several students' names."""
        return [column for column in self.evidence.columns if not column.is_rejected]

    @property
    def missing(self) -> list[int]:
        """The students without a row."""
        return sorted({*range(len(self.students))} - {*self.matched.values()})

    def accept(self, claims: Iterable[Claim]) -> None:
        """Match the open student and entity of each claim; those of several claims become disputed and doubtful."""
        claims = list(claims)  # a rule may remove entities from those in doubt
        unavailable = {*self.matched.values(), *self.disputed, *self.reported_students}
        unavailable_entities = {*self.matched, *self.doubtful}
        open_claims = [(s, e) for s, e in claims if s not in unavailable and e not in unavailable_entities]
        per_student, per_entity = Counter(s for s, _ in open_claims), Counter(e for _, e in open_claims)
        for s, e in open_claims:
            if per_student[s] == per_entity[e] == 1:
                self.matched[e] = s
            else:
                self.disputed.add(s)
                self.doubtful.add(e)

    # The rules

    def by_identifier_and_name(self) -> list[Claim]:
        """Return the claims with an equal identifier and agreeing names; a participant must have the best name.

        A name that is word for word that of another person does not agree, unless several rows have identifiers of the
        student: then it is in doubt which of them is the student's.
        """
        entities, _ = self.evidence.namesakes
        claims = {
            (s, e)
            for column in self.columns
            for s, e in column.claims
            if self.evidence.agreement(s, e) is NameMatch.AGREE
            and (self.listed.roles.get(column.at) != PARTICIPANT or e in _strongest(entities[s]))
        }
        rows = Counter(s for s, _ in claims)
        return sorted((s, e) for s, e in claims if rows[s] > 1 or not self.evidence.is_name_of_another(s, e))

    def by_name(self) -> Iterator[Claim]:
        """Yield each student with the only entity whose name agrees.

        A pair is reported instead if a column that is right for other students has different identifiers for it, or if
        the names are only near or in another order: the entity may be another person.
        """
        if self.listed.seeming_names is not None:
            return
        entities, students = self.evidence.namesakes
        matched = {*self.matched.values(), *self.disputed}
        new: list[Claim] = []
        for e, named in enumerate(students):
            if named and e not in self.matched and e not in self.doubtful:
                (s, *more_students) = _strongest(named)
                rivals = {rival: strength for rival, strength in entities[s].items() if rival not in self.matched}
                if not more_students and s not in matched and _strongest(rivals) == [e]:
                    new.append((s, e))
        for s, e in new:
            differing = self.evidence.differing_column(s, e)
            if differing is not None:
                self._report_different_identifier(differing, s, e)
            elif self._is_confirmed(s, e):
                yield s, e
            else:
                student, name = self.students[s].label, self.listed.label(self.evidence.row(e))
                part = Message(
                    "the student {student} may be {name} in the list: only a part of the name is the same, and "
                    "nothing else in the list confirms that this is one person",
                    student=student,
                    name=name,
                )
                order = Message(
                    "the student {student} may be {name} in the list: both names have the same words in another "
                    "order, and nothing else in the list confirms that this is one person",
                    student=student,
                    name=name,
                )
                remedy = (
                    "nothing was written for this row of the list; if the row is that of the student, write the name "
                    "of the list in students.csv"
                )
                cause = order if self.evidence.is_reordered(s, e) else part
                self._report([s], [e], Problem(cause, self.evidence.where(e), remedy))

    def by_further_column(self) -> list[Claim]:
        """Return claims among students with agreeing names whom a further column distinguishes, such as a group."""
        if self.listed.seeming_names is not None:
            return []
        entities, students = self.evidence.namesakes
        links: defaultdict[int, set[int]] = defaultdict(set)
        open_students = {s for s in range(len(self.students)) if entities[s]} - {*self.matched.values()}
        groups = {frozenset(students[e]) for s in open_students for e in entities[s] if e not in self.matched}
        for group in (group for group in groups if len(group) <= MAX_NAMESAKES):
            entities_of_group = {e for s in group for e in entities[s]}
            for header, role, texts in self.evidence.ours:
                for at, column in enumerate(self.listed.columns):
                    theirs = self.listed.roles.get(at, "")
                    if theirs not in _NAMES and at not in self.listed.numbering_columns:
                        is_named = plain(header) == plain(column) or identifiers_agree(header, role, column, theirs)
                        keys = self.evidence.keys(at, texts)
                        for s, e in self._distinguished(group, entities_of_group, keys, is_named=is_named):
                            links[e].add(s)
        pairs = [
            (s, e)
            for e, linked in links.items()
            for s in linked
            if e not in self.reported_entities and s not in self.reported_students
            if self.evidence.differing_column(s, e) is None and self._is_confirmed(s, e)
        ]
        self.doubtful -= {e for s, e in pairs}
        self.disputed -= {s for s, e in pairs}
        return sorted(pairs)

    def _distinguished(
        self,
        group: Iterable[int],
        rows: Iterable[int],
        keys: tuple[tuple[str, ...], tuple[frozenset[str], ...]],
        *,
        is_named: bool,
    ) -> list[tuple[int, int]]:
        """Pair the students and the entities that alone in a group of agreeing names share a text in a column.

        All students or all entities with a text must be paired, the column must mean the same in both lists, as its
        header (`is_named`), two earlier matches or long texts show, and it must contradict hardly any earlier match.
        """
        ours, theirs = keys
        agreeing, _ = self.evidence.namesakes
        group, rows = [s for s in group if ours[s]], [e for e in rows if theirs[e]]
        is_equal = [ours[s] in theirs[e] for e, s in self.matched.items() if ours[s] and theirs[e]]
        equal, different = is_equal.count(True), is_equal.count(False)
        counts = Counter(ours[s] for s in group), Counter(key for e in rows for key in theirs[e])
        links = [
            (s, e)
            for s in group
            for e in rows
            if ours[s] in theirs[e]
            and counts[0][ours[s]] == counts[1][ours[s]] == 1
            and e in agreeing[s]  # in a group, A may agree with B and B with C, but not A with C
        ]
        is_whole = links and len(links) in (len(rows), len(group))
        is_informative = all(len(ours[s]) >= INFORMATIVE_LETTERS for s, _ in links)
        is_shown = is_named or equal >= SEVERAL or (is_informative and len(links) == len(rows) == len(group) >= SEVERAL)
        return links if is_whole and is_shown and 10 * different <= equal else []

    def by_identifier_alone(self) -> list[Claim]:
        """Return the claims in which an identifier is equal by no chance, and the names cannot be compared.

        A pair that only an e-mail address connects, which siblings may share, is reported instead if a number or login
        differs, or if the row may be that of another student.
        """
        claims: dict[Claim, None] = {}
        by_number: set[Claim] = set()
        contradicted: set[Claim] = set()
        for column in self.columns:
            for s, e in column.claims:
                if self.evidence.verdict(s, e) is NameMatch.CONTRADICT:
                    contradicted.add((s, e))
                elif self.evidence.agreement(s, e) is NameMatch.UNKNOWN and not self.evidence.is_chance(column, s, e):
                    claims[s, e] = None
                    if not self._is_mail(column, e):
                        by_number.add((s, e))
        by_mail = sorted(claims.keys() - by_number - contradicted)
        numbers = [column for column in self.columns if not column.is_rank] if by_mail else []
        numbers += self.evidence.confirmed_columns(sorted(claims)) if by_mail else []
        found = {*self.matched.values(), *(s for s, _ in claims)}
        for s, e in by_mail:
            if e in self.matched or e in self.doubtful:
                continue
            both = (
                column for column in numbers if column.ours[s] and column.theirs[e] and not self._is_mail(column, e)
            )
            differing = next((column for column in both if column.ours[s] not in column.theirs[e]), None)
            rival = next((t for t in self.evidence.rivals_by_mail(s, e) if t not in found), None)
            if differing is not None:
                self._report_different_identifier(differing, s, e)
            elif rival is not None:
                cause = Message(
                    "this row of the list has an e-mail address that may be that of {student} or of {other}, and "
                    "nothing else in the row tells which",
                    student=self.students[s].label,
                    other=self.students[rival].label,
                )
                remedy = Message(
                    "nothing was written for this row of the list; export the list with names or numbers, or enter the "
                    "mark by hand"
                )
                self._report([s], [e], Problem(cause, self.evidence.where(e), remedy))
        return [claim for claim in sorted(claims) if claim not in contradicted]

    def _is_mail(self, column: Column, e: int) -> bool:
        """Return whether a column has an e-mail address for an entity."""
        return "@" in self.evidence.row(e).cells[column.at]

    def _is_confirmed(self, s: int, e: int) -> bool:
        """Return whether names are the same but for first names, or an address or a date of birth confirms them."""
        student, name = self.students[s].name, self.evidence.names[e]
        lacking = " ".join({*name_key(student).split()} - name_words(name))
        is_same = have_same_words(student, name) or have_same_family_name(student, name)
        is_whole = is_same and not self.evidence.is_reordered(s, e)
        return is_whole or self.evidence.is_in_mail(lacking, e) or (s, e) in self._with_common_text

    @cached_property
    def _with_common_text(self) -> set[Claim]:
        """Students and entities who alone have the same long text under the same header."""
        pairs = set[Claim]()
        for header, _, texts in self.evidence.ours:
            for at, column in enumerate(self.listed.columns):
                if header and plain(header) == plain(column) and self.listed.roles.get(at) not in _NAMES:
                    ours, theirs = self.evidence.keys(at, texts)
                    students, entities = defaultdict[str, list[int]](list), defaultdict[str, list[int]](list)
                    for s, key in enumerate(ours):
                        students[key].append(s)
                    for e, keys in enumerate(theirs):
                        for key in keys:
                            entities[key].append(e)
                    pairs |= {
                        (owners[0], entities[key][0])
                        for key, owners in students.items()
                        if len(key) >= INFORMATIVE_LETTERS and len(owners) == len(entities.get(key, ())) == 1
                    }
        return pairs

    def _report(self, students: Iterable[int], entities: Iterable[int], problem: Problem) -> None:
        """Record a problem, the students whom it names, and the entities that it leaves in doubt."""
        self.reported_students.update(students)
        entities = set(entities)
        self.doubtful |= entities
        self.reported_entities |= entities
        self.problems.append(problem)

    def _report_different_identifier(self, column: Column, s: int, e: int) -> None:
        """Report a student and an entity of the same name who have different identifiers in a reliable column."""
        cells = (self.listed.rows[row].cells[column.at].strip() for row in self.evidence.entities[e])
        theirs = ", ".join(dict.fromkeys(filter(None, cells)))[:100]
        cause = Message(
            "in the column {column!r} of the list, {student} has {listed}, but in students.csv or in an earlier list "
            "{own}",
            student=self.students[s].label,
            column=column.header,
            listed=theirs,
            own=column.texts[s],
        )
        remedy = Message(
            "nothing was written for this row of the list; if the row is that of the student, write {listed} "
            "in a column {column!r} of students.csv, on the line of this student",
            listed=theirs,
            column=column.header,
        )
        self._report([s], [e], Problem(cause, self.evidence.where(e), remedy))

    def report_seeming_names(self) -> None:
        """Report a column that seems to have names, under another header, if its names contradict identifiers."""
        at = self.listed.seeming_names
        if at is not None and any(column.contradicting for column in self.evidence.columns):
            cause = Message(
                "the column {column!r} of the list seems to contain names, but they are not those of the "
                "students whom the identifiers in the list designate",
                column=self.listed.columns[at],
            )
            remedy = (
                "if these are the names of the students, give the column the header Full name; otherwise remove the "
                "column from the list"
            )
            self.problems.append(Problem(cause, self.listed.place, remedy))

    def report_columns_against_names(self) -> None:
        """Report each column, except ranks, whose identifiers or logins contradict matches that were made by names."""
        entities = {s: e for e, s in self.matched.items()}
        against: defaultdict[int, list[Claim]] = defaultdict(list)
        for column in (column for column in self.evidence.columns if not column.is_rank):
            against[column.at] = against[column.at] or [
                (s, e)
                for s, e in column.claims
                if self.evidence.verdict(s, e) is NameMatch.CONTRADICT
                and (self.matched.get(e, s) != s or entities.get(s, e) != e)
            ]
        labeled = {at: [(self.students[s].label, e) for s, e in claims] for at, claims in against.items()}
        for at in self.listed.columns_with(EMAIL, LOGIN):
            labeled[at] = labeled.get(at) or list(self._named_by_logins_of_others(at))
        for at, named in labeled.items():
            if named:
                self.contradicted.append(at)
                label, e = named[0]
                cause = Message(
                    "the column {column!r} contradicts the name of {count} student: on line {line} the name is {name}, "
                    "but the column identifies {student}; the row was taken for the student of this name",
                    plural="the column {column!r} contradicts the names of {count} students: on line {line}, for "
                    "example, the name is {name}, but the column identifies {student}; each row was taken for the "
                    "student of its name",
                    count=len(named),
                    column=self.listed.columns[at],
                    line=self.evidence.row(e).number,
                    name=self.listed.label(self.evidence.row(e)),
                    student=label,
                )
                remedy = Message(
                    "compare these lines with students.csv and with the platform: if one column was sorted or moved by "
                    "itself, restore it and export again; on the platform, do not identify students by this column "
                    "when you import the file. If the list is right, write the column into students.csv"
                )
                self.problems.append(Problem(cause, self.listed.place, remedy))

    def _named_by_logins_of_others(self, at: int) -> Iterator[tuple[str, int]]:
        """Yield the person named by the login or address in a column, and the matched entity that has it.

        It names the person wholly, and the entity not at all, or only its family name while that person has a login in
        the list that does not name them: João Ost has "n.ost", and Noël Ost "z.ost".
        """
        persons = {**dict(enumerate(self.evidence.names)), **{~s: self.students[s].name for s in self.missing}}
        persons |= {e: persons[e] or self.students[s].name for e, s in self.matched.items()}
        equal = {
            e
            for column in self.evidence.columns
            for e, s in self.matched.items()
            if column.at == at and column.ours[s] in column.theirs[e]
        }
        logins = LoginNames(persons)
        texts = [self.evidence.row(e).cells[at].casefold().split("@")[0] for e in range(len(self.evidence.entities))]
        named = [logins.named_in([text]) for text in texts]
        for e, s in self.matched.items():
            if e in equal:  # it is also the student's in the class list
                continue
            own = max(named[e].get(e, 0), self.evidence.logins.named_in([texts[e]]).get(s, 0))
            for other, strength in named[e].items():
                is_lost = other >= 0 and named[other].get(other, 0) < WHOLE
                if own < strength == WHOLE and (own == 0 or is_lost):
                    row = self.evidence.row(other) if other >= 0 else None
                    yield self.listed.label(row) if row else self.students[~other].label, e
                    break

    def report_contradicted(self) -> None:
        """Report the rows with the identifier of a student but the name or the e-mail address of another person."""
        unavailable = {*self.matched.values(), *self.reported_students}
        for column in (column for column in self.evidence.columns if not (column.is_rejected and column.is_rank)):
            for s, e in column.claims:
                is_open = e not in self.matched and e not in self.doubtful and s not in unavailable
                if is_open and self.evidence.verdict(s, e) is NameMatch.CONTRADICT:
                    cause = Message(
                        "the column {column!r} of this row identifies {student}, but the name in the row is {name}",
                        column=column.header,
                        student=self.students[s].label,
                        name=self.listed.label(self.evidence.row(e)),
                    )
                    remedy = Message(
                        "nothing was written for this row of the list; if the row is that of the student, "
                        "write the name of the list in students.csv"
                    )
                    problem = Problem(cause, self.evidence.where(e), remedy)
                    if self.evidence.agreement(s, e) is not NameMatch.CONTRADICT:
                        cause = Message(
                            "the column {column!r} of this row identifies {student}, but its e-mail address identifies "
                            "another student: {shown}",
                            column=column.header,
                            student=self.students[s].label,
                            shown=self.listed.label(self.evidence.row(e)),
                        )
                        problem = Problem(
                            cause,
                            self.evidence.where(e),
                            "nothing was written for this row of the list; export the list with names",
                        )
                    self._report([s], [e], problem)

    def report_ranks(self) -> None:
        """Report the rows that only a rank, which may be equal by chance, connects with a student."""
        unavailable = {*self.matched.values(), *self.reported_students}
        for column in (column for column in self.columns if column.is_rank):
            rows = {
                e
                for s, e in column.claims
                if not (e in self.matched or e in self.doubtful or s in unavailable)
                and self.evidence.is_chance(column, s, e)
            }
            if rows:
                cause = Message(
                    "the column {column!r} has small numbers, which may be ranks in another list, and no name confirms "
                    "which students they are",
                    column=column.header,
                )
                remedy = "nothing was written for these rows of the list; export the list with names"
                self._report((), rows, Problem(cause, self.evidence.where(*rows), remedy))

    def report_namesakes(self) -> None:
        """Report students and rows with the same name that no column distinguishes."""
        entities, students = self.evidence.namesakes
        missing = dict.fromkeys(self.missing)
        for s in missing if self.listed.seeming_names is None else ():
            rows = [e for e in sorted(entities[s]) if e not in self.matched]
            if s in self.reported_students or not rows:
                continue
            alike = sorted({t for e in rows for t in students[e] if t in missing} - self.reported_students)
            lines = [self.listed.rows[row] for e in rows for row in self.evidence.entities[e]]
            cause = Message(
                "the name {name} is on {count} row of the list (line {lines}), and in the class it is the "
                "name of {ids}; it is not known which student the row is",
                plural="the name {name} is on {count} rows of the list (lines {lines}), and in the class it is the "
                "name of {ids}; it is not known which row is which student",
                name=self.students[s].name.replace(",", ""),
                ids=", ".join(self.students[one].id for one in alike),
                count=len(lines),
                lines=", ".join(str(line.number) for line in lines),
            )
            at = self._distinguishing_column([self.evidence.row(e) for e in rows])
            column, role = ("", "") if at is None else (self.listed.columns[at], self.listed.roles.get(at, ""))
            is_known = any(
                header
                and (plain(header) == plain(column) or identifiers_agree(header, ours, column, role))
                and all(texts[t] for t in alike)
                for header, ours, texts in self.evidence.ours
            )
            if at is not None and is_known:
                claiming = {
                    c.at for c in self.evidence.columns if any(one in alike and e in rows for one, e in c.claims)
                }
                cause = Message(
                    "the name {name} is on the lines {lines} of the list, and in the class it is the name of "
                    "{ids}; the columns {columns} contradict each other about which line is which student",
                    name=self.students[s].name.replace(",", ""),
                    ids=", ".join(self.students[one].id for one in alike),
                    lines=", ".join(str(line.number) for line in lines),
                    columns=", ".join(repr(self.listed.columns[one]) for one in sorted({at, *claiming})),
                )
                remedy = Message("nothing was written for these rows of the list; correct the list, or students.csv")
                self._report(alike, rows, Problem(cause, self.listed.place, remedy))
                continue
            remedy = Message(
                "nothing was written for these rows of the list; add a column {column!r} to students.csv, "
                "with the value that the list gives for each student",
                column=column,
            )
            without_column = (
                "nothing was written for these rows of the list; export the list with e-mail addresses or "
                "numbers that students.csv also has"
            )
            self._report(alike, rows, Problem(cause, self.listed.place, remedy if column else without_column))

    def _distinguishing_column(self, rows: Sequence[Line]) -> int | None:
        """Return the position of a column, identifiers first, with a different text in each row; None without one."""
        names = {*self.listed.columns_with(PARTICIPANT, PLATFORM_ID, NAME, FIRST_NAME, FULL_NAME)}
        first = (*self.listed.columns_with(EMAIL), *self.listed.columns_with(*IDENTIFIERS))
        for at in (*first, *range(len(self.listed.columns))):
            texts = {identifier_text(row.cells[at]) for row in rows} - {""}
            if len(texts) == len(rows) and at not in names | self.listed.numbering_columns:
                return int(at)
        return None

    def report_cut(self) -> None:
        """Report the rows without a name whose identifier a spreadsheet has cut, or may have cut."""
        for at in self.listed.columns_with(*IDENTIFIERS):
            cut: dict[int, str] = {}
            for e, rows in enumerate(self.evidence.entities):
                text = self.listed.rows[rows[0]].cells[at].strip()
                is_open = not (e in self.matched or e in self.reported_entities or self.evidence.names[e])
                if is_open and (has_lost_digits(text) or may_be_cut(identifier_text(text))):
                    cut[e] = text
            if cut:
                cause = Message(
                    "in the column {column!r}, a spreadsheet has rounded numbers, so it is unknown to which "
                    "students these numbers belong: {texts}",
                    column=self.listed.columns[at],
                    texts=", ".join(dict.fromkeys(cut.values()))[:100],
                )
                remedy = Message(
                    "nothing was written for these rows of the list; export the list again, and do not open "
                    "it in a spreadsheet"
                )
                self._report((), cut, Problem(cause, self.evidence.where(*cut), remedy))

    def report_disputed(self) -> None:
        """Report the students to whom several rows may belong, where names do not decide."""
        claims = [claim for column in self.columns for claim in column.claims]
        for s in sorted(self.disputed - self.reported_students):
            rows = sorted({e for one, e in claims if one == s and e in self.doubtful})
            cause = Message(
                "the identifiers of several rows, or of several columns, of the list contradict each other about "
                "{student}",
                student=self.students[s].label,
            )
            remedy = Message("nothing was written for this row of the list; correct the list, or students.csv")
            self._report([s], rows, Problem(cause, self.evidence.where(*rows), remedy))

    def report_missing(self) -> None:
        """Report the students who have no row and whom no problem names yet."""
        for s in self.missing:
            if s not in self.reported_students:
                cause = Message(
                    "{student} is in the class but has no row in the list, so nothing was written for this student",
                    student=self.students[s].label,
                )
                remedy = Message("export the list from the platform again, or enter the mark there by hand")
                self.problems.append(Problem(cause, self.listed.place, remedy))

    @property
    def unknown_entities(self) -> list[int]:
        """The persons of the list who are not in the class."""
        return sorted({*range(len(self.evidence.entities))} - {*self.matched} - self.reported_entities)

    def report_unknown(self) -> None:
        """Report the rows of persons who are not in the class: the first 20 one by one, the others together."""
        for e in self.unknown_entities[:SHOWN]:
            label = self.listed.label(self.evidence.row(e))
            cause = Message("{shown} is in the list but was not found in the class", shown=label)
            remedy = (
                "nothing was written for this row of the list; nothing to do if this person is not a student of the "
                "class"
            )
            self.problems.append(Problem(cause, self.evidence.where(e), remedy))
        if further_entities := self.unknown_entities[SHOWN:]:
            cause = Message(
                "{count} other person of the list was not found in the class",
                plural="{count} other persons of the list were not found in the class",
                count=len(further_entities),
            )
            remedy = (
                "nothing was written for these rows of the list; nothing to do if these persons are not students of "
                "the class"
            )
            self.problems.append(Problem(cause, self.evidence.where(*further_entities), remedy))

    def outcome(self) -> Matching:
        """Return the result of the matching, with rows in place of entities."""
        rows_of = self.evidence.entities
        pairs = sorted(((s, row) for e, s in self.matched.items() for row in rows_of[e]), key=lambda pair: pair[1])
        ambiguous, unmatched = (
            tuple(row for e in sorted(some) for row in rows_of[e])
            for some in (self.reported_entities, self.unknown_entities)
        )
        problems, notes = tuple(self.problems), tuple(self._notes())
        columns = tuple(self.contradicted), dict(self._unconfirmed())
        return Matching(tuple(pairs), ambiguous, unmatched, problems, notes, *columns)

    def _unconfirmed(self) -> Iterator[tuple[int, frozenset[int]]]:
        """Yield each column of identifiers with the students whose identifier is not theirs and does not name them."""
        matched = [(s, e) for e, s in self.matched.items()]
        equal: defaultdict[int, set[Claim]] = defaultdict(set)
        for column in (*self.evidence.columns, *self.evidence.confirmed_columns(matched)):
            equal[column.at] |= {(s, e) for s, e in matched if column.ours[s] and column.ours[s] in column.theirs[e]}
        for at in {*self.listed.columns_with(*IDENTIFIERS - {INE}, PARTICIPANT, PLATFORM_ID)} - {*self.contradicted}:
            texts = {(s, e): text for s, e in matched if (text := identifier_text(self.evidence.row(e).cells[at]))}
            named = {
                claim for claim, text in texts.items() if claim[0] in _strongest(self.evidence.logins.named_in([text]))
            }
            if len(texts) > 1 and at not in self.listed.numbering_columns:
                yield at, frozenset(s for s, _ in texts.keys() - equal[at] - named)

    def _notes(self) -> Iterator[Message]:
        """Yield a note on each column of ranks that names contradict."""
        rejected = {column.header: column for column in self.evidence.columns if column.is_rejected and column.is_rank}
        for header, column in rejected.items():
            s, e = next(claim for claim in column.claims if self.evidence.verdict(*claim) is NameMatch.CONTRADICT)
            yield Message(
                "the column {column!r} of the list was not used: it contradicts the names of {count} students; on line "
                "{line}, for example, the name is {name}, but the column identifies {student}",
                column=header,
                count=column.contradicting,
                line=self.evidence.row(e).number,
                name=self.listed.label(self.evidence.row(e)),
                student=self.students[s].label,
            )


def _strongest(strengths: Mapping[int, int]) -> list[int]:
    """Return the keys of a mapping that have its greatest value: several if they are equal, none if it is empty."""
    return [position for position, strength in strengths.items() if strength == max(strengths.values())]


_RULES: tuple[Callable[[_Matcher], Iterable[Claim]], ...] = (
    _Matcher.by_identifier_and_name,  # hardly both agree by chance
    _Matcher.by_name,  # before a common number, unless a column that is right for other students differs
    _Matcher.by_further_column,
    _Matcher.by_identifier_alone,
)
"""The rules that match students with rows, the most reliable first; `_Matcher.accept` drops claims that conflict."""

_DOUBTS: tuple[Callable[[_Matcher], None], ...] = (
    _Matcher.report_seeming_names,
    _Matcher.report_columns_against_names,
    _Matcher.report_contradicted,
    _Matcher.report_ranks,
    _Matcher.report_namesakes,
    _Matcher.report_disputed,
    _Matcher.report_cut,
    _Matcher.report_missing,  # all others by name, so that no mark is missing without a message
    _Matcher.report_unknown,
)
"""The reports of students and rows that no rule matched, the most specific cause first; each is reported once."""
