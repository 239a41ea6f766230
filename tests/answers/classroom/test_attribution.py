from pathlib import PurePosixPath

import pytest

from answers.classroom.attribution import Attribution, attribute, with_participants
from answers.classroom.platforms import moodle_folder, uploader_names
from answers.classroom.roster import Enrollment
from answers.classroom.roster_index import RosterIndex, roster_index, with_spreadsheet_numbers
from answers.classroom.unlisted_persons import with_rivals
from answers.classroom.uploaders import Uploader, is_called_by_platform, uploader_of
from answers.flags import FILE_OF_ANOTHER, STUDENT_CHANGED, Flag, Place
from answers.sheets.identity import Identity, Signature, Student
from tests.answers.tiny import submission

PUPILS = (
    Enrollment(Student("s01", "Aa", "Bb"), 1),
    Enrollment(Student("s02", "Cc", "Dd"), 2),
    Enrollment(Student("s03", "Cc", "Dd"), 3),
    Enrollment(Student("s06", "Gg", "Hh"), 6),
)
NAMES = roster_index(PUPILS)


CHANGED, OF_ANOTHER = (STUDENT_CHANGED,), (FILE_OF_ANOTHER,)


def listed(*people: tuple[str, ...]) -> list[Enrollment]:
    """Students by identifier, name and first name, with the seeds 0, 1, …"""
    return [Enrollment(Student(*person), seed) for seed, person in enumerate(people)]


def attributed(
    index: RosterIndex, file: str = "a.txt", student: str = "", signed: str = "", *, is_row: bool = False
) -> Attribution:
    """Attribute a paper to a student, by its file, the student written in it, and the student of its valid signature.

    The signature is invalid if `signed` begins with "forged ".
    """
    name, _, line = file.partition(", ")
    identity = Identity("tiny", 1, signed.removeprefix("forged "))
    signature = Signature(identity, "forged" not in signed) if signed else None
    paper = submission({}, student=student, place=Place(name, line), signature=signature, u0=None)
    return attribute(paper, index, is_row=is_row)


def student_of(found: Attribution | Uploader) -> str | None:
    return found.enrollment and found.enrollment.student.id


@pytest.mark.parametrize(
    ("file", "student", "signed", "expected", "flags"),
    [
        # What is written, and a signature beside it; one that is not genuine says nothing.
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
        ("Bb Aa/copy.txt", "s02", "", "s01", OF_ANOTHER),  # uploaded to another student's folder
        ("s01.pdf", "", "s02", "s02", OF_ANOTHER),
        ("s02.txt", "s02", "", "s02", ()),
        ("S02/s02.pdf", "", "s02", "s02", ()),
        ("copy.txt", "s02", "", "s02", ()),
        ("Answers_of AA bb (2).txt", "", "", "s01", ()),
        ("answers of Aa Bbb.txt", "", "", None, ()),
        ("Aa Bb sat by Gg Hh.txt", "", "", None, ()),
        ("Aa Bb all/copy.txt", "", "", None, ()),
        ("s01.txt", "nobody", "", "s01", OF_ANOTHER),
        # Two are called so: the signature says which, and what is only written says it to the teacher.
        ("Dd Cc_7_assignsubmission_file_/x.pdf", "", "s02", "s02", ()),
        ("Dd Cc_7_assignsubmission_file_/x.pdf", "", "s01", "s01", OF_ANOTHER),
        ("Dd Cc_7_assignsubmission_file_/x.pdf", "s02", "", "s02", OF_ANOTHER),
        ("Dd Cc.pdf", "", "s02", "s02", ()),
        ("Dd Cc.pdf", "", "s01", "s01", OF_ANOTHER),
        ("s01 (1).txt", "", "", "s01", ()),
        ("s01(2).pdf", "", "s02", "s02", OF_ANOTHER),
    ],
)
def test_whose_paper(file: str, student: str, signed: str, expected: str | None, flags: tuple[Flag, ...]) -> None:
    attribution = attributed(NAMES, file, student, signed)
    assert (student_of(attribution), attribution.flags) == (expected, flags)


@pytest.mark.parametrize(
    ("file", "student", "signed", "is_row", "expected", "flags"),
    [
        ("Ee Ff.pdf", "", "s01", False, "s01", OF_ANOTHER),
        ("Ee Ff/copy.pdf", "", "s01", False, "s01", OF_ANOTHER),
        ("Ee Ff.pdf", "", "s01", True, None, OF_ANOTHER),
        ("Ee Ff.txt", "s01", "", False, None, OF_ANOTHER),
        ("Ee Ff.txt", "", "", False, None, ()),
        ("paper.pdf", "", "s01", False, "s01", ()),
        ("Cc Dd.pdf", "", "s02", False, "s02", ()),  # a student who left had this name too
    ],
)
def test_a_file_named_after_a_student_who_left_is_not_silently_that_of_another(
    file: str, student: str, signed: str, is_row: bool, expected: str | None, flags: tuple[Flag, ...]
) -> None:
    left = (Enrollment(Student("s08", "Ee", "Ff"), 8), Enrollment(Student("s09", "Cc", "Dd"), 9))
    attribution = attributed(roster_index(PUPILS, left), file, student, signed, is_row=is_row)
    assert (student_of(attribution), attribution.flags) == (expected, flags)
    if expected and flags:
        assert attribution.other_student == "s08, Ee Ff"


def test_the_names_of_a_roster() -> None:
    alone, twice, like_alone = (
        Enrollment(Student("S04")),
        Enrollment(Student("s05", "Ee", "Ee")),
        Enrollment(Student("x", "s04")),
    )
    index = roster_index((*PUPILS[:3], alone, twice, like_alone))
    ids = {"s01": PUPILS[0], "s02": PUPILS[1], "s03": PUPILS[2], "s05": twice, "x": like_alone}
    assert index.ids == {**ids, "s04": alone}
    # What one student writes as an identifier another may as a name: then it is nobody's.
    names = {**dict.fromkeys(("aa bb", "bb aa", "aabb"), PUPILS[0]), **dict.fromkeys(("ee ee", "eeee"), twice)}
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
    ("folder", "expected"),
    [("Bb-Dd Cc", "s04"), ("L3-Bb-Dd Cc", "s04"), ("Dd Cc", "s05"), ("A-Dd Cc", "s05"), ("A-Bb Cc", None)],
)
def test_a_name_with_a_hyphen_is_no_group_and_a_name(folder: str, expected: str | None) -> None:
    index = roster_index([Enrollment(Student("s04", "Cc", "Bb-Dd"), 1), Enrollment(Student("s05", "Cc", "Dd"), 2)])
    attribution = attributed(index, f"{folder}_7_assignsubmission_file_/a.txt")
    assert (student_of(attribution), attribution.flags) == (expected, ())


@pytest.mark.parametrize(
    ("folder", "is_doubtful"),
    [("Jean-Luc Roy", True), ("L3-Jean-Luc Roy", True), ("Anne Marie-Luc Roy", True), ("Rouge-Luc Roy", True)]
    + [("Zoé Ba_x-1-Luc Roy", True), ("Zoé Ba - Luc_Roy", True)]  # no name of Moodle: it replaces "_" by a space
    + [(f"{group}-Luc Roy", False) for group in ("A", "TD1", "Groupe Rouge", "groupe A", "L3-B", "Équipe bleue")],
)
def test_what_stands_before_a_hyphen_may_be_half_of_the_first_name_of_another_person(
    folder: str, is_doubtful: bool
) -> None:
    index = roster_index([Enrollment(Student("s04", "Roy", "Luc"), 1), Enrollment(Student("s05", "Cc", "Dd"), 2)])
    file = f"{folder}_7_assignsubmission_file_/a.txt"
    attribution = attributed(index, file)
    assert (student_of(attribution), attribution.flags) == ("s04", OF_ANOTHER if is_doubtful else ())
    assert attribution.other_student == (folder if is_doubtful else "")
    assert [attributed(index, file, signed=name).flags for name in ("s04", "s05")] == [(), OF_ANOTHER]


@pytest.mark.parametrize("name", ["N'Diaye", "N’Diaye"])
@pytest.mark.parametrize("folder", ["Awa NDiaye", "Awa N’Diaye", "NDIAYE Awa"])
def test_moodle_leaves_apostrophes_out_of_the_names_of_folders(name: str, folder: str) -> None:
    index = roster_index(listed(("s06", name, "Awa")))
    assert student_of(attributed(index, f"{folder}_7_assignsubmission_file/a.txt")) == "s06"


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


MAILED = [
    Enrollment(Student("0012", "Müller", "Jörg"), 1, (("Email", "j.muller@school.example"),)),
    Enrollment(Student("0013", "Ba", "Zoé"), 2, (("Email", "z.ba@school.example"),)),
    Enrollment(Student("13", "Ba", "Zoé"), 3, (("Email", "zoe.ba@school.example"),)),
    Enrollment(Student("14", "z", "ba"), 4, (("Email", "ko@school.example"),)),
]


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("DM1/Müller, Jörg(j.muller)/Submission attachment(s)/a.txt", "0012"),
        ("DM1/Müller, Jörg(unknown)/Submission attachment(s)/a.txt", "0012"),
        ("DM1/Somebody, Else(j.muller)/Submission attachment(s)/a.txt", None),
        ("DM1/Ba, Zoé(z.ba)/Submission attachment(s)/a.txt", "0013"),  # homonyms, told apart by their login
        ("DM1/Ba, Zoé(unknown)/Submission attachment(s)/a.txt", None),
        ("DM1/Müller, Jörg(z.ba)/Submission attachment(s)/a.txt", None),  # of two persons
        ("kostu_14_222_a.txt", None),  # a number of Canvas that is somebody's own elsewhere
        ("baz_14_222_a.txt", "14"),
        ("DM1/Abgaben/Mueller_Joerg_jm_7/20260530100000_a.txt", "0012"),
        ("DM1/Mueller_Joerg_jm_7/a.txt", "0012"),
        ("DM1/Ba_Zoe_zba_7/a.txt", None),
        ("7-8 - Jörg Müller - May 30, 2026 1000 AM/a.txt", "0012"),
        ("DM1_zoe.ba_attempt_2026-05-30-10-00-00_a.txt", "13"),
        ("DM1_nobody_attempt_2026-05-30-10-00-00_a.txt", None),
        # A stranger chooses the name of the own file, whatever the platform writes before it.
        ("un-known--person_9_222_Jörg Müller.txt", None),
        ("un_known_late_9_222_Jörg Müller.txt", None),
        ("m-u-ller--jorg_9_222_a.txt", "0012"),
        ("DM1/Un, Known(u.known)_Submission attachment(s)_Jörg Müller.txt", None),
        ("DM1/4f0c2b7a1 Anonymous/Submission attachment(s)/Jörg Müller.txt", None),
        ("DM1/Un Known/Submission attachment(s)/Jörg Müller.txt", None),
        ("DM1/Un_Known_uk_318/Jörg Müller.txt", None),
        ("DM1_u.known_försök_2026-05-30-10-00-00_Jörg Müller.txt", None),
        # Who mails an archive brought all that is in it, whatever its folders are called.
        ("0012.zip/DM1/Ba, Zoé(z.ba)/Submission attachment(s)/a.txt", None),
        ("Jörg Müller.zip/Ba_7_assignsubmission_file_/a.txt", None),
    ],
)
def test_uploader_of_other_platforms(file: str, expected: str | None) -> None:
    assert student_of(uploader_of(file, roster_index(MAILED))) == expected


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (("12", "14"), ("0012", "14")),
        (("12.0", "0012"), (None, "0012")),  # the table tells both apart
        (("013", "13"), (None, "13")),  # and so does the list
        (("1", "0"), (None, None)),
        (("123456789012345678", "123456789012345000"), ("123456789012345678", None)),  # cut, or the other's
        (("1.23457E+17",), (None,)),
    ],
)
def test_numbers_that_a_spreadsheet_changed(typed: tuple[str, ...], expected: tuple[str | None, ...]) -> None:
    long = [Enrollment(Student(f"123456789012345{end}", "Roy", end), 7) for end in ("678", "000")]
    index = with_spreadsheet_numbers(roster_index((*MAILED, *long)), typed)
    assert tuple(student_of(attributed(index, "x.csv", text)) for text in typed) == expected


def test_a_number_without_its_zeros_goes_to_neither_student_that_it_may_be() -> None:
    index = roster_index(Enrollment(Student(text, "Roy", text), 7) for text in ("7", "007", "008"))
    typed = ("7.0", "7", "007", "8.0")
    index = with_spreadsheet_numbers(index, typed)
    assert [student_of(attributed(index, "x.csv", text)) for text in typed] == [None, "7", "007", "008"]


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
    return [(student_of(attribution), FILE_OF_ANOTHER in attribution.flags) for attribution in attributions]


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
    "folder", ["Dd Cc_{}_assignsubmission_file_/", "{}-1 - Dd Cc - 30 mai 2026 1012/", "ccdd_{}_1_"]
)
def test_the_sheet_of_one_homonym_in_the_folders_of_both_is_in_doubt(folder: str) -> None:
    signature = Signature(Identity("tiny", 1, "s02"), valid=True)
    places = [Place(f"{folder.format(number)}a.pdf") for number in (7, 8)]
    submissions = [submission({}, student="", place=place, signature=signature) for place in places]
    for papers, flags in ((submissions[:1], ()), (submissions, OF_ANOTHER)):
        index = with_participants(NAMES, ((paper.place.file, paper) for paper in papers))
        attributions = [attribute(paper, index) for paper in papers]
        assert [(one.enrollment, one.flags) for one in attributions] == [(PUPILS[1], flags)] * len(papers)


@pytest.mark.parametrize(
    "file", ["Dd Cc_7_assignsubmission_file_/a.pdf", "7-1 - Dd Cc - 30 mai 2026 1012/a.pdf", "ccdd_7_1_a.pdf"]
)
def test_the_sheets_of_both_homonyms_from_one_of_them_are_in_doubt(file: str) -> None:
    papers = [
        submission({}, student="", place=Place(file), signature=Signature(Identity("tiny", 1, student), valid=True))
        for student in ("s02", "s03")
    ]
    index = with_participants(NAMES, ((file, paper) for paper in papers))
    assert [attribute(paper, index).flags for paper in papers] == [OF_ANOTHER] * 2


def test_a_participant_without_a_name_may_be_whom_the_teacher_picks() -> None:
    assert is_called_by_platform(PUPILS[0], "Participant_7_assignsubmission_file_/a.txt")
    assert not is_called_by_platform(PUPILS[0], f"{PUPILS[1].student.name}_7_assignsubmission_file_/a.txt")


@pytest.mark.parametrize(("file", "expected"), [
    ("Theo Garcia.txt", "s11"), ("Garcia_Theo/a.txt", "s11"), ("Oeuvrard Noel.txt", "s12"), ("Paul Roy.txt", None),
    ("Theo Garcia exam/a.txt", None), ("Ana Blanc.txt", None),
])  # fmt: skip
def test_a_teacher_may_shorten_a_name_that_only_one_student_can_have(file: str, expected: str | None) -> None:
    here = [("s11", "GARCIA-LOPEZ", "Théo"), ("s12", "Œuvrard", "Noël"), ("s13", "Roy-Petit", "Paul")]
    here += [("s14", "Roy-Blanc", "Paul"), ("s15", "Blanc-Roy", "Ana")]
    index = roster_index(listed(*here), listed(("s16", "Blanc", "Ana")))
    assert student_of(uploader_of(file, index)) == expected


@pytest.mark.parametrize(
    ("file", "student", "signed", "is_flagged"),
    [
        ("Theo Garcia.txt", "", "", True),  # perhaps somebody who is not in the list
        ("Garcia_Theo/a.txt", "", "", True),
        ("Theo Garcia.txt", "Théo Garcia-Lopez", "", False),
        ("Theo Garcia.txt", "", "s11", False),
        ("Theo Garcia.txt", "Anne Roy-Petit", "", True),
        ("Theo Garcia Lopez.txt", "", "", False),
        ("Roy-Petit Anne.txt", "", "", False),  # without a second first name
        ("Petit Roy Anne.txt", "", "", True),  # perhaps Anne Petit-Roy
        ("Anne Roy.txt", "", "", True),
    ],
)
def test_a_part_of_a_family_name_alone_is_a_question(file: str, student: str, signed: str, is_flagged: bool) -> None:
    index = roster_index(listed(("s11", "GARCIA-LOPEZ", "Théo"), ("s13", "Roy-Petit", "Anne Lise")))
    attribution = attributed(index, file, student, signed)
    assert attribution.enrollment == index.ids["s11" if "Gar" in file else "s13"]
    assert (FILE_OF_ANOTHER in attribution.flags) is is_flagged
    if is_flagged and not student:
        assert attribution.other_student == PurePosixPath(file).parts[0].removesuffix(".txt")


@pytest.mark.parametrize(("file", "expected"), [
    ("dice-Luc Roy.txt", "s04"), ("TD1-Luc Roy.txt", "s04"), ("DS Roy_Luc copie.txt", "s04"),
    ("Jean-Luc Roy.txt", None), ("LUC ROY-MARTIN.txt", None), ("jean-luc roy.txt", None),
    ("DS Luc Roy Petit.txt", None),  # a former student
])  # fmt: skip
def test_a_file_with_the_longer_name_of_somebody_else_is_not_of_the_student(file: str, expected: str | None) -> None:
    index = roster_index(listed(("s04", "Roy", "Luc")), listed(("s05", "Roy Petit", "Luc")))
    assert student_of(uploader_of(file, index)) == expected


def test_a_paper_of_a_third_student_in_a_file_with_two_names_is_a_question() -> None:
    for name, flags in (("s02", OF_ANOTHER), ("s06", ())):
        attribution = attributed(NAMES, "Bb Aa - Hh Gg.pdf", signed=name)
        assert (student_of(attribution), attribution.flags) == (name, flags)


def test_a_number_in_a_file_beside_the_same_name_as_in_others_is_a_question() -> None:
    people = [("21700123", "Roy", "Luc"), ("21700124", "Nash", "Eva"), ("21700125", "Martin", "Marie")]
    files = ("Known Un 21700123.txt", "Luc Roy Un.txt", "Eva Nash Un.txt")
    index = with_rivals(roster_index(listed(*people)), files)
    assert [attributed(index, file).flags for file in files] == [OF_ANOTHER, (), ()]


def test_a_file_with_the_names_of_a_student_and_of_homonyms_is_that_of_nobody() -> None:
    uploaders = [uploader_of(f"in/{name}.txt", NAMES) for name in ("Bb Aa - Dd Cc", "Bb Aa x")]
    assert [*map(student_of, uploaders)] == [None, "s01"]


def test_a_name_of_which_a_file_name_keeps_a_part_is_not_known_by_this_part() -> None:
    index = roster_index([Enrollment(Student("李 Max", "李", "Max", "Max"), 1), Enrollment(Student("Nash Eva"), 2)])
    attributions = [attributed(index, student=name) for name in ("Max", "李 Max", "Nash-Eva")]
    assert [*map(student_of, attributions)] == [None, "李 Max", "Nash Eva"]
    assert student_of(attributed(index, signed="Max")) == "李 Max"


def test_homonyms_are_named_where_a_file_bears_their_name() -> None:
    attribution = attributed(NAMES, "Dd Cc.txt")
    assert (attribution.enrollment, attribution.namesakes) == (None, PUPILS[1:3])


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("copie_21700123.txt", "21700123"),
        ("21700123-DM1.txt", "21700123"),
        ("21700123 Roy Luc.txt", "21700123"),
        ("21700123 Known Un.txt", "21700123"),
        ("21700123 Bb Aa.txt", None),
        ("IMG_2041.txt", None),
    ],
)
def test_a_long_number_among_the_words_of_a_file_name_is_that_of_the_student(file: str, expected: str | None) -> None:
    index = with_rivals(roster_index(listed(("21700123", "Roy", "Luc"), ("2041", "Aa", "Bb"))), (file,))
    attribution = attributed(index, file)
    assert (student_of(attribution), attribution.flags) == (expected, OF_ANOTHER if "Un" in file else ())
    signed = attributed(index, file, signed="2041")
    assert (student_of(signed), signed.flags) == ("2041", OF_ANOTHER if expected else ())


@pytest.mark.parametrize(
    ("file", "is_row", "is_asked"),
    [
        ("Paul Martin.pdf", False, True),
        ("copies/Martin Paul/a.pdf", False, True),
        ("Roy.pdf", False, True),
        ("DM1 ROY (2).pdf", False, True),
        ("roy.pdf", True, False),  # perhaps the title of all papers in the file
        ("roy/a.pdf", False, False),
        ("minh.pdf", False, False),
        ("copie.pdf", False, False),
        ("Roy devoir d'algèbre.pdf", False, False),
    ],
)
def test_a_sheet_in_a_file_with_the_name_of_others_is_a_question(file: str, is_row: bool, is_asked: bool) -> None:
    here = [("s11", "Martin", "Paul"), ("s12", "Martin", "Paul"), ("s13", "Roy", "Luc"), ("s14", "Nguyễn", "Văn Minh")]
    index = roster_index(listed(*here))
    attribution = attributed(index, file, signed="s14", is_row=is_row)
    assert (student_of(attribution), attribution.flags) == ("s14", OF_ANOTHER if is_asked else ())
    assert attributed(index, "DM1 Roy.pdf", signed="s13").flags == ()


HOMONYM = "up/Bb Aa_{}_assignsubmission_file_/a.txt"


@pytest.mark.parametrize(
    ("files", "doubtful"),
    [
        ([HOMONYM.format(7), HOMONYM.format(8)], [True, True]),
        ([HOMONYM.format(7), HOMONYM.format(7).replace("a.txt", "b.txt")], [False, False]),
        ([HOMONYM.format(7), f"other{HOMONYM.format(8)}"], [False, False]),  # two assignments
        (["aabb_11_1_a.txt", "aabb_12_2_a.txt"], [True, True]),
        ([f"{user}-9 - Bb Aa - May 30, 2026 1000 AM/a.txt" for user in (11, 12)], [True, True]),
        ([f"11-{task} - Bb Aa - May 30, 2026 1000 AM/a.txt" for task in (8, 9)], [False, False]),
        (["DM/Aa, Bb(own)/x/a.txt", "DM/Aa, Bb(other)/x/a.txt"], [False, True]),
        (
            [HOMONYM.format(number).replace("Bb Aa", name) for name in ("Bb Aa", "Hh Gg") for number in (7, 8)],
            [False] * 4,  # two assignments in one folder
        ),
    ],
)
def test_uploads_under_two_numbers_may_be_of_a_homonym(files: list[str], doubtful: list[bool]) -> None:
    own = Enrollment(Student("s01", "Aa", "Bb"), 1, (("Login", "own"),))
    index = with_rivals(roster_index((own, *PUPILS[1:])), files)
    assert [uploader_of(file, index).is_doubtful for file in files] == doubtful
    assert attributed(index, files[1], signed="s01").flags == ()


UNKNOWN_FORM_IN = ["in/Hh Gg/DM 1/a.txt", "in/s02/DM 1/a.txt"]
UNKNOWN_FORM = ["Submitted files/Bb Aa/DM 1/a.txt", "Submitted files/Hh Gg/DM 1/Dd Cc.txt"]


@pytest.mark.parametrize(
    ("file", "beside", "doubt"),
    [
        ("Submitted files/Un Known/DM 1/Bb Aa.txt", UNKNOWN_FORM, "Un Known"),
        ("Submitted files/Un Known/Bb Aa/a.txt", UNKNOWN_FORM, "Un Known"),
        ("Submitted files/Bb Aa Known/Bb Aa.txt", UNKNOWN_FORM, "Bb Aa Known"),
        # Most participants of the course are not in the class.
        (
            "in/Un Known/Bb Aa.txt",
            ["in/Hh Gg/a.txt", "in/s02/a.txt", "in/No Body/a.txt", "in/Any One/a.txt"],
            "Un Known",
        ),
        ("in/Groupe Alpha/Bb Aa.txt", ["in/Hh Gg/a.txt", "in/s02/a.txt", "in/Groupe Beta/a.txt"], ""),
        ("Submitted files/Bb Aa/copies/a.txt", UNKNOWN_FORM, ""),
        ("Submitted files/Bb Aa.txt", UNKNOWN_FORM, ""),
        ("copies/late/Bb Aa.txt", ["copies/Hh Gg.txt", "copies/s02.txt"], ""),
        ("copies/late/Bb Aa.txt", ["copies/Hh Gg/a.txt"], ""),
        ("all.zip/Bb Aa.txt", ["Hh Gg.zip/a.txt", "s02.zip/a.txt"], ""),  # collected one by one
        ("copies/TD1/Bb Aa.txt", ["copies/TD2/Hh Gg.txt", "copies/s02/a.txt", "copies/s03/a.txt"], ""),
        # The own file has a name as Moodle and Canvas give them.
        ("in/Un Known/Bb Aa_60247_assignsubmission_file_x.txt", ["in/Hh Gg/a.txt", "in/s02/a.txt"], "Un Known"),
        ("in/Un Known/aabb_11_222_x.txt", ["in/Hh Gg/a.txt", "in/s02/a.txt"], "Un Known"),
        ("in/Un Known/DM 1/Bb Aa_6_assignsubmission_file_/x.txt", UNKNOWN_FORM_IN, "Un Known"),
        ("in/Bb Aa/Bb Aa_60247_assignsubmission_file_x.txt", ["in/Hh Gg/a.txt", "in/s02/a.txt"], ""),
    ],
)
def test_a_folder_beside_those_of_students_may_be_that_of_a_stranger(file: str, beside: list[str], doubt: str) -> None:
    index = with_rivals(NAMES, (file, *beside))
    attribution = attributed(index, file)
    assert (attribution.enrollment, attribution.other_student) == (PUPILS[0], doubt)
    assert attribution.flags == (OF_ANOTHER if doubt else ())
    assert attributed(index, file, signed="s01").flags == ()
    assert not any(uploader_of(name, index).part for name in beside)


BY_LOGIN = ("in/lroy/a.txt", "in/enash/a.txt", "in/pbenali/a.txt")


@pytest.mark.parametrize(
    ("file", "beside", "doubt"),
    [
        ("in/lroy/Eva Nash.txt", BY_LOGIN[1:], "lroy"),  # the login of a classmate
        ("in/mgarcia/Eva Nash.txt", BY_LOGIN, "mgarcia"),  # nobody's, beside logins of students
        ("in/enash/Eva Nash.txt", BY_LOGIN, ""),
        ("in/eva/Eva Nash.txt", BY_LOGIN, ""),
        ("in/p123/Eva Nash.txt", ("in/p124/Luc Roy.txt", "in/p125/a.txt"), ""),
        # The student's own file has a name as Moodle gives it.
        ("in/p123/Eva Nash_1_assignsubmission_file_x.txt", ("in/p124/a.txt", "in/p125/a.txt"), "p123"),
        ("in/p123/Eva Nash_1_assignsubmission_file_x.txt", ("in/p123/Luc Roy_2_assignsubmission_file_x.txt",), ""),
    ],
)
def test_a_folder_named_by_a_login_may_be_that_of_another(file: str, beside: tuple[str, ...], doubt: str) -> None:
    people = [("s11", "Ben Ali", "Paul"), ("s12", "Roy", "Luc"), ("s13", "Nash", "Eva")]
    uploader = uploader_of(file, with_rivals(roster_index(listed(*people)), (file, *beside)))
    assert (student_of(uploader), uploader.part) == ("s13", doubt)


def test_a_folder_with_half_of_the_name_of_a_student_may_be_that_of_a_stranger() -> None:
    people = [("s11", "Ben Ali", "Paul"), ("s12", "Roy", "Luc"), ("s13", "Nash", "Eva"), ("s14", "García", "Marie")]
    files = ("in/Ali Paul/Marie García.txt", "in/Luc Roy/a.txt", "in/Eva Nash/a.txt", "in/Ben Ali Paul/a.txt")
    index = with_rivals(roster_index(listed(*people)), files)
    assert [uploader_of(file, index).part for file in files] == ["Ali Paul", "", "", ""]


@pytest.mark.parametrize(("folder", "doubt"), [("ebenali", True), ("m.benali", True), ("TD 2", False)])
def test_a_student_with_a_folder_has_no_other_though_most_uploaders_are_strangers(folder: str, doubt: bool) -> None:
    people = [("mbenali3", "Benali", "Martin"), ("luc.roy", "Roy", "Luc"), ("eva.nash", "Nash", "Eva")]
    strangers = [f"in/x{number}/a.txt" for number in range(5)]
    files = (f"in/{folder}/Benali Martin.txt", "in/mbenali3/a.txt", "in/luc.roy/a.txt", *strangers)
    index = with_rivals(roster_index(listed(*people)), files)
    assert [bool(uploader_of(file, index).part) for file in files[:3]] == [doubt, False, False]


def test_a_login_of_nobody_beside_logins_of_students_is_no_part_of_a_name() -> None:
    people = [("luc.silva", "Silva", "Luc"), ("eva.roy", "Roy", "Eva"), ("mohamedluc.thomas", "Thomas", "Mohamed Luc")]
    files = ("in/luc.silva/a.txt", "in/eva.roy/a.txt", "in/mohamed.thomas/a.txt")
    index = with_rivals(roster_index(listed(*people)), files)
    assert [uploader_of(file, index).part for file in files] == ["", "", "mohamed.thomas"]


@pytest.mark.parametrize(
    ("exact", "other"),
    [
        ("in/Dubois Marie Claire/a.txt", "in/Dubois Marie/a.txt"),
        ("in/TD1/Dubois Marie Claire/a.txt", "in/TD2/Dubois Marie.zip/a.txt"),
        ("in/Marie Claire Dubois.txt", "in/Marie Dubois.txt"),
        ("in/Max Müller.txt", "in/Mueller Max.txt"),
    ],
)
def test_another_spelling_beside_the_name_of_a_student_may_be_another_person(exact: str, other: str) -> None:
    index = roster_index(listed(("s11", "Dubois", "Marie Claire"), ("s12", "Roy", "Luc"), ("s13", "Müller", "Max")))
    beside = with_rivals(index, (exact, other, "in/Roy Luc/a.txt"))
    assert [bool(uploader_of(file, beside).part) for file in (exact, other)] == [False, True]
    alone = with_rivals(index, (other, "in/Roy Luc/a.txt"))
    assert uploader_of(other, alone).part == ""


def test_a_download_beside_folders_of_students_is_no_folder_of_a_stranger() -> None:
    files = [
        f"in/moodle/{name}_{at}_assignsubmission_file_/a.txt" for at, name in enumerate(("Bb Aa", "Hh Gg", "Un K"))
    ]
    index = with_rivals(NAMES, (*files, "in/Bb Aa/late.txt", "in/Hh Gg/late.txt"))
    attribution = attributed(index, files[0])
    assert (attribution.enrollment, attribution.flags) == (PUPILS[0], ())


@pytest.mark.parametrize(
    ("file", "beside", "is_asked"),
    [
        ("Marie Martin Dupont.txt", [], True),
        ("in/Marie MARTIN DUPONT.txt", ["in/Luc Roy.txt"], True),
        ("in/marie_martin_dupont.txt", ["in/Luc Roy.txt"], True),
        ("Marie Martin de la Tour.txt", [], True),
        ("Marie Martin DUPONT.txt", [], True),
        ("DUPONT Marie Martin.txt", [], True),
        ("Dupont copie de Marie MARTIN.txt", [], True),
        ("NSI Marie Martin.txt", [], False),
        ("DS Marie Martin TP.txt", [], False),
        ("Anne Marie Martin.txt", [], True),
        ("DM1 Martin Marie Dupont.txt", [], True),
        ("Dupont Marie Martin DM1.txt", [], True),
        ("Marie Martin.txt", [], False),
        ("MARTIN Marie.txt", [], False),
        ("DM1 Marie Martin.txt", [], False),
        ("DS_MARTIN_MARIE_2.txt", [], False),
        ("Devoir maison Marie Martin.txt", [], False),
        ("Marie Martin copie.txt", [], False),
        ("marie martin copie.txt", [], False),
        ("Marie Martin Maths.txt", [], False),
        ("in/Marie Martin Nash.txt", ["in/Luc Roy Nash.txt"], False),  # the exam
        ("Marie Martin (1).txt", [], False),
        ("MARTIN_Marie_Marie_Martin.txt", [], False),
        ("MARTIN_Marie_Martin.txt", [], False),
        ("Martin_Marie - Marie Le Petit.txt", [], True),
        (
            "in/Dupont Marie Martin.txt",
            ["in/Marie Martin - Luc Roy Dupont.txt"],
            True,
        ),  # of which of the two is unknown
    ],
)
def test_a_file_name_with_a_longer_name_than_that_of_the_student_is_a_question(
    file: str, beside: list[str], is_asked: bool
) -> None:
    index = with_rivals(roster_index(listed(("s11", "Martin", "Marie"), ("s12", "Roy", "Luc"))), (file, *beside))
    attribution = attributed(index, file)
    assert (student_of(attribution), FILE_OF_ANOTHER in attribution.flags) == ("s11", is_asked)
    if is_asked:
        assert attribution.other_student == PurePosixPath(file).stem
    assert attributed(index, file, "Marie Martin").flags == attributed(index, file, signed="s11").flags == ()


@pytest.mark.parametrize(
    ("file", "is_asked"),
    [
        ("Dupont-Martin Li.txt", True),
        ("Dupont Martin.txt", False),
        ("Luc Roy.txt", True),
        ("Jean Roy.txt", True),
        ("Jean Luc Roy.txt", False),
        ("Roy Jean-Luc.txt", False),
        ("ROY Jeanluc.txt", False),
        ("Anne Nash.txt", False),  # without a second first name
    ],
)
def test_a_name_with_a_hyphen_is_one_name_in_the_name_of_a_file(file: str, is_asked: bool) -> None:
    here = [("s11", "Dupont", "Martin"), ("s12", "Roy", "Jean-Luc"), ("s13", "Nash", "Anne Lise")]
    attribution = attributed(with_rivals(roster_index(listed(*here)), (file,)), file)
    assert attribution.enrollment is not None
    assert (FILE_OF_ANOTHER in attribution.flags) is is_asked


@pytest.mark.parametrize(
    ("file", "beside", "is_doubtful"),
    [
        ("in/Known Un DM1 Bb Aa.txt", ["in/Hh Gg DM1 copie.txt", "in/Gg Hh DM1 devoir.txt"], True),
        ("in/known_un_Bb Aa.txt", ["in/Hh Gg.txt", "in/s02.txt"], True),
        ("in/DM1 Known Un Bb Aa.txt", ["in/DM1 Gg Hh a.txt", "in/DM1 Gg Hh b.txt"], True),
        ("in/DM1 Bb Aa.txt", ["in/DM1 Hh Gg x.txt", "in/DM1 Gg Hh y.txt"], False),
        ("in/12 Bb Aa.txt", ["in/1 Hh Gg.txt", "in/Gg Hh 2.txt"], False),
        ("in/x Bb Aa.txt", ["in/Hh Gg.txt"], False),
        ("in/x Bb Aa.txt", ["in/Hh Gg.txt", "in/y Gg Hh.txt"], False),
        ("x Bb Aa.txt", ["Hh Gg.txt", "s02.txt"], False),  # collected one by one
    ],
)
def test_words_before_the_name_of_a_student_may_be_those_of_a_stranger(
    file: str, beside: list[str], is_doubtful: bool
) -> None:
    index = with_rivals(NAMES, (file, *beside))
    attribution = attributed(index, file)
    assert (attribution.enrollment, FILE_OF_ANOTHER in attribution.flags) == (PUPILS[0], is_doubtful)
    assert attributed(index, file, "Bb Aa").flags == ()
    assert not any(uploader_of(name, index).part for name in beside[:1])


def test_a_login_of_blackboard_may_end_with_the_login_of_a_student() -> None:
    roy = Enrollment(Student("roy", "Roy", "Luc"), 7)
    files = [f"DM_1_{login}_attempt_2026-05-30-10-00-00_a.txt" for login in ("s01", "s06", "jean_roy", "roy")]
    index = with_rivals(roster_index((*PUPILS, roy)), files)
    assert [uploader_of(file, index).is_doubtful for file in files] == [False, False, True, False]
    attribution = attributed(index, files[2])
    assert (attribution.enrollment, attribution.flags) == (roy, OF_ANOTHER)
    # Logins with "_", and the downloads of two exams.
    for titles, logins in ((("DM",), ("s_01", "s_06")), (("DM_1", "DM_2"), ("s01", "s06", "s02"))):
        files = [f"{title}_{login}_attempt_2026-05-30-10-00-00_a.txt" for title in titles for login in logins]
        people = [Enrollment(Student(login, login, login), at) for at, login in enumerate(logins)]
        index = with_rivals(roster_index(people), files)
        assert not any(uploader_of(file, index).is_doubtful for file in files)


@pytest.mark.parametrize(
    ("uploads", "doubtful"),
    [
        (("DM1_jean_roy", "DM1_s01", "DM1_s06", "DM1_kim"), "DM1_jean_roy"),  # two persons who are not in the class
        (("DM1_jean_roy", "DM1_anne_s02", "DM1_s01", "DM1_s06"), "DM1_jean_roy DM1_anne_s02"),
        (("DM1_jean_roy", "DM1_jean_s02", "DM1_s01", "DM1_s06"), "DM1_jean_roy DM1_jean_s02"),
        (("DM1_jean_roy", "DM1_kim"), "DM1_jean_roy"),
        (("L2_a_b_c_d_e_f_jean_roy", "L2_a_b_c_d_e_f_s01"), "L2_a_b_c_d_e_f_jean_roy"),
        (("DM1_roy", "DM1_kim", "DM1_lee"), ""),
        (("DM1_roy", "DM1_s01", "DM1_bis_roy", "DM1_bis_s01", "DM1_bis_s02"), ""),
        (("DM1_roy", "DM2_s01"), ""),
    ],
)
def test_uploaders_to_blackboard_who_are_not_in_the_class_do_not_hide_each_other(
    uploads: tuple[str, ...], doubtful: str
) -> None:
    roy = Enrollment(Student("roy", "Roy", "Luc"), 7)
    end = "_attempt_2026-05-30-10-00-00_a.txt"
    index = with_rivals(roster_index((*PUPILS, roy)), [f"{upload}{end}" for upload in uploads])
    found = [upload for upload in uploads if uploader_of(f"{upload}{end}", index).is_doubtful]
    assert found == doubtful.split()


def test_a_name_that_a_former_student_has_too_is_that_of_nobody_without_a_signature() -> None:
    index = roster_index(PUPILS[:1], [Enrollment(Student("s09", "Aa", "Bb"), 9)])
    assert attributed(index, HOMONYM.format(7)).enrollment is None
    assert attributed(index, HOMONYM.format(7), signed="s01").flags == ()


@pytest.mark.parametrize(
    ("addresses", "text", "expected"),
    [
        (("m@x.fr", "p@x.fr"), "m@x.fr", "1"),
        (("m@x.fr", "p@x.fr"), "m", "1"),  # the login, since all addresses have one domain
        (("m@x.fr", "m@y.fr"), "m@x.fr", "1"),
        (("m@x.fr", "m@y.fr"), "m", None),
        (("m@x.fr", "m@x.fr"), "m@x.fr", None),
        (("m@x.fr", "m@x.fr"), "m", None),
        (("m@x.fr", "m@x.fr"), "1", "1"),
    ],
)
@pytest.mark.parametrize("has_left", [False, True])
def test_an_address_identifies_whoever_alone_has_it(
    addresses: tuple[str, ...], text: str, expected: str | None, *, has_left: bool
) -> None:
    """Brothers and sisters may share an address, also after one of them has left the class."""
    paul, pierre = (
        Enrollment(Student(str(at), "Martin", first), at, (("Email", address),))
        for at, first, address in zip((1, 2), ("Paul", "Pierre"), addresses, strict=True)
    )
    index = roster_index([paul], [pierre]) if has_left else roster_index([paul, pierre])
    assert student_of(attributed(index, "scan.txt", text)) == expected


BLACKBOARD, SAKAI = "DM1_{}_attempt_2026-05-30-10-00-00_a.txt", "DM1/{}/Submission attachment(s)/a.txt"
LOGINS = [
    Enrollment(Student("1", "Roy", "Martin"), 1, (("Email", "martin@x.fr"),)),
    Enrollment(Student("2", "Martin", "Luc"), 2, (("Email", "lmartin@x.fr"),)),
    Enrollment(Student("3", "Ba", "Zoé"), 3, (("Email", "zoe.ba@x.fr"),)),
    Enrollment(Student("4", "Ba", "Zoé"), 4, (("Email", "zba@x.fr"),)),
]


@pytest.mark.parametrize(
    ("file", "student", "expected"),
    [
        (BLACKBOARD.format("martin"), "", None),  # an address need not be a login
        (BLACKBOARD.format("lmartin"), "", "2"),
        ("Martin.txt", "", None),
        ("copies/martin/a.txt", "", None),
        ("x.txt", "Martin", None),
        ("x.txt", "martin@x.fr", "1"),
        ("x.txt", "lmartin", "2"),
        ("Zoé.Ba.txt", "", None),
        ("x.txt", "zoe.ba", None),
        (BLACKBOARD.format("zoe.ba"), "", "3"),
        ("7-8 - Martin - May 30, 2026 1000 AM/a.txt", "", None),
        (SAKAI.format("Martin, Paul(martin)"), "", None),
    ],
)
def test_a_login_that_is_a_name_is_a_login_only_where_a_platform_writes_logins(
    file: str, student: str, expected: str | None
) -> None:
    attribution = attributed(roster_index(LOGINS), file, student)
    assert (student_of(attribution), attribution.flags) == (expected, ())


def test_a_login_in_the_list_that_is_a_name_is_that_of_the_student_only_where_a_platform_writes_logins() -> None:
    people = [Enrollment(Student("1", "Roy", "Martin"), 1, (("Login", "martin"),)), LOGINS[1]]
    for index in (roster_index(people), roster_index(people[:1])):  # the other person may not be in the class
        assert uploader_of(BLACKBOARD.format("martin"), index).enrollment == people[0]
        assert uploader_of("Martin.txt", index).enrollment is None


@pytest.mark.parametrize("enrollments", [
    [Enrollment(Student("1", "Martin"), 1), Enrollment(Student("2", "Roy"), 2)],
    [Enrollment(Student("Martin"), 1), Enrollment(Student("Roy"), 2)],
])  # fmt: skip
@pytest.mark.parametrize("file", [BLACKBOARD.format("martin"), SAKAI.format("Durand, Martin(martin)")])
def test_a_name_is_no_login(enrollments: list[Enrollment], file: str) -> None:
    assert uploader_of(file, roster_index(enrollments)).enrollment is None
    assert uploader_of("Martin.txt", roster_index(enrollments)).enrollment == enrollments[0]


@pytest.mark.parametrize(("roy", "martin"), [("luc.roy@x.fr", "anna.martin@x.fr"), ("roy@x.fr", "martin@x.fr")])
def test_addresses_sorted_without_the_names_identify_nobody(roy: str, martin: str) -> None:
    moved = [Enrollment(Student("1", "Roy", "Luc"), 1, (("Email", martin),))]
    moved.append(Enrollment(Student("2", "Martin", "Anna"), 2, (("Email", roy),)))
    index = roster_index(moved)
    for address in (roy, martin):
        found = uploader_of(BLACKBOARD.format(address.partition("@")[0]), index).enrollment
        assert found is None or found.student.name.lower() in address
        assert attributed(index, "x.txt", address).enrollment is None


@pytest.mark.parametrize(
    "files",
    [
        [BLACKBOARD.format(login) for login in ("luc.roy", "z.ba", "a.do")],
        [SAKAI.format(name) for name in ("Roy, Luc(luc.roy)", "Ba, Zoé(z.ba)", "Do, Al(a.do)")],
    ],
)
def test_a_homonym_with_another_login_than_the_student_is_a_question(files: list[str]) -> None:
    names = [("1", "Roy", "Luc"), ("2", "Ba", "Zoé"), ("3", "Do", "Al")]
    known, others = ("luc.roy2", "z.ba", "a.do"), ("s7", "s8", "s9")  # the platform has other logins than the addresses
    for logins, doubtful in ((known, [True, False, False]), (others, [False] * 3)):
        index = roster_index(
            Enrollment(Student(*name), 1, (("Email", f"{login}@x.fr"),))
            for name, login in zip(names, logins, strict=True)
        )
        assert [uploader_of(file, with_rivals(index, files)).is_doubtful for file in files] == doubtful


@pytest.mark.parametrize(
    "form", ["DM1/{1}, {0}(x7)/Submission attachment(s)/a.txt", "up/{0} {1}_7_assignsubmission_file_/a.txt"]
)
def test_a_name_in_another_order_than_the_others_is_a_question(form: str) -> None:
    names = [("Paul", "Martin"), ("Zoé", "Ba"), ("Al", "Do")]
    index = roster_index(Enrollment(Student(str(at), last, first), at) for at, (first, last) in enumerate(names, 1))
    files = [form.format(*name).replace("7", str(at)) for at, name in enumerate([names[0][::-1], *names[1:]], 7)]
    assert [uploader_of(file, with_rivals(index, files)).is_doubtful for file in files] == [True, False, False]
    own = [form.format(*name).replace("7", str(at)) for at, name in enumerate(names, 7)]
    assert not any(uploader_of(file, with_rivals(index, own)).is_doubtful for file in own)
    exchanged = [form.format(*name[::-1]).replace("7", str(at)) for at, name in enumerate(names, 7)]
    assert not any(uploader_of(file, with_rivals(index, exchanged)).is_doubtful for file in exchanged)


def test_an_address_of_a_relative_is_no_login_of_the_student() -> None:
    people = [Enrollment(Student("1", "Ali", "Éva"), 1, (("Email", "anne.ali@x.fr"),)), LOGINS[2]]
    for file in (BLACKBOARD.format("anne.ali"), "anne.ali.txt"):
        assert uploader_of(file, roster_index(people)).enrollment is None
