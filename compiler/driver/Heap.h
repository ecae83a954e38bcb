/// How the tool's process gets memory from the system.
#ifndef KCC_DRIVER_HEAP_H
#define KCC_DRIVER_HEAP_H

namespace kcc::compiler {

/// Makes malloc take memory in large steps and huge pages. Called once, before anything allocates: not for a
/// library, whose host chooses this itself.
void prepareHeap();

} // namespace kcc::compiler

#endif
