// The settings of the JIT cache, complete.
#ifndef KCC_RUNTIME_CORE_JIT_CACHE_SETTINGS_H
#define KCC_RUNTIME_CORE_JIT_CACHE_SETTINGS_H

#include <kcc/runtime/jit_cache.h>

namespace kcc::core {

/// jit_cache() with the folder that is used if none is set; not enabled if there is none.
JitCache jit_cache_in_use();

/// What applies until set_jit_cache() is called.
JitCache jit_cache_from_environment();

} // namespace kcc::core

#endif
