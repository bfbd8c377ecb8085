// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: all keys on one page, made from the registry, so that it can never be out of date.
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

    const CommandRegistry& m_commands;
    QTreeWidget* m_list;
};

} // namespace batchscope
