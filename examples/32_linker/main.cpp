// Two pieces of PTX, linked at run time: the kernel of one calls the function of the other.
#include "../common/example.h"

#include <string_view>
#include <vector>

namespace {

constexpr std::string_view physics_ptx = R"(.version 7.0
.target sm_50
.address_size 64
.visible .func (.param .b32 result) force(.param .b32 mass) {
  .reg .f32 %f;
  ld.param.f32 %f, [mass];
  mul.f32 %f, %f, 0f40000000; // 2.0
  st.param.f32 [result], %f;
  ret;
}
)";

constexpr std::string_view apply_ptx = R"(.version 7.0
.target sm_50
.address_size 64
.extern .func (.param .b32 result) force(.param .b32 mass);
.visible .entry apply(.param .u64 place) {
  .reg .u64 %a;
  .reg .f32 %f;
  .param .b32 mass;
  .param .b32 result;
  ld.param.u64 %a, [place];
  ld.global.f32 %f, [%a];
  st.param.f32 [mass], %f;
  call (result), force, (mass);
  ld.param.f32 %f, [result];
  st.global.f32 [%a], %f;
  ret;
}
)";

void run(const kcc::Device &device) {
  if (device.backend() == kcc::Backend::cpu)
    throw example::Skip("the CPU device links no GPU code");

  kcc::Linker linker(device);
  linker.add_ptx(apply_ptx, "apply.ptx");
  std::string log;
  try {
    static_cast<void>(linker.complete());
  } catch (const kcc::Error &error) {
    log = error.log();
  }
  std::cout << log << "\n";
  example::expect(log.find("force") != log.npos, "the error names the function that is missing");

  linker.add_ptx(physics_ptx,
                 "physics.ptx");      // add_file and add_data take cubins, objects and libraries of nvcc, too
  kcc::Module module = linker.load(); // or complete(), which returns the cubin
  kcc::Stream stream(device);
  kcc::Buffer<float> place(device, std::vector<float>{21});
  stream.launch(module.kernel("apply"), {}, place);
  example::expect(place.to_host(stream)[0] == 42, "the kernel called the function of the other piece");
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
