// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/counted.h"
#include "core/nets/method_text.h"
#include "core/nets/trainable.h"
#include "core/nets/user_net.h"
#include "core/schedule/policy.h"
#include "core/session/execution_text.h"
#include "core/session/node_values.h"
#include "core/trace/run_report.h"
#include "core/trace/speed_text.h"
#include "views/inspector/page_writer.h"
#include "views/inspector/pages.h"
#include "views/models/words.h"

#include <algorithm>

namespace batchscope {

namespace {

void writeSchedule(PageWriter& page, const Snapshot& snapshot) {
    const ScheduleMetrics& metrics = *snapshot.metrics;
    page.section(translated("Schedule"));
    page.row(translated("Batches"),
             page.strong(translated("%1 → %2").arg(countText(metrics.nodes), countText(metrics.batches))) +
                 page.muted(translated("  nodes run one by one → batches")));
    const QString policy = QString::fromStdString(snapshot.schedule->policy);
    const Result<const Policy*> known = findPolicy(snapshot.schedule->policy);
    page.row(translated("Policy"),
             known ? plain(toText((*known)->title())) + page.muted(QStringLiteral("  ") + policy) : plain(policy));
    page.row(translated("Lower bound"),
             plain(countText(metrics.lowerBound)) +
                 page.muted(translated("  no policy can use fewer batches; the bound may not be reachable")));
    page.row(translated("Batch size"),
             plain(translated("mean %1, median %2, largest %3")
                       .arg(meanText(metrics.meanBatchSize), countText(metrics.medianBatchSize),
                            countText(metrics.largestBatch))));
    if (metrics.syncPoints > 0) {
        page.row(translated("Sync points"),
                 plain(countText(metrics.syncPoints)) + page.muted(translated("  reads of values before the end")));
    }
}

QString written(const std::string& text) {
    return QString::fromStdString(text);
}

void writeTotalLaunches(PageWriter& page, const Snapshot& snapshot) {
    const BatchViews* const views = viewsOf(snapshot);
    if (views == nullptr) {
        return;
    }
    const QString by = QString::fromStdString(executorText(snapshot));
    page.section(by.left(1).toUpper() + by.mid(1));
    page.row(translated("Launches"), plain(QString::fromStdString(totalText(*views))));
    page.row(translated("Copied"), plain(bytesText(views->total().bytesCopied)));
    if (const std::optional<std::uint64_t> held = heldBytes(snapshot)) {
        page.row(translated("Memory"),
                 plain(bytesText(*held)) + page.muted(translated("  held to the end of the run")));
    }
}

void writeSpeed(PageWriter& page, const SpeedReport& speed) {
    if (!speed.batching()) {
        page.row(translated("Speed-up"), page.muted(written(noFigureText(speed) + ": " + reasonText(speed))));
        return;
    }
    const auto row = [&page](const QString& title, const std::optional<SpeedRatio>& ratio, const QString& meaning) {
        page.row(title, plain(written(factorText(ratio))) + page.muted(QStringLiteral("  ") + meaning));
    };
    page.row(translated("Speed-up"),
             page.strong(written(speedUpText(speed))) +
                 page.muted(translated("  batching on %1, running only").arg(written(kernelsText(speed)))));
    if (const std::string doubt = reasonText(speed); !doubt.empty()) {
        page.row(QString(), page.warning(translated("In doubt: %1.").arg(written(doubt))));
    }
    row(QString(), speed.batchingWithConstruction(), translated("including building, scheduling and planning"));
    if (speed.hasEngine()) {
        page.row(QString(), page.link(QStringLiteral("speed:0"), translated("%1 = batching × engine: show the times")
                                                                     .arg(written(factorText(speed.both()->value)))));
        row(translated("Engine"), speed.engine(), translated("regular on LibTorch over regular on the engine"));
        row(translated("Both"), speed.both(), translated("regular on LibTorch over folded on the engine"));
        row(translated("Other order"), speed.batchingOff(), translated("batching on LibTorch"));
        row(QString(), speed.engineFolded(), translated("folded on LibTorch over folded on the engine"));
    }
}

void writeTimes(PageWriter& page, const RunReport& report, Awaited awaited) {
    const bool hasRegular = report.isMeasured();
    page.section(translated("Time"));
    std::vector<PageWriter::Column> columns = {{translated("Stage"), PageWriter::Align::Left},
                                               {translated("Folded"), PageWriter::Align::Right}};
    if (hasRegular) {
        columns.push_back({translated("Regular"), PageWriter::Align::Right});
    }
    std::vector<std::vector<Html>> rows;
    if (report.folded.parse > 0.0) {
        rows.push_back({page.muted(translated("parse, once")), plain(secondsText(report.folded.parse))});
        if (hasRegular) {
            rows.back().emplace_back();
        }
    }
    for (const NamedPhase& phase : phasesOf(report.folded)) {
        rows.push_back({page.muted(phase.name), plain(secondsText(report.folded.*phase.seconds))});
        if (hasRegular) {
            rows.back().push_back(plain(secondsText(report.regular.*phase.seconds)));
        }
    }
    rows.push_back({page.muted(translated("running")), page.strong(secondsText(report.folded.execution()))});
    if (hasRegular) {
        rows.back().push_back(page.strong(secondsText(report.regular.execution())));
    }
    page.table(columns, rows);
    page.row(QString(),
             page.muted(hasRegular ? translated("%1. Both arms on %2.")
                                         .arg(written(samplesText(*report.speed)), written(kernelsText(*report.speed)))
                                   : translated("Times of the recorded run only.")));
    page.row(QString(), page.link(QStringLiteral("slow:0"), translated("Why is a run slow, and what would help?")));
    if (report.learnSeconds > 0.0) {
        page.row(translated("Policy"),
                 plain(secondsText(report.learnSeconds)) +
                     page.muted(translated("  to train on the graph once; not included in the times")));
    }
    if (report.speed) {
        writeSpeed(page, *report.speed);
    } else if (report.equality) {
        page.row(translated("Speed-up"),
                 page.muted(awaited == Awaited::Yes ? translated("measuring…") : translated("not measured: canceled")));
    }
}

Html verdictHtml(const PageWriter& page, Verdict verdict) {
    switch (verdict) {
    case Verdict::Equal: return page.strong(translated("equal within tolerance"));
    case Verdict::Different: return page.warning(translated("not equal"));
    case Verdict::NotComparable: break;
    }
    return page.warning(translated("not comparable"));
}

Html divergenceLink(const PageWriter& page, const OpGraph& graph, NodeId node) {
    return page.link(QStringLiteral("node:%1").arg(node.value),
                     translated("%1 node %2").arg(QString::fromStdString(graph.opOf(node).name), nodeNumber(node)));
}

void writeEquality(PageWriter& page, const Snapshot& snapshot, const EqualityReport& equality) {
    page.section(translated("Folded against regular"));
    page.row(translated("Values"), verdictHtml(page, verdictOf(equality)));
    if (snapshot.report->fault) {
        page.row(QString(), page.warning(QString::fromStdString(faultText(*snapshot.graph, *snapshot.report->fault))));
    }
    if (!equality.comparable()) {
        page.row(QString(),
                 page.warning(QString::fromStdString(notComparableReason(*snapshot.graph, equality, "values"))));
    }
    page.row(translated("Compared"), plain(translated("%1 numbers").arg(countText(equality.values))));
    const auto number = [](double value) { return QString::number(value, 'g', 3); };
    page.row(
        translated("Largest error"),
        plain(translated("%1 absolute, %2 relative").arg(number(equality.maxAbsError), number(equality.maxRelError))));
    page.row(translated("Tolerance"),
             plain(translated("%1 + %2 × value").arg(number(equality.absTolerance), number(equality.relTolerance))));
    page.row(translated("Argmax flips"),
             equality.argmaxFlips == 0 ? plain(QStringLiteral("0")) : page.warning(countText(equality.argmaxFlips)));
    if (equality.firstNotFinite) {
        page.row(translated("First non-finite"), divergenceLink(page, *snapshot.graph, equality.firstNotFinite->node));
    }
    if (const std::string origin = originText(*snapshot.graph, snapshot.report->notFinite); !origin.empty()) {
        page.paragraph(page.warning(QString::fromStdString(origin)));
    }
    if (equality.firstDivergence) {
        page.row(translated("First difference"), divergenceLink(page, *snapshot.graph, equality.firstDivergence->node));
    }
    if (const std::string differing = differingText(*snapshot.graph, *snapshot.schedule, equality.differing);
        !differing.empty()) {
        page.row(translated("Out of tolerance"), page.warning(QString::fromStdString(differing)));
    }
    if (snapshot.report->cause) {
        page.paragraph(page.warning(QString::fromStdString(causeText(*snapshot.graph, *snapshot.report->cause))));
    }
}

void writeGradients(PageWriter& page, const Snapshot& snapshot, const GradientReport& gradients) {
    const OpGraph& graph = *snapshot.graph;
    page.section(translated("Training"));
    const auto number = [](double value) { return QString::fromStdString(numberText(value, 6)); };
    page.row(translated("Loss"), page.strong(number(gradients.foldedLoss)) +
                                     page.muted(translated("  regular %1").arg(number(gradients.regularLoss))));
    page.row(QString(),
             page.muted(QString::fromStdString(labelShareText(graph.labelledOutputs(), graph.outputs.size()))));
    page.row(translated("Gradients"),
             verdictHtml(page, verdictOf(gradients.parameters)) + page.muted(translated("  of parameters")));
    page.row(QString(),
             verdictHtml(page, verdictOf(gradients.values)) + page.muted(translated("  of every node's values")));
    if (!gradients.comparable()) {
        page.row(QString(), page.warning(QString::fromStdString(notComparableReason(graph, gradients))));
    }
    page.row(translated("Largest error"),
             plain(translated("%1 of parameters, %2 of values")
                       .arg(number(gradients.parameters.maxAbsError), number(gradients.values.maxAbsError))));
    page.row(
        translated("Tolerance"),
        plain(translated("%1 × the largest of the parameter or row").arg(number(gradients.parameters.relTolerance))));
    if (!gradients.firstParameter.empty()) {
        page.row(translated("First difference"), page.warning(QString::fromStdString(gradients.firstParameter)));
    }
    if (const std::string differing = differingText(graph, *snapshot.schedule, gradients.values.differing);
        !differing.empty()) {
        page.row(translated("Out of tolerance"), page.warning(QString::fromStdString(differing)));
    }
}

/// How each method of the user's module runs, and why.
void writeMethods(PageWriter& page, const Snapshot& snapshot) {
    const GraphOptions& options = snapshot.config.graph;
    if (options.user.net == nullptr || !isModuleFile(options.model)) {
        return;
    }
    page.section(translated("Methods"));
    bool isCalled = false;
    for (const UserMethod& method : options.user.net->methods()) {
        isCalled = isCalled || method.way != MethodWay::Translated;
        const QString line = QString::fromStdString(methodLine(method));
        page.paragraph(method.way == MethodWay::Translated ? plain(line) : page.warning(line));
    }
    if (!isCalled) {
        return; // bodies are ours
    }
    page.paragraph(page.muted(translated("Methods that are called run in a process without files or network (%1).")
                                  .arg(toText(options.user.net->confinement()))));
}

/// Trees were read, but there is no graph of them: not yet, or not at all.
void writeTreesOnly(PageWriter& page, const Snapshot& snapshot, Awaited awaited) {
    const std::size_t trees = snapshot.treebank->trees.size();
    const QString title = trees == 1 ? translated("1 tree read") : translated("%1 trees read").arg(countText(trees));
    if (awaited == Awaited::Yes) {
        page.title(plain(title), page.muted(translated("Building the graph…")));
        return;
    }
    const QString net = toText(netTitle(snapshot.config.graph.model));
    page.title(plain(title), page.muted(translated("%1 cannot take them.").arg(net)));
    page.paragraph(needsBinarisation(snapshot)
                       ? plain(translated("%1 takes nodes with two children, but some nodes of these trees have a "
                                          "different number. Binarize the trees (left, right or balanced) in the "
                                          "message above the picture or in the Options menu of the toolbar.")
                                   .arg(net))
                       : plain(translated("The message above the picture says why.")));
}

} // namespace

void writeOverviewPage(PageWriter& page, const Snapshot& snapshot, Awaited awaited) {
    if (!snapshot.graph && snapshot.treebank) {
        writeTreesOnly(page, snapshot, awaited);
        return;
    }
    if (!snapshot.graph) {
        page.title(plain(translated("Nothing open")),
                   page.muted(awaited == Awaited::Yes
                                  ? translated("Reading…")
                                  : translated("Open a treebank, then select something to see its details here.")));
        return;
    }
    const OpGraph& graph = *snapshot.graph;
    page.title(plain(toText(netTitle(graph.ops.name))),
               page.muted(translated("Select a node or a batch to see its details.")));
    page.row(translated("Trees"), plain(countText(graph.trees)));
    page.row(translated("Nodes"), plain(countText(graph.size())));
    page.row(translated("Levels"), plain(countText(graph.levelCount())));
    page.row(translated("Signatures"), plain(countText(graph.signatures.size())));
    page.row(translated("Parameters"), plain(countText(graph.ops.parameterCount())));
    if (!snapshot.config.weights.empty()) {
        page.row(translated("Weights"), plain(written(snapshot.config.weights)));
    }
    if (graph.calls > graph.size()) {
        page.row(translated("Merged calls"), plain(countText(graph.calls - graph.size())));
    }
    writeMethods(page, snapshot);
    const EqualityReport* const equality =
        snapshot.report && snapshot.report->equality ? &*snapshot.report->equality : nullptr;
    const bool isWrong = equality != nullptr && verdictOf(*equality) != Verdict::Equal;
    if (isWrong) { // then nothing else matters as much
        writeEquality(page, snapshot, *equality);
    }
    if (snapshot.metrics) {
        writeSchedule(page, snapshot);
        writeTotalLaunches(page, snapshot);
    }
    if (snapshot.report) {
        writeTimes(page, *snapshot.report, awaited);
        if (equality != nullptr && !isWrong) {
            writeEquality(page, snapshot, *equality);
        }
        if (snapshot.report->gradients) {
            writeGradients(page, snapshot, *snapshot.report->gradients);
        }
    }
    const bool complete = equality != nullptr && snapshot.report->speed;
    if (!complete && awaited == Awaited::Yes) {
        page.paragraph(page.muted(translated("The rest is being computed…")));
    }
}

} // namespace batchscope
