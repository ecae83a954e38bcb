// Times the CPU device against plain C++ with OpenMP and against PoCL: with one thread, and with all
// processors.
#include "cases/cases.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <sched.h>
#include <spawn.h>
#include <string>
#include <sys/wait.h>
#include <vector>

namespace {

constexpr const char *usage =
    "usage: kcc_cpu_benchmark [--threads=N] [--rounds=N] [--seconds=S] [KERNEL]\n"
    "\n"
    "  --threads=N   with N threads; otherwise with 1 and then with as many as this process may use "
    "processors\n"
    "  --rounds=N    measurements of each contender (11)\n"
    "  --seconds=S   about how long a contender may take in all, but three rounds at least (3)\n"
    "  KERNEL        only kernels whose name in the table contains this\n";

/// Runs this program again, as the numbers of threads are read from the environment when a process starts.
int run_with_threads(char **argv, unsigned threads) {
  const std::string number = std::to_string(threads);
  setenv("KCC_CPU_THREADS", number.c_str(), 1);
  setenv("OMP_NUM_THREADS", number.c_str(), 1);
  setenv("POCL_MAX_PTHREAD_COUNT", number.c_str(), 1);
  setenv("OMP_WAIT_POLICY", "passive", 1); // otherwise its threads spin while the next contender is timed
  setenv("OMP_DYNAMIC", "false", 1);
  std::vector<char *> arguments(1, argv[0]);
  std::string option = "--measure=" + number;
  arguments.push_back(option.data());
  for (char **argument = argv + 1; *argument; ++argument)
    arguments.push_back(*argument);
  arguments.push_back(nullptr);
  pid_t child = 0;
  if (const int error = posix_spawn(&child, "/proc/self/exe", nullptr, nullptr, arguments.data(), environ)) {
    std::fprintf(stderr, "kcc_cpu_benchmark: starting itself: %s\n", std::strerror(error));
    return 2;
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}

int measure(const bench::Options &options, unsigned threads) {
  const bench::OpenCl opencl(CPU_BENCHMARK_OPENCL_SOURCE);
  const kcc::Device device = kcc::Device::cpu();
  kcc::Stream stream(device);
  bench::Report report(options);
  std::printf("PoCL: %s%s\n",
              opencl.is_available() ? "" : "SKIPPED, its rows are missing: ", opencl.description().c_str());
  report.print_head(threads);
  const bench::Context context{report, device, stream, opencl};
  bench::streaming(context);
  bench::functions(context);
  bench::control(context);
  bench::tiles(context);
  bench::sums(context);
  bench::sorting(context);
  bench::launches(context);
  return report.finish() == 0 ? 0 : 1;
}

unsigned usable_processors() {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? static_cast<unsigned>(CPU_COUNT(&set)) : 1;
}

int run(int argc, char **argv) {
  bench::Options options;
  unsigned threads = 0, to_measure = 0;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const auto value = [&](const char *option) {
      const std::size_t length = std::strlen(option);
      return argument.compare(0, length, option) == 0 ? argument.c_str() + length : nullptr;
    };
    if (const char *number = value("--threads="))
      threads = static_cast<unsigned>(std::strtoul(number, nullptr, 10));
    else if (const char *number = value("--measure="))
      to_measure = static_cast<unsigned>(std::strtoul(number, nullptr, 10));
    else if (const char *number = value("--rounds="))
      options.rounds = std::atoi(number);
    else if (const char *number = value("--seconds="))
      options.seconds = std::atof(number);
    else if (argument.starts_with("-")) {
      const bool is_asked_for = argument == "--help";
      std::fputs(usage, is_asked_for ? stdout : stderr);
      return is_asked_for ? 0 : 2;
    } else
      options.filter = argument;
  }
  if (to_measure > 0)
    return measure(options, to_measure);
  if (threads > 0)
    return run_with_threads(argv, threads);
  const unsigned processors = usable_processors();
  std::printf("C++ peers: %s, -O3 -march=native -fopenmp\n", CPU_BENCHMARK_COMPILER);
  std::fflush(stdout);
  int status = run_with_threads(argv, 1);
  if (processors > 1)
    status = std::max(status, run_with_threads(argv, processors));
  return status;
}

} // namespace

int main(int argc, char **argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
