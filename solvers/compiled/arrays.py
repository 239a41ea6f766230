"""Names of the array types that solvers hand to each other and to compiled code."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
Integers = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Words = NDArray[np.uint64]

ExactIntegers = NDArray[Any]  # Any: numpy has no type for arrays of Python integers
"""Integers of a machine type, or Python integers when they may be of any size (dtype object)."""
