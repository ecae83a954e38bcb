// A bar that shows how far a long kernel is.
#ifndef KCC_RUNTIME_PROGRESS_H
#define KCC_RUNTIME_PROGRESS_H

#include <kcc/runtime/buffer.h>
#include <kcc/runtime/stream.h>

#include <cstdint>
#include <string>

namespace kcc {

/// A counter on a device, to which kernels add (kcc::add_progress of <kcc/progress.h>), and a bar on standard
/// error that follows it. Used by one thread at a time. Move-only.
///
///     kcc::Progress progress(device, blocks, "simulating");
///     stream.launch(simulate, shape, grid.span(), progress.counter());
///     progress.wait(stream);
class Progress {
public:
  enum class Show {
    on_terminal, ///< only if standard error is a terminal
    always,
    never
  };

  /// \p total is what kernels will have added when all work is done; 0 shows the count instead of a
  /// percentage. Waits for the device once, to set the counter to 0. Throws Error if there is no memory.
  Progress(const Device &device, std::uint64_t total, std::string title = {}, Show show = Show::on_terminal);

  /// The argument for kernels: device memory, which lives as long as this object.
  std::uint64_t *counter() noexcept { return counter_.data(); }

  /// What kernels have added so far. Does not wait for them. Throws Error if a kernel failed.
  std::uint64_t done();

  /// Waits for the stream, like Stream::synchronize, and meanwhile draws the bar ten times a second. Throws
  /// what Stream::synchronize throws.
  void wait(Stream &stream);

private:
  Buffer<std::uint64_t> counter_;
  Stream reader_; ///< reads the counter while kernels run in other streams
  std::uint64_t total_;
  std::string title_;
  bool is_shown_;
};

} // namespace kcc

#endif
