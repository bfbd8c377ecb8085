// SPDX-License-Identifier: GPL-3.0-or-later
//
// A thing that somebody else owns, where a Snapshot wants a shared pointer. It must not outlive the owner.
#pragma once

#include <memory>

namespace batchscope {

template <typename T>
[[nodiscard]] std::shared_ptr<const T> lent(const T& thing) {
    return {std::shared_ptr<const T>(), &thing};
}

} // namespace batchscope
