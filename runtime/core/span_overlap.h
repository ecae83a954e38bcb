// The check behind [[kcc::no_alias]]: the memory of a launch's spans does not overlap.
#ifndef KCC_RUNTIME_CORE_SPAN_OVERLAP_H
#define KCC_RUNTIME_CORE_SPAN_OVERLAP_H

#include "loaded_module.h"

namespace kcc::core {

/// Throws an Error that names two spans of the kernel's arguments whose memory overlaps, if there are such
/// and not both are read-only. Does not allocate otherwise. `arguments` are the addresses of the parameters'
/// bytes.
void check_overlap(const LoadedKernel &kernel, const void *const *arguments);

} // namespace kcc::core

#endif
