// Sending a record to the host (print_record.h), which printing and assertions are built on.
#ifndef KCC_DEVICE_SEND_RECORD_H
#define KCC_DEVICE_SEND_RECORD_H

#include "print_record.h"

// Each target implements these for its kernels, and kcc::runtime for kernel files compiled as host code:
// there, messages go to standard output, and a failure goes to standard error and aborts the program.
extern "C" {
/// Starts a record of this abi::RecordKind. Returns its position, for the next two functions.
std::uint64_t __kcc_print_begin(std::uint32_t kind, std::uint32_t payload_bytes) noexcept;
/// Copies bytes into the record's payload.
void __kcc_print_put(std::uint64_t place, std::uint32_t offset, const void *from,
                     std::uint32_t bytes) noexcept;
/// Completes the record.
void __kcc_print_end(std::uint64_t place, std::uint32_t payload_bytes) noexcept;
/// Ends the kernel after a failure has been recorded.
[[noreturn]] void __kcc_print_stop() noexcept;
}

namespace kcc::detail {

/// One argument of a record: `bytes` bytes at `from`, or the value itself if `from` is null.
struct PrintArgument {
  abi::PrintType type;
  std::uint32_t bytes;
  const void *from;
  std::uint64_t value[2];
};

/// The argument for `size` characters.
constexpr PrintArgument print_text(const char *text, std::size_t size) noexcept {
  if (size > abi::max_print_text)
    return {abi::PrintType::cut, abi::max_print_text, text, {}};
  return {abi::PrintType::string, static_cast<std::uint32_t>(size), text, {}};
}

/// The argument for a C string; reads at most one character more than is sent.
constexpr PrintArgument print_text(const char *text) noexcept {
  if (text == nullptr)
    return {abi::PrintType::null, 0, nullptr, {}};
  std::size_t size = 0;
  while (size <= abi::max_print_text && text[size] != '\0')
    ++size;
  return print_text(text, size);
}

/// Sends one record. Not inlined: printing need not be fast, and this saves registers and code.
[[gnu::noinline]] inline void send_record(abi::RecordKind kind, const char *format,
                                          std::uint32_t format_bytes, const PrintArgument *arguments,
                                          std::uint32_t count) noexcept {
  const auto padded = [](std::uint32_t bytes) { return (bytes + 7) & ~std::uint32_t{7}; };
  std::uint32_t all = 8 + padded(format_bytes);
  for (std::uint32_t i = 0; i != count; ++i)
    all += 8 + padded(arguments[i].bytes);
  const std::uint64_t place = __kcc_print_begin(static_cast<std::uint32_t>(kind), all);
  const std::uint32_t head[2] = {format_bytes, count};
  __kcc_print_put(place, 0, head, 8);
  __kcc_print_put(place, 8, format, format_bytes);
  std::uint32_t at = 8 + padded(format_bytes);
  for (std::uint32_t i = 0; i != count; ++i) {
    const PrintArgument &argument = arguments[i];
    const std::uint32_t type[2] = {static_cast<std::uint32_t>(argument.type), argument.bytes};
    __kcc_print_put(place, at, type, 8);
    __kcc_print_put(place, at + 8, argument.from ? argument.from : argument.value, argument.bytes);
    at += 8 + padded(argument.bytes);
  }
  __kcc_print_end(place, all);
}

/// The source location of a check.
struct CheckSite {
  const char *what, *file;
  std::uint32_t line;
  const char *function;
};

/// The arguments that precede a failure's message.
inline constexpr std::uint32_t check_site_arguments = 4;
constexpr void put_check_site(PrintArgument *to, const CheckSite &site) noexcept {
  to[0] = print_text(site.what);
  to[1] = print_text(site.file);
  to[2] = {abi::PrintType::u32, 8, nullptr, {site.line, 0}};
  to[3] = print_text(site.function);
}

/// Ends the kernel with an error that has no further message.
[[noreturn, gnu::noinline, gnu::cold]] inline void fail_check(abi::RecordKind kind,
                                                              const CheckSite &site) noexcept {
  PrintArgument arguments[check_site_arguments];
  put_check_site(arguments, site);
  send_record(kind, "", 0, arguments, check_site_arguments);
  __kcc_print_stop();
}

} // namespace kcc::detail

#endif
