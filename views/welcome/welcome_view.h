// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a fresh start shows instead of an empty canvas: the idea in one sentence and one picture, samples that open with
// one click, and recent files. It only emits requests; app opens the files.
#pragma once

#include <QAbstractButton>
#include <QStringList>
#include <QWidget>

#include <vector>

class QPushButton;
class QVBoxLayout;

namespace batchscope {

/// A button for one thing that can be opened, with a name and a muted line below it. Works with mouse and keyboard.
class SampleCard final : public QAbstractButton {
    Q_OBJECT

public:
    SampleCard(const QString& name, const QString& description, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QFont nameFont() const;

    QString m_description;
};

/// The whole idea in one small picture: different trees on the left, and on the right their equal operations as one
/// batch per level. Painted, so that it follows the theme and stays sharp on every screen.
class IdeaPicture final : public QWidget {
    Q_OBJECT

public:
    explicit IdeaPicture(QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override { return {620, 150}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {420, 140}; }

protected:
    void paintEvent(QPaintEvent* event) override;
};

/// A bundled treebank: its path and what it shows, in one line.
struct WelcomeSample {
    QString path;
    QString name;
    QString description;
};

class WelcomeView final : public QWidget {
    Q_OBJECT

public:
    explicit WelcomeView(const std::vector<WelcomeSample>& samples, QWidget* parent = nullptr);

    /// Replaces the list of files used last; the newest first.
    void setRecentFiles(const QStringList& paths);
    /// Offers the way back to what is open; nothing for an empty name.
    void setBack(const QString& name);

signals:
    /// Open these files as one treebank; an empty list asks for a dialog.
    void openRequested(const QStringList& paths);
    /// The first lesson that was not finished.
    void lessonRequested();
    /// Back to the open trees.
    void backRequested();

private:
    [[nodiscard]] QWidget* makeHeading();
    [[nodiscard]] QWidget* makeSamples(const std::vector<WelcomeSample>& samples);
    [[nodiscard]] QWidget* makeOpening();

    QVBoxLayout* m_recent = nullptr; // inside the opening column
    QPushButton* m_back = nullptr;
};

} // namespace batchscope
