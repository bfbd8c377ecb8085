// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the window remembers between starts. The layout is versioned: a layout of another version and damaged values are
// ignored, so that a start never fails because of them. Scripts and tests keep their settings in memory, so that they
// always start in the same state.
#pragma once

#include "core/base/choice.h"
#include "core/base/interface.h"
#include "views/theme/theme.h"

#include <QByteArray>
#include <QObject>
#include <QStringList>
#include <QVariantMap>

#include <array>
#include <memory>
#include <optional>

class QMainWindow;
class QSettings;

namespace batchscope {

class Settings;

/// Arrangements of the panels. Story: the picture fills the window, for a first look and for playing. Workbench: all
/// panels. Lesson: large text beside the picture. Story and Workbench are remembered as the user left them.
enum class Arrangement { Story, Workbench, Lesson };
inline constexpr std::size_t kArrangements = 3;
template <>
inline constexpr EnumNames<kArrangements> kEnumNames<Arrangement> = {"arrangement", {"story", "workbench", "lesson"}};
template <>
inline constexpr EnumNames<5> kEnumNames<ThemeChoice> = {"theme",
                                                         {"system", "light", "dark", "high-contrast", "paper"}};

class Arrangements final : public QObject {
    Q_OBJECT

public:
    /// The window must have its panels, hidden; they get their sizes when they are first shown.
    Arrangements(QMainWindow& window, Settings& settings);

    [[nodiscard]] Arrangement current() const { return m_current; }
    /// Shows the panels as the user left them; also after hold(), in the window's new size.
    void show();
    /// Remembers the layout of the panels before they are hidden.
    void hold();
    /// If the panels are shown, calls hold() and shows the new arrangement; if not, the new one appears at the next
    /// show().
    void choose(Arrangement arrangement);
    /// Resets the Workbench to its first layout with the panels of this interface. Other arrangements keep their
    /// layout; only panels that the interface lacks are hidden.
    void setInterface(Interface shown);
    /// Moves the panels of the current arrangement back to their initial places.
    void reset();
    /// Writes the layouts of Story and Workbench to the settings, and which of them is shown next time. `docks` is the
    /// current layout; empty if the panels are held.
    void remember(const QByteArray& docks);

signals:
    /// current() changed.
    void chosen();

private:
    struct Kept {
        QByteArray first; ///< initial layout; empty before the panels were shown
        QByteArray docks; ///< layout as the user left it
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

class Settings {
public:
    enum class Storage { Disk, Memory };

    explicit Settings(Storage storage);
    ~Settings();
    Settings(const Settings&) = delete;
    Settings& operator=(const Settings&) = delete;

    struct Layout {
        QByteArray geometry;
        QByteArray docks; ///< layout of the Workbench
        QByteArray storyDocks = {};
    };
    /// Members are empty if nothing usable was saved.
    [[nodiscard]] Layout layout() const;
    void setLayout(const Layout& layout);

    /// Default: Story; Workbench for scripts, tests, and users with a layout from before arrangements existed.
    [[nodiscard]] Arrangement arrangement() const;
    void setArrangement(Arrangement arrangement);

    /// Default: Learn; Expert for scripts and tests, which use everything.
    [[nodiscard]] Interface interface() const;
    void setInterface(Interface shown);

    [[nodiscard]] ThemeChoice theme() const;
    void setTheme(ThemeChoice choice);

    /// True if steps jump instead of moving. Qt 6.4 cannot report the desktop's preference.
    [[nodiscard]] bool reducedMotion() const;
    void setReducedMotion(bool reduced);

    /// The values of the choices in choices.h: name by id. Values that equal the defaults may be missing.
    [[nodiscard]] QVariantMap choices() const;
    void setChoices(const QVariantMap& choices);

    /// Absolute paths, the newest first; files that no longer exist are left out.
    [[nodiscard]] QStringList recentFiles() const;
    void addRecentFile(const QString& path);

    /// Ids of the lessons that were finished.
    [[nodiscard]] QStringList lessonsDone() const;
    void addLessonDone(const QString& id);
    /// The answers given in lessons, as savedAnswers() writes them, and the name under which they are handed in.
    [[nodiscard]] QString lessonAnswers() const;
    void setLessonAnswers(const QString& answers);
    [[nodiscard]] QString learnerName() const;
    void setLearnerName(const QString& name);

    /// Discards everything.
    void reset();
    /// Writes everything to disk immediately: at the end of a desktop session there may be no time to wait.
    void sync();

    static constexpr int kVersion = 2; ///< increase it when panels change so much that an old layout would be wrong
    static constexpr int kMostRecent = 8;

private:
    [[nodiscard]] QVariant value(const char* key) const;
    void setValue(const char* key, const QVariant& value);

    Storage m_storage;
    std::unique_ptr<QSettings> m_disk; // null: in memory
    QVariantMap m_memory;
};

} // namespace batchscope
