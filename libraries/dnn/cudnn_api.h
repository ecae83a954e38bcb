// The part of cuDNN that kcc uses, declared once; tests compare it with cudnn.h.
#ifndef KCC_LIBRARIES_DNN_CUDNN_API_H
#define KCC_LIBRARIES_DNN_CUDNN_API_H

#include "core/shared_library.h"

#include <cstddef>

namespace kcc::cudnn {

using Status = int; // cudnnStatus_t
struct HandleObject;
struct TensorObject;
struct FilterObject;
struct ConvolutionObject;
struct PoolingObject;
struct ActivationObject;
using Handle = HandleObject *;
using Tensor = TensorObject *; // cudnnTensorDescriptor_t
using Filter = FilterObject *; // and so on
using Convolution = ConvolutionObject *;
using Pooling = PoolingObject *;
using Activation = ActivationObject *;
using StreamRef = void *; // cudaStream_t

enum DataType : unsigned { data_f32 = 0, data_f64 = 1, data_f16 = 2, data_bf16 = 9 };
enum Format : unsigned { format_nchw = 0, format_nhwc = 1 }; // cudnnTensorFormat_t
enum ConvolutionMode : unsigned { cross_correlation = 1 };
enum MathType : unsigned { math_default = 0, math_tensor_cores = 1, math_fma = 3 };
enum NanPropagation : unsigned { propagate_nan = 1 };
enum PoolingMode : unsigned { pooling_average = 1, pooling_average_without_padding = 2, pooling_max = 3 };
enum ActivationMode : unsigned {
  activation_sigmoid = 0,
  activation_relu = 1,
  activation_tanh = 2,
  activation_clipped_relu = 3,
  activation_elu = 4,
  activation_swish = 6
};
enum SoftmaxAlgorithm : unsigned { softmax_accurate = 1, softmax_log = 2 };
enum SoftmaxMode : unsigned { softmax_instance = 0, softmax_channel = 1 };
using Algorithm = unsigned; // of a convolution; the three enumerations have numbers of their own

/// What cuDNN expects of an algorithm: cudnnConvolutionFwdAlgoPerf_t, and the same for the other two.
struct Performance {
  Algorithm algorithm;
  Status status;
  float time;
  std::size_t memory;
  unsigned determinism;
  MathType math;
  int reserved[3];
};

// X(name, function, parameters)
#define KCC_CUDNN_FUNCTIONS(X)                                                                               \
  X(create, cudnnCreate, (Handle *))                                                                         \
  X(destroy, cudnnDestroy, (Handle))                                                                         \
  X(set_stream, cudnnSetStream, (Handle, StreamRef))                                                         \
  X(create_tensor, cudnnCreateTensorDescriptor, (Tensor *))                                                  \
  X(destroy_tensor, cudnnDestroyTensorDescriptor, (Tensor))                                                  \
  X(set_tensor, cudnnSetTensor4dDescriptor, (Tensor, Format, DataType, int, int, int, int))                  \
  X(create_filter, cudnnCreateFilterDescriptor, (Filter *))                                                  \
  X(destroy_filter, cudnnDestroyFilterDescriptor, (Filter))                                                  \
  X(set_filter, cudnnSetFilter4dDescriptor, (Filter, DataType, Format, int, int, int, int))                  \
  X(create_convolution, cudnnCreateConvolutionDescriptor, (Convolution *))                                   \
  X(destroy_convolution, cudnnDestroyConvolutionDescriptor, (Convolution))                                   \
  X(set_convolution, cudnnSetConvolution2dDescriptor,                                                        \
    (Convolution, int, int, int, int, int, int, ConvolutionMode, DataType))                                  \
  X(set_groups, cudnnSetConvolutionGroupCount, (Convolution, int))                                           \
  X(set_math, cudnnSetConvolutionMathType, (Convolution, MathType))                                          \
  X(forward_algorithms, cudnnGetConvolutionForwardAlgorithm_v7,                                              \
    (Handle, Tensor, Filter, Convolution, Tensor, int, int *, Performance *))                                \
  X(forward_workspace, cudnnGetConvolutionForwardWorkspaceSize,                                              \
    (Handle, Tensor, Filter, Convolution, Tensor, Algorithm, std::size_t *))                                 \
  X(forward, cudnnConvolutionForward,                                                                        \
    (Handle, const void *, Tensor, const void *, Filter, const void *, Convolution, Algorithm, void *,       \
     std::size_t, const void *, Tensor, void *))                                                             \
  X(backward_data_algorithms, cudnnGetConvolutionBackwardDataAlgorithm_v7,                                   \
    (Handle, Filter, Tensor, Convolution, Tensor, int, int *, Performance *))                                \
  X(backward_data_workspace, cudnnGetConvolutionBackwardDataWorkspaceSize,                                   \
    (Handle, Filter, Tensor, Convolution, Tensor, Algorithm, std::size_t *))                                 \
  X(backward_data, cudnnConvolutionBackwardData,                                                             \
    (Handle, const void *, Filter, const void *, Tensor, const void *, Convolution, Algorithm, void *,       \
     std::size_t, const void *, Tensor, void *))                                                             \
  X(backward_filter_algorithms, cudnnGetConvolutionBackwardFilterAlgorithm_v7,                               \
    (Handle, Tensor, Tensor, Convolution, Filter, int, int *, Performance *))                                \
  X(backward_filter_workspace, cudnnGetConvolutionBackwardFilterWorkspaceSize,                               \
    (Handle, Tensor, Tensor, Convolution, Filter, Algorithm, std::size_t *))                                 \
  X(backward_filter, cudnnConvolutionBackwardFilter,                                                         \
    (Handle, const void *, Tensor, const void *, Tensor, const void *, Convolution, Algorithm, void *,       \
     std::size_t, const void *, Filter, void *))                                                             \
  X(create_pooling, cudnnCreatePoolingDescriptor, (Pooling *))                                               \
  X(destroy_pooling, cudnnDestroyPoolingDescriptor, (Pooling))                                               \
  X(set_pooling, cudnnSetPooling2dDescriptor,                                                                \
    (Pooling, PoolingMode, NanPropagation, int, int, int, int, int, int))                                    \
  X(pooling_forward, cudnnPoolingForward,                                                                    \
    (Handle, Pooling, const void *, Tensor, const void *, const void *, Tensor, void *))                     \
  X(pooling_backward, cudnnPoolingBackward,                                                                  \
    (Handle, Pooling, const void *, Tensor, const void *, Tensor, const void *, Tensor, const void *,        \
     const void *, Tensor, void *))                                                                          \
  X(create_activation, cudnnCreateActivationDescriptor, (Activation *))                                      \
  X(destroy_activation, cudnnDestroyActivationDescriptor, (Activation))                                      \
  X(set_activation, cudnnSetActivationDescriptor, (Activation, ActivationMode, NanPropagation, double))      \
  X(set_swish_beta, cudnnSetActivationDescriptorSwishBeta, (Activation, double))                             \
  X(activation_forward, cudnnActivationForward,                                                              \
    (Handle, Activation, const void *, Tensor, const void *, const void *, Tensor, void *))                  \
  X(activation_backward, cudnnActivationBackward,                                                            \
    (Handle, Activation, const void *, Tensor, const void *, Tensor, const void *, Tensor, const void *,     \
     const void *, Tensor, void *))                                                                          \
  X(softmax_forward, cudnnSoftmaxForward,                                                                    \
    (Handle, SoftmaxAlgorithm, SoftmaxMode, const void *, Tensor, const void *, const void *, Tensor,        \
     void *))                                                                                                \
  X(softmax_backward, cudnnSoftmaxBackward,                                                                  \
    (Handle, SoftmaxAlgorithm, SoftmaxMode, const void *, Tensor, const void *, Tensor, const void *,        \
     const void *, Tensor, void *))

/// The functions of the loaded library.
struct Api {
#define KCC_DECLARE(name, function, parameters) core::ImportedFunction<Status parameters> name;
  KCC_CUDNN_FUNCTIONS(KCC_DECLARE)
#undef KCC_DECLARE
  /// Writes what went wrong in this thread's last call that failed.
  core::ImportedFunction<void(char *, std::size_t)> last_error;

  void find_all(core::FunctionFinder &finder) {
#define KCC_FIND(name, function, parameters) finder.find(name, #function, #function);
    KCC_CUDNN_FUNCTIONS(KCC_FIND)
#undef KCC_FIND
    finder.find(last_error, "cudnnGetLastErrorString", "cudnnGetLastErrorString");
  }
};

} // namespace kcc::cudnn

#endif
