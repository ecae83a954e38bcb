// Programs that copy what nobody has written from buffer to buffer, and their correct twins: run_host.
#include "host_kernels.h"
#include "host_programs.h"

#include <utility>
#include <vector>

namespace {

constexpr std::size_t count = 3000;

/// A source and a target of a copy. Nobody has written them.
struct Fixture {
  const kcc::Device device = kcc::Device::cpu();
  kcc::Stream stream{device};
  kcc::Buffer<int> sums{device, std::vector<int>(count)}, source{device, count}, target{device, count};

  /// Reads the first elements.
  int add(const kcc::Buffer<int> &numbers, std::size_t elements = count) {
    stream.launch(host_kernels::add_number, kcc::cover(elements, 256), sums.span().first(elements),
                  numbers.data());
    stream.synchronize();
    return sums.to_host()[elements - 1];
  }
};

} // namespace

//! uninitialized
PROGRAM(copies_a_buffer) {
  Fixture at;
  if constexpr (fixed)
    kcc::fill(at.stream, at.source, 3);
  kcc::copy(at.stream, at.target, at.source);
  return at.add(at.target);
}

//! uninitialized
PROGRAM(copies_over_what_was_written) {
  Fixture at;
  kcc::fill(at.stream, at.target, 3);
  if constexpr (!fixed)
    kcc::copy(at.stream, at.target, at.source);
  return at.add(at.target);
}

//! uninitialized
PROGRAM(reads_one_more_than_was_copied) {
  Fixture at;
  kcc::fill(at.stream, at.source.view().first(100), 3);
  kcc::copy(at.stream, at.target, at.source);
  return at.add(at.target, fixed ? 100 : 101);
}

// The parts begin at different bits of the map of what has been written.
//! uninitialized
PROGRAM(copies_a_part_to_another_place) {
  Fixture at;
  kcc::fill(at.stream, at.target, 1);
  kcc::fill(at.stream, at.source.view().part(13, 200), 3);
  kcc::copy(at.stream, at.target.view().first(201), at.source.view().part(fixed ? 13 : 12, 201));
  return at.add(at.target, 200);
}

//! uninitialized
PROGRAM(copies_in_a_graph) {
  Fixture at;
  if constexpr (fixed)
    kcc::fill(at.stream, at.source, 3);
  const auto copy = [&](kcc::Stream &stream) { kcc::copy(stream, at.target, at.source); };
  kcc::GraphExec exec = kcc::Graph::capture(at.stream, copy).instantiate();
  at.stream.launch(exec);
  return at.add(at.target);
}

//! uninitialized
PROGRAM(copies_twice) {
  Fixture at;
  kcc::Buffer<int> last(at.device, count);
  kcc::copy(at.stream, at.target, at.source);
  if constexpr (fixed)
    kcc::fill(at.stream, at.target, 3);
  kcc::copy(at.stream, last, at.target);
  return at.add(last);
}

// What comes from the host counts as written.
PROGRAM(copies_from_the_host) {
  Fixture at;
  const std::vector<int> host(count, fixed ? 1 : 2);
  kcc::copy(at.stream, at.source, host);
  kcc::copy(at.stream, at.target, at.source);
  return at.add(at.target);
}
