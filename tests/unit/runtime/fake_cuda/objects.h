// What the files of the fake driver share. Most functions take the lock, record their name, fail if the test
// asked for that (enter), and then do as little as the runtime notices. Handles point to small objects, so a
// sanitizer finds leaks.
#ifndef KCC_TESTS_FAKE_CUDA_OBJECTS_H
#define KCC_TESTS_FAKE_CUDA_OBJECTS_H

#include "fake_cuda.h"

#include "cuda/driver_api.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

// The objects behind the driver's handles.
struct kcc::cuda::ContextObject {
  int device;
};
struct kcc::cuda::StreamObject {
  int device;
  Context context;
  unsigned flags;
  int priority;
};
struct kcc::cuda::EventObject {
  bool recorded;
  unsigned flags;
};
struct kcc::cuda::ModuleObject {
  std::string text;
};
struct kcc::cuda::FunctionObject {
  std::string entry;
};
struct kcc::cuda::ArrayObject {
  std::size_t row_bytes, rows, slices;
  std::vector<std::byte> elements;
};
struct kcc::cuda::MipmappedArrayObject {
  std::vector<kcc::cuda::ArrayObject> levels;
};
struct kcc::cuda::LinkObject {
  std::string text, cubin;
  char *error_log = nullptr, *info_log = nullptr;
};

namespace fake_cuda {

using namespace kcc::cuda;

constexpr Result invalid_value = 1, invalid_context = 201, invalid_handle = 400;

/// The calling thread's stack of contexts; the last is current.
std::vector<Context> &current_contexts();

/// Records a call; returns the result with which it should fail, or success.
Result enter(const char *call);

/// Calls that need a current context fail without one, like the driver's.
Result enter_with_context(const char *call);

/// Everything in a function of the driver happens under one lock.
#define KCC_FAKE(call)                                                                                       \
  const std::lock_guard lock(state().mutex);                                                                 \
  if (const Result result = enter(call); result != success)                                                  \
  return result
#define KCC_FAKE_WITH_CONTEXT(call)                                                                          \
  const std::lock_guard lock(state().mutex);                                                                 \
  if (const Result result = enter_with_context(call); result != success)                                     \
  return result

/// Whether it is page-locked memory of the host.
inline bool is_pinned(const void *memory) {
  const auto *const at = static_cast<const std::byte *>(memory);
  for (const auto &[start, bytes] : state().pinned)
    if (const auto *const begin = static_cast<const std::byte *>(start); at >= begin && at < begin + bytes)
      return true;
  return false;
}

/// Null, CU_STREAM_LEGACY and CU_STREAM_PER_THREAD.
inline bool is_default(const void *stream) {
  return reinterpret_cast<std::uintptr_t>(stream) <= 2;
}

inline void *pointer(DevicePointer address) {
  return reinterpret_cast<void *>(static_cast<std::uintptr_t>(address));
}

} // namespace fake_cuda

#endif
