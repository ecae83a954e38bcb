"""Generates random kernels of many threads together with their results.

Each statement is written both in C++ and in Python, where each thread of the grid is a generator function that yields at
barriers and warp operations. Running the Python version gives the results. The kernels are free of races and undefined
behaviour by construction:

* a thread writes its own slots of a tile, or those that a permutation of the ranks assigns to it, and reads other threads'
  slots only between two barriers;
* atomic operations commute, and their results are used only where the order makes no difference;
* arithmetic wraps in unsigned types, denominators are positive, shifts and indices are masked;
* floating-point arithmetic is on integers that the type represents exactly;
* a ballot determines the lanes of a warp operation.

A third of the kernels have barriers but no warp operations, so that the CPU device can split them at their barriers. Another
third have operations of whole warps too, so that it can run warps in the lanes of vectors. The others may do anything.

A seed gives the same program everywhere: only random.Random's integers are used.
"""

import random
import struct

BITS = {"u8": 8, "i8": 8, "u16": 16, "i16": 16, "u32": 32, "i32": 32, "u64": 64, "i64": 64}
TYPES = list(BITS)

PRELUDE = """#include <atomic>
#include <bit>
#include <kcc/atomic.h>
#include <kcc/barrier.h>
#include <kcc/device.h>
#include <kcc/warp.h>
#include <program.h>

using u8 = std::uint8_t;
using i8 = std::int8_t;
using u16 = std::uint16_t;
using i16 = std::int16_t;
using u32 = std::uint32_t;
using i32 = std::int32_t;
using u64 = std::uint64_t;
using i64 = std::int64_t;
using f32 = float;
using f64 = double;

/// The lane whose bit is the k-th of those that are set, counted around.
[[maybe_unused]] static u32 lane_of(u32 mask, u32 k) {
  for (k %= static_cast<u32>(std::popcount(mask)); k != 0; --k)
    mask &= mask - 1;
  return static_cast<u32>(std::countr_zero(mask));
}
"""

# Functions for the Python version.
RUNTIME = """
def wrap_i8(x): return ((x + 0x80) & 0xff) - 0x80
def wrap_i16(x): return ((x + 0x8000) & 0xffff) - 0x8000
def wrap_i32(x): return ((x + 0x80000000) & 0xffffffff) - 0x80000000
def wrap_i64(x): return ((x + 0x8000000000000000) & 0xffffffffffffffff) - 0x8000000000000000
def div(a, b): return a // b if a >= 0 else -(-a // b)
def mod(a, b): return a % b if a >= 0 else -(-a % b)
def rotl(x, k, n): return ((x << k) | (x >> (n - k))) & ((1 << n) - 1) if k else x
def ctz(x, n):
    x |= 1 << n
    return (x & -x).bit_length() - 1
def lane_of(mask, k):
    bits = [i for i in range(32) if mask >> i & 1]
    return bits[k % len(bits)]
"""


def wrap(text, type):
    """Python text that converts an integer to a number of the type."""
    if type[0] == "u":
        return f"(({text}) & {(1 << BITS[type]) - 1:#x})"
    return f"wrap_{type}({text})"


def wrap_value(value, type):
    value &= (1 << BITS[type]) - 1
    return value - (1 << BITS[type]) if type[0] == "i" and value >> (BITS[type] - 1) else value


def calculating(type):
    """The unsigned type in which arithmetic of the type wraps."""
    return "u64" if BITS[type] == 64 else "u32"


OPERATIONS = {
    "plus": ("std::plus<>{}", lambda a, b: a + b),
    "and": ("std::bit_and<>{}", lambda a, b: a & b),
    "or": ("std::bit_or<>{}", lambda a, b: a | b),
    "xor": ("std::bit_xor<>{}", lambda a, b: a ^ b),
    "min": ("kcc::minimum{}", min),
    "max": ("kcc::maximum{}", max),
}


class Scope:
    """What the statements of one function may use, as (C++, Python, type)."""

    def __init__(self):
        self.readable = []  # values
        self.variables = []  # values that may also be assigned
        self.uniform = []  # values that are the same in all threads of the block
        self.arrays = []  # local arrays: (name, length, type)
        self.tiles = []  # shared arrays with one slot per thread: (name, type)
        self.whole = True  # all 32 lanes of every warp are present
        self.mask = None  # text of the mask of the lanes that are here; None if all of the block's are
        self.can_leave_loop = False
        self.in_function = False  # not the kernel itself
        self.has_left = False  # threads of the block may have returned


class Program:
    def __init__(self, seed, plain=False, narrow=False):
        """A plain program does without warps, recursion and calls through pointers.
        A narrow one has blocks of at most 8 threads in a row, and no thread returns before others are done."""
        self.random = random.Random(f"parallel {seed}")
        r = self.random
        self.plain, self.narrow = plain, narrow
        self.waits = "at barriers" if plain else r.choice(["at barriers", "in whole warps", "anywhere"])
        self.threads = r.choice([32, 64, 64, 96, 128, 128, 160] + ([33, 48, 100, 7] if self.waits != "in whole warps" else []))
        if narrow:
            self.threads = r.choice([8, 8, 8, 7, 4, 1])
        self.blocks = r.choice([1, 1, 2, 3, 4])
        self.cooperative = r.randrange(10) == 0 and self.waits == "anywhere"
        self.next = 0
        self.globals_cpp, self.globals_py = [], []  # variables; in Python also the functions of one thread
        self.functions_cpp = []
        self.shared_py, self.block_py = [], []  # shared variables, and functions that wait: in Python within a block's
        self.lines_cpp, self.lines_py = [], []  # of the function being written
        self.depth_cpp, self.depth_py = 1, 2
        self.tables = []  # arrays of constants: (name, type)
        self.pure = []  # functions of one thread: (name, result's type, parameters' types)
        self.collective = []  # functions that wait: also whether they need whole warps
        self.atomics = []  # (name, type, length, copied to this word of memory, operation, is a std::atomic)
        self.kept = []  # variables that become results
        self.only_exchanged = set()  # tiles that threads only use to exchange values
        self.memory = 0  # words that the host gets in addition to the results
        self.dynamic = 0  # bytes of dynamic shared memory
        self.budget = r.choice([6, 10, 16, 24])
        self.word_count = 4

    # Writing

    def name(self, stem):
        self.next += 1
        return f"{stem}_{self.next}"

    def line(self, cpp=None, py=None):
        if cpp is not None:
            self.lines_cpp.append("  " * self.depth_cpp + cpp)
        if py is not None:
            self.lines_py.append("  " * self.depth_py + py)

    def open(self, cpp, py):
        self.line(cpp + " {", py + ":" if py else None)
        self.depth_cpp += 1
        if py:
            self.depth_py += 1
            self.line(None, "pass")
        return bool(py)

    def close(self, py=True, tail=""):
        self.depth_cpp -= 1
        self.line("}" + tail)
        if py:
            self.depth_py -= 1

    def one_in(self, n):
        return self.random.randrange(n) == 0

    # Expressions: (C++, Python), both of exactly this type.

    def constant(self, type):
        r = self.random
        kind = r.randrange(4)
        value = r.randrange(16) if kind else r.choice([-1, 1 << (BITS[type] - 1), (1 << (BITS[type] - 1)) - 1, r.getrandbits(64)])
        value = wrap_value(value, type)
        if value < 0:
            return f"{type}(-{-value}ll)" if value != -(1 << 63) else "i64(0x8000000000000000ull)", f"({value})"
        return f"{type}({value}{'ull' if value >= 1 << 31 else ''})", str(value)

    def convert(self, value, type):
        cpp, py, own = value
        if own == type:
            return cpp, py
        if own in BITS and type[0] == own[0] and BITS[own] <= BITS[type]:
            return f"{type}({cpp})", py
        return f"{type}({cpp})", wrap(py, type)

    def expression(self, scope, type, depth=3):
        r = self.random
        if depth <= 0 or self.one_in(6):
            return self.constant(type) if self.one_in(4) else self.convert(r.choice(scope.readable), type)
        kind = r.choice(["arithmetic"] * 4 + ["bits"] * 3 + ["shift", "shift", "divide", "compare", "compare", "cast", "cast", "unary",
                                                             "count", "rotate", "table", "array", "array", "call", "float", "small"])
        calc = calculating(type)
        if kind == "arithmetic":
            op = r.choice("+-*")
            a, b = self.expression(scope, type, depth - 1), self.expression(scope, type, depth - 1)
            return f"{type}({calc}({a[0]}) {op} {calc}({b[0]}))", wrap(f"{a[1]} {op} {b[1]}", type)
        if kind == "bits":
            op = r.choice("&|^")
            a, b = self.expression(scope, type, depth - 1), self.expression(scope, type, depth - 1)
            return f"{type}({a[0]} {op} {b[0]})", f"({a[1]} {op} {b[1]})"
        if kind == "shift":
            a = self.expression(scope, type, depth - 1)
            b = self.expression(scope, r.choice(["u32", "u8", "i32"]), depth - 2)
            if self.one_in(2):
                return f"{type}({calc}({a[0]}) << ({b[0]} & {BITS[type] - 1}))", wrap(f"{a[1]} << ({b[1]} & {BITS[type] - 1})", type)
            return f"{type}({a[0]} >> ({b[0]} & {BITS[type] - 1}))", f"({a[1]} >> ({b[1]} & {BITS[type] - 1}))"
        if kind == "divide":
            a, b = self.expression(scope, type, depth - 1), self.expression(scope, type, depth - 2)
            op, function, most = r.choice([("/", "div", 15), ("%", "mod", 15), ("/", "div", 127), ("%", "mod", 63)])
            if BITS[type] == 8:
                most = 15
            return f"{type}({a[0]} {op} {type}(({b[0]} & {most}) + 1))", f"{function}({a[1]}, (({b[1]} & {most}) + 1))"
        if kind == "compare":
            c = self.condition(scope, depth - 1)
            a, b = self.expression(scope, type, depth - 1), self.expression(scope, type, depth - 2)
            return f"({c[0]} ? {a[0]} : {b[0]})", f"({a[1]} if {c[1]} else {b[1]})"
        if kind == "cast":
            other = r.choice(TYPES)
            return self.convert((*self.expression(scope, other, depth - 1), other), type)
        if kind == "unary":
            a = self.expression(scope, type, depth - 1)
            if self.one_in(2):
                return f"{type}(-{calc}({a[0]}))", wrap(f"-{a[1]}", type)
            return f"{type}(~{a[0]})", wrap(f"~{a[1]}", type)
        if kind == "count":
            unsigned = r.choice(["u8", "u16", "u32", "u64"])
            a = self.expression(scope, unsigned, depth - 1)
            cpp, py = r.choice([("std::popcount", f"bin({a[1]}).count('1')"),
                                ("std::countl_zero", f"({BITS[unsigned]} - ({a[1]}).bit_length())"),
                                ("std::countr_zero", f"ctz({a[1]}, {BITS[unsigned]})")])
            return f"{type}({cpp}({a[0]}))", f"({py})"
        if kind == "rotate":
            unsigned = r.choice(["u8", "u16", "u32", "u64"])
            a, k = self.expression(scope, unsigned, depth - 1), r.randrange(BITS[unsigned])
            return self.convert((f"std::rotl({a[0]}, {k})", f"rotl({a[1]}, {k}, {BITS[unsigned]})", unsigned), type)
        if kind == "table":
            i = self.expression(scope, "u32", depth - 1)
            name, own = self.table()
            return self.convert((f"{name}[{i[0]} & 15]", f"{name}[{i[1]} & 15]", own), type)
        if kind == "array" and scope.arrays:
            name, length, own = r.choice(scope.arrays)
            i = self.expression(scope, "u32", depth - 1)
            return self.convert((f"{name}[{i[0]} & {length - 1}]", f"{name}[{i[1]} & {length - 1}]", own), type)
        if kind == "call" and self.pure and depth >= 2:
            name, result, parameters = r.choice(self.pure)
            arguments = [self.expression(scope, parameter, depth - 2) for parameter in parameters]
            return self.convert((f"{name}({', '.join(a for a, _ in arguments)})", f"{name}({', '.join(a for _, a in arguments)})", result),
                                type)
        if kind == "float":
            real = r.choice(["f32", "f64"])
            a, b, c = (self.expression(scope, "i32", depth - 1) for _ in range(3))
            cpp, py = r.choice([
                (f"{real}({a[0]} & 0xfff) * {real}({b[0]} & 0x3ff) + {real}({c[0]} & 0xffff)",
                 f"({a[1]} & 0xfff) * ({b[1]} & 0x3ff) + ({c[1]} & 0xffff)"),
                (f"{real}({a[0]} & 0xffff) - {real}({b[0]} & 0xffff) * {real}({c[0]} & 15)",
                 f"({a[1]} & 0xffff) - ({b[1]} & 0xffff) * ({c[1]} & 15)"),
                (f"{real}({a[0]} & 0xffff) * {real}(0.125)", f"({a[1]} & 0xffff) // 8"),
                (f"({real}({a[0]} & 0xfff) < {real}({b[0]} & 0xfff) ? {real}({a[0]} & 0xfff) : {real}({c[0]} & 0xff))",
                 f"(({a[1]} & 0xfff) if ({a[1]} & 0xfff) < ({b[1]} & 0xfff) else ({c[1]} & 0xff))"),
                (f"{real}({real}(({a[0]} & 0xff) * 6) / {real}(3))", f"({a[1]} & 0xff) * 2")])
            return self.convert((f"i32({cpp})", f"({py})", "i32"), type)
        if kind == "small" and BITS[type] >= 32 and type[0] == "i":
            # Signed arithmetic that can't overflow, which the optimizer assumes.
            a, b = self.expression(scope, type, depth - 1), self.expression(scope, type, depth - 1)
            op = r.choice("+-*")
            return f"(({a[0]} & 0x7fff) {op} ({b[0]} >> {BITS[type] - 15}))", f"(({a[1]} & 0x7fff) {op} ({b[1]} >> {BITS[type] - 15}))"
        return self.convert(r.choice(scope.readable), type)

    def condition(self, scope, depth=2):
        r = self.random
        type = r.choice(TYPES)
        a, b = self.expression(scope, type, depth), self.expression(scope, type, depth - 1)
        op = r.choice(["<", ">", "<=", ">=", "==", "!="])
        cpp, py = f"({a[0]} {op} {b[0]})", f"({a[1]} {op} {b[1]})"
        if self.one_in(3):
            bit = 1 << r.randrange(8)
            cpp, py = f"(({a[0]} & {bit}) != 0)", f"(({a[1]} & {bit}) != 0)"
        if ("rank", "rank", "u32") in scope.readable and self.one_in(6):
            k, n = r.choice([8, 16, 33, 40]), r.randrange(64)  # the limit is another in each warp
            cpp, py = f"(rank {op} rank / 32 * {k} + {n})", f"(rank {op} rank // 32 * {k} + {n})"
        if self.one_in(4) and depth > 0:
            c = self.condition(scope, depth - 1)
            if self.one_in(2):
                return f"({cpp} && {c[0]})", f"({py} and {c[1]})"
            return f"({cpp} || {c[0]})", f"({py} or {c[1]})"
        return cpp, py

    def uniform_condition(self, scope):
        narrow = Scope()
        narrow.readable = scope.uniform
        pure, self.pure = self.pure, []
        condition = self.condition(narrow, 1)
        self.pure = pure
        return condition

    def table(self):
        if not self.tables:
            for _ in range(3):
                type, name = self.random.choice(TYPES), self.name("table")
                values = [wrap_value(self.random.getrandbits(64), type) for _ in range(16)]
                kind = self.random.choice(["static const", "static constexpr", "[[kcc::constant]] static const", "static", "[[kcc::constant]]"])
                text = ", ".join(f"{type}({value & ((1 << BITS[type]) - 1):#x}ull)" for value in values)
                self.globals_cpp.append(f"{kind} {type} {name}[16] = {{{text}}};")
                self.globals_py.append(f"{name} = {values}")
                self.tables.append((name, type))
        return self.random.choice(self.tables)

    # Functions of one thread

    def pure_function(self):
        r = self.random
        saved = self.lines_cpp, self.lines_py, self.depth_cpp, self.depth_py
        self.lines_cpp, self.lines_py, self.depth_cpp, self.depth_py = [], [], 1, 1
        result, parameters = r.choice(TYPES), [r.choice(TYPES) for _ in range(r.randrange(1, 4))]
        name = self.name("function")
        scope = Scope()
        names = [self.name("a") for _ in parameters]
        scope.readable = [(n, n, t) for n, t in zip(names, parameters)]
        scope.variables = list(scope.readable)
        recursive = self.one_in(3) and not self.plain
        head = ", ".join(f"{t} {n}" for n, t in zip(names, parameters))
        attribute = r.choice(["", "", "[[gnu::noinline]] ", "inline "])
        if recursive:
            head_cpp, head_py = f"u32 depth, {head}", ", ".join(["depth", *names])
            self.line("if (depth == 0)", "if depth == 0:")
            e = self.expression(scope, result, 2)
            self.line(f"  return {e[0]};", f"  return {e[1]}")
            self.local_statements(scope, 1, 1)
            arguments = [self.expression(scope, t, 1) for t in parameters]
            before = self.name("b")
            self.line(f"const {result} {before} = {name}_at(depth - 1, {', '.join(a for a, _ in arguments)});",
                      f"{before} = {name}_at(depth - 1, {', '.join(a for _, a in arguments)})")
            scope.readable = scope.readable + [(before, before, result)]
        else:
            head_cpp, head_py = head, ", ".join(names)
            if self.one_in(2):
                c, e = self.condition(scope, 1), self.expression(scope, result, 1)
                self.line(f"if ({c[0]})", f"if {c[1]}:")
                self.line(f"  return {e[0]};", f"  return {e[1]}")
            self.local_statements(scope, r.randrange(1, 4), 1)
        e = self.expression(scope, result, 2)
        self.line(f"return {e[0]};", f"return {e[1]}")
        own = name + "_at" if recursive else name
        self.functions_cpp += [f"{attribute}static {result} {own}({head_cpp}) {{".replace("inline static", "static inline"), *self.lines_cpp, "}"]
        self.globals_py += [f"def {own}({head_py}):", *self.lines_py]
        if recursive:
            depth = r.randrange(1, 5)
            self.functions_cpp += [f"static {result} {name}({head}) {{ return {own}({depth}, {', '.join(names)}); }}"]
            self.globals_py += [f"def {name}({', '.join(names)}): return {own}({depth}, {', '.join(names)})"]
        self.lines_cpp, self.lines_py, self.depth_cpp, self.depth_py = saved
        self.pure.append((name, result, parameters))

    def virtual_classes(self):
        """A base class with two derived classes, or a table of function pointers."""
        r = self.random
        type = r.choice(TYPES)
        base = self.name("Base")
        self.functions_cpp += [f"struct {base} {{", f"  virtual {type} get({type} a) const {{ return a; }}", "};"]
        derived = []
        for _ in range(2):
            name = self.name("Derived")
            scope = Scope()
            scope.readable = [("a", "a", type), ("member", "member", type)]
            e = self.expression(scope, type, 2)
            self.functions_cpp += [f"struct {name} final : {base} {{", f"  {type} member;", f"  explicit {name}({type} m) : member(m) {{}}",
                                   f"  {type} get({type} a) const override {{ return {e[0]}; }}", "};"]
            self.globals_py += [f"def {name}_get(member, a): return {e[1]}"]
            derived.append(name)
        return base, derived, type

    # Statements of a single thread

    def local_statements(self, scope, count, depth):
        for _ in range(count):
            self.local_statement(scope, depth)

    def local_statement(self, scope, depth):
        r = self.random
        kinds = ["assign"] * 4 + ["store"] * 2 + ["new"]
        if depth > 0:
            kinds += ["if", "if", "loop", "loop", "switch", "while", "pointer"]
            if self.own_tiles(scope):
                kinds += ["tile", "take", "array"] if self.plain else ["tile", "take", "virtual", "functions", "array"]
        if scope.can_leave_loop:
            kinds += ["leave"]
        kind = r.choice(kinds)
        if kind == "leave":
            c = self.condition(scope, 1)
            word = r.choice(["break", "continue"])
            self.line(f"if ({c[0]})", f"if {c[1]}:")
            self.line(f"  {word};", f"  {word}")
        elif kind == "new":
            type, name = r.choice(TYPES), self.name("x")
            e = self.expression(scope, type)
            volatile = "volatile " if self.one_in(8) else ""
            self.line(f"{volatile}{type} {name} = {e[0]};", f"{name} = {e[1]}")
            scope.readable = scope.readable + [(name, name, type)]
            scope.variables = scope.variables + [(name, name, type)]
        elif kind == "array" or kind == "store" and not scope.arrays:
            type, name, length = r.choice(TYPES), self.name("array"), r.choice([2, 4, 8, 16])
            self.line(f"{type} {name}[{length}] = {{}};", f"{name} = [0] * {length}")
            scope.arrays = scope.arrays + [(name, length, type)]
        elif kind == "store":
            name, length, type = r.choice(scope.arrays)
            i, e = self.expression(scope, "u32", 1), self.expression(scope, type, 2)
            self.line(f"{name}[{i[0]} & {length - 1}] = {e[0]};", f"{name}[{i[1]} & {length - 1}] = {e[1]}")
        elif kind == "tile":
            name, type = r.choice(self.own_tiles(scope))
            e = self.expression(scope, type, 2)
            self.line(f"{name}[rank] = {e[0]};", f"{name}[rank] = {e[1]}")
        elif kind == "if":
            c = self.condition(scope)
            self.open(f"if ({c[0]})", f"if {c[1]}")
            self.local_block(scope, depth - 1)
            self.close()
            if self.one_in(2):
                self.open("else", "else")
                self.local_block(scope, depth - 1)
                self.close()
        elif kind == "loop":
            i, n = self.name("i"), self.name("n")
            e = self.expression(scope, "u32", 1)
            self.open(f"for (u32 {i} = 0, {n} = {e[0]} & 3; {i} < {n}; ++{i})", f"for {i} in range({e[1]} & 3)")
            self.local_block(scope, depth - 1, leave=True, more=[(i, i, "u32")])
            self.close()
        elif kind == "while":
            i = self.name("i")
            e = self.expression(scope, "i32", 1)
            self.line(f"i32 {i} = {e[0]} & 7;", f"{i} = {e[1]} & 7")
            self.open(f"while (({i} -= 2) > 0)" if self.one_in(2) else f"while (({i} = {i} - 2) > 0)", "while True")
            self.line(None, f"{i} -= 2")
            self.line(None, f"if not {i} > 0: break")
            self.local_block(scope, depth - 1, leave=True, more=[(i, i, "i32")])
            self.close()
        elif kind == "switch":
            self.switch(scope, depth)
        elif kind == "pointer":
            self.pointer(scope)
        elif kind == "take":
            self.take(scope)
        elif kind == "virtual":
            base, derived, type = self.virtual_classes()
            a, b, x = (self.expression(scope, type, 1) for _ in range(3))
            c = self.condition(scope, 1)
            one, two, p, v = (self.name(s) for s in ("one", "two", "base", "x"))
            self.line(f"const {derived[0]} {one}{{{a[0]}}};", f"{one} = {a[1]}")
            self.line(f"const {derived[1]} {two}{{{b[0]}}};", f"{two} = {b[1]}")
            self.line(f"const {base} *{p} = {c[0]} ? static_cast<const {base} *>(&{one}) : &{two};")
            self.line(f"const {type} {v} = {p}->get({x[0]});",
                      f"{v} = {derived[0]}_get({one}, {x[1]}) if {c[1]} else {derived[1]}_get({two}, {x[1]})")
            scope.readable = scope.readable + [(v, v, type)]
        elif kind == "functions" and self.pure:
            _, result, parameters = r.choice(self.pure)
            alike = [f[0] for f in self.pure if f[1:] == (result, parameters)]
            chosen = [r.choice(alike) for _ in range(2)]
            i, table, v = self.expression(scope, "u32", 1), self.name("functions"), self.name("x")
            arguments = [self.expression(scope, t, 1) for t in parameters]
            self.line(f"{result} (*const {table}[2])({', '.join(parameters)}) = {{{', '.join(chosen)}}};")
            self.line(f"const {result} {v} = {table}[{i[0]} & 1]({', '.join(a for a, _ in arguments)});",
                      f"{v} = ({chosen[0]}, {chosen[1]})[{i[1]} & 1]({', '.join(a for _, a in arguments)})")
            scope.readable = scope.readable + [(v, v, result)]
        else:
            cpp, py, type = r.choice(scope.variables)
            e = self.expression(scope, type)
            self.line(f"{cpp} = {e[0]};", f"{py} = {e[1]}")

    def local_block(self, scope, depth, leave=False, more=()):
        """Statements whose new variables go out of scope after them."""
        saved = scope.readable, scope.variables, scope.arrays, scope.can_leave_loop
        scope.readable = scope.readable + list(more)
        scope.can_leave_loop = leave or scope.can_leave_loop and leave is not None
        self.local_statements(scope, self.random.randrange(1, 4), depth)
        scope.readable, scope.variables, scope.arrays, scope.can_leave_loop = saved

    def switch(self, scope, depth):
        """In Python a loop with one iteration and an `if` for each case; falling through sets the value to the next case's."""
        r = self.random
        s, e = self.name("s"), self.expression(scope, "u32", 2)
        cases = sorted(r.sample(range(8), r.randrange(2, 5)))
        default = self.one_in(2)
        self.line(None, f"{s} = {e[1]} & 7")
        if default:
            self.line(None, f"if {s} not in {cases}: {s} = 8")
        self.open(f"switch ({e[0]} & 7)", "while True")
        chain = cases + ([8] if default else [])
        for number, case in enumerate(chain):
            self.line("default: {" if case == 8 else f"case {case}: {{", f"if {s} == {case}:")
            self.depth_cpp += 1
            self.depth_py += 1
            self.line(None, "pass")
            self.local_block(scope, depth - 1, leave=None)
            if number + 1 == len(chain) or not self.one_in(4):
                self.line("break;", "break")
            else:
                self.line(None, f"{s} = {chain[number + 1]}")
            self.depth_py -= 1
            self.close(False)
        self.line(None, "break")
        self.close()

    def own_tiles(self, scope):
        """The tiles in which each thread may use the slot of its rank at any time."""
        return [tile for tile in scope.tiles if tile[0] not in self.only_exchanged]

    def places(self, scope, type):
        """Pointers to the thread's own numbers, as (C++, Python list, Python index)."""
        r = self.random
        found = []
        for name, length, own in scope.arrays:
            if own == type:
                k = r.randrange(length)
                found.append((f"&{name}[{k}]", name, str(k)))
        for name, own in self.own_tiles(scope):
            if own == type:
                found.append((f"&{name}[rank]", name, "rank"))
        return found

    def pointer(self, scope):
        """A pointer to one of two locations, which may be in different memories."""
        r = self.random
        type = r.choice([own for _, _, own in scope.arrays] + [own for _, own in self.own_tiles(scope)] or ["u32"])
        found = self.places(scope, type)
        if not found:
            return
        a, b = r.choice(found), r.choice(found)
        c, e = self.condition(scope, 1), self.expression(scope, type, 2)
        p, v = self.name("pointer"), self.name("x")
        self.line(f"{type} *{p} = {c[0]} ? {a[0]} : {b[0]};", f"{p} = ({a[1]}, {a[2]}) if {c[1]} else ({b[1]}, {b[2]})")
        self.line(f"const {type} {v} = *{p};", f"{v} = {p}[0][{p}[1]]")
        scope.readable = scope.readable + [(v, v, type)]
        if self.one_in(2):
            self.line(f"*{p} = {e[0]};", f"{p}[0][{p}[1]] = {e[1]}")
        if {a[1], b[1]} <= {array[0] for array in scope.arrays}:
            target = (f"(*{p})", f"{p}[0][{p}[1]]", type)
            scope.readable = scope.readable + [target]
            scope.variables = scope.variables + [target]

    def take(self, scope):
        """A function that takes a struct with pointers by value and writes to it."""
        r = self.random
        found = self.places(scope, "u32")
        if not found:
            return
        struct, function, v = self.name("Struct"), self.name("take"), self.name("x")
        extra = r.choice(TYPES)
        self.functions_cpp += [f"struct {struct} {{", f"  {extra} before;", "  u32 *places[2];", "  u64 after;", "};",
                               r.choice(["[[gnu::noinline]] ", "", "[[gnu::noinline]] "]) +
                               f"static u32 {function}({struct} s, u32 *place, u32 i) {{", "  s.places[i & 1] = place;",
                               "  s.after += *s.places[i >> 1 & 1];", "  *s.places[i >> 2 & 1] += u32(s.before);",
                               "  return u32(s.after) ^ *s.places[0] ^ (*s.places[1] << 1);", "}"]
        self.globals_py += [f"def {function}(before, places, after, place, i):", "  places[i & 1] = place",
                            "  p = places[i >> 1 & 1]", "  after += p[0][p[1]]", "  p = places[i >> 2 & 1]",
                            "  p[0][p[1]] = (p[0][p[1]] + before) & 0xffffffff", "  p, q = places",
                            "  return (after & 0xffffffff) ^ p[0][p[1]] ^ ((q[0][q[1]] << 1) & 0xffffffff)"]
        a, b, c = (r.choice(found) for _ in range(3))
        before, after, i = self.expression(scope, extra, 1), self.expression(scope, "u64", 1), self.expression(scope, "u32", 1)
        self.line(f"const u32 {v} = {function}({struct}{{{before[0]}, {{{a[0]}, {b[0]}}}, {after[0]}}}, {c[0]}, {i[0]});",
                  f"{v} = {function}({before[1]}, [({a[1]}, {a[2]}), ({b[1]}, {b[2]})], {after[1]}, ({c[1]}, {c[2]}), {i[1]})")
        scope.readable = scope.readable + [(v, v, "u32")]

    # Statements of all threads of a block. All threads that have not returned execute them.

    def barrier(self, scope, kind=None):
        """A barrier, sometimes a voting one: its result is the same in all threads."""
        kind = kind or self.random.choice(["", "", "", "count", "and", "or"])
        if not kind:
            self.line("kcc::sync_threads();", "yield ('sync', True)")
            return
        c, v = self.condition(scope, 1), self.name("u")
        cpp = f"u32(kcc::sync_threads_{kind}({c[0]}))"
        self.line(f"const u32 {v} = {cpp};", f"{v} = int((yield ('sync', {c[1]}))['{kind}'])")
        scope.readable = scope.readable + [(v, v, "u32")]
        scope.uniform = scope.uniform + [(v, v, "u32")]

    def permutation(self):
        """The rank of another thread, a different one for each thread."""
        r, n = self.random, self.threads
        kinds = ["rank", f"({n - 1} - rank)", f"((rank + {r.randrange(n)}) % {n})"]
        if n & (n - 1) == 0:
            kinds += [f"(rank ^ {r.randrange(n)})", f"((rank * {r.randrange(n) | 1} + {r.randrange(n)}) & {n - 1})"]
        return r.choice(kinds)

    def write_permuted(self, scope, tile, value):
        """Every thread writes a slot of a tile that may have belonged to another thread."""
        place = self.permutation()
        if tile not in self.only_exchanged and place != "rank":
            self.barrier(scope)
        self.line(f"{tile}[{place}] = {value[0]};", f"{tile}[{place}] = {value[1]}")

    def exchange(self, scope):
        r = self.random
        name, type = r.choice(scope.tiles)
        e, i, v = self.expression(scope, type), self.expression(scope, "u32", 2), self.name("x")
        self.write_permuted(scope, name, e)
        self.barrier(scope)
        self.line(f"const {type} {v} = {name}[{i[0]} % {self.threads}];", f"{v} = {name}[{i[1]} % {self.threads}]")
        self.barrier(scope)
        scope.readable = scope.readable + [(v, v, type)]

    def uniform_loop(self, scope, depth):
        i = self.name("i")
        n = self.random.randrange(1, 4)
        more = self.random.choice(scope.uniform)
        self.open(f"for (u32 {i} = 0; {i} < u32({more[0]} & 1) + {n}; ++{i})", f"for {i} in range(({more[1]} & 1) + {n})")
        saved = self.save(scope)
        scope.readable = scope.readable + [(i, i, "u32")]
        scope.uniform = scope.uniform + [(i, i, "u32")]
        self.uniform_statements(scope, self.random.randrange(1, 3), depth - 1)
        if self.one_in(2):
            c = self.uniform_condition(scope)
            word = self.random.choice(["break", "continue"])
            self.line(f"if ({c[0]})", f"if {c[1]}:")
            self.line(f"  {word};", f"  {word}")
            self.uniform_statements(scope, 1, depth - 1)
        self.restore(scope, saved)
        self.close()

    def strided_loop(self, scope):
        """A loop over numbers that the threads of the grid take in turn, perhaps of only some threads. Its body waits for nobody."""
        r = self.random
        saved = self.save(scope)
        guarded = self.one_in(2)
        if guarded:
            c = self.condition(scope)
            self.open(f"if ({c[0]})", f"if {c[1]}")
            if self.one_in(2):
                self.local_statements(scope, r.randrange(1, 3), 1)
        i, n, type = self.name("i"), self.name("n"), r.choice(["u32", "u32", "i32", "u64", "i64"])
        e = r.choice(scope.uniform) if self.one_in(2) else self.expression(scope, "u32", 1)
        most = r.choice([3, 63, 255, 1023])
        self.line(f"const {type} {n} = u32({e[0]}) & {most};", f"{n} = ({e[1]}) & {most}")
        begin = r.choice([-40, 5]) if type.startswith("i") and self.one_in(2) else 0
        blocks, index = "kcc::grid_dim().x * kcc::grid_dim().y * kcc::grid_dim().z", f"{type}(block * {self.threads} + rank)"
        head = f"for {i} in range({begin} + block * {self.threads} + rank, {n}, {self.threads * self.blocks})"
        tiles = begin == 0 and self.one_in(4)
        if tiles:
            tile = self.name("tile")
            self.line(f"for ({type} {tile} = {type}(block); {tile} * {self.threads} < {n}; {tile} += {blocks})")
            self.open(f"if (const {type} {i} = {tile} * {self.threads} + {type}(rank); {i} < {n})", head)
        else:
            first = f"{index} + {begin}" if begin else index
            step = r.choice([f"{type}({blocks} * {self.threads})", f"{type}(kcc::grid_size())"])
            self.open(f"for ({type} {i} = {first}; {i} < {n}; {i} += {step})", head)
        self.local_block(scope, r.choice([0, 0, 1]), leave=self.one_in(4) or None, more=[(i, i, type)])
        self.close()
        if guarded:
            if self.one_in(3):
                self.local_statements(scope, 1, 0)
            self.close()
        self.restore(scope, saved)

    def save(self, scope):
        return scope.readable, scope.variables, scope.arrays, scope.uniform, scope.whole, scope.mask

    def restore(self, scope, saved):
        scope.readable, scope.variables, scope.arrays, scope.uniform, scope.whole, scope.mask = saved

    def uniform_if(self, scope, depth):
        c = self.uniform_condition(scope)
        self.open(f"if ({c[0]})", f"if {c[1]}")
        for branch in range(2):
            saved = self.save(scope)
            self.uniform_statements(scope, self.random.randrange(1, 3), depth - 1)
            self.restore(scope, saved)
            self.close()
            if branch == 1 or self.one_in(2):
                break
            self.open("else", "else")

    def uniform_switch(self, scope, depth):
        s = self.random.choice(scope.uniform)
        self.line(None, f"s_ = {s[1]} & 3")
        self.open(f"switch ({s[0]} & 3)", None)
        for number, case in enumerate(sorted(self.random.sample(range(4), 2))):
            self.line(f"case {case}: {{", f"{'el' if number else ''}if s_ == {case}:")
            self.depth_cpp += 1
            self.depth_py += 1
            self.line(None, "pass")
            saved = self.save(scope)
            self.uniform_statements(scope, 1, depth - 1)
            self.restore(scope, saved)
            self.line("break;")
            self.depth_py -= 1
            self.close(False)
        self.close(False)

    def warp_mask(self, scope):
        """The mask argument for the lanes that are here."""
        if scope.mask:
            return scope.mask, scope.mask
        if scope.whole and (self.waits == "in whole warps" or self.one_in(2)):
            return "kcc::warp::all_lanes", "0xffffffff"
        name = self.name("mask")
        self.line(f"const u32 {name} = kcc::warp::ballot(true);", f"{name} = (yield ('ballot', 0xffffffff, True))")
        return name, name

    def warp_statement(self, scope):
        r = self.random
        type = r.choice(TYPES)
        v = self.name("w")
        mask = self.warp_mask(scope)
        e = self.expression(scope, type, 2)
        kinds = ["lane", "lane", "broadcast", "reduce", "reduce", "inclusive", "exclusive", "ballot", "votes", "match", "elect"]
        kinds += ["sync"] if self.own_tiles(scope) else []
        if scope.whole and not scope.mask:
            kinds += ["shuffle", "up", "down", "xor", "shuffle", "up", "down", "xor"]
        kind = r.choice(kinds)
        result = type
        if kind in ("lane", "broadcast"):
            k = self.expression(scope, "u32", 1) if kind == "lane" else (str(r.randrange(32)),) * 2
            if kind == "lane":
                cpp = f"kcc::warp::shuffle({e[0]}, lane_of({mask[0]}, {k[0]}), 32, {mask[0]})"
            else:
                cpp = f"kcc::warp::broadcast({e[0]}, lane_of({mask[0]}, {k[0]}), {mask[0]})"
            py = f"(yield ('shuffle', {mask[1]}, {e[1]}, lane_of({mask[1]}, {k[1]})))"
        elif kind in ("shuffle", "up", "down", "xor"):
            width = r.choice([32, 32, 32, 16, 8, 4, 2])
            k = self.expression(scope, "u32", 1) if kind == "shuffle" else (str(r.randrange(32)),) * 2
            function = "shuffle" if kind == "shuffle" else "shuffle_" + kind
            cpp = f"kcc::warp::{function}({e[0]}, {k[0]} & 31, {width})"
            source = {
                "shuffle": f"(lane & {-width & 31}) | (({k[1]}) & {width - 1})",
                "up": f"(lane - {k[1]} if (lane & {width - 1}) >= {k[1]} else lane)",
                "down": f"(lane + {k[1]} if (lane & {width - 1}) + {k[1]} < {width} else lane)",
                "xor": f"((lane ^ {k[1]}) if ((lane ^ {k[1]}) & {-width & 31}) <= (lane & {-width & 31}) else lane)",
            }[kind]
            py = f"(yield ('shuffle', 0xffffffff, {e[1]}, {source}))"
        elif kind in ("reduce", "inclusive", "exclusive"):
            operation = r.choice(list(OPERATIONS))
            cpp = OPERATIONS[operation][0]
            if kind == "reduce":
                cpp = f"kcc::warp::reduce({e[0]}, {cpp}, {mask[0]})"
            elif kind == "inclusive":
                cpp = f"kcc::warp::inclusive_scan({e[0]}, {cpp}, {mask[0]})"
            else:
                    cpp = f"kcc::warp::exclusive_scan({e[0]}, {type}(5), {cpp}, {mask[0]})"
            py = f"(yield ('{kind}', {mask[1]}, {e[1]}, '{operation}', '{type}'))"
        elif kind in ("ballot", "votes"):
            c = self.condition(scope, 1)
            function = "ballot" if kind == "ballot" else r.choice(["any", "all", "uniform"])
            result = "u32"
            cpp = f"u32(kcc::warp::{function}({c[0]}, {mask[0]}))"
            py = f"(yield ('{function}', {mask[1]}, {c[1]}))"
        elif kind == "match":
            function = r.choice(["match_any", "match_all"])
            result = "u32"
            bits = r.choice([1, 3, 255])
            cpp = f"u32(kcc::warp::{function}({type}({e[0]} & {bits}), {mask[0]}))"
            py = f"(yield ('{function}', {mask[1]}, {e[1]} & {bits}))"
        elif kind == "elect":
            result = "u32"
            cpp, py = f"u32(kcc::warp::elect({mask[0]}))", f"int(lane_of((yield ('ballot', {mask[1]}, True)), 0) == lane)"
        else:
            # Through shared memory within the warp.
            name, own = r.choice(self.own_tiles(scope))
            e = self.expression(scope, own, 2)
            self.line(f"{name}[rank] = {e[0]};", f"{name}[rank] = {e[1]}")
            self.line(f"kcc::sync_warp({mask[0]});", f"yield ('ballot', {mask[1]}, True)")
            k = self.expression(scope, "u32", 1)
            self.line(f"const {own} {v} = {name}[rank - lane + lane_of({mask[0]}, {k[0]})];",
                      f"{v} = {name}[rank - lane + lane_of({mask[1]}, {k[1]})]")
            self.line(f"kcc::sync_warp({mask[0]});", f"yield ('ballot', {mask[1]}, True)")
            scope.readable = scope.readable + [(v, v, own)]
            return
        self.line(f"const {result} {v} = {cpp};", f"{v} = {py}")
        scope.readable = scope.readable + [(v, v, result)]

    def warp_branch(self, scope, depth):
        """Lanes that take different branches, each with operations among the lanes that take it."""
        c = self.condition(scope, 2)
        mask = self.warp_mask(scope)
        taken, b = self.name("mask"), self.name("bool")
        self.line(f"const bool {b} = {c[0]};", f"{b} = {c[1]}")
        self.line(f"const u32 {taken} = kcc::warp::ballot({b}, {mask[0]});", f"{taken} = (yield ('ballot', {mask[1]}, {b}))")
        other = self.name("mask")
        self.line(f"const u32 {other} = kcc::warp::ballot(!{b}, {mask[0]});", f"{other} = (yield ('ballot', {mask[1]}, not {b}))")
        self.open(f"if ({b})", f"if {b}")
        for branch in range(2):
            saved = self.save(scope)
            scope.mask = other if branch else taken
            self.warp_statements(scope, self.random.randrange(1, 4), depth - 1)
            self.restore(scope, saved)
            self.close()
            if branch == 1 or self.one_in(3):
                break
            self.open("else", "else")

    def warp_loop(self, scope, depth):
        """A loop that lanes leave one after another."""
        mask = self.warp_mask(scope)
        left, now = self.name("left"), self.name("mask")
        e = self.expression(scope, "u32", 2)
        self.line(f"u32 {left} = {e[0]} & 3, {now} = {mask[0]};", f"{left}, {now} = {e[1]} & 3, {mask[1]}")
        self.open("while (true)", "while True")
        self.line(f"{now} = kcc::warp::ballot({left} != 0, {now});", f"{now} = (yield ('ballot', {now}, {left} != 0))")
        self.line(f"if ({left} == 0)", f"if {left} == 0:")
        self.line("  break;", "  break")
        saved = self.save(scope)
        scope.mask = now
        self.line(f"--{left};", f"{left} -= 1")
        self.warp_statements(scope, self.random.randrange(1, 3), depth - 1)
        self.restore(scope, saved)
        self.close()

    def warp_condition(self, scope):
        """A condition that is the same in all lanes that are here."""
        r = self.random
        if scope.whole and not scope.mask and self.one_in(2):
            op, k = r.choice(["<", ">=", "==", "!="]), r.randrange(4)
            if self.one_in(2):
                warp = r.choice(["rank / 32", "kcc::warp_id()", "i32(rank) / 32", "(rank >> 5 & 3)", "(rank & ~31u) / 32"])
                return f"({warp} {op} {k})", f"(rank // 32{' % 4' if '& 3' in warp else ''} {op} {k})"
            return f"(rank {'<' if op == '<' else '>='} {32 * k + 32})", f"(rank {'<' if op == '<' else '>='} {32 * k + 32})"
        mask, c = self.warp_mask(scope), self.condition(scope, 1)
        function = r.choice(["any", "all"])
        return f"kcc::warp::{function}({c[0]}, {mask[0]})", f"(yield ('{function}', {mask[1]}, {c[1]}))"

    def warp_if(self, scope, depth):
        """A branch that the lanes take together."""
        c = self.warp_condition(scope)
        self.open(f"if ({c[0]})", f"if {c[1]}")
        for branch in range(2):
            saved = self.save(scope)
            self.warp_statements(scope, self.random.randrange(1, 4), depth - 1)
            self.restore(scope, saved)
            self.close()
            if branch == 1 or self.one_in(2):
                break
            self.open("else", "else")

    def warp_while(self, scope, depth):
        """A loop that the lanes leave together."""
        mask, left = self.warp_mask(scope), self.name("left")
        e = self.expression(scope, "u32", 2)
        self.line(f"u32 {left} = {e[0]} & 3;", f"{left} = {e[1]} & 3")
        self.open(f"while (kcc::warp::any({left} != 0, {mask[0]}))", f"while (yield ('any', {mask[1]}, {left} != 0))")
        saved = self.save(scope)
        self.line(f"{left} = {left} == 0 ? 0 : {left} - 1;", f"{left} = max({left} - 1, 0)")
        self.warp_statements(scope, self.random.randrange(1, 3), depth - 1)
        self.restore(scope, saved)
        self.close()

    def warp_statements(self, scope, count, depth):
        for _ in range(count):
            kind = self.random.randrange(10)
            if kind < 4 and depth > 0:
                [self.warp_if, self.warp_while, self.warp_branch, self.warp_loop][kind % (2 if self.waits == "in whole warps" else 4)](scope, depth)
            elif kind < 7:
                self.warp_statement(scope)
            elif kind == 7:
                self.global_atomic(scope)
            else:
                self.local_statement(scope, 1)

    def global_array(self, type, length, values):
        """A variable in device memory, declared in one of several ways: (name, whether it is a std::atomic)."""
        name = self.name("global")
        kind = self.random.choice(["static", "unnamed", "atomic", "plain", "inline"])
        if kind == "atomic" and type in BITS:
            text = f"static std::atomic<{type}> {name}[{length}] = {{{', '.join(values)}}};"
        elif kind == "unnamed":
            text = f"namespace {{ {type} {name}[{length}] = {{{', '.join(values)}}}; }}"
        else:
            kind = kind if kind in ("static", "inline") else ""
            text = f"{kind} {type} {name}[{length}] = {{{', '.join(values)}}};"
        self.globals_cpp.append(text)
        return name, "std::atomic" in text

    def global_atomic(self, scope):
        """A commutative operation on a variable that all blocks share."""
        r = self.random
        if len(self.atomics) < 6 and (not self.atomics or self.one_in(2)):
            operation = r.choice(["add", "add", "sub", "xor", "or", "and", "min", "max", "multiply", "inc", "dec", "float"])
            type = r.choice(TYPES)
            if operation in ("inc", "dec"):
                type = r.choice(["u32", "u64"])
            if operation == "float":
                type = r.choice(["f32", "f64"])
            length = r.choice([1, 2, 4])
            if type in BITS:
                values = [wrap_value(r.getrandbits(64), type) for _ in range(length)]
                text = [f"{type}({value & ((1 << BITS[type]) - 1):#x}ull)" for value in values]
                if operation in ("inc", "dec"):
                    values, text = [0] * length, ["0"] * length
            else:
                values, text = [3] * length, ["3"] * length
            name, is_atomic = self.global_array(type, length, text)
            self.globals_py.append(f"{name} = {values}")
            words = 2 if type in ("u64", "i64", "f64") else 1
            self.atomics.append((name, type, length, self.memory, operation, is_atomic))
            self.memory += words * length
        name, type, length, _, operation, is_atomic = r.choice(self.atomics)
        i = self.expression(scope, "u32", 1)
        order = r.choice(["relaxed", "acq_rel", "seq_cst", "release", "acquire"])
        place_cpp, place_py = f"{name}[{i[0]} & {length - 1}]", f"{name}[i_]"
        reach = r.choice(["", "", ", kcc::scope::device"])
        reference = place_cpp if is_atomic else f"kcc::atomic_ref<{type}{reach}>({place_cpp})"
        if not is_atomic and self.one_in(4) and type in BITS:
            reference = f"std::atomic_ref<{type}>({place_cpp})"
        self.line(None, f"i_ = {i[1]} & {length - 1}")
        order = f"std::memory_order_{order}"
        if operation == "float":
            e = self.expression(scope, "u8", 2)
            self.line(f"{reference.replace('std::atomic_ref', 'kcc::atomic_ref')}.fetch_add({type}({e[0]} & 31), {order});",
                      f"{place_py} += {e[1]} & 31")
            return
        e = self.expression(scope, type, 2)
        if operation in ("min", "max", "inc", "dec"):
            if is_atomic:
                reference = f"kcc::atomic_ref<{type}>(reinterpret_cast<{type} &>({place_cpp}))"
            reference = reference.replace("std::atomic_ref", "kcc::atomic_ref")
        if operation in ("add", "sub"):
            self.line(f"{reference}.fetch_{operation}({e[0]}, {order});",
                      f"{place_py} = {wrap(place_py + (' + ' if operation == 'add' else ' - ') + e[1], type)}")
        elif operation in ("and", "or", "xor"):
            self.line(f"{reference}.fetch_{operation}({e[0]}, {order});", f"{place_py} {dict(OPERATORS)[operation]}= {e[1]}")
        elif operation in ("min", "max"):
            self.line(f"{reference}.fetch_{operation}({e[0]}, {order});", f"{place_py} = {operation}({place_py}, {e[1]})")
        elif operation == "inc":
            self.line(f"{reference}.fetch_inc_wrap(12, {order});", f"{place_py} = 0 if {place_py} >= 12 else {place_py} + 1")
        elif operation == "dec":
            self.line(f"{reference}.fetch_dec_wrap(12, {order});",
                      f"{place_py} = 12 if {place_py} == 0 or {place_py} > 12 else {place_py} - 1")
        else:
            old = self.name("old")
            self.line(f"{type} {old} = {reference}.load(std::memory_order_relaxed);")
            weak = r.choice(["weak", "strong"])
            calc = calculating(type)
            # Odd factors lose no bits of the product.
            self.line(f"while (!{reference}.compare_exchange_{weak}({old}, {type}({calc}({old}) * {calc}({e[0]} | 1)))) {{ }}",
                      f"{place_py} = {wrap(f'{place_py} * ({e[1]} | 1)', type)}")

    def shared_atomics(self, scope):
        """Counters in shared memory that all threads change between two barriers."""
        r = self.random
        types = ["u32", "i32", "u64", "i64", "u32", "u8", "i16"]
        type, name, length, v = r.choice(types), self.name("counters"), r.choice([1, 2, 8]), self.name("x")
        operation = r.choice(["add", "xor", "or", "and", "min", "max", "sub"])
        start = wrap_value(r.getrandbits(64), type)
        self.line(f"[[kcc::shared]] static {type} {name}[{length}];")
        self.shared_py.append(f"{name} = [0] * {length}")
        text = f"{type}({start & ((1 << BITS[type]) - 1):#x}ull)"
        # By all threads, because any of them may have returned.
        self.line(f"for (u32 k = 0; k < {length}; ++k)", f"for k_ in range({length}):")
        self.line(f"  kcc::atomic_ref<{type}, kcc::scope::block>({name}[k]).store({text}, std::memory_order_relaxed);",
                  f"  {name}[k_] = {start}")
        self.barrier(scope)
        for _ in range(r.randrange(1, 3)):
            c = self.condition(scope, 1)
            i, e = self.expression(scope, "u32", 1), self.expression(scope, type, 2)
            reach = r.choice(["", ", kcc::scope::block", ", kcc::scope::device"])
            self.line(f"if ({c[0]})", f"if {c[1]}:")
            self.line(f"  kcc::atomic_ref<{type}{reach}>({name}[{i[0]} & {length - 1}]).fetch_{operation}({e[0]}, std::memory_order_relaxed);",
                      f"  i_ = {i[1]} & {length - 1}")
            place = f"{name}[i_]"
            py = {"add": wrap(f"{place} + {e[1]}", type), "sub": wrap(f"{place} - {e[1]}", type), "min": f"min({place}, {e[1]})",
                  "max": f"max({place}, {e[1]})"}.get(operation) or f"{place} {dict(OPERATORS)[operation]} {e[1]}"
            self.line(None, f"  {place} = {py}")
        self.barrier(scope)
        i = self.expression(scope, "u32", 1)
        self.line(f"const {type} {v} = {name}[{i[0]} & {length - 1}];", f"{v} = {name}[{i[1]} & {length - 1}]")
        self.barrier(scope)
        scope.readable = scope.readable + [(v, v, type)]

    def tickets(self, scope):
        """Threads draw positions, write their values there in a list, and add up the list."""
        r = self.random
        counter, items, total, v = (self.name(s) for s in ("ticket", "list", "total", "x"))
        self.line(f"[[kcc::shared]] static u32 {counter}, {items}[{self.threads}];")
        self.line(f"[[kcc::shared]] static u64 {total};")
        self.shared_py += [f"{counter}, {items}, {total} = [0], [0] * {self.threads}, [0]"]
        self.line(f"kcc::atomic_ref<u32, kcc::scope::block>({counter}).store(0, std::memory_order_relaxed);", f"{counter}[0] = 0")
        self.line(f"kcc::atomic_ref<u64, kcc::scope::block>({total}).store(0, std::memory_order_relaxed);", f"{total}[0] = 0")
        self.barrier(scope)
        c, e = self.condition(scope, 1), self.expression(scope, "u32", 2)
        self.open(f"if ({c[0]})", f"if {c[1]}")
        self.line(f"const u32 place = kcc::atomic_ref<u32, kcc::scope::block>({counter}).fetch_add(1);")
        self.line(f"{items}[place] = {e[0]};", f"{items}[{counter}[0]] = {e[1]}; {counter}[0] += 1")
        self.close()
        self.barrier(scope)
        if scope.whole and not scope.has_left:
            self.line(f"if (rank < {counter})", f"if rank < {counter}[0]:")
            self.line(f"  kcc::atomic_ref<u64, kcc::scope::block>({total}).fetch_add({items}[rank] * u64(7));",
                      f"  {total}[0] += {items}[rank] * 7")
        else:
            # Threads may have returned: each of the others adds up the whole list.
            self.line(f"for (u32 k = 0; k < {counter}; ++k)", f"{total}[0] += 7 * sum({items}[:{counter}[0]])")
            self.line(f"  kcc::atomic_ref<u64, kcc::scope::block>({total}).fetch_add({items}[k] * u64(7));")
        self.barrier(scope)
        self.line(f"const u64 {v} = {total} + {counter};", f"{v} = ({total}[0] + {counter}[0]) & 0xffffffffffffffff")
        self.barrier(scope)
        scope.readable = scope.readable + [(v, v, "u64")]

    def broadcast_value(self, scope):
        """One thread's value, which all threads read: uniform, but the compiler can't know."""
        r = self.random
        name, v, type = self.name("one"), self.name("u"), r.choice(["u32", "i64", "u8"])
        self.line(f"[[kcc::shared]] static {type} {name};")
        self.shared_py.append(f"{name} = [0]")
        e = self.expression(scope, type, 2)
        writer = "0" if scope.has_left is False and not scope.in_function else "leader"
        self.line(f"if (rank == {writer})", f"if rank == {writer}:")
        self.line(f"  {name} = {e[0]};", f"  {name}[0] = {e[1]}")
        self.barrier(scope)
        self.line(f"const {type} {v} = {name};", f"{v} = {name}[0]")
        self.barrier(scope)
        scope.readable = scope.readable + [(v, v, type)]
        scope.uniform = scope.uniform + [(v, v, type)]

    def split_barrier(self, scope):
        """A kcc::barrier, with statements between arriving and waiting."""
        if scope.has_left or scope.in_function:
            return self.exchange(scope)
        r = self.random
        name, (tile, type), v = self.name("split"), r.choice(scope.tiles), self.name("x")
        self.line(f"[[kcc::shared]] static kcc::barrier {name};")
        self.line("if (rank == 0)")
        self.line(f"  {name}.init({self.threads});")
        e = self.expression(scope, type, 2)
        self.write_permuted(scope, tile, e)
        self.line("kcc::sync_threads();", "yield ('sync', True)")
        for _ in range(r.randrange(1, 3)):
            token = self.name("token")
            self.line(f"const auto {token} = {name}.arrive();")
            scope.tiles, tiles = [], scope.tiles
            self.local_statement(scope, 1)
            scope.tiles = tiles
            self.line(f"{name}.wait({token});", "yield ('sync', True)")
        i = self.expression(scope, "u32", 1)
        self.line(f"const {type} {v} = {tile}[{i[0]} % {self.threads}];", f"{v} = {tile}[{i[1]} % {self.threads}]")
        self.line("kcc::sync_threads();", "yield ('sync', True)")
        scope.readable = scope.readable + [(v, v, type)]

    def global_tile(self, scope):
        """A variable in global memory with one slot per thread of the grid, exchanged within the block."""
        r = self.random
        type, name, v = r.choice(TYPES), self.name("slots"), self.name("x")
        total = self.threads * self.blocks
        where = r.choice(["static", "local", "unnamed"])
        declaration = f"{type} {name}[{total}];"
        if where == "static":
            self.globals_cpp.append("static " + declaration)
        elif where == "unnamed":
            self.globals_cpp.append(f"namespace {{ {declaration} }}")
        else:
            self.line("static " + declaration)
        self.globals_py.append(f"{name} = [0] * {total}")
        e, i = self.expression(scope, type, 2), self.expression(scope, "u32", 1)
        place = f"block * {self.threads} + {self.permutation()}"
        self.line(f"{name}[{place}] = {e[0]};", f"{name}[{place}] = {e[1]}")
        self.barrier(scope)
        place = f"block * {self.threads} + (%s) %% {self.threads}"
        self.line(f"const {type} {v} = {name}[{place % i[0]}];", f"{v} = {name}[{place % i[1]}]")
        self.barrier(scope)
        scope.readable = scope.readable + [(v, v, type)]

    def grid_exchange(self, scope):
        """Slots of all blocks, between two grid barriers."""
        r = self.random
        type, name, v = r.choice(TYPES), self.name("slots"), self.name("x")
        total = self.threads * self.blocks
        self.globals_cpp.append(f"static {type} {name}[{total}];")
        self.globals_py.append(f"{name} = [0] * {total}")
        e, i = self.expression(scope, type, 2), self.expression(scope, "u32", 1)
        self.line(f"{name}[block * {self.threads} + rank] = {e[0]};", f"{name}[block * {self.threads} + rank] = {e[1]}")
        self.line("kcc::sync_grid();", "yield ('grid',)")
        self.line(f"const {type} {v} = {name}[{i[0]} % {total}];", f"{v} = {name}[{i[1]} % {total}]")
        self.line("kcc::sync_grid();", "yield ('grid',)")
        scope.readable = scope.readable + [(v, v, type)]

    def collective_function(self, scope, depth):
        """A function with barriers or warp operations, new or called again."""
        r = self.random
        usable = [f for f in self.collective if scope.whole or not f[3]]
        if not usable or (len(self.collective) < 3 and self.one_in(2)):
            saved = self.lines_cpp, self.lines_py, self.depth_cpp, self.depth_py
            self.lines_cpp, self.lines_py, self.depth_cpp, self.depth_py = [], [], 1, 3
            result, parameters, name = r.choice(TYPES), [r.choice(TYPES) for _ in range(2)], self.name("together")
            inner = Scope()
            inner.whole, inner.has_left, inner.in_function = scope.whole, scope.has_left, True
            names = [self.name("a") for _ in parameters]
            inner.readable = [(n, n, t) for n, t in zip(names, parameters)] + [("rank", "rank", "u32"), ("block", "block", "u32"),
                                                                              ("lane", "lane", "u32")]
            inner.variables = inner.readable[:2]
            inner.uniform = [("block", "block", "u32"), ("times", "times", "u32")]
            tile, type = self.name("tile"), r.choice(TYPES)
            self.line(f"[[kcc::shared]] static {type} {tile}[{self.threads}];")
            self.shared_py.append(f"{tile} = [0] * {self.threads}")
            e = self.expression(inner, type, 1)
            # In a loop around the call, other threads may still be reading; after its barrier none is.
            self.line("kcc::sync_threads();", "yield ('sync', True)")
            if scope.has_left:  # the slots of threads that never write theirs
                self.line("if (rank == leader)", "if rank == leader:")
                self.line(f"  for (u32 k = 0; k < {self.threads}; ++k)", f"  for k in range({self.threads}):")
                self.line(f"    {tile}[k] = {{}};", f"    {tile}[k] = 0")
                self.line("kcc::sync_threads();", "yield ('sync', True)")
            self.line(f"{tile}[rank] = {e[0]};", f"{tile}[rank] = {e[1]}")
            self.line("kcc::sync_threads();", "yield ('sync', True)")
            inner.tiles = [(tile, type)]
            self.uniform_statements(inner, r.randrange(1, 3), depth - 1)
            e = self.expression(inner, result, 2)
            self.line(f"return {e[0]};", f"return {e[1]}")
            attribute = r.choice(["", "[[gnu::noinline]] ", "[[gnu::noinline]] ", "[[gnu::always_inline]] inline "])
            head = ", ".join(f"{t} {n}" for n, t in zip(names, parameters))
            text = [f"{attribute}static {result} {name}(u32 rank, u32 block, u32 lane, u32 leader, u32 times, {head}) {{".replace(
                "inline static", "static inline"), *self.lines_cpp, "}"]
            body = [f"    def {name}(rank, block, lane, leader, times, {', '.join(names)}):", *self.lines_py]
            self.lines_cpp, self.lines_py, self.depth_cpp, self.depth_py = saved
            self.functions_cpp += text
            self.block_py += body
            usable = [(name, result, parameters, scope.whole)]
            self.collective += usable
        name, result, parameters, _ = r.choice(usable)
        v, times = self.name("x"), r.choice(scope.uniform)
        arguments = [self.expression(scope, t, 2) for t in parameters]
        leader = "leader" if scope.has_left or scope.in_function else "0"
        self.line(f"const {result} {v} = {name}(rank, block, lane, {leader}, u32({times[0]}), {', '.join(a for a, _ in arguments)});",
                  f"{v} = (yield from {name}(rank, block, lane, {leader}, ({times[1]}) & 0xffffffff, {', '.join(a for _, a in arguments)}))")
        scope.readable = scope.readable + [(v, v, result)]

    def leave_early(self, scope):
        """Some threads return; the others choose one that stays, which takes the role of rank 0."""
        c = self.condition(scope, 2)
        b = self.name("bool")
        # At least one thread stays to take that role.
        stays = self.random.randrange(self.threads)
        self.line(f"const bool {b} = rank != {stays} && {c[0]};", f"{b} = rank != {stays} and {c[1]}")
        self.open(f"if ({b})", f"if {b}")
        self.finish(scope)
        self.line("return;", "return")
        self.close()
        if not scope.has_left:
            self.line(f"const u32 leader = {stays};", f"leader = {stays}")
        scope.has_left, scope.whole = True, False

    def uniform_statements(self, scope, count, depth):
        for _ in range(count):
            self.uniform_statement(scope, depth)

    def uniform_statement(self, scope, depth):
        kinds = ["exchange"] * 4 + ["local"] * 4 + ["warp"] * 6 + ["global atomic"] * 2 + ["shared atomics"] * 2 + ["tickets"] + \
            ["one value"] + ["global tile"] * 2 + ["split"] + ["strided"] * 2
        if depth > 0:
            kinds += ["loop"] * 3 + ["if"] * 3 + ["switch"] + ["function"] * 3 + ["warp branch"] * 3 + ["warp loop"] * 2 + \
                ["warp if"] * 2 + ["warp while"]
        if self.cooperative and not scope.has_left and not scope.in_function and depth >= 2:
            kinds += ["grid"] * 6
        if self.waits == "at barriers":
            kinds = [kind for kind in kinds if "warp" not in kind and kind != "split"]
        elif self.waits == "in whole warps":
            kinds = [kind for kind in kinds if kind not in ("warp branch", "warp loop", "split")]
        if self.plain:
            kinds = [kind for kind in kinds if kind != "tickets"]
        kind = self.random.choice(kinds)
        {
            "exchange": lambda: self.exchange(scope),
            "local": lambda: self.local_statements(scope, 2, 2),
            "warp": lambda: self.warp_statement(scope),
            "global atomic": lambda: self.global_atomic(scope),
            "shared atomics": lambda: self.shared_atomics(scope),
            "tickets": lambda: self.tickets(scope),
            "one value": lambda: self.broadcast_value(scope),
            "global tile": lambda: self.global_tile(scope),
            "split": lambda: self.split_barrier(scope) if depth >= 2 else self.exchange(scope),
            "grid": lambda: self.grid_exchange(scope),
            "strided": lambda: self.strided_loop(scope),
            "loop": lambda: self.uniform_loop(scope, depth),
            "if": lambda: self.uniform_if(scope, depth),
            "switch": lambda: self.uniform_switch(scope, depth),
            "function": lambda: self.collective_function(scope, depth),
            "warp branch": lambda: self.warp_branch(scope, depth),
            "warp loop": lambda: self.warp_loop(scope, depth),
            "warp if": lambda: self.warp_if(scope, depth),
            "warp while": lambda: self.warp_while(scope, depth),
        }[kind]()

    # The kernel

    def finish(self, scope):
        """The thread's last statements: they store its results; the grid's last thread stores what the blocks share."""
        for j in range(self.word_count):
            if j < len(self.kept):
                cpp, py, _ = self.kept[j]
                values = (f"u64({cpp})", f"{py} & 0xffffffffffffffff")
            else:
                e = self.expression(scope, "u64", 2)
                values = e
            self.line(f"results[(block * {self.threads} + rank) * {self.word_count} + {j}] = {values[0]};",
                      f"results[(block * {self.threads} + rank) * {self.word_count} + {j}] = {values[1]}")
        self.line("finish(memory);")

    def kernel(self):
        r = self.random
        for _ in range(r.randrange(1, 4)):
            self.pure_function()
        scope = Scope()
        scope.whole = self.threads % 32 == 0
        ids = [("rank", "rank", "u32"), ("lane", "lane", "u32"), ("block", "block", "u32")]
        self.line("const u32 rank = kcc::thread_rank(), lane = kcc::lane_id(), block = kcc::block_rank();")
        self.line(None, "lane = rank & 31")
        inputs = [("input.large", str(0x123456789abcdef1), "u64"), ("input.number", "(-7)", "i32"), ("input.shorts[1]", "(-200)", "i16"),
                  ("input.byte", "250", "u8")]
        scope.uniform = [ids[2], *inputs]
        scope.readable = ids + inputs
        words = "[((i + 1) * 2654435761) & 0xffffffff for i in range(64)]"
        self.globals_py.append(f"words = {words}")
        for which in range(2):
            v, i = self.name("x"), self.expression(scope, "u32", 1)
            self.line(f"const u32 {v} = input.places[{which}][{i[0]} & 31];", f"{v} = words[({i[1]} & 31) + {32 * which}]")
            scope.readable = scope.readable + [(v, v, "u32")]
        for _ in range(4):
            type, v = r.choice(TYPES), self.name("v")
            e = self.expression(scope, type, 2)
            self.line(f"{type} {v} = {e[0]};", f"{v} = {e[1]}")
            self.kept.append((v, v, type))
        scope.readable = scope.readable + self.kept
        scope.variables = list(self.kept)
        self.kept = self.kept[:3]
        for number in range(r.randrange(1, 3)):
            type, name = r.choice(["u32", "u32", *TYPES]), self.name("tile")
            if number == 0 and self.one_in(3):
                self.dynamic = self.threads * BITS[type] // 8
                self.line(f"const std::span<{type}> {name} = kcc::dynamic_shared<{type}>();")
            else:
                self.line(f"[[kcc::shared]] static {type} {name}[{self.threads}];")
            self.shared_py.append(f"{name} = [0] * {self.threads}")
            e = self.expression(scope, type, 1)
            self.line(f"{name}[rank] = {e[0]};", f"{name}[rank] = {e[1]}")
            scope.tiles = scope.tiles + [(name, type)]
            if self.one_in(3):
                self.only_exchanged.add(name)
        self.line("kcc::sync_threads();", "yield ('sync', True)")
        if self.one_in(2):
            # Addresses in other memories are stored in the parameter itself.
            tiles = [name for name, type in self.own_tiles(scope) if type == "u32"]
            c, v = self.condition(scope, 1), self.name("x")
            if tiles:
                which = r.randrange(2)
                self.line(f"input.places[{which}] = &{tiles[0]}[rank];")
                i = self.expression(scope, "u32", 1)
                self.line(f"const u32 {v} = *input.places[{i[0]} & 1];",
                          f"{v} = {tiles[0]}[rank] if ({i[1]} & 1) == {which} else words[{0 if which else 32}]")
                scope.readable = scope.readable + [(v, v, "u32")]
        leave_at = r.randrange(self.budget) if self.one_in(2) and self.budget > 4 else -1
        may_leave = not self.cooperative and not self.narrow and (self.waits != "in whole warps" or self.one_in(4))
        for number in range(self.budget):
            if number == leave_at and may_leave:
                self.leave_early(scope)
            self.uniform_statement(scope, 2)
        self.finish(scope)

    def text(self):
        threads_all = self.threads * self.blocks
        finish = ["static u32 threads_done;", "static void finish([[maybe_unused]] std::span<u32> memory) {",
                  "  if (kcc::atomic_ref<u32>(threads_done).fetch_add(1, std::memory_order_acq_rel) != " + str(threads_all - 1) + ")",
                  "    return;"]
        for name, type, length, word, _, is_atomic in self.atomics:
            size = 8 if type in ("u64", "i64", "f64") else 4
            finish.append(f"  for (u32 i = 0; i < {length}; ++i) {{")
            finish.append(f"    const {type} value = {name}[i].load();" if is_atomic else
                          f"    const {type} value = kcc::atomic_ref<{type}>({name}[i]).load();")
            if type == "f64":
                finish.append("    const u64 bits = std::bit_cast<u64>(value);")
            elif type == "f32":
                finish.append("    const u64 bits = std::bit_cast<u32>(value);")
            else:
                finish.append("    const u64 bits = u64(value);")
            finish.append(f"    memory[{word} + {size // 4} * i] = u32(bits);")
            if size == 8:
                finish.append(f"    memory[{word} + 2 * i + 1] = u32(bits >> 32);")
            finish.append("  }")
        finish.append("}")
        bounds = f", kcc::launch_bounds({self.threads})" if self.threads % 2 == 0 else ""
        return "\n".join([PRELUDE, *self.globals_cpp, "", "static void finish(std::span<u32> memory);", "", *self.functions_cpp, "", *finish, "",
                          f"[[kcc::kernel{bounds}]] void run([[maybe_unused]] std::span<u64> results, [[maybe_unused]] std::span<u32> memory,",
                          "                         [[maybe_unused]] random_program::Input input) {", *self.lines_cpp, "}", ""])

    def python(self):
        lines = [RUNTIME, *self.globals_py, "def block_threads(block, results):", *("    " + line for line in self.shared_py)]
        lines += [*self.block_py, "    def thread(rank):", *("    " + line for line in self.lines_py),
                  f"    return [thread(rank) for rank in range({self.threads})]"]
        return "\n".join(lines) + "\n"


OPERATORS = {"and": "&", "or": "|", "xor": "^"}


def warp_results(operation, requests):
    """The result of each lane; `requests` are (lane, arguments after the mask), by lane."""
    lanes = sum(1 << lane for lane, _ in requests)
    values = {lane: arguments[0] for lane, arguments in requests}
    if operation == "shuffle":
        return {lane: values[arguments[1]] for lane, arguments in requests}
    if operation == "ballot":
        return dict.fromkeys(values, sum(1 << lane for lane, value in values.items() if value))
    if operation in ("any", "all"):
        return dict.fromkeys(values, int(any(values.values()) if operation == "any" else all(values.values())))
    if operation == "uniform":
        return dict.fromkeys(values, int(len({bool(value) for value in values.values()}) == 1))
    if operation == "match_any":
        return {lane: sum(1 << other for other, value in values.items() if value == own) for lane, own in values.items()}
    if operation == "match_all":
        return dict.fromkeys(values, int(len(set(values.values())) == 1))
    function, type = OPERATIONS[requests[0][1][1]][1], requests[0][1][2]
    results, total = {}, wrap_value(5, type) if operation == "exclusive" else None
    for lane, value in values.items():
        if operation == "exclusive":
            results[lane] = total
        total = value if total is None else wrap_value(function(total, value), type)
        if operation == "inclusive":
            results[lane] = total
    return dict.fromkeys(values, total) if operation == "reduce" else results


def simulate(blocks, order):
    """Runs the threads of all blocks to completion, runnable threads in the order given as 1 or -1.

    A deadlock is an error of the generator."""
    waiting = [dict.fromkeys(range(len(threads))) for threads in blocks]  # rank -> what it waits for; None: can run
    ready = [(b, rank, None) for b, threads in enumerate(blocks) for rank in range(len(threads))]
    while ready:
        for b, rank, value in ready[::order]:
            try:
                waiting[b][rank] = blocks[b][rank].send(value)
            except StopIteration:
                del waiting[b][rank]
        ready = []
        for b, wanted in enumerate(waiting):
            if not wanted:
                continue
            if all(request[0] == "sync" for request in wanted.values()):
                truths = [bool(request[1]) for request in wanted.values()]
                value = {"count": sum(truths), "and": all(truths), "or": any(truths)}
                ready += [(b, rank, value) for rank in wanted]
                continue
            for first in range(0, len(blocks[b]), 32):
                here = [rank for rank in range(first, first + 32) if rank in wanted]
                for rank in here:
                    request = wanted[rank]
                    if request is None or request[0] in ("sync", "grid"):
                        continue
                    mask = request[1]
                    party = [other for other in here if mask >> (other - first) & 1]
                    if any(wanted[other] is None or wanted[other][:2] != request[:2] for other in party):
                        continue
                    results = warp_results(request[0], [(other - first, wanted[other][2:]) for other in party])
                    for other in party:
                        wanted[other] = None
                        ready.append((b, other, results[other - first]))
        if not ready and any(waiting):
            if not all(request is not None and request[0] == "grid" for wanted in waiting for request in wanted.values()):
                raise RuntimeError("the program's threads wait for each other in vain")
            ready = [(b, rank, None) for b, wanted in enumerate(waiting) for rank in wanted]


def results_of(program, code, order):
    """The results followed by the memory, with the threads running in this order."""
    names = {}
    exec(code, names)
    results = [None] * (program.threads * program.blocks * program.word_count)
    simulate([names["block_threads"](block, results) for block in range(program.blocks)], order)
    memory = []
    for name, type, length, _, _, _ in program.atomics:
        for value in names[name]:
            if type in ("f32", "f64"):
                memory += struct.unpack("<I" if type == "f32" else "<II", struct.pack("<f" if type == "f32" else "<d", value))
            else:
                value &= (1 << 64) - 1
                memory += [value & 0xffffffff] + ([value >> 32] if BITS[type] == 64 else [])
    return results + memory


def generate(seed, plain=False, narrow=False):
    """The arguments for run's Program, except the name."""
    program = Program(seed, plain, narrow)
    program.kernel()
    code = compile(program.python(), f"parallel {seed}", "exec")
    words = results_of(program, code, 1)
    if results_of(program, code, -1) != words:
        raise RuntimeError("the program has a race: other results where the last thread runs first")
    n = program.threads
    rows = [k for k in (2, 4, 8) if n % k == 0 and (program.waits != "in whole warps" or n // k % 32 == 0 or program.one_in(8))]
    block = (n, 1, 1) if narrow else program.random.choice([(n, 1, 1)] + [(n // k, k, 1) for k in rows])
    return {"source": program.text(), "expected": words, "memory": program.memory, "grid": (program.blocks, 1, 1),
            "block": block, "dynamic_shared": program.dynamic, "cooperative": program.cooperative}


if __name__ == "__main__":
    import sys
    print(generate(int(sys.argv[1]))["source"])
