# Builds and runs the project in listings/; with KCC_SOURCE, kcc comes from there by FetchContent instead of PREFIX.
include(${CMAKE_CURRENT_LIST_DIR}/project.cmake)
if(NOT CXX)
  return()
endif()
file(REMOVE_RECURSE ${WORK})

if(KCC_SOURCE)
  # The compiler itself is not rebuilt, which would take minutes.
  file(WRITE ${WORK}/fetch.cmake "
    include(FetchContent)
    set(KCC_BUILD_COMPILER OFF)
    set(KCC_EXECUTABLE \"${PREFIX}/bin/kcc\")
    FetchContent_Declare(kcc SOURCE_DIR \"${KCC_SOURCE}\" OVERRIDE_FIND_PACKAGE)\n")
  set(configure ${CMAKE_COMMAND} -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_BUILD_TYPE=Release ${fast_build}
                -DCMAKE_PROJECT_TOP_LEVEL_INCLUDES=${WORK}/fetch.cmake)
endif()
run_well(${configure} -S ${PROJECTS}/listings -B ${WORK}/build)
run_well(${CMAKE_COMMAND} --build ${WORK}/build --parallel 2)
run_well(${WORK}/build/app)
expect("the program" "100003 sums are right on the CPU")
