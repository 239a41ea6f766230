"""Answers typed into the text box of a platform, saved as HTML."""

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
        ("</p></div><p>2: 4</span></p>", "2: 4"),
    ],
)
def test_text_of_a_page(page: str, text: str) -> None:
    assert html_text(page) == text
