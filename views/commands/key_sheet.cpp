// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/commands/key_sheet.h"

#include "views/commands/command_registry.h"

#include <QHeaderView>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

/// Keys and mouse actions of one view that are not commands.
struct ViewKey {
    const char* keys;
    const char* place;
    const char* meaning;
};

constexpr std::array<ViewKey, 16> kViewKeys = {{
    {QT_TRANSLATE_NOOP("batchscope::KeySheet", "Up"), QT_TRANSLATE_NOOP("batchscope::KeySheet", "Picture"),
     QT_TRANSLATE_NOOP("batchscope::KeySheet", "Go to the node that uses the selected one.")},
    {QT_TRANSLATE_NOOP("batchscope::KeySheet", "Down"), QT_TRANSLATE_NOOP("batchscope::KeySheet", "Picture"),
     QT_TRANSLATE_NOOP("batchscope::KeySheet", "Go to the first argument of the selected node.")},
    {QT_TRANSLATE_NOOP("batchscope::KeySheet", "Left, Right"), QT_TRANSLATE_NOOP("batchscope::KeySheet", "Picture"),
     QT_TRANSLATE_NOOP("batchscope::KeySheet", "Go to the node next to the selected one.")},
    {QT_TRANSLATE_NOOP("batchscope::KeySheet", "Click"), QT_TRANSLATE_NOOP("batchscope::KeySheet", "Picture"),
     QT_TRANSLATE_NOOP("batchscope::KeySheet", "Select a node, a batch or a tree.")},
    {QT_TRANSLATE_NOOP("batchscope::KeySheet", "Double-click"), QT_TRANSLATE_NOOP("batchscope::KeySheet", "Picture"),
     QT_TRANSLATE_NOOP("batchscope::KeySheet", "Select and zoom in.")},
    {QT_TRANSLATE_NOOP("batchscope::KeySheet", "Drag"), QT_TRANSLATE_NOOP("batchscope::KeySheet", "Picture"),
     QT_TRANSLATE_NOOP("batchscope::KeySheet", "Move the picture; the middle button and Space+Drag do the same.")},
    {QT_TRANSLATE_NOOP("batchscope::KeySheet", "Shift+Drag"), QT_TRANSLATE_NOOP("batchscope::KeySheet", "Picture"),
     QT_TRANSLATE_NOOP("batchscope::KeySheet", "Zoom in on a rectangle.")},
    {QT_TRANSLATE_NOOP("batchscope::KeySheet", "Click"), QT_TRANSLATE_NOOP("batchscope::KeySheet", "Legend"),
     QT_TRANSLATE_NOOP("batchscope::KeySheet", "Find the nodes of that op; click again to end the search.")},
    {QT_TRANSLATE_NOOP("batchscope::KeySheet", "Click, Drag"), QT_TRANSLATE_NOOP("batchscope::KeySheet", "Minimap"),
     QT_TRANSLATE_NOOP("batchscope::KeySheet", "Go to that place.")},
    {QT_TRANSLATE_NOOP("batchscope::KeySheet", "Enter, Shift+Enter"),
     QT_TRANSLATE_NOOP("batchscope::KeySheet", "Find nodes"),
     QT_TRANSLATE_NOOP("batchscope::KeySheet", "Go to the next or previous match.")},
    {QT_TRANSLATE_NOOP("batchscope::KeySheet", "Wheel"), QT_TRANSLATE_NOOP("batchscope::KeySheet", "Picture"),
     QT_TRANSLATE_NOOP("batchscope::KeySheet", "Zoom in or out around the pointer.")},
    {QT_TRANSLATE_NOOP("batchscope::KeySheet", "Left, Right"), QT_TRANSLATE_NOOP("batchscope::KeySheet", "Timeline"),
     QT_TRANSLATE_NOOP("batchscope::KeySheet", "Go one step back or forward.")},
    {QT_TRANSLATE_NOOP("batchscope::KeySheet", "PgUp, PgDown"), QT_TRANSLATE_NOOP("batchscope::KeySheet", "Timeline"),
     QT_TRANSLATE_NOOP("batchscope::KeySheet", "Go one level forward or back.")},
    {QT_TRANSLATE_NOOP("batchscope::KeySheet", "Home, End"), QT_TRANSLATE_NOOP("batchscope::KeySheet", "Timeline"),
     QT_TRANSLATE_NOOP("batchscope::KeySheet", "Go to the beginning or the end.")},
    {QT_TRANSLATE_NOOP("batchscope::KeySheet", "Up, Down"),
     QT_TRANSLATE_NOOP("batchscope::KeySheet", "Steps, Treebank"),
     QT_TRANSLATE_NOOP("batchscope::KeySheet", "Go to the step or tree of the row above or below.")},
    {QT_TRANSLATE_NOOP("batchscope::KeySheet", "Double-click"), QT_TRANSLATE_NOOP("batchscope::KeySheet", "Treebank"),
     QT_TRANSLATE_NOOP("batchscope::KeySheet", "Show trees starting from this one.")},
}};

constexpr QSize kUsualSize = {900, 560};

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
    // As many rows as the window has room for.
    constexpr int kBesides = 60; // heading and margins
    const int wanted = m_list->sizeHintForRow(0) * m_list->topLevelItemCount() + kBesides;
    resize(width(), std::min(wanted, parentWidget()->window()->height()));
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
