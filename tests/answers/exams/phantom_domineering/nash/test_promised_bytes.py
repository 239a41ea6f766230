"""`corrige key nash --json` is promised to the byte, but for the fingerprint: what version one wrote, by digests."""

import re
from hashlib import sha256

import pytest

from tests.answers.cli.running import run

WRITTEN = {
    0: "0b1d19fd83aedd6cb4aeb040cb77971b56448c097c8f9467790ebbca5287f304",
    1: "b22f8a4540cda159394ccdf09ae08b59d9350f97e5acac295f479ea07f3e1ef6",
    17: "b5057a01976ca2b303baf5acd148eabc0689ea147abe6e3052bf9d91d6dd7f6a",
    21: "dcad19c8456d352b3e89212380c3dbbbfd433c1a8a1362b265ee3923552eaee0",
    26475: "c14d5ac46dde5d2cae43f4d07f2df5c071cd35142914f527b837a945cbbd41d4",
    64006: "8fdf34904770f36fef33dfc82dcf233cc8f3e56c57ed8a3856dd477d1be407b6",
}


@pytest.mark.parametrize("u0", WRITTEN)
def test_a_key_is_written_as_ever(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, u0: int) -> None:
    monkeypatch.delenv("CORRIGE_LANG", raising=False)
    found = run(capsys, "key", "nash", "--u0", u0, "--json").out
    told, count = re.subn(r'"fingerprint": "[0-9a-f]*"', '"fingerprint": ""', found)
    assert count == 1
    assert sha256(told.encode()).hexdigest() == WRITTEN[u0]
