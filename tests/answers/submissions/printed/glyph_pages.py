"""Pages made of letters, 5 points wide and 8 high, without any PDF."""

from answers.submissions.printed.layout import Glyph

WIDTH, HEIGHT = 5.0, 8.0


def put(text: str, left: float, bottom: float, *, is_upright: bool = True) -> list[Glyph]:
    places = [left + WIDTH * index for index in range(len(text))]
    letters = [
        Glyph(char, place, bottom, place + WIDTH, bottom + HEIGHT, is_upright)
        for char, place in zip(text, places, strict=True)
    ]
    return [*letters, Glyph(" ", 0, 0, 0, 0)]
