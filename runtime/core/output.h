// What arrives from kernels: records taken apart, made into text and handed on.
#ifndef KCC_RUNTIME_CORE_OUTPUT_H
#define KCC_RUNTIME_CORE_OUTPUT_H

#include "output_record.h"

#include <kcc/runtime/output.h>

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace kcc::core {

/// One argument; whoever made the record need not be trusted with its bytes.
struct OutputArgument {
  abi::OutputType type{};
  std::span<const std::byte> bytes;

  /// The number in the first 8 bytes, zeros for those that are missing.
  std::uint64_t bits() const noexcept;
  std::string_view text() const noexcept;
};

/// A payload taken apart. It refers to the record's bytes.
struct OutputContent {
  std::string_view format;
  std::vector<OutputArgument> arguments;
};
OutputContent content_of(const OutputRecord &record);

/// A format of std::format's grammar with its arguments. What does not fit each other shows in the text.
std::string format_std(std::string_view format, std::span<const OutputArgument> arguments);
/// The same for a format of C's printf. Each conversion is made by itself, so no argument is ever
/// interpreted.
std::string format_printf(std::string_view format, std::span<const OutputArgument> arguments);

/// The text of a message.
std::string message_of(const OutputRecord &record);
/// The text of a failure: what failed, where in the source, in which thread.
std::string failure_of(const OutputRecord &record);

/// What a device's kernels have printed since it was last asked.
struct Messages {
  std::vector<OutputRecord> records;
  std::uint64_t dropped = 0;  ///< messages that found no room
  std::uint64_t capacity = 0; ///< bytes that messages may take
};

/// Whether a delivery waits for one that another thread is at.
enum class Delivery { wait, no_wait };

/// Hands the messages of one device on, to standard output or to the user's handler, in the order in which
/// they were fetched. One thread at a time calls the handler, and holds no lock meanwhile; what other threads
/// fetch goes to the end of its queue.
class OutputSink {
public:
  /// Returns when the handler that was there before is not running any more, unless it is the caller.
  void on_output(OutputHandler handler);

  /// Fetches messages and hands them on, or leaves that to the thread that is doing so: `wait` returns when
  /// it has handed them on. Called by the handler itself it only fetches. Passes on what the handler throws;
  /// what was fetched together with that message is then lost.
  void deliver(const std::function<Messages()> &fetch, Delivery);

private:
  struct Batch {
    Messages messages;
    std::uint64_t number;
  };
  bool is_deliverer() const { return delivering_ && deliverer_ == std::this_thread::get_id(); }
  void work_off(std::unique_lock<std::mutex> &lock);

  std::mutex mutex_; ///< guards everything below
  std::condition_variable handed_on_;
  std::shared_ptr<const OutputHandler> handler_;
  std::deque<Batch> queue_;
  std::uint64_t fetched_ = 0;  ///< the number of the last batch
  std::uint64_t finished_ = 0; ///< of the last batch that was handed on
  bool delivering_ = false;
  std::thread::id deliverer_;
};

} // namespace kcc::core

#endif
