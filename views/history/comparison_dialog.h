// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two runs of the history, held against each other: what it comes to, in which conditions they differ, and the figures.
// Not modal, so that several may be open.
#pragma once

#include "views/history/run_history.h"

#include <QDialog>

class QTableView;

namespace batchscope {

class ComparisonModel;

class ComparisonDialog final : public QDialog {
    Q_OBJECT

public:
    explicit ComparisonDialog(const ComparedRuns& runs, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void buildTable();

    ComparisonModel* m_model;
    QTableView* m_table;
};

} // namespace batchscope
