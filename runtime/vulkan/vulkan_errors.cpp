#include "vulkan_errors.h"

#include <algorithm>
#include <array>

namespace kcc::vulkan {

namespace {

struct Row {
  Result result;
  const char *name;
  ErrorCategory category;
  const char *text;
  const char *advice;
};

constexpr auto rows = std::to_array<Row>({
#define KCC_ROW(number, name, category, text, advice)                                                        \
  {number, "VK_" #name, ErrorCategory::category, text, advice},
    KCC_VULKAN_ERRORS(KCC_ROW)
#undef KCC_ROW
});

const Row *row_of(Result result) {
  const auto found = std::ranges::find(rows, result, &Row::result);
  return found == rows.end() ? nullptr : &*found;
}

} // namespace

const char *result_name(Result result) noexcept {
  const Row *row = row_of(result);
  return row ? row->name : "VkResult";
}

Error vulkan_error(Result result, const char *call, std::string operation) {
  const Row *row = row_of(result);
  return Error(
      {.operation = std::move(operation),
       .code = result,
       .code_name = result_name(result),
       .text = std::string(row ? row->text : "the driver returned an unexpected result") + " (" + call + ")",
       .log = {},
       .hint = row ? row->advice : "",
       .category = row ? row->category : ErrorCategory::internal,
       .sticky = result == error_device_lost});
}

} // namespace kcc::vulkan
