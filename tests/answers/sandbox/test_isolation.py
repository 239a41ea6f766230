"""A sandboxed process measures its own memory, for its limit and its replacement."""

import re
import sys
from pathlib import Path

import pytest

from answers.sandbox.isolation import size


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells it in /proc")
def test_the_size_is_that_of_all_its_memory_resident_or_not() -> None:
    status = Path("/proc/self/status").read_text("ascii")
    (kilobytes,) = re.findall(r"VmSize:\s+(\d+) kB", status)
    assert size() == pytest.approx(1024 * int(kilobytes), rel=0.02)
