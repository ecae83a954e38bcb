// What Vulkan and OpenCL devices have in common. Their drivers do not say which stream a failed kernel
// belongs to, nor keep a destroyed stream until its work is done: this does.
#ifndef KCC_RUNTIME_SPIRV_SPIRV_DEVICE_H
#define KCC_RUNTIME_SPIRV_SPIRV_DEVICE_H

#include "../core/backend.h"
#include "../core/host_calls.h"
#include "../core/process_end.h"
#include "../core/stream_failures.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace kcc::spirv {

/// A failed kernel destroys nothing: each stream has a word that its kernels set when they fail, and the next
/// wait for the stream throws the Error. The device stays usable.
///
/// `Context` is the started device. A `Stream` has a type `Point` for the end of some of its work.
template <class Context, class Stream> class SpirvDevice : public core::BackendDevice {
public:
  using StreamHandle = core::StreamHandle;
  using EventHandle = core::EventHandle;
  using ModuleHandle = core::ModuleHandle;
  using Operation = core::Operation;

  using BackendDevice::BackendDevice;

  void synchronize(Operation) override;
  void wait_quietly() noexcept override;
  void synchronize_memory(const void *, Operation operation) override { synchronize(operation); }

  StreamHandle *create_stream(const StreamOptions &, Operation) override;
  void destroy_stream(StreamHandle *) noexcept override;
  void synchronize_stream(StreamHandle *, Operation) override;
  bool stream_done(StreamHandle *, Operation) override;
  void *native_stream(StreamHandle *) noexcept override { return nullptr; }

  void call_host(StreamHandle *handle, void (*function)(void *) noexcept, void *argument,
                 Operation operation) override {
    stream_of(handle, operation)->call_host(function, argument, operation);
  }

  EventHandle *create_event(const EventOptions &options, Operation) override {
    return reinterpret_cast<EventHandle *>(new EventData(options.timing));
  }
  void destroy_event(EventHandle *event) noexcept override { delete &event_data(event); }
  void wait_event(StreamHandle *, EventHandle *, Operation) override;
  void synchronize_event(EventHandle *, Operation) override;
  bool event_done(EventHandle *, Operation) override;
  core::EventEnd event_end(EventHandle *, bool wait, Operation) override;
  void claim(const std::shared_ptr<const Error> &error) noexcept override { failures_.forget(error); }

  std::uint32_t max_cooperative_blocks(const core::Launch &, Operation) override { return 0; }
  std::size_t heap_bytes(Operation) override { return 0; }
  core::BackendDevice &reset(Operation) override;

  /// Started at the first use. Throws Error if the driver cannot start it.
  Context &context(const Operation &);
  /// Waits for the work that all streams have been given so far.
  void wait_for_streams(const Operation &);

protected:
  /// What an event stands for.
  struct Record {
    std::shared_ptr<Stream> stream; ///< null: nothing was recorded
    typename Stream::Point point{};
  };
  /// What the core's opaque handle of an event is.
  struct EventData {
    const bool has_timing;
    std::mutex mutex; // any thread may query an event while one records it again
    Record record;

    explicit EventData(bool timing) : has_timing(timing) {}
    Record last() {
      const std::lock_guard lock(mutex);
      return record;
    }
  };

  virtual std::unique_ptr<Context> make_context(const Operation &) = 0;
  /// Makes what else the device needs as long as it lives. Called again if this or the next step fails.
  virtual void complete_start(Context &, const Operation &) {}
  virtual std::shared_ptr<Stream> make_stream(Context &, const StreamOptions &, const Operation &) = 0;
  /// If work of the stream has failed, which has just been waited for, gives that to failures().
  virtual void note_failure(Stream &, const Operation &) = 0;

  /// Null: it is not started.
  Context *started_context() const noexcept { return context_.load(std::memory_order_acquire); }
  core::StreamFailures &failures() noexcept { return failures_; }
  static EventData &event_data(EventHandle *handle) noexcept {
    return *reinterpret_cast<EventData *>(handle);
  }
  static void set_record(EventHandle *event, Record record) {
    const std::lock_guard lock(event_data(event).mutex);
    event_data(event).record = std::move(record);
  }
  std::shared_ptr<Stream> stream_of(StreamHandle *, const Operation &);
  void throw_failure(Stream &stream, const Operation &operation) {
    note_failure(stream, operation);
    failures_.throw_oldest_of(&stream);
  }

private:
  /// What the core's opaque handle of a stream is.
  struct StreamData {
    std::shared_ptr<Stream> stream;
  };

  static StreamData &stream_data(StreamHandle *handle) noexcept {
    return *reinterpret_cast<StreamData *>(handle);
  }
  std::vector<std::shared_ptr<Stream>> streams() const {
    const std::lock_guard lock(mutex_);
    return streams_;
  }
  void wait_for_all_work(const Operation &);
  void forget_finished() noexcept;

  std::mutex starting_;                      ///< guards the making of what follows
  std::unique_ptr<Context> made_context_;    ///< see context_
  std::atomic<Context *> context_ = nullptr; ///< set when the streams exist as well
  std::shared_ptr<Stream> default_stream_;

  mutable std::mutex mutex_;                     ///< guards the next
  std::vector<std::shared_ptr<Stream>> streams_; ///< also destroyed ones with unfinished work

  core::StreamFailures failures_;
};

template <class Context, class Stream>
Context &SpirvDevice<Context, Stream>::context(const Operation &operation) {
  core::refuse_at_process_end(operation);
  if (Context *const started = started_context())
    return *started;
  const std::lock_guard lock(starting_);
  if (Context *const started = context_.load(std::memory_order_relaxed))
    return *started;
  // Whatever is made before a call fails is kept for the next attempt.
  if (!made_context_)
    made_context_ = make_context(operation);
  complete_start(*made_context_, operation);
  default_stream_ = make_stream(*made_context_, {}, operation);
  {
    const std::lock_guard listing(mutex_);
    streams_.push_back(default_stream_);
  }
  core::before_process_end([this] { wait_quietly(); });
  context_.store(made_context_.get(), std::memory_order_release);
  return *made_context_;
}

template <class Context, class Stream>
std::shared_ptr<Stream> SpirvDevice<Context, Stream>::stream_of(StreamHandle *handle,
                                                                const Operation &operation) {
  core::refuse_in_host_call(operation);
  core::refuse_at_process_end(operation);
  if (handle)
    return stream_data(handle).stream;
  (void)context(operation);
  return default_stream_;
}

template <class Context, class Stream>
void SpirvDevice<Context, Stream>::wait_for_streams(const Operation &operation) {
  core::refuse_at_process_end(operation);
  for (const std::shared_ptr<Stream> &stream : streams())
    stream->wait(stream->last(), operation);
}

template <class Context, class Stream> void SpirvDevice<Context, Stream>::wait_quietly() noexcept {
  if (core::process_has_ended())
    return;
  for (const std::shared_ptr<Stream> &stream : streams())
    stream->wait_quietly();
  forget_finished();
}

/// Lets go of destroyed streams, but not of what their kernels have reported.
template <class Context, class Stream> void SpirvDevice<Context, Stream>::forget_finished() noexcept {
  if (core::process_has_ended())
    return;
  for (const std::shared_ptr<Stream> &stream : streams())
    if (stream->has_finished() && stream->is_closed()) {
      try {
        note_failure(*stream, [] { return std::string("running kernels in a stream that is destroyed"); });
      } catch (const Error &) { // then nobody will know
      }
      failures_.disown(stream.get());
      const std::lock_guard lock(mutex_);
      std::erase(streams_, stream);
    }
}

/// Failures are noted, and not thrown.
template <class Context, class Stream>
void SpirvDevice<Context, Stream>::wait_for_all_work(const Operation &operation) {
  core::refuse_in_host_call(operation);
  wait_for_streams(operation);
  for (const std::shared_ptr<Stream> &stream : streams())
    note_failure(*stream, operation);
  forget_finished();
}

template <class Context, class Stream> void SpirvDevice<Context, Stream>::synchronize(Operation operation) {
  wait_for_all_work(operation);
  failures_.throw_oldest();
}

template <class Context, class Stream>
core::BackendDevice &SpirvDevice<Context, Stream>::reset(Operation operation) {
  wait_for_all_work(operation);
  failures_.forget_all();
  return *this;
}

template <class Context, class Stream>
core::StreamHandle *SpirvDevice<Context, Stream>::create_stream(const StreamOptions &options,
                                                                Operation operation) {
  forget_finished();
  auto stream = std::make_unique<StreamData>(StreamData{make_stream(context(operation), options, operation)});
  const std::lock_guard lock(mutex_);
  streams_.push_back(stream->stream);
  return reinterpret_cast<StreamHandle *>(stream.release());
}

template <class Context, class Stream>
void SpirvDevice<Context, Stream>::destroy_stream(StreamHandle *handle) noexcept {
  stream_data(handle).stream->close(); // it lives until its work is done
  delete &stream_data(handle);
  forget_finished();
}

template <class Context, class Stream>
void SpirvDevice<Context, Stream>::synchronize_stream(StreamHandle *handle, Operation operation) {
  const auto stream = stream_of(handle, operation);
  stream->wait(stream->last(), operation);
  (void)stream->has_finished(); // gives back memory
  throw_failure(*stream, operation);
}

template <class Context, class Stream>
bool SpirvDevice<Context, Stream>::stream_done(StreamHandle *handle, Operation operation) {
  const auto stream = stream_of(handle, operation);
  if (!stream->is_reached(stream->last(), operation))
    return false;
  throw_failure(*stream, operation);
  return true;
}

template <class Context, class Stream>
void SpirvDevice<Context, Stream>::wait_event(StreamHandle *handle, EventHandle *event, Operation operation) {
  const auto stream = stream_of(handle, operation);
  const auto record = event_data(event).last();
  if (!record.stream || record.stream == stream)
    return;
  if (&record.stream->context() == &stream->context())
    return stream->wait_for(record.point, operation);
  // Devices have nothing in common that one could signal and the other wait for.
  record.stream->wait(record.point, operation);
}

template <class Context, class Stream>
void SpirvDevice<Context, Stream>::synchronize_event(EventHandle *event, Operation operation) {
  core::refuse_in_host_call(operation);
  core::refuse_at_process_end(operation);
  const auto record = event_data(event).last();
  if (!record.stream)
    return;
  record.stream->wait(record.point, operation);
  throw_failure(*record.stream, operation);
}

template <class Context, class Stream>
bool SpirvDevice<Context, Stream>::event_done(EventHandle *event, Operation operation) {
  core::refuse_at_process_end(operation);
  const auto record = event_data(event).last();
  if (!record.stream)
    return true;
  if (!record.stream->is_reached(record.point, operation))
    return false;
  throw_failure(*record.stream, operation);
  return true;
}

template <class Context, class Stream>
core::EventEnd SpirvDevice<Context, Stream>::event_end(EventHandle *event, bool wait, Operation operation) {
  const auto record = event_data(event).last();
  Stream *const stream = record.stream.get();
  if (!stream)
    return {true, nullptr};
  try {
    core::refuse_at_process_end(operation);
    if (wait)
      stream->wait(record.point, operation);
    else if (!stream->is_reached(record.point, operation))
      return {false, nullptr};
    note_failure(*stream, operation);
  } catch (const Error &error) { // then nothing runs any more
    return {true, std::make_shared<const Error>(error)};
  }
  return {true, failures_.oldest_of(stream)};
}

} // namespace kcc::spirv

#endif
