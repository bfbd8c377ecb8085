// SPDX-License-Identifier: GPL-3.0-or-later
//
// The second layer of the caption: exact sentences for small samples, and over all nets, policies and executors the
// figures that it names.
#include "core/exec/runner.h"
#include "core/formats/read_treebank.h"
#include "core/session/caption.h"
#include "core/session/execution_text.h"
#include "core/story/cursor.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <vector>

namespace batchscope {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

struct Made {
    std::string_view trees = testing::kTwoTrees;
    const char* policy = "depth";
    GraphOptions graph = {};
    std::optional<ExecutorOptions> executor = {}; ///< none: nothing ran
    int runs = 1;
};

/// As the pipeline makes it.
Snapshot snapshotOf(const Made& made) {
    Snapshot snapshot;
    snapshot.config.graph = made.graph;
    snapshot.config.policy = made.policy;
    snapshot.treebank = std::make_shared<const Treebank>(*readTreebankText(made.trees, "test", {}));
    snapshot.graph = std::make_shared<const OpGraph>(*buildGraph(*snapshot.treebank, made.graph, {}));
    snapshot.schedule = std::make_shared<const Schedule>(testing::scheduleOf(*snapshot.graph, made.policy));
    snapshot.metrics = std::make_shared<const ScheduleMetrics>(
        metricsOf(*snapshot.graph, *snapshot.schedule, makePlan(*snapshot.graph, *snapshot.schedule)));
    snapshot.planned = std::make_shared<const BatchViews>(plannedViews(
        *snapshot.graph, *snapshot.schedule, made.executor.value_or(InterpreterOptions()), Work::Inference));
    snapshot.storyboard = std::make_shared<const Storyboard>(testing::storyOf(*snapshot.graph, *snapshot.schedule));
    if (made.executor) {
        const Parameters parameters = *Parameters::create(snapshot.graph->ops, 1, {});
        const std::unique_ptr<Executor> kept = makeExecutor(snapshot.graph->ops, *made.executor);
        for (int run = 0; run < made.runs; ++run) {
            const ArmRun ran =
                *runArm({*snapshot.graph, **findPolicy(made.policy), parameters}, *kept, {}, Recording::Full, {});
            snapshot.trace = std::make_shared<const Trace>(ran.execution.trace());
        }
    }
    return snapshot;
}

constexpr double kInGroup = 0.1;
constexpr double kInStack = 0.4;
constexpr double kInGather = 0.7;
constexpr double kInRun = 1.0;

/// At a moment of the making of the batch that is step `step`.
std::string becauseIn(const Snapshot& snapshot, std::size_t step, double share) {
    return captionAt(snapshot, static_cast<double>(Storyboard::kFirstBatchStop + step) + share).because;
}

std::string becauseAt(const Snapshot& snapshot, double t) {
    return captionAt(snapshot, t).because;
}

std::string becauseAtEnd(const Snapshot& snapshot) {
    return becauseAt(snapshot, snapshot.storyboard->end());
}

TEST(Because, OfTwoTreesInExactWords) {
    const Snapshot planned = snapshotOf({});
    EXPECT_EQ(becauseAt(planned, 0.0), "Each node is one call of its op. Starting a call costs the same however "
                                       "little it computes, and here that price is paid 10 times.");
    EXPECT_EQ(
        becauseAt(planned, 1.0),
        "Nodes with one signature (op, weights and argument shapes) do the same work on different numbers, so one "
        "call can do it for all of them that do not wait for each other. The largest group is 5 nodes of “leaf”: all "
        "take one word.");
    EXPECT_EQ(becauseAt(planned, 2.0),
              "Nodes of one level never need each other, so those of one signature can run together. The longest path "
              "visits all 4 levels, so at least 4 batches run one after the other.");
    EXPECT_EQ(becauseIn(planned, 0, kInGroup),
              "These 5 nodes come from 2 trees. They may run together: all are “leaf”, "
              "all take one word, and none waits for another node. One batch instead "
              "of 5 calls.");
    EXPECT_EQ(becauseIn(planned, 0, kInStack), "All 5 rows come from one table, so one look-up can fetch them.");
    EXPECT_EQ(becauseIn(planned, 0, kInGather), "Nothing has to be computed or copied first.");
    EXPECT_EQ(becauseIn(planned, 1, kInGroup), "These 2 nodes come from 2 trees. They may run together: all are "
                                               "“children”, all take four rows of 100 numbers, and their inputs are "
                                               "ready. 2 matrix products instead of 4.");
    EXPECT_EQ(becauseIn(planned, 1, kInGather),
              "The rows were written by step 0, but not next to each other in the order "
              "needed here. An op needs its rows as one block, so they are copied "
              "together first: the price of batching.");
    EXPECT_EQ(becauseIn(planned, 1, kInRun),
              "Both nodes share the price of starting 20 LibTorch operations and 4 gathers.");
    EXPECT_EQ(becauseAtEnd(planned), "The price of starting a call is paid 5 times instead of 10 times: once for each "
                                     "batch. But 3 of the 5 batches hold a single node and gain nothing. Another "
                                     "policy could save at most 1 batch.");
}

TEST(Because, OfABatchOfOneNodeClaimsNoGain) {
    const Snapshot planned = snapshotOf({});
    ASSERT_EQ(planned.schedule->batchSize(BatchId(std::size_t{2})), 1U);
    EXPECT_EQ(becauseIn(planned, 2, kInGroup),
              "No other “children” node is ready, so this one runs alone. This step saves nothing.");
    EXPECT_EQ(becauseIn(planned, 2, kInStack), "With one row there is nothing to stack.");
    EXPECT_EQ(becauseIn(planned, 2, kInRun),
              "The price of starting 20 LibTorch operations is paid for one node, so nothing is saved here.");
    EXPECT_EQ(becauseIn(planned, 3, kInGroup),
              "1 more “logits” node is ready, but the policy “By level” leaves it for a later "
              "step. This step saves nothing.");
}

TEST(Because, NamesReadyNodesThatThePolicyLeaves) {
    // The logits of both trees are ready after the higher root, on different levels.
    const Snapshot planned = snapshotOf({});
    std::vector<std::string> texts;
    for (std::size_t step = 0; step < planned.schedule->batchCount(); ++step) {
        texts.push_back(becauseIn(planned, step, kInGroup));
    }
    EXPECT_THAT(texts, Contains(HasSubstr("ready, but the policy “By level” leaves")));
}

TEST(Because, OfOneTreeAndOfAChain) {
    const Snapshot one = snapshotOf({.trees = "(2 (2 a) (2 b))"});
    EXPECT_THAT(becauseIn(one, 0, kInGroup), HasSubstr("These 2 nodes come from 1 tree."));
    const Snapshot single = snapshotOf({.trees = "(2 a)", .graph = [] {
                                            GraphOptions options;
                                            options.model = "lstm-acceptor";
                                            return options;
                                        }()});
    EXPECT_THAT(becauseAtEnd(single), HasSubstr("gains nothing"));
    const Snapshot chain = snapshotOf({.trees = "(2 (2 (2 (2 (2 a) (2 b)) (2 c)) (2 d)) (2 e))"});
    EXPECT_THAT(becauseAt(chain, 2.0), HasSubstr("5 of the 6 levels hold a single node."));
    EXPECT_EQ(becauseAtEnd(chain),
              "The price of starting a call is paid 6 times instead of 10 times: once for each "
              "batch. But 5 of the 6 batches hold a single node and gain nothing. The policy “By level” "
              "reaches the lower bound.");
}

TEST(Because, OfAProgramWhoseCallsWaitForEachOther) {
    const Snapshot program = snapshotOf({.trees = R"({"batchscope_program": 1,
                      "ops": [{"name": "double", "arguments": [{"name": "x", "class": "row", "width": 1}],
                               "body": [{"name": "y", "do": "add", "of": ["x", "x"]}], "outputs": ["y"]},
                              {"name": "one", "arguments": [{"name": "x", "class": "constant", "width": 1}],
                               "body": [{"name": "y", "do": "add", "of": ["x", "x"]}], "outputs": ["y"]}],
                      "calls": [{"name": "a", "op": "one", "args": [{"constant": [1]}]},
                                {"name": "b", "op": "double", "args": ["a"]},
                                {"name": "c", "op": "double", "args": ["b"]}],
                      "outputs": ["c"]})"});
    EXPECT_THAT(captionAt(program, 0.0).what, HasSubstr("1 instance, 3 nodes"));
    EXPECT_EQ(becauseAtEnd(program), "No two nodes shared a batch: each waits for another or has a signature of its "
                                     "own, so batching gains nothing. No policy can change that.");
}

TEST(Because, OfRegularIsNotOfBatching) {
    for (const bool hasRun : {false, true}) {
        Made made{.policy = "regular"};
        if (hasRun) {
            made.executor = EngineOptions();
        }
        const Snapshot snapshot = snapshotOf(made);
        for (std::size_t step = 0; step < snapshot.schedule->batchCount(); ++step) {
            for (const double share : {kInGroup, kInStack, kInGather, kInRun}) {
                EXPECT_THAT(becauseIn(snapshot, step, share),
                            AllOf(Not(IsEmpty()), Not(HasSubstr("run together")), Not(HasSubstr("instead of 1")),
                                  Not(HasSubstr("price of batching"))));
            }
        }
        EXPECT_THAT(becauseAtEnd(snapshot), HasSubstr("The policy “One by one” never batches"));
    }
}

TEST(Because, OfMergedNodesNamesNoNumberOfTrees) {
    GraphOptions options;
    options.merge = Merge::Subtrees;
    const Snapshot merged = snapshotOf({.graph = options});
    EXPECT_THAT(becauseIn(merged, 0, kInGroup), HasSubstr("These 4 nodes may run together: all are “leaf”"));
    EXPECT_THAT(captionAt(merged, 2.5).what, Not(HasSubstr("tree")));
}

TEST(Because, OfTheEngineIsWhatItLaunched) {
    const Snapshot snapshot = snapshotOf({.executor = EngineOptions(), .runs = 2});
    std::size_t told = 0;
    for (std::size_t index = 0; index < snapshot.schedule->batchCount(); ++index) {
        const BatchId batch(index);
        const BatchView& ran = *snapshot.trace->views.of(batch);
        const std::string grouped = becauseIn(snapshot, index, kInGroup);
        const std::string computed = becauseIn(snapshot, index, kInRun);
        EXPECT_THAT(grouped, Not(HasSubstr("instead of"))) << "the engine does not call ops as they are written";
        if (ran.elided != Elided::No) {
            EXPECT_EQ(computed, "Nothing is launched, so there is nothing to pay for.");
            EXPECT_THAT(grouped, Not(HasSubstr("engine")));
        } else {
            EXPECT_THAT(computed, HasSubstr("price of starting " + launchesClause(snapshot, batch)));
            ++told;
        }
    }
    EXPECT_GT(told, 0U);
}

TEST(Because, TellsTheBackwardPassOfATrainedRun) {
    Snapshot snapshot = snapshotOf({.executor = EngineOptions()});
    EXPECT_THAT(becauseAtEnd(snapshot), Not(HasSubstr("backward")));
    Trace trained = *snapshot.trace;
    trained.backward.push_back({BatchId(std::size_t{1}), Phase::Compute, {}, std::chrono::microseconds(7)});
    snapshot.trace = std::make_shared<const Trace>(trained);
    EXPECT_THAT(becauseIn(snapshot, 1, kInRun), HasSubstr("Its backward pass took 7 µs."));
    EXPECT_THAT(becauseIn(snapshot, 0, kInRun), Not(HasSubstr("backward")));
    EXPECT_THAT(becauseAtEnd(snapshot), HasSubstr("The backward pass runs the same batches in reverse order"));
}

TEST(Because, NamesASpeedUpOnlyWhereItWasMeasured) {
    Snapshot snapshot = snapshotOf({.executor = EngineOptions()});
    EXPECT_THAT(becauseAtEnd(snapshot), Not(HasSubstr("Measured")));
    EXPECT_THAT(becauseAt(snapshot, 0.0), Not(HasSubstr("Measured")));
    RunReport report;
    report.speed.emplace();
    for (const TimedArm arm : {TimedArm::Regular, TimedArm::RegularOff, TimedArm::Folded, TimedArm::FoldedOff}) {
        const bool isFolded = arm == TimedArm::Folded || arm == TimedArm::FoldedOff;
        report.speed->samples[static_cast<std::size_t>(arm)].assign(10, {.compute = isFolded ? 1e-5 : 1e-4});
    }
    report.regular.compute = 1e-4;
    snapshot.report = std::make_shared<const RunReport>(report);
    EXPECT_THAT(becauseAtEnd(snapshot), HasSubstr("Measured speed-up of batching: 10"));
    EXPECT_THAT(becauseAt(snapshot, 0.0), HasSubstr("Measured, node by node: 100 µs in all."));
    TracedRun regular{.schedule = testing::scheduleOf(*snapshot.graph, "regular"), .trace = {}, .seconds = {}};
    for (std::size_t step = 0; step < regular.schedule.batchCount(); ++step) {
        regular.trace.events.push_back({BatchId(step), Phase::Compute, {}, std::chrono::microseconds(3)});
    }
    snapshot.regularRun = std::make_shared<const TracedRun>(regular);
    const std::size_t size = snapshot.schedule->batchSize(BatchId(std::size_t{1}));
    ASSERT_GT(size, 1U);
    EXPECT_THAT(becauseIn(snapshot, 1, kInRun), HasSubstr("One by one, the same " + std::to_string(size) +
                                                          " nodes took " + std::to_string(3 * size) + " µs."));
    report.speed->verdict = SpeedVerdict::Busy;
    snapshot.report = std::make_shared<const RunReport>(report);
    EXPECT_THAT(becauseAtEnd(snapshot), Not(HasSubstr("Measured")));
    EXPECT_THAT(becauseAt(snapshot, 0.0), Not(HasSubstr("Measured")));
    EXPECT_THAT(becauseIn(snapshot, 1, kInRun), Not(HasSubstr("One by one")));
}

// ---- Every figure, over nets, policies and executors

/// Without the names of ops, which may have digits.
std::string withoutNames(std::string text) {
    constexpr std::string_view kOpen = "“";
    constexpr std::string_view kClose = "”";
    for (std::size_t open = text.find(kOpen); open != std::string::npos; open = text.find(kOpen)) {
        text.erase(open, text.find(kClose, open) + kClose.size() - open);
    }
    return text;
}

/// All numbers of the text that are digits, without thousands separators.
std::set<std::size_t> figuresIn(const std::string& whole) {
    const std::string text = withoutNames(whole);
    std::set<std::size_t> figures;
    std::string digits;
    for (std::size_t place = 0; place <= text.size(); ++place) {
        const char letter = place < text.size() ? text[place] : ' ';
        if (letter >= '0' && letter <= '9') {
            digits += letter;
        } else if (letter != ',' && !digits.empty()) {
            std::size_t value = 0;
            std::from_chars(digits.data(), digits.data() + digits.size(), value);
            figures.insert(value);
            digits.clear();
        }
    }
    return figures;
}

std::size_t readyOfSignature(const Snapshot& snapshot, BatchId batch) {
    const OpGraph& graph = *snapshot.graph;
    const Schedule& schedule = *snapshot.schedule;
    std::size_t ready = 0;
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const NodeId node(index);
        const bool isOfIt = graph.nodeSignatures[node] == schedule.batchSignatures[batch] &&
                            schedule.places[node].batch >= batch &&
                            graph.roundOf(node) == graph.roundOf(schedule.batch(batch).front());
        const auto arguments = graph.argumentsOf(node);
        ready += isOfIt && std::all_of(arguments.begin(), arguments.end(),
                                       [&](const Argument& argument) {
                                           return !argument.isValue() || schedule.places[argument.node()].batch < batch;
                                       })
                     ? 1
                     : 0;
    }
    return ready;
}

/// What may be named of a batch.
std::set<std::size_t> figuresOf(const Snapshot& snapshot, BatchId batch) {
    const OpGraph& graph = *snapshot.graph;
    const Schedule& schedule = *snapshot.schedule;
    const std::size_t size = schedule.batchSize(batch);
    const Op& op = graph.opOf(schedule.batchSignatures[batch]);
    std::size_t products = 0;
    std::set<ParamId> weights;
    for (const BodyValue& value : op.body.values) {
        if (value.primitive == Primitive::Linear) {
            ++products;
            weights.insert(value.weight);
            weights.insert(value.bias.valid() ? value.bias : value.weight);
        }
    }
    std::size_t numbers = 0;
    for (const ParamId param : weights) {
        numbers += static_cast<std::size_t>(graph.ops.params[param].rows) *
                   static_cast<std::size_t>(graph.ops.params[param].columns);
    }
    std::set<std::size_t> trees;
    std::set<std::size_t> steps;
    for (const NodeId node : schedule.batch(batch)) {
        trees.insert(graph.origins[node].tree.index());
        for (const Argument& argument : graph.argumentsOf(node)) {
            if (argument.isValue()) {
                steps.insert(schedule.places[argument.node()].batch.index());
            }
        }
    }
    std::set<std::size_t> allowed = {size, trees.size(), products, products * size, numbers, steps.size()};
    allowed.insert(steps.begin(), steps.end());
    if (const std::size_t ready = readyOfSignature(snapshot, batch); ready > size) {
        allowed.insert(ready - size);
    }
    for (const ArgumentType& type : graph.signatures[schedule.batchSignatures[batch]].arguments) {
        allowed.insert(static_cast<std::size_t>(type.width));
    }
    return allowed;
}

void expectFigures(const Snapshot& snapshot, const std::string& name) {
    for (std::size_t index = 0; index < snapshot.schedule->batchCount(); ++index) {
        const BatchId batch(index);
        const std::set<std::size_t> allowed = figuresOf(snapshot, batch);
        std::set<std::size_t> launched = allowed;
        if (const BatchView* ran = viewOf(snapshot, batch)) {
            launched.merge(std::set<std::size_t>{ran->products, ran->kernels, ran->rowCopies,
                                                 ran->copies - ran->rowCopies, ran->calls, ran->gathers});
        }
        for (const double share : {kInGroup, kInStack, kInGather, kInRun}) {
            const std::string text = becauseIn(snapshot, index, share);
            EXPECT_FALSE(text.empty()) << name;
            EXPECT_EQ(text.find("  "), std::string::npos) << text;
            EXPECT_EQ(text.back(), '.') << text;
            const bool namesLaunches = share == kInGroup || share == kInRun;
            for (const std::size_t figure : figuresIn(text)) {
                EXPECT_THAT(namesLaunches ? launched : allowed, Contains(figure)) << name << ": " << text;
            }
            if (text.find("No other ") != std::string::npos) {
                EXPECT_EQ(readyOfSignature(snapshot, batch), 1U) << name << ": " << text;
            }
            if (snapshot.schedule->batchSize(batch) == 1) {
                EXPECT_THAT(text, AllOf(Not(HasSubstr("together: all")), Not(ContainsRegex("instead of [0-9]"))));
            }
        }
    }
    const std::size_t nodes = snapshot.graph->size();
    const std::size_t batches = snapshot.schedule->batchCount();
    std::set<std::size_t> sizes;
    std::size_t single = 0;
    std::size_t free = 0;
    for (std::size_t batch = 0; batch < batches; ++batch) {
        const BatchView* const ran = viewOf(snapshot, BatchId(batch));
        single += snapshot.schedule->batchSize(BatchId(batch)) == 1 ? 1 : 0;
        free += ran != nullptr && ran->elided != Elided::No ? 1 : 0;
    }
    const std::set<std::size_t> allowed = {
        nodes, batches, single, free, snapshot.metrics->lowerBound, batches - snapshot.metrics->lowerBound};
    for (const std::size_t figure : figuresIn(becauseAtEnd(snapshot))) {
        EXPECT_THAT(allowed, Contains(figure)) << name << ": " << becauseAtEnd(snapshot);
    }
}

TEST(Because, NamesOnlyFiguresOfTheSchedule) {
    constexpr std::string_view kTrees = "(3 (2 (2 ab) (2 b)) (2 ab))\n(1 (2 a) (0 d))\n(1 (2 b) (0 (1 d) (1 a)))\n"
                                        "(1 (1 (1 (1 b) (1 c)) (1 d)) (0 (1 d) (1 a)))\n";
    for (const Net& net : nets()) {
        if (net.leaves != Leaves::Words) {
            continue;
        }
        for (const char* const policy : {"regular", "depth", "alap", "agenda", "complete-groups", "sufficient"}) {
            for (const Granularity granularity : {Granularity::Cell, Granularity::Primitive}) {
                for (const int executor : {0, 1, 2}) {
                    Made made{.trees = kTrees, .policy = policy};
                    made.graph.model = net.name;
                    made.graph.dim = 7;
                    made.graph.granularity = granularity;
                    made.graph.outputs = Outputs::All;
                    if (executor > 0) {
                        made.executor =
                            executor == 1 ? ExecutorOptions(EngineOptions()) : ExecutorOptions(InterpreterOptions());
                    }
                    expectFigures(snapshotOf(made), std::string(net.name) + ' ' + policy);
                }
            }
        }
    }
}

TEST(Because, OfARoundSaysThatItWasCalledAfterARead) {
    Made made{.trees = "1\tShe\t_\t_\t_\t_\t2\tnsubj\t_\t_\n2\treads\t_\t_\t_\t_\t0\troot\t_\t_\n\n"};
    made.graph.model = "transition-parser";
    made.graph.dim = 7;
    const Snapshot parser = snapshotOf(made);
    ASSERT_FALSE(parser.schedule->syncPoints.empty());
    const BatchId sync = parser.schedule->syncPoints.front();
    EXPECT_THAT(becauseIn(parser, sync.index(), kInGroup),
                ::testing::StartsWith("The calls of this round are made only after that, so none of them could run"));
    expectFigures(parser, "transition-parser");
}

} // namespace
} // namespace batchscope
