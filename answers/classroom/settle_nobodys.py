"""Taking a decision about papers of nobody in the class: they are set aside, or that is taken back."""

from answers.classroom.decisions import TOLD, Decision, written_answer
from answers.classroom.nobodys import nobodys_name
from answers.classroom.settle import Ruling, decision_of, no_feedback
from answers.classroom.versions import HandedIn, Version
from answers.errors import CorrigeError, did_you_mean
from answers.flags import NOBODYS
from answers.messages import Message

LEAST_DIGITS = 4


def nobodys_decisions(received: HandedIn, file: str, ruling: Ruling) -> tuple[Decision, ...]:
    """Return the decisions that a ruling about papers of nobody comes to; they name the file for people to read.

    Parameters
    ----------
    file
        The first digits of the digest of a file, or a part of its name; empty for all papers of nobody.

    Raises
    ------
    CorrigeError
        If no paper of nobody is meant, or those of several files are; or somebody is to be told of it.
    """
    found = [one for one in received.unknown if _is_meant(one, file)]
    if not received.unknown:
        raise CorrigeError.one("every paper is somebody's", remedy="see `corrige class collect DIR`")
    if not found or (file and len({one.original.digest or one.original.name for one in found}) > 1):
        cause = Message(
            "{count} paper of nobody in the class is meant by {text!r}",
            plural="{count} papers of nobody in the class are meant by {text!r}",
            count=len(found),
            text=file[:60],
        )
        known = [str(one.submission.place) for one in received.unknown]
        raise CorrigeError.one(cause, remedy=did_you_mean(file, known))
    if ruling.value == TOLD:
        raise no_feedback(str(found[0].submission.place))
    return tuple(
        decision_of(nobodys_name(one), NOBODYS.slug, written_answer(str(one.submission.place)), ruling) for one in found
    )


def _is_meant(version: Version, text: str) -> bool:
    name = nobodys_name(version)
    digits = text.removeprefix("file:")
    by_digest = len(digits) >= LEAST_DIGITS and name.startswith(f"file:{digits}")
    return by_digest or text == name or text in str(version.submission.place)
