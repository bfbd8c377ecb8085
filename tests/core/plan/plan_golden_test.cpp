// SPDX-License-Identifier: GPL-3.0-or-later
//
// The batches of every net, and what its plans launch with the passes added one by one. Values cannot show that a batch
// was split or a launch not merged; these counts do.
#include "core/plan/gradient_plan.h"
#include "core/plan/plan_figures.h"
#include "core/treebank/generate.h"
#include "tests/support/files.h"
#include "tests/support/forests.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace batchscope {
namespace {

/// Few words, so that leaves are equal, and a result at every node.
OpGraph graphOf(const Net& net) {
    return testing::graphOf(*generateTreebank({.leaves = 6, .trees = 3, .vocabulary = 3, .seed = 3}),
                            {.model = net.name, .dim = 8, .outputs = Outputs::All, .binarization = Binarization::Left});
}

std::string forwardText(const NetCode& code, const LaunchPlan& plan) {
    const PlanFigures figures = figuresOf({code, plan, DType::Float32});
    return fmt::format("{} copies, {} products, {} kernels", figures.copies, figures.products, figures.kernels);
}

std::string backwardText(const GradientPlan& gradients) {
    return fmt::format("{} reduces, {} products, {} kernels, {} weights, {} tables, {} sums", gradients.reduces.size(),
                       gradients.products.size(), gradients.kernels.size(), gradients.weights.size(),
                       gradients.tables.size(), gradients.sums.size());
}

/// The plans of one net: without passes, and then with each pass added to those before it.
std::string plansOf(const Net& net) {
    const OpGraph graph = graphOf(net);
    const Schedule schedule = testing::scheduleOf(graph, "agenda");
    std::string text = fmt::format("{}: {} batches\n", net.name, schedule.batchCount());
    const auto add = [&](const std::string& name, PassSet passes) {
        const NetCode code = compileNet(graph.ops, passes);
        const auto plan = [&](bool forGradients) {
            return makeLaunchPlan({code, graph, schedule, planOptionsFor(graph.ops, code, forGradients)});
        };
        const LaunchPlan training = plan(true);
        text += fmt::format("  {}: inference {}; training {}; backward {}\n", name, forwardText(code, plan(false)),
                            forwardText(code, training), backwardText(makeGradientPlan(code, graph, training, 1)));
    };
    PassSet on;
    add("none", on);
    for (const PassEntry& entry : passEntries()) {
        on = on.with(entry.pass);
        add(fmt::format("+{}", entry.name), on);
    }
    return text;
}

TEST(PlanGolden, LaunchesOfEveryNetWithPassesAddedOneByOne) {
    std::string text;
    for (const Net& net : nets()) {
        if (net.leaves != Leaves::Vectors) {
            text += plansOf(net);
        }
    }
    if (std::getenv("BATCHSCOPE_PRINT_TABLE") != nullptr) {
        fmt::print("{}", text);
    }
    EXPECT_EQ(text, testing::goldenText("plan_launches.txt"))
        << "BATCHSCOPE_PRINT_TABLE=1 prints the counts as they are now";
}

} // namespace
} // namespace batchscope
