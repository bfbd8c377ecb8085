// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/commands/key_sheet.h"

#include "views/commands/command_registry.h"

#include <QHeaderView>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace batchscope {

KeySheet::KeySheet(const CommandRegistry& commands, QWidget* parent)
    : QDialog(parent), m_commands(commands), m_list(new QTreeWidget(this)) {
    setWindowTitle(tr("Keys"));
    setObjectName(QStringLiteral("key-sheet-dialog"));
    m_list->setAccessibleName(tr("Keys and what they do"));
    m_list->setHeaderLabels({tr("Key"), tr("Command"), tr("What it does")});
    m_list->setRootIsDecorated(false);
    m_list->setAlternatingRowColors(true);
    m_list->setSelectionMode(QAbstractItemView::NoSelection);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_list);
    resize(720, 560);
}

void KeySheet::showEvent(QShowEvent* event) {
    fill();
    QDialog::showEvent(event);
}

void KeySheet::fill() {
    m_list->clear();
    for (const QString& id : m_commands.ids()) {
        const QAction* action = m_commands.action(id);
        const QList<QKeySequence> shortcuts = action->shortcuts();
        if (shortcuts.isEmpty()) {
            continue;
        }
        QStringList keys;
        for (const QKeySequence& key : shortcuts) {
            keys.append(key.toString(QKeySequence::NativeText));
        }
        m_list->addTopLevelItem(new QTreeWidgetItem(
            {keys.join(tr(" or ")), QString(action->text()).remove(u'&').remove(u'…'), m_commands.spec(id).tip}));
    }
    m_list->resizeColumnToContents(0);
    m_list->resizeColumnToContents(1);
}

} // namespace batchscope
