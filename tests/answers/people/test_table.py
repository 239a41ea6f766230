import pytest

from answers.people.table import plain, role_of


@pytest.mark.parametrize(
    ("header", "role"),
    [
        ("Adresse de courriel", "email"),
        ("ADRESSE_DE_COURRIEL", "email"),
        ("Email address", "email"),
        ("Numéro d'identification", "number"),
        ("Numéro d’identification", "number"),
        ("N° étudiant", "number"),
        ("ID number", "number"),
        ("SIS User ID", "number"),
        ("SIS Login ID", "login"),
        ("Nom d’utilisateur", "login"),
        ("Prénom", "first_name"),
        ("Nom de famille", "name"),
        ("Last name", "name"),
        ("Nom complet", "full_name"),
        ("Élève", "full_name"),
        ("Prénom / Nom", "full_name"),
        ("u₀", "u0"),
        ("graine", "u0"),
        ("LIB_NOM_PAT_IND", "name"),
        ("LIB_PR1_IND", "first_name"),
        ("groupe", ""),
        ("", ""),
        ("Nom du parent", ""),
    ],
)
def test_roles(header: str, role: str) -> None:
    assert role_of(header) == role


def test_signs_accents_and_capitals_do_not_count() -> None:
    assert plain("  N° d’Élève_(2) ") == "n d eleve 2"
