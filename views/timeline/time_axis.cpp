// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/time_axis.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace batchscope {

namespace {

struct Unit {
    double nanoseconds;
    const char* name;
};

/// The largest in which this time is at least 1.
const Unit& unitFor(double nanoseconds) {
    static constexpr std::array<Unit, 4> kUnits = {{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}, {1.0, "ns"}}};
    const auto found = std::find_if(kUnits.begin(), kUnits.end() - 1,
                                    [nanoseconds](const Unit& unit) { return nanoseconds >= unit.nanoseconds; });
    return *found;
}

} // namespace

void TimeAxis::setEnd(double end, double home) {
    m_end = std::max(end, 1.0);
    m_home = std::clamp(home, 1.0, m_end);
    fit();
}

void TimeAxis::extendTo(double end, double home) {
    m_end = std::max(end, 1.0);
    m_home = std::clamp(home, 1.0, m_end);
    show(m_from, m_to);
}

void TimeAxis::setPixels(double left, double width) {
    m_left = left;
    m_width = std::max(width, 1.0);
}

double TimeAxis::toPixel(double time) const {
    return m_left + (time - m_from) / (m_to - m_from) * m_width;
}

double TimeAxis::toTime(double pixel) const {
    return m_from + (pixel - m_left) / m_width * (m_to - m_from);
}

void TimeAxis::fit() {
    m_from = 0.0;
    m_to = m_home;
}

void TimeAxis::show(double from, double to) {
    const double span = std::clamp(to - from, std::min(kLeastSpan, m_end), m_end);
    m_from = std::clamp(from, 0.0, m_end - span);
    m_to = m_from + span;
}

void TimeAxis::zoomAt(double pixel, double factor) {
    const double time = toTime(pixel);
    const double span = std::clamp((m_to - m_from) / factor, std::min(kLeastSpan, m_end), m_end);
    const double share = std::clamp((pixel - m_left) / m_width, 0.0, 1.0);
    show(time - share * span, time + (1.0 - share) * span);
}

void TimeAxis::moveBy(double pixels) {
    const double time = pixels / m_width * (m_to - m_from);
    show(m_from - time, m_to - time);
}

void TimeAxis::reveal(double from, double to) {
    const double span = m_to - m_from;
    if (from < m_from || to > m_to) {
        const double middle = (from + to) / 2.0;
        show(middle - span / 2.0, middle + span / 2.0);
    }
}

std::vector<TimeTick> TimeAxis::ticks(double apart) const {
    const double least = apart / m_width * (m_to - m_from);
    const double decade = std::pow(10.0, std::floor(std::log10(std::max(least, 1e-3))));
    constexpr std::array<double, 4> kRound = {1.0, 2.0, 5.0, 10.0};
    const double step =
        decade * *std::find_if(kRound.begin(), kRound.end() - 1, [&](double round) { return decade * round >= least; });
    const Unit& unit = unitFor(m_to);
    const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step / unit.nanoseconds) - 1e-9)));
    std::vector<TimeTick> ticks;
    for (double number = std::ceil(m_from / step); number * step <= m_to; number += 1.0) {
        const QString text = QString::number(number * step / unit.nanoseconds, 'f', decimals);
        ticks.push_back(
            {number * step, number <= 0.0 ? QStringLiteral("0") : text % u' ' % QString::fromUtf8(unit.name)});
    }
    return ticks;
}

} // namespace batchscope
