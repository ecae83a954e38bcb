// Two processes that use the same device memory: the first allocates it, the second opens it.
#include "../common/example.h"

#include "channel.h"

#include <optional>
#include <vector>

namespace {

constexpr std::size_t count = 1 << 20;

/// The process that allocates, and reads what the other one has written.
void run_first(const kcc::Device &device, const channel::Child &child) {
  kcc::Stream stream(device);
  kcc::IpcBuffer<int> numbers(device, count);
  kcc::fill(stream, numbers, 7);
  stream.synchronize();
  const kcc::IpcMemoryHandle handle = numbers.handle(); // bytes, for a pipe, a socket or a file
  channel::send(child.socket, handle);

  if (device.backend() == kcc::Backend::cuda) { // the CPU device has no events of several processes
    const auto event_handle = channel::receive<kcc::IpcEventHandle>(child.socket);
    const kcc::IpcEvent written(device, event_handle);
    stream.wait(written); // for a stream of the other process; this one does not wait
  } else {
    (void)channel::receive<char>(child.socket);
  }
  example::expect(numbers.to_host(stream) == std::vector<int>(count, 8),
                  "what the other process has written");
  channel::send(child.socket, 'x'); // it may close the memory now
}

/// The process that opens the memory, and writes to it.
void run_second(const kcc::Device &device, int socket) {
  kcc::Stream stream(device);
  const auto handle = channel::receive<kcc::IpcMemoryHandle>(socket);
  kcc::IpcBuffer<int> numbers(device, handle); // checks the type, too
  example::expect(numbers.to_host(stream) == std::vector<int>(count, 7),
                  "what the first process has written");
  kcc::fill(stream, numbers, 8);

  if (device.backend() == kcc::Backend::cuda) {
    kcc::IpcEvent written(device);
    stream.record(written);
    channel::send(socket, written.handle());
    (void)channel::receive<char>(socket);
  } else {
    stream.synchronize();
    channel::send(socket, 'x');
    (void)channel::receive<char>(socket);
  }
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, [&](const kcc::Device &device) {
    if (const int socket = channel::to_parent(); socket >= 0)
      return run_second(device, socket);
    const channel::Child child = channel::start_child(argv);
    run_first(device, child);
    example::expect(channel::wait_for(child) == 0, "the second process has passed");
  });
}
