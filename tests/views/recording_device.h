// SPDX-License-Identifier: GPL-3.0-or-later
//
// A screen of 96 dots an inch that draws nothing: what is painted on it goes to an engine that keeps what the test asks
// for.
#pragma once

#include <QPaintDevice>
#include <QSize>

namespace batchscope::testing {

/// Engine: a QPaintEngine with a default constructor.
template <typename Engine>
class RecordingDevice final : public QPaintDevice {
public:
    explicit RecordingDevice(QSize size) : m_size(size) {}
    [[nodiscard]] QPaintEngine* paintEngine() const override { return &m_engine; }
    [[nodiscard]] const Engine& engine() const { return m_engine; }

protected:
    [[nodiscard]] int metric(PaintDeviceMetric metric) const override {
        constexpr int kDpi = 96;
        switch (metric) {
        case PdmWidth: return m_size.width();
        case PdmHeight: return m_size.height();
        case PdmDpiX:
        case PdmDpiY:
        case PdmPhysicalDpiX:
        case PdmPhysicalDpiY: return kDpi;
        case PdmDevicePixelRatio: return 1;
        default: return QPaintDevice::metric(metric);
        }
    }

private:
    QSize m_size;
    mutable Engine m_engine;
};

} // namespace batchscope::testing
