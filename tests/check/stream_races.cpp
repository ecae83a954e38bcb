// Programs whose launches race with those of other streams, and their correct twins: run_host.
#include "host_programs.h"
#include "stream_kernels.h"

#include <chrono>
#include <future>
#include <thread>
#include <vector>

namespace {

using namespace stream_kernels;

constexpr std::size_t count_of_numbers = 4096;

struct Fixture {
  const kcc::Device device = kcc::Device::cpu();
  kcc::Stream first{device}, second{device}, third{device};
  kcc::Event event{device}, another{device};
  kcc::Buffer<int> a{device, numbers()}, b{device, numbers()}, c{device, numbers()};

  static std::vector<int> numbers() { return std::vector<int>(count_of_numbers, 1); }
  static kcc::LaunchConfig grid(std::size_t threads = count_of_numbers) { return kcc::cover(threads, 256); }
  int result(kcc::Buffer<int> &of) {
    first.synchronize();
    second.synchronize();
    third.synchronize();
    return of.to_host()[7];
  }
};

} // namespace

//! race between streams 1 and 2
PROGRAM(two_streams_write) {
  Fixture at;
  at.first.launch(fill, at.grid(), at.a, 1);
  if constexpr (fixed) {
    at.first.record(at.event);
    at.second.wait(at.event);
  }
  at.second.launch(fill, at.grid(), at.a, 2);
  return at.result(at.a);
}

//! race
PROGRAM(reads_what_another_stream_writes) {
  Fixture at;
  at.first.launch(fill, at.grid(), at.a, 1);
  if constexpr (fixed)
    at.first.synchronize();
  at.second.launch(add, at.grid(), at.b, at.a);
  return at.result(at.b);
}

// The reader comes first.
//! race
PROGRAM(writes_what_another_stream_reads) {
  Fixture at;
  at.first.launch(reverse, at.grid(), at.b, at.a);
  if constexpr (fixed) {
    at.first.record(at.event);
    at.event.synchronize();
  }
  at.second.launch(fill, at.grid(), at.a, 2);
  return at.result(at.a);
}

//! race
PROGRAM(records_too_early) {
  Fixture at;
  if constexpr (!fixed)
    at.first.record(at.event);
  at.first.launch(fill, at.grid(), at.a, 1);
  if constexpr (fixed)
    at.first.record(at.event);
  at.second.wait(at.event);
  at.second.launch(add, at.grid(), at.b, at.a);
  return at.result(at.b);
}

//! race
PROGRAM(the_wrong_stream_waits) {
  Fixture at;
  at.first.launch(fill, at.grid(), at.a, 1);
  at.first.record(at.event);
  if constexpr (fixed)
    at.second.wait(at.event);
  else
    at.third.wait(at.event);
  at.second.launch(add, at.grid(), at.b, at.a);
  return at.result(at.b);
}

// A stream's thread finds the event reached before the host goes on.
//! race
PROGRAM(the_wrong_stream_has_waited) {
  Fixture at;
  at.first.launch(fill, at.grid(), at.a, 1);
  at.first.record(at.event);
  if constexpr (fixed)
    at.second.wait(at.event);
  else
    at.third.wait(at.event);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  at.second.launch(add, at.grid(), at.b, at.a);
  return at.result(at.b);
}

// The third stream waits for the first one, and the second for the third.
//! race
PROGRAM(waits_by_way_of_a_third_stream) {
  Fixture at;
  at.first.launch(fill, at.grid(), at.a, 1);
  at.first.record(at.event);
  if constexpr (fixed)
    at.third.wait(at.event);
  at.third.launch(fill, at.grid(), at.c, 3);
  at.third.record(at.another);
  at.second.wait(at.another);
  at.second.launch(add, at.grid(), at.b, at.a);
  return at.result(at.b);
}

//! race
PROGRAM(counts_on_two_streams) {
  Fixture at;
  at.first.launch(count, at.grid(), at.a, fixed);
  at.second.launch(count, at.grid(), at.a, fixed);
  return at.result(at.a);
}

// The consumer waits until a part has been filled, and the producer must wait until it has been read.
//! race
PROGRAM(fills_a_part_that_is_still_read) {
  Fixture at;
  for (int round = 0; round < 6; ++round) {
    const auto part = at.a.view().part(round % 2 * 2048u, 2048);
    if constexpr (fixed)
      if (round >= 2)
        at.first.wait(at.another);
    at.first.launch(fill, at.grid(2048), part, round);
    at.first.record(at.event);
    at.second.wait(at.event);
    at.second.launch(add, at.grid(2048), at.b.view().part(0, 2048), part);
    at.second.record(at.another);
  }
  return at.result(at.b);
}

// The halves have a number in common.
//! race
PROGRAM(halves_overlap) {
  Fixture at;
  const std::size_t half = count_of_numbers / 2;
  at.first.launch(fill, at.grid(), at.a.view().part(0, fixed ? half : half + 1), 1);
  at.second.launch(fill, at.grid(), at.a.view().part(half, half), 2);
  return at.result(at.a);
}

//! race
PROGRAM(is_told_by_a_function_of_the_host) {
  Fixture at;
  std::promise<void> done, launched;
  if constexpr (!fixed) // or the host may know that the function runs
    at.first.run_on_host([&] { launched.get_future().wait(); });
  at.first.launch(fill, at.grid(), at.a, 1);
  at.first.run_on_host([&] { done.set_value(); });
  if constexpr (fixed)
    done.get_future().wait();
  at.second.launch(add, at.grid(), at.b, at.a);
  launched.set_value();
  return at.result(at.b);
}

//! race
PROGRAM(sums_while_the_numbers_change) {
  Fixture at;
  at.first.launch(fill, at.grid(), at.a, 5);
  if constexpr (fixed) {
    at.first.record(at.event);
    at.second.wait(at.event);
  }
  at.second.launch(sum_of_blocks, at.grid(), at.b, at.a);
  return at.result(at.b);
}

// Each stream has sums of its own only in the correct program.
//! race
PROGRAM(sums_at_the_same_place) {
  Fixture at;
  at.second.launch(fill, at.grid(), at.c, 2);
  at.first.launch(sum_of_blocks, at.grid(), at.b, at.a);
  at.second.launch(sum_of_blocks, at.grid(2048), fixed ? at.b.view().part(16, 16) : at.b.view(), at.c);
  return at.result(at.b);
}

// A graph is work of the stream that launches it.
//! race between streams 1 and 2
PROGRAM(launches_a_graph) {
  Fixture at;
  const kcc::Graph graph = kcc::Graph::capture(at.third, [&](kcc::Stream &stream) {
    stream.launch(fill, at.grid(), at.a, 4);
    stream.launch(add, at.grid(), at.b, at.a);
  });
  kcc::GraphExec exec = graph.instantiate();
  at.first.launch(exec);
  at.first.launch(exec);
  if constexpr (fixed) {
    at.first.record(at.event);
    at.second.wait(at.event);
  }
  at.second.launch(fill, at.grid(), at.a, 3);
  return at.result(at.b);
}

//! race
PROGRAM(writes_bytes) {
  Fixture at;
  kcc::Buffer<unsigned char> image(at.device, std::vector<unsigned char>(4096));
  at.first.launch(bytes, at.grid(), image.view().part(0, fixed ? 2047 : 2048), static_cast<unsigned char>(1));
  at.second.launch(bytes, at.grid(), image.view().part(2047, 2000), static_cast<unsigned char>(2));
  return at.result(at.a) + image.to_host()[5];
}

// The event stands for what the first stream had been given when it was recorded, and nothing later.
//! race
PROGRAM(goes_on_after_the_event) {
  Fixture at;
  at.first.launch(fill, at.grid(), at.a, 1);
  if constexpr (!fixed)
    at.first.record(at.event);
  at.first.launch(fill, at.grid(), at.c, 1);
  if constexpr (fixed)
    at.first.record(at.event);
  at.second.wait(at.event);
  at.second.launch(add, at.grid(), at.b, at.c);
  return at.result(at.b);
}

// Each stream goes on with the number of one that is gone.
PROGRAM(many_streams) {
  Fixture at;
  for (int round = 0; round < 20; ++round) {
    kcc::Stream stream(at.device);
    stream.launch(fill, at.grid(), at.a, round);
    stream.launch(add, at.grid(), at.b, at.a);
    stream.synchronize();
  }
  at.device.synchronize();
  at.first.launch(fill, at.grid(), at.b, 1);
  return at.result(at.b);
}

// The number of a stream that is gone is not given again.
//! race between streams 4 and 2
PROGRAM(goes_on_with_another_stream) {
  Fixture at;
  at.third = kcc::Stream(at.device);
  at.third.launch(fill, at.grid(), at.a, 1);
  if constexpr (fixed)
    at.third.synchronize();
  at.second.launch(add, at.grid(), at.b, at.a);
  return at.result(at.b);
}

// One kernel waits for the other one's blocks, or does not.
//! race
PROGRAM(waits_for_another_kernel) {
  Fixture at;
  constexpr int blocks = count_of_numbers / 256;
  at.first.launch(produce, at.grid(), at.a, at.c);
  at.second.launch(consume, at.grid(), at.b, at.a, at.c, fixed ? 1 + blocks : 0);
  return at.result(at.b);
}
