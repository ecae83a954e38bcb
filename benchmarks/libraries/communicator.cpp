// All-reduce of all GPUs of the machine: kcc::Communicator against NCCL, called directly with communicators
// of its own, on the same streams and data.
#include "compare.h"

#include "common/library.h"
#include "nccl/nccl_api.h"

#include <kcc/communicator.h>

#include <cstdio>

namespace {

using namespace kcc::nccl;

void check(Status status) {
  if (status != 0) {
    std::printf("NCCL failed: %d\n", status);
    std::exit(1);
  }
}

struct Bench {
  std::vector<kcc::Device> gpus;
  std::vector<kcc::Stream> streams;
  std::vector<kcc::Communicator> ranks;
  Api api = kcc::libraries::load<Api>(kcc::Library::nccl);
  std::vector<Comm> comms;

  Bench() {
    std::vector<int> ordinals;
    for (const kcc::Device &device : kcc::Device::all())
      if (device.backend() == kcc::Backend::cuda) {
        gpus.push_back(device);
        streams.emplace_back(device);
        ordinals.push_back(device.ordinal());
      }
    ranks = kcc::Communicator::all(gpus);
    comms.resize(gpus.size());
    check(api.comm_init_all(comms.data(), static_cast<int>(gpus.size()), ordinals.data()));
  }

  void synchronize() {
    for (kcc::Stream &stream : streams)
      stream.synchronize();
  }
  /// From the first call until the last stream is done, per call.
  template <class F> double time(int calls, F &&call) {
    synchronize();
    const auto from = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i)
      call();
    synchronize();
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - from).count() / calls;
  }

  void all_reduce(std::size_t bytes) {
    const std::size_t count = bytes / sizeof(float);
    std::vector<kcc::Buffer<float>> ours, theirs;
    for (std::size_t rank = 0; rank < gpus.size(); ++rank) {
      const std::vector<float> host(count, static_cast<float>(rank + 1));
      ours.emplace_back(gpus[rank], count);
      theirs.emplace_back(gpus[rank], host);
      send_.emplace_back(gpus[rank], host);
    }
    const auto with_kcc = [&] {
      kcc::communicate([&] {
        for (std::size_t rank = 0; rank < gpus.size(); ++rank)
          ranks[rank].all_reduce(streams[rank], send_[rank], ours[rank]);
      });
    };
    const auto direct = [&] {
      check(api.group_start());
      for (std::size_t rank = 0; rank < gpus.size(); ++rank)
        check(api.all_reduce(send_[rank].data(), theirs[rank].data(), count, data_f32, op_sum, comms[rank],
                             streams[rank].native_handle()));
      check(api.group_end());
    };
    const int calls = bytes > (1 << 24) ? 20 : 200;
    const auto times =
        compare::both([&](int calls, auto &call) { return time(calls, call); }, 11, calls, with_kcc, direct);
    const float expected = static_cast<float>(gpus.size() * (gpus.size() + 1) / 2);
    bool right = true;
    for (std::size_t rank = 0; rank < gpus.size(); ++rank) {
      const auto a = ours[rank].to_host(streams[rank]), b = theirs[rank].to_host(streams[rank]);
      right = right && a == b && std::ranges::count(a, expected) == static_cast<std::ptrdiff_t>(count);
    }
    // NCCL's "bus bandwidth": what each link carries.
    const auto n = static_cast<double>(gpus.size());
    const double moved = static_cast<double>(bytes) * 2 * (n - 1) / n / 1e3;
    std::printf("| %zu KiB | %.1f | %.1f | %.3f | %.1f | %s |\n", bytes >> 10, times.kcc, times.direct,
                times.direct / times.kcc, moved / times.kcc, right ? "right" : "WRONG");
    send_.clear();
  }
  std::vector<kcc::Buffer<float>> send_;
};

} // namespace

int main() {
  try {
    Bench bench;
    std::printf(
        "%zu of %s, %s, %s\n\n| all-reduce | kcc, us | NCCL, us | NCCL/kcc | kcc, GB/s on the bus | results "
        "|\n| --- | --- | --- | --- | --- | --- |\n",
        bench.gpus.size(), bench.gpus.front().name().c_str(), bench.gpus.front().driver().c_str(),
        kcc::library_file(kcc::Library::nccl).c_str());
    for (std::size_t bytes : {std::size_t{4} << 10, std::size_t{1} << 20, std::size_t{256} << 20})
      bench.all_reduce(bytes);
    for (const Comm comm : bench.comms)
      bench.api.comm_destroy(comm);
  } catch (const kcc::Error &error) {
    std::printf("%s\n", error.what());
    return 1;
  }
}
