"""Names of the form fields of a sheet, shared by the page that prints them and the reader that finds them.

Only ``[A-Za-z0-9_]``: a full stop would be a hierarchy in PDF, and accents do not survive every viewer.
"""

import re

NAME = "name"
FIRST_NAME = "first_name"
U0 = "u0"
STUDENT_FIELDS = (NAME, FIRST_NAME, U0)
FIELD = re.compile(r"q([1-9][0-9]{0,3}[a-z]?)_([1-9][0-9]{0,3})", re.ASCII)


def field_name(part_id: str, item: int) -> str:
    """Return the name of the field of one item: ``field_name("7a", 2) == "q7a_2"``.

    Parameters
    ----------
    part_id
        Question number and letter, "7a", or "12" for a question without parts.
    item
        Rank of the item in its part, from 1.

    Raises
    ------
    ValueError
        If there is no such field: a bad part id, or an item outside 1 … 9999.
    """
    name = f"q{part_id}_{item}"
    if FIELD.fullmatch(name) is None:
        raise ValueError(f"no field for item {item} of part {part_id!r}")
    return name


def field_item(name: str) -> tuple[str, int] | None:
    """Return the part id and the rank (from 1) of the item that the field `name` holds, None for any other field.

    The inverse of `field_name`; whether the exam has such a part and item is not checked.
    """
    found = FIELD.fullmatch(name)
    return None if found is None else (found[1], int(found[2]))
