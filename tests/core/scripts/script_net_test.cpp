// SPDX-License-Identifier: GPL-3.0-or-later
//
// Modules of TorchScript as nets: what is found in them, how their methods run, and that it is the same however they
// run; what is refused, and with which words.
#include "core/scripts/script_net.h"

#include "core/exec/optimizer.h"
#include "core/exec/runner.h"
#include "core/formats/read_treebank.h"
#include "core/schedule/policy.h"
#include "core/trace/run_report.h"
#include "tests/core/scripts/modules.h"
#include "tests/support/all_tests.h"
#include "tests/support/files.h"
#include "tests/support/forests.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/waiting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <list>
#include <set>
#include <string>
#include <sys/wait.h>
#include <thread>

namespace batchscope {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::kLeafSource;
using testing::kTreeLstmSource;
using testing::moduleOf;
using Net = std::shared_ptr<const UserNet>;

constexpr double kLargestDifference = 1e-5;

Treebank trees() {
    return testing::bankOf(
        "(2 (1 (2 a) (0 b)) (1 (2 c) (1 (0 a) (2 d))))\n(1 (2 a) (0 d))\n(0 (1 (1 b) (2 c)) (2 a))\n");
}

/// The methods of two recursions.
constexpr const char* kTwoRecursions = R"(
def compose(self, left, right):
    return torch.tanh(torch.linear(torch.cat([left, right], 1), self.V))

def step(self, word, h):
    return self.compose(self.leaf(word), h)
)";

class Scripts : public testing::FolderTest {
protected:
    [[nodiscard]] std::string saved(const std::string& source) const {
        const std::string path = (m_folder / "encoder.pt").string();
        moduleOf(source).save(path);
        return path;
    }

    [[nodiscard]] Result<Net> loaded(const std::string& source, const ScriptOptions& options = {}) const {
        return loadScript(saved(source), options, {});
    }

    [[nodiscard]] std::string messageOf(const std::string& source, const ScriptOptions& options = {}) const {
        const Result<Net> net = loaded(source, options);
        return net ? std::string("it was loaded") : net.error().text();
    }

    [[nodiscard]] static GraphOptions optionsFor(const Net& net) {
        GraphOptions options;
        options.model = "encoder.pt";
        options.user.net = net;
        options.outputs = Outputs::All;
        return options;
    }
};

const UserMethod& methodOf(const UserNet& net, std::string_view name) {
    const auto found = std::find_if(net.methods().begin(), net.methods().end(),
                                    [&](const UserMethod& method) { return method.name == name; });
    EXPECT_NE(found, net.methods().end()) << name;
    return *found;
}

ArmRun ranOn(const OpGraph& graph, const ExecutorOptions& executor, const char* policy, Work work = Work::Training) {
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    RunOptions options;
    options.work = work;
    options.executor = executor;
    Result<ArmRun> run = runArm({graph, **findPolicy(policy), parameters}, options, Recording::Seconds, {});
    EXPECT_TRUE(run) << run.error().text();
    return std::move(*run);
}

/// The requested values, one after the other.
std::vector<double> outputsOf(const OpGraph& graph, const ArmRun& run) {
    std::vector<double> numbers;
    for (const Value& value : graph.outputs) {
        const std::vector<double> row = run.execution.state().row(value);
        numbers.insert(numbers.end(), row.begin(), row.end());
    }
    return numbers;
}

void expectNearAll(const std::vector<double>& left, const std::vector<double>& right, const std::string& what) {
    ASSERT_EQ(left.size(), right.size()) << what;
    for (std::size_t index = 0; index < left.size(); ++index) {
        ASSERT_NEAR(left[index], right[index], kLargestDifference) << what << " " << index;
    }
}

/// Gradients of a parameter by its name; sorted numbers where two forms of it differ in shape.
std::vector<double> gradientOf(const OpGraph& graph, const ArmRun& run, std::string_view name) {
    for (std::size_t index = 0; index < graph.ops.params.size(); ++index) {
        if (graph.ops.params[ParamId(index)].name == name) {
            std::vector<double> numbers = run.gradients->parameter(ParamId(index));
            std::sort(numbers.begin(), numbers.end());
            return numbers;
        }
    }
    ADD_FAILURE() << name;
    return {};
}

/// Translated on the engine and on LibTorch, called once a batch, called once a node: all give the same.
void expectSameHoweverItRuns(const Net& called, const GraphOptions& options) {
    const Treebank bank = trees();
    GraphOptions other = options;
    other.user.net = called;
    const OpGraph graph = *buildGraph(bank, options, {});
    const OpGraph calls = *buildGraph(bank, other, {});
    ASSERT_FALSE(graph.ops.hasCalls());
    ASSERT_TRUE(calls.ops.hasCalls());
    const ArmRun engine = ranOn(graph, EngineOptions(), "depth");
    const ArmRun plain = ranOn(graph, InterpreterOptions(), "agenda");
    const ArmRun batched = ranOn(calls, InterpreterOptions(), "depth");
    const ArmRun alone = ranOn(calls, EngineOptions(), "regular"); // LibTorch, as it cannot run on the engine
    const std::vector<double> expected = outputsOf(calls, alone);
    expectNearAll(outputsOf(graph, engine), expected, "engine");
    expectNearAll(outputsOf(graph, plain), expected, "plain bodies");
    expectNearAll(outputsOf(calls, batched), expected, "called once a batch");
    for (const char* parameter : {"E", "L", "R", "b", "Y", "y"}) {
        const std::vector<double> gradient = gradientOf(calls, alone, parameter);
        expectNearAll(gradientOf(graph, engine, parameter), gradient, parameter);
        expectNearAll(gradientOf(calls, batched, parameter), gradient, parameter);
    }
}

TEST_F(Scripts, ATreeLstmIsTranslatedAndTheSameHoweverItRuns) {
    const Result<Net> net = loaded(kTreeLstmSource);
    ASSERT_TRUE(net) << net.error().text();
    EXPECT_EQ((*net)->recursion(), Recursion::Binary);
    EXPECT_EQ((*net)->classes(), 3);
    EXPECT_EQ((*net)->embeddingRows(), 20U);
    for (const UserMethod& method : (*net)->methods()) {
        EXPECT_EQ(method.way, MethodKind::Translated) << method.name << ": " << method.reason;
    }
    ScriptOptions options;
    options.translate = Translate::No;
    const Result<Net> called = loaded(kTreeLstmSource, options);
    ASSERT_TRUE(called) << called.error().text();
    expectSameHoweverItRuns(*called, optionsFor(*net));
}

const char* const kCompareSource = R"(
def compare(self, first, second):
    return torch.linear(torch.cat([first, second], 1), self.V, self.v)
)";

TEST_F(Scripts, CompareIsAtTheRootOfAPairAndTheSameHoweverItRuns) {
    const std::string source = std::string(kTreeLstmSource) + kCompareSource;
    const Result<Net> net = loaded(source);
    ASSERT_TRUE(net) << net.error().text();
    EXPECT_EQ((*net)->recursion(), Recursion::Binary);
    EXPECT_EQ((*net)->classes(), 4); // logits have 3
    EXPECT_EQ(methodOf(**net, "compare").way, MethodKind::Translated) << methodOf(**net, "compare").reason;
    EXPECT_THAT(methodLines(**net).back(), HasSubstr("read as a pair"));
    const Treebank bank = trees();
    GraphOptions options = optionsFor(*net);
    options.outputs = Outputs::Root;
    const OpGraph graph = *buildGraph(bank, options, {});
    ASSERT_EQ(graph.outputs.size(), bank.trees.size());
    for (std::size_t tree = 0; tree < graph.outputs.size(); ++tree) {
        const NodeId node = graph.outputs[tree].node;
        EXPECT_EQ(graph.opOf(node).name, "compare");
        EXPECT_EQ(graph.origins[node].treeNode, bank.tree(TreeId(tree))->root());
    }
    std::size_t composed = 0;
    for (std::size_t node = 0; node < graph.size(); ++node) {
        composed += graph.opOf(NodeId(node)).name == "children" ? 1 : 0;
    }
    EXPECT_EQ(composed, 4U); // of seven inner nodes three are roots
    ScriptOptions untranslated;
    untranslated.translate = Translate::No;
    const Result<Net> called = loaded(source, untranslated);
    ASSERT_TRUE(called) << called.error().text();
    expectSameHoweverItRuns(*called, optionsFor(*net));
}

TEST_F(Scripts, PairsOfSequencesAreReadOneByOne) {
    const Result<Net> net = loaded(std::string(R"(
def step(self, word, h):
    x = torch.embedding(self.E, word, -1, False, False)
    return torch.tanh(torch.linear(torch.cat([x, h], 1), self.V, self.v))
)") + kCompareSource);
    ASSERT_TRUE(net) << net.error().text();
    const Treebank bank = testing::bankOf("(1 (2 (0 a) (0 b)) (2 (1 (0 c) (0 d)) (0 a)))\n");
    GraphOptions options = optionsFor(*net);
    options.outputs = Outputs::Root;
    const OpGraph graph = *buildGraph(bank, options, {});
    EXPECT_EQ(graph.size(), 8U); // two states of zeros, five words, compare
    EXPECT_EQ(graph.levels[graph.outputs.front().node], 4U);
    EXPECT_EQ(graph.targets.front(), 1);
    expectNearAll(outputsOf(graph, ranOn(graph, EngineOptions(), "depth")),
                  outputsOf(graph, ranOn(graph, InterpreterOptions(), "regular")), "pair of sequences");
}

TEST_F(Scripts, OneTreeIsNoPair) {
    const Result<Net> net = loaded(std::string(kTreeLstmSource) + kCompareSource);
    ASSERT_TRUE(net) << net.error().text();
    const Treebank bank = testing::bankOf("(1 (1 (2 a) (0 b)) (1 c))\n(2 a)\n");
    const Result<OpGraph> graph = buildGraph(bank, optionsFor(*net), {});
    ASSERT_FALSE(graph);
    EXPECT_THAT(graph.error().text(), AllOf(HasSubstr(":2:1"), HasSubstr("this root has none"), HasSubstr("--pairs")));
}

TEST_F(Scripts, CompareTakesTwoStates) {
    EXPECT_THAT(
        messageOf(std::string(kTreeLstmSource) + R"(
def compare(self, first, second, third):
    return first + second + third
)"),
        AllOf(HasSubstr("the method compare does not fit"), HasSubstr("Expected: compare(4 Tensors) -> Tensor")));
}

TEST_F(Scripts, ListsAndLoopsOverChildrenAreTranslated) {
    const Result<Net> net = loaded(R"(
def leaf(self, word):
    h = torch.embedding(self.E, word, -1, False, False)
    return h, torch.zeros_like(h)

def node(self, hs: List[Tensor], cs: List[Tensor]):
    total = torch.stack(hs).sum(0)
    c = torch.tanh(torch.linear(total, self.W, self.v))
    for k in range(len(cs)):
        c = c + torch.sigmoid(torch.linear(hs[k], self.W)) * cs[k]
    if len(hs) > 2:
        c = c * 0.5
    return torch.tanh(c), c

def logits(self, h):
    return torch.linear(h, self.Y, self.y)
)");
    ASSERT_TRUE(net) << net.error().text();
    EXPECT_EQ((*net)->recursion(), Recursion::Nary);
    EXPECT_EQ(methodOf(**net, "node").way, MethodKind::Translated) << methodOf(**net, "node").reason;
    const Treebank bank = testing::bankOf("(2 (1 (2 a) (0 b) (1 c)) (1 (2 c) (1 (0 a) (2 d))))\n(1 (2 a))\n");
    const OpGraph graph = *buildGraph(bank, optionsFor(*net), {});
    const std::vector<double> folded = outputsOf(graph, ranOn(graph, EngineOptions(), "depth"));
    expectNearAll(folded, outputsOf(graph, ranOn(graph, InterpreterOptions(), "regular")), "n-ary");
}

// ---- what has no translation, and what may not batch

std::string withCompose(const std::string& body) {
    return kLeafSource + ("\ndef compose(self, left, right):\n" + body);
}

TEST_F(Scripts, WhatIsNotKnownIsCalledAndNamed) {
    const Result<Net> net = loaded(withCompose("    both = torch.cat([left, right], 1)\n"
                                               "    return torch.erf(torch.linear(both, self.V))\n"));
    ASSERT_TRUE(net) << net.error().text();
    const UserMethod& compose = methodOf(**net, "compose");
    EXPECT_EQ(compose.way, MethodKind::Opaque) << compose.hazard;
    EXPECT_THAT(compose.reason, AllOf(HasSubstr("aten::erf"), HasSubstr("torch.erf(torch.linear(both")));
    EXPECT_EQ(methodOf(**net, "leaf").way, MethodKind::Translated);
    const OpGraph graph = *buildGraph(trees(), optionsFor(*net), {});
    expectNearAll(outputsOf(graph, ranOn(graph, EngineOptions(), "depth")),
                  outputsOf(graph, ranOn(graph, EngineOptions(), "regular")), "erf");
    GraphOptions primitives = optionsFor(*net);
    primitives.granularity = Granularity::Primitive;
    const OpGraph lowered = *buildGraph(trees(), primitives, {});
    expectNearAll(outputsOf(lowered, ranOn(lowered, EngineOptions(), "depth")),
                  outputsOf(graph, ranOn(graph, EngineOptions(), "regular")), "erf among primitives");
}

// ---- functions of whole rows and of stacked rows

struct Rows {
    const char* name;
    const char* body;
};

class TranslatedRows : public Scripts, public ::testing::WithParamInterface<Rows> {};

/// Values and gradients, on the engine and plain, against the method itself.
void expectSameAsCalled(const Net& net, const Net& called, const Treebank& bank,
                        std::initializer_list<const char*> parameters) {
    GraphOptions options;
    options.model = "encoder.pt";
    options.outputs = Outputs::All;
    options.user.net = net;
    const OpGraph graph = *buildGraph(bank, options, {});
    options.user.net = called;
    const OpGraph calls = *buildGraph(bank, options, {});
    const ArmRun engine = ranOn(graph, EngineOptions(), "depth");
    const ArmRun plain = ranOn(graph, InterpreterOptions(), "regular");
    const ArmRun expected = ranOn(calls, InterpreterOptions(), "depth");
    expectNearAll(outputsOf(graph, engine), outputsOf(calls, expected), "engine");
    expectNearAll(outputsOf(graph, plain), outputsOf(calls, expected), "plain bodies");
    for (const char* parameter : parameters) {
        expectNearAll(gradientOf(graph, engine, parameter), gradientOf(calls, expected, parameter), parameter);
    }
}

TEST_P(TranslatedRows, AreTheSameAsTheMethod) {
    const std::string source = withCompose(GetParam().body);
    const Result<Net> net = loaded(source);
    ASSERT_TRUE(net) << net.error().text();
    EXPECT_EQ(methodOf(**net, "compose").way, MethodKind::Translated) << methodOf(**net, "compose").reason;
    ScriptOptions calling;
    calling.translate = Translate::No;
    const Result<Net> called = loaded(source, calling);
    ASSERT_TRUE(called) << called.error().text();
    expectSameAsCalled(*net, *called, trees(), {"E", "V"});
}

/// zip, enumerate and range over children; attention over them.
TEST_F(Scripts, LoopsOverTwoListsAndAttentionOverChildrenAreTheSameAsTheMethod) {
    const std::string source = R"(
def leaf(self, word):
    return torch.embedding(self.E, word, -1, False, False)

def node(self, hs: List[Tensor]):
    c = torch.linear(hs[0], self.W, self.v)
    for h, k in zip(hs, hs[1:]):
        c = c + torch.linear(h, self.W) * k
    for i, h in enumerate(hs):
        c = c + 0.1 * i * h
    for i in range(1, len(hs), 2):
        c = c - hs[i]
    s = torch.stack(hs, 1)
    w = torch.softmax(torch.bmm(s, c.unsqueeze(2)).squeeze(2), 1)
    if s.size(1) in [2, 3]:
        c = c * 0.5
    return torch.tanh(torch.bmm(w.unsqueeze(1), s).squeeze(1) + c / max(1, min(len(hs), 2)))

def logits(self, h):
    return torch.linear(h, self.Y, self.y)
)";
    const Result<Net> net = loaded(source);
    ASSERT_TRUE(net) << net.error().text();
    EXPECT_EQ(methodOf(**net, "node").way, MethodKind::Translated) << methodOf(**net, "node").reason;
    ScriptOptions calling;
    calling.translate = Translate::No;
    const Result<Net> called = loaded(source, calling);
    ASSERT_TRUE(called) << called.error().text();
    const Treebank bank = testing::bankOf("(2 (1 (2 a) (0 b) (1 c)) (1 (2 c) (1 (0 a) (2 d))))\n(1 (2 a))\n");
    expectSameAsCalled(*net, *called, bank, {"E", "W"});
}

constexpr const char* kBoth = "    x = torch.linear(torch.cat([left, right], 1), self.V)\n";

Rows rowsOf(const char* name, const char* body) {
    static std::list<std::string> kept; // parameters are plain values
    return {name, kept.emplace_back(std::string(kBoth) + body).c_str()};
}

INSTANTIATE_TEST_SUITE_P(
    Each, TranslatedRows,
    ::testing::Values(
        rowsOf("Softmax", "    return torch.softmax(x, 1) + torch.log_softmax(x, -1)\n"),
        rowsOf("LayerNorm", "    return torch.layer_norm(x, [4], self.v, self.v, 1e-5)\n"),
        rowsOf("LayerNormAlone", "    return torch.layer_norm(x, [4], None, None, 1e-3)\n"),
        rowsOf("Functions",
               "    return torch.gelu(x) + torch.softplus(x) + torch.leaky_relu(x, 0.2) + torch.silu(x)\n"),
        rowsOf("Roots",
               "    y = x * x + 1.5\n"
               "    return torch.tanh(0.1 * (torch.sqrt(y) + torch.rsqrt(y) + torch.log(y) + y ** 1.5 + 1.0 / y))\n"),
        rowsOf("Bounds",
               "    return torch.clamp(x, -0.3, 0.4) + torch.maximum(x, left) - torch.min(x, right) + torch.abs(x)\n"),
        rowsOf("ColumnOverRow", "    return x / (0.5 + torch.sum(x * x, 1, True)) + x * torch.mean(x, [1], True)\n"),
        rowsOf("Largest", "    return x - torch.amax(x, 1, True)\n"),
        rowsOf("MaxOverItems", "    return torch.max(torch.stack([x, left, right], 1), 1)[0]\n"),
        rowsOf("SoftmaxOverItems",
               "    s = torch.stack([x, left, right], 1)\n    return (torch.softmax(s, 1) * s).sum(1)\n"),
        rowsOf("Attention", "    s = torch.stack([left, right], 1)\n"
                            "    w = torch.softmax(torch.matmul(torch.tanh(torch.linear(s, self.W)), self.v), 1)\n"
                            "    return torch.tanh((w.unsqueeze(2) * s).sum(1)) + x\n"),
        rowsOf("AttentionByProducts", "    s = torch.stack([left, right], 1)\n"
                                      "    w = torch.softmax(torch.bmm(s, x.unsqueeze(2)).squeeze(2) / 2.0, 1)\n"
                                      "    return torch.bmm(w.unsqueeze(1), s).squeeze(1) + s.select(1, -1)\n"),
        rowsOf("BatchNorm",
               "    return torch.batch_norm(x, self.v, self.v, self.s, self.s, False, 0.1, 1e-5, False)\n"),
        rowsOf("BatchNormAlone",
               "    return torch.batch_norm(x, None, None, self.s, self.s, False, 0.1, 1e-3, False)\n"),
        rowsOf("GruCell", "    return torch.gru_cell(x, right, self.G, self.G, None, None)\n"),
        rowsOf("RnnCells", "    y = torch.rnn_tanh_cell(x, left, self.W, self.W, self.v, self.v)\n"
                           "    return y - torch.rnn_relu_cell(x, right, self.W, self.W, self.v, self.v)\n"),
        rowsOf("Bent", "    return right * x + torch.elu(x, 0.7)\n"),
        rowsOf("SumWithoutTheDimension", "    s = torch.tanh(torch.sum(x * left, 1)) * 0.5 + 1.0\n"
                                         "    t = torch.stack([s, x[:, 0], torch.matmul(right, self.v)], 1)\n"
                                         "    return x * s.unsqueeze(1) + torch.sum(t, 1, True) * s.view(-1, 1)\n"),
        rowsOf("OtherShapes", "    s = x.view(x.size(0), 2, 2)\n"
                              "    w = torch.softmax(s, 2) * torch.reshape(left, [-1, 2, 2])\n"
                              "    y = w.reshape(x.size(0), -1) + right.view(-1, 4)\n"
                              "    return y + torch.flatten(s, 1) + torch.sum(x, 1, True).expand_as(x)\n"),
        rowsOf("InPlace", "    y = x * 2.0\n    y.add_(left)\n    y.sub_(0.5 * right)\n    z = torch.zeros_like(x)\n"
                          "    for k in range(3):\n        z += torch.tanh(y * (k + 1.0))\n"
                          "    z.mul_(0.5)\n    y.clamp_(-0.5, 0.5)\n    return torch.relu_(z - 0.1) + y\n"),
        rowsOf("OneWeightForAll", "    return x * self.a + left\n"),
        rowsOf("ColumnsOfAStack", "    s = torch.stack([left, x], 1)\n    return x * s.sum(2).sum(1, True)\n")),
    [](const auto& each) { return each.param.name; });

/// Where the two branches of a function meet, the gradient is PyTorch's, also of the slopes.
TEST_F(Scripts, BranchesHaveTheGradientOfTheMethodAtZero) {
    const std::string source =
        withCompose("    x = torch.linear(torch.cat([left, right], 1), self.V)\n"
                    "    zeros = left * 0.0 + self.z\n"
                    "    y = torch.elu(zeros, 0.7) + 2.0 * torch.prelu(zeros, self.a)\n"
                    "    y += torch.clamp(zeros, 0.0, 1.0) - 3.0 * torch.clamp(zeros, None, 0.0)\n"
                    "    y += 7.0 * torch.hardtanh(zeros, 0.0, 0.5) + torch.hardtanh(x, -0.3, 0.4)\n"
                    "    return y + torch.prelu(x, self.v) + torch.elu(x, 2.0)\n");
    const Result<Net> net = loaded(source);
    ASSERT_TRUE(net) << net.error().text();
    EXPECT_EQ(methodOf(**net, "compose").way, MethodKind::Translated) << methodOf(**net, "compose").reason;
    ScriptOptions calling;
    calling.translate = Translate::No;
    const Result<Net> called = loaded(source, calling);
    ASSERT_TRUE(called) << called.error().text();
    expectSameAsCalled(*net, *called, trees(), {"E", "V", "z", "a", "v"});
}

/// Who else holds the tensor sees the change, which a translation would not.
TEST_F(Scripts, ChangesInPlaceOfWhatOthersHoldAreCalled) {
    for (const char* body : {"    left.add_(right)\n    return torch.tanh(left)\n",
                             "    x = left * 2.0\n    y = x[:, 0:4]\n    x.add_(right)\n    return torch.tanh(y)\n",
                             "    x = left * 2.0\n    held = [x, right]\n    x.add_(right)\n    return held[0] + 0.0\n",
                             "    x = left * 2.0\n    y = x.add_(right)\n    y.mul_(2.0)\n    return x + 0.0\n"}) {
        const Result<Net> net = loaded(withCompose(body));
        ASSERT_TRUE(net) << net.error().text();
        EXPECT_EQ(methodOf(**net, "compose").way, MethodKind::Opaque) << body;
        EXPECT_THAT(methodOf(**net, "compose").reason, HasSubstr("in place")) << body;
    }
}

/// A shape in which rows reach into one another is no row.
TEST_F(Scripts, ShapesThatMixRowsAreNotTranslated) {
    const Result<Net> net =
        loaded(withCompose("    x = (left + right).view(-1)\n    return x.view(left.size(0), 4)\n"));
    ASSERT_TRUE(net) << net.error().text();
    EXPECT_EQ(methodOf(**net, "compose").way, MethodKind::Opaque)
        << "each row is in its place, which only a call shows";
    EXPECT_THAT(methodOf(**net, "compose").reason, HasSubstr("aten::view"));
}

struct UnsafeBody {
    const char* name;
    const char* body;
    const char* operation;
    const char* line;
};

class UnsafeRows : public Scripts, public ::testing::WithParamInterface<UnsafeBody> {};

TEST_P(UnsafeRows, AreNamedWithOperationAndLineAndRunAlone) {
    const Result<Net> net = loaded(withCompose(GetParam().body));
    ASSERT_TRUE(net) << net.error().text();
    const UserMethod& compose = methodOf(**net, "compose");
    EXPECT_EQ(compose.way, MethodKind::Alone);
    EXPECT_THAT(compose.hazard, AllOf(HasSubstr(GetParam().operation), HasSubstr(GetParam().line)));
    const OpGraph graph = *buildGraph(trees(), optionsFor(*net), {});
    const ArmRun run = ranOn(graph, EngineOptions(), "depth", Work::Inference);
    for (std::size_t batch = 0; batch < run.schedule.batchCount(); ++batch) {
        const Op& op = graph.opOf(run.schedule.batchSignatures[BatchId(batch)]);
        EXPECT_TRUE(op.name != "compose" || run.schedule.batchSize(BatchId(batch)) == 1);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Each, UnsafeRows,
    ::testing::Values(
        UnsafeBody{"SoftmaxOverRows", "    x = torch.linear(left, self.W) + right\n    return torch.softmax(x, 0)\n",
                   "aten::softmax", "torch.softmax(x, 0)"},
        UnsafeBody{"MeanOverAll", "    return torch.tanh(left) - left.mean() + right\n", "aten::mean", "left.mean()"},
        UnsafeBody{"Dropout", "    return torch.dropout(left + right, 0.5, True)\n", "aten::dropout",
                   "torch.dropout(left + right"},
        UnsafeBody{"CumulativeSum", "    return torch.cumsum(left + right, 0)\n", "aten::cumsum",
                   "torch.cumsum(left + right, 0)"}),
    [](const auto& each) { return each.param.name; });

/// The mask of a node is the same in both arms and in the backward pass, and another one in the next step.
TEST_F(Scripts, DropoutInTrainingModeHasOneMaskForEachNode) {
    const Result<Net> net = loaded(withCompose("    return torch.dropout(left + right, 0.5, True)\n"));
    ASSERT_TRUE(net) << net.error().text();
    EXPECT_THAT(methodOf(**net, "compose").hazard, HasSubstr("call eval() before saving"));
    const OpGraph graph = *buildGraph(trees(), optionsFor(*net), {});
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    RunOptions options;
    options.timing = Timing::Off;
    options.executor = InterpreterOptions();
    const Result<CheckedRun> run = runBoth({graph, **findPolicy("depth"), parameters}, options, {}, {});
    ASSERT_TRUE(run) << run.error().text();
    EXPECT_TRUE(run->report.equality->equal);
    EXPECT_FALSE(run->report.cause);
    const RecordedState& state = run->folded.execution.state();
    std::size_t dropped = 0;
    std::size_t kept = 0;
    for (std::size_t index = 0; index < graph.size(); ++index) {
        if (graph.opOf(NodeId(index)).name == "compose") {
            const auto arguments = graph.argumentsOf(NodeId(index));
            const std::vector<double> left = state.row(arguments[0].value());
            const std::vector<double> right = state.row(arguments[1].value());
            const std::vector<double> made = state.row({NodeId(index), 0});
            for (std::size_t column = 0; column < made.size(); ++column) {
                const bool isDropped = made[column] == 0.0;
                EXPECT_TRUE(isDropped || std::abs(made[column] - 2 * (left[column] + right[column])) < 1e-5);
                dropped += isDropped ? 1 : 0;
                kept += isDropped ? 0 : 1;
            }
        }
    }
    EXPECT_GT(dropped, 0U);
    EXPECT_GT(kept, 0U);
}

/// The difference is the module's, so it has to be seen however little is dropped.
TEST_F(Scripts, ALittleDropoutIsSeen) {
    const Result<Net> net = loaded(withCompose("    return torch.dropout(left + right, 0.04, True)\n"));
    ASSERT_TRUE(net) << net.error().text();
    EXPECT_THAT(methodOf(**net, "compose").hazard, HasSubstr("aten::dropout"));
}

TEST_F(Scripts, TrainingLeavesBuffersAsTheyAre) {
    const Result<Net> net =
        loaded(withCompose("    return torch.batch_norm(torch.linear(left + right, self.W), None, None, "
                           "self.s, self.s, False, 0.1, 1e-5, False)\n"));
    ASSERT_TRUE(net) << net.error().text();
    ASSERT_EQ(methodOf(**net, "compose").way, MethodKind::Translated) << methodOf(**net, "compose").reason;
    const OpGraph graph = *buildGraph(trees(), optionsFor(*net), {});
    const Parameters before = *Parameters::create(graph.ops, 1, {});
    Parameters after = *Parameters::create(graph.ops, 1, {});
    const ArmRun run = ranOn(graph, EngineOptions(), "depth");
    Optimizer::create(graph.ops, {.learningRate = 0.5})->step(*run.gradients, after);
    std::size_t fixed = 0;
    for (std::size_t index = 0; index < graph.ops.params.size(); ++index) {
        const ParamSpec& spec = graph.ops.params[ParamId(index)];
        fixed += spec.isFixed ? 1 : 0;
        EXPECT_EQ(spec.isFixed, spec.name == "s") << spec.name;
        EXPECT_EQ(before.numbers(ParamId(index)) == after.numbers(ParamId(index)), spec.isFixed) << spec.name;
    }
    EXPECT_GE(fixed, 1U);
}

TEST_F(Scripts, WhatIsUnsafeBatchesWhereThatIsChosen) {
    const std::string path = saved(withCompose("    return torch.softmax(left + right, 0)\n"));
    GraphOptions options;
    options.model = path;
    ASSERT_TRUE(*loadUserNet(options, {}));
    EXPECT_TRUE(options.user.net->traits().uses.unsafe);
    EXPECT_EQ(methodOf(*options.user.net, "compose").way, MethodKind::Alone);
    const auto largest = [&] {
        const OpGraph graph = *buildGraph(trees(), options, {});
        const ArmRun run = ranOn(graph, InterpreterOptions(), "depth", Work::Inference);
        std::size_t size = 0;
        for (std::size_t batch = 0; batch < run.schedule.batchCount(); ++batch) {
            const Op& op = graph.opOf(run.schedule.batchSignatures[BatchId(batch)]);
            size = op.name == "compose" ? std::max(size, run.schedule.batchSize(BatchId(batch))) : size;
        }
        return size;
    };
    EXPECT_EQ(largest(), 1U);
    options.module.unsafe = Unsafe::Batch;
    ASSERT_TRUE(*loadUserNet(options, {}));
    EXPECT_GT(largest(), 1U);
    EXPECT_TRUE(options.user.net->traits().uses.unsafe) << "it can be taken back";
    const UserMethod& compose = methodOf(*options.user.net, "compose");
    EXPECT_EQ(compose.way, MethodKind::Trusted);
    EXPECT_THAT(methodLines(*options.user.net),
                ::testing::Contains(AllOf(HasSubstr("compose"), HasSubstr("as you chose"), HasSubstr("softmax"))));
}

TEST_F(Scripts, BatchNormInTrainingModeIsNamed) {
    const std::string norm = "torch.batch_norm(left + right, self.v, self.v, None, None, True, 0.1, 1e-5, False)";
    const Result<Net> net = loaded(withCompose("    return " + norm + "\n"));
    ASSERT_TRUE(net) << net.error().text();
    EXPECT_EQ(methodOf(**net, "compose").way, MethodKind::Alone);
    EXPECT_THAT(methodOf(**net, "compose").hazard, AllOf(HasSubstr("aten::batch_norm"), HasSubstr(norm.substr(0, 40))));
    // PyTorch's module refuses a single row.
    const std::string check = "    assert left.size(0) > 1, \"more than 1 value\"\n";
    EXPECT_THAT(messageOf(withCompose(check + "    return " + norm + "\n")),
                AllOf(HasSubstr("aten::batch_norm"), HasSubstr("more than 1 value"), HasSubstr("eval()")));
}

// ---- methods

TEST_F(Scripts, MissingAndWrongMethodsComeWithATemplate) {
    EXPECT_THAT(messageOf("def forward(self, x):\n    return x\n"),
                AllOf(HasSubstr("forward(x: Tensor)"), HasSubstr("leaf"), HasSubstr("def compose(self")));
    EXPECT_THAT(messageOf(kLeafSource), AllOf(HasSubstr("compose is missing"), HasSubstr("def compose(self")));
    EXPECT_THAT(messageOf(withCompose("    return left, right\n")),
                AllOf(HasSubstr("compose"), HasSubstr("Expected: compose(2 Tensors) -> 1 Tensor")));
    EXPECT_THAT(messageOf(std::string(kLeafSource) + "\ndef compose(self, left, right, n: int):\n    return left\n"),
                AllOf(HasSubstr("n: int"), HasSubstr("tensors only")));
    EXPECT_THAT(messageOf(withCompose("    return torch.cat([left, right], 1)\n")),
                AllOf(HasSubstr("returned [5, 8]"), HasSubstr("as wide as the state")));
    EXPECT_THAT(messageOf(withCompose("    return torch.mm(left, right)\n")),
                AllOf(HasSubstr("compose failed on [5, 4]")));
}

TEST_F(Scripts, MoreWordsThanRowsAreRefusedBeforeTheRun) {
    const Result<Net> net = loaded(kTreeLstmSource);
    ASSERT_TRUE(net);
    std::string line = "(2 w0)";
    for (int word = 1; word < 30; ++word) {
        line = "(2 " + line + " (2 w" + std::to_string(word) + "))";
    }
    const Result<OpGraph> graph = buildGraph(testing::bankOf(line + "\n"), optionsFor(*net), {});
    ASSERT_FALSE(graph);
    EXPECT_THAT(graph.error().message, AllOf(HasSubstr("20 rows"), HasSubstr("30 different words")));
}

// ---- harm

TEST_F(Scripts, OperationsOnFilesAreRefusedBeforeAnythingRuns) {
    const std::string target = (m_folder / "written").string();
    const std::string message =
        messageOf(withCompose("    torch.save(left, \"" + target + "\")\n    return left + right\n"));
    EXPECT_THAT(message, AllOf(HasSubstr("refused"), HasSubstr("aten::save"), HasSubstr("torch.save(left")));
    EXPECT_FALSE(std::filesystem::exists(target));
    EXPECT_THAT(
        messageOf(withCompose("    x = torch.from_file(\"/etc/passwd\", False, 4)\n    return left + right + x\n")),
        HasSubstr("aten::from_file"));
    EXPECT_THAT(messageOf(std::string(kLeafSource) +
                          "\ndef unused(self, x):\n    torch.save(x, \"f\")\n    return x\n" +
                          "\ndef compose(self, left, right):\n    return left + right\n"),
                HasSubstr("aten::save"));
}

TEST_F(Scripts, AnEndlessLoopIsStopped) {
    std::string message;
    ScriptOptions options; // a busy machine may take more than a second to come that far
    for (options.limits.seconds = 1.0; message.find("compose") == std::string::npos && options.limits.seconds < 100.0;
         options.limits.seconds *= 8.0) {
        message = messageOf(
            withCompose("    x = left\n    while bool(x.dim() > 0):\n        x = x + right\n    return x\n"), options);
        EXPECT_THAT(message, HasSubstr("stopped after"));
    }
    EXPECT_THAT(message, HasSubstr("compose"));
}

TEST_F(Scripts, AnEndlessLoopCanBeCancelled) {
    const std::string path =
        saved(withCompose("    x = left\n    while bool(x.dim() > 0):\n        x = x + right\n    return x\n"));
    std::stop_source stop;
    const std::jthread user([&stop] {
        (void)testing::waitFor([] { // until there is a process that tries the module
            siginfo_t ended{};
            return waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0;
        });
        stop.request_stop();
    });
    const Result<Net> net = loadScript(path, {}, RunControl(stop.get_token(), {}));
    ASSERT_FALSE(net);
    EXPECT_EQ(net.error().code, ErrorCode::Cancelled);
}

TEST_F(Scripts, AHugeAllocationIsRefused) {
    ScriptOptions options;
    options.limits.bytes = std::uint64_t{1} << 30U;
    const std::string message =
        messageOf(withCompose("    big = torch.zeros([25000000000])\n    return left + right + big.sum()\n"), options);
    EXPECT_THAT(message, AllOf(HasSubstr("compose"), HasSubstr("memory")));
}

TEST_F(Scripts, ManySmallAllocationsAreRefusedByTheSizeOfTheModule) {
    const std::string message = messageOf(withCompose("    kept: List[Tensor] = []\n    while left.dim() > 0:\n"
                                                      "        kept.append(torch.ones([10000000]))\n"
                                                      "    return left + right + kept[0][0]\n"));
    EXPECT_THAT(message, AllOf(HasSubstr("compose"), HasSubstr("memory")));
}

TEST_F(Scripts, AMethodThatChangesAWeightIsRefused) {
    EXPECT_THAT(messageOf(withCompose("    self.V.mul_(0.5)\n"
                                      "    return torch.tanh(torch.linear(torch.cat([left, right], 1), self.V))\n")),
                AllOf(HasSubstr("the method compose does not fit"), HasSubstr("changes V while it runs")));
    const Result<Net> own = loaded(withCompose("    left.mul_(0.5)\n    return torch.tanh(left + right)\n"));
    EXPECT_TRUE(own) << own.error().text(); // its arguments are copies
}

TEST_F(Scripts, FilesThatAreNoModulesAreToldApart) {
    const auto message = [](const std::string& path) {
        const Result<Net> net = loadScript(path, {}, {});
        return net ? std::string("it was loaded") : net.error().text();
    };
    EXPECT_THAT(message(write("pickled.pt", std::string("\x80\x04\x95\x01", 4))), HasSubstr("pickled Python"));
    EXPECT_THAT(message(write("text.pt", "hello")), HasSubstr("no TorchScript file"));
    EXPECT_THAT(message((m_folder / "missing.pt").string()), HasSubstr("missing.pt"));
    const std::string whole = testing::textOf(saved(kTreeLstmSource));
    EXPECT_THAT(message(write("cut.pt", whole.substr(0, whole.size() / 2))),
                AllOf(HasSubstr("cut.pt"), HasSubstr("this file is cut short")));
    std::string damaged = whole;
    const std::size_t record = damaged.find("/data/0");
    ASSERT_NE(record, std::string::npos);
    damaged[record + 200] = static_cast<char>(damaged[record + 200] ^ 0x10); // a number of the first tensor
    EXPECT_THAT(message(write("damaged.pt", damaged)), AllOf(HasSubstr("data/0"), HasSubstr("damaged")));
}

TEST_F(Scripts, DamagedModulesAreRefusedOrRead) {
    const std::string whole = testing::textOf(saved(kTreeLstmSource));
    ScriptOptions options;
    options.limits.seconds = 10.0;
    std::size_t refused = 0;
    const std::size_t places = testing::allTests() ? 24 : 8;
    for (std::size_t place = 40; place < whole.size(); place += whole.size() / places) {
        std::string damaged = whole;
        damaged[place] = static_cast<char>(damaged[place] ^ 0x55);
        const Result<Net> net = loadScript(write("damaged.pt", damaged), options, {});
        refused += net ? 0 : 1;
        EXPECT_TRUE(net || !net.error().message.empty());
    }
    EXPECT_GT(refused, 0U);
}

TEST_F(Scripts, AChangedFileIsNoticed) {
    const std::string path = saved(kTreeLstmSource);
    GraphOptions options;
    options.model = path;
    ASSERT_TRUE(*loadUserNet(options, {}));
    EXPECT_TRUE(isLoaded(options));
    EXPECT_FALSE(*loadUserNet(options, {})) << "nothing changed";
    const Net before = options.user.net;
    moduleOf(withCompose("    return torch.tanh(left + right)\n")).save(path);
    EXPECT_FALSE(isLoaded(options));
    ASSERT_TRUE(*loadUserNet(options, {}));
    EXPECT_NE(options.user.net, before);
    EXPECT_EQ(methodOf(*options.user.net, "compose").way, MethodKind::Translated);
}

TEST_F(Scripts, RunsAsTheRecursionThatIsChosen) {
    const std::string path = saved(std::string(kLeafSource) + kTwoRecursions);
    const auto opsWith = [&](RecursionChoice recursion) {
        GraphOptions options;
        options.model = path;
        options.module.recursion = recursion;
        EXPECT_TRUE(*loadUserNet(options, {}));
        EXPECT_TRUE(options.user.net->traits().uses.recursion);
        EXPECT_EQ(options.user.net->chosen().recursion, recursion);
        std::set<std::string> names;
        const Treebank bank = trees();
        const OpGraph graph = *buildGraph(bank, options, {});
        for (std::size_t node = 0; node < graph.size(); ++node) {
            names.insert(graph.opOf(NodeId(node)).name);
        }
        return names;
    };
    EXPECT_THAT(opsWith(RecursionChoice::Auto), ::testing::IsSupersetOf({"step", "zeros"}));
    EXPECT_EQ(opsWith(RecursionChoice::Sequence), opsWith(RecursionChoice::Auto));
    EXPECT_EQ(opsWith(RecursionChoice::Binary), (std::set<std::string>{"leaf", "compose", "logits"}));
    GraphOptions options;
    options.model = path;
    options.module.recursion = RecursionChoice::Nary;
    EXPECT_THAT(loadUserNet(options, {}).error().text(),
                AllOf(HasSubstr("node is missing"), HasSubstr("def node(self")));
}

} // namespace
} // namespace batchscope
