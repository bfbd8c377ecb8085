// SPDX-License-Identifier: GPL-3.0-or-later
//
// The elements of all pages of the inspector, so that pages look alike: title, section, row, table, code, note. Texts
// are escaped unless they are Html, which only this writer creates.
#pragma once

#include "core/session/snapshot.h"
#include "views/theme/theme.h"

#include <QCoreApplication>
#include <QImage>
#include <QString>

#include <initializer_list>
#include <utility>
#include <vector>

namespace batchscope {

/// Rich text that is safe to insert: escaped, or made by PageWriter.
struct Html {
    QString text;
};

[[nodiscard]] Html plain(const QString& text);
[[nodiscard]] Html operator+(const Html& left, const Html& right);

struct Page {
    QString html;
    std::vector<std::pair<QString, QImage>> images; ///< with the names that the HTML refers to
};

class PageWriter {
public:
    /// `monospace` is a font family; `pixelRatio` is the pixel ratio of the screen that shows the page.
    PageWriter(const Theme& theme, QString monospace, double pixelRatio);

    [[nodiscard]] const Theme& theme() const { return m_theme; }
    [[nodiscard]] double pixelRatio() const { return m_pixelRatio; }

    /// `target` is a target that the view understands, for example `node:12`.
    [[nodiscard]] Html link(const QString& target, const QString& text) const;
    [[nodiscard]] Html muted(const QString& text) const;
    [[nodiscard]] Html strong(const QString& text) const;
    [[nodiscard]] Html warning(const QString& text) const;
    [[nodiscard]] Html image(const QImage& image);
    /// The op's mark and name.
    [[nodiscard]] Html op(OpId op, const QString& name);

    void title(const Html& text, const Html& beside);
    /// Titles and keys that are glossary terms show their explanation on hover.
    void section(const QString& title);
    void row(const QString& key, const Html& value);
    void paragraph(const Html& text);
    void code(const QString& text);

    enum class Align { Left, Right };
    struct Column {
        QString title;
        Align align = Align::Left;
    };
    void table(const std::vector<Column>& columns, const std::vector<std::vector<Html>>& rows);

    [[nodiscard]] Page take();

private:
    void endRows();

    const Theme& m_theme;
    QString m_monospace;
    double m_pixelRatio;
    Page m_page;
    bool m_inRows = false;
};

// Texts of the inspector's pages.

/// The text in the user's language.
[[nodiscard]] inline QString translated(const char* text) {
    return QCoreApplication::translate("batchscope::Inspector", text);
}

// Links of pages to parts of the picture, and their texts.

/// The target of a link to the node.
[[nodiscard]] QString nodeTarget(NodeId node);
/// A link to the node: `children node 12`, followed by its word if it looks one up.
[[nodiscard]] Html nodeLink(const PageWriter& page, const Snapshot& snapshot, NodeId node);

} // namespace batchscope
