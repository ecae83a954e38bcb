// C is divided into tiles, which threads take in turn. For a tile, slices of A and B are packed, converted to
// the type of the sums, in the order in which the innermost loop reads them: panels of `panel_rows` rows of A
// and of `panel_columns` columns of B, whose products stay in registers.
#include "cpu_gemm.h"

#include "cpu/engine/settings.h"
#include "cpu/engine/workers.h"

#include <kcc/float16.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>

namespace kcc::blas::cpu {

namespace {

constexpr std::size_t panel_rows = 4, panel_columns = 16;
constexpr std::size_t tile_rows = 64, tile_columns = 128, tile_depth = 256;

constexpr std::size_t rounded_up(std::size_t size, std::size_t step) {
  return (size + step - 1) / step * step;
}

/// The slices of A and B for one step of a tile, and the tile's sums. 230 KiB for float.
template <class S> struct Workspace {
  std::array<S, tile_rows * tile_depth> a;
  std::array<S, tile_depth * tile_columns> b;
  std::array<S, tile_rows * tile_columns> sums; ///< row-major
};

/// Packs rows of `from` as panels: element (row, depth) of a panel is at depth * width + row. Missing rows
/// are zeros.
template <std::size_t width, class S, class T>
void pack(S *to, Strided<const T> from, std::size_t rows, std::size_t depth) {
  for (std::size_t panel = 0; panel < rows; panel += width)
    for (std::size_t d = 0; d < depth; ++d)
      for (std::size_t r = 0; r < width; ++r)
        *to++ = panel + r < rows ? static_cast<S>(from(panel + r, d)) : S(0);
}

/// Adds the product of a panel of A and one of B to the sums.
template <class S> void multiply_panels(S *sums, const S *a, const S *b, std::size_t depth) {
  S products[panel_rows][panel_columns] = {};
  for (std::size_t d = 0; d < depth; ++d, a += panel_rows, b += panel_columns)
    for (std::size_t i = 0; i < panel_rows; ++i)
      for (std::size_t j = 0; j < panel_columns; ++j)
        products[i][j] += a[i] * b[j];
  for (std::size_t i = 0; i < panel_rows; ++i)
    for (std::size_t j = 0; j < panel_columns; ++j)
      sums[i * tile_columns + j] += products[i][j];
}

template <class In, class Out>
void compute_tile(Workspace<Sum<Out>> &work, std::size_t rows, std::size_t columns, std::size_t k,
                  Sum<Out> alpha, Strided<const In> a, Strided<const In> b, Sum<Out> beta, Strided<Out> c) {
  using S = Sum<Out>;
  work.sums.fill(0);
  for (std::size_t from = 0; from < k; from += tile_depth) {
    const std::size_t depth = std::min(tile_depth, k - from);
    pack<panel_rows>(work.a.data(), Strided<const In>{&a(0, from), a.row_stride, a.column_stride}, rows,
                     depth);
    pack<panel_columns>(work.b.data(), Strided<const In>{&b(from, 0), b.column_stride, b.row_stride}, columns,
                        depth);
    for (std::size_t j = 0; j < columns; j += panel_columns)
      for (std::size_t i = 0; i < rows; i += panel_rows)
        multiply_panels(&work.sums[i * tile_columns + j], &work.a[i * depth], &work.b[j * depth], depth);
  }
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) {
      const S product = alpha * work.sums[i * tile_columns + j];
      Out &element = c(i, j);
      element = static_cast<Out>(beta == 0 ? product : product + beta * static_cast<S>(element));
    }
}

} // namespace

template <class In, class Out>
void gemm(std::size_t m, std::size_t n, std::size_t k, Sum<Out> alpha, Strided<const In> a,
          Strided<const In> b, Sum<Out> beta, Strided<Out> c) {
  const std::size_t columns_of_tiles = rounded_up(n, tile_columns) / tile_columns;
  const std::size_t tiles = rounded_up(m, tile_rows) / tile_rows * columns_of_tiles;
  const std::size_t threads = std::clamp<std::size_t>(tiles, 1, kcc::cpu::thread_count());
  const auto workspaces =
      std::make_unique<Workspace<Sum<Out>>[]>(threads); // here, because work must not throw
  std::atomic<std::size_t> next_workspace = 0, next_tile = 0;
  const auto work = [&] {
    Workspace<Sum<Out>> &workspace = workspaces[next_workspace++];
    for (std::size_t tile; (tile = next_tile++) < tiles;) {
      const std::size_t i = tile / columns_of_tiles * tile_rows, j = tile % columns_of_tiles * tile_columns;
      Strided<const In> rows = a, columns = b;
      if (k != 0) { // else there may be no memory
        rows.data += i * a.row_stride;
        columns.data += j * b.column_stride;
      }
      compute_tile<In, Out>(workspace, std::min(tile_rows, m - i), std::min(tile_columns, n - j), k, alpha,
                            rows, columns, beta, {&c(i, j), c.row_stride, c.column_stride});
    }
  };
  kcc::cpu::run_on_workers(static_cast<unsigned>(threads - 1), work);
}

#define KCC_GEMM(In, Out)                                                                                    \
  template void gemm(std::size_t, std::size_t, std::size_t, Sum<Out>, Strided<const In>, Strided<const In>,  \
                     Sum<Out>, Strided<Out>);
KCC_GEMM(float, float)
KCC_GEMM(double, double)
KCC_GEMM(float16, float16)
KCC_GEMM(bfloat16, bfloat16)
KCC_GEMM(float16, float)
KCC_GEMM(bfloat16, float)
#undef KCC_GEMM

} // namespace kcc::blas::cpu
