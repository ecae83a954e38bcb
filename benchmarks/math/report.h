// The table of throughput, in Markdown.
#ifndef MATH_REPORT_H
#define MATH_REPORT_H

#include "../common/driver.h"
#include "table.h"

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace math {

enum Compiler { kcc_, nvcc, compilers };

/// A function for one type.
struct Cell {
  std::array<common::Code, compilers> codes;
  std::array<double, compilers> picoseconds{}; ///< of one call on the whole GPU, the median; 0: not measured
  double spread = 0;                           ///< the larger interquartile range, relative to its median
  std::string complaint;                       ///< wrong results, or no code

  /// nvcc's time divided by kcc's: above 1, kcc is faster. 0 if one of them is missing.
  double ratio() const { return picoseconds[kcc_] > 0 ? picoseconds[nvcc] / picoseconds[kcc_] : 0; }
};

struct Result {
  std::string set, function;
  std::array<Cell, types> cells;
};

void print_head(const std::array<bool, types> &has);
void print_row(const Result &result, const std::array<bool, types> &has);
/// Geometric means, what is below 0.95, and wrong results.
void print_summary(const std::vector<Result> &results);
void write_csv(const std::filesystem::path &file, const std::vector<Result> &results);

} // namespace math

#endif
