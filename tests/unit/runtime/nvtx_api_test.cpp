// Compares the declarations of nvtx.h with NVIDIA's headers. Only built if these are found. There is nothing
// to run: mistakes do not compile.
#include "core/nvtx.h"

#include <nvtx3/nvToolsExt.h>

#include <cstddef>

namespace {

namespace nvtx = kcc::core::nvtx;

#define KCC_HOLD(ours, theirs) static_assert(static_cast<int>(nvtx::ours) == static_cast<int>(theirs))
KCC_HOLD(module_core, NVTX_CB_MODULE_CORE);
KCC_HOLD(module_cuda, NVTX_CB_MODULE_CUDA);
KCC_HOLD(module_opencl, NVTX_CB_MODULE_OPENCL);
KCC_HOLD(module_cudart, NVTX_CB_MODULE_CUDART);
KCC_HOLD(module_core2, NVTX_CB_MODULE_CORE2);
KCC_HOLD(module_sync, NVTX_CB_MODULE_SYNC);
KCC_HOLD(core_size, NVTX_CBID_CORE_SIZE);
KCC_HOLD(cuda_size, NVTX_CBID_CUDA_SIZE);
KCC_HOLD(opencl_size, NVTX_CBID_OPENCL_SIZE);
KCC_HOLD(cudart_size, NVTX_CBID_CUDART_SIZE);
KCC_HOLD(core2_size, NVTX_CBID_CORE2_SIZE);
KCC_HOLD(sync_size, NVTX_CBID_SYNC_SIZE);
KCC_HOLD(core_range_push, NVTX_CBID_CORE_RangePushA);
KCC_HOLD(core_range_pop, NVTX_CBID_CORE_RangePop);
KCC_HOLD(table_callbacks, NVTX_ETID_CALLBACKS);
KCC_HOLD(table_version, NVTX_ETID_VERSIONINFO);
KCC_HOLD(version, NVTX_VERSION);

static_assert(sizeof(nvtx::Callbacks) == sizeof(NvtxExportTableCallbacks));
static_assert(offsetof(nvtx::Callbacks, get_module_table) ==
              offsetof(NvtxExportTableCallbacks, GetModuleFunctionTable));
static_assert(sizeof(nvtx::VersionInfo) == sizeof(NvtxExportTableVersionInfo));
static_assert(offsetof(nvtx::VersionInfo, version) == offsetof(NvtxExportTableVersionInfo, version));
static_assert(offsetof(nvtx::VersionInfo, set_injection_version) ==
              offsetof(NvtxExportTableVersionInfo, SetInjectionNvtxVersion));

} // namespace
