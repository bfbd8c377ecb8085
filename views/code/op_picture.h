// SPDX-License-Identifier: GPL-3.0-or-later
//
// The body of an op as boxes and arrows in the colors of the theme, placed by Graphviz: `dot` runs as a child process,
// so that whatever happens to it, the window goes on. At first the whole picture is visible; the wheel
// zooms at the pointer, dragging pans, and a double click shows the whole picture again. Pointing at a box explains its
// rows.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/layout/diagram.h"
#endif

#include <QGraphicsView>
#include <QStringList>

#include <optional>

class QProcess;

namespace batchscope {

struct Theme;

class OpPicture final : public QGraphicsView {
    Q_OBJECT

public:
    explicit OpPicture(QWidget* parent = nullptr);
    OpPicture(const OpPicture&) = delete;
    OpPicture& operator=(const OpPicture&) = delete;
    /// Ends dot.
    ~OpPicture() override { stop(); }

    /// All of it is seen.
    void show(OpDiagram diagram);
    /// By box.
    void setTips(const QStringList& tips);
    /// How many boxes are shown: none until they are placed.
    [[nodiscard]] std::size_t boxCount() const { return m_boxes.size(); }

    [[nodiscard]] QSize sizeHint() const override { return {300, 260}; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void place();
    void stop();
    void take();
    void draw();
    void fit();
    void addArrow(const std::vector<Point>& points, const Theme& theme);
    void addBox(const OpBox& box, const batchscope::Box& place, const Theme& theme);

    OpDiagram m_diagram;
    std::optional<PlacedDiagram> m_placed; // nothing until dot has answered
    QStringList m_tips;
    QProcess* m_dot = nullptr;           // while it runs
    std::vector<QGraphicsItem*> m_boxes; // of the scene
    bool m_isFitted = true;
};

} // namespace batchscope
