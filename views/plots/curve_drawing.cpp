// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/curve_drawing.h"

namespace batchscope {

namespace {

/// A graph without a line or a place in the legend.
QCPGraph& addQuietGraph(QCustomPlot& plot) {
    QCPGraph* const graph = plot.addGraph();
    graph->setLineStyle(QCPGraph::lsNone);
    graph->removeFromLegend();
    return *graph;
}

QColor fainter(QColor colour, const CurveLook& look, float alpha) {
    colour.setAlphaF(look.isOther ? alpha / 2 : alpha);
    return colour;
}

void drawFit(const CurveOnPlot& what, std::vector<QCPAbstractPlottable*>& drawn) {
    if (!what.curve.fit) {
        return;
    }
    QCPGraph& line = addQuietGraph(what.plot);
    line.setLineStyle(QCPGraph::lsLine);
    line.setPen(fitPen(what.look.colour));
    line.setLayer(QString::fromLatin1(kProofLayer));
    for (const PlotDot& dot : what.curve.fit->line) {
        line.addData(dot.x, dot.y);
    }
    drawn.push_back(&line);
}

void drawDots(const CurveOnPlot& what, std::vector<QCPAbstractPlottable*>& drawn) {
    constexpr double kDotSize = 4.0;
    constexpr float kFaint = 0.30F;
    const QColor faint = fainter(what.look.colour, what.look, kFaint);
    QCPGraph& dots = addQuietGraph(what.plot);
    dots.setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(faint, 0.5), QBrush(faint), kDotSize));
    for (const PlotDot& dot : what.curve.dots) {
        dots.addData(dot.x, dot.y);
    }
    drawn.push_back(&dots);
}

/// A band between the ends of the ranges; points without one interrupt nothing.
void drawRanges(const CurveOnPlot& what, std::vector<QCPAbstractPlottable*>& drawn) {
    constexpr float kFaint = 0.18F;
    QCPGraph& low = addQuietGraph(what.plot);
    QCPGraph& high = addQuietGraph(what.plot);
    for (QCPGraph* edge : {&low, &high}) {
        edge->setLineStyle(QCPGraph::lsLine); // what is filled is what the lines enclose
        edge->setPen(Qt::NoPen);
        drawn.push_back(edge);
    }
    for (const PlotPoint& point : what.curve.points) {
        if (point.range) {
            low.addData(point.x, point.range->low);
            high.addData(point.x, point.range->high);
        }
    }
    high.setBrush(fainter(what.look.colour, what.look, kFaint));
    high.setChannelFillGraph(&low);
}

void drawMedians(const CurveOnPlot& what, std::vector<QCPAbstractPlottable*>& drawn) {
    QCPGraph* const line = what.plot.addGraph();
    line->setName(what.name);
    line->setLineStyle(QCPGraph::lsLine);
    line->setPen(QPen(what.look.colour, 1.8, what.look.dash));
    line->setScatterStyle(markerOf(what.look, what.look.colour, kPointSize));
    QCPGraph& hollow = addQuietGraph(what.plot);
    hollow.setScatterStyle(markerOf(what.look, what.ground, kPointSize));
    QVector<double> below;
    QVector<double> above;
    for (const PlotPoint& point : what.curve.points) {
        line->addData(point.x, point.y);
        if (point.isNoisy) {
            hollow.addData(point.x, point.y);
        }
        below << (point.range ? point.y - point.range->low : qQNaN());
        above << (point.range ? point.range->high - point.y : qQNaN());
    }
    drawn.push_back(line);
    drawn.push_back(&hollow);
    if (what.curve.points.size() == 1) {                                               // where no band shows them
        QCPErrorBars* const bars = new QCPErrorBars(what.plot.xAxis, what.plot.yAxis); // the plot owns it
        bars->setDataPlottable(line);
        bars->setPen(QPen(what.look.colour, 1.2));
        bars->setData(below, above);
        bars->removeFromLegend();
        drawn.push_back(bars);
    }
}

} // namespace

std::vector<QCPAbstractPlottable*> drawCurve(const CurveOnPlot& what) {
    std::vector<QCPAbstractPlottable*> drawn;
    drawFit(what, drawn);
    drawDots(what, drawn);
    if (what.curve.points.size() > 1) {
        drawRanges(what, drawn);
    }
    drawMedians(what, drawn);
    return drawn;
}

QPen fitPen(const QColor& colour) {
    QPen pen(colour, 1.0);
    pen.setDashPattern({7.0, 4.0});
    return pen;
}

} // namespace batchscope
