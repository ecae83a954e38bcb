// One row for each kernel.
#include "table.h"

#include "codegen_pointers.h"
#include "codegen_restrict.h"
#include "codegen_spans.h"

namespace codegen {

namespace {

class Table {
public:
  explicit Table(bool tiny) : tiny(tiny) {}

  /// A size on a GPU, and one for a quick run on the CPU device.
  int size(int gpu, int cpu) const { return tiny ? cpu : gpu; }

  template <class... P, class... R, class... S, class... V>
  void add(const char *file, const kcc::Kernel<P...> &pointers, const kcc::Kernel<R...> &restricted,
           const kcc::Kernel<S...> &spans, const kcc::LaunchConfig &config, Tolerance tolerance,
           V... values) {
    static_assert(sizeof...(S) == sizeof...(V), "a row has one value for each parameter of the kernel");
    rows.push_back({spans.entry,
                    file,
                    config,
                    {make_parameter<S>(as_value(values))...},
                    tolerance,
                    {launch_of(pointers), launch_of(restricted), launch_of(spans)}});
  }

  std::vector<Row> rows;

private:
  static Value as_value(Value value) { return value; }
  template <std::integral T> static Value as_value(T value) { return static_cast<std::int64_t>(value); }
  static Value as_value(double value) { return value; }
  bool tiny;
};

} // namespace

std::vector<Row> make_table(bool tiny) {
  Table table(tiny);
  const auto size = [&](int gpu, int cpu) { return table.size(gpu, cpu); };
  const auto cover = [](int threads, int per_block = 256) { return kcc::cover(threads, per_block); };
  const Tolerance exact{0, 0, 0};
  const Tolerance close{};
// The file, the kernel, its launch, its tolerance and its arguments.
#define ROW(file, kernel, ...)                                                                               \
  table.add(#file, codegen_pointers::kernel, codegen_restrict::kernel, codegen_spans::kernel, __VA_ARGS__)

  { // streaming
    const int n = size(1 << 24, 3000);
    ROW(streaming, saxpy, cover(n), close, buffer(n, uniform(-1, 1)), buffer(n, uniform(0, 1)), result(n), n,
        2.5);
    ROW(streaming, triad_strided, cover(n / 8), close, buffer(n, uniform(-1, 1)), buffer(n, uniform(0, 1)),
        result(n), n, 2.5);
    ROW(streaming, copy_16_bytes, cover(n / 16), exact, buffer(n / 4, noise(), Number::u32),
        result(n / 4, Number::u32), n / 4);
  }
  { // reductions
    const int n = size(1 << 25, 5000), blocks = size(1024, 3);
    ROW(reductions, sum_by_blocks, {blocks, 256}, close, buffer(n, uniform(0, 1)), result(blocks), n);
  }
  { // simulation
    const int n = size(1 << 14, 512);
    ROW(simulation, nbody, cover(n), (Tolerance{1e-4, 1e-3}), buffer(n, uniform(-1, 1)), result(n), n);
  }
  { // finance
    const int n = size(1 << 22, 1000);
    ROW(finance, black_scholes, cover(n), (Tolerance{1e-4, 1e-4}), buffer(n, uniform(5, 30)),
        buffer(n, uniform(1, 100)), buffer(n, uniform(0.25, 10)), result(n), result(n), n, 0.02, 0.3);
  }
  { // integers
    const int n = size(1 << 20, 1000);
    ROW(integers, collatz, cover(n), exact, result(n), n, 1000000007);
  }
#undef ROW
  return std::move(table.rows);
}

} // namespace codegen
