# Writes EmbeddedHeaders.S, which contains the headers inside the tool, and EmbeddedHeaders.cpp, a table of them, sorted by path.
#   cmake -DOUTPUT_DIR=... -DCLANG_INCLUDE=... -DKCC_INCLUDE=... -DKCC_HEADERS=... -P EmbedHeaders.cmake

include(${CMAKE_CURRENT_LIST_DIR}/EmbedFile.cmake)
set(table "")
set(readers "")
set(assembly "")
set(count 0)

function(embed path file)
  set(name kcc_header_${count})
  kcc_embed_file(assembly ${name} ${file})
  set(assembly "${assembly}" PARENT_SCOPE)
  set(readers "${readers}KCC_EMBEDDED(${name})\n" PARENT_SCOPE)
  set(table "${table}    {\"${path}\", ${name}()},\n" PARENT_SCOPE)
  math(EXPR next "${count} + 1")
  set(count ${next} PARENT_SCOPE)
endfunction()

# Clang's own headers that the C++ library and x86 intrinsics need; those for other machines are left out.
file(GLOB_RECURSE headers RELATIVE ${CLANG_INCLUDE} ${CLANG_INCLUDE}/*.h)
list(SORT headers)
foreach(header IN LISTS headers)
  if(NOT header MATCHES "^(arm|altivec|vecintrin|hexagon|hvx|lasx|lsx|wasm|velintrin|opencl|__clang_(cuda|hip)|msa|s390|riscv|sifive|andes|hlsl|ppc_|htm|builtins|cuda_wrappers|openmp_wrappers|llvm_|zos_|sanitizer|profile|fuzzer|xray|orc|ptrauth)"
     AND NOT header MATCHES "/")
    embed("clang/include/${header}" "${CLANG_INCLUDE}/${header}")
  endif()
endforeach()

list(SORT KCC_HEADERS)
foreach(header IN LISTS KCC_HEADERS)
  embed("include/${header}" "${KCC_INCLUDE}/${header}")
endforeach()

kcc_write_assembly(${OUTPUT_DIR}/EmbeddedHeaders.S "${assembly}")
file(WRITE ${OUTPUT_DIR}/EmbeddedHeaders.cpp "// Made by cmake/EmbedHeaders.cmake.
#include \"frontend/EmbeddedHeaders.h\"
#include \"lowering/EmbeddedFile.h\"

${readers}
namespace kcc::compiler {

std::vector<MemoryFile> embeddedHeaders() {
  return {
${table}  };
}

} // namespace kcc::compiler
")
