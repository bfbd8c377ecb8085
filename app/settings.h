// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: what the window remembers between starts. Versioned: what another version wrote, or a damaged file, is ignored;
// a start never fails because of it. Scripts and tests keep theirs in memory, so that they always begin alike.
#pragma once

#include "core/base/result.h"
#include "views/theme/theme.h"

#include <QByteArray>
#include <QStringList>
#include <QVariantMap>

#include <memory>

class QSettings;

namespace batchscope {

class Settings {
public:
    enum class Storage { Disk, Memory };

    explicit Settings(Storage storage);
    ~Settings();
    Settings(const Settings&) = delete;
    Settings& operator=(const Settings&) = delete;

    struct Layout {
        QByteArray geometry;
        QByteArray docks;
    };
    /// Empty parts where nothing usable was saved.
    [[nodiscard]] Layout layout() const;
    void setLayout(const Layout& layout);

    [[nodiscard]] ThemeChoice theme() const;
    void setTheme(ThemeChoice choice);

    /// Whether steps cut instead of moving. Qt 6.4 has no word for what the desktop wishes here.
    [[nodiscard]] bool reducedMotion() const;
    void setReducedMotion(bool reduced);

    /// How the choices of choices.h are, by their ids: name by id. Only what differs from the first time needs to stand
    /// here.
    [[nodiscard]] QVariantMap choices() const;
    void setChoices(const QVariantMap& choices);

    /// Absolute paths, the newest first; files that are gone are left out.
    [[nodiscard]] QStringList recentFiles() const;
    void addRecentFile(const QString& path);

    /// Forgets everything.
    void reset();
    /// Writes what was set to the disk, now: whoever ends the session may not wait.
    void sync();

    /// Why the settings file is left alone, in a sentence; empty when it is used. Settings are then kept in memory.
    [[nodiscard]] const QString& problem() const { return m_problem; }

    static constexpr int kVersion = 1; ///< raise it when panels change so much that an old layout would mislead
    static constexpr int kMostRecent = 8;
    /// Bytes of a settings file; ours are some kilobytes. A larger one, or what is no file, would be read into memory.
    static constexpr qint64 kLargestFile = 4 << 20;

private:
    [[nodiscard]] QVariant value(const QString& key) const;
    void setValue(const QString& key, const QVariant& value);

    std::unique_ptr<QSettings> m_disk; // null: in memory
    QVariantMap m_memory;
    QString m_problem;
};

/// Names as the command line and scripts spell them: system, light, dark, high-contrast, paper.
[[nodiscard]] const QStringList& themeNames();
/// The choice of that name, or a Config error that lists the names.
[[nodiscard]] Result<ThemeChoice> parseTheme(const QString& name);
[[nodiscard]] QString themeName(ThemeChoice choice);

} // namespace batchscope
