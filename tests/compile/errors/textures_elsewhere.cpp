// Textures and surfaces are for NVIDIA's GPUs and the CPU device: the runtime makes none for others.
// RUN: %kcc %s -o %t.ptx
// RUN: %kcc %s --target=cpu --emit=obj -o %t.o
// FAIL(vulkan): %kcc --target=vulkan %s -o %t.spv
// FAIL(opencl): %kcc --target=spirv %s -o %t.spv
// FAIL(amdgpu): %kcc --target=amdgpu --arch=gfx90a %s -o %t.hsaco
// FAIL(metal): %kcc --emit=msl %s -o %T/
#include <kcc/device.h>
#include <kcc/texture.h>

float middle(kcc::TextureView<float> image) {
  return image(0.5f, 0.5f);
  // ERROR(vulkan)@-1:10: error: kernel 'read' reaches 'kcc::TextureView<float>::operator()', which code for Vulkan cannot have; take a buffer instead, as a std::span, or name the targets that have it: [[kcc::targets("ptx", "cpu")]]
  // ERROR(opencl)@-2:10: error: kernel 'read' reaches 'kcc::TextureView<float>::operator()', which code for OpenCL cannot have; take a buffer instead, as a std::span, or name the targets that have it: [[kcc::targets("ptx", "cpu")]]
  // ERROR(amdgpu)@-3:10: error: kernel 'read' reaches 'kcc::TextureView<float>::operator()', which code for AMDGPU cannot have; take a buffer instead, as a std::span, or name the targets that have it: [[kcc::targets("ptx", "cpu")]]
  // ERROR(metal)@-4:10: error: kernel 'read' reaches 'kcc::TextureView<float>::operator()', which code for Metal cannot have; take a buffer instead, as a std::span, or name the targets that have it: [[kcc::targets("ptx", "cpu")]]
}
[[kcc::kernel]] void read(kcc::TextureView<float> image, float *out) {
  *out = middle(image);
  // ERROR@-1:10: note: called by 'read' here
}

[[kcc::kernel]] void fetch(kcc::TextureView<int, kcc::linear_memory> elements, int *out) { *out = elements[3]; }

[[kcc::kernel]] void write(kcc::SurfaceView<float> image) { image.write(1, 2, 3); }
// ERROR(vulkan)@-1:67: error: kernel 'write' reaches 'kcc::SurfaceView<float>::write', which code for Vulkan cannot have; take a buffer instead, as a std::span, or name the targets that have it: [[kcc::targets("ptx", "cpu")]]
// ERROR(opencl)@-2:67: error: kernel 'write' reaches 'kcc::SurfaceView<float>::write', which code for OpenCL cannot have; take a buffer instead, as a std::span, or name the targets that have it: [[kcc::targets("ptx", "cpu")]]
// ERROR(amdgpu)@-3:67: error: kernel 'write' reaches 'kcc::SurfaceView<float>::write', which code for AMDGPU cannot have; take a buffer instead, as a std::span, or name the targets that have it: [[kcc::targets("ptx", "cpu")]]
// ERROR(metal)@-4:67: error: kernel 'write' reaches 'kcc::SurfaceView<float>::write', which code for Metal cannot have; take a buffer instead, as a std::span, or name the targets that have it: [[kcc::targets("ptx", "cpu")]]
