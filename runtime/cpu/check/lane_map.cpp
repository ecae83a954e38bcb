#include "lane_map.h"

#include "../engine/pages.h"

#include <algorithm>
#include <mutex>
#include <sys/mman.h>

namespace kcc::cpu::check {

const LaneMap::Words &LaneMap::make(std::size_t bytes, std::uint32_t generation, bool is_shared) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  if (const std::uint32_t now = generation_.load(); now == 0) {
    const std::size_t chunks = (bytes >> words_.unit_shift) / chunk_units + 1, units = chunks * chunk_units;
    const std::size_t heads_bytes = chunks * sizeof(Head), slots = is_shared ? 0 : chunks + chunks % 2;
    mapped_ =
        heads_bytes + slots * sizeof *words_.slots + (3 * units + Words::slot_words) * sizeof(AccessWord);
    void *const pages = map_pages(mapped_);
    use_large_pages(pages, mapped_);
    words_.heads = static_cast<Head *>(pages);
    words_.slots = is_shared ? nullptr : reinterpret_cast<std::uint32_t *>(words_.heads + chunks);
    words_.last_slot = &last_slot_;
    words_.writes = reinterpret_cast<AccessWord *>(static_cast<std::byte *>(pages) + heads_bytes +
                                                   slots * sizeof *words_.slots);
    words_.reads = words_.writes + (is_shared ? units : chunk_units);
    words_.other_reads = words_.reads + (is_shared ? units : chunk_units);
  } else if (now != generation) { // races of launches that still run may be missed
    madvise(words_.heads, mapped_, MADV_DONTNEED);
    last_slot_ = 0;
    last_ = 0;
  }
  generation_.store(generation, std::memory_order_release);
  return words_;
}

void LaneMap::forget_words() noexcept {
  if (generation_.load(std::memory_order_relaxed) != 0)
    std::fill(words_.heads, reinterpret_cast<Head *>(words_.writes), Head{});
}

void LaneMap::forget() noexcept {
  if (generation_.exchange(0) != 0)
    munmap(words_.heads, mapped_);
  last_slot_ = 0;
  last_ = 0;
}

} // namespace kcc::cpu::check
