#include "messages.h"

#include "dimensions.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace kcc::core {

namespace {

/// Reads a payload from front to back. After its end it returns zeros, because long records are truncated.
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

/// The four arguments that precede a failure's message.
constexpr std::size_t failure_arguments = 4;

} // namespace

std::uint64_t PrintArgument::bits() const noexcept {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data(), std::min(bytes.size(), sizeof(value)));
  return value;
}

std::string_view PrintArgument::text() const noexcept {
  return as_text(bytes);
}

PrintContent content_of(const PrintRecord &record) {
  PrintContent content;
  PayloadReader reader(record.payload);
  const std::uint32_t format_bytes = reader.number(), count = reader.number();
  content.format = as_text(reader.padded(format_bytes));
  for (std::uint32_t i = 0; i < count && !reader.at_end(); ++i) {
    const auto type = static_cast<abi::PrintType>(reader.number());
    const std::uint32_t bytes = reader.number();
    content.arguments.push_back({type, reader.padded(bytes)});
  }
  return content;
}

std::string message_of(const PrintRecord &record) {
  const PrintContent content = content_of(record);
  return record.kind == abi::RecordKind::print ? format_std(content.format, content.arguments)
                                               : format_printf(content.format, content.arguments);
}

std::string failure_of(const PrintRecord &record) {
  const PrintContent content = content_of(record);
  const std::span arguments(content.arguments);
  const auto text = [&](std::size_t i) {
    return i < arguments.size() ? std::string(arguments[i].text()) : std::string();
  };
  const std::string what = text(0), file = text(1), function = text(3);
  const auto line = arguments.size() > 2 ? arguments[2].bits() : 0;
  const auto rest = arguments.subspan(std::min(arguments.size(), failure_arguments));
  const std::string message = record.kind == abi::RecordKind::error ? format_printf(content.format, rest)
                                                                    : format_std(content.format, rest);
  std::string result;
  switch (record.kind) {
  case abi::RecordKind::assertion:
    result = what.empty() ? "a check failed" : "the assertion `" + what + "` failed";
    break;
  case abi::RecordKind::error:
    result = "the C++ library would have thrown " + what;
    break;
  case abi::RecordKind::ended:
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
  return result + ", in block " + core::text(record.block) + ", thread " + core::text(record.thread);
}

namespace {

void hand_on(const Messages &messages, const OutputHandler *handler) {
  for (const PrintRecord &record : messages.records) {
    const std::string text = message_of(record);
    if (handler)
      (*handler)({text, record.block, record.thread, 0});
    else
      std::fwrite(text.data(), 1, text.size(), stdout);
  }
  if (messages.dropped != 0) {
    const std::string text = "kcc: " + std::to_string(messages.dropped) +
                             " messages of kernels were lost: between two waits they may take " +
                             std::to_string(messages.capacity) +
                             " bytes together; wait more often, or see kcc::Device::set_output_capacity\n";
    if (handler)
      (*handler)({text, {0, 0, 0}, {0, 0, 0}, messages.dropped});
    else
      std::fwrite(text.data(), 1, text.size(), stderr);
  }
  if (!handler)
    std::fflush(stdout);
}

} // namespace

void MessageSink::on_output(OutputHandler handler) {
  auto next = handler ? std::make_shared<const OutputHandler>(std::move(handler)) : nullptr;
  std::unique_lock lock(mutex_);
  handler_.swap(next);
  if (!delivering_ || is_deliverer())
    return;
  const std::uint64_t running = finished_;
  handed_on_.wait(lock, [&] { return !delivering_ || finished_ != running; });
}

void MessageSink::inherit_handler(MessageSink &from) {
  const std::scoped_lock lock(mutex_, from.mutex_);
  handler_ = from.handler_;
}

void MessageSink::deliver(const std::function<Messages()> &fetch, Delivery delivery) {
  std::unique_lock lock(mutex_);
  Messages messages = fetch(); // under the lock, so that no other thread can insert later messages first
  if (!messages.records.empty() || messages.dropped != 0)
    queue_.push_back({std::move(messages), ++fetched_});
  const std::uint64_t last = fetched_;
  if (is_deliverer())
    return;
  if (delivery == Delivery::wait)
    handed_on_.wait(lock, [&] { return !delivering_ || finished_ >= last; });
  if (!delivering_ && !queue_.empty())
    work_off(lock);
}

void MessageSink::work_off(std::unique_lock<std::mutex> &lock) {
  delivering_ = true;
  deliverer_ = std::this_thread::get_id();
  const auto finish = [&](std::uint64_t batch) {
    finished_ = batch;
    handed_on_.notify_all();
  };
  while (!queue_.empty()) {
    const Batch batch = std::move(queue_.front());
    queue_.pop_front();
    auto handler = handler_; // a copy: the handler may replace itself
    lock.unlock();
    try {
      hand_on(batch.messages, handler.get());
      handler.reset(); // its state is also destroyed without the lock
    } catch (...) {
      handler.reset();
      lock.lock();
      delivering_ = false;
      finish(batch.number);
      throw;
    }
    lock.lock();
    finish(batch.number);
  }
  delivering_ = false;
}

} // namespace kcc::core
