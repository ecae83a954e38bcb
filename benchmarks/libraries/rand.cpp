// kcc::rand against cuRAND, called directly with a generator of its own, on the same stream and of the same
// seed.
#include "compare.h"

#include "common/library.h"
#include "rand/curand_api.h"

#include <kcc/rand.h>

#include <cstdio>
#include <cstring>

namespace {

using namespace kcc::curand;

void check(Status status) {
  if (status != 0) {
    std::printf("cuRAND failed: %d\n", status);
    std::exit(1);
  }
}

/// `with_kcc(generator, to)` and `direct(handle, to)` make the same numbers.
template <class T, class F, class G>
void run(kcc::Stream &stream, const Api &api, const char *name, std::size_t count, F &&with_kcc, G &&direct) {
  constexpr std::uint64_t seed = 42;
  kcc::rand::Generator generator(stream.device(), seed);
  Handle handle = nullptr;
  check(api.create(&handle, type_philox));
  check(api.set_seed(handle, seed));
  check(api.set_offset(handle, 0));
  check(api.set_stream(handle, stream.native_handle()));
  kcc::Buffer<T> ours(stream.device(), count), theirs(stream.device(), count);
  const auto of_kcc = [&] { with_kcc(generator, ours); };
  const auto of_curand = [&] { direct(handle, theirs); };
  const auto times =
      compare::both([&](int calls, auto &call) { return compare::device_time(stream, calls, call); }, 15, 50,
                    of_kcc, of_curand);
  const auto host_times =
      compare::both([&](int calls, auto &call) { return compare::host_time(stream, calls, call); }, 31, 20,
                    of_kcc, of_curand);
  const auto a = ours.to_host(stream), b = theirs.to_host(stream); // after equally many calls
  const bool same = std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
  std::printf("| %zu %s | %.2f | %.2f | %.3f | %.1f | %.2f | %.2f | %s |\n", count, name, times.kcc,
              times.direct, times.direct / times.kcc, static_cast<double>(count) / times.kcc / 1e3,
              host_times.kcc, host_times.direct, same ? "same bits" : "other bits");
  check(api.destroy(handle));
}

} // namespace

int main() {
  try {
    kcc::Stream stream(kcc::Device::cuda());
    stream.synchronize(); // makes the context current to this thread
    const Api api = kcc::libraries::load<Api>(kcc::Library::curand);
    std::printf("%s, %s, %s\n\n| numbers | kcc, us | cuRAND, us | cuRAND/kcc | kcc, 10^9/s | host: kcc, us | "
                "cuRAND, us | results |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n",
                stream.device().name().c_str(), stream.device().driver().c_str(),
                kcc::library_file(kcc::Library::curand).c_str());
    for (const std::size_t count : {std::size_t{1} << 10, std::size_t{1} << 26}) {
      run<std::uint32_t>(
          stream, api, "words", count, [&](auto &generator, auto &to) { generator.bits(stream, to); },
          [&](Handle handle, auto &to) { check(api.bits(handle, to.data(), to.size())); });
      run<float>(
          stream, api, "uniform floats", count,
          [&](auto &generator, auto &to) { generator.uniform(stream, to); },
          [&](Handle handle, auto &to) { check(api.uniform(handle, to.data(), to.size())); });
      run<float>(
          stream, api, "normal floats", count,
          [&](auto &generator, auto &to) { generator.normal(stream, to); },
          [&](Handle handle, auto &to) { check(api.normal(handle, to.data(), to.size(), 0, 1)); });
    }
  } catch (const kcc::Error &error) {
    std::printf("%s\n", error.what());
    return 1;
  }
}
