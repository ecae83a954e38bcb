// A function of one argument gets every special value and difficult point and then, in equal parts: any bit
// pattern, values in the range that has finite results, values near difficult points (hard_places lists
// both), and values in the range with uniform exponents. Functions of several arguments get magnitudes from
// far apart to almost equal.
#include "samples.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <type_traits>

namespace kcc::testing {
namespace {

constexpr double pi = 3.14159265358979323846;

/// The range of a function's finite results, and difficult points.
struct Hard {
  std::string_view function;
  double from, to; ///< outside there are only limits
  std::vector<double> points;
};

const std::vector<Hard> &hard_places() {
  static const std::vector<Hard> places = [] {
    std::vector<Hard> list = {
        {"sin",
         -1e6,
         1e6,
         {pi, 2 * pi, 3 * pi, 22, 355, 710, 1e5, 105615, 1e9, 1e15, 1e22, 0x1p40, 0x1p60, 0x1p100, 0x1p120,
          0x1.6ac5b262ca1ffp+849, 5.31937264832654141671e255, 6381956970095103.0 * 0x1p797,
          16367173.0 * 0x1p72}},
        {"tan",
         -1e6,
         1e6,
         {pi, 2 * pi, pi / 4, 3 * pi / 4, 355, 710, 1e5, 0x1.6db79ddb864fp+26, 0x1p27, 1e9, 0x1p60,
          0x1.6ac5b262ca1ffp+849}},
        {"asin", -1, 1, {0.5, 0.70710678118654752, 1}},
        {"atan",
         -100,
         100,
         {0.41421356237309505, 0.578125, 0.65, 1, 2.4142135623730951, 7. / 16, 11. / 16, 19. / 16, 39. / 16,
          0x1p60}},
        {"sinpi",
         -100,
         100,
         {0.25, 0.5, 0.75, 1, 1.5, 2, 2.5, 100, 1000.5, 0x1p22, 0x1p23, 0x1p24, 0x1p51, 0x1p52, 0x1p53}},
        {"sinh", -712, 712, {0.5, 1, 22, 88.7, 89.41, 89.42, 709.78, 710.4758600739439}},
        {"tanh", -25, 25, {0.25, 0.5, 0.55, 1, 9.01, 19, 22}},
        {"asinh", -1e4, 1e4, {0.5, 1, 0x1p28, 0x1p64, 0x1p512}},
        {"acosh", 1, 1e4, {1, 1.5, 2, 0x1p28, 0x1p64, 0x1p512}},
        {"atanh", -1, 1, {0.25, 0.5, 1}},
        {"exp",
         -750,
         715,
         {0.34657, 0.6931471805599453, 1, 88.72283, 88.722839, 87.33655, 103.97208, 709.782712893384, 708.39,
          745.13321910194}},
        {"exp2", -1080, 1030, {0.5, 1, 126, 127.99999, 128, 149, 150, 1022, 1024, 1074, 1075}},
        {"exp10",
         -330,
         310,
         {0.30103, 1, 2, 3, 10, 22, 37.9, 38.53184, 44.85, 45.15, 307.65, 308.25471555991674, 323.3, 323.6}},
        {"expm1",
         -60,
         715,
         {0.34657, 0x1.9f3230000000dp-2, 0x1.9f323ecbf984cp-2, 0.5, 0.6931471805599453, 1, 17.3, 37.4,
          88.72283, 709.782712893384}},
        {"log",
         0,
         100,
         {0.70710678118654752, 1, 1.4142135623730951, 2, 0.5, 0.75, 1.25, 10, 1e10, 1e22, 0x1p100}},
        {"log1p", -1, 10, {0.29289321881345248, 0.41421356237309503, 0.5, 1}},
        {"sqrt", 0, 10, {1, 2, 4}},
        {"cbrt", -10, 10, {1, 2, 4, 8, 27}},
        {"erf", -7, 7, {0.5, 0.84375, 0.875, 1, 1.25, 2, 3, 3.83, 3.92, 4, 5, 5.92, 6}},
        {"erfc",
         -7,
         28,
         {0.5, 0.84375, 0.875, 1, 1.25, 2, 2.857, 4, 9.19, 9.3, 10.05, 10.06, 26.54, 27.2, 27.226}},
        {"erfcx", -28, 60, {0.5, 1, 1.25, 2, 4, 9.38, 9.3824, 10, 26.62, 26.64, 1e4, 1e8, 1e30}},
        {"erfinv", -1, 1, {0.5, 0.75, 0.9, 0.99, 0.9951, 0.9953, 0.9999, 1}},
        {"erfcinv",
         0,
         2,
         {0.0001, 0.00485, 0.01, 0.1, 0.25, 0.5, 1, 1.5, 1.75, 2, 1e-10, 1e-30, 1e-100, 1e-300}},
        {"normcdf", -39, 10, {1, 2, 4, 5, 6, 8, 12.9, 14.1, 14.16, 37.5, 38.4, 38.5}},
        {"normcdfinv",
         0,
         1,
         {0.0001, 0.00243, 0.01, 0.02425, 0.1, 0.25, 0.5, 0.75, 0.9, 0.97575, 1, 1e-10, 1e-30, 1e-100,
          1e-300}},
        {"tgamma", -190, 175, {0.5,
                               1,
                               1.5,
                               2,
                               2.5,
                               3,
                               5,
                               10,
                               20,
                               30,
                               35.04,
                               35.0401,
                               40,
                               50,
                               100,
                               150,
                               171.62437695630272,
                               34.5,
                               42.5,
                               170.5,
                               184.5}},
        {"lgamma",
         -200,
         200,
         {0.5, 1, 1.4616321449683622, 1.5, 2, 2.5, 3, 4, 8, 12, 2.4570247382208006, 2.7476826467274126,
          3.1435808883499798, 3.955294284858598, 1e5, 1e10, 1e17, 1e30}},
        {"j0",
         -60,
         60,
         {2.404825557695773, 5.520078110286311, 8.653727912911013, 11.79153443901428, 14.930917708487787, 2,
          8, 25, 100, 1e5}},
        {"j1",
         -60,
         60,
         {3.8317059702075125, 7.0155866698156185, 10.173468135062722, 13.323691936314223, 16.470630050877633,
          2, 8, 25, 100, 1e5}},
        {"y0",
         0,
         60,
         {0.8935769662791675, 3.957678419314858, 7.086051060301773, 10.222345043496416, 13.361097473872764, 2,
          8, 25, 100, 1e5}},
        {"y1",
         0,
         60,
         {2.197141326031017, 5.429681040794135, 8.596005868331168, 11.749154830839881, 14.897442128336726, 2,
          8, 25, 100, 1e5}},
        {"cyl_bessel_i0", -716, 716, {1, 3.75, 7.75, 8, 15, 30, 91.9, 91.906, 500, 713.98, 713.987}},
    };
    const std::pair<std::string_view, std::string_view> like[] = {
        {"cos", "sin"},     {"acos", "asin"},
        {"cospi", "sinpi"}, {"tanpi", "sinpi"},
        {"cosh", "sinh"},   {"log2", "log"},
        {"log10", "log"},   {"rsqrt", "sqrt"},
        {"rcbrt", "cbrt"},  {"cyl_bessel_i1", "cyl_bessel_i0"}};
    for (const auto &[function, model] : like) {
      Hard copy = *std::ranges::find(list, model, &Hard::function);
      copy.function = function;
      list.push_back(copy);
    }
    for (Hard &place : list) {
      if (place.function == "sin" || place.function == "cos" || place.function == "tan")
        for (int k = 1; k < 200; ++k)
          place.points.push_back(k * pi / 2);
      if (place.function == "tgamma" || place.function == "lgamma")
        for (int k = 1; k < 180; ++k)
          place.points.push_back(-k);
      place.points.insert(place.points.end(), {place.from, place.to});
    }
    return list;
  }();
  return places;
}

/// Any value except NaN, with all bit patterns equally likely.
template <typename T> class Draw {
public:
  explicit Draw(unsigned seed) : engine_(seed) {}
  T any() {
    for (;;) {
      const T value = std::bit_cast<T>(static_cast<Bits>(engine_()));
      if (!std::isnan(value))
        return value;
    }
  }
  T between(double from, double to) {
    return static_cast<T>(std::uniform_real_distribution<double>(from, to)(engine_));
  }
  /// From a few units in the last place up to an octave away.
  T near(double point) {
    const double value = static_cast<double>(static_cast<T>(point));
    const double distance = std::exp2(-between(0, std::numeric_limits<T>::digits + 1));
    return static_cast<T>(value * (1 + (engine_() & 1 ? distance : -distance / 2)));
  }
  T times_power(double value, int exponent) { return static_cast<T>(std::ldexp(value, exponent)); }
  std::size_t below(std::size_t bound) { return engine_() % bound; }

private:
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  std::mt19937_64 engine_;
};

template <typename T> std::vector<T> special_values() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values = {0,
                           Limits::denorm_min(),
                           Limits::min() / 2,
                           Limits::min(),
                           Limits::epsilon(),
                           T(0.5),
                           1,
                           T(1.5),
                           2,
                           3,
                           4,
                           5,
                           10,
                           100,
                           1000,
                           Limits::max(),
                           Limits::infinity(),
                           std::nextafter(T(1), T(0)),
                           std::nextafter(T(1), T(2)),
                           T(1e10),
                           1 / Limits::epsilon(),
                           2 / Limits::epsilon(),
                           4 / Limits::epsilon(),
                           T(0.25),
                           T(0.75),
                           T(2.5),
                           T(1.0 / 3)};
  const std::size_t count = values.size();
  for (std::size_t i = 0; i < count; ++i)
    values.push_back(-values[i]);
  values.push_back(Limits::quiet_NaN());
  return values;
}

template <typename T>
void one_argument(Samples<T> &samples, std::string_view function, std::size_t count, Draw<T> &draw) {
  std::vector<T> &x = samples[0];
  x = special_values<T>();
  const auto place = std::ranges::find(hard_places(), function, &Hard::function);
  if (place != hard_places().end())
    for (double point : place->points)
      x.push_back(static_cast<T>(point));
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t kind = draw.below(4);
    if (kind == 0 || place == hard_places().end())
      x.push_back(draw.any());
    else if (kind == 1)
      x.push_back(draw.between(place->from, place->to));
    else if (kind == 2) {
      const double point = place->points[draw.below(place->points.size())];
      x.push_back(draw.near(place->from < 0 && draw.below(2) ? -point : point));
    } else { // the range again, with uniform exponents
      const double most = std::max(std::fabs(place->from), std::fabs(place->to));
      const T value = static_cast<T>(most * std::exp2(-draw.between(0, 40)));
      x.push_back(place->from < 0 && draw.below(2) ? -value : value);
    }
  }
}

template <typename T>
void several_arguments(Samples<T> &samples, std::string_view function, int arguments, std::size_t count,
                       Draw<T> &draw) {
  using Limits = std::numeric_limits<T>;
  const std::vector<T> special = special_values<T>();
  for (std::size_t i = 0; i < special.size() * special.size(); ++i)
    for (int k = 0; k < arguments; ++k)
      samples[static_cast<std::size_t>(k)].push_back(k == 0   ? special[i / special.size()]
                                                     : k == 1 ? special[i % special.size()]
                                                              : special[draw.below(special.size())]);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t kind = draw.below(4);
    if (function == "pow") {
      T x = kind == 0   ? std::fabs(draw.any())
            : kind == 1 ? draw.near(1)
                        : draw.between(0, kind == 2 ? 2 : 1000);
      // So that the results cover the range of exponents, and a little more.
      const double exponent = std::log2(static_cast<double>(x));
      T y = static_cast<T>(draw.between(Limits::min_exponent - Limits::digits - 2, Limits::max_exponent + 2) /
                           exponent);
      if (draw.below(8) == 0)
        y = draw.between(-20, 20);
      if (draw.below(8) == 0)
        y = std::round(y);
      if (y == std::round(y) && draw.below(2))
        x = -x;
      samples[0].push_back(x);
      samples[1].push_back(y);
      continue;
    }
    // Magnitudes from far apart to almost equal.
    const int spread = kind == 0 ? 2 * Limits::max_exponent : kind == 1 ? 60 : kind == 2 ? 3 : 0;
    const int bias = kind == 0
                         ? 0
                         : static_cast<int>(draw.below(static_cast<std::size_t>(2 * Limits::max_exponent))) -
                               Limits::max_exponent;
    for (int k = 0; k < arguments; ++k) {
      const int exponent =
          bias + (spread ? static_cast<int>(draw.below(static_cast<std::size_t>(spread))) - spread / 2 : 0);
      const T value = draw.times_power(draw.between(1, 2), exponent);
      samples[static_cast<std::size_t>(k)].push_back(draw.below(2) ? -value : value);
    }
  }
}

} // namespace

template <typename T>
Samples<T> make_samples(std::string_view function, int arguments, std::size_t count, unsigned seed) {
  Samples<T> samples;
  Draw<T> draw(seed);
  if (arguments == 1)
    one_argument(samples, function, count, draw);
  else
    several_arguments(samples, function, arguments, count, draw);
  for (std::vector<T> &array : samples)
    array.resize(samples[0].size());
  return samples;
}
template Samples<float> make_samples(std::string_view, int, std::size_t, unsigned);
template Samples<double> make_samples(std::string_view, int, std::size_t, unsigned);

} // namespace kcc::testing
