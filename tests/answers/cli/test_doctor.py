"""`corrige doctor`: what a file is made of and what was read, without names, seeds and answers."""

import json
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from tests.answers.cli.running import Corrige
from tests.answers.submissions.sheets import flattened_by_pdfium

WRITTEN = {"name": "Dupont-Aignes", "first_name": "Léonie", "q1a_1": "46260", "q1b_1": "29/45", "q7a_2": "≃ 0,64"}
PERSONAL = ("Dupont", "Léonie", "46260", "29/45", "0,64", "41287", "secret-copy")


@pytest.fixture
def filled_sheet(here: Path, corrige: Corrige) -> Path:
    corrige("sheet", "nash", "--u0", "41287", "-o", "blank.pdf")
    with pikepdf.open("blank.pdf") as pdf:
        for field in pdf.Root.AcroForm.Fields:
            if str(field.T) in WRITTEN:
                field.V = pikepdf.String(WRITTEN[str(field.T)])
        pdf.save(here / "secret-copy.pdf")
    return here / "secret-copy.pdf"


def described(corrige: Corrige, path: Path) -> dict:
    as_json, as_text = corrige("doctor", path.name, "--json").out, corrige("doctor", path.name).out
    assert not [text for text in PERSONAL if text in as_json + as_text]
    return json.loads(as_json)


@pytest.mark.slow
def test_a_form(corrige: Corrige, filled_sheet: Path) -> None:
    report = described(corrige, filled_sheet)
    assert (report["schema"], report["reader"], report["file"]["suffix"]) == ("corrige/doctor/1", "form", ".pdf")
    made_of, (paper,) = report["made_of"], report["papers"]
    assert made_of["fields"] == made_of["sheet_fields"] > 50
    assert made_of["producer"].startswith("WeasyPrint")
    assert (paper["exam"], paper["signature"], paper["student"]) == ("nash", "valid", "aaaaaa aaaaaa-aaaaaa")
    filled = {name: text for name, text in paper["boxes"].items() if text}
    assert filled == {"q1a_1": "99999", "q1b_1": "99/99", "q7a_2": "≃ 9,99"}
    assert set(report["others"]) == {"printed copy", "scan"}
    assert [page["in_code"]["page"] for page in made_of["pages"]] == [1]


@pytest.mark.slow
def test_a_printed_copy_and_a_scan(here: Path, corrige: Corrige, filled_sheet: Path) -> None:
    printed, scan = here / "secret-copy-printed.pdf", here / "secret-copy.png"
    printed.write_bytes(flattened_by_pdfium(filled_sheet.read_bytes()))
    report = described(corrige, printed)
    assert (report["reader"], set(report["others"])) == ("printed copy", {"form", "scan"})
    assert report["papers"][0]["boxes"]["q1a_1"] == "99999"
    with pypdfium2.PdfDocument(printed) as pdf:
        pdf[0].render(scale=2).to_pil().save(scan)
    report = described(corrige, scan)
    assert (report["reader"], report["made_of"]["pages"][0]["in_code"]["exam"]) == ("scan", "nash")
    assert report["papers"][0]["flags"] == ["scanned"]


def test_what_is_wrong_is_told_without_what_is_written(here: Path, corrige: Corrige) -> None:
    (here / "secret-copy.txt").write_text("student: Dupont\n1a: 46260\nzz: 29/45\n")
    result = corrige("doctor", "secret-copy.txt", "--exam", "nash", "--json")
    report = json.loads(result.out)
    assert result.code == 0
    assert [problem["cause"] for problem in report["problems"]] == [
        "'aa' is neither the name of a part nor a field such as student or u0, so its content was not read"
    ]
    assert not [text for text in PERSONAL if text in result.out]
