// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/explain.h"
#include "core/schedule/policy.h"
#include "core/session/execution_text.h"
#include "core/session/memory_text.h"
#include "core/session/time_lanes.h"
#include "views/inspector/page_text.h"
#include "views/inspector/pages.h"
#include "views/models/node_number.h"

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

struct OperandText {
    Html how;
    QString shape;
    Html copied;
};

/// `slot` of an op: what the batch gets there.
OperandText describe(const PageWriter& page, const BatchPlan& plan, const Operand& operand, const ArgumentType& type) {
    const Html kind = plain(QString::fromLatin1(operandKindName(operand.kind)));
    const QString matrix = QStringLiteral("[%1,%2]").arg(operand.rows).arg(type.width);
    const Html none = page.muted(translated("0, no copy"));
    switch (operand.kind) {
    case OperandKind::View: {
        const QString range =
            QStringLiteral(" %1:%2").arg(operand.block.firstRow).arg(operand.block.firstRow + operand.rows);
        return {kind + page.muted(range), matrix, none};
    }
    case OperandKind::Shared:
        return {kind + page.muted(translated(" row %1").arg(operand.block.firstRow)), matrix, none};
    case OperandKind::Gather: return {kind, matrix, plain(bytesText(gatheredBytes(plan, operand)))};
    case OperandKind::Integers: return {kind, countText(operand.rows), plain(QStringLiteral("–"))};
    case OperandKind::Constants: return {kind, matrix, plain(QStringLiteral("–"))};
    }
    return {};
}

/// The position of rows on the engine has no meaning: those of one batch may be in several blocks.
void writeEngineOutputs(PageWriter& page, const Snapshot& snapshot, BatchId batch) {
    const Op& op = snapshot.graph->opOf(snapshot.schedule->batchSignatures[batch]);
    const std::size_t size = snapshot.schedule->batchSize(batch);
    const std::size_t rows = executionOf(snapshot, batch)->rows;
    for (std::size_t output = 0; output < op.outputs(); ++output) {
        const Html shared = page.muted(translated(", for %1 nodes").arg(countText(size)));
        const Html shape = plain(QStringLiteral("[%1,%2] %3")
                                     .arg(countText(rows))
                                     .arg(op.outputWidth(output))
                                     .arg(dtypeName(snapshot.graph->ops.dtype)));
        page.row(translated("Output %1").arg(output), rows < size ? shape + shared : shape);
    }
}

void writeOutputs(PageWriter& page, const Snapshot& snapshot, BatchId batch) {
    const BatchPlan& plan = *snapshot.plan;
    const std::size_t size = snapshot.schedule->batchSize(batch);
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

using Rows = std::vector<std::vector<Html>>;

Html slotText(const PageWriter& page, const Op& op, std::size_t slot) {
    const bool isVariadic = op.arguments[slot].arity == Arity::Any;
    return plain(QString::number(slot)) + page.muted(isVariadic ? QStringLiteral(" …") : QString());
}

/// As planned, which is how LibTorch's plain bodies run it.
Rows plannedOperands(const PageWriter& page, const Snapshot& snapshot, BatchId batch) {
    const BatchPlan& plan = *snapshot.plan;
    const Op& op = snapshot.graph->opOf(snapshot.schedule->batchSignatures[batch]);
    const auto operands = plan.operandsOf(batch);
    const auto ran = snapshot.trace ? snapshot.trace->operandsOf(batch) : std::span<const OperandExecution>();
    Rows rows;
    for (std::size_t slot = 0; slot < operands.size(); ++slot) {
        OperandText text = describe(page, plan, operands[slot], op.arguments[slot]);
        if (!ran.empty() && ran[slot].use == OperandUse::Copied) { // TorchFold's stacking copies more than is planned
            text.copied = plain(bytesText(ran[slot].bytesCopied));
        }
        rows.push_back({slotText(page, op, slot), text.how, plain(text.shape), text.copied});
    }
    return rows;
}

/// An argument may be read in several ways, and then has several rows.
Rows engineOperands(const PageWriter& page, const Snapshot& snapshot, BatchId batch) {
    const Op& op = snapshot.graph->opOf(snapshot.schedule->batchSignatures[batch]);
    Rows rows;
    for (const OperandExecution& operand : snapshot.trace->operandsOf(batch)) {
        rows.push_back({slotText(page, op, operand.slot), plain(QString::fromStdString(operandUseText(operand, batch))),
                        plain(QStringLiteral("[%1,%2]").arg(countText(operand.rows)).arg(operand.width))});
    }
    return rows;
}

void writeOperands(PageWriter& page, const Snapshot& snapshot, BatchId batch) {
    const Op& op = snapshot.graph->opOf(snapshot.schedule->batchSignatures[batch]);
    const bool onEngine = ranOnEngine(snapshot, batch);
    const QString by = QString::fromStdString(executorText(snapshot));
    page.section(op.arguments.empty() ? translated("Outputs, %1").arg(by) : translated("Operands, %1").arg(by));
    const Rows rows = onEngine ? engineOperands(page, snapshot, batch) : plannedOperands(page, snapshot, batch);
    std::vector<PageWriter::Column> columns = {{translated("Slot"), PageWriter::Align::Left},
                                               {translated("How"), PageWriter::Align::Left},
                                               {translated("Shape"), PageWriter::Align::Right}};
    if (!onEngine) { // the engine copies for all operands of a batch together, if at all
        columns.push_back({translated("Copied"), PageWriter::Align::Right});
    }
    if (!rows.empty()) {
        page.table(columns, rows);
    }
    if (op.isVariadic()) {
        page.row(translated("Items"), plain(translated("%1 for %2 nodes, any number per node")
                                                .arg(countText(snapshot.plan->items[batch].count),
                                                     countText(snapshot.schedule->batchSize(batch)))));
    }
    if (onEngine) {
        writeEngineOutputs(page, snapshot, batch);
    } else {
        writeOutputs(page, snapshot, batch);
    }
}

/// Launches and bytes, where there was a run.
void writeBatchLaunches(PageWriter& page, const Snapshot& snapshot, BatchId batch) {
    const BatchExecution* const ran = executionOf(snapshot, batch);
    if (ran == nullptr) {
        return;
    }
    const bool onEngine = ranOnEngine(snapshot, batch);
    page.section(onEngine ? translated("What the engine ran") : translated("What LibTorch ran"));
    const QString launches = QString::fromStdString(launchesClause(snapshot, batch));
    page.row(onEngine ? translated("Launches") : translated("Calls"),
             launches.isEmpty() ? page.muted(translated("none")) : plain(launches));
    const auto bytes = [&page](const QString& name, std::size_t count) {
        if (count > 0) {
            page.row(name, plain(bytesText(count)));
        }
    };
    page.row(translated("Copied"),
             ran->bytesCopied > 0 ? plain(bytesText(ran->bytesCopied)) : page.muted(translated("nothing")));
    bytes(translated("Read in place"), ran->bytesInPlace);
    bytes(translated("Read by index"), ran->bytesIndexed);
    bytes(translated("Written"), ran->bytesWritten);
    if (const std::string elsewhere = elsewhereText(snapshot, batch); !elsewhere.empty()) {
        page.paragraph(plain(QString::fromStdString(elsewhere)));
    }
}

/// What the engine brings together it copies for products; its kernels gather by index, which is part of computing.
QString phaseText(const Snapshot& snapshot, Phase phase) {
    const bool isCopy = phase == Phase::Gather && snapshot.trace->executor == ExecutorKind::Engine;
    return isCopy ? translated("copy") : toText(phaseName(phase));
}

void writeTime(PageWriter& page, const Snapshot& snapshot, BatchId batch) {
    page.section(translated("Time"));
    if (!snapshot.trace) {
        page.paragraph(page.muted(translated("Not run yet.")));
        return;
    }
    const BatchTime time = snapshot.trace->timeOf(batch);
    const auto text = [](std::chrono::nanoseconds span) { return plain(QString::fromStdString(measuredText(span))); };
    if (const BatchExecution* const ran = executionOf(snapshot, batch); ran != nullptr && ran->elided != Elided::No) {
        page.paragraph(page.muted(translated("None, because nothing was launched.")));
    } else {
        for (std::size_t phase = 0; phase < kPhaseCount; ++phase) {
            if (time.phases[phase].count() > 0) {
                page.row(phaseText(snapshot, static_cast<Phase>(phase)), text(time.phases[phase]));
            }
        }
        page.row(translated("total"), text(time.total));
        if (const std::string roof = roofText(snapshot, *snapshot.trace, batch); !roof.empty()) {
            page.row(translated("Roofline"), plain(toText(roof)));
        }
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
    page.section(ranOnEngine(snapshot, batch) ? translated("Nodes, by planned row") : translated("Nodes, by row"));
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
               page.muted(translated("step %1 (%2 of %3), policy %4")
                              .arg(stepText(batch), countText(batch.index() + 1), countText(schedule.batchCount()),
                                   toText(policyTitle(schedule.policy)))));
    page.row(translated("Signature"),
             plain(QString::fromStdString(signatureText(graph.signatures[signature], graph.ops))));
    page.row(translated("Level"), plain(levelsText(batchFacts(graph, schedule, *snapshot.plan, batch))));
    if (const std::string read = valuesReadText(graph, schedule, batch); !read.empty()) {
        page.row(translated("Sync point"),
                 plain(translated("values are read before this step and decide which calls are made next: %1")
                           .arg(toText(read))));
    }
    if (snapshot.memory && batch.index() < snapshot.memory->needed.size()) {
        page.row(translated("Memory"), plain(toText(memoryOfStep(*snapshot.memory, batch))));
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
