#include "driver/Version.h"
#include "clang/Basic/Version.h"
#include "llvm/Config/llvm-config.h"

namespace kcc::compiler {

std::string versionText() {
  return "kcc " KCC_VERSION " (LLVM " LLVM_VERSION_STRING ")";
}

std::string buildIdentity() {
  return versionText() + " " + clang::getClangFullVersion();
}

} // namespace kcc::compiler
