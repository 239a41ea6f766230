import json
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from answers.classroom.folder import open_class
from answers.classroom.scans import read_placements
from answers.cli.classes.collect import pages_of_others
from tests.answers.classroom.handing_in import tiny_class
from tests.answers.classroom.scanned import scan, unplaced
from tests.answers.cli.running import Corrige


def test_each_page_is_listed_with_what_to_do(corrige: Corrige, scanned: Path) -> None:
    outcome = corrige("class", "scans", "class")
    assert outcome.code == 1
    assert outcome.out.startswith("batch.pdf, page 9: ")
    assert outcome.out.endswith(
        "    picture: unplaced-9.png\n"
        "s01: page 2 of the answer sheet is missing, so its answers do not count\n"
        "    → scan the page, or assign it if it is among the scans\n"
        "1 of 2 boxes on the assigned pages has ink\n"
    )
    assert outcome.err.startswith("assigned to a student: 1\nassigned to no student: 1\n")


def test_json_has_pages_and_boxes_as_promised(corrige: Corrige, scanned: Path) -> None:
    document = json.loads(corrige("class", "scans", "class", "--json").out)
    assert document["schema"] == "corrige/scans/1"
    assert document["missing"] == [["s01", 2]]
    first, second = document["pages"]
    placed = {"file": "batch.pdf", "page": 1, "student": "s01", "sheet_page": 1, "state": "placed"}
    assert first.items() >= placed.items()
    boxes = {box["item"]: (box["ink"], box["reading"]) for box in first["boxes"]}
    assert boxes == {"1a.1": (True, None), "1a.2": (False, None)}
    assert all(len(box["rectangle"]) == 4 for box in first["boxes"])
    assert (second["state"], second["boxes"]) == ("unplaced", [])
    assert all(isinstance(text, str) for text in second["problem"].values())


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("batch.pdf,9", "'batch.pdf,9' does not say which scanned page belongs to which student"),
        ("batch.pdf,7=s01,1", "files of the class have the name 'batch.pdf'"),
        ("batch.pdf,9=s01", "'batch.pdf,9=s01' does not say which scanned page belongs to which student"),
        ("batch.pdf,9=s01,1,45", "does not say which scanned page"),
        ("batch.pdf,9=s01,one", "does not say which scanned page"),
        ("batch.pdf,9=s01,0", "does not say which scanned page"),
        ("batch.pdf,9=nobody,1", "nobody"),
    ],
)
def test_a_word_that_says_nothing_is_refused(corrige: Corrige, scanned: Path, text: str, cause: str) -> None:
    outcome = corrige("class", "scans", "class", "--place", text)
    assert (outcome.code, cause in outcome.err) == (2, True)
    assert read_placements(scanned) == ()


def test_whose_a_page_is_that_completes_a_paper_is_told(scanned: Path) -> None:
    class_data = open_class(scanned)
    pages = scan(class_data, {"s01": {"1a.1": "10"}, "s02": {"1a.1": "11"}}, (unplaced(class_data),)).pages
    new = {page.digest for page in pages}
    (line,) = pages_of_others(pages, new, {"s01"}, class_data)
    assert line.values == {"file": "batch.pdf", "pages": "1", "student": "s02, Cc Dd"}
    assert [*pages_of_others(pages, {"another"}, (), class_data)] == []


def test_boxes_that_wait_for_a_reading_are_one_line_a_paper(corrige: Corrige, scanned: Path) -> None:
    class_data = open_class(scanned)
    scan(class_data, {"s01": {"1a.1": "10", "1a.2": "20"}, "s02": {"1a.1": "11", "1a.2": ""}})
    lines = [line.strip() for line in corrige("class", "grade", "class").out.splitlines() if "corrige desk" in line]
    assert lines == [
        "s01, Aa Éa: a person must read 2 scanned boxes: `corrige desk class`",
        "s02, Cc Dd: a person must read 1 scanned box: `corrige desk class`",
        "no person has read 3 scanned boxes yet, so marks are provisional; to read them: corrige desk class",
    ]
    texts = corrige("class", "review", "class").out.splitlines()
    assert texts[-1] == lines[-1]


def test_a_photo_that_is_no_sheet_is_its_students_by_pick_and_settled(corrige: Corrige, here: Path) -> None:
    folder = tiny_class(here / "class").folder
    Image.new("L", (60, 80), 255).save(here / "IMG_1.jpg")
    waits = "1 scanned page is not assigned to a student yet: IMG_1.jpg"
    assert waits not in corrige("class", "collect", "class", "IMG_1.jpg").err  # nothing is seen on it: a blank back
    ImageDraw.Draw(photo := Image.new("L", (600, 800), 255)).line((0, 0, 600, 800), width=40)
    photo.save(here / "IMG_2.jpg")
    assert waits.replace("1.jpg", "2.jpg") in corrige("class", "collect", "class", "IMG_2.jpg").err
    blank = corrige("class", "collect", "class", "--pick", "s01=IMG_1")
    assert (blank.code, "IMG_1.jpg: no page of this file can belong to s01" in blank.err) == (2, True)
    picked = corrige("class", "collect", "class", "--pick", "s01=IMG_2")
    assert (
        "Students of whom only unreadable files were received, and who have no mark:\n  s01, Aa Éa: IMG_2.jpg"
    ) in picked.out
    assert "waits" not in picked.err
    assert corrige("class", "scans", "class").code == 1
    assert corrige("class", "decide", "class", "s01", "not-readable", "--seen").code == 0
    scans = corrige("class", "scans", "class")
    assert (scans.code, "set aside: 1" in scans.err) == (0, True)
    absent = corrige("class", "decide", "class", "no-paper", "--all-equal", "--points", "0")
    assert "s01" not in absent.err
    assert read_placements(folder) == ()
