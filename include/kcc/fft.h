// Fast Fourier transforms of device memory, in one to three dimensions. On a GPU they are cuFFT's, which is
// opened when the first plan is made; the CPU device has its own version. Programs link kcc::libraries.
#ifndef KCC_FFT_H
#define KCC_FFT_H

#include <kcc/runtime/buffer.h>
#include <kcc/runtime/device.h>
#include <kcc/runtime/stream.h>

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace kcc::fft {

/// The extents of an array with one to three dimensions, the last of which is contiguous in memory
/// (row-major).
class Shape {
public:
  /// Throws Error unless there are one to three extents, each at least 1.
  Shape(std::initializer_list<std::size_t> extents);
  Shape(std::size_t extent) : Shape({extent}) {}

  std::span<const std::size_t> extents() const noexcept { return {extents_.data(), dimensions_}; }
  std::size_t dimensions() const noexcept { return dimensions_; }
  /// The number of elements. Throws Error if that is more than 2^48.
  std::size_t size() const;

private:
  std::array<std::size_t, 3> extents_{1, 1, 1};
  std::size_t dimensions_;
};

namespace detail {

enum class Transform : std::uint8_t { complex_to_complex, real_to_complex, complex_to_real };

class PlanImpl;

/// What a call does.
struct Call {
  const char *function;
  Transform transform;
  bool forward;
  const void *from;
  std::size_t from_size; ///< elements
  const core::BackendDevice *from_device;
  void *to;
  std::size_t to_size;
  const core::BackendDevice *to_device;
};

/// A Buffer or a span.
template <class T> struct Operand {
  std::span<T> elements;
  const core::BackendDevice *device = nullptr; ///< null: not known
  template <std::size_t n> Operand(std::span<T, n> elements) : elements(elements) {}
  template <std::size_t n>
  Operand(std::span<std::remove_const_t<T>, n> elements)
    requires std::is_const_v<T>
      : elements(elements) {}
  Operand(Buffer<std::remove_const_t<T>> &buffer)
      : elements(buffer.span()), device(&buffer.device().backend_device()) {}
  Operand(const Buffer<std::remove_const_t<T>> &buffer)
    requires std::is_const_v<T>
      : elements(buffer.span()), device(&buffer.device().backend_device()) {}
};

/// A plan without the type of its elements.
class AnyPlan {
public:
  AnyPlan(const Device &device, const Shape &shape, std::size_t batch, bool real, bool is_double);
  AnyPlan(AnyPlan &&) noexcept;
  AnyPlan &operator=(AnyPlan &&) noexcept;
  ~AnyPlan();

  const Device &device() const noexcept;
  const Shape &shape() const noexcept;
  std::size_t batch() const noexcept;
  void run(Stream &stream, const Call &call);

private:
  std::unique_ptr<PlanImpl> impl_;
};

template <class From, class To>
Call call(const char *function, Transform transform, bool forward, const Operand<From> &from,
          const Operand<To> &to) {
  return {function,
          transform,
          forward,
          from.elements.data(),
          from.elements.size(),
          from.device,
          to.elements.data(),
          to.elements.size(),
          to.device};
}

} // namespace detail

/// Transforms of complex numbers; T is float or double. Arrays are Buffers or spans of device memory with
/// batch() * shape().size() elements, one transform after another.
///
/// Neither direction scales: a forward and an inverse transform together multiply by shape().size(). The
/// forward transform has exp(-2πi jk/n). A plan is used by one thread at a time, and has a work area that its
/// transforms share: order transforms in different streams by events. Making a plan takes milliseconds and
/// device memory; a transform only enqueues work. Move-only. The destructor waits for the device.
template <class T> class ComplexPlan {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>, "kcc::fft: T is float or double");

public:
  using Complex = std::complex<T>;

  /// Throws Error if the shape or the batch is empty or too large, there is not enough memory, or cuFFT is
  /// missing or fails.
  explicit ComplexPlan(const Device &device, const Shape &shape, std::size_t batch = 1)
      : plan_(device, shape, batch, false, std::is_same_v<T, double>) {}

  const Device &device() const noexcept { return plan_.device(); }
  const Shape &shape() const noexcept { return plan_.shape(); }
  std::size_t batch() const noexcept { return plan_.batch(); }

  /// Enqueue a transform; `to` may be `from`, else they must not overlap. Throw Error if sizes or devices
  /// differ from the plan's, or cuFFT fails.
  void forward(Stream &stream, detail::Operand<const Complex> from, detail::Operand<Complex> to) {
    plan_.run(stream,
              detail::call("ComplexPlan::forward", detail::Transform::complex_to_complex, true, from, to));
  }
  void inverse(Stream &stream, detail::Operand<const Complex> from, detail::Operand<Complex> to) {
    plan_.run(stream,
              detail::call("ComplexPlan::inverse", detail::Transform::complex_to_complex, false, from, to));
  }

private:
  detail::AnyPlan plan_;
};

/// Transforms of real numbers. The spectrum of real numbers is symmetric, so only the first n / 2 + 1 of its
/// last dimension are computed: spectrum_size() complex numbers a transform. Otherwise like ComplexPlan.
template <class T> class RealPlan {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>, "kcc::fft: T is float or double");

public:
  using Complex = std::complex<T>;

  explicit RealPlan(const Device &device, const Shape &shape, std::size_t batch = 1)
      : plan_(device, shape, batch, true, std::is_same_v<T, double>) {}

  const Device &device() const noexcept { return plan_.device(); }
  const Shape &shape() const noexcept { return plan_.shape(); }
  std::size_t batch() const noexcept { return plan_.batch(); }
  /// Complex numbers of one transform.
  std::size_t spectrum_size() const {
    const std::size_t last = shape().extents().back();
    return shape().size() / last * (last / 2 + 1);
  }

  /// Enqueues a transform of batch() * shape().size() real numbers. The arrays must not overlap.
  void forward(Stream &stream, detail::Operand<const T> from, detail::Operand<Complex> to) {
    plan_.run(stream, detail::call("RealPlan::forward", detail::Transform::real_to_complex, true, from, to));
  }
  /// Enqueues the inverse transform of spectra, the left-out halves of which are taken to be symmetric. The
  /// content of `from` is unspecified afterwards. The arrays must not overlap.
  void inverse(Stream &stream, detail::Operand<Complex> from, detail::Operand<T> to) {
    plan_.run(stream, detail::call("RealPlan::inverse", detail::Transform::complex_to_real, false, from, to));
  }

private:
  detail::AnyPlan plan_;
};

} // namespace kcc::fft

#endif
