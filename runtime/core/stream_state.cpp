// Copies to a device that works asynchronously read a staged copy of the data (write).
#include "stream_state.h"

#include "device_properties.h"
#include "dimensions.h"
#include "launch_limits.h"
#include "native_backend.h"
#include "span_overlap.h"

#include <kcc/runtime/launch_blocking.h>

#include <algorithm>
#include <cstring>
#include <limits>

namespace kcc::core {

void fail_too_many_cooperative_blocks(std::string operation, const LaunchConfig &config, std::uint32_t most) {
  detail::fail(most == 0 ? ErrorCategory::not_supported : ErrorCategory::invalid_argument,
               std::move(operation),
               "a cooperative launch runs all its blocks at the same time, but only " + std::to_string(most) +
                   " of these " + std::to_string(volume(config.grid)) + " blocks of " +
                   std::to_string(volume(config.block)) + " threads fit on the device",
               most == 0 ? "The device does not support cooperative launches"
                         : "Take at most Stream::max_cooperative_blocks() blocks, and let each thread do "
                           "several elements (kcc::grid_stride)");
}

namespace {

/// The driver would take the nearest priority that it has, without a word.
StreamHandle *create_stream(BackendDevice &device, const StreamOptions &options) {
  const auto operation = [&] { return "creating a stream on " + device.info().label; };
  if (options.priority != 0) { // which every device has
    const StreamPriorities range = device.properties().stream_priorities(operation);
    if (options.priority < range.greatest || options.priority > range.least)
      detail::fail(operation(), "the device has no priority " + std::to_string(options.priority),
                   "Take a number from " + std::to_string(range.greatest) + " (runs first) to " +
                       std::to_string(range.least) + ", see kcc::Device::stream_priorities()");
  }
  return device.create_stream(options, operation);
}

} // namespace

StreamState::StreamState(const Device &device, const StreamOptions &options)
    : public_device_(device), device_(device.backend_device()),
      handle_(create_stream(device_, options),
              [&device = device_](StreamHandle *handle) { device.destroy_stream(handle); }),
      options_(options) {}

StreamState::StreamState(const Device &device, NativeStream adopted)
    : public_device_(device), device_(device.backend_device()) {
  const auto operation = [&] { return "adopting a stream of other code on " + device_.info().label; };
  NativeBackend &native = native_of(device_, operation);
  handle_ = {native.adopt_stream(adopted.handle, operation), [](StreamHandle *) {}};
  options_ = native.stream_options(handle(), operation);
}

StreamState::~StreamState() {
  deliver_quietly(device_, Delivery::no_wait);
  if (!staged_.empty()) {
    try {
      device_.synchronize_stream(handle(), [] { return std::string(); });
    } catch (const Error &) { // nothing is copied any more
    }
    free_staged(staged_.size());
  }
  attached_.clear();
  if (scratch_)
    device_.release(scratch_);
}

StreamAttachment *StreamState::attachment(const void *key) const noexcept {
  for (const Attached &attached : attached_)
    if (attached.key == key)
      return attached.attachment.get();
  return nullptr;
}

void StreamState::attach(const void *key, std::unique_ptr<StreamAttachment> attachment) {
  attached_.push_back({key, std::move(attachment)});
}

void StreamState::write(void *to, const void *host, std::size_t bytes, Operation operation) {
  const auto copy_from = [&](const void *from, HostAccess access) {
    device_.copy(handle(),
                 {.to = to,
                  .to_device = &device_,
                  .from = from,
                  .from_device = nullptr,
                  .row_bytes = bytes,
                  .host_access = access},
                 operation);
  };
  if (device_.info().reads_host_at_once && !capture())
    return copy_from(host, HostAccess::during_call);
  if (capture())
    return copy_from(capture()->add_bytes(host, bytes), HostAccess::later);
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
    staged.passed = device_.create_event({.timing = false}, operation);
    copy_from(staged.copy.get(), HostAccess::later);
  } catch (const Error &) {
    take_back();
    throw;
  }
  try {
    device_.record_event(staged.passed, handle(), operation);
  } catch (const Error &) {
    try {
      device_.synchronize_stream(handle(), operation);
    } catch (const Error &) { // nothing is copied any more
    }
    take_back();
    throw;
  }
}

void StreamState::read(void *host, const void *from, std::size_t bytes, Operation operation) {
  refuse_capture(operation);
  device_.copy(handle(),
               {.to = host,
                .to_device = nullptr,
                .from = from,
                .from_device = &device_,
                .row_bytes = bytes,
                .host_access = HostAccess::later},
               operation);
  synchronize();
}

void StreamState::forget_passed(Operation operation) {
  while (!staged_.empty() && device_.event_end(staged_.front().passed, false, operation).is_over)
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
  if (capture())
    return capture()->add_memory(device_, std::max<std::size_t>(bytes, 1), [&] {
      return "allocating " + std::to_string(bytes) + " bytes of scratch memory for a graph on " +
             device_.info().label;
    });
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

std::uint32_t StreamState::max_cooperative_blocks(const LoadedKernel &kernel, LaunchConfig config) const {
  config.grid = config.cluster;
  config.cooperative = true;
  check_launch(device_, kernel, config);
  return device_.max_cooperative_blocks({kernel.function.handle, &config, nullptr, kernel.places,
                                         kernel.reaches_any_memory, kernel.static_shared_bytes,
                                         kernel.info.uses_barrier},
                                        [&] {
                                          return "asking how many blocks of " + kernel.label() +
                                                 " run at the same time on " + device_.info().label;
                                        });
}

void StreamState::launch(LoadedKernel &kernel, const LaunchConfig &config, const void *const *arguments) {
  check_launch(device_, kernel, config);
  if (!kernel.info.no_alias.empty())
    check_overlap(kernel, arguments);
  if (is_empty(config.grid))
    return;
  const auto start = [&] {
    device_.launch(handle(),
                   {kernel.function.handle, &config, arguments, kernel.places, kernel.reaches_any_memory,
                    kernel.static_shared_bytes, kernel.info.uses_barrier},
                   [&] { return "launching " + kernel.label() + " on " + device_.info().label; });
  };
  if (capture_ && capture()) {
    capture()->needs.objects.push_back(kernel.module->shared_from_this());
    return start(); // a profile sees the launch of the graph
  }
  remember(kernel);
  profiled(device_.profiler_slot(), handle(), {Profile::Kind::kernel, kernel.info.name}, start);
  if (launch_blocking())
    synchronize();
}

void StreamState::run_on_host(std::function<void()> function) {
  const auto operation = [&] { return "calling a function on the host from a stream on " + description(); };
  if (capture())
    capture()->add_host_call(device_, handle(), std::move(function), operation);
  else
    host_calls_->add(device_, handle(), std::move(function), operation);
}

const std::shared_ptr<Capture> &StreamState::capture() {
  if (capture_ && !capture_->active)
    capture_.reset();
  return capture_;
}

void StreamState::refuse_capture(const Operation &operation) {
  if (capture())
    detail::fail(ErrorCategory::invalid_state, operation.text(),
                 "the stream is being captured, so nothing is done that could be waited for",
                 "Wait after the graph has been launched");
}

void StreamState::begin_capture() {
  const auto operation = [&] { return "capturing a stream on " + device_.info().label; };
  GraphBackend &graphs = graphs_of(device_, operation);
  if (capture())
    detail::fail(ErrorCategory::invalid_state, operation(), "it is being captured already",
                 "End one capture before the next begins");
  auto capture = std::make_shared<Capture>();
  graphs.begin_capture(handle(), operation);
  capture_ = std::move(capture);
}

std::shared_ptr<GraphState> StreamState::end_capture() {
  const auto operation = [&] { return "capturing a stream on " + device_.info().label; };
  const std::shared_ptr<Capture> capture = std::exchange(capture_, nullptr);
  capture->active = false;
  GraphBackend &graphs = graphs_of(device_, operation);
  GraphHandle *const graph = graphs.end_capture(handle(), operation);
  try {
    return std::make_shared<GraphState>(public_device_, graph, std::move(capture->needs));
  } catch (const std::bad_alloc &) {
    graphs.destroy_graph(graph);
    throw;
  }
}

void StreamState::launch_graph(const std::shared_ptr<GraphExecState> &graph) {
  const auto operation = [&] { return "launching a graph on " + device_.info().label; };
  if (!(graph->public_device() == public_device_))
    detail::fail(operation(), "the graph is of " + graph->graph().device().info().label,
                 "Make it with the stream's device");
  if (capture()) // the driver refuses it, too
    detail::fail(ErrorCategory::invalid_state, operation(), "the stream is being captured into another graph",
                 "Add the inner kcc::Graph to a kcc::Graph, as a node, by Graph::add");
  graph->for_each_exceptions(
      [&](const std::shared_ptr<GraphExceptions> &exceptions) { host_calls_->add(exceptions); });
  graph->launch(handle(), operation);
  if (launch_blocking())
    synchronize();
}

void StreamState::synchronize() {
  refuse_capture([&] { return "waiting for a stream on " + device_.info().label; });
  try {
    wait_and_deliver(device_, [&] {
      device_.synchronize_stream(handle(), [&] { return "waiting for a stream on " + description(); });
    });
  } catch (const Error &error) {
    if (error.category() == ErrorCategory::kernel_failed)
      host_calls_->forget();
    throw;
  }
  forget();
  host_calls_->throw_first(true);
}

bool StreamState::is_done() {
  refuse_capture([&] { return "asking for a stream on " + device_.info().label; });
  bool done = false;
  try {
    done = device_.stream_done(handle(), [&] { return "asking for a stream on " + description(); });
  } catch (...) {
    deliver_quietly(device_, Delivery::no_wait);
    throw;
  }
  deliver_messages(device_, Delivery::no_wait);
  if (done) {
    forget();
    host_calls_->throw_first(true);
  }
  return done;
}

std::shared_ptr<Completion> StreamState::completion(Executor executor, const char *of) {
  refuse_capture([&] { return std::string("waiting for ") + of + " on " + device_.info().label; });
  return std::make_shared<Completion>(device_, handle_, host_calls_,
                                      std::string("waiting for ") + of + " on " + description(),
                                      std::move(executor));
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
