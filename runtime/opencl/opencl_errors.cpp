#include "opencl_errors.h"

#include <algorithm>
#include <array>
#include <utility>

namespace kcc::opencl {

namespace {

struct Row {
  Status status;
  const char *name;
  ErrorCategory category;
  const char *text;
  const char *advice;
};

constexpr auto rows = std::to_array<Row>({
#define KCC_ROW(number, name, category, text, advice)                                                        \
  {number, "CL_" #name, ErrorCategory::category, text, advice},
    KCC_OPENCL_ERRORS(KCC_ROW)
#undef KCC_ROW
});

const Row *row_of(Status status) {
  const auto found = std::ranges::find(rows, status, &Row::status);
  return found == rows.end() ? nullptr : &*found;
}

} // namespace

const char *status_name(Status status) noexcept {
  const Row *row = row_of(status);
  return row ? row->name : "cl_int";
}

Error opencl_error(Status status, const char *call, std::string operation, std::string log) {
  const Row *row = row_of(status);
  return Error(
      {.operation = std::move(operation),
       .code = status,
       .code_name = status_name(status),
       .text = std::string(row ? row->text : "the driver returned an unexpected code") + " (" + call + ")",
       .log = std::move(log),
       .hint = row ? row->advice : "",
       .category = row ? row->category : ErrorCategory::internal,
       .sticky = status == error_device_not_available});
}

} // namespace kcc::opencl
