// Parses the records that arrive from kernels, turns them into text and delivers them.
#ifndef KCC_RUNTIME_CORE_MESSAGES_H
#define KCC_RUNTIME_CORE_MESSAGES_H

#include "print_record.h"

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

/// One argument. Its bytes are not trusted.
struct PrintArgument {
  abi::PrintType type{};
  std::span<const std::byte> bytes;

  /// The number in the first 8 bytes; missing bytes are zero.
  std::uint64_t bits() const noexcept;
  std::string_view text() const noexcept;
};

/// A parsed payload. It refers to the record's bytes.
struct PrintContent {
  std::string_view format;
  std::vector<PrintArgument> arguments;
};
PrintContent content_of(const PrintRecord &record);

/// Formats in std::format's grammar. Mismatches between format and arguments show up in the text.
std::string format_std(std::string_view format, std::span<const PrintArgument> arguments);
/// The same for C's printf. Each conversion is done on its own, so no argument is ever interpreted as a
/// format.
std::string format_printf(std::string_view format, std::span<const PrintArgument> arguments);

/// The text of a message.
std::string message_of(const PrintRecord &record);
/// The text of a failure: what failed, where in the source, in which thread.
std::string failure_of(const PrintRecord &record);

/// What a device's kernels have printed since the last fetch.
struct Messages {
  std::vector<PrintRecord> records;
  std::uint64_t dropped = 0;  ///< messages for which there was no space
  std::uint64_t capacity = 0; ///< maximum size of messages in bytes
};

/// Whether a delivery waits for another thread's delivery.
enum class Delivery { wait, no_wait };

/// Delivers the messages of one device to standard output or to the user's handler, in the order in which
/// they were fetched. One thread at a time calls the handler, without holding a lock; what other threads
/// fetch meanwhile is appended to its queue.
class MessageSink {
public:
  /// Returns when the previous handler is no longer running, unless it is the caller.
  void on_output(OutputHandler handler);

  /// Takes over the handler of another sink.
  void inherit_handler(MessageSink &from);

  /// Fetches messages and delivers them, or leaves them to the thread that is delivering: with `wait` it then
  /// returns when that thread has delivered them. A call from the handler itself only fetches. Propagates
  /// exceptions of the handler; the rest of that message's batch is then lost.
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
  std::uint64_t fetched_ = 0;  ///< number of the last batch
  std::uint64_t finished_ = 0; ///< number of the last batch that was delivered
  bool delivering_ = false;
  std::thread::id deliverer_;
};

} // namespace kcc::core

#endif
