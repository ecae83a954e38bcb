// Sizes that the kernels and their launches share.
#ifndef VULKAN_SHAPES_H
#define VULKAN_SHAPES_H

namespace shapes {

inline constexpr unsigned threads = 256;     // of a block of most kernels
inline constexpr unsigned tile = 32;         // rows and columns of a tile of the transposition
inline constexpr unsigned product_tile = 64; // of the matrix product; each of 16 x 16 threads computes 4 x 4
inline constexpr unsigned product_depth = 16;
inline constexpr unsigned sorted_keys = 2048; // of a block

} // namespace shapes

#endif
