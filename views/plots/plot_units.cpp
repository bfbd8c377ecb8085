// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/plot_units.h"

#include "core/words/plot_words.h"
#include "views/models/words.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace batchscope {

namespace {

constexpr int kDigits = 3;
constexpr double kThousand = 1000.0;

QString scaledText(double value, std::string_view unit) {
    static constexpr std::array<const char*, 5> kPrefixes = {"", "k", "M", "G", "T"};
    std::size_t prefix = 0;
    for (; std::abs(value) >= kThousand && prefix + 1 < kPrefixes.size(); ++prefix) {
        value /= kThousand;
    }
    return QString::number(value, 'g', kDigits) % u' ' % QLatin1String(kPrefixes[prefix]) % toText(unit);
}

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
        if (unit == PlotUnit::Factor || unit == PlotUnit::Bytes) {
            setLogBase(2.0); // twice as fast; KiB and MiB
            setSubTickCount(0);
        }
    }

protected:
    QString getTickLabel(double tick, const QLocale& /*locale*/, QChar /*formatChar*/, int /*precision*/) override {
        const bool isWhole = m_unit == PlotUnit::Count || m_unit == PlotUnit::Bytes;
        return tick <= 0.0 || (isWhole && tick < 1.0) ? QString() : unitText(m_unit, tick);
    }

private:
    PlotUnit m_unit;
};

} // namespace

QString unitText(PlotUnit unit, double value) {
    constexpr double kPercent = 100.0;
    const auto whole = [value] { return static_cast<std::uint64_t>(std::llround(std::max(0.0, value))); };
    switch (unit) {
    case PlotUnit::Arms: break;
    case PlotUnit::Count: return countText(whole());
    case PlotUnit::Seconds: return secondsText(value);
    case PlotUnit::Factor: return QString::number(value, 'g', kDigits) % QChar(u'×');
    case PlotUnit::Share: return QString::number(value * kPercent, 'g', kDigits) % u'%';
    case PlotUnit::Bytes: return bytesText(whole());
    case PlotUnit::FlopsPerSecond: return scaledText(value, words::kFlopsPerSecond);
    case PlotUnit::FlopsPerByte: return value < kThousand ? QString::number(value, 'g', kDigits) : countText(whole());
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
