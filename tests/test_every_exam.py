"""The house law, held by every exam that is found: nothing here names an exam."""

import csv
import json
from fractions import Fraction
from typing import Any

import pytest

from answers.assets import asset
from answers.exam.catalogue import exam_names, load_exam
from answers.exam.exam import LANGUAGES, Exam
from answers.exam.key import key_from_json, make_key
from answers.exam.store import cached_key
from answers.grading.mark import mark, mark_part
from answers.paper import Verdict
from answers.sheets.pdf import render_pdf
from answers.sheets.sheet import Face, sheet_html
from answers.submissions.raw.submission import Submission

SEEDS = (0, 1, 17, 64006)


@pytest.fixture(params=exam_names())
def exam(request: pytest.FixtureRequest) -> Exam[Any]:
    return load_exam(request.param)


def fixture_document(exam: Exam[Any]) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(asset("fixtures", exam.name, f"u0-{exam.model_seed}.json").read_text("utf-8"))
    return document


def submission(answers: dict[str, tuple[str, ...]]) -> Submission:
    return Submission("test", "s01", None, None, answers)


def test_texts_exist_in_both_languages(exam: Exam[Any]) -> None:
    asked = [question.asked(exam.draw(u0)) for question in exam.questions for u0 in SEEDS]
    texts = [exam.title, exam.source, *asked, *(oral.prompt for oral in exam.oral)]
    assert all(text[lang].strip() for text in texts for lang in LANGUAGES)


def test_the_model_key_is_the_fixture(exam: Exam[Any]) -> None:
    key = make_key(exam, exam.model_seed)
    expected = key_from_json(fixture_document(exam))
    assert key.answers == expected.answers
    assert key.oral == expected.oral
    assert json.loads(json.dumps(key.params)) == expected.params


@pytest.mark.parametrize("u0", SEEDS)
def test_the_same_seed_gives_the_same_bytes(exam: Exam[Any], u0: int) -> None:
    first, second = (json.dumps(make_key(exam, u0).to_json(exam)) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("u0", SEEDS)
def test_a_key_survives_json(exam: Exam[Any], u0: int) -> None:
    key = cached_key(exam, u0)
    back = key_from_json(json.loads(json.dumps(key.to_json(exam))))
    assert back.answers == key.answers
    assert back.oral == key.oral
    assert back.flags == key.flags


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("u0", SEEDS)
def test_what_is_printed_is_read_back_and_right(exam: Exam[Any], u0: int, lang: str) -> None:
    key = cached_key(exam, u0)
    for part in exam.parts:
        texts = tuple(part.kind.format(value, lang) for value in key.answers[part.id])
        verdicts = {item.verdict for item in mark_part(part, key.answers[part.id], texts).items}
        assert verdicts == {Verdict.RIGHT}, (part.id, texts)


@pytest.mark.parametrize("u0", SEEDS)
def test_the_perfect_paper_scores_full_marks(exam: Exam[Any], u0: int) -> None:
    key = cached_key(exam, u0)
    texts = {
        part.id: (" ; ".join(part.kind.format(value, "fr") for value in key.answers[part.id]),) for part in exam.parts
    }
    paper = mark(exam, key, submission(texts))
    assert paper.score == paper.points == exam.points


def test_the_blank_paper_scores_zero_and_is_blank(exam: Exam[Any]) -> None:
    paper = mark(exam, cached_key(exam, exam.model_seed), submission({}))
    assert paper.score == 0
    assert {item.verdict for part in paper.parts.values() for item in part.items} == {Verdict.BLANK}
    assert not paper.needs_teacher


def test_each_row_of_the_answer_table_gets_its_verdict(exam: Exam[Any]) -> None:
    """`answers.csv`: part, text, then for each item its verdict, and the share of the part's points."""
    key = cached_key(exam, exam.model_seed)
    with asset("fixtures", exam.name, "answers.csv").open("r", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) >= len(exam.parts)
    for row in rows:
        part = exam.part(row["part"])
        marks = mark(exam, key, submission({part.id: (row["text"],)})).parts[part.id]
        assert " ".join(item.verdict for item in marks.items) == row["verdicts"], row
        assert marks.score == Fraction(row["share"]) * part.points, row


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("face", Face)
def test_every_face_renders_without_a_warning(
    exam: Exam[Any], face: Face, lang: str, caplog: pytest.LogCaptureFixture
) -> None:
    key = cached_key(exam, exam.model_seed)
    paper = mark(exam, key, submission({exam.parts[0].id: ("<b>?</b>",)}))
    html = sheet_html(exam, exam.model_seed, face, lang=lang, key=key, paper=paper)
    assert render_pdf(html, fillable=face is Face.BLANK).startswith(b"%PDF-")
    # Without libharfbuzz-subset0, fonts are cut by another library: slower, and no fault of a sheet.
    assert [record.message for record in caplog.records if "HarfBuzz-Subset" not in record.message] == []
