import io
import random
import re
import unicodedata
import zipfile
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.classroom.roster import (
    Enrollment,
    Roster,
    draw_seeds,
    file_names,
    identifying_columns,
    named_student,
    read_own_roster,
    read_roster,
    roster_csv,
    with_key_column,
)
from answers.errors import CorrigeError
from answers.files import safe_name
from answers.people import table
from answers.sheets.sheet import Student


def ids(roster: Roster) -> list[str]:
    return [enrollment.student.id for enrollment in roster.enrollments]


letters = st.characters(
    exclude_categories=("C", "Z"), include_characters=" ", exclude_characters="?=ÂÃÄÅâÔ‚áß¬√ƒ≈┬├─┼·"
)
names = st.text(letters, max_size=20).map(lambda text: unicodedata.normalize("NFC", " ".join(text.split())))


@given(st.lists(st.tuples(names, names, st.one_of(st.none(), st.integers(0, 64006))), min_size=1, max_size=5))
def test_a_class_list_survives_a_round_trip(rows: list[tuple[str, str, int | None]]) -> None:
    enrollments = tuple(Enrollment(Student(f"s{i}", name, first), u0) for i, (name, first, u0) in enumerate(rows))
    assert read_own_roster(roster_csv(enrollments), "list.csv").enrollments == enrollments


@pytest.mark.parametrize(
    ("header", "ids", "is_stored"),
    [
        ("N°", ("21700104", "21700105"), True),
        ("Numéro d'identification", ("1", "2"), True),
        ("Numéro d'identification", ("21700104", "21700105"), False),
        ("INE", ("1234567890A", "1234567890B"), False),
        ("student", ("1", "2"), False),
    ],
)
def test_the_header_of_an_identifier_is_kept_where_nothing_else_shows_what_it_is(
    header: str, ids: tuple[str, str], is_stored: bool
) -> None:
    content = f"{header};Nom;Prénom;Groupe\n{ids[0]};Aa;Bb;G1\n{ids[1]};Cc;Dd;G2\n".encode()
    enrollments = with_key_column(read_roster(content, "list.csv", header))
    assert [enrollment.student.id for enrollment in enrollments] == [*ids]
    group = (("Groupe", "G1"),)
    assert enrollments[0].extra == ((header, ids[0]), *group) if is_stored else enrollments[0].extra == group


def test_the_class_list_runs_nothing_in_a_spreadsheet() -> None:
    enrollments = (Enrollment(Student("-s1", "=Aa", "＋Bb", "s1"), 3, (("@phone", "+33 6"), ("text", "a\t=1"))),)
    assert roster_csv(enrollments).decode() == (
        "student,name,first_name,u0,file,'@phone,text\n'-s1,'=Aa,'＋Bb,3,s1,'+33 6,a\t'=1\n"
    )
    assert read_own_roster(roster_csv(enrollments), "list.csv").enrollments == enrollments


def test_cells_are_trimmed_and_columns_may_be_missing_or_in_any_order() -> None:
    assert read_own_roster(b" U0 , Student \n 000017 , ../s 1 \n,s2\n0,s3\n64006,s4\n", "list.csv").enrollments == (
        Enrollment(Student("../s 1", "", "", "s-1"), 17),
        Enrollment(Student("s2", "", ""), None),
        Enrollment(Student("s3", "", ""), 0),
        Enrollment(Student("s4", "", ""), 64006),
    )
    assert read_own_roster(b"first_name,name,student\n B , A , s1 \n", "x").enrollments == (
        Enrollment(Student("s1", "A", "B")),
    )


def refused(read: Callable[[], object]) -> list[tuple[str, str]]:
    """Return the place and the cause of each problem for which a list is refused."""
    with pytest.raises(CorrigeError) as caught:
        read()
    assert all(problem.remedy for problem in caught.value.problems)
    return [(str(problem.place), str(problem.cause)) for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("content", "problems"),
    [
        ("", [(0, "empty")]),
        (" , ,\n\n\t\n", [(0, "empty")]),
        ("student,u0\n", [(0, "no student")]),
        ("name\n", [(1, "'name'"), (0, "no student")]),
        ("name,u0\nA,x\n", [(1, "'name', 'u0'")]),
        ("student\n../..\n\n \n ;\n", [(2, "no identifier"), (5, "no identifier")]),
        ("student\ns 1\ns-1\nS 1\n(s 1)\n", [(4, "'S 1' is on line 2")]),
        ("student,u0\ns01,-1\n", [(2, "'-1'")]),
        ("student,u0\ns01,17.0\n", [(2, "'17.0'")]),
        ("student,u0\ns01,64007\n", [(2, "'64007'")]),
        ("student,u0\ns01,0000017\n", [(2, "'0000017'")]),
        ("student,u0\ns01,１７\n", [(2, "'１７'")]),
        (f"student,u0\ns01,{'9' * 50}\n", [(2, f"'{'9' * 40}'")]),
        (
            "student,nom,u0,u0\ns01,A,17,17\ns01,B,18,18\n,C,1,1\ns04,D\ns05,E,99999,x\n",
            [(1, "2 columns with the header 'u0'"), (3, "'s01' is on line 2"), (4, "no identifier"),
             (5, "2 cells, but the header has 4"), (6, "'99999'")],
        ),
        (f"student\ns01\n{'x' * 131_073}\ns03\n", [(3, "field larger than field limit (131072)")]),
        ('student,name\ns01,"A\ns02,B\ns03,C\n', [(2, "quotation mark")]),  # the mark would swallow two students
        ('student,name\ns01,A\n\ns02,"B" x\n', [(4, "',' expected after '\"'")]),
        ('student,name\n"s01,A', [(2, "unexpected end of data")]),
    ],
)  # fmt: skip
def test_all_problems_of_a_class_list_are_told_with_their_lines(content: str, problems: list[tuple[int, str]]) -> None:
    found = refused(lambda: read_own_roster(content.encode(), "list.csv"))
    assert [place for place, _ in found] == [f"list.csv, line {line}" if line else "list.csv" for line, _ in problems]
    assert all(words in cause for (_, cause), (_, words) in zip(found, problems, strict=True))


def test_a_person_on_two_lines_is_one_student_unless_another_identifier_differs() -> None:
    twice = "Courriel;Nom;Prénom;Numéro\nz@x;Ba;Zoé;1001\nz@x;Ba;Zoé;1001\n"
    assert ids(read_own_roster(twice.encode(), "list.csv")) == ["1001"]
    content = twice.replace("1001\nz", "1002\nz").encode()
    ((place, cause),) = refused(lambda: read_roster(content, "list.csv", "Courriel"))
    assert (place, "'z@x' is on line 2" in cause) == ("list.csv, line 3", True)


class First(random.Random):
    """A source that takes the first values, and records the values it was offered."""

    def sample(self, population: Sequence[Any], k: int, *, counts: Iterable[int] | None = None) -> list[Any]:
        self.population = list(population)
        return self.population[:k]


def test_seeds_are_drawn_among_all_that_are_free() -> None:
    enrollments = [Enrollment(Student(name), seed) for name, seed in zip("abcd", (None, 0, None, 2), strict=True)]
    source = First()
    assert [enrollment.u0 for enrollment in draw_seeds(iter(enrollments), 3, source)] == [1, 0, 4, 2]
    assert source.population == [1, *range(4, 60000)]


def listed(content: bytes | str) -> list[tuple[str, str, str, dict[str, str]]]:
    data = content.encode() if isinstance(content, str) else content
    return [
        (enrollment.student.id, enrollment.student.name, enrollment.student.first_name, dict(enrollment.extra))
        for enrollment in read_own_roster(data, "list").enrollments
    ]


def test_a_list_of_names_alone_and_a_title_above_it() -> None:
    content = "Lycée X;;\nClasse de MP;;\n\nÉlève;Né(e) le;Classe\nLE GOFF Zoé;01/02/2005;MP\nDe Ba;;MP\n".encode(
        "cp1252"
    )
    assert listed(content) == [
        ("LE GOFF Zoé", "LE GOFF", "Zoé", {"Né(e) le": "01/02/2005", "Classe": "MP"}),
        ("De Ba", "De Ba", "", {"Né(e) le": "", "Classe": "MP"}),
    ]


def test_a_workbook(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.create_sheet("list").append(["Nom", "Prénom", "N° étudiant", "place"])
    book["list"].append(["Aa", "Bb", 21900017, "=1+1"])
    book["list"].append([])
    book["list"].append(["Cc", None, 21900018.0, date(2026, 11, 21)])
    book.save(tmp_path / "list.xlsx")
    assert listed((tmp_path / "list.xlsx").read_bytes()) == [
        ("21900017", "Aa", "Bb", {"place": "#N/A"}),  # a formula that no spreadsheet has computed yet
        ("21900018", "Cc", "", {"place": "2026-11-21"}),
    ]


def workbook(fill: Callable[[openpyxl.Workbook], object], **replaced: str) -> bytes:
    """Return a workbook whose first sheet is named "Sheet", with parts of the XML of that sheet replaced."""
    book, stream, changed = openpyxl.Workbook(), io.BytesIO(), io.BytesIO()
    fill(book)
    book.save(stream)
    with zipfile.ZipFile(stream) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            for before, other in replaced.items() if name.endswith("sheet1.xml") else ():
                text = re.sub(rf"<{before} [^>]*>".encode(), other.encode(), text)
            new.writestr(name, text)
    return changed.getvalue()


def with_rows(sheet: Any, *rows: Sequence[object]) -> None:
    for row in rows:
        sheet.append(row)


def test_nobody_is_missing_where_a_workbook_says_that_it_is_smaller_or_hides_rows() -> None:
    def fill(book: openpyxl.Workbook) -> None:
        sheet: Any = book.active
        with_rows(sheet, ["student"], ["s1"], ["s2"], ["s3"])
        sheet.row_dimensions[3].hidden = True

    roster = read_roster(workbook(fill, dimension='<dimension ref="A1:A2"/>'), "list.xlsx")
    assert ids(roster) == ["s1", "s2", "s3"]
    assert ["hidden rows" in str(note.cause) for note in roster.notes] == [True]


@pytest.mark.parametrize(
    ("number_format", "shown"),
    [("00000", "00123"), ("[$-40C]00000", "00123"), ("000;-000", "123"), ("0", "123"), ("General", "123")],
)
def test_a_number_is_as_it_is_shown(number_format: str, shown: str) -> None:
    def fill(book: openpyxl.Workbook) -> None:
        sheet: Any = book.active
        with_rows(sheet, ["student"], [123])
        sheet["A2"].number_format = number_format

    assert ids(read_own_roster(workbook(fill), "list.xlsx")) == [shown]


def test_sheets_that_are_not_read_are_told() -> None:
    def fill(book: openpyxl.Workbook) -> None:
        with_rows(book.create_sheet("old", 0), ["student"], ["s8"])
        book["old"].sheet_state = "hidden"
        with_rows(book["Sheet"], ["see the other one"])
        with_rows(book.create_sheet("list"), ["student"], ["s1"])
        book.create_sheet("empty")

    roster = read_roster(workbook(fill), "list.xlsx")
    assert ids(roster) == ["s1"]
    assert ["the sheet 'list' was read, but not the sheets 'Sheet', 'old'" in note.cause for note in roster.notes] == [
        True
    ]


def test_two_lists_in_a_workbook_are_no_list() -> None:
    def fill(book: openpyxl.Workbook) -> None:
        with_rows(book["Sheet"], ["student"], ["s1"])
        with_rows(book.create_sheet("B"), ["student"], ["s2"])

    with pytest.raises(CorrigeError, match="which sheet of the workbook to read, so none was read: 'Sheet', 'B'"):
        read_own_roster(workbook(fill), "list.xlsx")


def test_a_damaged_workbook_and_an_archive_that_is_none_are_told() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("a.txt", "student")
    for content in (b"PK\x03\x04 and nothing", b"PK\x03\x04" + bytes(500), stream.getvalue()):
        with pytest.raises(CorrigeError, match="the file is not a workbook, or is damaged"):
            read_own_roster(content, "list.xlsx")


def test_a_workbook_that_unpacks_to_gigabytes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "MAX_UNPACKED", 2_000_000)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(3):
            archive.writestr(f"{number}.xml", bytes(800_000))
    with pytest.raises(CorrigeError, match="unpacks to more than 2 MB"):
        read_own_roster(stream.getvalue(), "list.xlsx")


def test_lines_in_two_encodings_are_each_read_in_their_own() -> None:
    content = "student,name\ns01,Éa\n".encode() + "s02,Éb\ns03,Cc\n".encode("cp1252")
    roster = read_roster(content, "list.csv")
    assert [enrollment.student.name for enrollment in roster.enrollments] == ["Éa", "Éb", "Cc"]
    (note,) = roster.notes
    assert "two text encodings, UTF-8 in line 2 and Windows Latin-1 elsewhere" in note.cause


def test_accents_in_two_pieces_and_signs_that_are_not_seen_are_of_no_account() -> None:
    content = "student,name,first_name,u0\ns01,Le  Goff\u200b,Zoe\u0301,\n".encode()
    assert read_own_roster(content, "list.csv").enrollments == (Enrollment(Student("s01", "Le Goff", "Zoé")),)


@pytest.mark.parametrize("name", ["Zo?e", "Lef\ufffdvre", "Lef\x8fvre", "Lef\x85vre"])
def test_a_name_that_lost_letters_is_refused_but_not_in_a_class_that_has_it(name: str) -> None:
    content = f"student,name,first_name,u0\ns01,Aa,{name},\n".encode()
    assert [place for place, _ in refused(lambda: read_roster(content, "list.csv"))] == ["list.csv, line 2"]
    assert read_own_roster(content, "students.csv").enrollments[0].student.first_name == name


def test_homonyms_and_shared_seeds_are_told_and_are_no_error() -> None:
    content = b"student,name,first_name,u0\ns1,Aa,Bb,5\ns2,AA,bb,6\ns3,Cc,Dd,5\ns4,,,\ns5,,,\n"
    roster = read_roster(content, "list.csv")
    assert len(roster.enrollments) == 5
    assert [(note.cause, note.place) for note in roster.notes] == [
        ("the students s1, s2 have the same name, Bb Aa", "list.csv"),
        ("the students s1, s3 have the same u0, 5, and so the same answers", "list.csv"),
    ]


WITH_INE = "INE;Nom;Prénom;Courriel\n1234567890A;Aa;Bb;a@x.fr\n1234567890B;Aa;BB;{}\n1234567890C;Cc;Dd;c@x.fr\n"


@pytest.mark.parametrize(
    ("mail", "known_by", "identifiers", "problem"),
    [
        ("b@x.fr", "", ["a@x.fr", "b@x.fr", "c@x.fr"], ["to identify students by another column: --known-by INE"]),
        ("", "", ["Aa Bb A", "Aa BB B", "Cc Dd"], ["to identify students by another column: --known-by INE"]),
        ("", "ine", ["1234567890A", "1234567890B", "1234567890C"], []),
    ],
)
def test_a_national_number_identifies_nobody_unasked_and_homonyms_have_a_letter(
    mail: str, known_by: str, identifiers: list[str], problem: list[str]
) -> None:
    roster = read_roster(WITH_INE.format(mail).encode(), "list.csv", known_by)
    assert ids(roster) == identifiers
    assert [note.remedy for note in roster.notes if "are identified by" in note.cause] == problem
    assert dict(roster.enrollments[0].extra).get("INE") == ("1234567890A" if not known_by else None)
    assert "INE" not in roster.enrollments[0].export_columns


@pytest.mark.parametrize(
    ("header", "columns"),
    [
        ("Prénom;Nom;Numéro étudiant;Login;INE", ("Numéro étudiant", "Login")),
        ("Prénom;Nom;Courriel;N° étudiant;INE", ("N° étudiant", "Courriel")),
        ("Prénom;Nom;INE;Groupe;Courriel", ("Courriel",)),
        ("student;Nom;Numéro;Login;Courriel", ()),
        ("student;name;first_name;u0;Courriel", ()),
    ],
)
def test_columns_that_could_identify_are_told_the_surest_first(header: str, columns: tuple[str, ...]) -> None:
    content = f"{header}\na;b;c;7;e\nf;g;h;8;j\n".encode()
    assert tuple(identifying_columns(content, "list.csv")) == columns
    assert identifying_columns(f"{header}\na;b;;;\n".encode(), "list.csv") == {}


@pytest.mark.parametrize(("key", "offered"), [("k2", True), ("k1", False)])
def test_a_date_and_a_yes_are_offered_as_no_identifier(key: str, offered: bool) -> None:
    """In a list without identifiers, and if a missing column is asked for."""
    content = f"Nom;Prénom;Né(e) le;TT;Key\nA;B;01/02/2005;oui;k1\nC;D;2005-03-04;non;{key}\n".encode()
    (note,) = read_roster(content, "list.csv").notes
    assert note.remedy.endswith("identifies the students: --known-by Key") if offered else note.remedy == ""
    with pytest.raises(CorrigeError) as caught:
        read_roster(content, "list.csv", "zz")
    assert caught.value.problems[0].remedy == ("possible choices: Key" if offered else "no choice is possible here")


def test_an_identifier_stays_as_it_is_and_its_files_are_called_otherwise() -> None:
    enrollments = read_own_roster(b"student,name\nzo.e@x.fr,A\nzo-e@x.fr,B\n", "list.csv").enrollments
    assert [(enrollment.student.id, enrollment.student.stem) for enrollment in enrollments] == [
        ("zo.e@x.fr", "zo-e-x-fr"),
        ("zo-e@x.fr", "zo-e-x-fr-2"),
    ]
    # Written down, so that they stay when the one before leaves.
    left = read_own_roster(roster_csv(enrollments[1:]), "students.csv").enrollments
    assert left == enrollments[1:]


def named(*identifiers: str) -> list[str]:
    return list(file_names(identifiers, [""] * len(identifiers)))


@pytest.mark.parametrize(
    ("identifiers", "stems"),
    [
        (("s01", "A_b-2"), ["s01", "A_b-2"]),
        (("a.b@x.fr", "a-b@x.fr", "A_b", "A-b-x-fr"), ["a-b-x-fr", "a-b-x-fr-2", "A_b", "A-b-x-fr-3"]),
        (("李明", "王芳", "con", "NUL"), ["student", "student-2", "con-2", "NUL-2"]),  # names that a system keeps
    ],
)
def test_stems_of_identifiers(identifiers: tuple[str, ...], stems: list[str]) -> None:
    assert named(*identifiers) == stems


@given(st.lists(st.text(min_size=1, max_size=80), max_size=8))
def test_stems_are_harmless_and_differ_by_more_than_capitals(identifiers: list[str]) -> None:
    stems = named(*identifiers)
    assert len({stem.casefold() for stem in stems}) == len(identifiers)
    assert all(stem.isascii() and stem.replace("-", "a").replace("_", "a").isalnum() for stem in stems)
    long = named("x" * 100, "x" * 99)  # a number keeps to the length of a name
    assert [safe_name(stem) for stem in long] == long


def test_a_column_that_nobody_calls_an_identifier_is_offered_where_names_do_not_tell_all_apart() -> None:
    text = "Nom;Prénom;N° candidat;Groupe\nAa;Bb;101;1\nAa;Bb;102;1\nCc;Dd;103;2\n"
    (note,) = (problem for problem in read_roster(text.encode(), "l.csv").notes if "by their names" in problem.cause)
    assert "'N° candidat'" in note.remedy
    known = read_roster(text.encode(), "l.csv", "N° candidat")
    assert ids(known) == ["101", "102", "103"]


CLASS = (
    Student("s01", "Émery", "Zoé"), Student("s02", "Martin", "Léa"), Student("s03", "Martin", "Ana"),
    Student("zoé", "Petit", "Max"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [("S01", "s01"), ("emery", "s01"), ("Zoé Émery", "s01"), ("martin lea", "s02"), ("Ana", "s03"), ("Zoé", "zoé"),
     ("zoe\u0301", "zoé"), ("oeuvrard noel", "s04"), ("los soren", "s05"), ("weiss laetitia", "s06")],
)  # fmt: skip
def test_an_identifier_then_a_whole_name_that_one_student_has(text: str, expected: str) -> None:
    others = Student("s04", "Œuvrard", "Noël"), Student("s05", "Łoś", "Søren"), Student("s06", "Weiß", "Lætitia")
    assert named_student((*CLASS, *others), text).id == expected


FILES = {"submissions/b/copy.txt": "s02", "submissions/c/copy.txt": "s03", "submissions/d.csv, line 2": "zoé"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("D-ARTAGNAN-Noe", "D'ARTAGNAN Noé"), ("d-artagnan-noe", "D'ARTAGNAN Noé"), ("Noé", "D'ARTAGNAN Noé"),
        ("submissions/b/copy.txt", "s02"), ("b/copy.txt", "s02"), ("class/submissions/c/copy.txt", "s03"),
        ("d.csv, line 2", "zoé"),
    ],
)  # fmt: skip
def test_the_stem_of_files_and_the_file_handed_in(text: str, expected: str) -> None:
    noe = Student("D'ARTAGNAN Noé", "D'ARTAGNAN", "Noé", "D-ARTAGNAN-Noe")
    assert named_student((*CLASS, noe), text, FILES).id == expected


@pytest.mark.parametrize("text", ["copy.txt", "opy.txt", "/"])
def test_a_file_of_nobody_or_of_several(text: str) -> None:
    with pytest.raises(CorrigeError, match="student"):
        named_student(CLASS, text, FILES)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Martin", r"2 students have the name 'Martin'\n.*s02, Martin Léa ; s03, Martin Ana"),
        ("art", r"no student .*\n.*did you mean s02, Martin Léa or s03, Martin Ana\?"),
        ("", "no student of the class"),
        ("s0", "did you mean s0"),
        ("peti", r"no student .*\n.*did you mean zoé, Petit Max\?"),  # the only one, but perhaps another is meant
        ("Emry", r"no student .*\n.*did you mean s01, Émery Zoé\?"),
        ("Marten Lea", r"no student .*\n.*did you mean s02, Martin Léa"),
    ],
)
def test_nobody_or_several(text: str, expected: str) -> None:
    with pytest.raises(CorrigeError, match=expected):
        named_student(CLASS, text)
