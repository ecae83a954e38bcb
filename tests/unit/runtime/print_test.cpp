// The ring between GPU and host, with host threads in place of the GPU, and how the CUDA backend handles it.
#include "expect_error.h"
#include "fake_cuda.h"
#include "ring_writer.h"

#include "core/print_ring.h"

#include <kcc/runtime.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <future>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

using kcc::abi::PrintChannel;
using kcc::abi::PrintControl;
using kcc::abi::RecordKind;
using Gpu = RingWriter;
using kcc::core::PrintRecord;
using kcc::core::PrintRing;

class Ring : public testing::Test {
protected:
  static constexpr std::uint64_t capacity = 1024;
  struct alignas(64) Memory {
    std::byte bytes[sizeof(PrintChannel) + capacity];
  };
  std::string taken(std::vector<PrintRecord> &records) {
    std::string text;
    for (const PrintRecord &record : records)
      text += kcc::core::message_of(record) + ";";
    records.clear();
    return text;
  }
  std::string take() {
    ring_.take(records_);
    return taken(records_);
  }

  std::unique_ptr<Memory> memory_ = std::make_unique<Memory>();
  PrintChannel *channel_ = reinterpret_cast<PrintChannel *>(memory_->bytes);
  PrintRing ring_{channel_, capacity};
  Gpu gpu_{channel_, capacity};
  std::vector<PrintRecord> records_;
};

TEST_F(Ring, GivesMessagesInTheOrderOfTheirPlaces) {
  EXPECT_EQ(take(), "");
  const auto first = gpu_.reserve(Gpu::bytes_of("first")), second = gpu_.reserve(Gpu::bytes_of("second"));
  gpu_.write(*second, "second");
  gpu_.publish(*second, "second");
  EXPECT_EQ(take(), "") << "the first is not complete";
  gpu_.write(*first, "first");
  EXPECT_EQ(take(), "");
  gpu_.publish(*first, "first");
  ring_.take(records_);
  ASSERT_EQ(records_.size(), 2u);
  EXPECT_EQ(records_[0].block, (kcc::Dim3{1, 2, 3}));
  EXPECT_EQ(records_[0].thread, (kcc::Dim3{4, 5, 6}));
  EXPECT_EQ(taken(records_), "first;second;");
}

TEST_F(Ring, GoesRound) {
  for (int i = 0; i != 1000; ++i) {
    const std::string text = std::string(static_cast<std::size_t>(i % 200), 'x') + std::to_string(i);
    ASSERT_TRUE(gpu_.print(text)) << i;
    ASSERT_EQ(take(), text + ";");
  }
}

TEST_F(Ring, PassesOverTheHolesOfDroppedMessages) {
  int written = 0;
  while (gpu_.print("message"))
    ++written;
  EXPECT_EQ(written, 16); // of 64 bytes
  EXPECT_FALSE(gpu_.print("message"));
  std::string all;
  for (int i = 0; i != written; ++i)
    all += "message;";
  EXPECT_EQ(take(), all);
  EXPECT_TRUE(ring_.overflowed());
  EXPECT_FALSE(ring_.overflowed());
  // There is space again after the gap, but the host does not look past it by itself.
  EXPECT_TRUE(gpu_.print("behind"));
  EXPECT_EQ(take(), "");
  EXPECT_EQ(gpu_.control.finished, gpu_.control.reserved);
  ring_.take_all(gpu_.control.reserved, records_);
  EXPECT_EQ(taken(records_), "behind;");
  EXPECT_EQ(gpu_.control.dropped, 2u);
  EXPECT_TRUE(gpu_.print("and on"));
  EXPECT_EQ(take(), "and on;");
}

TEST_F(Ring, PassesOverHolesLongerThanItself) {
  while (gpu_.print("message"))
    ;
  for (int i = 0; i != 1000; ++i)
    gpu_.reserve(64, 0);
  take();
  EXPECT_FALSE(gpu_.print("lost")); // the positions are far ahead of what was read
  ring_.take_all(gpu_.control.reserved, records_);
  EXPECT_EQ(taken(records_), "");
  EXPECT_TRUE(gpu_.print("found"));
  EXPECT_EQ(take(), "found;");
}

TEST_F(Ring, LosesNothingUnnoticedAmongManyThreads) {
  constexpr int threads = 4, messages = 5000;
  std::atomic<int> sent = 0, running = threads;
  std::vector<std::thread> writers;
  for (int i = 0; i != threads; ++i)
    writers.emplace_back([&, i] {
      for (int j = 0; j != messages; ++j)
        sent += gpu_.print(std::to_string(i) + " " + std::to_string(j));
      --running;
    });
  std::size_t received = 0;
  std::vector<PrintRecord> records;
  const auto drain = [&] {
    const auto finished = std::atomic_ref(gpu_.control.finished).load();
    const auto reserved = std::atomic_ref(gpu_.control.reserved).load();
    ring_.take(records);
    if (ring_.overflowed() && finished == reserved)
      ring_.take_all(reserved, records);
    for (const PrintRecord &record : records)
      received += kcc::core::message_of(record).size() >= 3;
    records.clear();
  };
  while (running != 0)
    drain();
  for (std::thread &writer : writers)
    writer.join();
  ring_.take_all(gpu_.control.reserved, records);
  drain();
  EXPECT_EQ(received, static_cast<std::size_t>(sent));
  EXPECT_EQ(gpu_.control.dropped + received, static_cast<std::uint64_t>(threads) * messages);
}

TEST_F(Ring, TakesNoBytesOnTrust) {
  const auto place = gpu_.reserve(Gpu::bytes_of("{} {:{}}"));
  gpu_.write(*place, "{} {:{}} {");
  gpu_.publish(*place, "{} {:{}}");
  EXPECT_EQ(take(), "… … ;"); // no arguments were sent, and the last brace belongs to no field
  PrintRecord record;
  record.kind = RecordKind::printf;
  record.payload.resize(12, std::byte{0xff}); // sizes far beyond the end
  EXPECT_EQ(kcc::core::message_of(record), "\xff\xff\xff\xff");
  record.kind = RecordKind::assertion;
  EXPECT_NE(kcc::core::failure_of(record), "");
}

class CudaPrint : public testing::Test {
protected:
  static constexpr char printing_ptx[] = ".version 7.0\n.target sm_75\n.address_size 64\n"
                                         ".visible .global .align 8 .u64 kcc_print_control;\n"
                                         ".visible .entry prints()\n{\n  ret;\n}\n";
  CudaPrint() { fake_.reset(); }
  ~CudaPrint() override {
    device_.on_output({});
    fake_.reset();
    fake_.abandon(); // the counters belong to the device until the process ends
  }
  const PrintControl &control() const { return *reinterpret_cast<const PrintControl *>(fake_.print_control); }
  /// One for all tests, because the device has one ring.
  Gpu &gpu() {
    static Gpu gpu(reinterpret_cast<PrintChannel *>(control().channel), control().capacity);
    return gpu;
  }

  fake_cuda::State &fake_ = fake_cuda::state();
  kcc::Device device_ = kcc::Device::cuda(2);
};

TEST_F(CudaPrint, OnlyModulesThatPrintCarryIt) {
  const kcc::Module silent = kcc::Module::load_ptx(
      device_, ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry silent()\n{\n  ret;\n}\n");
  EXPECT_EQ(fake_.count("cuMemHostAlloc"), 0);
  EXPECT_EQ(fake_.count("cuMemAlloc"), 0);
}

TEST_F(CudaPrint, ArrivesAtTheWaitAndAFailureInTheError) {
  const std::size_t loaded = fake_.modules.size();
  fake_.next_result["cuMemHostAlloc"] = 2;
  EXPECT_ERROR(kcc::Module::load_ptx(device_, printing_ptx), "loading module `PTX text` on device 2",
               "CUDA_ERROR_OUT_OF_MEMORY (2)", "(cuMemHostAlloc)");
  EXPECT_EQ(fake_.modules.size(), loaded);

  const kcc::Module module = kcc::Module::load_ptx(device_, printing_ptx),
                    another = kcc::Module::load_ptx(device_, printing_ptx);
  EXPECT_EQ(fake_.count("cuMemHostAlloc"), 2) << "one channel serves all modules";
  EXPECT_EQ(control().capacity, device_.output_capacity());
  EXPECT_ERROR(device_.set_output_capacity(std::size_t{1} << 21), "loaded already");

  std::string text;
  device_.on_output([&](const kcc::Output &output) { text += output.text; });
  kcc::Stream stream(device_);
  EXPECT_TRUE(gpu().print("printed\n"));
  EXPECT_EQ(text, "");
  stream.synchronize();
  EXPECT_EQ(text, "printed\n");

  Gpu &failing = gpu();
  failing.write(kcc::abi::failure_place, "", RecordKind::ended);
  fake_.next_result["cuStreamSynchronize"] = 719;
  EXPECT_ERROR(stream.synchronize(), "waiting for a stream on device 2", "CUDA_ERROR_LAUNCH_FAILED (719)",
               "(cuStreamSynchronize)");
  failing.publish(kcc::abi::failure_place, "");
  fake_.next_result["cuStreamSynchronize"] = 719;
  EXPECT_ERROR(stream.synchronize(), "CUDA_ERROR_LAUNCH_FAILED (719): the kernel called ",
               "in block (1, 2, 3), thread (4, 5, 6)", "unusable to this process");
  fake_.next_result["cuStreamSynchronize"] = 1;
  EXPECT_ERROR(stream.synchronize(), "CUDA_ERROR_INVALID_VALUE (1): the fake driver's text");

  // Whichever call reports it first contains the kernel's own message.
  const auto kernel = module.kernel("prints");
  const auto told = [&](const char *function, auto &&call) {
    fake_.next_result[function] = 719;
    EXPECT_ERROR(call(), "CUDA_ERROR_LAUNCH_FAILED (719): the kernel called ", "thread (4, 5, 6)");
    EXPECT_EQ(fake_.next_result.count(function), 0u) << function;
  };
  kcc::LaunchConfig cooperative, cluster;
  cooperative.cooperative = true;
  cluster.grid = cluster.cluster = kcc::Blocks(2);
  told("cuLaunchKernel", [&] { stream.launch(kernel, {}); });
  told("cuLaunchCooperativeKernel", [&] { stream.launch(kernel, cooperative); });
  told("cuLaunchKernelEx", [&] { stream.launch(kernel, cluster); });
  told("cuOccupancyMaxActiveClusters", [&] { stream.max_cooperative_blocks(kernel, cluster); });
  told("cuModuleLoadDataEx", [&] { kcc::Module::load_ptx(device_, printing_ptx); });
  told("cuModuleGetGlobal", [&] { kcc::Module::load_ptx(device_, printing_ptx); });
  told("cuMemcpyHtoDAsync", [&] { kcc::Module::load_ptx(device_, printing_ptx); });
}

/// An event in one thread for which others wait; after 20 seconds it counts as missing.
class Signal {
public:
  void set() { promise_.set_value(); }
  bool wait() { return future_.wait_for(std::chrono::seconds(20)) == std::future_status::ready; }

private:
  std::promise<void> promise_;
  std::shared_future<void> future_ = promise_.get_future().share();
};

/// A handler that another thread is running.
class BusyHandler : public CudaPrint {
protected:
  BusyHandler() {
    device_.on_output([this](const kcc::Output &output) {
      text_ += output.text;
      if (output.text == "stop\n") {
        entered_.set();
        EXPECT_TRUE(leave_.wait());
      }
    });
    EXPECT_TRUE(gpu().print("stop\n"));
    waiting_ = std::thread([this] { kcc::Stream(device_).synchronize(); });
    EXPECT_TRUE(entered_.wait());
  }
  ~BusyHandler() override {
    if (waiting_.joinable())
      finish();
  }
  void finish() {
    leave_.set();
    waiting_.join();
  }

  const kcc::Module module_ = kcc::Module::load_ptx(device_, printing_ptx);
  Signal entered_, leave_;
  std::string text_;
  std::thread waiting_;
};

TEST_F(BusyHandler, IsNotWaitedForByPollingAndDestructors) {
  Signal returned;
  std::thread poller([&] {
    {
      kcc::Stream stream(device_);
      EXPECT_TRUE(gpu().print("meanwhile\n"));
      EXPECT_TRUE(stream.is_done());
    }
    returned.set();
  });
  EXPECT_TRUE(returned.wait());
  finish();
  poller.join();
  EXPECT_EQ(text_, "stop\nmeanwhile\n");
}

TEST_F(BusyHandler, IsWaitedForByWhoeverWaits) {
  Signal started;
  std::string seen;
  std::thread waiter([&] {
    kcc::Stream stream(device_);
    EXPECT_TRUE(gpu().print("mine\n"));
    started.set();
    stream.synchronize();
    seen = text_;
  });
  EXPECT_TRUE(started.wait());
  finish();
  waiter.join();
  EXPECT_EQ(seen, "stop\nmine\n");
}

TEST_F(BusyHandler, IsNotRunningWhenAnotherHasTakenItsPlace) {
  std::atomic<bool> replaced = false;
  std::thread replacer([&] {
    device_.on_output({});
    replaced = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(replaced);
  finish();
  replacer.join();
}

TEST_F(CudaPrint, HandlersMayUseTheDeviceReplaceThemselvesAndThrow) {
  const kcc::Module module = kcc::Module::load_ptx(device_, printing_ptx);
  kcc::Stream stream(device_);
  std::string text;
  device_.on_output([&](const kcc::Output &output) {
    text += output.text;
    if (output.text == "1")
      EXPECT_TRUE(gpu().print("nested"));
    stream.synchronize();
    device_.synchronize();
    if (output.text == "2")
      device_.on_output([&](const kcc::Output &later) {
        text += "(" + std::string(later.text) + ")";
        if (later.text == "bad")
          throw std::runtime_error("the handler's");
      });
  });
  for (const char *message : {"1", "2", "3"})
    EXPECT_TRUE(gpu().print(message));
  stream.synchronize();
  EXPECT_EQ(text, "123(nested)");
  EXPECT_TRUE(gpu().print("bad") && gpu().print("lost"));
  EXPECT_THROW(stream.synchronize(), std::runtime_error);
  EXPECT_TRUE(gpu().print("bad"));
  EXPECT_THROW(stream.is_done(), std::runtime_error);
  EXPECT_TRUE(gpu().print("bad"));
  {
    kcc::Stream destroyed(device_);
  }
  EXPECT_TRUE(gpu().print("good"));
  device_.synchronize();
  EXPECT_EQ(text, "123(nested)(bad)(bad)(bad)(good)");
}

} // namespace
