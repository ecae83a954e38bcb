// A SPIR-V module while it is written: identifiers, types and constants without duplicates, and the sections
// in the order that the SPIR-V specification demands ("Logical Layout of a Module").
#ifndef KCC_TARGETS_SPIRV_SPIRVMODULE_H
#define KCC_TARGETS_SPIRV_SPIRVMODULE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <set>
#include <spirv/unified1/spirv.hpp>
#include <string>
#include <utility>
#include <vector>

namespace kcc::compiler {

/// A result of an instruction, a type, a constant or a label; 0 is none.
using SpirvId = std::uint32_t;

/// Operands after the result; identifiers and literals alike.
using SpirvOperands = std::vector<std::uint32_t>;

/// What reads the module: drivers for Vulkan or OpenCL, or the translator to Metal's language
/// (targets/metal).
enum class SpirvReader { Vulkan, Metal, Opencl };

/// The name in messages.
llvm::StringRef readerName(SpirvReader Reader);

class SpirvModule {
public:
  explicit SpirvModule(SpirvReader Reader) : Reader(Reader) {}

  SpirvReader reader() const { return Reader; }
  bool isForOpencl() const { return Reader == SpirvReader::Opencl; }

  /// The sections that others append to directly.
  enum Section : unsigned { Modes, Decorations, Globals, Functions, SectionCount };

  SpirvId newId() { return Next++; }

  void require(spv::Capability Capability) { Capabilities.insert(Capability); }
  bool hasRequired(spv::Capability Capability) const { return Capabilities.contains(Capability); }
  void requireExtension(llvm::StringRef Name) { Extensions.insert(Name.str()); }

  /// Appends an instruction to other words, which go to append() later.
  static void write(std::vector<std::uint32_t> &To, spv::Op Opcode, llvm::ArrayRef<std::uint32_t> Operands);
  /// Appends a literal string to operands: UTF-8, ended by a zero byte and filled up with zeros to whole
  /// words.
  static void appendString(SpirvOperands &Operands, llvm::StringRef Text);
  void append(Section S, llvm::ArrayRef<std::uint32_t> Words) {
    Sections[S].insert(Sections[S].end(), Words.begin(), Words.end());
  }
  /// Appends an instruction.
  void add(Section S, spv::Op Opcode, llvm::ArrayRef<std::uint32_t> Operands);
  /// The same with a type and a result, which it returns.
  SpirvId addResult(Section S, spv::Op Opcode, SpirvId Type, llvm::ArrayRef<std::uint32_t> Operands);

  void addEntryPoint(SpirvId Function, llvm::StringRef Name, llvm::ArrayRef<SpirvId> Interface);
  /// For readers of what is made from the module.
  void addName(SpirvId Id, llvm::StringRef Name);
  void addMemberName(SpirvId Struct, unsigned Member, llvm::StringRef Name);
  /// A fact for the runtime (kcc/abi/spirv_notes.h).
  void addNote(llvm::StringRef Text);
  void decorate(SpirvId Target, spv::Decoration Decoration, llvm::ArrayRef<std::uint32_t> Literals = {});
  void decorateMember(SpirvId Struct, unsigned Member, spv::Decoration Decoration,
                      llvm::ArrayRef<std::uint32_t> Literals = {});

  // Types; the same one each time.
  SpirvId type(spv::Op Opcode, llvm::ArrayRef<std::uint32_t> Operands = {});
  SpirvId voidType() { return type(spv::OpTypeVoid); }
  SpirvId boolType() { return type(spv::OpTypeBool); }
  /// Asks for the capability that the width needs.
  SpirvId intType(unsigned Bits);
  SpirvId floatType(unsigned Bits);
  SpirvId vectorType(SpirvId Element, unsigned Count) {
    return Count == 1 ? Element : type(spv::OpTypeVector, {Element, Count});
  }
  SpirvId pointerType(spv::StorageClass Class, SpirvId To) {
    return type(spv::OpTypePointer, {static_cast<std::uint32_t>(Class), To});
  }

  // Constants.
  SpirvId boolean(bool Value) {
    return constant(Value ? spv::OpConstantTrue : spv::OpConstantFalse, boolType());
  }
  SpirvId integer(unsigned Bits, std::uint64_t Value);
  /// Whether it is a result of integer().
  bool isInteger(SpirvId Id) const { return Integers.contains(Id); }
  SpirvId floating(unsigned Bits, std::uint64_t Pattern);
  SpirvId word(std::uint32_t Value) { return integer(32, Value); }
  SpirvId constant(spv::Op Opcode, SpirvId Type, llvm::ArrayRef<std::uint32_t> Operands = {});

  /// The number of the set of extended instructions, GLSL.std.450 or OpenCL.std.
  SpirvId extendedInstructions();

  /// The words of the finished module, as bytes.
  std::string finish() const;

private:
  std::uint32_t version() const;

  SpirvReader Reader;
  std::uint32_t Next = 1;
  std::set<spv::Capability> Capabilities;
  std::set<std::string> Extensions;
  std::vector<std::uint32_t> Imports, EntryPoints, Names, Notes;
  std::vector<std::uint32_t> Sections[SectionCount];
  std::map<std::pair<spv::Op, SpirvOperands>, SpirvId> Types;
  std::map<std::pair<spv::Op, SpirvOperands>, SpirvId> Constants;
  std::set<SpirvId> Integers; ///< of the constants
  SpirvId Extended = 0;
};

} // namespace kcc::compiler

#endif
