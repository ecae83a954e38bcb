// Calls of block algorithms in blocks of another shape than the algorithm's template argument.
#include "block_checks.h"

#include "../engine/block.h"
#include "../engine/dimensions.h"

#include <kcc/abi/cpu_functions.h>

#include <algorithm>

namespace kcc::cpu::check {

namespace {

/// "128 threads", "(16, 8, 1) threads"
std::string threads_of(const Dim3 &block) {
  if (block.y == 1 && block.z == 1)
    return std::to_string(block.x) + (block.x == 1 ? " thread" : " threads");
  return text(block) + " threads";
}

/// BlockShape::rank() of the running thread.
std::uint32_t rank_in(const Dim3 &shape) {
  const Dim3 at = to_dim3(kcc_cpu_thread->thread_idx);
  return at.x + (shape.y > 1 || shape.z > 1 ? shape.x * at.y : 0) +
         (shape.z > 1 ? shape.x * shape.y * at.z : 0);
}

} // namespace

/// A thread for which the algorithm has no place would access memory behind that of the others.
void BlockChecks::calls_block_algorithm(const Dim3 &shape, const abi::CheckSite &site) {
  if ((active_ & abi::check_barrier) == 0 || launch_->block == shape)
    return;
  const bool has_place = rank_in(shape) < small_volume(shape);
  const bool is_new = std::ranges::find(misfits_, &site) == misfits_.end();
  if (has_place && !is_new)
    return;
  const auto make = [&] {
    Finding what =
        finding(site.place, "barrier", "block-size", "Block algorithm for blocks of another shape");
    what.details.push_back(std::string(site.variable) + " is made for " + threads_of(shape) +
                           ", and the block has " + threads_of(launch_->block));
    if (is_new)
      report(what);
    return Complaint{what.title + ": " + what.details.front() + ", at " + check::text_of(what.who.places),
                     "Launch the kernel with blocks of the shape that is the algorithm's template argument"};
  };
  if (is_new)
    misfits_.push_back(&site);
  if (has_place)
    make();
  else
    runner_.fail([&] { return make(); });
}

} // namespace kcc::cpu::check
