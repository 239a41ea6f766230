import json
from fractions import Fraction

from answers.assets import asset
from answers.exam.catalogue import load_exam
from answers.laboratory.documents.verify import verify


def test_every_printed_figure_agrees_and_the_two_slips_are_told() -> None:
    comparison = verify(load_exam("verger"))
    assert comparison is not None
    figures = comparison.figures
    # 144 entries, eight pairs of limits, 0.677 in the text and 0.68 for the original game; two statements.
    assert len(figures) == 144 + 16 + 2 + 2
    differing = [figure for figure in figures if not figure.agrees]
    assert [figure.name for figure in differing] == ["recursion: c − 1 in every term", "states: K is the victory"]
    assert all(figure.claim and figure.note for figure in differing)


def test_the_printed_matrix_is_whole() -> None:
    document = json.loads(asset("fixtures", "verger", "printed.json").read_text("utf-8"))
    rows: dict[str, Fraction] = {}
    for figure in document["figures"][:144]:
        rows[figure["name"][2]] = rows.get(figure["name"][2], Fraction(0)) + Fraction(figure["value"])
    assert rows == dict.fromkeys("ABCDEFGHIJKL", 1)
