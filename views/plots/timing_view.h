// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the question behind dynamic batching is what it buys for this net on these trees. One click measures it; curves
// and table fill while it runs, and say on what machine.
#pragma once

#include "views/models/live_view.h"

class QBoxLayout;
class QLabel;
class QSplitter;
class QStackedWidget;
class QTableView;

namespace batchscope {

class BenchForm;
class BenchModel;
class TimingPlot;

class TimingView final : public LiveView {
    Q_OBJECT

public:
    TimingView(Session& session, Playback& playback, QWidget* parent = nullptr);

protected:
    void catchUp(const Changes& changes) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildTable();
    void arrange();
    void measure();
    void showState();
    void showReport();
    void showContext();

    BenchForm* m_form;
    TimingPlot* m_plot;
    BenchModel* m_model;
    QTableView* m_table;
    QLabel* m_empty;
    QLabel* m_context;
    QStackedWidget* m_stack;
    QSplitter* m_splitter;
    QBoxLayout* m_row = nullptr;
    bool m_running = false;
};

} // namespace batchscope
