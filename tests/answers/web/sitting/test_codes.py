from concurrent.futures import ThreadPoolExecutor

from answers.web.sitting.codes import (
    ATTEMPTS,
    ATTEMPTS_OF_ADDRESS,
    LETTERS,
    SECONDS,
    FailedAttempts,
    code_hash,
    code_key,
    new_code,
)


def test_a_code_has_the_same_hash_however_it_is_typed() -> None:
    code = new_code()
    assert set(code.replace("-", "")) <= set(LETTERS)
    assert len(code) == len("7KQM-2XDP")
    known = code_hash(code_key("secret"), "s01", code)
    assert known == code_hash(code_key("secret"), "s01", f" {code.lower().replace('-', ' ')} ")
    others = [code_hash(code_key("other"), "s01", code), code_hash(code_key("secret"), "s02", code)]
    assert len({known, *others, code_hash(code_key("secret"), "s01", new_code())}) == 4
    assert code_hash("k", "s01", "QQJJ-JQQQ") == code_hash("k", "s01", "0OIL1QQQ")  # what looks alike
    assert len({new_code() for _ in range(1000)}) == 1000


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def guessed(tries: FailedAttempts, address: str, student: str, times: int) -> int:
    """How many of so many wrong codes at once are let through."""
    return sum(tries.attempt(address, student) == 0 for _ in range(times))


def test_who_guesses_waits_and_nobody_else_and_the_right_code_forgives() -> None:
    clock = Clock()
    tries = FailedAttempts(clock)
    assert guessed(tries, "1.1.1.1", "s01", 100) == ATTEMPTS
    assert tries.attempt("1.1.1.1", "s01") == SECONDS
    assert tries.attempt("2.2.2.2", "s01") == 0  # the student, at another machine
    assert tries.attempt("1.1.1.1", "s02") == 0
    clock.now = SECONDS
    assert guessed(tries, "1.1.1.1", "s01", 100) == 1
    tries.forgive("1.1.1.1", "s01")
    assert guessed(tries, "1.1.1.1", "s01", 100) == ATTEMPTS


def test_an_address_that_guesses_at_many_is_slowed_but_for_first_tries() -> None:
    tries = FailedAttempts(Clock())
    for number in range(ATTEMPTS_OF_ADDRESS + 1):
        guessed(tries, "1.1.1.1", f"s{number}", 1)
    assert tries.attempt("1.1.1.1", "s00") == 0  # never tried there: an honest student behind the same address
    assert tries.attempt("1.1.1.1", "s5") > 0


def test_after_a_wrong_code_nobody_waits_for_what_others_at_the_address_did() -> None:
    clock = Clock()
    tries = FailedAttempts(clock)
    tries.attempt("1.1.1.1", "s01")
    for number in range(3000):
        tries.attempt("1.1.1.1", f"invented{number}")
    wait = tries.attempt("1.1.1.1", "s01")
    assert 0 < wait <= SECONDS
    clock.now += wait + 1
    assert tries.attempt("1.1.1.1", "s01") == 0


def test_attempts_at_the_same_time_all_count() -> None:
    tries = FailedAttempts(Clock())
    with ThreadPoolExecutor(20) as pool:
        waits = pool.map(lambda _: tries.attempt("1.1.1.1", "s01"), range(400))
    assert [*waits].count(0) == ATTEMPTS
