import pytest

from answers.classroom.handed_in.uploads import moodle_folder, uploader_names


@pytest.mark.parametrize(
    ("file", "names"),
    [
        ("nash.zip/Zoé Le Goff_12345_assignsubmission_file_/copie.pdf", ("Participant 12345", "Zoé Le Goff")),
        ("x/Zoé Ba_12345_assignsubmission_file_copie.pdf", ("Participant 12345", "Zoé Ba")),
        ("Zoé Ba_12345_assignsubmission_file_/a/b/copie.pdf", ("Participant 12345", "Zoé Ba")),
        ("Jean_Luc Ba_7_assignsubmission_onlinetext_/onlinetext.html", ("Participant 7", "Jean_Luc Ba")),
        ("A-Zoé Ba_7_assignsubmission_file_/c.pdf", ("Participant 7", "A-Zoé Ba", "Zoé Ba")),
        ("bazoe_11_222_copie.pdf", ("11", "bazoe")),
        ("bazoe_LATE_11_222_copie.pdf", ("11", "bazoe")),
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
        ("x/Zoé Ba_12_assignsubmission_file_copie.pdf", "Zoé Ba_12_assignsubmission_file_"),
        ("Zoé Ba_12_assignsubmission_onlinetext_/x.html", "Zoé Ba_12_assignsubmission_file_"),
        ("..\\a_b:_7_assignsubmission_file_/x.pdf", "-a-b-_7_assignsubmission_file_"),
        ("bazoe_11_222_a.pdf", ""),
        ("s01.pdf", ""),
    ],
)
def test_the_folder_that_feedback_goes_back_in(file: str, folder: str) -> None:
    assert moodle_folder(file) == folder
