#include "targets/nvptx/Builtins.h"
#include "lowering/EmbeddedFile.h"
#include "targets/PlainBuiltins.h"
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

constexpr LoweredBuiltin LoweredBuiltins[] = {
    {"warp_shuffle", shuffle<Intrinsic::nvvm_shfl_sync_idx_i32p>},
    {"warp_shuffle_up", shuffle<Intrinsic::nvvm_shfl_sync_up_i32p>},
    {"warp_shuffle_down", shuffle<Intrinsic::nvvm_shfl_sync_down_i32p>},
    {"warp_shuffle_xor", shuffle<Intrinsic::nvvm_shfl_sync_bfly_i32p>},
    {"load", hintedLoad},
    {"store", hintedStore},
    {"prefetch", prefetch},
};

Value *lowerRest(const BuiltinCall &Call, IRBuilderBase &Builder) {
  const LoweredBuiltin *Found = findLowered(LoweredBuiltins, Call.What);
  if (!Found)
    report_fatal_error(Twine("no code for GPUs for builtin ") + Call.What.Name);
  return Found->Lower(Call, Builder);
}

} // namespace

void lowerNvptxBuiltins(Module &M) {
  lowerBuiltins(M, kcc_nvptx_device(), lowerRest);
}

} // namespace kcc::compiler
