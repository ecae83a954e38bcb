// Copies of small objects.
#ifndef KCC_TARGETS_NVPTX_SMALLCOPIES_H
#define KCC_TARGETS_NVPTX_SMALLCOPIES_H

namespace llvm {
class Module;
}

namespace kcc::compiler {

/// Replaces copies and fills of a constant, small size by loads and stores of up to 16 bytes, as wide as the
/// alignment allows, all loads first. The back end would use 8 bytes at most and wait for each load before
/// the next, and its vectorizer no longer sees them.
void expandSmallCopies(llvm::Module &M);

} // namespace kcc::compiler

#endif
