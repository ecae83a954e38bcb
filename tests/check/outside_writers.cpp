// Kernels that poll for what something outside of them writes, after a while: not to be reported as polling
// forever. `outside_writers FILE.so`; run with a small KCC_CHECK_STEPS.
#include <kcc/runtime.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

int main(int, char **argv) {
  using namespace std::chrono_literals;
  const kcc::Device device = kcc::Device::cpu();
  const kcc::Module module = kcc::Module::load_file(device, argv[1]);
  const kcc::LaunchConfig config{kcc::Blocks(2), kcc::Threads(64), 0};
  int failures = 0;
  const auto check = [&](const char *name, auto body) {
    kcc::Stream polling(device), other(device);
    kcc::Buffer<int> flag(device, std::vector<int>(256));
    try {
      body(polling, other, flag);
      polling.synchronize();
      other.synchronize();
      std::printf("%s: ended\n", name);
    } catch (const kcc::Error &error) {
      std::printf("%s: %s\n", name, error.what());
      ++failures;
    }
  };
  const auto poll = [&](kcc::Stream &stream, kcc::Buffer<int> &flag) {
    stream.launch(module.kernel("polls"), config, flag);
  };
  const auto write = [&](kcc::Stream &stream, kcc::Buffer<int> &flag) {
    stream.launch(module.kernel("writes"), config, flag);
  };
  check("a later launch", [&](kcc::Stream &polling, kcc::Stream &other, kcc::Buffer<int> &flag) {
    poll(polling, flag);
    std::this_thread::sleep_for(300ms);
    write(other, flag);
  });
  check("a launch of a thread that has used the device",
        [&](kcc::Stream &polling, kcc::Stream &other, kcc::Buffer<int> &flag) {
          std::atomic<bool> begun = false;
          std::thread writer([&] {
            write(other, *std::make_unique<kcc::Buffer<int>>(device, std::vector<int>(256)));
            other.synchronize();
            begun = true;
            std::this_thread::sleep_for(300ms);
            write(other, flag);
          });
          while (!begun)
            std::this_thread::yield();
          poll(polling, flag);
          polling.synchronize();
          writer.join();
        });
  check("a launch of a new thread", [&](kcc::Stream &polling, kcc::Stream &other, kcc::Buffer<int> &flag) {
    poll(polling, flag);
    std::thread writer([&] {
      std::this_thread::sleep_for(300ms);
      write(other, flag);
    });
    polling.synchronize();
    writer.join();
  });
  check("a long kernel before the one that writes",
        [&](kcc::Stream &polling, kcc::Stream &other, kcc::Buffer<int> &flag) {
          poll(polling, flag);
          kcc::Buffer<int> results(device, std::vector<int>(256));
          other.launch(module.kernel("computes"), config, results);
          write(other, flag);
        });
  check("a function of the host", [&](kcc::Stream &polling, kcc::Stream &other, kcc::Buffer<int> &flag) {
    poll(polling, flag);
    other.run_on_host([] { std::this_thread::sleep_for(300ms); });
    write(other, flag);
  });
  return failures != 0;
}
