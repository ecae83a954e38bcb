#include "stream.h"

#include "../core/host_threads.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>

namespace kcc::vulkan {

namespace {

/// How many submitted pieces of work of a stream may be unfinished.
constexpr std::size_t most_submitted = 1024;

constexpr std::size_t parameter_block_bytes = std::size_t{64} << 10;

/// How much memory for copies from the host may be in use.
constexpr std::uint64_t most_staged_bytes = std::uint64_t{64} << 20;

/// All that kcc's commands do. On NVIDIA's GPUs, a barrier for all stages and accesses takes 2 µs more.
constexpr Flags work_stages = pipeline_stage_compute | pipeline_stage_transfer,
                work_writes = access_shader_write | access_transfer_write,
                work_reads = access_shader_read | access_transfer_read;

/// How long a wait stays in the driver before it looks for a failure of the stream, in nanoseconds.
constexpr std::uint64_t wait_slice = 100'000'000;

/// How long a wait polls before it leaves the processor to others.
constexpr std::chrono::microseconds polled(100);

} // namespace

void order_commands(const DeviceApi &api, CommandBufferRef commands) {
  const MemoryBarrier barrier{.from = work_writes, .to = work_reads | work_writes};
  api.cmd_pipeline_barrier(commands, work_stages, work_stages, 0, 1, &barrier, 0, nullptr, 0, nullptr);
}

static StreamParts make_parts(Context &context, const core::Operation &operation) {
  const DeviceApi &api = context.api;
  StreamParts parts;
  const SemaphoreTypeCreateInfo timeline;
  const SemaphoreCreateInfo semaphore{.next = &timeline};
  context.call(operation, api.create_semaphore, context.device, &semaphore, nullptr, &parts.semaphore);
  try {
    const CommandPoolCreateInfo pool{.flags = command_pool_transient | command_pool_reset_buffers,
                                     .family = context.physical.family};
    context.call(operation, api.create_command_pool, context.device, &pool, nullptr, &parts.pool);
    parts.status = context.status_slots.take(operation);
  } catch (const Error &) {
    api.destroy_command_pool(context.device, parts.pool, nullptr);
    api.destroy_semaphore(context.device, parts.semaphore, nullptr);
    throw;
  }
  return parts;
}

VulkanStream::VulkanStream(Context &context, const core::Operation &operation)
    : context_(context), queue_(context.next_queue()) {
  StreamParts parts;
  {
    const std::lock_guard lock(context_.parts_mutex);
    if (!context_.free_parts.empty()) {
      parts = std::move(context_.free_parts.back());
      context_.free_parts.pop_back();
    }
  }
  if (!parts.semaphore)
    parts = make_parts(context_, operation);
  pool_ = parts.pool;
  semaphore_ = parts.semaphore;
  status_ = parts.status;
  free_ = std::move(parts.command_buffers);
  last_ = submitted_up_to_ = parts.value;
}

VulkanStream::~VulkanStream() {
  if (failure_) // the semaphore's value is not known
    return;
  const std::lock_guard lock(context_.parts_mutex);
  context_.free_parts.push_back({semaphore_, last_, pool_, std::move(free_), status_});
}

CommandBufferRef VulkanStream::begin(const core::Operation &operation) {
  const DeviceApi &api = context_.api;
  if (free_.empty()) {
    const CommandBufferAllocateInfo info{.pool = pool_};
    CommandBufferRef made = nullptr;
    context_.call(operation, api.allocate_command_buffers, context_.device, &info, &made);
    free_.push_back(made);
  }
  const CommandBufferBeginInfo begin{.flags = command_buffer_one_time};
  context_.call(operation, api.begin_command_buffer, free_.back(), &begin);
  CommandBufferRef commands = free_.back();
  free_.pop_back();
  order_commands(api, commands); // the queue's earlier work, which the stream's is part of, comes first
  return commands;
}

/// Takes back what finished work has used; `recording_` is locked.
void VulkanStream::reclaim_finished() {
  std::uint64_t reached = 0;
  if (context_.api.get_semaphore_counter(context_.device, semaphore_, &reached) != success)
    reached = ~std::uint64_t{0}; // the device is lost, and nothing runs any more
  std::vector<Work> finished;
  {
    const std::lock_guard lock(context_.scheduling);
    while (!submitted_.empty() && submitted_.front().value <= reached) {
      finished.push_back(std::move(submitted_.front()));
      submitted_.pop_front();
    }
  }
  for (const Work &work : finished)
    if (work.commands)
      free_.push_back(work.commands);
}

/// Waits if there is too much unfinished work.
void VulkanStream::make_room(const core::Operation &operation) {
  std::uint64_t oldest = 0;
  {
    const std::lock_guard recording(recording_);
    reclaim_finished();
    const std::lock_guard lock(context_.scheduling);
    if (submitted_.size() < most_submitted)
      return;
    oldest = submitted_.front().value;
  }
  wait(oldest, operation);
}

void VulkanStream::limit_staged(std::uint64_t bytes, const core::Operation &operation) {
  for (;;) {
    std::uint64_t oldest = 0;
    {
      const std::lock_guard lock(recording_);
      if (staged_bytes_ + bytes <= most_staged_bytes || staged_.empty()) {
        staged_.emplace_back(last().value + 1, bytes);
        staged_bytes_ += bytes;
        return;
      }
      oldest = staged_.front().first;
      staged_bytes_ -= staged_.front().second;
      staged_.pop_front();
    }
    wait(oldest, operation);
    (void)has_finished(); // gives back the memory
  }
}

void VulkanStream::enqueue(const std::function<void(CommandBufferRef)> &record, Needs needs,
                           const core::Operation &operation) {
  make_room(operation);
  const std::lock_guard lock(recording_);
  CommandBufferRef commands = begin(operation);
  const DeviceApi &api = context_.api;
  try {
    record(commands);
    // The semaphore makes results available to the device, but not to the host.
    const MemoryBarrier barrier{.from = work_writes, .to = access_host_read | access_host_write};
    api.cmd_pipeline_barrier(commands, work_stages, pipeline_stage_host, 0, 1, &barrier, 0, nullptr, 0,
                             nullptr);
    context_.call(operation, api.end_command_buffer, commands);
    submit_or_hold_back({.commands = commands, .needs = std::move(needs)}, operation);
  } catch (...) {
    free_.push_back(commands);
    throw;
  }
}

void VulkanStream::wait_for(Point point, const core::Operation &operation) {
  if (point.stream.get() == this || point.stream->is_reached(point, operation))
    return;
  make_room(operation);
  submit_or_hold_back({.waits_for = std::move(point)}, operation);
}

void VulkanStream::call_host(void (*function)(void *) noexcept, void *data,
                             const core::Operation &operation) {
  make_room(operation);
  {
    const std::lock_guard lock(context_.scheduling);
    if (!has_thread_) {
      core::start_host_thread(
          {&context_.scheduling, &context_.host_work},
          [self = shared_from_this()] { self->call_host_functions(); }, operation);
      has_thread_ = true;
    }
  }
  submit_or_hold_back({.function = function, .data = data}, operation);
}

void VulkanStream::submit_or_hold_back(Work work, const core::Operation &operation) {
  const std::lock_guard lock(context_.scheduling);
  throw_failure(operation);
  work.value = last_ + 1;
  if (held_back_.empty() && is_ready(work)) {
    submit(work, operation);
    last_ = submitted_up_to_ = work.value;
    submitted_.push_back(std::move(work));
    return submit_held_back(context_);
  }
  held_back_.push_back(std::move(work));
  ++last_;
  if (held_back_.size() == 1)
    context_.held_back.push_back(shared_from_this());
  submit_held_back(context_);
}

bool VulkanStream::is_ready(const Work &work) const {
  return !work.function &&
         (!work.waits_for || work.waits_for->stream->submitted_up_to_ >= work.waits_for->value);
}

void VulkanStream::submit(Work &work, const core::Operation &operation) {
  std::array<SemaphoreRef, 2> waits{};
  std::array<std::uint64_t, 2> wait_values{};
  constexpr std::array<Flags, 2> stages{pipeline_stage_all_commands, pipeline_stage_all_commands};
  std::uint32_t wait_count = 0;
  if (work.value > 1 &&
      !(work.commands && follows_commands_)) { // else the barrier in the commands orders them
    waits[wait_count] = semaphore_;
    wait_values[wait_count++] = work.value - 1;
  }
  if (work.waits_for) {
    waits[wait_count] = work.waits_for->stream->semaphore_;
    wait_values[wait_count++] = work.waits_for->value;
  }
  const TimelineSemaphoreSubmitInfo values{.wait_count = wait_count,
                                           .wait_values = wait_values.data(),
                                           .signal_count = 1,
                                           .signal_values = &work.value};
  const SubmitInfo info{.next = &values,
                        .wait_count = wait_count,
                        .waits = waits.data(),
                        .wait_stages = stages.data(),
                        .command_buffer_count = work.commands ? 1u : 0u,
                        .command_buffers = &work.commands,
                        .signal_count = 1,
                        .signals = &semaphore_};
  context_.call(operation, context_.api.queue_submit, queue_, std::uint32_t{1}, &info,
                static_cast<void *>(nullptr));
  follows_commands_ = work.commands != nullptr;
}

void VulkanStream::submit_held_back(Context &context) {
  for (bool has_progress = !context.held_back.empty(); has_progress;) {
    has_progress = false;
    for (const std::shared_ptr<VulkanStream> &stream : context.held_back)
      has_progress = stream->submit_ready() || has_progress;
    std::erase_if(context.held_back, [](const auto &stream) { return stream->held_back_.empty(); });
  }
}

bool VulkanStream::submit_ready() {
  bool has_progress = false;
  while (!held_back_.empty()) {
    Work &work = held_back_.front();
    if (work.function && !work.is_being_called) {
      work.is_being_called = true;
      context_.host_work.notify_all();
    }
    if (!is_ready(work))
      break;
    try {
      submit(work, [] { return std::string("submitting work that has waited for other work"); });
    } catch (const Error &error) {
      fail(error);
      return true;
    }
    submitted_up_to_ = work.value;
    submitted_.push_back(std::move(work));
    held_back_.pop_front();
    has_progress = true;
  }
  return has_progress;
}

/// Gives up what is held back; `scheduling` is locked.
void VulkanStream::fail(const Error &error) noexcept {
  failure_ = std::make_shared<const Error>(error);
  // Buffers that are not submitted go with the pool.
  held_back_.clear();
  submitted_up_to_ = last_; // nothing waits for it
  context_.host_work.notify_all();
}

void VulkanStream::throw_failure(const core::Operation &operation) const {
  if (failure_)
    throw Error({.operation = operation.text(),
                 .code = failure_->code(),
                 .code_name = failure_->code_name(),
                 .text = failure_->what(),
                 .log = {},
                 .hint = "Make another stream",
                 .category = failure_->category(),
                 .sticky = failure_->is_sticky()});
}

void VulkanStream::call_host_functions() {
  std::unique_lock lock(context_.scheduling);
  for (;;) {
    context_.host_work.wait(lock, [&] {
      return (!held_back_.empty() && held_back_.front().is_being_called) || is_closed_ || failure_ ||
             core::host_threads_stop();
    });
    if (held_back_.empty() || !held_back_.front().is_being_called)
      return;
    const Work work = held_back_.front();
    lock.unlock();
    std::optional<Error> failure;
    try {
      wait(work.value - 1, [] { return std::string("waiting to call a function on the host"); });
      if (std::atomic_ref(status_.host->failures).load() == 0)
        work.function(work.data);
      const SemaphoreSignalInfo signal{.semaphore = semaphore_, .value = work.value};
      context_.call([] { return std::string("going on after a function on the host"); },
                    context_.api.signal_semaphore, context_.device, &signal);
    } catch (const Error &error) {
      failure = error;
    }
    lock.lock();
    if (failure) {
      fail(*failure);
    } else {
      submitted_up_to_ = work.value;
      follows_commands_ = false;
      held_back_.pop_front();
    }
    submit_held_back(context_);
  }
}

Point VulkanStream::last() {
  const std::lock_guard lock(context_.scheduling);
  return {shared_from_this(), last_, nullptr};
}

bool VulkanStream::is_reached(const Point &point, const core::Operation &operation) {
  std::uint64_t reached = 0;
  context_.call(operation, context_.api.get_semaphore_counter, context_.device, semaphore_, &reached);
  if (reached >= point.value)
    return true;
  const std::lock_guard lock(context_.scheduling);
  throw_failure(operation);
  return false;
}

void VulkanStream::wait(std::uint64_t value, const core::Operation &operation) {
  if (value == 0)
    return;
  // A wait in the driver takes some 40 µs more than short work does.
  for (const auto end = std::chrono::steady_clock::now() + polled; std::chrono::steady_clock::now() < end;)
    if (std::uint64_t reached = 0;
        context_.api.get_semaphore_counter(context_.device, semaphore_, &reached) == success &&
        reached >= value)
      return;
  const SemaphoreWaitInfo info{.semaphores = &semaphore_, .values = &value};
  for (;;) {
    const Result result = context_.api.wait_semaphores(context_.device, &info, wait_slice);
    if (result == success)
      return;
    if (result != timeout)
      throw vulkan_error(result, context_.api.wait_semaphores.name, operation.text());
    const std::lock_guard lock(context_.scheduling);
    throw_failure(operation);
  }
}

void VulkanStream::wait_quietly() noexcept {
  try {
    wait(last(), [] { return std::string(); });
  } catch (const Error &) { // then it does not run any more
  }
}

void VulkanStream::close() noexcept {
  const std::lock_guard lock(context_.scheduling);
  is_closed_ = true;
  context_.host_work.notify_all();
}

bool VulkanStream::is_closed() noexcept {
  const std::lock_guard lock(context_.scheduling);
  return is_closed_;
}

bool VulkanStream::has_finished() noexcept {
  const std::lock_guard lock(recording_);
  reclaim_finished();
  const std::lock_guard scheduling(context_.scheduling);
  return submitted_.empty() && held_back_.empty();
}

VulkanStream::Parameters VulkanStream::take_parameters(std::size_t bytes, const core::Operation &operation) {
  constexpr std::size_t alignment = 64;
  const std::size_t size = (bytes + alignment - 1) / alignment * alignment;
  const std::lock_guard lock(recording_);
  if (!parameters_ || size > parameters_->bytes - parameters_used_) {
    parameters_ = context_.host_blocks.take(std::max(size, parameter_block_bytes), operation);
    parameters_used_ = 0;
  }
  const Parameters taken{parameters_->host + parameters_used_, parameters_->address + parameters_used_,
                         parameters_};
  parameters_used_ += size;
  return taken;
}

} // namespace kcc::vulkan
