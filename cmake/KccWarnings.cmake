# The warnings for kcc's own code; -DKCC_WERROR=ON, as in CI, makes them errors.
function(kcc_set_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wno-unused-parameter
    # GCC 12 warns of impossible overlaps in std::string (GCC bug 105651).
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> $<$<BOOL:${KCC_WERROR}>:-Werror>)
  # In a unity build, each source is included by another, and GCC takes its unnamed namespace for one in a header.
  target_compile_options(${target} PRIVATE
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wno-subobject-linkage>)
endfunction()
