// Reading textures and accessing surfaces where no hardware does it: on the CPU device and in host code. A
// handle is the address of an abi::CpuTexture or abi::CpuSurface. The arithmetic is that of the CUDA
// Programming Guide, "Texture Fetching": weights of linear filtering have 8 bits of fraction.
#ifndef KCC_DEVICE_TEXTURE_SAMPLING_H
#define KCC_DEVICE_TEXTURE_SAMPLING_H

#include "float_bits.h"
#include "texel.h"
#include "trap.h"

#include <bit>
#include <cstdint>
#include <cstring>

// What kcc refuses in code for GPUs whose backend makes no textures.
#ifdef __KCC_LACKS_TEXTURES__
extern "C" {
void __kcc_texture() noexcept;
void __kcc_surface() noexcept;
}
#define KCC_NEED(builtin) builtin()
#else
#define KCC_NEED(builtin) static_cast<void>(0)
#endif

namespace kcc::detail {

/// A number with the fraction in which the hardware stores weights.
inline float to_weight(float fraction) noexcept {
  return __builtin_floorf(fraction * 256.0f + 0.5f) / 256.0f;
}

/// Where a coordinate lies along one dimension: at texel `lower`, and by `weight` on the way to the next.
struct TexturePosition {
  long lower;
  float weight;
};

/// Coordinates are those of texels, or parts of the extent if they are normalized. Values far outside, which
/// an integer cannot hold, are replaced by others that are read alike.
inline TexturePosition texture_position(float coordinate, long extent, abi::AddressMode mode, bool normalized,
                                        bool filtered) noexcept {
  const auto size = static_cast<float>(extent);
  float at = coordinate;
  if (normalized) {
    if (mode == abi::AddressMode::wrap)
      at = at - __builtin_floorf(at);
    else if (mode == abi::AddressMode::mirror)
      at = at - 2.0f * __builtin_floorf(at * 0.5f);
    at = at * size;
  }
  if (!(at >= -2.0f)) // or not a number
    at = -2.0f;
  if (at > 2.0f * size + 2.0f)
    at = 2.0f * size + 2.0f;
  if (!filtered)
    return {static_cast<long>(__builtin_floorf(at)), 0};
  const float lower = __builtin_floorf(at - 0.5f);
  return {static_cast<long>(lower), to_weight(at - 0.5f - lower)};
}

/// The texel that stands for number `i`; -1: the border.
inline long texel_index(long i, long extent, abi::AddressMode mode) noexcept {
  if (i >= 0 && i < extent)
    return i;
  switch (mode) {
  case abi::AddressMode::wrap:
    return (i % extent + extent) % extent;
  case abi::AddressMode::mirror: {
    const long in_period = (i % (2 * extent) + 2 * extent) % (2 * extent);
    return in_period < extent ? in_period : 2 * extent - 1 - in_period;
  }
  case abi::AddressMode::border:
    return -1;
  default:
    return i < 0 ? 0 : extent - 1;
  }
}

/// A channel of an element, as it is or, if C is float, converted.
template <class C>
C texel_channel(const abi::TexelFormat &format, const std::byte *texel, std::uint32_t channel) noexcept {
  const std::byte *at = texel + channel * (format.bits / 8);
  std::uint32_t bits = 0;
  std::memcpy(&bits, at, format.bits / 8); // the lowest bytes: kcc's hosts are little-endian
  const auto as_signed = static_cast<std::int32_t>(bits << (32 - format.bits)) >> (32 - format.bits);
  if constexpr (!std::is_same_v<C, float>) {
    return static_cast<C>(
        format.kind == abi::TexelKind::signed_integer ? static_cast<std::uint32_t>(as_signed) : bits);
  } else if (format.kind == abi::TexelKind::floating) {
    return format.bits == 16 ? decode<half_format>(bits) : std::bit_cast<float>(bits);
  } else if (format.kind == abi::TexelKind::signed_integer) {
    const float value = static_cast<float>(as_signed) / static_cast<float>((1u << (format.bits - 1)) - 1);
    return value < -1.0f ? -1.0f : value;
  } else {
    return static_cast<float>(bits) / static_cast<float>((1u << format.bits) - 1);
  }
}

/// Texels of one level of a texture, in one layer or face.
template <class C, int dimensions> struct TextureLevel {
  const abi::CpuTexture &texture;
  const abi::TexelMemory &memory;
  std::uint32_t slice;

  C texel(const long (&i)[3], std::uint32_t channel) const noexcept {
    const long extents[3] = {memory.width, memory.height, memory.depth};
    long at[3] = {};
    for (int d = 0; d < dimensions; ++d) {
      at[d] = texel_index(i[d], extents[d], texture.address[d]);
      if (at[d] < 0)
        return static_cast<C>(texture.border[channel]);
    }
    const std::byte *texel = memory.data + (slice + static_cast<std::uint64_t>(at[2])) * memory.slice_pitch +
                             static_cast<std::uint64_t>(at[1]) * memory.row_pitch +
                             static_cast<std::uint64_t>(at[0]) * texture.format.bytes();
    return texel_channel<C>(texture.format, texel, channel);
  }

  void positions(const float (&coordinates)[3], bool filtered, TexturePosition (&at)[3]) const noexcept {
    const long extents[3] = {memory.width, memory.height, memory.depth};
    for (int d = 0; d < dimensions; ++d)
      at[d] = texture_position(coordinates[d], extents[d], texture.address[d], texture.normalized_coordinates,
                               filtered);
  }

  void read(const float (&coordinates)[3], C (&result)[4]) const noexcept {
    const bool filtered = std::is_same_v<C, float> && texture.filter == abi::FilterMode::linear;
    TexturePosition at[3] = {};
    positions(coordinates, filtered, at);
    for (std::uint32_t channel = 0; channel < texture.format.channels; ++channel) {
      if (!filtered) {
        result[channel] = texel({at[0].lower, at[1].lower, at[2].lower}, channel);
        continue;
      }
      float sum = 0;
      for (int corner = 0; corner < 1 << dimensions; ++corner) {
        float weight = 1;
        long i[3] = {};
        for (int d = 0; d < dimensions; ++d) {
          const bool is_upper = (corner >> d & 1) != 0;
          i[d] = at[d].lower + is_upper;
          weight *= is_upper ? at[d].weight : 1.0f - at[d].weight;
        }
        if (weight != 0) // an infinity outside of the footprint has no effect
          sum += weight * static_cast<float>(texel(i, channel));
      }
      result[channel] = static_cast<C>(sum);
    }
  }
};

/// The face that a direction points to, and the place on it.
struct CubePlace {
  std::uint32_t face;
  float s, t;
};
/// CUDA C++ Programming Guide, "Cubemap Textures".
inline CubePlace cube_place(float x, float y, float z) noexcept {
  const float ax = __builtin_fabsf(x), ay = __builtin_fabsf(y), az = __builtin_fabsf(z);
  const auto place = [](std::uint32_t face, float major, float s, float t) -> CubePlace {
    return {face, (s / major + 1.0f) * 0.5f, (t / major + 1.0f) * 0.5f};
  };
  if (az >= ax && az >= ay)
    return z >= 0 ? place(4, az, x, -y) : place(5, az, -x, -y);
  if (ay >= ax)
    return y >= 0 ? place(2, ay, x, z) : place(3, ay, x, -z);
  return x >= 0 ? place(0, ax, -z, -y) : place(1, ax, z, -y);
}

inline const abi::CpuTexture &cpu_texture(std::uint64_t handle) noexcept {
  KCC_NEED(__kcc_texture);
  return *reinterpret_cast<const abi::CpuTexture *>(handle);
}

template <class R, int type>
R read_texture_level(std::uint64_t handle, TexturePoint point, float level) noexcept {
  using C = ChannelOf<R>;
  constexpr int dimensions = dimensions_of(type);
  const abi::CpuTexture &texture = cpu_texture(handle);
  float coordinates[3] = {point.x, point.y, point.z};
  std::uint32_t slice = 0;
  if constexpr (is_layered(type)) {
    // PTX ISA, "tex": the index has no sign, and is clamped.
    const auto layer = static_cast<std::uint32_t>(point.layer);
    slice = layer < texture.layers ? layer : texture.layers - 1;
  }
  if constexpr (is_cube(type)) {
    const CubePlace place = cube_place(point.x, point.y, point.z);
    slice = slice * 6 + place.face;
    coordinates[0] = place.s;
    coordinates[1] = place.t;
  }
  const auto last = static_cast<float>(texture.level_count - 1);
  float wanted = level < texture.max_level ? level : texture.max_level;
  wanted = wanted > texture.min_level ? wanted : texture.min_level;
  wanted = wanted < last ? wanted : last;
  wanted = wanted > 0 ? wanted : 0;
  const auto read_at = [&](float number, C(&result)[4]) {
    TextureLevel<C, dimensions>{texture, texture.levels[static_cast<std::uint32_t>(number)], slice}.read(
        coordinates, result);
  };
  C result[4] = {};
  const bool blends = std::is_same_v<C, float> && texture.level_filter == abi::FilterMode::linear;
  const float lower = __builtin_floorf(blends ? wanted : wanted + 0.5f);
  read_at(lower < last ? lower : last, result);
  if constexpr (std::is_same_v<C, float>) {
    if (const float weight = to_weight(wanted - lower); blends && weight != 0) {
      C upper[4] = {};
      read_at(lower + 1.0f, upper);
      for (std::uint32_t i = 0; i < texture.format.channels; ++i)
        result[i] = (1.0f - weight) * result[i] + weight * upper[i];
    }
  }
  return texture_result<R>(result);
}

template <class R, int type> R read_texture(std::uint64_t handle, TexturePoint point) noexcept {
  return read_texture_level<R, type>(handle, point, 0.0f);
}

/// The level on which a step of a pixel is one texel: a sphere's, not an ellipse's, footprint.
template <class R, int type>
R read_texture_gradients(std::uint64_t handle, TexturePoint point, const float *dx,
                         const float *dy) noexcept {
  const abi::CpuTexture &texture = cpu_texture(handle);
  const abi::TexelMemory &base = texture.levels[0];
  const float extents[3] = {static_cast<float>(base.width), static_cast<float>(base.height),
                            static_cast<float>(base.depth)};
  float along_x = 0, along_y = 0;
  for (int d = 0; d < dimensions_of(type); ++d) {
    const float scale = texture.normalized_coordinates ? extents[d] : 1.0f;
    along_x += dx[d] * scale * (dx[d] * scale);
    along_y += dy[d] * scale * (dy[d] * scale);
  }
  const float squared = along_x > along_y ? along_x : along_y;
  return read_texture_level<R, type>(handle, point, squared > 0 ? 0.5f * __builtin_log2f(squared) : 0.0f);
}

template <class C, int channel>
std::array<C, 4> gather_texture(std::uint64_t handle, TexturePoint point) noexcept {
  const abi::CpuTexture &texture = cpu_texture(handle);
  const TextureLevel<C, 2> level{texture, texture.levels[0], 0};
  TexturePosition at[3] = {};
  level.positions({point.x, point.y, 0}, true, at);
  const long x = at[0].lower, y = at[1].lower;
  const auto texel = [&](long i, long j) { return level.texel({i, j, 0}, channel); };
  return {texel(x, y + 1), texel(x + 1, y + 1), texel(x + 1, y), texel(x, y)};
}

template <class R> R fetch_texture(std::uint64_t handle, int index) noexcept {
  using C = ChannelOf<R>;
  const abi::CpuTexture &texture = cpu_texture(handle);
  C result[4] = {};
  if (index >= 0 && static_cast<std::uint32_t>(index) < texture.levels[0].width)
    for (std::uint32_t channel = 0; channel < texture.format.channels; ++channel)
      result[channel] = texel_channel<C>(
          texture.format, texture.levels[0].data + static_cast<std::uint64_t>(index) * texture.format.bytes(),
          channel);
  return texture_result<R>(result);
}

/// The element's address; null if the access is dropped.
template <class T, int type, outside beyond>
std::byte *surface_element(std::uint64_t handle, int x, int y, int z) noexcept {
  KCC_NEED(__kcc_surface);
  const auto &surface = *reinterpret_cast<const abi::CpuSurface *>(handle);
  const abi::TexelMemory &memory = surface.memory;
  const std::uint32_t extents[3] = {memory.width, memory.height,
                                    surface.slices > 0 ? surface.slices : memory.depth};
  int at[3] = {x, y, z};
  for (int d = 0; d < 3; ++d) {
    if (at[d] >= 0 && static_cast<std::uint32_t>(at[d]) < extents[d])
      continue;
    if constexpr (beyond == outside::trap)
      trap();
    else if constexpr (beyond == outside::zero)
      return nullptr;
    else
      at[d] = at[d] < 0 ? 0 : static_cast<int>(extents[d] - 1);
  }
  return memory.data + static_cast<std::uint64_t>(at[2]) * memory.slice_pitch +
         static_cast<std::uint64_t>(at[1]) * memory.row_pitch + static_cast<std::uint64_t>(at[0]) * sizeof(T);
}

template <class T, int type, outside beyond>
T read_surface(std::uint64_t handle, int x, int y, int z) noexcept {
  T value{};
  if (const std::byte *element = surface_element<T, type, beyond>(handle, x, y, z))
    std::memcpy(&value, element, sizeof value);
  return value;
}
template <class T, int type, outside beyond>
void write_surface(std::uint64_t handle, int x, int y, int z, const T &value) noexcept {
  if (std::byte *element = surface_element<T, type, beyond>(handle, x, y, z))
    std::memcpy(element, &value, sizeof value);
}

} // namespace kcc::detail

#undef KCC_NEED

#endif
