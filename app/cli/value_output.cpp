// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/value_output.h"

#include "app/cli/lent.h"
#include "core/base/counted.h"
#include "core/schedule/explain.h"
#include "core/words/noun_words.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <optional>

namespace batchscope {

namespace {

std::string shownText(const NodeValues& values, bool isCompared) {
    return isCompared || values.folded.empty() ? comparisonText(values)
                                               : counted(values.folded.size(), words::kNumber) + ".";
}

Json finiteNumbers(const std::vector<double>& numbers) {
    Json list = Json::array();
    for (const double number : numbers) {
        list.push_back(std::isfinite(number) ? Json(number) : Json(nullptr));
    }
    return list;
}

Json ulpsJson(const NodeValues& values) {
    Json list = Json::array();
    for (std::size_t index = 0; index < values.ulps.size(); ++index) {
        const std::optional<std::uint64_t> ulps = ulpsAt(values, index);
        list.push_back(ulps ? Json(*ulps) : Json(nullptr));
    }
    return list;
}

} // namespace

KeptStates statesOf(const ArmRun& run) {
    KeptStates states{run.execution.sharedState(), nullptr};
    if (run.gradients) {
        states.gradients = run.gradients->sharedState();
    }
    return states;
}

ShownValues shownValues(const OpGraph& graph, NodeId node, const KeptStates& folded, const KeptStates& regular) {
    Snapshot snapshot;
    snapshot.graph = lent(graph);
    snapshot.recorded = folded.values;
    snapshot.recordedGradients = folded.gradients;
    snapshot.regularValues = regular.values;
    snapshot.regularGradients = regular.gradients;
    ShownValues shown{node, regular.values != nullptr, {}};
    const auto outputs = static_cast<std::uint32_t>(graph.opOf(node).outputs());
    for (std::uint32_t output = 0; output < outputs; ++output) {
        shown.values.push_back(nodeValues(snapshot, {node, output}, ValueKind::Values));
    }
    for (std::uint32_t output = 0; output < outputs && folded.gradients != nullptr; ++output) {
        shown.values.push_back(nodeValues(snapshot, {node, output}, ValueKind::Gradients));
    }
    return shown;
}

void printValues(const OpGraph& graph, const ShownValues& shown) {
    fmt::print("\n{}\n", nodeText(graph, shown.node));
    for (const NodeValues& values : shown.values) {
        fmt::print("{}output {}: {}\n", values.kind == ValueKind::Gradients ? "gradient of " : "", values.value.output,
                   shownText(values, shown.isCompared));
        if (!values.folded.empty()) {
            fmt::print("{}", valuesAsText(values));
        }
    }
}

Json valuesJson(const OpGraph& graph, const ShownValues& shown) {
    Json all = Json::array();
    for (const NodeValues& values : shown.values) {
        const bool hasRegular = !values.regular.empty();
        all.push_back({{"kind", values.kind == ValueKind::Gradients ? "gradient" : "value"},
                       {"output", values.value.output},
                       {"text", shownText(values, shown.isCompared)},
                       {"folded", values.folded.empty() ? Json(nullptr) : finiteNumbers(values.folded)},
                       {"regular", hasRegular ? finiteNumbers(values.regular) : Json(nullptr)},
                       {"ulps", hasRegular ? ulpsJson(values) : Json(nullptr)}});
    }
    return {{"node", shown.node.value}, {"op", graph.opOf(shown.node).name}, {"values", all}};
}

} // namespace batchscope
