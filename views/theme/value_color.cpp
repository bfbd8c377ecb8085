// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/theme/value_color.h"

#include <algorithm>
#include <cmath>

namespace batchscope {

QColor valueColor(const Theme& theme, double value, double largest) {
    if (!std::isfinite(value)) {
        return theme.warning;
    }
    constexpr double kTiny = 1e-12;
    const auto share = static_cast<float>(std::clamp(std::abs(value) / std::max(largest, kTiny), 0.0, 1.0));
    const QColor& from = theme.lane;
    const QColor& to = value < 0.0 ? theme.regular : theme.folded;
    const auto part = [share](float a, float b) { return a + (b - a) * share; };
    return QColor::fromRgbF(part(from.redF(), to.redF()), part(from.greenF(), to.greenF()),
                            part(from.blueF(), to.blueF()));
}

} // namespace batchscope
