#include "driver_errors.h"

#include "../core/print_buffer.h"

#include <algorithm>
#include <array>

namespace kcc::cuda {

namespace {

struct Row {
  Result result;
  const char *name;
  ErrorCategory category;
  const char *advice;
};

constexpr auto rows = std::to_array<Row>({
#define KCC_ROW(number, name, category, advice)                                                              \
  {number, "CUDA_ERROR_" #name, ErrorCategory::category, advice},
    KCC_DRIVER_ERRORS(KCC_ROW)
#undef KCC_ROW
});

const Row *row_of(Result result) {
  const auto found = std::ranges::find(rows, result, &Row::result);
  return found == rows.end() ? nullptr : &*found;
}

} // namespace

const char *error_name(Result result) noexcept {
  const Row *row = row_of(result);
  return row ? row->name : "CUDA_ERROR";
}

ErrorCategory error_category(Result result) noexcept {
  const Row *row = row_of(result);
  return row ? row->category : ErrorCategory::internal;
}

bool is_sticky(Result result) noexcept {
  const ErrorCategory category = error_category(result);
  return category == ErrorCategory::kernel_failed || category == ErrorCategory::device_lost;
}

bool may_pass(Result result) noexcept {
  constexpr std::array passing{2, 46, 802, 805, 807, 808}; // memory, exclusive use, fabric manager, MPS
  return std::ranges::find(passing, result) != passing.end();
}

std::string error_advice(Result result) {
  const Row *row = row_of(result);
  std::string advice = row ? row->advice : "";
  if (is_sticky(result))
    advice += std::string(advice.empty() ? "" : ". ") + core::sticky_advice;
  return advice;
}

Error driver_error(const DriverApi &api, Result result, const char *call, std::string operation,
                   std::string log) {
  const char *text = nullptr;
  if (api.get_error_string.function)
    api.get_error_string(result, &text);
  return Error({.operation = std::move(operation),
                .code = result,
                .code_name = error_name(result),
                .text = std::string(text ? text : "the driver has no text for it") + " (" + call + ")",
                .log = std::move(log),
                .hint = error_advice(result),
                .category = error_category(result),
                .sticky = is_sticky(result)});
}

} // namespace kcc::cuda
