"""Templates of pages in a browser ask for nothing from elsewhere, and have no script or style inline."""

import re
from pathlib import Path

import pytest

from answers.assets import asset

WEB = Path(str(asset("templates", "web")))
FILES = sorted(path for path in WEB.rglob("*") if path.suffix in {".html", ".css", ".js", ".svg"})
ELSEWHERE = re.compile(r"(?:https?:)?//[\w.-]+\.\w", re.IGNORECASE)
NAMESPACE = "http://www.w3.org/2000/svg"
INLINE = re.compile(r"<style|<script(?![^>]*\ssrc=)|\s(?:style|on\w+)\s*=|javascript:|\|\s*safe", re.IGNORECASE)
ATTRIBUTES = re.compile(r"(?:src|href|action|url)\s*[=(]\s*[\"']?(?!/|#|\{\{|\")", re.IGNORECASE)
JSON = re.compile(r'="[^"]*tojson')
"""Quotation marks of JSON stay as they are: its attribute has the others."""
UNSAFE = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|setAttribute\([\"']on"
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(WEB)))
def test_nothing_comes_from_elsewhere(path: Path) -> None:
    text = path.read_text("utf-8").replace(NAMESPACE, "")
    assert not ELSEWHERE.findall(text)
    if path.suffix == ".html":
        markup = re.sub(r"\{#.*?#\}", "", text, flags=re.DOTALL)
        assert not INLINE.findall(markup)
        assert not ATTRIBUTES.findall(markup)
        assert not JSON.findall(markup)
    if path.suffix == ".js":
        assert not UNSAFE.findall(text)
