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
    "levels-not-in-targets|CPU_LEVELS is about code for the CPU device, which TARGETS leaves out; add cpu to it"
    "so-not-in-targets|SO writes code for the CPU device, which TARGETS leaves out; add cpu to it"
    "check-without-cpu|CHECK is about code for the CPU device, which CPU OFF excludes"
    "check-not-in-targets|CHECK is about code for the CPU device, which TARGETS leaves out; add cpu to it"
    "ptx-not-in-targets|PTX is about code for NVIDIA's GPUs, which TARGETS leaves out; add ptx to it, or remove PTX"
    "cubin-not-in-targets|CUBIN is about code for NVIDIA's GPUs, which TARGETS leaves out"
    "check-gpu-not-in-targets|CHECK_GPU is about code for NVIDIA's GPUs, which TARGETS leaves out"
    "archs-not-in-targets|the architecture 'sm_90' is one of ptx, which TARGETS leaves out; remove it from ARCHS, or add ptx to TARGETS"
    "amd-archs-not-in-targets|the architecture 'gfx90a' is one of amdgpu, which TARGETS leaves out"
    "amd-archs-without-targets|the architecture 'gfx90a' is one of amdgpu; add amdgpu to TARGETS"
    "spirv-without-targets|SPIRV writes code for Vulkan and OpenCL; add vulkan or spirv to TARGETS"
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
