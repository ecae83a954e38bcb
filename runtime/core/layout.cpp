#include "layout.h"

#include "same_signature.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

namespace kcc::core {

namespace {

using detail::ClassLayout;
using detail::ClassMember;

/// The parts of "array<f32,4>"; nothing for other signatures.
struct ArraySignature {
  std::string_view element;
  std::size_t size = 0;
};
std::optional<ArraySignature> as_array(std::string_view signature) {
  if (!signature.starts_with("array<"))
    return std::nullopt;
  const auto comma = signature.rfind(',');
  ArraySignature array;
  std::from_chars(signature.data() + comma + 1, signature.data() + signature.size(), array.size);
  array.element = signature.substr(6, comma - 6);
  if (array.element.starts_with("const "))
    array.element.remove_prefix(6);
  return array;
}

std::string at_byte(std::size_t offset) {
  return " at byte " + std::to_string(offset);
}

/// Compares the kernels' manifest with what the program's compiler knows.
class ProgramComparison {
public:
  explicit ProgramComparison(const std::vector<TypeInfo> &types) : types_(types) {}

  std::string compare(int layout, const ClassLayout &program) {
    if (layout == no_layout || !seen_.insert({layout, &program}).second)
      return {};
    const TypeInfo &type = types_[static_cast<std::size_t>(layout)];
    if (type.fields.empty() && type.bases.empty()) // unknown, as for classes of the C++ library
      return {};
    for (const ClassMember &member : program.members) {
      nearest_.clear();
      const std::optional<int> found = find(layout, member.offset, member);
      if (!found)
        return nearest_.empty()
                   ? "the program has " + std::string(member.signature) + at_byte(member.offset) + " of `" +
                         type.type + "`, where the kernel has no member"
                   : nearest_ + " in the kernel, and the program has " + std::string(member.signature) +
                         " there";
      if (member.leads_to != nullptr)
        if (std::string difference = compare(*found, member.leads_to()); !difference.empty())
          return difference;
    }
    return {};
  }

private:
  /// Finds the member of the type at `layout` that corresponds to the program's `member`, at this offset, and
  /// returns its layout index.
  std::optional<int> find(int layout, std::size_t offset, const ClassMember &member) {
    const TypeInfo &type = types_[static_cast<std::size_t>(layout)];
    for (const FieldInfo &field : type.fields)
      if (field.offset <= offset && offset < field.offset + std::max<std::size_t>(field.size, 1)) {
        if (const auto found =
                find_in(field.signature, field.layout, field.size, offset - field.offset, member))
          return found;
        if (nearest_.empty()) // the innermost one counts
          nearest_ =
              "`" + type.type + "::" + field.name + "`" + at_byte(field.offset) + " is " + field.signature;
      }
    for (const BaseInfo &base : type.bases)
      if (base.layout != no_layout && base.offset <= offset) {
        const TypeInfo &base_type = types_[static_cast<std::size_t>(base.layout)];
        if (const auto found =
                find_in(base_type.signature, base.layout, base_type.size, offset - base.offset, member))
          return found;
      }
    return std::nullopt;
  }

  /// The same within a member, base or element with this signature.
  std::optional<int> find_in(std::string_view signature, int layout, std::size_t size, std::size_t offset,
                             const ClassMember &member) {
    if (offset == 0 && same_signature(signature, member.signature))
      return layout;
    if (const auto array = as_array(signature)) {
      const std::size_t element_size = array->size == 0 ? 0 : size / array->size;
      if (element_size == 0 || offset >= size)
        return std::nullopt;
      return find_in(array->element, layout, element_size, offset % element_size, member);
    }
    if (!signature.starts_with("struct(") || layout == no_layout || offset >= size)
      return std::nullopt;
    const TypeInfo &type = types_[static_cast<std::size_t>(layout)];
    if (type.fields.empty() && type.bases.empty()) // its members are not known
      return no_layout;
    return find(layout, offset, member);
  }

  const std::vector<TypeInfo> &types_;
  std::set<std::pair<int, const ClassLayout *>> seen_;
  std::string nearest_; ///< the kernel's member at the offset of the one last looked for
};

/// Compares two manifests.
class ManifestComparison {
public:
  ManifestComparison(const std::vector<TypeInfo> &kernels, const std::vector<TypeInfo> &program)
      : kernels_(kernels), program_(program) {}

  std::string compare(int kernel_layout, int program_layout) {
    if (kernel_layout == no_layout || program_layout == no_layout ||
        !seen_.insert({kernel_layout, program_layout}).second)
      return {};
    const TypeInfo &there = kernels_[static_cast<std::size_t>(kernel_layout)],
                   &here = program_[static_cast<std::size_t>(program_layout)];
    const auto differ = [&](const std::string &what, const std::string &in_kernel,
                            const std::string &in_program) {
      return what + " is " + in_kernel + " in the kernel and " + in_program + " in the declaration";
    };
    if (!same_signature(there.signature, here.signature)) // for a class, it contains size and alignment
      return differ("`" + there.type + "`", there.signature, here.signature);
    for (std::size_t i = 0; i < std::max(there.fields.size(), here.fields.size()); ++i) {
      if (i >= there.fields.size() || i >= here.fields.size())
        return differ("the number of members of `" + there.type + "`", std::to_string(there.fields.size()),
                      std::to_string(here.fields.size()));
      const FieldInfo &field = there.fields[i], &mine = here.fields[i];
      if (describe(field) != describe(mine))
        return differ("member " + std::to_string(i + 1) + " of `" + there.type + "`", describe(field),
                      describe(mine));
      if (std::string difference = compare(field.layout, mine.layout); !difference.empty())
        return difference;
    }
    for (std::size_t i = 0; i < std::max(there.bases.size(), here.bases.size()); ++i) {
      if (i >= there.bases.size() || i >= here.bases.size())
        return differ("the number of bases of `" + there.type + "`", std::to_string(there.bases.size()),
                      std::to_string(here.bases.size()));
      if (there.bases[i].offset != here.bases[i].offset)
        return differ("the offset of base " + std::to_string(i + 1) + " of `" + there.type + "`",
                      std::to_string(there.bases[i].offset), std::to_string(here.bases[i].offset));
      if (std::string difference = compare(there.bases[i].layout, here.bases[i].layout); !difference.empty())
        return difference;
    }
    if (there.enumerators != here.enumerators)
      return differ("the list of enumerators of `" + there.type + "`", list_of(there.enumerators),
                    list_of(here.enumerators));
    return {};
  }

private:
  /// "`weight` (f32) at byte 4"
  static std::string describe(const FieldInfo &field) {
    std::string text = "`" + field.name + "` (" + field.signature + ")" + at_byte(field.offset);
    if (field.bits != 0)
      text += ", bit " + std::to_string(field.first_bit) + ", of " + std::to_string(field.bits) + " bits";
    return text;
  }
  static std::string list_of(const std::vector<EnumeratorInfo> &enumerators) {
    std::string text;
    for (const EnumeratorInfo &enumerator : enumerators)
      text += (text.empty() ? "" : ", ") + enumerator.name + " = " + enumerator.value;
    return "{" + text + "}";
  }

  const std::vector<TypeInfo> &kernels_, &program_;
  std::set<std::pair<int, int>> seen_;
};

std::string library_difference(const std::vector<TypeInfo> &types, int layout, std::set<int> &seen) {
  if (layout == no_layout || !seen.insert(layout).second)
    return {};
  const TypeInfo &type = types[static_cast<std::size_t>(layout)];
  if (!type.library.empty() && type.library != detail::cpp_library)
    return "`" + type.type + "` is " + type.library + "'s in the kernel, and the program has " +
           std::string(detail::cpp_library);
  for (const FieldInfo &field : type.fields)
    if (std::string difference = library_difference(types, field.layout, seen); !difference.empty())
      return difference;
  for (const BaseInfo &base : type.bases)
    if (std::string difference = library_difference(types, base.layout, seen); !difference.empty())
      return difference;
  return {};
}

} // namespace

std::string library_difference(const std::vector<TypeInfo> &types, int layout) {
  std::set<int> seen;
  return library_difference(types, layout, seen);
}

std::string layout_difference(const std::vector<TypeInfo> &kernels, int layout, const ClassLayout &program) {
  return ProgramComparison(kernels).compare(layout, program);
}

std::string layout_difference(const std::vector<TypeInfo> &kernels, int layout,
                              const std::vector<TypeInfo> &program, int program_layout) {
  return ManifestComparison(kernels, program).compare(layout, program_layout);
}

} // namespace kcc::core

namespace kcc::detail {

void add_members(ClassMembers &members, const ClassMember &member, const ClassLayout &own) {
  if (own.members.empty()) {
    // Compilers name unnamed classes differently: "T::<unnamed union>", without the part in brackets, and
    // "T::(anonymous union at file.h:3:5)".
    if (member.signature.find(":::") == std::string_view::npos &&
        member.signature.find(" at ") == std::string_view::npos)
      members.push_back(member);
    return;
  }
  for (ClassMember inner : own.members) {
    inner.offset += member.offset;
    members.push_back(inner);
  }
}

bool find_member(Probe::Seen &seen, std::size_t least_offset, std::span<const unsigned char> unmarked,
                 std::span<const unsigned char> marked) {
  std::size_t begin = unmarked.size(), end = 0, count = 0;
  for (std::size_t i = 0; i < unmarked.size(); ++i)
    if (unmarked[i] != marked[i]) {
      begin = std::min(begin, i);
      end = i + 1;
      ++count;
    }
  if (count == 0 || begin < least_offset || begin % seen.align != 0 || end - begin > seen.member.size)
    return false;
  if (seen.own == nullptr && count != seen.member.size) // a bit-field
    return false;
  seen.member.offset = begin;
  return true;
}

} // namespace kcc::detail
