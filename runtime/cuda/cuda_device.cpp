// The context, its limits and what kernels print. Most functions of the class make the device's context
// current to the thread (Current) and then make one driver call, whose failure they throw as an Error
// (CudaDevice::call).
#include "cuda_backend.h"
#include "current.h"

namespace kcc::cuda {

Context CudaDevice::retain(const Operation &operation) {
  const std::lock_guard lock(retaining_);
  if (has_ended_)
    detail::fail(ErrorCategory::invalid_state, operation.text(),
                 "this object was made before the device was reset",
                 "Make streams, events, buffers and modules again, with the kcc::Device that was reset or "
                 "with another one from kcc::Device::cuda()");
  Context context = context_.load(std::memory_order_relaxed);
  if (!context) {
    call(operation, api_.primary_ctx_retain, &context, number_);
    context_.store(context, std::memory_order_release);
  }
  return context;
}

std::unique_ptr<CudaDevice> CudaDevice::successor() {
  auto next = std::make_unique<CudaDevice>(driver_, number_, capability_, info());
  next->message_sink().inherit_handler(message_sink());
  next->set_output_capacity(output_capacity());
  return next;
}

std::unique_ptr<CudaDevice> CudaDevice::in_context(Context context) {
  core::DeviceInfo info = this->info();
  info.label += ", adopted context";
  return std::make_unique<CudaDevice>(driver_, number_, capability_, std::move(info), context);
}

void CudaDevice::end(const Operation &operation) {
  const std::lock_guard lock(retaining_);
  print_buffer_.end(); // before its memory is freed
  checks_.end();
  const Context context = context_.exchange(nullptr);
  has_ended_ = true;
  const Result result = api_.primary_ctx_reset(number_);
  if (context)
    api_.primary_ctx_release(number_); // the next life retains its own; an error would change nothing
  if (result != success)
    throw driver_error(api_, result, api_.primary_ctx_reset.name, operation.text());
}

Error CudaDevice::failed(Result result, const char *call, const Operation &operation, std::string log) const {
  const std::optional<std::string> checked = is_sticky(result) ? checks_.explain_fault() : std::nullopt;
  if (!checked)
    return print_buffer_.failed(result, call, operation.text(), std::move(log));
  return Error({.operation = operation.text(),
                .code = result,
                .code_name = error_name(result),
                .text = *checked,
                .log = {},
                .hint = std::string(core::sticky_advice),
                .category = ErrorCategory::kernel_failed,
                .sticky = true});
}

void CudaDevice::report_checks(const Operation &operation) {
  if (std::optional<std::string> invalid = checks_.take())
    detail::fail(ErrorCategory::kernel_failed, operation.text(), std::move(*invalid),
                 "The thread ended there, so results are not right");
}

core::BackendDevice &CudaDevice::reset(Operation operation) {
  if (is_adopted_)
    detail::fail(ErrorCategory::not_supported, operation.text(), "the context belongs to other code",
                 "Let its owner destroy it (cuCtxDestroy) and make another, and adopt that");
  return replace(*this, operation);
}

core::Messages CudaDevice::fetch_messages() {
  if (!print_buffer_.exists())
    return {};
  const auto nothing = [] { return std::string("reading the output of kernels"); };
  std::optional<Current> current;
  try {
    current.emplace(*this, nothing);
  } catch (const Error &) { // the next call that waits reports it
  }
  return print_buffer_.take();
}

void CudaDevice::synchronize(Operation operation) {
  const Current current(*this, operation);
  call(operation, api_.ctx_synchronize);
  report_checks(operation);
}

void CudaDevice::reserve_stack(std::size_t bytes, Operation operation) {
  const Current current(*this, operation);
  std::size_t now = 0;
  call(operation, api_.ctx_get_limit, &now, limit_stack_bytes);
  if (now < bytes)
    call(operation, api_.ctx_set_limit, limit_stack_bytes, bytes);
}

void CudaDevice::set_heap_bytes(std::size_t bytes, Operation operation) {
  const Current current(*this, operation);
  call(operation, api_.ctx_set_limit, limit_malloc_heap_bytes, bytes);
}

std::size_t CudaDevice::heap_bytes(Operation operation) {
  const Current current(*this, operation);
  std::size_t bytes = 0;
  call(operation, api_.ctx_get_limit, &bytes, limit_malloc_heap_bytes);
  return bytes;
}

} // namespace kcc::cuda
