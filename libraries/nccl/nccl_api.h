// The part of NCCL that kcc uses, declared once; tests compare it with nccl.h.
#ifndef KCC_LIBRARIES_NCCL_NCCL_API_H
#define KCC_LIBRARIES_NCCL_NCCL_API_H

#include "core/shared_library.h"

#include <cstddef>

namespace kcc::nccl {

using Status = int; // ncclResult_t
struct CommObject;
using Comm = CommObject *;
using StreamRef = void *; // cudaStream_t
struct UniqueId {         // ncclUniqueId
  char bytes[128];
};
enum DataType : unsigned { // ncclDataType_t
  data_i8 = 0,
  data_u8 = 1,
  data_i32 = 2,
  data_u32 = 3,
  data_i64 = 4,
  data_u64 = 5,
  data_f16 = 6,
  data_f32 = 7,
  data_f64 = 8,
  data_bf16 = 9
};
enum Op : unsigned { op_sum = 0, op_product = 1, op_maximum = 2, op_minimum = 3, op_average = 4 };

inline constexpr Status in_progress = 7;

// X(name, function, symbol, parameters)
#define KCC_NCCL_FUNCTIONS(X)                                                                                \
  X(get_unique_id, ncclGetUniqueId, "ncclGetUniqueId", (UniqueId *))                                         \
  X(comm_init_rank, ncclCommInitRank, "ncclCommInitRank", (Comm *, int, UniqueId, int))                      \
  X(comm_init_all, ncclCommInitAll, "ncclCommInitAll", (Comm *, int, const int *))                           \
  X(comm_destroy, ncclCommDestroy, "ncclCommDestroy", (Comm))                                                \
  X(comm_abort, ncclCommAbort, "ncclCommAbort", (Comm))                                                      \
  X(comm_get_async_error, ncclCommGetAsyncError, "ncclCommGetAsyncError", (Comm, Status *))                  \
  X(all_reduce, ncclAllReduce, "ncclAllReduce",                                                              \
    (const void *, void *, std::size_t, DataType, Op, Comm, StreamRef))                                      \
  X(broadcast, ncclBroadcast, "ncclBroadcast",                                                               \
    (const void *, void *, std::size_t, DataType, int, Comm, StreamRef))                                     \
  X(reduce, ncclReduce, "ncclReduce",                                                                        \
    (const void *, void *, std::size_t, DataType, Op, int, Comm, StreamRef))                                 \
  X(all_gather, ncclAllGather, "ncclAllGather",                                                              \
    (const void *, void *, std::size_t, DataType, Comm, StreamRef))                                          \
  X(reduce_scatter, ncclReduceScatter, "ncclReduceScatter",                                                  \
    (const void *, void *, std::size_t, DataType, Op, Comm, StreamRef))                                      \
  X(send, ncclSend, "ncclSend", (const void *, std::size_t, DataType, int, Comm, StreamRef))                 \
  X(receive, ncclRecv, "ncclRecv", (void *, std::size_t, DataType, int, Comm, StreamRef))                    \
  X(group_start, ncclGroupStart, "ncclGroupStart", ())                                                       \
  X(group_end, ncclGroupEnd, "ncclGroupEnd", ())

/// The functions of the loaded library.
struct Api {
#define KCC_DECLARE(name, function, symbol, parameters) core::ImportedFunction<Status parameters> name;
  KCC_NCCL_FUNCTIONS(KCC_DECLARE)
#undef KCC_DECLARE
  /// More about the last error of a thread; since NCCL 2.13.
  core::ImportedFunction<const char *(Comm)> get_last_error;

  void find_all(core::FunctionFinder &finder) {
#define KCC_FIND(name, function, symbol, parameters) finder.find(name, #function, symbol);
    KCC_NCCL_FUNCTIONS(KCC_FIND)
#undef KCC_FIND
    finder.find(get_last_error, "ncclGetLastError", "ncclGetLastError", false);
  }
};

} // namespace kcc::nccl

#endif
