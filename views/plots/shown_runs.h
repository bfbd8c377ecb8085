// SPDX-License-Identifier: GPL-3.0-or-later
//
// The runs that the panel shows together: the one that was measured last, and those opened from files that `bench
// --json` or the panel wrote. Each run has a unique name.
#pragma once

#include "core/bench/compare_runs.h"
#include "core/records/bench_document.h"
#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>
#include "views/tables/column_model.h"
#endif

#include <QDialog>
#include <QString>
#include <QStringList>

#include <memory>
#include <string>
#include <vector>

class QTableView;

namespace batchscope {

struct ShownRun {
    QString name;
    QString path; ///< empty: measured in this window
    std::shared_ptr<const BenchDocument> document;
};

struct ComparedRuns {
    ShownRun before;
    ShownRun after;
    RunComparison comparison;
    std::vector<std::string> conditions; ///< conditions that differ, one per line
};

/// True if the file begins like one written by bench. Reads only a few bytes, so that it is fast for a huge treebank.
[[nodiscard]] bool looksLikeRun(const QString& path);

class ShownRuns {
public:
    /// Opens a file, or reads it again. Fails like readBenchDocument(); Parse error if the run has no results.
    Status open(const QString& path);
    /// Closes the opened run with this name; does nothing if there is none.
    void close(const QString& name);
    void closeAll();
    /// Sets the measured run, or null before a measurement. Does nothing if it is unchanged.
    void setMeasured(std::shared_ptr<const BenchDocument> document);

    /// The measured run first, then the others in the order in which they were opened.
    [[nodiscard]] const std::vector<ShownRun>& runs() const { return m_runs; }
    [[nodiscard]] bool hasOpened() const;
    /// The first run, which can be saved as JSON and as a report; null if there is none.
    [[nodiscard]] std::shared_ptr<const BenchDocument> first() const;
    /// The results of all runs; null without runs.
    [[nodiscard]] std::shared_ptr<const BenchReport> report() const { return m_report; }

    /// Compares two named runs, the earlier as the old one; without names, the only two runs shown. Config error if
    /// there are no such runs, or if a run contains a series twice.
    [[nodiscard]] Result<ComparedRuns> compare(const QStringList& names) const;

private:
    void refresh();
    [[nodiscard]] QStringList names() const;

    std::vector<ShownRun> m_runs;
    std::shared_ptr<const BenchReport> m_report;
};

// Compares two runs: which series became slower or faster, which conditions differ, and the figures. Not modal, so that
// several dialogs can be open.

class ComparisonDialog final : public QDialog {
    Q_OBJECT

public:
    explicit ComparisonDialog(const ComparedRuns& runs, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    RowsModel<ComparedSeries> m_model;
};

} // namespace batchscope
