# Wrong calls of add_gpu_kernel(), and what their errors say.
include(${CMAKE_CURRENT_LIST_DIR}/project.cmake)

# refuse(ARGUMENTS MESSAGE [VARIABLE=VALUE...]): expects an error that matches the message of add_gpu_kernel() with these
# arguments, where the variables have these values.
function(refuse arguments message)
  list(JOIN ARGN " " variables)
  run(${configure} "-DARGUMENTS=${arguments}" "-DVARIABLES=${variables}" -S ${PROJECTS}/misuse -B ${WORK})
  if(status EQUAL 0)
    message(FATAL_ERROR "add_gpu_kernel(${arguments}) was accepted")
  endif()
  unwrap()
  expect("add_gpu_kernel(${arguments})" "${message}")
endfunction()

refuse("kernels ARCHS sm_90"
  "needs SOURCES and at least one C\\+\\+ file")
refuse("kernels kernel.cpp"
  "unknown argument 'kernel.cpp'; sources follow the word SOURCES, and there are .*COMPILE_DEFINITIONS")
refuse("kernels SOURCES nowhere.cpp"
  "there is no file 'nowhere.cpp' in")
refuse("my-kernels SOURCES kernel.cpp"
  "'my-kernels' cannot be a C\\+\\+ namespace")
refuse("kernels SOURCES kernel.cpp ARCHS 90"
  "'90' is not a GPU architecture; write sm_75")
refuse("kernels SOURCES kernel.cpp"
  "'ampere' in CMAKE_CUDA_ARCHITECTURES is not a GPU architecture; give ARCHS"
  CMAKE_CUDA_ARCHITECTURES=ampere)
refuse("shadowed SOURCES kernel.cpp"
  "the typed header is called shadowed.h, and so is")
refuse("kernels SOURCES kernel.cpp CPU OFF SO"
  "SO writes code for the CPU device, which CPU OFF excludes")
refuse("kernels SOURCES kernel.cpp CPU OFF CPU_LEVELS native"
  "CPU_LEVELS is about code for the CPU device, which CPU OFF excludes")
refuse("kernels SOURCES kernel.cpp TARGETS ptx CPU_LEVELS native"
  "CPU_LEVELS is about code for the CPU device, which TARGETS leaves out; add cpu to it")
refuse("kernels SOURCES kernel.cpp TARGETS ptx vulkan SO"
  "SO writes code for the CPU device, which TARGETS leaves out; add cpu to it")
refuse("kernels SOURCES kernel.cpp CPU OFF CHECK memory"
  "CHECK is about code for the CPU device, which CPU OFF excludes")
refuse("kernels SOURCES kernel.cpp TARGETS vulkan CHECK memory"
  "CHECK is about code for the CPU device, which TARGETS leaves out; add cpu to it")
refuse("kernels SOURCES kernel.cpp TARGETS vulkan cpu PTX"
  "PTX is about code for NVIDIA's GPUs, which TARGETS leaves out; add ptx to it, or remove PTX")
refuse("kernels SOURCES kernel.cpp TARGETS vulkan cpu CUBIN"
  "CUBIN is about code for NVIDIA's GPUs, which TARGETS leaves out")
refuse("kernels SOURCES kernel.cpp TARGETS vulkan cpu CHECK memory CHECK_GPU"
  "CHECK_GPU is about code for NVIDIA's GPUs, which TARGETS leaves out")
refuse("kernels SOURCES kernel.cpp TARGETS vulkan spirv cpu ARCHS sm_90"
  "the architecture 'sm_90' is one of ptx, which TARGETS leaves out; remove it from ARCHS, or add ptx to TARGETS")
refuse("kernels SOURCES kernel.cpp TARGETS ptx cpu ARCHS sm_90 gfx90a"
  "the architecture 'gfx90a' is one of amdgpu, which TARGETS leaves out")
refuse("kernels SOURCES kernel.cpp ARCHS sm_90 gfx90a"
  "the architecture 'gfx90a' is one of amdgpu; add amdgpu to TARGETS")
refuse("kernels SOURCES kernel.cpp SPIRV"
  "SPIRV writes code for Vulkan and OpenCL; add vulkan or spirv to TARGETS")
refuse("kernels SOURCES kernel.cpp CUBIN"
  "CUBIN needs the program ptxas of a CUDA toolkit; install it, set KCC_PTXAS"
  CMAKE_FIND_ROOT_PATH=/nowhere CMAKE_FIND_ROOT_PATH_MODE_PROGRAM=ONLY)
refuse("kernels SOURCES kernel.cpp CPU ON"
  "CPU needs a program for x86-64 or AArch64, and this one is for 'riscv64'"
  CMAKE_SYSTEM_PROCESSOR=riscv64)
refuse("kernels SOURCES kernel.cpp copy/kernel.cpp"
  "two sources are called 'kernel'")
