// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/history/history_text.h"

#include <algorithm>

namespace batchscope {

namespace {

QString pageText(const QString& head, const QString& text, const Theme& theme) {
    return QStringLiteral("<b>%1</b><br><span style=\"color:%2\">%3</span>").arg(head, theme.mutedText.name(), text);
}

} // namespace

QString emptyHistoryText(const RunHistory& history, HistoryView::Keeping keeping, const Theme& theme) {
    if (!history.isKnown()) {
        return pageText(HistoryView::tr("Reading the history…"), QString(), theme);
    }
    if (!history.fault().isEmpty()) {
        const QString again = QStringLiteral("<a href=\"refresh\" style=\"color:%1\">%2</a>")
                                  .arg(theme.accent.name(), HistoryView::tr("Read it again"));
        return pageText(HistoryView::tr("The history cannot be read."),
                        history.fault().toHtmlEscaped() % QStringLiteral("<br>") % again, theme);
    }
    return pageText(HistoryView::tr("No measurement is kept yet."),
                    keeping == HistoryView::Keeping::On
                        ? HistoryView::tr("Press Measure in Time: every measurement is kept here and "
                                          "compared with the one before. On the command line, use bench --keep.")
                        : HistoryView::tr("Measurements of the window are not kept: choose Model, History, Keep "
                                          "measurements to change that. On the command line, use bench --keep."),
                    theme);
}

QString historyStateText(const RunHistory& history, int all, int found) {
    if (const std::size_t waiting = history.waiting(); waiting > 0) {
        return waiting == 1 ? HistoryView::tr("1 measurement is not kept yet")
                            : HistoryView::tr("%1 measurements are not kept yet").arg(waiting);
    }
    const QString runs = found < all ? HistoryView::tr("%1 of %2 runs").arg(found).arg(all)
                         : all == 1  ? HistoryView::tr("1 run")
                                     : HistoryView::tr("%1 runs").arg(all);
    const auto& trend = history.trend();
    const auto slower = !trend ? 0 : std::count_if(trend->runs.begin(), trend->runs.end(), [](const TrendRun& run) {
        return run.slower > 0;
    });
    return slower == 0 ? runs : HistoryView::tr("%1 · %2 slower than the run before").arg(runs).arg(slower);
}

Error noSuchTimes(const QString& name, const QStringList& names) {
    return Error{ErrorCode::Config, HistoryView::tr("there are no times of \"%1\"; expected one of: %2")
                                        .arg(name, names.join(QStringLiteral("; ")))
                                        .toStdString()};
}

} // namespace batchscope
