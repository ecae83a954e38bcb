// Neighbouring threads that access elements at equal distances, also in the reverse order, with indices that
// wrap between them. The CPU device loads all of a group's elements at once if the distance is small and no
// index wraps.
#include "devices.h"
#include "elements_apart_kernels.h"

#include <gmock/gmock.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <typeinfo>
#include <vector>

namespace {

class ElementsApart : public kcc::testing::DeviceTest {
protected:
  kcc::Stream stream_{device_};
};

constexpr std::uint32_t grid = 2;

template <class Index, class Element, int Factor>
void test_apart(const kcc::Device &device, kcc::Stream &stream) {
  constexpr std::size_t middle = 65536;
  std::vector<Element> from(2 * middle);
  std::iota(from.begin(), from.end(), Element{7});
  const kcc::Buffer<Element> source(device, from);
  for (const kcc::Dim3 &block : {kcc::Dim3{64, 1, 1}, kcc::Dim3{19, 1, 1}})
    for (const std::uint32_t begin : {200u, 32767u - 100, 65535u - 40, 65535u, 32768u, 300u}) {
      const auto index_of = [&](std::uint32_t i) {
        return static_cast<Index>(std::int64_t{begin} + std::int64_t{Factor} * i);
      };
      if (sizeof(Index) > 2 && std::size_t{begin} + 33 * grid * block.x >= middle)
        continue; // it does not wrap
      std::vector<Element> expected(2 * middle);
      for (std::uint32_t i = 0; i < grid * block.x; ++i)
        expected[middle + static_cast<std::size_t>(index_of(i))] =
            static_cast<Element>(from[middle + static_cast<std::size_t>(index_of(i))] + 1);
      kcc::Buffer<Element> to(device, std::vector<Element>(2 * middle));
      stream.launch(elements_apart_kernels::copy_apart<Index, Element, Factor>,
                    {kcc::Blocks(grid), kcc::Threads(block)}, to, source, begin);
      ASSERT_EQ(to.to_host(stream), expected)
          << typeid(Index).name() << " from " << begin << ", " << Factor << " apart, blocks of " << block.x;
    }
}

template <class Index> void test_pixels(const kcc::Device &device, kcc::Stream &stream) {
  using elements_apart::Pixel;
  std::vector<Pixel> from(3000);
  for (std::size_t i = 0; i < from.size(); ++i)
    from[i] = {static_cast<std::uint8_t>(i * 7), static_cast<std::uint8_t>(i * i),
               static_cast<std::uint8_t>(i >> 2), static_cast<std::uint8_t>(i)};
  const kcc::Buffer<Pixel> source(device, from);
  constexpr std::uint32_t height = 40;
  for (const kcc::Dim3 &block : {kcc::Dim3{16, 16, 1}, kcc::Dim3{32, 4, 1}, kcc::Dim3{19, 3, 1}})
    for (const std::uint32_t width : {64u, 61u, 50u})
      for (const std::int32_t begin : {0, 1, -40, -333, 1000}) {
        std::vector<Pixel> expected(from.size());
        std::vector<float> lights(from.size());
        for (std::uint32_t i = 0; i < width * height; ++i)
          elements_apart::recolour(expected.data(), from.data(), lights.data(),
                                   static_cast<Index>(begin + static_cast<std::int32_t>(i)),
                                   static_cast<Index>(from.size()));
        kcc::Buffer<Pixel> to(device, std::vector<Pixel>(from.size()));
        kcc::Buffer<float> light(device, std::vector<float>(from.size()));
        stream.launch(elements_apart_kernels::recolour<Index>,
                      {kcc::Blocks((width + block.x - 1) / block.x, (height + block.y - 1) / block.y),
                       kcc::Threads(block)},
                      to, source, light, static_cast<Index>(begin), static_cast<Index>(width), Index{height});
        ASSERT_EQ(to.to_host(stream), expected)
            << typeid(Index).name() << ' ' << begin << ", width " << width << ", blocks of " << block.x;
        ASSERT_EQ(light.to_host(stream), lights) << typeid(Index).name() << ' ' << begin;
      }
}

TEST_P(ElementsApart, ArePixels) {
  test_pixels<std::int16_t>(device_, stream_);
  test_pixels<std::uint16_t>(device_, stream_);
  test_pixels<std::int32_t>(device_, stream_);
  test_pixels<std::uint32_t>(device_, stream_);
  test_pixels<std::int64_t>(device_, stream_);
}

TEST_P(ElementsApart, AreThoseOfTheirIndices) {
  const auto test = [&]<class Index, int Factor>() {
    test_apart<Index, std::uint8_t, Factor>(device_, stream_);
    test_apart<Index, std::uint32_t, Factor>(device_, stream_);
  };
  test.operator()<std::int16_t, -1>();
  test.operator()<std::int16_t, 2>();
  test.operator()<std::int16_t, 3>();
  test.operator()<std::uint16_t, -1>();
  test.operator()<std::uint16_t, 2>();
  test.operator()<std::uint16_t, 4>();
  test.operator()<std::int32_t, -1>();
  test.operator()<std::int32_t, 3>();
  test.operator()<std::int32_t, 8>();
  test.operator()<std::size_t, -1>();
  test.operator()<std::size_t, 5>();
  test.operator()<std::size_t, 12>();
  test.operator()<std::size_t, 16>();
  test.operator()<std::size_t, 33>();
  test.operator()<std::size_t, -7>();
}

KCC_FOR_EVERY_DEVICE(ElementsApart);

} // namespace
