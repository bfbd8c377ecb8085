// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/session/diagnosis.h"
#include "core/session/remedies.h"
#include "views/inspector/page_writer.h"
#include "views/inspector/pages.h"
#include "views/models/words.h"

#include <algorithm>

namespace batchscope {

namespace {

constexpr double kLeastShare = 0.001; // of a run; less is not worth a line

/// Links to the first of some steps.
Html stepLinks(const PageWriter& page, const std::vector<BatchId>& steps) {
    constexpr std::size_t kMost = 6;
    Html links{};
    for (std::size_t index = 0; index < std::min(steps.size(), kMost); ++index) {
        links = links + plain(index == 0 ? translated(" Slowest batches: ") : QStringLiteral(", ")) +
                page.link(QStringLiteral("batch:%1").arg(steps[index].value), ordinalText(steps[index].index()));
    }
    return links;
}

void writeCauses(PageWriter& page, const Diagnosis& diagnosis) {
    page.section(translated("Where the time goes"));
    std::vector<std::vector<Html>> rows;
    for (const DiagnosedCause& cause : diagnosis.causes) {
        if (cause.share >= kLeastShare) {
            const QString share = QString::number(100.0 * cause.share, 'f', cause.share < 0.1 ? 1 : 0);
            rows.push_back({plain(toText(causeTitle(cause.cause))), plain(secondsText(cause.seconds)),
                            plain(translated("%1 %").arg(share)),
                            plain(cause.gain ? secondsText(*cause.gain) : QStringLiteral("–"))});
        }
    }
    page.table({{translated("Cause"), PageWriter::Align::Left},
                {translated("Time"), PageWriter::Align::Right},
                {translated("Share"), PageWriter::Align::Right},
                {translated("Possible gain"), PageWriter::Align::Right}},
               rows);
    page.paragraph(page.muted(toText(kCausesOverlap)));
    for (const DiagnosedCause& cause : diagnosis.causes) {
        if (cause.share >= kLeastShare) {
            page.paragraph(page.strong(toText(causeTitle(cause.cause)) + QStringLiteral(". ")) +
                           plain(toText(cause.text) + u' ' + toText(cause.remedy)) + stepLinks(page, cause.steps));
        }
    }
}

void writeGaps(PageWriter& page, const Snapshot& snapshot, const Diagnosis& diagnosis) {
    page.section(translated("Batches above the lower bound"));
    if (diagnosis.bottleneck.valid()) {
        page.paragraph(
            plain(toText(diagnosis.bottleneckText) + u' ') +
            page.link(QStringLiteral("chain:%1").arg(diagnosis.bottleneck.value), translated("Mark the chain")));
    }
    if (diagnosis.gaps.empty()) {
        page.paragraph(plain(translated("None: every op runs in as few batches as its longest chain allows.")));
        return;
    }
    std::vector<std::vector<Html>> rows;
    for (const SignatureGap& gap : diagnosis.gaps) {
        const OpId op = snapshot.graph->signatures[gap.signature].op;
        rows.push_back({page.op(op, toText(snapshot.graph->opOf(gap.signature).name)), plain(countText(gap.nodes)),
                        plain(countText(gap.batches)), plain(countText(gap.bound)),
                        page.link(QStringLiteral("chain:%1").arg(gap.signature.value), translated("Mark the chain"))});
    }
    page.table({{translated("Op"), PageWriter::Align::Left},
                {translated("Nodes"), PageWriter::Align::Right},
                {translated("Batches"), PageWriter::Align::Right},
                {translated("Bound"), PageWriter::Align::Right},
                {QString(), PageWriter::Align::Left}},
               rows);
    page.paragraph(page.muted(translated("The bound is the longest chain of nodes of one signature: each needs the "
                                         "one before it, so they cannot run together.")));
}

} // namespace

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

void writeSlowPage(PageWriter& page, const Snapshot& snapshot, const SlowFindings& found) {
    const Diagnosis& diagnosis = *found.diagnosis;
    page.title(plain(translated("%1 per run").arg(secondsText(diagnosis.seconds))),
               page.muted(diagnosis.runs > 1 ? translated("Medians of %1 runs, with building, scheduling and planning.")
                                                   .arg(countText(diagnosis.runs))
                                             : translated("Of one run, with building, scheduling and planning.")));
    if (const std::string doubt = disagreementText(diagnosis, *snapshot.report); !doubt.empty()) {
        page.paragraph(page.warning(toText(doubt)));
    }
    writeCauses(page, diagnosis);
    writeGaps(page, snapshot, diagnosis);
    page.section(translated("What would need fewer batches"));
    writeRemedies(page, found.help);
}

void writeNotRunPage(PageWriter& page, const QString& reason) {
    page.title(plain(translated("Why slow?")), Html{});
    page.paragraph(plain(reason));
}

} // namespace batchscope
