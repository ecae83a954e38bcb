#include "scenarios.h"

#include <kcc/communicator.h>

void library_scenarios::communicator(const kcc::Device &gpu) {
  const kcc::Device other = kcc::Device::cuda(2);
  kcc::Stream streams[]{kcc::Stream(gpu), kcc::Stream(other)};
  kcc::Buffer<float> send[]{kcc::Buffer<float>(gpu, 4), kcc::Buffer<float>(other, 4)};
  kcc::Buffer<float> receive[]{kcc::Buffer<float>(gpu, 4), kcc::Buffer<float>(other, 4)};
  auto ranks = kcc::Communicator::all(std::vector{gpu, other});
  const auto in_all = [&](auto &&work) {
    kcc::communicate([&] {
      for (int rank = 0; rank < 2; ++rank)
        work(ranks[rank], streams[rank], send[rank], receive[rank], 1 - rank);
    });
  };
  in_all([](auto &rank, auto &stream, auto &from, auto &to, int) { rank.all_reduce(stream, from, to); });
  in_all([](auto &rank, auto &stream, auto &from, auto &, int) { rank.broadcast(stream, from); });
  in_all([](auto &rank, auto &stream, auto &from, auto &to, int) { rank.reduce(stream, from, to); });
  in_all([](auto &rank, auto &stream, auto &from, auto &to, int) {
    rank.all_gather(stream, from.span().first(2), to);
    rank.reduce_scatter(stream, from, to.span().first(2));
    rank.all_to_all(stream, from, to);
  });
  in_all([](auto &rank, auto &stream, auto &from, auto &to, int peer) {
    rank.send(stream, from, peer);
    rank.receive(stream, to, peer);
  });
  ranks[1].abort();
  kcc::Communicator alone(gpu, kcc::CommunicatorId::create(gpu), 0, 1);
  alone.all_reduce(streams[0], send[0]);
  streams[0].synchronize();
}
