"""Figures 1, 2 and 4 of the Yahtzee report: the score sheet, a full house recognised, lists of dice in use."""

from collections.abc import Iterable
from html import escape
from typing import Final, cast

from answers.exam.words import Words, plain
from solvers.yahtzee.matches.game import Turn, record
from solvers.yahtzee.rules.rules import OFFICIAL, UPPER, counts
from solvers.yahtzee.strategies.aims import possib
from solvers.yahtzee.strategies.decision_une import decision_une

ROW, SIDE, LEFT = 22, 24, 10
"""Pixels of a line, of a die, and of the margin."""
HANDS: Final = ((2, 2, 3, 3, 3), (2, 2, 3, 3, 5), (2, 2, 4, 5, 6))
"""A full house, two pairs, a single pair."""
DESTINY: Final = (1, 3, 4, 2, 1, 4, 5, 5, 2, 6, 3, 1, 2, 6, 4)
"""It begins as the report's; the rest is ours."""


def score_sheet(words: Words) -> str:
    """Draw the sheet: a box a line, what it earns, and a column to fill."""
    names = cast("dict[str, str]", words.text("box_names", {}))
    total = plain(words.say("sheet_sum"))
    uppers = [box for box in OFFICIAL.boxes if box in UPPER]
    lines = [(names[box], f"{face} × n") for face, box in enumerate(uppers, 1)]
    lines.append((plain(words.say("sheet_bonus", points=OFFICIAL.threshold)), str(OFFICIAL.bonus)))
    lines += [(names[box], str(OFFICIAL.fixed.get(box, total))) for box in OFFICIAL.boxes if box not in UPPER]
    cells = [_row(LEFT, LEFT + ROW * n, (190, 150, 90), (*line, "")) for n, line in enumerate(lines)]
    return _svg(2 * LEFT + 430, 2 * LEFT + ROW * len(lines), cells)


def full_house_scheme(words: Words) -> str:
    """Draw three hands, how often each face is there, and what `possib` makes of it."""
    parts: list[str] = []
    for n, hand in enumerate(HANDS):
        top = LEFT + 2 * SIDE * n
        found = next((aim for aim in possib(OFFICIAL, hand) if aim.box == "full_house"), None)
        kept = () if found is None else found.kept
        state = "none" if found is None else "attained" if found.missing == 0 else "attainable"
        parts += _dice(hand, kept, LEFT, top)
        tally = " ".join(map(str, counts(OFFICIAL, hand)))
        parts.append(_text(LEFT + 6 * SIDE + 70, top + 16, f"[{tally}]"))
        parts.append(_text(LEFT + 6 * SIDE + 150, top + 16, "→"))
        parts.append(_text(LEFT + 6 * SIDE + 170, top + 16, plain(words.say(f"full_house_{state}")), "start"))
    return _svg(560, LEFT + 2 * SIDE * len(HANDS), parts)


def destiny_scheme(words: Words) -> str:
    """Draw a list of dice, and below it the throws of a turn of Decision_Une that take their dice from its front."""
    turn = record(decision_une(OFFICIAL), DESTINY * 13).turns[0]
    parts = _dice(DESTINY, (), LEFT + 130, LEFT)
    parts.append(_text(LEFT + 120, LEFT + 16, plain(words.say("destiny_list")), "end"))
    used = 0
    for n, (start, fresh) in enumerate(_fresh(turn)):
        top = LEFT + 2 * SIDE * (n + 1)
        parts.append(_text(LEFT + 120, top + 16, plain(words.say("destiny_throw", number=n + 1)), "end"))
        parts += _dice(DESTINY[used : used + fresh], (), LEFT + 130 + SIDE * used, top)
        used += fresh
        kept = turn.keeps[n] if n < len(turn.keeps) else ()
        parts += _dice(start, kept, LEFT + 150 + SIDE * len(DESTINY), top)
    return _svg(LEFT + 170 + SIDE * (len(DESTINY) + 6), LEFT + 2 * SIDE * 4, parts)


def _fresh(turn: Turn) -> list[tuple[tuple[int, ...], int]]:
    """Each throw of a turn: the dice then on the table, and how many of them were thrown."""
    kept = [0, *map(len, turn.keeps)]
    return [(roll, len(roll) - before) for roll, before in zip(turn.rolls, kept, strict=True)]


def _dice(faces: Iterable[int], kept: Iterable[int], x: float, y: float) -> list[str]:
    """Dice in a row; those kept have a thick border."""
    left, parts = list(kept), []
    for n, face in enumerate(faces):
        width = 2.5 if face in left else 1
        if face in left:
            left.remove(face)
        parts.append(
            f'<rect x="{x + SIDE * n + 1:g}" y="{y:g}" width="{SIDE - 4}" height="{SIDE - 4}" rx="3" fill="#fff" '
            f'stroke="#000" stroke-width="{width}"/>{_text(x + SIDE * n + SIDE / 2 - 1, y + 15, str(face))}'
        )
    return parts


def _row(x: float, y: float, widths: Iterable[int], texts: Iterable[str]) -> str:
    parts = []
    for width, text in zip(widths, texts, strict=True):
        parts.append(f'<rect x="{x:g}" y="{y:g}" width="{width}" height="{ROW}" fill="none" stroke="#000"/>')
        parts.append(_text(x + 6, y + 15, text, "start"))
        x += width
    return "".join(parts)


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(text)}</text>'


def _svg(width: int, height: int, parts: Iterable[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img" font-family="serif" font-size="12">{"".join(parts)}</svg>'
    )
