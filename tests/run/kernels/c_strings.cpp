// The functions of <cstring> and what the library builds on them.
#include "c_strings.h"

namespace strings {

[[kcc::kernel]] void evaluate(std::span<const Case> cases, std::span<Results> results) {
  for (std::size_t i : kcc::grid_stride(cases.size()))
    evaluate_case(cases[i], results[i]);
}

} // namespace strings
