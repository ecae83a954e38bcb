#include "targets/spirv/SpirvModule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace kcc::compiler {

StringRef readerName(SpirvReader Reader) {
  switch (Reader) {
  case SpirvReader::Vulkan:
    return "Vulkan";
  case SpirvReader::Metal:
    return "Metal";
  case SpirvReader::Opencl:
    return "OpenCL";
  }
  llvm_unreachable("no such reader");
}

void SpirvModule::write(std::vector<std::uint32_t> &To, spv::Op Opcode, ArrayRef<std::uint32_t> Operands) {
  To.push_back(static_cast<std::uint32_t>(Operands.size() + 1) << spv::WordCountShift | Opcode);
  To.insert(To.end(), Operands.begin(), Operands.end());
}

void SpirvModule::appendString(SpirvOperands &Operands, StringRef Text) {
  const std::size_t Begin = Operands.size();
  Operands.resize(Begin + Text.size() / 4 + 1);
  for (std::size_t I = 0; I != Text.size(); ++I)
    Operands[Begin + I / 4] |= std::uint32_t{static_cast<unsigned char>(Text[I])} << (I % 4 * 8);
}

/// The newest that Vulkan 1.2 takes.
static constexpr std::uint32_t VulkanVersion = 0x00010500;
/// The newest that all OpenCL devices with SPIR-V take, and the oldest with operations of warps.
static constexpr std::uint32_t OpenclVersion = 0x00010200, OpenclWarpVersion = 0x00010300;

void SpirvModule::add(Section S, spv::Op Opcode, ArrayRef<std::uint32_t> Operands) {
  write(Sections[S], Opcode, Operands);
}

SpirvId SpirvModule::addResult(Section S, spv::Op Opcode, SpirvId Type, ArrayRef<std::uint32_t> Operands) {
  SpirvOperands All = {Type, newId()};
  All.insert(All.end(), Operands.begin(), Operands.end());
  write(Sections[S], Opcode, All);
  return All[1];
}

void SpirvModule::addEntryPoint(SpirvId Function, StringRef Name, ArrayRef<SpirvId> Interface) {
  SpirvOperands Operands = {isForOpencl() ? spv::ExecutionModelKernel : spv::ExecutionModelGLCompute,
                            Function};
  appendString(Operands, Name);
  Operands.insert(Operands.end(), Interface.begin(), Interface.end());
  write(EntryPoints, spv::OpEntryPoint, Operands);
}

void SpirvModule::addName(SpirvId Id, StringRef Name) {
  SpirvOperands Operands = {Id};
  appendString(Operands, Name);
  write(Names, spv::OpName, Operands);
}

void SpirvModule::addMemberName(SpirvId Struct, unsigned Member, StringRef Name) {
  SpirvOperands Operands = {Struct, Member};
  appendString(Operands, Name);
  write(Names, spv::OpMemberName, Operands);
}

void SpirvModule::addNote(StringRef Text) {
  SpirvOperands Operands;
  appendString(Operands, Text);
  write(Notes, spv::OpModuleProcessed, Operands);
}

void SpirvModule::decorate(SpirvId Target, spv::Decoration Decoration, ArrayRef<std::uint32_t> Literals) {
  SpirvOperands Operands = {Target, static_cast<std::uint32_t>(Decoration)};
  Operands.insert(Operands.end(), Literals.begin(), Literals.end());
  add(Decorations, spv::OpDecorate, Operands);
}

void SpirvModule::decorateMember(SpirvId Struct, unsigned Member, spv::Decoration Decoration,
                                 ArrayRef<std::uint32_t> Literals) {
  SpirvOperands Operands = {Struct, Member, static_cast<std::uint32_t>(Decoration)};
  Operands.insert(Operands.end(), Literals.begin(), Literals.end());
  add(Decorations, spv::OpMemberDecorate, Operands);
}

SpirvId SpirvModule::type(spv::Op Opcode, ArrayRef<std::uint32_t> Operands) {
  SpirvId &Id = Types[{Opcode, Operands.vec()}];
  if (Id == 0) {
    Id = newId();
    SpirvOperands All = {Id};
    All.insert(All.end(), Operands.begin(), Operands.end());
    write(Sections[Globals], Opcode, All);
  }
  return Id;
}

SpirvId SpirvModule::intType(unsigned Bits) {
  if (Bits == 8)
    require(spv::CapabilityInt8);
  else if (Bits == 16)
    require(spv::CapabilityInt16);
  else if (Bits == 64)
    require(spv::CapabilityInt64);
  return type(spv::OpTypeInt, {Bits, 0});
}

SpirvId SpirvModule::floatType(unsigned Bits) {
  if (Bits == 16)
    require(spv::CapabilityFloat16);
  else if (Bits == 64)
    require(spv::CapabilityFloat64);
  return type(spv::OpTypeFloat, {Bits});
}

SpirvId SpirvModule::constant(spv::Op Opcode, SpirvId Type, ArrayRef<std::uint32_t> Operands) {
  SpirvOperands Key = {Type};
  Key.insert(Key.end(), Operands.begin(), Operands.end());
  SpirvId &Id = Constants[{Opcode, Key}];
  if (Id == 0)
    Id = addResult(Globals, Opcode, Type, Operands);
  return Id;
}

static SpirvOperands literal(unsigned Bits, std::uint64_t Value) {
  SpirvOperands Words = {static_cast<std::uint32_t>(Value)};
  if (Bits == 64)
    Words.push_back(static_cast<std::uint32_t>(Value >> 32));
  return Words;
}

SpirvId SpirvModule::integer(unsigned Bits, std::uint64_t Value) {
  if (Bits < 64)
    Value &= (std::uint64_t{1} << Bits) - 1;
  const SpirvId Id = constant(spv::OpConstant, intType(Bits), literal(Bits, Value));
  Integers.insert(Id);
  return Id;
}

SpirvId SpirvModule::floating(unsigned Bits, std::uint64_t Pattern) {
  return constant(spv::OpConstant, floatType(Bits), literal(Bits, Pattern));
}

SpirvId SpirvModule::extendedInstructions() {
  if (Extended == 0) {
    Extended = newId();
    SpirvOperands Operands = {Extended};
    appendString(Operands, isForOpencl() ? "OpenCL.std" : "GLSL.std.450");
    write(Imports, spv::OpExtInstImport, Operands);
  }
  return Extended;
}

std::uint32_t SpirvModule::version() const {
  if (!isForOpencl())
    return VulkanVersion;
  const bool HasWarps = any_of(Capabilities, [](spv::Capability C) {
    return C >= spv::CapabilityGroupNonUniform && C <= spv::CapabilityGroupNonUniformQuad;
  });
  return HasWarps ? OpenclWarpVersion : OpenclVersion;
}

std::string SpirvModule::finish() const {
  std::vector<std::uint32_t> Words = {spv::MagicNumber, version(), 0, Next, 0};
  auto Append = [&](const std::vector<std::uint32_t> &Section) {
    Words.insert(Words.end(), Section.begin(), Section.end());
  };
  for (spv::Capability C : Capabilities)
    write(Words, spv::OpCapability, {static_cast<std::uint32_t>(C)});
  for (const std::string &Name : Extensions) {
    SpirvOperands Operands;
    appendString(Operands, Name);
    write(Words, spv::OpExtension, Operands);
  }
  Append(Imports);
  if (isForOpencl())
    write(Words, spv::OpMemoryModel, {spv::AddressingModelPhysical64, spv::MemoryModelOpenCL});
  else
    write(Words, spv::OpMemoryModel, {spv::AddressingModelPhysicalStorageBuffer64, spv::MemoryModelVulkan});
  Append(EntryPoints);
  Append(Sections[Modes]);
  Append(Names);
  Append(Notes);
  for (Section S : {Decorations, Globals, Functions})
    Append(Sections[S]);
  std::string Bytes(Words.size() * 4, '\0');
  for (std::size_t I = 0; I != Words.size(); ++I)
    support::endian::write32le(&Bytes[I * 4], Words[I]);
  return Bytes;
}

} // namespace kcc::compiler
