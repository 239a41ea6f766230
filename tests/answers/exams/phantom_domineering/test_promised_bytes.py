"""`corrige key nash --json` is promised to the byte, but for the fingerprint, on every processor.

Values and parameters are those that version one wrote. Of several equilibria it wrote, as evidence, the one that the
linear algebra of its machine led to; since none of that is used any more, the one here is found everywhere.
"""

import os
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from tests.answers.cli.running import run

PROGRAM = "from answers.cli.app import main; main()"
WRITTEN = {
    0: "0b1d19fd83aedd6cb4aeb040cb77971b56448c097c8f9467790ebbca5287f304",
    1: "46ccb85f4fe62675c49f58ddb81dda4a0271806597a1a7e3fb817c3be46f14bd",
    17: "54d128d342f22c4470b4820899ea2c592f9ee89f8569a9a58028273262e74e5b",
    21: "7e7ce7291cf6a16706fafecb6e20567120982db754bf1038b2aaa1c26a3f5d75",
    26475: "ad5abe9529bdb03b553542dcb942f15319688c96403ee8d5aebe396537d8ce2f",
    64006: "8fdf34904770f36fef33dfc82dcf233cc8f3e56c57ed8a3856dd477d1be407b6",
}


@pytest.mark.parametrize("u0", WRITTEN)
def test_a_key_is_written_as_ever(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, u0: int) -> None:
    monkeypatch.delenv("CORRIGE_LANG", raising=False)
    assert digest(run(capsys, "key", "nash", "--u0", u0, "--json").out) == WRITTEN[u0]


@pytest.mark.slow
@pytest.mark.parametrize("u0", [21, 26475])
def test_a_key_does_not_depend_on_the_processor(tmp_path: Path, u0: int) -> None:
    """OpenBLAS and NumPy as on the oldest processor they know.

    By matrix products of the one, and by which of equals the other's partition takes, other equilibria were found.
    """
    command = [sys.executable, "-c", PROGRAM, "key", "nash", "--u0", str(u0), "--json"]
    older = {"OPENBLAS_CORETYPE": "Prescott", "NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4"}
    elsewhere = {**os.environ, **older, "CORRIGE_CACHE": str(tmp_path)}
    completed_process = subprocess.run(command, capture_output=True, text=True, check=True, env=elsewhere)
    assert digest(completed_process.stdout) == WRITTEN[u0]


def digest(text: str) -> str:
    unmarked, count = re.subn(r'"fingerprint": "[0-9a-f]*"', '"fingerprint": ""', text)
    assert count == 1
    return sha256(unmarked.encode()).hexdigest()
