// Sums over all GPUs of the machine (NCCL), or over three ranks on the CPU device.
#include "../common/example.h"

#include <kcc/communicator.h>

#include <thread>
#include <vector>

namespace {

void run(const kcc::Device &chosen) {
  std::vector<kcc::Device> devices; // all GPUs, or three ranks on the CPU device
  for (const kcc::Device &device : kcc::Device::all())
    if (device.backend() == kcc::Backend::cuda && chosen.backend() == kcc::Backend::cuda)
      devices.push_back(device);
  if (devices.empty())
    devices.assign(3, kcc::Device::cpu());

  std::vector<kcc::Communicator> ranks = kcc::Communicator::all(devices);
  std::vector<kcc::Stream> streams;
  std::vector<kcc::Buffer<float>> buffers;
  for (const kcc::Device &device : devices) {
    streams.emplace_back(device);
    buffers.emplace_back(device, std::vector<float>{1, 2});
  }
  kcc::communicate([&] {
    for (std::size_t i = 0; i < ranks.size(); ++i)
      ranks[i].all_reduce(streams[i], buffers[i]);
  });
  for (std::size_t i = 0; i < ranks.size(); ++i)
    std::cout << buffers[i].to_host(streams[i])[1] << ' '; // 2 times the number of ranks, in each
  std::cout << '\n';
  for (std::size_t i = 0; i < ranks.size(); ++i)
    example::expect(buffers[i].to_host(streams[i])[1] == 2.0f * static_cast<float>(ranks.size()),
                    "rank " + std::to_string(i) + " has the sum");

  // The same with a thread for each rank, as if each were a process of its own that got the id's bytes.
  const kcc::CommunicatorId id = kcc::CommunicatorId::create(devices.front());
  const int size = static_cast<int>(devices.size());
  std::vector<float> received(devices.size());
  std::vector<std::thread> threads;
  for (int rank = 0; rank < size; ++rank)
    threads.emplace_back([&, rank] {
      kcc::Communicator communicator(devices[static_cast<std::size_t>(rank)], id, rank, size);
      kcc::Stream stream(communicator.device());
      kcc::Buffer<float> value(communicator.device(), std::vector<float>{static_cast<float>(rank) + 7});
      communicator.broadcast(stream, value);
      received[static_cast<std::size_t>(rank)] = value.to_host(stream)[0];
    });
  for (std::thread &thread : threads)
    thread.join();
  example::expect(received == std::vector<float>(devices.size(), 7.0f), "all have what rank 0 sent");
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
