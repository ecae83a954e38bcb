#include "block_checks.h"

#include "../../check/outside.h"
#include "../../check/settings.h"
#include "../engine/block.h"
#include "../engine/dimensions.h"
#include "leaks.h"
#include "modules.h"
#include "sites.h"

#include <kcc/abi/cpu_functions.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <mutex>
#include <utility>

namespace kcc::cpu::check {

void BlockChecks::prepare(const GridLaunch &launch, std::byte *shared, std::size_t shared_bytes,
                          bool in_lanes) {
  launch_ = &launch;
  in_lanes_ = in_lanes;
  if (entered())
    std::ranges::fill(ranges, abi::CheckedRange{});
  kernel_.clear();
  wrote_all_ = false;
  active_ = 0;
  on_ = are_on();
  if (!on_)
    return;
  shared_.begin = shared;
  shared_.bytes = shared_bytes;
  shared_.all_written = false;
  shared_.written.cover(shared_bytes);
  if (shared_bytes > shared_capacity_) {
    shared_.accesses.forget();
    shared_.lane_accesses.forget();
    shared_capacity_ = shared_bytes;
  }
  shared_units_ = shared_bytes_ = shared_changes_ = shared_wide_changes_ = {};
  shared_accesses = {};
  shared_.lane_accesses.units.forget_words();
  shared_.lane_accesses.bytes.forget();
  shared_.lane_accesses.changes.forget();
  shared_.lane_accesses.wide_changes.forget();
  known_.fill({});
  known_callees_.fill(nullptr);
  calls_.clear();
  functions_ = nullptr;
}

/// A block of a kernel without checks may have written anything.
void BlockChecks::end_watched_block() {
  compare_waiting();
  flush_pending();
  if (accesses_are_counted())
    warp_accesses_.hand_over(kernel_);
  if (!entered() && !std::exchange(wrote_all_, true))
    objects().wrote_all();
}

/// The first thread of the launch on this OS thread enters a kernel with checks.
void BlockChecks::enter_launch(const abi::CheckModule &module, const char *kernel) {
  summarize_at_exit();
  note_checks_of_code(module.checks);
  add_module(module);
  kernel_ = kernel;
  constexpr std::uint32_t of_accesses =
      abi::check_memory | abi::check_race | abi::check_init | abi::check_barrier | abi::check_access;
  if (launch_->polls && (module.checks & of_accesses) != 0)
    launch_->polls->enter();
  active_ = module.checks & settings().checks;
  if (!on_) { // nobody has kept track of the program's memory
    static std::once_flag once;
    std::call_once(once, [] {
      std::fputs("kcc: a module file has checks, and the program has none; set KCC_CHECK to run them\n",
                 stderr);
    });
    active_ = 0;
  }
  const std::uint32_t threads = small_volume(launch_->block);
  compares_launches_ = synchronizes_ = false;
  if (races_are_checked()) {
    compares_launches_ =
        !in_lanes_ && launch_->task && has_several_streams() && volume(launch_->grid) <= most_numbered_blocks;
    if (in_lanes_ || compares_launches_)
      lane_races_.prepare({launch_->id, kernel_, launch_->grid, launch_->block,
                           launch_->task ? launch_->task->stream_created : 0},
                          launch_->task, compares_launches_);
    blocks_are_unordered_ =
        module.orders_blocks == 0 && !launch_->cooperative && small_volume(launch_->cluster) == 1;
    if (!in_lanes_)
      races_.prepare(launch_->id, threads, launch_->grid, launch_->cluster);
  }
  polls_.resize((active_ & abi::check_barrier) != 0 ? threads : 0);
  waits_at_.resize(threads);
  reached_.resize(threads);
  instances_.resize(threads);
  if (shared_.bytes != 0 && (active_ & abi::check_init) != 0) {
    // Besides variables and the dynamic part, there are constants, which are filled in before.
    fresh_shared_.cover(shared_.bytes);
    fresh_shared_.set(0, shared_.bytes);
    if (launch_->dynamic_shared_bytes != 0) {
      const std::size_t dynamic = abi::dynamic_shared_offset(launch_->static_shared_bytes);
      fresh_shared_.clear(dynamic, shared_.bytes - dynamic);
    }
  }
  shared_variables_.clear();
}

bool BlockChecks::enter(const abi::CheckModule &module, const char *kernel) {
  if (std::exchange(block_entered_, true))
    return false;
  const bool is_first = !entered();
  atomics_of_block_ = 0;
  if (is_first)
    enter_launch(module, kernel);
  if (shared_.bytes != 0 && (active_ & abi::check_init) != 0)
    shared_.written.copy(fresh_shared_, shared_.bytes);
  shared_written =
      (active_ & abi::check_init) != 0 ? reinterpret_cast<std::byte *>(shared_.written.words()) : nullptr;
  if (accesses_are_counted())
    warp_accesses_.start_block(small_volume(launch_->block));
  if (races_are_checked()) {
    const abi::CpuThread &at = *kcc_cpu_thread;
    const auto block = static_cast<std::uint32_t>(rank_of_index(to_dim3(at.block_idx), to_dim3(at.grid_dim)));
    if (in_lanes_ || compares_launches_)
      lane_races_.start_block(block);
    waiting_.forget();
    if (in_lanes_)
      find_shared_words();
    else
      races_.start_block(block);
    async_copies_.forget();
  }
  forget_waits();
  misfits_.clear();
  if (std::exchange(knows_instances_, false))
    for (auto &counts : instances_)
      counts.clear();
  std::ranges::fill(polls_, PollCount{});
  return is_first;
}

void BlockChecks::add_shared(const void *variable, const abi::CheckVariable &what) {
  const auto *begin = static_cast<const std::byte *>(variable);
  shared_variables_.push_back({begin, what.bytes, what.name});
  if ((active_ & abi::check_init) == 0)
    return;
  const auto offset = static_cast<std::size_t>(begin - shared_.begin);
  fresh_shared_.clear(offset, what.bytes);
  shared_.written.clear(offset, what.bytes);
}

bool BlockChecks::is_local(const void *place) const {
  const auto address = reinterpret_cast<std::uintptr_t>(place);
  return (address >= reinterpret_cast<std::uintptr_t>(callee_frame_) &&
          address < reinterpret_cast<std::uintptr_t>(runner_.local_end())) ||
         runner_.is_in_frame(place);
}

Object *BlockChecks::object_at(const void *place) {
  return shared_.has(place) ? &shared_ : objects().find(place);
}

/// What an address that was computed from no object is probably meant to be in; null if nothing is near.
Object *BlockChecks::nearest_object(const void *place) {
  std::size_t most = 65536;
  Object *nearest = nullptr;
  if (shared_.bytes != 0) {
    const auto *const at = static_cast<const std::byte *>(place);
    const std::byte *const end = shared_.begin + shared_.bytes;
    const auto distance = static_cast<std::size_t>(at < shared_.begin ? shared_.begin - at : at - end);
    if (distance <= most) {
      nearest = &shared_;
      most = distance;
    }
  }
  Object *const other = objects().nearest(place, most);
  return other ? other : nearest;
}

/// Whether the access is outside of the variable that the address was computed from, as far as the compiler
/// knows it. The end of a variable may be the beginning of the next one.
static bool leaves_variable(const std::byte *place, const std::byte *base, std::size_t bytes,
                            const abi::CheckSite &site) {
  const auto offset = static_cast<std::size_t>(place - base);
  return site.object_bytes != 0 && (offset >= site.object_bytes || site.object_bytes - offset < bytes);
}

void BlockChecks::access(const void *place, const void *base, std::size_t bytes, const abi::CheckSite &site) {
  check_access(place, base, bytes, site, /*with_races=*/true);
}

void BlockChecks::check_access(const void *place, const void *base, std::size_t bytes,
                               const abi::CheckSite &site, bool with_races) {
  if (active_ == 0 || bytes == 0)
    return;
  if (!pending_.empty())
    flush_pending();
  if (site.kind >= abi::AccessKind::atomic_read)
    let_others_run();
  const auto *at = static_cast<const std::byte *>(place);
  const auto *from = static_cast<const std::byte *>(base);
  Known &known = known_at(site);
  Object *object = known.object;
  const auto offset = static_cast<std::size_t>(at - known.begin);
  if (known.epoch != Objects::epoch() || offset >= known.bytes || known.bytes - offset < bytes ||
      static_cast<std::size_t>(from - known.begin) > known.bytes || leaves_variable(at, from, bytes, site)) {
    object = resolve(place, base, bytes, site, known);
    if (!object)
      return;
  }
  if (site.kind == abi::AccessKind::write) {
    atomics_in_a_row_ = 0;
    forget_polls();
  } else if (site.kind != abi::AccessKind::read && !polls_.empty()) {
    count_poll(*object, place, bytes, site);
  }
  if ((active_ & abi::check_memory) != 0) {
    if (site.align > 1 && (reinterpret_cast<std::uintptr_t>(place) & (site.align - 1)) != 0)
      fail(site, "misaligned", place, bytes, space_of(*object),
           "is misaligned: its type needs a multiple of " + std::to_string(site.align),
           "Let the address be a multiple of the type's alignment; copy bytes with memcpy");
    if (object == &shared_)
      check_shared_variables(at, from, bytes, site);
    else if (site.kind != abi::AccessKind::read && object->kind == ObjectKind::constant)
      fail(site, "write-to-constant", place, bytes, "constant", "is constant", "Kernels cannot write there");
  }
  if ((active_ & abi::check_init) != 0 && !object->all_written.load(std::memory_order_relaxed) &&
      !object->written.are_set(static_cast<std::size_t>(at - object->begin), bytes))
    check_init(*object, static_cast<std::size_t>(at - object->begin), bytes, site);
  if ((site.checks & abi::check_access) != 0 && accesses_are_counted() &&
      object->kind != ObjectKind::constant && object->kind != ObjectKind::parameters)
    warp_accesses_.note(site, kcc_cpu_thread->thread_rank, reinterpret_cast<std::uintptr_t>(place), bytes,
                        object == &shared_);
  if (!with_races || (site.checks & abi::check_race) == 0 || !races_are_checked())
    return;
  if (in_lanes_)
    return check_race_in_lane(*object, static_cast<std::size_t>(at - object->begin), bytes, site);
  if ((site.flags & abi::site_may_fail) != 0)
    return exchange(*object, static_cast<std::size_t>(at - object->begin));
  const std::uint32_t rank = kcc_cpu_thread->thread_rank, clock = races_.clock(rank);
  if (known.site == &site && known.compared == at && known.rank == rank && known.clock == clock &&
      known.object == object && site.kind <= abi::AccessKind::write && site.bytes != 0)
    return;
  check_race(*object, static_cast<std::size_t>(at - object->begin), bytes, site);
  if (compares_launches_)
    check_race_of_launches(*object, static_cast<std::size_t>(at - object->begin), bytes, site);
  known.site = &site;
  known.compared = at;
  known.rank = rank;
  known.clock = clock;
}

/// Finds the object of an access, which must be inside it. Null: a local variable, or not to be checked.
Object *BlockChecks::resolve(const void *place, const void *base, std::size_t bytes,
                             const abi::CheckSite &site, Known &known) {
  const bool checks_memory = (active_ & abi::check_memory) != 0;
  // The compiler knows the size of the variable that the address is computed from.
  if (checks_memory && site.object_bytes != 0 && (site.flags & abi::site_in_bounds) == 0) {
    const auto offset = static_cast<const std::byte *>(place) - static_cast<const std::byte *>(base);
    if (offset < 0 || static_cast<std::uint64_t>(offset) + bytes > site.object_bytes) {
      const std::string variable = site.variable ? "'" + std::string(site.variable) + "'" : "an object";
      fail_outside(site, "out-of-bounds", place, base, bytes,
                   is_local(base)      ? "local"
                   : shared_.has(base) ? "shared"
                                       : "global",
                   static_cast<const std::byte *>(base), site.object_bytes,
                   variable + " of " + count_of_bytes(site.object_bytes));
    }
  }
  if (is_local(place))
    return nullptr;
  const std::uint32_t epoch = Objects::epoch();
  Object *const object = object_at(place);
  if (!checks_memory) {
    const auto in =
        object ? static_cast<std::size_t>(static_cast<const std::byte *>(place) - object->begin) : 0;
    if (!object || object->bytes - in < bytes)
      return nullptr;
    known = {object->begin, object->usable(), object, epoch};
    return object;
  }
  if (!object) {
    if (runner_.is_on_other_stack(place))
      fail(site, "foreign-local-variable", place, bytes, "local", "is in another thread's local variable",
           "Local variables are each thread's own: use shared memory");
    if (launch_->cluster.x * launch_->cluster.y * launch_->cluster.z > 1 || runner_.is_in_cluster())
      return nullptr; // may be the shared memory of another block
    if (reinterpret_cast<std::uintptr_t>(place) < 65536)
      fail(site, "null-pointer", place, bytes, "global", "is a null pointer, or an index from one",
           launch_->dynamic_shared_bytes == 0 ? "Pass a pointer to device memory; where it is dynamic shared "
                                                "memory, request bytes in the launch"
                                              : "Pass a pointer to device memory");
    const StackRange stack = runner_.running_stack();
    const bool is_below = place >= stack.begin && place < runner_.local_end();
    Object *from = object_at(base);
    if (!from && !is_below)
      from = nearest_object(place);
    if (!from) {
      if (!is_below)
        fail_if_wrapped(place, bytes, site);
      fail(site, is_below ? "dead-local-variable" : "host-pointer", place, bytes,
           is_below ? "local" : "global",
           is_below ? "is in the local memory of a function that has returned"
                    : "is in no memory of the device: a pointer of the host, or a wild one",
           is_below ? "Keep no pointer to a local variable" : "Pass memory of a kcc::Buffer");
    }
    fail_outside(site, from->freed ? "use-after-free" : "out-of-bounds", place, base, bytes, space_of(*from),
                 from->begin, from->bytes, (from->freed ? "freed " : "") + describe(*from));
  }
  const auto offset = static_cast<std::size_t>(static_cast<const std::byte *>(place) - object->begin);
  if (object->freed)
    fail_freed(site, place, bytes, *object);
  if (const std::size_t usable = object->usable(); offset >= usable)
    fail(site, "out-of-bounds", place, bytes, space_of(*object),
         kcc::check::text_of({static_cast<std::int64_t>(offset), 0, bytes, usable}, describe(*object)),
         "Resize the buffer before the launch, and keep the index below the number of elements");
  if (object->usable() - offset < bytes)
    fail_outside(site, "out-of-bounds", place, base, bytes, space_of(*object), object->begin,
                 object->usable(), describe(*object));
  // An address that was computed from another object is wrong even if there is an object.
  const auto from_begin = static_cast<std::size_t>(static_cast<const std::byte *>(base) - object->begin);
  if (from_begin > object->bytes)
    if (Object *const origin = object_at(base))
      fail(site, "out-of-bounds", place, bytes, space_of(*object),
           "is " + name_of(*object, offset) + ", but was computed from " + describe(*origin),
           "Keep the index below the number of elements");
  known = {object->begin, object->usable(), object, epoch};
  return object;
}

/// The bounds of the single variables in shared memory.
void BlockChecks::check_shared_variables(const std::byte *place, const std::byte *base, std::size_t bytes,
                                         const abi::CheckSite &site) {
  if ((site.flags & abi::site_in_bounds) != 0)
    return;
  const SharedVariable *origin = nullptr;
  for (const SharedVariable &row : shared_variables_) {
    const auto offset = static_cast<std::size_t>(place - row.begin);
    if (offset < row.bytes && row.bytes - offset >= bytes &&
        static_cast<std::size_t>(base - row.begin) <= row.bytes)
      return;
    if (static_cast<std::size_t>(base - row.begin) < row.bytes)
      origin = &row;
  }
  // A pointer from elsewhere, such as one to dynamic shared memory, or to a constant that lives here.
  if (!origin)
    return;
  fail_outside(site, "out-of-bounds", place, base, bytes, "shared", origin->begin, origin->bytes,
               "'" + std::string(origin->name) + "' of " + count_of_bytes(origin->bytes));
}

/// Where code in lanes need not ask whether an access at this site is right.
abi::CheckedRange BlockChecks::range_around(const std::byte *place, const std::byte *base,
                                            const abi::CheckSite &site) {
  if ((active_ & (abi::check_memory | abi::check_init)) == 0)
    return {nullptr, ~std::uint64_t{0}, nullptr};
  const Object *const object = object_at(place);
  // Heap memory may be freed while the block runs.
  if (!object || object->freed || object->kind == ObjectKind::heap ||
      (object->kind == ObjectKind::constant && site.kind != abi::AccessKind::read) ||
      static_cast<std::size_t>(base - object->begin) > object->bytes)
    return {};
  const bool has_map = (active_ & abi::check_init) != 0 && !object->all_written;
  auto *const map = has_map ? reinterpret_cast<std::byte *>(object->written.words()) : nullptr;
  if (object == &shared_) {
    bool is_of_variable = false;
    for (const SharedVariable &row : shared_variables_) {
      if (static_cast<std::size_t>(base - row.begin) > row.bytes)
        continue;
      is_of_variable = true;
      const auto first = static_cast<std::size_t>(row.begin - object->begin);
      if (static_cast<std::size_t>(place - row.begin) < row.bytes && first % 8 == 0)
        return {row.begin, row.bytes, map ? map + first / 8 : nullptr};
    }
    if (is_of_variable)
      return {};
  }
  return {object->begin, object->usable(), map};
}

/// Whether all lanes write side by side, into memory of which code in lanes need not ask whether it is right.
static bool is_one_write(const void *const *places, const void *const *bases, std::uint32_t lanes,
                         const abi::CheckedRange &range, const abi::CheckSite &site) {
  const auto first = static_cast<std::uint32_t>(std::countr_zero(lanes));
  const std::uint32_t from_first = lanes >> first;
  const auto count = static_cast<std::uint32_t>(std::popcount(lanes));
  if (site.kind != abi::AccessKind::write || (from_first & (from_first + std::uint64_t{1})) != 0 ||
      site.bytes % site.align != 0)
    return false;
  const auto *begin = static_cast<const std::byte *>(places[first]);
  const auto offset = static_cast<std::size_t>(begin - range.begin);
  if (offset >= range.bytes || range.bytes - offset < std::size_t{count} * site.bytes)
    return false;
  for (std::uint32_t i = 0; i < count; ++i)
    if (places[first + i] != begin + std::size_t{i} * site.bytes ||
        static_cast<std::size_t>(static_cast<const std::byte *>(bases[first + i]) - range.begin) >=
            range.bytes)
      return false;
  return true;
}

/// Checks everything but races, which races_in_lanes() and its kind find.
void BlockChecks::access_in_lanes(const void *const *places, const void *const *bases, std::uint32_t lanes,
                                  abi::CheckedRange *range, const abi::CheckSite &site) {
  abi::CpuThread &at = *kcc_cpu_thread;
  const std::uint32_t x = at.thread_idx[0], rank = at.thread_rank, first_rank = rank_of(at);
  const auto first = static_cast<std::uint32_t>(std::countr_zero(lanes));
  if (range && is_one_write(places, bases, lanes, *range, site)) {
    check_access(places[first], bases[first], static_cast<std::size_t>(std::popcount(lanes)) * site.bytes,
                 site, /*with_races=*/false);
    return;
  }
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
    at.thread_idx[0] = x + lane;
    at.thread_rank = first_rank + lane;
    check_access(places[lane], bases[lane], site.bytes, site, /*with_races=*/false);
  }
  at.thread_idx[0] = x;
  at.thread_rank = rank;
  if (range)
    *range = range_around(static_cast<const std::byte *>(places[first]),
                          static_cast<const std::byte *>(bases[first]), site);
}

void BlockChecks::check_init(Object &object, std::size_t offset, std::size_t bytes,
                             const abi::CheckSite &site) {
  if (site.kind == abi::AccessKind::write || site.kind == abi::AccessKind::atomic_write) {
    object.written.set(offset, bytes);
    return;
  }
  const std::size_t unset = object.written.first_unset(offset, bytes);
  if (unset == offset + bytes)
    return;
  if ((site.flags & abi::site_copies) != 0)
    return; // a copy of what is uninitialized is no use of it
  const bool none = [&] {
    for (std::size_t i = offset; i < offset + bytes; ++i)
      if (object.written.get(i))
        return false;
    return true;
  }();
  if (!none) // padding of a structure that is read as a whole
    return;
  Finding what = finding(site.place, "init", "uninitialized",
                         "Uninitialized " + std::string(space_of(object)) + " " + text_of(site, bytes));
  add_callers(what.who.places);
  what.details.push_back("Address is " + name_of(object, offset) + ", which nobody has written");
  report(what);
  object.written.set(offset, bytes); // once is enough
}

void BlockChecks::allocated(const void *memory, const abi::CheckSite &site) {
  if (memory && (active_ & abi::check_memory) != 0) {
    report_leaks_at_end();
    objects().set_origin(memory, {number_of(site), launch_->id, kernel_, to_dim3(kcc_cpu_thread->block_idx),
                                  to_dim3(kcc_cpu_thread->thread_idx)});
  }
}

void BlockChecks::frees(const void *memory) {
  const abi::CpuThread &at = *kcc_cpu_thread;
  if (const abi::CheckSite *const site = entered() ? waits_at_[at.thread_rank] : nullptr)
    objects().set_freed_by(
        memory, {number_of(*site), launch_->id, kernel_, to_dim3(at.block_idx), to_dim3(at.thread_idx)});
}

void BlockChecks::unwritten_local(std::uint64_t offset, const abi::CheckSite &site) {
  if ((active_ & abi::check_init) == 0)
    return;
  Finding what =
      finding(site.place, "init", "uninitialized", "Uninitialized local " + text_of(site, site.bytes));
  what.details.push_back((site.bytes == site.object_bytes ? "" : "Byte " + std::to_string(offset) + " of ") +
                         ("'" + std::string(site.variable)) + "' of " + count_of_bytes(site.object_bytes) +
                         " has not been written");
  report(what);
}

void BlockChecks::copy(const void *to, const void *from, std::size_t bytes) {
  if ((active_ & abi::check_init) == 0)
    return;
  Object *const target = is_local(to) ? nullptr : object_at(to);
  Object *const source = is_local(from) ? nullptr : object_at(from);
  if (!target || target->all_written || !source || source->all_written)
    return;
  const auto begin = static_cast<std::size_t>(static_cast<const std::byte *>(to) - target->begin);
  const auto source_begin = static_cast<std::size_t>(static_cast<const std::byte *>(from) - source->begin);
  if (target->bytes - begin < bytes || source->bytes - source_begin < bytes)
    return;
  target->written.copy(begin, source->written, source_begin, bytes);
}

/// The library's functions have no checks, so anything may have been written.
void BlockChecks::written_by_library(const void *place) {
  if ((active_ & abi::check_init) == 0 || is_local(place))
    return;
  Object *const object = object_at(place);
  if (object == &shared_)
    shared_.written.set(0, shared_.bytes);
  else if (object)
    object->all_written = true;
}

const char *BlockChecks::space_of(const Object &object) const {
  return object.kind == ObjectKind::shared     ? "shared"
         : object.kind == ObjectKind::constant ? "constant"
                                               : "global";
}

/// "byte 12 of buffer #3 of 400 bytes"
std::string BlockChecks::name_of(const Object &object, std::size_t offset) const {
  if (&object == &shared_)
    for (const SharedVariable &row : shared_variables_)
      if (const auto in = static_cast<std::size_t>(shared_.begin + offset - row.begin); in < row.bytes)
        return "byte " + std::to_string(in) + " of '" + row.name + "' of " + count_of_bytes(row.bytes);
  return "byte " + std::to_string(offset) + " of " + describe(object);
}

Party BlockChecks::running_party(const abi::CheckPlace *place) const {
  return {places_of(place), to_dim3(kcc_cpu_thread->block_idx), to_dim3(kcc_cpu_thread->thread_idx)};
}

Finding BlockChecks::finding(const abi::CheckPlace *place, const char *check, const char *rule,
                             std::string title) const {
  return {.check = check,
          .rule = rule,
          .title = std::move(title),
          .kernel = kernel_,
          .launch = launch_->id,
          .who = running_party(place)};
}

} // namespace kcc::cpu::check
