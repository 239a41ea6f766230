"""Extract the lines of an HTML page, such as platforms save for answers typed into their text box.

Pictures, formulas and hidden or struck text leave a sign that no parser accepts as an answer; superscripts and
subscripts are preserved. Nothing is fetched, and no script is run.
"""

import re
from html.parser import HTMLParser

from answers.submissions.raw.submission import LOWERED, RAISED, UNREAD

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


def html_text(page: str) -> str:
    """Return the text of a page, with a new line for each block and each line break."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    lines = [line.strip(" \t") for line in "".join(reader.texts).splitlines()]
    return "\n".join(line for line in lines if line.strip(f"{UNREAD} \t\xa0"))


class _Reader(HTMLParser):
    """Collect the texts of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: list[str] = []
        self._open: list[tuple[str, str]] = []
        self._count: dict[str, int] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        state = self._open[-1][1] if self._open else _OPEN
        if tag == "body":  # forget elements not closed before it
            self._open, self._count, state = [], {}, _OPEN
        attributes = {name: value or "" for name, value in attrs}
        is_hidden = "hidden" in attributes or _HIDDEN.search(attributes.get("style", "")) is not None
        if state == _OPEN and tag in _SKIPPED:
            state = _SKIP
        elif state == _OPEN and (tag in _NO_TEXT or is_hidden):
            state = _UNREAD
            self.texts.append(UNREAD)
        if state == _OPEN:
            self.texts.append("\n" * (tag in _LINES) + "\t" * (tag in {"td", "th"}))
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
                    self.texts.append("\n")
                if closed == tag:
                    return

    def handle_data(self, data: str) -> None:
        tags = {tag for tag, _ in self._open[-20:]}
        if self._open and self._open[-1][1] != _OPEN:
            return
        text = data if "pre" in tags else re.sub(r"[ \t\r\n\f]+", " ", data)
        self.texts.append(text.translate(RAISED if "sup" in tags else LOWERED if "sub" in tags else {}))
