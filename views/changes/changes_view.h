// SPDX-License-Identifier: GPL-3.0-or-later
//
// *Changes*: the changes that another policy or a schedule from a file would make to the shown schedule. Once the run
// is complete, so that no measurement is disturbed, a thread of the panel makes the other schedule and compares the
// two; the newest request wins. A click, Enter or an arrow key on a row moves the picture to that step.
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

    /// True while the other schedule is made and compared.
    [[nodiscard]] bool isComparing() const { return m_lane.isOpen(); }
    /// Compares with this choice from now on, as if the user had selected it from the list.
    void setOther(const OtherChoice& choice);
    /// Null if nothing is compared.
    [[nodiscard]] const ScheduleComparison* compared() const { return m_compared.get(); }

signals:
    /// The user wants to compare with a saved schedule; pass it to setOther() once the file is chosen.
    void fileAsked();

protected:
    void catchUp(const Changes& changes) override;

private:
    void build();
    void chosen(int place);
    void chooseOther();
    void compare();
    void showResult(std::shared_ptr<const ScheduleComparison> compared, const QString& said);
    void showSelection();
    [[nodiscard]] OtherChoice otherChoice() const;

    QComboBox* m_other;
    QLabel* m_summary;
    ChangesModel* m_model;
    QTableView* m_table;
    int m_place = -1;                      ///< index of the entry to compare with
    bool m_isChosen = false;               ///< true once the user chose an entry
    std::shared_ptr<const Schedule> m_ask; ///< the shown schedule in the last comparison; null: none
    std::shared_ptr<const ScheduleComparison> m_compared;
    ViewLane m_lane;
};

} // namespace batchscope
