// Ranks in several processes: the test starts this program once for each rank. The CommunicatorId goes from
// rank 0 to the others in a file.
#include "devices.h"
#include "temporary_folder.h"

#include <kcc/communicator.h>
#include <kcc/libraries.h>

#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <gmock/gmock.h>
#include <map>
#include <numeric>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern char **environ;

namespace kcc::testing {
namespace {

namespace fs = std::filesystem;

// ---- In the processes of the ranks ----

/// A file that appears with its whole content.
void publish(const fs::path &file, std::span<const char> bytes) {
  fs::path partial = file;
  partial += ".partial";
  std::ofstream(partial, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  fs::rename(partial, file);
}
void wait_for(const fs::path &file) {
  while (!fs::exists(file))
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

/// A rank of the test, and what it has in common with the others.
struct Rank {
  int rank, size;
  fs::path folder;

  /// The id that rank 0 makes.
  CommunicatorId id(const Device &device) const {
    const fs::path file = folder / "id";
    CommunicatorId id;
    if (rank == 0) {
      id = CommunicatorId::create(device);
      publish(file, id.bytes);
      return id;
    }
    wait_for(file);
    std::ifstream(file, std::ios::binary)
        .read(id.bytes.data(), static_cast<std::streamsize>(id.bytes.size()));
    return id;
  }
};

void require(bool holds, const std::string &what) {
  if (!holds)
    throw std::runtime_error("not so: " + what);
}

/// Every kind of communication, with results that depend on all ranks.
void communicate_with_all(const Rank &self) {
  const Device device = Device::cuda(self.rank);
  Communicator rank(device, self.id(device), self.rank, self.size);
  require(rank.rank() == self.rank && rank.size() == self.size, "rank and size");
  Stream stream(device);
  const int size = self.size;
  const auto count = static_cast<std::size_t>(size);
  const int sum_of_ranks = size * (size - 1) / 2;

  Buffer<int> value(device, std::vector<int>{self.rank, 1});
  rank.all_reduce(stream, value);
  require(value.to_host(stream) == std::vector<int>{sum_of_ranks, size}, "all_reduce");

  Buffer<float> text(device, std::vector<float>{static_cast<float>(self.rank) + 7});
  rank.broadcast(stream, text, size - 1);
  require(text.to_host(stream)[0] == static_cast<float>(size) + 6, "broadcast");

  Buffer<int> own(device, std::vector<int>{10 * self.rank}), all(device, count);
  rank.all_gather(stream, own, all);
  std::vector<int> expected(count);
  for (std::size_t i = 0; i < count; ++i)
    expected[i] = 10 * static_cast<int>(i);
  require(all.to_host(stream) == expected, "all_gather");

  Buffer<int> part(device, 1);
  rank.reduce_scatter(stream, all, part); // all have the same
  require(part.to_host(stream)[0] == 10 * self.rank * size, "reduce_scatter");

  std::vector<int> letters(count), from_all(count);
  for (std::size_t i = 0; i < count; ++i) {
    letters[i] = 100 * self.rank + static_cast<int>(i);
    from_all[i] = 100 * static_cast<int>(i) + self.rank;
  }
  Buffer<int> send(device, letters), receive(device, count);
  rank.all_to_all(stream, send, receive);
  require(receive.to_host(stream) == from_all, "all_to_all");

  // Around a ring, with a size of its own for each rank.
  const int next = (self.rank + 1) % size, previous = (self.rank + size - 1) % size;
  Buffer<int> around(device, std::vector<int>(static_cast<std::size_t>(self.rank) + 1, self.rank)),
      came(device, static_cast<std::size_t>(previous) + 1);
  communicate([&] {
    rank.send(stream, around, next);
    rank.receive(stream, came, previous);
  });
  require(came.to_host(stream) == std::vector<int>(static_cast<std::size_t>(previous) + 1, previous),
          "send and receive");
}

/// All but rank 0 end at once; rank 0 gives up waiting for them.
void outlive_the_others(const Rank &self) {
  const Device device = Device::cuda(self.rank);
  Communicator rank(device, self.id(device), self.rank, self.size);
  const auto gone = [&](int other) { return self.folder / ("gone " + std::to_string(other)); };
  Stream stream(device);
  Buffer<int> value(device, std::vector<int>{1});
  if (self.rank != 0) {
    rank.all_reduce(stream, value);
    wait_for(self.folder / "all are ready");
    publish(gone(self.rank), {});
    _exit(0);
  }
  // All have made the communicator, and have exchanged something.
  rank.all_reduce(stream, value);
  stream.synchronize();
  publish(self.folder / "all are ready", {});
  for (int other = 1; other < self.size; ++other)
    wait_for(gone(other));
  std::cout << "the others are gone" << std::endl;
  try {
    rank.all_reduce(stream, value);
    std::cout << "the sum is enqueued" << std::endl;
  } catch (const Error &) { // NCCL may have noticed already
  }
  rank.abort();
  std::cout << "the communicator is aborted" << std::endl;
  try {
    rank.all_reduce(stream, value);
  } catch (const Error &error) {
    std::cout << error.what() << '\n';
    return;
  }
  throw std::runtime_error("the communicator works after abort()");
}

/// The CPU device's ranks are in one process.
void use_the_cpu_device(const Rank &self) {
  const Device device = Device::cpu();
  const CommunicatorId id = self.id(device);
  if (self.rank == 0)
    return wait_for(self.folder / "done");
  try {
    Communicator(device, id, self.rank, self.size);
  } catch (const Error &error) {
    publish(self.folder / "done", {});
    require(error.category() == ErrorCategory::invalid_argument, "the category");
    require(std::string(error.what()).find("by another process") != std::string::npos, error.what());
    return;
  }
  throw std::runtime_error("a rank of the CPU device is in another process");
}

const std::map<std::string, void (*)(const Rank &)> roles{{"communicate_with_all", communicate_with_all},
                                                          {"outlive_the_others", outlive_the_others},
                                                          {"use_the_cpu_device", use_the_cpu_device}};

int run_rank(char **argv) {
  alarm(30); // a rank that waits for ever
  try {
    roles.at(argv[2])({std::atoi(argv[3]), std::atoi(argv[4]), argv[5]});
    return 0;
  } catch (const std::exception &error) {
    std::cout << error.what() << std::endl;
    return 1;
  }
}

// ---- In the process of the tests ----

/// Starts a process for each rank and waits for all; each must succeed.
void run_ranks(const char *role, int size) {
  const TemporaryFolder folder;
  std::vector<pid_t> processes;
  const auto output = [&](int rank) { return (folder / ("output " + std::to_string(rank))).string(); };
  for (int rank = 0; rank < size; ++rank) {
    std::vector<std::string> texts{
        "/proc/self/exe", "--rank", role, std::to_string(rank), std::to_string(size), folder.path().string()};
    std::vector<char *> arguments;
    for (std::string &text : texts)
      arguments.push_back(text.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, output(rank).c_str(), O_WRONLY | O_CREAT, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    pid_t process = 0;
    const int result = posix_spawn(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ASSERT_EQ(result, 0);
    processes.push_back(process);
  }
  for (int rank = 0; rank < size; ++rank) {
    int status = 0;
    ASSERT_EQ(waitpid(processes[static_cast<std::size_t>(rank)], &status, 0),
              processes[static_cast<std::size_t>(rank)]);
    std::ostringstream text;
    text << std::ifstream(output(rank)).rdbuf();
    EXPECT_EQ(status, 0) << "rank " << rank << " of " << size << ": " << text.str();
  }
}

/// As many ranks as there are GPUs; skips the test if there is only one, or no NCCL.
class SeveralProcesses : public ::testing::Test {
protected:
  void SetUp() override {
    if (const std::string &why = why_no_device(kcc::Backend::cuda); !why.empty())
      GTEST_SKIP() << why;
    try {
      (void)library_file(Library::nccl);
    } catch (const Error &error) {
      GTEST_SKIP() << error.what();
    }
    for (const Device &device : Device::all())
      gpus_ += device.backend() == Backend::cuda;
    if (gpus_ < 2)
      GTEST_SKIP() << "there is only one GPU";
  }
  int gpus_ = 0;
};

TEST_F(SeveralProcesses, Communicate) {
  run_ranks("communicate_with_all", gpus_);
}

TEST_F(SeveralProcesses, AbortEndsTheWaitingForThoseThatEnded) {
  run_ranks("outlive_the_others", gpus_);
}

TEST(SeveralProcessesOnTheCpuDevice, AreRefused) {
  run_ranks("use_the_cpu_device", 2);
}

} // namespace
} // namespace kcc::testing

int main(int argc, char **argv) {
  if (argc == 6 && std::string_view(argv[1]) == "--rank")
    return kcc::testing::run_rank(argv);
  ::testing::InitGoogleMock(&argc, argv);
  return RUN_ALL_TESTS();
}
