// Compares <kcc/dlpack.h> with DLPack's own header. Only built if that is found. There is nothing to run:
// mistakes do not compile.
#include <kcc/dlpack.h>

#include <dlpack/dlpack.h>

#include <cstddef>

namespace {

#define KCC_HOLD_FIELD(type, field)                                                                          \
  static_assert(offsetof(kcc::dlpack::type, field) == offsetof(::type, field))
#define KCC_HOLD_SIZE(type) static_assert(sizeof(kcc::dlpack::type) == sizeof(::type))
#define KCC_HOLD_VALUE(value) static_assert(static_cast<int>(kcc::dlpack::value) == static_cast<int>(::value))

KCC_HOLD_SIZE(DLDevice);
KCC_HOLD_FIELD(DLDevice, device_id);
KCC_HOLD_SIZE(DLDataType);
KCC_HOLD_FIELD(DLDataType, bits);
KCC_HOLD_FIELD(DLDataType, lanes);
KCC_HOLD_SIZE(DLTensor);
KCC_HOLD_FIELD(DLTensor, device);
KCC_HOLD_FIELD(DLTensor, ndim);
KCC_HOLD_FIELD(DLTensor, dtype);
KCC_HOLD_FIELD(DLTensor, shape);
KCC_HOLD_FIELD(DLTensor, strides);
KCC_HOLD_FIELD(DLTensor, byte_offset);
KCC_HOLD_SIZE(DLManagedTensor);
KCC_HOLD_FIELD(DLManagedTensor, manager_ctx);
KCC_HOLD_FIELD(DLManagedTensor, deleter);
KCC_HOLD_VALUE(kDLCPU);
KCC_HOLD_VALUE(kDLCUDA);
KCC_HOLD_VALUE(kDLCUDAHost);
KCC_HOLD_VALUE(kDLCUDAManaged);
KCC_HOLD_VALUE(kDLInt);
KCC_HOLD_VALUE(kDLUInt);
KCC_HOLD_VALUE(kDLFloat);
KCC_HOLD_VALUE(kDLBfloat);
KCC_HOLD_VALUE(kDLComplex);
#if defined(DLPACK_MAJOR_VERSION) && DLPACK_MAJOR_VERSION >= 1
KCC_HOLD_VALUE(kDLBool);
static_assert(DLPACK_MAJOR_VERSION == kcc::dlpack::major_version);
KCC_HOLD_SIZE(DLManagedTensorVersioned);
KCC_HOLD_FIELD(DLManagedTensorVersioned, manager_ctx);
KCC_HOLD_FIELD(DLManagedTensorVersioned, deleter);
KCC_HOLD_FIELD(DLManagedTensorVersioned, flags);
KCC_HOLD_FIELD(DLManagedTensorVersioned, dl_tensor);
static_assert(kcc::dlpack::flag_read_only == DLPACK_FLAG_BITMASK_READ_ONLY);
#if DLPACK_MINOR_VERSION >= 1
KCC_HOLD_VALUE(kDLFloat8_e4m3fn);
KCC_HOLD_VALUE(kDLFloat8_e5m2);
#endif
// A program may pass dlpack.h's own structures.
static_assert(std::is_constructible_v<kcc::dlpack::Tensor, ::DLManagedTensorVersioned *>);
#endif
static_assert(std::is_constructible_v<kcc::dlpack::Tensor, ::DLManagedTensor *>);

} // namespace
