// What the code shows about the object that an access is in.
#ifndef KCC_CHECKS_KNOWNOBJECTS_H
#define KCC_CHECKS_KNOWNOBJECTS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace llvm {
class CallInst;
class Constant;
class Module;
class Value;
} // namespace llvm

namespace kcc::compiler {

/// How many bytes begin at \p Object, a local or global variable or a parameter passed in memory. None if the
/// code does not show it.
std::optional<std::uint64_t> knownSize(const llvm::Value *Object);

/// The name of a variable in the source; "" if it is not known.
std::string sourceName(const llvm::Value *Object);

/// A constant with \p Text, ended by a zero; one for each text.
llvm::Constant *textIn(llvm::Module &M, llvm::StringRef Text);

/// refineChecks() for one call, which may be gone then.
void refineCheck(llvm::CallInst &Check);
/// Removes a kcc_check_copy() from or to a local variable, which would keep it from becoming a value.
void refineCopy(llvm::CallInst &Copy);

} // namespace kcc::compiler

#endif
