// A shared library with kcc inside, called by dlpack_client.py through ctypes. A function that fails returns
// null or -1; error() then has the text.
#include "client_kernels.h"

#include <kcc/dlpack.h>
#include <kcc/runtime.h>

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using kcc::Device;
using kcc::Stream;
using kcc::dlpack::Tensor;
namespace kernels = client_kernels;

namespace {

thread_local std::string last_error;
std::atomic<int> lent = 0; ///< tensors of kcc that other libraries have

template <class R, class F> R guarded(R failure, F &&work) {
  try {
    return work();
  } catch (const std::exception &error) {
    last_error = error.what();
    return failure;
  }
}

/// -1 is the CPU device.
Device device_of(int ordinal) {
  return ordinal < 0 ? Device::cpu() : Device::cuda(ordinal);
}

/// A buffer whose life is counted.
struct Counted {
  Counted(Stream &stream, std::size_t count) : buffer(stream, count) { ++lent; }
  ~Counted() { --lent; }
  Counted(const Counted &) = delete;
  Counted &operator=(const Counted &) = delete;
  kcc::Buffer<float> buffer;
};

template <class T>
void *exported(kcc::BufferView<T> view, std::shared_ptr<Counted> owner, bool versioned,
               std::vector<std::int64_t> shape) {
  if constexpr (!std::is_const_v<T>)
    if (!versioned)
      return kcc::dlpack::to_dlpack_unversioned(view, std::move(owner), std::move(shape));
  return kcc::dlpack::to_dlpack(view, std::move(owner), std::move(shape));
}

} // namespace

#define KCC_CLIENT extern "C" __attribute__((visibility("default")))

KCC_CLIENT const char *error() {
  return last_error.c_str();
}
KCC_CLIENT int lent_tensors() {
  return lent;
}
KCC_CLIENT int cuda_devices() {
  int count = 0;
  for (const Device &device : Device::all())
    count += device.backend() == kcc::Backend::cuda;
  return count;
}

KCC_CLIENT Stream *stream_new(int ordinal) {
  return guarded<Stream *>(nullptr, [&] { return new Stream(device_of(ordinal)); });
}
KCC_CLIENT Stream *stream_adopt(int ordinal, void *native) {
  return guarded<Stream *>(nullptr, [&] { return new Stream(Stream::adopt(device_of(ordinal), native)); });
}
KCC_CLIENT void stream_delete(Stream *stream) {
  delete stream;
}
KCC_CLIENT int stream_synchronize(Stream *stream) {
  return guarded(-1, [&] { return stream->synchronize(), 0; });
}
/// 0: None.
KCC_CLIENT std::int64_t stream_number(const Stream *stream) {
  return kcc::dlpack::consumer_stream(*stream).value_or(0);
}
KCC_CLIENT int stream_hand_over(Stream *stream, int has_consumer, std::int64_t consumer) {
  return guarded(-1, [&] {
    kcc::dlpack::hand_over(*stream, has_consumer ? std::optional(consumer) : std::nullopt);
    return 0;
  });
}

KCC_CLIENT Tensor *tensor_take(void *managed, int versioned) {
  return guarded<Tensor *>(nullptr, [&] {
    return versioned ? new Tensor(static_cast<kcc::dlpack::DLManagedTensorVersioned *>(managed))
                     : new Tensor(static_cast<kcc::dlpack::DLManagedTensor *>(managed));
  });
}
KCC_CLIENT void tensor_delete(Tensor *tensor) {
  delete tensor;
}
KCC_CLIENT int tensor_ordinal(const Tensor *tensor) {
  return tensor->device().backend() == kcc::Backend::cpu ? -1 : tensor->device().ordinal();
}
KCC_CLIENT const char *tensor_type(const Tensor *tensor) {
  thread_local std::string name;
  name = kcc::dlpack::type_name(tensor->type());
  return name.c_str();
}
KCC_CLIENT int tensor_is_read_only(const Tensor *tensor) {
  return tensor->is_read_only();
}
/// The address of a contiguous tensor of floats.
KCC_CLIENT std::uintptr_t tensor_address(const Tensor *tensor) {
  return guarded<std::uintptr_t>(
      0, [&] { return reinterpret_cast<std::uintptr_t>(tensor->view<const float>().data()); });
}
KCC_CLIENT int tensor_scale(Stream *stream, const Tensor *tensor, float factor) {
  return guarded(-1, [&] {
    const kcc::BufferView<float> view = tensor->view<float>();
    stream->launch(kernels::client::scale, kcc::cover(view.size(), 256), view, factor);
    return 0;
  });
}
KCC_CLIENT int tensor_scale_rows(Stream *stream, const Tensor *tensor, float factor) {
  return guarded(-1, [&] {
    const auto rows = tensor->pitched_view<float>();
    stream->launch(kernels::client::scale_rows, kcc::cover(rows.size(), 256), rows, factor);
    return 0;
  });
}

/// A tensor of kcc with `rows` times `columns` elements `value`, which `stream` is still filling.
KCC_CLIENT void *make_tensor(Stream *stream, std::int64_t rows, std::int64_t columns, float value,
                             int versioned, int read_only) {
  return guarded<void *>(nullptr, [&] {
    auto owner = std::make_shared<Counted>(*stream, static_cast<std::size_t>(rows * columns));
    kcc::fill(*stream, owner->buffer, value);
    const kcc::BufferView<float> view = owner->buffer.view();
    if (read_only)
      return exported<const float>(view, std::move(owner), true, {rows, columns});
    return exported(view, std::move(owner), versioned != 0, {rows, columns});
  });
}

/// Calls the deleter of a tensor that nobody has taken.
KCC_CLIENT void drop_tensor(void *managed, int versioned) {
  if (versioned) {
    auto *const tensor = static_cast<kcc::dlpack::DLManagedTensorVersioned *>(managed);
    tensor->deleter(tensor);
  } else {
    auto *const tensor = static_cast<kcc::dlpack::DLManagedTensor *>(managed);
    tensor->deleter(tensor);
  }
}

/// 1 if the context is the one in which kcc works on that GPU.
KCC_CLIENT int is_context_of(int ordinal, void *context) {
  return guarded(-1, [&] { return static_cast<int>(Device::adopt(context) == Device::cuda(ordinal)); });
}

KCC_CLIENT int check_memory(int ordinal, void *data, std::size_t bytes) {
  return guarded(-1, [&] {
    (void)kcc::adopt_memory(device_of(ordinal), static_cast<std::byte *>(data), bytes);
    return 0;
  });
}
