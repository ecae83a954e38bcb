// Adds two vectors on a device and compares the sum with the host's.
#include "../common/program.h"

#include <add_kernels.h>

#include <random>
#include <vector>

namespace {

std::vector<float> random_floats(std::size_t count, std::mt19937 &random) {
  std::uniform_real_distribution<float> distribution(-1000, 1000);
  std::vector<float> values(count);
  for (float &value : values)
    value = distribution(random);
  return values;
}

void run(const example::Options &options, std::size_t count, std::uint32_t seed) {
  example::Session session(options);
  std::mt19937 random(seed);
  const std::vector<float> a = random_floats(count, random);
  const std::vector<float> b = random_floats(count, random);

  kcc::Buffer device_a(session.device(), a);
  kcc::Buffer device_b(session.device(), b);
  kcc::Buffer<float> device_sum(session.device(), count);
  session.stream().launch(session.kernel(add_kernels::add), kcc::cover(count, 256), device_sum, device_a,
                          device_b);
  const std::vector<float> sum = device_sum.to_host(session.stream());

  for (std::size_t i = 0; i != count; ++i)
    if (sum[i] != a[i] + b[i])
      throw example::Mismatch("element " + std::to_string(i) + ": " + std::to_string(a[i]) + " + " +
                              std::to_string(b[i]) + " is " + std::to_string(a[i] + b[i]) +
                              " on the host, but the device says " + std::to_string(sum[i]));
  std::cout << count << " sums, all equal to the host's\n";
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app("Adds two vectors of random numbers on a device and checks every sum.");
  example::Options options;
  example::add_options(app, options);
  std::size_t count = std::size_t{1} << 24;
  app.add_option("--count", count, "Elements of each vector")->capture_default_str();
  std::uint32_t seed = 1;
  app.add_option("--seed", seed, "Seed of the random numbers")->capture_default_str();
  return example::run(app, argc, argv, [&] { run(options, count, seed); });
}
