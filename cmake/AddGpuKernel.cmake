#[[
add_gpu_kernel(<target> SOURCES <file>... [TARGETS <target>...] [ARCHS <arch>...] [NAMESPACE <name>] [CPU ON|OFF]
               [CPU_LEVELS <level>...] [PTX] [SPIRV] [CUBIN] [SO] [DEBUG] [CHECK <check>...] [CHECK_GPU] [INCLUDE_DIRECTORIES <dir>...]
               [COMPILE_DEFINITIONS <definition>...] [COMPILE_OPTIONS <option>...])

Compiles C++ files with kernels into the static library <target> and a typed header. A program that links
<target> launches the kernels through the header's objects:

  #include "<target>.h"
  stream.launch(<target>::add, kcc::cover(n, 256), ...);

SOURCES              relative to the current source folder, or the output of a custom command; their names must
                     differ without folder and extension
TARGETS              kinds of devices to embed code for: ptx (NVIDIA's GPUs), vulkan, spirv (OpenCL), amdgpu, cpu. Default: ptx,
                     and cpu as CPU says. The code for amdgpu has not been run on hardware yet
ARCHS                GPU architectures to embed code for: sm_50 to sm_121, sm_90a, native (this machine's GPU); of
                     AMD's gfx90a, gfx942, gfx1030, gfx1100, of which the last is the default for amdgpu.
                     Default: the cache variable KCC_DEFAULT_ARCHS; if that is empty, CMAKE_CUDA_ARCHITECTURES; if
                     that is not set either, sm_75 and sm_90
NAMESPACE            C++ namespace of the header's objects; default: the target's name
CPU                  whether to embed code for the CPU device too; default ON where the program is for x86-64 or AArch64
CPU_LEVELS           processors for which that code runs threads in the lanes of vectors: x86-64-v3, x86-64-v4, neon,
                     native (this machine's), none, or all. Kernels compile faster for fewer; on other processors
                     threads run one after another, slowly. Default: the cache variable KCC_DEFAULT_CPU_LEVELS; if
                     that is empty, all
PTX                  also write PTX files, for Module::load_file; the target's property KCC_PTX_FILES lists them
SPIRV                also write SPIR-V files, for Module::load_file: NAME.spv for Vulkan and NAME.cl.spv for OpenCL, of those that
                     are in TARGETS; the target's property KCC_SPIRV_FILES lists them
CUBIN                also embed cubins, for GPUs of exactly these ARCHS, which then need not compile PTX; made by the
                     program ptxas of a CUDA toolkit, which the cache variable KCC_PTXAS names
SO                   also write a shared object for each source, with its code for the CPU device, for
                     Module::load_file on that device; the target's property KCC_SO_FILES lists them
DEBUG                debug information (-g) in every configuration, not only in Debug
CHECK                checks in the code for the CPU device, which report bugs when kernels run there: memory, race,
                     init, barrier, arith, host, access, or none (docs/checks.md). Default: the cache variable
                     KCC_DEFAULT_CHECKS; if that is empty, none
CHECK_GPU            put those of them into GPU code too that can be there: memory and arith. GPU code is slower then
INCLUDE_DIRECTORIES  include folders, relative to the current source folder
COMPILE_DEFINITIONS  macros, as NAME or NAME=value
COMPILE_OPTIONS      more options for kcc: -O1, -std=c++20, -ffast-math (see kcc --help)

The Debug configuration compiles kernels with -g, and with -O0 unless COMPILE_OPTIONS has another level. A
configuration whose flags for the host's compiler define NDEBUG defines it for kernels too. Multi-config generators
compile the kernels of each configuration separately.

The target's own include folders and definitions count too: target_include_directories(),
target_compile_definitions(), and what target_link_libraries() brings in. Its compile options do not, as they are
meant for the host's compiler.

When the program is for another processor (cross-compiling), kcc runs on the machine that builds, and makes code for
AArch64 or x86-64 with that system's headers. For other processors only PTX is embedded: kcc makes code for the CPU
device, and objects, for these two alone. CPU ON, CUBIN and SO are errors then.

A library that uses kernels is installed together with their target:
  install(TARGETS my_library my_kernels EXPORT my_export ...)
]]
cmake_policy(PUSH)
cmake_policy(VERSION 3.25)

set(_kcc_cmake_folder ${CMAKE_CURRENT_LIST_DIR})

set(KCC_DEFAULT_ARCHS "" CACHE STRING
    "GPU architectures that add_gpu_kernel() compiles for by default; empty: CMAKE_CUDA_ARCHITECTURES, else sm_75;sm_90")

set(KCC_DEFAULT_CHECKS "" CACHE STRING
    "Checks that add_gpu_kernel() compiles into code for the CPU device by default, such as memory;race;init;barrier;arith;host; empty: none")

set(KCC_DEFAULT_CPU_LEVELS "" CACHE STRING
    "Processors for which add_gpu_kernel() makes code in lanes by default: x86-64-v3, x86-64-v4, neon, native, none; empty: all")

# The default of ARCHS.
function(_kcc_default_archs result target)
  set(archs ${KCC_DEFAULT_ARCHS})
  if(NOT archs AND CMAKE_CUDA_ARCHITECTURES)
    foreach(entry IN LISTS CMAKE_CUDA_ARCHITECTURES)
      if(entry MATCHES "^([0-9]+[af]?)(-real|-virtual)?$")
        list(APPEND archs sm_${CMAKE_MATCH_1}) # PTX in either case, which the driver compiles for the GPU
      elseif(entry MATCHES "^all(-major)?$")
        list(APPEND archs sm_50 sm_60 sm_70 sm_80 sm_90 sm_100 sm_120) # newer GPUs of a generation run its PTX
      elseif(entry STREQUAL "native")
        list(APPEND archs native)
      else()
        message(FATAL_ERROR "add_gpu_kernel(${target}): '${entry}' in CMAKE_CUDA_ARCHITECTURES is not a GPU architecture; "
                            "give ARCHS, or set KCC_DEFAULT_ARCHS, such as \"sm_75;sm_90\"")
      endif()
    endforeach()
  endif()
  if(NOT archs)
    set(archs sm_75 sm_90)
  endif()
  set(${result} ${archs} PARENT_SCOPE)
endfunction()

# Options that follow from the configuration, as generator expressions. The arguments after the result's name
# are the target's own options.
function(_kcc_configuration_options result)
  set(options "$<$<CONFIG:Debug>:-g>")
  if(NOT "${ARGN}" MATCHES "(^|;)-O")
    list(APPEND options "$<$<CONFIG:Debug>:-O0>")
  endif()
  set(with_ndebug "")
  foreach(configuration IN LISTS CMAKE_CONFIGURATION_TYPES CMAKE_BUILD_TYPE)
    string(TOUPPER "${configuration}" upper)
    if("${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${upper}}" MATCHES "-DNDEBUG")
      list(APPEND with_ndebug ${configuration})
    endif()
  endforeach()
  if(with_ndebug)
    list(REMOVE_DUPLICATES with_ndebug)
    list(JOIN with_ndebug "," with_ndebug)
    list(APPEND options "$<$<CONFIG:${with_ndebug}>:-DNDEBUG>") # assert() means the same to kernels and the program
  endif()
  set(${result} "${options}" PARENT_SCOPE)
endfunction()

# `#include "<target>.h"` must not find another file: the compiler looks next to the including file first.
function(_kcc_check_header target)
  foreach(folder IN LISTS ARGN)
    if(NOT folder MATCHES "[$]<" AND EXISTS ${folder}/${target}.h)
      message(FATAL_ERROR "add_gpu_kernel(${target}): the typed header is called ${target}.h, and so is "
                          "${folder}/${target}.h, which would be found instead; rename that file or the target "
                          "(NAMESPACE keeps the namespace)")
    endif()
  endforeach()
endfunction()

# The path of `source`, or a clear error.
function(_kcc_find_source result target source)
  cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE OUTPUT_VARIABLE in_source)
  cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR} NORMALIZE OUTPUT_VARIABLE in_build)
  foreach(path IN LISTS in_source in_build)
    get_source_file_property(generated ${path} GENERATED)
    if(EXISTS ${path} OR generated)
      set(${result} ${path} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  if(IS_ABSOLUTE "${source}")
    set(${result} ${source} PARENT_SCOPE) # a custom command of another folder may generate it
    return()
  endif()
  message(FATAL_ERROR "add_gpu_kernel(${target}): there is no file '${source}' in ${CMAKE_CURRENT_SOURCE_DIR}, "
                      "and no command generates it in ${CMAKE_CURRENT_BINARY_DIR}")
endfunction()

# Words about code that TARGETS leaves out. Those of the CPU device are checked where they are used.
function(_kcc_check_words target targets)
  if(targets AND NOT "ptx" IN_LIST targets)
    foreach(word IN ITEMS PTX CUBIN CHECK_GPU)
      if(arg_${word})
        message(FATAL_ERROR "add_gpu_kernel(${target}): ${word} is about code for NVIDIA's GPUs, which TARGETS leaves out; "
                            "add ptx to it, or remove ${word}")
      endif()
    endforeach()
  endif()
  if(arg_SPIRV AND NOT "vulkan" IN_LIST targets AND NOT "spirv" IN_LIST targets)
    message(FATAL_ERROR "add_gpu_kernel(${target}): SPIRV writes code for Vulkan and OpenCL; add vulkan or spirv to TARGETS")
  endif()
endfunction()

function(add_gpu_kernel target)
  set(flags CHECK_GPU CUBIN DEBUG PTX SO SPIRV)
  set(settings CPU NAMESPACE)
  set(lists ARCHS CHECK CPU_LEVELS INCLUDE_DIRECTORIES COMPILE_DEFINITIONS COMPILE_OPTIONS TARGETS)
  cmake_parse_arguments(PARSE_ARGV 1 arg "${flags}" "${settings}" "SOURCES;${lists}")
  if(arg_UNPARSED_ARGUMENTS)
    list(GET arg_UNPARSED_ARGUMENTS 0 unknown)
    list(JOIN lists ", " others)
    list(APPEND others ${settings} ${flags})
    list(JOIN others ", " others)
    message(FATAL_ERROR "add_gpu_kernel(${target}): unknown argument '${unknown}'; sources follow the word SOURCES, "
                        "and there are ${others}")
  endif()
  if(NOT arg_SOURCES)
    message(FATAL_ERROR "add_gpu_kernel(${target}) needs SOURCES and at least one C++ file")
  endif()
  if(NOT DEFINED arg_NAMESPACE)
    set(arg_NAMESPACE ${target})
    set(remedy "rename the target, or give another name with NAMESPACE")
  else()
    set(remedy "give another NAMESPACE")
  endif()
  if(NOT arg_NAMESPACE MATCHES "^[A-Za-z_][A-Za-z0-9_]*$")
    message(FATAL_ERROR "add_gpu_kernel(${target}): '${arg_NAMESPACE}' cannot be a C++ namespace, which has only "
                        "letters, digits and '_', and no digit first; ${remedy}")
  endif()
  if(NOT target MATCHES "^[A-Za-z0-9_.+-]+$")
    message(FATAL_ERROR "add_gpu_kernel(${target}): the target's name is also the header's and may have only "
                        "letters, digits and '_.+-'")
  endif()
  set(is_foreign OFF)
  set(why_not "CPU OFF excludes") # of code for the CPU device
  set(has_cpu OFF)
  if(DEFINED arg_CPU)
    set(has_cpu ON)
  endif()
  set(host "")
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    set(host x86_64-linux-gnu)
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64|ARM64)$")
    set(host aarch64-linux-gnu)
  endif()
  if(NOT host)
    set(is_foreign ON)
    foreach(word IN ITEMS CPU CUBIN SO)
      if(arg_${word})
        message(FATAL_ERROR "add_gpu_kernel(${target}): ${word} needs a program for x86-64 or AArch64, and this one "
                            "is for '${CMAKE_SYSTEM_PROCESSOR}': kcc makes code for the CPU device, and objects, for these two alone. "
                            "Leave ${word} out; the program then has the kernels as PTX, for GPUs")
      endif()
    endforeach()
    set(arg_CPU OFF)
    set(why_not "a program for '${CMAKE_SYSTEM_PROCESSOR}' cannot have; leave it out")
  elseif(NOT DEFINED arg_CPU)
    set(arg_CPU ON)
  endif()
  if(arg_TARGETS)
    foreach(code IN LISTS arg_TARGETS)
      if(NOT code MATCHES "^(ptx|vulkan|spirv|amdgpu|cpu)$")
        message(FATAL_ERROR "add_gpu_kernel(${target}): '${code}' is not a target; write ptx (CUDA), vulkan, spirv (OpenCL), amdgpu (HIP) or cpu")
      endif()
    endforeach()
    if(is_foreign AND NOT arg_TARGETS STREQUAL "ptx")
      message(FATAL_ERROR "add_gpu_kernel(${target}): the program is for '${CMAKE_SYSTEM_PROCESSOR}', for which kcc embeds "
                          "PTX alone; leave TARGETS out")
    endif()
    if(has_cpu)
      message(FATAL_ERROR "add_gpu_kernel(${target}): TARGETS and CPU both say whether there is code for the CPU device; "
                          "leave CPU out")
    endif()
    set(arg_CPU OFF)
    if("cpu" IN_LIST arg_TARGETS)
      set(arg_CPU ON)
    endif()
    set(why_not "TARGETS leaves out; add cpu to it")
  endif()
  _kcc_check_words(${target} "${arg_TARGETS}")
  set(is_for_this_machine OFF)
  if(CMAKE_SYSTEM_PROCESSOR STREQUAL CMAKE_HOST_SYSTEM_PROCESSOR)
    set(is_for_this_machine ON)
  elseif("native" IN_LIST arg_ARCHS)
    message(FATAL_ERROR "add_gpu_kernel(${target}): native is the GPU of the machine that builds, and the program is for "
                        "another; name its architecture")
  endif()
  if(NOT arg_ARCHS AND (NOT arg_TARGETS OR "ptx" IN_LIST arg_TARGETS))
    _kcc_default_archs(arg_ARCHS ${target})
  endif()
  list(REMOVE_DUPLICATES arg_ARCHS)
  foreach(arch IN LISTS arg_ARCHS)
    if(NOT arch MATCHES "^(sm_[0-9]+[af]?|gfx[0-9a-f]+|native)$")
      message(FATAL_ERROR "add_gpu_kernel(${target}): '${arch}' is not a GPU architecture; write sm_75, sm_90, sm_90a, "
                          "gfx1100 or native")
    endif()
    set(code ptx)
    if(arch MATCHES "^gfx")
      set(code amdgpu)
    endif()
    if(arg_TARGETS AND NOT code IN_LIST arg_TARGETS)
      message(FATAL_ERROR "add_gpu_kernel(${target}): the architecture '${arch}' is one of ${code}, which TARGETS leaves out; "
                          "remove it from ARCHS, or add ${code} to TARGETS")
    elseif(NOT arg_TARGETS AND NOT code STREQUAL "ptx")
      message(FATAL_ERROR "add_gpu_kernel(${target}): the architecture '${arch}' is one of ${code}; add ${code} to TARGETS")
    endif()
  endforeach()
  list(LENGTH arg_ARCHS arch_count)
  if(arg_PTX AND arch_count GREATER 1 AND "native" IN_LIST arg_ARCHS)
    message(FATAL_ERROR "add_gpu_kernel(${target}): with PTX, native must be the only architecture, as the files "
                        "of several are named after them")
  endif()
  if(NOT TARGET kcc::kcc)
    message(FATAL_ERROR "add_gpu_kernel(${target}) needs the tool kcc: build it (KCC_BUILD_COMPILER=ON), install the "
                        "package's component `compiler`, or set KCC_EXECUTABLE to a kcc")
  endif()

  string(REPLACE ";" "," archs "${arg_ARCHS}")
  set(emit obj,header)
  if(is_foreign)
    set(emit ptx,header)
  elseif(arg_PTX)
    string(APPEND emit ,ptx)
  endif()
  if(arg_SPIRV)
    set(spirv_targets ${arg_TARGETS})
    list(FILTER spirv_targets INCLUDE REGEX "^(vulkan|spirv)$")
    list(REMOVE_DUPLICATES spirv_targets)
    list(JOIN spirv_targets "," spirv_emits)
    string(APPEND emit ,${spirv_emits})
  endif()
  if(arg_SO)
    if(NOT arg_CPU)
      message(FATAL_ERROR "add_gpu_kernel(${target}): SO writes code for the CPU device, which ${why_not}")
    endif()
    string(APPEND emit ,so)
  endif()
  set(options --emit=${emit} --name=${arg_NAMESPACE} -MD)
  if(archs AND NOT "--target=cpu" IN_LIST arg_COMPILE_OPTIONS)
    list(APPEND options --arch=${archs})
  endif()
  if(host AND NOT is_for_this_machine)
    list(APPEND options --host=${host})
  endif()
  if(arg_CUBIN)
    find_program(KCC_PTXAS ptxas HINTS /usr/local/cuda/bin ENV CUDA_PATH PATH_SUFFIXES bin DOC "The assembler for add_gpu_kernel(... CUBIN)")
    if(NOT KCC_PTXAS)
      message(FATAL_ERROR "add_gpu_kernel(${target}): CUBIN needs the program ptxas of a CUDA toolkit; install it, set "
                          "KCC_PTXAS, or leave CUBIN out: GPUs' drivers compile the PTX")
    endif()
    list(APPEND options --ptxas=${KCC_PTXAS})
  endif()
  if(arg_SO AND CMAKE_C_COMPILER)
    list(APPEND options --host-linker=${CMAKE_C_COMPILER})
  elseif(arg_SO)
    list(APPEND options --host-linker=${CMAKE_CXX_COMPILER})
  endif()
  set(devices ${archs})
  if("--target=cpu" IN_LIST arg_COMPILE_OPTIONS)
    set(devices "the CPU")
  elseif(arg_CPU)
    string(APPEND devices " and the CPU")
  elseif(NOT arg_TARGETS)
    list(APPEND options --target=ptx)
  endif()
  if(arg_TARGETS)
    list(TRANSFORM arg_TARGETS PREPEND --target= OUTPUT_VARIABLE targets)
    list(APPEND options ${targets})
    list(JOIN arg_TARGETS ", " devices)
  endif()
  if(NOT DEFINED arg_CPU_LEVELS)
    set(arg_CPU_LEVELS ${KCC_DEFAULT_CPU_LEVELS})
  elseif(NOT arg_CPU)
    message(FATAL_ERROR "add_gpu_kernel(${target}): CPU_LEVELS is about code for the CPU device, which ${why_not}")
  endif()
  if(arg_CPU AND arg_CPU_LEVELS AND NOT arg_CPU_LEVELS STREQUAL "all")
    list(JOIN arg_CPU_LEVELS "," levels)
    list(APPEND options --cpu-levels=${levels})
  endif()
  if(arg_DEBUG)
    list(APPEND options -g)
  endif()
  if(NOT DEFINED arg_CHECK AND (arg_CPU OR arg_CHECK_GPU))
    set(arg_CHECK ${KCC_DEFAULT_CHECKS})
  endif()
  if(arg_CHECK AND NOT arg_CHECK STREQUAL "none")
    if(NOT arg_CPU AND NOT arg_CHECK_GPU)
      message(FATAL_ERROR "add_gpu_kernel(${target}): CHECK is about code for the CPU device, which ${why_not}")
    endif()
    list(JOIN arg_CHECK "," checks)
    list(APPEND options --check=${checks})
  endif()
  if(arg_CHECK_GPU)
    if(NOT "${arg_CHECK}" MATCHES "(^|;)(memory|arith|overflow|division|shift|conversion|nan)(;|$)")
      message(FATAL_ERROR "add_gpu_kernel(${target}): CHECK_GPU puts the checks memory and arith into GPU code; add one of "
                          "them to CHECK")
    endif()
    list(APPEND options --check-gpu)
  endif()
  _kcc_configuration_options(configuration_options ${arg_COMPILE_OPTIONS})
  list(APPEND options ${configuration_options})
  list(APPEND options ${arg_COMPILE_OPTIONS})
  list(TRANSFORM arg_INCLUDE_DIRECTORIES REPLACE "^([^/$].*)$" "${CMAKE_CURRENT_SOURCE_DIR}/\\1")
  set(definitions "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
  set(directories "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
  list(APPEND options "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},$<SEMICOLON>-D>>"
                      "$<$<BOOL:${directories}>:-I$<JOIN:${directories},$<SEMICOLON>-I>>")

  set(folder ${CMAKE_CURRENT_BINARY_DIR}/gpu_kernels/${target})
  set(output_folder ${folder})
  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(multi_config)
    set(output_folder ${folder}/$<CONFIG>)
  endif()
  set(objects "")
  set(headers "")
  set(ptx_files "")
  set(spirv_files "")
  set(so_files "")
  set(includes "")
  set(stems "")
  set(source_folders "")
  foreach(source IN LISTS arg_SOURCES)
    _kcc_find_source(path ${target} ${source})
    cmake_path(GET path STEM LAST_ONLY stem)
    if(stem IN_LIST stems)
      message(FATAL_ERROR "add_gpu_kernel(${target}): two sources are called '${stem}', and so would be their headers; "
                          "rename one or make two targets")
    endif()
    list(APPEND stems ${stem})
    cmake_path(GET path PARENT_PATH source_folder)
    list(APPEND source_folders ${source_folder})
    set(output ${output_folder}/${target}/${stem})
    set(ptx "")
    if((arg_PTX OR is_foreign) AND arch_count EQUAL 1)
      set(ptx ${output}.ptx)
    elseif(arg_PTX OR is_foreign)
      set(ptx ${arg_ARCHS})
      list(FILTER ptx EXCLUDE REGEX "^gfx")
      list(TRANSFORM ptx REPLACE "(.+)" "${output}.\\1.ptx")
    endif()
    set(spirv "")
    if(arg_SPIRV)
      list(TRANSFORM spirv_targets REPLACE "^vulkan$" "${output}.spv" OUTPUT_VARIABLE spirv)
      list(TRANSFORM spirv REPLACE "^spirv$" "${output}.cl.spv")
    endif()
    set(so "")
    if(arg_SO)
      set(so ${output}.so)
    endif()
    set(object ${output}.o)
    set(image_command "")
    if(is_foreign)
      set(object ${output}.image.cpp)
      cmake_path(GET path FILENAME source_name)
      list(JOIN ptx "|" ptx_files_of_source)
      list(JOIN arg_ARCHS "|" archs_of_source)
      set(image_command COMMAND ${CMAKE_COMMAND} -DHEADER=${output}.kernels.h -DPTX=${ptx_files_of_source}
          -DARCHS=${archs_of_source} -DSOURCE=${source_name} -DOUTPUT=${object} -P ${_kcc_cmake_folder}/PtxImage.cmake)
    endif()
    add_custom_command(
      OUTPUT ${object} ${output}.kernels.h ${ptx} ${spirv} ${so}
      COMMAND kcc::kcc ${options} -o ${output_folder}/${target}/
              -MF ${output}.d -MT ${object} ${path}
      ${image_command}
      DEPENDS ${path} $<TARGET_FILE:kcc::kcc>
      DEPFILE ${output}.d
      COMMENT "Compiling kernels of ${source} for ${devices}"
      COMMAND_EXPAND_LISTS VERBATIM)
    list(APPEND objects ${object})
    list(APPEND headers ${output}.kernels.h)
    list(APPEND ptx_files ${ptx})
    list(APPEND spirv_files ${spirv})
    list(APPEND so_files ${so})
    string(APPEND includes "#include \"${target}/${stem}.kernels.h\"\n")
  endforeach()

  list(REMOVE_DUPLICATES source_folders)
  _kcc_check_header(${target} ${source_folders} ${arg_INCLUDE_DIRECTORIES})
  # Only written when it changes, so that its users are not recompiled.
  file(CONFIGURE OUTPUT ${folder}/${target}.h @ONLY
       CONTENT "// Made by add_gpu_kernel(${target}). Do not edit.\n#pragma once\n\n${includes}")
  set_source_files_properties(${objects} PROPERTIES GENERATED ON)
  if(NOT is_foreign)
    set_source_files_properties(${objects} PROPERTIES EXTERNAL_OBJECT ON)
  endif()
  add_library(${target} STATIC ${objects} ${headers})
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX KCC_PTX_FILES "${ptx_files}"
                        KCC_SPIRV_FILES "${spirv_files}" KCC_SO_FILES "${so_files}")
  # The typed header includes the headers that declare the kernels' parameter types, like their source. An
  # installed library contains its kernels, and its users need no typed header.
  target_include_directories(${target} PRIVATE ${arg_INCLUDE_DIRECTORIES})
  foreach(directory IN ITEMS ${folder} ${output_folder} ${source_folders} LISTS arg_INCLUDE_DIRECTORIES)
    target_include_directories(${target} INTERFACE "$<BUILD_INTERFACE:${directory}>")
  endforeach()
  target_compile_definitions(${target} PRIVATE ${arg_COMPILE_DEFINITIONS})
  target_link_libraries(${target} INTERFACE kcc::runtime)
  if(is_foreign) # the image's source includes <kcc/abi/image.h>
    target_include_directories(${target} PRIVATE $<TARGET_PROPERTY:kcc::runtime,INTERFACE_INCLUDE_DIRECTORIES>)
  endif()

  # For clangd: entries in compile_commands.json. Nothing builds it.
  if(CMAKE_EXPORT_COMPILE_COMMANDS)
    add_library(${target}_sources OBJECT EXCLUDE_FROM_ALL ${arg_SOURCES})
    # Not gnu++23, which clangd 14 does not know.
    target_compile_options(${target}_sources PRIVATE -std=gnu++2b -Wno-attributes -Wno-unknown-attributes)
    target_compile_definitions(${target}_sources PRIVATE ${definitions})
    target_include_directories(${target}_sources PRIVATE ${directories})
    target_link_libraries(${target}_sources PRIVATE kcc::runtime)
  endif()
endfunction()

cmake_policy(POP)
