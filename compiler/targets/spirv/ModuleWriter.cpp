#include "targets/spirv/ModuleWriter.h"
#include "kcc/abi/vulkan_code.h"
#include "lowering/SharedMemory.h"
#include "targets/CodeProblem.h"
#include "targets/PlainBuiltins.h"
#include "targets/nvptx/AddressSpaces.h"
#include "targets/spirv/AtomicFunctions.h"
#include "targets/spirv/BarrierChecks.h"
#include "targets/spirv/Builtins.h"
#include "targets/spirv/FunctionWriter.h"
#include "targets/spirv/LockedAtomics.h"
#include "targets/spirv/ModuleVariables.h"
#include "targets/spirv/Parameters.h"
#include "targets/spirv/SpirvModule.h"
#include "targets/spirv/ThreadEnds.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// Of a note. An instruction has at most 65535 words; data has two characters for each byte.
constexpr std::size_t MaxDataBytes = 65536;

SpirvId input(SpirvModule &Out, spv::BuiltIn BuiltIn, SpirvId Of) {
  const SpirvId Type = Out.pointerType(spv::StorageClassInput, Of);
  const SpirvId Variable =
      Out.addResult(SpirvModule::Globals, spv::OpVariable, Type, {spv::StorageClassInput});
  Out.decorate(Variable, spv::DecorationBuiltIn, {static_cast<std::uint32_t>(BuiltIn)});
  if (Out.isForOpencl())
    Out.decorate(Variable, spv::DecorationConstant);
  return Variable;
}

/// A specialization constant of 32 bits.
SpirvId chosenLater(SpirvModule &Out, abi::VulkanConstant Number, std::uint32_t Default = 1) {
  const SpirvId Id = Out.addResult(SpirvModule::Globals, spv::OpSpecConstant, Out.intType(32), {Default});
  Out.decorate(Id, spv::DecorationSpecId, {Number});
  return Id;
}

void addBlockSize(SpirvModule &Out, ModuleInterface &Interface) {
  for (unsigned Axis = 0; Axis != 3; ++Axis)
    Interface.BlockSize[Axis] =
        chosenLater(Out, static_cast<abi::VulkanConstant>(abi::vulkan_block_x + Axis));
  const SpirvId Size = Out.constant(spv::OpSpecConstantComposite, Out.vectorType(Out.intType(32), 3),
                                    {Interface.BlockSize[0], Interface.BlockSize[1], Interface.BlockSize[2]});
  Out.decorate(Size, spv::DecorationBuiltIn, {spv::BuiltInWorkgroupSize});
}

/// For Metal with names, which its text has too, and without pushed parameters.
SpirvId pushConstants(SpirvModule &Out, bool ForMetal) {
  const SpirvId Long = Out.intType(64), Word = Out.intType(32);
  const SpirvId Struct = Out.newId(); // not one of the types of results, because of its decorations
  std::vector<std::uint32_t> Members = {Struct, Long, Long, Long, Word, Word, Word, Word};
  const std::size_t Pushed = ForMetal ? 0 : std::size(abi::VulkanArguments{}.pushed);
  Members.insert(Members.end(), Pushed, Long);
  Out.add(SpirvModule::Globals, spv::OpTypeStruct, Members);
  Out.decorate(Struct, spv::DecorationBlock);
  constexpr std::uint32_t Grid = offsetof(abi::VulkanArguments, grid);
  for (auto [Member, Offset] : enumerate(std::array<std::uint32_t, FirstPushed>{
           offsetof(abi::VulkanArguments, parameters), offsetof(abi::VulkanArguments, variables),
           offsetof(abi::VulkanArguments, status), Grid, Grid + 4, Grid + 8,
           offsetof(abi::VulkanArguments, dynamic_shared_bytes)}))
    Out.decorateMember(Struct, static_cast<unsigned>(Member), spv::DecorationOffset, {Offset});
  for (unsigned Number = 0; Number != Pushed; ++Number)
    Out.decorateMember(Struct, FirstPushed + Number, spv::DecorationOffset,
                       {static_cast<std::uint32_t>(offsetof(abi::VulkanArguments, pushed) + 8 * Number)});
  const SpirvId Variable =
      Out.addResult(SpirvModule::Globals, spv::OpVariable,
                    Out.pointerType(spv::StorageClassPushConstant, Struct), {spv::StorageClassPushConstant});
  if (ForMetal) {
    Out.addName(Struct, "Arguments");
    Out.addName(Variable, "arguments");
    for (auto [Member, Name] : enumerate(std::array{"parameters", "variables", "status", "grid_x", "grid_y",
                                                    "grid_z", "dynamic_shared_bytes"}))
      Out.addMemberName(Struct, static_cast<unsigned>(Member), Name);
  }
  return Variable;
}

/// Shared memory of \p Words as an array of vectors of four.
SpirvId sharedVectors(SpirvModule &Out, SpirvId Words) {
  const SpirvId Word = Out.intType(32);
  const SpirvId Rounded = Out.constant(spv::OpSpecConstantOp, Word, {spv::OpIAdd, Words, Out.word(3)});
  const SpirvId Count =
      Out.constant(spv::OpSpecConstantOp, Word, {spv::OpShiftRightLogical, Rounded, Out.word(2)});
  const SpirvId Array = Out.type(spv::OpTypeArray, {Out.vectorType(Word, 4), Count});
  return Out.addResult(SpirvModule::Globals, spv::OpVariable,
                       Out.pointerType(spv::StorageClassWorkgroup, Array), {spv::StorageClassWorkgroup});
}

/// The accesses of a function to shared memory, in words as they are written.
struct SharedAccesses {
  unsigned Words = 0, InVectors = 0; ///< the latter in aligned vectors of four
  bool HasAtomics = false;
};

SharedAccesses sharedAccesses(const Function &F) {
  SharedAccesses Found;
  for (const Instruction &I : instructions(F)) {
    const Value *Pointer = getLoadStorePointerOperand(&I);
    if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I)) {
      const Value *Target = I.getOperand(0);
      Found.HasAtomics |= Target->getType()->getPointerAddressSpace() == SharedSpace;
    }
    if (!Pointer || Pointer->getType()->getPointerAddressSpace() != SharedSpace)
      continue;
    Found.HasAtomics |= I.isAtomic() || I.isVolatile();
    auto *Vector = dyn_cast<FixedVectorType>(getLoadStoreType(&I));
    const bool IsAligned = getLoadStoreAlignment(&I) >= 16;
    if (Vector && IsAligned && Vector->getScalarSizeInBits() == 32 && Vector->getNumElements() % 4 == 0)
      Found.InVectors += Vector->getNumElements();
    else
      ++Found.Words;
  }
  return Found;
}

/// The functions to which shared memory is an array of vectors: kernels that access mostly these. On an H200,
/// that took 24 % from the time of `product` of benchmarks/vulkan; it would add 12 % to that of `sort_tiles`,
/// which accesses single words.
SmallPtrSet<const Function *, 8> usersOfSharedVectors(const Module &M) {
  SmallPtrSet<const Function *, 8> Users;
  for (const Function &F : M) {
    if (F.isDeclaration())
      continue;
    const SharedAccesses Found = sharedAccesses(F);
    const bool IsUsed = Found.Words != 0 || Found.InVectors != 0 || Found.HasAtomics;
    if (F.getCallingConv() != CallingConv::PTX_Kernel && IsUsed)
      return {}; // several kernels may call it
    if (Found.InVectors > Found.Words && !Found.HasAtomics)
      Users.insert(&F);
  }
  return Users;
}

/// The variables from which kernels learn where they are.
SmallVector<SpirvId, 6> addInputs(SpirvModule &Out, ModuleInterface &Interface, bool HasWarps) {
  const SpirvId Word = Out.intType(32), Three = Out.vectorType(Out.isForOpencl() ? Out.intType(64) : Word, 3);
  Interface.ThreadIndex = input(Out, spv::BuiltInLocalInvocationId, Three);
  Interface.BlockIndex = input(Out, spv::BuiltInWorkgroupId, Three);
  SmallVector<SpirvId, 6> All = {Interface.ThreadIndex, Interface.BlockIndex};
  if (Out.reader() == SpirvReader::Vulkan) {
    addBlockSize(Out, Interface);
    Out.require(spv::CapabilityGroupNonUniform);
    Interface.Lane = input(Out, spv::BuiltInSubgroupLocalInvocationId, Word);
    All.push_back(Interface.Lane);
    return All;
  }
  const bool ForMetal = Out.reader() == SpirvReader::Metal;
  Interface.BlockSizeInput = input(Out, ForMetal ? BlockSizeStandIn : spv::BuiltInWorkgroupSize, Three);
  Interface.GridSizeInput = input(Out, spv::BuiltInNumWorkgroups, Three);
  All.append({Interface.BlockSizeInput, Interface.GridSizeInput});
  if (ForMetal || HasWarps) {
    Interface.WarpSize = input(Out, ForMetal ? spv::BuiltInSubgroupSize : spv::BuiltInSubgroupMaxSize, Word);
    Interface.Lane = input(Out, spv::BuiltInSubgroupLocalInvocationId, Word);
    All.append({Interface.WarpSize, Interface.Lane});
  }
  return All;
}

/// The host's arguments, and shared and local memory. Returns what all kernels use.
SmallVector<SpirvId, 3> addMemories(SpirvModule &Out, const Module &M, ModuleInterface &Interface) {
  const bool ForMetal = Out.reader() == SpirvReader::Metal;
  auto AddVariable = [&](spv::StorageClass Class, SpirvId Type, std::optional<SpirvId> First = {}) {
    SpirvOperands Operands = {static_cast<std::uint32_t>(Class)};
    if (First)
      Operands.push_back(*First);
    return Out.addResult(SpirvModule::Globals, spv::OpVariable, Out.pointerType(Class, Type), Operands);
  };
  Interface.PushConstants = pushConstants(Out, ForMetal);
  SmallVector<SpirvId, 3> All = {Interface.PushConstants};
  const SpirvId Words = chosenLater(Out, abi::vulkan_shared_words);
  Interface.Shared =
      AddVariable(spv::StorageClassWorkgroup, Out.type(spv::OpTypeArray, {Out.intType(32), Words}));
  if (!ForMetal)
    Interface.WithSharedVectors = usersOfSharedVectors(M);
  if (!Interface.WithSharedVectors.empty())
    Interface.SharedVectors = sharedVectors(Out, Words);
  if (Out.reader() == SpirvReader::Vulkan) {
    Interface.OnLlvmpipe = Out.addResult(SpirvModule::Globals, spv::OpSpecConstantFalse, Out.boolType(), {});
    Out.decorate(Interface.OnLlvmpipe, spv::DecorationSpecId, {abi::vulkan_on_llvmpipe});
    Interface.LoopCount = AddVariable(spv::StorageClassPrivate, Out.intType(32), Out.word(0));
    All.push_back(Interface.LoopCount);
  }
  if (M.getFunction(std::string(OwnPrefix) + LockName)) {
    Interface.SharedLock = AddVariable(spv::StorageClassWorkgroup, Out.intType(32));
    All.push_back(Interface.SharedLock);
  }
  if (!Interface.Locals.Needed.empty()) {
    std::uint64_t Most = 0;
    for (auto [F, Bytes] : Interface.Locals.Needed)
      Most = std::max(Most, Bytes);
    const SpirvId Count = chosenLater(Out, abi::vulkan_local_words, static_cast<std::uint32_t>(Most / 4));
    Interface.LocalMemory =
        AddVariable(spv::StorageClassPrivate, Out.type(spv::OpTypeArray, {Out.intType(32), Count}));
  }
  if (Interface.HasEnds) {
    Interface.HasEnded = AddVariable(spv::StorageClassPrivate, Out.boolType(), Out.boolean(false));
    All.push_back(Interface.HasEnded);
  }
  return All;
}

void addVariableNotes(SpirvModule &Out, const Module &M, const VariableLayout &Layout) {
  if (Layout.Bytes == 0)
    return;
  Out.addNote((Twine(abi::spirv_variables_word) + Twine(Layout.Bytes) + " " + Twine(Layout.Align)).str());
  for (std::size_t Begin = 0; Begin < Layout.Data.size(); Begin += MaxDataBytes) {
    ArrayRef<std::uint8_t> Part = ArrayRef(Layout.Data).drop_front(Begin).take_front(MaxDataBytes);
    while (!Part.empty() && Part.back() == 0)
      Part = Part.drop_back();
    if (!Part.empty())
      Out.addNote((Twine(abi::spirv_data_word) + Twine(Begin) + " " + toHex(Part, /*LowerCase=*/true)).str());
  }
  for (auto [At, Target] : Layout.Addresses)
    Out.addNote((Twine(abi::spirv_address_word) + Twine(At) + " " + Twine(Target)).str());
  for (const GlobalVariable &V : M.globals())
    if (auto Found = Layout.Offsets.find(&V); Found != Layout.Offsets.end() && !V.hasLocalLinkage())
      Out.addNote((Twine(abi::spirv_symbol_word) + Twine(Found->second) + " " +
                   Twine(M.getDataLayout().getTypeAllocSize(V.getValueType()).getFixedValue()) + " " +
                   V.getName())
                      .str());
}

/// Whether \p Kernel reaches a function of whose name \p Is is true.
bool reaches(const Function &Kernel, function_ref<bool(StringRef)> Is) {
  SmallSetVector<const Function *, 16> Reached;
  Reached.insert(&Kernel);
  for (std::size_t N = 0; N != Reached.size(); ++N)
    for (const Instruction &I : instructions(Reached[N]))
      if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->getCalledFunction())
        Reached.insert(Call->getCalledFunction());
  return any_of(Reached, [&](const Function *F) { return Is(F->getName()); });
}

bool usesDynamicShared(const Function &Kernel) {
  return reaches(Kernel, [](StringRef Name) {
    return Name.consume_front(OwnPrefix) && Name.starts_with("dynamic_shared");
  });
}

/// Lanes of a warp that took different branches reconverge where these meet, as kcc's kernels expect.
/// Khronos's headers of Debian 12 do not have the number yet.
void addReconvergence(SpirvModule &Out, SpirvId Kernel) {
  constexpr std::uint32_t MaximallyReconverges = 6023;
  Out.requireExtension("SPV_KHR_maximal_reconvergence");
  Out.add(SpirvModule::Modes, spv::OpExecutionMode, {Kernel, MaximallyReconverges});
}

/// As strict as on other devices, so that all have the same results.
void setFloatModes(SpirvModule &Out, ArrayRef<SpirvId> Kernels) {
  Out.requireExtension("SPV_KHR_float_controls");
  for (auto [Capability, Mode] :
       {std::pair(spv::CapabilitySignedZeroInfNanPreserve, spv::ExecutionModeSignedZeroInfNanPreserve),
        {spv::CapabilityRoundingModeRTE, spv::ExecutionModeRoundingModeRTE},
        {spv::CapabilityDenormPreserve, spv::ExecutionModeDenormPreserve}}) {
    Out.require(Capability);
    for (SpirvId Kernel : Kernels)
      for (std::uint32_t Bits : {16u, 32u, 64u})
        if (Bits == 32 || Out.hasRequired(Bits == 16 ? spv::CapabilityFloat16 : spv::CapabilityFloat64))
          Out.add(SpirvModule::Modes, spv::OpExecutionMode, {Kernel, static_cast<std::uint32_t>(Mode), Bits});
  }
}

} // namespace

Expected<std::string> writeSpirv(const Module &Const, SpirvReader Reader) {
  auto &M = const_cast<Module &>(Const); // LLVM's analyses want it so
  const bool ForMetal = Reader == SpirvReader::Metal, ForOpencl = Reader == SpirvReader::Opencl;
  SpirvModule Out(Reader);
  AtomicFunctions Atomics(Out);
  Out.require(spv::CapabilityInt64);
  if (ForOpencl) {
    for (spv::Capability C : {spv::CapabilityKernel, spv::CapabilityAddresses})
      Out.require(C);
  } else {
    for (spv::Capability C : {spv::CapabilityShader, spv::CapabilityVulkanMemoryModel,
                              spv::CapabilityPhysicalStorageBufferAddresses})
      Out.require(C);
  }

  SmallVector<Function *, 4> Kernels;
  SmallVector<GlobalVariable *, 8> Shared;
  for (Function &F : M)
    if (F.getCallingConv() == CallingConv::PTX_Kernel)
      Kernels.push_back(&F);
  for (GlobalVariable &V : M.globals())
    if (V.getAddressSpace() == SharedSpace)
      Shared.push_back(&V);

  ModuleInterface Interface;
  Interface.Atomics = &Atomics;
  Interface.Variables = layOutVariables(M);
  if (!Interface.Variables.Problem.empty())
    return createStringError(Interface.Variables.Problem);
  SharedLayout Layout = layOutSharedMemory(Kernels, Shared);
  Interface.SharedOffsets = std::move(Layout.Offsets);
  SmallVector<SpirvId, 10> Variables;
  append_range(Variables,
               addInputs(Out, Interface, any_of(Kernels, [](const Function *F) { return usesWarps(*F); })));
  Interface.Locals = layOutLocals(M);
  if (!Interface.Locals.Problem.empty())
    return make_error<CodeProblem>(Interface.Locals.Problem, *Interface.Locals.ProblemPlace);
  Interface.HasEnds = M.getFunction(EndName) != nullptr;
  if (!ForOpencl) // functions for OpenCL pass that on (OpenclContext)
    append_range(Variables, addMemories(Out, M, Interface));

  for (Function &F : M)
    if (!F.isDeclaration())
      Interface.Functions[&F] = Out.newId();
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    FunctionWriter Writer(Out, Interface, F);
    Writer.write();
    if (!Writer.problem().empty())
      return make_error<CodeProblem>(Writer.problem(), *Writer.problemPlace());
  }
  SmallVector<SpirvId, 4> Ids;
  for (auto [F, Bytes] : zip(Kernels, Layout.KernelBytes)) {
    if (Bytes > F->getFnAttributeAsParsedInteger(StaticSharedAttribute))
      return createStringError("kernel '" + F->getName() + "' needs more shared memory than was laid out");
    const SpirvId Id = Interface.Functions[F];
    SmallVector<SpirvId, 10> Used = Variables;
    if (const std::uint64_t Local = Interface.Locals.Needed.lookup(F); Local != 0 && !ForOpencl) {
      Used.push_back(Interface.LocalMemory);
      Out.addNote((abi::spirv_local_word + Twine(Local) + " " + F->getName()).str());
    }
    if (!ForOpencl)
      Used.push_back(Interface.WithSharedVectors.contains(F) ? Interface.SharedVectors : Interface.Shared);
    Out.addEntryPoint(Id, F->getName(), Used);
    if (ForOpencl)
      Out.add(SpirvModule::Modes, spv::OpExecutionMode, {Id, spv::ExecutionModeContractionOff});
    else
      Out.add(SpirvModule::Modes, spv::OpExecutionMode, {Id, spv::ExecutionModeLocalSize, 1, 1, 1});
    Ids.push_back(Id);
    if (ForMetal && usesDynamicShared(*F))
      Out.addNote((DynamicSharedNote + F->getName()).str());
    if (F->hasFnAttribute(PushedAttribute))
      Out.addNote((abi::spirv_pushed_word + F->getName()).str());
    if (Reader == SpirvReader::Vulkan && reachesPartialBarrier(*F))
      Out.addNote((abi::spirv_partial_barriers_word + F->getName()).str());
    if (usesWarps(*F)) {
      Out.addNote((abi::spirv_warps_word + F->getName()).str());
      if (Reader == SpirvReader::Vulkan)
        addReconvergence(Out, Id);
      if (ForOpencl) {
        Out.require(spv::CapabilitySubgroupDispatch);
        Out.add(SpirvModule::Modes, spv::OpExecutionMode, {Id, spv::ExecutionModeSubgroupSize, 32});
      }
    }
  }
  if (ForMetal)
    Out.addName(Interface.Shared, "shared_memory");
  else if (Reader == SpirvReader::Vulkan)
    setFloatModes(Out, Ids);
  addVariableNotes(Out, M, Interface.Variables);
  return Out.finish();
}

bool usesWarps(const Function &Kernel) {
  return reaches(Kernel, [](StringRef Name) { return Name.starts_with(WarpPrefix); });
}

std::string withManifest(const std::string &Spirv, StringRef Manifest) {
  constexpr std::size_t HeaderBytes = 20;
  auto WordAt = [&](std::size_t At) { return support::endian::read32le(Spirv.data() + At); };
  std::size_t Place = HeaderBytes;
  for (std::size_t At = HeaderBytes; At < Spirv.size();) {
    const std::uint32_t First = WordAt(At);
    At += std::size_t{First >> spv::WordCountShift} * 4;
    if ((First & spv::OpCodeMask) == spv::OpExecutionMode)
      Place = At;
    if ((First & spv::OpCodeMask) == spv::OpFunction)
      break;
  }
  std::vector<std::uint32_t> Notes;
  for (; !Manifest.empty(); Manifest = Manifest.drop_front(std::min(MaxDataBytes, Manifest.size()))) {
    SpirvOperands Operands;
    SpirvModule::appendString(Operands, (abi::spirv_manifest_word + Manifest.take_front(MaxDataBytes)).str());
    SpirvModule::write(Notes, spv::OpModuleProcessed, Operands);
  }
  std::string Bytes(Notes.size() * 4, '\0');
  for (std::size_t I = 0; I != Notes.size(); ++I)
    support::endian::write32le(&Bytes[I * 4], Notes[I]);
  return Spirv.substr(0, Place) + Bytes + Spirv.substr(Place);
}

} // namespace kcc::compiler
