// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/history/comparison_dialog.h"

#include "views/history/comparison_model.h"
#include "views/models/words.h"
#include "views/plots/trend_tip.h"
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

QString runHead(const HistoryEntry& entry) {
    constexpr int kCommitDigits = 8;
    const QString head = ComparisonDialog::tr("run %1, %2 UTC, on %3, commit %4")
                             .arg(QString::number(entry.id), runDateText(entry.date), toText(entry.host),
                                  toText(entry.commit).left(kCommitDigits));
    return entry.note.empty() ? head : QString(head % QStringLiteral(" (") % toText(entry.note) % u')');
}

QLabel* lineOf(const QString& text, QWidget* parent) {
    auto* const label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText); // notes are the user's
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

ComparisonDialog::ComparisonDialog(const ComparedRuns& runs, QWidget* parent)
    : QDialog(parent), m_model(new ComparisonModel(runs.comparison, this)), m_table(new QTableView(this)) {
    constexpr QSize kUsualSize = {980, 460};
    setObjectName(QStringLiteral("history-comparison"));
    setWindowTitle(tr("Run %1 compared with run %2").arg(runs.after.id).arg(runs.before.id));
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
        conditions->setObjectName(QStringLiteral("history-conditions"));
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
