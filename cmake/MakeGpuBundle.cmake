# Assembles the GPU bundle in FOLDER and, if ARCHIVE is given, packs it; cmake/GpuBundle.cmake passes the
# other variables.
cmake_minimum_required(VERSION 3.25)

set(archs sm_75 sm_80 sm_90)
set(glibc_allowed 2.36)

file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER}/bin ${FOLDER}/tests ${FOLDER}/examples ${FOLDER}/kernels ${FOLDER}/ptx
     ${FOLDER}/compile-tests)
file(COPY ${KCC} ${TOOLS} DESTINATION ${FOLDER}/bin)
file(COPY ${COMPILE_TESTS} DESTINATION ${FOLDER}/compile-tests)
file(COPY ${TESTS} DESTINATION ${FOLDER}/tests)
file(COPY ${EXAMPLES} ${EXAMPLE_DATA} DESTINATION ${FOLDER}/examples)
file(COPY ${KERNELS} DESTINATION ${FOLDER}/kernels)
file(COPY ${FILES} DESTINATION ${FOLDER})
if(BLOCK_BENCHMARK)
  file(COPY ${BLOCK_BENCHMARK} DESTINATION ${FOLDER}/benchmarks)
endif()

# Random programs: the machine's g++ compiles their tables with the runtime's headers.
file(COPY ${RANDOM_TESTS} DESTINATION ${FOLDER}/random)
file(COPY ${INCLUDE} DESTINATION ${FOLDER})
if(CSMITH AND CSMITH_INCLUDE)
  file(COPY ${CSMITH} DESTINATION ${FOLDER}/random/csmith)
  file(COPY ${CSMITH_INCLUDE}/ DESTINATION ${FOLDER}/random/csmith/include)
  file(COPY_FILE /usr/share/doc/csmith/copyright ${FOLDER}/random/csmith/copyright)
else()
  message(STATUS "csmith is not installed: the bundle goes without")
endif()

# Programs that start on any machine with this C library or a newer one.
file(GLOB programs ${FOLDER}/bin/kcc* ${FOLDER}/tests/* ${FOLDER}/examples/*
     ${FOLDER}/benchmarks/block-benchmark/kcc_block_benchmark)
list(FILTER programs EXCLUDE REGEX "\\.(jpg|png|o|ptx|so)$")
foreach(program IN LISTS programs)
  if(NOT program MATCHES "kcc_faults_run_tests") # which reads its own line tables
    execute_process(COMMAND ${STRIP} ${program} COMMAND_ERROR_IS_FATAL ANY)
  endif()
  execute_process(COMMAND ${OBJDUMP} -p ${program} OUTPUT_VARIABLE headers COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "GLIBC_[0-9.]+" versions "${headers}")
  foreach(version IN LISTS versions)
    string(REPLACE "GLIBC_" "" version ${version})
    if(version VERSION_GREATER glibc_allowed)
      message(WARNING "${program} needs glibc ${version}, as this machine has it: the bundle does not run where "
                      "glibc is ${glibc_allowed}. Build it on Debian 12.")
      break()
    endif()
  endforeach()
  string(REGEX MATCHALL "NEEDED +[^\n]+" needed "${headers}")
  foreach(library IN LISTS needed)
    if(NOT library MATCHES "lib(c|m|dl|pthread|rt)\\.so|ld-linux")
      message(FATAL_ERROR "${program} needs a library that the bundle's machine may lack: ${library}")
    endif()
  endforeach()
endforeach()

# The C++ and C headers that kcc finds on this machine, for machines without a compiler: those of the C++
# library, the C library and Linux.
list(GET KERNELS 0 source)
execute_process(
  COMMAND ${KCC} -v --no-cache --emit=manifest -o - ${source}
  OUTPUT_QUIET ERROR_VARIABLE trace COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCH "/lib/gcc/([^/ ]+)/([0-9.]+)/" _ "${trace}")
set(triple ${CMAKE_MATCH_1})
set(gcc ${CMAKE_MATCH_2})
if(NOT gcc)
  message(FATAL_ERROR "kcc -v names no GCC, whose C++ library the bundle takes along:\n${trace}")
endif()
execute_process(
  COMMAND dpkg -L libstdc++-${gcc}-dev libc6-dev linux-libc-dev libcrypt-dev
  OUTPUT_VARIABLE listing COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" files "${listing}")
list(FILTER files INCLUDE REGEX "^/usr/include/.*")
foreach(file IN LISTS files)
  # Debian 13 has links to other folders there, and those for other processors.
  if(file MATCHES "^/usr/include/[^/]+-linux-[^/]+(/|$)" AND NOT file MATCHES "^/usr/include/${triple}(/|$)")
    continue()
  endif()
  if(NOT IS_DIRECTORY ${file})
    cmake_path(GET file PARENT_PATH parent)
    file(REAL_PATH ${file} content)
    file(MAKE_DIRECTORY ${FOLDER}/bin/sysroot${parent})
    file(COPY_FILE ${content} ${FOLDER}/bin/sysroot${file})
  elseif(IS_SYMLINK ${file})
    file(COPY ${file}/ DESTINATION ${FOLDER}/bin/sysroot${file})
  endif()
endforeach()
# By this file Clang recognizes an installed GCC, whose headers it then uses.
file(MAKE_DIRECTORY ${FOLDER}/bin/sysroot/usr/lib/gcc/${triple}/${gcc})
file(TOUCH ${FOLDER}/bin/sysroot/usr/lib/gcc/${triple}/${gcc}/crtbegin.o)

# The shipped kernels as PTX, compiled by the bundle's own tool with the bundle's own headers.
file(GLOB sources RELATIVE ${FOLDER} ${FOLDER}/kernels/*.cpp)
list(JOIN archs "," arch_list)
execute_process(
  COMMAND ${CMAKE_COMMAND} -E env --unset=CPATH --unset=CPLUS_INCLUDE_PATH
          ${FOLDER}/bin/kcc --no-cache --emit=ptx --arch=${arch_list} -o ptx/ ${sources}
  WORKING_DIRECTORY ${FOLDER} COMMAND_ERROR_IS_FATAL ANY)

if(NOT ARCHIVE)
  return()
endif()
cmake_path(GET FOLDER PARENT_PATH parent)
cmake_path(GET FOLDER FILENAME name)
file(REMOVE ${ARCHIVE} ${ARCHIVE}.part)
execute_process(
  COMMAND tar --create --file ${ARCHIVE}.part --use-compress-program "xz -T0 -9" --sort=name --owner=0 --group=0 -C ${parent}
          ${name}
  COMMAND_ERROR_IS_FATAL ANY)
file(SIZE ${ARCHIVE}.part bytes)
math(EXPR megabytes "(${bytes} + 999999) / 1000000")
file(RENAME ${ARCHIVE}.part ${ARCHIVE})
message(STATUS "${ARCHIVE}: ${megabytes} MB; copy it to a GPU machine, unpack it there and run ${name}/run")
