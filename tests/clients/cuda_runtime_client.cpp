// A program that uses the CUDA runtime beside kcc, in one context: memory, streams, events and modules of
// each go to the other. With nvcc it also has a kernel of its own, which it launches itself and through kcc.
#include "client_kernels.h"

#include <kcc/runtime.h>

#include <cuda_runtime_api.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <vector>

#ifdef __CUDACC__
extern "C" __global__ void add_one(float *values, unsigned count) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    values[i] += 1;
}
#endif

namespace {

using kcc::Device;
using kcc::Event;
using kcc::Stream;
namespace kernels = client_kernels;

constexpr std::size_t count = std::size_t{1} << 22;
constexpr std::size_t bytes = count * sizeof(float);
int failures = 0;

void expect(bool condition, const char *text, int line) {
  if (condition)
    return;
  std::printf("FAILED: line %d: %s\n", line, text);
  ++failures;
}
#define EXPECT(condition) expect(condition, #condition, __LINE__)

void check(cudaError_t result, int line) {
  if (result == cudaSuccess)
    return;
  std::printf("FAILED: line %d: %s\n", line, cudaGetErrorString(result));
  std::exit(1);
}
#define CHECK(call) check(call, __LINE__)

/// Memory of the CUDA runtime.
struct Memory {
  Memory() { CHECK(cudaMalloc(reinterpret_cast<void **>(&data), bytes)); }
  ~Memory() { cudaFree(data); }
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;
  float *data = nullptr;
};

struct TheirStream {
  explicit TheirStream(unsigned flags = cudaStreamNonBlocking, int priority = 0) {
    CHECK(cudaStreamCreateWithPriority(&stream, flags, priority));
  }
  ~TheirStream() { cudaStreamDestroy(stream); }
  TheirStream(const TheirStream &) = delete;
  TheirStream &operator=(const TheirStream &) = delete;
  cudaStream_t stream = nullptr;
};

bool all_are(const std::vector<float> &values, float wanted) {
  for (const float value : values)
    if (value != wanted)
      return false;
  return true;
}

cudaStream_t raw(const Stream &stream) {
  return static_cast<cudaStream_t>(stream.native_handle());
}
cudaEvent_t raw(const Event &event) {
  return static_cast<cudaEvent_t>(event.native_handle());
}

void scale(Stream &stream, float *data, float factor) {
  stream.launch(kernels::client::scale, kcc::cover(count, 256), std::span<float>(data, count), factor);
}

/// Sets all elements to 1: the bytes of 1.0f are not the same, so it goes over the host's memory.
void set_ones(float *data, cudaStream_t stream) {
  static const std::vector<float> ones(count, 1.0f);
  CHECK(cudaMemcpyAsync(data, ones.data(), bytes, cudaMemcpyHostToDevice, stream));
}

std::vector<float> read(const float *data, cudaStream_t stream) {
  std::vector<float> host(count);
  CHECK(cudaMemcpyAsync(host.data(), data, bytes, cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));
  return host;
}

void one_context(const Device &device) {
  void *const cuda = dlopen("libcuda.so.1", RTLD_NOW);
  const auto get_current = reinterpret_cast<int (*)(void **)>(dlsym(cuda, "cuCtxGetCurrent"));
  CHECK(cudaFree(nullptr)); // starts the runtime's context
  void *context = nullptr;
  EXPECT(get_current(&context) == 0);
  EXPECT(context == device.native_context());
  EXPECT(Device::adopt(context) == device);
}

void memory_of_the_runtime(const Device &device) {
  const Memory memory;
  Stream stream(device);
  const kcc::BufferView<float> view = kcc::adopt_memory(device, memory.data, count);
  EXPECT(view.data() == memory.data);
  kcc::fill(stream, view, 1.5f);
  stream.launch(kernels::client::scale, kcc::cover(count, 256), view, 2.0f);
  stream.synchronize();
  EXPECT(all_are(read(memory.data, nullptr), 3.0f));

  float *managed = nullptr, *pinned = nullptr, *pooled = nullptr;
  CHECK(cudaMallocManaged(reinterpret_cast<void **>(&managed), bytes));
  CHECK(cudaMallocHost(reinterpret_cast<void **>(&pinned), bytes));
  CHECK(cudaMallocAsync(reinterpret_cast<void **>(&pooled), bytes, raw(stream)));
  EXPECT(kcc::adopt_memory(device, managed, count).size() == count);
  EXPECT(kcc::adopt_memory(device, pooled, count).size() == count);
  static float ordinary[4];
  for (const auto &[data, text] : {std::pair<float *, const char *>(pinned, "page-locked"),
                                   std::pair<float *, const char *>(ordinary, "ordinary")}) {
    std::string what;
    try {
      (void)kcc::adopt_memory(device, data, 4);
    } catch (const kcc::Error &error) {
      what = error.what();
    }
    EXPECT(what.find(text) != std::string::npos);
  }
  CHECK(cudaFree(managed));
  CHECK(cudaFreeHost(pinned));
  CHECK(cudaFreeAsync(pooled, raw(stream)));
}

void memory_of_kcc(const Device &device) {
  Stream stream(device);
  kcc::Buffer<float> buffer(stream, count);
  cudaPointerAttributes attributes{};
  CHECK(cudaPointerGetAttributes(&attributes, buffer.data()));
  EXPECT(attributes.type == cudaMemoryTypeDevice);
  EXPECT(attributes.device == device.ordinal());
  set_ones(buffer.data(), raw(stream)); // the runtime in kcc's stream
  stream.launch(kernels::client::scale, kcc::cover(count, 256), buffer, 3.0f);
  EXPECT(all_are(read(buffer.data(), raw(stream)), 3.0f));
}

/// Neither waits for the host in between: the stream's order is enough.
void streams_of_the_runtime(const Device &device) {
  const Memory memory;
  int least = 0, greatest = 0;
  CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  EXPECT(device.stream_priorities().least == least && device.stream_priorities().greatest == greatest);
  const TheirStream plain, urgent(cudaStreamDefault, greatest);
  EXPECT(Stream::adopt(device, plain.stream).options() == kcc::StreamOptions{});
  EXPECT(Stream::adopt(device, urgent.stream).options() ==
         (kcc::StreamOptions{.priority = greatest, .synchronizes_with_default_stream = true}));
  for (cudaStream_t native :
       {plain.stream, urgent.stream, cudaStream_t{}, cudaStreamLegacy, cudaStreamPerThread}) {
    Stream stream = Stream::adopt(device, native);
    for (int i = 0; i < 5; ++i) {
      set_ones(memory.data, native);
      scale(stream, memory.data, 2.0f);
      CHECK(
          cudaMemcpyAsync(memory.data, memory.data + count / 2, bytes / 2, cudaMemcpyDeviceToDevice, native));
      scale(stream, memory.data, 4.0f);
      EXPECT(all_are(read(memory.data, native), 8.0f));
    }
  }
  // Streams of kcc, asked by the runtime.
  for (const bool synchronizes : {false, true}) {
    const Stream stream(device, {.priority = greatest, .synchronizes_with_default_stream = synchronizes});
    int priority = 0;
    unsigned flags = 0;
    CHECK(cudaStreamGetPriority(raw(stream), &priority));
    CHECK(cudaStreamGetFlags(raw(stream), &flags));
    EXPECT(priority == greatest);
    EXPECT(flags == (synchronizes ? cudaStreamDefault : cudaStreamNonBlocking));
  }
}

void the_default_stream(const Device &device) {
  const Memory memory;
  Stream stream(device, {.synchronizes_with_default_stream = true});
  for (int i = 0; i < 20; ++i) {
    kcc::fill(stream, kcc::adopt_memory(device, memory.data, count), 1.0f);
    scale(stream, memory.data, 2.0f);
    CHECK(cudaMemsetAsync(memory.data, 0, bytes / 2, nullptr)); // waits for the stream, and the stream for it
    scale(stream, memory.data, 3.0f);
    const std::vector<float> host = read(memory.data, raw(stream));
    EXPECT(host.front() == 0.0f && host.back() == 6.0f);
  }
}

void events_both_ways(const Device &device) {
  const Memory memory;
  const TheirStream theirs;
  Stream stream(device);
  cudaEvent_t native = nullptr;
  CHECK(cudaEventCreateWithFlags(&native, cudaEventDisableTiming));
  {
    const Event adopted = Event::adopt(device, native);
    const Event ready(device, {.timing = false, .blocking_wait = true});
    for (int i = 0; i < 20; ++i) {
      set_ones(memory.data, theirs.stream);
      CHECK(cudaEventRecord(native, theirs.stream));
      stream.wait(adopted);
      scale(stream, memory.data, 5.0f);
      CHECK(cudaEventRecord(raw(ready), raw(stream)));
      CHECK(cudaStreamWaitEvent(theirs.stream, raw(ready), 0));
      EXPECT(all_are(read(memory.data, theirs.stream), 5.0f));
      ready.synchronize(); // recorded by the runtime only
      EXPECT(ready.is_done());
    }
    std::string what;
    try {
      (void)Event::elapsed(adopted, adopted);
    } catch (const kcc::Error &error) {
      what = error.what();
    }
    EXPECT(what.find("CUDA_ERROR_INVALID_HANDLE") != std::string::npos);
  }
  EXPECT(cudaEventQuery(native) == cudaSuccess); // still theirs
  CHECK(cudaEventDestroy(native));

  cudaEvent_t begin = nullptr, end = nullptr;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  Event last = Event::adopt(device, end);
  CHECK(cudaEventRecord(begin, raw(stream)));
  scale(stream, memory.data, 1.0f);
  stream.record(last);
  const auto time = Event::elapsed(Event::adopt(device, begin), last);
  float milliseconds = 0;
  CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
  EXPECT(time.count() > 0 && static_cast<float>(time.count()) == milliseconds);
  CHECK(cudaEventDestroy(begin));
  CHECK(cudaEventDestroy(end));
}

void handles_of_kernels(const Device &device) {
  const auto function = static_cast<cudaFunction_t>(kcc::native_function(device, kernels::client::scale));
  EXPECT(function != nullptr);
  // A CUfunction of kcc, launched by the driver's own function.
  void *const cuda = dlopen("libcuda.so.1", RTLD_NOW);
  using Launch = int(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *,
                     void **, void **);
  const auto launch = reinterpret_cast<Launch *>(dlsym(cuda, "cuLaunchKernel"));
  Stream stream(device);
  kcc::Buffer<float> buffer(stream, count);
  kcc::fill(stream, buffer, 2.0f);
  std::span<float> values = buffer.span();
  float factor = 4;
  void *arguments[] = {&values, &factor};
  EXPECT(launch(function, 128, 1, 1, 256, 1, 1, 0, stream.native_handle(), arguments, nullptr) == 0);
  EXPECT(all_are(buffer.to_host(stream), 8.0f));
}

#ifdef __CUDACC__
void kernels_of_nvcc(const Device &device) {
  Stream stream(device);
  kcc::Buffer<float> buffer(stream, count);
  for (int i = 0; i < 10; ++i) {
    kcc::fill(stream, buffer, 1.0f);
    add_one<<<256, 256, 0, raw(stream)>>>(buffer.data(), unsigned{count});
    stream.launch(kernels::client::scale, kcc::cover(count, 256), buffer, 3.0f);
    add_one<<<256, 256, 0, raw(stream)>>>(buffer.data(), unsigned{count});
    EXPECT(all_are(buffer.to_host(stream), 7.0f));
  }
  // The same kernel through kcc: its module is adopted.
  cudaFunction_t function = nullptr;
  CHECK(cudaGetFuncBySymbol(&function, reinterpret_cast<const void *>(add_one)));
  void *const cuda = dlopen("libcuda.so.1", RTLD_NOW);
  const auto module_of = reinterpret_cast<int (*)(void **, void *)>(dlsym(cuda, "cuFuncGetModule"));
  void *native = nullptr;
  EXPECT(module_of(&native, function) == 0);
  {
    const kcc::Module module = kcc::Module::adopt(device, native, {.name = "nvcc's"});
    EXPECT(module.native_handle() == native);
    const auto kernel = module.kernel("add_one");
    EXPECT(kcc::native_function(device, kernel) == function);
    stream.launch(kernel, kcc::cover(count, 256), buffer.data(), unsigned{count});
    EXPECT(all_are(buffer.to_host(stream), 8.0f));
  }
  device.synchronize();                                                  // unloads modules that nobody needs
  add_one<<<256, 256, 0, raw(stream)>>>(buffer.data(), unsigned{count}); // not this one
  EXPECT(all_are(buffer.to_host(stream), 9.0f));
}
#endif

/// A kernel that fails is named by its launch. The process's last work: the driver refuses all further.
void a_launch_that_waits(const Device &device) {
  kcc::set_launch_blocking(true);
  Stream stream(device);
  kcc::Buffer<float> buffer(stream, count);
  stream.launch(kernels::client::scale, kcc::cover(count, 256), buffer, 1.0f);
  EXPECT(stream.is_done());
  std::string what;
  try {
    stream.launch(kernels::client::fail, {kcc::Blocks(2), kcc::Threads(32)}, 5u);
  } catch (const kcc::Error &error) {
    what = error.what();
  }
  std::printf("%s\n", what.c_str());
  EXPECT(what.find("client::fail") != std::string::npos);
  EXPECT(what.find("client::scale") == std::string::npos);
}

} // namespace

int main() {
  try {
    (void)Device::cuda();
  } catch (const kcc::Error &error) {
    std::printf("SKIPPED: no GPU: %s\n", error.what());
    return 77;
  }
  const struct {
    const char *name;
    void (*run)(const Device &);
  } tests[] = {{"one context", one_context},
               {"memory of the runtime", memory_of_the_runtime},
               {"memory of kcc", memory_of_kcc},
               {"streams of the runtime", streams_of_the_runtime},
               {"the default stream", the_default_stream},
               {"events both ways", events_both_ways},
               {"handles of kernels", handles_of_kernels},
#ifdef __CUDACC__
               {"kernels of nvcc", kernels_of_nvcc},
#endif
               {"a launch that waits", a_launch_that_waits}};
  const Device device = Device::cuda();
  for (const auto &test : tests) {
    const int before = failures;
    try {
      test.run(device);
    } catch (const std::exception &error) {
      std::printf("FAILED: %s: %s\n", test.name, error.what());
      ++failures;
    }
    std::printf("%s: %s\n", failures == before ? "PASSED" : "FAILED", test.name);
  }
  std::printf("%d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
