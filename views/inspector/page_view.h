// SPDX-License-Identifier: GPL-3.0-or-later
//
// The base of panels that show a page: links to nodes, batches and trees go there, and a page of the same thing stays
// where it was scrolled to.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "views/inspector/page_writer.h"
#endif
#include "views/models/live_view.h"

#include <QTextBrowser>

#include <cstdint>

namespace batchscope {

class PageView : public LiveView {
    Q_OBJECT

protected:
    /// `name` is for those who do not see it. The page is the last child of `column`.
    PageView(Session& session, Playback& playback, const QString& name, QWidget* parent);

    /// For a page that is to be shown here.
    [[nodiscard]] PageWriter writer() const;
    enum class Scroll : std::uint8_t { ToTop, Keep };
    void showPage(const Page& page, Scroll scroll);

    /// A link `scheme:index` was clicked, none of a node, a batch or a tree.
    virtual void follow(const QString& scheme, std::size_t index) = 0;

private:
    void followLink(const QUrl& link);

    QTextBrowser* m_text;
};

} // namespace batchscope
