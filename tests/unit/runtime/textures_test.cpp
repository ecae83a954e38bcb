// Arrays, textures and surfaces: on the CPU device, where the host can call what kernels call, and with the
// fake driver, which copies but does not sample.
#include "cuda_backend_test.h"
#include "expect_error.h"
#include "on_both_backends.h"

#include <kcc/runtime.h>
#include <kcc/texture.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace {

using kcc::Array;
using kcc::Device;
using kcc::Stream;
using kcc::Surface;
using kcc::Texture;
using kcc::TextureAddress;
using kcc::TextureFilter;

std::vector<float> counting(std::size_t count) {
  std::vector<float> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0.0f);
  return numbers;
}

class Arrays : public OnBothBackends {
protected:
  template <class A> auto to_host(const A &array) {
    const auto view = array.array_view();
    std::vector<typename A::value_type> host(view.size());
    kcc::copy(stream_, host, view);
    stream_.synchronize();
    return host;
  }
  template <class A, class T> void put(A &&to, const std::vector<T> &elements) {
    kcc::copy(stream_, to, elements);
  }
  Stream stream_{device_};
};
KCC_ON_BOTH_BACKENDS(Arrays);

TEST_P(Arrays, AreCopiedFromAndToTheHost) {
  const auto numbers = counting(24);
  for (const kcc::ArrayExtents &extents :
       {kcc::ArrayExtents{.width = 24}, kcc::ArrayExtents{.width = 6, .height = 4},
        kcc::ArrayExtents{.width = 4, .height = 3, .depth = 2}, kcc::ArrayExtents{.width = 8, .layers = 3},
        kcc::ArrayExtents{.width = 4, .height = 3, .layers = 2}}) {
    Array<float> array(device_, extents);
    kcc::copy(stream_, array, numbers);
    EXPECT_EQ(to_host(array), numbers);
    EXPECT_EQ(array.extents().width, extents.width);
    EXPECT_EQ(array.array_view().size(), 24u);
  }
  Array<float> cube(device_, {.width = 2, .height = 2}, {.cube = true});
  EXPECT_EQ(cube.array_view().depth(), 6u);
  kcc::copy(stream_, cube, numbers);
  EXPECT_EQ(to_host(cube.part({0, 1, 5}, {2, 1, 1})), (std::vector<float>{22, 23}));
}

TEST_P(Arrays, HaveParts) {
  Array<float> array(device_, {.width = 5, .height = 4, .depth = 2});
  put(array, counting(40));
  EXPECT_EQ(to_host(array.part({1, 2, 0}, {2, 2, 2})), (std::vector<float>{11, 12, 16, 17, 31, 32, 36, 37}));
  const std::vector<float> minus{-1, -2};
  kcc::copy(stream_, array.part({4, 1, 1}, {1, 2, 1}), minus);
  EXPECT_EQ(to_host(array.part({3, 1, 1}, {2, 2, 1})), (std::vector<float>{28, -1, 33, -2}));
  EXPECT_ERROR(array.part({4, 0, 0}, {2, 1, 1}), "taking a part of an array", "2 elements from number 4",
               "dimension 0, but it has 5");
  EXPECT_ERROR(array.part({0, 0, 0}, {1, 0, 1}), "0 elements");
}

TEST_P(Arrays, HaveMipLevels) {
  Array<float> pyramid(device_, {.width = 8, .height = 4}, {.levels = 4});
  EXPECT_EQ(pyramid.levels(), 4u);
  EXPECT_EQ(pyramid.level(1).size(), 8u);
  EXPECT_EQ(pyramid.level(3).size(), 1u);
  put(pyramid.level(1), counting(8));
  put(pyramid.level(2), std::vector<float>{7, 8});
  EXPECT_EQ(to_host(pyramid.level(1)), counting(8));
  EXPECT_EQ(to_host(std::as_const(pyramid).level(2)), (std::vector<float>{7, 8}));
  EXPECT_ERROR(pyramid.level(4), "it has no level 4 but 4");
}

TEST_P(Arrays, AreCopiedFromBuffersMatricesAndArrays) {
  const auto numbers = counting(24);
  kcc::Buffer<float> buffer(device_, numbers), back(device_, 24);
  Array<float> array(device_, {.width = 6, .height = 4}), other(device_, {.width = 6, .height = 4});
  kcc::copy(stream_, array, buffer);
  kcc::copy(stream_, other, array);
  kcc::copy(stream_, back, other);
  EXPECT_EQ(back.to_host(stream_), numbers);
  kcc::PitchedBuffer<float> matrix(device_, {4, 6});
  kcc::copy(stream_, matrix, other);
  kcc::copy(stream_, array.part({2, 0, 0}, {3, 2, 1}), matrix.part({2, 3}, {2, 3}));
  EXPECT_EQ(to_host(array.part({1, 0, 0}, {5, 2, 1})),
            (std::vector<float>{1, 15, 16, 17, 5, 7, 21, 22, 23, 11}));
  kcc::PitchedBuffer<float, 3> volume(device_, {2, 3, 4});
  Array<float> layers(device_, {.width = 4, .height = 3, .layers = 2});
  kcc::copy(stream_, layers, numbers);
  kcc::copy(stream_, volume, layers);
  std::vector<float> host(24);
  kcc::copy(stream_, host, volume);
  EXPECT_EQ(host, numbers);
  Array<float> lines(device_, {.width = 6, .layers = 4});
  kcc::copy(stream_, lines, matrix); // a row for each layer
  EXPECT_EQ(to_host(lines), numbers);
}

TEST_P(Arrays, CopiesAreChecked) {
  Array<float> array(device_, {.width = 6, .height = 4});
  EXPECT_ERROR(put(array, counting(23)), "copying an array of", "6 x 4 x 1 elements", "the memory has 23");
  kcc::PitchedBuffer<float> matrix(device_, {6, 4});
  EXPECT_ERROR(kcc::copy(stream_, array, matrix), "the memory 1 x 6 rows of 16 bytes");
  EXPECT_ERROR(kcc::copy(stream_, array.part({0, 0, 0}, {4, 4, 1}), array.part({2, 0, 0}, {4, 4, 1})),
               "source and destination overlap");
  EXPECT_ERROR(kcc::copy(stream_, array.part({0, 0, 0}, {4, 4, 1}), array), "the source 6 x 4 x 1 elements");
  kcc::copy(stream_, array.part({0, 0, 0}, {3, 4, 1}), array.part({3, 0, 0}, {3, 4, 1}));
  Stream others(GetParam() == kcc::Backend::cpu ? gpu_ : Device::cpu());
  const std::vector<float> numbers = counting(24);
  EXPECT_ERROR(kcc::copy(others, array, numbers), "the stream is of");
}

TEST_P(Arrays, ImpossibleExtentsAreErrors) {
  const auto make = [&](const kcc::ArrayExtents &extents, const kcc::ArrayOptions &options = {}) {
    return Array<float>(device_, extents, options);
  };
  EXPECT_ERROR(make({}), "making an array on", "the width is 0");
  EXPECT_ERROR(make({.width = 4, .depth = 4}), "a depth and no height");
  EXPECT_ERROR(make({.width = 4, .height = 4, .depth = 4, .layers = 2}), "a depth and layers");
  EXPECT_ERROR(make({.width = 4, .height = 2}, {.cube = true}), "whose faces are not squares");
  EXPECT_ERROR(make({.width = 4}, {.gather = true}), "only 2-D arrays");
  EXPECT_ERROR(make({.width = 4, .height = 9}, {.levels = 5}), "5 mip levels", "number 3", "from 1 to 4");
  EXPECT_ERROR(make({.width = 4}, {.levels = 0}), "0 mip levels");
  EXPECT_ERROR(make({.width = std::size_t{1} << 40}), "the width is 1099511627776, and the device allows",
               "maximum_texture1d_width");
  EXPECT_ERROR(make({.width = 4, .height = std::size_t{1} << 33}), "the height is 8589934592");
  EXPECT_ERROR(make({.width = 1, .height = 1, .layers = 1 << 20}),
               "the number of layers or faces is 1048576");
}

TEST_P(Arrays, TexturesOfOtherTypesAreErrors) {
  Array<float> image(device_, {.width = 4, .height = 4});
  Array<float> pyramid(device_, {.width = 4, .height = 4}, {.levels = 2});
  Array<std::uint8_t> bytes(device_, {.width = 4, .height = 4});
  EXPECT_ERROR((Texture<float, 3>(image)), "making a texture on", "the array is 2-D, and this reads 3-D");
  EXPECT_ERROR((Texture<float, kcc::cube>(image)), "this reads a cube");
  EXPECT_ERROR((Texture<std::uint8_t>(bytes, {.filter = TextureFilter::linear})),
               "integers cannot be filtered");
  EXPECT_ERROR((Texture<std::uint8_t>(bytes, {.border = {1}})), "the border of a texture of integers is 0");
  EXPECT_ERROR((Texture<float>(image, {.address = TextureAddress::wrap})), "need normalized coordinates");
  EXPECT_ERROR((Texture<float>(image, {.address = {TextureAddress::clamp, TextureAddress::mirror}})),
               "need normalized coordinates");
  EXPECT_ERROR((Texture<float>(pyramid)), "mip levels need normalized coordinates");
  EXPECT_ERROR((Texture<float>(image, {.min_level = 2, .max_level = 1})), "max_level must be at least");
  EXPECT_ERROR((Surface<float>(image)), "making a surface on", "without ArrayOptions::surface");
  Array<float> writable(device_, {.width = 4, .height = 4}, {.surface = true});
  EXPECT_ERROR((Surface<float, 1>(writable)), "the array is 2-D");
  EXPECT_ERROR((Surface<float>(writable, 1)), "it has no level 1");
  EXPECT_ERROR((Texture<float, kcc::linear_memory>(kcc::Buffer<float>(device_, 0))), "has no elements");
}

TEST_P(Arrays, LiveAsLongAsTheirTextures) {
  auto array = std::make_optional<Array<float>>(device_, kcc::ArrayExtents{.width = 4, .height = 4},
                                                kcc::ArrayOptions{.surface = true});
  auto texture = std::make_optional<Texture<float>>(*array);
  Surface<float> surface(*array);
  array.reset();
  if (GetParam() == kcc::Backend::cuda) {
    EXPECT_EQ(fake_.count("cuArrayDestroy"), 0);
    texture.reset();
    EXPECT_EQ(fake_.count("cuTexObjectDestroy"), 1);
    EXPECT_EQ(fake_.count("cuArrayDestroy"), 0);
  }
  Surface<float> moved(std::move(surface));
  EXPECT_EQ(surface.native_handle(), 0u);
  surface = std::move(moved);
  EXPECT_NE(surface.native_handle(), 0u);
}

class CudaTextures : public CudaBackend {};

TEST_F(CudaTextures, AreDescribedToTheDriver) {
  const Array<std::array<std::uint8_t, 4>> image(gpu_, {.width = 4, .height = 4});
  const Array<float> pyramid(gpu_, {.width = 4, .height = 4}, {.levels = 3});
  const kcc::PitchedBuffer<kcc::float16> matrix(gpu_, {4, 4});
  const kcc::Buffer<std::int32_t> buffer(gpu_, 4);
  const Texture<std::array<std::uint8_t, 4>> elements(image);
  const Texture<std::array<float, 4>> normalized(
      image, {.filter = TextureFilter::linear,
              .address = {TextureAddress::border, TextureAddress::clamp, TextureAddress::border},
              .border = {1, 2, 3, 4}});
  const Texture<float> levels(pyramid, {.address = {TextureAddress::wrap, TextureAddress::mirror},
                                        .normalized_coordinates = true,
                                        .level_filter = TextureFilter::linear});
  const Texture<float> halves(matrix);
  const Texture<std::int32_t, kcc::linear_memory> linear(buffer);
  ASSERT_EQ(fake_.textures.size(), 5u);
  EXPECT_EQ(fake_.textures[0].resource, 0u);
  EXPECT_EQ(fake_.textures[0].flags, 1u);
  EXPECT_EQ(fake_.textures[0].address, (std::array<unsigned, 3>{1, 1, 1}));
  EXPECT_EQ(fake_.textures[1].flags, 0u);
  EXPECT_EQ(fake_.textures[1].filter, 1u);
  EXPECT_EQ(fake_.textures[1].address, (std::array<unsigned, 3>{3, 1, 1})); // it has no third dimension
  EXPECT_EQ(fake_.textures[1].border, (std::array<float, 4>{1, 2, 3, 4}));
  EXPECT_EQ(fake_.textures[2].resource, 1u);
  EXPECT_EQ(fake_.textures[2].flags, 2u);
  EXPECT_EQ(fake_.textures[2].level_filter, 1u);
  EXPECT_EQ(fake_.textures[2].address, (std::array<unsigned, 3>{0, 2, 1}));
  EXPECT_EQ(fake_.textures[3].resource, 3u);
  EXPECT_EQ(fake_.textures[4].resource, 2u);
  EXPECT_EQ(fake_.textures[4].flags, 1u);
}

TEST_F(CudaTextures, OfMemoryMustBeAlignedAndNotTooLarge) {
  const kcc::Buffer<float> buffer(gpu_, 4096);
  const auto aligned = (512 - reinterpret_cast<std::uintptr_t>(buffer.data()) % 512) % 512 / sizeof(float);
  const Texture<float, kcc::linear_memory> texture(buffer.view().part(aligned, 8));
  EXPECT_ERROR((Texture<float, kcc::linear_memory>(buffer.view().part(aligned + 1, 8))),
               "the address is no multiple of 512 bytes (texture_alignment)");
  const kcc::BufferView<const float> huge(gpu_, buffer.data() + aligned, std::size_t{1} << 29);
  EXPECT_ERROR((Texture<float, kcc::linear_memory>(huge)), "maximum_texture1d_linear_width");
  kcc::PitchedView<float, 2> rows{};
  rows.start = buffer.data() + aligned;
  rows.extents[0] = rows.extents[1] = 4;
  rows.pitches[0] = 48;
  EXPECT_ERROR((Texture<float>(kcc::PitchedBufferView<float, 2>(gpu_, rows))),
               "the distance of rows is no multiple of 32 bytes");
}

/// Reads on the CPU device, by calling on the host what kernels call.
class Sampling : public testing::Test {
protected:
  template <class T> Array<T> array_of(const kcc::ArrayExtents &extents, const std::vector<T> &elements) {
    Array<T> array(cpu_, extents);
    kcc::copy(stream_, array, elements);
    stream_.synchronize();
    return array;
  }
  template <class A, class T> void put(A &&to, const std::vector<T> &elements) {
    kcc::copy(stream_, to, elements);
  }
  Device cpu_ = Device::cpu();
  Stream stream_{cpu_};
  static constexpr float infinity = std::numeric_limits<float>::infinity();
};

TEST_F(Sampling, PointTakesTheTexelAroundTheCoordinate) {
  const Array<float> image = array_of<float>({.width = 4, .height = 3}, counting(12));
  const Texture<float> texture(image);
  const auto view = texture.kernel_view();
  EXPECT_EQ(view(0.5f, 0.5f), 0);
  EXPECT_EQ(view(2.0f, 1.0f), 6);
  EXPECT_EQ(view(2.99f, 1.99f), 6);
  EXPECT_EQ(view(-5.0f, 1.5f), 4);
  EXPECT_EQ(view(99.0f, 99.0f), 11);
  EXPECT_EQ(view(-infinity, infinity), 8);
  EXPECT_EQ(view(std::nanf(""), 0.5f), 0);
  EXPECT_EQ(view(1e30f, -1e30f), 3);
}

TEST_F(Sampling, AddressModesDecideWhatIsOutside) {
  const Array<float> line = array_of<float>({.width = 4}, {1, 2, 3, 4});
  const auto read = [&](TextureAddress mode, float texel) {
    const Texture<float, 1> texture(line, {.address = mode, .normalized_coordinates = true, .border = {9}});
    return texture.kernel_view()((texel + 0.5f) / 4);
  };
  const std::array<float, 8> clamped{1, 1, 1, 2, 3, 4, 4, 4}, border{9, 9, 1, 2, 3, 4, 9, 9},
      wrapped{3, 4, 1, 2, 3, 4, 1, 2}, mirrored{2, 1, 1, 2, 3, 4, 4, 3};
  for (int i = -2; i < 6; ++i) {
    const auto at = static_cast<std::size_t>(i + 2);
    EXPECT_EQ(read(TextureAddress::clamp, static_cast<float>(i)), clamped[at]) << i;
    EXPECT_EQ(read(TextureAddress::border, static_cast<float>(i)), border[at]) << i;
    EXPECT_EQ(read(TextureAddress::wrap, static_cast<float>(i)), wrapped[at]) << i;
    EXPECT_EQ(read(TextureAddress::mirror, static_cast<float>(i)), mirrored[at]) << i;
  }
  EXPECT_EQ(read(TextureAddress::wrap, 4e6f), 1);
  EXPECT_GT(read(TextureAddress::mirror, -infinity), 0); // any texel
}

TEST_F(Sampling, LinearAveragesByWeightsOfEightBits) {
  const Array<float> line = array_of<float>({.width = 2}, {0, 1000});
  const Texture<float, 1> texture(line, {.filter = TextureFilter::linear});
  const auto view = texture.kernel_view();
  EXPECT_EQ(view(0.0f), 0);
  EXPECT_EQ(view(0.5f), 0);
  EXPECT_EQ(view(1.0f), 500);
  EXPECT_EQ(view(0.8f), 1000 * 77 / 256.0f); // 0.3 is 76.8 / 256
  EXPECT_EQ(view(1.5f), 1000);
  EXPECT_EQ(view(7.0f), 1000);
  const Array<float> image = array_of<float>({.width = 2, .height = 2}, {0, 4, 8, 16});
  const Texture<float> smooth(image, {.filter = TextureFilter::linear});
  EXPECT_EQ(smooth.kernel_view()(1, 1), 7);
  EXPECT_EQ(smooth.kernel_view()(0.75f, 0.5f), 1);
  const Array<float> volume = array_of<float>({.width = 2, .height = 2, .depth = 2}, counting(8));
  const Texture<float, 3> fog(volume, {.filter = TextureFilter::linear});
  EXPECT_EQ(fog.kernel_view()(1, 1, 1), 3.5f);
  EXPECT_EQ(fog.kernel_view()(0.5f, 0.5f, 1.25f), 3);
}

TEST_F(Sampling, LinearFilteringContinuesAcrossTheEdge) {
  const Array<float> line = array_of<float>({.width = 4}, {0, 1, 2, 8});
  const auto at_zero = [&](TextureAddress mode) {
    const Texture<float, 1> texture(
        line,
        {.filter = TextureFilter::linear, .address = mode, .normalized_coordinates = true, .border = {100}});
    return texture.kernel_view()(0);
  };
  EXPECT_EQ(at_zero(TextureAddress::clamp), 0);
  EXPECT_EQ(at_zero(TextureAddress::wrap), 4);
  EXPECT_EQ(at_zero(TextureAddress::mirror), 0);
  EXPECT_EQ(at_zero(TextureAddress::border), 50);
}

TEST_F(Sampling, IntegersAreReadAsTheyAreOrAsFractions) {
  const Array<std::uint8_t> bytes = array_of<std::uint8_t>({.width = 3}, {0, 51, 255});
  EXPECT_EQ((Texture<std::uint8_t, 1>(bytes).kernel_view()(2.5f)), 255);
  EXPECT_FLOAT_EQ((Texture<float, 1>(bytes).kernel_view()(1.5f)), 0.2f);
  const Array<std::int16_t> shorts = array_of<std::int16_t>({.width = 3}, {-32768, -32767, 16384});
  EXPECT_EQ((Texture<std::int16_t, 1>(shorts).kernel_view()(0.5f)), -32768);
  EXPECT_EQ((Texture<float, 1>(shorts).kernel_view()(0.5f)), -1);
  EXPECT_EQ((Texture<float, 1>(shorts).kernel_view()(1.5f)), -1);
  EXPECT_FLOAT_EQ((Texture<float, 1>(shorts).kernel_view()(2.5f)), 16384 / 32767.0f);
  const Array<std::int32_t> ints = array_of<std::int32_t>({.width = 2}, {-5, 0x7fffffff});
  EXPECT_EQ((Texture<std::int32_t, 1>(ints).kernel_view()(0.5f)), -5);
  EXPECT_EQ((Texture<std::int32_t, 1>(ints).kernel_view()(1.5f)), 0x7fffffff);
  const Array<kcc::float16> halves = array_of<kcc::float16>({.width = 1}, {kcc::float16(1.5)});
  EXPECT_EQ((Texture<float, 1>(halves).kernel_view()(0.5f)), 1.5f);
  using Pixel = std::array<std::uint8_t, 4>;
  const Array<Pixel> pixels = array_of<Pixel>({.width = 2}, {{0, 1, 2, 3}, {252, 253, 254, 255}});
  EXPECT_EQ((Texture<Pixel, 1>(pixels).kernel_view()(1.5f)), (Pixel{252, 253, 254, 255}));
  const auto color = Texture<std::array<float, 4>, 1>(pixels).kernel_view()(1.5f);
  EXPECT_EQ(color[3], 1);
}

TEST_F(Sampling, LayersAreNotFiltered) {
  const Array<float> layers = array_of<float>({.width = 2, .height = 1, .layers = 3}, counting(6));
  const Texture<float, kcc::layered_2d> texture(layers, {.filter = TextureFilter::linear});
  EXPECT_EQ(texture.kernel_view()(1, 0.5f, 0), 0.5f);
  EXPECT_EQ(texture.kernel_view()(1, 0.5f, 2), 4.5f);
  EXPECT_EQ(texture.kernel_view()(1, 0.5f, 7), 4.5f);
  EXPECT_EQ(texture.kernel_view()(1, 0.5f, -1), 4.5f);
  const Array<float> lines = array_of<float>({.width = 2, .layers = 3}, counting(6));
  EXPECT_EQ((Texture<float, kcc::layered_1d>(lines).kernel_view()(1.5f, 1)), 3);
}

TEST_F(Sampling, CubesAreReadByDirections) {
  Array<float> cube(cpu_, {.width = 2, .height = 2}, {.cube = true});
  put(cube, counting(24));
  stream_.synchronize();
  const Texture<float, kcc::cube> texture(cube);
  const auto view = texture.kernel_view();
  // The table "Cubemap Fetch" of the CUDA C++ Programming Guide: face, and where s and t grow.
  EXPECT_EQ(view(1, 0.5f, 0.5f), 0);
  EXPECT_EQ(view(3, -0.5f, 0.5f), 2);
  EXPECT_EQ(view(-1, 0.5f, 0.5f), 5);
  EXPECT_EQ(view(0.5f, 1, -0.5f), 9);
  EXPECT_EQ(view(0.5f, -1, -0.5f), 15);
  EXPECT_EQ(view(0.5f, 0.5f, 9), 17);
  EXPECT_EQ(view(0.5f, 0.5f, -1), 20);
  Array<float> cubes(cpu_, {.width = 1, .height = 1, .layers = 2}, {.cube = true});
  put(cubes, counting(12));
  stream_.synchronize();
  EXPECT_EQ((Texture<float, kcc::layered_cube>(cubes).kernel_view()(0, -1, 0, 1)), 9);
}

TEST_F(Sampling, LevelsAreChosenAndBlended) {
  Array<float> pyramid(cpu_, {.width = 4, .height = 4}, {.levels = 3});
  for (unsigned level = 0; level < 3; ++level)
    put(pyramid.level(level),
        std::vector<float>(pyramid.level(level).size(), 10.0f * static_cast<float>(level)));
  stream_.synchronize();
  const Texture<float> nearest(pyramid, {.normalized_coordinates = true});
  const Texture<float> blended(pyramid,
                               {.normalized_coordinates = true, .level_filter = TextureFilter::linear});
  const Texture<float> limited(pyramid, {.normalized_coordinates = true, .min_level = 1, .max_level = 1});
  EXPECT_EQ(nearest.kernel_view()(0.5f, 0.5f), 0);
  EXPECT_EQ(nearest.kernel_view().at_level(1.4f, 0.5f, 0.5f), 10);
  EXPECT_EQ(nearest.kernel_view().at_level(1.6f, 0.5f, 0.5f), 20);
  EXPECT_EQ(nearest.kernel_view().at_level(-3, 0.5f, 0.5f), 0);
  EXPECT_EQ(nearest.kernel_view().at_level(9, 0.5f, 0.5f), 20);
  EXPECT_EQ(blended.kernel_view().at_level(0.25f, 0.5f, 0.5f), 2.5f);
  EXPECT_EQ(blended.kernel_view().at_level(2, 0.5f, 0.5f), 20);
  EXPECT_EQ(limited.kernel_view()(0.5f, 0.5f), 10);
  EXPECT_EQ(limited.kernel_view().at_level(2, 0.5f, 0.5f), 10);
  EXPECT_EQ(nearest.kernel_view().with_gradients({0.5f, 0}, {0, 0.25f}, 0.5f, 0.5f), 10); // 2 texels
  EXPECT_EQ(blended.kernel_view().with_gradients({0.01f, 0}, {0, 1}, 0.5f, 0.5f), 20);
  EXPECT_EQ(nearest.kernel_view().with_gradients({}, {}, 0.5f, 0.5f), 0);
}

TEST_F(Sampling, GatherTakesAChannelOfFourTexels) {
  using Pixel = std::array<float, 2>;
  Array<Pixel> image(cpu_, {.width = 3, .height = 3}, {.gather = true});
  std::vector<Pixel> pixels;
  for (std::size_t i = 0; i < 9; ++i)
    pixels.push_back({static_cast<float>(i), static_cast<float>(10 * i)});
  kcc::copy(stream_, image, pixels);
  stream_.synchronize();
  const Texture<Pixel> texture(image);
  EXPECT_EQ(texture.kernel_view().gather(1, 1), (std::array<float, 4>{3, 4, 1, 0}));
  EXPECT_EQ(texture.kernel_view().gather<1>(2, 1.6f), (std::array<float, 4>{70, 80, 50, 40}));
}

TEST_F(Sampling, MemoryIsReadWhereItIs) {
  kcc::Buffer<std::int16_t> buffer(cpu_, std::vector<std::int16_t>{-1, 2, 3});
  const Texture<std::int16_t, kcc::linear_memory> elements(buffer);
  const Texture<float, kcc::linear_memory> fractions(buffer);
  EXPECT_EQ(elements.kernel_view()[0], -1);
  EXPECT_EQ(elements.kernel_view()[2], 3);
  EXPECT_EQ(elements.kernel_view()[3], 0);
  EXPECT_EQ(elements.kernel_view()[-1], 0);
  EXPECT_EQ(fractions.kernel_view()[0], -1 / 32767.0f);
  kcc::PitchedBuffer<float> matrix(cpu_, {3, 4});
  put(matrix, counting(12));
  stream_.synchronize();
  const Texture<float> texture(matrix, {.filter = TextureFilter::linear});
  EXPECT_EQ(texture.kernel_view()(2, 2), 7.5f);
}

TEST_F(Sampling, SurfacesAreReadAndWritten) {
  Array<float> image(cpu_, {.width = 3, .height = 2}, {.levels = 2, .surface = true});
  put(image, counting(6));
  stream_.synchronize();
  Surface<float> surface(image);
  const auto view = surface.kernel_view();
  const kcc::SurfaceView<const float> read_only = view;
  view.write(9, 1, 1);
  EXPECT_EQ(read_only.read(1, 1), 9);
  EXPECT_EQ(read_only.read(2, 1), 5);
  EXPECT_EQ(view.read<kcc::outside::zero>(3, 0), 0);
  EXPECT_EQ(view.read<kcc::outside::clamp>(7, 9), 5);
  view.write<kcc::outside::zero>(100, 0, -1);
  view.write<kcc::outside::clamp>(8, -1, -1);
  std::vector<float> host(6);
  kcc::copy(stream_, host, image);
  EXPECT_EQ(host, (std::vector<float>{8, 1, 2, 3, 9, 5}));
  Surface<float> small(image, 1);
  small.kernel_view().write(4, 0, 0);
  EXPECT_EQ(std::as_const(small).kernel_view().read(0, 0), 4);
  EXPECT_EQ(small.kernel_view().read<kcc::outside::zero>(1, 0), 0);
}

} // namespace
