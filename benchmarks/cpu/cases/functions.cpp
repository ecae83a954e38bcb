#include "cpu_benchmark_functions.h"

#include "../peers/peers.h"
#include "cases.h"

namespace bench {

namespace {

namespace kernels = cpu_benchmark;
constexpr std::size_t count = 4 << 20;
constexpr Tolerance tolerance{1e-6}, options_tolerance{1e-5};
constexpr const char *libm = "OpenMP, libm", *vector_libm = "OpenMP, -ffast-math";

void sines(const Context &context) {
  if (!context.report.wants("sin"))
    return;
  Array<float> in(context, random_floats(count, -10, 10)), out(context, count);
  const auto with_kcc = [&] {
    context.stream.launch(kernels::sines, kcc::cover(count, 256), out.kcc, in.kcc);
  };
  const auto plain = [&] { plain::sines(out.host.data(), in.host.data(), count); };
  const auto fast = [&] { fast_math::sines(out.host.data(), in.host.data(), count); };
  const auto with_pocl = [&] { context.opencl.launch("sines", {{count, 1}, {256, 1}}, out.cl, in.cl); };
  compare(context,
          {"sin",
           tolerance,
           with_kcc,
           {{libm_bar, plain, libm}, {vector_libm_bar, fast, vector_libm}},
           no_bar,
           with_pocl},
          out);
}

void exponentials(const Context &context) {
  if (!context.report.wants("exp"))
    return;
  Array<float> in(context, random_floats(count, -10, 10)), out(context, count);
  const auto with_kcc = [&] {
    context.stream.launch(kernels::exponentials, kcc::cover(count, 256), out.kcc, in.kcc);
  };
  const auto plain = [&] { plain::exponentials(out.host.data(), in.host.data(), count); };
  const auto fast = [&] { fast_math::exponentials(out.host.data(), in.host.data(), count); };
  const auto with_pocl = [&] {
    context.opencl.launch("exponentials", {{count, 1}, {256, 1}}, out.cl, in.cl);
  };
  compare(context,
          {"exp",
           tolerance,
           with_kcc,
           {{libm_bar, plain, libm}, {vector_libm_bar, fast, vector_libm}},
           no_bar,
           with_pocl},
          out);
}

void black_scholes(const Context &context) {
  if (!context.report.wants("Black-Scholes"))
    return;
  constexpr std::size_t options = 2 << 20;
  constexpr float rate = 0.02f, volatility = 0.3f;
  Array<float> prices(context, random_floats(options, 5, 30)),
      strikes(context, random_floats(options, 1, 100)), years(context, random_floats(options, 0.25f, 10)),
      calls(context, options), puts(context, options);
  const auto with_kcc = [&] {
    context.stream.launch(kernels::black_scholes, kcc::cover(options, 256), calls.kcc, puts.kcc, prices.kcc,
                          strikes.kcc, years.kcc, rate, volatility);
  };
  const auto plain = [&] {
    plain::black_scholes(calls.host.data(), puts.host.data(), prices.host.data(), strikes.host.data(),
                         years.host.data(), rate, volatility, options);
  };
  const auto fast = [&] {
    fast_math::black_scholes(calls.host.data(), puts.host.data(), prices.host.data(), strikes.host.data(),
                             years.host.data(), rate, volatility, options);
  };
  const auto with_pocl = [&] {
    context.opencl.launch("black_scholes", {{options, 1}, {256, 1}}, calls.cl, puts.cl, prices.cl, strikes.cl,
                          years.cl, rate, volatility);
  };
  compare(context,
          {"Black-Scholes",
           options_tolerance,
           with_kcc,
           {{libm_bar, plain, libm}, {vector_libm_bar, fast, vector_libm}},
           no_bar,
           with_pocl},
          calls);
}

} // namespace

void functions(const Context &context) {
  sines(context);
  exponentials(context);
  black_scholes(context);
}

} // namespace bench
