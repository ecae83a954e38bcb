#include "unawaited_copies.h"

#include "../buffer_memory.h"

#include "../../check/settings.h"
#include "../engine/pages.h"
#include "../engine/thread_pointer.h"
#include "host_accesses.h"
#include "lock_around_fork.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <sys/mman.h>

namespace kcc::cpu::check {

namespace {

using Address = std::uintptr_t;

/// Bytes in memory. The signal handler reads it at any time. Empty if `begin` is not below `end`.
struct Range {
  std::atomic<Address> begin = 0, end = 0;

  bool has(Address place) const noexcept { return place >= begin && place < end; }
  bool is_empty() const noexcept { return begin >= end; }
  bool overlaps(const Range &other) const noexcept {
    return !is_empty() && !other.is_empty() && begin < other.end && other.begin < end;
  }
  void set(Address from, Address to) noexcept {
    clear();
    begin = from;
    end = to;
  }
  void clear() noexcept { end = 0; }
};
static_assert(std::atomic<Address>::is_always_lock_free);

struct Copy {
  Range bytes;
  Range pages; ///< that have no other bytes of the program
  std::atomic<bool> writes = false;
  bool is_made = false;

  bool is(Address begin, std::size_t size, bool other_writes) const noexcept {
    return !bytes.is_empty() && bytes.begin == begin && bytes.end == begin + size && writes == other_writes;
  }
};

Address page_of(Address place) {
  return place & ~(page_bytes() - 1);
}
Address next_page(Address place) {
  return page_of(place + page_bytes() - 1);
}

class UnawaitedCopies {
public:
  void add_memory(Address begin, std::size_t bytes) noexcept {
    const std::lock_guard lock(mutex_);
    const auto row = std::ranges::find_if(memory_, &Range::is_empty);
    if (row != memory_.end()) // else its copies are not looked at
      row->set(begin, begin + bytes);
  }
  void remove_memory(Address begin) noexcept {
    const std::lock_guard lock(mutex_);
    for (Range &range : memory_)
      if (!range.is_empty() && range.begin == begin) {
        forget_if([&](const Copy &copy) { return range.has(copy.bytes.begin); });
        range.clear();
      }
  }

  void add(Address begin, std::size_t bytes, bool writes) {
    const std::lock_guard lock(mutex_);
    const Address end = begin + bytes;
    const auto memory = std::ranges::find_if(
        memory_, [&](const Range &range) { return range.has(begin) && end <= range.end; });
    const auto copy = std::ranges::find_if(copies_, [](const Copy &row) { return row.bytes.is_empty(); });
    if (memory == memory_.end() || copy == copies_.end() || host_functions_ != 0)
      return;
    copy->is_made = false;
    copy->writes = writes;
    copy->pages.set(begin == memory->begin ? page_of(begin) : next_page(begin),
                    end == memory->end ? next_page(end) : page_of(end));
    copy->bytes.set(begin, end);
    ++count_;
    close(*copy);
  }
  /// Opens the pages of a copy, so that the device need not fault there.
  void note_begun(Address begin, std::size_t bytes, bool writes) {
    if (count_ == 0)
      return;
    const std::lock_guard lock(mutex_);
    for (const Copy &copy : copies_)
      if (!copy.is_made && copy.is(begin, bytes, writes))
        protect(copy.pages.begin, copy.pages.end, PROT_READ | PROT_WRITE);
  }
  void note_made(Address begin, std::size_t bytes, bool writes) {
    if (count_ == 0)
      return;
    const std::lock_guard lock(mutex_);
    for (Copy &copy : copies_)
      if (!copy.is_made && copy.is(begin, bytes, writes)) {
        copy.is_made = true;
        close(copy); // the device has opened it
        return;
      }
  }
  void forget_all(bool only_made) noexcept {
    if (count_ == 0)
      return;
    const std::lock_guard lock(mutex_);
    forget_if([&](const Copy &copy) { return copy.is_made || !only_made; });
  }

  UseOfCopy look(Address place, bool is_write, bool is_devices) noexcept {
    Address first = 0, last = 0; // the pages of the memory that has the place
    for (const Range &memory : memory_)
      // Read in the other order than they are written in.
      if (const Address end = next_page(memory.end), begin = page_of(memory.begin);
          place >= begin && place < end) {
        first = begin;
        last = end;
      }
    if (first == last)
      return UseOfCopy::elsewhere;
    // The pages of a copy are opened as a whole, so that there is one report. Another thread may just be
    // changing which these are.
    bool is_wrong = false;
    for (const Copy &copy : copies_)
      if (const Address end = copy.pages.end, begin = copy.pages.begin;
          place >= begin && place < end && begin >= first && end <= last) {
        is_wrong |= copy.bytes.has(place) && (copy.writes || is_write);
        protect(begin, end, PROT_READ | PROT_WRITE);
      }
    protect(page_of(place), page_of(place) + page_bytes(), PROT_READ | PROT_WRITE);
    return is_wrong && !is_devices ? UseOfCopy::too_early : UseOfCopy::permitted;
  }

  void begin_host_function() noexcept { ++host_functions_; }
  void end_host_function() noexcept { --host_functions_; }

  /// Around fork().
  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }

private:
  static void set(const Copy &copy, int access) noexcept {
    protect(copy.pages.begin, copy.pages.end, access);
  }
  /// Copies of the same pages may read and write.
  void close(const Copy &copy) noexcept {
    const bool is_written = std::ranges::any_of(copies_, [&](const Copy &other) {
      return !other.bytes.is_empty() && other.writes && other.pages.overlaps(copy.pages);
    });
    set(copy, is_written ? PROT_NONE : PROT_READ);
  }
  template <class F> void forget_if(F &&is_over) noexcept {
    bool any_left = false;
    for (Copy &copy : copies_) {
      if (copy.bytes.is_empty())
        continue;
      if (!is_over(copy)) {
        any_left = true;
        continue;
      }
      set(copy, PROT_READ | PROT_WRITE);
      copy.bytes.clear();
      --count_;
    }
    if (any_left) // whose pages may have been those of others, too
      for (const Copy &left : copies_)
        if (!left.bytes.is_empty() && std::ranges::any_of(copies_, [&](const Copy &over) {
              return over.bytes.is_empty() && over.pages.overlaps(left.pages);
            }))
          close(left);
    for (Copy &copy : copies_)
      if (copy.bytes.is_empty())
        copy.pages.clear();
  }
  /// If it fails, accesses are not seen.
  static void protect(Address begin, Address end, int access) noexcept {
    if (begin < end)
      (void)mprotect(reinterpret_cast<void *>(begin), end - begin, access);
  }

  std::array<Range, 1024> memory_;
  std::array<Copy, 256> copies_;
  std::atomic<std::size_t> count_ = 0; ///< of copies
  std::atomic<std::size_t> host_functions_ = 0;
  std::mutex mutex_; ///< for changes
};

std::atomic<UnawaitedCopies *> copies_for_handler = nullptr;

/// Null without the check.
UnawaitedCopies *unawaited_copies() {
  static auto *const copies = [] {
    UnawaitedCopies *const made = kcc::check::are_on_for_host() ? new UnawaitedCopies : nullptr;
    copies_for_handler = made;
    if (made) {
      watch_host_accesses();
      lock_around_fork<copies_for_handler>();
    }
    return made;
  }();
  return copies;
}

Address address_of(const void *place) {
  return reinterpret_cast<Address>(place);
}

/// Not null in a thread that may use the memory.
const ThreadPointer<const MayUseCopies> &user() {
  static const ThreadPointer<const MayUseCopies> made;
  return made;
}

} // namespace

void *allocate_for_host(std::size_t bytes) noexcept {
  if (!unawaited_copies())
    return allocate_buffer(bytes);
  const std::size_t whole = next_page(bytes);
  return whole < bytes ? nullptr : std::aligned_alloc(page_bytes(), whole + page_bytes());
}

void release_for_host(void *memory) noexcept {
  if (unawaited_copies())
    std::free(memory);
  else
    free_buffer(memory);
}

void add_host_memory(const void *memory, std::size_t bytes) {
  if (UnawaitedCopies *const copies = unawaited_copies())
    copies->add_memory(address_of(memory), bytes);
}

void remove_host_memory(const void *memory) noexcept {
  if (UnawaitedCopies *const copies = unawaited_copies())
    copies->remove_memory(address_of(memory));
}

void note_copy(const void *host, std::size_t bytes, bool writes) {
  if (UnawaitedCopies *const copies = unawaited_copies())
    copies->add(address_of(host), bytes, writes);
}

void note_begun_copy(const void *host, std::size_t bytes, bool writes) {
  if (UnawaitedCopies *const copies = unawaited_copies())
    copies->note_begun(address_of(host), bytes, writes);
}

void note_made_copy(const void *host, std::size_t bytes, bool writes) {
  if (UnawaitedCopies *const copies = unawaited_copies())
    copies->note_made(address_of(host), bytes, writes);
}

void forget_copies() noexcept {
  if (UnawaitedCopies *const copies = unawaited_copies())
    copies->forget_all(/*only_made=*/false);
}

void forget_made_copies() noexcept {
  if (UnawaitedCopies *const copies = unawaited_copies())
    copies->forget_all(/*only_made=*/true);
}

std::shared_ptr<const void> expect_host_function() {
  UnawaitedCopies *const copies = unawaited_copies();
  if (!copies)
    return nullptr;
  copies->begin_host_function();
  return {copies, [copies](const void *) { copies->end_host_function(); }};
}

MayUseCopies::MayUseCopies() noexcept : outer_(user().get()) {
  user().set(this);
}
MayUseCopies::~MayUseCopies() {
  user().set(outer_);
}

UseOfCopy use_of_copy(const HardwareFault &fault, bool in_kernel) noexcept {
  UnawaitedCopies *const copies = copies_for_handler;
  if (!copies)
    return UseOfCopy::elsewhere;
  const bool is_devices = in_kernel || user().get() != nullptr;
  return copies->look(address_of(fault.address), fault.access == HardwareFault::Access::write, is_devices);
}

} // namespace kcc::cpu::check
