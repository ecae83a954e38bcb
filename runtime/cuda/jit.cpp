#include "jit.h"

#include "choose_code.h"

namespace kcc::cuda {

namespace {

constexpr std::size_t log_bytes = std::size_t{64} << 10;

[[noreturn]] void refuse(const core::Operation &operation, const std::string &text, std::string hint) {
  detail::fail(operation.text(), text, std::move(hint));
}

std::size_t target_number(const std::string &name, const core::Operation &operation) {
  const Arch arch = parse_arch(name);
  if (arch.number == 0)
    refuse(operation, "JitOptions::target is `" + name + "`, which is no architecture",
           "Write sm_90 or sm_90a");
  return static_cast<std::size_t>(arch.number) + (arch.suffix == 'a'   ? jit_target_accelerated
                                                  : arch.suffix == 'f' ? jit_target_family
                                                                       : 0);
}

} // namespace

JitCall::JitCall(const JitOptions &options, Use use, const core::Operation &operation)
    : errors_(log_bytes, '\0'), infos_(log_bytes, '\0') {
  add(jit_info_log, infos_.data());
  add(jit_info_log_bytes, log_bytes - 1);
  add(jit_error_log, errors_.data());
  add(jit_error_log_bytes, log_bytes - 1);
  if (options.optimization_level) {
    if (*options.optimization_level < 0 || *options.optimization_level > 4)
      refuse(operation,
             "JitOptions::optimization_level is " + std::to_string(*options.optimization_level) +
                 "; there are 0 to 4",
             "Leave it unset for the driver's default, 4");
    add(jit_optimization_level, static_cast<std::size_t>(*options.optimization_level));
  }
  if (options.max_registers != 0)
    add(jit_max_registers, options.max_registers);
  if (options.line_info)
    add(jit_line_info, std::size_t{1});
  if (options.debug_info)
    add(jit_debug_info, std::size_t{1});
  if (options.verbose)
    add(jit_log_verbose, std::size_t{1});
  if (!options.target.empty())
    add(jit_target, target_number(options.target, operation));
  if (options.fallback == JitOptions::Fallback::compatible_binary && use == Use::load)
    add(jit_fallback_strategy, std::size_t{jit_prefer_binary});
  if (options.l1_cache != JitOptions::L1Cache::standard)
    add(jit_cache_mode,
        std::size_t{options.l1_cache == JitOptions::L1Cache::off ? jit_cache_cg : jit_cache_ca});
}

std::string JitCall::log() const {
  std::string errors = errors_.c_str(), infos = infos_.c_str();
  if (!errors.empty() && !infos.empty() && errors.back() != '\n')
    errors += '\n';
  return errors + infos;
}

} // namespace kcc::cuda
