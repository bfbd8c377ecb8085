// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/treebank/errors_list.h"

#include "views/models/words.h"
#include "views/theme/theme.h"

#include <QLabel>
#include <QListWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace batchscope {

namespace {

constexpr std::size_t kMostRows = 6; // the others scroll

} // namespace

ErrorsList::ErrorsList(QWidget* parent)
    : QWidget(parent), m_toggle(new QToolButton(this)), m_list(new QListWidget(this)), m_skipped(new QLabel(this)) {
    m_toggle->setCheckable(true);
    m_toggle->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_toggle->setArrowType(Qt::RightArrow);
    m_toggle->setAutoRaise(true);
    m_toggle->setAccessibleName(tr("Trees that could not be read"));
    m_list->setAccessibleName(tr("Errors in the files"));
    m_list->setUniformItemSizes(true);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // the tooltip says all of it
    m_skipped->setWordWrap(true);
    m_skipped->setAccessibleName(tr("Files that are not treebanks"));
    m_list->hide();
    hide();
    connect(m_toggle, &QToolButton::toggled, this, [this](bool open) {
        m_toggle->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
        m_list->setVisible(open);
    });
    QVBoxLayout* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(m_toggle, 0, Qt::AlignLeft);
    column->addWidget(m_list);
    column->addWidget(m_skipped);
}

void ErrorsList::setTreebank(std::shared_ptr<const Treebank> bank) {
    m_bank = std::move(bank);
    m_list->clear();
    for (std::size_t index = 0; index < (m_bank ? m_bank->diagnostics.size() : 0); ++index) {
        const Diagnostic& diagnostic = m_bank->diagnostics[index];
        auto* const line = new QListWidgetItem(toText(diagnostic.text()), m_list); // as on the command line
        line->setToolTip(toText(diagnostic.text() + '\n' + diagnostic.excerpt));
        line->setForeground(themeOf(*this).warning);
    }
    const std::size_t bad = m_bank ? m_bank->badTrees : 0;
    const std::size_t listed = m_bank ? m_bank->diagnostics.size() : 0;
    const QString count =
        bad == 1 ? tr("1 tree could not be read") : tr("%1 trees could not be read").arg(countText(bad));
    m_toggle->setText(bad > listed ? tr("%1; the first %2 are listed").arg(count, countText(listed)) : count);
    m_toggle->setVisible(bad > 0);
    m_list->setVisible(bad > 0 && m_toggle->isChecked());
    const std::size_t skipped = m_bank ? m_bank->skipped.size() : 0;
    QStringList names;
    constexpr std::size_t kMostNames = 40;
    for (std::size_t file = 0; file < std::min(skipped, kMostNames); ++file) {
        names << QString::fromStdString(m_bank->skipped[file]);
    }
    m_skipped->setText(skipped == 1 ? tr("Skipped %1: not a treebank").arg(fileName(names.front()))
                                    : tr("Skipped %1 files that are not treebanks").arg(countText(skipped)));
    m_skipped->setToolTip(names.join(u'\n') + (skipped > kMostNames ? tr("\n… and more") : QString()));
    m_skipped->setVisible(skipped > 0);
    const int rows = static_cast<int>(std::min<std::size_t>(listed, kMostRows));
    m_list->setFixedHeight(rows * std::max(m_list->sizeHintForRow(0), 1) + 2 * m_list->frameWidth());
    setVisible(bad > 0 || skipped > 0);
}

void ErrorsList::restyle() {
    const Theme& theme = themeOf(*this);
    for (int row = 0; row < m_list->count(); ++row) {
        m_list->item(row)->setForeground(theme.warning);
    }
    QPalette warning = palette();
    warning.setColor(QPalette::ButtonText, theme.warning);
    m_toggle->setPalette(warning);
    QPalette muted = palette();
    muted.setColor(QPalette::WindowText, theme.mutedText);
    m_skipped->setPalette(muted);
}

void ErrorsList::open() {
    m_toggle->setChecked(true);
}

} // namespace batchscope
