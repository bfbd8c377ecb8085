// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/find_cause.h"

#include "core/base/budget.h"
#include "core/exec/comparison.h"
#include "core/exec/executor.h"
#include "core/graph/fold.h"
#include "core/schedule/policy.h"
#include "core/schedule/scheduler.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

constexpr std::size_t kMostTried = 4096;
constexpr std::size_t kRepeats = 4; // runs of an opaque call: a random call may return the same result twice

/// Inputs that may have been read by mistake instead of an argument of the node, without repetitions.
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

    /// Adds the arguments of other rows of the batch, the nearest rows first.
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

/// Changes the row slots of the op so that they take constants instead of rows of nodes.
OpSet withGivenRows(OpSet ops, OpId op) {
    for (ArgumentType& slot : ops.ops[op].arguments) {
        if (slot.kind != ArgumentClass::Integer) {
            slot.kind = ArgumentClass::Constant;
        }
    }
    return ops;
}

/// The row of an argument in the run with this state; constants have the same row in all runs.
std::vector<double> rowOf(const OpGraph& graph, const RecordedState& state, const Argument& argument) {
    if (argument.kind == ArgumentClass::Constant) {
        const auto numbers = graph.constants[argument.constant()];
        return {numbers.begin(), numbers.end()};
    }
    return state.row(argument.value());
}

/// Makes a graph of trials: first a call of the node's op with the right arguments, then a call for each misreading.
Result<OpGraph> trials(const DivergedRun& run, const std::vector<Misreading>& misreadings) {
    const OpGraph& graph = run.graph;
    const OpId op = graph.nodeOps[run.node];
    Fold fold(withGivenRows(graph.ops, op), {});
    const auto given = [&](const Argument& argument) {
        return argument.kind == ArgumentClass::Integer ? argument : fold.constant(rowOf(graph, run.state, argument));
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

constexpr std::size_t kShaken = 16; // number of trials with inputs changed in the last place

/// Returns the number changed by about one unit in the last place, up or down by a hash bit of `place` and `trial`.
double shaken(double number, std::size_t place, std::size_t trial, DType dtype) {
    std::uint64_t bits = (place + 1) * 0x9E3779B97F4A7C15ULL ^ (trial + 1) * 0xBF58476D1CE4E5B9ULL;
    bits ^= bits >> 29U;
    bits *= 0x94D049BB133111EBULL;
    const double epsilon = dtype == DType::Float64 ? std::numeric_limits<double>::epsilon()
                                                   : double{std::numeric_limits<float>::epsilon()};
    return number * (((bits >> 40U) & 1U) == 0 ? 1.0 - epsilon : 1.0 + epsilon);
}

/// Makes a graph of trials: the op with the inputs of the folded run, with those of the regular run, and kShaken times
/// with each number of the folded run's inputs changed in the last place.
Result<OpGraph> shakenTrials(const DivergedRun& run, DType dtype) {
    const OpGraph& graph = run.graph;
    const OpId op = graph.nodeOps[run.node];
    OpSet ops = withGivenRows(graph.ops, op);
    ops.dtype = dtype;
    for (std::size_t index = 0; index < ops.ops.size(); ++index) {
        for (ArgumentType& slot : ops.ops[OpId(index)].arguments) {
            slot.dtype = dtype;
        }
    }
    Fold fold(std::move(ops), {});
    for (std::size_t trial = 0; trial < 2 + kShaken; ++trial) {
        std::vector<Argument> arguments;
        std::size_t place = 0;
        for (const Argument& argument : graph.argumentsOf(run.node)) {
            if (argument.kind == ArgumentClass::Integer) {
                arguments.push_back(argument);
                continue;
            }
            std::vector<double> row = rowOf(graph, trial == 1 ? run.ofRegular : run.state, argument);
            for (std::size_t column = 0; trial >= 2 && column < row.size(); ++column) {
                row[column] = shaken(row[column], place++, trial, graph.ops.dtype);
            }
            arguments.push_back(fold.constant(row));
        }
        fold.add(op, arguments);
    }
    return std::move(fold).finish();
}

/// Runs a graph of trials, which has one batch, on the plain bodies.
Result<FinishedRun> runTrials(const OpGraph& graph, const Parameters& parameters, const RunControl& control) {
    const Result<const Policy*> policy = findPolicy("depth");
    TRY(policy);
    const Result<Schedule> schedule = makeSchedule(graph, **policy, control);
    TRY(schedule);
    return makeExecutor(graph.ops, InterpreterOptions())
        ->run({graph, *schedule, parameters, Work::Inference, Recording::Seconds, control});
}

std::uint64_t bytesInFloat64(const Parameters& parameters) {
    std::uint64_t numbers = 0;
    for (const Parameters::Shape& shape : parameters.shapes()) {
        numbers += static_cast<std::uint64_t>(shape.rows) * static_cast<std::uint64_t>(shape.columns);
    }
    return numbers * bytesOf(DType::Float64);
}

/// The first weight of the node that differs between the runs.
std::optional<OtherWeight> otherWeight(const DivergedRun& run) {
    std::optional<OtherWeight> first;
    std::set<std::pair<ParamId, std::size_t>> seen; // a body may read a parameter several times
    if (&run.parameters == &run.regularParameters) {
        return first;
    }
    for (const WeightRange& range : run.graph.weightsOf(run.node)) {
        const std::vector<double> folded = run.parameters.numbers(range.param);
        const std::vector<double> regular = run.regularParameters.numbers(range.param);
        for (std::size_t index = range.first; index < range.first + range.count; ++index) {
            if (folded[index] == regular[index] || (std::isnan(folded[index]) && std::isnan(regular[index]))) {
                continue;
            }
            if (!seen.emplace(range.param, index).second) {
                continue;
            }
            if (first) {
                ++first->others;
            } else {
                first = OtherWeight{entryText(run.graph.ops.params[range.param], index), regular[index], folded[index]};
            }
        }
    }
    return first;
}

/// Compares the node's value in both runs with its value in float64, and estimates how far rounding may have moved it.
class Exact {
public:
    /// The states are runs of shakenTrials(): in float64 with the weights of the folded run and of the regular run, and
    /// in the type of the net with the weights of the folded run.
    Exact(const DivergedRun& run, const RecordedState& withFolded, const RecordedState& withRegular,
          const RecordedState& narrow)
        : m_run(run) {
        for (std::uint32_t output = 0; output < run.graph.opOf(run.node).outputs(); ++output) {
            add(output, withFolded, withRegular, narrow);
        }
    }

    /// True if the weights account for at least half of the largest difference between the runs.
    [[nodiscard]] bool weightsMatter() const { return m_weightsMatter; }
    /// True if rounding alone explains how far each run is from float64, given its own inputs and weights.
    [[nodiscard]] bool isRounding() const { return m_isRounding; }
    /// The number that differs most between the runs.
    [[nodiscard]] const RoundedNumber& worst() const { return m_worst; }

private:
    // Factor on the effect of changed inputs: a run may add up in another order and use a less accurate kernel.
    static constexpr double kReach = 1024.0;

    void add(std::uint32_t output, const RecordedState& withFolded, const RecordedState& withRegular,
             const RecordedState& narrow) {
        const auto trial = [output](const RecordedState& state, std::size_t index) {
            return state.row({NodeId(index), output});
        };
        const std::vector<double> exact = trial(withFolded, 0);
        const std::vector<double> otherWeights = trial(withRegular, 0);
        const std::vector<double> exactRegular = trial(withRegular, 1);
        std::vector<double> reach(exact.size(), 0.0);
        for (std::size_t index = 2; index < 2 + kShaken; ++index) {
            for (const RecordedState* const state : {&withFolded, &narrow}) {
                const std::vector<double> moved = trial(*state, index);
                for (std::size_t column = 0; column < exact.size(); ++column) {
                    reach[column] = std::max(reach[column], std::abs(moved[column] - exact[column]));
                }
            }
        }
        const std::vector<double> folded = m_run.state.row({m_run.node, output});
        const std::vector<double> regular = m_run.ofRegular.row({m_run.node, output});
        const Tolerance tolerance = valueTolerance(m_run.graph.ops.dtype);
        for (std::size_t column = 0; column < exact.size(); ++column) {
            const double tolerated = tolerance.absolute + tolerance.relative * std::abs(exact[column]);
            const double reached = kReach * reach[column];
            const double apart = std::abs(folded[column] - regular[column]);
            const double ofInputs = std::abs(exact[column] - exactRegular[column]);
            m_isRounding = m_isRounding && std::isfinite(reached) &&
                           (apart <= tolerated || apart <= 2.0 * reached + ofInputs) &&
                           std::abs(folded[column] - exact[column]) <= tolerated + reached &&
                           std::abs(regular[column] - exactRegular[column]) <= tolerated + reached;
            if (apart >= std::abs(m_worst.ofFolded - m_worst.ofRegular)) {
                m_worst = {output, column, regular[column], folded[column], exact[column], reach[column]};
                m_weightsMatter = std::abs(otherWeights[column] - exact[column]) >= 0.5 * apart;
            }
        }
    }

    const DivergedRun& m_run;
    bool m_weightsMatter = false;
    bool m_isRounding = true;
    RoundedNumber m_worst;
};

/// The node's value in float64. Nullopt if the op cannot be computed in float64; only cancelling is an error.
Result<std::optional<Exact>> exactValue(const DivergedRun& run, bool sameWeights, const RunControl& control) {
    const Result<OpGraph> graph = shakenTrials(run, DType::Float64);
    const Result<OpGraph> narrowGraph = shakenTrials(run, run.graph.ops.dtype);
    if (!graph || !narrowGraph || bytesInFloat64(run.parameters) > memoryLimit()) {
        return std::optional<Exact>();
    }
    const auto runWith = [&](const Parameters& parameters) -> Result<FinishedRun> {
        const Result<Parameters> wide = parameters.inFloat64();
        return wide ? runTrials(*graph, *wide, control) : wide.error();
    };
    const Result<FinishedRun> folded = runWith(run.parameters);
    const Result<FinishedRun> regular = runWith(sameWeights ? run.parameters : run.regularParameters);
    const Result<FinishedRun> narrow = runTrials(*narrowGraph, run.parameters, control);
    if (control.stopRequested()) {
        return cancelledError();
    }
    if (!folded || !regular || !narrow) {
        return std::optional<Exact>();
    }
    return std::optional<Exact>(std::in_place, run, folded->execution.state(), regular->execution.state(),
                                narrow->execution.state());
}

/// The largest distance between the values of the trial and of the folded run; nullopt if it is out of tolerance.
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

/// True if two runs of the same trials, with the same batch layout, have different values.
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

/// The misreading whose value is closest to that of the folded run, and the distance between the two values.
struct Misread {
    std::optional<Misreading> misreading = {};
    double apart = 0.0;
};
Misread bestMisreading(const DivergedRun& run, const RecordedState& tried, const std::vector<Misreading>& all) {
    Misread best;
    std::size_t fitting = 0;
    for (std::size_t index = 0; index < all.size(); ++index) {
        const std::optional<double> apart = distance(run, tried, NodeId(index + 1));
        fitting += apart ? 1 : 0;
        if (apart && (!best.misreading || *apart < best.apart)) {
            best = {all[index], *apart};
        }
    }
    if (best.misreading) {
        best.misreading->others = fitting - 1;
    }
    return best;
}

} // namespace

Result<DivergenceCause> findCause(const DivergedRun& folded, const RunControl& control) {
    const Confusions confusions(folded);
    const Result<OpGraph> graph = trials(folded, confusions.all());
    TRY(graph);
    const Result<FinishedRun> run = runTrials(*graph, folded.parameters, control);
    TRY(run);
    const RecordedState& tried = run->execution.state();
    DivergenceCause cause;
    cause.node = folded.node;
    cause.tried = confusions.all().size();
    const bool isCall = folded.graph.opOf(folded.node).call != nullptr;
    for (std::size_t repeat = 0; isCall && repeat < kRepeats; ++repeat) {
        const Result<FinishedRun> again = runTrials(*graph, folded.parameters, control);
        TRY(again);
        if (differ(*graph, tried, again->execution.state())) {
            cause.kind = DivergenceCause::Kind::Random;
            return cause;
        }
    }
    const std::optional<OtherWeight> weight = otherWeight(folded);
    const Result<std::optional<Exact>> exact = exactValue(folded, !weight, control);
    TRY(exact);
    const Misread misread = bestMisreading(folded, tried, confusions.all());
    const bool weightsMatter = weight && *exact && (*exact)->weightsMatter();
    // The rows of a call may depend on one another, so the trials say nothing about rounding in the call.
    const bool isRounding = *exact && (*exact)->isRounding() && !isCall;
    constexpr double kMuchNearer = 0.01;
    const bool isMisread =
        misread.misreading && !(weightsMatter && isRounding) &&
        (!isRounding || misread.apart < kMuchNearer * std::abs((*exact)->worst().ofFolded - (*exact)->worst().exact));
    if (isMisread) {
        cause.kind = DivergenceCause::Kind::Misread;
        cause.misreading = misread.misreading;
    } else if (weightsMatter) {
        cause.kind = DivergenceCause::Kind::OtherWeights;
        cause.weight = weight;
    } else if (isRounding) {
        cause.kind = DivergenceCause::Kind::Rounding;
        cause.rounded = (*exact)->worst();
        cause.weight = weight;
    }
    return cause;
}

} // namespace batchscope
