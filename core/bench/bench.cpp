// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/bench.h"

#include "core/base/random.h"
#include "core/base/statistics.h"
#include "core/bench/arms.h"
#include "core/exec/equality.h"
#include "core/exec/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace batchscope {

namespace {

constexpr double kNoisy = 0.10;

BenchContext contextOf(const Treebank& bank, const BenchConfig& config) {
    BenchContext context;
    context.cpu = cpuName();
    context.threads = threadCount();
    context.torch = torchVersion();
    context.blas = blasName();
    context.seed = config.seed;
    context.file = bank.files.empty() ? "" : bank.files.front();
#ifdef NDEBUG
    context.build = "release";
#else
    context.build = "with assertions: times mean little";
#endif
    return context;
}

/// One batch size at one width, all arms.
class Cell {
public:
    Cell(const Treebank& bank, const BenchConfig& config, const std::vector<Arm>& arms, GraphOptions options,
         std::size_t batch)
        : m_bank(bank), m_config(config), m_arms(arms), m_options(std::move(options)), m_batch(batch),
          m_samples(arms.size()) {
        m_options.trees.end = m_options.trees.begin + batch;
    }

    /// `tick` is called after each step.
    Status measure(const Parameters& parameters, const RunControl& control, Random& random,
                   const std::function<void()>& tick) {
        for (std::size_t round = 0; round < m_config.warmups + m_config.repeats; ++round) {
            std::vector<std::size_t> order(m_arms.size());
            for (std::size_t arm = 0; arm < order.size(); ++arm) {
                order[arm] = arm;
            }
            random.shuffle(order);
            for (const std::size_t arm : order) {
                Result<ArmSample> sample = sampleArm(m_bank, m_options, m_arms[arm], parameters, control);
                if (!sample) {
                    return sample.error();
                }
                if (round >= m_config.warmups) {
                    m_samples[arm].push_back(sample->seconds);
                }
                if (round == 0) {
                    m_first.emplace(arm, std::move(*sample));
                }
                tick();
            }
            if (round == 0) {
                if (Status status = compareFirst(parameters, control); !status) {
                    return status;
                }
            }
        }
        return Ok{};
    }

    [[nodiscard]] std::vector<BenchResult> results() const {
        std::vector<BenchResult> results;
        for (std::size_t arm = 0; arm < m_arms.size(); ++arm) {
            results.push_back(resultOf(arm));
        }
        const auto regular =
            std::find_if(m_arms.begin(), m_arms.end(), [](const Arm& arm) { return arm.name == "regular"; });
        if (regular == m_arms.end()) {
            return results;
        }
        const BenchResult reference = results[static_cast<std::size_t>(regular - m_arms.begin())];
        for (BenchResult& result : results) {
            result.speedup = reference.medianSeconds / result.medianSeconds;
            result.speedupExecution = reference.phases.execution() / result.phases.execution();
        }
        return results;
    }

private:
    /// Equality is a property of the arm, not of a sample, so the first round decides it; then its state is let go.
    Status compareFirst(const Parameters& parameters, const RunControl& control) {
        std::optional<ArmSample> made; // a sweep need not have the regular arm
        const ArmSample* reference = nullptr;
        for (const auto& [arm, sample] : m_first) {
            reference = m_arms[arm].policy == *findPolicy("regular") ? &sample : reference;
        }
        if (reference == nullptr) {
            Result<ArmSample> sample = sampleArm(m_bank, m_options, *parseArm("regular"), parameters, control.quiet());
            if (!sample) {
                return sample.error();
            }
            reference = &made.emplace(std::move(*sample));
        }
        for (const auto& [arm, sample] : m_first) {
            const Result<EqualityReport> equality =
                compareRuns(sample.graph, {reference->run.schedule, reference->run.plan, reference->run.execution},
                            {sample.run.schedule, sample.run.plan, sample.run.execution}, control);
            if (!equality) {
                return equality.error();
            }
            m_facts[arm] = {sample.graph.size(), sample.run.schedule.batchCount(), equality->equal};
        }
        m_first.clear();
        return Ok{};
    }

    [[nodiscard]] BenchResult resultOf(std::size_t arm) const {
        BenchResult result;
        result.arm = m_arms[arm].name;
        result.model = m_options.model;
        result.dim = m_options.dim;
        result.batch = m_batch;
        result.threads = threadCount();
        for (const PhaseSeconds& sample : m_samples[arm]) {
            result.samples.push_back(sample.total());
        }
        result.medianSeconds = median(result.samples);
        result.iqrSeconds = interQuartileRange(result.samples);
        result.treesPerSecond = static_cast<double>(m_batch) / result.medianSeconds;
        result.phases = medianPhases(m_samples[arm]);
        result.noisy = coefficientOfVariation(result.samples) > kNoisy;
        if (const auto facts = m_facts.find(arm); facts != m_facts.end()) {
            result.nodes = facts->second.nodes;
            result.batches = facts->second.batches;
            result.equal = facts->second.equal;
        }
        return result;
    }

    struct Facts {
        std::size_t nodes = 0;
        std::size_t batches = 0;
        bool equal = false;
    };
    const Treebank& m_bank;
    const BenchConfig& m_config;
    const std::vector<Arm>& m_arms;
    GraphOptions m_options;
    std::size_t m_batch;
    std::vector<std::vector<PhaseSeconds>> m_samples;
    std::map<std::size_t, ArmSample> m_first;
    std::map<std::size_t, Facts> m_facts;
};

Status checkConfig(const BenchConfig& config) {
    if (config.arms.empty() || config.batches.empty() || config.dims.empty()) {
        return Error{ErrorCode::Config, "a bench needs at least one arm, one batch size and one dim"};
    }
    if (config.repeats < 1) {
        return Error{ErrorCode::Config, "a bench needs at least 1 repeat (10 for figures worth showing)"};
    }
    if (std::find(config.batches.begin(), config.batches.end(), std::size_t{0}) != config.batches.end()) {
        return Error{ErrorCode::Config, "a batch of 0 trees cannot be timed; batch sizes start at 1"};
    }
    return Ok{};
}

Result<std::vector<Arm>> parseArms(const std::vector<std::string>& names) {
    std::vector<Arm> arms;
    for (const std::string& name : names) {
        const Result<Arm> arm = parseArm(name);
        if (!arm) {
            return arm.error();
        }
        arms.push_back(*arm);
    }
    return arms;
}

/// Batch sizes that the pool can fill; the others become a note.
Result<std::vector<std::size_t>> fillable(const std::vector<std::size_t>& batches, std::size_t pool,
                                          std::vector<std::string>& notes) {
    std::vector<std::size_t> kept;
    std::string dropped;
    for (const std::size_t batch : batches) {
        if (batch <= pool) {
            kept.push_back(batch);
        } else {
            dropped += fmt::format("{}{}", dropped.empty() ? "" : ", ", batch);
        }
    }
    if (kept.empty()) {
        return Error{
            ErrorCode::Config,
            fmt::format("the selection has {} trees, fewer than every batch size asked for ({})", pool, dropped)};
    }
    if (!dropped.empty()) {
        notes.push_back(fmt::format("left out batch size {}: the selection has {} trees", dropped, pool));
    }
    return kept;
}

/// The weights of one width; they serve all batch sizes.
Result<Parameters> parametersFor(const Treebank& bank, GraphOptions options, std::uint64_t seed,
                                 const RunControl& control) {
    options.trees.end = options.trees.begin + 1; // the op set is the same for any number of trees
    const Result<OpGraph> graph = buildGraph(bank, options, control);
    if (!graph) {
        return graph.error();
    }
    return Parameters::create(graph->ops, seed, control);
}

} // namespace

Result<BenchReport> runBench(const Treebank& bank, const BenchConfig& config, const RunControl& control,
                             const BenchSink& sink) {
    if (const Status status = checkConfig(config); !status) {
        return status.error();
    }
    const Result<std::vector<Arm>> arms = parseArms(config.arms);
    if (!arms) {
        return arms.error();
    }
    BenchReport report;
    const std::size_t end = std::min(config.graph.trees.end, bank.trees.size());
    const std::size_t pool = end > config.graph.trees.begin ? end - config.graph.trees.begin : 0;
    const Result<std::vector<std::size_t>> batches = fillable(config.batches, pool, report.notes);
    if (!batches) {
        return batches.error();
    }
    setThreadCount(config.threads);
    report.context = contextOf(bank, config);
    Random random(config.seed);
    const std::size_t steps = config.dims.size() * batches->size() * arms->size() * (config.warmups + config.repeats);
    std::size_t done = 0;
    const RunControl quiet = control.quiet(); // reports of a step's own stages would be timed with it
    for (const std::int32_t dim : config.dims) {
        GraphOptions options = config.graph;
        options.dim = dim;
        const Result<Parameters> parameters = parametersFor(bank, options, config.seed, quiet);
        if (!parameters) {
            return parameters.error();
        }
        for (const std::size_t batch : *batches) {
            Cell cell(bank, config, *arms, options, batch);
            const Status status =
                cell.measure(*parameters, quiet, random, [&] { control.report("bench", ++done, steps); });
            if (!status) {
                return status.error();
            }
            for (BenchResult& result : cell.results()) {
                report.results.push_back(std::move(result));
            }
            sink(report);
        }
    }
    return report;
}

} // namespace batchscope
