// cuBLAS's handle of a stream.
#ifndef KCC_LIBRARIES_BLAS_CUBLAS_H
#define KCC_LIBRARIES_BLAS_CUBLAS_H

#include "common/library.h"
#include "common/stream.h"
#include "cublas_api.h"

namespace kcc::cublas {

/// Made by the first call on a stream and destroyed with it, which waits for the device.
class StreamHandle final : public core::StreamAttachment {
public:
  StreamHandle(Stream &stream, const core::Operation &);
  ~StreamHandle() override;

  const Api &api() const noexcept { return api_; }

  /// Calls a function of the library with the handle and these arguments.
  template <class... P, class... A>
  void operator()(const core::Operation &operation,
                  const core::ImportedFunction<Status(Handle, P...)> &function, A... arguments) {
    check(operation, function(handle_, arguments...), function.name);
  }
  /// The same, if the function writes a result.
  template <class... P, class... A>
  void with_result(PointerMode mode, const core::Operation &operation,
                   const core::ImportedFunction<Status(Handle, P...)> &function, A... arguments) {
    check(operation, api_.set_pointer_mode(handle_, mode), api_.set_pointer_mode.name);
    const Status status = function(handle_, arguments...);
    // Scalars that are read are on the host, so that is the mode between calls.
    if (mode != results_on_host)
      check(operation, api_.set_pointer_mode(handle_, results_on_host), api_.set_pointer_mode.name);
    check(operation, status, function.name);
  }

private:
  static void check(const core::Operation &operation, Status status, const char *call) {
    if (status != 0)
      throw libraries::status_error(Library::cublas, status, call, operation.text());
  }

  const Api &api_;
  core::BackendDevice &device_;
  Handle handle_ = nullptr;
};

} // namespace kcc::cublas

#endif
