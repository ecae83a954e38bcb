// The throughput of kcc's math functions on a GPU, beside that of CUDA's. README.md has the options.
#include "../common/driver.h"
#include "../common/in_turns.h"
#include "layout.h"
#include "report.h"
#include "table.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <map>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

namespace math {

namespace {

struct Options {
  std::string filter; ///< a part of the function's name
  std::string sets = "default,reproducible,fast_math";
  std::filesystem::path ptx = "ptx", csv;
  int rounds = 15;
};

/// Options of both compilers that are compared, as folders of PTX.
struct Set {
  const char *name, *kcc, *nvcc;
  std::array<bool, types> has; ///< types that the options have an effect on
  double coarseness;           ///< by how much the bounds of the results grow
};
constexpr Set sets[] = {
    {"default", "kcc/default", "nvcc/default", {true, true}, 1},
    {"reproducible", "kcc/reproducible", "nvcc/default", {true, true}, 1},
    {"fast_math", "kcc/fast_math", "nvcc/fast_math", {true, false}, 4096},
};

constexpr unsigned block_size = 256;
constexpr unsigned checked_blocks = 64;
constexpr int most_iterations = 1024, fewest_iterations = 16;
constexpr double launch_milliseconds = 1;

/// The PTX files that exist, compiled by the driver on a thread each.
class Modules {
public:
  Modules(const common::Driver &driver, const Options &options) {
    for (const Set &set : sets)
      for (const char *folder : {set.kcc, set.nvcc})
        for (const char *type : type_names) {
          const auto file = options.ptx / folder / (std::string(type) + ".ptx");
          if (options.sets.find(set.name) != std::string::npos && exists(file))
            modules.try_emplace(key(folder, type), Module{file, nullptr, nullptr});
        }
    std::vector<std::jthread> threads;
    for (auto &[name, module] : modules)
      threads.emplace_back([&driver, &module = module] {
        try {
          driver.use_here();
          module.module = driver.load(module.file);
        } catch (...) {
          module.problem = std::current_exception();
        }
      });
    threads.clear();
    for (const auto &[name, module] : modules)
      if (module.problem)
        std::rethrow_exception(module.problem);
  }

  bool has(const char *folder) const { return modules.contains(key(folder, type_names[f32])); }
  /// No code if there is no such file or no such kernel.
  common::Code code(const common::Driver &driver, const char *folder, Type type,
                    const std::string &function) const {
    const auto found = modules.find(key(folder, type_names[type]));
    return found == modules.end() ? common::Code()
                                  : driver.code(found->second.module, function + "_" + type_names[type]);
  }

private:
  struct Module {
    std::filesystem::path file;
    void *module;
    std::exception_ptr problem;
  };
  static std::string key(const char *folder, const char *type) { return std::string(folder) + "/" + type; }
  std::map<std::string, Module> modules;
};

/// A function's kernels for one type, with their buffer of results.
template <class T> class Kernels {
public:
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

  Kernels(const common::Driver &driver, kcc::Stream &stream, kcc::Buffer<std::byte> &results,
          const Function &function)
      : driver(driver), stream(stream), results(results), function(function) {}

  void launch(const common::Code &code, unsigned blocks, int iterations) {
    Ranges<T> ranges{};
    for (std::size_t i = 0; i < function.ranges.size(); ++i) {
      const auto [low, high] = function.ranges[i];
      ranges.low[i] = static_cast<T>(low);
      ranges.high[i] = static_cast<T>(high);
      ranges.step[i] = static_cast<T>((high - low) / 2 / iterations);
    }
    void *data = results.data();
    std::array<void *, 3> arguments{&ranges, &iterations, static_cast<void *>(&data)};
    driver.launch(code, {kcc::Blocks(blocks), kcc::Threads(block_size)}, stream.native_handle(), arguments);
  }

  /// The function's results themselves.
  std::vector<Bits> values(const common::Code &code) {
    launch(code, checked_blocks, 1);
    const std::vector<std::byte> bytes = results.to_host(stream);
    std::vector<Bits> values(std::size_t{checked_blocks} * block_size * calls);
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(Bits));
    return values;
  }

  /// "" if both return the same, within the bound.
  std::string difference(const common::Code &ours, const common::Code &theirs, double bound) {
    const std::vector<Bits> one = values(ours), other = values(theirs);
    double largest = 0;
    std::string text;
    for (std::size_t i = 0; i < one.size(); ++i) {
      if (one[i] == other[i])
        continue;
      T a, b;
      std::memcpy(&a, &one[i], sizeof(T));
      std::memcpy(&b, &other[i], sizeof(T));
      const double x = static_cast<double>(a), y = static_cast<double>(b);
      const double size = std::max(std::abs(x), std::abs(y));
      double distance = std::abs(x - y) / (size * std::numeric_limits<T>::epsilon());
      if (bound < 0 && std::abs(x - y) <= -bound * std::max(size, 1.0))
        continue;
      if (!(distance >= 0))
        distance = HUGE_VAL; // one of them is NaN
      if (distance > bound && distance > largest) {
        largest = distance;
        char line[160];
        std::snprintf(line, sizeof line, "kcc %.17g (%#llx), nvcc %.17g (%#llx): %.3g ULP, the bound is %g",
                      x, static_cast<unsigned long long>(one[i]), y,
                      static_cast<unsigned long long>(other[i]), distance, bound);
        text = line;
      }
    }
    return text;
  }

  void measure(Cell &cell, unsigned blocks, int rounds) {
    // Both make the same number of calls, in launches of about a millisecond.
    int iterations = most_iterations;
    common::Clock clock(stream);
    for (const common::Code &code : cell.codes)
      if (code) {
        launch(code, blocks, fewest_iterations); // the first launch loads the code
        const double milliseconds = clock.milliseconds([&] { launch(code, blocks, fewest_iterations); });
        iterations =
            std::min(iterations, static_cast<int>(fewest_iterations * launch_milliseconds / milliseconds));
      }
    iterations = std::max(iterations, fewest_iterations);
    std::vector<std::function<void()>> contenders(compilers);
    for (int compiler = 0; compiler < compilers; ++compiler)
      if (cell.codes[compiler])
        contenders[compiler] = [&, compiler] { launch(cell.codes[compiler], blocks, iterations); };
    const std::vector<common::Time> times = common::times_in_turns(stream, rounds, contenders);
    for (int compiler = 0; compiler < compilers; ++compiler) {
      cell.picoseconds[compiler] =
          times[compiler].nanoseconds * 1e3 / (static_cast<double>(blocks) * block_size * calls * iterations);
      cell.spread = std::max(cell.spread, times[compiler].spread);
    }
  }

private:
  const common::Driver &driver;
  kcc::Stream &stream;
  kcc::Buffer<std::byte> &results;
  const Function &function;
};

class Run {
public:
  explicit Run(const Options &options)
      : options(options), device(kcc::Device::cuda()), stream(device), driver(device.ordinal()),
        modules(driver, options), blocks(32 * device.limits().multiprocessors),
        results(device, std::size_t{blocks} * block_size * calls * sizeof(double)) {}

  /// The exit status.
  int all() {
    std::printf("%s, %s; medians of %d rounds in turns; Gop/s: calls per nanosecond on the whole GPU\n",
                device.name().c_str(), device.driver().c_str(), options.rounds);
    std::vector<Result> everything;
    bool right = true;
    for (const Set &set : sets) {
      if (options.sets.find(set.name) == std::string::npos)
        continue;
      if (!modules.has(set.kcc) || !modules.has(set.nvcc))
        std::printf("\nSKIPPED: %s: there is no PTX in %s\n", set.name,
                    modules.has(set.kcc) ? set.nvcc : set.kcc);
      if (!modules.has(set.kcc))
        continue;
      std::printf("\n## %s\n\n", set.name);
      print_head(set.has);
      std::vector<Result> rows;
      for (const Function &function : make_table())
        if (function.name.find(options.filter) != std::string::npos) {
          rows.push_back(row(set, function));
          print_row(rows.back(), set.has);
        }
      print_summary(rows);
      for (Result &result : rows) {
        for (const Cell &cell : result.cells)
          right = right && cell.complaint.empty();
        everything.push_back(std::move(result));
      }
    }
    if (!options.csv.empty())
      write_csv(options.csv, everything);
    return right && !everything.empty() ? 0 : 1;
  }

private:
  Result row(const Set &set, const Function &function) {
    Result result{set.name, function.name, {}};
    for (const Type type : {f32, f64}) {
      if (!function.exists[type] || !set.has[type])
        continue;
      Cell &cell = result.cells[type];
      cell.codes = {modules.code(driver, set.kcc, type, function.name),
                    modules.code(driver, set.nvcc, type, function.name)};
      if (!cell.codes[kcc_])
        cell.complaint = "kcc has no such kernel";
      else if (type == f32)
        fill<float>(cell, set, function, type);
      else
        fill<double>(cell, set, function, type);
    }
    return result;
  }

  template <class T> void fill(Cell &cell, const Set &set, const Function &function, Type type) {
    Kernels<T> kernels(driver, stream, results, function);
    if (cell.codes[nvcc])
      cell.complaint =
          kernels.difference(cell.codes[kcc_], cell.codes[nvcc], function.bound[type] * set.coarseness);
    kernels.measure(cell, blocks, options.rounds);
  }

  const Options &options;
  kcc::Device device;
  kcc::Stream stream;
  common::Driver driver;
  Modules modules;
  unsigned blocks;
  kcc::Buffer<std::byte> results;
};

int usage() {
  std::fprintf(stderr, "usage: kcc_math_benchmark [--ptx FOLDER] [--filter TEXT] [--rounds N] [--csv FILE]\n"
                       "                          [--sets default,reproducible,fast_math] | --list\n");
  return 2;
}

} // namespace

} // namespace math

int main(int count, char **arguments) {
  using namespace math;
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string option = arguments[i];
    if (option == "--list") {
      for (const Function &function : make_table())
        std::printf("%s\n", function.name.c_str());
      return 0;
    }
    if (i + 1 == count)
      return usage();
    const std::string value = arguments[++i];
    if (option == "--ptx")
      options.ptx = value;
    else if (option == "--filter")
      options.filter = value;
    else if (option == "--sets")
      options.sets = value;
    else if (option == "--csv")
      options.csv = value;
    else if (option == "--rounds" && std::atoi(value.c_str()) > 0)
      options.rounds = std::atoi(value.c_str());
    else
      return usage();
  }
  try {
    return Run(options).all();
  } catch (const std::exception &error) {
    std::fprintf(stderr, "kcc_math_benchmark: %s\n", error.what());
    return 1;
  }
}
