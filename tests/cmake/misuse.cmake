# Wrong calls of add_gpu_kernel(), and the words that their messages must contain.
include(${CMAKE_CURRENT_LIST_DIR}/project.cmake)
foreach(case IN ITEMS
    "no-sources|needs SOURCES and at least one C\\+\\+ file"
    "unknown-word|unknown argument 'kernel.cpp'; sources follow the word SOURCES, and there are .*COMPILE_DEFINITIONS"
    "missing-file|there is no file 'nowhere.cpp' in"
    "bad-namespace|'my-kernels' cannot be a C\\+\\+ namespace"
    "bad-arch|'90' is not a GPU architecture; write sm_75"
    "bad-cuda-arch|'ampere' in CMAKE_CUDA_ARCHITECTURES is not a GPU architecture; give ARCHS"
    "shadowed-header|the typed header is called shadowed.h, and so is"
    "no-cpu|SO writes code for the CPU device, which CPU OFF excludes"
    "levels-without-cpu|CPU_LEVELS is about code for the CPU device, which CPU OFF excludes"
    "no-ptxas|CUBIN needs the program ptxas of a CUDA toolkit; install it, set KCC_PTXAS"
    "foreign|CPU needs a program for x86-64 or AArch64, and this one is for 'riscv64'"
    "same-name|two sources are called 'kernel'")
  string(REGEX MATCH "^([^|]+).(.+)$" _ "${case}")
  set(name ${CMAKE_MATCH_1})
  set(message "${CMAKE_MATCH_2}")
  run(${configure} -DCASE=${name} -S ${PROJECTS}/misuse -B ${WORK})
  if(status EQUAL 0)
    message(FATAL_ERROR "${name} was accepted")
  endif()
  unwrap()
  expect(${name} "${message}")
endforeach()
