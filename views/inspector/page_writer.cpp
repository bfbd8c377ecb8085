// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/page_writer.h"

#include "views/models/op_mark.h"
#include "views/models/words.h"

#include <QPainter>

namespace batchscope {

namespace {

/// A label; one that names a term of the glossary explains it on hover.
QString labelHtml(const QString& label) {
    const QString tip = glossaryTipOf(label);
    return tip.isEmpty()
               ? label.toHtmlEscaped()
               : QStringLiteral("<span title=\"%1\">%2</span>").arg(tip.toHtmlEscaped(), label.toHtmlEscaped());
}

} // namespace

Html plain(const QString& text) {
    return {text.toHtmlEscaped()};
}

Html operator+(const Html& left, const Html& right) {
    return {left.text + right.text};
}

PageWriter::PageWriter(const Theme& theme, QString monospace, double pixelRatio)
    : m_theme(theme), m_monospace(std::move(monospace)), m_pixelRatio(pixelRatio) {}

Html PageWriter::link(const QString& target, const QString& text) const {
    return {QStringLiteral("<a href=\"%1\" style=\"color:%2;text-decoration:none\">%3</a>")
                .arg(target.toHtmlEscaped(), m_theme.accent.name(), text.toHtmlEscaped())};
}

Html PageWriter::muted(const QString& text) const {
    return {QStringLiteral("<span style=\"color:%1\">%2</span>").arg(m_theme.mutedText.name(), text.toHtmlEscaped())};
}

Html PageWriter::strong(const QString& text) const {
    return {QStringLiteral("<b>%1</b>").arg(text.toHtmlEscaped())};
}

Html PageWriter::warning(const QString& text) const {
    return {QStringLiteral("<b style=\"color:%1\">%2</b>").arg(m_theme.warning.name(), text.toHtmlEscaped())};
}

Html PageWriter::image(const QImage& image) {
    const QString name = QStringLiteral("image:%1").arg(m_page.images.size());
    m_page.images.emplace_back(name, image);
    return {QStringLiteral("<img src=\"%1\">").arg(name)};
}

Html PageWriter::op(OpId op, const QString& name) {
    constexpr int kSide = 13;
    QImage mark(QSize(kSide, kSide) * m_pixelRatio, QImage::Format_ARGB32_Premultiplied);
    mark.setDevicePixelRatio(m_pixelRatio);
    mark.fill(Qt::transparent);
    QPainter painter(&mark);
    opIcon(m_theme, op).paint(&painter, QRect(0, 0, kSide, kSide));
    painter.end();
    return image(mark) + Html{QStringLiteral("&nbsp;")} + plain(name);
}

void PageWriter::title(const Html& text, const Html& beside) {
    endRows();
    m_page.html += QStringLiteral("<p style=\"margin:0 0 2px 0;font-size:large\"><b>%1</b></p>"
                                  "<p style=\"margin:0 0 8px 0\">%2</p>")
                       .arg(text.text, beside.text);
}

void PageWriter::section(const QString& title) {
    endRows();
    m_page.html += QStringLiteral("<table width=\"100%\" cellspacing=\"0\" cellpadding=\"0\" style=\"margin-top:12px;"
                                  "margin-bottom:4px\"><tr><td style=\"border-bottom:1px solid %1;padding-bottom:3px\">"
                                  "<b>%2</b></td></tr></table>")
                       .arg(m_theme.rule.name(), labelHtml(title));
}

void PageWriter::row(const QString& key, const Html& value) {
    if (!m_inRows) {
        m_page.html +=
            QStringLiteral("<table width=\"100%\" cellspacing=\"0\" cellpadding=\"2\" style=\"margin-top:4px\">");
        m_inRows = true;
    }
    m_page.html +=
        QStringLiteral(
            "<tr><td width=\"32%\" style=\"color:%1;padding-right:8px;white-space:nowrap\">%2</td><td>%3</td></tr>")
            .arg(m_theme.mutedText.name(), labelHtml(key), value.text);
}

void PageWriter::paragraph(const Html& text) {
    endRows();
    m_page.html += QStringLiteral("<p style=\"margin:4px 0 4px 0\">%1</p>").arg(text.text);
}

void PageWriter::code(const QString& text) {
    endRows();
    m_page.html += QStringLiteral("<table width=\"100%\" cellspacing=\"0\" cellpadding=\"8\" style=\"margin-top:4px\">"
                                  "<tr><td style=\"background:%1\"><pre style=\"margin:0;font-family:'%2';"
                                  "white-space:pre-wrap\">%3</pre></td></tr></table>")
                       .arg(m_theme.lane.name(), m_monospace, text.trimmed().toHtmlEscaped());
}

void PageWriter::table(const std::vector<Column>& columns, const std::vector<std::vector<Html>>& rows) {
    endRows();
    const auto alignment = [&columns](std::size_t column) {
        const bool right = columns[column].align == Align::Right;
        const bool afterNumber = !right && column > 0 && columns[column - 1].align == Align::Right;
        return right         ? QStringLiteral("align=\"right\" style=\"padding-right:2px")
               : afterNumber ? QStringLiteral("align=\"left\" style=\"padding-left:14px")
                             : QStringLiteral("align=\"left\" style=\"padding-left:2px");
    };
    m_page.html +=
        QStringLiteral("<table width=\"100%\" cellspacing=\"0\" cellpadding=\"3\" style=\"margin-top:2px\"><tr>");
    for (std::size_t column = 0; column < columns.size(); ++column) {
        m_page.html += QStringLiteral("<td %1;color:%2\">%3</td>")
                           .arg(alignment(column), m_theme.mutedText.name(), labelHtml(columns[column].title));
    }
    m_page.html += QStringLiteral("</tr>");
    for (const std::vector<Html>& cells : rows) {
        m_page.html += QStringLiteral("<tr>");
        for (std::size_t column = 0; column < cells.size(); ++column) {
            m_page.html += QStringLiteral("<td %1\">%2</td>").arg(alignment(column), cells[column].text);
        }
        m_page.html += QStringLiteral("</tr>");
    }
    m_page.html += QStringLiteral("</table>");
}

Page PageWriter::take() {
    endRows();
    return std::move(m_page);
}

void PageWriter::endRows() {
    if (m_inRows) {
        m_page.html += QStringLiteral("</table>");
        m_inRows = false;
    }
}

QString nodeTarget(NodeId node) {
    return QStringLiteral("node:%1").arg(node.value);
}

Html nodeLink(const PageWriter& page, const Snapshot& snapshot, NodeId node) {
    const QString name = QString::fromStdString(snapshot.graph->opOf(node).name);
    const QString caption = toText(captionOf(snapshot, node));
    const QString text = translated("%1 node %2").arg(name, nodeNumber(node));
    return page.link(nodeTarget(node), caption.isEmpty() ? text : QString(text + QStringLiteral(" “%1”").arg(caption)));
}

} // namespace batchscope
