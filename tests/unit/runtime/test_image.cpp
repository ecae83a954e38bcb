#include "test_image.h"

#include <kcc/abi/cpu_functions.h>

#include <cstring>
#include <iterator>

namespace test_image {

namespace {

template <class T> T argument(const void *const *arguments, std::size_t index) {
  T value;
  std::memcpy(&value, arguments[index], sizeof value);
  return value;
}

std::uint32_t global_x() {
  return kcc_cpu_thread->block_idx[0] * kcc_cpu_thread->block_dim[0] + kcc_cpu_thread->thread_idx[0];
}

void run_add(const void *const *arguments) {
  const auto sum = argument<std::span<float>>(arguments, 0);
  if (const std::uint32_t i = global_x(); i < sum.size())
    sum[i] =
        argument<std::span<const float>>(arguments, 1)[i] + argument<std::span<const float>>(arguments, 2)[i];
}

void run_store(const void *const *arguments) {
  auto *out = argument<double *>(arguments, 0);
  out[0] = argument<std::uint16_t>(arguments, 1);
  out[1] = argument<double>(arguments, 2);
  out[2] = argument<bool>(arguments, 3);
  out[3] = static_cast<double>(argument<Order>(arguments, 4));
  out[4] = argument<Pixel>(arguments, 5).r;
}

void run_trap(const void *const *arguments) {
  if (global_x() == argument<std::uint32_t>(arguments, 0))
    kcc_cpu_trap();
}

void run_reverse(const void *const *arguments) {
  const auto values = argument<std::span<int>>(arguments, 0);
  const std::uint32_t me = kcc_cpu_thread->thread_idx[0], threads = kcc_cpu_thread->block_dim[0];
  const std::uint32_t first = kcc_cpu_thread->block_idx[0] * threads;
  auto *shared = reinterpret_cast<int *>(kcc_cpu_thread->shared_memory + kcc_cpu_thread->static_shared_bytes);
  shared[me] = values[first + me];
  kcc_cpu_sync_threads();
  values[first + me] = shared[threads - 1 - me];
}

void run_nothing(const void *const *) {}

void run_meet(const void *const *) {
  kcc_cpu_sync_grid();
}

constexpr kcc::abi::CpuKernel cpu_kernels[] = {{"add_entry", run_add},         {"store_entry", run_store},
                                               {"trap_entry", run_trap},       {"reverse_entry", run_reverse},
                                               {"nothing_entry", run_nothing}, {"meet_entry", run_meet},
                                               {"disjoint_entry", run_nothing}};

constexpr char manifest[] = R"json({"version": 14, "source": "test_image.cpp", "kernels": [
  {"name": "test_image::add", "entry": "add_entry", "parameters": [
    {"name": "sum", "type": "std::span<float>", "signature": "span<f32>", "size": 16, "align": 8},
    {"name": "a", "type": "std::span<const float>", "signature": "span<const f32>", "size": 16, "align": 8},
    {"name": "b", "type": "std::span<const float>", "signature": "span<const f32>", "size": 16, "align": 8}],
   "max_threads": 0, "static_shared_bytes": 0, "uses_barrier": false, "uses_grid_sync": false},
  {"name": "test_image::store", "entry": "store_entry", "parameters": [
    {"name": "out", "type": "double *", "signature": "ptr<f64>", "size": 8, "align": 8},
    {"name": "index", "type": "std::uint16_t", "signature": "u16", "size": 2, "align": 2},
    {"name": "factor", "type": "double", "signature": "f64", "size": 8, "align": 8},
    {"name": "flag", "type": "bool", "signature": "bool", "size": 1, "align": 1},
    {"name": "order", "type": "Order", "signature": "enum(test_image::Order:i32)", "size": 4, "align": 4},
    {"name": "pixel", "type": "Pixel", "signature": "struct(test_image::Pixel:4:1)", "size": 4, "align": 1}],
   "max_threads": 0, "static_shared_bytes": 0, "uses_barrier": false, "uses_grid_sync": false},
  {"name": "test_image::trap", "entry": "trap_entry", "parameters": [
    {"name": "thread", "type": "unsigned", "signature": "u32", "size": 4, "align": 4}],
   "max_threads": 0, "static_shared_bytes": 0, "uses_barrier": false, "uses_grid_sync": false},
  {"name": "test_image::reverse", "entry": "reverse_entry", "parameters": [
    {"name": "values", "type": "std::span<int>", "signature": "span<i32>", "size": 16, "align": 8}],
   "max_threads": 64, "static_shared_bytes": 256, "uses_barrier": true, "uses_grid_sync": false},
  {"name": "test_image::nothing", "entry": "nothing_entry", "parameters": [],
   "max_threads": 0, "static_shared_bytes": 0, "uses_barrier": false, "uses_grid_sync": false},
  {"name": "test_image::meet", "entry": "meet_entry", "parameters": [],
   "max_threads": 0, "static_shared_bytes": 0, "uses_barrier": true, "uses_grid_sync": true},
  {"name": "test_image::disjoint", "entry": "disjoint_entry", "parameters": [
    {"name": "to", "type": "std::span<float>", "signature": "span<f32>", "size": 16, "align": 8},
    {"name": "from", "type": "std::span<const float>", "signature": "span<const f32>", "size": 16, "align": 8},
    {"name": "two", "type": "std::span<const float, 2>", "signature": "span<const f32,2>", "size": 8, "align": 8}],
   "max_threads": 0, "static_shared_bytes": 0, "uses_barrier": false, "uses_grid_sync": false, "no_alias": [
    {"name": "to", "parameter": 0, "offset": 0, "element_size": 4, "read_only": false},
    {"name": "from", "parameter": 1, "offset": 0, "element_size": 4, "read_only": true},
    {"name": "two", "parameter": 2, "offset": 0, "element_size": 4, "extent": 2, "read_only": true}]}],
 "globals": [
  {"name": "test_image::scale", "type": "double", "signature": "f64", "size": 8, "align": 8,
   "symbol": "scale_symbol", "memory": "global"},
  {"name": "test_image::missing", "type": "double", "signature": "f64", "size": 8, "align": 8,
   "symbol": "missing_symbol", "memory": "global"}]})json";

double scale_value = 1.5;
constexpr kcc::abi::CpuGlobal cpu_globals[] = {{"scale_symbol", &scale_value, sizeof scale_value}};
constexpr kcc::abi::CpuCode cpu_code{std::size(cpu_kernels), std::size(cpu_globals), cpu_kernels,
                                     cpu_globals};

// Only the fake drivers read these; they look for the entries.
#define KCC_TEST_ENTRIES                                                                                     \
  ".entry add_entry() .entry store_entry() .entry trap_entry() .entry reverse_entry() .entry "               \
  "nothing_entry() .entry meet_entry() .entry disjoint_entry() .global scale_symbol"
constexpr char ptx_75[] = "// sm_75 " KCC_TEST_ENTRIES;
constexpr char ptx_80[] = "// sm_80 " KCC_TEST_ENTRIES;
constexpr char ptx_90a[] = "// sm_90a " KCC_TEST_ENTRIES;
constexpr char amdgpu_90a[] = "// gfx90a " KCC_TEST_ENTRIES;
constexpr char amdgpu_1100[] = "// gfx1100 " KCC_TEST_ENTRIES;
constexpr kcc::abi::Code codes[] = {
    {kcc::abi::CodeKind::ptx, "sm_90a", manifest, ptx_90a, sizeof ptx_90a - 1},
    {kcc::abi::CodeKind::ptx, "sm_75", manifest, ptx_75, sizeof ptx_75 - 1},
    {kcc::abi::CodeKind::cpu, "x86-64", manifest, &cpu_code, sizeof cpu_code},
    {kcc::abi::CodeKind::ptx, "sm_80", manifest, ptx_80, sizeof ptx_80 - 1},
    {kcc::abi::CodeKind::amdgpu, "gfx1100", manifest, amdgpu_1100, sizeof amdgpu_1100 - 1},
    {kcc::abi::CodeKind::amdgpu, "gfx90a", manifest, amdgpu_90a, sizeof amdgpu_90a - 1}};

} // namespace

constinit const kcc::abi::Image image{kcc::abi::version, std::size(codes), "test_image.cpp", codes};

} // namespace test_image
