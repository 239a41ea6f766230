"""How platforms import marks: the rules that decide whose mark a cell is, read from their sources.

Each function takes an exported file and returns the marks by what the platform knows its users by. A file that the
platform would refuse raises `RefusedError`.
"""

import csv
import io
import re
from collections.abc import Mapping, Sequence

MAXIMUM = 5.0


class RefusedError(Exception):
    pass


def rows(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8"))))


def mark(text: str) -> float:
    if not re.fullmatch(r"\d+(\.\d+)?", text) or float(text) > MAXIMUM:
        raise RefusedError(f"not a mark: {text!r}")
    return float(text)


def moodle_grades(content: bytes, users: Sequence[str], key: str = "ID number", item: str = "DM1") -> dict[str, float]:
    """grade/import/csv/classes/load_data.php: two columns are mapped; one unknown user or bad grade refuses all."""
    header, *lines = rows(content)
    user, grade = header.index(key), header.index(item)
    marks = {}
    for line in lines:
        if len(line) != len(header):
            raise RefusedError("another number of columns")
        if line[user] not in users:
            raise RefusedError(f"no user {line[user]!r}")
        if line[grade] in ("", "-"):
            raise RefusedError("the mark would be withdrawn")
        marks[line[user]] = mark(line[grade])
    return marks


def moodle_worksheet(content: bytes, users: Sequence[str]) -> dict[str, float]:
    """mod/assign/feedback/offline/importgradeslib.php: columns by their names in the teacher's language, numbers too.

    A row whose grade is empty is skipped; the participant is the number behind a word of the language.
    """
    header, *lines = rows(content)
    (identifier,) = (at for at, name in enumerate(header) if name in ("Identifier", "Identifiant"))
    (grade,) = (at for at, name in enumerate(header) if name in ("Grade", "Note"))
    if not any(name in header for name in ("Last modified (grade)", "Dernière modification (note)")):
        raise RefusedError("a column is missing")
    decimal = "," if "Note" in header else "."
    marks = {}
    for line in lines:
        if line[identifier] in users and line[grade]:
            if decimal == "," and "." in line[grade]:
                raise RefusedError("another decimal mark")
            marks[line[identifier]] = mark(line[grade].replace(decimal, "."))
    return marks


def canvas(content: bytes, users: Mapping[str, str]) -> dict[str, float]:
    """lib/gradebook_importer.rb: the header, then rows by ID; « Points Possible » is no student, an empty cell deletes.

    `users` has the numbers of Canvas and the name that it has for each. The item is the column « title (number) ».
    """
    header, *lines = rows(content)
    if not re.search("student", header[0], re.IGNORECASE) or header[1] != "ID" or "Section" not in header:
        raise RefusedError("no header of Canvas")
    if not re.fullmatch(r".*\(\d+\)", header[-1]):
        raise RefusedError("a new assignment")
    marks = {}
    for line in lines:
        if line[-1] == "Manual Posting" or re.match(r"\s*points possible", line[0], re.IGNORECASE):
            continue
        if users.get(line[1]) != line[0]:
            raise RefusedError(f"no user {line[1]!r}")
        marks[line[1]] = mark(line[-1])
    return marks


def blackboard(content: bytes, users: Sequence[str]) -> dict[str, float]:
    """Help, Working Offline: the user by the user name, the column by the number behind « | »; data in quotes."""
    text = content.decode("utf-8-sig")
    if any(not re.fullmatch(r'"([^"]|"")*"(,"([^"]|"")*")*', line) for line in text.splitlines()):
        raise RefusedError("data without quotes")
    header, *lines = rows(text.encode())
    (item,) = (at for at, name in enumerate(header) if name.endswith(" |120045"))
    user = header.index("Username")
    return {line[user]: mark(line[item]) for line in lines if line[user] in users}


def brightspace(content: bytes, users: Sequence[str]) -> dict[str, float]:
    """Import of grades: OrgDefinedId with its #, the header of the item, the indicator at the end of each line."""
    header, *lines = rows(content)
    if header[0] != "OrgDefinedId" or header[-1] != "End-of-Line Indicator":
        raise RefusedError("no header of Brightspace")
    (item,) = (at for at, name in enumerate(header) if re.match("DM1 Points Grade( <|$)", name))
    if any(line[-1] != "#" for line in lines):
        raise RefusedError("no end of the line")
    return {line[0]: mark(line[item]) for line in lines if line[0] in users}


def sakai_gradebook(content: bytes, users: Sequence[str]) -> dict[str, float]:
    """gradebookng ImportGradesHelper.java: identifier and name come first; an item may have its points in brackets.

    A blank or repeated header, and a repeated student, refuse the file.
    """
    header, *lines = rows(content)
    if header[:2] != ["Student ID", "Student Name"] or "" in header or len(set(header)) != len(header):
        raise RefusedError("header")
    if len({line[0] for line in lines}) != len(lines):
        raise RefusedError("a student twice")
    (item,) = (at for at, name in enumerate(header[2:], 2) if re.fullmatch(r"DM1 \[\d+([.,]\d+)?\]", name))
    if len(header) != 3:
        raise RefusedError("other items would be changed")
    return {line[0]: mark(line[item]) for line in lines if line[0] in users}


def sakai_assignment(content: bytes, users: Sequence[str]) -> dict[str, float]:
    """AssignmentToolUtils: three lines are skipped, the first cell is the identifier, the fifth the mark."""
    return {line[0]: mark(line[4]) for line in rows(content)[3:] if len(line) > 4 and line[0] in users}
