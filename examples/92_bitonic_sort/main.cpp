// Sorts random keys of several types, orders and lengths on a device and compares them with std::sort.
#include "../common/program.h"
#include "sort.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <limits>
#include <map>
#include <random>
#include <type_traits>
#include <vector>

namespace {

using bitonic::Order;

enum class KeyType { u32, i32, f32, u64, f64 };
const std::map<std::string, KeyType> key_types = {{"u32", KeyType::u32},
                                                  {"i32", KeyType::i32},
                                                  {"f32", KeyType::f32},
                                                  {"u64", KeyType::u64},
                                                  {"f64", KeyType::f64}};
const std::map<std::string, Order> orders = {{"ascending", Order::ascending},
                                             {"descending", Order::descending}};

struct Request {
  std::vector<std::size_t> counts; ///< empty: counts chosen for the device
  std::vector<KeyType> types;
  std::vector<Order> orders;
};

/// Integers of the whole range; floating-point numbers from -1000 to 1000, including some infinities, zeros
/// and NaNs.
template <class Key> std::vector<Key> random_keys(std::size_t count) {
  std::mt19937_64 random(count);
  std::vector<Key> keys(count);
  if constexpr (std::is_floating_point_v<Key>) {
    using Limits = std::numeric_limits<Key>;
    const std::array special{Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(), Key{0}, -Key{0}};
    std::uniform_real_distribution<Key> distribution(-1000, 1000);
    for (Key &key : keys)
      key = random() % 256 == 0 ? special[random() % special.size()] : distribution(random);
  } else {
    for (Key &key : keys)
      key = static_cast<Key>(random());
  }
  return keys;
}

/// Whether `a` must come before `b`.
template <class Key> bool precedes(Key a, Key b, Order order) {
  if constexpr (std::is_floating_point_v<Key>) {
    if (std::isnan(a) || std::isnan(b))
      return !std::isnan(a) && std::isnan(b);
    if (a == b)
      return order == Order::ascending ? std::signbit(a) && !std::signbit(b)
                                       : !std::signbit(a) && std::signbit(b);
  }
  return order == Order::ascending ? a < b : b < a;
}

template <class Key> void print_keys(const char *when, const std::vector<Key> &keys) {
  const std::size_t shown = 10;
  std::cout << "  " << when << ":";
  for (std::size_t i = 0; i != keys.size(); ++i) {
    if (i == shown && keys.size() > 2 * shown) {
      std::cout << " …";
      i = keys.size() - shown;
    }
    std::cout << ' ' << keys[i];
  }
  std::cout << "\n";
}

template <class Key> void check(const std::vector<Key> &sorted, const std::vector<Key> &expected) {
  using Bits = typename bitonic::KeyTraits<Key>::Bits;
  for (std::size_t i = 0; i != expected.size(); ++i)
    if (std::bit_cast<Bits>(sorted[i]) != std::bit_cast<Bits>(expected[i])) {
      std::ostringstream text;
      text << "key " << i << " of " << expected.size() << " is " << sorted[i] << " and should be "
           << expected[i];
      throw example::Mismatch(text.str());
    }
}

template <class Key>
void sort_and_check(example::Session &session, const char *type, std::size_t count, Order order,
                    bool show_keys) {
  const auto kernels = sort_kernels<Key>(order, [&](const auto &kernel) { return session.kernel(kernel); });

  const std::vector<Key> keys = random_keys<Key>(count);
  kcc::Stream &stream = session.stream();
  kcc::Buffer<Key> buffer(session.device(), count);
  kcc::Event start(session.device()), stop(session.device());
  example::Milliseconds best = example::Milliseconds::max();
  for (int repeat = 0; repeat != 3; ++repeat) { // the first one also loads the kernels
    buffer.copy_from(stream, keys);
    stream.record(start);
    bitonic_sort(stream, buffer, kernels);
    stream.record(stop);
    best = std::min(best, example::Milliseconds(kcc::Event::elapsed(start, stop)));
  }
  const std::vector<Key> sorted = buffer.to_host(stream);

  std::vector<Key> expected = keys;
  std::ranges::sort(expected, [&](Key a, Key b) { return precedes(a, b, order); });
  std::cout << type << (order == Order::ascending ? " ascending  " : " descending ") << std::setw(10) << count
            << " keys: " << example::readable(best);
  if (count != 0)
    std::cout << ", "
              << example::with_unit(static_cast<double>(count) / best.count() * 1e-3, "million keys/s");
  std::cout << "\n";
  if (show_keys) {
    print_keys("before", keys);
    print_keys("after", sorted);
  }
  check(sorted, expected);
}

void run(const example::Options &options, Request request) {
  example::Session session(options);
  if (request.counts.empty()) {
    request.counts = {1000, 4096, 100'003, std::size_t{1} << 20};
    if (session.device().backend() == kcc::Backend::cuda)
      request.counts.push_back(10'000'019);
  }
  for (KeyType type : request.types)
    for (Order order : request.orders)
      for (std::size_t count : request.counts) {
        const bool show_keys = count == request.counts.back();
        switch (type) {
        case KeyType::u32:
          sort_and_check<std::uint32_t>(session, "u32", count, order, show_keys);
          break;
        case KeyType::i32:
          sort_and_check<std::int32_t>(session, "i32", count, order, show_keys);
          break;
        case KeyType::f32:
          sort_and_check<float>(session, "f32", count, order, show_keys);
          break;
        case KeyType::u64:
          sort_and_check<std::uint64_t>(session, "u64", count, order, show_keys);
          break;
        case KeyType::f64:
          sort_and_check<double>(session, "f64", count, order, show_keys);
          break;
        }
      }
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app("Sorts random keys on a device and checks them against std::sort.");
  example::Options options;
  example::add_options(app, options);
  Request request{{},
                  {KeyType::u32, KeyType::i32, KeyType::f32, KeyType::u64, KeyType::f64},
                  {Order::ascending, Order::descending}};
  app.add_option("--count", request.counts, "The number of keys; may be repeated (default: several lengths)");
  app.add_option("--type", request.types, "The type of the keys: u32, i32, f32, u64, f64 (default: all)")
      ->transform(CLI::CheckedTransformer(key_types));
  app.add_option("--order", request.orders, "ascending or descending (default: both)")
      ->transform(CLI::CheckedTransformer(orders));
  return example::run(app, argc, argv, [&] { run(options, request); });
}
