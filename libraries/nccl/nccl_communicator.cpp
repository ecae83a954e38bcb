// Ranks on GPUs.
#include "communicator_impl.h"

#include "common/library.h"
#include "common/stream.h"
#include "nccl_api.h"

#include <atomic>
#include <cstring>
#include <utility>

namespace kcc::detail {

namespace {

using nccl::Api;
using Kind = Communication::Kind;

const Api &loaded() {
  static const Api &api = *new Api(libraries::load<Api>(Library::nccl));
  return api;
}

Error error_of(nccl::Status status, const char *call, std::string operation) {
  const Api &api = loaded();
  return libraries::status_error(Library::nccl, status, call, std::move(operation),
                                 api.get_last_error.function ? api.get_last_error(nullptr) : nullptr);
}

template <class... P, class... A>
void call(const core::Operation &operation, const core::ImportedFunction<nccl::Status(P...)> &function,
          A... arguments) {
  if (const nccl::Status status = function(arguments...); status != 0)
    throw error_of(status, function.name, operation.text());
}

class NcclRank final : public CommunicatorImpl {
public:
  NcclRank(const Device &device, int rank, int size, nccl::Comm comm)
      : CommunicatorImpl(device, rank, size), comm_(comm) {}
  ~NcclRank() override {
    const nccl::Comm comm = comm_.exchange(nullptr);
    if (!comm)
      return;
    cuda::without_throwing([&](const core::Operation &operation) {
      const libraries::CurrentGpu current(device().backend_device(), operation);
      // One that has failed would wait forever.
      nccl::Status status = 0;
      const bool failed =
          loaded().comm_get_async_error(comm, &status) != 0 || (status != 0 && status != nccl::in_progress);
      (failed ? loaded().comm_abort : loaded().comm_destroy)(comm);
    });
  }

  std::optional<Error> failure() override {
    const nccl::Comm comm = comm_;
    const auto operation = [&] { return "asking for the state of " + label(); };
    if (!comm)
      return Error({.operation = operation(),
                    .code = 0,
                    .code_name = {},
                    .text = "the communicator has been aborted",
                    .log = {},
                    .hint = "Make a new one in every rank",
                    .category = ErrorCategory::invalid_state});
    nccl::Status status = 0;
    call(operation, loaded().comm_get_async_error, comm, &status);
    if (status == 0 || status == nccl::in_progress)
      return std::nullopt;
    return error_of(status, "reported by ncclCommGetAsyncError", operation());
  }

  void abort() override {
    const auto operation = [&] { return "aborting " + label(); };
    const libraries::CurrentGpu current(device().backend_device(), operation);
    if (const nccl::Comm comm = comm_.exchange(nullptr))
      call(operation, loaded().comm_abort, comm);
  }

  void start(std::span<const PendingCommunication> group) override {
    const Api &api = loaded();
    const auto starting = [&] {
      return group.size() == 1 ? describe(group.front()) : std::string("starting a group of communications");
    };
    const bool is_group = group.size() > 1 || group.front().communication.kind == Kind::all_to_all;
    if (!is_group)
      return enqueue(group.front());
    call(starting, api.group_start);
    std::optional<Error> failed;
    try {
      for (const PendingCommunication &pending : group)
        enqueue(pending);
    } catch (const Error &error) { // NCCL then starts nothing
      failed = error;
    }
    const nccl::Status status = api.group_end();
    if (failed)
      throw *std::move(failed);
    if (status != 0)
      throw error_of(status, api.group_end.name, starting());
  }

private:
  static std::string describe(const PendingCommunication &pending) {
    return std::string("kcc::Communicator::") + name_of(pending.communication.kind) + " of " +
           pending.rank->label();
  }

  static void enqueue(const PendingCommunication &pending) {
    const Api &api = loaded();
    const Communication &c = pending.communication;
    const auto operation = [&] { return describe(pending); };
    const auto &rank = static_cast<const NcclRank &>(*pending.rank);
    const nccl::Comm comm = rank.comm_;
    const libraries::CurrentGpu current(*pending.stream, operation);
    const nccl::StreamRef stream = pending.stream->native_handle();
    const auto type = static_cast<nccl::DataType>(c.type);
    const auto op = static_cast<nccl::Op>(c.op);
    const std::size_t count = count_of(c, rank.size());
    switch (c.kind) {
    case Kind::all_reduce:
      return call(operation, api.all_reduce, c.send.data, c.receive.data, count, type, op, comm, stream);
    case Kind::broadcast:
      return call(operation, api.broadcast, c.send.data, c.receive.data, count, type, c.peer, comm, stream);
    case Kind::reduce:
      return call(operation, api.reduce, c.send.data, c.receive.data, count, type, op, c.peer, comm, stream);
    case Kind::all_gather:
      return call(operation, api.all_gather, c.send.data, c.receive.data, count, type, comm, stream);
    case Kind::reduce_scatter:
      return call(operation, api.reduce_scatter, c.send.data, c.receive.data, count, type, op, comm, stream);
    case Kind::send:
      return call(operation, api.send, c.send.data, count, type, c.peer, comm, stream);
    case Kind::receive:
      return call(operation, api.receive, c.receive.data, count, type, c.peer, comm, stream);
    case Kind::all_to_all:
      for (int peer = 0; peer < rank.size(); ++peer) {
        const std::size_t offset = static_cast<std::size_t>(peer) * count * size_of(c.type);
        call(operation, api.send, static_cast<const std::byte *>(c.send.data) + offset, count, type, peer,
             comm, stream);
        call(operation, api.receive, static_cast<std::byte *>(c.receive.data) + offset, count, type, peer,
             comm, stream);
      }
    }
  }

  std::atomic<nccl::Comm> comm_; ///< null once aborted
};

nccl::UniqueId raw(const CommunicatorId &id) {
  nccl::UniqueId raw;
  static_assert(sizeof raw == sizeof id.bytes);
  std::memcpy(raw.bytes, id.bytes.data(), sizeof raw);
  return raw;
}

} // namespace

CommunicatorId create_nccl_id() {
  nccl::UniqueId raw{};
  call([] { return std::string("making the id of a communicator"); }, loaded().get_unique_id, &raw);
  CommunicatorId id;
  std::memcpy(id.bytes.data(), raw.bytes, sizeof raw);
  return id;
}

std::shared_ptr<CommunicatorImpl> join_nccl(const Device &device, const CommunicatorId &id, int rank,
                                            int size) {
  const auto operation = [&] {
    return "making rank " + std::to_string(rank) + " of " + std::to_string(size) + " on " +
           core::label(device);
  };
  const Api &api = loaded();
  const libraries::CurrentGpu current(device.backend_device(), operation);
  nccl::Comm comm = nullptr;
  call(operation, api.comm_init_rank, &comm, size, raw(id), rank);
  return std::make_shared<NcclRank>(device, rank, size, comm);
}

std::vector<std::shared_ptr<CommunicatorImpl>> make_nccl(std::span<const Device> devices) {
  const auto operation = [&] {
    return "making communicators of " + std::to_string(devices.size()) + " GPUs";
  };
  const Api &api = loaded();
  std::vector<int> ordinals;
  for (const Device &device : devices)
    ordinals.push_back(device.ordinal());
  const libraries::CurrentGpu current(devices.front().backend_device(), operation);
  std::vector<nccl::Comm> comms(devices.size());
  call(operation, api.comm_init_all, comms.data(), static_cast<int>(devices.size()), ordinals.data());
  std::vector<std::shared_ptr<CommunicatorImpl>> ranks;
  for (std::size_t i = 0; i < devices.size(); ++i)
    ranks.push_back(std::make_shared<NcclRank>(devices[i], static_cast<int>(i),
                                               static_cast<int>(devices.size()), comms[i]));
  return ranks;
}

} // namespace kcc::detail
