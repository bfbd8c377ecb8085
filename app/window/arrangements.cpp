// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/arrangements.h"

#include "app/window/panels.h"
#include "app/window/settings.h"

#include <QMainWindow>

#include <utility>

namespace batchscope {

const QStringList& arrangementNames() {
    static const QStringList kNames = {QStringLiteral("story"), QStringLiteral("workbench"), QStringLiteral("lesson")};
    return kNames;
}

std::optional<Arrangement> arrangementOf(const QString& name) {
    const qsizetype index = arrangementNames().indexOf(name);
    return index < 0 ? std::nullopt : std::optional(static_cast<Arrangement>(index));
}

Arrangements::Arrangements(QMainWindow& window, Settings& settings)
    : m_window(window), m_settings(settings), m_current(settings.arrangement()), m_interface(settings.interface()),
      m_remembered(m_current) {
    kept(Arrangement::Workbench).docks = settings.layout().docks;
    kept(Arrangement::Story).docks = settings.layout().storyDocks;
}

void Arrangements::makeFirst() {
    showPanels(m_window, m_interface);
    kept(Arrangement::Workbench).first = m_window.saveState(Settings::kVersion);
    showStoryPanels(m_window);
    kept(Arrangement::Story).first = m_window.saveState(Settings::kVersion);
    showLessonPanels(m_window, Readers::One);
    kept(Arrangement::Lesson).first = m_window.saveState(Settings::kVersion);
}

/// What is no layout leaves the panels as they were made.
void Arrangements::restore(const QByteArray& docks) {
    m_window.restoreState(kept().first, Settings::kVersion);
    m_window.restoreState(docks, Settings::kVersion);
    hidePanelsOfOthers(m_window, m_interface);
}

void Arrangements::show() {
    if (kept().first.isEmpty()) {
        makeFirst();
    }
    m_isShown = true;
    restore(kept().docks);
}

void Arrangements::hold() {
    kept().docks = m_window.saveState(Settings::kVersion);
    m_isShown = false;
}

void Arrangements::choose(Arrangement arrangement) {
    if (arrangement == m_current) {
        return;
    }
    const bool wasShown = m_isShown;
    if (wasShown) {
        hold();
    }
    m_current = arrangement;
    m_remembered = arrangement == Arrangement::Lesson ? m_remembered : arrangement;
    if (wasShown) {
        show();
    }
    emit chosen();
}

void Arrangements::setInterface(Interface shown) {
    if (shown == std::exchange(m_interface, shown)) {
        return;
    }
    kept(Arrangement::Workbench) = {};
    if (!m_isShown) {
        kept().first.clear(); // made again, with all, when they are shown
        return;
    }
    const QByteArray docks = m_window.saveState(Settings::kVersion);
    makeFirst();
    restore(m_current == Arrangement::Workbench ? QByteArray() : docks);
}

void Arrangements::reset() {
    if (m_isShown) {
        restore(kept().first);
    }
}

void Arrangements::remember(const QByteArray& docks) {
    if (!docks.isEmpty()) {
        kept().docks = docks;
    }
    Settings::Layout layout = m_settings.layout();
    layout.docks = kept(Arrangement::Workbench).docks;
    layout.storyDocks = kept(Arrangement::Story).docks;
    m_settings.setLayout(layout);
    m_settings.setArrangement(m_remembered);
}

} // namespace batchscope
