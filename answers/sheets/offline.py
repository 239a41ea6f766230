"""A sheet as one page for a browser: nothing is fetched, nothing runs."""

import re

from markupsafe import Markup

from answers.assets import asset

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""The browser is told to fetch nothing and to run nothing, whatever the page may hold."""
STYLES = ("sheet.css", "screen.css")
PAGES = re.compile(r"@page[^{]*\{(?:[^{}]|\{[^{}]*\})*\}|string-set:[^;}]*;?")
"""What only paper has, with margins and running heads."""
HEAD = Markup(
    '<meta http-equiv="Content-Security-Policy" content="{}">\n'
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n<style>\n{}</style>\n</head>'
)


def offline_html(html: str) -> str:
    """Return the HTML of a sheet as a page that stands alone, in the fonts that the reader's browser has."""
    if html.count("</head>") != 1:
        raise ValueError("a page has one head")
    style = "".join(PAGES.sub("", asset("templates", name).read_text("utf-8")) for name in STYLES)
    return html.replace("</head>", HEAD.format(POLICY, Markup(style)))  # noqa: S704 (our own style sheets)
