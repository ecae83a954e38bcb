// kcc::fft against cuFFT, called directly with plans of its own, on the same stream and data.
#include "compare.h"

#include "common/library.h"
#include "fft/cufft_api.h"

#include <kcc/fft.h>

#include <cstdio>
#include <cstring>

namespace {

using namespace kcc::cufft;

void check(Status status) {
  if (status != 0) {
    std::printf("cuFFT failed: %d\n", status);
    std::exit(1);
  }
}

void run(kcc::Stream &stream, const Api &api, std::size_t length, std::size_t batch) {
  std::vector<ComplexF> host(length * batch);
  std::uint32_t state = 1;
  for (ComplexF &number : host) {
    state = state * 1664525 + 1013904223;
    number = {static_cast<float>(state >> 16) / 65536, static_cast<float>(state & 65535) / 65536};
  }
  const kcc::Buffer<ComplexF> from(stream.device(), host);
  kcc::Buffer<ComplexF> ours(stream.device(), host.size()), theirs(stream.device(), host.size());
  kcc::fft::ComplexPlan<float> plan(stream.device(), length, batch);
  Handle handle = 0;
  check(api.create(&handle));
  long long extent = static_cast<long long>(length);
  std::size_t work = 0;
  check(api.make_plan_many(handle, 1, &extent, nullptr, 1, 0, nullptr, 1, 0, c2c,
                           static_cast<long long>(batch), &work));
  check(api.set_stream(handle, stream.native_handle()));
  const auto with_kcc = [&] { plan.forward(stream, from, ours); };
  const auto direct = [&] { check(api.exec_c2c(handle, from.data(), theirs.data(), forward)); };
  const auto times =
      compare::both([&](int calls, auto &call) { return compare::device_time(stream, calls, call); }, 15, 50,
                    with_kcc, direct);
  const auto host_times =
      compare::both([&](int calls, auto &call) { return compare::host_time(stream, calls, call); }, 31, 20,
                    with_kcc, direct);
  const auto a = ours.to_host(stream), b = theirs.to_host(stream);
  const bool same = std::memcmp(a.data(), b.data(), a.size() * sizeof(ComplexF)) == 0;
  std::printf("| %zu x %zu | %.2f | %.2f | %.3f | %.2f | %.2f | %s |\n", batch, length, times.kcc,
              times.direct, times.direct / times.kcc, host_times.kcc, host_times.direct,
              same ? "same bits" : "other bits");
  check(api.destroy(handle));
}

} // namespace

int main() {
  try {
    kcc::Stream stream(kcc::Device::cuda());
    stream.synchronize(); // makes the context current to this thread
    const Api api = kcc::libraries::load<Api>(kcc::Library::cufft);
    std::printf("%s, %s, %s\n\n| complex float | kcc, us | cuFFT, us | cuFFT/kcc | host: kcc, us | cuFFT, us "
                "| results "
                "|\n| --- | --- | --- | --- | --- | --- | --- |\n",
                stream.device().name().c_str(), stream.device().driver().c_str(),
                kcc::library_file(kcc::Library::cufft).c_str());
    run(stream, api, 1024, 1);
    run(stream, api, 1024, 16384);
    run(stream, api, 1 << 24, 1);
    run(stream, api, 1009, 4096);
  } catch (const kcc::Error &error) {
    std::printf("%s\n", error.what());
    return 1;
  }
}
