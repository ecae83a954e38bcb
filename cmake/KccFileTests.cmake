# Tests that are one self-describing file each; tests/compile/run-test documents the format.
include_guard(GLOBAL)

find_program(KCC_FILECHECK NAMES FileCheck FileCheck-22 HINTS ${LLVM_TOOLS_BINARY_DIR} /usr/lib/llvm-22/bin)
if(NOT KCC_FILECHECK)
  message(FATAL_ERROR "the compiler's tests need LLVM's FileCheck (Debian: llvm-22-tools)")
endif()

# kcc_add_file_tests(PREFIX GLOB...): adds a test PREFIX/FILE for each matching file of the current folder.
function(kcc_add_file_tests prefix)
  file(GLOB files CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} ${ARGN})
  foreach(file IN LISTS files)
    set(name ${prefix}/${file})
    add_test(NAME ${name} COMMAND ${PROJECT_SOURCE_DIR}/tests/compile/run-test ${CMAKE_CURRENT_SOURCE_DIR}/${file})
    set_tests_properties(${name} PROPERTIES
      ENVIRONMENT "KCC=$<TARGET_FILE:kcc>;KCC_LOWER=$<TARGET_FILE:kcc-lower>;FILECHECK=${KCC_FILECHECK};CXX=${CMAKE_CXX_COMPILER}"
      SKIP_RETURN_CODE 77 TIMEOUT 600 LABELS compiler)
  endforeach()
endfunction()
