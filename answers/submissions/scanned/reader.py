"""One door for scans: a page is looked at, then laid on its sheet, in a process that no picture can make cost more."""

from collections.abc import Sequence
from pathlib import Path

from answers.errors import CorrigeError, Problem
from answers.limited.lines import line
from answers.limited.process import Child, LostError, ready, started
from answers.messages import Message
from answers.submissions.scanned.messages import Answer, Laid, Lay, Look, Rectangle, Seen, unpacked

ENTRY = "answers.submissions.scanned.serve:serve"
MAX_SECONDS = 20.0
"""Of the processor, for a page, which takes one."""
MAX_WAIT = 200.0


class PageReader:
    """Asks a process, and replaces it when it has died or was too slow; not to be used by two threads at once."""

    def __init__(self) -> None:
        self._child: Child | None = None

    def look(self, path: Path, number: int, place: str, turned: int = 0) -> Seen:
        """Return what a page of a file is, by its number from 1, turned by so many degrees; CorrigeError if nothing."""
        answer = self._asked(Look(path.absolute(), number, place, turned), place)
        if not isinstance(answer, Seen):
            raise self._odd(place)
        return answer

    def lay(self, place: str, sheet: bytes, sheet_page: int, boxes: Sequence[Rectangle]) -> Laid | None:
        """Return the page looked at last, laid on a page of a blank sheet; None if that is not what it shows."""
        answer = self._asked(Lay(sheet, sheet_page, tuple(boxes)), place)
        if isinstance(answer, Seen) or (isinstance(answer, Laid) and len(answer.boxes) != len(boxes)):
            raise self._odd(place)
        assert not isinstance(answer, Problem)
        return answer

    def close(self) -> None:
        """End the process, if there is one."""
        child, self._child = self._child, None
        if child:
            child.end()

    def _asked(self, question: Look | Lay, place: str) -> Answer:
        child, self._child = self._child or ready(started(ENTRY)), None
        try:
            answer = unpacked(child.ask(line(question), MAX_WAIT, child.spent() + MAX_SECONDS))
        except (LostError, ValueError) as error:
            child.end()
            raise self._odd(place) from error
        except BaseException:
            child.end()
            raise
        self._child = child
        if isinstance(answer, Problem):
            raise CorrigeError([Problem(answer.cause, place, answer.remedy)])
        return answer

    def _odd(self, place: str) -> CorrigeError:
        cause = Message("reading the page takes too long or too much memory, or breaks the reader")
        return CorrigeError.one(cause, place=place, remedy="scan it again, at 200 or 300 dpi")
