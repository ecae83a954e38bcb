#include "targets/metal/SpirvCross.h"
#include <dlfcn.h>
#include <string>
#include <type_traits>

using namespace llvm;

namespace kcc::compiler {

/// The library's major version, which all of Debian's packages have.
static constexpr char Name[] = "libspirv-cross-c-shared.so.0";

static std::string load(SpirvCross &Functions) {
  void *Library = dlopen(Name, RTLD_NOW | RTLD_LOCAL);
  if (!Library)
    return dlerror();
  const char *Missing = nullptr;
  auto Find = [&](auto &Function, const char *Symbol) {
    Function = reinterpret_cast<std::remove_reference_t<decltype(Function)>>(dlsym(Library, Symbol));
    if (!Function && !Missing)
      Missing = Symbol;
  };
#define KCC_FIND(name, result, parameters) Find(Functions.name, "spvc_" #name);
  KCC_SPIRV_CROSS_FUNCTIONS(KCC_FIND)
#undef KCC_FIND
  return Missing ? std::string(Name) + " has no " + Missing : "";
}

Expected<const SpirvCross &> spirvCross() {
  static SpirvCross Functions;
  static const std::string Problem = load(Functions);
  if (!Problem.empty())
    return createStringError("--emit=msl needs SPIRV-Cross, and " + Problem +
                             "; install version 1.3.239 or newer (on Debian libspirv-cross-c-shared0)");
  return Functions;
}

} // namespace kcc::compiler
