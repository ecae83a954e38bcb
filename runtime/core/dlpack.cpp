#include <kcc/dlpack.h>

#include "backend.h"

#include <kcc/runtime/event.h>
#include <kcc/runtime/native.h>

#include <algorithm>
#include <limits>

namespace kcc::dlpack {

namespace {

constexpr const char *taking = "taking a DLPack tensor";

std::string text_of(std::span<const std::int64_t> numbers) {
  std::string text;
  for (const std::int64_t number : numbers)
    text += (text.empty() ? "" : ", ") + std::to_string(number);
  return "(" + text + ")";
}

template <class M> std::unique_ptr<void, void (*)(void *)> owner_of(M *managed) {
  if (!managed)
    kcc::detail::fail(taking, "the tensor is null",
                      "Pass what PyCapsule_GetPointer or a function like toDLPack gave");
  return {managed, [](void *owned) {
            auto *const tensor = static_cast<M *>(owned);
            if (tensor->deleter)
              tensor->deleter(tensor);
          }};
}

} // namespace

/// What may be read of a tensor.
struct detail::Content {
  const DLTensor *tensor = nullptr; ///< null: it is of another major version
  std::uint64_t flags = 0;
  std::uint32_t version = 0;
};

namespace {

detail::Content content_of(const DLManagedTensorVersioned *managed) {
  if (!managed || managed->version.major != major_version)
    return {nullptr, 0, managed ? managed->version.major : 0};
  return {&managed->dl_tensor, managed->flags, major_version};
}
detail::Content content_of(const DLManagedTensor *managed) {
  return {managed ? &managed->dl_tensor : nullptr, 0, 0};
}

Device device_of(const detail::Content &content) {
  if (!content.tensor)
    kcc::detail::fail(ErrorCategory::not_supported, taking,
                      "its layout is of version " + std::to_string(content.version) +
                          ", this runtime reads " + std::to_string(major_version),
                      "Ask for another one: __dlpack__(max_version=(1, 0))");
  const DLDevice &device = content.tensor->device;
  switch (device.device_type) {
  case kDLCPU:
  case kDLCUDAHost:
    return Device::cpu();
  case kDLCUDA:
  case kDLCUDAManaged:
    return Device::cuda(device.device_id);
  }
  kcc::detail::fail(ErrorCategory::not_supported, taking,
                    "it is on a device of kind " + std::to_string(device.device_type) + " of dlpack.h",
                    "Move it to a CUDA device or to the host first");
}

/// The strides of a contiguous tensor.
std::vector<std::int64_t> contiguous_strides(std::span<const std::int64_t> shape) {
  std::vector<std::int64_t> strides(shape.size());
  std::int64_t stride = 1;
  for (std::size_t d = shape.size(); d-- != 0;) {
    strides[d] = stride;
    (void)__builtin_mul_overflow(stride, std::max<std::int64_t>(shape[d], 1), &stride); // if it is empty
  }
  return strides;
}

/// The product of the extents; nothing if one is negative or if the elements cannot be counted.
std::optional<std::size_t> count_of(std::span<const std::int64_t> shape) {
  std::int64_t count = 1;
  if (std::ranges::find_if(shape, [](std::int64_t extent) { return extent < 0; }) != shape.end())
    return std::nullopt;
  if (std::ranges::find(shape, 0) != shape.end())
    return 0;
  for (const std::int64_t extent : shape)
    if (__builtin_mul_overflow(count, extent, &count))
      return std::nullopt;
  return static_cast<std::size_t>(count);
}

/// The elements before and behind the first one that the tensor reaches, both included.
struct Reach {
  std::int64_t before = 0, behind = 0;
  bool overflows = false;
};

Reach reach_of(std::span<const std::int64_t> shape, std::span<const std::int64_t> strides) {
  Reach reach;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    std::int64_t last = 0;
    std::int64_t &side = strides[d] < 0 ? reach.before : reach.behind;
    reach.overflows |=
        __builtin_mul_overflow(shape[d] - 1, strides[d], &last) || __builtin_add_overflow(side, last, &side);
  }
  return reach;
}

} // namespace

std::string type_name(DLDataType type) {
  const char *name = "type ";
  switch (type.code) {
  case kDLInt:
    name = "int";
    break;
  case kDLUInt:
    name = "uint";
    break;
  case kDLFloat:
    name = "float";
    break;
  case kDLBfloat:
    name = "bfloat";
    break;
  case kDLComplex:
    name = "complex";
    break;
  case kDLBool:
    name = "bool";
    break;
  case kDLFloat8_e4m3fn:
    name = "float8_e4m3fn, ";
    break;
  case kDLFloat8_e5m2:
    name = "float8_e5m2, ";
    break;
  }
  std::string text = name;
  if (text == "type ")
    text += std::to_string(type.code) + " of dlpack.h, ";
  text += std::to_string(type.bits);
  return type.lanes == 1 ? text : text + " x " + std::to_string(type.lanes);
}

Tensor::Tensor(DLManagedTensorVersioned *managed) : Tensor(owner_of(managed), content_of(managed)) {}
Tensor::Tensor(DLManagedTensor *managed) : Tensor(owner_of(managed), content_of(managed)) {}

Tensor::Tensor(Owner owner, const detail::Content &content)
    : owner_(std::move(owner)), device_(device_of(content)), type_(content.tensor->dtype),
      data_(content.tensor->data), is_read_only_((content.flags & flag_read_only) != 0) {
  const DLTensor *const tensor = content.tensor;
  const auto refuse = [&](const std::string &text) { kcc::detail::fail(taking, text, "Copy it first"); };
  if (tensor->ndim < 0 || (tensor->ndim > 0 && !tensor->shape))
    refuse("it has " + std::to_string(tensor->ndim) + " dimensions and no shape");
  const auto dimensions = static_cast<std::size_t>(tensor->ndim);
  shape_.assign(tensor->shape, tensor->shape + dimensions);
  const std::optional<std::size_t> count = count_of(shape_);
  if (!count)
    refuse("its shape " + text_of(shape_) + " is not one of a tensor in memory");
  size_ = *count;
  if (tensor->strides)
    strides_.assign(tensor->strides, tensor->strides + dimensions);
  else
    strides_ = contiguous_strides(shape_);
  if (size_ == 0)
    return;
  const Reach reach = reach_of(shape_, strides_);
  const std::int64_t element_bytes = (std::int64_t{type_.bits} * type_.lanes + 7) / 8;
  constexpr std::int64_t most_bytes = INT64_MAX / 4; // so that no later product overflows
  std::int64_t bytes = 0, before = 0;
  if (reach.overflows || element_bytes == 0 || __builtin_sub_overflow(reach.behind, reach.before, &bytes) ||
      __builtin_add_overflow(bytes, 1, &bytes) || __builtin_mul_overflow(bytes, element_bytes, &bytes) ||
      __builtin_mul_overflow(reach.before, element_bytes, &before) || bytes > most_bytes)
    refuse("its shape " + text_of(shape_) + " and strides " + text_of(strides_) +
           " are not those of a tensor in memory");
  if (tensor->byte_offset > static_cast<std::uint64_t>(most_bytes))
    refuse("its first element is " + std::to_string(tensor->byte_offset) + " bytes behind its address");
  if (tensor->data)
    data_ = static_cast<std::byte *>(tensor->data) + tensor->byte_offset;
  kcc::detail::check_memory(device_, static_cast<std::byte *>(data_) + before,
                            static_cast<std::size_t>(bytes), 1, 1);
}

bool Tensor::is_contiguous() const noexcept {
  std::int64_t stride = 1;
  for (std::size_t d = shape_.size(); d-- != 0;) {
    if (shape_[d] > 1 && strides_[d] != stride)
      return false;
    (void)__builtin_mul_overflow(stride, std::max<std::int64_t>(shape_[d], 1), &stride); // if it is empty
  }
  return true;
}

void Tensor::check_view(DLDataType type, std::size_t alignment, bool is_const, bool is_flat) const {
  const auto refuse = [&](const std::string &text, const std::string &hint) {
    kcc::detail::fail("taking a view of a DLPack tensor on " + core::label(device_), text, hint);
  };
  if (!(type == type_))
    refuse("its elements are " + type_name(type_) + ", not " + type_name(type),
           "Take a view of its type, or convert it where it comes from");
  if (is_read_only_ && !is_const)
    refuse("it is read-only", "Take a view of const elements");
  if (reinterpret_cast<std::uintptr_t>(data_) % alignment != 0)
    refuse("its address is not a multiple of " + std::to_string(alignment), "Copy it first");
  if (is_flat && size_ != 0 && !is_contiguous())
    refuse("its elements have gaps between them or another order: shape " + text_of(shape_) + ", strides " +
               text_of(strides_),
           "Make it contiguous where it comes from, or take a pitched_view() of it");
}

void Tensor::check_pitches(std::size_t rank) const {
  const auto refuse = [&](const std::string &text) {
    kcc::detail::fail("taking a pitched view of a DLPack tensor on " + core::label(device_),
                      text + ": shape " + text_of(shape_) + ", strides " + text_of(strides_),
                      "Make it contiguous where it comes from");
  };
  if (shape_.size() != rank)
    refuse("it has " + std::to_string(shape_.size()) + " dimensions, not " + std::to_string(rank));
  if (size_ == 0)
    return;
  std::int64_t least = 1; // the bytes of the inner dimensions must not overlap
  for (std::size_t d = rank; d-- != 0;) {
    if (shape_[d] > 1 && d + 1 == rank && strides_[d] != 1)
      refuse("the elements of a row have gaps between them");
    if (shape_[d] > 1 && strides_[d] < least)
      refuse("rows overlap or run backwards");
    least = shape_[d] > 1 ? strides_[d] * shape_[d] : least;
  }
}

namespace {

/// What a tensor of kcc consists of; manager_ctx points to it.
template <class M> struct Made {
  M managed{};
  std::vector<std::int64_t> shape, strides;
  Device device;
  std::shared_ptr<const void> owner;
};

template <class M> void destroy(M *managed) noexcept {
  const std::unique_ptr<Made<M>> made(static_cast<Made<M> *>(managed->manager_ctx));
  // Not every way to free memory waits for work of other libraries' streams.
  made->device.backend_device().wait_quietly();
}

template <class M> M *make_tensor(detail::Export &&from) {
  if (from.device.backend() != Backend::cuda && from.device.backend() != Backend::cpu)
    kcc::detail::fail(ErrorCategory::not_supported, "making a DLPack tensor on " + core::label(from.device),
                      "kcc gives other libraries no memory of devices of this kind",
                      "Copy the buffer to the host");
  auto made =
      std::make_unique<Made<M>>(Made<M>{{}, std::move(from.shape), {}, from.device, std::move(from.owner)});
  if (made->shape.empty())
    made->shape = {static_cast<std::int64_t>(from.size)};
  if (count_of(made->shape) != from.size)
    kcc::detail::fail("making a DLPack tensor on " + core::label(from.device),
                      "the shape " + text_of(made->shape) + " is not one of " + std::to_string(from.size) +
                          " elements",
                      "Pass a shape whose product is the number of elements");
  made->strides = contiguous_strides(made->shape);
  from.device.backend_device().lend_to_host(from.data);
  const bool is_cuda = from.device.backend() == Backend::cuda;
  M &managed = made->managed;
  managed.dl_tensor = {from.data,
                       {is_cuda ? kDLCUDA : kDLCPU, from.device.ordinal()},
                       static_cast<std::int32_t>(made->shape.size()),
                       from.type,
                       made->shape.data(),
                       made->strides.data(),
                       0};
  managed.deleter = [](M *tensor) { destroy(tensor); };
  managed.manager_ctx = made.get();
  return &made.release()->managed;
}

} // namespace

DLManagedTensorVersioned *detail::make(Export &&from) {
  const std::uint64_t flags = from.is_read_only ? flag_read_only : 0;
  auto *const tensor = make_tensor<DLManagedTensorVersioned>(std::move(from));
  tensor->version = {major_version, minor_version};
  tensor->flags = flags;
  return tensor;
}

DLManagedTensor *detail::make_unversioned(Export &&from) {
  return make_tensor<DLManagedTensor>(std::move(from));
}

std::optional<std::int64_t> consumer_stream(const Stream &stream) {
  if (stream.device().backend() == Backend::cpu)
    return std::nullopt;
  return static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(stream.native_handle()));
}

void hand_over(Stream &stream, std::optional<std::int64_t> consumer) {
  constexpr std::int64_t no_order = -1;
  const auto refuse = [&] {
    kcc::detail::fail("handing a tensor over on " + core::label(stream.device()),
                      std::to_string(*consumer) + " is no stream of the DLPack protocol there",
                      "Pass what __dlpack__ got: None, -1, or for a GPU 1, 2 or a CUstream");
  };
  if (consumer == no_order)
    return;
  if (stream.device().backend() == Backend::cpu) {
    if (consumer)
      refuse();
    return stream.synchronize();
  }
  if (consumer && *consumer <= 0)
    refuse();
  void *const native = reinterpret_cast<void *>(static_cast<std::intptr_t>(consumer.value_or(1)));
  if (native == stream.native_handle())
    return;
  Stream theirs = Stream::adopt(stream.device(), native);
  Event ready(stream.device(), {.timing = false});
  stream.record(ready);
  theirs.wait(ready);
}

} // namespace kcc::dlpack
