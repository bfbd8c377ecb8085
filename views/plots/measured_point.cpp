// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/measured_point.h"

#include "core/records/bench_document.h"
#include "core/session/measured_config.h"
#include "views/models/words.h"
#include "views/session/session.h"

#include <QCoreApplication>

namespace batchscope {

namespace {

QString pointText(const char* text) {
    return QCoreApplication::translate("batchscope::MeasuredPoint", text);
}

} // namespace

QString whyPointIsNotShown(const Session& session, std::size_t result) {
    const auto& document = session.benchDocument();
    if (!document || document->report.results.empty()) {
        return pointText("nothing has been measured yet");
    }
    if (result >= document->report.results.size()) {
        return pointText("that point is of a run from a file; only what was measured here can be shown in the picture "
                         "(results 0 to %1)")
            .arg(document->report.results.size() - 1);
    }
    if (session.benchRunning()) { // a new picture would end it
        return pointText("the measurement is still running; wait until it ends, or cancel it");
    }
    const auto& bank = session.snapshot()->treebank;
    if (!bank || bank->files != document->files || bank->options != document->read) {
        return pointText("other files were measured than are open now; open them again: %1")
            .arg(toText(document->files.empty() ? std::string() : document->files.front()));
    }
    return toText(whyNotShown(document->report.results[result]));
}

Result<SessionConfig> pointConfig(const Session& session, std::size_t result) {
    if (const QString why = whyPointIsNotShown(session, result); !why.isEmpty()) {
        return Error{ErrorCode::Config, why.toStdString()};
    }
    const BenchDocument& document = *session.benchDocument();
    return measuredConfig(session.config(), document.config, document.report.results[result],
                          *session.snapshot()->treebank);
}

bool isPointShown(const SessionConfig& point, const SessionConfig& now) {
    SessionConfig same = point;
    same.aspect = now.aspect;
    same.layout = now.layout;
    return same == now;
}

} // namespace batchscope
