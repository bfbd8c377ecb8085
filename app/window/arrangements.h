// SPDX-License-Identifier: GPL-3.0-or-later
//
// Arrangements of the panels: Story, in which the picture has all of the window, for a first look and for
// playing; Workbench, with all panels; Lesson, with large text beside the picture. The first two are remembered as the
// user left them.
#pragma once

#include "core/base/interface.h"

#include <QByteArray>
#include <QObject>
#include <QStringList>

#include <array>
#include <optional>

class QMainWindow;

namespace batchscope {

class Settings;

enum class Arrangement { Story, Workbench, Lesson };
inline constexpr std::size_t kArrangements = 3;

/// Names as scripts and settings spell them, in the order of Arrangement: story, workbench, lesson.
[[nodiscard]] const QStringList& arrangementNames();
/// None for another name.
[[nodiscard]] std::optional<Arrangement> arrangementOf(const QString& name);

class Arrangements final : public QObject {
    Q_OBJECT

public:
    /// The window has its panels, hidden; sizes are given to them when they are shown first.
    Arrangements(QMainWindow& window, Settings& settings);

    [[nodiscard]] Arrangement current() const { return m_current; }
    /// Shows the panels as the user left them. Again after hold(), with the window as it is then.
    void show();
    /// Remembers where the panels are, before something hides them.
    void hold();
    /// While the panels are shown: holds them and shows the other arrangement. Otherwise that is shown next.
    void choose(Arrangement arrangement);
    /// The Workbench is as at first again, with the panels of this interface; elsewhere only those it lacks are hidden.
    void setInterface(Interface shown);
    /// Puts the panels of the current arrangement where they were at first.
    void reset();
    /// To the settings: Story and Workbench, and which of them is shown next time; `docks` are those of the current
    /// arrangement, empty for those that are held.
    void remember(const QByteArray& docks);

signals:
    /// current() changed.
    void chosen();

private:
    struct Kept {
        QByteArray first; ///< the layout of the panels as made; empty before they were shown
        QByteArray docks; ///< as the user left it
    };

    [[nodiscard]] Kept& kept() { return m_kept[static_cast<std::size_t>(m_current)]; }
    [[nodiscard]] Kept& kept(Arrangement arrangement) { return m_kept[static_cast<std::size_t>(arrangement)]; }
    void makeFirst();
    void restore(const QByteArray& docks);

    QMainWindow& m_window;
    Settings& m_settings;
    std::array<Kept, kArrangements> m_kept;
    Arrangement m_current;
    Interface m_interface;
    Arrangement m_remembered; // the last one that was not Lesson
    bool m_isShown = false;
};

} // namespace batchscope
