// Random numbers on the device; tests/run/random_test.cpp compares them with the host's.
#include "random.h"
#include <kcc/device.h>

using namespace random_numbers;

[[kcc::kernel]] void words(std::span<std::uint64_t> out, std::uint32_t threads) {
  for (std::size_t thread : kcc::grid_stride(threads))
    AllEngines::for_each([&]<class Engine>(Engine *, std::size_t place) {
      auto first = (place * threads + thread) * words_per_engine;
      draw_words<Engine>(out.subspan(first).first<words_per_engine>(), static_cast<unsigned>(thread));
    });
}

[[kcc::kernel]] void numbers(std::span<std::uint64_t> out, std::uint32_t threads,
                             std::span<const AliasEntry> table) {
  for (std::size_t thread : kcc::grid_stride(threads))
    SomeEngines::for_each([&]<class Engine>(Engine *, std::size_t place) {
      auto first = (place * threads + thread) * distributions;
      draw_numbers<Engine>(out.subspan(first).first<distributions>(), static_cast<unsigned>(thread), table);
    });
}

/// Uses engines and distributions from the host; the engines are returned in their new states.
[[kcc::kernel]] void go_on(std::span<float> out, std::span<Xoshiro128PlusPlus> engines,
                           Normal<float> distribution) {
  for (std::size_t i : kcc::grid_stride(out.size()))
    out[i] = distribution(engines[i]);
}
