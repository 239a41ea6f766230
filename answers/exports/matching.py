"""Who is who: the students of a class found in the list of a school's platform."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from answers.errors import Problem
from answers.exports.gradebook import Row
from answers.exports.listed import ROLES, Listed
from answers.files import safe_name
from answers.messages import Message

NOT_PEOPLE = frozenset({"points possible", "student, test", "test student"})
"""What Canvas lists among the students."""


@dataclass(frozen=True, slots=True)
class Match:
    """One student, and their row in the platform's list."""

    row: Row
    listed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Matching:
    """Who was found, in the order of the platform's list, and who was not, on either side."""

    found: tuple[Match, ...]
    problems: tuple[Problem, ...]


def match(rows: Iterable[Row], listed: Listed) -> Matching:
    """Find each student of a class in a platform's list: by identifier or e-mail address, else by full name.

    What two students, or two rows of the list, have in common tells nobody apart and is not used. Those whom nothing
    tells are named, students of the class first: a platform refuses a whole file for one stranger in it.
    """
    students = tuple(rows)
    found: dict[int, int] = {}
    for ours, theirs in (
        (_identifiers(students), _listed_identifiers(listed)),
        (_names(students), _listed_names(listed)),
    ):
        found |= _found_by(_unique(ours), _unique(theirs), found)
    matches = tuple(Match(students[found[at]], listed.rows[at]) for at in sorted(found))
    left = [at for at in range(len(listed.rows)) if at not in found]
    return Matching(matches, tuple(_problems(students, listed, matches, left)))


def _found_by(ours: Mapping[str, int], theirs: Mapping[str, int], found: Mapping[int, int]) -> dict[int, int]:
    """Rows of the list with the one student that each claims: none found before, no student claimed twice."""
    claims: dict[int, set[int]] = defaultdict(set)
    for key, at in theirs.items():
        if key in ours and at not in found:
            claims[at].add(ours[key])
    sure = {at: next(iter(claimed)) for at, claimed in claims.items() if len(claimed) == 1}
    taken = Counter((*found.values(), *sure.values()))
    return {at: student for at, student in sure.items() if taken[student] == 1}


def _identifiers(students: Sequence[Row]) -> Iterator[tuple[str, int]]:
    for at, row in enumerate(students):
        for text in {row.student.id, *row.extra.values()}:
            if text.strip():
                yield text.strip().casefold(), at


def _listed_identifiers(listed: Listed) -> Iterator[tuple[str, int]]:
    columns = listed.having("id", "email")
    for at, row in enumerate(listed.rows):
        for text in {row[column].strip() for column in columns} - {""}:
            yield text.casefold(), at
            yield safe_name(text, fallback=text).casefold(), at  # how a class list writes what is no file name


def _names(students: Sequence[Row]) -> Iterator[tuple[str, int]]:
    for at, row in enumerate(students):
        first, last = row.student.first_name, row.student.name
        if last.strip():
            yield _words(f"{first} {last}"), at


def _listed_names(listed: Listed) -> Iterator[tuple[str, int]]:
    first, last, full = (listed.having(role)[:1] for role in ("first_name", "name", "full_name"))
    for at, row in enumerate(listed.rows):
        told = [row[column] for column in (*first, *last)] if first and last else [row[column] for column in full]
        name = _words(" ".join(told))
        if name:
            yield name, at


def _words(name: str) -> str:
    """The words of a name in alphabetical order: "Last, First" and "First Last" are one."""
    return " ".join(sorted(name.replace(",", " ").casefold().split()))


def _unique(pairs: Iterable[tuple[str, int]]) -> dict[str, int]:
    """What belongs to one only."""
    owners: dict[str, set[int]] = defaultdict(set)
    for key, at in pairs:
        owners[key].add(at)
    return {key: next(iter(whose)) for key, whose in owners.items() if len(whose) == 1}


def _problems(
    students: Sequence[Row], listed: Listed, matches: Sequence[Match], left: Iterable[int]
) -> Iterator[Problem]:
    found = {match.row.student.id for match in matches}
    for row in students:
        if row.student.id not in found:
            who = row.student.called
            cause = Message(
                "{who} ({id}) is in the class and is not found in the list, or not alone", who=who, id=row.student.id
            )
            yield Problem(cause, listed.place, "export the list again, or type this mark by hand")
    telling = listed.having(*ROLES)
    for at in left:
        shown = " ".join(filter(None, (listed.rows[at][column].strip() for column in telling)))
        if not any(cell.strip().casefold() in NOT_PEOPLE for cell in listed.rows[at]):
            yield Problem(
                Message("{shown} is in the list and is not found in the class", shown=shown[:100]),
                listed.place,
                "no mark is given",
            )
