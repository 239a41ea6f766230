"""List the likely copying errors of a number."""

from itertools import combinations

DIGITS = "0123456789"


def miscopied(number: int, limit: int) -> tuple[int, ...]:
    """Return the numbers below `limit` that differ from `number` by one likely copying error, in ascending order.

    The errors are one digit changed, left out or added, or two digits exchanged.
    """
    digits = str(number)
    slips = {digits[:i] + digit + digits[i + 1 :] for i in range(len(digits)) for digit in DIGITS}
    slips |= {digits[:i] + digits[i + 1 :] for i in range(len(digits))}
    slips |= {digits[:i] + digit + digits[i:] for i in range(len(digits) + 1) for digit in DIGITS}
    for i, j in combinations(range(len(digits)), 2):
        slips.add(digits[:i] + digits[j] + digits[i + 1 : j] + digits[i] + digits[j + 1 :])
    return tuple(sorted({int(text) for text in slips if text and int(text) < limit} - {number}))
