// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/treebank/marked_text.h"

#include "core/base/text.h"
#include "views/theme/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QTextBlock>

#include <algorithm>
#include <cstdlib>

namespace batchscope {

namespace {

constexpr unsigned char kFirstTail = 0x80;
constexpr unsigned char kFirstLead = 0xC0;

bool isTail(char byte) {
    const auto value = static_cast<unsigned char>(byte);
    return value >= kFirstTail && value < kFirstLead;
}

/// How many of the bytes, at least one, are the valid character at the beginning; 0 when there is none.
std::size_t characterLength(std::string_view bytes) {
    std::size_t length = 1;
    constexpr std::size_t kLongestCharacter = 4;
    while (length < std::min(bytes.size(), kLongestCharacter) && isTail(bytes[length])) {
        ++length;
    }
    return findInvalidUtf8(bytes.substr(0, length)) == std::string_view::npos ? length : 0;
}

/// Control characters by their pictures, bytes that are no character by their number.
QString pictureOf(unsigned char byte) {
    constexpr unsigned char kSpace = 0x20;
    constexpr char16_t kPictures = 0x2400;
    return byte < kSpace ? QString(QChar(static_cast<char16_t>(kPictures + byte)))
                         : QStringLiteral("⟨%1⟩").arg(QString::number(byte, 16).toUpper());
}

bool isShownAsItIs(unsigned char byte) {
    constexpr unsigned char kSpace = 0x20;
    constexpr unsigned char kDelete = 0x7F;
    return (byte >= kSpace && byte < kDelete) || byte == '\n' || byte == '\t';
}

} // namespace

ReadableText readable(std::string_view bytes, Encoding encoding) {
    ReadableText result;
    const auto put = [&result](const QString& text, std::size_t at) {
        result.text += text;
        result.bytes.resize(static_cast<std::size_t>(result.text.size()), at);
    };
    for (std::size_t at = 0; at < bytes.size();) {
        const auto byte = static_cast<unsigned char>(bytes[at]);
        if (byte == '\r' && at + 1 < bytes.size() && bytes[at + 1] == '\n') {
            ++at; // a line end, shown as one
        } else if (isShownAsItIs(byte) || (byte >= kFirstTail && encoding == Encoding::Latin1)) {
            put(QString(QChar(static_cast<char16_t>(byte))), at++);
        } else if (const std::size_t length = byte >= kFirstLead ? characterLength(bytes.substr(at)) : 0; length > 0) {
            put(QString::fromUtf8(bytes.data() + at, static_cast<qsizetype>(length)), at);
            at += length;
        } else {
            put(pictureOf(byte), at++);
        }
    }
    result.bytes.push_back(bytes.size());
    return result;
}

MarkedText::MarkedText(QWidget* parent) : QPlainTextEdit(parent), m_all(std::make_shared<const std::string>()) {
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(true);
    setCursorWidth(1);
    viewport()->setCursor(Qt::PointingHandCursor);
    document()->setDocumentMargin(8);
    setUndoRedoEnabled(false);
}

void MarkedText::setBytes(std::shared_ptr<const std::string> bytes, Encoding encoding) {
    m_all = std::move(bytes);
    m_encoding = encoding;
    m_marks.clear();
    showWindow(0);
}

void MarkedText::setMarks(std::vector<TextSpan> marks, Mark kind) {
    m_marks = std::move(marks);
    m_kind = kind;
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
    ReadableText shown = readable(std::string_view(all).substr(m_begin, m_end - m_begin), m_encoding);
    m_bytes.clear();
    QString text;
    const QString gap = QStringLiteral("… ");
    if (m_begin > 0) {
        text = gap;
        m_bytes.assign(static_cast<std::size_t>(gap.size()), m_begin);
    }
    for (const std::size_t byte : shown.bytes) {
        m_bytes.push_back(m_begin + byte);
    }
    text += shown.text;
    if (m_end < all.size()) {
        text += QStringLiteral(" …");
    }
    setPlainText(text);
}

void MarkedText::showMarks() {
    const Theme& theme = themeOf(*this);
    QTextCharFormat format;
    format.setBackground(m_kind == Mark::Damage ? theme.warning : theme.accent);
    format.setForeground(m_kind == Mark::Damage ? theme.panel : theme.onAccent);
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
    // Behind the ellipsis at the beginning, which has the same byte as the first character.
    const auto found = std::lower_bound(m_bytes.begin() + (m_begin > 0 ? 2 : 0), m_bytes.end(), byte);
    return static_cast<int>(std::min<std::ptrdiff_t>(found - m_bytes.begin(), document()->characterCount() - 1));
}

void MarkedText::chooseAt(int position) {
    const auto place = static_cast<std::size_t>(position);
    if (place < m_bytes.size() && m_bytes[place] < m_all->size()) {
        emit byteChosen(m_bytes[place]);
    }
}

void MarkedText::mouseReleaseEvent(QMouseEvent* event) {
    QPlainTextEdit::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton || textCursor().hasSelection()) {
        return;
    }
    // The character under the mouse, not the border between two that is nearest to it.
    QTextCursor cursor = cursorForPosition(event->pos());
    const QRect nearest = cursorRect(cursor);
    const int width = fontMetrics().averageCharWidth();
    if (event->pos().y() < nearest.top() || event->pos().y() > nearest.bottom() ||
        std::abs(event->pos().x() - nearest.left()) > 2 * width) {
        return; // beside the text
    }
    if (nearest.left() > event->pos().x() && !cursor.atBlockStart()) {
        cursor.movePosition(QTextCursor::PreviousCharacter);
    }
    chooseAt(cursor.position());
}

void MarkedText::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        chooseAt(textCursor().position());
        return;
    }
    QPlainTextEdit::keyPressEvent(event);
}

} // namespace batchscope
