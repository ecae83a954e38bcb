// Times the kernels of kcc.cpp and cub.cu on one GPU, alternating and on the same data, and kcc::reduce
// against cub::DeviceReduce; prints one table. The script `run` prepares the files that it loads.
#include <kcc/algorithm.h>
#include <kcc/runtime.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using kcc::Buffer;
using kcc::Device;
using kcc::Event;
using kcc::Stream;

// ---- The driver, for machine code, which kcc's runtime does not load ----

void *library(const char *path) {
  void *handle = dlopen(path, RTLD_NOW);
  if (!handle)
    throw std::runtime_error(dlerror());
  return handle;
}
template <class Function> Function *symbol(void *library, const std::string &name) {
  void *address = dlsym(library, name.c_str());
  if (!address)
    throw std::runtime_error(dlerror());
  return reinterpret_cast<Function *>(address);
}

struct Driver {
  void *handle = library("libcuda.so.1");
  int (*module_load)(void **, const char *) = symbol<int(void **, const char *)>(handle, "cuModuleLoad");
  int (*get_function)(void **, void *,
                      const char *) = symbol<int(void **, void *, const char *)>(handle,
                                                                                 "cuModuleGetFunction");
  int (*launch)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **,
                void **) = symbol<int(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                                      unsigned, void *, void **, void **)>(handle, "cuLaunchKernel");

  explicit Driver(int ordinal) {
    // The runtime's context is the primary context of the device.
    void *context = nullptr;
    check(symbol<int(void **, int)>(handle, "cuDevicePrimaryCtxRetain")(&context, ordinal),
          "cuDevicePrimaryCtxRetain");
    check(symbol<int(void *)>(handle, "cuCtxSetCurrent")(context), "cuCtxSetCurrent");
  }
  static void check(int status, const std::string &what) {
    if (status != 0)
      throw std::runtime_error(what + ": driver error " + std::to_string(status));
  }
};

// ---- Timing ----

/// The median of several times in milliseconds, and their interquartile range relative to it.
struct Time {
  double median, spread;
};
Time summary(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  const double median = times[times.size() / 2];
  return {median, (times[times.size() * 3 / 4] - times[times.size() / 4]) / median};
}
template <class Work> double time_once(Stream &stream, Work work) {
  Event begin(stream.device()), end(stream.device());
  stream.record(begin);
  work();
  stream.record(end);
  end.synchronize();
  return Event::elapsed(begin, end).count();
}

/// Runs A and B alternately, so that changes of the machine's speed affect both.
template <class A, class B> std::array<Time, 2> compare(Stream &stream, int samples, A a, B b) {
  std::vector<double> times[2];
  a(), b();
  for (int i = 0; i < samples; ++i) {
    times[0].push_back(time_once(stream, a));
    times[1].push_back(time_once(stream, b));
  }
  return {summary(times[0]), summary(times[1])};
}

/// The content of the last line.
struct Verdict {
  int rows = 0, below = 0, wrong = 0;
  double log_ratios = 0, worst = 1e9;
  void add(double ratio, double bar, bool right) {
    ++rows;
    below += ratio < bar;
    wrong += !right;
    log_ratios += std::log(ratio);
    worst = std::min(worst, ratio);
  }
  void print(const char *what, double bar) const {
    std::printf("%s: %d rows, ratio %.3f in the geometric mean, %.3f at worst, %d below %.2f, %d with wrong "
                "results\n\n",
                what, rows, rows ? std::exp(log_ratios / rows) : 0.0, worst, below, bar, wrong);
  }
};

// ---- Block algorithms ----

/// Approximate for sums in a different order; the bits must agree for everything else.
template <class T> bool agree(const std::vector<std::uint8_t> &a, const std::vector<std::uint8_t> &b) {
  if constexpr (std::is_floating_point_v<T>) {
    for (std::size_t i = 0; i + sizeof(T) <= a.size(); i += sizeof(T)) {
      T x, y;
      std::memcpy(&x, &a[i], sizeof x);
      std::memcpy(&y, &b[i], sizeof y);
      if (std::memcmp(&x, &y, sizeof x) != 0 &&
          !(std::abs(x - y) <= std::abs(x) * std::sqrt(std::numeric_limits<T>::epsilon())))
        return false;
    }
    return true;
  }
  return a == b;
}
bool agree(const std::string &type, const std::vector<std::uint8_t> &a, const std::vector<std::uint8_t> &b) {
  return type == "f32" ? agree<float>(a, b) : type == "f64" ? agree<double>(a, b) : agree<std::uint8_t>(a, b);
}

struct Type {
  const char *name;
  unsigned size;
};
constexpr Type types[] = {{"u8", 1}, {"u32", 4}, {"u64", 8}, {"f32", 4}, {"f64", 8}};
constexpr const char *algorithms[] = {"reduce",          "scan",           "rank",      "sort",
                                      "pairs",           "exchange",       "histogram", "histogram_atomic",
                                      "copy_vectorized", "copy_transposed"};

int block_algorithms(Stream &stream, Driver &driver, const std::filesystem::path &folder, int samples,
                     std::FILE *csv) {
  const unsigned multiprocessors = stream.device().limits().multiprocessors;
  // Twice what the multiprocessors can hold; at most 16 items of 8 bytes per thread.
  const std::size_t bytes = std::size_t{multiprocessors} * 4096 * 16 * 8;
  std::vector<std::uint8_t> random(bytes);
  std::mt19937_64 engine(1);
  Buffer<std::uint8_t> in(stream.device(), bytes), out(stream.device(), bytes);
  // The part that is compared: one block per multiprocessor.
  Buffer<std::uint8_t> checked(stream.device(), std::size_t{multiprocessors} * 512 * 16 * 8);
  Verdict all;
  for (const char *algorithm : algorithms)
    for (const Type &type : types) {
      void *modules[2] = {};
      const std::string stem = std::string(algorithm) + "_" + type.name;
      const auto ours = folder / ("kcc_" + stem + ".cubin"), theirs = folder / ("cub_" + stem + ".cubin");
      if (!exists(ours) && !exists(theirs))
        continue; // not every algorithm exists for every type
      Driver::check(driver.module_load(&modules[0], ours.c_str()), ours);
      Driver::check(driver.module_load(&modules[1], theirs.c_str()), theirs);
      for (std::size_t i = 0; i + 8 <= bytes; i += 8) {
        std::uint64_t bits = engine();
        if (std::strcmp(type.name, "f32") == 0) { // numbers from 0 to 1
          const float values[2] = {static_cast<float>(bits >> 40) * 0x1p-24f,
                                   static_cast<float>(bits & 0xffffff) * 0x1p-24f};
          std::memcpy(&bits, values, 8);
        } else if (std::strcmp(type.name, "f64") == 0) {
          const double value = static_cast<double>(bits >> 11) * 0x1p-53;
          std::memcpy(&bits, &value, 8);
        }
        std::memcpy(&random[i], &bits, 8);
      }
      in.copy_from(stream, random);
      stream.synchronize();
      std::printf("%-17s %4s  threads items      kcc ns      CUB ns   ratio   spread\n", algorithm,
                  type.name);
      for (unsigned threads : {64u, 128u, 256u, 512u})
        for (unsigned items : {1u, 4u, 8u, 16u}) {
          const std::string name = stem + "_" + std::to_string(threads) + "_" + std::to_string(items);
          void *functions[2] = {};
          if (threads * items * type.size > 48 * 1024)
            continue; // not compiled: see LARGEST in body.h
          if (driver.get_function(&functions[0], modules[0], name.c_str()) != 0 ||
              driver.get_function(&functions[1], modules[1], name.c_str()) != 0)
            throw std::runtime_error("there is no kernel " + name);
          const unsigned grid = multiprocessors * (4096 / threads);
          const auto launch_on = [&](int side, unsigned blocks, Buffer<std::uint8_t> &results,
                                     unsigned rounds) {
            void *from = in.data(), *to = results.data();
            void *arguments[] = {&from, &to, &rounds};
            Driver::check(driver.launch(functions[side], blocks, 1, 1, threads, 1, 1, 0,
                                        stream.native_handle(), arguments, nullptr),
                          name);
          };
          const auto launch = [&](int side, unsigned rounds) { launch_on(side, grid, out, rounds); };
          std::vector<std::uint8_t> results[2];
          for (int side : {0, 1}) {
            checked.fill_bytes(stream, std::byte{0});
            launch_on(side, multiprocessors, checked, 1);
            results[side] = checked.to_host(stream);
            results[side].resize(std::size_t{multiprocessors} * threads * items * type.size);
          }
          const bool right = agree(type.name, results[0], results[1]);
          launch(1, 8);
          const double calibration = time_once(stream, [&] { launch(1, 8); });
          const auto rounds = static_cast<unsigned>(std::clamp(8 * 0.25 / calibration, 4.0, 4000.0));
          const auto times = compare(stream, samples, [&] { launch(0, rounds); }, [&] { launch(1, rounds); });
          const double ratio = times[1].median / times[0].median;
          // The time of one block's round, as if it were alone on its share of the GPU.
          const double scale = 1e6 / rounds / (grid / static_cast<double>(multiprocessors));
          std::printf("%23s %7u %5u %11.1f %11.1f %7.2f   %4.1f %%%s\n", "", threads, items,
                      times[0].median * scale, times[1].median * scale, ratio,
                      100 * std::max(times[0].spread, times[1].spread), right ? "" : "  DIFFERENT RESULTS");
          std::fprintf(csv, "%s,%s,%u,%u,%.3f,%.3f,%.4f,%.4f,%d\n", algorithm, type.name, threads, items,
                       times[0].median * scale, times[1].median * scale, ratio,
                       std::max(times[0].spread, times[1].spread), right);
          all.add(ratio, 0.9, right);
        }
    }
  all.print("block algorithms", 0.9);
  return all.wrong;
}

// ---- Device-wide reduction ----

using CubReduce = int(int operation, void *temporary, std::size_t *bytes, const void *in, void *out,
                      std::size_t count, void *stream);

template <class T, class Op>
void reduce_rows(Stream &stream, CubReduce *cub, const char *type, const char *name, int operation,
                 int samples, std::FILE *csv, Verdict &verdict) {
  for (std::size_t bytes :
       {std::size_t{1} << 20, std::size_t{1} << 24, std::size_t{1} << 27, std::size_t{1} << 30}) {
    const std::size_t count = bytes / sizeof(T);
    Buffer<T> values(stream.device(), count), results(stream.device(), 2), ours(stream.device(), 1);
    std::vector<T> host(count);
    std::uint64_t state = 1;
    for (T &value : host) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      if constexpr (std::is_floating_point_v<T>)
        value = static_cast<T>(static_cast<double>(state >> 11) * 0x1p-53);
      else
        value = static_cast<T>(state >> 20);
    }
    values.copy_from(stream, host);
    stream.synchronize();
    std::size_t temporary_bytes = 0;
    cub(operation, nullptr, &temporary_bytes, values.data(), results.data(), count, stream.native_handle());
    Buffer<std::uint8_t> temporary(stream.device(), temporary_bytes + 1);
    const auto run_kcc = [&] { kcc::reduce_into<T, Op>(stream, ours, values.span()); };
    const auto run_cub = [&] {
      Driver::check(cub(operation, temporary.data(), &temporary_bytes, values.data(), results.data(), count,
                        stream.native_handle()),
                    "cub::DeviceReduce");
    };
    const auto times = compare(stream, samples, run_kcc, run_cub);
    const T a = ours.to_host(stream)[0], b = results.to_host(stream)[0];
    bool right = a == b;
    if constexpr (std::is_floating_point_v<T>)
      right = std::abs(a - b) <= std::abs(a) * std::sqrt(std::numeric_limits<T>::epsilon());
    const double ratio = times[1].median / times[0].median;
    const double gigabytes = static_cast<double>(bytes) / 1e6;
    std::printf("%4s %4s %11zu bytes %9.4f ms %7.0f GB/s   %9.4f ms %7.0f GB/s   %6.3f   %4.1f %%%s\n", name,
                type, bytes, times[0].median, gigabytes / times[0].median, times[1].median,
                gigabytes / times[1].median, ratio, 100 * std::max(times[0].spread, times[1].spread),
                right ? "" : "  DIFFERENT RESULTS");
    std::fprintf(csv, "device_%s,%s,%zu,,%.5f,%.5f,%.4f,%.4f,%d\n", name, type, bytes, times[0].median,
                 times[1].median, ratio, std::max(times[0].spread, times[1].spread), right);
    verdict.add(ratio, 0.95, right);
  }
}

int device_reduce(Stream &stream, const std::filesystem::path &folder, int samples, std::FILE *csv) {
  void *cub = library((folder / "libcub_reduce.so").c_str());
  std::printf("reduce of a whole buffer            kcc                          CUB                       "
              "ratio   spread\n");
  Verdict verdict;
  const auto type = [&]<class T>(T, const char *name) {
    auto *function = symbol<CubReduce>(cub, std::string("cub_reduce_") + name);
    reduce_rows<T, std::plus<>>(stream, function, name, "sum", 0, samples, csv, verdict);
    reduce_rows<T, kcc::minimum>(stream, function, name, "min", 1, samples, csv, verdict);
  };
  type(std::uint32_t{}, "u32");
  type(std::uint64_t{}, "u64");
  type(float{}, "f32");
  type(double{}, "f64");
  verdict.print("reduce of a whole buffer", 0.95);
  return verdict.wrong;
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: kcc_block_benchmark FOLDER RESULTS.csv [SAMPLES] [blocks|device]\n"
                         "FOLDER has the .cubin files and libcub_reduce.so, which the script `run` makes.\n");
    return 2;
  }
  try {
    const std::filesystem::path folder = std::filesystem::absolute(argv[1]);
    const int samples = argc > 3 ? std::atoi(argv[3]) : 15;
    const std::string part = argc > 4 ? argv[4] : "";
    std::FILE *csv = std::fopen(argv[2], "w");
    if (!csv)
      throw std::runtime_error(std::string("cannot write ") + argv[2]);
    std::fprintf(csv, "algorithm,type,threads_or_bytes,items,kcc,cub,ratio,spread,right\n");
    const Device device = Device::cuda();
    Stream stream(device);
    Driver driver(device.ordinal());
    std::printf("%s, %s. ratio = CUB's time / kcc's time; medians of %d runs in turns.\n\n",
                device.name().c_str(), device.driver().c_str(), samples);
    int wrong = 0;
    if (part != "blocks")
      wrong += device_reduce(stream, folder, samples, csv);
    if (part != "device")
      wrong += block_algorithms(stream, driver, folder, samples, csv);
    std::fclose(csv);
    return wrong == 0 ? 0 : 1;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "kcc_block_benchmark: %s\n", error.what());
    return 1;
  }
}
