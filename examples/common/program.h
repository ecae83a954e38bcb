// What the examples with more options share: the options that choose device and kernel code, and readable
// numbers.
#ifndef KCC_EXAMPLES_COMMON_PROGRAM_H
#define KCC_EXAMPLES_COMMON_PROGRAM_H

#include "example.h"

#include <CLI/CLI.hpp>

#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <optional>

namespace example {

using Milliseconds = std::chrono::duration<double, std::milli>;

struct Options {
  std::string device;        ///< empty: Device::pick()
  std::filesystem::path ptx; ///< empty: the kernels embedded in the program
};

inline void add_options(CLI::App &app, Options &options) {
  app.add_option("--device", options.device,
                 std::string("Where to run: ") + device_names +
                     " (default: KCC_DEVICE, else the best GPU, else the CPU)")
      ->check([](const std::string &text) {
        return is_device_name(text) ? "" : "'" + text + "' is not " + device_names;
      });
  app.add_option("--ptx", options.ptx, "Take the kernels from this PTX file instead of those in the program")
      ->check(CLI::ExistingFile);
}

/// The device of a run, its stream, and the source of the kernels.
class Session {
public:
  /// Throws kcc::Error if the device does not exist or the PTX file cannot be loaded.
  explicit Session(const Options &options) : device_(choose_device(options.device)), stream_(device_) {
    if (!options.ptx.empty())
      module_.emplace(kcc::Module::load_file(device_, options.ptx));
    std::cout << "device:  " << device_.name() << " (" << device_.arch() << ")\n"
              << "backend: " << backend_name(device_) << "\n"
              << "driver:  " << device_.driver() << "\n"
              << "kernels: " << (module_ ? options.ptx.string() : "embedded in the program") << "\n";
    // Device::pick() does not print why it takes the CPU device.
    if (device_.backend() == kcc::Backend::cpu && options.device.empty() && !std::getenv("KCC_DEVICE"))
      for (const kcc::Error &reason : kcc::Device::unavailable())
        std::cout << "no GPU:  " << reason.what() << "\n";
  }
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;

  const kcc::Device &device() const { return device_; }
  kcc::Stream &stream() { return stream_; }

  /// The kernel, from the PTX file if one was given. Throws kcc::Error if its signature there differs.
  template <class... P> kcc::BoundKernel<P...> kernel(const kcc::Kernel<P...> &embedded) const {
    if (module_)
      return module_->kernel(embedded);
    return embedded;
  }

private:
  kcc::Device device_;
  kcc::Stream stream_;
  std::optional<kcc::Module> module_;
};

/// Parses the command line, calls `body()` and reports.
template <class Body> int run(CLI::App &app, int argc, char **argv, Body body) {
  CLI11_PARSE(app, argc, argv);
  return report(body);
}

/// A number with at least three significant digits, and its unit.
inline std::string with_unit(double value, const char *unit) {
  std::array<char, 64> text;
  const int decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  std::snprintf(text.data(), text.size(), "%.*f %s", decimals, value, unit);
  return text.data();
}

inline std::string readable(Milliseconds time) {
  if (time.count() >= 1000)
    return with_unit(time.count() / 1000, "s");
  return time.count() >= 1 ? with_unit(time.count(), "ms") : with_unit(time.count() * 1000, "µs");
}

/// "256 MiB", "937 KiB", "12 bytes".
inline std::string readable_bytes(std::size_t bytes) {
  const double size = static_cast<double>(bytes);
  if (bytes >= std::size_t{1} << 30)
    return with_unit(size / (1 << 30), "GiB");
  if (bytes >= std::size_t{1} << 20)
    return with_unit(size / (1 << 20), "MiB");
  return bytes >= 1024 ? with_unit(size / 1024, "KiB") : std::to_string(bytes) + " bytes";
}

/// Runs `work` once to warm up, then `repeats` times, and returns the shortest time that the device took for
/// it.
template <class Work> Milliseconds best_time(kcc::Stream &stream, int repeats, Work work) {
  kcc::Event start(stream.device()), stop(stream.device());
  work();
  Milliseconds best = Milliseconds::max();
  for (int i = 0; i != repeats; ++i) {
    stream.record(start);
    work();
    stream.record(stop);
    best = std::min(best, Milliseconds(kcc::Event::elapsed(start, stop)));
  }
  return best;
}

} // namespace example

#endif
