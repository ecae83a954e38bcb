// Textures and surfaces of the CPU device, as its kernels find them: a handle is the address of one of these
// structs, which kcc::runtime makes.
#ifndef KCC_ABI_CPU_TEXTURE_H
#define KCC_ABI_CPU_TEXTURE_H

#include <cstddef>
#include <cstdint>

namespace kcc::abi {

enum class TexelKind : std::uint32_t { unsigned_integer, signed_integer, floating };

/// One element of an array or texture: 1, 2 or 4 channels of 8, 16 or 32 bits.
struct TexelFormat {
  TexelKind kind;
  std::uint32_t bits, channels;

  constexpr std::uint32_t bytes() const noexcept { return bits / 8 * channels; }
  bool operator==(const TexelFormat &) const = default;
};

/// Memory with three dimensions. Layers and faces of a cube are slices, and no part of the extents.
struct TexelMemory {
  std::byte *data;
  std::uint32_t width, height, depth;
  std::uint64_t row_pitch, slice_pitch; ///< bytes
};

enum class AddressMode : std::uint32_t { wrap, clamp, mirror, border }; // CUaddress_mode
enum class FilterMode : std::uint32_t { point, linear };                // CUfilter_mode

inline constexpr std::uint32_t max_texture_levels = 20;

struct CpuTexture {
  TexelFormat format;
  std::uint32_t layers;
  AddressMode address[3];
  FilterMode filter, level_filter;
  bool normalized_coordinates;
  float border[4];
  float min_level, max_level;
  std::uint32_t level_count;
  TexelMemory levels[max_texture_levels];
};

struct CpuSurface {
  TexelFormat format;
  std::uint32_t slices; ///< layers or faces; 0: neither
  TexelMemory memory;
};

} // namespace kcc::abi

#endif
