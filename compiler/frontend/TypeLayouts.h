// The layouts of the classes and enumerations that kernels share with the host.
#ifndef KCC_FRONTEND_TYPELAYOUTS_H
#define KCC_FRONTEND_TYPELAYOUTS_H

#include "frontend/CppType.h"
#include "manifest/Manifest.h"

namespace clang {
class CXXRecordDecl;
class EnumDecl;
} // namespace clang

namespace kcc::compiler {

/// Adds layouts to the manifest, each type once: the requested type and everything reachable from it through
/// members, bases, pointers, spans and arrays.
class TypeLayouts {
public:
  /// \p Writer names the types for the typed header; null for what the header leaves out.
  TypeLayouts(const clang::ASTContext &Context, CppTypeWriter *Writer, Manifest &M)
      : Context(Context), Writer(Writer), M(M) {}

  /// The index in Manifest::Types of the class or enumeration that \p Type is, points to or is an array of;
  /// NoLayout if there is none or its definition is unknown.
  int of(clang::QualType Type);

private:
  void describe(const clang::EnumDecl &Enum, TypeLayout &L);
  void describe(const clang::CXXRecordDecl &Class, TypeLayout &L);
  void addFields(const clang::CXXRecordDecl &Class, std::uint64_t OffsetInBits, TypeLayout &L);
  void addArguments(const clang::CXXRecordDecl &Class);

  const clang::ASTContext &Context;
  CppTypeWriter *Writer;
  Manifest &M;
};

} // namespace kcc::compiler

#endif
