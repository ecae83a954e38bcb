# Kernels and a program for a processor that kcc makes no code for. The compiler is this machine's: only the image is looked at.
include(${CMAKE_CURRENT_LIST_DIR}/project.cmake)
if(NOT CXX)
  return()
endif()
file(REMOVE_RECURSE ${WORK})
write_toolchain(riscv64)

run_well(${configure} -DCMAKE_TOOLCHAIN_FILE=${WORK}/toolchain.cmake -S ${PROJECTS}/foreign -B ${WORK}/build)
run_well(${CMAKE_COMMAND} --build ${WORK}/build)
expect("the build" "Compiling kernels of kernels.cpp for sm_75,sm_90")
expect_not("the build" "and the CPU")
run_well(${WORK}/build/app)
expect("the program" "kernels.cpp 0 sm_75 whole sm_90 whole\nkernels.cpp 0 sm_80 whole\n")
