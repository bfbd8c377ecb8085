// SPDX-License-Identifier: GPL-3.0-or-later
//
// The input of the filter, with help and feedback: the number of trees found, the progress of the search, a button to
// stop it, and the error in the text.
#pragma once

#include "views/session/session.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace batchscope {

class FilterBar final : public QWidget {
    Q_OBJECT

public:
    explicit FilterBar(Session& session, QWidget* parent = nullptr);

    /// The input field.
    [[nodiscard]] QLineEdit& edit() const { return *m_edit; }
    /// Shows text and state again, in the current colors.
    void refresh();

    /// The pause in typing after which the search runs.
    static constexpr int kDebounceMs = 150;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildHelp();
    void search();
    void insertExample(const QString& example);
    [[nodiscard]] QString stateText() const;

    Session& m_session;
    QLineEdit* m_edit;
    QToolButton* m_help;
    QLabel* m_state;
    QToolButton* m_stop;
    QTimer m_debounce;
};

} // namespace batchscope
