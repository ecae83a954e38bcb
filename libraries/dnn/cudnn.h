// cuDNN's handle of a stream, and the descriptors that its functions take.
#ifndef KCC_LIBRARIES_DNN_CUDNN_H
#define KCC_LIBRARIES_DNN_CUDNN_H

#include "common/library.h"
#include "common/stream.h"
#include "cudnn_api.h"

#include <kcc/dnn.h>

#include <array>
#include <compare>
#include <cstddef>
#include <map>
#include <memory>

namespace kcc::cudnn {

/// The functions of the library, which the first call opens.
const Api &loaded();

/// Throws an Error unless the status is success.
void check(const core::Operation &, Status, const char *call);

template <class... P, class... A>
void call(const core::Operation &operation, const core::ImportedFunction<Status(P...)> &function,
          A... arguments) {
  check(operation, function(arguments...), function.name);
}

/// Owns a descriptor.
template <class Object> class Descriptor {
public:
  Descriptor(const core::Operation &operation, const core::ImportedFunction<Status(Object *)> &create,
             const core::ImportedFunction<Status(Object)> &destroy)
      : destroy_(destroy) {
    call(operation, create, &object_);
  }
  ~Descriptor() { destroy_(object_); }
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;

  Object get() const noexcept { return object_; }

private:
  const core::ImportedFunction<Status(Object)> &destroy_;
  Object object_ = nullptr;
};

struct TensorDescriptor : Descriptor<Tensor> {
  TensorDescriptor(const core::Operation &, const dnn::detail::AnyTensor &);
};
struct FilterDescriptor : Descriptor<Filter> {
  FilterDescriptor(const core::Operation &, const dnn::detail::AnyTensor &);
};

/// alpha or beta, which cuDNN reads as double for tensors of double, else as float.
class Scalar {
public:
  Scalar(dnn::detail::Type type, double value)
      : double_(value), float_(static_cast<float>(value)), is_double_(type == dnn::detail::Type::f64) {}
  const void *get() const noexcept { return is_double_ ? static_cast<const void *>(&double_) : &float_; }

private:
  double double_;
  float float_;
  bool is_double_;
};

/// What distinguishes an operation from others: function, parameters and shapes.
struct Key {
  const char *function;
  dnn::detail::Type type;
  dnn::Layout layout;
  dnn::Shape a, b;
  std::array<std::size_t, 9> parameters;
  double coefficient;
  friend auto operator<=>(const Key &, const Key &) = default;
};

/// An operation with its descriptors.
struct Prepared {
  virtual ~Prepared() = default;
};

/// Made by the first call on a stream and destroyed with it, which waits for the device.
class StreamHandle final : public core::StreamAttachment {
public:
  StreamHandle(Stream &stream, const core::Operation &);
  ~StreamHandle() override;

  /// Calls a function of the library with the handle and these arguments.
  template <class... P, class... A>
  void operator()(const core::Operation &operation,
                  const core::ImportedFunction<Status(Handle, P...)> &function, A... arguments) {
    check(operation, function(handle_, arguments...), function.name);
  }

  /// The operation of this key, which `make()` prepares at the first call.
  template <class T, class F> T &prepared(const Key &key, F &&make) {
    auto found = prepared_.find(key);
    if (found == prepared_.end()) {
      std::unique_ptr<Prepared> made = make();
      if (prepared_.size() >= 256) // a program whose shapes are always new
        prepared_.clear();
      found = prepared_.emplace(key, std::move(made)).first;
    }
    return static_cast<T &>(*found->second);
  }

private:
  core::BackendDevice &device_;
  Handle handle_ = nullptr;
  std::map<Key, std::unique_ptr<Prepared>> prepared_;
};

inline StreamHandle &handle_of(Stream &stream, const core::Operation &operation) {
  return libraries::attachment_of<StreamHandle>(stream, operation);
}

} // namespace kcc::cudnn

#endif
