// Compares how kernels and the program lay out the types that they share.
#ifndef KCC_RUNTIME_CORE_LAYOUT_H
#define KCC_RUNTIME_CORE_LAYOUT_H

#include "manifest.h"

#include <kcc/runtime/layout.h>

#include <string>
#include <vector>

namespace kcc::core {

/// The first difference between what the manifest says about a type, and all types that it leads to, and what
/// the program's compiler knows about them (include/kcc/runtime/layout.h): "`Mixed::weight` at byte 4 is f32
/// in the kernel, and the program has i32 there". Empty if there is none. `layout` may be no_layout.
std::string layout_difference(const std::vector<TypeInfo> &kernels, int layout,
                              const detail::ClassLayout &program);

/// The same for two manifests: the module's, and that of the image with whose typed header the program was
/// compiled. Compares everything in them.
std::string layout_difference(const std::vector<TypeInfo> &kernels, int layout,
                              const std::vector<TypeInfo> &program, int program_layout);

/// The first class of another C++ library than the program's in a type and all types that it leads to:
/// "`std::tuple<int, float>` is libc++'s in the kernel, and the program has libstdc++". Empty if there is
/// none.
std::string library_difference(const std::vector<TypeInfo> &types, int layout);

} // namespace kcc::core

#endif
