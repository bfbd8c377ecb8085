// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pass `table`: in inference, products of looked-up rows name the rows (ProductLaunch::lookups), so that the engine may
// have them from an earlier run.
#include "core/plan/cell_code.h"
#include "core/plan/launch_plan.h"
#include "core/plan/pass.h"
#include "core/plan/plan_figures.h"

namespace batchscope {

namespace {

PlanRules withKeptProducts(PlanRules rules) {
    rules.keepTableProducts = true;
    return rules;
}

/// As when all looked-up rows were met before: their products are copied, not computed.
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

} // namespace

constinit const PassEntry kTablePass = {
    .pass = Pass::Table,
    .name = "table",
    .title = "Product table",
    .description = "inference only: keeps the products of words and reuses them in later runs",
    .applyToPlan = withKeptProducts,
    .recount = withProductTables,
};

} // namespace batchscope
