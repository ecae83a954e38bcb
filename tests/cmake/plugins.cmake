# Two shared libraries in one process, whose kernels have the same names but do different things.
include(${CMAKE_CURRENT_LIST_DIR}/project.cmake)
file(REMOVE_RECURSE ${WORK})

foreach(answer IN ITEMS 1 2)
  run_well(${configure} -DANSWER=${answer} -S ${PROJECTS}/plugins -B ${WORK}/${answer})
  run_well(${CMAKE_COMMAND} --build ${WORK}/${answer} --parallel 2)
endforeach()
run_well(${WORK}/1/app ${WORK}/1/libplugin.so ${WORK}/2/libplugin.so)
expect("the plug-ins" "1 launching kernel[^\n]*kernels.cpp:10[^\n]*\n2 launching kernel[^\n]*kernels.cpp:10")
