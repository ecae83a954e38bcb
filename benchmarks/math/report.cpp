#include "report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace math {

namespace {

constexpr double bar = 0.95;

/// "32/40", with a dash for a compiler without code.
std::string of_both(const Cell &cell, int common::Code::*member) {
  const auto text = [&](Compiler compiler) {
    return cell.codes[compiler] ? std::to_string(cell.codes[compiler].*member) : "-";
  };
  return text(kcc_) + "/" + text(nvcc);
}

void print_cell(const Cell &cell) {
  if (cell.picoseconds[kcc_] == 0) {
    std::printf(" | | | |");
    return;
  }
  std::printf(" %.0f |", 1e3 / cell.picoseconds[kcc_]);
  if (cell.ratio() > 0)
    std::printf(" %s%.3f%s |", cell.complaint.empty() ? "" : "WRONG ", cell.ratio(),
                cell.ratio() < bar ? " *" : "");
  else
    std::printf(" |");
  std::printf(" %.1f %% | %s |", 100 * cell.spread, of_both(cell, &common::Code::registers).c_str());
}

} // namespace

void print_head(const std::array<bool, types> &has) {
  std::printf("| function |");
  for (int type = 0; type < types; ++type)
    if (has[type])
      std::printf(" %s Gop/s | `nvcc` / kcc | spread | registers |", type_names[type]);
  std::printf("\n| --- |");
  for (int type = 0; type < types; ++type)
    if (has[type])
      std::printf(" --: | --: | --: | --- |");
  std::printf("\n");
}

void print_row(const Result &result, const std::array<bool, types> &has) {
  std::printf("| `%s` |", result.function.c_str());
  for (int type = 0; type < types; ++type)
    if (has[type])
      print_cell(result.cells[type]);
  std::printf("\n");
  std::fflush(stdout);
}

void print_summary(const std::vector<Result> &results) {
  std::printf("\n");
  for (int type = 0; type < types; ++type) {
    double logarithms = 0;
    std::vector<std::pair<double, std::string>> below;
    int rows = 0;
    for (const Result &result : results) {
      const double ratio = result.cells[type].ratio();
      if (ratio == 0)
        continue;
      logarithms += std::log(ratio);
      ++rows;
      if (ratio < bar)
        below.emplace_back(ratio, result.function);
    }
    if (rows == 0)
      continue;
    std::sort(below.begin(), below.end());
    std::printf("%s: geometric mean %.3f, %zu of %d below %.2f:", type_names[type],
                std::exp(logarithms / rows), below.size(), rows, bar);
    for (const auto &[ratio, function] : below)
      std::printf(" `%s` %.2f", function.c_str(), ratio);
    std::printf("\n\n");
  }
  for (const Result &result : results)
    for (int type = 0; type < types; ++type)
      if (!result.cells[type].complaint.empty())
        std::printf("WRONG: %s_%s: %s\n", result.function.c_str(), type_names[type],
                    result.cells[type].complaint.c_str());
}

void write_csv(const std::filesystem::path &path, const std::vector<Result> &results) {
  std::FILE *file = std::fopen(path.c_str(), "w");
  if (!file)
    throw std::runtime_error("cannot write " + path.string());
  std::fprintf(file,
               "set,function,type,kcc_ps,nvcc_ps,nvcc_by_kcc,spread,kcc_registers,nvcc_registers,kcc_local,"
               "nvcc_local,right\n");
  for (const Result &result : results)
    for (int type = 0; type < types; ++type) {
      const Cell &cell = result.cells[type];
      if (cell.picoseconds[kcc_] == 0)
        continue;
      std::fprintf(file, "%s,%s,%s,%.4f,%.4f,%.4f,%.4f,%d,%d,%d,%d,%d\n", result.set.c_str(),
                   result.function.c_str(), type_names[type], cell.picoseconds[kcc_], cell.picoseconds[nvcc],
                   cell.ratio(), cell.spread, cell.codes[kcc_].registers, cell.codes[nvcc].registers,
                   cell.codes[kcc_].local_bytes, cell.codes[nvcc].local_bytes, cell.complaint.empty());
    }
  std::fclose(file);
}

} // namespace math
