"""Random programs of floating-point arithmetic, in C++ that g++ and kcc both compile.

    python3 floats.py SEED     prints the program of a seed

Each thread computes from its own numbers: ordinary ones, close ones, subnormal and huge ones, zeros, infinities and NaN. Its
result is a checksum of the bits of all that it computed, where all NaN count as one.

Everything is written so that C++ and IEEE 754 define the result: a conversion to an integer is limited first, and the sign of a
NaN or of the minimum of two zeros is never looked at.
"""

import random
import struct
import sys

THREADS = 64
TYPES = ("float", "double")

PRELUDE = """\
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace {
struct Checksum {
  std::uint64_t value = 1469598103934665603u;
  void add(std::uint64_t bits) { value = (std::rotl(value, 7) ^ bits) * 1099511628211u; }
  void add(float x) { add(std::uint64_t{x != x ? 0x7fc00000u : std::bit_cast<std::uint32_t>(x)}); }
  void add(double x) { add(x != x ? std::uint64_t{0x7ff8000000000000u} : std::bit_cast<std::uint64_t>(x)); }
  void add(int x) { add(std::uint64_t(std::uint32_t(x))); }
};
// + 0, because the minimum of zeros may have any sign.
template <class T> T smaller(T x, T y) { return std::fmin(x, y) + T(0); }
template <class T> T larger(T x, T y) { return std::fmax(x, y) + T(0); }
template <class T> int integer(T x) { return x > T(-1e9) && x < T(1e9) ? int(x) : x == x ? 7 : 3; }
template <class T> T scaled(T x, int n) { return std::ldexp(x, n % 64); }
template <class T> T sign_of(T x, T y) { return std::copysign(x, y == y ? y : T(1)); }
struct Pair { float number; int count; };
struct Mixed { double large; float small; };
struct Three { float x, y, z; };
struct Four { double x, y, z, w; };
Three operator+(Three a, Three b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Three operator*(float s, Three a) { return {s * a.x, s * a.y, s * a.z}; }
float dot(Three a, Three b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Four operator-(Four a, Four b) { return {a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w}; }
Four operator*(Four a, double s) { return {a.x * s, a.y * s, a.z * s, a.w * s}; }
double sum(Four a) { return a.x + a.y + a.z + a.w; }
"""

KERNEL = """
#include <kcc/device.h>
#include <program.h>
[[kcc::kernel%s]] void run(std::span<std::uint64_t> results, std::span<std::uint32_t>, random_program::Input) {
  results[kcc::thread_idx().x] = thread(int(kcc::thread_idx().x));
}
"""
# A kernel with other modes that calls the same functions. Nobody launches it.
NEIGHBOR = """
[[kcc::kernel%s]] void neighbor(std::span<std::uint64_t> results) {
  results[kcc::thread_idx().x] = thread(int(kcc::thread_idx().x));
}
"""
REFERENCE = """
#include <cstdio>
int main() {
  for (int i = 0; i < %d; ++i) std::printf("%%llu ", (unsigned long long)thread(i));
}
""" % THREADS


def bits_of(value, single):
    return struct.unpack("<I" if single else "<Q", struct.pack("<f" if single else "<d", value))[0]


class Generator:
    def __init__(self, seed):
        self.random = random.Random(f"floats {seed}")
        self.names = 0
        self.functions = []  # (name, result type, parameter types)
        self.lines = []
        self.depth = 0

    def choose(self, *choices):
        return self.random.choice(choices)

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def name(self, prefix="v"):
        self.names += 1
        return f"{prefix}{self.names}"

    def number_bits(self, single):
        """The bits of a number of some kind."""
        mantissa, low = (23, 8) if single else (52, 11)
        bias = 127 if single else 1023
        kind = self.random.randrange(20)
        sign = self.random.randrange(2) << (mantissa + low)
        fraction = self.random.getrandbits(mantissa)
        if kind == 0:
            return sign
        if kind == 1:
            return sign | fraction  # subnormal
        if kind == 2:
            return sign | ((2 * bias + 1) << mantissa) | (0 if self.chance(50) else 1 << (mantissa - 1))
        if kind == 3:
            return sign | ((2 * bias - self.random.randrange(3)) << mantissa) | fraction
        if kind == 4:
            return sign | ((1 + self.random.randrange(mantissa)) << mantissa) | fraction
        if kind == 5:
            return sign | (self.random.randrange(1, 2 * bias + 1) << mantissa) | fraction
        if kind == 6:  # small integers and powers of 2
            value = float(self.choose(1, 2, 3, 5, 10, 0.5, 0.25, 7, 100, 1024))
            return sign | bits_of(value, single)
        return sign | ((bias + self.random.randrange(-3, 4)) << mantissa) | fraction

    def literal(self, type):
        if type == "int":
            return str(self.random.randrange(1000))
        if self.chance(60):
            text = self.choose("1", "0.5", "2", "3", "0.1", "1.5", "-0.75", "10", "0.3333333", "1e-3", "-1", "-2.5")
            text = text if "." in text or "e" in text else text + ".0"
            return f"({text}{'f' if type == 'float' else ''})"
        single = type == "float"
        bits = self.number_bits(single)
        return f"std::bit_cast<{type}>(std::uint{32 if single else 64}_t({hex(bits)}u))"

    # Expressions of a type from the variables in `scope`, which are pairs of name and type.

    def variable(self, type, scope):
        names = [name for name, its in scope if its == type]
        return self.random.choice(names[-6:] if self.chance(60) else names) if names else self.literal(type)

    def leaf(self, type, scope):
        if self.chance(75):
            return self.variable(type, scope)
        if self.chance(50):
            return self.literal(type)
        if self.chance(50):
            return f"{type}({self.variable('int', scope)})"
        return f"{type}({self.variable('double' if type == 'float' else 'float', scope)})"

    def expression(self, type, scope, depth=None):
        depth = self.random.randrange(1, 5) if depth is None else depth
        if depth <= 0:
            return self.leaf(type, scope)

        def sub(other=type):
            return self.expression(other, scope, depth - 1 - self.random.randrange(2))
        kind = self.random.randrange(100)
        if kind < 55:
            return f"({sub()} {self.choose('+', '-', '*', '*', '+')} {sub()})"
        if kind < 60:
            return f"({sub()} / {sub()})"
        if kind < 64:
            return f"(-{sub()})"
        if kind < 68:
            return f"std::sqrt({self.choose('', 'std::fabs')}({sub()}))"
        if kind < 72:
            return f"std::fma({sub()}, {sub()}, {sub()})"
        if kind < 76:
            return f"({self.condition(scope, depth - 1)} ? {sub()} : {sub()})"
        if kind < 80:
            return f"{self.choose('smaller', 'larger')}({sub()}, {sub()})"
        if kind < 82:
            return f"std::{self.choose('min', 'max')}({sub()}, {sub()})"
        if kind < 86:
            return f"std::{self.choose('fabs', 'trunc', 'floor', 'ceil', 'rint', 'round', 'nearbyint')}({sub()})"
        if kind < 88:
            return f"sign_of({sub()}, {sub()})"
        if kind < 90:
            return f"scaled({sub()}, {self.variable('int', scope)})"
        if kind < 91:
            return f"std::{self.choose('fmod', 'remainder', 'fdim', 'nextafter')}({sub()}, {sub()})"
        if kind < 94:
            return f"{type}({sub('double' if type == 'float' else 'float')})"
        if kind < 96:
            return f"{type}({self.integer(scope, depth - 1)})"
        return self.call(type, scope, depth - 1) or sub()

    def integer(self, scope, depth):
        if depth <= 0 or self.chance(30):
            return self.variable("int", scope)
        kind = self.random.randrange(4)
        if kind == 0:
            return f"integer({self.expression(self.choose(*TYPES), scope, depth - 1)})"
        if kind == 1:
            return f"int({self.condition(scope, depth - 1)})"
        if kind == 2:
            return f"({self.integer(scope, depth - 1)} ^ {self.integer(scope, depth - 1)})"
        return f"({self.integer(scope, depth - 1)} & 1023)"

    def condition(self, scope, depth):
        kind = self.random.randrange(10)
        if kind == 0:
            return f"std::{self.choose('isnan', 'isinf', 'isfinite')}({self.expression(self.choose(*TYPES), scope, depth - 1)})"
        if kind == 1:
            return f"({self.condition(scope, depth - 1)} {self.choose('&&', '||', '!=')} {self.condition(scope, depth - 1)})" \
                if depth > 0 else f"({self.variable('int', scope)} % 3 == 1)"
        if kind == 2:
            return f"!({self.condition(scope, depth - 1)})"
        if kind == 3:
            return f"({self.variable('int', scope)} & {1 << self.random.randrange(4)})"
        type = self.choose(*TYPES)
        compare = self.choose("<", ">", "<=", ">=", "==", "!=")
        return f"({self.expression(type, scope, depth - 1)} {compare} {self.expression(type, scope, depth - 1)})"

    def call(self, type, scope, depth):
        fitting = [f for f in self.functions if f[1] == type]
        if not fitting:
            return None
        name, _, parameters = self.random.choice(fitting)
        return f"{name}({', '.join(self.argument(p, scope, depth) for p in parameters)})"

    def argument(self, type, scope, depth=1):
        if type == "int":
            return self.integer(scope, depth)
        if type in TYPES:
            return self.expression(type, scope, depth)
        return self.structure(type, scope)

    FIELDS = {"Pair": ("float", "int"), "Mixed": ("double", "float"), "Three": ("float",) * 3, "Four": ("double",) * 4}

    def structure(self, type, scope):
        names = [name for name, its in scope if its == type]
        if names and self.chance(60):
            a = self.random.choice(names)
            if type == "Three" and self.chance(50):
                return f"({self.expression('float', scope, 1)} * {a} + {self.random.choice(names)})"
            if type == "Four" and self.chance(50):
                return f"({a} * {self.expression('double', scope, 1)} - {self.random.choice(names)})"
            return a
        return f"{type}{{{', '.join(self.argument(f, scope) for f in self.FIELDS[type])}}}"

    # Statements. A block may change the variables declared before it.

    def emit(self, text):
        self.lines.append("  " * (self.depth + 1) + text)

    def declare(self, scope):
        kind = self.random.randrange(100)
        name = self.name()
        if kind < 70:
            type = self.choose(*TYPES)
            self.emit(f"{type} {name} = {self.expression(type, scope)};")
        elif kind < 80:
            type = "int"
            self.emit(f"int {name} = {self.integer(scope, 2)};")
        else:
            type = self.choose(*self.FIELDS)
            self.emit(f"{type} {name} = {self.structure(type, scope)};")
        scope.append((name, type))

    def use_structure(self, scope):
        of_kind = [(n, t) for n, t in scope if t in self.FIELDS]
        if not of_kind:
            return self.declare(scope)
        name, type = self.random.choice(of_kind)
        target = self.name()
        if type == "Three":
            self.emit(f"float {target} = {self.choose(f'dot({name}, {name})', f'{name}.x * {name}.y + {name}.z')};")
            scope.append((target, "float"))
        elif type == "Four":
            self.emit(f"double {target} = {self.choose(f'sum({name} * 0.7)', f'{name}.x * {name}.y - {name}.z * {name}.w')};")
            scope.append((target, "double"))
        elif type == "Pair":
            self.emit(f"{name}.number = {name}.number * {self.expression('float', scope, 1)} + 1;")
            self.emit(f"float {target} = {name}.number * float({name}.count & 255) + {self.variable('float', scope)};")
            scope.append((target, "float"))
        else:
            self.emit(f"double {target} = {name}.large * double({name}.small) - {self.variable('double', scope)};")
            scope.append((target, "double"))

    def assign(self, scope):
        mutable = [(n, t) for n, t in scope if t in TYPES]
        if not mutable:
            return self.declare(scope)
        name, type = self.random.choice(mutable[-8:])
        self.emit(f"{name} {self.choose('=', '+=', '-=', '*=', '+=')} {self.expression(type, scope)};")

    def loop(self, scope):
        i, count = self.name("i"), self.random.randrange(2, 9)
        if self.chance(40):  # over an array
            type, array = self.choose(*TYPES), self.name("a")
            self.emit(f"{type} {array}[{count}];")
            self.emit(f"for (int {i} = 0; {i} < {count}; ++{i}) {array}[{i}] = {self.expression(type, scope + [(i, 'int')])};")
            total = self.name()
            self.emit(f"{type} {total} = {self.expression(type, scope, 1)};")
            other = f"{array}[({i} * 3 + 1) % {count}]"
            self.emit(f"for (int {i} = 0; {i} < {count}; ++{i}) {total} {self.choose('+=', '-=')} {array}[{i}] * "
                      f"{self.choose(other, self.variable(type, scope), array + f'[{i}]')};")
            scope.append((total, type))
            return
        self.emit(f"for (int {i} = 0; {i} < {count}; ++{i}) {{")
        self.block(scope + [(i, "int")], self.random.randrange(1, 4))
        if self.chance(20):
            self.emit(f"  if ({self.condition(scope, 1)}) break;")
        self.emit("}")

    def block(self, scope, count):
        self.depth += 1
        for _ in range(count):
            self.statement(scope)
        self.depth -= 1

    def statement(self, scope):
        kind = self.random.randrange(100)
        if kind < 45 or self.depth > 2:
            self.declare(scope)
        elif kind < 65:
            self.assign(scope)
        elif kind < 78:
            self.use_structure(scope)
        elif kind < 88:
            self.emit(f"if ({self.condition(scope, 2)}) {{")
            self.block(list(scope), self.random.randrange(1, 4))
            if self.chance(50):
                self.emit("} else {")
                self.block(list(scope), self.random.randrange(1, 4))
            self.emit("}")
        elif kind < 97:
            self.loop(scope)
        else:
            function, type = self.name("l"), self.choose(*TYPES)
            parameter = self.name("p")
            self.emit(f"auto {function} = [&]({type} {parameter}) {{ return {self.expression(type, scope + [(parameter, type)])}; }};")
            name = self.name()
            self.emit(f"{type} {name} = {function}({self.expression(type, scope, 1)}) + {function}({self.literal(type)});")
            scope.append((name, type))

    def function(self):
        result = self.choose("float", "double", "float", "double", *self.FIELDS)
        parameters = [self.choose("float", "double", "int", *self.FIELDS) for _ in range(self.random.randrange(1, 5))]
        name = self.name("f")
        scope = [(self.name("p"), type) for type in parameters]
        attribute = self.choose("", "", "", "[[gnu::noinline]] ")
        self.lines.append(f"{attribute}{result} {name}({', '.join(f'{t} {n}' for n, t in scope)}) {{")
        for _ in range(self.random.randrange(0, 6)):
            self.statement(scope)
        self.emit(f"return {self.argument(result, scope, 3)};")
        self.lines.append("}")
        self.functions.append((name, result, parameters))

    def table(self, type, name, words):
        single = type == "float"
        numbers = ", ".join(hex(self.number_bits(single)) + "u" for _ in range(words))
        self.lines.append(f"constexpr std::uint{32 if single else 64}_t {name}[] = {{{numbers}}};")

    def program(self):
        self.table("float", "floats", 97)
        self.table("double", "doubles", 89)
        for _ in range(self.random.randrange(2, 7)):
            self.function()
        self.lines.append("std::uint64_t thread(int id) {")
        scope = [("id", "int")]
        for k in range(4):
            self.emit(f"float x{k} = std::bit_cast<float>(floats[(id * {self.choose(1, 5, 7)} + {self.random.randrange(97)}) % 97]);")
            self.emit(f"double y{k} = std::bit_cast<double>(doubles[(id * {self.choose(1, 3, 11)} + {self.random.randrange(89)}) % 89]);")
            scope += [(f"x{k}", "float"), (f"y{k}", "double")]
        for _ in range(self.random.randrange(8, 20)):
            self.statement(scope)
        self.emit("Checksum checksum;")
        for name, type in scope:
            if type in self.FIELDS:
                for field in {"Pair": ("number", "count"), "Mixed": ("large", "small")}.get(type, ("x", "y", "z", "w")[:len(self.FIELDS[type])]):
                    self.emit(f"checksum.add({name}.{field});")
            else:
                self.emit(f"checksum.add({name});")
        self.emit("return checksum.value;")
        self.lines += ["}", "} // namespace"]
        return PRELUDE + "\n".join(self.lines) + "\n"


def generate(seed):
    """The program, without kernels and main()."""
    return Generator(seed).program()


def kernel(*attributes):
    return KERNEL % "".join(f", kcc::{a}" for a in attributes)


def neighbor(seed):
    """A kernel with random modes, of which at least one is not the default."""
    choose = random.Random(f"modes {seed}")
    modes = {name: choose.choice(("true", "false")) for name in ("use_fast_math", "ftz", "prec_div", "prec_sqrt", "fmad")
             if choose.random() < 0.4}
    name, other = choose.choice((("use_fast_math", "true"), ("ftz", "true"), ("prec_div", "false"), ("fmad", "false")))
    modes[name] = other
    return NEIGHBOR % "".join(f", kcc::{name}({value})" for name, value in modes.items())


if __name__ == "__main__":
    print(generate(int(sys.argv[1])) + kernel() + neighbor(int(sys.argv[1])))
