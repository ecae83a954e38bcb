// Programs and kernels.
#include "objects.h"

#include <algorithm>
#include <cstring>

namespace fake_opencl {

using namespace kcc::opencl;

namespace {

ProgramRef make_program(const char *name, std::string code, Status *status) {
  if (fails(name)) {
    *status = state().fail_with;
    return nullptr;
  }
  count("program", 1);
  *status = success;
  return new ProgramObject{std::move(code)};
}

} // namespace

extern "C" {

ProgramRef clCreateProgramWithIL(ContextRef, const void *code, std::size_t bytes, Status *status) {
  return make_program("clCreateProgramWithIL", std::string(static_cast<const char *>(code), bytes), status);
}

ProgramRef clCreateProgramWithBinary(ContextRef, Uint, const DeviceRef *, const std::size_t *bytes,
                                     const unsigned char **binary, Status *of_binary, Status *status) {
  *of_binary = success;
  return make_program("clCreateProgramWithBinary",
                      std::string(reinterpret_cast<const char *>(*binary), *bytes), status);
}

Status clBuildProgram(ProgramRef program, Uint, const DeviceRef *, const char *, const void *, void *) {
  if (fails("clBuildProgram"))
    return state().fail_with;
  program->is_built = true;
  return state().build_result.value_or(success);
}

Status clGetProgramInfo(ProgramRef program, Uint what, std::size_t, void *to, std::size_t *) {
  if (fails("clGetProgramInfo"))
    return state().fail_with;
  const std::size_t bytes = program->code.size();
  if (what == program_binary_sizes)
    std::memcpy(to, &bytes, sizeof bytes);
  else
    std::memcpy(*static_cast<void **>(to), program->code.data(), bytes);
  return success;
}

Status clGetProgramBuildInfo(ProgramRef, DeviceRef, Uint, std::size_t, void *to, std::size_t *needed) {
  if (fails("clGetProgramBuildInfo"))
    return state().fail_with;
  constexpr char log[] = "what the compiler says";
  if (needed)
    *needed = sizeof log;
  if (to)
    std::memcpy(to, log, sizeof log);
  return success;
}

Status clReleaseProgram(ProgramRef program) {
  count("program", -1);
  delete program;
  return success;
}

KernelRef clCreateKernel(ProgramRef program, const char *name, Status *status) {
  *status = program->is_built ? success : -45;
  if (fails("clCreateKernel"))
    *status = state().fail_with;
  if (*status != success)
    return nullptr;
  count("kernel", 1);
  return new KernelObject{{name, {}, {}, {}, 0, {}}};
}

Status clReleaseKernel(KernelRef kernel) {
  count("kernel", -1);
  delete kernel;
  return success;
}

Status clSetKernelArg(KernelRef kernel, Uint index, std::size_t bytes, const void *value) {
  if (fails("clSetKernelArg"))
    return state().fail_with;
  const auto *const first = static_cast<const std::byte *>(value);
  if (first)
    kernel->launch.arguments[index].assign(first, first + bytes);
  else
    kernel->launch.shared_bytes = bytes;
  return success;
}

Status clSetKernelExecInfo(KernelRef kernel, Uint, std::size_t bytes, const void *addresses) {
  if (fails("clSetKernelExecInfo"))
    return state().fail_with;
  kernel->launch.memory.resize(bytes / sizeof(void *));
  std::memcpy(kernel->launch.memory.data(), addresses, bytes);
  const std::lock_guard lock(state().mutex);
  for (void *address : kernel->launch.memory)
    if (!state().memory.contains(address))
      ++state().wrong_calls;
  return success;
}

Status clGetKernelWorkGroupInfo(KernelRef, DeviceRef, Uint, std::size_t, void *to, std::size_t *) {
  if (fails("clGetKernelWorkGroupInfo"))
    return state().fail_with;
  constexpr std::size_t most = 128;
  std::memcpy(to, &most, sizeof most);
  return success;
}

} // extern "C"

} // namespace fake_opencl
