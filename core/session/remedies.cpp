// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/remedies.h"

#include "core/base/text.h"
#include "core/schedule/scheduler.h"
#include "core/session/chosen_policy.h"
#include "core/session/kept_place.h"
#include "core/session/session_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

namespace batchscope {

namespace {

/// "26 batches instead of 43", from formatted counts.
std::string batchesInstead(std::string_view batches, std::string_view before) {
    return fmt::format("{} {} instead of {}", batches, batches == "1" ? "batch" : "batches", before);
}

std::string asManyBatches(std::string_view batches) {
    return batches == "1" ? "1 batch, as now" : fmt::format("{} batches, as now", batches);
}

/// A complete sentence; `pair` may be empty.
std::string triedChange(std::string_view change, std::string_view pair, std::string_view batches) {
    return pair.empty() ? fmt::format("{}: {}.", change, batches) : fmt::format("{}: {}; {}.", change, pair, batches);
}

/// A value of a choice that differs from the present one.
struct Change {
    const SessionChoice* choice;
    std::size_t value;
};

/// True for choices about how a module is opened: opened differently, it is another net.
bool opensModule(const SessionChoice& choice) {
    return choice.id == "recursion" || choice.id == "unsafe";
}

bool isTried(const SessionChoice& choice) {
    return choice.id == "policy" || (choice.group == SessionChoice::Group::Graph && !opensModule(choice)) ||
           choice.group == SessionChoice::Group::Trees;
}

bool changesResults(const SessionChoice& choice) {
    constexpr std::array<std::string_view, 3> kIds = {"outputs", "binarize", "unary"};
    return std::find(kIds.begin(), kIds.end(), choice.id) != kIds.end();
}

/// True if the policy batches nodes and its schedule can be made quickly.
bool isQuick(std::string_view policy, const OpGraph& graph) {
    const Result<const Policy*> found = findPolicy(policy);
    return found && (*found)->batchRule() != BatchRule::OneByOne && (*found)->joinsAll(graph);
}

std::vector<Change> changesOf(const PresentChoice& present) {
    std::vector<Change> changes;
    for (const SessionChoice& choice : sessionChoices()) {
        const bool isHeeded = present.bank.program.empty() || choice.needs.programReason.empty();
        if (!isTried(choice) || !isHeeded) {
            continue;
        }
        const std::string now = choice.present(present.config);
        for (std::size_t value = 0; value < choice.names.size(); ++value) {
            const bool isOther = choice.names[value] != now;
            if (isOther && (choice.id != "policy" || isQuick(choice.names[value], present.graph))) {
                changes.push_back({&choice, value});
            }
        }
    }
    return changes;
}

PairAfter pairAfter(const OpGraph& graph, const Schedule& schedule, NodeId a, NodeId b) {
    if (!a.valid() || !b.valid() || a.index() >= graph.size() || b.index() >= graph.size()) {
        return PairAfter::Gone;
    }
    if (a == b) {
        return PairAfter::OneNode;
    }
    return schedule.places[a].batch == schedule.places[b].batch ? PairAfter::Together : PairAfter::Apart;
}

std::string_view pairWords(PairAfter pair) {
    switch (pair) {
    case PairAfter::Together: return "together";
    case PairAfter::OneNode: return "one node instead of two";
    case PairAfter::Apart: return "still apart";
    case PairAfter::Gone: return "the two nodes do not exist there";
    }
    return {};
}

bool isBroughtTogether(const Remedy& remedy) {
    return remedy.pair && (*remedy.pair == PairAfter::Together || *remedy.pair == PairAfter::OneNode);
}

std::string remedyText(const Change& change, const Remedy& remedy, std::size_t before) {
    const SessionChoice& choice = *change.choice;
    const std::string& value = choice.titles.empty() ? choice.names[change.value] : choice.titles[change.value];
    const std::string batches = remedy.batches == before
                                    ? asManyBatches(withThousands(before))
                                    : batchesInstead(withThousands(remedy.batches), withThousands(before));
    std::string text = triedChange(changedChoice(choice.title, value),
                                   remedy.pair ? pairWords(*remedy.pair) : std::string_view(), batches);
    return remedy.changesResults ? text + " " + std::string("The net then computes something else.") : text;
}

class Trial {
public:
    Trial(const PresentChoice& present, const GraphBuilder& builder, const std::optional<NodePair>& pair)
        : m_present(present), m_builder(builder), m_pair(pair) {}

    /// Empty if the change cannot be applied to these trees.
    [[nodiscard]] Result<std::optional<Remedy>> of(const Change& change, const RunControl& control) const {
        SessionConfig config = m_present.config;
        if (!change.choice->apply(config, change.choice->names[change.value])) {
            return std::optional<Remedy>();
        }
        const bool isSameGraph = config.graph == m_present.config.graph;
        Result<OpGraph> other = isSameGraph ? OpGraph() : m_builder.graph(config.graph, control);
        if (!other) {
            return passedOver(other.error());
        }
        const OpGraph& graph = isSameGraph ? m_present.graph : *other;
        const Result<std::shared_ptr<const Policy>> policy = chosenPolicy(config, graph);
        const Result<Schedule> schedule = policy ? makeSchedule(graph, **policy, control) : policy.error();
        if (!schedule) {
            return passedOver(schedule.error());
        }
        return std::optional<Remedy>(described(change, graph, *schedule));
    }

private:
    /// Skips the change; only cancellation is an error.
    static Result<std::optional<Remedy>> passedOver(const Error& error) {
        return error.code == ErrorCode::Cancelled ? Result<std::optional<Remedy>>(error) : std::optional<Remedy>();
    }

    [[nodiscard]] Remedy described(const Change& change, const OpGraph& graph, const Schedule& schedule) const {
        const SessionChoice& choice = *change.choice;
        const std::string option = choice.id == "policy" ? "--policy" : choice.option;
        Remedy remedy{.choice = choice.id,
                      .value = choice.names[change.value],
                      .option = option + " " + choice.names[change.value],
                      .text = {},
                      .pair = {},
                      .nodes = graph.size(),
                      .batches = schedule.batchCount(),
                      .changesResults = changesResults(choice)};
        if (m_pair) {
            const bool isSameGraph = &graph == &m_present.graph;
            const NodeId a = isSameGraph ? m_pair->a : counterpart(m_present.graph, graph, m_pair->a);
            const NodeId b = isSameGraph ? m_pair->b : counterpart(m_present.graph, graph, m_pair->b);
            remedy.pair = pairAfter(graph, schedule, a, b);
        }
        remedy.text = remedyText(change, remedy, m_present.schedule.batchCount());
        return remedy;
    }

    const PresentChoice& m_present;
    const GraphBuilder& m_builder;
    const std::optional<NodePair>& m_pair;
};

} // namespace

Result<Remedies> tryRemedies(const PresentChoice& present, const std::optional<NodePair>& pair,
                             const RunControl& control) {
    const Result<GraphBuilder> builder = GraphBuilder::make(present.bank, present.config.graph.dtype);
    TRY(builder);
    const bool areApart = pair && pairAfter(present.graph, present.schedule, pair->a, pair->b) == PairAfter::Apart;
    Remedies remedies;
    remedies.batches = present.schedule.batchCount();
    const Trial trial(present, *builder, pair);
    const std::vector<Change> changes = changesOf(present);
    for (std::size_t index = 0; index < changes.size(); ++index) {
        control.report("trying changes", index, changes.size());
        Result<std::optional<Remedy>> remedy = trial.of(changes[index], control.quiet());
        TRY(remedy);
        if (std::optional<Remedy>& tried = *remedy; tried) {
            ++remedies.tried;
            if (areApart ? isBroughtTogether(*tried) : tried->batches < remedies.batches) {
                remedies.helping.push_back(std::move(*tried));
            }
        }
    }
    std::stable_sort(remedies.helping.begin(), remedies.helping.end(), [](const Remedy& left, const Remedy& right) {
        return std::tuple(!isBroughtTogether(left), left.changesResults, left.batches) <
               std::tuple(!isBroughtTogether(right), right.changesResults, right.batches);
    });
    if (remedies.helping.empty()) {
        remedies.verdict =
            areApart ? fmt::format("None of the {} changes that were tried brings the two together.", remedies.tried)
                     : fmt::format("None of the {} changes that were tried needs fewer batches.", remedies.tried);
    }
    return remedies;
}

std::optional<SessionConfig> changedBy(const Remedy& remedy, SessionConfig config) {
    for (const SessionChoice& choice : sessionChoices()) {
        if (choice.id == remedy.choice && choice.apply(config, remedy.value)) {
            return config;
        }
    }
    return std::nullopt;
}

} // namespace batchscope
