// The memory that kernels may use, as the checks know it.
#ifndef KCC_RUNTIME_CPU_CHECK_OBJECTS_H
#define KCC_RUNTIME_CPU_CHECK_OBJECTS_H

#include "../buffer_memory.h"
#include "kcc/runtime/launch_config.h"
#include "lane_races.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <vector>

namespace kcc::cpu::check {

enum class ObjectKind : std::uint8_t {
  buffer,
  host_memory, ///< which the host or another process may write at any time
  heap,        ///< of malloc() and new in kernels
  variable,
  constant,
  parameters, ///< of a launch
  texture,    ///< what a kernel reads about a texture or a surface
  shared,     ///< a block's shared memory
};
inline constexpr std::size_t object_kinds = 8;

/// One bit for each byte of memory, in pages that cost nothing until they are used.
class ByteMap {
public:
  ByteMap() = default;
  ~ByteMap();
  ByteMap(const ByteMap &) = delete;
  ByteMap &operator=(const ByteMap &) = delete;

  void cover(std::size_t bytes);
  /// With abi::written_margin bytes before and behind them.
  std::uint64_t *words() const noexcept { return words_; }
  /// Whether all bits are set. For at most 64 bytes in one word; else false.
  bool are_set(std::size_t begin, std::size_t bytes) const noexcept {
    const std::size_t first = begin % 64;
    if (first + bytes > 64)
      return false;
    const std::uint64_t mask = ~std::uint64_t{0} >> (64 - bytes) << first;
    return (std::atomic_ref<std::uint64_t>(words_[begin / 64]).load(std::memory_order_relaxed) & mask) ==
           mask;
  }
  void set(std::size_t begin, std::size_t bytes) noexcept;
  void clear(std::size_t begin, std::size_t bytes) noexcept;
  /// The bits of the first `bytes` bytes, while no other thread uses the map.
  void copy(const ByteMap &from, std::size_t bytes) noexcept;
  /// The bits of `bytes` bytes, those from `begin` on, become those of `from` from `from_begin` on.
  void copy(std::size_t begin, const ByteMap &from, std::size_t from_begin, std::size_t bytes) noexcept;
  /// The first byte of the range whose bit is not set; its end if there is none.
  std::size_t first_unset(std::size_t begin, std::size_t bytes) const noexcept;
  bool get(std::size_t at) const noexcept { return (words_[at / 64] >> at % 64 & 1) != 0; }

private:
  void unmap() noexcept;
  std::uint64_t word_from(std::ptrdiff_t at) const noexcept;

  std::uint64_t *words_ = nullptr;
  std::size_t mapped_ = 0; ///< bytes, without margins
};

struct Granule;

/// What is known about the accesses to each byte of an object (races.h), in pages that cost nothing until
/// used.
class AccessMap {
public:
  AccessMap() = default;
  ~AccessMap();
  AccessMap(const AccessMap &) = delete;
  AccessMap &operator=(const AccessMap &) = delete;

  Granule *get(std::size_t bytes);
  void forget();

private:
  std::atomic<Granule *> granules_ = nullptr;
  std::size_t mapped_ = 0;
};

/// Who has allocated or freed memory of the device's heap, and where.
struct Origin {
  std::uint32_t site; ///< number_of()
  std::uint64_t launch;
  std::string kernel;
  Dim3 block, thread;
};

struct Object {
  const std::byte *begin;
  std::size_t bytes;
  ObjectKind kind;
  std::uint64_t number; ///< in order of creation among those of its kind, from 1
  std::string name{};   ///< of a variable
  std::atomic<bool> freed = false;
  std::atomic<bool> all_written = true; ///< nothing of it counts as uninitialized
  ByteMap written{};                    ///< if not all_written
  AccessMap accesses{};
  LaneMaps lane_accesses{};                 ///< by kernels in lanes, and by others if several streams launch
  std::unique_ptr<const Origin> origin{};   ///< of heap memory that code with checks has allocated
  std::unique_ptr<const Origin> freed_by{}; ///< of heap memory that such code has freed

  /// The addresses from here on are only reserved, and may get memory later.
  std::atomic<std::size_t> reserved_from = ~std::size_t{0};

  /// How many bytes have memory.
  std::size_t usable() const noexcept {
    return std::min(bytes, reserved_from.load(std::memory_order_relaxed));
  }
  /// Whether kernels can write it.
  bool may_race() const noexcept {
    return kind != ObjectKind::constant && kind != ObjectKind::parameters && kind != ObjectKind::texture;
  }
  bool has(const void *place) const noexcept {
    return static_cast<std::size_t>(static_cast<const std::byte *>(place) - begin) < bytes;
  }
};

/// "buffer #3 of 400 bytes"
std::string describe(const Object &object);

class Objects {
public:
  /// Memory that nobody has written yet if `unwritten`.
  void add(const void *memory, std::size_t bytes, ObjectKind kind, bool unwritten = false,
           std::string name = {});
  /// From now on the memory is not to be used. Calls `release`, which frees it, when much else has been
  /// freed.
  void retire(const void *memory, std::function<void()> release);
  /// Of the object at `memory`, only what comes before `end` has memory; the rest is reserved.
  void set_end(const void *memory, const void *end);
  /// Forgets memory that is used for something else from now on.
  void remove(const void *memory) noexcept;

  /// The object at this address, also a freed one; null if there is none.
  Object *find(const void *place);
  /// The object that ends or begins nearest to the address, if one does within `most` bytes: a buffer, memory
  /// of the heap, or a variable that is very near.
  Object *nearest(const void *place, std::size_t most);
  /// The first object that begins behind an address; null if there is none.
  Object *first_behind(const void *place);

  /// The host, or code without checks, has written these bytes.
  void wrote(const void *place, std::size_t bytes);
  /// A copy has written these bytes: what nobody has written in the source is unwritten in the target.
  void copied(const void *to, const void *from, std::size_t bytes);
  /// Everything may have been written.
  void wrote_all();

  /// Whether memory began there that has been freed.
  bool is_freed(const void *memory);
  /// Of the heap memory at an address.
  void set_origin(const void *place, Origin origin);
  void set_freed_by(const void *place, Origin who);
  /// A launch has failed, and what it has allocated stays so.
  void forgive(std::uint64_t launch);
  /// The heap memory with an origin that nobody has freed, and to which no buffer and no variable points, nor
  /// heap memory that they point to.
  std::vector<const Object *> leaked();

  /// Changes when an object that has been found may be gone.
  static std::uint32_t epoch() noexcept { return epoch_.load(std::memory_order_acquire); }

private:
  void trim();

  std::shared_mutex mutex_;
  std::map<const std::byte *, std::unique_ptr<Object>> objects_;
  struct Retired {
    const std::byte *begin;
    std::size_t bytes;
    std::function<void()> release;
  };
  std::deque<Retired> retired_;
  std::size_t retired_bytes_ = 0;
  std::array<std::uint64_t, object_kinds> created_{}; ///< of each kind
  static inline constinit std::atomic<std::uint32_t> epoch_ = 1;
};

/// Of the process. Lives until it ends.
Objects &objects();

/// Bytes in front of a buffer and behind it that belong to nobody, so that accesses just outside are seen.
inline constexpr std::size_t redzone = buffer_alignment;

/// Who may use memory.
enum class Owner : std::uint8_t { device, host };

/// Memory of `bytes` bytes between two redzones, aligned as buffers are. Null if there is none.
void *allocate_guarded(std::size_t bytes, Owner owner) noexcept;
/// Gives it back, after a while.
void release_guarded(void *memory, Owner owner);

} // namespace kcc::cpu::check

#endif
