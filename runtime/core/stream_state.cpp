// Launches are checked against the limits before the backend sees them, so errors name the limit and not a
// driver's code. Copies to a device that works asynchronously read a staged copy of the data (write).
#include "stream_state.h"

#include "dimensions.h"
#include "span_overlap.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace kcc::core {

void fail_too_many_cooperative_blocks(std::string operation, const LaunchConfig &config, std::uint32_t most) {
  detail::fail(std::move(operation),
               "a cooperative launch runs all its blocks at the same time, but only " + std::to_string(most) +
                   " of these " + std::to_string(volume(config.grid)) + " blocks of " +
                   std::to_string(volume(config.block)) + " threads fit on the device",
               most == 0 ? "The device does not support cooperative launches"
                         : "Take at most Stream::max_cooperative_blocks() blocks, and let each thread do "
                           "several elements (kcc::grid_stride)");
}

StreamState::StreamState(const Device &device)
    : public_device_(device), device_(device.backend_device()),
      handle_(device_.create_stream([&] { return "creating a stream on " + device_.info().label; })) {}

StreamState::~StreamState() {
  deliver_quietly(device_, Delivery::no_wait);
  if (!staged_.empty()) {
    try {
      device_.synchronize_stream(handle_, [] { return std::string(); });
    } catch (const Error &) { // nothing is copied any more
    }
    free_staged(staged_.size());
  }
  if (scratch_)
    device_.release(scratch_);
  device_.destroy_stream(handle_);
}

void StreamState::write(void *to, const void *host, std::size_t bytes, Operation operation) {
  if (device_.info().works_at_once)
    return device_.copy_in(handle_, to, host, bytes, operation);
  // The driver may read the host's memory when the stream gets there (always if it is pinned), so it reads a
  // copy that the stream owns. Their total size is limited, for programs that only write.
  constexpr std::size_t most_staged_bytes = std::size_t{16} << 20;
  forget_passed(operation);
  while (!staged_.empty() && staged_bytes_ + bytes > most_staged_bytes) {
    device_.synchronize_event(staged_.front().passed, operation);
    free_staged(1);
  }
  Staged &staged = staged_.emplace_back(Staged{std::make_unique<std::byte[]>(bytes), bytes, nullptr});
  staged_bytes_ += bytes;
  std::memcpy(staged.copy.get(), host, bytes);
  const auto take_back = [&] {
    staged_bytes_ -= bytes;
    if (staged.passed)
      device_.destroy_event(staged.passed);
    staged_.pop_back();
  };
  try {
    staged.passed = device_.create_event(operation);
    device_.copy_in(handle_, to, staged.copy.get(), bytes, operation);
  } catch (const Error &) {
    take_back();
    throw;
  }
  try {
    device_.record_event(staged.passed, handle_, operation);
  } catch (const Error &) {
    try {
      device_.synchronize_stream(handle_, operation);
    } catch (const Error &) { // nothing is copied any more
    }
    take_back();
    throw;
  }
}

void StreamState::forget_passed(Operation operation) {
  while (!staged_.empty() && device_.event_done(staged_.front().passed, operation))
    free_staged(1);
}

void StreamState::free_staged(std::size_t count) noexcept {
  for (; count != 0; --count) {
    staged_bytes_ -= staged_.front().bytes;
    device_.destroy_event(staged_.front().passed);
    staged_.pop_front();
  }
}

void *StreamState::scratch(std::size_t bytes) {
  if (bytes > scratch_bytes_) {
    // Allocates more than requested, so that calls with different sizes rarely allocate. Not for absurd
    // sizes, for which the sum would wrap around.
    const bool is_absurd = bytes > std::numeric_limits<std::size_t>::max() / 2;
    const std::size_t size = std::max(is_absurd ? bytes : bytes + bytes / 2, std::size_t{1} << 16);
    void *const larger = device_.allocate(size, [&] {
      return "allocating " + std::to_string(size) + " bytes of scratch memory for a stream on " +
             device_.info().label;
    });
    if (scratch_)
      device_.release(scratch_);
    scratch_ = larger;
    scratch_bytes_ = size;
  }
  return scratch_;
}

void StreamState::check_limits(const LoadedKernel &kernel, const LaunchConfig &config) const {
  const DeviceLimits &limits = device_.info().limits;
  const auto refuse = [&](const std::string &text, std::string hint) {
    detail::fail("launching " + kernel.label() + " on " + device_.info().label, text, std::move(hint));
  };
  const Dim3 &block = config.block, &grid = config.grid;
  const std::uint64_t threads = volume(block);
  if (is_empty(block))
    refuse("the block " + text(block) + " has no threads", "Give each dimension of the block at least 1");
  if (block.x > limits.max_block.x || block.y > limits.max_block.y || block.z > limits.max_block.z)
    refuse("the block " + text(block) + " is over the device's limit " + text(limits.max_block),
           "Take a smaller block and more blocks");
  if (threads > limits.max_threads_per_block)
    refuse("a block of " + std::to_string(threads) + " threads is over the device's limit of " +
               std::to_string(limits.max_threads_per_block),
           "Take a smaller block and more blocks");
  if (kernel.max_threads != 0 && threads > kernel.max_threads)
    refuse("a block of " + std::to_string(threads) + " threads is over the kernel's limit of " +
               std::to_string(kernel.max_threads),
           kernel.max_threads == kernel.info.max_threads
               ? "The limit is the kernel's [[kcc::launch_bounds]]: raise it or take a smaller block"
               : "The kernel's registers allow no more: take a smaller block, or give the kernel "
                 "[[kcc::launch_bounds]] of the size you need");
  if (grid.x > limits.max_grid.x || grid.y > limits.max_grid.y || grid.z > limits.max_grid.z)
    refuse("the grid " + text(grid) + " is over the device's limit " + text(limits.max_grid),
           "Use x for the longest dimension, or let each thread do several elements");
  // The comparisons cannot overflow, whatever was requested.
  if (kernel.static_shared_bytes > limits.max_shared_bytes_per_block ||
      config.dynamic_shared_bytes > limits.max_shared_bytes_per_block - kernel.static_shared_bytes)
    refuse("a block needs " + std::to_string(config.dynamic_shared_bytes) + " bytes of dynamic and " +
               std::to_string(kernel.static_shared_bytes) +
               " bytes of static shared memory, the device has " +
               std::to_string(limits.max_shared_bytes_per_block),
           "Process smaller tiles");
  if (config.cluster != Dim3{})
    check_cluster(kernel, config);
  if (kernel.info.uses_grid_sync && !config.cooperative)
    refuse("the kernel calls kcc::sync_grid(), and in an ordinary launch blocks would wait for others that "
           "cannot start before they end",
           "Set LaunchConfig::cooperative, with a grid of at most Stream::max_cooperative_blocks() blocks");
}

void StreamState::check_cluster(const LoadedKernel &kernel, const LaunchConfig &config) const {
  const DeviceInfo &device = device_.info();
  const std::uint32_t most = device.limits.max_cluster_blocks;
  const Dim3 &cluster = config.cluster, &grid = config.grid;
  const auto refuse = [&](const std::string &text, std::string hint) {
    detail::fail("launching " + kernel.label() + " on " + device.label, text, std::move(hint));
  };
  if (is_empty(cluster))
    refuse("the cluster " + text(cluster) + " has no blocks",
           "Give each dimension of the cluster at least 1");
  if (most == 1)
    refuse("the cluster " + text(cluster) + " has several blocks, and " + device.arch + " has no clusters",
           "Clusters need sm_90 or newer: leave LaunchConfig::cluster out on this device");
  if (volume(cluster) > most)
    refuse("the cluster " + text(cluster) + " is over the device's limit of " + std::to_string(most) +
               " blocks",
           "Take smaller clusters and more of them");
  if (grid.x % cluster.x != 0 || grid.y % cluster.y != 0 || grid.z % cluster.z != 0)
    refuse("the grid " + text(grid) + " is not a multiple of the cluster " + text(cluster),
           "Round the grid up to whole clusters, and let the kernel check its indices");
}

std::uint32_t StreamState::max_cooperative_blocks(const LoadedKernel &kernel, LaunchConfig config) const {
  config.grid = config.cluster;
  config.cooperative = true;
  check_limits(kernel, config);
  return device_.max_cooperative_blocks({kernel.function.handle, &config, nullptr, kernel.places,
                                         kernel.reaches_any_memory, kernel.static_shared_bytes,
                                         kernel.info.uses_barrier},
                                        [&] {
                                          return "asking how many blocks of " + kernel.label() +
                                                 " run at the same time on " + device_.info().label;
                                        });
}

void StreamState::launch(LoadedKernel &kernel, const LaunchConfig &config, const void *const *arguments) {
  check_limits(kernel, config);
  if (!kernel.info.no_alias.empty())
    check_overlap(kernel, arguments);
  if (is_empty(config.grid))
    return;
  remember(kernel);
  device_.launch(handle_,
                 {kernel.function.handle, &config, arguments, kernel.places, kernel.reaches_any_memory,
                  kernel.static_shared_bytes, kernel.info.uses_barrier},
                 [&] { return "launching " + kernel.label() + " on " + device_.info().label; });
}

void StreamState::synchronize() {
  wait_and_deliver(device_, [&] {
    device_.synchronize_stream(handle_, [&] { return "waiting for a stream on " + description(); });
  });
  forget();
}

bool StreamState::done() {
  bool done = false;
  try {
    done = device_.stream_done(handle_, [&] { return "asking for a stream on " + description(); });
  } catch (...) {
    deliver_quietly(device_, Delivery::no_wait);
    throw;
  }
  deliver_messages(device_, Delivery::no_wait);
  if (done)
    forget();
  return done;
}

std::string StreamState::description() const {
  std::string text = device_.info().label;
  for (std::size_t i = 0; i < recent_count_; ++i)
    text += (i == 0 ? ", after " : ", ") + recent_[i].kernel->label();
  if (recent_dropped_)
    text += " and others";
  return text;
}

void StreamState::remember(LoadedKernel &kernel) {
  for (const Recent &recent : recent_)
    if (recent.kernel == &kernel)
      return;
  if (recent_count_ < recent_.size())
    ++recent_count_;
  else
    recent_dropped_ = true;
  recent_[next_recent_] = {&kernel, kernel.module->shared_from_this()};
  next_recent_ = (next_recent_ + 1) % recent_.size();
}

void StreamState::forget() noexcept {
  free_staged(staged_.size());
  recent_ = {};
  recent_count_ = next_recent_ = 0;
  recent_dropped_ = false;
}

} // namespace kcc::core
