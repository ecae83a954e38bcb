// Compares the code of kcc, nvcc and clang's CUDA mode for the same kernels: on a GPU their results and
// times, on the CPU device the results of a kernel's forms. README.md has the options.
#include "../common/driver.h"
#include "../common/in_turns.h"
#include "compare.h"
#include "report.h"
#include "table.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace codegen {

namespace {

struct Options {
  std::string device = "cuda";
  std::string filter; ///< a part of the kernel's or the file's name
  std::filesystem::path ptx = "ptx", csv;
  int rounds = 15;
  bool full_size = false; ///< on the CPU device too
  std::array<bool, forms> form{true, false, true};
};

bool matches(const Options &options, const Row &row) {
  return row.name.find(options.filter) != std::string::npos || row.file == options.filter;
}

/// A row's buffers on the device, with the values that they have before each launch that is checked.
class Arguments {
public:
  Arguments(kcc::Stream &stream, const Row &row) : row(row) {
    for (const Parameter &parameter : row.parameters) {
      arguments.push_back(parameter.number);
      host.emplace_back();
      if (!parameter.is_buffer)
        continue;
      host.back().resize(parameter.bytes);
      parameter.fill({host.back().data(), parameter.type, parameter.bytes / size_of(parameter.type)});
      buffers.emplace_back(stream.device(), parameter.bytes);
      buffers.back().copy_from(stream, host.back());
      arguments.back() = {buffers.back().data(), parameter.count, {}, true};
    }
  }

  /// The buffers that the kernel writes, after `launch` on fresh contents.
  template <class F> Results results(kcc::Stream &stream, F launch) {
    each_written([&](kcc::Buffer<std::byte> &buffer, const std::vector<std::byte> &values) {
      buffer.copy_from(stream, values);
    });
    launch();
    Results results;
    each_written([&](kcc::Buffer<std::byte> &buffer, const std::vector<std::byte> &) {
      results.push_back(buffer.to_host(stream));
    });
    return results;
  }

  std::span<const Argument> values() const { return arguments; }
  std::vector<void *> addresses() {
    std::vector<void *> addresses;
    for (Argument &argument : arguments)
      addresses.push_back(argument.address());
    return addresses;
  }

private:
  template <class F> void each_written(F f) {
    std::size_t next = 0;
    for (std::size_t i = 0; i < row.parameters.size(); ++i)
      if (row.parameters[i].is_buffer) {
        kcc::Buffer<std::byte> &buffer = buffers[next++];
        if (row.parameters[i].is_written)
          f(buffer, host[i]);
      }
  }

  const Row &row;
  std::vector<Argument> arguments;
  std::vector<kcc::Buffer<std::byte>> buffers;
  std::vector<std::vector<std::byte>> host;
};

// ---- On the CPU device ----

/// The forms of a kernel are its only peers there.
int run_on_cpu(const Options &options) {
  kcc::Stream stream(kcc::Device::cpu());
  int kernels = 0, wrong = 0;
  for (const Row &row : make_table(!options.full_size)) {
    if (!matches(options, row))
      continue;
    ++kernels;
    Arguments arguments(stream, row);
    const auto results = [&](Form form) {
      return arguments.results(stream, [&] { row.launches[form](stream, row.config, arguments.values()); });
    };
    std::string text;
    try {
      const Results reference = results(pointers);
      for (const Form form : {restricted, spans})
        if (text.empty())
          text = difference(row, reference, results(form));
    } catch (const kcc::Error &error) {
      text = error.what();
    }
    if (!text.empty()) {
      ++wrong;
      std::printf("%s: %s\n", row.name.c_str(), text.c_str());
    }
  }
  std::printf("%d kernels on the CPU device, %d wrong\n", kernels, wrong);
  return wrong == 0 && kernels > 0 ? 0 : 1;
}

// ---- On a GPU ----

/// All PTX files that the rows need, compiled by the driver on several threads.
class Modules {
public:
  Modules(const common::Driver &driver, const Options &options, const std::vector<Row> &rows) {
    for (const Row &row : rows)
      for (int form = 0; form < forms; ++form)
        for (int compiler = 0; compiler < compilers; ++compiler) {
          const auto file = options.ptx / compiler_names[compiler] / form_names[form] / (row.file + ".ptx");
          if (options.form[form] && matches(options, row) && exists(file))
            modules.try_emplace({compiler, form, row.file}, Module{file, nullptr, nullptr});
        }
    std::vector<Module *> todo;
    for (auto &[key, module] : modules)
      todo.push_back(&module);
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < std::clamp(std::thread::hardware_concurrency(), 1u, 16u); ++i)
      threads.emplace_back([&] {
        driver.use_here();
        for (std::size_t k = next++; k < todo.size(); k = next++)
          try {
            todo[k]->module = driver.load(todo[k]->file);
          } catch (...) {
            todo[k]->problem = std::current_exception();
          }
      });
    threads.clear();
    for (const Module *module : todo)
      if (module->problem)
        std::rethrow_exception(module->problem);
  }

  /// Null if there is no such file.
  void *find(int compiler, int form, const std::string &file) const {
    const auto found = modules.find({compiler, form, file});
    return found == modules.end() ? nullptr : found->second.module;
  }
  bool has(Compiler compiler) const {
    return std::any_of(modules.begin(), modules.end(),
                       [&](const auto &entry) { return std::get<0>(entry.first) == compiler; });
  }

private:
  struct Module {
    std::filesystem::path file;
    void *module;
    std::exception_ptr problem;
  };
  std::map<std::tuple<int, int, std::string>, Module> modules;
};

void measure(Measurement &measurement, kcc::Stream &stream, int rounds,
             const std::function<void(const Code &)> &launch) {
  std::vector<std::function<void()>> contenders(compilers);
  for (int compiler = 0; compiler < compilers; ++compiler)
    if (measurement.codes[compiler])
      contenders[compiler] = [&launch, &code = measurement.codes[compiler]] { launch(code); };
  const std::vector<common::Time> times = common::times_in_turns(stream, rounds, contenders);
  for (int compiler = 0; compiler < compilers; ++compiler) {
    measurement.nanoseconds[compiler] = times[compiler].nanoseconds;
    measurement.spread = std::max(measurement.spread, times[compiler].spread);
  }
}

/// Adds the rows of one kernel.
void run_row(const Options &options, const Row &row, const common::Driver &driver, const Modules &modules,
             kcc::Stream &stream, std::vector<Measurement> &measurements) {
  Arguments arguments(stream, row);
  std::vector<void *> addresses = arguments.addresses();
  const auto launch = [&](const Code &code) {
    driver.launch(code, row.config, stream.native_handle(), addresses);
  };
  for (int form = 0; form < forms; ++form) {
    if (!options.form[form])
      continue;
    Measurement measurement{row.name, row.file, form_names[form], row.is_aside(), {}, {}, 0, {}};
    std::array<Results, compilers> results;
    // nvcc's results are the ones to agree with; clang's where there is no nvcc.
    const int reference = modules.has(nvcc) && !row.is_wrong_with_nvcc ? nvcc : clang;
    for (int compiler = 0; compiler < compilers; ++compiler) {
      if (compiler == nvcc && row.is_wrong_with_nvcc)
        continue;
      void *module = modules.find(compiler, form, row.file);
      if (module)
        measurement.codes[compiler] = driver.code(module, row.name);
      if (measurement.codes[compiler])
        results[compiler] = arguments.results(stream, [&] { launch(measurement.codes[compiler]); });
      else if (modules.has(static_cast<Compiler>(compiler)))
        measurement.complaint = std::string(compiler_names[compiler]) + " has no such kernel";
    }
    for (int compiler = 0; compiler < compilers && measurement.complaint.empty(); ++compiler)
      if (measurement.codes[compiler] && measurement.codes[reference]) {
        const std::string text = difference(row, results[compiler], results[reference]);
        if (!text.empty())
          measurement.complaint =
              std::string(compiler_names[compiler]) + " and " + compiler_names[reference] + ", " + text;
      }
    measure(measurement, stream, options.rounds, launch);
    print_row(measurement);
    measurements.push_back(std::move(measurement));
  }
}

int run_on_gpu(const Options &options) {
  const kcc::Device device = kcc::Device::cuda();
  kcc::Stream stream(device);
  const common::Driver driver(device.ordinal());
  const std::vector<Row> rows = make_table(false);
  const Modules modules(driver, options, rows);
  std::printf("%s, %s; medians of %d rounds in turns; a ratio above 1 means that kcc is faster\n",
              device.name().c_str(), device.driver().c_str(), options.rounds);
  for (const Compiler compiler : {kcc_, nvcc, clang})
    if (!modules.has(compiler))
      std::printf("SKIPPED: there is no PTX of %s in %s\n", compiler_names[compiler], options.ptx.c_str());
  std::printf("\n");
  print_head();
  std::vector<Measurement> measurements;
  std::string failure; // after which the driver's context is of no use
  for (const Row &row : rows)
    if (failure.empty() && matches(options, row))
      try {
        run_row(options, row, driver, modules, stream, measurements);
      } catch (const std::exception &error) {
        failure = row.name + ": " + error.what();
      }
  print_summary(measurements);
  if (!failure.empty())
    std::printf("ENDED EARLY at %s\n", failure.c_str());
  if (!options.csv.empty()) {
    std::FILE *file = std::fopen(options.csv.c_str(), "w");
    if (!file)
      throw std::runtime_error("cannot write " + options.csv.string());
    write_csv(file, measurements);
    std::fclose(file);
  }
  const bool right =
      std::all_of(measurements.begin(), measurements.end(),
                  [](const Measurement &measurement) { return measurement.complaint.empty(); });
  return right && failure.empty() && !measurements.empty() ? 0 : 1;
}

int list() {
  for (const Row &row : make_table(false))
    std::printf("%-26s %-14s %s\n", row.name.c_str(), row.file.c_str(), row.is_aside() ? "aside" : "tuned");
  return 0;
}

int usage() {
  std::fprintf(
      stderr, "usage: kcc_codegen_benchmark [--device cuda|cpu] [--ptx FOLDER] [--filter TEXT] [--rounds N]\n"
              "                             [--forms pointers,restrict,spans] [--csv FILE] [--size "
              "tiny|full] | --list\n");
  return 2;
}

} // namespace

} // namespace codegen

int main(int count, char **arguments) {
  using namespace codegen;
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string option = arguments[i];
    if (option == "--list")
      return list();
    if (i + 1 == count)
      return usage();
    const std::string value = arguments[++i];
    if (option == "--device" && (value == "cpu" || value == "cuda"))
      options.device = value;
    else if (option == "--ptx")
      options.ptx = value;
    else if (option == "--filter")
      options.filter = value;
    else if (option == "--csv")
      options.csv = value;
    else if (option == "--rounds" && std::atoi(value.c_str()) > 0)
      options.rounds = std::atoi(value.c_str());
    else if (option == "--size" && (value == "tiny" || value == "full"))
      options.full_size = value == "full";
    else if (option == "--forms")
      for (int form = 0; form < forms; ++form)
        options.form[form] = value.find(form_names[form]) != std::string::npos;
    else
      return usage();
  }
  try {
    return options.device == "cpu" ? run_on_cpu(options) : run_on_gpu(options);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "kcc_codegen_benchmark: %s\n", error.what());
    return 1;
  }
}
