// SPDX-License-Identifier: GPL-3.0-or-later
//
// Modules as text: what is declared, errors at their place, the templates, and that such a net runs as any other.
#include "core/scripts/module_source.h"

#include "core/base/budget.h"
#include "core/exec/runner.h"
#include "core/nets/user_net.h"
#include "core/schedule/policy.h"
#include "core/scripts/script_net.h"
#include "tests/support/files.h"
#include "tests/support/forests.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace batchscope {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr const char* kCell = R"(# a comment
import torch
E = parameter(1_000, 4)  # rows of words
W = parameter(4, 8)
v = parameter( 4 )

def leaf(self, word):
    return torch.embedding(self.E, word, -1, False, False)

def compose(self, left, right):
    return torch.tanh(torch.linear(torch.cat([left, right], 1), self.W, self.v))
)";

std::string faultOf(const std::string& text) {
    const Result<std::shared_ptr<const UserNet>> net = loadSource(text, "cell.py", {}, {});
    return net ? "it was loaded" : net.error().text();
}

TEST(ModuleSource, DeclaresParametersAndKeepsLines) {
    const Result<ModuleSource> source = parseModuleSource(kCell, "cell.py");
    ASSERT_TRUE(source) << source.error().text();
    ASSERT_EQ(source->parameters.size(), 3U);
    EXPECT_EQ(source->parameters[0].name, "E");
    EXPECT_EQ(source->parameters[0].sizes, (std::vector<std::int64_t>{1000, 4}));
    EXPECT_EQ(source->parameters[2].sizes, std::vector<std::int64_t>{4});
    EXPECT_TRUE(source->methods.starts_with("\n\n\n\n\n\ndef leaf"));
    EXPECT_TRUE(isModuleText("a/cell.py") && isModuleFile("a/cell.py"));
    EXPECT_FALSE(isModuleText("cell.pt"));
    EXPECT_TRUE(isModuleFile("cell.pt"));
}

TEST(ModuleSource, WhatIsWrongIsSaidAtItsPlace) {
    EXPECT_THAT(faultOf("E = parametr(3, 4)\ndef leaf(self, word):\n    return word\n"),
                HasSubstr("cell.py:1:1: error: expected NAME = parameter(ROWS, COLUMNS)"));
    EXPECT_THAT(faultOf("E = parameter(3, 0)\ndef f(self):\n    pass\n"),
                HasSubstr("cell.py:1:18: error: expected a whole"));
    EXPECT_THAT(faultOf("E = parameter(3)\nE = parameter(4)\n"), HasSubstr("cell.py:2:1: error: E is declared twice"));
    EXPECT_THAT(faultOf("E = parameter(3)\n"), HasSubstr("cell.py:2:1: error: there are no methods"));
    EXPECT_THAT(faultOf(""), HasSubstr("there are no methods"));
    const std::string unknown = std::string(kCell) + "\ndef logits(self, h):\n    return h + missing\n";
    EXPECT_THAT(faultOf(unknown),
                AllOf(HasSubstr("cell.py:14:16: error: this is no TorchScript: "), HasSubstr("missing")));
    const std::string broken = std::string(kCell) + "\ndef logits(self, h):\n    return (h + \n";
    EXPECT_THAT(faultOf(broken), HasSubstr("cell.py:1"));
    const std::string wide = "E = parameter(100_000_000, 100_000_000)\ndef leaf(self, word):\n    return word\n";
    EXPECT_THAT(faultOf(wide), HasSubstr("the module takes"));
    EXPECT_THAT(faultOf("def leaf(self, word):\n    return torch.embedding(self.E, word, -1, False, False)\n"),
                AllOf(HasSubstr("cell.py:2:28: error: "), HasSubstr("there is no parameter or method E; declare it")));
}

std::string templateOf(const std::string& name) {
    return testing::textOf(std::string(BATCHSCOPE_SOURCE_DIR) + "/sample_data/templates/" + name + ".py");
}

struct Template {
    const char* name;
    Recursion recursion;
};

class Templates : public ::testing::TestWithParam<Template> {};

TEST_P(Templates, AreTranslatedAsAWhole) {
    const Result<std::shared_ptr<const UserNet>> net = loadSource(templateOf(GetParam().name), "cell.py", {}, {});
    ASSERT_TRUE(net) << net.error().text();
    EXPECT_EQ((*net)->recursion(), GetParam().recursion);
    EXPECT_EQ((*net)->classes(), 5);
    EXPECT_EQ((*net)->embeddingRows(), 30'000U);
    for (const UserMethod& method : (*net)->methods()) {
        EXPECT_EQ(method.way, MethodWay::Translated) << method.name << ": " << method.reason;
        EXPECT_EQ(method.file, "cell.py");
        EXPECT_TRUE(method.source.starts_with("def " + method.name)) << method.source;
        EXPECT_GT(method.line, 5U) << method.name;
    }
}

INSTANTIATE_TEST_SUITE_P(Each, Templates,
                         ::testing::Values(Template{"binary", Recursion::Binary}, Template{"nary", Recursion::Nary},
                                           Template{"dependency", Recursion::Nary},
                                           Template{"sequence", Recursion::Sequence},
                                           Template{"pair", Recursion::Binary}),
                         [](const auto& each) { return each.param.name; });

class SourceFiles : public testing::FolderTest {};

TEST_F(SourceFiles, RunAsAnyNetAndAreLoadedAgainWhenTheyChange) {
    const std::string path = write("cell.py", kCell);
    GraphOptions options;
    options.model = path;
    ASSERT_TRUE(*loadUserNet(options, {}));
    EXPECT_FALSE(*loadUserNet(options, {}));
    options.outputs = Outputs::All;
    const Treebank bank = testing::bankOf("(2 (1 (2 a) (0 b)) (1 (2 c) (1 (0 a) (2 d))))\n(1 (2 a) (0 d))\n");
    const OpGraph graph = *buildGraph(bank, options, {});
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    const auto rowsOf = [&](const char* policy) {
        return runArm({graph, **findPolicy(policy), parameters}, {}, Recording::Seconds, {})
            ->execution.state()
            .row(graph.outputs.front());
    };
    const std::vector<double> folded = rowsOf("depth");
    const std::vector<double> regular = rowsOf("regular");
    for (std::size_t column = 0; column < folded.size(); ++column) {
        EXPECT_NEAR(folded[column], regular[column], 1e-6);
    }
    std::ofstream(path, std::ios::app) << "\ndef logits(self, h):\n    return torch.linear(h, self.E)\n";
    EXPECT_TRUE(*loadUserNet(options, {}));
    EXPECT_EQ(options.user.net->classes(), 1000);
}

} // namespace
} // namespace batchscope
