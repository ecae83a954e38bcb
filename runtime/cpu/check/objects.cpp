#include "objects.h"

#include "../../check/report.h"
#include "../engine/pages.h"
#include "device_pages.h"
#include "races.h"
#include "unawaited_copies.h"

#include <kcc/abi/cpu_checks.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <set>
#include <sys/mman.h>
#include <utility>

namespace kcc::cpu::check {

namespace {

/// Freed memory up to this size is kept, so that its use is seen.
constexpr std::size_t most_retired_bytes = std::size_t{256} << 20;

/// The bits from `begin` on, at most `bytes`, that are in one word.
std::uint64_t mask_of(std::size_t begin, std::size_t bytes) {
  const std::size_t first = begin % 64;
  const std::size_t count = std::min<std::size_t>(bytes, 64 - first);
  return (count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1) << first;
}

template <class F> void for_each_word(std::size_t begin, std::size_t bytes, F &&call) {
  while (bytes != 0) {
    const std::size_t count = std::min<std::size_t>(bytes, 64 - begin % 64);
    call(begin / 64, mask_of(begin, bytes));
    begin += count;
    bytes -= count;
  }
}

} // namespace

static constexpr std::size_t margin_words = abi::written_margin / sizeof(std::uint64_t);

ByteMap::~ByteMap() {
  unmap();
}

void ByteMap::unmap() noexcept {
  if (words_)
    munmap(words_ - margin_words, mapped_ + 2 * abi::written_margin);
  words_ = nullptr;
}

void ByteMap::cover(std::size_t bytes) {
  const std::size_t needed = (bytes + 63) / 64 * 8;
  if (needed <= mapped_)
    return;
  unmap();
  words_ = static_cast<std::uint64_t *>(map_pages(needed + 2 * abi::written_margin)) + margin_words;
  mapped_ = needed;
}

void ByteMap::set(std::size_t begin, std::size_t bytes) noexcept {
  // Blocks that run at the same time write neighbouring bytes.
  for_each_word(begin, bytes, [&](std::size_t word, std::uint64_t mask) {
    std::atomic_ref<std::uint64_t> there(words_[word]);
    if ((there.load(std::memory_order_relaxed) & mask) != mask)
      there.fetch_or(mask, std::memory_order_relaxed);
  });
}

void ByteMap::clear(std::size_t begin, std::size_t bytes) noexcept {
  for_each_word(begin, bytes, [&](std::size_t word, std::uint64_t mask) {
    std::atomic_ref<std::uint64_t>(words_[word]).fetch_and(~mask, std::memory_order_relaxed);
  });
}

void ByteMap::copy(const ByteMap &from, std::size_t bytes) noexcept {
  std::memcpy(words_, from.words_, (bytes + 63) / 64 * 8);
}

/// The 64 bits from this one on, which may be in a margin.
std::uint64_t ByteMap::word_from(std::ptrdiff_t at) const noexcept {
  const auto word = [&](std::ptrdiff_t i) {
    return std::atomic_ref<std::uint64_t>(words_[i]).load(std::memory_order_relaxed);
  };
  const int shift = static_cast<int>(at & 63);
  return shift == 0 ? word(at >> 6) : word(at >> 6) >> shift | word((at >> 6) + 1) << (64 - shift);
}

void ByteMap::copy(std::size_t begin, const ByteMap &from, std::size_t from_begin,
                   std::size_t bytes) noexcept {
  const auto distance = static_cast<std::ptrdiff_t>(from_begin - begin);
  for_each_word(begin, bytes, [&](std::size_t word, std::uint64_t mask) {
    const std::uint64_t bits = from.word_from(static_cast<std::ptrdiff_t>(word * 64) + distance);
    const std::atomic_ref<std::uint64_t> there(words_[word]);
    there.fetch_or(bits & mask, std::memory_order_relaxed);
    there.fetch_and(bits | ~mask, std::memory_order_relaxed);
  });
}

std::size_t ByteMap::first_unset(std::size_t begin, std::size_t bytes) const noexcept {
  const std::size_t end = begin + bytes;
  while (begin < end) {
    const std::uint64_t mask = mask_of(begin, end - begin);
    const std::uint64_t unset =
        ~std::atomic_ref<std::uint64_t>(words_[begin / 64]).load(std::memory_order_relaxed) & mask;
    if (unset != 0)
      return begin / 64 * 64 + static_cast<std::size_t>(std::countr_zero(unset));
    begin = (begin / 64 + 1) * 64;
  }
  return end;
}

AccessMap::~AccessMap() {
  if (Granule *granules = granules_.load())
    munmap(granules, mapped_);
}

Granule *AccessMap::get(std::size_t bytes) {
  if (Granule *granules = granules_.load(std::memory_order_acquire))
    return granules;
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  if (!granules_.load()) {
    mapped_ = (bytes / granule_bytes + 2) * sizeof(Granule);
    granules_.store(static_cast<Granule *>(map_pages(mapped_)), std::memory_order_release);
  }
  return granules_.load();
}

void AccessMap::forget() {
  if (Granule *granules = granules_.exchange(nullptr))
    munmap(granules, mapped_);
}

std::string describe(const Object &object) {
  const std::string bytes =
      " of " + kcc::check::count_of_bytes(object.usable()) +
      (object.usable() == object.bytes ? "" : ", which may grow to " + std::to_string(object.bytes));
  switch (object.kind) {
  case ObjectKind::buffer:
    return "buffer #" + std::to_string(object.number) + bytes;
  case ObjectKind::host_memory:
    return "host memory #" + std::to_string(object.number) + bytes;
  case ObjectKind::heap:
    return "heap memory #" + std::to_string(object.number) + bytes;
  case ObjectKind::variable:
    return "variable '" + object.name + "'" + bytes;
  case ObjectKind::constant:
    return object.name.empty() ? "a constant" + bytes : "constant '" + object.name + "'" + bytes;
  case ObjectKind::parameters:
    return "the kernel's parameters";
  case ObjectKind::texture:
    return "the description of a texture";
  case ObjectKind::shared:
    return "the block's shared memory" + bytes;
  }
  return {};
}

Objects &objects() {
  static auto *const all = new Objects; // used by threads that may outlive static objects
  return *all;
}

void Objects::add(const void *memory, std::size_t bytes, ObjectKind kind, bool unwritten, std::string name) {
  if (memory == nullptr || bytes == 0)
    return;
  const auto *begin = static_cast<const std::byte *>(memory);
  auto object = std::make_unique<Object>(begin, bytes, kind, 0, std::move(name));
  if (unwritten) {
    object->written.cover(bytes);
    object->all_written = false;
  }
  const std::lock_guard lock(mutex_);
  // What has been freed behind our back, such as a pool's memory, does not exist any more.
  auto old = objects_.lower_bound(begin);
  if (old != objects_.begin() && std::prev(old)->second->has(begin))
    --old;
  while (old != objects_.end() && old->first < begin + bytes)
    old = objects_.erase(old);
  object->number = ++created_[static_cast<std::size_t>(kind)];
  objects_[begin] = std::move(object);
  epoch_.fetch_add(1, std::memory_order_release);
}

void Objects::retire(const void *memory, std::function<void()> release) {
  const std::lock_guard lock(mutex_);
  const auto found = objects_.find(static_cast<const std::byte *>(memory));
  if (found == objects_.end()) {
    if (release)
      release();
    return;
  }
  found->second->freed = true;
  retired_bytes_ += found->second->bytes;
  retired_.push_back({found->first, found->second->bytes, std::move(release)});
  epoch_.fetch_add(1, std::memory_order_release);
  trim();
}

void Objects::trim() {
  while (retired_bytes_ > most_retired_bytes || retired_.size() > 10000) {
    Retired &oldest = retired_.front();
    retired_bytes_ -= oldest.bytes;
    if (const auto found = objects_.find(oldest.begin); found != objects_.end() && found->second->freed)
      objects_.erase(found);
    if (oldest.release)
      oldest.release();
    retired_.pop_front();
  }
}

void Objects::set_end(const void *memory, const void *end) {
  const std::lock_guard lock(mutex_);
  const auto after = objects_.upper_bound(static_cast<const std::byte *>(memory));
  if (after == objects_.begin())
    return;
  Object &object = *std::prev(after)->second;
  const auto bytes = static_cast<std::size_t>(static_cast<const std::byte *>(end) - object.begin);
  if (!object.has(memory) || bytes > object.bytes)
    return;
  if (bytes < object.usable() && !object.all_written)
    object.written.clear(bytes, object.usable() - bytes);
  object.reserved_from = bytes;
  epoch_.fetch_add(1, std::memory_order_release);
}

void Objects::remove(const void *memory) noexcept {
  const std::lock_guard lock(mutex_);
  objects_.erase(static_cast<const std::byte *>(memory));
  epoch_.fetch_add(1, std::memory_order_release);
}

Object *Objects::find(const void *place) {
  const std::shared_lock lock(mutex_);
  const auto after = objects_.upper_bound(static_cast<const std::byte *>(place));
  if (after == objects_.begin())
    return nullptr;
  Object *const object = std::prev(after)->second.get();
  return object->has(place) ? object : nullptr;
}

Object *Objects::nearest(const void *place, std::size_t most) {
  const std::shared_lock lock(mutex_);
  const auto *at = static_cast<const std::byte *>(place);
  const auto after = objects_.upper_bound(at);
  Object *best = nullptr;
  std::size_t least = most + 1;
  const auto consider = [&](Object &object, std::size_t distance) {
    // Between variables of modules, constants and parameters, there is memory of the host.
    const bool is_apart = object.kind == ObjectKind::buffer || object.kind == ObjectKind::host_memory ||
                          object.kind == ObjectKind::heap;
    if (distance >= least || (!is_apart && (object.kind != ObjectKind::variable || distance >= redzone)))
      return;
    best = &object;
    least = distance;
  };
  if (after != objects_.begin()) {
    Object &before = *std::prev(after)->second;
    consider(before, static_cast<std::size_t>(at - (before.begin + before.bytes)));
  }
  if (after != objects_.end())
    consider(*after->second, static_cast<std::size_t>(after->first - at));
  return best;
}

Object *Objects::first_behind(const void *place) {
  const std::shared_lock lock(mutex_);
  const auto behind = objects_.upper_bound(static_cast<const std::byte *>(place));
  return behind == objects_.end() ? nullptr : behind->second.get();
}

void Objects::wrote(const void *place, std::size_t bytes) {
  Object *const object = find(place);
  if (!object)
    return;
  if (!object->all_written) {
    const auto offset = static_cast<std::size_t>(static_cast<const std::byte *>(place) - object->begin);
    object->written.set(offset, std::min(bytes, object->bytes - offset));
  }
}

void Objects::copied(const void *to, const void *from, std::size_t bytes) {
  Object *const target = find(to), *const source = find(from);
  if (!target || target->all_written || !source || source->all_written)
    return wrote(to, bytes);
  const auto begin = static_cast<std::size_t>(static_cast<const std::byte *>(to) - target->begin),
             from_begin = static_cast<std::size_t>(static_cast<const std::byte *>(from) - source->begin);
  target->written.copy(begin, source->written, from_begin,
                       std::min({bytes, target->bytes - begin, source->bytes - from_begin}));
}

void Objects::wrote_all() {
  const std::shared_lock lock(mutex_);
  for (const auto &[begin, object] : objects_)
    object->all_written = true;
}

bool Objects::is_freed(const void *memory) {
  const Object *const object = find(memory);
  return object && object->begin == memory && object->freed;
}

void Objects::set_origin(const void *place, Origin origin) {
  if (Object *const object = find(place); object && object->kind == ObjectKind::heap) {
    const std::lock_guard lock(mutex_);
    object->origin = std::make_unique<const Origin>(std::move(origin));
  }
}

void Objects::set_freed_by(const void *place, Origin who) {
  if (Object *const object = find(place); object && object->kind == ObjectKind::heap) {
    const std::lock_guard lock(mutex_);
    object->freed_by = std::make_unique<const Origin>(std::move(who));
  }
}

void Objects::forgive(std::uint64_t launch) {
  const std::lock_guard lock(mutex_);
  for (const auto &[begin, object] : objects_)
    if (object->origin && object->origin->launch == launch)
      object->origin = nullptr;
}

std::vector<const Object *> Objects::leaked() {
  const DeviceWork work;
  const std::lock_guard lock(mutex_);
  std::set<const Object *> lost;
  std::vector<const Object *> leaks, open;
  for (const auto &[begin, object] : objects_) {
    if (object->freed)
      continue;
    if (object->origin) {
      leaks.push_back(object.get());
      lost.insert(object.get());
    }
    if (object->kind == ObjectKind::buffer || object->kind == ObjectKind::variable ||
        (object->kind == ObjectKind::heap && !object->origin))
      open.push_back(object.get());
  }
  // Any number that could be an address in the memory is taken for a pointer to it.
  while (!open.empty() && !lost.empty()) {
    const Object &from = *open.back();
    open.pop_back();
    const auto address = reinterpret_cast<std::uintptr_t>(from.begin);
    for (std::size_t at = (8 - address % 8) % 8; at + 8 <= from.usable(); at += 8) {
      const std::byte *pointer = nullptr;
      std::memcpy(&pointer, from.begin + at, sizeof pointer);
      const auto after = objects_.upper_bound(pointer);
      if (after == objects_.begin())
        continue;
      const Object *const to = std::prev(after)->second.get();
      if (to->has(pointer) && lost.erase(to) != 0)
        open.push_back(to);
    }
  }
  std::erase_if(leaks, [&](const Object *object) { return !lost.contains(object); });
  std::ranges::sort(leaks, {}, &Object::number);
  return leaks;
}

void *allocate_guarded(std::size_t bytes, Owner owner) noexcept {
  const auto allocate = owner == Owner::device ? allocate_for_device : allocate_for_host;
  const std::size_t padding = bytes / 64; // a stride further than the redzone is likely for large buffers
  const std::size_t behind = redzone + std::min<std::size_t>(padding, 4096);
  if (bytes > ~std::size_t{0} - redzone - behind)
    return nullptr;
  auto *const memory = static_cast<std::byte *>(allocate(redzone + bytes + behind));
  return memory == nullptr ? nullptr : memory + redzone;
}

void release_guarded(void *memory, Owner owner) {
  const auto release = owner == Owner::device ? release_for_device : release_for_host;
  objects().retire(memory, [=] { release(static_cast<std::byte *>(memory) - redzone); });
}

} // namespace kcc::cpu::check
