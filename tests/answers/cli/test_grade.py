import io
import json
import shlex
from pathlib import Path

import pikepdf
import pytest
from pypdfium2 import PdfDocument

from tests.answers.cli.running import Corrige
from tests.answers.tiny import EXAMS

PERFECT = {
    "1a": "17 519 23375", "1b": "9548 9111 7065", "1c": "46260 49318 48549",
    "2a": "1 3 2", "2b": "3 0 1", "2c": "3 2 1",
    "3a": "1 2 2", "3b": "1 2 1", "3c": "2 2 2",
    "4a": "1,67·10^9", "4b": "2.07e9", "4c": "1.99 x 10^9",
    "5a": "1/2", "5b": "50 %",
    "6a": [1, 0], "6b": "0 ; 1", "6c": "0,5 ; 1",
    "7a": "1 29/45 0", "7b": ["1", "≃ 0.5", "1"],
    "8a": "1 1 0", "8b": "1 0 1",
}  # fmt: skip


def submission(path: Path, **changes: object) -> Path:
    document = {"student": "s01", "u0": 17, "exam": "nash", "answers": {**PERFECT, **changes}}
    path.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    return path


def test_grade_json_is_as_promised(corrige: Corrige, here: Path) -> None:
    outcome = corrige("grade", submission(here / "a.json"), "--json")
    assert outcome.code == 0
    document = json.loads(outcome.out)
    assert (document["schema"], document["exam"]) == ("corrige/grade/1", "nash")
    (paper,) = document["papers"]
    named = {"file": str(here / "a.json"), "student": "s01", "u0": 17, "score": 20.0, "max": 20.0}
    assert {**paper, **named, "flags": [], "seen": []} == paper
    assert paper["parts"]["1a"] == {
        "score": 0.5,
        "max": 0.5,
        "items": [{"raw": "17 519 23375", "verdict": "right", "note": None}] * 3,
    }
    assert paper["parts"]["6a"]["items"][0]["raw"] == "1"


def test_a_single_paper_is_written_as_its_student_gets_it(corrige: Corrige, here: Path) -> None:
    paper = submission(here / "a.json", **{"1a": "17 519 1"})
    outcome = corrige("grade", paper, "-o", here / "a.pdf")
    assert (outcome.code, "19.8" in outcome.out) == (0, True)
    with PdfDocument(here / "a.pdf") as pdf:
        text = "".join(page.get_textpage().get_text_range() for page in pdf)
    assert "23375" in text.replace("\N{NARROW NO-BREAK SPACE}", "").replace(" ", "")  # what was expected
    several = corrige("grade", paper, submission(here / "b.json"), "-o", here / "c.pdf")
    assert (several.code, "2 marked papers" in several.err, (here / "c.pdf").exists()) == (2, True, False)


@pytest.mark.parametrize(("variable", "option", "lang"), [("fr", "en", "en"), ("en", None, "en"), (None, None, "fr")])
def test_a_marked_paper_is_in_the_language_of_the_option_else_of_the_settings(
    variable: str | None, option: str | None, lang: str, corrige: Corrige, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CORRIGE_LANG", raising=False)
    if variable:
        monkeypatch.setenv("CORRIGE_LANG", variable)
    options = ("--lang", option) if option else ()
    corrige("grade", submission(here / "a.json"), "-o", here / "a.pdf", *options)
    with PdfDocument(here / "a.pdf") as pdf:
        text = pdf[0].get_textpage().get_text_range().lower()
    assert ("marked paper" in text) == (lang == "en")


def test_the_command_that_tells_why_is_told(corrige: Corrige, here: Path) -> None:
    """It is of the first item that is wrong or unreadable, not of one left blank, and can be run as it stands."""
    (here / "one paper.txt").write_text("u0: 1002\n1b: 1003 ; ?\n2: 501\n")
    (here / "class.csv").write_text("student,1a,1b,2\ns01,1002 2004,1003 2005,250.5\ns02,1002 2004,1003 2005,501\n")
    options = ["--exam", "tiny", "--exams", str(EXAMS), "--u0", "1002"]
    for files, words in (
        (["one paper.txt"], ["one paper.txt", "--item", "2.1", *options]),
        (["class.csv", "one paper.txt"], ["class.csv", "--item", "2.1", *options, "--student", "s02"]),
    ):
        text = corrige("grade", *files, *options).out.splitlines()[-1]
        command = shlex.join(["corrige", "explain", *words])
        assert text == f"To see why an answer is not right, and which known mistake may explain it: {command}"
        explained = corrige(*shlex.split(command)[1:], "--lang", "en")
        assert "verdict: wrong: Half for a quarter" in explained.out
    (here / "one paper.txt").write_text("u0: 1002\n1a: 1002 2004\n")
    assert "corrige explain" not in corrige("grade", "one paper.txt", *options).out


def test_a_file_that_cannot_be_read_does_not_stop_the_others_and_an_unreadable_item_is_listed(
    corrige: Corrige, here: Path
) -> None:
    (here / "broken.json").write_text('{"student": "s02",\n "answers": {"1a": 17,,}}')
    long = "1/2 1/3 " + "5" * 60
    papers = (submission(here / "a.json", **{"5a": "(0,5)"}), submission(here / "b.json", **{"5a": [long]}))
    outcome = corrige("grade", here / "broken.json", *papers)
    assert (outcome.code, "line 2" in outcome.err, "column" in outcome.err) == (1, True, True)
    assert "19.00" in outcome.out
    assert "s01, 5a, item 1: ambiguous number: '(0,5)'" in outcome.out
    assert f"'{long[:39]}…'" in " ".join(outcome.out.split())  # it says that it is shortened


def blank_pdf(encryption: pikepdf.Encryption | None = None) -> bytes:
    stream = io.BytesIO()
    pdf = pikepdf.new()
    pdf.add_blank_page()
    pdf.save(stream, encryption=encryption or False)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "text"),
    [
        ("a.json", b'{"student": "s", "u0": 17, "answers": {"1a": }}', "line 1, column"),
        ("a.json", b'{"student": "s", "u0": 17, "answers": {"9z": "1"}}', "9z"),
        ("a.csv", b"student,u0,1a\ns01,17\n", "line 2"),
        ("a.pdf", b"%PDF-1.7 garbage", "damaged"),
        ("a.pdf", blank_pdf(pikepdf.Encryption(owner="o", user="u")), "password"),
        ("a.docx", b"PK\x03\x04", ".docx"),
    ],
)
def test_bad_files_are_refused_with_their_place_and_a_remedy(
    corrige: Corrige, here: Path, name: str, content: bytes, text: str
) -> None:
    (here / name).write_bytes(content)
    outcome = corrige("grade", name, "--exam", "nash")
    assert (outcome.code, outcome.out) == (2, "")
    assert [word for word in (name, text, "→") if word not in outcome.err] == []
    assert "Traceback" not in outcome.err


def test_a_pdf_without_fields_nor_text_is_for_the_teacher_not_zero(corrige: Corrige, here: Path) -> None:
    (here / "scan.pdf").write_bytes(blank_pdf())
    outcome = corrige("grade", "scan.pdf", "--exam", "nash", "--u0", "17")
    assert (outcome.code, "no-text" in outcome.out, "0.00" in outcome.out) == (1, True, False)


def test_a_paper_without_a_seed_is_told_in_one_line(corrige: Corrige, here: Path) -> None:
    (here / "a.txt").write_text("student: s01\nu0: 70000\n1a: 1 2\n1b: 3 4\n2: 5\n")
    (here / "b.txt").write_text("student: s02\n1a: 1 2\n1b: 3 4\n2: 5\n")
    outcome = corrige("grade", "a.txt", "b.txt", "--exam", "tiny", "--exams", EXAMS)
    text = outcome.out.partition("To be examined by the teacher:\n")[2]
    flags = [(line.split(":")[0].strip(), line.partition("[")[2]) for line in text.splitlines()]
    assert (outcome.code, flags) == (1, [("s01", "u0-out-of-range]"), ("s01", "no-seed]"), ("s02", "no-seed]")])
