#include "cublas.h"

namespace kcc::cublas {

namespace {

const Api &loaded() {
  static const Api &api = *new Api(libraries::load<Api>(Library::cublas));
  return api;
}

} // namespace

StreamHandle::StreamHandle(kcc::Stream &stream, const core::Operation &operation)
    : api_(loaded()), device_(stream.state().device()) {
  check(operation, api_.create(&handle_), api_.create.name);
  try {
    check(operation, api_.set_stream(handle_, stream.native_handle()), api_.set_stream.name);
    check(operation, api_.set_math_mode(handle_, reduce_in_full_precision), api_.set_math_mode.name);
  } catch (const Error &) {
    api_.destroy(handle_);
    throw;
  }
}

StreamHandle::~StreamHandle() {
  cuda::without_throwing([&](const core::Operation &operation) {
    const libraries::CurrentGpu current(device_, operation);
    api_.destroy(handle_);
  });
}

} // namespace kcc::cublas
