"""Position of the lowest set bit of a word, as the one machine instruction it is."""

from collections.abc import Callable, Sequence
from typing import cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic


def _cttz(_context: object, _word: object) -> tuple[object, Callable[..., ir.Instruction]]:
    def generate(_: object, builder: ir.IRBuilder, __: object, arguments: Sequence[ir.Value]) -> ir.Instruction:
        zero_is_undefined = ir.Constant(ir.IntType(1), 1)
        return builder.cttz(arguments[0], zero_is_undefined)

    return types.uint64(types.uint64), generate


trailing_zeros = cast("Callable[[np.uint64], np.uint64]", intrinsic(_cttz))
"""`trailing_zeros(word)`: index of the lowest set bit of a uint64 `word`, as a uint64.

Only callable from compiled code (`solvers.compiled.jit.jit`). The word must not be 0: the result is then undefined.
LLVM's `llvm.cttz.i64`.
"""
