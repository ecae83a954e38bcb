// A sequence of work on a device: launches, copies, events.
#ifndef KCC_RUNTIME_STREAM_H
#define KCC_RUNTIME_STREAM_H

#include <kcc/runtime/arguments.h>
#include <kcc/runtime/buffer.h>
#include <kcc/runtime/buffer_view.h>
#include <kcc/runtime/copy.h>
#include <kcc/runtime/device.h>
#include <kcc/runtime/done.h>
#include <kcc/runtime/event.h>
#include <kcc/runtime/global.h>
#include <kcc/runtime/kernel.h>
#include <kcc/runtime/launch_config.h>
#include <kcc/runtime/module.h>
#include <kcc/runtime/stream_options.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <ranges>
#include <span>
#include <tuple>
#include <utility>

namespace kcc {

namespace core {
class StreamState;
}

class GraphExec;

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
/// A launch or copy returns before the work is done. The failure of a kernel (a trap, an invalid access) is
/// thrown by a later call that waits or gives the stream work, with the names of the kernels in question.
/// The CUDA driver then refuses all further work in this process. On the CPU device, the stream refuses it,
/// and so does every stream that waited for an event which was recorded after the failure; other streams stay
/// usable. Using a moved-from stream is undefined.
class Stream {
public:
  /// Creates a stream. Throws Error if the device has no such priority, or if the driver refuses.
  explicit Stream(const Device &device, const StreamOptions &options = {});

  /// A stream of other code (a CUstream or cudaStream_t), for launches and copies in its order. It stays the
  /// property of that code, which keeps it alive as long as this object and buffers made with it; the
  /// destructor does not destroy it. Null and 1 are the legacy default stream, 2 is the default stream of the
  /// thread that calls. Throws Error if the stream is of another context than the device, and for the CPU
  /// device (not_supported). What is not a stream at all cannot be recognized: the driver crashes.
  static Stream adopt(const Device &device, void *native);

  Stream(Stream &&) noexcept;
  Stream &operator=(Stream &&) noexcept;
  /// Lets the device finish the work. Waits for the device only if scratch() was used, or if data passed to
  /// write() has not been copied yet.
  ~Stream();

  /// Starts a kernel: a typed one (Kernel, BoundKernel) or one of a module, taken by name (ModuleKernel).
  ///
  /// The compiler checks number and types of the arguments of a typed kernel: a parameter takes its own type;
  /// spans and pointers take a Buffer of the same element type (a const one only if the kernel only reads);
  /// spans also take convertible spans; integers take any integer (whether the value fits is checked at run
  /// time); double takes float. For a kernel of a module the same rules are checked at run time against the
  /// module's manifest; see Module for what is checked without one. The image of a typed kernel is loaded at
  /// the first launch on the device.
  ///
  /// Throws Error, before anything runs, if an integer does not fit, a Buffer is on another device, the shape
  /// or the shared memory exceeds the limits of the device or the kernel, or the image cannot be loaded.
  /// Whether a std::span or pointer refers to device memory cannot be checked.
  template <class K, class Config = LaunchConfig, class... A>
  void launch(const K &kernel, const Config &config, A &&...arguments) {
    // All assertions stand here, in the function that the user calls, so that a compiler's error is short.
    using Kernel = detail::Launchable<K, sizeof...(A)>;
    using Parameters = typename Kernel::Parameters;
    using First = typename detail::FirstWrong<Parameters, detail::Types<A &&...>>::Type;
    using detail::Mistake, detail::has_no;
    constexpr bool is_launch = Kernel::is_kernel && detail::is_launch_config<Config>;
    constexpr bool is_complete = !is_launch || detail::has_all_arguments<Parameters::count, sizeof...(A)>;
    static_assert(detail::is_instantiated<K>,
                  "kcc: launch: the kernel template is not instantiated for these template arguments: add "
                  "`template void scale<float>(std::span<float>);` with its name and parameters to the "
                  "kernel's source");
    static_assert(detail::is_kernel<K> || !detail::is_instantiated<K>,
                  "kcc: launch: the first argument is not a kernel: pass one of the typed header, or "
                  "module.kernel(\"name\")");
    static_assert(
        detail::is_launch_config<Config>,
        "kcc: launch: the second argument is not a shape: pass {kcc::Blocks(3), kcc::Threads(32)} or "
        "kcc::cover(n, 256), and then the kernel's arguments");
    static_assert(is_complete,
                  "kcc: launch: wrong number of arguments: after the LaunchConfig, pass one argument "
                  "for each parameter of the kernel");
    static_assert(
        has_no<Mistake::temporary_buffer, First>,
        "kcc: launch: an argument (Argument<number, parameter, argument>) is a temporary Buffer, which "
        "would be freed before its results can be read: give the Buffer a name");
    static_assert(
        has_no<Mistake::read_only, First>,
        "kcc: launch: an argument (Argument<number, parameter, argument>) is read-only (a const Buffer "
        "or a view, span or pointer to const), but the kernel may write through this parameter: pass "
        "one that is not const, or let the kernel take std::span<const T> or const T *");
    static_assert(
        has_no<Mistake::host_memory, First>,
        "kcc: launch: an argument (Argument<number, parameter, argument>) is memory of the host, which "
        "a GPU cannot read: copy it with `kcc::Buffer buffer(device, it);` and pass the buffer");
    static_assert(
        has_no<Mistake::other_element, First>,
        "kcc: launch: an argument (Argument<number, parameter, argument>) has elements of another type "
        "than the kernel's parameter: pass a Buffer, span or pointer of exactly that element type");
    static_assert(
        has_no<Mistake::double_to_float, First>,
        "kcc: launch: an argument (Argument<number, parameter, argument>) loses precision (double to "
        "float): pass a float, for example 0.5f or static_cast<float>(x)");
    static_assert(
        has_no<Mistake::float_to_integer, First>,
        "kcc: launch: an argument (Argument<number, parameter, argument>) is a floating-point number, "
        "but the kernel takes an integer: round it yourself and pass an integer");
    static_assert(
        has_no<Mistake::integer_to_float, First>,
        "kcc: launch: an argument (Argument<number, parameter, argument>) is an integer, but the kernel "
        "takes a floating-point number: pass for example 1.0f or static_cast<float>(x)");
    static_assert(
        has_no<Mistake::bool_and_number, First>,
        "kcc: launch: an argument (Argument<number, parameter, argument>) mixes bool and a number: pass "
        "exactly the parameter's type, for example x != 0");
    static_assert(
        has_no<Mistake::enumeration_and_number, First>,
        "kcc: launch: an argument (Argument<number, parameter, argument>) mixes an enumeration and a "
        "number: pass exactly the parameter's type");
    static_assert(
        has_no<Mistake::other_type, First>,
        "kcc: launch: an argument (Argument<number, parameter, argument>) cannot become the kernel's "
        "parameter: pass exactly the parameter's type, or a Buffer where it is a span or pointer");
    if constexpr (is_launch && is_complete && First::number == 0) {
      if constexpr (Kernel::is_typed)
        launch_typed(Parameters(), kernel_code(kernel), config, std::index_sequence_for<A...>(),
                     std::forward<A>(arguments)...);
      else
        launch_described(kernel, config, std::forward<A>(arguments)...);
    }
  }

  /// Starts a graph: its nodes run after the work given to the stream before, later work after all of them.
  /// Throws Error if the graph is of another device, or if the stream is being captured.
  void launch(GraphExec &graph);

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
    static_assert(
        detail::is_number_for<T, V>,
        "kcc: write: the value is another kind of number than the variable (a floating-point number, "
        "an integer or bool), or loses precision: convert it yourself, for example by static_cast");
    if constexpr (detail::is_number_for<T, V>)
      write(global, detail::convert_number<T>(value));
  }
  template <class T, class V>
    requires std::is_arithmetic_v<T> && std::is_arithmetic_v<V> && (!std::is_same_v<T, V>)
  void write(const ModuleGlobal<T> &global, const V &value) {
    static_assert(
        detail::is_number_for<T, V>,
        "kcc: write: the value is another kind of number than the variable (a floating-point number, "
        "an integer or bool), or loses precision: convert it yourself, for example by static_cast");
    if constexpr (detail::is_number_for<T, V>)
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

  /// Enqueues a call of `function`, on a thread of the device, after the work given so far; later work of the
  /// stream waits for its end. It must not use devices. If it throws, the next call of synchronize(), or of
  /// is_done() that returns true, throws that exception; the stream goes on. It is not called if a kernel
  /// before it failed. Everything it refers to must live until then: the stream's destructor does not wait.
  void run_on_host(std::function<void()> function);

  /// Waits until all work of the stream is done. Throws Error if a kernel failed, and exceptions of functions
  /// given to run_on_host().
  void synchronize();

  /// Whether all work is done. Does not wait. Throws like synchronize().
  bool is_done() const;

  /// For `co_await stream.done()`, which waits for the work given so far without a thread that waits (Done).
  Done done(Executor executor = {});

  /// Has `function` called once, after the work given so far, on the thread that the executor chooses or on
  /// one that all such waits share. Unlike that of run_on_host(), it may use devices, it is called after a
  /// failure too, and the stream does not wait for its end. It gets what synchronize() would throw, or null,
  /// and must not throw. It is not called if the process exits before. Throws Error if the stream refuses.
  void when_done(std::function<void(std::exception_ptr)> function, Executor executor = {});

  /// Puts the event's marker after all work given so far. Throws Error if the event is on another device.
  void record(Event &event);

  /// Makes later work of this stream wait for the event's marker; the calling thread does not wait. Throws
  /// Error if the event belongs to another backend.
  void wait(const Event &event);

  const Device &device() const noexcept;
  /// What the stream was made with, by kcc or by other code.
  const StreamOptions &options() const noexcept;

  /// The driver's stream (a CUstream), for other libraries; null on the CPU device, and 1 for the legacy
  /// default stream. The stream keeps ownership.
  void *native_handle() const noexcept;

  /// Returns at least \p bytes of device memory, aligned to at least 64 bytes, for work that is given to this
  /// stream before the next call. The stream owns the memory and keeps it for later calls, so that a library
  /// function can pass intermediate results between kernels without allocating each time. A call that needs
  /// more than any earlier one waits for the device. Throws Error if there is not enough memory.
  void *scratch(std::size_t bytes);

  /// For internal use by the runtime.
  core::StreamState &state() const noexcept { return *state_; }

private:
  explicit Stream(std::unique_ptr<core::StreamState> state) noexcept;

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

  template <class... P, std::size_t... I, class... A>
  void launch_typed(detail::Types<P...>, const KernelCode &kernel, const LaunchConfig &config,
                    std::index_sequence<I...>, A &&...arguments) {
    [[maybe_unused]] const detail::LaunchSite site{device(), kernel.name, kernel.image->name};
    const std::tuple<P...> values{detail::convert_argument<I + 1, P>(std::forward<A>(arguments), site)...};
    const std::array<const void *, sizeof...(P)> pointers{&std::get<I>(values)...};
    launch_checked(kernel, config, pointers.data());
  }

  template <class... A>
  void launch_described(const ModuleKernel &kernel, const LaunchConfig &config, A &&...arguments) {
    std::array<detail::RuntimeArgument, sizeof...(A)> described{detail::describe_argument<A>(arguments)...};
    std::array<const void *, sizeof...(A)> pointers{};
    launch_module(kernel, config, described, pointers.data());
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
