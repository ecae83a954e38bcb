#include "report.h"
#include "table.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace codegen {

namespace {

constexpr double bar = 0.95;

std::string part(const Measurement &measurement) {
  return measurement.is_aside ? "aside" : "tuned";
}

/// "32/40/32", with a dash for a compiler without code.
std::string of_each(const Measurement &measurement, int Code::*member) {
  std::string text;
  for (const Code &code : measurement.codes) {
    if (&code != measurement.codes.data())
      text += '/';
    text += code ? std::to_string(code.*member) : "-";
  }
  return text;
}

void print_number(const char *format, int width, double number) {
  if (number > 0)
    std::printf(format, number);
  else
    std::printf("%*s", width, "-");
}

void print_means(const char *title, const std::vector<Measurement> &measurements,
                 const std::function<bool(const Measurement &)> &counts) {
  std::printf("%-28s", title);
  for (const Compiler other : {nvcc, clang}) {
    double logarithms = 0;
    int rows = 0, below = 0;
    for (const Measurement &measurement : measurements) {
      const double ratio = measurement.ratio(other);
      if (!counts(measurement) || ratio == 0)
        continue;
      logarithms += std::log(ratio);
      ++rows;
      below += ratio < bar;
    }
    if (rows == 0)
      std::printf("   %5s/kcc not measured        ", compiler_names[other]);
    else
      std::printf("   %5s/kcc %.3f, %3d of %3d < %.2f", compiler_names[other], std::exp(logarithms / rows),
                  below, rows, bar);
  }
  std::printf("\n");
}

} // namespace

void print_head() {
  std::printf("%-26s %-8s %-5s %11s %11s %11s %9s %9s %7s  %-12s %s\n", "kernel", "form", "part", "kcc ns",
              "nvcc ns", "clang ns", "nvcc/kcc", "clang/kcc", "spread", "registers", "local bytes");
}

void print_row(const Measurement &measurement) {
  std::printf("%-26s %-8s %-5s ", measurement.name.c_str(), measurement.form.c_str(),
              part(measurement).c_str());
  for (const double nanoseconds : measurement.nanoseconds) {
    print_number("%11.0f", 11, nanoseconds);
    std::printf(" ");
  }
  for (const Compiler other : {nvcc, clang}) {
    print_number("%9.3f", 9, measurement.ratio(other));
    std::printf(" ");
  }
  std::printf("%5.1f %%  %-12s %s%s%s\n", 100 * measurement.spread,
              of_each(measurement, &Code::registers).c_str(),
              of_each(measurement, &Code::local_bytes).c_str(),
              measurement.complaint.empty() ? "" : "  WRONG: ", measurement.complaint.c_str());
  std::fflush(stdout);
}

void print_summary(const std::vector<Measurement> &measurements) {
  std::printf("\n");
  for (const char *form : form_names) {
    const auto of_form = [&](const Measurement &measurement) { return measurement.form == form; };
    if (std::any_of(measurements.begin(), measurements.end(), of_form))
      print_means((std::string("form ") + form).c_str(), measurements, of_form);
  }
  print_means("tuned on", measurements, [](const Measurement &measurement) { return !measurement.is_aside; });
  print_means("aside", measurements, [](const Measurement &measurement) { return measurement.is_aside; });
  print_means("all", measurements, [](const Measurement &) { return true; });

  std::vector<const Measurement *> order;
  for (const Measurement &measurement : measurements)
    if (measurement.ratio(nvcc) > 0)
      order.push_back(&measurement);
  std::sort(order.begin(), order.end(), [](const Measurement *one, const Measurement *other) {
    return one->ratio(nvcc) < other->ratio(nvcc);
  });
  if (!order.empty())
    std::printf("\nThe worst against nvcc:\n");
  for (std::size_t i = 0; i < std::min<std::size_t>(order.size(), 10); ++i)
    std::printf("  %.3f %s (%s, %s)\n", order[i]->ratio(nvcc), order[i]->name.c_str(), order[i]->form.c_str(),
                part(*order[i]).c_str());
  std::printf("\n");
  const auto wrong =
      std::count_if(measurements.begin(), measurements.end(),
                    [](const Measurement &measurement) { return !measurement.complaint.empty(); });
  std::printf("%zu rows, %td of them wrong\n", measurements.size(), wrong);
}

void write_csv(std::FILE *file, const std::vector<Measurement> &measurements) {
  std::fprintf(file,
               "kernel,file,form,part,kcc_ns,nvcc_ns,clang_ns,nvcc_by_kcc,clang_by_kcc,spread,kcc_registers,"
               "nvcc_registers,clang_registers,kcc_local,nvcc_local,clang_local,right\n");
  for (const Measurement &measurement : measurements) {
    std::fprintf(file, "%s,%s,%s,%s", measurement.name.c_str(), measurement.file.c_str(),
                 measurement.form.c_str(), part(measurement).c_str());
    for (const double nanoseconds : measurement.nanoseconds)
      std::fprintf(file, ",%.1f", nanoseconds);
    std::fprintf(file, ",%.4f,%.4f,%.4f", measurement.ratio(nvcc), measurement.ratio(clang),
                 measurement.spread);
    for (const auto member : {&Code::registers, &Code::local_bytes})
      for (const Code &code : measurement.codes)
        std::fprintf(file, ",%d", code.*member);
    std::fprintf(file, ",%d\n", measurement.complaint.empty());
  }
}

} // namespace codegen
