// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/net.h"

#include "core/base/choice.h"

#include <array>

namespace batchscope {

namespace {

constexpr std::array<std::string_view, 2> kOutputsNames = {"root", "all"};

} // namespace

std::span<const std::string_view> outputsNames() {
    return kOutputsNames;
}

Result<Outputs> parseOutputs(std::string_view name) {
    return parseChoice<Outputs>(name, kOutputsNames, "outputs");
}

} // namespace batchscope
