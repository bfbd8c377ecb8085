// SPDX-License-Identifier: GPL-3.0-or-later
//
// The panel *Values*: every number of the selected node, folded next to regular.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/session/node_values.h"
#endif
#include "views/models/live_view.h"

#include <memory>

class QComboBox;
class QLabel;
class QPushButton;
class QTableView;

namespace batchscope {

class ValuesModel;

class ValuesView final : public LiveView {
    Q_OBJECT

public:
    ValuesView(Session& session, Playback& playback, QWidget* parent = nullptr);

    /// Null if no node is selected.
    [[nodiscard]] const NodeValues* values() const { return m_values.get(); }

protected:
    void catchUp(const Changes& changes) override;

private:
    void build();
    void fillOutputs();
    void showValues();

    QLabel* m_node;
    QComboBox* m_output;
    QLabel* m_comparison;
    QPushButton* m_copy;
    ValuesModel* m_model;
    QTableView* m_table;
    std::shared_ptr<const NodeValues> m_values;
    bool m_isFitted = false; ///< true once the columns were fitted
};

} // namespace batchscope
