// Runs the kernels' code for the CPU device as the runtime does where threads need no fibers.
#include "kernels.h"
#include "kernels_shared.h"

#include <kcc/abi/cpu_functions.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

thread_local constinit kcc::abi::CpuThread *kcc_cpu_thread = nullptr;

namespace {

bool is_good = true;

void check(const char *what, bool truth) {
  is_good = is_good && truth;
  std::cout << what << (truth ? " ok\n" : " WRONG\n");
}

const kcc::abi::CpuKernel &kernel_named(std::string_view name) {
  const kcc::abi::Image &image = *kernels::scale.image;
  for (std::uint32_t i = 0; i < image.code_count; ++i) {
    const kcc::abi::Code &code = image.codes[i];
    if (code.kind != kcc::abi::CodeKind::cpu)
      continue;
    const auto &cpu = *static_cast<const kcc::abi::CpuCode *>(code.bytes);
    for (const kcc::abi::CpuKernel &kernel : std::span(cpu.kernels, cpu.kernel_count))
      if (std::string_view(kernel.entry).find(name) != std::string_view::npos)
        return kernel;
  }
  std::cout << "no kernel " << name << "\n";
  std::exit(1);
}

/// By the function that runs a block in lanes, or by that of a thread.
template <class... Arguments>
void launch(const char *name, bool in_lanes, std::uint32_t blocks, const Arguments &...arguments) {
  const kcc::abi::CpuKernel &kernel = kernel_named(name);
  const void *const pointers[] = {&arguments...};
  alignas(kcc::abi::shared_alignment) static std::byte shared[4096];
  const kcc::abi::CpuBlockFunction &function = kernel.run_block[0];
  if (in_lanes && function.run == nullptr)
    return check((std::string(name) + " in lanes").c_str(), false);
  for (std::uint32_t block = 0; block < blocks; ++block) {
    kcc::abi::CpuThread thread{};
    thread.block_idx[0] = block;
    thread.block_dim[0] = block_size;
    thread.grid_dim[0] = blocks;
    for (int axis = 1; axis < 3; ++axis)
      thread.block_dim[axis] = thread.grid_dim[axis] = 1;
    for (std::uint32_t &size : thread.cluster_dim)
      size = 1;
    for (int axis = 0; axis < 3; ++axis)
      thread.end[axis] = thread.block_dim[axis];
    thread.most_running = 64;
    thread.shared_memory = shared;
    thread.static_shared_bytes = sizeof shared;
    kcc_cpu_thread = &thread;
    if (in_lanes) {
      std::vector<std::byte> room(kcc::abi::frame_bytes(function, block_size, 1, 1) +
                                  kcc::abi::frame_alignment);
      void *frame = room.data();
      std::size_t bytes = room.size();
      function.run(pointers, &thread, std::align(kcc::abi::frame_alignment, 1, frame, bytes));
      continue;
    }
    for (thread.thread_rank = 0; thread.thread_rank < block_size; ++thread.thread_rank) {
      thread.thread_idx[0] = thread.thread_rank;
      kernel.run_thread(pointers);
    }
  }
}

void run(bool in_lanes) {
  std::cout << (in_lanes ? "in lanes\n" : "one thread after another\n");
  constexpr std::uint32_t count = 1000, blocks = 8;
  std::vector<float> values(count), results(count);
  for (std::uint32_t i = 0; i < count; ++i)
    values[i] = 0.01f * static_cast<float>(i);

  std::vector<float> scaled = values;
  launch("scale", in_lanes, 3, std::span(scaled), 3.0f);
  bool same = true;
  for (std::uint32_t i = 0; i < count; ++i)
    same = same && scaled[i] == 3.0f * values[i];
  check("scale", same);

  launch("functions", in_lanes, blocks, std::span(std::as_const(values)), std::span(results));
  same = true;
  for (std::uint32_t i = 0; i < count; ++i) {
    const float right = std::sin(values[i]) + std::exp(values[i]) * std::sqrt(values[i]);
    same = same && std::abs(results[i] - right) <= 1e-5f * std::abs(right) + 1e-6f;
  }
  check("functions", same);

  const Color color{3, 200, 255};
  const Triple triple{7, -8, 9};
  const Vector vector{1.5f, 2.5f, -3.5f};
  const Large large{{1.25, 2.5, 3.75, 5}, 'k'};
  std::vector<double> doubles(100);
  launch("structs", in_lanes, 1, std::span(doubles), color, triple, vector, large);
  same = true;
  for (std::uint32_t i = 0; i < doubles.size(); ++i)
    same = same && doubles[i] == sum(i, color, triple, vector, large);
  check("structs", same);

  std::vector<int> counts(count);
  launch("steps", in_lanes, blocks, std::span(counts));
  same = true;
  for (std::uint64_t i = 0; i < count; ++i) {
    int steps = 0;
    for (std::uint64_t n = i + 1; n != 1; ++steps)
      n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    same = same && counts[i] == steps;
  }
  check("steps", same);

  if (!in_lanes)
    return; // the other kernels' threads wait for each other
  std::vector<int> numbers(blocks * block_size), totals(blocks), greatest(blocks * block_size / 32);
  for (std::uint32_t i = 0; i < numbers.size(); ++i)
    numbers[i] = static_cast<int>(i * 7919 % 1000);
  launch("sums", true, blocks, std::span(std::as_const(numbers)), std::span(totals));
  launch("greatest", true, blocks, std::span(std::as_const(numbers)), std::span(greatest));
  std::vector<int> right_totals(blocks), right_greatest(greatest.size());
  for (std::uint32_t i = 0; i < numbers.size(); ++i) {
    right_totals[i / block_size] += numbers[i];
    right_greatest[i / 32] = std::max(right_greatest[i / 32], numbers[i]);
  }
  check("sums", totals == right_totals);
  check("greatest", greatest == right_greatest);
}

} // namespace

int main(int, char **arguments) {
#ifdef __aarch64__
  std::cout << "aarch64\n";
#endif
  const kcc::abi::Image &image = *kernels::scale.image;
  std::cout << image.name << " " << image.abi_version - kcc::abi::version;
  for (std::uint32_t i = 0; i < image.code_count; ++i)
    std::cout << " " << image.codes[i].arch;
  std::cout << "\n";
  run(false);
  if (std::string_view(arguments[1]) != "-O0") // without optimization there are no such functions
    run(true);
  return is_good ? 0 : 1;
}
