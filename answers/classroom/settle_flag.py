"""Taking a decision about a flag: the teacher has seen it, or takes that back."""

from collections.abc import Mapping, Sequence

from answers.classroom.decisions import TOLD, Decision, Kind, flag_name
from answers.classroom.named_student import named_student
from answers.classroom.settle import Ruling, decision_of, no_feedback, no_paper
from answers.errors import CorrigeError, did_you_mean
from answers.exports.gradebook import Gradebook
from answers.flags import FLAGS, NO_PAPER, Flag, flag_named
from answers.messages import Message


def flag_decisions(gradebook: Gradebook, student: str, flag: str, ruling: Ruling) -> tuple[Decision, ...]:
    """Return the decisions that a ruling about a flag comes to.

    Parameters
    ----------
    student
        Whose paper has it; empty for every paper that has.
    flag
        The whole of it, "answers-of-seed-17", or its slug, "answers-of-seed-", when the paper has one such flag;
        "no-paper" of a student who has none.

    Raises
    ------
    CorrigeError
        If there is no such student, no paper has the flag, or one has several that are meant; or a student who has no
        paper, and so no feedback, is to be told.
    """
    everybody = [row.student for row in gradebook.rows]
    whose = named_student(everybody, student, gradebook.files).id if student else ""
    flags = _flags(gradebook, whose)
    found = {who: names for who, own in flags.items() if (names := _meant(own, flag))}
    if not found and _may_be_gone(whose, flag, ruling):
        found = {whose: [flag]}
    if not found or any(len(names) > 1 for names in found.values()):
        raise _unclear(flag, whose, flags)
    if ruling.value == TOLD and any(names[0] == NO_PAPER.slug for names in found.values()):
        raise no_feedback(", ".join(found))
    return tuple(decision_of(who, names[0], "", ruling) for who, names in found.items())


def _may_be_gone(whose: str, flag: str, ruling: Ruling) -> bool:
    """Whether a flag is taken back that the student's paper need no longer have."""
    return whose != "" and ruling.kind is Kind.WITHDRAWN and flag_named(flag) is not None


def _flags(gradebook: Gradebook, whose: str) -> dict[str, tuple[Flag, ...]]:
    """The flags of one student, or of all."""
    return {row.student.id: row.flags for row in gradebook.rows if whose in ("", row.student.id)}


def _unclear(text: str, whose: str, flags: Mapping[str, Sequence[Flag]]) -> CorrigeError:
    """No paper bears the flag, or one bears several that are meant, or there is no paper."""
    for flag in flags.get(whose, ()):
        if flag.slug == NO_PAPER.slug:
            return no_paper(whose, is_settled=flag.is_seen)
    known = dict.fromkeys(flag_name(one) for own in flags.values() for one in own)
    if any(one.startswith(text.rstrip("-:")) for one in known):
        cause = Message("several flags are meant by {text!r}", text=text[:60])
    elif whose:
        cause = Message("{student} has no flag {text!r}", student=whose, text=text[:60])
    else:
        cause = Message("nobody has the flag {text!r}", text=text[:60])
    every = known if known or flag_named(text) else (one.slug for one in FLAGS)
    return CorrigeError.one(cause, remedy=did_you_mean(text, every))


def _meant(flags: Sequence[Flag], text: str) -> list[str]:
    """The flags of a paper that a text means: that one, else all of that slug."""
    names = [flag_name(one) for one in flags if text in (str(one), flag_name(one))]
    return names or [flag_name(one) for one in flags if one.slug.rstrip("-:") == text.rstrip("-:")]
