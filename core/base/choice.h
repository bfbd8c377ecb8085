// SPDX-License-Identifier: GPL-3.0-or-later
//
// Looks up the names of policies, nets, shapes and modes; the error for an unknown name lists the known ones.
#pragma once

#include "core/base/result.h"

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace batchscope {

/// "; did you mean 'depth'?" with the known name that `name` is most likely a misspelling of; empty if none is close.
[[nodiscard]] std::string didYouMean(std::string_view name, std::span<const std::string_view> known);

/// The index of `name` among `names`. Otherwise a Config error that suggests the closest name and lists all.
[[nodiscard]] Result<std::size_t> indexOfName(std::string_view name, std::span<const std::string_view> names,
                                              std::string_view kind);

/// The enumerator at the position of `name` in `names`.
template <typename Enum>
[[nodiscard]] Result<Enum> parseChoice(std::string_view name, std::span<const std::string_view> names,
                                       std::string_view kind) {
    const Result<std::size_t> index = indexOfName(name, names, kind);
    if (!index) {
        return index.error();
    }
    return static_cast<Enum>(*index);
}

/// The name of an enumeration and, in order, the names of its enumerators, as the command line spells them.
template <std::size_t Count>
struct EnumNames {
    std::string_view kind;
    std::array<std::string_view, Count> names;
};

/// Specialized next to each enumeration that has names.
template <typename Enum>
inline constexpr EnumNames<0> kEnumNames{};

template <typename Enum>
[[nodiscard]] constexpr std::span<const std::string_view> enumNames() {
    static_assert(!kEnumNames<Enum>.kind.empty());
    return kEnumNames<Enum>.names;
}

template <typename Enum>
[[nodiscard]] constexpr std::string_view enumName(Enum value) {
    return enumNames<Enum>()[static_cast<std::size_t>(value)];
}

template <typename Enum>
[[nodiscard]] Result<Enum> parseEnum(std::string_view name) {
    return parseChoice<Enum>(name, enumNames<Enum>(), kEnumNames<Enum>.kind);
}

} // namespace batchscope
