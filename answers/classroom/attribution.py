"""Attribute papers to students, by the uploader of the file and the student named on the sheet."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from answers.classroom.platforms import platform_uploader_of, uploader_names
from answers.classroom.roster import MOST_NAMED, Enrollment
from answers.classroom.roster_index import RosterIndex, full_names, students_agreeing
from answers.classroom.unlisted_persons import SCHOOL_WORDS
from answers.classroom.uploaders import (
    BY_TEACHER,
    Uploader,
    UploadSource,
    called_by_platform,
    is_called_by_platform,
    named_inside,
    uploader_of,
)
from answers.flags import FILE_OF_ANOTHER, STUDENT_CHANGED, Flag
from answers.people.table import folded, plain
from answers.submissions.raw.submission import Submission


@dataclass(frozen=True, slots=True)
class Attribution:
    """The student to whom a submission belongs, and the evidence for it."""

    enrollment: Enrollment | None
    """The student; None if the submission is unassigned."""
    flags: tuple[Flag, ...] = ()
    """The flags that the paper gets since its student is doubtful."""
    uploader: Uploader = BY_TEACHER
    """Who handed the file in, according to its path."""
    u0: str = ""
    """The seed on the sheet, for a message: "u₀ = 17"; "" if there is none."""
    seed: int | None = None
    """The seed to mark the paper with, if it is not that of the student; else None."""
    sheet: Enrollment | None = None
    """The student named on the sheet, or the student who has the seed on the sheet; None if neither is in the class."""
    namesakes: tuple[Enrollment, ...] = ()
    """The students with the name on the paper or on its file, if there are several and the submission is unassigned."""
    former: str = ""
    """The identifier of a student who is no longer in the class, and to whom the submission may belong; else "".

    A person assigned it to this student, or named its file after the student.
    """

    @property
    def candidates(self) -> tuple[Enrollment, ...]:
        """The students to whom the paper may belong, the student of the sheet first."""
        return tuple(dict.fromkeys(filter(None, (self.sheet, self.enrollment, self.uploader.enrollment))))

    @property
    def other_student(self) -> str:
        """The other student to whom the file may belong, named by the flag "file-of-another"; "" without this flag."""
        return next((flag.other_student for flag in self.flags if flag == FILE_OF_ANOTHER), "")

    @property
    def is_foreign(self) -> bool:
        """Whether the file was handed in by another student or by an unknown person.

        Such a submission counts for its student only if there is no other.
        """
        return self.uploader.source is UploadSource.UNKNOWN or self.uploader.enrollment not in (None, self.enrollment)

    @property
    def certainty(self) -> UploadSource:
        """How certain it is that the student handed the file in; UNKNOWN if another student did."""
        return UploadSource.UNKNOWN if self.is_foreign else self.uploader.source

    @property
    def unassigned(self) -> "Attribution":
        """The attribution of a paper that a person has set aside."""
        return Attribution(None, (), self.uploader, self.u0)

    @property
    def reassigned(self) -> "Attribution":
        """The attribution to the uploader in place of the former student, whom a flag "file-of-another" names."""
        if self.enrollment is None or self.enrollment == self.uploader.enrollment:
            return replace(self, enrollment=self.uploader.enrollment)
        other = replace(FILE_OF_ANOTHER, other_student=_label_and_seed(self.enrollment.student.label, self.u0))
        flags = tuple(other if flag == FILE_OF_ANOTHER else flag for flag in self.flags)
        return replace(self, enrollment=self.uploader.enrollment, flags=flags)


def attribute(submission: Submission, index: RosterIndex, *, is_row: bool = False) -> Attribution:
    """Attribute a submission to a student: by the signature, else by the uploader, else by the text on the sheet.

    `is_row` means that the file has several submissions. The flag "student-changed" means that the signature and the
    name belong to different students. The flag "file-of-another" means that the file may be that of another student,
    whom it names; it is also set on a paper that has the seed of another student, unless a valid signature names its
    own student.
    """
    file, signed, signature = submission.place.file, submission.signed, submission.signature
    uploader, named = uploader_of(file, index), student_on_sheet(submission, index)
    _, on_platform = platform_uploader_of(file)
    if uploader.source is UploadSource.UNKNOWN and signed and named is not None and on_platform is not None:
        is_known = not on_platform.is_blind and on_platform.key not in index.claimed
        if is_known and is_called_by_platform(named, file):  # of several homonyms, the student of the signature
            uploader = Uploader(UploadSource.STUDENT, named)
    called = _other_called(file, named, index, is_row=is_row) if uploader == BY_TEACHER else None
    bringer = uploader.enrollment or called
    is_unknown = uploader.source is UploadSource.UNKNOWN
    has_name = bool(named or submission.student or signed)
    is_own = named is not None and named == uploader.enrollment
    if is_own:  # the sheet confirms the uploader
        enrollment, is_of_another = named, False
    elif is_row and has_name and (bringer or is_unknown):  # a row counts only for the student who handed it in
        enrollment, is_of_another = None, bringer is not None
    elif named is not None and (signed or bringer is None):
        # On the sheet of another, `load_submissions` reassigns it if the other student has handed in a paper.
        enrollment, is_of_another = named, bringer is not None or is_unknown
    else:  # a student can write any name, so the uploader decides; without an uploader, the teacher is asked
        enrollment, is_of_another = uploader.enrollment, bringer is not None and has_name

    u0 = submission.u0 or str(signature.identity.u0 if signature else "")
    u0 = f"u₀ = {text}" if (text := u0.strip()[:20]) else ""
    owners = _owners(submission, enrollment, index) if uploader.enrollment in (None, enrollment) else ()
    is_upload = uploader.source is UploadSource.STUDENT
    is_doubtful = uploader.is_doubtful and not (is_own and signed and is_upload)
    is_part_alone = uploader.part != "" and not (is_own or (named and signed))
    is_owners = bool(owners) and named in (None, enrollment)
    owner_labels = " ; ".join(owner.student.label for owner in owners[:MOST_NAMED])
    names = uploader_names(file)[:2]
    others = (  # the student or the name that the flag names: the first of these that there is
        _label_and_seed(owner_labels, u0) if is_owners else "",
        _label_and_seed(named.student.label, u0) if named and named != enrollment else "",
        bringer.student.label if bringer and bringer != enrollment else "",
        _label_and_seed(submission.student[:60], u0) if submission.student and named is None else "",
        _label_and_seed(uploader.part, u0) if is_part_alone else "",
        *(names[:1] if bringer is None else names[-1:] if is_doubtful and is_upload else ()),
    )
    is_changed = index.written.get(folded(submission.student), named) != named
    flag = replace(FILE_OF_ANOTHER, other_student=next(filter(None, others), ""))
    flags = (STUDENT_CHANGED,) * is_changed + (flag,) * bool(is_of_another or is_doubtful or is_part_alone or owners)
    sheet = owners[0] if is_owners and len(owners) == 1 else named
    if enrollment is None and named is None:  # only a suggestion to the teacher: anybody can write any seed
        seed = _written_seed(submission)
        with_seed = index.seeds.get(seed, ()) if seed is not None else ()
        sheet = with_seed[0] if len(with_seed) == 1 else None
    namesakes = _namesakes(submission, index) if enrollment is None else ()
    former = called.student.id if called in index.former and called and enrollment is None else ""
    return Attribution(enrollment, flags, uploader, u0, sheet=sheet, namesakes=namesakes, former=former)


def _other_called(file: str, named: Enrollment | None, index: RosterIndex, *, is_row: bool) -> Enrollment | None:
    """Return a student, not the one on the sheet, after whom the teacher may have named a file; None if there is none.

    A file with the name of a former student, of several, or with a part of another's name is not silently that of the
    student on its sheet. A single word may be the title of a folder, or of a file with several papers.
    """
    names = {name: former for former in index.former for name in full_names(former)}
    former = uploader_of(file, RosterIndex({}, names, names)).enrollment if names else None
    called: tuple[Enrollment, ...] = (former,) if former else ()
    *folders, last = PurePosixPath(file).parts or ("",)
    for stem in (*folders, PurePosixPath(last).stem):
        words = {*re.findall(r"[^\W\d_]{2,}", plain(stem))} - SCHOOL_WORDS
        students = [{*index.words.get(word, ())} for word in words]
        if not called and students and (len(words) > 1 or not (is_row or stem in folders)):
            with_first = index.words.get(min(words), ())
            called = tuple(student for student in with_first if all(student in others for others in students))
    if not called and not is_row:
        called = tuple(named_inside(PurePosixPath(last).stem, index))
    is_named = named is not None and any(
        student == named or full_names(student) & full_names(named) for student in called
    )
    return None if is_named or not called else called[0]


def _written_seed(submission: Submission) -> int | None:
    from answers.grading.grade import seed_of  # slow to import, and not needed where nothing has changed

    return seed_of(replace(submission, signature=None)).u0


def _owners(submission: Submission, enrollment: Enrollment | None, index: RosterIndex) -> tuple[Enrollment, ...]:
    """Return the other students with the seed on a paper of a student whom no valid signature names."""
    signature, signed = submission.signature, submission.signed
    if enrollment is None or enrollment.u0 is None or (signed and index.ids.get(folded(signed.student)) == enrollment):
        return ()
    seeds = {_written_seed(submission), signature.identity.u0 if signature else None} - {None, enrollment.u0}
    return tuple(dict.fromkeys(owner for seed in seeds if seed is not None for owner in index.seeds.get(seed, ())))


def _namesakes(submission: Submission, index: RosterIndex) -> tuple[Enrollment, ...]:
    """Return the students with the name on a paper, or of its uploader, folder or file; () unless there are several."""
    file = submission.place.file
    stems = (PurePosixPath(part).stem for part in PurePosixPath(file).parts)
    texts = (submission.student, *uploader_names(file), *stems)
    for text in filter(None, texts):
        enrollments = index.shared.get(folded(text)) or index.shared.get(plain(text)) or students_agreeing(text, index)
        if len(enrollments) > 1:
            return tuple(enrollments)
    return ()


def _label_and_seed(label: str, u0: str) -> str:
    return ", ".join(filter(None, (label, u0)))


def student_on_sheet(submission: Submission, index: RosterIndex) -> Enrollment | None:
    """Return the student of a valid signature, or else of the identifier or name on the sheet; None if unknown."""
    signed = index.ids.get(folded(submission.signed.student)) if submission.signed else None
    return signed or index.written.get(folded(submission.student))


def with_participants(index: RosterIndex, submissions: Iterable[tuple[str, Submission]]) -> RosterIndex:
    """Return the index with anonymous or ambiguous uploaders added, as "participant 123", each with the student found.

    The student is the one named on the sheets that the uploader handed in, by valid signatures or else by their texts.
    Uploaders whose name identifies a student are ignored. `submissions` are pairs of a file's path and a submission.
    Uploaders with sheets of several students, and those of a student who is on the sheets of several uploaders, are in
    `RosterIndex.claimed`.
    """
    signed: defaultdict[str, set[Enrollment]] = defaultdict(set)
    written: defaultdict[str, set[Enrollment]] = defaultdict(set)
    for file, submission in submissions:
        platform_uploader, enrollment = platform_uploader_of(file)[1], student_on_sheet(submission, index)
        if (
            platform_uploader is None
            or not platform_uploader.key
            or enrollment is None
            or called_by_platform(platform_uploader, index)
        ):
            continue
        if platform_uploader.is_blind or (submission.signed and is_called_by_platform(enrollment, file)):
            (signed if submission.signed else written)[platform_uploader.key].add(enrollment)
    owners = {number: signed[number] or written[number] for number in {**signed, **written}}
    folders = Counter(enrollment for owner in owners.values() for enrollment in owner)
    known = {
        f"participant {number}": enrollment
        for number, enrollments in owners.items()
        for enrollment in enrollments
        if len(enrollments) == 1 and folders[enrollment] == 1
    }
    claimed = frozenset(number for number in owners if f"participant {number}" not in known)
    return replace(index, identifiers={**index.identifiers, **known}, claimed=claimed)
