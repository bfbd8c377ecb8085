// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/remedies.h"
#include "views/inspector/page_text.h"
#include "views/inspector/pages.h"
#include "views/models/words.h"

namespace batchscope {

void writeRemedies(PageWriter& page, const Help& help) {
    if (help.remedies == nullptr) {
        page.paragraph(
            page.muted(help.fault.isEmpty() ? translated("Trying other policies and options…") : help.fault));
        return;
    }
    if (!help.remedies->verdict.empty()) {
        page.paragraph(plain(toText(help.remedies->verdict)));
    }
    for (std::size_t index = 0; index < help.remedies->helping.size(); ++index) {
        page.paragraph(plain(toText(help.remedies->helping[index].text) + u' ') +
                       page.link(QStringLiteral("apply:%1").arg(index), translated("Apply")));
    }
}

} // namespace batchscope
