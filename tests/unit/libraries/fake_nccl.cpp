// An NCCL for tests: ranks of one process, on the fake driver's memory. Like NCCL, it starts the calls of a
// group when the group ends, and needs a group if one thread has several ranks. Elements are float, double or
// int.
#include "fake_library.h"

#include "nccl/nccl_api.h"

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

using namespace kcc::nccl;

namespace {

struct Team {
  int size;
  int left; ///< ranks that are not destroyed
};

struct Call {
  enum Kind { all_reduce, broadcast, reduce, all_gather, reduce_scatter, send, receive } kind;
  const void *from;
  void *to;
  std::size_t count;
  DataType type;
  Op op;
  int peer;
  Comm comm;
};

constexpr Status invalid_usage = 5;
int group_depth = 0;
std::vector<Call> calls;

} // namespace

struct kcc::nccl::CommObject {
  Team *team;
  int rank;
};

namespace {

std::size_t size_of(DataType type) {
  return type == data_f64 || type == data_i64 ? 8 : 4;
}

template <class T> void reduce(const std::vector<Call> &ranks) {
  const Call &first = ranks.front();
  const std::size_t parts = first.kind == Call::reduce_scatter ? ranks.size() : 1;
  std::vector<T> result(first.count * parts);
  for (std::size_t i = 0; i < result.size(); ++i) {
    double value = 0;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
      const double element = static_cast<double>(static_cast<const T *>(ranks[rank].from)[i]);
      if (rank == 0)
        value = element;
      else if (first.op == op_product)
        value *= element;
      else if (first.op == op_maximum)
        value = std::max(value, element);
      else if (first.op == op_minimum)
        value = std::min(value, element);
      else
        value += element;
    }
    result[i] = static_cast<T>(first.op == op_average ? value / static_cast<double>(ranks.size()) : value);
  }
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    T *to = static_cast<T *>(ranks[rank].to);
    if (first.kind == Call::reduce_scatter)
      std::copy_n(result.data() + rank * first.count, first.count, to);
    else if (first.kind == Call::all_reduce || first.peer == static_cast<int>(rank))
      std::ranges::copy(result, to);
  }
}

/// One collective call of each rank.
Status run(std::vector<Call> ranks) {
  std::ranges::sort(ranks, {}, [](const Call &call) { return call.comm->rank; });
  const Call &first = ranks.front();
  for (const Call &call : ranks)
    if (call.kind != first.kind || call.count != first.count || call.type != first.type ||
        call.op != first.op || call.peer != first.peer)
      return invalid_usage;
  const std::size_t bytes = first.count * size_of(first.type);
  if (first.kind == Call::broadcast) {
    for (const Call &call : ranks)
      std::memmove(call.to, ranks[static_cast<std::size_t>(first.peer)].from, bytes);
  } else if (first.kind == Call::all_gather) {
    for (const Call &to : ranks)
      for (const Call &from : ranks)
        std::memmove(static_cast<char *>(to.to) + static_cast<std::size_t>(from.comm->rank) * bytes,
                     from.from, bytes);
  } else if (first.type == data_f32) {
    reduce<float>(ranks);
  } else if (first.type == data_f64) {
    reduce<double>(ranks);
  } else if (first.type == data_i32) {
    reduce<int>(ranks);
  } else {
    return invalid_usage;
  }
  return 0;
}

/// Everything that was asked for must find its partners.
Status run_group() {
  std::vector<Call> waiting = std::exchange(calls, {});
  while (!waiting.empty()) {
    const Call first = waiting.front();
    if (first.kind == Call::send || first.kind == Call::receive) {
      const auto partner = std::ranges::find_if(waiting, [&](const Call &call) {
        return (call.kind == Call::send) != (first.kind == Call::send) &&
               (call.kind == Call::send || call.kind == Call::receive) && call.peer == first.comm->rank &&
               first.peer == call.comm->rank && call.count == first.count;
      });
      if (partner == waiting.end())
        return invalid_usage;
      const bool sends = first.kind == Call::send;
      std::memmove(sends ? partner->to : first.to, sends ? first.from : partner->from,
                   first.count * size_of(first.type));
      waiting.erase(partner);
      waiting.erase(waiting.begin());
      continue;
    }
    std::vector<Call> ranks;
    for (std::size_t i = 0; i < waiting.size();) {
      const Comm comm = waiting[i].comm;
      const bool collective = waiting[i].kind != Call::send && waiting[i].kind != Call::receive;
      if (collective && std::ranges::find(ranks, comm, &Call::comm) == ranks.end()) {
        ranks.push_back(waiting[i]);
        waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        ++i;
      }
    }
    if (ranks.size() != static_cast<std::size_t>(first.comm->team->size))
      return invalid_usage;
    if (const Status status = run(std::move(ranks)); status != 0)
      return status;
  }
  return 0;
}

Status add(const Call &call) {
  calls.push_back(call);
  return group_depth == 0 ? run_group() : 0;
}

Comm make(Team *team, int rank) {
  return fake_library::make<CommObject>("communicators", team, rank);
}
Status destroy(Comm comm) {
  if (--comm->team->left == 0)
    delete comm->team;
  fake_library::destroy("communicators", comm);
  return 0;
}

} // namespace

extern "C" {

Status ncclGetUniqueId(UniqueId *id) {
  // Needs no context.
  const std::lock_guard lock(fake_cuda::state().mutex);
  if (const int status = fake_cuda::enter("ncclGetUniqueId"); status != 0)
    return status;
  std::memset(id->bytes, 7, sizeof id->bytes);
  return 0;
}
Status ncclCommInitRank(Comm *comm, int size, UniqueId, int rank) {
  KCC_FAKE_CALL("ncclCommInitRank");
  *comm = make(new Team{size, 1}, rank); // alone, whatever the size
  return 0;
}
Status ncclCommInitAll(Comm *comms, int size, const int *) {
  KCC_FAKE_CALL("ncclCommInitAll");
  Team *team = new Team{size, size};
  for (int rank = 0; rank < size; ++rank)
    comms[rank] = make(team, rank);
  return 0;
}
Status ncclCommDestroy(Comm comm) {
  KCC_FAKE_CALL("ncclCommDestroy");
  return destroy(comm);
}
/// The communicator is gone whatever this returns.
Status ncclCommAbort(Comm comm) {
  const std::lock_guard lock(fake_cuda::state().mutex);
  const int status = fake_cuda::enter_with_context("ncclCommAbort");
  (void)destroy(comm);
  return status;
}
Status ncclCommGetAsyncError(Comm, Status *status) {
  const std::lock_guard lock(fake_cuda::state().mutex);
  if (const int failed = fake_cuda::enter("ncclCommGetAsyncError"); failed != 0)
    return failed;
  const auto &results = fake_cuda::state().lasting_result;
  const auto found = results.find("asynchronous error");
  *status = found == results.end() ? 0 : found->second;
  return 0;
}
const char *ncclGetLastError(Comm) {
  return "the fake NCCL's words";
}

Status ncclAllReduce(const void *from, void *to, std::size_t count, DataType type, Op op, Comm comm,
                     StreamRef) {
  KCC_FAKE_CALL("ncclAllReduce");
  return add({Call::all_reduce, from, to, count, type, op, 0, comm});
}
Status ncclBroadcast(const void *from, void *to, std::size_t count, DataType type, int root, Comm comm,
                     StreamRef) {
  KCC_FAKE_CALL("ncclBroadcast");
  return add({Call::broadcast, from, to, count, type, op_sum, root, comm});
}
Status ncclReduce(const void *from, void *to, std::size_t count, DataType type, Op op, int root, Comm comm,
                  StreamRef) {
  KCC_FAKE_CALL("ncclReduce");
  return add({Call::reduce, from, to, count, type, op, root, comm});
}
Status ncclAllGather(const void *from, void *to, std::size_t count, DataType type, Comm comm, StreamRef) {
  KCC_FAKE_CALL("ncclAllGather");
  return add({Call::all_gather, from, to, count, type, op_sum, 0, comm});
}
Status ncclReduceScatter(const void *from, void *to, std::size_t count, DataType type, Op op, Comm comm,
                         StreamRef) {
  KCC_FAKE_CALL("ncclReduceScatter");
  return add({Call::reduce_scatter, from, to, count, type, op, 0, comm});
}
Status ncclSend(const void *from, std::size_t count, DataType type, int peer, Comm comm, StreamRef) {
  KCC_FAKE_CALL("ncclSend");
  return add({Call::send, from, nullptr, count, type, op_sum, peer, comm});
}
Status ncclRecv(void *to, std::size_t count, DataType type, int peer, Comm comm, StreamRef) {
  KCC_FAKE_CALL("ncclRecv");
  return add({Call::receive, nullptr, to, count, type, op_sum, peer, comm});
}
Status ncclGroupStart() {
  const std::lock_guard lock(fake_cuda::state().mutex);
  if (const int status = fake_cuda::enter("ncclGroupStart"); status != 0)
    return status;
  ++group_depth;
  return 0;
}
/// A group in which a call has failed starts nothing; a group that fails is over.
Status ncclGroupEnd() {
  const std::lock_guard lock(fake_cuda::state().mutex);
  if (--group_depth != 0)
    return 0;
  if (const int status = fake_cuda::enter("ncclGroupEnd"); status != 0) {
    calls.clear();
    return status;
  }
  return run_group();
}

} // extern "C"
