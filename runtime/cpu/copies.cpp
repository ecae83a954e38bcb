#include "copies.h"

#include "../check/settings.h"
#include "check/device_pages.h"
#include "check/objects.h"

#include <cstring>

namespace kcc::cpu {

namespace {

void fill_row(std::byte *to, const core::Fill &fill) {
  if (fill.pattern_bytes == 1) {
    std::memset(to, std::to_integer<int>(fill.pattern[0]), fill.count);
    return;
  }
  for (std::size_t i = 0; i < fill.count; ++i)
    std::memcpy(to + i * fill.pattern_bytes, fill.pattern.data(), fill.pattern_bytes);
}

} // namespace

void run(const core::Copy &copy) {
  const check::DeviceWork work;
  core::for_each_row(copy,
                     [](void *to, const void *from, std::size_t bytes) { std::memcpy(to, from, bytes); });
  if (kcc::check::are_on())
    core::for_each_row(copy, [](void *to, const void *from, std::size_t bytes) {
      check::objects().copied(to, from, bytes);
    });
}

void run(const core::Fill &wanted) {
  const core::Fill fill = core::with_shortest_pattern(wanted);
  for (std::size_t slice = 0; slice < fill.slices; ++slice)
    for (std::size_t row = 0; row < fill.rows; ++row) {
      auto *const to =
          static_cast<std::byte *>(fill.to) + slice * fill.pitches.slice + row * fill.pitches.row;
      fill_row(to, fill);
      if (kcc::check::are_on())
        check::objects().wrote(to, fill.count * fill.pattern_bytes);
    }
}

} // namespace kcc::cpu
