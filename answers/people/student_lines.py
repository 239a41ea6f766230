"""Separate the students of a list from totals, headings, signatures, teachers and repeated headers."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from answers.errors import Problem
from answers.messages import Message, joined
from answers.people.columns import OWN, is_canvas, positions_of_roles
from answers.people.table import (
    FIRST_NAME,
    FULL_NAME,
    ID,
    IDENTIFYING,
    INE,
    NAME,
    InputTable,
    Line,
    plain,
    role_of,
    tidy,
)

_SHOWN = 5
"""The most lines that one note lists."""
CANVAS_ROWS = frozenset({"points possible", "student test", "test student"})
"""Names, made plain, in lines that Canvas adds to the students."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_TOTALS = _words(
    "total totaux effectif effectifs moyenne moyennes mediane nombre nb somme average signature signatures"
)
"""Words that begin a line of totals or a signature; they are not names unless a first name follows."""
_NOTES = _words(
    "count sum mean median min max minimum maximum ecart visa legende edite editee imprime imprimee genere generee "
    "extrait exporte printed generated exported fait page source note notes nota remarque remarques cachet vu fin end "
    "number liste list absents presents observations commentaire commentaires responsable professeur date"
)
"""Words that begin a remark but may also be names."""
_FILLERS = _words(
    "de des du d la le les l a au en et of the by on par pour classe class groupe group promotion eleve eleves "
    "etudiant etudiants etudiantes inscrit inscrits candidat candidats student students pupils present presents absent "
    "absents general generale type professeur professeurs enseignant teacher principal note notes points score liste "
    "list total date sur"
)
"""Words that do not make a line of totals or remarks a student."""
_PEOPLE = _words("eleve eleves etudiant etudiants etudiantes inscrits candidats students pupils presents")
"""Words for students, after a number: "24 élèves"."""
_STAFF = _words(
    "teacher teachers editingteacher noneditingteacher enseignant enseignante enseignants enseignantes professeur "
    "professeure professeurs prof profs tuteur tutrice tutor manager gestionnaire createur creator ta assistant "
    "assistante observer observateur observatrice designer concepteur conceptrice guest invite admin administrateur "
    "administratrice administrator instructor lecturer responsable secretaire parent parents mentor owner staff "
    "teacherenrollment taenrollment designerenrollment observerenrollment"
)
"""Words for persons of the staff in a column of roles."""
_LEARNERS = _words(
    "student students etudiant etudiante etudiants eleve eleves learner apprenant apprenante studentenrollment "
    "estudiante alumno alumna studente teilnehmer schuler lernende"
)
"""Words for students in a column of roles."""
_ROLE_HEADERS = frozenset(
    ("role", "roles", "course role", "course roles", "role dans le cours", "roles dans le cours", "rolle", "rollen")
)
"""Headers, made plain, of a column with the role of each person in the course."""
_TITLES = _words(
    "classe class groupe group etablissement lycee college universite ecole school annee year matiere cours course "
    "professeur enseignant teacher date section niveau periode semestre semester formation filiere promotion ue "
    "liste list effectif module epreuve examen exam session site page total"
)
"""Words that begin a title above the header."""
_PARTS = _words("groupe group classe class section promotion filiere niveau semestre td tp")
"""Words that begin a heading between the students of a list."""
_TEACHERS = _words("professeur professeure professeurs enseignant enseignante enseignants teacher teachers instructor")
"""Words that begin a line about a teacher and are not names."""
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
_RULE = re.compile(r"[-–—_.…·*=\s]*")
"""An empty cell, or a line of signs such as "-----"."""


@dataclass(frozen=True, slots=True)
class StudentLines:
    """A table in which only the lines of students are left."""

    table: InputTable
    notes: tuple[Problem, ...] = ()
    """About the lines left out."""
    problems: tuple[Problem, ...] = ()
    """About lines that may or may not be students, which the teacher must correct."""


def student_lines(table: InputTable, place: str, known_by: str = "") -> StudentLines:
    """Return the table with only the lines of students, notes on the lines left out, and problems of doubtful lines.

    `known_by` is the header of the column of identifiers, if the teacher chose one. A table without columns of names or
    identifiers is returned unchanged.
    """
    header, *body = table.lines
    roles = positions_of_roles(header, body)
    roles |= {
        at: roles.get(at, ID) for at, cell in enumerate(header.cells) if known_by and plain(cell) == plain(known_by)
    }
    sheet = LineClassifier(header, body, roles)
    if not sheet.names and not sheet.keys:
        return StudentLines(table)
    omitted, lines, problems = list[tuple[Line, str]](), list[Line](), list[Problem]()
    for line in table.titles:  # a student may be above the header, perhaps sorted there
        positions = [at for at in (*sheet.names, *sheet.keys) if at < len(line.cells)]
        is_title = plain(line.cells[0]).split()[:1] and plain(line.cells[0]).split()[0] in _TITLES
        if len(positions) > 1 and len(sheet.at(line, positions)) == len(sheet.names) + len(sheet.keys) and not is_title:
            cause = Message("the line {text!r} is above the header and may be a student", text=_text(line))
            remedy = Message("if it is a student, move the header above this line; otherwise remove this line")
            problems.append(Problem(cause, _where(place, line), remedy))
    for line in body:
        if is_canvas(header) and sheet.is_canvas_row(line):
            continue
        reason, doubt = sheet.classify(line)
        if doubt:
            problems.append(replace(doubt, place=_where(place, line)))
        elif reason:
            omitted.append((line, reason))
        else:
            lines.append(line)
    notes = []
    if omitted:
        message = _listed(Message("line {line} ({text})", line=line.number, text=text) for line, text in omitted)
        cause = Message(
            "these lines of the list were taken for notes, not for students, and were left out: {lines}", lines=message
        )
        remedy = Message("if one of these lines is a student, write both names and the identifier on it")
        notes = [Problem(cause, place, remedy)]
    lines, role_notes, role_problems = _students_by_role(header, lines, sheet, place)
    result = replace(table, lines=(header, *lines))
    return StudentLines(result, (*notes, *role_notes), (*problems, *role_problems))


def _where(place: str, line: Line) -> Message:
    return Message("{place}, line {line}", place=place, line=line.number)


class LineClassifier:
    """A classifier that distinguishes students from other lines of a table, by roles of columns and by all lines."""

    def __init__(self, header: Line, body: Sequence[Line], roles: dict[int, str]) -> None:
        self.header = header
        self.is_full = FULL_NAME in roles.values()
        self.names = [at for at, role in roles.items() if role in (NAME, FIRST_NAME, FULL_NAME)]
        self.keys = [at for at, role in roles.items() if role in (*IDENTIFYING, INE)]
        filled_lines = [line for line in body if _filled(line) > 1] or body
        self.is_wide = _filled(filled_lines[0]) > 1 if filled_lines else False
        self.has_names = sum(bool(self.name(line)) for line in body) * 2 > len(body)
        self.has_full_names = sum(len(self.name(line).split()) > 1 for line in body) * 2 > len(body)
        self.is_own = tuple(map(plain, header.cells[:2])) == OWN[:2]
        self.numbers = [
            sum(bool(_NUMBER.fullmatch(line.cells[at])) for line in body if at < len(line.cells))
            for at in range(len(header.cells))
        ]
        self.size = len(body)
        self.has_digits = sum(_has_digit(self.name(line)) for line in filled_lines) * 2 > len(filled_lines)

    def at(self, line: Line, positions: Iterable[int]) -> list[str]:
        """Return the cells of a line at some positions, except empty cells and lines of dashes such as "-----"."""
        cells = (line.cells[at] for at in positions if at < len(line.cells))
        return [tidy(cell) for cell in cells if not _RULE.fullmatch(cell)]

    def name(self, line: Line) -> str:
        """Return the texts of the name columns of a line, joined by spaces."""
        return " ".join(self.at(line, self.names))

    def is_canvas_row(self, line: Line) -> bool:
        """Return whether Canvas added a line: possible points, the test student, or no names and identifiers."""
        name = plain(self.name(line))
        return name in CANVAS_ROWS or name.startswith("points possible") or not (name or self.at(line, self.keys))

    def is_word_among_numbers(self, line: Line) -> bool:
        """Return whether the first text of a line has no digit, although nearly all lines have a number there."""
        at = next((at for at, cell in enumerate(line.cells[: len(self.numbers)]) if cell), None)
        return at is not None and not _has_digit(line.cells[at]) and self.numbers[at] > max(1, self.size - 4)

    def classify(self, line: Line) -> tuple[str, Problem | None]:  # noqa: PLR0911 - a case a kind of line
        """Return ("", None) for a student, (text, None) for another line, ("", problem) for a doubtful line."""
        name, keys, text = self.name(line), self.at(line, self.keys), _text(line)
        cells, header = ([plain(cell) for cell in one.cells if cell] for one in (line, self.header))
        is_header = cells == header and (
            len(cells) > 1 or any(map(role_of, cells))
        )  # a header is repeated on each printed page
        if not (name or keys) or plain(name) in CANVAS_ROWS or is_header:
            return text, None
        roles = [role_of(cell) for cell in line.cells if role_of(cell)]
        if len(set(roles)) > 1 and {NAME, FULL_NAME} & {*roles} and len(roles) * 2 >= _filled(line):
            cause = Message("this line is a second header, {text!r}, so the file seems to contain two lists", text=text)
            return "", Problem(cause, "", "keep one list in the file, or put both lists under one header")
        key, words = " ".join(keys), plain(name).split()
        is_total = {*plain(key).split()[:1]} & _TOTALS and _is_total(key) and not any(map(str.isalpha, name))
        if _is_total(name or key) or is_total or (key.isdigit() and plain(name) in _PEOPLE):  # 24 "élèves"
            return text, None
        is_nameless = not name and (self.has_names or self.is_word_among_numbers(line))
        first, *texts = filter(None, line.cells)
        is_note = _is_total(first) or plain(first) in _TOTALS | _NOTES
        if is_nameless and is_note and not any(map(str.isalpha, "".join(texts))):  # "Count" and 3
            return text, None
        is_count = _filled(line) == 1 and len(text) < 6 and text.isdecimal() and int(text) <= self.size
        is_nameless &= is_count or not self.is_own or self.is_word_among_numbers(line)
        doubt = Message("the line {text!r} may be a student or a comment", text=text)
        doubtful = "", Problem(doubt, "", "complete the line, or remove it from the list")
        if keys and (is_nameless or (len(words) == 1 and words[0] in _NOTES and self.has_full_names)):
            return doubtful
        if keys:
            return "", None
        is_alone = _filled(line) == 1 and self.is_wide
        if is_alone and words[:1] and words[0] in _STAFF:
            cause = Message(
                "the text {text!r} is alone on its line, like a heading, so it is not clear whether the "
                "persons below are students",
                text=text,
            )
            return "", Problem(cause, "", "remove this line and everybody who is not a student from the list")
        if is_alone and ((words[:1] and words[0] in _PARTS) or _has_digit(name) or ":" in name or name[:1] in "*("):
            return text, None
        is_teacher_line = next((word for word in words if word not in _FILLERS or word in _TEACHERS), "") in _TEACHERS
        is_part = is_alone and not (self.is_full and len(words) > 1)
        is_remark = self.is_full and len(words) > 2 and words[0] in _NOTES
        if is_part or is_remark or is_teacher_line or (_has_digit(name) and not self.has_digits):
            return doubtful
        return "", None


def _filled(line: Line) -> int:
    return sum(map(bool, line.cells))


def _text(line: Line) -> str:
    """Return the beginning of a line as one text, to show it in a message."""
    return " ".join(filter(None, line.cells))[:60]


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def _is_total(text: str) -> bool:
    """Return whether a text begins like a total, a count or a remark: "Total : 24", "24 élèves"."""
    words = plain(text).split()
    if not words:
        return False
    rest = [word for word in words[1:] if word not in _FILLERS and not word.isdigit()]
    if words[0] in _TOTALS:
        return not rest or ":" in text
    if words[0] in _NOTES:
        return (len(words) > 1 and not rest and words[0] not in ("de", "page")) or _has_digit(text) or ":" in text
    return words[0].isdigit() and len(words) > 1 and words[1] in _PEOPLE


def _listed(texts: Iterable[Message]) -> Message:
    """Return the first five of some texts, and the number of the others."""
    first = list(texts)
    further = len(first) - _SHOWN
    more = [Message("{count} more line", plural="{count} more lines", count=further)] if further > 0 else []
    return joined(", ", (*first[:_SHOWN], *more))


def role_column(header: Sequence[str]) -> int | None:
    """Return the position of the column with the role of each person in the course; None if there is no such column."""
    return next((at for at, cell in enumerate(header) if plain(cell) in _ROLE_HEADERS), None)


def is_teacher(roles: str) -> bool:
    """Return whether the roles of a person in a course, such as "Teacher, Manager", include staff but no student."""
    words = {*plain(roles).split()}
    return bool(words & _STAFF) and not words & _LEARNERS


def _students_by_role(
    header: Line, lines: list[Line], sheet: LineClassifier, place: str
) -> tuple[list[Line], list[Problem], list[Problem]]:
    """Return the lines of students, notes and problems, according to the column of roles in the course, if any."""
    at = role_column(header.cells)
    if at is None:
        return lines, [], []
    role_words = {line.number: {*plain(line.cell(at)).split()} for line in lines}
    if not any(words & (_LEARNERS | _STAFF) for words in role_words.values()):
        return lines, [], []
    students, staff, problems = [], [], []
    for line in lines:
        is_learner, is_staff = bool(role_words[line.number] & _LEARNERS), bool(role_words[line.number] & _STAFF)
        if is_learner and not is_staff:
            students.append(line)
        elif is_staff and not is_learner:
            staff.append(line)
        else:
            cause = Message(
                "it is unclear whether {name!r} is a student: the column {column!r} has {role!r}",
                name=sheet.name(line) or _text(line),
                column=header.cells[at],
                role=line.cell(at)[:60],
            )
            remedy = "write Student in this column if the person takes the exam, or remove the line"
            problems.append(Problem(cause, _where(place, line), remedy))
    notes = []
    if staff:
        message = _listed(
            Message("line {line} ({text})", line=line.number, text=f"{sheet.name(line)}, {line.cells[at]}")
            for line in staff
        )
        cause = Message(
            "according to the column {column!r}, these persons are not students, and they were omitted: {lines}",
            column=header.cells[at],
            lines=message,
        )
        notes = [Problem(cause, place, "write Student in this column for each of these persons who takes the exam")]
    return students, notes, problems
