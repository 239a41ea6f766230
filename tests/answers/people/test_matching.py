"""Test which student a row of a platform's list belongs to."""

import csv
import io
import random
from collections.abc import Sequence
from itertools import product

import pytest

from answers.people.matching import Matching, match_people
from answers.people.names import NameMatch, names_agree
from answers.people.people_list import PeopleList, Person
from answers.people.table import Line


def listed(text: str) -> PeopleList:
    """Return a list read from CSV with semicolons."""
    header, *body = csv.reader(io.StringIO(text), delimiter=";")
    rows = tuple(Line(at, tuple(cells)) for at, cells in enumerate(body, 2))
    return PeopleList("list.csv", tuple(header), rows)


def outcome(students: Sequence[Person], text: str) -> tuple[str, Matching]:
    """Return the matched students and lines, "a:2 b:3", and the whole result."""
    people = listed(text)
    matching = match_people(students, people)
    return " ".join(f"{students[s].id}:{people.rows[row].number}" for s, row in matching.pairs), matching


A, B, C = Person("101", "Lefèvre, Hélène"), Person("102", "O'Brien, Seán"), Person("103", "Dupont-Martin, Noël")
MAIL = "Adresse de courriel"

# what the identifier says, what the names say, the list; the students matched with their lines
TRUTH = [
    ("agrees", "agree", "ID number;Full name\n101;Hélène Lefèvre\n", "101:2"),
    ("agrees", "empty", "ID number;Full name\n101;\n", "101:2"),
    ("agrees", "no column", "ID number;Grade\n101;\n", "101:2"),
    ("agrees", "another person", "ID number;Full name\n101;Léa Carré\n", ""),
    ("is a classmate's", "agree", "ID number;Full name\n102;Hélène Lefèvre\n101;Seán O'Brien\n", "101:2 102:3"),
    ("assigned to a student", "agree", "ID number;Full name\n999;Hélène Lefèvre\n", "101:2"),
    ("is empty", "agree", "ID number;Full name\n;Hélène Lefèvre\n", "101:2"),
    ("is empty", "empty", "ID number;Full name\n;\n", ""),
    ("is empty", "agree twice", "ID number;Full name\n;Hélène Lefèvre\n;Hélène LEFEVRE\n", ""),
    ("agrees twice", "agree twice", "ID number;Full name\n101;Hélène Lefèvre\n101;LEFEVRE Hélène\n", "101:2 101:3"),
    ("agrees twice", "agree, contradict", "ID number;Full name\n101;Hélène Lefèvre\n101;Léa Carré\n", "101:2"),
    ("agrees twice", "no column", "ID number;Section\n101;S1\n101;S2\n", "101:2 101:3"),
    ("under no known header", "no column", "Email;Rank\nz@x;101\n", ""),
    ("under no known header", "another person", "Rank;Full name\n101;Léa Carré\n", ""),
    ("is the platform's own", "another person", "Student;ID;Section\nCarré, Léa;101;S1\n", ""),
    ("is the platform's own", "agree", "Student;ID;Section\nO'Brien, Seán;101;S1\n", "102:2"),
]


SIBLINGS = [
    Person("2101", "Caron, Max", ((MAIL, "caron@x"),)),
    *(Person(f"210{at}", f"{name}, Eva", ((MAIL, f"{name}@x"),)) for at, name in enumerate(("Nash", "Vert", "Roy"), 4)),
]
"""Max Caron, whose sister Ana (2102) is not in the class, and three more students."""
OTHERS = "2104;nash@x\n2105;vert@x\n2106;roy@x\n"


@pytest.mark.parametrize(
    ("text", "own"),
    [
        (f"ID number;{MAIL}\n2102;caron@x\n{OTHERS}", ""),  # Ana's number, the address of the family
        (f"N°;{MAIL}\n2102;caron@x\n{OTHERS}", ""),
        (f"N°;{MAIL}\n2101;caron@x\n{OTHERS}", "2101:2 "),
        (f"N°;{MAIL}\n2102;caron@x\n2101;caron@x\n{OTHERS}", "2101:3 "),
        (f"ID number;{MAIL}\n2102;caron@x\n2101;caron@x\n{OTHERS}", "2101:3 "),
        (f"Student ID;{MAIL}\n77;caron@x\n78;nash@x\n79;vert@x\n80;roy@x\n", "2101:2 "),  # other numbers for all
        # two persons, or one in two sections
        (f"{MAIL};Section\ncaron@x;3A\ncaron@x;3B\nnash@x;\nvert@x;\nroy@x;\n", ""),
        (f"ID number;{MAIL}\n2101;new@x\n{OTHERS}", "2101:2 "),  # another address is no other person
    ],
)
def test_a_family_address_gives_nobody_the_mark_of_a_sibling(text: str, own: str) -> None:
    result, matching = outcome(SIBLINGS, text)
    first = len(text.splitlines()) - 2
    assert result == own + " ".join(f"{student.id}:{first + at}" for at, student in enumerate(SIBLINGS[1:]))
    named = " ".join(str(problem.cause) for problem in matching.problems)
    assert ("Caron" in named) is not bool(own)


@pytest.mark.parametrize(("identifier", "names", "text", "expected"), TRUTH)
def test_a_row_is_matched(identifier: str, names: str, text: str, expected: str) -> None:
    result, matching = outcome((A, B, C), text)
    assert result == expected, (identifier, names)
    named = " ".join(str(problem.cause) for problem in matching.problems)
    matched = {s for s, _ in matching.pairs}
    assert all(student.id in named for s, student in enumerate((A, B, C)) if s not in matched)


def test_a_rank_that_moved_gives_nobody_the_mark_of_another() -> None:
    """The class list has the ranks of September; by June a student was added in the middle."""
    ranked = [Person(p.id, p.name, (("N°", rank),)) for p, rank in zip((A, B, C), "231", strict=True)]
    june = "N°;Nom;Prénom\n1;Carré;Léa\n2;Dupont-Martin;Noël\n3;Lefèvre;Hélène\n4;O'Brien;Seán\n"
    text, matching = outcome(ranked, june)
    assert text == "103:3 101:4 102:5"
    assert [str(problem.place) for problem in matching.problems] == ["list.csv, line 2"]
    assert outcome(ranked, "N°;Note\n1;\n2;\n3;\n")[0] == ""


@pytest.mark.parametrize("header", ["Numéro", "ID number", MAIL])
@pytest.mark.parametrize("order", ["231", "213"])
@pytest.mark.parametrize("others", [0, 30])
def test_identifiers_that_moved_against_the_names_are_a_problem(header: str, order: str, others: int) -> None:
    """Also where two students of a large class are exchanged, and where another column agrees with the names."""
    further = [Person(str(at), f"Roy, {first}") for at, first in enumerate(map("Ida{}".format, "abcdefghijkl"), 201)]
    people = [Person(p.id, p.name, ((MAIL, f"{p.id}@x"),)) for p in (A, B, C, *further[:others])]
    ids = [f"10{digit}" for digit in order] + [person.id for person in people[3:]]
    rows = [f"{text + '@x' * (header == MAIL)};{p.name}\n" for text, p in zip(ids, people, strict=True)]
    text, matching = outcome(people, f"{header};Full name\n{''.join(rows)}")
    assert text == " ".join(f"{person.id}:{line}" for line, person in enumerate(people, 2))
    (problem,) = matching.problems
    assert repr(header) in str(problem.cause)
    assert matching.notes == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Martin, Jean", "Martin, Jean-Paul"),
        ("Martin, M.", "Martin, Marie"),
        ("Martin, Jean", "Martin Dupont, Jean"),
        ("Martin, Thomas", "Thomas, Martin"),
    ],
)
@pytest.mark.parametrize("their_number", ["301", ""])
def test_exchanged_numbers_of_two_students_of_nearly_one_name_are_a_problem(
    one: str, other: str, their_number: str
) -> None:
    people = [A, B, C, Person("301", one), Person("302", other)]
    rows = [f"{p.id};{p.name.replace(', ', ';')}\n" for p in (A, B, C, Person("302", one), Person(their_number, other))]
    text, matching = outcome(people, f"ID number;Nom;Prénom\n{''.join(rows)}")
    assert text == "101:2 102:3 103:4 301:5 302:6"
    assert ["'ID number'" in str(problem.cause) for problem in matching.problems] == [True]


def test_a_column_with_the_identifiers_of_the_class_counts_under_any_header() -> None:
    """The logins were sorted without the numbers, in a list without names."""
    people = [
        Person(f"2170{number}", name, (("Login", login),))
        for number, name, login in (
            ("0311", "Nash, Eva", "enash"),
            ("0305", "Roy, Luc", "lroy"),
            ("0258", "Martin, Jean", "jmartin"),
        )
    ]
    rows = zip((person.id for person in people), ("jmartin", "lroy", "enash"), strict=True)
    text, matching = outcome(people, "Code;Login\n" + "".join(f"{number};{login}\n" for number, login in rows))
    assert text == "21700305:3"
    assert len(matching.problems) >= 2


def test_the_exact_name_of_one_student_under_the_number_of_another_is_nobodys_unless_both_are_in_the_list() -> None:
    people = [A, B, Person("104", "Martin, Jean"), Person("105", "Martin, Jean-Paul")]
    rows = "ID number;Nom;Prénom\n101;Lefèvre;Hélène\n102;O'Brien;Seán\n105;Martin;Jean\n"
    alone, matching = outcome(people, rows)
    assert "105:4" not in alone
    assert matching.problems
    text, matching = outcome(people, rows + "104;Martin;Jean\n")  # both shortened to one name
    assert (text, matching.problems) == ("101:2 102:3 105:4 104:5", ())


def test_a_changed_family_name_is_refused_until_the_class_list_has_it() -> None:
    text = "ID number;Full name\n101;Hélène Morel\n102;Seán O'Brien\n103;Noël Dupont-Martin\n"
    result, matching = outcome((A, B, C), text)
    assert result == "102:3 103:4"
    (problem,) = matching.problems
    assert problem.place == "list.csv, line 2"
    assert "Lefèvre Hélène (101)" in problem.cause
    assert "Hélène Morel" in problem.cause
    assert "students.csv" in problem.remedy
    assert outcome((Person("101", "Morel, Hélène"), B, C), text)[0] == "101:2 102:3 103:4"


def test_a_homonym_of_another_group_gets_no_mark_until_the_teacher_says_that_it_is_the_student() -> None:
    text = "ID number;Full name\n101;Hélène Lefèvre\n102;Seán O'Brien\nE0777;Noël Dupont-Martin\n"
    result, matching = outcome((A, B, C), text)
    assert result == "101:2 102:3"
    (problem,) = matching.problems
    assert problem.place == "list.csv, line 4"
    assert "E0777 in a column 'ID number'" in problem.remedy
    same = Person(C.id, C.name, (("ID number", "E0777"),))
    assert outcome((A, B, same), text)[0] == "101:2 102:3 103:4"


def test_a_homonym_is_refused_where_the_list_has_a_part_of_the_class_too() -> None:
    others = tuple(Person(str(at), f"Roy, {first}") for at, first in enumerate(("Ida", "Max", "Tim", "Zoé"), 201))
    text = "ID number;Full name\n101;Hélène Lefèvre\n102;Seán O'Brien\n777;Noël Dupont-Martin\n"
    assert outcome((A, B, C, *others), text)[0] == "101:2 102:3"
    assert outcome((B, C, *others), "ID number;Full name\n102;Seán O'Brien\n777;Noël Dupont\n")[0] == "102:2"


@pytest.mark.parametrize(("ours", "theirs"), [("N°", "Numéro"), ("Réf", "Réf"), ("Né le", "Naissance")])
def test_a_homonym_is_refused_by_a_column_that_is_right_for_others_under_any_header(ours: str, theirs: str) -> None:
    numbers = ("09/03/2005", "16/04/2006", "21/05/2006")
    people = [Person(f"x{p.id}", p.name, ((ours, text),)) for p, text in zip((A, B, C), numbers, strict=True)]
    rows = [f"{text};{p.name}\n" for text, p in zip((*numbers[:2], "30/09/2004"), people, strict=True)]
    text = f"{theirs};Full name\n{''.join(rows)}"
    result, matching = outcome(people, text)
    assert result == "x101:2 x102:3"
    (problem,) = matching.problems
    assert problem.place == "list.csv, line 4"
    same = Person(people[2].id, C.name, tuple(({ours: numbers[2]} | {theirs: "30/09/2004"}).items()))
    assert outcome((*people[:2], same), text)[0] == "x101:2 x102:3 x103:4"


def test_a_group_gives_no_homonym_the_mark_whose_number_is_another() -> None:
    columns = (("A", "c1"), ("C", "c2"), ("B", "c3"), ("D", "c4"))
    names = ("Roy, Léa", "Roy, Léa", "Caron, Max", "Petit, Ida")
    people = [Person(login, name, (("Classe", group),)) for (group, login), name in zip(columns, names, strict=True)]
    text = "Compte;Full name;Groupe\nc9;Roy, Léa;C\nc3;Caron, Max;B\nc4;Petit, Ida;D\n"
    assert outcome(people, text)[0] == "c3:3 c4:4"
    assert outcome(people, text.replace("c9", ""))[0] == "c2:2 c3:3 c4:4"


def test_a_new_name_under_the_number_leaves_nothing_to_a_stranger_of_the_old_name() -> None:
    text = "ID number;Full name\n101;Hélène Morel\n777;Hélène Lefèvre\n102;Seán O'Brien\n103;Noël Dupont-Martin\n"
    result, matching = outcome((A, B, C), text)
    assert result == "102:4 103:5"
    assert "Lefèvre Hélène (101)" in str(matching.problems[0].cause)


RANKED = [Person(str(at), f"{last}, {first}") for at, (last, first) in enumerate(
    (("Bernard", "Alice"), ("Dubois", "Hugo"), ("Faure", "Inès"), ("Novak", "Kim"), ("Novak", "Lee")), 1)]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ID number;Group\n1;A\n2;A\n3;A\n4;A\n5;A\n", ""),
        ("ID number;Group\n5;A\n3;A\n", ""),
        ("Username;Email\n1;bernard@x\n2;caron@x\n3;dubois@x\n4;faure@x\n5;k.novak@x\n", ""),
        (
            "ID number;Email\n2;hdubois@x\n1;alice.bernard@x\n3;faure.ines@x\n5;novak@x\n4;s0017@x\n",
            "2:2 1:3 3:4 5:5 4:6",
        ),
        ("student;Email\n1;a1@x\n2;caron@x\n3;faure@x\n", "1:2 3:4"),
        ("student;Email\n1;a1@x\n2;faure@x\n3;a3@x\n5;k.novak@x\n", ""),
        ("student;Email\n1;bernard@x\n2;hugo@x\n3;faure@x\n5;kim.novak@x\n", "1:2 2:3 3:4"),
        ("ID number;Nom;Prénom\n1;Bernard;Alice\n2;Dubois;Hugo\n3;Faure;Inès\n4;;\n", "1:2 2:3 3:4 4:5"),
    ],
)
def test_a_rank_is_nobodys_number_without_names(text: str, expected: str) -> None:
    result, matching = outcome(RANKED, text)
    assert result == expected
    assert bool(matching.problems) == (len(result.split()) < len(RANKED))


@pytest.mark.parametrize(
    ("header", "ids", "text", "expected"),
    [
        ("Numéro d'anonymat", "312", "Numero d'anonymat;Note\n1;\n2;\n3;\n", "1:2 2:3 3:4"),
        ("ID number", "312", "ID number;Grade\n3;\n9;\n", "3:2"),
        ("N°", ("21700104", "21700105"), "N°;Note\n21700105;\n21700104;\n", "21700105:2 21700104:3"),
        ("N°", "312", "N°;Note\n1;\n2;\n3;\n", ""),
        ("Numéro", "312", "Numéro;Note\n3;\n1;\n", ""),
        ("Rang", "312", "ID number;Note\n3;\n1;\n", ""),
    ],
)
def test_an_identifier_is_known_by_its_header_and_a_rank_is_not(
    header: str, ids: Sequence[str], text: str, expected: str
) -> None:
    """Lists without names, for a class whose list had a header for its identifiers."""
    students = [
        Person(number, f"{last}, A", ((header, number),))
        for number, last in zip(ids, ("Roy", "Blanc", "Petit"), strict=False)
    ]
    result, matching = outcome(students, text)
    assert result == expected
    lines = " ".join(str(problem.place) for problem in matching.problems)
    assert all(str(made_row + 2) in lines for made_row in matching.ambiguous)


def test_an_address_with_the_name_of_a_classmate_contradicts_a_number() -> None:
    others = [Person("21700104", "Caron, Emma"), Person("21700105", "Dubois, Hugo"), Person("21700106", "Faure, Inès")]
    text = "ID number;Email\n21700104;emma.caron@x\n21700105;i.faure@x\n21700106;ines@x\n"
    result, matching = outcome(others, text)
    assert result == "21700104:2 21700106:4"
    assert [str(problem.place) for problem in matching.problems] == ["list.csv, line 3"]


@pytest.mark.parametrize(("roy", "martin"), [("luc.roy@x", "anna.martin@x"), ("roy@x", "martin@x")])
def test_addresses_sorted_without_the_names_give_nobody_the_mark_of_another(roy: str, martin: str) -> None:
    sorted_alone = [Person("1", "Roy, Luc", ((MAIL, martin),)), Person("2", "Martin, Anna", ((MAIL, roy),))]
    result, matching = outcome(sorted_alone, f"{MAIL};Grade\n{martin};\n{roy};\n")
    assert result == ""
    assert [str(problem.place) for problem in matching.problems] == ["list.csv, line 2", "list.csv, line 3"]
    own = [Person("1", "Roy, Luc", ((MAIL, roy),)), Person("2", "Martin, Anna", ((MAIL, martin),))]
    assert outcome(own, f"{MAIL};Grade\n{martin};\n{roy};\n")[0] == "2:2 1:3"


@pytest.mark.parametrize("header", ["Adresse de courriel", "Username"])
@pytest.mark.parametrize(
    ("logins", "count"),
    [("lroy pmartin enash", 2), ("pmartin lroy enash", 0), ("pmartin lroy pmartin", 1), ("p01 p02 p03", 0)],
)
def test_addresses_that_the_class_does_not_have_are_compared_with_the_names(
    header: str, logins: str, count: int
) -> None:
    students = [Person("0101", "Martin, Paul"), Person("0102", "Roy, Luc"), Person("0103", "Nash, Eva")]
    names, end = ("Martin;Paul", "Roy;Luc", "Nash;Eva"), "@x" if header != "Username" else ""
    rows = [f"{name};{login}{end}" for name, login in zip(names, logins.split(), strict=True)]
    result, matching = outcome(students, "\n".join((f"Nom;Prénom;{header}", *rows)))
    assert (result, len(matching.problems)) == ("0101:2 0102:3 0103:4", int(count > 0))


@pytest.mark.parametrize(
    ("logins", "count"),
    [
        ("ztraore enash pmartin jost nost", 1),  # exchanged with a person who is not in the class
        ("pmartin enash ztraore n.ost z9", 1),  # of a person with the same family name, who has another login
        ("pmartin enash ztraore n.ost n.ost2", 0),
    ],
)
def test_logins_are_compared_with_the_names_of_all_rows(logins: str, count: int) -> None:
    students = [Person("0101", "Martin, Paul"), Person("0103", "Nash, Eva"), Person("0104", "Ost, João")]
    names = ("Paul Martin", "Eva Nash", "Zoé Traoré", "João Ost", "Noël Ost")
    rows = [f"{name};{login}" for name, login in zip(names, logins.split(), strict=True)]
    _, matching = outcome(students, "\n".join(("Full name;Login", *rows)))
    assert sum("contradicts the name" in str(problem.cause) for problem in matching.problems) == count


def test_logins_are_compared_with_the_names_of_the_class_in_a_list_of_numbers() -> None:
    students = [Person("0101", "Nguyen, Ana"), Person("0102", "Nguyen, Zoé"), Person("0103", "Roy, Eva")]
    for logins, count in ((("zoe.nguyen", "ana.nguyen", "eva.roy"), 1), (("ana.nguyen", "zoe.nguyen", "x"), 0)):
        rows = [f"{person.id};{login}" for person, login in zip(students, logins, strict=True)]
        assert len(outcome(students, "\n".join(("ID number;Login", *rows)))[1].problems) == count


def test_logins_under_the_header_of_numbers_are_compared_with_the_names() -> None:
    """Sakai calls logins "Student ID"."""
    students = [Person("0101", "Martin, Paul", (("Login", "p1"),)), Person("0102", "Roy, Luc", (("Login", "p2"),))]
    result, matching = outcome(students, 'Student ID;Name\np2;"Martin, Paul"\np1;"Roy, Luc"\n')
    assert (result, len(matching.problems)) == ("0101:2 0102:3", 1)


def test_a_login_that_is_the_name_of_a_student_identifies_nobody() -> None:
    """Where names are the identifiers, Martin Durand may have the login of that name, and Luc Roy a homonym."""
    named = [Person("Martin", "Martin"), Person("Roy Luc", "Roy, Luc"), Person("ba", "Ba, Zoé")]
    text = "Username;Grade\nmartin;\nroy luc;\nba;\n"
    assert outcome(named, text)[0] == "ba:4"
    assert outcome(named, "Username;Full name\nmartin;Martin Durand\nx;Luc Roy\nba;Zoé Ba\n")[0] == "Roy Luc:3 ba:4"


def test_neighbouring_words_of_a_name_in_an_address_confirm_no_half_of_a_name() -> None:
    """The address royanne@x is also that of Anne Roy."""
    people = [Person("1", "Martin-Roy, Anne"), B]
    assert outcome(people, f"Full name;{MAIL}\nAnne Roy;royanne@x\nSeán O'Brien;s@x\n")[0] == "102:3"
    assert outcome(people, f"Full name;{MAIL}\nAnne Roy;a.martin@x\nSeán O'Brien;s@x\n")[0] == "1:2 102:3"
    assert outcome([Person("1", "Roy Martin, Anne"), B], "Full name\nAnne Martin-Roy\nSeán O'Brien\n")[0] == "102:3"


def test_two_rows_under_the_students_own_number_and_names_that_differ_by_an_initial() -> None:
    eva = Person("1005", "Reyes, Eva", ((MAIL, "e@x"),))
    columns = f"Student;ID;SIS User ID;{MAIL};Section\n"
    both = columns + "Reyes, Eva;31;1005;e@x;S1\nReyes, Eva M.;31;1005;e@x;S2\n"
    assert outcome([eva, B], both)[0] == "1005:2 1005:3"
    assert outcome([eva, B], both.replace("31;1005;e@x;S2", "32;1005;other@x;S2"))[0] == "1005:2 1005:3"
    ranked = Person("5", eva.name)  # the ranks of two groups: they may be two persons
    assert outcome([ranked], both.replace("1005", "5"))[0] == ""
    text, matching = outcome([eva], columns + "Reyes, Eva;31;1005;other@x;S1\nReyes, Eva M.;32;1006;e@x;S2\n")
    assert text == ""
    assert "'SIS User ID'" in str(matching.problems[0].cause)
    assert repr(MAIL) in str(matching.problems[0].cause)
    assert "add a column" not in str(matching.problems[0].remedy)


def test_first_names_alone_contradict_ranks_that_moved() -> None:
    ranked = [Person(rank, person.name) for rank, person in zip("123", (A, B, C), strict=True)]
    assert outcome(ranked, "Numéro;Prénom\n1;Ali\n2;Hélène\n3;Seán\n4;Noël\n")[0] == ""
    assert outcome(ranked, "Numéro;Prénom\n2;Seán\n1;Hélène\n3;Noël\n")[0] == "2:2 1:3 3:4"


def test_an_identifier_does_not_count_against_names_whose_column_is_not_called_so() -> None:
    ranked = [Person(rank, person.name) for rank, person in zip("123", (A, B, C), strict=True)]
    right = "Numéro;Chercheur\n1;Hélène Lefèvre\n2;Seán O'Brien\n3;Noël Dupont-Martin\n"
    assert outcome(ranked, right)[0] == "1:2 2:3 3:4"
    text, matching = outcome(ranked, "Numéro;Chercheur\n2;Hélène Lefèvre\n1;Seán O'Brien\n3;Noël Dupont-Martin\n")
    assert text == ""
    assert "'Chercheur'" in str(matching.problems[0].cause)


def test_a_name_of_birth_stands_where_there_is_none_of_use() -> None:
    text = "Nom d'usage;Nom de naissance;Prénom\n;Lefèvre;Hélène\nO'Brien;Kelly;Seán\n"
    assert outcome((A, B), text)[0] == "101:2 102:3"


def test_a_number_below_the_names_is_no_student() -> None:
    ranked = [Person(rank, person.name) for rank, person in zip("123", (A, B, C), strict=True)]
    text, matching = outcome(ranked, "Nom;Prénom;Numéro\nLefèvre;Hélène;1\nO'Brien;Seán;2\nRoy;Ida;9\nRoy;Tim;8\n;;3\n")
    assert text == "1:2 2:3"
    assert 2 not in {s for s, _ in matching.pairs}


@pytest.mark.parametrize(("roles", "expected"), [("Teacher", ""), ("Enseignant", ""), ("Étudiant, Tuteur", "101:2")])
def test_a_teacher_who_is_called_like_a_student_has_no_mark(roles: str, expected: str) -> None:
    text = f"First name;Surname;Email address;Roles\nHélène;Lefèvre;x@x;{roles}\n"
    result, matching = outcome((A,), text)
    assert result == expected
    assert len(matching.problems) == (not expected)


def test_identifiers_of_a_letter_and_a_number_are_not_those_of_moodle() -> None:
    students = (Person("p1", A.name, participant="2"), Person("p2", B.name, participant="1"))
    assert outcome(students, "Identifiant;Groupe\np1;A\np2;A\n")[0] == "p1:2 p2:3"
    assert outcome(students, "Identifier;Grade\nParticipant1;\nParticipant2;\n")[0] == "p2:2 p1:3"


def test_siblings_who_share_an_address_are_told_apart_by_their_names() -> None:
    paul, pierre = (
        Person(str(at), f"Martin, {first}", ((MAIL, "m@x.fr"),)) for at, first in ((1, "Paul"), (2, "Pierre"))
    )
    assert outcome((paul, pierre), f"{MAIL};Full name\nm@x.fr;Pierre Martin\nm@x.fr;Paul Martin\n")[0] == "2:2 1:3"
    assert outcome((paul, pierre), f"{MAIL};Grade\nm@x.fr;\nm@x.fr;\n")[0] == ""
    assert outcome((paul,), f"{MAIL};Full name\nm@x.fr;Pierre Martin\n")[0] == ""


@pytest.mark.parametrize(
    ("paul", "pierre", "addresses", "expected"),
    [
        ("m@x.fr", "", "m@x.fr", ""),  # the row may be that of Pierre
        ("m@x.fr", "p@x.fr", "m@x.fr", ""),
        ("m@x.fr", "p@x.fr", "m@x.fr p@x.fr", "1:2 2:3"),
        ("martin@x.fr", "", "martin@x.fr", ""),
        ("pmartin@x.fr", "", "pmartin@x.fr", ""),
        ("paul.martin@x.fr", "", "paul.martin@x.fr", "1:2"),
        ("pierre.martin@x.fr", "", "pierre.martin@x.fr", ""),
        ("zoe.roy@x.fr", "", "zoe.roy@x.fr", ""),  # the address of Zoé Roy, who is in the class
        ("zoe.roy@x.fr", "", "zoe.roy@x.fr z@x.fr", "3:3"),
        ("m@x.fr", "m@x.fr", "m@x.fr", ""),
    ],
)
def test_an_address_alone_identifies_nobody_who_may_share_it(
    paul: str, pierre: str, addresses: str, expected: str
) -> None:
    mails = (("Martin, Paul", paul), ("Martin, Pierre", pierre), ("Roy, Zoé", "z@x.fr" if " z" in addresses else ""))
    students = [Person(str(at), name, ((MAIL, mail),)) for at, (name, mail) in enumerate(mails, 1)]
    lines = "".join(f"{address};\n" for address in addresses.split())
    text, matching = outcome(students, f"{MAIL};Grade\n{lines}")
    named = " ".join(str(problem.cause) for problem in matching.problems)
    assert text == expected
    assert all(name.split()[1] in named for at, (name, _) in enumerate(mails, 1) if f"{at}:" not in expected)


@pytest.mark.parametrize(
    ("ours", "theirs"), [("mm", "mm"), ("mm", "mi"), ("mm", "kk"), ("ki", "mm"), ("mi", "mm"), ("m", "mm")]
)
def test_an_address_that_siblings_share_in_a_list_contradicts_nobody(ours: str, theirs: str) -> None:
    first = ("Karim", "Inès")
    siblings = [Person(f"b{at}", f"Benali, {first[at]}", ((MAIL, f"{a}@x.fr"),)) for at, a in enumerate(ours)]
    others = [Person(p.id, p.name, ((MAIL, f"{p.id}@x.fr"),)) for p in (A, B, C)]
    rows = [f"{first[at]} Benali;{a}@x.fr\n" for at, a in enumerate(theirs)]
    rows += [f"{p.name};{p.id}@x.fr\n" for p in others]
    text, matching = outcome([*siblings, *others], f"Full name;{MAIL}\n{''.join(rows)}")
    expected = {
        f"{p.id}:{line}" for p, line in zip((*siblings, *others), (*range(2, 2 + len(ours)), 4, 5, 6), strict=True)
    }
    assert {*text.split()} == expected
    assert len(matching.problems) == len(theirs) - len(ours)


def test_a_part_of_a_name_alone_waits_for_a_person() -> None:
    """The row may be that of another person, if the student is missing from the list."""
    students = (Person("1", "Dupont-Martin, Eva"), Person("2", "Ali, Anne-Marie"), B)
    matched, matching = outcome(students, "Nom;Prénom\nMartin;Eva\nO Brien;Sean\n")
    assert matched == "102:3"
    problem, missing = matching.problems
    assert "only a part" in str(problem.cause)
    assert "Ali" in str(missing.cause)
    _, matching = outcome(students, "Full name\nEva Martin\nMarie Anne BEN ALI\nSeán O'Brien\n")
    assert ["may be" in str(problem.cause) for problem in matching.problems] == [True, True]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Full name\nEva Marie Martin\n", ""),  # Marie may be half of the family name
        ("Nom;Prénom\nDupont-Martin;Eva Lou\n", "1:2"),
        ("Full name\nEva Dupont Martin\n", "1:2"),
        ("Nom;Prénom\nDupont-Martin;E.\n", ""),  # perhaps a brother
        ("Full name\nE. Dupont-Martin\n", ""),
        ("Full name\nLou Dupont-Martin\n", ""),
        ("Full name\nEva Dupont-Martin\n", "1:2"),
        ("Nom;Prénom;Mail\nMartin;Eva;eva.dupont@x.fr\n", "1:2"),
        ("Nom;Prénom;Mail\nMartin;Eva;eva.martin@x.fr\n", ""),
        ("Nom;Prénom;Né le\nMartin;Eva;3 mai 2007\n", "1:2"),
        ("Nom;Prénom;Né le\nMartin;Eva;4 mai 2007\n", ""),
        ("Nom;Prénom;Groupe\nMartin;Eva;TD1\n", ""),
        ("Nom;Prénom\nMartin;Eva\nDupont;Eva\n", ""),
    ],
)
def test_what_confirms_a_part_of_a_name(text: str, expected: str) -> None:
    born = (("Né le", "3 mai 2007"), ("Groupe", "TD1"))
    assert outcome((Person("1", "Dupont-Martin, Eva Lou", born), B), text)[0] == expected


@pytest.mark.parametrize(
    ("text", "third"),
    [
        ("Nom;Prénom\nDupont;Eva\n", "3:2"),
        ("Full name\nEva Dupont\n", "3:2"),
        ("Full name\nDupont E.\n", ""),
        ("Nom;Prénom;Groupe\nDupont;Eva;TD1\n", "3:2"),  # a group tells apart, but does not confirm a name
    ],
)
def test_two_students_who_share_half_of_a_name_get_no_mark_of_it(text: str, third: str) -> None:
    students = [
        Person(str(at), name, (("Groupe", f"TD{at}"), ("Né le", f"{at} mai 2007")))
        for at, name in enumerate(("Dupont-Martin, Eva", "Dupont-Petit, Eva"), 1)
    ]
    assert outcome(students, text)[0] == ""
    assert outcome((*students, Person("3", "Dupont, Eva")), text)[0] == third


def test_a_date_of_birth_tells_two_students_apart_who_share_half_of_a_name() -> None:
    born = [
        Person(str(at), f"Dupont-{name}, Eva", (("Né le", f"{at} mai 2007"),)) for at, name in ((1, "Roy"), (2, "Ali"))
    ]
    assert outcome(born, "Nom;Prénom;Né le\nDupont;Eva;2 mai 2007\n")[0] == "2:2"


def test_a_part_of_a_name_beside_the_number_counts() -> None:
    students = (Person("1001", "Dupont-Martin, Eva"), Person("1002", "Ali, Anne-Marie"))
    matched, matching = outcome(students, "ID number;Full name\n1001;Eva Martin\n1002;Marie Anne BEN ALI\n")
    assert (matched, matching.notes) == ("1001:2 1002:3", ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Nom;Prénom\nThomas;Martin\nRoy;Luc\n", "2:3"),
        ("Nom;Prénom\nThomas;Martin\n", ""),  # nothing shows which column is which
        ("Nom;Prénom\nThomas;Martin\nMartin;Thomas\nRoy;Luc\n", "1:3 2:4"),  # both persons
        ("Nom;Prénom\nThomas;Martin\nLuc;Roy\nEva;Nash\n", "1:2 2:3 3:4"),  # the columns are exchanged
        ("Nom;Prénom\nMartin;Thomas\nLuc;Roy\nEva;Nash\n", "2:3 3:4"),  # in such a list, another person
        ("Full name\nThomas Martin\nLuc Roy\n", "1:2 2:3"),  # the usual order of one column
        ("Full name\nMartin Thomas\nRoy Luc\n", "1:2 2:3"),
        ("Nom;Prénom\nMARTIN;thomas\nRoy;Luc\n", "1:2 2:3"),
        ("Nom;Prénom;Né le\nThomas;Martin;3 mai 2007\nRoy;Luc;5 mai 2007\n", "1:2 2:3"),
        ("Nom;Prénom;Né le\nThomas;Martin;4 mai 2007\nRoy;Luc;5 mai 2007\n", "2:3"),
        ("Nom;Prénom;Groupe\nThomas;Martin;TD1\nRoy;Luc;TD1\n", "2:3"),
        ("Nom;Prénom;Student number\nThomas;Martin;1\nRoy;Luc;2\n", "1:2 2:3"),
    ],
)
def test_who_has_the_first_name_of_a_student_as_family_name_is_another_person(text: str, expected: str) -> None:
    born = (("Né le", "3 mai 2007"), ("Groupe", "TD1")), (("Né le", "5 mai 2007"), ("Groupe", "TD1")), ()
    names = "Martin, Thomas", "Roy, Luc", "Nash, Eva"
    students = [Person(str(at), name, columns) for at, (name, columns) in enumerate(zip(names, born, strict=True), 1)]
    matched, matching = outcome(students, text)
    assert matched == expected
    if "1:" not in expected:
        assert any("Martin Thomas (1)" in str(problem.cause) for problem in matching.problems)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("Roy, Jean-Luc", "Nom;Prénom\nRoy;Luc\n", ""),
        ("Roy, Jean-Luc", "Nom;Prénom\nRoy;Jean\n", ""),
        ("Roy, Jean-Luc", "Nom;Prénom\nRoy;J.\n", ""),
        ("Roy, Jean-Luc", "Nom;Prénom\nRoy;Jean Luc\n", "1:2"),
        ("Roy, Jean-Luc", "Nom;Prénom\nROY;JEAN-LUC\n", "1:2"),
        ("Roy, Jean-Luc", "Nom;Prénom\nRoy;Jeanluc\n", "1:2"),
        ("Roy, Jean-Luc", "Nom;Prénom\nRoy;Jean-Luc Marie\n", "1:2"),
        ("García López, Ana", "Nom;Prénom\nLópez García;Ana\n", ""),
        ("García López, Ana", "Full name\nAna García López\n", "1:2"),
        ("García López, Ana", "Nom;Prénom;Student number\nLópez García;Ana;1\n", "1:2"),
        ("Le Goff, Ana", "Nom;Prénom\nLegoff;Ana\n", ""),
        ("Le Goff, Ana", "Nom;Prénom;Student number\nLegoff;Ana;1\n", "1:2"),
        ("El Amrani, Ali", "Full name\nAli Amrani\n", ""),
    ],
)
def test_a_near_name_may_be_that_of_another_person(name: str, text: str, expected: str) -> None:
    matched, matching = outcome([Person("1", name)], text)
    assert (matched, len(matching.problems)) == (expected, 0 if expected else 1)
    both = text.replace("López García;Ana\n", "López García;Ana\nGARCIA LOPEZ;Ana\n")
    assert both == text or outcome([Person("1", name)], both)[0] == "1:3"


HOMONYMS = [Person("1", "Martin, Zoé", (("Né le", "3 mai"),)), Person("2", "Martin, Zoé", (("Né le", "4 mai"),))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Nom;Prénom\nMartin;Zoé\nMartin;Zoé\n", ""),
        ("Nom;Prénom;Né le\nMartin;Zoé;4 mai\nMartin;Zoé;3 mai\n", "2:2 1:3"),
        ("Nom;Prénom;Né le\nMartin;Zoé;3 mai\nMartin;Zoé;3 mai\n", ""),
        ("Nom;Prénom;Né le\nMartin;Zoé;4 mai\nMartin;Zoé;5 mai\n", ""),  # a column that moved
        ("Nom;Prénom;Né le\nMartin;Léa;3 mai\nMartin;Zoé;4 mai\n", "2:3"),
        ("Nom;Prénom;Né le;Numéro\nMartin;Zoé;4 mai;1\nMartin;Zoé;3 mai;2\n", "1:2 2:3"),
        ("Nom;Prénom;Numéro\nMartin;Zoé;2\nMartin;Zoé;9\n", "2:2"),
    ],
)
def test_homonyms_are_told_apart_by_a_column_that_tells_all(text: str, expected: str) -> None:
    result, matching = outcome(HOMONYMS, text)
    assert result == expected
    missing = {*range(2)} - {s for s, _ in matching.pairs}
    assert all(any(HOMONYMS[s].id in str(p.cause) for p in matching.problems) for s in missing)


def test_a_further_column_that_is_wrong_of_others_tells_no_homonyms_apart() -> None:
    ranks = [Person("1", "Martin, Zoé", (("Rang", "1"),)), Person("2", "Martin, Zoé", (("Rang", "2"),)),
             Person("3", "Roy, Léa", (("Rang", "3"),))]  # fmt: skip
    assert outcome(ranks, "Nom;Prénom;Rang\nMartin;Zoé;2\nMartin;Zoé;1\nRoy;Léa;4\n")[0] == "3:4"
    assert outcome(ranks, "Nom;Prénom;Rang\nMartin;Zoé;2\nMartin;Zoé;1\nRoy;Léa;3\n")[0] == "2:2 1:3 3:4"


@pytest.mark.parametrize(
    ("ours", "theirs", "texts", "expected"),
    [
        ("N°", "N°", "123", "3:4"),  # the order of the list: which homonym comes first is chance
        ("Place", "Rang", "123", "3:4"),
        ("Groupe", "Option", "AB", ""),
        ("Né", "Naissance", ("01/02/06", "03/04/06"), "1:2 2:3"),
    ],
)
def test_homonyms_are_not_told_apart_by_chance(ours: str, theirs: str, texts: Sequence[str], expected: str) -> None:
    names = ("Martin, Zoé", "Martin, Zoé", "Roy, Léa")
    students = [
        Person(str(at), name, ((ours, text),)) for at, (name, text) in enumerate(zip(names, texts, strict=False), 1)
    ]
    rows = "".join(f"{student.name.replace(', ', ';')};{text}\n" for student, text in zip(students, texts, strict=True))
    assert outcome(students, f"Nom;Prénom;{theirs}\n{rows}")[0] == expected


def test_a_further_column_links_no_names_that_agree_only_through_a_third() -> None:
    """Jean-Paul may be Roy Jean-Paul, and Roy Jean-Paul may be Roy Paul; Jean-Paul is not Roy Paul."""
    students = [Person("1", "Roy, Jean-Paul", ((MAIL, "a@x"),)), Person("2", "Jean-Paul", (("N°", "b"),))]
    text = f"Nom;Prénom;{MAIL};N°\n;Jean-Paul;a@x;\nRoy;Paul;a@x;b\n"
    assert names_agree("Jean-Paul", "Roy, Paul") is NameMatch.CONTRADICT
    assert outcome(students, text)[0] == ""


def test_a_moodle_participant_is_known_by_the_folder_of_the_upload() -> None:
    blind = "Identifier;Status;Grade\nParticipant 55012;;\nParticipant 55013;;\n"
    here = (Person("101", "Lefèvre, Hélène", participant="55013"), B)
    text, matching = outcome(here, blind)
    assert text == "101:3"
    assert "102" in str(matching.problems[0].cause)
    assert outcome((Person("55012", "Roy, Léa"),), blind)[0] == ""  # a number of the platform is nobody's by chance
    named = "Identifier;Full name;Grade\nParticipant 55013;Seán O'Brien;\n"
    assert outcome(here, named)[0] == "102:2"


def test_a_whole_name_counts_more_than_a_participant_with_a_part_of_the_name() -> None:
    """The folder of participant 77, Jean-Luc Roy, holds a paper of Luc Roy. A name in part counts if it is the only."""
    here = (Person("101", "Roy, Luc", participant="77"), B)
    both = "Identifier;Full name\nParticipant 77;Jean-Luc Roy\nParticipant 78;Luc Roy\nParticipant 79;Seán O'Brien\n"
    assert outcome(here, both)[0] == "101:3 102:4"
    assert outcome(here, "Identifier;Full name\nParticipant 77;Jean-Luc Roy\n")[0] == "101:2"
    homonyms = "Identifier;Full name\nParticipant 77;Luc Roy\nParticipant 78;Luc Roy\n"
    assert outcome(here, homonyms)[0] == "101:2"


def test_what_canvas_writes_among_students_is_nobody() -> None:
    text = (
        "Student;ID;SIS User ID;Section;Quiz (1)\n;;;;Manual Posting\n    Points Possible;;;;20\n"
        "Lefèvre, Hélène;301;101;S1;\nLefèvre, Hélène;301;101;S2;\nStudent, Test;399;;S1;\n"
    )
    result, matching = outcome((A,), text)
    assert (result, matching.problems, matching.unmatched) == ("101:4 101:5", (), ())


def test_zeros_that_a_spreadsheet_dropped() -> None:
    students = [Person("0012"), Person("0013")]
    assert outcome(students, "Numéro;Note\n13;\n12.0;\n")[0] == "0013:2 0012:3"
    assert outcome([Person("0120"), Person("120")], "Numéro;Note\n120;\n0120;\n")[0] == "120:2 0120:3"


LONG = [
    Person("123456789012345678", "Roy, Ida"),
    Person("123456789012345000", "Blanc, Max"),
    Person("223456789012345000", "Petit, Zoé"),
]


@pytest.mark.parametrize(
    ("text", "expected", "lines"),
    [
        ("ID number;Grade\n123456789012345000;\n223456789012345000;\n", "223456789012345000:3", "2"),
        ("ID number;Grade\n123456789012345678;\n123456789012345000;\n", "123456789012345678:2", "3"),
        ("ID number;Grade\n1,23457E+17;\n1,23457E+17;\n2.23457E+17;\n", "", "2, 3, 4"),
        (
            "ID number;Full name\n123456789012345000;Ida Roy\n123456789012345000;Max Blanc\n1,23E+17;Zoé Petit\n",
            "123456789012345678:2 123456789012345000:3 223456789012345000:4",
            "",
        ),
    ],
)
def test_a_number_that_a_spreadsheet_cut_is_nobodys_without_names(text: str, expected: str, lines: str) -> None:
    result, matching = outcome(LONG, text)
    assert result == expected
    places = [str(problem.place).partition("line ")[2] for problem in matching.problems]
    assert [place for place in places if place] == ([lines] if lines else [])


def test_identifiers_that_contradict_each_other_without_a_name_are_used_for_nobody() -> None:
    students = [Person("101", columns=((MAIL, "a@x"),)), Person("102", columns=((MAIL, "b@x"),))]
    text, matching = outcome(students, f"Numéro;{MAIL}\n101;b@x\n")
    assert text == ""
    assert all("101" in str(matching.problems) and "102" in str(matching.problems) for _ in "x")


def test_students_known_by_another_number_of_the_platform_under_its_own_header() -> None:
    own = [Person(p.id, p.name, (("ID", canvas),)) for p, canvas in zip((A, B), ("301", "302"), strict=True)]
    assert outcome(own, "Student;ID;Section\n;302;S1\nLefèvre, Hélène;301;S1\n")[0] == "102:2 101:3"


FIRST = ("Zoé", "Léa", "Paul", "Jean-Paul", "Jean", "")
LAST = ("Martin", "Roy", "Dupont-Martin", "Le Gall", "")
HEADERS = ("N°", "Numéro", "ID number", MAIL, "Né le", "Place")


def random_case(draw: random.Random) -> tuple[list[Person], PeopleList]:
    """Return a class and a list with few names and few numbers, so that coincidences are frequent."""
    names = [(last, first) for last, first in product(LAST, FIRST)]
    students = [
        Person(
            str(at + draw.choice((0, 100))),
            ", ".join(filter(None, draw.choice(names))),
            tuple((header, draw.choice(("", str(draw.randrange(9)), "a@x"))) for header in draw.sample(HEADERS, 2)),
            str(draw.randrange(5)),
        )
        for at in range(draw.randrange(1, 6))
    ]
    students = list({student.id: student for student in students}.values())
    shown = draw.sample((*HEADERS, "ID", "SIS User ID", "Section", "Identifier"), 3)
    rows = []
    for line in range(2, 2 + draw.randrange(7)):
        name = draw.choice([s.name.split(", ") for s in students] + [list(values) for values in names])
        cells = [draw.choice(("", str(draw.randrange(9)), str(100 + draw.randrange(6)), "a@x")) for _ in shown]
        rows.append(Line(line, (*cells, name[0], name[-1] if len(name) > 1 else "")))
    return students, PeopleList("list.csv", (*shown, "Nom", "Prénom"), tuple(rows))


@pytest.mark.parametrize("seed", range(6))
def test_no_row_goes_to_a_contradicting_name_whatever_the_lists(seed: int) -> None:
    """Simple rules hold: names agree or are empty; without a name an identifier agrees; all others are reported."""
    draw = random.Random(seed)
    for _ in range(40):
        students, people = random_case(draw)
        matching = match_people(students, people)
        rows = [row for _, row in matching.pairs]
        assert len({*rows}) == len(rows)
        for s, row in matching.pairs:
            cells = people.rows[row].cells
            verdict = names_agree(students[s].name, ", ".join(filter(None, cells[-2:])))
            assert verdict is not NameMatch.CONTRADICT
            if verdict is NameMatch.UNKNOWN:
                mine = {students[s].id, students[s].participant, *(text for _, text in students[s].columns)}
                assert mine & {*cells[:-2]} - {""}
        told = " ".join(f"{problem.place} {problem.cause}" for problem in matching.problems)
        assert all(students[s].id in told for s in {*range(len(students))} - {s for s, _ in matching.pairs})
        lines = [people.rows[row].number for row in (*matching.ambiguous, *matching.unmatched)]
        assert all(str(line) in told for line in lines)
        assert not {*rows} & {*matching.ambiguous, *matching.unmatched}


@pytest.mark.parametrize("seed", range(4))
def test_a_row_that_a_problem_names_is_matched_with_nobody(seed: int) -> None:
    """Lists of a platform before and after some identifiers changed, with columns that stayed."""
    draw = random.Random(seed)
    withheld = 0
    for _ in range(25):
        columns = draw.sample(("ID", "SIS User ID", "SIS Login ID", MAIL, "Section", "Place", "Né le"), 4)
        last = draw.sample(("Roy", "Carré", "Morel", "Blanc", "Petit"), 5)
        before = [[f"{name}, {draw.choice('AB')}da", *(f"{c}{at}" for c in columns)] for at, name in enumerate(last)]
        after = [[*row] for row in before]
        for row in draw.sample(after, 2):
            for column in draw.sample(range(1, 5), draw.randrange(1, 4)):
                row[column] = draw.choice(("", "new", f"{columns[column - 1]}0"))
        students = [Person(row[2], row[0], tuple(zip(columns, row[1:], strict=True))) for row in before]
        draw.shuffle(after)
        lines = tuple(Line(at, tuple(row)) for at, row in enumerate(after, 2))
        matching = match_people(students, PeopleList("list.csv", ("Full name", *columns), lines))
        withheld += len(matching.ambiguous)
        places = {str(problem.place) for problem in matching.problems}
        assert not places & {f"list.csv, line {lines[row].number}" for _, row in matching.pairs}
        assert all(students[s].name == lines[row].cells[0] for s, row in matching.pairs)
    assert withheld
