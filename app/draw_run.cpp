// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/draw_run.h"

#include "views/plots/bench_plots.h"
#include "views/plots/report_drawing.h"

namespace batchscope {

std::vector<Error> drawRun(const std::shared_ptr<const BenchDocument>& document, const DrawOptions& options) {
    std::vector<Error> errors;
    const auto note = [&errors](const Status& status, const std::string& file) {
        if (!status) {
            errors.push_back(status.error());
            errors.back().file = file;
        }
    };
    BenchPlots plots(std::shared_ptr<const BenchReport>(document, &document->report));
    for (const PlotTarget& target : options.plots) {
        PlotRequest request;
        request.path = QString::fromStdString(target.file);
        request.size.width = options.width;
        note(plots.save(target.kind, request), target.file);
    }
    if (!options.report.empty()) {
        note(saveReport(document, QString::fromStdString(options.report)), options.report);
    }
    return errors;
}

} // namespace batchscope
