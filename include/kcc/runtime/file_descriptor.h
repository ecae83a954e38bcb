// The owner of a file descriptor.
#ifndef KCC_RUNTIME_FILE_DESCRIPTOR_H
#define KCC_RUNTIME_FILE_DESCRIPTOR_H

#include <utility>

namespace kcc {

/// Owns a file descriptor, and closes it. A function that takes one by value owns it from then on, whether it
/// succeeds or throws. Move-only.
class FileDescriptor {
public:
  FileDescriptor() = default;
  /// Takes `fd` over; negative: none.
  explicit FileDescriptor(int fd) noexcept : fd_(fd) {}
  FileDescriptor(FileDescriptor &&other) noexcept : fd_(other.release()) {}
  FileDescriptor &operator=(FileDescriptor &&other) noexcept {
    FileDescriptor moved(std::move(other));
    std::swap(fd_, moved.fd_);
    return *this;
  }
  ~FileDescriptor();

  /// The descriptor, which this object keeps; -1 if there is none.
  int get() const noexcept { return fd_; }
  /// The descriptor, which the caller owns from now on.
  int release() noexcept { return std::exchange(fd_, -1); }
  explicit operator bool() const noexcept { return fd_ >= 0; }

private:
  int fd_ = -1;
};

} // namespace kcc

#endif
