// The benchmarks by subject; each function adds its rows to the report.
#ifndef CPU_BENCHMARK_CASES_H
#define CPU_BENCHMARK_CASES_H

#include "../harness.h"
#include "../opencl.h"

#include <kcc/runtime.h>

#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace bench {

struct Context {
  Report &report;
  kcc::Device device;
  kcc::Stream &stream;
  const OpenCl &opencl;
};

void streaming(const Context &context);
void functions(const Context &context);
void control(const Context &context);
void tiles(const Context &context);
void sums(const Context &context);
void sorting(const Context &context);
void launches(const Context &context);

/// The least times of a peer / times of kcc that docs/performance.md promises.
inline constexpr double streaming_bar = 0.9, libm_bar = 1.0, vector_libm_bar = 0.8, block_bar = 0.8,
                        pocl_block_bar = 1.0, no_bar = 0;

/// The same values for kcc, for plain C++ and for PoCL, each with memory of its own.
template <class T> struct Array {
  Array(const Context &context, std::vector<T> values)
      : initial(std::move(values)), host(initial), kcc(context.device, initial),
        cl(context.opencl, initial.size()) {
    cl.write(initial);
  }
  /// With zeros.
  Array(const Context &context, std::size_t count) : Array(context, std::vector<T>(count)) {}

  std::vector<T> initial, host;
  kcc::Buffer<T> kcc;
  OpenClBuffer<T> cl;
};

/// A plain C++ version.
struct Plain {
  double bar;
  std::function<void()> run;
  const char *name = "OpenMP";
};

/// What computes an array. Each may run repeatedly, also on what it left before.
struct Computation {
  std::string name;
  Tolerance tolerance;       ///< of the results
  std::function<void()> kcc; ///< launches in the context's stream
  std::vector<Plain> plain;
  double pocl_bar = no_bar;
  std::function<void()> pocl; ///< enqueues; empty: there is none
};

/// Adds the rows of a computation, which leaves its result in `out`. The results that are compared begin with
/// the array's initial values.
template <class T> void compare(const Context &context, const Computation &computation, Array<T> &out) {
  const Contender<T> kcc{"kcc",
                         [&] {
                           computation.kcc();
                           context.stream.synchronize();
                         },
                         [&] {
                           out.kcc.copy_from(context.stream, out.initial);
                           computation.kcc();
                           return out.kcc.to_host(context.stream);
                         }};
  std::vector<Contender<T>> peers;
  for (const Plain &plain : computation.plain)
    peers.push_back({plain.name, plain.run,
                     [&] {
                       out.host = out.initial;
                       plain.run();
                       return out.host;
                     },
                     plain.bar});
  if (context.opencl.is_available() && computation.pocl)
    peers.push_back({"PoCL",
                     [&] {
                       computation.pocl();
                       context.opencl.finish();
                     },
                     [&] {
                       out.cl.write(out.initial);
                       computation.pocl();
                       return out.cl.to_host();
                     },
                     computation.pocl_bar});
  context.report.compare<T>(computation.name, computation.tolerance, kcc, peers);
}

/// The same numbers in every run.
inline std::vector<float> random_floats(std::size_t count, float low, float high) {
  std::mt19937 random(static_cast<unsigned>(count));
  std::uniform_real_distribution<float> distribution(low, high);
  std::vector<float> values(count);
  for (float &value : values)
    value = distribution(random);
  return values;
}

template <class T> std::vector<T> random_integers(std::size_t count) {
  std::mt19937 random(static_cast<unsigned>(count));
  std::vector<T> values(count);
  for (T &value : values)
    value = static_cast<T>(random());
  return values;
}

} // namespace bench

#endif
