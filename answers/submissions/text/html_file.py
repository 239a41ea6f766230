"""Extract the text of an HTML page, such as platforms save for answers typed into their text box.

Nothing is fetched, and no script is run.
"""

import re
from collections import Counter
from collections.abc import Mapping
from html.parser import HTMLParser

from answers.submissions.raw.submission import LOWERED, RAISED, RAISED_AGAIN, UNREAD
from answers.submissions.text.styles import Rule, declarations, look, placement, style_rules

_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
_LINES = {
    *("address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "div", "dl", "dt"),
    *("fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html"),
    *("legend", "li", "main", "menu", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "tfoot"),
    *("thead", "tr", "ul", "br"),
}
_SKIPPED = {"head", "title", "style", "script", "template", "noscript", "noframes", "rp", "colgroup"}
_NO_TEXT = {
    *("img", "svg", "math", "object", "embed", "iframe", "video", "audio", "canvas", "map", "input", "select"),
    *("textarea", "button", "del", "s", "strike", "picture", "bdo", "rt", "datalist", "meter", "progress"),
}
_OPEN, _DOUBTFUL, _SKIP, _UNREAD = "", "doubtful", "skip", "unread"
_READ = (_OPEN, _DOUBTFUL)
"""The states of elements with text to read; `UNREAD` is added to text that may look otherwise than it reads."""


def html_text(page: str) -> str:
    """Return the text of an HTML page, one line per block or line break, without empty lines.

    The character `UNREAD`, which no parser accepts as an answer, stands for each picture and formula, and for text that
    is hidden or struck out.
    """
    reader = _Reader(style_rules(page))
    reader.feed(page)
    reader.close()
    lines = [line.strip(" \t") for line in "".join(reader.texts).splitlines()]
    return "\n".join(line for line in lines if line.strip(f"{UNREAD} \t\xa0"))


class _Reader(HTMLParser):
    """A parser that collects the texts of an HTML page in `texts`."""

    def __init__(self, rules: list[Rule]) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: list[str] = []
        self._rules = rules
        self._open: list[tuple[str, str, Mapping[int, int | str]]] = [("", _OPEN, {})]
        self._count = Counter[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "body" and all(name == "html" or name in _SKIPPED for name, _, _ in self._open[1:]):
            self._open, self._count = self._open[:1], Counter()  # forget elements not closed before it
        _, state, table = self._open[-1]
        attributes = {name: value or "" for name, value in reversed(attrs)}  # of two the first counts, as in browsers
        # The CSS declarations for the element: from the page's rules, then from its `style` attribute.
        names = {tag, *(f".{name}" for name in attributes.get("class", "").lower().split())}
        names.add(f"#{attributes.get('id', '').lower()}")
        colours = [("color", attributes[name].strip().lower()) for name in ("color", "text") if name in attributes]
        declared = [*colours, ("direction", attributes.get("dir", "").lower())]
        declared += [pair for rule in self._rules if rule.names <= names for pair in rule.declared]
        declared += declarations(attributes.get("style", ""))
        is_closed = not {"hidden", "popover"}.isdisjoint(attributes) or (tag == "dialog" and "open" not in attributes)
        visibility = "hidden" if is_closed else look(declared, is_inline=tag not in _LINES)
        if state in _READ and tag in _SKIPPED:
            state = _SKIP
        elif state in _READ and (tag in _NO_TEXT or visibility == "hidden"):
            state = _UNREAD
            self.texts.append(UNREAD)
        elif state == _OPEN and visibility == "doubtful":
            state = _DOUBTFUL
        if state in _READ:
            self.texts.append("\n" * (tag in _LINES) + "\t" * (tag in {"td", "th"}))
        if tag not in _VOID:
            place = {"sup": "raised", "sub": "lowered"}.get(tag) or placement(declared)
            if place == "raised":
                table = RAISED_AGAIN if table is RAISED or table is RAISED_AGAIN else RAISED
            elif place == "lowered":
                table = LOWERED
            self._open.append((tag, state, table))
            self._count[tag] += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)  # "<p/>" opens a paragraph, as browsers have it

    def handle_endtag(self, tag: str) -> None:
        is_open = self._count[tag] > 0
        while is_open:
            closed, state, _ = self._open.pop()
            self._count[closed] -= 1
            is_open = closed != tag
            if state in _READ and closed in _LINES:
                self.texts.append("\n")

    def handle_data(self, data: str) -> None:
        _, state, table = self._open[-1]
        if state not in _READ:
            return
        is_preformatted = any(tag == "pre" for tag, _, _ in self._open[-20:])
        text = data if is_preformatted else re.sub(r"[ \t\r\n\f]+", " ", data)
        self.texts.append(text.translate(table))
        if state == _DOUBTFUL and text.strip():
            self.texts.append(UNREAD)
