// [[kcc::no_alias]]: a launch whose spans overlap fails, and one whose spans do not has the right results.
#include "devices.h"

#include "kernels/no_alias.h"
#include "no_alias_kernels.h"

#include <gmock/gmock.h>

#include <vector>

namespace {

using kcc::Buffer;
using kcc::Error;
using kcc::Stream;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using tests::Field;
namespace kernels = no_alias_kernels::tests;

class NoAlias : public kcc::testing::DeviceTest {
protected:
  /// The text of the error that \p launch throws.
  template <class Launch> static std::string error_of(Launch launch) {
    try {
      launch();
    } catch (const Error &error) {
      return error.what();
    }
    return "no error";
  }
  /// The text of the error of a launch with these arguments.
  template <class... A> std::string refusal(A &&...arguments) {
    return error_of([&] { stream_.launch(kernels::add_first, {}, arguments...); });
  }
  Stream stream_{device_};
  Buffer<float> buffer_{device_, std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8}};
  std::span<float> all_ = buffer_.span();
};
KCC_FOR_EVERY_DEVICE(NoAlias);

TEST_P(NoAlias, OverlapIsAnError) {
  EXPECT_THAT(refusal(all_, all_, all_.first(0)),
              AllOf(HasSubstr("launching kernel `tests::add_first` of module `no_alias.cpp`"),
                    HasSubstr("`to` (0x"), HasSubstr(", 32 bytes) and `from` (0x"), HasSubstr("overlap"),
                    HasSubstr("[[kcc::no_alias]]")));
  // By one element, on either side, and one within the other.
  EXPECT_THAT(refusal(all_.first(4), all_.subspan(3), all_.first(0)), HasSubstr("`from` (0x"));
  EXPECT_THAT(refusal(all_.subspan(3), all_.first(4), all_.first(0)), HasSubstr("`from` (0x"));
  EXPECT_THAT(refusal(all_, all_.subspan(3, 1), all_.first(0)), HasSubstr("`from` (0x"));
  EXPECT_THAT(refusal(all_.subspan(3, 1), all_, all_.first(0)), HasSubstr("`from` (0x"));
  EXPECT_THAT(refusal(all_.first(4), all_.subspan(4), all_.first(1)), HasSubstr("`more` (0x"));
  EXPECT_THAT(refusal(buffer_, buffer_, buffer_), HasSubstr("overlap"));
  // Nothing ran.
  EXPECT_THAT(buffer_.to_host(stream_), ElementsAre(1, 2, 3, 4, 5, 6, 7, 8));
}

TEST_P(NoAlias, NeighboursAreNoError) {
  stream_.launch(kernels::add_first, {}, all_.first(3), all_.subspan(3, 3), all_.subspan(6));
  EXPECT_THAT(buffer_.to_host(stream_), ElementsAre(15, 16, 17, 4, 5, 6, 7, 8));
  stream_.launch(kernels::add_first, {}, all_.subspan(4), all_.first(4), all_.first(4));
  EXPECT_THAT(buffer_.to_host(stream_), ElementsAre(15, 16, 17, 4, 45, 46, 47, 34));
}

TEST_P(NoAlias, SpansOfConstMayOverlap) {
  stream_.launch(kernels::add_first, {}, all_.first(4), all_.subspan(4), all_.subspan(4));
  EXPECT_THAT(buffer_.to_host(stream_), ElementsAre(15, 16, 17, 18, 5, 6, 7, 8));
}

TEST_P(NoAlias, EmptySpansOverlapNothing) {
  stream_.launch(kernels::add_first, {}, all_.subspan(2, 0), all_, all_);
  stream_.launch(kernels::add_first, {}, std::span<float>(), all_, std::span<const float>());
  EXPECT_THAT(buffer_.to_host(stream_), ElementsAre(1, 2, 3, 4, 5, 6, 7, 8));
}

TEST_P(NoAlias, OtherKernelsTakeAnyMemory) {
  stream_.launch(kernels::add_first_anywhere, {}, all_, all_, all_);
  EXPECT_THAT(buffer_.to_host(stream_), ElementsAre(3, 8, 9, 10, 11, 12, 13, 14));
}

TEST_P(NoAlias, EveryWayToLaunchChecks) {
  const std::string overlap = "`to` (0x";
  const auto module = kcc::Module::load(device_, *kernels::add_first.image);
  const auto by_name = module.kernel("tests::add_first");
  const auto typed = module.kernel(kernels::add_first);
  EXPECT_THAT(error_of([&] { stream_.launch(by_name, {}, all_, all_, all_); }), HasSubstr(overlap));
  EXPECT_THAT(error_of([&] { stream_.launch(by_name, {}, buffer_, buffer_, all_); }), HasSubstr(overlap));
  EXPECT_THAT(error_of([&] { stream_.launch(typed, {}, all_, all_, all_); }), HasSubstr(overlap));
  kcc::LaunchConfig no_blocks{kcc::Blocks(0), kcc::Threads(32)};
  EXPECT_THAT(error_of([&] { stream_.launch(by_name, no_blocks, all_, all_, all_); }), HasSubstr(overlap));
  stream_.launch(by_name, {}, all_.first(2), all_.subspan(2), all_.subspan(2));
  EXPECT_THAT(buffer_.to_host(stream_), ElementsAre(9, 10, 3, 4, 5, 6, 7, 8));
}

TEST_P(NoAlias, SpansInStructsAndOfStaticExtent) {
  Buffer<float> others(device_, std::vector<float>{2, 3, 0, 0});
  const std::span<float> more = others.span();
  Field field{all_.first(3), all_.subspan(3, 3), {more.first(1), more.subspan(1, 1)}};
  stream_.launch(kernels::clamp, {}, field, more.last<2>());
  EXPECT_THAT(buffer_.to_host(stream_), ElementsAre(2, 2, 3, 3, 3, 3, 7, 8));
  EXPECT_THAT(others.to_host(stream_), ElementsAre(2, 3, 0, 3));

  const auto refused = [&](const Field &given, std::span<float, 2> counts) {
    return error_of([&] { stream_.launch(kernels::clamp, {}, given, counts); });
  };
  EXPECT_THAT(refused(field, all_.subspan<5, 2>()), AllOf(HasSubstr("`field.y`"), HasSubstr("`counts` (0x")));
  field.y = all_.subspan(2);
  EXPECT_THAT(refused(field, more.last<2>()), AllOf(HasSubstr("`field.x` (0x"), HasSubstr("`field.y` (0x")));
  field.y = {};
  field.limits[1] = all_.first(1);
  EXPECT_THAT(refused(field, more.last<2>()),
              AllOf(HasSubstr("`field.x` (0x"), HasSubstr("`field.limits[1]` (0x")));
}

TEST_P(NoAlias, VariablesMayBeASpansMemory) {
  const Buffer<float> by(device_, std::vector<float>{0});
  const std::span<float> variable = stream_.span(kernels::scale);
  stream_.write(kernels::scale, std::vector<float>{1, 2, 3, 4});
  stream_.launch(kernels::scale_all, {}, variable, by);
  // scale[0] becomes 2, then 4; then 5, 6 and 7.
  EXPECT_THAT(stream_.read(kernels::scale), ElementsAre(7, 10, 18, 28));
}

TEST_P(NoAlias, ParametersMayChange) {
  stream_.launch(kernels::alternate, {}, all_.first(2), all_.subspan(4, 2), 3);
  // a = {11, 12}; b = {23, 24}; a = {47, 48}
  EXPECT_THAT(buffer_.to_host(stream_), ElementsAre(47, 48, 3, 4, 23, 24, 7, 8));
}

TEST_P(NoAlias, ThreadsExchangeValues) {
  Buffer<int> values(device_, std::vector<int>{1, 2, 3, 4}), spare(device_, 4);
  const Buffer<int> add(device_, std::vector<int>{10});
  stream_.launch(kernels::reverse, {kcc::Blocks(1), kcc::Threads(4)}, values, add, spare);
  EXPECT_THAT(values.to_host(stream_), ElementsAre(24, 23, 22, 21));
  EXPECT_THAT(error_of([&] {
                stream_.launch(kernels::reverse, {kcc::Blocks(1), kcc::Threads(4)}, values, add, values);
              }),
              AllOf(HasSubstr("`values` (0x"), HasSubstr("`spare` (0x")));
}

TEST_P(NoAlias, SizesBeyondTheAddressSpace) {
  const std::span<float> endless(all_.data(), std::size_t{1} << 62);
  EXPECT_THAT(refusal(all_.first(0), all_, all_), HasSubstr("no error"));
  EXPECT_THAT(refusal(endless, all_.first(1), all_.first(0)), HasSubstr("overlap"));
}

} // namespace
