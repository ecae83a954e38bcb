// Page-locked memory in copies that the host has not waited for, so that the check `host` sees who uses it
// too early.
#ifndef KCC_RUNTIME_CPU_CHECK_UNAWAITED_COPIES_H
#define KCC_RUNTIME_CPU_CHECK_UNAWAITED_COPIES_H

#include "../engine/faults.h"

#include <cstddef>
#include <memory>

namespace kcc::cpu::check {

// The host must not read what a copy writes before it has waited for the copy, nor write what a copy reads.
// Until then, the pages that the copy alone uses are closed: an access is a fault (host_accesses.h). The
// device opens them when it needs them. Everything here does nothing without the check.

/// Memory for page-locked memory, on pages of its own with the check. Null if there is none.
void *allocate_for_host(std::size_t bytes) noexcept;
void release_for_host(void *memory) noexcept;
/// The bytes that the program may use of what allocate_for_host() has given.
void add_host_memory(const void *memory, std::size_t bytes);
/// To be called before they are used for something else.
void remove_host_memory(const void *memory) noexcept;

/// A copy that writes these bytes of the host, or reads them, has been given to a stream. Nothing happens if
/// they are in other memory.
void note_copy(const void *host, std::size_t bytes, bool writes);
/// The device is about to make that copy.
void note_begun_copy(const void *host, std::size_t bytes, bool writes);
/// The device has made that copy.
void note_made_copy(const void *host, std::size_t bytes, bool writes);
/// The host may know that all copies have been made: it has waited for something.
void forget_copies() noexcept;
/// A kernel begins, which may tell the host of the copies that have been made.
void forget_made_copies() noexcept;

/// While what it returns exists, the device is going to run a function of the host, or runs it, which may use
/// the memory in a thread of its own or in system calls: copies that are given to a stream meanwhile are not
/// looked at. Null without the check.
std::shared_ptr<const void> expect_host_function();

/// While one exists, the calling thread may use the memory.
class MayUseCopies {
public:
  MayUseCopies() noexcept;
  ~MayUseCopies();
  MayUseCopies(const MayUseCopies &) = delete;
  MayUseCopies &operator=(const MayUseCopies &) = delete;

private:
  const MayUseCopies *const outer_;
};

/// What an access to the memory is, for the signal handler, which may do it again.
enum class UseOfCopy {
  elsewhere, ///< in other memory, and nothing has been done
  permitted, ///< the page can be used now
  too_early, ///< likewise
};
UseOfCopy use_of_copy(const HardwareFault &fault, bool in_kernel) noexcept;

} // namespace kcc::cpu::check

#endif
