# SPIR-V is IR for NVPTX until it is written, so that layouts and address spaces are those of PTX.
kcc_device_functions(spirv --target=nvptx64-nvidia-cuda -march=sm_75 -nogpulib -fno-convergent-functions -D__KCC_ARCH__=0
  SHARES nvptx/device/print.cpp)
