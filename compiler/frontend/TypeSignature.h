// Types as written in the manifest (docs/manifest.md, "Signatures").
#ifndef KCC_FRONTEND_TYPESIGNATURE_H
#define KCC_FRONTEND_TYPESIGNATURE_H

#include <string>

namespace clang {
class ASTContext;
class ClassTemplateSpecializationDecl;
class QualType;
class TagDecl;
} // namespace clang

namespace kcc::compiler {

/// The signature of \p Type: "span<const f32>".
std::string signatureOf(clang::QualType Type, const clang::ASTContext &Context);

/// The name of \p Tag without scope; for `typedef struct { … } Name;` that of the typedef.
std::string nameOf(const clang::TagDecl &Tag);

/// `ns::Outer::Name`, without template arguments and inline namespaces, as the runtime extracts it from a
/// type's name.
std::string qualifiedName(const clang::TagDecl &Tag, const clang::ASTContext &Context);

/// Returns \p Type as an instantiation of the class template std::\p Name; null if it is not one.
const clang::ClassTemplateSpecializationDecl *asStdTemplate(clang::QualType Type, const char *Name);

} // namespace kcc::compiler

#endif
