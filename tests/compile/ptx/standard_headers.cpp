// The standard library's headers parse, all in one file, beside a kernel that uses none of them.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
// RUN: %kcc -std=c++20 %s -o %T/cpp20/
// RUN: %kcc --emit=obj --target=cpu %s -o %t.o
#include <kcc/device.h>

#include <algorithm>
#include <any>
#include <array>
#include <atomic>
#include <barrier>
#include <bit>
#include <bitset>
#include <cassert>
#include <charconv>
#include <chrono>
#include <cmath>
#include <compare>
#include <complex>
#include <concepts>
#include <condition_variable>
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <initializer_list>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <latch>
#include <limits>
#include <list>
#include <locale>
#include <map>
#include <memory>
#include <memory_resource>
#include <new>
#include <numbers>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <ranges>
#include <ratio>
#include <regex>
#include <semaphore>
#include <set>
#include <shared_mutex>
#include <source_location>
#include <span>
#include <sstream>
#include <stack>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <tuple>
#include <type_traits>
#include <typeindex>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <valarray>
#include <variant>
#include <vector>
#include <version>
#if __has_include(<format>)
#include <format>
#endif
#if __has_include(<expected>)
#include <expected>
#endif
#if __has_include(<mdspan>)
#include <mdspan>
#endif

[[kcc::kernel]] void one(int *value) { *value = 1; }

// CHECK-NOT: .func
// CHECK: .visible .entry _Z3onePi(
