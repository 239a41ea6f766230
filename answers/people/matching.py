"""Match the students of a class with the persons of a list, such as a platform's: no row goes to another name.

What is sure comes first: see `_RULES`. What stays in doubt is matched with nobody, and reported with its line and a
remedy: see `_DOUBTS`.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

from answers.errors import Problem
from answers.messages import Message
from answers.people.evidence import SEVERAL, SHOWN, Column, Evidence, identifiers_agree, lines_of
from answers.people.names import Agreement, has_lost_digits, identifier_text, may_be_cut, name_key
from answers.people.people_list import IDENTIFIERS, PARTICIPANT, PLATFORM_ID, PeopleList, Person, key_headers
from answers.people.table import EMAIL, FIRST_NAME, FULL_NAME, NAME, Line, plain

_NAMES = (NAME, FIRST_NAME, FULL_NAME)
_TELLING = 6
"""Letters of a text that two lists do not have in common by chance, as they may have a group or a rank."""
MAX_NAMESAKES = 50
"""Students of one name that are told apart at most, for time."""
Claim: TypeAlias = tuple[int, int]
"""A student and an entity of the list that may be the same person, by their numbers in `Evidence`."""


@dataclass(frozen=True, slots=True)
class Matching:
    """The outcome, by positions: pairs of a student and a row, in the order of the rows; who and what has no match.

    A student has several rows only where the list has the person several times. `withheld` has the rows that somebody's
    mark may belong to, `nobody` those of persons who are not in the class. `problems` name all of them, `notes` columns
    that were not used.
    """

    pairs: tuple[tuple[int, int], ...]
    missing: tuple[int, ...]
    ambiguous: tuple[int, ...]
    unmatched: tuple[int, ...]
    problems: tuple[Problem, ...]
    notes: tuple[Message, ...]


def match_people(students: Sequence[Person], listed: PeopleList) -> Matching:
    """Match each student with the rows of the list that are theirs, by the rules in their order.

    An identifier column counts where class list and list call it alike, or mean the same by its role, or where nearly
    all students are found by it under their own names; not where it contradicts the names of several. Small numbers,
    which may be ranks, count without names only where both lists call them alike, and not just "N°" or "Rank". Nobody
    is matched with a row of a contradicting name; where the list has no names, those in e-mail addresses contradict.
    """
    listed = replace(listed, keys=key_headers(students))
    if not listed.having(*_NAMES):
        # The column that has most names of students: they match nobody; but an identifier does not count against them.
        names = {key for student in students if len((key := name_key(student.name)).split()) > 1}
        columns = (at for at in range(len(listed.columns)) if at not in listed.roles)
        often = {at: sum(name_key(row.cells[at]) in names for row in listed.rows) for at in columns}
        best = max(often, key=lambda at: often[at], default=None)
        listed = replace(listed, seeming_names=best if best is not None and often[best] else None)
    matcher = _Matcher(Evidence(students, listed))
    for rule in _RULES:
        matcher.take(rule(matcher))
    for report in _DOUBTS:
        report(matcher)
    return matcher.outcome()


@dataclass
class _Matcher:
    evidence: Evidence
    found: dict[int, int] = field(default_factory=dict)
    """The student of each entity: a person of the list, in one row or several."""
    disputed: set[int] = field(default_factory=set)
    """Students whom several entities claim alike."""
    problems: list[Problem] = field(default_factory=list)
    reported: set[int] = field(default_factory=set)
    withheld: set[int] = field(default_factory=set)
    """Entities that are left in doubt, and those of them that a problem names."""
    named: set[int] = field(default_factory=set)

    @property
    def students(self) -> Sequence[Person]:
        return self.evidence.students

    @property
    def listed(self) -> PeopleList:
        return self.evidence.listed

    @cached_property
    def columns(self) -> list[Column]:
        """The pairs of columns that identify, without those that contradict the names of several."""
        return [column for column in self.evidence.columns if not column.is_rejected]

    @property
    def missing(self) -> list[int]:
        return sorted({*range(len(self.students))} - {*self.found.values()})

    def take(self, claims: Iterable[Claim]) -> None:
        """Match a student and an entity whom no other claims; whom several claim is left, and reported.

        What a problem already names stays with nobody.
        """
        claims = list(claims)  # a rule may open what was in doubt
        taken, closed = {*self.found.values(), *self.disputed, *self.reported}, {*self.found, *self.withheld}
        left = [(s, e) for s, e in claims if s not in taken and e not in closed]
        of_student, of_entity = Counter(s for s, _ in left), Counter(e for _, e in left)
        for s, e in left:
            if of_student[s] == of_entity[e] == 1:
                self.found[e] = s
            else:
                self.disputed.add(s)
                self.withheld.add(e)

    # The rules

    def by_identifier_and_name(self) -> list[Claim]:
        """Match where an identifier says so, and the names agree."""
        claims = sorted({claim for column in self.columns for claim in column.claims})
        return [claim for claim in claims if self.evidence.agreement(*claim) is Agreement.AGREE]

    def by_name(self) -> Iterator[Claim]:
        """Match a student and the only entity of the name, unless a column that is right elsewhere has them differ."""
        if self.listed.seeming_names is not None:
            return
        entities, students = self.evidence.namesakes
        matched = {*self.found.values(), *self.disputed}
        new: list[Claim] = []
        for e, named in enumerate(students):
            if e in self.found or e in self.withheld or not named:
                continue
            (s, *others) = _strongest(named)
            rivals = _strongest({one: how for one, how in entities[s].items() if one not in self.found})
            if not others and s not in matched and rivals == [e]:
                new.append((s, e))
        sure = [column for column in self.evidence.columns if self.evidence.is_sure(column)]
        for s, e in new:
            other = next((column for column in sure if self.evidence.differ(column, s, e)), None)
            if other is None:
                yield s, e
            else:
                self._report_other_identifier(other, s, e)

    def by_further_column(self) -> list[Claim]:
        """Match students and entities of one name by a further column that tells all of them apart."""
        if self.listed.seeming_names is not None:
            return []
        entities, students = self.evidence.namesakes
        links: defaultdict[int, set[int]] = defaultdict(set)
        open_students = {s for s in range(len(self.students)) if entities[s]} - {*self.found.values()}
        groups = {frozenset(students[e]) for s in open_students for e in entities[s] if e not in self.found}
        for group in (group for group in groups if len(group) <= MAX_NAMESAKES):
            rows = {e for s in group for e in entities[s]}
            for header, role, texts in self.evidence.ours:
                for at, column in enumerate(self.listed.columns):
                    theirs = self.listed.roles.get(at, "")
                    if theirs not in _NAMES and at not in self.listed.running:
                        is_named = plain(header) == plain(column) or identifiers_agree(header, role, column, theirs)
                        keys = self.evidence.keys(at, texts)
                        for s, e in self._told_apart(group, rows, keys, is_named=is_named):
                            links[e].add(s)
        pairs = [
            (s, e) for e, linked in links.items() for s in linked if e not in self.named and s not in self.reported
        ]
        self.withheld -= {e for s, e in pairs}
        self.disputed -= {s for s, e in pairs}
        return sorted(pairs)

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
        agreeing, _ = self.evidence.namesakes
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
        is_shown = is_named or equal >= SEVERAL or (is_telling and len(links) == len(rows) == len(group) >= SEVERAL)
        return links if is_whole and is_shown and 10 * other <= equal else []

    def by_identifier_alone(self) -> list[Claim]:
        """Match where an identifier says so, and there are no names to compare."""
        claims: dict[Claim, None] = {}
        against: set[Claim] = set()
        for column in self.columns:
            for s, e in column.claims:
                if self.evidence.verdict(column.at, s, e) is Agreement.CONTRADICT:
                    against.add((s, e))
                elif self.evidence.agreement(s, e) is Agreement.UNKNOWN and not self.evidence.is_chance(column, s, e):
                    claims[s, e] = None
        return [claim for claim in sorted(claims) if claim not in against]

    # What is left in doubt

    def _report(self, students: Iterable[int], entities: Iterable[int], problem: Problem) -> None:
        self.reported.update(students)
        entities = set(entities)
        self.withheld |= entities
        self.named |= entities
        self.problems.append(problem)

    def _report_other_identifier(self, column: Column, s: int, e: int) -> None:
        cells = (self.listed.rows[row].cells[column.at].strip() for row in self.evidence.entities[e])
        theirs = ", ".join(dict.fromkeys(filter(None, cells)))[:100]
        cause = Message(
            "{student} has another {column!r} in the list: {theirs} instead of {ours}",
            student=self.students[s].label,
            column=column.header,
            theirs=theirs,
            ours=column.texts[s],
        )
        remedy = Message(
            "this row was left empty; if it is the same person, write {theirs} in a column {column!r} of "
            "students.csv, on the line of this student",
            theirs=theirs,
            column=column.header,
        )
        self._report([s], [e], Problem(cause, self.evidence.where(e), remedy))

    def report_seeming_names(self) -> None:
        """Report that names whose column is not called so contradict identifiers."""
        at = self.listed.seeming_names
        if at is not None and any(column.contradicting for column in self.evidence.columns):
            cause = Message(
                "the column {column!r} seems to hold names, which contradict the identifiers",
                column=self.listed.columns[at],
            )
            self.problems.append(
                Problem(
                    cause,
                    self.listed.place,
                    "if these are the names of the students, call the column Full name; otherwise remove it "
                    "from the list",
                )
            )

    def report_refused(self) -> None:
        """Report the rows that an identifier gives to a student of another name."""
        taken = {*self.found.values(), *self.reported}
        for column in self.columns:
            for s, e in column.claims:
                is_open = e not in self.found and e not in self.withheld and s not in taken
                if is_open and self.evidence.verdict(column.at, s, e) is Agreement.CONTRADICT:
                    cause = Message(
                        "{column!r} identifies {student}, but the name is {name}",
                        column=column.header,
                        student=self.students[s].label,
                        name=self.listed.shown(self.evidence.row(e)),
                    )
                    remedy = Message(
                        "this row was left empty; if it is the same person, write this name in students.csv"
                    )
                    problem = Problem(cause, self.evidence.where(e), remedy)
                    if self.evidence.agreement(s, e) is not Agreement.CONTRADICT:
                        cause = Message(
                            "{column!r} identifies {student}, but the e-mail address another student: {shown}",
                            column=column.header,
                            student=self.students[s].label,
                            shown=self.listed.shown(self.evidence.row(e)),
                        )
                        problem = Problem(
                            cause, self.evidence.where(e), "this row was left empty; export the list with names"
                        )
                    self._report([s], [e], problem)

    def report_ranks(self) -> None:
        """Report the rows that only a rank gives to a student."""
        taken = {*self.found.values(), *self.reported}
        for column in (column for column in self.columns if column.is_rank):
            rows = {
                e
                for s, e in column.claims
                if not (e in self.found or e in self.withheld or s in taken) and self.evidence.is_chance(column, s, e)
            }
            if rows:
                cause = Message(
                    "{column!r} has small numbers, which may be ranks in another list, and no name confirms them",
                    column=column.header,
                )
                lines = lines_of(
                    self.listed, (self.listed.rows[row] for e in rows for row in self.evidence.entities[e])
                )
                self._report((), rows, Problem(cause, lines, "these rows were left empty; export the list with names"))

    def report_namesakes(self) -> None:
        """Report students and rows of one name that nothing tells apart."""
        entities, students = self.evidence.namesakes
        missing = dict.fromkeys(self.missing)
        for s in missing if self.listed.seeming_names is None else ():
            rows = [e for e in sorted(entities[s]) if e not in self.found]
            if s in self.reported or not rows:
                continue
            alike = sorted({one for e in rows for one in students[e] if one in missing} - self.reported)
            lines = [self.listed.rows[row] for e in rows for row in self.evidence.entities[e]]
            cause = Message(
                "{name}: {ids} in the class, {count} row in the list (line {lines}); the student of the row is unknown",
                plural="{name}: {ids} in the class, {count} rows in the list (lines {lines}); the student of "
                "each row is unknown",
                name=self.students[s].name.replace(",", ""),
                ids=", ".join(self.students[one].id for one in alike),
                count=len(lines),
                lines=", ".join(str(line.number) for line in lines),
            )
            at = self._telling_column([self.evidence.row(e) for e in rows])
            column = "" if at is None else self.listed.columns[at]
            if at is not None and self._is_known(at, alike):
                claiming = {
                    c.at for c in self.evidence.columns if any(one in alike and e in rows for one, e in c.claims)
                }
                cause = Message(
                    "{name}: {ids} in the class, lines {lines} of the list, and they disagree on {columns}",
                    name=self.students[s].name.replace(",", ""),
                    ids=", ".join(self.students[one].id for one in alike),
                    lines=", ".join(str(line.number) for line in lines),
                    columns=", ".join(repr(self.listed.columns[one]) for one in sorted({at, *claiming})),
                )
                remedy = Message("these rows were left empty; correct the list, or students.csv")
                self._report(alike, rows, Problem(cause, self.listed.place, remedy))
                continue
            remedy = Message(
                "these rows were left empty; add a column {column!r} to students.csv, with the value that the "
                "list gives for each student",
                column=column,
            )
            other = (
                "these rows were left empty; export the list with e-mail addresses or numbers that "
                "students.csv also has"
            )
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
            and (plain(header) == plain(column) or identifiers_agree(header, ours, column, role))
            and all(texts[s] for s in students)
            for header, ours, texts in self.evidence.ours
        )

    def report_cut(self) -> None:
        """Report the rows without a name whose identifier has lost digits, or may have."""
        for at in self.listed.having(*IDENTIFIERS):
            cut: dict[int, str] = {}
            for e, rows in enumerate(self.evidence.entities):
                text = self.listed.rows[rows[0]].cells[at].strip()
                is_open = not (e in self.found or e in self.named or self.evidence.names[e])
                if is_open and (has_lost_digits(text) or may_be_cut(identifier_text(text))):
                    cut[e] = text
            if cut:
                cause = Message(
                    "{column!r} has numbers that lost digits, as in a spreadsheet: {texts}",
                    column=self.listed.columns[at],
                    texts=", ".join(dict.fromkeys(cut.values()))[:100],
                )
                remedy = Message(
                    "these rows were left empty; export the list again, and do not open it in a spreadsheet"
                )
                self._report((), cut, Problem(cause, self.evidence.where(*cut), remedy))

    def report_disputed(self) -> None:
        """Report the students whom several rows claim, and rows that several students claim, without telling names."""
        claims = [claim for column in self.columns for claim in column.claims]
        for s in sorted(self.disputed - self.reported):
            rows = sorted({e for one, e in claims if one == s and e in self.withheld})
            cause = Message("{student}: identifiers contradict each other", student=self.students[s].label)
            remedy = Message("this row was left empty; correct the list, or students.csv")
            self._report([s], rows, Problem(cause, self.evidence.where(*rows), remedy))

    def report_missing(self) -> None:
        """Report the students whom nothing found, unless a problem named them already."""
        for s in self.missing:
            if s not in self.reported:
                cause = Message(
                    "{student} is in the class but was not found in the list", student=self.students[s].label
                )
                remedy = Message(
                    "the file has no row for this student: export the list again, or enter the mark by hand"
                )
                self.problems.append(Problem(cause, self.listed.place, remedy))

    @property
    def strangers(self) -> list[int]:
        return [e for e in range(len(self.evidence.entities)) if e not in self.found and e not in self.named]

    def report_strangers(self) -> None:
        """Report the rows of nobody in the class: the first ones each, the others together."""
        for e in self.strangers[:SHOWN]:
            shown = self.listed.shown(self.evidence.row(e))
            cause = Message("{shown} is in the list but was not found in the class", shown=shown)
            self.problems.append(Problem(cause, self.evidence.where(e), "this row was left empty"))
        if others := self.strangers[SHOWN:]:
            cause = Message(
                "{count} other person of the list was not found in the class",
                plural="{count} other persons of the list were not found in the class",
                count=len(others),
            )
            self.problems.append(Problem(cause, self.evidence.where(*others), "these rows were left empty"))

    def outcome(self) -> Matching:
        of = self.evidence.entities
        found = sorted(((s, row) for e, s in self.found.items() for row in of[e]), key=lambda pair: pair[1])
        withheld, nobody = (tuple(row for e in sorted(some) for row in of[e]) for some in (self.named, self.strangers))
        problems, notes = tuple(self.problems), tuple(self._notes())
        return Matching(tuple(found), tuple(self.missing), withheld, nobody, problems, notes)

    def _notes(self) -> Iterator[Message]:
        rejected = {column.header: column for column in self.evidence.columns if column.is_rejected}
        for header, column in rejected.items():
            s, e = next(
                claim for claim in column.claims if self.evidence.verdict(column.at, *claim) is Agreement.CONTRADICT
            )
            yield Message(
                "the column {column!r} of the list was not used: it contradicts the names of {count} students, such as "
                "line {line}, {name}, where it says {student}",
                column=header,
                count=column.contradicting,
                line=self.evidence.row(e).number,
                name=self.listed.shown(self.evidence.row(e)),
                student=self.students[s].label,
            )


def _strongest(strengths: Mapping[int, int]) -> list[int]:
    return [one for one, strength in strengths.items() if strength == max(strengths.values())]


_RULES: tuple[Callable[[_Matcher], Iterable[Claim]], ...] = (
    # A name and an identifier do not agree both by chance.
    _Matcher.by_identifier_and_name,
    # A name beats one number in common; not where a column that is right for the others says that it is a namesake.
    _Matcher.by_name,
    # Of several persons of one name, a column tells all of them apart or none.
    _Matcher.by_further_column,
    # Last, for nothing but the identifier is left to say whose a row is.
    _Matcher.by_identifier_alone,
)
"""What matches a student with a row, the surest first; whom or what two claims of a rule name, it does not match."""

_DOUBTS: tuple[Callable[[_Matcher], None], ...] = (
    # Names whose column is not called so may be those of partners.
    _Matcher.report_seeming_names,
    # Number and name are of two persons.
    _Matcher.report_refused,
    # Small numbers without a name.
    _Matcher.report_ranks,
    # Persons of one name that nothing tells apart.
    _Matcher.report_namesakes,
    # Identifiers that contradict each other.
    _Matcher.report_disputed,
    # Numbers that a spreadsheet may have cut.
    _Matcher.report_cut,
    # Whatever is left, each by name: nobody's mark is passed over in silence.
    _Matcher.report_missing,
    _Matcher.report_strangers,
)
"""What names the students and rows that no rule matched, the most telling cause first: each is named once."""
