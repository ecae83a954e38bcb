// Times what a program does through kcc and through the driver's functions themselves, in turns.
#include "runtime_costs_kernels.h"

#include <kcc/runtime.h>

#include "core/loaded_module.h"
#include "cuda/driver.h"
#include "cuda/handles.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace {

using namespace kcc::cuda;
namespace kernels = runtime_costs::costs;

const DriverApi &api() {
  static const auto driver = kcc::cuda::driver();
  return std::get<const Driver *>(driver)->api;
}

void check(Result result, const char *call) {
  if (result != success)
    throw std::runtime_error(std::string(call) + ": " + std::to_string(result));
}

struct Sample {
  double median, spread; ///< nanoseconds; the interquartile range
};

Sample summary(std::vector<double> samples) {
  std::ranges::sort(samples);
  const std::size_t n = samples.size();
  return {samples[n / 2], samples[n * 3 / 4] - samples[n / 4]};
}

/// One row: the host's time of a call, in batches that do not fill the driver's queue.
void compare(kcc::Stream &stream, const char *name, const std::function<void()> &with_kcc,
             const std::function<void()> &raw) {
  constexpr int rounds = 401, batch = 200;
  const auto time = [&](const std::function<void()> &call) {
    stream.synchronize();
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < batch; ++i)
      call();
    const auto end = std::chrono::steady_clock::now();
    return std::chrono::duration<double, std::nano>(end - begin).count() / batch;
  };
  std::vector<double> ours, theirs, differences;
  for (int round = -20; round < rounds; ++round) {
    const double a = round % 2 == 0 ? time(with_kcc) : 0;
    const double b = time(raw);
    const double c = round % 2 == 0 ? a : time(with_kcc);
    if (round < 0)
      continue;
    ours.push_back(c);
    theirs.push_back(b);
    differences.push_back(c - b);
  }
  const Sample kcc = summary(ours), driver = summary(theirs), difference = summary(differences);
  std::printf("| %s | %.0f | %.0f | %+.0f ± %.0f |\n", name, kcc.median, driver.median, difference.median,
              difference.spread / 2);
}

/// The module's function as the driver knows it, loaded once more.
FunctionRef raw_function(const kcc::abi::Image &image, const char *entry) {
  for (const kcc::abi::Code &code : std::span(image.codes, image.code_count)) {
    if (code.kind != kcc::abi::CodeKind::ptx)
      continue;
    ModuleRef module = nullptr;
    FunctionRef function = nullptr;
    check(api().module_load_data_ex(&module, code.bytes, 0, nullptr, nullptr), "cuModuleLoadDataEx");
    check(api().module_get_function(&function, module, entry), "cuModuleGetFunction");
    return function;
  }
  throw std::runtime_error("no PTX");
}

double gigabytes_per_second(std::size_t bytes, const std::function<void()> &copy, kcc::Stream &stream) {
  std::vector<double> rates;
  for (int i = 0; i < 9; ++i) {
    stream.synchronize();
    const auto begin = std::chrono::steady_clock::now();
    for (int j = 0; j < 4; ++j)
      copy();
    stream.synchronize();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    rates.push_back(4 * static_cast<double>(bytes) / seconds.count() * 1e-9);
  }
  return summary(rates).median;
}

void run() {
  const kcc::Device gpu = kcc::Device::cuda();
  kcc::Stream stream(gpu);
  const auto raw_stream = static_cast<StreamRef>(stream.native_handle());
  kcc::Buffer<float> a(gpu, 1024), b(gpu, 1024);
  const kcc::Module module = kcc::Module::load(gpu, *kernels::nothing.image);
  const kcc::ModuleKernel by_name = module.kernel("costs::nothing");
  const kcc::LaunchConfig shape{kcc::Blocks(1), kcc::Threads(32)};
  stream.launch(kernels::nothing, shape, a, 1);
  stream.launch(kernels::five, shape, a, b, 1.0f, 2, true);
  stream.synchronize();

  std::printf("%s, %s\n\n", gpu.name().c_str(), gpu.driver().c_str());
  std::printf("| host time of a call, ns | kcc | driver | difference |\n| --- | --: | --: | --: |\n");
  const FunctionRef nothing = raw_function(*kernels::nothing.image, kernels::nothing.entry);
  const FunctionRef five = raw_function(*kernels::five.image, kernels::five.entry);
  const auto raw_launch = [&](FunctionRef function, void **arguments) {
    check(api().launch_kernel(function, 1, 1, 1, 32, 1, 1, 0, raw_stream, arguments, nullptr),
          "cuLaunchKernel");
  };
  std::span<float> values = a.span();
  std::span<const float> others = b.span();
  int one = 1;
  float number = 1;
  bool flag = true;
  compare(
      stream, "typed launch, 2 parameters", [&] { stream.launch(kernels::nothing, shape, a, 1); },
      [&] {
        void *arguments[]{&values, &one};
        raw_launch(nothing, arguments);
      });
  compare(
      stream, "typed launch, 5 parameters", [&] { stream.launch(kernels::five, shape, a, b, 1.0f, 2, true); },
      [&] {
        void *arguments[]{&values, &others, &number, &one, &flag};
        raw_launch(five, arguments);
      });
  compare(
      stream, "launch by name, 2 parameters", [&] { stream.launch(by_name, shape, a, 1); },
      [&] {
        void *arguments[]{&values, &one};
        raw_launch(nothing, arguments);
      });

  const kcc::Graph graph = kcc::Graph::capture(stream, [&](kcc::Stream &s) {
    for (int i = 0; i < 4; ++i)
      s.launch(kernels::nothing, shape, a, 1);
  });
  kcc::GraphExec exec = graph.instantiate();
  GraphRef raw_graph = nullptr;
  GraphExecRef raw_exec = nullptr;
  check(api().stream_begin_capture(raw_stream, capture_relaxed), "cuStreamBeginCapture");
  for (int i = 0; i < 4; ++i) {
    void *arguments[]{&values, &one};
    raw_launch(nothing, arguments);
  }
  check(api().stream_end_capture(raw_stream, &raw_graph), "cuStreamEndCapture");
  check(api().graph_instantiate(&raw_exec, raw_graph, 0), "cuGraphInstantiateWithFlags");
  compare(
      stream, "launch of a graph of 4 kernels", [&] { stream.launch(exec); },
      [&] { check(api().graph_launch(raw_exec, raw_stream), "cuGraphLaunch"); });

  kcc::Event event(gpu);
  EventRef raw_event = nullptr;
  check(api().event_create(&raw_event, event_default), "cuEventCreate");
  compare(
      stream, "event record", [&] { stream.record(event); },
      [&] { check(api().event_record(raw_event, raw_stream), "cuEventRecord"); });
  compare(
      stream, "Buffer(stream, 1 MiB) and its end", [&] { kcc::Buffer<float> buffer(stream, 1 << 18); },
      [&] {
        DevicePointer memory = 0;
        check(api().mem_alloc_async(&memory, 1 << 20, raw_stream), "cuMemAllocAsync");
        check(api().mem_free_async(memory, raw_stream), "cuMemFreeAsync");
      });

  constexpr std::size_t count = std::size_t{64} << 20; // 256 MiB
  kcc::PinnedBuffer<float> host(gpu, count);
  kcc::Buffer<float> large(gpu, count);
  const auto device_address = reinterpret_cast<DevicePointer>(large.data());
  std::printf("\n| page-locked memory, 256 MiB, GB/s | kcc | driver |\n| --- | --: | --: |\n");
  const auto rates = [&](const char *name, const std::function<void()> &with_kcc,
                         const std::function<void()> &raw) {
    const double ours = gigabytes_per_second(large.bytes(), with_kcc, stream);
    std::printf("| %s | %.1f | %.1f |\n", name, ours, gigabytes_per_second(large.bytes(), raw, stream));
  };
  rates(
      "to the device", [&] { kcc::copy(stream, large, host); },
      [&] {
        check(api().memcpy_htod_async(device_address, host.data(), large.bytes(), raw_stream),
              "cuMemcpyHtoDAsync");
      });
  rates(
      "from the device", [&] { kcc::copy(stream, host, large); },
      [&] {
        check(api().memcpy_dtoh_async(host.data(), device_address, large.bytes(), raw_stream),
              "cuMemcpyDtoHAsync");
      });

  // A copy and a kernel that takes as long, in two streams.
  kcc::Stream other(gpu);
  const auto milliseconds = [&](const std::function<void()> &work) {
    gpu.synchronize();
    const auto begin = std::chrono::steady_clock::now();
    work();
    gpu.synchronize();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  };
  const auto copy = [&] { kcc::copy(stream, large, host); };
  copy();
  const double copying = milliseconds(copy);
  const auto spin = [&] {
    other.launch(kernels::spin, {kcc::Blocks(1), kcc::Threads(1)}, static_cast<std::uint64_t>(copying * 1e6));
  };
  spin();
  const double computing = milliseconds(spin);
  const double both = milliseconds([&] {
    copy();
    spin();
  });
  std::printf("\ncopy %.2f ms, kernel %.2f ms, both in two streams %.2f ms\n", copying, computing, both);
}

} // namespace

int main() {
  try {
    run();
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
