import json
import tomllib
from pathlib import Path

import pytest

from tests.answers.cli.running import Corrige
from tests.answers.tiny import EXAMS

TINY = ("--exams", EXAMS, "--title", "Essai", "--minutes", 45, "--name", "try")


def test_a_paper_is_written_shown_printed_and_marked(corrige: Corrige, here: Path) -> None:
    outcome = corrige("compose", "tiny:1=2.5", "small:2=1", "tiny:2=3,5", *TINY, "--title-en", "Try", "-o", "try.toml")
    assert outcome.code == 0
    assert "3 questions, 7 points, 45 min" in outcome.err
    paper = ("try", "--exams", "try.toml", "--exams", EXAMS)
    shown = corrige("show", *paper).out
    assert "Try: 7 points" in shown
    key = json.loads(corrige("key", *paper, "--u0", 10, "--json").out)
    assert {part: [item["text"] for item in items] for part, items in key["answers"].items()} == {
        "1a": ["10", "20"], "1b": ["11", "21"], "2": ["2", "3", "4"], "3": ["5/2 = 2,5"],
    }  # fmt: skip
    (here / "a.json").write_text(
        json.dumps({"exam": "try", "u0": 10, "answers": {"1a": "10 20", "2": "2 3 5", "3": "2.5"}}), encoding="utf-8"
    )
    marks = json.loads(corrige("grade", "a.json", *paper[1:], "--json").out)["papers"][0]
    assert {part: marks["parts"][part]["score"] for part in ("1a", "2", "3")} == {"1a": 1.25, "2": 0.667, "3": 3.5}
    for face in ("blank", "model", "key"):
        assert corrige("sheet", *paper, "--u0", 10, "--face", face).code == 0
    assert (here / "try-10-blank.pdf").read_bytes().startswith(b"%PDF-")


def test_a_paper_out_of_twenty(corrige: Corrige, here: Path) -> None:
    outcome = corrige("compose", "tiny:1=2", "tiny:2=3", *TINY, "--out-of", 20, "-o", "try.toml")
    assert "2 questions, 20 points, 45 min" in outcome.err
    assert "Essai: 20 points" in corrige("show", "try", "--exams", "try.toml", "--exams", EXAMS).out


def test_a_paper_goes_to_standard_output_and_is_called_like_its_file_unless_it_has_a_name(
    here: Path, corrige: Corrige
) -> None:
    assert corrige("compose", "tiny:1=2", *TINY).out == (
        '[paper]\nname = "try"\ntitle = { fr = "Essai", en = "Essai" }\nminutes = 45\n'
        'questions = [\n    { exam = "tiny", question = 1, points = 2 },\n]\n'
    )
    requests = ("compose", "tiny:1=2", *TINY[:-2])
    assert corrige(*requests, "-o", here / "mine.toml").code == 0
    assert 'name = "mine"' in (here / "mine.toml").read_text("utf-8")
    assert 'name = "paper"' in corrige(*requests).out
    outcome = corrige(*requests, "-o", here / "My paper.toml")
    assert outcome.code == 2
    assert outcome.err.startswith("--name: 'My paper' is not a valid name for a paper")


def test_all_that_is_wrong_is_told_at_once(corrige: Corrige) -> None:
    questions = ("tiny:1=2", "tiny:1=1", "tiny:9=1", "tyni:1=1", "tiny:2=0", "tiny 2")
    outcome = corrige("compose", *questions, "--exams", EXAMS, "--title", "T", "--minutes", 5, "--name", "A b")
    assert (outcome.code, outcome.out) == (2, "")
    texts = [line for line in outcome.err.splitlines() if not line.startswith("    ")]
    assert texts == [
        "--name: 'A b' is not a valid name for a paper",
        "tiny:2=0: this argument is not a question of an exam with its points",
        "tiny 2: this argument is not a question of an exam with its points",
        "tyni:1=1: there is no exam 'tyni'",
        "tiny:1=1: question 1 of the exam tiny occurs twice in the composed paper",
        "tiny:9=1: the exam tiny has no question 9",
    ]


@pytest.mark.slow
def test_the_subject_and_the_solution_of_a_paper(corrige: Corrige, here: Path) -> None:
    corrige("compose", "tiny:1=2", "tiny:2=3", *TINY, "-o", "try.toml")
    paper = ("try", "--exams", "try.toml", "--exams", EXAMS)
    assert corrige("sheet", *paper, "--face", "subject", "-o", "s.pdf").code == 0
    assert corrige("sheet", *paper, "--u0", 10, "--face", "solution", "-o", "w.pdf").code == 0
    assert corrige("atlas", *paper, "--seeds", 65, "--jobs", 2).code == 0
    assert corrige("check", *paper).code == 0


EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
WEEK = ("--exams", EXAMPLES, "--title", "TD", "--minutes", 30, "--name", "week")


def _questions(text: str) -> list[tuple[str, int, float]]:
    return [(q["exam"], q["question"], float(q["points"])) for q in tomllib.loads(text)["paper"]["questions"]]


@pytest.mark.slow
def test_questions_are_chosen_by_topic_and_level(corrige: Corrige) -> None:
    easy = corrige("compose", "--tag", "graphs", "--difficulty", "1", *WEEK)
    # the weights of questions 2 and 4 are those of the path of 1 and of the tree of 3
    assert _questions(easy.out) == [("chemins", n, points) for n, points in enumerate((3, 2, 3, 2, 3), start=1)]
    named = corrige("compose", "chemins:5=1.5", "--tag", "spanning-trees", "--tag", "graphs", *WEEK)
    assert _questions(named.out) == [("chemins", 5, 1.5), ("chemins", 3, 3), ("chemins", 4, 2)]


def test_a_question_without_points_has_those_of_its_exam(corrige: Corrige) -> None:
    composed = corrige("compose", "chemins:1", "chemins:8=1", *WEEK).out
    assert _questions(composed) == [("chemins", 1, 3), ("chemins", 8, 1)]


@pytest.mark.parametrize(
    ("words", "causes"),
    [
        (("chemins:99", "nothing:1", *WEEK), ("chemins:99: ", "nothing:1: ")),
        (("tiny:2=1", *TINY), ("tiny:2=1: the text of a question mentions question 1 of the exam tiny",)),
        *(
            ((*options, *WEEK), ())
            for options in (("--tag", "graph"), ("--difficulty", "0"), ("--difficulty", "3-2"), ())
        ),
    ],
)
def test_what_chooses_no_question_or_one_that_cannot_be_is_refused(
    corrige: Corrige, words: tuple[object, ...], causes: tuple[str, ...]
) -> None:
    outcome = corrige("compose", *words)
    assert (outcome.code, outcome.out) == (2, "")
    assert [cause for cause in causes if cause not in outcome.err] == []


def test_questions_on_a_topic_are_listed(corrige: Corrige) -> None:
    listed = json.loads(corrige("list", "--tag", "words", "--exams", EXAMPLES, "--json").out)
    levels = [(q["exam"], q["question"], q["difficulty"]) for q in listed["questions"]]
    assert levels == [("chemins", 7, 2), ("chemins", 8, 1)]
