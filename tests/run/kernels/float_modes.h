// Shared by the kernels about floating-point modes and their test.
#ifndef FLOAT_MODES_H
#define FLOAT_MODES_H

namespace float_modes {

struct Operands {
  float x, y, z;
};

struct Results {
  float quotient, root, sum, product, fused;
  float sin, cos, tan, exp, exp2, log, log2, log10, rsqrt, tanh, pow, cbrt;
  float sum_up, sum_down, quotient_up, root_up, fused_down;
  int floor, ceiling;
  double quotient64, fused64;
};

} // namespace float_modes

#endif
