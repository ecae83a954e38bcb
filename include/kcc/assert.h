// KCC_ASSERT(condition) and KCC_ASSERT(condition, "format", arguments…): assertions in kernels, with a
// message. See docs/printing.md.
#ifndef KCC_ASSERT_H
#define KCC_ASSERT_H

#include "print.h"

namespace kcc::detail {

/// Ends the kernel with a message.
template <class... A>
  requires(Printable<A> && ...)
[[noreturn, gnu::cold]] inline void fail_assertion(const CheckSite &site,
                                                   PrintFormat<std::type_identity_t<A>...> format,
                                                   const A &...arguments) noexcept KCC_CHECK_FORMAT {
  PrintArgument sent[] = {{}, {}, {}, {}, print_argument(arguments)..., {}};
  put_check_site(sent, site);
  send_record(abi::RecordKind::assertion, format.text, format.size, sent,
              check_site_arguments + sizeof...(A));
  __kcc_print_stop();
}
[[noreturn, gnu::cold]] inline void fail_assertion(const CheckSite &site) noexcept {
  fail_check(abi::RecordKind::assertion, site);
}

} // namespace kcc::detail

#ifdef NDEBUG
/// Ends the kernel if the condition is false: KCC_ASSERT(condition) or KCC_ASSERT(condition, "format",
/// arguments…). The host gets a kcc::Error with the condition, the message (formatted as by kcc::print),
/// file, line, function, block and thread. With NDEBUG nothing is evaluated, as with assert.
#define KCC_ASSERT(condition, ...) static_cast<void>(0)
#else
#define KCC_ASSERT(condition, ...)                                                                           \
  (static_cast<bool>(condition)                                                                              \
       ? static_cast<void>(0)                                                                                \
       : ::kcc::detail::fail_assertion({#condition, __FILE__, __LINE__, __PRETTY_FUNCTION__} __VA_OPT__(, )  \
                                           __VA_ARGS__))
#endif

#endif
