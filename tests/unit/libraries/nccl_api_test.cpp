// Compares every declaration of nccl_api.h with NVIDIA's nccl.h. Only built if that header is found. There is
// nothing to run: mistakes do not compile.
#include "alike.h"
#include "nccl/nccl_api.h"
#include "nccl/nccl_status.h"

#include <nccl.h>

namespace {

using kcc::nccl::Api;

// An id is passed by value: a class of the same size.
#define KCC_HOLD(name, function, symbol, parameters)                                                         \
  static_assert(std::string_view(symbol) == "ncclCommInitRank" ||                                            \
                    alike::Functions<decltype(Api::name), decltype(&::function)>::are_alike(),               \
                symbol);                                                                                     \
  static_assert(std::string_view(symbol) == #function);
KCC_NCCL_FUNCTIONS(KCC_HOLD)
static_assert(
    std::is_same_v<decltype(&ncclCommInitRank), ncclResult_t (*)(ncclComm_t *, int, ncclUniqueId, int)>);
static_assert(sizeof(kcc::nccl::UniqueId) == sizeof(ncclUniqueId) &&
              alignof(kcc::nccl::UniqueId) == alignof(ncclUniqueId));
static_assert(std::is_same_v<decltype(&ncclGetLastError), const char *(*)(ncclComm_t)>);

#define KCC_HOLD_STATUS(number, name, category, text, hint) static_assert(nccl##name == number);
KCC_NCCL_STATUSES(KCC_HOLD_STATUS)

#define KCC_HOLD_VALUE(ours, theirs)                                                                         \
  static_assert(static_cast<int>(kcc::nccl::ours) == static_cast<int>(theirs));
KCC_HOLD_VALUE(data_i8, ncclInt8)
KCC_HOLD_VALUE(data_u8, ncclUint8)
KCC_HOLD_VALUE(data_i32, ncclInt32)
KCC_HOLD_VALUE(data_u32, ncclUint32)
KCC_HOLD_VALUE(data_i64, ncclInt64)
KCC_HOLD_VALUE(data_u64, ncclUint64)
KCC_HOLD_VALUE(data_f16, ncclFloat16)
KCC_HOLD_VALUE(data_f32, ncclFloat32)
KCC_HOLD_VALUE(data_f64, ncclFloat64)
KCC_HOLD_VALUE(data_bf16, ncclBfloat16)
KCC_HOLD_VALUE(op_sum, ncclSum)
KCC_HOLD_VALUE(op_product, ncclProd)
KCC_HOLD_VALUE(op_maximum, ncclMax)
KCC_HOLD_VALUE(op_minimum, ncclMin)
KCC_HOLD_VALUE(op_average, ncclAvg)
KCC_HOLD_VALUE(in_progress, ncclInProgress)

} // namespace
