// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/pass.h"

#include "core/plan/cell_code.h"
#include "core/plan/launch_plan.h"
#include "core/plan/needed_values.h"
#include "core/plan/plan_figures.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

namespace batchscope {

namespace {

using Key =
    std::tuple<Primitive, std::int32_t, RowsOf, BodyId, BodyId, ParamId, ParamId, std::int32_t, std::int32_t, double>;

Key keyOf(const BodyValue& value) {
    return {value.primitive, value.width, value.rows,     value.left,  value.right,
            value.weight,    value.bias,  value.argument, value.begin, value.number};
}

/// A body with the same outputs, without values that equal an earlier one or that no output needs.
OpBody withoutCommonSubexpressions(const OpBody& body) {
    std::map<Key, BodyId> known;
    return copyOfNeeded(body, [&known](const BodyValue& value, OpBody& result) {
        const auto [entry, isNew] = known.try_emplace(keyOf(value), BodyId(result.values.size()));
        if (isNew) {
            result.values.push_back(value);
        }
        return entry->second;
    });
}

/// The figures if all looked-up rows occurred in earlier runs: their products are copied, not computed.
PlanFigures withProductTables(const PlanFigures& figures, const CountedPlan& counted) {
    PlanFigures result = figures;
    for (const ProductLaunch& launch : counted.plan.launches.products) {
        if (!launch.lookups.valid()) {
            continue;
        }
        const ProductGroup& group = counted.code.groups[launch.group];
        --result.products;
        ++result.copies;
        result.productFlops -= group.flops(launch.rows);
        result.bytesCopied += std::size_t{launch.rows} * static_cast<std::size_t>(group.width) * bytesOf(counted.dtype);
    }
    return result;
}

const std::array<PassEntry, kPassCount> kPasses = {{
    {.pass = Pass::Cse, // a body that was written for readers, or lowered from another, may compute a value twice
     .name = "cse",
     .title = "Common subexpressions",
     .description = "computes each repeated expression of a body only once",
     .rewrite = withoutCommonSubexpressions},
    {.pass = Pass::Fuse, // elementwise values get no rows: the kernel of their reader computes them
     .name = "fuse",
     .title = "Fused blocks",
     .description = "runs all elementwise work between two products in one pass over cached blocks",
     .compileRule = &CompileRules::fuseElementwise},
    {.pass = Pass::Push, // a linear map of given rows becomes products of these rows, launched once for all readers
     .name = "push",
     .title = "Push form",
     .description = "applies a linear map to a row once, where the row is computed, instead of in every batch that "
                    "reads it",
     .compileRule = &CompileRules::pushMaps},
    {.pass = Pass::Order,
     .name = "order",
     .title = "Row order",
     .description = "stores rows used by the same products next to each other, so that products read them in place",
     .planRule = &PlanRules::orderRows},
    {.pass = Pass::Pack, // all weights that are applied to one operand form one group, which is packed once
     .name = "pack",
     .title = "Packed weights",
     .description = "stores weights of the same operand side by side, so that one product applies them all",
     .compileRule = &CompileRules::packWeights},
    {.pass = Pass::Dedup, // equal calls of integers run once; equal static rows exist once
     .name = "dedup",
     .title = "Equal leaves",
     .description = "lets equal lookups and leaves share one row and its products",
     .planRule = &PlanRules::shareEqualRows},
    {.pass = Pass::Table, // products of looked-up rows name the rows, so that the engine can reuse earlier products
     .name = "table",
     .title = "Product table",
     .description = "inference only: keeps the products of words and reuses them in later runs",
     .planRule = &PlanRules::keepTableProducts,
     .recount = withProductTables},
}};

} // namespace

std::span<const PassEntry> passEntries() {
    return kPasses;
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
        if (entry.compileRule != nullptr) {
            rules.*entry.compileRule = passes.has(entry.pass);
        }
    }
    return rules;
}

PlanRules planRulesOf(PassSet passes) {
    PlanRules rules;
    for (const PassEntry& entry : passEntries()) {
        if (entry.planRule != nullptr) {
            rules.*entry.planRule = passes.has(entry.pass);
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

namespace {

Result<PassSet> parsePassSet(std::string_view text) {
    if (text == "all") {
        return PassSet::all();
    }
    if (text == "none") {
        return PassSet();
    }
    PassSet set = text.starts_with('-') ? PassSet::all() : PassSet();
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(','));
        const bool off = word.starts_with('-');
        const std::string_view name = word.substr(off ? 1 : 0);
        const auto entries = passEntries();
        const auto found =
            std::find_if(entries.begin(), entries.end(), [name](const PassEntry& entry) { return name == entry.name; });
        if (found == entries.end()) {
            std::vector<std::string_view> names;
            for (const PassEntry& entry : entries) {
                names.emplace_back(entry.name);
            }
            return Error{ErrorCode::Config, fmt::format("unknown pass '{}'; expected all, none, off, or passes from {}",
                                                        name, fmt::join(names, ", "))};
        }
        set = off ? set.without(found->pass) : set.with(found->pass);
        text.remove_prefix(std::min(text.size(), word.size() + 1));
    }
    return set;
}

} // namespace

Result<PassChoice> parsePassChoice(std::string_view text) {
    if (text == "off") {
        return PassChoice();
    }
    if (text.empty() || text.ends_with(',')) {
        return Error{ErrorCode::Config,
                     fmt::format("expected all, none, off, pass names separated by commas, or -NAME; got '{}'", text)};
    }
    const Result<PassSet> set = parsePassSet(text);
    TRY(set);
    return PassChoice(*set);
}

std::string passChoiceText(PassChoice choice) {
    return choice ? passSetText(*choice) : "off";
}

std::vector<PassSet> ablationSets() {
    std::vector<PassSet> sets = {PassSet()};
    for (const PassEntry& entry : passEntries()) {
        sets.push_back(sets.back().with(entry.pass));
    }
    return sets;
}

} // namespace batchscope
