"""The document an exam comes from: what it prints, computed again, and its plots, redrawn.

An exam has them in `document.py` beside its `exam.py`, as a `DOCUMENT`; many exams come from none.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from answers.exam.home import Home
from answers.exam.plot import Drawing, Plot
from answers.kinds.reading import Value

Computed = tuple[str, Value]
"""A computed figure, under the name that it has in `printed.json`."""


@dataclass(frozen=True, slots=True)
class Document:
    """What can be computed of a document.

    `computed` gives our value of every figure that it prints, by the names used in `printed.json`; `exercises` names
    the programs that it asks to complete.
    """

    computed: Callable[[], Mapping[str, Value]]
    plots: tuple[Plot | Drawing, ...] = ()
    exercises: tuple[str, ...] = ()


GAP = re.compile(r"^( *)(?:#|\(\*) (\(\d+\)).*$")
"""The comment that begins a gap, in Python or in OCaml: what is asked, behind its number."""

HOLES = {"py": "...", "ml": 'failwith "{number}"'}
"""What stands in a gap, so that the file can be run before it is complete, by the ending of its language."""


def code_to_complete(home: Home, name: str, lang: str) -> Mapping[str, bytes]:
    """Return the files of an exercise by name: ``NAME.py``, ``NAME_model.py``, ``mark_NAME.py``, and so in OCaml.

    Models and markings stand in the folder ``code/LANG`` of the exam's templates. An exercise may lack a language.
    """
    folder = home.templates.joinpath("code", lang)
    files = dict[str, bytes]()
    for ending, hole in HOLES.items():
        model = folder.joinpath(f"{name}_model.{ending}")
        if not model.is_file():
            continue
        marking = f"mark_{name}.{ending}"
        files[f"{name}.{ending}"] = with_gaps(model.read_text("utf-8"), hole).encode()
        files[model.name] = model.read_bytes()
        files[marking] = folder.joinpath(marking).read_bytes()
    return files


def with_gaps(model: str, hole: str) -> str:
    """Return a model without what its numbered comments ask for: the lines from each to the next blank one.

    In their place stands `hole`, its ``{number}`` replaced by that of the comment.
    """
    lines, is_gap = list[str](), False
    for line in model.splitlines():
        begins = GAP.match(line)
        is_gap = bool(begins) or (is_gap and bool(line.strip()))
        if begins:
            lines += [line, begins[1] + hole.format(number=begins[2])]
        elif not is_gap:
            lines.append(line)
    return "\n".join(lines) + "\n"
