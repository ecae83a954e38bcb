// What printf, failed assertions and traps become (../../compiler/lowering/Printing.cpp): functions that
// write the parts of a record (../../include/kcc/device/print_record.h). Texts are C strings; null is a text,
// too.
#include "libc.h"

#include <kcc/device/send_record.h>

using namespace kcc::abi;

/// The characters of a text; one more than are sent of it if it has more.
KCC_LIBC [[gnu::noinline]] std::uint32_t __kcc_libc_text_length(const char *text) {
  std::uint32_t length = 0;
  if (text)
    while (length <= max_print_text && text[length] != '\0')
      ++length;
  return length;
}

static std::uint32_t sent(std::uint32_t length) {
  return length < max_print_text ? length : max_print_text;
}

/// The size in a payload of a text of this length.
KCC_LIBC std::uint32_t __kcc_libc_text_bytes(std::uint32_t length) {
  return 8 + ((sent(length) + 7) & ~7u);
}

/// The two numbers in front of a payload or an argument.
KCC_LIBC void __kcc_libc_put_pair(std::uint64_t place, std::uint32_t offset, std::uint32_t first,
                                  std::uint32_t second) {
  alignas(8) const std::uint32_t pair[2] = {first, second};
  __kcc_print_put(place, offset, pair, sizeof(pair));
}

/// Writes an argument and returns the offset of the next.
KCC_LIBC std::uint32_t __kcc_libc_put_value(std::uint64_t place, std::uint32_t offset, std::uint32_t type,
                                            std::uint64_t bits) {
  __kcc_libc_put_pair(place, offset, type, sizeof(bits));
  __kcc_print_put(place, offset + 8, &bits, sizeof(bits));
  return offset + 8 + sizeof(bits);
}

/// Writes an argument and returns the offset of the next.
KCC_LIBC std::uint32_t __kcc_libc_put_text(std::uint64_t place, std::uint32_t offset, const char *text,
                                           std::uint32_t length) {
  const PrintType type = !text                     ? PrintType::null
                         : length > max_print_text ? PrintType::cut
                                                   : PrintType::string;
  __kcc_libc_put_pair(place, offset, static_cast<std::uint32_t>(type), sent(length));
  __kcc_print_put(place, offset + 8, text, sent(length));
  return offset + __kcc_libc_text_bytes(length);
}

/// Records a failure without a message and ends the kernel.
KCC_LIBC [[noreturn, gnu::noinline, gnu::cold]] void __kcc_libc_fail(std::uint32_t kind, const char *what,
                                                                     const char *file, std::uint32_t line,
                                                                     const char *function) {
  const std::uint32_t what_length = __kcc_libc_text_length(what), file_length = __kcc_libc_text_length(file),
                      function_length = __kcc_libc_text_length(function);
  constexpr std::uint32_t pair_bytes = 8, number_bytes = 16;
  const std::uint32_t bytes = pair_bytes + __kcc_libc_text_bytes(what_length) +
                              __kcc_libc_text_bytes(file_length) + number_bytes +
                              __kcc_libc_text_bytes(function_length);
  const std::uint64_t place = __kcc_print_begin(kind, bytes);
  __kcc_libc_put_pair(place, 0, 0, 4); // no format, four arguments
  std::uint32_t offset = __kcc_libc_put_text(place, pair_bytes, what, what_length);
  offset = __kcc_libc_put_text(place, offset, file, file_length);
  offset = __kcc_libc_put_value(place, offset, static_cast<std::uint32_t>(PrintType::u32), line);
  __kcc_libc_put_text(place, offset, function, function_length);
  __kcc_print_end(place, bytes);
  __kcc_print_stop();
}
