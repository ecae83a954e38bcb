// Tensors of other libraries as views, and buffers as their tensors.
#include "expect_error.h"
#include "on_both_backends.h"

#include <kcc/dlpack.h>
#include <kcc/runtime.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace kcc::dlpack;
using kcc::Buffer;
using kcc::BufferView;
using kcc::cover;
using kcc::Device;
using kcc::Stream;
using Shape = std::vector<std::int64_t>;

/// A tensor of another library, in memory that the driver knows.
template <class M> struct Theirs {
  Theirs(const Device &device, DLDataType type, Shape the_shape, std::optional<Shape> the_strides = {})
      : shape(std::move(the_shape)), strides(the_strides.value_or(Shape())) {
    managed.dl_tensor = {memory,
                         {device.backend() == kcc::Backend::cpu ? kDLCPU : kDLCUDA, device.ordinal()},
                         static_cast<std::int32_t>(shape.size()),
                         type,
                         shape.data(),
                         the_strides ? strides.data() : nullptr,
                         0};
    managed.manager_ctx = this;
    managed.deleter = [](M *self) { ++static_cast<Theirs *>(self->manager_ctx)->deleted; };
    if constexpr (std::is_same_v<M, DLManagedTensorVersioned>)
      managed.version = {1, 7};
    fake_cuda::state().foreign_memory = {{memory, sizeof memory}};
  }
  ~Theirs() {
    fake_cuda::state().foreign_memory.clear();
    EXPECT_EQ(deleted, 1);
  }
  float *floats() { return reinterpret_cast<float *>(memory); }

  alignas(16) std::byte memory[256]{};
  M managed{};
  Shape shape, strides;
  int deleted = 0;
};
using Versioned = Theirs<DLManagedTensorVersioned>;
using Unversioned = Theirs<DLManagedTensor>;

class Dlpack : public OnBothBackends {};

TEST_P(Dlpack, ATensorIsAViewUntilItIsGivenBack) {
  Versioned theirs(device_, data_type<float>, {4, 8});
  {
    Tensor tensor(&theirs.managed);
    EXPECT_EQ(tensor.device(), device_);
    EXPECT_EQ(tensor.type(), data_type<float>);
    EXPECT_EQ(tensor.size(), 32u);
    EXPECT_THAT(tensor.shape(), testing::ElementsAre(4, 8));
    EXPECT_THAT(tensor.strides(), testing::ElementsAre(8, 1));
    EXPECT_FALSE(tensor.is_read_only());
    const BufferView<float> view = tensor.view<float>();
    EXPECT_EQ(view.data(), theirs.floats());
    EXPECT_EQ(view.size(), 32u);
    EXPECT_EQ(tensor.view<const float>().data(), theirs.floats());
    Stream stream(device_);
    stream.launch(test_image::add, cover(32, 32), view, view, view);
    const Tensor moved = std::move(tensor);
    EXPECT_EQ(moved.view<float>().size(), 32u);
    EXPECT_EQ(theirs.deleted, 0);
    stream.synchronize();
  }
  EXPECT_EQ(theirs.deleted, 1);
}

TEST_P(Dlpack, TheOlderLayoutIsRead) {
  Unversioned theirs(device_, data_type<std::int64_t>, {3}, Shape{1});
  theirs.managed.dl_tensor.byte_offset = 16;
  const Tensor tensor(&theirs.managed);
  EXPECT_EQ(tensor.view<std::int64_t>().data(), reinterpret_cast<std::int64_t *>(theirs.memory + 16));
  Unversioned without_deleter(device_, data_type<float>, {1});
  without_deleter.managed.deleter = nullptr;
  (void)Tensor(&without_deleter.managed);
  without_deleter.deleted = 1;
}

TEST_P(Dlpack, RowsMayHaveGaps) {
  Versioned theirs(device_, data_type<float>, {3, 4}, Shape{10, 1});
  const Tensor tensor(&theirs.managed);
  EXPECT_FALSE(tensor.is_contiguous());
  EXPECT_ERROR((void)tensor.view<float>(), "gaps", "shape (3, 4), strides (10, 1)", "pitched_view");
  const auto rows = tensor.pitched_view<float>();
  EXPECT_EQ(rows.device(), device_);
  EXPECT_EQ(rows.extent(0), 3u);
  EXPECT_EQ(rows.extent(1), 4u);
  EXPECT_EQ(&rows.kernel_view()(2, 3), theirs.floats() + 23);
  EXPECT_ERROR((void)(tensor.pitched_view<float, 3>()), "2 dimensions, not 3");
  Stream stream(device_);
  kcc::fill(stream, rows, 1.0f);
  std::vector<float> host(12);
  kcc::copy(stream, host, rows);
  EXPECT_EQ(host, std::vector<float>(12, 1.0f));
  EXPECT_EQ(theirs.floats()[4], 0.0f);
}

TEST_P(Dlpack, ThreeDimensions) {
  Versioned theirs(device_, data_type<float>, {2, 3, 4}, Shape{30, 5, 1});
  const Tensor tensor(&theirs.managed);
  const auto volume = tensor.pitched_view<const float, 3>();
  EXPECT_EQ(&volume.kernel_view()(1, 2, 3), theirs.floats() + 43);
}

TEST_P(Dlpack, StridesThatAreNoPitchesAreRefused) {
  Versioned transposed(device_, data_type<float>, {3, 4}, Shape{1, 3});
  EXPECT_ERROR((void)Tensor(&transposed.managed).pitched_view<float>(), "elements of a row have gaps");
  Versioned repeated(device_, data_type<float>, {3, 4}, Shape{0, 1});
  EXPECT_ERROR((void)Tensor(&repeated.managed).pitched_view<float>(), "overlap");
  Versioned overlapping(device_, data_type<float>, {3, 4}, Shape{3, 1});
  EXPECT_ERROR((void)Tensor(&overlapping.managed).pitched_view<float>(), "overlap");
  Versioned single_row(device_, data_type<float>, {1, 4}, Shape{0, 1});
  EXPECT_EQ(Tensor(&single_row.managed).pitched_view<float>().size(), 4u);
}

TEST_P(Dlpack, TypesAndFlagsAreChecked) {
  Versioned theirs(device_, data_type<float>, {4});
  theirs.managed.flags = flag_read_only;
  const Tensor tensor(&theirs.managed);
  EXPECT_TRUE(tensor.is_read_only());
  EXPECT_ERROR((void)tensor.view<float>(), "read-only", "const");
  EXPECT_EQ(tensor.view<const float>().size(), 4u);
  EXPECT_ERROR((void)tensor.view<const double>(), "float32, not float64");
  EXPECT_ERROR((void)tensor.view<const int>(), "float32, not int32");
  EXPECT_ERROR((void)tensor.view<const kcc::bfloat16>(), "not bfloat16");
  Versioned packed(device_, {kDLFloat, 32, 4}, {2});
  EXPECT_ERROR((void)Tensor(&packed.managed).view<float>(), "float32 x 4");
  Versioned misaligned(device_, data_type<float>, {2});
  misaligned.managed.dl_tensor.byte_offset = 2;
  EXPECT_ERROR((void)Tensor(&misaligned.managed).view<float>(), "multiple of 4");
  EXPECT_EQ(type_name({99, 4, 1}), "type 99 of dlpack.h, 4");
}

TEST_P(Dlpack, EmptyTensorsAndSingleNumbers) {
  Versioned empty(device_, data_type<float>, {3, 0});
  empty.managed.dl_tensor.data = nullptr;
  const Tensor nothing(&empty.managed);
  EXPECT_EQ(nothing.size(), 0u);
  EXPECT_EQ(nothing.view<float>().size(), 0u);
  EXPECT_EQ(nothing.pitched_view<float>().size(), 0u);
  constexpr auto large = std::int64_t{1} << 40;
  Versioned empty_and_large(device_, data_type<float>, {large, large, 0});
  EXPECT_EQ(Tensor(&empty_and_large.managed).size(), 0u);
  Versioned number(device_, data_type<float>, {});
  EXPECT_EQ(Tensor(&number.managed).view<float>().size(), 1u);
}

TEST_P(Dlpack, MalformedTensorsAreGivenBack) {
  const auto refused = [&](Versioned &theirs, const char *text) {
    EXPECT_ERROR((void)Tensor(&theirs.managed), "taking a DLPack tensor", text);
    EXPECT_EQ(theirs.deleted, 1);
  };
  Versioned negative(device_, data_type<float>, {-1});
  refused(negative, "shape (-1)");
  Versioned huge(device_, data_type<float>, {INT64_MAX, 4});
  refused(huge, "not one of a tensor in memory");
  Versioned wide(device_, data_type<float>, {4, 4}, Shape{INT64_MAX / 2, 1});
  refused(wide, "strides");
  Versioned far(device_, data_type<float>, {4});
  far.managed.dl_tensor.byte_offset = UINT64_MAX - 3;
  refused(far, "bytes behind its address");
  Versioned nowhere(device_, data_type<float>, {4});
  nowhere.managed.dl_tensor.data = nullptr;
  nowhere.managed.dl_tensor.byte_offset = 64;
  EXPECT_ERROR((void)Tensor(&nowhere.managed), "null");
  Versioned shapeless(device_, data_type<float>, {4});
  shapeless.managed.dl_tensor.shape = nullptr;
  refused(shapeless, "no shape");
  Versioned elsewhere(device_, data_type<float>, {4});
  elsewhere.managed.dl_tensor.device = {static_cast<DLDeviceType>(10), 0};
  refused(elsewhere, "kind 10");
  Versioned missing(device_, data_type<float>, {4});
  missing.managed.dl_tensor.device = {kDLCUDA, 9};
  EXPECT_ERROR((void)Tensor(&missing.managed), "cuda device 9");
  Versioned newer(device_, data_type<float>, {4});
  newer.managed.version.major = 2;
  refused(newer, "version 2");
  EXPECT_ERROR((void)Tensor(static_cast<DLManagedTensorVersioned *>(nullptr)), "null");
  EXPECT_ERROR((void)Tensor(static_cast<DLManagedTensor *>(nullptr)), "null");
}

/// As a program knows them that includes dlpack.h.
namespace their_header {
struct Managed {
  DLPackVersion version;
  void *manager_ctx;
  void (*deleter)(Managed *);
  std::uint64_t flags;
  DLTensor dl_tensor;
};
struct OldManaged {
  DLTensor dl_tensor;
  void *manager_ctx;
  void (*deleter)(OldManaged *);
};
} // namespace their_header

TEST_P(Dlpack, StructuresOfDlpacksOwnHeaderAreTaken) {
  Versioned theirs(device_, data_type<float>, {4});
  EXPECT_EQ(Tensor(reinterpret_cast<their_header::Managed *>(&theirs.managed)).size(), 4u);
  Unversioned old(device_, data_type<float>, {5});
  EXPECT_EQ(Tensor(reinterpret_cast<their_header::OldManaged *>(&old.managed)).size(), 5u);
}

TEST_P(Dlpack, ABufferBecomesATensor) {
  Stream stream(device_);
  Buffer<float> buffer(device_, 12);
  float *const data = buffer.data();
  DLManagedTensorVersioned *const made = to_dlpack(std::move(buffer), {3, 4});
  EXPECT_EQ(made->version.major, 1u);
  EXPECT_EQ(made->flags, 0u);
  const DLTensor &tensor = made->dl_tensor;
  EXPECT_EQ(tensor.data, data);
  EXPECT_EQ(tensor.byte_offset, 0u);
  EXPECT_EQ(tensor.device.device_type, device_.backend() == kcc::Backend::cpu ? kDLCPU : kDLCUDA);
  EXPECT_EQ(tensor.device.device_id, device_.ordinal());
  EXPECT_EQ(tensor.dtype, data_type<float>);
  ASSERT_EQ(tensor.ndim, 2);
  EXPECT_EQ((std::vector(tensor.shape, tensor.shape + 2)), (Shape{3, 4}));
  EXPECT_EQ((std::vector(tensor.strides, tensor.strides + 2)), (Shape{4, 1}));
  made->deleter(made); // the fixture finds memory that is not freed

  DLManagedTensor *const old = to_dlpack_unversioned(Buffer<int>(device_, 5));
  EXPECT_EQ(old->dl_tensor.ndim, 1);
  EXPECT_EQ(old->dl_tensor.shape[0], 5);
  EXPECT_EQ(old->dl_tensor.dtype, data_type<int>);
  old->deleter(old);
}

TEST_P(Dlpack, AStreamOrderedBufferIsFreedWhenTheDeviceIsDone) {
  Stream stream(device_);
  DLManagedTensorVersioned *const made = to_dlpack(Buffer<float>(stream, 12));
  fake_.calls.clear();
  made->deleter(made);
  if (device_.backend() == kcc::Backend::cuda) {
    EXPECT_EQ(fake_.calls, (std::vector<std::string>{"cuCtxGetCurrent", "cuCtxSynchronize", "cuCtxGetCurrent",
                                                     "cuMemFreeAsync"}));
  }
}

TEST_P(Dlpack, AViewKeepsItsOwnerAlive) {
  auto owner = std::make_shared<Buffer<float>>(device_, 8);
  const std::weak_ptr<Buffer<float>> watched = owner;
  const BufferView<const float> view = std::as_const(*owner).view().first(4);
  DLManagedTensorVersioned *const made = to_dlpack(view, std::move(owner), {2, 2});
  EXPECT_EQ(made->flags, flag_read_only);
  EXPECT_FALSE(watched.expired());
  made->deleter(made);
  EXPECT_TRUE(watched.expired());
}

TEST_P(Dlpack, AShapeMustHaveAsManyElements) {
  EXPECT_ERROR((void)to_dlpack(Buffer<float>(device_, 12), {3, 5}), "making a DLPack tensor", "(3, 5)",
               "12 elements");
  EXPECT_ERROR((void)to_dlpack(Buffer<float>(device_, 12), {-3, -4}), "(-3, -4)");
}

TEST_P(Dlpack, WhatKccMakesItTakesBack) {
  Buffer<kcc::float16> buffer(device_, 6);
  fake_.foreign_memory = {{buffer.data(), buffer.bytes()}};
  kcc::float16 *const data = buffer.data();
  const Tensor tensor(to_dlpack(std::move(buffer), {2, 3}));
  EXPECT_EQ(tensor.view<kcc::float16>().data(), data);
  fake_.foreign_memory.clear();
}

KCC_ON_BOTH_BACKENDS(Dlpack);

using DlpackStreams = CudaBackend;

TEST_F(DlpackStreams, TheConsumersStreamWaits) {
  Stream stream(gpu_), theirs(gpu_);
  const std::int64_t number = consumer_stream(theirs).value();
  EXPECT_EQ(number, static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(theirs.native_handle())));
  fake_.calls.clear();
  hand_over(stream, -1);
  hand_over(stream, consumer_stream(stream));
  EXPECT_TRUE(fake_.calls.empty());
  hand_over(stream, number);
  EXPECT_EQ(fake_.count("cuEventRecord"), 1);
  EXPECT_EQ(fake_.count("cuStreamWaitEvent"), 1);
  EXPECT_EQ(fake_.event_flags, 2u);
  hand_over(stream, std::nullopt);
  hand_over(stream, 1);
  hand_over(stream, 2);
  EXPECT_EQ(fake_.count("cuStreamWaitEvent"), 4);
  EXPECT_EQ(consumer_stream(Stream::adopt(gpu_, nullptr)), 1);
  EXPECT_ERROR(hand_over(stream, 0), "handing a tensor over on device 1", "0 is no stream");
  EXPECT_ERROR(hand_over(stream, -2), "-2 is no stream");
}

TEST_F(DlpackStreams, TheCpuDeviceWaits) {
  Stream stream(Device::cpu());
  EXPECT_EQ(consumer_stream(stream), std::nullopt);
  int calls = 0;
  stream.run_on_host([&] { ++calls; });
  hand_over(stream, std::nullopt);
  EXPECT_EQ(calls, 1);
  EXPECT_ERROR(hand_over(stream, 1), "on the CPU device", "1 is no stream");
}

} // namespace
