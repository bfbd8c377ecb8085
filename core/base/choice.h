// SPDX-License-Identifier: GPL-3.0-or-later
//
// Looks up the names of policies, nets, shapes and modes; the error for an unknown name lists the known ones.
#pragma once

#include "core/base/result.h"

#include <span>
#include <string>
#include <string_view>

namespace batchscope {

/// "; did you mean 'depth'?" with the known name that a slip of the finger turned into `name`; empty where none is
/// near.
[[nodiscard]] std::string didYouMean(std::string_view name, std::span<const std::string_view> known);

/// Index of `name` among `names`; else a Config error that names the nearest and lists all.
[[nodiscard]] Result<std::size_t> indexOfName(std::string_view name, std::span<const std::string_view> names,
                                              std::string_view kind);

/// The enumerator whose position is that of its name.
template <typename Enum>
[[nodiscard]] Result<Enum> parseChoice(std::string_view name, std::span<const std::string_view> names,
                                       std::string_view kind) {
    const Result<std::size_t> index = indexOfName(name, names, kind);
    if (!index) {
        return index.error();
    }
    return static_cast<Enum>(*index);
}

} // namespace batchscope
