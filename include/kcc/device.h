// Everything that most kernel files need: the one header to include where [[kcc::kernel]] functions are
// written. Every compilation pays for parsing it, so it stays small on purpose.
//
// A kernel file is ordinary C++: any compiler can parse it, and ignores the [[kcc::…]] attributes.
#ifndef KCC_DEVICE_H
#define KCC_DEVICE_H

#include <cstddef>
#include <cstdint>
#include <span>

#include "device/arch.h"
#include "device/builtins.h"
#include "device/cluster.h"
#include "device/dependent_launch.h"
#include "device/grid_stride.h"
#include "device/index.h"
#include "device/shared.h"
#include "device/sync.h"
#include "device/trap.h"

// kcc defines __KCC__ and checks its attributes. Other compilers would warn about each of them.
#ifndef __KCC__
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wunknown-attributes"
#elif defined(__GNUC__)
#pragma GCC diagnostic ignored_attributes "kcc::"
#endif
#endif

#endif
