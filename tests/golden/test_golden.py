"""What is computed today is what was recorded: of each exam a part here, all by `python -m tests.golden`."""

import pytest

from answers.exam.catalogue import exam_names, load_exam
from tests.golden.__main__ import SEEDS, differences, draw_digests, key_digests, mark_digests, page_digests, recorded

RIGHT_KEYS = SEEDS[:2]


@pytest.mark.parametrize("name", exam_names())
def test_draws(name: str) -> None:
    assert list(differences(draw_digests(load_exam(name)), recorded(name, "draws"))) == []


@pytest.mark.parametrize("name", ["dice", "jeux", "nash", "verger"])
def test_right_keys(name: str) -> None:
    assert list(differences(key_digests(load_exam(name), RIGHT_KEYS, ()), recorded(name, "keys"))) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", exam_names())
def test_keys_of_a_seed_with_each_known_mistake(name: str) -> None:
    assert list(differences(key_digests(load_exam(name), SEEDS[:1]), recorded(name, "keys"))) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", exam_names())
def test_papers_and_pages(name: str) -> None:
    exam = load_exam(name)
    assert list(differences(mark_digests(exam, 4), recorded(name, "marks"))) == []
    assert list(differences(page_digests(exam), recorded(name, "pages"))) == []
