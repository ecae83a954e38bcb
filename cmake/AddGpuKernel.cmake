#[[
add_gpu_kernel(<target> SOURCES <file>... [ARCHS <arch>...] [NAMESPACE <name>] [CPU ON|OFF] [PTX] [DEBUG]
               [INCLUDE_DIRECTORIES <dir>...] [COMPILE_DEFINITIONS <definition>...] [COMPILE_OPTIONS <option>...])

Compiles C++ files with kernels into the static library <target> and a typed header. A program that links
<target> launches the kernels by the header's objects:

  #include "<target>.h"
  stream.launch(<target>::add, kcc::cover(n, 256), ...);

SOURCES              relative to the current source folder, or made by a custom command; their names must
                     differ without folder and extension
ARCHS                GPU architectures to embed PTX for: sm_50 to sm_121, sm_90a, native (this machine's GPU).
                     Default: the cache variable KCC_DEFAULT_ARCHS
NAMESPACE            C++ namespace of the header's objects; default: the target's name
CPU                  whether code for the CPU device is embedded too; default ON
PTX                  also writes PTX files, for Module::load_file; the target's property KCC_PTX_FILES lists them
DEBUG                debug information whatever the build type; otherwise a build of type Debug has it
INCLUDE_DIRECTORIES  include folders, relative to the current source folder
COMPILE_DEFINITIONS  macros, as NAME or NAME=value
COMPILE_OPTIONS      more options of kcc: -O1, -std=c++20, -ffast-math (see kcc --help)

Include folders and definitions of the target itself also count: target_include_directories(),
target_compile_definitions(), and those that come in by target_link_libraries(). Its compile options do not,
as they are meant for the host's compiler.
]]
cmake_policy(PUSH)
cmake_policy(VERSION 3.25)

set(KCC_DEFAULT_ARCHS "sm_75;sm_90" CACHE STRING "GPU architectures that add_gpu_kernel() compiles for by default")

# Where `source` is, or a clear error.
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
    set(${result} ${source} PARENT_SCOPE) # another folder's custom command may make it
    return()
  endif()
  message(FATAL_ERROR "add_gpu_kernel(${target}): there is no file '${source}' in ${CMAKE_CURRENT_SOURCE_DIR}, "
                      "and nothing makes one in ${CMAKE_CURRENT_BINARY_DIR}")
endfunction()

function(add_gpu_kernel target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "DEBUG;PTX" "CPU;NAMESPACE"
    "SOURCES;ARCHS;INCLUDE_DIRECTORIES;COMPILE_DEFINITIONS;COMPILE_OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "add_gpu_kernel(${target}): '${arg_UNPARSED_ARGUMENTS}' is not understood; sources stand "
                        "behind the word SOURCES")
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
  if(NOT DEFINED arg_CPU)
    set(arg_CPU ON)
  endif()
  if(NOT arg_ARCHS)
    set(arg_ARCHS ${KCC_DEFAULT_ARCHS})
  endif()
  list(REMOVE_DUPLICATES arg_ARCHS)
  foreach(arch IN LISTS arg_ARCHS)
    if(NOT arch MATCHES "^(sm_[0-9]+[af]?|native)$")
      message(FATAL_ERROR "add_gpu_kernel(${target}): '${arch}' is no GPU architecture; write sm_75, sm_90, sm_90a "
                          "or native")
    endif()
  endforeach()
  list(LENGTH arg_ARCHS arch_count)
  if(arg_PTX AND arch_count GREATER 1 AND "native" IN_LIST arg_ARCHS)
    message(FATAL_ERROR "add_gpu_kernel(${target}): with PTX, native must be the only architecture, as the files "
                        "of several are named after them")
  endif()
  if(NOT TARGET kcc::kcc)
    message(FATAL_ERROR "add_gpu_kernel(${target}) needs the tool kcc: build it (KCC_BUILD_COMPILER=ON) or set "
                        "KCC_EXECUTABLE to one")
  endif()

  string(REPLACE ";" "," archs "${arg_ARCHS}")
  set(emit obj,header)
  if(arg_PTX)
    string(APPEND emit ,ptx)
  endif()
  set(options --emit=${emit} --arch=${archs} --name=${arg_NAMESPACE} -MD)
  set(devices ${archs})
  if(arg_CPU)
    string(APPEND devices " and the CPU")
  else()
    list(APPEND options --target=ptx)
  endif()
  if(arg_DEBUG OR CMAKE_BUILD_TYPE STREQUAL "Debug")
    list(APPEND options -g)
  endif()
  string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
  if("${CMAKE_CXX_FLAGS_${build_type}}" MATCHES "-DNDEBUG")
    list(APPEND options -DNDEBUG) # assert() means the same to kernels and to the program
  endif()
  list(APPEND options ${arg_COMPILE_OPTIONS})
  list(TRANSFORM arg_INCLUDE_DIRECTORIES REPLACE "^([^/$].*)$" "${CMAKE_CURRENT_SOURCE_DIR}/\\1")
  set(definitions "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
  set(directories "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
  list(APPEND options "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},$<SEMICOLON>-D>>"
                      "$<$<BOOL:${directories}>:-I$<JOIN:${directories},$<SEMICOLON>-I>>")

  set(folder ${CMAKE_CURRENT_BINARY_DIR}/gpu_kernels/${target})
  set(objects "")
  set(headers "")
  set(ptx_files "")
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
    set(output ${folder}/${target}/${stem})
    set(ptx "")
    if(arg_PTX AND arch_count EQUAL 1)
      set(ptx ${output}.ptx)
    elseif(arg_PTX)
      list(TRANSFORM arg_ARCHS REPLACE "(.+)" "${output}.\\1.ptx" OUTPUT_VARIABLE ptx)
    endif()
    add_custom_command(
      OUTPUT ${output}.o ${output}.kernels.h ${ptx}
      COMMAND kcc::kcc ${options} --image=${target}_${stem} -o ${folder}/${target}/
              -MF ${output}.d -MT ${output}.o ${path}
      DEPENDS ${path} $<TARGET_FILE:kcc::kcc>
      DEPFILE ${output}.d
      COMMENT "Compiling kernels of ${source} for ${devices}"
      COMMAND_EXPAND_LISTS VERBATIM)
    list(APPEND objects ${output}.o)
    list(APPEND headers ${output}.kernels.h)
    list(APPEND ptx_files ${ptx})
    string(APPEND includes "#include \"${target}/${stem}.kernels.h\"\n")
  endforeach()

  # Only when it changes, so that its users are not compiled again.
  file(CONFIGURE OUTPUT ${folder}/${target}.h @ONLY
       CONTENT "// Made by add_gpu_kernel(${target}). Do not edit.\n#pragma once\n\n${includes}")
  set_source_files_properties(${objects} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  add_library(${target} STATIC ${objects} ${headers})
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX KCC_PTX_FILES "${ptx_files}")
  target_include_directories(${target} PRIVATE ${arg_INCLUDE_DIRECTORIES} INTERFACE ${folder})
  # The typed header includes what the kernels' parameter types come from, as their source does.
  list(REMOVE_DUPLICATES source_folders)
  target_include_directories(${target} INTERFACE ${source_folders} ${arg_INCLUDE_DIRECTORIES})
  target_compile_definitions(${target} PRIVATE ${arg_COMPILE_DEFINITIONS})
  target_link_libraries(${target} INTERFACE kcc::runtime)

  # For clangd: entries in compile_commands.json. Nothing builds it.
  if(CMAKE_EXPORT_COMPILE_COMMANDS)
    add_library(${target}_sources OBJECT EXCLUDE_FROM_ALL ${arg_SOURCES})
    target_compile_features(${target}_sources PRIVATE cxx_std_23)
    target_compile_options(${target}_sources PRIVATE -Wno-attributes -Wno-unknown-attributes)
    target_compile_definitions(${target}_sources PRIVATE ${definitions})
    target_include_directories(${target}_sources PRIVATE ${directories})
    target_link_libraries(${target}_sources PRIVATE kcc::runtime)
  endif()
endfunction()

cmake_policy(POP)
