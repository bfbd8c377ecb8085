// SPDX-License-Identifier: GPL-3.0-or-later
//
// What passes ask of the compiler of ops (cell_code.h) and of the planner of launches (launch_plan.h), as plain data.
// Both read these rules and know no pass; by default, all are as without passes.
#pragma once

namespace batchscope {

struct CompileRules {
    bool fuseElementwise = false; ///< elementwise values are part of the kernels that read them, without own rows
    bool pushMaps = false;        ///< linear maps of given rows, or of their concatenation, are applied to these rows
    bool packWeights = false;     ///< weights that are applied to the same operand form one group
    bool operator==(const CompileRules&) const = default;
};

struct PlanRules {
    bool shareEqualRows = false;    ///< equal calls of integers, look-ups and fills have one row
    bool orderRows = false;         ///< rows that are demanded alike are stored together, else in order of creation
    bool keepTableProducts = false; ///< inference: products of looked-up rows name the rows, so that they may be kept
    bool operator==(const PlanRules&) const = default;
};

} // namespace batchscope
