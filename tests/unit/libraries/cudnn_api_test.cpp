// Compares every declaration of cudnn_api.h with NVIDIA's cudnn.h. Only built if that header is found. There
// is nothing to run: mistakes do not compile.
#include "alike.h"
#include "dnn/cudnn_api.h"
#include "dnn/cudnn_status.h"

#include <cstddef>
#include <cudnn.h>

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace {

namespace ours = kcc::cudnn;
using ours::Api;

#define KCC_HOLD(name, function, parameters)                                                                 \
  static_assert(alike::Functions<decltype(Api::name), decltype(&::function)>::are_alike(), #function);
KCC_CUDNN_FUNCTIONS(KCC_HOLD)
static_assert(alike::Functions<decltype(Api::last_error), decltype(&::cudnnGetLastErrorString)>::are_alike());

#define KCC_HOLD_STATUS(number, name, category, text, hint) static_assert(CUDNN_STATUS_##name == number);
KCC_CUDNN_STATUSES(KCC_HOLD_STATUS)

#define KCC_HOLD_VALUE(name, theirs)                                                                         \
  static_assert(static_cast<int>(ours::name) == static_cast<int>(theirs), #theirs);
KCC_HOLD_VALUE(data_f32, CUDNN_DATA_FLOAT)
KCC_HOLD_VALUE(data_f64, CUDNN_DATA_DOUBLE)
KCC_HOLD_VALUE(data_f16, CUDNN_DATA_HALF)
KCC_HOLD_VALUE(data_bf16, CUDNN_DATA_BFLOAT16)
KCC_HOLD_VALUE(format_nchw, CUDNN_TENSOR_NCHW)
KCC_HOLD_VALUE(format_nhwc, CUDNN_TENSOR_NHWC)
KCC_HOLD_VALUE(cross_correlation, CUDNN_CROSS_CORRELATION)
KCC_HOLD_VALUE(math_default, CUDNN_DEFAULT_MATH)
KCC_HOLD_VALUE(math_tensor_cores, CUDNN_TENSOR_OP_MATH)
KCC_HOLD_VALUE(math_fma, CUDNN_FMA_MATH)
KCC_HOLD_VALUE(propagate_nan, CUDNN_PROPAGATE_NAN)
KCC_HOLD_VALUE(pooling_average, CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING)
KCC_HOLD_VALUE(pooling_average_without_padding, CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING)
KCC_HOLD_VALUE(pooling_max, CUDNN_POOLING_MAX_DETERMINISTIC)
KCC_HOLD_VALUE(activation_sigmoid, CUDNN_ACTIVATION_SIGMOID)
KCC_HOLD_VALUE(activation_relu, CUDNN_ACTIVATION_RELU)
KCC_HOLD_VALUE(activation_tanh, CUDNN_ACTIVATION_TANH)
KCC_HOLD_VALUE(activation_clipped_relu, CUDNN_ACTIVATION_CLIPPED_RELU)
KCC_HOLD_VALUE(activation_elu, CUDNN_ACTIVATION_ELU)
KCC_HOLD_VALUE(activation_swish, CUDNN_ACTIVATION_SWISH)
KCC_HOLD_VALUE(softmax_accurate, CUDNN_SOFTMAX_ACCURATE)
KCC_HOLD_VALUE(softmax_log, CUDNN_SOFTMAX_LOG)
KCC_HOLD_VALUE(softmax_instance, CUDNN_SOFTMAX_MODE_INSTANCE)
KCC_HOLD_VALUE(softmax_channel, CUDNN_SOFTMAX_MODE_CHANNEL)

template <class Theirs>
constexpr bool has_their_layout = sizeof(ours::Performance) == sizeof(Theirs) &&
                                  offsetof(ours::Performance, algorithm) == offsetof(Theirs, algo) &&
                                  offsetof(ours::Performance, status) == offsetof(Theirs, status) &&
                                  offsetof(ours::Performance, memory) == offsetof(Theirs, memory) &&
                                  offsetof(ours::Performance, determinism) == offsetof(Theirs, determinism) &&
                                  offsetof(ours::Performance, math) == offsetof(Theirs, mathType);
static_assert(has_their_layout<cudnnConvolutionFwdAlgoPerf_t>);
static_assert(has_their_layout<cudnnConvolutionBwdDataAlgoPerf_t>);
static_assert(has_their_layout<cudnnConvolutionBwdFilterAlgoPerf_t>);

} // namespace
