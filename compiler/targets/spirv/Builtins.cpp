#include "targets/spirv/Builtins.h"
#include "lowering/EmbeddedFile.h"
#include "targets/PlainBuiltins.h"
#include "targets/nvptx/AddressSpaces.h"
#include "targets/spirv/Pointers.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

KCC_EMBEDDED(kcc_spirv_device) // the bitcode of device/*.cpp

namespace kcc::compiler {
namespace {

/// A call of the function that the writer knows by the builtin's name.
Value *callOwn(const BuiltinCall &Call, IRBuilderBase &Builder) {
  Module &M = *Builder.GetInsertBlock()->getModule();
  SmallVector<Type *, 4> Types;
  for (Value *A : Call.Arguments)
    Types.push_back(A->getType());
  const StringRef Name = Call.What.Name.drop_front(StringRef("__kcc_").size());
  FunctionCallee Callee =
      M.getOrInsertFunction((OwnPrefix + Name).str(), FunctionType::get(Call.Result, Types, false));
  auto *F = cast<Function>(Callee.getCallee());
  F->setDoesNotThrow();
  if (Call.What.Waits) {
    F->setConvergent();
  } else {
    F->setDoesNotAccessMemory();
    F->setWillReturn();
    F->addFnAttr(Attribute::Speculatable);
  }
  CallInst *Made = Builder.CreateCall(Callee, Call.Arguments);
  return Call.Result->isVoidTy() ? nullptr : Made;
}

Value *dynamicShared(const BuiltinCall &Call, IRBuilderBase &Builder) {
  Module &M = *Builder.GetInsertBlock()->getModule();
  FunctionCallee Callee = M.getOrInsertFunction(std::string(OwnPrefix) + "dynamic_shared",
                                                FunctionType::get(Builder.getPtrTy(SharedSpace), false));
  auto *F = cast<Function>(Callee.getCallee());
  F->setDoesNotAccessMemory();
  F->setWillReturn();
  F->setDoesNotThrow();
  return Builder.CreateAddrSpaceCast(Builder.CreateCall(Callee), Call.Result);
}

/// Whether the pointer leads to the memory with this tag.
Value *hasTag(const BuiltinCall &Call, IRBuilderBase &Builder, std::uint64_t Tag) {
  Value *Number = Builder.CreatePtrToInt(Call.Arguments[0], Builder.getInt64Ty());
  return Builder.CreateICmpEQ(Builder.CreateLShr(Number, 32), Builder.getInt64(Tag));
}
Value *isShared(const BuiltinCall &Call, IRBuilderBase &Builder) {
  return hasTag(Call, Builder, SharedTag);
}
Value *isLocal(const BuiltinCall &Call, IRBuilderBase &Builder) {
  return hasTag(Call, Builder, LocalTag);
}
Value *isGlobal(const BuiltinCall &Call, IRBuilderBase &Builder) {
  return Builder.CreateNot(Builder.CreateOr(isShared(Call, Builder), isLocal(Call, Builder)));
}
Value *sharedAddress(const BuiltinCall &Call, IRBuilderBase &Builder) {
  return Builder.CreateTrunc(Builder.CreatePtrToInt(Call.Arguments[0], Builder.getInt64Ty()), Call.Result);
}

constexpr LoweredBuiltin LoweredBuiltins[] = {
    {"thread_idx_x", callOwn},  {"thread_idx_y", callOwn},         {"thread_idx_z", callOwn},
    {"block_idx_x", callOwn},   {"block_idx_y", callOwn},          {"block_idx_z", callOwn},
    {"block_dim_x", callOwn},   {"block_dim_y", callOwn},          {"block_dim_z", callOwn},
    {"grid_dim_x", callOwn},    {"grid_dim_y", callOwn},           {"grid_dim_z", callOwn},
    {"sync_threads", callOwn},  {"dynamic_shared", dynamicShared}, {"dynamic_shared_bytes", callOwn},
    {"is_global", isGlobal},    {"is_shared", isShared},           {"is_constant", neverTrue},
    {"is_local", isLocal},      {"shared_address", sharedAddress}, {"load", copyWithoutHint},
    {"store", copyWithoutHint}, {"prefetch", doNothing},           {"async_started", doNothing},
    {"yield", doNothing},
};

} // namespace

bool hasSpirvBuiltin(const Builtin &B) {
  return findLowered(LoweredBuiltins, B) || isInLibrary(kcc_spirv_device(), B);
}

void lowerSpirvBuiltins(Module &M) {
  lowerBuiltins(M, kcc_spirv_device(), [](const BuiltinCall &Call, IRBuilderBase &Builder) {
    const LoweredBuiltin *Found = findLowered(LoweredBuiltins, Call.What);
    if (!Found)
      report_fatal_error(Twine("no SPIR-V for builtin ") + Call.What.Name);
    return Found->Lower(Call, Builder);
  });
}

} // namespace kcc::compiler
