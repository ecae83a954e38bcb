#include "frontend/AttributeNames.h"
#include "frontend/Diagnostics.h"

#include "clang/Basic/ParsedAttrInfo.h"
#include "clang/Lex/Preprocessor.h"
#include <memory>

using namespace clang;

namespace kcc::compiler {
namespace {

bool isName(StringRef Name) {
  return llvm::any_of(ParsedAttrInfoRegistry::entries(), [&](const auto &Entry) {
    StringRef Known = Entry.getName();
    return Known.consume_front("kcc::") && Known == Name;
  });
}

/// Namespaces whose attributes Clang knows, so that an unknown name is nobody else's.
bool isNamespaceOfClang(StringRef Scope) {
  return Scope.empty() || Scope == "gnu" || Scope == "clang";
}

/// Finds the names in lists of attributes, `[[…]]` and `__attribute__((…))`.
class AttributeNames {
public:
  explicit AttributeNames(DiagnosticsEngine &Diagnostics) : Diagnostics(Diagnostics) {}

  void see(const Token &T) {
    if (Inside)
      continueList(T);
    else if ((T.is(tok::l_square) && Last == tok::l_square) ||
             (T.is(tok::l_paren) && Last == tok::l_paren && BeforeLast == tok::kw___attribute))
      beginList();
    else
      BeforeLast = Last, Last = T.getKind();
  }

private:
  void beginList() {
    Inside = true;
    Nesting = 0;
    Common = Scope = nullptr;
    AfterUsing = false;
    Last = BeforeLast = tok::unknown;
  }

  void continueList(const Token &T) {
    // The arguments of attributes are expressions.
    if (T.isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) {
      endName();
      ++Nesting;
    } else if (T.isOneOf(tok::r_paren, tok::r_square, tok::r_brace, tok::eof)) {
      endName();
      Inside = T.isNot(tok::eof) && Nesting-- != 0;
    } else if (Nesting != 0 || T.isAnnotation()) {
      return;
    } else if (T.is(tok::kw_using)) {
      AfterUsing = true;
    } else if (T.is(tok::coloncolon)) {
      Scope = std::exchange(Name, nullptr);
    } else if (IdentifierInfo *Identifier = T.getIdentifierInfo()) {
      if (!Scope)
        Where = T.getLocation();
      (AfterUsing ? Common : Name) = Identifier;
      AfterUsing = false;
    } else {
      endName();
    }
  }

  void endName() {
    if (Name)
      check(Scope ? Scope->getName() : Common ? Common->getName() : "", Name->getName());
    Name = Scope = nullptr;
  }

  void check(StringRef Namespace, StringRef Attribute) {
    if (Namespace == "kcc" && !isName(Attribute))
      report(Diagnostics, Where, Diag::attribute_unknown) << ("kcc::" + Attribute).str();
    else if (isNamespaceOfClang(Namespace) && isName(Attribute))
      report(Diagnostics, Where, Diag::attribute_without_namespace) << Attribute;
  }

  DiagnosticsEngine &Diagnostics;
  tok::TokenKind Last = tok::unknown, BeforeLast = tok::unknown; ///< outside of lists
  bool Inside = false;                                           ///< a list
  unsigned Nesting = 0;                                          ///< of brackets in the list
  bool AfterUsing = false;
  const IdentifierInfo *Common = nullptr; ///< the namespace of `[[using namespace: …]]`
  const IdentifierInfo *Scope = nullptr, *Name = nullptr;
  SourceLocation Where; ///< the start of the name
};

} // namespace

void watchAttributeNames(Preprocessor &PP) {
  PP.setTokenWatcher([Names = AttributeNames(PP.getDiagnostics())](const Token &T) mutable { Names.see(T); });
}

bool isReportedAttribute(StringRef Name) {
  auto [Scope, Attribute] = Name.contains("::") ? Name.split("::") : std::pair(StringRef(), Name);
  return Scope == "kcc" || (isNamespaceOfClang(Scope) && isName(Attribute));
}

} // namespace kcc::compiler
