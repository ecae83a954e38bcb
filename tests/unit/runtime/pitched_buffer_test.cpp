// Matrices and volumes of device memory, on the CPU device and with the fake driver.
#include "cuda_backend_test.h"
#include "expect_error.h"
#include "on_both_backends.h"

#include <kcc/runtime/pitched_buffer.h>

#include <numeric>
#include <vector>

namespace {

using kcc::Device;
using kcc::PitchedBuffer;
using kcc::PitchedView;
using kcc::Stream;

std::vector<int> counting(std::size_t count) {
  std::vector<int> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

class Pitched : public OnBothBackends {
protected:
  template <class B> std::vector<int> to_host(const B &buffer) {
    std::vector<int> host(buffer.size());
    kcc::copy(stream_, host, buffer);
    stream_.synchronize();
    return host;
  }
  Stream stream_{device_};
};
KCC_ON_BOTH_BACKENDS(Pitched);

TEST_P(Pitched, HasRowsAtAlignedAddresses) {
  PitchedBuffer<int> matrix(device_, {3, 5});
  EXPECT_EQ(matrix.extents(), (std::array<std::size_t, 2>{3, 5}));
  EXPECT_EQ(matrix.size(), 15u);
  EXPECT_EQ(matrix.row_pitch(), 256u);
  const PitchedView<int, 2> view = matrix.kernel_view();
  EXPECT_EQ(view.row(2).data(), reinterpret_cast<int *>(reinterpret_cast<char *>(matrix.data()) + 512));
  EXPECT_EQ(&view(2, 4), view.row(2).data() + 4);
  PitchedBuffer<double, 3> volume(device_, {2, 3, 33});
  EXPECT_EQ(volume.row_pitch(), 512u);
  const PitchedView<const double, 3> read_only = volume.kernel_view();
  EXPECT_EQ(reinterpret_cast<const char *>(&read_only(1, 2, 32)) - reinterpret_cast<char *>(volume.data()),
            5 * 512 + 32 * 8);
  EXPECT_EQ(read_only.row(1, 2).size(), 33u);
  EXPECT_EQ(read_only.extent(2), 33u);
  PitchedBuffer<int> moved = std::move(matrix);
  EXPECT_EQ(matrix.size(), 0u);
  matrix = std::move(moved);
  EXPECT_EQ(matrix.size(), 15u);
}

TEST_P(Pitched, CopiesAndFills) {
  PitchedBuffer<int> matrix(device_, {3, 5}), other(device_, {3, 5});
  const std::vector<int> numbers = counting(15);
  kcc::copy(stream_, matrix, numbers);
  EXPECT_EQ(to_host(matrix), numbers);
  kcc::fill(stream_, other, 7);
  kcc::copy(stream_, other.part({1, 0}, {2, 2}), matrix.part({0, 3}, {2, 2}));
  EXPECT_EQ(to_host(other), (std::vector<int>{7, 7, 7, 7, 7, 3, 4, 7, 7, 7, 8, 9, 7, 7, 7}));
  kcc::fill(stream_, other.part({2, 4}, {1, 1}), -1);
  EXPECT_EQ(to_host(other.part({2, 3}, {1, 2})), (std::vector<int>{7, -1}));
  kcc::copy(stream_, matrix.part({0, 3}, {3, 2}), matrix.part({0, 0}, {3, 2})); // side by side
  EXPECT_EQ(to_host(matrix), (std::vector<int>{0, 1, 2, 0, 1, 5, 6, 7, 5, 6, 10, 11, 12, 10, 11}));
}

TEST_P(Pitched, CopiesVolumes) {
  PitchedBuffer<int, 3> volume(device_, {2, 3, 4});
  const std::vector<int> numbers = counting(24);
  kcc::copy(stream_, volume, numbers);
  EXPECT_EQ(to_host(volume), numbers);
  EXPECT_EQ(to_host(volume.part({0, 1, 2}, {2, 2, 1})), (std::vector<int>{6, 10, 18, 22}));
  PitchedBuffer<double, 3> wide(device_, {2, 3, 4});
  kcc::fill(stream_, wide, 0.1);
  std::vector<double> host(24);
  kcc::copy(stream_, host, wide);
  EXPECT_EQ(host, std::vector<double>(24, 0.1));
}

TEST_P(Pitched, RefusesWhatDoesNotFit) {
  PitchedBuffer<int> matrix(device_, {3, 5}), other(device_, {5, 3});
  std::vector<int> host(14);
  EXPECT_ERROR(kcc::copy(stream_, matrix, host), "it has 15 elements, the host's range has 14");
  EXPECT_ERROR(kcc::copy(stream_, matrix, other), "the destination has 1 x 3 rows of 20 bytes",
               "the source 1 x 5 rows of 12 bytes");
  EXPECT_ERROR((void)matrix.part({1, 0}, {3, 1}), "3 elements from number 1 on in dimension 0, but it has 3");
  EXPECT_ERROR(kcc::copy(stream_, matrix.part({0, 0}, {3, 3}), matrix.part({0, 2}, {3, 3})), "overlap");
  EXPECT_ERROR(PitchedBuffer<int>(device_, {SIZE_MAX / 128, 2}), "more than fit in the address space");
  EXPECT_ERROR(PitchedBuffer<int>(device_, {1, SIZE_MAX}), "more than fits in the address space");
  Stream others(Device::cuda(2));
  EXPECT_ERROR(kcc::fill(others, matrix, 1), "the stream is of device 2");
  EXPECT_ERROR(kcc::copy(others, host, matrix.part({0, 0}, {2, 2})), "4 elements");
  PitchedBuffer<int> none(device_, {0, 5});
  EXPECT_EQ(none.data(), nullptr);
  kcc::fill(stream_, none, 1);
}

} // namespace
