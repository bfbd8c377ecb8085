// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/values/values_view.h"

#include "views/models/words.h"
#include "views/tables/table_look.h"
#include "views/values/values_model.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace batchscope {

ValuesView::ValuesView(Session& session, Playback& playback, QWidget* parent)
    : LiveView(session, playback, parent), m_node(new QLabel(this)), m_output(new QComboBox(this)),
      m_comparison(new QLabel(this)), m_copy(new QPushButton(tr("Copy"), this)), m_model(new ValuesModel(this)),
      m_table(new QTableView(this)) {
    build();
    connect(m_output, &QComboBox::currentIndexChanged, this, &ValuesView::showValues);
    connect(m_copy, &QAbstractButton::clicked, this, [this] {
        const FigureTable table = tableOf(valueColumns(), valueRows(*m_values));
        QApplication::clipboard()->setText(QString::fromStdString(tableText(table, TableFormat::Tabs)));
    });
}

void ValuesView::build() {
    m_output->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_output->setAccessibleName(tr("Output of the node, or its gradient"));
    m_copy->setToolTip(tr("Copy all numbers as a table"));
    m_comparison->setForegroundRole(QPalette::PlaceholderText);
    m_comparison->setWordWrap(true);
    m_table->setModel(m_model);
    m_table->setObjectName(QStringLiteral("values-table"));
    m_table->setAccessibleName(tr("Numbers of the value"));
    dressTable(*m_table);
    m_table->setAlternatingRowColors(true);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(0, Qt::AscendingOrder);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 6, 8, 0);
    bar->addWidget(m_node);
    bar->addWidget(m_output);
    bar->addWidget(m_comparison, 1);
    bar->addWidget(m_copy);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(bar);
    column->addWidget(m_table, 1);
    setFocusProxy(m_table);
}

void ValuesView::catchUp(const Changes& changes) {
    const Parts& parts = changes.parts;
    if (changes.selection || parts.has(Part::Graph) || parts.has(Part::Trace) || parts.has(Part::Report)) {
        fillOutputs();
        showValues();
    }
}

void ValuesView::fillOutputs() {
    const NodeId node = playback().focus().node;
    const QSignalBlocker quiet(m_output);
    const int before = std::max(m_output->currentIndex(), 0);
    m_output->clear();
    const int outputs = snapshot().graph && node.valid() ? static_cast<int>(snapshot().graph->opOf(node).outputs()) : 0;
    for (int output = 0; output < outputs; ++output) {
        m_output->addItem(tr("output %1").arg(output));
    }
    for (int output = 0; output < outputs && snapshot().recordedGradients; ++output) {
        m_output->addItem(tr("gradient of output %1").arg(output));
    }
    m_output->setCurrentIndex(std::min(before, m_output->count() - 1));
    m_output->setVisible(m_output->count() > 1);
}

void ValuesView::showValues() {
    const NodeId node = playback().focus().node;
    m_values.reset();
    if (snapshot().graph && node.valid()) {
        const auto chosen = static_cast<std::uint32_t>(std::max(m_output->currentIndex(), 0));
        const auto outputs = static_cast<std::uint32_t>(snapshot().graph->opOf(node).outputs());
        const ValueKind kind = chosen < outputs ? ValueKind::Values : ValueKind::Gradients;
        m_values = std::make_shared<const NodeValues>(nodeValues(snapshot(), {node, chosen % outputs}, kind));
        const QString caption = toText(captionOf(snapshot(), node));
        const QString name = tr("%1 node %2").arg(toText(snapshot().graph->opOf(node).name), nodeNumber(node));
        m_node->setText(
            QStringLiteral("<b>%1</b>")
                .arg((caption.isEmpty() ? name : name + QStringLiteral(" “%1”").arg(caption)).toHtmlEscaped()));
    } else {
        m_node->setText(tr("Select a node to see all its numbers."));
    }
    const bool hasNumbers = m_values != nullptr && !m_values->folded.empty();
    m_comparison->setText(m_values != nullptr ? toText(comparisonText(*m_values)) : QString());
    m_copy->setEnabled(hasNumbers);
    m_model->setValues(m_values);
    if (hasNumbers && !m_isFitted) { // only once: later widths are chosen by the user
        m_isFitted = true;
        fitColumns(*m_table);
    }
}

} // namespace batchscope
