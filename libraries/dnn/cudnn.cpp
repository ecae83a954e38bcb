#include "cudnn.h"

namespace kcc::cudnn {

namespace {

DataType data_type(dnn::detail::Type type) {
  switch (type) {
  case dnn::detail::Type::f32:
    return data_f32;
  case dnn::detail::Type::f64:
    return data_f64;
  case dnn::detail::Type::f16:
    return data_f16;
  case dnn::detail::Type::bf16:
    break;
  }
  return data_bf16;
}
Format format(dnn::Layout layout) {
  return layout == dnn::Layout::nchw ? format_nchw : format_nhwc;
}

} // namespace

const Api &loaded() {
  static const Api &api = *new Api(libraries::load<Api>(Library::cudnn));
  return api;
}

void check(const core::Operation &operation, Status status, const char *call) {
  if (status == 0)
    return;
  std::array<char, 512> text{};
  loaded().last_error(text.data(), text.size() - 1);
  throw libraries::status_error(Library::cudnn, status, call, operation.text(), text.data());
}

TensorDescriptor::TensorDescriptor(const core::Operation &operation, const dnn::detail::AnyTensor &tensor)
    : Descriptor(operation, loaded().create_tensor, loaded().destroy_tensor) {
  const dnn::Shape &shape = tensor.shape;
  call(operation, loaded().set_tensor, get(), format(tensor.layout), data_type(tensor.type),
       static_cast<int>(shape.n), static_cast<int>(shape.c), static_cast<int>(shape.h),
       static_cast<int>(shape.w));
}

FilterDescriptor::FilterDescriptor(const core::Operation &operation, const dnn::detail::AnyTensor &filter)
    : Descriptor(operation, loaded().create_filter, loaded().destroy_filter) {
  const dnn::Shape &shape = filter.shape;
  call(operation, loaded().set_filter, get(), data_type(filter.type), format(filter.layout),
       static_cast<int>(shape.n), static_cast<int>(shape.c), static_cast<int>(shape.h),
       static_cast<int>(shape.w));
}

StreamHandle::StreamHandle(kcc::Stream &stream, const core::Operation &operation)
    : device_(stream.state().device()) {
  call(operation, loaded().create, &handle_);
  try {
    call(operation, loaded().set_stream, handle_, stream.native_handle());
  } catch (const Error &) {
    loaded().destroy(handle_);
    throw;
  }
}

StreamHandle::~StreamHandle() {
  prepared_.clear();
  cuda::without_throwing([&](const core::Operation &operation) {
    const libraries::CurrentGpu current(device_, operation);
    loaded().destroy(handle_);
  });
}

} // namespace kcc::cudnn
