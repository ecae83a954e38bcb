// A sequence of work on a device: launches, copies, events.
#ifndef KCC_RUNTIME_STREAM_H
#define KCC_RUNTIME_STREAM_H

#include <kcc/runtime/arguments.h>
#include <kcc/runtime/buffer.h>
#include <kcc/runtime/device.h>
#include <kcc/runtime/event.h>
#include <kcc/runtime/global.h>
#include <kcc/runtime/kernel.h>
#include <kcc/runtime/launch_config.h>
#include <kcc/runtime/module.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <ranges>
#include <span>
#include <tuple>
#include <utility>

namespace kcc {

namespace core {
class StreamState;
}

namespace detail {
/// Copies from the device after all work given to the stream, and waits for it.
void copy_to_host(Stream &stream, void *host, const void *from, std::size_t bytes);

/// Throws Error unless a buffer of \p size elements on \p of_result can hold a result of the stream's work.
void check_result(const Stream &stream, const Device &of_result, std::size_t size);
} // namespace detail

/// Work given to a stream runs in the given order; work of different streams is unordered unless events order
/// it. Move-only; a stream is used by one thread at a time, but different threads may use different streams
/// at the same time.
///
/// On CUDA, a launch or copy returns before the work is done, and the failure of a kernel (a trap, an invalid
/// access) is thrown by the next call that waits or copies, with the names of the kernels in question. The
/// driver then refuses all further work in this process. On the CPU device, work is done when the call
/// returns; the failure of a kernel is stored and thrown by this stream's next launch, copy or wait, and by
/// all later ones. Other streams of the CPU device stay usable. Using a moved-from stream is undefined.
class Stream {
public:
  /// Creates a stream. On CUDA it does not wait for the legacy default stream. Throws Error if the driver
  /// refuses.
  explicit Stream(const Device &device);
  Stream(Stream &&) noexcept;
  Stream &operator=(Stream &&) noexcept;
  /// Lets the driver finish the work. Waits for the device only if scratch() was used, or if data passed to
  /// write() has not been copied yet.
  ~Stream();

  /// Starts a kernel. The compiler checks number and types of the arguments: a parameter takes its own type;
  /// spans and pointers take a Buffer of the same element type (a const one only if the kernel only reads);
  /// spans also take convertible spans; integers take any integer (whether the value fits is checked at run
  /// time); double takes float. The image is loaded at the first launch on the device.
  ///
  /// Throws Error, before anything runs, if an integer does not fit, a Buffer is on another device, the shape
  /// or the shared memory exceeds the limits of the device or the kernel, or the image cannot be loaded.
  /// Whether a std::span or pointer refers to device memory cannot be checked.
  template <class... P, class... A>
  void launch(const Kernel<P...> &kernel, const LaunchConfig &config, A &&...arguments) {
    launch_typed<P...>(kernel_code(kernel), config, std::forward<A>(arguments)...);
  }
  /// The same for a typed kernel of a loaded module.
  template <class... P, class... A>
  void launch(const BoundKernel<P...> &kernel, const LaunchConfig &config, A &&...arguments) {
    launch_typed<P...>(kernel_code(kernel), config, std::forward<A>(arguments)...);
  }

  /// A kernel template that its source does not instantiate for these arguments.
  template <class... A> void launch(const MissingInstantiation &, const LaunchConfig &, A &&...) {
    static_assert(
        sizeof...(A) == SIZE_MAX,
        "kcc: launch: the kernel template is not instantiated for these template arguments: add "
        "`template void scale<float>(std::span<float>);` with its name and parameters to the kernel's "
        "source");
  }

  /// Starts a kernel of a loaded module. The same rules apply, checked at run time against the module's
  /// manifest; see Module for what is checked without one. Also throws Error for a wrong number or type of
  /// arguments.
  template <class... A>
  void launch(const ModuleKernel &kernel, const LaunchConfig &config, A &&...arguments) {
    launch_described(kernel, config, std::index_sequence_for<A...>(), std::forward<A>(arguments)...);
  }

  /// The maximum number of blocks for a cooperative launch of the kernel: as many as can run at the same time
  /// with the block, cluster and dynamic shared memory of `config`, whose grid is ignored. A multiple of the
  /// cluster size. 0 if the device does not support cooperative launches. The CPU device accepts 12288
  /// threads in all. Other work on the device does not lower this number: the launch waits for it. Throws
  /// Error like a launch.
  template <class... P>
  std::uint32_t max_cooperative_blocks(const Kernel<P...> &kernel, const LaunchConfig &config) {
    return max_blocks_of_typed(kernel_code(kernel), config);
  }
  template <class... P>
  std::uint32_t max_cooperative_blocks(const BoundKernel<P...> &kernel, const LaunchConfig &config) {
    return max_blocks_of_typed(kernel_code(kernel), config);
  }
  /// The same for a kernel of a loaded module.
  std::uint32_t max_cooperative_blocks(const ModuleKernel &kernel, const LaunchConfig &config);
  /// Enqueues setting a variable: later launches see `value`, earlier ones do not. `value` may be changed as
  /// soon as the call returns. Throws Error if the image cannot be loaded, if the variable has another type
  /// or belongs to another module, or if an earlier kernel failed. Access to a variable is not synchronized:
  /// order it by using one stream, or by events.
  template <class T>
  void write(const Global<T> &global, const std::type_identity_t<typename Global<T>::value_type> &value) {
    write_bytes(place(global), &value, sizeof(T));
  }
  template <class T>
  void write(const ModuleGlobal<T> &global,
             const std::type_identity_t<typename Global<T>::value_type> &value) {
    write_bytes(place(global), &value, sizeof(T));
  }
  /// A number of another type is converted by the rules for arguments of a launch: integers take any integer
  /// that fits, double takes float, all else does not compile.
  template <class T, class V>
    requires std::is_arithmetic_v<T> && std::is_arithmetic_v<V> && (!std::is_same_v<T, V>)
  void write(const Global<T> &global, const V &value) {
    write(global, detail::convert_number<T>(value));
  }
  template <class T, class V>
    requires std::is_arithmetic_v<T> && std::is_arithmetic_v<V> && (!std::is_same_v<T, V>)
  void write(const ModuleGlobal<T> &global, const V &value) {
    write(global, detail::convert_number<T>(value));
  }

  /// Enqueues setting all elements of an array to those of a contiguous range of the same size. Throws in the
  /// same cases, and if the sizes differ.
  template <class T, std::size_t Size, class Range>
    requires detail::is_range_for<Range, T[Size]>
  void write(const Global<T[Size]> &global, const Range &values) {
    write_bytes(place(global), std::ranges::data(values), std::ranges::size(values) * sizeof(T));
  }
  template <class T, std::size_t Size, class Range>
    requires detail::is_range_for<Range, T[Size]>
  void write(const ModuleGlobal<T[Size]> &global, const Range &values) {
    write_bytes(place(global), std::ranges::data(values), std::ranges::size(values) * sizeof(T));
  }

  /// Returns a variable's value after all work given to the stream before. Waits for the stream. Throws like
  /// write.
  template <class T> typename Global<T>::value_type read(const Global<T> &global) {
    return read_value<T>(place(global));
  }
  template <class T> typename Global<T>::value_type read(const ModuleGlobal<T> &global) {
    return read_value<T>(place(global));
  }

  /// The elements of an array, or a single variable as one element, in device memory: a kernel argument.
  /// Throws like write.
  template <class T> std::span<typename Global<T>::element_type> span(const Global<T> &global) {
    return {static_cast<typename Global<T>::element_type *>(place(global).address), detail::global_count<T>};
  }
  template <class T> std::span<typename Global<T>::element_type> span(const ModuleGlobal<T> &global) {
    return {static_cast<typename Global<T>::element_type *>(place(global).address), detail::global_count<T>};
  }

  /// Waits until all work of the stream is done. Throws Error if a kernel failed.
  void synchronize();

  /// Whether all work is done. Does not wait. Throws Error if a kernel failed.
  bool done() const;

  /// Puts the event's marker after all work given so far. Throws Error if the event is on another device.
  void record(Event &event);

  /// Makes later work of this stream wait for the event's marker; the calling thread does not wait. Throws
  /// Error if the event belongs to another backend.
  void wait(const Event &event);

  const Device &device() const noexcept;

  /// The driver's stream (a CUstream), for other libraries; null on the CPU device. The stream keeps
  /// ownership.
  void *native_handle() const noexcept;

  /// Returns at least \p bytes of device memory, aligned to at least 64 bytes, for work that is given to this
  /// stream before the next call. The stream owns the memory and keeps it for later calls, so that a library
  /// function can pass intermediate results between kernels without allocating each time. A call that needs
  /// more than any earlier one waits for the device. Throws Error if there is not enough memory.
  void *scratch(std::size_t bytes);

  /// For internal use by the runtime.
  core::StreamState &state() const noexcept { return *state_; }

private:
  /// The origin of the code for a typed launch.
  struct KernelCode {
    const abi::Image *image;
    const char *name;
    const char *entry;
    const detail::ParameterTypes *types;
    core::LoadedKernel *loaded; ///< of a module, checked already; null: the image's
  };
  template <class... P> static KernelCode kernel_code(const Kernel<P...> &kernel) {
    return {kernel.image, kernel.name, kernel.entry, &detail::parameter_types<P...>, nullptr};
  }
  template <class... P> static KernelCode kernel_code(const BoundKernel<P...> &bound) {
    KernelCode code = kernel_code(bound.kernel_);
    code.loaded = bound.loaded_;
    return code;
  }

  template <class... P, class... A>
  void launch_typed(const KernelCode &kernel, const LaunchConfig &config, A &&...arguments) {
    static_assert(
        sizeof...(P) == sizeof...(A),
        "kcc: launch: wrong number of arguments: after the LaunchConfig, pass one argument for each "
        "parameter of the kernel");
    if constexpr (sizeof...(P) == sizeof...(A))
      launch_converted<P...>(kernel, config, std::index_sequence_for<P...>(), std::forward<A>(arguments)...);
  }

  template <class... P, std::size_t... I, class... A>
  void launch_converted(const KernelCode &kernel, const LaunchConfig &config, std::index_sequence<I...>,
                        A &&...arguments) {
    if constexpr ((detail::argument_is_right<I + 1, P, A &&>() && ...)) {
      [[maybe_unused]] const detail::LaunchSite site{device(), kernel.name, kernel.image->name};
      const std::tuple<P...> values{detail::convert_argument<I + 1, P>(std::forward<A>(arguments), site)...};
      const std::array<const void *, sizeof...(P)> pointers{&std::get<I>(values)...};
      launch_checked(kernel, config, pointers.data());
    }
  }

  template <std::size_t... I, class... A>
  void launch_described(const ModuleKernel &kernel, const LaunchConfig &config, std::index_sequence<I...>,
                        A &&...arguments) {
    if constexpr ((detail::runtime_argument_is_right<I + 1, A &&>() && ...)) {
      std::array<detail::RuntimeArgument, sizeof...(A)> described{
          detail::describe_argument(arguments, std::is_const_v<std::remove_reference_t<A>>)...};
      std::array<const void *, sizeof...(A)> pointers{};
      launch_module(kernel, config, described, pointers.data());
    }
  }

  /// A variable on the stream's device.
  struct Place {
    const core::LoadedGlobal *global;
    void *address;
  };
  Place find(const abi::Image &image, const char *symbol, const detail::ParameterType &type);
  Place find(core::LoadedGlobal &global);
  void write_bytes(const Place &place, const void *host, std::size_t bytes);
  void read_bytes(const Place &place, void *host);
  template <class T> Place place(const Global<T> &global) {
    return find(*global.image, global.symbol, detail::global_type<T>);
  }
  template <class T> Place place(const ModuleGlobal<T> &global) { return find(*global.global_); }
  template <class T> typename Global<T>::value_type read_value(const Place &place) {
    typename Global<T>::value_type value;
    read_bytes(place, &value);
    return value;
  }

  core::LoadedKernel &load(const KernelCode &kernel);
  void launch_checked(const KernelCode &kernel, const LaunchConfig &config, const void *const *arguments);
  std::uint32_t max_blocks_of_typed(const KernelCode &kernel, const LaunchConfig &config);
  void launch_module(const ModuleKernel &kernel, const LaunchConfig &config,
                     std::span<detail::RuntimeArgument> arguments, const void **pointers);

  std::unique_ptr<core::StreamState> state_;
};

} // namespace kcc

#endif
