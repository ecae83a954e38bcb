// One row for each kernel.
#include "table.h"

#include "codegen_pointers.h"
#include "codegen_restrict.h"
#include "codegen_spans.h"

#include <cmath>

namespace codegen {

namespace {

class Table {
public:
  explicit Table(bool tiny) : tiny(tiny) {}

  /// A size on a GPU, and one for a quick run on the CPU device.
  int size(int gpu, int cpu) const { return tiny ? cpu : gpu; }

  template <class... P, class... R, class... S, class... V>
  Row &add(const char *file, const kcc::Kernel<P...> &pointers, const kcc::Kernel<R...> &restricted,
           const kcc::Kernel<S...> &spans, const kcc::LaunchConfig &config, Tolerance tolerance,
           V... values) {
    static_assert(sizeof...(S) == sizeof...(V), "a row has one value for each parameter of the kernel");
    return rows.emplace_back(Row{spans.entry,
                                 file,
                                 config,
                                 {make_parameter<S>(as_value(values))...},
                                 tolerance,
                                 false,
                                 {launch_of(pointers), launch_of(restricted), launch_of(spans)}});
  }

  std::vector<Row> rows;

private:
  static Value as_value(Value value) { return value; }
  template <std::integral T> static Value as_value(T value) { return static_cast<std::int64_t>(value); }
  static Value as_value(double value) { return value; }
  bool tiny;
};

} // namespace

std::vector<Row> make_table(bool tiny) {
  Table table(tiny);
  const auto size = [&](int gpu, int cpu) { return table.size(gpu, cpu); };
  const auto cover = [](int threads, int per_block = 256) { return kcc::cover(threads, per_block); };
  const Tolerance exact{0, 0, 0};
  const Tolerance close{1e-5, 1e-5};
  const Tolerance sums{1e-4, 1e-3};
  const Tolerance functions{1e-4, 1e-4};
  const Tolerance precise{1e-10, 1e-10}; // double
// The file, the kernel, its launch, its tolerance and its arguments.
#define ROW(file, kernel, ...)                                                                               \
  table.add(#file, codegen_pointers::kernel, codegen_restrict::kernel, codegen_spans::kernel, __VA_ARGS__)

  { // streaming
    const int n = size(1 << 24, 3000);
    ROW(streaming, saxpy, cover(n), close, buffer(n, uniform(-1, 1)), buffer(n, uniform(0, 1)), result(n), n,
        2.5);
    ROW(streaming, triad_strided, cover(n / 8), close, buffer(n, uniform(-1, 1)), buffer(n, uniform(0, 1)),
        result(n), n, 2.5);
    ROW(streaming, copy_16_bytes, cover(n / 16), exact, buffer(n / 4, noise(), Number::u32),
        result(n / 4, Number::u32), n / 4);
    ROW(streaming, particles_aos, cover(n / 8), close, buffer(n / 8, uniform(-1, 1)), result(n / 8), n / 8,
        0.125);
    ROW(streaming, particles_soa, cover(n / 2), close, buffer(n / 2, uniform(-2, 2)),
        buffer(n / 2, uniform(-2, 2, 1)), buffer(n / 2, uniform(-1, 1, 2)), buffer(n / 2, uniform(-1, 1, 3)),
        result(n / 2), result(n / 2), n / 2, 0.125);
    ROW(streaming, bytes_to_gray, cover(n), exact, buffer(3 * n, noise()), result(n), n);
    ROW(streaming, gather, cover(n / 16), exact, buffer(n / 4, uniform(0, n / 4)),
        buffer(n / 4, uniform(0, 1)), result(n / 4), n / 4);
    ROW(streaming, polynomial_by_four, cover(n / 4), close, buffer(n, uniform(-1, 1)), result(n), n);
  }
  { // reductions
    const int n = size(1 << 24, 5000), blocks = size(1024, 3), rows = size(1 << 16, 300),
              columns = size(256, 20);
    const kcc::LaunchConfig few{kcc::Blocks(blocks), kcc::Threads(256)};
    ROW(reductions, sum_by_blocks, few, sums, buffer(n, uniform(0, 1)), result(blocks), n);
    ROW(reductions, dot_product, few, sums, buffer(n, uniform(0, 1)), buffer(n, uniform(0, 1, 1)),
        result(blocks), n);
    ROW(reductions, column_sums, cover(rows), sums, buffer(rows * columns, uniform(0, 1)), result(rows),
        columns, rows);
    ROW(reductions, maximum_position, few, exact, buffer(n, uniform(0, 1)), result(blocks), result(blocks),
        n);
    ROW(reductions, row_variance, cover(rows), sums, buffer(rows * columns, uniform(0, 1)), result(rows),
        result(rows), rows, columns);
    ROW(reductions, count_matches, few, exact, buffer(n, noise()), result(blocks), n, 20000);
  }
  { // scans
    const int n = size(1 << 24, 1 << 13), blocks = size(1024, 3);
    ROW(scans, scan_in_shared, cover(n), exact, buffer(n, uniform(0, 1000)), result(n), n);
    ROW(scans, scan_in_warp, cover(n), sums, buffer(n, uniform(0, 1)), result(n), n);
    ROW(scans, scan_16_per_thread, cover(n / 16, 128), exact, buffer(n, uniform(0, 1000)), result(n));
    ROW(scans, compact, cover(n), exact, buffer(n, uniform(0, 1000)), result(n), result(n / 32), n, 500);
    ROW(scans, histogram_in_shared, (kcc::LaunchConfig{kcc::Blocks(blocks), kcc::Threads(256)}), exact,
        buffer(4 * n, noise()), result(256), 4 * n);
    ROW(scans, histogram_in_global, (kcc::LaunchConfig{kcc::Blocks(blocks), kcc::Threads(256)}), exact,
        buffer(n, noise()), result(1 << 16), n, 65535);
    ROW(scans, digit_counts, cover(n / 32), exact, buffer(n, noise()), result(n / 2), 32, 8);
  }
  { // sorting
    const int n = size(1 << 24, 1 << 12), few = n / 16, run = 256;
    const Fill sorted = computed([](std::size_t i) { return 200 * i + random_bits(i) % 200; });
    const Fill runs = computed([](std::size_t i) { return i % 256 * 40 + random_bits(i) % 40; });
    const Fill other_runs = computed([](std::size_t i) { return i % 256 * 40 + random_bits(i + 99) % 40; });
    ROW(sorting, bitonic_in_shared, cover(n / 4 / 2), exact, buffer(n / 4, noise()), result(n / 4));
    ROW(sorting, bitonic_step, cover(n), exact, buffer(n, uniform(0, 1)), result(n), n, 1024, 2048);
    ROW(sorting, network_of_8, cover(n / 8), exact, buffer(n, uniform(0, 1)), result(n), n);
    ROW(sorting, insertion_sort, cover(few), exact, buffer(12 * few, noise()), result(12 * few), few);
    ROW(sorting, binary_search, cover(few), exact, buffer(n / 4, sorted), buffer(few, uniform(0, 50.0 * n)),
        result(few), n / 4, few);
    ROW(sorting, std_lower_bound, cover(few), exact, buffer(n / 4, sorted), buffer(few, uniform(0, 50.0 * n)),
        result(few), n / 4, few)
        .is_wrong_with_nvcc = true;
    ROW(sorting, std_sort, cover(few / 4), exact, buffer(4 * few, noise()), result(4 * few), few / 4)
        .is_wrong_with_nvcc = true;
    ROW(sorting, merge_ranks, cover(n / 4), exact, buffer(n / 4, runs), buffer(n / 4, other_runs),
        result(n / 2), run);
  }
  { // matrices
    const int n = size(1024, 64), large = size(4096, 64), many = size(1 << 19, 256);
    const kcc::LaunchConfig tiles = kcc::cover({n, n}, {16, 16});
    const Fill dominant =
        computed([many](std::size_t i) { return random_unit(i) + (i / many % 5 == 0 ? 4 : 0); });
    ROW(matrices, transpose_tiled,
        (kcc::LaunchConfig{kcc::Blocks(large / 32, large / 32), kcc::Threads(32, 8)}), exact,
        buffer(large * large, uniform(0, 1)), result(large * large), large);
    ROW(matrices, gemv_by_columns, cover(large * 4, 128), sums, buffer(4 * large * n, uniform(0, 1)),
        buffer(n, uniform(-1, 1)), result(4 * large), 4 * large, n);
    ROW(matrices, gemv_by_rows, cover(32 * large), sums, buffer(large * large, uniform(0, 1)),
        buffer(large, uniform(-1, 1)), result(large), large);
    ROW(matrices, gemm_naive, tiles, sums, buffer(n * n, uniform(-1, 1)), buffer(n * n, uniform(-1, 1, 1)),
        result(n * n), n);
    ROW(matrices, gemm_in_shared, tiles, sums, buffer(n * n, uniform(-1, 1)),
        buffer(n * n, uniform(-1, 1, 1)), result(n * n), n);
    ROW(matrices, gemm_in_registers, (kcc::LaunchConfig{kcc::Blocks(n / 64, n / 64), kcc::Threads(256)}),
        sums, buffer(n * n, uniform(-1, 1)), buffer(n * n, uniform(-1, 1, 1)), result(n * n), n);
    ROW(matrices, invert_4x4, cover(many), functions, buffer(16 * many, dominant), result(16 * many), many);
    ROW(matrices, cholesky_6x6, cover(many), functions, buffer(36 * many, uniform(0, 1)),
        buffer(6 * many, uniform(-1, 1)), result(6 * many), many);
    ROW(matrices, rotate_by_quaternions, cover(4 * many), close, buffer(4 * many, uniform(-1, 1)),
        buffer(4 * many, uniform(-2, 2)), result(4 * many), 4 * many);
  }
  { // stencils
    const int width = size(4096, 70), height = size(2048, 40), cube = size(256, 20), small = size(1024, 40);
    const int n = width * height;
    const kcc::LaunchConfig image = kcc::cover({width, height}, {32, 8}),
                            quarter = kcc::cover({small, small}, {32, 8});
    ROW(stencils, heat_2d, image, close, buffer(n, uniform(0, 1)), result(n), width, height, 0.2);
    ROW(stencils, jacobi_3d, kcc::cover({cube, cube}, {32, 4}), close,
        buffer(cube * cube * cube, uniform(0, 1)), result(cube * cube * cube), cube);
    ROW(stencils, blur_rows, (kcc::LaunchConfig{kcc::Blocks((width + 255) / 256, height), kcc::Threads(256)}),
        close, buffer(n, uniform(0, 1)), buffer(17, uniform(0, 0.1)), result(n), width);
    ROW(stencils, convolution_5x5, image, close, buffer(n, uniform(0, 1)), buffer(25, uniform(-1, 1)),
        result(n), width, height);
    ROW(stencils, convolution_layer, quarter, functions, buffer(16 * small * small, uniform(0, 1)),
        buffer(16 * 9, uniform(-1, 1)), result(small * small), small, small, 16, 3);
    ROW(stencils, game_of_life, image, exact, buffer(n, uniform(0, 2)), result(n), width, height);
    ROW(stencils, sobel, image, exact, buffer(n, noise()), result(n), width, height);
    ROW(stencils, bilateral_filter, quarter, functions, buffer(small * small, uniform(0, 1)),
        result(small * small), small, small, 0.1, 3.0);
    ROW(stencils, median_3x3, image, exact, buffer(n, uniform(0, 1)), result(n), width, height);
    ROW(stencils, dct_8x8, kcc::cover({small, small}, {8, 8}), functions,
        buffer(small * small, uniform(0, 1)), result(small * small), small);
  }
  { // simulation
    const int n = size(1 << 15, 512), atoms = size(1 << 18, 300), width = size(2048, 30);
    const kcc::LaunchConfig image = kcc::cover({width, width}, {32, 8});
    ROW(simulation, nbody, cover(n), sums, buffer(n, uniform(-1, 1)), result(n), n);
    ROW(simulation, nbody_by_division, cover(n / 2, 128), sums, buffer(n / 2, uniform(-1, 1)), result(n / 2),
        n / 2);
    ROW(simulation, nbody_in_double, cover(n / 4, 64), precise, buffer(n / 4, uniform(-1, 1)),
        buffer(n / 4, uniform(-1, 1, 1)), buffer(n / 4, uniform(0, 1)), result(n / 4), n / 4);
    ROW(simulation, lennard_jones, cover(atoms), (Tolerance{1e-3, 1e-2, 1e-4}), buffer(atoms, uniform(-4, 4)),
        buffer(32 * atoms, uniform(0, atoms)), result(atoms), atoms, 32, 4.0);
    ROW(simulation, monte_carlo_pi, cover(8 * n), (Tolerance{0, 0, 1e-3}), result(8 * n), 8 * n,
        size(512, 10), 12345);
    ROW(simulation, random_walk, cover(4 * n), (Tolerance{1e-4, 1e-3}), result(4 * n), 4 * n, size(64, 5),
        12345);
    ROW(simulation, mandelbrot, image, (Tolerance{0, 0, 0.03}), result(width * width), width, width, 256);
    ROW(simulation, runge_kutta, cover(2 * n, 128), precise, buffer(2 * n, uniform(-10, 10)), result(2 * n),
        2 * n, size(100, 5), 0.01);
  }
  { // functions
    const int n = size(1 << 23, 1000), rows = size(1 << 14, 16), columns = size(1024, 70),
              tokens = size(4096, 64);
    ROW(functions, black_scholes, cover(n), functions, buffer(n, uniform(5, 30)), buffer(n, uniform(1, 100)),
        buffer(n, uniform(0.25, 10)), result(n), result(n), n, 0.02, 0.3);
    ROW(functions, mixed_functions, cover(n), functions, buffer(n, uniform(-2, 2)),
        buffer(n, uniform(0.1, 5)), result(n), n);
    ROW(functions, mixed_functions_in_double, cover(n / 4), precise, buffer(n / 4, uniform(-2, 2)),
        buffer(n / 4, uniform(0.1, 5)), result(n / 4), n / 4);
    ROW(functions, gelu, cover(n / 4), functions, buffer(n, uniform(-4, 4)), result(n), n);
    ROW(functions, sigmoid_gate, cover(n), functions, buffer(n, uniform(-4, 4)), buffer(n, uniform(-8, 8)),
        result(n), n);
    ROW(functions, softmax, cover(32 * rows), functions, buffer(rows * columns, uniform(-8, 8)),
        result(rows * columns), columns);
    ROW(functions, layer_norm, cover(32 * rows), functions, buffer(rows * columns, uniform(-1, 1)),
        buffer(columns, uniform(0, 1)), buffer(columns, uniform(0, 1)), result(rows * columns), columns);
    ROW(functions, attention_row, cover(tokens, 32), functions, buffer(32 * tokens, uniform(-1, 1)),
        buffer(32 * tokens, uniform(-1, 1, 1)), buffer(32 * tokens, uniform(-1, 1, 2)), result(32 * tokens),
        tokens);
    ROW(functions, fft_256, (kcc::LaunchConfig{kcc::Blocks(rows), kcc::Threads(128)}),
        (Tolerance{1e-4, 1e-3}), buffer(512 * rows, uniform(-1, 1)), result(512 * rows));
    ROW(functions, great_circle, cover(n), (Tolerance{1e-4, 1e-2, 1e-5}), buffer(n, uniform(-1.5, 1.5)),
        buffer(n, uniform(-3, 3)), result(n), n, 0.9, 0.2);
    ROW(functions, color_to_hue, cover(n), (Tolerance{1e-4, 1e-3, 1e-5}), buffer(n, uniform(0, 1)),
        buffer(n, uniform(0, 1, 1)), buffer(n, uniform(0, 1, 2)), result(n), n);
  }
  { // integers
    const int n = size(1 << 20, 512);
    ROW(integers, collatz, cover(n), exact, result(n), n, 1000000007);
    ROW(integers, divisions, cover(4 * n), exact, buffer(4 * n, noise()), buffer(4 * n, uniform(1, 1000)),
        result(4 * n), 4 * n);
    ROW(integers, divisions_of_64_bits, cover(2 * n), exact, buffer(2 * n, noise()), buffer(2 * n, noise()),
        result(2 * n), 2 * n);
    ROW(integers, civil_dates, cover(16 * n), exact, buffer(16 * n, uniform(-500000, 500000)), result(16 * n),
        16 * n);
    ROW(integers, greatest_divisors, cover(n), exact, buffer(n, noise()), buffer(n, uniform(1, 1e9)),
        result(n), n);
    ROW(integers, modular_powers, cover(n), exact, buffer(n, noise()), result(n), n, 0x7fffffffffffffe7,
        0x1234567890abcdef, 0xfffffffb);
    ROW(integers, bit_tricks, cover(8 * n), exact, buffer(8 * n, noise()), result(8 * n), 8 * n);
    ROW(integers, morton_codes, cover(16 * n), exact, buffer(16 * n, noise()), result(16 * n), 16 * n);
    ROW(integers, square_roots, cover(8 * n), exact, buffer(8 * n, noise()), result(8 * n), 8 * n);
    ROW(integers, crc_by_table, cover(n), exact, buffer(64 * n, noise()), result(n), n, 64);
    ROW(integers, sha_256, cover(n), exact, buffer(16 * n, noise()), result(8 * n), n);
    ROW(integers, hash_insert, cover(n), exact, buffer(n, noise()), buffer(2 * n, constant(4294967295.0)), n,
        2 * n - 1);
    ROW(integers, hash_lookup, cover(4 * n), exact, buffer(4 * n, noise()),
        buffer(4 * n, noise(), Number::u32), result(4 * n), 4 * n, 4 * n - 1);
  }
  { // strings
    const int n = size(1 << 20, 300), few = size(1 << 17, 100), width = size(2048, 60), steps = size(64, 8);
    const Fill letters = uniform('a', 'e');
    const Fill starts = computed([](std::size_t i) { return i * 16 + random_bits(i) % 8; });
    const Fill digits = computed([](std::size_t i) {
      return i % 8 == 0 && random_bits(i) % 4 == 0  ? '-'
             : i % 8 > 5 && random_bits(i) % 2 == 0 ? ' '
                                                    : static_cast<char>('0' + random_bits(i) % 10);
    });
    const kcc::LaunchConfig image = kcc::cover({width, width}, {32, 8});
    ROW(strings, fnv_hashes, cover(n), exact, buffer(16 * n + 32, random_text()), buffer(n + 1, starts),
        result(n), n);
    ROW(strings, word_starts, cover(16 * n), exact, buffer(16 * n, random_text()), result(16 * n), 16 * n);
    ROW(strings, find_pattern, cover(16 * n), exact, buffer(16 * n, random_text()), buffer(8, random_text()),
        result(16 * n), 16 * n, 8);
    ROW(strings, parse_numbers, cover(4 * n), exact, buffer(32 * n, digits), result(4 * n), 4 * n);
    ROW(strings, edit_distance, cover(few, 128), exact, buffer(32 * few, letters),
        buffer(32 * few, uniform('a', 'e', 1)), result(few), few);
    ROW(strings, local_alignment, cover(few / 4, 128), exact, buffer(64 * few / 4, letters),
        buffer(64 * few / 4, uniform('a', 'e', 1)), result(64 * few / 4), result(few / 4), few / 4, 64);
    ROW(strings, knapsack_step, cover(8 * n), exact, buffer(8 * n, uniform(0, 1000)), result(8 * n), 8 * n,
        12345 % n, 17);
    ROW(strings, floyd_warshall_step, image, exact, buffer(width * width, uniform(1, 1000)),
        result(width * width), width, width / 2);
    ROW(strings, floyd_warshall_rows,
        (kcc::LaunchConfig{kcc::Blocks((width + 255) / 256, width), kcc::Threads(256)}), exact,
        buffer(steps * width, uniform(1, 1000)), buffer(width * width, uniform(1, 2000)), width, steps);
    ROW(strings, viterbi, cover(few, 128), functions, buffer(64, uniform(-2, 0)), buffer(128, uniform(-3, 0)),
        buffer(64 * few, noise()), result(few), few, 64);
  }
  { // sparse
    const int n = size(1 << 19, 300), rows = size(1 << 17, 100), nodes = size(1 << 20, 300);
    const Fill short_rows = computed([](std::size_t i) { return i * 16 + random_bits(i) % 16; });
    const Fill long_rows = computed([](std::size_t i) { return i * 128 + random_bits(i) % 128; });
    ROW(sparse, csr_by_threads, cover(n), sums, buffer(n + 1, short_rows), buffer(16 * n + 16, uniform(0, n)),
        buffer(16 * n + 16, uniform(0, 1)), buffer(n, uniform(0, 1)), result(n), n);
    ROW(sparse, csr_by_warps, cover(32 * rows), sums, buffer(rows + 1, long_rows),
        buffer(128 * rows + 128, uniform(0, rows)), buffer(128 * rows + 128, uniform(0, 1)),
        buffer(rows, uniform(0, 1)), result(rows), rows);
    ROW(sparse, ellpack, cover(n), precise, buffer(12 * n, uniform(0, n)), buffer(12 * n, uniform(0, 1)),
        buffer(n, uniform(0, 1)), result(n), n, 12);
    ROW(sparse, breadth_first_step, cover(nodes), exact, buffer(nodes + 1, short_rows),
        buffer(16 * nodes + 16, uniform(0, nodes)), buffer(nodes, uniform(0, 8)), buffer(nodes, constant(9)),
        nodes, 2);
    ROW(sparse, page_rank, cover(nodes), functions, buffer(nodes + 1, short_rows),
        buffer(16 * nodes + 16, uniform(0, nodes)), buffer(nodes, uniform(0, 1)),
        buffer(nodes, uniform(0, 1, 1)), result(nodes), nodes, 0.85);
  }
  { // geometry
    const int width = size(2048, 40), n = size(1 << 20, 300);
    const Fill spheres = computed([](std::size_t i) {
      const double unit = random_unit(i);
      return i % 4 < 2 ? 6 * unit - 3 : i % 4 == 2 ? 3 + 6 * unit : 0.2 + 0.6 * unit;
    });
    const Fill circle = computed([](std::size_t i) {
      const double angle = 0.19634954 * static_cast<double>(i / 2);
      return (0.5 + 0.5 * random_unit(i / 2)) * (i % 2 == 0 ? std::cos(angle) : std::sin(angle));
    });
    ROW(geometry, rays_and_spheres, kcc::cover({width, width}, {32, 8}), (Tolerance{1e-3, 1e-3, 1e-4}),
        buffer(64, spheres), result(width * width), width, width, 64);
    ROW(geometry, rays_and_boxes, cover(n), (Tolerance{0, 0, 1e-3}), buffer(6 * n, uniform(-1, 1)),
        buffer(6 * 64, uniform(0, 1)), result(n), n, 64);
    ROW(geometry, points_in_polygon, cover(4 * n), (Tolerance{0, 0, 1e-4}), buffer(4 * n, uniform(-1, 1)),
        buffer(4 * n, uniform(-1, 1, 1)), buffer(64, circle), result(4 * n), 4 * n, 32);
    ROW(geometry, nearest_center, cover(n), (Tolerance{0, 0, 1e-3}), buffer(8 * n, uniform(0, 1)),
        buffer(8 * 64, uniform(0, 1, 1)), result(n), n, 64);
    ROW(geometry, bezier_lengths, cover(2 * n), functions, buffer(2 * n, uniform(-1, 1)),
        buffer(2 * n, uniform(-1, 1, 1)), result(2 * n), 2 * n, 32);
  }
  { // half_precision
    const int n = size(1 << 24, 1000), columns = size(4096, 100);
    ROW(half_precision, half_axpy, cover(n / 8), (Tolerance{2e-3, 1e-3}), buffer(n, uniform(-1, 1)),
        buffer(n, uniform(0, 1)), result(n), n, 0.75);
    ROW(half_precision, half_dot_rows, cover(32 * columns), sums, buffer(columns * columns, uniform(0, 1)),
        buffer(columns, uniform(-1, 1)), result(columns), columns);
    ROW(half_precision, half_polynomial, cover(n), (Tolerance{2e-3, 1e-3}), buffer(n, uniform(-0.9, 0.9)),
        result(n), n);
  }
  { // calls
    const int n = size(1 << 20, 300), width = size(2048, 30);
    ROW(calls, indirect_calls, cover(n), functions, buffer(1024, noise()), buffer(n, uniform(0, 1)),
        result(n), n, 32);
    ROW(calls, virtual_calls, cover(n), functions, buffer(1024, noise()), buffer(n, uniform(0, 1)), result(n),
        n, 32);
    ROW(calls, interpreter, cover(n), exact, buffer(size(128, 20), noise()), buffer(n, uniform(-100, 100)),
        result(n), size(128, 20), n);
    ROW(calls, std_algorithms, cover(n), functions, buffer(16 * n, uniform(0, 1)), result(n), n);
    ROW(calls, julia_set, kcc::cover({width, width}, {32, 8}), (Tolerance{0, 0, 0.05}), result(width * width),
        width, width, 256);
    ROW(calls, recursion, cover(n / 8), functions, buffer(n / 8, uniform(1, 2)), result(n / 8), n / 8, 6);
  }
#undef ROW
  return std::move(table.rows);
}

} // namespace codegen
