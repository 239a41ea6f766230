"""Find the students of a class by the identifiers and names that papers, platforms and files have."""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from answers.classroom.roster import Enrollment
from answers.people.logins import LoginNames
from answers.people.names import (
    NameMatch,
    identifier_keys,
    looks_like_name,
    may_be_cut,
    name_key,
    name_words,
    names_agree,
)
from answers.people.table import IDENTIFYING, INE, folded, plain, role_of

_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "oe", "å": "aa"})


_DROPPED_BY_MOODLE = re.compile("[&<>\"`|':’]")
"""Characters that Moodle leaves out of the names of folders, and apostrophes, which class lists type differently."""


@dataclass(frozen=True, slots=True)
class RosterIndex:
    """The students of a class, found by identifier, name and seed.

    All texts are in the form of `folded` or `plain`, without capitals.
    """

    ids: Mapping[str, Enrollment]
    """The student by the stem of the names of the student's files, which signatures contain."""
    written: Mapping[str, Enrollment]
    """The student by an identifier or a full name that a paper may have; only texts that belong to a single student."""
    names: Mapping[str, Enrollment] = field(default_factory=dict)
    """The student by a full name, as a platform may write it."""
    identifiers: Mapping[str, Enrollment] = field(default_factory=dict)
    """The student by a number or login, as a platform may write it, or by a text such as "participant 123"."""
    shared: Mapping[str, tuple[Enrollment, ...]] = field(default_factory=dict)
    """The students by an identifier or a full name that several of them have."""
    claimed: frozenset[str] = frozenset()
    """Numbers and logins of anonymous uploaders, or of homonyms, that cannot be identified with a single student.

    The folder of the uploader has papers of several students, or several folders have papers of one student.
    """
    seeds: Mapping[int, tuple[Enrollment, ...]] = field(default_factory=dict)
    """The students by seed."""
    words: Mapping[str, tuple[Enrollment, ...]] = field(default_factory=dict)
    """The students, former ones too, by each word of their full names."""
    logins: LoginNames[Enrollment] = field(default_factory=lambda: LoginNames({}))
    """The students, former ones too, by the logins that resemble their names."""
    rivals: frozenset[tuple[tuple[str, ...], str]] = frozenset()
    """Uploaders who may be somebody else: the folders of a download, and the first text that names the uploader."""
    former: tuple[Enrollment, ...] = ()
    """Students who were removed from the class, whose names may still be on a paper."""


def roster_index(enrollments: Iterable[Enrollment], former: Iterable[Enrollment] = ()) -> RosterIndex:
    """Return the index of a class by identifiers and full names, in both orders of first name and family name.

    A text that belongs to several students is in `RosterIndex.shared`, and so is an identifier that may be the name of
    another person, such as the login "martin": it counts only where a platform writes logins. Two more texts count for
    a student unless they are the identifier or name of another student: the login of an e-mail address, if all
    addresses have one domain, and a name with ü written as ue. Addresses and logins that resemble the name of another
    student more than that of their own, as if a column had been sorted by itself, count for nobody. `former` students
    only make a name or an address ambiguous.
    """
    enrollments = tuple(enrollments)
    ids = {folded(enrollment.student.stem): enrollment for enrollment in enrollments}
    departed = tuple(enrollment for enrollment in former if folded(enrollment.student.stem) not in ids)
    names = {enrollment: full_names(enrollment) for enrollment in (*enrollments, *departed)}
    identifiers = {enrollment: _identifiers(enrollment) for enrollment in (*enrollments, *departed)}
    domains = {text.partition("@")[2] for texts in identifiers.values() for text in texts} - {""}
    addresses = {enrollment: {text for text in texts if "@" in text} for enrollment, texts in identifiers.items()}
    logins = {one: {text.partition("@")[0] for text in own if len(domains) == 1} for one, own in addresses.items()}
    used = {text for enrollment in enrollments for text in names[enrollment] | identifiers[enrollment]}
    for enrollment in enrollments:
        names[enrollment] |= {plain(name.translate(_TWO_LETTERS)) for name in names[enrollment]} - used - {""}
        identifiers[enrollment] |= logins[enrollment] - used - {""}
    used = {text for enrollment in enrollments for text in names[enrollment] | identifiers[enrollment]}
    for left in departed:  # an identifier is not given to another student, but may be a number of one
        names[left] &= used
        identifiers[left] = (addresses[left] | logins[left]) & used
    words = _students_by({enrollment: name_words(listed_name(enrollment)) for enrollment in (*enrollments, *departed)})
    written = _students_by(names)
    for enrollment, texts in identifiers.items():
        for text in texts:
            is_derived = text in logins[enrollment] - _identifiers(enrollment)
            is_login, others = _use_of_identifier(text, enrollment, words, is_derived=is_derived)
            if text not in names[enrollment]:
                written[text] += [enrollment, *others]
            if not is_login:
                identifiers[enrollment] = identifiers[enrollment] - {text}
    return RosterIndex(
        ids,
        _unique(written),
        _unique(_students_by(names)),
        _unique(_students_by(identifiers)),
        {text: tuple(dict.fromkeys(several)) for text, several in written.items() if len(several) > 1},
        seeds={
            seed: tuple(several)
            for seed, several in _students_by({one: {one.u0} - {None} for one in enrollments}).items()
            if seed is not None
        },
        logins=LoginNames({one: listed_name(one) for one in (*enrollments, *departed)}),
        words={word: tuple(several) for word, several in words.items()},
        former=departed,
    )


def _identifiers(enrollment: Enrollment) -> set[str]:
    student = enrollment.student
    numbers = (text for header, text in enrollment.extra if role_of(header) in (*IDENTIFYING, INE))
    # A name in other letters is a part of the name in a file name: "Max" of "李 Max".
    is_whole = len(name_key(student.stem).split()) >= len(name_key(student.id).split())
    return {*map(folded, (student.id, student.stem if is_whole else "", *numbers))} - {""}


def _use_of_identifier(
    text: str, enrollment: Enrollment, words: Mapping[str, Sequence[Enrollment]], *, is_derived: bool
) -> tuple[bool, list[Enrollment]]:
    """Return whether a platform may mean a student by an identifier, and others who may mean themselves by it on paper.

    The student is one of the others if the text is a part of the name that another person may have. `is_derived` means
    that the text is the beginning of an address, which need not be the login to a platform.
    """
    student, login = enrollment.student, text.partition("@")[0]
    is_own = text in (folded(student.id), folded(student.stem))
    if any(map(str.isdigit, login)):
        return True, []
    if is_own and name_key(student.id) == name_key(student.both_names or student.id) and looks_like_name(student.id):
        return False, []
    alike = dict.fromkeys(one for word in sorted(name_words(login)) for one in words.get(word, ()))
    verdicts = {one: names_agree(login, listed_name(one)) for one in alike}
    strengths = {NameMatch.AGREE: 2, NameMatch.UNKNOWN: 1}
    named = {one: strengths[verdict] for one, verdict in verdicts.items() if verdict in strengths}
    own, other = named.pop(enrollment, 0), max(named.values(), default=0)
    is_of_relative = verdicts.get(enrollment) is NameMatch.CONTRADICT  # the family name with another first name
    if not is_own and (other > own or (is_derived and (is_of_relative or own == other == 1))):
        return False, [*named] or [enrollment]
    is_name = "@" not in text and not (is_own and re.search(r"[^\w -]|_", text))
    return True, ([*named] or [enrollment] * (own == 1 and not is_own)) if is_name else []


_Text = TypeVar("_Text", bound=Hashable)


def _students_by(texts_of: Mapping[Enrollment, Iterable[_Text]]) -> defaultdict[_Text, list[Enrollment]]:
    """Return the students by each of their texts."""
    students: defaultdict[_Text, list[Enrollment]] = defaultdict(list)
    for enrollment, texts in texts_of.items():
        for text in texts:
            students[text].append(enrollment)
    return students


def _unique(students_of: Mapping[str, Sequence[Enrollment]]) -> dict[str, Enrollment]:
    return {text: several[0] for text, several in students_of.items() if len(several) == 1}


def with_spreadsheet_numbers(index: RosterIndex, written: Iterable[str]) -> RosterIndex:
    """Return the index with those texts of `written` added that a spreadsheet made of an identifier: 12 for 0012.

    A text is added if exactly one student has such an identifier; if it is already an identifier in the index, that
    entry stays. A number whose digits after the fifteenth are zeros, as a spreadsheet leaves it, is removed if several
    students may have it.
    """
    known = [*index.written, *index.shared]
    texts = [text for text in dict.fromkeys(map(folded, written)) if text]
    keys, typed = identifier_keys(known, texts)
    enrollments: defaultdict[str, set[Enrollment | None]] = defaultdict(set)
    for name, key in zip(known, keys, strict=True):
        enrollments[key].add(index.written.get(name))
    converted = {
        text: enrollment
        for text, key in zip(texts, typed, strict=True)
        if key and text not in index.shared and len(enrollments[key]) == 1
        for enrollment in enrollments[key]
        if enrollment is not None
    }
    ambiguous = {text for text, key in zip(texts, typed, strict=True) if may_be_cut(text) and not key}
    return replace(
        index,
        written={
            name: enrollment for name, enrollment in {**converted, **index.written}.items() if name not in ambiguous
        },
    )


def full_names(enrollment: Enrollment) -> set[str]:
    """Return the full name of a student in the forms in which papers, platforms and files write it."""
    first, last = enrollment.student.first_name, enrollment.student.name
    both = [f"{first} {last}", f"{last} {first}"]
    joined = plain(both[1]).replace(" ", "")  # the form of file names of Canvas
    both += [_DROPPED_BY_MOODLE.sub("", name) for name in both]
    return {*map(folded, both), *map(plain, both), joined} - {""}


def listed_name(enrollment: Enrollment) -> str:
    """Return the full name of a student with a comma after the family name."""
    return f"{enrollment.student.name}, {enrollment.student.first_name}"


def students_agreeing(text: str, index: RosterIndex) -> tuple[Enrollment, ...]:
    """Return the students, former ones too, whose names do not contradict a text; () if no name agrees with it."""
    alike = dict.fromkeys(enrollment for word in sorted(name_words(text)) for enrollment in index.words.get(word, ()))
    agreements = {enrollment: names_agree(text, listed_name(enrollment)) for enrollment in alike}
    if NameMatch.AGREE not in agreements.values():
        return ()
    return tuple(enrollment for enrollment, agreement in agreements.items() if agreement is not NameMatch.CONTRADICT)
