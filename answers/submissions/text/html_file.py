"""The text of a page of HTML, as platforms keep what is typed into their own box: lines as of a plain text file.

What is no text, such as a picture, a formula or what is hidden or struck out, leaves a sign that nobody reads as an
answer; raised and lowered figures stay so. Nothing is fetched, and no program of the page is run.
"""

import re
from html.parser import HTMLParser

from answers.submissions.text.office_file import LOWERED, RAISED, UNREAD

_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
_LINES = {
    *("address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "div", "dl", "dt"),
    *("fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html"),
    *("legend", "li", "main", "menu", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "tfoot"),
    *("thead", "tr", "ul", "br"),
}
_SKIPPED = {"head", "title", "style", "script", "template", "noscript", "colgroup"}
_NO_TEXT = {
    *("img", "svg", "math", "object", "embed", "iframe", "video", "audio", "canvas", "map", "input", "select"),
    *("textarea", "button", "del", "s", "strike", "picture"),
}
_HIDDEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|line-through|opacity\s*:\s*0*\.?0*\s*(?:[;!]|$)"
    r"|font-size\s*:\s*0|content\s*:|text-indent\s*:\s*-",
    re.IGNORECASE,
)
_OPEN, _SKIP, _UNREAD = "", "skip", "unread"
_RECEIPT = re.compile(r"\s*Name:.*?\nSubmission Field:[ \t]*\r?\n(?P<text>.*?)(?:\r?\n)+Comments:", re.DOTALL)


def html_text(page: str) -> str:
    """Return the text of a page, a line a block or a line break."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    lines = "".join(reader.found).splitlines()
    return "\n".join(line for line in (one.strip(" \t") for one in lines) if line.strip(f"{UNREAD} \t\xa0"))


def typed_text(receipt: str) -> str | None:
    """Return what a student typed, of a receipt that Blackboard puts beside the papers; None if a text is none."""
    match = _RECEIPT.match(receipt)
    return html_text(match["text"].replace("\n", "<br>")) if match else None


class _Reader(HTMLParser):
    """Gathers the texts of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._open: list[tuple[str, str]] = []
        self._count: dict[str, int] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        state = self._open[-1][1] if self._open else _OPEN
        if tag == "body":  # whatever was not closed before it
            self._open, self._count, state = [], {}, _OPEN
        looks = {name: value or "" for name, value in attrs}
        is_hidden = "hidden" in looks or _HIDDEN.search(looks.get("style", "")) is not None
        if state == _OPEN and tag in _SKIPPED:
            state = _SKIP
        elif state == _OPEN and (tag in _NO_TEXT or is_hidden):
            state = _UNREAD
            self.found.append(UNREAD)
        if state == _OPEN:
            self.found.append("\n" * (tag in _LINES) + "\t" * (tag in {"td", "th"}))
        if tag not in _VOID:
            self._open.append((tag, state))
            self._count[tag] = self._count.get(tag, 0) + 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)  # "<p/>" opens a paragraph, as browsers have it

    def handle_endtag(self, tag: str) -> None:
        if self._count.get(tag, 0):
            while True:
                closed, state = self._open.pop()
                self._count[closed] -= 1
                if state == _OPEN and closed in _LINES:
                    self.found.append("\n")
                if closed == tag:
                    return

    def handle_data(self, data: str) -> None:
        tags = {tag for tag, _ in self._open[-20:]}
        if self._open and self._open[-1][1] != _OPEN:
            return
        text = data if "pre" in tags else re.sub(r"[ \t\r\n\f]+", " ", data)
        self.found.append(text.translate(RAISED if "sup" in tags else LOWERED if "sub" in tags else {}))
