"""Counts of the bits of a word, each as the one machine instruction it is.

Only callable from compiled code (`solvers.compiled.jit.jit`), with a uint64.
"""

from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

UNDEFINED_AT_ZERO = ir.Constant(ir.IntType(1), 1)


def _instruction(name: str, returned: types.Type, *arguments: ir.Constant) -> Any:  # Any: numba has no types
    def typed(_context: object, _word: object) -> tuple[object, Callable[..., ir.Instruction]]:
        def generate(_: object, builder: ir.IRBuilder, __: object, words: Sequence[ir.Value]) -> ir.Instruction:
            return getattr(builder, name)(words[0], *arguments)

        return returned(types.uint64), generate

    return intrinsic(typed)


bit_count = cast("Callable[[np.uint64], int]", _instruction("ctpop", types.int64))
"""`bit_count(word)`: number of set bits, as an int64. LLVM's `llvm.ctpop.i64`."""
trailing_zeros = cast("Callable[[np.uint64], np.uint64]", _instruction("cttz", types.uint64, UNDEFINED_AT_ZERO))
"""`trailing_zeros(word)`: index of the lowest set bit of a word that is not 0, as a uint64. LLVM's `llvm.cttz.i64`."""
