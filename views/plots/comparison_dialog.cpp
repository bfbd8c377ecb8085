// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/comparison_dialog.h"

#include "views/models/words.h"
#include "views/plots/comparison_model.h"
#include "views/tables/table_look.h"

#include <QDialogButtonBox>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

namespace batchscope {

namespace {

/// Dates in documents are "2026-05-01T10:00:00Z".
QString runHead(const ShownRun& run) {
    constexpr int kCommitDigits = 8;
    constexpr int kToMinutes = 16;
    const BenchDocument& document = *run.document;
    return ComparisonDialog::tr("%1, %2 UTC, on %3, commit %4")
        .arg(run.name, toText(document.date).left(kToMinutes).replace(u'T', u' '), toText(document.host),
             toText(document.build.commit).left(kCommitDigits));
}

QLabel* lineOf(const QString& text, QWidget* parent) {
    auto* const label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText); // names of files are the user's
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

ComparisonDialog::ComparisonDialog(const ComparedRuns& runs, QWidget* parent)
    : QDialog(parent), m_model(new ComparisonModel(runs.comparison, this)), m_table(new QTableView(this)) {
    constexpr QSize kUsualSize = {980, 460};
    setObjectName(QStringLiteral("run-comparison"));
    setWindowTitle(tr("%1 compared with %2").arg(runs.after.name, runs.before.name));
    resize(kUsualSize);
    buildTable();
    auto* const column = new QVBoxLayout(this);
    QLabel* const heads = lineOf(tr("Old: %1\nNew: %2").arg(runHead(runs.before), runHead(runs.after)), this);
    heads->setAccessibleName(tr("The two runs"));
    column->addWidget(heads);
    if (!runs.conditions.empty()) {
        QStringList lines = {tr("Measured under different conditions, which may explain a difference:")};
        for (const std::string& condition : runs.conditions) {
            lines << toText(condition);
        }
        QLabel* const conditions = lineOf(lines.join(u'\n'), this);
        conditions->setObjectName(QStringLiteral("run-conditions"));
        conditions->setAccessibleName(tr("Conditions that differ"));
        column->addWidget(conditions);
    }
    QStringList lines;
    for (const std::string& line : linesOn(runs.comparison)) {
        lines << toText(line);
    }
    QLabel* const summary = lineOf(lines.join(u'\n'), this);
    summary->setAccessibleName(tr("What the comparison comes to"));
    column->addWidget(summary);
    column->addWidget(m_table, 1);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
}

void ComparisonDialog::buildTable() {
    auto* const sorted = new QSortFilterProxyModel(this);
    sorted->setSourceModel(m_model);
    sorted->setSortRole(ComparisonModel::kSortRole);
    m_model->setTheme(themeOf(*this));
    m_table->setModel(sorted);
    m_table->setAccessibleName(tr("Series of both runs"));
    dressTable(*m_table);
    m_table->setAlternatingRowColors(true);
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder); // as measured
    fitColumns(*m_table);
}

void ComparisonDialog::changeEvent(QEvent* event) {
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        m_model->setTheme(themeOf(*this));
    }
}

} // namespace batchscope
