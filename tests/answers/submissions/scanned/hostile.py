"""A process that looks at scans whose unpacking does what the name of a file says."""

import sys
from pathlib import Path

from answers.submissions.scanned import serve as module
from answers.submissions.scanned.picture import Grey
from tests.answers.submissions.hostile import HARMS


def count_pages(path: Path, _: str) -> int:
    if harm := HARMS.get(path.name):
        harm(path)
    while path.name == "slow":
        pass
    if path.name == "dead":
        sys.exit(3)
    return 1


def grey_page(*_: object) -> Grey:
    return module.np.full((60, 40), 255, module.np.uint8)


def serve() -> None:
    module.count_pages = count_pages
    module.grey_page = grey_page  # type: ignore[assignment]
    module.serve()
