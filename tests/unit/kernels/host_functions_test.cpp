// A unit test of a kernel file: it includes the file, and calls its functions and those of the device
// headers.
#include "host_functions_kernel.cpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace {

TEST(HostFunctions, OfTheKernelsFileCanBeCalled) {
  EXPECT_EQ(host_functions::smooth(0.5f), 0.5f);
}

TEST(HostFunctions, AKernelRunsThreadByThread) {
  std::vector<float> values(6, 0.5f);
  kcc::HostThread thread{.block_dim = {4, 1, 1}, .grid_dim = {2, 1, 1}};
  kcc::host_thread = &thread;
  for (std::uint32_t i = 0; i < 8; ++i) {
    thread.block_idx[0] = i / 4;
    thread.thread_idx[0] = i % 4;
    host_functions::scale(values, 4);
    EXPECT_EQ(kcc::lane_id(), i % 4);
  }
  kcc::host_thread = nullptr;
  EXPECT_EQ(values, std::vector<float>(6, 2.0f));
}

TEST(HostFunctions, AThreadAloneMeetsItself) {
  const kcc::HostThread alone;
  kcc::host_thread = &alone;
  kcc::sync_threads();
  EXPECT_EQ(kcc::sync_threads_count(true), 1u);
  EXPECT_TRUE(kcc::sync_threads_and(true));
  EXPECT_FALSE(kcc::sync_threads_or(false));
  kcc::host_thread = nullptr;
}

TEST(HostFunctions, ComputeWhatNeedsNoDevice) {
  EXPECT_EQ(kcc::byte_permute(0x33221100, 0x77665544, 0x7520), 0x77552200u);
  EXPECT_EQ(kcc::dot4(std::int32_t{-1}, std::uint32_t{0x01020304}, 5), 5 - 10);
  EXPECT_EQ(kcc::dot2<false>(std::int32_t{0x0001ffff}, std::int32_t{0x0203}, 1), 1 - 3 + 2);
  float value = 2, other = 0;
  kcc::store<kcc::cache::normal>(&other, kcc::load<kcc::cache::normal>(&value));
  EXPECT_EQ(other, 2);
  kcc::async_copy(&other, &value);
  kcc::async_wait_all();
  kcc::fence_system();
  kcc::prefetch_l2(&value);
  int counter = 41;
  EXPECT_EQ(kcc::atomic_ref<int>(counter).fetch_add(1), 41);
  EXPECT_EQ(counter, 42);
  const std::uint64_t before = kcc::clock64();
  EXPECT_LE(before, kcc::clock64());
  EXPECT_EQ(kcc::arch, 0);
}

/// Within `ulps` units in the last place.
template <class T> void expect_near(T value, double right, double ulps) {
  const T last = std::fabs(std::nextafter(static_cast<T>(right), T(INFINITY)) - static_cast<T>(right));
  EXPECT_NEAR(static_cast<double>(value), right, ulps * static_cast<double>(last));
}

TEST(HostFunctions, HaveTheMathOfDevices) {
  for (const double x : {0.01, 0.3, 0.75, 0.99, 1.0, 1.3, 2.5}) {
    expect_near(kcc::rsqrt(x), 1 / std::sqrt(x), 2);
    expect_near(kcc::rcbrt(static_cast<float>(x)), 1 / std::cbrt(static_cast<double>(static_cast<float>(x))),
                2);
    expect_near(kcc::exp10(x), std::pow(10, x), 2);
    expect_near(std::erf(kcc::erfinv(x / 3)), x / 3, 4);
    expect_near(std::erfc(kcc::erfcinv(x / 2)), x / 2, 16);
    expect_near(kcc::normcdf(kcc::normcdfinv(x / 3)), x / 3, 8);
    expect_near(kcc::erfcx(x), std::exp(x * x) * std::erfc(x), 8);
    expect_near(kcc::sinpi(x) * kcc::sinpi(x) + kcc::cospi(x) * kcc::cospi(x), 1, 4);
    expect_near(kcc::norm3d(x, 2.0, 3.0), std::sqrt(x * x + 13), 2);
    expect_near(kcc::norm4d(x, 2.0, 3.0, 4.0), std::sqrt(x * x + 29), 2);
    expect_near(kcc::rhypot(x, 1.0), 1 / std::sqrt(x * x + 1), 2);
    expect_near(kcc::fast::sin(static_cast<float>(x)), std::sin(static_cast<double>(static_cast<float>(x))),
                2);
  }
  expect_near(kcc::cyl_bessel_i0(1.0), 1.2660658777520084, 2); // DLMF table 10.75
  expect_near(kcc::cyl_bessel_i1(-1.0), -0.5651591039924851, 2);
  EXPECT_NEAR(kcc::erfcx(30.0), 0.018795888861416751, 1e-15);
  EXPECT_EQ(kcc::sinpi(1e300), 0);
  EXPECT_EQ(kcc::cospi(0.5), 0);
  EXPECT_EQ(kcc::cospi(1.0), -1);
  EXPECT_EQ(kcc::erfinv(1.0), INFINITY);
  EXPECT_TRUE(std::isnan(kcc::erfinv(1.5)));
}

TEST(HostFunctions, RoundAsTheyAreAsked) {
  const float tiny = 0x1p-40f;
  EXPECT_EQ(kcc::add_rn(1.0f, tiny), 1.0f);
  EXPECT_EQ(kcc::add_ru(1.0f, tiny), std::nextafter(1.0f, 2.0f));
  EXPECT_EQ(kcc::add_rd(1.0f, -tiny), std::nextafter(1.0f, 0.0f));
  EXPECT_EQ(kcc::add_rz(-1.0f, tiny), -std::nextafter(1.0f, 0.0f));
  EXPECT_LT(kcc::div_rd(1.0, 3.0), kcc::div_ru(1.0, 3.0));
  EXPECT_LT(kcc::sqrt_rd(2.0), kcc::sqrt_ru(2.0));
  EXPECT_LT(kcc::mul_rz(0.1, 0.1), kcc::mul_ru(0.1, 0.1));
  EXPECT_LT(kcc::fma_rd(0.1, 0.1, 0.1), kcc::fma_ru(0.1, 0.1, 0.1));
  EXPECT_EQ(kcc::add_rn(1.0f, tiny), 1.0f); // the rounding mode is unchanged
}

TEST(HostFunctionsDeathTest, WhatHasNoMeaningSaysSo) {
  EXPECT_DEATH((void)kcc::thread_idx(),
               "kcc::thread_idx\\(\\) was called by the host, where it has no meaning");
  EXPECT_DEATH((void)kcc::block_dim().x, "kcc::block_dim\\(\\)");
  EXPECT_DEATH((void)kcc::lane_id(), "kcc::lane_id\\(\\)");
  EXPECT_DEATH(kcc::sync_threads(), "kcc::sync_threads\\(\\)");
  EXPECT_DEATH(kcc::sync_grid(), "kcc::sync_grid\\(\\)");
  EXPECT_DEATH((void)kcc::warp::reduce(1), "kcc::warp::reduce\\(\\)");
  EXPECT_DEATH((void)kcc::warp::ballot(true), "kcc::warp::ballot\\(\\)");
  EXPECT_DEATH((void)kcc::warp::shuffle(1, 0), "kcc::warp::shuffle\\(\\)");
  EXPECT_DEATH((void)kcc::dynamic_shared<int>(), "kcc::dynamic_shared\\(\\)");
  EXPECT_DEATH((void)kcc::sm_count(), "kcc::sm_count\\(\\)");
  kcc::barrier barrier;
  EXPECT_DEATH(barrier.init(1), "kcc::barrier::init\\(\\)");
  const kcc::HostThread one_of_two{.block_dim = {2, 1, 1}};
  kcc::host_thread = &one_of_two;
  EXPECT_DEATH(kcc::sync_threads(), "kcc::sync_threads\\(\\)");
  kcc::host_thread = nullptr;
  std::vector<float> values(1), sums(1);
  EXPECT_DEATH(host_functions::sum(values, sums), "kcc::global_index\\(\\)|kcc::block_idx\\(\\)");
}

} // namespace
