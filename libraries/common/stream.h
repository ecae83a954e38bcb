// How the libraries use a stream.
#ifndef KCC_LIBRARIES_COMMON_STREAM_H
#define KCC_LIBRARIES_COMMON_STREAM_H

#include "check/settings.h"
#include "core/stream_state.h"
#include "cpu/check/objects.h"
#include "cpu/handles.h"
#include "cpu/queue.h"
#include "cuda/current.h"

#include <kcc/runtime/stream.h>

#include <memory>
#include <new>
#include <stdexcept>
#include <utility>

namespace kcc::libraries {

/// Whether it is the CPU device; if not, it is a GPU that CUDA uses. Throws Error for other devices, for
/// which there are no libraries.
inline bool is_cpu(const Device &device) {
  if (device.backend() != Backend::cpu && device.backend() != Backend::cuda)
    detail::fail(ErrorCategory::not_supported, "using kcc::libraries on " + core::label(device),
                 "there are none for such devices", "Use kcc::Device::cuda() or kcc::Device::cpu()");
  return device.backend() == Backend::cpu;
}
inline bool is_on_cpu(const Stream &stream) {
  return is_cpu(stream.device());
}

/// Enqueues `work()` in a stream of the CPU device. `work` owns what it needs except the memory of buffers.
/// Throws an earlier failure of the stream.
template <class F> void run_on_cpu_stream(Stream &stream, core::Operation operation, F &&work) {
  core::StreamState &state = stream.state();
  (void)state.device().stream_done(state.handle(), operation); // throws
  cpu::data(state.handle())
      .push(cpu::work_of("library call", [work = std::forward<F>(work)](cpu::Queue &) mutable {
        try {
          work();
          if (check::are_on()) // it has no checks, and may have written anything
            cpu::check::objects().wrote_all();
        } catch (const std::bad_alloc &) {
          detail::fail(ErrorCategory::out_of_memory, "a function of kcc::libraries on the CPU device",
                       "the process cannot get memory for intermediate results");
        } catch (const std::invalid_argument &error) { // KCC_CPU_THREADS
          detail::fail("a function of kcc::libraries on the CPU device", error.what());
        }
      }));
}

/// Makes the context of a stream's GPU current to the calling thread for a scope. The libraries work on the
/// current context.
class CurrentGpu {
public:
  CurrentGpu(const Stream &stream, core::Operation operation)
      : CurrentGpu(stream.state().device(), operation) {}
  CurrentGpu(core::BackendDevice &gpu, core::Operation operation)
      : current_(static_cast<cuda::CudaDevice &>(gpu), operation) {}

private:
  cuda::Current current_;
};

/// The stream's attachment of this type, which the first call makes: its constructor gets the stream and the
/// operation.
template <class Attachment> Attachment &attachment_of(Stream &stream, core::Operation operation) {
  static char key; // its address is the key
  core::StreamState &state = stream.state();
  if (core::StreamAttachment *found = state.attachment(&key))
    return static_cast<Attachment &>(*found);
  auto made = std::make_unique<Attachment>(stream, operation);
  Attachment &attachment = *made;
  state.attach(&key, std::move(made));
  return attachment;
}

} // namespace kcc::libraries

#endif
