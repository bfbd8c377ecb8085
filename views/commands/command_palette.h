// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds a command by a part of its name, without its menu or key. Not modal: the window behind it stays usable.
#pragma once

#include <QDialog>

class QLineEdit;
class QTreeWidget;

namespace batchscope {

class CommandRegistry;

class CommandPalette final : public QDialog {
    Q_OBJECT

public:
    CommandPalette(CommandRegistry& commands, QWidget* parent);

    /// Shows the palette over its parent with an empty filter and the commands that can be run now.
    void popUp();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill();
    void filter(const QString& text);
    void runCurrent();

    CommandRegistry& m_commands;
    QLineEdit* m_filter;
    QTreeWidget* m_list;
};

} // namespace batchscope
