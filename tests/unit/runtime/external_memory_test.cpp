// Memory and semaphores of other libraries, on the CPU device and with the fake driver.
#include "cuda_backend_test.h"
#include "expect_error.h"
#include "on_both_backends.h"

#include <fcntl.h>
#include <filesystem>
#include <iterator>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace {

using kcc::Device;
using kcc::ExternalMemory;
using kcc::ExternalSemaphore;
using kcc::FileDescriptor;
using kcc::Stream;

FileDescriptor file_of(std::size_t bytes) {
  FileDescriptor file(memfd_create("test", MFD_CLOEXEC));
  EXPECT_EQ(ftruncate(file.get(), static_cast<off_t>(bytes)), 0);
  return file;
}

std::ptrdiff_t open_files() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
}

class External : public OnBothBackends {
protected:
  ~External() override { EXPECT_EQ(open_files(), files_before_); }

private:
  std::ptrdiff_t files_before_ = open_files();
};
KCC_ON_BOTH_BACKENDS(External);

TEST_P(External, MemoryIsABuffer) {
  Stream stream(device_);
  ExternalMemory memory(device_, file_of(8192), 8192);
  EXPECT_EQ(memory.bytes(), 8192u);
  EXPECT_EQ(memory.device(), device_);
  const kcc::BufferView<int> numbers = memory.view().part(4096, 4096).as<int>();
  kcc::fill(stream, numbers, 5);
  std::vector<int> host(1024);
  kcc::copy(stream, host, numbers);
  EXPECT_EQ(host, std::vector<int>(1024, 5));
  ExternalMemory moved = std::move(memory);
  EXPECT_EQ(memory.bytes(), 0u);
  memory = std::move(moved);
  EXPECT_EQ(memory.bytes(), 8192u);
}

TEST_P(External, MemoryMustBeThere) {
  EXPECT_ERROR(ExternalMemory(device_, FileDescriptor(), 4096), "importing memory of another library on ",
               "there is no file descriptor");
  EXPECT_ERROR(ExternalMemory(device_, file_of(4096), 0), "its size is 0");
  EXPECT_ERROR(ExternalMemory(device_, FileDescriptor(12345), 4096), "Bad file descriptor");
}

TEST(CpuExternal, MapsWhatTheFileHas) {
  const Device cpu = Device::cpu();
  FileDescriptor file = file_of(4096);
  const FileDescriptor copy(dup(file.get()));
  Stream stream(cpu);
  const ExternalMemory memory(cpu, std::move(file), 4096);
  kcc::fill(stream, memory.view(), std::byte{'a'});
  stream.synchronize();
  char byte = 0;
  EXPECT_EQ(pread(copy.get(), &byte, 1, 4095), 1);
  EXPECT_EQ(byte, 'a');
  EXPECT_ERROR(ExternalMemory(cpu, file_of(4096), 4097), "the file has 4096 bytes, fewer than 4097");
  EXPECT_ERROR(ExternalMemory(cpu, FileDescriptor(open("/dev/null", O_RDWR)), 1), "is not of a file");
  EXPECT_ERROR(ExternalSemaphore(cpu, file_of(1)),
               "importing a semaphore of another library on the CPU device", "the semaphores are of GPUs",
               "Wait on the host");
}

TEST_F(CudaBackend, SignalsSemaphoresOfOtherLibraries) {
  Stream stream(gpu_), other(Device::cuda(2));
  ExternalSemaphore semaphore(gpu_, file_of(1), kcc::ExternalSemaphoreKind::timeline);
  semaphore.wait(stream, 3);
  semaphore.signal(stream, 4);
  EXPECT_EQ(fake_.semaphore_values, (std::vector<unsigned long long>{3, 4}));
  EXPECT_ERROR(semaphore.signal(other, 5), "signaling a semaphore of another library on ",
               "the stream is of device 2");
  ExternalSemaphore moved = std::move(semaphore);
  EXPECT_ERROR(semaphore.wait(stream), "was moved from");
  moved.signal(stream);
}

TEST_F(CudaBackend, ClosesDescriptorsWhateverFails) {
  const std::ptrdiff_t before = open_files();
  for (const char *call : {"cuImportExternalMemory", "cuExternalMemoryGetMappedBuffer"}) {
    fake_.next_result[call] = 999;
    EXPECT_ERROR(ExternalMemory(gpu_, file_of(4096), 4096), "importing memory of another library on device 1",
                 call);
    EXPECT_EQ(open_files(), before);
  }
  fake_.next_result["cuImportExternalSemaphore"] = 999;
  EXPECT_ERROR(ExternalSemaphore(gpu_, file_of(4096)), "(cuImportExternalSemaphore)");
  EXPECT_EQ(open_files(), before);
  EXPECT_ERROR(ExternalMemory(gpu_, file_of(4096), 4096, {.kind = kcc::ExternalMemoryKind::dma_buf}),
               "(cuImportExternalMemory)");
  EXPECT_EQ(open_files(), before);
}

} // namespace
