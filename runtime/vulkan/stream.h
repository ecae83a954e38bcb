// A stream: work in order, on one of the device's queues.
//
// Each piece of work has a number, the value that the stream's timeline semaphore has when it is done. Work
// is submitted when everything that it waits for has been submitted or done. So a queue never holds work that
// waits for the host, and no stream blocks the queue for the others; what cannot be submitted yet is held
// back.
#ifndef KCC_RUNTIME_VULKAN_STREAM_H
#define KCC_RUNTIME_VULKAN_STREAM_H

#include "context.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace kcc::vulkan {

class VulkanStream;

/// The end of some work, which is done when the stream's semaphore has reached the value.
struct Point {
  std::shared_ptr<VulkanStream> stream;
  std::uint64_t value = 0;
  std::shared_ptr<const Timestamp> time; ///< when the device has reached it; null: is not noted
};

/// Records a barrier: later commands of the queue run after the earlier ones, and see what those have
/// written.
void order_commands(const DeviceApi &, CommandBufferRef);

/// What work needs until it is done.
using Needs = std::vector<std::shared_ptr<const void>>;

/// All functions may be called from any thread.
class VulkanStream : public std::enable_shared_from_this<VulkanStream> {
public:
  using Point = vulkan::Point;

  VulkanStream(Context &, const core::Operation &);
  /// All its work is done.
  ~VulkanStream();
  VulkanStream(const VulkanStream &) = delete;
  VulkanStream &operator=(const VulkanStream &) = delete;

  /// Calls `record(command_buffer)` and adds what that has recorded to the stream's work.
  void enqueue(const std::function<void(CommandBufferRef)> &record, Needs, const core::Operation &);
  /// Waits until so many bytes more of the memory for copies from the host may be in use. They are in use
  /// until the next work is done.
  void limit_staged(std::uint64_t bytes, const core::Operation &);
  /// Lets later work wait for work of another stream.
  void wait_for(Point, const core::Operation &);
  /// Lets later work wait until a thread of the stream has called the function. It is not called if a kernel
  /// of the stream has failed.
  void call_host(void (*function)(void *) noexcept, void *data, const core::Operation &);

  /// The end of all work so far.
  Point last();
  bool is_reached(const Point &point, const core::Operation &);
  void wait(const Point &point, const core::Operation &operation) { wait(point.value, operation); }
  void wait(std::uint64_t value, const core::Operation &);
  void wait_quietly() noexcept;
  /// No more work is coming.
  void close() noexcept;
  bool is_closed() noexcept;
  /// Whether the work is done, or never will be. Lets go of what it needed.
  bool has_finished() noexcept;

  /// Memory for the parameters of a launch, which is free when the work that needs it is done.
  struct Parameters {
    std::byte *host = nullptr;
    std::uint64_t address = 0; ///< on the device
    std::shared_ptr<const void> block;
  };
  Parameters take_parameters(std::size_t bytes, const core::Operation &);

  const StatusSlot &status() const noexcept { return status_; }
  Context &context() const noexcept { return context_; }

private:
  /// Commands or a wait for another stream, which are submitted, or a function that the host calls.
  struct Work {
    std::uint64_t value = 0;
    CommandBufferRef commands = nullptr; ///< null: none
    std::optional<Point> waits_for{};
    Needs needs{};
    void (*function)(void *) noexcept = nullptr; ///< null: the work is submitted
    void *data = nullptr;
    bool is_being_called = false;
  };

  CommandBufferRef begin(const core::Operation &);
  void reclaim_finished();
  void make_room(const core::Operation &);
  void submit_or_hold_back(Work, const core::Operation &);
  bool is_ready(const Work &) const;
  void submit(Work &, const core::Operation &);
  /// Submits what no longer has to be held back, in all streams; `scheduling` is locked.
  static void submit_held_back(Context &);
  /// The same in this stream; returns whether anything was submitted.
  bool submit_ready();
  void call_host_functions(); ///< in the stream's thread
  void fail(const Error &) noexcept;
  void throw_failure(const core::Operation &) const;

  Context &context_;
  QueueRef queue_;
  CommandPoolRef pool_ = nullptr;
  SemaphoreRef semaphore_ = nullptr;
  StatusSlot status_{};

  std::mutex recording_; ///< guards the pool and the next five; locked before `scheduling`
  std::vector<CommandBufferRef> free_;
  std::shared_ptr<const Block> parameters_;
  std::size_t parameters_used_ = 0;
  /// Memory for copies from the host, which the work needs until it is done.
  std::deque<std::pair<std::uint64_t, std::uint64_t>> staged_; ///< the work's value, bytes
  std::uint64_t staged_bytes_ = 0;

  // Guarded by Context::scheduling:
  std::uint64_t last_ = 0;            ///< of the work so far
  std::uint64_t submitted_up_to_ = 0; ///< the work up to here is submitted or, if the host does it, done
  bool follows_commands_ = false;     ///< the work submitted last had commands
  std::deque<Work> held_back_;
  std::deque<Work> submitted_;
  std::shared_ptr<const Error> failure_; ///< why nothing more is submitted
  bool has_thread_ = false;
  bool is_closed_ = false;
};

} // namespace kcc::vulkan

#endif
