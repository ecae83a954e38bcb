# The kernels of Debug and Release in one build folder, an installed library that contains them and its use,
# and the architectures from CMake's own variable.
include(${CMAKE_CURRENT_LIST_DIR}/project.cmake)
file(REMOVE_RECURSE ${WORK})
set(source ${PROJECTS}/configurations)

message("-- both configurations of a multi-config generator")
run_well(${CMAKE_COMMAND} -G "Ninja Multi-Config" ${configure_options} -S ${source} -B ${WORK}/multi)
foreach(config IN ITEMS Debug Release)
  run_well(${CMAKE_COMMAND} --build ${WORK}/multi --config ${config} --parallel 2)
endforeach()
run_well(${WORK}/multi/Debug/app)
expect("Debug" "assertions, -O0")
run_well(${WORK}/multi/Release/app)
expect("Release" "NDEBUG, optimized")

message("-- an installed library that uses kernels")
run_well(${CMAKE_COMMAND} --install ${WORK}/multi --config Release --prefix ${WORK}/prefix)
run_well(${configure} -DCMAKE_BUILD_TYPE=Release -Danswers_DIR=${WORK}/prefix/lib/cmake/answers
         -S ${source}/user -B ${WORK}/user)
run_well(${CMAKE_COMMAND} --build ${WORK}/user)
run_well(${WORK}/user/app)
expect("the user of the installed library" "NDEBUG, optimized")

message("-- Debug in a build of one configuration, and CMAKE_CUDA_ARCHITECTURES")
run_well(${configure} -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CUDA_ARCHITECTURES=90a-real
         -S ${source} -B ${WORK}/debug)
run_well(${CMAKE_COMMAND} --build ${WORK}/debug --target app)
expect("CMAKE_CUDA_ARCHITECTURES" "Compiling kernels of kernels.cpp for sm_90a and the CPU")
run_well(${WORK}/debug/app)
expect("Debug" "assertions, -O0")
