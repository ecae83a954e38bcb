// What the files of the fake HIP share. Most functions take the lock, record their name and fail if the test
// asked for that (enter). Handles point to small objects, so a sanitizer finds leaks.
#ifndef KCC_TESTS_FAKE_HIP_OBJECTS_H
#define KCC_TESTS_FAKE_HIP_OBJECTS_H

#include "fake_hip.h"

#include "hip/hip_api.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <string>

namespace fake_hip {

/// The end of a piece of work, for those that wait for it.
struct Recorded {
  kcc::hip::StreamObject *stream;
  bool done = false;
};

struct Work {
  std::function<int()> run;
  std::shared_ptr<Recorded> wait_for, record;
};

} // namespace fake_hip

// The objects behind HIP's handles.
struct kcc::hip::StreamObject {
  int device;
  std::deque<fake_hip::Work> work;
};
struct kcc::hip::EventObject {
  std::shared_ptr<fake_hip::Recorded> recorded; ///< null: never
  unsigned flags;
};
struct kcc::hip::FunctionObject {
  std::string entry;
};
struct kcc::hip::ModuleObject {
  std::string bytes;
  std::map<std::string, std::unique_ptr<FunctionObject>> functions;
  std::map<std::string, std::array<std::byte, 8>> variables;
};

namespace fake_hip {

using namespace kcc::hip;

constexpr Result invalid_device_pointer = 17, invalid_device = 101, invalid_handle = 400;

/// Makes it the thread's last error, if it is one.
Result returned(Result);
void forget_last_error();

/// Records a call; returns the result with which it should fail, or success. `uses_device`: it fails if a
/// kernel has destroyed the current device.
Result enter(const char *call, bool uses_device);

/// Everything in a function of HIP happens under one lock.
#define KCC_FAKE(call)                                                                                       \
  const std::lock_guard lock(state().mutex);                                                                 \
  if (const Result result = enter(call, false); result != success)                                           \
  return returned(result)
#define KCC_FAKE_ON_DEVICE(call)                                                                             \
  const std::lock_guard lock(state().mutex);                                                                 \
  if (const Result result = enter(call, true); result != success)                                            \
  return returned(result)

int &current();

/// The stream, or the current device's own if it is null.
StreamObject &stream_of(StreamRef);
/// Puts work into a stream, and does it unless in lazy mode.
Result give(StreamRef, Work);
/// Does all work of a stream; returns the error of a kernel.
Result finish(StreamObject &);
/// Does all work of the device.
Result finish_device(int device);

/// Whether all of it is device memory, page-locked memory or a module's variable.
bool is_reachable(const void *memory, std::size_t bytes);

} // namespace fake_hip

#endif
