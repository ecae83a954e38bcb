// Converts a photograph to grey on a device and on the host, compares the results and shows where the time
// goes.
#include "../common/program.h"
#include "image.h"

#include <rgba2gray_kernels.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

/// The steps of one conversion and the time of each.
struct Step {
  const char *name;
  example::Milliseconds time;
};
using Steps = std::vector<Step>;

/// Runs `step`, which must wait for what it starts.
template <class Work> void timed(Steps &steps, const char *name, Work step) {
  const auto start = Clock::now();
  step();
  steps.push_back({name, Clock::now() - start});
}

example::Milliseconds total(const Steps &steps) {
  example::Milliseconds sum{};
  for (const Step &step : steps)
    sum += step.time;
  return sum;
}

Steps convert_on_device(example::Session &session, std::span<const Rgba> rgba, std::span<std::uint8_t> gray) {
  kcc::Stream &stream = session.stream();
  const auto kernel = session.kernel(rgba2gray_kernels::rgba2gray);
  std::optional<kcc::Buffer<Rgba>> device_rgba;
  std::optional<kcc::Buffer<std::uint8_t>> device_gray;
  Steps steps;
  timed(steps, "malloc", [&] {
    device_rgba.emplace(session.device(), rgba.size());
    device_gray.emplace(session.device(), gray.size());
  });
  timed(steps, "copy in", [&] {
    device_rgba->copy_from(stream, rgba);
    stream.synchronize();
  });
  timed(steps, "kernel", [&] {
    stream.launch(kernel, kcc::cover((gray.size() + 3) / 4, 256), *device_gray,
                  *device_rgba); // four pixels per thread
    stream.synchronize();
  });
  timed(steps, "copy out", [&] {
    device_gray->copy_to(stream, gray);
    stream.synchronize();
  });
  timed(steps, "free", [&] {
    device_rgba.reset();
    device_gray.reset();
  });
  return steps;
}

Steps convert_on_host(std::span<const Rgba> rgba, std::span<std::uint8_t> result) {
  std::unique_ptr<std::uint8_t[]> gray;
  Steps steps;
  timed(steps, "malloc", [&] { gray.reset(new std::uint8_t[rgba.size()]); });
  timed(steps, "conversion", [&] { std::ranges::transform(rgba, gray.get(), luma); });
  std::copy_n(gray.get(), rgba.size(), result.begin());
  timed(steps, "free", [&] { gray.reset(); });
  return steps;
}

/// Right-aligned, counting characters: µ has two bytes in UTF-8.
void print_right(const std::string &text, std::size_t width) {
  const auto characters = static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
  std::cout << std::string(width > characters ? width - characters : 0, ' ') << text;
}

void print_row(std::string name, const std::string &first, const std::string &best) {
  name.resize(12, ' ');
  std::cout << "  " << name;
  print_right(first, 12);
  print_right(best, 12);
  std::cout << "\n";
}

/// Prints the steps of the first run, which includes loading the kernel, and of the run with the lowest
/// total.
void print_table(const char *title, const std::vector<Steps> &runs) {
  const Steps &first = runs.front();
  const Steps &best = *std::ranges::min_element(runs, {}, total);
  print_row(title, "first run", "best run");
  for (std::size_t i = 0; i != first.size(); ++i)
    print_row(first[i].name, example::readable(first[i].time), example::readable(best[i].time));
  print_row("total", example::readable(total(first)), example::readable(total(best)));
}

void run(const example::Options &options, const std::filesystem::path &file, const std::filesystem::path &out,
         int repeats) {
  example::Session session(options);
  const Image image = read_image(file);
  const std::size_t pixels = image.pixels.size();
  std::cout << file.filename().string() << ": " << image.width << " × " << image.height << ", " << pixels
            << " pixels, " << example::readable_bytes(pixels * sizeof(Rgba)) << " in, "
            << example::readable_bytes(pixels) << " out\n";

  std::vector<std::uint8_t> device_gray(pixels), host_gray(pixels);
  std::vector<Steps> on_device, on_host;
  for (int i = 0; i != repeats; ++i) {
    on_device.push_back(convert_on_device(session, image.pixels, device_gray));
    on_host.push_back(convert_on_host(image.pixels, host_gray));
  }
  print_table("device", on_device);
  print_table("host", on_host);

  write_gray_png(out / "gray.device.png", image.width, image.height, device_gray);
  write_gray_png(out / "gray.host.png", image.width, image.height, host_gray);
  std::cout << "wrote " << (out / "gray.device.png").string() << " and " << (out / "gray.host.png").string()
            << "\n";

  const auto [host, device] = std::ranges::mismatch(host_gray, device_gray);
  if (host != host_gray.end()) {
    const auto i = host - host_gray.begin();
    throw example::Mismatch("pixel (" + std::to_string(i % image.width) + ", " +
                            std::to_string(i / image.width) + ") is " + std::to_string(*host) +
                            " on the host and " + std::to_string(*device) + " on the device");
  }
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app("Turns an image to grey on a device and on the host, and compares results and times.");
  example::Options options;
  example::add_options(app, options);
  std::filesystem::path image = RGBA2GRAY_DEFAULT_IMAGE;
  app.add_option("image", image, "A PNG or JPEG file")->check(CLI::ExistingFile)->capture_default_str();
  std::filesystem::path out = ".";
  app.add_option("--out", out, "The directory for gray.device.png and gray.host.png")
      ->check(CLI::ExistingDirectory)
      ->capture_default_str();
  int repeats = 20;
  app.add_option("--repeat", repeats, "How often to convert")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  return example::run(app, argc, argv, [&] { run(options, image, out, repeats); });
}
