#include "trace.h"

#include "../core/call_trace.h"
#include "driver_errors.h"

template <>
inline constexpr bool kcc::core::is_traced_as_address<kcc::cuda::DriverApi, kcc::cuda::DevicePointer> = true;

namespace kcc::cuda {

static void add_result_name(core::TraceLine &line, const DriverApi *, Result result) {
  line.add(result == success ? "CUDA_SUCCESS" : error_name(result));
}

void trace_calls(DriverApi &api) {
#define KCC_TRACE_CALL(name, cuda_name, symbol, parameters) core::trace_calls_of<&DriverApi::name>(api);
  KCC_DRIVER_FUNCTIONS(KCC_TRACE_CALL)
  KCC_FIRST_VERSION_DRIVER_FUNCTIONS(KCC_TRACE_CALL)
  KCC_OPTIONAL_DRIVER_FUNCTIONS(KCC_TRACE_CALL)
#undef KCC_TRACE_CALL
}

} // namespace kcc::cuda
