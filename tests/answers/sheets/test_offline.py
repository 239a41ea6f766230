import re

import pytest
import tinycss2

from answers.assets import asset
from answers.sheets.offline import offline_html
from answers.sheets.sheet import Blank, sheet_html
from tests.answers.tiny import TINY


def test_a_page_stands_alone() -> None:
    html = sheet_html(Blank(TINY, 17))
    page = offline_html(html)
    assert 'content="default-src &#39;none&#39;; ' in page
    assert not re.search(r"<(?:script|link|iframe|object)|https?://(?!www\.w3\.org/)|@import|url\(", page)
    head, body = page.split("</head>")
    assert body == html.split("</head>")[1]
    assert head.count("<style>") == 1


def test_what_only_paper_has_is_left_out() -> None:
    page = offline_html("<head></head>")
    assert "@page" not in page
    assert "string-set" not in page
    style = page.split("<style>")[1].split("</style>")[0]
    assert style.count("{") == style.count("}")
    assert "color-scheme: light dark" in style
    sources = "".join(asset("templates", name).read_text("utf-8") for name in ("sheet.css", "screen.css"))
    assert selectors(style) == selectors(sources)


def selectors(style: str) -> list[str]:
    """Of all rules but those of pages; none is wrong."""
    rules = tinycss2.parse_stylesheet(style, skip_comments=True, skip_whitespace=True)
    assert [rule.message for rule in rules if rule.type == "error"] == []
    return [tinycss2.serialize(rule.prelude).strip() for rule in rules if getattr(rule, "at_keyword", "") != "page"]


def test_a_page_has_one_head() -> None:
    with pytest.raises(ValueError, match="one head"):
        offline_html("<p></p>")
