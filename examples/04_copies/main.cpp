// Copies and fills: whole buffers, parts of them, and the same bytes as another type.
#include "../common/example.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace {

void run(const kcc::Device &device) {
  kcc::Stream stream(device);
  kcc::Buffer<float> prices(device, 1000);
  std::vector<float> host(10);
  kcc::fill(stream, prices, 1.5f);
  kcc::copy(stream, prices.view().last(10), prices.view().first(10));
  kcc::copy(stream, host, prices.view().last(10)); // waits, because `host` is ordinary memory
  example::expect(host == std::vector<float>(10, 1.5f), "a part of the buffer came back");

  std::ranges::fill(host, 2.0f);
  kcc::copy(stream, prices.view().first(10), host); // `host` may change as soon as the call returns
  std::ranges::fill(host, 3.0f);
  example::expect(prices.to_host(stream)[9] == 2.0f, "the device has what was there at the call");

  auto first = prices.view().first(10);
  auto middle = prices.view().part(100, 800);    // offset, count: throws kcc::Error if it is not inside
  auto bits = prices.view().as<std::uint32_t>(); // the same bytes; throws if sizes or alignment do not fit
  kcc::fill(stream, bits.first(10), std::bit_cast<std::uint32_t>(4.0f));
  kcc::copy(stream, host, first);
  example::expect(host == std::vector<float>(10, 4.0f), "the same bytes are floats and integers");

  const kcc::BufferView<const float> read_only = middle;
  kcc::Buffer<float> copy_of_middle(device, read_only.size());
  kcc::copy(stream, copy_of_middle, read_only);
  example::expect(copy_of_middle.to_host(stream) == std::vector<float>(800, 1.5f),
                  "buffers copy to each other");
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
