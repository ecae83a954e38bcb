// Memory of HIP devices, copies and fills.
#include "hip_test.h"

#include "core/backend.h"
#include "core/stream_state.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <tuple>
#include <vector>

namespace {

using kcc::Buffer;
using kcc::Device;
using kcc::Stream;

class HipMemory : public Hip {
protected:
  Stream stream_{gpu_};
};

std::vector<std::byte> counting(std::size_t count) {
  std::vector<std::byte> numbers(count);
  for (std::size_t i = 0; i < count; ++i)
    numbers[i] = static_cast<std::byte>(i * 7 + 1);
  return numbers;
}

TEST_F(HipMemory, BuffersComeAndGo) {
  const std::size_t before = fake_.memory.size();
  {
    Buffer<float> buffer(gpu_, std::vector<float>{1, 2, 3});
    EXPECT_EQ(fake_.memory.size(), before + 1);
    EXPECT_EQ(buffer.to_host(stream_), (std::vector<float>{1, 2, 3}));
    EXPECT_EQ(buffer.to_host(), (std::vector<float>{1, 2, 3}));
  }
  EXPECT_EQ(fake_.memory.size(), before);
  fake_.next_result["hipMalloc"] = 2;
  EXPECT_ERROR(Buffer<float>(gpu_, 4), "allocating", "HIP device 1 (Fake MI210)", "hipErrorOutOfMemory (2)",
               "the fake HIP's text (hipMalloc)", "rocm-smi");
}

TEST_F(HipMemory, MemoryIsFreedAfterWorkThatUsesIt) {
  fake_.lazy = true;
  std::vector<std::byte> back(100);
  {
    Buffer<std::byte> from(gpu_, counting(100)), to(gpu_, 100);
    kcc::copy(stream_, to, from);
    kcc::fill(stream_, to.view().first(1), std::byte{9});
  } // a sanitizer finds a copy that is done later
  stream_.synchronize();
}

/// Copies of all shapes, between host and device in all directions.
TEST_F(HipMemory, CopiesOfRowsAndSlices) {
  kcc::core::BackendDevice &backend = gpu_.backend_device();
  kcc::core::BackendDevice &other = Device::hip(0).backend_device();
  struct Shape {
    std::size_t row, rows, slices, to_pitch, to_slice, from_pitch, from_slice;
  };
  for (const Shape &s :
       {Shape{40, 1, 1, 0, 0, 0, 0}, Shape{5, 3, 1, 9, 0, 8, 0}, Shape{5, 3, 2, 9, 27, 8, 35},
        Shape{5, 1, 4, 0, 6, 0, 11}, Shape{8, 4, 2, 8, 32, 8, 32}}) {
    const std::vector<std::byte> from = counting(200), blank(200, std::byte{0xee});
    std::vector<std::byte> expected = blank;
    for (std::size_t z = 0; z < s.slices; ++z)
      for (std::size_t y = 0; y < s.rows; ++y)
        std::memcpy(expected.data() + z * s.to_slice + y * s.to_pitch,
                    from.data() + z * s.from_slice + y * s.from_pitch, s.row);
    Buffer<std::byte> on_device(gpu_, from), on_other(Device::hip(0), from), result(gpu_, blank);
    std::vector<std::byte> on_host = blank;
    kcc::core::Copy copy{.to = result.data(),
                         .to_device = &backend,
                         .from = nullptr,
                         .from_device = nullptr,
                         .row_bytes = s.row,
                         .rows = s.rows,
                         .slices = s.slices,
                         .to_pitches = {s.to_pitch, s.to_slice},
                         .from_pitches = {s.from_pitch, s.from_slice}};
    for (const auto &[memory, device] :
         {std::pair<const void *, kcc::core::BackendDevice *>(from.data(), nullptr),
          {on_device.data(), &backend},
          {on_other.data(), &other}}) {
      copy.from = memory;
      copy.from_device = device;
      kcc::copy(stream_, result, blank);
      backend.copy(stream_.state().handle(), copy, testing_it);
      EXPECT_EQ(result.to_host(stream_), expected);
    }
    copy.from = on_device.data();
    copy.from_device = &backend;
    copy.to = on_host.data();
    copy.to_device = nullptr;
    backend.copy(stream_.state().handle(), copy, testing_it);
    EXPECT_EQ(on_host, expected);
  }
}

TEST_F(HipMemory, CopiesOfPageLockedMemoryEndLater) {
  fake_.lazy = true;
  kcc::PinnedBuffer<int> pinned(gpu_, 4);
  std::vector<int> pageable(4);
  Buffer<int> buffer(gpu_, std::vector<int>{1, 2, 3, 4});
  fake_.calls.clear();
  kcc::copy(stream_, pinned, buffer);
  EXPECT_EQ(fake_.count("hipStreamSynchronize"), 0);
  EXPECT_NE(pinned[3], 4);
  stream_.synchronize();
  EXPECT_EQ(pinned[3], 4);
  fake_.calls.clear();
  kcc::copy(stream_, pageable, buffer);
  EXPECT_EQ(fake_.count("hipStreamSynchronize"), 1);
  EXPECT_EQ(pageable[3], 4);
  EXPECT_EQ(fake_hip::last_error(), 0); // that HIP does not know the memory is no error of the program's
}

template <class T> void fill_and_compare(Stream &stream, T value) {
  std::vector<T> expected(20, T{});
  for (std::size_t i = 1; i < 18; ++i)
    expected[i] = value;
  Buffer<T> buffer(stream.device(), std::vector<T>(20, T{}));
  kcc::fill(stream, buffer.view().part(1, 17), value);
  EXPECT_EQ(std::memcmp(buffer.to_host(stream).data(), expected.data(), buffer.bytes()), 0) << sizeof(T);
}

TEST_F(HipMemory, FillsWithAnyValue) {
  fill_and_compare<char>(stream_, 'x');
  fill_and_compare<short>(stream_, 0x1234);
  fill_and_compare<float>(stream_, -1.5f);
  EXPECT_EQ(fake_.count("hipMemsetD8Async") + fake_.count("hipMemsetD16Async") +
                fake_.count("hipMemsetD32Async"),
            3);
  fill_and_compare<double>(stream_, 0.1);
  fill_and_compare<double>(stream_, 0);
  fill_and_compare<std::array<double, 2>>(stream_, {0.1, 0.2});
  fill_and_compare<std::array<char, 3>>(stream_, {1, 2, 3});
  fill_and_compare<std::array<char, 4>>(stream_, {1, 2, 3, 4});
  fill_and_compare<std::array<float, 3>>(stream_, {1, 2, 3});
  fill_and_compare<std::array<short, 3>>(stream_, {1, 2, 3});
}

TEST_F(HipMemory, FillsOfRowsAndSlices) {
  kcc::core::BackendDevice &backend = gpu_.backend_device();
  for (const std::size_t offset : {0, 1, 2})
    for (const std::size_t element : {1, 2, 3, 4, 8, 12, 16})
      for (const auto &[count, rows, slices] : {std::tuple<std::size_t, std::size_t, std::size_t>(1, 1, 1),
                                                {3, 1, 1},
                                                {1, 5, 1},
                                                {3, 7, 1},
                                                {2, 4, 3}}) {
        const std::size_t pitch = element * count + 5, slice_pitch = pitch * rows + 3;
        const std::vector<std::byte> blank(1000, std::byte{0xee});
        kcc::core::Fill fill{.to = nullptr,
                             .pattern = {},
                             .pattern_bytes = element,
                             .count = count,
                             .rows = rows,
                             .slices = slices,
                             .pitches = {pitch, slice_pitch}};
        for (std::size_t i = 0; i < element; ++i)
          fill.pattern[i] = static_cast<std::byte>(i + 1);
        std::vector<std::byte> expected = blank;
        for (std::size_t z = 0; z < slices; ++z)
          for (std::size_t y = 0; y < rows; ++y)
            for (std::size_t i = 0; i < count; ++i)
              std::memcpy(expected.data() + offset + z * slice_pitch + y * pitch + i * element,
                          fill.pattern.data(), element);
        Buffer<std::byte> memory(gpu_, blank);
        fill.to = memory.data() + offset;
        backend.fill(stream_.state().handle(), fill, testing_it);
        EXPECT_EQ(memory.to_host(stream_), expected)
            << element << " bytes, " << count << " x " << rows << " x " << slices << " at " << offset;
      }
}

TEST_F(HipMemory, PageLockedMemory) {
  std::vector<int> mine(100);
  {
    kcc::PinnedBuffer<int> pinned(gpu_, 10, {.mapped = true});
    EXPECT_EQ(fake_.pinned_flags, 3u); // portable and mapped
    EXPECT_EQ(pinned.device_data(), pinned.data());
    const kcc::RegisteredMemory registered(gpu_, mine);
    EXPECT_EQ(fake_.pinned_flags, 3u); // likewise
    EXPECT_EQ(fake_.registered.size(), 1u);
  }
  EXPECT_TRUE(fake_.registered.empty());
  EXPECT_EQ(fake_.alive(), before_ + 1); // the stream
  EXPECT_ERROR(kcc::RegisteredMemory(gpu_, mine, {.read_only = true}), "may only read");
}

TEST_F(HipMemory, ManagedMemory) {
  kcc::ManagedBuffer<int> managed(gpu_, 100);
  managed.set_read_mostly();
  managed.set_preferred_location_host();
  EXPECT_EQ(fake_.advice, (std::vector<std::pair<unsigned, int>>{{1, 1}, {3, -1}}));
  managed.prefetch(stream_);
  EXPECT_EQ(fake_.prefetched_to, 1);
  managed.prefetch_to_host(stream_);
  EXPECT_EQ(fake_.prefetched_to, -1);
}

} // namespace
