// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/find_cause.h"

#include "core/exec/comparison.h"
#include "core/exec/executor.h"
#include "core/graph/fold.h"
#include "core/schedule/policy.h"
#include "core/schedule/scheduler.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

constexpr std::size_t kMostTried = 4096;
constexpr std::size_t kRepeats = 4; // of a call, which may be random and yet be the same again

/// Other inputs for one argument of a node, without repetitions.
class Confusions {
public:
    explicit Confusions(const DivergedRun& run)
        : m_run(run), m_graph(run.graph), m_arguments(run.graph.argumentsOf(run.node)) {
        for (std::uint32_t place = 0; place < m_arguments.size(); ++place) {
            otherOutputs(place);
            ownArguments(place);
        }
        otherRows();
    }

    [[nodiscard]] const std::vector<Misreading>& all() const { return m_all; }

private:
    [[nodiscard]] std::int32_t widthOf(const Argument& argument) const {
        return argument.kind == ArgumentClass::Integer    ? 0
               : argument.kind == ArgumentClass::Constant ? m_graph.constants.rows[argument.constant()].width
                                                          : m_graph.opOf(argument.node()).outputWidth(argument.output);
    }

    void add(const Misreading& misreading) {
        const bool isOther = misreading.read != misreading.own && misreading.read.kind == misreading.own.kind &&
                             widthOf(misreading.read) == widthOf(misreading.own);
        const bool isKnown = std::any_of(m_all.begin(), m_all.end(), [&](const Misreading& known) {
            return known.argument == misreading.argument && known.read == misreading.read;
        });
        if (isOther && !isKnown && m_all.size() < kMostTried) {
            m_all.push_back(misreading);
        }
    }

    void otherOutputs(std::uint32_t place) {
        const Argument& own = m_arguments[place];
        const std::size_t outputs = own.isValue() ? m_graph.opOf(own.node()).outputs() : 0;
        for (std::uint32_t output = 0; output < outputs; ++output) {
            Argument read = own;
            read.output = output;
            add({.argument = place, .own = own, .read = read});
        }
    }

    void ownArguments(std::uint32_t place) {
        for (std::uint32_t other = 0; other < m_arguments.size(); ++other) {
            add({.argument = place, .own = m_arguments[place], .read = m_arguments[other], .ownArgument = other});
        }
    }

    /// The nearest rows first.
    void otherRows() {
        const Place own = m_run.schedule.places[m_run.node];
        const auto rows = m_run.schedule.batch(own.batch);
        for (std::size_t distance = 1; distance < rows.size() && m_all.size() < kMostTried; ++distance) {
            if (own.row >= distance) {
                ofRow(rows[own.row - distance]);
            }
            if (own.row + distance < rows.size()) {
                ofRow(rows[own.row + distance]);
            }
        }
    }

    void ofRow(NodeId other) {
        const auto arguments = m_graph.argumentsOf(other);
        for (std::uint32_t place = 0; place < std::min(arguments.size(), m_arguments.size()); ++place) {
            add({.argument = place, .own = m_arguments[place], .read = arguments[place], .rowOf = other});
        }
    }

    const DivergedRun& m_run;
    const OpGraph& m_graph;
    std::span<const Argument> m_arguments;
    std::vector<Misreading> m_all;
};

/// The node's op, on rows that are given with the call instead of read from nodes.
OpSet withGivenRows(OpSet ops, OpId op) {
    for (ArgumentType& slot : ops.ops[op].arguments) {
        if (slot.kind != ArgumentClass::Integer) {
            slot.kind = ArgumentClass::Constant;
        }
    }
    return ops;
}

/// A call of the node's op for each misreading, and first one for what it should have read.
Result<OpGraph> trials(const DivergedRun& run, const std::vector<Misreading>& misreadings) {
    const OpGraph& graph = run.graph;
    const OpId op = graph.nodeOps[run.node];
    Fold fold(withGivenRows(graph.ops, op), {});
    const auto given = [&](const Argument& argument) {
        return argument.kind == ArgumentClass::Integer    ? argument
               : argument.kind == ArgumentClass::Constant ? fold.constant(graph.constants[argument.constant()])
                                                          : fold.constant(run.state.row(argument.value()));
    };
    std::vector<Argument> right;
    for (const Argument& argument : graph.argumentsOf(run.node)) {
        right.push_back(given(argument));
    }
    fold.add(op, right);
    for (const Misreading& misreading : misreadings) {
        std::vector<Argument> wrong = right;
        wrong[misreading.argument] = given(misreading.read);
        fold.add(op, wrong);
    }
    return std::move(fold).finish();
}

/// How far the trial is from what the folded run has; nothing where it is out of tolerance.
std::optional<double> distance(const DivergedRun& run, const RecordedState& tried, NodeId trial) {
    const DType dtype = run.graph.ops.dtype;
    Comparison comparison(dtype, valueTolerance(dtype));
    for (std::uint32_t output = 0; output < run.graph.opOf(run.node).outputs(); ++output) {
        const std::vector<double> computed = tried.row({trial, output});
        const std::vector<double> found = run.state.row({run.node, output});
        for (std::size_t index = 0; index < found.size(); ++index) {
            if (!comparison.add(computed[index], found[index])) {
                return std::nullopt;
            }
        }
    }
    return comparison.report().maxAbsError;
}

/// Whether two runs of the same trials, each in the same place of the same batch, have different values.
bool differ(const OpGraph& trials, const RecordedState& once, const RecordedState& again) {
    Comparison comparison(trials.ops.dtype, valueTolerance(trials.ops.dtype));
    bool equal = true;
    for (std::size_t trial = 0; trial < trials.size(); ++trial) {
        for (std::uint32_t output = 0; output < trials.opOf(NodeId(trial)).outputs(); ++output) {
            const std::vector<double> first = once.row({NodeId(trial), output});
            const std::vector<double> second = again.row({NodeId(trial), output});
            for (std::size_t index = 0; index < first.size(); ++index) {
                equal = comparison.add(first[index], second[index]) && equal;
            }
        }
    }
    return !equal;
}

} // namespace

Result<DivergenceCause> findCause(const DivergedRun& folded, const RunControl& control) {
    const Confusions confusions(folded);
    const Result<OpGraph> graph = trials(folded, confusions.all());
    const Result<const Policy*> policy = findPolicy("depth");
    if (!graph || !policy) {
        return graph ? policy.error() : graph.error();
    }
    const Result<Schedule> schedule = makeSchedule(*graph, **policy, control);
    if (!schedule) {
        return schedule.error();
    }
    const auto runTrials = [&] {
        return makeExecutor(graph->ops, InterpreterOptions())
            ->run({*graph, *schedule, folded.parameters, Work::Inference, Recording::Seconds, control});
    };
    const Result<FinishedRun> run = runTrials();
    if (!run) {
        return run.error();
    }
    const RecordedState& tried = run->execution.state();
    DivergenceCause cause;
    cause.node = folded.node;
    cause.tried = confusions.all().size();
    const bool isCall = folded.graph.opOf(folded.node).call != nullptr;
    for (std::size_t repeat = 0; isCall && repeat < kRepeats; ++repeat) {
        const Result<FinishedRun> again = runTrials();
        if (!again) {
            return again.error();
        }
        if (differ(*graph, tried, again->execution.state())) {
            cause.kind = DivergenceCause::Kind::Random;
            return cause;
        }
    }
    if (distance(folded, tried, NodeId(0))) {
        cause.kind = DivergenceCause::Kind::OtherWeights;
        return cause;
    }
    std::optional<double> least;
    std::size_t fitting = 0;
    for (std::size_t index = 0; index < cause.tried; ++index) {
        const std::optional<double> apart = distance(folded, tried, NodeId(index + 1));
        fitting += apart ? 1 : 0;
        if (apart && (!least || *apart < *least)) {
            least = apart;
            cause.kind = DivergenceCause::Kind::Misread;
            cause.misreading = confusions.all()[index];
        }
    }
    if (cause.misreading) {
        cause.misreading->others = fitting - 1;
    }
    return cause;
}

} // namespace batchscope
