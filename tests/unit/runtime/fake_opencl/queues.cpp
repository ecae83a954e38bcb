// Queues, commands and events. A command is run when its queue comes to it, by the thread that has made that
// possible.
#include "objects.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace fake_opencl {

using namespace kcc::opencl;

std::vector<QueueRef> &queues() {
  static std::vector<QueueRef> &queues = *new std::vector<QueueRef>;
  return queues;
}

namespace {

std::uint64_t now = 0; ///< guarded by State::mutex

void release(EventRef event) {
  if (--event->owners != 0)
    return;
  count("event", -1);
  delete event;
}

void finish(EventRef event) {
  event->is_done = true;
  event->time = ++now;
  state().changed.notify_all();
}

bool is_done(EventRef event) {
  return event->is_done;
}

/// What enqueues a command.
Status enqueue(const char *name, QueueRef queue, bool is_blocking, Uint wait_count, const EventRef *waits,
               EventRef *event, std::function<void()> run) {
  if (fails(name))
    return state().fail_with;
  State &fake = state();
  std::unique_lock lock(fake.mutex);
  if (std::ranges::find(queues(), queue) == queues().end()) {
    ++fake.wrong_calls;
    return -36;
  }
  auto *const made = new EventObject;
  count("event", 1);
  QueueObject::Command command{{waits, waits + wait_count}, std::move(run), made};
  for (EventRef wait : command.waits)
    ++wait->owners;
  if (event) {
    *event = made;
    ++made->owners;
  }
  ++made->owners;
  queue->commands.push_back(std::move(command));
  run_commands();
  if (is_blocking)
    fake.changed.wait(lock, [&] { return made->is_done; });
  release(made);
  return success;
}

/// Whether these bytes may be accessed: in one allocation, or none that the library knows.
void check_memory(const void *memory, std::size_t bytes) {
  const auto *const first = static_cast<const std::byte *>(memory);
  const auto &all = state().memory;
  auto found = all.upper_bound(const_cast<void *>(memory));
  if (found == all.begin())
    return;
  --found;
  const auto *const start = static_cast<const std::byte *>(found->first);
  if (first < start + found->second && first + bytes > start + found->second)
    ++state().wrong_calls;
}

} // namespace

void run_commands() {
  for (bool has_progress = true; has_progress;) {
    has_progress = false;
    for (QueueRef queue : queues())
      while (!queue->commands.empty() && std::ranges::all_of(queue->commands.front().waits, is_done)) {
        const QueueObject::Command command = std::move(queue->commands.front());
        queue->commands.pop_front();
        command.run();
        finish(command.event);
        for (EventRef wait : command.waits)
          release(wait);
        release(command.event);
        has_progress = true;
      }
  }
}

extern "C" {

QueueRef clCreateCommandQueueWithProperties(ContextRef, DeviceRef, const std::uint64_t *properties,
                                            Status *status) {
  if (fails("clCreateCommandQueueWithProperties")) {
    *status = state().fail_with;
    return nullptr;
  }
  auto *const made = new QueueObject;
  for (; *properties != 0; properties += 2)
    made->properties.insert(made->properties.end(), {properties[0], properties[1]});
  const std::lock_guard lock(state().mutex);
  queues().push_back(made);
  count("queue", 1);
  *status = success;
  return made;
}

Status clReleaseCommandQueue(QueueRef queue) {
  const std::lock_guard lock(state().mutex);
  if (!queue->commands.empty())
    ++state().wrong_calls;
  std::erase(queues(), queue);
  delete queue;
  count("queue", -1);
  return success;
}

Status clFlush(QueueRef) {
  return fails("clFlush") ? state().fail_with : success;
}

Status clEnqueueSVMMemcpy(QueueRef queue, Bool is_blocking, void *to, const void *from, std::size_t bytes,
                          Uint wait_count, const EventRef *waits, EventRef *event) {
  return enqueue("clEnqueueSVMMemcpy", queue, is_blocking != 0, wait_count, waits, event, [=] {
    check_memory(to, bytes);
    check_memory(from, bytes);
    std::memcpy(to, from, bytes);
  });
}

Status clEnqueueSVMMemFill(QueueRef queue, void *to, const void *pattern, std::size_t pattern_bytes,
                           std::size_t bytes, Uint wait_count, const EventRef *waits, EventRef *event) {
  if (bytes % pattern_bytes != 0 || reinterpret_cast<std::uintptr_t>(to) % pattern_bytes != 0 ||
      (pattern_bytes & (pattern_bytes - 1)) != 0 || pattern_bytes > 128)
    return -30;
  const auto *const first = static_cast<const std::byte *>(pattern);
  return enqueue("clEnqueueSVMMemFill", queue, false, wait_count, waits, event,
                 [=, copy = std::vector<std::byte>(first, first + pattern_bytes)] {
                   check_memory(to, bytes);
                   for (std::size_t at = 0; at < bytes; at += pattern_bytes)
                     std::memcpy(static_cast<std::byte *>(to) + at, copy.data(), pattern_bytes);
                 });
}

Status clEnqueueMarkerWithWaitList(QueueRef queue, Uint wait_count, const EventRef *waits, EventRef *event) {
  return enqueue("clEnqueueMarkerWithWaitList", queue, false, wait_count, waits, event, [] {});
}

Status clEnqueueBarrierWithWaitList(QueueRef queue, Uint wait_count, const EventRef *waits, EventRef *event) {
  return enqueue("clEnqueueBarrierWithWaitList", queue, false, wait_count, waits, event, [] {});
}

Status clEnqueueNDRangeKernel(QueueRef queue, KernelRef kernel, Uint, const std::size_t *,
                              const std::size_t *threads, const std::size_t *block, Uint wait_count,
                              const EventRef *waits, EventRef *event) {
  Launch launch = kernel->launch;
  std::copy_n(threads, 3, launch.threads.begin());
  std::copy_n(block, 3, launch.block.begin());
  return enqueue("clEnqueueNDRangeKernel", queue, false, wait_count, waits, event,
                 [launch = std::move(launch)] {
                   if (state().run_kernel)
                     state().run_kernel(launch);
                 });
}

EventRef clCreateUserEvent(ContextRef, Status *status) {
  if (fails("clCreateUserEvent")) {
    *status = state().fail_with;
    return nullptr;
  }
  count("event", 1);
  *status = success;
  return new EventObject;
}

Status clSetUserEventStatus(EventRef event, Status) {
  const std::lock_guard lock(state().mutex);
  finish(event);
  run_commands();
  return success;
}

Status clWaitForEvents(Uint wait_count, const EventRef *waits) {
  if (fails("clWaitForEvents"))
    return state().fail_with;
  std::unique_lock lock(state().mutex);
  state().changed.wait(lock, [&] { return std::all_of(waits, waits + wait_count, is_done); });
  return success;
}

Status clGetEventInfo(EventRef event, Uint, std::size_t, void *to, std::size_t *) {
  if (fails("clGetEventInfo"))
    return state().fail_with;
  const std::lock_guard lock(state().mutex);
  const Status status = event->is_done ? event_complete : 1;
  std::memcpy(to, &status, sizeof status);
  return success;
}

Status clGetEventProfilingInfo(EventRef event, Uint, std::size_t, void *to, std::size_t *) {
  if (fails("clGetEventProfilingInfo"))
    return state().fail_with;
  const std::lock_guard lock(state().mutex);
  std::memcpy(to, &event->time, sizeof event->time);
  return success;
}

Status clRetainEvent(EventRef event) {
  const std::lock_guard lock(state().mutex);
  ++event->owners;
  return success;
}

Status clReleaseEvent(EventRef event) {
  const std::lock_guard lock(state().mutex);
  release(event);
  return success;
}

} // extern "C"

} // namespace fake_opencl
