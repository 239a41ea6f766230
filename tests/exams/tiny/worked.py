"""What the worked solution of question 2 shows: the remainder of the division by 4."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from answers.exam.key import Key
from answers.exam.subject import Worked

if TYPE_CHECKING:
    from tests.exams.tiny.exam import Number


def remainder(params: "Number", key: Key) -> Mapping[str, object]:
    """The remainder."""
    return {"remainder": params.n % 4, "seed": key.u0}


WORKED = Worked({2: remainder})
