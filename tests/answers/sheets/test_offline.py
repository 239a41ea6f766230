import re

import pytest

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


def test_a_page_has_one_head() -> None:
    with pytest.raises(ValueError, match="one head"):
        offline_html("<p></p>")
