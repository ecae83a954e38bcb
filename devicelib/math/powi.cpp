// powi: x to an integer power by repeated squaring, like `llvm.powi`. The error grows with the number of
// products, at most 2 * log2(n), by half an ULP each.

template <class T> static T power(T x, int n) {
  unsigned left = n < 0 ? 0u - static_cast<unsigned>(n) : static_cast<unsigned>(n);
  T result = 1;
  for (; left != 0; left >>= 1) {
    if (left & 1)
      result *= x;
    x *= x;
  }
  return n < 0 ? 1 / result : result;
}

extern "C" float __kcc_math_powi_f32(float x, int n) {
  return power(x, n);
}
extern "C" double __kcc_math_powi_f64(double x, int n) {
  return power(x, n);
}
