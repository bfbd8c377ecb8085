// SPDX-License-Identifier: GPL-3.0-or-later
//
// All keyboard shortcuts on one page. Those of commands come from the registry and are never out of date; the others
// work only in a view that has the focus.
#pragma once

#include <QDialog>

class QTreeWidget;

namespace batchscope {

class CommandRegistry;

class KeySheet final : public QDialog {
    Q_OBJECT

public:
    KeySheet(const CommandRegistry& commands, QWidget* parent);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void fill();
    void addRow(const QString& keys, const QString& name, const QString& meaning);

    const CommandRegistry& m_commands;
    QTreeWidget* m_list;
};

} // namespace batchscope
