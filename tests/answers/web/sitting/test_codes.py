from pathlib import Path

import pytest

from answers.errors import CorrigeError
from answers.web.sitting.codes import FILE, LETTERS, codes_bytes, drawn, hashed, read_codes


def test_a_code_is_kept_as_a_slow_hash_and_found_again(tmp_path: Path) -> None:
    code = drawn()
    assert set(code.replace("-", "")) <= set(LETTERS)
    assert len(code) == len("7KQM-2XDP")
    (tmp_path / FILE).write_bytes(codes_bytes({"s01": hashed(code)}))
    assert code.replace("-", "").encode() not in (tmp_path / FILE).read_bytes().replace(b"-", b"")
    kept = read_codes(tmp_path)["s01"]
    assert kept.is_of(f" {code.lower().replace('-', ' ')} ")
    assert not kept.is_of(drawn())


def test_what_looks_alike_is_no_other_code() -> None:
    assert hashed("QQJJ-JQQQ").is_of("0OIL1QQQ")


def test_codes_are_not_drawn_twice() -> None:
    assert len({drawn() for _ in range(1000)}) == 1000


@pytest.mark.parametrize("content", [b"", b"[]", b'{"students": {"s01": 3}}', b'{"students": {"s01": {"salt": "x"}}}'])
def test_a_damaged_file_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(CorrigeError, match="damaged"):
        read_codes(tmp_path)


def test_without_a_file_there_are_no_codes(tmp_path: Path) -> None:
    assert read_codes(tmp_path) == {}
