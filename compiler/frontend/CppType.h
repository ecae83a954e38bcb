// Prints types and template arguments as C++ that means the same in the typed header, whatever the context.
#ifndef KCC_FRONTEND_CPPTYPE_H
#define KCC_FRONTEND_CPPTYPE_H

#include "manifest/Manifest.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace clang {
class ASTContext;
class CXXRecordDecl;
class FunctionDecl;
class Preprocessor;
class QualType;
class TagDecl;
class TemplateArgument;
class TemplateArgumentList;
class TemplateParameterList;
} // namespace clang

namespace kcc::compiler {

/// Prints the types that kernels mention, and adds to the manifest what the header needs to declare them: the
/// #include of a type that a header defines, the definition of one that the source itself defines.
class CppTypeWriter {
public:
  CppTypeWriter(const clang::ASTContext &Context, clang::Preprocessor &PP, Manifest &M)
      : Context(Context), PP(PP), M(M) {}

  std::string type(clang::QualType Type);
  /// The same without adding to the manifest; empty if the typed header, according to the current manifest,
  /// has no name for \p Type.
  std::string nameFromHeader(clang::QualType Type) const;
  /// Adds the #include that declares \p Type, a class or enumeration.
  void include(const clang::QualType &Type);
  /// "<float, 4>"
  std::string arguments(const clang::TemplateArgumentList &Arguments);
  /// "template <typename T, int N>"
  std::string head(const clang::TemplateParameterList &Parameters);

private:
  std::string prefix(clang::QualType Type);
  std::string argument(const clang::TemplateArgument &Argument);
  std::string tag(clang::QualType Type);
  std::string members(const clang::CXXRecordDecl &Class, const std::string &Indent);
  void define(clang::QualType Type);
  bool isPlain(const clang::CXXRecordDecl &Class) const;
  void checkPadding(clang::QualType Base);
  void obstacle(const std::string &Why);
  void needsHeader(const std::string &Type);

  const clang::ASTContext &Context;
  clang::Preprocessor &PP;
  Manifest &M;
  /// If not null, everything named must already be defined there.
  const Manifest *Known = nullptr;
  llvm::SmallVector<const clang::TagDecl *, 4> BeingDefined;
};

} // namespace kcc::compiler

#endif
