# The runtime from its source where there is no kcc and no LLVM, as a shared library that a program and a plug-in share.
include(${CMAKE_CURRENT_LIST_DIR}/project.cmake)
file(REMOVE_RECURSE ${WORK})

run_well(${CMAKE_COMMAND} -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_BUILD_TYPE=Debug ${fast_build}
         -DCMAKE_DISABLE_FIND_PACKAGE_LLVM=ON -DCMAKE_DISABLE_FIND_PACKAGE_CLI11=ON -DKCC_BUILD_COMPILER=OFF
         -DKCC_RUNTIME_LIBRARY=shared
         -S ${KCC_SOURCE} -B ${WORK}/kcc)
run_well(${CMAKE_COMMAND} --build ${WORK}/kcc --parallel 2)
run_well(${CMAKE_COMMAND} --install ${WORK}/kcc --prefix ${WORK}/prefix)
file(GLOB libraries RELATIVE ${WORK}/prefix/lib ${WORK}/prefix/lib/libkcc*)
message("installed: ${libraries}")
if(libraries MATCHES "[.]a(;|$)" OR NOT libraries MATCHES "libkcc_runtime[.]so;libkcc_runtime[.]so[.][0-9]+[.][0-9]+;")
  message(FATAL_ERROR "not what was asked for")
endif()

message("-- a program that needs no kernels")
set(configure_options -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_PREFIX_PATH=${WORK}/prefix)
run_well(${CMAKE_COMMAND} -G ${GENERATOR} ${configure_options} -S ${PROJECTS}/without_kernels -B ${WORK}/without)
run_well(${CMAKE_COMMAND} --build ${WORK}/without)
run_well(${WORK}/without/app)
expect("the program" "diagonal 5\nfilled 1.5\ninvalid_argument")

message("-- a program and a plug-in; the kernels are compiled by a kcc from elsewhere")
run_well(${CMAKE_COMMAND} -G ${GENERATOR} ${configure_options} -DKCC_EXECUTABLE=${PREFIX}/bin/kcc -S ${PROJECTS}/one_runtime
         -B ${WORK}/one)
run_well(${CMAKE_COMMAND} --build ${WORK}/one)
run_well(${WORK}/one/app ${WORK}/one/libplugin.so)
expect("the program" "the sum is 64\none runtime\ncaught kernel_failed\nlibraries, too")
