"""Read the files handed in to a class, and process their scanned pages: the step before papers are assigned and marked.

CorrigeError is raised if the folder of submissions is missing and nothing was collected, or if the store is damaged.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from answers.classroom.artifact_cache import cached_reader
from answers.classroom.folder import ClassData
from answers.classroom.scanning import ScanFile, make_scans
from answers.classroom.scans import Scans
from answers.classroom.upload_index import Index, Upload, digest_of, read_index, read_uploads
from answers.errors import Problem
from answers.files import shown
from answers.flags import SCANNED
from answers.grading.grade import read_all
from answers.submissions.raw.submission import Submission


@dataclass(frozen=True, slots=True)
class ReadFiles:
    """The files handed in to a class, and their contents.

    Attributes
    ----------
    uploads
        All files; equal contents may have several names.
    inside
        By path from the class folder, the files with this content.
    submissions
        The submissions in the files that are no scans.
    scans
        The files that are scans of sheets: their pages are processed by `scan_pages`.
    unreadable
        Why files could not be read; each problem names the path of its file.
    problems
        Problems of no single file.
    """

    uploads: Sequence[Upload]
    inside: Mapping[str, Sequence[Upload]]
    submissions: Sequence[Submission]
    scans: Sequence[Upload]
    unreadable: Sequence[Problem]
    problems: Sequence[Problem]


def read_files(class_data: ClassData, index: Index) -> ReadFiles:
    """Read the collected files and those in `submissions/`."""
    uploads, problems = read_uploads(class_data.folder, index)
    inside: defaultdict[str, list[Upload]] = defaultdict(list)
    for upload in (upload for upload in uploads if not upload.problem):
        inside[shown(upload.path.relative_to(class_data.folder).as_posix())].append(upload)
    paths = [same[0].path for same in inside.values()]
    everything, unreadable = read_all(
        paths, class_data.exam, class_data.settings, class_data.folder, cached_reader(class_data)
    )
    submissions = [submission for submission in everything if SCANNED not in submission.flags]
    scans = [inside[submission.place.file][0] for submission in everything if SCANNED in submission.flags]
    scans = [replace(scan, digest=scan.digest or digest_of(scan.path.read_bytes())) for scan in scans]
    return ReadFiles(uploads, inside, submissions, scans, unreadable, problems)


def scan_pages(class_data: ClassData, progress: Callable[[int], None] = lambda _: None) -> Scans:
    """Process the scanned pages among the files handed in, as far as they are new, and store the results.

    The caller holds the folder's lock.
    """
    scans = read_files(class_data, read_index(class_data.folder)).scans
    files = [ScanFile(scan.path, scan.name, scan.digest) for scan in scans]
    return make_scans(class_data, files, progress) if files else Scans()
