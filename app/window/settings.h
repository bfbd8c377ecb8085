// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the window remembers between starts. Settings are versioned: those of another version and damaged files are
// ignored, so that a start never fails because of them. Scripts and tests keep their settings in memory, so that they
// always start in the same state.
#pragma once

#include "core/base/interface.h"
#include "core/base/result.h"
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

/// Arrangements of the panels: Story, in which the picture has all of the window, for a first look and for
/// playing; Workbench, with all panels; Lesson, with large text beside the picture. The first two are remembered as the
/// user left them.
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
    /// If the panels are shown, calls hold() and shows the new arrangement; if not, the new one appears at the next
    /// show().
    void choose(Arrangement arrangement);
    /// Resets the Workbench to its first layout with the panels of this interface. Other arrangements keep their
    /// layout; only panels that the interface lacks are hidden.
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

class Settings {
public:
    enum class Storage { Disk, Memory };

    explicit Settings(Storage storage);
    ~Settings();
    Settings(const Settings&) = delete;
    Settings& operator=(const Settings&) = delete;

    struct Layout {
        QByteArray geometry;
        QByteArray docks; ///< of the Workbench
        QByteArray storyDocks = {};
    };
    /// Parts are empty if nothing usable was saved.
    [[nodiscard]] Layout layout() const;
    void setLayout(const Layout& layout);

    /// At first Story, but not for those who have a layout from a time without arrangements, nor for scripts and tests.
    [[nodiscard]] Arrangement arrangement() const;
    void setArrangement(Arrangement arrangement);

    /// At first Learn, but not for scripts and tests, which have all of it.
    [[nodiscard]] Interface interface() const;
    void setInterface(Interface shown);

    [[nodiscard]] ThemeChoice theme() const;
    void setTheme(ThemeChoice choice);

    /// Whether steps cut instead of moving. Qt 6.4 cannot tell what the desktop prefers.
    [[nodiscard]] bool reducedMotion() const;
    void setReducedMotion(bool reduced);

    /// The values of the choices in choices.h: name by id. Only those that differ from the defaults need to be here.
    [[nodiscard]] QVariantMap choices() const;
    void setChoices(const QVariantMap& choices);

    /// Absolute paths, the newest first; files that no longer exist are left out.
    [[nodiscard]] QStringList recentFiles() const;
    void addRecentFile(const QString& path);

    /// Ids of the lessons that were finished.
    [[nodiscard]] QStringList lessonsDone() const;
    void addLessonDone(const QString& id);
    /// What was answered in lessons, as savedAnswers() writes it, and the name that it is handed in under.
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

/// Names as the command line and scripts spell them: system, light, dark, high-contrast, paper.
[[nodiscard]] const QStringList& themeNames();
/// The choice of that name, or a Config error that lists the names.
[[nodiscard]] Result<ThemeChoice> parseTheme(const QString& name);
[[nodiscard]] QString themeName(ThemeChoice choice);

} // namespace batchscope
