from fractions import Fraction
from pathlib import Path

import pytest

from answers.errors import CorrigeError, Problem
from answers.exam.paper_file import PaperPlan, PaperQuestion, is_paper, paper_name, plan_text, read_plan
from tests.answers.tiny import EXAMS
from tests.problems import problems_of

INLINE = """\
[paper]
title = "Two {curly} hours"  # { here too
minutes = 120
questions = [
    # { exam = "none" }
    { exam = "a", question = 3, points = 2.5 }, { exam = "b", question = 1, points = 1 },

    { exam = "a", question = 12, points = 4 },
]
"""
BLOCKS = """\
[paper]
name = "blocks"
title = { fr = "Un", en = "One" }
minutes = 1

[[paper.questions]]
exam = "a"
question = 3
points = 2.5

[[paper.questions]]
exam = "b"
question = 1
points = 1
"""


def written(folder: Path, text: str, name: str = "p.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def problems(folder: Path, text: str) -> dict[str, list[str]]:
    """Return the problems of a file by place, without the folder."""
    results: dict[str, list[str]] = {}
    for problem in read_plan(written(folder, text))[1]:
        results.setdefault(problem.place.removeprefix(f"{folder}/"), []).append(problem.cause)
    return results


def test_entries_on_lines_of_a_list(tmp_path: Path) -> None:
    plan, wrong = read_plan(written(tmp_path, INLINE))
    at = f"{tmp_path}/p.toml, line"
    assert wrong == ()
    assert plan == PaperPlan(
        "p",
        {"fr": "Two {curly} hours", "en": "Two {curly} hours"},
        120,
        (
            PaperQuestion("a", 3, Fraction(5, 2), f"{at} 6"),
            PaperQuestion("b", 1, Fraction(1), f"{at} 6"),
            PaperQuestion("a", 12, Fraction(4), f"{at} 8"),
        ),
        f"{tmp_path}/p.toml",
    )


def test_entries_as_tables(tmp_path: Path) -> None:
    plan, wrong = read_plan(written(tmp_path, BLOCKS))
    assert (wrong, plan.name, plan.titles, plan.minutes) == ((), "blocks", {"fr": "Un", "en": "One"}, 1)
    assert [question.place.rpartition(" ")[2] for question in plan.questions] == ["6", "11"]


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    titles = {"fr": 'Un "essai" à \\', "en": "A try"}
    questions = (PaperQuestion("a", 3, Fraction(5, 2), ""), PaperQuestion("b", 1, Fraction(1), ""))
    plan = PaperPlan("one_2", titles, 90, questions, "")
    text = plan_text(plan)
    assert "points = 2.5 }" in text
    assert "points = 1 }" in text
    paper_plan, wrong = read_plan(written(tmp_path, text))
    assert wrong == ()
    assert (paper_plan.name, paper_plan.titles, paper_plan.minutes) == (plan.name, plan.titles, plan.minutes)
    assert [(question.exam, question.number, question.points) for question in paper_plan.questions] == [
        (question.exam, question.number, question.points) for question in questions
    ]


def test_all_problems_at_once_each_on_its_line(tmp_path: Path) -> None:
    text = """\
[paper]
name = "Two hours"
minutes = 0
duration = 3
questions = [
    { exam = "a", question = 1 },
    { exam = "a", points = 0, question = "x" },
    { exam = 3, question = 1, points = 1, weight = 2 },
    { exam = "a", question = true, points = true },
    7,
]
"""
    assert problems(tmp_path, text) == {
        "p.toml": [
            "'duration' is not the name of a setting at this place",
            "the composed paper lacks a title in French or in English",
        ],
        "p.toml, line 2": ["'Two hours' is not a valid name for a paper"],
        "p.toml, line 3": ["the duration of the composed paper in minutes is missing, or is not a possible number"],
        "p.toml, entry 1 of questions": [
            ("the points of the question are missing in this entry, or are not a possible number")
        ],  # 7 has no brace: lines are not certain
        "p.toml, entry 2 of questions": [
            "the number of the question is missing in this entry",
            ("the points of the question are missing in this entry, or are not a possible number"),
        ],
        "p.toml, entry 3 of questions": [
            "'weight' is not the name of a setting at this place",
            "the name of the exam is missing here",
        ],
        "p.toml, entry 4 of questions": [
            "the number of the question is missing in this entry",
            ("the points of the question are missing in this entry, or are not a possible number"),
        ],
        "p.toml, entry 5 of questions": [
            ("this entry of the list of questions is not a table with exam, question and points")
        ],
    }


@pytest.mark.parametrize("points", ["0", "-1", "0.0", "1001", "1e999999999", "1e-999999999", '"3"', "true", "[3]"])
def test_a_question_without_points(tmp_path: Path, points: str) -> None:
    text = INLINE.replace("points = 4", f"points = {points}")
    assert problems(tmp_path, text) == {
        "p.toml, line 8": [("the points of the question are missing in this entry, or are not a possible number")]
    }


@pytest.mark.parametrize(
    ("before", "after", "place", "cause"),
    [
        ('"Two {curly} hours"', "3", "p.toml, line 2", "the composed paper lacks a title in French or in English"),
        ('"Two {curly} hours"', '" "', "p.toml, line 2", "the composed paper lacks a title in French or in English"),
        (
            '"Two {curly} hours"',
            '{ fr = "Deux" }',
            "p.toml, line 2",
            "the composed paper lacks a title in French or in English",
        ),
        (
            "= 120",
            "= 1441",
            "p.toml, line 3",
            ("the duration of the composed paper in minutes is missing, or is not a possible number"),
        ),
        (
            "= 120",
            "= 1.5",
            "p.toml, line 3",
            ("the duration of the composed paper in minutes is missing, or is not a possible number"),
        ),
        (
            INLINE[INLINE.index("questions") :],
            "questions = []",
            "p.toml, line 4",
            "no question was chosen for the paper",
        ),
        (INLINE[INLINE.index("questions") :], "", "p.toml", "no question was chosen for the paper"),
        ("[paper]", "[paper]\nname = 7", "p.toml, line 2", "7 is not a valid name for a paper"),
    ],
)
def test_what_a_paper_needs(tmp_path: Path, before: str, after: str, place: str, cause: str) -> None:
    assert problems(tmp_path, INLINE.replace(before, after)) == {place: [cause]}


@pytest.mark.parametrize("text", ["[paper", "[paper]\nminutes = 1\nminutes = 2", "a = " + "[" * 5000])
def test_a_file_that_is_not_toml(tmp_path: Path, text: str) -> None:
    with pytest.raises(CorrigeError, match="the file is not valid TOML"):
        read_plan(written(tmp_path, text))


def test_a_file_without_the_table(tmp_path: Path) -> None:
    path = written(tmp_path, "paper = 3")
    assert problems_of(read_plan, path) == (
        Problem(
            "the file has no table [paper], so it does not describe a composed paper", str(path), "see docs/papers.md"
        ),
    )


def test_which_files_are_papers(tmp_path: Path) -> None:
    assert is_paper(EXAMS / "both.toml")
    assert paper_name(EXAMS / "both.toml") == "both"
    assert paper_name(written(tmp_path, BLOCKS)) == "blocks"
    assert is_paper(written(tmp_path, BLOCKS))
    assert not is_paper(written(tmp_path, BLOCKS, "p.txt"))
    assert not is_paper(written(tmp_path, "[exams.nash]\n", "corrige.toml"))
    assert not is_paper(tmp_path)


def test_points_are_in_proportion_where_the_total_is_said(tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text(GOOD_TOTAL)
    plan, problems = read_plan(tmp_path / "p.toml")
    assert (problems, [chosen.points for chosen in plan.worth]) == ((), [Fraction(20, 3), Fraction(40, 3)])
    (tmp_path / "q.toml").write_text(plan_text(plan))
    assert [chosen.points for chosen in read_plan(tmp_path / "q.toml")[0].worth] == [
        chosen.points for chosen in plan.worth
    ]
    (tmp_path / "p.toml").write_text(GOOD_TOTAL.replace("20", "0"))
    assert [problem.cause for problem in read_plan(tmp_path / "p.toml")[1]] == [
        ("the value of out_of is not a possible total for the points of the composed paper")
    ]


GOOD_TOTAL = """[paper]
title = "T"
minutes = 9
out_of = 20
questions = [{ exam = "nash", question = 1, points = 1 }, { exam = "nash", question = 2, points = 2 }]
"""
