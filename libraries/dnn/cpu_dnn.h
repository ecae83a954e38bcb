// The operations of kcc::dnn on the CPU device, straight from their definitions. Everything is computed in
// double and rounded once.
#ifndef KCC_LIBRARIES_DNN_CPU_DNN_H
#define KCC_LIBRARIES_DNN_CPU_DNN_H

#include <kcc/dnn.h>

namespace kcc::dnn::cpu {

using detail::AnyTensor;

void convolution_forward(const Convolution &, const AnyTensor &input, const AnyTensor &filter,
                         const AnyTensor &output, const Blend &);
void convolution_backward_data(const Convolution &, const AnyTensor &filter, const AnyTensor &output_gradient,
                               const AnyTensor &input_gradient, const Blend &);
void convolution_backward_filter(const Convolution &, const AnyTensor &input,
                                 const AnyTensor &output_gradient, const AnyTensor &filter_gradient,
                                 const Blend &);
void pooling_forward(const Pooling &, const AnyTensor &input, const AnyTensor &output, const Blend &);
void pooling_backward(const Pooling &, const AnyTensor &output_gradient, const AnyTensor &input,
                      const AnyTensor &input_gradient, const Blend &);
void activation_forward(const Activation &, const AnyTensor &input, const AnyTensor &output, const Blend &);
void activation_backward(const Activation &, const AnyTensor &output, const AnyTensor &output_gradient,
                         const AnyTensor &input, const AnyTensor &input_gradient, const Blend &);
void softmax_forward(const Softmax &, const AnyTensor &input, const AnyTensor &output, const Blend &);
void softmax_backward(const Softmax &, const AnyTensor &output, const AnyTensor &output_gradient,
                      const AnyTensor &input_gradient, const Blend &);

} // namespace kcc::dnn::cpu

#endif
