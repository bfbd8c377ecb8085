// SPDX-License-Identifier: GPL-3.0-or-later
//
// Makes a non-owning shared_ptr to an object owned elsewhere, for members of a Snapshot. It must not outlive the owner.
#pragma once

#include <memory>

namespace batchscope {

template <typename T>
[[nodiscard]] std::shared_ptr<const T> nonOwning(const T& thing) {
    return {std::shared_ptr<const T>(), &thing};
}

} // namespace batchscope
