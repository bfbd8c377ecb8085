// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/settings.h"

#include <QFileInfo>
#include <QSettings>

namespace batchscope {

namespace {

QString versionKey() {
    return QStringLiteral("version");
}
QString geometryKey() {
    return QStringLiteral("layout/geometry");
}
QString docksKey() {
    return QStringLiteral("layout/docks");
}
QString storyDocksKey() {
    return QStringLiteral("layout/story-docks");
}
QString arrangementKey() {
    return QStringLiteral("layout/arrangement");
}
QString themeKey() {
    return QStringLiteral("theme");
}
QString expertKey() {
    return QStringLiteral("expert");
}
QString reducedMotionKey() {
    return QStringLiteral("reduced-motion");
}
QString choicesKey() {
    return QStringLiteral("choices");
}
QString answersKey() {
    return QStringLiteral("lesson-answers");
}

QString learnerKey() {
    return QStringLiteral("learner-name");
}

QString lessonsKey() {
    return QStringLiteral("lessons-done");
}
QString recentKey() {
    return QStringLiteral("recent");
}

/// The file that QSettings would read. Asking it for our file would read that; a file of another name is next to it.
QStringList settingsPaths() {
    const QSettings other(QStringLiteral("batchscope-other"), QStringLiteral("other"));
    const QString folder = QFileInfo(QFileInfo(other.fileName()).path()).path();
    return {folder % QStringLiteral("/batchscope/batchscope.conf"), folder % QStringLiteral("/batchscope.conf")};
}

/// What is wrong with the settings files, before they are read; empty when nothing is.
QString problemOfFiles() {
    for (const QString& path : settingsPaths()) {
        const QFileInfo file(path);
        const QString outcome =
            QStringLiteral("settings are neither read nor saved. Remove it and restart Batchscope.");
        if (file.exists() && !file.isFile()) {
            return QStringLiteral("%1 is not a file: ").arg(path) % outcome;
        }
        if (file.size() > Settings::kLargestFile) {
            return QStringLiteral("%1 is larger than 4 MiB, the limit for settings files: ").arg(path) % outcome;
        }
    }
    return {};
}

} // namespace

Settings::Settings(Storage storage) : m_storage(storage) {
    if (storage == Storage::Disk) {
        m_problem = problemOfFiles();
    }
    if (storage == Storage::Disk && m_problem.isEmpty()) {
        m_disk = std::make_unique<QSettings>(QStringLiteral("batchscope"), QStringLiteral("batchscope"));
    }
    if (!value(expertKey()).isValid()) {
        setValue(expertKey(), storage == Storage::Memory);
    }
    if (value(versionKey()).toInt() != kVersion) {
        // Only the layout depends on the version; theme and recent files mean the same in all of them.
        setLayout({});
        setValue(versionKey(), kVersion);
    }
}

Settings::~Settings() = default;

QVariant Settings::value(const QString& key) const {
    return m_disk ? m_disk->value(key) : m_memory.value(key);
}

void Settings::setValue(const QString& key, const QVariant& value) {
    if (m_disk) {
        m_disk->setValue(key, value);
    } else {
        m_memory.insert(key, value);
    }
}

Settings::Layout Settings::layout() const {
    return {value(geometryKey()).toByteArray(), value(docksKey()).toByteArray(), value(storyDocksKey()).toByteArray()};
}

void Settings::setLayout(const Layout& layout) {
    setValue(geometryKey(), layout.geometry);
    setValue(docksKey(), layout.docks);
    setValue(storyDocksKey(), layout.storyDocks);
}

Arrangement Settings::arrangement() const {
    const bool isFresh = m_storage == Storage::Disk && value(docksKey()).toByteArray().isEmpty();
    return arrangementOf(value(arrangementKey()).toString())
        .value_or(isFresh ? Arrangement::Story : Arrangement::Workbench);
}

void Settings::setArrangement(Arrangement arrangement) {
    setValue(arrangementKey(), arrangementNames().at(static_cast<qsizetype>(arrangement)));
}

Interface Settings::interface() const {
    return value(expertKey()).toBool() ? Interface::Expert : Interface::Learn;
}

void Settings::setInterface(Interface shown) {
    setValue(expertKey(), shown == Interface::Expert);
}

ThemeChoice Settings::theme() const {
    const Result<ThemeChoice> choice = parseTheme(value(themeKey()).toString());
    return choice ? *choice : ThemeChoice::System;
}

void Settings::setTheme(ThemeChoice choice) {
    setValue(themeKey(), themeName(choice));
}

bool Settings::reducedMotion() const {
    return value(reducedMotionKey()).toBool();
}

void Settings::setReducedMotion(bool reduced) {
    setValue(reducedMotionKey(), reduced);
}

QVariantMap Settings::choices() const {
    return value(choicesKey()).toMap();
}

void Settings::setChoices(const QVariantMap& choices) {
    setValue(choicesKey(), choices);
}

QStringList Settings::recentFiles() const {
    QStringList files;
    for (const QString& path : value(recentKey()).toStringList()) {
        if (QFileInfo::exists(path)) {
            files.append(path);
        }
    }
    return files;
}

void Settings::addRecentFile(const QString& path) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList files = recentFiles();
    files.removeAll(absolute);
    files.prepend(absolute);
    setValue(recentKey(), files.mid(0, kMostRecent));
}

QStringList Settings::lessonsDone() const {
    return value(lessonsKey()).toStringList();
}

QString Settings::lessonAnswers() const {
    return value(answersKey()).toString();
}

void Settings::setLessonAnswers(const QString& answers) {
    setValue(answersKey(), answers);
}

QString Settings::learnerName() const {
    return value(learnerKey()).toString();
}

void Settings::setLearnerName(const QString& name) {
    setValue(learnerKey(), name);
}

void Settings::addLessonDone(const QString& id) {
    QStringList done = lessonsDone();
    if (!done.contains(id)) {
        done.append(id);
        setValue(lessonsKey(), done);
    }
}

void Settings::reset() {
    if (m_disk) {
        m_disk->clear();
    }
    m_memory.clear();
    setValue(expertKey(), m_storage == Storage::Memory);
    setValue(versionKey(), kVersion);
}

void Settings::sync() {
    if (m_disk) {
        m_disk->sync();
    }
}

const QStringList& themeNames() {
    // In the order of ThemeChoice.
    static const QStringList kNames = {QStringLiteral("system"), QStringLiteral("light"), QStringLiteral("dark"),
                                       QStringLiteral("high-contrast"), QStringLiteral("paper")};
    return kNames;
}

Result<ThemeChoice> parseTheme(const QString& name) {
    const qsizetype index = themeNames().indexOf(name);
    if (index < 0) {
        return Error{ErrorCode::Config, "unknown theme \"" + name.toStdString() + "\"; expected " +
                                            themeNames().join(QStringLiteral(", ")).toStdString()};
    }
    return static_cast<ThemeChoice>(index);
}

QString themeName(ThemeChoice choice) {
    return themeNames().at(static_cast<qsizetype>(choice));
}

} // namespace batchscope
