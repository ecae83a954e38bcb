// The host side of kcc: devices, streams, buffers, modules and typed launches. Include this one header.
#ifndef KCC_RUNTIME_H
#define KCC_RUNTIME_H

#include <kcc/abi/image.h>
#include <kcc/runtime/buffer.h>
#include <kcc/runtime/device.h>
#include <kcc/runtime/error.h>
#include <kcc/runtime/event.h>
#include <kcc/runtime/kernel.h>
#include <kcc/runtime/launch_config.h>
#include <kcc/runtime/module.h>
#include <kcc/runtime/signature.h>
#include <kcc/runtime/stream.h>

#endif
