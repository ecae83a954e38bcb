// What both kinds of ranks share: checks, and groups. A group is collected first and started as a whole, so
// that a mistake in one of its calls does not leave half of it running.
#include "communicator_impl.h"

#include "common/stream.h"
#include "core/stream_state.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace kcc {

namespace detail {

namespace {

using Kind = Communication::Kind;

struct Group {
  int depth = 0;
  std::vector<PendingCommunication> calls;
};
thread_local Group group;

void start(std::span<const PendingCommunication> calls) {
  const auto is_like_first = [&](const PendingCommunication &call) {
    return call.rank->device().backend() == calls.front().rank->device().backend();
  };
  if (calls.empty())
    return;
  if (std::ranges::all_of(calls, is_like_first))
    return calls.front().rank->start(calls);
  // There are ranks of both kinds.
  for (const Backend backend : {Backend::cuda, Backend::cpu}) {
    std::vector<PendingCommunication> chosen;
    std::ranges::copy_if(calls, std::back_inserter(chosen), [&](const PendingCommunication &call) {
      return call.rank->device().backend() == backend;
    });
    if (!chosen.empty())
      chosen.front().rank->start(chosen);
  }
}

class Check {
public:
  Check(const CommunicatorImpl &rank, const Communication &communication)
      : rank_(rank), communication_(communication) {}

  void device(const char *name, const core::BackendDevice *device) const {
    if (device && device != &rank_.device().backend_device())
      fail(std::string("`") + name + "` is on " + device->info().label);
  }
  void peer(const char *name) const {
    if (communication_.peer < 0 || communication_.peer >= rank_.size())
      fail(std::string("`") + name + "` is " + std::to_string(communication_.peer) + ", but there are " +
           std::to_string(rank_.size()) + " ranks");
  }
  /// `larger` is to have `factor` times as many elements as `smaller`.
  void sizes(const char *larger, std::size_t large, const char *smaller, std::size_t small,
             int factor) const {
    const auto times = static_cast<std::size_t>(factor);
    if (large % times != 0 || large / times != small)
      fail(std::string("`") + larger + "` has " + std::to_string(large) + " elements and `" + smaller + "` " +
           std::to_string(small) + (factor == 1 ? ", not as many" : ", not a part for each rank"));
  }
  /// Unless they are apart, `send` begins behind `offset` elements of `receive`.
  void in_place(std::ptrdiff_t offset) const {
    if (!share_memory() || address(communication_.send) - address(communication_.receive) ==
                               offset * static_cast<std::ptrdiff_t>(size_of(communication_.type)))
      return;
    fail("`send` and `receive` overlap");
  }
  void apart() const {
    if (share_memory())
      fail("`send` and `receive` overlap");
  }
  [[noreturn]] void fail(const std::string &text) const {
    kcc::detail::fail(
        std::string("kcc::Communicator::") + name_of(communication_.kind) + " of " + rank_.label(), text);
  }

private:
  static std::intptr_t address(const CommunicationMemory &memory) {
    return reinterpret_cast<std::intptr_t>(memory.data);
  }
  bool share_memory() const {
    const CommunicationMemory &send = communication_.send, &receive = communication_.receive;
    const std::size_t element = size_of(communication_.type);
    const auto end = [&](const CommunicationMemory &memory) {
      return address(memory) + static_cast<std::intptr_t>(memory.size * element);
    };
    return send.size != 0 && receive.size != 0 && address(send) < end(receive) &&
           address(receive) < end(send);
  }

  const CommunicatorImpl &rank_;
  const Communication &communication_;
};

void check(const CommunicatorImpl &rank, const Stream &stream, const Communication &communication) {
  const Check check(rank, communication);
  const std::size_t sent = communication.send.size, received = communication.receive.size;
  check.device("stream", &stream.state().device());
  check.device("send", communication.send.device);
  check.device("receive", communication.receive.device);
  switch (communication.kind) {
  case Kind::all_reduce:
    check.sizes("send", sent, "receive", received, 1);
    check.in_place(0);
    break;
  case Kind::broadcast:
    check.peer("root");
    break;
  case Kind::reduce:
    check.peer("root");
    if (communication.peer == rank.rank()) {
      check.sizes("send", sent, "receive", received, 1);
      check.in_place(0);
    }
    break;
  case Kind::all_gather:
    check.sizes("receive", received, "send", sent, rank.size());
    check.in_place(static_cast<std::ptrdiff_t>(sent) * rank.rank());
    break;
  case Kind::reduce_scatter:
    check.sizes("send", sent, "receive", received, rank.size());
    check.in_place(-static_cast<std::ptrdiff_t>(received) * rank.rank());
    break;
  case Kind::all_to_all:
    check.sizes("send", sent, "receive", received, 1);
    check.sizes("send", sent, "a part", sent / static_cast<std::size_t>(rank.size()), rank.size());
    check.apart();
    break;
  case Kind::send:
  case Kind::receive:
    check.peer("peer");
    if (communication.peer == rank.rank())
      check.fail("`peer` is the rank itself");
    break;
  }
}

} // namespace

std::string CommunicatorImpl::label() const {
  return "rank " + std::to_string(rank_) + " of " + std::to_string(size_) + " on " + core::label(device_);
}

const char *name_of(Kind kind) noexcept {
  constexpr std::array names{"all_reduce",     "broadcast",  "reduce", "all_gather",
                             "reduce_scatter", "all_to_all", "send",   "receive"};
  return names[static_cast<std::size_t>(kind)];
}

std::size_t size_of(ElementType type) noexcept {
  constexpr std::array<std::size_t, 10> sizes{1, 1, 4, 4, 8, 8, 2, 4, 8, 2};
  return sizes[static_cast<std::size_t>(type)];
}

std::size_t count_of(const Communication &communication, int size) noexcept {
  switch (communication.kind) {
  case Kind::reduce_scatter:
  case Kind::receive:
    return communication.receive.size;
  case Kind::all_to_all:
    return communication.send.size / static_cast<std::size_t>(size);
  default:
    return communication.send.size;
  }
}

} // namespace detail

CommunicatorId CommunicatorId::create(const Device &device) {
  return libraries::is_cpu(device) ? detail::create_cpu_id() : detail::create_nccl_id();
}

Communicator::Communicator(std::shared_ptr<detail::CommunicatorImpl> impl) : impl_(std::move(impl)) {}

Communicator::Communicator(const Device &device, const CommunicatorId &id, int rank, int size) {
  if (size < 1 || rank < 0 || rank >= size)
    detail::fail("making a kcc::Communicator",
                 "there is no rank " + std::to_string(rank) + " of " + std::to_string(size),
                 "Ranks count from 0");
  impl_ = libraries::is_cpu(device) ? detail::join_cpu(device, id, rank, size)
                                    : detail::join_nccl(device, id, rank, size);
}

Communicator::Communicator(Communicator &&) noexcept = default;
Communicator &Communicator::operator=(Communicator &&) noexcept = default;
Communicator::~Communicator() = default;

std::vector<Communicator> Communicator::all(std::span<const Device> devices) {
  const auto fail = [](const char *text) {
    detail::fail("making communicators of several devices", text,
                 "Take different GPUs, or the CPU device once for each rank");
  };
  if (devices.empty())
    fail("there is no device");
  const bool on_cpu = libraries::is_cpu(devices.front());
  for (std::size_t i = 0; i < devices.size(); ++i) {
    if (libraries::is_cpu(devices[i]) != on_cpu)
      fail("there are GPUs and the CPU device");
    if (!on_cpu && std::ranges::count(devices, devices[i]) != 1)
      fail("a GPU is there twice");
  }
  std::vector<Communicator> ranks;
  ranks.reserve(devices.size());
  if (on_cpu) {
    const CommunicatorId id = detail::create_cpu_id();
    for (std::size_t i = 0; i < devices.size(); ++i)
      ranks.push_back(Communicator(devices[i], id, static_cast<int>(i), static_cast<int>(devices.size())));
  } else {
    for (std::shared_ptr<detail::CommunicatorImpl> &impl : detail::make_nccl(devices))
      ranks.push_back(Communicator(std::move(impl)));
  }
  return ranks;
}

int Communicator::rank() const noexcept {
  return impl_->rank();
}
int Communicator::size() const noexcept {
  return impl_->size();
}
const Device &Communicator::device() const noexcept {
  return impl_->device();
}
std::optional<Error> Communicator::failure() const {
  return impl_->failure();
}
void Communicator::abort() {
  impl_->abort();
}

void Communicator::enqueue(Stream &stream, const detail::Communication &communication) {
  detail::check(*impl_, stream, communication);
  if (std::optional<Error> failure = impl_->failure())
    throw *std::move(failure);
  detail::PendingCommunication call{impl_, &stream, communication};
  if (detail::group.depth != 0)
    detail::group.calls.push_back(std::move(call));
  else
    impl_->start(std::span(&call, 1));
}

void communicate(const std::function<void()> &work) {
  detail::Group &group = detail::group;
  ++group.depth;
  try {
    work();
  } catch (...) {
    if (--group.depth == 0)
      group.calls.clear();
    throw;
  }
  if (--group.depth == 0)
    detail::start(std::exchange(group.calls, {}));
}

} // namespace kcc
