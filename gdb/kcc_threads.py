# Which thread of a grid is being debugged: functions for expressions, and commands.
import re

import gdb

# The places of CpuThread's members, in units of 4 bytes (include/kcc/abi/cpu_code.h).
THREAD_IDX, BLOCK_IDX, BLOCK_DIM, GRID_DIM, THREAD_RANK = 0, 3, 6, 9, 16
WORDS = "((unsigned *)kcc_cpu_thread)"


def words():
    """The running thread's data. Raises gdb.GdbError outside a kernel."""
    try:
        pointer = gdb.parse_and_eval(WORDS)
    except gdb.error as error:
        raise gdb.GdbError(f"kcc: the running thread cannot be read ({error}). Is the program running, and linked with "
                           "kcc's runtime?")
    if int(pointer) == 0:
        raise gdb.GdbError("kcc: this thread of the process runs no kernel; see `info threads`")
    return pointer


def triple(first):
    pointer = words()
    return tuple(int(pointer[first + i]) for i in range(3))


def rank(index, extent):
    return (index[2] * extent[1] + index[1]) * extent[0] + index[0]


class Triple(gdb.Function):
    """Returns an array of three numbers, x first. Only in a kernel, on the CPU device."""

    def __init__(self, name, first):
        super().__init__(name)
        self.first = first

    def invoke(self):
        pointer = words() + self.first
        return pointer.cast(pointer.type.target().array(2).pointer()).dereference()


class ThreadRank(gdb.Function):
    """$kcc_thread_rank(): the thread's rank in its block, x fastest."""

    def __init__(self):
        super().__init__("kcc_thread_rank")

    def invoke(self):
        return int(words()[THREAD_RANK])


class BlockRank(gdb.Function):
    """$kcc_block_rank(): the block's rank in the grid, x fastest."""

    def __init__(self):
        super().__init__("kcc_block_rank")

    def invoke(self):
        return rank(triple(BLOCK_IDX), triple(GRID_DIM))


class Info(gdb.Command):
    """info kcc: the thread that runs, its block, and the extents of both."""

    def __init__(self):
        super().__init__("info kcc", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        print(f"block {triple(BLOCK_IDX)} of a grid of {triple(GRID_DIM)}, "
              f"thread {triple(THREAD_IDX)} of a block of {triple(BLOCK_DIM)}")


class Prefix(gdb.Command):
    """Commands for kernels on the CPU device."""

    def __init__(self):
        super().__init__("kcc", gdb.COMMAND_RUNNING, gdb.COMPLETE_NONE, True)


class Break(gdb.Command):
    """kcc break LOCATION [BLOCK,THREAD]: a breakpoint for one thread of the grid.

    BLOCK and THREAD are ranks; without them it is the thread that runs now. Other threads that come by
    take some microseconds each: for large grids start with KCC_CPU_STOP."""

    def __init__(self):
        super().__init__("kcc break", gdb.COMMAND_BREAKPOINTS, gdb.COMPLETE_LOCATION)

    def invoke(self, argument, from_tty):
        match = re.fullmatch(r"(\S+)(?:\s+(\d+)\s*,\s*(\d+))?\s*", argument)
        if not match:
            raise gdb.GdbError("kcc break LOCATION [BLOCK,THREAD], such as: kcc break kernels.cpp:12 2,3")
        if match[2] is None:
            block, thread = rank(triple(BLOCK_IDX), triple(GRID_DIM)), int(words()[THREAD_RANK])
        else:
            block, thread = int(match[2]), int(match[3])
        point = gdb.Breakpoint(match[1])
        at = f"{WORDS}[{{}}]".format
        # An expression of gdb's own, which is several times as fast as a function in Python.
        point.condition = (f"{at(THREAD_RANK)} == {thread} && ({at(BLOCK_IDX + 2)} * (unsigned long){at(GRID_DIM + 1)} + "
                           f"{at(BLOCK_IDX + 1)}) * {at(GRID_DIM)} + {at(BLOCK_IDX)} == {block}")
        print(f"It stops for thread {thread} of block {block}")


def register():
    for name, first in (("thread_idx", THREAD_IDX), ("block_idx", BLOCK_IDX), ("block_dim", BLOCK_DIM),
                        ("grid_dim", GRID_DIM)):
        Triple("kcc_" + name, first)
    for kind in (ThreadRank, BlockRank, Info, Prefix, Break):
        kind()
