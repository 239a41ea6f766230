"""What a screen reader is told of the sheet of every exam, in both languages: Chromium's accessibility tree."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pytest

from answers.assets import asset, shared_words
from answers.exam.catalogue import load_exam
from answers.exam.words import LANGUAGES
from answers.web.common.pages import page
from answers.web.sitting.plan import SittingStudent, safe
from answers.web.sitting.prepare import sheet_questions, subject_part
from tests.answers.web.browsers import browser

READ = "lu : 17"
DRAWINGS = {"image", "SvgRoot", "graphics-document", "graphics-symbol"}
LANDMARKS = ("banner", "main", "region", "form")


@dataclass(frozen=True)
class Announced:
    """A node of the tree (Chrome DevTools Protocol, Accessibility.AXNode); the level is that of a heading, else 0."""

    role: str
    name: str
    description: str
    level: int


def spoken(nodes: list[Any]) -> Iterator[Announced]:
    by_id, waiting = {node["nodeId"]: node for node in nodes}, nodes[:1]
    while waiting:
        node = waiting.pop()
        waiting += [by_id[child] for child in reversed(node.get("childIds", ())) if child in by_id]
        if not node["ignored"]:
            role, name, description = (node.get(one, {}).get("value", "") for one in ("role", "name", "description"))
            levels = [one["value"]["value"] for one in node.get("properties", ()) if one["name"] == "level"]
            yield Announced(role, name, description, sum(levels))


def sheet(exam: str, lang: str) -> str:
    loaded = load_exam(exam)
    words = loaded.words(lang)
    questions = sheet_questions(loaded, words, 17)
    candidate = SittingStudent("s01", "Eva Nash", 17, 0, questions)
    subject = subject_part(loaded, lang)
    values = {"title": words.title, "subject": subject, "candidate": candidate, "questions": questions}
    return bytes(
        page(lang, "sitting/sheet.html", **values, begun=True, safe=safe, sitting="x", version="y", wording="z").body
    ).decode()


@pytest.mark.slow
@pytest.mark.parametrize("exam", ["jeux", "nash"])
def test_every_box_drawing_and_question_is_told_in_words(exam: str) -> None:
    with browser() as shown:
        for lang in LANGUAGES:
            shown.set_content(sheet(exam, lang))
            shown.add_script_tag(content=asset("templates", "web", "styles.js").read_text("utf-8"))
            shown.evaluate(f"document.querySelectorAll('.read').forEach(one => one.textContent = '{READ}')")
            assert shown.locator(".drawing > svg:not(:has(title))").count() == 0
            nodes = shown.context.new_cdp_session(shown).send("Accessibility.getFullAXTree")["nodes"]
            _look(list(spoken(nodes)), shared_words(lang))


def _look(tolds: list[Announced], words: Mapping[str, str]) -> None:
    boxes = [one for one in tolds if one.role == "textbox" and one.description == READ]
    place = re.compile(rf"({words['question']} \d+)( [a-z])?(, \w+ \d+ \w+ \d+)?{words['colon']} ")
    places = [place.match(box.name) for box in boxes]
    assert len(boxes) >= 10
    assert all(places)
    assert len({box.name for box in boxes}) == len(boxes)
    headings = [one for one in tolds if one.role == "heading"]
    assert headings[0].level == 1
    assert all(below.level <= above.level + 1 for above, below in pairwise(headings))
    assert {match[1] for match in places if match} <= {heading.name for heading in headings}
    assert all(one.name.strip() for one in tolds if one.role in DRAWINGS)
    landmarks = [one.role for one in tolds if one.role in LANDMARKS]
    assert landmarks == list(LANDMARKS)
