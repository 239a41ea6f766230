import pytest

from answers.errors import CorrigeError
from answers.people.table import read_table
from tests.problems import problems_of

LIST = "ID number;Last name;First name\n12;Lefèvre;Hélène\n13;Garçon;Noël\n14;Muñoz;Zoé\n"
CAPITALS = "Nom;Prénom\nLEFÈVRE;HÉLÈNE\nMÜLLER;JÖRG\nBEN SAÏD;AÏCHA\n"


def cells(content: bytes, encoding: str = "") -> list[tuple[str, ...]]:
    return [line.cells for line in read_table(content, "list.csv", encoding).lines]


@pytest.mark.parametrize("text", [LIST, CAPITALS])
@pytest.mark.parametrize(
    "codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "mac_roman", "cp850"]
)
def test_a_list_is_read_in_the_encoding_that_it_was_saved_in(text: str, codec: str) -> None:
    content = text.encode(codec)
    assert cells(content) == [tuple(line.split(";")) for line in text.splitlines()]
    assert [note.cause for note in read_table(content, "list.csv").notes] == (
        {
            "mac_roman": [f"the list was read in the encoding 'mac': {', '.join(accented(text))}"],
            "cp850": [f"the list was read in the encoding 'dos': {', '.join(accented(text))}"],
        }.get(codec, [])
    )


def accented(text: str) -> list[str]:
    """Return the first three words of the students with an accent."""
    words = text.partition("\n")[2].replace(";", " ").split()
    return [word for word in words if not word.isascii()][:3]


def test_lines_of_a_macintosh_end_as_they_did() -> None:
    assert len(cells(LIST.replace("\n", "\r").encode("mac_roman"))) == 4


def test_what_can_be_read_in_several_ways_is_asked_with_the_names() -> None:
    content = "Last name;First name\nMu\x96oz;Ana\n".encode("latin-1")  # Muñoz of a Macintosh, Muûoz of DOS
    (problem,) = problems_of(cells, content)
    assert "mac: Muñoz" in problem.cause
    assert "dos: Muûoz" in problem.cause
    assert "--encoding mac" in problem.remedy
    assert cells(content, "mac")[1] == ("Muñoz", "Ana")
    assert cells(content, "dos")[1] == ("Muûoz", "Ana")


def test_what_is_no_text_in_an_encoding_of_ours_can_be_named() -> None:
    content = "Last name;First name\nŁukasiewicz;Jędrzej\nŻółć;Błażej\n".encode("cp1250")
    with pytest.raises(CorrigeError, match="--encoding"):
        cells(content)
    assert cells(content, "cp1250")[2] == ("Żółć", "Błażej")


@pytest.mark.parametrize("name", ["klingon", "rot13", "base64", "unicode_escape", "idna", "zip", "../etc"])
def test_an_encoding_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(CorrigeError, match="knows no text encoding"):
        cells(LIST.encode(), name)


def test_a_list_that_is_not_in_the_encoding_named_is_refused() -> None:
    with pytest.raises(CorrigeError, match="cannot be read in the encoding 'utf-8'"):
        cells(LIST.encode("cp1252"), "utf-8")


@pytest.mark.parametrize("codec", ["latin-1", "mac_roman", "cp850"])
def test_accents_that_were_encoded_twice_are_mended_and_it_is_noted(codec: str) -> None:
    twice = LIST.encode().decode(codec)
    assert cells(twice.encode()) == cells(LIST.encode())
    (note,) = read_table(twice.encode(), "list.csv").notes
    assert note.place == "list.csv, line 2"
