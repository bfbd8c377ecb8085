// SPDX-License-Identifier: GPL-3.0-or-later
//
// The first page, shown instead of an empty canvas: the idea in one sentence and one picture, samples that open with
// one click, and recent files. It only emits requests; app opens the files.
#pragma once

#include <QStringList>
#include <QWidget>

#include <vector>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace batchscope {

/// A bundled treebank: its path and a one-line description.
struct WelcomeSample {
    QString path;
    QString name;
    QString description;
};

class WelcomeView final : public QWidget {
    Q_OBJECT

public:
    explicit WelcomeView(const std::vector<WelcomeSample>& samples, QWidget* parent = nullptr);

    /// Replaces the list of recent files; the newest first.
    void setRecentFiles(const QStringList& paths);
    /// Shows a button that leads back to the open trees; hides it for an empty name.
    void setBack(const QString& name);

signals:
    /// Requests to open these files as one treebank; an empty list requests a file dialog.
    void openRequested(const QStringList& paths);
    /// Requests the first lesson that was not finished.
    void lessonRequested();
    /// Requests to go back to the open trees.
    void backRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    /// Paints the picture in the colors of the theme.
    void paintIdea();
    [[nodiscard]] QWidget* makeHeading();
    [[nodiscard]] QWidget* makeSamples(const std::vector<WelcomeSample>& samples);
    [[nodiscard]] QWidget* makeOpening();

    QLabel* m_idea;
    QVBoxLayout* m_recent = nullptr; // inside the opening column
    QPushButton* m_back = nullptr;
};

} // namespace batchscope
