// The host side of kcc: devices, streams, buffers, modules and typed launches. Include this one header.
#ifndef KCC_RUNTIME_H
#define KCC_RUNTIME_H

// First, so that a compiler's error about a launch or a copy does not begin with a list of other headers.
#include <kcc/runtime/launch_config.h>

#include <kcc/runtime/copy.h>

#include <kcc/runtime/buffer.h>

#include <kcc/runtime/stream.h>

#include <kcc/abi/image.h>
#include <kcc/runtime/array.h>
#include <kcc/runtime/buffer.h>
#include <kcc/runtime/buffer_view.h>
#include <kcc/runtime/copy.h>
#include <kcc/runtime/device.h>
#include <kcc/runtime/error.h>
#include <kcc/runtime/event.h>
#include <kcc/runtime/external_memory.h>
#include <kcc/runtime/file_descriptor.h>
#include <kcc/runtime/graph.h>
#include <kcc/runtime/growable_buffer.h>
#include <kcc/runtime/ipc.h>
#include <kcc/runtime/jit_cache.h>
#include <kcc/runtime/kernel.h>
#include <kcc/runtime/launch_blocking.h>
#include <kcc/runtime/linker.h>
#include <kcc/runtime/load.h>
#include <kcc/runtime/managed_buffer.h>
#include <kcc/runtime/memory_pool.h>
#include <kcc/runtime/memory_resource.h>
#include <kcc/runtime/module.h>
#include <kcc/runtime/native.h>
#include <kcc/runtime/occupancy.h>
#include <kcc/runtime/pinned_allocator.h>
#include <kcc/runtime/pinned_buffer.h>
#include <kcc/runtime/pitched_buffer.h>
#include <kcc/runtime/profile.h>
#include <kcc/runtime/progress.h>
#include <kcc/runtime/registered_memory.h>
#include <kcc/runtime/signature.h>
#include <kcc/runtime/stream_options.h>
#include <kcc/runtime/texture.h>
#include <kcc/runtime/trace.h>

#endif
