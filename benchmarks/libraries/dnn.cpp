// kcc::dnn against cuDNN, called directly with a handle and descriptors of its own, on the same stream and
// data, and with the same choice of algorithm.
#include "compare.h"

#include "common/library.h"
#include "dnn/cudnn_api.h"

#include <kcc/dnn.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <type_traits>

namespace {

using namespace kcc::cudnn;
namespace dnn = kcc::dnn;

void check(Status status) {
  if (status != 0) {
    std::printf("cuDNN failed: %d\n", status);
    std::exit(1);
  }
}

struct Layer {
  const char *name;
  dnn::Shape input, filter;
  std::size_t padding, stride;
};

template <class T> std::vector<T> numbers(std::size_t count) {
  std::vector<T> numbers(count);
  std::uint32_t state = 1;
  for (T &number : numbers) {
    state = state * 1664525 + 1013904223;
    number = static_cast<T>((static_cast<float>(state >> 25) - 64) / 64);
  }
  return numbers;
}

int number(std::size_t value) {
  return static_cast<int>(value);
}

template <class T> void run(kcc::Stream &stream, const Api &api, const Layer &layer, dnn::Layout layout) {
  constexpr DataType type = std::is_same_v<T, float> ? data_f32 : data_f16;
  const Format format = layout == dnn::Layout::nchw ? format_nchw : format_nhwc;
  const dnn::Convolution of{.padding = {layer.padding, layer.padding},
                            .stride = {layer.stride, layer.stride}};
  const dnn::Shape &in = layer.input, &taps = layer.filter, out = dnn::output_shape(of, in, taps);
  const kcc::Buffer<T> x(stream.device(), numbers<T>(in.size())), w(stream.device(), numbers<T>(taps.size()));
  kcc::Buffer<T> ours(stream.device(), out.size()), theirs(stream.device(), out.size());

  Handle handle = nullptr;
  Tensor x_descriptor = nullptr, y_descriptor = nullptr;
  Filter w_descriptor = nullptr;
  Convolution descriptor = nullptr;
  check(api.create(&handle));
  check(api.set_stream(handle, stream.native_handle()));
  check(api.create_tensor(&x_descriptor));
  check(api.set_tensor(x_descriptor, format, type, number(in.n), number(in.c), number(in.h), number(in.w)));
  check(api.create_tensor(&y_descriptor));
  check(
      api.set_tensor(y_descriptor, format, type, number(out.n), number(out.c), number(out.h), number(out.w)));
  check(api.create_filter(&w_descriptor));
  check(api.set_filter(w_descriptor, type, format, number(taps.n), number(taps.c), number(taps.h),
                       number(taps.w)));
  check(api.create_convolution(&descriptor));
  check(api.set_convolution(descriptor, number(layer.padding), number(layer.padding), number(layer.stride),
                            number(layer.stride), 1, 1, cross_correlation, data_f32));
  const MathType math = std::is_same_v<T, float> ? math_fma : math_tensor_cores;
  check(api.set_math(descriptor, math));
  std::array<Performance, 16> found{};
  int count = 0;
  check(api.forward_algorithms(handle, x_descriptor, w_descriptor, descriptor, y_descriptor,
                               static_cast<int>(found.size()), &count, found.data()));
  std::size_t chosen = 0;
  while (found[chosen].status != 0 || found[chosen].memory > std::size_t{1} << 30)
    ++chosen;
  const Algorithm algorithm = found[chosen].algorithm;
  if (math != math_fma)
    check(api.set_math(descriptor, found[chosen].math));
  std::size_t bytes = 0;
  check(
      api.forward_workspace(handle, x_descriptor, w_descriptor, descriptor, y_descriptor, algorithm, &bytes));
  const kcc::Buffer<std::byte> workspace(stream.device(), bytes);

  const dnn::Tensor input(x, in, layout), filter(w, taps, layout);
  const dnn::Tensor output(ours, out, layout);
  const auto with_kcc = [&] { dnn::convolution_forward(stream, of, input, filter, output); };
  const float one = 1, zero = 0;
  const auto direct = [&] {
    check(api.forward(handle, &one, x_descriptor, x.data(), w_descriptor, w.data(), descriptor, algorithm,
                      workspace.data(), bytes, &zero, y_descriptor, theirs.data()));
  };
  const auto times =
      compare::both([&](int calls, auto &call) { return compare::device_time(stream, calls, call); }, 15, 20,
                    with_kcc, direct);
  const auto host_times =
      compare::both([&](int calls, auto &call) { return compare::host_time(stream, calls, call); }, 31, 20,
                    with_kcc, direct);
  const auto a = ours.to_host(stream), b = theirs.to_host(stream);
  const bool same = std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
  const double operations = 2.0 * static_cast<double>(out.size() * taps.c * taps.h * taps.w);
  std::printf("| %s, %s %s | %.2f | %.2f | %.3f | %.1f | %.2f | %.2f | %s |\n", layer.name,
              std::is_same_v<T, float> ? "float" : "float16", layout == dnn::Layout::nchw ? "nchw" : "nhwc",
              times.kcc, times.direct, times.direct / times.kcc, operations / times.kcc / 1e6, host_times.kcc,
              host_times.direct, same ? "same bits" : "other bits");
  check(api.destroy_convolution(descriptor));
  check(api.destroy_filter(w_descriptor));
  check(api.destroy_tensor(y_descriptor));
  check(api.destroy_tensor(x_descriptor));
  check(api.destroy(handle));
}

} // namespace

int main() {
  try {
    kcc::Stream stream(kcc::Device::cuda());
    stream.synchronize(); // makes the context current to this thread
    const Api api = kcc::libraries::load<Api>(kcc::Library::cudnn);
    std::printf(
        "%s, %s, %s\n\n| convolution | kcc, us | cuDNN, us | cuDNN/kcc | kcc, TFLOP/s | host: kcc, us "
        "| cuDNN, us | results |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n",
        stream.device().name().c_str(), stream.device().driver().c_str(),
        kcc::library_file(kcc::Library::cudnn).c_str());
    for (const Layer &layer :
         {Layer{"1 image, 8 to 8 channels, 8 x 8", {1, 8, 8, 8}, {8, 8, 3, 3}, 1, 1},
          Layer{"32 images, 64 to 64, 56 x 56", {32, 64, 56, 56}, {64, 64, 3, 3}, 1, 1},
          Layer{"32 images, 256 to 512, 28 x 28, stride 2", {32, 256, 28, 28}, {512, 256, 3, 3}, 1, 2}}) {
      run<float>(stream, api, layer, dnn::Layout::nchw);
      run<kcc::float16>(stream, api, layer, dnn::Layout::nhwc);
    }
  } catch (const kcc::Error &error) {
    std::printf("%s\n", error.what());
    return 1;
  }
}
