#include "scenarios.h"

#include <kcc/runtime/stream.h>

#include "core/backend.h"
#include "core/stream_state.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

void scenarios::memory(const kcc::Device &gpu) {
  const std::vector<float> numbers{1, 2, 3, 4};
  std::vector<float> back(4);
  kcc::Stream stream(gpu);
  kcc::Buffer<float> a(gpu, numbers), b(gpu, numbers);
  a.copy_from(stream, numbers);
  kcc::copy(stream, b, a);
  b.fill_bytes(stream, std::byte{1});
  (void)stream.scratch(1);
  (void)stream.scratch(1 << 20);
  a.copy_to(stream, back);
  (void)a.to_host(stream);
  (void)a.to_host();
}

void scenarios::copies(const kcc::Device &gpu) {
  kcc::Stream stream(gpu);
  kcc::Buffer<std::uint64_t> a(gpu, 8);
  kcc::Buffer<std::uint64_t> b(kcc::Device::cuda(0), 8);
  std::vector<std::uint64_t> host(8);
  for (const std::uint64_t value : {0x0ull, 0x1ull, 0x100010001ull << 16 | 1, 0x100000001ull})
    kcc::fill(stream, a, value);
  kcc::fill(stream, a.view().as<std::array<char, 4>>(), {1, 2, 3, 4});
  // With gaps, and with an odd pitch.
  kcc::core::BackendDevice &backend = gpu.backend_device();
  const auto filling = [] { return std::string("filling"); };
  for (const std::size_t bytes : {1, 2, 4, 8})
    backend.fill(stream.state().handle(),
                 {.to = a.data(),
                  .pattern = {std::byte{1}},
                  .pattern_bytes = bytes,
                  .count = 1,
                  .rows = 2,
                  .pitches = {16, 0}},
                 filling);
  kcc::core::Copy copy{.to = a.data(),
                       .to_device = &backend,
                       .from = host.data(),
                       .from_device = nullptr,
                       .row_bytes = 8,
                       .rows = 2,
                       .to_pitches = {16, 0},
                       .from_pitches = {24, 0}};
  backend.copy(stream.state().handle(), copy, filling);
  copy.from = b.data();
  copy.from_device = &b.device().backend_device();
  backend.copy(stream.state().handle(), copy, filling);
  kcc::copy(stream, b, a);
  kcc::copy(stream, host, a);
}
