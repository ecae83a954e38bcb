// Programs that use the device's memory on the host without a copy, and their correct twins: run_host.
#include "host_kernels.h"
#include "host_programs.h"

#include <kcc/dlpack.h>

#include <atomic>
#include <cstring>
#include <memory_resource>
#include <numeric>
#include <thread>

namespace {

constexpr std::size_t count = 3000;

/// A buffer with the numbers from 0 on, and a stream whose work is done.
struct Fixture {
  const kcc::Device device = kcc::Device::cpu();
  kcc::Stream stream{device};
  kcc::Buffer<int> numbers{device, ascending()};

  Fixture() {
    stream.launch(host_kernels::add_one, kcc::cover(count, 256), numbers);
    stream.synchronize();
  }
  static std::vector<int> ascending() {
    std::vector<int> values(count);
    std::iota(values.begin(), values.end(), 0);
    return values;
  }
};

int sum(std::span<const int> values) {
  return std::accumulate(values.begin(), values.end(), 0); // here
}

/// Launches a kernel that follows the pointer.
int add(Fixture &at, const int *pointer) {
  try {
    at.stream.launch(host_kernels::add_number, kcc::cover(count, 256), at.numbers, pointer);
    at.stream.synchronize();
  } catch (const kcc::Error &error) {
    return error.what()[0];
  }
  return 0;
}

} // namespace

//! host-access
PROGRAM(reads_a_buffer) {
  Fixture at;
  if constexpr (fixed)
    return sum(at.numbers.to_host());
  return sum(at.numbers.span());
}

//! host-pointer
PROGRAM(passes_an_array_on_its_stack) {
  Fixture at;
  int own[count];
  std::iota(std::begin(own), std::end(own), 0);
  const kcc::Buffer<int> copied(at.device, own);
  return add(at, fixed ? copied.data() : own);
}

//! host-pointer
PROGRAM(passes_an_array_of_the_program) {
  Fixture at;
  static int own[count] = {1, 2};
  const kcc::Buffer<int> copied(at.device, own);
  return add(at, fixed ? copied.data() : own);
}

//! host-pointer
PROGRAM(passes_an_array_of_the_heap) {
  Fixture at;
  const std::vector<int> own = Fixture::ascending();
  const kcc::Buffer<int> copied(at.device, own);
  return add(at, fixed ? copied.data() : own.data());
}

//! host-pointer aborts
PROGRAM(does_not_catch_the_error) {
  Fixture at;
  const std::vector<int> own = Fixture::ascending();
  const kcc::Buffer<int> copied(at.device, own);
  at.stream.launch(host_kernels::add_number, kcc::cover(count, 256), at.numbers,
                   fixed ? copied.data() : own.data());
  at.stream.synchronize();
  return 0;
}

//! host-access
PROGRAM(writes_an_element) {
  Fixture at;
  if constexpr (fixed)
    kcc::fill(at.stream, at.numbers.view().part(7, 1), 3);
  else
    at.numbers.data()[7] = 3; // here
  return at.numbers.to_host()[7];
}

//! host-access
PROGRAM(reads_before_any_work) {
  const kcc::Device device = kcc::Device::cpu();
  kcc::Buffer<int> fresh(device, count);
  if constexpr (!fixed)
    return *fresh.data(); // here
  kcc::ManagedBuffer<int> managed(device, count);
  return *managed.data();
}

//! host-access
PROGRAM(copies_out_by_memcpy) {
  Fixture at;
  std::vector<int> host(count);
  if constexpr (fixed)
    at.numbers.copy_to(at.stream, host);
  else
    std::memcpy(host.data(), at.numbers.data(), at.numbers.bytes()); // here
  at.stream.synchronize();
  return host[count - 1];
}

//! host-access
PROGRAM(copies_in_by_memcpy) {
  Fixture at;
  const std::vector<int> host(count, 4);
  if constexpr (fixed)
    at.numbers.copy_from(at.stream, host);
  else
    std::memcpy(at.numbers.data(), host.data(), at.numbers.bytes()); // here
  at.stream.synchronize();
  return at.numbers.to_host()[count - 1];
}

//! host-access
PROGRAM(reads_a_stream_ordered_buffer) {
  Fixture at;
  kcc::Buffer<int> other(at.stream, count);
  kcc::fill(at.stream, other, 5);
  at.stream.synchronize();
  if constexpr (fixed)
    return other.to_host(at.stream)[count / 2];
  return other.data()[count / 2]; // here
}

//! host-access
PROGRAM(reads_a_pools_buffer_that_was_used_before) {
  Fixture at;
  const kcc::MemoryPool pool(at.device, {.release_threshold = std::size_t{1} << 20});
  for (int i = 0; i < 3; ++i) {
    kcc::Buffer<int> other(at.stream, pool, count);
    kcc::fill(at.stream, other, i);
    at.stream.synchronize();
    if constexpr (!fixed)
      if (i == 2)
        return other.data()[1]; // here
    (void)other.to_host();
  }
  return 0;
}

//! host-access
PROGRAM(writes_a_growable_buffer) {
  Fixture at;
  kcc::GrowableBuffer<int> growing(at.device, std::size_t{1} << 20);
  for (std::size_t size = 1000; size < 100000; size *= 3)
    growing.resize(size);
  kcc::fill(at.stream, growing, 1);
  at.stream.synchronize();
  if constexpr (fixed)
    kcc::fill(at.stream, growing.view().part(50000, 1), 2);
  else
    growing.data()[50000] = 2; // here
  growing.resize(60000);
  growing.shrink_to_fit();
  return growing.to_host(at.stream)[50000];
}

//! host-access
PROGRAM(reads_a_freed_buffer) {
  Fixture at;
  int *pointer = nullptr;
  int value = 0;
  {
    kcc::Buffer<int> other(at.device, Fixture::ascending());
    pointer = other.data();
    value = other.to_host()[5];
  }
  if constexpr (!fixed)
    value += pointer[5]; // here
  return value;
}

//! host-access
PROGRAM(reads_in_another_thread) {
  Fixture at;
  int total = 0;
  const std::vector<int> copy = at.numbers.to_host();
  std::thread([&] {
    total = fixed ? copy[1] : at.numbers.data()[1]; // here
  }).join();
  return total;
}

//! host-access
PROGRAM(counts_by_an_atomic_operation) {
  Fixture at;
  kcc::ManagedBuffer<int> managed(at.device, 1);
  int &counter = fixed ? *managed.data() : *at.numbers.data();
  return std::atomic_ref(counter).fetch_add(1); // here
}

//! host-access
PROGRAM(reads_by_an_algorithm) {
  Fixture at;
  const std::vector<int> copy = at.numbers.to_host();
  const int *const begin = fixed ? copy.data() : at.numbers.data();
  return std::accumulate(begin, begin + count, 0); // here
}

//! host-access
PROGRAM(container_in_memory_of_the_device) {
  const kcc::Device device = kcc::Device::cpu();
  using Kind = kcc::MemoryResource::Kind;
  kcc::MemoryResource memory(device, fixed ? Kind::managed : Kind::device);
  std::pmr::vector<int> values(&memory);
  values.push_back(3); // here
  return 0;
}

//! host-access
PROGRAM(reads_between_launches) {
  Fixture at;
  int total = 0;
  for (int i = 0; i < 20; ++i) {
    at.stream.launch(host_kernels::add_one, kcc::cover(count, 256), at.numbers);
    at.stream.synchronize();
    if constexpr (fixed)
      total += at.numbers.to_host(at.stream)[0];
    else
      total += at.numbers.data()[0]; // here
  }
  return total;
}

//! host-access
PROGRAM(host_function_of_a_stream_reads) {
  Fixture at;
  kcc::PinnedBuffer<int> pinned(at.device, count);
  at.numbers.copy_to(at.stream, pinned.span());
  int value = 0;
  const int *const from = fixed ? pinned.data() : at.numbers.data();
  at.stream.run_on_host([&] {
    value = from[9]; // here
  });
  at.stream.synchronize();
  return value;
}

//! host-access
PROGRAM(follows_a_pointer_that_a_kernel_has_made) {
  Fixture at;
  kcc::Buffer<int *> pointer(at.device, 1);
  at.stream.launch(host_kernels::point_at, kcc::cover(1, 32), at.numbers, pointer);
  const int *const element = pointer.to_host(at.stream)[0];
  if constexpr (fixed)
    return at.numbers.to_host()[static_cast<std::size_t>(element - at.numbers.data())];
  return *element; // here
}

//! host-access
PROGRAM(reads_a_large_buffer) {
  Fixture at;
  kcc::Buffer<char> large(at.device, std::size_t{40} << 20);
  kcc::fill(at.stream, large, 'a');
  if constexpr (fixed)
    return large.to_host(at.stream).back();
  at.stream.synchronize();
  return large.data()[large.size() - 1]; // here
}

// What the host may use.

PROGRAM(tensor_of_another_library) {
  Fixture at;
  int total = 0;
  {
    auto *const tensor = kcc::dlpack::to_dlpack(kcc::Buffer<int>(at.device, Fixture::ascending()));
    const auto *const values = static_cast<int *>(tensor->dl_tensor.data);
    for (int i = 0; i < 3; ++i) {
      total += values[i];
      (void)at.numbers.to_host();
    }
    tensor->deleter(tensor);
  }
  if constexpr (!fixed) { // the same pages, for another buffer
    std::vector<kcc::Buffer<int>> others;
    for (int i = 0; i < 3; ++i)
      others.emplace_back(at.device, Fixture::ascending());
    total += others[1].to_host()[2];
  }
  return total;
}

PROGRAM(progress_of_a_kernel) {
  Fixture at;
  kcc::Progress progress(at.device, count);
  at.stream.launch(host_kernels::add_one, kcc::cover(count, 256), at.numbers);
  progress.wait(at.stream);
  return static_cast<int>(progress.done()) + fixed;
}

PROGRAM(memory_of_the_host) {
  Fixture at;
  kcc::PinnedBuffer<int> pinned(at.device, count);
  kcc::ManagedBuffer<int> managed(at.device, count);
  std::vector<int> pageable(count);
  const kcc::RegisteredMemory registered(at.device, std::span(pageable));
  for (int i = 0; i < 3; ++i) {
    at.stream.launch(host_kernels::add_one, kcc::cover(count, 256), managed);
    at.numbers.copy_to(at.stream, pinned.span());
    at.numbers.copy_to(at.stream, pageable);
    at.stream.synchronize();
    pinned[0] += managed.data()[1] + pageable[2] + fixed;
  }
  return pinned[0];
}
