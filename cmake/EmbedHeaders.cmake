# Writes EmbeddedHeaders.cpp and .S: the headers inside the tool, included with `.incbin`, and a table of
# them.
#   cmake -DOUTPUT_DIR=... -DCLANG_INCLUDE=... -DKCC_INCLUDE=... -DKCC_HEADERS=... -P EmbedHeaders.cmake

set(table "")
set(labels "")
set(data "\t.section .rodata.kcc_headers,\"a\",@progbits\n")
set(count 0)

function(embed path file)
  set(label kcc_header_${count})
  file(SIZE ${file} size)
  set(data "${data}\t.globl ${label}\n${label}:\n\t.incbin \"${file}\"\n\t.byte 0\n" PARENT_SCOPE)
  set(labels "${labels}extern const char ${label}[];\n" PARENT_SCOPE)
  set(table "${table}    {\"${path}\", {${label}, ${size}}},\n" PARENT_SCOPE)
  math(EXPR next "${count} + 1")
  set(count ${next} PARENT_SCOPE)
endfunction()

# Clang's own headers that the C++ library and x86 intrinsics need; those for other machines are left out.
file(GLOB_RECURSE headers RELATIVE ${CLANG_INCLUDE} ${CLANG_INCLUDE}/*.h)
foreach(header IN LISTS headers)
  if(NOT header MATCHES "^(arm|altivec|vecintrin|hexagon|hvx|lasx|lsx|wasm|velintrin|opencl|__clang_(cuda|hip)|msa|s390|riscv|sifive|andes|hlsl|ppc_|htm|builtins|cuda_wrappers|openmp_wrappers|llvm_|zos_|sanitizer|profile|fuzzer|xray|orc|ptrauth)"
     AND NOT header MATCHES "/")
    embed("clang/include/${header}" "${CLANG_INCLUDE}/${header}")
  endif()
endforeach()

foreach(header IN LISTS KCC_HEADERS)
  embed("include/${header}" "${KCC_INCLUDE}/${header}")
endforeach()

file(WRITE ${OUTPUT_DIR}/EmbeddedHeaders.S "${data}\t.section .note.GNU-stack,\"\",@progbits\n")
file(WRITE ${OUTPUT_DIR}/EmbeddedHeaders.cpp "// Made by cmake/EmbedHeaders.cmake.
#include \"frontend/EmbeddedHeaders.h\"

extern \"C\" {
${labels}}

namespace kcc::compiler {

llvm::ArrayRef<EmbeddedHeader> embeddedHeaders() {
  static const EmbeddedHeader Table[] = {
${table}  };
  return Table;
}

} // namespace kcc::compiler
")
