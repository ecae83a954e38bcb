// Textures and surfaces in kernels. What a device reads is compared with what kcc's own arithmetic gives on
// the host (docs/textures.md): exactly without filtering, and with it within one step of each dimension's
// weights.
#include <kcc/texture.h>

#include "devices.h"
#include "textures_kernels.h"

#include <kcc/runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

namespace {

namespace kernels = textures_kernels::textures;
using kcc::Array;
using kcc::ArrayExtents;
using kcc::ArrayOptions;
using kcc::Device;
using kcc::Stream;
using kcc::Surface;
using kcc::Texture;
using kcc::TextureAddress;
using kcc::TextureFilter;
using kcc::TextureOptions;
using textures::Gradients;
using textures::Place;
using Float4 = std::array<float, 4>;

/// Numbers that look random, the same in every run.
class Numbers {
public:
  unsigned next(unsigned limit) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<unsigned>(state_ >> 33) % limit;
  }
  template <class T> T element() {
    if constexpr (requires { std::tuple_size<T>::value; }) {
      T result;
      for (auto &channel : result)
        channel = element<std::remove_reference_t<decltype(channel)>>();
      return result;
    } else if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(next(0x7fffffff) * 2 + next(2));
    } else {
      return static_cast<T>(static_cast<float>(next(2049)) / 1024 - 1);
    }
  }
  template <class T> std::vector<T> elements(std::size_t count) {
    std::vector<T> result(count);
    for (T &element_ : result)
      element_ = element<T>();
    return result;
  }

private:
  std::uint64_t state_ = 1;
};

template <class R> float distance(const R &a, const R &b) {
  if constexpr (requires { a.size(); }) {
    float largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
      largest = std::max(largest, distance(a[i], b[i]));
    return largest;
  } else {
    return std::abs(static_cast<float>(a) - static_cast<float>(b));
  }
}

class Textures : public kcc::testing::DeviceTest {
protected:
  /// The same array on the device and on the CPU device, where the host reads it.
  template <class T> struct Twin {
    Array<T> array, reference;
  };
  template <class T> Twin<T> make(const ArrayExtents &extents, const ArrayOptions &options = {}) {
    Twin<T> twin{Array<T>(device_, extents, options), Array<T>(Device::cpu(), extents, options)};
    Stream here(Device::cpu());
    for (unsigned level = 0; level < options.levels; ++level) {
      const auto elements = numbers_.elements<T>(twin.array.level(level).size());
      kcc::copy(stream_, twin.array.level(level), elements);
      kcc::copy(here, twin.reference.level(level), elements);
    }
    here.synchronize();
    return twin;
  }

  /// Coordinates in and around the extents, by sixteenths of a texel that are no edges of texels.
  std::vector<Place> places(const ArrayExtents &extents, bool normalized, std::size_t count = 2000) {
    const auto coordinate = [&](std::size_t extent) {
      const unsigned around = static_cast<unsigned>(extent) * 3;
      const float texel =
          static_cast<float>(numbers_.next(around * 8)) / 8 + 0.0625f - static_cast<float>(extent);
      return normalized ? texel / static_cast<float>(extent) : texel;
    };
    std::vector<Place> result(count);
    for (Place &place : result)
      place = {coordinate(extents.width), coordinate(std::max<std::size_t>(1, extents.height)),
               coordinate(std::max<std::size_t>(1, extents.depth)),
               static_cast<int>(numbers_.next(static_cast<unsigned>(extents.layers) + 3)) - 1};
    return result;
  }
  /// Directions away from the edges between faces.
  std::vector<Place> directions(std::size_t edge, std::size_t layers) {
    std::vector<Place> result(2000);
    for (Place &place : result) {
      float along[3];
      for (float &component : along)
        component = (static_cast<float>(numbers_.next(static_cast<unsigned>(edge) * 8)) / 8 + 0.0625f) * 2 /
                        static_cast<float>(edge) -
                    1;
      along[numbers_.next(3)] = numbers_.next(2) == 0 ? 1.0f : -1.0f;
      place = {along[0], along[1], along[2],
               static_cast<int>(numbers_.next(static_cast<unsigned>(layers) + 3)) - 1};
    }
    return result;
  }

  template <class R>
  void expect_near(const std::vector<R> &results, const std::vector<R> &expected,
                   const std::vector<Place> &at, float tolerance) {
    for (std::size_t i = 0; i < at.size(); ++i) {
      const float difference = distance(results[i], expected[i]);
      largest_ = std::max(largest_, difference);
      ASSERT_LE(difference, tolerance)
          << i << " at " << at[i].x << ", " << at[i].y << ", " << at[i].z << ", layer " << at[i].layer;
    }
    RecordProperty("largest_difference", std::to_string(largest_));
  }

  template <class R, int type, class T>
  void compare(const Twin<T> &twin, const TextureOptions &options, const std::vector<Place> &at,
               float tolerance = 0) {
    const Texture<R, type> texture(twin.array, options), reference(twin.reference, options);
    kcc::Buffer<Place> places(device_, at);
    kcc::Buffer<R> results(device_, at.size());
    stream_.launch(kernels::read_all<R, type>, kcc::cover(at.size(), 128), texture, places, results);
    std::vector<R> expected;
    for (const Place &place : at)
      expected.push_back(read(reference.kernel_view(), place));
    expect_near(results.to_host(stream_), expected, at, tolerance);
  }

  template <class R, int type> static R read(kcc::TextureView<R, type> texture, const Place &at) {
    if constexpr (type == 1)
      return texture(at.x);
    else if constexpr (type == 2)
      return texture(at.x, at.y);
    else if constexpr (type == 3 || type == kcc::cube)
      return texture(at.x, at.y, at.z);
    else if constexpr (type == kcc::layered_1d)
      return texture(at.x, at.layer);
    else if constexpr (type == kcc::layered_2d)
      return texture(at.x, at.y, at.layer);
    else
      return texture(at.x, at.y, at.z, at.layer);
  }

  Numbers numbers_;
  float largest_ = 0; ///< difference in this test
  Stream stream_{device_};
};
KCC_FOR_EVERY_DEVICE(Textures);

constexpr TextureAddress all_modes[] = {TextureAddress::clamp, TextureAddress::border, TextureAddress::wrap,
                                        TextureAddress::mirror};
/// Of values from -1 to 1: each dimension's weight may be one step away.
constexpr float step = 2.0f / 256;

TEST_P(Textures, PointReadsTheTexel) {
  for (const bool normalized : {false, true})
    for (const TextureAddress mode : all_modes) {
      if (!normalized && (mode == TextureAddress::wrap || mode == TextureAddress::mirror))
        continue;
      SCOPED_TRACE(std::to_string(static_cast<int>(mode)) + (normalized ? " normalized" : ""));
      const TextureOptions options{
          .address = mode, .normalized_coordinates = normalized, .border = {0.25f, 0.5f, 0.75f, 1}};
      const ArrayExtents line{.width = 64}, image{.width = 32, .height = 16},
          volume{.width = 8, .height = 16, .depth = 4}, odd{.width = 13, .height = 7};
      compare<float, 1>(make<float>(line), options, places(line, normalized));
      compare<float, 2>(make<float>(image), options, places(image, normalized));
      compare<float, 2>(make<float>(odd), options, places(odd, normalized));
      compare<float, 3>(make<float>(volume), options, places(volume, normalized));
    }
}

TEST_P(Textures, LinearAveragesNeighbors) {
  for (const bool normalized : {false, true})
    for (const TextureAddress mode : all_modes) {
      if (!normalized && (mode == TextureAddress::wrap || mode == TextureAddress::mirror))
        continue;
      SCOPED_TRACE(std::to_string(static_cast<int>(mode)) + (normalized ? " normalized" : ""));
      const TextureOptions options{.filter = TextureFilter::linear,
                                   .address = mode,
                                   .normalized_coordinates = normalized,
                                   .border = {0.25f, 0.5f, 0.75f, 1}};
      const ArrayExtents line{.width = 64}, image{.width = 32, .height = 16},
          volume{.width = 8, .height = 16, .depth = 4}, odd{.width = 13, .height = 7};
      compare<float, 1>(make<float>(line), options, places(line, normalized), step);
      compare<float, 2>(make<float>(image), options, places(image, normalized), 2 * step);
      compare<float, 2>(make<float>(odd), options, places(odd, normalized), 2 * step);
      compare<float, 3>(make<float>(volume), options, places(volume, normalized), 3 * step);
    }
}

TEST_P(Textures, EveryElementTypeIsRead) {
  const ArrayExtents image{.width = 32, .height = 16};
  const auto at = places(image, false);
  compare<std::int8_t, 2>(make<std::int8_t>(image), {}, at);
  compare<std::uint8_t, 2>(make<std::uint8_t>(image), {}, at);
  compare<std::int16_t, 2>(make<std::int16_t>(image), {}, at);
  compare<std::uint16_t, 2>(make<std::uint16_t>(image), {}, at);
  compare<std::int32_t, 2>(make<std::int32_t>(image), {}, at);
  compare<std::uint32_t, 2>(make<std::uint32_t>(image), {}, at);
  compare<float, 2>(make<kcc::float16>(image), {}, at);
  compare<std::array<std::uint8_t, 4>, 2>(make<std::array<std::uint8_t, 4>>(image), {}, at);
  compare<std::array<std::int16_t, 2>, 2>(make<std::array<std::int16_t, 2>>(image), {}, at);
  compare<std::array<float, 2>, 2>(make<std::array<kcc::float16, 2>>(image), {}, at);
  compare<Float4, 2>(make<Float4>(image), {}, at);
}

TEST_P(Textures, SmallIntegersAreReadAsFractions) {
  const ArrayExtents image{.width = 32, .height = 16};
  const auto at = places(image, false);
  constexpr float rounding = 1e-6f;
  compare<float, 2>(make<std::int8_t>(image), {}, at, rounding);
  compare<float, 2>(make<std::uint8_t>(image), {}, at, rounding);
  compare<float, 2>(make<std::int16_t>(image), {}, at, rounding);
  compare<float, 2>(make<std::uint16_t>(image), {}, at, rounding);
  compare<Float4, 2>(make<std::array<std::uint8_t, 4>>(image), {}, at, rounding);
  compare<float, 2>(make<std::uint8_t>(image), {.filter = TextureFilter::linear}, at, 2 * step);
  compare<Float4, 2>(make<std::array<std::int16_t, 4>>(image), {.filter = TextureFilter::linear}, at,
                     2 * step);
  compare<float, 2>(make<kcc::float16>(image), {.filter = TextureFilter::linear}, at, 2 * step);
}

TEST_P(Textures, LayersAndCubesAreRead) {
  const ArrayExtents lines{.width = 32, .layers = 5}, images{.width = 16, .height = 8, .layers = 5};
  compare<float, kcc::layered_1d>(make<float>(lines), {}, places(lines, false));
  compare<float, kcc::layered_2d>(make<float>(images), {}, places(images, false));
  compare<float, kcc::layered_2d>(make<float>(images), {.filter = TextureFilter::linear},
                                  places(images, false), 2 * step);
  const ArrayExtents cube{.width = 8, .height = 8}, cubes{.width = 8, .height = 8, .layers = 3};
  compare<float, kcc::cube>(make<float>(cube, {.cube = true}), {}, directions(8, 0));
  compare<float, kcc::layered_cube>(make<float>(cubes, {.cube = true}), {}, directions(8, 3));
}

TEST_P(Textures, MipLevelsAreRead) {
  const auto check = [&]<int type>(std::integral_constant<int, type>, const ArrayExtents &extents,
                                   const ArrayOptions &options, const std::vector<Place> &at,
                                   TextureFilter filter) {
    SCOPED_TRACE(type);
    const auto twin = make<float>(extents, options);
    const TextureOptions how{.normalized_coordinates = true, .level_filter = filter};
    const Texture<float, type> texture(twin.array, how), reference(twin.reference, how);
    std::vector<float> levels;
    for (std::size_t i = 0; i < at.size(); ++i) // none between two levels
      levels.push_back(static_cast<float>(numbers_.next(options.levels * 8 + 8)) / 8 - 0.4375f);
    kcc::Buffer<Place> places(device_, at);
    kcc::Buffer<float> where(device_, levels), results(device_, at.size());
    stream_.launch(kernels::read_levels<type>, kcc::cover(at.size(), 128), texture, where, places, results);
    std::vector<float> expected;
    for (std::size_t i = 0; i < at.size(); ++i) {
      const auto view = reference.kernel_view();
      const Place &p = at[i];
      if constexpr (type == 1)
        expected.push_back(view.at_level(levels[i], p.x));
      else if constexpr (type == 2)
        expected.push_back(view.at_level(levels[i], p.x, p.y));
      else if constexpr (type == 3 || type == kcc::cube)
        expected.push_back(view.at_level(levels[i], p.x, p.y, p.z));
      else if constexpr (type == kcc::layered_1d)
        expected.push_back(view.at_level(levels[i], p.x, p.layer));
      else if constexpr (type == kcc::layered_2d)
        expected.push_back(view.at_level(levels[i], p.x, p.y, p.layer));
      else
        expected.push_back(view.at_level(levels[i], p.x, p.y, p.z, p.layer));
    }
    expect_near(results.to_host(stream_), expected, at, filter == TextureFilter::point ? 0 : step);
  };
  for (const TextureFilter filter : {TextureFilter::point, TextureFilter::linear}) {
    using std::integral_constant;
    const ArrayExtents line{.width = 32}, image{.width = 32, .height = 16},
        volume{.width = 8, .height = 16, .depth = 8}, lines{.width = 32, .layers = 3},
        images{.width = 32, .height = 16, .layers = 3};
    check(integral_constant<int, 1>(), line, {.levels = 4}, places(line, true), filter);
    check(integral_constant<int, 2>(), image, {.levels = 4}, places(image, true), filter);
    check(integral_constant<int, 3>(), volume, {.levels = 3}, places(volume, true), filter);
    check(integral_constant<int, kcc::layered_1d>(), lines, {.levels = 4}, places(lines, true), filter);
    check(integral_constant<int, kcc::layered_2d>(), images, {.levels = 4}, places(images, true), filter);
    check(integral_constant<int, kcc::cube>(), {.width = 8, .height = 8}, {.levels = 3, .cube = true},
          directions(8, 0), filter);
    check(integral_constant<int, kcc::layered_cube>(), {.width = 8, .height = 8, .layers = 2},
          {.levels = 3, .cube = true}, directions(8, 2), filter);
  }
}

TEST_P(Textures, GradientsChooseTheLevel) {
  const auto check = [&]<int type>(std::integral_constant<int, type>, const ArrayExtents &extents) {
    SCOPED_TRACE(type);
    const auto twin = make<float>(extents, {.levels = 4});
    const TextureOptions how{.normalized_coordinates = true};
    const Texture<float, type> texture(twin.array, how);
    const auto at = places(extents, true, 200);
    // A step of 2^level texels along x, so that no device is in doubt about the level.
    std::vector<Gradients> gradients(at.size(), Gradients{});
    std::vector<float> levels;
    for (Gradients &gradient : gradients) {
      const unsigned level = numbers_.next(4);
      levels.push_back(static_cast<float>(level));
      gradient.dx[0] = static_cast<float>(1u << level) / static_cast<float>(extents.width);
      gradient.dy[0] = gradient.dx[0];
    }
    kcc::Buffer<Place> places(device_, at);
    kcc::Buffer<Gradients> steps(device_, gradients);
    kcc::Buffer<float> where(device_, levels), results(device_, at.size()), expected(device_, at.size());
    stream_.launch(kernels::read_gradients<type>, kcc::cover(at.size(), 128), texture, steps, places,
                   results);
    stream_.launch(kernels::read_levels<type>, kcc::cover(at.size(), 128), texture, where, places, expected);
    EXPECT_EQ(results.to_host(stream_), expected.to_host(stream_));
  };
  check(std::integral_constant<int, 1>(), {.width = 32});
  check(std::integral_constant<int, 2>(), {.width = 32, .height = 32});
  check(std::integral_constant<int, 3>(), {.width = 8, .height = 8, .depth = 8});
  check(std::integral_constant<int, kcc::layered_1d>(), {.width = 32, .layers = 2});
  check(std::integral_constant<int, kcc::layered_2d>(), {.width = 32, .height = 32, .layers = 2});
}

TEST_P(Textures, GatherTakesFourTexels) {
  const ArrayExtents image{.width = 32, .height = 16};
  const auto twin = make<Float4>(image, {.gather = true});
  const Texture<Float4> texture(twin.array), reference(twin.reference);
  const auto at = places(image, false, 500);
  kcc::Buffer<Place> places(device_, at);
  kcc::Buffer<Float4> results(device_, 4 * at.size());
  stream_.launch(kernels::gather, kcc::cover(at.size(), 128), texture, places, results);
  const auto host = results.to_host(stream_);
  const auto view = reference.kernel_view();
  for (std::size_t i = 0; i < at.size(); ++i) {
    ASSERT_EQ(host[4 * i], view.gather(at[i].x, at[i].y)) << at[i].x << ", " << at[i].y;
    ASSERT_EQ(host[4 * i + 1], view.gather<1>(at[i].x, at[i].y));
    ASSERT_EQ(host[4 * i + 2], view.gather<2>(at[i].x, at[i].y));
    ASSERT_EQ(host[4 * i + 3], view.gather<3>(at[i].x, at[i].y));
  }
}

TEST_P(Textures, OfBuffersAndMatrices) {
  const auto elements = numbers_.elements<std::int16_t>(1000);
  kcc::Buffer<std::int16_t> buffer(device_, elements), read(device_, 1010);
  kcc::Buffer<float> fractions(device_, 1000);
  const Texture<std::int16_t, kcc::linear_memory> texture(buffer);
  const Texture<float, kcc::linear_memory> normalized(buffer);
  stream_.launch(kernels::fetch<std::int16_t>, kcc::cover(1010, 128), texture, -5, read);
  stream_.launch(kernels::fetch<float>, kcc::cover(1000, 128), normalized, 0, fractions);
  const auto host = read.to_host(stream_);
  const auto parts = fractions.to_host(stream_);
  for (std::size_t i = 0; i < 1000; ++i) {
    ASSERT_EQ(host[i + 5], elements[i]);
    ASSERT_NEAR(parts[i], std::max(-1.0f, static_cast<float>(elements[i]) / 32767), 1e-6f);
  }
  EXPECT_EQ(host[4], 0);
  EXPECT_EQ(host[1005], 0);

  const auto numbers = numbers_.elements<float>(16 * 32);
  kcc::PitchedBuffer<float> matrix(device_, {16, 32}), reference(Device::cpu(), {16, 32});
  kcc::copy(stream_, matrix, numbers);
  Stream here(Device::cpu());
  kcc::copy(here, reference, numbers);
  here.synchronize();
  const TextureOptions options{.filter = TextureFilter::linear};
  const Texture<float> smooth(matrix, options), of_reference(reference, options);
  const auto at = places({.width = 32, .height = 16}, false);
  kcc::Buffer<Place> where(device_, at);
  kcc::Buffer<float> results(device_, at.size());
  stream_.launch(kernels::read_all<float, 2>, kcc::cover(at.size(), 128), smooth, where, results);
  std::vector<float> expected;
  for (const Place &place : at)
    expected.push_back(of_reference.kernel_view()(place.x, place.y));
  expect_near(results.to_host(stream_), expected, at, 2 * step);
}

class Surfaces : public Textures {
protected:
  /// Copies an array with x and y exchanged, or in reverse if it has one dimension.
  template <class T, int type> void transpose(const ArrayExtents &extents, bool cube = false) {
    SCOPED_TRACE(type);
    const bool is_line = type == 1 || type == kcc::layered_1d;
    const ArrayExtents exchanged{is_line ? extents.width : extents.height, is_line ? 0 : extents.width,
                                 extents.depth, extents.layers};
    Array<T> from(device_, extents, {.cube = cube, .surface = true});
    Array<T> to(device_, exchanged, {.cube = cube, .surface = true});
    const auto view = from.array_view();
    const auto elements = numbers_.elements<T>(view.size());
    kcc::copy(stream_, from, elements);
    const Surface<T, type> read(from);
    Surface<T, type> written(to);
    const int width = static_cast<int>(view.width()), height = static_cast<int>(view.height()),
              slices = static_cast<int>(view.depth());
    stream_.launch(kernels::transpose<T, type>, kcc::cover(elements.size(), 128), read, written, width,
                   height, slices);
    std::vector<T> results(elements.size());
    kcc::copy(stream_, results, to);
    for (int z = 0; z < slices; ++z)
      for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
          const int there = is_line ? z * width + width - 1 - x : (z * width + x) * height + y;
          ASSERT_TRUE(results[static_cast<std::size_t>(there)] ==
                      elements[static_cast<std::size_t>((z * height + y) * width + x)])
              << x << ", " << y << ", " << z;
        }
  }
};
KCC_FOR_EVERY_DEVICE(Surfaces);

TEST_P(Surfaces, AreReadAndWritten) {
  transpose<float, 1>({.width = 100});
  transpose<float, 2>({.width = 30, .height = 20});
  transpose<float, 3>({.width = 10, .height = 20, .depth = 5});
  transpose<float, kcc::layered_1d>({.width = 30, .layers = 4});
  transpose<float, kcc::layered_2d>({.width = 30, .height = 20, .layers = 4});
  transpose<float, kcc::cube>({.width = 16, .height = 16}, true);
  transpose<float, kcc::layered_cube>({.width = 16, .height = 16, .layers = 2}, true);
  transpose<std::uint8_t, 2>({.width = 30, .height = 20});
  transpose<std::int16_t, 2>({.width = 30, .height = 20});
  transpose<std::array<std::int16_t, 2>, 2>({.width = 30, .height = 20});
  transpose<std::array<float, 2>, 2>({.width = 30, .height = 20});
  transpose<Float4, 2>({.width = 30, .height = 20});
}

TEST_P(Surfaces, HaveRulesForWhatIsOutside) {
  Array<int> image(device_, {.width = 4, .height = 3}, {.surface = true});
  const std::vector<int> numbers{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  kcc::copy(stream_, image, numbers);
  Surface<int> surface(image);
  kcc::Buffer<int> read(device_, 4);
  stream_.launch(kernels::go_outside, kcc::cover(1, 1), surface, 4, 3, read);
  EXPECT_EQ(read.to_host(stream_), (std::vector<int>{0, 0, 1, 12}));
  std::vector<int> result(12);
  kcc::copy(stream_, result, image);
  EXPECT_EQ(result, (std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8, 101, 10, 11, 12}));
}

TEST_P(Surfaces, EndTheKernelOutside) {
  if (GetParam() == kcc::Backend::cuda)
    GTEST_SKIP() << "the GPU would refuse all work of this process afterwards";
  Array<int> image(device_, {.width = 4, .height = 3}, {.surface = true});
  Surface<int> surface(image);
  Stream stream(device_);
  stream.launch(kernels::trap_outside, kcc::cover(1, 1), surface, 3);
  stream.synchronize();
  stream.launch(kernels::trap_outside, kcc::cover(1, 1), surface, 4);
  EXPECT_THROW(stream.synchronize(), kcc::Error);
}

} // namespace
