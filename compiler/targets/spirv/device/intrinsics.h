// What the device functions in this folder use beside C++.
#ifndef KCC_TARGETS_SPIRV_DEVICE_INTRINSICS_H
#define KCC_TARGETS_SPIRV_DEVICE_INTRINSICS_H

/// Address spaces as LLVM numbers them for PTX.
#define KCC_GLOBAL __attribute__((address_space(1)))
#define KCC_SHARED __attribute__((address_space(3)))

#endif
