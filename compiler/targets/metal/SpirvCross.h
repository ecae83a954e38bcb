// The functions of SPIRV-Cross that translate SPIR-V to Metal's language. The library is opened at run time,
// so kcc is built and runs without it.
#ifndef KCC_TARGETS_METAL_SPIRVCROSS_H
#define KCC_TARGETS_METAL_SPIRVCROSS_H

#include "llvm/Support/Error.h"
#include <cstddef>
#include <cstdint>

namespace kcc::compiler {

// spirv_cross_c.h. Its handles are pointers to structs, and its results and options are enumerations.
// tests/unit/compiler compares this with the header.

/// KCC_FUNCTION(Name, Result, Parameters)
#define KCC_SPIRV_CROSS_FUNCTIONS(KCC_FUNCTION)                                                              \
  KCC_FUNCTION(context_create, int, (void **Context))                                                        \
  KCC_FUNCTION(context_destroy, void, (void *Context))                                                       \
  KCC_FUNCTION(context_get_last_error_string, const char *, (void *Context))                                 \
  KCC_FUNCTION(context_parse_spirv, int,                                                                     \
               (void *Context, const std::uint32_t *Words, std::size_t Count, void **Parsed))                \
  KCC_FUNCTION(context_create_compiler, int,                                                                 \
               (void *Context, int Backend, void *Parsed, int CaptureMode, void **Compiler))                 \
  KCC_FUNCTION(compiler_create_compiler_options, int, (void *Compiler, void **Options))                      \
  KCC_FUNCTION(compiler_options_set_bool, int, (void *Options, int Option, unsigned char Value))             \
  KCC_FUNCTION(compiler_options_set_uint, int, (void *Options, int Option, unsigned Value))                  \
  KCC_FUNCTION(compiler_install_compiler_options, int, (void *Compiler, void *Options))                      \
  KCC_FUNCTION(compiler_set_entry_point, int, (void *Compiler, const char *Name, int Model))                 \
  KCC_FUNCTION(compiler_compile, int, (void *Compiler, const char **Text))                                   \
  KCC_FUNCTION(compiler_get_cleansed_entry_point_name, const char *,                                         \
               (void *Compiler, const char *Name, int Model))

struct SpirvCross {
#define KCC_POINTER(name, result, parameters) result(*name) parameters = nullptr;
  KCC_SPIRV_CROSS_FUNCTIONS(KCC_POINTER)
#undef KCC_POINTER

  static constexpr int Success = 0;
  static constexpr int MetalBackend = 3;           ///< SPVC_BACKEND_MSL
  static constexpr int TakeOwnership = 1;          ///< SPVC_CAPTURE_MODE_TAKE_OWNERSHIP
  static constexpr int ComputeModel = 5;           ///< SpvExecutionModelGLCompute
  static constexpr int ForceTemporary = 0x1000001; ///< SPVC_COMPILER_OPTION_FORCE_TEMPORARY
  static constexpr int MetalVersion = 0x8000011;   ///< SPVC_COMPILER_OPTION_MSL_VERSION
};

/// Opens the library at the first call. An error names the package.
llvm::Expected<const SpirvCross &> spirvCross();

} // namespace kcc::compiler

#endif
