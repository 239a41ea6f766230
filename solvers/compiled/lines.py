"""A line of an array, its items 8 k … 8 k + 7, handled in a few vector instructions; and memory asked for ahead.

Only callable from compiled code (`solvers.compiled.jit.jit`), with a contiguous array. Indices are uint64, unchecked.
"""

from collections.abc import Callable
from typing import Any, Final, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from solvers.compiled.arrays import Floats

LINE: Final = 8
BYTE, INDEX, LANE = ir.IntType(8), ir.IntType(64), ir.IntType(32)
FLOATS: Final = ir.VectorType(ir.DoubleType(), LINE)
INDICES: Final = ir.VectorType(INDEX, LINE)
PREFETCH: Final = ir.FunctionType(ir.VoidType(), [BYTE.as_pointer(), LANE, LANE, LANE])
TO_READ_SOON: Final = (LANE(0), LANE(3), LANE(1))

Generate = Callable[[ir.IRBuilder, ir.Value, list[ir.Value]], ir.Value | None]


def _at_item(generate: Generate) -> Callable[..., ir.Value]:
    def generated(context: Any, builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> ir.Value:
        array = context.make_array(signature.args[0])(context, builder, values[0])
        return generate(builder, array.data, values[1:]) or context.get_dummy_value()

    return generated


def _repeat(builder: ir.IRBuilder, value: ir.Value, kind: ir.VectorType) -> ir.Value:
    first = builder.insert_element(ir.Constant(kind, ir.Undefined), value, LANE(0))
    return builder.shuffle_vector(first, first, ir.Constant(ir.VectorType(LANE, LINE), [0] * LINE))


def _line(builder: ir.IRBuilder, data: ir.Value, start: ir.Value) -> ir.Value:
    return builder.bitcast(builder.gep(data, [start]), FLOATS.as_pointer())


def _count(builder: ir.IRBuilder, data: ir.Value, values: list[ir.Value]) -> ir.Value:
    start, most = values
    line = builder.load(_line(builder, data, start), align=8)
    small = builder.fcmp_ordered("<=", line, _repeat(builder, most, FLOATS))
    return builder.zext(builder.ctpop(builder.bitcast(small, ir.IntType(LINE))), INDEX)


def _raise(builder: ir.IRBuilder, data: ir.Value, values: list[ir.Value]) -> None:
    item, increase = values
    slot = builder.and_(item, INDEX(LINE - 1))
    address = _line(builder, data, builder.sub(item, slot))
    line = builder.load(address, align=8)
    after = builder.icmp_unsigned(">", INDICES(list(range(LINE))), _repeat(builder, slot, INDICES))
    raised = builder.fadd(line, _repeat(builder, increase, FLOATS))
    builder.store(builder.select(after, raised, line), address, align=8)


def _fetch(builder: ir.IRBuilder, data: ir.Value, values: list[ir.Value]) -> None:
    function = builder.module.declare_intrinsic("llvm.prefetch", [BYTE.as_pointer()], PREFETCH)
    builder.call(function, [builder.bitcast(builder.gep(data, values), BYTE.as_pointer()), *TO_READ_SOON])


def _on_line(returned: types.Type, generate: Generate) -> Any:  # Any: numba has no types
    def typed(_: object, array: types.Array, _item: object, _number: object) -> tuple[object, Callable[..., ir.Value]]:
        return returned(array, types.uint64, types.float64), _at_item(generate)

    return intrinsic(typed)


def _prefetch(_: object, array: types.Array, _item: object) -> tuple[object, Callable[..., ir.Value]]:
    return types.void(array, types.uint64), _at_item(_fetch)


count_at_most = cast("Callable[[Floats, np.uint64, float], np.uint64]", _on_line(types.uint64, _count))
"""`count_at_most(array, start, most)`: how many of the eight items from `start` on are at most `most`, as a uint64."""
raise_after = cast("Callable[[Floats, np.uint64, float], None]", _on_line(types.void, _raise))
"""`raise_after(array, item, increase)`: add `increase` to the items after `item` in its line."""
prefetch = cast("Callable[[NDArray[np.generic], np.uint64], None]", intrinsic(_prefetch))
"""`prefetch(array, item)`: bring the item, counted along the rows, into the fastest cache. LLVM's `llvm.prefetch`."""
