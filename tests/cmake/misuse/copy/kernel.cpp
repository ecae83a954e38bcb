#include <kcc/device.h>
