// Random numbers in device memory, made in bulk by the host. On a GPU they are cuRAND's, which is opened when
// the first generator is made; the CPU device has its own version. Programs link kcc::libraries. Random
// numbers in kernels are in <kcc/random.h>.
#ifndef KCC_RAND_H
#define KCC_RAND_H

#include <kcc/runtime/buffer.h>
#include <kcc/runtime/device.h>
#include <kcc/runtime/stream.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace kcc::rand {

/// Where the bits come from. The sequences of a GPU and of the CPU device differ; cuRAND's may differ from
/// one version to the next.
enum class Algorithm : std::uint8_t {
  philox,  ///< Philox4x32-10, counter-based
  mrg32k3a ///< L'Ecuyer's combined recursive generator
};

namespace detail {

class GeneratorImpl;

/// A Buffer or a span of device memory.
template <class T> struct Output {
  std::span<T> elements;
  const core::BackendDevice *device = nullptr; ///< null: not known
  template <std::size_t n> Output(std::span<T, n> elements) : elements(elements) {}
  Output(Buffer<T> &buffer) : elements(buffer.span()), device(&buffer.device().backend_device()) {}
};

} // namespace detail

/// A sequence of random numbers on a device. Each call enqueues filling a Buffer or a span of device memory
/// with the next numbers; nothing waits. A generator is used by one thread at a time, and its state is in
/// device memory: order calls in different streams by events. Move-only. The destructor waits for the device.
///
/// Functions throw Error if the memory or the stream is on another device, a parameter is wrong, or cuRAND is
/// missing or fails.
class Generator {
public:
  /// \p offset numbers (of 32 bits) at the beginning of the sequence are left out.
  explicit Generator(const Device &device, std::uint64_t seed = 0, Algorithm algorithm = Algorithm::philox,
                     std::uint64_t offset = 0);
  Generator(Generator &&) noexcept;
  Generator &operator=(Generator &&) noexcept;
  ~Generator();

  const Device &device() const noexcept;

  /// Starts again, with this seed, for later calls.
  void seed(std::uint64_t seed, std::uint64_t offset = 0);

  /// Words of 32 random bits (of mrg32k3a all but 209 of the 2^32 words).
  void bits(Stream &stream, detail::Output<std::uint32_t> to);

  /// Uniform numbers above 0, up to 1.
  void uniform(Stream &stream, detail::Output<float> to);
  void uniform(Stream &stream, detail::Output<double> to);

  /// Normal distribution; \p deviation is at least 0.
  void normal(Stream &stream, detail::Output<float> to, float mean = 0, float deviation = 1);
  void normal(Stream &stream, detail::Output<double> to, double mean = 0, double deviation = 1);

  /// Log-normal distribution, with the mean and the standard deviation of the logarithm.
  void log_normal(Stream &stream, detail::Output<float> to, float mean = 0, float deviation = 1);
  void log_normal(Stream &stream, detail::Output<double> to, double mean = 0, double deviation = 1);

  /// Poisson distribution with a mean above 0, up to 2^30.
  void poisson(Stream &stream, detail::Output<std::uint32_t> to, double mean);

private:
  std::unique_ptr<detail::GeneratorImpl> impl_;
};

} // namespace kcc::rand

#endif
