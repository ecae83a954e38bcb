"""The input of fit.py: functions, intervals, and numbers of terms for float (24) and double (53)."""
from mpmath import mp, mpf


def near_zero(series, direct):
    """Differences that lose all digits near 0 are evaluated slightly away from it, where 320 bits suffice."""
    return lambda x: direct(x if abs(x) > mpf(2) ** -90 else mpf(2) ** -90)


def inverse_of_erfc(q):
    y = mp.sqrt(-mp.log(q)) if q < 0.5 else (1 - q) * mp.sqrt(mp.pi) / 2
    for _ in range(60):
        tail = mp.erfc(y)
        step = (mp.log(tail) - mp.log(q)) * tail * mp.sqrt(mp.pi) * mp.exp(y * y) / 2
        y += step
        if abs(step) < abs(y) * mpf(2) ** -200:
            break
    return y


def define(add, absolute):
    half_ln2 = mp.log(2) / 2 * mpf('1.0001')
    exp_tail = near_zero(None, lambda r: (mp.exp(r) - 1 - r) / r ** 2)
    for bits, terms in ((24, 6), (53, 11)):
        add(f'exp_tail_f{bits // 24 * 32}', exp_tail, -half_ln2, half_ln2, terms, bits,
            about='(e^r - 1 - r) / r^2')

    largest = mpf('0.02945')  # ((sqrt(2) - 1) / (sqrt(2) + 1))^2, slightly enlarged
    def atanh_tail(s):
        s = max(s, mpf(2) ** -90)
        f = mp.sqrt(s)
        return (mp.atanh(f) / f - 1 - s / 3) / s ** 2
    for bits, terms in ((24, 3), (53, 9)):
        add(f'log_tail_f{bits // 24 * 32}', atanh_tail, 0, largest, terms, bits,
            about='(atanh(f) / f - 1 - s / 3) / s^2 of s = f^2')

    quarter = mpf(1) / 16
    for bits, terms in ((24, 5), (53, 9)):
        add(f'sinpi_f{bits // 24 * 32}', lambda s: mp.sin(mp.pi * mp.sqrt(s)) / mp.sqrt(s) if s else mp.pi, 0, quarter, terms, bits,
            exact=1, about='sin(pi r) / r of s = r^2')
        add(f'cospi_f{bits // 24 * 32}', lambda s: (mp.cos(mp.pi * mp.sqrt(s)) - 1) / s if s > mpf(2) ** -90 else -mp.pi ** 2 / 2, 0, quarter,
            terms, bits, exact=1, about='(cos(pi r) - 1) / s of s = r^2')

    eighth = mpf('0.65')  # (pi / 4)^2, enlarged by the rounding to a quadrant
    sin_tail = near_zero(None, lambda s: (mp.sin(mp.sqrt(s)) / mp.sqrt(s) - 1) / s)
    cos_tail = near_zero(None, lambda s: (mp.cos(mp.sqrt(s)) - 1 + s / 2) / s ** 2)
    for bits, sine, cosine in ((24, 4, 4), (53, 8, 7)):
        add(f'sin_tail_f{bits // 24 * 32}', lambda s: sin_tail(abs(s)), 0, eighth, sine, bits, about='(sin(r) / r - 1) / s of s = r^2')
        add(f'cos_tail_f{bits // 24 * 32}', lambda s: cos_tail(abs(s)), 0, eighth, cosine, bits, about='(cos(r) - 1 + s / 2) / s^2 of s = r^2')

    sinh_tail = near_zero(None, lambda s: (mp.sinh(mp.sqrt(s)) / mp.sqrt(s) - 1) / s)
    for bits, terms in ((24, 4), (53, 8)):
        add(f'sinh_tail_f{bits // 24 * 32}', lambda s: sinh_tail(abs(s)), 0, 1, terms, bits, about='(sinh(x) / x - 1) / s of s = x^2')

    tanh_tail = near_zero(None, lambda s: (mp.tanh(mp.sqrt(s)) / mp.sqrt(s) - 1) / s)
    asin_tail = near_zero(None, lambda s: (mp.asin(mp.sqrt(s)) / mp.sqrt(s) - 1) / s)
    atan_tail = near_zero(None, lambda s: (mp.atan(mp.sqrt(s)) / mp.sqrt(s) - 1) / s)
    erf_small = near_zero(None, lambda s: mp.erf(mp.sqrt(s)) / mp.sqrt(s))
    for name, f, to, single, double, exact, about in (
            ('tanh_tail', tanh_tail, '0.161', 5, 11, 0, '(tanh(x) / x - 1) / s of s = x^2'),
            ('asin_tail', asin_tail, '0.2501', 5, 14, 0, '(asin(x) / x - 1) / s of s = x^2'),
            ('atan_tail', atan_tail, '1', 9, 21, 0, '(atan(x) / x - 1) / s of s = x^2')):
        for bits, terms in ((24, single), (53, double)):
            add(f'{name}_f{bits // 24 * 32}', lambda s, f=f: f(abs(s)), 0, mpf(to), terms, bits, exact=exact, about=about)

    # For double alone, likewise.
    away64 = lambda f: f if abs(f) > mpf(2) ** -90 else mpf(2) ** -90
    add('exp_short_f64', exp_tail, -half_ln2, half_ln2, 10, 53, relative=lambda r, y: 1 / away64(r) ** 2,
        short=3, about='(e^r - 1 - r) / r^2')
    add('expm1_f64', exp_tail, -half_ln2, mpf('0.4063'), 11, 53,
        relative=lambda r, y: 1 / away64(r), short=4, about='(e^r - 1 - r) / r^2')
    add('exp2_f64', lambda r: (mp.power(2, away64(r)) - 1) / away64(r), -mpf('0.5001'), mpf('0.5001'), 11, 53,
        relative=lambda r, y: 1 / away64(r), short=3, about='(2^r - 1) / r')
    third_bit = mp.log10(2) / 2 * mpf('1.0001')
    add('exp10_f64', lambda r: (mp.power(10, away64(r)) - 1) / away64(r), -third_bit, third_bit, 11, 53,
        relative=lambda r, y: 1 / away64(r), short=3, about='(10^r - 1) / r')
    add('atanh_short_f64', near_zero(None, lambda s: (mp.atanh(mp.sqrt(abs(s))) / mp.sqrt(abs(s)) - 1) / abs(s)), 0, mpf('0.0401'), 7, 53,
        relative=lambda s, y: 1 / away64(s), short=2, about='(atanh(f) / f - 1) / s of s = f^2')
    add('log_tail_short_f64', atanh_tail, 0, largest, 8, 53, short=2, about='(atanh(f) / f - 1 - s / 3) / s^2 of s = f^2')
    half_turn = (mp.pi / 2 * mpf('1.00001')) ** 2
    add('sin_wide_f64', lambda s: sin_tail(abs(s)), 0, half_turn, 8, 53,
        relative=lambda s, y: mp.sin(mp.sqrt(away64(s))) / mp.sqrt(away64(s)) / away64(s), short=2, about='(sin(r) / r - 1) / s of s = r^2')
    add('sin_short_f64', lambda s: sin_tail(abs(s)), 0, eighth, 6, 53,
        relative=lambda s, y: mp.sin(mp.sqrt(away64(s))) / mp.sqrt(away64(s)) / away64(s), short=2, about='(sin(r) / r - 1) / s of s = r^2')
    add('cos_short_f64', lambda s: cos_tail(abs(s)), 0, eighth, 6, 53,
        relative=lambda s, y: mp.cos(mp.sqrt(away64(s))) / away64(s) ** 2, short=2, about='(cos(r) - 1 + s / 2) / s^2 of s = r^2')
    half_tan_tail = near_zero(None, lambda s: (2 * mp.tan(mp.sqrt(s) / 2) / mp.sqrt(s) - 1) / s)
    add('half_tan_f64', lambda s: half_tan_tail(abs(s)), 0, eighth, 9, 53,
        relative=lambda s, y: 2 * mp.tan(mp.sqrt(away64(s)) / 2) / mp.sqrt(away64(s)) / away64(s), short=2, about='(2 tan(r / 2) / r - 1) / s of s = r^2')
    for name, to, terms in (('sinpi_wide_f64', mpf(1) / 4, 8), ('sinpi_short_f64', quarter, 6)):
        add(name, lambda s: mp.pi ** 3 * sin_tail(mp.pi ** 2 * abs(s)), 0, to, terms, 53, short=2,
            relative=lambda s, y: mp.sin(mp.pi * mp.sqrt(away64(s))) / mp.sqrt(away64(s)) / away64(s), about='(sin(pi r) / r - pi) / s of s = r^2')
    add('cospi_short_f64', lambda s: (mp.cos(mp.pi * mp.sqrt(away64(s))) - 1) / away64(s), 0, quarter, 7, 53,
        relative=lambda s, y: mp.cos(mp.pi * mp.sqrt(away64(s))) / away64(s), short=2, about='(cos(pi r) - 1) / s of s = r^2')

    def odd_tail(name, tail, f, to, terms, about):
        add(name, lambda s: tail(abs(s)), 0, mpf(to), terms, 53, short=2,
            relative=lambda s, y: f(mp.sqrt(away64(s))) / mp.sqrt(away64(s)) / away64(s), about=about)
    odd_tail('tanh_short_f64', tanh_tail, mp.tanh, '0.4226', 11, '(tanh(x) / x - 1) / s of s = x^2')
    odd_tail('atan_short_f64', atan_tail, mp.atan, '1', 19, '(atan(x) / x - 1) / s of s = x^2')
    # Slightly above 1 / 3, the square of tan(pi / 6).
    odd_tail('atan_third_f64', atan_tail, mp.atan, '0.3345', 13, '(atan(x) / x - 1) / s of s = x^2')
    odd_tail('asin_short_f64', asin_tail, mp.asin, '0.2501', 12, '(asin(x) / x - 1) / s of s = x^2')
    odd_tail('sinh_short_f64', sinh_tail, mp.sinh, '1', 7, '(sinh(x) / x - 1) / s of s = x^2')
    add('erf_short_f64', lambda s: erf_small(abs(s)) - 1, 0, 1, 12, 53, relative=lambda s, y: y + 1, short=2,
        about='erf(x) / x - 1 of x^2')
    # 1 / 2^y = erfc(x): an error of y changes the result by 0.7 erfc(x).
    add('log2_erfc_f64', lambda x: mp.log(mp.erfc(x), 2) / x, mpf('0.99'), mpf('5.95'), 18, 53,
        relative=lambda x, y: mp.erf(x) / mp.erfc(x) / x, about='log2(erfc(x)) / x')

    # For float alone: the error of each is relative to the function that it is a part of.
    log1p_tail = near_zero(None, lambda f: (mp.log1p(f) - f) / f ** 2)
    third = mpf(1) / 3
    away = lambda f: f if abs(f) > mpf(2) ** -90 else mpf(2) ** -90
    add('log1p_tail_f32', log1p_tail, -third, third, 8, 24, relative=lambda f, y: mp.log1p(away(f)) / away(f) ** 2,
        about='(log(1 + f) - f) / f^2')
    add('log1p_wide_f32', log1p_tail, mpf('-0.25'), mpf('0.5'), 9, 24, relative=lambda f, y: mp.log1p(away(f)) / away(f) ** 2,
        about='(log(1 + f) - f) / f^2')
    for name, base, a, b, terms in (('log2', 2, mpf('-0.293'), mpf('0.4143'), 9), ('log10', 10, -third, third, 8)):
        add(f'{name}_tail_f32', lambda f, base=base: log1p_tail(f) / mp.log(base), a, b, terms, 24,
            relative=lambda f, y, base=base: mp.log1p(away(f)) / away(f) ** 2 / mp.log(base), about=f'({name}(1 + f) - f {name}(e)) / f^2')
    add('sin_short_f32', lambda s: sin_tail(abs(s)), 0, eighth, 3, 24,
        relative=lambda s, y: mp.sin(mp.sqrt(away(s))) / mp.sqrt(away(s)) / away(s), about='(sin(r) / r - 1) / s of s = r^2')
    add('cos_short_f32', lambda s: cos_tail(abs(s)), 0, eighth, 3, 24,
        relative=lambda s, y: mp.cos(mp.sqrt(away(s))) / away(s) ** 2, about='(cos(r) - 1 + s / 2) / s^2 of s = r^2')
    tan_tail = near_zero(None, lambda s: (mp.tan(mp.sqrt(s)) / mp.sqrt(s) - 1) / s)
    add('tan_short_f32', lambda s: tan_tail(abs(s)), 0, eighth, 6, 24,
        relative=lambda s, y: mp.tan(mp.sqrt(away(s))) / mp.sqrt(away(s)) / away(s), about='(tan(r) / r - 1) / s of s = r^2')
    add('sinpi_short_f32', lambda s: mp.pi ** 3 * sin_tail(mp.pi ** 2 * abs(s)), 0, quarter, 3, 24,
        relative=lambda s, y: mp.sin(mp.pi * mp.sqrt(away(s))) / mp.sqrt(away(s)) / away(s), about='(sin(pi r) / r - pi) / s of s = r^2')
    add('cospi_short_f32', lambda s: (mp.cos(mp.pi * mp.sqrt(away(s))) - 1) / away(s), 0, quarter, 4, 24,
        relative=lambda s, y: mp.cos(mp.pi * mp.sqrt(away(s))) / away(s), about='(cos(pi r) - 1) / s of s = r^2')
    half = mpf('0.5001')
    for name, symbol, base, largest in (('exp2', '2', mpf(2), half), ('exp10', '10', mpf(10), third_bit), ('exp', 'e', mp.e, half_ln2)):
        add(f'{name}_f32', lambda r, base=base: (mp.power(base, away(r)) - 1) / away(r), -largest, largest, 6, 24,
            relative=lambda r, y, base=base: mp.power(base, away(r)) / away(r), about=f'({symbol}^r - 1) / r')
    add('near_rsqrt_f32', lambda d: 1 / mp.sqrt(d), mpf(1) / 2, 2, 5, 24, about='1 / sqrt(d)')
    # For the errors of a first approximation by integer arithmetic.
    add('rsqrt_step_f32', lambda e: 1 / mp.sqrt(1 - e), mpf('-0.07'), mpf('0.07'), 4, 24, about='1 / sqrt(1 - e)')
    add('tanh_short_f32', lambda s: tanh_tail(abs(s)), 0, mpf('0.3026'), 4, 24,
        relative=lambda s, y: mp.tanh(mp.sqrt(away(s))) / mp.sqrt(away(s)) / away(s), about='(tanh(x) / x - 1) / s of s = x^2')
    add('sinh_short_f32', lambda s: sinh_tail(abs(s)), 0, 1, 3, 24,
        relative=lambda s, y: mp.sinh(mp.sqrt(away(s))) / mp.sqrt(away(s)) / away(s), about='(sinh(x) / x - 1) / s of s = x^2')
    add('atan_short_f32', lambda s: atan_tail(abs(s)), 0, 1, 8, 24,
        relative=lambda s, y: mp.atan(mp.sqrt(away(s))) / mp.sqrt(away(s)) / away(s), about='(atan(x) / x - 1) / s of s = x^2')
    add('asin_short_f32', lambda s: asin_tail(abs(s)), 0, mpf('0.3165'), 5, 24,
        relative=lambda s, y: mp.asin(mp.sqrt(away(s))) / mp.sqrt(away(s)) / away(s), about='(asin(x) / x - 1) / s of s = x^2')
    add('erf_short_f32', lambda s: erf_small(abs(s)) - 1, 0, 1, 6, 24,
        relative=lambda s, y: y + 1, about='erf(x) / x - 1 of x^2')
    add('log2_erfc_f32', lambda x: mp.log(mp.erfc(x), 2) / x, mpf('0.99'), 4, 7, 24,
        relative=lambda x, y: mp.erf(x) / mp.erfc(x) / x, about='log2(erfc(x)) / x')
    add('log2_atanh_f32', near_zero(None, lambda s: (mp.atanh(mp.sqrt(abs(s))) / mp.sqrt(abs(s)) - 1) / abs(s) * 2 / mp.log(2)), 0, largest, 4, 24, exact=1,
        about='log2 of (1 + r) / (1 - r), divided by r, less its first term, divided by s = r^2')

    add('log2_erfcx_f32', lambda t: mp.log(mp.erfc((3 + 6 * t) / (1 - t)), 2) + ((3 + 6 * t) / (1 - t)) ** 2 / mp.log(2) + 2, mpf('-0.5'), mpf('0.447'), 13, 24,
        relative=absolute, about='log2(erfcx(x)) + 2 of t = (x - 3) / (x + 6)')

    add('log2_erfcx_slope', lambda t: mp.diff(lambda u: mp.log(mp.erfc((3 + 6 * u) / (1 - u)), 2) + ((3 + 6 * u) / (1 - u)) ** 2 / mp.log(2), t), mpf('-0.5'), mpf('0.447'), 3, 24,
        relative=absolute, about='its derivative, roughly')

    def log2_of_tail(t):
        z = (mpf('4.25') + mpf('8.5') * t) / (1 - t)
        return mp.log(mp.ncdf(-z), 2) + z * z / 2 / mp.log(2) + 3
    add('log2_normcdf_f32', log2_of_tail, mpf('-0.5'), mpf('0.441'), 13, 24, relative=absolute,
        about='log2(e^(x^2 / 2) normcdf(-x)) + 3 of t = (x - 4.25) / (x + 8.5)')
    add('log2_normcdf_slope', lambda t: mp.diff(log2_of_tail, t), mpf('-0.5'), mpf('0.441'), 3, 24, relative=absolute, about='its derivative, roughly')

    def erfcx_scaled(t):
        x = 4 * (1 + t) / (1 - t)
        return (1 + 2 * x) * mp.exp(x * x) * mp.erfc(x)
    add('erfcx_f32', erfcx_scaled, -1, mpf('0.9999'), 12, 24, exact=1, about='(1 + 2x) erfcx(x) of t = (x - 4) / (x + 4)')

    # e^(x^2) erfc(x) (x + 4), and the same of the normal distribution, of v = x / (x + 4) less its centre.
    def scaled_tail(k, factor, centre, share):
        def value(t):
            v = t + mpf(centre)
            x = k * v / (1 - v)
            y = x * factor
            series = (1 - 1 / (2 * y ** 2) * (1 - 3 / (2 * y ** 2))) / (mp.sqrt(mp.pi) * y) if y > 10 ** 4 else mp.exp(y * y) * mp.erfc(y)
            return (x + k) * share * series
        return value
    for name, k, factor, share, last, centre, terms in (
            ('erfc', mpf(4), mpf(1), mpf(1), mpf('27.5'), '0.4375', 22),
            ('normcdf', mpf('5.75'), mp.sqrt(mpf(1) / 2), mpf(1) / 2, mpf('38.75'), '0.4375', 22),
            ('erfcx', mpf(4), mpf(1), mpf(1), mpf(10) ** 9, '0.5', 25)):
        add(f'{name}_scaled_f64', scaled_tail(k, factor, centre, share), -mpf(centre), last / (last + k) - mpf(centre), terms, 53, short=7,
            about=f'(x + {mp.nstr(k, 3)}) e^{"(x^2 / 2)" if name == "normcdf" else "(x^2)"} {"normcdf(-x)" if name == "normcdf" else "erfc(x)"} of x / (x + {mp.nstr(k, 3)}) - {centre}')

    def inverse(w):
        # erfcinv(q) of w = -log(q (2 - q)), for q <= 1
        return inverse_of_erfc(mp.exp(-w) / (1 + mp.sqrt(1 - mp.exp(-w))))
    def centre(v):
        w = v + mpf('3.125')
        w = max(w, mpf(2) ** -90)
        return inverse(w) / mp.sqrt(1 - mp.exp(-w))
    def of_log2(v):
        return centre(-v * mp.log(2) - mpf('3.125'))
    add('erfinv_factor_f32', of_log2, mpf('-6.7'), 0, 10, 24, about='erfinv(x) / x of log2(1 - x^2)')
    add('normcdfinv_factor_f32', lambda v: mp.sqrt(2) * of_log2(v + 2), mpf('-8.7'), -2, 10, 24,
        about='normcdfinv(p) / (2 p - 1) of log2(p (1 - p))')
    def tail_of_inverse(t):
        t += mpf(1) / 4
        return t * inverse(mp.log(2) / t ** 2) - 1
    add('erfinv_tail_f32', tail_of_inverse, 1 / mp.sqrt(mpf('150.5')) - mpf(1) / 4, 1 / mp.sqrt(mpf('6.68')) - mpf(1) / 4, 11, 24, relative=lambda t, y: y + 1,
        about='erfcinv(q) / w - 1 of 1 / w - 1/4, w = sqrt(-log2(q (2 - q)))')
    def tail(middle):
        return lambda v: inverse((v + middle) ** 2)
    add('erfinv_centre_f64', centre, mpf('-3.125'), mpf('3.125'), 26, 53, about='erfinv(x) / x of w - 3.125, w = -log(1 - x^2)')
    for name, middle, a, b, count in (('near', 3.375, 2.5, 4.25, 20), ('far', 6.875, 4.25, 10.35, 25), ('last', 18.75, 10.2, 27.3, 24)):
        add(f'erfinv_{name}_f64', tail(mpf(middle)), mpf(a) - middle, mpf(b) - middle, count, 53,
            about=f'erfcinv(q) of s - {middle}, s = sqrt(-log(q (2 - q)))')

    def stirling(u):
        x = 1 / mp.sqrt(u) if u > 1e-20 else mpf(10) ** 10
        return (mp.loggamma(x) - (x - mpf(1) / 2) * mp.log(x) + x - mp.log(2 * mp.pi) / 2) * x
    for bits, terms, least in ((24, 3, 5), (53, 8, 12)):
        add(f'stirling_f{bits // 24 * 32}', stirling, 0, mpf(1) / least ** 2, terms, bits,
            about='x (log(gamma(x)) - (x - 1/2) log(x) + x - log(2 pi) / 2) of 1 / x^2')
    add('stirling_wide_f64', stirling, 0, mpf(1) / mpf('12.25'), 13, 53, about='the same')
    def reciprocal_gamma(t):
        t = t if abs(t) > mpf(2) ** -90 else mpf(2) ** -90
        return (mp.rgamma(2 + t) - 1) / t
    def reciprocal_gamma_above_1(t):
        t = t if abs(t) > mpf(2) ** -90 else mpf(2) ** -90
        return (mp.rgamma(1 + t) - 1) / t
    add('reciprocal_gamma_above_1_f64', reciprocal_gamma_above_1, mpf('-0.5'), mpf('0.5'), 15, 53, short=5,
        relative=lambda t, y: 1 / t + y, about='(1 / gamma(1 + t) - 1) / t')
    def log_gamma(t):
        t = t if abs(t) > mpf(2) ** -90 else mpf(2) ** -90
        return mp.loggamma(2 + t) / t
    for bits, terms in ((24, 8), (53, 16)):
        add(f'reciprocal_gamma_f{bits // 24 * 32}', reciprocal_gamma, mpf('-0.5'), mpf('0.5'), terms, bits, relative=absolute, exact=1,
            about='(1 / gamma(2 + t) - 1) / t')
    # For float alone.
    add('stirling_short_f32', stirling, 0, mpf('0.16'), 4, 24, about='the same')
    add('reciprocal_gamma_wide_f32', lambda t: mp.rgamma(2 + t), mpf('-1.5'), mpf('0.85'), 12, 24, about='1 / gamma(2 + t)')
    add('log_gamma_above_1_f32', lambda t: mp.loggamma(1 + away(t)) / away(t), mpf('-0.5'), mpf('0.5'), 13, 24, about='log(gamma(1 + t)) / t')
    for bits, terms in ((24, 9), (53, 20)):
        add(f'log_gamma_f{bits // 24 * 32}', log_gamma, mpf('-0.5'), mpf('0.5'), terms, bits, exact=1, about='log(gamma(2 + t)) / t')
