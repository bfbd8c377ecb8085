// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/measured_sweep.h"

#include "core/bench/sweep.h"
#include "core/records/bench_document.h"
#include "core/records/choice_keys.h"
#include "views/models/words.h"
#include "views/plots/timing_view.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace batchscope {

namespace {

QString passesOfConfig(const SessionConfig& config) {
    const PassChoice passes = passesOf(config.run.executor);
    return passes ? passesText(*passes) : TimingView::tr("off");
}

template <typename T>
bool isAmong(const std::vector<T>& all, const T& value) {
    return std::find(all.begin(), all.end(), value) != all.end();
}

} // namespace

MeasuredSweep measuredSweep(const BenchDocument& document) {
    MeasuredSweep sweep{measuredConfig(document), sweptModels(document.config), sweptWorks(document.config)};
    sweep.config.files = document.files;
    return sweep;
}

QStringList differences(const MeasuredSweep& then, const SessionConfig& now) {
    QStringList list;
    const auto differ = [&list](const QString& what, const QString& measured, const QString& shown) {
        if (measured != shown) {
            list << TimingView::tr("%1 %2 (now %3)").arg(what, measured, shown);
        }
    };
    const SessionConfig& measured = then.config;
    if (now.files != measured.files || now.read != measured.read) {
        list << TimingView::tr("other trees");
    }
    if (!isAmong(then.models, now.graph.model)) {
        differ(TimingView::tr("net"), QString::fromStdString(measured.graph.model),
               QString::fromStdString(now.graph.model));
    }
    GraphOptions others = now.graph;
    others.model = measured.graph.model;
    others.dim = measured.graph.dim;
    others.trees = measured.graph.trees;
    if (measured.graph.picked.empty()) { // all trees were measured, so these were, too
        others.picked.clear();
    }
    const bool isOtherWork = !isAmong(then.works, now.run.work);
    if (!(others == measured.graph) || isOtherWork || now.run.rowOrder != measured.run.rowOrder) {
        list << TimingView::tr("other options");
    }
    if (kindOf(now.run.executor) == ExecutorKind::Engine) { // without it the shown choice of passes has no effect
        differ(TimingView::tr("passes"), passesOfConfig(measured), passesOfConfig(now));
    }
    return list;
}

QString sweepText(const BenchConfig& config) {
    const auto listed = [](const auto& values) {
        return QString::fromStdString(fmt::format("{}", fmt::join(values, ",")));
    };
    QString text = TimingView::tr("%1, dims %2, trees per run %3")
                       .arg(listed(sweptModels(config)), listed(config.dims), listed(config.batches));
    const std::vector<Work> works = sweptWorks(config);
    if (!isAmong(works, Work::Training)) {
        return text;
    }
    return text + (works.size() > 1 ? TimingView::tr(", inference and training") : TimingView::tr(", training"));
}

} // namespace batchscope
