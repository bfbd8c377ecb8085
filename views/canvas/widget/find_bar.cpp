// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/widget/find_bar.h"

#include "core/base/text.h"
#include "views/models/words.h"
#include "views/session/node_finder.h"
#include "views/theme/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QSignalBlocker>
#include <QToolButton>

namespace batchscope {

namespace {

QString keysTip() {
    QString tip = QStringLiteral("<table>");
    for (const FilterKey& key : nodeQueryKeys()) {
        tip += QStringLiteral("<tr><td><b>%1</b>&nbsp;&nbsp;</td><td>%2</td></tr>")
                   .arg(QString::fromUtf8(key.example).toHtmlEscaped(), QString::fromUtf8(key.meaning).toHtmlEscaped());
    }
    return tip + QStringLiteral("<tr><td colspan=2>%1</td></tr></table>")
                     .arg(FindBar::tr("Terms next to each other must all match. OR, -, parentheses and quotes work as "
                                      "in the treebank filter. Any other text matches part of a word."));
}

QToolButton* button(const QString& text, const QString& name, const QString& tip, QWidget* parent) {
    auto* made = new QToolButton(parent);
    made->setText(text);
    made->setAccessibleName(name);
    made->setToolTip(tip);
    made->setFocusPolicy(Qt::TabFocus);
    return made;
}

} // namespace

FindBar::FindBar(Session& session, Playback& playback, QWidget* parent)
    : QWidget(parent), m_session(session), m_playback(playback), m_edit(new QLineEdit(this)), m_state(new QLabel(this)),
      m_previous(button(QStringLiteral("↑"), tr("Previous match"), tr("Previous match (Shift+F3)"), this)),
      m_next(button(QStringLiteral("↓"), tr("Next match"), tr("Next match (F3)"), this)),
      m_close(button(QStringLiteral("×"), tr("Close"), tr("Close (Esc)"), this)) {
    setObjectName(QStringLiteral("find-bar"));
    m_edit->setObjectName(QStringLiteral("find-nodes"));
    m_edit->setAccessibleName(tr("Find nodes"));
    m_edit->setClearButtonEnabled(true);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 6, 6, 6);
    layout->setSpacing(4);
    layout->addWidget(m_edit, 1);
    layout->addWidget(m_state);
    layout->addWidget(m_previous);
    layout->addWidget(m_next);
    layout->addWidget(m_close);
    connect(m_edit, &QLineEdit::textEdited, this, [this](const QString& text) {
        m_fault.clear();
        if (m_mode == Mode::Find) {
            m_session.nodeFinder().setText(text);
        }
        showState();
    });
    connect(m_edit, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (m_mode == Mode::Find && text.isEmpty()) { // also after the clear button
            m_session.nodeFinder().setText(text);
        }
    });
    connect(m_previous, &QToolButton::clicked, this, &FindBar::previousAsked);
    connect(m_next, &QToolButton::clicked, this, &FindBar::nextAsked);
    connect(m_close, &QToolButton::clicked, this, &FindBar::close);
    connect(&session.nodeFinder(), &NodeFinder::stateChanged, this, [this] {
        if (m_mode == Mode::Find && isVisible() && m_edit->text() != m_session.nodeFinder().text()) {
            const QSignalBlocker quiet(m_edit); // set elsewhere: by a table, a lesson, the inspector
            m_edit->setText(m_session.nodeFinder().text());
        }
        showState();
    });
    connect(&playback, &Playback::selectionChanged, this, &FindBar::showState);
    hide();
}

void FindBar::open(Mode mode) {
    m_mode = mode;
    m_fault.clear();
    const bool finds = mode == Mode::Find;
    m_edit->setAccessibleName(finds ? tr("Find nodes") : tr("Go to"));
    m_edit->setPlaceholderText(finds ? tr("Find nodes: a word, op:…, level>3, batch>64")
                                     : tr("Go to: tree 12, batch 5, level 3 or node 60"));
    m_edit->setToolTip(finds ? keysTip() : tr("Use the numbers that the window shows, then press Enter."));
    m_edit->setMinimumWidth(fontMetrics().averageCharWidth() * (finds ? 34 : 44));
    m_state->setMinimumWidth(finds ? fontMetrics().averageCharWidth() * 16 : 0);
    m_previous->setVisible(finds);
    m_next->setVisible(finds);
    {
        const QSignalBlocker quiet(m_edit);
        m_edit->setText(finds ? m_session.nodeFinder().text() : QString());
    }
    showState();
    show();
    raise();
    m_edit->setFocus(Qt::ShortcutFocusReason);
    m_edit->selectAll();
}

void FindBar::close() {
    if (isHidden()) {
        return;
    }
    hide();
    if (m_mode == Mode::Find) {
        m_session.nodeFinder().setText(QString());
    }
    emit closed();
}

void FindBar::showFault(const QString& fault) {
    m_fault = fault;
    showState();
}

void FindBar::submit() {
    if (m_mode == Mode::GoTo) {
        emit placeAsked(m_edit->text());
    } else {
        emit nextAsked();
    }
}

bool FindBar::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept(); // Escape closes this line, and the selection stays
        return true;
    }
    return QWidget::event(event);
}

void FindBar::paintEvent(QPaintEvent* /*event*/) {
    const Theme& theme = themeOf(*this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.edge, 1.0));
    painter.setBrush(theme.panel);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7);
}

void FindBar::keyPressEvent(QKeyEvent* event) {
    const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
    if (event->key() == Qt::Key_Escape) {
        close();
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        shift&& m_mode == Mode::Find ? emit previousAsked() : submit();
    } else {
        QWidget::keyPressEvent(event);
    }
}

void FindBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
        showState();
    }
    QWidget::changeEvent(event);
}

void FindBar::showState() {
    const NodeFinder& finder = m_session.nodeFinder();
    QString text;
    QString fault = m_fault;
    if (m_mode == Mode::Find) {
        const QString count = countText(finder.found().size());
        if (finder.fault()) {
            fault = QString::fromStdString(finder.fault()->message);
        } else if (finder.running()) {
            text = tr("searching…");
        } else if (finder.searches() && finder.found().empty()) {
            fault = tr("no nodes found");
        } else if (finder.searches()) {
            const auto place = finder.placeOf(m_playback.focus().node);
            text = place                        ? tr("%1 of %2").arg(countText(*place + 1), count)
                   : finder.found().size() == 1 ? tr("1 node")
                                                : tr("%1 nodes").arg(count);
        }
    }
    const Theme& theme = themeOf(*this);
    QPalette colors = m_state->palette();
    colors.setColor(QPalette::WindowText, fault.isEmpty() ? theme.mutedText : theme.warning);
    if (colors != m_state->palette()) {
        m_state->setPalette(colors);
    }
    constexpr int kLongest = 46;
    const QString shown = fault.isEmpty() ? text : fault;
    m_state->setText(
        m_state->fontMetrics().elidedText(shown, Qt::ElideRight, m_state->fontMetrics().averageCharWidth() * kLongest));
    m_state->setToolTip(fault);
    m_state->setAccessibleName(shown.isEmpty() ? tr("No search") : shown);
    const bool found = finder.searches() && !finder.found().empty();
    m_previous->setEnabled(found);
    m_next->setEnabled(found);
    emit resized();
}

} // namespace batchscope
