// The table of times.
#ifndef CODEGEN_REPORT_H
#define CODEGEN_REPORT_H

#include "../common/driver.h"

#include <array>
#include <cstdio>
#include <string>
#include <vector>

namespace codegen {

using common::Code;

enum Compiler { kcc_, nvcc, clang, compilers };
inline constexpr std::array<const char *, compilers> compiler_names = {"kcc", "nvcc", "clang"};

/// One kernel in one form.
struct Measurement {
  std::string name, file, form;
  bool is_aside = false;
  std::array<Code, compilers> codes;
  std::array<double, compilers> nanoseconds{}; ///< medians; 0: not measured
  double spread = 0;                           ///< the largest interquartile range, relative to its median
  std::string complaint;                       ///< wrong results, or no code

  /// The other compiler's time divided by kcc's: above 1, kcc is faster. 0 if one of them is missing.
  double ratio(Compiler other) const {
    return nanoseconds[kcc_] > 0 ? nanoseconds[other] / nanoseconds[kcc_] : 0;
  }
};

void print_head();
void print_row(const Measurement &measurement);
/// Geometric means, the worst ten, and what is below 0.95.
void print_summary(const std::vector<Measurement> &measurements);
void write_csv(std::FILE *file, const std::vector<Measurement> &measurements);

} // namespace codegen

#endif
