"""Programs that a document asks to complete: the file with gaps, its model, and the program that marks it."""

import re
from collections.abc import Mapping

from answers.exam.home import Home

GAP = re.compile(r"^( *)# \(\d+\).*$")
"""The comment that begins a gap: what is asked, behind its number."""


def code_to_complete(home: Home, name: str, lang: str) -> Mapping[str, bytes]:
    """Return the files of an exercise by name: ``NAME.py``, ``NAME_model.py``, ``mark_NAME.py``.

    Model and marking stand in the folder ``code/LANG`` of the exam's templates.
    """
    folder = home.templates.joinpath("code", lang)
    model = folder.joinpath(f"{name}_model.py").read_bytes()
    marking = f"mark_{name}.py"
    return {
        f"{name}.py": with_gaps(model.decode()).encode(),
        f"{name}_model.py": model,
        marking: folder.joinpath(marking).read_bytes(),
    }


def with_gaps(model: str) -> str:
    """Return a model without what its numbered comments ask for: the lines from each to the next blank one."""
    lines, is_gap = list[str](), False
    for line in model.splitlines():
        begins = GAP.match(line)
        is_gap = bool(begins) or (is_gap and bool(line.strip()))
        if begins:
            lines += [line, f"{begins[1]}..."]
        elif not is_gap:
            lines.append(line)
    return "\n".join(lines) + "\n"
