"""Name the array types that solvers and compiled code exchange."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
Integers = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Words = NDArray[np.uint64]

ExactIntegers = NDArray[Any]  # Any: numpy has no type for arrays of Python integers
"""An array of integers of a machine type, or of Python integers of any size (dtype object)."""
