"""The words students and teachers use for parts and fields, in French and English."""

import re
import unicodedata

STUDENT, FIRST_NAME, U0, EXAM_FIELD = "student", "first_name", "u0", "exam"

_FIELDS = {
    STUDENT: "student name nom nomprenom eleve etudiant etudiante candidat candidate candidates identifiant id numero",
    FIRST_NAME: "firstname prenom givenname",
    U0: "u0 utilde0 seed graine",
    EXAM_FIELD: "exam examen epreuve sujet",
}
_FIELD_OF = {word: field for field, words in _FIELDS.items() for word in words.split()}

# Possessive quantifiers: matching stays linear in the length of a hostile line.
QUESTION_WORD = r"(?:question|exercice|exercise|q|ex)\s*+\.?\s*+(?:n\s*+[°ºo]\s*+)?+"
PART = rf"(?:{QUESTION_WORD})?+(?P<number>\d{{1,3}})\s*+[.)_-]?\s*+\(?\s*+(?P<letter>[a-z]?)"
_WHOLE_PART = re.compile(PART + r"\s*\)?", re.IGNORECASE | re.ASCII)


def field_word(text: str) -> str | None:
    """Return which field `text` names ("student", "first_name", "u0", "exam"), or None.

    Case, accents, spaces and underscores do not matter; "étudiant", "nom", "élève", "prénom" are known.
    """
    plain = unicodedata.normalize("NFKD", text[:40]).casefold()
    return _FIELD_OF.get("".join(c for c in plain if c.isascii() and c.isalnum()))


def part_word(text: str) -> str | None:
    """Return the part id that `text` names ("1 A", "1a)", "Question 1a", "Q1.a" all give "1a"), or None."""
    if len(text) > 40:
        return None
    named = _WHOLE_PART.fullmatch(text.strip())
    return part_id(named["number"], named["letter"]) if named else None


def item_word(text: str) -> str | None:
    """Return the item that `text` names, "1a.2" of "1 A.2" or "Q1a.2", or None."""
    part, dot, item = text.strip().rpartition(".")
    named = part_word(part) if dot and item.isascii() and item.isdigit() and len(item) < 4 else None
    return f"{named}.{int(item)}" if named and int(item) else None


def part_id(number: str, letter: str) -> str:
    """Return the part id of a question number and a letter as they were written ("01", "A")."""
    return f"{int(number)}{letter.lower()}"


def tidy_name(*names: str) -> str:
    """Join what identifies a student: control characters dropped, spaces made single; nothing else is changed."""
    printable = "".join(c if unicodedata.category(c) != "Cc" else " " for c in " ".join(names))
    return " ".join(printable.split())
