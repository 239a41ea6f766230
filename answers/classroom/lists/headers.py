"""What the columns of a class list are called, by schools' platforms and by teachers, in French and in English."""

import re
import unicodedata
from collections.abc import Mapping
from types import MappingProxyType

STUDENT, NUMBER, LOGIN, ID, EMAIL, INE = "student", "number", "login", "id", "email", "ine"
NAME, FIRST_NAME, FULL_NAME, U0 = "name", "first_name", "full_name", "u0"
IDENTIFYING = (STUDENT, NUMBER, LOGIN, ID, EMAIL)
"""Roles of columns that tell students apart, the surest first. The national number does too, but is a student's own:
it identifies nobody unless the teacher says so."""

_WRITTEN = {
    STUDENT: "student, candidat, candidate",
    NUMBER: "id number, numero d identification, numero identification, numero etudiant, num etudiant, no etudiant, "
    "n etudiant, numero d etudiant, student number, student id, numero, number, matricule, sis user id, code etudiant, "
    "cod etu",
    INE: "ine, numero ine, n ine, code ine, ine etudiant, identifiant national, identifiant national etudiant",
    LOGIN: "login, username, user name, nom d utilisateur, utilisateur, sis login id, compte",
    ID: "id, identifiant, identifier",
    EMAIL: "email, e mail, mail, courriel, email address, e mail address, adresse de courriel, adresse e mail, "
    "adresse email, adresse mail, adresse electronique",
    NAME: "name, nom, nom de famille, surname, last name, lastname, family name, nom d usage, nom usuel",
    FIRST_NAME: "first name, firstname, given name, prenom, prenoms, prenom usuel",
    FULL_NAME: "full name, nom complet, nom et prenom, nom prenom, nom et prenoms, prenom nom, prenom et nom, "
    "student name, eleve, etudiant",
    U0: "u0, u 0, graine, seed",
}
_ROLES: Mapping[str, str] = MappingProxyType(
    {text: role for role, told in _WRITTEN.items() for text in told.split(", ")}
)


def role_of(header: str) -> str:
    """Return the role of a column by its header, whatever its capitals, accents and signs; empty if it has none."""
    return _ROLES.get(plain(header), "")


def folded(text: str) -> str:
    """Return `text` as it is compared with another: whatever its capitals, its spaces, and how its accents are kept."""
    return " ".join(unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold()).split())


def plain(text: str) -> str:
    """Return `text` in small letters without accents, words and numbers apart by single spaces."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return " ".join(re.findall(r"[^\W_]+", bare))
