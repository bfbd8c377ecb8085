// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/draw_run.h"

#include "views/plots/report_drawing.h"

namespace batchscope {

std::vector<Error> drawRun(const std::shared_ptr<const BenchDocument>& document, const DrawOptions& options) {
    std::vector<Error> errors;
    const auto note = [&errors](const Status& status, const QString& path) {
        if (!status) {
            errors.push_back(status.error());
            errors.back().file = path.toStdString();
        }
    };
    const std::shared_ptr<const BenchReport> report(document, &document->report);
    for (const PlotTarget& target : options.plots) {
        note(saveBenchPlot(report, target.kind, {target.path, options.size}), target.path);
    }
    if (!options.report.isEmpty()) {
        note(saveReport(document, options.report), options.report);
    }
    return errors;
}

} // namespace batchscope
