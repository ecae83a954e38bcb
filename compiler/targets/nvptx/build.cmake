# The newest architecture, for the builtins of all of them. What is convergent is marked so, as in kernels.
set(flags --target=nvptx64-nvidia-cuda -march=sm_120a -Xclang -target-feature -Xclang +ptx90 -nogpulib
          -fno-convergent-functions)
kcc_device_functions(nvptx ${flags} -D__KCC_ARCH__=1200)
kcc_own_math_functions(nvptx ${flags})
