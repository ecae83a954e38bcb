# Common parts of the scripts. Their parameters are PREFIX (where kcc is installed), WORK (a folder for this
# test), PROJECTS (this folder), CXX and, for some of them, GENERATOR.
cmake_minimum_required(VERSION 3.25)

if(NOT CXX)
  message("SKIPPED: this machine lacks the C++ compiler of this test")
  return()
endif()
if(NOT GENERATOR)
  set(GENERATOR Ninja)
endif()
# Neither the build folder of kcc nor the user's settings may matter.
set(ENV{CMAKE_PREFIX_PATH} "")
set(ENV{KCC_DEVICE} cpu)
set(ENV{CMAKE_COLOR_DIAGNOSTICS} OFF)

# Runs a command, and sets `output` and `status`.
macro(run)
  message("> ${ARGN}")
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE status)
  message("${output}")
endmacro()

macro(run_well)
  run(${ARGN})
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "status ${status}: ${ARGN}")
  endif()
endmacro()

# CMake wraps the lines of its messages: puts those of `output` on one line.
macro(unwrap)
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
endmacro()

function(expect what text)
  if(NOT output MATCHES "${text}")
    message(FATAL_ERROR "${what}: no '${text}' in the output above")
  endif()
endfunction()

function(expect_not what text)
  if(output MATCHES "${text}")
    message(FATAL_ERROR "${what}: '${text}' in the output above")
  endif()
endfunction()

# Boost is hidden: an installed kcc does not need it. The linker's own dependency files are wrong for paths with a
# space, such as PREFIX: with them, CMake 3.31 links in every build.
set(configure_options -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_CXX_FLAGS=-Wall\ -Wextra\ -Werror -DCMAKE_PREFIX_PATH=${PREFIX}
                      -DCMAKE_DISABLE_FIND_PACKAGE_Boost=ON -DCMAKE_LINK_DEPENDS_USE_LINKER=OFF)
set(configure ${CMAKE_COMMAND} --no-warn-unused-cli -G ${GENERATOR} ${configure_options})

# Options for tests that build kcc's own sources, whose speed does not matter there.
set(fast_build -DCMAKE_CXX_FLAGS_RELEASE=-O0\ -DNDEBUG -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DCMAKE_UNITY_BUILD=ON
               -DKCC_DEFAULT_CPU_LEVELS=native)

# Writes WORK/toolchain.cmake: for another processor, with the compiler CXX.
function(write_toolchain processor)
  file(WRITE ${WORK}/toolchain.cmake "
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${processor})
set(CMAKE_CXX_COMPILER ${CXX})\n")
endfunction()
