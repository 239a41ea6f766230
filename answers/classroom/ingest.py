"""Read the files handed in to a class and process their scanned pages, before papers are assigned and marked.

CorrigeError is raised if the folder of submissions is missing and nothing was collected, or if the store is damaged.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from answers.classroom.artifact_cache import cached_reader
from answers.classroom.folder import ClassData
from answers.classroom.incoming_files import MAX_SCAN
from answers.classroom.scanning import make_scans
from answers.classroom.upload_index import (
    FOLDER,
    Index,
    Upload,
    UploadEntry,
    digest_of,
    has_content,
    moments_aside,
    read_index,
    read_uploads,
)
from answers.errors import CorrigeError, Problem
from answers.files import read_limited, shown
from answers.flags import SCANNED
from answers.grading.grade import read_all
from answers.submissions.raw.submission import Submission


@dataclass(frozen=True, slots=True)
class ReadFiles:
    """The files handed in to a class, and the submissions in those that are not scans of sheets.

    Several `uploads` may have the same content, which is stored once; `inside` has these uploads by the path of the
    stored file, relative to the class folder. `scans` are the uploads with scanned sheets, whose pages `scan_pages`
    processes. A problem in `unreadable` names the path of its file; `problems` concern no single file.
    """

    uploads: Sequence[Upload]
    inside: Mapping[str, Sequence[Upload]]
    submissions: Sequence[Submission]
    scans: Sequence[Upload]
    unreadable: Sequence[Problem]
    problems: Sequence[Problem]


def read_files(class_data: ClassData, index: Index) -> ReadFiles:
    """Read the collected files and those in `submissions/`; files read before come from the cache."""
    uploads, problems = read_uploads(class_data.folder, index)
    inside: defaultdict[str, list[Upload]] = defaultdict(list)
    for upload in (upload for upload in uploads if not upload.problem):
        inside[shown(upload.path.relative_to(class_data.folder).as_posix())].append(upload)
    paths = [same[0].path for same in inside.values()]
    everything, unreadable = read_all(
        paths, class_data.exam, class_data.settings, class_data.folder, cached_reader(class_data)
    )
    submissions = [submission for submission in everything if SCANNED not in submission.flags]
    scans = []
    for place in (submission.place.file for submission in everything if SCANNED in submission.flags):
        scan = inside[place][0]
        try:
            scans.append(replace(scan, digest=scan.digest or digest_of(read_limited(scan.path, MAX_SCAN))))
        except CorrigeError as error:
            unreadable = (*unreadable, *(replace(problem, place=place) for problem in error.problems))
    return ReadFiles(uploads, inside, submissions, scans, unreadable, problems)


def read_set_aside(
    class_data: ClassData, entries: Iterable[UploadEntry], *, scanned: bool = False
) -> list[tuple[UploadEntry, Submission]]:
    """Read collected files that were set aside, either the scans of sheets or the others.

    `entries` are the files of the index. Files that cannot be read are left out.
    """
    by_path = {class_data.folder / FOLDER / entry.file: entry for entry in entries}
    paths = [path for path, entry in by_path.items() if has_content(path, entry.digest) and not entry.problem]
    submissions, _ = read_all(paths, class_data.exam, class_data.settings, class_data.folder, cached_reader(class_data))
    names = {shown(path.relative_to(class_data.folder).as_posix()): entry for path, entry in by_path.items()}
    return [(names[one.place.file], one) for one in submissions if (SCANNED in one.flags) == scanned]


def scan_pages(class_data: ClassData) -> None:
    """Process the new scanned pages among the files handed in, and store their boxes and pictures.

    The pages of files that a person set aside do not count, but other scans are compared with them. The caller holds
    the lock of the class folder.
    """
    folder, index = class_data.folder, read_index(class_data.folder)
    files = [*read_files(class_data, index).scans]
    aside = [entry for entry, _ in read_set_aside(class_data, moments_aside(folder, index), scanned=True)]
    files += [Upload(folder / FOLDER / e.file, e.name, e.date, e.digest, is_collected=True) for e in aside]
    if files:
        make_scans(class_data, files)
