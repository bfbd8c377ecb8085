// SPDX-License-Identifier: GPL-3.0-or-later
//
// A module whose methods are called: the engine runs nothing of it, so nothing may be said as if it did, and no advice
// may lead to an option that is refused.
#include "core/bench/bench.h"
#include "core/scripts/script_net.h"
#include "core/session/diagnosis.h"
#include "core/session/execution_text.h"
#include "core/session/pipeline.h"
#include "core/trace/speed_text.h"
#include "tests/core/scripts/modules.h"
#include "tests/support/forests.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace batchscope {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* kTrees = "(2 (1 (2 a) (0 b)) (1 (2 c) (1 (0 a) (2 d))))\n(1 (2 a) (0 d))\n";

/// A state of two rows, so that a call returns two values.
constexpr const char* kErfLstm = R"(
def leaf(self, word):
    h = torch.embedding(self.E, word, -1, False, False)
    return h, torch.zeros_like(h)

def compose(self, lh, lc, rh, rc):
    c = torch.erf(torch.linear(lh + rh, self.W)) + lc + rc
    return torch.tanh(c), c

def logits(self, h):
    return torch.linear(h, self.Y, self.y)
)";

class CalledModule : public testing::FolderTest {
protected:
    [[nodiscard]] SessionConfig configOf(const std::string& source) const {
        SessionConfig config;
        config.files = {write("trees.ptb", kTrees)};
        config.graph.model = (m_folder / "encoder.pt").string();
        config.run.timing = Timing::Off;
        testing::moduleOf(source).save(config.graph.model);
        return config;
    }

    static Snapshot ranOf(const SessionConfig& config) {
        std::shared_ptr<const Snapshot> last;
        const Status status =
            runPipeline({}, config, Reread::No, {}, [&last](auto snapshot) { last = std::move(snapshot); });
        EXPECT_TRUE(status.hasValue()) << status.error().text();
        return last == nullptr ? Snapshot() : *last;
    }

    static BatchId batchOf(const Snapshot& snapshot, std::string_view op) {
        for (std::size_t step = 0; step < snapshot.schedule->batchCount(); ++step) {
            if (snapshot.graph->opOf(snapshot.schedule->batchSignatures[BatchId(step)]).name == op) {
                return BatchId(step);
            }
        }
        ADD_FAILURE() << op;
        return BatchId(std::size_t{0});
    }

    static const DiagnosedCause& causeOf(const Diagnosis& diagnosis, Cause cause) {
        const auto found = std::find_if(diagnosis.causes.begin(), diagnosis.causes.end(),
                                        [cause](const DiagnosedCause& other) { return other.cause == cause; });
        EXPECT_NE(found, diagnosis.causes.end());
        return *found;
    }
};

TEST_F(CalledModule, ACallIsOneWhateverItReturns) {
    const Snapshot snapshot = ranOf(configOf(kErfLstm));
    const BatchId compose = batchOf(snapshot, "compose");
    const BatchView& ran = *viewOf(snapshot, compose);
    EXPECT_EQ(ran.methodCalls, 1U);
    EXPECT_EQ(ran.calls, 0U);
    EXPECT_THAT(launchesText(snapshot, compose), StartsWith("1 method call"));
    EXPECT_THAT(launchesClause(snapshot, compose), AllOf(StartsWith("1 method call"), Not(HasSubstr("operation"))));
    EXPECT_THAT(launchesText(snapshot, batchOf(snapshot, "logits")), StartsWith("1 operation"));
    EXPECT_THAT(totalText(snapshot.trace->views),
                AllOf(HasSubstr(" method calls, "), HasSubstr(" LibTorch operations")));
    EXPECT_EQ(executorText(snapshot), "as run by LibTorch, which calls methods of the module");
}

TEST_F(CalledModule, TheEngineIsNotInUseAndSomebodySaysWhy) {
    SessionConfig config = configOf(kErfLstm);
    config.run.timing = Timing::Measured; // or nobody would ask for limits
    ASSERT_EQ(kindOf(config.run.executor), ExecutorKind::Engine) << "it is asked for";
    const Snapshot snapshot = ranOf(config);
    EXPECT_EQ(engineInUse(snapshot, config), nullptr);
    EXPECT_EQ(snapshot.passes, nullptr);
    EXPECT_THAT(whyNoEngine(snapshot.config.graph),
                AllOf(HasSubstr("encoder.pt has methods that could not be translated (compose)"),
                      HasSubstr("without the engine")));
    GraphOptions other = snapshot.config.graph;
    other.model = "tree-lstm";
    EXPECT_EQ(whyNoEngine(other), "") << "the module is not what is chosen";
    SpeedReport report;
    report.executor = ExecutorKind::LibTorch;
    for (const TimedArm arm : {TimedArm::RegularOff, TimedArm::FoldedOff}) {
        report.samples[static_cast<std::size_t>(arm)].assign(5, {.compute = 1e-3});
    }
    EXPECT_THAT(splitOf(report, whyNoEngine(snapshot.config.graph)).emptyReason, HasSubstr("without the engine"));
}

TEST_F(CalledModule, AdviceCanBeFollowed) {
    const Snapshot snapshot = ranOf(configOf(kErfLstm));
    const Diagnosis diagnosis = *diagnose(snapshot, {});
    EXPECT_THAT(causeOf(diagnosis, Cause::Copies).remedy,
                AllOf(HasSubstr("compose cannot: aten::erf"), Not(HasSubstr("turn its passes on"))));
    EXPECT_THAT(causeOf(diagnosis, Cause::Computing).remedy,
                AllOf(HasSubstr("merge equal calls"), Not(HasSubstr("width"))));
}

TEST_F(CalledModule, WhatRunsAloneIsToBeRewrittenNotMarked) {
    const Snapshot snapshot =
        ranOf(configOf(std::string(testing::kLeafSource) +
                       "\ndef compose(self, left, right):\n    return torch.softmax(left + right, 0)\n"));
    const Diagnosis diagnosis = *diagnose(snapshot, {});
    const std::string& remedy = causeOf(diagnosis, Cause::UnbatchableOps).remedy;
    EXPECT_THAT(remedy, AllOf(HasSubstr("Rewrite compose"), HasSubstr("aten::softmax"), Not(HasSubstr("mark it"))));
}

TEST_F(CalledModule, ATranslatedOneKeepsTheEngine) {
    const SessionConfig config = configOf(testing::kTreeLstmSource);
    const Snapshot snapshot = ranOf(config);
    EXPECT_EQ(engineInUse(snapshot, config), std::get_if<EngineOptions>(&config.run.executor));
    EXPECT_EQ(whyNoEngine(snapshot.config.graph), "");
    EXPECT_EQ(howToTranslate(snapshot.config.graph), "");
    EXPECT_NE(snapshot.passes, nullptr);
}

/// `regular` and `regular@off` would be the same run, and their ratio nothing but noise.
TEST_F(CalledModule, IsMeasuredOnceWithoutAndNeverWithTheEngine) {
    BenchConfig bench;
    bench.graph = configOf(kErfLstm).graph;
    ASSERT_TRUE(loadUserNet(bench.graph, {}));
    bench.batches = {2};
    bench.warmups = 0;
    bench.repeats = 1;
    const Result<BenchReport> report = runBench(testing::bankOf(kTrees), bench, {}, [](const BenchReport&) {});
    ASSERT_TRUE(report) << report.error().text();
    std::vector<std::string> arms;
    for (const BenchResult& result : report->results) {
        arms.push_back(result.arm);
        EXPECT_FALSE(result.kernels) << result.arm;
        EXPECT_FALSE(result.speedupEngine) << result.arm;
        EXPECT_FALSE(result.fmaShare) << "nobody knows what a method computes";
        EXPECT_TRUE(result.equal) << result.arm;
    }
    EXPECT_THAT(arms, ElementsAre("regular", "folded"));
    EXPECT_THAT(report->notes, ::testing::Contains(HasSubstr("left out")));
}

/// No file would fit, so none is advised.
TEST_F(CalledModule, WithoutParametersItTakesNoWeights) {
    SessionConfig config = configOf(R"(
def leaf(self, word):
    return torch.stack([word * 0.1, word * 0.2], 1)

def compose(self, left, right):
    return torch.erf(left + right)
)");
    EXPECT_TRUE(ranOf(config).graph->ops.params.empty());
    config.weights = write("any.npz", "");
    const Status status = runPipeline({}, config, Reread::No, {}, [](const auto&) {});
    ASSERT_FALSE(status);
    EXPECT_THAT(status.error().text(), AllOf(HasSubstr("has no parameters"), Not(HasSubstr("export-values"))));
}

} // namespace
} // namespace batchscope
