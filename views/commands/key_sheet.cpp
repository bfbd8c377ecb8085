// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/commands/key_sheet.h"

#include "views/commands/command_registry.h"

#include <QHeaderView>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <array>

namespace batchscope {

namespace {

/// Keys and mouse actions of one view that are not commands.
struct ViewKey {
    const char* keys;
    const char* place;
    const char* meaning;
};

constexpr std::array<ViewKey, 14> kViewKeys = {{
    {"Up", "Picture", "Go to the node that uses the selected one."},
    {"Down", "Picture", "Go to the first argument of the selected node."},
    {"Left, Right", "Picture", "Go to the node next to the selected one."},
    {"Click", "Picture", "Select a node, a batch or a tree."},
    {"Double-click", "Picture", "Select and zoom in."},
    {"Drag", "Picture", "Move the picture; the middle button and Space+Drag do the same."},
    {"Click, Drag", "Minimap", "Go to that place."},
    {"Enter, Shift+Enter", "Find nodes", "Go to the next or previous match."},
    {"Wheel", "Picture", "Zoom in or out around the pointer."},
    {"Left, Right", "Timeline", "Go one step back or forward."},
    {"PgUp, PgDown", "Timeline", "Go one level forward or back."},
    {"Home, End", "Timeline", "Go to the beginning or the end."},
    {"Up, Down", "Steps, Treebank", "Go to the step or tree of the row above or below."},
    {"Double-click", "Treebank", "Show trees starting from this one."},
}};

constexpr QSize kUsualSize = {900, 720};

} // namespace

KeySheet::KeySheet(const CommandRegistry& commands, QWidget* parent)
    : QDialog(parent), m_commands(commands), m_list(new QTreeWidget(this)) {
    setWindowTitle(tr("Keyboard shortcuts"));
    setObjectName(QStringLiteral("key-sheet-dialog"));
    m_list->setAccessibleName(tr("Keyboard shortcuts"));
    m_list->setHeaderLabels({tr("Key"), tr("Command"), tr("Description")});
    m_list->setRootIsDecorated(false);
    m_list->setAlternatingRowColors(true);
    m_list->setSelectionMode(QAbstractItemView::NoSelection);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_list);
    resize(kUsualSize);
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
        addRow(keys.join(tr(" or ")), QString(action->text()).remove(u'&').remove(u'…'), m_commands.spec(id).tip);
    }
    for (const ViewKey& key : kViewKeys) {
        addRow(tr(key.keys), tr(key.place), tr(key.meaning));
    }
    m_list->resizeColumnToContents(0);
    m_list->resizeColumnToContents(1);
}

void KeySheet::addRow(const QString& keys, const QString& name, const QString& meaning) {
    auto* row = new QTreeWidgetItem(m_list, {keys, name, meaning});
    for (int column = 0; column < m_list->columnCount(); ++column) {
        row->setToolTip(column, row->text(column));
    }
}

} // namespace batchscope
