"""The pieces of the Bessel functions that fit.py fits (see bessel.cpp)."""
from mpmath import mp, mpf

ORDERS = (0, 1)


def zeros(kind, order, count):
    find = mp.besseljzero if kind == 'j' else mp.besselyzero
    return [find(order, k) for k in range(1, count + 1)]


# Where the second piece of y begins, its centre, and terms of the three polynomials for float and double.
Y_PIECES = {0: ('2.625', '5.375', (6, 11), (6, 10), (11, 26)), 1: ('3.75', '5.875', (7, 12), (7, 12), (10, 21))}


def define_bessel(add, absolute):
    for order, (start, centre, *terms) in Y_PIECES.items():
        start = mpf(start)
        y = lambda x, order=order: mp.bessely(order, x)
        first, second, third = zeros('y', order, 3)
        def kernel(s, order=order):
            x = mp.sqrt(s)
            return 2 / mp.pi * mp.besselj(order, x) / x ** order
        def rest(s, order=order, y=y, first=first):
            x = mp.sqrt(s)
            return x ** order * (y(x) - mp.log(x / first) * x ** order * kernel(s, order)) / (s - first * first)
        def last(d, y=y, centre=mpf(centre), second=second, third=third):
            x = centre + d
            return y(x) / (x - second) / (x - third)
        # Both errors are relative to y, of which they are parts.
        to_kernel = lambda s, _, order=order, y=y, first=first: y(mp.sqrt(s)) / mp.log(mp.sqrt(s) / first) / mp.sqrt(s) ** order
        to_rest = lambda s, _, order=order, y=y, first=first: y(mp.sqrt(s)) * mp.sqrt(s) ** order / (s - first * first)
        for index, bits in enumerate((24, 53)):
            type_name = f'f{bits // 24 * 32}'
            add(f'y{order}_kernel_{type_name}', kernel, 0, start * start, terms[0][index], bits, relative=to_kernel,
                about=f'2 / pi j{order}(x){" / x" if order else ""} of x^2')
            add(f'y{order}_rest_{type_name}', rest, 0, start * start, terms[1][index], bits, relative=to_rest,
                about=f'(y{order}(x) - 2 / pi log(x / z) j{order}(x)){" x" if order else ""} / (x^2 - z^2) of x^2, z: the first zero')
            add(f'y{order}_last_{type_name}', last, start - mpf(centre), mpf('8.1') - mpf(centre), terms[2][index], bits,
                short=5 if bits == 53 and order == 1 else 0, about=f'y{order}(x) / ((x - z2) (x - z3)) of x - {centre}, z2 and z3: zeros')

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
