# Device code inside the tool: C++ that clang compiles to LLVM bitcode when kcc is built.
include_guard(GLOBAL)

find_program(KCC_DEVICELIB_CLANG clang++ PATHS ${LLVM_TOOLS_BINARY_DIR} NO_DEFAULT_PATH)
if(NOT KCC_DEVICELIB_CLANG)
  message(FATAL_ERROR "kcc needs clang++ of LLVM 22 to compile its device library: it is in the package clang-22 "
                      "(scripts/setup installs it), or set KCC_DEVICELIB_CLANG to the program")
endif()

# kcc_bitcode(VARIABLE [FOLDER NAME] FLAGS FLAG... SOURCES FILE...): compiles each source to bitcode that is not optimized
# yet, and sets the variable to the list of outputs. FOLDER keeps apart what is compiled from one source for several targets.
# -O2, because at -O1 Clang marks every loop as one not to be unrolled.
function(kcc_bitcode variable)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FOLDER" "FLAGS;SOURCES")
  set(bitcode "")
  foreach(source IN LISTS arg_SOURCES)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE name)
    if(arg_FOLDER)
      string(PREPEND name ${arg_FOLDER}/)
    endif()
    set(output ${PROJECT_BINARY_DIR}/bitcode/${name}.bc)
    cmake_path(GET output PARENT_PATH folder)
    file(MAKE_DIRECTORY ${folder})
    add_custom_command(
      OUTPUT ${output}
      COMMAND ${KCC_DEVICELIB_CLANG} ${arg_FLAGS} -std=c++20 -O2 -Xclang -disable-llvm-passes -emit-llvm -c -ffreestanding
              -fno-exceptions -fno-rtti -fno-stack-protector -fno-asynchronous-unwind-tables -Wall -Wextra -Werror -Wno-unused-command-line-argument
              -MD -MF ${output}.d -MT ${output} ${source} -o ${output}
      DEPENDS ${source} DEPFILE ${output}.d
      COMMENT "Compiling ${name} to bitcode" VERBATIM)
    list(APPEND bitcode ${output})
  endforeach()
  set(${variable} ${bitcode} PARENT_SCOPE)
endfunction()

# kcc_embed(VARIABLE NAME FILE): sets the variable to an assembly source with the file, which KCC_EMBEDDED(NAME) reads.
function(kcc_embed variable name file)
  set(folder ${PROJECT_BINARY_DIR}/bitcode)
  set(script ${PROJECT_SOURCE_DIR}/cmake/EmbedFile.cmake)
  add_custom_command(
    OUTPUT ${folder}/${name}.S
    COMMAND ${CMAKE_COMMAND} -DASSEMBLY=${folder}/${name}.S -DNAME=${name} -DFILE=${file} -P ${script}
    DEPENDS ${script} VERBATIM)
  set_source_files_properties(${folder}/${name}.S PROPERTIES OBJECT_DEPENDS ${file})
  set(${variable} ${folder}/${name}.S PARENT_SCOPE)
endfunction()

# kcc_own_math_functions(NAME FLAG...): what the build.cmake of a target calls that has its own versions of math functions.
# They are those of math/*.cpp beside it and of the device library's *_f32.cpp that use the target's instructions, for
# which these sources test KCC_GPU_INSTRUCTIONS; KCC_EMBEDDED(kcc_NAME_math) reads them.
function(kcc_own_math_functions name)
  set(devicelib ${PROJECT_SOURCE_DIR}/devicelib)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/math/*.cpp ${devicelib}/math/*_f32.cpp)
  set(folders ${CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES})
  list(FILTER folders EXCLUDE REGEX "/lib(32|64)?/(gcc|clang)/")
  list(TRANSFORM folders PREPEND -isystem)
  kcc_bitcode(bitcode FOLDER ${name}-math SOURCES ${sources}
    FLAGS ${ARGN} ${folders} -D__${CMAKE_SYSTEM_PROCESSOR}__ -DKCC_GPU_INSTRUCTIONS -ffp-contract=on -fno-math-errno -I${devicelib})
  set(library ${PROJECT_BINARY_DIR}/bitcode/${name}-math.bc)
  add_custom_command(
    OUTPUT ${library}
    COMMAND kcc_build_math_library --own ${library} ${bitcode}
    DEPENDS kcc_build_math_library ${bitcode}
    COMMENT "Building the math functions of ${name}" VERBATIM)
  kcc_embed(assembly kcc_${name}_math ${library})
  target_sources(kcc_targets PRIVATE ${assembly})
endfunction()

# kcc_device_functions(NAME FLAG... [SHARES FILE...]): what the build.cmake of a target calls. Clang compiles
# device/*.cpp beside it, and the files of other targets that it shares, with these flags; the bitcode is in the tool,
# and KCC_EMBEDDED(kcc_NAME_device) reads it.
function(kcc_device_functions name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SHARES")
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/device/*.cpp)
  list(TRANSFORM arg_SHARES PREPEND ${CMAKE_CURRENT_LIST_DIR}/../)
  list(APPEND sources ${arg_SHARES})
  # Clang finds the C++ library only for targets with an operating system. The C library's headers need the processor.
  set(folders ${CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES})
  list(FILTER folders EXCLUDE REGEX "/lib(32|64)?/(gcc|clang)/") # compilers' own headers; clang has its own
  list(TRANSFORM folders PREPEND -isystem)
  kcc_bitcode(bitcode FOLDER ${name}-device SOURCES ${sources}
    FLAGS ${arg_UNPARSED_ARGUMENTS} ${folders} -D__${CMAKE_SYSTEM_PROCESSOR}__ -D__KCC__ -I${PROJECT_SOURCE_DIR}/include)
  set(library ${PROJECT_BINARY_DIR}/bitcode/${name}.bc)
  add_custom_command(
    OUTPUT ${library}
    COMMAND kcc_build_device_functions ${library} ${bitcode}
    DEPENDS kcc_build_device_functions ${bitcode}
    COMMENT "Building the device functions of ${name}" VERBATIM)
  kcc_embed(assembly kcc_${name}_device ${library})
  target_sources(kcc_targets PRIVATE ${assembly})
endfunction()
