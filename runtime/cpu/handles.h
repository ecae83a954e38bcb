// What the core's opaque handles are on the CPU device.
#ifndef KCC_RUNTIME_CPU_HANDLES_H
#define KCC_RUNTIME_CPU_HANDLES_H

#include "../core/backend.h"
#include "cpu_graphs.h"
#include "queue.h"

#include <kcc/abi/cpu_code.h>

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace kcc::cpu {

struct StreamData {
  std::shared_ptr<Queue> queue = std::make_shared<Queue>();
  std::shared_ptr<StreamCapture> capture; ///< in which it takes part
  std::vector<std::size_t> captured_last; ///< nodes behind which its next one comes, in ascending order

  ~StreamData() {
    if (capture)
      capture->leave(*this);
  }
  void push(std::shared_ptr<Work> work) {
    if (capture)
      capture->add(*this, std::move(work));
    else
      queue->push(std::move(work));
  }
};

struct EventData {
  /// What was recorded last: a marker, or a place in a capture.
  struct Record {
    std::shared_ptr<Marker> marker;
    std::shared_ptr<StreamCapture> capture;
    std::vector<std::size_t> after;
  };
  std::mutex mutex; // any thread may query an event while one records it again
  Record record;

  Record last() {
    const std::lock_guard lock(mutex);
    return record;
  }
};

struct ModuleData {
  const abi::CpuCode *code;
  std::shared_ptr<void> file = {}; ///< what it was loaded from, if it is not a part of the program
};

inline StreamData &data(core::StreamHandle *handle) {
  return *reinterpret_cast<StreamData *>(handle);
}
inline Queue &queue(core::StreamHandle *handle) {
  return *reinterpret_cast<StreamData *>(handle)->queue;
}
inline EventData &data(core::EventHandle *handle) {
  return *reinterpret_cast<EventData *>(handle);
}
inline ModuleData &data(core::ModuleHandle *handle) {
  return *reinterpret_cast<ModuleData *>(handle);
}

} // namespace kcc::cpu

#endif
