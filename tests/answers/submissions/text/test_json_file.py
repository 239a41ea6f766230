import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.flags import INVALID_SIGNATURE, WEAK_SIGNATURE, Place
from answers.sheets.identity import Identity
from answers.submissions.raw.submission import ExpectedExam, FileSource, Submission
from answers.submissions.text import json_file
from tests.answers.submissions.exams import SMALL
from tests.problems import problems_of


def read_json(
    text: str | bytes, place: str, exam: ExpectedExam | None = None, secret: str = ""
) -> tuple[Submission, ...]:
    return json_file.read(FileSource(text.encode() if isinstance(text, str) else text, place, secret, exam))


def test_one_student() -> None:
    text = '{"student": "s03", "u0": 17, "exam": "small", "answers": {"1a": "17 519", "Question 1 B": [1, "29/45"]}}'
    (read,) = read_json(text, "f.json", SMALL)
    assert (read.place, read.student, read.u0, read.exam) == (Place("f.json"), "s03", "17", "small")
    assert read.answers == {"1a": ("17 519",), "1b": ("1", "29/45")}


def test_numbers_keep_the_text_they_were_written_with_and_nothing_is_blank() -> None:
    huge = "9" * 10_000
    (read,) = read_json(f'{{"answers": {{"2": [0.50, 1e400, -0], "1a": [NaN, {huge}], "1b": null}}}}', "f.json", SMALL)
    assert read.answers == {"2": ("0.50", "1e400", "-0"), "1a": ("NaN", huge), "1b": ("",)}
    assert (read.student, read.u0, read.exam) == ("", None, None)
    text = '{"student": null, "u0": null, "exam": "", "answers": {"1a": [], "1b": [null, "5"], "2": " 1\\n 2 "}}'
    (read,) = read_json(text, "f.json", SMALL)
    assert (read.student, read.u0, read.exam) == ("", None, None)
    assert read.answers == {"1a": ("",), "1b": ("", "5"), "2": (" 1\n 2 ",)}


def test_a_list_of_students_whose_names_are_tidied() -> None:
    text = '[{"student": " A\\n B ", "answers": {}}, {"student": "s02", "answers": {}}]'
    first, second = read_json(text, "f.json", SMALL)
    assert (first.place, second.place) == (Place("f.json", "item 1"), Place("f.json", "item 2"))
    assert (first.student, second.student) == ("A B", "s02")


SHAPE = 'write {"student": "…", "u0": 17, "answers": {"1a": "17 519 23375"}}, or a list of such objects'
SUCH = 'write the answers to a part as in "17 519 23375" or [1, 0]'
NO_TEXTS = "give the answers to a part as a text, a number, or a list of texts and numbers"
ONE = "leave the answers of this student in the file only once"


def test_broken_json_has_line_and_column() -> None:
    (problem,) = problems_of(read_json, '{"answers":\n {"1a": }}', "f.json", SMALL)
    assert (problem.place, problem.cause) == ("f.json, line 2, column 9", "this is not JSON: Expecting value")


@pytest.mark.parametrize(
    ("text", "place", "cause", "remedy"),
    [
        ('{"u0": 1}', "answers", "lacks this name", SHAPE),
        ('{"anwsers": {}, "answers": {}}', "anwsers", "has a name here", "did you mean answers?"),
        ('{"%": 1, "answers": {}}', "%", "has a name here", "possible choices: student, u0, exam, answers"),
        ('{"answers": {"1a": {"x": 1}}}', "answers → 1a", NO_TEXTS, SUCH),
        ('[{"answers": {"1a": 5}}, 5]', "item 2", "object in braces", SHAPE),
        ('{"answers": [1]}', "answers", "object in braces", SHAPE),
        ("5", "", "object in braces", SHAPE),
        ("[]", "", "an empty list", SHAPE),
        ("[" * 200_000, "", "nested too deep", SHAPE),
        ("[" * 10_000 + "]" * 10_000, "", "nested too deep", SHAPE),
        ('{"u0": [1], "answers": {}}', "u0", "give each answer as a text or a number", SUCH),
        ('{"answers": {"1c": 5}}', "answers", "no part '1c'", "did you mean 1b or 1a?"),
        ('{"answers": {"hello": 5}}', "answers", "no part 'hello'", "possible choices: 1a, 1b, 2"),
        (f'{{"answers": {{"{"h" * 99}": 5}}}}', "answers", f"no part '{'h' * 40}'", "possible choices: 1a, 1b, 2"),
        ('{"answers": {"1a": 5, "1 A": 6}}', "answers", "'1 A' and '1a' both mean the same part", ONE),
        ('{"answers": {"1a": 5, "1a": 6}}', "", "'1a' appears twice", ONE),
        ('{"exam": "dice", "answers": {}}', "", "the exam 'dice'", "mark these answers with --exam dice"),
        ('[{"student": "a", "answers": {}}, {"student": "A", "answers": {}}]', "item 2", "f.json, item 1", ONE),
        ('{"answers": {"1a": "\\ud800"}}', "answers → 1a", "half a character", SUCH),
        ('{"answers": {"\\ud800": "1"}}', "answers", "no part '\\ud800'", "possible choices: 1a, 1b, 2"),
    ],
)
def test_misshapen_documents(text: str, place: str, cause: str, remedy: str) -> None:
    (problem,) = problems_of(read_json, text, "f.json", SMALL)
    assert (problem.place, problem.remedy) == (f"f.json, {place}" if place else "f.json", remedy)
    assert cause in problem.cause


def test_all_problems_at_once_and_a_part_that_is_none_without_an_exam() -> None:
    text = '{"u0": {}, "extra": 1, "answers": {"1a": {}, "1b": [{}], "2": "1"}}'
    assert len(problems_of(read_json, text, "f.json", SMALL)) == 4
    (problem,) = problems_of(read_json, '{"answers": {"hello": 5, "9c": 1}}', "f.json")
    assert (problem.place, "'hello'" in problem.cause) == ("f.json, answers", True)
    text = '[{"answers": {"1c": 1}}, {"exam": "dice", "answers": {"1a": 1, "2b": 2, "01a": 3, "1A": 4}}]'
    assert [problem.place for problem in problems_of(read_json, text, "f.json", SMALL)] == [
        "f.json, item 1, answers",
        "f.json, item 2",
        *["f.json, item 2, answers"] * 3,
    ]


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])))
def test_texts_come_back_as_they_were_written(text: str) -> None:
    assert read_json(json.dumps({"answers": {"1a": text}}), "f.json", SMALL)[0].answers == {"1a": (text,)}


def test_the_token_of_a_sheet_signs_no_paper() -> None:
    for content_hash in ("", "aaaaaaaa"):
        token = Identity("nash", 17, "s01", content_hash).token("secret")
        paper = {"student": "s01", "u0": 17, "exam": "nash", "answers": {"1a": ["17"]}, "seal": token}
        assert read_json(json.dumps(paper), "a.json", secret="secret")[0].flags == (INVALID_SIGNATURE,)


def test_a_paper_signed_by_version_1_counts_with_a_flag() -> None:
    token = "corrige:1:nash:17:s01:2v6kd7pc:v3k55dchm4lr2qmd"  # as version 1.0 wrote it
    paper = {"student": "s01", "u0": 17, "exam": "nash", "answers": {"1a": ["17", "", "½"]}, "seal": token}
    (submission,) = read_json(json.dumps(paper), "a.json", secret="secret")
    assert (submission.flags, submission.signature and submission.signature.valid) == ((WEAK_SIGNATURE,), True)
    (submission,) = read_json(json.dumps(paper | {"answers": {"1a": ["18"]}}), "a.json", secret="secret")
    assert submission.flags == (INVALID_SIGNATURE,)
