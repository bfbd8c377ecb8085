// SPDX-License-Identifier: GPL-3.0-or-later
//
// The runs that the panel shows together: the one that was measured last, and those that were opened from files of
// `bench --json` or of the panel itself. Each has a name that tells it from the others.
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
    std::vector<std::string> conditions; ///< that differ, a line each
};

/// Whether the file begins as bench writes one; a glance, so that a treebank of gigabytes can be asked, too.
[[nodiscard]] bool looksLikeRun(const QString& path);

class ShownRuns {
public:
    /// Reads the file again if it is open already. Errors as readBenchDocument(); Parse if the run has no results.
    Status open(const QString& path);
    /// Nothing happens if no opened run has this name.
    void close(const QString& name);
    void closeAll();
    /// Null: nothing was measured yet. Nothing happens if it is the one that was set before.
    void setMeasured(std::shared_ptr<const BenchDocument> document);

    /// The measured run first, then the others as they were opened.
    [[nodiscard]] const std::vector<ShownRun>& runs() const { return m_runs; }
    [[nodiscard]] bool hasOpened() const;
    /// The first run, which is what can be saved as JSON and as a report; null: there is none.
    [[nodiscard]] std::shared_ptr<const BenchDocument> first() const;
    /// The results of all runs; null without runs.
    [[nodiscard]] std::shared_ptr<const BenchReport> report() const { return m_report; }

    /// The two named runs, the earlier one as the old one; without names, the only two that are shown. A Config error
    /// if there are no such runs, or if a run has a series twice.
    [[nodiscard]] Result<ComparedRuns> compare(const QStringList& names) const;

private:
    void refresh();
    [[nodiscard]] QStringList names() const;

    std::vector<ShownRun> m_runs;
    std::shared_ptr<const BenchReport> m_report;
};

// Two runs compared: which series became slower or faster, in which conditions the runs differ, and the figures. Not
// modal, so that several may be open.

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
