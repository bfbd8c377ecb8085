// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/net.h"

#include "core/base/choice.h"

#include <array>

namespace batchscope {

namespace {

constexpr std::array<std::string_view, 2> kOutputsNames = {"root", "all"};
constexpr std::array<std::string_view, 2> kVariadicNames = {"buckets", "segment-sum"};

} // namespace

std::span<const std::string_view> outputsNames() {
    return kOutputsNames;
}

Result<Outputs> parseOutputs(std::string_view name) {
    return parseChoice<Outputs>(name, kOutputsNames, "outputs");
}

std::span<const std::string_view> variadicNames() {
    return kVariadicNames;
}

Result<Variadic> parseVariadic(std::string_view name) {
    return parseChoice<Variadic>(name, kVariadicNames, "variadic mode");
}

Error TreeInput::error(TreeNodeId node, std::string message) const {
    Error error{ErrorCode::Config, std::move(message)};
    error.file = bank.files[shape.file];
    error.position = shape.positions[node.index()];
    return error;
}

} // namespace batchscope
