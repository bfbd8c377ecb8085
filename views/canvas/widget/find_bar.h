// SPDX-License-Identifier: GPL-3.0-or-later
//
// A line over the canvas for finding nodes and going to a place, with the keyboard alone. It is either a search (marks
// all hits, shows their number, goes to the next and the previous one) or the name of a place.
#pragma once

#include "views/session/playback.h"
#include "views/session/session.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace batchscope {

class FindBar final : public QWidget {
    Q_OBJECT

public:
    FindBar(Session& session, Playback& playback, QWidget* parent);

    enum class Mode { Find, GoTo };
    /// Shows the line with its text selected.
    void open(Mode mode);
    [[nodiscard]] Mode mode() const { return m_mode; }
    /// Hides the line. Ends a search and removes its marks.
    void close();

signals:
    void nextAsked();
    void previousAsked();
    /// Emitted with the text of a place when Enter was pressed.
    void placeAsked(const QString& place);
    /// Emitted when the line is hidden; the canvas takes the focus again.
    void closed();
    /// Emitted when the line may need another width.
    void resized();

public:
    /// Shows why the text is not a place, until the text changes.
    void showFault(const QString& fault);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void submit();
    void showState();

    Session& m_session;
    Playback& m_playback;
    Mode m_mode = Mode::Find;
    QLineEdit* m_edit;
    QLabel* m_state;
    QToolButton* m_previous;
    QToolButton* m_next;
    QToolButton* m_close;
    QString m_fault; // why the text is not a place
};

} // namespace batchscope
