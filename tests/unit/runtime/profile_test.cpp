// Profiles, on the CPU device and with the fake driver, and ranges for tools.
#include "expect_error.h"
#include "fake_cuda.h"
#include "fake_nvtx.h"
#include "temporary_folder.h"
#include "test_image.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>
#include <vector>

namespace {

using kcc::Buffer;
using kcc::cover;
using kcc::Device;
using kcc::Profile;
using kcc::Stream;

class Profiles : public testing::TestWithParam<kcc::Backend> {
protected:
  Profiles() { fake_cuda::state().reset(); }
  ~Profiles() override {
    fake_cuda::state().reset();
    EXPECT_EQ(fake_cuda::state().alive(), 0u);
  }
  bool is_gpu() const { return GetParam() == kcc::Backend::cuda; }
  /// Two launches, a copy in each direction, one on the device, a fill.
  void work(Stream &stream) const {
    const std::vector<float> numbers(1000, 1.5f);
    Buffer<float> a(device_, 1000), sum(device_, 1000);
    a.copy_from(stream, numbers);
    kcc::copy(stream, sum, a);
    sum.fill_bytes(stream, std::byte{0});
    stream.launch(test_image::add, cover(1000, 128), sum, a, a);
    stream.launch(test_image::add, cover(1000, 128), sum, a, a);
    stream.launch(test_image::nothing, {});
    (void)sum.to_host(stream);
  }
  const Device device_ = GetParam() == kcc::Backend::cpu ? Device::cpu() : Device::cuda(1);
};

TEST_P(Profiles, MeasureKernelsAndCopies) {
  Stream stream(device_);
  work(stream); // loads the image
  Profile profile(device_);
  work(stream);
  const std::vector<Profile::Row> rows = profile.rows();
  ASSERT_EQ(rows.size(), 6u);
  EXPECT_EQ(profile.unmeasured(), 0u);
  const auto row_of = [&](Profile::Kind kind, const std::string &name) {
    for (const Profile::Row &row : rows)
      if (row.kind == kind && row.name == name)
        return row;
    ADD_FAILURE() << name;
    return Profile::Row{};
  };
  EXPECT_EQ(row_of(Profile::Kind::kernel, "test_image::add").calls, 2u);
  EXPECT_EQ(row_of(Profile::Kind::kernel, "test_image::nothing").calls, 1u);
  for (const Profile::Kind kind : {Profile::Kind::copy_to_device, Profile::Kind::copy_to_host,
                                   Profile::Kind::copy_on_device, Profile::Kind::fill}) {
    EXPECT_EQ(row_of(kind, "").calls, 1u);
    EXPECT_EQ(row_of(kind, "").bytes, 4000u);
  }
  for (const Profile::Row &row : rows) {
    EXPECT_GT(row.total.count(), 0);
    EXPECT_LE(row.shortest, row.longest);
    EXPECT_LE(row.longest, row.total);
    EXPECT_EQ(row.gigabytes_per_second() > 0, row.kind != Profile::Kind::kernel);
    if (is_gpu()) { // each takes 1.5 ms there
      EXPECT_DOUBLE_EQ(row.total.count(), 1.5 * static_cast<double>(row.calls));
    }
  }
  work(stream); // after the end
  EXPECT_EQ(profile.rows().size(), rows.size());

  std::ostringstream table;
  profile.print(table);
  EXPECT_THAT(table.str(), testing::HasSubstr(is_gpu() ? "device 1 (Fake H200)\n" : "the CPU device\n"));
  EXPECT_THAT(table.str(), testing::HasSubstr("  test_image::add\n"));
  EXPECT_THAT(table.str(), testing::HasSubstr("  copy to host\n"));
  if (is_gpu()) {
    EXPECT_THAT(table.str(),
                testing::HasSubstr("  28.6%        3.000         2      1500.00      1500.00      "
                                   "1500.00            test_image::add\n"));
  }
}

TEST_P(Profiles, LeaveGraphsAsTheyAre) {
  Stream stream(device_);
  const std::vector<float> numbers(1000, 1.5f);
  Buffer<float> a(device_, 1000), b(device_, 1000);
  const auto work = [&](Stream &s) {
    a.copy_from(s, numbers);
    b.fill_bytes(s, std::byte{0});
    s.launch(test_image::nothing, {});
    kcc::copy(s, b, a);
  };
  const auto nodes_of = [&] { return kcc::Graph::capture(stream, work).size(); };
  const std::size_t without = nodes_of();
  Profile profile(device_);
  EXPECT_EQ(nodes_of(), without);
  kcc::Graph graph(device_);
  graph.add(work);
  kcc::GraphExec exec = graph.instantiate();
  for (int i = 0; i < 3; ++i)
    stream.launch(exec);
  kcc::fill(stream, a, 1.0f);
  stream.synchronize();
  (void)profile.rows();
  if (!is_gpu()) { // the fake driver does not know what it captures
    ASSERT_EQ(profile.rows().size(), 1u);
    EXPECT_EQ(profile.rows()[0].kind, Profile::Kind::fill);
    EXPECT_EQ(profile.rows()[0].calls, 1u);
  }
}

TEST_P(Profiles, WriteTracesThatPerfettoReads) {
  Stream stream(device_);
  Profile profile(device_);
  {
    const kcc::profile::Range range("the \"work\"\n");
    work(stream);
  }
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "trace.json";
  profile.write_trace(file);
  std::ifstream in(file);
  const nlohmann::json trace = nlohmann::json::parse(in);
  int slices = 0, ranges = 0;
  for (const auto &event : trace.at("traceEvents")) {
    if (event.at("ph") != "X")
      continue;
    (event.at("pid") == 1 ? slices : ranges) += 1;
    EXPECT_GE(event.at("dur").get<double>(), 0);
    if (event.at("name") == "fill") {
      EXPECT_EQ(event.at("args").at("bytes"), 4000);
    }
    if (event.at("pid") == 2) {
      EXPECT_EQ(event.at("name"), "the \"work\"\n");
    }
  }
  EXPECT_EQ(slices, 7);
  EXPECT_EQ(ranges, 1);
  EXPECT_ERROR(profile.write_trace("/nowhere/at/all.json"), "writing the trace `/nowhere/at/all.json`",
               "No such file or directory");
}

TEST_P(Profiles, ThereIsOneAtATime) {
  {
    Profile first(device_);
    EXPECT_ERROR(Profile{device_}, "starting a profile of", "one already");
    Profile elsewhere(GetParam() == kcc::Backend::cpu ? Device::cuda(1) : Device::cpu());
  }
  Profile again(device_);
  again.stop();
  Profile another(device_);
  EXPECT_TRUE(another.rows().empty());
}

TEST_P(Profiles, ManyThreadsMayWorkMeanwhile) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      Stream stream(device_);
      for (int i = 0; i < 10; ++i)
        work(stream);
    });
  for (int i = 0; i < 5; ++i) {
    Profile profile(device_);
    std::this_thread::yield();
    (void)profile.rows();
  }
  for (std::thread &thread : threads)
    thread.join();
}

TEST_P(Profiles, KeepFewEvents) {
  Profile profile(device_);
  Stream stream(device_);
  for (int i = 0; i < 10000; ++i)
    stream.launch(test_image::nothing, {});
  if (is_gpu()) {
    EXPECT_LT(fake_cuda::state().events.size(), 10000u); // two for each launch, if none were used again
  }
  EXPECT_EQ(profile.rows().at(0).calls, 10000u);
}

INSTANTIATE_TEST_SUITE_P(, Profiles, testing::Values(kcc::Backend::cpu, kcc::Backend::cuda),
                         [](const auto &info) {
                           return info.param == kcc::Backend::cpu ? "Cpu" : "FakeGpu";
                         });

TEST(ProfileOfAFailingDriver, CountsWhatItCannotMeasure) {
  fake_cuda::State &fake = fake_cuda::state();
  fake.reset();
  const Device gpu = Device::cuda(1);
  Stream stream(gpu);
  stream.launch(test_image::nothing, {});
  Profile profile(gpu);
  fake.next_result["cuEventRecord"] = 1;
  stream.launch(test_image::nothing, {});
  fake.next_result["cuLaunchKernel"] = 1;
  EXPECT_ERROR(stream.launch(test_image::nothing, {}), "cuLaunchKernel");
  fake.next_result["cuEventElapsedTime"] = 1;
  stream.launch(test_image::nothing, {});
  stream.launch(test_image::nothing, {});
  EXPECT_EQ(profile.rows().at(0).calls, 1u);
  EXPECT_EQ(profile.unmeasured(), 3u);
  fake.reset();
}

TEST(Ranges, ReachATool) {
  (void)take_nvtx_log();
  {
    const kcc::profile::Range outer("outer");
    const kcc::profile::Range inner(std::string("inner"));
  }
  EXPECT_EQ(take_nvtx_log(), "+outer+inner--");
}

} // namespace
