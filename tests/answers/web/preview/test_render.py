"""What the process of a preview sends about an exam that is being written, right or wrong."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from answers.exam.settings import Settings
from answers.grading.exam_checks import SEEDS
from answers.messages import set_language
from answers.web.preview import render
from answers.web.preview.render import Rendering

EXAM = """from answers.author import Draws, exam, integers, question, shared


@shared
def pair(draws: Draws) -> tuple[int, int]:
    return draws.integer(2, 9), draws.choice((3, 5, 7))


@question(points=1, kind=integers(1, 0, 99), needs=pair)
def product(pair: tuple[int, int]) -> int:
    return pair[0] * pair[1]


product.text(
    fr="Le produit de ${{ pair[0] }}$ et $n = {{ pair[1] }}$.",
    en="The product of ${{ pair[0] }}$ and $n = {{ pair[1] }}$.",
)
product.mistake("sum", lambda pair: pair[0] + pair[1], fr="C’est la somme.", en="This is the sum.")
product.mistake("none", lambda pair: pair[0] * pair[1], fr="Rien.", en="Nothing.")
product.examples("1 | wrong")


@question(points=1, kind=integers(1, 0, 99), needs=product)
def parity(product: int) -> int:
    return 4


parity.text(fr="Quatre.", en="Four.")
parity.examples("4 | right")

EXAM = exam(__name__, title={"fr": "Produits", "en": "Products"})
"""


@dataclass
class Sent:
    messages: list[tuple[str, Any]] = field(default_factory=list)

    def __call__(self, name: str, value: Any) -> None:
        self.messages.append((name, value))

    def all(self, name: str) -> list[Any]:
        return [value for kind, value in self.messages if kind == name]


def preview(folder: Path, text: str, lang: str = "en", seeds: tuple[int, ...] = (17, 18)) -> Sent:
    file, sent = folder / "products.py", Sent()
    file.write_text(text, "utf-8")
    set_language(lang)
    Rendering(sent, str(file), Settings(), seeds, lang).run()
    return sent


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


@pytest.mark.slow
def test_the_sheets_come_first_then_the_key_and_the_facts(tmp_path: Path) -> None:
    sent = preview(tmp_path, EXAM)
    assert [value[:2] for value in sent.all("page")] == [("blank", 17), ("blank", 18)]
    assert all(value[4].startswith(b"\x89PNG") for value in sent.all("page"))
    (key,) = sent.all("key")
    assert key["seeds"] == [17, 18]
    assert [(row["part"], len(row["answers"])) for row in key["rows"]] == [("1", 2), ("2", 2)]
    (worth,) = sent.all("worth")
    product, parity = worth["rows"]
    assert (product["equal"], parity["equal"]) == ([], [{"part": "2", "text": "4"}])
    assert (parity["constant"], parity["copied"]) == (1.0, 1.0)
    assert product["copied"] < 0.5
    mistakes = sent.all("mistakes")[-1]
    assert mistakes["seeds"] == 50
    counts = {row["slug"]: (row["named"], row["unchanged"]) for row in mistakes["rows"]}
    assert counts["none"] == (0, 50)
    assert counts["sum"][0] > 25
    assert sent.messages[-1] == ("checked", None)
    names = [name for name, _ in sent.messages]
    assert names.index("page") < names.index("key") < names.index("worth") < names.index("mistakes")


PARITY = "@question(points=1, kind=integers(1, 0, 99), needs=product)"
BROKEN = {
    "syntax": ("return pair[0] * pair[1]\n", "return pair[0] * (pair[1]\n", "SyntaxError", "return pair[0] * (pair[1]"),
    "language": ('en="Four."', 'en=""', "question_parity", PARITY),
    "example": ('parity.examples("4 | right")', 'parity.examples("5 | right")', "wrong", "parity.examples("),
    "draw": ("draws.choice((3, 5, 7))", "draws.choice(())", "DrawError", "draws.choice(())"),
    "shape": ("return 4\n", "return (4, 5)\n", "(4, 5)", PARITY),
    "domain": ("return 4\n", "return 400\n", "does not allow", PARITY),
    "formula": ("Four.", "Four: $\\\\frac{1}{$.", "FormulaError", "Four"),
    "rare": ("return 4\n", "return 4 // (product != 63)\n", "ZeroDivisionError", "return 4 //"),
    "no mistake": ('en="Nothing."', 'en="None."', "the known mistake none gives the right", 'product.mistake("none"'),
    "jinja": ('{{ pair[1] }}$.",\n)', '{{ pairs[1] }}$.",\n)', "pairs", "{{ pairs[1] }}"),
}
"""Mistakes made on purpose: a text of the exam, the text in its place, a word of the cause, a text of the line."""


@pytest.mark.slow
@pytest.mark.parametrize("case", BROKEN)
def test_a_mistake_is_told_with_its_line(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "SEEDS", SEEDS)
    monkeypatch.setattr(render, "LAST", ())
    before, after, word, place = BROKEN[case]
    text = EXAM.replace(before, after, 1)
    assert text != EXAM
    problems = preview(tmp_path, text).all("problem")
    matching = [problem for problem in problems if word in problem["cause"]]
    assert matching, problems
    assert len(matching) == 1, matching
    assert f"{tmp_path / 'products.py'}, line {line_of(text, place)}" in matching[0]["place"]
    assert all(problem["remedy"] for problem in problems), problems
    assert not any("Traceback" in problem["cause"] for problem in problems)


@pytest.mark.slow
def test_a_loop_that_does_not_end_is_stopped_and_its_line_told(tmp_path: Path) -> None:
    text = EXAM.replace("return 4\n", "while product:\n        pass\n    return 4\n")
    file, sent = tmp_path / "products.py", Sent()
    file.write_text(text, "utf-8")
    rendering = Rendering(sent, str(file), Settings(), (17,), "en", seconds=0.3)
    rendering.run()
    problem = sent.all("problem")[0]
    lines = [line_of(text, part) for part in ("while product", "pass")]
    assert problem["place"].endswith(tuple(f"line {line}, part 2, u₀ = 17" for line in lines))
    assert sum("still being computed" in problem["cause"] for problem in sent.all("problem")) == 1
    assert problem["remedy"]
    assert sent.all("page")  # the sheet needs no solution
    assert sent.messages[-1] == ("checked", None)


@pytest.mark.slow
def test_the_subject_and_its_solution_come_after_the_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "FIRST", ("booklet-words",))
    monkeypatch.setattr(render, "LAST", ())
    monkeypatch.setattr(Rendering, "_facts", lambda *_: None)
    sent = Sent()
    Rendering(sent, "domino", Settings(), (17,), "en").run()
    pages = dict.fromkeys(value[:2] for value in sent.all("page"))
    assert [*pages] == [("blank", 17), ("subject", 0), ("solution", 17)]
    assert sent.all("problem") == []
