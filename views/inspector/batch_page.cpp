// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/explain.h"
#include "core/schedule/policy.h"
#include "core/session/execution_text.h"
#include "core/session/tables.h"
#include "core/session/time_bars.h"
#include "views/inspector/page_writer.h"
#include "views/inspector/pages.h"
#include "views/models/words.h"

#include <algorithm>
#include <chrono>

namespace batchscope {

namespace {

constexpr std::size_t kMostNodes = 60;

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
    const bool scoresAreLevels = std::all_of(candidates.begin(), candidates.end(), [](const Candidate& candidate) {
        return candidate.score == static_cast<double>(candidate.lowestLevel);
    });
    std::vector<PageWriter::Column> columns = {{translated("Ready"), PageWriter::Align::Left},
                                               {translated("Nodes"), PageWriter::Align::Right},
                                               {translated("Lowest level"), PageWriter::Align::Right}};
    if (!scoresAreLevels) {
        columns.push_back({QString::fromStdString(schedule.scoreName), PageWriter::Align::Right});
    }
    std::vector<std::vector<Html>> rows;
    for (const Candidate& candidate : candidates) {
        const bool chosen = candidate.signature == schedule.batchSignatures[batch];
        const QString name = QString::fromStdString(graph.opOf(candidate.signature).name);
        const Html op = page.op(graph.signatures[candidate.signature].op, name);
        rows.push_back({chosen ? op + page.muted(translated("  chosen")) : op, plain(countText(candidate.ready)),
                        plain(countText(candidate.lowestLevel))});
        if (!scoresAreLevels) {
            rows.back().push_back(plain(QString::number(candidate.score, 'g', 4)));
        }
    }
    page.table(columns, rows);
}

/// Equal calls share a row, so there may be fewer rows than nodes.
void writeOutputs(PageWriter& page, const Snapshot& snapshot, BatchId batch) {
    const Op& op = snapshot.graph->opOf(snapshot.schedule->batchSignatures[batch]);
    const std::size_t size = snapshot.schedule->batchSize(batch);
    const std::size_t rows = viewOf(snapshot, batch)->rows;
    for (std::size_t output = 0; output < op.outputs(); ++output) {
        const Html shared = page.muted(translated(", for %1 nodes").arg(countText(size)));
        const Html shape = plain(QStringLiteral("[%1,%2] %3")
                                     .arg(countText(rows))
                                     .arg(op.outputWidth(output))
                                     .arg(dtypeName(snapshot.graph->ops.dtype)));
        page.row(translated("Output %1").arg(output), rows < size ? shape + shared : shape);
    }
}

/// An argument that is read in several ways has several rows.
void writeOperands(PageWriter& page, const Snapshot& snapshot, BatchId batch) {
    const Op& op = snapshot.graph->opOf(snapshot.schedule->batchSignatures[batch]);
    const QString by = QString::fromStdString(executorText(snapshot));
    page.section(op.arguments.empty() ? translated("Outputs, %1").arg(by) : translated("Operands, %1").arg(by));
    std::vector<std::vector<Html>> rows;
    for (const OperandView& operand : operandsOf(snapshot, batch)) {
        const bool isVariadic = op.arguments[operand.slot].arity == Arity::Any;
        rows.push_back(
            {plain(QString::number(operand.slot)) + page.muted(isVariadic ? QStringLiteral(" …") : QString()),
             plain(QString::fromStdString(operandUseText(operand, batch))),
             plain(QStringLiteral("[%1,%2]").arg(countText(operand.rows)).arg(operand.width)),
             operand.bytesCopied > 0 ? plain(bytesText(operand.bytesCopied)) : plain(QStringLiteral("–"))});
    }
    if (!rows.empty()) {
        page.table({{translated("Slot"), PageWriter::Align::Left},
                    {translated("How"), PageWriter::Align::Left},
                    {translated("Shape"), PageWriter::Align::Right},
                    {translated("Copied"), PageWriter::Align::Right}},
                   rows);
    }
    if (op.isVariadic()) {
        const auto slot =
            static_cast<std::size_t>(std::find_if(op.arguments.begin(), op.arguments.end(),
                                                  [](const ArgumentType& type) { return type.arity == Arity::Any; }) -
                                     op.arguments.begin());
        std::size_t items = 0;
        for (const NodeId node : snapshot.schedule->batch(batch)) {
            items += snapshot.graph->slotOf(node, slot).size();
        }
        page.row(translated("Items"),
                 plain(translated("%1 for %2 nodes, any number per node")
                           .arg(countText(items), countText(snapshot.schedule->batchSize(batch)))));
    }
    writeOutputs(page, snapshot, batch);
}

void writeBatchLaunches(PageWriter& page, const Snapshot& snapshot, BatchId batch) {
    const BatchView& view = *viewOf(snapshot, batch);
    page.section(translated("Launches, %1").arg(QString::fromStdString(executorText(snapshot))));
    const QString launches = QString::fromStdString(launchesClause(snapshot, batch));
    page.row(translated("Launches"), launches.isEmpty() ? page.muted(translated("none")) : plain(launches));
    const auto bytes = [&page](const QString& name, std::size_t count) {
        if (count > 0) {
            page.row(name, plain(bytesText(count)));
        }
    };
    page.row(translated("Copied"),
             view.bytesCopied > 0 ? plain(bytesText(view.bytesCopied)) : page.muted(translated("nothing")));
    bytes(translated("Read in place"), view.bytesInPlace);
    bytes(translated("Read by index"), view.bytesIndexed);
    bytes(translated("Written"), view.bytesWritten);
    if (const std::string elsewhere = elsewhereText(snapshot, batch); !elsewhere.empty()) {
        page.paragraph(plain(QString::fromStdString(elsewhere)));
    }
}

void writeTime(PageWriter& page, const Snapshot& snapshot, BatchId batch) {
    page.section(translated("Time"));
    if (!snapshot.trace) {
        page.paragraph(page.muted(translated("Not run yet.")));
        return;
    }
    const BatchTime time = snapshot.trace->timeOf(batch);
    const auto text = [](std::chrono::nanoseconds span) { return plain(QString::fromStdString(measuredText(span))); };
    if (const BatchView* const ran = viewOf(snapshot, batch); ran != nullptr && ran->elided != ElisionReason::No) {
        page.paragraph(page.muted(translated("None, because nothing was launched.")));
    } else {
        for (std::size_t phase = 0; phase < kPhaseCount; ++phase) {
            if (time.phases[phase].count() > 0) {
                const auto which = static_cast<Phase>(phase);
                page.row(which == Phase::Gather ? translated("copy") : toText(phaseName(which)),
                         text(time.phases[phase]));
            }
        }
        page.row(translated("total"), text(time.total));
    }
    std::chrono::nanoseconds backward{0};
    for (const Event& event : snapshot.trace->backward) {
        backward += event.batch == batch ? event.duration : std::chrono::nanoseconds{0};
    }
    if (backward.count() > 0) {
        page.row(translated("backward"), text(backward));
    }
    page.paragraph(page.muted(snapshot.trace->runs > 1
                                  ? translated("Medians of %1 runs.").arg(countText(snapshot.trace->runs))
                                  : translated("Measured once, in the recorded run; not a median.")));
}

void writeNodes(PageWriter& page, const Snapshot& snapshot, BatchId batch) {
    page.section(translated("Nodes, by row"));
    const auto nodes = snapshot.schedule->batch(batch);
    Html text;
    for (std::size_t row = 0; row < std::min(nodes.size(), kMostNodes); ++row) {
        const QString caption = toText(captionOf(snapshot, nodes[row]));
        const QString number = nodeNumber(nodes[row]);
        const QString name = caption.isEmpty() ? number : number % u' ' % caption;
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
               page.muted(translated("batch %1 of %2, policy %3")
                              .arg(ordinalText(batch.index()), countText(schedule.batchCount()),
                                   toText(policyTitle(schedule.policy)))));
    page.row(translated("Signature"),
             plain(QString::fromStdString(signatureText(graph.signatures[signature], graph.ops))));
    page.row(translated("Level"), plain(toText(levelsText(levelsOf(graph, schedule, batch)))));
    if (const std::string read = valuesReadText(graph, schedule, batch); !read.empty()) {
        page.row(translated("Sync point"),
                 plain(translated("values are read before this batch and decide which calls are made next: %1")
                           .arg(toText(read))));
    }
    writeCandidates(page, snapshot, batch);
    writeBatchLaunches(page, snapshot, batch);
    writeOperands(page, snapshot, batch);
    writeTime(page, snapshot, batch);
    writeNodes(page, snapshot, batch);
    page.section(translated("What %1 computes").arg(QString::fromStdString(op.name)));
    page.code(QString::fromStdString(op.body.text(graph.ops.params)));
}

} // namespace batchscope
