"""Test which student a row of a platform's list belongs to."""

import csv
import random
from itertools import product

import pytest

from answers.people.matching import Matching, match_people
from answers.people.names import NameMatch, names_agree
from answers.people.people_list import PeopleList, Person
from answers.people.table import Line


def outcome(students: str, text: str) -> tuple[str, Matching]:
    """Match a list with a class, return the matched students and lines, "a:2 b:3", and the whole result.

    Both are tables with semicolons and "|" between the lines. The first columns of a class are the identifier and the
    name; "participant" is the number of a Moodle folder.
    """
    header, *people = csv.reader(students.split("|"), delimiter=";")
    persons = []
    for identifier, name, *cells in people:
        columns = {title: cell for title, cell in zip(header[2:], cells, strict=False) if cell}
        participant = columns.pop("participant", "")
        persons.append(Person(identifier, name, tuple(columns.items()), participant))
    titles, *body = csv.reader(text.split("|"), delimiter=";")
    rows = tuple(Line(at, tuple(cells)) for at, cells in enumerate(body, 2))
    matching = match_people(persons, PeopleList("list.csv", tuple(titles), rows))
    told = " ".join(f"{problem.place} {problem.cause}" for problem in matching.problems)
    missing = {*range(len(persons))} - {s for s, _ in matching.pairs}
    assert all(persons[s].id in told for s in missing)
    assert all(str(rows[row].number) in told for row in (*matching.ambiguous, *matching.unmatched))
    return " ".join(f"{persons[s].id}:{rows[row].number}" for s, row in matching.pairs), matching


ABC = "id;name|101;Lefèvre, Hélène|102;O'Brien, Seán|103;Dupont-Martin, Noël"
RANKED_ABC = "id;name|1;Lefèvre, Hélène|2;O'Brien, Seán|3;Dupont-Martin, Noël"
# Ana Caron (2102), the sister of Max, is not in the class
SIBLINGS = "id;name;Mail|2101;Caron, Max;caron@x|2104;Nash, Eva;nash@x|2105;Vert, Eva;vert@x|2106;Roy, Eva;roy@x"
OTHERS = "2104;nash@x|2105;vert@x|2106;roy@x"
LISTED = "2104:3 2105:4 2106:5"
RANKED = "id;name|1;Bernard, Alice|2;Dubois, Hugo|3;Faure, Inès|4;Novak, Kim|5;Novak, Lee"
SEPTEMBER = "id;name;N°|101;Lefèvre, Hélène;2|102;O'Brien, Seán;3|103;Dupont-Martin, Noël;1"
NEARLY = "id;name|101;Lefèvre, Hélène|102;O'Brien, Seán|104;Martin, Jean|105;Martin, Jean-Paul"
LARGER = f"{ABC}|201;Roy, Ida|202;Roy, Max|203;Roy, Tim|204;Roy, Zoé"
GROUPS = "id;name;Classe|c1;Roy, Léa;A|c2;Roy, Léa;C|c3;Caron, Max;B|c4;Petit, Ida;D"
LOGINS = "id;name|1;Martin, Paul|2;Roy, Luc|3;Nash, Eva"
OST = "id;name|1;Martin, Paul|3;Nash, Eva|4;Ost, João"
NGUYEN = "id;name|0101;Nguyen, Ana|0102;Nguyen, Zoé|0103;Roy, Eva"
EVA = "id;name;Mail|1005;Reyes, Eva;e@x|102;O'Brien, Seán;"
CANVAS = "Student;ID;SIS User ID;Mail;Section"
HELENE = "id;name|101;Lefèvre, Hélène"
FOLDERS = "id;name;participant|p1;Lefèvre, Hélène;2|p2;O'Brien, Seán;1"
FOLDER = "id;name;participant|101;Lefèvre, Hélène;55013|102;O'Brien, Seán;"
LUC = "id;name;participant|1;Roy, Luc;77|2;O'Brien, Seán;"
MARTINS = "id;name;Mail|1;Martin, Paul;m@x.fr|2;Martin, Pierre;m@x.fr"
PAUL = "id;name;Mail|1;Martin, Paul;{}|2;Martin, Pierre;{}|3;Roy, Zoé;{}"
PARTS = "id;name|1;Dupont-Martin, Eva|2;Ali, Anne-Marie|3;O'Brien, Seán"
LOU = "id;name;Né le;Groupe|1;Dupont-Martin, Eva Lou;3 mai 2007;TD1|2;O'Brien, Seán;;"
EVAS = "id;name;Né le;Groupe|1;Dupont-Martin, Eva;1 mai 2007;TD1|2;Dupont-Petit, Eva;2 mai 2007;TD2"
THOMAS = "id;name;Né le;Groupe|1;Martin, Thomas;3 mai 2007;TD1|2;Roy, Luc;5 mai 2007;TD1|3;Nash, Eva"
HOMONYMS = "id;name;Né le|1;Martin, Zoé;3 mai|2;Martin, Zoé;4 mai"
ZOES = "id;name;{}|1;Martin, Zoé;{}|2;Martin, Zoé;{}|3;Roy, Léa;{}"
LONG = "id;name|123456789012345678;Roy, Ida|123456789012345000;Blanc, Max|223456789012345000;Petit, Zoé"
BORN = "id;name;{}|101;Lefèvre, Hélène;09/03/2005|102;O'Brien, Seán;16/04/2006|103;Dupont-Martin, Noël;21/05/2006"
BIRTHS = "09/03/2005;Hélène Lefèvre|16/04/2006;Seán O'Brien|30/09/2004;Noël Dupont-Martin"
OWN_ADDRESSES = "Lefèvre, Hélène;101@x|102;O'Brien, Seán;102@x|103;Dupont-Martin, Noël;103@x"
BENALI = f"id;name;Mail|b0;Benali, Karim;{{}}@x|b1;Benali, Inès;{{}}@x|101;{OWN_ADDRESSES}"
BENALIS = (
    "Full name;Mail|Karim Benali;{}@x|Inès Benali;{}@x|Hélène Lefèvre;101@x|Seán O'Brien;102@x|Noël Dupont-Martin;103@x"
)

ROWS = [
    # the identifier and the name agree, contradict each other, are empty or not there
    (ABC, "ID number;Full name|101;Hélène Lefèvre", "101:2"),
    (ABC, "ID number;Full name|101;", "101:2"),
    (ABC, "ID number;Grade|101;", "101:2"),
    (ABC, "ID number;Full name|101;Léa Carré", ""),
    (ABC, "ID number;Full name|102;Hélène Lefèvre|101;Seán O'Brien", "101:2 102:3"),
    (ABC, "ID number;Full name|999;Hélène Lefèvre", "101:2"),
    (ABC, "ID number;Full name|;Hélène Lefèvre", "101:2"),
    (ABC, "ID number;Full name|;", ""),
    (ABC, "ID number;Full name|;Hélène Lefèvre|;Hélène LEFEVRE", ""),
    (ABC, "ID number;Full name|101;Hélène Lefèvre|101;LEFEVRE Hélène", "101:2 101:3"),
    (ABC, "ID number;Full name|101;Hélène Lefèvre|101;Léa Carré", "101:2"),
    (ABC, "ID number;Section|101;S1|101;S2", "101:2 101:3"),
    (ABC, "Email;Rank|z@x;101", ""),
    (ABC, "Rank;Full name|101;Léa Carré", ""),
    (ABC, "Student;ID;Section|Carré, Léa;101;S1", ""),
    (ABC, "Student;ID;Section|O'Brien, Seán;101;S1", "102:2"),
    # a family address gives nobody the mark of a sibling
    (SIBLINGS, f"ID number;Mail|2102;caron@x|{OTHERS}", LISTED),  # Ana's number, the address of the family
    (SIBLINGS, f"N°;Mail|2102;caron@x|{OTHERS}", LISTED),
    (SIBLINGS, f"N°;Mail|2101;caron@x|{OTHERS}", f"2101:2 {LISTED}"),
    (SIBLINGS, f"N°;Mail|2102;caron@x|2101;caron@x|{OTHERS}", "2101:3 2104:4 2105:5 2106:6"),
    (SIBLINGS, f"ID number;Mail|2102;caron@x|2101;caron@x|{OTHERS}", "2101:3 2104:4 2105:5 2106:6"),
    (SIBLINGS, "Student ID;Mail|77;caron@x|78;nash@x|79;vert@x|80;roy@x", f"2101:2 {LISTED}"),  # other numbers for all
    # two persons, or one in two sections
    (SIBLINGS, "Mail;Section|caron@x;3A|caron@x;3B|nash@x;|vert@x;|roy@x;", "2104:4 2105:5 2106:6"),
    (SIBLINGS, f"ID number;Mail|2101;new@x|{OTHERS}", f"2101:2 {LISTED}"),  # another address is no other person
    # the class has the ranks of September; by June a student was added in the middle
    (SEPTEMBER, "N°;Nom;Prénom|1;Carré;Léa|2;Dupont-Martin;Noël|3;Lefèvre;Hélène|4;O'Brien;Seán",
     "103:3 101:4 102:5 !1"),
    (SEPTEMBER, "N°;Note|1;|2;|3;", ""),
    # the logins were sorted without the numbers, in a list without names; the header of the numbers is not known
    ("id;name;Login|21700311;Nash, Eva;enash|21700305;Roy, Luc;lroy|21700258;Martin, Jean;jmartin",
     "Code;Login|21700311;jmartin|21700305;lroy|21700258;enash", "21700305:3 !2"),
    # the exact name of a student under the number of another, unless both are in the list, shortened to one name
    (NEARLY, "ID number;Nom;Prénom|101;Lefèvre;Hélène|102;O'Brien;Seán|105;Martin;Jean", "101:2 102:3 104:4 !2"),
    (NEARLY, "ID number;Nom;Prénom|101;Lefèvre;Hélène|102;O'Brien;Seán|105;Martin;Jean|104;Martin;Jean",
     "101:2 102:3 105:4 104:5 !0"),
    # a homonym, where the list has a part of the class
    (LARGER, "ID number;Full name|101;Hélène Lefèvre|102;Seán O'Brien|777;Noël Dupont-Martin", "101:2 102:3"),
    (LARGER, "ID number;Full name|102;Seán O'Brien|777;Noël Dupont", "102:2"),
    # a group tells homonyms apart, but not against another number
    (GROUPS, "Compte;Full name;Groupe|c9;Roy, Léa;C|c3;Caron, Max;B|c4;Petit, Ida;D", "c3:3 c4:4"),
    (GROUPS, "Compte;Full name;Groupe|;Roy, Léa;C|c3;Caron, Max;B|c4;Petit, Ida;D", "c2:2 c3:3 c4:4"),
    # a new name under the number leaves nothing to a stranger of the old name
    (ABC, "ID number;Full name|101;Hélène Morel|777;Hélène Lefèvre|102;Seán O'Brien|103;Noël Dupont-Martin",
     "102:4 103:5"),
    # a rank is nobody's number without names
    (RANKED, "ID number;Group|1;A|2;A|3;A|4;A|5;A", ""),
    (RANKED, "ID number;Group|5;A|3;A", ""),
    (RANKED, "Username;Email|1;bernard@x|2;caron@x|3;dubois@x|4;faure@x|5;k.novak@x", ""),
    (RANKED, "ID number;Email|2;hdubois@x|1;alice.bernard@x|3;faure.ines@x|5;novak@x|4;s0017@x",
     "2:2 1:3 3:4 5:5 4:6 !0"),
    (RANKED, "student;Email|1;a1@x|2;caron@x|3;faure@x", "1:2 3:4"),
    (RANKED, "student;Email|1;a1@x|2;faure@x|3;a3@x|5;k.novak@x", ""),
    (RANKED, "student;Email|1;bernard@x|2;hugo@x|3;faure@x|5;kim.novak@x", "1:2 2:3 3:4"),
    (RANKED, "ID number;Nom;Prénom|1;Bernard;Alice|2;Dubois;Hugo|3;Faure;Inès|4;;", "1:2 2:3 3:4 4:5"),
    # an identifier is known by its header, and a rank is not, in lists without names
    ("id;name;Numéro d'anonymat|3;Roy, A;3|1;Blanc, A;1|2;Petit, A;2", "Numero d'anonymat;Note|1;|2;|3;",
     "1:2 2:3 3:4"),
    ("id;name;ID number|3;Roy, A;3|1;Blanc, A;1|2;Petit, A;2", "ID number;Grade|3;|9;", "3:2"),
    ("id;name;N°|21700104;Roy, A;21700104|21700105;Blanc, A;21700105", "N°;Note|21700105;|21700104;",
     "21700105:2 21700104:3"),
    ("id;name;N°|3;Roy, A;3|1;Blanc, A;1|2;Petit, A;2", "N°;Note|1;|2;|3;", ""),
    ("id;name;Numéro|3;Roy, A;3|1;Blanc, A;1|2;Petit, A;2", "Numéro;Note|3;|1;", ""),
    ("id;name;Rang|3;Roy, A;3|1;Blanc, A;1|2;Petit, A;2", "ID number;Note|3;|1;", ""),
    # an address with the name of a classmate contradicts a number
    ("id;name|21700104;Caron, Emma|21700105;Dubois, Hugo|21700106;Faure, Inès",
     "ID number;Email|21700104;emma.caron@x|21700105;i.faure@x|21700106;ines@x", "21700104:2 21700106:4 !1"),
    # the addresses of the class list were sorted without the names
    ("id;name;Mail|1;Roy, Luc;anna.martin@x|2;Martin, Anna;luc.roy@x", "Mail;Grade|anna.martin@x;|luc.roy@x;", " !2"),
    ("id;name;Mail|1;Roy, Luc;martin@x|2;Martin, Anna;roy@x", "Mail;Grade|martin@x;|roy@x;", " !2"),
    ("id;name;Mail|1;Roy, Luc;roy@x|2;Martin, Anna;martin@x", "Mail;Grade|martin@x;|roy@x;", "2:2 1:3"),
    # addresses and logins that the class does not have are compared with the names of all rows
    (LOGINS, "Nom;Prénom;Mail|Martin;Paul;lroy@x|Roy;Luc;pmartin@x|Nash;Eva;enash@x", "1:2 2:3 3:4 !1"),
    (LOGINS, "Nom;Prénom;Username|Martin;Paul;lroy|Roy;Luc;pmartin|Nash;Eva;enash", "1:2 2:3 3:4 !1"),
    (LOGINS, "Nom;Prénom;Username|Martin;Paul;pmartin|Roy;Luc;lroy|Nash;Eva;enash", "1:2 2:3 3:4 !0"),
    (LOGINS, "Nom;Prénom;Mail|Martin;Paul;pmartin@x|Roy;Luc;lroy@x|Nash;Eva;pmartin@x", "1:2 2:3 3:4 !1"),
    (LOGINS, "Nom;Prénom;Mail|Martin;Paul;p01@x|Roy;Luc;p02@x|Nash;Eva;p03@x", "1:2 2:3 3:4 !0"),
    # exchanged with a person who is not in the class; of a person with the same family name, who has another login
    (OST, "Full name;Login|Paul Martin;ztraore|Eva Nash;enash|Zoé Traoré;pmartin|João Ost;jost|Noël Ost;nost",
     "1:2 3:3 4:5 !3"),
    (OST, "Full name;Login|Paul Martin;pmartin|Eva Nash;enash|Zoé Traoré;ztraore|João Ost;n.ost|Noël Ost;z9",
     "1:2 3:3 4:5 !3"),
    (OST, "Full name;Login|Paul Martin;pmartin|Eva Nash;enash|Zoé Traoré;ztraore|João Ost;n.ost|Noël Ost;n.ost2",
     "1:2 3:3 4:5 !2"),
    (NGUYEN, "ID number;Login|0101;zoe.nguyen|0102;ana.nguyen|0103;eva.roy", "0101:2 0102:3 0103:4 !1"),
    (NGUYEN, "ID number;Login|0101;ana.nguyen|0102;zoe.nguyen|0103;x", "0101:2 0102:3 0103:4 !0"),
    # Sakai calls logins "Student ID"
    ("id;name;Login|1;Martin, Paul;p1|2;Roy, Luc;p2", "Student ID;Name|p2;Martin, Paul|p1;Roy, Luc", "1:2 2:3 !1"),
    # where names are the identifiers, Martin Durand may have the login of that name, and Luc Roy a homonym
    ("id;name|Martin;Martin|Roy Luc;Roy, Luc|ba;Ba, Zoé", "Username;Grade|martin;|roy luc;|ba;", "ba:4"),
    ("id;name|Martin;Martin|Roy Luc;Roy, Luc|ba;Ba, Zoé", "Username;Full name|martin;Martin Durand|x;Luc Roy|ba;Zoé Ba",
     "Roy Luc:3 ba:4"),
    # the address royanne@x is also that of Anne Roy
    ("id;name|1;Martin-Roy, Anne|2;O'Brien, Seán", "Full name;Mail|Anne Roy;royanne@x|Seán O'Brien;s@x", "2:3"),
    ("id;name|1;Martin-Roy, Anne|2;O'Brien, Seán", "Full name;Mail|Anne Roy;a.martin@x|Seán O'Brien;s@x", "1:2 2:3"),
    ("id;name|1;Roy Martin, Anne|2;O'Brien, Seán", "Full name|Anne Martin-Roy|Seán O'Brien", "2:3"),
    # two rows of one student whose names differ by an initial; under ranks, they may be two persons of two groups
    (EVA, f"{CANVAS}|Reyes, Eva;31;1005;e@x;S1|Reyes, Eva M.;31;1005;e@x;S2", "1005:2 1005:3"),
    (EVA, f"{CANVAS}|Reyes, Eva;31;1005;e@x;S1|Reyes, Eva M.;32;1005;other@x;S2", "1005:2 1005:3"),
    ("id;name|5;Reyes, Eva", f"{CANVAS}|Reyes, Eva;31;5;e@x;S1|Reyes, Eva M.;31;5;e@x;S2", ""),
    # first names alone contradict ranks that moved
    (RANKED_ABC, "Numéro;Prénom|1;Ali|2;Hélène|3;Seán|4;Noël", ""),
    (RANKED_ABC, "Numéro;Prénom|2;Seán|1;Hélène|3;Noël", "2:2 1:3 3:4"),
    # an identifier does not count against names whose column is not called so
    (RANKED_ABC, "Numéro;Chercheur|1;Hélène Lefèvre|2;Seán O'Brien|3;Noël Dupont-Martin", "1:2 2:3 3:4"),
    (RANKED_ABC, "Numéro;Chercheur|2;Hélène Lefèvre|1;Seán O'Brien|3;Noël Dupont-Martin", ""),
    # a name of birth stands where there is none of use
    (ABC, "Nom d'usage;Nom de naissance;Prénom|;Lefèvre;Hélène|O'Brien;Kelly;Seán", "101:2 102:3"),
    # a number below the names is no student
    (RANKED_ABC, "Nom;Prénom;Numéro|Lefèvre;Hélène;1|O'Brien;Seán;2|Roy;Ida;9|Roy;Tim;8|;;3", "1:2 2:3"),
    # a teacher who is called like a student
    (HELENE, "First name;Surname;Email address;Roles|Hélène;Lefèvre;x@x;Teacher", "!1"),
    (HELENE, "First name;Surname;Email address;Roles|Hélène;Lefèvre;x@x;Enseignant", "!1"),
    (HELENE, "First name;Surname;Email address;Roles|Hélène;Lefèvre;x@x;Étudiant, Tuteur", "101:2 !0"),
    # identifiers of a letter and a number are not those of Moodle
    (FOLDERS, "Identifiant;Groupe|p1;A|p2;A", "p1:2 p2:3"),
    (FOLDERS, "Identifier;Grade|Participant1;|Participant2;", "p2:2 p1:3"),
    # siblings with one address
    (MARTINS, "Mail;Full name|m@x.fr;Pierre Martin|m@x.fr;Paul Martin", "2:2 1:3"),
    (MARTINS, "Mail;Grade|m@x.fr;|m@x.fr;", ""),
    (MARTINS, "Mail;Grade|m@x.fr;", ""),
    ("id;name;Mail|1;Martin, Paul;m@x.fr", "Mail;Full name|m@x.fr;Pierre Martin", ""),
    # an address alone identifies nobody who may share it, or be called like it
    (PAUL.format("m@x.fr", "", ""), "Mail;Grade|m@x.fr;", ""),  # the row may be that of Pierre
    (PAUL.format("m@x.fr", "p@x.fr", ""), "Mail;Grade|m@x.fr;", ""),
    (PAUL.format("m@x.fr", "p@x.fr", ""), "Mail;Grade|m@x.fr;|p@x.fr;", "1:2 2:3"),
    (PAUL.format("martin@x.fr", "", ""), "Mail;Grade|martin@x.fr;", ""),
    (PAUL.format("pmartin@x.fr", "", ""), "Mail;Grade|pmartin@x.fr;", ""),
    (PAUL.format("paul.martin@x.fr", "", ""), "Mail;Grade|paul.martin@x.fr;", "1:2"),
    (PAUL.format("pierre.martin@x.fr", "", ""), "Mail;Grade|pierre.martin@x.fr;", ""),
    (PAUL.format("zoe.roy@x.fr", "", ""), "Mail;Grade|zoe.roy@x.fr;", ""),  # of Zoé Roy, who is in the class
    (PAUL.format("zoe.roy@x.fr", "", "z@x.fr"), "Mail;Grade|zoe.roy@x.fr;|z@x.fr;", "3:3"),
    # a part of a name counts beside the number; alone, it may be that of another person
    ("id;name|1001;Dupont-Martin, Eva|1002;Ali, Anne-Marie",
     "ID number;Full name|1001;Eva Martin|1002;Marie Anne BEN ALI",
     "1001:2 1002:3 !0"),
    (PARTS, "Nom;Prénom|Martin;Eva|O Brien;Sean", "3:3 !2"),
    (PARTS, "Full name|Eva Martin|Marie Anne BEN ALI|Seán O'Brien", "3:4 !2"),
    # what confirms a part of a name
    (LOU, "Full name|Eva Marie Martin", ""),  # Marie may be half of the family name
    (LOU, "Nom;Prénom|Dupont-Martin;Eva Lou", "1:2"),
    (LOU, "Full name|Eva Dupont Martin", "1:2"),
    (LOU, "Nom;Prénom|Dupont-Martin;E.", ""),  # perhaps a brother
    (LOU, "Full name|E. Dupont-Martin", ""),
    (LOU, "Full name|Lou Dupont-Martin", ""),
    (LOU, "Full name|Eva Dupont-Martin", "1:2"),
    (LOU, "Nom;Prénom;Mail|Martin;Eva;eva.dupont@x.fr", "1:2"),
    (LOU, "Nom;Prénom;Mail|Martin;Eva;eva.martin@x.fr", ""),
    (LOU, "Nom;Prénom;Né le|Martin;Eva;3 mai 2007", "1:2"),
    (LOU, "Nom;Prénom;Né le|Martin;Eva;4 mai 2007", ""),
    (LOU, "Nom;Prénom;Groupe|Martin;Eva;TD1", ""),
    (LOU, "Nom;Prénom|Martin;Eva|Dupont;Eva", ""),
    # two students who share half of a name get no mark of a third
    (EVAS, "Nom;Prénom|Dupont;Eva", ""),
    (EVAS, "Full name|Eva Dupont", ""),
    (EVAS, "Full name|Dupont E.", ""),
    (EVAS, "Nom;Prénom;Groupe|Dupont;Eva;TD1", ""),  # a group tells apart, but does not confirm a name
    (EVAS, "Nom;Prénom;Né le|Dupont;Eva;2 mai 2007", "2:2"),
    (f"{EVAS}|3;Dupont, Eva", "Nom;Prénom|Dupont;Eva", "3:2"),
    (f"{EVAS}|3;Dupont, Eva", "Full name|Eva Dupont", "3:2"),
    (f"{EVAS}|3;Dupont, Eva", "Full name|Dupont E.", ""),
    (f"{EVAS}|3;Dupont, Eva", "Nom;Prénom;Groupe|Dupont;Eva;TD1", "3:2"),
    # whoever has the first name of a student as family name is another person
    (THOMAS, "Nom;Prénom|Thomas;Martin|Roy;Luc", "2:3"),
    (THOMAS, "Nom;Prénom|Thomas;Martin", ""),  # nothing shows which column is which
    (THOMAS, "Nom;Prénom|Thomas;Martin|Martin;Thomas|Roy;Luc", "1:3 2:4"),  # both persons
    (THOMAS, "Nom;Prénom|Thomas;Martin|Luc;Roy|Eva;Nash", "1:2 2:3 3:4"),  # the columns are exchanged
    (THOMAS, "Nom;Prénom|Martin;Thomas|Luc;Roy|Eva;Nash", "2:3 3:4"),  # in such a list, another person
    (THOMAS, "Full name|Thomas Martin|Luc Roy", "1:2 2:3"),  # the usual order of one column
    (THOMAS, "Full name|Martin Thomas|Roy Luc", "1:2 2:3"),
    (THOMAS, "Nom;Prénom|MARTIN;thomas|Roy;Luc", "1:2 2:3"),
    (THOMAS, "Nom;Prénom;Né le|Thomas;Martin;3 mai 2007|Roy;Luc;5 mai 2007", "1:2 2:3"),
    (THOMAS, "Nom;Prénom;Né le|Thomas;Martin;4 mai 2007|Roy;Luc;5 mai 2007", "2:3"),
    (THOMAS, "Nom;Prénom;Groupe|Thomas;Martin;TD1|Roy;Luc;TD1", "2:3"),
    (THOMAS, "Nom;Prénom;Student number|Thomas;Martin;1|Roy;Luc;2", "1:2 2:3"),
    # a near name may be that of another person
    ("id;name|1;Roy, Jean-Luc", "Nom;Prénom|Roy;Luc", "!1"),
    ("id;name|1;Roy, Jean-Luc", "Nom;Prénom|Roy;Jean", "!1"),
    ("id;name|1;Roy, Jean-Luc", "Nom;Prénom|Roy;J.", "!1"),
    ("id;name|1;Roy, Jean-Luc", "Nom;Prénom|Roy;Jean Luc", "1:2 !0"),
    ("id;name|1;Roy, Jean-Luc", "Nom;Prénom|Roy;Jeanluc", "1:2 !0"),
    ("id;name|1;Roy, Jean-Luc", "Nom;Prénom|Roy;Jean-Luc Marie", "1:2 !0"),
    ("id;name|1;García López, Ana", "Nom;Prénom|López García;Ana", "!1"),
    ("id;name|1;García López, Ana", "Nom;Prénom|López García;Ana|GARCIA LOPEZ;Ana", "1:3"),
    ("id;name|1;García López, Ana", "Full name|Ana García López", "1:2 !0"),
    ("id;name|1;García López, Ana", "Nom;Prénom;Student number|López García;Ana;1", "1:2 !0"),
    ("id;name|1;Le Goff, Ana", "Nom;Prénom|Legoff;Ana", "!1"),
    ("id;name|1;Le Goff, Ana", "Nom;Prénom;Student number|Legoff;Ana;1", "1:2 !0"),
    ("id;name|1;El Amrani, Ali", "Full name|Ali Amrani", "!1"),
    # homonyms are told apart by a column that tells all
    (HOMONYMS, "Nom;Prénom|Martin;Zoé|Martin;Zoé", ""),
    (HOMONYMS, "Nom;Prénom;Né le|Martin;Zoé;4 mai|Martin;Zoé;3 mai", "2:2 1:3"),
    (HOMONYMS, "Nom;Prénom;Né le|Martin;Zoé;3 mai|Martin;Zoé;3 mai", ""),
    (HOMONYMS, "Nom;Prénom;Né le|Martin;Zoé;4 mai|Martin;Zoé;5 mai", ""),  # a column that moved
    (HOMONYMS, "Nom;Prénom;Né le|Martin;Léa;3 mai|Martin;Zoé;4 mai", "2:3"),
    (HOMONYMS, "Nom;Prénom;Né le;Numéro|Martin;Zoé;4 mai;1|Martin;Zoé;3 mai;2", "1:2 2:3"),
    (HOMONYMS, "Nom;Prénom;Numéro|Martin;Zoé;2|Martin;Zoé;9", "2:2"),
    # a further column that is wrong of others, or whose order is chance, tells no homonyms apart
    (ZOES.format("Rang", 1, 2, 3), "Nom;Prénom;Rang|Martin;Zoé;2|Martin;Zoé;1|Roy;Léa;4", "3:4"),
    (ZOES.format("Rang", 1, 2, 3), "Nom;Prénom;Rang|Martin;Zoé;2|Martin;Zoé;1|Roy;Léa;3", "2:2 1:3 3:4"),
    (ZOES.format("N°", 1, 2, 3), "Nom;Prénom;N°|Martin;Zoé;1|Martin;Zoé;2|Roy;Léa;3", "3:4"),
    (ZOES.format("Place", 1, 2, 3), "Nom;Prénom;Rang|Martin;Zoé;1|Martin;Zoé;2|Roy;Léa;3", "3:4"),
    ("id;name;Groupe|1;Martin, Zoé;A|2;Martin, Zoé;B", "Nom;Prénom;Option|Martin;Zoé;A|Martin;Zoé;B", ""),
    ("id;name;Né|1;Martin, Zoé;01/02/06|2;Martin, Zoé;03/04/06",
     "Nom;Prénom;Naissance|Martin;Zoé;01/02/06|Martin;Zoé;03/04/06", "1:2 2:3"),
    # Jean-Paul may be Roy Jean-Paul, and Roy Jean-Paul may be Roy Paul; Jean-Paul is not Roy Paul
    ("id;name;Mail;N°|1;Roy, Jean-Paul;a@x;|2;Jean-Paul;;b", "Nom;Prénom;Mail;N°|;Jean-Paul;a@x;|Roy;Paul;a@x;b", ""),
    # a participant of Moodle is known by the folder of the upload
    (FOLDER, "Identifier;Status;Grade|Participant 55012;;|Participant 55013;;", "101:3"),
    ("id;name|55012;Roy, Léa", "Identifier;Status;Grade|Participant 55012;;|Participant 55013;;",
     ""),  # nobody's by chance
    (FOLDER, "Identifier;Full name;Grade|Participant 55013;Seán O'Brien;", "102:2"),
    # the folder of participant 77, Jean-Luc Roy, holds a paper of Luc Roy; a name in part counts if it is the only one
    (LUC, "Identifier;Full name|Participant 77;Jean-Luc Roy|Participant 78;Luc Roy|Participant 79;Seán O'Brien",
     "1:3 2:4"),
    (LUC, "Identifier;Full name|Participant 77;Jean-Luc Roy", "1:2"),
    (LUC, "Identifier;Full name|Participant 77;Luc Roy|Participant 78;Luc Roy", "1:2"),
    # zeros that a spreadsheet dropped
    ("id;name|0012;|0013;", "Numéro;Note|13;|12.0;", "0013:2 0012:3"),
    ("id;name|0120;|120;", "Numéro;Note|120;|0120;", "120:2 0120:3"),
    # a number that a spreadsheet cut is nobody's without names
    (LONG, "ID number;Grade|123456789012345000;|223456789012345000;", "223456789012345000:3"),
    (LONG, "ID number;Grade|123456789012345678;|123456789012345000;", "123456789012345678:2"),
    (LONG, "ID number;Grade|1,23457E+17;|1,23457E+17;|2.23457E+17;", ""),
    (LONG, "ID number;Full name|123456789012345000;Ida Roy|123456789012345000;Max Blanc|1,23E+17;Zoé Petit",
     "123456789012345678:2 123456789012345000:3 223456789012345000:4"),
    # identifiers that contradict each other without a name
    ("id;name;Mail|101;;a@x|102;;b@x", "Numéro;Mail|101;b@x", ""),
    # a number of the platform is known under its own header
    ("id;name;ID|101;Lefèvre, Hélène;301|102;O'Brien, Seán;302", "Student;ID;Section|;302;S1|Lefèvre, Hélène;301;S1",
     "102:2 101:3"),
    # a homonym is refused by a column that is right for others, under any header
    (BORN.format("N°"), f"Numéro;Full name|{BIRTHS}", "101:2 102:3 !1"),
    (BORN.format("Réf"), f"Réf;Full name|{BIRTHS}", "101:2 102:3 !1"),
    (BORN.format("Né le"), f"Naissance;Full name|{BIRTHS}", "101:2 102:3 !1"),
    (BORN.format("Né le;Naissance") + ";30/09/2004", f"Naissance;Full name|{BIRTHS}", "101:2 102:3 103:4"),
    # an address that siblings share in a list contradicts nobody
    (BENALI.format("m", "m"), BENALIS.format("m", "m"), "b0:2 b1:3 101:4 102:5 103:6 !0"),
    (BENALI.format("m", "m"), BENALIS.format("m", "i"), "b0:2 b1:3 101:4 102:5 103:6 !0"),
    (BENALI.format("m", "m"), BENALIS.format("k", "k"), "b0:2 b1:3 101:4 102:5 103:6 !0"),
    (BENALI.format("k", "i"), BENALIS.format("m", "m"), "b0:2 b1:3 101:4 102:5 103:6 !0"),
    (BENALI.format("m", "i"), BENALIS.format("m", "m"), "b0:2 b1:3 101:4 102:5 103:6 !0"),
    (BENALI.format("m", "i").replace("|b1;Benali, Inès;i@x", ""), BENALIS.format("m",
     "m"), "b0:2 101:4 102:5 103:6 !1"),
    # what Canvas writes among students is nobody
    (HELENE, ("Student;ID;SIS User ID;Section;Quiz (1)|;;;;Manual Posting|    Points Possible;;;;20|"
              "Lefèvre, Hélène;301;101;S1;|Lefèvre, Hélène;301;101;S2;|Student, Test;399;;S1;"), "101:4 101:5 !0"),
]  # fmt: skip


@pytest.mark.parametrize(("students", "text", "expected"), ROWS)
def test_a_row_is_matched(students: str, text: str, expected: str) -> None:
    """What is expected ends with the number of problems, if it counts."""
    pairs, _, count = expected.partition("!")
    matched, matching = outcome(students, text)
    assert matched == pairs.strip()
    assert not count or len(matching.problems) == int(count)


@pytest.mark.parametrize("header", ["Numéro", "ID number", "Mail"])
@pytest.mark.parametrize("order", ["231", "213"])
@pytest.mark.parametrize("others", ["", "abcdefghijkl"])
def test_identifiers_that_moved_against_the_names_are_a_problem(header: str, order: str, others: str) -> None:
    """Also where two students of a large class are exchanged, and where another column agrees with the names."""
    lines = [*ABC.split("|")[1:], *(f"20{at};Roy, Id{letter}" for at, letter in enumerate(others))]
    ids, names = zip(*(line.split(";") for line in lines), strict=True)
    students = "id;name;Mail|" + "|".join(f"{line};{number}@x" for line, number in zip(lines, ids, strict=True))
    moved = [number + "@x" * (header == "Mail") for number in (*(f"10{digit}" for digit in order), *ids[3:])]
    rows = "|".join(f"{number};{name}" for number, name in zip(moved, names, strict=True))
    text, matching = outcome(students, f"{header};Full name|{rows}")
    assert text == " ".join(f"{number}:{line}" for line, number in enumerate(ids, 2))
    (problem,) = matching.problems
    assert repr(header) in str(problem.cause)
    assert matching.notes == ()


@pytest.mark.parametrize(
    ("one", "other", "their_number"),
    [
        ("Martin, Jean", "Martin, Jean-Paul", "301"),
        ("Martin, M.", "Martin, Marie", "301"),
        ("Martin, Jean", "Martin Dupont, Jean", "301"),
        ("Martin, Thomas", "Thomas, Martin", "301"),
        ("Martin, M.", "Martin, Marie", ""),
    ],
)
def test_exchanged_numbers_of_two_students_of_nearly_one_name_are_a_problem(
    one: str, other: str, their_number: str
) -> None:
    rows = f"{ABC[8:]}|302;{one}|{their_number};{other}".replace(", ", ";")
    text, matching = outcome(f"{ABC}|301;{one}|302;{other}", f"ID number;Nom;Prénom|{rows}")
    assert text == "101:2 102:3 103:4 301:5 302:6"
    assert ["'ID number'" in str(problem.cause) for problem in matching.problems] == [True]


def test_a_problem_says_what_the_class_list_needs() -> None:
    text = "ID number;Full name|101;Hélène Morel|102;Seán O'Brien|103;Noël Dupont-Martin"
    result, matching = outcome(ABC, text)
    (problem,) = matching.problems
    assert (result, problem.place) == ("102:3 103:4", "list.csv, line 2")
    assert "Lefèvre Hélène (101)" in problem.cause
    assert "Hélène Morel" in problem.cause
    assert "students.csv" in problem.remedy
    assert outcome(ABC.replace("Lefèvre", "Morel"), text)[0] == "101:2 102:3 103:4"

    text = "ID number;Full name|101;Hélène Lefèvre|102;Seán O'Brien|E0777;Noël Dupont-Martin"
    result, matching = outcome(ABC, text)
    (problem,) = matching.problems
    assert (result, problem.place) == ("101:2 102:3", "list.csv, line 4")
    assert "E0777 in a column 'ID number'" in problem.remedy
    settled = ABC.replace("id;name", "id;name;ID number") + ";E0777"
    assert outcome(settled, text)[0] == "101:2 102:3 103:4"

    text, matching = outcome(HELENE, "Numéro;Chercheur|7;Hélène Lefèvre|101;Seán O'Brien")
    assert (text, "'Chercheur'" in matching.problems[0].cause) == ("", True)
    text, matching = outcome(EVA, f"{CANVAS}|Reyes, Eva;31;1005;other@x;S1|Reyes, Eva M.;32;1006;e@x;S2")
    assert text == ""
    assert "'SIS User ID'" in matching.problems[0].cause
    assert "'Mail'" in matching.problems[0].cause
    assert "add a column" not in matching.problems[0].remedy


FIRST = ("Zoé", "Léa", "Paul", "Jean-Paul", "Jean", "")
LAST = ("Martin", "Roy", "Dupont-Martin", "Le Gall", "")
HEADERS = ("N°", "Numéro", "ID number", "Mail", "Né le", "Place")


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
        columns = draw.sample(("ID", "SIS User ID", "SIS Login ID", "Mail", "Section", "Place", "Né le"), 4)
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
