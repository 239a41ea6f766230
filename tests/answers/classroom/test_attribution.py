"""Test which student a file belongs to, by its path, the files beside it, its sheet and what is written in it."""

import pytest

from answers.classroom.attribution import attribute, with_participants
from answers.classroom.platforms import moodle_folder, uploader_names
from answers.classroom.roster import Enrollment
from answers.classroom.roster_index import RosterIndex, roster_index, with_spreadsheet_numbers
from answers.classroom.unlisted_persons import with_rivals
from answers.classroom.uploaders import is_called_by_platform
from answers.flags import FILE_OF_ANOTHER, STUDENT_CHANGED, Place
from answers.sheets.identity import Identity, Signature, Student
from tests.answers.tiny import submission


def enrolled(text: str, seed: int = 1) -> list[Enrollment]:
    """Return students, as "s01;Aa;Bb|…": identifier, name, first name, and perhaps an address or a login."""
    enrollments = []
    for at, line in enumerate(filter(None, text.split("|")), seed):
        cells = line.split(";")
        columns = tuple(("Email" if "@" in cell else "Login", cell) for cell in cells[3:])
        enrollments.append(Enrollment(Student(*cells[:3]), at, columns))
    return enrollments


def indexed(text: str) -> RosterIndex:
    """Return the index of students; former students follow "||"."""
    students, _, former = text.partition("||")
    return roster_index(enrolled(students), enrolled(former, 21))


def found(index: RosterIndex, file: str, student: str = "", signed: str = "") -> str:
    """Return the student of a paper: "s01", "s01 changed", or "s01 ?Un Known" if it may be that of the other.

    The paper is a row of a table if `file` ends with "row 2". A signature is invalid if `signed` begins with "forged ".
    """
    name, _, line = file.rpartition(", ") if file.endswith(" 2") else (file, "", "")
    signature = (
        Signature(Identity("tiny", 1, signed.removeprefix("forged ")), "forged" not in signed) if signed else None
    )
    paper = submission({}, student=student, place=Place(name, line), signature=signature, u0=None)
    attribution = attribute(paper, index, is_row=line.startswith("row"))
    own = attribution.enrollment.student.id if attribution.enrollment else ""
    changed = " changed" * (STUDENT_CHANGED in attribution.flags)
    return f"{own}{changed}" + f" ?{attribution.other_student}" * (FILE_OF_ANOTHER in attribution.flags)


PUPILS = "s01;Aa;Bb|s02;Cc;Dd|s03;Cc;Dd|s06;Gg;Hh"
NAMES = indexed(PUPILS)
LEFT = f"{PUPILS}||s08;Ee;Ff|s09;Cc;Dd"
M = "_7_assignsubmission_file_/a.txt"
GARCIA = "s11;GARCIA-LOPEZ;Théo|s13;Roy-Petit;Anne Lise"
MINH = "s11;Martin;Paul|s12;Martin;Paul|s13;Roy;Luc|s14;Nguyễn;Văn Minh"
LOGINS = "1;Roy;Martin;martin@x.fr|2;Martin;Luc;lmartin@x.fr|3;Ba;Zoé;zoe.ba@x.fr|4;Ba;Zoé;zba@x.fr"
FAMILIES = ("1;Martin;Paul;{}|2;Martin;Pierre;{}", "1;Martin;Paul;{}||2;Martin;Pierre;{}")
"""Two brothers; in the second class, one of them has left."""


@pytest.mark.parametrize(
    ("students", "file", "student", "signed", "expected"),
    [
        # what is written, and a signature beside it; one that is not genuine says nothing
        (PUPILS, "x.txt", "s01", "", "s01"),
        (PUPILS, "x.txt", "Bb Aa", "", "s01"),
        (PUPILS, "x.txt", "aa  BB", "", "s01"),
        (PUPILS, "x.txt", "Ee Ff", "", ""),
        (PUPILS, "x.txt", "Dd Cc", "", ""),
        (PUPILS, "x.txt", "", "", ""),
        (PUPILS, "x.csv, line 2", "Ee Ff", "", ""),
        (PUPILS, "x.pdf", "", "s02", "s02"),
        (PUPILS, "x.pdf", "", "forged s02", ""),
        (PUPILS, "x.pdf", "s01", "s02", "s02 changed"),
        (PUPILS, "x.pdf", "s01", "forged s02", "s01"),
        (PUPILS, "x.pdf", "Bb Aa", "S01", "s01"),
        (PUPILS, "x.pdf", "Bb Aa", "s02", "s02 changed"),
        (PUPILS, "x.pdf", "s01", "s99", "s01"),
        (PUPILS, "x.pdf", "Ee Ff", "s02", "s02"),
        (PUPILS, "x.pdf", "Ee Ff", "s99", ""),
        # the name of the file, of its folder
        (PUPILS, "folder/s03.txt", "", "", "s03"),
        (PUPILS, "s01.csv, line 2", "", "", "s01"),
        (PUPILS, "s01.txt", "s02", "", "s01 ?"),  # a text that claims to be somebody else's
        (PUPILS, "Bb Aa/copy.txt", "s02", "", "s01 ?"),  # uploaded to another student's folder
        (PUPILS, "s01.pdf", "", "s02", "s02 ?"),
        (PUPILS, "s02.txt", "s02", "", "s02"),
        (PUPILS, "S02/s02.pdf", "", "s02", "s02"),
        (PUPILS, "copy.txt", "s02", "", "s02"),
        (PUPILS, "Answers_of AA bb (2).txt", "", "", "s01"),
        (PUPILS, "answers of Aa Bbb.txt", "", "", ""),
        (PUPILS, "Aa Bb sat by Gg Hh.txt", "", "", ""),
        (PUPILS, "Aa Bb all/copy.txt", "", "", ""),
        (PUPILS, "s01.txt", "nobody", "", "s01 ?"),
        (PUPILS, "s01 (1).txt", "", "", "s01"),
        (PUPILS, "s01(2).pdf", "", "s02", "s02 ?"),
        # two are called so: the signature says which, and what is only written says it to the teacher
        (PUPILS, f"Dd Cc{M}", "", "s02", "s02"),
        (PUPILS, f"Dd Cc{M}", "", "s01", "s01 ?"),
        (PUPILS, f"Dd Cc{M}", "s02", "", "s02 ?"),
        (PUPILS, "Dd Cc.pdf", "", "s02", "s02"),
        (PUPILS, "Dd Cc.pdf", "", "s01", "s01 ?"),
        # a third student in a file with two names
        (PUPILS, "Bb Aa - Hh Gg.pdf", "", "s02", "s02 ?"),
        (PUPILS, "Bb Aa - Hh Gg.pdf", "", "s06", "s06"),
        # a file named after a student who left
        (LEFT, "Ee Ff.pdf", "", "s01", "s01 ?s08, Ee Ff"),
        (LEFT, "Ee Ff/copy.pdf", "", "s01", "s01 ?s08, Ee Ff"),
        (LEFT, "Ee Ff.pdf, row 2", "", "s01", " ?"),
        (LEFT, "Ee Ff.txt", "s01", "", " ?"),
        (LEFT, "Ee Ff.txt", "", "", ""),
        (LEFT, "paper.pdf", "", "s01", "s01"),
        (LEFT, "Cc Dd.pdf", "", "s02", "s02"),  # a student who left had this name too
        (LEFT, f"Cc Dd{M}", "", "", ""),
        ("s01;Aa;Bb||s09;Aa;Bb", f"Bb Aa{M}", "", "", ""),
        ("s01;Aa;Bb||s09;Aa;Bb", f"Bb Aa{M}", "", "s01", "s01"),
        # a part of a family name alone
        (GARCIA, "Theo Garcia.txt", "", "", "s11 ?Theo Garcia"),  # perhaps somebody who is not in the list
        (GARCIA, "Garcia_Theo/a.txt", "", "", "s11 ?Garcia_Theo"),
        (GARCIA, "Theo Garcia.txt", "Théo Garcia-Lopez", "", "s11"),
        (GARCIA, "Theo Garcia.txt", "", "s11", "s11"),
        (GARCIA, "Theo Garcia.txt", "Anne Roy-Petit", "", "s11 ?"),
        (GARCIA, "Theo Garcia Lopez.txt", "", "", "s11"),
        (GARCIA, "Roy-Petit Anne.txt", "", "", "s13"),  # without a second first name
        (GARCIA, "Petit Roy Anne.txt", "", "", "s13 ?Petit Roy Anne"),  # perhaps Anne Petit-Roy
        (GARCIA, "Anne Roy.txt", "", "", "s13 ?Anne Roy"),
        # a sheet in a file with the name of others
        (MINH, "Paul Martin.pdf", "", "s14", "s14 ?"),
        (MINH, "copies/Martin Paul/a.pdf", "", "s14", "s14 ?"),
        (MINH, "Roy.pdf", "", "s14", "s14 ?"),
        (MINH, "DM1 ROY (2).pdf", "", "s14", "s14 ?"),
        (MINH, "roy.pdf, row 2", "", "s14", "s14"),  # perhaps the title of all papers in the file
        (MINH, "roy/a.pdf", "", "s14", "s14"),
        (MINH, "minh.pdf", "", "s14", "s14"),
        (MINH, "copie.pdf", "", "s14", "s14"),
        (MINH, "Roy devoir d'algèbre.pdf", "", "s14", "s14"),
        (MINH, "DM1 Roy.pdf", "", "s13", "s13"),
        # a name of which a file name keeps a part is not known by this part
        ("李 Max;李;Max|Nash Eva", "a.txt", "Max", "", ""),
        ("李 Max;李;Max|Nash Eva", "a.txt", "李 Max", "", "李 Max"),
        ("李 Max;李;Max|Nash Eva", "a.txt", "Nash-Eva", "", "Nash Eva"),
        # an address of one student alone; the login, where all addresses have one domain
        *(
            (group.format("m@x.fr", "p@x.fr"), "scan.txt", text, "", "1")
            for group in FAMILIES
            for text in ("m@x.fr", "m")
        ),
        *((group.format("m@x.fr", "m@y.fr"), "scan.txt", "m@x.fr", "", "1") for group in FAMILIES),
        *((group.format("m@x.fr", "m@y.fr"), "scan.txt", "m", "", "") for group in FAMILIES),
        *(
            (group.format("m@x.fr", "m@x.fr"), "scan.txt", text, "", "")
            for group in FAMILIES
            for text in ("m@x.fr", "m")
        ),
        (FAMILIES[0].format("m@x.fr", "m@x.fr"), "scan.txt", "1", "", "1"),
        # a login that is a name counts only where a platform writes logins
        (LOGINS, "x.txt", "Martin", "", ""),
        (LOGINS, "x.txt", "martin@x.fr", "", "1"),
        (LOGINS, "x.txt", "lmartin", "", "2"),
        (LOGINS, "x.txt", "zoe.ba", "", ""),
        # the addresses were sorted without the names
        ("1;Roy;Luc;anna.martin@x.fr|2;Martin;Anna;luc.roy@x.fr", "x.txt", "luc.roy@x.fr", "", ""),
        ("1;Roy;Luc;martin@x.fr|2;Martin;Anna;roy@x.fr", "x.txt", "roy@x.fr", "", ""),
    ],
)
def test_whose_paper(students: str, file: str, student: str, signed: str, expected: str) -> None:
    """A flag may name anybody where nobody is expected behind the question mark."""
    shown = found(indexed(students), file, student, signed)
    assert (shown.partition("?")[0] + "?" if expected.endswith("?") else shown) == expected


def test_the_names_of_a_roster() -> None:
    index = indexed("s01;Aa;Bb|s02;Cc;Dd|s03;Cc;Dd|S04|s05;Ee;Ee|x;s04")
    first, second, third, alone, twice, like_alone = enrolled("s01;Aa;Bb|s02;Cc;Dd|s03;Cc;Dd|S04|s05;Ee;Ee|x;s04")
    ids = {"s01": first, "s02": second, "s03": third, "s05": twice, "x": like_alone}
    assert index.ids == {**ids, "s04": alone}
    # What one student writes as an identifier another may as a name: then it is nobody's.
    names = {**dict.fromkeys(("aa bb", "bb aa", "aabb"), first), **dict.fromkeys(("ee ee", "eeee"), twice)}
    assert index.written == {**ids, **names}


@pytest.mark.parametrize(
    ("file", "names"),
    [
        ("nash.zip/Zoé Le Goff_12345_assignsubmission_file_/copie.pdf", ("Participant 12345", "Zoé Le Goff")),
        ("nash.zip/Zoé Le Goff_12345_assignsubmission_file/copie.pdf", ("Participant 12345", "Zoé Le Goff")),
        ("Zoé Ba_7_assignsubmission_onlinetext/onlinetext.html", ("Participant 7", "Zoé Ba")),
        ("x/Zoé Ba_12345_assignsubmission_file_copie.pdf", ("Participant 12345", "Zoé Ba")),
        ("Zoé Ba_12345_assignsubmission_file_/a/b/copie.pdf", ("Participant 12345", "Zoé Ba")),
        ("Jean_Luc Ba_7_assignsubmission_onlinetext_/onlinetext.html", ("Participant 7", "Jean_Luc Ba")),
        ("A-Zoé Ba_7_assignsubmission_file_/c.pdf", ("Participant 7", "A-Zoé Ba", "Zoé Ba")),
        ("L3-A-Zoé Ba_7_assignsubmission_file_/c.pdf", ("Participant 7", "L3-A-Zoé Ba", "A-Zoé Ba", "Zoé Ba")),
        ("bazoe_11_222_x-Al Do_2_assignsubmission_file_c.pdf", ("11", "bazoe")),
        ("bazoe_11_222_copie.pdf", ("11", "bazoe")),
        ("bazoe_LATE_11_222_copie.pdf", ("11", "bazoe")),
        ("bazoe\u0301_11_222_copie.pdf", ("11", "bazoe\u0301")),
        # Earlier versions of Canvas, as their `content_zipper.rb` names uploads.
        ("bazoe_late_11_222_copie.pdf", ("11", "bazoe")),
        ("de_la_cruzana_11_222_Al Do.pdf", ("11", "delacruzana")),
        ("le-goff--zoe_11_222_copie.pdf", ("11", "legoffzoe")),
        ("le-goff--zoe-late_11_222_copie.pdf", ("11", "legoffzoe")),
        ("le-goff--zoe_11_text.html", ("11", "legoffzoe")),
        ("शर्मारवि_11_222_Al Do.pdf", ("11", "शर्मारवि")),
        ("Devoir–2_11_222_copie.pdf", ()),
        ("Zoé Ba_1_assignsubmission_file_/Al Do_2_assignsubmission_file_/c.pdf", ("Participant 1", "Zoé Ba")),
        ("nash_2026_05_30.zip/bazoe_11_222_copie.pdf", ("11", "bazoe")),
        ("x.zip/DM1/Ba, Zoé(z.ba)/Submission attachment(s)/copie.pdf", ("z.ba", "Ba, Zoé")),
        # Sakai, as its `BaseAssignmentService.java` and `AssignmentServiceImpl.java` name uploads.
        ("DM1/Ba, Zoé(z.ba)_Submission attachment(s)_copie.pdf", ("z.ba", "Ba, Zoé")),
        ("DM1/Ba, Zoé(z.ba)_Pièces jointes_x-Al Do_2_assignsubmission_file_c.pdf", ("z.ba", "Ba, Zoé")),
        ("DM1/4f0c2b7a1 Anonymous/Submission attachment(s)/Al Do.pdf", ("Participant 4f0c2b7a1 anonymous",)),
        ("DM1/4f0c2b7a1_Submission attachment(s)_Al Do.pdf", ("Participant 4f0c2b7a1",)),
        ("DM1/Zoé Ba/Submission attachment(s)/Al Do.pdf", ("Zoé Ba",)),
        ("Ba, Zoé(z.ba)_12_assignsubmission_file_/Al Do.pdf", ("Participant 12", "Ba, Zoé(z.ba)")),
        ("DM1/Abgaben/Ba_Zoe_zba_318/20260530100000_copie.pdf", ("zba", "Ba Zoe")),
        # ILIAS 4.4 and 5.0 leave the date out, in `class.ilExAssignment.php`.
        ("DM1/Ba_Zoe_zba_318/Al Do.pdf", ("zba", "Ba Zoe")),
        ("DM1/Abgaben/Team 3/Le_Goff_Zoe_zlg_318/20260530100000_c.pdf", ("zlg", "Le Goff Zoe")),
        ("d.zip/12345-67890 - Zoé Ba - May 30, 2026 1000 AM/copie.pdf", ("12345", "Zoé Ba")),
        ("12345-67890 - Zoé Ba - 30 mai 2026 1000 - copie.pdf", ("12345", "Zoé Ba")),
        ("DM_1_z.ba_attempt_2026-05-30-10-00-00_a_b.pdf", ("DM_1_z.ba", "1_z.ba", "z.ba")),
        ("DM1_z.ba_attempt_2026-05-30-10-00-00.txt", ("DM1_z.ba", "z.ba")),
        (  # the name of the student's file imitates the upload of another
            "DM1_z.ba_attempt_2026-05-30-10-00-00_x_a.do_attempt_2026-05-30-11-00-00_c.pdf",
            ("DM1_z.ba", "z.ba"),
        ),
        ("DM1_z.ba_attempt_2026-05-30-10-00-00_x1-Al Do_2_assignsubmission_file_c.pdf", ("DM1_z.ba", "z.ba")),
        ("12345-67890 - Zoé Ba- May 30, 2026 1000 AM - x1-Al Do_2_assignsubmission_file_c.pdf", ("12345", "Zoé Ba")),
        ("Zoé Ba_1_assignsubmission_file_x_al.do_attempt_2026-05-30-11-00-00_c.pdf", ("Participant 1", "Zoé Ba")),
        ("DM 1_z.ba_Tentative_2026-05-30-10-00-00_copie.pdf", ("DM 1_z.ba", "z.ba")),
        ("DM1_z.ba_Försök_2026-05-30-10-00-00_Al Do.pdf", ("DM1_z.ba", "z.ba")),
        ("DM1_z.ba_попытка_2026-05-30-10-00-00_Al Do.pdf", ("DM1_z.ba", "z.ba")),
        # What looks a little like these is a teacher's own.
        ("DM_1_groupe_3/s01.txt", ()),
        ("DS_nash_groupe_3/s01.txt", ()),
        ("Nash_TD_L3_2026/s01.txt", ()),
        ("nash_2026_05_30_s01.txt", ()),
        ("Luc-Roy_2026.txt", ()),
        ("Ba, Zoé(1).pdf", ()),
        ("2026-05 - DM 1 - copies/s01.pdf", ()),
        ("copie_2.pdf", ()),
        ("s01.pdf", ()),
        ("2026_05_30.pdf", ()),
        ("", ()),
    ],
)
def test_names_that_platforms_give(file: str, names: tuple[str, ...]) -> None:
    assert uploader_names(file) == names


@pytest.mark.parametrize(
    ("file", "folder"),
    [
        ("a.zip/Zoé Ba_12_assignsubmission_file_/devoir/x.pdf", "Zoé Ba_12_assignsubmission_file_"),
        ("a.zip/Zoé Ba_12_assignsubmission_file/devoir/x.pdf", "Zoé Ba_12_assignsubmission_file_"),
        ("x/Zoé Ba_12_assignsubmission_file_copie.pdf", "Zoé Ba_12_assignsubmission_file_"),
        ("Zoé Ba_12_assignsubmission_onlinetext_/x.html", "Zoé Ba_12_assignsubmission_file_"),
        ("..\\a_b:_7_assignsubmission_file_/x.pdf", "-a-b-_7_assignsubmission_file_"),
        ("bazoe_11_222_a.pdf", ""),
        ("bazoe_11_222_x-Al Do_2_assignsubmission_file_c.pdf", ""),
        ("DM1_z.ba_attempt_2026-05-30-10-00-00_x-Al Do_2_assignsubmission_file_c.pdf", ""),
        ("DM1/Ba, Zoé(z.ba)/Submission attachment(s)/Al Do_2_assignsubmission_file_c.pdf", ""),
        ("nash_1_2_3/Zoé Ba_12_assignsubmission_file_/c.pdf", "Zoé Ba_12_assignsubmission_file_"),
        ("s01.pdf", ""),
    ],
)
def test_the_folder_that_feedback_goes_back_in(file: str, folder: str) -> None:
    assert moodle_folder(file) == folder


MAILED = (
    "0012;Müller;Jörg;j.muller@x.fr|0013;Ba;Zoé;z.ba@x.fr|13;Ba;Zoé;zoe.ba@x.fr|14;z;ba;ko@x.fr"
    "|123456789012345678;Roy;678|123456789012345000;Roy;000"
)
BLACKBOARD, SAKAI = "DM1_{}_attempt_2026-05-30-10-00-00_a.txt", "DM1/{}/Submission attachment(s)/a.txt"
KNOWN_LOGINS = "1;Roy;Luc;luc.roy2@x.fr|2;Ba;Zoé;z.ba@x.fr|3;Do;Al;a.do@x.fr"
OTHER_LOGINS = "1;Roy;Luc;s7@x.fr|2;Ba;Zoé;s8@x.fr|3;Do;Al;s9@x.fr"
SAKAI_NAMES = "Roy, Luc(luc.roy)|Ba, Zoé(z.ba)|Do, Al(a.do)"
OTHER_MARTIN = ("", "|2;Martin;Luc;lmartin@x.fr")
"""The other person may not be in the class."""
HYPHEN, LUC = "s04;Cc;Bb-Dd|s05;Cc;Dd", "s04;Roy;Luc|s05;Cc;Dd"
SHORTENED = (
    "s11;GARCIA-LOPEZ;Théo|s12;Œuvrard;Noël|s13;Roy-Petit;Paul|s14;Roy-Blanc;Paul|s15;Blanc-Roy;Ana||s16;Blanc;Ana"
)
NUMBERED = "21700123;Roy;Luc|2041;Aa;Bb"
OWN = "s01;Aa;Bb;own|s02;Cc;Dd|s03;Cc;Dd|s06;Gg;Hh"
BENALI = "s11;Ben Ali;Paul|s12;Roy;Luc|s13;Nash;Eva|s14;García;Marie"
STRANGERS = "|in/mbenali3/a.txt|in/luc.roy/a.txt|in/x0/a.txt|in/x1/a.txt|in/x2/a.txt|in/x3/a.txt|in/x4/a.txt"
BY_LOGIN = "mbenali3;Benali;Martin|luc.roy;Roy;Luc|eva.nash;Nash;Eva"
DUBOIS = "s11;Dubois;Marie Claire|s12;Roy;Luc|s13;Müller;Max"
MARIE = "s11;Martin;Marie|s12;Roy;Luc"
HYPHENS = "s11;Dupont;Martin|s12;Roy;Jean-Luc|s13;Nash;Anne Lise"
SUBMITTED = "|Submitted files/Bb Aa/DM 1/a.txt|Submitted files/Hh Gg/DM 1/Dd Cc.txt"
KIM = f"{PUPILS}|roy;Roy;Luc"
PAUL = "1;Martin;Paul|2;Ba;Zoé|3;Do;Al"


@pytest.mark.parametrize(
    ("students", "files", "expected"),
    [
        # a name with a hyphen is no group and a name
        (HYPHEN, f"Bb-Dd Cc{M}", "s04"),
        (HYPHEN, f"L3-Bb-Dd Cc{M}", "s04"),
        (HYPHEN, f"Dd Cc{M}", "s05"),
        (HYPHEN, f"A-Dd Cc{M}", "s05"),
        (HYPHEN, f"A-Bb Cc{M}", ""),
        # what stands before a hyphen may be half of the first name of another person
        (LUC, f"Jean-Luc Roy{M}", "s04 ?Jean-Luc Roy"),
        (LUC, f"L3-Jean-Luc Roy{M}", "s04 ?L3-Jean-Luc Roy"),
        (LUC, f"Anne Marie-Luc Roy{M}", "s04 ?Anne Marie-Luc Roy"),
        (LUC, f"Rouge-Luc Roy{M}", "s04 ?Rouge-Luc Roy"),
        (LUC, f"Zoé Ba_x-1-Luc Roy{M}", "s04 ?Zoé Ba_x-1-Luc Roy"),  # no name of Moodle: it replaces "_" by a space
        (LUC, f"Zoé Ba - Luc_Roy{M}", "s04 ?Zoé Ba - Luc_Roy"),
        *((LUC, f"{group}-Luc Roy{M}", "s04") for group in ("A", "TD1", "Groupe Rouge", "L3-B", "Équipe bleue")),
        # Moodle leaves apostrophes out of the names of folders
        *((f"s06;{name};Awa", f"{folder}{M}", "s06") for name in ("N'Diaye", "N’Diaye") for folder in (
            "Awa NDiaye", "Awa N’Diaye", "NDIAYE Awa")),
        # other platforms
        (MAILED, "DM1/Müller, Jörg(j.muller)/Submission attachment(s)/a.txt", "0012"),
        (MAILED, "DM1/Müller, Jörg(unknown)/Submission attachment(s)/a.txt", "0012"),
        (MAILED, "DM1/Somebody, Else(j.muller)/Submission attachment(s)/a.txt", ""),
        (MAILED, "DM1/Ba, Zoé(z.ba)/Submission attachment(s)/a.txt", "0013"),  # homonyms, told apart by their login
        (MAILED, "DM1/Ba, Zoé(unknown)/Submission attachment(s)/a.txt", ""),
        (MAILED, "DM1/Müller, Jörg(z.ba)/Submission attachment(s)/a.txt", ""),  # of two persons
        (MAILED, "kostu_14_222_a.txt", ""),  # a number of Canvas that is somebody's own elsewhere
        (MAILED, "baz_14_222_a.txt", "14"),
        (MAILED, "DM1/Abgaben/Mueller_Joerg_jm_7/20260530100000_a.txt", "0012"),
        (MAILED, "DM1/Mueller_Joerg_jm_7/a.txt", "0012"),
        (MAILED, "DM1/Ba_Zoe_zba_7/a.txt", ""),
        (MAILED, "7-8 - Jörg Müller - May 30, 2026 1000 AM/a.txt", "0012"),
        (MAILED, "DM1_zoe.ba_attempt_2026-05-30-10-00-00_a.txt", "13"),
        (MAILED, "DM1_nobody_attempt_2026-05-30-10-00-00_a.txt", ""),
        # a stranger chooses the name of the own file, whatever the platform writes before it
        (MAILED, "un-known--person_9_222_Jörg Müller.txt", ""),
        (MAILED, "un_known_late_9_222_Jörg Müller.txt", ""),
        (MAILED, "m-u-ller--jorg_9_222_a.txt", "0012"),
        (MAILED, "DM1/Un, Known(u.known)_Submission attachment(s)_Jörg Müller.txt", ""),
        (MAILED, "DM1/4f0c2b7a1 Anonymous/Submission attachment(s)/Jörg Müller.txt", ""),
        (MAILED, "DM1/Un Known/Submission attachment(s)/Jörg Müller.txt", ""),
        (MAILED, "DM1/Un_Known_uk_318/Jörg Müller.txt", ""),
        (MAILED, "DM1_u.known_försök_2026-05-30-10-00-00_Jörg Müller.txt", ""),
        # who mails an archive brought all that is in it, whatever its folders are called
        (MAILED, "0012.zip/DM1/Ba, Zoé(z.ba)/Submission attachment(s)/a.txt", ""),
        (MAILED, f"Jörg Müller.zip/Ba{M}", ""),
        # a teacher may shorten a name that only one student can have; a question nevertheless
        (SHORTENED, "Theo Garcia.txt", "s11 ?Theo Garcia"),
        (SHORTENED, "Garcia_Theo/a.txt", "s11 ?Garcia_Theo"),
        (SHORTENED, "Oeuvrard Noel.txt", "s12"),
        (SHORTENED, "Paul Roy.txt", ""),
        (SHORTENED, "Theo Garcia exam/a.txt", ""),
        (SHORTENED, "Ana Blanc.txt", ""),
        # the longer name of somebody else
        ("s04;Roy;Luc||s05;Roy Petit;Luc", "dice-Luc Roy.txt", "s04"),
        ("s04;Roy;Luc||s05;Roy Petit;Luc", "TD1-Luc Roy.txt", "s04"),
        ("s04;Roy;Luc||s05;Roy Petit;Luc", "DS Roy_Luc copie.txt", "s04"),
        ("s04;Roy;Luc||s05;Roy Petit;Luc", "Jean-Luc Roy.txt", ""),
        ("s04;Roy;Luc||s05;Roy Petit;Luc", "LUC ROY-MARTIN.txt", ""),
        ("s04;Roy;Luc||s05;Roy Petit;Luc", "jean-luc roy.txt", ""),
        ("s04;Roy;Luc||s05;Roy Petit;Luc", "DS Luc Roy Petit.txt", ""),  # a former student
        # a number beside the same name as in others; a long number is that of the student
        ("21700123;Roy;Luc|21700124;Nash;Eva|21700125;Martin;Marie",
         "Known Un 21700123.txt|Luc Roy Un.txt|Eva Nash Un.txt", "21700123 ?Known Un 21700123|21700123|21700124"),
        (NUMBERED, "copie_21700123.txt", "21700123"),
        (NUMBERED, "21700123-DM1.txt", "21700123"),
        (NUMBERED, "21700123 Roy Luc.txt", "21700123"),
        (NUMBERED, "21700123 Known Un.txt", "21700123 ?21700123 Known Un"),
        (NUMBERED, "21700123 Bb Aa.txt", ""),
        (NUMBERED, "IMG_2041.txt", ""),
        # the names of a student and of homonyms
        (PUPILS, "in/Bb Aa - Dd Cc.txt", ""),
        (PUPILS, "in/Bb Aa x.txt", "s01"),
        # uploads under two numbers may be of a homonym, but not of two assignments
        (OWN, f"up/Bb Aa{M}|up/Bb Aa{M.replace('7', '8')}", "s01 ?|s01 ?"),
        (OWN, f"up/Bb Aa{M}|up/Bb Aa{M.replace('a.txt', 'b.txt')}", "s01|s01"),
        (OWN, f"up/Bb Aa{M}|otherup/Bb Aa{M.replace('7', '8')}", "s01|s01"),
        (OWN, "aabb_11_1_a.txt|aabb_12_2_a.txt", "s01 ?|s01 ?"),
        (OWN, "11-9 - Bb Aa - May 30, 2026 1000 AM/a.txt|12-9 - Bb Aa - May 30, 2026 1000 AM/a.txt", "s01 ?|s01 ?"),
        (OWN, "11-8 - Bb Aa - May 30, 2026 1000 AM/a.txt|11-9 - Bb Aa - May 30, 2026 1000 AM/a.txt", "s01|s01"),
        (OWN, "DM/Aa, Bb(own)/x/a.txt|DM/Aa, Bb(other)/x/a.txt", "s01|s01 ?"),
        (OWN, "|".join(f"up/{name}{M.replace('7', digit)}" for name in ("Bb Aa", "Hh Gg") for digit in "78"),
         "s01|s01|s06|s06"),
        # a folder beside those of students may be that of a stranger
        (PUPILS, f"Submitted files/Un Known/DM 1/Bb Aa.txt{SUBMITTED}", "s01 ?Un Known"),
        (PUPILS, f"Submitted files/Un Known/Bb Aa/a.txt{SUBMITTED}", "s01 ?Un Known"),
        (PUPILS, f"Submitted files/Bb Aa Known/Bb Aa.txt{SUBMITTED}", "s01 ?Bb Aa Known"),
        # most participants of the course are not in the class
        (PUPILS, "in/Un Known/Bb Aa.txt|in/Hh Gg/a.txt|in/s02/a.txt|in/No Body/a.txt|in/Any One/a.txt",
         "s01 ?Un Known"),
        (PUPILS, "in/Groupe Alpha/Bb Aa.txt|in/Hh Gg/a.txt|in/s02/a.txt|in/Groupe Beta/a.txt", "s01"),
        (PUPILS, f"Submitted files/Bb Aa/copies/a.txt{SUBMITTED}", "s01"),
        (PUPILS, f"Submitted files/Bb Aa.txt{SUBMITTED}", "s01"),
        (PUPILS, "copies/late/Bb Aa.txt|copies/Hh Gg.txt|copies/s02.txt", "s01"),
        (PUPILS, "copies/late/Bb Aa.txt|copies/Hh Gg/a.txt", "s01"),
        (PUPILS, "all.zip/Bb Aa.txt|Hh Gg.zip/a.txt|s02.zip/a.txt", "s01"),  # collected one by one
        (PUPILS, "copies/TD1/Bb Aa.txt|copies/TD2/Hh Gg.txt|copies/s02/a.txt|copies/s03/a.txt", "s01"),
        # the own file has a name as Moodle and Canvas give them
        (PUPILS, "in/Un Known/Bb Aa_60247_assignsubmission_file_x.txt|in/Hh Gg/a.txt|in/s02/a.txt", "s01 ?Un Known"),
        (PUPILS, "in/Un Known/aabb_11_222_x.txt|in/Hh Gg/a.txt|in/s02/a.txt", "s01 ?Un Known"),
        (PUPILS, f"in/Un Known/DM 1/Bb Aa{M}|in/Hh Gg/DM 1/a.txt|in/s02/DM 1/a.txt", "s01 ?Un Known"),
        (PUPILS, "in/Bb Aa/Bb Aa_60247_assignsubmission_file_x.txt|in/Hh Gg/a.txt|in/s02/a.txt", "s01"),
        # a folder named by a login may be that of another, or by half of a name
        (BENALI, "in/lroy/Eva Nash.txt|in/enash/a.txt|in/pbenali/a.txt", "s13 ?lroy"),  # the login of a classmate
        (BENALI, "in/mgarcia/Eva Nash.txt|in/lroy/a.txt|in/enash/a.txt|in/pbenali/a.txt", "s13 ?mgarcia"),
        (BENALI, "in/enash/Eva Nash.txt|in/lroy/a.txt|in/enash/a.txt|in/pbenali/a.txt", "s13"),
        (BENALI, "in/eva/Eva Nash.txt|in/lroy/a.txt|in/enash/a.txt|in/pbenali/a.txt", "s13"),
        (BENALI, "in/p123/Eva Nash.txt|in/p124/Luc Roy.txt|in/p125/a.txt", "s13"),
        # the student's own file has a name as Moodle gives it
        (BENALI, "in/p123/Eva Nash_1_assignsubmission_file_x.txt|in/p124/a.txt|in/p125/a.txt", "s13 ?p123"),
        (BENALI, "in/p123/Eva Nash_1_assignsubmission_file_x.txt|in/p123/Luc Roy_2_assignsubmission_file_x.txt", "s13"),
        (BENALI, "in/Ali Paul/Marie García.txt|in/Luc Roy/a.txt|in/Eva Nash/a.txt|in/Ben Ali Paul/a.txt",
         "s14 ?Ali Paul"),
        # a student with a folder has no other, though most uploaders are strangers
        (BY_LOGIN, f"in/ebenali/Benali Martin.txt{STRANGERS}", "mbenali3 ?ebenali|mbenali3|luc.roy"),
        (BY_LOGIN, f"in/m.benali/Benali Martin.txt{STRANGERS}", "mbenali3 ?m.benali|mbenali3|luc.roy"),
        (BY_LOGIN, f"in/TD 2/Benali Martin.txt{STRANGERS}", "mbenali3|mbenali3|luc.roy"),
        # a login of nobody beside logins of students is no part of a name
        ("luc.silva;Silva;Luc|eva.roy;Roy;Eva|mohamedluc.thomas;Thomas;Mohamed Luc",
         "in/luc.silva/a.txt|in/eva.roy/a.txt|in/mohamed.thomas/a.txt",
         "luc.silva|eva.roy|mohamedluc.thomas ?mohamed.thomas"),
        # another spelling beside the name of a student may be another person
        (DUBOIS, "in/Dubois Marie/a.txt|in/Dubois Marie Claire/a.txt|in/Roy Luc/a.txt", "s11 ?|s11|s12"),
        (DUBOIS, "in/TD2/Dubois Marie.zip/a.txt|in/TD1/Dubois Marie Claire/a.txt|in/Roy Luc/a.txt", "s11 ?|s11|s12"),
        (DUBOIS, "in/Marie Dubois.txt|in/Marie Claire Dubois.txt|in/Roy Luc/a.txt", "s11 ?|s11|s12"),
        (DUBOIS, "in/Mueller Max.txt|in/Max Müller.txt|in/Roy Luc/a.txt", "s13 ?|s13|s12"),
        (DUBOIS, "in/Dubois Marie/a.txt|in/Roy Luc/a.txt", "s11|s12"),
        (DUBOIS, "in/Mueller Max.txt|in/Roy Luc/a.txt", "s13|s12"),
        # a download beside folders of students is no folder of a stranger
        (PUPILS, (f"in/moodle/Bb Aa{M}|in/moodle/Hh Gg{M.replace('7', '8')}|in/moodle/Un K{M.replace('7', '9')}"
                  "|in/Bb Aa/late.txt|in/Hh Gg/late.txt"), "s01|s06"),
        # a longer name than that of the student
        (MARIE, "Marie Martin Dupont.txt", "s11 ?Marie Martin Dupont"),
        (MARIE, "in/Marie MARTIN DUPONT.txt|in/Luc Roy.txt", "s11 ?Marie MARTIN DUPONT"),
        (MARIE, "in/marie_martin_dupont.txt|in/Luc Roy.txt", "s11 ?marie_martin_dupont"),
        (MARIE, "Marie Martin de la Tour.txt", "s11 ?Marie Martin de la Tour"),
        (MARIE, "Marie Martin DUPONT.txt", "s11 ?Marie Martin DUPONT"),
        (MARIE, "DUPONT Marie Martin.txt", "s11 ?DUPONT Marie Martin"),
        (MARIE, "Dupont copie de Marie MARTIN.txt", "s11 ?Dupont copie de Marie MARTIN"),
        (MARIE, "Anne Marie Martin.txt", "s11 ?Anne Marie Martin"),
        (MARIE, "DM1 Martin Marie Dupont.txt", "s11 ?DM1 Martin Marie Dupont"),
        (MARIE, "Dupont Marie Martin DM1.txt", "s11 ?Dupont Marie Martin DM1"),
        (MARIE, "Martin_Marie - Marie Le Petit.txt", "s11 ?Martin_Marie - Marie Le Petit"),
        # of which of the two is unknown
        (MARIE, "in/Dupont Marie Martin.txt|in/Marie Martin - Luc Roy Dupont.txt", "s11 ?Dupont Marie Martin"),
        *((MARIE, f"{name}.txt", "s11") for name in (
            "NSI Marie Martin", "DS Marie Martin TP", "Marie Martin", "MARTIN Marie", "DM1 Marie Martin",
            "DS_MARTIN_MARIE_2", "Devoir maison Marie Martin", "Marie Martin copie", "marie martin copie",
            "Marie Martin Maths", "Marie Martin (1)", "MARTIN_Marie_Marie_Martin", "MARTIN_Marie_Martin")),
        (MARIE, "in/Marie Martin Nash.txt|in/Luc Roy Nash.txt", "s11"),  # the exam
        # a name with a hyphen is one name in the name of a file
        (HYPHENS, "Dupont-Martin Li.txt", "s11 ?Dupont-Martin Li"),
        (HYPHENS, "Dupont Martin.txt", "s11"),
        (HYPHENS, "Luc Roy.txt", "s12 ?Luc Roy"),
        (HYPHENS, "Jean Roy.txt", "s12 ?Jean Roy"),
        (HYPHENS, "Jean Luc Roy.txt", "s12"),
        (HYPHENS, "Roy Jean-Luc.txt", "s12"),
        (HYPHENS, "ROY Jeanluc.txt", "s12"),
        (HYPHENS, "Anne Nash.txt", "s13"),  # without a second first name
        # words before the name of a student may be those of a stranger
        (PUPILS, "in/Known Un DM1 Bb Aa.txt|in/Hh Gg DM1 copie.txt|in/Gg Hh DM1 devoir.txt", "s01 ?"),
        (PUPILS, "in/known_un_Bb Aa.txt|in/Hh Gg.txt|in/s02.txt", "s01 ?"),
        (PUPILS, "in/DM1 Known Un Bb Aa.txt|in/DM1 Gg Hh a.txt|in/DM1 Gg Hh b.txt", "s01 ?"),
        (PUPILS, "in/DM1 Bb Aa.txt|in/DM1 Hh Gg x.txt|in/DM1 Gg Hh y.txt", "s01"),
        (PUPILS, "in/12 Bb Aa.txt|in/1 Hh Gg.txt|in/Gg Hh 2.txt", "s01|s06|s06 ?"),
        (PUPILS, "in/x Bb Aa.txt|in/Hh Gg.txt", "s01"),
        (PUPILS, "in/x Bb Aa.txt|in/Hh Gg.txt|in/y Gg Hh.txt", "s01"),
        (PUPILS, "x Bb Aa.txt|Hh Gg.txt|s02.txt", "s01"),  # collected one by one
        # a login that is a name is a login only where a platform writes logins, and an address need not be one
        (LOGINS, BLACKBOARD.format("martin"), ""),
        (LOGINS, BLACKBOARD.format("lmartin"), "2"),
        (LOGINS, "Martin.txt", ""),
        (LOGINS, "copies/martin/a.txt", ""),
        (LOGINS, "Zoé.Ba.txt", ""),
        (LOGINS, BLACKBOARD.format("zoe.ba"), "3"),
        (LOGINS, "7-8 - Martin - May 30, 2026 1000 AM/a.txt", ""),
        (LOGINS, SAKAI.format("Martin, Paul(martin)"), ""),
        *((f"1;Roy;Martin;martin{other}", BLACKBOARD.format("martin"), "1") for other in OTHER_MARTIN),
        *((f"1;Roy;Martin;martin{other}", "Martin.txt", "") for other in OTHER_MARTIN),
        *((students, file, "") for students in ("1;Martin|2;Roy", "Martin|Roy") for file in (
            BLACKBOARD.format("martin"), SAKAI.format("Durand, Martin(martin)"))),
        ("1;Martin|2;Roy", "Martin.txt", "1"),
        ("Martin|Roy", "Martin.txt", "Martin"),
        # an address of a relative, and addresses that were sorted without the names
        ("1;Ali;Éva;anne.ali@x.fr|2;Ba;Zoé;zoe.ba@x.fr", BLACKBOARD.format("anne.ali"), ""),
        ("1;Ali;Éva;anne.ali@x.fr|2;Ba;Zoé;zoe.ba@x.fr", "anne.ali.txt", ""),
        ("1;Roy;Luc;anna.martin@x.fr|2;Martin;Anna;luc.roy@x.fr", BLACKBOARD.format("luc.roy"), "1"),
        ("1;Roy;Luc;martin@x.fr|2;Martin;Anna;roy@x.fr", BLACKBOARD.format("roy"), ""),
        # a login of Blackboard may end with the login of a student; logins with "_", and the downloads of two exams
        *((KIM, "|".join(f"{upload}_attempt_2026-05-30-10-00-00_a.txt" for upload in uploads.split()), expected)
          for uploads, expected in (
            ("DM_1_s01 DM_1_s06 DM_1_jean_roy DM_1_roy", "s01|s06|roy ?|roy"),
            ("DM1_jean_roy DM1_s01 DM1_s06 DM1_kim", "roy ?|s01|s06|"),  # two persons who are not in the class
            ("DM1_jean_roy DM1_anne_s02 DM1_s01 DM1_s06", "roy ?|s02 ?|s01|s06"),
            ("DM1_jean_roy DM1_jean_s02 DM1_s01 DM1_s06", "roy ?|s02 ?|s01|s06"),
            ("DM1_jean_roy DM1_kim", "roy ?|"),
            ("L2_a_b_c_d_e_f_jean_roy L2_a_b_c_d_e_f_s01", "roy ?|s01"),
            ("DM1_roy DM1_kim DM1_lee", "roy||"),
            ("DM1_roy DM1_s01 DM1_bis_roy DM1_bis_s01 DM1_bis_s02", "roy|s01|roy|s01|s02"),
            ("DM1_roy DM2_s01", "roy|s01"),
            ("DM_1_s01 DM_1_s06 DM_1_s02 DM_2_s01 DM_2_s06 DM_2_s02", "s01|s06|s02|s01|s06|s02"))),
        ("s_01;s_01;s_01|s_06;s_06;s_06", f"{BLACKBOARD.format('s_01')}|{BLACKBOARD.format('s_06')}", "s_01|s_06"),
        # a homonym with another login than the student; a platform may have other logins than the addresses
        *((people, "|".join(form.format(text) for text in logins.split("|")), expected)
          for form, logins, people, expected in (
            (BLACKBOARD, "luc.roy|z.ba|a.do", KNOWN_LOGINS, "1 ?|2|3"),
            (BLACKBOARD, "luc.roy|z.ba|a.do", OTHER_LOGINS, "1||"),
            (SAKAI, SAKAI_NAMES, KNOWN_LOGINS, "1 ?|2|3"),
            (SAKAI, SAKAI_NAMES, OTHER_LOGINS, "1|2|3"))),
        # a name in another order than the others
        *((PAUL, "|".join(form.format(*name.split()) for name in names.split("|")), expected) for form in (
            "DM1/{1}, {0}({2})/Submission attachment(s)/a.txt", "up/{0} {1}_{2}_assignsubmission_file_/a.txt")
          for names, expected in (
            ("Martin Paul 7|Zoé Ba 8|Al Do 9", "1 ?|2|3"), ("Paul Martin 7|Zoé Ba 8|Al Do 9", "1|2|3"),
            ("Martin Paul 7|Ba Zoé 8|Do Al 9", "1|2|3"))),
    ],
)  # fmt: skip
def test_whose_file(students: str, files: str, expected: str) -> None:
    """Each file has the name of a student; those after the last expectation must have no flag."""
    index, names = indexed(students), files.split("|")
    index = with_rivals(index, names)
    for name, text in zip(names, expected.split("|") + ["*"] * len(names), strict=False):
        shown = found(index, name)
        if text == "*":
            assert "?" not in shown
        else:
            assert (shown.partition("?")[0] + "?" if text.endswith("?") else shown) == text
    if own := expected.partition("|")[0].partition(" ")[0]:
        assert found(index, names[0], signed=own) == own


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("12|14", "0012|14"),
        ("12.0|0012", "|0012"),  # the table tells both apart
        ("013|13", "|13"),  # and so does the list
        ("1|0", "|"),
        ("123456789012345678|123456789012345000", "123456789012345678|"),  # cut, or the other's
        ("1.23457E+17", ""),
        ("7.0|7|007|8.0", "|7|007|008"),
    ],
)
def test_numbers_that_a_spreadsheet_changed(typed: str, expected: str) -> None:
    texts = typed.split("|")
    index = with_spreadsheet_numbers(indexed(f"{MAILED}|7;Roy;7|007;Roy;007|008;Roy;008"), texts)
    assert "|".join(found(index, "x.csv", text) for text in texts) == expected


def test_homonyms_are_named_where_a_file_bears_their_name() -> None:
    attribution = attribute(submission({}, student="", place=Place("Dd Cc.txt")), NAMES)
    assert [homonym.student.id for homonym in attribution.namesakes] == ["s02", "s03"]


def blind(
    *papers: tuple[int, str, str], folder: str = "Participant_{}_assignsubmission_file_"
) -> list[tuple[str | None, bool]]:
    """Return for each paper of blind marking the student, and whether it has the flag "file-of-another".

    A paper is the number of the participant, the student of the signature ("" without one), and the name written.
    """
    submissions = []
    for number, signed, written in papers:
        signature = Signature(Identity("tiny", 1, signed), valid=True) if signed else None
        place = Place(f"all.zip/{folder.format(number)}/a{len(submissions)}.txt")
        submissions.append(submission({}, student=written, place=place, signature=signature))
    index = with_participants(NAMES, ((paper.place.file, paper) for paper in submissions))
    attributions = [attribute(paper, index) for paper in submissions]
    return [
        (attribution.enrollment and attribution.enrollment.student.id, FILE_OF_ANOTHER in attribution.flags)
        for attribution in attributions
    ]


def test_a_participant_without_a_name_is_who_the_sheets_say() -> None:
    assert blind((5, "s01", ""), (6, "", "Gg Hh"), (7, "", "")) == [("s01", False), ("s06", False), (None, False)]
    assert blind((5, "s01", ""), (5, "", "")) == [("s01", False), ("s01", False)]  # the folder of the sheet
    sakai = "DM1/1234567{} Anonymous/Submission attachment(s)"
    assert blind((15, "s01", ""), (15, "", ""), (16, "", ""), folder=sakai) == [("s01", False)] * 2 + [(None, False)]
    # Two students in a folder, or two folders of a student, are in doubt.
    assert blind((5, "s01", ""), (5, "s02", "")) == [("s01", True), ("s02", True)]
    assert blind((5, "s01", ""), (6, "s01", "")) == [("s01", True), ("s01", True)]
    assert blind((5, "s01", ""), (6, "", "s01")) == [("s01", True), ("s01", True)]


@pytest.mark.parametrize(
    "folder",
    ["Dd Cc_{}_assignsubmission_file_/", "{}-1 - Dd Cc - 30 mai 2026 1012/", "ccdd_{}_1_", "DM1/Cc_Dd_x{}_317/",
     "DM1/Cc, Dd(x{})_Submission attachment(s)_"],
)  # fmt: skip
def test_sheets_of_homonyms_in_their_folders_are_in_doubt(folder: str) -> None:
    """One of them may have handed in for the other: the sheet of one in both folders, those of both in one."""
    for papers, flagged in (
        (((7, "s02"),), [False]),
        (((7, "s02"), (8, "s02")), [True, True]),
        (((7, "s02"), (7, "s03")), [True, True]),
    ):
        submissions = [
            submission({}, student="", place=Place(f"{folder.format(number)}a.pdf"),
                       signature=Signature(Identity("tiny", 1, student), valid=True))
            for number, student in papers
        ]  # fmt: skip
        index = with_participants(NAMES, ((paper.place.file, paper) for paper in submissions))
        attributions = [attribute(paper, index) for paper in submissions]
        assert [FILE_OF_ANOTHER in attribution.flags for attribution in attributions] == flagged


def test_a_participant_without_a_name_may_be_whom_the_teacher_picks() -> None:
    first, second, *_ = enrolled(PUPILS)
    assert is_called_by_platform(first, f"Participant{M}")
    assert not is_called_by_platform(first, f"{second.student.name}{M}")
