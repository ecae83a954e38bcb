// Copies and fills: on the CPU device and with the fake driver, which must be asked for the right calls.
#include "cuda_backend_test.h"
#include "expect_error.h"
#include "on_both_backends.h"

#include "core/backend.h"
#include "core/stream_state.h"

#include <array>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace {

using kcc::Buffer;
using kcc::BufferView;
using kcc::Device;
using kcc::Stream;

constexpr auto nothing = [] { return std::string("testing"); };

std::vector<int> counting(std::size_t count) {
  std::vector<int> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

class Copies : public OnBothBackends {
protected:
  Stream stream_{device_};
};
KCC_ON_BOTH_BACKENDS(Copies);

TEST_P(Copies, CopyPartsInAllDirections) {
  Buffer<int> a(device_, counting(10)), b(device_, 10);
  kcc::fill(stream_, b, -1);
  kcc::copy(stream_, b.view().part(2, 3), a.view().last(3));
  const std::array<int, 2> host{50, 60};
  kcc::copy(stream_, b.view().first(2), host);
  EXPECT_EQ(b.to_host(stream_), (std::vector<int>{50, 60, 7, 8, 9, -1, -1, -1, -1, -1}));
  std::vector<int> back(4);
  const Buffer<int> &read_only = b;
  kcc::copy(stream_, back, read_only.view().part(1, 4));
  stream_.synchronize();
  EXPECT_EQ(back, (std::vector<int>{60, 7, 8, 9}));
  kcc::copy(stream_, std::span(back).first(0), b.view().first(0));
  kcc::copy(stream_, a, a); // nothing to do
}

TEST_P(Copies, RefuseWhatCannotBeCopied) {
  Buffer<int> a(device_, counting(10));
  std::vector<int> host(3);
  EXPECT_ERROR(kcc::copy(stream_, a, host), "copying into a buffer of ", "40 bytes", "has 12",
               "first(count)");
  EXPECT_ERROR(kcc::copy(stream_, host, a), "copying out of a buffer of ", "40 bytes", "has 12");
  EXPECT_ERROR(kcc::copy(stream_, a.view().first(6), a.view().last(6)), "source and destination overlap");
  Stream other(Device::cuda(2));
  EXPECT_ERROR(kcc::copy(other, a, a.view().first(10)), "the stream is of device 2 (Fake H200)");
  EXPECT_ERROR(kcc::fill(other, a, 1), "filling a buffer of ", "the stream is of device 2 (Fake H200)");
}

TEST_P(Copies, TakePartsThatExist) {
  Buffer<int> a(device_, counting(10));
  const BufferView<int> view = a;
  EXPECT_EQ(view.size(), 10u);
  EXPECT_EQ(view.bytes(), 40u);
  EXPECT_EQ(view.data(), a.data());
  EXPECT_EQ(view.part(10, 0).size(), 0u);
  EXPECT_EQ(view.last(3).data(), a.data() + 7);
  EXPECT_EQ(view.span().size(), 10u);
  EXPECT_ERROR(view.part(10, 1), "taking a part of a buffer of ",
               "1 elements from number 10 on, but it has 10");
  EXPECT_ERROR(view.part(11, 0), "0 elements from number 11");
  EXPECT_ERROR(view.part(1, SIZE_MAX), "18446744073709551615 elements from number 1");
  EXPECT_ERROR(view.first(11), "11 elements from number 0");
  EXPECT_ERROR(view.last(11), "11 elements from number 0");
}

TEST_P(Copies, ReinterpretWholeAlignedElements) {
  Buffer<int> a(device_, counting(10));
  EXPECT_EQ(a.view().as<std::int64_t>().size(), 5u);
  EXPECT_EQ(a.view().part(2, 4).as<std::int64_t>().data(), static_cast<void *>(a.data() + 2));
  static_assert(std::is_same_v<decltype(std::as_const(a).view().as<char>()), BufferView<const char>>);
  EXPECT_EQ(std::as_const(a).view().as<char>().size(), 40u);
  EXPECT_ERROR(a.view().first(3).as<std::int64_t>(), "reinterpreting a buffer of ",
               "12 bytes are not a whole number of elements of 8 bytes");
  EXPECT_ERROR(a.view().part(1, 2).as<std::int64_t>(), "is not aligned for elements of 8 bytes",
               "a multiple of 8");
}

template <class T> void fill_and_compare(Stream &stream, T value) {
  std::vector<T> expected(9, T{});
  for (std::size_t i = 1; i < 8; ++i)
    expected[i] = value;
  Buffer<T> buffer(stream.device(), std::vector<T>(9, T{}));
  kcc::fill(stream, buffer.view().part(1, 7), value);
  EXPECT_EQ(std::memcmp(buffer.to_host(stream).data(), expected.data(), buffer.bytes()), 0) << sizeof(T);
}

TEST_P(Copies, FillWithAnyValue) {
  fill_and_compare<char>(stream_, 'x');
  fill_and_compare<short>(stream_, 0x1234);
  fill_and_compare<float>(stream_, -1.5f);
  fill_and_compare<double>(stream_, 0.1);
  fill_and_compare<double>(stream_, 0);
  fill_and_compare<std::array<double, 2>>(stream_, {0.1, 0.2});
  fill_and_compare<std::array<char, 3>>(stream_, {1, 2, 3}); // not aligned for 16-bit fills
  fill_and_compare<std::array<char, 4>>(stream_, {1, 2, 3, 4});
  fill_and_compare<std::array<float, 3>>(stream_, {1, 2, 3});
  fill_and_compare<std::array<short, 3>>(stream_, {1, 2, 3});
}

/// A copy or fill of several dimensions, through the interface of backends.
TEST_P(Copies, CopyRowsAndSlices) {
  constexpr std::size_t row = 5, pitch = 8, rows = 3, slices = 2;
  kcc::core::BackendDevice &backend = device_.backend_device();
  for (const std::size_t slice_pitch : {std::size_t{32}, std::size_t{35}}) { // 4 rows, and not a multiple
    std::vector<std::byte> from(200), to(200, std::byte{0xee}), expected = to;
    for (std::size_t i = 0; i < from.size(); ++i)
      from[i] = static_cast<std::byte>(i);
    for (std::size_t z = 0; z < slices; ++z)
      for (std::size_t y = 0; y < rows; ++y)
        std::memcpy(expected.data() + z * 27 + y * 9, from.data() + z * slice_pitch + y * pitch, row);
    Buffer<std::byte> memory(device_, from), result(device_, to);
    kcc::core::Copy copy{.to = result.data(),
                         .to_device = &backend,
                         .from = memory.data(),
                         .from_device = &backend,
                         .row_bytes = row,
                         .rows = rows,
                         .slices = slices,
                         .to_pitches = {9, 27},
                         .from_pitches = {pitch, slice_pitch}};
    backend.copy(stream_.state().handle(), copy, nothing);
    EXPECT_EQ(result.to_host(stream_), expected);
    copy.from = from.data();
    copy.from_device = nullptr;
    kcc::fill(stream_, result, std::byte{0xee});
    backend.copy(stream_.state().handle(), copy, nothing);
    EXPECT_EQ(result.to_host(stream_), expected);
    copy.from = memory.data();
    copy.from_device = &backend;
    copy.to = to.data();
    copy.to_device = nullptr;
    backend.copy(stream_.state().handle(), copy, nothing);
    EXPECT_EQ(to, expected); // ordinary memory has been written when the call returns
  }
}

template <std::size_t Bytes>
void fill_rows_and_compare(Stream &stream, std::size_t count, std::size_t rows, std::size_t pitch) {
  std::array<std::byte, 16> pattern{};
  for (std::size_t i = 0; i < Bytes; ++i)
    pattern[i] = static_cast<std::byte>(i + 1);
  constexpr std::size_t slices = 2;
  std::vector<std::byte> expected(slices * rows * pitch);
  Buffer<std::byte> buffer(stream.device(), expected);
  for (std::size_t y = 0; y < slices * rows; ++y)
    for (std::size_t x = 0; x < count; ++x)
      std::memcpy(expected.data() + y * pitch + x * Bytes, pattern.data(), Bytes);
  stream.device().backend_device().fill(stream.state().handle(),
                                        {.to = buffer.data(),
                                         .pattern = pattern,
                                         .pattern_bytes = Bytes,
                                         .count = count,
                                         .rows = rows,
                                         .slices = slices,
                                         .pitches = {pitch, rows * pitch}},
                                        nothing);
  EXPECT_EQ(buffer.to_host(stream), expected) << Bytes << ", " << count << ", " << rows << ", " << pitch;
}

TEST_P(Copies, FillRowsAndSlices) {
  for (const std::size_t rows : {std::size_t{1}, std::size_t{3}, std::size_t{9}})
    for (const std::size_t pitch : {std::size_t{80}, std::size_t{82}, std::size_t{83}}) {
      fill_rows_and_compare<1>(stream_, 5, rows, pitch);
      fill_rows_and_compare<2>(stream_, 5, rows, pitch);
      fill_rows_and_compare<4>(stream_, 5, rows, pitch);
      fill_rows_and_compare<8>(stream_, 5, rows, pitch);
      fill_rows_and_compare<12>(stream_, 5, rows, pitch);
      fill_rows_and_compare<16>(stream_, 5, rows, pitch);
    }
}

TEST(FlattenedCopy, HasNoGaps) {
  kcc::core::Copy copy{.to = nullptr,
                       .to_device = nullptr,
                       .from = nullptr,
                       .from_device = nullptr,
                       .row_bytes = 8,
                       .rows = 3,
                       .slices = 4,
                       .to_pitches = {8, 24},
                       .from_pitches = {8, 24}};
  EXPECT_TRUE(flattened(copy).is_flat());
  EXPECT_EQ(flattened(copy).row_bytes, 96u);
  copy.to_pitches.slice = 32;
  EXPECT_EQ(flattened(copy).row_bytes, 24u);
  EXPECT_EQ(flattened(copy).rows, 4u);
  EXPECT_EQ(flattened(copy).to_pitches.row, 32u);
  EXPECT_EQ(flattened(copy).from_pitches.row, 24u);
  copy.to_pitches = {16, 48};
  EXPECT_EQ(flattened(copy).row_bytes, 8u);
  EXPECT_EQ(flattened(copy).rows, 12u);
  copy.rows = 1;
  EXPECT_EQ(flattened(copy).rows, 4u);
  EXPECT_EQ(flattened(copy).to_pitches.row, 48u);
  copy.slices = 1;
  EXPECT_TRUE(flattened(copy).is_flat());
}

TEST_F(CudaBackend, FillsByOneCallWhereThatIsPossible) {
  Stream stream(gpu_);
  Buffer<std::uint64_t> buffer(gpu_, 8);
  const auto calls_of = [&](auto view, auto value) {
    fake_.calls.clear();
    kcc::fill(stream, view, value);
    std::erase(fake_.calls, "cuCtxGetCurrent");
    return fake_.calls;
  };
  using Calls = std::vector<std::string>;
  EXPECT_EQ(calls_of(buffer.view(), 0), Calls{"cuMemsetD8Async"});
  EXPECT_EQ(calls_of(buffer.view(), 0x0101010101010101u), Calls{"cuMemsetD8Async"});
  EXPECT_EQ(calls_of(buffer.view(), 0x0102010201020102u), Calls{"cuMemsetD16Async"});
  EXPECT_EQ(calls_of(buffer.view(), 0x0102030401020304u), Calls{"cuMemsetD32Async"});
  EXPECT_EQ(calls_of(buffer.view(), 1u), (Calls{"cuMemsetD2D32Async", "cuMemsetD2D32Async"}));
  EXPECT_EQ(calls_of(buffer.view().first(1), 1u), (Calls{"cuMemsetD32Async", "cuMemsetD32Async"}));
  EXPECT_EQ(calls_of(buffer.view().as<std::uint32_t>(), 7u), Calls{"cuMemsetD32Async"});
}

TEST_F(CudaBackend, CopiesBetweenDevices) {
  const Device other = Device::cuda(2);
  Stream here(gpu_), there(other), elsewhere(Device::cuda(0));
  Buffer<int> a(gpu_, counting(10)), b(other, 10);
  kcc::copy(here, b, a);
  EXPECT_EQ(b.to_host(), counting(10));
  kcc::copy(there, a.view().first(3), b.view().last(3));
  EXPECT_EQ(a.to_host(), (std::vector<int>{7, 8, 9, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(fake_.count("cuMemcpyPeerAsync"), 2);
  EXPECT_ERROR(kcc::copy(elsewhere, a, b), "the stream is of device 0 (Fake T4)");
  kcc::core::Copy rows{.to = b.data(),
                       .to_device = &other.backend_device(),
                       .from = a.data(),
                       .from_device = &gpu_.backend_device(),
                       .row_bytes = 4,
                       .rows = 2,
                       .to_pitches = {8, 0},
                       .from_pitches = {12, 0}};
  gpu_.backend_device().copy(here.state().handle(), rows, nothing);
  EXPECT_EQ(b.to_host(), (std::vector<int>{7, 1, 3, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(fake_.count("cuMemcpy3DPeerAsync"), 1);
}

/// The calls that wait for the stream, and what a copy then has done.
class LateCopies : public CudaBackend {
protected:
  LateCopies() { fake_.late_copies = true; }
  Stream stream_{gpu_};
  std::vector<int> host_ = std::vector<int>(4, 1);
};

TEST_F(LateCopies, OrdinaryMemoryMayChangeAtOnce) {
  for (const std::size_t count : {4, 1 << 14, (1 << 14) + 1}) {
    Buffer<int> buffer(gpu_, count);
    std::vector<int> host(count, 1);
    const int waits = fake_.count("cuStreamSynchronize");
    kcc::copy(stream_, buffer, host);
    EXPECT_EQ(fake_.count("cuStreamSynchronize") - waits, count > 1 << 14);
    host.assign(count, 2);
    EXPECT_EQ(buffer.to_host(stream_), std::vector<int>(count, 1));
  }
}

TEST_F(LateCopies, OrdinaryMemoryHasBeenWrittenAtOnce) {
  Buffer<int> buffer(gpu_, 4);
  kcc::fill(stream_, buffer, 7);
  kcc::copy(stream_, host_, buffer);
  EXPECT_EQ(host_, std::vector<int>(4, 7));
}

TEST_F(LateCopies, PinnedMemoryIsReadAndWrittenLater) {
  Buffer<int> buffer(gpu_, 4);
  fake_.pinned[host_.data()] = 16;
  kcc::copy(stream_, buffer, host_);
  host_.assign(4, 2);
  kcc::copy(stream_, host_, buffer);
  EXPECT_EQ(host_, std::vector<int>(4, 2));
  EXPECT_EQ(fake_.count("cuStreamSynchronize"), 0);
  stream_.synchronize();
  EXPECT_EQ(host_, std::vector<int>(4, 2));
  fake_.pinned.clear();
}

} // namespace
