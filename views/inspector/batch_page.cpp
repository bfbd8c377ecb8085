// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/explain.h"
#include "views/inspector/pages.h"
#include "views/models/words.h"

#include <QCoreApplication>

#include <algorithm>
#include <chrono>

namespace batchscope {

namespace {

constexpr std::size_t kMostNodes = 60;

QString translated(const char* text) {
    return QCoreApplication::translate("batchscope::BatchPage", text);
}

QString dtypeName(DType dtype) {
    return dtype == DType::Float32 ? QStringLiteral("float32") : QStringLiteral("float64");
}

void writeCandidates(PageWriter& page, const Snapshot& snapshot, BatchId batch) {
    const OpGraph& graph = *snapshot.graph;
    const Schedule& schedule = *snapshot.schedule;
    page.section(translated("Why now"));
    page.paragraph(plain(QString::fromStdString(decisionText(graph, schedule, batch))));
    const auto candidates = schedule.decision(batch).candidates;
    if (candidates.empty()) {
        return;
    }
    std::vector<std::vector<Html>> rows;
    for (const Candidate& candidate : candidates) {
        const bool chosen = candidate.signature == schedule.batchSignatures[batch];
        const QString name = QString::fromStdString(graph.opOf(candidate.signature).name);
        const Html op = page.op(graph.signatures[candidate.signature].op, name);
        rows.push_back({chosen ? op + page.muted(translated("  chosen")) : op, plain(countText(candidate.ready)),
                        plain(countText(candidate.lowestLevel)), plain(QString::number(candidate.score, 'g', 4))});
    }
    page.table({{translated("Ready"), PageWriter::Align::Left},
                {translated("Nodes"), PageWriter::Align::Right},
                {translated("Lowest level"), PageWriter::Align::Right},
                {QString::fromStdString(schedule.scoreName), PageWriter::Align::Right}},
               rows);
}

void writeOperands(PageWriter& page, const Snapshot& snapshot, BatchId batch) {
    const BatchPlan& plan = *snapshot.plan;
    const std::size_t size = snapshot.schedule->batchSize(batch);
    const auto operands = plan.operandsOf(batch);
    if (operands.empty()) {
        return;
    }
    page.section(translated("Operands"));
    std::vector<std::vector<Html>> rows;
    for (std::size_t slot = 0; slot < operands.size(); ++slot) {
        const Operand& operand = operands[slot];
        const Html name = plain(QString::number(slot));
        const Html count = plain(countText(size));
        if (operand.kind == OperandKind::Integers) {
            rows.push_back({name, plain(translated("integers")), count, plain(QStringLiteral("–"))});
            continue;
        }
        const StoreSpec& store = plan.stores[operand.block.store];
        const QString shape = QStringLiteral("[%1,%2]").arg(size).arg(store.width);
        if (operand.kind == OperandKind::View) {
            const QString range =
                QStringLiteral(" %1:%2").arg(operand.block.firstRow).arg(operand.block.firstRow + size);
            rows.push_back({name, plain(translated("view")) + page.muted(range), plain(shape),
                            page.muted(translated("0, no copy"))});
        } else {
            rows.push_back({name, plain(translated("gathered")), plain(shape),
                            plain(bytesText(gatheredBytes(plan, operand, size)))});
        }
    }
    page.table({{translated("Slot"), PageWriter::Align::Left},
                {translated("How"), PageWriter::Align::Left},
                {translated("Shape"), PageWriter::Align::Right},
                {translated("Copied"), PageWriter::Align::Right}},
               rows);
    const auto outputs = plan.outputsOf(batch);
    for (std::size_t output = 0; output < outputs.size(); ++output) {
        const Block& block = outputs[output];
        const StoreSpec& store = plan.stores[block.store];
        page.row(translated("Output %1").arg(output), plain(translated("rows %1:%2 of the %3 store, width %4")
                                                                .arg(block.firstRow)
                                                                .arg(block.firstRow + size)
                                                                .arg(dtypeName(store.dtype))
                                                                .arg(store.width)));
    }
}

void writeTime(PageWriter& page, const Snapshot& snapshot, BatchId batch) {
    page.section(translated("Time"));
    if (!snapshot.trace) {
        page.paragraph(page.muted(translated("Not run yet.")));
        return;
    }
    const BatchTime time = snapshot.trace->timeOf(batch);
    const auto text = [](std::chrono::nanoseconds span) {
        return plain(secondsText(std::chrono::duration<double>(span).count()));
    };
    for (std::size_t phase = 0; phase < kPhaseCount; ++phase) {
        page.row(toText(phaseName(static_cast<Phase>(phase))), text(time.phases[phase]));
    }
    page.row(translated("together"), text(time.total));
}

void writeNodes(PageWriter& page, const Snapshot& snapshot, BatchId batch) {
    page.section(translated("Nodes, by row"));
    const auto nodes = snapshot.schedule->batch(batch);
    Html text;
    for (std::size_t row = 0; row < std::min(nodes.size(), kMostNodes); ++row) {
        const QString caption = toText(captionOf(snapshot, nodes[row]));
        const QString name = caption.isEmpty() ? QString::number(nodes[row].value)
                                               : QStringLiteral("%1 %2").arg(nodes[row].value).arg(caption);
        text = text + (row == 0 ? Html{} : page.muted(QStringLiteral(" · "))) +
               page.link(QStringLiteral("node:%1").arg(nodes[row].value), name);
    }
    if (nodes.size() > kMostNodes) {
        text = text + page.muted(translated(" · and %1 more").arg(countText(nodes.size() - kMostNodes)));
    }
    page.paragraph(text);
}

} // namespace

void writeBatchPage(PageWriter& page, const Snapshot& snapshot, BatchId batch) {
    const OpGraph& graph = *snapshot.graph;
    const Schedule& schedule = *snapshot.schedule;
    const SignatureId signature = schedule.batchSignatures[batch];
    const Op& op = graph.opOf(signature);
    page.title(page.op(graph.signatures[signature].op, QString::fromStdString(op.name)) +
                   plain(QStringLiteral(" ×") + countText(schedule.batchSize(batch))),
               page.muted(translated("step %1 of %2, policy %3")
                              .arg(stepText(batch), countText(schedule.batchCount()),
                                   QString::fromStdString(schedule.policy))));
    page.row(translated("Signature"),
             plain(QString::fromStdString(signatureText(graph.signatures[signature], graph.ops))));
    page.row(translated("Level"), plain(levelsText(batchFacts(graph, schedule, *snapshot.plan, batch))));
    writeCandidates(page, snapshot, batch);
    writeOperands(page, snapshot, batch);
    writeTime(page, snapshot, batch);
    writeNodes(page, snapshot, batch);
    page.section(translated("What %1 computes").arg(QString::fromStdString(op.name)));
    page.code(QString::fromStdString(op.body.text(graph.ops.params)));
}

} // namespace batchscope
