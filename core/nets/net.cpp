// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/net.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

constexpr std::array<std::string_view, 2> kOutputsNames = {"root", "all"};

} // namespace

std::span<const std::string_view> outputsNames() {
    return kOutputsNames;
}

Result<Outputs> parseOutputs(std::string_view name) {
    const auto* const found = std::find(kOutputsNames.begin(), kOutputsNames.end(), name);
    if (found == kOutputsNames.end()) {
        return Error{ErrorCode::Config, fmt::format("unknown outputs '{}'; expected root or all", name)};
    }
    return static_cast<Outputs>(found - kOutputsNames.begin());
}

} // namespace batchscope
