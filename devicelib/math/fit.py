#!/usr/bin/python3
"""Generates coefficients.h: the polynomials of the math library's functions.

    fit.py > coefficients.h     all of them (minutes; python3-mpmath, and python3-gmpy2 for speed)
    fit.py NAME...              only those

Each is a least squares fit at Chebyshev points, weighted by the quantity to which the error is relative, and within
a small factor of the minimax polynomial. Coefficients are rounded to the type one by one, from the constant on, and
the remaining ones are fitted again to compensate for the rounding.
"""
import struct
import sys
from mpmath import mp, mpf

mp.prec = 320


def rounded(value, bits):
    """The nearest number with this many bits."""
    if value == 0:
        return mpf(0)
    exponent = int(mp.floor(mp.log(abs(value), 2))) + 1
    scale = mp.ldexp(1, bits - exponent)
    return mp.nint(value * scale) / scale


def fit(f, a, b, terms, bits, relative, exact=0, short=0):
    """Coefficients of f on [a, b]. `relative` returns the divisor of the error; the first `exact` coefficients
    become pairs of numbers, and the last `short` ones have 21 bits: doubles whose lower word is zero are immediate
    operands of a GPU's instructions, others take two moves."""
    a, b = mpf(a), mpf(b)
    count = 3 * terms + 12
    points = [(a + b) / 2 + (b - a) / 2 * mp.cos(mp.pi * (2 * i + 1) / (2 * count)) for i in range(count)]
    values = [f(x) for x in points]
    weights = [1 / abs(relative(x, y)) for x, y in zip(points, values)]
    # Powers of a variable scaled to [-1, 1] keep the equations solvable; the powers of x are recovered
    # exactly.
    size = max(abs(a), abs(b))
    fixed, rest = [], [y for y in values]
    basis = [[w * (x / size) ** k for k in range(terms)] for x, w in zip(points, weights)]

    def solve(first, count_free, target):
        matrix = mp.matrix(count_free, count_free)
        right = mp.matrix(count_free, 1)
        columns = [[row[first + k] for row in basis] for k in range(count_free)]
        goal = [y * w for y, w in zip(target, weights)]
        for i in range(count_free):
            right[i] = mp.fdot(columns[i], goal)
            for j in range(i, count_free):
                matrix[i, j] = matrix[j, i] = mp.fdot(columns[i], columns[j])
        solution = mp.cholesky_solve(matrix, right)
        return [solution[k] / size ** (first + k) for k in range(count_free)]

    last = []
    for k in range(short):
        value = rounded(solve(0, terms, rest)[-1], 21)
        terms -= 1
        rest = [r - value * x ** terms for r, x in zip(rest, points)]
        last.insert(0, [value])
    result = []
    # The rounding errors of a double's higher coefficients do not matter.
    for k in range(terms):
        if k <= 6 or bits == 24:
            free = solve(k, terms - k, rest)
        else:
            free = free[1:]
        high = rounded(free[0], bits)
        parts = [high]
        if k < exact:
            parts.append(rounded(free[0] - high, bits))
        result.append(parts)
        value = sum(parts)
        rest = [r - value * x ** k for r, x in zip(rest, points)]
    error = max(abs(r) * w for r, w in zip(rest, weights))
    return result + last, error


def literal(value, bits):
    if bits == 24:
        return struct.unpack('f', struct.pack('f', float(value)))[0].hex().replace('000000p', 'p').rstrip() + 'f'
    return float(value).hex()


def own(x, y):
    return y


def absolute(x, y):
    return mpf(1)


FITS = []


def add(name, f, a, b, terms, bits, relative=own, exact=0, short=0, about=''):
    FITS.append((name, f, a, b, terms, bits, relative, exact, short, about))


from functions_to_fit import define  # noqa: E402
from bessel_to_fit import define_bessel  # noqa: E402

define(add, absolute)
define_bessel(add, absolute)


def main():
    chosen = sys.argv[1:]
    print('// Made by fit.py: do not edit. Polynomials, from the constant on.')
    print('#ifndef KCC_DEVICELIB_MATH_COEFFICIENTS_H\n#define KCC_DEVICELIB_MATH_COEFFICIENTS_H\n')
    print('// clang-format off\nnamespace kcc::math {\n')
    for name, f, a, b, terms, bits, relative, exact, short, about in FITS:
        if chosen and not any(name.startswith(c) for c in chosen):
            continue
        coefficients, error = fit(f, a, b, terms, bits, relative, exact, short)
        kind = 'float' if bits == 24 else 'double'
        print(f'// {about}: error 2^{float(mp.log(error, 2)):.1f} on [{mp.nstr(mpf(a), 8)}, {mp.nstr(mpf(b), 8)}]')
        sys.stderr.write(f'{name}: 2^{float(mp.log(error, 2)):.1f}\n')
        high = ', '.join(literal(c[0], bits) for c in coefficients)
        print(f'inline constexpr {kind} {name}[] = {{{high}}};')
        if exact:
            low = ', '.join(literal(c[1], bits) for c in coefficients[:exact])
            print(f'inline constexpr {kind} {name}_low[] = {{{low}}};')
        print(flush=True)
    print('} // namespace kcc::math\n// clang-format on\n\n#endif')


if __name__ == '__main__':
    main()
