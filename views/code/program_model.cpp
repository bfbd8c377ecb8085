// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/program_model.h"

#include "views/models/words.h"

#include <utility>

namespace batchscope {

void ProgramModel::setProgram(PseudoCode code) {
    resetBy([&] {
        m_code = std::move(code);
        m_notes.clear();
        m_running = -1;
    });
}

void ProgramModel::setNotes(const std::vector<std::string>& notes) {
    QStringList texts;
    for (const std::string& note : notes) {
        texts.append(toText(note));
    }
    if (texts != m_notes) {
        m_notes = std::move(texts);
        columnsChanged(0, 0, {NoteRole, Qt::AccessibleTextRole});
    }
}

void ProgramModel::setRunning(std::optional<CodePart> part) {
    const std::optional<std::size_t> line = part ? m_code.lineOf(*part) : std::nullopt;
    const int before = std::exchange(m_running, line ? static_cast<int>(*line) : -1);
    if (before == m_running) {
        return;
    }
    for (const int row : {before, m_running}) {
        if (row >= 0) {
            rowChanged(row, {RunningRole, Qt::AccessibleTextRole});
        }
    }
}

int ProgramModel::rows() const {
    return static_cast<int>(m_code.lines.size());
}

QVariant ProgramModel::cell(int row, int /*column*/, int role) const {
    const CodeLine& line = m_code.lines[static_cast<std::size_t>(row)];
    const QString note = m_notes.value(row);
    const bool running = row == m_running;
    switch (role) {
    case Qt::DisplayRole: return toText(line.text);
    case Qt::ToolTipRole: return note.isEmpty() ? toText(line.tip) : QString(toText(line.tip) % u'\n' % note);
    case Qt::AccessibleTextRole:
        return QString((running ? tr("Running: ") : QString()) % toText(line.text) %
                       (note.isEmpty() ? QString() : QString(u"; " % note)));
    case NoteRole: return note;
    case IndentRole: return line.indent;
    case RunningRole: return running;
    default: return {};
    }
}

} // namespace batchscope
