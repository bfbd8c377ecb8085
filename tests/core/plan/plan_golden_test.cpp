// SPDX-License-Identifier: GPL-3.0-or-later
//
// What plans cost, of every net and with the passes added one by one, as text to the letter. Values cannot show that a
// launch was not merged, a row not shared or a gradient not written in one go; these figures do.
#include "core/plan/gradient_plan.h"
#include "core/plan/plan_figures.h"
#include "core/treebank/generate.h"
#include "tests/support/files.h"
#include "tests/support/forests.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <numeric>
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
    return fmt::format(
        "{} copies, {} products, {} kernels of {} rows; {} flops; bytes: {} copied, {} elementwise, {} held",
        figures.copies, figures.products, figures.kernels, figures.rows, figures.productFlops, figures.bytesCopied,
        figures.bytesElementwise, figures.bytesMemory);
}

template <typename Launches>
std::size_t rowsOf(const Launches& launches) {
    return std::accumulate(launches.begin(), launches.end(), std::size_t{0},
                           [](std::size_t sum, const auto& launch) { return sum + launch.rows; });
}

std::string backwardText(const NetCode& code, const LaunchPlan& plan, const GradientPlan& gradients) {
    return fmt::format("{} reduces of {} rows, {} products, {} kernels, {} weights of {} rows, {} tables, {} sums, {} "
                       "zeroed; {} flops; {} units",
                       gradients.reduces.size(), rowsOf(gradients.reduces), gradients.products.size(),
                       gradients.kernels.size(), gradients.weights.size(), rowsOf(gradients.weights),
                       gradients.tables.size(), gradients.sums.size(), gradients.zeros.size(),
                       gradientFlopsOf(code, plan, gradients), gradients.end);
}

/// The plans of one net: without passes, and then with each pass added to those before it.
std::string plansOf(const Net& net) {
    const OpGraph graph = graphOf(net);
    const Schedule schedule = testing::scheduleOf(graph, "agenda");
    std::string text = fmt::format("{}\n", net.name);
    const auto add = [&](const std::string& name, PassSet passes) {
        const NetCode code = compileNet(graph.ops, passes);
        const auto plan = [&](bool forGradients) {
            return makeLaunchPlan({code, graph, schedule, planOptionsFor(graph.ops, code, forGradients)});
        };
        const LaunchPlan training = plan(true);
        text += fmt::format("  {}\n    inference: {}\n    training: {}\n    backward: {}\n", name,
                            forwardText(code, plan(false)), forwardText(code, training),
                            backwardText(code, training, makeGradientPlan(code, graph, training, 1)));
    };
    PassSet on;
    add("none", on);
    for (const PassEntry& entry : passEntries()) {
        on = on.with(entry.pass);
        add(fmt::format("+{}", entry.name), on);
    }
    return text;
}

TEST(PlanGolden, FiguresOfEveryNetWithPassesAddedOneByOne) {
    std::string text;
    for (const Net& net : nets()) {
        if (net.leaves != Leaves::Vectors) {
            text += plansOf(net);
        }
    }
    if (std::getenv("BATCHSCOPE_PRINT_TABLE") != nullptr) {
        fmt::print("{}", text);
    }
    EXPECT_EQ(text, testing::goldenText("plan_figures.txt"))
        << "BATCHSCOPE_PRINT_TABLE=1 prints the figures as they are now";
}

} // namespace
} // namespace batchscope
