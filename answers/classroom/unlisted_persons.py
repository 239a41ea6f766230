"""Find uploads under the name of a student that may come from persons who are not in the class list."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import compress
from pathlib import PurePosixPath
from typing import TypeAlias

from answers.classroom.platforms import PlatformUploader, platform_uploader_of
from answers.classroom.roster import Enrollment
from answers.classroom.roster_index import RosterIndex, full_names, listed_name
from answers.classroom.uploaders import UploadSource, named_inside, occurrences, student_called, uploader_of
from answers.people.logins import WHOLE
from answers.people.names import PARTICLES, have_same_words, name_words, unaccented
from answers.people.table import folded, plain

_Folders: TypeAlias = tuple[str, ...]
"""The folders around a file or folder, the outermost first."""
_Upload: TypeAlias = tuple[str, PlatformUploader, Enrollment | None]
"""The first text that names the uploader, the uploader, and the student if nothing else makes that doubtful."""
SCHOOL_WORDS = frozenset({
    "algo", "algorithmique", "annee", "answer", "answers", "assignment", "bis", "brouillon", "cc", "chimie",
    "class", "classe", "complet", "controle", "copie", "copies", "copy", "correction", "corrige", "devoir",
    "devoirs", "dm", "document", "domino", "draft", "ds", "eval", "evaluation", "exam", "examen", "exams", "exercice",
    "exercices", "exo", "feuille", "fiche", "final", "finale", "fini", "graphes", "group", "groupe", "homework",
    "info", "informatique", "interro", "interrogation", "jeux", "licence", "maison", "math", "mathematiques",
    "maths", "mpsi", "nom", "nsi", "paper", "part", "partie", "partiel", "pcsi", "phantom", "physique", "premiere",
    "prenom", "project", "projet", "qcm", "quiz", "rattrapage", "rendu", "reponse", "reponses", "resit", "retard",
    "scan", "scanne", "seconde", "semestre", "session", "sheet", "signe", "signed", "snt", "solution", "solutions",
    "student", "submission", "sujet", "surveille", "td", "ter", "terminale", "test", "tp", "travail", "version",
    "yahtzee", "yams"
})  # fmt: skip
"""Words in the names of files that are no names of persons."""


MOST_OWNERS = 2
"""The most students after whom the files in a folder of one student may be named."""
_ABBREVIATION = 2
"""The most capitals beside a name in other letters that are an abbreviation and no family name."""


def with_rivals(index: RosterIndex, files: Iterable[str]) -> RosterIndex:
    """Return the index with the uploads that may be those of persons who are not in the class, as `RosterIndex.rivals`.

    `files` are the paths of all uploads: whether a name is a student's is judged by the other names in the same folder
    or in the same download of a platform.
    """
    files = tuple(dict.fromkeys(files))
    downloads: defaultdict[_Folders, set[_Upload]] = defaultdict(set)
    others = []
    for file in files:
        (at, named), uploader = platform_uploader_of(file), uploader_of(file, index)
        if named is None:
            others.append(file)
        elif not named.is_blind:
            is_sure = uploader.source is UploadSource.STUDENT and not uploader.is_doubtful
            name = (*named.sure, *named.others)[0]
            downloads[PurePosixPath(file).parts[:at]].add((name, named, uploader.enrollment if is_sure else None))
    rivals = {
        (at, name)
        for at, uploads in downloads.items()
        for name in (*_other_identifiers(index, uploads), *_exchanged_names(uploads), *_longer_logins(index, uploads))
    }
    rivals |= {*_strange_folders(index, files), *_strange_logins(index, files), *_longer_names(index, others)}
    rivals |= {*_other_spellings(index, others)}
    return replace(index, rivals=frozenset(rivals))


def _other_identifiers(index: RosterIndex, uploads: Collection[_Upload]) -> Iterator[str]:
    """Yield the uploads to a platform under the name of a student, but a number or login that is not the student's.

    Either the platform has most students by logins of the class, or it has this student, but few others, under several.
    """
    numbers: defaultdict[Enrollment, set[str]] = defaultdict(set)
    unknown, known = list[tuple[str, Enrollment]](), 0
    for name, named, enrollment in uploads:
        if enrollment is not None and named.identifiers:
            if not named.is_any:  # after the titles of two assignments, a login is one person's
                numbers[enrollment].add(name)
            if enrollment in map(index.identifiers.get, map(folded, named.identifiers)):
                known += not named.number  # a number of Moodle is known by the sheets alone
            else:
                unknown.append((name, enrollment))
    several = {enrollment for enrollment, texts in numbers.items() if len(texts) > 1}
    if len(several) > max(1, len(numbers) / 10):
        several = set()
    yield from (name for name, enrollment in unknown if enrollment in several or known > len(unknown))


def _exchanged_names(uploads: Collection[_Upload]) -> Iterator[str]:
    """Yield the uploads whose first name and family name are in another order than in most of the platform."""
    in_order: dict[bool, set[str]] = {True: set(), False: set()}
    for name, named, enrollment in uploads:
        if enrollment is not None:
            first, last = plain(enrollment.student.first_name), plain(enrollment.student.name)
            texts = {*map(plain, named.names)} & {f"{first} {last}", f"{last} {first}"}
            if len(texts) == 1 and first != last:
                in_order[f"{first} {last}" in texts].add(name)
    rare, usual = sorted(in_order.values(), key=len)
    if len(usual) > max(1, len(rare)):
        yield from rare


def _longer_logins(index: RosterIndex, uploads: Collection[_Upload]) -> Iterator[str]:
    """Yield the uploads to Blackboard whose login may only end with that of a student.

    A further word before the login of a student may belong to the login: "DM1_jean_roy" beside "DM1_luc". It belongs to
    a title if more than two uploaders, or more than a quarter of those with the title without the word, have it.
    """
    texts_of = {name: named.others for name, named, _ in uploads if named.is_any}
    beginnings = Counter(name[:end] for name in texts_of for end in _ends_of_words(name))
    title_of = {}
    for name, texts in texts_of.items():
        is_login = (folded(text) in index.identifiers or plain(text) in index.names for text in texts)
        login = next(compress(texts, is_login), name)
        if len(login) < len(name):
            title_of[name] = name[: -len(login) - 1]
    titles = Counter(title_of.values())
    for name, title in title_of.items():
        shorter = [title[:end] for end in _ends_of_words(title)]
        is_alone = beginnings[title] == 1 and any(beginnings[text] > 1 for text in shorter)
        if is_alone or any(titles[text] and beginnings[title] <= max(2, titles[text] / 4) for text in shorter):
            yield name


def _ends_of_words(text: str) -> list[int]:
    """Return the positions of each "_" in a text, where the words before it end."""
    return [at for at, letter in enumerate(text) if letter == "_"]


def _strange_folders(index: RosterIndex, files: Iterable[str]) -> Iterator[tuple[_Folders, str]]:
    """Yield the folders that may be those of persons who are not in the class, as `RosterIndex.rivals`.

    At least two folders beside them have the names of students, and either most have, or the folder seems to have a
    full name. What no folder contains may come from anywhere, and a folder with many uploaders is a download.
    """
    beside: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
    uploaders: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
    for file in files:
        at, named = platform_uploader_of(file)
        folders = PurePosixPath(file).parts[: -1 if named is None else at]
        for depth in range(1, len(folders)):
            beside[folders[:depth]].add(folders[depth])
            if named is not None:
                uploaders[folders[: depth + 1]].add((*named.sure, *named.others)[0])
    ids = {folded(enrollment.student.id) for enrollment in index.written.values()}
    for outer, names in beside.items():
        owners = {name: uploader_of(f"{name}/_", index) for name in names}
        strange = {name for name, owner in owners.items() if owner.enrollment is None or owner.part}
        if 2 * len(ids.intersection(map(folded, names))) > len(names):  # then a part of a name is no student's login
            strange |= {name for name in names if not student_called(name, index, in_words=False)}
        of_students = len(names) - len(strange)
        for name in strange if of_students > 1 else ():
            words = plain(name).split()
            is_named = len(words) > 1 and not any(len(word) == 1 or word in SCHOOL_WORDS for word in words)
            is_named = is_named and "".join(words).isalpha()
            if (is_named or of_students > len(strange)) and len(uploaders[*outer, name]) < of_students:
                yield outer, name


def _strange_logins(index: RosterIndex, files: Iterable[str]) -> Iterator[tuple[_Folders, str]]:
    """Yield the folders and files that a student of another name may have handed in, as `RosterIndex.rivals`.

    The files in a folder have the name of a student, but the folder is named like the login of another student, or
    like nobody's, although several folders beside it have the logins of students, or most are named like logins of
    their students. A student with a folder of their own login has no other. Or a file, alone in a folder, has a name as
    a platform gives it, but most folders and files beside this folder or file have not: students may give their own
    files such names. A folder with the files of more than two students, or named like "TD 1", is no person's.
    """
    students: defaultdict[_Folders, dict[str, set[Enrollment]]] = defaultdict(lambda: defaultdict(set))
    uploaders: defaultdict[_Folders, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    known: defaultdict[_Folders, set[Enrollment]] = defaultdict(set)
    for file in files:
        parts = PurePosixPath(file).parts
        at, named = platform_uploader_of(file)
        enrollment = uploader_of(file, index).enrollment
        for depth in range(1, len(parts) if named is None or at + 1 == len(parts) else at):
            outer, name = parts[:depth], parts[depth]
            uploaders[outer][name] |= set() if named is None else {(*named.sure, *named.others)[0]}
            if depth + 1 < len(parts) and uploader_of(f"{name}/_", index).enrollment is None:
                students[outer][name] |= {enrollment} if enrollment else set()
            elif depth + 1 < len(parts):
                uploaders[outer][name].clear()  # the folder has the name of a student
                known[outer] |= {index.identifiers[text] for text in [folded(name)] if text in index.identifiers}
    for outer, texts_of in uploaders.items():
        alone = [name for name, texts in texts_of.items() if len(texts) == 1]
        if sum(not texts for texts in texts_of.values()) > max(1, len(alone)):
            yield from ((outer, name) for name in alone)
    for outer, owners_of in students.items():
        strengths_of = {name: index.logins.named_in([name]) for name in owners_of}
        alike = sum(map(bool, strengths_of.values()))
        for name, owners in owners_of.items():
            strengths = strengths_of[name]
            best, words = max(strengths.values(), default=0), {*re.sub(r"\d", " ", plain(name)).split()}
            is_own = any(
                strengths.get(one, 0) == best > 0 or (best < WHOLE and words & name_words(listed_name(one)))
                for one in owners - known[outer]
            )
            is_login = best or owners & known[outer] or len(known[outer]) > 1 or alike > max(1, len(owners_of) / 2)
            if 0 < len(owners) <= MOST_OWNERS and not is_own and is_login and not words & SCHOOL_WORDS:
                yield outer, name


def _longer_names(index: RosterIndex, files: Iterable[str]) -> Iterator[tuple[_Folders, str]]:
    """Yield the files of no platform whose names have words beside that of a student which may be a person's.

    "Marie Martin Dupont" may be another person than Marie Martin; a word beside the names of two students is that of an
    exam. If most names in a folder begin with a student, other words that come first may be the name of a person.
    """
    before: defaultdict[_Folders, dict[str, str]] = defaultdict(dict)
    bearers: defaultdict[str, set[Enrollment]] = defaultdict(set)
    beside: dict[tuple[_Folders, str], set[str]] = {}
    for file in files:
        *folders, last = PurePosixPath(file).parts or ("",)
        at, stem = tuple(folders), PurePosixPath(last).stem
        if folders and (enrollment := uploader_of(last, index).enrollment) is not None:
            text = f" {plain(stem)} "
            begins = [start for name in full_names(enrollment) if (start := text.find(f" {name} ")) >= 0]
            before[at][last] = re.sub(r"[\d ]+", " ", text[: min(begins, default=0)])
        if student_called(stem, index, in_words=False) is None:
            inside = named_inside(stem, index)
            for enrollment, names in inside.items() if len(inside) == 1 else ():
                own = {word for name in (*names, *full_names(enrollment)) for word in name.split()}
                words = {word for name in names for word in _names_beside(name, stem, own)}
                if any(" " in name for name in names):
                    beside[at, last] = words
                    for word in words:
                        bearers[word].add(enrollment)
                elif words:  # a number with the name of another person
                    yield at, last
    yield from (place for place, words in beside.items() if any(len(bearers[word]) == 1 for word in words))
    for at, beginnings in before.items():
        ((usual, count),) = Counter(beginnings.values()).most_common(1)
        if count > max(1, len(beginnings) - count):
            yield from ((at, last) for last, words in beginnings.items() if words != usual)


def _other_spellings(index: RosterIndex, files: Iterable[str]) -> Iterator[tuple[_Folders, str]]:
    """Yield the files and folders of no platform with a part or a spelling of the name of a student.

    Others in the same download have the name of this student as it is in the class list.
    """
    named: defaultdict[tuple[_Folders, Enrollment], dict[bool, set[tuple[_Folders, str]]]] = defaultdict(
        lambda: {True: set(), False: set()}
    )
    for file in files:
        parts = PurePosixPath(file).parts
        for at, part in enumerate(parts):
            is_file = at + 1 == len(parts)
            enrollment = uploader_of(part if is_file else f"{part}/_", index).enrollment
            if enrollment is not None:
                stem = PurePosixPath(part).stem if is_file or part.lower().endswith(".zip") else part
                is_respelled = have_same_words(stem, listed_name(enrollment)) and not (
                    {folded(stem), plain(stem)} & full_names(enrollment)
                )  # Mueller for Müller
                is_whole = student_called(stem, index, in_words=is_file) is not None and not is_respelled
                named[parts[: min(1, at)], enrollment][is_whole].add((parts[:at], part))
                break  # the outermost name decides
    for places in named.values():
        if places[True]:
            yield from places[False]


def _names_beside(name: str, text: str, own_words: Collection[str]) -> Iterator[str]:
    """Yield the words next to a name in a file name that may belong to the name: Dupont in "Marie Martin Dupont".

    Such a word begins with a capital, or is written in small letters like the word beside it. Words of the school, such
    as "DS" or "copie", words such as "de", and `own_words`, the student's own names, are left out.
    """
    text, left_out = unaccented(text), {*PARTICLES, *SCHOOL_WORDS, *own_words}
    for match in occurrences(name, text):
        inside = re.findall(r"[^\W_]+", match[0])
        before, after = (re.findall(r"[^\W_]+", part) for part in (text[: match.start()], text[match.end() :]))
        for own, words in ((inside[0], before[::-1]), (inside[-1], after)):
            word = next((word for word in words if word.casefold() not in left_out), "")
            is_alike = word.istitle() or (word.islower(), word.isupper()) == (own.islower(), own.isupper())
            is_alike = is_alike or (word.isupper() and len(word) > _ABBREVIATION)
            if is_alike and len(word) > 1 and word.isalpha():
                yield word.casefold()
