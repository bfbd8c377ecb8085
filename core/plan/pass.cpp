// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/pass.h"

#include "core/base/registry.h"
#include "core/plan/needed_values.h"
#include "core/plan/plan_figures.h"

#include <vector>

namespace batchscope {

std::span<const PassEntry> passEntries() {
    static const std::vector<PassEntry> kEntries = rowsOf(kPassList);
    return kEntries;
}

OpBody rewrittenBody(const OpBody& body, PassSet passes) {
    OpBody result = withoutDeadValues(body);
    for (const PassEntry& entry : passEntries()) {
        if (entry.rewrite != nullptr && passes.has(entry.pass)) {
            result = withoutDeadValues(entry.rewrite(result));
        }
    }
    return result;
}

CompileRules compileRulesOf(PassSet passes) {
    CompileRules rules;
    for (const PassEntry& entry : passEntries()) {
        if (entry.applyToCompile != nullptr && passes.has(entry.pass)) {
            rules = entry.applyToCompile(rules);
        }
    }
    return rules;
}

PlanRules planRulesOf(PassSet passes) {
    PlanRules rules;
    for (const PassEntry& entry : passEntries()) {
        if (entry.applyToPlan != nullptr && passes.has(entry.pass)) {
            rules = entry.applyToPlan(rules);
        }
    }
    return rules;
}

PlanFigures recounted(const PlanFigures& figures, const CountedPlan& counted, PassSet passes) {
    PlanFigures result = figures;
    for (const PassEntry& entry : passEntries()) {
        if (entry.recount != nullptr && passes.has(entry.pass)) {
            result = entry.recount(result, counted);
        }
    }
    return result;
}

std::string passSetText(PassSet set) {
    if (set == PassSet::all()) {
        return "all";
    }
    std::string text;
    for (const PassEntry& entry : passEntries()) {
        if (set.has(entry.pass)) {
            text += text.empty() ? "" : ",";
            text += entry.name;
        }
    }
    return text.empty() ? "none" : text;
}

} // namespace batchscope
