// SPDX-License-Identifier: GPL-3.0-or-later
//
// The input of the filter, with help and feedback: how many trees were found, the progress of the search, a way to stop
// it, and the error in the text.
#pragma once

#include "views/session/playback.h"
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
    FilterBar(Session& session, Playback& playback, QWidget* parent = nullptr);

    /// Where one types.
    [[nodiscard]] QLineEdit& edit() const { return *m_edit; }
    /// Says this until the filter changes.
    void showRefusal(const QString& text);
    /// Text and state anew, in the present colors.
    void refresh();

    /// How long typing must rest before the search runs.
    static constexpr int kDebounceMs = 150;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildHelp();
    void search();
    void insertExample(const QString& example);
    [[nodiscard]] QString stateText() const;

    Session& m_session;
    Playback& m_playback;
    QLineEdit* m_edit;
    QToolButton* m_help;
    QLabel* m_state;
    QToolButton* m_stop;
    QTimer m_debounce;
    QString m_refusal;
};

} // namespace batchscope
