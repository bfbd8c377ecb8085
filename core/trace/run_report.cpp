// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/run_report.h"

namespace batchscope {

namespace {

double ratio(double numerator, double denominator) {
    return denominator > 0.0 ? numerator / denominator : 0.0;
}

} // namespace

double RunReport::speedup() const {
    return ratio(regular.execution(), folded.execution());
}

double RunReport::speedupWithConstruction() const {
    return ratio(regular.total() - regular.parse, folded.total() - folded.parse);
}

} // namespace batchscope
