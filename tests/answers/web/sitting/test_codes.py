from pathlib import Path
from threading import Event, Thread

import pytest

from answers.errors import CorrigeError
from answers.web.sitting.codes import (
    AT_ONCE,
    EVERY,
    FILE,
    LETTERS,
    MAX_WAITING,
    MAX_WAITING_PER_ADDRESS,
    OF_ADDRESS,
    FailedAttempts,
    HashQueue,
    codes_bytes,
    hash_code,
    new_code,
    read_codes,
)


def test_a_code_is_kept_as_a_slow_hash_and_found_again(tmp_path: Path) -> None:
    code = new_code()
    assert set(code.replace("-", "")) <= set(LETTERS)
    assert len(code) == len("7KQM-2XDP")
    (tmp_path / FILE).write_bytes(codes_bytes({"s01": hash_code(code)}))
    assert code.replace("-", "").encode() not in (tmp_path / FILE).read_bytes().replace(b"-", b"")
    hashed_code = read_codes(tmp_path)["s01"]
    assert hashed_code.is_of(f" {code.lower().replace('-', ' ')} ")
    assert not hashed_code.is_of(new_code())


def test_what_looks_alike_is_no_other_code() -> None:
    assert hash_code("QQJJ-JQQQ").is_of("0OIL1QQQ")


def test_codes_are_not_drawn_twice() -> None:
    assert len({new_code() for _ in range(1000)}) == 1000


@pytest.mark.parametrize("content", [b"", b"[]", b'{"students": {"s01": 3}}', b'{"students": {"s01": {"salt": "x"}}}'])
def test_a_damaged_file_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(CorrigeError, match="damaged"):
        read_codes(tmp_path)


def test_without_a_file_there_are_no_codes(tmp_path: Path) -> None:
    assert read_codes(tmp_path) == {}


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def guessed(tries: FailedAttempts, address: str, student: str, times: int) -> int:
    """How many of so many wrong codes at once are let through."""
    let = 0
    for _ in range(times):
        if not tries.wait(address, student):
            let += 1
            tries.wrong(address, student)
    return let


def test_who_guesses_waits_and_nobody_else() -> None:
    clock = Clock()
    tries = FailedAttempts(clock)
    assert guessed(tries, "1.1.1.1", "s01", 100) == AT_ONCE
    assert tries.wait("1.1.1.1", "s01") == EVERY
    assert tries.wait("2.2.2.2", "s01") == 0  # the student, at another machine
    assert tries.wait("1.1.1.1", "s02") == 0
    clock.now = EVERY
    assert guessed(tries, "1.1.1.1", "s01", 100) == 1


def test_an_address_that_guesses_at_many_is_slowed_but_for_first_tries() -> None:
    tries = FailedAttempts(Clock())
    for number in range(OF_ADDRESS + 1):
        guessed(tries, "1.1.1.1", f"s{number}", 1)
    assert tries.wait("1.1.1.1", "s00") == 0  # never tried there: an honest student behind the same address
    assert tries.wait("1.1.1.1", "s5") > 0


def test_an_address_that_asks_for_much_at_once_is_sent_away_and_delays_nobody() -> None:
    turns, order, is_held, goes_on = HashQueue(), list[str](), Event(), Event()

    def hold() -> bool:
        is_held.set()
        return goes_on.wait()

    def ask(address: str) -> None:
        order.append(f"{address} {turns.turn(address, lambda: True)}")

    held = Thread(target=turns.turn, args=("1.1.1.1", hold))
    threads = [Thread(target=ask, args=(address,)) for address in ["1.1.1.1"] * MAX_WAITING + ["2.2.2.2"]]
    held.start()
    is_held.wait()
    for thread in threads:
        thread.start()
    while len(order) < MAX_WAITING - (MAX_WAITING_PER_ADDRESS - 1):  # what is sent away is so at once
        pass
    goes_on.set()
    for thread in (held, *threads):
        thread.join()
    assert order.count("1.1.1.1 None") == MAX_WAITING - (MAX_WAITING_PER_ADDRESS - 1)
    assert order.count("1.1.1.1 True") == MAX_WAITING_PER_ADDRESS - 1
    assert "2.2.2.2 True" in order[-MAX_WAITING_PER_ADDRESS:]
    assert turns.turn("1.1.1.1", lambda: False) is False
