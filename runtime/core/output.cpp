#include "output.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace kcc::core {

namespace {

/// Reads a payload from its front. Past its end there are zeros: a long record is cut.
class PayloadReader {
public:
  explicit PayloadReader(std::span<const std::byte> bytes) : rest_(bytes) {}
  bool at_end() const { return rest_.empty(); }
  std::uint32_t number() {
    std::uint32_t value = 0;
    const auto bytes = take(sizeof(value));
    std::memcpy(&value, bytes.data(), bytes.size());
    return value;
  }
  std::span<const std::byte> padded(std::size_t count) {
    const auto bytes = take(count);
    take((8 - count % 8) % 8);
    return bytes;
  }

private:
  std::span<const std::byte> take(std::size_t count) {
    const auto taken = rest_.first(std::min(count, rest_.size()));
    rest_ = rest_.subspan(taken.size());
    return taken;
  }
  std::span<const std::byte> rest_;
};

std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

std::string text_of(const Dim3 &dim) {
  return "(" + std::to_string(dim.x) + ", " + std::to_string(dim.y) + ", " + std::to_string(dim.z) + ")";
}

/// The four arguments in front of a failure's message.
constexpr std::size_t failure_arguments = 4;

} // namespace

std::uint64_t OutputArgument::bits() const noexcept {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data(), std::min(bytes.size(), sizeof(value)));
  return value;
}

std::string_view OutputArgument::text() const noexcept {
  return as_text(bytes);
}

OutputContent content_of(const OutputRecord &record) {
  OutputContent content;
  PayloadReader reader(record.payload);
  const std::uint32_t format_bytes = reader.number(), count = reader.number();
  content.format = as_text(reader.padded(format_bytes));
  for (std::uint32_t i = 0; i < count && !reader.at_end(); ++i) {
    const auto type = static_cast<abi::OutputType>(reader.number());
    const std::uint32_t bytes = reader.number();
    content.arguments.push_back({type, reader.padded(bytes)});
  }
  return content;
}

std::string message_of(const OutputRecord &record) {
  const OutputContent content = content_of(record);
  return record.kind == abi::OutputKind::print ? format_std(content.format, content.arguments)
                                               : format_printf(content.format, content.arguments);
}

std::string failure_of(const OutputRecord &record) {
  const OutputContent content = content_of(record);
  const std::span arguments(content.arguments);
  const auto text = [&](std::size_t i) {
    return i < arguments.size() ? std::string(arguments[i].text()) : std::string();
  };
  const std::string what = text(0), file = text(1), function = text(3);
  const auto line = arguments.size() > 2 ? arguments[2].bits() : 0;
  const auto rest = arguments.subspan(std::min(arguments.size(), failure_arguments));
  const std::string message = record.kind == abi::OutputKind::error ? format_printf(content.format, rest)
                                                                    : format_std(content.format, rest);
  std::string result;
  switch (record.kind) {
  case abi::OutputKind::assertion:
    result = what.empty() ? "a check failed" : "the assertion `" + what + "` failed";
    break;
  case abi::OutputKind::error:
    result = "the C++ library would have thrown " + what;
    break;
  case abi::OutputKind::ended:
    result = "the kernel called " + what;
    break;
  default:
    result = "the kernel trapped";
  }
  if (!message.empty())
    result += ": " + message;
  if (!file.empty())
    result += ", at " + file + ":" + std::to_string(line);
  if (!function.empty())
    result += ", in `" + function + "`";
  return result + ", in block " + text_of(record.block) + ", thread " + text_of(record.thread);
}

void OutputSink::on_output(OutputHandler handler) {
  const std::lock_guard lock(mutex_);
  handler_ = std::move(handler);
}

void OutputSink::deliver(std::span<const OutputRecord> records, std::uint64_t lost, std::size_t capacity) {
  if (records.empty() && lost == 0)
    return;
  const std::lock_guard lock(mutex_);
  const OutputHandler handler = handler_; // it may replace itself
  for (const OutputRecord &record : records) {
    const std::string text = message_of(record);
    if (handler)
      handler({text, record.block, record.thread, 0});
    else
      std::fwrite(text.data(), 1, text.size(), stdout);
  }
  if (lost != 0) {
    const std::string text = "kcc: " + std::to_string(lost) +
                             " messages of kernels were lost: between two waits " + "they may take " +
                             std::to_string(capacity) +
                             " bytes together; wait more often, or see kcc::Device::set_output_capacity\n";
    if (handler)
      handler({text, {0, 0, 0}, {0, 0, 0}, lost});
    else
      std::fwrite(text.data(), 1, text.size(), stderr);
  }
  if (!handler)
    std::fflush(stdout);
}

} // namespace kcc::core
