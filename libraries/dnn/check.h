// Checks the operands of kcc::dnn before anything is called, so that errors name the operand. All devices
// have cuDNN's limits, so that what works on one works on the others.
#ifndef KCC_LIBRARIES_DNN_CHECK_H
#define KCC_LIBRARIES_DNN_CHECK_H

#include "core/stream_state.h"

#include <kcc/dnn.h>

#include <initializer_list>
#include <string>

namespace kcc::dnn::detail {

/// An operand and its name in messages.
struct Operand {
  const char *name;
  const AnyTensor &tensor;
};

/// The checks of one call.
class Check {
public:
  Check(const Stream &stream, const char *function) : device_(stream.state().device()), function_(function) {}

  /// "kcc::dnn::pooling_forward on device 0 (NVIDIA H200)"
  std::string operator()() const;

  /// Throws unless each operand is a tensor on the stream's device, within its memory, and all have the same
  /// layout.
  void tensors(std::initializer_list<Operand> operands) const;

  /// Throws unless the operand has this shape, which is that of `other`: "an output of this convolution".
  void shape(const Operand &operand, const Shape &expected, const std::string &other) const;
  void same_shape(const Operand &operand, const Operand &other) const {
    shape(operand, other.tensor.shape, std::string("`") + other.name + "`");
  }
  /// Throws unless alpha and beta are finite.
  void blend(const Blend &) const;

  [[noreturn]] void fail(const std::string &text, std::string hint = {}) const {
    kcc::detail::fail((*this)(), text, std::move(hint));
  }

private:
  core::BackendDevice &device_;
  const char *function_;
};

/// The shapes of outputs. Throw Error with this operation if there is none.
Shape output_of(core::Operation, const Convolution &, const Operand &input, const Operand &filter);
Shape output_of(core::Operation, const Pooling &, const Operand &input);

} // namespace kcc::dnn::detail

#endif
