// Copies device memory with a kernel and with the device's own copy, checks the bytes and compares the
// speeds.
#include "../common/program.h"

#include <memcpy_kernels.h>

#include <algorithm>
#include <vector>

namespace {

/// The number of bytes that a thread of the kernel copies at a time: four loads of 16 bytes.
constexpr std::size_t bytes_per_thread = 64;

/// Bytes that differ from their neighbours, and from those a multiple of 256 away.
std::vector<std::byte> pattern(std::size_t size) {
  std::vector<std::byte> bytes(size);
  std::uint32_t state = 1;
  for (std::byte &byte : bytes) {
    state =
        state * 1664525 + 1013904223; // a linear congruential generator; the upper bits are the random ones
    byte = static_cast<std::byte>(state >> 24);
  }
  return bytes;
}

void check(const std::vector<std::byte> &expected, const std::vector<std::byte> &copied, const char *what) {
  const auto [e, c] = std::ranges::mismatch(expected, copied);
  if (e != expected.end())
    throw example::Mismatch(std::string(what) + ": byte " + std::to_string(e - expected.begin()) + " is " +
                            std::to_string(static_cast<int>(*c)) + " and should be " +
                            std::to_string(static_cast<int>(*e)));
}

void run(const example::Options &options, std::optional<std::size_t> requested, int repeats) {
  example::Session session(options);
  const std::size_t mebibyte = std::size_t{1} << 20;
  const bool on_gpu = session.device().backend() == kcc::Backend::cuda;
  const std::size_t size = requested.value_or((on_gpu ? 256 : 64) * mebibyte);

  const std::vector<std::byte> bytes = pattern(size);
  const kcc::Buffer from(session.device(), bytes);
  kcc::Buffer<std::byte> to(session.device(), size);
  kcc::Stream &stream = session.stream();

  const auto kernel = session.kernel(memcpy_kernels::copy_bytes);
  const auto shape = kcc::cover((size + bytes_per_thread - 1) / bytes_per_thread, 256);
  to.fill_bytes(stream, std::byte{0});
  const auto kernel_time =
      example::best_time(stream, repeats, [&] { stream.launch(kernel, shape, to, from); });
  check(bytes, to.to_host(stream), "the kernel's copy");

  to.fill_bytes(stream, std::byte{0});
  const auto copy_time = example::best_time(stream, repeats, [&] { kcc::copy(stream, to, from); });
  check(bytes, to.to_host(stream), "the device's own copy");

  const auto speed = [&](example::Milliseconds time) { // every byte is read and written
    return example::with_unit(2 * static_cast<double>(size) / time.count() * 1e-6, "GB/s");
  };
  std::cout << "copied " << example::readable_bytes(size) << ", the best of " << repeats << " times\n"
            << "kernel:     " << example::readable(kernel_time) << ", " << speed(kernel_time) << "\n"
            << "kcc::copy:  " << example::readable(copy_time) << ", " << speed(copy_time) << "\n"
            << "kernel's speed / kcc::copy's: " << example::with_unit(copy_time / kernel_time, "") << "\n";
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app("Copies device memory with a kernel and compares its speed with the device's own copy.");
  example::Options options;
  example::add_options(app, options);
  std::optional<std::size_t> size;
  app.add_option("--bytes", size, "Bytes to copy (default: 256 MiB, 64 MiB on the CPU)")
      ->check(CLI::PositiveNumber);
  int repeats = 20;
  app.add_option("--repeat", repeats, "How often to copy; the best time counts")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  return example::run(app, argc, argv, [&] { run(options, size, repeats); });
}
