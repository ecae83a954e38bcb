// Kernels with barriers in all kinds of control flow have the same results on every device and at every
// optimization level, whether the CPU device splits them at their barriers or runs each thread on a fiber.
#include "barrier_shapes_O0.h"
#include "barrier_shapes_O1.h"
#include "barrier_shapes_O3.h"
#include "devices.h"
#include "kernels/barrier_shapes.h"

#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace {

using barrier_shapes::mix;
using Values = std::vector<std::uint32_t>;
constexpr std::uint32_t times = 3;

/// What one block computes. `exchange(values, n)` mixes the values of the first n threads.
void exchange(Values &values, std::uint32_t threads) {
  const Values old = values;
  for (std::uint32_t i = 0; i < threads; ++i)
    values[i] = mix(old[i], old[(i + 1) % threads]);
}
std::uint32_t size(const Values &values) {
  return static_cast<std::uint32_t>(values.size());
}

void exchange_all(Values &values) {
  for (std::uint32_t k = 0; k < times; ++k)
    exchange(values, size(values));
}
void leave_early(Values &values) {
  const std::uint32_t half = (size(values) + 1) / 2;
  for (std::uint32_t k = 0; k < times; ++k)
    exchange(values, half);
  for (std::uint32_t i = half; i < size(values); ++i)
    values[i] = 7;
}
void leave_loop(Values &values) {
  std::uint32_t threads = size(values);
  for (std::uint32_t k = 0; k < times; ++k) {
    exchange(values, threads);
    if (threads > 1)
      values[--threads] += k;
  }
}
void switch_and_exchange(Values &values) {
  for (std::uint32_t k = 0; k < times; ++k) {
    for (std::uint32_t i = 0; i < size(values); ++i)
      switch (i % 5) {
      case 0:
        values[i] += 3;
        break;
      case 1:
        values[i] = (values[i] ^ 0x55) * 5;
        break;
      case 3:
        values[i] *= 5;
        break;
      default:
        break;
      }
    exchange(values, size(values));
  }
}
void loop_and_exchange(Values &values) {
  for (std::uint32_t k = 0; k < times; ++k) {
    for (std::uint32_t i = 0; i < size(values); ++i)
      for (std::uint32_t j = 0; j < (i * 7 + k) % 5; ++j)
        values[i] = values[i] * 3 + j;
    exchange(values, size(values));
  }
}
void remember(Values &values) {
  std::vector<Values> history(size(values), Values(8));
  for (std::uint32_t k = 0; k < times; ++k) {
    for (std::uint32_t i = 0; i < size(values); ++i)
      history[i][(i + k) % 8] = values[i];
    exchange(values, size(values));
  }
  for (std::uint32_t i = 0; i < size(values); ++i)
    for (std::uint32_t k = 0; k < 8; ++k)
      values[i] += history[i][(i + k) % 8] * (k + 1);
}
void point(Values &values) {
  const Values first = values;
  for (std::uint32_t k = 0; k < times; ++k) {
    exchange(values, size(values));
    for (std::uint32_t i = 0; i < size(values); ++i) {
      const bool is_two = first[i] % 3 == 1;
      const std::uint32_t value = values[i], chosen = value * 5 + k;
      const std::uint32_t one = is_two ? value : chosen;
      const std::uint32_t two = is_two ? chosen : first[i] * 3;
      values[i] += one * 7 ^ two;
    }
  }
}
void change_byte(Values &values) {
  Values words = values;
  std::vector<unsigned> places(size(values)); // in bits
  auto change = [&](std::uint32_t i, std::uint32_t byte) {
    words[i] = (words[i] & ~(0xffu << places[i])) | byte << places[i];
  };
  for (std::uint32_t i = 0; i < size(values); ++i) {
    places[i] = values[i] % 4 * 8;
    change(i, 9);
  }
  for (std::uint32_t k = 0; k < times; ++k) {
    exchange(values, size(values));
    for (std::uint32_t i = 0; i < size(values); ++i) {
      words[i] = values[i] += words[i];
      change(i, 7);
      values[i] += words[i] * 3;
    }
  }
}
void vote(Values &values) {
  for (std::uint32_t k = 0; k < times; ++k) {
    std::uint32_t odd = 0;
    bool all = true;
    for (std::uint32_t value : values) {
      odd += value % 2;
      all = all && value % 4 != 0;
    }
    exchange(values, size(values));
    for (std::uint32_t &value : values)
      value += odd + all;
  }
}
void keep(Values &values) {
  const Values first = values;
  exchange_all(values);
  for (std::uint32_t i = 0; i < size(values); ++i) {
    const std::uint32_t value = first[i];
    values[i] += (value % 3 == 0) + static_cast<std::uint8_t>(value >> 3) +
                 static_cast<std::uint32_t>(static_cast<std::int16_t>(value * 17)) +
                 static_cast<std::uint32_t>(value * 0x123456789abcdefull >> 32) + value % 1000 +
                 (value % 77 * 4 + 1) + i;
  }
}

struct Shape {
  const char *kernel;
  void (*expected)(Values &values);
};
void PrintTo(const Shape &shape, std::ostream *out) {
  *out << shape.kernel;
}
constexpr Shape shapes[] = {
    {"straight", exchange_all},
    {"if_uniform", exchange_all},
    {"loop", exchange_all},
    {"two_in_a_loop", exchange_all},
    {"nested_loops", exchange_all},
    {"early_return", leave_early},
    {"return_from_loop", leave_loop},
    {"in_function", exchange_all},
    {"after_switch", switch_and_exchange},
    {"in_both_arms", exchange_all},
    {"break_and_continue", exchange_all},
    {"irreducible", exchange_all},
    {"recursion", exchange_all},
    {"after_divergent_loop", loop_and_exchange},
    {"local_array", remember},
    {"local_pointer", point},
    {"local_byte", change_byte},
    {"votes", vote},
    {"shared_condition", exchange_all},
    {"kept_types", keep},
};

struct Level {
  const char *name;
  const kcc::abi::Image *image;
};
void PrintTo(const Level &level, std::ostream *out) {
  *out << level.name;
}
const Level levels[] = {
    {"O0", barrier_shapes_O0::loop.image},
    {"O1", barrier_shapes_O1::loop.image},
    {"O3", barrier_shapes_O3::loop.image},
};
const kcc::Dim3 blocks[] = {{1, 1, 1},   {7, 1, 1}, {8, 1, 1},   {31, 1, 1}, {64, 1, 1}, {100, 1, 1},
                            {256, 1, 1}, {3, 5, 1}, {16, 16, 1}, {1, 64, 1}, {9, 4, 7}};

class BarrierShapes : public testing::TestWithParam<std::tuple<kcc::Backend, Level, Shape>> {};

TEST_P(BarrierShapes, HaveTheSameResults) {
  const auto &[backend, level, shape] = GetParam();
  if (const std::string &why = kcc::testing::why_no_device(backend); !why.empty())
    GTEST_SKIP() << why;
  const kcc::Device device = kcc::testing::device_of(backend);
  const std::string limits = kcc::testing::emulation_limits(device);
  const kcc::Module module = kcc::Module::load(device, *level.image);
  if (const std::string why = kcc::testing::why_no_code(module, shape.kernel); !why.empty())
    GTEST_SKIP() << why;
  kcc::Stream stream(device);
  // Mesa takes a while to compile a kernel for a block.
  for (const kcc::Dim3 &block : std::span(blocks).last(limits.empty() ? std::size(blocks) : 3)) {
    constexpr std::uint32_t grid = 3;
    const std::uint32_t threads = block.x * block.y * block.z;
    Values values, expected;
    for (std::uint32_t b = 0; b < grid; ++b) {
      Values own(threads);
      for (std::uint32_t i = 0; i < threads; ++i)
        own[i] = (b * threads + i) * 2654435761u;
      values.insert(values.end(), own.begin(), own.end());
      shape.expected(own);
      expected.insert(expected.end(), own.begin(), own.end());
    }
    kcc::Buffer<std::uint32_t> buffer(device, values);
    stream.launch(module.kernel(shape.kernel), {kcc::Blocks(grid), kcc::Threads(block)}, buffer, times);
    EXPECT_EQ(buffer.to_host(stream), expected)
        << "in blocks of " << block.x << " x " << block.y << " x " << block.z;
  }
}

std::string name_of(const testing::TestParamInfo<BarrierShapes::ParamType> &info) {
  const auto &[backend, level, shape] = info.param;
  return std::string(shape.kernel) + "_" + level.name + "_" + testing::PrintToString(backend);
}

INSTANTIATE_TEST_SUITE_P(Devices, BarrierShapes,
                         testing::Combine(kcc::testing::devices, testing::ValuesIn(levels),
                                          testing::ValuesIn(shapes)),
                         name_of);

} // namespace
