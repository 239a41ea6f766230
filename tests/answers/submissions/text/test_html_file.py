"""Answers typed into the text box of a platform, saved as HTML."""

from time import process_time

import pytest

from answers.submissions.raw.submission import UNREAD
from answers.submissions.text.html_file import html_text


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<html><body><p>u0: 17<br/>5: 1 ; 2 ; 3</p></body></html>", "u0: 17\n5: 1 ; 2 ; 3"),
        ("<p>1a: 10\n 20</p><p></p><p>&nbsp;</p><p>2: 2,5</p>", "1a: 10 20\n2: 2,5"),
        ("<div>1a: <b>1</b><i>7</i></div>2: 3", "1a: 17\n2: 3"),
        ("<ul><li>1a: 1<li>1b: 2</ul>", "1a: 1\n1b: 2"),
        ("<table><tr><td>1a:</td><td>17</td></tr><tr><td>2:</td><td>3</td></tr></table>", "1a:\t17\n2:\t3"),
        ("<pre>1a: 1\n1b: 2</pre>", "1a: 1\n1b: 2"),
        ("<p>1a: 3 &lt; 5 &amp; &eacute;&#233;</p>", "1a: 3 < 5 & éé"),
        ("<p>4b: 1,67·10<sup>9</sup>, x<sub>2</sub></p>", "4b: 1,67·10⁹, x₂"),
        ("<p>1a: 5·10<sup>-3</sup> 5·10<sup>− 3</sup> 10<sup>+2</sup></p>", "1a: 5·10⁻³ 5·10⁻ ³ 10⁺²"),
        ("no tag: 1", "no tag: 1"),
        # What a person would not see is no answer, and what is no text is none that can be read.
        ("<head><title>1a: 1</title><style>1b: 2</style></head><script>1c: 3</script><p>2: 4</p>", "2: 4"),
        ("<!-- 1a: 1 --><p>2: 4</p>", "2: 4"),
        ('<p>2: 5<span style="display:none">7</span></p>', f"2: 5{UNREAD}"),
        ("<p>2: 5<span hidden>7</span></p>", f"2: 5{UNREAD}"),
        ("<p>2: <s>5</s> 7</p>", f"2: {UNREAD} 7"),
        ('<p>2: <span style="text-decoration: line-through">5</span> 7</p>', f"2: {UNREAD} 7"),
        ('<p>2: <img src="http://127.0.0.1/x.png" alt="7"></p>', f"2: {UNREAD}"),
        ("<p>2: <math><mn>7</mn></math></p>", f"2: {UNREAD}"),
        ("", ""),
        ("<", "<"),
        # Raised text never reads as if it stood on the line.
        ("1a: 2<sup>n</sup><sup>+1</sup>", "1a: 2ⁿ⁺¹"),
        ("1a: 2<sup>N/2</sup>", f"1a: 2N{UNREAD}/{UNREAD}²"),
        ("1a: 10<sup>2<sup>3</sup></sup>", f"1a: 10²3{UNREAD}"),
        # Text that a style adds is unread, and decoration is not.
        ("<style>b::before {content: '1'}</style><p>2: 5<b>7</b></p>", f"2: 57{UNREAD}"),
        ("<style>b::after {content: ''; display: none}</style><p>2: 5<b>7</b></p>", "2: 57"),
        ("<style>@media all { .Z {display:none} }</style><p>2: 5<b class=Z>7</b></p>", f"2: 5{UNREAD}"),
        # And so is text that a browser does not show, or elsewhere; the first of two styles counts.
        ("<p>2: <bdo dir=rtl>57</bdo></p>", f"2: {UNREAD}"),
        ('<p>2: 5<span style="display:none" style="">7</span></p>', f"2: 5{UNREAD}"),
        ('<div style="display:none">2: 5<body>2: 7</div>', ""),
        ("<title>x<body><p>2: 5</p>", "2: 5"),
        ("<p>2: 5<dialog>7</dialog><span popover>8</span></p>", f"2: 5{UNREAD}{UNREAD}"),
        ("<p>2: 5<font color=white>7</font></p>", f"2: 57{UNREAD}"),
        ("<noframes>2: 5</noframes><p dir=rtl>1: 5 ; 7</p><p>2: 7</p>", f"1: 5 ; 7{UNREAD}\n2: 7"),
        ("</p></div><p>2: 4</span></p>", "2: 4"),
    ],
)
def test_text_of_a_page(page: str, text: str) -> None:
    assert html_text(page).strip() == text


@pytest.mark.parametrize(
    "style",
    [
        "display: none !important", "DISPLAY:NONE", "display:/**/none", r"\64 isplay:none",
        "transform:scale(0)", "scale: 0", "width:0;overflow:hidden;display:inline-block",
        "max-height:0px; overflow: clip",
        "color:#FFFFFF",
        "direction:rtl;unicode-bidi:bidi-override", "font-size:0", "font-size: 0.0em", "font-size:1px", "opacity:0",
        "opacity: .0;", "color:#fff", "color: white", "color:rgb(255, 255, 255)", "color:transparent",
        "position:absolute;left:-9999px", "clip-path:inset(100%)", "visibility:hidden", "text-decoration:line-through",
        "font:0/0 a", "font-size: .2em", "zoom:0", "opacity:5%", "color:rgb(250 250 250 / 1)", "color:hsl(0,0%,100%)",
        "color:rgba(0,0,0,0)", "color:#00000000", "-webkit-text-fill-color:transparent", "filter:opacity(0)",
        "color:black;background-color:black", "letter-spacing:-1em", "text-indent:-9px", "float:left", "order:-1",
        "margin-left:-9999px", "left:99999px;position:relative", "display:var(--a)", "direction:rtl",
        "x:y;;display:none;;", "background:url(data:a;display:none)", "/* a */display:none/*",
        "line-height:0;overflow:hidden", "-webkit-text-security:disc",
    ],
)  # fmt: skip
@pytest.mark.parametrize("is_rule", [False, True])
def test_a_style_that_hides_or_strikes_out_text_leaves_it_unread(style: str, is_rule: bool) -> None:
    own = f'<p>2: 5<span style="{style}">7</span></p>'
    rule = f'<p>2: 5<b class="x A">7</b></p><style>div p .a:hover, h1 {{{style}}}</style>'
    assert html_text(rule if is_rule else own).replace("57", "5") == f"2: 5{UNREAD}"


@pytest.mark.parametrize(
    "style",
    [
        "font-size:0.9em", "opacity:0.5", "color:#000", "background-color:#fff", "width:0", "transform:none",
        "width:0.5em;overflow:hidden", "margin:0 0 0 -10px", "vertical-align:top", "vertical-align:0",
        "text-transform:none", "color:var(--text)", "color:rgb(30,30,30)", "color:#123456", "font:12px/1.5 serif",
        "letter-spacing:-.05pt", "--tw-ring: 0 0 #0000; --tw-shadow: 0", "margin-left:40px", "mso-fareast-language:FR",
        "display", "", ";:;", "scale:1", "font-size:small", "text-decoration:underline", "opacity:1", "filter:none",
    ],
)  # fmt: skip
def test_a_style_that_hides_nothing_changes_nothing(style: str) -> None:
    assert html_text(f'<p>2: 5<span style="{style}">7</span></p>') == "2: 57"
    assert html_text(f"<style>.a {{{style}}} .b {{display:none}}</style><p class=a>2: 57</p>") == "2: 57"


@pytest.mark.parametrize(
    ("look", "text"),
    [
        ("vertical-align:super", "2: 5⁷"), ("vertical-align: sub", "2: 5₇"), ("vertical-align:0.5em", "2: 5⁷"),
        ("vertical-align:-3px", "2: 5₇"),
    ],
)  # fmt: skip
def test_text_raised_by_a_style_is_an_exponent(look: str, text: str) -> None:
    assert html_text(f'<p>2: 5<span style="{look}"><b>7</b></span></p>') == text
    assert html_text(f"<style>#e {{{look}}}</style><p>2: 5<i id=e>7</i></p>") == text


HOSTILE = {
    "long style": f'<p style="{"opacity:0" * 100_000}">2: 5</p>',
    "points": f'<p style="opacity:{"0." * 400_000}1">2: 5</p>',
    "zeros": f'<p style="{"font-size:" + "0" * 19_000}1">2: 5</p>' * 40,
    "comments": f'<p style="{"/*" * 400_000}">2: 5</p>',
    "many styles": '<p style="a:b;content:none;opacity:1">2: 5</p>' * 5_000,
    "sheet": f"<style>{'[' * 400_000}{{display:none}}</style><p>2: 5</p>",
    "commas": f"<style>{',' * 400_000}{{display:none}}</style><p>2: 5</p>",
    "braces": f"<style>{'{' * 400_000}{'}' * 400_000}</style><p>2: 5</p>",
    "spaces": f"<style>a{' ' * 400_000}b {{display{' ' * 400_000}:none}}</style><p>2: 5</p>",
    "sheets": "<style>" * 30_000,
    "rules": "<style>" + ".a{display:none}" * 30_000 + "</style>" + "<p>2: 5" * 8_000,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_styles_take_time_in_proportion_to_their_length(name: str) -> None:
    begin = process_time()
    html_text(HOSTILE[name])
    assert process_time() - begin < 2
