// The two kinds of ranks: on GPUs, through NCCL, and on the CPU device.
#ifndef KCC_LIBRARIES_NCCL_COMMUNICATOR_IMPL_H
#define KCC_LIBRARIES_NCCL_COMMUNICATOR_IMPL_H

#include <kcc/communicator.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kcc::detail {

/// A communication that a rank asked for, checked.
struct PendingCommunication {
  std::shared_ptr<CommunicatorImpl> rank;
  Stream *stream;
  Communication communication;
};

class CommunicatorImpl : public std::enable_shared_from_this<CommunicatorImpl> {
public:
  CommunicatorImpl(const Device &device, int rank, int size) : device_(device), rank_(rank), size_(size) {}
  virtual ~CommunicatorImpl() = default;
  CommunicatorImpl(const CommunicatorImpl &) = delete;
  CommunicatorImpl &operator=(const CommunicatorImpl &) = delete;

  const Device &device() const noexcept { return device_; }
  int rank() const noexcept { return rank_; }
  int size() const noexcept { return size_; }
  /// "rank 1 of 4 on device 1 (NVIDIA H200)"
  std::string label() const;

  virtual std::optional<Error> failure() = 0;
  virtual void abort() = 0;
  /// Starts communications of ranks of this kind, as a group.
  virtual void start(std::span<const PendingCommunication> group) = 0;

private:
  Device device_;
  int rank_, size_;
};

/// "all_reduce"
const char *name_of(Communication::Kind kind) noexcept;
std::size_t size_of(ElementType type) noexcept; ///< bytes
/// The number of elements that NCCL is told of: of a part, where ranks have parts.
std::size_t count_of(const Communication &communication, int size) noexcept;

CommunicatorId create_nccl_id();
std::shared_ptr<CommunicatorImpl> join_nccl(const Device &device, const CommunicatorId &id, int rank,
                                            int size);
std::vector<std::shared_ptr<CommunicatorImpl>> make_nccl(std::span<const Device> devices);

CommunicatorId create_cpu_id();
std::shared_ptr<CommunicatorImpl> join_cpu(const Device &device, const CommunicatorId &id, int rank,
                                           int size);

} // namespace kcc::detail

#endif
