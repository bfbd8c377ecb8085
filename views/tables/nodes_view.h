// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table counterpart of the canvas: every node of the graph as a row, searched and sorted, for those who cannot see
// the picture and those who prefer to read. Search and marks are those of the canvas (NodeFinder).
#pragma once

#include "views/models/live_view.h"

class QLabel;
class QLineEdit;
class QModelIndex;
class QTableView;

namespace batchscope {

class NodesModel;

class NodesView final : public LiveView {
    Q_OBJECT

public:
    NodesView(Session& session, Playback& playback, QWidget* parent = nullptr);

protected:
    void catchUp(const Changes& changes) override;

private:
    void buildTable();
    void showRows();
    void showState();
    void showSelection();
    void choose(const QModelIndex& index);

    NodesModel* m_model;
    QTableView* m_table;
    QLineEdit* m_query;
    QLabel* m_state;
    bool m_staleRows = true;
};

} // namespace batchscope
