"""The drawing that a sheet of the exam `verger` shows, as SVG."""

from answers.exams.verger.draws import Parameters

MILLIMETRES = 0.32
"""Width on paper of one unit of the drawing; a fruit and a raven take ten."""


def position_drawing(drawn: Parameters) -> str:
    """Draw the position of question 6 in one line: a box a tree with a ring a fruit, then a black square a raven."""
    boxes, rings, left = [], [], 0
    for fruits in drawn.position.trees:
        boxes.append(f"M{left} 0h{10 * fruits + 2}v12h-{10 * fruits + 2}z")
        rings += [f"M{left + 10 * i + 2} 6a4 4 0 1 0 8 0a4 4 0 1 0-8 0z" for i in range(fruits)]
        left += 10 * fruits + 10
    ravens = "".join(f"M{left + 10 * i} 2h8v8h-8z" for i in range(drawn.position.ravens))
    width = left + 10 * drawn.position.ravens
    return (
        f'<svg viewBox="-1 -1 {width + 1} 14" width="{width * MILLIMETRES:g}mm" height="4.5mm">'
        f'<path fill="none" stroke="black" d="{"".join(boxes + rings)}"/><path d="{ravens}"/></svg>'
    )
