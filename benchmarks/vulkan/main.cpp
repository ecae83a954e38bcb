// Times the kernels of kernels.cpp on one GPU, in turns through Vulkan and through CUDA, compares their
// results, and prints a table. Below 1, Vulkan is slower.
#include "vulkan_benchmark_kernels.h"

#include "common/in_turns.h"
#include "shapes.h"

#include <kcc/runtime.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace {

namespace kernels = vulkan_benchmark::timed;
using kcc::Blocks;
using kcc::Buffer;
using kcc::LaunchConfig;
using kcc::Threads;
using shapes::threads;

/// A kernel on one device: what launches it once, and what it has computed.
struct Work {
  std::function<void()> launch;
  std::function<std::vector<double>()> results;
};

struct Case {
  const char *name;
  const char *size;
  std::function<Work(kcc::Stream &)> on;
};

std::vector<float> numbers(std::size_t count) {
  std::vector<float> values(count);
  std::mt19937 random(1);
  for (float &value : values)
    value = static_cast<float>(random() >> 8) * 0x1p-24f;
  return values;
}

std::vector<std::uint32_t> words(std::size_t count) {
  std::vector<std::uint32_t> values(count);
  std::mt19937 random(2);
  std::ranges::generate(values, [&] { return static_cast<std::uint32_t>(random()); });
  return values;
}

template <class T> std::vector<double> as_doubles(kcc::Stream &stream, const Buffer<T> &buffer) {
  const std::vector<T> values = buffer.to_host(stream);
  return {values.begin(), values.end()};
}

/// A kernel from buffers to one; `launch` gets the stream, the result's buffer and the others.
template <class To, class From, class Launch>
std::function<Work(kcc::Stream &)> from_buffers(std::size_t results, std::vector<std::vector<From>> inputs,
                                                Launch launch) {
  return [=](kcc::Stream &stream) {
    auto to = std::make_shared<Buffer<To>>(stream.device(), std::vector<To>(results));
    auto from = std::make_shared<std::vector<Buffer<From>>>();
    for (const std::vector<From> &input : inputs)
      from->emplace_back(stream.device(), input);
    return Work{[=, &stream] { launch(stream, *to, *from); },
                [=, &stream] { return as_doubles(stream, *to); }};
  };
}

std::vector<Case> cases() {
  constexpr std::size_t large = std::size_t{64} << 20, million = std::size_t{1} << 20;
  const std::vector<float> many = numbers(large);
  using Floats = std::vector<Buffer<float>>;
  std::vector<Case> all;
  all.push_back(
      {"copy", "64M floats",
       from_buffers<float, float>(large, {many}, [](kcc::Stream &s, Buffer<float> &to, const Floats &from) {
         s.launch(kernels::copy, kcc::cover(large, threads), to, from[0]);
       })});
  all.push_back({"triad", "64M floats",
                 from_buffers<float, float>(
                     large, {many, many}, [](kcc::Stream &s, Buffer<float> &to, const Floats &from) {
                       s.launch(kernels::triad, kcc::cover(large, threads), to, from[0], from[1], 3.0f);
                     })});
  all.push_back({"triad, grid-stride loop", "64M floats",
                 from_buffers<float, float>(
                     large, {many, many}, [](kcc::Stream &s, Buffer<float> &to, const Floats &from) {
                       s.launch(kernels::triad_strided, {Blocks(132 * 8), Threads(threads)}, to, from[0],
                                from[1], 3.0f);
                     })});
  all.push_back(
      {"stencil of 5 points", "8192 x 8192",
       from_buffers<float, float>(large, {many}, [](kcc::Stream &s, Buffer<float> &to, const Floats &from) {
         s.launch(kernels::stencil, {Blocks(8192 / threads, 8192), Threads(threads)}, to, from[0], 8192u);
       })});
  all.push_back(
      {"transposition in tiles", "8192 x 8192",
       from_buffers<float, float>(large, {many}, [](kcc::Stream &s, Buffer<float> &to, const Floats &from) {
         s.launch(kernels::transpose, {Blocks(256, 256), Threads(shapes::tile, 8)}, to, from[0], 8192u);
       })});
  all.push_back(
      {"sums of blocks", "64M floats",
       from_buffers<float, float>(132 * 8, {many}, [](kcc::Stream &s, Buffer<float> &to, const Floats &from) {
         s.launch(kernels::sums, {Blocks(132 * 8), Threads(threads)}, to, from[0]);
       })});
  all.push_back(
      {"64-bit indices, divided", "64M floats",
       from_buffers<float, float>(large, {many}, [](kcc::Stream &s, Buffer<float> &to, const Floats &from) {
         s.launch(kernels::divided_indices, kcc::cover(large, threads), to, from[0], std::uint64_t{8192},
                  std::uint64_t{8192});
       })});
  all.push_back(
      {"Black-Scholes", "64M floats",
       from_buffers<float, float>(large, {many}, [](kcc::Stream &s, Buffer<float> &to, const Floats &from) {
         s.launch(kernels::black_scholes, kcc::cover(large, threads), to, from[0], 0.5f, 2.0f);
       })});
  all.push_back({"gather", "64M floats", [many](kcc::Stream &stream) {
                   auto from = std::make_shared<Buffer<float>>(stream.device(), many);
                   auto to = std::make_shared<Buffer<float>>(stream.device(), many.size());
                   std::vector<std::uint32_t> places = words(large);
                   for (std::uint32_t &place : places)
                     place %= large;
                   auto at = std::make_shared<Buffer<std::uint32_t>>(stream.device(), places);
                   return Work{[=, &stream] {
                                 stream.launch(kernels::gather, kcc::cover(large, threads), *to, *from, *at);
                               },
                               [=, &stream] { return as_doubles(stream, *to); }};
                 }});
  all.push_back({"histogram of bytes", "256M bytes", [](kcc::Stream &stream) {
                   auto from = std::make_shared<Buffer<std::uint32_t>>(stream.device(), words(large));
                   auto to = std::make_shared<Buffer<std::uint32_t>>(stream.device(), 256);
                   const auto launch = [=, &stream] {
                     stream.launch(kernels::histogram, {Blocks(132 * 8), Threads(threads)}, *to, *from);
                   };
                   return Work{launch, [=, &stream] {
                                 to->fill_bytes(stream, std::byte{0});
                                 launch();
                                 return as_doubles(stream, *to);
                               }};
                 }});
  all.push_back({"product in tiles", "2048 x 2048",
                 from_buffers<float, float>(2048 * 2048, {numbers(2048 * 2048), numbers(2048 * 2048)},
                                            [](kcc::Stream &s, Buffer<float> &to, const Floats &from) {
                                              s.launch(kernels::product, {Blocks(32, 32), Threads(16, 16)},
                                                       to, from[0], from[1], 2048u);
                                            })});
  // Launches after the first one sort sorted keys; the network does not depend on them.
  all.push_back({"bitonic sort of tiles", "16M keys", [](kcc::Stream &stream) {
                   auto keys = std::make_shared<Buffer<std::uint32_t>>(stream.device(), words(16 * million));
                   return Work{[=, &stream] {
                                 stream.launch(kernels::sort_tiles,
                                               {Blocks(16 * million / shapes::sorted_keys), Threads(threads)},
                                               *keys);
                               },
                               [=, &stream] { return as_doubles(stream, *keys); }};
                 }});
  all.push_back({"Mandelbrot set", "4096 x 4096", [](kcc::Stream &stream) {
                   auto to = std::make_shared<Buffer<std::uint32_t>>(stream.device(), 16 * million);
                   return Work{[=, &stream] {
                                 stream.launch(kernels::mandelbrot, kcc::cover(16 * million, threads), *to,
                                               4096u);
                               },
                               [=, &stream] { return as_doubles(stream, *to); }};
                 }});
  all.push_back({"forces of particles", "32768", [](kcc::Stream &stream) {
                   const std::vector<float> values = numbers(4 * 32768);
                   std::vector<timed::Particle> particles(32768);
                   for (std::size_t i = 0; i < particles.size(); ++i)
                     particles[i] = {values[4 * i], values[4 * i + 1], values[4 * i + 2], values[4 * i + 3]};
                   auto from = std::make_shared<Buffer<timed::Particle>>(stream.device(), particles);
                   auto to = std::make_shared<Buffer<timed::Particle>>(stream.device(), particles.size());
                   return Work{[=, &stream] {
                                 stream.launch(kernels::forces, {Blocks(32768 / threads), Threads(threads)},
                                               *to, *from);
                               },
                               [=, &stream] {
                                 std::vector<double> all;
                                 for (const timed::Particle &one : to->to_host(stream))
                                   all.insert(all.end(), {one.x, one.y, one.z, one.mass});
                                 return all;
                               }};
                 }});
  return all;
}

/// The greatest difference of two results, relative to the greatest of them.
double difference(const std::vector<double> &a, const std::vector<double> &b) {
  double greatest = 0, apart = a.size() == b.size() ? 0 : INFINITY;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    greatest = std::max(greatest, std::abs(a[i]));
    apart = std::max(apart, std::abs(a[i] - b[i]));
  }
  return apart == 0 ? 0 : apart / greatest;
}

struct Median {
  double value, spread; ///< the latter: the interquartile range, relative to the median
};

Median median(std::vector<double> samples) {
  std::ranges::sort(samples);
  const double value = samples[samples.size() / 2];
  return {value, (samples[samples.size() * 3 / 4] - samples[samples.size() / 4]) / value};
}

/// A device with a stream whose launches are timed by the device itself.
struct Contender {
  explicit Contender(const kcc::Device &device) : stream(device), clock(stream) {}
  kcc::Stream stream;
  common::Clock clock;
};

bool compare(const Case &one, Contender &vulkan, Contender &cuda, int rounds) {
  const Work works[] = {one.on(vulkan.stream), one.on(cuda.stream)};
  Contender *const contenders[] = {&vulkan, &cuda};
  std::vector<double> samples[2];
  int launches = 1;
  for (int round = -2; round < rounds; ++round)
    for (std::size_t turn = 0; turn != 2; ++turn) {
      const std::size_t i = (static_cast<std::size_t>(round + 2) + turn) % 2;
      const double time = contenders[i]->clock.milliseconds([&] {
        for (int n = 0; n != launches; ++n)
          works[i].launch();
      }) / launches;
      if (round >= 0)
        samples[i].push_back(1e3 * time);
      else if (round == -1 && turn == 1)
        launches = std::clamp(static_cast<int>(2.5 / time), 1, 200);
    }
  const Median times[] = {median(samples[0]), median(samples[1])};
  const double apart = difference(works[0].results(), works[1].results());
  std::printf("| %s | %s | %.1f | %.1f | %.2f | %.1f %% | %s |\n", one.name, one.size, times[0].value,
              times[1].value, times[1].value / times[0].value,
              100 * std::max(times[0].spread, times[1].spread),
              apart == 0     ? "equal"
              : apart < 1e-5 ? "within 1e-5"
                             : "DIFFERENT");
  std::fflush(stdout);
  return apart < 1e-5;
}

/// The host's time of a launch, and the time until a launch has been waited for, in microseconds.
void compare_launches(Contender &vulkan, Contender &cuda) {
  const LaunchConfig shape{Blocks(1), Threads(32)};
  Contender *const contenders[] = {&vulkan, &cuda};
  double results[2][2];
  for (std::size_t i = 0; i != 2; ++i) {
    kcc::Stream &stream = contenders[i]->stream;
    Buffer<float> buffer(stream.device(), 32);
    const auto time = [&](int batch, bool waits) {
      std::vector<double> samples;
      for (int round = -10; round < 101; ++round) {
        stream.synchronize();
        const auto begin = std::chrono::steady_clock::now();
        for (int n = 0; n != batch; ++n) {
          stream.launch(kernels::nothing, shape, buffer, 1);
          if (waits)
            stream.synchronize();
        }
        const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
        if (round >= 0)
          samples.push_back(took.count() / batch);
      }
      return median(samples).value;
    };
    results[i][0] = time(100, false);
    results[i][1] = time(10, true);
  }
  std::printf("\n| µs | Vulkan | CUDA |\n| --- | --: | --: |\n");
  std::printf("| host time of a launch | %.2f | %.2f |\n", results[0][0], results[1][0]);
  std::printf("| launch and wait | %.2f | %.2f |\n", results[0][1], results[1][1]);
}

} // namespace

int main(int argc, char **argv) try {
  const int rounds = argc > 1 ? std::stoi(argv[1]) : 21;
  Contender vulkan(kcc::Device::vulkan()), cuda(kcc::Device::cuda());
  std::printf("%s, %s; %s\n\n", vulkan.stream.device().name().c_str(),
              vulkan.stream.device().driver().c_str(), cuda.stream.device().driver().c_str());
  std::printf("| kernel | size | Vulkan µs | CUDA µs | CUDA / Vulkan | spread | results |\n");
  std::printf("| --- | --- | --: | --: | --: | --: | --- |\n");
  bool all_right = true;
  for (const Case &one : cases())
    all_right = compare(one, vulkan, cuda, rounds) && all_right;
  compare_launches(vulkan, cuda);
  return all_right ? 0 : 1;
} catch (const std::exception &error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
