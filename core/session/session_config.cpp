// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session_config.h"

#include "core/base/choice.h"
#include "core/session/session_choice.h"

#include <array>

namespace batchscope {

namespace {

constexpr std::array<std::string_view, 4> kSourceLayoutNames = {"native", "dot", "baseline", "arcs"};
constexpr std::array<std::string_view, 2> kNodeLabelsNames = {"on", "off"};

/// By the parts of the config, of which the rows of the table of choices know the exceptions.
Stage firstDirtyPart(const SessionConfig& before, const SessionConfig& after) {
    if (before.files != after.files || before.read != after.read) {
        return Stage::Treebank;
    }
    if (before.graph != after.graph || before.aspect != after.aspect) {
        return Stage::Graph;
    }
    if (before.given != after.given) {
        return Stage::Schedule;
    }
    const bool runsAnew = before.run != after.run || before.threads != after.threads || before.seed != after.seed ||
                          before.weights != after.weights;
    return runsAnew ? Stage::Run : Stage::None;
}

} // namespace

std::span<const std::string_view> sourceLayoutNames() {
    return kSourceLayoutNames;
}

Result<SourceLayout> parseSourceLayout(std::string_view name) {
    return parseChoice<SourceLayout>(name, kSourceLayoutNames, "layout");
}

std::span<const std::string_view> nodeLabelsNames() {
    return kNodeLabelsNames;
}

Result<NodeLabels> parseNodeLabels(std::string_view name) {
    return parseChoice<NodeLabels>(name, kNodeLabelsNames, "labels");
}

Stage firstDirtyStage(const SessionConfig& before, const SessionConfig& after) {
    Stage first = firstDirtyPart(before, after);
    for (const SessionChoice& choice : sessionChoices()) {
        if (choice.redoes < first && choice.present(before) != choice.present(after)) {
            first = choice.redoes;
        }
    }
    return first;
}

} // namespace batchscope
