// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/settings.h"

#include "app/window/panels.h"
#include "views/models/words.h"

#include <QFileInfo>
#include <QMainWindow>
#include <QSettings>

#include <utility>

namespace batchscope {

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

/// An invalid layout leaves the panels at their initial places.
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
        kept().first.clear(); // made again when the panels are shown
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

namespace {

constexpr const char* kVersionKey = "version";
constexpr const char* kGeometry = "layout/geometry";
constexpr const char* kDocks = "layout/docks";
constexpr const char* kStoryDocks = "layout/story-docks";
constexpr const char* kArrangement = "layout/arrangement";
constexpr const char* kTheme = "theme";
constexpr const char* kExpert = "expert";
constexpr const char* kReducedMotion = "reduced-motion";
constexpr const char* kChoices = "choices";
constexpr const char* kAnswers = "lesson-answers";
constexpr const char* kLearner = "learner-name";
constexpr const char* kLessons = "lessons-done";
constexpr const char* kRecent = "recent";

} // namespace

Settings::Settings(Storage storage) : m_storage(storage) {
    if (storage == Storage::Disk) {
        m_disk = std::make_unique<QSettings>(QStringLiteral("batchscope"), QStringLiteral("batchscope"));
    }
    if (!value(kExpert).isValid()) {
        setValue(kExpert, storage == Storage::Memory);
    }
    if (value(kVersionKey).toInt() != kVersion) {
        // Only the layout depends on the version; theme and recent files mean the same in all of them.
        setLayout({});
        setValue(kVersionKey, kVersion);
    }
}

Settings::~Settings() = default;

QVariant Settings::value(const char* key) const {
    return m_disk ? m_disk->value(QString::fromLatin1(key)) : m_memory.value(QString::fromLatin1(key));
}

void Settings::setValue(const char* key, const QVariant& value) {
    if (m_disk) {
        m_disk->setValue(QString::fromLatin1(key), value);
    } else {
        m_memory.insert(QString::fromLatin1(key), value);
    }
}

Settings::Layout Settings::layout() const {
    return {value(kGeometry).toByteArray(), value(kDocks).toByteArray(), value(kStoryDocks).toByteArray()};
}

void Settings::setLayout(const Layout& layout) {
    setValue(kGeometry, layout.geometry);
    setValue(kDocks, layout.docks);
    setValue(kStoryDocks, layout.storyDocks);
}

Arrangement Settings::arrangement() const {
    const bool isFresh = m_storage == Storage::Disk && value(kDocks).toByteArray().isEmpty();
    const Result<Arrangement> saved = parseEnum<Arrangement>(value(kArrangement).toString().toStdString());
    return saved ? *saved : isFresh ? Arrangement::Story : Arrangement::Workbench;
}

void Settings::setArrangement(Arrangement arrangement) {
    setValue(kArrangement, toText(enumName(arrangement)));
}

Interface Settings::interface() const {
    return value(kExpert).toBool() ? Interface::Expert : Interface::Learn;
}

void Settings::setInterface(Interface shown) {
    setValue(kExpert, shown == Interface::Expert);
}

ThemeChoice Settings::theme() const {
    const Result<ThemeChoice> choice = parseEnum<ThemeChoice>(value(kTheme).toString().toStdString());
    return choice ? *choice : ThemeChoice::System;
}

void Settings::setTheme(ThemeChoice choice) {
    setValue(kTheme, toText(enumName(choice)));
}

bool Settings::reducedMotion() const {
    return value(kReducedMotion).toBool();
}

void Settings::setReducedMotion(bool reduced) {
    setValue(kReducedMotion, reduced);
}

QVariantMap Settings::choices() const {
    return value(kChoices).toMap();
}

void Settings::setChoices(const QVariantMap& choices) {
    setValue(kChoices, choices);
}

QStringList Settings::recentFiles() const {
    QStringList files;
    for (const QString& path : value(kRecent).toStringList()) {
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
    setValue(kRecent, files.mid(0, kMostRecent));
}

QStringList Settings::lessonsDone() const {
    return value(kLessons).toStringList();
}

QString Settings::lessonAnswers() const {
    return value(kAnswers).toString();
}

void Settings::setLessonAnswers(const QString& answers) {
    setValue(kAnswers, answers);
}

QString Settings::learnerName() const {
    return value(kLearner).toString();
}

void Settings::setLearnerName(const QString& name) {
    setValue(kLearner, name);
}

void Settings::addLessonDone(const QString& id) {
    QStringList done = lessonsDone();
    if (!done.contains(id)) {
        done.append(id);
        setValue(kLessons, done);
    }
}

void Settings::reset() {
    if (m_disk) {
        m_disk->clear();
    }
    m_memory.clear();
    setValue(kExpert, m_storage == Storage::Memory);
    setValue(kVersionKey, kVersion);
}

void Settings::sync() {
    if (m_disk) {
        m_disk->sync();
    }
}

} // namespace batchscope
