#include "targets/nvptx/Builtins.h"
#include "lowering/EmbeddedFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

KCC_EMBEDDED(kcc_nvptx_device) // the bitcode of device/*.cpp

namespace kcc::compiler {
namespace {

/// A shuffle returns 32 bits and a predicate, which becomes bit 32. In C++ the predicate would have to be in
/// a register: one more instruction to put it there, and one to ask it, where it is used.
template <Intrinsic::ID Id> Value *shuffle(const BuiltinCall &Call, IRBuilderBase &Builder) {
  Value *Pair = Builder.CreateIntrinsic(Id, {}, Call.Arguments);
  Value *Bits = Builder.CreateZExt(Builder.CreateExtractValue(Pair, 0), Call.Result);
  Value *Predicate = Builder.CreateZExt(Builder.CreateExtractValue(Pair, 1), Call.Result);
  return Builder.CreateOr(Bits, Builder.CreateShl(Predicate, 32));
}

struct LoweredBuiltin {
  StringRef Name;
  Value *(*Lower)(const BuiltinCall &, IRBuilderBase &);
};
constexpr LoweredBuiltin LoweredBuiltins[] = {
    {"__kcc_warp_shuffle", shuffle<Intrinsic::nvvm_shfl_sync_idx_i32p>},
    {"__kcc_warp_shuffle_up", shuffle<Intrinsic::nvvm_shfl_sync_up_i32p>},
    {"__kcc_warp_shuffle_down", shuffle<Intrinsic::nvvm_shfl_sync_down_i32p>},
    {"__kcc_warp_shuffle_xor", shuffle<Intrinsic::nvvm_shfl_sync_bfly_i32p>},
    {"__kcc_load", hintedLoad},
    {"__kcc_store", hintedStore},
    {"__kcc_prefetch", prefetch},
};

Value *lowerRest(const BuiltinCall &Call, IRBuilderBase &Builder) {
  auto *Found = find_if(LoweredBuiltins, [&](const LoweredBuiltin &R) { return R.Name == Call.What.Name; });
  if (Found == std::end(LoweredBuiltins))
    report_fatal_error(Twine("no code for GPUs for builtin ") + Call.What.Name);
  return Found->Lower(Call, Builder);
}

} // namespace

void lowerNvptxBuiltins(Module &M) {
  lowerBuiltins(M, kcc_nvptx_device(), lowerRest);
}

} // namespace kcc::compiler
