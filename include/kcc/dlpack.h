// DLPack: tensors of PyTorch, CuPy, NumPy, JAX and others as views, and kcc's buffers as their tensors,
// without a copy. https://dmlc.github.io/dlpack
//
// The structures have the layout of dlpack.h, versions 0.x and 1.x, and its names, in a namespace of their
// own, so that a program may include both.
#ifndef KCC_DLPACK_H
#define KCC_DLPACK_H

#include <kcc/float16.h>
#include <kcc/runtime/buffer.h>
#include <kcc/runtime/buffer_view.h>
#include <kcc/runtime/device.h>
#include <kcc/runtime/pitched_buffer.h>
#include <kcc/runtime/stream.h>

#include <array>
#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace kcc::dlpack {

/// The version of what kcc makes. It reads every 1.x.
inline constexpr std::uint32_t major_version = 1, minor_version = 0;

enum DLDeviceType : std::int32_t {
  kDLCPU = 1,
  kDLCUDA = 2,
  kDLCUDAHost = 3, ///< page-locked memory of the host
  kDLCUDAManaged = 13
};

struct DLDevice {
  DLDeviceType device_type;
  std::int32_t device_id; ///< the number that kcc::Device::cuda() takes
};

enum DLDataTypeCode : std::uint8_t {
  kDLInt = 0,
  kDLUInt = 1,
  kDLFloat = 2,
  kDLBfloat = 4,
  kDLComplex = 5,
  kDLBool = 6,
  kDLFloat8_e4m3fn = 10,
  kDLFloat8_e5m2 = 12
};

struct DLDataType {
  std::uint8_t code; ///< DLDataTypeCode, or one of those that kcc has no type for
  std::uint8_t bits; ///< of a lane
  std::uint16_t lanes;

  friend bool operator==(const DLDataType &, const DLDataType &) = default;
};

struct DLTensor {
  void *data;
  DLDevice device;
  std::int32_t ndim;
  DLDataType dtype;
  std::int64_t *shape;
  std::int64_t *strides; ///< elements; null in old tensors: contiguous
  std::uint64_t byte_offset;
};

/// A tensor that one library lends another, in the layout of DLPack 0.x: a Python capsule named "dltensor".
struct DLManagedTensor {
  DLTensor dl_tensor;
  void *manager_ctx;
  void (*deleter)(DLManagedTensor *);
};

struct DLPackVersion {
  std::uint32_t major, minor;
};

inline constexpr std::uint64_t flag_read_only = 1;

/// The same in the layout of DLPack 1.x: a Python capsule named "dltensor_versioned".
struct DLManagedTensorVersioned {
  DLPackVersion version;
  void *manager_ctx;
  void (*deleter)(DLManagedTensorVersioned *);
  std::uint64_t flags;
  DLTensor dl_tensor;
};

namespace detail {

struct Content;

template <class T> inline constexpr bool is_complex = false;
template <std::floating_point T> inline constexpr bool is_complex<std::complex<T>> = true;

template <class T> constexpr std::optional<DLDataTypeCode> code_of() {
  if (std::is_same_v<T, bool>)
    return kDLBool;
  if (std::is_same_v<T, float8_e4m3>)
    return kDLFloat8_e4m3fn;
  if (std::is_same_v<T, float8_e5m2>)
    return kDLFloat8_e5m2;
  if (std::is_same_v<T, bfloat16>)
    return kDLBfloat;
  if (std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, float16>)
    return kDLFloat;
  if (is_complex<T>)
    return kDLComplex;
  if (std::is_integral_v<T>)
    return std::is_signed_v<T> ? kDLInt : kDLUInt;
  return std::nullopt;
}

/// A structure of dlpack.h itself.
template <class M, class Ours>
concept SameLayout = !std::is_same_v<M, Ours> && sizeof(M) == sizeof(Ours) && requires(M managed) {
  managed.dl_tensor.byte_offset;
  managed.manager_ctx;
  managed.deleter(&managed);
};
template <class M>
concept HasVersion = requires(M managed) { managed.version.major; };
template <class M>
concept TheirVersioned = SameLayout<M, DLManagedTensorVersioned> && HasVersion<M>;
template <class M>
concept TheirUnversioned = SameLayout<M, DLManagedTensor> && !HasVersion<M>;

} // namespace detail

/// DLPack's name of an element type: numbers, bool, std::complex, and kcc's numbers of 16 and 8 bits.
template <class T>
  requires(detail::code_of<T>().has_value())
inline constexpr DLDataType data_type{*detail::code_of<T>(), 8 * sizeof(T), 1};

/// "float32", "int64"; "float32 x 4" with several lanes.
std::string type_name(DLDataType type);

/// A tensor of another library, lent to this program. It calls the tensor's deleter once, in its destructor,
/// from whatever thread that runs on: the memory is the other library's again from then on, so wait before
/// for the work that uses it. Move-only. Its views are valid as long as it is.
///
/// DLPack says nothing about when the tensor's contents are ready: see consumer_stream().
class Tensor {
public:
  /// Takes the tensor over, also if it throws: the deleter has been called then. Throws Error if the layout
  /// is of another major version, if the tensor is on no device that kcc can use, if it is malformed, or, on
  /// CUDA, if the driver says that the memory is not the device's. Page-locked memory and NumPy's are the CPU
  /// device's.
  explicit Tensor(DLManagedTensorVersioned *managed);
  /// The same for the older layout, which has no read-only flag.
  explicit Tensor(DLManagedTensor *managed);
  /// The same for the structures of dlpack.h.
  template <detail::TheirVersioned M>
  explicit Tensor(M *managed) : Tensor(reinterpret_cast<DLManagedTensorVersioned *>(managed)) {}
  template <detail::TheirUnversioned M>
  explicit Tensor(M *managed) : Tensor(reinterpret_cast<DLManagedTensor *>(managed)) {}

  Tensor(Tensor &&) noexcept = default;
  Tensor &operator=(Tensor &&) noexcept = default;
  ~Tensor() = default;

  const Device &device() const noexcept { return device_; }
  DLDataType type() const noexcept { return type_; }
  std::span<const std::int64_t> shape() const noexcept { return shape_; }     ///< elements
  std::span<const std::int64_t> strides() const noexcept { return strides_; } ///< elements
  std::size_t size() const noexcept { return size_; }                         ///< elements
  bool is_read_only() const noexcept { return is_read_only_; }
  /// Whether the elements follow each other without gaps, the last dimension fastest.
  bool is_contiguous() const noexcept;

  /// The elements of a contiguous tensor, whatever its shape. Throws Error if they are of another type than
  /// T, if there are gaps, or if the tensor is read-only and T is not const.
  template <class T> BufferView<T> view() const {
    check_view(data_type<std::remove_const_t<T>>, alignof(T), std::is_const_v<T>, true);
    return {device_, static_cast<T *>(data_), size_};
  }

  /// The elements of a tensor of `Rank` dimensions, of which the last is contiguous: rows, and slices, may
  /// have gaps between them. Throws Error in the same cases, and if they overlap or run backwards.
  template <class T, std::size_t Rank = 2> PitchedBufferView<T, Rank> pitched_view() const {
    check_view(data_type<std::remove_const_t<T>>, alignof(T), std::is_const_v<T>, false);
    check_pitches(Rank);
    PitchedView<T, Rank> view{static_cast<T *>(data_), {}, {}};
    for (std::size_t d = 0; d < Rank; ++d)
      view.extents[d] = static_cast<std::size_t>(shape_[d]);
    for (std::size_t d = 0; d + 1 < Rank; ++d)
      view.pitches[d] = static_cast<std::size_t>(strides_[d]) * sizeof(T);
    return {device_, view};
  }

private:
  using Owner = std::unique_ptr<void, void (*)(void *)>;
  Tensor(Owner owner, const detail::Content &content);
  void check_view(DLDataType type, std::size_t alignment, bool is_const, bool is_flat) const;
  void check_pitches(std::size_t rank) const;

  Owner owner_; ///< first: whatever fails afterwards, the deleter is called
  Device device_;
  DLDataType type_;
  std::vector<std::int64_t> shape_, strides_;
  std::size_t size_ = 1;
  void *data_;
  bool is_read_only_;
};

namespace detail {
/// What a tensor is made of.
struct Export {
  Device device;
  void *data;
  DLDataType type;
  std::size_t size;
  bool is_read_only;
  std::vector<std::int64_t> shape; ///< empty: one dimension
  std::shared_ptr<const void> owner;
};
DLManagedTensorVersioned *make(Export &&);
DLManagedTensor *make_unversioned(Export &&);

template <class T>
Export exported(BufferView<T> view, std::shared_ptr<const void> owner, std::vector<std::int64_t> shape) {
  return {view.device(),
          const_cast<std::remove_const_t<T> *>(view.data()),
          data_type<std::remove_const_t<T>>,
          view.size(),
          std::is_const_v<T>,
          std::move(shape),
          std::move(owner)};
}
template <class T> Export exported(Buffer<T> &&buffer, std::vector<std::int64_t> shape) {
  auto owner = std::make_shared<Buffer<T>>(std::move(buffer));
  const BufferView<T> view = owner->view();
  return exported(view, std::move(owner), std::move(shape));
}
} // namespace detail

/// Gives a buffer to another library, as a contiguous tensor of this shape, or of one dimension. The caller
/// passes the result on; whoever gets it calls its deleter once, from any thread, which waits for the device
/// and frees the memory. Nothing is copied, and nothing is waited for: see hand_over(). Throws Error if the
/// shape has another number of elements; the buffer is freed then.
template <class T>
DLManagedTensorVersioned *to_dlpack(Buffer<T> &&buffer, std::vector<std::int64_t> shape = {}) {
  return detail::make(detail::exported(std::move(buffer), std::move(shape)));
}
/// Lends elements; the deleter waits for the device and releases `owner`, which keeps them alive. A view of
/// const T becomes a read-only tensor.
template <class T>
DLManagedTensorVersioned *to_dlpack(BufferView<T> view, std::shared_ptr<const void> owner,
                                    std::vector<std::int64_t> shape = {}) {
  return detail::make(detail::exported(view, std::move(owner), std::move(shape)));
}

/// The same in the older layout, for libraries that do not know the other one.
template <class T>
DLManagedTensor *to_dlpack_unversioned(Buffer<T> &&buffer, std::vector<std::int64_t> shape = {}) {
  return detail::make_unversioned(detail::exported(std::move(buffer), std::move(shape)));
}
template <class T>
DLManagedTensor *to_dlpack_unversioned(BufferView<T> view, std::shared_ptr<const void> owner,
                                       std::vector<std::int64_t> shape = {}) {
  static_assert(
      !std::is_const_v<T>,
      "kcc: to_dlpack_unversioned: this layout cannot say that a tensor is read-only: use to_dlpack");
  return detail::make_unversioned(detail::exported(view, std::move(owner), std::move(shape)));
}

/// Where kcc gets a tensor: what to pass as `stream` to the tensor's `__dlpack__`, so that the other library
/// makes `stream` wait for what it has been given so far. Nothing (Python's None) for the CPU device, where a
/// tensor is ready when it is passed on.
std::optional<std::int64_t> consumer_stream(const Stream &stream);

/// Where kcc passes a tensor on: makes the stream that the other library passed to `__dlpack__` wait for what
/// `stream` has been given so far, as the protocol demands. Nothing (Python's None) and 1 are the legacy
/// default stream, 2 is the thread's default stream, -1 asks for no order, other numbers are CUstreams. For
/// the CPU device, it waits for `stream`. Throws Error for numbers that mean nothing.
void hand_over(Stream &stream, std::optional<std::int64_t> consumer);

} // namespace kcc::dlpack

#endif
