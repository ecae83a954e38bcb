#include <kcc/runtime/linker.h>

#include "loaded_module.h"
#include "module_backend.h"
#include "read_file.h"

#include <optional>
#include <utility>

namespace kcc {

namespace {

bool is_linkable(core::ContentKind kind) {
  using enum core::ContentKind;
  return kind != host_library && kind != spirv && kind != amdgpu && kind != unknown;
}

} // namespace

Linker::Linker(const Device &device, LinkerOptions options) : device_(device), options_(std::move(options)) {
  if (options_.name.empty())
    options_.name = "linked code";
  if (device.backend() != Backend::cuda)
    detail::fail(ErrorCategory::not_supported, "making a linker for " + core::label(device),
                 "only GPU code is linked at run time", "Link for a kcc::Device::cuda()");
}

Linker::Linker(Linker &&) noexcept = default;
Linker &Linker::operator=(Linker &&) noexcept = default;
Linker::~Linker() = default;

std::string Linker::label() const {
  return "linking `" + options_.name + "` for " + core::label(device_);
}

Linker &Linker::add_file(const std::filesystem::path &file) {
  const std::string bytes = core::read_file(file, "input of the linker");
  return add_data(std::as_bytes(std::span(bytes)), file.filename().string());
}

Linker &Linker::add_data(std::span<const std::byte> bytes, std::string name) {
  bytes = core::without_final_nuls(bytes);
  const core::ContentKind kind = core::content_kind(bytes);
  if (name.empty())
    name = "input " + std::to_string(inputs_.size() + 1);
  if (!is_linkable(kind))
    detail::fail(
        ErrorCategory::invalid_code, label(), "`" + name + "` is " + core::content_text(kind),
        "Give PTX, a relocatable cubin, a fatbin, an object file or a static library of nvcc, or LTO-IR");
  inputs_.push_back(
      {kind, std::string(reinterpret_cast<const char *>(bytes.data()), bytes.size()), std::move(name)});
  return *this;
}

Linker &Linker::add_ptx(std::string_view ptx, std::string name) {
  return add_data(std::as_bytes(std::span(ptx)), std::move(name));
}

std::vector<std::byte> Linker::complete() {
  core::LinkedCode linked =
      device_.backend_device().modules()->link(inputs_, options_, [&] { return label(); });
  log_ = std::move(linked.log);
  return std::move(linked.cubin);
}

Module Linker::load() {
  core::ModuleInfo info{.kernels = {}, .globals = {}, .types = {}, .is_complete = false};
  for (const core::LinkInput &input : inputs_)
    if (const auto manifest = core::find_ptx_manifest(input.bytes);
        manifest && input.kind == core::ContentKind::ptx)
      append(info, core::parse_manifest(*manifest, "`" + input.name + "`"));
  const std::vector<std::byte> cubin = complete();
  return Module(device_, core::LoadedModule::from_content(
                             device_.backend_device(), {core::ContentKind::cubin, cubin.data(), cubin.size()},
                             {.name = options_.name}, std::move(info)));
}

} // namespace kcc
