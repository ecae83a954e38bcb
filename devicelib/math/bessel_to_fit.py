"""The pieces of the Bessel functions that fit.py fits (see bessel.cpp)."""
from mpmath import mp, mpf

ORDERS = (0, 1)


def zeros(kind, order, count):
    find = mp.besseljzero if kind == 'j' else mp.besselyzero
    return [find(order, k) for k in range(1, count + 1)]


# From, to, number of the zero that it contains (0: none), terms for float and double.
PIECES = {
    ('y', 0): [('0.55', '1.35', 1, 12, 26), ('1.35', '2.5', 0, 10, 20), ('2.5', '5.5', 2, 12, 23), ('5.5', '8.1', 3, 10, 20)],
    ('y', 1): [('1', '1.5', 0, 9, 18), ('1.5', '3.5', 1, 13, 27), ('3.5', '7', 2, 12, 25), ('7', '8.1', 3, 10, 20)],
}


def define_bessel(add, absolute):
    kinds = {'j': mp.besselj, 'y': mp.bessely}
    for (kind, order), pieces in PIECES.items():
        for number, (a, b, zero, *terms) in enumerate(pieces):
            a, b = mpf(a), mpf(b)
            z = zeros(kind, order, zero)[-1] if zero else (a + b) / 2
            # The same centre for both types: the zero, or a number that both represent exactly.
            centre = z if zero else mpf(int(z * 64)) / 64
            f = lambda d, kind=kind, order=order, centre=centre, zero=zero: (
                kinds[kind](order, centre + d) / (d if zero else 1) if d or not zero else mp.diff(lambda x: kinds[kind](order, x), centre))
            for bits, count in zip((24, 53), terms):
                about = f'{kind}{order}(z + d){" / d" if zero else ""}, z = {mp.nstr(centre, 20)}'
                add(f'{kind}{order}_piece{number + 1}_f{bits // 24 * 32}', f, a - centre, b - centre, count, bits, about=about)

    euler = mp.euler - mp.log(2)
    def small(x):
        return mp.sqrt(max(x, mpf(2) ** -80))
    y0 = lambda s: mp.bessely(0, small(s)) - 2 / mp.pi * mp.log(small(s)) * mp.besselj(0, small(s))
    y1 = lambda s: (mp.bessely(1, small(s)) - 2 / mp.pi * (mp.log(small(s)) * mp.besselj(1, small(s)) - 1 / small(s))) / small(s)
    for name, f, to, single, double, about in (
            ('y0_small', y0, '0.3025', 5, 8, 'y0(x) - 2 / pi log(x) j0(x) of x^2'),
            ('y1_small', y1, '1', 5, 9, '(y1(x) - 2 / pi (log(x) j1(x) - 1 / x)) / x of x^2')):
        for bits, count in ((24, single), (53, double)):
            add(f'{name}_f{bits // 24 * 32}', f, 0, mpf(to), count, bits, about=about)

    # j on [0, 8.1] without its zeros, of x^2 - 66: all terms have the same sign.
    for order, count, terms in ((0, 3, (9, 17)), (1, 2, (9, 17))):
        squares = [z * z for z in zeros('j', order, count)]
        def rest(v, order=order, squares=squares):
            s = v + 66
            return mp.hyp0f1(order + 1, -s / 4) / 2 ** order / mp.fprod(s - z for z in squares)
        for bits, length in zip((24, 53), terms):
            add(f'j{order}_rest_f{bits // 24 * 32}', rest, -66, mpf('-0.3'), length, bits,
                about=f'j{order}(x){" / x" if order else ""} / ((x^2 - z1^2) (x^2 - z2^2) ...) of x^2 - 66, z: zeros')

    def parts(order, u):
        # The amplitudes of the pair of functions: j = sqrt(2 / (pi x)) (p cos(c) - q sin(c)).
        x = 1 / mp.sqrt(max(u, mpf(1) / 10 ** 6))
        root = mp.sqrt(mp.pi * x / 2)
        j, y = mp.besselj(order, x) * root, mp.bessely(order, x) * root
        c = x - mp.pi / 4 - order * mp.pi / 2
        return j * mp.cos(c) + y * mp.sin(c), (y * mp.cos(c) - j * mp.sin(c)) * x
    for order in ORDERS:
        for index, part in enumerate('pq'):
            for bits, count in ((24, 4), (53, 11)):
                add(f'bessel_{part}{order}_f{bits // 24 * 32}', lambda u, order=order, index=index: parts(order, u)[index], mpf(10) ** -6,
                    mpf(1) / 64, count, bits, about=f'{part}{" x" if index else ""} of order {order}, of 1 / x^2')

    def near(order):
        # I(x) / x^order of s = x^2
        return lambda s: mp.hyp0f1(order + 1, s / 4) / 2 ** order
    def far(order):
        return lambda u: mp.besseli(order, 1 / max(u, mpf(1) / 2000)) * mp.sqrt(1 / max(u, mpf(1) / 2000)) * mp.exp(-1 / max(u, mpf(1) / 2000))
    for order in ORDERS:
        add(f'i{order}_near_f32', lambda s, order=order: near(order)(4 * s) * 2 ** order, 0, 16, 10, 24, about=f'i{order}(x) / (x / 2)^{order} of x^2 / 4')
        add(f'i{order}_near_f64', near(order), 0, 64, 17, 53, short=5, about=f'i{order}(x) / x^{order} of x^2')
        add(f'i{order}_far_f32', far(order), mpf(1) / 2000, mpf(1) / 8, 7, 24, exact=1, about=f'i{order}(x) e^-x sqrt(x) of 1 / x')
        add(f'i{order}_far_f64', lambda t, order=order: far(order)(t + mpf(1) / 16), mpf(1) / 1024 - mpf(1) / 16, mpf(1) / 16, 22, 53, short=5,
            about=f'i{order}(x) e^-x sqrt(x) of 1 / x - 1 / 16')
