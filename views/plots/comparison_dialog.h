// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two runs compared: which series became slower or faster, in which conditions the runs differ, and the figures. Not
// modal, so that several may be open.
#pragma once

#include "views/plots/shown_runs.h"

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
