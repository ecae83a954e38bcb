// kcc::Communicator: several ranks on the CPU device, and one on each GPU of the machine.
#include "libraries.h"

#include <kcc/communicator.h>

#include <gmock/gmock.h>
#include <limits>
#include <thread>

namespace kcc::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Communication : public LibraryTest<Library::nccl> {
protected:
  void SetUp() override {
    LibraryTest<Library::nccl>::SetUp();
    if (IsSkipped())
      return;
    if (GetParam() == Backend::cpu)
      devices_.assign(3, Device::cpu());
    else
      for (const Device &device : Device::all())
        if (device.backend() == Backend::cuda)
          devices_.push_back(device);
    ranks_ = Communicator::all(devices_);
    for (const Device &device : devices_)
      streams_.emplace_back(device);
  }
  std::size_t size() const { return ranks_.size(); }

  /// A buffer of each rank, with `count` elements that `value(rank, i)` gives.
  template <class T, class F> std::vector<Buffer<T>> buffers(std::size_t count, F &&value) {
    std::vector<Buffer<T>> made;
    for (std::size_t rank = 0; rank < size(); ++rank) {
      std::vector<T> host(count);
      for (std::size_t i = 0; i < count; ++i)
        host[i] = static_cast<T>(value(rank, i));
      made.emplace_back(devices_[rank], host);
    }
    return made;
  }
  template <class F> void in_all_ranks(F &&work) {
    communicate([&] {
      for (std::size_t rank = 0; rank < size(); ++rank)
        work(ranks_[rank], streams_[rank], rank);
    });
  }
  template <class T, class F> void expect(const std::vector<Buffer<T>> &buffers, F &&value) {
    for (std::size_t rank = 0; rank < size(); ++rank) {
      const std::vector<T> host = buffers[rank].to_host(streams_[rank]);
      for (std::size_t i = 0; i < host.size(); ++i)
        ASSERT_EQ(static_cast<double>(host[i]), static_cast<double>(value(rank, i)))
            << "rank " << rank << ", element " << i;
    }
  }
  double sum_of_ranks() const { return static_cast<double>(size() * (size() - 1) / 2); }

  std::vector<Device> devices_;
  std::vector<Communicator> ranks_;
  std::vector<Stream> streams_;
};

constexpr auto rank_and_index = [](std::size_t rank, std::size_t i) {
  return static_cast<double>(10 * i + rank);
};

TEST_P(Communication, HasRanks) {
  for (std::size_t rank = 0; rank < size(); ++rank) {
    EXPECT_EQ(ranks_[rank].rank(), static_cast<int>(rank));
    EXPECT_EQ(ranks_[rank].size(), static_cast<int>(size()));
    EXPECT_EQ(ranks_[rank].device(), devices_[rank]);
    EXPECT_FALSE(ranks_[rank].failure());
  }
}

TEST_P(Communication, IsNoPartOfAGraphOnTheCpuDevice) {
  if (GetParam() == Backend::cuda)
    GTEST_SKIP() << "NCCL can be captured";
  auto values = buffers<int>(4, [](std::size_t, std::size_t) { return 1; });
  try {
    (void)kcc::Graph::capture(streams_[0],
                              [&](Stream &stream) { ranks_[0].all_reduce(stream, values[0], values[0]); });
    ADD_FAILURE() << "it was done at once";
  } catch (const kcc::Error &error) {
    EXPECT_EQ(error.category(), kcc::ErrorCategory::not_supported) << error.what();
  }
}

TEST_P(Communication, AllReduce) {
  auto send = buffers<float>(5, rank_and_index), receive = buffers<float>(5, [](auto, auto) { return -1; });
  in_all_ranks([&](Communicator &ranks, Stream &stream, std::size_t rank) {
    ranks.all_reduce(stream, send[rank], receive[rank]);
  });
  expect(receive,
         [&](auto, std::size_t i) { return 10.0 * static_cast<double>(i * size()) + sum_of_ranks(); });
  in_all_ranks([&](Communicator &ranks, Stream &stream, std::size_t rank) {
    ranks.all_reduce(stream, send[rank].span().first(2), ReduceOp::maximum);
  });
  expect(send, [&](std::size_t rank, std::size_t i) { return rank_and_index(i < 2 ? size() - 1 : rank, i); });
}

TEST_P(Communication, ReduceOperations) {
  const auto run = [&](ReduceOp op) {
    auto data = buffers<double>(1, [](std::size_t rank, auto) { return rank + 2; });
    in_all_ranks([&](Communicator &ranks, Stream &stream, std::size_t rank) {
      ranks.all_reduce(stream, data[rank], op);
    });
    return data.back().to_host(streams_.back()).front();
  };
  double product = 1, sum = 0;
  for (std::size_t rank = 0; rank < size(); ++rank) {
    product *= static_cast<double>(rank + 2);
    sum += static_cast<double>(rank + 2);
  }
  EXPECT_EQ(run(ReduceOp::sum), sum);
  EXPECT_EQ(run(ReduceOp::product), product);
  EXPECT_EQ(run(ReduceOp::minimum), 2);
  EXPECT_EQ(run(ReduceOp::maximum), static_cast<double>(size() + 1));
  EXPECT_EQ(run(ReduceOp::average), sum / static_cast<double>(size()));
}

TEST_P(Communication, Broadcast) {
  const int root = static_cast<int>(size()) - 1;
  auto data = buffers<int>(4, rank_and_index);
  in_all_ranks([&](Communicator &ranks, Stream &stream, std::size_t rank) {
    ranks.broadcast(stream, data[rank], root);
  });
  expect(data, [&](auto, std::size_t i) { return rank_and_index(static_cast<std::size_t>(root), i); });
}

TEST_P(Communication, Reduce) {
  auto send = buffers<double>(3, rank_and_index), receive = buffers<double>(3, [](auto, auto) { return -1; });
  in_all_ranks([&](Communicator &ranks, Stream &stream, std::size_t rank) {
    ranks.reduce(stream, send[rank], receive[rank], 0);
  });
  expect(receive, [&](std::size_t rank, std::size_t i) {
    return rank == 0 ? 10.0 * static_cast<double>(i * size()) + sum_of_ranks() : -1.0;
  });
}

TEST_P(Communication, AllGatherAlsoInPlace) {
  const auto expected = [](auto, std::size_t i) { return rank_and_index(i / 4, i % 4); };
  auto send = buffers<int>(4, rank_and_index),
       receive = buffers<int>(4 * size(), [](auto, auto) { return -1; });
  in_all_ranks([&](Communicator &ranks, Stream &stream, std::size_t rank) {
    ranks.all_gather(stream, send[rank], receive[rank]);
  });
  expect(receive, expected);
  auto data = buffers<int>(4 * size(), [](std::size_t rank, std::size_t i) {
    return i / 4 == rank ? rank_and_index(rank, i % 4) : -1;
  });
  in_all_ranks([&](Communicator &ranks, Stream &stream, std::size_t rank) {
    ranks.all_gather(stream, data[rank].span().subspan(4 * rank, 4), data[rank]);
  });
  expect(data, expected);
}

TEST_P(Communication, ReduceScatterAlsoInPlace) {
  const auto expected = [&](std::size_t rank, std::size_t i) {
    return 10.0 * static_cast<double>((2 * rank + i) * size()) + sum_of_ranks();
  };
  auto send = buffers<float>(2 * size(), rank_and_index),
       receive = buffers<float>(2, [](auto, auto) { return -1; });
  in_all_ranks([&](Communicator &ranks, Stream &stream, std::size_t rank) {
    ranks.reduce_scatter(stream, send[rank], receive[rank]);
  });
  expect(receive, expected);
  in_all_ranks([&](Communicator &ranks, Stream &stream, std::size_t rank) {
    ranks.reduce_scatter(stream, send[rank], send[rank].span().subspan(2 * rank, 2));
  });
  for (std::size_t rank = 0; rank < size(); ++rank) {
    const auto host = send[rank].to_host(streams_[rank]);
    EXPECT_EQ(host[2 * rank + 1], expected(rank, 1));
  }
}

TEST_P(Communication, AllToAll) {
  auto send = buffers<int>(2 * size(), [](std::size_t rank, std::size_t i) { return 100 * rank + i; });
  auto receive = buffers<int>(2 * size(), [](auto, auto) { return -1; });
  in_all_ranks([&](Communicator &ranks, Stream &stream, std::size_t rank) {
    ranks.all_to_all(stream, send[rank], receive[rank]);
  });
  expect(receive, [&](std::size_t rank, std::size_t i) { return 100 * (i / 2) + 2 * rank + i % 2; });
}

TEST_P(Communication, SendsAndReceivesInARing) {
  if (size() < 2)
    GTEST_SKIP() << "one device, so one rank";
  auto send = buffers<double>(3, rank_and_index), receive = buffers<double>(3, [](auto, auto) { return -1; });
  in_all_ranks([&](Communicator &ranks, Stream &stream, std::size_t rank) {
    ranks.send(stream, send[rank], static_cast<int>((rank + 1) % size()));
    ranks.receive(stream, receive[rank], static_cast<int>((rank + size() - 1) % size()));
  });
  expect(receive,
         [&](std::size_t rank, std::size_t i) { return rank_and_index((rank + size() - 1) % size(), i); });
}

TEST_P(Communication, IsInStreamOrder) {
  auto data = buffers<float>(1000, [](std::size_t, std::size_t) { return 1; });
  for (int round = 0; round < 5; ++round)
    in_all_ranks(
        [&](Communicator &ranks, Stream &stream, std::size_t rank) { ranks.all_reduce(stream, data[rank]); });
  expect(data, [&](auto, auto) { return std::pow(static_cast<double>(size()), 5); });
}

TEST_P(Communication, SeveralCallsInAGroup) {
  auto a = buffers<float>(2, rank_and_index);
  auto b = buffers<int>(2, rank_and_index);
  communicate([&] {
    in_all_ranks(
        [&](Communicator &ranks, Stream &stream, std::size_t rank) { ranks.broadcast(stream, a[rank], 0); });
    in_all_ranks([&](Communicator &ranks, Stream &stream, std::size_t rank) {
      ranks.all_reduce(stream, b[rank], ReduceOp::minimum);
    });
  });
  expect(a, [](auto, std::size_t i) { return rank_and_index(0, i); });
  expect(b, [](auto, std::size_t i) { return rank_and_index(0, i); });
}

TEST_P(Communication, AGroupThatThrowsStartsNothing) {
  auto data = buffers<float>(2, rank_and_index);
  EXPECT_THROW(communicate([&] {
                 ranks_[0].all_reduce(streams_[0], data[0]);
                 throw 1;
               }),
               int);
  in_all_ranks(
      [&](Communicator &ranks, Stream &stream, std::size_t rank) { ranks.broadcast(stream, data[rank]); });
  expect(data, [](auto, std::size_t i) { return rank_and_index(0, i); });
}

TEST_P(Communication, RefusesWrongSizesRanksAndDevices) {
  Communicator &rank = ranks_[0];
  Stream &stream = streams_[0];
  Buffer<float> two(devices_[0], 2), three(devices_[0], 3), many(devices_[0], 3 * size() + 1);
  const auto refused = [](auto &&work) -> std::string {
    try {
      work();
    } catch (const Error &error) {
      EXPECT_EQ(error.category(), ErrorCategory::invalid_argument);
      return error.what();
    }
    return "nothing was thrown";
  };
  EXPECT_THAT(refused([&] { rank.all_reduce(stream, two, three); }),
              HasSubstr("`send` has 2 elements and `receive` 3, not as many"));
  EXPECT_THAT(refused([&] { rank.all_reduce(stream, two, three); }),
              HasSubstr("kcc::Communicator::all_reduce of rank 0 of "));
  if (size() > 1) {
    EXPECT_THAT(refused([&] { rank.all_gather(stream, three, many); }),
                HasSubstr("not a part for each rank"));
    EXPECT_THAT(refused([&] { rank.all_to_all(stream, many, many); }), HasSubstr("not a part for each rank"));
  }
  Buffer<float> parts(devices_[0], 2 * size());
  EXPECT_THAT(refused([&] { rank.all_to_all(stream, parts, parts); }), HasSubstr("overlap"));
  EXPECT_THAT(refused([&] { rank.all_reduce(stream, three.span().first(2), three.span().last(2)); }),
              HasSubstr("`send` and `receive` overlap"));
  EXPECT_THAT(refused([&] { rank.broadcast(stream, two, -1); }), HasSubstr("`root` is -1, but there are"));
  EXPECT_THAT(refused([&] { rank.send(stream, two, 99); }), HasSubstr("`peer` is 99"));
  EXPECT_THAT(refused([&] { rank.send(stream, two, 0); }), HasSubstr("the rank itself"));
  if (GetParam() == Backend::cuda) {
    Stream elsewhere(Device::cpu());
    EXPECT_THAT(refused([&] { rank.all_reduce(elsewhere, two); }),
                HasSubstr("`stream` is on the CPU device"));
  }
  EXPECT_THAT(refused([&] { (void)Communicator(devices_[0], CommunicatorId::create(devices_[0]), 3, 3); }),
              HasSubstr("no rank 3 of 3"));
}

TEST_P(Communication, AnAbortedCommunicatorRefuses) {
  for (Communicator &rank : ranks_)
    rank.abort();
  Buffer<float> data(devices_[0], 2);
  try {
    ranks_[0].all_reduce(streams_[0], data);
    ADD_FAILURE();
  } catch (const Error &error) {
    EXPECT_EQ(error.category(), ErrorCategory::invalid_state);
    EXPECT_THAT(error.what(), HasSubstr("aborted"));
  }
  EXPECT_TRUE(ranks_[0].failure());
}

TEST_P(Communication, OneRankById) {
  Communicator alone(device_, CommunicatorId::create(device_), 0, 1);
  Buffer<double> data(device_, std::vector<double>{1, 2}), copy(device_, 2);
  alone.all_reduce(stream_, data, copy);
  EXPECT_THAT(copy.to_host(stream_), ElementsAre(1, 2));
  alone.all_to_all(stream_, data, copy);
  EXPECT_THAT(copy.to_host(stream_), ElementsAre(1, 2));
}

KCC_FOR_EVERY_DEVICE(Communication);

// Ranks on the CPU device

std::vector<Communicator> cpu_ranks(std::size_t count) {
  return Communicator::all(std::vector<Device>(count, Device::cpu()));
}

TEST(CpuCommunication, ThreadsNeedNoGroup) {
  const CommunicatorId id = CommunicatorId::create(Device::cpu());
  std::vector<std::thread> threads;
  for (int rank = 0; rank < 4; ++rank)
    threads.emplace_back([&, rank] {
      Communicator communicator(Device::cpu(), id, rank, 4);
      Stream stream(Device::cpu());
      Buffer<int> data(Device::cpu(), std::vector<int>{rank});
      for (int round = 0; round < 50; ++round) {
        communicator.all_reduce(stream, data, ReduceOp::maximum);
        communicator.broadcast(stream, data, round % 4);
      }
      EXPECT_THAT(data.to_host(stream), ElementsAre(3));
    });
  for (std::thread &thread : threads)
    thread.join();
}

template <class T> void check_type() {
  auto ranks = cpu_ranks(2);
  Stream first(Device::cpu()), second(Device::cpu());
  Buffer<T> a(Device::cpu(), std::vector<T>{T(3.0f), T(100.0f)}),
      b(Device::cpu(), std::vector<T>{T(4.0f), T(1.0f)});
  ranks[0].all_reduce(first, a);
  ranks[1].all_reduce(second, b);
  EXPECT_EQ(static_cast<float>(a.to_host(first)[0]), 7);
  EXPECT_EQ(static_cast<float>(b.to_host(second)[1]), 101);
}
TEST(CpuCommunication, HasAllTypes) {
  check_type<std::int8_t>();
  check_type<std::uint8_t>();
  check_type<std::int32_t>();
  check_type<std::uint32_t>();
  check_type<std::int64_t>();
  check_type<std::uint64_t>();
  check_type<float16>();
  check_type<bfloat16>();
  check_type<float>();
  check_type<double>();
}

TEST(CpuCommunication, IntegersAreExactAndWrapAround) {
  auto ranks = cpu_ranks(2);
  Stream first(Device::cpu()), second(Device::cpu());
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  Buffer<std::int64_t> a(Device::cpu(), std::vector<std::int64_t>{most, most}),
      b(Device::cpu(), std::vector<std::int64_t>{-1, 1});
  ranks[0].all_reduce(first, a);
  ranks[1].all_reduce(second, b);
  EXPECT_THAT(a.to_host(first), ElementsAre(most - 1, std::numeric_limits<std::int64_t>::min()));
}

TEST(CpuCommunication, DifferentCallsAreAnErrorInAllRanks) {
  auto ranks = cpu_ranks(2);
  Stream first(Device::cpu()), second(Device::cpu());
  Buffer<int> two(Device::cpu(), 2), three(Device::cpu(), 3);
  ranks[0].all_reduce(first, two);
  ranks[1].all_reduce(second, three);
  for (Stream *stream : {&first, &second})
    try {
      stream->synchronize();
      ADD_FAILURE();
    } catch (const Error &error) {
      EXPECT_THAT(error.what(), HasSubstr("rank 0 has 2 elements and rank 1 3"));
    }
  EXPECT_TRUE(ranks[0].failure());
}

TEST(CpuCommunication, AbortEndsTheWaiting) {
  auto ranks = cpu_ranks(2);
  Stream stream(Device::cpu());
  Buffer<int> data(Device::cpu(), 2);
  ranks[0].all_reduce(stream, data);
  EXPECT_FALSE(stream.is_done());
  std::thread([&] { ranks[1].abort(); }).join();
  EXPECT_THROW(stream.synchronize(), Error);
}

TEST(CpuCommunication, OtherPairsDoNotWaitForEachOther) {
  auto ranks = cpu_ranks(3);
  std::vector<Stream> streams;
  for (int i = 0; i < 3; ++i)
    streams.emplace_back(Device::cpu());
  Buffer<int> a(Device::cpu(), std::vector<int>{1}), b(Device::cpu(), std::vector<int>{2});
  Buffer<int> from_2(Device::cpu(), 1), from_0(Device::cpu(), 1);
  ranks[0].receive(streams[0], from_2, 2); // before its partner sends
  ranks[0].send(streams[0], a, 1);
  ranks[1].receive(streams[1], from_0, 0);
  ranks[2].send(streams[2], b, 0);
  EXPECT_THAT(from_0.to_host(streams[1]), ElementsAre(1));
  EXPECT_THAT(from_2.to_host(streams[0]), ElementsAre(2));
}

TEST(CpuCommunication, RefusesForeignIdsAndTakenRanks) {
  const auto message = [](auto &&work) -> std::string {
    try {
      work();
    } catch (const Error &error) {
      return error.what();
    }
    return "nothing was thrown";
  };
  const Device cpu = Device::cpu();
  EXPECT_THAT(message([&] { (void)Communicator(cpu, CommunicatorId(), 0, 1); }), HasSubstr("made for GPUs"));
  const CommunicatorId id = CommunicatorId::create(cpu);
  const Communicator first(cpu, id, 0, 2);
  EXPECT_THAT(message([&] { (void)Communicator(cpu, id, 0, 2); }),
              HasSubstr("there is a rank 0 with this id"));
  EXPECT_THAT(message([&] { (void)Communicator(cpu, id, 1, 3); }), HasSubstr("there are 2 ranks, not 3"));
}

} // namespace
} // namespace kcc::testing
