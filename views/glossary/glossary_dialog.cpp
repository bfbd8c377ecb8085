// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/glossary/glossary_dialog.h"

#include "core/session/glossary.h"
#include "views/models/term_picture.h"
#include "views/theme/theme.h"

#include <QEvent>
#include <QLineEdit>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <vector>

namespace batchscope {

namespace {

QString fromCore(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// Terms whose name has the text, then those whose meaning has it.
std::vector<const GlossaryTerm*> matching(const QString& text) {
    std::vector<const GlossaryTerm*> found;
    std::vector<const GlossaryTerm*> inMeaning;
    for (const GlossaryTerm& term : glossaryTerms()) {
        if (fromCore(term.term).contains(text, Qt::CaseInsensitive)) {
            found.push_back(&term);
        } else if (fromCore(term.text).contains(text, Qt::CaseInsensitive)) {
            inMeaning.push_back(&term);
        }
    }
    found.insert(found.end(), inMeaning.begin(), inMeaning.end());
    return found;
}

} // namespace

GlossaryDialog::GlossaryDialog(QWidget* parent)
    : QDialog(parent), m_search(new QLineEdit(this)), m_list(new QTextBrowser(this)) {
    setWindowTitle(tr("Glossary"));
    setObjectName(QStringLiteral("glossary-dialog"));
    m_search->setPlaceholderText(tr("Search terms and meanings"));
    m_search->setAccessibleName(tr("Search the glossary"));
    m_search->setClearButtonEnabled(true);
    m_list->setAccessibleName(tr("Terms and their meanings"));
    m_list->document()->setDocumentMargin(10);
    m_list->setFrameShape(QFrame::NoFrame);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_search);
    layout->addWidget(m_list);
    connect(m_search, &QLineEdit::textChanged, this, &GlossaryDialog::fill);
    resize(520, 560);
}

void GlossaryDialog::fill() {
    m_shown.clear();
    QString html;
    for (const GlossaryTerm* term : matching(m_search->text().trimmed())) {
        m_shown.append(fromCore(term->term));
        html += QStringLiteral("<table style=\"margin-bottom:10px\"><tr><td width=\"%1\">%2</td>"
                               "<td style=\"padding-left:12px\"><b>%3</b><br>%4</td></tr></table>")
                    .arg(QString::number(kTermPictureSize.width()), termPictureHtml(term->term, themeOf(*this)),
                         fromCore(term->term).toHtmlEscaped(), fromCore(term->text).toHtmlEscaped());
    }
    m_list->setHtml(m_shown.isEmpty() ? QStringLiteral("<p style=\"color:%1\">%2</p>")
                                            .arg(themeOf(*this).mutedText.name(), tr("No term contains this text."))
                                      : html);
}

/// The list is made here, not with the window: its pictures take longer than all panels.
void GlossaryDialog::showEvent(QShowEvent* event) {
    fill();
    m_search->setFocus();
    m_search->selectAll();
    QDialog::showEvent(event);
}

void GlossaryDialog::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && isVisible()) {
        fill();
    }
    QDialog::changeEvent(event);
}

} // namespace batchscope
