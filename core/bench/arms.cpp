// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/arms.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

constexpr std::array kArms = {
    ArmEntry{ArmKind::Regular, "regular", "node by node"},
    ArmEntry{ArmKind::Folded, "folded", "dynamic batching by depth, or by folded:POLICY"},
    ArmEntry{ArmKind::FoldedLegacy, "folded-legacy", "as TorchFold: leaves merged, columns chunked and concatenated"},
    ArmEntry{ArmKind::Direct, "direct", "batched by hand: one shape, or padded at each level"},
    ArmEntry{ArmKind::Padded, "padded", "sequences run to the longest length (pad_sequence)"},
    ArmEntry{ArmKind::Packed, "packed", "sequences sorted by length (pack_padded_sequence)"},
};

/// Nets whose graph is one step after the other, whatever the trees.
constexpr std::array<std::string_view, 2> kSequenceNets = {"lstm-acceptor", "bilstm-tagger"};

} // namespace

std::span<const ArmEntry> arms() {
    return kArms;
}

std::string armNamesText() {
    std::vector<std::string> names;
    for (const ArmEntry& entry : kArms) {
        names.emplace_back(entry.name);
        if (entry.kind == ArmKind::Folded) {
            names.push_back(names.back() + ":POLICY");
        }
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

Result<Arm> parseArm(std::string_view name) {
    const std::size_t colon = name.find(':');
    const std::string_view head = name.substr(0, colon);
    const auto entry =
        std::find_if(kArms.begin(), kArms.end(), [&](const ArmEntry& known) { return known.name == head; });
    if (entry == kArms.end() || (colon != std::string_view::npos && entry->kind != ArmKind::Folded)) {
        return Error{ErrorCode::Config, fmt::format("unknown arm '{}'; expected {}", name, armNamesText())};
    }
    std::string_view policyName = entry->kind == ArmKind::Regular ? "regular" : "depth";
    if (colon != std::string_view::npos) {
        policyName = name.substr(colon + 1);
    }
    const Result<const Policy*> policy = findPolicy(policyName);
    if (!policy) {
        return policy.error();
    }
    return Arm{std::string(name), *policy, policyName == "regular" ? ArmKind::Regular : entry->kind};
}

std::string canonicalName(const Arm& arm) {
    if (arm.kind == ArmKind::Folded) {
        return std::string("folded:") + arm.policy->name();
    }
    return arm.kind == ArmKind::Regular ? "regular" : arm.name;
}

GraphOptions graphOptionsOf(const Arm& arm, GraphOptions options) {
    if (arm.kind == ArmKind::FoldedLegacy) {
        options.merge = Merge::Leaves;
    } else if (arm.isHandBatched()) {
        options.merge = Merge::Off;
    }
    return options;
}

RunOptions runOptionsOf(const Arm& arm, RunOptions options) {
    if (arm.kind == ArmKind::FoldedLegacy) {
        options.rowOrder = RowOrder::Created;
        options.stacking = Stacking::ChunkCat;
    }
    return options;
}

Status serves(const Arm& arm, const std::string& net) {
    const bool wantsSequence = arm.kind == ArmKind::Padded || arm.kind == ArmKind::Packed;
    if (wantsSequence && std::find(kSequenceNets.begin(), kSequenceNets.end(), net) == kSequenceNets.end()) {
        return Error{ErrorCode::Config, fmt::format("the arm '{}' serves nets that read one sequence ({}), not '{}'",
                                                    arm.name, fmt::join(kSequenceNets, ", "), net)};
    }
    return Ok{};
}

} // namespace batchscope
