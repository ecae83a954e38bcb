// What arrives from kernels: records taken apart, made into text and handed on.
#ifndef KCC_RUNTIME_CORE_OUTPUT_H
#define KCC_RUNTIME_CORE_OUTPUT_H

#include <kcc/device/output_record.h>
#include <kcc/runtime/output.h>

#include <cstddef>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace kcc::core {

/// One record as a thread wrote it (include/kcc/device/output_record.h).
struct OutputRecord {
  abi::OutputKind kind{};
  Dim3 block, thread;
  std::vector<std::byte> payload;
};

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

/// Hands the messages of one device on, to standard output or to the user's handler. Messages of one call
/// stay together; calls from several threads come one after the other.
class OutputSink {
public:
  void on_output(OutputHandler handler);
  /// To be held from before messages are fetched until they are delivered: then no other thread overtakes
  /// with later ones.
  std::unique_lock<std::recursive_mutex> turn() { return std::unique_lock(mutex_); }
  /// Passes on what the handler throws; the rest of the messages is then lost.
  void deliver(std::span<const OutputRecord> records, std::uint64_t lost, std::size_t capacity);

private:
  std::recursive_mutex mutex_; // a handler may wait for the device, which delivers again
  OutputHandler handler_;
};

} // namespace kcc::core

#endif
