// Where the time goes: a table, and a trace for https://ui.perfetto.dev.
#include "../common/example.h"

#include "example_profile_kernels.h"

#include <algorithm>
#include <filesystem>
#include <vector>

namespace {

void run(const kcc::Device &device) {
  kcc::Profile profile(device);
  {
    kcc::profile::Range range("prepare");
    kcc::Stream stream(device);
    kcc::Buffer<float> values(device, 1 << 20);
    kcc::fill(stream, values, 1.0f);
    stream.launch(kernels::scale, kcc::cover(values.size(), 256), values, 2.0f);
    const std::vector<float> host = values.to_host(stream);
  }
  profile.print(std::cout);

  const auto trace = std::filesystem::temp_directory_path() / "kcc-example-trace.json";
  profile.write_trace(trace);
  example::expect(std::filesystem::file_size(trace) > 0, "a trace was written");
  std::filesystem::remove(trace);

  const std::vector<kcc::Profile::Row> rows = profile.rows();
  const auto kernel = std::ranges::find(rows, "scale", &kcc::Profile::Row::name);
  example::expect(kernel != rows.end() && kernel->calls == 1, "the kernel was measured once");
  const auto copy = std::ranges::find(rows, kcc::Profile::Kind::copy_to_host, &kcc::Profile::Row::kind);
  example::expect(copy != rows.end() && copy->bytes == 4 << 20, "four MiB were copied to the host");
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
