// SPDX-License-Identifier: GPL-3.0-or-later
//
// The schedule as a table: the text counterpart of the lanes and the bars. A click, Enter or an arrow key on a row
// moves the picture to the moment after that step; the current step is marked and stays visible. A line filters the
// steps by a query over their nodes.
#pragma once

#include "views/models/live_view.h"
#include "views/session/node_finder.h"

class QLabel;
class QLineEdit;
class QModelIndex;
class QTableView;

namespace batchscope {

class StepsModel;
class StepsProxy;

class StepsView final : public LiveView {
    Q_OBJECT

public:
    StepsView(Session& session, Playback& playback, QWidget* parent = nullptr);

protected:
    void catchUp(const Changes& changes) override;

private:
    void buildTable();
    void showFound();
    void showFault(const QString& fault);
    void showCount();
    void showSelection();
    void goTo(const QModelIndex& index);
    [[nodiscard]] QModelIndex rowOf(BatchId batch) const;

    StepsModel* m_model;
    StepsProxy* m_proxy;
    QTableView* m_table;
    QLineEdit* m_filter;
    QLabel* m_count;
    NodeFinder m_finder; // of the filter
};

} // namespace batchscope
