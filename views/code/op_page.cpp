// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/op_page.h"

#include "core/graph/op_graph.h"
#include "core/nets/method_text.h"
#include "views/models/op_mark.h"
#include "views/models/words.h"

#include <QComboBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QTabBar>
#include <QTabWidget>
#include <QTextBlock>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace batchscope {

namespace {

constexpr int kSourcePage = 2;

} // namespace

OpPage::OpPage(QWidget* parent)
    : QWidget(parent), m_op(new QComboBox(this)), m_pages(new QTabWidget(this)), m_picture(new OpPicture(m_pages)),
      m_text(new QPlainTextEdit(m_pages)), m_source(new QPlainTextEdit(m_pages)) {
    for (QPlainTextEdit* text : {m_text, m_source}) {
        text->setReadOnly(true);
        text->setLineWrapMode(QPlainTextEdit::NoWrap);
        text->setTabChangesFocus(true);
        text->setFrameShape(QFrame::NoFrame);
    }
    m_text->setAccessibleName(tr("Op body as text"));
    m_text->setObjectName(QStringLiteral("body-text"));
    m_source->setAccessibleName(tr("Source of the method"));
    m_source->setObjectName(QStringLiteral("method-source"));
    m_pages->setDocumentMode(true);
    m_pages->setAccessibleName(tr("Op body"));
    m_pages->tabBar()->setAccessibleName(tr("Pages of the op body"));
    m_pages->addTab(m_picture, tr("Picture"));
    m_pages->addTab(m_text, tr("Text"));
    m_pages->addTab(m_source, tr("Source"));
    m_pages->setTabToolTip(kSourcePage, tr("Your source of the method that this op is"));
    m_pages->setTabVisible(kSourcePage, false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(makeBar());
    column->addWidget(m_pages, 1);
    connect(m_op, &QComboBox::currentIndexChanged, this, &OpPage::refresh);
}

QWidget* OpPage::makeBar() {
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(10, 4, 8, 0);
    row->setSpacing(6);
    auto* label = new QLabel(tr("&Body of"), bar);
    label->setBuddy(m_op);
    m_op->setAccessibleName(tr("Op whose body is shown"));
    m_op->setToolTip(tr("Follows the selected node or batch."));
    m_op->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_op->setMinimumContentsLength(8);
    row->addWidget(label);
    row->addWidget(m_op, 1);
    return bar;
}

void OpPage::setGraph(std::shared_ptr<const OpGraph> graph) {
    if (m_graph == graph) {
        return;
    }
    m_graph = std::move(graph);
    m_batchOp = {};
    listOps(*m_op, m_graph.get(), themeOf(*this));
    refresh();
}

void OpPage::setModule(std::shared_ptr<const UserNet> module) {
    if (m_module == module) {
        return;
    }
    m_module = std::move(module);
    m_pages->setTabVisible(kSourcePage, m_module != nullptr);
    showSource();
}

const UserMethod* OpPage::shownMethod() const {
    const OpId op = shownOp();
    if (m_module == nullptr || !m_graph || !op.valid() || !m_graph->ops.ops.contains(op)) {
        return nullptr;
    }
    const std::string& name = m_graph->ops.ops[op].name;
    const auto& methods = m_module->methods();
    const auto found = std::find_if(methods.begin(), methods.end(), [&](const UserMethod& method) {
        // node3 is the method `node` for three children
        return name.starts_with(method.name) &&
               name.find_first_not_of("0123456789", method.name.size()) == std::string::npos;
    });
    return found == methods.end() ? nullptr : &*found;
}

/// The user's source with line numbers; the line that the explanation names is marked, or else the first line.
void OpPage::showSource() {
    const UserMethod* const method = shownMethod();
    if (method == nullptr) {
        m_source->setPlainText(m_module == nullptr ? QString() : tr("This op is no method of the module."));
        return;
    }
    QStringList lines;
    std::size_t number = method->line;
    for (const QString& line : toText(method->source).split(QLatin1Char('\n'))) {
        lines.append(QStringLiteral("%1  %2").arg(number++, 4).arg(line));
    }
    const QString way = toText(methodLine(*method));
    m_source->setPlainText(lines.join(QLatin1Char('\n')).trimmed() % QStringLiteral("\n\n# ") % way);
    QTextEdit::ExtraSelection mark;
    mark.format.setBackground(palette().brush(QPalette::Highlight));
    mark.format.setForeground(palette().brush(QPalette::HighlightedText));
    mark.format.setProperty(QTextFormat::FullWidthSelection, true);
    const std::size_t at = lineNamedIn(*method);
    mark.cursor = QTextCursor(m_source->document()->findBlockByNumber(static_cast<int>(at - method->line)));
    m_source->setExtraSelections({mark});
}

void OpPage::showOp(OpId op, std::size_t batchSize) {
    m_batchOp = op;
    m_batchSize = batchSize;
    if (op.valid() && shownOp() != op) {
        m_op->setCurrentIndex(static_cast<int>(op.index())); // also refreshes
    } else {
        refreshTips();
    }
}

void OpPage::refreshLook() {
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_source->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    showSource();
    listOps(*m_op, m_graph.get(), themeOf(*this));
}

OpId OpPage::shownOp() const {
    const int place = m_op->currentIndex();
    return place < 0 ? OpId() : OpId(static_cast<std::size_t>(place));
}

void OpPage::refresh() {
    showSource();
    const OpId op = shownOp();
    if (!m_graph || !op.valid() || !m_graph->ops.ops.contains(op)) {
        m_diagram = {};
        m_text->clear();
        m_picture->show({});
        return;
    }
    m_text->setPlainText(toText(m_graph->ops.ops[op].body.text(m_graph->ops.params)));
    m_diagram = opDiagram(m_graph->ops, op);
    m_picture->show(m_diagram);
    refreshTips();
}

void OpPage::refreshTips() {
    QStringList tips;
    for (const OpBox& box : m_diagram.boxes) {
        const OpId op = shownOp();
        tips.append(toText(opBoxTip(m_graph->ops, op, box, op == m_batchOp ? m_batchSize : 0)));
    }
    m_picture->setTips(tips);
}

} // namespace batchscope
