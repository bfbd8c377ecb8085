// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a fresh start shows instead of an empty canvas: the idea in one sentence and one picture, samples that open with
// one click, and recent files. It only emits requests; app opens the files.
#pragma once

#include <QStringList>
#include <QWidget>

#include <vector>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace batchscope {

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

protected:
    void changeEvent(QEvent* event) override;

private:
    /// In the colors of the theme.
    void paintIdea();
    [[nodiscard]] QWidget* makeHeading();
    [[nodiscard]] QWidget* makeSamples(const std::vector<WelcomeSample>& samples);
    [[nodiscard]] QWidget* makeOpening();

    QLabel* m_idea;
    QVBoxLayout* m_recent = nullptr; // inside the opening column
    QPushButton* m_back = nullptr;
};

} // namespace batchscope
