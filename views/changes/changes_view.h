// SPDX-License-Identifier: GPL-3.0-or-later
//
// *Changes*: what another policy or a schedule from a file would change in the schedule that is shown. The other
// schedule is made, and the two are compared, on a thread of the panel, once the run is complete, so that it disturbs
// no measurement; the newest question counts. A click, Enter or an arrow key on a row moves the picture to that step.
#pragma once

#include "views/changes/changes_model.h"
#include "views/models/live_view.h"

#include <memory>

class QComboBox;
class QLabel;
class QTableView;

namespace batchscope {

class ChangesView final : public LiveView {
    Q_OBJECT

public:
    ChangesView(Session& session, Playback& playback, QWidget* parent = nullptr);

    /// Whether the other schedule is being made.
    [[nodiscard]] bool isComparing() const { return m_lane.isOpen(); }
    /// Compares with this choice from now on, as if the user had chosen it from the list.
    void setOther(const OtherChoice& choice);
    /// Null where nothing is compared.
    [[nodiscard]] const ComparedRun* compared() const { return m_compared.get(); }

signals:
    /// The user wants to compare with a saved schedule, which is to be chosen and given to setOther().
    void fileAsked();

protected:
    void catchUp(const Changes& changes) override;

private:
    void build();
    void chosen(int place);
    void chooseOther();
    void compare();
    void showResult(std::shared_ptr<const ComparedRun> compared, const QString& said);
    void showSelection();
    [[nodiscard]] OtherChoice otherChoice() const;

    QComboBox* m_other;
    QLabel* m_summary;
    ChangesModel* m_model;
    QTableView* m_table;
    int m_place = -1;                      ///< of the entry that is compared with
    bool m_isChosen = false;               ///< the other choice, by the user
    std::shared_ptr<const Schedule> m_ask; ///< that is compared, or was; null: none
    std::shared_ptr<const ComparedRun> m_compared;
    ViewLane m_lane;
};

} // namespace batchscope
