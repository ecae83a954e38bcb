// Reading textures and accessing surfaces by the instructions of a GPU. A handle is what cuTexObjectCreate
// and cuSurfObjectCreate return.
#ifndef KCC_DEVICE_TEXTURE_PTX_H
#define KCC_DEVICE_TEXTURE_PTX_H

#include "texel.h"

#include <bit>
#include <cstdint>
#include <type_traits>

namespace kcc::detail {

/// The functions of one kind of texture, of which there is one specialization each. Nothing may write to the
/// texture while the kernel runs, so a read depends on nothing but its operands.
template <int type> struct TextureInstructions;

#define KCC_TEXTURE_STATEMENT(instruction, result, where, behind, ...)                                       \
  asm(instruction ".v4." result ".f32 {%0, %1, %2, %3}, [%[handle], " where "]" behind ";"                   \
      : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])                                                       \
      : [handle] "l"(handle), __VA_ARGS__)
// One instruction for the three types of results, chosen by C.
#define KCC_TEXTURE_READ(instruction, where, behind, ...)                                                    \
  if constexpr (std::is_same_v<C, float>)                                                                    \
    KCC_TEXTURE_STATEMENT(instruction, "f32", where, behind, __VA_ARGS__);                                   \
  else if constexpr (std::is_signed_v<C>)                                                                    \
    KCC_TEXTURE_STATEMENT(instruction, "s32", where, behind, __VA_ARGS__);                                   \
  else                                                                                                       \
    KCC_TEXTURE_STATEMENT(instruction, "u32", where, behind, __VA_ARGS__)
#define KCC_TEXTURE_READS(geometry, where, ...)                                                              \
  template <class C>                                                                                         \
  static void read(std::uint64_t handle, TexturePoint at, std::uint32_t (&r)[4]) noexcept {                  \
    KCC_TEXTURE_READ("tex." geometry, where, "", __VA_ARGS__);                                               \
  }                                                                                                          \
  template <class C>                                                                                         \
  static void read_level(std::uint64_t handle, TexturePoint at, float level,                                 \
                         std::uint32_t (&r)[4]) noexcept {                                                   \
    KCC_TEXTURE_READ("tex.level." geometry, where, ", %[level]", __VA_ARGS__, [level] "f"(level));           \
  }
#define KCC_TEXTURE_GRADIENTS(geometry, where, gradients, operands, ...)                                     \
  template <class C>                                                                                         \
  static void read_gradients(std::uint64_t handle, TexturePoint at, const float *dx, const float *dy,        \
                             std::uint32_t (&r)[4]) noexcept {                                               \
    KCC_TEXTURE_READ("tex.grad." geometry, where, gradients, __VA_ARGS__, operands);                         \
  }
#define KCC_COMMA ,
#define KCC_GRADIENT_1 [dx0] "f"(dx[0])KCC_COMMA[dy0] "f"(dy[0])
#define KCC_GRADIENT_2 KCC_GRADIENT_1 KCC_COMMA[dx1] "f"(dx[1])KCC_COMMA[dy1] "f"(dy[1])
#define KCC_GRADIENT_3 KCC_GRADIENT_2 KCC_COMMA[dx2] "f"(dx[2])KCC_COMMA[dy2] "f"(dy[2])

#define KCC_X [x] "f"(at.x)
#define KCC_XY KCC_X KCC_COMMA[y] "f"(at.y)
#define KCC_XYZ KCC_XY KCC_COMMA[z] "f"(at.z)
#define KCC_LAYER [layer] "r"(at.layer)

template <> struct TextureInstructions<1> {
  KCC_TEXTURE_READS("1d", "{%[x]}", KCC_X)
  KCC_TEXTURE_GRADIENTS("1d", "{%[x]}", ", {%[dx0]}, {%[dy0]}", KCC_GRADIENT_1, KCC_X)
};
template <> struct TextureInstructions<2> {
  KCC_TEXTURE_READS("2d", "{%[x], %[y]}", KCC_XY)
  KCC_TEXTURE_GRADIENTS("2d", "{%[x], %[y]}", ", {%[dx0], %[dx1]}, {%[dy0], %[dy1]}", KCC_GRADIENT_2, KCC_XY)

  template <class C, int channel>
  static void gather(std::uint64_t handle, TexturePoint at, std::uint32_t (&r)[4]) noexcept {
    if constexpr (channel == 0) {
      KCC_TEXTURE_READ("tld4.r.2d", "{%[x], %[y]}", "", KCC_XY);
    } else if constexpr (channel == 1) {
      KCC_TEXTURE_READ("tld4.g.2d", "{%[x], %[y]}", "", KCC_XY);
    } else if constexpr (channel == 2) {
      KCC_TEXTURE_READ("tld4.b.2d", "{%[x], %[y]}", "", KCC_XY);
    } else {
      KCC_TEXTURE_READ("tld4.a.2d", "{%[x], %[y]}", "", KCC_XY);
    }
  }
};
template <> struct TextureInstructions<3> {
  KCC_TEXTURE_READS("3d", "{%[x], %[y], %[z], %[z]}", KCC_XYZ)
  KCC_TEXTURE_GRADIENTS("3d", "{%[x], %[y], %[z], %[z]}",
                        ", {%[dx0], %[dx1], %[dx2], %[dx2]}, {%[dy0], %[dy1], %[dy2], %[dy2]}",
                        KCC_GRADIENT_3, KCC_XYZ)
};
template <> struct TextureInstructions<layered_1d> {
  KCC_TEXTURE_READS("a1d", "{%[layer], %[x]}", KCC_LAYER, KCC_X)
  KCC_TEXTURE_GRADIENTS("a1d", "{%[layer], %[x]}", ", {%[dx0]}, {%[dy0]}", KCC_GRADIENT_1, KCC_LAYER, KCC_X)
};
template <> struct TextureInstructions<layered_2d> {
  KCC_TEXTURE_READS("a2d", "{%[layer], %[x], %[y], %[y]}", KCC_LAYER, KCC_XY)
  KCC_TEXTURE_GRADIENTS("a2d", "{%[layer], %[x], %[y], %[y]}", ", {%[dx0], %[dx1]}, {%[dy0], %[dy1]}",
                        KCC_GRADIENT_2, KCC_LAYER, KCC_XY)
};
template <> struct TextureInstructions<cube> {
  KCC_TEXTURE_READS("cube", "{%[x], %[y], %[z], %[z]}", KCC_XYZ)
};
template <> struct TextureInstructions<layered_cube> {
  KCC_TEXTURE_READS("acube", "{%[layer], %[x], %[y], %[z]}", KCC_LAYER, KCC_XYZ)
};

template <class C> void read_linear_memory(std::uint64_t handle, int index, std::uint32_t (&r)[4]) noexcept {
#define KCC_TEXTURE_FETCH(result)                                                                            \
  asm("tex.1d.v4." result ".s32 {%0, %1, %2, %3}, [%4, {%5}];"                                               \
      : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])                                                       \
      : "l"(handle), "r"(index))
  if constexpr (std::is_same_v<C, float>)
    KCC_TEXTURE_FETCH("f32");
  else if constexpr (std::is_signed_v<C>)
    KCC_TEXTURE_FETCH("s32");
  else
    KCC_TEXTURE_FETCH("u32");
#undef KCC_TEXTURE_FETCH
}

#undef KCC_TEXTURE_STATEMENT
#undef KCC_TEXTURE_READ
#undef KCC_TEXTURE_READS
#undef KCC_TEXTURE_GRADIENTS
#undef KCC_GRADIENT_1
#undef KCC_GRADIENT_2
#undef KCC_GRADIENT_3
#undef KCC_X
#undef KCC_XY
#undef KCC_XYZ
#undef KCC_LAYER

/// The registers of four channels as numbers.
template <class R> R from_registers(const std::uint32_t (&r)[4]) noexcept {
  if constexpr (std::is_same_v<ChannelOf<R>, float>) {
    const float numbers[4] = {std::bit_cast<float>(r[0]), std::bit_cast<float>(r[1]),
                              std::bit_cast<float>(r[2]), std::bit_cast<float>(r[3])};
    return texture_result<R>(numbers);
  } else {
    return texture_result<R>(r);
  }
}

template <class R, int type> R read_texture(std::uint64_t handle, TexturePoint at) noexcept {
  std::uint32_t r[4];
  TextureInstructions<type>::template read<ChannelOf<R>>(handle, at, r);
  return from_registers<R>(r);
}
template <class R, int type>
R read_texture_level(std::uint64_t handle, TexturePoint at, float level) noexcept {
  std::uint32_t r[4];
  TextureInstructions<type>::template read_level<ChannelOf<R>>(handle, at, level, r);
  return from_registers<R>(r);
}
template <class R, int type>
R read_texture_gradients(std::uint64_t handle, TexturePoint at, const float *dx, const float *dy) noexcept {
  std::uint32_t r[4];
  TextureInstructions<type>::template read_gradients<ChannelOf<R>>(handle, at, dx, dy, r);
  return from_registers<R>(r);
}
template <class C, int channel>
std::array<C, 4> gather_texture(std::uint64_t handle, TexturePoint at) noexcept {
  std::uint32_t r[4];
  TextureInstructions<2>::gather<C, channel>(handle, at, r);
  return from_registers<std::array<C, 4>>(r);
}
template <class R> R fetch_texture(std::uint64_t handle, int index) noexcept {
  std::uint32_t r[4];
  read_linear_memory<ChannelOf<R>>(handle, index, r);
  return from_registers<R>(r);
}

/// A place in a surface: the byte in its row, the row and the slice, layer or face.
struct SurfacePoint {
  int x_bytes, y, z;
};

/// An access of `bytes` bytes as words of 1, 2 or 4; PTX has no larger ones.
template <std::size_t bytes>
using SurfaceWord = std::conditional_t<bytes == 1, std::uint8_t,
                                       std::conditional_t<bytes == 2, std::uint16_t, std::uint32_t>>;
template <std::size_t bytes> inline constexpr std::size_t surface_words = bytes / sizeof(SurfaceWord<bytes>);

/// The functions of one kind of surface; faces of a cube are layers. Surfaces are memory, unlike textures.
template <int dimensions, bool layered, outside beyond> struct SurfaceInstructions;

#define KCC_SURFACE(dimensions, layered, beyond, geometry, where, ...)                                       \
  template <> struct SurfaceInstructions<dimensions, layered, outside::beyond> {                             \
    template <std::size_t bytes>                                                                             \
    static void read(std::uint64_t handle, SurfacePoint at, std::uint32_t *w) noexcept {                     \
      if constexpr (bytes <= 2) {                                                                            \
        std::uint16_t word;                                                                                  \
        if constexpr (bytes == 1)                                                                            \
          asm volatile("suld.b." geometry ".b8." #beyond " %0, [%[handle], " where "];"                      \
                       : "=h"(word)                                                                          \
                       : [handle] "l"(handle), __VA_ARGS__                                                   \
                       : "memory");                                                                          \
        else                                                                                                 \
          asm volatile("suld.b." geometry ".b16." #beyond " %0, [%[handle], " where "];"                     \
                       : "=h"(word)                                                                          \
                       : [handle] "l"(handle), __VA_ARGS__                                                   \
                       : "memory");                                                                          \
        w[0] = word;                                                                                         \
      } else if constexpr (bytes == 4) {                                                                     \
        asm volatile("suld.b." geometry ".b32." #beyond " %0, [%[handle], " where "];"                       \
                     : "=r"(w[0])                                                                            \
                     : [handle] "l"(handle), __VA_ARGS__                                                     \
                     : "memory");                                                                            \
      } else if constexpr (bytes == 8) {                                                                     \
        asm volatile("suld.b." geometry ".v2.b32." #beyond " {%0, %1}, [%[handle], " where "];"              \
                     : "=r"(w[0]), "=r"(w[1])                                                                \
                     : [handle] "l"(handle), __VA_ARGS__                                                     \
                     : "memory");                                                                            \
      } else {                                                                                               \
        asm volatile("suld.b." geometry ".v4.b32." #beyond " {%0, %1, %2, %3}, [%[handle], " where "];"      \
                     : "=r"(w[0]), "=r"(w[1]), "=r"(w[2]), "=r"(w[3])                                        \
                     : [handle] "l"(handle), __VA_ARGS__                                                     \
                     : "memory");                                                                            \
      }                                                                                                      \
    }                                                                                                        \
    template <std::size_t bytes>                                                                             \
    static void write(std::uint64_t handle, SurfacePoint at, const std::uint32_t *w) noexcept {              \
      if constexpr (bytes == 1)                                                                              \
        asm volatile("sust.b." geometry ".b8." #beyond " [%[handle], " where "], %0;"                        \
                     :                                                                                       \
                     : "h"(static_cast<std::uint16_t>(w[0])), [handle] "l"(handle), __VA_ARGS__              \
                     : "memory");                                                                            \
      else if constexpr (bytes == 2)                                                                         \
        asm volatile("sust.b." geometry ".b16." #beyond " [%[handle], " where "], %0;"                       \
                     :                                                                                       \
                     : "h"(static_cast<std::uint16_t>(w[0])), [handle] "l"(handle), __VA_ARGS__              \
                     : "memory");                                                                            \
      else if constexpr (bytes == 4)                                                                         \
        asm volatile("sust.b." geometry ".b32." #beyond " [%[handle], " where "], %0;"                       \
                     :                                                                                       \
                     : "r"(w[0]), [handle] "l"(handle), __VA_ARGS__                                          \
                     : "memory");                                                                            \
      else if constexpr (bytes == 8)                                                                         \
        asm volatile("sust.b." geometry ".v2.b32." #beyond " [%[handle], " where "], {%0, %1};"              \
                     :                                                                                       \
                     : "r"(w[0]), "r"(w[1]), [handle] "l"(handle), __VA_ARGS__                               \
                     : "memory");                                                                            \
      else                                                                                                   \
        asm volatile("sust.b." geometry ".v4.b32." #beyond " [%[handle], " where "], {%0, %1, %2, %3};"      \
                     :                                                                                       \
                     : "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3]), [handle] "l"(handle), __VA_ARGS__         \
                     : "memory");                                                                            \
    }                                                                                                        \
  };
#define KCC_SURFACES(beyond)                                                                                 \
  KCC_SURFACE(1, false, beyond, "1d", "{%[x]}", [x] "r"(at.x_bytes))                                         \
  KCC_SURFACE(2, false, beyond, "2d", "{%[x], %[y]}", [x] "r"(at.x_bytes), [y] "r"(at.y))                    \
  KCC_SURFACE(3, false, beyond, "3d",                                                                        \
              "{%[x], %[y], %[z], %[z]}", [x] "r"(at.x_bytes), [y] "r"(at.y), [z] "r"(at.z))                 \
  KCC_SURFACE(1, true, beyond, "a1d", "{%[z], %[x]}", [x] "r"(at.x_bytes), [z] "r"(at.z))                    \
  KCC_SURFACE(2, true, beyond, "a2d",                                                                        \
              "{%[z], %[x], %[y], %[y]}", [x] "r"(at.x_bytes), [y] "r"(at.y), [z] "r"(at.z))
KCC_SURFACES(trap)
KCC_SURFACES(clamp)
KCC_SURFACES(zero)
#undef KCC_SURFACES
#undef KCC_SURFACE
#undef KCC_COMMA

template <class T, int type, outside beyond>
T read_surface(std::uint64_t handle, int x, int y, int z) noexcept {
  using Instructions = SurfaceInstructions<dimensions_of(type), is_layered(type) || is_cube(type), beyond>;
  std::uint32_t w[4];
  Instructions::template read<sizeof(T)>(handle, {x * static_cast<int>(sizeof(T)), y, z}, w);
  if constexpr (sizeof(T) == 1)
    return std::bit_cast<T>(static_cast<std::uint8_t>(w[0]));
  else if constexpr (sizeof(T) == 2)
    return std::bit_cast<T>(static_cast<std::uint16_t>(w[0]));
  else {
    T value;
    __builtin_memcpy(&value, w, sizeof value);
    return value;
  }
}
template <class T, int type, outside beyond>
void write_surface(std::uint64_t handle, int x, int y, int z, const T &value) noexcept {
  using Instructions = SurfaceInstructions<dimensions_of(type), is_layered(type) || is_cube(type), beyond>;
  std::uint32_t w[4] = {};
  __builtin_memcpy(w, &value, sizeof value);
  Instructions::template write<sizeof(T)>(handle, {x * static_cast<int>(sizeof(T)), y, z}, w);
}

} // namespace kcc::detail

#endif
