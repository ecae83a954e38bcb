// Matrices whose rows begin at multiples of 256 bytes, and parts of them.
#include "../common/example.h"

#include "example_matrices_kernels.h"

#include <numeric>
#include <vector>

namespace {

void run(const kcc::Device &device) {
  kcc::Stream stream(device);
  const std::size_t rows = 300, columns = 500;
  std::vector<float> pixels(rows * columns); // row by row, without gaps
  std::iota(pixels.begin(), pixels.end(), 0.0f);

  kcc::PitchedBuffer<float> image(device, {rows, columns}), turned(device, {columns, rows});
  kcc::copy(stream, image, pixels);
  stream.launch(kernels::transpose, kcc::cover(rows * columns, 256), image, turned);
  kcc::fill(stream, turned.part({0, 0}, {10, 10}), 0.0f);
  kcc::copy(stream, pixels, turned);

  bool all_right = true;
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const std::size_t row = i / rows, column = i % rows; // of the turned image
    all_right &= pixels[i] == (row < 10 && column < 10 ? 0.0f : static_cast<float>(column * columns + row));
  }
  example::expect(all_right, "a transposed image with a black corner");
  example::expect(image.row_pitch() % 256 == 0, "each row begins at a multiple of 256 bytes");

  const kcc::PitchedBufferView<float, 2> last = turned.part({columns - 1, 0}, {1, rows});
  std::vector<float> row(rows);
  kcc::copy(stream, row, last);
  example::expect(row.back() == static_cast<float>(rows * columns - 1), "the last row alone");

  kcc::PitchedBuffer<double, 3> volume(device, {4, 5, 6});
  kcc::fill(stream, volume, 1.0);
  kcc::fill(stream, volume.part({1, 1, 1}, {2, 3, 4}), 2.0);
  std::vector<double> cells(volume.size());
  kcc::copy(stream, cells, volume);
  example::expect(std::accumulate(cells.begin(), cells.end(), 0.0) == 120 + 24, "a cuboid within a volume");
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
