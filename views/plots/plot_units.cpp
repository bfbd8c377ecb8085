// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/plot_units.h"

#include "views/models/words.h"

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

constexpr int kDigits = 3;

class UnitTicker final : public QCPAxisTicker {
public:
    explicit UnitTicker(PlotUnit unit) : m_unit(unit) {}

protected:
    QString getTickLabel(double tick, const QLocale& /*locale*/, QChar /*formatChar*/, int /*precision*/) override {
        constexpr double kNothing = 1e-15; // ticks at 0 are rounded
        return std::abs(tick) < kNothing ? QStringLiteral("0") : unitText(m_unit, tick);
    }

private:
    PlotUnit m_unit;
};

class LogUnitTicker final : public QCPAxisTickerLog {
public:
    explicit LogUnitTicker(PlotUnit unit) : m_unit(unit) {
        if (unit == PlotUnit::Factor) {
            setLogBase(2.0); // twice as fast
            setSubTickCount(0);
        }
    }

protected:
    QString getTickLabel(double tick, const QLocale& /*locale*/, QChar /*formatChar*/, int /*precision*/) override {
        return tick <= 0.0 || (m_unit == PlotUnit::Count && tick < 1.0) ? QString() : unitText(m_unit, tick);
    }

private:
    PlotUnit m_unit;
};

} // namespace

QString unitText(PlotUnit unit, double value) {
    switch (unit) {
    case PlotUnit::Arms: break;
    case PlotUnit::Count: return countText(static_cast<std::uint64_t>(std::llround(std::max(0.0, value))));
    case PlotUnit::Seconds: return secondsText(value);
    case PlotUnit::Factor: return QString::number(value, 'g', kDigits) % QChar(u'×');
    }
    return {};
}

void setUnit(QCPAxis& axis, const PlotAxis& spec) {
    if (spec.scale == PlotScale::Logarithmic) {
        axis.setScaleType(QCPAxis::stLogarithmic);
        axis.setTicker(QSharedPointer<LogUnitTicker>::create(spec.unit));
    } else {
        axis.setScaleType(QCPAxis::stLinear);
        axis.setTicker(QSharedPointer<UnitTicker>::create(spec.unit));
    }
}

} // namespace batchscope
