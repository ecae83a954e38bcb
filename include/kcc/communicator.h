// Communication between devices: reductions, broadcasts and exchanges of device memory. Between GPUs it uses
// NCCL, which is opened at the first call. Ranks on the CPU device are in one process. Programs link
// kcc::libraries.
#ifndef KCC_COMMUNICATOR_H
#define KCC_COMMUNICATOR_H

#include <kcc/float16.h>
#include <kcc/runtime/buffer.h>
#include <kcc/runtime/device.h>
#include <kcc/runtime/stream.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace kcc {

/// How elements of several ranks are combined. The order of the ranks is unspecified, so the bits of
/// floating-point results may depend on the number of ranks and on NCCL's version.
enum class ReduceOp : std::uint8_t {
  sum,
  product,
  maximum,
  minimum,
  average ///< the sum divided by the number of ranks; rounded towards zero for integers
};

/// What the ranks of a communicator that are in different processes must have in common. One process makes it
/// and sends the bytes to the others, by a file, a socket or MPI.
struct CommunicatorId {
  std::array<char, 128> bytes{};

  /// For ranks on devices of this kind. Throws Error if NCCL is missing or fails.
  static CommunicatorId create(const Device &device);
};

namespace detail {

/// The types of elements, with NCCL's numbers.
enum class ElementType : std::uint8_t { i8, u8, i32, u32, i64, u64, f16, f32, f64, bf16 };

template <class T> constexpr ElementType element_type() {
  using E = ElementType;
  if constexpr (std::is_same_v<T, float>)
    return E::f32;
  else if constexpr (std::is_same_v<T, double>)
    return E::f64;
  else if constexpr (std::is_same_v<T, float16>)
    return E::f16;
  else if constexpr (std::is_same_v<T, bfloat16>)
    return E::bf16;
  else {
    static_assert(std::is_integral_v<T> && sizeof(T) != 2 && !std::is_same_v<T, bool>,
                  "kcc::Communicator: elements are integers of 8, 32 or 64 bits, float, double, kcc::float16 "
                  "or kcc::bfloat16");
    return sizeof(T) == 1   ? (std::is_signed_v<T> ? E::i8 : E::u8)
           : sizeof(T) == 4 ? (std::is_signed_v<T> ? E::i32 : E::u32)
                            : (std::is_signed_v<T> ? E::i64 : E::u64);
  }
}

/// Device memory without its type.
struct CommunicationMemory {
  void *data = nullptr;
  std::size_t size = 0;                        ///< elements
  const core::BackendDevice *device = nullptr; ///< null: not known
};
template <class T> CommunicationMemory communication_memory(std::span<T> span) {
  return {const_cast<std::remove_const_t<T> *>(span.data()), span.size(), nullptr};
}
template <class T> CommunicationMemory communication_memory(const Buffer<T> &buffer) {
  return {buffer.data(), buffer.size(), &buffer.device().backend_device()};
}

template <class A> struct CommunicationElement {
  static_assert(sizeof(A) == 0, "kcc::Communicator: pass a Buffer or a std::span of device memory");
};
template <class T> struct CommunicationElement<Buffer<T>> {
  using type = T;
};
template <class T, std::size_t n> struct CommunicationElement<std::span<T, n>> {
  using type = T;
};
template <class A> using communication_element = typename CommunicationElement<std::remove_cvref_t<A>>::type;

/// Whether the elements of a Buffer or span can be written.
template <class A>
inline constexpr bool is_received =
    !std::is_const_v<communication_element<A>> && !std::is_const_v<std::remove_reference_t<A>>;
template <class T, std::size_t n>
inline constexpr bool is_received<const std::span<T, n> &> = !std::is_const_v<T>;

struct Communication {
  enum class Kind : std::uint8_t {
    all_reduce,
    broadcast,
    reduce,
    all_gather,
    reduce_scatter,
    all_to_all,
    send,
    receive
  };
  Kind kind;
  ElementType type;
  ReduceOp op = ReduceOp::sum;
  int peer = 0; ///< or root
  CommunicationMemory send{}, receive{};
};

template <class A, class B> constexpr ElementType communication_type() {
  static_assert(std::is_same_v<std::remove_const_t<communication_element<A>>,
                               std::remove_const_t<communication_element<B>>>,
                "kcc::Communicator: what is sent and what is received have the same element type");
  static_assert(is_received<B>, "kcc::Communicator: what is received is written: it cannot be const");
  return element_type<std::remove_const_t<communication_element<A>>>();
}

class CommunicatorImpl;

} // namespace detail

/// One of `size()` ranks that communicate; each has a device. Move-only.
///
/// All ranks make the same calls in the same order, with the same sizes and element types; a call is enqueued
/// in the stream and completes there when all ranks have made it. A rank whose partners never call waits for
/// ever. One thread that serves several ranks makes their calls in a group (kcc::communicate). Memory is
/// given as a Buffer or as a std::span of device memory.
///
/// Functions throw Error if sizes, ranks or devices are wrong, if `send` and `receive` overlap in another way
/// than is said, after abort(), and if the communicator has failed: an earlier error of any rank, which NCCL
/// reports late. A communicator is used by one thread at a time.
class Communicator {
public:
  /// This process's rank, from 0, of \p size ranks with the same id. Waits until all have been made, except
  /// on the CPU device, whose ranks are all in one process.
  Communicator(const Device &device, const CommunicatorId &id, int rank, int size);

  /// One rank for each device, all in this process. The devices are different GPUs, or all the CPU device,
  /// which can have several ranks.
  static std::vector<Communicator> all(std::span<const Device> devices);

  Communicator(Communicator &&) noexcept;
  Communicator &operator=(Communicator &&) noexcept;
  /// Waits for the communicator's work.
  ~Communicator();

  int rank() const noexcept;
  int size() const noexcept; ///< ranks
  const Device &device() const noexcept;

  /// receive[i] = all ranks' send[i] combined, in every rank.
  template <class S, class R>
  void all_reduce(Stream &stream, const S &send, R &&receive, ReduceOp op = ReduceOp::sum) {
    enqueue(stream, {Kind::all_reduce, detail::communication_type<S, R>(), op, 0,
                     detail::communication_memory(send), detail::communication_memory(receive)});
  }
  /// The same in place.
  template <class R> void all_reduce(Stream &stream, R &&data, ReduceOp op = ReduceOp::sum) {
    all_reduce(stream, std::as_const(data), std::forward<R>(data), op);
  }

  /// data[i] = data[i] of rank \p root, in every rank.
  template <class R> void broadcast(Stream &stream, R &&data, int root = 0) {
    enqueue(stream, {Kind::broadcast,
                     detail::communication_type<R, R>(),
                     {},
                     root,
                     detail::communication_memory(data),
                     detail::communication_memory(data)});
  }

  /// receive[i] = all ranks' send[i] combined, in rank \p root; the others' `receive` is not used and may be
  /// empty.
  template <class S, class R>
  void reduce(Stream &stream, const S &send, R &&receive, int root = 0, ReduceOp op = ReduceOp::sum) {
    enqueue(stream, {Kind::reduce, detail::communication_type<S, R>(), op, root,
                     detail::communication_memory(send), detail::communication_memory(receive)});
  }

  /// receive = rank 0's send, rank 1's send, …, in every rank; size() times as long as `send`, which may be
  /// this rank's part of it.
  template <class S, class R> void all_gather(Stream &stream, const S &send, R &&receive) {
    enqueue(stream, {Kind::all_gather,
                     detail::communication_type<S, R>(),
                     {},
                     0,
                     detail::communication_memory(send),
                     detail::communication_memory(receive)});
  }

  /// All ranks' `send` combined, of which each rank receives the part of its number; `send` is size() times
  /// as long as `receive`, which may be this rank's part of it.
  template <class S, class R>
  void reduce_scatter(Stream &stream, const S &send, R &&receive, ReduceOp op = ReduceOp::sum) {
    enqueue(stream, {Kind::reduce_scatter, detail::communication_type<S, R>(), op, 0,
                     detail::communication_memory(send), detail::communication_memory(receive)});
  }

  /// Part i of `send` goes to rank i, and part i of `receive` comes from there. Both have the same size, a
  /// multiple of size(), and do not overlap.
  template <class S, class R> void all_to_all(Stream &stream, const S &send, R &&receive) {
    enqueue(stream, {Kind::all_to_all,
                     detail::communication_type<S, R>(),
                     {},
                     0,
                     detail::communication_memory(send),
                     detail::communication_memory(receive)});
  }

  /// Sends to rank \p peer, which calls receive() with the same size. Two ranks that both send and receive do
  /// so in a group (kcc::communicate), or each would wait for the other.
  template <class S> void send(Stream &stream, const S &data, int peer) {
    enqueue(stream, {Kind::send,
                     detail::element_type<std::remove_const_t<detail::communication_element<S>>>(),
                     {},
                     peer,
                     detail::communication_memory(data),
                     {}});
  }
  template <class R> void receive(Stream &stream, R &&data, int peer) {
    enqueue(stream, {Kind::receive,
                     detail::communication_type<R, R>(),
                     {},
                     peer,
                     {},
                     detail::communication_memory(data)});
  }

  /// The error that a rank has met since the communicator was made, if any. Does not wait. Every other call
  /// throws it.
  std::optional<Error> failure() const;

  /// Gives up: work that waits for other ranks ends with an error, and later calls throw. For other threads
  /// than the one that uses the communicator, too.
  void abort();

private:
  using Kind = detail::Communication::Kind;
  explicit Communicator(std::shared_ptr<detail::CommunicatorImpl> impl);
  void enqueue(Stream &stream, const detail::Communication &communication);

  std::shared_ptr<detail::CommunicatorImpl> impl_;
};

/// Calls \p work and then starts the communication that it asked for as one, so that one thread can serve
/// several ranks, and sends and receives proceed together. If `work` throws, nothing is started. May be
/// nested: the outermost call starts everything.
///
///     kcc::communicate([&] {
///       for (std::size_t i = 0; i < ranks.size(); ++i)
///         ranks[i].all_reduce(streams[i], buffers[i]);
///     });
void communicate(const std::function<void()> &work);

} // namespace kcc

#endif
