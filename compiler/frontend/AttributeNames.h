// Finds misspelt attributes of kcc.
#ifndef KCC_FRONTEND_ATTRIBUTENAMES_H
#define KCC_FRONTEND_ATTRIBUTENAMES_H

#include "llvm/ADT/StringRef.h"

namespace clang {
class Preprocessor;
}

namespace kcc::compiler {

/// Reports attributes that look like kcc's but are not: unknown names in the namespace `kcc`, and kcc's names
/// without it. Clang only warns about unknown attributes, and options, pragmas and system headers turn that
/// warning off; then a kernel would be missing, or a variable not shared, without a word. So this looks at
/// the tokens that \p PP returns.
void watchAttributeNames(clang::Preprocessor &PP);

/// True if that reports the attribute \p Name, as in `kcc::share` or `gnu::shared`.
bool isReportedAttribute(llvm::StringRef Name);

} // namespace kcc::compiler

#endif
