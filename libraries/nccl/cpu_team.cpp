// Ranks on the CPU device. A communication that all its ranks have asked for gets a queue of its own: it
// waits for the work that each rank's stream had before, computes, and then reaches a marker for which the
// streams wait. So no thread waits for another rank, and the order in which ranks call does not matter.
#include "communicator_impl.h"

#include "check/settings.h"
#include "core/stream_state.h"
#include "cpu/check/objects.h"
#include "cpu/handles.h"
#include "cpu/queue.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <type_traits>
#include <unistd.h>
#include <utility>

namespace kcc::detail {

namespace {

using Kind = Communication::Kind;
using cpu::Marker;
using cpu::Queue;

// The arithmetic

/// The type in which elements are combined.
template <class T>
using Combined = std::conditional_t<std::is_same_v<T, float16> || std::is_same_v<T, bfloat16>, float, T>;

/// Integers wrap around, like those of a GPU.
template <class T> T combine(ReduceOp op, T a, T b) {
  if (op == ReduceOp::maximum)
    return a < b ? b : a;
  if (op == ReduceOp::minimum)
    return b < a ? b : a;
  if constexpr (std::is_integral_v<T>) {
    using Wide = std::uint64_t;
    return static_cast<T>(op == ReduceOp::product ? static_cast<Wide>(a) * static_cast<Wide>(b)
                                                  : static_cast<Wide>(a) + static_cast<Wide>(b));
  } else {
    return op == ReduceOp::product ? a * b : a + b;
  }
}

/// Element \p i of what the ranks send, combined.
template <class T> T combine_ranks(std::span<const Communication> ranks, std::size_t i) {
  const auto element = [&](const Communication &rank) {
    return static_cast<Combined<T>>(static_cast<const T *>(rank.send.data)[i]);
  };
  const ReduceOp op = ranks.front().op;
  Combined<T> result = element(ranks.front());
  for (const Communication &rank : ranks.subspan(1))
    result = combine(op, result, element(rank));
  if (op == ReduceOp::average)
    result = static_cast<Combined<T>>(result / static_cast<Combined<T>>(ranks.size()));
  return static_cast<T>(result);
}

template <class T> void reduce_ranks(std::span<const Communication> ranks) {
  const Communication &first = ranks.front();
  const auto receiver = [](const Communication &rank) { return static_cast<T *>(rank.receive.data); };
  const std::size_t count = count_of(first, static_cast<int>(ranks.size()));
  if (first.kind == Kind::reduce_scatter) {
    for (std::size_t rank = 0; rank < ranks.size(); ++rank)
      for (std::size_t i = 0; i < count; ++i)
        receiver(ranks[rank])[i] = combine_ranks<T>(ranks, rank * count + i);
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const T result = combine_ranks<T>(ranks, i);
    if (first.kind == Kind::reduce)
      receiver(ranks[static_cast<std::size_t>(first.peer)])[i] = result;
    else
      for (const Communication &rank : ranks)
        receiver(rank)[i] = result;
  }
}

void reduce_ranks(std::span<const Communication> ranks) {
  switch (ranks.front().type) {
  case ElementType::i8:
    return reduce_ranks<std::int8_t>(ranks);
  case ElementType::u8:
    return reduce_ranks<std::uint8_t>(ranks);
  case ElementType::i32:
    return reduce_ranks<std::int32_t>(ranks);
  case ElementType::u32:
    return reduce_ranks<std::uint32_t>(ranks);
  case ElementType::i64:
    return reduce_ranks<std::int64_t>(ranks);
  case ElementType::u64:
    return reduce_ranks<std::uint64_t>(ranks);
  case ElementType::f16:
    return reduce_ranks<float16>(ranks);
  case ElementType::f32:
    return reduce_ranks<float>(ranks);
  case ElementType::f64:
    return reduce_ranks<double>(ranks);
  case ElementType::bf16:
    return reduce_ranks<bfloat16>(ranks);
  }
}

void move(void *to, const void *from, std::size_t bytes) {
  if (bytes != 0 && to != from)
    std::memmove(to, from, bytes);
}

/// Does a communication; `ranks` are all of the team, or the sender and the receiver.
void compute(std::span<const Communication> ranks) {
  const Communication &first = ranks.front();
  const std::size_t part = count_of(first, static_cast<int>(ranks.size())) * size_of(first.type); // bytes
  const auto sent = [&](std::size_t rank, std::size_t offset) {
    return static_cast<const std::byte *>(ranks[rank].send.data) + offset;
  };
  const auto received = [&](std::size_t rank, std::size_t offset) {
    return static_cast<std::byte *>(ranks[rank].receive.data) + offset;
  };
  switch (first.kind) {
  case Kind::all_reduce:
  case Kind::reduce:
  case Kind::reduce_scatter:
    return reduce_ranks(ranks);
  case Kind::broadcast:
    for (std::size_t rank = 0; rank < ranks.size(); ++rank)
      move(received(rank, 0), sent(static_cast<std::size_t>(first.peer), 0), part);
    return;
  case Kind::all_gather:
  case Kind::all_to_all:
    for (std::size_t to = 0; to < ranks.size(); ++to)
      for (std::size_t from = 0; from < ranks.size(); ++from)
        move(received(to, from * part), sent(from, first.kind == Kind::all_to_all ? to * part : 0), part);
    return;
  case Kind::send:
  case Kind::receive:
    return move(received(1, 0), sent(0, 0), part);
  }
}

// The ranks

/// A communication that some of its ranks have asked for.
struct Meeting {
  explicit Meeting(std::size_t ranks) : calls(ranks), arrived(ranks) {}

  std::vector<Communication> calls;
  std::vector<std::shared_ptr<Marker>> arrived; ///< in each rank's stream; null: the rank has not called
  std::shared_ptr<Marker> done = std::make_shared<Marker>();

  bool complete() const { return std::ranges::find(arrived, nullptr) == arrived.end(); }
};

/// Why ranks cannot communicate: they make different calls.
std::optional<std::string> mismatch(std::span<const Communication> calls) {
  const Communication &first = calls.front();
  const bool is_pair = first.kind == Kind::send;
  const auto differ = [&](std::size_t rank, const std::string &one, const std::string &other) {
    return is_pair ? "the sender has " + one + " and the receiver " + other
                   : "rank 0 has " + one + " and rank " + std::to_string(rank) + " " + other;
  };
  const int size = static_cast<int>(calls.size());
  for (std::size_t rank = 1; rank < calls.size(); ++rank) {
    const Communication &call = calls[rank];
    if (!is_pair && call.kind != first.kind)
      return differ(rank, std::string("called ") + name_of(first.kind), name_of(call.kind));
    if (call.type != first.type)
      return differ(rank, "elements of one type", "of another");
    if (count_of(call, size) != count_of(first, size))
      return differ(rank, std::to_string(count_of(first, size)) + " elements",
                    std::to_string(count_of(call, size)));
    if (!is_pair && (call.op != first.op || call.peer != first.peer))
      return differ(rank, "one operation or root", "another");
  }
  return std::nullopt;
}

class Team {
public:
  explicit Team(int size) : size_(static_cast<std::size_t>(size)), next_(size_) {}

  std::size_t size() const noexcept { return size_; }

  void take(int rank) {
    const std::lock_guard lock(mutex_);
    if (!taken_.insert(rank).second)
      fail("making a kcc::Communicator on the CPU device",
           "there is a rank " + std::to_string(rank) + " with this id already");
  }

  std::optional<Error> failure() {
    const std::lock_guard lock(mutex_);
    return failure_ ? std::optional(*failure_) : std::nullopt;
  }

  /// Adds a rank's call and returns the marker that is reached when it is done.
  std::shared_ptr<Marker> add(int rank, const Communication &call, std::shared_ptr<Marker> arrived) {
    const std::lock_guard lock(mutex_);
    if (failure_) // since the caller looked
      throw *failure_;
    const bool is_pair = call.kind == Kind::send || call.kind == Kind::receive;
    std::shared_ptr<Marker> done =
        is_pair ? add_pair(rank, call, std::move(arrived)) : add_collective(rank, call, std::move(arrived));
    if (failure_) // the calls do not fit
      give_up_all();
    return done;
  }

  void abort() {
    const std::lock_guard lock(mutex_);
    set_failure("the communicator has been aborted", "Make a new one in every rank",
                ErrorCategory::invalid_state);
    give_up_all();
  }

private:
  using Meetings = std::deque<std::shared_ptr<Meeting>>;

  /// Every rank's calls meet in their order.
  std::shared_ptr<Marker> add_collective(int rank, const Communication &call,
                                         std::shared_ptr<Marker> arrived) {
    const auto index = static_cast<std::size_t>(rank);
    const std::size_t number = next_[index]++ - first_;
    while (collective_.size() <= number)
      collective_.push_back(std::make_shared<Meeting>(size_));
    const std::shared_ptr<Meeting> meeting = collective_[number];
    enter(*meeting, index, call, std::move(arrived));
    while (!collective_.empty() && collective_.front()->complete()) {
      collective_.pop_front();
      ++first_;
    }
    return meeting->done;
  }

  /// Meets the first call of the other rank that has no partner.
  std::shared_ptr<Marker> add_pair(int rank, const Communication &call, std::shared_ptr<Marker> arrived) {
    const std::size_t side = call.kind == Kind::send ? 0 : 1;
    Meetings &waiting = pairs_[side == 0 ? std::pair(rank, call.peer) : std::pair(call.peer, rank)];
    const auto found =
        std::ranges::find_if(waiting, [&](const auto &meeting) { return !meeting->arrived[side]; });
    const std::shared_ptr<Meeting> meeting =
        found != waiting.end() ? *found : waiting.emplace_back(std::make_shared<Meeting>(2));
    enter(*meeting, side, call, std::move(arrived));
    std::erase_if(waiting, [](const auto &other) { return other->complete(); });
    return meeting->done;
  }

  void enter(Meeting &meeting, std::size_t index, const Communication &call,
             std::shared_ptr<Marker> arrived) {
    meeting.calls[index] = call;
    meeting.arrived[index] = std::move(arrived);
    if (!meeting.complete())
      return;
    const auto queue = std::make_shared<Queue>();
    for (const std::shared_ptr<Marker> &marker : meeting.arrived)
      queue->push_wait(marker);
    if (const std::optional<std::string> problem = mismatch(meeting.calls)) {
      set_failure(*problem, "All ranks make the same calls in the same order",
                  ErrorCategory::invalid_argument);
      queue->fail(failure_);
    } else {
      queue->push(cpu::work_of("communication", [calls = meeting.calls](Queue &) {
        compute(calls);
        if (check::are_on()) // the ranks have received it
          cpu::check::objects().wrote_all();
      }));
    }
    queue->push_marker(meeting.done);
  }

  /// Ends what waits for ranks that have not called.
  void give_up_all() {
    const auto queue = std::make_shared<Queue>();
    queue->fail(failure_);
    const auto give_up = [&](const Meetings &meetings) {
      for (const std::shared_ptr<Meeting> &meeting : meetings)
        if (!meeting->complete())
          queue->push_marker(meeting->done);
    };
    give_up(std::exchange(collective_, {}));
    for (const auto &[ranks, meetings] : std::exchange(pairs_, {}))
      give_up(meetings);
  }

  void set_failure(std::string text, std::string hint, ErrorCategory category) {
    if (!failure_)
      failure_ = std::make_shared<const Error>(Error({.operation = "communicating on the CPU device",
                                                      .code = 0,
                                                      .code_name = {},
                                                      .text = std::move(text),
                                                      .log = {},
                                                      .hint = std::move(hint),
                                                      .category = category}));
  }

  std::size_t size_;
  std::mutex mutex_;              ///< guards what follows
  std::vector<std::size_t> next_; ///< the number of each rank's next collective call
  std::set<int> taken_;           ///< ranks
  std::size_t first_ = 0;         ///< the number of the first of `collective_`
  Meetings collective_;
  std::map<std::pair<int, int>, Meetings> pairs_; ///< by sender and receiver
  std::shared_ptr<const Error> failure_;
};

class CpuRank final : public CommunicatorImpl {
public:
  CpuRank(const Device &device, int rank, std::shared_ptr<Team> team)
      : CommunicatorImpl(device, rank, static_cast<int>(team->size())), team_(std::move(team)) {}

  std::optional<Error> failure() override { return team_->failure(); }
  void abort() override { team_->abort(); }

  void start(std::span<const PendingCommunication> group) override {
    // First every stream's work so far, then the calls, then the waiting for them: sends and receives of a
    // group do not wait for each other.
    std::map<core::StreamHandle *, std::shared_ptr<Marker>> arrived;
    for (const PendingCommunication &pending : group)
      if (pending.stream->state().capture())
        detail::fail(ErrorCategory::not_supported,
                     std::string("kcc::Communicator::") + name_of(pending.communication.kind) + " of " +
                         pending.rank->label(),
                     "the stream is being captured, and graphs of the CPU device cannot communicate",
                     "Communicate between two graphs");
    for (const PendingCommunication &pending : group) {
      core::StreamState &stream = pending.stream->state();
      (void)stream.device().stream_done(stream.handle(), [&] { // throws an earlier failure
        return std::string("kcc::Communicator::") + name_of(pending.communication.kind) + " of " +
               pending.rank->label();
      });
      auto &marker = arrived[stream.handle()];
      if (!marker)
        cpu::queue(stream.handle()).push_marker(marker = std::make_shared<Marker>());
    }
    std::vector<std::shared_ptr<Marker>> done;
    for (const PendingCommunication &pending : group) {
      auto &rank = static_cast<CpuRank &>(*pending.rank);
      done.push_back(
          rank.team_->add(rank.rank(), pending.communication, arrived[pending.stream->state().handle()]));
    }
    for (std::size_t i = 0; i < group.size(); ++i)
      cpu::queue(group[i].stream->state().handle()).push_wait(done[i]);
  }

private:
  std::shared_ptr<Team> team_;
};

/// Ids of the CPU device begin with this and the process's number.
std::string cpu_id_prefix() {
  return "kcc's CPU device, process " + std::to_string(getpid()) + ", ";
}

} // namespace

CommunicatorId create_cpu_id() {
  static std::atomic<unsigned long> next = 0;
  const std::string text = cpu_id_prefix() + std::to_string(next++);
  CommunicatorId id;
  std::ranges::copy(text, id.bytes.begin());
  return id;
}

std::shared_ptr<CommunicatorImpl> join_cpu(const Device &device, const CommunicatorId &id, int rank,
                                           int size) {
  static std::mutex &mutex = *new std::mutex;
  static auto &teams = *new std::map<std::array<char, 128>, std::weak_ptr<Team>>;
  const char *operation = "making a kcc::Communicator on the CPU device";
  if (const std::string prefix = cpu_id_prefix();
      std::memcmp(id.bytes.data(), prefix.data(), prefix.size()) != 0)
    fail(operation, "the id was made for GPUs, or by another process",
         "Ranks of the CPU device are in one process: kcc::CommunicatorId::create(kcc::Device::cpu())");
  const std::lock_guard lock(mutex);
  std::erase_if(teams, [](const auto &entry) { return entry.second.expired(); });
  std::shared_ptr<Team> team = teams[id.bytes].lock();
  if (!team)
    teams[id.bytes] = team = std::make_shared<Team>(size);
  if (team->size() != static_cast<std::size_t>(size))
    fail(operation, "another rank with this id says that there are " + std::to_string(team->size()) +
                        " ranks, not " + std::to_string(size));
  team->take(rank);
  return std::make_shared<CpuRank>(device, rank, std::move(team));
}

} // namespace kcc::detail
