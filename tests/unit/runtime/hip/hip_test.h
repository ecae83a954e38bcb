// Common parts of the HIP backend's tests: the GPUs of the fake HIP.
#ifndef KCC_TESTS_HIP_TEST_H
#define KCC_TESTS_HIP_TEST_H

#include "expect_error.h"
#include "fake_hip.h"
#include "test_image.h"

#include <kcc/runtime.h>

#include <string>

/// An image whose kernel prints.
namespace printing {

inline constexpr char manifest[] =
    R"({"version":14,"source":"p.cpp","kernels":[{"name":"prints","entry":"prints","parameters":[],)"
    R"("max_threads":0,"static_shared_bytes":0,"uses_barrier":false,"uses_grid_sync":false}]})";
inline constexpr char code[] = ".entry prints() .global kcc_print_control";
inline constexpr kcc::abi::Code codes[] = {
    {kcc::abi::CodeKind::amdgpu, "gfx90a", manifest, code, sizeof code - 1},
    {kcc::abi::CodeKind::amdgpu, "gfx1100", manifest, code, sizeof code - 1}};
inline constexpr kcc::abi::Image image{kcc::abi::version, 2, "p.cpp", codes};

} // namespace printing

/// What is being done, for calls of backends.
inline constexpr auto testing_it = [] { return std::string("testing"); };

class Hip : public testing::Test {
protected:
  Hip() {
    (void)kcc::Device::hip();
    fake_.reset();
    static const auto with_prints = {kcc::Module::load(kcc::Device::hip(0), printing::image),
                                     kcc::Module::load(gpu_, printing::image)};
    (void)with_prints;  // the memory for kernels' output stays
    gpu_.synchronize(); // unloads modules of earlier tests
    fake_.reset();
    before_ = fake_.alive();
  }
  ~Hip() override {
    fake_.reset();
    EXPECT_EQ(fake_.alive(), before_);
    EXPECT_EQ(fake_hip::current_device(), 0); // of this thread, as it was
  }
  fake_hip::State &fake_ = fake_hip::state();
  kcc::Device gpu_ = kcc::Device::hip(1);
  std::size_t before_ = 0; ///< live objects
};

#endif
