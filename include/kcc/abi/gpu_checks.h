// What GPU code that was compiled with --check-gpu and the runtime tell each other.
//
// Such code has a variable `kcc_check_control`, which holds the address of a CheckControl in GPU memory;
// while it is null, nothing is checked. Its places are in a variable whose name begins with
// `kcc_check_sites_`: a CheckTable, then its sites, its places and its texts.
#ifndef KCC_ABI_GPU_CHECKS_H
#define KCC_ABI_GPU_CHECKS_H

#include <cstddef>
#include <cstdint>

namespace kcc::abi {

inline constexpr char check_control_variable[] = "kcc_check_control";
inline constexpr char check_sites_prefix[] = "kcc_check_sites_";

/// Memory that kernels may use, or could use before it was freed.
struct CheckRange {
  std::uint64_t begin, bytes;
  std::uint64_t reserved; ///< bytes from `begin` on in which there is nothing else
  std::uint64_t is_freed;
};

/// Begins a table of ranges, which are sorted and do not overlap. A table does not change.
struct CheckRanges {
  std::uint64_t count;
};

inline constexpr std::uint32_t max_check_records = 1024;
inline constexpr std::uint32_t max_check_strangers = 256;

/// Shared by the threads of one GPU.
struct CheckControl {
  std::uint64_t ranges;   ///< address of a CheckRanges; the host writes it
  std::uint64_t channel;  ///< address of a CheckChannel
  std::uint32_t checks;   ///< abi::Check: what is to be reported
  std::uint32_t claimed;  ///< records so far; more than max_check_records if there was no space
  std::uint32_t notified; ///< 1: CheckChannel::changed has been written since the host wrote 0 here
  std::uint32_t padding;
  /// The regions of 64 KiB to which an access went that may be right (CheckChannel::strangers), as their
  /// numbers.
  std::uint64_t strangers[max_check_strangers];
};
static_assert(sizeof(CheckControl) == 32 + 8 * max_check_strangers);

enum class CheckRecordKind : std::uint32_t { access, integers, conversion, nan };

/// The first error at a site, or an access to memory that the runtime does not know.
struct CheckRecord {
  std::uint64_t is_complete;
  std::uint64_t site; ///< address of a GpuCheckSite
  CheckRecordKind kind;
  std::uint32_t block[3], thread[3];
  std::uint32_t padding;
  /// Of an access: its address, or its offset in the object if the site knows that; the address it was
  /// computed from, or 0; bytes; and an AccessSpace, with misaligned_bit. Of integers: both operands, low
  /// halves first. Otherwise the operands as bits of `double`.
  std::uint64_t values[4];
};
static_assert(sizeof(CheckRecord) == 80);

enum class AccessSpace : std::uint8_t { global, shared, local };
/// The number of the bit beside the AccessSpace in CheckRecord::values[3] that is set if the access is
/// misaligned.
inline constexpr unsigned misaligned_bit = 8;

/// In host memory, so that it survives a GPU context that a fault destroys.
struct CheckChannel {
  std::uint64_t changed; ///< nonzero: something was reported since the host wrote 0 here
  CheckRecord records[max_check_records];
  CheckRecord strangers[max_check_strangers];
};

/// One access or operation in the code.
struct GpuCheckSite {
  std::uint32_t count;   ///< errors so far; the only member that changes
  std::uint32_t place;   ///< index of a GpuCheckPlace from 1 on; 0: unknown
  std::uint32_t kernel;  ///< text: the kernel, or the kernels, that reach it
  std::uint32_t name;    ///< text: the variable that is accessed, or the type of operands
  std::uint32_t other;   ///< text: ArithmeticSite::other; "" if there is none
  std::uint32_t bytes;   ///< of an access; 0: the call says how many
  std::uint32_t align;   ///< of an access; of an operation, the bits of its type
  std::uint8_t kind;     ///< AccessKind, or Arithmetic
  std::uint8_t operands; ///< of an access: AccessSpace, if object_bytes is not 0
  std::uint8_t is_unsigned;
  std::uint8_t is_arithmetic;
  std::uint64_t object_bytes; ///< the size of the object from which the address is computed; 0: unknown
};
static_assert(sizeof(GpuCheckSite) == 40 && offsetof(GpuCheckSite, object_bytes) == 32);

/// As CheckPlace.
struct GpuCheckPlace {
  std::uint32_t file, function; ///< texts
  std::uint32_t line, column;
  std::uint32_t caller; ///< as GpuCheckSite::place
};
static_assert(sizeof(GpuCheckPlace) == 20);

/// A text is its position in the texts, where it ends with a null character.
struct CheckTable {
  std::uint32_t sites, places; ///< how many there are
  std::uint32_t text_bytes;
  std::uint32_t padding;
};
static_assert(sizeof(CheckTable) == 16);

/// A mutable variable of a module.
struct GpuCheckVariable {
  std::uint64_t begin, bytes;
};

/// The variables of one module.
struct GpuCheckModule {
  std::uint64_t variables; ///< address of the first; the others follow
  std::uint64_t count;
};

} // namespace kcc::abi

#endif
