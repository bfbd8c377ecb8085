// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/plot_series.h"

#include "core/bench/arms.h"
#include "core/words/plot_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>

namespace batchscope {

namespace {

/// The place of a value among those met so far.
template <typename T>
std::size_t firstSeenAt(std::map<T, std::size_t>& seen, const T& value) {
    return seen.emplace(value, seen.size()).first->second;
}

} // namespace

CurveKey curveKeyOf(const BenchResult& result) {
    const Result<Arm> arm = parseArm(result.arm);
    const bool isOffByOptions = arm && takesPasses(arm->kind) && !arm->passes && !result.kernels;
    return {result.model, isOffByOptions ? result.arm + "@off" : result.arm, result.dim, result.threads, result.work,
            result.run};
}

BenchReport joinedReports(std::span<const NamedReport> reports) {
    BenchReport joined;
    for (const NamedReport& each : reports) {
        if (each.report == reports.front().report) {
            joined.context = each.report->context;
            joined.notes = each.report->notes;
        }
        for (const BenchResult& result : each.report->results) {
            joined.results.push_back(result);
            joined.results.back().run = each.run;
        }
    }
    if (reports.size() > 1) {
        joined.context.roofline.reset();
    }
    return joined;
}

std::vector<CurveSeries> seriesOf(std::span<const BenchResult> results) {
    std::map<std::string, std::size_t> arms;
    std::map<std::string, std::size_t> models;
    std::map<std::int32_t, std::size_t> dims;
    std::map<int, std::size_t> threads;
    std::map<Work, std::size_t> works;
    std::map<std::string, std::size_t> runs;
    std::map<std::array<std::size_t, 6>, CurveSeries> byPlace;
    for (std::size_t index = 0; index < results.size(); ++index) {
        const CurveKey key = curveKeyOf(results[index]);
        const std::array<std::size_t, 6> place = {firstSeenAt(arms, key.arm),        firstSeenAt(models, key.model),
                                                  firstSeenAt(works, key.work),      firstSeenAt(dims, key.dim),
                                                  firstSeenAt(threads, key.threads), firstSeenAt(runs, key.run)};
        CurveSeries& series = byPlace[place];
        series.key = key;
        series.results.push_back(index);
    }
    std::vector<CurveSeries> all;
    all.reserve(byPlace.size());
    for (auto& [place, series] : byPlace) {
        std::stable_sort(series.results.begin(), series.results.end(), [&](std::size_t left, std::size_t right) {
            return results[left].batch < results[right].batch;
        });
        all.push_back(std::move(series));
    }
    return all;
}

CurveNames::CurveNames(std::span<const CurveKey> keys, Arms arms) : m_arms(arms) {
    if (keys.empty()) {
        return;
    }
    const CurveKey& first = keys.front();
    for (const CurveKey& key : keys) {
        m_differ.model = m_differ.model || key.model != first.model;
        m_differ.arm = m_differ.arm || key.arm != first.arm;
        m_differ.dim = m_differ.dim || key.dim != first.dim;
        m_differ.threads = m_differ.threads || key.threads != first.threads;
        m_differ.work = m_differ.work || key.work != first.work;
        m_differ.run = m_differ.run || key.run != first.run;
    }
    m_common =
        textOf(first, {!m_differ.model, !m_differ.arm, !m_differ.dim, !m_differ.threads, !m_differ.work, !m_differ.run},
               m_arms);
}

std::string CurveNames::distinct(const CurveKey& key) const {
    return textOf(key, m_differ, m_arms);
}

std::string CurveNames::name(const CurveKey& key) const {
    const std::string text = distinct(key);
    return text.empty() ? armText(key.arm, m_arms) : text;
}

std::string CurveNames::full(const CurveKey& key) {
    return textOf(key, {true, true, true, true, true, true}, Arms::Titles);
}

std::string CurveNames::armText(const std::string& arm, Arms arms) {
    return arms == Arms::Titles ? armTitle(arm) : arm;
}

std::string CurveNames::textOf(const CurveKey& key, Parts parts, Arms arms) {
    std::vector<std::string> texts;
    if (parts.model && !key.model.empty()) {
        texts.push_back(key.model);
    }
    if (parts.arm && !key.arm.empty()) {
        texts.push_back(armText(key.arm, arms));
    }
    if (parts.dim && key.dim > 0) {
        texts.push_back(words::dimNamed(key.dim));
    }
    if (parts.threads) {
        texts.push_back(words::threadsNamed(key.threads));
    }
    if (parts.work) {
        texts.emplace_back(workText(key.work));
    }
    if (parts.run && !key.run.empty()) {
        texts.push_back(key.run);
    }
    return fmt::format("{}", fmt::join(texts, ", "));
}

} // namespace batchscope
