// SPDX-License-Identifier: GPL-3.0-or-later
//
// The program of core/story/pseudo_code.h as rows of a list: text, real values, and the running line.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/story/pseudo_code.h"
#include "views/tables/table_model.h"
#endif

namespace batchscope {

class ProgramModel final : public TableModel {
    Q_OBJECT

public:
    enum Role {
        NoteRole = Qt::UserRole, ///< QString: real values
        IndentRole,              ///< int
        RunningRole,             ///< bool
    };

    using TableModel::TableModel;

    void setProgram(PseudoCode code);
    /// Sets the values, one per line.
    void setNotes(const std::vector<std::string>& notes);
    /// Marks only the line that does this part as running.
    void setRunning(std::optional<CodePart> part);
    /// The running row; -1 for none.
    [[nodiscard]] int runningRow() const { return m_running; }
    [[nodiscard]] const PseudoCode& program() const { return m_code; }

protected:
    [[nodiscard]] int rows() const override;
    [[nodiscard]] int columns() const override { return 1; }
    [[nodiscard]] bool isText(int /*column*/) const override { return true; }
    [[nodiscard]] QString title(int /*column*/) const override { return {}; }
    [[nodiscard]] QString titleTip(int /*column*/) const override { return {}; }
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;

private:
    PseudoCode m_code;
    QStringList m_notes;
    int m_running = -1;
};

} // namespace batchscope
