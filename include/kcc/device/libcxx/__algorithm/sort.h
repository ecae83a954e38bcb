// libc++ sorts numbers with a function whose body is in the host's library. kcc searches this folder before
// libc++'s.
#pragma once
#include_next <__algorithm/sort.h>

_LIBCPP_BEGIN_NAMESPACE_STD

template <class _Comp, class _RandomAccessIterator>
inline void __sort(_RandomAccessIterator __first, _RandomAccessIterator __last, _Comp) {
  // With this order instead of std::less, std::sort has its body in the header.
  std::sort(__first, __last, [](const auto &__a, const auto &__b) { return __a < __b; });
}

_LIBCPP_END_NAMESPACE_STD
