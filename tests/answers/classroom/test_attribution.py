import pytest

from answers.classroom.attribution import attribute, moodle_folder, roster_names, uploader_names
from answers.classroom.roster import Pupil
from answers.exam.identity import Identity, Seal, Student
from answers.flags import FILE_OF_ANOTHER, STUDENT_CHANGED, Flag, Place
from tests.answers.tiny import submission

PUPILS = (
    Pupil(Student("s01", "Aa", "Bb"), 1),
    Pupil(Student("s02", "Cc", "Dd"), 2),
    Pupil(Student("s03", "Cc", "Dd"), 3),
    Pupil(Student("s06", "Gg", "Hh"), 6),
)
NAMES = roster_names(PUPILS)


CHANGED, OF_ANOTHER = (STUDENT_CHANGED,), (FILE_OF_ANOTHER,)


@pytest.mark.parametrize(
    ("file", "student", "sealed", "expected", "flags"),
    [
        # What is written, and a seal beside it; one that is not genuine says nothing.
        ("x.txt", "s01", "", "s01", ()),
        ("x.txt", "Bb Aa", "", "s01", ()),
        ("x.txt", "aa  BB", "", "s01", ()),
        ("x.txt", "Ee Ff", "", None, ()),
        ("x.txt", "Dd Cc", "", None, ()),
        ("x.txt", "", "", None, ()),
        ("x.csv, line 2", "Ee Ff", "", None, ()),
        ("x.pdf", "", "s02", "s02", ()),
        ("x.pdf", "", "forged s02", None, ()),
        ("x.pdf", "s01", "s02", "s02", CHANGED),
        ("x.pdf", "s01", "forged s02", "s01", ()),
        ("x.pdf", "Bb Aa", "S01", "s01", ()),
        ("x.pdf", "Bb Aa", "s02", "s02", CHANGED),
        ("x.pdf", "s01", "s99", "s01", ()),
        ("x.pdf", "Ee Ff", "s02", "s02", ()),
        ("x.pdf", "Ee Ff", "s99", None, ()),
        # The name of the file, of its folder.
        ("folder/s03.txt", "", "", "s03", ()),
        ("s01.csv, line 2", "", "", "s01", ()),
        ("s01.txt", "s02", "", "s01", OF_ANOTHER),  # a text that claims to be somebody else's
        ("Bb Aa/copy.txt", "s02", "", "s01", OF_ANOTHER),  # uploaded to another pupil's folder
        ("s01.pdf", "", "s02", "s02", OF_ANOTHER),
        ("s02.txt", "s02", "", "s02", ()),
        ("S02/s02.pdf", "", "s02", "s02", ()),
        ("copy.txt", "s02", "", "s02", ()),
        ("Answers_of AA bb (2).txt", "", "", "s01", ()),
        ("answers of Aa Bbb.txt", "", "", None, ()),
        ("Aa Bb sat by Gg Hh.txt", "", "", None, ()),
        ("Aa Bb all/copy.txt", "", "", None, ()),
        ("s01.txt", "nobody", "", "s01", OF_ANOTHER),
        # Two are called so: the seal says which, and what is only written says it to the teacher.
        ("Dd Cc_7_assignsubmission_file_/x.pdf", "", "s02", "s02", ()),
        ("Dd Cc_7_assignsubmission_file_/x.pdf", "", "s01", "s01", OF_ANOTHER),
        ("Dd Cc_7_assignsubmission_file_/x.pdf", "s02", "", "s02", OF_ANOTHER),
    ],
)
def test_whose_paper(file: str, student: str, sealed: str, expected: str | None, flags: tuple[Flag, ...]) -> None:
    name, _, line = file.partition(", ")
    read = Seal(Identity("tiny", 1, sealed.removeprefix("forged ")), "forged" not in sealed) if sealed else None
    found = attribute(submission({}, student=student, place=Place(name, line), seal=read), NAMES)
    assert (found.pupil.student.id if found.pupil else None, found.flags) == (expected, flags)


def test_the_names_of_a_roster() -> None:
    alone, twice, like_alone = Pupil(Student("S04")), Pupil(Student("s05", "Ee", "Ee")), Pupil(Student("x", "s04"))
    found = roster_names((*PUPILS[:3], alone, twice, like_alone))
    ids = {"s01": PUPILS[0], "s02": PUPILS[1], "s03": PUPILS[2], "s05": twice, "x": like_alone}
    assert found.ids == {**ids, "s04": alone}
    # What one pupil writes as an identifier another may as a name: then it is nobody's.
    assert found.written == {
        **ids,
        "aa bb": PUPILS[0],
        "bb aa": PUPILS[0],
        "aabb": PUPILS[0],
        "ee ee": twice,
        "eeee": twice,
    }


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
        ("Zoé Ba_1_assignsubmission_file_/Al Do_2_assignsubmission_file_/c.pdf", ("Participant 1", "Zoé Ba")),
        ("nash_2026_05_30.zip/bazoe_11_222_copie.pdf", ("11", "bazoe")),
        ("copie_2.pdf", ()),
        ("s01.pdf", ()),
        ("2026_05_30.pdf", ()),
        ("", ()),
    ],
)
def test_names_that_platforms_give(file: str, names: tuple[str, ...]) -> None:
    assert uploader_names(file) == names


@pytest.mark.parametrize(
    ("folder", "expected"),
    [("Bb-Dd Cc", "s04"), ("L3-Bb-Dd Cc", "s04"), ("Dd Cc", "s05"), ("A-Dd Cc", "s05"), ("A-Bb Cc", None)],
)
def test_a_name_with_a_hyphen_is_no_group_and_a_name(folder: str, expected: str | None) -> None:
    names = roster_names([Pupil(Student("s04", "Cc", "Bb-Dd"), 1), Pupil(Student("s05", "Cc", "Dd"), 2)])
    found = attribute(submission({}, student="", place=Place(f"{folder}_7_assignsubmission_file_/a.txt")), names)
    assert (found.pupil.student.id if found.pupil else None, found.flags) == (expected, ())


@pytest.mark.parametrize("listed", ["N'Diaye", "N’Diaye"])
@pytest.mark.parametrize("folder", ["Awa NDiaye", "Awa N’Diaye", "NDIAYE Awa"])
def test_moodle_leaves_apostrophes_out_of_the_names_of_folders(listed: str, folder: str) -> None:
    names = roster_names([Pupil(Student("s06", listed, "Awa"), 1)])
    found = attribute(submission({}, student="", place=Place(f"{folder}_7_assignsubmission_file/a.txt")), names)
    assert found.pupil is not None


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
        ("s01.pdf", ""),
    ],
)
def test_the_folder_that_feedback_goes_back_in(file: str, folder: str) -> None:
    assert moodle_folder(file) == folder
