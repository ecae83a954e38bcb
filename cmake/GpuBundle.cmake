# The target gpu-bundle: one folder, also as an archive, that needs only an NVIDIA driver where it runs.

# All programs in a folder and its subfolders.
function(_kcc_executables_below folder result)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  set(found "")
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "EXECUTABLE")
      list(APPEND found ${target})
    endif()
  endforeach()
  get_property(below DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(subfolder IN LISTS below)
    _kcc_executables_below(${subfolder} more)
    list(APPEND found ${more})
  endforeach()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

_kcc_executables_below(${PROJECT_SOURCE_DIR}/tests/run run_tests)
set(tools kcc_load_ptx kcc_math_exhaustive kcc_math_exhaustive_reproducible) # tools of the bundle, not tests
list(REMOVE_ITEM run_tests ${tools})
list(APPEND tools kcc_random_runner)
_kcc_executables_below(${PROJECT_SOURCE_DIR}/examples example_programs)
list(TRANSFORM run_tests REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE test_files)
list(TRANSFORM tools REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE tool_files)
list(TRANSFORM example_programs REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE example_files)
file(GLOB kernel_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/kernels/*.cpp)
file(GLOB kernel_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/kernels/*.h)
list(APPEND kernel_sources ${kernel_headers}) # after the sources
# The sources of the compiler's tests, for the driver of the GPU machine to compile.
file(GLOB compile_tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/compile/ptx/*.cpp)
list(FILTER compile_tests EXCLUDE REGEX "/shipped_kernels.cpp$") # commands only

# Random programs, which are generated where the bundle runs.
file(GLOB random_tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/random/*)
list(FILTER random_tests INCLUDE REGEX "/(run|[^/]*\\.(py|h))$")
find_program(KCC_CSMITH csmith)
find_path(KCC_CSMITH_INCLUDE safe_math.h PATH_SUFFIXES csmith)

set(bundle_archive ${PROJECT_BINARY_DIR}/kcc-gpu-bundle.tar.xz)
set(bundle_script ${PROJECT_SOURCE_DIR}/cmake/MakeGpuBundle.cmake)
# The comparison with CUB, for GPU machines with nvcc.
set(block_benchmark ${PROJECT_BINARY_DIR}/block-benchmark)
set(bundle_inputs
  ${PROJECT_SOURCE_DIR}/scripts/gpu-bundle/run ${PROJECT_SOURCE_DIR}/scripts/gpu-bundle/README.md
  ${PROJECT_SOURCE_DIR}/LICENSE-APACHE ${PROJECT_SOURCE_DIR}/LICENSE-MIT)
# Files that examples read.
get_target_property(example_data example_modules KCC_FILES_BESIDE)
list(APPEND example_data ${PROJECT_SOURCE_DIR}/examples/91_rgba2gray/coffee.jpg)
set(bundle_parts -DKCC=$<TARGET_FILE:kcc> -DCSMITH=${KCC_CSMITH} -DCSMITH_INCLUDE=${KCC_CSMITH_INCLUDE}
  -DINCLUDE=${PROJECT_SOURCE_DIR}/include -DSTRIP=${CMAKE_STRIP} -DOBJDUMP=${CMAKE_OBJDUMP})
# A list within the list of arguments: its semicolons are escaped, or only its first element would be the
# option's value.
foreach(part IN ITEMS TESTS=test_files EXAMPLES=example_files EXAMPLE_DATA=example_data KERNELS=kernel_sources TOOLS=tool_files
                      COMPILE_TESTS=compile_tests FILES=bundle_inputs RANDOM_TESTS=random_tests)
  string(REGEX MATCH "^(.*)=(.*)$" part ${part})
  set(files "${${CMAKE_MATCH_2}}")
  if(CMAKE_MATCH_1 STREQUAL TOOLS)
    list(APPEND files ${PROJECT_BINARY_DIR}/tests/random/kcc_random_runner.o)
  endif()
  string(REPLACE ";" "\\;" files "${files}")
  list(APPEND bundle_parts "-D${CMAKE_MATCH_1}=${files}")
endforeach()
add_custom_command(
  OUTPUT ${bundle_archive}
  COMMAND ${CMAKE_COMMAND} -DFOLDER=${PROJECT_BINARY_DIR}/gpu-bundle -DARCHIVE=${bundle_archive} ${bundle_parts}
          -DBLOCK_BENCHMARK=${block_benchmark} -P ${bundle_script}
  DEPENDS $<TARGET_FILE:kcc> ${test_files} ${example_files} ${tool_files} ${kernel_sources} ${compile_tests} ${random_tests}
          ${example_data} ${block_benchmark}.tar.gz ${bundle_inputs} ${bundle_script}
  COMMENT "Packing the GPU bundle" USES_TERMINAL VERBATIM)
add_custom_target(gpu-bundle DEPENDS ${bundle_archive})
add_dependencies(gpu-bundle block-benchmark) # in another folder, so only some generators find it by the file's name

# Checks as much of the bundle's run as a machine without a GPU can: its programs start, and its kcc compiles
# everything with the bundle's own headers.
set(bundle_folder ${PROJECT_BINARY_DIR}/gpu-bundle-test)
if(KCC_LLVM_LINK STREQUAL "static") # a bundle has the compiler in one file
  add_test(NAME gpu-bundle/make COMMAND ${CMAKE_COMMAND} -DFOLDER=${bundle_folder} ${bundle_parts} -P ${bundle_script})
  set_tests_properties(gpu-bundle/make PROPERTIES FIXTURES_SETUP gpu_bundle TIMEOUT 300)
  add_test(NAME gpu-bundle/run COMMAND ${bundle_folder}/run --quick)
  set_tests_properties(gpu-bundle/run PROPERTIES FIXTURES_REQUIRED gpu_bundle ENVIRONMENT KCC_DEVICE=cpu TIMEOUT 600)
endif()
