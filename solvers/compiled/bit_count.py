"""Number of set bits of a word, as the one machine instruction it is."""

from collections.abc import Callable, Sequence
from typing import cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic


def _ctpop(_context: object, _word: object) -> tuple[object, Callable[..., ir.Instruction]]:
    def generate(_: object, builder: ir.IRBuilder, __: object, arguments: Sequence[ir.Value]) -> ir.Instruction:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


bit_count = cast("Callable[[np.uint64], int]", intrinsic(_ctpop))
"""`bit_count(word)`: number of set bits of a uint64 `word`, as an int64.

Only callable from compiled code (`solvers.compiled.jit.jit`). LLVM's `llvm.ctpop.i64`.
"""
