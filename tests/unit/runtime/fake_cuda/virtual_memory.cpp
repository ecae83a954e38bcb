// Virtual memory: pages of the host without access until the driver is told to give it.
#include "objects.h"

#include <sys/mman.h>

using namespace fake_cuda;

namespace {

constexpr std::size_t granularity = std::size_t{2} << 20;

struct Physical {
  std::size_t bytes;
};

struct Reservation {
  std::byte *begin;
  std::size_t bytes;
  std::map<std::byte *, std::size_t> mapped; ///< pieces and their sizes
};

std::vector<Reservation> &reservations() {
  static auto &all = *new std::vector<Reservation>;
  return all;
}

Reservation *reservation_of(DevicePointer address, std::size_t bytes) {
  auto *const at = static_cast<std::byte *>(pointer(address));
  for (Reservation &reservation : reservations())
    if (at >= reservation.begin && at + bytes <= reservation.begin + reservation.bytes)
      return &reservation;
  return nullptr;
}

bool is_fresh(const Reservation &reservation, const std::byte *at, std::size_t bytes) {
  for (const auto &[begin, size] : reservation.mapped)
    if (at < begin + size && begin < at + bytes)
      return false;
  return true;
}

} // namespace

extern "C" {

Result cuMemGetAllocationGranularity(std::size_t *bytes, const AllocationProperties *properties,
                                     AllocationGranularity) {
  KCC_FAKE("cuMemGetAllocationGranularity");
  if (properties->type != allocation_pinned || properties->location.type != location_device)
    return invalid_value;
  *bytes = granularity;
  return success;
}
Result cuMemAddressReserve(DevicePointer *memory, std::size_t bytes, std::size_t, DevicePointer,
                           unsigned long long) {
  KCC_FAKE("cuMemAddressReserve");
  if (bytes == 0 || bytes % granularity != 0)
    return invalid_value;
  void *const begin =
      mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, /*fd=*/-1, 0);
  if (begin == MAP_FAILED)
    return 2; // CUDA_ERROR_OUT_OF_MEMORY
  reservations().push_back({static_cast<std::byte *>(begin), bytes, {}});
  state().others["reservation"].insert(begin);
  *memory = reinterpret_cast<std::uintptr_t>(begin);
  return success;
}
Result cuMemAddressFree(DevicePointer memory, std::size_t bytes) {
  KCC_FAKE("cuMemAddressFree");
  auto &all = reservations();
  for (auto entry = all.begin(); entry != all.end(); ++entry)
    if (entry->begin == pointer(memory) && entry->bytes == bytes) {
      if (!entry->mapped.empty())
        return invalid_value;
      munmap(entry->begin, bytes);
      state().others["reservation"].erase(entry->begin);
      all.erase(entry);
      return success;
    }
  return invalid_value;
}
Result cuMemCreate(AllocationHandle *handle, std::size_t bytes, const AllocationProperties *properties,
                   unsigned long long) {
  KCC_FAKE("cuMemCreate");
  if (bytes == 0 || bytes % granularity != 0 || properties->type != allocation_pinned)
    return invalid_value;
  auto *const physical = new Physical{bytes};
  state().others["physical"].insert(physical);
  *handle = reinterpret_cast<std::uintptr_t>(physical);
  return success;
}
Result cuMemRelease(AllocationHandle handle) {
  KCC_FAKE("cuMemRelease");
  if (state().others["physical"].erase(pointer(handle)) == 0)
    return invalid_value;
  delete static_cast<Physical *>(pointer(handle));
  return success;
}
Result cuMemMap(DevicePointer memory, std::size_t bytes, std::size_t offset, AllocationHandle handle,
                unsigned long long) {
  KCC_FAKE("cuMemMap");
  auto *const at = static_cast<std::byte *>(pointer(memory));
  Reservation *const reservation = reservation_of(memory, bytes);
  if (!reservation || offset != 0 || !is_fresh(*reservation, at, bytes) ||
      static_cast<Physical *>(pointer(handle))->bytes != bytes)
    return invalid_value;
  reservation->mapped[at] = bytes;
  return success;
}
Result cuMemUnmap(DevicePointer memory, std::size_t bytes) {
  KCC_FAKE("cuMemUnmap");
  state().copy_late();
  Reservation *const reservation = reservation_of(memory, bytes);
  if (!reservation)
    return invalid_value;
  auto *const begin = static_cast<std::byte *>(pointer(memory));
  for (auto *at = begin; at < begin + bytes;) { // whole pieces, without gaps
    const auto piece = reservation->mapped.find(at);
    if (piece == reservation->mapped.end() || at + piece->second > begin + bytes)
      return invalid_value;
    at += piece->second;
  }
  std::erase_if(reservation->mapped,
                [&](const auto &piece) { return piece.first >= begin && piece.first < begin + bytes; });
  mmap(begin, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, /*fd=*/-1, 0);
  return success;
}
Result cuMemSetAccess(DevicePointer memory, std::size_t bytes, const AccessDescription *access,
                      std::size_t count) {
  KCC_FAKE("cuMemSetAccess");
  if (count != 1 || access->flags != access_read_and_write || !reservation_of(memory, bytes))
    return invalid_value;
  state().access.emplace_back(access->location.id, bytes);
  mprotect(pointer(memory), bytes, PROT_READ | PROT_WRITE);
  return success;
}

} // extern "C"
