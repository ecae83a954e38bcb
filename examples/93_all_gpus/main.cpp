// Adds up and sorts keys on all GPUs of the machine, or on several ranks on the CPU device, and shows how the
// time depends on their number.
#include "../common/program.h"
#include "sort.h"

#include <kcc/algorithm.h>

#include <barrier>
#include <functional>
#include <map>
#include <mutex>
#include <numeric>
#include <random>
#include <thread>

namespace {

using all_gpus::Keys;
using Clock = std::chrono::steady_clock;

enum class Distribution { random, skewed, equal, sorted };
const std::map<std::string, Distribution> distributions = {{"random", Distribution::random},
                                                           {"skewed", Distribution::skewed},
                                                           {"equal", Distribution::equal},
                                                           {"sorted", Distribution::sorted}};

std::vector<std::uint32_t> make_keys(Distribution distribution, std::size_t count) {
  std::mt19937 random(static_cast<std::uint32_t>(count));
  std::vector<std::uint32_t> keys(count);
  for (std::size_t i = 0; i < count; ++i)
    switch (distribution) {
    case Distribution::random:
      keys[i] = static_cast<std::uint32_t>(random());
      break;
    case Distribution::skewed: // half of them are 7, and half of the others are below 4
      keys[i] = random() % 2 == 0   ? 7
                : random() % 2 == 0 ? static_cast<std::uint32_t>(random() % 4)
                                    : static_cast<std::uint32_t>(random());
      break;
    case Distribution::equal:
      keys[i] = 42;
      break;
    case Distribution::sorted:
      keys[i] = static_cast<std::uint32_t>(i);
      break;
    }
  return keys;
}

/// What the host computed.
struct Expected {
  std::uint32_t sum;
  std::vector<std::uint32_t> sorted;
};

struct Times {
  example::Milliseconds reduce, sort;
  double largest_part; ///< of the sorted keys, relative to the mean
};

/// Threads, one for each rank, that do the same work and wait for each other.
class Team {
public:
  explicit Team(const std::vector<kcc::Device> &devices)
      : ranks_(kcc::Communicator::all(devices)), barrier_(static_cast<std::ptrdiff_t>(devices.size())) {}

  /// Calls `work(rank)` for each. If one throws, the others give up, and the first exception is thrown.
  void run(const std::function<void(kcc::Communicator &)> &work) {
    std::vector<std::thread> threads;
    for (kcc::Communicator &rank : ranks_)
      threads.emplace_back([&] {
        try {
          work(rank);
        } catch (...) {
          give_up();
        }
      });
    for (std::thread &thread : threads)
      thread.join();
    if (failure_)
      std::rethrow_exception(failure_);
  }
  /// Calls `work`, and returns the time from when all ranks begin until all are done.
  example::Milliseconds time(kcc::Stream &stream, const std::function<void()> &work) {
    stream.synchronize();
    barrier_.arrive_and_wait();
    const auto start = Clock::now();
    work();
    stream.synchronize();
    barrier_.arrive_and_wait();
    return Clock::now() - start;
  }

private:
  void give_up() {
    {
      const std::lock_guard lock(mutex_);
      if (!failure_)
        failure_ = std::current_exception();
    }
    for (kcc::Communicator &rank : ranks_)
      rank.abort();
    barrier_.arrive_and_drop();
  }

  std::vector<kcc::Communicator> ranks_;
  std::barrier<> barrier_;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

/// Both operations on keys of which each rank has an equal part; each is repeated, and the shortest time
/// counts.
Times reduce_and_sort(const std::vector<kcc::Device> &devices, const std::vector<std::uint32_t> &keys,
                      const Expected &expected, int repeats) {
  Team team(devices);
  std::vector<std::vector<std::uint32_t>> parts(devices.size());
  std::vector<std::uint32_t> sums(devices.size());
  Times best{example::Milliseconds::max(), example::Milliseconds::max(), 0};
  team.run([&](kcc::Communicator &rank) {
    const auto self = static_cast<std::size_t>(rank.rank());
    const std::size_t start = keys.size() * self / devices.size(),
                      end = keys.size() * (self + 1) / devices.size();
    kcc::Stream stream(rank.device());
    const Keys own(rank.device(), std::span(keys).subspan(start, end - start));
    Keys sorting(rank.device(), own.size());
    kcc::Buffer<std::uint32_t> sum(rank.device(), 1);
    for (int repeat = 0; repeat != repeats + 1; ++repeat) { // the first one also loads the kernels
      const auto reduce_time = team.time(stream, [&] {
        kcc::reduce_into(stream, sum, own.span());
        rank.all_reduce(stream, sum);
      });
      copy(stream, sorting, own);
      Keys sorted(stream, 0);
      const auto sort_time = team.time(stream, [&] { sorted = all_gpus::sort(rank, stream, sorting); });
      if (repeat == repeats) {
        parts[self] = sorted.to_host(stream);
        sums[self] = sum.to_host(stream)[0];
      }
      if (self == 0 && repeat != 0) {
        best.reduce = std::min(best.reduce, reduce_time);
        best.sort = std::min(best.sort, sort_time);
      }
    }
  });

  for (const std::uint32_t sum : sums)
    if (sum != expected.sum)
      throw example::Mismatch("the sum is " + std::to_string(sum) + " and should be " +
                              std::to_string(expected.sum));
  std::vector<std::uint32_t> sorted;
  std::size_t largest = 0;
  for (const std::vector<std::uint32_t> &part : parts) {
    sorted.insert(sorted.end(), part.begin(), part.end());
    largest = std::max(largest, part.size());
  }
  if (sorted != expected.sorted)
    throw example::Mismatch("the keys are not sorted, or others than before");
  best.largest_part =
      keys.empty() ? 1 : static_cast<double>(largest * devices.size()) / static_cast<double>(keys.size());
  return best;
}

void print(std::size_t count, const Times &times, const Times &of_one) {
  const auto rate = [&](example::Milliseconds time) {
    return example::with_unit(static_cast<double>(count) / time.count() / 1e3, "million keys/s");
  };
  const auto speedup = [](example::Milliseconds one, example::Milliseconds time) {
    return example::with_unit(one / time, "times as fast");
  };
  std::cout << "  reduce: " << example::readable(times.reduce) << ", " << rate(times.reduce) << ", "
            << speedup(of_one.reduce, times.reduce) << "\n  sort:   " << example::readable(times.sort) << ", "
            << rate(times.sort) << ", " << speedup(of_one.sort, times.sort) << "; the largest part is "
            << example::with_unit(times.largest_part, "of the mean") << "\n";
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app("Adds up and sorts keys on all GPUs of the machine, or on several ranks on the CPU device.");
  std::string device;
  app.add_option("--device", device, "cpu or cuda (default: all GPUs, else the CPU device)")
      ->check(CLI::IsMember({"cpu", "cuda"}));
  std::vector<std::size_t> numbers, counts;
  app.add_option("--ranks", numbers,
                 "Numbers of ranks (default: 1, 2, ... all GPUs; on the CPU device 1 to 4)")
      ->check(CLI::Range(1, 64));
  app.add_option("--count", counts, "Numbers of keys in all (default: 2^27; on the CPU device 2^20)");
  std::vector<Distribution> kinds{Distribution::random};
  app.add_option("--keys", kinds, "random, skewed, equal or sorted")
      ->transform(CLI::CheckedTransformer(distributions));
  int repeats = 3;
  app.add_option("--repeat", repeats, "How often each is timed")->check(CLI::Range(1, 1000));

  return example::run(app, argc, argv, [&] {
    std::vector<kcc::Device> gpus;
    if (device != "cpu")
      for (const kcc::Device &found : kcc::Device::all())
        if (found.backend() == kcc::Backend::cuda)
          gpus.push_back(found);
    if (device == "cuda" && gpus.empty())
      throw example::Skip("there is no GPU");
    const kcc::Device first = gpus.empty() ? kcc::Device::cpu() : gpus.front();
    std::cout << "device:  " << first.name() << "\n";
    if (numbers.empty()) {
      numbers.resize(gpus.empty() ? 4 : gpus.size());
      std::iota(numbers.begin(), numbers.end(), 1);
    }
    if (counts.empty())
      counts = {std::size_t{1} << (gpus.empty() ? 20 : 27)};
    for (const std::size_t count : counts)
      for (const auto &[name, kind] : distributions) {
        if (std::ranges::find(kinds, kind) == kinds.end())
          continue;
        const std::vector<std::uint32_t> keys = make_keys(kind, count);
        Expected expected{std::accumulate(keys.begin(), keys.end(), std::uint32_t{0}), keys};
        std::ranges::sort(expected.sorted);
        Times of_one{};
        for (const std::size_t number : numbers) {
          if (!gpus.empty() && number > gpus.size())
            throw example::Skip("there are only " + std::to_string(gpus.size()) + " GPUs");
          std::vector<kcc::Device> devices(number, first);
          if (!gpus.empty())
            devices.assign(gpus.begin(), gpus.begin() + static_cast<std::ptrdiff_t>(number));
          const Times times = reduce_and_sort(devices, keys, expected, repeats);
          if (number == numbers.front())
            of_one = times;
          std::cout << count << " " << name << " keys, " << number << (gpus.empty() ? " CPU rank" : " GPU")
                    << (number == 1 ? "" : "s") << "\n";
          print(count, times, of_one);
        }
      }
  });
}
