// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/explain.h"
#include "views/inspector/page_writer.h"
#include "views/inspector/pages.h"
#include "views/models/words.h"

#include <algorithm>

namespace batchscope {

namespace {

void writeFields(PageWriter& page, const PairReason& reason) {
    std::vector<std::vector<Html>> rows;
    for (const FieldDifference& field : reason.fields) {
        rows.push_back({plain(toText(field.field)), plain(toText(field.a)), plain(toText(field.b))});
    }
    page.table({{translated("Field"), PageWriter::Align::Left},
                {translated("First"), PageWriter::Align::Left},
                {translated("Second"), PageWriter::Align::Left}},
               rows);
}

void writePath(PageWriter& page, const Snapshot& snapshot, const PairReason& reason) {
    constexpr std::size_t kMost = 12;
    Html text{};
    for (std::size_t index = 0; index < std::min(reason.path.size(), kMost); ++index) {
        text =
            text + (index == 0 ? Html{} : plain(QStringLiteral(" → "))) + nodeLink(page, snapshot, reason.path[index]);
    }
    if (reason.path.size() > kMost) {
        text = text + page.muted(translated(" → %1 more").arg(countText(reason.path.size() - kMost)));
    }
    page.paragraph(text);
    page.paragraph(page.link(QStringLiteral("find:0"), translated("Mark the path in the picture")));
}

void writeSteps(PageWriter& page, const PairReason& reason) {
    const auto link = [&page](std::uint32_t step) {
        return page.link(QStringLiteral("batch:%1").arg(step), translated("Go to batch %1").arg(ordinalText(step)));
    };
    page.paragraph(link(reason.a) + plain(QStringLiteral(" · ")) + link(reason.b));
}

void writeReason(PageWriter& page, const Snapshot& snapshot, const PairReason& reason, const QString& number) {
    page.paragraph(plain(number + toText(reason.text)));
    switch (reason.kind) {
    case PairReasonKind::Signature: writeFields(page, reason); break;
    case PairReasonKind::Dependency: writePath(page, snapshot, reason); break;
    case PairReasonKind::OtherStep: writeSteps(page, reason); break;
    case PairReasonKind::SameNode:
    case PairReasonKind::Together:
    case PairReasonKind::Unbatchable:
    case PairReasonKind::Round:
    case PairReasonKind::Level: break;
    }
}

} // namespace

void writePairPage(PageWriter& page, const Snapshot& snapshot, const PairExplanation& pair, const Help& help) {
    page.title(plain(pair.together ? translated("Together") : translated("Not together")), Html{});
    page.paragraph(nodeLink(page, snapshot, pair.a) + plain(translated(" and ")) + nodeLink(page, snapshot, pair.b));
    page.section(translated("Why"));
    for (std::size_t index = 0; index < pair.reasons.size(); ++index) {
        const QString number = pair.reasons.size() > 1 ? QStringLiteral("%1. ").arg(index + 1) : QString();
        writeReason(page, snapshot, pair.reasons[index], number);
    }
    page.section(translated("What would help"));
    writeRemedies(page, help);
}

void writeNoPairPage(PageWriter& page, const Focus& focus) {
    page.title(plain(translated("Why not together?")), Html{});
    page.paragraph(plain(focus.node.valid()
                             ? translated("Now mark a second node: Ctrl+click it in the picture.")
                             : translated("Select a node, then mark a second one with Ctrl+click. This panel then says "
                                          "whether they run in one batch, why, and what would change it.")));
}

} // namespace batchscope
