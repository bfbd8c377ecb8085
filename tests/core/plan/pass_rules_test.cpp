// SPDX-License-Identifier: GPL-3.0-or-later
//
// Passes as objects: each changes exactly the rules, bodies or figures that it says, and a set of passes changes what
// its passes change.
#include "core/plan/launch_plan.h"
#include "core/plan/needed_values.h"
#include "core/plan/plan_figures.h"
#include "tests/support/forests.h"
#include "tests/support/pass_sets.h"

#include <gtest/gtest.h>

#include <map>

namespace batchscope {
namespace {

struct Change {
    CompileRules compile = {};
    PlanRules plan = {};
    bool isRewriting = false;
    bool isRecounting = false;
};

/// What each pass should change.
std::map<Pass, Change> expectedChanges() {
    return {{Pass::Cse, {.isRewriting = true}},
            {Pass::Fuse, {.compile = {.fuseElementwise = true}}},
            {Pass::Push, {.compile = {.pushMaps = true}}},
            {Pass::Pack, {.compile = {.packWeights = true}}},
            {Pass::Order, {.plan = {.orderRows = true}}},
            {Pass::Dedup, {.plan = {.shareEqualRows = true}}},
            {Pass::Table, {.plan = {.keepTableProducts = true}, .isRecounting = true}}};
}

/// tanh(x) twice, their sum, and a value that nobody needs.
OpBody repeatingBody() {
    const IdVector<ParamId, ParamSpec> params;
    BodyBuilder body(params);
    const BodyId x = body.argument(0, 4);
    const BodyId left = body.tanh(x);
    const BodyId right = body.tanh(x);
    body.sigmoid(x);
    body.output(body.add(left, right));
    return body.take();
}

std::string textOf(const OpBody& body) {
    return body.text({});
}

TEST(PassRules, AreNeutralWithoutPasses) {
    EXPECT_EQ(compileRulesOf(PassSet()), CompileRules());
    EXPECT_EQ(planRulesOf(PassSet()), PlanRules());
    EXPECT_EQ(textOf(rewrittenBody(repeatingBody(), PassSet())), textOf(withoutDeadValues(repeatingBody())));
}

TEST(PassRules, OfOnePassAreWhatItSaysAndNothingElse) {
    const std::map<Pass, Change> expected = expectedChanges();
    ASSERT_EQ(expected.size(), kPassCount);
    for (const PassEntry& entry : passEntries()) {
        SCOPED_TRACE(entry.name);
        const Change& change = expected.at(entry.pass);
        const PassSet only = PassSet().with(entry.pass);
        EXPECT_EQ(compileRulesOf(only), change.compile);
        EXPECT_EQ(planRulesOf(only), change.plan);
        EXPECT_EQ(entry.rewrite != nullptr, change.isRewriting);
        EXPECT_EQ(entry.recount != nullptr, change.isRecounting);
        EXPECT_EQ(entry.applyToCompile != nullptr, change.compile != CompileRules());
        EXPECT_EQ(entry.applyToPlan != nullptr, change.plan != PlanRules());
    }
}

TEST(PassRules, OfASetAreThoseOfItsPasses) {
    for (const PassSet passes : testing::passSets()) {
        SCOPED_TRACE(passSetText(passes));
        const CompileRules compile = compileRulesOf(passes);
        EXPECT_EQ(compile.fuseElementwise, passes.has(Pass::Fuse));
        EXPECT_EQ(compile.pushMaps, passes.has(Pass::Push));
        EXPECT_EQ(compile.packWeights, passes.has(Pass::Pack));
        const PlanRules plan = planRulesOf(passes);
        EXPECT_EQ(plan.orderRows, passes.has(Pass::Order));
        EXPECT_EQ(plan.shareEqualRows, passes.has(Pass::Dedup));
        EXPECT_EQ(plan.keepTableProducts, passes.has(Pass::Table));
        const NetCode code = compileNet(OpSet(), passes);
        EXPECT_EQ(code.compileRules, compile);
        EXPECT_EQ(code.planRules, plan);
    }
}

TEST(PassRules, OnlyCseChangesABody) {
    const OpBody body = repeatingBody();
    ASSERT_EQ(body.values.size(), 5U);
    for (const PassEntry& entry : passEntries()) {
        const OpBody rewritten = rewrittenBody(body, PassSet().with(entry.pass));
        EXPECT_EQ(rewritten.values.size(), entry.pass == Pass::Cse ? 3U : 4U) << entry.name;
        EXPECT_EQ(rewritten.outputs.size(), 1U) << entry.name;
    }
    const OpBody once = rewrittenBody(body, PassSet::all());
    EXPECT_EQ(textOf(rewrittenBody(once, PassSet::all())), textOf(once)) << "nothing is left to be found";
}

TEST(PassRules, OnlyTableRecountsAndTurnsProductsIntoCopies) {
    const OpGraph graph = testing::graphOf(testing::bankOf(testing::kTwoTrees), {.model = "tree-lstm", .dim = 8});
    const Schedule schedule = testing::scheduleOf(graph, "depth");
    const NetCode code = compileNet(graph.ops, PassSet::all());
    const LaunchPlan plan = makeLaunchPlan({code, graph, schedule, planOptionsFor(graph.ops, code, false)});
    const CountedPlan counted{code, plan, DType::Float32};
    const PlanFigures figures = figuresOf(counted);
    EXPECT_EQ(recounted(figures, counted, PassSet::all().without(Pass::Table)), figures);
    const PlanFigures kept = recounted(figures, counted, PassSet().with(Pass::Table));
    EXPECT_LT(kept.products, figures.products);
    EXPECT_LT(kept.productFlops, figures.productFlops);
    EXPECT_GT(kept.bytesCopied, figures.bytesCopied);
    EXPECT_EQ(kept.launches(), figures.launches());
    EXPECT_EQ(kept.bytesMemory, figures.bytesMemory);
}

} // namespace
} // namespace batchscope
