// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/cell.h"

#include "core/base/statistics.h"
#include "core/bench/peak_memory.h"
#include "core/exec/machine.h"
#include "core/exec/memory_estimate.h"

#include <algorithm>
#include <numeric>

namespace batchscope {

namespace {

constexpr double kNoisy = 0.10;

/// Values, and gradients where there are any. Of all nodes where both graphs have the same, else of what was asked for.
Result<bool> isEqual(const OpGraph& graph, const ArmRun& reference, const ArmRun& other, bool sameNodes,
                     const RunControl& control) {
    bool equal = compareRequested(graph, reference.execution, other.execution).equal;
    if (sameNodes) {
        const Result<EqualityReport> report =
            compareRuns(graph, reference.execution.state(), other.execution.state(), control);
        if (!report) {
            return report.error();
        }
        equal = equal && report->equal;
    }
    if (reference.gradients && other.gradients) {
        equal = equal && compareParameterGradients(graph.ops, *reference.gradients, *other.gradients).parameters.equal;
    }
    return equal;
}

} // namespace

GraphOptions firstTrees(GraphOptions options, std::size_t batch) {
    options.trees.end = options.trees.begin + batch;
    return options;
}

Cell::Cell(const GraphBuilder& builder, const BenchConfig& config, const std::vector<Arm>& arms,
           const GraphOptions& options, std::size_t batch)
    : m_builder(builder), m_config(config), m_arms(arms), m_options(firstTrees(options, batch)), m_batch(batch),
      m_samples(arms.size()), m_first(arms.size()), m_facts(arms.size()), m_figures(arms.size()) {}

Status Cell::measure(const Parameters& parameters, const RunControl& control, Random& random,
                     const std::function<void()>& tick) {
    restartPeakMemory();
    if (Status prepared = prepare(control); !prepared) {
        return prepared;
    }
    for (std::size_t index = 0; index < m_config.warmups + m_config.repeats; ++index) {
        if (Status measured = round(index, parameters, control, random, tick); !measured) {
            return measured;
        }
        if (index < m_config.warmups) {
            std::for_each(m_samples.begin(), m_samples.end(), [](auto& samples) { samples.clear(); });
        }
    }
    m_peakBytes = peakMemory();
    return Ok{};
}

Status Cell::prepare(const RunControl& control) {
    for (const Arm& arm : m_arms) {
        Result<ArmStep> step = ArmStep::make(m_builder, arm, m_options, control);
        if (!step) {
            return step.error();
        }
        m_steps.push_back(std::move(*step));
    }
    return checkFits(control);
}

Status Cell::checkFits(const RunControl& control) const {
    const Result<OpGraph> asked = m_builder.graph(m_options, control);
    if (!asked) {
        return asked.error();
    }
    const OpGraph* largest = &*asked; // arms without batches made by hand build theirs in each step
    for (const ArmStep& step : m_steps) {
        largest = step.graph().size() > largest->size() ? &step.graph() : largest;
    }
    const bool onEngine = std::any_of(m_arms.begin(), m_arms.end(),
                                      [this](const Arm& arm) { return kernelsOf(arm, m_config.run).has_value(); });
    // The first run of every arm is held until they are compared, and the regular one beside them.
    return checkMemory(
        *largest,
        PlannedRuns{.work = m_config.run.work, .onEngine = onEngine, .runs = static_cast<int>(m_arms.size()) + 1});
}

Status Cell::round(std::size_t index, const Parameters& parameters, const RunControl& control, Random& random,
                   const std::function<void()>& tick) {
    std::vector<std::size_t> order(m_arms.size());
    const bool isFirst = index == 0;
    const bool isLast = index + 1 == m_config.warmups + m_config.repeats;
    std::iota(order.begin(), order.end(), std::size_t{0});
    random.shuffle(order);
    for (const std::size_t arm : order) {
        Result<ArmSample> sample = m_steps[arm].run(parameters, m_config.run, control);
        if (!sample) {
            return sample.error();
        }
        m_samples[arm].push_back(sample->seconds);
        if (isLast) { // by then the engine's product tables are filled
            m_figures[arm] = m_steps[arm].figures();
        }
        if (isFirst) {
            m_first[arm] = std::move(sample->run);
        }
        tick();
    }
    return isFirst ? compareFirst(parameters, control) : Status(Ok{});
}

Status Cell::compareFirst(const Parameters& parameters, const RunControl& control) {
    const auto regular = std::find_if(m_arms.begin(), m_arms.end(), [this](const Arm& arm) {
        return arm.kind == ArmKind::Regular && !kernelsOf(arm, m_config.run); // the engine is what is to be checked
    });
    std::optional<ArmStep> ownStep; // a sweep need not have that arm
    std::optional<ArmRun> ownRun;
    const ArmStep* step = nullptr;
    const ArmRun* run = nullptr;
    if (regular != m_arms.end()) {
        const auto index = static_cast<std::size_t>(regular - m_arms.begin());
        step = &m_steps[index];
        run = &*m_first[index];
    } else {
        Result<ArmStep> made = ArmStep::make(m_builder, *parseArm("regular@off"), m_options, control.quiet());
        Result<ArmSample> sample = made ? made->run(parameters, m_config.run, control.quiet()) : made.error();
        if (!sample) {
            return sample.error();
        }
        step = &ownStep.emplace(std::move(*made));
        run = &ownRun.emplace(std::move(sample->run));
    }
    for (std::size_t arm = 0; arm < m_arms.size(); ++arm) {
        Result<Facts> facts = factsOf(arm, *step, *run, control);
        if (!facts) {
            return facts.error();
        }
        m_facts[arm] = *facts;
    }
    std::fill(m_first.begin(), m_first.end(), std::nullopt);
    return Ok{};
}

Result<Cell::Facts> Cell::factsOf(std::size_t arm, const ArmStep& referenceStep, const ArmRun& reference,
                                  const RunControl& control) const {
    const ArmStep& step = m_steps[arm];
    const ArmRun& run = *m_first[arm];
    const Result<bool> equal = isEqual(referenceStep.graph(), reference, run, step.hasOwnNodes(), control);
    if (!equal) {
        return equal.error();
    }
    Facts facts;
    facts.nodes = step.graph().size();
    facts.batches = run.schedule.batchCount();
    facts.equal = *equal;
    if (m_arms[arm].kind == ArmKind::FoldedLegacy) {
        const OpGraph& graph = step.graph();
        const LegacyStacking stacking = legacyStacking(graph, run.schedule, makePlan(graph, run.schedule));
        facts.stacking = {stacking.columnsReused, stacking.columnsStacked, stacking.tensors()};
    }
    return facts;
}

std::vector<BenchResult> Cell::results() const {
    std::vector<BenchResult> results;
    for (std::size_t arm = 0; arm < m_arms.size(); ++arm) {
        results.push_back(resultOf(arm));
    }
    return results;
}

BenchResult Cell::resultOf(std::size_t arm) const {
    BenchResult result;
    result.arm = m_arms[arm].name;
    result.grouping = groupingOf(m_arms[arm]);
    result.kernels = kernelsOf(m_arms[arm], m_config.run);
    result.model = m_builder.modelName(m_options);
    result.dim = m_builder.heedsDim(m_options) ? m_options.dim : 0;
    result.batch = m_batch;
    result.threads = threadCount();
    for (const PhaseSeconds& sample : m_samples[arm]) {
        result.samples.push_back(sample.total());
    }
    result.medianSeconds = median(result.samples);
    result.iqrSeconds = interQuartileRange(result.samples);
    result.treesPerSecond = static_cast<double>(m_batch) / result.medianSeconds;
    result.phases = medianPhases(m_samples[arm]);
    result.learnSeconds = m_steps[arm].learnSeconds();
    result.noisy = coefficientOfVariation(result.samples) > kNoisy;
    result.nodes = m_facts[arm].nodes;
    result.batches = m_facts[arm].batches;
    result.equal = m_facts[arm].equal;
    result.figures = m_figures[arm];
    result.peakBytes = m_peakBytes;
    result.stacking = m_facts[arm].stacking;
    if (const HandBatched* byHand = m_steps[arm].handBatched(); byHand != nullptr) {
        result.nodes -= byHand->surplusRows;
        result.paddingWaste = byHand->waste();
        result.oneShape = byHand->way == HandBatching::SameShape;
    }
    return result;
}

} // namespace batchscope
