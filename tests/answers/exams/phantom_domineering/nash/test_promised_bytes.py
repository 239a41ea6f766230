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
    1: "ffd22ce744e8a38f04f9483a2573694cfdf20e6a40d02daba879af0610e21db6",
    17: "8ac2049b99bcfbed9b9ddaf28b6e511f06bc9d49b0d031c84881e7f0725345df",
    21: "92d93cef7480c9da1df8e1c0aae3674c5532346f8785af30200803f0707f6210",
    26475: "92c6403fe9f8c48a061ff50e26f2d4fbd54b404bf226710c6512196a9f284223",
    64006: "d4192ed08c11c64e146fb6d5519fc556ccbf940e19758c46e867461dd4bbef1b",
}


@pytest.mark.parametrize("u0", WRITTEN)
def test_a_key_is_written_as_ever(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, u0: int) -> None:
    monkeypatch.delenv("CORRIGE_LANG", raising=False)
    assert digest(run(capsys, "key", "nash", "--u0", u0, "--json").out) == WRITTEN[u0]


@pytest.mark.slow
@pytest.mark.parametrize("u0", [21, 26475])
def test_a_key_does_not_depend_on_the_processor(tmp_path: Path, u0: int) -> None:
    """OpenBLAS as on the oldest processor it knows; with matrix products of its own, other equilibria were found."""
    command = [sys.executable, "-c", PROGRAM, "key", "nash", "--u0", str(u0), "--json"]
    elsewhere = {**os.environ, "OPENBLAS_CORETYPE": "Prescott", "CORRIGE_CACHE": str(tmp_path)}
    told = subprocess.run(command, capture_output=True, text=True, check=True, env=elsewhere)
    assert digest(told.stdout) == WRITTEN[u0]


def digest(told: str) -> str:
    unmarked, count = re.subn(r'"fingerprint": "[0-9a-f]*"', '"fingerprint": ""', told)
    assert count == 1
    return sha256(unmarked.encode()).hexdigest()
