// SPDX-License-Identifier: GPL-3.0-or-later
//
// A straight map between nanoseconds and pixels, which can be zoomed and moved. It always shows a part of what there
// is: never less than kLeastSpan, never anything beyond the ends. It fits where it shows what one mostly looks at,
// which may be less than all.
#pragma once

#include <QString>

#include <vector>

namespace batchscope {

struct TimeTick {
    double time = 0.0; ///< nanoseconds
    QString text;      ///< "40 µs"
};

class TimeAxis {
public:
    static constexpr double kLeastSpan = 100.0; ///< nanoseconds

    /// There are nanoseconds from 0 to `end`; fit() shows those up to `home`. Fits.
    void setEnd(double end, double home);
    /// There is more, or less; what is shown stays as far as it can.
    void extendTo(double end, double home);
    void setPixels(double left, double width);

    [[nodiscard]] double end() const { return m_end; }
    [[nodiscard]] double from() const { return m_from; }
    [[nodiscard]] double to() const { return m_to; }
    [[nodiscard]] bool isFitted() const { return m_from <= 0.0 && m_to == m_home; }
    [[nodiscard]] double toPixel(double time) const;
    [[nodiscard]] double toTime(double pixel) const;

    void fit();
    /// The time at `pixel` stays where it is; `factor` above 1 enlarges.
    void zoomAt(double pixel, double factor);
    void moveBy(double pixels);
    /// So that this time can be seen.
    void reveal(double from, double to);

    /// At round times, about `apart` pixels apart or more.
    [[nodiscard]] std::vector<TimeTick> ticks(double apart) const;

private:
    void show(double from, double to);

    double m_end = 1.0;
    double m_home = 1.0;
    double m_from = 0.0;
    double m_to = 1.0;
    double m_left = 0.0;
    double m_width = 1.0;
};

} // namespace batchscope
