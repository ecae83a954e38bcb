// Matrices and volumes: copies, fills and kernels.
#include <kcc/pitched_view.h>

#include "devices.h"
#include "host_memory_kernels.h"

#include <kcc/runtime.h>

#include <numeric>
#include <vector>

namespace {

using kcc::PitchedBuffer;
using kcc::Stream;
namespace kernels = host_memory_kernels::host_memory;

class Pitched : public kcc::testing::DeviceTest {
protected:
  Stream stream_{device_};
};
KCC_FOR_EVERY_DEVICE(Pitched);

TEST_P(Pitched, GoesToKernels) {
  constexpr std::size_t rows = 123, columns = 457;
  std::vector<float> numbers(rows * columns), transposed(numbers.size());
  std::iota(numbers.begin(), numbers.end(), 0.0f);
  PitchedBuffer<float> from(device_, {rows, columns}), to(device_, {columns, rows});
  kcc::copy(stream_, from, numbers);
  stream_.launch(kernels::transpose, kcc::cover(numbers.size(), 256), from, to);
  kcc::copy(stream_, transposed, to);
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column)
      ASSERT_EQ(transposed[column * rows + row], numbers[row * columns + column]);
  kcc::fill(stream_, to, -1.0f);
  stream_.launch(kernels::transpose, kcc::cover(6, 32), from.part({1, 2}, {2, 3}), to.part({4, 5}, {3, 2}));
  std::vector<float> part(6);
  kcc::copy(stream_, part, to.part({4, 5}, {3, 2}));
  EXPECT_EQ(part, (std::vector<float>{459, 916, 460, 917, 461, 918}));
}

TEST_P(Pitched, HasThreeDimensions) {
  PitchedBuffer<int, 3> volume(device_, {4, 5, 6});
  std::vector<int> numbers(120), result(120);
  std::iota(numbers.begin(), numbers.end(), 0);
  kcc::copy(stream_, volume, numbers);
  stream_.launch(kernels::add_slice, kcc::cover(20, 32), volume);
  kcc::fill(stream_, volume.part({0, 4, 0}, {4, 1, 6}), -1);
  kcc::copy(stream_, result, volume);
  for (std::size_t i = 0; i < 120; ++i)
    ASSERT_EQ(result[i], i / 6 % 5 == 4 ? -1 : static_cast<int>(i + i / 30)) << i;
  PitchedBuffer<double, 3> wide(device_, {4, 5, 6});
  kcc::fill(stream_, wide, 0.1);
  std::vector<double> tenths(120);
  kcc::copy(stream_, tenths, wide);
  EXPECT_EQ(tenths, std::vector<double>(120, 0.1));
}

} // namespace
