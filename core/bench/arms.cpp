// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/arms.h"

#include "core/nets/net.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <vector>

namespace batchscope {

namespace {

constexpr std::array kArms = {
    ArmEntry{ArmKind::Regular, "regular", "Regular", "node by node"},
    ArmEntry{ArmKind::Folded, "folded", "Folded", "dynamic batching by depth, or by another policy: folded:POLICY"},
    ArmEntry{ArmKind::FoldedLegacy, "folded-legacy", "Folded as in TorchFold",
             "like TorchFold: merges leaves; splits (chunk) and concatenates argument columns"},
    ArmEntry{ArmKind::Direct, "direct", "Batched by hand",
             "batched by hand: trees of one shape, or padded level by level"},
    ArmEntry{ArmKind::Padded, "padded", "Padded to one length",
             "sequences padded to the length of the longest (pad_sequence)"},
    ArmEntry{ArmKind::Packed, "packed", "Packed by length", "sequences sorted by length (pack_padded_sequence)"},
};

/// Of arms in which no policy chooses, and of `folded` without a name.
constexpr std::string_view kPolicyOfNone = "depth";

/// Nets whose graph is one step after the other, whatever the trees.
std::vector<std::string_view> sequenceNets() {
    std::vector<std::string_view> names;
    for (const Net& net : nets()) {
        if (net.suits.trees == SuitedTrees::OneSequence) {
            names.emplace_back(net.name);
        }
    }
    return names;
}

/// Arms stand with commas between, so their passes cannot.
std::string exchanged(std::string_view text, char from, char to) {
    std::string result(text);
    std::replace(result.begin(), result.end(), from, to);
    return result;
}

/// What stands behind an arm's policy.
std::string passesText(PassChoice passes) {
    return "@" + exchanged(passChoiceText(passes), ',', '+');
}

} // namespace

std::span<const ArmEntry> arms() {
    return kArms;
}

bool takesPolicy(ArmKind kind) {
    return kind == ArmKind::Folded;
}

bool takesPasses(ArmKind kind) {
    return kind == ArmKind::Regular || kind == ArmKind::Folded || kind == ArmKind::Direct;
}

std::string armNamesText() {
    std::vector<std::string> names;
    for (const ArmEntry& entry : kArms) {
        names.emplace_back(entry.name);
        names.back() += takesPolicy(entry.kind) ? "[:POLICY]" : "";
        names.back() += takesPasses(entry.kind) ? "[@PASSES]" : "";
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

Result<Arm> parseArm(std::string_view name) {
    const std::size_t at = name.find('@');
    const std::size_t colon = name.substr(0, at).find(':');
    const std::string_view head = name.substr(0, std::min(colon, at));
    const auto entry =
        std::find_if(kArms.begin(), kArms.end(), [&](const ArmEntry& known) { return known.name == head; });
    if (entry == kArms.end() || (colon != std::string_view::npos && !takesPolicy(entry->kind))) {
        return Error{ErrorCode::Config, fmt::format("unknown arm '{}'; expected {}", name, armNamesText())};
    }
    if (at != std::string_view::npos && !takesPasses(entry->kind)) {
        return Error{
            ErrorCode::Config,
            fmt::format("the arm '{}' takes no passes: '{}' always runs LibTorch's plain bodies", name, entry->name)};
    }
    std::string_view policyName = entry->kind == ArmKind::Regular ? "regular" : kPolicyOfNone;
    if (colon != std::string_view::npos) {
        policyName = name.substr(colon + 1, at - colon - 1); // to the end where there are no passes
    }
    const Result<const Policy*> policy = findPolicy(policyName);
    TRY(policy);
    Arm arm{std::string(name), *policy, policyName == "regular" ? ArmKind::Regular : entry->kind};
    if (at != std::string_view::npos) {
        const Result<PassChoice> passes = parsePassChoice(exchanged(name.substr(at + 1), '+', ','));
        TRY(passes);
        arm.passes = *passes;
    }
    return arm;
}

std::string groupingOf(const Arm& arm) {
    switch (arm.kind) {
    case ArmKind::Regular: return std::string(kRegularGrouping);
    case ArmKind::Folded: return std::string(kFoldedGrouping) + arm.policy->name();
    default: return arm.name.substr(0, arm.name.find('@'));
    }
}

std::string canonicalName(const Arm& arm) {
    return arm.passes ? groupingOf(arm) + passesText(*arm.passes) : groupingOf(arm);
}

std::string armTitle(std::string_view name) {
    const Result<Arm> arm = parseArm(name);
    if (!arm) {
        return std::string(name);
    }
    const auto entry =
        std::find_if(kArms.begin(), kArms.end(), [&arm](const ArmEntry& known) { return known.kind == arm->kind; });
    std::string title = entry->title;
    if (arm->kind == ArmKind::Folded) {
        std::string how = arm->policy->title();
        how.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(how.front())));
        title += (how.starts_with("by ") ? " " : ", ") + how;
    }
    if (!takesPasses(arm->kind) || (arm->passes && !*arm->passes)) {
        return title + " (LibTorch)";
    }
    if (!arm->passes || **arm->passes == PassSet::all()) {
        return title + " (engine)";
    }
    return title + (**arm->passes == PassSet() ? " (engine without passes)"
                                               : fmt::format(" (engine, {})", passChoiceText(*arm->passes)));
}

PassChoice kernelsOf(const Arm& arm, const RunOptions& options) {
    return passesOf(runOptionsOf(arm, options).executor);
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
        options.executor = InterpreterOptions{.stacking = Stacking::ChunkCat};
        return options;
    }
    if (!takesPasses(arm.kind)) {
        options.executor = InterpreterOptions();
    }
    if (arm.passes) {
        const EngineOptions given = engineOrUsual(options.executor);
        options.executor = InterpreterOptions();
        if (const PassChoice& passes = *arm.passes; passes) {
            options.executor = EngineOptions{.passes = *passes, .instructionSet = given.instructionSet};
        }
    }
    return options;
}

Status serves(const Arm& arm, const std::string& net) {
    const bool wantsSequence = arm.kind == ArmKind::Padded || arm.kind == ArmKind::Packed;
    const std::vector<std::string_view> served = sequenceNets();
    if (wantsSequence && std::find(served.begin(), served.end(), net) == served.end()) {
        return Error{ErrorCode::Config,
                     fmt::format("the arm '{}' supports only nets that read one sequence ({}), not '{}'", arm.name,
                                 fmt::format("{}", fmt::join(served, ", ")), net)};
    }
    return Ok{};
}

std::vector<std::string> ablationArms() {
    std::vector<std::string> names = {"regular@off", "regular@all", "folded@off"};
    for (const PassSet set : ablationSets()) {
        names.push_back("folded" + passesText(set));
    }
    return names;
}

} // namespace batchscope
