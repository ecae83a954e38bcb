#include "hip_errors.h"

#include "../core/print_buffer.h"

#include <algorithm>
#include <array>
#include <utility>

namespace kcc::hip {

namespace {

struct Row {
  Result result;
  const char *name;
  ErrorCategory category;
  const char *advice;
};

constexpr auto rows = std::to_array<Row>({
#define KCC_ROW(number, name, category, advice) {number, "hipError" #name, ErrorCategory::category, advice},
    KCC_HIP_ERRORS(KCC_ROW)
#undef KCC_ROW
});

constexpr Row unknown{0, "hipError", ErrorCategory::internal, ""};

const Row &row_of(Result result) {
  const auto found = std::ranges::find(rows, result, &Row::result);
  return found == rows.end() ? unknown : *found;
}

} // namespace

std::string error_name(Result result) {
  return row_of(result).name;
}

bool is_sticky(Result result) noexcept {
  const ErrorCategory category = row_of(result).category;
  return category == ErrorCategory::kernel_failed || category == ErrorCategory::device_lost;
}

bool may_pass(Result result) noexcept {
  return row_of(result).category == ErrorCategory::out_of_memory;
}

Error hip_error(const HipApi &api, Result result, const char *call, std::string operation) {
  const Row &row = row_of(result);
  std::string hint = row.advice;
  if (is_sticky(result))
    hint += std::string(hint.empty() ? "" : ". ") + core::sticky_advice;
  const char *const text = api.get_error_string.function ? api.get_error_string(result) : nullptr;
  return Error({.operation = std::move(operation),
                .code = result,
                .code_name = row.name,
                .text = std::string(text ? text : "HIP has no text for it") + " (" + call + ")",
                .log = {},
                .hint = std::move(hint),
                .category = row.category,
                .sticky = is_sticky(result)});
}

} // namespace kcc::hip
