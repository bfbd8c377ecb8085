// SPDX-License-Identifier: GPL-3.0-or-later
//
// *New model*: a net of the user's own, written here as the text of its methods (core/scripts/module_source.h). A
// template for each recursion to begin with; Check compiles the text and calls each method on a few rows, in a child
// process, and says how each will run, or what is wrong at which line and column; Use saves it and runs it on the open
// trees.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/base/result.h"
#include "views/session/lanes.h"
#endif

#include <QDialog>
#include <QString>

#include <string>
#include <vector>

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace batchscope {

class NewModelDialog final : public QDialog {
    Q_OBJECT

public:
    explicit NewModelDialog(QWidget* parent = nullptr);

    /// Whether the text is being checked.
    [[nodiscard]] bool isChecking() const { return m_lane.isOpen(); }
    /// Writes the text there and asks for it as the net; an error is shown below the text. The path ends with .py.
    void saveAndUse(const QString& path);

signals:
    /// The file of a net that the open trees are to run with.
    void useAsked(const QString& path);

protected:
    void reject() override;

private:
    void build();
    void showTemplate();
    void check();
    void use();
    [[nodiscard]] bool mayBeLost();
    void tell(const Error& error);
    void say(const QString& text, bool isWrong);

    QComboBox* m_template;
    QPlainTextEdit* m_text;
    QLabel* m_said;
    QPushButton* m_check;
    QPushButton* m_use;
    QString m_path; // where it was saved last
    int m_shown = 0;
    ViewLane m_lane; // last: its jobs may still run while this goes
};

} // namespace batchscope
