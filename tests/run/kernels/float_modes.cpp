// The same arithmetic in each floating-point mode.
#include "float_modes.h"

#include <kcc/device.h>
#include <kcc/math.h>

#include <cmath>

namespace float_modes {

/// Not inlined, so that each mode needs its own copy.
[[gnu::noinline]] static Results compute(const Operands &o) {
  Results r{};
  r.quotient = o.x / o.y;
  r.root = std::sqrt(o.x);
  r.sum = o.x + o.y;
  const float product = o.x * o.y;
  r.product = product;
  r.fused = product + o.z;
  r.sin = std::sin(o.x);
  r.cos = std::cos(o.x);
  r.tan = std::tan(o.x);
  r.exp = std::exp(o.x);
  r.exp2 = std::exp2(o.x);
  r.log = std::log(o.x);
  r.log2 = std::log2(o.x);
  r.log10 = std::log10(o.x);
  r.rsqrt = kcc::rsqrt(o.x);
  r.tanh = std::tanh(o.x);
  r.pow = std::pow(o.x, o.y);
  r.cbrt = std::cbrt(o.x);
  r.sum_up = kcc::add_ru(o.x, o.y);
  r.sum_down = kcc::add_rd(o.x, o.y);
  r.quotient_up = kcc::div_ru(o.x, o.y);
  r.root_up = kcc::sqrt_ru(o.x);
  r.fused_down = kcc::fma_rd(o.x, o.y, o.z);
  r.floor = static_cast<int>(std::floor(o.x));
  r.ceiling = static_cast<int>(std::ceil(o.x));
  const double x = o.x, y = o.y;
  r.quotient64 = x / y;
  r.fused64 = x * (1 / y) + o.z;
  return r;
}

#define KERNEL(name, ...)                                                                                    \
  [[kcc::kernel __VA_OPT__(, ) __VA_ARGS__]] void name(std::span<const Operands> in,                         \
                                                       std::span<Results> out) {                             \
    for (std::size_t i : kcc::grid_stride(in.size()))                                                        \
      out[i] = compute(in[i]);                                                                               \
  }

KERNEL(plain)
KERNEL(fast, kcc::use_fast_math)
KERNEL(accurate, kcc::use_fast_math(false), kcc::fmad(true))
KERNEL(fast_but_subnormal, kcc::use_fast_math, kcc::ftz(false))
KERNEL(flushing, kcc::ftz(true))
KERNEL(less_division, kcc::prec_div(false))
KERNEL(less_roots, kcc::prec_sqrt(false))
KERNEL(separate, kcc::fmad(false))
KERNEL(reproducible, kcc::math("reproducible"))

} // namespace float_modes
