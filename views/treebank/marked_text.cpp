// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/treebank/marked_text.h"

#include "views/theme/theme.h"

#include <QStringDecoder>
#include <QTextBlock>

#include <algorithm>

namespace batchscope {

namespace {

/// Inside a character of UTF-8.
bool isTail(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

} // namespace

MarkedText::MarkedText(QWidget* parent) : QPlainTextEdit(parent), m_all(std::make_shared<const std::string>()) {
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(true);
    document()->setDocumentMargin(8);
    setUndoRedoEnabled(false);
}

void MarkedText::setBytes(std::shared_ptr<const std::string> bytes, Encoding encoding) {
    m_all = std::move(bytes);
    m_encoding = encoding;
    m_marks.clear();
    showWindow(0);
}

void MarkedText::setMarks(std::vector<TextSpan> marks) {
    m_marks = std::move(marks);
    if (!m_marks.empty()) {
        const TextSpan& first = m_marks.front();
        if (first.begin < m_begin || std::min(first.end, first.begin + kLongest / 4) > m_end) {
            showWindow(first.begin);
        }
    }
    showMarks();
    showFirstMark();
}

/// Scrolls to it, with some text around it.
void MarkedText::showFirstMark() {
    if (m_marks.empty()) {
        return;
    }
    QTextCursor cursor = textCursor();
    cursor.setPosition(positionOf(m_marks.front().begin));
    setTextCursor(cursor);
    if (!viewport()->rect().contains(cursorRect())) {
        centerCursor();
    }
}

void MarkedText::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    showFirstMark(); // what is said above the text may have taken its place
}

void MarkedText::restyle() {
    showMarks();
}

/// Lays out the text around a byte, or all of it where it is short.
void MarkedText::showWindow(std::size_t centre) {
    const std::string& all = *m_all;
    const bool whole = all.size() <= kLongest;
    m_begin = whole ? 0 : std::min(centre - std::min(centre, kLongest / 2), all.size() - kLongest);
    m_end = whole ? all.size() : m_begin + kLongest;
    if (m_encoding == Encoding::Utf8) { // no character is cut in two
        while (m_begin > 0 && m_begin < m_end && isTail(all[m_begin])) {
            ++m_begin;
        }
        while (m_end < all.size() && m_end > m_begin && isTail(all[m_end])) {
            --m_end;
        }
    }
    setPlainText(textUpTo(m_end) + (m_end < all.size() ? QStringLiteral(" …") : QString()));
}

/// What is shown before that byte. What is no character of the encoding is shown as U+FFFD.
QString MarkedText::textUpTo(std::size_t byte) const {
    QStringDecoder decoder(m_encoding == Encoding::Latin1 ? QStringDecoder::Latin1 : QStringDecoder::Utf8);
    QString text = decoder(QByteArrayView(m_all->data() + m_begin, static_cast<qsizetype>(byte - m_begin)));
    text.replace(u'\r', u' '); // Qt makes one end of a line of it and the next one
    return m_begin > 0 ? text.prepend(QStringLiteral("… ")) : text;
}

void MarkedText::showMarks() {
    const Theme& theme = themeOf(*this);
    QTextCharFormat format;
    format.setBackground(theme.accent);
    format.setForeground(theme.onAccent);
    QList<QTextEdit::ExtraSelection> selections;
    for (const TextSpan& mark : m_marks) {
        if (mark.end <= m_begin || mark.begin >= m_end) {
            continue;
        }
        QTextCursor cursor(document());
        cursor.setPosition(positionOf(std::max(mark.begin, m_begin)));
        cursor.setPosition(positionOf(std::min(mark.end, m_end)), QTextCursor::KeepAnchor);
        selections.append({cursor, format});
    }
    setExtraSelections(selections);
}

int MarkedText::positionOf(std::size_t byte) const {
    return static_cast<int>(
        std::min<qsizetype>(textUpTo(std::clamp(byte, m_begin, m_end)).size(), document()->characterCount() - 1));
}

} // namespace batchscope
