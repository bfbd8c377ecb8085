// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/net.h"

#include "core/base/choice.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace batchscope {

namespace {

constexpr std::array<std::string_view, 2> kOutputsNames = {"root", "all"};
constexpr std::array<std::string_view, 2> kVariadicNames = {"buckets", "segment-sum"};
constexpr std::int32_t kFewestClasses = 5;
constexpr std::int32_t kMostClasses = 64;

/// The number that a label is, when it is one below kMostClasses.
std::optional<std::int32_t> smallNumber(std::string_view label) {
    std::int32_t number = 0;
    const auto [end, code] = std::from_chars(label.data(), label.data() + label.size(), number);
    const bool isNumber = code == std::errc() && end == label.data() + label.size();
    return isNumber && number >= 0 && number < kMostClasses ? std::optional(number) : std::nullopt;
}

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
    return parseChoice<Variadic>(name, kVariadicNames, "way to batch any number of children");
}

std::int32_t classesOf(const Treebank& bank) {
    std::int32_t largest = 0;
    for (std::size_t index = 0; index < bank.labels.size(); ++index) {
        const std::optional<std::int32_t> number = smallNumber(bank.labels.text(SymbolId(index)));
        if (!number) {
            return std::clamp(static_cast<std::int32_t>(bank.labels.size()), kFewestClasses, kMostClasses);
        }
        largest = std::max(largest, *number);
    }
    return std::max(largest + 1, kFewestClasses);
}

std::int32_t TreeInput::target(TreeNodeId node) const {
    const SymbolId label = shape.labels[node.index()];
    if (!label.valid()) {
        return kNoTarget;
    }
    const std::optional<std::int32_t> number = smallNumber(bank.labels.text(label));
    return (number ? *number : static_cast<std::int32_t>(label.value)) % options.classes;
}

Error TreeInput::error(TreeNodeId node, std::string message) const {
    Error error{ErrorCode::Config, std::move(message)};
    error.file = bank.files[shape.file];
    error.position = shape.positions[node.index()];
    return error;
}

} // namespace batchscope
