// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shows a page. Links are not opened but told (anchorClicked); a page of the same thing stays where it was scrolled to.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "views/inspector/page_writer.h"
#endif

#include <QTextBrowser>

#include <cstdint>

namespace batchscope {

class PageBrowser final : public QTextBrowser {
    Q_OBJECT

public:
    PageBrowser(const QString& name, QWidget* parent);

    /// For a page that is to be shown here.
    [[nodiscard]] PageWriter writer() const;

    enum class Scroll : std::uint8_t { ToTop, Keep };
    void showPage(const Page& page, Scroll scroll);
};

} // namespace batchscope
