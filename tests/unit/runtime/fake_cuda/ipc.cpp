// Memory and events of other processes, and memory and semaphores of other libraries. Handles of this process
// are good for itself.
#include "objects.h"

#include <cstring>
#include <unistd.h>

using namespace fake_cuda;

struct kcc::cuda::ExternalMemoryObject {
  std::size_t bytes;
};
struct kcc::cuda::ExternalSemaphoreObject {
  unsigned type;
};

namespace {

template <class T> IpcDriverHandle handle_of(T object) {
  IpcDriverHandle handle{};
  std::memcpy(&handle, &object, sizeof object);
  return handle;
}

template <class T> T object_of(const IpcDriverHandle &handle) {
  T object;
  std::memcpy(&object, &handle, sizeof object);
  return object;
}

/// What tells two openings of one memory apart: one may stay open when its address is used again.
struct Opening {
  DevicePointer memory;
};
std::vector<Opening *> &openings() {
  static auto &all = *new std::vector<Opening *>;
  return all;
}

/// Those that are mapped, which count as the memory that they are mapped to.
std::set<ExternalMemoryObject *> &mapped_memory() {
  static auto &all = *new std::set<ExternalMemoryObject *>;
  return all;
}

Result for_semaphore(const ExternalSemaphoreRef *semaphores, const ExternalSemaphoreParameters *parameters,
                     unsigned count) {
  if (count != 1 || !state().others["external semaphore"].contains(*semaphores))
    return invalid_handle;
  state().semaphore_values.push_back(parameters->value);
  return success;
}

} // namespace

extern "C" {

Result cuIpcGetMemHandle(IpcDriverHandle *handle, DevicePointer memory) {
  KCC_FAKE_WITH_CONTEXT("cuIpcGetMemHandle");
  if (!state().memory.contains(pointer(memory)))
    return invalid_value;
  *handle = handle_of(memory);
  return success;
}
Result cuIpcOpenMemHandle_v2(DevicePointer *memory, IpcDriverHandle handle, unsigned flags) {
  KCC_FAKE_WITH_CONTEXT("cuIpcOpenMemHandle");
  *memory = object_of<DevicePointer>(handle);
  if (flags != ipc_lazy_enable_peer_access || !state().memory.contains(pointer(*memory)))
    return invalid_value;
  openings().push_back(new Opening{*memory});
  state().others["opened memory"].insert(openings().back());
  return success;
}
Result cuIpcCloseMemHandle(DevicePointer memory) {
  KCC_FAKE_WITH_CONTEXT("cuIpcCloseMemHandle");
  for (auto last = openings().end(); last != openings().begin();)
    if (Opening *const opening = *--last; opening->memory == memory) {
      openings().erase(last);
      state().others["opened memory"].erase(opening);
      delete opening;
      return success;
    }
  return invalid_value;
}
Result cuIpcGetEventHandle(IpcDriverHandle *handle, EventRef event) {
  KCC_FAKE_WITH_CONTEXT("cuIpcGetEventHandle");
  if (event->flags != (event_interprocess | event_disable_timing))
    return invalid_handle;
  *handle = handle_of(event);
  return success;
}
Result cuIpcOpenEventHandle(EventRef *event, IpcDriverHandle handle) {
  KCC_FAKE_WITH_CONTEXT("cuIpcOpenEventHandle");
  if (!state().events.contains(object_of<EventRef>(handle)))
    return invalid_value;
  *event = new EventObject{false, event_interprocess | event_disable_timing};
  state().events.insert(*event);
  return success;
}

Result cuImportExternalMemory(ExternalMemoryRef *memory, const ExternalMemoryDescription *description) {
  close(description->source.handle.fd); // like driver 580, also if it fails
  KCC_FAKE_WITH_CONTEXT("cuImportExternalMemory");
  if (description->source.type != external_memory_opaque_fd)
    return 801; // CUDA_ERROR_NOT_SUPPORTED
  *memory = new ExternalMemoryObject{description->bytes};
  state().others["external memory"].insert(*memory);
  return success;
}
Result cuExternalMemoryGetMappedBuffer(DevicePointer *mapped, ExternalMemoryRef memory,
                                       const ExternalBufferDescription *description) {
  KCC_FAKE_WITH_CONTEXT("cuExternalMemoryGetMappedBuffer");
  if (description->offset + description->bytes > memory->bytes)
    return invalid_value;
  *mapped = reinterpret_cast<std::uintptr_t>(std::aligned_alloc(256, (memory->bytes + 255) / 256 * 256));
  state().memory.insert(pointer(*mapped));
  state().others["external memory"].erase(memory);
  mapped_memory().insert(memory);
  return success;
}
Result cuDestroyExternalMemory(ExternalMemoryRef memory) {
  KCC_FAKE_WITH_CONTEXT("cuDestroyExternalMemory");
  state().others["external memory"].erase(memory);
  mapped_memory().erase(memory);
  delete memory;
  return success;
}
Result cuImportExternalSemaphore(ExternalSemaphoreRef *semaphore,
                                 const ExternalSemaphoreDescription *description) {
  KCC_FAKE_WITH_CONTEXT("cuImportExternalSemaphore"); // and leaves the descriptor open
  close(description->source.handle.fd);
  *semaphore = new ExternalSemaphoreObject{description->source.type};
  state().others["external semaphore"].insert(*semaphore);
  return success;
}
Result cuDestroyExternalSemaphore(ExternalSemaphoreRef semaphore) {
  KCC_FAKE_WITH_CONTEXT("cuDestroyExternalSemaphore");
  state().others["external semaphore"].erase(semaphore);
  delete semaphore;
  return success;
}
Result cuSignalExternalSemaphoresAsync(const ExternalSemaphoreRef *semaphores,
                                       const ExternalSemaphoreParameters *parameters, unsigned count,
                                       StreamRef) {
  KCC_FAKE_WITH_CONTEXT("cuSignalExternalSemaphoresAsync");
  return for_semaphore(semaphores, parameters, count);
}
Result cuWaitExternalSemaphoresAsync(const ExternalSemaphoreRef *semaphores,
                                     const ExternalSemaphoreParameters *parameters, unsigned count,
                                     StreamRef) {
  KCC_FAKE_WITH_CONTEXT("cuWaitExternalSemaphoresAsync");
  return for_semaphore(semaphores, parameters, count);
}

} // extern "C"
