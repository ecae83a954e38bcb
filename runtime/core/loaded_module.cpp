// A module starts with the kernels and variables that its manifest lists. The device is asked for a kernel's
// function or a variable's address when it is first used (resolve, resolve_global).
//
// Typed launches go through two caches: one for the module of each image on each device (image_module), and
// in front of it a small table per thread (typed_kernel).
#include "loaded_module.h"

#include "../check/report.h"
#include "../check/settings.h"
#include "layout.h"
#include "module_backend.h"
#include "native_backend.h"
#include "same_signature.h"

#include <kcc/abi/gpu_checks.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace kcc::core {

namespace {

const std::string &name_of(const LoadedKernel &kernel) {
  return kernel.info.name;
}
const std::string &name_of(const LoadedGlobal &global) {
  return global.info.variable.name;
}

template <class T> std::string list_of(const std::vector<std::unique_ptr<T>> &items) {
  std::string list;
  for (const auto &item : items)
    list += (list.empty() ? "`" : ", `") + name_of(*item) + "`";
  return list.empty() ? "none" : list;
}

[[noreturn]] void fail_other_version(const std::string &what, const std::string &text) {
  detail::fail(ErrorCategory::invalid_code, "checking " + what + " against the program's declaration of it",
               text,
               "Make the header and the code again from the same source: they come from different versions "
               "of it, or the program declares the types differently");
}

/// `which` starts the text: "parameter 1 (`sum`) "; `what` is the kernel or variable concerned.
void check_type(const std::string &what, const std::string &which, const ParameterInfo &there,
                const detail::ParameterType &here) {
  if (!there.signature.empty() && !same_signature(there.signature, here.signature))
    fail_other_version(what, which + "is " + there.signature + " in the kernel and " +
                                 std::string(here.signature) + " in the declaration");
  if (there.size != here.size)
    fail_other_version(what, which + "has " + std::to_string(there.size) + " bytes in the kernel and " +
                                 std::to_string(here.size) + " in the declaration");
  if (there.align != 0 && !there.signature.empty() && there.align != here.align)
    fail_other_version(what, which + "is aligned to " + std::to_string(there.align) +
                                 " bytes in the kernel and to " + std::to_string(here.align) +
                                 " in the declaration");
}

/// Whether a type with this signature contains no pointer.
bool is_plain(std::string_view signature) {
  while (signature.starts_with("array<"))
    signature = signature.substr(6, signature.rfind(',') - 6);
  if (signature == "bool" || signature == "f16" || signature == "bf16" || signature.starts_with("enum("))
    return true;
  return signature.size() > 1 && std::string_view("iuf").find(signature[0]) != std::string_view::npos &&
         std::ranges::all_of(signature.substr(1), [](char c) { return c >= '0' && c <= '9'; });
}

/// Whether it leads to no memory except what it points to itself.
bool leads_nowhere_else(std::string_view signature) {
  for (const std::string_view memory : {"span<", "ptr<"})
    if (signature.starts_with(memory)) {
      signature = signature.substr(memory.size(), signature.size() - memory.size() - 1);
      if (signature.starts_with("const "))
        signature = signature.substr(6);
      if (memory == "span<" && !signature.starts_with("array<")) // a static extent follows the element
        signature = signature.substr(0, signature.find(','));
    }
  return is_plain(signature);
}

/// The positions of the parameters, laid out like a struct of them.
std::vector<ParameterPlace> places_of(const std::vector<ParameterInfo> &parameters) {
  std::vector<ParameterPlace> places;
  std::size_t end = 0;
  for (const ParameterInfo &parameter : parameters) {
    const std::size_t align = std::max<std::size_t>(parameter.align, 1);
    const std::size_t offset = (end + align - 1) / align * align;
    places.push_back({static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(parameter.size)});
    end = offset + parameter.size;
  }
  return places;
}

} // namespace

std::string LoadedKernel::label() const {
  return "kernel `" + info.name + "` of " + module->label();
}

std::string LoadedGlobal::label() const {
  return "variable `" + info.variable.name + "` of " + module->label();
}

LoadedModule::LoadedModule(BackendDevice &device, std::string name)
    : device_(device), name_(std::move(name)) {}

void LoadedModule::take(ModuleInfo info) {
  types_ = std::move(info.types);
  is_complete_ = info.is_complete;
  for (KernelInfo &kernel_info : info.kernels) {
    auto kernel = std::make_unique<LoadedKernel>();
    kernel->info = std::move(kernel_info);
    kernel->module = this;
    kernel->compared_layouts =
        std::make_unique<std::atomic<detail::LayoutFunction>[]>(kernel->info.parameters.size());
    kernels_.push_back(std::move(kernel));
  }
  for (GlobalInfo &global_info : info.globals)
    globals_.push_back(std::make_unique<LoadedGlobal>(LoadedGlobal{std::move(global_info), this}));
}

namespace {

/// Code of \p device that has been loaded, in a program with checks.
void note_whether_checked(const BackendDevice &device, const void *bytes, std::size_t size) {
  if (!(check::are_on() || check::are_on_for_gpus()) || device.info().backend == Backend::cpu)
    return;
  const std::string_view code(static_cast<const char *>(bytes), size);
  if (code.find(abi::check_control_variable) == std::string_view::npos)
    check::note_device_without_checks(device.info().label, device.info().backend == Backend::cuda);
}

} // namespace

std::shared_ptr<LoadedModule> LoadedModule::from_image(BackendDevice &device, const abi::Image &image) {
  const auto operation = [&] {
    return "loading module `" + std::string(image.name) + "` on " + device.info().label;
  };
  if (image.abi_version != abi::version) // if not, no other field can be trusted, not even the name
    detail::fail(ErrorCategory::invalid_code, "loading an embedded image on " + device.info().label,
                 "it has version " + std::to_string(image.abi_version) + ", this runtime reads version " +
                     std::to_string(abi::version),
                 "Compile the kernels again with the kcc that belongs to this runtime");
  const abi::Code &code = device.choose_code(image, operation);
  std::shared_ptr<LoadedModule> module(new LoadedModule(device, image.name));
  module->take(parse_manifest(code.manifest, module->label()));
  module->image_ = &image;
  device.retired_modules().unload(device);
  module->node_.push_back(nullptr);
  module->node_.front() = device.load_code(code, operation);
  note_whether_checked(device, code.bytes, code.size);
  return module;
}

ModuleInfo module_info(const Content &content, const std::string &manifest, const std::string &label) {
  if (!manifest.empty())
    return parse_manifest(manifest, label);
  if (content.kind != ContentKind::ptx)
    return {.kernels = {}, .globals = {}, .types = {}, .is_complete = false};
  const std::string_view text(static_cast<const char *>(content.bytes), content.size);
  if (const auto found = find_ptx_manifest(text))
    return parse_manifest(*found, label);
  return {.kernels = scan_ptx_entries(text),
          .globals = {},
          .types = {},
          .is_complete = false,
          .lists_kernels = true};
}

std::shared_ptr<LoadedModule> LoadedModule::from_content(BackendDevice &device, const Content &content,
                                                         const ModuleOptions &options, ModuleInfo info) {
  std::shared_ptr<LoadedModule> module(new LoadedModule(device, options.name));
  const auto operation = [&] { return "loading " + module->label() + " on " + device.info().label; };
  ModuleBackend *const backend = device.modules();
  if (backend == nullptr)
    detail::fail(ErrorCategory::not_supported, operation(),
                 "the device only loads code that is part of the program",
                 "Embed the kernels with add_gpu_kernel(), or load on kcc::Device::cuda()");
  device.retired_modules().unload(device);
  module->node_.push_back(nullptr);
  LoadedCode code = backend->load(content, options.jit, operation);
  module->node_.front() = code.module;
  note_whether_checked(device, content.bytes, content.size);
  module->log_ = std::move(code.log);
  module->has_separate_manifest_ = !options.manifest.empty();
  if (!code.manifest.empty() && !info.is_complete)
    info = parse_manifest(code.manifest, module->label());
  if (!info.is_complete && !info.lists_kernels)
    module->add_unlisted_kernels(info, *backend);
  module->take(std::move(info));
  return module;
}

std::shared_ptr<LoadedModule> LoadedModule::from_native(BackendDevice &device, NativeBackend &natives,
                                                        void *native, const ModuleOptions &options) {
  std::shared_ptr<LoadedModule> module(new LoadedModule(device, options.name));
  module->node_.push_back(nullptr);
  module->node_.front() = natives.adopt_module(native);
  module->has_separate_manifest_ = !options.manifest.empty();
  ModuleInfo info{.kernels = {}, .globals = {}, .types = {}, .is_complete = false};
  if (!options.manifest.empty())
    info = parse_manifest(options.manifest, module->label());
  else
    module->add_unlisted_kernels(info, *device.modules());
  module->take(std::move(info));
  return module;
}

void LoadedModule::add_unlisted_kernels(ModuleInfo &info, ModuleBackend &backend) {
  const auto operation = [&] { return "listing the kernels of " + label() + " on " + device_.info().label; };
  std::optional<std::vector<std::string>> entries = backend.entries(handle(), operation);
  if (!entries && info.kernels.empty())
    detail::fail(ErrorCategory::not_supported, operation(),
                 "the code contains no manifest, and the driver cannot tell its kernels",
                 "Give the manifest (ModuleOptions::manifest_file), load PTX, or update the NVIDIA driver: "
                 "that of CUDA 12.4 and newer ones can");
  if (!entries)
    return;
  std::ranges::sort(*entries);
  for (std::string &entry : *entries) {
    if (std::ranges::find(info.kernels, entry, &KernelInfo::entry) != info.kernels.end())
      continue;
    KernelInfo kernel;
    kernel.name = entry;
    kernel.entry = std::move(entry);
    kernel.ask_device = true;
    info.kernels.push_back(std::move(kernel));
  }
}

LoadedModule::~LoadedModule() {
  if (!node_.empty() && handle())
    device_.retired_modules().add(node_);
}

bool LoadedModule::reaches_any_memory(const LoadedKernel &kernel) const {
  return !std::ranges::all_of(kernel.info.parameters, leads_nowhere_else, &ParameterInfo::signature) ||
         !std::ranges::all_of(globals_,
                              [](const auto &global) { return is_plain(global->info.variable.signature); });
}

std::optional<std::vector<ParameterPlace>> LoadedModule::places_in_code(const LoadedKernel &kernel) {
  return device_.modules()->parameters(
      kernel.function.handle, [&] { return "looking up " + kernel.label() + " on " + device_.info().label; });
}

void LoadedModule::ask_for_parameters(LoadedKernel &kernel) {
  auto places = places_in_code(kernel);
  if (!places)
    detail::fail(ErrorCategory::not_supported, "looking up " + kernel.label() + " on " + device_.info().label,
                 "the driver cannot tell the kernel's parameters",
                 "Give the manifest (ModuleOptions::manifest_file) or update the NVIDIA driver");
  kernel.info.parameters.clear();
  for (const ParameterPlace &place : *places) {
    ParameterInfo parameter;
    parameter.name = std::to_string(kernel.info.parameters.size() + 1);
    parameter.size = place.size;
    kernel.info.parameters.push_back(std::move(parameter));
  }
  kernel.places = std::move(*places);
  kernel.compared_layouts =
      std::make_unique<std::atomic<detail::LayoutFunction>[]>(kernel.info.parameters.size());
}

/// A manifest that is not part of the code may belong to other code.
void LoadedModule::check_parameter_sizes(const LoadedKernel &kernel) {
  const auto places = places_in_code(kernel);
  if (places &&
      !std::ranges::equal(*places, kernel.info.parameters, {}, &ParameterPlace::size, &ParameterInfo::size))
    detail::fail(ErrorCategory::invalid_code, "looking up " + kernel.label() + " on " + device_.info().label,
                 "its parameters in the manifest differ from those in the code",
                 "Make both from the same source with the same options");
}

/// The same type of another C++ library may have its members in another order, at the same size.
static void check_library(const LoadedModule &module, const std::string &label,
                          const ParameterInfo &variable) {
  if (const std::string difference = library_difference(module.types(), variable.layout); !difference.empty())
    detail::fail(ErrorCategory::invalid_code, "looking up " + label, "`" + variable.name + "`: " + difference,
                 "Compile both with the same library: kcc has the option -stdlib=, as clang does");
}

LoadedKernel &LoadedModule::resolve(std::string_view name_or_entry) {
  for (const auto &kernel : kernels_) {
    if (kernel->info.name != name_or_entry && kernel->info.entry != name_or_entry)
      continue;
    const std::lock_guard lock(resolving_);
    if (!kernel->resolved) {
      if (kernel->info.left_out)
        detail::fail(
            ErrorCategory::not_supported, "looking up " + kernel->label() + " on " + device_.info().label,
            "the kernel's attribute [[kcc::targets]] leaves out the code for this device",
            "Run it on another device, see kcc::Device::all(); or name the device's target there, if the "
            "kernel uses only what that has");
      for (const ParameterInfo &parameter : kernel->info.parameters)
        check_library(*this, kernel->label(), parameter);
      kernel->function = device_.function(handle(), kernel->info.entry.c_str(), [&] {
        return "looking up " + kernel->label() + " on " + device_.info().label;
      });
      kernel->places = places_of(kernel->info.parameters);
      if (kernel->info.ask_device)
        ask_for_parameters(*kernel);
      else if (has_separate_manifest_)
        check_parameter_sizes(*kernel);
      // CUDA's default of 1 KiB is too small even for a few calls that are not inlined.
      constexpr std::size_t unknown_stack_bytes = 8 * 1024;
      if (kernel->info.dynamic_stack)
        device_.reserve_stack(unknown_stack_bytes, [&] {
          return "reserving stacks for " + kernel->label() + " on " + device_.info().label;
        });
      kernel->static_shared_bytes =
          std::max(kernel->info.static_shared_bytes, kernel->function.static_shared_bytes);
      const std::uint32_t by_registers = kernel->function.max_threads;
      kernel->max_threads = kernel->info.max_threads;
      if (by_registers != 0 && (kernel->max_threads == 0 || by_registers < kernel->max_threads))
        kernel->max_threads = by_registers;
      kernel->forms.clear();
      for (const ParameterInfo &parameter : kernel->info.parameters)
        kernel->forms.emplace_back(parameter.signature);
      kernel->reaches_any_memory = reaches_any_memory(*kernel);
      kernel->resolved = true;
    }
    return *kernel;
  }
  detail::fail(ErrorCategory::not_found,
               "looking up kernel `" + std::string(name_or_entry) + "` in " + label(),
               "there is no such kernel; there are: " + list_of(kernels_),
               "Write the qualified C++ name with template arguments, or the symbol in the PTX");
}

void LoadedModule::finish_loading(LoadedKernel &kernel) {
  if (ModuleBackend *const backend = device_.modules())
    backend->finish_loading(kernel.function.handle,
                            [&] { return "loading " + kernel.label() + " on " + device_.info().label; });
}

void LoadedModule::load_kernels() {
  for (const auto &kernel : kernels_)
    finish_loading(resolve(kernel->info.entry));
}

LoadedGlobal &LoadedModule::resolve_global(std::string_view name_or_symbol) {
  const std::lock_guard lock(resolving_);
  auto found = std::ranges::find_if(globals_, [&](const auto &global) {
    return global->info.variable.name == name_or_symbol || global->info.symbol == name_or_symbol;
  });
  const auto operation = [&] {
    return "looking up variable `" + std::string(name_or_symbol) + "` in " + label() + " on " +
           device_.info().label;
  };
  if (found != globals_.end() && (*found)->resolved)
    return **found;
  if (found != globals_.end())
    check_library(*this, (*found)->label(), (*found)->info.variable);
  if (found == globals_.end() && is_complete_)
    detail::fail(ErrorCategory::not_found, operation(),
                 "there is no such variable; there are: " + list_of(globals_),
                 "Write the qualified C++ name. A variable is listed if a kernel uses it, it is not const, "
                 "has a name outside of functions and unnamed namespaces, and a trivially copyable type");
  // Without a manifest, only the driver knows the variables.
  const std::string symbol = found == globals_.end() ? std::string(name_or_symbol) : (*found)->info.symbol;
  const GlobalMemory memory = device_.global(handle(), symbol.c_str(), operation);
  if (found == globals_.end()) {
    globals_.push_back(
        std::make_unique<LoadedGlobal>(LoadedGlobal{{{symbol, {}, {}, memory.bytes, 0}, symbol}, this}));
    found = std::prev(globals_.end());
  }
  (*found)->memory = memory;
  (*found)->resolved = true;
  return **found;
}

void check_global(const LoadedGlobal &global, const detail::ParameterType &type) {
  check_type(global.label(), "it ", global.info.variable, type);
}

namespace {

/// The manifest of an image, whose codes agree on what the host sees. Parsed at the first call.
const ModuleInfo &image_info(const abi::Image &image) {
  struct Known {
    std::mutex mutex;
    std::map<const abi::Image *, ModuleInfo> infos; // addresses are stable
  };
  static auto &known = *new Known; // never destroyed: static objects of the program may use modules
  const std::lock_guard lock(known.mutex);
  const auto found = known.infos.find(&image);
  if (found != known.infos.end())
    return found->second;
  ModuleInfo info;
  if (image.abi_version == abi::version && image.code_count != 0)
    info = parse_manifest(image.codes->manifest, "module `" + std::string(image.name) + "`");
  return known.infos.emplace(&image, std::move(info)).first->second;
}

/// How the program with `image` describes what was loaded from `module`; null if it does not, or if both are
/// the same image.
template <class Info>
const Info *in_program(const LoadedModule &module, const abi::Image &image, const Info &loaded,
                       std::vector<Info> ModuleInfo::*list, std::string Info::*symbol) {
  if (module.image() == &image)
    return nullptr;
  const std::vector<Info> &known = image_info(image).*list;
  const auto found = std::ranges::find(known, loaded.*symbol, symbol);
  return found == known.end() ? nullptr : &*found;
}

} // namespace

void check_layouts(const LoadedKernel &kernel, const abi::Image &image) {
  const KernelInfo *const program =
      in_program(*kernel.module, image, kernel.info, &ModuleInfo::kernels, &KernelInfo::entry);
  if (program == nullptr)
    return;
  const std::vector<TypeInfo> &types = image_info(image).types;
  const auto &there = kernel.info.parameters, &here = program->parameters;
  for (std::size_t i = 0; i < std::min(there.size(), here.size()); ++i)
    if (const std::string difference =
            layout_difference(kernel.module->types(), there[i].layout, types, here[i].layout);
        !difference.empty())
      fail_other_version(kernel.label(),
                         "parameter " + std::to_string(i + 1) + " (`" + there[i].name + "`): " + difference);
}

void check_layouts(const LoadedGlobal &global, const abi::Image &image) {
  const GlobalInfo *const program =
      in_program(*global.module, image, global.info, &ModuleInfo::globals, &GlobalInfo::symbol);
  if (program == nullptr)
    return;
  if (const std::string difference = layout_difference(global.module->types(), global.info.variable.layout,
                                                       image_info(image).types, program->variable.layout);
      !difference.empty())
    fail_other_version(global.label(), difference);
}

void check_layout(const LoadedGlobal &global, detail::LayoutFunction program) {
  if (program == nullptr || global.info.variable.layout == no_layout)
    return;
  if (const std::string difference =
          layout_difference(global.module->types(), global.info.variable.layout, program());
      !difference.empty())
    fail_other_version(global.label(), difference);
}

void check_parameters(const LoadedKernel &kernel, const detail::ParameterTypes &types) {
  const auto &parameters = kernel.info.parameters;
  if (parameters.size() != types.count)
    fail_other_version(kernel.label(), "the kernel has " + std::to_string(parameters.size()) +
                                           " parameters, the declaration " + std::to_string(types.count));
  for (std::size_t i = 0; i < types.count; ++i) {
    const ParameterInfo &there = parameters[i];
    const detail::ParameterType &here = types.types[i];
    check_type(kernel.label(), "parameter " + std::to_string(i + 1) + " (`" + there.name + "`) ", there,
               here);
  }
}

LoadedModule &image_module(BackendDevice &device, const abi::Image &image) {
  struct Slot {
    std::mutex loading; // per image: compiling PTX may take seconds, for which others need not wait
    std::shared_ptr<LoadedModule> module;
  };
  // Never destroyed, see the declaration.
  static auto &slots = *new std::map<std::pair<BackendDevice *, const abi::Image *>, Slot>;
  static std::mutex finding;
  Slot *slot;
  {
    const std::lock_guard lock(finding);
    slot = &slots[{&device, &image}];
  }
  const std::lock_guard lock(slot->loading);
  if (!slot->module)
    slot->module = LoadedModule::from_image(device, image); // the next launch tries again after a failure
  return *slot->module;
}

LoadedKernel &typed_kernel(BackendDevice &device, const abi::Image &image, const char *entry,
                           const detail::ParameterTypes &types) {
  // The key is everything that the answer depends on: addresses of constants and of devices, which are never
  // freed. A small table per thread needs no lock and no string comparison. Up to four kernels may have the
  // same place in it; if there are more, the slow path below is still correct. The table is allocated,
  // because the loader has little space for thread-local variables of a library that is loaded later, such as
  // a plug-in that contains the runtime.
  struct Slot {
    BackendDevice *device = nullptr;
    const abi::Image *image = nullptr;
    const char *entry = nullptr;
    const detail::ParameterTypes *types = nullptr;
    LoadedKernel *kernel = nullptr;
  };
  using Slots = std::array<Slot, 4>; // the latest first
  static thread_local const auto cache = std::make_unique<std::array<Slots, 32>>();

  const auto mixed =
      (reinterpret_cast<std::uintptr_t>(entry) ^ (reinterpret_cast<std::uintptr_t>(&types) >> 3) ^
       (reinterpret_cast<std::uintptr_t>(&device) >> 5)) *
      std::uint64_t{0x9E3779B97F4A7C15}; // 2^64 / golden ratio: Knuth's multiplicative hash
  Slots &slots = (*cache)[mixed >> 59];
  for (const Slot &slot : slots)
    if (slot.device == &device && slot.image == &image && slot.entry == entry && slot.types == &types)
      return *slot.kernel;

  LoadedKernel &kernel = image_module(device, image).resolve(entry);
  check_parameters(kernel, types);
  std::shift_right(slots.begin(), slots.end(), 1);
  slots.front() = {&device, &image, entry, &types, &kernel};
  return kernel;
}

} // namespace kcc::core
