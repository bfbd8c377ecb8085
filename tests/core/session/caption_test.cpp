// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/exec/executor.h"
#include "core/formats/read_treebank.h"
#include "core/schedule/policy.h"
#include "core/session/caption.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iterator>
#include <set>
#include <sstream>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

Snapshot captionedSnapshot(std::string_view text, const GraphOptions& options) {
    Snapshot snapshot;
    snapshot.config.graph = options;
    snapshot.treebank = std::make_shared<const Treebank>(*readTreebankText(text, "test", {}));
    snapshot.graph = std::make_shared<const OpGraph>(*buildGraph(*snapshot.treebank, options, {}));
    return snapshot;
}

std::multiset<std::string> captionsOf(const Snapshot& snapshot) {
    std::multiset<std::string> captions;
    for (std::size_t index = 0; index < snapshot.graph->size(); ++index) {
        if (const std::string_view caption = captionOf(snapshot, NodeId(index)); !caption.empty()) {
            captions.emplace(caption);
        }
    }
    return captions;
}

using Captions = std::multiset<std::string>;

TEST(Caption, IsTheWordOfEveryLeafInEveryNet) {
    for (const Net& net : nets()) {
        for (const Granularity granularity : {Granularity::Cell, Granularity::Primitive}) {
            GraphOptions options;
            options.model = net.name;
            options.dim = 8;
            options.granularity = granularity;
            const std::string name = std::string(net.name) + (granularity == Granularity::Cell ? "" : " primitive");
            if (net.name == std::string_view("mlp")) {
                continue; // takes no words
            }
            const Captions captions = captionsOf(captionedSnapshot("(1 (2 ab) (3 (0 c) (4 ab)))", options));
            if (net.name == std::string_view("bilstm-char-tagger")) {
                EXPECT_EQ(captions, (Captions{"a", "a", "b", "b", "c"})) << name << ": all words are rare";
            } else if (std::string_view(net.name).starts_with("lattice-")) {
                EXPECT_EQ(captions, (Captions{"a", "a", "ab", "ab", "b", "b", "c"})) << name << ": letters and words";
            } else {
                EXPECT_EQ(captions, (Captions{"ab", "ab", "c"})) << name;
            }
        }
    }
}

/// A module of which captions ask no more than its vocabulary.
class Module final : public UserNet {
public:
    explicit Module(std::vector<std::string> vocabulary) : m_vocabulary(std::move(vocabulary)) {}
    [[nodiscard]] const Net& traits() const override { return **findNet("tree-rnn"); }
    [[nodiscard]] Recursion recursion() const override { return Recursion::Binary; }
    [[nodiscard]] ModuleChoices chosen() const override { return {}; }
    [[nodiscard]] Result<UserOps> ops(const NetOptions& /*options*/) const override { return UserOps(); }
    [[nodiscard]] const std::vector<UserMethod>& methods() const override { return m_methods; }
    [[nodiscard]] const std::vector<std::string>& vocabulary() const override { return m_vocabulary; }
    [[nodiscard]] std::size_t embeddingRows() const override { return 0; }
    [[nodiscard]] std::int32_t classes() const override { return 0; }
    [[nodiscard]] const std::string& stamp() const override { return m_stamp; }
    [[nodiscard]] const std::string& confinement() const override { return m_stamp; }

private:
    std::vector<std::string> m_vocabulary;
    std::vector<UserMethod> m_methods;
    std::string m_stamp;
};

/// What its methods look up is not known where they are called.
Captions captionsOfModule(const std::vector<std::string>& vocabulary) {
    Snapshot snapshot = captionedSnapshot("(1 (2 ab) (3 (0 c) (4 ab)))", {.model = "tree-rnn"});
    OpGraph graph = *snapshot.graph;
    for (std::size_t index = 0; index < graph.ops.params.size(); ++index) {
        graph.ops.params[ParamId(index)].meaning = RowMeaning::None;
    }
    snapshot.graph = std::make_shared<const OpGraph>(std::move(graph));
    EXPECT_EQ(captionsOf(snapshot), Captions());
    snapshot.config.graph.user.net = std::make_shared<const Module>(vocabulary);
    return captionsOf(snapshot);
}

TEST(Caption, OfAModuleIsTheWordThatItReads) {
    EXPECT_EQ(captionsOfModule({}), (Captions{"ab", "ab", "c"}));
    EXPECT_EQ(captionsOfModule({"<unk>", "sea"}), (Captions{"<unk>", "<unk>", "sea"}));
}

TEST(Caption, OfAVectorIsItsLabel) {
    GraphOptions options;
    options.model = "mlp";
    const std::string_view images("\0\0\x08\x03\0\0\0\x02\0\0\0\x01\0\0\0\x02\x01\x02\x03\x04", 20);
    EXPECT_EQ(captionsOf(captionedSnapshot(images, options)), Captions{}) << "no labels were read";
}

TEST(Caption, OfAProgramIsEmpty) {
    const Snapshot snapshot =
        captionedSnapshot(R"({"batchscope_program": 1, "params": [{"name": "T", "rows": 500, "columns": 4}],
                       "ops": [{"name": "look", "arguments": [{"name": "i", "class": "integer"}],
                                "body": [{"name": "y", "do": "lookup", "of": ["i"], "table": "T"}], "outputs": ["y"]}],
                       "calls": [{"name": "a", "op": "look", "args": [{"integer": 400}]}],
                       "outputs": ["a"]})",
                          {});
    EXPECT_EQ(captionsOf(snapshot), Captions{}) << "400 is no word id, and there are only four of them";
}

TEST(Caption, OfATreeWithWordsAtHeadsIsAtTheirNodes) {
    GraphOptions options;
    options.model = "child-sum-tree-lstm";
    const Snapshot snapshot =
        captionedSnapshot("1\tShe\t_\t_\t_\t_\t2\tnsubj\t_\t_\n2\treads\t_\t_\t_\t_\t0\troot\t_\t_\n\n", options);
    EXPECT_EQ(captionsOf(snapshot), (Captions{"She", "reads"}));
}

/// As the pipeline would make it, without a run.
Snapshot scheduledSnapshot() {
    Snapshot snapshot = captionedSnapshot(testing::kTwoTrees, {});
    snapshot.schedule = std::make_shared<const Schedule>(testing::scheduleOf(*snapshot.graph, "depth"));
    snapshot.metrics = std::make_shared<const ScheduleMetrics>(
        metricsOf(*snapshot.graph, *snapshot.schedule, makePlan(*snapshot.graph, *snapshot.schedule)));
    snapshot.planned = std::make_shared<const BatchViews>(
        plannedViews(*snapshot.graph, *snapshot.schedule, InterpreterOptions(), Work::Inference));
    snapshot.storyboard = std::make_shared<const Storyboard>(testing::storyOf(*snapshot.graph, *snapshot.schedule));
    return snapshot;
}

std::size_t wordsOf(const std::string& text) {
    std::istringstream words(text);
    return static_cast<std::size_t>(std::distance(std::istream_iterator<std::string>(words), {}));
}

/// Twelve words for the first layer and forty for the second, each a whole sentence; in a batch the first number is its
/// size.
void expectReadable(const Snapshot& snapshot, const std::string& name) {
    const auto stops = static_cast<std::size_t>(snapshot.storyboard->end()) + 1;
    for (std::size_t stop = 0; stop < stops; ++stop) {
        const Caption caption = captionAt(snapshot, static_cast<double>(stop));
        EXPECT_LE(wordsOf(caption.what), 12U) << name << ": " << caption.what;
        EXPECT_LE(wordsOf(caption.because), 40U) << name << ": " << caption.because;
        EXPECT_EQ(caption.text().back(), '.') << name << ": " << caption.text();
        EXPECT_EQ(caption.text().find("  "), std::string::npos) << name << ": " << caption.text();
        const std::size_t batch = stop - static_cast<std::size_t>(Storyboard::kFirstBatchStop) - 1;
        if (stop > Storyboard::kFirstBatchStop && batch < snapshot.schedule->batchCount()) {
            EXPECT_EQ(caption.what.substr(0, caption.what.find(' ')),
                      withThousands(snapshot.schedule->batchSize(BatchId(batch))))
                << name;
        }
    }
}

TEST(StageCaption, IsShortForEveryNetPolicyAndExecutor) {
    for (const Net& net : nets()) {
        const bool takesWords = net.leaves != Leaves::Vectors;
        if (!takesWords) {
            continue;
        }
        Snapshot snapshot = captionedSnapshot("(1 (2 ab) (3 (0 c) (4 ab)))\n(2 (2 d) (1 e))\n", {.model = net.name});
        for (const Policy* policy : policies()) {
            if (!policy->accepts(*snapshot.graph)) {
                continue;
            }
            snapshot.schedule = std::make_shared<const Schedule>(testing::scheduleOf(*snapshot.graph, policy->name()));
            snapshot.storyboard =
                std::make_shared<const Storyboard>(testing::storyOf(*snapshot.graph, *snapshot.schedule));
            snapshot.metrics = std::make_shared<const ScheduleMetrics>(
                metricsOf(*snapshot.graph, *snapshot.schedule, makePlan(*snapshot.graph, *snapshot.schedule)));
            for (const ExecutorOptions& executor :
                 {ExecutorOptions(InterpreterOptions()), ExecutorOptions(EngineOptions())}) {
                snapshot.planned = std::make_shared<const BatchViews>(
                    plannedViews(*snapshot.graph, *snapshot.schedule, executor, Work::Inference));
                expectReadable(snapshot, std::string(net.name) + ' ' + std::string(policy->name()));
            }
        }
    }
}

TEST(StageCaption, NamesASpeedUpOnlyWhereItWasMeasured) {
    Snapshot snapshot = scheduledSnapshot();
    const auto end = [&] { return captionAt(snapshot, snapshot.storyboard->end()); };
    RunReport report;
    report.speed.emplace().executor = ExecutorKind::LibTorch;
    for (const TimedArm arm : {TimedArm::RegularOff, TimedArm::FoldedOff}) {
        report.speed->samples[static_cast<std::size_t>(arm)].assign(
            10, {.compute = arm == TimedArm::FoldedOff ? 1e-5 : 2.8e-5});
    }
    report.regular.compute = 2.8e-5;
    snapshot.report = std::make_shared<const RunReport>(report);
    EXPECT_EQ(end().what, "10 calls became 5: 2.8 times as fast.");
    EXPECT_THAT(end().because, HasSubstr("2 times fewer calls, but the same arithmetic"));
    EXPECT_THAT(captionAt(snapshot, 0.0).because, HasSubstr("28 µs in all"));
    report.speed->verdict = SpeedVerdict::Busy;
    snapshot.report = std::make_shared<const RunReport>(report);
    EXPECT_EQ(end().what, "10 calls became 5: 2.8 times as fast.");
    EXPECT_THAT(end().because, HasSubstr("busy"));
    snapshot.report = nullptr;
    EXPECT_EQ(end().what, "10 calls became 5.");
}

TEST(StageCaption, InPassingOneHeadlineServesAllBatchesAfterTheFirst) {
    const Snapshot snapshot = scheduledSnapshot(); // 10 calls in 5 batches
    const std::size_t first = snapshot.schedule->batchSize(BatchId(std::size_t{0}));
    const Caption caption = captionInPassing(snapshot);
    EXPECT_THAT(caption.what, HasSubstr(std::to_string(snapshot.graph->size() - first)));
    EXPECT_THAT(caption.what, HasSubstr("4 calls"));
    EXPECT_LE(std::count(caption.what.begin(), caption.what.end(), ' '), 11) << "at most twelve words";
    EXPECT_TRUE(captionInPassing(Snapshot()).empty());
}

TEST(StageCaption, IsEmptyBeforeThereIsASchedule) {
    EXPECT_TRUE(captionAt(Snapshot(), 1.0).empty());
    EXPECT_TRUE(captionAt(captionedSnapshot(testing::kTwoTrees, {}), 1.0).empty());
}

} // namespace
} // namespace batchscope
