#include <kcc/runtime/error.h>
#include <kcc/runtime/launch_config.h>

#include <utility>

namespace kcc {

namespace {

std::string whole_text(const Error::Parts &parts) {
  std::string text = parts.operation + ": ";
  if (!parts.code_name.empty())
    text += parts.code_name + " (" + std::to_string(parts.code) + "): ";
  text += parts.text;
  if (!parts.hint.empty())
    text += ". Hint: " + parts.hint + ".";
  if (!parts.log.empty())
    text += "\nThe compiler's log:\n" + parts.log;
  return text;
}

} // namespace

std::string_view category_name(ErrorCategory category) noexcept {
  switch (category) {
#define KCC_NAME(name)                                                                                       \
  case ErrorCategory::name:                                                                                  \
    return #name;
    KCC_NAME(invalid_argument)
    KCC_NAME(invalid_state)
    KCC_NAME(out_of_memory)
    KCC_NAME(kernel_failed)
    KCC_NAME(device_lost)
    KCC_NAME(busy)
    KCC_NAME(not_supported)
    KCC_NAME(not_found)
    KCC_NAME(no_device)
    KCC_NAME(driver)
    KCC_NAME(invalid_code)
    KCC_NAME(system)
    KCC_NAME(internal)
#undef KCC_NAME
  }
  return "internal";
}

Error::Error(Parts parts)
    : std::runtime_error(whole_text(parts)), parts_(std::make_shared<const Parts>(std::move(parts))) {}

namespace detail {

void fail(std::string operation, std::string text, std::string hint) {
  fail(ErrorCategory::invalid_argument, std::move(operation), std::move(text), std::move(hint));
}

void fail(ErrorCategory category, std::string operation, std::string text, std::string hint) {
  throw Error({.operation = std::move(operation),
               .code = 0,
               .code_name = {},
               .text = std::move(text),
               .log = {},
               .hint = std::move(hint),
               .category = category});
}

void fail_dimension(bool negative, unsigned long long magnitude) {
  fail("kcc::Dim3", std::string(negative ? "-" : "") + std::to_string(magnitude) + " is not an extent",
       "Give a number from 0 to 4294967295");
}

void fail_empty_block() {
  fail("kcc::cover", "the block has 0 threads", "Give a block of at least one thread, usually 128 or 256");
}

void fail_too_many_blocks(std::size_t count, std::uint32_t block) {
  fail("kcc::cover",
       std::to_string(count) + " elements in blocks of " + std::to_string(block) +
           " are more than 4294967295 blocks",
       "Take a bigger block, or let each thread of the kernel do several elements");
}

} // namespace detail

} // namespace kcc
