// Launches and variables of PTX files whose types have other layouts than the program's.
#include "cuda_backend_test.h"
#include "expect_error.h"

#include "kernels/layouts.h"
#include "layout_kernels.h"

namespace {

using kcc::Buffer;
using kcc::Module;
using kcc::Stream;

class LayoutsOfAModule : public CudaBackend {
protected:
  LayoutsOfAModule() {
    fake_.parameter_bytes["_Z5totalSt4spanIK5MixedLm18446744073709551615EEPi"] = {16, 8};
    fake_.parameter_bytes["_Z5width7RenamedPi"] = {8, 8};
  }
  Module right_ = Module::load_file(gpu_, KCC_LAYOUTS_PTX);
  Module swapped_ = Module::load_file(gpu_, KCC_SWAPPED_LAYOUTS_PTX);
  Stream stream_{gpu_};
  Buffer<int> result_{gpu_, 1};
  Buffer<Mixed> mixed_{gpu_, std::vector<Mixed>(3)};
};

TEST_F(LayoutsOfAModule, AreComparedWithTheTypedHeader) {
  stream_.launch(right_.kernel(layout_kernels::total), {}, mixed_, result_);
  stream_.launch(right_.kernel(layout_kernels::width), {}, Renamed{1, 2}, result_);
  EXPECT_ERROR(swapped_.kernel(layout_kernels::total),
               "checking kernel `total` of module `layouts.ptx` against the program's declaration",
               "parameter 1 (`values`): member 1 of `Mixed` is `weight` (f32) at byte 0 in the kernel and "
               "`first` (i32) at byte 0 in the declaration");
  EXPECT_ERROR(swapped_.kernel(layout_kernels::width), "parameter 1 (`range`)",
               "`high` (i32) at byte 0 in the kernel and `low` (i32) at byte 0");
  (void)right_.global(layout_kernels::setting);
  EXPECT_ERROR(swapped_.global(layout_kernels::setting), "variable `setting`", "member 1 of `Mixed`");
  EXPECT_ERROR(swapped_.global(layout_kernels::renamed_setting), "variable `renamed_setting`",
               "`high` (i32)");
}

TEST_F(LayoutsOfAModule, AreComparedWithTheArgumentsOfALaunchByName) {
  for (int i = 0; i < 2; ++i) {
    stream_.launch(right_.kernel("total"), {}, mixed_, result_);
    stream_.launch(right_.kernel("total"), {}, mixed_.span(), result_);
  }
  const auto kernel = swapped_.kernel("total");
  for (int i = 0; i < 2; ++i) {
    EXPECT_ERROR(stream_.launch(kernel, {}, mixed_, result_),
                 "launching kernel `total` of module `layouts.ptx`",
                 "argument 1 (`values`) has another layout",
                 "`Mixed::weight` at byte 0 is f32 in the kernel, and the program has i32 there");
    EXPECT_ERROR(stream_.launch(kernel, {}, mixed_.span(), result_), "`Mixed::weight` at byte 0");
  }
  (void)right_.global<Mixed>("setting");
  EXPECT_ERROR(swapped_.global<Mixed>("setting"), "variable `setting`", "`Mixed::weight` at byte 0");
}

} // namespace
