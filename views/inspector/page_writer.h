// SPDX-License-Identifier: GPL-3.0-or-later
//
// The few parts of which all pages of the inspector are made, so that they look alike: title, section, row, table,
// code, note. Texts are escaped unless they are Html, which only this writer creates.
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
    std::vector<std::pair<QString, QImage>> images; ///< by the name that the html refers to
};

class PageWriter {
public:
    /// `monospace` is a font family, `pixelRatio` that of the screen the page is shown on.
    PageWriter(const Theme& theme, QString monospace, double pixelRatio);

    [[nodiscard]] const Theme& theme() const { return m_theme; }
    [[nodiscard]] double pixelRatio() const { return m_pixelRatio; }

    /// `target` is what the view understands, for example `node:12`.
    [[nodiscard]] Html link(const QString& target, const QString& text) const;
    [[nodiscard]] Html muted(const QString& text) const;
    [[nodiscard]] Html strong(const QString& text) const;
    [[nodiscard]] Html warning(const QString& text) const;
    [[nodiscard]] Html image(const QImage& image);
    /// The op's mark and name.
    [[nodiscard]] Html op(OpId op, const QString& name);

    void title(const Html& text, const Html& beside);
    /// Titles and keys that are terms of the glossary explain themselves on hover.
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

// Text of the inspector's pages.

/// In the language of the user.
[[nodiscard]] inline QString translated(const char* text) {
    return QCoreApplication::translate("batchscope::Inspector", text);
}

// Links of pages to what is in the picture, and their words.

/// What a link to the node refers to.
[[nodiscard]] QString nodeTarget(NodeId node);
/// `children node 12`, with the word that it looks up, as a link.
[[nodiscard]] Html nodeLink(const PageWriter& page, const Snapshot& snapshot, NodeId node);

} // namespace batchscope
