"""What each student of the demonstration hands in, with blank sheets that are quick to print."""

import csv
import io
import json
import random
import re
from pathlib import Path

import pikepdf
import pytest

from answers.classroom import demo, folder
from answers.classroom.demo import create_demo_class, hand_in
from answers.classroom.folder import Cohort
from answers.errors import CorrigeError, Problem
from answers.exam.fields import STUDENT_FIELDS, field_name
from answers.exam.identity import Student
from answers.exam.world import World
from answers.grading.mark import mark_parts
from answers.paper import Verdict
from answers.sheets.sheet import Blank

WRONG = {"3b", "5a", "7a", "8b"}
Written = dict[str, tuple[str, ...]]


def form(sheet: Blank, *, lang: str, secret: str) -> bytes:
    """A form with the fields of a sheet on an empty page, larger than what is kept of the damaged one."""
    pdf = pikepdf.new()
    page = pdf.add_blank_page()
    page.Annots = pdf.make_indirect(pikepdf.Array())
    names = [field_name(part.id, i) for part in sheet.exam.parts for i in range(1, part.count + 1)]
    for name in (*STUDENT_FIELDS, *names):
        field = pikepdf.Dictionary(
            Type=pikepdf.Name.Annot,
            Subtype=pikepdf.Name.Widget,
            FT=pikepdf.Name.Tx,
            T=pikepdf.String(name),
            V=pikepdf.String(""),
            Rect=[0, 0, 9, 9],
        )
        page.Annots.append(pdf.make_indirect(field))
    pdf.Root.AcroForm = pdf.make_indirect(pikepdf.Dictionary(Fields=page.Annots))
    pdf.Root.Padding = pdf.make_stream(random.Random(1).randbytes(9_000))
    stream = io.BytesIO()
    pdf.save(stream)
    return stream.getvalue()


@pytest.fixture(scope="module")
def handed_in(tmp_path_factory: pytest.TempPathFactory) -> tuple[Cohort, dict[str, Path]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folder, "sheet_pdf", form)
        cohort = create_demo_class(tmp_path_factory.mktemp("quick") / "class", "en")
        paths = hand_in(cohort)
    return cohort, {path.stem: path for path in paths}


def verdicts(cohort: Cohort, u0: int | None, written: Written) -> dict[str, set[Verdict]]:
    assert u0 is not None
    parts = mark_parts(cohort.exam, cohort.key(World(u0)), written)
    return {part_id: {mark.verdict for mark in part.items} for part_id, part in parts.items()}


def all_right(cohort: Cohort) -> dict[str, set[Verdict]]:
    return {part.id: {Verdict.RIGHT} for part in cohort.exam.parts}


def typed(path: Path) -> dict[str, str]:
    with pikepdf.open(path) as pdf:
        return {str(field.T): str(field.V) for field in pdf.Root.AcroForm.Fields}


def by_part(cohort: Cohort, fields: dict[str, str]) -> Written:
    return {
        part.id: tuple(fields[field_name(part.id, i)] for i in range(1, part.count + 1)) for part in cohort.exam.parts
    }


def seed(cohort: Cohort, student: str) -> int | None:
    return next(pupil.u0 for pupil in cohort.pupils if pupil.student.id == student)


def assert_written_by_hand(texts: list[str], mark: str) -> None:
    """Integers whole, all else to three digits with the decimal mark of a language, and some with one."""
    small, large = rf"0{mark}0*\d{{1,3}}", rf"(?=[\d{mark}]{{3,4}}$)[1-9]\d*{mark}\d+"
    number = re.compile(rf"−?(\d+|{small}|{large}|\d({mark}\d\d?)?·10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
    assert [text for text in texts if number.fullmatch(text) is None] == []
    assert any(mark.strip("\\") in text for text in texts)


def test_the_class_is_always_the_same(handed_in: tuple[Cohort, dict[str, Path]]) -> None:
    cohort, paths = handed_in
    students = [pupil.student for pupil in cohort.pupils]
    assert students == [Student(f"s0{n}", f"Demo {n}", "Student") for n in range(1, 9)]
    free = [u0 for u0 in range(1, 64007) if u0 != 17]
    assert [pupil.u0 for pupil in cohort.pupils] == random.Random(2013).sample(free, 8)
    assert (cohort.exam.name, cohort.settings.lang) == ("nash", "en")
    assert sorted(path.name for path in (cohort.folder / "sheets").iterdir()) == [f"s0{n}.pdf" for n in range(1, 9)]
    assert list(paths.values()) == [
        cohort.folder / "submissions" / name
        for name in ("s01.pdf", "s02.json", "s03.csv", "s04.txt", "s05.pdf", "s06.pdf", "s07.pdf", "s08.pdf")
    ]


def test_the_first_is_perfect(handed_in: tuple[Cohort, dict[str, Path]]) -> None:
    cohort, paths = handed_in
    fields = typed(paths["s01"])
    assert verdicts(cohort, seed(cohort, "s01"), by_part(cohort, fields)) == all_right(cohort)
    assert {fields[name] for name in STUDENT_FIELDS} == {""}
    assert_written_by_hand([text for name, text in fields.items() if name not in STUDENT_FIELDS], r"\.")


def test_the_second_has_some_wrong_in_json(handed_in: tuple[Cohort, dict[str, Path]]) -> None:
    cohort, paths = handed_in
    content = paths["s02"].read_text("utf-8")
    document = json.loads(content)
    assert content == json.dumps(document, ensure_ascii=False, indent=2)
    answers = document.pop("answers")
    assert document == {"student": "s02", "u0": seed(cohort, "s02")}
    assert {part: answers[part] for part in WRONG} == {
        "3b": ["1", "1", "1"], "5a": ["1"], "7a": ["1", "0.5", "0"], "8b": ["1", "1/2", "1"],
    }  # fmt: skip
    found = verdicts(cohort, seed(cohort, "s02"), answers)
    # 7a is (1, 48/91, 0) for this seed, within 0.05: rough, not wrong.
    assert {part for part, each in found.items() if each != {Verdict.RIGHT}} == WRONG - {"7a"}
    assert_written_by_hand([text for part in set(answers) - WRONG for text in answers[part]], r"\.")


def test_the_third_writes_a_table_with_decimal_commas(handed_in: tuple[Cohort, dict[str, Path]]) -> None:
    cohort, paths = handed_in
    content = paths["s03"].read_bytes()
    assert content.startswith(b"\xef\xbb\xbfstudent;u0;1a;")
    header, row, *rest = csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=";")
    assert (header[2:], rest) == ([part.id for part in cohort.exam.parts], [])
    assert row[:2] == ["s03", str(seed(cohort, "s03"))]
    written = {part: (text,) for part, text in zip(header[2:], row[2:], strict=True)}
    assert verdicts(cohort, seed(cohort, "s03"), written) == all_right(cohort)
    assert_written_by_hand([text for cell in row[2:] for text in cell.split("  ")], ",")


def test_the_fourth_answers_for_the_models_seed(handed_in: tuple[Cohort, dict[str, Path]]) -> None:
    cohort, paths = handed_in
    content = paths["s04"].read_text("utf-8")
    student, u0, *lines = content.splitlines()
    assert (student, u0) == ("student: s04", f"u0: {seed(cohort, 's04')}")
    assert content.endswith("\n")
    written = {part: (text,) for part, text in (line.split(": ") for line in lines)}
    assert verdicts(cohort, 17, written) == all_right(cohort)
    assert_written_by_hand([text for line in lines for text in line.split(": ")[1].split(" ; ")], ",")


def test_the_fifth_writes_a_number_that_may_be_two(handed_in: tuple[Cohort, dict[str, Path]]) -> None:
    cohort, paths = handed_in
    written = by_part(cohort, typed(paths["s05"]))
    assert [int(text.replace(",", "").replace(" ", "")) for text in written["4b"]] == [
        round(cohort.key(World(seed(cohort, "s05"))).answers["4b"][0])
    ]
    assert written["4b"][0].count(",") == 1
    assert verdicts(cohort, seed(cohort, "s05"), written) == all_right(cohort) | {"4b": {Verdict.UNREADABLE}}
    assert_written_by_hand([text for part in set(written) - {"4b"} for text in written[part]], ",")


def test_the_sixth_writes_nothing(handed_in: tuple[Cohort, dict[str, Path]]) -> None:
    assert set(typed(handed_in[1]["s06"]).values()) == {""}


def test_the_seventh_has_no_field_left(handed_in: tuple[Cohort, dict[str, Path]]) -> None:
    with pikepdf.open(handed_in[1]["s07"]) as pdf:
        assert "/Annots" not in pdf.pages[0]


def test_the_last_file_is_cut_short(handed_in: tuple[Cohort, dict[str, Path]]) -> None:
    content = handed_in[1]["s08"].read_bytes()
    assert content.startswith(b"%PDF")
    assert len(content) == 9_000


def test_what_is_handed_in_is_always_the_same(handed_in: tuple[Cohort, dict[str, Path]], tmp_path: Path) -> None:
    cohort, paths = handed_in
    pupil = cohort.pupils[0]
    assert demo.STUDENTS["s01"][1](cohort, pupil) == paths["s01"].read_bytes()


def test_a_new_class_goes_to_an_empty_folder_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "sheet_pdf", form)
    (tmp_path / "file").write_text("mine")
    for taken in (tmp_path, tmp_path / "file"):
        with pytest.raises(CorrigeError) as caught:
            create_demo_class(taken, "fr")
        problem = Problem("the folder is not empty", str(taken), "choose another with -o DIR")
        assert list(caught.value.problems) == [problem]
    (tmp_path / "empty").mkdir()
    assert create_demo_class(tmp_path / "empty", "fr").settings.lang == "fr"
