// Compares the engines with the reference numbers of their authors, and skipping with stepping and algebra.
#include <kcc/random.h>

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <type_traits>
#include <vector>

using namespace kcc::random;

namespace {

template <class Engine> std::vector<std::uint64_t> take(Engine &engine, std::size_t count) {
  std::vector<std::uint64_t> numbers;
  while (numbers.size() < count)
    numbers.push_back(engine());
  return numbers;
}
using Numbers = std::vector<std::uint64_t>;

template <class Engine> Numbers first_of(typename Engine::State state) {
  Engine engine(state);
  return take(engine, 10);
}

// tests/kat_vectors of Random123: counter 0 and key 0, all ones, and the digits of pi.
TEST(Philox, GivesTheKnownAnswers) {
  using Words = std::array<std::uint32_t, 4>;
  EXPECT_EQ(philox4x32({}, {}), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox4x32({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Philox, IsThePhiloxOfCpp26) { // [rand.predef]: the 10000th number of a default std::philox4x32
  Philox4x32 engine(20111115);
  engine.discard(9999);
  EXPECT_EQ(engine(), 1955073260u);
}

TEST(Threefry, GivesTheKnownAnswers) {
  using Words2 = std::array<std::uint32_t, 2>;
  EXPECT_EQ(threefry2x32({}, {}), (Words2{0x6b200159, 0x99ba4efe}));
  EXPECT_EQ(threefry2x32({~0u, ~0u}, {~0u, ~0u}), (Words2{0x1cb996fc, 0xbb002be7}));
  EXPECT_EQ(threefry2x32({0x243f6a88, 0x85a308d3}, {0x13198a2e, 0x03707344}),
            (Words2{0xc4923a9c, 0x483df7a0}));

  using Words4 = std::array<std::uint32_t, 4>;
  EXPECT_EQ(threefry4x32({}, {}), (Words4{0x9c6ca96a, 0xe17eae66, 0xfc10ecd4, 0x5256a7d8}));
  EXPECT_EQ(threefry4x32({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u, ~0u, ~0u}),
            (Words4{0x2a881696, 0x57012287, 0xf6c7446e, 0xa16a6732}));
  EXPECT_EQ(threefry4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
                         {0xa4093822, 0x299f31d0, 0x082efa98, 0xec4e6c89}),
            (Words4{0x59cd1dbb, 0xb8879579, 0x86b5d00c, 0xac8b6d84}));

  using Wide2 = std::array<std::uint64_t, 2>;
  constexpr std::uint64_t ones = ~std::uint64_t{0};
  EXPECT_EQ(threefry2x64({}, {}), (Wide2{0xc2b6e3a8c2c69865, 0x6f81ed42f350084d}));
  EXPECT_EQ(threefry2x64({ones, ones}, {ones, ones}), (Wide2{0xe02cb7c4d95d277a, 0xd06633d0893b8b68}));
  EXPECT_EQ(threefry2x64({0x243f6a8885a308d3, 0x13198a2e03707344}, {0xa4093822299f31d0, 0x082efa98ec4e6c89}),
            (Wide2{0x263c7d30bb0f0af1, 0x56be8361d3311526}));

  using Wide4 = std::array<std::uint64_t, 4>;
  EXPECT_EQ(threefry4x64({}, {}),
            (Wide4{0x09218ebde6c85537, 0x55941f5266d86105, 0x4bd25e16282434dc, 0xee29ec846bd2e40b}));
  EXPECT_EQ(threefry4x64({ones, ones, ones, ones}, {ones, ones, ones, ones}),
            (Wide4{0x29c24097942bba1b, 0x0371bbfb0f6f4e11, 0x3c231ffa33f83a1c, 0xcd29113fde32d168}));
  EXPECT_EQ(threefry4x64({0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89},
                         {0x452821e638d01377, 0xbe5466cf34e90c6c, 0xbe5466cf34e90c6c, 0xc0ac29b7c97c50dd}),
            (Wide4{0xa7e8fde591651bd9, 0xbaafd0c30138319b, 0x84a5c1a729e685b9, 0x901d406ccebc1ba4}));
}

template <class Engine> class CounterBased : public testing::Test {};
using CounterEngines = testing::Types<Philox4x32, Threefry2x32, Threefry4x32, Threefry2x64, Threefry4x64>;
TYPED_TEST_SUITE(CounterBased, CounterEngines);

TYPED_TEST(CounterBased, CountsThroughAllWords) {
  typename TypeParam::Counter counter;
  counter.fill(TypeParam::max());
  TypeParam last(counter, {}), first(typename TypeParam::Counter{}, {});
  last.discard(counter.size()); // wraps around the highest word
  EXPECT_EQ(last, first);

  counter.fill(0);
  counter[0] = TypeParam::max();
  TypeParam carries(counter, {});
  counter[0] = 0;
  counter[1] = 1;
  TypeParam carried(counter, {});
  carries.discard(counter.size());
  EXPECT_EQ(carries, carried);
}

TYPED_TEST(CounterBased, HasStreamsOfItsOwnForEverySeed) {
  Numbers seen;
  for (std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 32})
    for (std::uint64_t stream : {0, 1, 2})
      seen.push_back(TypeParam(seed, stream)());
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(std::unique(seen.begin(), seen.end()), seen.end());
}

TEST(SplitMix64, GivesTheReferenceNumbers) { // of https://prng.di.unimi.it/splitmix64.c
  SplitMix64 engine(1477776061723855037);
  EXPECT_EQ(take(engine, 5), (Numbers{1985237415132408290, 2979275885539914483, 13511426838097143398u,
                                      8488337342461049707, 15141737807933549159u}));
}

// The numbers that the authors' C programs produce from the state 1, 2, ….
TEST(Xoroshiro, GivesTheReferenceNumbers) {
  EXPECT_EQ(first_of<Xoroshiro64Star>({1, 2}),
            (Numbers{2654435771, 327208753, 4063491769, 4259754937, 261922412, 168123673, 552743735,
                     1672597395, 1031040050, 2755315674}));
  EXPECT_EQ(first_of<Xoroshiro64StarStar>({1, 2}),
            (Numbers{3802928447, 813792938, 1618621494, 2955957307, 3252880261, 1129983909, 2539651700,
                     1327610908, 1757650787, 2763843748}));
  EXPECT_EQ(first_of<Xoroshiro128Plus>({1, 2}),
            (Numbers{3, 412333834243, 2360170716294286339, 9295852285959843169u, 2797080929874688578,
                     6019711933173041966, 3076529664176959358, 3521761819100106140, 7493067640054542992,
                     920801338098114767}));
  EXPECT_EQ(first_of<Xoroshiro128PlusPlus>({1, 2}),
            (Numbers{393217, 669327710093319, 1732421326133921491, 11394790081659126983u,
                     9555452776773192676u, 3586421180005889563, 1691397964866707553, 10735626796753111697u,
                     15216282715349408991u, 14247243556711267923u}));
  EXPECT_EQ(first_of<Xoroshiro128StarStar>({1, 2}),
            (Numbers{5760, 97769243520, 9706862127477703552u, 9223447511460779954u, 8358291023205304566,
                     15695619998649302768u, 8517900938696309774, 16586480348202605369u, 6959129367028440372,
                     16822147227405758281u}));
}

TEST(Xoshiro, GivesTheReferenceNumbers) {
  EXPECT_EQ(first_of<Xoshiro128Plus>({1, 2, 3, 4}),
            (Numbers{5, 12295, 25178119, 27286542, 39879690, 1140358681, 3276312097, 4110231701, 399823256,
                     2144435200}));
  EXPECT_EQ(first_of<Xoshiro128PlusPlus>({1, 2, 3, 4}),
            (Numbers{641, 1573767, 3222811527, 3517856514, 836907274, 4247214768, 3867114732, 1355841295,
                     495546011, 621204420}));
  EXPECT_EQ(first_of<Xoshiro128StarStar>({1, 2, 3, 4}),
            (Numbers{11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597,
                     4258142804}));
  EXPECT_EQ(first_of<Xoshiro256Plus>({1, 2, 3, 4}),
            (Numbers{5, 211106232532999, 211106635186183, 9223759065350669058u, 9250833439874351877u,
                     13862484359527728515u, 2346507365006083650, 1168864526675804870, 34095955243042024,
                     3466914240207415127}));
  EXPECT_EQ(first_of<Xoshiro256PlusPlus>({1, 2, 3, 4}),
            (Numbers{41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205u,
                     9973669472204895162u, 14011001112246962877u, 12406186145184390807u,
                     15849039046786891736u, 10450023813501588000u}));
  EXPECT_EQ(
      first_of<Xoshiro256StarStar>({1, 2, 3, 4}),
      (Numbers{11520, 0, 1509978240, 1215971899390074240, 1216172134540287360, 607988272756665600,
               16172922978634559625u, 8476171486693032832, 10595114339597558777u, 2904607092377533576}));
  EXPECT_EQ(first_of<Xoshiro512Plus>({1, 2, 3, 4, 5, 6, 7, 8}),
            (Numbers{4, 8, 4113, 25169936, 52776585412635, 57174648719367, 9223482039571869716u,
                     9331471677901559830u, 9340533895746033672u, 14078399799840753678u}));
  EXPECT_EQ(
      first_of<Xoshiro512PlusPlus>({1, 2, 3, 4, 5, 6, 7, 8}),
      (Numbers{524291, 1048578, 539099140, 3299073855497, 6917532603230064654, 7494048333530275843,
               14418333309547923463u, 10960079161595355914u, 18279570946505382726u, 10209173166699159237u}));
  EXPECT_EQ(first_of<Xoshiro512StarStar>({1, 2, 3, 4, 5, 6, 7, 8}),
            (Numbers{11520, 0, 23040, 23667840, 144955163520, 303992986974289920, 25332796375735680,
                     296904390158016, 13911081092387501979u, 15304787717237593024u}));
}

TEST(Xoshiro, JumpsAsTheReference) {
  Xoshiro128Plus engine({1, 2, 3, 4});
  engine.jump();
  EXPECT_EQ(engine.state(), (Xoshiro128Plus::State{2843103750, 2038079848, 1533207345, 44816753}));
  engine = Xoshiro128Plus({1, 2, 3, 4});
  engine.long_jump();
  EXPECT_EQ(engine.state(), (Xoshiro128Plus::State{1611968294, 2125834322, 966769569, 3193880526}));
}

// The authors' jumps follow from the characteristic polynomial: x^(2^n) modulo it, by n squarings.
template <class Linear> class Jumps : public testing::Test {};
using Jumping = testing::Types<detail::Xoroshiro128, detail::Xoroshiro128ForPlusPlus, detail::Xoshiro128,
                               detail::Xoshiro256, detail::Xoshiro512>;
TYPED_TEST_SUITE(Jumps, Jumping);

TYPED_TEST(Jumps, ArePowersOfX) {
  const std::size_t bits = detail::degree<TypeParam>;
  auto power = detail::power_of_x<TypeParam>(1);
  for (std::size_t n = 0; n < bits / 2; ++n)
    power = detail::square<TypeParam>(power);
  EXPECT_EQ(power, TypeParam::jump);
  for (std::size_t n = 0; n < bits / 4; ++n)
    power = detail::square<TypeParam>(power);
  EXPECT_EQ(power, TypeParam::long_jump);
}

TEST(LinearEngine, NeverStartsAtZero) {
  EXPECT_EQ(Xoshiro256StarStar(Xoshiro256StarStar::State{}), Xoshiro256StarStar(0));
  Xoroshiro64Star engine(0 - std::uint64_t{0x9e3779b97f4a7c15}); // for which SplitMix64 produces a zero first
  EXPECT_NE(engine.state(), Xoroshiro64Star::State{});
}

TEST(LinearEngine, SeedsByTheBytesOfSplitMix64) {
  SplitMix64 words(99);
  std::uint64_t first = words(), second = words();
  EXPECT_EQ(Xoroshiro128Plus(99).state(), (Xoroshiro128Plus::State{first, second}));
  EXPECT_EQ(
      Xoshiro128Plus(99).state(),
      (Xoshiro128Plus::State{static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(first >> 32),
                             static_cast<std::uint32_t>(second), static_cast<std::uint32_t>(second >> 32)}));
}

// pcg32-demo and pcg64-demo of O'Neill's C library, seed 42, stream 54.
TEST(Pcg, GivesTheReferenceNumbers) {
  Pcg32 pcg32(42, 54);
  EXPECT_EQ(take(pcg32, 6),
            (Numbers{0xa15c02b7, 0x7b47f409, 0xba1d3330, 0x83d2f293, 0xbfa4784b, 0xcbed606e}));
  Pcg64 pcg64(42, 54);
  EXPECT_EQ(take(pcg64, 6), (Numbers{0x86b1da1d72062b68, 0x1304aa46c9853d39, 0xa3670e9e0dd50358,
                                     0xf9090e529a7dae00, 0xc85b9fd837996f2c, 0x606121f8e3919196}));
}

TEST(Pcg, AdvancesBackwards) {
  Pcg32 pcg32(1, 2), start32 = pcg32;
  pcg32.discard(1000);
  pcg32.advance(0 - std::uint64_t{1000});
  EXPECT_EQ(pcg32, start32);
  Pcg64 pcg64(1, 2), start64 = pcg64;
  pcg64.discard(1000);
  pcg64.advance(0 - Word128{1000});
  EXPECT_EQ(pcg64, start64);
}

// L'Ecuyer's RngStreams from its default seed: the first numbers, and those of the next substream.
TEST(Mrg32k3a, GivesTheReferenceNumbers) {
  const double norm = 2.328306549295727688e-10; // 1 / (m1 + 1), as in his program
  Mrg32k3a engine;
  for (double expected : {0.12701112204657714, 0.3185275653967945, 0.3091860155832701, 0.8258468629271136,
                          0.2216299157820229, 0.5333953879182788})
    EXPECT_DOUBLE_EQ(engine() * norm, expected);
  engine = Mrg32k3a();
  engine.jump_substreams();
  for (double expected : {0.07939898979733463, 0.4803395047575741, 0.8583222470551328})
    EXPECT_DOUBLE_EQ(engine() * norm, expected);
}

TEST(Mrg32k3a, JumpsByThePublishedMatrices) { // A1p127 and A2p127 of RngStream.c
  EXPECT_EQ(Mrg32k3a::stream1, (detail::Matrix3{{{2427906178, 3580155704, 949770784},
                                                 {226153695, 1230515664, 3580155704},
                                                 {1988835001, 986791581, 1230515664}}}));
  EXPECT_EQ(Mrg32k3a::stream2, (detail::Matrix3{{{1464411153, 277697599, 1610723613},
                                                 {32183930, 1464411153, 1022607788},
                                                 {2824425944, 32183930, 2093834863}}}));
}

TEST(Mrg32k3a, HasSubstreamsInStreams) {
  Mrg32k3a streams(7), substreams(7);
  streams.jump_streams(3);
  substreams.jump_substreams(3 * (std::uint64_t{1} << 51));
  EXPECT_EQ(streams, substreams);
}

// ---- All engines ----

template <class Engine> class Engines : public testing::Test {};
using AllEngines =
    testing::Types<Philox4x32, Threefry2x32, Threefry4x32, Threefry2x64, Threefry4x64, SplitMix64,
                   Xoroshiro64Star, Xoroshiro64StarStar, Xoroshiro128Plus, Xoroshiro128PlusPlus,
                   Xoroshiro128StarStar, Xoshiro128Plus, Xoshiro128PlusPlus, Xoshiro128StarStar,
                   Xoshiro256Plus, Xoshiro256PlusPlus, Xoshiro256StarStar, Xoshiro512Plus, Xoshiro512PlusPlus,
                   Xoshiro512StarStar, Pcg32, Pcg64, Mrg32k3a, Sobol32, Sobol64>;
TYPED_TEST_SUITE(Engines, AllEngines);

TYPED_TEST(Engines, AreGeneratorsOfBits) {
  static_assert(std::uniform_random_bit_generator<TypeParam>);
  static_assert(BitGenerator<TypeParam>);
  static_assert(std::is_trivially_copyable_v<TypeParam>);
  static_assert([] {
    TypeParam engine;
    engine.discard(3);
    TypeParam other;
    other(), other(), other();
    return engine == other;
  }());
}

TYPED_TEST(Engines, DiscardAsManyAsTheyAreTold) {
  TypeParam walker(5);
  for (std::uint64_t count : {0u, 1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u, 100u, 2049u, 8191u, 10001u, 40000u}) {
    TypeParam skipper = walker;
    skipper.discard(count);
    for (std::uint64_t i = 0; i < count; ++i)
      walker();
    EXPECT_EQ(walker, skipper) << count;
    EXPECT_EQ(walker(), skipper()) << count;
  }
}

TYPED_TEST(Engines, DiscardFarInOneOrManySteps) {
  constexpr std::uint64_t far = 0x123456789abcdef;
  TypeParam once(5), often(5);
  once.discard(far);
  often.discard(far / 3);
  often.discard(far - far / 3 - 1);
  often();
  EXPECT_EQ(once, often);
}

TYPED_TEST(Engines, KeepTheirNumbersApartBySeed) {
  TypeParam one(1), same(1), two(2);
  EXPECT_EQ(one, same);
  EXPECT_EQ(take(one, 9), take(same, 9));
  EXPECT_FALSE(one == two);
}

} // namespace
