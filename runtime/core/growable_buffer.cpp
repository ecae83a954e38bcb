#include <kcc/runtime/growable_buffer.h>

#include "allocation_size.h"
#include "virtual_memory_backend.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace kcc::detail {

namespace {

constexpr const char *reserving = "reserving addresses for a growable buffer of ";
constexpr const char *growing = "growing a buffer of ";
constexpr const char *shrinking = "shrinking a buffer of ";
constexpr const char *allowing = "letting another device use a growable buffer of ";

constexpr std::size_t most_piece_bytes = std::size_t{64} << 20;

core::VirtualMemoryBackend &virtual_memory_of(const Device &device) {
  if (core::VirtualMemoryBackend *backend = device.backend_device().virtual_memory())
    return *backend;
  fail(ErrorCategory::not_supported, reserving + core::label(device), "the backend cannot reserve addresses",
       "Use a kcc::Buffer of the greatest size");
}

std::size_t round_up(std::size_t bytes, std::size_t granularity) {
  return (bytes + granularity - 1) / granularity * granularity;
}

} // namespace

GrowableMemory::GrowableMemory(const Device &device, std::size_t max_count, std::size_t element_bytes)
    : device_(device) {
  const auto operation = [&] { return reserving + core::label(device_); };
  core::VirtualMemoryBackend &backend = virtual_memory_of(device_);
  max_bytes_ = core::allocation_size(max_count, element_bytes, operation);
  granularity_ = backend.granularity(operation);
  if (max_bytes_ == 0)
    return;
  if (max_bytes_ > std::numeric_limits<std::size_t>::max() - granularity_)
    fail(ErrorCategory::out_of_memory, operation(),
         std::to_string(max_bytes_) + " bytes are more than fit in the address space");
  reserved_bytes_ = round_up(max_bytes_, granularity_);
  data_ = backend.reserve(reserved_bytes_, operation);
}

GrowableMemory::GrowableMemory(GrowableMemory &&other) noexcept
    : device_(other.device_), data_(std::exchange(other.data_, nullptr)),
      bytes_(std::exchange(other.bytes_, 0)), mapped_bytes_(std::exchange(other.mapped_bytes_, 0)),
      max_bytes_(std::exchange(other.max_bytes_, 0)),
      reserved_bytes_(std::exchange(other.reserved_bytes_, 0)), granularity_(other.granularity_),
      pieces_(std::exchange(other.pieces_, {})), users_(std::exchange(other.users_, {})) {}

GrowableMemory &GrowableMemory::operator=(GrowableMemory &&other) noexcept {
  GrowableMemory moved(std::move(other));
  std::swap(device_, moved.device_);
  std::swap(data_, moved.data_);
  std::swap(bytes_, moved.bytes_);
  std::swap(mapped_bytes_, moved.mapped_bytes_);
  std::swap(max_bytes_, moved.max_bytes_);
  std::swap(reserved_bytes_, moved.reserved_bytes_);
  std::swap(granularity_, moved.granularity_);
  std::swap(pieces_, moved.pieces_);
  std::swap(users_, moved.users_);
  return *this;
}

GrowableMemory::~GrowableMemory() {
  if (data_)
    virtual_memory_of(device_).release(data_, reserved_bytes_, mapped_bytes_);
}

void GrowableMemory::resize(std::size_t count, std::size_t element_bytes) {
  reserve(count, element_bytes);
  bytes_ = count * element_bytes;
}

void GrowableMemory::reserve(std::size_t count, std::size_t element_bytes) {
  if (count > max_bytes_ / element_bytes)
    fail(growing + core::label(device_),
         std::to_string(count) + " elements, but addresses are reserved for " +
             std::to_string(max_bytes_ / element_bytes),
         "Create the GrowableBuffer with a greater max_size: addresses cost no memory");
  map(round_up(count * element_bytes, granularity_));
}

void GrowableMemory::map(std::size_t bytes) {
  core::VirtualMemoryBackend &backend = virtual_memory_of(device_);
  const std::size_t before = mapped_bytes_, pieces_before = pieces_.size();
  const std::size_t most = round_up(most_piece_bytes, granularity_);
  const auto operation = [&] {
    return growing + core::label(device_) + " from " + std::to_string(before) + " to " +
           std::to_string(bytes) + " bytes";
  };
  auto *const begin = static_cast<std::byte *>(data_);
  try {
    while (mapped_bytes_ < bytes) {
      const std::size_t piece = std::min(bytes - mapped_bytes_, most);
      pieces_.reserve(pieces_.size() + 1);
      backend.map(begin + mapped_bytes_, piece, operation);
      pieces_.push_back(piece);
      mapped_bytes_ += piece;
    }
    if (mapped_bytes_ > before)
      for (const Device &user : users_)
        backend.allow_access(begin + before, mapped_bytes_ - before, user.backend_device(), operation);
  } catch (...) { // nobody has used the new pieces
    if (mapped_bytes_ > before)
      backend.unmap(begin + before, mapped_bytes_ - before);
    pieces_.resize(pieces_before);
    mapped_bytes_ = before;
    throw;
  }
}

void GrowableMemory::shrink_to_fit() {
  std::size_t kept = mapped_bytes_, pieces = pieces_.size();
  while (pieces > 0 && kept - pieces_[pieces - 1] >= bytes_)
    kept -= pieces_[--pieces];
  if (kept == mapped_bytes_)
    return;
  const auto operation = [&] { return shrinking + core::label(device_); };
  core::wait_and_deliver(device_.backend_device(), [&] { device_.backend_device().synchronize(operation); });
  for (const Device &user : users_)
    user.backend_device().synchronize(operation);
  virtual_memory_of(device_).unmap(static_cast<std::byte *>(data_) + kept, mapped_bytes_ - kept);
  mapped_bytes_ = kept;
  pieces_.resize(pieces);
}

void GrowableMemory::allow_access_from(const Device &device) {
  if (device.backend() != device_.backend())
    fail(allowing + core::label(device_), core::label(device) + " is not of the same kind",
         "Copy through the host instead");
  if (device == device_ || std::find(users_.begin(), users_.end(), device) != users_.end())
    return;
  users_.reserve(users_.size() + 1);
  if (mapped_bytes_ > 0)
    virtual_memory_of(device_).allow_access(data_, mapped_bytes_, device.backend_device(),
                                            [&] { return allowing + core::label(device_); });
  users_.push_back(device);
}

} // namespace kcc::detail
