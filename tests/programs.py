"""Programs that tests compare with: `make test` installs them where it may."""

import os
import shutil
import subprocess
import sys
from functools import cache

import pytest


def needs(program: str, package: str) -> pytest.MarkDecorator:
    """Return the mark of a test that runs `program`: skipped where it is missing, but in CI that is an error."""
    missing = shutil.which(program) is None
    reason = f"{program} is not installed: apt-get install {package}"
    if missing and os.environ.get("CI") == "true":
        raise RuntimeError(reason)
    return pytest.mark.skipif(missing, reason=reason)


@cache
def has_fence() -> bool:
    """Whether this system has Landlock and seccomp."""
    if sys.platform != "linux":
        return False
    code = "import landlock, pyseccomp; landlock.landlock_abi_version()"
    return not subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode
