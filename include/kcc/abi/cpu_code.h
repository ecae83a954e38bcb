// Code for the CPU device as it is stored in an image, and the data that tells its functions which thread
// they run.
#ifndef KCC_ABI_CPU_CODE_H
#define KCC_ABI_CPU_CODE_H

#include <cstddef>
#include <cstdint>

namespace kcc::abi {

struct CpuThread;

/// The instructions for which there are functions that run a block.
struct CpuLevel {
  const char *name;
  /// The number of neighbouring threads that such a function runs at the same time, in the lanes of vectors;
  /// for kernels with operations of warps it is 32 at all levels. It may take several registers: while one of
  /// them waits for its operands, another one computes.
  std::uint32_t lanes;
  /// The same for kernels that do not use a thread's index along y or z, where the compiler expects them to
  /// be faster so; 0 for none.
  std::uint32_t wide_lanes;
  std::uint32_t register_bits; ///< of the largest vector registers
  /// The function is for blocks that would leave many lanes unused. Only kernels that use a thread's index
  /// along y or z have one.
  bool is_narrow;
};
/// AVX2 with FMA, and AVX-512.
inline constexpr CpuLevel x86_64_levels[] = {
    {"x86-64-v3", 16, 0, 256, false}, {"x86-64-v3", 8, 0, 256, true}, {"x86-64-v4", 16, 32, 512, false}};
/// Every 64-bit ARM processor.
inline constexpr CpuLevel aarch64_levels[] = {{"neon", 8, 0, 128, false}, {"neon", 4, 0, 128, true}};
/// No kind of processor has more.
inline constexpr std::size_t max_cpu_levels = 3;

/// The section of a program with the variables that are [[kcc::constant]].
inline constexpr char constant_section[] = "kcc_constant";

/// Runs the threads of a block.
struct CpuBlockFunction {
  /// Null if there is no such function. `*thread` says which block, and which of its threads; it is
  /// `*kcc_cpu_thread`, of which the callee sets `thread_idx`, `thread_rank` and `running`, and for a while
  /// `end[0]`. The block runs for itself, not with others of a cooperative grid or a cluster. The grid has
  /// less than 2^31 threads along x. `frame` is aligned to `frame_alignment` bytes and has `frame_bytes(...)`
  /// bytes, with any contents.
  void (*run)(const void *const *arguments, CpuThread *thread, void *frame);
  /// For a strided loop; null if there is none, or if iterations may depend on each other. Returns how many
  /// elements the loop runs over in a grid of one row, of which `*thread` says the size; 0 if iterations may
  /// depend on each other, or the loop's step is not the number of threads in the grid. Otherwise `run` may
  /// be called with `CpuThread::elements`, for ranges of elements at the same time.
  std::uint64_t (*count_elements)(const void *const *arguments, const CpuThread *thread);
  std::uint64_t group_bytes; ///< what neighbouring threads need of the frame; 0: there is no frame
  std::uint32_t lanes;       ///< the number of neighbouring threads that run at the same time; may be 1
  std::uint32_t whole_warps; ///< 1: the block's size along x must be a multiple of 32
  /// 1: the order of threads shows in nothing but data races, and no thread waits for another. A call may run
  /// a part of the block, at the same time as others run other parts, if the kernel has no shared memory. The
  /// parts' bounds along x are multiples of `lanes`, but for the block's size.
  std::uint32_t is_divisible;
  /// 1: a call may run the threads of several blocks that are neighbours along x, if the kernel has no shared
  /// memory. Then `end[0]` is greater than the block's size.
  std::uint32_t joins_blocks;
  std::uint32_t has_loops; ///< 1: a thread may take long
  /// 1: all threads of a call run one iteration of a loop before the next, because neighbours' elements are
  /// neighbours in memory, and one thread's are not. The more threads a call has, the better.
  std::uint32_t is_strided;
};
inline constexpr std::size_t frame_alignment = 64;
/// The size of a block's frame: a header, and a part for each group of neighbours along x.
constexpr std::uint64_t frame_bytes(const CpuBlockFunction &function, std::uint32_t x, std::uint32_t y,
                                    std::uint32_t z) noexcept {
  const std::uint64_t groups = (std::uint64_t{x} + function.lanes - 1) / function.lanes * y * z;
  return function.group_bytes == 0 ? 0 : 64 + groups * function.group_bytes;
}

/// One kernel compiled for the CPU device.
struct CpuKernel {
  const char *entry; ///< the same entry name as in the manifest
  /// Runs one thread of the grid. `arguments[i]` points to the bytes of parameter i, in the layout of the
  /// host's ABI (the array that cuLaunchKernel takes). The callee does not change them. `kcc_cpu_thread` is
  /// set before the call.
  void (*run_thread)(const void *const *arguments);
  CpuBlockFunction run_block[max_cpu_levels]; ///< one for each level of the processor
};

/// The symbol of CpuKernel::run_thread is this prefix followed by the entry.
inline constexpr char cpu_thread_prefix[] = "kcc.thread.";
/// The symbols of CpuKernel::run_block are this prefix followed by the level's name, `.narrow` for fewer
/// lanes, a dot and the entry.
inline constexpr char cpu_block_prefix[] = "kcc.block.";

/// A kernel variable that the host accesses by name.
struct CpuGlobal {
  const char *symbol; ///< as in the manifest
  void *address;
  std::uint64_t size; ///< bytes
};

/// The bytes of a Code of kind CodeKind::cpu.
struct CpuCode {
  std::uint32_t kernel_count;
  std::uint32_t global_count;
  const CpuKernel *kernels;
  const CpuGlobal *globals;
};

/// The least alignment of a block's shared memory, and that of its dynamic part.
inline constexpr std::size_t shared_alignment = 128;
/// Where the dynamic part of a block's shared memory starts.
constexpr std::size_t dynamic_shared_offset(std::size_t static_bytes) noexcept {
  return (static_bytes + shared_alignment - 1) / shared_alignment * shared_alignment;
}
/// The size of a block's shared memory.
constexpr std::size_t shared_bytes(std::size_t static_bytes, std::size_t dynamic_bytes) noexcept {
  return dynamic_bytes == 0 ? static_bytes : dynamic_shared_offset(static_bytes) + dynamic_bytes;
}

/// Before and behind a block's shared memory there are as many bytes that only code of that block accesses. A
/// CpuBlockFunction reads them, and writes back what it read, where only some of a group of lanes access
/// shared memory at its ends.
inline constexpr std::size_t shared_margin = 256;

/// Identifies a thread of the CPU device. Compiled kernels read these fields by offset.
struct CpuThread {
  std::uint32_t thread_idx[3];
  std::uint32_t block_idx[3];
  std::uint32_t block_dim[3];
  std::uint32_t grid_dim[3];
  /// The block's shared memory: first the kernel's `static_shared_bytes` (each [[kcc::shared]] variable at
  /// the offset the compiler gave it), then, at `dynamic_shared_offset`, the launch's dynamic part. It is
  /// aligned to `shared_alignment` bytes and to every power of two that divides `static_shared_bytes`, which
  /// the compiler rounds up for variables with a larger alignment.
  std::byte *shared_memory;
  std::uint32_t static_shared_bytes;
  std::uint32_t dynamic_shared_bytes;
  std::uint32_t thread_rank;    ///< the thread's rank in the block, x fastest
  std::uint32_t cluster_dim[3]; ///< blocks per cluster
  void *checks;                 ///< an abi::CheckState, for code compiled with --check
  /// Which threads a CpuBlockFunction runs: those with indices from `begin` up to, but without, `end`.
  std::uint32_t begin[3], end[3];
  /// By a CpuBlockFunction, at the same time: the neighbours along x from thread_idx up to, but without, the
  /// next multiple of this.
  std::uint32_t running;
  std::uint32_t most_running; ///< for the callee: a power of two, at least `lanes`
  std::uint32_t elements;     ///< 1: `begin[0]` and `end[0]` count elements (count_elements)
};
static_assert(sizeof(CpuThread) == 128 && offsetof(CpuThread, shared_memory) == 48);

} // namespace kcc::abi

#endif
