# Code for AMD's GPUs is IR for NVPTX until it is optimized, like SPIR-V.
kcc_device_functions(amdgpu --target=nvptx64-nvidia-cuda -march=sm_75 -nogpulib -fno-convergent-functions -D__KCC_ARCH__=0
  -DKCC_THREADS_END_TOGETHER SHARES nvptx/device/print.cpp spirv/device/lane_masks.cpp spirv/device/sync.cpp
  spirv/device/warp.cpp)
