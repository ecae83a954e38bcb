// A cuDNN for tests, which computes on the fake driver's memory. Sums are spread from the inputs to the
// results, where kcc's own versions collect them for each result.
#include "fake_library.h"

#include "dnn/cudnn_api.h"

#include <kcc/float16.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

using namespace kcc::cudnn;

struct kcc::cudnn::HandleObject {
  StreamRef stream = nullptr;
};
/// Of a tensor or a filter.
struct FourDimensional {
  Format format = format_nchw;
  DataType type = data_f32;
  std::array<std::size_t, 4> extents{};

  std::size_t size() const { return extents[0] * extents[1] * extents[2] * extents[3]; }
  std::size_t offset(std::size_t n, std::size_t c, std::size_t h, std::size_t w) const {
    const auto [unused, channels, height, width] = extents;
    return format == format_nchw ? ((n * channels + c) * height + h) * width + w
                                 : ((n * height + h) * width + w) * channels + c;
  }
};
struct kcc::cudnn::TensorObject : FourDimensional {};
struct kcc::cudnn::FilterObject : FourDimensional {};
struct kcc::cudnn::ConvolutionObject {
  long pad_h, pad_w, stride_h, stride_w, dilation_h, dilation_w;
  DataType compute;
  std::size_t groups = 1;
  MathType math = math_default;
};
struct kcc::cudnn::PoolingObject {
  PoolingMode mode;
  long window_h, window_w, pad_h, pad_w, stride_h, stride_w;
};
struct kcc::cudnn::ActivationObject {
  ActivationMode mode;
  double coefficient, beta = 1;
};

namespace {

constexpr Status bad_parameter = 2000, not_supported = 3000;

double read(const void *data, DataType type, std::size_t i) {
  switch (type) {
  case data_f32:
    return static_cast<const float *>(data)[i];
  case data_f64:
    return static_cast<const double *>(data)[i];
  case data_f16:
    return static_cast<double>(static_cast<const kcc::float16 *>(data)[i]);
  case data_bf16:
    break;
  }
  return static_cast<double>(static_cast<const kcc::bfloat16 *>(data)[i]);
}
void write(void *data, DataType type, std::size_t i, double value) {
  switch (type) {
  case data_f32:
    static_cast<float *>(data)[i] = static_cast<float>(value);
    break;
  case data_f64:
    static_cast<double *>(data)[i] = value;
    break;
  case data_f16:
    static_cast<kcc::float16 *>(data)[i] = static_cast<kcc::float16>(value);
    break;
  case data_bf16:
    static_cast<kcc::bfloat16 *>(data)[i] = static_cast<kcc::bfloat16>(value);
  }
}

using Values = std::vector<double>;

Values values(const FourDimensional &tensor, const void *data) {
  Values found(tensor.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    found[i] = read(data, tensor.type, i);
  return found;
}
double scalar(DataType type, const void *value) {
  return type == data_f64 ? *static_cast<const double *>(value) : *static_cast<const float *>(value);
}
Status store(const FourDimensional &tensor, void *data, const Values &computed, const void *alpha,
             const void *beta) {
  const double a = scalar(tensor.type, alpha), b = scalar(tensor.type, beta);
  for (std::size_t i = 0; i < computed.size(); ++i)
    write(data, tensor.type, i, a * computed[i] + (b == 0 ? 0 : b * read(data, tensor.type, i)));
  return 0;
}

/// Calls `work` with the offsets of each pair of an input element and a filter element, and of the output
/// element to which their product belongs.
void for_each_product(const FourDimensional &x, const FourDimensional &w, const ConvolutionObject &c,
                      const FourDimensional &y,
                      const std::function<void(std::size_t x, std::size_t w, std::size_t y)> &work) {
  const auto [images, channels, height, width] = x.extents;
  const auto [outputs, per_group, rows, columns] = w.extents;
  for (std::size_t n = 0; n < images; ++n)
    for (std::size_t k = 0; k < outputs; ++k)
      for (std::size_t i = 0; i < per_group; ++i)
        for (std::size_t h = 0; h < height; ++h)
          for (std::size_t v = 0; v < width; ++v)
            for (std::size_t r = 0; r < rows; ++r)
              for (std::size_t s = 0; s < columns; ++s) {
                const long p = static_cast<long>(h) + c.pad_h - static_cast<long>(r) * c.dilation_h;
                const long q = static_cast<long>(v) + c.pad_w - static_cast<long>(s) * c.dilation_w;
                if (p < 0 || q < 0 || p % c.stride_h || q % c.stride_w)
                  continue;
                const auto row = static_cast<std::size_t>(p / c.stride_h),
                           column = static_cast<std::size_t>(q / c.stride_w);
                if (row < y.extents[2] && column < y.extents[3])
                  work(x.offset(n, k / (outputs / c.groups) * per_group + i, h, v), w.offset(k, i, r, s),
                       y.offset(n, k, row, column));
              }
}

constexpr Algorithm fake_algorithm = 1, refused_algorithm = 2; // which is offered all the same
constexpr std::size_t fake_workspace = 4096;

Status algorithms(const FourDimensional &x, const ConvolutionObject &convolution, int wanted, int *count,
                  Performance *found) {
  const bool exact = x.type == data_f32 && convolution.math == math_fma;
  if (wanted < 4 || (exact ? false : convolution.math == math_fma) ||
      convolution.compute != (x.type == data_f64 ? data_f64 : data_f32))
    return bad_parameter;
  found[0] = {0, not_supported, -1, 0, 1, convolution.math, {}};
  found[1] = {0, 0, 1, std::size_t{1} << 40, 1, convolution.math, {}}; // too much memory
  found[2] = {refused_algorithm, 0, 1, fake_workspace, 1, convolution.math, {}};
  found[3] = {fake_algorithm, 0, 2, fake_workspace, 1, math_tensor_cores, {}};
  *count = 4;
  return 0;
}
Status workspace(Algorithm algorithm, std::size_t *bytes) {
  *bytes = fake_workspace;
  return algorithm == 0 ? bad_parameter : 0;
}
Status use(Algorithm algorithm, void *memory, std::size_t bytes) {
  if (algorithm == refused_algorithm)
    return not_supported;
  if (algorithm != fake_algorithm || bytes != fake_workspace)
    return bad_parameter;
  std::fill_n(static_cast<char *>(memory), bytes, char{1}); // a sanitizer finds too little memory
  return 0;
}

/// Calls `work` with the offsets of the input elements of an output element's window.
void for_each_in_window(const PoolingObject &pooling, const FourDimensional &x, std::size_t n, std::size_t c,
                        std::size_t p, std::size_t q, const std::function<void(std::size_t)> &work) {
  for (long r = 0; r < pooling.window_h; ++r)
    for (long s = 0; s < pooling.window_w; ++s) {
      const long h = static_cast<long>(p) * pooling.stride_h + r - pooling.pad_h,
                 w = static_cast<long>(q) * pooling.stride_w + s - pooling.pad_w;
      if (h >= 0 && w >= 0 && h < static_cast<long>(x.extents[2]) && w < static_cast<long>(x.extents[3]))
        work(x.offset(n, c, static_cast<std::size_t>(h), static_cast<std::size_t>(w)));
    }
}
/// Calls `work` with the offset of each output element and those of its window.
void for_each_window(const PoolingObject &pooling, const FourDimensional &x, const FourDimensional &y,
                     const std::function<void(std::size_t, const std::vector<std::size_t> &)> &work) {
  const auto [images, channels, height, width] = y.extents;
  for (std::size_t n = 0; n < images; ++n)
    for (std::size_t c = 0; c < channels; ++c)
      for (std::size_t p = 0; p < height; ++p)
        for (std::size_t q = 0; q < width; ++q) {
          std::vector<std::size_t> window;
          for_each_in_window(pooling, x, n, c, p, q, [&](std::size_t i) { window.push_back(i); });
          work(y.offset(n, c, p, q), window);
        }
}
double divisor(const PoolingObject &pooling, const std::vector<std::size_t> &window) {
  return pooling.mode == pooling_average ? static_cast<double>(pooling.window_h * pooling.window_w)
                                         : static_cast<double>(window.size());
}

double activate(const ActivationObject &activation, double x) {
  switch (activation.mode) {
  case activation_sigmoid:
    return 1 / (1 + std::exp(-x));
  case activation_relu:
    return x > 0 ? x : 0;
  case activation_tanh:
    return std::tanh(x);
  case activation_clipped_relu:
    return std::clamp(x, 0.0, activation.coefficient);
  case activation_elu:
    return x > 0 ? x : activation.coefficient * (std::exp(x) - 1);
  case activation_swish:
    break;
  }
  return x / (1 + std::exp(-activation.beta * x));
}

/// The numbers of the elements of each softmax.
std::vector<std::vector<std::size_t>> groups(SoftmaxMode mode, const FourDimensional &tensor) {
  const auto [images, channels, height, width] = tensor.extents;
  std::vector<std::vector<std::size_t>> found(mode == softmax_instance ? images : images * height * width);
  for (std::size_t n = 0; n < images; ++n)
    for (std::size_t c = 0; c < channels; ++c)
      for (std::size_t h = 0; h < height; ++h)
        for (std::size_t w = 0; w < width; ++w)
          found[mode == softmax_instance ? n : (n * height + h) * width + w].push_back(
              tensor.offset(n, c, h, w));
  return found;
}

std::array<std::size_t, 4> extents(int n, int c, int h, int w) {
  return {static_cast<std::size_t>(n), static_cast<std::size_t>(c), static_cast<std::size_t>(h),
          static_cast<std::size_t>(w)};
}

/// Descriptors need no context.
#define KCC_FAKE_DESCRIPTOR(call)                                                                            \
  const std::lock_guard lock(fake_cuda::state().mutex);                                                      \
  if (const int status = fake_cuda::enter(call); status != 0)                                                \
  return status

} // namespace

extern "C" {

void cudnnGetLastErrorString(char *text, std::size_t size) {
  constexpr const char words[] = "the fake was told to fail";
  std::copy_n(words, std::min(size, sizeof(words)), text);
}
Status cudnnCreate(Handle *handle) {
  KCC_FAKE_CALL("cudnnCreate");
  *handle = fake_library::make<HandleObject>("cuDNN handles");
  return 0;
}
Status cudnnDestroy(Handle handle) {
  KCC_FAKE_CALL("cudnnDestroy");
  fake_library::destroy("cuDNN handles", handle);
  return 0;
}
Status cudnnSetStream(Handle handle, StreamRef stream) {
  KCC_FAKE_CALL("cudnnSetStream");
  handle->stream = stream;
  return 0;
}

#define KCC_FAKE_OBJECT(Name)                                                                                \
  Status cudnnCreate##Name##Descriptor(Name *made) {                                                         \
    KCC_FAKE_DESCRIPTOR("cudnnCreate" #Name "Descriptor");                                                   \
    *made = fake_library::make<Name##Object>("cuDNN descriptors");                                           \
    return 0;                                                                                                \
  }                                                                                                          \
  Status cudnnDestroy##Name##Descriptor(Name object) {                                                       \
    KCC_FAKE_DESCRIPTOR("cudnnDestroy" #Name "Descriptor");                                                  \
    fake_library::destroy("cuDNN descriptors", object);                                                      \
    return 0;                                                                                                \
  }
KCC_FAKE_OBJECT(Tensor)
KCC_FAKE_OBJECT(Filter)
KCC_FAKE_OBJECT(Convolution)
KCC_FAKE_OBJECT(Pooling)
KCC_FAKE_OBJECT(Activation)

Status cudnnSetTensor4dDescriptor(Tensor tensor, Format format, DataType type, int n, int c, int h, int w) {
  KCC_FAKE_DESCRIPTOR("cudnnSetTensor4dDescriptor");
  static_cast<FourDimensional &>(*tensor) = {format, type, extents(n, c, h, w)};
  return 0;
}
Status cudnnSetFilter4dDescriptor(Filter filter, DataType type, Format format, int k, int c, int h, int w) {
  KCC_FAKE_DESCRIPTOR("cudnnSetFilter4dDescriptor");
  static_cast<FourDimensional &>(*filter) = {format, type, extents(k, c, h, w)};
  return 0;
}
Status cudnnSetConvolution2dDescriptor(Convolution convolution, int pad_h, int pad_w, int stride_h,
                                       int stride_w, int dilation_h, int dilation_w, ConvolutionMode mode,
                                       DataType compute) {
  KCC_FAKE_DESCRIPTOR("cudnnSetConvolution2dDescriptor");
  *convolution = {pad_h, pad_w, stride_h, stride_w, dilation_h, dilation_w, compute};
  return mode == cross_correlation ? 0 : bad_parameter;
}
Status cudnnSetConvolutionGroupCount(Convolution convolution, int groups) {
  KCC_FAKE_DESCRIPTOR("cudnnSetConvolutionGroupCount");
  convolution->groups = static_cast<std::size_t>(groups);
  return 0;
}
Status cudnnSetConvolutionMathType(Convolution convolution, MathType math) {
  KCC_FAKE_DESCRIPTOR("cudnnSetConvolutionMathType");
  convolution->math = math;
  return 0;
}

Status cudnnGetConvolutionForwardAlgorithm_v7(Handle, Tensor x, Filter, Convolution convolution, Tensor,
                                              int wanted, int *count, Performance *found) {
  KCC_FAKE_CALL("cudnnGetConvolutionForwardAlgorithm_v7");
  return algorithms(*x, *convolution, wanted, count, found);
}
Status cudnnGetConvolutionForwardWorkspaceSize(Handle, Tensor, Filter, Convolution, Tensor,
                                               Algorithm algorithm, std::size_t *bytes) {
  KCC_FAKE_CALL("cudnnGetConvolutionForwardWorkspaceSize");
  return workspace(algorithm, bytes);
}
Status cudnnConvolutionForward(Handle, const void *alpha, Tensor x, const void *x_data, Filter w,
                               const void *w_data, Convolution convolution, Algorithm algorithm, void *memory,
                               std::size_t bytes, const void *beta, Tensor y, void *y_data) {
  KCC_FAKE_CALL("cudnnConvolutionForward");
  if (const Status status = use(algorithm, memory, bytes); status != 0)
    return status;
  const Values from_x = values(*x, x_data), from_w = values(*w, w_data);
  Values sums(y->size());
  for_each_product(*x, *w, *convolution, *y,
                   [&](std::size_t i, std::size_t j, std::size_t k) { sums[k] += from_x[i] * from_w[j]; });
  return store(*y, y_data, sums, alpha, beta);
}
Status cudnnGetConvolutionBackwardDataAlgorithm_v7(Handle, Filter w, Tensor, Convolution convolution, Tensor,
                                                   int wanted, int *count, Performance *found) {
  KCC_FAKE_CALL("cudnnGetConvolutionBackwardDataAlgorithm_v7");
  return algorithms(*w, *convolution, wanted, count, found);
}
Status cudnnGetConvolutionBackwardDataWorkspaceSize(Handle, Filter, Tensor, Convolution, Tensor,
                                                    Algorithm algorithm, std::size_t *bytes) {
  KCC_FAKE_CALL("cudnnGetConvolutionBackwardDataWorkspaceSize");
  return workspace(algorithm, bytes);
}
Status cudnnConvolutionBackwardData(Handle, const void *alpha, Filter w, const void *w_data, Tensor y,
                                    const void *y_data, Convolution convolution, Algorithm algorithm,
                                    void *memory, std::size_t bytes, const void *beta, Tensor x,
                                    void *x_data) {
  KCC_FAKE_CALL("cudnnConvolutionBackwardData");
  if (const Status status = use(algorithm, memory, bytes); status != 0)
    return status;
  const Values from_y = values(*y, y_data), from_w = values(*w, w_data);
  Values sums(x->size());
  for_each_product(*x, *w, *convolution, *y,
                   [&](std::size_t i, std::size_t j, std::size_t k) { sums[i] += from_w[j] * from_y[k]; });
  return store(*x, x_data, sums, alpha, beta);
}
Status cudnnGetConvolutionBackwardFilterAlgorithm_v7(Handle, Tensor x, Tensor, Convolution convolution,
                                                     Filter, int wanted, int *count, Performance *found) {
  KCC_FAKE_CALL("cudnnGetConvolutionBackwardFilterAlgorithm_v7");
  return algorithms(*x, *convolution, wanted, count, found);
}
Status cudnnGetConvolutionBackwardFilterWorkspaceSize(Handle, Tensor, Tensor, Convolution, Filter,
                                                      Algorithm algorithm, std::size_t *bytes) {
  KCC_FAKE_CALL("cudnnGetConvolutionBackwardFilterWorkspaceSize");
  return workspace(algorithm, bytes);
}
Status cudnnConvolutionBackwardFilter(Handle, const void *alpha, Tensor x, const void *x_data, Tensor y,
                                      const void *y_data, Convolution convolution, Algorithm algorithm,
                                      void *memory, std::size_t bytes, const void *beta, Filter w,
                                      void *w_data) {
  KCC_FAKE_CALL("cudnnConvolutionBackwardFilter");
  if (const Status status = use(algorithm, memory, bytes); status != 0)
    return status;
  const Values from_x = values(*x, x_data), from_y = values(*y, y_data);
  Values sums(w->size());
  for_each_product(*x, *w, *convolution, *y,
                   [&](std::size_t i, std::size_t j, std::size_t k) { sums[j] += from_x[i] * from_y[k]; });
  return store(*w, w_data, sums, alpha, beta);
}

Status cudnnSetPooling2dDescriptor(Pooling pooling, PoolingMode mode, NanPropagation, int window_h,
                                   int window_w, int pad_h, int pad_w, int stride_h, int stride_w) {
  KCC_FAKE_DESCRIPTOR("cudnnSetPooling2dDescriptor");
  *pooling = {mode, window_h, window_w, pad_h, pad_w, stride_h, stride_w};
  return 0;
}
Status cudnnPoolingForward(Handle, Pooling pooling, const void *alpha, Tensor x, const void *x_data,
                           const void *beta, Tensor y, void *y_data) {
  KCC_FAKE_CALL("cudnnPoolingForward");
  const Values from = values(*x, x_data);
  Values computed(y->size());
  for_each_window(*pooling, *x, *y, [&](std::size_t to, const std::vector<std::size_t> &window) {
    double maximum = -HUGE_VAL, sum = 0;
    for (const std::size_t i : window) {
      maximum = std::isnan(from[i]) ? from[i] : std::max(maximum, from[i]);
      sum += from[i];
    }
    computed[to] = pooling->mode == pooling_max ? maximum : sum / divisor(*pooling, window);
  });
  return store(*y, y_data, computed, alpha, beta);
}
Status cudnnPoolingBackward(Handle, Pooling pooling, const void *alpha, Tensor y, const void *y_data,
                            Tensor dy, const void *dy_data, Tensor x, const void *x_data, const void *beta,
                            Tensor dx, void *dx_data) {
  KCC_FAKE_CALL("cudnnPoolingBackward");
  const Values input = values(*x, x_data), output = values(*y, y_data), gradient = values(*dy, dy_data);
  Values computed(dx->size());
  for_each_window(*pooling, *x, *y, [&](std::size_t from, const std::vector<std::size_t> &window) {
    for (const std::size_t i : window)
      if (pooling->mode != pooling_max) {
        computed[i] += gradient[from] / divisor(*pooling, window);
      } else if (input[i] == output[from]) {
        computed[i] += gradient[from];
        break;
      }
  });
  return store(*dx, dx_data, computed, alpha, beta);
}

Status cudnnSetActivationDescriptor(Activation activation, ActivationMode mode, NanPropagation,
                                    double coefficient) {
  KCC_FAKE_DESCRIPTOR("cudnnSetActivationDescriptor");
  *activation = {mode, coefficient};
  return 0;
}
Status cudnnSetActivationDescriptorSwishBeta(Activation activation, double beta) {
  KCC_FAKE_DESCRIPTOR("cudnnSetActivationDescriptorSwishBeta");
  activation->beta = beta;
  return 0;
}
Status cudnnActivationForward(Handle, Activation activation, const void *alpha, Tensor x, const void *x_data,
                              const void *beta, Tensor y, void *y_data) {
  KCC_FAKE_CALL("cudnnActivationForward");
  Values computed = values(*x, x_data);
  for (double &value : computed)
    value = activate(*activation, value);
  return store(*y, y_data, computed, alpha, beta);
}
Status cudnnActivationBackward(Handle, Activation activation, const void *alpha, Tensor, const void *,
                               Tensor dy, const void *dy_data, Tensor x, const void *x_data, const void *beta,
                               Tensor dx, void *dx_data) {
  KCC_FAKE_CALL("cudnnActivationBackward");
  const Values input = values(*x, x_data);
  Values computed = values(*dy, dy_data);
  constexpr double step = 0x1p-20; // a difference instead of a derivative
  for (std::size_t i = 0; i < computed.size(); ++i)
    computed[i] *=
        (activate(*activation, input[i] + step) - activate(*activation, input[i] - step)) / (2 * step);
  return store(*dx, dx_data, computed, alpha, beta);
}

Status cudnnSoftmaxForward(Handle, SoftmaxAlgorithm algorithm, SoftmaxMode mode, const void *alpha, Tensor x,
                           const void *x_data, const void *beta, Tensor y, void *y_data) {
  KCC_FAKE_CALL("cudnnSoftmaxForward");
  const Values from = values(*x, x_data);
  Values computed(from.size());
  for (const std::vector<std::size_t> &group : groups(mode, *x)) {
    double maximum = -HUGE_VAL, sum = 0;
    for (const std::size_t i : group)
      maximum = std::max(maximum, from[i]);
    for (const std::size_t i : group)
      sum += std::exp(from[i] - maximum);
    for (const std::size_t i : group)
      computed[i] =
          algorithm == softmax_log ? from[i] - maximum - std::log(sum) : std::exp(from[i] - maximum) / sum;
  }
  return store(*y, y_data, computed, alpha, beta);
}
Status cudnnSoftmaxBackward(Handle, SoftmaxAlgorithm algorithm, SoftmaxMode mode, const void *alpha, Tensor y,
                            const void *y_data, Tensor dy, const void *dy_data, const void *beta, Tensor dx,
                            void *dx_data) {
  KCC_FAKE_CALL("cudnnSoftmaxBackward");
  const Values output = values(*y, y_data), gradient = values(*dy, dy_data);
  Values computed(output.size());
  for (const std::vector<std::size_t> &group : groups(mode, *y))
    for (const std::size_t i : group)
      for (const std::size_t j : group) // the whole matrix of derivatives
        computed[i] += gradient[j] * (algorithm == softmax_log ? (i == j ? 1 : 0) - std::exp(output[i])
                                                               : output[j] * ((i == j ? 1 : 0) - output[i]));
  return store(*dx, dx_data, computed, alpha, beta);
}

} // extern "C"
